"""How a command ends when the user, a file or the terminal is at fault: with one line, not with a traceback."""

import errno
import functools
import io
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from .envs.core.errors import AgentFailed, BackroomError, IllegalAction

if TYPE_CHECKING:
    from rich.console import Console

Command = TypeVar("Command", bound=Callable[..., Any])

READER_GONE = 1  # exit code when nobody reads any longer what is written


def new_console(**settings: Any) -> "Console":
    """A console on which names of agents, files and folders are text: neither markup nor emoji, whatever signs they hold.

    `settings` are further ones of rich's `Console`.
    """
    from rich.console import Console

    return Console(markup=False, emoji=False, highlight=False, **settings)


def exit_on_user_error(command: Command) -> Command:
    """Turn the user's mistakes into one line on stderr: exit code 2, or 1 for an agent that broke the rules or broke down.

    So is what a file system refuses: a full disk, a folder of somebody else's.
    """

    @functools.wraps(command)
    def wrapped(*arguments: Any, **named: Any) -> Any:
        try:
            return command(*arguments, **named)
        except BackroomError as error:
            _complain(str(error))
            raise SystemExit(1 if isinstance(error, (IllegalAction, AgentFailed)) else 2) from None
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise
            _complain(_reason(error))
            raise SystemExit(2) from None

    return wrapped  # pyright: ignore[reportReturnType]


def run_to_the_end(program: Callable[[], Any]) -> None:
    """Run a whole program.

    Signs that the terminal has not are written as "?". A reader that went away ends it quietly, an output that takes no more (a
    full disk) with one line.
    """
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        try:
            program()
        finally:
            sys.stdout.flush()
    except OSError as error:
        # what is still in the buffer would be tried once more at the very end, and fail again
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if error.errno != errno.EPIPE:
            _complain(_reason(error))
            raise SystemExit(2) from None
        raise SystemExit(READER_GONE) from None


def _complain(what: str) -> None:
    print(f"backroom: {what}", file=sys.stderr)


def _reason(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename is not None else ""
    return f"{where}{error.strerror or error}"
