"""Roulette with a cardsharp. `rules` plays it, `observation` says who sees what, `text` puts it into words."""

from ..core.game import Game, Rules
from . import text
from .observation import LAYOUT, observe, resample
from .options import RouletteOptions
from .rules import STATE, deal, legal, step

GAME = Game(
    name="roulette",
    title="Roulette",
    summary="The single-zero wheel, and a cardsharp who may have the ball thrown again.",
    hand_word="spin",
    options=RouletteOptions,
    state=STATE,
    layout=LAYOUT,
    rules=Rules(deal, legal, step, observe, resample),
    text=text,
    zero_sum=False,
)
