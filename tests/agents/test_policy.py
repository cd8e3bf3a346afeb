"""A saved policy as an agent: its forward pass and its draw against plain NumPy and PyTorch, and that it can not be illegal."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.agents import resolve
from backroom.agents.policy import PolicyAgent, draw, layer, network_of
from backroom.agents.policy_file import Policy, read_policy, write_policy
from backroom.envs.core.game import get_game
from backroom.evaluate import measure
from numpy.typing import NDArray

NETS = [
    ((8,), "tanh"),
    ((8,), "relu"),
    ((64, 64), "relu"),
    ((32, 3, 17), "tanh"),
    ((200,), "relu"),
    ((), "relu"),
    ((1,), "tanh"),
]
nets = pytest.mark.parametrize(("hidden", "activation"), NETS, ids=str)


def arrays_of(file: Path) -> Mapping[str, Any]:
    """The file's own arrays, read without any help of the package."""
    with np.load(file) as saved:
        return {name: saved[name] for name in saved.files}


def plain_logits(file: Path, activation: str, observations: NDArray[np.float32]) -> NDArray[np.float64]:
    """The forward pass in 64 bits."""
    arrays = arrays_of(file)
    depth = sum(name.startswith("weights_") for name in arrays)
    values = observations.astype(np.float64)
    for k in range(depth):
        values = values @ arrays[f"weights_{k}"].astype(np.float64) + arrays[f"bias_{k}"]
        if k < depth - 1:
            values = np.tanh(values) if activation == "tanh" else np.maximum(values, 0)
    return values


def chances(logits: NDArray[np.float64], masks: NDArray[np.int8]) -> NDArray[np.float64]:
    """The softmax over the legal actions."""
    legal = np.where(masks != 0, logits, -np.inf)
    weights = np.exp(legal - legal.max(axis=1, keepdims=True))
    return weights / weights.sum(axis=1, keepdims=True)


def check_draws(taken: NDArray[np.int64], probabilities: NDArray[np.float64], u: NDArray[np.float64]) -> None:
    """`u` falls on the part of [0, 1) that belongs to the action taken; 32 bits leave the borders open to 1e-5."""
    ends = probabilities.cumsum(axis=1)
    rows = np.arange(len(u))
    assert (u <= ends[rows, taken] + 1e-5).all()
    assert (u >= ends[rows, taken] - probabilities[rows, taken] - 1e-5).all()


@nets
def test_against_plain_numpy(hidden, activation, new_policy, moments_of):
    """Networks of several depths and widths decide as the same weights do in plain NumPy."""
    file = new_policy(hidden, activation)
    seen = moments_of("pinwheel")
    taken = resolve(file, "pinwheel").act_batch(seen.observations, seen.masks, seen.u)
    check_draws(taken, chances(plain_logits(file, activation, seen.observations), seen.masks), seen.u)


@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_against_pytorch(activation, new_policy, moments_of):
    """A PyTorch network with the file's weights and a masked Categorical give the same decisions."""
    torch = pytest.importorskip("torch")
    file = new_policy((32, 16), activation)
    arrays = arrays_of(file)
    parts: list[Any] = []
    for k in range(3):
        weights, bias = torch.as_tensor(arrays[f"weights_{k}"]), torch.as_tensor(arrays[f"bias_{k}"])
        linear = torch.nn.Linear(*weights.shape)
        linear.load_state_dict({"weight": weights.T, "bias": bias})
        parts += [linear, torch.nn.ReLU() if activation == "relu" else torch.nn.Tanh()]
    network = torch.nn.Sequential(*parts[:-1])
    seen = moments_of("pinwheel")
    with torch.no_grad():
        logits = network(torch.as_tensor(seen.observations)).masked_fill(torch.as_tensor(seen.masks) == 0, -torch.inf)
        probabilities = torch.distributions.Categorical(logits=logits).probs.double().numpy()
    check_draws(resolve(file, "pinwheel").act_batch(seen.observations, seen.masks, seen.u), probabilities, seen.u)


