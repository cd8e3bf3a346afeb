"""A trained policy as an agent: the network's weights in one file, played without any learning library.

Its input is the observation, followed by what the game's bettors reckon from it where they offer that. The forward pass adds
up in a fixed order, so a decision does not depend on the batch that it is taken in.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.agent import Agent
from ..envs.errors import InvalidOption
from ..envs.files import replace_with
from ..envs.game import Game, get_game
from ..envs.jit import kernel
from .reckoning import Reckoned, reckoning_of, seen_with

POLICY_FILE = "policy.npz"
ACTIVATIONS = ("relu", "tanh")


@dataclass(frozen=True)
class Each:
    """The part of a network that looks at each of a game's things, such as cards, in the same way.

    It adds to the logits of what can be done with a thing: from each of `actions` on there is one action a thing. For that it
    sees the thing's number in each of the pieces of the input that begin at `pieces`, and the last hidden layer.
    """

    things: int
    actions: tuple[int, ...]
    width: int  # of its one hidden layer
    pieces: tuple[int, ...]


def each_in(game: Game, things: int, actions: Sequence[int], width: int) -> Each:
    """That part for a game; it sees all pieces of `things` numbers. Raises `InvalidOption` where there are no such."""
    sizes = [piece.size for piece in (*game.layout, *_reckoned(game.name))]
    pieces = tuple(sum(sizes[:k]) for k, size in enumerate(sizes) if size == things)
    if not pieces:
        raise InvalidOption(f"each: {game.name} has no piece of {things} numbers")
    if not all(0 <= first <= len(game.actions) - things for first in actions):
        raise InvalidOption(f"each: {game.name} has no {things} actions from each of {', '.join(map(str, actions))} on")
    return Each(things, tuple(actions), width, pieces)


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
def add_each(seen, hidden, size, mask, weights, start, things, pieces, firsts, width, tanh, logits):
    """Add to the logits what is made of each thing by itself; of things with which nothing is legal they may stay as they are.

    From `start` on lie the weights (size, width) from the hidden layer, a bias, (pieces, width) and (kinds of actions, width).
    """
    context = np.empty(width, np.float32)
    made = np.empty(width, np.float32)
    layer(hidden, size, weights, start, width, context)
    by_piece = start + (size + 1) * width
    out = by_piece + pieces.shape[0] * width
    for thing in range(things):
        legal = False
        for first in firsts:
            legal |= mask[first + thing] != 0
        if legal:
            made[:] = context
            for k in range(pieces.shape[0]):
                value = seen[pieces[k] + thing]
                if value != 0.0:
                    for j in range(width):
                        made[j] += value * weights[by_piece + k * width + j]
            activate(made, width, tanh)
            for kind in range(firsts.shape[0]):
                for j in range(width):
                    logits[firsts[kind] + thing] += made[j] * weights[out + kind * width + j]


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
def decide(inputs, masks, u, weights, sizes, tanh, things, pieces, firsts, width, actions):
    """Forward pass and draw for every row. `sizes` are the layers' widths, the input first; `things` may be none."""
    widest = 0
    for size in sizes:
        widest = max(widest, size)
    scratch = np.zeros((2, widest), np.float32)
    last = sizes.shape[0] - 2
    for i in range(inputs.shape[0]):
        values = inputs[i]
        start = 0
        for depth in range(last + 1):
            out = scratch[depth % 2]
            layer(values, sizes[depth], weights, start, sizes[depth + 1], out)
            start += (sizes[depth] + 1) * sizes[depth + 1]
            if depth < last:
                activate(out, sizes[depth + 1], tanh)
            elif things:
                add_each(inputs[i], values, sizes[last], masks[i], weights, start, things, pieces, firsts, width, tanh, out)
            values = out
        actions[i] = draw(values, masks[i], u[i])


class PolicyAgent(Agent):
    """A masked softmax policy over a small network: fully connected layers, and what may look at each thing by itself."""

    def __init__(self, file: Path, game: str, name: str):
        """Load `policy.npz`. Raises `InvalidOption` for a file that is damaged or of another game or version."""
        self.name = name
        self.meta, self._weights, self._sizes, each = read_policy(file, game)
        self._reckoning = reckoning_of(game)
        self._tanh = self.meta["activation"] == "tanh"
        each = each or Each(0, (), 0, ())
        self._each = each.things, np.array(each.pieces, np.int64), np.array(each.actions, np.int64), each.width

    def act_batch(self, observations, action_masks, u):
        actions = np.zeros(len(u), np.int64)
        inputs = seen_with(self._reckoning, observations, action_masks)
        decide(inputs, action_masks, u, self._weights, self._sizes, self._tanh, *self._each, actions)
        return actions


