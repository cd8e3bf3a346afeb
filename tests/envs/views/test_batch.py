"""The batch view: arrays that are overwritten, games that differ, actions that are checked, states that move between views."""

import copy
import json
import os
import pickle
import subprocess
import sys
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.envs.core.game import get_game

ARRAYS = ("observations", "action_masks", "seats", "rewards", "terminations", "final_observations")


def arrays(batch: Any) -> dict[str, Any]:
    return {name: getattr(batch, name) for name in ARRAYS}


def contents(batch: Any) -> dict[str, bytes]:
    return {name: array.tobytes() for name, array in arrays(batch).items()}


def legal(batch: Any, habit: Any) -> Any:
    return habit.act_batch(batch.observations, batch.action_masks, np.zeros(batch.num_envs))


def forbidden(mask: Any) -> int:
    """An action that the mask does not allow; one that does not exist where it allows all."""
    return int(np.argmin(np.append(mask, 0)))


def test_shapes_and_types(game, sized):
    described = get_game(game)
    size, actions, seats = described.layout.size, len(described.actions), described.max_seats
    for table in sized:
        batch = backroom.Batch(game, num_envs=5, seed=0, final_observations=True, **table.options)
        shapes = {name: (array.shape, array.dtype) for name, array in arrays(batch).items()}
        assert shapes == {
            "observations": ((5, size), np.float32),
            "action_masks": ((5, actions), np.int8),
            "seats": ((5,), np.int32),
            "rewards": ((5, seats), np.float32),
            "terminations": ((5,), np.bool_),
            "final_observations": ((5, seats, size), np.float32),
        }
        assert all(array.flags["C_CONTIGUOUS"] for array in arrays(batch).values())
        assert set(batch.seats.tolist()) <= set(range(table.seats))
        assert set(np.unique(batch.action_masks).tolist()) <= {0, 1}


def test_arrays_are_overwritten_in_place(game, habit):
    batch = backroom.Batch(game, num_envs=4, seed=0, final_observations=True)
    before = arrays(batch)
    seen = contents(batch)
    for _ in range(30):
        assert batch.step(legal(batch, habit)) is None
    assert contents(batch)["observations"] != seen["observations"]
    assert batch.reset() is None
    assert batch.reset(seed=3) is None
    assert all(getattr(batch, name) is array for name, array in before.items())


def test_copies_are_fresh_and_say_the_same(game, habit):
    plain = backroom.Batch(game, num_envs=4, seed=0, final_observations=True)
    fresh = backroom.Batch(game, num_envs=4, seed=0, final_observations=True, copy=True)
    for turn in range(40):
        before = arrays(fresh)
        kept = copy.deepcopy(before)
        if turn == 20:
            plain.reset()
            fresh.reset()
        else:
            plain.step(actions := legal(plain, habit))
            fresh.step(actions)
        for name in ARRAYS:
            assert getattr(fresh, name) is not before[name]
            assert np.array_equal(before[name], kept[name])
            if name != "final_observations":
                assert np.array_equal(getattr(fresh, name), getattr(plain, name))
        ended = fresh.terminations
        assert np.array_equal(fresh.final_observations[ended], plain.final_observations[ended])


def test_observations_lie_in_the_declared_bounds(table, habit):
    low, high = get_game(table.game).layout.bounds()
    batch = backroom.Batch(table.game, num_envs=4, seed=0, final_observations=True, **table.options)
    for _ in range(40):
        assert ((batch.observations >= low) & (batch.observations <= high)).all()
        batch.step(legal(batch, habit))
        ends = batch.final_observations[batch.terminations][:, : table.seats]
        assert ((ends >= low) & (ends <= high)).all()


def test_a_finished_game_begins_again_within_the_step(game, brief, habit):
    """Rewards are those of the step, masks and observations those of the next episode."""
    batch = backroom.Batch(game, num_envs=6, seed=0, final_observations=True, **brief)
    ended = 0
    for _ in range(120):
        batch.step(legal(batch, habit))
        assert batch.action_masks.any(axis=1).all()
        assert (batch.seats >= 0).all()
        for i in np.flatnonzero(batch.terminations):
            ended += 1
            fresh = backroom.make(game, **brief)
            fresh.load_state(batch.save_state(int(i)))
            now = fresh.describe_all()
            assert now["decisions"] == now["hands_played"] == now["over"] == 0
            seen = fresh.observe(fresh.agent_selection)
            assert np.array_equal(seen["observation"], batch.observations[i])
            assert np.array_equal(seen["action_mask"], batch.action_masks[i])
            assert not np.array_equal(batch.final_observations[i, batch.seats[i]], batch.observations[i])
    assert ended


