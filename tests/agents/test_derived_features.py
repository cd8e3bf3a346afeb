"""Features derived beside an observation: who offers them, that they hang on nothing else, and policies that are given them."""

import json
from typing import Any

import backroom
import numpy as np
import pytest
from backroom import InvalidOption
from backroom.agents import resolve
from backroom.agents.policy_file import PerItem, Policy, per_item_of, write_policy
from backroom.agents.specs import derived_features_of
from backroom.envs.core.game import get_game

WITH = [game for game in backroom.games() if derived_features_of(game) is not None]
PER_ITEM = (52, (3, 55), 5)  # of the cards of Captain gin


def test_who_offers_one():
    assert "captain_gin" in WITH
    assert "pinwheel" not in WITH
    with pytest.raises(InvalidOption, match="nothing_like_it"):
        derived_features_of("nothing_like_it")


@pytest.mark.parametrize("game", WITH)
def test_they_have_a_size_and_names_of_its_own(game):
    derived: Any = derived_features_of(game)
    names = [piece.name for piece in (*get_game(game).layout, *derived.pieces)]
    assert len(set(names)) == len(names)
    assert derived.size == sum(piece.size for piece in derived.pieces) > 0
    assert all(piece.size > 0 and piece.meaning for piece in derived.pieces)


@pytest.mark.parametrize("game", WITH)
def test_they_are_of_observation_and_mask_alone(game, moments_of):
    """Behind the observation, finite, the same alone and in a batch, at any place and however the arrays lie; they stay as
    they were."""
    derived: Any = derived_features_of(game)
    seen = moments_of(game)
    order = np.random.default_rng(2).permutation(len(seen))[:800]
    seen = seen.pick(order)
    before = seen.copy()
    together = derived.beside(seen.observations, seen.masks)
    width = get_game(game).layout.size
    assert together.dtype == np.float32 and np.isfinite(together).all()
    assert (together[:, :width] == seen.observations).all()
    assert together[:, width:].any(axis=0).mean() > 0.9
    alone = [derived.beside(o[None], m[None])[0] for o, m in zip(seen.observations, seen.masks, strict=True)]
    assert np.stack(alone).tobytes() == together.tobytes()
    backwards = derived.beside(seen.observations[::-1], seen.masks[::-1])
    assert backwards[::-1].tobytes() == together.tobytes()
    columns = derived.beside(np.asfortranarray(seen.observations), np.asfortranarray(seen.masks))
    assert np.ascontiguousarray(columns).tobytes() == together.tobytes()
    assert (seen.observations == before.observations).all() and (seen.masks == before.masks).all()


@pytest.mark.parametrize("game", WITH)
def test_where_nothing_can_be_done_nothing_is_derived(game, moments_of):
    seen = moments_of(game).pick(slice(0, 200))
    width = get_game(game).layout.size
    assert not derived_features_of(game).beside(seen.observations, np.zeros_like(seen.masks))[:, width:].any()


@pytest.fixture
def thoughtful(tmp_path: Any) -> Any:
    """The file of a policy for Captain gin with random weights, that looks at every card in the same way."""
    game, rng = get_game("captain_gin"), np.random.default_rng(6)
    per_item = per_item_of(game, derived_features_of("captain_gin"), *PER_ITEM)
    size = game.layout.size + sum(piece.size for piece in derived_features_of("captain_gin").pieces)  # pyright: ignore
    shapes = [((size, 7), (7,)), ((7, len(game.actions)), (len(game.actions),))]
    layers = [tuple(rng.normal(0, 0.3, shape).astype(np.float32) for shape in pair) for pair in shapes]
    kinds = [
        (7, per_item.width),
        (per_item.width,),
        (len(per_item.pieces), per_item.width),
        (len(per_item.actions), per_item.width),
    ]
    arrays = [rng.normal(0, 0.5, shape).astype(np.float32) for shape in kinds]
    policy = Policy(layers, "relu", per_item, tuple(arrays))  # pyright: ignore
    write_policy(tmp_path / "policy.npz", game, derived_features_of("captain_gin"), policy)
    return tmp_path / "policy.npz"


