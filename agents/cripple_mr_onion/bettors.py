"""Characters: `reckoner` plays the chances, `bully` leans on others as Dealer, `shy` never is Dealer, `thumb` has rules."""

from ...envs.cripple_mr_onion.cards import ACE, EIGHT, GREAT_ATUIN, JACK, LADY, SIX, TEN
from ...envs.cripple_mr_onion.groups import DOUBLE_ONION, ONION_RANK
from ...envs.cripple_mr_onion.sight import (
    ALL_ASIDE,
    BIG,
    GROUP,
    MODIFIERS,
    OFFERED_RANK,
    OWN_GROUPS,
    OWN_RANK,
    POT,
    RANK,
    STAKE_PLACE,
    TO_MATCH,
    UNIT,
    WILD,
)
from ...envs.cripple_mr_onion.state import (
    ACCEPT,
    BID,
    BUY,
    DECLARE,
    DECLINE,
    DISCARD,
    DONE,
    EXTRA_BET,
    FIRST_DEAL,
    FOLD,
    IN_HAND,
    MATCH,
    MOST_STAKES,
    PASS,
    RAISE,
    SHOW,
    STAKE,
    STOP,
    TAKE_FIRST,
    TAKE_SECOND,
)
from ...envs.jit import kernel
from ..reading import number
from ..scripted import ScriptedAgent
from .strength import CARDS, MEAN, chance_to_win, others_in

NO_ACTION = -1
FIVE_CARDS, SIX_CARDS = ONION_RANK[5], ONION_RANK[6]

# --- what all of them do alike ---


@kernel
def worth_of_slot(o, slot):
    """What the card in a slot adds to the chances; more than any card where there is none."""
    rank = number(o, OWN_RANK + slot, RANK) - 1
    return CARDS[rank] if rank >= 0 else 1.0


@kernel
def discard_by_chances(o, mask):
    """CO-7: throw what is worth less than a card unseen, the least first; aces with pictures stay together."""
    worst = NO_ACTION
    aces, pictures = first_aces_and_pictures(o)
    for slot in range(FIRST_DEAL):
        rank = number(o, OWN_RANK + slot, RANK) - 1
        paired = rank >= JACK and aces >= 2 and pictures >= 2
        poor = mask[DISCARD + slot] and worth_of_slot(o, slot) < MEAN and not paired
        if poor and (worst == NO_ACTION or worth_of_slot(o, slot) < worth_of_slot(o, worst)):
            worst = slot
    return DONE if worst == NO_ACTION else DISCARD + worst


@kernel
def first_aces_and_pictures(o):
    aces = 0
    pictures = 0
    for slot in range(FIRST_DEAL):
        rank = number(o, OWN_RANK + slot, RANK) - 1
        aces += rank == ACE
        pictures += rank >= JACK
    return aces, pictures


@kernel
def declare_plainly(o, mask):
    """CO-M12: Great A'Tuin and, where eights are wild, the Lady can only help; the better of two cards, the worst to show."""
    if mask[TAKE_FIRST]:
        first, second = number(o, OFFERED_RANK, RANK) - 1, number(o, OFFERED_RANK + 1, RANK) - 1
        return TAKE_FIRST if CARDS[first] >= CARDS[second] else TAKE_SECOND
    if mask[DECLARE + GREAT_ATUIN]:
        return DECLARE + GREAT_ATUIN
    if mask[DECLARE + LADY] and o[WILD] > 0.5:
        return DECLARE + LADY
    if mask[PASS]:
        return PASS
    worst = NO_ACTION
    for slot in range(IN_HAND):
        if mask[SHOW + slot] and (worst == NO_ACTION or worth_of_slot(o, slot) < worth_of_slot(o, worst)):
            worst = slot
    return SHOW + worst


@kernel
def largest(mask, first, stakes):
    """The action of so many Stakes from the action `first` on, or of as many as are legal."""
    stakes = min(max(stakes, 0), MOST_STAKES)
    while stakes > 0 and not mask[first + stakes]:
        stakes -= 1
    return first + stakes


@kernel
def naming_stakes(mask):
    """The first action of the kind by which Stakes are to be named, or NO_ACTION where none are."""
    if mask[STAKE]:
        return STAKE
    if mask[RAISE]:
        return RAISE
    return EXTRA_BET if mask[EXTRA_BET] else NO_ACTION


# --- reckoner ---


@kernel
def edge_of(o, win):
    """0: no better than the others, 1: certain to win."""
    fair = 1.0 / (others_in(o) + 1)
    return (win - fair) / (1.0 - fair)


@kernel
def stakes_for(edge):
    return 1 + int(edge * 6.0) if edge > 0.1 else 0


@kernel
def pays(o, win, margin):
    """Whether what is to be paid is worth the pot: what lies aside will be in it too."""
    price = number(o, TO_MATCH, UNIT)
    pot = number(o, POT, BIG) + number(o, ALL_ASIDE, UNIT)
    return win * (pot + price) > margin * price


