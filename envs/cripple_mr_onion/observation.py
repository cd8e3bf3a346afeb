"""Cripple Mr Onion: who sees what ("Seen by a seat"). The layout of observations and their writer; `resample` redraws the rest.

A seat sees its own cards, what it threw and what it was offered; of the others' cards those that lie face up or were
declared. Positions are clockwise distances from the observer. Viewer -1 is a spectator: it sees what is open to all, from
seat 0. The others' open cards are given in the order of their numbers, not by slot: the first five slots lie sorted, so a
slot would say something of the hidden cards beside it.
"""

import functools

import numpy as np

from ..core.jit import inlined
from ..core.layout import Layout, Piece
from ..core.options import MAX_BANKROLL
from ..kit.observation import by_seat, distance_from, seat_at
from .betting import next_bid, owed_to_meet
from .hands.cards import ACE, FOOL, IN_HAND, NUM_CARDS, NUM_PAIRS, NUM_RANKS, NUM_SUITS, TEN
from .hands.groups import GREAT_ONION, MOST_GROUPS, MOST_NULLS, NAMES, nulls_of, rank_of
from .hands.modifiers import NUM_MODIFIERS, in_force
from .seats import all_aside
from .state import (
    BIDDING,
    BUYING,
    CHOOSING,
    FIRST_DEAL,
    LAST_STAGE,
    MATCHING,
    MAX_SEATS,
    MEETING,
    MEETING_EXTRA,
    MOST_DISCARDS,
    MOST_STAKES,
    NUM_PHASES,
    NUM_SPECIALS,
    OFFERED,
    SECOND_DEAL,
)

MAX_STAKE, MAX_ROUNDS = 50, 100  # of the options: units of a Stake, rounds of an episode
MAX_UNITS = MAX_BANKROLL * MAX_SEATS  # a pot that is carried may hold all there is
MAX_BID = MAX_UNITS + MAX_STAKE  # one Stake above the last bid, whether it can be paid or not
MOST_RAISES = 5 * MAX_ROUNDS  # four stages with raises and one extra bet a round (CO-8, CO-9, CO-11)

# Status of a seat in the round.
NO_SEAT, LIVE, FOLDED, SITS_OUT = 0, 2, -1, -2

# Ranks that the best group of a hand can have, in order, and the place of each among them (-1: none has this rank).
RANKS_OF_GROUPS = tuple(sorted(NAMES))
PLACE_OF_RANK = np.full(GREAT_ONION + 1, -1, np.int64)
PLACE_OF_RANK[list(RANKS_OF_GROUPS)] = np.arange(len(RANKS_OF_GROUPS))

# Scales: what the numbers of a piece are multiplied by, so that usual values lie around -1 to 1.
UNIT, BIG, STAKES, ROUND, SEAT, CODE, COUNT = 1 / 10, 1 / 100, 1 / 5, 1 / 4, 1 / 6, 1 / 2, 1 / 4
RANK, SUIT, CARD, GROUP, NULLS, FEW = 1 / NUM_RANKS, 1 / NUM_SUITS, 1 / NUM_CARDS, 1 / 16, 1 / 2, 1 / 2


_by_seat = functools.partial(by_seat, MAX_SEATS)

