"""Roulette with a cardsharp. `rules` plays it, `sight` says who sees what, `words` tells it."""

from ..game import Game
from . import rules, sight, words
from .options import RouletteOptions

GAME = Game(
    name="roulette",
    title="Roulette",
    version=0,
    summary="The single-zero wheel, and a cardsharp who may have the ball thrown again.",
    options=RouletteOptions,
    max_seats=rules.MAX_SEATS,
    hand_word="spin",
    zero_sum=False,
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
