"""Cripple Mr Onion: the redraw of what a seat can not see ("Seen by a seat").

All cards that the observer has not seen are one heap: what the others hold face down, folded seats too, what they threw and
turned down, what one of them is offered, and the pack. From it every hidden place is filled again, evenly, without regard to
what the others' play suggests. One action says something about hidden cards, and the redraw keeps to it: when the
Archchancellor became wild, no other seat still in held the king of swords (CO-M10), so he is not where a card lay then.

The first five cards of a redrawn hand lie sorted as at the deal, also where the Lady or Fate was replaced among them: nobody
else sees in which slot a card lies.
"""

from ..core.chance import randint
from ..core.jit import inlined, kernel
from ..kit.rows import add_card, has_card, nth_card, remove_card
from .dealing import marks, order_of
from .hands.cards import DEATH_CARD, EVERY_SLOT, IN_HAND, NO_CARD
from .state import CHOOSING, DISCARDING, FIRST_DEAL, NO_TERMS
from .terms import refresh_all

# Purposes of the chance by which things are redrawn.
CARD_AGAIN, KINGLESS_AGAIN, MARK_AGAIN = range(100, 103)

REDRAWN = -2  # a place that waits for a card


@kernel
def resample(s, viewer, key):
    """Redraw, by the chance of `key`, what `viewer` can not see."""
    if s.over:
        return  # nothing lies on the table any more
    left = s.pack_size + take_up(s, viewer)
    king_waits = s.jack_wild and has_card(s.pack, DEATH_CARD)
    if king_waits:  # first the places where he can not be
        remove_card(s.pack, DEATH_CARD)
        left -= 1
        for seat in range(s.num_players):
            left = fill(s, s.card[seat], s.kingless[seat], left, KINGLESS_AGAIN, key)
        add_card(s.pack, DEATH_CARD)
        left += 1
    for seat in range(s.num_players):
        left = fill(s, s.card[seat], EVERY_SLOT, left, CARD_AGAIN, key)
        left = fill(s, s.thrown[seat], EVERY_SLOT, left, CARD_AGAIN, key)
    left = fill(s, s.refused, EVERY_SLOT, left, CARD_AGAIN, key)
    fill(s, s.offered, EVERY_SLOT, left, CARD_AGAIN, key)
    for seat in range(s.num_players):
        if seat != viewer:
            sort_first_deal(s, seat)
            if s.live[seat]:
                s.terms[seat] = NO_TERMS
    refresh_all(s)
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


# --- the draw ---


@kernel
def fill(s, places, which, left, purpose, key):
    """Draw for every place in `which` (bits) that waits, out of the pack of `left` cards; how many are left then."""
    for place in range(places.shape[0]):
        if places[place] == REDRAWN and which >> place & 1:
            card = nth_card(s.pack, randint(key, 0, 0, purpose, left, left))
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
    s.face_up[seat] = swap_bits(s.face_up[seat], slot)
    s.kingless[seat] = swap_bits(s.kingless[seat], slot)
    if s.phase == CHOOSING and s.to_act == seat:
        if s.offered_for == slot:
            s.offered_for = slot + 1
        elif s.offered_for == slot + 1:
            s.offered_for = slot


@inlined
def swap_bits(bits, place):
    """With what stands at `place` and at the next one changed over."""
    differ = (bits >> place ^ bits >> (place + 1)) & 1
    return bits ^ (3 * differ << place)


@kernel
def any_slots(s, key):
    """As many marks as there are, in any slots: the others see how many cards are put aside, not which (CO-7)."""
    left = marks(s)
    chosen = 0
    for slot in range(FIRST_DEAL):
        if randint(key, 0, 0, MARK_AGAIN, slot, FIRST_DEAL - slot) < left:
            chosen |= 1 << slot
            left -= 1
    return chosen
