"""Captain gin before the first turn: roles (CG-2, CG-3), the deal (CG-5), and who is asked (CG-4)."""

from ..core.chance import randint
from ..core.jit import inlined, kernel
from ..core.record import NOBODY
from ..kit.rows import ROWS, add_card, nth_card, remove_card
from .cards import NUM_CARDS, NUM_RANKS, NUM_SUITS
from .state import (
    CARD,
    FIRST_DRAW,
    IN_HAND,
    LARGEST_PILE,
    MAX_SEATS,
    NO_ADVICE,
    NO_CARD,
    NOT_HELD,
    ROLE,
    UPCARD,
)

# --- the stock ---


@inlined
def clear_rows(rows):
    for suit in range(NUM_SUITS):
        rows[suit] = 0


@inlined
def fill_stock(s):
    for suit in range(NUM_SUITS):
        s.stock[suit] = ROWS - 1
    s.stock_size = NUM_CARDS


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
    fill_stock(s)
    for seat in range(MAX_SEATS):
        s.score[seat] = 0
        s.role_card[seat] = nth_card(s.stock, randint(s.key, 0, 0, ROLE, seat, NUM_CARDS - seat))
        remove_card(s.stock, s.role_card[seat])
    draw_roles(s)
    clear_last_hand(s)
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


@kernel
def clear_last_hand(s):
    s.last_how = 0
    s.last_box = NOBODY
    s.last_captain = NOBODY
    s.last_knocker = NOBODY
    s.last_scorer = NOBODY
    s.last_points = 0
    clear_layout(s)


@kernel
def clear_layout(s):
    for seat in range(MAX_SEATS):
        s.last_unmatched[seat] = 0
        clear_rows(s.last_sets[seat])
        clear_rows(s.last_runs[seat])
        clear_rows(s.last_laid[seat])
        clear_rows(s.last_rest[seat])


# --- the deal ---


@kernel
def begin_hand(s):
    """CG-5: ten cards each and the upcard; the captain has the first word (CG-6)."""
    fill_stock(s)
    for seat in range(MAX_SEATS):
        clear_rows(s.hand[seat])
        clear_rows(s.taken[seat])
        clear_rows(s.thrown[seat])
    for place in range(LARGEST_PILE):
        s.pile[place] = NO_CARD
    for card in range(NUM_CARDS):
        s.left_after[card] = NOT_HELD
    for _ in range(IN_HAND):
        add_card(s.hand[s.captain], next_card(s))
    for _ in range(IN_HAND):
        add_card(s.hand[s.box], next_card(s))
    s.pile_size = 0
    lay_on_pile(s, next_card(s))
    s.turns = 0
    s.held_back = NO_CARD
    s.drawn = NO_CARD
    ask(s, s.captain, UPCARD)


@inlined
def ask(s, player, phase):
    """CG-4: before the captain decides, his adviser does, where there is a choice."""
    s.phase = phase
    s.turn_of = player
    s.advised = NO_ADVICE
    s.to_act = seat_out(s) if s.advice and player == s.captain and phase != FIRST_DRAW else player
