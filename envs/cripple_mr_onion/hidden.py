"""Cripple Mr Onion: the redraw of what a seat can not see ("Seen by a seat").

All cards that the observer has not seen are one heap: what the others hold face down, folded seats too, what they threw and
turned down, what one of them is offered, and the pack. From it every hidden place is filled again, evenly, without regard to
what the others' play suggests. Two deeds tell of a hidden card, and the redraw keeps to them:

- the Archchancellor became wild: no other seat still in held the king of swords then (CO-M10), so he is not put into such
  a hand. That he may have come later, in the place of the Lady or of Fate, is left out: the record does not keep the order
- a seat made its eights wild again after Fate: it holds the queen of spades (CO-M5)

The first five cards of a redrawn hand lie sorted as at the deal, also where the Lady or Fate was replaced among them: nobody
else sees in which slot a card lies.
"""

from ..chance import below
from ..jit import inlined, kernel
from ..kit.rows import add_card, has_card, nth_card, remove_card
from ..record import NOBODY
from .cards import ARCHCHANCELLOR, DEATH_CARD, FATE, LADY_CARD
from .dealing import marks, order_of
from .splits_of import refresh
from .state import CHOOSING, DISCARDING, FIRST_DEAL, IN_HAND, NO_CARD

# Purposes of the chance by which things are redrawn.
CARD_AGAIN, KING_AGAIN, LADY_AGAIN, MARK_AGAIN = range(100, 104)

REDRAWN = -2  # a place that waits for a card
NOT_PUT, INTO_PLACE, INTO_PACK = range(3)  # where the king of swords was put before all others


@kernel
def resample(s, viewer, key):
    """Redraw, by the chance of `key`, what `viewer` can not see."""
    if s.over:
        return  # nothing lies on the table any more
    left = s.pack_size + take_up(s, viewer)
    left -= put_lady(s, key)
    king = put_king(s, key)
    left -= king != NOT_PUT
    for seat in range(s.num_players):
        left = fill(s, s.card[seat], left, key)
        left = fill(s, s.thrown[seat], left, key)
    left = fill(s, s.refused, left, key)
    left = fill(s, s.offered, left, key)
    if king == INTO_PACK:
        add_card(s.pack, DEATH_CARD)
    for seat in range(s.num_players):
        if seat != viewer:
            sort_first_deal(s, seat)
            if s.live[seat]:
                refresh(s, seat)  # under the same terms: these follow from what all have seen
    if s.phase == DISCARDING and s.to_act != viewer:
        s.marked = any_slots(s, key)


# --- what is hidden ---


@kernel
def take_up(s, viewer):
    """Put every card that `viewer` has not seen into the pack; how many. `pack_size` stays what it will be again."""
    count = 0
    for seat in range(s.num_players):
        if seat != viewer:
            for slot in range(IN_HAND):
                if not lies_open(s, seat, slot):
                    count += take_up_card(s, s.card[seat], slot)
            for place in range(s.discarded[seat]):
                count += take_up_card(s, s.thrown[seat], place)
    for place in range(2):
        if s.declared[place] != viewer:
            count += take_up_card(s, s.refused, place)
        if s.to_act != viewer:
            count += take_up_card(s, s.offered, place)
    return count


@inlined
def lies_open(s, seat, slot):
    """All have seen this card: it lies face up, or has just been declared and waits to be replaced."""
    waits = s.phase == CHOOSING and s.to_act == seat and s.offered_for == slot
    return waits or (s.face_up[seat] >> slot & 1) != 0


@inlined
def take_up_card(s, places, place):
    if places[place] == NO_CARD:
        return 0
    add_card(s.pack, places[place])
    places[place] = REDRAWN
    return 1


# --- what is known of hidden cards ---


@kernel
def waiting(places):
    """How many of the places wait for a card."""
    count = 0
    for place in range(places.shape[0]):
        count += places[place] == REDRAWN
    return count


