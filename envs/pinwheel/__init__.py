"""Pinwheel, the dice-simulated betting game. `rules` plays it, `sight` says who sees what, `words` tells it."""

from ..game import Game
from . import rules, sight, words
from .options import PinwheelOptions

GAME = Game(
    name="pinwheel",
    title="Pinwheel",
    version=0,
    summary="Dice stand for cards, the Gambling skill for play: three betting rounds, then the Gamble.",
    options=PinwheelOptions,
    max_seats=rules.MAX_SEATS,
    hand_word="hand",
    zero_sum=True,
    state=rules.STATE,
    layout=sight.LAYOUT,
    actions=words.ACTIONS,
    aliases=words.ALIASES,
    hidden_actions=words.HIDDEN_ACTIONS,
    rules={
        "deal": rules.deal,
        "legal": rules.legal,
        "step": rules.step,
        "observe": sight.observe,
        "resample": sight.resample,
    },
    describe=words.describe,
    table=words.table,
    news=words.news,
    explain=words.explain,
)
