"""Exact values at the wheel, with and without a cardsharp's right to a new throw.

A bet on n of the 37 numbers pays 36/n - 1 to one, so without a new throw every unit is worth n/37 x 36/n - 1 = -1/37,
whatever it is bet on. A new throw is asked for when the bet has lost and turns -1 into that -1/37: it gains 36/37 a unit
with the chance of a loss, (37 - n)/37. The fewer numbers a bet has the surer is this gain:

    gain of one new throw a unit    straight 36 x 36/37^2 = 0.9467    dozen 25 x 36/37^2 = 0.6574    even 19 x 36/37^2 = 0.4996

so where units suffice the best bet is a straight one, with as many chips as the table takes, and 36 x 36/37^2 - 1/37 =
1259/1369 units a chip is what the last spin is worth with a right to spend. With more spins to come the right is still spent
at the first loss, since waiting never gains more than is lost by it, and without a right the seat passes. `plan` holds all
this by backward induction, for every number of rights, spins and units, so that it stays exact where a short bankroll binds.
A seat is taken to be the only cardsharp: what others may do to a throw does not depend on it, and is left out.
"""

import functools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...envs.roulette.observation import MAX_SPINS, MAX_USES
from ...envs.roulette.rules import MAX_CHIPS, NUMBERS

KINDS = (1, 12, 18)  # numbers that a bet can have: straight, dozen or column, even money

# From so many units on no plan can run out of them: each right costs the table's largest bet at most, and is then gone.
ENOUGH = MAX_USES * MAX_CHIPS

ROUNDING = 1e-12  # values closer than this are the same


@dataclass(frozen=True)
class Plan:
    """How to play on, indexed by rights left, spins left (this one included) and units at hand, `ENOUGH` for all above.

    - `value`: units that the rest of the episode wins
    - `numbers`, `chips`: the best bet, by how many numbers it has, and its chips; 0: pass
    """

    value: NDArray[np.float64]
    numbers: NDArray[np.int64]
    chips: NDArray[np.int64]


@functools.cache
def plan(max_chips: int) -> Plan:
    """The best play at a table with bets of up to `max_chips`."""
    shape = (MAX_USES + 1, MAX_SPINS + 1, ENOUGH + 1)
    best = Plan(np.zeros(shape), np.zeros(shape, np.int64), np.zeros(shape, np.int64))
    for uses in range(1, MAX_USES + 1):
        for spins in range(1, MAX_SPINS + 1):
            _plan_spin(best, max_chips, uses, spins)
    return best


def _plan_spin(best: Plan, max_chips: int, uses: int, spins: int) -> None:
    """Fill in one spin from what the spins after it are worth: with the right kept, and with it spent."""
    kept, spent = best.value[uses, spins - 1], best.value[uses - 1, spins - 1]
    value, numbers, chips = (part[uses, spins] for part in (best.value, best.numbers, best.chips))
    value[:] = kept
    for count in KINDS:
        for stake in range(1, max_chips + 1):
            before = np.arange(stake, ENOUGH + 1)  # units at hand
            win, chance = stake * (36 // count - 1), count / NUMBERS
            after = np.minimum(before + win, ENOUGH)
            again = chance * (win + spent[after]) + (1 - chance) * (spent[before - stake] - stake)
            lost = np.maximum(kept[before - stake] - stake, again)
            worth = chance * (win + kept[after]) + (1 - chance) * lost
            # a bet now rather than passing for as good a one later; else what was found first
            better = before[worth > value[before] + np.where(numbers[before], ROUNDING, -ROUNDING)]
            value[before] = np.maximum(value[before], worth)
            numbers[better], chips[better] = count, stake


def episode_value(uses: int, spins: int, max_chips: int, bankroll: int) -> float:
    """Units that the best play of a lone cardsharp wins in an episode; 0 without a right: it passes."""
    return float(plan(max_chips).value[uses, spins, min(bankroll, ENOUGH)])
