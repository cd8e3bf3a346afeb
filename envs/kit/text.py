"""Words that every table uses."""

from collections.abc import Mapping, Sequence
from typing import Any


def plural(word: str) -> str:
    """`"hands"`, `"matches"`."""
    return word + ("es" if word.endswith(("ch", "s", "x")) else "s")


def counted(number: int, one: str, more: str | None = None) -> str:
    """`"1 card"`, `"2 cards"`; `more` where the plural is irregular."""
    return f"{number} {one if number == 1 else more or plural(one)}"


def named(names: Sequence[str], one_hot: Sequence[int]) -> str | None:
    """The name that a one-hot piece points at; None where it is all 0."""
    return next((name for name, on in zip(names, one_hot, strict=True) if on), None)


def stacks(know: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """What lies in front of every seat of a description, a line each."""
    return [f"  {names[distance]:<16} {seat['stack']:>4} units" for distance, seat in enumerate(know["seats"])]
