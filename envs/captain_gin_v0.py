"""Captain gin as a PettingZoo module: `captain_gin_v0.env()`. All about it: docs/games/captain_gin.md."""

import functools

from .views.aec import TableEnv

raw_env = functools.partial(TableEnv, "captain_gin")
env = raw_env  # no wrapper is needed: the view checks order and actions itself

__all__ = ["env", "raw_env"]
