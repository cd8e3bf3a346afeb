"""Cripple Mr Onion: the best split of a hand under any modifiers (CO-M1 to CO-M11): every choice that they leave is tried.

What a modifier lets a seat choose is chosen for the best hand: which cards Great A'Tuin shifts, whom the Elephants carry,
whether the aces or the eights are done without where the Sender shows, the jack or the eights where the Archchancellor stands.
"""

import numpy as np

from ...core.jit import inlined, kernel
from .cards import ACE, ARCHCHANCELLOR_CARD, ATUIN_CARD, EIGHT, IN_HAND, JACK, NINE, NO_CARD, NUM_RANKS, TEN
from .groups import (
    ACES_ZEROED,
    DEATH_SHOWS,
    EIGHTS_WILD,
    ELEPHANTS,
    FOOL_REIGNS,
    FOOLS_ONION,
    JACK_WILD,
    LADY_AGAINST,
    MAY_CALL_ELEPHANTS,
    MAY_SHIFT,
    MOST_GROUPS,
    SENDER_SHOWS,
    WIZARD_HATES_EIGHTS,
    group_key,
)
from .splits import (
    MOST_SETS,
    NATURAL,
    NO_LIMIT,
    NOT_PLAYED,
    USELESS,
    WILD_EIGHT,
    WILD_JACK,
    build_split,
    list_sets,
    sort_sets,
    sums_of_card,
)

# What a card means to its owner, a row of `meaning`: what it counts (an ace 1), whether it may count 11 instead, whether it
# stands as a picture, and its role in `splits`.
POINTS, SOFT, PICTURE, ROLE = range(4)
SHIFT = 8  # points (CO-M6)
ELEPHANTS_NEED = 33  # points of the four, so that a point is left to the queen (CO-M7)


@kernel
def arrange(card, terms, keys, sets):
    """The best split of the cards of one seat, `card` (10) with NO_CARD where there is none, under `terms`.

    Writes the groups' keys, best first, into `keys` (5) and their slots as bits into `sets` (5); 0 where there are no more.
    """
    fewest = try_all(card, terms, np.int64(NO_LIMIT), keys, sets)
    if terms & LADY_AGAINST and fewest > 0:
        try_all(card, terms, fewest - 1, keys, sets)


@kernel
def try_all(card, terms, budget, keys, sets):
    """The best split with at most `budget` cards as 11; the fewest with which it can be had."""
    for i in range(MOST_GROUPS):
        keys[i] = 0
        sets[i] = 0
    meaning = np.empty((4, IN_HAND), np.int64)
    settle(card, terms, meaning)
    printed_eights = has_role(card, EIGHT, meaning)
    # CO-M10: without the jack, or without an 8; CO-M8: without the eights, or without the aces
    wizard_torn = terms & WIZARD_HATES_EIGHTS and printed_eights and holds(card, ARCHCHANCELLOR_CARD)
    sender_torn = terms & SENDER_SHOWS and not terms & EIGHTS_WILD and printed_eights and has_role(card, ACE, meaning)
    fewest = np.int64(NO_LIMIT)
    no_elephants = np.int64(0)
    for without_jack in range(2 if wizard_torn else 1):
        for without_aces in range(2 if sender_torn else 1):
            settle(card, terms, meaning)
            if without_jack:
                do_without_jack(card, meaning)
            if sender_torn:
                do_without_rank(card, np.int64(ACE if without_aces else EIGHT), meaning)
            no_eight = np.int64(wizard_torn and not without_jack)
            fewest = try_split(card, meaning, terms, no_eight, no_elephants, budget, fewest, keys, sets)
            if terms & MAY_SHIFT:
                fewest = try_shifts(card, meaning, terms, no_eight, budget, fewest, keys, sets)
            if terms & MAY_CALL_ELEPHANTS:
                fewest = try_elephants(card, meaning, terms, no_eight, budget, fewest, keys, sets)
    return fewest


@kernel
def settle(card, terms, meaning):
    """What each card means before anything is chosen."""
    aces_useless = terms & ACES_ZEROED or (terms & SENDER_SHOWS and terms & EIGHTS_WILD)
    for slot in range(IN_HAND):
        rank = card[slot] % NUM_RANKS
        meaning[POINTS, slot] = min(rank + 1, 10)
        meaning[SOFT, slot] = rank == ACE
        meaning[PICTURE, slot] = rank >= JACK
        role = NATURAL
        if card[slot] == NO_CARD or (rank == ACE and aces_useless):
            role = USELESS
        elif rank == EIGHT and terms & EIGHTS_WILD:
            role = WILD_EIGHT
        elif card[slot] == ARCHCHANCELLOR_CARD and terms & JACK_WILD:
            role = WILD_JACK
        meaning[ROLE, slot] = role


@inlined
def has_role(card, rank, meaning):
    """Whether any card of the rank is of use."""
    found = False
    for slot in range(IN_HAND):
        found |= card[slot] % NUM_RANKS == rank and meaning[ROLE, slot] != USELESS
    return found


