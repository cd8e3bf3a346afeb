"""Stop or go: a game from outside the package, as small as one with chance, hidden cards and payments can be.

A seat may never be asked in an episode, or be paid before it is asked: that is what the learner's views are tested with.
The mask depends on what is hidden (SG-5).
"""

from backroom.envs.core.game import Game, Rules

from . import text
from .observation import LAYOUT, observe, resample
from .options import StopOrGoOptions
from .rules import STATE, deal, legal, step

GAME = Game(
    name="stop_or_go",
    title="Stop or go",
    summary="A secret card each: go on and pay, or stop and let the highest card win.",
    hand_word="hand",
    options=StopOrGoOptions,
    state=STATE,
    layout=LAYOUT,
    rules=Rules(deal, legal, step, observe, resample),
    text=text,
)
