"""Republic Pazaak: who sees what (RP-11). The layout of the observation, its writer, and the redraw of what is hidden.

Hidden from a seat are the others' hands and the decks. A look by the Force is noticed by Force-sensitive seats alone (RP-9),
a card thrown away by cardsharps alone (RP-10); what the card was is known only to who saw it. To the others a turn begins
with the main card that is laid. Positions are clockwise distances from the observer. Viewer -1 is a spectator: it sees what
is open to all, from seat 0, and notices nothing.
"""

import numpy as np

from ..jit import inlined
from ..kit.antes import MAX_ANTE
from ..kit.pazaak import CARD, COUNT, HIGHEST, OWN_TOTAL_PIECE, TARGET, observe_own_total, observe_tables, table_pieces
from ..kit.sight import distance_from, put, seat_at
from ..kit.wagers import MAX_WAGER, UNIT, WAGER_PIECES, observe_wager
from ..layout import Layout, Piece
from ..options import MAX_BANKROLL
from ..record import NOBODY
from .cards import IN_HAND, MOST_SHARED, NUM_KINDS
from .opening import end_of_side_deck, first_side_card
from .rounds import may_look
from .state import (
    CHOOSING,
    DEALING,
    DRAWING,
    IN_SIDE_DECK,
    MAIN_CARDS,
    MAIN_LOOK,
    MAIN_REFUSED,
    MAX_SEATS,
    MAX_USES,
    NO_CARD,
    OF_A_VALUE,
    SHARP,
    SIDE_LOOK,
)

MAX_ROUNDS = 100
MAX_UNITS = MAX_SEATS * MAX_BANKROLL

# Scales: what the numbers of a piece are multiplied by, so that usual values lie around -1 to 1.
BIG, DECK_SCALE, LEFT, ROUND, SEAT, KIND, LOOK_SCALE = 1 / 50, 1 / 40, 1 / 4, 1 / 3, 1 / 4, 1 / 25, 1 / 4


def _by_seat(name: str, high: int, scale: float, meaning: str, low: int = 0) -> Piece:
    return Piece(name, MAX_SEATS, low, high, scale, meaning + "; observer first, then clockwise")


LAYOUT = Layout(
    [
        Piece(
            "phase", 8, 0, 1, 1.0, "one-hot: dealing, side look, choosing, wager, drawing, main look, cardsharp, turn; 0: over"
        ),
        Piece("to_act", 1, -1, MAX_SEATS - 1, SEAT, "whose turn it is, distance; -1 when the game is over"),
        Piece("first", 1, 0, MAX_SEATS - 1, SEAT, "who moves first in this round, distance (RP-8)"),
        Piece("own_hand", NUM_KINDS, 0, IN_HAND, 1.0, "own hand cards by kind (RP-3)"),
        OWN_TOTAL_PIECE,
        Piece("own_side", NUM_KINDS, 0, MOST_SHARED, 1.0, "while the own hand is dealt: the side deck as far as known (RP-3)"),
        Piece("looked_side", 1, 0, NUM_KINDS, KIND, "1 + kind of the side card looked at, 0: none (RP-9)"),
        Piece("looked_main", 1, 0, HIGHEST, CARD, "the main card looked at, 0: none (RP-9)"),
        Piece("drawn", 1, 0, HIGHEST, CARD, "the main card of this turn, once seen (RP-4, RP-10)"),
        Piece("card_played", 1, 0, 1, 1.0, "1: a hand card was played in this turn (RP-4)"),
        Piece("own_look", 1, 0, 1, 1.0, "1: may still look by the Force (RP-9)"),
        Piece("own_throws", 1, 0, MAX_USES, COUNT, "cards that the observer may still throw away (RP-10)"),
        Piece("wager_on_game", 1, 0, 1, 1.0, "1: the wager being made is on the game, 0: on the round"),
        *WAGER_PIECES,
        Piece("pot", 1, 0, MAX_UNITS, BIG, "units on the table"),
        Piece("ante", 1, 0, MAX_ANTE, UNIT, "units that each seat paid (option)"),
        Piece("max_bet", 1, 0, MAX_WAGER, UNIT, "largest bet on the game (option)"),
        Piece("max_round_bet", 1, 0, MAX_WAGER, UNIT, "largest bet on a round (option)"),
        Piece("played_rounds", 1, 0, MAX_ROUNDS, ROUND, "rounds finished (RP-8)"),
        Piece("rounds", 1, 0, MAX_ROUNDS, ROUND, "rounds in a game (option)"),
        Piece("max_rounds", 1, 0, MAX_ROUNDS, 1 / 20, "rounds after which a level game is drawn (option)"),
        Piece("decider", 1, 0, 1, 1.0, "1: the next round won decides (RP-8)"),
        Piece("last_winner", 1, 0, MAX_SEATS, SEAT, "the round before: 1 + distance of its winner, 0: drawn, or none (RP-7)"),
        Piece("deck", 1, 0, MAIN_CARDS, DECK_SCALE, "cards left in the main deck, as far as the observer noticed"),
        Piece("bust_cards", 1, 0, MAIN_CARDS, DECK_SCALE, "cards not seen that would take the own table above 20"),
        Piece("unseen", HIGHEST, 0, OF_A_VALUE, LEFT, "main cards of 1, 2, ... 10 that the observer did not see in this round"),
        *table_pieces(MAX_SEATS, MAX_ROUNDS, IN_HAND),
        _by_seat("stack", MAX_UNITS, BIG, "units in front of the seat"),
        _by_seat("game_bet", MAX_WAGER, UNIT, "units bet on the game"),
        _by_seat("round_bet", MAX_WAGER, UNIT, "units bet on this round"),
        _by_seat("tie_breaker", 1, 1.0, "1: a ±1T lies on the table (RP-7)"),
        _by_seat("look", MAIN_REFUSED, LOOK_SCALE, "looks noticed: 1 side card, 2 refused, 3 main card, 4 refused (RP-9)"),
        _by_seat("throws", MAX_USES, COUNT, "main cards thrown away in this game, as noticed (RP-10)"),
    ]
)

