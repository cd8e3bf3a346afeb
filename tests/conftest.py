"""What all tests share: a bettor with fixed habits, and a guest game."""

import importlib.util
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from backroom import Agent, add_game
from backroom.envs.core import registry

TOY_FILE = Path(__file__).parent / "envs" / "toy_game.py"


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
def toy_module() -> ModuleType:
    """The module of the guest game "stop_or_go"."""
    name = "backroom_toy_game"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, TOY_FILE)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


@pytest.fixture
def toy_game(toy_module: ModuleType) -> Iterator[str]:
    """The name of a guest game that is registered while the test runs."""
    add_game(toy_module.GAME)
    yield toy_module.GAME.name
    registry.guests.pop(toy_module.GAME.name)
