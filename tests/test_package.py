"""What is installed, what importing costs, and which way the imports run."""

import ast
import importlib.metadata
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import backroom
import pytest
from backroom.envs.core.game import get_game
from backroom.envs.core.registry import VERSIONS

ROOT = Path(backroom.__file__).resolve().parent
PARTS = ("agents", "benchmarks", "envs", "evaluate", "train")  # folders of the package that hold code
HEAVY = ("torch", "stable_baselines3", "sb3_contrib", "matplotlib", "tensorboard")
NEEDS_SETUPTOOLS = 77  # for the licence fields of pyproject.toml

pytestmark = pytest.mark.skipif(not (ROOT / "pyproject.toml").exists(), reason="needs the sources, not an installed package")


def sources(*folders: str) -> Iterator[Path]:
    """The Python files below the folders, caches left out."""
    for folder in folders:
        yield from (path for path in sorted((ROOT / folder).rglob("*.py")) if "__pycache__" not in path.parts)


# --- the wheel ---


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names of the files in a wheel built from a copy of the sources."""
    copy, out = tmp_path_factory.mktemp("sources") / "copy", tmp_path_factory.mktemp("wheel")
    left_out = shutil.ignore_patterns(".*", "build", "dist", "runs", "*.egg-info", "__pycache__", "node_modules")
    shutil.copytree(ROOT, copy, ignore=left_out)
    try:
        usable = int(importlib.metadata.version("setuptools").split(".")[0]) >= NEEDS_SETUPTOOLS
    except importlib.metadata.PackageNotFoundError:
        usable = False
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps", "-w", str(out), "."]
    subprocess.run(command + ["--no-build-isolation"] * usable, cwd=copy, check=True, capture_output=True, timeout=300)
    [file] = out.glob("*.whl")
    assert file.name.endswith("-py3-none-any.whl")
    with zipfile.ZipFile(file) as archive:
        return archive.namelist()


def test_wheel_holds_all_code(wheel):
    """Every Python file of every folder of the package, and those of the root."""
    expected = {f"backroom/{path.relative_to(ROOT).as_posix()}" for path in [*sources(*PARTS), *ROOT.glob("*.py")]} - {
        "backroom/setup.py"
    }
    assert expected <= set(wheel)
    assert {name for name in wheel if name.endswith(".py")} == expected


def test_every_folder_of_code_is_a_package():
    """What has Python files has an `__init__.py`, and is one of the folders that are installed."""
    for path in sources(*PARTS):
        assert (path.parent / "__init__.py").exists(), path
    outside = {"tests", "docs", "examples", "build", "dist", "runs"}
    with_code = {
        path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".") and any(path.rglob("*.py"))
    }
    assert with_code - outside == set(PARTS)


def test_wheel_holds_what_the_code_reads(wheel):
    """Configurations, the rules' pages, the stubs, the marker of typed packages."""
    for pattern in ("configs/**/*.yaml", "envs/*/page.md", "envs/**/*.pyi", "agents/*.pyi", "py.typed"):
        found = [f"backroom/{path.relative_to(ROOT).as_posix()}" for path in ROOT.glob(pattern)]
        assert found, pattern
        assert set(found) <= set(wheel)


def test_wheel_holds_nothing_else(wheel):
    """Nothing but `backroom` reaches site-packages; no tests, documents or caches in it."""
    for name in wheel:
        assert name.startswith(("backroom/", f"backroom-{backroom.__version__}.dist-info/")), name
        assert not re.search(r"tests|docs|examples|__pycache__|/\.|pyproject|Makefile", name), name


def test_wheel_has_the_command_and_the_licence(wheel):
    assert f"backroom-{backroom.__version__}.dist-info/entry_points.txt" in wheel
    assert any(name.endswith("LICENSE") for name in wheel)


def test_version_is_one():
    assert importlib.metadata.version("backroom") == backroom.__version__
    assert f"## {backroom.__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


