"""Pazaak as it is played on Bespin. `rules` plays it, `observation` says who sees what, `text` puts it into words."""

from ..core.game import Game, Rules
from . import text
from .observation import LAYOUT, observe, resample
from .opening import deal
from .options import BespinOptions
from .rules import legal, step
from .state import STATE

GAME = Game(
    name="bespin_pazaak",
    title="Bespin Pazaak",
    summary="To twenty with a main deck and four hidden hand cards: two sets win, bets, cheats and the Force beside.",
    hand_word="match",
    options=BespinOptions,
    state=STATE,
    layout=LAYOUT,
    rules=Rules(deal, legal, step, observe, resample),
    text=text,
    zero_sum=False,
)
