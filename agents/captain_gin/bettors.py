"""Characters at Captain gin. In a hand that they sit out they advise; what they advise, and whether they listen, differs.

`eager` takes from the pile only what melds and knocks as soon as it may; `patient` does the same, but goes for gin alone;
`counter` weighs what each discard leaves, may still gain and gives away, and whether to knock by what the other may hold.
These three are honest advisers: they name what they would do. `silent` and `careless` play as the counter does; the first
says nothing, the second anything. `pupil` plays as the eager one, and as captain does what he is told.
"""

import numpy as np

from ...envs.captain_gin.cards import NUM_CARDS, NUM_SUITS
from ...envs.captain_gin.sight import (
    ADVISED_CARD,
    ADVISED_DISCARD,
    ADVISED_KIND,
    ADVISED_KNOCK,
    GIN_BONUS,
    HELD,
    LEFT_AFTER,
    POINT,
    ROLE_PLACE,
    SCORE,
    SCORES,
    SEAT,
    SITS_OUT,
    TARGET,
    TURN,
    TURN_OF,
    TURNS,
    UNDERCUT_BONUS,
    UNMATCHED,
)
from ...envs.captain_gin.sight import BONUS as BONUS_SCALE
from ...envs.captain_gin.state import DISCARD, KNOCK, PASS, TAKE_DISCARD, TAKE_STOCK
from ...envs.jit import kernel
from ...envs.kit.rows import add_card, remove_card
from ..reading import number
from ..scripted import ScriptedAgent
from ..uniform import pick_uniformly
from .hands import read_rows, read_unseen, upcard
from .opponent import KNOCKS, LAST_TURN, LEFT, SHARES
from .prospects import chance_to_finish, points_of, unmatched_of
from .reckoning import (
    AHEAD,
    DANGERS,
    GAIN,
    GAINS,
    STOCK_EXCHANGE,
    STOCK_GAIN,
    TAKEN_GAIN,
    TAKEN_SAVES,
    reckoned,
)

NO_ACTION = -1
FED = 5.0  # points that a meld made for the opponent costs
SHOWN = 2.0  # points that a card taken openly costs
CAUGHT = 5.0  # points lost by waiting when the opponent ends the hand


# --- drawing ---


@kernel
def leave_it(mask):
    return TAKE_STOCK if mask[TAKE_STOCK] else PASS


@kernel
def take_what_melds(o, mask):
    """From the pile only a card that leaves no more unmatched than without it."""
    if not mask[TAKE_DISCARD]:
        return TAKE_STOCK
    hand = np.zeros(NUM_SUITS, np.int64)
    read_rows(o, HELD, hand)
    card = upcard(o)
    add_card(hand, card)
    return TAKE_DISCARD if unmatched_of(hand) <= number(o, UNMATCHED, POINT) else leave_it(mask)


# --- discarding ---


@kernel
def best_knock(o, mask):
    """The discard of the knock that leaves least, or NO_ACTION."""
    best = NO_ACTION
    for card in range(NUM_CARDS):
        if mask[KNOCK + card] and (best == NO_ACTION or o[LEFT_AFTER + card] < o[LEFT_AFTER + best]):
            best = card
    return best


@kernel
def plain_discard(o, mask):
    """The discard that leaves least, of level ones the card of most points."""
    best = NO_ACTION
    for card in range(NUM_CARDS):
        if mask[DISCARD + card]:
            less = best == NO_ACTION or o[LEFT_AFTER + card] < o[LEFT_AFTER + best]
            if less or (o[LEFT_AFTER + card] == o[LEFT_AFTER + best] and points_of(card) > points_of(best)):
                best = card
    return best


@kernel
def eager(o, mask):
    if mask[TAKE_STOCK] or mask[TAKE_DISCARD]:
        return take_what_melds(o, mask)
    card = best_knock(o, mask)
    return DISCARD + plain_discard(o, mask) if card == NO_ACTION else KNOCK + card


@kernel
def patient(o, mask):
    if mask[TAKE_STOCK] or mask[TAKE_DISCARD]:
        return take_what_melds(o, mask)
    card = best_knock(o, mask)
    if card != NO_ACTION and number(o, LEFT_AFTER + card, POINT) == 0:
        return KNOCK + card
    return DISCARD + weighed_discard(o, mask, reckoned(o, mask), 0.0)


@kernel
def weighed_discard(o, mask, known, fed):
    """The discard of least cost: what it leaves, less what the next cards may gain, and `fed` for a meld given away."""
    best = NO_ACTION
    least = 0.0
    for card in range(NUM_CARDS):
        if mask[DISCARD + card]:
            gain, melds = known[GAINS + card] / GAIN, known[DANGERS + card]
            cost = number(o, LEFT_AFTER + card, POINT) - AHEAD * gain + fed * melds
            if best == NO_ACTION or cost < least:
                best = card
                least = cost
    return best


# --- counting ---


