"""Three characters: `rock` rarely enters, `maniac` raises far too much, `shark` plays the odds."""

import numpy as np

from ...envs.core.jit import kernel
from ...envs.pinwheel.observation import AT, LAYOUT, LIVE
from ...envs.pinwheel.rules import GAMBLING, MAX_RAISE, MAX_SEATS, Action
from ..scripted import ScriptedAgent, TabledAgent
from .odds import MAX_OTHERS, MIN_TARGET, gamble_gains, share_as_dealt, share_by_gamble

MEAN_SECRET = 3.5


@kernel
def phase_of(n):
    phase = 0
    while phase < GAMBLING and not n[AT.phase + phase]:
        phase += 1
    return phase


@kernel
def base_of(n):
    """The own cycle so far as it will count at the reveal: with its sign where odd secrets subtract."""
    secret = n[AT.own_secret]
    if n[AT.odd_secret] and secret % 2 == 1:
        secret = -secret
    return secret + n[AT.open_cycle]


@kernel
def live_others(n, others):
    """Write the open cycles of the other live seats into `others`; how many there are."""
    count = 0
    for distance in range(1, MAX_SEATS):
        if n[AT.status + distance] == LIVE:
            others[count] = n[AT.open_cycle + distance]
            count += 1
    return count


@kernel
def largest_legal_raise(mask):
    """Units, 0 when no raise is legal: the legal ones run from 1 without a gap."""
    units = 0
    while units < MAX_RAISE and mask[Action.RAISE_BY_1 + units]:
        units += 1
    return units


@kernel
def raise_or_stay(mask, units):
    """Raise by `units` or as much as is legal; without a legal raise call, or pass where nothing is owed."""
    most = min(units, largest_legal_raise(mask))
    if most > 0:
        return Action.RAISE_BY_1 + most - 1
    return Action.CALL if mask[Action.CALL] else Action.PASS


@kernel
def lead(n):
    """Own cycle less the best that another live seat would have with an average secret die."""
    best = -100
    for distance in range(1, MAX_SEATS):
        if n[AT.status + distance] == LIVE:
            best = max(best, n[AT.open_cycle + distance])
    return base_of(n) - best - MEAN_SECRET


@kernel
def rock(n, mask, u):
    """Stays out unless it is well ahead, bets the least when it is further ahead, gambles only from behind."""
    ahead = lead(n)
    if mask[Action.HOLD]:
        return Action.GAMBLE if ahead < 0.0 else Action.HOLD
    if ahead >= 4.5:
        return raise_or_stay(mask, 1)
    if mask[Action.FOLD] and ahead < 2.0:
        return Action.FOLD
    return raise_or_stay(mask, 0)


@kernel
def maniac(n, mask, u):
    """Raises four times in five and by any amount, folds one time in fifty, nearly always gambles."""
    if mask[Action.HOLD]:
        return Action.HOLD if u < 0.1 else Action.GAMBLE
    if u < 0.8:
        return raise_or_stay(mask, 1 + int(u / 0.8 * MAX_RAISE))
    if mask[Action.FOLD] and u >= 0.98:
        return Action.FOLD
    return raise_or_stay(mask, 0)


@kernel
def shark(n, mask, u, tables):
    """Compares the odds with the price: folds when the pot does not pay for the call, raises when it is the favourite.

    `tables` holds `gamble_gains` of its own dice code.
    """
    gains = tables[0]
    others = np.zeros(MAX_OTHERS, np.int64)
    ties = np.zeros(MAX_OTHERS + 1)
    count = live_others(n, others)
    subtracts = n[AT.odd_secret]
    base = base_of(n)
    to_come = max(2 - phase_of(n), 0)
    share = share_as_dealt(base, to_come, subtracts, others, count, ties)
    if to_come == 0:
        target = n[AT.own_target]
        gamble = share_by_gamble(base, subtracts, others, count, gains[target - MIN_TARGET], ties)
        if mask[Action.HOLD]:
            return Action.GAMBLE if gamble > share else Action.HOLD
        share = max(share, gamble)
    return bet_on(n, mask, share, count)


@kernel
def bet_on(n, mask, share, count):
    """The bet for an expected share of the pot against `count` seats."""
    fair = 1.0 / (count + 1)
    price = n[AT.to_call]
    pot = n[AT.pot]
    edge = (share - fair) / (1.0 - fair)  # 0: no better than the others, 1: certain to win
    if edge > 0.15:
        return raise_or_stay(mask, 1 + int(edge * MAX_RAISE))
    if mask[Action.FOLD] and share * (pot + price) < price:
        return Action.FOLD
    return raise_or_stay(mask, 0)


class PinwheelAgent(ScriptedAgent):
    """A bettor of this game."""

    layout = LAYOUT


class RockAgent(PinwheelAgent):
    """Rarely enters: calls when well ahead by the open dice, bets one unit when further ahead."""

    name = "rock"
    decide = staticmethod(rock)


class ManiacAgent(PinwheelAgent):
    """Raises far too much, whatever it holds."""

    name = "maniac"
    decide = staticmethod(maniac)


class SharkAgent(TabledAgent):
    """Plays the odds: exact chances against the live seats, pot odds, and the Gamble where it gains."""

    name = "shark"
    layout = LAYOUT
    decide = staticmethod(shark)
    tables_by = "skill"

    @staticmethod
    def tables(number):
        """The Gamble's gains for a dice code, 3 x dice + pips; of an unknown one, which its owner never sees, any."""
        return (gamble_gains(*divmod(max(number, 3), 3)),)
