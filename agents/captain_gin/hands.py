"""Reading the cards of an observation, as kernels."""

from ...envs.captain_gin.cards import NUM_CARDS, NUM_RANKS, NUM_SUITS
from ...envs.captain_gin.sight import HELD, PILE, TAKEN
from ...envs.captain_gin.state import IN_HAND
from ...envs.jit import kernel
from ...envs.kit.rows import add_card, count_cards, remove_card


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
    return (IN_HAND - known) / max(count_cards(unseen), 1)


@kernel
def upcard(o):
    """The top of the pile."""
    top = 0
    for card in range(NUM_CARDS):
        if o[PILE + card] > o[PILE + top]:
            top = card
    return top
