"""What the package that bears a game's name in this folder offers."""

import importlib
from types import ModuleType

from ..envs.game import get_game


def package_of(game: str) -> ModuleType | None:
    """The package of a game's bettors, where there is one. Raises `InvalidOption` for a game that is none."""
    get_game(game)
    try:
        return importlib.import_module(f".{game}", __package__)
    except ModuleNotFoundError as error:
        if error.name != f"{__package__}.{game}":
            raise
        return None
