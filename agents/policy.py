"""A trained policy as an agent: the network's weights in one file, played without any learning library.

The forward pass adds up in a fixed order, so a decision does not depend on the batch that it is taken in.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.agent import Agent
from ..envs.errors import InvalidOption
from ..envs.files import replace_with
from ..envs.game import get_game
from ..envs.jit import kernel

POLICY_FILE = "policy.npz"
ACTIVATIONS = ("relu", "tanh")


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
def decide(observations, masks, u, weights, sizes, tanh, actions):
    """Forward pass and draw for every row. `sizes` are the layers' widths, the input first."""
    width = 0
    for size in sizes:
        width = max(width, size)
    scratch = np.zeros((2, width), np.float32)
    for i in range(observations.shape[0]):
        values = observations[i]
        start = 0
        for depth in range(sizes.shape[0] - 1):
            out = scratch[depth % 2]
            layer(values, sizes[depth], weights, start, sizes[depth + 1], out)
            start += (sizes[depth] + 1) * sizes[depth + 1]
            if depth < sizes.shape[0] - 2:
                for j in range(sizes[depth + 1]):
                    out[j] = np.tanh(out[j]) if tanh else max(out[j], np.float32(0.0))
            values = out
        actions[i] = draw(values, masks[i], u[i])


class PolicyAgent(Agent):
    """A masked softmax policy over a small fully connected network."""

    def __init__(self, file: Path, game: str, name: str):
        """Load `policy.npz`. Raises `InvalidOption` for a file that is damaged or of another game or version."""
        self.name = name
        self.meta, self._weights, self._sizes = read_policy(file, game)
        self._tanh = self.meta["activation"] == "tanh"

    def act_batch(self, observations, action_masks, u):
        actions = np.zeros(len(u), np.int64)
        decide(observations, action_masks, u, self._weights, self._sizes, self._tanh, actions)
        return actions


def write_policy(file: Path, game: str, layers: list[tuple[NDArray[np.float32], NDArray[np.float32]]], activation: str) -> None:
    """Save a policy: `layers` are (weights (in, out), bias (out,)) from the observation to the logits."""
    described = get_game(game)
    meta = {
        "game": game,
        "version": described.version,
        "activation": activation,
        "pieces": _pieces(game),
        "actions": list(described.actions),
    }
    arrays: dict[str, Any] = {}
    for depth, (weights, bias) in enumerate(layers):
        arrays[f"weights_{depth}"], arrays[f"bias_{depth}"] = weights.astype(np.float32), bias.astype(np.float32)
    replace_with(file, lambda partial: np.savez(partial, meta=np.array(json.dumps(meta)), **arrays))


def read_policy(file: Path, game: str) -> tuple[dict[str, Any], NDArray[np.float32], NDArray[np.int64]]:
    """What `write_policy` saved: facts, all weights in one vector, the widths of the layers. Raises `InvalidOption`."""
    if not file.is_file():
        raise InvalidOption(f"{str(file)!r}: there is no such file")
    try:
        with np.load(file, allow_pickle=False) as saved:
            meta = dict(json.loads(str(saved["meta"])))
            depth = sum(key.startswith("weights_") for key in saved.files)
            layers = [(_reals(saved[f"weights_{k}"], 2), _reals(saved[f"bias_{k}"], 1)) for k in range(depth)]
    except Exception as error:  # whatever a damaged archive makes the reader raise
        why = " ".join(str(error).split())
        raise InvalidOption(f"{str(file)!r} is not a policy, or it is damaged ({why})") from None
    if meta.get("game") != game:
        raise InvalidOption(f"{str(file)!r} is a policy for {meta.get('game')!r}, not for {game!r}")
    described = get_game(game)
    current = {"version": described.version, "pieces": _pieces(game), "actions": list(described.actions)}
    if any(meta.get(key) != value for key, value in current.items()):
        raise InvalidOption(f"{str(file)!r} was trained on another version of {game}: train it again")
    sizes = [described.layout.size, *(len(bias) for _, bias in layers)]
    shapes_fit = all(weights.shape == (sizes[k], sizes[k + 1]) for k, (weights, _) in enumerate(layers))
    known = sizes[-1] == len(described.actions) and meta.get("activation") in ACTIVATIONS
    if not (layers and shapes_fit and known):
        raise InvalidOption(f"{str(file)!r} is damaged: its layers do not fit together")
    flat = np.concatenate([np.concatenate([weights.ravel(), bias]) for weights, bias in layers])
    return meta, flat, np.array(sizes, np.int64)


def _reals(array: NDArray[Any], dimensions: int) -> NDArray[np.float32]:
    """The array as finite float32 numbers. Raises `ValueError` when it does not hold such."""
    if array.dtype.kind != "f" or array.ndim != dimensions:
        raise ValueError(f"weights are real numbers in {dimensions} dimensions")
    with np.errstate(over="ignore"):
        reals = array.astype(np.float32)
    if not np.isfinite(reals).all():
        raise ValueError("a weight is not finite")
    return reals


def _pieces(game: str) -> list[list[Any]]:
    """What the observation is made of: a policy fits only the layout that it was trained on."""
    return [[piece.name, piece.size, piece.scale] for piece in get_game(game).layout]
