"""What the tests of Pinwheel share: its description."""

import pytest
from backroom.envs.core.game import Game, get_game


@pytest.fixture(scope="session")
def game() -> Game:
    """The description of Pinwheel."""
    return get_game("pinwheel")
