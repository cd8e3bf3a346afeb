"""Captain gin before the first turn: roles (CG-2, CG-3), the deal (CG-5), and who is asked (CG-4)."""

from ..core.chance import randint
from ..core.jit import inlined, kernel, overwrite
from ..core.record import NOBODY
from ..kit.rows import add_card, nth_card, remove_card
from .cards import NUM_CARDS, NUM_RANKS
from .state import (
    CARD,
    FIRST_DRAW,
    HAND,
    IN_HAND,
    MAX_SEATS,
    NO_ADVICE,
    ROLE,
    UPCARD,
)

# --- the stock ---


@inlined
def next_card(s):
    """Take the next card from the stock."""
    index = NUM_CARDS - s.stock_size
    card = nth_card(s.stock, randint(s.key, s.hands_played, 0, CARD, index, s.stock_size))
    remove_card(s.stock, card)
    s.stock_size -= 1
    return card


@inlined
def lay_on_pile(s, card):
    s.pile[s.pile_size] = card
    s.pile_size += 1


# --- roles ---


@inlined
def seat_out(s):
    return MAX_SEATS - s.box - s.captain


@inlined
def opponent_of(s, player):
    return s.box if player == s.captain else s.captain


@kernel
def deal(s):
    """Begin a game: no scores, roles by the cards that the seats draw, and the first hand."""
    for seat in range(MAX_SEATS):
        s.role_card[seat] = nth_card(s.stock, randint(s.key, 0, 0, ROLE, seat, NUM_CARDS - seat))
        remove_card(s.stock, s.role_card[seat])
    draw_roles(s)
    begin_hand(s)


@kernel
def draw_roles(s):
    """CG-2: the highest card is in the box, the middle one captain."""
    for seat in range(MAX_SEATS):
        higher = 0
        for other in range(MAX_SEATS):
            higher += beats(s.role_card[other], s.role_card[seat])
        if higher == 0:
            s.box = seat
        elif higher == 1:
            s.captain = seat


@inlined
def beats(card, other):
    """CG-2: king high, ace low; level ranks by suit, spades highest."""
    rank, other_rank = card % NUM_RANKS, other % NUM_RANKS
    return rank > other_rank or (rank == other_rank and card < other)


@kernel
def rotate_roles(s, scorer):
    """CG-3: a box that won stays and the others change places; else it sits out, and they move up."""
    out = seat_out(s)
    if scorer == s.box:
        s.captain = out
    elif scorer != NOBODY:
        s.box = s.captain
        s.captain = out


# --- the deal ---


@kernel
def begin_hand(s):
    """CG-5: ten cards each and the upcard; the captain has the first word (CG-6)."""
    overwrite(s, HAND)
    for _ in range(IN_HAND):
        add_card(s.hand[s.captain], next_card(s))
    for _ in range(IN_HAND):
        add_card(s.hand[s.box], next_card(s))
    lay_on_pile(s, next_card(s))
    ask(s, s.captain, UPCARD)


@inlined
def ask(s, player, phase):
    """CG-4: before the captain decides, his adviser does, where there is a choice."""
    s.phase = phase
    s.turn_of = player
    s.advised = NO_ADVICE
    s.to_act = seat_out(s) if s.advice and player == s.captain and phase != FIRST_DRAW else player
