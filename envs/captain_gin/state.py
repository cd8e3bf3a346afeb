"""Captain gin: the record of a game, its actions and all numbers that the rules name. A set of cards is four rows of bits."""

from enum import IntEnum

from ..core.record import NOBODY, record_type
from ..kit.rows import ROWS
from .cards import NUM_CARDS, NUM_SUITS

MAX_SEATS = 3
IN_HAND = 10  # CG-5
STOCK_OF_A_DRAW = 2  # CG-12
LARGEST_PILE = NUM_CARDS - 2 * IN_HAND


class Action(IntEnum):
    """Action indices; `DISCARD + card` and `KNOCK + card`, the card being the discard."""

    TAKE_STOCK = 0
    TAKE_DISCARD = 1
    PASS = 2
    DISCARD = 3
    KNOCK = DISCARD + NUM_CARDS


NUM_ACTIONS = Action.KNOCK + NUM_CARDS

# Phases: what is decided, by the player or first by his adviser.
UPCARD, FIRST_DRAW, DRAWING, DISCARDING = range(4)

# How a hand ended (CG-11, CG-12).
DRAWN_HAND, KNOCKED, GIN, UNDERCUT = range(1, 5)

NO_CARD = -1
NO_ADVICE = -1
NOT_HELD = -1  # in `left_after`

# Purposes of this game's chance.
ROLE, CARD = range(2)

BY_SEAT = (MAX_SEATS,)
ROWS_BY_SEAT = (MAX_SEATS, NUM_SUITS)

STATE = record_type(
    MAX_SEATS,
    options=[
        ("gin_bonus", "i4"),  # points
        ("undercut_bonus", "i4"),
        ("knock_limit", "i4"),
        ("target", "i4"),
        ("advice", "i4"),  # 1: the seat out advises
        ("stake", "i4"),  # units a point
        ("partners", "i4"),  # 1: settled by partners, 0: by scores (CG-13)
        ("max_hands", "i4"),
        ("max_turns", "i4"),
    ],
    episode=[
        ("role_card", "i4", BY_SEAT),  # drawn for the roles of the first hand (CG-2)
        ("box", "i4"),  # seats
        ("captain", "i4"),
        ("score", "i4", BY_SEAT),
    ],
    hand=[
        ("phase", "i4"),
        ("turn_of", "i4"),  # seat whose decision it is, also while his adviser is asked
        ("turns", "i4"),  # completed
        ("hand", "i4", ROWS_BY_SEAT),
        ("taken", "i4", ROWS_BY_SEAT),  # cards of the hand that everybody saw taken from the pile
        ("thrown", "i4", ROWS_BY_SEAT),  # cards in the pile that the seat threw
        ("pile", "i4", (LARGEST_PILE,), NO_CARD),  # from the bottom
        ("pile_size", "i4"),
        ("stock", "i4", (NUM_SUITS,), ROWS - 1),
        ("stock_size", "i4", (), NUM_CARDS),
        ("held_back", "i4", (), NO_CARD),  # the card taken from the pile in this turn, which can not go back at once (CG-7)
        ("drawn", "i4", (), NO_CARD),  # the card just taken from the stock
        ("advised", "i4", (), NO_ADVICE),  # action named to the captain for this decision
        ("left_after", "i4", (NUM_CARDS,), NOT_HELD),  # while a discard is chosen: least unmatched points after each
    ],
    last=[  # the hand that ended last
        ("last_how", "i4"),  # 0 before any
        ("last_box", "i4", (), NOBODY),
        ("last_captain", "i4", (), NOBODY),
        ("last_knocker", "i4", (), NOBODY),
        ("last_scorer", "i4", (), NOBODY),
        ("last_points", "i4"),
        ("last_unmatched", "i4", BY_SEAT),  # after laying off
        ("last_sets", "i4", ROWS_BY_SEAT),
        ("last_runs", "i4", ROWS_BY_SEAT),
        ("last_laid", "i4", ROWS_BY_SEAT),
        ("last_rest", "i4", ROWS_BY_SEAT),
    ],
)
HAND, LAST = STATE.starts["hand"], STATE.starts["last"]
