"""Characters at Captain gin. In a hand that they sit out they advise; what they advise, and whether they listen, differs.

`eager` takes from the pile only what melds and knocks as soon as it may; `patient` does the same, but goes for gin alone;
`counter` weighs what each discard leaves, may still gain and gives away, and whether to knock by what the other may hold.
These three are honest advisers: they name what they would do. `silent` and `careless` play as the counter does; the first
says nothing, the second anything. `pupil` plays as the eager one, and as captain does what he is told.
"""

from ...envs.captain_gin.cards import NUM_CARDS
from ...envs.captain_gin.melds import unmatched_of
from ...envs.captain_gin.observation import ADVISED_DISCARD, ADVISED_KNOCK, AT, LAYOUT, SITS_OUT
from ...envs.captain_gin.state import Action
from ...envs.core.jit import kernel
from ...envs.kit.rows import add_card, remove_card
from ..scripted import NO_ACTION, ScriptedAgent
from ..uniform import pick_uniformly
from .derived_features import AHEAD, DANGERS, GAIN, GAINS, STOCK_EXCHANGE, STOCK_GAIN, TAKEN_GAIN, TAKEN_SAVES, features_of
from .hands import read_cards, read_rows, upcard
from .opponent import KNOCKS, LAST_TURN, LEFT, SHARES
from .prospects import chance_to_finish, points_of

FED = 5.0  # points that a meld made for the opponent costs
SHOWN = 2.0  # points that a card taken openly costs
CAUGHT = 5.0  # points lost by waiting when the opponent ends the hand


# --- drawing ---


@kernel
def draws(mask):
    """Whether the decision is where to take a card from."""
    return mask[Action.TAKE_STOCK] or mask[Action.TAKE_DISCARD]


@kernel
def leave_it(mask):
    return Action.TAKE_STOCK if mask[Action.TAKE_STOCK] else Action.PASS


@kernel
def take_what_melds(n, mask):
    """From the pile only a card that leaves no more unmatched than without it."""
    if not mask[Action.TAKE_DISCARD]:
        return Action.TAKE_STOCK
    hand = read_rows(n, AT.held)
    add_card(hand, upcard(n))
    return Action.TAKE_DISCARD if unmatched_of(hand) <= n[AT.unmatched] else leave_it(mask)


# --- discarding ---


@kernel
def best_knock(n, mask):
    """The discard of the knock that leaves least, or NO_ACTION."""
    best = NO_ACTION
    for card in range(NUM_CARDS):
        if mask[Action.KNOCK + card] and (best == NO_ACTION or n[AT.left_after + card] < n[AT.left_after + best]):
            best = card
    return best


@kernel
def plain_discard(n, mask):
    """The discard that leaves least, of level ones the card of most points."""
    best = NO_ACTION
    for card in range(NUM_CARDS):
        if mask[Action.DISCARD + card]:
            less = best == NO_ACTION or n[AT.left_after + card] < n[AT.left_after + best]
            if less or (n[AT.left_after + card] == n[AT.left_after + best] and points_of(card) > points_of(best)):
                best = card
    return best


@kernel
def eager(n, mask, u):
    if draws(mask):
        return take_what_melds(n, mask)
    card = best_knock(n, mask)
    return Action.DISCARD + plain_discard(n, mask) if card == NO_ACTION else Action.KNOCK + card


@kernel
def patient(n, mask, u):
    if draws(mask):
        return take_what_melds(n, mask)
    card = best_knock(n, mask)
    if card != NO_ACTION and n[AT.left_after + card] == 0:
        return Action.KNOCK + card
    return Action.DISCARD + weighed_discard(n, mask, 0.0)


@kernel
def weighed_discard(n, mask, fed):
    """The discard of least cost: what it leaves, less what the next cards may gain, and `fed` for a meld given away."""
    features = features_of(n, mask)
    best = NO_ACTION
    least = 0.0
    for card in range(NUM_CARDS):
        if mask[Action.DISCARD + card]:
            gain, melds = features[GAINS + card] / GAIN, features[DANGERS + card]
            cost = n[AT.left_after + card] - AHEAD * gain + fed * melds
            if best == NO_ACTION or cost < least:
                best = card
                least = cost
    return best


