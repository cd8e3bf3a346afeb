"""Saved states: what comes back, and that damaged or foreign bytes are refused with nothing changed."""

import dataclasses
import hashlib
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.envs.core import registry
from backroom.envs.views.saved_states import CHECKSUM
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

EXACTLY = settings(
    deadline=None,
    derandomize=True,
    max_examples=60,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture
def saved(game, player) -> tuple[Any, bytes]:
    """An environment in the middle of an episode, and what it saves."""
    env = backroom.make(game)
    env.reset(seed=3)
    player.reach(env, 5)
    return env, env.save_state()


def refuses(env: Any, data: Any) -> None:
    before = env.save_state()
    with pytest.raises(backroom.InvalidState) as refusal:
        env.load_state(data)
    assert isinstance(refusal.value, ValueError)
    assert env.save_state() == before


def sealed(body: bytes) -> bytes:
    """Bytes with a checksum that fits."""
    return body + hashlib.sha256(body).digest()


def test_saving_changes_nothing_and_is_the_same_twice(saved, snapshot):
    env, data = saved
    before = snapshot(env)
    assert isinstance(data, bytes)
    assert env.save_state() == data
    assert snapshot(env) == before


def test_what_was_saved_is_saved_again(table, new_player):
    for seed, decisions in enumerate((0, 1, 6, 20)):
        env, other = table.env(), table.env()
        env.reset(seed=seed)
        new_player(seed).reach(env, decisions)
        other.load_state(env.save_state())
        assert other.save_state() == env.save_state()


def test_all_kinds_of_bytes_can_be_loaded(saved, game, snapshot):
    env, data = saved
    for form in (data, bytearray(data), memoryview(data)):
        other = backroom.make(game)
        other.load_state(form)
        assert snapshot(other) == snapshot(env)


def test_an_earlier_moment_can_be_gone_back_to(game, player, snapshot):
    env = backroom.make(game)
    env.reset(seed=3)
    moments = []
    for _ in range(15):
        moments.append((env.save_state(), snapshot(env)))
        player.reach(env, 1)
    for data, moment in reversed(moments):
        env.load_state(data)
        assert snapshot(env) == moment


def test_an_environment_that_has_not_begun_can_be_saved(game, snapshot):
    env, other = backroom.make(game), backroom.make(game)
    other.reset(seed=1)
    other.load_state(env.save_state())
    assert other.agents == []
    with pytest.raises(RuntimeError, match="reset"):
        other.step(0)
    with pytest.raises(RuntimeError, match="reset"):
        other.observe("player_0")
    seeded, again = backroom.make(game), backroom.make(game)
    seeded.load_state(env.save_state())
    seeded.reset(seed=4)
    again.reset(seed=4)
    assert snapshot(seeded) == snapshot(again)


def test_unseeded_episodes_after_loading_an_unbegun_one_differ(game):
    """What was never seeded does not become seeded by being saved."""
    data = backroom.make(game).save_state()
    keys = set()
    for _ in range(4):
        env = backroom.make(game)
        env.load_state(data)
        env.reset()
        keys.add(int(env._states["key"][0]))
    assert len(keys) == 4


# --- damaged ---


@EXACTLY
@given(place=st.floats(0, 1, exclude_max=True), flip=st.integers(1, 255))
def test_one_changed_byte_is_noticed(saved, place, flip):
    env, data = saved
    damaged = bytearray(data)
    damaged[int(place * len(data))] ^= flip
    refuses(env, bytes(damaged))


@EXACTLY
@given(length=st.floats(0, 1, exclude_max=True))
def test_a_truncated_state_is_noticed(saved, length):
    env, data = saved
    refuses(env, data[: int(length * len(data))])
    refuses(env, data[len(data) - int(length * len(data)) :])


@EXACTLY
@given(st.binary(max_size=300))
def test_random_bytes_are_no_state(saved, data):
    env, real = saved
    refuses(env, data)
    refuses(env, real + data if data else b"")
    refuses(env, data + real if data else b"")


@EXACTLY
@given(st.binary(max_size=100))
def test_random_bytes_after_a_right_beginning_are_no_state(saved, data):
    """Even with a checksum that fits, what stands behind it is checked."""
    env, real = saved
    start = real[:9]
    refuses(env, sealed(start + data))
    refuses(env, sealed(start + len(data).to_bytes(4, "big") + data))


def test_a_record_of_another_size_is_refused(saved):
    """A checksum that fits does not make half a record a game."""
    env, data = saved
    body, size = data[:-CHECKSUM], env.game.state.dtype.itemsize
    for wrong in (body[:-1], body[:-8], body + b"\0", body + body[-size:], body[:-size]):
        refuses(env, sealed(wrong))


@pytest.mark.parametrize("data", [None, 1, "text", [], {}, 1.5, np.zeros(3), object()], ids=lambda data: type(data).__name__)
def test_only_bytes_are_states(saved, data):
    refuses(saved[0], data)


# --- foreign ---


def test_states_of_other_games_are_refused(guest_game, player):
    for name in set(backroom.games()) - {guest_game}:
        one, other = backroom.make(name), backroom.make(guest_game)
        one.reset(seed=1)
        other.reset(seed=1)
        refuses(one, other.save_state())
        refuses(other, one.save_state())


def test_states_of_other_options_are_refused(game, variety):
    env = backroom.make(game)
    env.reset(seed=1)
    for options in variety:
        other = backroom.make(game, **options)
        other.reset(seed=1)
        refuses(env, other.save_state())
        refuses(other, env.save_state())


def test_states_of_other_sizes_are_refused(sized):
    envs = [table.env() for table in sized]
    for env in envs:
        env.reset(seed=1)
    for env in envs:
        for other in envs:
            if other is not env:
                refuses(env, other.save_state())


def test_options_written_in_another_way_are_the_same_options(game, knob, snapshot):
    seats = backroom.make(game).max_num_agents
    nine = [9] * seats if knob == "bankroll" else np.int64(9)
    one, other = backroom.make(game, **{knob: 9}), backroom.make(game, num_players=seats, **{knob: nine})
    one.reset(seed=1)
    other.load_state(one.save_state())
    assert snapshot(one) == snapshot(other)


def test_states_after_an_override_fit_tables_of_those_options(game, knob, snapshot):
    env = backroom.make(game)
    env.reset(seed=1, options={"game": {knob: 9}})
    fits = backroom.make(game, **{knob: 9})
    fits.load_state(env.save_state())
    assert snapshot(fits) == snapshot(env)
    refuses(backroom.make(game), env.save_state())


def test_states_of_other_versions_are_refused(guest_game, guest, monkeypatch):
    env = backroom.make(guest_game)
    env.reset(seed=1)
    data = env.save_state()
    monkeypatch.setitem(registry.guests, guest_game, dataclasses.replace(guest.GAME, version=1))
    refuses(backroom.make(guest_game), data)
    dtype = guest.STATE.dtype
    fields = [(name if name != "turns" else "moves", dtype[name]) for name in dtype.names]
    other = guest.STATE._replace(dtype=np.dtype((np.record, np.dtype(fields, align=True))))
    changed = dataclasses.replace(guest.GAME, state=other)
    monkeypatch.setitem(registry.guests, guest_game, changed)
    with pytest.raises(backroom.InvalidState, match="record"):
        backroom.make(guest_game).load_state(data)


def test_refused_bytes_change_nothing_in_a_batch(saved, game, knob):
    _, data = saved
    batch = backroom.Batch(game, num_envs=2, seed=0)
    before = [batch.save_state(i) for i in range(2)]
    seen = batch.observations.copy()
    other = backroom.make(game, **{knob: 9})
    other.reset(seed=1)
    for bad in (data[:-1], data + b"\0", b"", other.save_state(), None, "text"):
        with pytest.raises(backroom.InvalidState):
            batch.load_state(1, bad)
    assert [batch.save_state(i) for i in range(2)] == before
    assert np.array_equal(batch.observations, seen)
    batch.load_state(1, data)
    assert batch.save_state(1) != before[1]


def test_play_goes_on_after_a_refusal(saved, player, play_alike):
    env, data = saved
    twin = env.clone()
    for bad in (data[:-1], b"", data[::-1]):
        refuses(env, bad)
    play_alike(env, twin, player, 20)


def test_every_byte_of_a_record_belongs_to_a_field(game):
    """Copies leave bytes that belong to none as memory was: two saved states of one game would differ in them."""
    record = backroom.make(game).game.state.dtype
    assert sum(record[name].itemsize for name in record.names or ()) == record.itemsize
