"""A turn of Pazaak in chances, as kernels: what standing, drawing and each hand card are worth in this set or round.

The cards to come are taken as independent draws from what is left now. The others are taken to draw, without hand cards,
until they beat the seat that stands or are bust. Totals run from 0 to TARGET.
"""

from typing import Any, NamedTuple

import numpy as np

from ...envs.core.jit import kernel
from ...envs.kit.pazaak import FULL, HIGHEST, TARGET
from ..scripted import NO_ACTION

TOTALS = TARGET + 1


class Plays(NamedTuple):
    """Hand cards that may be played now: the `number` first of three arrays."""

    number: int
    actions: Any
    totals: Any  # that they lead to
    costs: Any


@kernel
def chances_from(n, start):
    """The chance of each value, 1 to HIGHEST (index 0 stays empty), from counts by value - 1 in `n` from `start` on."""
    chances = np.zeros(HIGHEST + 1)
    cards = 0
    for value in range(HIGHEST):
        cards += n[start + value]
    for value in range(HIGHEST):
        chances[value + 1] = n[start + value] / max(cards, 1)
    return chances


@kernel
def use_in_hand(n, start, use):
    """How much use a hand is, from its counts by kind in `n` from `start` on."""
    total = 0.0
    for kind in range(use.shape[0]):
        total += use[kind] * n[start + kind]
    return total


@kernel
def room_for_plays(most):
    """Arrays for hand cards that may be played: the actions, the totals they lead to, and what they cost."""
    return np.zeros(most, np.int64), np.zeros(most, np.int64), np.zeros(most)


@kernel
def holds_against(total, stands, chances, mark, level, reach):
    """What standing at `mark` is worth against a seat at `total`: 1 when it does not get there, `level` when it stays level.

    `reach` is scratch: the chances to beat the mark from each total.
    """
    if total > TARGET or (stands and total < mark):
        return 1.0
    if stands or total > mark:
        return level if total == mark else 0.0
    for low in range(mark, max(total, 0) - 1, -1):
        drawn_on = 0.0  # the chance to beat `mark` by drawing
        for value in range(1, HIGHEST + 1):
            if low + value > TARGET:
                break
            drawn_on += chances[value] * (1.0 if low + value > mark else reach[low + value])
        reach[low] = max(drawn_on, 1.0 - level) if low == mark else drawn_on
    return 1.0 - reach[max(total, 0)]


@kernel
def stand_against(stand, total, stands, chances, level):
    """Multiply what standing at each total is worth by the chance that it holds against one seat, as `holds_against` has it."""
    reach = np.zeros(TOTALS)
    for mark in range(TOTALS):
        stand[mark] *= holds_against(total, stands, chances, mark, level, reach)


@kernel
def value_drawing(values, count, cost, chances, cards, stand, draw):
    """Write into `draw` what it is worth to draw on at each total, for as long as that is better than standing.

    `stand` says what it is worth to stand at each total; one of the hand cards, the `count` first of `values`, may be
    played later at a `cost`; `cards` lie on the table now, a ninth one up to TARGET wins.
    """
    best = np.zeros(TOTALS + HIGHEST)  # the most that can be made of a total, above TARGET by a hand card alone
    for total in range(TARGET + HIGHEST, -1, -1):
        if total <= TARGET:
            draw[total] = 0.0
            for value in range(1, HIGHEST + 1):
                reached = total + value
                if cards >= FULL - 1:
                    draw[total] += chances[value] * (reached <= TARGET)
                else:
                    draw[total] += chances[value] * best[reached]
            best[total] = max(stand[total], draw[total])
        for index in range(count):
            played = total + values[index]
            if 0 <= played <= TARGET:
                best[total] = max(best[total], stand[played] - cost)


@kernel
def worth_of(total, cards, stand, draw):
    """What a table is worth at the end of a turn: standing or drawing on, whichever is better; nine cards win."""
    if total > TARGET:
        return 0.0
    if cards >= FULL:
        return 1.0
    low = max(total, 0)
    return max(stand[low], draw[low])


@kernel
def best_play(total, cards, plays, stand, draw):
    """The hand card to play now and what the turn is worth then; NO_ACTION when none is better than playing none."""
    best = worth_of(total, cards, stand, draw)
    chosen = NO_ACTION
    for index in range(plays.number):
        worth = worth_of(plays.totals[index], cards + 1, stand, draw) - plays.costs[index]
        if worth > best + 1e-9:
            best = worth
            chosen = plays.actions[index]
    return chosen, best


@kernel
def stands_now(total, stand, draw):
    """Whether standing is at least as good as drawing on."""
    low = max(total, 0)
    return total <= TARGET and stand[low] >= draw[low]


@kernel
def play_to_stand_at(total, goal, plays):
    """The hand card that leads closest to TARGET, if it leads to `goal` or mends a bust; else NO_ACTION."""
    best = total if total <= TARGET else -HIGHEST * FULL
    chosen = NO_ACTION
    for index in range(plays.number):
        reached = plays.totals[index]
        if best < reached <= TARGET and (reached >= goal or total > TARGET):
            best = reached
            chosen = plays.actions[index]
    return chosen


@kernel
def goal_of(goal, best_standing):
    """A seat does not stand below what already stands against it."""
    return min(max(goal, best_standing), TARGET)
