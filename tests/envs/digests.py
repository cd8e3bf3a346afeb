"""Digests of 1,000 episodes of every game in every view, to see whether a change of the code changed a game.

`python tests/envs/digests.py` compares with what is committed in `digests.json`; with `--write` it writes that file anew.
Observations, masks and rewards have digests of their own, so that a new layout of the observation shows as just that. The
actions depend on the number of the decision alone, never on an observation.
"""

import argparse
import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import backroom
import numpy as np
from numpy.typing import NDArray

COMMITTED = Path(__file__).with_name("digests.json")
EPISODES = 1_000
GAMES = 100  # at once, in the views of many games: each adds its first EPISODES / GAMES episodes
SEED = 11
# Games that go on for long when played at random are played at tables where something happens and ends soon.
OPTIONS: dict[str, dict[str, Any]] = {
    "captain_gin": {"knock_limit": 100, "target": 1, "max_hands": 2, "max_turns": 10},
    "cripple_mr_onion": {"rounds": 2},
}


Step = tuple[Any, Any, Any, Any]  # observations, rewards, ends, final observations of games that ended


class Digest:
    """What was seen, allowed and paid, decision by decision."""

    def __init__(self) -> None:
        self._sums = {"observations": hashlib.sha256(), "masks": hashlib.sha256(), "rewards": hashlib.sha256()}

    def add(self, observation: Any, mask: Any, reward: Any) -> None:
        self._sums["observations"].update(np.ascontiguousarray(observation, np.float32).tobytes())
        self._sums["masks"].update(np.ascontiguousarray(mask, np.int8).tobytes())
        self._sums["rewards"].update(np.ascontiguousarray(reward, np.float64).tobytes())

    def join(self, other: "Digest") -> None:
        for name, text in other.texts().items():
            self._sums[name].update(text.encode())

    def texts(self) -> dict[str, str]:
        return {name: total.hexdigest() for name, total in self._sums.items()}


def choose(masks: NDArray[np.int8], decision: int) -> NDArray[np.int64]:
    """For each row of `masks` (N, A) a legal action that depends on the row's number and that of the decision alone."""
    mixed = (np.arange(len(masks)) * 2_654_435_761 + (decision + 1) * 40_503_003_121) >> 13
    ranks = mixed % masks.sum(axis=1, dtype=np.int64)
    return (masks.cumsum(axis=1) > ranks[:, None]).argmax(axis=1)


def choose_one(mask: NDArray[np.int8], decision: int) -> int:
    return int(choose(mask[None], decision)[0])


def options_of(game: str) -> dict[str, Any]:
    return OPTIONS.get(game, {})


def opponents_of(game: str) -> list[str]:
    return ["random"] * (backroom.make(game).max_num_agents - 1)


def play_aec(game: str) -> Digest:
    digest, decision = Digest(), 0
    env = backroom.make(game, **options_of(game))
    for episode in range(EPISODES):
        env.reset(seed=SEED if episode == 0 else None)
        for agent in env.agent_iter():
            seen, reward, over, _, _ = env.last()
            assert seen is not None
            digest.add(seen["observation"], seen["action_mask"], reward)
            env.step(None if over else choose_one(seen["action_mask"], decision))
            decision += 1
            assert agent in env.possible_agents
    return digest


def play_seat(game: str) -> Digest:
    digest, decision = Digest(), 0
    env = backroom.make_seat(game, opponents_of(game), seed=SEED, **options_of(game))
    for _ in range(EPISODES):
        observation, info = env.reset()
        digest.add(observation, info["action_mask"], 0.0)
        over = False
        while not over:
            observation, reward, over, _, info = env.step(choose_one(info["action_mask"], decision))
            digest.add(observation, info["action_mask"], reward)
            decision += 1
    return digest


def play_batch(game: str) -> Digest:
    games = backroom.Batch(game, GAMES, seed=SEED, final_observations=True, **options_of(game))

    def step(actions: NDArray[np.int64]) -> Step:
        games.step(actions)
        return games.observations, games.rewards, games.terminations, games.final_observations

    return play_many(games.observations, step, lambda: games.action_masks)


def play_vector(game: str) -> Digest:
    env: Any = backroom.make_vec(game, GAMES, opponents_of(game), seed=SEED, **options_of(game))

    def step(actions: NDArray[np.int64]) -> Step:
        observations, rewards, ends, _, info = env.step(actions)
        return observations, rewards, ends, info.get("final_obs")

    return play_many(env.reset()[0], step, env.action_masks)


def play_sb3(game: str) -> Digest:
    env: Any = backroom.make_vec(game, GAMES, opponents_of(game), seed=SEED, api="sb3", **options_of(game))

    def step(actions: NDArray[np.int64]) -> Step:
        observations, rewards, ends, infos = env.step(actions)
        return observations, rewards, ends, [info.get("terminal_observation") for info in infos]

    return play_many(env.reset(), step, env.action_masks)


def play_many(observations: Any, step: Callable[[NDArray[np.int64]], Step], masks: Callable[[], NDArray[np.int8]]) -> Digest:
    """Many games at once: the first episodes of each, what was known at their ends included."""
    digests = [Digest() for _ in range(GAMES)]
    left = np.full(GAMES, EPISODES // GAMES)
    decision = 0
    while left.any():
        seen, allowed = observations.copy(), masks().copy()
        observations, rewards, ends, finals = step(choose(allowed, decision))
        for i in np.flatnonzero(left):
            digests[i].add(seen[i], allowed[i], rewards[i])
            if ends[i]:
                digests[i].add(finals[i], (), ())
        left -= ends & (left > 0)
        decision += 1
    together = Digest()
    for digest in digests:
        together.join(digest)
    return together


VIEWS = {"aec": play_aec, "seat": play_seat, "batch": play_batch, "vector": play_vector, "sb3": play_sb3}


def digests_of(game: str) -> dict[str, dict[str, str]]:
    return {view: play(game).texts() for view, play in VIEWS.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=backroom.games())
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    known = json.loads(COMMITTED.read_text()) if COMMITTED.exists() else {}
    for game in asked.games:
        found = digests_of(game)
        before = known.get(game, {})
        changed = [
            f"{view} {part}" for view in found for part in found[view] if found[view][part] != before.get(view, {}).get(part)
        ]
        print(f"{game}: {'changed: ' + ', '.join(changed) if changed else 'the same'}", flush=True)
        known[game] = found
    if asked.write:
        COMMITTED.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n")


if __name__ == "__main__":
    main()
