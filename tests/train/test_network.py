"""A network of which a part looks at each item in the same way: learned in PyTorch, played without, refused where unfit."""

import io
import json
from typing import Any

import backroom
import numpy as np
import pytest
import torch
from backroom.agents import resolve
from backroom.agents.specs import derived_features_of
from backroom.envs.core.game import get_game
from backroom.train import run as training
from backroom.train.behaviour_cloning import Cloning
from backroom.train.learner_env import make_learner_env
from backroom.train.model_files import save_policy
from backroom.train.run import make_model
from rich.console import Console

PER_ITEM = {"items": 6, "actions": [2, 9], "width": 5}  # of Pinwheel's seats, as if actions were about them
GAMES = 64


@pytest.fixture(scope="module")
def moments() -> tuple[Any, Any]:
    """Observations and masks of some play at a full table of Pinwheel."""
    batch = backroom.Batch("pinwheel", num_envs=GAMES, seed=3, num_players=6, copy=True)
    rng, found = np.random.default_rng(0), []
    for _ in range(60):
        found.append((batch.observations, batch.action_masks.copy()))
        batch.step(resolve("random", "pinwheel").act_batch(batch.observations, batch.action_masks.copy(), rng.random(GAMES)))
    seen, masks = (np.concatenate(part) for part in zip(*found, strict=True))
    return seen, masks


def learner(configure: Any, **train: Any) -> tuple[Any, Any]:
    """A learner whose weights are all at random, and large enough that every part of them matters."""
    config = configure(train={"per_item": PER_ITEM, **train})
    model = make_model(config, make_learner_env(config))
    with torch.no_grad():
        for weights in model.policy.parameters():
            weights.normal_(0, 0.4)
    return config, model


def in_plain_numpy(file: Any, seen: Any, tanh: bool) -> Any:
    """The logits by the arrays of the file, in 64 bits."""
    with np.load(file) as saved:
        arrays = {name: saved[name].astype(np.float64) for name in saved.files if name != "meta"}
        per_item = json.loads(str(saved["meta"]))["per_item"]
    bend = np.tanh if tanh else lambda values: np.maximum(values, 0)
    hidden = bend(seen @ arrays["weights_0"] + arrays["bias_0"])
    logits = hidden @ arrays["weights_1"] + arrays["bias_1"]
    layout = get_game("pinwheel").layout
    starts = [start for piece, start in zip(layout, layout.at, strict=True) if piece.size == per_item["items"]]
    for item in range(per_item["items"]):
        numbers = seen[:, [start + item for start in starts]]
        made = bend(hidden @ arrays["per_item_context"] + arrays["per_item_bias"] + numbers @ arrays["per_item_seen"])
        for kind, first in enumerate(per_item["actions"]):
            logits[:, first + item] += made @ arrays["per_item_out"][kind]
    return logits


@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_the_saved_policy_plays_what_was_learned(configure, tmp_path, moments, activation):
    config, model = learner(configure, activation=activation)
    save_policy(model, tmp_path / "policy.npz", config)
    agent = resolve(tmp_path / "policy.npz", "pinwheel")
    seen, masks = moments
    with torch.no_grad():
        learned = model.policy.get_distribution(torch.as_tensor(seen), masks).distribution.probs.double().numpy()
    legal = np.where(masks != 0, in_plain_numpy(tmp_path / "policy.npz", seen, activation == "tanh"), -np.inf)
    plain = np.exp(legal - legal.max(axis=1, keepdims=True))
    np.testing.assert_allclose(learned, plain / plain.sum(axis=1, keepdims=True), atol=1e-4)
    ends = learned.cumsum(axis=1)
    u = np.random.default_rng(1).random(len(seen))
    rows, taken = np.arange(len(seen)), agent.act_batch(seen, masks, u)
    assert (u <= ends[rows, taken] + 1e-4).all()
    assert (u >= ends[rows, taken] - learned[rows, taken] - 1e-4).all()
    assert [agent.act(*row) for row in zip(seen[:300], masks[:300], u[:300].tolist(), strict=True)] == taken[:300].tolist()


def test_the_temperature_divides_all_that_is_added(configure, tmp_path, moments):
    found = []
    for heat in (1.0, 0.25):
        config, model = learner(configure, temperature=heat)
        save_policy(model, tmp_path / "policy.npz", config)
        found.append(in_plain_numpy(tmp_path / "policy.npz", moments[0], False))
    np.testing.assert_allclose(found[1], 4 * found[0], rtol=1e-5)


