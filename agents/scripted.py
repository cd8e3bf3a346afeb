"""What scripted bettors have in common: one kernel decides, row by row."""

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from ..envs.agent import Agent


class ScriptedAgent(Agent):
    """A bettor whose kernel `decide(observations, action_masks, u, actions)` writes an action for every row.

    Shapes (N, D), (N, A), (N,) and (N,); a kernel is set as `decide = staticmethod(kernel)`.
    """

    decide: ClassVar[Callable[..., Any]]

    def act_batch(self, observations, action_masks, u):
        actions = np.zeros(len(u), np.int64)
        self.decide(observations, action_masks, u, actions)
        return actions
