"""Cripple Mr Onion: under which terms each seat's cards are arranged at the table, and what they then make."""

import numpy as np

from ..jit import inlined, kernel
from ..record import NOBODY
from .arrange import arrange
from .cards import (
    ARCHCHANCELLOR,
    ARCHCHANCELLOR_CARD,
    DEATH_CARD,
    EIGHT,
    FOOL,
    GREAT_ATUIN,
    LADY_CARD,
    NUM_RANKS,
    SENDER_CARD,
)
from .groups import (
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
from .state import IN_HAND, MAX_SEATS


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
def own_terms(s, seat):
    """The terms that do not depend on what lies face up elsewhere."""
    terms = 0
    if s.wild[seat]:
        terms |= EIGHTS_WILD | OCTAVO_STANDS * is_on(s, 3)
    else:
        terms |= NULL_EIGHTS * is_on(s, 1)
    if s.declared[GREAT_ATUIN] == seat:
        terms |= MAY_SHIFT * is_on(s, 6) | MAY_CALL_ELEPHANTS * is_on(s, 7)
    if s.jack_wild and s.declared[ARCHCHANCELLOR] == seat:
        terms |= JACK_WILD
    terms |= ACES_ZEROED * s.zeroed[seat]
    terms |= WIZARD_HATES_EIGHTS * is_on(s, 10)
    return terms | FOOL_REIGNS * (s.declared[FOOL] != NOBODY)


@kernel
def refresh_all(s):
    """Arrange anew the cards of every seat still in that have changed, or whose terms have."""
    s.unsettled = 0
    sender = SENDER_SHOWS if is_on(s, 8) and shows(s, SENDER_CARD) != NOBODY else 0
    death = DEATH_SHOWS if is_on(s, 9) and shows(s, DEATH_CARD) != NOBODY else 0
    lady = shows(s, LADY_CARD) if is_on(s, 4) else NOBODY
    for seat in range(MAX_SEATS):
        if s.live[seat]:
            terms = own_terms(s, seat) | sender | death
            if s.wild[seat] and lady != NOBODY and lady != seat:
                terms |= LADY_AGAINST
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
