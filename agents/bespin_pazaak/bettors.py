"""Four characters: `cautious` and `daring` stand at a number, `counter` takes the chances of the turn, `keeper` saves cards.

Counting bettors compare what every action is worth by what is left in both main decks (see `agents/pazaak/turn.py`). The
counter gives a hand card away for a small gain; the keeper asks more for it while sets are still to come.
"""

import numpy as np

from ...envs.bespin_pazaak.sight import (
    CARDS,
    DARK_SIDE_COST,
    DRAWN,
    HAND_LEFT,
    JUST_DRAWN,
    LEFT,
    MAIN_LEFT,
    OWN_HAND,
    OWN_MOTIVE,
    OWN_SENSITIVE,
    OWN_WILD,
    QUESTION,
    ROW,
    ROW_PLACE,
    SECOND_PLACE,
    SKILL,
    SKILL_SCALE,
    STATUS,
    TOTAL,
    WILD_SCALE,
    WON,
)
from ...envs.bespin_pazaak.state import (
    CHEAT,
    DISCARD,
    END_TURN,
    HOLD_FORCE,
    KEEP,
    KIND_VALUES,
    NUM_KINDS,
    PLAY,
    PLAY_FAIR,
    PLAY_FOUR_PLUS,
    PLAY_WILD,
    SECOND_CARD,
    SPEND_FORCE,
    STAND,
    USE_FIRST,
    USE_SECOND,
    WILD,
    WILD_CHANGES,
    WILD_FOUR,
    WILD_SIGNS,
)
from ...envs.jit import kernel
from ...envs.kit.pazaak import CARD, CODE, COUNT, FULL, HIGHEST, SHOWN_STANDS, TARGET
from ...envs.kit.pazaak import WON as WON_SCALE
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
# How much use a hand card is, by kind: what bends either way counts most, four before three before two.
USE = np.array([0.9, 1.0, 0.9, 0.9, 0.7, 0.7, 1.6, 1.5])
AVERAGE_USE = 0.94
POOR_CARD = 0.8  # a side card of less use is drawn again
# What a card costs that is played, for each unit of use: little to the counter; to the keeper by the sets still to come.
SPARE = 0.04
KEPT = np.array([0.12, 0.08, 0.02])  # by sets won by both together
SECURE = 0.05  # a bonus is used when it gains more than this


@kernel
def value_of(play, o):
    """The value of the card that action PLAY + `play` lays."""
    action = PLAY + play
    if action < PLAY_FOUR_PLUS:
        return KIND_VALUES[play]
    if action < PLAY_WILD:
        return 4 if action == PLAY_FOUR_PLUS else -4
    way = action - PLAY_WILD
    return WILD_SIGNS[way] * (number(o, OWN_WILD, WILD_SCALE) + WILD_CHANGES[way])


@kernel
def kind_of(play):
    action = PLAY + play
    if action < PLAY_FOUR_PLUS:
        return play
    return WILD_FOUR if action < PLAY_WILD else WILD


@kernel
def legal_plays(o, mask, cost, plays, totals, costs):
    """Write the hand cards that may be played now, the totals they lead to and what they cost; how many there are."""
    total = number(o, TOTAL, 1 / TARGET)
    count = 0
    for play in range(MAX_PLAYS):
        if mask[PLAY + play]:
            plays[count] = PLAY + play
            totals[count] = total + value_of(play, o)
            costs[count] = cost * USE[kind_of(play)]
            count += 1
    return count


@kernel
def later_values(o, values):
    """Write what the hand cards could add in a later turn; how many values there are."""
    count = 0
    for play in range(PLAY_WILD - PLAY):
        if o[OWN_HAND + kind_of(play)] > 0.5:
            values[count] = value_of(play, o)
            count += 1
    if o[OWN_HAND + WILD] > 0.5:
        size = number(o, OWN_WILD, WILD_SCALE)
        values[count] = size
        values[count + 1] = -size
        count += 2
    return count


@kernel
def value_turn(o, cost, stand, draw):
    """Write what standing and drawing on are worth at every total."""
    chances = np.zeros(HIGHEST + 1)
    left = np.zeros(HIGHEST)
    reach = np.zeros(TOTALS)
    values = np.zeros(MAX_PLAYS, np.int64)
    for value in range(HIGHEST):
        left[value] = number(o, MAIN_LEFT + HIGHEST + value, LEFT)
    chances_of(left, chances)
    other = number(o, TOTAL + 1, 1 / TARGET)
    stands = number(o, STATUS + 1, CODE) == SHOWN_STANDS
    for mark in range(TOTALS):
        stand[mark] = holds_against(other, stands, chances, mark, 0.5, reach)
    for value in range(HIGHEST):
        left[value] = number(o, MAIN_LEFT + value, LEFT)
    chances_of(left, chances)
    count = later_values(o, values)
    value_drawing(values, count, cost, chances, number(o, CARDS, 1 / FULL), stand, draw)


