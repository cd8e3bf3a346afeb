"""What can be wrong with what a user gives us. All are ValueErrors; the command line says them in one line and exits with 2,
or with 1 where an agent broke the rules or broke down."""


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
