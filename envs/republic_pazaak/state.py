"""Republic Pazaak: the record of a game, its actions and all numbers that the rules name."""

from enum import IntEnum

from ..core.record import record_dtype
from ..kit.pazaak import HIGHEST, table_fields
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

STATE = record_dtype(
    MAX_SEATS,
    [
        # options
        ("ante", "i4"),  # units
        ("max_bet", "i4"),
        ("max_round_bet", "i4"),
        ("rounds", "i4"),
        ("max_rounds", "i4"),
        ("force_sensitive", "i4", (MAX_SEATS,)),
        ("cardsharp", "i4", (MAX_SEATS,)),
        ("cardsharp_uses", "i4"),
        ("shared", "i4"),  # 1: one side deck for all
        ("shared_size", "i4"),  # cards in it
        *wager_fields(MAX_SEATS),
        *table_fields(MAX_SEATS),
        # the game
        ("phase", "i4"),
        ("wager_on_game", "i4"),  # 1: the wager being made is on the game, 0: on the round
        ("first", "i4"),  # seat that moves first in the present round
        ("played_rounds", "i4"),  # finished
        ("decider", "i4"),  # 1: the next round won decides (RP-8)
        ("antes", "i4", (MAX_SEATS,)),
        ("game_bets", "i4", (MAX_SEATS,)),
        ("round_bets", "i4", (MAX_SEATS,)),
        ("side_drawn", "i4", (MAX_SEATS,)),  # cards that chance has drawn from it
        ("in_hand", "i4", (MAX_SEATS,)),  # cards dealt to the seat so far
        ("hand", "i4", (MAX_SEATS, IN_HAND)),  # kinds of the cards held, as side_place has them too, or NO_CARD
        ("looked_side", "i4"),  # place in side_card of the card looked at, or NOBODY
        ("looked_main", "i4"),  # the main card looked at, or 0
        ("refused_side", "i4", (MAX_SEATS,)),  # place in side_card of the card that the seat refused, or NOBODY
        ("look", "i4", (MAX_SEATS,)),  # what became of the seat's look
        ("throws", "i4", (MAX_SEATS,)),  # cards that a cardsharp threw away in this game
        ("earlier_draws", "i4", (MAX_SEATS,)),  # main cards laid in earlier rounds
        # the round
        ("main_left", "i4", (HIGHEST,)),  # by value - 1
        ("main_drawn", "i4"),
        ("thrown_now", "i4"),  # main cards thrown away in this turn, while it is private
        ("laid", "i4", (MAX_SEATS,)),  # main cards laid in this round
        ("aside", "i4", (MAX_SEATS, MOST_ASIDE)),  # main cards that the seat refused or threw away in this round, else 0
        ("refused", "i4", (MAX_SEATS,)),  # how many it refused
        ("thrown", "i4", (MAX_SEATS,)),  # and threw away
        ("tie_breaker", "i4", (MAX_SEATS,)),  # 1: a ±1T lies on the table
        # what ended last
        ("last_winner", "i4"),  # of the round that ended last, NOBODY when it was drawn
        ("last_how", "i4"),  # 0 before any
        ("last_first", "i4"),  # seat that began it
        ("last_total", "i4", (MAX_SEATS,)),
        ("last_cards", "i4", (MAX_SEATS,)),
        ("last_status", "i4", (MAX_SEATS,)),
        ("last_bets", "i4", (MAX_SEATS,)),  # bets on that round
        ("game_winner", "i4"),
        # the side decks, in the order of kinds: ten places a seat, or all of them one deck where it is shared
        ("random_deck", "i4", (MAX_SEATS,)),  # option: 1 for a deck drawn from a box with one of every kind
        ("side_card", "i4", (MOST_SHARED,)),  # kinds: as listed (option), or as drawn at the deal
        ("side_place", "i4", (MOST_SHARED,)),  # the seat whose hand the card is in, or IN_SIDE_DECK, LOOKED_AT, PLAYED
    ],
)
