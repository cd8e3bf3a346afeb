"""The description of a game: everything that the views need to know, so that no view names a game."""

import functools
import importlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from . import registry
from .errors import InvalidOption
from .jit import bind
from .layout import Layout
from .options import GameOptions
from .record import FILLER, NOT_SHOWN, RecordType
from .registry import games

TEMPLATE = Path(__file__).with_name("drivers.py")


class Rules(NamedTuple):
    """Five kernels over a record `s`, called with the common fields of `record.py` set."""

    deal: Callable[..., Any]  # (s): begin an episode; stacks are full, the key is new
    legal: Callable[..., Any]  # (s, mask): write 1 for what the seat to act may do, else 0, into int8 `mask`; all 0 when over
    step: Callable[..., Any]  # (s, action): a legal action; write what it pays into `s.rewards`, set `s.to_act` or `s.over`
    observe: Callable[
        ..., Any
    ]  # (s, viewer, o): what seat `viewer` knows (-1: a spectator), whole numbers into zeroed int32 `o`
    resample: Callable[..., Any]  # (s, viewer, key): redraw by `key` what `viewer` can not see


class Text(Protocol):
    """A game in words: a module with these names."""

    @property
    def ACTIONS(self) -> tuple[str, ...]:
        """The name of each action."""
        ...

    @property
    def ALIASES(self) -> Mapping[str, str]:
        """Other words that people type for an action."""
        ...

    def describe(self, seen: dict[str, list[int]], legal: list[str], /) -> dict[str, Any]:
        """What an observation says: its numbers by piece, and the names of the legal actions, as plain Python with names."""
        ...

    def render(self, seen: dict[str, Any], names: Sequence[str], /) -> list[str]:
        """A description as lines of text. `names` are the seats' names, clockwise from the observer."""
        ...

    def results(self, states: Any, i: int, /) -> list[dict[str, Any]]:
        """What game i of `states` just finished, one result a seat."""
        ...

    def explain(self, result: dict[str, Any], names: Sequence[str], /) -> list[str]:
        """A result, rule by rule. `names` are the seats' names in seat order."""
        ...

    def visible_action(self, states: Any, i: int, seat: int, viewer: int, name: str, /) -> str | None:
        """What seat `viewer` notices of the action `name` that `seat` has just taken in game i; None: nothing at all."""
        ...


