"""A hand of gin in chances, as kernels: what it may still become, and what its cards would be worth to the opponent (CG-9).

Cards in no place that the observer has seen are taken to be the opponent's or in the stock with equal chance.
"""

from ...envs.captain_gin.cards import NUM_CARDS, NUM_RANKS, NUM_SUITS, POINTS
from ...envs.captain_gin.melds import in_two_suits, unmatched_of
from ...envs.core.jit import inlined, kernel
from ...envs.kit.rows import add_card, count_cards, has_card, remove_card

HIGHEST_CARD = 10  # points


@inlined
def points_of(card):
    return POINTS[1 << (card % NUM_RANKS)]


@kernel
def outs(hand, unseen, now):
    """What the next card is worth to the hand: the mean of how much less a card that is not seen would leave unmatched."""
    gain = 0
    for suit in range(NUM_SUITS):
        row = unseen[suit] & fitting(hand, suit)
        kept = hand[suit]
        while row:
            low = row & -row
            row ^= low
            hand[suit] = kept | low
            gain += max(0, now - unmatched_of(hand))
        hand[suit] = kept
    return gain / max(count_cards(unseen), 1)


@inlined
def fitting(hand, suit):
    """The ranks of the suit that have two others in the hand, or a neighbour in the suit, without which no meld takes them."""
    return in_two_suits(hand[0], hand[1], hand[2], hand[3]) | hand[suit] << 1 | hand[suit] >> 1


@kernel
def exchange(hand, unseen, now):
    """The mean of how many points the next card saves in place of the most expensive unmatched one."""
    most = 0
    for card in range(NUM_CARDS):
        if has_card(hand, card):
            remove_card(hand, card)
            most = max(most, now - unmatched_of(hand))
            add_card(hand, card)
    saved = 0.0
    for card in range(NUM_CARDS):
        if has_card(unseen, card):
            saved += max(0, most - points_of(card))
    return saved / max(count_cards(unseen), 1)


@kernel
def best_with(hand, taken, unseen, ahead):
    """What is left, and what the next card is then worth, when `taken` comes to the hand and another goes.

    It is the one that leaves least when `ahead` such cards are still to come.
    """
    best_left, best_gain = 0, 0.0
    least = 1000.0
    add_card(hand, taken)
    for card in range(NUM_CARDS):
        if card != taken and has_card(hand, card):
            remove_card(hand, card)
            left = unmatched_of(hand)
            gain = outs(hand, unseen, left)
            if left - ahead * gain < least:
                best_left, best_gain = left, gain
                least = left - ahead * gain
            add_card(hand, card)
    remove_card(hand, taken)
    return best_left, best_gain


@kernel
def chance_to_finish(hand, unseen):
    """The chance that the next card leaves nothing unmatched after a discard."""
    finishing = 0
    for card in range(NUM_CARDS):
        if has_card(unseen, card):
            add_card(hand, card)
            finishing += leaves_nothing(hand, card)
            remove_card(hand, card)
    return finishing / max(count_cards(unseen), 1)


@kernel
def leaves_nothing(hand, drawn):
    """Whether one of the cards, other than the one just taken, can go and leave nothing unmatched."""
    if unmatched_of(hand) > HIGHEST_CARD:
        return False
    for card in range(NUM_CARDS):
        if card != drawn and has_card(hand, card):
            remove_card(hand, card)
            left = unmatched_of(hand)
            add_card(hand, card)
            if left == 0:
                return True
    return False


@kernel
def danger(card, unseen, theirs, share):
    """About how many melds the opponent could make with a card thrown to it.

    Each two cards that would make one with it are its with the chance of both: 1 for those of `theirs`, seen taken, `share`
    for those not seen.
    """
    rank, suit = card % NUM_RANKS, card // NUM_RANKS
    melds = 0.0
    for one in range(NUM_SUITS):
        for two in range(one + 1, NUM_SUITS):
            if one != suit and two != suit:
                melds += held_by(one, rank, unseen, theirs, share) * held_by(two, rank, unseen, theirs, share)
    for lowest in range(rank - 2, rank + 1):
        both = 1.0
        for place in range(lowest, lowest + 3):
            if place != rank:
                both *= held_by(suit, place, unseen, theirs, share)
        melds += both
    return melds


@inlined
def held_by(suit, rank, unseen, theirs, share):
    """The chance that the opponent holds a card."""
    if rank < 0 or rank >= NUM_RANKS:
        return 0.0
    if theirs[suit] >> rank & 1:
        return 1.0
    return share if unseen[suit] >> rank & 1 else 0.0
