"""What bettors of a game reckon from what they see, as numbers beside the observation, which a trained policy is given too.

An observation holds what a seat sees and little more, so that games stay fast; what takes longer is reckoned here, and only
for the decisions of those who ask. A game offers its `RECKONING` in the package of its bettors.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .packages import package_of


@dataclass(frozen=True)
class Reckoned:
    """One named part of a reckoning."""

    name: str
    size: int
    meaning: str


@dataclass(frozen=True)
class Reckoning:
    """Its parts in order, E numbers in all, and what writes them.

    The kernel `reckon(observations, action_masks, out)`, shapes (N, D), (N, A) and (N, E), adds to an `out` of zeros, row by
    row, from observation and mask alone.
    """

    pieces: Sequence[Reckoned]
    reckon: Callable[..., Any]

    @property
    def size(self) -> int:
        return sum(piece.size for piece in self.pieces)


def reckoning_of(game: str) -> Reckoning | None:
    """What the game's bettors reckon, where they offer it. Raises `InvalidOption` for a game that is none."""
    return getattr(package_of(game), "RECKONING", None)


def seen_with(
    reckoning: Reckoning | None, observations: NDArray[np.float32], action_masks: NDArray[np.int8]
) -> NDArray[np.float32]:
    """The observations (N, D) with what is reckoned from them and the masks (N, A) behind: (N, D + E)."""
    if reckoning is None:
        return observations
    reckoned = np.zeros((len(observations), reckoning.size), np.float32)
    reckoning.reckon(observations, action_masks, reckoned)
    return np.concatenate([observations, reckoned], axis=1)