def test_without_observations_the_games_are_the_same(game, habit):
    whole = backroom.Batch(game, num_envs=3, seed=0)
    blind = backroom.Batch(game, num_envs=3, seed=0, observations=False)
    assert blind.observations.shape == (0, get_game(game).layout.size)
    for _ in range(40):
        for name in ("action_masks", "seats", "rewards", "terminations"):
            assert np.array_equal(getattr(blind, name), getattr(whole, name))
        actions = legal(whole, habit)
        whole.step(actions)
        blind.step(actions)
    assert [blind.save_state(i) for i in range(3)] == [whole.save_state(i) for i in range(3)]


def test_the_default_keeps_no_final_observations(game):
    batch = backroom.Batch(game, num_envs=3, seed=0)
    assert batch.final_observations.size == 0


def test_reset_with_and_without_a_seed(game, habit):
    def goes_on() -> list[Any]:
        """What is seen and paid in the decisions after a beginning."""
        return [(batch.step(legal(batch, habit)), contents(batch)) for _ in range(30)]

    batch, other = backroom.Batch(game, num_envs=3, seed=4), backroom.Batch(game, num_envs=3)
    other.reset(seed=4)
    assert contents(batch) == contents(other)
    first = contents(batch)
    batch.step(legal(batch, habit))
    batch.reset()
    assert not batch.rewards.any()
    assert not batch.terminations.any()
    second = contents(batch)
    after_second = goes_on()
    batch.reset(seed=4)
    assert contents(batch) == first
    assert goes_on() != after_second, "another episode"
    batch.reset(seed=4)
    batch.reset()
    assert contents(batch) == second, "the next episode, whatever was played"
    assert goes_on() == after_second


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.0, "1", True])
def test_impossible_seeds_change_nothing(game, seed, habit):
    with pytest.raises(backroom.InvalidOption, match="seed"):
        backroom.Batch(game, num_envs=2, seed=seed)
    batch, twin = backroom.Batch(game, num_envs=2, seed=1), backroom.Batch(game, num_envs=2, seed=1)
    with pytest.raises(backroom.InvalidOption, match="seed"):
        batch.reset(seed=seed)
    batch.step(actions := legal(batch, habit))
    twin.step(actions)
    assert contents(batch) == contents(twin)


@pytest.mark.parametrize("num_envs", [0, -1, 1.0, "2", None, True, 1 << 40])
def test_impossible_numbers_of_games_are_refused(game, num_envs):
    with pytest.raises(backroom.InvalidOption, match="num_envs"):
        backroom.Batch(game, num_envs=num_envs)


def test_impossible_options_are_refused(game):
    with pytest.raises(backroom.InvalidOption, match="no_such_option"):
        backroom.Batch(game, num_envs=2, no_such_option=1)
    with pytest.raises(backroom.InvalidOption, match="bankroll"):
        backroom.Batch(game, num_envs=2, bankroll=0)


# --- games that differ ---


def test_games_of_one_batch_may_differ(game, sized, variety, habit):
    """Every game plays as it would by its own options in a batch of its own."""
    each = [*(dict(table.options) for table in sized), *variety]
    count = len(each)
    mixed = backroom.Batch(game, num_envs=count, seed=6, final_observations=True, game_options=each)
    alone = [backroom.Batch(game, num_envs=count, seed=6, final_observations=True, **options) for options in each]
    for _ in range(15):
        for i, batch in enumerate(alone):
            for name in ARRAYS[:-1]:
                assert np.array_equal(getattr(batch, name)[i], getattr(mixed, name)[i]), (each[i], name)
            assert batch.save_state(i) == mixed.save_state(i)
            if mixed.terminations[i]:
                assert np.array_equal(batch.final_observations[i], mixed.final_observations[i])
        mixed.step(legal(mixed, habit))
        for batch in alone:
            batch.step(legal(batch, habit))


