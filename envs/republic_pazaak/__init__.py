"""Pazaak as it was played in the Republic. `rules` plays, `observation` and `resample` say who sees what, `text` words it."""

from ..core.game import Game, Rules
from . import text
from .observation import LAYOUT, observe
from .opening import deal
from .options import RepublicOptions
from .resample import resample
from .rules import legal, step
from .state import STATE

GAME = Game(
    name="republic_pazaak",
    title="Republic Pazaak",
    summary="To twenty from a common deck: four hidden cards with gold ones among them, the Force and a cardsharp's hand.",
    hand_word="game",
    options=RepublicOptions,
    state=STATE,
    layout=LAYOUT,
    rules=Rules(deal, legal, step, observe, resample),
    text=text,
)
