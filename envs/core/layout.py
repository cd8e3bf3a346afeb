"""Observations are vectors made of named pieces. A layout says where each piece lies, what it means and its bounds.

A game's `observe` writes whole numbers, in the order of the layout. What is handed out is float32: each number times the
scale of its piece. `read` gives the numbers back exactly, so that a description can be computed from an observation alone.
"""

from collections import namedtuple
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Piece:
    """One named part of an observation: `size` whole numbers in [low, high], handed out times `scale`."""

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
    """The pieces of a game's observation, in order.

    - `size`: numbers in an observation
    - `at`: the first index of each piece, as a named tuple: `layout.at.own_secret`. Kernels take it as a global constant
    - `scales` (size,) float32: what each number is multiplied by
    """

    def __init__(self, pieces: Sequence[Piece]):
        self.pieces = tuple(pieces)
        starts = np.cumsum([0, *(piece.size for piece in self.pieces)]).tolist()
        self.size: int = starts.pop()
        self.at: Any = namedtuple("Places", [piece.name for piece in self.pieces])(*starts)
        self.scales = np.repeat(
            np.array([piece.scale for piece in self.pieces], np.float32), [piece.size for piece in self.pieces]
        )

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def placed(self) -> dict[str, Placed]:
        """Each piece's slice and meaning by name."""
        return {
            piece.name: Placed(slice(start, start + piece.size), piece.meaning)
            for piece, start in zip(self.pieces, self.at, strict=True)
        }

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """The lowest and highest values, two float32 vectors of the layout's size."""
        # multiplied in 32 bits, as observations are: rounded otherwise, a bound may lie below its number
        low = np.repeat(np.array([p.low for p in self.pieces], np.float32), [p.size for p in self.pieces])
        high = np.repeat(np.array([p.high for p in self.pieces], np.float32), [p.size for p in self.pieces])
        return low * self.scales, high * self.scales

    def numbers(self, observations: NDArray[np.float32]) -> NDArray[np.int64]:
        """The whole numbers behind observations (..., size)."""
        return np.rint(np.asarray(observations, np.float64) / self.scales).astype(np.int64)

    def read(self, observation: NDArray[Any]) -> dict[str, list[int]]:
        """The whole numbers of every piece by name."""
        numbers = self.numbers(observation).tolist()
        return {piece.name: numbers[start : start + piece.size] for piece, start in zip(self.pieces, self.at, strict=True)}
