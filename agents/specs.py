"""From a name to an agent: "shark", a run folder, "file.py:Mine"."""

import importlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from ..envs.core.agent import Agent, Mixture
from ..envs.core.errors import InvalidOption
from ..envs.core.game import get_game
from .custom import load_custom
from .derived_features import DerivedFeatures
from .policy import POLICY_FILE, PolicyAgent
from .uniform import RandomAgent


def package_of(game: str) -> ModuleType | None:
    """The package of a game's bettors, where there is one. Raises `InvalidOption` for a game that is none."""
    get_game(game)
    try:
        return importlib.import_module(f".{game}", __package__)
    except ModuleNotFoundError as error:
        if error.name != f"{__package__}.{game}":
            raise
        return None


def derived_features_of(game: str) -> DerivedFeatures | None:
    """What the game's bettors derive from observations, where they offer it. Raises `InvalidOption` for a game that is none."""
    return getattr(package_of(game), "DERIVED_FEATURES", None)


def load_policy(file: Path, game: str, name: str) -> PolicyAgent:
    """The agent of a `policy.npz`. Raises `InvalidOption`."""
    return PolicyAgent(file, game, name, derived_features_of(game))


def bettors(game: str) -> dict[str, type[Agent]]:
    """The named bettors of a game: the random one, and those of the module here that bears the game's name."""
    package = package_of(game)
    return {"random": RandomAgent, **({} if package is None else package.BETTORS)}


def resolve(spec: Any, game: str) -> Agent:
    """The agent that `spec` names. Raises `InvalidOption` that lists what there is."""
    if isinstance(spec, Agent):
        return spec
    known = bettors(game)
    if isinstance(spec, str) and spec in known:
        return known[spec]()
    if isinstance(spec, (str, Path)):
        text = str(spec)
        file, colon, name = text.rpartition(":")
        if colon and file.endswith(".py"):
            return load_custom(Path(file), name, game)
        path = Path(text)
        if path.suffix == ".npz":
            return load_policy(path, game, path.stem)
        if text and _is_folder(path):
            if not (path / POLICY_FILE).is_file():
                raise InvalidOption(f"{text!r} is a folder without {POLICY_FILE}: not a finished run")
            return load_policy(path / POLICY_FILE, game, path.resolve().name)
    raise InvalidOption(
        f"{spec!r} is no agent of {game}: give one of {', '.join(known)}, a run folder, 'file.py:Class' or 'file.py:function'"
    )


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):  # no name that a file can have
        return False


def resolve_all(specs: Sequence[Any], game: str) -> list[Agent | Mixture]:
    """An agent for each place. A list in a place is a mixture of agents, a mapping one with weights."""
    if not isinstance(specs, (list, tuple)):
        raise InvalidOption(
            f"opponents: a list, one for each place, not {specs!r}; a mixture is one item: [{{'shark': 1, 'rock': 2}}]"
        )
    made: dict[str, Agent] = {}  # the same name twice is the same agent, so that it acts for both in one call

    def one(spec: Any) -> Agent:
        if not isinstance(spec, (str, Path)):
            return resolve(spec, game)
        if str(spec) not in made:
            made[str(spec)] = resolve(spec, game)
        return made[str(spec)]

    def place(spec: Any) -> Agent | Mixture:
        if isinstance(spec, Mixture):
            return spec
        if isinstance(spec, Mapping):
            return Mixture([one(each) for each in spec], list(spec.values()))
        if isinstance(spec, (list, tuple)):
            return Mixture([one(each) for each in spec])
        return one(spec)

    return [place(spec) for spec in specs]
