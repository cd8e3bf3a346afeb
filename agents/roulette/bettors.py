"""Three characters: `flat` always stakes one chip, `martingale` doubles after a loss, `sharp` bets when he can cheat."""

import numpy as np

from ...envs.agent import Agent
from ...envs.jit import kernel
from ...envs.roulette.rules import (
    HOW_MANY,
    LET_LIE,
    MAX_CHIPS,
    NUMBERS,
    ONE_CHIP,
    PASS,
    RED,
    ROLLING,
    STRAIGHT,
    THROW_AGAIN,
)
from ...envs.roulette.sight import (
    BIG,
    CHIPS,
    COUNT,
    LAST_CHIPS,
    LAST_NET,
    MAX_CHIPS_PLACE,
    ODDS,
    ODDS_PLACE,
    PHASE,
    SPINS_LEFT,
    STACK,
    UNIT,
    USE,
    USES_LEFT,
    WOULD_WIN,
)
from ..reading import number
from ..scripted import ScriptedAgent
from .odds import ENOUGH, plan

EVEN_MONEY_BETS = ONE_CHIP - RED


@kernel
def most_legal_chips(mask):
    """The legal stakes run from one chip without a gap."""
    units = 1
    while units < MAX_CHIPS and mask[ONE_CHIP + units]:
        units += 1
    return units


@kernel
def even_money(o, mask, u, chips):
    """One of the six even-money bets by `u`, with so many chips or as many as are legal; never a new throw."""
    if mask[LET_LIE]:
        return LET_LIE
    if o[PHASE + HOW_MANY] > 0.5:
        return ONE_CHIP - 1 + min(chips, most_legal_chips(mask))
    return RED + int(u * EVEN_MONEY_BETS)


@kernel
def doubled(o):
    """Twice the last stake after it was lost, else one chip."""
    return 2 * number(o, LAST_CHIPS, UNIT) if o[LAST_NET] < 0.0 else 1


@kernel
def gains_by_new_throw(o, value, uses, spins):
    """Whether the rest of the episode is worth more when the ball is thrown again than when the number that lies counts."""
    chips = number(o, CHIPS, UNIT)
    stack = number(o, STACK, BIG)
    net = number(o, WOULD_WIN, UNIT)
    kept = net + value[uses, spins - 1, min(stack + chips + net, ENOUGH)]
    if chips == 0:
        return value[uses - 1, spins - 1, min(stack, ENOUGH)] > kept
    odds = number(o, ODDS_PLACE, ODDS)
    chance = 36.0 / (odds + 1) / NUMBERS
    won = chips * odds + value[uses - 1, spins - 1, min(stack + chips * (1 + odds), ENOUGH)]
    lost = value[uses - 1, spins - 1, min(stack, ENOUGH)] - chips
    return chance * won + (1.0 - chance) * lost > kept


@kernel
def sharp(o, mask, u, value, numbers, chips):
    """The best play by the tables of `odds.Plan`; of bets that are worth the same, one by `u`."""
    uses = number(o, USES_LEFT, USE)
    spins = number(o, SPINS_LEFT, COUNT)
    if o[PHASE + ROLLING] > 0.5:
        return THROW_AGAIN if gains_by_new_throw(o, value, uses, spins) else LET_LIE
    units = min(number(o, STACK, BIG), ENOUGH)
    if o[PHASE + HOW_MANY] > 0.5:
        return ONE_CHIP - 1 + max(1, min(chips[uses, spins, units], most_legal_chips(mask)))
    count = numbers[uses, spins, units]
    if count == 0:
        return PASS
    bets, first = (NUMBERS, STRAIGHT) if count == 1 else (6, RED - 6) if count == 12 else (EVEN_MONEY_BETS, RED)
    return first + int(u * bets)


@kernel
def flat_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        actions[i] = even_money(observations[i], masks[i], u[i], 1)


@kernel
def martingale_batch(observations, masks, u, actions):
    for i in range(observations.shape[0]):
        actions[i] = even_money(observations[i], masks[i], u[i], doubled(observations[i]))


@kernel
def sharp_batch(observations, masks, u, which, value, numbers, chips, actions):
    """The rows named in `which`, at tables that share a plan."""
    for j in range(which.shape[0]):
        i = which[j]
        actions[i] = sharp(observations[i], masks[i], u[i], value, numbers, chips)


class FlatAgent(ScriptedAgent):
    """One chip on an even-money bet, spin after spin."""

    name = "flat"
    decide = staticmethod(flat_batch)


class MartingaleAgent(ScriptedAgent):
    """Even money, one chip at first, twice as much after a loss as far as the table and its units allow."""

    name = "martingale"
    decide = staticmethod(martingale_batch)


class SharpAgent(Agent):
    """The cardsharp who knows the odds: bets while he has a right to a new throw, and has no part in the game without."""

    name = "sharp"

    def act_batch(self, observations, action_masks, u):
        actions = np.zeros(len(u), np.int64)
        limits = np.rint(observations[:, MAX_CHIPS_PLACE] / np.float32(UNIT)).astype(np.int64)
        for limit in np.flatnonzero(np.bincount(limits)).tolist():
            best = plan(limit)
            which = np.flatnonzero(limits == limit)
            sharp_batch(observations, action_masks, u, which, best.value, best.numbers, best.chips, actions)
        return actions
