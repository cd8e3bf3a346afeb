"""What can be wrong with what a user gives us. All are ValueErrors; the command line says them in one line and exits with 2,
or with 1 where an agent broke the rules or broke down."""

import traceback
from pathlib import Path


class BackroomError(ValueError):
    """Any mistake that the caller can mend; the message says what is wrong and what would be right."""


class IllegalAction(BackroomError):
    """An action that the seat may not take now. Nothing has changed."""


class AgentFailed(BackroomError):
    """An agent's own code failed; the message says where, and the error that it raised is the cause."""


class InvalidOption(BackroomError):
    """An option, seed, agent or table that can not be played."""


class InvalidRenderMode(InvalidOption, TypeError):
    """A way to render that a view has not. Stable-Baselines3 asks for one that few have, and does without on a `TypeError`."""


class InvalidState(BackroomError):
    """Saved bytes that are damaged, or of another game, version or options."""


def in_one_line(error: BaseException, file: Path | None = None) -> str:
    """An error of somebody else's code, with the place that raised it, or with the line of his `file` that led there."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"line {frame.lineno}" for frame in frames if frame.filename == str(file)]
    places = lines if file else [f"{frame.filename}, line {frame.lineno}" for frame in frames]
    text = ": ".join(filter(None, (type(error).__name__, " ".join(str(error).split()))))
    return f"{text} ({places[-1]})" if places else text