@kernel
def put(s, places, nth, card):
    """Take a card out of the pack, into the `nth` of the places (from 0) that wait for one."""
    place = 0
    while places[place] != REDRAWN or nth > 0:
        nth -= places[place] == REDRAWN
        place += 1
    places[place] = card
    remove_card(s.pack, card)


@kernel
def put_lady(s, key):
    """CO-M5: who made its eights wild again, after Fate had stopped them, holds the queen of spades. True: put there."""
    if s.declared[FATE] == NOBODY or not has_card(s.pack, LADY_CARD):
        return False
    for seat in range(s.num_players):
        slots = waiting(s.card[seat])
        if s.wild[seat] and slots > 0:
            put(s, s.card[seat], below(key, 0, seat, LADY_AGAIN, 0, slots), LADY_CARD)
            return True
    return False


@kernel
def put_king(s, key):
    """CO-M10: with the jack wild, put the king of swords into any place but the hand of another seat still in."""
    if not s.jack_wild or not has_card(s.pack, DEATH_CARD):
        return NOT_PUT
    places = s.pack_size + waiting(s.refused) + waiting(s.offered)
    for seat in range(s.num_players):
        places += waiting(s.thrown[seat]) + may_hold_king(s, seat) * waiting(s.card[seat])
    nth = below(key, 0, 0, KING_AGAIN, 0, places)
    for seat in range(s.num_players):
        slots = may_hold_king(s, seat) * waiting(s.card[seat])
        if nth < slots:
            put(s, s.card[seat], nth, DEATH_CARD)
            return INTO_PLACE
        nth -= slots
        slots = waiting(s.thrown[seat])
        if nth < slots:
            put(s, s.thrown[seat], nth, DEATH_CARD)
            return INTO_PLACE
        nth -= slots
    slots = waiting(s.refused)
    if nth < slots:
        put(s, s.refused, nth, DEATH_CARD)
        return INTO_PLACE
    nth -= slots
    if nth < waiting(s.offered):
        put(s, s.offered, nth, DEATH_CARD)
        return INTO_PLACE
    remove_card(s.pack, DEATH_CARD)
    return INTO_PACK


@inlined
def may_hold_king(s, seat):
    """CO-M10: a folded seat, or the jack's own."""
    return s.declared[ARCHCHANCELLOR] == seat or s.live[seat] == 0


# --- the draw ---


@kernel
def fill(s, places, left, key):
    """Draw for every place that waits, out of the pack of `left` cards; how many are left then."""
    for place in range(places.shape[0]):
        if places[place] == REDRAWN:
            card = nth_card(s.pack, below(key, 0, 0, CARD_AGAIN, left, left))
            remove_card(s.pack, card)
            places[place] = card
            left -= 1
    return left


@kernel
def sort_first_deal(s, seat):
    """CO-7: as hands are held; what lies open, and the slot that waits for a choice, go with their cards."""
    for end in range(1, FIRST_DEAL):
        slot = end
        while slot > 0 and order_of(s.card[seat, slot - 1]) > order_of(s.card[seat, slot]):
            swap_with_next(s, seat, slot - 1)
            slot -= 1


@kernel
def swap_with_next(s, seat, slot):
    card = s.card[seat, slot]
    s.card[seat, slot] = s.card[seat, slot + 1]
    s.card[seat, slot + 1] = card
    if (s.face_up[seat] >> slot & 1) != (s.face_up[seat] >> (slot + 1) & 1):
        s.face_up[seat] ^= 3 << slot
    if s.phase == CHOOSING and s.to_act == seat:
        if s.offered_for == slot:
            s.offered_for = slot + 1
        elif s.offered_for == slot + 1:
            s.offered_for = slot


@kernel
def any_slots(s, key):
    """As many marks as there are, in any slots: the others are told how many cards are put aside, not which (CO-7)."""
    left = marks(s)
    chosen = 0
    for slot in range(FIRST_DEAL):
        if below(key, 0, 0, MARK_AGAIN, slot, FIRST_DEAL - slot) < left:
            chosen |= 1 << slot
            left -= 1
    return chosen
