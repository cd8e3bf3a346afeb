"""The games that there are, by name. CONTRIBUTING.md has the steps of adding one."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from .errors import InvalidOption

if TYPE_CHECKING:
    from .game import Game

VERSIONS = {"pinwheel": 0}

_guests: dict[str, Game] = {}


def games() -> list[str]:
    """The names of the games, sorted."""
    return sorted({*VERSIONS, *_guests})


def get_game(name: str) -> Game:
    """The description of a game. Raises `InvalidOption` for a name that is none."""
    if not isinstance(name, str):
        raise InvalidOption(f"{name!r} is not the name of a game; games: {', '.join(games())}")
    if name in _guests:
        return _guests[name]
    if name not in VERSIONS:
        raise InvalidOption(f"{name!r} is not a game; games: {', '.join(games())}")
    return importlib.import_module(f".{name}", __package__).GAME


def add_game(game: Game) -> None:
    """Make a game from outside this package known by its name, to all views but Gymnasium's ids.

    Each of its five rules must stand in a file with all that it calls: the cache of compiled code looks at these files
    alone. Raises `InvalidOption` for the name of a game of this package.
    """
    if game.name in VERSIONS:
        raise InvalidOption(f"there is a game {game.name!r} already")
    _guests[game.name] = game


def gymnasium_id(name: str) -> str:
    """`"pinwheel"` as `"backroom/Pinwheel-v0"`."""
    return f"backroom/{''.join(part.capitalize() for part in name.split('_'))}-v{VERSIONS[name]}"