@inlined
def holds(card, which):
    found = False
    for slot in range(IN_HAND):
        found |= card[slot] == which
    return found


@inlined
def do_without_jack(card, meaning):
    """CO-M10: he stands in no group, though Great A'Tuin may take points from him; as a wild card he is of no use."""
    for slot in range(IN_HAND):
        if card[slot] == ARCHCHANCELLOR_CARD:
            meaning[ROLE, slot] = NOT_PLAYED if meaning[ROLE, slot] == NATURAL else USELESS


@inlined
def do_without_rank(card, rank, meaning):
    """CO-M8."""
    for slot in range(IN_HAND):
        if card[slot] % NUM_RANKS == rank and meaning[ROLE, slot] == NATURAL:
            meaning[ROLE, slot] = USELESS


# --- one choice ---


@kernel
def try_split(card, meaning, terms, no_eight, elephants, budget, fewest, keys, sets):
    """Split the cards as they are meant, with the group of the `elephants` (slots as bits) where there is one.

    Keeps what is better than `keys`. Returns the fewest elevens of any split as good as the best so far.
    """
    slots = np.empty(IN_HAND, np.int64)
    naturals = np.int64(0)
    wild_eights = np.int64(0)
    for role in range(NATURAL, WILD_JACK + 1):
        for slot in range(IN_HAND):
            if meaning[ROLE, slot] == role and not elephants >> slot & 1:
                if role == WILD_EIGHT:
                    wild_eights += 1
                else:
                    slots[naturals] = slot
                    naturals += 1
    sums = np.empty(1 << naturals, np.int64)
    more = np.empty(1 << naturals, np.int64)
    sums[0] = 0
    more[0] = 0
    for i in range(naturals):
        slot = slots[i]
        of_card, more_of_card = sums_of_card(
            card[slot], meaning[POINTS, slot], meaning[SOFT, slot], meaning[PICTURE, slot], meaning[ROLE, slot]
        )
        for smaller in range(1 << i):
            sums[smaller | 1 << i] = sums[smaller] + of_card
            more[smaller | 1 << i] = more[smaller] + more_of_card
    listed = np.empty((6, MOST_SETS), np.int32)
    left = pictures_left(card, terms) if terms & DEATH_SHOWS else NO_LIMIT
    in_triple = left if terms & EIGHTS_WILD else NO_LIMIT
    lady = 1 if terms & LADY_AGAINST else 0
    count = list_sets(
        sums, more, naturals, wild_eights, terms, no_eight, left, in_triple, lady, listed[0], listed[1], listed[2]
    )
    sort_sets(listed[0], listed[1], listed[2], count, listed[3], listed[4], listed[5])
    chosen = np.zeros((2, MOST_GROUPS), np.int64)
    elevens = 2 if elephants else 0
    if elevens > budget:
        return fewest
    elevens += build_split(
        listed[3], listed[4], listed[5], count, naturals, wild_eights, budget - elevens, chosen[0], chosen[1]
    )
    wild_slots = np.int64(0)
    for slot in range(IN_HAND):
        if meaning[ROLE, slot] == WILD_EIGHT and not elephants >> slot & 1:
            wild_slots |= 1 << slot
    for i in range(MOST_GROUPS):
        wild_slots = to_slots(chosen, i, slots, naturals, wild_slots)
    if elephants:
        add_elephants(card, meaning, elephants, terms, chosen)
    return keep_better(chosen, elevens, meaning, fewest, keys, sets)


@inlined
def to_slots(chosen, i, slots, naturals, wild_slots):
    """Turn a group's bits into slots; the wild eights that are left."""
    group = chosen[0, i] if chosen[1, i] > 0 else 0
    in_slots = 0
    for bit in range(naturals):
        in_slots |= (group >> bit & 1) << slots[bit]
    for _ in range(group >> IN_HAND):
        in_slots |= wild_slots & -wild_slots
        wild_slots &= wild_slots - 1
    chosen[0, i] = in_slots
    return wild_slots


@inlined
def pictures_left(card, terms):
    """CO-M9: how many printed pictures may stand in a Double Onion."""
    printed = 0
    for slot in range(IN_HAND):
        wild = terms & JACK_WILD != 0 and card[slot] == ARCHCHANCELLOR_CARD
        printed += card[slot] != NO_CARD and card[slot] % NUM_RANKS >= JACK and not wild
    return printed - 1 if printed >= 2 else NO_LIMIT


@inlined
def keep_better(chosen, elevens, meaning, fewest, keys, sets):
    """Keep a better split, and of equal ones that with fewer wild cards in its best group (CO-M2)."""
    better = 0
    for i in range(MOST_GROUPS):
        if better == 0:
            better = chosen[1, i] - keys[i]
    if better < 0:
        return fewest
    if better > 0 or wilds_in(chosen[0, 0], meaning) < wilds_in(sets[0], meaning):
        for i in range(MOST_GROUPS):
            keys[i] = chosen[1, i]
            sets[i] = chosen[0, i]
    return elevens if better > 0 else min(fewest, elevens)


