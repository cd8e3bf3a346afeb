"""Scripted roulette bettors. They decide from the observation alone."""

from .bettors import FlatAgent, MartingaleAgent, SharpAgent

BETTORS = {"flat": FlatAgent, "martingale": MartingaleAgent, "sharp": SharpAgent}

__all__ = ["BETTORS", "FlatAgent", "MartingaleAgent", "SharpAgent"]
