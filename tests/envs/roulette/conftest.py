"""What the tests of roulette share: a table whose throws a test lays out, random tables, the independent reference."""

import functools
import itertools
import random
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from backroom.envs.core.chance import randint
from backroom.envs.core.game import Game, get_game
from backroom.envs.roulette import rules
from hypothesis import strategies as st
from numpy.typing import NDArray

REFERENCE = Path(__file__).parents[2] / "references" / "roulette.py"
SPECTATOR = -1


def number_at(key: int, spin: int, index: int) -> int:
    """What the ball falls on at an address of chance."""
    return int(randint(np.uint64(key), spin, 0, rules.BALL, index, rules.NUMBERS))


@functools.cache
def find_key(throws: tuple[tuple[int, ...], ...]) -> int:
    """The smallest key under which the throws of the first spins fall as wanted."""
    for key in itertools.count():
        if all(number_at(key, spin, index) == number for spin, row in enumerate(throws) for index, number in enumerate(row)):
            return key
    raise AssertionError("there is always a next key")


class Table:
    """One roulette table, played by the names of actions.

    - `throws`: what the ball falls on, a row a spin; the table's key is searched so that chance gives just these
    - `stack`: units in front of the seats instead of their bankrolls, so that a seat can come without any
    - `key`: the table's chance where nothing is searched
    """

    def __init__(
        self, *, throws: Sequence[Sequence[int]] = (), stack: Sequence[int] | None = None, key: int = 0, **options: Any
    ):
        self.game: Game = get_game("roulette")
        self.options: Any = self.game.parse_options(options)
        self.seats = range(self.options.num_players)
        self.states = self.game.new_states([self.options], np.uint64(0))
        self._mask = np.zeros(len(self.game.actions), np.int8)
        stacks = list(self.options.bankroll if stack is None else stack)
        self.s.stack[: len(stacks)] = stacks
        self.s.key = np.uint64(find_key(tuple(tuple(row) for row in throws)) if throws else key)
        self.s.episode = 0
        rules.deal(self.s)

    @property
    def s(self) -> Any:
        """The record itself."""
        return self.states[0]

    def __repr__(self) -> str:
        fields = {field: self.states[field][0].tolist() for field in self.game.state_fields()}
        return f"Table({self.options!r}, key={int(self.s.key)}, {fields})"

    def play(self, *moves: str) -> None:
        """Carry out moves such as "0: red" and "0: 2 chips". Each must come from the seat to act and be legal."""
        for move in moves:
            seat, action = move.split(": ")
            assert self.to_act == int(seat), f"{move!r} in the turn of seat {self.to_act}"
            assert action in self.legal, f"{move!r} where {sorted(self.legal)} are legal"
            self.act(action)

    def bet(self, *bets: str) -> None:
        """The bets of seats in turn, such as "red x 2" or "pass"."""
        for bet in bets:
            which, _, chips = bet.partition(" x ")
            self.act(which)
            if chips:
                self.act("1 chip" if chips == "1" else f"{chips} chips")

    def act(self, action: str) -> None:
        """Carry out an action of the seat to act, by its name."""
        self.game.kernels.step_game(self.states, 0, self.game.actions.index(action), self._mask)

    def play_at_random(self, rng: random.Random, decisions: int) -> None:
        """As many random decisions as the episode has, `decisions` at most."""
        for _ in range(decisions):
            if self.over:
                return
            self.act(choose(rng, self.legal))

    @property
    def legal(self) -> set[str]:
        self.game.kernels.legal_game(self.states, 0, self._mask)
        return {name for name, allowed in zip(self.game.actions, self._mask, strict=True) if allowed}

    @property
    def to_act(self) -> int:
        return int(self.s.to_act)

    @property
    def over(self) -> bool:
        return bool(self.s.over)

    def one_a_seat(self, field: str) -> list[Any]:
        """A field of the record as plain Python, the places of absent seats left out."""
        return self.states[field][0].tolist()[: len(self.seats)]

    @property
    def stacks(self) -> list[int]:
        return self.one_a_seat("stack")

    @property
    def rewards(self) -> list[int]:
        """What the last decision paid."""
        return self.one_a_seat("rewards")

    def observation(self, viewer: int) -> NDArray[np.float32]:
        """What a seat sees as a vector; -1 is a spectator."""
        observation = np.empty(self.game.layout.size, np.float32)
        self.game.kernels.observe_game(self.states, 0, viewer, observation)
        return observation

    def knows(self, viewer: int) -> dict[str, Any]:
        """What a seat sees in words; -1 is a spectator. Seats in it are counted clockwise from the viewer."""
        self.game.kernels.legal_game(self.states, 0, self._mask)
        mask = self._mask if self.to_act == viewer else np.zeros_like(self._mask)
        return self.game.decode(self.observation(viewer), mask)

    def reports(self) -> list[dict[str, Any]]:
        """How the spin that has just ended went, as each seat is told."""
        return self.game.text.results(self.states, 0)


def choose(rng: random.Random, legal: Collection[str]) -> str:
    """A random action: each kind of bet equally likely, so that all of them win often, and many new throws."""
    names = sorted(legal)
    kind = rng.choice(sorted({name.split()[0] for name in names}))
    return rng.choice([name for name in names if name.split()[0] == kind])


@st.composite
def _options(draw: st.DrawFn) -> dict[str, Any]:
    """Options of any table, small bankrolls and several cardsharps often among them."""
    seats = draw(st.integers(1, 6))
    bankroll = st.one_of(st.integers(1, 5), st.integers(6, 60))
    return {
        "num_players": seats,
        "bankroll": draw(st.lists(bankroll, min_size=seats, max_size=seats)),
        "max_chips": draw(st.integers(1, 10)),
        "spins": draw(st.integers(1, 12)),
        "cardsharp": draw(st.lists(st.booleans(), min_size=seats, max_size=seats)),
        "cardsharp_uses": draw(st.integers(0, 4)),
    }


@pytest.fixture(scope="session")
def game() -> Game:
    """The description of roulette."""
    return get_game("roulette")


@pytest.fixture(scope="session")
def new_table() -> type[Table]:
    """Makes a table: `new_table(throws=[[17]], num_players=2)`; see `Table`."""
    return Table


@pytest.fixture(scope="session")
def any_options() -> st.SearchStrategy[dict[str, Any]]:
    """A strategy for the options of any roulette table."""
    return _options()


@pytest.fixture(scope="session")
def any_table() -> st.SearchStrategy[Table]:
    """A strategy for a table somewhere in its episode, the end included."""

    def build(options: dict[str, Any], key: int, decisions: int) -> Table:
        table = Table(key=key, **options)
        table.play_at_random(random.Random(key), decisions)
        return table

    return st.builds(build, _options(), st.integers(0, 2**64 - 1), st.integers(0, 120))


@pytest.fixture(scope="session")
def choose_action() -> Callable[[random.Random, Collection[str]], str]:
    """Picks a random legal action, each kind equally likely."""
    return choose


@pytest.fixture(scope="session")
def number_of() -> Callable[[int, int, int], int]:
    """`number_of(key, spin, index)`: the throw at an address of chance."""
    return number_at


@pytest.fixture(scope="session")
def reference(load: Callable[[Path], ModuleType]) -> ModuleType:
    """The plain, independent engine of roulette."""
    return load(REFERENCE)
