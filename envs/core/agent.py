"""What the views know of who sits at a table: the `Agent` protocol, and mixtures of agents."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .errors import IllegalAction, InvalidOption
from .jit import kernel


class Agent:
    """A bettor. Subclasses write `act` or `act_batch`; the other one follows from it.

    An agent gets the observation, the action mask and `u`, one uniform number in [0, 1) a decision and its only source of
    chance. It keeps no memory between decisions, so results depend neither on batching nor on the number of workers.
    """

    name: str = "agent"

    def act(self, observation: NDArray[np.float32], action_mask: NDArray[np.int8], u: float) -> int:
        """The action for one observation (D,) float32 with mask (A,) int8."""
        if type(self).act_batch is Agent.act_batch:
            raise TypeError(f"{type(self).__name__} must define act or act_batch")
        batch = self.act_batch(observation[None], action_mask[None], np.array([u]))
        return int(batch[0])

    def act_batch(
        self, observations: NDArray[np.float32], action_masks: NDArray[np.int8], u: NDArray[np.float64]
    ) -> NDArray[np.integer[Any]]:
        """The actions (N,) for observations (N, D) float32 with masks (N, A) int8 and uniform numbers (N,) float64."""
        rows = zip(observations, action_masks, u.tolist(), strict=True)
        return np.array([whole_action(self.act(*row)) for row in rows], dtype=np.int64)


class Mixture:
    """One of several agents, drawn anew for each episode, with chances proportional to `weights` (default: equal)."""

    def __init__(self, agents: Sequence[Agent], weights: Sequence[float] | None = None):
        self.agents = list(agents)
        try:
            shares = [1.0] * len(self.agents) if weights is None else [float(weight) for weight in weights]
        except (TypeError, ValueError):
            shares = []  # refused below
        if not self.agents or len(shares) != len(self.agents) or min(shares) < 0 or not 0 < sum(shares) < float("inf"):
            raise InvalidOption("a mixture needs at least one agent, and one weight of 0 or more for each, not all 0")
        self.shares = np.cumsum(shares) / sum(shares)
        self.shares[-1] = 1.0  # whatever rounding leaves
        self.name = " or ".join(agent.name for agent in self.agents)

    def pick(self, u: float) -> Agent:
        """The agent for the uniform number `u` in [0, 1)."""
        return self.agents[int(np.searchsorted(self.shares, u, side="right"))]


def whole_action(action: Any) -> int:
    """Python and NumPy integers and 0-d integer arrays as an int; floats, strings, booleans and the rest are refused."""
    if type(action) is int:
        return action
    if isinstance(action, int) and not isinstance(action, bool):
        return int(action)  # members of an IntEnum
    if isinstance(action, (np.integer, np.ndarray)) and action.ndim == 0 and action.dtype.kind in "iu":
        return int(action)
    raise IllegalAction(f"illegal action {action!r}: an action is one whole number")


def whole_actions(actions: Any, count: int) -> NDArray[np.int64]:
    """`count` whole numbers as int64. Raises `IllegalAction` for anything else: floats are not rounded."""
    chosen = np.asarray(actions)
    if chosen.shape != (count,) or chosen.dtype.kind not in "iu":
        raise IllegalAction(f"actions must be {count} whole numbers, not an array of {chosen.dtype} with shape {chosen.shape}")
    return chosen.astype(np.int64, copy=False)


@kernel
def first_illegal(actions, masks):
    """Index of the first of `actions` (N,) that is out of range or not allowed by `masks` (N, A); -1: all are legal."""
    for i in range(actions.shape[0]):
        if actions[i] < 0 or actions[i] >= masks.shape[1] or masks[i, actions[i]] == 0:
            return i
    return -1


def explain_illegal(action: Any, mask: NDArray[np.int8], names: Sequence[str]) -> str:
    """Why `action` is refused, and what is legal."""
    legal = ", ".join(f"{index} ({names[index]})" for index in np.flatnonzero(mask).tolist())
    known = f" ({names[action]})" if type(action) is int and 0 <= action < len(names) else ""
    return f"illegal action {action!r}{known}; legal now: {legal or 'none'}"
