"""Pinwheel: who sees what (PW-14). The layout of the observation, its writer, and the redraw of what a seat can not see.

Positions are clockwise distances from the observer. Viewer -1 is a spectator: it sees what is open to all, from seat 0.
"""

import functools

from ..core.chance import randint
from ..core.jit import inlined, kernel
from ..core.layout import Layout, Piece
from ..core.options import MAX_BANKROLL
from ..kit.dice import MAX_CODE, MAX_THROW, code_number, d6, signed
from ..kit.observation import BIG, by_seat, distance_from, observe_turn
from .rules import (
    GAMBLES,
    GAMBLING,
    HOLDS,
    MAX_RAISE,
    MAX_SEATS,
    NO_LIMIT,
    NOBODY,
    SECRET,
    UNDECIDED,
    base_cycle,
    gamble_target,
    owed,
)

MAX_HANDS = 100
MAX_RAISES = 100
MAX_UNITS = MAX_BANKROLL * MAX_SEATS
MAX_CYCLE = 18 + 6 * (MAX_THROW // 3)

# Status of a seat in the hand.
NO_SEAT, LIVE, FOLDED, SITS_OUT = 0, 2, -1, -2

# Scales: what the numbers of a piece are multiplied by, so that usual values lie around -1 to 1.
UNIT, DIE, CYCLE, TARGET, THROW, SEAT, COUNT, CODE = 1 / 10, 1 / 6, 1 / 12, 1 / 18, 1 / 20, 1 / 6, 1 / 4, 1 / 2


_by_seat = functools.partial(by_seat, MAX_SEATS)
LAYOUT = Layout(
    [
        Piece("phase", 4, 0, 1, 1.0, "one-hot: Deal, Draw One, Draw Two, Gamble; all 0 when the episode is over"),
        Piece("own_secret", 1, 0, 6, DIE, "own secret die, 0 without one (PW-3)"),
        Piece("own_cycle", 1, -15, 18, CYCLE, "own cycle by the dice rolled so far (PW-6, PW-9)"),
        Piece("own_target", 1, 0, 18, TARGET, "plain sum of own dice so far: the Gamble's target (PW-10)"),
        Piece("own_choice", 1, 0, 2, CODE, "own choice for the Gamble: 0 none yet, 1 hold, 2 gamble (PW-8)"),
        Piece("to_call", 1, 0, MAX_UNITS, UNIT, "units the observer must add to stay in, all it has at most (PW-4, PW-5)"),
        Piece("pot", 1, 0, MAX_UNITS, BIG, "units on the table"),
        Piece("max_raise", 1, 0, MAX_RAISE, UNIT, "largest single raise, units (option)"),
        Piece("raises_left", 1, -1, MAX_RAISES, COUNT, "bets and raises left in this betting round; -1: no limit (PW-4)"),
        Piece("first_bettor", 1, 0, MAX_SEATS - 1, SEAT, "who bets first in this hand, clockwise distance (PW-1)"),
        Piece("last_raiser", 1, 0, MAX_SEATS, SEAT, "1 + distance of who raised last in this round; 0: nobody"),
        Piece("to_act", 1, -1, MAX_SEATS - 1, SEAT, "whose turn it is, distance; -1 when the episode is over"),
        Piece("hand", 1, 0, MAX_HANDS, COUNT, "hands finished in this episode (PW-13)"),
        Piece("hands", 1, 0, MAX_HANDS, COUNT, "hands in an episode (option)"),
        Piece("odd_secret", 1, 0, 1, 1.0, "1: an odd secret die subtracts (PW-9, option)"),
        _by_seat("status", -2, 2, CODE, "2 live, -1 folded, -2 sits out, 0 no such seat"),
        _by_seat("stack", 0, MAX_UNITS, BIG, "units in front of the seat"),
        _by_seat("open_one", 0, 6, DIE, "open die of Draw One, 0 before (PW-6)"),
        _by_seat("open_two", 0, 6, DIE, "open die of Draw Two, 0 before (PW-6)"),
        _by_seat("open_cycle", -10, 12, CYCLE, "open dice, even added and odd subtracted (PW-6)"),
        _by_seat("skill", 0, MAX_CODE, CYCLE, "3 x dice + pips of the Gambling code; 0: not known"),
        _by_seat("bet_deal", 0, MAX_UNITS, UNIT, "units put in during the first betting round (PW-4)"),
        _by_seat("bet_draw_one", 0, MAX_UNITS, UNIT, "units put in during the second betting round"),
        _by_seat("bet_draw_two", 0, MAX_UNITS, UNIT, "units put in during the third betting round"),
        _by_seat("last_secret", 0, 6, DIE, "last hand: secret die if shown, else 0 (PW-12, PW-14)"),
        _by_seat("last_open_one", 0, 6, DIE, "last hand: open die of Draw One"),
        _by_seat("last_open_two", 0, 6, DIE, "last hand: open die of Draw Two"),
        _by_seat("last_gamble", 0, MAX_THROW + 1, THROW, "last hand: 1 + total of the Gamble shown; 0: none (PW-10)"),
        _by_seat("last_cycle", -MAX_CYCLE, MAX_CYCLE, CYCLE, "last hand: final cycle if shown (PW-11)"),
        _by_seat("last_net", -MAX_UNITS, MAX_UNITS, UNIT, "last hand: units won or lost (PW-13)"),
        _by_seat("raises_made", 0, MAX_HANDS * MAX_UNITS, COUNT, "bets and raises made in this episode"),
        _by_seat("folds_made", 0, MAX_HANDS, COUNT, "hands folded in this episode"),
        _by_seat("gambles_shown", 0, MAX_HANDS, COUNT, "Gambles attempted and shown in this episode"),
    ]
)

AT = LAYOUT.at


@inlined
def observe(s, viewer, o):
    """Write what seat `viewer` knows (-1: a spectator) into `o`, zeros before: whole numbers in the order of LAYOUT."""
    seat = max(viewer, 0)
    observe_table(s, seat, o)
    if viewer >= 0:
        observe_own(s, viewer, o)
    for distance in range(s.num_players):
        observe_seat(s, seat, distance, o)
        if s.skills_public or seat == viewer:
            o[AT.skill + distance] = code_number(s.dice[seat], s.pips[seat])
        seat += 1
        if seat == s.num_players:
            seat = 0


@inlined
def observe_table(s, base, o):
    observe_turn(s, base, o, AT.phase, AT.to_act)
    o[AT.pot] = s.pot
    o[AT.max_raise] = s.max_raise
    betting = (s.phase < GAMBLING) * (1 - s.over)
    o[AT.raises_left] = (-1 if s.max_raises == NO_LIMIT else s.max_raises - s.raises) * betting
    o[AT.first_bettor] = distance_from(s, base, s.first_bettor)
    o[AT.last_raiser] = (0 if s.last_raiser == NOBODY else 1 + distance_from(s, base, s.last_raiser)) * betting
    o[AT.hand] = s.hands_played
    o[AT.hands] = s.hands
    o[AT.odd_secret] = s.odd_secret_subtracts


@inlined
def observe_own(s, viewer, o):
    o[AT.own_secret] = s.secret[viewer]
    o[AT.own_cycle] = base_cycle(s, viewer)
    o[AT.own_target] = gamble_target(s, viewer)
    o[AT.own_choice] = s.choice[viewer]
    price = min(owed(s, viewer), s.stack[viewer])
    o[AT.to_call] = price * s.live[viewer] * (s.phase < GAMBLING) * (1 - s.over)


@inlined
def observe_seat(s, seat, distance, o):
    """What is open to all about one seat."""
    one, two = s.open[seat, 0], s.open[seat, 1]
    o[AT.status + distance] = SITS_OUT + s.posted[seat] * (FOLDED - SITS_OUT) + s.live[seat] * (LIVE - FOLDED)
    o[AT.stack + distance] = s.stack[seat]
    o[AT.open_one + distance] = one
    o[AT.open_two + distance] = two
    o[AT.open_cycle + distance] = signed(one) + signed(two)
    o[AT.bet_deal + distance] = s.bets[seat, 0]
    o[AT.bet_draw_one + distance] = s.bets[seat, 1]
    o[AT.bet_draw_two + distance] = s.bets[seat, 2]
    o[AT.last_secret + distance] = s.last_secret[seat]
    o[AT.last_open_one + distance] = s.last_open[seat, 0]
    o[AT.last_open_two + distance] = s.last_open[seat, 1]
    o[AT.last_gamble + distance] = s.last_total[seat] + s.last_gambled[seat]
    o[AT.last_cycle + distance] = s.last_cycle[seat]
    o[AT.last_net + distance] = s.last_net[seat]
    o[AT.raises_made + distance] = s.raises_made[seat]
    o[AT.folds_made + distance] = s.folds_made[seat]
    o[AT.gambles_shown + distance] = s.gambles_shown[seat]


@kernel
def resample(s, viewer, key):
    """Redraw, by the chance of `key`, what `viewer` can not see: the others' secret dice and hidden choices (PW-3, PW-8).

    The others' choices so far do not bear on what is drawn. The caller sets the record's key, so the future is new too.
    """
    for seat in range(s.num_players):
        if seat == viewer or not s.posted[seat] or (s.over and s.last_shown[seat]):
            continue
        s.secret[seat] = d6(key, s.hands_played, seat, SECRET, 0)
        if s.choice[seat] != UNDECIDED:
            s.choice[seat] = GAMBLES if randint(key, s.hands_played, seat, SECRET, 1, 2) else HOLDS
