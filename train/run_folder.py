"""A run's folder: `runs/<game>__<algorithm>__<seed>__<time>/` with all that is needed to tell what was done, and go on."""

import json
import shlex
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path
from typing import Any

import yaml

from ..agents.files import partial_of, replace_with
from ..agents.policy import POLICY_FILE
from .config import ConfigError, RunConfig, read_file, validated

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("backroom", "numpy", "numba", "gymnasium", "pettingzoo", "torch", "stable-baselines3", "sb3-contrib")

CONFIG, FACTS = "config.yaml", "run.json"
BEST_MODEL, LAST_MODEL = "best_model.zip", "last_model.zip"
LAST_POLICY = "last_policy.npz"
VALIDATION, EVALUATION, CURVE = "validation.csv", "evaluation.json", "learning_curve.png"


def create(config: RunConfig, parent: Path) -> Path:
    """A new run folder with its resolved config and the facts of its making. Raises `ConfigError` if it can not be."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    name = f"{config.game}__{config.algorithm}__{config.seed}__{stamp}"
    folder = parent / name
    for copy in range(2, 100):
        try:
            folder.mkdir(parents=True)
            break
        except FileExistsError:
            folder = parent / f"{name}-{copy}"
        except OSError as error:
            raise ConfigError(f"{folder}: the run folder can not be made: {error.strerror}") from None
    write(folder / CONFIG, yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False))
    write(folder / FACTS, json.dumps(_facts(), indent=2) + "\n")
    return folder


def open_existing(folder: Path) -> RunConfig:
    """The configuration of a run that is to go on. Raises `ConfigError` when `folder` is no such run."""
    missing = [name for name in (CONFIG, LAST_MODEL) if not (folder / name).is_file()]
    if missing:
        raise ConfigError(f"{folder}: not a run that can go on: {' and '.join(missing)} missing")
    return validated(read_file(folder / CONFIG), str(folder / CONFIG))


def remove_partials(folder: Path) -> None:
    """Remove what a run was writing when it was killed."""
    for name in (CONFIG, FACTS, BEST_MODEL, LAST_MODEL, POLICY_FILE, LAST_POLICY, VALIDATION, EVALUATION, CURVE):
        partial_of(folder / name).unlink(missing_ok=True)


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    replace_with(path, lambda partial: partial.write_text(text, encoding="utf-8"))


def _facts() -> dict[str, Any]:
    return {
        "command": shlex.join(sys.argv),
        "started": time.strftime("%Y-%m-%dT%H:%M:%S%z"),
        "git": _git_revision(),
        "python": sys.version.split()[0],
        "versions": {name: _version(name) for name in PACKAGES},
    }


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _git_revision() -> str | None:
    """The commit of the sources, with "+" when they were changed since; None outside a checkout of them."""

    def git(*arguments: str) -> str:
        return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    try:
        if Path(git("rev-parse", "--show-toplevel")) != ROOT:
            return None
        return git("rev-parse", "HEAD") + ("+" if git("status", "--porcelain") else "")
    except (OSError, subprocess.CalledProcessError):
        return None
