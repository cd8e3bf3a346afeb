"""Bespin Pazaak: who sees what. The layout of the observation, its writer, and the redraw of what a seat can not see.

Hidden from a seat are the other's hand, the size of its wild card, the side card it discarded and whether it cheats.
Viewer -1 is a spectator: it sees what is open to both, from seat 0.
"""

import functools

from ..core.chance import randint
from ..core.jit import inlined, kernel
from ..core.layout import Layout, Piece
from ..core.options import MAX_BANKROLL
from ..core.record import NOBODY
from ..kit.antes import MAX_ANTE
from ..kit.cards import take_nth
from ..kit.dice import MAX_CODE, MAX_DICE, MAX_PIPS, MAX_REROLLS, code_number, d6
from ..kit.observation import BIG, by_seat, distance_from, observe_turn, seat_at
from ..kit.pazaak import (
    CARD,
    COUNT,
    HIGHEST,
    MOST_TOTAL,
    OWN_TOTAL_PIECE,
    TARGET,
    bust_cards,
    observe_own_total,
    observe_tables,
    table_pieces,
)
from ..kit.wagers import MAX_WAGER, UNIT, WAGER_PIECES, observe_wager
from .sets import discards_left, may_draw_second
from .state import (
    CHEATING,
    FORCE,
    HAND,
    IN_SIDE_DECK,
    MAIN_CARDS,
    MAX_HAND,
    NUM_KINDS,
    SEATS,
    SETS_TO_WIN,
    WAGER,
    WILD,
    WILD_ROW,
)

MAX_SETS, MAX_FORCE, MAX_COST = 100, 10, 100
MAX_ROLL = 6 * (2 * MAX_DICE + MAX_REROLLS) + 2 * MAX_PIPS
MAX_PERCENT = 1000

# Scales: what the numbers of a piece are multiplied by, so that usual values lie around -1 to 1.
SKILL_SCALE, ROLL_SCALE, DECK, LEFT, SET, ROW, WILD_SCALE = 1 / 12, 1 / 30, 1 / 38, 1 / 4, 1 / 3, 1 / 7, 1 / 6


