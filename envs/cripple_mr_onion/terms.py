"""Cripple Mr Onion: under which terms each seat's cards are split at the table, and what they then make."""

from typing import NamedTuple

from ..core.jit import inlined, kernel
from ..core.record import NOBODY
from .hands.arrange import arrange
from .hands.cards import ARCHCHANCELLOR, DEATH_CARD, FOOL, GREAT_ATUIN, IN_HAND, LADY_CARD, SENDER_CARD
from .hands.groups import MOST_GROUPS
from .hands.modifiers import Modifier, Term, in_force, is_wild
from .state import MAX_SEATS


class Situation(NamedTuple):
    """What holds for one hand, each true or not."""

    eights_wild: bool
    lady_against: bool  # the Lady is face up at another seat
    aces_zeroed: bool  # by Fate
    sender: bool  # the Sender is face up
    death: bool  # Death is face up
    atuin: bool  # its owner declared Great A'Tuin
    jack_wild: bool  # its jack of staves is wild
    fool: bool  # the Fool was declared


@inlined
def is_on(s, modifier):
    return in_force(s.modifiers, modifier)


@inlined
def terms_of(modifiers, now):
    """The terms of a hand (a sum of `Term`), by the modifiers in force (bits) and its `Situation`."""
    terms = Term.NULL_EIGHTS if in_force(modifiers, Modifier.NULL_EIGHTS) else 0
    if now.eights_wild:
        terms = Term.EIGHTS_WILD
        terms |= Term.OCTAVO if in_force(modifiers, Modifier.OCTAVO) else 0
        terms |= Term.LADY_AGAINST if now.lady_against else 0
    terms |= Term.ACES_ZEROED if now.aces_zeroed else 0
    terms |= Term.MAY_SHIFT if now.atuin and in_force(modifiers, Modifier.GREAT_ATUIN) else 0
    terms |= Term.MAY_CALL_ELEPHANTS if now.atuin and in_force(modifiers, Modifier.ELEPHANTS) else 0
    terms |= Term.SENDER_FACE_UP if now.sender and in_force(modifiers, Modifier.SENDER) else 0
    terms |= Term.DEATH_FACE_UP if now.death and in_force(modifiers, Modifier.DEATH) else 0
    terms |= Term.JACK_BARS_EIGHTS if in_force(modifiers, Modifier.ARCHCHANCELLOR) else 0
    terms |= Term.JACK_WILD if now.jack_wild else 0
    return terms | (Term.FOOL_DECLARED if now.fool and in_force(modifiers, Modifier.FOOL) else 0)


@kernel
def seat_showing(s, card):
    """The seat still in at which a card lies face up, or NOBODY."""
    for seat in range(MAX_SEATS):
        if s.live[seat] and s.face_up[seat]:
            for slot in range(IN_HAND):
                if s.card[seat, slot] == card and s.face_up[seat] >> slot & 1:
                    return seat
    return NOBODY


@kernel
def refresh_all(s):
    """Split anew the cards of every seat still in that have changed, or whose terms have."""
    s.unsettled = 0
    sender = is_on(s, Modifier.SENDER) and seat_showing(s, SENDER_CARD) != NOBODY
    death = is_on(s, Modifier.DEATH) and seat_showing(s, DEATH_CARD) != NOBODY
    lady = seat_showing(s, LADY_CARD) if is_on(s, Modifier.LADY) else NOBODY
    fool = s.declared[FOOL] != NOBODY
    for seat in range(MAX_SEATS):
        if s.live[seat]:
            lady_against = lady != NOBODY and lady != seat
            atuin = s.declared[GREAT_ATUIN] == seat
            jack_wild = s.jack_wild and s.declared[ARCHCHANCELLOR] == seat
            now = Situation(s.wild[seat], lady_against, s.zeroed[seat], sender, death, atuin, jack_wild, fool)
            terms = terms_of(s.modifiers, now)
            if terms != s.terms[seat]:
                s.terms[seat] = terms
                refresh(s, seat)


@kernel
def refresh(s, seat):
    """Split anew the cards of one seat, under its terms."""
    best = arrange(s.card[seat], s.terms[seat])
    for i in range(MOST_GROUPS):
        s.groups[seat, i] = best.keys[i]
    s.wild_in_best[seat] = 0
    for slot in range(IN_HAND):
        if best.sets[0] >> slot & 1:
            s.wild_in_best[seat] += is_wild(s.card[seat, slot], s.terms[seat])
