"""A table whose cards or dice a test lays out, played move by move. Each game adds how its own are laid out."""

import functools
import itertools
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol, Self, TypeVar

import backroom
import numpy as np
from backroom.envs.core.chance import episode_key, randint
from backroom.envs.core.game import Game
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

SPECTATOR = -1


# ---- chance that gives what a test wants ----------------------------------------------------------------------------


class Outcome(Protocol):
    """Something that a key of chance gives or not; hashable, so that a search for it is done once."""

    def comes(self, key: np.uint64, /) -> bool: ...


class Draw(NamedTuple):
    """At this address of chance, the number drawn out of `range(count)` is `wanted`, or lies in that range."""

    purpose: int
    index: int
    count: int
    wanted: int | range
    hand: int = 0
    seat: int = 0

    def comes(self, key: np.uint64) -> bool:
        number = int(randint(key, self.hand, self.seat, self.purpose, self.index, self.count))
        return number in self.wanted if isinstance(self.wanted, range) else number == self.wanted


def die(face: int, purpose: int, index: int, *, hand: int = 0, seat: int = 0) -> Draw:
    """The die at this address shows `face`."""
    return Draw(purpose, index, 6, face - 1, hand, seat)


@functools.cache
def find_key(*wanted: Outcome) -> np.uint64:
    """The smallest key under which everything wanted comes about."""
    keys = map(np.uint64, itertools.count())
    return next(key for key in keys if all(outcome.comes(key) for outcome in wanted))


@functools.cache
def find_stream(*wanted: Outcome) -> np.uint64:
    """The smallest seed of a stream in whose first episode everything wanted comes about."""
    seeds = map(np.uint64, itertools.count())
    return next(seed for seed in seeds if all(outcome.comes(first_key(seed)) for outcome in wanted))


def first_key(stream: np.uint64) -> np.uint64:
    """All the chance of the first episode of a stream."""
    return np.uint64(episode_key(stream, 0, 0))


# ---- the table ------------------------------------------------------------------------------------------------------


