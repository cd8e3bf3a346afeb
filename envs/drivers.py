"""What the views do with records, as kernels. A template: loaded once a game, with that game's rules as globals.

`deal`, `legal`, `step`, `observe` and `resample` are the game's (see `Game`); `kernel` caches in the game's own folder.
Arrays are written in place. An array of length 0 says that its content is not wanted.
"""

from typing import TYPE_CHECKING

import numpy as np

from .chance import BETTOR, episode_key, uniform
from .record import OVER

if TYPE_CHECKING:
    from .bound_rules import (  # pyright: ignore[reportMissingModuleSource]
        deal,
        inlined,
        kernel,
        legal,
        observe,
        resample,
        step,
    )


@kernel
def begin_record(s):
    """The next episode of the record's stream."""
    s.episode += 1
    s.key = episode_key(s.seed, s.game, s.episode)
    s.over = 0
    s.decisions = 0
    s.hands_played = 0
    s.news = 0
    s.pot = 0
    s.house = 0
    for seat in range(s.stack.shape[0]):
        s.stack[seat] = s.bankroll[seat]
        s.rewards[seat] = 0
    deal(s)


@inlined
def step_record(s, action):
    """One decision: `rewards` and `news` are of this decision alone."""
    s.decisions += 1
    s.news = 0
    for seat in range(s.rewards.shape[0]):
        s.rewards[seat] = 0
    step(s, action)


@kernel
def begin(states, i, mask):
    begin_record(states[i])
    legal(states[i], mask)


@kernel
def play(states, i, action, mask):
    """One decision of game i; then the mask of the seat that is to act. True when it paid or reported anything."""
    s = states[i]
    step_record(s, action)
    legal(s, mask)
    told = s.news != 0
    for seat in range(s.rewards.shape[0]):
        told |= s.rewards[seat] != 0
    return told


@kernel
def look(states, i, viewer, observation):
    """What seat `viewer` of game i knows; -1 is a spectator."""
    observe(states[i], viewer, observation)


@kernel
def mask_of(states, i, mask):
    legal(states[i], mask)


@kernel
def redraw(states, i, viewer, key):
    """Redraw by `key` what `viewer` can not see of game i; the rest of the episode is drawn by `key` too."""
    resample(states[i], viewer, key)
    states[i].key = key


@kernel
def begin_batch(states, observations, masks, seats):
    row = np.empty(observations.shape[1], np.float32)
    for i in range(states.shape[0]):
        s = states[i]
        begin_record(s)
        show_batch(s, i, observations, masks, seats, row)


@inlined
def show_batch(s, i, observations, masks, seats, row):
    """Observations are written into `row`, which stays in the cache, and carried over: their own memory is touched once."""
    seats[i] = s.to_act
    legal(s, masks[i])
    if observations.shape[0] > 0:
        observe(s, s.to_act, row)
        for place in range(row.shape[0]):
            observations[i, place] = row[place]


@kernel
def play_batch(states, actions, observations, masks, seats, rewards, terminations, finals):
    """One decision in every game; a finished one begins its next episode at once."""
    row = np.empty(observations.shape[1], np.float32)
    for i in range(states.shape[0]):
        s = states[i]
        step_record(s, actions[i])
        for seat in range(rewards.shape[1]):
            rewards[i, seat] = s.rewards[seat]
        terminations[i] = s.over
        if s.over:
            if finals.shape[0] > 0:
                for seat in range(s.num_players):
                    observe(s, seat, finals[i, seat])
            begin_record(s)
        show_batch(s, i, observations, masks, seats, row)


@kernel
def begin_some(states, which):
    for j in range(which.shape[0]):
        begin_record(states[which[j]])


@kernel
def look_some(states, which, observations, masks, u):
    """For each game named in `which`: what its seat to act knows and may do, and the uniform number of the decision."""
    for j in range(which.shape[0]):
        s = states[which[j]]
        observe(s, s.to_act, observations[j])
        legal(s, masks[j])
        u[j] = uniform(s.key, 0, s.to_act, BETTOR, s.decisions)


@kernel
def look_from(states, which, viewers, observations):
    """For each game named in `which`: what seat `viewers[j]` knows."""
    for j in range(which.shape[0]):
        observe(states[which[j]], viewers[j], observations[j])


@kernel
def play_some(states, which, actions, returns):
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
