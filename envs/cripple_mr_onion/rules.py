"""Cripple Mr Onion: ten cards of a hundred and four, betting against a Dealer. 2-7 seats.

`rounds` begins and ends a round, `dealing` has its cards, `betting` its units and the Dealership, `declaring` the special
cards, `showdown` the end; `hands` says what a hand is worth. Here is what the seat to act may do,
what it does, and who is asked next. Every function works on one record `s` and takes its cards at addresses of chance.

Where the source is silent we follow the rules marked "chosen" in this game's page.
"""

from ..core.jit import inlined, kernel
from ..core.record import NOBODY
from .betting import (
    accept_dealership,
    ask_to_bid,
    ask_to_buy,
    ask_to_match,
    begin_auction,
    begin_stage,
    end_auction,
    end_stage,
    fold,
    may_raise,
    meet,
    name_stake,
    next_bid,
    offer_dealership,
    owed_to_meet,
    stop_buying,
)
from .dealing import buy, exchange, mark, may_buy
from .declaring import (
    ask_to_declare,
    ask_to_show,
    declare,
    make_wild_again,
    may_declare,
    may_make_wild_again,
    may_show,
    show,
    take_replacement,
)
from .hands.cards import IN_HAND
from .rounds import begin_episode, end_round
from .seats import all_aside, can_pay, give_back, last_one, lay_aside, most_stakes, pay, turn_to_next
from .showdown import showdown
from .state import (
    BETTING_EXTRA,
    BIDDING,
    BUYING,
    CARRIED,
    CHOOSING,
    COMPARING,
    CRIPPLED,
    DECLARING,
    DISCARDING,
    FIRST_AFTER_DEAL,
    FIRST_DEAL,
    LAST_ONE_LEFT,
    MATCHING,
    MEETING,
    MEETING_EXTRA,
    MOST_STAKES,
    NUM_ACTIONS,
    NUM_SPECIALS,
    OFFERED,
    RAISING,
    SHOWDOWN,
    SHOWING,
    STAKING,
    Action,
)
from .terms import refresh_all

# --- what is legal ---


@kernel
def legal(s, mask):
    """Mark what the seat to act may do with 1, all else with 0."""
    for action in range(NUM_ACTIONS):
        mask[action] = 0
    if s.over:
        return
    seat = s.to_act
    if s.phase == DISCARDING:
        mask[Action.DONE] = 1
        for slot in range(FIRST_DEAL):
            mask[Action.DISCARD + slot] = not s.marked >> slot & 1
    elif s.phase == STAKING:
        mark_stakes(s, seat, s.max_stake, Action.STAKE, mask)
    elif s.phase == MATCHING:
        mask[Action.FOLD] = 1
        mask[Action.MATCH] = s.stack[seat] >= s.named
    elif s.phase == RAISING:
        mark_stakes(s, seat, s.max_raise, Action.RAISE, mask)
    elif s.phase == MEETING or s.phase == MEETING_EXTRA:
        mask[Action.FOLD if s.phase == MEETING else Action.PASS] = 1
        mask[Action.MATCH] = s.stack[seat] >= owed_to_meet(s, seat)
    elif s.phase == BUYING:
        mask[Action.BUY] = 1
        mask[Action.STOP] = 1
    elif s.phase == BETTING_EXTRA:
        mark_stakes(s, seat, s.max_raise, Action.EXTRA_BET, mask)
    elif s.phase == OFFERED:
        mask[Action.DECLINE] = 1
        mask[Action.ACCEPT] = s.stack[seat] >= owed_to_meet(s, seat)
    elif s.phase == BIDDING:
        mask[Action.DECLINE] = 1
        mask[Action.BID] = s.stack[seat] >= next_bid(s)
    else:
        legal_declarations(s, seat, mask)


@inlined
def mark_stakes(s, seat, limit, first, mask):
    """CO-8: whole Stakes from 0 to the limit, within means."""
    most = most_stakes(s, seat, limit)
    for stakes in range(MOST_STAKES + 1):
        mask[first + stakes] = stakes <= most


@kernel
def legal_declarations(s, seat, mask):
    """CO-M12."""
    if s.phase == CHOOSING:
        mask[Action.TAKE_FIRST] = 1
        mask[Action.TAKE_SECOND] = 1
    elif s.phase == SHOWING:
        for slot in range(IN_HAND):
            mask[Action.SHOW + slot] = may_show(s, seat, slot)
    else:
        mask[Action.PASS] = 1
        mask[Action.WILD_AGAIN] = may_make_wild_again(s, seat)
        for special in range(NUM_SPECIALS):
            mask[Action.DECLARE + special] = may_declare(s, seat, special)


# --- what happens ---


@kernel
def deal(s):
    """Begin an episode, and ask the first seat."""
    begin_episode(s)
    go_on(s)
    refresh_all(s)


@kernel
def step(s, action):
    """Carry out a legal action of the seat to act, and find out who is next."""
    went_on = carry_out(s, s.to_act, action)
    while went_on and not go_on(s):
        refresh_all(s)  # the hands that are compared
        compare_hands(s)
    if s.unsettled:
        refresh_all(s)