# First index of each piece, for the kernels.
SIZE = LAYOUT.size
PHASE = LAYOUT.at("phase")
TO_ACT = LAYOUT.at("to_act")
FIRST = LAYOUT.at("first")
OWN_HAND = LAYOUT.at("own_hand")
OWN_TOTAL = LAYOUT.at("own_total")
OWN_SIDE = LAYOUT.at("own_side")
LOOKED_SIDE = LAYOUT.at("looked_side")
LOOKED_MAIN = LAYOUT.at("looked_main")
DRAWN = LAYOUT.at("drawn")
CARD_PLAYED = LAYOUT.at("card_played")
OWN_LOOK = LAYOUT.at("own_look")
OWN_THROWS = LAYOUT.at("own_throws")
ON_GAME = LAYOUT.at("wager_on_game")
QUESTION = LAYOUT.at("question")
OFFERED = LAYOUT.at("offered")
FIRST_OFFER = LAYOUT.at("first_offer")
OFFER_LIMIT = LAYOUT.at("offer_limit")
POT = LAYOUT.at("pot")
ANTE = LAYOUT.at("ante")
MAX_BET = LAYOUT.at("max_bet")
MAX_ROUND_BET = LAYOUT.at("max_round_bet")
PLAYED_ROUNDS = LAYOUT.at("played_rounds")
ROUNDS = LAYOUT.at("rounds")
MAX_ROUNDS_PLACE = LAYOUT.at("max_rounds")
DECIDER = LAYOUT.at("decider")
LAST_WINNER = LAYOUT.at("last_winner")
DECK_PLACE = LAYOUT.at("deck")
BUST_CARDS = LAYOUT.at("bust_cards")
UNSEEN = LAYOUT.at("unseen")
STATUS = LAYOUT.at("status")
TOTAL = LAYOUT.at("total")
CARDS = LAYOUT.at("cards")
HAND_LEFT = LAYOUT.at("hand_left")
WON = LAYOUT.at("won")
TABLE = LAYOUT.at("table")
STACK = LAYOUT.at("stack")
GAME_BET = LAYOUT.at("game_bet")
ROUND_BET = LAYOUT.at("round_bet")
TIE_BREAKER = LAYOUT.at("tie_breaker")
LOOK = LAYOUT.at("look")
THROWS = LAYOUT.at("throws")


@inlined
def observe(s, viewer, o):
    """Write what seat `viewer` knows (-1: a spectator) into the float32 vector `o` of SIZE places."""
    for place in range(SIZE):
        o[place] = 0.0
    base = max(viewer, 0)
    observe_game(s, viewer, base, o)
    observe_wager(s, o, QUESTION)
    observe_tables(s, base, MAX_SEATS, o, STATUS)
    observe_deck(s, viewer, base, o)
    for distance in range(s.num_players):
        observe_seat(s, viewer, seat_at(s, base, distance), distance, o)
    if viewer >= 0:
        observe_own(s, viewer, o)


@inlined
def observe_game(s, viewer, base, o):
    if s.over:
        put(o, TO_ACT, -1, SEAT)
    else:
        o[PHASE + phase_seen(s, viewer)] = 1.0
        put(o, TO_ACT, distance_from(s, base, s.to_act), SEAT)
    put(o, FIRST, distance_from(s, base, s.first), SEAT)
    put(o, DRAWN, s.drawn * (s.phase != SHARP or s.to_act == viewer), CARD)
    put(o, CARD_PLAYED, s.card_played, 1.0)
    put(o, ON_GAME, s.wager_on_game, 1.0)
    put(o, POT, s.pot, BIG)
    put(o, ANTE, s.ante, UNIT)
    put(o, MAX_BET, s.max_bet, UNIT)
    put(o, MAX_ROUND_BET, s.max_round_bet, UNIT)
    put(o, PLAYED_ROUNDS, s.played_rounds, ROUND)
    put(o, ROUNDS, s.rounds, ROUND)
    put(o, MAX_ROUNDS_PLACE, s.max_rounds, 1 / 20)
    put(o, DECIDER, s.decider, 1.0)
    if s.last_winner >= 0:
        put(o, LAST_WINNER, 1 + distance_from(s, base, s.last_winner), SEAT)