# --- counting ---


@kernel
def weigh_upcard(n, mask):
    """Take the upcard when the best ten cards with it are better than what a card of the stock is expected to make."""
    if not mask[Action.TAKE_DISCARD]:
        return Action.TAKE_STOCK
    features = features_of(n, mask)
    now = n[AT.unmatched]
    with_upcard = now - features[TAKEN_SAVES] / GAIN - AHEAD * features[TAKEN_GAIN] / GAIN
    from_stock = now - (1.0 + AHEAD) * features[STOCK_GAIN] / GAIN - features[STOCK_EXCHANGE] / GAIN
    return Action.TAKE_DISCARD if with_upcard + SHOWN < from_stock else leave_it(mask)


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
def knocks_now(n, card):
    """Whether a knock with this discard is worth more than one more turn; it is when it wins the game."""
    left = n[AT.left_after + card]
    if left == 0:
        return True
    turn = min(n[AT.turns], LAST_TURN)
    gin_bonus, undercut_bonus = n[AT.gin_bonus], n[AT.undercut_bonus]
    now = knock_gain(left, turn, gin_bonus, undercut_bonus)
    if now >= n[AT.target] - n[AT.score + n[AT.turn_of]]:
        return True
    hand, _, unseen = read_cards(n)
    remove_card(hand, card)
    finishes = chance_to_finish(hand, unseen)
    next_turn = min(turn + 2, LAST_TURN)
    later = knock_gain(0, next_turn, gin_bonus, undercut_bonus) * finishes
    later += knock_gain(left, next_turn, gin_bonus, undercut_bonus) * (1.0 - finishes)
    ended = KNOCKS[min(turn + 1, LAST_TURN)]
    return now >= (1.0 - ended) * later - ended * CAUGHT


@kernel
def counter(n, mask, u):
    if draws(mask):
        return weigh_upcard(n, mask)
    card = best_knock(n, mask)
    if card != NO_ACTION and knocks_now(n, card):
        return Action.KNOCK + card
    return Action.DISCARD + weighed_discard(n, mask, FED)


# --- advice ---


@kernel
def advice_heard(n):
    """The action that the captain was told, which he may always take; or NO_ACTION."""
    for kind in range(ADVISED_DISCARD):
        if n[AT.advised_kind + kind]:
            return kind
    for card in range(NUM_CARDS):
        if n[AT.advised_card + card]:
            return card + (Action.KNOCK if n[AT.advised_kind + ADVISED_KNOCK] else Action.DISCARD)
    return NO_ACTION


@kernel
def sits_out(n):
    return n[AT.role + SITS_OUT] != 0


@kernel
def silent(n, mask, u):
    return Action.PASS if sits_out(n) else counter(n, mask, u)


@kernel
def careless(n, mask, u):
    return pick_uniformly(mask, u) if sits_out(n) else counter(n, mask, u)


@kernel
def pupil(n, mask, u):
    heard = NO_ACTION if sits_out(n) else advice_heard(n)
    return eager(n, mask, u) if heard == NO_ACTION else heard


class GinAgent(ScriptedAgent):
    """A bettor of this game."""

    layout = LAYOUT


class EagerAgent(GinAgent):
    """Takes what melds, and knocks as soon as it may."""

    name = "eager"
    decide = staticmethod(eager)


class PatientAgent(GinAgent):
    """Takes what melds, and holds for gin."""

    name = "patient"
    decide = staticmethod(patient)


class CounterAgent(GinAgent):
    """Weighs every card by what has been seen; an honest adviser."""

    name = "counter"
    decide = staticmethod(counter)


class SilentAgent(GinAgent):
    """Plays as the counter does, and says nothing as adviser; at the upcard that is advice to let it lie."""

    name = "silent"
    decide = staticmethod(silent)


class CarelessAgent(GinAgent):
    """Plays as the counter does, and says anything as adviser."""

    name = "careless"
    decide = staticmethod(careless)


class PupilAgent(GinAgent):
    """Plays as the eager one, and as captain does what he is told."""

    name = "pupil"
    decide = staticmethod(pupil)
