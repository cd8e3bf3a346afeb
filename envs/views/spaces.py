"""Spaces of a game: the same at every table, because options only mask."""

import secrets
from typing import Any

import numpy as np
from gymnasium import spaces

from ..core.errors import InvalidOption
from ..core.game import Game

INT32 = np.iinfo(np.int32)
MAX_GAMES = 1 << 24  # at once, in one view


def vector_space(game: Game) -> spaces.Box:
    """The flat observation: float32 (D,), with finite bounds."""
    low, high = game.layout.bounds()
    return spaces.Box(low, high, dtype=np.float32)


def observation_space(game: Game) -> spaces.Dict:
    """`{"observation": float32 (D,), "action_mask": int8 (A,)}`."""
    return spaces.Dict({"observation": vector_space(game), "action_mask": spaces.Box(0, 1, (len(game.actions),), np.int8)})


def state_space(game: Game) -> spaces.Box:
    """Everything about a table, raw numbers as float32."""
    size = sum(int(np.prod(game.state.dtype[field].shape, dtype=int)) for field in game.state_fields())
    return spaces.Box(float(INT32.min), float(INT32.max), (size,), np.float32)


def fresh_seed() -> int:
    """A seed from the operating system, for whoever gives none."""
    return secrets.randbits(63)


def whole_number(name: str, value: Any, low: int, high: int) -> int:
    """`value` as an int in [low, high]. Raises `InvalidOption` for all else."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not low <= value <= high:
        raise InvalidOption(f"{name}: {value!r} is not a whole number from {low} to {high}")
    return int(value)
