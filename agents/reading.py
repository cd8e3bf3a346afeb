"""Reading observations, as kernels."""

import numpy as np

from ..envs.jit import inlined


@inlined
def number(o, place, scale):
    """The whole number that the observation holds at `place`."""
    return int(np.floor(o[place] / scale + 0.5))
