"""From a name to an agent: "shark", a run folder, "file.py:Mine"."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..envs.agent import Agent, Mixture
from ..envs.errors import InvalidOption
from .packages import package_of
from .policy import POLICY_FILE, PolicyAgent
from .uniform import RandomAgent
from .yours import load_yours


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
            return load_yours(Path(file), name, game)
        path = Path(text)
        if path.suffix == ".npz":
            return PolicyAgent(path, game, name=path.stem)
        if text and _is_folder(path):
            if not (path / POLICY_FILE).is_file():
                raise InvalidOption(f"{text!r} is a folder without {POLICY_FILE}: not a finished run")
            return PolicyAgent(path / POLICY_FILE, game, name=path.resolve().name)
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
