"""Pazaak as it is played on Bespin. `rules` plays it, `sight` says who sees what, `words` tells it."""

from ..game import Game
from . import opening, rules, sight, state, words
from .options import BespinOptions

GAME = Game(
    name="bespin_pazaak",
    title="Bespin Pazaak",
    version=0,
    summary="To twenty with a main deck and four hidden hand cards: two sets win, bets, cheats and the Force beside.",
    options=BespinOptions,
    max_seats=state.SEATS,
    hand_word="match",
    zero_sum=False,
    state=state.STATE,
    layout=sight.LAYOUT,
    actions=words.ACTIONS,
    aliases=words.ALIASES,
    hidden_actions=words.HIDDEN_ACTIONS,
    rules={
        "deal": opening.deal,
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
