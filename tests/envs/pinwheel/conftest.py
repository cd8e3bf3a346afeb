"""What the tests of Pinwheel share: a table whose dice a test lays out, random tables, the independent reference."""

import functools
import itertools
import random
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from backroom.envs.core.chance import randint
from backroom.envs.core.game import Game, get_game
from backroom.envs.kit.dice import d6
from backroom.envs.pinwheel import rules
from hypothesis import strategies as st
from numpy.typing import NDArray

REFERENCE = Path(__file__).parents[2] / "references" / "pinwheel.py"
SPECTATOR = -1

Throw = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Faces of a Gamble: the ordinary dice, the Gamble Die with its re-rolls, the extra dice."""


def faces(key: int, seat: int, purpose: int, count: int, hand: int = 0) -> list[int]:
    """The first `count` dice that lie at an address."""
    return [int(d6(np.uint64(key), hand, seat, purpose, index)) for index in range(count)]


@functools.cache
def find_key(first: int | None, posting: int, throws: tuple[tuple[int, Throw], ...]) -> int:
    """The smallest key under which the `first`-th posting seat leads hand 0 and every throw falls as wanted."""
    wanted = [
        (seat, purpose, index, face)
        for seat, throw in throws
        for purpose, dice in zip((rules.ORDINARY, rules.GAMBLE_DIE, rules.EXTRA), throw, strict=True)
        for index, face in enumerate(dice)
    ]
    for key in itertools.count():
        chance = np.uint64(key)
        if first is not None and randint(chance, 0, 0, rules.FIRST_BETTOR, 0, posting) != first:
            continue
        if all(d6(chance, 0, seat, purpose, index) == face for seat, purpose, index, face in wanted):
            return key
    raise AssertionError("there is always a next key")


class Table:
    """One Pinwheel table in its first hand, played by the names of actions.

    - `stack`: units in front of the seats instead of their bankrolls, so that a seat can come without any
    - `first`: the seat that is to bet first; `throws`: the Gambles of seats in the first hand. The table's key is
      searched so that chance gives just these
    - `secret`, `open_one`, `open_two`: faces laid over the first hand's dice, one a seat, as soon as they are rolled
    - `key`: the table's chance where nothing is searched
    """

    def __init__(
        self,
        *,
        stack: Sequence[int] | None = None,
        first: int | None = None,
        secret: Sequence[int] = (),
        open_one: Sequence[int] = (),
        open_two: Sequence[int] = (),
        throws: Mapping[int, Throw] | None = None,
        key: int = 0,
        **options: Any,
    ):
        self.game: Game = get_game("pinwheel")
        self.options: Any = self.game.parse_options(options)
        self.seats = range(self.options.num_players)
        self.states = self.game.new_states([self.options], np.uint64(0))
        self.laid_out = (secret, open_one, open_two)
        self._mask = np.zeros(len(self.game.actions), np.int8)
        stacks = list(self.options.bankroll if stack is None else stack)
        self.s.stack[: len(stacks)] = stacks
        if first is not None or throws:
            posting = [seat for seat, units in enumerate(stacks) if units > 0]
            leader = None if first is None else posting.index(first)
            key = find_key(leader, len(posting), tuple(sorted((throws or {}).items())))
        self.s.key = np.uint64(key)
        self.s.episode = 0
        rules.deal(self.s)
        self._lay_out()

    @property
    def s(self) -> Any:
        """The record itself."""
        return self.states[0]

    def __repr__(self) -> str:
        fields = {field: self.states[field][0].tolist() for field in self.game.state_fields()}
        return f"Table({self.options!r}, key={int(self.s.key)}, {fields})"

    def _lay_out(self) -> None:
        if self.s.hands_played or self.s.over:
            return
        secret, open_one, open_two = self.laid_out
        for dice, laid in ((self.s.secret, secret), (self.s.open[:, 0], open_one), (self.s.open[:, 1], open_two)):
            for seat, face in enumerate(laid):
                if dice[seat]:
                    dice[seat] = face

    def play(self, *moves: str) -> None:
        """Carry out moves such as "0: raise by 2". Each must come from the seat to act and be legal."""
        for move in moves:
            seat, action = move.split(": ")
            assert self.to_act == int(seat), f"{move!r} in the turn of seat {self.to_act}"
            assert action in self.legal, f"{move!r} where {sorted(self.legal)} are legal"
            self.act(action)

    def act(self, action: str) -> None:
        """Carry out an action of the seat to act, by its name."""
        self.game.kernels.step_game(self.states, 0, self.game.actions.index(action), self._mask)
        self._lay_out()

    def play_at_random(self, rng: random.Random, decisions: int) -> None:
        """As many random decisions as the episode has, `decisions` at most."""
        for _ in range(decisions):
            if self.over:
                return
            self.act(choose(rng, self.legal))

    def one_a_seat(self, field: str) -> list[Any]:
        """A field of the record as plain Python, the places of absent seats left out."""
        return self.states[field][0].tolist()[: len(self.seats)]

    def mask(self) -> NDArray[np.int8]:
        """What the seat to act may do."""
        self.game.kernels.legal_game(self.states, 0, self._mask)
        return self._mask.copy()

    @property
    def legal(self) -> set[str]:
        return {name for name, allowed in zip(self.game.actions, self.mask(), strict=True) if allowed}

    @property
    def to_act(self) -> int:
        return int(self.s.to_act)

    @property
    def over(self) -> bool:
        return bool(self.s.over)

    @property
    def phase(self) -> str:
        return self.knows(SPECTATOR)["phase"]

    @property
    def pot(self) -> int:
        return int(self.s.pot)

    @property
    def stacks(self) -> list[int]:
        return self.one_a_seat("stack")

    @property
    def rewards(self) -> list[int]:
        return self.one_a_seat("rewards")

    @property
    def bets(self) -> list[list[int]]:
        """Units of each seat in each betting round."""
        return self.one_a_seat("bets")

    def observation(self, viewer: int) -> NDArray[np.float32]:
        """What a seat sees as a vector; -1 is a spectator."""
        observation = np.empty(self.game.layout.size, np.float32)
        self.game.kernels.observe_game(self.states, 0, viewer, observation)
        return observation

    def knows(self, viewer: int) -> dict[str, Any]:
        """What a seat sees in words; -1 is a spectator. Seats in it are counted clockwise from the viewer."""
        mask = self.mask() if self.to_act == viewer else np.zeros_like(self._mask)
        return self.game.decode(self.observation(viewer), mask)

    def cycle(self, seat: int) -> int:
        """The seat's cycle by its dice so far, as it is told to that seat."""
        return self.knows(seat)["cycle"]

    def report(self) -> dict[str, Any]:
        """How the hand that has just ended went."""
        return self.game.text.results(self.states, 0)[0]