_by_seat = functools.partial(by_seat, SEATS)
LAYOUT = Layout(
    [
        Piece("phase", 6, 0, 1, 1.0, "one-hot: cheat, Force point, hand, wager, turn, second card; all 0 when it is over"),
        Piece("to_act", 1, -1, 1, 1.0, "0: the observer, 1: the other, -1: the match is over"),
        Piece("first", 1, 0, 1, 1.0, "1: the other began this set, 0: the observer (BP-7)"),
        Piece("own_hand", NUM_KINDS, 0, 2, 1.0, "hand cards: +4, -4, +3, -3, +2, -2, wild four, wild (BP-4)"),
        OWN_TOTAL_PIECE,
        Piece("own_wild", 1, 0, 6, WILD_SCALE, "size of the wild card, 0 while it never was in the hand (BP-3)"),
        Piece("just_drawn", 1, 0, NUM_KINDS, ROW, "1 + kind of the side card that may be discarded, 0: none (BP-5)"),
        Piece("own_cheat", 1, 0, 1, 1.0, "1: the observer cheats (BP-13)"),
        Piece("own_thrown", 1, 0, NUM_KINDS, ROW, "1 + kind of the side card that the observer discarded, 0: none (BP-5)"),
        Piece("own_force", 1, 0, MAX_FORCE, COUNT, "own Force points left (BP-14)"),
        Piece("own_dark", 1, 0, MAX_FORCE, COUNT, "own dark side points (BP-14)"),
        Piece("own_sensitive", 1, 0, 1, 1.0, "1: the observer is Force-sensitive (option)"),
        Piece("own_motive", 1, 0, 1, 1.0, "1: the observer plays for the rebellion (option)"),
        Piece("drawn", 1, 0, HIGHEST, CARD, "the main card of this turn"),
        Piece("second", 1, 0, HIGHEST, CARD, "the second card to choose from, 0: none (BP-5)"),
        Piece("bonus_used", 1, 0, 1, 1.0, "1: a main-deck bonus was used in this turn (BP-5)"),
        Piece("card_played", 1, 0, 1, 1.0, "1: a hand card was played in this turn (BP-8)"),
        Piece("opposed", 1, 0, 1, 1.0, "1: the opposed roll comes, somebody cheats (BP-13)"),
        Piece("wager_on_match", 1, 0, 1, 1.0, "1: the wager being made is the match bet, 0: a side bet (BP-11)"),
        *WAGER_PIECES,
        Piece("pot", 1, 0, 2 * MAX_BANKROLL, BIG, "units on the table"),
        Piece("ante", 1, 0, MAX_ANTE, UNIT, "units that each seat paid (option)"),
        Piece("match_bet", 1, 0, MAX_WAGER, UNIT, "units that each seat has bet on the match"),
        Piece("set_bet", 1, 0, MAX_WAGER, UNIT, "units that each seat has bet on this set"),
        Piece("max_match_bet", 1, 0, MAX_WAGER, UNIT, "largest match bet (option)"),
        Piece("max_set_bet", 1, 0, MAX_WAGER, UNIT, "largest side bet (option)"),
        Piece("sets", 1, 0, MAX_SETS, SET, "sets finished, true ties too (BP-10)"),
        Piece("max_sets", 1, 0, MAX_SETS, 1 / 20, "sets after which the match is void (option)"),
        Piece("cheating", 1, 0, 1, 1.0, "1: cheating may be announced (option)"),
        Piece("caught_pays", 1, 0, MAX_PERCENT, 1 / 200, "what a caught cheat pays, in hundredths of the stakes (option)"),
        Piece("dark_side_cost", 1, 0, MAX_COST, UNIT, "units that a dark side point costs (option)"),
        Piece("last_winner", 1, -1, 1, 1.0, "the set before: 1 won by the observer, -1 by the other, 0 true tie or none"),
        _by_seat("last_total", -MOST_TOTAL, MOST_TOTAL, 1 / TARGET, "the set before: total"),
        *table_pieces(SEATS, SETS_TO_WIN, MAX_HAND),
        _by_seat("stack", 0, 2 * MAX_BANKROLL, BIG, "units in front of the seat"),
        _by_seat("skill", 0, MAX_CODE, SKILL_SCALE, "3 x dice + pips of the Gambling code"),
        _by_seat("roll", 0, MAX_ROLL, ROLL_SCALE, "total of the gambling roll, 0 without one (BP-5)"),
        _by_seat("row", 0, 7, ROW, "row of the gambling roll, 0: no bonus (BP-5)"),
        _by_seat("discards", 0, 2, COUNT, "discard-and-redraw bonuses left (BP-5)"),
        _by_seat("second_cards", 0, 1, 1.0, "second-card bonus left (BP-5)"),
        _by_seat("force_spent", 0, 2, COUNT, "Force points spent on rolls (BP-14)"),
        _by_seat("redrew", 0, 1, 1.0, "1: discarded a side card (BP-5)"),
        _by_seat("deck", 0, MAIN_CARDS, DECK, "cards left in the main deck (BP-1)"),
        _by_seat("bust_cards", 0, MAIN_CARDS, DECK, "of those, cards that would take the table above 20"),
        _by_seat("main_left", 0, 4, LEFT, "cards of 1, 2, ... 10 left in the main deck, ten numbers a seat", each=HIGHEST),
        _by_seat("played", 0, 2, 1.0, "hand cards played in this match, by kind, eight numbers a seat", each=NUM_KINDS),
    ]
)

AT = LAYOUT.at


@inlined
def observe(s, viewer, o):
    """Write what seat `viewer` knows (-1: a spectator) into `o`, zeros before: whole numbers in the order of LAYOUT."""
    base = max(viewer, 0)
    observe_match(s, base, o)
    observe_wager(s, o, AT.question)
    observe_tables(s, base, SEATS, o, AT.status)
    for distance in range(SEATS):
        observe_seat(s, seat_at(s, base, distance), distance, o)
    if viewer >= 0:
        observe_own(s, viewer, o)


@inlined
def observe_match(s, base, o):
    observe_turn(s, base, o, AT.phase, AT.to_act)
    o[AT.first] = distance_from(s, base, s.first)
    o[AT.drawn] = s.drawn
    o[AT.second] = s.second
    o[AT.bonus_used] = s.bonus_used
    o[AT.card_played] = s.card_played
    o[AT.opposed] = s.opposed
    o[AT.wager_on_match] = s.wager_on_match
    o[AT.pot] = s.pot
    o[AT.ante] = s.ante
    o[AT.match_bet] = s.match_bets[0]
    o[AT.set_bet] = s.set_bets[0]
    o[AT.max_match_bet] = s.max_match_bet
    o[AT.max_set_bet] = s.max_set_bet
    o[AT.sets] = s.sets
    o[AT.max_sets] = s.max_sets
    o[AT.cheating] = s.cheating
    o[AT.caught_pays] = s.caught_pays_percent
    o[AT.dark_side_cost] = s.dark_side_cost
    if s.last_winner != NOBODY:
        o[AT.last_winner] = 1 if s.last_winner == base else -1


