"""How fast a game is: decisions a second of its views and of training, and start-up times. `backroom bench` shows them.

Every rate is given twice: over all the time that counted, and sustained, the median of about twenty pieces of it, which
a busy moment of the computer does not move.
"""

import functools
import importlib.metadata
import itertools
import math
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Any

import numpy as np
from pettingzoo import AECEnv
from rich.console import Console
from rich.table import Table

from .. import make
from ..agents.uniform import RandomAgent
from ..envs.core.errors import InvalidOption
from ..envs.core.game import get_game
from ..envs.views.batch import Batch

if TYPE_CHECKING:
    from ..train.config import RunConfig

SIZES = (1, 64, 1_024, 16_384)  # games in a batch
PIECES = 20  # that a measurement is cut into
SLICE = 500  # decisions between two looks at the clock in loops that take one decision at a time
POOL = 1 << 16  # numbers drawn beforehand, which play the games over and over
WARM_UP_STEPS = 64  # of a batch: its games begin alike and drift apart
TRIES = 3  # of a start-up; the best one counts
LIBRARIES = ("backroom", "numpy", "numba", "pettingzoo")

# A program that takes the first decision of the game named on its command line.
FIRST_STEP = """
import sys
import backroom
env = backroom.make(sys.argv[1])
env.reset(seed=0)
env.step(int(env.action_masks().argmax()))
"""

Piece = tuple[int, float]  # decisions, and the seconds that they took
Work = Callable[[], Piece]


def time_game(name: str, seconds: float, training: bool) -> dict[str, Any]:
    """Measure a game, each thing for about `seconds`. Raises `InvalidOption`. All of the result can be written as JSON.

    - `game`, `seconds`, `versions`
    - `aec`: a rate (see `rate`) of the PettingZoo view's loop
    - `batch`: a rate for each number of `games`, with and without `observations`, of the time inside `Batch.step`
    - `training`: a rate in the learner's decisions, updates included, with its `config`; or why it was `skipped`
    - `start_up`: seconds of a first use, of a later one, and of `backroom --help`
    """
    get_game(name)
    check_seconds(seconds)
    return {
        "game": name,
        "seconds": seconds,
        "versions": versions(LIBRARIES),
        "aec": measure(aec_work(make(name)), seconds),
        "batch": [batch_rate(name, games, seen, seconds) for seen in (True, False) for games in SIZES],
        "training": training_rate(name, seconds) if training else {"skipped": "not asked for"},
        "start_up": start_up_times(name),
    }


def check_seconds(seconds: float) -> None:
    """Raises `InvalidOption` for what is no time to measure."""
    if not isinstance(seconds, (int, float)) or not 0 < seconds < math.inf:
        raise InvalidOption(f"seconds: {seconds!r} is no time to measure: give a number above 0")


def versions(libraries: tuple[str, ...]) -> dict[str, str]:
    """Of Python and of those libraries that are installed."""
    found = {"python": platform.python_version()}
    for library in libraries:
        try:
            found[library] = importlib.metadata.version(library)
        except importlib.metadata.PackageNotFoundError:
            continue
    return found


# --- rates ---


def measure(work: Work, seconds: float) -> dict[str, Any]:
    """The rate of `work`, repeated for `seconds`, but at least once."""
    pieces = [piece(work, seconds / PIECES)]
    end = perf_counter() + seconds - seconds / PIECES
    while perf_counter() < end:
        pieces.append(piece(work, seconds / PIECES))
    return rate(pieces)


def piece(work: Work, seconds: float) -> Piece:
    """`work` repeated for `seconds`, but at least once, as one piece."""
    end = perf_counter() + seconds
    decisions, spent = work()
    while perf_counter() < end:
        more, longer = work()
        decisions += more
        spent += longer
    return decisions, spent


def rate(pieces: list[Piece]) -> dict[str, Any]:
    """The decisions a second of all `pieces`, and of the middle one."""
    decisions = sum(taken for taken, _ in pieces)
    spent = sum(took for _, took in pieces)
    return {
        "decisions_per_second": decisions / spent,
        "sustained_per_second": statistics.median(taken / took for taken, took in pieces),
        "decisions": decisions,
        "seconds": spent,
    }


# --- the views ---


class UniformPick:
    """Draws uniformly among what a mask allows, cheaply: numbers are drawn beforehand, each mask is read once."""

    def __init__(self, seed: int = 0):
        self._numbers = itertools.cycle(np.random.default_rng(seed).random(POOL).tolist())

    def __call__(self, mask: Any) -> int:
        """An action for a mask: an int8 array, or a sequence of 0 and 1."""
        return self.one_of(_allowed(bytes(mask)))

    def one_of(self, actions: Any) -> int:
        """One of a sequence of actions."""
        return actions[int(next(self._numbers) * len(actions))]


@functools.lru_cache(maxsize=1 << 16)
def _allowed(mask: bytes) -> tuple[int, ...]:
    return tuple(action for action, allowed in enumerate(mask) if allowed)


def aec_work(env: AECEnv[Any, Any, Any]) -> Work:
    """The documented loop over a PettingZoo environment, resets and choices included. Warmed up."""
    pick = UniformPick()
    env.reset(seed=0)

    def work() -> Piece:
        decisions, start = 0, perf_counter()
        while decisions < SLICE:
            env.reset()
            decisions += play_episode(env, pick)
        return decisions, perf_counter() - start

    work()
    return work


