"""What the tests of captain gin share: its description."""

import pytest
from backroom.envs.core.game import Game, get_game


@pytest.fixture(scope="session")
def game() -> Game:
    """The description of the game."""
    return get_game("captain_gin")
