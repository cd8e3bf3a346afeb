"""Republic Pazaak: the redraw of what a seat can not see (RP-11).

Cards that a seat did not see are drawn again, without regard to what the others' choices suggest. Whether another seat used
the Force or its sleight of hand unnoticed is drawn again too: at each chance that it had it did so or not, evenly.
"""

import numpy as np

from ..core.chance import randint
from ..core.jit import inlined, kernel
from ..core.record import NOBODY
from ..kit.cards import take_nth
from ..kit.pazaak import HIGHEST
from .cards import IN_HAND, MOST_SHARED, NUM_KINDS
from .observation import notices_look, notices_throw
from .opening import end_of_side_deck, first_side_card
from .state import (
    BLIND_FOR_A_CARDSHARP,
    DEALING,
    DRAWING,
    IN_SIDE_DECK,
    LOOKED_AT,
    MAIN_CARDS,
    MAIN_LOOK,
    MAIN_TAKEN,
    MAX_SEATS,
    MOST_ASIDE,
    NO_CARD,
    SHARP,
    SIDE_LOOK,
    SIDE_TAKEN,
    UNUSED,
)

# Purposes of the chance by which things are redrawn.
LOOK_AGAIN, REFUSE_AGAIN, THROW_AGAIN, ASIDE_AGAIN, PENDING_AGAIN, PLACE_AGAIN, KIND_AGAIN = range(100, 107)


@kernel
def resample(s, viewer, key):
    """Redraw, by the chance of `key`, what `viewer` can not see. Main decks are drawn as they are needed: a new key is a new
    order of them."""
    for seat in range(s.num_players):
        if seat != viewer:
            s.refused_side[seat] = NOBODY
            redraw_question(s, viewer, seat)
            redraw_looks(s, viewer, seat, key)
            redraw_throws(s, viewer, seat, key)
    redraw_main_cards(s, viewer, key)
    redraw_side_cards(s, viewer, key)
    for seat in range(s.num_players):
        if seat != viewer:
            take_up_hand(s, seat)


# --- unnoticed choices ---


@kernel
def waits(s, seat):
    """The seat is in the private part of its turn."""
    return s.to_act == seat and not s.over and (s.phase == DRAWING or s.phase == MAIN_LOOK or s.phase == SHARP)


@kernel
def redraw_question(s, viewer, seat):
    """To others the private questions of a turn look alike: take the earliest that fits what `viewer` has noticed."""
    if not waits(s, seat) or (s.thrown_now > 0 and notices_throw(s, viewer, seat)):
        return  # after a throw that was noticed it can only be the question whether to throw again
    if s.force_sensitive[seat] and not (notices_look(s, viewer, seat) and s.look[seat] != UNUSED):
        s.phase = DRAWING
    elif s.cardsharp[seat] and not (notices_throw(s, viewer, seat) and s.throws[seat] >= s.cardsharp_uses):
        s.phase = SHARP
    else:
        s.phase = MAIN_LOOK


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
    if waits(s, seat) and s.phase == DRAWING:
        return
    for chance in range(earlier + s.laid[seat] + waits(s, seat)):
        if randint(key, 0, seat, LOOK_AGAIN, chance, 2):
            refuses = randint(key, 0, seat, REFUSE_AGAIN, 0, 2)
            if chance < earlier:
                s.look[seat] = (SIDE_TAKEN if chance < dealt else MAIN_TAKEN) + refuses
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
    if s.to_act == seat:
        s.thrown_now = 0
    for draw in range(s.earlier_draws[seat] + s.laid[seat]):
        while s.throws[seat] < uses and randint(key, draw, seat, THROW_AGAIN, s.throws[seat], 2):
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
            for place in range(MOST_ASIDE):
                put_back(s, s.aside[seat, place])
                s.aside[seat, place] = 0
    left = 0
    for value in range(HIGHEST):
        left += s.main_left[value]
    needed = 0 if not waits(s, s.to_act) else 2 if s.phase == SHARP and hidden_turn else 1  # for who is to draw
    for seat in range(s.num_players):
        if seat != viewer:
            left = put_aside_again(s, seat, key, left, needed)
    if hidden_turn and s.phase != DRAWING:
        card = take_nth(s.main_left, randint(key, 0, s.to_act, PENDING_AGAIN, 0, left)) + 1
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
def put_aside_again(s, seat, key, left, needed):
    """As many cards as the seat put aside; fewer where what it did unnoticed would empty the deck. How many are left then."""
    cards = min(s.refused[seat] + s.thrown[seat], max(left - needed, 0))
    while s.refused[seat] + s.thrown[seat] > cards:
        if s.thrown[seat] > 0:
            s.thrown[seat] -= 1
            s.throws[seat] -= 1
        else:
            s.refused[seat] -= 1
    for place in range(cards):
        s.aside[seat, place] = take_nth(s.main_left, randint(key, place, seat, ASIDE_AGAIN, 0, left)) + 1
        left -= 1
    return left


# --- side cards ---


@kernel
def redraw_side_cards(s, viewer, key):
    """Every seat's own deck, or the shared one. A cardsharp has seen what lay in it when he chose (RP-10)."""
    hidden = np.zeros(MAX_SEATS, np.int64)  # seats whose hands are drawn again
    if not s.shared:
        for seat in range(s.num_players):
            if seat != viewer:
                hidden[seat] = 1
                redraw_deck(s, seat, viewer, hidden, s.random_deck[seat] != 0, key)
                hidden[seat] = 0
        return
    has_chosen = s.cardsharp[viewer] != 0 and s.in_hand[viewer] >= BLIND_FOR_A_CARDSHARP
    any_kinds = s.random_deck[0] != 0
    for seat in range(s.num_players):
        hidden[seat] = has_chosen and s.cardsharp[seat] != 0 and seat < viewer
    if any_kinds:
        redraw_kinds(s, 0, viewer, hidden, False, key)
    shuffle_places(s, 0, viewer, hidden, False, key)  # dealt before he chose: not what lay there then
    for seat in range(s.num_players):
        hidden[seat] = seat != viewer and not hidden[seat]
    redraw_deck(s, 0, viewer, hidden, any_kinds and not has_chosen, key)


