"""How good a bettor is: duplicate deals with rotated seats, units a hand, intervals."""

from .arena import Report, measure

__all__ = ["Report", "measure"]
