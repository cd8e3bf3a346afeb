"""The side cards of the Republic's Pazaak (RP-2): their codes, what each can be played as, and decks of them (RP-3)."""

from collections.abc import Sequence

import numpy as np

from ..core.errors import InvalidOption

SIZES = range(1, 7)
KINDS = (
    *(f"+{size}" for size in SIZES),
    *(f"-{size}" for size in SIZES),
    *(f"±{size}" for size in SIZES),
    "±1T",
    "D",
    "±1/2",
    "±3/4",
    "±5/6",
    "2&4",
    "3&6",
)
NUM_KINDS = len(KINDS)
TIE_BREAKER, DOUBLE, FLIP_2_4, FLIP_3_6 = (KINDS.index(code) for code in ("±1T", "D", "2&4", "3&6"))

IN_DECK = 10  # cards that a seat brings (RP-3)
IN_HAND = 4
MOST_SHARED = 40

PRESETS: dict[str, tuple[str, ...]] = {
    "balanced": ("+2", "+4", "-2", "-4", "±1", "±3", "±1T", "D", "±1/2", "2&4"),
    "plain": ("+1", "+2", "+3", "+4", "+5", "-1", "-2", "-3", "-4", "-5"),
    "golden": ("±1T", "±1T", "±1/2", "±1/2", "±3/4", "±3/4", "±5/6", "D", "2&4", "3&6"),
}
RANDOM = "random"


def _ways(code: str) -> list[int]:
    """The values that a card can be played as: plus before minus, the smaller size first; 0 where the table decides."""
    if code[0] in "+-":
        return [int(code)]
    if code[0] == "±":
        return [sign * int(size) for size in code[1:].rstrip("T").split("/") for sign in (1, -1)]
    return [0]


def _plays() -> list[tuple[str, int, int]]:
    """Every way to play a card: its name, the kind, the value. First ways come first, so that masks are copied in runs."""
    found = []
    for way in range(4):
        for kind, code in enumerate(KINDS):
            values = _ways(code)
            if way < len(values):
                found.append((f"play {code}" + (f" as {values[way]:+d}" if len(values) > 1 else ""), kind, values[way]))
    return found


PLAYS = tuple(name for name, _, _ in _plays())
PLAY_KINDS = np.array([kind for _, kind, _ in _plays()], np.int64)
PLAY_VALUES = np.array([value for _, _, value in _plays()], np.int64)
# Where the kinds stand that have a second way to be played, and those of two sizes, which have four.
FIRST_SIGNED, FIRST_SIZED, END_SIZED = KINDS.index("±1"), KINDS.index("±1/2"), KINDS.index("±5/6") + 1


def side_card(code: object) -> str:
    """The card of a code, in which `+-` or `+/-` may stand for ±. Raises `InvalidOption`."""
    text = str(code).strip().upper().replace("+/-", "±").replace("+-", "±")
    if not isinstance(code, str) or text not in KINDS:
        raise InvalidOption(f"{code!r} is no side card; cards: {', '.join(KINDS)}")
    return text


def side_deck(cards: str | Sequence[str]) -> tuple[str, ...]:
    """A legal side deck: a preset's name, or ten codes. Raises `InvalidOption` that says what is wrong (RP-3)."""
    if isinstance(cards, str):
        if cards not in PRESETS:
            raise InvalidOption(f"{cards!r} is no side deck: write {', '.join(PRESETS)}, {RANDOM}, or {IN_DECK} codes of cards")
        return PRESETS[cards]
    deck = tuple(side_card(code) for code in cards)
    if len(deck) != IN_DECK:
        raise InvalidOption(f"a side deck has {IN_DECK} cards, not {len(deck)}")
    return deck


def shared_side_deck(cards: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """A legal side deck for all seats together: at least four cards a seat. Raises `InvalidOption` (RP-3)."""
    deck = side_deck(cards) if isinstance(cards, str) else tuple(side_card(code) for code in cards)
    if not IN_HAND * seats <= len(deck) <= MOST_SHARED:
        raise InvalidOption(
            f"a side deck for {seats} seats has {IN_HAND * seats} to {MOST_SHARED} cards, four or more a seat, not {len(deck)}"
        )
    return deck
