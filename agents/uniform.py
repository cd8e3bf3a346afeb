"""The bettor that knows nothing: every legal action is equally likely."""

import numpy as np

from ..envs.agent import Agent
from ..envs.jit import kernel


@kernel
def pick_uniformly(masks, u, actions):
    """For each row of `masks` (N, A), the legal action that the uniform number u[i] falls on."""
    for i in range(masks.shape[0]):
        count = 0
        for action in range(masks.shape[1]):
            count += masks[i, action] != 0
        skip = int(u[i] * count)
        for action in range(masks.shape[1]):
            if masks[i, action]:
                if skip == 0:
                    actions[i] = action
                    break
                skip -= 1


class RandomAgent(Agent):
    """Any legal action with equal chance."""

    name = "random"

    def act_batch(self, observations, action_masks, u):
        actions = np.zeros(len(u), np.int64)
        pick_uniformly(action_masks, u, actions)
        return actions
