"""Reading the cards of an observation, as kernels on its whole numbers `n`."""

import numpy as np

from ...envs.captain_gin.cards import NUM_CARDS, NUM_SUITS
from ...envs.captain_gin.melds import ALL_RANKS
from ...envs.captain_gin.observation import AT
from ...envs.captain_gin.state import IN_HAND
from ...envs.core.jit import kernel
from ...envs.kit.rows import add_card, count_cards


@kernel
def read_rows(n, start):
    """The cards marked in a piece that has a place a card, as four rows of bits, int64 (4,)."""
    rows = np.zeros(NUM_SUITS, np.int64)
    for card in range(NUM_CARDS):
        if n[start + card]:
            add_card(rows, card)
    return rows


@kernel
def read_cards(n):
    """Rows (4,) of the hand, of the cards that the opponent was seen to take and holds, and of those seen nowhere."""
    hand, theirs, unseen = read_rows(n, AT.held), read_rows(n, AT.taken), read_rows(n, AT.pile)
    for suit in range(NUM_SUITS):
        theirs[suit] &= ~hand[suit]
        unseen[suit] = ALL_RANKS & ~(hand[suit] | theirs[suit] | unseen[suit])
    return hand, theirs, unseen


@kernel
def share_of_opponent(theirs, unseen):
    """The chance that a card not seen is the opponent's, who holds `theirs` and cards not seen."""
    return (IN_HAND - count_cards(theirs)) / max(count_cards(unseen), 1)


@kernel
def upcard(n):
    """The top of the pile."""
    top = 0
    for card in range(NUM_CARDS):
        if n[AT.pile + card] > n[AT.pile + top]:
            top = card
    return top
