"""Agents from a file of yours: an `Agent` class, or a function that is told in words what it knows."""

import hashlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..envs.core.agent import Agent
from ..envs.core.errors import IllegalAction, InvalidOption
from ..envs.core.game import get_game


class FunctionAgent(Agent):
    """A function `(description, legal)` or `(description, legal, u)` that returns the name of an action.

    `description` is the named description of what the seat knows, `legal` the names of the legal actions, `u` one uniform
    number in [0, 1) for those who mix.
    """

    def __init__(self, function: Callable[..., Any], name: str, game: str, file: Path | None = None):
        self.name = name
        self._file = file
        self._function = function
        self._game = get_game(game)
        self._wants_u = _places(function) > 2

    def __reduce__(self) -> Any:
        """A copy in another process loads the file anew."""
        if self._file is None:
            return super().__reduce__()
        return load_custom, (self._file.resolve(), self.name.rpartition(":")[2], self._game.name)

    def act(self, observation, action_mask, u):
        description = self._game.decode(observation, action_mask)
        legal = list(description["legal"])
        extra = (u,) if self._wants_u else ()
        choice = self._function(description, list(legal), *extra)
        if not isinstance(choice, str) or choice not in legal:
            raise IllegalAction(f"answered {choice!r}; legal now: {', '.join(legal)}")
        return self._game.actions.index(choice)


def _places(function: Callable[..., Any]) -> int:
    """How many arguments a function takes by position; -1 when it does not tell."""
    try:
        signature = inspect.signature(function)
    except ValueError:
        return -1
    kinds = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(parameter.kind in kinds for parameter in signature.parameters.values())


def load_custom(file: Path, name: str, game: str) -> Agent:
    """The agent called `name` in the Python file `file`. Raises `InvalidOption` when there is none."""
    if not file.is_file():
        raise InvalidOption(f"{str(file)!r}: there is no such file")
    place = hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:8]
    title = f"backroom_custom_{file.stem}_{place}"  # two files may bear one name
    spec = importlib.util.spec_from_file_location(title, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[title] = module  # dataclasses and pickle look modules up there
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[title]
        raise InvalidOption(f"{file}: it can not be loaded: {_reason(error)}") from error
    found: Any = getattr(module, name, None)
    if found is None or not callable(found):
        raise InvalidOption(f"{file}: there is no class or function {name!r} in it")
    label = f"{file.stem}:{name}"
    if not inspect.isclass(found):
        if _places(found) not in (2, 3):
            raise InvalidOption(f"{label}: a betting function takes (description, legal) or (description, legal, u)")
        return FunctionAgent(found, label, game, file)
    if not issubclass(found, Agent):
        raise InvalidOption(f"{label}: a betting class extends backroom.Agent")
    if found.act is Agent.act and found.act_batch is Agent.act_batch:
        raise InvalidOption(f"{label}: a betting class has a method act or act_batch")
    try:
        agent = found()
    except (Exception, SystemExit) as error:
        raise InvalidOption(f"{label}: one can not be made without arguments: {_reason(error)}") from error
    if not isinstance(agent.name, str):
        raise InvalidOption(f"{label}: its name is text, not {agent.name!r}")
    if type(agent).name is Agent.name and agent.name == Agent.name:
        agent.name = label
    return agent


def _reason(error: BaseException) -> str:
    """An error of somebody else's code in one line."""
    return f"{type(error).__name__}: {' '.join(str(error).split())}"
