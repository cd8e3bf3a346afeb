"""Exact odds at Pinwheel: the share of the pot that a seat can expect at the reveal, given what it sees.

The others' secret dice are taken as uniform and independent, every open die still to come as fair, and the others as
holding. A tie counts as the seat's share of it. Everything is a sum over finite tables; nothing is sampled.
"""

import functools

import numpy as np
from numpy.typing import NDArray

from ...envs.core.jit import kernel
from ...envs.kit.dice import MAX_REROLLS

FACES = np.arange(1, 7)
SIGNED_FACES = np.where(FACES % 2 == 0, FACES, -FACES)

# Sums of up to two signed dice, and of a secret die with them, are held as arrays that begin at these values.
DICE_LOW, HAND_LOW = -10, -15
DICE_WIDTH, HAND_WIDTH = 23, 34

# Extra dice beyond this many have a chance below 1e-15 for every dice code and target: they are left out.
MAX_EXTRA = 80
GAIN_LOW = -5 * MAX_EXTRA
MIN_TARGET, MAX_TARGET = 3, 18


def _signed_sums(count: int) -> NDArray[np.float64]:
    """Chances of the sum of `count` signed dice, from -5 * count to 6 * count."""
    one = np.zeros(12)
    one[SIGNED_FACES + 5] = 1 / 6
    sums = np.ones(1)
    for _ in range(count):
        sums = np.convolve(sums, one)
    return sums


def _dice_to_come() -> NDArray[np.float64]:
    """[m, value - DICE_LOW]: chances of the sum of m signed dice, m = 0, 1, 2."""
    table = np.zeros((3, DICE_WIDTH))
    for m in range(3):
        sums = _signed_sums(m)
        table[m, -5 * m - DICE_LOW : -5 * m - DICE_LOW + len(sums)] = sums
    return table


def _hidden_hand() -> NDArray[np.float64]:
    """[m, subtracts, value - HAND_LOW]: chances of a secret die (with its sign, or not) plus m signed dice."""
    table = np.zeros((3, 2, HAND_WIDTH))
    for m in range(3):
        for subtracts, faces in enumerate((FACES, SIGNED_FACES)):
            for face in faces:
                sums = _signed_sums(m)
                start = face - 5 * m - HAND_LOW
                table[m, subtracts, start : start + len(sums)] += sums / 6
    return table


TO_COME = _dice_to_come()
HIDDEN = _hidden_hand()
# [m, subtracts, value - HAND_LOW]: the chance of less than `value`; one place more than HIDDEN, which is certain.
BELOW = np.concatenate([np.zeros((3, 2, 1)), HIDDEN.cumsum(axis=2)], axis=2)
MAX_OTHERS = 5


def _sum_of_dice(count: int, highest: int = 6) -> NDArray[np.float64]:
    """Chances that `count` dice all show at most `highest` and add up to 0, 1, 2, ... (they need not sum to 1)."""
    one = np.zeros(7)
    one[1 : highest + 1] = 1 / 6
    sums = np.ones(1)
    for _ in range(count):
        sums = np.convolve(sums, one)
    return sums


def throw_chances(dice: int, pips: int) -> NDArray[np.float64]:
    """Chances of the total of a dice code with its Gamble Die (PW-10), by total from 0."""
    ordinary = _sum_of_dice(dice - 1)
    chances = np.zeros(len(ordinary) + 6 * (MAX_REROLLS + 1) + 1 + pips)

    def add(shift: int, part: NDArray[np.float64], chance: float) -> None:
        chances[shift + pips : shift + pips + len(part)] += chance * part

    add(0, _without_highest(dice - 1), 1 / 6)
    for rerolls in range(MAX_REROLLS + 1):  # so many sixes before the last face
        for face in range(1 if rerolls else 2, 7 if rerolls == MAX_REROLLS else 6):
            add(6 * rerolls + face, ordinary, (1 / 6) ** (rerolls + 1))
    return chances


