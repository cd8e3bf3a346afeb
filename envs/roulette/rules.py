"""Roulette with a cardsharp: the single-zero wheel, and a guest who may have the ball thrown again. 1-6 seats.

A spin: every seat with units bets or passes (RO-3), the ball falls, each cardsharp with a use left may have it thrown again
(RO-4), and the house settles with every seat (RO-5). Spins make an episode (RO-2, RO-3). Every function works on one record
`s` and reads each throw of the ball at an address of chance, so a throw does not depend on what was bet before it.

The source gives the cardsharp's right alone (RO-1); the wheel is the ordinary one, and nothing deviates from the source.
"""

from enum import IntEnum

from ..core.chance import randint
from ..core.jit import inlined, kernel, overwrite
from ..core.record import NOBODY, record_type

MAX_SEATS = 6
MAX_CHIPS = 10
NUMBERS = 37  # 0 to 36


class Action(IntEnum):
    """Action indices. Betting on number n is `STRAIGHT + n`, on dozen or column k `DOZEN + k - 1` and `COLUMN + k - 1`;
    staking k chips is `ONE_CHIP + k - 1`."""

    PASS = 0
    STRAIGHT = 1
    DOZEN = STRAIGHT + NUMBERS
    COLUMN = DOZEN + 3
    RED = COLUMN + 3
    BLACK = RED + 1
    ODD = RED + 2
    EVEN = RED + 3
    LOW = RED + 4
    HIGH = RED + 5
    ONE_CHIP = RED + 6
    LET_LIE = ONE_CHIP + MAX_CHIPS
    THROW_AGAIN = LET_LIE + 1


# A bet is kept as its action, so that 0 is none.
NO_BET = Action.PASS
NUM_BETS = Action.ONE_CHIP - Action.STRAIGHT

RED_NUMBERS = (1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36)
RED_BITS = sum(1 << number for number in RED_NUMBERS)

# Phases: a seat says which bet, then how many chips; then the ball rolls, and cardsharps are asked.
WHICH, HOW_MANY, ROLLING = range(3)

# Purposes of this game's chance.
BALL, IMAGINED_CHOICE, IMAGINED_BALL = range(3)

NO_THROW = -1
MEMORY = 8  # spins whose numbers the table keeps in mind

STATE = record_type(
    MAX_SEATS,
    options=[
        ("max_chips", "i4"),  # a bet
        ("spins", "i4"),  # in an episode
        ("cardsharp", "i4", (MAX_SEATS,)),  # 1: may have the ball thrown again
        ("cardsharp_uses", "i4"),  # times in an episode that each cardsharp may
    ],
    episode=[
        ("uses_left", "i4", (MAX_SEATS,)),  # of the cardsharp's right
        ("last_numbers", "i4", (MEMORY,), NO_THROW),  # numbers that counted, the latest first
        # the spin that ended last
        ("last_bet", "i4", (MAX_SEATS,), NO_BET),
        ("last_chips", "i4", (MAX_SEATS,)),
        ("last_net", "i4", (MAX_SEATS,)),  # units won or lost
        ("last_lay", "i4", (MAX_SEATS,), NO_THROW),
    ],
    spin=[
        ("phase", "i4", (), WHICH),
        ("bet", "i4", (MAX_SEATS,), NO_BET),  # the action that chose it
        ("chips", "i4", (MAX_SEATS,)),  # units on it
        ("throw", "i4", (), NO_THROW),  # the number that lies
        ("throws", "i4"),  # of the ball in this spin
        ("lay", "i4", (MAX_SEATS,), NO_THROW),  # what lay when the ball was thrown again for the seat
    ],
)
SPIN = STATE.starts["spin"]


# --- bets ---


@inlined
def odds_of(bet):
    """RO-3: what a bet pays to one."""
    return 35 if bet < Action.DOZEN else 2 if bet < Action.RED else 1


@inlined
def wins(bet, number):
    """RO-3: whether the number that fell is one of the bet's; zero is a straight bet's alone."""
    if bet < Action.DOZEN:
        return bet - Action.STRAIGHT == number
    if number == 0:
        return False
    if bet < Action.COLUMN:
        return (number - 1) // 12 == bet - Action.DOZEN
    if bet < Action.RED:
        return (number - 1) % 3 == bet - Action.COLUMN
    if bet < Action.ODD:
        return (RED_BITS >> int(number)) & 1 == (bet == Action.RED)
    if bet < Action.LOW:
        return number % 2 == (bet == Action.ODD)
    return (number <= 18) == (bet == Action.LOW)


