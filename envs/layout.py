"""Observations are vectors made of named pieces. A layout says where each piece lies, what it means and its bounds.

A piece holds whole numbers times a scale: the rules write `number * scale`, and `read` gives the numbers back exactly, so
that a description can be computed from the observation alone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Piece:
    """One named part of an observation: `size` whole numbers in [low, high], stored times `scale`."""

    name: str
    size: int
    low: int
    high: int
    scale: float
    meaning: str


class Placed(NamedTuple):
    """Where a piece lies in the vector, and what it means."""

    slice: slice
    meaning: str


class Layout:
    """The pieces of a game's observation, in order. `layout.at(name)` is the first index of a piece."""

    def __init__(self, pieces: Sequence[Piece]):
        self.pieces = tuple(pieces)
        self._starts: dict[str, int] = {}
        position = 0
        for piece in self.pieces:
            self._starts[piece.name] = position
            position += piece.size
        self.size = position

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def at(self, name: str) -> int:
        """First index of the piece `name` in the vector."""
        return self._starts[name]

    def scale(self, name: str) -> float:
        """What the numbers of the piece `name` are multiplied by."""
        return next(piece.scale for piece in self.pieces if piece.name == name)

    def placed(self) -> dict[str, Placed]:
        """Each piece's slice and meaning by name."""
        return {p.name: Placed(slice(self.at(p.name), self.at(p.name) + p.size), p.meaning) for p in self.pieces}

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The lowest and highest values, two float32 vectors of the layout's size."""
        # multiplied in 32 bits, as the writers of observations do: rounded otherwise, a bound may lie below its number
        low = [np.full(p.size, np.float32(p.low) * np.float32(p.scale)) for p in self.pieces]
        high = [np.full(p.size, np.float32(p.high) * np.float32(p.scale)) for p in self.pieces]
        return np.concatenate(low), np.concatenate(high)

    def read(self, observation: NDArray[Any]) -> dict[str, list[int]]:
        """The whole numbers of every piece by name."""
        values: dict[str, list[int]] = {}
        for piece in self.pieces:
            start = self.at(piece.name)
            numbers = np.rint(np.asarray(observation[start : start + piece.size], np.float64) / piece.scale)
            values[piece.name] = [int(n) for n in numbers]
        return values
