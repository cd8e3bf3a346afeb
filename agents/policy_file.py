"""`policy.npz`: a policy's network and the facts that say which game and which layout it was trained on.

Reading one runs no code in it. What is read is checked in three steps: the format, the game, the shapes.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..envs.core.errors import InvalidOption
from ..envs.core.game import Game
from .derived_features import DerivedFeatures
from .files import replace_with

ACTIVATIONS = ("relu", "tanh")
PER_ITEM_ARRAYS = ("per_item_context", "per_item_bias", "per_item_seen", "per_item_out")

Reals = NDArray[np.float32]
Layers = list[tuple[Reals, Reals]]


@dataclass(frozen=True)
class PerItem:
    """The part of a network that looks at each of a game's items, such as cards, in the same way.

    It adds to the logits of what can be done with an item: from each of `actions` on there is one action an item. For that
    it sees the item's number in each of the pieces of the input that begin at `pieces`, and the last hidden layer.
    """

    items: int
    actions: tuple[int, ...]
    width: int  # of its one hidden layer
    pieces: tuple[int, ...]


@dataclass(frozen=True)
class Policy:
    """A network: fully connected `layers` of (weights (in, out), bias (out,)) from the input to the logits.

    `per_item_arrays`, where there is a `per_item` part: (hidden, width), (width,), (pieces, width), (kinds of actions, width).
    """

    layers: Layers
    activation: str
    per_item: PerItem | None = None
    per_item_arrays: tuple[Reals, ...] = ()


def per_item_of(game: Game, derived: DerivedFeatures | None, items: int, actions: Sequence[int], width: int) -> PerItem:
    """That part for a game; it sees all pieces of `items` numbers. Raises `InvalidOption` where there are no such."""
    sizes = [piece.size for piece in (*game.layout, *(derived.pieces if derived else ()))]
    pieces = tuple(sum(sizes[:k]) for k, size in enumerate(sizes) if size == items)
    if not pieces:
        raise InvalidOption(f"per_item: {game.name} has no piece of {items} numbers")
    if not all(0 <= first <= len(game.actions) - items for first in actions):
        raise InvalidOption(f"per_item: {game.name} has no {items} actions from each of {', '.join(map(str, actions))} on")
    return PerItem(items, tuple(actions), width, pieces)


def write_policy(file: Path, game: Game, derived: DerivedFeatures | None, policy: Policy) -> None:
    """Save a policy, whole or not at all."""
    head = policy.per_item
    meta = {
        "game": game.name,
        **_facts(game, derived),
        "activation": policy.activation,
        "per_item": head and {"items": head.items, "actions": head.actions, "width": head.width},
    }
    arrays: dict[str, Any] = dict(zip(PER_ITEM_ARRAYS, policy.per_item_arrays, strict=True)) if head else {}
    for depth, (weights, bias) in enumerate(policy.layers):
        arrays |= {f"weights_{depth}": weights, f"bias_{depth}": bias}
    arrays = {name: array.astype(np.float32) for name, array in arrays.items()}
    replace_with(file, lambda partial: np.savez(partial, meta=np.array(json.dumps(meta)), **arrays))


def read_policy(file: Path, game: Game, derived: DerivedFeatures | None) -> Policy:
    """What `write_policy` saved. Raises `InvalidOption` for a file that is damaged, or of another game or layout."""
    if not file.is_file():
        raise InvalidOption(f"{str(file)!r}: there is no such file")
    meta, layers, per_item_arrays = _read_format(file)
    _check_game(file, meta, game, derived)
    policy = _with_head(meta, layers, per_item_arrays, game, derived)
    if policy is None or not _fits(policy, game, derived):
        raise InvalidOption(f"{str(file)!r} is damaged: its layers do not fit together")
    return policy


def _read_format(file: Path) -> tuple[dict[str, Any], Layers, tuple[Reals, ...]]:
    """The facts and arrays of a file, whatever they are of."""
    try:
        with np.load(file, allow_pickle=False) as saved:
            meta = dict(json.loads(str(saved["meta"])))
            depth = sum(key.startswith("weights_") for key in saved.files)
            layers = [(_reals(saved[f"weights_{k}"], 2), _reals(saved[f"bias_{k}"], 1)) for k in range(depth)]
            names = PER_ITEM_ARRAYS if meta.get("per_item") is not None else ()
            return meta, layers, tuple(_reals(saved[name], 1 if name == "per_item_bias" else 2) for name in names)
    except Exception as error:  # whatever a damaged archive makes the reader raise
        why = " ".join(str(error).split())
        raise InvalidOption(f"{str(file)!r} is not a policy, or it is damaged ({why})") from None


def _check_game(file: Path, meta: dict[str, Any], game: Game, derived: DerivedFeatures | None) -> None:
    """A policy plays the game, the layout, the derived features and the actions that it was trained on."""
    if meta.get("game") != game.name:
        raise InvalidOption(f"{str(file)!r} is a policy for {meta.get('game')!r}, not for {game.name!r}")
    if any(meta.get(key) != value for key, value in _facts(game, derived).items()):
        raise InvalidOption(f"{str(file)!r} was trained on another version of {game.name}: train it again")


def _with_head(
    meta: dict[str, Any], layers: Layers, per_item_arrays: tuple[Reals, ...], game: Game, derived: DerivedFeatures | None
) -> Policy | None:
    """The policy with its part that looks at each item; None where that part is none of this game's."""
    settings = meta.get("per_item")
    if settings is None:
        return Policy(layers, str(meta.get("activation")))
    try:
        head = per_item_of(game, derived, **settings)
    except (InvalidOption, TypeError):
        return None
    if not all(type(number) is int for number in (head.items, head.width, *head.actions)):
        return None
    return Policy(layers, str(meta.get("activation")), head, per_item_arrays)


def _fits(policy: Policy, game: Game, derived: DerivedFeatures | None) -> bool:
    """Whether the arrays have the shapes that the game and each other ask for."""
    if not policy.layers or policy.activation not in ACTIVATIONS:
        return False
    sizes = [game.layout.size + (derived.size if derived else 0), *(len(bias) for _, bias in policy.layers)]
    head, kinds = policy.per_item, []
    if head is not None:
        kinds = [(sizes[-2], head.width), (head.width,), (len(head.pieces), head.width), (len(head.actions), head.width)]
    return (
        all(weights.shape == (sizes[k], sizes[k + 1]) for k, (weights, _) in enumerate(policy.layers))
        and sizes[-1] == len(game.actions)
        and [array.shape for array in policy.per_item_arrays] == kinds
    )


def _facts(game: Game, derived: DerivedFeatures | None) -> dict[str, Any]:
    """What a policy's input and output are made of: it fits only what it was trained on."""
    return {
        "version": game.version,
        "pieces": [[piece.name, piece.size, piece.scale] for piece in game.layout],
        "derived": [[piece.name, piece.size] for piece in (derived.pieces if derived else ())],
        "actions": list(game.actions),
    }


def _reals(array: NDArray[Any], dimensions: int) -> Reals:
    """The array as finite float32 numbers. Raises `ValueError` when it does not hold such."""
    if array.dtype.kind != "f" or array.ndim != dimensions:
        raise ValueError(f"weights are real numbers in {dimensions} dimensions")
    with np.errstate(over="ignore"):
        reals = array.astype(np.float32)
    if not np.isfinite(reals).all():
        raise ValueError("a weight is not finite")
    return reals
