"""Cripple Mr Onion: Showdown, seat after seat (CO-13), with crippling looked for at each comparison (CO-M0)."""

from ..core.jit import inlined, kernel
from ..core.record import NOBODY
from .hands.groups import LESSER_ONION, MOST_GROUPS, nulls_of, rank_of
from .hands.modifiers import Modifier
from .hands.running_flush import run_that_cripples
from .seats import seat_at
from .state import MAX_SEATS
from .terms import is_on


@kernel
def showdown(s):
    """The winner: the seat that leads at the end, or who cripples before; `last_run` and `last_crippled` hold the crippling."""
    leader = NOBODY
    s.last_run = 0
    s.last_crippled = NOBODY
    out = 0  # seats that lost a comparison, as bits
    for distance in range(1, s.num_players + 1):
        seat = seat_at(s, distance)
        if not s.live[seat]:
            continue
        if leader == NOBODY:
            leader = seat
            continue
        better = compare(s, seat, leader)
        leads = better > 0 or (better == 0 and seat == s.dealer)  # level: the more senior
        owner = seat if leads else leader
        crippler = who_cripples(s, owner, out)
        if crippler != NOBODY:
            return crippler
        out |= 1 << (leader if leads else seat)
        leader = owner
    return leader


@inlined
def compare(s, one, other):
    """CO-3: above 0 if the first seat's groups are better, best first, below 0 if worse."""
    for i in range(MOST_GROUPS):
        difference = s.groups[one, i] - s.groups[other, i]
        if difference != 0:
            return difference
    return 0


@kernel
def who_cripples(s, owner, out):
    """The seat still in whose running flush cripples the best group of `owner`: ten cards before nine, then seniority."""
    onion = s.groups[owner, 0]
    if rank_of(onion) < LESSER_ONION:
        return NOBODY
    best = NOBODY
    for distance in range(s.num_players):
        seat = seat_at(s, distance)
        if s.live[seat] and seat != owner and not out >> seat & 1:
            length = run_that_cripples(s.card[seat], s.terms[seat], s.modifiers, onion, s.terms[owner], s.wild_in_best[owner])
            if length > s.last_run:
                s.last_run = length
                s.last_crippled = owner
                best = seat
    return best


@kernel
def null_eight_shown(s):
    """CO-M1: whether the best split of any seat still in has a null eight."""
    for seat in range(MAX_SEATS):
        if s.live[seat]:
            for i in range(MOST_GROUPS):
                if s.groups[seat, i] > 0 and nulls_of(s.groups[seat, i]) > 0:
                    return True
    return False


@inlined
def eights_next(s):
    """CO-M1: whether eights are wild in the next round; after a wild round they are ordinary."""
    return is_on(s, Modifier.NULL_EIGHTS) and not s.wild_round and null_eight_shown(s)