class Table:
    """One table in the AEC view, in its first episode, played by moves such as "0: raise by 2".

    A game's class names the game, and adds what is laid out: outcomes of chance that its constructor wants, or fields of
    the record that it sets.
    """

    name: ClassVar[str]
    easy: ClassVar[Sequence[str]] = ()
    """What a seat does that wants nothing, in the order of preference."""

    def __init__(self, *wanted: Outcome, seed: int = 0, stack: Sequence[int] | None = None, **options: Any):
        """The table before its first decision.

        - `wanted`: outcomes of chance in this episode, which a search brings about
        - `seed`: the table's chance where nothing is wanted
        - `stack`: units in front of the seats instead of their bankrolls, so that a seat can come without any
        """
        self.env: Any = backroom.make(self.name, render_mode="ansi", **options)
        self.game: Game = self.env.game
        self.options: Any = self.env.options
        self.seats = range(self.options.num_players)
        self.results: list[dict[str, Any]] = []
        """What ended last, as each seat was told; empty before that."""
        self.env.reset(seed=seed)
        if wanted or stack is not None:
            self.begin(*wanted, stack=stack)

    def begin(self, *wanted: Outcome, stack: Sequence[int] | None = None) -> None:
        """The first episode anew, as the constructor has it: for a game whose options say what it has to want."""
        if wanted:
            self.states["seed"] = find_stream(*wanted)
        if stack is not None:
            self.s.bankroll[: len(stack)] = stack
        self.s.episode = -1
        self.game.kernels.reset_game(self.states, 0, self.env._mask)
        self.refresh()

    @property
    def states(self) -> NDArray[Any]:
        """The record in its array (1,), as kernels take it."""
        return self.env._states

    @property
    def s(self) -> Any:
        """The record itself."""
        return self.states[0]

    def __repr__(self) -> str:
        return f"Table({self.options!r}, key={int(self.s.key)}, {self.env.describe_all()})"

    # ---- what is laid out -------------------------------------------------------------------------------------------

    def write(self, **fields: Any) -> None:
        """Write fields of the record. A sequence fills the first places of its field."""
        for field, value in fields.items():
            place = self.states[field]
            if np.ndim(value):
                place[0, : len(value)] = value
            else:
                place[0] = value
        self.refresh()

    def refresh(self) -> None:
        """After a change of the record: who acts, and what may be done now."""
        self.game.kernels.legal_game(self.states, 0, self.env._mask)
        self.env._pass_turn()

    def bring_about(self, *wanted: Outcome) -> None:
        """Give the table a key under which these outcomes come next. They must be few, or the search takes long."""
        self.states["key"] = find_key(*wanted)

    def resample(self, viewer: int, key: int) -> None:
        """Redraw what the viewer can not see, and the future."""
        self.game.kernels.resample_game(self.states, 0, viewer, np.uint64(key))
        self.refresh()

    def redrawn(self, viewer: int, look_at: Callable[[Self], Any], draws: int) -> list[Any]:
        """What is found at the table after each of so many redraws."""
        found = []
        for key in range(draws):
            self.resample(viewer, key)
            found.append(look_at(self))
        return found

    # ---- play -------------------------------------------------------------------------------------------------------

    def play(self, *moves: str) -> Self:
        """Carry out moves. Each must come from the seat to act, called as in `seat_name`, and be legal."""
        for move in moves:
            who, action = move.split(": ", 1)
            assert self.who_acts == who, f"{move!r} where {self.who_acts} acts"
            assert action in self.legal, f"{move!r} where {sorted(self.legal)} are legal"
            self.act(action)
        return self

    def act(self, action: str | int) -> None:
        """Carry out an action of the seat to act, by its name or index. Raises `IllegalAction`."""
        self.env.step(self.game.actions.index(action) if isinstance(action, str) else action)
        if self.s.has_results:
            self.results = self.game.text.results(self.states, 0)

    def easily(self) -> None:
        """The seat to act does what wants nothing."""
        self.act(next(action for action in self.easy if action in self.legal))

    def easily_until(self, reached: Callable[[], Any]) -> Self:
        """Everybody wants nothing until `reached` is true."""
        while not reached():
            self.easily()
        return self

    def choose(self, rng: random.Random) -> str:
        """A random action of the seat to act; a game prefers such as keep its episodes varied."""
        return rng.choice(self.choices)

    def play_at_random(self, rng: random.Random, decisions: int) -> Self:
        """As many random decisions as the episode has, `decisions` at most."""
        for _ in range(decisions):
            if self.over:
                break
            self.act(self.choose(rng))
        return self

    # ---- what everybody can look up ---------------------------------------------------------------------------------

    def by_seat(self, field: str) -> list[Any]:
        """A field of the record as plain Python, the places of absent seats left out."""
        return self.s[field].tolist()[: len(self.seats)]

    @property
    def to_act(self) -> int:
        """The seat to act; -1 when the episode is over."""
        return int(self.s.to_act)

    def seat_name(self, seat: int) -> str:
        """What a seat is called in moves: its number, unless a game says otherwise."""
        return str(seat)

    @property
    def who_acts(self) -> str | None:
        """What the seat to act is called."""
        return None if self.over else self.seat_name(self.to_act)

    @property
    def over(self) -> bool:
        return bool(self.s.over)

    @property
    def phase(self) -> int:
        """The number of the phase, where the record has one."""
        return int(self.s.phase)

    @property
    def phase_name(self) -> str:
        """The phase as everybody is told."""
        return self.describe(SPECTATOR)["phase"]

    @property
    def pot(self) -> int:
        return int(self.s.pot)

    @property
    def stacks(self) -> list[int]:
        return self.by_seat("stack")

    @property
    def rewards(self) -> list[int]:
        """What the last decision paid, by seat."""
        return [int(self.env.rewards[agent]) for agent in self.env.possible_agents]

    def result(self, seat: int = 0) -> dict[str, Any]:
        """What a seat was told of what ended last."""
        return self.results[seat]

    # ---- what may be done -------------------------------------------------------------------------------------------

    def mask(self, seat: int | None = None) -> NDArray[np.int8]:
        """(actions,) what the seat may do; None: the seat to act. All 0 off turn and for a spectator."""
        mask = self.env.action_masks()
        return mask if seat in (None, self.to_act) else np.zeros_like(mask)

    @property
    def choices(self) -> list[str]:
        """The names of the legal actions, in the order of the actions."""
        return [name for name, allowed in zip(self.game.actions, self.mask(), strict=True) if allowed]

    @property
    def legal(self) -> set[str]:
        """The names of the legal actions."""
        return set(self.choices)

    # ---- what a viewer sees: a seat, or -1 for a spectator ----------------------------------------------------------

    def observation(self, viewer: int) -> NDArray[np.float32]:
        """(size,) what the viewer sees as a vector."""
        observation = np.empty(self.game.layout.size, np.float32)
        self.game.kernels.observe_game(self.states, 0, viewer, observation)
        return observation

    def numbers(self, viewer: int) -> dict[str, list[int]]:
        """What the viewer sees as whole numbers, by piece."""
        return self.game.layout.read(self.observation(viewer))

    def describe(self, viewer: int) -> dict[str, Any]:
        """What the viewer sees with field names. Seats in it are counted clockwise from the viewer."""
        return self.game.decode(self.observation(viewer), self.mask(viewer))

    def shown(self, viewer: int) -> tuple[Any, ...]:
        """All that the view shows to a viewer, to be compared: observation, mask, and infos of a seat."""
        infos = {} if viewer == SPECTATOR else self.env.infos[f"player_{viewer}"]
        return self.observation(viewer).tobytes(), self.mask(viewer).tobytes(), repr(infos)

    def visible_action(self, seat: int, viewer: int, action: str) -> str | None:
        """What the viewer notices of the action that `seat` has just taken."""
        return self.game.visible_action(self.states, 0, seat, viewer, self.game.actions.index(action))

    def render(self, viewer: int, names: Sequence[str]) -> list[str]:
        """The table as lines of text for the viewer. `names` are the seats' names in seat order; too many are cut."""
        first, seated = max(viewer, 0), tuple(names[: len(self.seats)])
        return self.game.text.render(self.describe(viewer), seated[first:] + seated[:first])

    def explain(self, names: Sequence[str]) -> list[str]:
        """What ended last, rule by rule. `names` as for `render`."""
        return self.game.text.explain(self.result(), tuple(names[: len(self.seats)]))


