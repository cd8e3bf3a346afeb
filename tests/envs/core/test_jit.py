"""Kernels: no circles of calls, and no stale machine code after an edit."""

import ast
import dataclasses
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import backroom
import pytest
from backroom.envs.core import jit, kernel_cache
from backroom.envs.core.game import get_game
from backroom.envs.kit import dice

ROOT = jit.ROOT
GUESTS = Path(__file__).parents[2] / "guests"
PACKAGE = jit.__name__.split(".")[0]
DECORATORS = {"kernel", "inlined"}
TEMPLATE = f"{PACKAGE}.envs.core.drivers"


# --- the graph of calls ---


@dataclass
class Source:
    """A file with kernels: what they call by name, and which names come from other modules."""

    kernels: dict[str, set[str]] = field(default_factory=dict)
    functions: set[str] = field(default_factory=set)  # top-level functions that are no kernels
    imports: dict[str, tuple[str, str]] = field(default_factory=dict)  # local name: (module, name there)


def decorator_name(node: ast.expr) -> str:
    target = node.func if isinstance(node, ast.Call) else node
    return target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")


def called_names(function: ast.FunctionDef) -> set[str]:
    calls = [node.func for node in ast.walk(function) if isinstance(node, ast.Call)]
    return {call.id for call in calls if isinstance(call, ast.Name)}


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join((PACKAGE, *(parts[:-1] if parts[-1] == "__init__" else parts)))


def imported_from(node: ast.ImportFrom, path: Path) -> str:
    if not node.level:
        return node.module or ""
    folder = path.parent
    for _ in range(node.level - 1):
        folder = folder.parent
    base = ".".join((PACKAGE, *folder.relative_to(ROOT).parts))
    return f"{base}.{node.module}" if node.module else base


def read_source(path: Path) -> Source:
    source = Source()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            module = imported_from(node, path)
            for name in node.names:
                source.imports[name.asname or name.name] = (module, name.name)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            if DECORATORS & {decorator_name(decorator) for decorator in node.decorator_list}:
                source.kernels[node.name] = called_names(node)
            else:
                source.functions.add(node.name)
                source.functions -= overloaded_by(node)
    return source


def overloaded_by(node: ast.FunctionDef) -> set[str]:
    """Functions above it that a kernel may call, because this one says what they are when compiled."""
    calls = [decorator for decorator in node.decorator_list if isinstance(decorator, ast.Call)]
    arguments = [call.args[0] for call in calls if decorator_name(call) == "overload"]
    return {argument.id for argument in arguments if isinstance(argument, ast.Name)}


