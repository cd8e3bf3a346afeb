"""Sets of cards as rows of bits, one a suit, the ace the lowest of thirteen: what is in a hand, or left in a pack."""

import numpy as np

from ..core.jit import inlined

NUM_RANKS = 13
ROWS = 1 << NUM_RANKS  # how many different rows there are
COUNT = np.array([row.bit_count() for row in range(ROWS)], np.int32)  # cards in a row


@inlined
def nth_card(rows, nth):
    """The `nth` card (from 0) of those in the rows, in order."""
    suit = 0
    while nth >= COUNT[rows[suit]]:
        nth -= COUNT[rows[suit]]
        suit += 1
    row = rows[suit]
    while nth > 0:
        row &= row - 1
        nth -= 1
    return suit * NUM_RANKS + COUNT[(row & -row) - 1]


@inlined
def count_cards(rows):
    """How many cards are in the rows."""
    cards = 0
    for suit in range(rows.shape[0]):
        cards += COUNT[rows[suit]]
    return cards


@inlined
def add_card(rows, card):
    rows[card // NUM_RANKS] |= 1 << (card % NUM_RANKS)


@inlined
def remove_card(rows, card):
    rows[card // NUM_RANKS] &= ~(1 << (card % NUM_RANKS))


@inlined
def has_card(rows, card):
    return rows[card // NUM_RANKS] >> (card % NUM_RANKS) & 1
