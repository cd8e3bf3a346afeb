"""Captain gin. `rules` plays it, `melds` arranges hands, `sight` and `hidden` say who sees what, `words` tells it."""

from ..game import Game
from . import hidden, opening, rules, sight, state, words
from .melds import best_melds
from .options import CaptainGinOptions

__all__ = ["GAME", "best_melds"]

GAME = Game(
    name="captain_gin",
    title="Captain gin",
    version=0,
    summary="Gin Rummy for three: one in the box, against a captain and his adviser.",
    options=CaptainGinOptions,
    max_seats=state.MAX_SEATS,
    hand_word="hand",
    zero_sum=True,
    state=state.STATE,
    layout=sight.LAYOUT,
    actions=words.ACTIONS,
    aliases=words.ALIASES,
    hidden_actions=words.HIDDEN_ACTIONS,
    told=words.told,
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
