"""Four characters: `cautious` and `daring` stand at a number, `counter` takes the chances of the turn, `keeper` saves cards.

Counting bettors compare what every action is worth by the cards that they have not seen (see `agents/pazaak/turn.py`). The
counter gives a hand card away for a small gain; the keeper asks more for it while rounds are still to come.
"""

import numpy as np

from ...envs.jit import kernel
from ...envs.kit.pazaak import CARD, CODE, COUNT, FULL, HIGHEST, SHOWN_DRAWS, SHOWN_STANDS, TARGET
from ...envs.kit.pazaak import WON as WON_SCALE
from ...envs.republic_pazaak.cards import DOUBLE, FLIP_2_4, FLIP_3_6, KINDS, NUM_KINDS, PLAY_KINDS, PLAY_VALUES
from ...envs.republic_pazaak.sight import (
    CARDS,
    DRAWN,
    HAND_LEFT,
    KIND,
    LEFT,
    LOOKED_MAIN,
    LOOKED_SIDE,
    OWN_HAND,
    PHASE,
    QUESTION,
    ROUND,
    ROUNDS,
    STATUS,
    TABLE,
    TIE_BREAKER,
    TOTAL,
    UNSEEN,
    WON,
)
from ...envs.republic_pazaak.state import (
    CHOOSE,
    DEALING,
    DRAW,
    END_TURN,
    KEEP,
    LOOK,
    MAX_SEATS,
    PLAY,
    REFUSE,
    STAND,
    TAKE,
    THROW,
)
from ..pazaak.bets import bet_by, bet_by_hand, follow_small_bets, wager_is_on
from ..pazaak.turn import (
    NO_ACTION,
    TOTALS,
    best_play,
    chances_of,
    goal_of,
    holds_against,
    play_to_stand_at,
    stands_now,
    value_drawing,
    worth_of,
)
from ..reading import number
from ..scripted import ScriptedAgent

MAX_PLAYS = STAND - PLAY


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
def total_after(play, o):
    """The total after action PLAY + `play`."""
    total = number(o, TOTAL, 1 / TARGET)
    kind = PLAY_KINDS[play]
    if kind == DOUBLE:
        return total + number(o, DRAWN, CARD)
    if kind != FLIP_2_4 and kind != FLIP_3_6:
        return total + PLAY_VALUES[play]
    for card in range(FULL):
        value = number(o, TABLE + card, CARD)
        size = abs(value)
        if (kind == FLIP_2_4 and (size == 2 or size == 4)) or (kind == FLIP_3_6 and (size == 3 or size == 6)):
            total -= 2 * value
    return total


@kernel
def legal_plays(o, mask, cost, plays, totals, costs):
    """Write the hand cards that may be played now, the totals they lead to and what they cost; how many there are."""
    count = 0
    for play in range(MAX_PLAYS):
        if mask[PLAY + play]:
            plays[count] = PLAY + play
            totals[count] = total_after(play, o)
            costs[count] = cost * USE[PLAY_KINDS[play]]
            count += 1
    return count


@kernel
def later_values(o, values):
    """Write what the hand cards could add in a later turn; how many values there are."""
    count = 0
    for play in range(MAX_PLAYS):
        if PLAY_VALUES[play] != 0 and o[OWN_HAND + PLAY_KINDS[play]] > 0.5:
            values[count] = PLAY_VALUES[play]
            count += 1
    return count


