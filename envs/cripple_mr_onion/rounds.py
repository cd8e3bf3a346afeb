"""Cripple Mr Onion: how a round begins (CO-5, CO-6) and ends (CO-13, CO-14), and the episode."""

from ..core.chance import randint
from ..core.jit import kernel, overwrite
from ..core.record import NOBODY
from .betting import begin
from .dealing import first_deal
from .hands.cards import IN_HAND
from .hands.groups import MOST_GROUPS
from .seats import can_pay, pay, seats_in, total
from .showdown import eights_next
from .state import (
    AT_RANDOM,
    CARRIED,
    CRIPPLED,
    DISCARDING,
    FIRST_DEALER,
    LAST,
    MAX_SEATS,
    NUM_SPECIALS,
    ROUND,
    SHOWDOWN,
)

# --- the beginning ---


@kernel
def begin_episode(s):
    """Begin an episode: nothing is remembered, and the first round starts."""
    s.dealer = s.first_dealer
    if s.first_dealer == AT_RANDOM:
        s.dealer = randint(s.key, 0, 0, FIRST_DEALER, 0, s.num_players)
    begin_round(s)


@kernel
def begin_round(s):
    """The next round, or the end of the episode when fewer than two seats can ante (CO-6)."""
    overwrite(s, ROUND)
    for seat in range(MAX_SEATS):
        s.before[seat] = s.stack[seat]
    s.inherited = s.pot
    if s.last_how != CARRIED:  # else the pot is the ante, and who was in before is in again
        ante(s)
    for seat in range(MAX_SEATS):
        s.live[seat] = s.dealt_in[seat]
        s.wild[seat] = s.wild_round
    if seats_in(s) < 2:
        s.over = 1
        return
    while not s.dealt_in[s.dealer]:
        s.dealer = (s.dealer + 1) % s.num_players
    first_deal(s)
    begin(s, DISCARDING)


@kernel
def ante(s):
    """CO-6: a Stake from every seat that has it, if two have."""
    able = 0
    for seat in range(MAX_SEATS):
        s.dealt_in[seat] = seat < s.num_players and can_pay(s, seat)
        able += s.dealt_in[seat]
    for seat in range(s.num_players):
        if able < 2:
            s.dealt_in[seat] = 0
        elif s.dealt_in[seat]:
            pay(s, seat, s.stake)


# --- the end ---


@kernel
def end_round(s, how, winner):
    """CO-13: the winner takes the pot and deals next; a carried pot lies on, and the old Dealer deals again (CO-10, CO-12)."""
    remember(s, how, winner)
    s.wild_round = how in (SHOWDOWN, CRIPPLED) and eights_next(s)
    if how != CARRIED:
        pay(s, winner, -s.pot)
        s.dealer = winner
    s.hands_played += 1
    over = s.hands_played >= s.rounds
    if over and how == CARRIED:
        share_pot(s)
    for seat in range(MAX_SEATS):
        s.rewards[seat] = s.stack[seat] - s.before[seat]
        s.last_net[seat] = s.rewards[seat]
    s.has_results = 1
    if over:
        overwrite(s, ROUND)
        s.over = 1
    else:
        begin_round(s)


@kernel
def remember(s, how, winner):
    """What the table saw: at Showdown all seats still in show their cards."""
    overwrite(s, LAST)
    s.last_how = how
    s.last_winner = winner
    s.last_dealer = s.dealer
    s.last_pot = s.pot
    s.last_inherited = s.inherited
    s.last_wild = s.wild_round
    for special in range(NUM_SPECIALS):
        s.last_declared[special] = s.declared[special]
    for i in range(2):
        s.last_replaced[i] = s.replaced[i]
    if how != CRIPPLED:
        s.last_run = 0
        s.last_crippled = NOBODY
    for seat in range(MAX_SEATS):
        s.last_in[seat] = s.dealt_in[seat]
        if s.live[seat] and how in (SHOWDOWN, CRIPPLED):
            remember_hand(s, seat)


@kernel
def remember_hand(s, seat):
    s.last_terms[seat] = s.terms[seat]
    for slot in range(IN_HAND):
        s.last_card[seat, slot] = s.card[seat, slot]
    for i in range(MOST_GROUPS):
        s.last_groups[seat, i] = s.groups[seat, i]


@kernel
def share_pot(s):
    """CO-14: among the seats dealt into the last round, odd units to the senior."""
    share = s.pot // total(s.dealt_in)
    for seat in range(MAX_SEATS):
        if s.dealt_in[seat]:
            pay(s, seat, -share)
    pay(s, s.dealer, -s.pot)
