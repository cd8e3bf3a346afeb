"""Cripple Mr Onion: the hundred and four cards (CO-1), numbered suit by suit from the ace to the king."""

import numpy as np

from ...core.errors import InvalidOption

RANKS = "A23456789TJQK"
SUITS = ("cl", "sp", "he", "di", "sw", "st", "cu", "co")
NUM_RANKS, NUM_SUITS = len(RANKS), len(SUITS)
NUM_CARDS = NUM_RANKS * NUM_SUITS
NUM_PAIRS = NUM_SUITS // 2  # a suit and the one four behind it are a pair: clubs and swords, spades and staves ...
IN_A_ROW = (1 << NUM_RANKS) - 1

ACE, SIX, EIGHT, NINE, TEN, JACK = (RANKS.index(rank) for rank in "A689TJ")

CODES = tuple(rank + suit for suit in SUITS for rank in RANKS)

# Of one hand: a place for each card, dealt or not.
IN_HAND = 10
EVERY_SLOT = (1 << IN_HAND) - 1  # as bits
NO_CARD = -1

# The cards that stand for somebody (CO-M4 to CO-M11).
SPECIALS = ("Qsp", "Kcu", "Qco", "Jdi", "Ksw", "Jst", "Jcl")
LADY, FATE, GREAT_ATUIN, SENDER, DEATH, ARCHCHANCELLOR, FOOL = range(len(SPECIALS))
SPECIAL_CARDS = np.array([CODES.index(code) for code in SPECIALS])
LADY_CARD, FATE_CARD, ATUIN_CARD, SENDER_CARD, DEATH_CARD, ARCHCHANCELLOR_CARD, FOOL_CARD = (
    CODES.index(code) for code in SPECIALS
)


def card_number(code: str) -> int:
    """The number of a card's code such as `"3cl"` or `"QSP"`, also `"10co"`. Raises `InvalidOption` for a text that is none."""
    if isinstance(code, str):
        spelled = code.strip().lower().replace("10", "t").capitalize()
        if spelled in CODES:
            return CODES.index(spelled)
    raise InvalidOption(f"{code!r} is no card: a rank of {RANKS} and a suit of {', '.join(SUITS)}, such as 3cl or Tco")
