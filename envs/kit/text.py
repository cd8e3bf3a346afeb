"""Words that every game uses."""

from collections.abc import Callable, Mapping, Sequence
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


def at_distance(seen: Mapping[str, list[int]], distance: int) -> Callable[[str], int]:
    """What a piece with one number a seat says of the seat so far clockwise from the observer."""
    return lambda piece: seen[piece][distance]


def stacks(seen: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """What lies in front of every seat of a description, a line each."""
    return [f"  {names[distance]:<16} {seat['stack']:>4} units" for distance, seat in enumerate(seen["seats"])]


def everybody_sees(states: Any, i: int, seat: int, viewer: int, name: str) -> str | None:
    """`visible_action` of a game whose actions are all open."""
    return name


def others_see(instead: Mapping[str, str | None]) -> Callable[[Any, int, int, int, str], str | None]:
    """`visible_action` of a game in which the others notice something else of some actions, or nothing (None)."""

    def visible_action(states: Any, i: int, seat: int, viewer: int, name: str) -> str | None:
        return name if seat == viewer else instead.get(name, name)

    return visible_action