def play_episode(env: AECEnv[Any, Any, Any], pick: UniformPick) -> int:
    """Play an episode to its end; the number of decisions in it."""
    decisions = 0
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(pick(observation["action_mask"]))  # pyright: ignore[reportOptionalSubscript]
            decisions += 1
    return decisions


class BatchLoop:
    """A batch whose games are under way, played at random."""

    def __init__(self, game: str, games: int, observations: bool):
        self._batch = Batch(game, games, seed=0, observations=observations)
        self._agent = RandomAgent()
        self._numbers = itertools.cycle(np.random.default_rng(0).random((POOL // games + 16, games)))
        for _ in range(WARM_UP_STEPS):
            self.whole_loop()

    def step_alone(self) -> Piece:
        """One decision in every game; what choosing the actions takes does not count."""
        actions = self._choose()
        start = perf_counter()
        self._batch.step(actions)
        return self._batch.num_envs, perf_counter() - start

    def whole_loop(self) -> Piece:
        """One decision in every game, the choice included."""
        start = perf_counter()
        self._batch.step(self._choose())
        return self._batch.num_envs, perf_counter() - start

    def _choose(self) -> Any:
        batch = self._batch
        return self._agent.act_batch(batch.observations, batch.action_masks, next(self._numbers))


def batch_rate(name: str, games: int, observations: bool, seconds: float) -> dict[str, Any]:
    """The rate of `Batch.step` on one thread."""
    loop = BatchLoop(name, games, observations)
    return {"games": games, "observations": observations, **measure(loop.step_alone, seconds)}


# --- training ---


def training_rate(name: str, seconds: float) -> dict[str, Any]:
    """The rate of fitting by the game's packaged configuration, or why there is none."""
    from ..train.config import load_config, packaged

    config = f"{name}/ppo"
    if config not in packaged():
        return {"skipped": f"there is no packaged configuration {config}"}
    try:
        work = training_work(load_config(config))
    except ImportError as error:
        return {"skipped": f"training needs the extra: pip install 'backroom[train]' ({error})"}
    return {"config": config, **measure(work, seconds)}


def training_work(config: "RunConfig") -> Work:
    """Iterations of MaskablePPO, each a roll-out and its updates, without validation. Warmed up by one."""
    import torch
    from stable_baselines3.common.logger import Logger

    from ..train.learner_env import make_learner_env
    from ..train.run import make_model

    torch.set_num_threads(config.train.threads)
    model = make_model(config, make_learner_env(config))
    model.set_logger(Logger(None, []))
    decisions = config.train.num_envs * config.train.n_steps

    def work() -> Piece:
        start = perf_counter()
        model.learn(decisions, reset_num_timesteps=False)
        return decisions, perf_counter() - start

    work()
    return work


# --- start-up ---


def start_up_times(name: str) -> dict[str, float]:
    """Seconds that programs take, Python included: the first use, which compiles, a later one, and the help."""
    with tempfile.TemporaryDirectory(prefix="backroom-bench-") as cache:
        first_use = run_time(["-c", FIRST_STEP, name], cache)
        warm = min(run_time(["-c", FIRST_STEP, name], cache) for _ in range(TRIES))
        shown = min(run_time(["-m", "backroom", "--help"], cache) for _ in range(TRIES))
    return {"first_use_seconds": first_use, "warm_seconds": warm, "help_seconds": shown}


def run_time(arguments: list[str], cache: str) -> float:
    """The seconds that Python runs with `arguments`, its compiled kernels in the folder `cache`."""
    environment = {**os.environ, "BACKROOM_CACHE": cache}
    start = perf_counter()
    subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, check=True)
    return perf_counter() - start


# --- for people ---


def print_speed(results: list[dict[str, Any]], console: Console) -> None:
    """A table for each of the results of `time_game`."""
    for result in results:
        console.print(speed_table(result))


def speed_table(result: dict[str, Any]) -> Table:
    """One result of `time_game` as a table."""
    table = Table(title=f"{result['game']}: decisions a second", title_justify="left", caption_justify="left")
    table.add_column("What")
    table.add_column("Over all", justify="right")
    table.add_column("Sustained", justify="right")
    table.add_row("PettingZoo loop", *rate_cells(result["aec"]))
    table.add_section()
    for size in result["batch"]:
        seen = "" if size["observations"] else ", no observations"
        table.add_row(f"batch of {size['games']:,}{seen}", *rate_cells(size))
    table.add_section()
    if "skipped" in result["training"]:
        table.caption = f"No training: {result['training']['skipped']}"
    else:
        table.add_row("training", *rate_cells(result["training"]))
        table.add_section()
    start_up = result["start_up"]
    table.add_row("start-up, first use", f"{start_up['first_use_seconds']:.2f} s")
    table.add_row("start-up, warm", f"{start_up['warm_seconds']:.2f} s")
    table.add_row("backroom --help", f"{start_up['help_seconds']:.2f} s")
    return table


def rate_cells(measured: dict[str, Any]) -> list[str]:
    """The two cells of a rate."""
    return [f"{measured[key]:,.0f}" for key in ("decisions_per_second", "sustained_per_second")]
