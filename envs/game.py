"""The description of a game: everything that the views need to know, so that no view names a game."""

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import registry
from .errors import InvalidOption
from .jit import bind
from .layout import Layout
from .options import TableOptions
from .record import NOT_SHOWN
from .registry import games

RULES = ("deal", "legal", "step", "observe", "resample")


@dataclass(frozen=True, eq=False)
class Game:
    """One game. `rules` holds five kernels over a record `s`, called with the common fields of `record.py` set:

    - `deal(s)`: begin an episode; stacks are full, the key is new
    - `legal(s, mask)`: write 1 for what the seat to act may do, else 0, into int8 `mask`; all 0 when over
    - `step(s, action)`: carry out a legal action; write what it pays into `s.rewards`, set `s.to_act` or `s.over`
    - `observe(s, viewer, o)`: write what seat `viewer` knows (-1: a spectator) into float32 `o`
    - `resample(s, viewer, key)`: redraw by `key` what `viewer` can not see
    """

    name: str
    title: str
    version: int
    summary: str
    options: type[TableOptions]
    max_seats: int
    hand_word: str  # what units are counted over: "hand", "match", "spin"
    zero_sum: bool  # at every table: no unit ever goes to the house or comes from it
    state: np.dtype[Any]
    layout: Layout
    actions: tuple[str, ...]
    aliases: Mapping[str, str]  # other words for an action
    hidden_actions: Mapping[str, str | None]  # what the other seats are told instead of an action; None: nothing at all
    rules: Mapping[str, Callable[..., Any]]
    describe: Callable[[dict[str, list[int]], list[str]], dict[str, Any]]  # numbers by piece, legal names
    table: Callable[[dict[str, Any], Sequence[str]], list[str]]  # a description and the seats' names as text
    news: Callable[[Any, int], list[dict[str, Any]]]  # what game i of an array just finished, a report a seat
    explain: Callable[[dict[str, Any], Sequence[str]], list[str]]  # a report, rule by rule
    told: Callable[[Any, int, int, int, str], str | None] | None = None  # `tell` of an action's name, where games whisper

    def __post_init__(self) -> None:
        if tuple(self.rules) != RULES:
            raise TypeError(f"{self.name}: rules must be {', '.join(RULES)}")

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles of a game are the registered game itself."""
        return get_game, (self.name,)

    @property
    def module(self) -> str:
        """`"pinwheel_v0"`: the name of the PettingZoo-style module."""
        return f"{self.name}_v{self.version}"

    @property
    def min_seats(self) -> int:
        """The smallest table."""
        return next(bound.ge for bound in self.options.model_fields["num_players"].metadata if hasattr(bound, "ge"))

    @property
    def seats(self) -> str:
        """`"2-6"`, or `"2"`."""
        return f"{self.min_seats}-{self.max_seats}" if self.min_seats < self.max_seats else str(self.max_seats)

    @functools.cached_property
    def kernels(self) -> ModuleType:
        """The drivers of `drivers.py` bound to these rules."""
        return bind("drivers", self.name, self.rules)

    def parse_options(self, given: Mapping[str, Any]) -> TableOptions:
        """Validated options. Raises `InvalidOption`."""
        return self.options.parse(self.name, given)

    def table_for(self, seats: int, options: Mapping[str, Any], who: str) -> TableOptions:
        """The options of a table of so many seats, where they do not say otherwise. Raises `InvalidOption`.

        `who` sits there, in words: what the caller was told, and may have told too many or too few of.
        """
        if "num_players" not in options and not self.min_seats <= seats <= self.max_seats:
            raise InvalidOption(f"{self.name}: {seats} at the table ({who}), where there are {self.seats} seats")
        return self.parse_options({"num_players": seats, **options})

    def new_states(self, options: Sequence[TableOptions], seed: np.uint64) -> NDArray[Any]:
        """Records of `len(options)` games of the stream `seed`, not yet begun; game i plays by `options[i]`."""
        states = np.zeros(len(options), self.state)
        filled: dict[int, int] = {}  # games that share an options object share its filled record
        for i, table in enumerate(options):
            first = filled.setdefault(id(table), i)
            if first == i:
                table.fill(states[i])
            else:
                states[i] = states[first]
        states["seed"] = seed
        states["game"] = np.arange(len(options))
        states["episode"] = -1
        return states

    def decode(self, observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> dict[str, Any]:
        """What the observation (D,) and the mask (A,) say, as plain Python with field names. Raises `InvalidOption`."""
        if np.shape(observation) != (self.layout.size,) or np.shape(action_mask) != (len(self.actions),):
            raise InvalidOption(
                f"an observation of {self.name} has the shape ({self.layout.size},) and its mask ({len(self.actions)},), "
                f"not {np.shape(observation)} and {np.shape(action_mask)}"
            )
        legal = [name for name, allowed in zip(self.actions, action_mask, strict=True) if allowed]
        return self.describe(self.layout.read(observation), legal)

    def action_name(self, action: int) -> str:
        """The name of an action for people. Raises `InvalidOption` for an index that is none."""
        if not 0 <= action < len(self.actions):
            raise InvalidOption(f"action: {action!r} is not a number from 0 to {len(self.actions) - 1}")
        return self.actions[action]

    def parse_action(self, text: str, legal: Sequence[str] | None = None) -> int:
        """The action that `text` names: its name or an alias, or a clear beginning of one.

        With `legal`, only those names count. Raises `InvalidOption` when no action, or more than one, is meant.
        """
        words = " ".join(str(text).lower().split())
        allowed = self.actions if legal is None else tuple(legal)
        spoken = {alias.lower(): name for alias, name in self.aliases.items() if name in allowed}
        spoken |= {name.lower(): name for name in allowed}
        if words in spoken:
            return self.actions.index(spoken[words])
        meant = sorted({name for spoken_as, name in spoken.items() if words and spoken_as.startswith(words)})
        if len(meant) != 1:
            problem = f"could mean {', '.join(meant)}" if meant else f"is none of {', '.join(allowed)}"
            raise InvalidOption(f"{text!r} {problem}")
        return self.actions.index(meant[0])

    def tell(self, states: Any, i: int, seat: int, watcher: int, action: int) -> str | None:
        """What seat `watcher` is told of `action`, which `seat` has just taken in game i of `states`; None: nothing at all."""
        name = self.action_name(action)
        if self.told is not None:
            return self.told(states, i, seat, watcher, name)
        return name if seat == watcher else self.hidden_actions.get(name, name)

    def state_fields(self) -> list[str]:
        """The fields of the record that describe the table, in order: all but the streams of chance and filler."""
        return [name for name in self.state.names or () if name not in NOT_SHOWN]


def get_game(name: str) -> Game:
    """The description of a game. Raises `InvalidOption` for a name that is none."""
    if not isinstance(name, str) or name not in games():
        raise InvalidOption(f"{name!r} is not a game; games: {', '.join(games())}")
    if name in registry.guests:
        return registry.guests[name]
    return importlib.import_module(f".{name}", __package__).GAME


def add_game(game: Game) -> None:
    """Make a game from outside this package known by its name, to all views but Gymnasium's ids.

    Each of its five rules must stand in a file with all that it calls: the cache of compiled code looks at these files
    alone. Raises `InvalidOption` for the name of a game of this package.
    """
    if game.name in registry.VERSIONS:
        raise InvalidOption(f"there is a game {game.name!r} already")
    registry.guests[game.name] = game
