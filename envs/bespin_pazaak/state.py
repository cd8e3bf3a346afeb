"""Bespin Pazaak: the record of a match, its actions and all numbers that the rules name."""

from enum import IntEnum

import numpy as np

from ..core.record import NOBODY, record_type
from ..kit.pazaak import HIGHEST, match_fields, table_fields
from ..kit.wagers import NUM_WAGER_ACTIONS, wager_fields

SEATS = 2
MAX_HAND = 5
SETS_TO_WIN = 2

# Main deck: four of each value to 9, two tens (BP-1). Side deck: the kinds in order, and how many of each (BP-2).
MAIN_DECK = np.array([4] * (HIGHEST - 1) + [2], np.int64)
MAIN_CARDS = 38
KINDS = ("+4", "-4", "+3", "-3", "+2", "-2", "wild four", "wild")
KIND_VALUES = np.array([4, -4, 3, -3, 2, -2], np.int64)
IN_SIDE_DECK = np.array([2, 2, 2, 2, 2, 2, 1, 1], np.int64)
NUM_KINDS, SIDE_CARDS = len(KINDS), 14
WILD_FOUR, WILD = 6, 7
MAX_WILD = 7  # BP-5: what a changed wild card may come to


class Action(IntEnum):
    """Action indices after those of the wagers; the first six plays are those of the fixed cards, by kind."""

    PLAY_FAIR = NUM_WAGER_ACTIONS
    CHEAT = PLAY_FAIR + 1
    HOLD_FORCE = CHEAT + 1
    SPEND_FORCE = HOLD_FORCE + 1
    KEEP = SPEND_FORCE + 1
    DISCARD = KEEP + 1
    SECOND_CARD = DISCARD + 1
    USE_FIRST = SECOND_CARD + 1
    USE_SECOND = USE_FIRST + 1
    PLAY = USE_SECOND + 1
    PLAY_FOUR_PLUS = PLAY + WILD_FOUR
    PLAY_FOUR_MINUS = PLAY_FOUR_PLUS + 1
    PLAY_WILD = PLAY_FOUR_MINUS + 1
    STAND = PLAY_WILD + 6
    END_TURN = STAND + 1


# The six plays of the wild card in order: as it is, a size up, a size down; first as plus, then as minus.
WILD_SIGNS = np.array([1, 1, 1, -1, -1, -1], np.int64)
WILD_CHANGES = np.array([0, 1, -1, 0, 1, -1], np.int64)

# Phases: what the seat to act decides.
CHEATING, FORCE, HAND, WAGER, TURN, SECOND = range(6)

# Rows of the gambling roll (BP-5): from this total up, for each row above the first.
ROWS = np.array([11, 21, 26, 31, 36, 41, 46], np.int64)
DISCARD_ROW, SECOND_ROW, SECOND_DISCARD_ROW, HAND_ROW, WILD_ROW, CHANGE_ROW, FIFTH_ROW = range(1, 8)

# How a set or the match ended.
BY_POINTS, BY_CARDS, BY_BUST, BY_NINE, TRUE_TIE = range(1, 6)
BY_SETS, BY_CHEATING, BY_CATCHING, VOID = range(1, 5)

# Purposes of this game's chance.
MAIN, SIDE, WILD_SIZE, ROLL, ROLL_WILD, OPPOSED, OPPOSED_WILD, FIRST = range(8)

STATE = record_type(
    SEATS,
    options=[
        ("dice", "i4", (SEATS,)),  # dice of each seat's skill code, 0-30
        ("pips", "i4", (SEATS,)),
        ("ante", "i4"),  # units
        ("max_match_bet", "i4"),
        ("max_set_bet", "i4"),
        ("cheating", "i4"),  # 1: seats may announce that they cheat
        ("caught_pays_percent", "i4"),  # of the stakes
        ("force_points", "i4", (SEATS,)),
        ("force_sensitive", "i4", (SEATS,)),
        ("dark_side_cost", "i4"),  # units
        ("for_rebellion", "i4", (SEATS,)),  # 1: gives its winnings to the rebellion
        ("max_sets", "i4"),
    ],
    episode=[
        *wager_fields(SEATS),
        *match_fields(SEATS),
        ("phase", "i4"),
        ("first", "i4"),  # seat that begins the present set
        ("wager_on_match", "i4"),  # 1: the wager being made is the match bet, 0: it is a side bet
        ("antes", "i4", (SEATS,)),  # units in the pot
        ("match_bets", "i4", (SEATS,)),
        ("set_bets", "i4", (SEATS,)),
        ("cheats", "i4", (SEATS,)),  # 1: announced it
        ("opposed", "i4"),  # 1: the opposed roll is on
        ("force_left", "i4", (SEATS,)),
        ("doubled", "i4", (SEATS,)),  # 1: the next roll is made with twice the dice
        ("dark_points", "i4", (SEATS,)),
        ("dark_paid", "i4", (SEATS,)),  # units that they cost at the end
        ("roll", "i4", (SEATS,)),  # total of the gambling roll, 0 without one
        ("row", "i4", (SEATS,)),  # what it came to
        ("hand", "i4", (SEATS, NUM_KINDS)),  # how many of each kind
        ("side_left", "i4", (SEATS, NUM_KINDS), IN_SIDE_DECK),
        ("side_drawn", "i4", (SEATS,)),  # cards drawn from the side deck
        ("dealt", "i4"),  # seat whose hand is being drawn
        ("just_drawn", "i4", (), NOBODY),  # kind of the side card that may be discarded, or NOBODY
        ("redrew", "i4", (SEATS,)),  # 1: discarded a side card
        ("thrown_side", "i4", (SEATS,), NOBODY),  # its kind, or NOBODY
        ("wild_size", "i4", (SEATS,)),  # 0 while the wild card was never in the hand
        ("played", "i4", (SEATS, NUM_KINDS)),  # hand cards played in this match
        ("discards_used", "i4", (SEATS,)),
        ("second_used", "i4", (SEATS,)),
        ("sets", "i4"),  # finished, true ties too
        ("second", "i4"),  # the second card of the turn while it is being chosen, else 0
        # what ended last
        ("set_ended", "i4"),  # 1: the last decision ended a set
        ("last_winner", "i4", (), NOBODY),  # of the set that ended last, NOBODY after a true tie
        ("last_how", "i4"),  # 0 before any
        ("last_first", "i4", (), NOBODY),  # seat that began it
        ("last_total", "i4", (SEATS,)),
        ("last_cards", "i4", (SEATS,)),
        ("last_bet", "i4"),  # side bet of that set, units a seat
        ("match_winner", "i4", (), NOBODY),
        ("match_how", "i4"),  # 0 while the match is on
        ("match_stakes", "i4"),  # one seat's ante and match bet
        ("opposed_roll", "i4", (SEATS,)),
        ("caught", "i4", (SEATS,)),
    ],
    set=[
        *table_fields(SEATS),
        ("main_left", "i4", (SEATS, HIGHEST), MAIN_DECK),  # by value - 1
        ("main_drawn", "i4", (SEATS,)),
        ("bonus_used", "i4"),  # 1: in this turn
    ],
)
SET = STATE.starts["set"]
