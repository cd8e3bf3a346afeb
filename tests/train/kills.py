"""kill -9 at random moments of a short training. `python tests/train/kills.py --count 200` resumes each run to its end.

After that the record of validations must be whole, with each planned validation once, and the policy that is kept must be the
best of them: measured once more on the same deals it must earn what the record says. Runs are killed as often as three times.
POSIX only: each training is a fork of a process that has all libraries loaded, so that 200 take minutes.
"""

import argparse
import io
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import yaml
from backroom.agents.specs import load_policy
from backroom.envs.core.chance import Stream
from backroom.evaluate.arena import measure_at_tables
from backroom.train import run as training
from backroom.train.config import ConfigError, load_config
from backroom.train.curve import read_curve
from backroom.train.run_folder import LAST_MODEL, VALIDATION
from backroom.train.validation import LEARNER_NAME, worst_tables
from rich.console import Console

EVERY, TOTAL = 512, 2560
PLAN = {
    "game": "pinwheel",
    "tables": [{"opponents": [{"rock": 1, "maniac": 1}], "options": {"num_players": 2, "hands": 2}}],
    "train": {"total_steps": TOTAL, "num_envs": 16, "n_steps": 32, "batch_size": 128, "n_epochs": 1, "net_arch": [8]},
    "validation": {"every_steps": EVERY, "deals": 30},
    "evaluation": {"deals": 30, "tables": [["rock"], ["maniac"]]},
}
MOST_KILLS = 3
TOO_EARLY = "nothing to resume yet"


def quiet() -> Console:
    return Console(file=io.StringIO())


def killed_after(seconds: float, work: Callable[[], object]) -> bool:
    """Do `work` in a fork, and kill it after so many seconds. False: it was done before. Raises if it failed by itself."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException:
            os.write(writing, traceback.format_exc().encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as said:
        was_killed = _kill_after(seconds, child)
        error = said.read()
    if error:
        raise RuntimeError(error)
    return was_killed


def _kill_after(seconds: float, child: int) -> bool:
    """False: it ended before."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if os.waitpid(child, os.WNOHANG)[0]:
            return False
        time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return True


def begin(plan: Path, runs: Path) -> None:
    training.train(load_config(str(plan)), runs, quiet())


def try_one(number: int, seed: int, duration: float) -> str:
    """One training that is killed and resumed: how often, or that it was too early. Raises where it went wrong."""
    rng = random.Random(f"{seed} {number}")
    with tempfile.TemporaryDirectory() as place:
        plan, runs = Path(place) / "plan.yaml", Path(place) / "runs"
        plan.write_text(yaml.safe_dump({**PLAN, "seed": number}))
        kills = int(killed_after(rng.uniform(0, duration), lambda: begin(plan, runs)))
        folder = next(runs.iterdir(), None) if runs.exists() else None
        if folder is None or not (folder / LAST_MODEL).exists():
            return TOO_EARLY
        while kills < MOST_KILLS and rng.random() < 0.5 and killed_after(rng.uniform(0, duration), lambda: go_on(folder)):
            kills += 1
        assert not killed_after(600, lambda: go_on(folder))
        check(folder)
        return f"killed {kills} times"


def go_on(folder: Path) -> None:
    try:
        training.resume(folder, None, quiet())
    except ConfigError as error:
        if "it has taken its" not in str(error):  # it was done when it was to be killed
            raise


def check(folder: Path) -> None:
    """The record is whole, and the policy kept is the best that it tells of."""
    config = load_config(str(folder / "config.yaml"))
    points = read_curve(folder / VALIDATION)
    tables = len(config.evaluation.tables)
    assert [point.decisions for point in points] == [step for step in range(0, TOTAL + 1, EVERY) for _ in range(tables)]
    assert not list(folder.glob(".*")), "half-written files"
    agent = load_policy(folder / "policy.npz", config.game, LEARNER_NAME)
    plan, deals = config.evaluation, config.validation.deals
    reports = measure_at_tables(config.game, agent, plan.tables, deals, config.seed, plan.options, Stream.VALIDATION)
    earns = min(report.entrants[LEARNER_NAME].low for report in reports)
    best = max(worst_tables(points).values())
    assert abs(earns - best) < 1e-9, f"the policy kept earns {earns}, the best recorded {best}"


def duration_of_one() -> float:
    """Seconds that a training takes that nobody kills."""
    with tempfile.TemporaryDirectory() as place:
        plan = Path(place) / "plan.yaml"
        plan.write_text(yaml.safe_dump(PLAN))
        begun = time.monotonic()
        assert not killed_after(600, lambda: begin(plan, Path(place) / "runs"))
        return time.monotonic() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200, help="trainings that are killed when there is something to resume")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    duration_of_one()  # compiles
    duration = duration_of_one()
    print(f"A training takes {duration:.1f} s; killed at random moments of it")
    found: Counter[str] = Counter()
    number = 0
    while found.total() - found[TOO_EARLY] < chosen.count:
        try:
            found[try_one(number, chosen.seed, duration)] += 1
        except Exception as error:
            found[f"WRONG: number {number}: {error}"] += 1
        number += 1
    for outcome, times in sorted(found.items()):
        print(f"{outcome:24} {times:4}")
    sys.exit(any(outcome.startswith("WRONG") for outcome in found))


if __name__ == "__main__":
    main()
