"""Seats as an observer sees them, as kernels. Positions are clockwise distances from the observer."""

from ..core.jit import inlined


@inlined
def distance_from(s, base, seat):
    """How many seats clockwise from `base`."""
    return seat - base if seat >= base else seat - base + s.num_players


@inlined
def seat_at(s, base, distance):
    seat = base + distance
    return seat if seat < s.num_players else seat - s.num_players