def test_one_layer():
    """`layer` is values @ weights + bias, with the weights from any place of the vector; what was in `out` does not matter."""
    rng = np.random.default_rng(3)
    for size_in, size_out, start in ((1, 1, 0), (5, 3, 0), (3, 5, 7), (64, 15, 100)):
        flat = rng.normal(size=start + (size_in + 1) * size_out + 4).astype(np.float32)
        values = rng.normal(size=size_in).astype(np.float32)
        values[rng.random(size_in) < 0.3] = 0
        out = np.full(size_out + 2, np.nan, np.float32)
        layer(values, size_in, flat, start, size_out, out)
        weights = flat[start : start + size_in * size_out].reshape(size_in, size_out).astype(np.float64)
        bias = flat[start + size_in * size_out :][:size_out]
        np.testing.assert_allclose(out[:size_out], values @ weights + bias, rtol=1e-5, atol=1e-6)
        assert np.isnan(out[size_out:]).all()


@nets
def test_alone_and_in_any_batch_alike(hidden, activation, new_policy, moments_of):
    """A decision is the same to the bit alone, in any batch, at any place in it, and from an array that lies otherwise."""
    agent = resolve(new_policy(hidden, activation), "pinwheel")
    rng = np.random.default_rng(4)
    seen = moments_of("pinwheel")
    seen = seen.pick(rng.choice(len(seen), 500, replace=False))
    together = agent.act_batch(seen.observations, seen.masks, seen.u).tolist()
    rows = zip(seen.observations, seen.masks, seen.u.tolist(), strict=True)
    assert [agent.act(*row) for row in rows] == together
    order = rng.permutation(500)
    mixed = seen.pick(order)
    assert agent.act_batch(mixed.observations, mixed.masks, mixed.u).tolist() == [together[row] for row in order]
    columns = np.asfortranarray(seen.observations), np.asfortranarray(seen.masks), seen.u
    assert agent.act_batch(*columns).tolist() == together


def test_borders_do_not_depend_on_the_batch(new_policy, moments_of):
    """At a `u` that lies right on a border between two actions a hair decides; alone and in batches the same hair."""
    file = new_policy((16,), "tanh")
    agent = resolve(file, "pinwheel")
    seen = moments_of("pinwheel").pick(slice(0, 3000))
    ends = chances(plain_logits(file, "tanh", seen.observations), seen.masks).cumsum(axis=1)
    u = np.clip(ends[np.arange(len(seen)), seen.masks.argmax(axis=1)] + np.linspace(-3e-8, 3e-8, len(seen)), 0, 1 - 2**-53)
    together = agent.act_batch(seen.observations, seen.masks, u).tolist()
    rows = zip(seen.observations, seen.masks, u.tolist(), strict=True)
    assert [agent.act(*row) for row in rows] == together


def test_frequencies_follow_the_softmax(new_policy, moments_of):
    """With `u` spread evenly every action is taken as often as its probability among the legal ones says."""
    file = new_policy((8,), "relu", seed=2)
    agent = resolve(file, "pinwheel")
    seen = moments_of("pinwheel")
    count = 20_000
    for row in np.random.default_rng(5).choice(len(seen), 20, replace=False).tolist():
        one = seen.spread(row, count)
        taken = np.bincount(agent.act_batch(one.observations, one.masks, one.u), minlength=seen.masks.shape[1])
        expected = chances(plain_logits(file, "relu", seen.observations[[row]]), seen.masks[[row]])[0]
        np.testing.assert_allclose(taken / count, expected, atol=2e-4)


def test_draw_by_hand():
    """Equal logits share [0, 1) in the order of the actions; an action that is not legal has no part of it."""
    logits, mask = np.zeros(4, np.float32), np.array([0, 1, 0, 1], np.int8)
    assert [draw(logits, mask, u) for u in (0.0, 0.49, 0.51, 1 - 2**-53)] == [1, 1, 3, 3]
    logits[1] = np.float32(np.log(3))
    assert [draw(logits, mask, u) for u in (0.74, 0.76)] == [1, 3]


