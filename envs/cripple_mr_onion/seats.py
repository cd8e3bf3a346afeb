"""Cripple Mr Onion: seats and units: who comes next, who pays what, and what lies aside until the Dealer meets it."""

from ..core.jit import inlined, kernel
from .state import MAX_SEATS


@inlined
def seat_at(s, distance):
    """The seat so far clockwise from the Dealer; `num_players` is himself."""
    return (s.dealer + distance) % s.num_players


@kernel
def turn_to_next(s, last):
    """Give the turn to the next seat still in, up to `last` from the Dealer; False when there is none."""
    while s.turn < last:
        s.turn += 1
        seat = seat_at(s, s.turn)
        if s.live[seat]:
            s.to_act = seat
            return True
    return False


@inlined
def total(by_seat):
    """The sum of a field of the record over all seats."""
    found = 0
    for seat in range(MAX_SEATS):
        found += by_seat[seat]
    return found


@inlined
def seats_in(s):
    return total(s.live)


@inlined
def last_one(s):
    """The lowest seat still in: the last one, where only one is."""
    seat = 0
    while not s.live[seat]:
        seat += 1
    return seat


@inlined
def can_pay(s, seat):
    """Whether the seat has a Stake."""
    return s.stack[seat] >= s.stake


@inlined
def pay(s, seat, units):
    s.stack[seat] -= units
    s.pot += units


@inlined
def lay_aside(s, seat, units):
    """CO-8, CO-9: a raise or an extra bet lies on the seat's cards until the Dealer meets it."""
    pay(s, seat, units)
    s.aside[seat] = units
    s.raises_made[seat] += units > 0


@inlined
def all_aside(s):
    return total(s.aside)


@inlined
def clear_aside(s):
    for seat in range(MAX_SEATS):
        s.aside[seat] = 0


@kernel
def give_back(s):
    """What lies aside goes back to who laid it there."""
    for seat in range(MAX_SEATS):
        pay(s, seat, -s.aside[seat])
        s.aside[seat] = 0


@inlined
def most_stakes(s, seat, limit):
    """CO-8: how many Stakes the seat may name: within its means."""
    return min(limit, s.stack[seat] // s.stake)