@dataclass(frozen=True, eq=False)
class Game:
    """One game: its rules as kernels, its layout, its options, and the module that puts it into words."""

    name: str
    title: str
    summary: str
    hand_word: str  # what units are counted over: "hand", "match", "spin"
    options: type[GameOptions]
    state: RecordType
    layout: Layout
    rules: Rules
    text: Text
    version: int = 0
    zero_sum: bool = True  # at every table: no unit ever goes to the house or comes from it

    if TYPE_CHECKING:
        from . import drivers as kernels  # "go to definition" leads to the template; at run time they are bound, see below
    else:

        @functools.cached_property
        def kernels(self) -> ModuleType:
            """The drivers of `drivers.py` bound to these rules."""
            bound = {**self.rules._asdict(), "EPISODE": self.state.starts["episode"], "SCALES": self.layout.scales}
            return bind(TEMPLATE, self.name, bound, announce=True)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles of a game are the registered game itself."""
        return get_game, (self.name,)

    @property
    def module(self) -> str:
        """`"pinwheel_v0"`: the name of the PettingZoo-style module."""
        return f"{self.name}_v{self.version}"

    @property
    def actions(self) -> tuple[str, ...]:
        """The name of each action."""
        return self.text.ACTIONS

    @property
    def min_seats(self) -> int:
        """The smallest table."""
        return self._seat_bound("ge")

    @property
    def max_seats(self) -> int:
        """The largest table."""
        return self._seat_bound("le")

    def _seat_bound(self, side: str) -> int:
        bounds = self.options.model_fields["num_players"].metadata
        return next(getattr(bound, side) for bound in bounds if hasattr(bound, side))

    @property
    def seats(self) -> str:
        """`"2-6"`, or `"2"`."""
        return f"{self.min_seats}-{self.max_seats}" if self.min_seats < self.max_seats else str(self.max_seats)

    def parse_options(self, given: Mapping[str, Any]) -> GameOptions:
        """Validated options. Raises `InvalidOption`."""
        return self.options.parse(self.name, given)

    def options_for(self, seated: int, options: Mapping[str, Any], who: str, first: int | None = 0) -> GameOptions:
        """The options of a table at which so many sit. Raises `InvalidOption`, also where seats stay empty or are too few.

        `who` sits there, in words: what the caller was told, and may have told too many or too few of. They sit clockwise from
        seat `first`, None where that is drawn.
        """
        here = f"{self.name}: {seated} at the table ({who})"
        if "num_players" not in options and not self.min_seats <= seated <= self.max_seats:
            raise InvalidOption(f"{here}, where there are {self.seats} seats")
        table = self.parse_options({"num_players": seated, **options})
        seats, empty = table.num_players, range(seated, table.num_players)
        if empty:
            which = f"{len(empty)} of them" if first is None else ", ".join(f"player_{(first + k) % seats}" for k in empty)
            raise InvalidOption(f"{here}, which has {seats} seats: nobody sits on {which}")
        if seated > seats:
            raise InvalidOption(f"{here}, which has {seats} seats: {seated - seats} too many")
        return table

    def new_states(self, options: Sequence[GameOptions], seed: np.uint64) -> NDArray[Any]:
        """Records of `len(options)` games of the stream `seed`, not yet begun; game i plays by `options[i]`."""
        states = np.zeros(len(options), self.state.dtype)
        filled: dict[int, int] = {}  # games that share an options object share its filled record
        for i, chosen in enumerate(options):
            first = filled.setdefault(id(chosen), i)
            if first == i:
                chosen.fill(states[i])
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
        return self.text.describe(self.layout.read(observation), legal)

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
        spoken = {alias.lower(): name for alias, name in self.text.ALIASES.items() if name in allowed}
        spoken |= {name.lower(): name for name in allowed}
        if words in spoken:
            return self.actions.index(spoken[words])
        meant = sorted({name for spoken_as, name in spoken.items() if words and spoken_as.startswith(words)})
        if len(meant) != 1:
            problem = f"could mean {', '.join(meant)}" if meant else f"is none of {', '.join(allowed)}"
            raise InvalidOption(f"{text!r} {problem}")
        return self.actions.index(meant[0])

    def visible_action(self, states: Any, i: int, seat: int, viewer: int, action: int) -> str | None:
        """What seat `viewer` notices of `action`, which `seat` has just taken in game i of `states`; None: nothing at all."""
        return self.text.visible_action(states, i, seat, viewer, self.action_name(action))

    def state_fields(self) -> list[str]:
        """The fields of the record that describe the table, in order: all but the streams of chance and filler."""
        return [name for name in self.state.dtype.names or () if name not in NOT_SHOWN and not name.startswith(FILLER)]


def get_game(name: str) -> Game:
    """The description of a game. Raises `InvalidOption` for a name that is none."""
    if not isinstance(name, str) or name not in games():
        raise InvalidOption(f"{name!r} is not a game; games: {', '.join(games())}")
    if name in registry.guests:
        return registry.guests[name]
    return importlib.import_module(f"..{name}", __package__).GAME


def add_game(game: Game) -> None:
    """Make a game from outside this package known by its name, to all views but Gymnasium's ids.

    Its kernels stand in one file or in one package: compiled code is kept until a source beside them changes. Raises
    `InvalidOption` for the name of a game of this package.
    """
    if game.name in registry.VERSIONS:
        raise InvalidOption(f"there is a game {game.name!r} already")
    registry.guests[game.name] = game
