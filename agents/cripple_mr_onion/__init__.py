"""Scripted bettors of Cripple Mr Onion. They decide from the observation alone."""

from .bettors import BullyAgent, ReckonerAgent, ShyAgent, ThumbAgent

BETTORS = {"thumb": ThumbAgent, "shy": ShyAgent, "bully": BullyAgent, "reckoner": ReckonerAgent}

__all__ = ["BETTORS", "BullyAgent", "ReckonerAgent", "ShyAgent", "ThumbAgent"]
