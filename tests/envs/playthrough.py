"""Plays games through every view and digests all that was seen, to compare processes, and compiled with uncompiled play.

`python playthrough.py GAME...` prints the digests as JSON. The game "stop_or_go" is that of `tests/guests`.
"""

import hashlib
import importlib
import json
import sys
import zlib
from pathlib import Path
from typing import Any

import backroom
import numpy as np


class Digest:
    """A SHA-256 of arrays, with type and shape, and of plain values."""

    def __init__(self) -> None:
        self._sum = hashlib.sha256()

    def add(self, *things: Any) -> None:
        for thing in things:
            if isinstance(thing, np.ndarray):
                self._sum.update(f"{thing.dtype} {thing.shape}".encode() + thing.tobytes())
            elif isinstance(thing, dict):
                self.add(list(thing), *thing.values())
            else:
                self._sum.update(repr(thing).encode())

    def text(self) -> str:
        return self._sum.hexdigest()


class Habit(backroom.Agent):
    """Plays what the bytes of its observation point at."""

    name = "habit"

    def act(self, observation, action_mask, u):
        legal = np.flatnonzero(action_mask)
        return int(legal[zlib.crc32(observation.tobytes()) % len(legal)])


HABIT = Habit()


def table_by_table(game: str, decisions: int) -> str:
    """The AEC view: every seat's observation, mask, reward and info, over several episodes."""
    digest = Digest()
    env = backroom.make(game, render_mode="ansi")
    env.reset(seed=5)
    for decision in range(decisions):
        if all(env.terminations.values()):
            digest.add(env.render())
            env.reset()
        digest.add(env.agent_selection, env.rewards, env.infos, env.state())
        for agent in env.possible_agents:
            digest.add(env.observe(agent))
        seen, reward, *_ = env.last()
        digest.add(reward)
        env.step(HABIT.act(seen["observation"], seen["action_mask"], 0.0))
        if not any(env.terminations.values()):
            digest.add(imagined(env, env.agent_selection, decision))
    digest.add(env.save_state())
    return digest.text()


def imagined(env: Any, agent: str, seed: int) -> bytes:
    """A few decisions of a game whose hidden things are redrawn, and of one with another future."""
    redrawn, other = env.clone(), env.clone(seed=seed)
    redrawn.resample(agent, seed)
    for twin in (redrawn, other):
        for _ in range(4):
            if any(twin.terminations.values()):
                twin.reset()
            seen = twin.observe(twin.agent_selection)
            twin.step(HABIT.act(seen["observation"], seen["action_mask"], 0.0))
    return redrawn.save_state() + other.save_state()


def all_seats(game: str, decisions: int) -> str:
    """The batch view."""
    digest = Digest()
    batch = backroom.Batch(game, num_envs=4, seed=5, final_observations=True)
    for _ in range(decisions):
        digest.add(batch.observations, batch.action_masks, batch.seats, batch.rewards, batch.terminations)
        batch.step(HABIT.act_batch(batch.observations, batch.action_masks, np.zeros(4)))
        digest.add(batch.final_observations[batch.terminations])
    return digest.text()


def one_seat(game: str, decisions: int) -> str:
    """The Gymnasium view, its seat and its opponents drawn for each episode."""
    digest = Digest()
    seats = backroom.make(game).max_num_agents
    env = backroom.make_seat(game, opponents=[["random", HABIT]] * (seats - 1), seed=5)
    seen, info = env.reset()
    for _ in range(decisions):
        digest.add(seen, info)
        seen, reward, over, _, info = env.step(HABIT.act(seen, info["action_mask"], 0.0))
        digest.add(reward, over)
        if over:
            digest.add(seen, info)
            seen, info = env.reset()
    return digest.text()


def many_seats(game: str, decisions: int) -> str:
    """The vector view."""
    digest = Digest()
    seats = backroom.make(game).max_num_agents
    env = backroom.make_vec(game, num_envs=3, opponents=["random"] * (seats - 1), seed=5)
    seen, info = env.reset()
    for _ in range(decisions):
        digest.add(seen, info["action_mask"])
        seen, rewards, ends, _, info = env.step(HABIT.act_batch(seen, info["action_mask"], np.zeros(3)))
        digest.add(rewards, ends, *info.get("final_obs", ()))
    return digest.text()


VIEWS = {"aec": table_by_table, "batch": all_seats, "seat": one_seat, "vector": many_seats}


def digests(game: str) -> dict[str, str]:
    """A digest of a play-through by view."""
    return {view: play(game, 40) for view, play in VIEWS.items()}


def main(names: list[str]) -> None:
    if "stop_or_go" in names:
        sys.path.insert(0, str(Path(__file__).parents[1] / "guests"))
        backroom.add_game(importlib.import_module("stop_or_go").GAME)
    json.dump({name: digests(name) for name in names}, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
