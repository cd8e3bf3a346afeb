"""What the tests of roulette share: its description."""

import pytest
from backroom.envs.core.game import Game, get_game


@pytest.fixture(scope="session")
def game() -> Game:
    """The description of roulette."""
    return get_game("roulette")
