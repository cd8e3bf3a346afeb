"""Republic Pazaak: the redraw of what a seat can not see (RP-11).

Cards that a seat did not see are drawn again, without regard to what the others' choices suggest. Whether another seat used
the Force or its sleight of hand unnoticed is drawn again too: at each chance that it had it did so or not, evenly.
"""

import numpy as np

from ..chance import below
from ..jit import kernel
from ..kit.cards import take_nth
from ..kit.pazaak import HIGHEST, clear_hand, take_into_hand
from .cards import IN_HAND, NUM_KINDS
from .rules import (
    BLIND_FOR_A_CARDSHARP,
    DEALING,
    DRAWING,
    MAIN_CARDS,
    MAIN_LOOK,
    MAIN_TAKEN,
    MAX_SEATS,
    SHARP,
    SIDE_LOOK,
    SIDE_TAKEN,
    UNUSED,
    side_deck_of,
)
from .sight import notices_look, notices_throw

# Purposes of the chance by which things are redrawn.
LOOK_AGAIN, REFUSE_AGAIN, THROW_AGAIN, ASIDE_AGAIN, PENDING_AGAIN, HAND_AGAIN, REST_AGAIN = range(100, 107)


@kernel
def resample(s, viewer, key):
    """Redraw, by the chance of `key`, what `viewer` can not see. Main decks are drawn as they are needed: a new key is a new
    order of them."""
    for seat in range(s.num_players):
        if seat != viewer:
            redraw_looks(s, viewer, seat, key)
            redraw_throws(s, viewer, seat, key)
    redraw_main_cards(s, viewer, key)
    redraw_side_cards(s, viewer, key)


# --- unnoticed choices ---


@kernel
def waits(s, seat):
    """The seat is in the private part of its turn."""
    return s.to_act == seat and not s.over and (s.phase == DRAWING or s.phase == MAIN_LOOK or s.phase == SHARP)


@kernel
def redraw_looks(s, viewer, seat, key):
    """RP-9, for an observer that notices no look of this seat."""
    if notices_look(s, viewer, seat) or not s.force_sensitive[seat]:
        return
    dealt = min(s.in_hand[seat], BLIND_FOR_A_CARDSHARP if s.cardsharp[seat] else IN_HAND)
    earlier = dealt + s.earlier_draws[seat]
    s.look[seat] = UNUSED
    s.refused[seat] = 0
    if s.to_act == seat and (s.phase == DEALING or s.phase == SIDE_LOOK):
        s.phase = DEALING  # asked about a blind card: the look was not used before
        return
    if waits(s, seat) and not (s.phase == SHARP and notices_throw(s, viewer, seat)):
        s.phase = DRAWING  # the observer can not tell it from the other private questions
        return
    for chance in range(earlier + s.laid[seat]):
        if below(key, 0, seat, LOOK_AGAIN, chance, 2):
            refuses = below(key, 0, seat, REFUSE_AGAIN, 0, 2)
            if chance < earlier:
                s.look[seat] = SIDE_TAKEN + refuses
            else:
                s.look[seat] = MAIN_TAKEN + refuses
                s.refused[seat] = refuses
            return


@kernel
def redraw_throws(s, viewer, seat, key):
    """RP-10, for an observer that notices no throw of this seat."""
    if notices_throw(s, viewer, seat) or not s.cardsharp[seat]:
        return
    uses = s.cardsharp_uses - (waits(s, seat) and s.phase == SHARP)  # who is asked has one left
    s.throws[seat] = 0
    s.thrown[seat] = 0
    for draw in range(s.earlier_draws[seat] + s.laid[seat]):
        while s.throws[seat] < uses and below(key, draw, seat, THROW_AGAIN, s.throws[seat], 2):
            s.throws[seat] += 1
            s.thrown[seat] += draw >= s.earlier_draws[seat]


# --- main cards ---


@kernel
def redraw_main_cards(s, viewer, key):
    """What others put aside, look at or have drawn and not laid may be any cards that the observer did not see."""
    hidden_turn = s.to_act != viewer and waits(s, s.to_act)
    if hidden_turn:
        put_back(s, s.looked_main)
        put_back(s, s.drawn)
        s.looked_main = 0
        s.drawn = 0
    for seat in range(s.num_players):
        if seat != viewer:
            for value in range(HIGHEST):
                s.main_left[value] += s.out[seat, value]
                s.out[seat, value] = 0
    left = 0
    for value in range(HIGHEST):
        left += s.main_left[value]
    for seat in range(s.num_players):
        if seat != viewer:
            left = put_aside_again(s, seat, key, left)
    if hidden_turn and s.phase != DRAWING:
        card = take_nth(s.main_left, below(key, 0, s.to_act, PENDING_AGAIN, 0, left)) + 1
        left -= 1
        if s.phase == MAIN_LOOK:
            s.looked_main = card
        else:
            s.drawn = card
    s.main_drawn = MAIN_CARDS - left