@pytest.mark.parametrize("size", [1e-30, 1.0, 1e4, 1e18, 3e38])
def test_never_illegal(size, new_policy, moments_of):
    """However large the weights, even where the sums overflow; and for the lowest and highest `u`."""
    file = new_policy((8,), "relu")
    with np.load(file) as saved:
        layers = [(saved[f"weights_{k}"], saved[f"bias_{k}"]) for k in range(2)]
    top = max(float(np.abs(array).max()) for pair in layers for array in pair)
    large = [tuple((array * (size / top)).astype(np.float32) for array in pair) for pair in layers]
    write_policy(file, get_game("pinwheel"), None, Policy(large, "relu"))
    agent = resolve(file, "pinwheel")
    seen = moments_of("pinwheel")
    for u in (seen.u, np.zeros(len(seen)), np.full(len(seen), 1 - 2**-53)):
        taken = agent.act_batch(seen.observations, seen.masks, u)
        assert seen.masks[np.arange(len(seen)), taken].all()


def test_logits_far_apart():
    """An action that is hopeless beside an illegal one is still the only legal one; equal hopeless ones share."""
    logits = np.array([1e38, -1e38, -1e38, 1e38], np.float32)
    assert draw(logits, np.array([0, 1, 0, 0], np.int8), 0.5) == 1
    both = np.array([0, 1, 1, 0], np.int8)
    assert [draw(logits, both, u) for u in (0.25, 0.75)] == [1, 2]
    assert draw(logits, np.ones(4, np.int8), 0.75) == 3


@nets
def test_saved_and_read_again(hidden, activation, new_policy):
    """What is written is read: the facts, the widths, and every weight to the bit."""
    file = new_policy(hidden, activation)
    game = get_game("pinwheel")
    policy = read_policy(file, game, None)
    network = network_of(policy)
    assert policy.per_item is None
    assert policy.activation == activation
    assert network.sizes.tolist() == [game.layout.size, *hidden, len(game.actions)]
    assert network.weights.dtype == np.float32
    assert network.tanh == (activation == "tanh")
    with np.load(file) as saved:
        meta = json.loads(str(saved["meta"]))
    assert (meta["game"], meta["version"], meta["activation"]) == ("pinwheel", game.version, activation)
    arrays = arrays_of(file)
    pieces = [array.ravel() for k in range(len(hidden) + 1) for array in (arrays[f"weights_{k}"], arrays[f"bias_{k}"])]
    assert network.weights.tobytes() == np.concatenate(pieces).tobytes()


def test_saving_leaves_nothing_else(new_policy, tmp_path):
    """One file, whole, in the place of the old one."""
    file = new_policy(seed=1)
    first = file.read_bytes()
    new_policy(seed=2)
    assert [path.name for path in tmp_path.iterdir()] == ["policy.npz"]
    assert file.read_bytes() != first
    new_policy(seed=1)
    assert resolve(file, "pinwheel")._network.weights.tobytes() == PolicyAgent(file, "pinwheel", "x")._network.weights.tobytes()


def test_a_policy_plays_every_table(new_policy):
    """One file at every size and with odd options; the same evaluation twice is the same."""
    agent = resolve(new_policy(), "pinwheel")
    for seats in range(2, 7):
        options = {
            "odd_secret": "subtracts",
            "max_raise": 10,
            "max_raises": None,
            "bankroll": 3 * seats,
            "skills_public": False,
        }
        company = [agent, *[resolve("random", "pinwheel")] * (seats - 1)]
        report = measure("pinwheel", company, deals=30, options=options)
        assert report == measure("pinwheel", company, deals=30, options=options)
        assert list(report.entrants) == ["policy", "random"]


def test_in_the_learners_views(new_policy):
    """A policy sits among the opponents of a seat and of a vector by its file's name."""
    file = new_policy()
    seat = backroom.make_seat("pinwheel", opponents=[str(file)] * 3, seed=1)
    vector = backroom.make_vec("pinwheel", num_envs=2, opponents=[file, ["shark", str(file)]], seed=1)
    seat.reset()
    vector.reset()
