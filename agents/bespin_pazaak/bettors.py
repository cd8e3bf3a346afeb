"""Four characters: `cautious` and `daring` stand at a number, `counter` takes the chances of the turn, `keeper` saves cards.

Counting bettors compare what every action is worth by what is left in both main decks (see `agents/pazaak/turn.py`). The
counter gives a hand card away for a small gain; the keeper asks more for it while sets are still to come.
"""

import numpy as np

from ...envs.bespin_pazaak.observation import AT, LAYOUT
from ...envs.bespin_pazaak.state import KIND_VALUES, WILD, WILD_CHANGES, WILD_FOUR, WILD_SIGNS, Action
from ...envs.core.jit import kernel
from ...envs.kit.pazaak import HIGHEST, SHOWN_STANDS, TARGET
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
# How much use a hand card is, by kind: what bends either way counts most, four before three before two.
USE = np.array([0.9, 1.0, 0.9, 0.9, 0.7, 0.7, 1.6, 1.5])
AVERAGE_USE = 0.94
POOR_CARD = 0.8  # a side card of less use is drawn again
# What a card costs that is played, for each unit of use: little to the counter; to the keeper by the sets still to come.
SPARE = 0.04
KEPT = np.array([0.12, 0.08, 0.02])  # by sets won by both together
SECURE = 0.05  # a bonus is used when it gains more than this


@kernel
def value_of(play, n):
    """The value of the card that action PLAY + `play` lays."""
    action = Action.PLAY + play
    if action < Action.PLAY_FOUR_PLUS:
        return KIND_VALUES[play]
    if action < Action.PLAY_WILD:
        return 4 if action == Action.PLAY_FOUR_PLUS else -4
    way = action - Action.PLAY_WILD
    return WILD_SIGNS[way] * (n[AT.own_wild] + WILD_CHANGES[way])


@kernel
def kind_of(play):
    action = Action.PLAY + play
    if action < Action.PLAY_FOUR_PLUS:
        return play
    return WILD_FOUR if action < Action.PLAY_WILD else WILD


@kernel
def legal_plays(n, mask, cost):
    """The hand cards that may be played now; `cost` is what one of use 1 costs."""
    actions, totals, costs = room_for_plays(MAX_PLAYS)
    count = 0
    for play in range(MAX_PLAYS):
        if mask[Action.PLAY + play]:
            actions[count] = Action.PLAY + play
            totals[count] = n[AT.total] + value_of(play, n)
            costs[count] = cost * USE[kind_of(play)]
            count += 1
    return Plays(count, actions, totals, costs)


@kernel
def later_values(n, values):
    """Write what the hand cards could add in a later turn; how many values there are."""
    count = 0
    for play in range(Action.PLAY_WILD - Action.PLAY):
        if n[AT.own_hand + kind_of(play)]:
            values[count] = value_of(play, n)
            count += 1
    if n[AT.own_hand + WILD]:
        size = n[AT.own_wild]
        values[count] = size
        values[count + 1] = -size
        count += 2
    return count


@kernel
def value_turn(n, cost, stand, draw):
    """Write what standing and drawing on are worth at every total."""
    for mark in range(TOTALS):
        stand[mark] = 1.0
    others = chances_from(n, AT.main_left + HIGHEST)
    stand_against(stand, n[AT.total + 1], n[AT.status + 1] == SHOWN_STANDS, others, 0.5)
    values = np.zeros(MAX_PLAYS, np.int64)
    count = later_values(n, values)
    value_drawing(values, count, cost, chances_from(n, AT.main_left), n[AT.cards], stand, draw)


@kernel
def count_turn(n, mask, cost):
    """The action of most worth in a turn; `cost` is what a hand card of use 1 is worth later."""
    stand = np.zeros(TOTALS)
    draw = np.zeros(TOTALS)
    value_turn(n, cost, stand, draw)
    total = n[AT.total]
    cards = n[AT.cards]
    drawn = n[AT.drawn]
    if mask[Action.USE_FIRST]:
        other = total - drawn + n[AT.second]
        return (
            Action.USE_SECOND if worth_of(other, cards, stand, draw) > worth_of(total, cards, stand, draw) else Action.USE_FIRST
        )
    play, worth = best_play(total, cards, legal_plays(n, mask, cost), stand, draw)
    before = min(max(total - drawn, 0), TARGET)
    if (mask[Action.DISCARD] or mask[Action.SECOND_CARD]) and draw[before] > worth + SECURE:
        return Action.SECOND_CARD if mask[Action.SECOND_CARD] else Action.DISCARD
    if play != NO_ACTION:
        return play
    return Action.STAND if mask[Action.STAND] and stands_now(total, stand, draw) else Action.END_TURN