@inlined
def observe_seat(s, seat, distance, o):
    """What is open to both about one seat, besides its table."""
    o[AT.last_total + distance] = s.last_total[seat]
    o[AT.stack + distance] = s.stack[seat]
    o[AT.skill + distance] = code_number(s.dice[seat], s.pips[seat])
    o[AT.roll + distance] = s.roll[seat]
    o[AT.row + distance] = s.row[seat]
    o[AT.discards + distance] = discards_left(s, seat)
    o[AT.second_cards + distance] = may_draw_second(s, seat)
    o[AT.force_spent + distance] = s.force_points[seat] - s.force_left[seat]
    o[AT.redrew + distance] = s.redrew[seat]
    o[AT.deck + distance] = MAIN_CARDS - s.main_drawn[seat]
    o[AT.bust_cards + distance] = bust_cards(s.main_left[seat], s.total[seat])
    for value in range(HIGHEST):
        o[AT.main_left + distance * HIGHEST + value] = s.main_left[seat, value]
    for kind in range(NUM_KINDS):
        o[AT.played + distance * NUM_KINDS + kind] = s.played[seat, kind]


@inlined
def observe_own(s, viewer, o):
    for kind in range(NUM_KINDS):
        o[AT.own_hand + kind] = s.hand[viewer, kind]
    observe_own_total(s, viewer, o, AT.own_total)
    o[AT.own_wild] = s.wild_size[viewer]
    if s.phase == HAND and s.to_act == viewer and not s.over:
        o[AT.just_drawn] = 1 + s.just_drawn
    o[AT.own_thrown] = 1 + s.thrown_side[viewer]
    o[AT.own_cheat] = s.cheats[viewer]
    o[AT.own_force] = s.force_left[viewer]
    o[AT.own_dark] = s.dark_points[viewer]
    o[AT.own_sensitive] = s.force_sensitive[viewer]
    o[AT.own_motive] = s.for_rebellion[viewer]


# Purposes of the chance by which things are redrawn.
HAND_AGAIN, THROWN_AGAIN, SIZE_AGAIN, CHEAT_AGAIN = range(100, 104)


@kernel
def resample(s, viewer, key):
    """Redraw, by the chance of `key`, the other seats' hands, wild cards, discarded side cards and announcements.

    Main decks are drawn as they are needed, so a new key is a new order of them. What the others chose does not bear on it.
    """
    for seat in range(SEATS):
        if seat != viewer:
            redraw_hand(s, seat, key)
            redraw_announcement(s, viewer, seat, key)


@kernel
def redraw_hand(s, seat, key):
    """Any cards of the side deck that were not played may be in the hand; a wild card that was taken first is (BP-5)."""
    left = 0
    for kind in range(NUM_KINDS):
        s.hand[seat, kind] = 0
        s.side_left[seat, kind] = IN_SIDE_DECK[kind] - s.played[seat, kind]
        left += s.side_left[seat, kind]
    cards = s.hand_left[seat]
    s.hand_left[seat] = 0
    if not s.played[seat, WILD]:
        s.wild_size[seat] = 0
    if s.row[seat] >= WILD_ROW and not s.played[seat, WILD]:
        s.side_left[seat, WILD] = 0
        left -= 1
        cards -= 1
        hold(s, seat, WILD, key)
    for index in range(cards):
        kind = take_nth(s.side_left[seat], randint(key, 0, seat, HAND_AGAIN, index, left))
        left -= 1
        hold(s, seat, kind, key)
        if s.phase == HAND and s.to_act == seat:
            s.just_drawn = kind
    if s.thrown_side[seat] != NOBODY:
        s.thrown_side[seat] = take_nth(s.side_left[seat], randint(key, 0, seat, THROWN_AGAIN, 0, left))


@kernel
def hold(s, seat, kind, key):
    s.hand[seat, kind] += 1
    s.hand_left[seat] += 1
    if kind == WILD:
        s.wild_size[seat] = d6(key, 0, seat, SIZE_AGAIN, 0)


@kernel
def redraw_announcement(s, viewer, seat, key):
    """BP-13: hidden until the betting is done; then the opposed roll, or the first set, tells whether anybody cheats."""
    if not s.cheating or s.over or (s.phase == CHEATING and s.to_act <= seat):
        return
    before_the_sets = s.phase == CHEATING or s.phase == FORCE or s.phase == HAND or (s.phase == WAGER and s.wager_on_match)
    if not before_the_sets:
        return
    s.cheats[seat] = randint(key, 0, seat, CHEAT_AGAIN, 0, 2)
    if s.opposed and not s.cheats[viewer]:
        s.cheats[seat] = 1
