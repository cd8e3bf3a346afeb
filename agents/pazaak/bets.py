"""How much to offer, and what to accept, as kernels. A bettor's confidence is a number from 0 (none) to 1 (bets all it may).

`question` is where the pieces of a wager begin in the observation (`WAGER_PIECES`).
"""

from ...envs.core.jit import kernel
from ...envs.kit.wagers import ACCEPT, DECLINE, MAX_WAGER, OFFER_0, OFFER_LIMIT, OFFERED, RAISE_TO_1


@kernel
def wager_is_on(n, question):
    return n[question] + n[question + 1] + n[question + 2] > 0


@kernel
def bet_by(n, mask, question, confidence):
    """Offer in proportion to the confidence; accept what is not more than that; raise when sure of it."""
    ready = int(confidence * n[question + OFFER_LIMIT] + 0.5)
    if mask[OFFER_0]:
        return OFFER_0 + ready
    if confidence > 0.8:
        for units in range(MAX_WAGER, 0, -1):
            if mask[RAISE_TO_1 - 1 + units]:
                return RAISE_TO_1 - 1 + units
    if n[question + OFFERED] <= ready or not mask[DECLINE]:
        return ACCEPT
    return DECLINE


@kernel
def bet_by_hand(n, mask, question, strength):
    """Offers by the strength of the hand: 0 is one like another's."""
    return bet_by(n, mask, question, min(max(0.3 + 0.5 * strength, 0.0), 1.0))


@kernel
def follow_small_bets(n, mask, question):
    """Offers nothing and accepts a single unit."""
    if mask[OFFER_0]:
        return OFFER_0
    return ACCEPT if n[question + OFFERED] <= 1 or not mask[DECLINE] else DECLINE
