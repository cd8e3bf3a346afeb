"""Bespin Pazaak as a PettingZoo module: `bespin_pazaak_v0.env()`. All about it: docs/games/bespin_pazaak.md."""

import functools

from .views.aec import TableEnv

raw_env = functools.partial(TableEnv, "bespin_pazaak")
env = raw_env  # no wrapper is needed: the view checks order and actions itself

__all__ = ["env", "raw_env"]