@inlined
def net_of(bet, chips, number):
    """RO-5: units that a bet wins or loses by a number; 0 without a bet."""
    if bet == NO_BET:
        return 0
    return chips * odds_of(bet) if wins(bet, number) else -chips


# --- the episode ---


@kernel
def deal(s):
    """Begin an episode on full bankrolls: nothing is remembered, every right is unused."""
    for seat in range(MAX_SEATS):
        s.uses_left[seat] = s.cardsharp[seat] * s.cardsharp_uses
    begin_spin(s)


@kernel
def begin_spin(s):
    """RO-3: the next spin, or the end of the episode when the spins are over or no seat has units."""
    overwrite(s, SPIN)
    s.to_act = next_with_units(s, 0)
    if s.hands_played == s.spins or s.to_act == NOBODY:
        s.over = 1


@inlined
def next_with_units(s, seat):
    """The first seat from `seat` on that can bet, or NOBODY."""
    while seat < s.num_players:
        if s.stack[seat] > 0:
            return seat
        seat += 1
    return NOBODY


@inlined
def most_chips(s):
    """RO-3: the most that the seat to act may stake: no more than the table takes, or than it has."""
    return min(s.max_chips, s.stack[s.to_act])


@inlined
def legal(s, mask):
    """Mark what the seat to act may do with 1, all else with 0 (RO-3, RO-4)."""
    which = (s.phase == WHICH) & (s.over == 0)
    rolling = s.phase == ROLLING
    most = most_chips(s) * (s.phase == HOW_MANY)
    mask[Action.PASS] = which
    for bet in range(Action.STRAIGHT, Action.ONE_CHIP):
        mask[bet] = which
    for units in range(1, MAX_CHIPS + 1):
        mask[Action.ONE_CHIP - 1 + units] = units <= most
    mask[Action.LET_LIE] = rolling
    mask[Action.THROW_AGAIN] = rolling


@kernel
def step(s, action):
    """Carry out a legal action of the seat to act."""
    seat = s.to_act
    if s.phase == ROLLING:
        if action == Action.THROW_AGAIN:
            throw_again(s, seat)
        ask_from(s, seat + 1)
    elif s.phase == HOW_MANY:
        stake(s, seat, action - Action.ONE_CHIP + 1)
        pass_the_turn(s, seat)
    elif action == Action.PASS:
        pass_the_turn(s, seat)
    else:
        s.bet[seat] = action
        s.phase = HOW_MANY


@kernel
def stake(s, seat, units):
    """Chips lie on the table until the ball has fallen."""
    s.chips[seat] = units
    s.stack[seat] -= units
    s.pot += units


@kernel
def pass_the_turn(s, seat):
    """RO-3: the next seat with units bets; after the last one the ball is thrown."""
    s.phase = WHICH
    s.to_act = next_with_units(s, seat + 1)
    if s.to_act == NOBODY:
        s.phase = ROLLING
        throw_ball(s)
        ask_from(s, 0)


@kernel
def throw_ball(s):
    s.throw = randint(s.key, s.hands_played, 0, BALL, s.throws, NUMBERS)
    s.throws += 1


@kernel
def throw_again(s, seat):
    """RO-4: the cardsharp uses its right up by one; the last throw counts."""
    s.uses_left[seat] -= 1
    s.lay[seat] = s.throw
    throw_ball(s)


@kernel
def ask_from(s, seat):
    """RO-4: each cardsharp with a use left is asked once, in seat order, whether it has bet or not; then all is settled."""
    while seat < s.num_players:
        if s.uses_left[seat] > 0:
            s.to_act = seat
            return
        seat += 1
    settle(s)


@kernel
def settle(s):
    """RO-3, RO-5: the house pays or takes, each seat's net is its reward, and the next spin begins."""
    for seat in range(MAX_SEATS):
        net = net_of(s.bet[seat], s.chips[seat], s.throw)
        s.stack[seat] += s.chips[seat] + net
        s.house -= net
        s.rewards[seat] = net
        s.last_net[seat] = net
        s.last_bet[seat] = s.bet[seat]
        s.last_chips[seat] = s.chips[seat]
        s.last_lay[seat] = s.lay[seat]
    for place in range(MEMORY - 1, 0, -1):
        s.last_numbers[place] = s.last_numbers[place - 1]
    s.last_numbers[0] = s.throw
    s.pot = 0
    s.has_results = 1
    s.hands_played += 1
    begin_spin(s)