LAYOUT = Layout(
    [
        Piece(
            "phase",
            NUM_PHASES,
            0,
            1,
            1.0,
            "one-hot: discarding, staking, matching, raising, meeting raises, buying, extra bet, meeting extra bets, "
            "Dealership offered, bidding, declaring, choosing, showing; all 0 when the episode is over",
        ),
        Piece("stage", 1, 0, LAST_STAGE, COUNT, "stage of betting: 0-2 before the second deal, 3-4 after it (CO-8, CO-11)"),
        Piece("to_act", 1, -1, MAX_SEATS - 1, SEAT, "who is asked, distance; -1 when the episode is over"),
        Piece("dealer", 1, 0, MAX_SEATS - 1, SEAT, "the Dealer, distance (CO-5)"),
        Piece("own_rank", IN_HAND, 0, NUM_RANKS, RANK, "1 + rank of the own card in each slot, ace to king; 0: no card yet"),
        Piece(
            "own_suit",
            IN_HAND,
            0,
            NUM_SUITS,
            SUIT,
            "1 + suit of the own card in each slot: clubs, spades, hearts, diamonds, swords, staves, cups, coins; 0: no card",
        ),
        Piece("own_open", IN_HAND, 0, 1, 1.0, "1: the own card in this slot lies face up"),
        Piece("own_marked", FIRST_DEAL, 0, 1, 1.0, "1: the own card in this slot is marked to be thrown (CO-7)"),
        Piece("own_by_rank", NUM_RANKS, 0, NUM_SUITS, FEW, "own cards of each rank, ace to king"),
        Piece(
            "own_by_pair",
            NUM_PAIRS,
            0,
            IN_HAND,
            COUNT,
            "own cards of each suit pair: clubs-swords, spades-staves, hearts-cups, diamonds-coins (CO-1)",
        ),
        Piece(
            "own_groups", MOST_GROUPS, 0, GREAT_ONION, GROUP, "twice the rank of each group of the own best split; 0: no more"
        ),
        Piece("own_nulls", MOST_GROUPS, 0, MOST_NULLS, NULLS, "null eights in each group of the own best split (CO-M1)"),
        Piece("own_best", len(RANKS_OF_GROUPS), 0, 1, 1.0, "one-hot: the best group's rank among all there are; 0: no group"),
        Piece("offered_rank", 2, 0, NUM_RANKS, RANK, "1 + rank of the two cards to choose from, for who chooses (CO-M4)"),
        Piece("offered_suit", 2, 0, NUM_SUITS, SUIT, "1 + suit of the two cards to choose from"),
        Piece("own_thrown", MOST_DISCARDS, 0, NUM_CARDS, CARD, "1 + card that the observer threw, 0: none (CO-7)"),
        Piece("own_refused", 2, 0, NUM_CARDS, CARD, "1 + card that it turned down for the Lady, for Fate; 0: none (CO-M4)"),
        _by_seat("status", -2, 2, CODE, "2 live, -1 folded, -2 sits out, 0 no such seat"),
        _by_seat("stack", 0, MAX_UNITS, BIG, "units in front of the seat"),
        _by_seat("discarded", 0, MOST_DISCARDS, COUNT, "cards thrown, when done (CO-7)"),
        _by_seat("bought", 0, SECOND_DEAL, COUNT, "cards bought face down (CO-9)"),
        _by_seat("aside", 0, MAX_UNITS, UNIT, "units of a raise or extra bet that the Dealer has not met (CO-8, CO-9)"),
        _by_seat("bid", 0, MAX_BID, UNIT, "units bid last for the Dealership (CO-12)"),
        _by_seat("declined", 0, 1, 1.0, "1: does not want the Dealership (CO-10, CO-12)"),
        _by_seat("wild", 0, 1, 1.0, "1: eights are wild for the seat (CO-M1, CO-M5)"),
        _by_seat("zeroed", 0, 1, 1.0, "1: the seat's aces are zeroed by Fate (CO-M5)"),
        _by_seat("open_aces", 0, NUM_SUITS, FEW, "aces that lie face up"),
        _by_seat("open_tens", 0, IN_HAND, FEW, "tens and pictures that lie face up"),
        _by_seat("raises_made", 0, MOST_RAISES, COUNT, "raises and extra bets above 0 in this episode"),
        _by_seat("folds_made", 0, MAX_ROUNDS, COUNT, "rounds folded in this episode"),
        _by_seat("last_net", -MAX_UNITS, MAX_UNITS, UNIT, "last round: units won or lost (CO-14)"),
        _by_seat("last_best", 0, GREAT_ONION, GROUP, "last round: twice the rank of the best group shown; 0: none"),
        _by_seat(
            "open_cards", 0, NUM_CARDS, CARD, "1 + card for the seat's face-up cards in order, then 0; ten a seat", IN_HAND
        ),
        Piece("last_fool", 1, 0, 1, 1.0, "1: in the last round the Fool had bagels and onions change places (CO-M11)"),
        Piece("pot", 1, 0, MAX_UNITS, BIG, "units in the pot, without what lies aside"),
        Piece("all_aside", 1, 0, MAX_UNITS, UNIT, "units that lie aside, of all seats"),
        Piece("named", 1, 0, MOST_STAKES * MAX_STAKE, UNIT, "units of the stake that the Dealer named in this stage (CO-8)"),
        Piece(
            "to_match",
            1,
            0,
            MAX_BID,
            UNIT,
            "units that the observer, being asked, would pay: to match, to be Dealer, as the next bid, for a card; else 0",
        ),
        Piece("inherited", 1, 0, MAX_UNITS, BIG, "units in the pot when the round began (CO-10, CO-12)"),
        Piece("stake", 1, 0, MAX_STAKE, UNIT, "the Stake, units (option)"),
        Piece("max_stake", 1, 0, MOST_STAKES, STAKES, "largest stake that may be named, in Stakes (option)"),
        Piece("max_raise", 1, 0, MOST_STAKES, STAKES, "largest raise or extra bet, in Stakes (option)"),
        Piece("played", 1, 0, MAX_ROUNDS, ROUND, "rounds finished"),
        Piece("rounds", 1, 0, MAX_ROUNDS, ROUND, "rounds in an episode (option)"),
        Piece("modifiers", NUM_MODIFIERS, 0, 1, 1.0, "1: this modifier is on, 0 to 11 (option)"),
        Piece("wild_round", 1, 0, 1, 1.0, "1: eights were wild when the round began (CO-M1)"),
        Piece(
            "declared",
            NUM_SPECIALS,
            0,
            MAX_SEATS,
            SEAT,
            "1 + distance of who declared the Lady, Fate, A'Tuin, the Sender, Death, the Archchancellor, the Fool; 0: nobody",
        ),
        Piece("replaced", 2, 0, 1, 1.0, "1: the declared Lady, Fate was replaced and lies beside the hands (CO-M4, CO-M5)"),
        Piece("jack_wild", 1, 0, 1, 1.0, "1: the Archchancellor is wild for who declared him (CO-M10)"),
        Piece("passes", 1, 0, MAX_SEATS, COUNT, "passes in a row of those that may declare (CO-M12)"),
    ]
)

