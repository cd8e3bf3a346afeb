"""Scripted bettors of Bespin Pazaak. They decide from the observation alone."""

from .bettors import CautiousAgent, CounterAgent, DaringAgent, KeeperAgent

BETTORS = {"cautious": CautiousAgent, "daring": DaringAgent, "counter": CounterAgent, "keeper": KeeperAgent}

__all__ = ["BETTORS", "CautiousAgent", "CounterAgent", "DaringAgent", "KeeperAgent"]
