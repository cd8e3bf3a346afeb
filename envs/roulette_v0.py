"""Roulette as a PettingZoo module: `roulette_v0.env(num_players=3)`. Rules, spaces and options: docs/games/roulette.md."""

import functools

from .views.aec import TableEnv

raw_env = functools.partial(TableEnv, "roulette")
env = raw_env  # no wrapper is needed: the view checks order and actions itself

__all__ = ["env", "raw_env"]
