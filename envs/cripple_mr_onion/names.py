"""Cripple Mr Onion: what people call the modifiers, their cards, and groups of nulls."""

from ..kit.text import counted

SPECIAL_NAMES = ("the Lady", "Fate", "Great A'Tuin", "the Sender of Eights", "Death", "the Archchancellor", "the Fool")
MODIFIER_NAMES = (
    "running flushes cripple", "null eights", "no more wild cards than the Onion", "Octavo", "the Lady", "Fate", "Great A'Tuin",
    "the Elephants", "the Sender of Eights", "Death", "the Archchancellor", "the Fool",
)  # fmt: skip


def with_nulls(name: str, nulls: int) -> str:
    return f"{name} with {counted(nulls, 'null eight')}" if nulls else name