def choose(rng: random.Random, legal: Collection[str]) -> str:
    """A random action: few folds, many raises, so that hands last, seats go all-in and many come to a showdown."""
    names = sorted(legal)
    raises = [name for name in names if name.startswith("raise")]
    if "fold" in names and rng.random() < 0.12:
        return "fold"
    if raises and rng.random() < 0.45:
        return rng.choice(raises)
    return rng.choice([name for name in names if name != "fold" and name not in raises])


def _skill(dice: int, pips: int) -> str:
    return f"{dice}D+{pips}" if pips else f"{dice}D"


@st.composite
def _options(draw: st.DrawFn) -> dict[str, Any]:
    """Options of any table, small bankrolls and few dice often among them."""
    seats = draw(st.integers(2, 6))
    dice = st.one_of(st.integers(1, 3), st.integers(4, 12), st.integers(13, 30))
    skill = st.builds(_skill, dice, st.integers(0, 2))
    bankroll = st.one_of(st.integers(1, 5), st.integers(6, 60), st.integers(6, 60))
    return {
        "num_players": seats,
        "skills": draw(st.lists(skill, min_size=seats, max_size=seats)),
        "skills_public": draw(st.booleans()),
        "bankroll": draw(st.lists(bankroll, min_size=seats, max_size=seats)),
        "max_raise": draw(st.integers(1, 10)),
        "max_raises": draw(st.one_of(st.none(), st.integers(0, 6))),
        "hands": draw(st.integers(1, 6)),
        "odd_secret": draw(st.sampled_from(["adds", "subtracts"])),
    }


@pytest.fixture(scope="session")
def game() -> Game:
    """The description of Pinwheel."""
    return get_game("pinwheel")


@pytest.fixture(scope="session")
def new_table() -> type[Table]:
    """Makes a table: `new_table(first=0, secret=(6, 1), num_players=2)`; see `Table`."""
    return Table


@pytest.fixture(scope="session")
def dice_at() -> Callable[..., list[int]]:
    """`dice_at(key, seat, purpose, count)`: the dice of hand 0 at an address of chance."""
    return faces


@pytest.fixture(scope="session")
def any_options() -> st.SearchStrategy[dict[str, Any]]:
    """A strategy for the options of any Pinwheel table."""
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
def any_finished_hand() -> st.SearchStrategy[Table]:
    """A strategy for a table at which a hand has ended with the last decision."""

    def build(options: dict[str, Any], key: int, hand: int) -> Table:
        table = Table(key=key, **options)
        rng = random.Random(key)
        while not (table.s.has_results and (table.over or table.s.hands_played == hand)):
            table.play_at_random(rng, 1)
        return table

    return st.builds(build, _options(), st.integers(0, 2**64 - 1), st.integers(1, 6))


@pytest.fixture(scope="session")
def choose_action() -> Callable[[random.Random, Collection[str]], str]:
    """Picks a random legal action, biased towards long hands."""
    return choose


@pytest.fixture(scope="session")
def reference(load: Callable[[Path], ModuleType]) -> ModuleType:
    """The plain, independent engine of Pinwheel."""
    return load(REFERENCE)
