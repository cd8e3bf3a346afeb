"""Cripple Mr Onion. `rules` plays, `hands` splits cards, `sight` and `hidden` say who sees what, `words` and `story` tell."""

from ..game import Game
from . import hidden, rules, sight, state, story, words
from .hands import Group, best_split
from .options import CrippleMrOnionOptions

__all__ = ["GAME", "Group", "best_split"]

GAME = Game(
    name="cripple_mr_onion",
    title="Cripple Mr Onion",
    version=0,
    summary="Ten cards of eight suits, betting against a Dealer, and modifiers that bend the ranking of hands.",
    options=CrippleMrOnionOptions,
    max_seats=state.MAX_SEATS,
    hand_word="round",
    zero_sum=True,
    state=state.STATE,
    layout=sight.LAYOUT,
    actions=words.ACTIONS,
    aliases=words.ALIASES,
    hidden_actions=words.HIDDEN_ACTIONS,
    rules={
        "deal": rules.deal,
        "legal": rules.legal,
        "step": rules.step,
        "observe": sight.observe,
        "resample": hidden.resample,
    },
    describe=words.describe,
    table=words.table,
    news=story.news,
    explain=story.explain,
)