AT = LAYOUT.at


@inlined
def observe(s, viewer, o):
    """Write what seat `viewer` sees (-1: a spectator) into zeroed `o`: whole numbers in the order of LAYOUT."""
    base = max(viewer, 0)
    observe_table(s, viewer, base, o)
    observe_options(s, o)
    if viewer >= 0:
        observe_own(s, viewer, o)
    for distance in range(s.num_players):
        observe_seat(s, seat_at(s, base, distance), distance, o)


@inlined
def observe_table(s, viewer, base, o):
    if s.over:
        o[AT.to_act] = -1
    else:
        o[AT.phase + s.phase] = 1
        o[AT.stage] = s.stage
        o[AT.to_act] = distance_from(s, base, s.to_act)
    o[AT.dealer] = distance_from(s, base, s.dealer)
    aside = all_aside(s)
    o[AT.pot] = s.pot - aside
    o[AT.all_aside] = aside
    o[AT.named] = s.named
    if s.to_act == viewer and not s.over:
        o[AT.to_match] = price(s, viewer)
    o[AT.inherited] = s.inherited
    o[AT.played] = s.hands_played
    o[AT.wild_round] = s.wild_round
    for special in range(NUM_SPECIALS):
        if s.declared[special] >= 0:
            o[AT.declared + special] = 1 + distance_from(s, base, s.declared[special])
    o[AT.replaced] = s.replaced[0]
    o[AT.replaced + 1] = s.replaced[1]
    o[AT.jack_wild] = s.jack_wild
    o[AT.passes] = s.passes
    o[AT.last_fool] = s.last_declared[FOOL] >= 0


