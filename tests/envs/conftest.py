"""The tables that the tests of the views run over: every registered game and a guest, every size, every kind of option.

A test that asks for `game` or `table` runs over all games, so the next game is tested by being registered.
"""

import copy
import importlib.util
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import backroom
import numpy as np
import pytest
import stop_or_go
from backroom.envs.core.game import Game, get_game
from backroom.envs.core.jit import COMPILED
from backroom.envs.views.aec import TableEnv

FOLDER = Path(__file__).parent
GUEST = "stop_or_go"
GUEST_GAME: Game = stop_or_go.GAME  # to list its tables before it is registered
NAMES = [*backroom.games(), GUEST]

# Games that go on for long when played at random are played at tables where something happens and ends soon.
BRIEF: dict[str, dict[str, Any]] = {
    "captain_gin": {"knock_limit": 100, "target": 1, "max_hands": 2, "max_turns": 10},
    "cripple_mr_onion": {"rounds": 2},
}


def brief_options(name: str) -> dict[str, Any]:
    """Options of a table of this game that soon ends."""
    return BRIEF.get(name, {})


def _game(name: str) -> Game:
    return GUEST_GAME if name == GUEST else get_game(name)


def _accepts(name: str, options: Mapping[str, Any]) -> bool:
    try:
        _game(name).parse_options(options)
    except backroom.InvalidOption:
        return False
    return True


def _values(schema: Mapping[str, Any]) -> list[Any]:
    """The values at the edges of what a JSON schema allows, and its examples."""
    found = [
        *schema.get("examples", []),
        *schema.get("enum", []),
        *(schema[key] for key in ("minimum", "maximum") if key in schema),
    ]
    found += {"boolean": [False, True], "null": [None]}.get(schema.get("type", ""), [])
    for part in [*schema.get("anyOf", []), *([schema["items"]] if "items" in schema else [])]:
        found += _values(part)
    return found


def sizes_of(name: str) -> list[int]:
    """Every number of seats that the game accepts."""
    return [seats for seats in range(1, 13) if _accepts(name, {"num_players": seats})]


def varieties_of(name: str) -> list[dict[str, Any]]:
    """Options of tables that differ from the default in one respect: each option at each edge of what it allows."""
    found: list[dict[str, Any]] = []
    default = _game(name).parse_options({})
    for option, schema in _game(name).options.model_json_schema()["properties"].items():
        edges = [value for value in _values(schema) if option != "num_players"]
        found += [{option: value} for value in edges]
        if schema.get("type") == "array" and len(edges) > 1:
            found.append({option: [edges[seat % len(edges)] for seat in range(default.num_players)]})
    return [options for options in found if _accepts(name, options) and _changes(name, options)]


def _changes(name: str, options: Mapping[str, Any]) -> bool:
    """Whether the options are others than the default, however they are written."""
    return _game(name).parse_options(options).model_dump() != _game(name).parse_options({}).model_dump()


@dataclass(frozen=True)
class Table:
    """A game with options, of which any view can be made."""

    game: str
    options: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return ",".join([self.game, *(f"{name}={value}" for name, value in self.options.items())])

    @property
    def seats(self) -> int:
        return get_game(self.game).parse_options(self.options).num_players

    def env(self, **more: Any) -> TableEnv:
        return backroom.make(self.game, **{**self.options, **more})


def _register(request: pytest.FixtureRequest, name: str) -> None:
    if name == GUEST:
        request.getfixturevalue("guest_game")


def _tables() -> list[Table]:
    """Every size, every edge of every option, two mixtures; each game's tables differ in what is played, not in printing.

    Uncompiled, the smallest and the largest table and the mixtures are enough: they run the same functions as all others.
    """
    tables: dict[tuple[str, bytes], Table] = {}
    for name in NAMES:
        sizes, varieties = sizes_of(name), varieties_of(name)
        last_edges = {option: value for options in varieties for option, value in options.items()}
        mixtures = [{"num_players": sizes[-1], "bankroll": 1}, last_edges]
        if not COMPILED:
            sizes, varieties = [sizes[0], sizes[-1]], []
        for options in ({"num_players": seats} for seats in sizes), varieties, mixtures:
            for varied in options:
                each = {**brief_options(name), **varied}
                if _accepts(name, each):
                    record = _game(name).new_states([_game(name).parse_options(each)], np.uint64(0)).tobytes()
                    tables.setdefault((name, record), Table(name, each))
    return list(tables.values())


@pytest.fixture(params=NAMES)
def game(request: pytest.FixtureRequest) -> Iterator[str]:
    """The name of a game, the guest's too."""
    _register(request, request.param)
    return request.param


