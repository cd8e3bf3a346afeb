"""Seats as an observer sees them. Positions are clockwise distances from the observer."""

from ..core.jit import inlined
from ..core.layout import Piece

BIG = 1 / 50  # scale of stacks and pots


def by_seat(max_seats: int, name: str, low: int, high: int, scale: float, meaning: str, each: int = 1) -> Piece:
    """A piece with `each` numbers a seat."""
    return Piece(name, each * max_seats, low, high, scale, meaning + "; observer first, then clockwise")


@inlined
def distance_from(s, base, seat):
    """How many seats clockwise from `base`."""
    return seat - base if seat >= base else seat - base + s.num_players


@inlined
def seat_at(s, base, distance):
    """The seat so many seats clockwise from `base`."""
    seat = base + distance
    return seat if seat < s.num_players else seat - s.num_players


@inlined
def observe_turn(s, base, o, phase, to_act):
    """Write the one-hot phase and whose turn it is, at these places; all 0 and -1 when the episode is over."""
    if s.over:
        o[to_act] = -1
    else:
        o[phase + s.phase] = 1
        o[to_act] = distance_from(s, base, s.to_act)
