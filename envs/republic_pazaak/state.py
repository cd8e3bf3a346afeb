"""Republic Pazaak: the record of a game, its actions and all numbers that the rules name."""

from enum import IntEnum

from ..core.record import NOBODY, record_type
from ..kit.pazaak import DRAWS, HIGHEST, match_fields, table_fields
from ..kit.wagers import NUM_WAGER_ACTIONS, wager_fields
from .cards import IN_HAND, MOST_SHARED, NUM_KINDS, PLAYS

MAX_SEATS = 4
MAIN_CARDS, OF_A_VALUE = 40, 4  # RP-1
BLIND_FOR_A_CARDSHARP = 2  # RP-10
MAX_USES = 3
MOST_ASIDE = 1 + MAX_USES  # in a round: one refused, the others thrown away


class Action(IntEnum):
    """Action indices after those of the wagers; `CHOOSE + kind` and `PLAY + i`, i in the order of `cards.PLAYS`."""

    DRAW = NUM_WAGER_ACTIONS
    LOOK = DRAW + 1
    TAKE = LOOK + 1
    REFUSE = TAKE + 1
    KEEP = REFUSE + 1
    THROW = KEEP + 1
    CHOOSE = THROW + 1
    PLAY = CHOOSE + NUM_KINDS
    STAND = PLAY + len(PLAYS)
    END_TURN = STAND + 1


NUM_ACTIONS = Action.END_TURN + 1

# Phases: what the seat to act decides.
DEALING, SIDE_LOOK, CHOOSING, WAGER, DRAWING, MAIN_LOOK, SHARP, TURN = range(8)

# What became of a seat's look (RP-9).
UNUSED, SIDE_TAKEN, SIDE_REFUSED, MAIN_TAKEN, MAIN_REFUSED = range(5)

# How a round ended.
BY_POINTS, BY_NINE, BY_TIE_BREAKER, BY_BUST, DRAWN_ROUND = range(1, 6)
NINE_RANK = 100  # above every total

# Where a side card is, when in no hand.
NO_CARD, IN_SIDE_DECK, LOOKED_AT, PLAYED = -1, -2, -3, -4

# Purposes of this game's chance.
MAIN, SIDE, DECK, FIRST = range(4)

STATE = record_type(
    MAX_SEATS,
    options=[
        ("ante", "i2"),  # units
        ("max_bet", "i2"),
        ("max_round_bet", "i2"),
        ("rounds", "i2"),
        ("max_rounds", "i2"),
        ("force_sensitive", "i2", (MAX_SEATS,)),
        ("cardsharp", "i2", (MAX_SEATS,)),
        ("cardsharp_uses", "i2"),
        ("shared", "i2"),  # 1: one side deck for all
        ("shared_size", "i2"),  # cards in it
        ("random_deck", "i2", (MAX_SEATS,)),  # 1 for a deck drawn from a box with one of every kind
        # the side decks, in the order of kinds: ten places a seat, or all of them one deck where it is shared
        ("side_card", "i2", (MOST_SHARED,)),  # kinds: as listed, or as drawn at the deal
    ],
    episode=[
        *wager_fields(MAX_SEATS, "i2"),
        *match_fields(MAX_SEATS, "i2"),
        ("phase", "i2"),
        ("wager_on_game", "i2"),  # 1: the wager being made is on the game, 0: on the round
        ("first", "i2"),  # seat that moves first in the present round
        ("played_rounds", "i2"),  # finished
        ("decider", "i2"),  # 1: the next round won decides (RP-8)
        ("antes", "i2", (MAX_SEATS,)),
        ("game_bets", "i2", (MAX_SEATS,)),
        ("round_bets", "i2", (MAX_SEATS,)),
        ("side_place", "i2", (MOST_SHARED,), IN_SIDE_DECK),  # the seat whose hand the card is in, or where else it is
        ("side_drawn", "i2", (MAX_SEATS,)),  # cards that chance has drawn from it
        ("in_hand", "i2", (MAX_SEATS,)),  # cards dealt to the seat so far
        ("hand", "i2", (MAX_SEATS, IN_HAND), NO_CARD),  # kinds of the cards held, as side_place has them too
        ("looked_side", "i2", (), NOBODY),  # place in side_card of the card looked at
        ("looked_main", "i2"),  # the main card looked at, or 0
        ("refused_side", "i2", (MAX_SEATS,), NOBODY),  # place in side_card of the card that the seat refused
        ("look", "i2", (MAX_SEATS,), UNUSED),  # what became of the seat's look
        ("throws", "i2", (MAX_SEATS,)),  # cards that a cardsharp threw away in this game
        ("earlier_draws", "i2", (MAX_SEATS,)),  # main cards laid in earlier rounds
        ("thrown_now", "i2"),  # main cards thrown away in this turn, while it is private
        # what ended last
        ("last_winner", "i2", (), NOBODY),  # of the round that ended last, NOBODY when it was drawn
        ("last_how", "i2"),  # 0 before any
        ("last_first", "i2", (), NOBODY),  # seat that began it
        ("last_total", "i2", (MAX_SEATS,)),
        ("last_cards", "i2", (MAX_SEATS,)),
        ("last_status", "i2", (MAX_SEATS,), DRAWS),
        ("last_bets", "i2", (MAX_SEATS,)),  # bets on that round
        ("game_winner", "i2", (), NOBODY),
    ],
    round=[
        *table_fields(MAX_SEATS, "i2"),
        ("main_left", "i2", (HIGHEST,), OF_A_VALUE),  # by value - 1
        ("main_drawn", "i2"),
        ("laid", "i2", (MAX_SEATS,)),  # main cards laid
        ("aside", "i2", (MAX_SEATS, MOST_ASIDE)),  # main cards that the seat refused or threw away, else 0
        ("refused", "i2", (MAX_SEATS,)),  # how many it refused
        ("thrown", "i2", (MAX_SEATS,)),  # and threw away
        ("tie_breaker", "i2", (MAX_SEATS,)),  # 1: a ±1T lies on the table
    ],
)
ROUND = STATE.starts["round"]
