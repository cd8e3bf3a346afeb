"""What the tests of Bespin pazaak share: its description."""

import pytest
from backroom.envs.core.game import Game, get_game


@pytest.fixture(scope="session")
def game() -> Game:
    """The description of Bespin pazaak."""
    return get_game("bespin_pazaak")
