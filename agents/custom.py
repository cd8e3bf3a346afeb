"""Agents from a file of yours: an `Agent` class, or a function that is told in words what it knows."""

import hashlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

from ..envs.core.agent import Agent
from ..envs.core.errors import IllegalAction, InvalidOption, in_one_line
from ..envs.core.game import get_game

BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


class FunctionAgent(Agent):
    """A function `(description, legal)` or `(description, legal, u)` that returns the name of an action.

    `description` is the named description of what the seat knows, `legal` the names of the legal actions, `u` one uniform
    number in [0, 1) for those who mix: given as the third argument where that is required, or called `u`.
    """

    def __init__(self, function: Callable[..., Any], name: str, game: str, file: Path | None = None):
        self.name = name
        self._file = file
        self._function = function
        self._game = get_game(game)
        self._wants_u = _takes_u(function)

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


def _takes_u(function: Callable[..., Any]) -> bool | None:
    """Whether a betting function is to be given `u`: a third argument that it needs, or one of that name.

    None: it can not be called as (description, legal) or (description, legal, u).
    """
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except ValueError:  # it does not tell
        return None
    required = [parameter for parameter in parameters if parameter.default is parameter.empty]
    needed = [parameter for parameter in required if parameter.kind in BY_POSITION]
    if len(needed) > 3 or any(parameter.kind is parameter.KEYWORD_ONLY for parameter in required):
        return None
    places = [parameter for parameter in parameters if parameter.kind in BY_POSITION]
    if len(places) < 2:
        return None
    return len(needed) == 3 or (len(places) > 2 and places[2].name == "u")


def load_custom(file: Path, name: str, game: str) -> Agent:
    """The agent called `name` in the Python file `file`. Raises `InvalidOption` when there is none."""
    if not file.is_file():
        raise InvalidOption(f"{str(file)!r}: there is no such file")
    found: Any = getattr(_load_module(file), name, None)
    if found is None or not callable(found):
        raise InvalidOption(f"{file}: there is no class or function {name!r} in it")
    label = f"{file.stem}:{name}"
    if inspect.isclass(found):
        return _make_agent(found, label, file)
    if _takes_u(found) is None:
        raise InvalidOption(f"{label}: a betting function takes (description, legal) or (description, legal, u)")
    return FunctionAgent(found, label, game, file)


def _load_module(file: Path) -> ModuleType:
    """Run the file as a module. It may import what lies beside it; two files may bear one name, and so may their helpers."""
    place = hashlib.sha256(str(file.resolve()).encode()).hexdigest()[:8]
    title = f"backroom_custom_{file.stem}_{place}"
    spec = importlib.util.spec_from_file_location(title, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[title] = module  # dataclasses and pickle look modules up there
    folder, known = file.resolve().parent, set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[title]
        if isinstance(error, KeyboardInterrupt):
            raise
        raise InvalidOption(f"{file}: it can not be loaded: {in_one_line(error, file)}") from error
    finally:
        sys.path.remove(str(folder))
        for helper in set(sys.modules) - known:
            if folder in Path(getattr(sys.modules[helper], "__file__", None) or "/").parents:
                del sys.modules[helper]
    return module


def _make_agent(found: type, label: str, file: Path) -> Agent:
    if not issubclass(found, Agent):
        raise InvalidOption(f"{label}: a betting class extends backroom.Agent")
    if found.act is Agent.act and found.act_batch is Agent.act_batch:
        raise InvalidOption(f"{label}: a betting class has a method act or act_batch")
    try:
        agent = found()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise InvalidOption(f"{label}: one can not be made without arguments: {in_one_line(error, file)}") from error
    if not isinstance(agent.name, str):
        raise InvalidOption(f"{label}: its name is text, not {agent.name!r}")
    if type(agent).name is Agent.name and agent.name == Agent.name:
        agent.name = label
    return agent


def is_custom(agent: Agent) -> bool:
    """Whether an agent is somebody's own code, of which nothing is known."""
    return isinstance(agent, FunctionAgent) or not type(agent).__module__.startswith(f"{__name__.split('.')[0]}.")
