"""Captain gin. `rules` plays, `melds` arranges hands, `observation` and `resample` say who sees what, `text` words it."""

from ..core.game import Game, Rules
from . import text
from .melds import best_melds
from .observation import LAYOUT, observe
from .opening import deal
from .options import CaptainGinOptions
from .resample import resample
from .rules import legal, step
from .state import STATE

__all__ = ["GAME", "best_melds"]

GAME = Game(
    name="captain_gin",
    title="Captain gin",
    summary="Gin Rummy for three: one in the box, against a captain and his adviser.",
    hand_word="hand",
    options=CaptainGinOptions,
    state=STATE,
    layout=LAYOUT,
    rules=Rules(deal, legal, step, observe, resample),
    text=text,
)
