"""The cards of Captain gin (CG-1): 52, a card is suit * 13 + rank. A set of cards is four rows of bits, one a suit."""

from collections.abc import Iterable, Sequence

import numpy as np

from ..core.errors import InvalidOption
from ..kit.rows import ROWS

SUITS, RANKS = "SHDC", "A23456789TJQK"  # ace low, king high
NUM_SUITS, NUM_RANKS = len(SUITS), len(RANKS)
NUM_CARDS = NUM_SUITS * NUM_RANKS
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)


def _points(row: int) -> int:
    return sum(min(rank + 1, 10) for rank in range(NUM_RANKS) if row >> rank & 1)


# Points of a row (CG-1): figures 10, an ace 1, the others their face.
POINTS = np.array([_points(row) for row in range(ROWS)], np.int32)


def card_index(code: str) -> int:
    """The index of a card's code such as `"AS"` or `"td"`, also `"10D"`. Raises `InvalidOption` for a text that is none."""
    if isinstance(code, str):
        spelled = code.strip().upper().replace("10", "T")
        if spelled in CARDS:
            return CARDS.index(spelled)
    raise InvalidOption(f"{code!r} is no card: a rank of {RANKS} and a suit of {SUITS}, such as AS or TD")


def rows_of(cards: Iterable[int]) -> np.ndarray:
    """Card indices as four rows of bits, int64 (4,)."""
    rows = np.zeros(NUM_SUITS, np.int64)
    for card in cards:
        rows[card // NUM_RANKS] |= 1 << card % NUM_RANKS
    return rows


def cards_in(rows: Sequence[int]) -> list[str]:
    """The codes of the cards in four rows of bits, in order."""
    return [
        CARDS[suit * NUM_RANKS + rank] for suit, row in enumerate(rows) for rank in range(NUM_RANKS) if int(row) >> rank & 1
    ]
