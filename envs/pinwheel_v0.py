"""Pinwheel as a PettingZoo module: `pinwheel_v0.env(num_players=4)`. Rules, spaces and options: docs/games/pinwheel.md."""

import functools

from .views.aec import TableEnv

raw_env = functools.partial(TableEnv, "pinwheel")
env = raw_env  # no wrapper is needed: the view checks order and actions itself

__all__ = ["env", "raw_env"]
