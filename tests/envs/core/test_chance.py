"""Addressed chance: an outcome depends on its key and address alone, and streams do not meet."""

from itertools import pairwise, product

import backroom
import numpy as np
import pytest
from backroom.envs.core.chance import BETTOR, LEARNER_SEAT, LINEUP, Stream, episode_key, outcome, randint, stream_seed, uniform
from hypothesis import given, settings
from hypothesis import strategies as st

EXACTLY = settings(deadline=None, derandomize=True, max_examples=60, database=None)
keys = st.integers(0, 2**64 - 1).map(np.uint64)
hands = st.integers(0, 2**24 - 1)
bytes_ = st.integers(0, 2**8 - 1)
indices = st.integers(0, 2**24 - 1)
addresses = st.tuples(hands, bytes_, bytes_, indices)


@EXACTLY
@given(keys, addresses, st.lists(addresses, max_size=5))
def test_nothing_is_consumed(key, address, others):
    """An outcome is the same whatever was asked before."""
    first = int(outcome(key, *address))
    for other in others:
        outcome(key, *other)
        randint(key, *other, 6)
        uniform(key, *other)
    assert int(outcome(key, *address)) == first
    assert 0 <= first < 2**64


@EXACTLY
@given(keys, addresses, addresses)
def test_addresses_do_not_meet(key, one, other):
    assert (int(outcome(key, *one)) == int(outcome(key, *other))) == (one == other)


@EXACTLY
@given(keys, keys, addresses)
def test_keys_do_not_meet(one, other, address):
    assert (int(outcome(one, *address)) == int(outcome(other, *address))) == (one == other)


def test_the_edges_of_every_part_of_an_address_are_apart():
    parts = [(0, 1, 2**24 - 1), (0, 1, 255), (0, 1, 255), (0, 1, 2**24 - 1)]
    seen = {int(outcome(np.uint64(5), *address)) for address in product(*parts)}
    assert len(seen) == 3**4


@EXACTLY
@given(keys, addresses, st.integers(1, 10_000))
def test_outcomes_lie_in_their_ranges(key, address, count):
    assert 0 <= int(randint(key, *address, count)) < count
    assert 0 <= float(uniform(key, *address)) < 1
    assert int(randint(key, *address, 1)) == 0


@pytest.mark.parametrize("count", [2, 6, 10, 52])
def test_outcomes_are_even(count):
    """Chi-square over many addresses stays below what chance exceeds once in a million times."""
    draws = 3000
    found = np.bincount([int(randint(np.uint64(77), hand, 0, 1, 2, count)) for hand in range(draws)], minlength=count)
    chi_square = float(((found - draws / count) ** 2 / (draws / count)).sum())
    assert chi_square < count - 1 + 7 * np.sqrt(2 * count)
    assert found.min() > 0


def test_neighbouring_addresses_are_unrelated():
    """Along each part of the address, one outcome tells nothing about the next."""
    for part in range(4):
        address = [3, 2, 1, 4]
        values = []
        for step in range(250):
            address[part] = step
            values.append(float(uniform(np.uint64(123), *address)))
        assert abs(np.corrcoef(values[:-1], values[1:])[0, 1]) < 0.2
        assert 0.4 < np.mean(values) < 0.6
        assert len(set(values)) == 250


def test_bits_of_keys_are_spread():
    """Seeds that differ in one bit have keys that differ in about half of all bits."""
    differing = []
    for bit in range(64):
        one, other = (int(stream_seed(seed, Stream.PLAY)) for seed in (12345, 12345 ^ (1 << bit)))
        differing.append((one ^ other).bit_count())
    assert min(differing) > 10
    assert max(differing) < 54
    assert 28 < np.mean(differing) < 36


def test_episodes_and_games_of_streams_have_keys_of_their_own():
    found = [
        int(episode_key(np.uint64(stream_seed(seed, stream)), game, episode))
        for seed, stream, game, episode in product((0, 1, 2**64 - 1), Stream, range(12), range(12))
    ]
    assert len(set(found)) == len(found) == 3 * len(Stream) * 144


def test_the_house_s_purposes_are_apart_from_each_other_and_above_the_games():
    assert len({BETTOR, LINEUP, LEARNER_SEAT}) == 3
    assert min(BETTOR, LINEUP, LEARNER_SEAT) >= 200
    assert max(BETTOR, LINEUP, LEARNER_SEAT) < 256
    numbers = {float(uniform(np.uint64(1), 0, 0, purpose, 0)) for purpose in (BETTOR, LINEUP, LEARNER_SEAT, 0, 1)}
    assert len(numbers) == 5


def test_streams_are_apart():
    assert len({int(stream) for stream in Stream}) == len(Stream)
    assert len({int(stream_seed(0, stream)) for stream in Stream}) == len(Stream)


@pytest.mark.parametrize(
    "seed", [-1, 1 << 64, -(1 << 70), 1.0, 0.5, float("nan"), "1", None, True, [1], np.bool_(True), np.float64(2)]
)
def test_seeds_that_are_none_are_refused(seed):
    with pytest.raises(backroom.InvalidOption, match="whole number from 0 to"):
        stream_seed(seed, Stream.PLAY)


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1, 2**63, 2**64 - 1])
def test_seeds_are_the_same_in_every_type(seed):
    found = {int(stream_seed(seed, Stream.PLAY)), int(stream_seed(np.uint64(seed), Stream.PLAY))}
    if seed < 2**63:
        found.add(int(stream_seed(np.int64(seed), Stream.PLAY)))
    assert len(found) == 1


def test_all_seeds_are_different_streams():
    seeds = [*range(200), *(1 << bit for bit in range(8, 64)), 2**64 - 1]
    found = [int(stream_seed(seed, Stream.PLAY)) for seed in seeds]
    assert len(set(found)) == len(seeds)


# --- in games ---


def test_the_chance_of_an_episode_does_not_depend_on_what_was_played(table, new_player):
    """Not in the episodes before, and not in how many decisions they took."""
    beginnings = []
    for seed in range(3):
        env = table.env()
        env.reset(seed=31)
        player = new_player(seed)
        found = []
        for _ in range(3):
            found.append((int(env._states["key"][0]), env.state().tobytes()))
            for _ in range(3 * seed):
                if not all(env.terminations.values()):
                    player.decide(env)
            env.reset()
        beginnings.append(found)
    assert beginnings[0] == beginnings[1] == beginnings[2]
    assert len(set(beginnings[0])) == 3


def test_the_key_stays_through_an_episode(game, player):
    env = backroom.make(game)
    env.reset(seed=1)
    keys = [int(env._states["key"][0])]
    while not all(env.terminations.values()):
        player.decide(env)
        assert int(env._states["key"][0]) == keys[0]
    for _ in range(5):
        env.reset()
        keys.append(int(env._states["key"][0]))
    assert len(set(keys)) == 6
    assert all(one != other for one, other in pairwise(keys))
