"""The cloning before training: a bettor is copied, what follows is learned, and a seed fixes all of it."""

import io
from typing import Any

import backroom
import numpy as np
import pytest
import torch
from backroom.agents import resolve
from backroom.agents.policy import PolicyAgent
from backroom.evaluate import measure
from backroom.train import run as training
from backroom.train.behaviour_cloning import Cloning, clone, returns_of
from backroom.train.config import ConfigError
from backroom.train.learner_env import make_learner_env
from backroom.train.model_files import save_policy
from backroom.train.run import make_model
from rich.console import Console
from sb3_contrib import MaskablePPO

CLONING = {"bettor": "rock", "decisions": 12_000, "batch_size": 128}


def test_returns_are_what_followed_in_the_same_episode():
    rewards = np.array([[1.0, 0.0], [2.0, 4.0], [8.0, 0.0]])
    ends = np.array([[False, False], [True, False], [False, False]])
    assert returns_of(rewards, ends, 0.5).tolist() == [[2.0, 2.0], [2.0, 4.0], [8.0, 0.0]]


def agreement(policy: Any, bettor: str) -> float:
    """How often a policy does what a bettor does, at moments of its own play."""
    batch = backroom.Batch("pinwheel", num_envs=64, seed=3, num_players=2, copy=True)
    rng, one = np.random.default_rng(0), resolve(bettor, "pinwheel")
    same = []
    for _ in range(60):
        u = rng.random(64)
        actions = policy.act_batch(batch.observations, batch.action_masks.copy(), u)
        chosen = batch.action_masks.sum(axis=1) > 1
        same += (actions == one.act_batch(batch.observations, batch.action_masks.copy(), u))[chosen].tolist()
        batch.step(actions)
    return float(np.mean(same))


def taught(configure: Any, tmp_path: Any, stopped: Any = lambda: False, **train: Any) -> tuple[float, Any]:
    config = configure(train={"behaviour_cloning": CLONING, **train})
    assert config.train.behaviour_cloning is not None
    model = make_model(config, make_learner_env(config))
    agreed = clone(model, config, config.train.behaviour_cloning, stopped)
    save_policy(model, tmp_path / "policy.npz", config)
    return agreed, PolicyAgent(tmp_path / "policy.npz", "pinwheel", "taught")


def test_the_learner_comes_to_do_what_the_bettor_does(configure, tmp_path):
    agreed, policy = taught(configure, tmp_path)
    config = configure()
    save_policy(make_model(config, make_learner_env(config)), tmp_path / "untaught.npz", config)
    untaught = PolicyAgent(tmp_path / "untaught.npz", "pinwheel", "untaught")
    assert agreed > 0.8
    assert agreement(policy, "rock") > 0.8 > agreement(untaught, "rock") + 0.2


def test_the_agreement_is_of_decisions_not_learned_from_before(configure, monkeypatch):
    """Of the first pass over the last that were watched; later passes say nothing of decisions that are new."""
    shares = iter([0.1, 0.2, 0.3, 0.4, 0.5, 0.6])
    monkeypatch.setattr(Cloning, "fit", lambda *_: next(shares))
    config = configure(train={"behaviour_cloning": {"bettor": "rock", "decisions": 1000, "n_epochs": 3}})
    assert clone(make_model(config, make_learner_env(config)), config, config.train.behaviour_cloning, lambda: False) == 0.4
    assert next(shares, None) is None


def test_the_same_seed_gives_the_same_cloning(configure, run):
    first, second = (run(configure(train={"behaviour_cloning": CLONING, "total_steps": 512}))[0] for _ in range(2))
    with np.load(first / "policy.npz") as one, np.load(second / "policy.npz") as two:
        assert all(np.array_equal(one[name], two[name]) for name in one.files)


def test_another_seed_gives_another_cloning(configure, tmp_path):
    learned = []
    for seed in (1, 2, 1):
        config = configure(seed=seed, train={"behaviour_cloning": {**CLONING, "decisions": 1000}})
        model = make_model(config, make_learner_env(config))
        clone(model, config, config.train.behaviour_cloning, lambda: False)
        learned.append(np.concatenate([one.detach().numpy().ravel() for one in model.policy.parameters()]).tobytes())
    assert learned[0] == learned[2] != learned[1]


@pytest.mark.parametrize("learner_plays", [False, True])
def test_a_cloning_is_of_what_the_bettor_would_do(configure, learner_plays):
    """Whoever plays: what the bettor does at what was seen, legal, row by row."""
    config = configure()
    cloning = Cloning(make_model(config, make_learner_env(config)), config, resolve("rock", "pinwheel"))
    seen, masks, told, returns = cloning.collect(20, learner_plays)
    assert len(seen) == len(masks) == len(told) == len(returns) == 20 * 16
    assert masks[np.arange(320), told].all()
    assert (told == resolve("rock", "pinwheel").act_batch(seen, masks, np.zeros(320))).all()
    assert returns.dtype == np.float32 and returns.any()


