"""Who sits at a table: random and scripted bettors, trained policies, your own code, a person."""

from .specs import resolve, resolve_all

__all__ = ["resolve", "resolve_all"]
