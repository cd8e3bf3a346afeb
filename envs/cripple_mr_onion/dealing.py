"""Cripple Mr Onion: cards: the pack, the first deal and its exchange (CO-7), the second deal (CO-9)."""

from ..core.chance import randint
from ..core.jit import inlined, kernel
from ..kit.rows import nth_card, remove_card
from .hands.cards import IN_A_ROW, IN_HAND, NUM_CARDS, NUM_RANKS, NUM_SUITS
from .seats import can_pay, pay, seat_at
from .state import CARD, FIRST_DEAL, MOST_DISCARDS, NO_TERMS, SECOND_DEAL


@inlined
def fill_pack(s):
    for suit in range(NUM_SUITS):
        s.pack[suit] = IN_A_ROW
    s.pack_size = NUM_CARDS


@kernel
def next_card(s):
    """Take the next card from the pack."""
    index = NUM_CARDS - s.pack_size
    card = nth_card(s.pack, randint(s.key, s.hands_played, 0, CARD, index, s.pack_size))
    remove_card(s.pack, card)
    s.pack_size -= 1
    return card


@inlined
def has_changed(s, seat):
    """The seat has other cards: they are to be arranged anew, and what lies open may bend those of others."""
    s.terms[seat] = NO_TERMS
    s.unsettled = 1


@inlined
def order_of(card):
    """By rank, then by suit."""
    return card % NUM_RANKS * NUM_SUITS + card // NUM_RANKS


@kernel
def sort_first_five(cards):
    """Hands are held in order, so that the place of a card says nothing about it."""
    for end in range(1, FIRST_DEAL):
        card = cards[end]
        place = end
        while place > 0 and order_of(cards[place - 1]) > order_of(card):
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card


@kernel
def first_deal(s):
    """CO-7: five cards each, the Dealer's last."""
    fill_pack(s)
    for distance in range(1, s.num_players + 1):
        seat = seat_at(s, distance)
        if s.live[seat]:
            for slot in range(FIRST_DEAL):
                s.card[seat, slot] = next_card(s)
            sort_first_five(s.card[seat])
            has_changed(s, seat)


@kernel
def mark(s, slot):
    """CO-7: a card to be thrown; True when it is the last that may be."""
    s.marked |= 1 << slot
    return marks(s) == MOST_DISCARDS


@inlined
def marks(s):
    count = 0
    for slot in range(FIRST_DEAL):
        count += s.marked >> slot & 1
    return count


@kernel
def exchange(s, seat):
    """CO-7: the marked cards are thrown, and as many come for them."""
    for slot in range(FIRST_DEAL):
        if s.marked >> slot & 1:
            s.thrown[seat, s.discarded[seat]] = s.card[seat, slot]
            s.discarded[seat] += 1
            s.card[seat, slot] = next_card(s)
    s.marked = 0
    sort_first_five(s.card[seat])
    has_changed(s, seat)


@kernel
def deal_dealer(s):
    """CO-9: the Dealer's second five, face down."""
    for slot in range(FIRST_DEAL, IN_HAND):
        s.card[s.dealer, slot] = next_card(s)
    has_changed(s, s.dealer)


@inlined
def may_buy(s, seat):
    """CO-9: one to five cards, a Stake each."""
    return s.bought[seat] < SECOND_DEAL and can_pay(s, seat)


@kernel
def buy(s, seat):
    """CO-9: a card face down."""
    pay(s, seat, s.stake)
    s.card[seat, FIRST_DEAL + s.bought[seat]] = next_card(s)
    s.bought[seat] += 1
    has_changed(s, seat)


@kernel
def deal_rest(s, seat):
    """CO-9: what is not bought comes face up."""
    for slot in range(FIRST_DEAL + s.bought[seat], IN_HAND):
        s.card[seat, slot] = next_card(s)
        s.face_up[seat] |= 1 << slot
    has_changed(s, seat)