def test_the_values_come_nearer_to_what_followed(configure):
    config = configure(train={"behaviour_cloning": CLONING})
    model = make_model(config, make_learner_env(config))
    decisions = Cloning(model, config, resolve("rock", "pinwheel")).collect(200, False)

    def error() -> float:
        with torch.no_grad():
            told = model.policy.predict_values(torch.as_tensor(decisions[0])).numpy().ravel()
        return float(np.square(told - decisions[3]).mean())

    before = error()
    clone(model, config, config.train.behaviour_cloning, lambda: False)
    assert error() < before


def test_a_stop_ends_the_cloning_and_keeps_the_run(configure, tmp_path, monkeypatch):
    calls = iter(range(1000))
    agreed, _ = taught(configure, tmp_path, lambda: next(calls) >= 2)
    assert 0 < agreed < 1

    def stop_at_once(model, config, plan, stopped):
        stopped.__closure__[0].cell_contents.made = True
        return clone(model, config, plan, stopped)

    with monkeypatch.context() as patch:
        patch.setattr(training, "clone", stop_at_once)
        folder, reports = training.train(configure(train={"behaviour_cloning": CLONING}), tmp_path, Console(file=io.StringIO()))
    assert reports is None
    assert not (folder / "evaluation.json").exists()
    plays = resolve(folder, "pinwheel")
    assert plays.name == folder.name
    assert measure("pinwheel", [plays, resolve("rock", "pinwheel")], deals=30)
    assert training.resume(folder, None, Console(file=io.StringIO())) is not None
    assert (folder / "evaluation.json").exists()


def test_a_run_that_goes_on_is_not_taught_again(configure, run, monkeypatch):
    folder, _ = run(configure(train={"behaviour_cloning": CLONING, "total_steps": 512}))
    monkeypatch.setattr(training, "clone", None)  # would fail if it were called
    assert training.resume(folder, 1024, Console(file=io.StringIO())) is not None


def test_bettors_and_keys_that_are_none_are_refused_before_a_folder_is_made(configure, tmp_path):
    with pytest.raises(backroom.InvalidOption, match="nobody"):
        training.train(configure(train={"behaviour_cloning": {"bettor": "nobody"}}), tmp_path, Console(file=io.StringIO()))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ConfigError, match="did you mean 'n_epochs'"):
        configure(train={"behaviour_cloning": {"bettor": "rock", "n_epoch": 2}})


@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        ({"bettor": 5}, "bettor"),
        ({"decisions": 100}, "bettor"),
        ({"bettor": "rock", "decisions": 0}, "decisions"),
        ({"bettor": "rock", "n_epochs": 0}, "n_epochs"),
        ({"bettor": "rock", "n_epochs": 1.5}, "n_epochs"),
        ({"bettor": "rock", "batch_size": 1}, "batch_size"),
        ({"bettor": "rock", "learning_rate": 0}, "learning_rate"),
        ({"bettor": "rock", "learning_rate": float("inf")}, "learning_rate"),
        ("rock", "behaviour_cloning"),
    ],
    ids=str,
)
def test_wrong_values_are_refused_by_their_name(configure, wrong, where):
    with pytest.raises(ConfigError, match=rf"train\.behaviour_cloning.*{where}|train\.{where}") as refused:
        configure(train={"behaviour_cloning": wrong})
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("temperature", [0, -1, float("inf"), "cold"])
def test_temperatures_that_are_none(configure, temperature):
    with pytest.raises(ConfigError, match=r"train\.temperature"):
        configure(train={"temperature": temperature})


def test_the_temperature_makes_the_saved_policy_surer_and_changes_nothing_else(configure, tmp_path):
    warm, cold = configure(), configure(train={"temperature": 0.5})
    model = make_model(warm, make_learner_env(warm))
    save_policy(model, tmp_path / "warm.npz", warm)
    save_policy(model, tmp_path / "cold.npz", cold)
    with np.load(tmp_path / "warm.npz") as one, np.load(tmp_path / "cold.npz") as two:
        last = max(int(name.split("_")[1]) for name in one.files if name.startswith("weights"))
        for name in one.files:
            if name != "meta":
                assert np.array_equal(two[name], one[name] * (2 if name.endswith(f"_{last}") else 1))


def test_a_run_learns_alike_at_every_temperature(configure, run):
    """The learner of both runs is the same to the bit; of the saved policies the last layer is divided."""
    folders = [run(configure(train={"total_steps": 1024, "temperature": heat}))[0] for heat in (1.0, 0.25)]
    warm, cold = (MaskablePPO.load(folder / "last_model.zip", device="cpu").policy.state_dict() for folder in folders)
    assert warm.keys() == cold.keys()
    assert all(torch.equal(warm[name], cold[name]) for name in warm)
    with np.load(folders[0] / "last_policy.npz") as one, np.load(folders[1] / "last_policy.npz") as two:
        assert np.array_equal(two["weights_0"], one["weights_0"])
        assert np.array_equal(two["weights_1"], one["weights_1"] * 4)
        assert np.array_equal(two["bias_1"], one["bias_1"] * 4)
