"""Pinwheel, the dice-simulated betting game. `rules` plays it, `observation` says who sees what, `text` puts it into words."""

from ..core.game import Game, Rules
from . import text
from .observation import LAYOUT, observe, resample
from .options import PinwheelOptions
from .rules import STATE, deal, legal, step

GAME = Game(
    name="pinwheel",
    title="Pinwheel",
    summary="Dice stand for cards, the Gambling skill for play: three betting rounds, then the Gamble.",
    hand_word="hand",
    options=PinwheelOptions,
    state=STATE,
    layout=LAYOUT,
    rules=Rules(deal, legal, step, observe, resample),
    text=text,
)
