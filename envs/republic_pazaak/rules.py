"""Pazaak as it was played in the Republic: one main deck for the table, side decks with gold cards, the Force and the
cardsharp. 2-4 seats.

A game: antes, hands dealt card by card (RP-3), a bet on the game: `opening`. Then rounds, each with its bet (RP-4 to RP-8):
`rounds`. A turn has a private part, in which the Force may look at the card to come (RP-9) and a cardsharp may throw the
card he drew away (RP-10), and an open one. Here is what the seat to act may do, and what it does. Every function works on
one record `s` and draws its cards at addresses of chance.

Where the source is silent we follow the rules marked "chosen" in this game's page; nothing deviates from the source.
"""

from ..core.jit import inlined, kernel
from ..kit.pazaak import BUST, STANDS, TARGET, lay
from ..kit.wagers import legal_wager, step_wager
from .cards import (
    DOUBLE,
    END_SIZED,
    FIRST_SIGNED,
    FIRST_SIZED,
    FLIP_2_4,
    FLIP_3_6,
    IN_HAND,
    NUM_KINDS,
    PLAY_KINDS,
    PLAY_VALUES,
    TIE_BREAKER,
)
from .opening import (
    after_game_bet,
    deal_hands,
    draw_side_card,
    end_of_side_deck,
    first_side_card,
    hold,
    look_at_side_card,
    settle_side_look,
    side_card_of_kind,
    side_cards_left,
)
from .rounds import draw_main_card, goes_on, lay_drawn, main_count, open_round, play_on, receive
from .state import (
    CHOOSING,
    DEALING,
    DRAWING,
    IN_SIDE_DECK,
    MAIN_LOOK,
    MAIN_REFUSED,
    MAIN_TAKEN,
    NO_CARD,
    NUM_ACTIONS,
    PLAYED,
    SHARP,
    SIDE_LOOK,
    TURN,
    WAGER,
    Action,
)

# --- what a seat may do, and does ---


@inlined
def legal(s, mask):
    """Mark what the seat to act may do with 1, all else with 0."""
    for action in range(NUM_ACTIONS):
        mask[action] = 0
    if s.over:
        return
    if s.phase == TURN:
        legal_turn(s, mask)
    elif s.phase == WAGER:
        legal_wager(s, mask)
    elif s.phase == CHOOSING:
        for card in range(first_side_card(s, s.to_act), end_of_side_deck(s, s.to_act)):
            if s.side_place[card] == IN_SIDE_DECK:
                mask[Action.CHOOSE + s.side_card[card]] = 1
    elif s.phase == SHARP:
        mask[Action.KEEP] = 1
        mask[Action.THROW] = 1
    elif s.phase == DEALING or s.phase == DRAWING:
        mask[Action.DRAW] = 1
        mask[Action.LOOK] = 1
    else:
        cards_left = side_cards_left(s, s.to_act) if s.phase == SIDE_LOOK else main_count(s)
        mask[Action.TAKE] = 1
        mask[Action.REFUSE] = cards_left > 0  # the last card can be looked at, but there is none to draw instead


@inlined
def legal_turn(s, mask):
    """RP-4: one hand card a turn, then end it or stand (not above 20)."""
    seat = s.to_act
    if s.card_played == 0:
        for place in range(IN_HAND):
            mask[Action.PLAY + max(s.hand[seat, place], 0)] |= s.hand[seat, place] != NO_CARD
        first = Action.PLAY
        further = Action.PLAY + NUM_KINDS - FIRST_SIGNED  # the other ways of a kind are legal where the first is
        for kind in range(FIRST_SIGNED, DOUBLE):
            mask[further + kind] = mask[first + kind]
        further += DOUBLE - FIRST_SIZED
        for _ in range(3):
            for kind in range(FIRST_SIZED, END_SIZED):
                mask[further + kind] = mask[first + kind]
            further += END_SIZED - FIRST_SIZED
    mask[Action.STAND] = s.total[seat] <= TARGET
    mask[Action.END_TURN] = 1


@kernel
def step(s, action):
    """Carry out a legal action of the seat to act."""
    seat = s.to_act
    if s.phase == TURN:
        step_turn(s, seat, action)
    elif s.phase == WAGER:
        settle_wager(s, action)
    elif s.phase == DRAWING or s.phase == MAIN_LOOK or s.phase == SHARP:
        if not step_private(s, seat, action):
            play_on(s, seat)
    elif s.phase == SIDE_LOOK:
        settle_side_look(s, seat, action)
    elif s.phase == CHOOSING:
        hold(s, seat, side_card_of_kind(s, seat, action - Action.CHOOSE, IN_SIDE_DECK))
        deal_hands(s)
    elif action == Action.LOOK:
        look_at_side_card(s, seat)
    else:
        hold(s, seat, draw_side_card(s, seat))
        deal_hands(s)


@kernel
def settle_wager(s, action):
    if step_wager(s, action):
        if s.wager_on_game:
            after_game_bet(s)
        else:
            open_round(s)


@kernel
def step_private(s, seat, action):
    """RP-9, RP-10: before the main card lies open. False: the turn is over."""
    if action == Action.LOOK:
        s.look[seat] = MAIN_TAKEN
        s.looked_main = draw_main_card(s)
        s.phase = MAIN_LOOK
        return True
    if action == Action.KEEP:
        return lay_drawn(s, seat)
    if action == Action.TAKE:
        card = s.looked_main
    else:
        if action == Action.REFUSE:
            s.look[seat] = MAIN_REFUSED
            put_aside(s, seat, s.looked_main)
            s.refused[seat] += 1
        elif action == Action.THROW:
            put_aside(s, seat, s.drawn)
            s.throws[seat] += 1
            s.thrown[seat] += 1
            s.thrown_now += 1
        card = draw_main_card(s)
    s.looked_main = 0
    return receive(s, seat, card)


@inlined
def put_aside(s, seat, card):
    """RP-9, RP-10: out for this round."""
    s.aside[seat, s.refused[seat] + s.thrown[seat]] = card


@kernel
def step_turn(s, seat, action):
    if action == Action.STAND:
        s.status[seat] = STANDS
        play_on(s, seat)
    elif action == Action.END_TURN:
        if s.total[seat] > TARGET:
            s.status[seat] = BUST
        play_on(s, seat)
    else:
        play_hand_card(s, seat, action - Action.PLAY)
        if not goes_on(s, seat):
            play_on(s, seat)


@kernel
def play_hand_card(s, seat, play):
    """RP-2."""
    kind = PLAY_KINDS[play]
    value = PLAY_VALUES[play]
    if kind == DOUBLE:
        value = s.drawn
    elif kind == FLIP_2_4:
        flip(s, seat, 2, 4)
    elif kind == FLIP_3_6:
        flip(s, seat, 3, 6)
    elif kind == TIE_BREAKER:
        s.tie_breaker[seat] = 1
    s.side_place[side_card_of_kind(s, seat, kind, seat)] = PLAYED
    place = 0
    while s.hand[seat, place] != kind:
        place += 1
    s.hand[seat, place] = NO_CARD
    s.hand_left[seat] -= 1
    s.card_played = 1
    lay(s, seat, value)


@kernel
def flip(s, seat, one, other):
    """RP-2: the cards of these sizes that lie change their sign, a doubling one by the size it doubles."""
    for place in range(s.cards[seat]):
        value = s.table[seat, place]
        if abs(value) == one or abs(value) == other:
            s.table[seat, place] = -value
            s.total[seat] -= 2 * value