def sources() -> dict[str, Source]:
    paths = [path for folder in jit.KERNEL_FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    return {module_of(path): read_source(path) for path in paths}


Kernel = tuple[str, str]


def rules_of_games() -> dict[str, list[Kernel]]:
    """For each of the five names that the drivers call, the kernels that registered games put there."""
    found: dict[str, list[Kernel]] = {}
    for game in backroom.games():
        for name, rule in get_game(game).rules._asdict().items():
            plain = getattr(rule, "py_func", rule)
            found.setdefault(name, []).append((plain.__module__, plain.__name__))
    return found


def call_graph(files: Mapping[str, Source]) -> dict[Kernel, set[Kernel]]:
    bound = rules_of_games()
    graph: dict[Kernel, set[Kernel]] = {}
    for module, source in files.items():
        for kernel, names in source.kernels.items():
            reached = graph.setdefault((module, kernel), set())
            for name in names:
                if name in source.kernels:
                    reached.add((module, name))
                elif module == TEMPLATE and name in bound:
                    reached.update(bound[name])
                elif name in source.imports:
                    where = source.imports[name]
                    if where[0] in files and where[1] in files[where[0]].kernels:
                        reached.add(where)
    return graph


def circle(graph: Mapping[Kernel, set[Kernel]]) -> list[Kernel]:
    """A circle of calls, or nothing."""
    done: set[Kernel] = set()

    def search(kernel: Kernel, trail: list[Kernel]) -> list[Kernel]:
        if kernel in trail:
            return [*trail[trail.index(kernel) :], kernel]
        if kernel in done:
            return []
        for reached in sorted(graph.get(kernel, ())):
            if found := search(reached, [*trail, kernel]):
                return found
        done.add(kernel)
        return []

    for kernel in graph:
        if found := search(kernel, []):
            return found
    return []


def test_kernels_do_not_call_themselves_in_circles():
    graph = call_graph(sources())
    assert circle(graph) == []


def test_the_graph_sees_what_is_there():
    """The search above is not empty: it follows calls between files, into the rules of every game."""
    graph = call_graph(sources())
    assert sum(len(reached) for reached in graph.values()) > 50
    rules = rules_of_games()
    for names in rules.values():
        assert all(kernel in graph for kernel in names)
    assert set(rules["step"]) <= graph[(TEMPLATE, "step_record")]
    assert (f"{PACKAGE}.envs.core.chance", "outcome") in graph[(f"{PACKAGE}.envs.core.chance", "randint")]
    assert any(one != other for (one, _), reached in graph.items() for other, _ in reached)
    chained = {("m", "a"): {("m", "b")}, ("m", "b"): {("n", "c")}, ("n", "c"): {("m", "b")}}
    assert circle(chained) == [("m", "b"), ("n", "c"), ("m", "b")]
    assert circle({("m", "a"): {("m", "a")}}) == [("m", "a"), ("m", "a")]


def test_kernels_call_only_kernels():
    """Of what this package defines: a plain function inside a kernel would not compile, or only be found out late."""
    files = sources()
    for module, source in files.items():
        for kernel, names in source.kernels.items():
            plain = names & source.functions
            for name in names & set(source.imports):
                where, there = source.imports[name]
                if where in files and there in files[where].functions:
                    plain.add(name)
            assert not plain, f"{module}.{kernel} calls {plain}"


def test_compilation_and_its_cache_alone_touch_numba():
    for path in sorted(ROOT.joinpath("envs").rglob("*.py")) + sorted(ROOT.joinpath("agents").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
        imported |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and not node.level}
        touches = any(name.split(".")[0] == "numba" for name in imported)
        assert touches == (path in (Path(jit.__file__), Path(kernel_cache.__file__))), path


# --- the cache ---

DIGEST = "import backroom.envs.core.jit as jit; print(jit.__file__); print(jit.CACHE.name)"
DICE = """
import numpy as np
from backroom.envs.kit.dice import d6
print([int(d6(np.uint64(9), hand, 0, 1, 2)) for hand in range(40)])
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package's sources that may be edited."""
    root = tmp_path / PACKAGE
    root.mkdir()
    shutil.copy(ROOT / "__init__.py", root)
    for folder in jit.KERNEL_FOLDERS:
        shutil.copytree(ROOT / folder, root / folder, ignore=shutil.ignore_patterns("__pycache__"))
    return root


def run(package: Path, code: str, **variables: str) -> list[str]:
    """Lines that the code prints in a process that imports the copied package, with a cache of its own."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(package.parent),
        "PYTHONDONTWRITEBYTECODE": "1",
        "BACKROOM_CACHE": str(package.parent / "cache"),
        "NUMBA_DISABLE_JIT": "0",
        **variables,
    }
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, cwd=package.parent)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def digest(package: Path, **variables: str) -> str:
    file, name = run(package, DIGEST, **variables)
    assert Path(file).is_relative_to(package)
    return name


def sources_of_kernels() -> list[Path]:
    """Files with kernels, as paths below the package: some of each folder, and the rules of every game."""
    files = {module: source for module, source in sources().items() if source.kernels}
    rules = {module for kernels in rules_of_games().values() for module, _ in kernels}
    chosen = rules | {TEMPLATE, f"{PACKAGE}.envs.core.chance", next(m for m in files if m.startswith(f"{PACKAGE}.agents"))}
    return [Path(*module.split(".")[1:]).with_suffix(".py") for module in sorted(chosen)]


def test_the_cache_moves_when_a_source_of_kernels_changes(package, monkeypatch):
    first = digest(package)
    monkeypatch.setattr(jit, "ROOT", package)  # in this process from here on, which is quick
    assert jit._digest() == first
    seen = {first}
    for path in sources_of_kernels():
        text = (package / path).read_text(encoding="utf-8")
        (package / path).write_text(text + "\n# edited\n", encoding="utf-8")
        seen.add(jit._digest())
        (package / path).write_text(text, encoding="utf-8")
    assert len(seen) == 1 + len(sources_of_kernels())
    assert jit._digest() == first


def test_the_cache_does_not_move_with_what_holds_no_kernels(package):
    first = digest(package)
    for folder, name in (("train", "notes.py"), (".venv", "noise.py"), ("runs", "log.txt")):
        (package / folder).mkdir()
        (package / folder / name).write_text("# nothing that runs in a kernel\n")
    assert digest(package) == first


def test_the_cache_does_not_depend_on_where_the_package_lies(package, tmp_path):
    first = digest(package)
    elsewhere = tmp_path / "elsewhere" / PACKAGE
    shutil.copytree(package, elsewhere)
    assert digest(elsewhere) == first


def test_the_cache_moves_with_the_flags_that_change_code(package):
    flags: list[dict[str, str]] = [{}, {"NUMBA_BOUNDSCHECK": "1"}, {"NUMBA_OPT": "1"}]
    assert len({digest(package, **each) for each in flags}) == len(flags)


def test_an_edit_in_an_imported_file_takes_effect(package):
    """The die is compiled in one file and its chance in another, which is edited."""
    before = run(package, DICE)
    assert before == run(package, DICE)
    chance = package / "envs" / "core" / "chance.py"
    text = chance.read_text(encoding="utf-8")
    assert "0xBF58476D1CE4E5B9" in text
    chance.write_text(text.replace("0xBF58476D1CE4E5B9", "0xBF58476D1CE4E5BB"), encoding="utf-8")
    after = run(package, DICE)
    assert after != before
    assert after == run(package, DICE, NUMBA_DISABLE_JIT="1")
    chance.write_text(text, encoding="utf-8")
    assert run(package, DICE) == before
    assert run(package, DICE, NUMBA_DISABLE_JIT="1") == before


def test_a_cache_that_can_not_be_written_is_done_without(package):
    """In a temporary folder, which is gone when the process ends."""
    (package.parent / "cache").write_text("a file where the folder should be")
    *dice, folder = run(package, DICE + "from backroom.envs.core import jit; print(jit.CACHE)")
    assert dice
    assert not Path(folder).parent.exists()


DAMAGE = {
    "emptied": lambda content: b"",
    "cut": lambda content: content[: len(content) // 2],
    "changed": lambda content: (
        content[: len(content) // 2] + bytes([content[len(content) // 2] ^ 1]) + content[len(content) // 2 + 1 :]
    ),
}


@pytest.mark.parametrize(("ending", "damage"), [("nbi", "emptied"), ("nbi", "cut"), ("nbc", "cut"), ("nbc", "changed")])
def test_a_damaged_cache_is_a_cache_miss(package, ending, damage):
    """Index and machine code: compiled anew, and kept again."""
    before = run(package, DICE)
    files = sorted((package.parent / "cache").rglob(f"*.{ending}"))
    whole = [file.read_bytes() for file in files]
    for file, content in zip(files, whole, strict=True):
        file.write_bytes(DAMAGE[damage](content))
    assert run(package, DICE) == before
    assert all(file.stat().st_size >= len(content) // 2 for file, content in zip(files, whole, strict=True))
    assert run(package, DICE) == before


def test_folders_in_the_place_of_cache_files_only_cost_time(package):
    before = run(package, DICE)
    for file in sorted((package.parent / "cache").rglob("*.nb?")):
        file.unlink()
        file.mkdir()
    assert run(package, DICE) == before


def test_a_disk_that_takes_no_more_only_costs_time(package):
    """Files of the cache that can not be written whole: the same results, now and when they are read again."""
    pytest.importorskip("resource")
    before = run(package, DICE)
    shutil.rmtree(package.parent / "cache")
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))\n"
    assert run(package, limit + DICE) == before
    assert run(package, DICE) == before


def test_a_cache_that_can_only_be_read_is_used(tmp_path, monkeypatch, capsys):
    (tmp_path / "0123" / "part").mkdir(parents=True)
    (tmp_path / "0123" / "part" / "kernel.nbc").write_bytes(b"code")
    monkeypatch.setenv("BACKROOM_CACHE", str(tmp_path))

    def refuse(**_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(kernel_cache.tempfile, "TemporaryFile", refuse)
    folder = kernel_cache.find_folder("0123")
    assert not folder.is_relative_to(tmp_path)
    assert (folder / "part" / "kernel.nbc").read_bytes() == b"code"
    assert "can not be written" in capsys.readouterr().err
    shutil.rmtree(folder.parent)


def test_without_a_home_a_temporary_folder_is_used(monkeypatch, capsys):
    """As in a container whose user has no name."""

    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for variable in ("BACKROOM_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setattr(kernel_cache.Path, "home", no_home)
    folder = kernel_cache.find_folder("0123")
    assert folder.is_dir()
    assert "can not be written" in capsys.readouterr().err
    shutil.rmtree(folder.parent)


@pytest.mark.skipif(not jit.COMPILED, reason="nothing is compiled")
def test_threads_give_each_kernel_its_own_folder():
    before = jit.CONFIG.CACHE_DIR
    plain = [kernel.py_func for kernel in vars(dice).values() if hasattr(kernel, "py_func")]
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda k: jit.kernel(plain[k % len(plain)], folder=f"folder-{k}"), range(200)))
    for k, compiled in enumerate(made):
        assert f"folder-{k}" in Path(compiled._cache.cache_path).parts
        shutil.rmtree(jit.CACHE / f"folder-{k}", ignore_errors=True)
    assert before == jit.CONFIG.CACHE_DIR


def test_without_the_compiler_there_is_no_cache(package):
    told = run(package, "import backroom.envs.core.jit as jit; print(jit.CACHE, jit.COMPILED)", NUMBA_DISABLE_JIT="1")
    assert told == ["None False"]
    assert not (package.parent / "cache").exists()


def test_importing_the_package_does_not_load_the_compiler():
    code = "import sys, backroom; print(backroom.games(), 'numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == "False"


# --- drivers ---


def test_two_games_have_drivers_of_their_own(guest_game):
    names = [name for name in backroom.games() if name != guest_game]
    modules = [get_game(name).kernels for name in (*names, guest_game)]
    assert len({id(module) for module in modules}) == len(modules)
    assert len({id(module.step_game) for module in modules}) == len(modules)
    for name in (*names, guest_game):
        assert get_game(name).kernels is get_game(name).kernels
        for rule, function in get_game(name).rules._asdict().items():
            assert getattr(get_game(name).kernels, rule) is function


def test_a_game_added_again_plays_by_its_new_rules(guest_game, guest):
    """As when somebody works on a game in a notebook: its name does not stand for what it was before, or it is refused."""

    @jit.kernel
    def only_stop(s, mask):
        for action in range(3):
            mask[action] = action == 0 and s.over == 0

    assert backroom.make(guest_game).game.kernels
    changed = dataclasses.replace(guest.GAME, rules=guest.GAME.rules._replace(legal=only_stop))
    try:
        backroom.add_game(changed)
    except backroom.InvalidOption:
        return
    env = backroom.make(guest_game)
    env.reset(seed=0)
    assert env.action_masks().tolist() == [1, 0, 0]


FIRST_USE = """
import sys
import backroom
sys.path.insert(0, sys.argv[1])
import stop_or_go
backroom.add_game(stop_or_go.GAME)
for _ in range(2):
    env = backroom.make("stop_or_go")
    env.reset(seed=0)
print(env.describe_all()["card"])
"""


def test_the_first_use_tells_once_what_is_happening(tmp_path):
    """On stderr, with the game's name; once compiled, nothing is said."""
    environment = {**os.environ, "BACKROOM_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}
    told, printed = [], []
    for _ in range(2):
        command = [sys.executable, "-c", FIRST_USE, str(GUESTS)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        told.append(done.stderr.splitlines())
        printed.append(done.stdout.splitlines())
    assert len(told[0]) == 1
    assert "compiling stop_or_go" in told[0][0]
    assert told[1] == []
    assert printed[0] == printed[1]
    assert len(printed[0]) == 1


GUEST_CARDS = """
import sys
import backroom
sys.path.insert(0, sys.argv[1])
import stop_or_go
backroom.add_game(stop_or_go.GAME)
env = backroom.make("stop_or_go", bankroll=3)
env.reset(seed=0)
print(env.describe_all()["card"], env.observe("player_0")["observation"].tolist())
"""


@pytest.mark.parametrize(
    ("file", "now", "then"),
    [
        ("rules.py", "CARDS, DOUBLE_FROM = 10, 7", "CARDS, DOUBLE_FROM = 8, 7"),
        ("observation.py", "= s.card[viewer] if", "= 1 if"),
    ],
)
def test_an_edit_of_a_guest_takes_effect(tmp_path, file, now, then):
    """Kernels outside the package have a cache by all sources of their package, also where one imports another."""
    shutil.copytree(GUESTS / "stop_or_go", tmp_path / "stop_or_go")
    environment = {
        **os.environ,
        "BACKROOM_CACHE": str(tmp_path / "cache"),
        "NUMBA_DISABLE_JIT": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
    }

    def printed(**variables: str) -> str:
        command = [sys.executable, "-c", GUEST_CARDS, str(tmp_path)]
        done = subprocess.run(command, env={**environment, **variables}, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    before = printed()
    assert printed() == before
    source = tmp_path / "stop_or_go" / file
    text = source.read_text(encoding="utf-8")
    assert now in text
    source.write_text(text.replace(now, then), encoding="utf-8")
    after = printed()
    assert after != before
    assert after == printed(NUMBA_DISABLE_JIT="1")
