"""Cripple Mr Onion: the best split of a hand under any modifiers (CO-M1 to CO-M11): every choice that they leave is tried.

What a modifier lets a seat choose is chosen for the best hand: which cards Great A'Tuin shifts, which four are the Elephants,
whether the aces or the eights are used where the Sender is face up, the jack or the eights beside the Archchancellor.
"""

import numpy as np

from ...core.jit import inlined, kernel
from .cards import ACE, ARCHCHANCELLOR_CARD, ATUIN_CARD, EIGHT, IN_HAND, JACK, NINE, NO_CARD, NUM_RANKS, TEN
from .groups import ELEPHANTS, FOOLS_ONION, MOST_GROUPS, group_key
from .modifiers import Term, aces_useless, is_wild
from .sets import NATURAL, NO_LIMIT, NOT_PLAYED, USELESS, WILD_EIGHT, WILD_JACK, Hand, Limits, sums_of_sets
from .splits import build_split, list_groups, new_split

SHIFT = 8  # points (CO-M6)
ELEPHANTS_NEED = 33  # points of the four, so that a point is left to the queen (CO-M7)
NO_ELEPHANTS = np.int64(0)  # as a variable: a kernel is compiled anew for every literal that it is called with


@kernel
def arrange(card, terms):
    """The best `Split` of the cards of one seat under `terms`, a sum of `Term`.

    `card` (10,) are numbers of cards, NO_CARD where there is none.
    """
    hand, best = new_hand(card), new_split()
    try_all(hand, np.int64(terms), np.int64(NO_LIMIT), best)
    if terms & Term.LADY_AGAINST and best.elevens[0] > 0:
        try_all(hand, np.int64(terms), best.elevens[0] - 1, best)
    return best


@kernel
def arrange_many(hands, terms, keys):
    """Write the keys of the best split of each of many hands (N, 10) into `keys` (N, 5)."""
    for i in range(hands.shape[0]):
        best = arrange(hands[i], terms)
        for place in range(MOST_GROUPS):
            keys[i, place] = best.keys[place]


@inlined
def new_hand(card):
    """The cards, with room for what they mean."""
    rows = np.empty((5, IN_HAND), np.int64)
    for slot in range(IN_HAND):
        rows[0, slot] = card[slot]
    return Hand(rows[0], rows[1], rows[2], rows[3], rows[4])


@kernel
def try_all(hand, terms, most_elevens, best):
    """Set `best` to the best split with at most so many cards as 11."""
    best.elevens[0] = NO_LIMIT
    for i in range(MOST_GROUPS):
        best.keys[i] = 0
        best.sets[i] = 0
    has_eight, has_ace = has_rank(hand, EIGHT), has_rank(hand, ACE) and not aces_useless(terms)
    # CO-M10: without the jack, or without an 8; CO-M8: without the eights, or without the aces
    jack_or_eight = terms & Term.JACK_BARS_EIGHTS and has_eight and holds(hand, ARCHCHANCELLOR_CARD)
    ace_or_eight = terms & Term.SENDER_FACE_UP and not terms & Term.EIGHTS_WILD and has_eight and has_ace
    in_double = pictures_left(hand, terms)
    in_triple = in_double if terms & Term.EIGHTS_WILD else NO_LIMIT
    for without_jack in range(2 if jack_or_eight else 1):
        for without_aces in range(2 if ace_or_eight else 1):
            settle(hand, terms)
            if without_jack:
                leave_out_jack(hand)
            if ace_or_eight:
                leave_out_rank(hand, ACE if without_aces else EIGHT)
            no_eight = 1 if jack_or_eight and not without_jack else 0
            limits = Limits(terms, no_eight, in_double, in_triple, most_elevens)
            try_split(hand, limits, NO_ELEPHANTS, best)
            if terms & Term.MAY_SHIFT:
                try_shifts(hand, limits, best)
            if terms & Term.MAY_CALL_ELEPHANTS:
                try_elephants(hand, limits, best)


@kernel
def settle(hand, terms):
    """What each card means before anything is chosen."""
    no_aces = aces_useless(terms)
    for slot in range(IN_HAND):
        card = hand.card[slot]
        rank = card % NUM_RANKS
        hand.points[slot] = min(rank + 1, 10)
        hand.soft[slot] = rank == ACE
        hand.picture[slot] = rank >= JACK
        role = NATURAL
        if card == NO_CARD or (rank == ACE and no_aces):
            role = USELESS
        elif is_wild(card, terms):
            role = WILD_EIGHT if rank == EIGHT else WILD_JACK
        hand.role[slot] = role


