"""The games that there are. Adding one is a folder, a line here, and its PettingZoo-style module."""

import importlib

from .errors import InvalidOption
from .game import Game

VERSIONS = {"pinwheel": 0}


def games() -> list[str]:
    """The names of the games, sorted."""
    return sorted(VERSIONS)


def get_game(name: str) -> Game:
    """The description of a game. Raises `InvalidOption` for a name that is none."""
    if name not in VERSIONS:
        raise InvalidOption(f"{name!r} is not a game; games: {', '.join(games())}")
    return importlib.import_module(f".{name}", __package__).GAME


def gymnasium_id(name: str) -> str:
    """`"pinwheel"` as `"backroom/Pinwheel-v0"`."""
    return f"backroom/{''.join(part.capitalize() for part in name.split('_'))}-v{VERSIONS[name]}"