@inlined
def phase_seen(s, viewer):
    """What a seat does before its card lies open is its own affair (RP-9, RP-10)."""
    if s.to_act != viewer:
        if s.phase == MAIN_LOOK or s.phase == SHARP:
            return DRAWING
        if s.phase == SIDE_LOOK or s.phase == CHOOSING:
            return DEALING
    return s.phase


@inlined
def observe_deck(s, viewer, base, o):
    """The main cards that the observer did not see: those in the deck, and those that others put aside or still hide."""
    busts = 0
    room = TARGET - s.total[base]
    left = MAIN_CARDS
    for value in range(HIGHEST):
        put(o, UNSEEN + value, s.main_left[value], LEFT)
    for value in range(max(0, min(room, HIGHEST)), HIGHEST):
        busts += s.main_left[value]
    for seat in range(s.num_players):
        left -= s.laid[seat] + set_aside_seen(s, viewer, seat)
        if seat != viewer:
            for place in range(s.refused[seat] + s.thrown[seat]):
                o[UNSEEN + s.aside[seat, place] - 1] += np.float32(LEFT)
                busts += s.aside[seat, place] > room
    pending = hidden_card(s)
    if pending > 0:
        if s.to_act == viewer:
            left -= 1
        else:
            o[UNSEEN + pending - 1] += np.float32(LEFT)
            busts += pending > room
    put(o, DECK_PLACE, left, DECK_SCALE)
    put(o, BUST_CARDS, busts, DECK_SCALE)


@inlined
def hidden_card(s):
    """The main card that the seat to act alone has seen, looking at it or before it lays it; 0 for none."""
    return s.looked_main if s.phase == MAIN_LOOK else s.drawn * (s.phase == SHARP)


@inlined
def notices_look(s, viewer, seat):
    """RP-9."""
    return viewer == seat or (viewer >= 0 and s.force_sensitive[viewer] != 0)


@inlined
def notices_throw(s, viewer, seat):
    """RP-10."""
    return viewer == seat or (viewer >= 0 and s.cardsharp[viewer] != 0)


@inlined
def set_aside_seen(s, viewer, seat):
    return s.refused[seat] * notices_look(s, viewer, seat) + s.thrown[seat] * notices_throw(s, viewer, seat)


@inlined
def observe_seat(s, viewer, seat, distance, o):
    """What the observer sees of one seat, besides its table."""
    put(o, STACK + distance, s.stack[seat], BIG)
    put(o, GAME_BET + distance, s.game_bets[seat], UNIT)
    put(o, ROUND_BET + distance, s.round_bets[seat], UNIT)
    put(o, TIE_BREAKER + distance, s.tie_breaker[seat], 1.0)
    put(o, LOOK + distance, s.look[seat] * notices_look(s, viewer, seat), LOOK_SCALE)
    put(o, THROWS + distance, s.throws[seat] * notices_throw(s, viewer, seat), COUNT)


@inlined
def observe_own(s, viewer, o):
    for place in range(IN_HAND):
        o[OWN_HAND + max(s.hand[viewer, place], 0)] += np.float32(s.hand[viewer, place] != NO_CARD)
    observe_own_total(s, viewer, o, OWN_TOTAL)
    put(o, OWN_LOOK, may_look(s, viewer), 1.0)
    put(o, OWN_THROWS, s.cardsharp[viewer] * (s.cardsharp_uses - s.throws[viewer]), COUNT)
    if s.to_act == viewer:
        put(o, LOOKED_MAIN, s.looked_main, CARD)
        if s.looked_side != NOBODY:
            put(o, LOOKED_SIDE, 1 + s.side_card[s.looked_side], KIND)
        if s.phase == DEALING or s.phase == SIDE_LOOK or s.phase == CHOOSING:
            observe_side_deck(s, viewer, o)


@inlined
def observe_side_deck(s, viewer, o):
    """What lies in it for who chooses; before that, of a shared deck, what was listed less the own cards."""
    choosing = s.phase == CHOOSING
    if s.shared and s.random_deck[0] and not choosing:
        return
    for card in range(first_side_card(s, viewer), end_of_side_deck(s, viewer)):
        place = s.side_place[card]
        if place == IN_SIDE_DECK or (not choosing and place >= 0 and place != viewer):
            o[OWN_SIDE + s.side_card[card]] += np.float32(1.0)