def test_options_of_a_game_are_laid_over_those_of_all(game, knob):
    batch = backroom.Batch(game, num_envs=3, seed=0, game_options=[{}, {knob: 9}, {}], **{knob: 7})
    for i, units in enumerate((7, 9, 7)):
        env = backroom.make(game, **{knob: units})
        env.load_state(batch.save_state(i))
        assert np.max(env.describe_all()[knob]) == units


def test_game_options_are_one_mapping_a_game(game):
    for wrong in ([], [{}], [{}] * 3):
        with pytest.raises(backroom.InvalidOption, match="game_options"):
            backroom.Batch(game, num_envs=2, game_options=wrong)
    with pytest.raises(backroom.InvalidOption, match="no_such_option"):
        backroom.Batch(game, num_envs=2, game_options=[{}, {"no_such_option": 1}])


# --- actions ---


def test_an_illegal_action_names_the_first_bad_index_and_changes_nothing(game, habit):
    batch = backroom.Batch(game, num_envs=5, seed=0, final_observations=True)
    batch.step(legal(batch, habit))
    before, states = contents(batch), [batch.save_state(i) for i in range(5)]
    for first in range(5):
        for bad in (-1, forbidden(batch.action_masks[first]), batch.action_masks.shape[1], 1 << 40, -(1 << 63)):
            actions = legal(batch, habit)
            actions[first:] = bad
            actions[first] = bad
            with pytest.raises(backroom.IllegalAction, match=f"index {first}, player_{batch.seats[first]}") as refusal:
                batch.step(actions)
            assert str(bad) in str(refusal.value)
            names = [get_game(game).actions[i] for i in np.flatnonzero(batch.action_masks[first])]
            assert all(name in str(refusal.value) for name in names)
            assert contents(batch) == before
            assert [batch.save_state(i) for i in range(5)] == states


def wrong_actions(right: Any) -> list[Any]:
    shapes = [right[:-1], np.append(right, 0), right[None], right[:, None], int(right[0]), [], None]
    kinds = [right.astype(float), right.astype(np.float32), right == right, right.astype(str), right.astype(object)]
    return [*shapes, *kinds, right * 1j, right.astype("timedelta64[s]"), [None] * len(right), "0" * len(right)]


def test_anything_but_whole_numbers_is_refused(game, habit):
    batch = backroom.Batch(game, num_envs=3, seed=0)
    before, states = contents(batch), [batch.save_state(i) for i in range(3)]
    for actions in wrong_actions(legal(batch, habit)):
        with pytest.raises(backroom.IllegalAction):
            batch.step(actions)
        assert contents(batch) == before
        assert [batch.save_state(i) for i in range(3)] == states


def test_whole_numbers_of_all_kinds_are_actions(game, habit):
    batches = [backroom.Batch(game, num_envs=3, seed=0) for _ in range(6)]
    right = legal(batches[0], habit)
    forms = [right, right.tolist(), tuple(right), right.astype(np.int8), right.astype(np.uint64), right.astype(">i4")]
    for batch, form in zip(batches, forms, strict=True):
        batch.step(form)
        assert contents(batch) == contents(batches[0])
    wrapped = np.full(3, 2**64 - 1, np.uint64)
    with pytest.raises(backroom.IllegalAction):
        batches[0].step(wrapped)


def test_the_public_masks_are_not_what_actions_are_checked_against(game, habit):
    batch, twin = backroom.Batch(game, num_envs=3, seed=0), backroom.Batch(game, num_envs=3, seed=0)
    for _ in range(10):
        actions = legal(twin, habit)
        bad = np.array([forbidden(mask) for mask in twin.action_masks])
        batch.action_masks[:] = 1
        batch.observations[:] = 7
        batch.seats[:] = 1
        batch.rewards[:] = 7
        batch.terminations[:] = True
        with pytest.raises(backroom.IllegalAction):
            batch.step(bad)
        batch.action_masks[:] = 0
        batch.step(actions)
        twin.step(actions)
        assert contents(batch) == contents(twin)


def test_actions_are_not_changed(game, habit):
    batch = backroom.Batch(game, num_envs=3, seed=0)
    actions = legal(batch, habit)
    kept = actions.copy()
    batch.step(actions)
    assert np.array_equal(actions, kept)


# --- states that move ---