# --- what importing costs ---


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter has loaded after `code`."""
    program = f"{code}\nimport sys\nprint(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=200, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_import_loads_no_compiler():
    """`import backroom`, its games and its command line need neither Numba nor a learning library."""
    loaded = loaded_by("import backroom, backroom.cli; backroom.games(); backroom.InvalidOption; backroom.envs")
    assert "backroom" in loaded
    assert not loaded & {"numba", "llvmlite", *HEAVY}


def test_playing_loads_no_learning_library():
    """All but training: the views, bettors, trained policies, evaluation, a person at the table."""
    code = (
        "import backroom, backroom.terminal, backroom.agents.policy, backroom.evaluate.report\n"
        "from backroom.agents import resolve_all\n"
        "from backroom.evaluate import measure\n"
        "measure('pinwheel', resolve_all(['shark', 'rock'], 'pinwheel'), deals=30)\n"
        "backroom.make('pinwheel').reset(seed=1)\n"
        "backroom.make_seat('pinwheel', opponents=['maniac']).reset(seed=1)\n"
        "backroom.make_vec('pinwheel', num_envs=2, opponents=['random']).reset(seed=1)\n"
        "backroom.Batch('pinwheel', num_envs=2)\n"
    )
    loaded = loaded_by(code)
    assert "numba" in loaded
    assert not loaded & set(HEAVY)


def test_names_come_late_and_are_all_there():
    """What `__all__` names can be reached, and what is not there is missed by its name."""
    for name in backroom.__all__:
        assert getattr(backroom, name) is not None
    with pytest.raises(AttributeError, match="jackpot"):
        backroom.jackpot  # noqa: B018
    for name, version in VERSIONS.items():
        module = getattr(backroom.envs, f"{name}_v{version}")
        assert module.env().metadata["name"] == get_game(name).module
        assert module.raw_env


# --- which way the imports run ---


def imported(path: Path) -> Iterator[str]:
    """The modules of this package that a file imports, as paths from the root: "envs/agent", wherever in the file."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            if node.level:
                base = package[: len(package) - node.level + 1]
                below = (*base, *(node.module or "").split(".")) if node.module else base
            elif (node.module or "").split(".")[0] == "backroom":
                below = tuple((node.module or "").split(".")[1:])
            else:
                continue
            yield "/".join(below)
            yield from ("/".join((*below, alias.name)) for alias in node.names)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "backroom":
                    yield "/".join(alias.name.split(".")[1:])


LAYERS = {
    "envs": ("agents", "evaluate", "train", "benchmarks", "cli", "terminal", "commands"),
    "agents": ("evaluate", "train", "benchmarks", "cli", "terminal", "commands"),
    "evaluate": ("train", "benchmarks", "cli", "terminal", "commands"),
    "train": ("benchmarks", "cli", "terminal", "commands"),
}


@pytest.mark.parametrize("layer", LAYERS)
def test_imports_run_downwards(layer):
    """train, evaluate -> agents -> envs: no module imports from above itself."""
    for path in sources(layer):
        for name in imported(path):
            assert name.split("/")[0] not in LAYERS[layer], f"{path.relative_to(ROOT)} imports {name}"


def test_imports_are_found():
    """The reading above does see imports: those that are known to be there."""
    assert "envs/core/agent" in set(imported(ROOT / "agents" / "specs.py"))
    assert "agents/policy" in set(imported(ROOT / "agents" / "specs.py"))
    assert "envs/pinwheel/rules" in set(imported(ROOT / "envs" / "pinwheel" / "observation.py"))


# What each folder of `envs` may import of the others; a game also what lies in its own folder.
FLOORS = {"core": {"core"}, "kit": {"kit", "core"}, "views": {"views", "core"}, **{game: {"core", "kit"} for game in VERSIONS}}


def room_of(name: str) -> str | None:
    """The folder of `envs` that a module stands in; None for what stands in none, and for what is no part of `envs`."""
    parts = name.split("/")
    return parts[1] if parts[0] == "envs" and len(parts) > 1 and (ROOT / "envs" / parts[1]).is_dir() else None


@pytest.mark.parametrize("room", FLOORS)
def test_games_and_views_stand_on_core_and_never_on_each_other(room):
    """core <- kit <- games, core <- views: a game knows no view and no other game, a view no game."""
    for path in sources(f"envs/{room}"):
        for name in imported(path):
            assert room_of(name) in {None, room, *FLOORS[room]}, f"{path.relative_to(ROOT)} imports {name}"


def test_every_folder_of_envs_has_its_floor():
    assert {path.name for path in (ROOT / "envs").iterdir() if path.is_dir() and path.name != "__pycache__"} == set(FLOORS)


def code_words(path: Path) -> Iterator[str]:
    """Every name and every text in a file's code; docstrings are no code."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    told = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node, clean=False) is not None:
            told.add(id(node.body[0].value))  # type: ignore[attr-defined]
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value
        for field in ("id", "attr", "name", "arg", "module"):
            if isinstance(getattr(node, field, None), str):
                yield getattr(node, field)


def test_views_name_no_game():
    """Only the registry and a game's own module know its name; elsewhere it stands in examples of docstrings at most."""
    checked = 0
    for path in sources("envs/core", "envs/views"):
        if path.name != "registry.py":
            checked += 1
            for word in code_words(path):
                assert not any(game in word.lower() for game in VERSIONS), f"{path.name} says {word!r}"
    assert checked > 10
    assert any("pinwheel" in word for word in code_words(ROOT / "envs" / "core" / "registry.py"))


def test_the_rest_names_no_game_either():
    """Training, evaluation and the bettors that play every game: a game's name belongs in folders that bear it."""
    for path in sources("train", "evaluate", "agents"):
        if not set(path.relative_to(ROOT).parts) & set(VERSIONS):
            for word in code_words(path):
                assert not any(game in word.lower() for game in VERSIONS), f"{path.name} says {word!r}"
