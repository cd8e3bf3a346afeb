"""A hand of gin in chances, as kernels: what it would still gain, and what a discard would give away.

Cards in no place that the observer has seen are taken to be the opponent's or in the stock with equal chance.
"""

from ...envs.captain_gin.cards import COUNT, NUM_CARDS, NUM_RANKS, NUM_SUITS, POINTS
from ...envs.captain_gin.melds import least_unmatched
from ...envs.captain_gin.opening import add_card, has_card, remove_card
from ...envs.captain_gin.sight import HELD, PILE, TAKEN
from ...envs.captain_gin.state import IN_HAND
from ...envs.jit import inlined, kernel

HIGHEST_CARD = 10  # points


@kernel
def read_rows(o, start, rows):
    """The cards marked in a piece of the observation that has a place a card, as four rows of bits."""
    for suit in range(NUM_SUITS):
        rows[suit] = 0
        for rank in range(NUM_RANKS):
            if o[start + suit * NUM_RANKS + rank] > 0.0:
                rows[suit] |= 1 << rank


@kernel
def read_unseen(o, unseen):
    """The cards that lie in no place known to the observer; how many of them are the opponent's, as a share."""
    known = 0
    for card in range(NUM_CARDS):
        seen = o[HELD + card] > 0.0 or o[PILE + card] > 0.0
        taken = o[TAKEN + card] > 0.0
        known += taken and not seen
        remove_card(unseen, card)
        if not seen and not taken:
            add_card(unseen, card)
    return (IN_HAND - known) / max(count(unseen), 1)


@inlined
def count(rows):
    return COUNT[rows[0]] + COUNT[rows[1]] + COUNT[rows[2]] + COUNT[rows[3]]


@inlined
def points_of(card):
    return POINTS[1 << (card % NUM_RANKS)]


@inlined
def unmatched_of(rows):
    return least_unmatched(rows[0], rows[1], rows[2], rows[3])


@kernel
def outs(hand, unseen, now):
    """What the next card is worth to the hand: the mean of how much less a card that is not seen would leave unmatched."""
    gain = 0
    for card in range(NUM_CARDS):
        if has_card(unseen, card) and fits(hand, card):
            add_card(hand, card)
            gain += max(0, now - unmatched_of(hand))
            remove_card(hand, card)
    return gain / max(count(unseen), 1)


@inlined
def fits(hand, card):
    """Whether the card has two others of its rank, or a neighbour in its suit, without which no meld takes it."""
    rank, suit = card % NUM_RANKS, card // NUM_RANKS
    alike = -(hand[suit] >> rank & 1)
    for other in range(NUM_SUITS):
        alike += hand[other] >> rank & 1
    return alike >= 2 or (hand[suit] << 1 | hand[suit] >> 1) >> rank & 1


@kernel
def chance_to_finish(hand, unseen):
    """The chance that the next card leaves nothing unmatched after a discard."""
    finishing = 0
    for card in range(NUM_CARDS):
        if has_card(unseen, card):
            add_card(hand, card)
            finishing += leaves_nothing(hand, card)
            remove_card(hand, card)
    return finishing / max(count(unseen), 1)


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
