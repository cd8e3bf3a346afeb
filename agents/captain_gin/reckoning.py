"""What a bettor reckons from what it sees: `counter` and `patient` decide by it, and a trained policy is given the same.

Cards in no place that the observer has seen are taken to be the opponent's or in the stock with equal chance.
"""

import numpy as np

from ...envs.captain_gin.cards import NUM_CARDS, NUM_SUITS
from ...envs.captain_gin.sight import HELD, LEFT_AFTER, POINT, TAKEN, UNMATCHED
from ...envs.captain_gin.state import DISCARD, TAKE_DISCARD
from ...envs.jit import kernel
from ...envs.kit.rows import add_card, remove_card
from ..reading import number
from ..reckoning import Reckoned, Reckoning
from .hands import read_rows, read_unseen, upcard
from .prospects import best_with, danger, exchange, outs

AHEAD = 4.0  # how many further cards a hand is planned for
GAIN = 0.5  # what points saved are multiplied by; a power of two, so that nothing is lost

PIECES = (
    Reckoned("gains", NUM_CARDS, "of cards that may go: points that the next card saves in the mean when it goes, times 0.5"),
    Reckoned("dangers", NUM_CARDS, "of cards that may go: about how many melds the opponent could make with it"),
    Reckoned("taken_saves", 1, "where the upcard may be taken: points that it saves at once, times 0.5"),
    Reckoned("taken_gain", 1, "... and those that the next card saves then in the mean, times 0.5"),
    Reckoned("stock_gain", 1, "... that a card of the stock saves in the mean by a meld, times 0.5"),
    Reckoned("stock_exchange", 1, "... and in place of the most expensive card without a meld, times 0.5"),
)
GAINS = 0
DANGERS = GAINS + NUM_CARDS
TAKEN_SAVES = DANGERS + NUM_CARDS
TAKEN_GAIN, STOCK_GAIN, STOCK_EXCHANGE = TAKEN_SAVES + 1, TAKEN_SAVES + 2, TAKEN_SAVES + 3
SIZE = STOCK_EXCHANGE + 1


@kernel
def reckon(o, mask, out):
    """Write into `out`, zeros before, what its decision is weighed by: a discard, or whether to take the upcard."""
    hand, unseen = np.zeros(NUM_SUITS, np.int64), np.zeros(NUM_SUITS, np.int64)
    if mask[TAKE_DISCARD]:
        read_rows(o, HELD, hand)
        read_unseen(o, unseen)
        reckon_draw(o, hand, unseen, out)
    elif mask[DISCARD : DISCARD + NUM_CARDS].any():
        read_rows(o, HELD, hand)
        share = read_unseen(o, unseen)
        reckon_discards(o, mask, hand, unseen, share, out)


@kernel
def reckon_draw(o, hand, unseen, out):
    now = number(o, UNMATCHED, POINT)
    left, gain = best_with(hand, upcard(o), unseen, AHEAD)
    out[TAKEN_SAVES] = GAIN * (now - left)
    out[TAKEN_GAIN] = GAIN * gain
    out[STOCK_GAIN] = GAIN * outs(hand, unseen, now)
    out[STOCK_EXCHANGE] = GAIN * exchange(hand, unseen, now)


@kernel
def reckon_discards(o, mask, hand, unseen, share, out):
    """`share` is the chance that a card not seen is the opponent's."""
    theirs = np.zeros(NUM_SUITS, np.int64)
    read_rows(o, TAKEN, theirs)
    for suit in range(NUM_SUITS):
        theirs[suit] &= ~hand[suit]
    for card in range(NUM_CARDS):
        if mask[DISCARD + card]:
            remove_card(hand, card)
            out[GAINS + card] = GAIN * outs(hand, unseen, number(o, LEFT_AFTER + card, POINT))
            add_card(hand, card)
            out[DANGERS + card] = danger(card, unseen, theirs, share)


@kernel
def reckoned(o, mask):
    """The reckoning (E,) of one decision, in 64 bits."""
    out = np.zeros(SIZE)
    reckon(o, mask, out)
    return out


@kernel
def reckon_batch(observations, masks, out):
    for i in range(observations.shape[0]):
        reckon(observations[i], masks[i], out[i])


RECKONING = Reckoning(PIECES, reckon_batch)
