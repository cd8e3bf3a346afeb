"""Random damages to every kind of file that is read. `python tests/damages.py --count 500` tells what came of each.

A damage changes a byte, cuts the file, empties it, puts a folder in its place, or makes it unreadable. Then a command reads it,
and must end with one line and exit code 2, or with results: those of the undamaged file, or, where the file is text,
others, since a changed letter may be what somebody meant. Never a traceback, and after a refusal no file has changed.
"""

import argparse
import contextlib
import hashlib
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import backroom
import yaml
from backroom.cli import app
from typer.testing import CliRunner

CONFIG = {
    "game": "pinwheel",
    "tables": [{"opponents": ["rock"], "options": {"num_players": 2, "hands": 2}}],
    "train": {"total_steps": 512, "num_envs": 16, "n_steps": 32, "batch_size": 128, "n_epochs": 1, "net_arch": [8]},
    "validation": {"every_steps": 512, "deals": 30},
    "evaluation": {"deals": 30, "tables": [["rock"]]},
}
AGENT = """import backroom

LEAST = 3


def bet(description, legal):
    return "call" if "call" in legal and description["cycle"] > LEAST else legal[0]
"""
PLAY = """import backroom
games = backroom.Batch("pinwheel", num_envs=8, seed=1)
for _ in range(30):
    games.step(games.action_masks.argmax(axis=1))
print(games.rewards.tolist(), games.seats.tolist())
"""


