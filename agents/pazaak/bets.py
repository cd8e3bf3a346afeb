"""How much to offer, and what to accept, as kernels. A bettor's confidence is a number from 0 (none) to 1 (bets all it may)."""

from ...envs.jit import kernel
from ...envs.kit.wagers import ACCEPT, DECLINE, MAX_WAGER, OFFER_0, RAISE_TO_1


@kernel
def bet_by(mask, confidence, offered, limit):
    """Offer in proportion to the confidence; accept what is not more than that; raise when sure of it."""
    ready = int(confidence * limit + 0.5)
    if mask[OFFER_0]:
        return OFFER_0 + ready
    if confidence > 0.8:
        for units in range(MAX_WAGER, 0, -1):
            if mask[RAISE_TO_1 - 1 + units]:
                return RAISE_TO_1 - 1 + units
    if offered <= ready or not mask[DECLINE]:
        return ACCEPT
    return DECLINE


@kernel
def follow_small_bets(mask, offered):
    """Offers nothing and accepts a single unit."""
    if mask[OFFER_0]:
        return OFFER_0
    return ACCEPT if offered <= 1 or not mask[DECLINE] else DECLINE
