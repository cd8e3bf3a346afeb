"""What all tests share: a bettor with fixed habits, and a guest game."""

import zlib
from collections.abc import Iterator
from types import ModuleType

import numpy as np
import pytest
import stop_or_go
from backroom import Agent, add_game
from backroom.envs.core import registry


class Habit(Agent):
    """Plays what the bytes of its observation point at: as varied as chance, yet the same in every view and process."""

    name = "habit"

    def act(self, observation, action_mask, u):
        legal = np.flatnonzero(action_mask)
        return int(legal[zlib.crc32(observation.tobytes()) % len(legal)])


@pytest.fixture(scope="session")
def habit() -> Habit:
    """A bettor that needs no chance, to play one game alike in several views."""
    return Habit()


@pytest.fixture(scope="session")
def guest() -> ModuleType:
    """The package of the guest game "stop_or_go"."""
    return stop_or_go


@pytest.fixture
def guest_game(guest: ModuleType) -> Iterator[str]:
    """The name of a guest game that is registered while the test runs."""
    add_game(guest.GAME)
    yield guest.GAME.name
    registry.guests.pop(guest.GAME.name)