@kernel
def redraw_deck(s, seat, viewer, hidden, any_kinds, key):
    """The deck of `seat`: the kinds of its unseen cards where they were drawn at random, then where they are."""
    if s.looked_side != NOBODY and s.phase == DEALING and hidden[s.to_act]:
        s.side_place[s.looked_side] = IN_SIDE_DECK  # not known to look: asked about a blind card
        s.looked_side = NOBODY
    if any_kinds:
        redraw_kinds(s, seat, viewer, hidden, True, key)
    shuffle_places(s, seat, viewer, hidden, True, key)


@kernel
def take_up_hand(s, seat):
    """The hand that follows from the places of the side cards."""
    place = 0
    for card in range(first_side_card(s, seat), end_of_side_deck(s, seat)):
        if s.side_place[card] == seat:
            s.hand[seat, place] = s.side_card[card]
            place += 1
    while place < IN_HAND:
        s.hand[seat, place] = NO_CARD
        place += 1


@inlined
def is_hidden(s, card, hidden, deck_too):
    """The card is in the hand of one of the seats `hidden`, or, with `deck_too`, in the deck or looked at by one of them."""
    place = s.side_place[card]
    if place >= 0:
        return hidden[place] != 0
    return deck_too and (place == IN_SIDE_DECK or (place == LOOKED_AT and hidden[s.to_act] != 0))


@inlined
def dealt_before(s, seat, other):
    """From a shared deck cardsharps are dealt first, then the others, in seat order."""
    if s.cardsharp[seat] != s.cardsharp[other]:
        return s.cardsharp[seat] > s.cardsharp[other]
    return seat < other


@kernel
def shuffle_places(s, seat, viewer, hidden, deck_too, key):
    """Who holds what of the unseen cards. The card that `viewer` refused is in no hand that was dealt before its own."""
    cards = np.zeros(MOST_SHARED, np.int64)
    refused = s.refused_side[viewer] if s.shared else NOBODY
    count = 0
    knows_one = False
    for card in range(first_side_card(s, seat), end_of_side_deck(s, seat)):
        if is_hidden(s, card, hidden, deck_too):
            if card == refused:
                knows_one = True
            else:
                cards[count] = card
                count += 1
    shuffle(cards, count, key, seat)
    for card in range(count):
        s.side_place[cards[card]] = IN_SIDE_DECK
    for holder in range(s.num_players):
        if hidden[holder] and s.shared and dealt_before(s, holder, viewer):
            count = deal_again(s, holder, cards, count)
    if knows_one:
        s.side_place[refused] = IN_SIDE_DECK
        other = randint(key, 1, seat, PLACE_AGAIN, 0, count + 1)
        cards[count] = cards[other]
        cards[other] = refused
        count += 1
    for holder in range(s.num_players):
        if hidden[holder] and not (s.shared and dealt_before(s, holder, viewer)):
            count = deal_again(s, holder, cards, count)
    if deck_too and s.looked_side != NOBODY and hidden[s.to_act]:
        s.looked_side = cards[count - 1]
        s.side_place[s.looked_side] = LOOKED_AT


@kernel
def shuffle(cards, count, key, seat):
    for last in range(count - 1, 0, -1):
        other = randint(key, 0, seat, PLACE_AGAIN, last, last + 1)
        card = cards[other]
        cards[other] = cards[last]
        cards[last] = card


@kernel
def deal_again(s, holder, cards, count):
    """As many cards as the seat holds, from the end of `cards`; how many are left then."""
    for _ in range(s.hand_left[holder]):
        count -= 1
        s.side_place[cards[count]] = holder
    return count


@kernel
def redraw_kinds(s, seat, viewer, hidden, deck_too, key):
    """Any kinds that were not seen, each once (RP-3); the deck stays in the order of kinds."""
    first = first_side_card(s, seat)
    end = end_of_side_deck(s, seat)
    refused = s.refused_side[viewer] if s.shared else NOBODY
    refused_kind = s.side_card[refused] if refused != NOBODY else NO_CARD
    box = np.ones(NUM_KINDS, np.int64)  # kinds that are not in the deck so far
    place_of = np.full(NUM_KINDS, NO_CARD, np.int64)
    unseen = np.zeros(MOST_SHARED, np.int64)  # places of the unseen cards
    count = 0
    for card in range(first, end):
        if is_hidden(s, card, hidden, deck_too) and card != refused:
            unseen[count] = s.side_place[card]
            count += 1
        else:
            box[s.side_card[card]] = 0
            place_of[s.side_card[card]] = s.side_place[card]
    free = NUM_KINDS - (end - first - count)
    for index in range(count):
        kind = take_nth(box, randint(key, 0, seat, KIND_AGAIN, index, free - index))
        place_of[kind] = unseen[index]
    card = first
    for kind in range(NUM_KINDS):
        if place_of[kind] != NO_CARD:
            s.side_card[card] = kind
            s.side_place[card] = place_of[kind]
            if place_of[kind] == LOOKED_AT:
                s.looked_side = card
            if kind == refused_kind:
                s.refused_side[viewer] = card
            card += 1
