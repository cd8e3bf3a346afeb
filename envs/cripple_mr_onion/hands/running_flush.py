"""Cripple Mr Onion: running flushes (CO-M0), and which Onions they cripple (CO-M0, CO-M2, CO-M3, CO-M11)."""

from ...core.jit import inlined, kernel
from .cards import ACE, ARCHCHANCELLOR_CARD, EIGHT, IN_HAND, NO_CARD, NUM_PAIRS, NUM_RANKS
from .groups import GREAT_BAGEL, LESSER_ONION, rank_of
from .modifiers import Modifier, Term, aces_useless, in_force, no_wild_aces

NONE = -1
PLACES = NUM_RANKS + 1  # ranks in a row, the ace at both ends
SHORT_RUN, LONG_RUN = 9, 10


@kernel
def fewest_wilds(card, terms, length):
    """With how few wild cards the hand `card` (10) holds a running flush of so many cards; NONE: it holds none."""
    return best_run(card, terms, length)[0]


@kernel
def best_run(card, terms, length):
    """The running flush with the fewest wild cards: how many these are, or NONE, its suit pair, its first place."""
    best, best_pair, best_start = NONE, 0, 0
    for pair in range(NUM_PAIRS):
        places = places_held(card, terms, pair)
        for start in range(PLACES - length + 1):
            wilds = wilds_for_run(card, terms, places, start, length)
            if wilds != NONE and (best == NONE or wilds < best):
                best, best_pair, best_start = wilds, pair, start
    return best, best_pair, best_start


@inlined
def places_held(card, terms, pair):
    """Which ranks of a suit pair the hand has, as bits, the ace at both ends; no wild card and no zeroed ace."""
    no_aces = aces_useless(terms)
    places = 0
    for slot in range(IN_HAND):
        rank = card[slot] % NUM_RANKS
        if card[slot] == NO_CARD or card[slot] // NUM_RANKS % NUM_PAIRS != pair:
            continue
        if (rank == EIGHT and terms & Term.EIGHTS_WILD) or (rank == ACE and no_aces):
            continue
        # every run holds an eight, so the jack of staves, who bars them, is in none (CO-M10)
        if card[slot] == ARCHCHANCELLOR_CARD and terms & Term.JACK_BARS_EIGHTS:
            continue
        places |= 1 << rank
        if rank == ACE:
            places |= 1 << NUM_RANKS
    return places


@inlined
def wilds_for_run(card, terms, places, start, length):
    """The fewest wild cards with which these places make the run of `length` from `start`; NONE: they can not."""
    wild_eights = 0
    jack = 0
    for slot in range(IN_HAND):
        wild_eights += terms & Term.EIGHTS_WILD and card[slot] != NO_CARD and card[slot] % NUM_RANKS == EIGHT
        jack |= terms & Term.JACK_WILD and card[slot] == ARCHCHANCELLOR_CARD
    has_ace = start == 0 or start + length == PLACES
    if has_ace and no_wild_aces(terms):
        return NONE  # CO-M8: no ace, and no wild card as one
    missing = 0
    for place in range(start, start + length):
        missing += not places >> place & 1
    sender = terms & Term.SENDER_FACE_UP and has_ace
    if missing <= wild_eights and not sender:
        return missing
    # CO-M10: the wild jack stands for the 8, which then is no eight, so that the Sender minds no ace either (CO-M8)
    beside = missing - (not places >> EIGHT & 1)
    return beside + 1 if jack and beside <= wild_eights else NONE


@kernel
def run_that_cripples(card, terms, modifiers, onion, onion_terms, onion_wilds):
    """How many cards of the hand's running flush cripple a group of key `onion` (0: it is not crippled)."""
    rank = rank_of(onion)
    if not in_force(modifiers, Modifier.RUNNING_FLUSHES) or rank < LESSER_ONION:
        return 0
    as_great = rank >= GREAT_BAGEL  # the Octavo too (CO-M3)
    if not as_great and onion_terms & Term.FOOL_DECLARED:
        return 0
    for length in range(LONG_RUN, SHORT_RUN - 1, -1):
        wilds = fewest_wilds(card, terms, length)
        limited = in_force(modifiers, Modifier.WILD_CARD_LIMIT) and terms & Term.EIGHTS_WILD
        if wilds != NONE and (as_great or length == LONG_RUN) and (not limited or wilds <= onion_wilds):
            return length
    return 0
