"""Addressed chance: every random outcome is a pure function of a key and an address, nothing is consumed.

A game record holds a 64-bit key. An outcome is `mix(key, hand, seat, purpose, index)`: whatever was played before, and in
whatever order, the die at one address is the same. So batch, single and uncompiled play agree to the bit, duplicate
deals stay duplicate after a fold, and a clone with another key has another future but the same past.
"""

from enum import IntEnum

import numpy as np

from .errors import InvalidOption
from .jit import inlined, kernel

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MULTIPLIER_1 = np.uint64(0xBF58476D1CE4E5B9)
MULTIPLIER_2 = np.uint64(0x94D049BB133111EB)
U11, U24, U27, U30, U31, U32, U40 = (np.uint64(n) for n in (11, 24, 27, 30, 31, 32, 40))
INVERSE_2_53 = 1.0 / (1 << 53)

# Purposes from 200 up are the house's own; a game numbers its purposes from 0.
BETTOR = 200  # the uniform number that a seat's agent is handed with a decision
LINEUP = 201  # which agent of a mixture takes a seat in this episode
LEARNER_SEAT = 202  # where the learner sits in this episode


class Stream(IntEnum):
    """What a seed is used for: streams of different purposes never share a key."""

    PLAY = 0
    TRAINING = 1
    VALIDATION = 2
    EVALUATION = 3
    RESAMPLE = 4
    CLONE = 5


@inlined
def mix(z):
    """The finaliser of splitmix64: every bit of the result depends on every bit of `z` (uint64)."""
    z = (z ^ (z >> U30)) * MULTIPLIER_1
    z = (z ^ (z >> U27)) * MULTIPLIER_2
    return z ^ (z >> U31)


@inlined
def outcome(key, hand, seat, purpose, index):
    """64 random bits at an address: hand below 2**24, seat and purpose below 2**8, index below 2**24."""
    address = (np.uint64(hand) << U40) | (np.uint64(seat) << U32) | (np.uint64(purpose) << U24) | np.uint64(index)
    return mix(key + address * GAMMA)


@inlined
def randint(key, hand, seat, purpose, index, n):
    """A uniform integer in [0, n); the bias is below n / 2**32."""
    return np.int64(((outcome(key, hand, seat, purpose, index) >> U32) * np.uint64(n)) >> U32)


@inlined
def uniform(key, hand, seat, purpose, index):
    """A uniform float64 in [0, 1)."""
    return np.float64(outcome(key, hand, seat, purpose, index) >> U11) * INVERSE_2_53


@kernel
def episode_key(seed, game, episode):
    """The key of episode `episode` of game `game` in the stream `seed`, whatever was played before."""
    return mix(mix(seed + (np.uint64(game) + np.uint64(1)) * GAMMA) + (np.uint64(episode) + np.uint64(1)) * GAMMA)


def check_seed(seed: int) -> int:
    """`seed` as a Python int. Raises `InvalidOption` unless it is a whole number in [0, 2**64)."""
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed < 1 << 64:
        raise InvalidOption(f"seed: {seed!r} is not a whole number from 0 to 2**64 - 1")
    return int(seed)


def stream_seed(seed: int, stream: Stream) -> np.uint64:
    """The 64-bit seed of one stream. Raises `InvalidOption` as `check_seed` does."""
    check_seed(seed)
    with np.errstate(over="ignore"):
        # a compiled kernel hands back a Python int, which the next kernel would take for a signed one
        return np.uint64(mix(np.uint64(mix(np.uint64(seed))) + (np.uint64(stream) + np.uint64(1)) * GAMMA))
