"""What the tests of training share: runs so small that they take a second."""

import hashlib
import io
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from backroom.evaluate import Report
from backroom.train import run as training
from backroom.train.config import RunConfig, load_config
from rich.console import Console

TINY: dict[str, Any] = {
    "game": "pinwheel",
    "tables": [{"opponents": [{"rock": 1, "maniac": 1}], "options": {"num_players": 2, "hands": 2}}],
    "train": {
        "total_steps": 2000,
        "num_envs": 16,
        "n_steps": 32,
        "batch_size": 128,
        "n_epochs": 2,
        "learning_rate": 0.02,
        "net_arch": [16],
    },
    "validation": {"every_steps": 1000, "deals": 30},
    "evaluation": {"deals": 30, "tables": [["rock"], ["maniac", "rock"]]},
}

Configure = Callable[..., RunConfig]
Result = tuple[Path, list[Report] | None]


def _over(base: Mapping[str, Any], top: Mapping[str, Any]) -> dict[str, Any]:
    both = {key: _over(base[key], top[key]) for key in top if isinstance(base.get(key), dict) and isinstance(top[key], dict)}
    return {**base, **top, **both}


@pytest.fixture(scope="session")
def tiny_yaml() -> Callable[..., str]:
    """`tiny_yaml(train={"net_arch": [8]})`: a tiny run as YAML text, with changes laid over it."""
    return lambda **changes: yaml.safe_dump(_over(TINY, changes), sort_keys=False)


@pytest.fixture(scope="session")
def configure(tmp_path_factory: pytest.TempPathFactory, tiny_yaml: Callable[..., str]) -> Configure:
    """`configure(seed=3, train={"net_arch": [8]})`: the configuration of a tiny run, as read from a file."""
    folder = tmp_path_factory.mktemp("configs")

    def make(**changes: Any) -> RunConfig:
        (folder / "tiny.yaml").write_text(tiny_yaml(**changes))
        return load_config(str(folder / "tiny.yaml"))

    return make


@pytest.fixture(scope="session")
def run(tmp_path_factory: pytest.TempPathFactory) -> Callable[[RunConfig], Result]:
    """`run(config)`: train, in a folder of its own; the run folder, and the reports of its end."""
    return lambda config: training.train(config, tmp_path_factory.mktemp("runs"), Console(file=io.StringIO()))


@pytest.fixture(scope="session")
def finished(configure: Configure, run: Callable[[RunConfig], Result]) -> Result:
    """A tiny run that went to its end. Not to be changed: take a copy."""
    return run(configure(seed=1))


def _digest(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="session")
def digest() -> Callable[[Path], dict[str, str]]:
    """`digest(folder)`: what a folder holds, file by file, to be compared with `==`."""
    return _digest
