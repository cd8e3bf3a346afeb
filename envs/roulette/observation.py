"""Roulette: who sees what (RO-4). The layout of the observation, its writer, and the redraw of what a seat can not see.

Positions are clockwise distances from the observer. Viewer -1 is a spectator: it sees what is open to all, from seat 0.
Cardsharps see all that happens, and know one another. For the others nothing changes from the last bet to the settlement.
"""

import functools

from ..core.chance import randint, uniform
from ..core.jit import inlined, kernel
from ..core.layout import Layout, Piece
from ..core.options import MAX_BANKROLL
from ..kit.observation import BIG, by_seat, distance_from, seat_at
from .rules import (
    BALL,
    IMAGINED_BALL,
    IMAGINED_CHOICE,
    MAX_CHIPS,
    MAX_SEATS,
    MEMORY,
    NO_BET,
    NO_THROW,
    NUM_BETS,
    NUMBERS,
    ROLLING,
    net_of,
    odds_of,
)

MAX_SPINS = 100
MAX_USES = 10
MAX_WIN = 35 * MAX_CHIPS
MAX_STACK = MAX_BANKROLL + MAX_WIN * MAX_SPINS

# Status of a seat in the spin.
NO_SEAT, TO_BET, DONE, BROKE = 0, 1, 2, -1

# Scales: what the numbers of a piece are multiplied by, so that usual values lie around -1 to 1.
UNIT, BALL_NUMBER, SEAT, COUNT, CODE, ODDS = 1 / 5, 1 / 37, 1 / 6, 1 / 8, 1 / 2, 1 / 35


_by_seat = functools.partial(by_seat, MAX_SEATS)
LAYOUT = Layout(
    [
        Piece("phase", 3, 0, 1, 1.0, "one-hot: which bet, how many chips, the ball rolls; all 0 when the episode is over"),
        Piece("to_act", 1, -1, MAX_SEATS - 1, SEAT, "whose turn it is, distance; -1: nobody's that the observer can see"),
        Piece("spin", 1, 0, MAX_SPINS, COUNT, "spins finished in this episode"),
        Piece("spins_left", 1, 0, MAX_SPINS, COUNT, "spins to come, this one included (RO-2)"),
        Piece("max_chips", 1, 0, MAX_CHIPS, UNIT, "most chips on one bet (RO-3, option)"),
        Piece("is_cardsharp", 1, 0, 1, 1.0, "1: the observer is a cardsharp (RO-4)"),
        Piece("throw", 1, 0, NUMBERS, BALL_NUMBER, "cardsharps: 1 + the number that lies; 0 before the ball has fallen (RO-4)"),
        Piece("last_numbers", MEMORY, 0, NUMBERS, BALL_NUMBER, "1 + the numbers of the last spins, the latest first; 0: none"),
        _by_seat("status", -1, 2, CODE, "1 to bet in this spin, 2 has bet or passed, -1 has no units, 0 no such seat"),
        _by_seat("stack", 0, MAX_STACK, BIG, "units in front of the seat, its stake not among them"),
        _by_seat("bet", 0, NUM_BETS, BALL_NUMBER, "the bet of this spin by the index of its action; 0: none (RO-3)"),
        _by_seat("chips", 0, MAX_CHIPS, UNIT, "units on it"),
        _by_seat("odds", 0, 35, ODDS, "what it pays to one: 35, 2 or 1"),
        _by_seat("would_win", -MAX_CHIPS, MAX_WIN, UNIT, "cardsharps: units it wins or loses by the number that lies (RO-4)"),
        _by_seat("lay", 0, NUMBERS, BALL_NUMBER, "cardsharps: 1 + what lay when the ball was thrown again for the seat (RO-4)"),
        _by_seat("uses_left", 0, MAX_USES, 1.0, "cardsharps: uses left of the seat's right to a new throw (RO-4)"),
        _by_seat("last_bet", 0, NUM_BETS, BALL_NUMBER, "last spin: the bet by the index of its action; 0: none"),
        _by_seat("last_chips", 0, MAX_CHIPS, UNIT, "last spin: units on it"),
        _by_seat("last_net", -MAX_CHIPS, MAX_WIN, UNIT, "last spin: units won or lost (RO-5)"),
        _by_seat("last_lay", 0, NUMBERS, BALL_NUMBER, "cardsharps: as `lay`, of the last spin (RO-4)"),
    ]
)

AT = LAYOUT.at


@inlined
def sees_all(s, viewer):
    """RO-4: 1 for a cardsharp, from whom nothing is hidden."""
    return s.cardsharp[max(viewer, 0)] * (viewer >= 0)


@inlined
def observe(s, viewer, o):
    """Write what seat `viewer` knows (-1: a spectator) into `o`, zeros before: whole numbers in the order of LAYOUT."""
    base = max(viewer, 0)
    sharp = sees_all(s, viewer)
    observe_table(s, base, sharp, o)
    for distance in range(s.num_players):
        seat = seat_at(s, base, distance)
        observe_seat(s, seat, distance, o)
        if sharp:
            observe_secrets(s, seat, distance, o)


