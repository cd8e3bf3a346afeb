"""Reading the cards of an observation, as kernels."""

from ...envs.captain_gin.cards import NUM_CARDS, NUM_RANKS, NUM_SUITS
from ...envs.captain_gin.observation import AT
from ...envs.captain_gin.state import IN_HAND
from ...envs.core.jit import kernel
from ...envs.kit.rows import add_card, count_cards, remove_card


@kernel
def read_rows(n, start, rows):
    """The cards marked in a piece of the observation that has a place a card, as four rows of bits."""
    for suit in range(NUM_SUITS):
        rows[suit] = 0
        for rank in range(NUM_RANKS):
            if n[start + suit * NUM_RANKS + rank] > 0.0:
                rows[suit] |= 1 << rank


@kernel
def read_unseen(n, unseen):
    """The cards that lie in no place known to the observer; how many of them are the opponent's, as a share."""
    known = 0
    for card in range(NUM_CARDS):
        seen = n[AT.held + card] > 0.0 or n[AT.pile + card] > 0.0
        taken = n[AT.taken + card] > 0.0
        known += taken and not seen
        remove_card(unseen, card)
        if not seen and not taken:
            add_card(unseen, card)
    return (IN_HAND - known) / max(count_cards(unseen), 1)


@kernel
def upcard(n):
    """The top of the pile."""
    top = 0
    for card in range(NUM_CARDS):
        if n[AT.pile + card] > n[AT.pile + top]:
            top = card
    return top