@pytest.fixture(params=backroom.games())
def registered(request: pytest.FixtureRequest) -> str:
    """The name of a game of the house: these are known to Gymnasium too."""
    return request.param


@pytest.fixture(params=_tables(), ids=str)
def table(request: pytest.FixtureRequest) -> Table:
    """A table of any game: any size, any edge of any option."""
    _register(request, request.param.game)
    return request.param


@pytest.fixture
def sized(game: str) -> list[Table]:
    """Tables of a game, one of every size."""
    return [Table(game, {**brief_options(game), "num_players": seats}) for seats in sizes_of(game)]


@pytest.fixture
def knob(game: str) -> str:
    """An option of the game that runs from 1 to 1000, of one value for all seats: the bankroll, where seats bring one."""
    return "bankroll" if "bankroll" in _game(game).options.model_fields else "target"


@pytest.fixture
def brief(game: str) -> dict[str, Any]:
    """Options of a table that soon ends, of a game that is asked for."""
    return brief_options(game)


@pytest.fixture
def variety(game: str) -> list[dict[str, Any]]:
    """Options of a game, each at the edges of what it allows, one at a time."""
    return varieties_of(game)


class Player:
    """Plays an AEC environment at random: every legal action is equally likely."""

    def __init__(self, seed: int = 0):
        self.rng = np.random.default_rng(seed)

    def choose(self, mask: Any) -> int:
        return int(self.rng.choice(np.flatnonzero(mask)))

    def decide(self, env: TableEnv) -> int:
        """Take one decision; the action taken."""
        action = self.choose(env.observe(env.agent_selection)["action_mask"])
        env.step(action)
        return action

    def decisions(self, env: TableEnv, most: int) -> Iterator[int]:
        """Take up to `most` decisions, episode after episode, yielding after each with the game still to be looked at.

        When an episode ends the next one begins once the caller has looked at the end. Without the compiler, which is
        a hundred times slower, half as many are taken.
        """
        for count in range(most if COMPILED else most // 2):
            if all(env.terminations.values()):
                env.reset()
            self.decide(env)
            yield count

    def reach(self, env: TableEnv, decisions: int) -> None:
        """Go on to a moment about `decisions` decisions later at which somebody is to act."""
        for _ in range(decisions):
            if all(env.terminations.values()):
                env.reset()
            self.decide(env)
        if all(env.terminations.values()):
            env.reset()


def _snapshot(env: TableEnv) -> dict[str, Any]:
    seen = {agent: env.observe(agent) for agent in env.possible_agents}
    return {
        "agents": list(env.agents),
        "to act": env.agent_selection,
        "observations": {agent: each["observation"].tobytes() for agent, each in seen.items()},
        "masks": {agent: each["action_mask"].tobytes() for agent, each in seen.items()},
        "rewards": dict(env.rewards),
        "accumulated": dict(env._cumulative_rewards),
        "infos": copy.deepcopy(env.infos),
        "terminations": dict(env.terminations),
        "truncations": dict(env.truncations),
        "everything": env.describe_all(),
    }


def _load(file: Path) -> ModuleType:
    name = f"{file.parent.name}_{file.stem}"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # its dataclasses look their module up by name
        spec.loader.exec_module(module)
    return sys.modules[name]


@pytest.fixture(scope="session")
def load() -> Callable[[Path], ModuleType]:
    """`load(file)`: a module that is no test, such as a plain reference engine; once."""
    return _load


@pytest.fixture(scope="session")
def snapshot() -> Callable[[TableEnv], dict[str, Any]]:
    """`snapshot(env)`: all that an AEC environment shows to anybody, to be compared with `==`."""
    return _snapshot


def _play_alike(one: TableEnv, other: TableEnv, player: Player, decisions: int) -> None:
    assert _snapshot(one) == _snapshot(other)
    for _ in range(decisions if COMPILED else decisions // 2):
        if all(one.terminations.values()):
            one.reset()
            other.reset()
        other.step(player.decide(one))
        assert _snapshot(one) == _snapshot(other)


@pytest.fixture(scope="session")
def play_alike() -> Callable[[TableEnv, TableEnv, Player, int], None]:
    """`play_alike(one, other, player, decisions)`: both environments show the same to the end and in the episodes after."""
    return _play_alike


@pytest.fixture
def player() -> Player:
    """Random play with a fixed seed."""
    return Player()


@pytest.fixture(scope="session")
def new_player() -> type[Player]:
    """To make several players with seeds of their own: `new_player(3)`."""
    return Player
