"""A trained policy as an agent: a small network, played without any learning library.

Its input is the observation, followed by the features that the game's bettors derive from it where they offer any. The
forward pass adds up in a fixed order, so a decision does not depend on the batch that it is taken in.
"""

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..envs.core.agent import Agent
from ..envs.core.game import get_game
from ..envs.core.jit import kernel
from .derived_features import DerivedFeatures
from .policy_file import Policy, read_policy

POLICY_FILE = "policy.npz"


class Network(NamedTuple):
    """What the kernels play: all weights in one vector, and where they lie."""

    weights: NDArray[np.float32]
    sizes: NDArray[np.int64]  # widths of the layers, the input first
    tanh: bool  # else relu
    items: int  # of the part that looks at each item; 0: there is none
    pieces: NDArray[np.int64]  # first input of each piece that it sees
    firsts: NDArray[np.int64]  # first action of each kind that it adds to
    width: int  # of its hidden layer


@kernel
def layer(values, size_in, weights, start, size_out, out):
    """out = values @ weights + bias; the weights lie in `weights` from `start` on, input by input, then the bias."""
    bias = start + size_in * size_out
    for j in range(size_out):
        out[j] = weights[bias + j]
    for i in range(size_in):
        value = values[i]
        if value != 0.0:
            row = start + i * size_out
            for j in range(size_out):
                out[j] += value * weights[row + j]


@kernel
def activate(values, size, tanh):
    for j in range(size):
        values[j] = np.tanh(values[j]) if tanh else max(values[j], np.float32(0.0))


@kernel
def add_per_item(inputs, hidden, mask, net, start, logits):
    """Add to the logits what is made of each item by itself; items with which nothing is legal are left out.

    From `start` on lie the weights (size, width) from the hidden layer, a bias, (pieces, width) and (kinds of actions, width).
    """
    size, width = net.sizes[net.sizes.shape[0] - 2], net.width
    context = np.empty(width, np.float32)
    made = np.empty(width, np.float32)
    layer(hidden, size, net.weights, start, width, context)
    by_piece = start + (size + 1) * width
    out = by_piece + net.pieces.shape[0] * width
    for item in range(net.items):
        legal = False
        for first in net.firsts:
            legal |= mask[first + item] != 0
        if legal:
            made[:] = context
            for k in range(net.pieces.shape[0]):
                value = inputs[net.pieces[k] + item]
                if value != 0.0:
                    for j in range(width):
                        made[j] += value * net.weights[by_piece + k * width + j]
            activate(made, width, net.tanh)
            for kind in range(net.firsts.shape[0]):
                for j in range(width):
                    logits[net.firsts[kind] + item] += made[j] * net.weights[out + kind * width + j]


@kernel
def draw(logits, mask, u):
    """The legal action on which `u` falls when each has the probability that `logits` gives it among the legal ones."""
    best = -np.inf
    for action in range(mask.shape[0]):
        if mask[action] and logits[action] > best:
            best = logits[action]
    total = 0.0
    for action in range(mask.shape[0]):
        if mask[action]:
            total += np.exp(np.float64(logits[action] - best))
    chosen = -1
    left = u * total
    for action in range(mask.shape[0]):
        if mask[action] and (chosen < 0 or left >= 0.0):
            chosen = action
            left -= np.exp(np.float64(logits[action] - best))
    return chosen


@kernel
def decide(inputs, masks, u, net, actions):
    """Forward pass and draw for every row."""
    scratch = np.zeros((2, net.sizes.max()), np.float32)
    last = net.sizes.shape[0] - 2
    for i in range(inputs.shape[0]):
        values = inputs[i]
        start = 0
        for depth in range(last + 1):
            out = scratch[depth % 2]
            layer(values, net.sizes[depth], net.weights, start, net.sizes[depth + 1], out)
            start += (net.sizes[depth] + 1) * net.sizes[depth + 1]
            if depth < last:
                activate(out, net.sizes[depth + 1], net.tanh)
            elif net.items:
                add_per_item(inputs[i], values, masks[i], net, start, out)
            values = out
        actions[i] = draw(values, masks[i], u[i])


class PolicyAgent(Agent):
    """A masked softmax policy over a small network: fully connected layers, and what may look at each item by itself."""

    def __init__(self, file: Path, game: str, name: str, derived: DerivedFeatures | None = None):
        """Load `policy.npz`; `derived` are the game's. Raises `InvalidOption` for a file that is damaged or does not fit."""
        self.name = name
        self.policy: Policy = read_policy(file, get_game(game), derived)
        self._derived = derived
        self._network = network_of(self.policy)

    def act_batch(self, observations, action_masks, u):
        actions = np.zeros(len(u), np.int64)
        inputs = observations if self._derived is None else self._derived.beside(observations, action_masks)
        decide(inputs, action_masks, u, self._network, actions)
        return actions


def network_of(policy: Policy) -> Network:
    """A policy's arrays as the kernels take them."""
    arrays: list[NDArray[Any]] = [array for pair in policy.layers for array in pair] + list(policy.per_item_arrays)
    head = policy.per_item
    return Network(
        weights=np.concatenate([array.ravel() for array in arrays]),
        sizes=np.array([len(policy.layers[0][0]), *(len(bias) for _, bias in policy.layers)], np.int64),
        tanh=policy.activation == "tanh",
        items=head.items if head else 0,
        pieces=np.array(head.pieces if head else (), np.int64),
        firsts=np.array(head.actions if head else (), np.int64),
        width=head.width if head else 0,
    )
