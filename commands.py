"""How a command ends when the user made a mistake: with one line, not with a traceback."""

import functools
import sys
from collections.abc import Callable
from typing import Any, TypeVar

from .envs.core.errors import AgentFailed, BackroomError, IllegalAction

Command = TypeVar("Command", bound=Callable[..., Any])


def exit_on_user_error(command: Command) -> Command:
    """Turn the user's mistakes into one line on stderr: exit code 2, or 1 for an agent that broke the rules or broke down."""

    @functools.wraps(command)
    def wrapped(*arguments: Any, **named: Any) -> Any:
        try:
            return command(*arguments, **named)
        except BackroomError as error:
            print(f"backroom: {error}", file=sys.stderr)
            raise SystemExit(1 if isinstance(error, (IllegalAction, AgentFailed)) else 2) from None

    return wrapped  # pyright: ignore[reportReturnType]