Layers = list[tuple[NDArray[np.float32], NDArray[np.float32]]]
EACH_ARRAYS = ("each_context", "each_bias", "each_seen", "each_out")


def write_policy(
    file: Path,
    game: str,
    layers: Layers,
    activation: str,
    each: Each | None = None,
    each_arrays: Sequence[NDArray[np.float32]] = (),
) -> None:
    """Save a policy: `layers` are (weights (in, out), bias (out,)) from the input to the logits.

    With `each`, its arrays are those of `add_each`: (hidden, width), (width,), (pieces, width), (kinds of actions, width).
    """
    described = get_game(game)
    meta = {
        "game": game,
        "version": described.version,
        "activation": activation,
        "pieces": _pieces(game),
        "reckoned": _names_and_sizes(game),
        "actions": list(described.actions),
        "each": None if each is None else {"things": each.things, "actions": each.actions, "width": each.width},
    }
    arrays: dict[str, Any] = {}
    for depth, (weights, bias) in enumerate(layers):
        arrays[f"weights_{depth}"], arrays[f"bias_{depth}"] = weights.astype(np.float32), bias.astype(np.float32)
    if each is not None:
        arrays |= {name: array.astype(np.float32) for name, array in zip(EACH_ARRAYS, each_arrays, strict=True)}
    replace_with(file, lambda partial: np.savez(partial, meta=np.array(json.dumps(meta)), **arrays))


def read_policy(file: Path, game: str) -> tuple[dict[str, Any], NDArray[np.float32], NDArray[np.int64], Each | None]:
    """What `write_policy` saved: facts, all weights in one vector, the widths of the layers, the part that looks at each thing.

    Raises `InvalidOption`.
    """
    if not file.is_file():
        raise InvalidOption(f"{str(file)!r}: there is no such file")
    try:
        with np.load(file, allow_pickle=False) as saved:
            meta = dict(json.loads(str(saved["meta"])))
            depth = sum(key.startswith("weights_") for key in saved.files)
            layers = [(_reals(saved[f"weights_{k}"], 2), _reals(saved[f"bias_{k}"], 1)) for k in range(depth)]
            looks = meta.get("each") is not None
            each_arrays = [_reals(saved[name], 1 if name == "each_bias" else 2) for name in EACH_ARRAYS] if looks else []
    except Exception as error:  # whatever a damaged archive makes the reader raise
        why = " ".join(str(error).split())
        raise InvalidOption(f"{str(file)!r} is not a policy, or it is damaged ({why})") from None
    if meta.get("game") != game:
        raise InvalidOption(f"{str(file)!r} is a policy for {meta.get('game')!r}, not for {game!r}")
    described = get_game(game)
    current = {
        "version": described.version,
        "pieces": _pieces(game),
        "reckoned": _names_and_sizes(game),
        "actions": list(described.actions),
    }
    meta.setdefault("reckoned", [])  # of files that were written before there was any
    if any(meta.get(key) != value for key, value in current.items()):
        raise InvalidOption(f"{str(file)!r} was trained on another version of {game}: train it again")
    inputs = described.layout.size + sum(piece.size for piece in _reckoned(game))
    sizes = [inputs, *(len(bias) for _, bias in layers)]
    shapes_fit = all(weights.shape == (sizes[k], sizes[k + 1]) for k, (weights, _) in enumerate(layers))
    known = sizes[-1] == len(described.actions) and meta.get("activation") in ACTIVATIONS
    each = None
    if looks and layers:
        try:
            each = each_in(described, **meta["each"])
            if not all(type(number) is int for number in (each.things, each.width, *each.actions)):
                raise TypeError("not whole")
            shapes = [(sizes[-2], each.width), (each.width,), (len(each.pieces), each.width), (len(each.actions), each.width)]
            shapes_fit &= [array.shape for array in each_arrays] == shapes
        except (InvalidOption, TypeError):
            known = False
    if not (layers and shapes_fit and known):
        raise InvalidOption(f"{str(file)!r} is damaged: its layers do not fit together")
    arrays = [array.ravel() for pair in layers for array in pair] + [array.ravel() for array in each_arrays]
    return meta, np.concatenate(arrays), np.array(sizes, np.int64), each


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


def _names_and_sizes(game: str) -> list[list[Any]]:
    """What is reckoned beside the observation: a policy fits only what it was trained on."""
    return [[piece.name, piece.size] for piece in _reckoned(game)]


def _reckoned(game: str) -> Sequence[Reckoned]:
    reckoning = reckoning_of(game)
    return () if reckoning is None else reckoning.pieces
