"""Scripted Pinwheel bettors. They decide from the observation alone."""

from .bettors import ManiacAgent, RockAgent, SharkAgent

BETTORS = {"rock": RockAgent, "maniac": ManiacAgent, "shark": SharkAgent}

__all__ = ["BETTORS", "ManiacAgent", "RockAgent", "SharkAgent"]