@kernel
def stand_at(n, mask, goal):
    """Stands at `goal`, or what already stands against it; a hand card to get there, or to mend a bust."""
    total = n[AT.total]
    if mask[Action.USE_FIRST]:
        second = total - n[AT.drawn] + n[AT.second]
        return Action.USE_SECOND if total > TARGET or total < second <= TARGET else Action.USE_FIRST
    standing = n[AT.total + 1] if n[AT.status + 1] == SHOWN_STANDS else 0
    goal = goal_of(goal, standing)
    if mask[Action.STAND] and total >= goal:
        return Action.STAND
    play = play_to_stand_at(total, goal, legal_plays(n, mask, 0.0))
    if play != NO_ACTION:
        return play
    if total > TARGET and mask[Action.SECOND_CARD]:
        return Action.SECOND_CARD
    return Action.DISCARD if total > TARGET and mask[Action.DISCARD] else Action.END_TURN


@kernel
def hand_strength(n):
    """How much more use the own hand, and the bonuses, are than what the other's can be expected to be."""
    others = AVERAGE_USE * n[AT.hand_left + 1]
    return use_in_hand(n, AT.own_hand, USE) - others + 0.15 * (n[AT.row] - n[AT.row + 1])


@kernel
def spends_force(n):
    """Where it costs nothing."""
    free = n[AT.dark_side_cost] == 0 or not n[AT.own_sensitive] or n[AT.own_motive]
    return Action.SPEND_FORCE if free else Action.HOLD_FORCE


@kernel
def cautious(n, mask, u):
    """Stands at 16, offers nothing, follows a single unit; honest, and saves its Force points."""
    if wager_is_on(n, AT.question):
        return follow_small_bets(n, mask, AT.question)
    if mask[Action.PLAY_FAIR]:
        return Action.PLAY_FAIR
    if mask[Action.HOLD_FORCE]:
        return Action.HOLD_FORCE
    return Action.KEEP if mask[Action.KEEP] else stand_at(n, mask, 16)


@kernel
def daring(n, mask, u):
    """Stands at 19, bets all it may, cheats every other time where it can, spends its Force points."""
    if wager_is_on(n, AT.question):
        return bet_by(n, mask, AT.question, 1.0)
    if mask[Action.PLAY_FAIR]:
        return Action.CHEAT if u < 0.5 else Action.PLAY_FAIR
    if mask[Action.SPEND_FORCE]:
        return Action.SPEND_FORCE
    return Action.KEEP if mask[Action.KEEP] else stand_at(n, mask, 19)


@kernel
def counting(n, mask, cost):
    """Cheats where its skill is the better one; draws a poor side card again."""
    if wager_is_on(n, AT.question):
        return bet_by_hand(n, mask, AT.question, hand_strength(n))
    if mask[Action.PLAY_FAIR]:
        return Action.CHEAT if n[AT.skill] > n[AT.skill + 1] else Action.PLAY_FAIR
    if mask[Action.SPEND_FORCE]:
        return spends_force(n)
    if mask[Action.KEEP]:
        return Action.DISCARD if USE[n[AT.just_drawn] - 1] < POOR_CARD else Action.KEEP
    return count_turn(n, mask, cost)


@kernel
def counter(n, mask, u):
    return counting(n, mask, SPARE)


@kernel
def keeper(n, mask, u):
    return counting(n, mask, KEPT[n[AT.won] + n[AT.won + 1]])


class BespinAgent(ScriptedAgent):
    """A bettor of this game."""

    layout = LAYOUT


class CautiousAgent(BespinAgent):
    """Stands at 16 and hardly bets."""

    name = "cautious"
    decide = staticmethod(cautious)


class DaringAgent(BespinAgent):
    """Stands at 19, bets all it may, and cheats where it can."""

    name = "daring"
    decide = staticmethod(daring)


class CounterAgent(BespinAgent):
    """Counts both decks and takes the chances of each action; bets by the strength of its hand."""

    name = "counter"
    decide = staticmethod(counter)


class KeeperAgent(BespinAgent):
    """Counts as the counter does, and keeps its hand cards for the sets that decide."""

    name = "keeper"
    decide = staticmethod(keeper)
