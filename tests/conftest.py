"""What all tests share: a bettor with fixed habits, policies to be written, and a guest game."""

import itertools
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import stop_or_go
from backroom import Agent, add_game
from backroom.agents.policy_file import Policy, write_policy
from backroom.agents.specs import derived_features_of
from backroom.envs.core import registry
from backroom.envs.core.game import get_game

NewPolicy = Callable[..., Path]


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


@pytest.fixture
def new_policy(tmp_path: Path) -> NewPolicy:
    """`new_policy(hidden=(8,), activation="tanh", seed=0)`: the file of a policy with random weights for Pinwheel."""

    def make(
        hidden: Sequence[int] = (8,), activation: str = "tanh", seed: int = 0, name: str = "policy.npz", game: str = "pinwheel"
    ) -> Path:
        rng = np.random.default_rng(seed)
        described = get_game(game)
        widths = [described.layout.size, *hidden, len(described.actions)]
        layers = [
            (rng.normal(0, 1 / np.sqrt(one), (one, two)).astype(np.float32), rng.normal(0, 0.5, two).astype(np.float32))
            for one, two in itertools.pairwise(widths)
        ]
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        write_policy(tmp_path / name, get_game(game), derived_features_of(game), Policy(layers, activation))
        return tmp_path / name

    return make
