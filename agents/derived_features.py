"""Features that bettors of a game derive from what they see, beside the observation. A trained policy is given them too.

An observation holds what a seat sees and little more, so that games stay fast; what takes longer is derived here, and only
for the decisions of those who ask. A game offers its `DERIVED_FEATURES` in the package of its bettors.
"""

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.core.jit import bind
from ..envs.core.layout import Layout
from .scripted import TEMPLATE


@dataclass(frozen=True)
class DerivedFeature:
    """One named part of the derived features."""

    name: str
    size: int
    meaning: str


@dataclass(frozen=True)
class DerivedFeatures:
    """Their parts in order, E numbers in all, and what writes them.

    The kernel `derive(numbers, action_mask, out)` is given the whole numbers (D,) of an observation, read by `layout`, and
    the mask (A,), and writes into `out` (E,), zeros before, from these alone.
    """

    name: str
    layout: Layout
    pieces: Sequence[DerivedFeature]
    derive: Callable[..., Any]

    @property
    def size(self) -> int:
        return sum(piece.size for piece in self.pieces)

    @functools.cached_property
    def _rows(self) -> ModuleType:
        return bind(TEMPLATE, self.name, {"derive": self.derive, "SCALES": self.layout.scales})

    def beside(self, observations: NDArray[np.float32], action_masks: NDArray[np.int8]) -> NDArray[np.float32]:
        """The observations (N, D), with what is derived from them and the masks (N, A) behind: (N, D + E)."""
        derived = np.zeros((len(observations), self.size), np.float32)
        self._rows.derive_rows(observations, action_masks, derived)
        return np.concatenate([observations, derived], axis=1)
