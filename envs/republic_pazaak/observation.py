"""Republic Pazaak: who sees what (RP-11). The layout of the observation, its writer, and the redraw of what is hidden.

Hidden from a seat are the others' hands and the decks. A look by the Force is noticed by Force-sensitive seats alone (RP-9),
a card thrown away by cardsharps alone (RP-10); what the card was is known only to who saw it. To the others a turn begins
with the main card that is laid. Positions are clockwise distances from the observer. Viewer -1 is a spectator: it sees what
is open to all, from seat 0, and notices nothing.
"""

import functools

from ..core.jit import inlined
from ..core.layout import Layout, Piece
from ..core.options import MAX_BANKROLL
from ..core.record import NOBODY
from ..kit.antes import MAX_ANTE
from ..kit.observation import by_seat, distance_from, seat_at
from ..kit.pazaak import CARD, COUNT, HIGHEST, OWN_TOTAL_PIECE, TARGET, observe_own_total, observe_tables, table_pieces
from ..kit.wagers import MAX_WAGER, UNIT, WAGER_PIECES, observe_wager
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


_by_seat = functools.partial(by_seat, MAX_SEATS)

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
        _by_seat("stack", 0, MAX_UNITS, BIG, "units in front of the seat"),
        _by_seat("game_bet", 0, MAX_WAGER, UNIT, "units bet on the game"),
        _by_seat("round_bet", 0, MAX_WAGER, UNIT, "units bet on this round"),
        _by_seat("tie_breaker", 0, 1, 1.0, "1: a ±1T lies on the table (RP-7)"),
        _by_seat("look", 0, MAIN_REFUSED, LOOK_SCALE, "looks noticed: 1 side card, 2 refused, 3 main card, 4 refused (RP-9)"),
        _by_seat("throws", 0, MAX_USES, COUNT, "main cards thrown away in this game, as noticed (RP-10)"),
    ]
)

AT = LAYOUT.at


@inlined
def observe(s, viewer, o):
    """Write what seat `viewer` knows (-1: a spectator) into `o`, zeros before: whole numbers in the order of LAYOUT."""
    base = max(viewer, 0)
    observe_game(s, viewer, base, o)
    observe_wager(s, o, AT.question)
    observe_tables(s, base, MAX_SEATS, o, AT.status)
    observe_deck(s, viewer, base, o)
    for distance in range(s.num_players):
        observe_seat(s, viewer, seat_at(s, base, distance), distance, o)
    if viewer >= 0:
        observe_own(s, viewer, o)


@inlined
def observe_game(s, viewer, base, o):
    if s.over:
        o[AT.to_act] = -1
    else:
        o[AT.phase + phase_seen(s, viewer)] = 1
        o[AT.to_act] = distance_from(s, base, s.to_act)
    o[AT.first] = distance_from(s, base, s.first)
    o[AT.drawn] = s.drawn * (s.phase != SHARP or s.to_act == viewer)
    o[AT.card_played] = s.card_played
    o[AT.wager_on_game] = s.wager_on_game
    o[AT.pot] = s.pot
    o[AT.ante] = s.ante
    o[AT.max_bet] = s.max_bet
    o[AT.max_round_bet] = s.max_round_bet
    o[AT.played_rounds] = s.played_rounds
    o[AT.rounds] = s.rounds
    o[AT.max_rounds] = s.max_rounds
    o[AT.decider] = s.decider
    if s.last_winner >= 0:
        o[AT.last_winner] = 1 + distance_from(s, base, s.last_winner)


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
        o[AT.unseen + value] = s.main_left[value]
    for value in range(max(0, min(room, HIGHEST)), HIGHEST):
        busts += s.main_left[value]
    for seat in range(s.num_players):
        left -= s.laid[seat] + set_aside_seen(s, viewer, seat)
        if seat != viewer:
            for place in range(s.refused[seat] + s.thrown[seat]):
                o[AT.unseen + s.aside[seat, place] - 1] += 1
                busts += s.aside[seat, place] > room
    pending = hidden_card(s)
    if pending > 0:
        if s.to_act == viewer:
            left -= 1
        else:
            o[AT.unseen + pending - 1] += 1
            busts += pending > room
    o[AT.deck] = left
    o[AT.bust_cards] = busts


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
    o[AT.stack + distance] = s.stack[seat]
    o[AT.game_bet + distance] = s.game_bets[seat]
    o[AT.round_bet + distance] = s.round_bets[seat]
    o[AT.tie_breaker + distance] = s.tie_breaker[seat]
    o[AT.look + distance] = s.look[seat] * notices_look(s, viewer, seat)
    o[AT.throws + distance] = s.throws[seat] * notices_throw(s, viewer, seat)


@inlined
def observe_own(s, viewer, o):
    for place in range(IN_HAND):
        o[AT.own_hand + max(s.hand[viewer, place], 0)] += s.hand[viewer, place] != NO_CARD
    observe_own_total(s, viewer, o, AT.own_total)
    o[AT.own_look] = may_look(s, viewer)
    o[AT.own_throws] = s.cardsharp[viewer] * (s.cardsharp_uses - s.throws[viewer])
    if s.to_act == viewer:
        o[AT.looked_main] = s.looked_main
        if s.looked_side != NOBODY:
            o[AT.looked_side] = 1 + s.side_card[s.looked_side]
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
            o[AT.own_side + s.side_card[card]] += 1
