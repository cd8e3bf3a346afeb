"""Four characters: `cautious` and `daring` stand at a number, `counter` takes the chances of the turn, `keeper` saves cards.

Counting bettors compare what every action is worth by the cards that they have not seen (see `agents/pazaak/turn.py`). The
counter gives a hand card away for a small gain; the keeper asks more for it while rounds are still to come.
"""

import numpy as np

from ...envs.core.jit import kernel
from ...envs.kit.pazaak import FULL, HIGHEST, SHOWN_DRAWS, SHOWN_STANDS, TARGET
from ...envs.republic_pazaak.cards import DOUBLE, FLIP_2_4, FLIP_3_6, KINDS, NUM_KINDS, PLAY_KINDS, PLAY_VALUES
from ...envs.republic_pazaak.observation import AT, LAYOUT
from ...envs.republic_pazaak.state import DEALING, MAX_SEATS, Action
from ..pazaak.bets import bet_by, bet_by_hand, follow_small_bets, wager_is_on
from ..pazaak.turn import (
    TOTALS,
    Plays,
    best_play,
    chances_from,
    goal_of,
    play_to_stand_at,
    room_for_plays,
    stand_against,
    stands_now,
    use_in_hand,
    value_drawing,
    worth_of,
)
from ..scripted import NO_ACTION, ScriptedAgent

MAX_PLAYS = Action.STAND - Action.PLAY


def _use(code: str) -> float:
    """How much use a hand card is: what bends either way or has two sizes counts most, what needs a fitting table least."""
    gold = {"±1T": 1.5, "D": 0.5, "±1/2": 1.7, "±3/4": 1.8, "±5/6": 1.6, "2&4": 0.7, "3&6": 0.7}
    by_sign = {"+": 0.7, "-": 0.9, "±": 1.4}
    return gold.get(code, by_sign.get(code[0], 0.0))


USE = np.array([_use(code) for code in KINDS])
AVERAGE_USE = 1.05
# What a card costs that is played, for each unit of use: little to the counter; to the keeper by the rounds still to come.
SPARE = 0.04
KEPT = np.array([0.02, 0.06, 0.06, 0.06])  # by rounds that the leader still needs, less one
RISKY = 0.35  # the Force is asked when the next card is a bust this often


@kernel
def total_after(play, n):
    """The total after action PLAY + `play`."""
    total = n[AT.total]
    kind = PLAY_KINDS[play]
    if kind == DOUBLE:
        return total + n[AT.drawn]
    if kind != FLIP_2_4 and kind != FLIP_3_6:
        return total + PLAY_VALUES[play]
    for card in range(FULL):
        value = n[AT.table + card]
        size = abs(value)
        if (kind == FLIP_2_4 and (size == 2 or size == 4)) or (kind == FLIP_3_6 and (size == 3 or size == 6)):
            total -= 2 * value
    return total


@kernel
def legal_plays(n, mask, cost):
    """The hand cards that may be played now; `cost` is what one of use 1 costs."""
    actions, totals, costs = room_for_plays(MAX_PLAYS)
    count = 0
    for play in range(MAX_PLAYS):
        if mask[Action.PLAY + play]:
            actions[count] = Action.PLAY + play
            totals[count] = total_after(play, n)
            costs[count] = cost * USE[PLAY_KINDS[play]]
            count += 1
    return Plays(count, actions, totals, costs)


@kernel
def later_values(n, values):
    """Write what the hand cards could add in a later turn; how many values there are."""
    count = 0
    for play in range(MAX_PLAYS):
        if PLAY_VALUES[play] != 0 and n[AT.own_hand + PLAY_KINDS[play]] > 0.5:
            values[count] = PLAY_VALUES[play]
            count += 1
    return count


@kernel
def value_turn(n, cost, stand, draw):
    """Write what standing and drawing on are worth at every total, against all that still hold."""
    chances = chances_from(n, AT.unseen)
    for mark in range(TOTALS):
        stand[mark] = 1.0
    for distance in range(1, MAX_SEATS):
        status = n[AT.status + distance]
        if status in (SHOWN_DRAWS, SHOWN_STANDS):
            total = n[AT.total + distance]
            level = 0.5 + 0.5 * (n[AT.tie_breaker] - n[AT.tie_breaker + distance])
            if status == SHOWN_STANDS and n[AT.cards + distance] == FULL:
                total = TARGET  # nine cards beat every total
                level = 0.0
            stand_against(stand, total, status == SHOWN_STANDS, chances, level)
    values = np.zeros(MAX_PLAYS, np.int64)
    count = later_values(n, values)
    value_drawing(values, count, cost, chances, n[AT.cards], stand, draw)


@kernel
def is_better_than_drawing(n, card, stand, draw):
    """Whether a main card known before it lies is worth as much as one drawn blind."""
    total = n[AT.total]
    cards = n[AT.cards]
    values = np.zeros(MAX_PLAYS, np.int64)
    count = later_values(n, values)
    worth = worth_of(total + card, cards + 1, stand, draw)
    for index in range(count):
        worth = max(worth, worth_of(total + card + values[index], cards + 2, stand, draw) - SPARE)
    return worth >= draw[min(max(total, 0), TARGET)]