@kernel
def value_turn(o, cost, stand, draw):
    """Write what standing and drawing on are worth at every total, against all that still hold."""
    chances = np.zeros(HIGHEST + 1)
    left = np.zeros(HIGHEST)
    reach = np.zeros(TOTALS)
    values = np.zeros(MAX_PLAYS, np.int64)
    for value in range(HIGHEST):
        left[value] = number(o, UNSEEN + value, LEFT)
    chances_of(left, chances)
    for mark in range(TOTALS):
        stand[mark] = 1.0
    for distance in range(1, MAX_SEATS):
        status = number(o, STATUS + distance, CODE)
        if status in (SHOWN_DRAWS, SHOWN_STANDS):
            total = number(o, TOTAL + distance, 1 / TARGET)
            level = 0.5 + 0.5 * (o[TIE_BREAKER] - o[TIE_BREAKER + distance])
            if status == SHOWN_STANDS and number(o, CARDS + distance, 1 / FULL) == FULL:
                total = TARGET  # nine cards beat every total
                level = 0.0
            for mark in range(TOTALS):
                stand[mark] *= holds_against(total, status == SHOWN_STANDS, chances, mark, level, reach)
    count = later_values(o, values)
    value_drawing(values, count, cost, chances, number(o, CARDS, 1 / FULL), stand, draw)


@kernel
def is_better_than_drawing(o, card, stand, draw):
    """Whether a main card known before it lies is worth as much as one drawn blind."""
    total = number(o, TOTAL, 1 / TARGET)
    cards = number(o, CARDS, 1 / FULL)
    values = np.zeros(MAX_PLAYS, np.int64)
    count = later_values(o, values)
    worth = worth_of(total + card, cards + 1, stand, draw)
    for index in range(count):
        worth = max(worth, worth_of(total + card + values[index], cards + 2, stand, draw) - SPARE)
    return worth >= draw[min(max(total, 0), TARGET)]


@kernel
def count_turn(o, mask, cost):
    """The action of most worth in a turn; `cost` is what a hand card of use 1 is worth later."""
    stand = np.zeros(TOTALS)
    draw = np.zeros(TOTALS)
    value_turn(o, cost, stand, draw)
    if mask[KEEP]:
        return KEEP if is_better_than_drawing(o, number(o, DRAWN, CARD), stand, draw) else THROW
    if mask[TAKE]:
        takes = is_better_than_drawing(o, number(o, LOOKED_MAIN, CARD), stand, draw)
        return TAKE if takes or not mask[REFUSE] else REFUSE
    total = number(o, TOTAL, 1 / TARGET)
    plays = np.zeros(MAX_PLAYS, np.int64)
    totals = np.zeros(MAX_PLAYS, np.int64)
    costs = np.zeros(MAX_PLAYS)
    count = legal_plays(o, mask, cost, plays, totals, costs)
    play = best_play(total, number(o, CARDS, 1 / FULL), plays, totals, costs, count, stand, draw)
    if play != NO_ACTION:
        return play
    return STAND if mask[STAND] and stands_now(total, stand, draw) else END_TURN


@kernel
def best_standing(o):
    """The highest total that stands against the observer."""
    best = 0
    for distance in range(1, MAX_SEATS):
        if number(o, STATUS + distance, CODE) == SHOWN_STANDS:
            best = max(best, number(o, TOTAL + distance, 1 / TARGET))
    return best


@kernel
def stand_at(o, mask, goal):
    """Stands at `goal`, or what already stands against it; a hand card, or whatever it has, to get there or mend a bust."""
    total = number(o, TOTAL, 1 / TARGET)
    if mask[KEEP]:
        return THROW if total + number(o, DRAWN, CARD) > TARGET else KEEP
    if mask[TAKE]:
        return REFUSE if mask[REFUSE] and total + number(o, LOOKED_MAIN, CARD) > TARGET else TAKE
    goal = goal_of(goal, best_standing(o))
    if mask[STAND] and total >= goal:
        return STAND
    plays = np.zeros(MAX_PLAYS, np.int64)
    totals = np.zeros(MAX_PLAYS, np.int64)
    costs = np.zeros(MAX_PLAYS)
    count = legal_plays(o, mask, 0.0, plays, totals, costs)
    play = play_to_stand_at(total, goal, plays, totals, count)
    return play if play != NO_ACTION else END_TURN


@kernel
def bust_risk(o):
    """The chance that the next main card goes above TARGET."""
    cards = 0
    busts = 0
    total = number(o, TOTAL, 1 / TARGET)
    for value in range(1, HIGHEST + 1):
        left = number(o, UNSEEN + value - 1, LEFT)
        cards += left
        busts += left * (total + value > TARGET)
    return busts / max(cards, 1)


