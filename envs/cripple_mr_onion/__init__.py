"""Cripple Mr Onion. `rules` plays, `hands` splits cards, `observation` and `resample` say who sees what, `text` words it."""

from ..core.game import Game, Rules
from . import text
from .best_split import Group, best_split
from .observation import LAYOUT, observe
from .options import CrippleMrOnionOptions
from .resample import resample
from .rules import deal, legal, step
from .state import STATE

__all__ = ["GAME", "Group", "best_split"]

GAME = Game(
    name="cripple_mr_onion",
    title="Cripple Mr Onion",
    summary="Ten cards of eight suits, betting against a Dealer, and modifiers that bend the ranking of hands.",
    hand_word="round",
    options=CrippleMrOnionOptions,
    state=STATE,
    layout=LAYOUT,
    rules=Rules(deal, legal, step, observe, resample),
    text=text,
)
