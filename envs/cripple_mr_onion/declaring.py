"""Cripple Mr Onion: special cards are declared right before Showdown (CO-M12), and what follows from it (CO-M4 to CO-M11)."""

from ..core.jit import inlined, kernel
from ..core.record import NOBODY
from .dealing import has_changed, next_card
from .hands.cards import (
    ARCHCHANCELLOR,
    DEATH,
    DEATH_CARD,
    EVERY_SLOT,
    FATE,
    GREAT_ATUIN,
    IN_HAND,
    LADY,
    LADY_CARD,
    NO_CARD,
    SENDER,
    SPECIAL_CARDS,
)
from .hands.modifiers import Modifier
from .seats import seats_in, turn_to_next
from .state import CHOOSING, DECLARING, MAX_SEATS, SHOWING
from .terms import is_on

# --- who may declare what ---


@kernel
def slot_of(s, seat, card):
    """The slot in which the seat has a card, or NO_CARD."""
    for slot in range(IN_HAND):
        if s.card[seat, slot] == card:
            return slot
    return NO_CARD


@inlined
def is_face_up(s, seat, slot):
    return s.face_up[seat] >> slot & 1


@kernel
def may_declare(s, seat, special):
    """CO-M12: each special card once, by its holder, with its modifier on, and where it does something."""
    slot = slot_of(s, seat, SPECIAL_CARDS[special])
    if slot == NO_CARD or s.declared[special] != NOBODY:
        return False
    if special == LADY:
        return is_on(s, Modifier.LADY) and not (s.wild[seat] and is_face_up(s, seat, slot))
    if special == FATE:
        return is_on(s, Modifier.FATE) and (s.wild_round or s.replaced[LADY])
    if special == GREAT_ATUIN:
        return is_on(s, Modifier.GREAT_ATUIN) or is_on(s, Modifier.ELEPHANTS)
    if special == SENDER:
        return is_on(s, Modifier.SENDER) and not is_face_up(s, seat, slot)
    if special == DEATH:
        return is_on(s, Modifier.DEATH) and not is_face_up(s, seat, slot)
    return is_on(s, Modifier.ARCHCHANCELLOR if special == ARCHCHANCELLOR else Modifier.FOOL)


@inlined
def may_make_wild_again(s, seat):
    """CO-M5: who holds the Lady, after another seat's Fate."""
    fated = is_on(s, Modifier.FATE) and s.wild_round and s.declared[FATE] != NOBODY and s.declared[FATE] != seat
    return fated and not s.wild[seat] and slot_of(s, seat, LADY_CARD) != NO_CARD


@inlined
def may_show(s, seat, slot):
    """CO-M10: a card that lies face down."""
    return s.card[seat, slot] != NO_CARD and not is_face_up(s, seat, slot)


# --- who is asked ---


@kernel
def ask_to_declare(s):
    """CO-M12: round and round, until a whole round passes; whoever is asked, it says nothing of his cards."""
    with_cards = s.modifiers >> Modifier.LADY  # she is the first that has a card
    if with_cards == 0 or s.passes >= seats_in(s):
        return False
    s.turn %= s.num_players
    while not turn_to_next(s, s.num_players):
        s.turn = 0
    return True


@kernel
def ask_to_show(s):
    """CO-M10: every other seat still in, save the two owners; behind the jack's owner declaring goes on."""
    while turn_to_next(s, s.num_players):
        seat = s.to_act
        asked = seat != s.declared[ARCHCHANCELLOR] and slot_of(s, seat, DEATH_CARD) == NO_CARD
        if asked and hides_a_card(s, seat):
            return True
    s.turn = (s.declared[ARCHCHANCELLOR] - s.dealer) % s.num_players
    s.phase = DECLARING
    return False


@kernel
def hides_a_card(s, seat):
    found = False
    for slot in range(IN_HAND):
        found |= may_show(s, seat, slot)
    return found


# --- declarations ---


@kernel
def turn_up(s, seat, slot):
    s.face_up[seat] |= 1 << slot
    s.unsettled = 1


@kernel
def declare(s, seat, special):
    """CO-M12: the card lies open, and does what it does; the next seat is asked after that."""
    slot = slot_of(s, seat, SPECIAL_CARDS[special])
    s.declared[special] = seat
    s.passes = 0
    if (special == LADY and not s.wild[seat]) or (special == FATE and not s.wild_round):
        offer_replacement(s, special, slot)
        return
    turn_up(s, seat, slot)
    if special == FATE:
        end_wildness(s)
    elif special == ARCHCHANCELLOR:
        call_death(s, seat)


@kernel
def offer_replacement(s, special, slot):
    """CO-M4, CO-M5: the next two cards, for the owner's eyes."""
    s.offered[0] = next_card(s)
    s.offered[1] = next_card(s)
    s.offered_for = slot
    s.offered_as = special
    s.phase = CHOOSING


@kernel
def take_replacement(s, seat, which):
    """CO-M4, CO-M5: it lies as the replaced card did; with Fate the aces of the Lady's user are zeroed."""
    s.card[seat, s.offered_for] = s.offered[which]
    s.kingless[seat] &= ~(1 << s.offered_for)
    s.refused[s.offered_as] = s.offered[1 - which]
    s.replaced[s.offered_as] = 1
    s.offered[0] = NO_CARD
    s.offered[1] = NO_CARD
    if s.offered_as == FATE:
        s.zeroed[s.declared[LADY]] = 1
    s.phase = DECLARING
    has_changed(s, seat)


@kernel
def end_wildness(s):
    """CO-M5: eights stop being wild for all."""
    for seat in range(MAX_SEATS):
        s.wild[seat] = 0


@kernel
def make_wild_again(s, seat):
    """CO-M5: with the Lady shown, for her owner."""
    turn_up(s, seat, slot_of(s, seat, LADY_CARD))
    s.wild[seat] = 1
    s.passes = 0


@kernel
def call_death(s, owner):
    """CO-M10: the king of swords is declared by another who holds him, and others show cards; else the jack is wild."""
    for seat in range(s.num_players):
        slot = slot_of(s, seat, DEATH_CARD) if s.live[seat] and seat != owner else NO_CARD
        if slot != NO_CARD:
            turn_up(s, seat, slot)
            s.declared[DEATH] = seat
            s.phase = SHOWING
            s.turn = 0
            return
    s.jack_wild = 1
    s.unsettled = 1
    for seat in range(s.num_players):
        s.kingless[seat] = EVERY_SLOT if s.live[seat] and seat != owner else 0


@kernel
def show(s, seat, slot):
    """CO-M10: a hidden card of its choice."""
    turn_up(s, seat, slot)
