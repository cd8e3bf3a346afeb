"""Republic Pazaak before the first round: antes, hands dealt card by card (RP-3, RP-9, RP-10), and the bet on the game."""

import numpy as np

from ..core.chance import randint
from ..core.jit import inlined, kernel
from ..core.record import NOBODY
from ..kit.cards import take_nth
from ..kit.wagers import open_wager, put_in
from .cards import IN_DECK, IN_HAND, NUM_KINDS
from .rounds import begin_round, may_look
from .state import (
    BLIND_FOR_A_CARDSHARP,
    CHOOSING,
    DEALING,
    DECK,
    FIRST,
    IN_SIDE_DECK,
    LOOKED_AT,
    SIDE,
    SIDE_LOOK,
    SIDE_REFUSED,
    SIDE_TAKEN,
    WAGER,
    Action,
)

# --- hands ---


@kernel
def deal(s):
    """Begin a game: antes, side decks, then the hands."""
    for seat in range(s.num_players):
        s.antes[seat] = s.ante
        s.stack[seat] -= s.ante
        s.pot += s.ante
        if s.random_deck[seat]:
            draw_side_deck(s, seat)
    s.first = randint(s.key, 0, 0, FIRST, 0, s.num_players)
    deal_hands(s)


@inlined
def first_side_card(s, seat):
    return 0 if s.shared else seat * IN_DECK


@inlined
def end_of_side_deck(s, seat):
    return s.shared_size if s.shared else (seat + 1) * IN_DECK


@kernel
def draw_side_deck(s, seat):
    """RP-3: drawn from a box with one card of every kind; the places are in the order of kinds."""
    box = np.ones(NUM_KINDS, np.int64)
    card = first_side_card(s, seat)
    for index in range(end_of_side_deck(s, seat) - card):
        take_nth(box, randint(s.key, 0, seat, DECK, index, NUM_KINDS - index))
    for kind in range(NUM_KINDS):
        if not box[kind]:
            s.side_card[card] = kind
            card += 1


@kernel
def next_to_deal(s):
    """Seats in order; from a shared deck cardsharps first, so that the choice tells them least of the others (RP-10)."""
    first = NOBODY
    for seat in range(s.num_players):
        if s.in_hand[seat] < IN_HAND:
            if not s.shared or s.cardsharp[seat]:
                return seat
            if first == NOBODY:
                first = seat
    return first


@kernel
def deal_hands(s):
    """Deal on, card by card, until a seat has something to decide, or all hands are full (RP-3)."""
    while True:
        seat = next_to_deal(s)
        if seat == NOBODY:
            offer_game_bet(s)
            return
        if asks_about_side_card(s, seat):
            s.to_act = seat
            return
        hold(s, seat, draw_side_card(s, seat))


@kernel
def asks_about_side_card(s, seat):
    """RP-10: the cardsharp chooses his last two cards; RP-9: the Force may look at one that is dealt blind."""
    if s.cardsharp[seat] and s.in_hand[seat] >= BLIND_FOR_A_CARDSHARP:
        s.phase = CHOOSING
        return True
    s.phase = DEALING
    return may_look(s, seat)


@kernel
def side_cards_left(s, seat):
    """Cards in the side deck from which the seat is dealt."""
    left = end_of_side_deck(s, seat) - first_side_card(s, seat) - (s.looked_side != NOBODY)
    if not s.shared:
        return left - s.in_hand[seat]
    for other in range(s.num_players):
        left -= s.in_hand[other]
    return left


@kernel
def draw_side_card(s, seat):
    """The place of the card that chance draws; it is in the deck until it is put elsewhere."""
    deck = 0 if s.shared else seat
    nth = randint(s.key, 0, deck, SIDE, s.side_drawn[deck], side_cards_left(s, seat))
    s.side_drawn[deck] += 1
    card = first_side_card(s, seat)
    while s.side_place[card] != IN_SIDE_DECK or nth > 0:
        nth -= s.side_place[card] == IN_SIDE_DECK
        card += 1
    return card


@kernel
def side_card_of_kind(s, seat, kind, place):
    """The first card of this kind that is at `place`; there is one."""
    card = first_side_card(s, seat)
    while s.side_card[card] != kind or s.side_place[card] != place:
        card += 1
    return card


@kernel
def hold(s, seat, card):
    s.side_place[card] = seat
    s.hand[seat, s.in_hand[seat]] = s.side_card[card]
    s.in_hand[seat] += 1
    s.hand_left[seat] += 1


@kernel
def look_at_side_card(s, seat):
    """RP-9."""
    s.look[seat] = SIDE_TAKEN
    s.looked_side = draw_side_card(s, seat)
    s.side_place[s.looked_side] = LOOKED_AT
    s.phase = SIDE_LOOK


@kernel
def settle_side_look(s, seat, action):
    """RP-9: the card refused goes back when the next one has been drawn blind."""
    if action == Action.TAKE:
        hold(s, seat, s.looked_side)
    else:
        s.look[seat] = SIDE_REFUSED
        hold(s, seat, draw_side_card(s, seat))
        s.side_place[s.looked_side] = IN_SIDE_DECK
        s.refused_side[seat] = s.looked_side
    s.looked_side = NOBODY
    deal_hands(s)


# --- bets ---


@kernel
def offer_game_bet(s):
    """The seat that moves first offers; between two there may be one raise."""
    s.wager_on_game = 1
    if open_wager(s, s.first, s.max_bet, s.num_players == 2):
        s.phase = WAGER
    else:
        after_game_bet(s)


@kernel
def after_game_bet(s):
    s.wager_on_game = 0
    put_in(s, s.game_bets)
    begin_round(s)
