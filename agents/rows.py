"""What is done to every row of a batch, as kernels. A template: loaded once a bettor, with its kernels as globals.

`decide` or `derive` is the bettor's, `SCALES` the layout's. A row's whole numbers are read into scratch, once.
"""

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .bound_rows import SCALES, decide, derive, inlined, kernel  # pyright: ignore[reportMissingModuleSource]


@inlined
def read_numbers(observation, numbers):
    """The whole numbers behind an observation."""
    for place in range(numbers.shape[0]):
        numbers[place] = np.int32(np.rint(observation[place] / SCALES[place]))


@kernel
def decide_rows(observations, masks, u, actions):
    numbers = np.empty(SCALES.shape[0], np.int32)
    for i in range(observations.shape[0]):
        read_numbers(observations[i], numbers)
        actions[i] = decide(numbers, masks[i], u[i])


@kernel
def decide_rows_by(observations, masks, u, which, tables, actions):
    """The rows named in `which`, whose decisions share `tables`."""
    numbers = np.empty(SCALES.shape[0], np.int32)
    for i in which:
        read_numbers(observations[i], numbers)
        actions[i] = decide(numbers, masks[i], u[i], tables)


@kernel
def derive_rows(observations, masks, out):
    numbers = np.empty(SCALES.shape[0], np.int32)
    for i in range(observations.shape[0]):
        read_numbers(observations[i], numbers)
        derive(numbers, masks[i], out[i])
