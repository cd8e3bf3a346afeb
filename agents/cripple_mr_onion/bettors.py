"""Characters: `reckoner` plays the chances, `bully` leans on others as Dealer, `shy` never is Dealer, `thumb` has rules."""

from ...envs.core.jit import kernel
from ...envs.cripple_mr_onion.hands.cards import ACE, EIGHT, GREAT_ATUIN, IN_HAND, JACK, LADY, SIX, TEN
from ...envs.cripple_mr_onion.hands.groups import DOUBLE_ONION, ONION_RANK
from ...envs.cripple_mr_onion.hands.modifiers import Modifier
from ...envs.cripple_mr_onion.observation import AT, LAYOUT
from ...envs.cripple_mr_onion.state import FIRST_DEAL, MOST_STAKES, Action
from ..scripted import NO_ACTION, ScriptedAgent
from .strength import CARDS, MEAN, chance_to_win, others_in

FIVE_CARDS, SIX_CARDS = ONION_RANK[5], ONION_RANK[6]

# --- what all of them do alike ---


@kernel
def worth_of_slot(n, slot):
    """What the card in a slot adds to the chances; more than any card where there is none."""
    rank = n[AT.own_rank + slot] - 1
    return CARDS[rank] if rank >= 0 else 1.0


@kernel
def discard_by_chances(n, mask):
    """CO-7: throw what is worth less than a card unseen, the least first; aces with pictures stay together."""
    worst = NO_ACTION
    aces, pictures = first_aces_and_pictures(n)
    for slot in range(FIRST_DEAL):
        rank = n[AT.own_rank + slot] - 1
        paired = rank >= JACK and aces >= 2 and pictures >= 2
        poor = mask[Action.DISCARD + slot] and worth_of_slot(n, slot) < MEAN and not paired
        if poor and (worst == NO_ACTION or worth_of_slot(n, slot) < worth_of_slot(n, worst)):
            worst = slot
    return Action.DONE if worst == NO_ACTION else Action.DISCARD + worst


@kernel
def first_aces_and_pictures(n):
    aces = 0
    pictures = 0
    for slot in range(FIRST_DEAL):
        rank = n[AT.own_rank + slot] - 1
        aces += rank == ACE
        pictures += rank >= JACK
    return aces, pictures


@kernel
def declare_plainly(n, mask):
    """CO-M12: Great A'Tuin and, where eights are wild, the Lady can only help; the better of two cards, the worst to show."""
    if mask[Action.TAKE_FIRST]:
        first, second = n[AT.offered_rank] - 1, n[AT.offered_rank + 1] - 1
        return Action.TAKE_FIRST if CARDS[first] >= CARDS[second] else Action.TAKE_SECOND
    if mask[Action.DECLARE + GREAT_ATUIN]:
        return Action.DECLARE + GREAT_ATUIN
    if mask[Action.DECLARE + LADY] and n[AT.wild]:
        return Action.DECLARE + LADY
    if mask[Action.PASS]:
        return Action.PASS
    worst = NO_ACTION
    for slot in range(IN_HAND):
        if mask[Action.SHOW + slot] and (worst == NO_ACTION or worth_of_slot(n, slot) < worth_of_slot(n, worst)):
            worst = slot
    return Action.SHOW + worst


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
    if mask[Action.STAKE]:
        return Action.STAKE
    if mask[Action.RAISE]:
        return Action.RAISE
    return Action.EXTRA_BET if mask[Action.EXTRA_BET] else NO_ACTION


# --- reckoner ---


@kernel
def edge_of(n, win):
    """0: no better than the others, 1: certain to win."""
    fair = 1.0 / (others_in(n) + 1)
    return (win - fair) / (1.0 - fair)


@kernel
def stakes_for(edge):
    return 1 + int(edge * 6.0) if edge > 0.1 else 0


@kernel
def pays(n, win, margin):
    """Whether what is to be paid is worth the pot: what lies aside will be in it too."""
    price = n[AT.to_match]
    pot = n[AT.pot] + n[AT.all_aside]
    return win * (pot + price) > margin * price


@kernel
def decide_by_chance(n, mask, win):
    """Every decision by the chance to win."""
    first = naming_stakes(mask)
    if first != NO_ACTION:
        return largest(mask, first, stakes_for(edge_of(n, win)))
    if mask[Action.BUY] or mask[Action.STOP]:
        return Action.BUY if win > 0.6 else Action.STOP  # a strong hand is hidden
    if mask[Action.MATCH] and pays(n, win, 1.2):
        return Action.MATCH
    if mask[Action.ACCEPT] and pays(n, win, 1.2):
        return Action.ACCEPT
    if mask[Action.BID] and pays(n, win, 2.0):
        return Action.BID
    return Action.FOLD if mask[Action.FOLD] else Action.DECLINE if mask[Action.DECLINE] else Action.PASS