# ---- random tables --------------------------------------------------------------------------------------------------

Kind = TypeVar("Kind", bound=Table)
Options = st.SearchStrategy[dict[str, Any]]
SEEDS = st.integers(0, 2**64 - 1)


def examples(count: int) -> settings:
    """So many random examples, the same in every run, however long each takes."""
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large]
    return settings(max_examples=count, deadline=None, derandomize=True, suppress_health_check=slow)


def random_tables(new_table: type[Kind], options: Options, most: int) -> st.SearchStrategy[Kind]:
    """A strategy for tables somewhere in their episode, after `most` random decisions at most, the end included."""

    def build(options: Mapping[str, Any], seed: int, decisions: int) -> Kind:
        return new_table(seed=seed, **options).play_at_random(random.Random(seed), decisions)

    return st.builds(build, options, SEEDS, st.integers(0, most))


def tables_with_results(new_table: type[Kind], options: Options, most: int) -> st.SearchStrategy[Kind]:
    """A strategy for tables at which the last random decision has ended something: the `most`-th hand at most."""

    def build(options: Mapping[str, Any], seed: int, wanted: int) -> Kind:
        table, rng = new_table(seed=seed, **options), random.Random(seed)
        while wanted and not table.over:
            table.play_at_random(rng, 1)
            wanted -= int(table.s.has_results)
        return table

    return st.builds(build, options, SEEDS, st.integers(1, most))


def many_games(game: Game, count: int, **options: Any) -> NDArray[Any]:
    """Records of `count` freshly dealt games."""
    states = game.new_states([game.parse_options(options)] * count, np.uint64(2024))
    game.kernels.reset_games(states, np.arange(count))
    return states


def assert_about(counts: Any, share: Any, total: int) -> None:
    """Each count within five standard deviations of its share of the total; `share` is one for all or one a count."""
    shares = np.asarray(share, float)
    deviations = np.sqrt(total * shares * (1 - shares))
    assert (abs(np.asarray(counts) - total * shares) < 5 * deviations).all(), (counts, share)
