"""Features derived from an observation: `counter` and `patient` decide by them, and a trained policy is given them too.

Cards in no place that the observer has seen are taken to be the opponent's or in the stock with equal chance.
"""

import numpy as np

from ...envs.captain_gin.cards import NUM_CARDS
from ...envs.captain_gin.observation import AT, LAYOUT
from ...envs.captain_gin.state import Action
from ...envs.core.jit import kernel
from ...envs.kit.rows import add_card, remove_card
from ..derived_features import DerivedFeature, DerivedFeatures
from .hands import read_cards, share_of_opponent, upcard
from .prospects import best_with, danger, exchange, outs

AHEAD = 4.0  # how many further cards a hand is planned for
GAIN = 0.5  # what points saved are multiplied by; a power of two, so that nothing is lost

PIECES = (
    DerivedFeature("gains", NUM_CARDS, "of cards that may go: points that the next card saves in the mean then, times 0.5"),
    DerivedFeature("dangers", NUM_CARDS, "of cards that may go: about how many melds the opponent could make with it"),
    DerivedFeature("taken_saves", 1, "where the upcard may be taken: points that it saves at once, times 0.5"),
    DerivedFeature("taken_gain", 1, "... and those that the next card saves then in the mean, times 0.5"),
    DerivedFeature("stock_gain", 1, "... that a card of the stock saves in the mean by a meld, times 0.5"),
    DerivedFeature("stock_exchange", 1, "... and in place of the most expensive card without a meld, times 0.5"),
)
GAINS = 0
DANGERS = GAINS + NUM_CARDS
TAKEN_SAVES = DANGERS + NUM_CARDS
TAKEN_GAIN, STOCK_GAIN, STOCK_EXCHANGE = TAKEN_SAVES + 1, TAKEN_SAVES + 2, TAKEN_SAVES + 3
SIZE = STOCK_EXCHANGE + 1


@kernel
def derive(n, mask, out):
    """Write into `out`, zeros before, what the decision is weighed by: a discard, or whether to take the upcard."""
    if mask[Action.TAKE_DISCARD]:
        derive_for_draw(n, out)
    else:
        derive_for_discards(n, mask, out)


@kernel
def derive_for_draw(n, out):
    hand, _, unseen = read_cards(n)
    now = n[AT.unmatched]
    left, gain = best_with(hand, upcard(n), unseen, AHEAD)
    out[TAKEN_SAVES] = GAIN * (now - left)
    out[TAKEN_GAIN] = GAIN * gain
    out[STOCK_GAIN] = GAIN * outs(hand, unseen, now)
    out[STOCK_EXCHANGE] = GAIN * exchange(hand, unseen, now)


@kernel
def derive_for_discards(n, mask, out):
    hand, theirs, unseen = read_cards(n)
    share = share_of_opponent(theirs, unseen)
    for card in range(NUM_CARDS):
        if mask[Action.DISCARD + card]:
            remove_card(hand, card)
            out[GAINS + card] = GAIN * outs(hand, unseen, n[AT.left_after + card])
            add_card(hand, card)
            out[DANGERS + card] = danger(card, unseen, theirs, share)


@kernel
def features_of(n, mask):
    """The derived features (E,) of one decision, in 64 bits."""
    out = np.zeros(SIZE)
    derive(n, mask, out)
    return out


DERIVED_FEATURES = DerivedFeatures("CaptainGin", LAYOUT, PIECES, derive)