@inlined
def price(s, seat):
    """The units that the seat to act would pay to stay, to become the Dealer, or for a card; 0 where nothing is to be paid."""
    if s.phase == MATCHING:
        return s.named
    if s.phase == MEETING or s.phase == MEETING_EXTRA or s.phase == OFFERED:
        return owed_to_meet(s, seat)
    if s.phase == BIDDING:
        return next_bid(s)
    return s.stake * (s.phase == BUYING)


@inlined
def observe_options(s, o):
    o[AT.stake] = s.stake
    o[AT.max_stake] = s.max_stake
    o[AT.max_raise] = s.max_raise
    o[AT.rounds] = s.rounds
    for modifier in range(NUM_MODIFIERS):
        o[AT.modifiers + modifier] = in_force(s.modifiers, modifier)


@inlined
def observe_own(s, viewer, o):
    """What the seat alone sees."""
    for slot in range(IN_HAND):
        card = s.card[viewer, slot]
        if card >= 0:
            suit = card // NUM_RANKS
            rank = card - suit * NUM_RANKS
            o[AT.own_rank + slot] = rank + 1
            o[AT.own_suit + slot] = suit + 1
            o[AT.own_by_rank + rank] += 1
            o[AT.own_by_pair + suit % NUM_PAIRS] += 1
        o[AT.own_open + slot] = s.face_up[viewer] >> slot & 1
    for group in range(MOST_GROUPS):
        key = s.groups[viewer, group]
        if key > 0:
            o[AT.own_groups + group] = rank_of(key)
            o[AT.own_nulls + group] = nulls_of(key)
    if s.groups[viewer, 0] > 0:
        o[AT.own_best + PLACE_OF_RANK[rank_of(s.groups[viewer, 0])]] = 1
    for place in range(MOST_DISCARDS):
        o[AT.own_thrown + place] = s.thrown[viewer, place] + 1
    for special in range(2):
        if s.declared[special] == viewer:
            o[AT.own_refused + special] = s.refused[special] + 1
    if s.to_act == viewer and not s.over:
        for slot in range(FIRST_DEAL):
            o[AT.own_marked + slot] = s.marked >> slot & 1
        if s.phase == CHOOSING:
            for place in range(2):
                suit = s.offered[place] // NUM_RANKS
                o[AT.offered_rank + place] = s.offered[place] - suit * NUM_RANKS + 1
                o[AT.offered_suit + place] = suit + 1


@inlined
def observe_seat(s, seat, distance, o):
    """What is open to all about one seat."""
    status = SITS_OUT + s.dealt_in[seat] * (FOLDED - SITS_OUT) + s.live[seat] * (LIVE - FOLDED)
    o[AT.status + distance] = status
    o[AT.stack + distance] = s.stack[seat]
    o[AT.discarded + distance] = s.discarded[seat]
    o[AT.bought + distance] = s.bought[seat]
    o[AT.aside + distance] = s.aside[seat]
    o[AT.bid + distance] = s.bid[seat]
    o[AT.declined + distance] = s.declined[seat]
    o[AT.wild + distance] = s.wild[seat]
    o[AT.zeroed + distance] = s.zeroed[seat]
    o[AT.raises_made + distance] = s.raises_made[seat]
    o[AT.folds_made + distance] = s.folds_made[seat]
    o[AT.last_net + distance] = s.last_net[seat]
    o[AT.last_best + distance] = rank_of(s.last_groups[seat, 0])
    if s.face_up[seat] == 0:
        return
    aces = 0
    tens = 0
    first = AT.open_cards + distance * IN_HAND
    end = first
    for slot in range(IN_HAND):
        if s.face_up[seat] >> slot & 1:
            card = s.card[seat, slot]
            rank = card % NUM_RANKS
            aces += rank == ACE
            tens += rank >= TEN
            number = card + 1
            place = end
            while place > first and o[place - 1] > number:
                o[place] = o[place - 1]
                place -= 1
            o[place] = number
            end += 1
    o[AT.open_aces + distance] = aces
    o[AT.open_tens + distance] = tens
