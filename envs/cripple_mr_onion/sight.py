"""Cripple Mr Onion: who sees what ("Seen by a seat"). The layout of observations and their writer; `hidden` redraws the rest.

A seat sees its own cards, what it threw and what it was offered; of the others' cards those that lie face up or were
declared. Positions are clockwise distances from the observer. Viewer -1 is a spectator: it sees what is open to all, from
seat 0. The others' open cards are given in the order of their numbers, not by slot: the first five slots lie sorted, so a
slot would tell of the hidden cards beside it.
"""

import numpy as np

from ..jit import inlined
from ..kit.sight import distance_from, put, seat_at
from ..layout import Layout, Piece
from ..options import MAX_BANKROLL
from .betting import next_bid, owed_to_meet
from .cards import ACE, FOOL, NUM_CARDS, NUM_PAIRS, NUM_RANKS, NUM_SUITS, TEN
from .groups import GREAT_ONION, MOST_GROUPS, MOST_NULLS, NAMES, nulls_of, rank_of
from .state import (
    BIDDING,
    BUYING,
    CHOOSING,
    FIRST_DEAL,
    IN_HAND,
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
from .table import all_aside

NUM_MODIFIERS = 12
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


def _by_seat(name: str, low: int, high: int, scale: float, meaning: str, each: int = 1) -> Piece:
    return Piece(name, each * MAX_SEATS, low, high, scale, meaning + "; observer first, then clockwise")


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

# First index of each piece, for the kernels.
SIZE = LAYOUT.size
PHASE = LAYOUT.at("phase")
STAGE = LAYOUT.at("stage")
TO_ACT = LAYOUT.at("to_act")
DEALER = LAYOUT.at("dealer")
OWN_RANK = LAYOUT.at("own_rank")
OWN_SUIT = LAYOUT.at("own_suit")
OWN_OPEN = LAYOUT.at("own_open")
OWN_MARKED = LAYOUT.at("own_marked")
OWN_BY_RANK = LAYOUT.at("own_by_rank")
OWN_BY_PAIR = LAYOUT.at("own_by_pair")
OWN_GROUPS = LAYOUT.at("own_groups")
OWN_NULLS = LAYOUT.at("own_nulls")
OWN_BEST = LAYOUT.at("own_best")
OFFERED_RANK = LAYOUT.at("offered_rank")
OFFERED_SUIT = LAYOUT.at("offered_suit")
OWN_THROWN = LAYOUT.at("own_thrown")
OWN_REFUSED = LAYOUT.at("own_refused")
STATUS = LAYOUT.at("status")
STACK = LAYOUT.at("stack")
DISCARDED = LAYOUT.at("discarded")
BOUGHT = LAYOUT.at("bought")
ASIDE = LAYOUT.at("aside")
BID_PLACE = LAYOUT.at("bid")
DECLINED = LAYOUT.at("declined")
WILD = LAYOUT.at("wild")
ZEROED = LAYOUT.at("zeroed")
OPEN_ACES = LAYOUT.at("open_aces")
OPEN_TENS = LAYOUT.at("open_tens")
RAISES_MADE = LAYOUT.at("raises_made")
FOLDS_MADE = LAYOUT.at("folds_made")
LAST_NET = LAYOUT.at("last_net")
LAST_BEST = LAYOUT.at("last_best")
LAST_FOOL = LAYOUT.at("last_fool")
OPEN_CARDS = LAYOUT.at("open_cards")
POT = LAYOUT.at("pot")
ALL_ASIDE = LAYOUT.at("all_aside")
NAMED = LAYOUT.at("named")
TO_MATCH = LAYOUT.at("to_match")
INHERITED = LAYOUT.at("inherited")
STAKE_PLACE = LAYOUT.at("stake")
MAX_STAKE_PLACE = LAYOUT.at("max_stake")
MAX_RAISE_PLACE = LAYOUT.at("max_raise")
PLAYED = LAYOUT.at("played")
ROUNDS = LAYOUT.at("rounds")
MODIFIERS = LAYOUT.at("modifiers")
WILD_ROUND = LAYOUT.at("wild_round")
DECLARED = LAYOUT.at("declared")
REPLACED = LAYOUT.at("replaced")
JACK_WILD_PLACE = LAYOUT.at("jack_wild")
PASSES = LAYOUT.at("passes")


@inlined
def observe(s, viewer, o):
    """Write what seat `viewer` knows (-1: a spectator) into the float32 vector `o` of SIZE places."""
    for place in range(SIZE):
        o[place] = 0.0
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
        put(o, TO_ACT, -1, SEAT)
    else:
        o[PHASE + s.phase] = 1.0
        put(o, STAGE, s.stage, COUNT)
        put(o, TO_ACT, distance_from(s, base, s.to_act), SEAT)
    put(o, DEALER, distance_from(s, base, s.dealer), SEAT)
    aside = all_aside(s)
    put(o, POT, s.pot - aside, BIG)
    put(o, ALL_ASIDE, aside, UNIT)
    put(o, NAMED, s.named, UNIT)
    if s.to_act == viewer and not s.over:
        put(o, TO_MATCH, price(s, viewer), UNIT)
    put(o, INHERITED, s.inherited, BIG)
    put(o, PLAYED, s.hands_played, ROUND)
    put(o, WILD_ROUND, s.wild_round, 1.0)
    for special in range(NUM_SPECIALS):
        if s.declared[special] >= 0:
            put(o, DECLARED + special, 1 + distance_from(s, base, s.declared[special]), SEAT)
    put(o, REPLACED, s.replaced[0], 1.0)
    put(o, REPLACED + 1, s.replaced[1], 1.0)
    put(o, JACK_WILD_PLACE, s.jack_wild, 1.0)
    put(o, PASSES, s.passes, COUNT)
    put(o, LAST_FOOL, s.last_declared[FOOL] >= 0, 1.0)


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
    put(o, STAKE_PLACE, s.stake, UNIT)
    put(o, MAX_STAKE_PLACE, s.max_stake, STAKES)
    put(o, MAX_RAISE_PLACE, s.max_raise, STAKES)
    put(o, ROUNDS, s.rounds, ROUND)
    for modifier in range(NUM_MODIFIERS):
        o[MODIFIERS + modifier] = np.float32(s.modifiers >> modifier & 1)


@inlined
def observe_own(s, viewer, o):
    """What nobody else sees."""
    by_rank, by_pair = np.float32(FEW), np.float32(COUNT)
    for slot in range(IN_HAND):
        card = s.card[viewer, slot]
        if card >= 0:
            suit = card // NUM_RANKS
            rank = card - suit * NUM_RANKS
            put(o, OWN_RANK + slot, rank + 1, RANK)
            put(o, OWN_SUIT + slot, suit + 1, SUIT)
            o[OWN_BY_RANK + rank] += by_rank
            o[OWN_BY_PAIR + suit % NUM_PAIRS] += by_pair
        o[OWN_OPEN + slot] = np.float32(s.face_up[viewer] >> slot & 1)
    for group in range(MOST_GROUPS):
        key = s.groups[viewer, group]
        if key > 0:
            put(o, OWN_GROUPS + group, rank_of(key), GROUP)
            put(o, OWN_NULLS + group, nulls_of(key), NULLS)
    if s.groups[viewer, 0] > 0:
        o[OWN_BEST + PLACE_OF_RANK[rank_of(s.groups[viewer, 0])]] = 1.0
    for place in range(MOST_DISCARDS):
        put(o, OWN_THROWN + place, s.thrown[viewer, place] + 1, CARD)
    for special in range(2):
        if s.declared[special] == viewer:
            put(o, OWN_REFUSED + special, s.refused[special] + 1, CARD)
    if s.to_act == viewer and not s.over:
        for slot in range(FIRST_DEAL):
            o[OWN_MARKED + slot] = np.float32(s.marked >> slot & 1)
        if s.phase == CHOOSING:
            for place in range(2):
                suit = s.offered[place] // NUM_RANKS
                put(o, OFFERED_RANK + place, s.offered[place] - suit * NUM_RANKS + 1, RANK)
                put(o, OFFERED_SUIT + place, suit + 1, SUIT)


@inlined
def observe_seat(s, seat, distance, o):
    """What is open to all about one seat."""
    status = SITS_OUT + s.dealt_in[seat] * (FOLDED - SITS_OUT) + s.live[seat] * (LIVE - FOLDED)
    put(o, STATUS + distance, status, CODE)
    put(o, STACK + distance, s.stack[seat], BIG)
    put(o, DISCARDED + distance, s.discarded[seat], COUNT)
    put(o, BOUGHT + distance, s.bought[seat], COUNT)
    put(o, ASIDE + distance, s.aside[seat], UNIT)
    put(o, BID_PLACE + distance, s.bid[seat], UNIT)
    put(o, DECLINED + distance, s.declined[seat], 1.0)
    put(o, WILD + distance, s.wild[seat], 1.0)
    put(o, ZEROED + distance, s.zeroed[seat], 1.0)
    put(o, RAISES_MADE + distance, s.raises_made[seat], COUNT)
    put(o, FOLDS_MADE + distance, s.folds_made[seat], COUNT)
    put(o, LAST_NET + distance, s.last_net[seat], UNIT)
    put(o, LAST_BEST + distance, rank_of(s.last_groups[seat, 0]), GROUP)
    if s.face_up[seat] == 0:
        return
    aces = 0
    tens = 0
    first = OPEN_CARDS + distance * IN_HAND
    end = first
    for slot in range(IN_HAND):
        if s.face_up[seat] >> slot & 1:
            card = s.card[seat, slot]
            rank = card % NUM_RANKS
            aces += rank == ACE
            tens += rank >= TEN
            number = np.float32(card + 1) * np.float32(CARD)
            place = end
            while place > first and o[place - 1] > number:
                o[place] = o[place - 1]
                place -= 1
            o[place] = number
            end += 1
    put(o, OPEN_ACES + distance, aces, FEW)
    put(o, OPEN_TENS + distance, tens, FEW)