@kernel
def weigh_upcard(o, mask):
    """Take the upcard when the best ten cards with it are better than what a card of the stock is expected to make."""
    if not mask[TAKE_DISCARD]:
        return TAKE_STOCK
    known = reckoned(o, mask)
    now = number(o, UNMATCHED, POINT)
    with_upcard = now - known[TAKEN_SAVES] / GAIN - AHEAD * known[TAKEN_GAIN] / GAIN
    from_stock = now - (1.0 + AHEAD) * known[STOCK_GAIN] / GAIN - known[STOCK_EXCHANGE] / GAIN
    return TAKE_DISCARD if with_upcard + SHOWN < from_stock else leave_it(mask)


@kernel
def knock_gain(left, turn, gin_bonus, undercut_bonus):
    """Points that a knock is expected to bring: what the opponent may hold is known from other hands at this turn."""
    gain = 0.0
    for share in range(SHARES):
        theirs = LEFT[turn, share]
        if left == 0:
            gain += gin_bonus + theirs
        elif theirs > left:
            gain += theirs - left
        else:
            gain -= undercut_bonus + left - theirs
    return gain / SHARES


@kernel
def knocks_now(o, card):
    """Whether a knock with this discard is worth more than one more turn; it is when it wins the game."""
    left = number(o, LEFT_AFTER + card, POINT)
    if left == 0:
        return True
    turn = min(number(o, TURNS, TURN), LAST_TURN)
    gin_bonus = number(o, GIN_BONUS, BONUS_SCALE)
    undercut_bonus = number(o, UNDERCUT_BONUS, BONUS_SCALE)
    now = knock_gain(left, turn, gin_bonus, undercut_bonus)
    missing = number(o, TARGET, SCORE) - number(o, SCORES + number(o, TURN_OF, SEAT), SCORE)
    if now >= missing:
        return True
    hand, unseen = np.zeros(NUM_SUITS, np.int64), np.zeros(NUM_SUITS, np.int64)
    read_rows(o, HELD, hand)
    read_unseen(o, unseen)
    remove_card(hand, card)
    finishes = chance_to_finish(hand, unseen)
    next_turn = min(turn + 2, LAST_TURN)
    later = knock_gain(0, next_turn, gin_bonus, undercut_bonus) * finishes
    later += knock_gain(left, next_turn, gin_bonus, undercut_bonus) * (1.0 - finishes)
    ended = KNOCKS[min(turn + 1, LAST_TURN)]
    return now >= (1.0 - ended) * later - ended * CAUGHT


@kernel
def counter(o, mask):
    if mask[TAKE_STOCK] or mask[TAKE_DISCARD]:
        return weigh_upcard(o, mask)
    card = best_knock(o, mask)
    if card != NO_ACTION and knocks_now(o, card):
        return KNOCK + card
    return DISCARD + weighed_discard(o, mask, reckoned(o, mask), FED)


# --- advice ---


@kernel
def advice_heard(o):
    """The action that the captain was told, which he may always take; or NO_ACTION."""
    action = NO_ACTION
    for kind in range(ADVISED_DISCARD):
        if o[ADVISED_KIND + kind] > 0.0:
            action = kind
    for card in range(NUM_CARDS):
        if o[ADVISED_CARD + card] > 0.0:
            action = card + (KNOCK if o[ADVISED_KIND + ADVISED_KNOCK] > 0.0 else DISCARD)
    return action


# --- rows ---


@kernel
def eager_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        actions[i] = eager(observations[i], masks[i])


@kernel
def patient_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        actions[i] = patient(observations[i], masks[i])


@kernel
def counter_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        actions[i] = counter(observations[i], masks[i])


@kernel
def silent_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        sits_out = observations[i, ROLE_PLACE + SITS_OUT] > 0.0
        actions[i] = PASS if sits_out else counter(observations[i], masks[i])


@kernel
def careless_batch(observations, masks, u, actions):
    pick_uniformly(masks, u, actions)
    for i in range(observations.shape[0]):
        if observations[i, ROLE_PLACE + SITS_OUT] == 0.0:
            actions[i] = counter(observations[i], masks[i])


@kernel
def pupil_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        heard = NO_ACTION
        if observations[i, ROLE_PLACE + SITS_OUT] == 0.0:
            heard = advice_heard(observations[i])
        actions[i] = eager(observations[i], masks[i]) if heard == NO_ACTION else heard


class EagerAgent(ScriptedAgent):
    """Takes what melds, and knocks as soon as it may."""

    name = "eager"
    decide = staticmethod(eager_batch)


class PatientAgent(ScriptedAgent):
    """Takes what melds, and holds for gin."""

    name = "patient"
    decide = staticmethod(patient_batch)


class CounterAgent(ScriptedAgent):
    """Weighs every card by what has been seen; an honest adviser."""

    name = "counter"
    decide = staticmethod(counter_batch)


class SilentAgent(ScriptedAgent):
    """Plays as the counter does, and says nothing as adviser; at the upcard that is advice to let it lie."""

    name = "silent"
    decide = staticmethod(silent_batch)


class CarelessAgent(ScriptedAgent):
    """Plays as the counter does, and says anything as adviser."""

    name = "careless"
    decide = staticmethod(careless_batch)


class PupilAgent(ScriptedAgent):
    """Plays as the eager one, and as captain does what he is told."""

    name = "pupil"
    decide = staticmethod(pupil_batch)