class Outcome(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    said: str  # on stderr
    crashed: bool


class Kind(NamedTuple):
    """A kind of file: where it lies, what reads it, and whether other bytes may mean something else."""

    file: str
    read: Callable[[Path], Outcome]
    is_text: bool


# --- what reads them ---


def command(folder: Path, *arguments: str) -> Outcome:
    """The command line within this process, in this folder."""
    with contextlib.chdir(folder):
        done = CliRunner().invoke(app, list(arguments))
    return Outcome(done.exit_code, done.stdout, done.stderr, not isinstance(done.exception, (SystemExit, type(None))))


def start_training(folder: Path) -> Outcome:
    return command(folder, "train", "plan.yaml", "--runs", "new")


def go_on(folder: Path) -> Outcome:
    done = command(folder, "train", "--resume", "run", "--set", "train.total_steps=1024")
    file = folder / "run" / "evaluation.json"
    return done._replace(out=file.read_text() if done.code == 0 else "")


def evaluate(who: str) -> Callable[[Path], Outcome]:
    return lambda folder: command(folder, "evaluate", "pinwheel", who, "rock", "--deals", "30", "--json")


def load_state(folder: Path) -> Outcome:
    env = backroom.make("pinwheel")
    try:
        env.load_state((folder / "state.bin").read_bytes())
    except (backroom.InvalidState, OSError) as error:
        return Outcome(2, "", f"backroom: {error}\n", False)
    return Outcome(0, str(env.describe_all()), "", False)


def play_with_cache(folder: Path) -> Outcome:
    environment = {**os.environ, "BACKROOM_CACHE": str(folder / "cache")}
    done = subprocess.run([sys.executable, "-c", PLAY], env=environment, capture_output=True, text=True, check=False)
    return Outcome(done.returncode, done.stdout, done.stderr, done.returncode not in (0, 2))


KINDS = {
    "configuration": Kind("plan.yaml", start_training, True),
    "policy": Kind("run/policy.npz", evaluate("run"), False),
    "learner": Kind("run/last_model.zip", go_on, False),
    "configuration of a run": Kind("run/config.yaml", go_on, True),
    "facts of a run": Kind("run/run.json", go_on, False),  # told to people, and read by nothing
    "validation record": Kind("run/validation.csv", go_on, True),
    "saved state": Kind("state.bin", load_state, False),
    "kernel cache": Kind("cache/*/*/*.nb?", play_with_cache, False),
    "agent": Kind("agent.py", evaluate("agent.py:bet"), True),
}


# --- damages ---


def change_a_byte(file: Path, rng: random.Random) -> None:
    content = bytearray(file.read_bytes())
    content[rng.randrange(len(content))] ^= rng.randrange(1, 256)
    file.write_bytes(content)


def cut(file: Path, rng: random.Random) -> None:
    file.write_bytes(file.read_bytes()[: rng.randrange(1, file.stat().st_size)])


def empty(file: Path, rng: random.Random) -> None:
    file.write_bytes(b"")


def replace_by_a_folder(file: Path, rng: random.Random) -> None:
    file.unlink()
    file.mkdir()


def make_unreadable(file: Path, rng: random.Random) -> None:
    """A link to itself, which even the superuser can not open."""
    file.unlink()
    file.symlink_to(file)


DAMAGES = (change_a_byte, change_a_byte, cut, empty, replace_by_a_folder, make_unreadable)


def try_one(pristine: Path, name: str, number: int, seed: int, expected: str) -> tuple[str, str, str, str]:
    """One damage to a copy: the kind of file, the damage, what came of it, and what was said."""
    rng = random.Random(f"{seed} {name} {number}")
    kind, damage = KINDS[name], rng.choice(DAMAGES)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "copy"
        shutil.copytree(pristine, folder)
        damage(rng.choice(sorted(folder.glob(kind.file))), rng)
        before = dict(contents(folder))
        outcome = kind.read(folder)
        verdict = judge(outcome, kind, expected, before == dict(contents(folder)))
    return name, damage.__name__, verdict, outcome.said.strip() or outcome.out[:200]


def judge(outcome: Outcome, kind: Kind, expected: str, unchanged: bool) -> str:
    """`"refused"`, `"same results"` or `"other results"`, else what is wrong, which begins with `"WRONG"`."""
    lines = [line for line in outcome.said.splitlines() if line.startswith("backroom: ") and "compiling" not in line]
    if outcome.crashed or "Traceback" in outcome.said:
        return "WRONG: a traceback"
    if outcome.code == 0:
        if outcome.out == expected:
            return "same results"
        return "other results" if kind.is_text else "WRONG: other results"
    if len(lines) != 1 or outcome.code not in ((1, 2) if kind is KINDS["agent"] else (2,)):
        return f"WRONG: code {outcome.code}, {len(lines)} lines"
    return "refused" if unchanged else "WRONG: refused, and files changed"


def contents(folder: Path) -> Iterator[tuple[str, str]]:
    """What lies below a folder, file by file."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            yield str(path.relative_to(folder)), hashlib.sha256(path.read_bytes()).hexdigest()


# --- the undamaged files ---


def make_pristine(folder: Path) -> dict[str, str]:
    """One file of every kind, and what the commands that read them say of each undamaged."""
    (folder / "plan.yaml").write_text(yaml.safe_dump(CONFIG))
    (folder / "agent.py").write_text(AGENT)
    env = backroom.make("pinwheel")
    env.reset(seed=3)
    (folder / "state.bin").write_bytes(env.save_state())
    assert start_training(folder).code == 0
    next((folder / "new").iterdir()).rename(folder / "run")
    (folder / "new").rmdir()
    assert play_with_cache(folder).code == 0
    expected = {}
    for name, kind in KINDS.items():
        with tempfile.TemporaryDirectory() as place:
            outcome = kind.read(Path(shutil.copytree(folder, Path(place) / "copy")))
        assert outcome.code == 0, (name, outcome)
        expected[name] = outcome.out
    return expected


def try_all(count: int, seed: int, workers: int) -> list[tuple[str, str, str, str]]:
    """So many damages, spread evenly over the kinds of files."""
    with tempfile.TemporaryDirectory() as place:
        pristine = Path(place)
        expected = make_pristine(pristine)
        names = [name for _, name in zip(range(count), list(KINDS) * count, strict=False)]
        tasks = [(pristine, name, number, seed, expected[name]) for number, name in enumerate(names)]
        if workers == 1:
            return [try_one(*task) for task in tasks]
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            return list(pool.map(try_one, *zip(*tasks, strict=True)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    found = try_all(chosen.count, chosen.seed, chosen.workers)
    counts = Counter((name, verdict) for name, _, verdict, _ in found)
    for (name, verdict), number in sorted(counts.items()):
        print(f"{name:24} {verdict:36} {number:4}")
    wrong = [one for one in found if one[2].startswith("WRONG")]
    for one in wrong:
        print(*one, sep=" | ")
    print(f"{len(found)} damages, {len(wrong)} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
