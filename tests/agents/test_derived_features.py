"""What is reckoned beside an observation: who offers it, that it hangs on nothing else, and policies that are given it."""

import json
from typing import Any

import backroom
import numpy as np
import pytest
from backroom import InvalidOption
from backroom.agents import resolve
from backroom.agents.derived_features import reckoning_of, seen_with
from backroom.agents.policy import Each, each_in, write_policy
from backroom.envs.core.game import get_game

WITH = [game for game in backroom.games() if reckoning_of(game) is not None]
EACH = {"captain_gin": (52, (3, 55), 5)}


def test_who_offers_one():
    assert "captain_gin" in WITH
    assert "pinwheel" not in WITH
    with pytest.raises(InvalidOption, match="nothing_like_it"):
        reckoning_of("nothing_like_it")


def test_without_one_the_observations_stay_what_they_are():
    observations, masks = np.ones((3, 5), np.float32), np.ones((3, 2), np.int8)
    assert seen_with(None, observations, masks) is observations


@pytest.mark.parametrize("game", WITH)
def test_a_reckoning_has_a_size_and_names_of_its_own(game):
    reckoning: Any = reckoning_of(game)
    names = [piece.name for piece in (*get_game(game).layout, *reckoning.pieces)]
    assert len(set(names)) == len(names)
    assert reckoning.size == sum(piece.size for piece in reckoning.pieces) > 0
    assert all(piece.size > 0 and piece.meaning for piece in reckoning.pieces)


@pytest.mark.parametrize("game", WITH)
def test_it_is_of_observation_and_mask_alone(game, moments_of):
    """Behind the observation, finite, the same alone and in a batch, at any place and however the arrays lie; they stay as
    they were."""
    reckoning, seen = reckoning_of(game), moments_of(game)
    order = np.random.default_rng(2).permutation(len(seen))[:800]
    seen = seen.pick(order)
    before = seen.copy()
    together = seen_with(reckoning, seen.observations, seen.masks)
    width = get_game(game).layout.size
    assert together.dtype == np.float32 and np.isfinite(together).all()
    assert (together[:, :width] == seen.observations).all()
    assert together[:, width:].any(axis=0).mean() > 0.9
    alone = [seen_with(reckoning, o[None], m[None])[0] for o, m in zip(seen.observations, seen.masks, strict=True)]
    assert np.stack(alone).tobytes() == together.tobytes()
    backwards = seen_with(reckoning, seen.observations[::-1], seen.masks[::-1])
    assert backwards[::-1].tobytes() == together.tobytes()
    columns = seen_with(reckoning, np.asfortranarray(seen.observations), np.asfortranarray(seen.masks))
    assert np.ascontiguousarray(columns).tobytes() == together.tobytes()
    assert (seen.observations == before.observations).all() and (seen.masks == before.masks).all()


@pytest.mark.parametrize("game", WITH)
def test_where_nothing_can_be_done_nothing_is_reckoned(game, moments_of):
    seen = moments_of(game).pick(slice(0, 200))
    width = get_game(game).layout.size
    assert not seen_with(reckoning_of(game), seen.observations, np.zeros_like(seen.masks))[:, width:].any()


@pytest.fixture
def thoughtful(tmp_path: Any) -> Any:
    """The file of a policy for Captain gin with random weights, that looks at every card in the same way."""
    game, rng = get_game("captain_gin"), np.random.default_rng(6)
    each = each_in(game, *EACH["captain_gin"])
    size = game.layout.size + sum(piece.size for piece in reckoning_of("captain_gin").pieces)  # pyright: ignore
    shapes = [((size, 7), (7,)), ((7, len(game.actions)), (len(game.actions),))]
    layers = [tuple(rng.normal(0, 0.3, shape).astype(np.float32) for shape in pair) for pair in shapes]
    kinds = [(7, each.width), (each.width,), (len(each.pieces), each.width), (len(each.actions), each.width)]
    arrays = [rng.normal(0, 0.5, shape).astype(np.float32) for shape in kinds]
    write_policy(tmp_path / "policy.npz", "captain_gin", layers, "relu", each, arrays)
    return tmp_path / "policy.npz"


def test_each_sees_the_pieces_of_both():
    game = get_game("captain_gin")
    each = each_in(game, *EACH["captain_gin"])
    here = [game.layout.at(piece.name) for piece in game.layout if piece.size == 52]
    assert each == Each(52, (3, 55), 5, (*here, game.layout.size, game.layout.size + 52))


def test_a_policy_decides_by_what_is_reckoned_too(thoughtful, moments_of):
    """As the same weights do in plain NumPy on observation and reckoning; alone as in a batch, to the bit."""
    seen = moments_of("captain_gin").pick(slice(0, 1500))
    agent = resolve(thoughtful, "captain_gin")
    taken = agent.act_batch(seen.observations, seen.masks, seen.u)
    with np.load(thoughtful) as saved:
        arrays = {name: saved[name].astype(np.float64) for name in saved.files if name != "meta"}
    inputs = seen_with(reckoning_of("captain_gin"), seen.observations, seen.masks).astype(np.float64)
    hidden = np.maximum(inputs @ arrays["weights_0"] + arrays["bias_0"], 0)
    logits = hidden @ arrays["weights_1"] + arrays["bias_1"]
    pieces = each_in(get_game("captain_gin"), *EACH["captain_gin"]).pieces
    context = hidden @ arrays["each_context"] + arrays["each_bias"]
    for card in range(52):
        made = np.maximum(context + inputs[:, [start + card for start in pieces]] @ arrays["each_seen"], 0)
        for kind, first in enumerate((3, 55)):
            logits[:, first + card] += made @ arrays["each_out"][kind]
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
def test_a_policy_of_another_reckoning_is_refused(change, thoughtful, tamper):
    with np.load(thoughtful) as saved:
        known = json.loads(str(saved["meta"]))["reckoned"]
    others = {
        "none": [],
        "renamed": [["hopes", known[0][1]], *known[1:]],
        "smaller": [[known[0][0], 51], *known[1:]],
        "order": known[::-1],
    }
    tamper(thoughtful, meta={"reckoned": others[change]})
    with pytest.raises(InvalidOption, match="another version"):
        resolve(thoughtful, "captain_gin")


def test_weights_for_the_observation_alone_are_refused(thoughtful, tamper):
    with np.load(thoughtful) as saved:
        weights = saved["weights_0"]
    tamper(thoughtful, arrays={"weights_0": weights[: get_game("captain_gin").layout.size]})
    with pytest.raises(InvalidOption, match="do not fit together"):
        resolve(thoughtful, "captain_gin")


def test_a_file_from_before_there_were_any_still_plays(new_policy):
    file = new_policy()
    with np.load(file) as saved:
        held = {name: saved[name] for name in saved.files}
    meta = json.loads(str(held["meta"]))
    assert meta.pop("reckoned") == []
    np.savez(file, **{**held, "meta": np.array(json.dumps(meta))})
    resolve(file, "pinwheel")
