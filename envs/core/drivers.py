"""What the views do with records, as kernels. A template: loaded once a game, with that game's rules as globals.

`deal`, `legal`, `step`, `observe` and `resample` are the game's (see `Rules`), `EPISODE` its record's, `SCALES` its layout's;
`kernel` caches in the game's own folder. Arrays are written in place. An array of length 0 says that its content is not wanted.

Endings of names: `_record` one record, `_game` game i of an array, `_games` those named in `which`, `_batch` all of them.
"""

from typing import TYPE_CHECKING

import numpy as np

from .chance import BETTOR, episode_key, uniform
from .jit import overwrite
from .record import NOBODY, OVER

if TYPE_CHECKING:
    from .bound_rules import (  # pyright: ignore[reportMissingModuleSource]
        EPISODE,
        SCALES,
        deal,
        inlined,
        kernel,
        legal,
        observe,
        resample,
        step,
    )


@kernel
def reset_record(s):
    """The next episode of the record's stream."""
    s.episode += 1
    s.key = episode_key(s.seed, s.game, s.episode)
    overwrite(s, EPISODE)
    for seat in range(s.stack.shape[0]):
        s.stack[seat] = s.bankroll[seat]
    deal(s)


@inlined
def step_record(s, action):
    """One decision: `rewards` and `has_results` are of this decision alone."""
    s.decisions += 1
    s.has_results = 0
    for seat in range(s.rewards.shape[0]):
        s.rewards[seat] = 0
    step(s, action)
    if s.over:
        s.to_act = NOBODY


@inlined
def observe_record(s, viewer, numbers):
    """The game writes what seat `viewer` knows into `numbers`, scratch that stays in the cache."""
    for place in range(SCALES.shape[0]):
        numbers[place] = 0
    observe(s, viewer, numbers)


@inlined
def scaled(numbers, observation):
    for place in range(SCALES.shape[0]):
        observation[place] = np.float32(numbers[place]) * SCALES[place]


@inlined
def scaled_row(numbers, observations, i):
    """As `scaled`, into a row: a slice of the array would be counted as a reference, which costs more than the row itself."""
    for place in range(SCALES.shape[0]):
        observations[i, place] = np.float32(numbers[place]) * SCALES[place]


@inlined
def scratch():
    """Room for the numbers of one observation."""
    return np.empty(SCALES.shape[0], np.int32)


@kernel
def reset_game(states, i, mask):
    reset_record(states[i])
    legal(states[i], mask)


@kernel
def step_game(states, i, action, mask):
    """One decision of game i; then the mask of the seat that is to act. True when it paid anything or has results."""
    s = states[i]
    step_record(s, action)
    legal(s, mask)
    something = s.has_results != 0
    for seat in range(s.rewards.shape[0]):
        something |= s.rewards[seat] != 0
    return something


@kernel
def observe_game(states, i, viewer, observation):
    """What seat `viewer` of game i knows; -1 is a spectator."""
    numbers = scratch()
    observe_record(states[i], viewer, numbers)
    scaled(numbers, observation)


@kernel
def legal_game(states, i, mask):
    legal(states[i], mask)


@kernel
def resample_game(states, i, viewer, key):
    """Redraw by `key` what `viewer` can not see of game i; the rest of the episode is drawn by `key` too."""
    resample(states[i], viewer, key)
    states[i].key = key


@kernel
def reset_batch(states, observations, masks, seats):
    numbers = scratch()
    for i in range(states.shape[0]):
        s = states[i]
        reset_record(s)
        show_record(s, i, observations, masks, seats, numbers)


@inlined
def show_record(s, i, observations, masks, seats, numbers):
    """Game i's row of what a batch shows."""
    seats[i] = s.to_act
    legal(s, masks[i])
    if observations.shape[0] > 0:
        observe_record(s, s.to_act, numbers)
        scaled_row(numbers, observations, i)


@kernel
def step_batch(states, actions, observations, masks, seats, rewards, terminations, finals):
    """One decision in every game; a finished one begins its next episode at once."""
    numbers = scratch()
    for i in range(states.shape[0]):
        s = states[i]
        step_record(s, actions[i])
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = s.rewards[seat]
        terminations[i] = s.over
        if s.over:
            if finals.shape[0] > 0:
                for seat in range(s.num_players):
                    observe_record(s, seat, numbers)
                    scaled(numbers, finals[i, seat])
            reset_record(s)
        show_record(s, i, observations, masks, seats, numbers)


@kernel
def reset_games(states, which):
    for j in range(which.shape[0]):
        reset_record(states[which[j]])


@kernel
def observe_games(states, which, observations, masks, u):
    """For each game named in `which`: what its seat to act knows and may do, and the uniform number of the decision."""
    numbers = scratch()
    for j in range(which.shape[0]):
        s = states[which[j]]
        observe_record(s, s.to_act, numbers)
        scaled_row(numbers, observations, j)
        legal(s, masks[j])
        u[j] = uniform(s.key, 0, s.to_act, BETTOR, s.decisions)


@kernel
def observe_seats(states, which, viewers, observations):
    """For each game named in `which`: what seat `viewers[j]` knows."""
    numbers = scratch()
    for j in range(which.shape[0]):
        observe_record(states[which[j]], viewers[j], numbers)
        scaled_row(numbers, observations, j)


@kernel
def step_games(states, which, actions, returns):
    """One decision in each game named in `which`; its rewards are added to `returns` (games, seats)."""
    for j in range(which.shape[0]):
        s = states[which[j]]
        step_record(s, actions[j])
        for seat in range(returns.shape[1]):
            returns[which[j], seat] += s.rewards[seat]


@kernel
def who_acts(states, which, lineup, out):
    """For each game named in `which`: the number in `lineup` (games, seats) of who is to act, or -2 when it is over."""
    for j in range(which.shape[0]):
        s = states[which[j]]
        out[j] = OVER if s.over else lineup[which[j], s.to_act]