@kernel
def count_turn(o, mask, cost):
    """The action of most worth in a turn; `cost` is what a hand card of use 1 is worth later."""
    stand = np.zeros(TOTALS)
    draw = np.zeros(TOTALS)
    value_turn(o, cost, stand, draw)
    total = number(o, TOTAL, 1 / TARGET)
    cards = number(o, CARDS, 1 / FULL)
    drawn = number(o, DRAWN, CARD)
    if mask[USE_FIRST]:
        other = total - drawn + number(o, SECOND_PLACE, CARD)
        return USE_SECOND if worth_of(other, cards, stand, draw) > worth_of(total, cards, stand, draw) else USE_FIRST
    plays = np.zeros(MAX_PLAYS, np.int64)
    totals = np.zeros(MAX_PLAYS, np.int64)
    costs = np.zeros(MAX_PLAYS)
    count = legal_plays(o, mask, cost, plays, totals, costs)
    play = best_play(total, cards, plays, totals, costs, count, stand, draw)
    worth = worth_of(total, cards, stand, draw)
    for index in range(count):
        if plays[index] == play:
            worth = worth_of(totals[index], cards + 1, stand, draw) - costs[index]
    before = min(max(total - drawn, 0), TARGET)
    if (mask[DISCARD] or mask[SECOND_CARD]) and draw[before] > worth + SECURE:
        return SECOND_CARD if mask[SECOND_CARD] else DISCARD
    if play != NO_ACTION:
        return play
    return STAND if mask[STAND] and stands_now(total, stand, draw) else END_TURN


@kernel
def stand_at(o, mask, goal):
    """Stands at `goal`, or what already stands against it; a hand card to get there, or to mend a bust."""
    total = number(o, TOTAL, 1 / TARGET)
    if mask[USE_FIRST]:
        second = total - number(o, DRAWN, CARD) + number(o, SECOND_PLACE, CARD)
        return USE_SECOND if total > TARGET or total < second <= TARGET else USE_FIRST
    plays = np.zeros(MAX_PLAYS, np.int64)
    totals = np.zeros(MAX_PLAYS, np.int64)
    costs = np.zeros(MAX_PLAYS)
    count = legal_plays(o, mask, 0.0, plays, totals, costs)
    standing = number(o, TOTAL + 1, 1 / TARGET) if number(o, STATUS + 1, CODE) == SHOWN_STANDS else 0
    goal = goal_of(goal, standing)
    if mask[STAND] and total >= goal:
        return STAND
    play = play_to_stand_at(total, goal, plays, totals, count)
    if play != NO_ACTION:
        return play
    if total > TARGET and mask[SECOND_CARD]:
        return SECOND_CARD
    return DISCARD if total > TARGET and mask[DISCARD] else END_TURN


@kernel
def hand_strength(o):
    """How much more use the own hand, and the bonuses, are than what the other's can be expected to be."""
    own = 0.0
    for kind in range(NUM_KINDS):
        own += USE[kind] * o[OWN_HAND + kind]
    others = AVERAGE_USE * number(o, HAND_LEFT + 1, COUNT)
    return own - others + 0.15 * (number(o, ROW_PLACE, ROW) - number(o, ROW_PLACE + 1, ROW))


@kernel
def spends_force(o):
    """Where it costs nothing."""
    free = o[DARK_SIDE_COST] == 0.0 or o[OWN_SENSITIVE] < 0.5 or o[OWN_MOTIVE] > 0.5
    return SPEND_FORCE if free else HOLD_FORCE


@kernel
def cautious(o, mask):
    """Stands at 16, offers nothing, follows a single unit; honest, and saves its Force points."""
    if wager_is_on(o, QUESTION):
        return follow_small_bets(o, mask, QUESTION)
    if mask[PLAY_FAIR]:
        return PLAY_FAIR
    if mask[HOLD_FORCE]:
        return HOLD_FORCE
    return KEEP if mask[KEEP] else stand_at(o, mask, 16)


@kernel
def daring(o, mask, u):
    """Stands at 19, bets all it may, cheats every other time where it can, spends its Force points."""
    if wager_is_on(o, QUESTION):
        return bet_by(o, mask, QUESTION, 1.0)
    if mask[PLAY_FAIR]:
        return CHEAT if u < 0.5 else PLAY_FAIR
    if mask[SPEND_FORCE]:
        return SPEND_FORCE
    return KEEP if mask[KEEP] else stand_at(o, mask, 19)


@kernel
def counting(o, mask, cost):
    """Cheats where its skill is the better one; draws a poor side card again."""
    if wager_is_on(o, QUESTION):
        return bet_by_hand(o, mask, QUESTION, hand_strength(o))
    if mask[PLAY_FAIR]:
        return CHEAT if number(o, SKILL, SKILL_SCALE) > number(o, SKILL + 1, SKILL_SCALE) else PLAY_FAIR
    if mask[SPEND_FORCE]:
        return spends_force(o)
    if mask[KEEP]:
        return DISCARD if USE[number(o, JUST_DRAWN, ROW) - 1] < POOR_CARD else KEEP
    return count_turn(o, mask, cost)


@kernel
def keeping(o, mask):
    sets = number(o, WON, WON_SCALE) + number(o, WON + 1, WON_SCALE)
    return counting(o, mask, KEPT[sets])


@kernel
def cautious_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        actions[i] = cautious(observations[i], masks[i])


@kernel
def daring_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        actions[i] = daring(observations[i], masks[i], u[i])


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
    """Stands at 19, bets all it may, and cheats where it can."""

    name = "daring"
    decide = staticmethod(daring_batch)


class CounterAgent(ScriptedAgent):
    """Counts both decks and takes the chances of each action; bets by the strength of its hand."""

    name = "counter"
    decide = staticmethod(counter_batch)


class KeeperAgent(ScriptedAgent):
    """Counts as the counter does, and keeps its hand cards for the sets that decide."""

    name = "keeper"
    decide = staticmethod(keeper_batch)