@kernel
def reckon(o, mask, win):
    """Every decision by the chance to win."""
    first = naming_stakes(mask)
    if first != NO_ACTION:
        return largest(mask, first, stakes_for(edge_of(o, win)))
    if mask[BUY] or mask[STOP]:
        return BUY if win > 0.6 else STOP  # a strong hand is hidden
    if mask[MATCH] and pays(o, win, 1.2):
        return MATCH
    if mask[ACCEPT] and pays(o, win, 1.2):
        return ACCEPT
    if mask[BID] and pays(o, win, 2.0):
        return BID
    return FOLD if mask[FOLD] else DECLINE if mask[DECLINE] else PASS


@kernel
def reckoner(o, mask):
    if mask[DONE]:
        return discard_by_chances(o, mask)
    if is_declaring(mask):
        return declare_plainly(o, mask)
    return reckon(o, mask, chance_to_win(o))


@kernel
def is_declaring(mask):
    """Cards are shown, chosen or declared; where extra bets can not be met, to pass is the answer too."""
    shows = mask[TAKE_FIRST] != 0 or (mask[PASS] and not mask[MATCH])
    for slot in range(IN_HAND):
        shows |= mask[SHOW + slot] != 0
    return shows


# --- the others ---


@kernel
def bully(o, mask, u):
    """As Dealer it names much and meets everything that is not hopeless; it bids for the place, and raises one time in two."""
    if mask[DONE]:
        return discard_by_chances(o, mask)
    if is_declaring(mask):
        return declare_plainly(o, mask)
    win = chance_to_win(o)
    if mask[STAKE]:
        return largest(mask, STAKE, MOST_STAKES)
    first = naming_stakes(mask)
    if first != NO_ACTION and u < 0.5:
        return largest(mask, first, 1 + int(u * 2.0 * MOST_STAKES))
    if mask[BID]:
        return BID if number(o, TO_MATCH, UNIT) <= 4 * number(o, STAKE_PLACE, UNIT) else DECLINE
    if mask[MATCH] and pays(o, win, 0.5):
        return MATCH
    if mask[ACCEPT] and pays(o, win, 0.5):
        return ACCEPT
    return reckon(o, mask, win)


@kernel
def shy(o, mask):
    """Never takes the Dealership, names nothing as Dealer and passes the place on when it may."""
    if mask[STAKE]:
        return STAKE
    if mask[DECLINE]:
        return DECLINE
    if mask[PASS]:
        return declare_plainly(o, mask)
    return reckoner(o, mask)


@kernel
def thumb(o, mask):
    """Rules of thumb: keep aces and pictures, and low cards for long onions; bet on an onion of six cards, stay with five."""
    if mask[DONE]:
        return discard_by_thumb(o, mask)
    if is_declaring(mask):
        return declare_plainly(o, mask)
    best = number(o, OWN_GROUPS, GROUP)
    in_stakes = number(o, TO_MATCH, UNIT) // max(number(o, STAKE_PLACE, UNIT), 1)
    first = naming_stakes(mask)
    if first != NO_ACTION:
        return largest(mask, first, 4 if best >= DOUBLE_ONION else 2 if best >= SIX_CARDS else 0)
    stays = best >= FIVE_CARDS or in_stakes <= 2
    if mask[MATCH] and stays:
        return MATCH
    if mask[ACCEPT] and best >= SIX_CARDS:
        return ACCEPT
    if mask[BID] and best >= FIVE_CARDS and in_stakes <= 2:
        return BID
    if mask[STOP]:
        return STOP
    return FOLD if mask[FOLD] else DECLINE if mask[DECLINE] else PASS


@kernel
def discard_by_thumb(o, mask):
    """CO-7: throw sixes to tens, but no eight that may be null (CO-M1)."""
    nulls = o[MODIFIERS + 1] > 0.5
    for slot in range(FIRST_DEAL):
        rank = number(o, OWN_RANK + slot, RANK) - 1
        middling = SIX <= rank <= TEN and not (rank == EIGHT and nulls)
        if mask[DISCARD + slot] and middling:
            return DISCARD + slot
    return DONE


# --- agents ---


@kernel
def reckoner_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        actions[i] = reckoner(observations[i], masks[i])


@kernel
def bully_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        actions[i] = bully(observations[i], masks[i], u[i])


@kernel
def shy_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        actions[i] = shy(observations[i], masks[i])


@kernel
def thumb_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        actions[i] = thumb(observations[i], masks[i])


class ReckonerAgent(ScriptedAgent):
    """Plays by the chance that its hand wins, against what lies open at the others."""

    name = "reckoner"
    decide = staticmethod(reckoner_batch)


class BullyAgent(ScriptedAgent):
    """As Dealer names the most and meets nearly everything; bids for the Dealership."""

    name = "bully"
    decide = staticmethod(bully_batch)


class ShyAgent(ScriptedAgent):
    """Reckons, but never takes the Dealership, and passes it on when it can."""

    name = "shy"
    decide = staticmethod(shy_batch)


class ThumbAgent(ScriptedAgent):
    """Throws and bets by rules of thumb."""

    name = "thumb"
    decide = staticmethod(thumb_batch)
