"""Three characters: `rock` rarely enters, `maniac` raises far too much, `shark` plays the odds."""

import numpy as np
from numpy.typing import NDArray

from ...envs.agent import Agent
from ...envs.jit import kernel
from ...envs.pinwheel.rules import CALL, FOLD, GAMBLE, GAMBLING, HOLD, MAX_RAISE, MAX_SEATS, PASS, RAISE_BY_1
from ...envs.pinwheel.sight import (
    BIG,
    CODE,
    CYCLE,
    DIE,
    LIVE,
    ODD_SECRET,
    OPEN_CYCLE,
    OWN_SECRET,
    OWN_TARGET,
    PHASE,
    POT,
    SKILL,
    STATUS,
    TARGET,
    TO_CALL,
    UNIT,
)
from ..reading import number
from ..scripted import ScriptedAgent
from .odds import MAX_OTHERS, MIN_TARGET, gamble_gains, share_as_dealt, share_by_gamble

MEAN_SECRET = 3.5


@kernel
def phase_of(o):
    phase = 0
    while phase < GAMBLING and o[PHASE + phase] == 0.0:
        phase += 1
    return phase


@kernel
def base_of(o):
    """The own cycle so far as it will count at the reveal: with its sign where odd secrets subtract."""
    secret = number(o, OWN_SECRET, DIE)
    if o[ODD_SECRET] > 0.5 and secret % 2 == 1:
        secret = -secret
    return secret + number(o, OPEN_CYCLE, CYCLE)


@kernel
def live_others(o, others):
    """Write the open cycles of the other live seats into `others`; how many there are."""
    count = 0
    for distance in range(1, MAX_SEATS):
        if number(o, STATUS + distance, CODE) == LIVE:
            others[count] = number(o, OPEN_CYCLE + distance, CYCLE)
            count += 1
    return count


@kernel
def largest_legal_raise(mask):
    """Units, 0 when no raise is legal: the legal ones run from 1 without a gap."""
    units = 0
    while units < MAX_RAISE and mask[RAISE_BY_1 + units]:
        units += 1
    return units


@kernel
def raise_or_stay(mask, units):
    """Raise by `units` or as much as is legal; without a legal raise call, or pass where nothing is owed."""
    most = min(units, largest_legal_raise(mask))
    if most > 0:
        return RAISE_BY_1 + most - 1
    return CALL if mask[CALL] else PASS


@kernel
def lead(o):
    """Own cycle less the best that another live seat would have with an average secret die."""
    best = -100
    for distance in range(1, MAX_SEATS):
        if number(o, STATUS + distance, CODE) == LIVE:
            best = max(best, number(o, OPEN_CYCLE + distance, CYCLE))
    return base_of(o) - best - MEAN_SECRET


@kernel
def rock(o, mask):
    """Stays out unless it is well ahead, bets the least when it is further ahead, gambles only from behind."""
    ahead = lead(o)
    if mask[HOLD]:
        return GAMBLE if ahead < 0.0 else HOLD
    if ahead >= 4.5:
        return raise_or_stay(mask, 1)
    if mask[FOLD] and ahead < 2.0:
        return FOLD
    return raise_or_stay(mask, 0)


@kernel
def maniac(mask, u):
    """Raises four times in five and by any amount, folds one time in fifty, nearly always gambles."""
    if mask[HOLD]:
        return HOLD if u < 0.1 else GAMBLE
    if u < 0.8:
        return raise_or_stay(mask, 1 + int(u / 0.8 * MAX_RAISE))
    if mask[FOLD] and u >= 0.98:
        return FOLD
    return raise_or_stay(mask, 0)


@kernel
def shark(o, mask, gains, others, ties):
    """Compares the odds with the price: folds when the pot does not pay for the call, raises when it is the favourite.

    `others` and `ties` are scratch.
    """
    count = live_others(o, others)
    subtracts = 1 if o[ODD_SECRET] > 0.5 else 0
    base = base_of(o)
    to_come = max(2 - phase_of(o), 0)
    share = share_as_dealt(base, to_come, subtracts, others, count, ties)
    if to_come == 0:
        target = number(o, OWN_TARGET, TARGET)
        gamble = share_by_gamble(base, subtracts, others, count, gains[target - MIN_TARGET], ties)
        if mask[HOLD]:
            return GAMBLE if gamble > share else HOLD
        share = max(share, gamble)
    return bet_on(o, mask, share, count)


@kernel
def bet_on(o, mask, share, count):
    """The bet for an expected share of the pot against `count` seats."""
    fair = 1.0 / (count + 1)
    price = number(o, TO_CALL, UNIT)
    pot = number(o, POT, BIG)
    edge = (share - fair) / (1.0 - fair)  # 0: no better than the others, 1: certain to win
    if edge > 0.15:
        return raise_or_stay(mask, 1 + int(edge * MAX_RAISE))
    if mask[FOLD] and share * (pot + price) < price:
        return FOLD
    return raise_or_stay(mask, 0)


@kernel
def rock_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        actions[i] = rock(observations[i], masks[i])


@kernel
def maniac_batch(observations, masks, u, actions):
    for i in range(masks.shape[0]):
        actions[i] = maniac(masks[i], u[i])


@kernel
def shark_batch(observations, masks, tables, table_of, actions):
    """`tables` holds the gains of the dice codes at hand, `table_of` which of them each row's seat has."""
    others = np.zeros(MAX_OTHERS, np.int64)
    ties = np.zeros(MAX_OTHERS + 1)
    for i in range(observations.shape[0]):
        actions[i] = shark(observations[i], masks[i], tables[table_of[i]], others, ties)


class RockAgent(ScriptedAgent):
    """Rarely enters: calls when well ahead by the open dice, bets one unit when further ahead."""

    name = "rock"
    decide = staticmethod(rock_batch)


class ManiacAgent(ScriptedAgent):
    """Raises far too much, whatever it holds."""

    name = "maniac"
    decide = staticmethod(maniac_batch)


class SharkAgent(Agent):
    """Plays the odds: exact chances against the live seats, pot odds, and the Gamble where it gains."""

    name = "shark"

    def act_batch(self, observations, action_masks, u):
        actions = np.zeros(len(u), np.int64)
        codes = np.rint(observations[:, SKILL] / np.float32(CYCLE)).astype(np.int64)
        distinct = np.flatnonzero(np.bincount(codes))
        table_of = np.searchsorted(distinct, codes)
        shark_batch(observations, action_masks, _gains_of(distinct.tolist()), table_of, actions)
        return actions


def _gains_of(codes: list[int]) -> NDArray[np.float64]:
    """The Gamble's gains for each dice code, 3 x dice + pips."""
    return np.stack([gamble_gains(*divmod(code, 3)) for code in codes] or [gamble_gains(1, 0)])
