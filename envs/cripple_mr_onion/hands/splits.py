"""Cripple Mr Onion: the best split of a hand into groups (CO-2 to CO-4), exactly, for cards whose meaning is settled.

What each card means under the modifiers is settled by `arrange.py`, which asks here once for every choice that there is. Wild
eights are all alike, so a set of cards is a row of bits over the others and a number of wild eights. Every set that is a group
gets its key; then the split is built group by group, each time the best that any way of building so far leaves room for.
"""

import numpy as np

from ...core.jit import inlined, kernel
from .cards import EVERY_SLOT, IN_HAND, JACK, NUM_PAIRS, NUM_RANKS
from .groups import (
    BAGEL,
    BROKEN_FLUSH,
    BROKEN_ROYAL,
    DOUBLE_ONION,
    EIGHTS_WILD,
    FLUSH,
    FOOL_REIGNS,
    FOOLS_BAGEL,
    FOOLS_ONION,
    GREAT_BAGEL,
    GREAT_ONION,
    LONGEST_ONION,
    MOST_GROUPS,
    MOST_NULLS,
    NULL_EIGHTS,
    OCTAVO,
    OCTAVO_STANDS,
    ONION_RANK,
    ROYAL,
    SENDER_SHOWS,
    WILD_ROYAL,
    group_key,
    rank_of,
)

# What a card is to its owner. One that is not played stands in no group, but may be shifted.
NATURAL, WILD_EIGHT, WILD_JACK, USELESS, NOT_PLAYED = range(5)

# Sums over a set of cards, four bits each (the points eight), so that a set's are those of a smaller set and one card.
SET_SIZE, ACES, ELEVENS, PICTURES, EIGHTS, JACKS, PAIR = 8, 12, 16, 20, 24, 28, 32
SIXES, SEVENS, PRINTED, NINES, TENS = range(0, 20, 4)
DIGIT, POINTS = 15, 255

MOST_SETS = 2 << IN_HAND  # a set may be listed twice: with and without an eleven
MOST_KEYS = (GREAT_ONION + 1) * (MOST_NULLS + 1)
NO_LIMIT = IN_HAND + 1  # of elevens, or of pictures
# Given as variables: a kernel is compiled anew for every literal that it is called with.
WITH_ELEVENS, WITHOUT_ELEVENS = np.int64(1), np.int64(0)


@inlined
def digit(sums, place):
    return sums >> place & DIGIT


@inlined
def wilds_reach(wilds, low, high, least, most):
    """Whether so many wild cards, each counting `low` to `high`, can together count something from `least` to `most`."""
    return wilds * low <= most and wilds * high >= least


@inlined
def reaches(points, aces, wild_eights, jacks, least, most, elevens, terms, no_eight):
    """Whether cards of so many points (aces as 1) and so many wild cards can together count from `least` to `most`."""
    wilds = wild_eights + jacks
    if wilds == 0:
        return least <= points <= most or (elevens and aces > 0 and least <= points + 10 <= most)
    barred = terms & SENDER_SHOWS and terms & EIGHTS_WILD  # CO-M8
    low = 2 if barred else 1
    high = 10 if barred or not elevens else 11
    for shift in range(0, 20, 10):
        if shift == 0 or (elevens and aces > 0):
            lowest, highest = least - points - shift, most - points - shift
            # CO-M10: a single wild eight could be asked to be an 8
            an_eight = no_eight and wild_eights == 1 and jacks == 0 and max(lowest, low) == 8 and min(highest, high) == 8
            if wilds_reach(wilds, low, high, lowest, highest) and not an_eight:
                return True
    return False


@kernel
def onion_key(sums, wild_eights, size, elevens, terms, no_eight):
    """CO-2, CO-M1: 21 in two to seven cards, of which eights may count 0 where two others are left; 0: it is none."""
    points, aces, jacks = sums & POINTS, digit(sums, ACES), digit(sums, JACKS)
    nulls_allowed = min(digit(sums, EIGHTS), size - 2) if terms & NULL_EIGHTS else 0
    for nulls in range(nulls_allowed + 1):
        if no_eight and digit(sums, EIGHTS) > nulls:
            continue
        if reaches(points - 8 * nulls, aces, wild_eights, jacks, 21, 21, elevens, terms, no_eight):
            rank = FOOLS_ONION if size == 2 and terms & FOOL_REIGNS else ONION_RANK[size]
            return group_key(rank, nulls)
    return 0


@kernel
def flush_rank(sums, wild_eights, size, elevens, terms, no_eight):
    """CO-2: three cards or more, 16 to 21 together, all of one suit pair, or all but exactly one."""
    if no_eight and digit(sums, EIGHTS) > 0:
        return 0
    jacks = digit(sums, JACKS)
    if not reaches(sums & POINTS, digit(sums, ACES), wild_eights, jacks, 16, 21, elevens, terms, no_eight):
        return 0
    most = 0
    for pair in range(NUM_PAIRS):
        most = max(most, digit(sums, PAIR + 4 * pair))
    odd = size - wild_eights - jacks - most
    return FLUSH if odd == 0 else BROKEN_FLUSH if odd == 1 else 0