def test_a_run_is_saved_goes_on_and_is_the_same_for_a_seed(configure, run):
    folders = [run(configure(train={"per_item": PER_ITEM, "total_steps": 1024}))[0] for _ in range(2)]
    with np.load(folders[0] / "policy.npz") as one, np.load(folders[1] / "policy.npz") as two:
        assert {"per_item_context", "per_item_bias", "per_item_seen", "per_item_out"} < set(one.files)
        assert all(np.array_equal(one[name], two[name]) for name in one.files)
    assert training.resume(folders[0], 2048, Console(file=io.StringIO())) is not None


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"items": 7}, "no piece of 7 numbers"),
        ({"actions": [2, 10]}, "no 6 actions from each of 2, 10 on"),
        ({"actions": [-1]}, "-1"),
    ],
    ids=str,
)
def test_what_the_game_has_not_is_refused_before_a_folder_is_made(configure, tmp_path, changed, what):
    with pytest.raises(backroom.InvalidOption, match=what):
        training.train(configure(train={"per_item": {**PER_ITEM, **changed}}), tmp_path, Console(file=io.StringIO()))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "per_item",
    [
        {"width": 4},
        {"items": 7},
        {"actions": [2]},
        {"actions": [2, 10]},
        {"actions": "29"},
        {"more": 1},
        {"items": 6.0},
        {"width": 5.0},
        {"actions": [2.0, 9]},
        5,
        "x",
        [],
    ],
    ids=str,
)
def test_a_damaged_file_is_refused(configure, tmp_path, per_item):
    config, model = learner(configure)
    save_policy(model, tmp_path / "policy.npz", config)
    with np.load(tmp_path / "policy.npz") as saved:
        arrays = {name: saved[name] for name in saved.files}
    meta = json.loads(str(arrays["meta"]))
    meta["per_item"] = {**meta["per_item"], **per_item} if isinstance(per_item, dict) else per_item
    np.savez(tmp_path / "policy.npz", **{**arrays, "meta": np.array(json.dumps(meta))})
    with pytest.raises(backroom.InvalidOption, match="damaged"):
        resolve(tmp_path / "policy.npz", "pinwheel")


# --- features derived beside the observation ---

GIN = {
    "game": "captain_gin",
    "tables": [{"opponents": ["eager", "eager"], "options": {"max_hands": 1}}],
    "train": {
        "per_item": {"items": 52, "actions": [3, 55], "width": 6},
        "behaviour_cloning": {"bettor": "counter", "decisions": 1000, "n_epochs": 1},
        "total_steps": 512,
        "reward_scale": 0.03,
    },
    "evaluation": {"deals": 30, "tables": [["eager", "eager"]]},
}


def test_the_learner_sees_what_the_agent_derives(configure):
    """At every decision and at the ends; the plain observation comes first, and no other game has more than that."""
    env: Any = make_learner_env(configure(**GIN))
    derived, width = derived_features_of("captain_gin"), get_game("captain_gin").layout.size
    assert derived is not None
    assert env.observation_space.shape == (width + derived.size,)
    seen, ended, rng = env.reset(), 0, np.random.default_rng(0)
    for _ in range(120):
        masks = np.stack(env.env_method("action_masks"))
        assert seen.dtype == np.float32
        assert (seen == derived.beside(seen[:, :width].copy(), masks)).all()
        seen, _, dones, infos = env.step((masks * rng.random(masks.shape)).argmax(axis=1))
        for i in np.flatnonzero(dones):
            final = infos[i]["terminal_observation"]
            assert final.shape == (width + derived.size,) and not final[width:].any()
        ended += dones.sum()
    assert ended > 0
    plain = make_learner_env(configure())
    assert plain.observation_space.shape == (get_game("pinwheel").layout.size,)


def test_the_bettor_that_is_copied_sees_the_plain_observation(configure):
    config = configure(**GIN)
    counter, width = resolve("counter", "captain_gin"), get_game("captain_gin").layout.size
    cloning = Cloning(make_model(config, make_learner_env(config)), config, counter)
    seen, masks, told, _ = cloning.collect(20, False)
    assert (told == counter.act_batch(seen[:, :width].copy(), masks, np.zeros(len(told)))).all()


def test_the_saved_policy_of_such_a_game_plays_what_was_learned(configure, tmp_path):
    config = configure(**GIN)
    model: Any = make_model(config, make_learner_env(config))
    with torch.no_grad():
        for weights in model.policy.parameters():
            weights.normal_(0, 0.2)
    save_policy(model, tmp_path / "policy.npz", config)
    seen, masks, _, _ = Cloning(model, config, resolve("counter", "captain_gin")).collect(40, False)
    with torch.no_grad():
        learned = model.policy.get_distribution(torch.as_tensor(seen), masks).distribution.probs.double().numpy()
    u = np.random.default_rng(1).random(len(seen))
    plain = seen[:, : get_game("captain_gin").layout.size].copy()
    taken = resolve(tmp_path / "policy.npz", "captain_gin").act_batch(plain, masks, u)
    ends, rows = learned.cumsum(axis=1), np.arange(len(seen))
    assert (u <= ends[rows, taken] + 1e-4).all()
    assert (u >= ends[rows, taken] - learned[rows, taken] - 1e-4).all()


def test_such_a_run_is_measured_and_goes_on(configure, run):
    folder, reports = run(configure(**GIN))
    assert reports is not None
    assert training.resume(folder, 1024, Console(file=io.StringIO())) is not None