@inlined
def wilds_in(group, meaning):
    wilds = 0
    for slot in range(IN_HAND):
        role = meaning[ROLE, slot]
        wilds += group >> slot & 1 and role in (WILD_EIGHT, WILD_JACK)
    return wilds


# --- Great A'Tuin and the Elephants ---


@kernel
def try_shifts(card, meaning, terms, no_eight, budget, fewest, keys, sets):
    """CO-M6: one card goes down by eight, another up."""
    shifted = np.empty((4, IN_HAND), np.int64)
    no_elephants = np.int64(0)
    for down in range(IN_HAND):
        for up in range(IN_HAND):
            if down == up or not goes_down(meaning, down) or not goes_up(meaning, up):
                continue
            for row in range(4):
                for slot in range(IN_HAND):
                    shifted[row, slot] = meaning[row, slot]
            shifted[POINTS, down] = 3 if meaning[SOFT, down] else meaning[POINTS, down] - SHIFT
            shifted[SOFT, down] = 0
            shifted[PICTURE, down] = 0
            shifted[POINTS, up] = meaning[POINTS, up] + SHIFT
            shifted[SOFT, up] = 0
            shifted[PICTURE, up] = meaning[POINTS, up] == 2
            fewest = try_split(card, shifted, terms, no_eight, no_elephants, budget, fewest, keys, sets)
    return fewest


@inlined
def goes_down(meaning, slot):
    is_there = meaning[ROLE, slot] in (NATURAL, NOT_PLAYED)
    return is_there and (meaning[SOFT, slot] == 1 or meaning[POINTS, slot] > SHIFT)


@inlined
def goes_up(meaning, slot):
    return meaning[ROLE, slot] == NATURAL and meaning[POINTS, slot] + SHIFT <= 11


@kernel
def try_elephants(card, meaning, terms, no_eight, budget, fewest, keys, sets):
    """CO-M7: any four nines and tens carry the queen's points."""
    for four in range(1 << IN_HAND):
        points = points_of_elephants(card, meaning, terms, four)
        if points < ELEPHANTS_NEED:
            continue
        further = np.empty(IN_HAND, np.int64)
        count = 0
        for slot in range(IN_HAND):
            rank = card[slot] % NUM_RANKS
            if not four >> slot & 1 and meaning[ROLE, slot] == NATURAL and rank in (NINE, TEN):
                further[count] = slot
                count += 1
        shifted = np.empty((4, IN_HAND), np.int64)
        for low in range(1 << count):
            for row in range(4):
                for slot in range(IN_HAND):
                    shifted[row, slot] = meaning[row, slot]
            for i in range(count):
                if low >> i & 1:
                    shifted[POINTS, further[i]] = meaning[POINTS, further[i]] - SHIFT
            for slot in range(IN_HAND):
                if card[slot] == ATUIN_CARD:
                    shifted[POINTS, slot] = points - ELEPHANTS_NEED + 1
                    shifted[PICTURE, slot] = 0
            fewest = try_split(card, shifted, terms, no_eight, four, budget, fewest, keys, sets)
    return fewest


@inlined
def points_of_elephants(card, meaning, terms, four):
    """What the four cards count, if they can be the Elephants; else 0."""
    points = 0
    tens = 0
    eights = 0
    cards = 0
    for slot in range(IN_HAND):
        if four >> slot & 1:
            rank = card[slot] % NUM_RANKS
            role = meaning[ROLE, slot]
            if not ((role == NATURAL and rank in (NINE, TEN)) or role == WILD_EIGHT):
                return 0
            cards += 1
            points += rank + 1
            tens += rank == TEN
            eights += role == WILD_EIGHT
    barred = terms & SENDER_SHOWS and eights > 2  # CO-M8: an eight is no 11
    return points if cards == 4 and tens <= 2 and not barred else 0


@inlined
def add_elephants(card, meaning, four, terms, chosen):
    """Put the Elephants' Double Onion in its place; with the Fool it is two onions of two cards (CO-M11)."""
    if not terms & FOOL_REIGNS:
        insert(chosen, four, ELEPHANTS)
        return
    pictures = 0
    for most in range(EIGHT, TEN):  # eights rather than nines: an eight may be barred from being an 11
        for slot in range(IN_HAND):
            is_picture = four >> slot & 1 and card[slot] % NUM_RANKS == most
            if is_picture and pictures & (pictures - 1) == 0:
                pictures |= 1 << slot
    aces = four & ~pictures
    insert(chosen, (pictures & -pictures) | (aces & -aces), FOOLS_ONION)
    insert(chosen, (pictures & pictures - 1) | (aces & aces - 1), FOOLS_ONION)


@inlined
def insert(chosen, group, rank):
    key = group_key(rank, 0)
    place = MOST_GROUPS - 1
    while place > 0 and chosen[1, place - 1] < key:
        chosen[0, place] = chosen[0, place - 1]
        chosen[1, place] = chosen[1, place - 1]
        place -= 1
    chosen[0, place] = group
    chosen[1, place] = key