@kernel
def royal_rank(sums, more, wild_eights, no_eight):
    """CO-2: three wild eights, 7-7-7, or 6-7-8."""
    if wild_eights == 3:
        return WILD_ROYAL
    sixes, sevens, eights, jacks = digit(more, SIXES), digit(more, SEVENS), digit(sums, EIGHTS), digit(sums, JACKS)
    wilds = wild_eights + jacks
    if sevens + wilds == 3:
        return ROYAL
    in_place = sixes <= 1 and sevens <= 1 and eights <= 1 and sixes + sevens + eights + wilds == 3
    eight_hated = no_eight and (eights > 0 or jacks == 0)  # CO-M10: only the jack himself may then stand for the 8
    return BROKEN_ROYAL if in_place and not eight_hated else 0


@kernel
def onions_rank(sums, more, wild_eights, size, terms, most_double, most_triple):
    """CO-2: as many pictures as aces, two to five; CO-M9: with no more printed pictures than Death leaves."""
    half = size // 2
    pictures, elevens = digit(sums, PICTURES), digit(sums, ACES) + digit(sums, ELEVENS)
    wilds = wild_eights + digit(sums, JACKS)
    if pictures + elevens + wilds != size or pictures > half or elevens > half:
        return 0
    if terms & SENDER_SHOWS and terms & EIGHTS_WILD and elevens < half:  # CO-M8: no wild card is an ace
        return 0
    printed = digit(more, PRINTED)
    if (half == 2 and printed > most_double) or (half == 3 and printed > most_triple):
        return 0
    return DOUBLE_ONION + 2 * (half - 2)


@kernel
def bagels_rank(sums, more, wild_eights, size, terms):
    """CO-M11: two to five bagels in one group."""
    tens, nines = digit(more, TENS), digit(more, NINES)
    aces = digit(sums, ACES) + digit(sums, ELEVENS)
    wilds = wild_eights + digit(sums, JACKS)
    if tens + nines + aces + wilds != size or tens % 2 + abs(nines - aces) > wilds:
        return 0
    if terms & SENDER_SHOWS and terms & EIGHTS_WILD and nines > aces:  # CO-M8: no wild card is an ace
        return 0
    half = size // 2
    return GREAT_BAGEL if half == MOST_GROUPS else DOUBLE_ONION + 2 * (half - 2)


@kernel
def key_of(sums, more, wild_eights, elevens, terms, no_eight, most_double, most_triple):
    """The key of the best group that a set of cards counts as, with cards as 11 or without; 0: it is none."""
    size = digit(sums, SET_SIZE) + wild_eights
    fool = terms & FOOL_REIGNS
    rank = 0
    if size >= 4 and size % 2 == 0 and elevens:
        if not fool or size == IN_HAND:
            rank = onions_rank(sums, more, wild_eights, size, terms, most_double, most_triple)
        if wild_eights == 8 and size == 8 and terms & OCTAVO_STANDS and not fool:
            rank = OCTAVO
    with_elevens = digit(more, NINES) + digit(sums, ACES) + digit(sums, ELEVENS) > 0
    if size >= 4 and size % 2 == 0 and fool and rank < GREAT_ONION and (elevens or not with_elevens):
        rank = max(rank, bagels_rank(sums, more, wild_eights, size, terms))
    if rank > 0:
        return group_key(rank, 0)
    if digit(sums, ELEVENS) > 0 and not elevens:
        return 0
    if size == 3:
        rank = royal_rank(sums, more, wild_eights, no_eight)
    if size >= 3 and rank == 0:
        rank = flush_rank(sums, wild_eights, size, elevens, terms, no_eight)
    if size == 2 and reaches(
        sums & POINTS, digit(sums, ACES), wild_eights, digit(sums, JACKS), 20, 20, elevens, terms, no_eight
    ):
        rank = FOOLS_BAGEL if fool else BAGEL
    key = group_key(rank, 0) if rank > 0 else 0
    if size <= LONGEST_ONION:
        key = max(key, onion_key(sums, wild_eights, size, elevens, terms, no_eight))
    return key


@inlined
def elevens_in(key, sums, more, terms):
    """How many cards of a group count 11, where some must; those of a Great Onion are safe (CO-M4)."""
    rank = rank_of(key)
    if rank < DOUBLE_ONION:
        return 1
    if rank == GREAT_ONION or (rank == OCTAVO and not terms & FOOL_REIGNS):
        return 0
    if terms & FOOL_REIGNS:
        return max(digit(more, NINES), digit(sums, ACES) + digit(sums, ELEVENS))
    return rank // 2 - 11


# --- cards and sets ---


@kernel
def sums_of_card(card, points, soft, picture, role):
    """What one card adds to the two sums over a set."""
    if role == WILD_JACK:
        return (1 << SET_SIZE) + (1 << JACKS), 0
    rank, pair = card % NUM_RANKS, card // NUM_RANKS % NUM_PAIRS
    sums = points + (1 << SET_SIZE) + (1 << PAIR + 4 * pair)
    sums += (soft << ACES) + (picture << PICTURES)
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
    if picture and rank >= JACK:
        more += 1 << PRINTED
    return sums, more


