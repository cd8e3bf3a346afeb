"""Pazaak as it was played in the Republic. `rules` plays it, `sight` and `hidden` say who sees what, `words` tells it."""

from ..game import Game
from . import hidden, opening, rules, sight, state, words
from .options import RepublicOptions

GAME = Game(
    name="republic_pazaak",
    title="Republic Pazaak",
    version=0,
    summary="To twenty from a common deck: four hidden cards with gold ones among them, the Force and a cardsharp's hand.",
    options=RepublicOptions,
    max_seats=state.MAX_SEATS,
    hand_word="game",
    zero_sum=True,
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
        "resample": hidden.resample,
    },
    describe=words.describe,
    table=words.table,
    news=words.news,
    explain=words.explain,
)