@kernel
def carry_out(s, seat, action):
    """False when the same seat goes on: more cards may be marked, or bought."""
    if s.phase >= DECLARING:
        step_declaration(s, seat, action)
    elif s.phase == DISCARDING:
        if action != Action.DONE and not mark(s, action - Action.DISCARD):
            return False
        exchange(s, seat)
    elif s.phase == BUYING:
        if action == Action.BUY:
            buy(s, seat)
            if may_buy(s, seat):
                return False
        stop_buying(s, seat)
    elif s.phase == OFFERED or s.phase == BIDDING or s.phase == MEETING_EXTRA:
        step_dealership(s, seat, action)
    else:
        step_betting(s, seat, action)
    return True


@kernel
def step_betting(s, seat, action):
    """CO-8, CO-9, CO-11."""
    if action == Action.FOLD:
        step_fold(s, seat)
    elif s.phase == STAKING:
        name_stake(s, action - Action.STAKE)
    elif s.phase == MATCHING:
        pay(s, seat, s.named)
        s.phase = RAISING
    elif s.phase == RAISING:
        lay_aside(s, seat, (action - Action.RAISE) * s.stake)
        s.phase = MATCHING
    elif s.phase == BETTING_EXTRA:
        lay_aside(s, seat, (action - Action.EXTRA_BET) * s.stake)
        s.phase = BUYING
    else:
        meet(s, seat)
        end_stage(s)


@kernel
def step_fold(s, seat):
    """CO-12, CO-14: a Dealer who folds leaves the Dealership to be auctioned; the last seat left wins."""
    one_left = fold(s, seat)
    if s.phase == MEETING:
        begin_auction(s)
    if one_left:
        end_round(s, LAST_ONE_LEFT, last_one(s))


@kernel
def step_dealership(s, seat, action):
    """CO-10, CO-12."""
    if action == Action.BID:
        s.bid[seat] = next_bid(s)
    elif action == Action.DECLINE:
        s.declined[seat] = 1
    elif action == Action.ACCEPT:
        accept_dealership(s, seat)
    elif action == Action.PASS:
        offer_dealership(s)
    else:
        meet(s, seat)
        begin_stage(s, FIRST_AFTER_DEAL)


@kernel
def step_declaration(s, seat, action):
    """CO-M12."""
    if s.phase == CHOOSING:
        take_replacement(s, seat, action - Action.TAKE_FIRST)
    elif s.phase == SHOWING:
        show(s, seat, action - Action.SHOW)
    elif action == Action.PASS:
        s.passes += 1
    elif action == Action.WILD_AGAIN:
        make_wild_again(s, seat)
    else:
        declare(s, seat, action - Action.DECLARE)


# --- who is next ---


@kernel
def go_on(s):
    """Ask the next seat that has something to say, through as many phases and rounds as that takes; False at Showdown."""
    while not s.over and s.phase != COMPARING:
        if ask(s):
            return True
    return s.over == 1


@kernel
def ask(s):
    """Give the turn to the next seat that the phase asks; False when the phase has moved on instead."""
    if s.phase == DISCARDING:
        if turn_to_next(s, s.num_players):
            return True
        begin_stage(s, 0)
    elif s.phase == MATCHING:
        if ask_to_match(s):
            return s.phase == MATCHING
        return ask_dealer(s, MEETING)
    elif s.phase == RAISING:
        if may_raise(s, s.to_act):
            return True
        s.phase = MATCHING
    elif s.phase == BUYING:
        if ask_to_buy(s):
            return s.phase == BUYING
        return ask_dealer(s, MEETING_EXTRA)
    elif s.phase == BETTING_EXTRA:
        if can_pay(s, s.to_act):
            return True
        s.phase = BUYING
    elif s.phase == OFFERED or s.phase == BIDDING:
        return ask_for_dealer(s)
    elif s.phase >= DECLARING:
        return ask_declaration(s)
    else:
        return True  # the Dealer's stake
    return False


@kernel
def ask_dealer(s, phase):
    """CO-8, CO-10: whether he meets what lies aside, where something does."""
    if all_aside(s) > 0:
        s.phase = phase
        s.to_act = s.dealer
        return True
    if phase == MEETING:
        end_stage(s)
    else:
        begin_stage(s, FIRST_AFTER_DEAL)
    return False


@kernel
def ask_for_dealer(s):
    """CO-10, CO-12: who takes the Dealership; when nobody does, the pot is carried."""
    if s.phase == OFFERED:
        if turn_to_next(s, s.num_players - 1):
            return True
        give_back(s)
        end_round(s, CARRIED, NOBODY)
    else:
        if ask_to_bid(s):
            return True
        if not end_auction(s):
            end_round(s, CARRIED, NOBODY)
    return False


@kernel
def ask_declaration(s):
    """CO-M12, and Showdown when all have passed (CO-13)."""
    if s.phase == CHOOSING:
        return True
    if s.phase == SHOWING:
        return ask_to_show(s)
    if ask_to_declare(s):
        return True
    s.phase = COMPARING
    return False


@kernel
def compare_hands(s):
    """CO-13."""
    winner = showdown(s)
    end_round(s, CRIPPLED if s.last_run > 0 else SHOWDOWN, winner)
