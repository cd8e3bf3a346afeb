"""Cripple Mr Onion: the modifiers, and the terms of one hand: what the modifiers make of its cards."""

from enum import IntEnum

from ...core.jit import inlined
from .cards import ARCHCHANCELLOR_CARD, EIGHT, NUM_RANKS


class Modifier(IntEnum):
    """The modifiers by their numbers in the rules, CO-M0 to CO-M11. In kernels a set of them is bits: bit m for modifier m."""

    RUNNING_FLUSHES = 0
    NULL_EIGHTS = 1
    WILD_CARD_LIMIT = 2
    OCTAVO = 3
    LADY = 4
    FATE = 5
    GREAT_ATUIN = 6
    ELEPHANTS = 7
    SENDER = 8
    DEATH = 9
    ARCHCHANCELLOR = 10
    FOOL = 11


NUM_MODIFIERS = len(Modifier)


class Term(IntEnum):
    """What is true of one hand; the terms under which it is split are a sum of these."""

    NULL_EIGHTS = 1 << 0  # its eights may count 0 (CO-M1)
    EIGHTS_WILD = 1 << 1  # CO-M1
    OCTAVO = 1 << 2  # eight wild eights are one (CO-M3)
    LADY_AGAINST = 1 << 3  # another seat's Lady is face up, and eights are wild (CO-M4)
    ACES_ZEROED = 1 << 4  # CO-M5
    MAY_SHIFT = 1 << 5  # CO-M6
    MAY_CALL_ELEPHANTS = 1 << 6  # CO-M7
    SENDER_FACE_UP = 1 << 7  # CO-M8
    DEATH_FACE_UP = 1 << 8  # CO-M9
    JACK_BARS_EIGHTS = 1 << 9  # no eight is an 8 beside the jack of staves (CO-M10)
    JACK_WILD = 1 << 10  # its jack of staves (CO-M10)
    FOOL_DECLARED = 1 << 11  # CO-M11


@inlined
def in_force(modifiers, modifier):
    """1 if a modifier is in a set of them (bits)."""
    return modifiers >> modifier & 1


@inlined
def is_wild(card, terms):
    eight = card % NUM_RANKS == EIGHT and terms & Term.EIGHTS_WILD != 0
    return eight or (card == ARCHCHANCELLOR_CARD and terms & Term.JACK_WILD != 0)


@inlined
def no_wild_aces(terms):
    """CO-M8: whether wild cards may not be aces; then all aces are zeroed too."""
    return terms & Term.SENDER_FACE_UP != 0 and terms & Term.EIGHTS_WILD != 0


@inlined
def aces_useless(terms):
    """CO-M5, CO-M8: whether all aces of the hand are zeroed."""
    return terms & Term.ACES_ZEROED != 0 or no_wild_aces(terms)
