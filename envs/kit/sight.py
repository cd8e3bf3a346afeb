"""Writing observations, as kernels. Positions are clockwise distances from the observer."""

import numpy as np

from ..jit import inlined


@inlined
def put(o, place, number, scale):
    """In 32 bits throughout: the conversions are what writing an observation costs."""
    o[place] = np.float32(number) * np.float32(scale)


@inlined
def distance_from(s, base, seat):
    """How many seats clockwise from `base`."""
    return seat - base if seat >= base else seat - base + s.num_players


@inlined
def seat_at(s, base, distance):
    seat = base + distance
    return seat if seat < s.num_players else seat - s.num_players