@inlined
def has_rank(hand, rank):
    found = False
    for slot in range(IN_HAND):
        found |= hand.card[slot] % NUM_RANKS == rank
    return found


@inlined
def holds(hand, card):
    found = False
    for slot in range(IN_HAND):
        found |= hand.card[slot] == card
    return found


@inlined
def pictures_left(hand, terms):
    """CO-M9: how many printed pictures may stand in a Double Onion."""
    printed = 0
    for slot in range(IN_HAND):
        card = hand.card[slot]
        printed += card != NO_CARD and card % NUM_RANKS >= JACK and not is_wild(card, terms)
    return printed - 1 if terms & Term.DEATH_FACE_UP and printed >= 2 else NO_LIMIT


@inlined
def leave_out_jack(hand):
    """CO-M10: he stands in no group, though Great A'Tuin may take points from him; as a wild card he is of no use."""
    for slot in range(IN_HAND):
        if hand.card[slot] == ARCHCHANCELLOR_CARD:
            hand.role[slot] = NOT_PLAYED if hand.role[slot] == NATURAL else USELESS


@inlined
def leave_out_rank(hand, rank):
    """CO-M8."""
    for slot in range(IN_HAND):
        if hand.card[slot] % NUM_RANKS == rank and hand.role[slot] == NATURAL:
            hand.role[slot] = USELESS


# --- one choice ---


@kernel
def try_split(hand, limits, elephants, best):
    """Split the cards as they are meant, with the group of the `elephants` (slots as bits) where there is one.

    Keeps what is better than `best`, and the fewest elevens of any split as good as the best so far.
    """
    elevens = 2 if elephants else 0
    if elevens > limits.most_elevens:
        return
    slots, wild_slots = slots_in_play(hand, elephants)
    sums, more = sums_of_sets(hand, slots)
    wild_eights = count_bits(wild_slots)
    groups = list_groups(sums, more, wild_eights, limits)
    split = build_split(groups, slots.shape[0], wild_eights, limits.most_elevens - elevens)
    split.elevens[0] += elevens
    for i in range(MOST_GROUPS):
        wild_slots = to_slots(split, i, slots, wild_slots)
    if elephants:
        add_elephants(hand, elephants, limits.terms, split)
    keep_better(hand, split, best)


@inlined
def slots_in_play(hand, elephants):
    """The slots of what may stand in groups beside the Elephants: a list of all but the wild eights, and of these bits."""
    slots = np.empty(IN_HAND, np.int64)
    count = 0
    wild_slots = 0
    for role in (NATURAL, WILD_EIGHT, WILD_JACK):
        for slot in range(IN_HAND):
            if hand.role[slot] == role and not elephants >> slot & 1:
                if role == WILD_EIGHT:
                    wild_slots |= 1 << slot
                else:
                    slots[count] = slot
                    count += 1
    return slots[:count], wild_slots


@inlined
def count_bits(slots):
    count = 0
    for slot in range(IN_HAND):
        count += slots >> slot & 1
    return count


@inlined
def to_slots(split, i, slots, wild_slots):
    """Turn the set of a group's cards into slots as bits, the first of the wild ones; those that are left."""
    cards = split.sets[i]
    in_slots = 0
    for bit in range(slots.shape[0]):
        in_slots |= (cards >> bit & 1) << slots[bit]
    for _ in range(cards >> slots.shape[0]):
        in_slots |= wild_slots & -wild_slots
        wild_slots &= wild_slots - 1
    split.sets[i] = in_slots
    return wild_slots


@inlined
def keep_better(hand, split, best):
    """Keep a better split, and of equal ones that with fewer wild cards in its best group (CO-M2)."""
    better = 0
    for i in range(MOST_GROUPS):
        if better == 0:
            better = split.keys[i] - best.keys[i]
    if better < 0:
        return
    best.elevens[0] = split.elevens[0] if better > 0 else min(best.elevens[0], split.elevens[0])
    if better > 0 or wilds_in(hand, split.sets[0]) < wilds_in(hand, best.sets[0]):
        for i in range(MOST_GROUPS):
            best.keys[i] = split.keys[i]
            best.sets[i] = split.sets[i]


@inlined
def wilds_in(hand, slots):
    wilds = 0
    for slot in range(IN_HAND):
        wilds += slots >> slot & 1 and hand.role[slot] in (WILD_EIGHT, WILD_JACK)
    return wilds