@inlined
def observe_table(s, base, sharp, o):
    if s.over:
        o[AT.to_act] = -1
    else:
        o[AT.phase + s.phase] = 1
        # who is asked while the ball rolls tells who has a use left (RO-4)
        shown = (s.phase != ROLLING) | (sharp > 0)
        o[AT.to_act] = distance_from(s, base, s.to_act) if shown else -1
    o[AT.spin] = s.hands_played
    o[AT.spins_left] = (s.spins - s.hands_played) * (1 - s.over)
    o[AT.max_chips] = s.max_chips
    o[AT.is_cardsharp] = sharp
    o[AT.throw] = (s.throw + 1) * sharp
    for place in range(MEMORY):
        o[AT.last_numbers + place] = s.last_numbers[place] + 1


@inlined
def status_of(s, seat):
    """Seats bet in their order, so whoever comes before the seat to act is done."""
    if s.stack[seat] == 0 and s.chips[seat] == 0:
        return BROKE
    return TO_BET if s.phase != ROLLING and seat >= s.to_act and not s.over else DONE


@inlined
def observe_seat(s, seat, distance, o):
    """What is open to all about one seat."""
    o[AT.status + distance] = status_of(s, seat)
    o[AT.stack + distance] = s.stack[seat]
    o[AT.bet + distance] = s.bet[seat]
    o[AT.chips + distance] = s.chips[seat]
    o[AT.odds + distance] = odds_of(s.bet[seat]) * (s.bet[seat] != NO_BET)
    o[AT.last_bet + distance] = s.last_bet[seat]
    o[AT.last_chips + distance] = s.last_chips[seat]
    o[AT.last_net + distance] = s.last_net[seat]


@inlined
def observe_secrets(s, seat, distance, o):
    """RO-4: what cardsharps alone know about one seat."""
    if s.throw != NO_THROW:
        o[AT.would_win + distance] = net_of(s.bet[seat], s.chips[seat], s.throw)
    o[AT.lay + distance] = s.lay[seat] + 1
    o[AT.uses_left + distance] = s.uses_left[seat]
    o[AT.last_lay + distance] = s.last_lay[seat] + 1


# --- what a seat can not see ---


@kernel
def resample(s, viewer, key):
    """Redraw, by the chance of `key`, what `viewer` can not see: who used the right to a new throw, and the throws that it
    ended (RO-4).

    Cardsharps see everything. For the others each cardsharp decides anew, at every time that it was or would have been
    asked, by the toss of a coin; the numbers that counted in finished spins were seen and stay. The seat that is being
    asked stays the same, so it has a use left. The caller sets the record's key, so the future is new too.
    """
    if sees_all(s, viewer):
        return
    for seat in range(s.num_players):
        if s.cardsharp[seat]:
            redraw_uses(s, seat, key)
    redraw_throws(s, key)


@kernel
def redraw_uses(s, seat, key):
    """The seat's choices in this episode, spin by spin; 0 in `lay` and `last_lay` marks where the ball was thrown again."""
    s.lay[seat] = NO_THROW
    s.last_lay[seat] = NO_THROW
    s.uses_left[seat] = s.cardsharp_uses
    rolling = s.phase == ROLLING and s.over == 0
    asked = s.hands_played + (1 if rolling and seat < s.to_act else 0)
    keep = 1 if rolling and seat == s.to_act else 0
    for spin in range(asked):
        spare = s.uses_left[seat] - keep
        if spare > 0 and imagined_again(s, spin, seat, key, asked - spin, spare, keep):
            s.uses_left[seat] -= 1
            if spin == s.hands_played:
                s.lay[seat] = 0
            elif spin == s.hands_played - 1:
                s.last_lay[seat] = 0


@kernel
def imagined_again(s, spin, seat, key, asked, spare, keep):
    """Whether the ball was thrown again for the seat in `spin`: all its courses of choices are equally likely.

    It is asked `asked` times from here on. Who must `keep` a use throws again at most `spare` times in them, so that only
    courses of this kind are counted; otherwise both choices are open each time.
    """
    chance = courses(asked - 1, spare - 1) / courses(asked, spare) if keep else 0.5
    return uniform(key, spin, seat, IMAGINED_CHOICE, 0) < chance


@kernel
def courses(asked, most):
    """In how many ways a seat that is asked `asked` times can throw again `most` times at most."""
    total = 0.0
    ways = 1.0
    for count in range(min(asked, most) + 1):
        total += ways
        ways = ways * (asked - count) / (count + 1)
    return total


@kernel
def redraw_throws(s, key):
    """The throws of this spin so far, and those that did not count in the last one."""
    s.throws = 0
    for seat in range(s.num_players):
        if s.lay[seat] != NO_THROW:
            s.lay[seat] = randint(key, s.hands_played, 0, BALL, s.throws, NUMBERS)
            s.throws += 1
        if s.last_lay[seat] != NO_THROW:
            s.last_lay[seat] = randint(key, s.hands_played, seat, IMAGINED_BALL, 0, NUMBERS)
    if s.phase == ROLLING:
        s.throw = randint(key, s.hands_played, 0, BALL, s.throws, NUMBERS)
        s.throws += 1
