"""Cripple Mr Onion as a PettingZoo module: `cripple_mr_onion_v0.env()`. All about it: docs/games/cripple_mr_onion.md."""

import functools

from .views.aec import TableEnv

raw_env = functools.partial(TableEnv, "cripple_mr_onion")
env = raw_env  # no wrapper is needed: the view checks order and actions itself

__all__ = ["env", "raw_env"]
