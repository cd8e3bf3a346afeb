"""Three characters: `flat` always stakes one chip, `martingale` doubles after a loss, `sharp` bets when he can cheat."""

from ...envs.core.jit import kernel
from ...envs.roulette.observation import AT, LAYOUT
from ...envs.roulette.rules import HOW_MANY, MAX_CHIPS, NUMBERS, ROLLING, Action
from ..scripted import ScriptedAgent, TabledAgent
from .odds import ENOUGH, plan

EVEN_MONEY_BETS = Action.ONE_CHIP - Action.RED


@kernel
def most_legal_chips(mask):
    """The legal stakes run from one chip without a gap."""
    units = 1
    while units < MAX_CHIPS and mask[Action.ONE_CHIP + units]:
        units += 1
    return units


@kernel
def even_money(n, mask, u, chips):
    """One of the six even-money bets by `u`, with so many chips or as many as are legal; never a new throw."""
    if mask[Action.LET_LIE]:
        return Action.LET_LIE
    if n[AT.phase + HOW_MANY]:
        return Action.ONE_CHIP - 1 + min(chips, most_legal_chips(mask))
    return Action.RED + int(u * EVEN_MONEY_BETS)


@kernel
def doubled(n):
    """Twice the last stake after it was lost, else one chip."""
    return 2 * n[AT.last_chips] if n[AT.last_net] < 0 else 1


@kernel
def gains_by_new_throw(n, value, uses, spins):
    """Whether the rest of the episode is worth more when the ball is thrown again than when the number that lies counts."""
    chips = n[AT.chips]
    stack = n[AT.stack]
    net = n[AT.would_win]
    kept = net + value[uses, spins - 1, min(stack + chips + net, ENOUGH)]
    if chips == 0:
        return value[uses - 1, spins - 1, min(stack, ENOUGH)] > kept
    odds = n[AT.odds]
    chance = 36.0 / (odds + 1) / NUMBERS
    won = chips * odds + value[uses - 1, spins - 1, min(stack + chips * (1 + odds), ENOUGH)]
    lost = value[uses - 1, spins - 1, min(stack, ENOUGH)] - chips
    return chance * won + (1.0 - chance) * lost > kept


@kernel
def sharp(n, mask, u, tables):
    """The best play by the tables of `odds.Plan`; of bets that are worth the same, one by `u`."""
    value, numbers, chips = tables
    uses = n[AT.uses_left]
    spins = n[AT.spins_left]
    if n[AT.phase + ROLLING]:
        return Action.THROW_AGAIN if gains_by_new_throw(n, value, uses, spins) else Action.LET_LIE
    units = min(n[AT.stack], ENOUGH)
    if n[AT.phase + HOW_MANY]:
        return Action.ONE_CHIP - 1 + max(1, min(chips[uses, spins, units], most_legal_chips(mask)))
    count = numbers[uses, spins, units]
    if count == 0:
        return Action.PASS
    bets, first = (
        (NUMBERS, Action.STRAIGHT) if count == 1 else (6, Action.RED - 6) if count == 12 else (EVEN_MONEY_BETS, Action.RED)
    )
    return first + int(u * bets)


@kernel
def flat(n, mask, u):
    return even_money(n, mask, u, 1)


@kernel
def martingale(n, mask, u):
    return even_money(n, mask, u, doubled(n))


class RouletteAgent(ScriptedAgent):
    """A bettor of this game."""

    layout = LAYOUT


class FlatAgent(RouletteAgent):
    """One chip on an even-money bet, spin after spin."""

    name = "flat"
    decide = staticmethod(flat)


class MartingaleAgent(RouletteAgent):
    """Even money, one chip at first, twice as much after a loss as far as the table and its units allow."""

    name = "martingale"
    decide = staticmethod(martingale)


class SharpAgent(TabledAgent):
    """The cardsharp who knows the odds: bets while he has a right to a new throw, and has no part in the game without."""

    name = "sharp"
    layout = LAYOUT
    decide = staticmethod(sharp)
    tables_by = "max_chips"

    @staticmethod
    def tables(number):
        """The best play where at most so many chips may be bet."""
        best = plan(number)
        return best.value, best.numbers, best.chips
