"""Cripple Mr Onion: under which terms each seat's cards are arranged at the table, and what they then make."""

import numpy as np

from ..core.jit import inlined, kernel
from ..core.record import NOBODY
from .hands.arrange import arrange
from .hands.cards import (
    ARCHCHANCELLOR,
    ARCHCHANCELLOR_CARD,
    DEATH_CARD,
    EIGHT,
    FOOL,
    GREAT_ATUIN,
    IN_HAND,
    LADY_CARD,
    NUM_RANKS,
    SENDER_CARD,
)
from .hands.groups import (
    ACES_ZEROED,
    DEATH_SHOWS,
    EIGHTS_WILD,
    FOOL_REIGNS,
    JACK_WILD,
    LADY_AGAINST,
    MAY_CALL_ELEPHANTS,
    MAY_SHIFT,
    MOST_GROUPS,
    NULL_EIGHTS,
    OCTAVO_STANDS,
    SENDER_SHOWS,
    WIZARD_HATES_EIGHTS,
)
from .state import MAX_SEATS


@inlined
def is_on(s, modifier):
    return s.modifiers >> modifier & 1


@kernel
def shows(s, card):
    """The seat still in at which a card lies face up, or NOBODY."""
    for seat in range(MAX_SEATS):
        if s.live[seat] and s.face_up[seat]:
            for slot in range(IN_HAND):
                if s.card[seat, slot] == card and s.face_up[seat] >> slot & 1:
                    return seat
    return NOBODY


@inlined
def terms_of(modifiers, wild, lady_against, zeroed, sender, death, atuin, jack_wild, fool):
    """The terms of a hand (bits of groups.py) by the modifiers in force (bits) and what holds for it, each true or not.

    Its eights are wild, the Lady lies against it, its aces are zeroed, the Sender and Death lie face up, it declared Great
    A'Tuin, its jack of staves is wild, the Fool was declared.
    """
    terms = NULL_EIGHTS if modifiers >> 1 & 1 else 0
    if wild:
        terms = EIGHTS_WILD
        terms |= OCTAVO_STANDS if modifiers >> 3 & 1 else 0
        terms |= LADY_AGAINST if lady_against else 0
    terms |= ACES_ZEROED if zeroed else 0
    terms |= MAY_SHIFT if atuin and modifiers >> 6 & 1 else 0
    terms |= MAY_CALL_ELEPHANTS if atuin and modifiers >> 7 & 1 else 0
    terms |= SENDER_SHOWS if sender and modifiers >> 8 & 1 else 0
    terms |= DEATH_SHOWS if death and modifiers >> 9 & 1 else 0
    terms |= WIZARD_HATES_EIGHTS if modifiers >> 10 & 1 else 0
    terms |= JACK_WILD if jack_wild else 0
    return terms | (FOOL_REIGNS if fool and modifiers >> 11 & 1 else 0)


@kernel
def refresh_all(s):
    """Arrange anew the cards of every seat still in that have changed, or whose terms have."""
    s.unsettled = 0
    sender = is_on(s, 8) and shows(s, SENDER_CARD) != NOBODY
    death = is_on(s, 9) and shows(s, DEATH_CARD) != NOBODY
    lady = shows(s, LADY_CARD) if is_on(s, 4) else NOBODY
    fool = s.declared[FOOL] != NOBODY
    for seat in range(MAX_SEATS):
        if s.live[seat]:
            lady_against = lady != NOBODY and lady != seat
            atuin = s.declared[GREAT_ATUIN] == seat
            jack_wild = s.jack_wild and s.declared[ARCHCHANCELLOR] == seat
            terms = terms_of(s.modifiers, s.wild[seat], lady_against, s.zeroed[seat], sender, death, atuin, jack_wild, fool)
            if terms != s.terms[seat]:
                s.terms[seat] = terms
                refresh(s, seat)


@kernel
def refresh(s, seat):
    """Arrange anew the cards of one seat, under its terms."""
    card = np.empty(IN_HAND, np.int64)
    for slot in range(IN_HAND):
        card[slot] = s.card[seat, slot]
    keys = np.empty(MOST_GROUPS, np.int64)
    sets = np.empty(MOST_GROUPS, np.int64)
    arrange(card, np.int64(s.terms[seat]), keys, sets)
    for i in range(MOST_GROUPS):
        s.groups[seat, i] = keys[i]
    s.wild_in_best[seat] = 0
    for slot in range(IN_HAND):
        if sets[0] >> slot & 1:
            s.wild_in_best[seat] += is_wild(card[slot], s.terms[seat])


@inlined
def is_wild(card, terms):
    eight = card % NUM_RANKS == EIGHT and terms & EIGHTS_WILD != 0
    return eight or (card == ARCHCHANCELLOR_CARD and terms & JACK_WILD != 0)
