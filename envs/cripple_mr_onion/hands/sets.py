"""Cripple Mr Onion: which group a set of cards is (CO-2), for cards whose meaning is settled.

What each card means under the modifiers is settled by `arrange.py`. Wild eights are all alike, so a set of cards is a set of
the others and a number of wild eights. Of the others only sums are looked at, so that every set is judged in a few steps.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.jit import inlined, kernel
from .cards import IN_HAND, JACK, NUM_PAIRS, NUM_RANKS
from .groups import (
    BAGEL,
    BROKEN_FLUSH,
    BROKEN_ROYAL,
    DOUBLE_ONION,
    FLUSH,
    FOOLS_BAGEL,
    FOOLS_ONION,
    GREAT_BAGEL,
    GREAT_ONION,
    LONGEST_ONION,
    MOST_GROUPS,
    OCTAVO,
    ONION_RANK,
    ROYAL,
    WILD_ROYAL,
    group_key,
    rank_of,
)
from .modifiers import Term, no_wild_aces

# What a card is to its owner. One that is not played stands in no group, but may be shifted.
NATURAL, WILD_EIGHT, WILD_JACK, USELESS, NOT_PLAYED = range(5)

# Two rows of sums over a set of cards, four bits each (the points eight): a set's are those of a smaller set and one card.
SET_SIZE, ACES, ELEVENS, PICTURES, EIGHTS, JACKS, PAIR = 8, 12, 16, 20, 24, 28, 32  # in `sums`
SIXES, SEVENS, PRINTED, NINES, TENS = range(0, 20, 4)  # in `more`
DIGIT, POINTS = 15, 255

NO_LIMIT = IN_HAND + 1  # of elevens, or of pictures
# Given as variables: a kernel is compiled anew for every literal that it is called with.
WITH_ELEVENS, WITHOUT_ELEVENS = np.int64(1), np.int64(0)


class Hand(NamedTuple):
    """The cards of one seat, slot by slot, and what each means to its owner. Arrays (10,) int64."""

    card: NDArray[np.int64]  # NO_CARD where there is none
    points: NDArray[np.int64]  # what it counts, an ace 1
    soft: NDArray[np.int64]  # 1: it may count 11 instead
    picture: NDArray[np.int64]  # 1: it stands as a picture
    role: NDArray[np.int64]  # NATURAL and so on


class CardSet(NamedTuple):
    """Some cards of a hand: two rows of sums over those that are no wild eights, and how many wild eights there are."""

    sums: int
    more: int
    wild_eights: int


class Limits(NamedTuple):
    """What holds for every group of a hand, for one choice of what its cards mean."""

    terms: int  # a sum of `Term`
    no_eight: int  # 1: no card may count as an 8 (CO-M10)
    most_in_double: int  # printed pictures that may stand in a Double Onion (CO-M9)
    most_in_triple: int  # likewise in a Triple Onion
    most_elevens: int  # cards that may count 11, of the whole split (CO-M4)


@inlined
def digit(sums, place):
    return sums >> place & DIGIT


# --- sums ---


@inlined
def sums_of_card(hand, slot):
    """What one card adds to the two rows of sums."""
    card, points, picture = hand.card[slot], hand.points[slot], hand.picture[slot]
    if hand.role[slot] == WILD_JACK:
        return (1 << SET_SIZE) + (1 << JACKS), 0
    sums = points + (1 << SET_SIZE) + (1 << PAIR + 4 * (card // NUM_RANKS % NUM_PAIRS))
    sums += (hand.soft[slot] << ACES) + (picture << PICTURES)
    more = 0
    if points == 11:
        sums += 1 << ELEVENS
    elif points == 10:
        more += 1 << TENS
    elif points == 9:
        more += 1 << NINES
    elif points == 8:
        sums += 1 << EIGHTS
    elif points == 7:
        more += 1 << SEVENS
    elif points == 6:
        more += 1 << SIXES
    if picture and card % NUM_RANKS >= JACK:
        more += 1 << PRINTED
    return sums, more


@kernel
def sums_of_sets(hand, slots):
    """Both rows of sums of every set of the cards in `slots`: two arrays; bit i of the index: the card in slots[i] is in it."""
    rows = np.empty((2, 1 << slots.shape[0]), np.int64)
    sums, more = rows[0], rows[1]
    sums[0] = 0
    more[0] = 0
    for i in range(slots.shape[0]):
        of_card, more_of_card = sums_of_card(hand, slots[i])
        for smaller in range(1 << i):
            sums[smaller | 1 << i] = sums[smaller] + of_card
            more[smaller | 1 << i] = more[smaller] + more_of_card
    return sums, more


# --- groups ---


@inlined
def size_of(cards):
    return digit(cards.sums, SET_SIZE) + cards.wild_eights


@inlined
def wilds_of(cards):
    return digit(cards.sums, JACKS) + cards.wild_eights


@inlined
def aces_of(cards):
    """The aces, and what counts 11 only."""
    return digit(cards.sums, ACES) + digit(cards.sums, ELEVENS)


@inlined
def wilds_reach(wilds, low, high, least, most):
    """Whether so many wild cards, each counting `low` to `high`, can together count something from `least` to `most`."""
    return wilds * low <= most and wilds * high >= least


@inlined
def reaches(cards, points, least, most, elevens, limits):
    """Whether a set, of which the cards that are not wild count `points` with aces as 1, can count from `least` to `most`."""
    soft = elevens and digit(cards.sums, ACES) > 0
    wilds = wilds_of(cards)
    if wilds == 0:
        return least <= points <= most or (soft and least <= points + 10 <= most)
    barred = no_wild_aces(limits.terms)
    low = 2 if barred else 1
    high = 10 if barred or not elevens else 11
    for shift in range(0, 20, 10):
        if shift == 0 or soft:
            lowest, highest = least - points - shift, most - points - shift
            # CO-M10: a single wild eight could be asked to be an 8
            only_eight = limits.no_eight and wilds == 1 and cards.wild_eights == 1
            an_eight = only_eight and max(lowest, low) == 8 and min(highest, high) == 8
            if wilds_reach(wilds, low, high, lowest, highest) and not an_eight:
                return True
    return False


@kernel
def onion_key(cards, size, elevens, limits):
    """CO-2, CO-M1: 21 in two to seven cards, of which eights may count 0 where two others are left; 0: it is none."""
    eights = digit(cards.sums, EIGHTS)
    nulls_allowed = min(eights, size - 2) if limits.terms & Term.NULL_EIGHTS else 0
    for nulls in range(nulls_allowed + 1):
        if limits.no_eight and eights > nulls:
            continue
        if reaches(cards, (cards.sums & POINTS) - 8 * nulls, 21, 21, elevens, limits):
            rank = FOOLS_ONION if size == 2 and limits.terms & Term.FOOL_DECLARED else ONION_RANK[size]
            return group_key(rank, nulls)
    return 0


@kernel
def flush_rank(cards, size, elevens, limits):
    """CO-2: three cards or more, 16 to 21 together, all of one suit pair, or all but exactly one."""
    if limits.no_eight and digit(cards.sums, EIGHTS) > 0:
        return 0
    if not reaches(cards, cards.sums & POINTS, 16, 21, elevens, limits):
        return 0
    most = 0
    for pair in range(NUM_PAIRS):
        most = max(most, digit(cards.sums, PAIR + 4 * pair))
    odd = size - wilds_of(cards) - most
    return FLUSH if odd == 0 else BROKEN_FLUSH if odd == 1 else 0


@kernel
def royal_rank(cards, limits):
    """CO-2: three wild eights, 7-7-7, or 6-7-8."""
    if cards.wild_eights == 3:
        return WILD_ROYAL
    sixes, sevens, eights = digit(cards.more, SIXES), digit(cards.more, SEVENS), digit(cards.sums, EIGHTS)
    wilds = wilds_of(cards)
    if sevens + wilds == 3:
        return ROYAL
    in_place = sixes <= 1 and sevens <= 1 and eights <= 1 and sixes + sevens + eights + wilds == 3
    # CO-M10: only the jack himself may then stand for the 8
    no_eight = limits.no_eight and (eights > 0 or digit(cards.sums, JACKS) == 0)
    return BROKEN_ROYAL if in_place and not no_eight else 0


@inlined
def rank_of_pairs(pairs):
    """The rank of a Double, Triple, Lesser or Great Onion by how many pictures it has, and as many aces."""
    return DOUBLE_ONION + 2 * (pairs - 2)


@kernel
def onions_rank(cards, size, limits):
    """CO-2: as many pictures as aces, two to five; CO-M9: with no more printed pictures than Death leaves."""
    half = size // 2
    pictures, aces = digit(cards.sums, PICTURES), aces_of(cards)
    if pictures + aces + wilds_of(cards) != size or pictures > half or aces > half:
        return 0
    if no_wild_aces(limits.terms) and aces < half:
        return 0
    printed = digit(cards.more, PRINTED)
    if (half == 2 and printed > limits.most_in_double) or (half == 3 and printed > limits.most_in_triple):
        return 0
    return rank_of_pairs(half)


@kernel
def bagels_rank(cards, size, terms):
    """CO-M11: two to five bagels in one group."""
    tens, nines = digit(cards.more, TENS), digit(cards.more, NINES)
    aces, wilds = aces_of(cards), wilds_of(cards)
    if tens + nines + aces + wilds != size or tens % 2 + abs(nines - aces) > wilds:
        return 0
    if no_wild_aces(terms) and nines > aces:
        return 0
    return GREAT_BAGEL if size == 2 * MOST_GROUPS else rank_of_pairs(size // 2)


@inlined
def rank_by_pairs(cards, size, elevens, limits):
    """The rank of a set as an onion or bagel of several pairs (CO-2, CO-M3, CO-M11); 0: it is none."""
    fool = limits.terms & Term.FOOL_DECLARED
    rank = 0
    if elevens:
        if not fool or size == IN_HAND:
            rank = onions_rank(cards, size, limits)
        if cards.wild_eights == 8 and size == 8 and limits.terms & Term.OCTAVO and not fool:
            rank = OCTAVO
    with_elevens = digit(cards.more, NINES) + aces_of(cards) > 0
    if fool and rank < GREAT_ONION and (elevens or not with_elevens):
        rank = max(rank, bagels_rank(cards, size, limits.terms))
    return rank


@kernel
def key_of(cards, elevens, limits):
    """The key of the best group that a set of cards counts as, with cards as 11 or without; 0: it is none."""
    size = size_of(cards)
    rank = rank_by_pairs(cards, size, elevens, limits) if size >= 4 and size % 2 == 0 else 0
    if rank > 0:
        return group_key(rank, 0)
    if digit(cards.sums, ELEVENS) > 0 and not elevens:
        return 0
    if size == 3:
        rank = royal_rank(cards, limits)
    if size >= 3 and rank == 0:
        rank = flush_rank(cards, size, elevens, limits)
    if size == 2 and reaches(cards, cards.sums & POINTS, 20, 20, elevens, limits):
        rank = FOOLS_BAGEL if limits.terms & Term.FOOL_DECLARED else BAGEL
    key = group_key(rank, 0) if rank > 0 else 0
    if size <= LONGEST_ONION:
        key = max(key, onion_key(cards, size, elevens, limits))
    return key


@inlined
def elevens_in(cards, key, terms):
    """How many cards of a group count 11, where some must; those of a Great Onion are safe (CO-M4)."""
    rank = rank_of(key)
    if rank < DOUBLE_ONION:
        return 1
    if rank == GREAT_ONION or (rank == OCTAVO and not terms & Term.FOOL_DECLARED):
        return 0
    if terms & Term.FOOL_DECLARED:
        return max(digit(cards.more, NINES), aces_of(cards))
    return rank // 2 - 11


@inlined
def is_too_much(cards, terms):
    """Whether a set counts above 21 for certain and has a card that stands in no onion or bagel of several pairs: no group."""
    nulls = digit(cards.sums, EIGHTS) if terms & Term.NULL_EIGHTS else 0
    if (cards.sums & POINTS) - 8 * nulls <= 21:
        return False
    size = size_of(cards)
    in_pairs = digit(cards.more, TENS) + digit(cards.more, NINES) + aces_of(cards) + wilds_of(cards)
    return size % 2 == 1 or size == 2 or in_pairs != size