def test_the_part_for_each_item_sees_the_pieces_of_both():
    game = get_game("captain_gin")
    per_item = per_item_of(game, derived_features_of("captain_gin"), *PER_ITEM)
    here = [start for piece, start in zip(game.layout, game.layout.at, strict=True) if piece.size == 52]
    assert per_item == PerItem(52, (3, 55), 5, (*here, game.layout.size, game.layout.size + 52))


def test_a_policy_decides_by_them_too(thoughtful, moments_of):
    """As the same weights do in plain NumPy on observation and derived features; alone as in a batch, to the bit."""
    seen = moments_of("captain_gin").pick(slice(0, 1500))
    agent = resolve(thoughtful, "captain_gin")
    taken = agent.act_batch(seen.observations, seen.masks, seen.u)
    with np.load(thoughtful) as saved:
        arrays = {name: saved[name].astype(np.float64) for name in saved.files if name != "meta"}
    inputs = derived_features_of("captain_gin").beside(seen.observations, seen.masks).astype(np.float64)
    hidden = np.maximum(inputs @ arrays["weights_0"] + arrays["bias_0"], 0)
    logits = hidden @ arrays["weights_1"] + arrays["bias_1"]
    pieces = per_item_of(get_game("captain_gin"), derived_features_of("captain_gin"), *PER_ITEM).pieces
    context = hidden @ arrays["per_item_context"] + arrays["per_item_bias"]
    for card in range(52):
        made = np.maximum(context + inputs[:, [start + card for start in pieces]] @ arrays["per_item_seen"], 0)
        for kind, first in enumerate((3, 55)):
            logits[:, first + card] += made @ arrays["per_item_out"][kind]
    legal = np.where(seen.masks != 0, logits, -np.inf)
    chances = np.exp(legal - legal.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    ends, rows = chances.cumsum(axis=1), np.arange(len(seen))
    assert (seen.u <= ends[rows, taken] + 1e-4).all()
    assert (seen.u >= ends[rows, taken] - chances[rows, taken] - 1e-4).all()
    some = seen.pick(slice(0, 300))
    one_by_one = zip(some.observations, some.masks, some.u.tolist(), strict=True)
    assert [agent.act(*row) for row in one_by_one] == taken[:300].tolist()


@pytest.mark.parametrize("change", ["none", "renamed", "smaller", "order"])
def test_a_policy_of_other_features_is_refused(change, thoughtful, tamper):
    with np.load(thoughtful) as saved:
        known = json.loads(str(saved["meta"]))["derived"]
    others = {
        "none": [],
        "renamed": [["hopes", known[0][1]], *known[1:]],
        "smaller": [[known[0][0], 51], *known[1:]],
        "order": known[::-1],
    }
    tamper(thoughtful, meta={"derived": others[change]})
    with pytest.raises(InvalidOption, match="another version"):
        resolve(thoughtful, "captain_gin")


def test_weights_for_the_observation_alone_are_refused(thoughtful, tamper):
    with np.load(thoughtful) as saved:
        weights = saved["weights_0"]
    tamper(thoughtful, arrays={"weights_0": weights[: get_game("captain_gin").layout.size]})
    with pytest.raises(InvalidOption, match="do not fit together"):
        resolve(thoughtful, "captain_gin")


def test_a_file_that_does_not_tell_them_is_refused(new_policy):
    file = new_policy()
    with np.load(file) as saved:
        held = {name: saved[name] for name in saved.files}
    meta = json.loads(str(held["meta"]))
    assert meta.pop("derived") == []
    np.savez(file, **{**held, "meta": np.array(json.dumps(meta))})
    with pytest.raises(InvalidOption, match="another version"):
        resolve(file, "pinwheel")