@kernel
def ask_force(o):
    """RP-9: look at a main card that is likely to be too much, never at a side card."""
    return LOOK if o[PHASE + DEALING] < 0.5 and bust_risk(o) >= RISKY else DRAW


@kernel
def most_useful(mask):
    """RP-10: the side card of most use among those to choose from."""
    best = NO_ACTION
    for kind in range(NUM_KINDS):
        if mask[CHOOSE + kind] and (best == NO_ACTION or USE[kind] > USE[best]):
            best = kind
    return CHOOSE + best


@kernel
def before_the_turn(o, mask):
    """What all bettors do alike with side cards and the Force; NO_ACTION where there is something to think about."""
    if mask[DRAW]:
        return ask_force(o)
    if mask[TAKE] and o[LOOKED_SIDE] > 0.0:
        poor = USE[number(o, LOOKED_SIDE, KIND) - 1] < AVERAGE_USE
        return REFUSE if poor and mask[REFUSE] else TAKE
    for kind in range(NUM_KINDS):
        if mask[CHOOSE + kind]:
            return most_useful(mask)
    return NO_ACTION


@kernel
def hand_strength(o):
    """How much more use the own hand is than what another's can be expected to be."""
    own = 0.0
    for kind in range(NUM_KINDS):
        own += USE[kind] * o[OWN_HAND + kind]
    most = 0
    for distance in range(1, MAX_SEATS):
        most = max(most, number(o, HAND_LEFT + distance, COUNT))
    return own - AVERAGE_USE * most


@kernel
def cautious(o, mask):
    """Stands at 16, offers nothing, follows a single unit."""
    if wager_is_on(o, QUESTION):
        return follow_small_bets(o, mask, QUESTION)
    action = before_the_turn(o, mask)
    return action if action != NO_ACTION else stand_at(o, mask, 16)


@kernel
def daring(o, mask):
    """Stands at 19, bets all it may."""
    if wager_is_on(o, QUESTION):
        return bet_by(o, mask, QUESTION, 1.0)
    action = before_the_turn(o, mask)
    return action if action != NO_ACTION else stand_at(o, mask, 19)


@kernel
def counting(o, mask, cost):
    if wager_is_on(o, QUESTION):
        return bet_by_hand(o, mask, QUESTION, hand_strength(o))
    action = before_the_turn(o, mask)
    return action if action != NO_ACTION else count_turn(o, mask, cost)


@kernel
def keeping(o, mask):
    """The fewer rounds the leader needs, the less a hand card is worth later."""
    leader = 0
    for distance in range(MAX_SEATS):
        leader = max(leader, number(o, WON + distance, WON_SCALE))
    needed = number(o, ROUNDS, ROUND) // 2 + 1 - leader
    return counting(o, mask, KEPT[min(max(needed - 1, 0), 3)])


@kernel
def cautious_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        actions[i] = cautious(observations[i], masks[i])


@kernel
def daring_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        actions[i] = daring(observations[i], masks[i])


@kernel
def counter_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        actions[i] = counting(observations[i], masks[i], SPARE)


@kernel
def keeper_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        actions[i] = keeping(observations[i], masks[i])


class CautiousAgent(ScriptedAgent):
    """Stands at 16 and hardly bets."""

    name = "cautious"
    decide = staticmethod(cautious_batch)


class DaringAgent(ScriptedAgent):
    """Stands at 19 and bets all it may."""

    name = "daring"
    decide = staticmethod(daring_batch)


class CounterAgent(ScriptedAgent):
    """Counts the cards not seen and takes the chances of each action; bets by the strength of its hand."""

    name = "counter"
    decide = staticmethod(counter_batch)


class KeeperAgent(ScriptedAgent):
    """Counts as the counter does, and keeps its hand cards for the rounds that decide."""

    name = "keeper"
    decide = staticmethod(keeper_batch)
