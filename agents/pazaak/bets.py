"""How much to offer, and what to accept, as kernels. A bettor's confidence is a number from 0 (none) to 1 (bets all it may).

`question` is where the pieces of a wager begin in the observation (`WAGER_PIECES`).
"""

from ...envs.core.jit import kernel
from ...envs.kit.wagers import MAX_WAGER, OFFER_LIMIT, OFFERED, Wager


@kernel
def wager_is_on(n, question):
    return n[question] + n[question + 1] + n[question + 2] > 0


@kernel
def bet_up_to(n, mask, question, offer, most):
    """Offer so many units; accept up to `most`, or what can not be declined."""
    if mask[Wager.OFFER_0]:
        return Wager.OFFER_0 + offer
    if n[question + OFFERED] <= most or not mask[Wager.DECLINE]:
        return Wager.ACCEPT
    return Wager.DECLINE


@kernel
def bet_by(n, mask, question, confidence):
    """Offer in proportion to the confidence; accept what is not more than that; raise when sure of it."""
    if confidence > 0.8:
        for units in range(MAX_WAGER, 0, -1):
            if mask[Wager.RAISE_TO_1 - 1 + units]:
                return Wager.RAISE_TO_1 - 1 + units
    ready = int(confidence * n[question + OFFER_LIMIT] + 0.5)
    return bet_up_to(n, mask, question, ready, ready)


@kernel
def bet_by_hand(n, mask, question, strength):
    """Offers by the strength of the hand: 0 is one like another's."""
    return bet_by(n, mask, question, min(max(0.3 + 0.5 * strength, 0.0), 1.0))


@kernel
def follow_small_bets(n, mask, question):
    """Offers nothing and accepts a single unit."""
    return bet_up_to(n, mask, question, 0, 1)
