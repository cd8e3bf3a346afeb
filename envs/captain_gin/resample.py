"""Captain gin: the redraw of what a seat can not see (CG-14).

The opponent's cards that nobody saw him take are drawn again from all that the observer has not seen, without regard to
what his play suggests. To the box, what a captain was advised is any of the things that could have been named. The stock has no
order: a new key is a new one.
"""

import numpy as np

from ..core.chance import randint
from ..core.jit import kernel
from ..kit.rows import add_card, count_cards, nth_card, remove_card
from .cards import NUM_SUITS
from .observation import hand_seen
from .opening import opponent_of, seat_out
from .rules import advise, legal, value_discards
from .state import DISCARDING, DRAWN_HAND, FIRST_DRAW, IN_HAND, NO_CARD, NUM_ACTIONS

# Purposes of the chance by which things are redrawn.
CARD_AGAIN, DRAWN_AGAIN, ADVICE_AGAIN = range(100, 103)


@kernel
def resample(s, viewer, key):
    """Redraw, by the chance of `key`, what `viewer` can not see."""
    if s.over and s.last_how != DRAWN_HAND:
        return  # both hands lie open
    player = hand_seen(s, viewer)
    opponent = opponent_of(s, player)
    if viewer < 0:
        put_back(s, player)
    put_back(s, opponent)
    if viewer < 0:
        draw_again(s, player, key)
    draw_again(s, opponent, key)
    if viewer < 0 or viewer == s.box:
        redraw_advice(s, key)


@kernel
def put_back(s, seat):
    """Lay the cards that nobody saw him take into the stock; `stock_size` stays what it will be again."""
    for suit in range(NUM_SUITS):
        unseen = s.hand[seat, suit] & ~s.taken[seat, suit]
        s.stock[suit] |= unseen
        s.hand[seat, suit] ^= unseen


@kernel
def draw_again(s, seat, key):
    """As many cards as the seat must hold, from the stock."""
    chooses = s.phase == DISCARDING and s.turn_of == seat and not s.over
    left = count_cards(s.stock)
    for index in range(IN_HAND + chooses - count_cards(s.hand[seat])):
        card = nth_card(s.stock, randint(key, 0, seat, CARD_AGAIN, index, left - index))
        remove_card(s.stock, card)
        add_card(s.hand[seat], card)
    if chooses:
        if s.drawn != NO_CARD:
            redraw_drawn(s, seat, key)
        value_discards(s, seat)


@kernel
def redraw_drawn(s, seat, key):
    """Any of the cards that nobody saw him take may be the one he drew last."""
    rows = np.empty(NUM_SUITS, np.int64)
    for suit in range(NUM_SUITS):
        rows[suit] = s.hand[seat, suit] & ~s.taken[seat, suit]
    s.drawn = nth_card(rows, randint(key, 0, seat, DRAWN_AGAIN, 0, count_cards(rows)))


@kernel
def redraw_advice(s, key):
    """What the captain hears is nobody else's business; that he hears something, or silence, all can see."""
    if s.over or not s.advice or s.to_act != s.captain or s.phase == FIRST_DRAW:
        return
    mask = np.empty(NUM_ACTIONS, np.int8)
    s.to_act = seat_out(s)
    legal(s, mask)
    nth = randint(key, 0, s.to_act, ADVICE_AGAIN, 0, mask.sum())
    action = 0
    while not mask[action] or nth > 0:
        nth -= mask[action]
        action += 1
    advise(s, action)
