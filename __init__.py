"""Backroom: where non-player gamblers are trained.

`make` gives a table as a PettingZoo environment, `make_seat` one learner's seat as a Gymnasium environment, `make_vec` many
of them at once, `Batch` many games with all their seats. Gymnasium knows the seats as `backroom/Pinwheel-v0` and so on.

Names that need the compiler are loaded when they are first used, so that importing this package is quick.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gymnasium.envs.registration import register, registry

from . import envs
from .envs.core.errors import AgentFailed, BackroomError, IllegalAction, InvalidOption, InvalidState
from .envs.core.registry import VERSIONS, games, gymnasium_id

if TYPE_CHECKING:
    import numpy as np
    from gymnasium.vector import VectorEnv
    from numpy.typing import NDArray
    from stable_baselines3.common.vec_env import VecEnv

    from .envs.core.agent import Agent, Mixture
    from .envs.core.game import add_game
    from .envs.views.aec import TableEnv
    from .envs.views.batch import Batch
    from .envs.views.seat import SeatEnv

__version__ = "0.2.0"

__all__ = [
    "Agent",
    "AgentFailed",
    "BackroomError",
    "Batch",
    "IllegalAction",
    "InvalidOption",
    "InvalidState",
    "Mixture",
    "add_game",
    "decode",
    "envs",
    "games",
    "make",
    "make_seat",
    "make_vec",
]

_LATE = {"Agent": "core.agent", "Mixture": "core.agent", "Batch": "views.batch", "add_game": "core.game"}
_APIS = ("gymnasium", "sb3")


def __getattr__(name: str) -> Any:
    if name in _LATE:
        return getattr(importlib.import_module(f".envs.{_LATE[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def make(game: str, render_mode: str | None = None, **options: Any) -> TableEnv:
    """A table of `game` as a PettingZoo `AECEnv`. Raises `InvalidOption` for what can not be played."""
    from .envs.views.aec import TableEnv

    return TableEnv(game, render_mode=render_mode, **options)


def make_seat(
    game: str, opponents: Sequence[Any], seat: int | str = "random", seed: int | None = None, **options: Any
) -> SeatEnv:
    """One learner's seat among `opponents`, clockwise from it, as a `gymnasium.Env`.

    An opponent is a name ("shark"), a run folder, `"file.py:Name"`, an `Agent`, or a mixture drawn for each episode: a
    list of these, or a mapping to weights. `seat` is a number, or "random" for each episode. `options` are the game's,
    and `illegal_action` ("raise" or "end"), `dict_observation`, `render_mode`. Raises `InvalidOption`.
    """
    from .agents import resolve_all
    from .envs.views.seat import SeatEnv

    return SeatEnv(game, resolve_all(opponents, game), seat, seed, **options)


def make_vec(
    game: str,
    num_envs: int,
    opponents: Sequence[Any],
    seat: int | str = "random",
    seed: int | None = None,
    api: str = "gymnasium",
    **options: Any,
) -> VectorEnv[Any, Any, Any] | VecEnv:
    """`num_envs` seats as in `make_seat`, as a `gymnasium.vector.VectorEnv`, or with `api="sb3"` a Stable-Baselines3 `VecEnv`.

    Raises `InvalidOption` for what can not be played, and where `api="sb3"` lacks that library.
    """
    from .agents import resolve_all

    if api not in _APIS:
        raise InvalidOption(f"api: {api!r} is none of {', '.join(_APIS)}")
    company = resolve_all(opponents, game)
    if api == "gymnasium":
        from .envs.views.vector import SeatVectorEnv

        return SeatVectorEnv(game, num_envs, company, seat, seed, **options)
    try:
        from .envs.views.sb3 import seat_vec_env
    except ImportError as error:
        raise InvalidOption(f"api='sb3' needs the extra: pip install 'backroom[train]' ({error})") from error
    return seat_vec_env(game, num_envs, company, seat, seed, **options)


def decode(game: str, observation: NDArray[np.float32], action_mask: NDArray[np.int8]) -> dict[str, Any]:
    """What an observation (D,) and its mask (A,) say, as plain Python with field names."""
    from .envs.core.game import get_game

    return get_game(game).decode(observation, action_mask)


for _name in VERSIONS:
    if gymnasium_id(_name) not in registry:
        register(
            gymnasium_id(_name),
            entry_point="backroom:make_seat",
            vector_entry_point="backroom:make_vec",
            kwargs={"game": _name},
        )