@kernel
def put_back(s, card):
    if card > 0:
        s.main_left[card - 1] += 1


@kernel
def put_aside_again(s, seat, key, left):
    """As many cards as the seat put aside, while two are left for who is to draw; how many are left then."""
    for index in range(s.refused[seat] + s.thrown[seat]):
        if left > 2:
            s.out[seat, take_nth(s.main_left, below(key, index, seat, ASIDE_AGAIN, 0, left))] += 1
            left -= 1
    return left


# --- side cards ---


@kernel
def redraw_side_cards(s, viewer, key):
    """Every seat's own deck, or the shared one. A cardsharp has seen what lay in it when he chose (RP-10)."""
    redrawn = np.zeros(MAX_SEATS, np.int64)  # seats whose hands are drawn again
    if not s.shared:
        for seat in range(s.num_players):
            if seat != viewer:
                redrawn[seat] = 1
                redraw_deck(s, viewer, seat, redrawn, s.random_deck[seat] == 0, key)
                redrawn[seat] = 0
        return
    has_chosen = s.cardsharp[viewer] != 0 and s.in_hand[viewer] >= BLIND_FOR_A_CARDSHARP
    for seat in range(s.num_players):
        redrawn[seat] = has_chosen and s.cardsharp[seat] and seat < viewer
    pool = np.zeros(NUM_KINDS, np.int64)
    redraw_hands(s, redrawn, pool, collect_hands(s, redrawn, pool), key)  # dealt before: known but for who holds which
    for seat in range(s.num_players):
        redrawn[seat] = seat != viewer and not redrawn[seat]
    redraw_deck(s, viewer, 0, redrawn, has_chosen or s.random_deck[0] == 0, key)


@kernel
def collect_hands(s, redrawn, pool):
    """Add the hands of the seats in `redrawn` to `pool`; how many cards they are."""
    cards = 0
    for seat in range(s.num_players):
        if redrawn[seat]:
            for kind in range(NUM_KINDS):
                pool[kind] += s.hand[seat, kind]
                cards += s.hand[seat, kind]
    return cards


@kernel
def redraw_hands(s, redrawn, pool, left, key):
    """Hands of as many cards from the `left` cards of `pool`; how many are left then."""
    for seat in range(s.num_players):
        if redrawn[seat]:
            cards = s.hand_left[seat]
            clear_hand(s, seat)
            for index in range(cards):
                take_into_hand(s, seat, take_nth(pool, below(key, 0, seat, HAND_AGAIN, index, left)))
                left -= 1
    return left


@kernel
def redraw_deck(s, viewer, deck, redrawn, composition_known, key):
    """The hands of the seats in `redrawn`, the card that one of them looks at, and what is left of the deck."""
    looks = s.looked_side >= 0 and redrawn[s.to_act] != 0
    pool = np.zeros(NUM_KINDS, np.int64)
    if composition_known:
        collect_hands(s, redrawn, pool)
        for kind in range(NUM_KINDS):
            pool[kind] += s.side_left[deck, kind] + (looks and s.looked_side == kind)
    else:
        mark_unseen_kinds(s, viewer, deck, pool)
    left = 0
    for kind in range(NUM_KINDS):
        left += pool[kind]
    left = redraw_hands(s, redrawn, pool, left, key)
    if looks and s.phase == SIDE_LOOK:
        s.looked_side = take_nth(pool, below(key, 0, deck, PENDING_AGAIN, 1, left))
        left -= 1
    elif looks:
        s.looked_side = -1
        s.side_count[deck] += 1
    for kind in range(NUM_KINDS):
        s.side_left[deck, kind] = 0
    for index in range(s.side_count[deck]):
        s.side_left[deck, take_nth(pool, below(key, 0, deck, REST_AGAIN, index, left))] += 1
        left -= 1


@kernel
def mark_unseen_kinds(s, viewer, deck, pool):
    """One of every kind went into a deck drawn at random: what the observer saw of it is not among the rest."""
    for kind in range(NUM_KINDS):
        seen = 0
        for seat in range(s.num_players):
            if side_deck_of(s, seat) == deck:
                seen += s.played[seat, kind]
        if s.shared:
            seen += s.hand[viewer, kind] + (s.to_act == viewer and s.looked_side == kind)
        pool[kind] = 1 - seen