@kernel
def count_turn(n, mask, cost):
    """The action of most worth in a turn; `cost` is what a hand card of use 1 is worth later."""
    stand = np.zeros(TOTALS)
    draw = np.zeros(TOTALS)
    value_turn(n, cost, stand, draw)
    if mask[Action.KEEP]:
        return Action.KEEP if is_better_than_drawing(n, n[AT.drawn], stand, draw) else Action.THROW
    if mask[Action.TAKE]:
        takes = is_better_than_drawing(n, n[AT.looked_main], stand, draw)
        return Action.TAKE if takes or not mask[Action.REFUSE] else Action.REFUSE
    total = n[AT.total]
    play, _ = best_play(total, n[AT.cards], legal_plays(n, mask, cost), stand, draw)
    if play != NO_ACTION:
        return play
    return Action.STAND if mask[Action.STAND] and stands_now(total, stand, draw) else Action.END_TURN


@kernel
def best_standing(n):
    """The highest total that stands against the observer."""
    best = 0
    for distance in range(1, MAX_SEATS):
        if n[AT.status + distance] == SHOWN_STANDS:
            best = max(best, n[AT.total + distance])
    return best


@kernel
def stand_at(n, mask, goal):
    """Stands at `goal`, or what already stands against it; a hand card, or whatever it has, to get there or mend a bust."""
    total = n[AT.total]
    if mask[Action.KEEP]:
        return Action.THROW if total + n[AT.drawn] > TARGET else Action.KEEP
    if mask[Action.TAKE]:
        return Action.REFUSE if mask[Action.REFUSE] and total + n[AT.looked_main] > TARGET else Action.TAKE
    goal = goal_of(goal, best_standing(n))
    if mask[Action.STAND] and total >= goal:
        return Action.STAND
    play = play_to_stand_at(total, goal, legal_plays(n, mask, 0.0))
    return play if play != NO_ACTION else Action.END_TURN


@kernel
def bust_risk(n):
    """The chance that the next main card goes above TARGET."""
    cards = 0
    busts = 0
    total = n[AT.total]
    for value in range(1, HIGHEST + 1):
        left = n[AT.unseen + value - 1]
        cards += left
        busts += left * (total + value > TARGET)
    return busts / max(cards, 1)


@kernel
def ask_force(n):
    """RP-9: look at a main card that is likely to be too much, never at a side card."""
    return Action.LOOK if n[AT.phase + DEALING] < 0.5 and bust_risk(n) >= RISKY else Action.DRAW


@kernel
def most_useful(mask):
    """RP-10: the side card of most use among those to choose from."""
    best = NO_ACTION
    for kind in range(NUM_KINDS):
        if mask[Action.CHOOSE + kind] and (best == NO_ACTION or USE[kind] > USE[best]):
            best = kind
    return Action.CHOOSE + best


@kernel
def before_the_turn(n, mask):
    """What all bettors do alike with side cards and the Force; NO_ACTION where there is something to think about."""
    if mask[Action.DRAW]:
        return ask_force(n)
    if mask[Action.TAKE] and n[AT.looked_side] > 0.0:
        poor = USE[n[AT.looked_side] - 1] < AVERAGE_USE
        return Action.REFUSE if poor and mask[Action.REFUSE] else Action.TAKE
    for kind in range(NUM_KINDS):
        if mask[Action.CHOOSE + kind]:
            return most_useful(mask)
    return NO_ACTION


@kernel
def hand_strength(n):
    """How much more use the own hand is than what another's can be expected to be."""
    most = 0
    for distance in range(1, MAX_SEATS):
        most = max(most, n[AT.hand_left + distance])
    return use_in_hand(n, AT.own_hand, USE) - AVERAGE_USE * most


@kernel
def cautious(n, mask, u):
    """Stands at 16, offers nothing, follows a single unit."""
    if wager_is_on(n, AT.question):
        return follow_small_bets(n, mask, AT.question)
    action = before_the_turn(n, mask)
    return action if action != NO_ACTION else stand_at(n, mask, 16)


@kernel
def daring(n, mask, u):
    """Stands at 19, bets all it may."""
    if wager_is_on(n, AT.question):
        return bet_by(n, mask, AT.question, 1.0)
    action = before_the_turn(n, mask)
    return action if action != NO_ACTION else stand_at(n, mask, 19)


@kernel
def counting(n, mask, cost):
    if wager_is_on(n, AT.question):
        return bet_by_hand(n, mask, AT.question, hand_strength(n))
    action = before_the_turn(n, mask)
    return action if action != NO_ACTION else count_turn(n, mask, cost)


@kernel
def counter(n, mask, u):
    return counting(n, mask, SPARE)


@kernel
def keeper(n, mask, u):
    """The fewer rounds the leader needs, the less a hand card is worth later."""
    leader = 0
    for distance in range(MAX_SEATS):
        leader = max(leader, n[AT.won + distance])
    needed = n[AT.rounds] // 2 + 1 - leader
    return counting(n, mask, KEPT[min(max(needed - 1, 0), 3)])


class RepublicAgent(ScriptedAgent):
    """A bettor of this game."""

    layout = LAYOUT


class CautiousAgent(RepublicAgent):
    """Stands at 16 and hardly bets."""

    name = "cautious"
    decide = staticmethod(cautious)


class DaringAgent(RepublicAgent):
    """Stands at 19 and bets all it may."""

    name = "daring"
    decide = staticmethod(daring)


class CounterAgent(RepublicAgent):
    """Counts the cards not seen and takes the chances of each action; bets by the strength of its hand."""

    name = "counter"
    decide = staticmethod(counter)


class KeeperAgent(RepublicAgent):
    """Counts as the counter does, and keeps its hand cards for the rounds that decide."""

    name = "keeper"
    decide = staticmethod(keeper)
