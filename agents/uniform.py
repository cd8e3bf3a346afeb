"""The bettor that knows nothing: every legal action is equally likely."""

import numpy as np

from ..envs.core.agent import Agent
from ..envs.core.jit import kernel


@kernel
def pick_uniformly(mask, u):
    """The action marked in `mask` (A,) that the uniform number u falls on, all equally likely."""
    count = 0
    for action in range(mask.shape[0]):
        count += mask[action] != 0
    skip = int(u * count)
    for action in range(mask.shape[0]):
        if mask[action]:
            if skip == 0:
                return action
            skip -= 1
    return -1


@kernel
def pick_for_rows(masks, u, actions):
    for i in range(masks.shape[0]):
        actions[i] = pick_uniformly(masks[i], u[i])


class RandomAgent(Agent):
    """Any legal action with equal chance."""

    name = "random"

    def act_batch(self, observations, action_masks, u):
        actions = np.zeros(len(u), np.int64)
        pick_for_rows(action_masks, u, actions)
        return actions
