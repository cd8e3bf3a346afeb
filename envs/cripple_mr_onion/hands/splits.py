"""Cripple Mr Onion: the best split of a hand into groups (CO-3, CO-4), exactly, for cards whose meaning is settled.

`arrange.py` asks here once for every choice that there is. All sets of cards that are groups are listed, best first. Then the
split is built group by group, each time the best that any way of building so far leaves room for.

A set of cards is one number: bits of the cards that are no wild eights, and above these bits the number of wild eights.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.jit import inlined, kernel
from .cards import IN_HAND
from .groups import GREAT_ONION, MOST_GROUPS, MOST_NULLS
from .modifiers import Term
from .sets import WITH_ELEVENS, WITHOUT_ELEVENS, CardSet, elevens_in, is_too_much, key_of

MOST_SETS = 2 << IN_HAND  # a set may be listed twice: with and without an eleven
MOST_KEYS = (GREAT_ONION + 1) * (MOST_NULLS + 1)
NONE = -1


class Split(NamedTuple):
    """A split of a hand into groups, best first. Arrays int64."""

    keys: NDArray[np.int64]  # (5,) of the groups; 0: no more
    sets: NDArray[np.int64]  # (5,) their cards: slots as bits
    elevens: NDArray[np.int64]  # (1,) the fewest cards that count 11 in any split as good


class Groups(NamedTuple):
    """Groups that can be made of a hand's cards. Arrays int32 of one length."""

    sets: NDArray[np.int32]
    keys: NDArray[np.int32]
    elevens: NDArray[np.int32]  # cards that must count 11, where the Lady counts them (CO-M4)


class Search(NamedTuple):
    """The search for the best split. A way is a choice of groups so far; level n holds the ways with n groups, [n, way]."""

    groups: Groups  # to choose from, best first
    all_naturals: int  # the set of all cards that are no wild eights
    most_elevens: int
    used: NDArray[np.int32]  # cards of the groups chosen
    elevens: NDArray[np.int32]  # cards among them that count 11
    previous: NDArray[np.int32]  # the way on the level below that this one goes on from
    last: NDArray[np.int32]  # the set of cards chosen last
    way_of: NDArray[np.int32]  # [used]: the way of the level in work that used these cards, or NONE


@inlined
def new_split():
    rows = np.zeros((2, MOST_GROUPS), np.int64)
    return Split(rows[0], rows[1], np.zeros(1, np.int64))


# --- the groups ---


@inlined
def new_groups(size):
    rows = np.empty((3, size), np.int32)
    return Groups(rows[0], rows[1], rows[2])


@inlined
def put(groups, place, cards, key, elevens):
    groups.sets[place] = cards
    groups.keys[place] = key
    groups.elevens[place] = elevens


@kernel
def list_groups(sums, more, wild_eights, limits):
    """All sets that are groups, best first, by both rows of sums of every set and the number of wild eights.

    Where the Lady counts elevens, a set that is worth less without one is listed both ways.
    """
    found = new_groups(MOST_SETS)
    count = 0
    for wilds in range(wild_eights + 1):
        for naturals in range(sums.shape[0]):
            cards = CardSet(sums[naturals], more[naturals], wilds)
            if is_too_much(cards, limits.terms):
                continue
            key = key_of(cards, WITH_ELEVENS, limits)
            if key == 0:
                continue
            cards_used = naturals + wilds * sums.shape[0]
            elevens = 0
            if limits.terms & Term.LADY_AGAINST:
                without = key_of(cards, WITHOUT_ELEVENS, limits)
                if without != key:
                    elevens = elevens_in(cards, key, limits.terms)
                    if without > 0 and elevens > 0:
                        put(found, count, cards_used, without, 0)
                        count += 1
            put(found, count, cards_used, key, elevens)
            count += 1
    return best_first(found, count)


@kernel
def best_first(found, count):
    """The first `count` groups sorted: best key first; among equal keys as they were found, so with few wild cards first."""
    starts = np.zeros(MOST_KEYS + 1, np.int32)
    for i in range(count):
        starts[MOST_KEYS - found.keys[i]] += 1
    for place in range(MOST_KEYS):
        starts[place + 1] += starts[place]
    groups = new_groups(count)
    for i in range(count):
        place = MOST_KEYS - 1 - found.keys[i]
        put(groups, starts[place], found.sets[i], found.keys[i], found.elevens[i])
        starts[place] += 1
    return groups


# --- the split ---


@kernel
def build_split(groups, num_naturals, wild_eights, most_elevens):
    """The best split into some of `groups`, of so many other cards and wild eights, with at most so many cards as 11.

    Its sets are still those of `groups`. Of all ways to have the same keys it is one with the fewest elevens.
    """
    num_sets = (wild_eights + 1) << num_naturals
    levels = np.empty((4, MOST_GROUPS + 1, num_sets), np.int32)
    way_of = np.empty(num_sets, np.int32)
    search = Search(groups, (1 << num_naturals) - 1, most_elevens, levels[0], levels[1], levels[2], levels[3], way_of)
    split = new_split()
    search.used[0, 0] = 0
    search.elevens[0, 0] = 0
    ways = 1
    level = 0
    first = 0
    while level < MOST_GROUPS:
        first = first_that_fits(search, level, ways, first)
        if first == groups.keys.shape[0]:
            break
        split.keys[level] = groups.keys[first]
        ways = choose_at_level(search, level, ways, first)
        level += 1
    trace_back(search, level, ways, split)
    return split


@inlined
def first_that_fits(search, level, ways, first):
    """The best group that any way of the level has room for: the lowest index from `first` on; their number: there is none."""
    best = search.groups.keys.shape[0]
    for way in range(ways):
        used, elevens = search.used[level, way], search.elevens[level, way]
        for i in range(first, best):
            if fits(search, used, elevens, i):
                best = i
                break
    return best


@inlined
def choose_at_level(search, level, ways, first):
    """Go on from every way of the level with every group of the key at `first`; how many ways the next level has.

    Of ways that have used the same cards it has the one with the fewest elevens.
    """
    groups = search.groups
    for cards in range(search.way_of.shape[0]):
        search.way_of[cards] = NONE
    found = 0
    for way in range(ways):
        used, elevens = search.used[level, way], search.elevens[level, way]
        for i in range(first, groups.keys.shape[0]):
            if groups.keys[i] < groups.keys[first]:
                break
            if not fits(search, used, elevens, i):
                continue
            together, cost = used + groups.sets[i], elevens + groups.elevens[i]
            place = search.way_of[together]
            if place == NONE:
                place = found
                search.way_of[together] = found
                found += 1
            elif search.elevens[level + 1, place] <= cost:
                continue
            search.used[level + 1, place] = together
            search.elevens[level + 1, place] = cost
            search.previous[level + 1, place] = way
            search.last[level + 1, place] = groups.sets[i]
    return found


@inlined
def fits(search, used, elevens, i):
    """Whether the cards that group i needs are still there, and so many may count 11."""
    cards = search.groups.sets[i]
    together = used + cards  # too large where wild eights are wanting
    is_free = used & cards & search.all_naturals == 0 and together < search.way_of.shape[0]
    return is_free and elevens + search.groups.elevens[i] <= search.most_elevens


@inlined
def trace_back(search, level, ways, split):
    """Write the groups of the way with the fewest elevens, from the last one back."""
    best = 0
    for way in range(ways):
        if search.elevens[level, way] < search.elevens[level, best]:
            best = way
    split.elevens[0] = search.elevens[level, best]
    while level > 0:
        split.sets[level - 1] = search.last[level, best]
        best = search.previous[level, best]
        level -= 1
