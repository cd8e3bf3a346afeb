"""A network of which a part looks at each thing in the same way: learned in PyTorch, played without, refused where unfit."""

import io
import json
from typing import Any

import backroom
import numpy as np
import pytest
import torch
from backroom.agents import resolve
from backroom.agents.derived_features import reckoning_of, seen_with
from backroom.envs.core.game import get_game
from backroom.train import fit
from backroom.train.behaviour_cloning import Lesson
from backroom.train.ppo import make_model, make_tables, save_policy
from rich.console import Console

EACH = {"things": 6, "actions": [2, 9], "width": 5}  # of Pinwheel's seats, as if actions were about them
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
    config = configure(train={"each": EACH, **train})
    model = make_model(config, make_tables(config))
    with torch.no_grad():
        for weights in model.policy.parameters():
            weights.normal_(0, 0.4)
    return config, model


def in_plain_numpy(file: Any, seen: Any, tanh: bool) -> Any:
    """The logits by the arrays of the file, in 64 bits."""
    with np.load(file) as saved:
        arrays = {name: saved[name].astype(np.float64) for name in saved.files if name != "meta"}
        each = json.loads(str(saved["meta"]))["each"]
    bend = np.tanh if tanh else lambda values: np.maximum(values, 0)
    hidden = bend(seen @ arrays["weights_0"] + arrays["bias_0"])
    logits = hidden @ arrays["weights_1"] + arrays["bias_1"]
    layout = get_game("pinwheel").layout
    starts = [layout.at(piece.name) for piece in layout if piece.size == each["things"]]
    for thing in range(each["things"]):
        numbers = seen[:, [start + thing for start in starts]]
        made = bend(hidden @ arrays["each_context"] + arrays["each_bias"] + numbers @ arrays["each_seen"])
        for kind, first in enumerate(each["actions"]):
            logits[:, first + thing] += made @ arrays["each_out"][kind]
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
    folders = [run(configure(train={"each": EACH, "total_steps": 1024}))[0] for _ in range(2)]
    with np.load(folders[0] / "policy.npz") as one, np.load(folders[1] / "policy.npz") as two:
        assert {"each_context", "each_bias", "each_seen", "each_out"} < set(one.files)
        assert all(np.array_equal(one[name], two[name]) for name in one.files)
    assert fit.resume(folders[0], 2048, Console(file=io.StringIO())) is not None


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"things": 7}, "no piece of 7 numbers"),
        ({"actions": [2, 10]}, "no 6 actions from each of 2, 10 on"),
        ({"actions": [-1]}, "-1"),
    ],
    ids=str,
)
def test_what_the_game_has_not_is_refused_before_a_folder_is_made(configure, tmp_path, changed, what):
    with pytest.raises(backroom.InvalidOption, match=what):
        fit.train(configure(train={"each": {**EACH, **changed}}), tmp_path, Console(file=io.StringIO()))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "each",
    [
        {"width": 4},
        {"things": 7},
        {"actions": [2]},
        {"actions": [2, 10]},
        {"actions": "29"},
        {"more": 1},
        {"things": 6.0},
        {"width": 5.0},
        {"actions": [2.0, 9]},
        5,
        "x",
        [],
    ],
    ids=str,
)
def test_a_damaged_file_is_refused(configure, tmp_path, each):
    config, model = learner(configure)
    save_policy(model, tmp_path / "policy.npz", config)
    with np.load(tmp_path / "policy.npz") as saved:
        arrays = {name: saved[name] for name in saved.files}
    meta = json.loads(str(arrays["meta"]))
    meta["each"] = {**meta["each"], **each} if isinstance(each, dict) else each
    np.savez(tmp_path / "policy.npz", **{**arrays, "meta": np.array(json.dumps(meta))})
    with pytest.raises(backroom.InvalidOption, match="damaged"):
        resolve(tmp_path / "policy.npz", "pinwheel")


# --- what is reckoned beside the observation ---

GIN = {
    "game": "captain_gin",
    "tables": [{"opponents": ["eager", "eager"], "options": {"max_hands": 1}}],
    "train": {
        "each": {"things": 52, "actions": [3, 55], "width": 6},
        "imitate": {"bettor": "counter", "decisions": 1000, "passes": 1},
        "total_steps": 512,
        "reward_scale": 0.03,
    },
    "evaluation": {"deals": 30, "tables": [["eager", "eager"]]},
}


def test_the_learner_sees_what_the_agent_reckons(configure):
    """At every decision and at the ends; the plain observation comes first, and no other game has more than that."""
    tables: Any = make_tables(configure(**GIN))
    reckoning, width = reckoning_of("captain_gin"), get_game("captain_gin").layout.size
    assert reckoning is not None
    assert tables.observation_space.shape == (width + reckoning.size,)
    seen, ended, rng = tables.reset(), 0, np.random.default_rng(0)
    for _ in range(120):
        masks = np.stack(tables.env_method("action_masks"))
        assert seen.dtype == np.float32
        assert (seen == seen_with(reckoning, seen[:, :width].copy(), masks)).all()
        seen, _, dones, infos = tables.step((masks * rng.random(masks.shape)).argmax(axis=1))
        for i in np.flatnonzero(dones):
            final = infos[i]["terminal_observation"]
            assert final.shape == (width + reckoning.size,) and not final[width:].any()
        ended += dones.sum()
    assert ended > 0
    plain = make_tables(configure())
    assert plain.observation_space.shape == (get_game("pinwheel").layout.size,)


def test_the_teacher_sees_the_plain_observation(configure):
    config = configure(**GIN)
    counter, width = resolve("counter", "captain_gin"), get_game("captain_gin").layout.size
    lesson = Lesson(make_model(config, make_tables(config)), config, counter)
    seen, masks, told, _ = lesson.watch(20, False)
    assert (told == counter.act_batch(seen[:, :width].copy(), masks, np.zeros(len(told)))).all()


def test_the_saved_policy_of_such_a_game_plays_what_was_learned(configure, tmp_path):
    config = configure(**GIN)
    model: Any = make_model(config, make_tables(config))
    with torch.no_grad():
        for weights in model.policy.parameters():
            weights.normal_(0, 0.2)
    save_policy(model, tmp_path / "policy.npz", config)
    seen, masks, _, _ = Lesson(model, config, resolve("counter", "captain_gin")).watch(40, False)
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
    assert fit.resume(folder, 1024, Console(file=io.StringIO())) is not None