def test_games_move_into_the_table_and_back(table, habit, snapshot):
    batch = backroom.Batch(table.game, num_envs=3, seed=2, **table.options)
    env = table.env()
    for _ in range(7):
        batch.step(legal(batch, habit))
    for i in range(3):
        env.load_state(batch.save_state(i))
        assert env.agent_selection == f"player_{batch.seats[i]}"
        seen = env.observe(env.agent_selection)
        assert np.array_equal(seen["observation"], batch.observations[i])
        assert np.array_equal(seen["action_mask"], batch.action_masks[i])
        assert not any(env._cumulative_rewards.values())
        twin = table.env()
        twin.load_state(batch.save_state(i))
        assert snapshot(twin) == snapshot(env)
    other = backroom.Batch(table.game, num_envs=2, seed=99, **table.options)
    other.load_state(1, env.save_state())
    assert np.array_equal(other.observations[1], batch.observations[2])
    assert np.array_equal(other.action_masks[1], batch.action_masks[2])
    assert other.seats[1] == batch.seats[2]
    for _ in range(20):
        batch.step(legal(batch, habit))
        other.step(legal(other, habit))
        for name in ARRAYS[:-1]:
            assert np.array_equal(getattr(other, name)[1], getattr(batch, name)[2]), name


def test_a_game_of_a_batch_goes_on_in_the_table_as_it_would_have(table, habit):
    batch = backroom.Batch(table.game, num_envs=2, seed=2, **table.options)
    env = table.env()
    env.load_state(batch.save_state(1))
    for _ in range(40):
        actions = legal(batch, habit)
        env.step(int(actions[1]))
        batch.step(actions)
        assert batch.rewards[1, : table.seats].tolist() == list(env.rewards.values())
        if all(env.terminations.values()):
            assert batch.terminations[1]
            env.reset()
        assert np.array_equal(env.observe(env.agent_selection)["observation"], batch.observations[1])


def test_a_finished_game_is_refused(game, player):
    env = backroom.make(game)
    env.reset(seed=0)
    while not all(env.terminations.values()):
        player.decide(env)
    batch = backroom.Batch(game, num_envs=2, seed=0)
    before, states = contents(batch), [batch.save_state(i) for i in range(2)]
    with pytest.raises(backroom.InvalidState, match="over"):
        batch.load_state(0, env.save_state())
    assert contents(batch) == before
    assert [batch.save_state(i) for i in range(2)] == states


def test_a_game_that_has_not_begun_is_refused(game):
    """A batch holds games that wait for a decision; playing on in one that never began may never come back."""
    batch = backroom.Batch(game, num_envs=2, seed=0)
    states = [batch.save_state(i) for i in range(2)]
    with pytest.raises(backroom.InvalidState):
        batch.load_state(0, backroom.make(game).save_state())
    assert [batch.save_state(i) for i in range(2)] == states


@pytest.mark.parametrize("index", [-1, 2, 1.0, "0", None, True])
def test_games_are_named_by_their_index(game, index):
    batch = backroom.Batch(game, num_envs=2, seed=0)
    with pytest.raises(backroom.InvalidOption, match="game"):
        batch.save_state(index)
    with pytest.raises(backroom.InvalidOption, match="game"):
        batch.load_state(index, batch.save_state(0))


@pytest.mark.parametrize("way", [copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))], ids=["deepcopy", "pickle"])
def test_copies_of_a_batch_play_on_identically(game, habit, way):
    batch = backroom.Batch(game, num_envs=3, seed=0)
    for _ in range(5):
        batch.step(legal(batch, habit))
    twin = way(batch)
    for _ in range(30):
        batch.step(legal(batch, habit))
        twin.step(legal(twin, habit))
        assert contents(batch) == contents(twin)
    for _ in range(3):
        twin.step(legal(twin, habit))
    assert contents(batch) != contents(twin)


# --- size ---

MEMORY = """
import json, resource, sys
import numpy as np
import backroom

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # MB

found = {}
for game in sys.argv[1:]:
    small = backroom.Batch(game, num_envs=2, seed=0)
    small.step(np.argmax(small.action_masks, axis=1))
    before = peak()
    large = backroom.Batch(game, num_envs=16384, seed=0)
    for _ in range(3):
        large.step(np.argmax(large.action_masks, axis=1))
    found[game] = peak() - before
    del large
print(json.dumps(found))
"""


def test_a_large_batch_is_small():
    """16,384 games with observations and masks stay under 200 MB above the import."""
    pytest.importorskip("resource")
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run([sys.executable, "-c", MEMORY, *backroom.games()], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert max(json.loads(done.stdout).values()) < 200
