"""Captain gin: three-handed Gin Rummy, one in the box against a captain and his adviser. 3 seats.

`opening` deals, `melds` arranges hands, `scoring` ends them. Here is what the seat to act may do in a turn, and what it does.
Every function works on one record `s` and takes its cards at addresses of chance.

Where the source is silent we follow the rules marked "chosen" in this game's page; nothing deviates from the source.
"""

from ..core.jit import inlined, kernel
from ..kit.rows import COUNT, add_card, remove_card
from .cards import NUM_CARDS, NUM_RANKS, NUM_SUITS
from .melds import left_without
from .opening import ask, lay_on_pile, next_card, opponent_of, seat_out
from .scoring import end_by_knock, end_drawn
from .state import (
    DISCARDING,
    DRAWING,
    FIRST_DRAW,
    MAX_SEATS,
    NO_ADVICE,
    NO_CARD,
    NOT_HELD,
    STOCK_OF_A_DRAW,
    UPCARD,
    Action,
)

# --- what is legal ---


@inlined
def legal(s, mask):
    """Mark what the seat to act may do with 1, all else with 0. An adviser may name what the captain may do (CG-4).

    When the game is over nobody acts, the phase is that of the last discard, and no card is before a discard: all is 0.
    """
    advises = s.to_act == seat_out(s)
    mask[Action.TAKE_STOCK] = s.phase == DRAWING or s.phase == FIRST_DRAW
    mask[Action.TAKE_DISCARD] = s.phase == DRAWING or s.phase == UPCARD
    mask[Action.PASS] = s.phase == UPCARD or advises  # CG-6; an adviser who passes says nothing
    for card in range(NUM_CARDS):
        may_go = s.left_after[card] != NOT_HELD and card != s.held_back  # CG-7
        mask[Action.DISCARD + card] = may_go
        mask[Action.KNOCK + card] = may_go and s.left_after[card] <= s.knock_limit  # CG-8


# --- what happens ---


@kernel
def step(s, action):
    """Carry out a legal action of the seat to act."""
    if s.to_act == seat_out(s):
        advise(s, action)
    elif action == Action.PASS:
        decline(s)
    elif action == Action.TAKE_STOCK:
        take_from_stock(s, s.turn_of)
    elif action == Action.TAKE_DISCARD:
        take_upcard(s, s.turn_of)
    elif action < Action.KNOCK:
        throw(s, s.turn_of, action - Action.DISCARD)
        end_turn(s)
    else:
        throw(s, s.turn_of, action - Action.KNOCK)
        end_by_knock(s, s.turn_of)


@inlined
def advise(s, action):
    """CG-4: the captain hears it, and is free."""
    s.advised = NO_ADVICE if action == Action.PASS and s.phase != UPCARD else action
    s.to_act = s.captain


@inlined
def decline(s):
    """CG-6: after the captain the box may take the upcard; when both decline, the captain draws from the stock."""
    if s.turn_of == s.captain:
        ask(s, s.box, UPCARD)
    else:
        ask(s, s.captain, FIRST_DRAW)


@kernel
def take_from_stock(s, player):
    """CG-7."""
    s.drawn = next_card(s)
    add_card(s.hand[player], s.drawn)
    choose_discard(s, player)


@kernel
def take_upcard(s, player):
    """CG-6, CG-7: everybody sees which card it is."""
    s.pile_size -= 1
    card = s.pile[s.pile_size]
    s.pile[s.pile_size] = NO_CARD
    add_card(s.hand[player], card)
    add_card(s.taken[player], card)
    for seat in range(MAX_SEATS):
        remove_card(s.thrown[seat], card)
    s.held_back = card
    choose_discard(s, player)


@kernel
def choose_discard(s, player):
    value_discards(s, player)
    ask(s, player, DISCARDING)


@kernel
def value_discards(s, player):
    """CG-8: what each discard would leave unmatched decides whether he may knock with it."""
    hand = s.hand[player]
    for card in range(NUM_CARDS):
        s.left_after[card] = NOT_HELD
    for suit in range(NUM_SUITS):
        row = hand[suit]
        while row:
            low = row & -row
            row ^= low
            s.left_after[suit * NUM_RANKS + COUNT[low - 1]] = left_without(hand, suit, low)


@kernel
def throw(s, player, card):
    """CG-7: the discard, upon the pile."""
    remove_card(s.hand[player], card)
    remove_card(s.taken[player], card)
    add_card(s.thrown[player], card)
    lay_on_pile(s, card)
    s.held_back = NO_CARD
    s.drawn = NO_CARD
    for held in range(NUM_CARDS):
        s.left_after[held] = NOT_HELD


@kernel
def end_turn(s):
    """The other player's turn, unless the hand is drawn (CG-12)."""
    s.turns += 1
    if s.stock_size <= STOCK_OF_A_DRAW or s.turns >= s.max_turns:
        end_drawn(s)
    else:
        ask(s, opponent_of(s, s.turn_of), DRAWING)