@kernel
def reckoner(n, mask, u):
    if mask[Action.DONE]:
        return discard_by_chances(n, mask)
    if is_declaring(mask):
        return declare_plainly(n, mask)
    return decide_by_chance(n, mask, chance_to_win(n))


@kernel
def is_declaring(mask):
    """Cards are shown, chosen or declared; where extra bets can not be met, to pass is the answer too."""
    shows = mask[Action.TAKE_FIRST] != 0 or (mask[Action.PASS] and not mask[Action.MATCH])
    for slot in range(IN_HAND):
        shows |= mask[Action.SHOW + slot] != 0
    return shows


# --- the others ---


@kernel
def bully(n, mask, u):
    """As Dealer it names much and meets everything that is not hopeless; it bids for the place, and raises one time in two."""
    if mask[Action.DONE]:
        return discard_by_chances(n, mask)
    if is_declaring(mask):
        return declare_plainly(n, mask)
    win = chance_to_win(n)
    if mask[Action.STAKE]:
        return largest(mask, Action.STAKE, MOST_STAKES)
    first = naming_stakes(mask)
    if first != NO_ACTION and u < 0.5:
        return largest(mask, first, 1 + int(u * 2.0 * MOST_STAKES))
    if mask[Action.BID]:
        return Action.BID if n[AT.to_match] <= 4 * n[AT.stake] else Action.DECLINE
    if mask[Action.MATCH] and pays(n, win, 0.5):
        return Action.MATCH
    if mask[Action.ACCEPT] and pays(n, win, 0.5):
        return Action.ACCEPT
    return decide_by_chance(n, mask, win)


@kernel
def shy(n, mask, u):
    """Never takes the Dealership, names nothing as Dealer and passes the place on when it may."""
    if mask[Action.STAKE]:
        return Action.STAKE
    if mask[Action.DECLINE]:
        return Action.DECLINE
    if mask[Action.PASS]:
        return declare_plainly(n, mask)
    return reckoner(n, mask, u)


@kernel
def thumb(n, mask, u):
    """Rules of thumb: keep aces and pictures, and low cards for long onions; bet on an onion of six cards, stay with five."""
    if mask[Action.DONE]:
        return discard_by_thumb(n, mask)
    if is_declaring(mask):
        return declare_plainly(n, mask)
    best = n[AT.own_groups]
    in_stakes = n[AT.to_match] // max(n[AT.stake], 1)
    first = naming_stakes(mask)
    if first != NO_ACTION:
        return largest(mask, first, 4 if best >= DOUBLE_ONION else 2 if best >= SIX_CARDS else 0)
    stays = best >= FIVE_CARDS or in_stakes <= 2
    if mask[Action.MATCH] and stays:
        return Action.MATCH
    if mask[Action.ACCEPT] and best >= SIX_CARDS:
        return Action.ACCEPT
    if mask[Action.BID] and best >= FIVE_CARDS and in_stakes <= 2:
        return Action.BID
    if mask[Action.STOP]:
        return Action.STOP
    return Action.FOLD if mask[Action.FOLD] else Action.DECLINE if mask[Action.DECLINE] else Action.PASS


@kernel
def discard_by_thumb(n, mask):
    """CO-7: throw sixes to tens, but no eight that may be null (CO-M1)."""
    nulls = n[AT.modifiers + Modifier.NULL_EIGHTS]
    for slot in range(FIRST_DEAL):
        rank = n[AT.own_rank + slot] - 1
        middling = SIX <= rank <= TEN and not (rank == EIGHT and nulls)
        if mask[Action.DISCARD + slot] and middling:
            return Action.DISCARD + slot
    return Action.DONE


# --- agents ---


class OnionAgent(ScriptedAgent):
    """A bettor of this game."""

    layout = LAYOUT


class ReckonerAgent(OnionAgent):
    """Plays by the chance that its hand wins, against what lies open at the others."""

    name = "reckoner"
    decide = staticmethod(reckoner)


class BullyAgent(OnionAgent):
    """As Dealer names the most and meets nearly everything; bids for the Dealership."""

    name = "bully"
    decide = staticmethod(bully)


class ShyAgent(OnionAgent):
    """Reckons, but never takes the Dealership, and passes it on when it can."""

    name = "shy"
    decide = staticmethod(shy)


class ThumbAgent(OnionAgent):
    """Throws and bets by rules of thumb."""

    name = "thumb"
    decide = staticmethod(thumb)