@kernel
def list_sets(sums, more, naturals, wild_eights, terms, no_eight, most_double, most_triple, lady, sets, keys, costs):
    """List all sets that are groups, as bits of the cards, and above them the number of wild eights; how many there are.

    Where the Lady counts elevens, a set that is worth less without one is listed both ways.
    """
    shape_only = 21 + (8 * MOST_NULLS if terms & NULL_EIGHTS else 0)
    count = 0
    for wilds in range(wild_eights + 1):
        for cards in range(1 << naturals):
            of_cards = sums[cards]
            points = of_cards & POINTS
            if points > 21 and (points > shape_only or points - 8 * digit(of_cards, EIGHTS) > 21):
                size = digit(of_cards, SET_SIZE) + wilds
                if size % 2 == 1 or (size == 2 and points > 21) or size > IN_HAND:
                    continue
            key = key_of(of_cards, more[cards], wilds, WITH_ELEVENS, terms, no_eight, most_double, most_triple)
            if key == 0:
                continue
            cost = 0
            if lady:
                without = key_of(of_cards, more[cards], wilds, WITHOUT_ELEVENS, terms, no_eight, most_double, most_triple)
                if without != key:
                    cost = elevens_in(key, of_cards, more[cards], terms)
                    if without > 0 and cost > 0:
                        sets[count], keys[count], costs[count] = cards | wilds << IN_HAND, without, 0
                        count += 1
            sets[count], keys[count], costs[count] = cards | wilds << IN_HAND, key, cost
            count += 1
    return count


@kernel
def sort_sets(sets, keys, costs, count, sorted_sets, sorted_keys, sorted_costs):
    """Best key first; among equal keys in the order listed, so with few wild cards first."""
    starts = np.zeros(MOST_KEYS + 1, np.int32)
    for i in range(count):
        starts[MOST_KEYS - 1 - keys[i] + 1] += 1
    for key in range(MOST_KEYS):
        starts[key + 1] += starts[key]
    for i in range(count):
        place = MOST_KEYS - 1 - keys[i]
        at = starts[place]
        starts[place] += 1
        sorted_sets[at], sorted_keys[at], sorted_costs[at] = sets[i], keys[i], costs[i]


# --- the split ---


@kernel
def build_split(sets, keys, costs, count, naturals, wild_eights, budget, chosen, chosen_keys):
    """Choose groups, best first, in every way that keeps to the best keys; with at most `budget` elevens.

    Writes one best split into `chosen` and `chosen_keys`, ended by 0. Returns the fewest elevens of any best split.
    """
    reached = np.empty((MOST_GROUPS + 1, 1 << IN_HAND), np.int32)  # sets used so far, level by level
    spent = np.empty((MOST_GROUPS + 1, 1 << IN_HAND), np.int32)
    behind = np.empty((MOST_GROUPS + 1, 1 << IN_HAND), np.int32)  # place on the level before
    group = np.empty((MOST_GROUPS + 1, 1 << IN_HAND), np.int32)
    place_of = np.empty((wild_eights + 1) << naturals, np.int32)
    reached[0, 0] = 0
    spent[0, 0] = 0
    ways = 1
    level = 0
    first = 0
    while level < MOST_GROUPS:
        best = 0
        for way in range(ways):
            used = reached[level, way]
            for i in range(first, count):
                if keys[i] < best:
                    break
                if fits(used, sets[i], wild_eights) and spent[level, way] + costs[i] <= budget:
                    best = keys[i]
                    break
        if best == 0:
            break
        while keys[first] > best:
            first += 1
        for at in range(place_of.shape[0]):
            place_of[at] = -1
        found = 0
        for way in range(ways):
            used = reached[level, way]
            for i in range(first, count):
                if keys[i] < best:
                    break
                cost = spent[level, way] + costs[i]
                if cost > budget or not fits(used, sets[i], wild_eights):
                    continue
                together = (used & EVERY_SLOT | sets[i] & EVERY_SLOT) + ((used >> IN_HAND) + (sets[i] >> IN_HAND) << IN_HAND)
                at = (together & EVERY_SLOT) + ((together >> IN_HAND) << naturals)
                place = place_of[at]
                if place < 0:
                    place = found
                    place_of[at] = found
                    found += 1
                elif spent[level + 1, place] <= cost:
                    continue
                reached[level + 1, place] = together
                spent[level + 1, place] = cost
                behind[level + 1, place] = way
                group[level + 1, place] = sets[i]
        level += 1
        chosen_keys[level - 1] = best
        ways = found
    for more in range(level, MOST_GROUPS):
        chosen_keys[more] = 0
    place = 0
    for way in range(ways):
        if spent[level, way] < spent[level, place]:
            place = way
    fewest = spent[level, place]
    while level > 0:
        chosen[level - 1] = group[level, place]
        place = behind[level, place]
        level -= 1
    return fewest


@inlined
def fits(used, group, wild_eights):
    """Whether the cards that a group needs are still there."""
    return not used & group & EVERY_SLOT and (used >> IN_HAND) + (group >> IN_HAND) <= wild_eights
