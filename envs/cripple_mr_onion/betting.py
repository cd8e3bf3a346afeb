"""Cripple Mr Onion: betting against the Dealer in stages (CO-8, CO-11), the Dealership passed on (CO-10) or auctioned (CO-12).

Each phase has a function that asks the next seat with something to say and is False when the phase is over; `rules.go_on`
calls them. Each decision has one that carries it out.
"""

from ..core.jit import inlined, kernel
from ..core.record import NOBODY
from .dealing import deal_dealer, deal_rest, may_buy
from .seats import all_aside, can_pay, clear_aside, give_back, pay, seat_at, seats_in, total, turn_to_next
from .state import (
    BETTING_EXTRA,
    BIDDING,
    BUYING,
    DECLARING,
    FIRST_AFTER_DEAL,
    LAST_BEFORE_DEAL,
    LAST_STAGE,
    MATCHING,
    MAX_SEATS,
    OFFERED,
    RAISING,
    STAKING,
)

# --- stages ---


@kernel
def begin(s, phase):
    """Begin a phase before the first seat that it asks."""
    s.phase = phase
    s.turn = 0


@kernel
def begin_stage(s, stage):
    """CO-8: the Dealer names a stake."""
    s.stage = stage
    s.named = 0
    for seat in range(MAX_SEATS):
        s.declined[seat] = 0
    s.to_act = s.dealer
    begin(s, STAKING)


@kernel
def end_stage(s):
    """CO-9, CO-11: after three stages the second deal, after two more the declarations."""
    if s.stage == LAST_BEFORE_DEAL:
        deal_dealer(s)
        begin(s, BUYING)
    elif s.stage == LAST_STAGE:
        s.passes = 0
        begin(s, DECLARING)
    else:
        begin_stage(s, s.stage + 1)


@kernel
def name_stake(s, stakes):
    """CO-8."""
    s.named = stakes * s.stake
    pay(s, s.dealer, s.named)
    begin(s, MATCHING)


@kernel
def ask_to_match(s):
    """CO-8: each seat but the Dealer; where there is nothing to match nobody is asked, and may raise at once."""
    if not turn_to_next(s, s.num_players - 1):
        return False
    if s.named == 0:
        s.phase = RAISING
    return True


@inlined
def may_raise(s, seat):
    """CO-8: not in the third stage, nor without means."""
    return s.stage != LAST_BEFORE_DEAL and can_pay(s, seat)


@kernel
def fold(s, seat):
    """Out of the round; True when one seat is left."""
    s.live[seat] = 0
    s.folds_made[seat] += 1
    s.unsettled = 1  # what lay open there bends nothing any more
    return seats_in(s) == 1


@kernel
def meet(s, seat):
    """CO-8, CO-10: the seat pays what the others laid aside, and all of it is in the pot."""
    pay(s, seat, owed_to_meet(s, seat))
    clear_aside(s)


@inlined
def owed_to_meet(s, seat):
    return all_aside(s) - s.aside[seat]


# --- the second deal ---


@kernel
def ask_to_buy(s):
    """CO-9: each seat but the Dealer."""
    if not turn_to_next(s, s.num_players - 1):
        return False
    if not may_buy(s, s.to_act):
        stop_buying(s, s.to_act)
    return True


@kernel
def stop_buying(s, seat):
    deal_rest(s, seat)
    s.phase = BETTING_EXTRA


# --- the Dealership ---


@kernel
def offer_dealership(s):
    """CO-10: the Dealer passes it on, without folding."""
    begin(s, OFFERED)


@kernel
def accept_dealership(s, seat):
    """CO-10: he pays what the others bet; his own bet lies there already."""
    meet(s, seat)
    s.dealer = seat
    begin_stage(s, FIRST_AFTER_DEAL)


@kernel
def begin_auction(s):
    """CO-12: among the seats still in; what the Dealer did not match goes back (CO-8)."""
    give_back(s)
    for seat in range(MAX_SEATS):
        s.bid[seat] = 0
        s.declined[seat] = 1 - s.live[seat]
    begin(s, BIDDING)


@inlined
def next_bid(s):
    """CO-12: exactly a Stake above the last bid."""
    highest = 0
    for seat in range(MAX_SEATS):
        highest = max(highest, s.bid[seat])
    return highest + s.stake


@kernel
def ask_to_bid(s):
    """CO-12: round and round; False when it is decided."""
    left = MAX_SEATS - total(s.declined)
    if left == 0 or (left == 1 and next_bid(s) > s.stake):
        return False
    while True:
        s.turn = s.turn % s.num_players + 1
        seat = seat_at(s, s.turn)
        if not s.declined[seat]:
            s.to_act = seat
            return True


@kernel
def end_auction(s):
    """CO-12: everybody pays what he bid last, the last one left is Dealer; False when nobody bid."""
    winner = NOBODY
    for seat in range(MAX_SEATS):
        pay(s, seat, s.bid[seat])
        s.bid[seat] = 0
        if not s.declined[seat]:
            winner = seat
        s.declined[seat] = 0
    if winner == NOBODY:
        return False
    s.dealer = winner
    end_stage(s)
    return True