def _without_highest(count: int) -> NDArray[np.float64]:
    """Chances of the sum of `count` dice less the highest of them."""
    chances = np.zeros(6 * max(count, 1))
    if count == 0:
        chances[0] = 1.0
        return chances
    for highest in range(1, 7):
        at_most, below = _sum_of_dice(count, highest), _sum_of_dice(count, highest - 1)
        for total, chance in enumerate(at_most - below):
            if chance > 0:
                chances[total - highest] += chance
    return chances


@functools.cache
def gamble_gains(dice: int, pips: int) -> NDArray[np.float64]:
    """[target - MIN_TARGET, gain - GAIN_LOW]: chances of what a Gamble adds to the cycle (PW-11). Read-only."""
    totals = throw_chances(dice, pips)
    extra = np.zeros((MAX_TARGET - MIN_TARGET + 1, MAX_EXTRA + 1))
    for target in range(MIN_TARGET, MAX_TARGET + 1):
        counts = np.minimum(np.arange(len(totals)) // target, MAX_EXTRA)
        np.add.at(extra[target - MIN_TARGET], counts, totals)
    gains = extra @ _extra_sums()
    gains.flags.writeable = False
    return gains


@functools.cache
def _extra_sums() -> NDArray[np.float64]:
    """[count, value - GAIN_LOW]: chances of the sum of `count` signed extra dice."""
    table = np.zeros((MAX_EXTRA + 1, 11 * MAX_EXTRA + 1))
    for count in range(MAX_EXTRA + 1):
        sums = _signed_sums(count)
        table[count, -5 * count - GAIN_LOW : -5 * count - GAIN_LOW + len(sums)] = sums
    return table


@kernel
def share_of_pot(cycle, m, subtracts, others, count, ties):
    """Expected share of the pot for a final `cycle` against `count` seats.

    `others` are their open cycles; each has a secret die and m open dice more. Ties divide the pot. `ties` is scratch of
    MAX_OTHERS + 1 places: the chance that all seats so far are at most `cycle`, by how many of them equal it.
    """
    ties[0] = 1.0
    for j in range(count):
        place = min(max(cycle - others[j] - HAND_LOW, -1), HAND_WIDTH)
        below = BELOW[m, subtracts, max(place, 0)]
        equal = HIDDEN[m, subtracts, place] if 0 <= place < HAND_WIDTH else 0.0
        ties[j + 1] = 0.0
        for tied in range(j + 1, 0, -1):
            ties[tied] = ties[tied] * below + ties[tied - 1] * equal
        ties[0] *= below
    share = 0.0
    for tied in range(count + 1):
        share += ties[tied] / (tied + 1)
    return share


@kernel
def share_as_dealt(base, m, subtracts, others, count, ties):
    """Expected share of the pot when nobody gambles: `base` is the own cycle so far, m open dice are to come."""
    share = 0.0
    for value in range(DICE_WIDTH):
        chance = TO_COME[m, value]
        if chance > 0.0:
            share += chance * share_of_pot(base + value + DICE_LOW, m, subtracts, others, count, ties)
    return share


@kernel
def share_by_gamble(base, subtracts, others, count, gains, ties):
    """Expected share of the pot when the seat gambles and nobody else does, all open dice out.

    `gains` is its row of `gamble_gains`. Outside a window of twelve cycles the share is 0 or 1.
    """
    best = others[0]
    for j in range(1, count):
        best = max(best, others[j])
    low = best + (-5 if subtracts else 1)
    high = best + 6
    share = 0.0
    for cycle in range(low, high + 1):
        gain = cycle - base - GAIN_LOW
        if 0 <= gain < gains.shape[0] and gains[gain] > 0.0:
            share += gains[gain] * share_of_pot(cycle, 0, subtracts, others, count, ties)
    for gain in range(max(high + 1 - base - GAIN_LOW, 0), gains.shape[0]):
        share += gains[gain]
    return share