# --- Great A'Tuin and the Elephants ---


@inlined
def copy_meaning(hand, into):
    for slot in range(IN_HAND):
        into.points[slot] = hand.points[slot]
        into.soft[slot] = hand.soft[slot]
        into.picture[slot] = hand.picture[slot]
        into.role[slot] = hand.role[slot]


@kernel
def try_shifts(hand, limits, best):
    """CO-M6: one card goes down by eight, another up."""
    shifted = new_hand(hand.card)
    for down in range(IN_HAND):
        for up in range(IN_HAND):
            if down == up or not goes_down(hand, down) or not goes_up(hand, up):
                continue
            copy_meaning(hand, shifted)
            shifted.points[down] = 3 if hand.soft[down] else hand.points[down] - SHIFT
            shifted.soft[down] = 0
            shifted.picture[down] = 0
            shifted.points[up] = hand.points[up] + SHIFT
            shifted.soft[up] = 0
            shifted.picture[up] = hand.points[up] == 2
            try_split(shifted, limits, NO_ELEPHANTS, best)


@inlined
def goes_down(hand, slot):
    is_there = hand.role[slot] in (NATURAL, NOT_PLAYED)
    return is_there and (hand.soft[slot] == 1 or hand.points[slot] > SHIFT)


@inlined
def goes_up(hand, slot):
    return hand.role[slot] == NATURAL and hand.points[slot] + SHIFT <= 11


@kernel
def try_elephants(hand, limits, best):
    """CO-M7: any four nines, tens or wild eights take points of the queen; further nines and tens may count 1 and 2."""
    shifted = new_hand(hand.card)
    for four in range(1 << IN_HAND):
        points = points_of_elephants(hand, limits.terms, four)
        if points < ELEPHANTS_NEED:
            continue
        further = 0
        for slot in range(IN_HAND):
            if is_nine_or_ten(hand, slot) and not four >> slot & 1:
                further |= 1 << slot
        low = 0
        while True:  # every set of the further ones counts low once
            copy_meaning(hand, shifted)
            for slot in range(IN_HAND):
                if low >> slot & 1:
                    shifted.points[slot] -= SHIFT
                elif hand.card[slot] == ATUIN_CARD:
                    shifted.points[slot] = points - ELEPHANTS_NEED + 1
                    shifted.picture[slot] = 0
            try_split(shifted, limits, four, best)
            low = low - further & further
            if low == 0:
                break


@inlined
def is_nine_or_ten(hand, slot):
    return hand.role[slot] == NATURAL and hand.card[slot] % NUM_RANKS in (NINE, TEN)


@inlined
def points_of_elephants(hand, terms, four):
    """What the four cards count, if they can be the Elephants; else 0."""
    if count_bits(four) != 4:
        return 0
    points = 0
    tens = 0
    eights = 0
    for slot in range(IN_HAND):
        if four >> slot & 1:
            rank = hand.card[slot] % NUM_RANKS
            if not is_nine_or_ten(hand, slot) and hand.role[slot] != WILD_EIGHT:
                return 0
            points += rank + 1
            tens += rank == TEN
            eights += rank == EIGHT
    barred = terms & Term.SENDER_FACE_UP and eights > 2  # CO-M8: an eight is no 11
    return points if tens <= 2 and not barred else 0


@inlined
def add_elephants(hand, four, terms, split):
    """Put the Elephants' Double Onion in its place; with the Fool it is two onions of two cards (CO-M11)."""
    if not terms & Term.FOOL_DECLARED:
        insert(split, four, ELEPHANTS)
        return
    pictures = 0
    for most in range(EIGHT, TEN):  # eights rather than nines: an eight may be barred from being an 11
        for slot in range(IN_HAND):
            is_picture = four >> slot & 1 and hand.card[slot] % NUM_RANKS == most
            if is_picture and pictures & (pictures - 1) == 0:
                pictures |= 1 << slot
    aces = four & ~pictures
    insert(split, (pictures & -pictures) | (aces & -aces), FOOLS_ONION)
    insert(split, (pictures & pictures - 1) | (aces & aces - 1), FOOLS_ONION)


@inlined
def insert(split, slots, rank):
    """Put a group into a split, best first."""
    key = group_key(rank, 0)
    place = MOST_GROUPS - 1
    while place > 0 and split.keys[place - 1] < key:
        split.sets[place] = split.sets[place - 1]
        split.keys[place] = split.keys[place - 1]
        place -= 1
    split.sets[place] = slots
    split.keys[place] = key
