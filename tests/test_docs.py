"""The documents are true: generated pages are fresh, rules are cited where they are played and pinned, examples run."""

import importlib.util
import re
import runpy
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import backroom
import pytest
from backroom.agents import resolve, resolve_all
from backroom.cli import app
from backroom.evaluate import measure
from typer.testing import CliRunner

ROOT = Path(backroom.__file__).resolve().parent
RULE = re.compile(r"\b[A-Z]{2}-\d+\b")
DOCUMENTS = [
    path for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))) if path.exists()
]
FENCE = re.compile(r"^```(\w*)([^\n]*)\n(.*?)^```\s*$", re.MULTILINE | re.DOTALL)

pytestmark = pytest.mark.skipif(not (ROOT / "docs").exists(), reason="needs the sources, not an installed package")


@pytest.fixture(scope="module")
def generator() -> ModuleType:
    """docs/generate.py as a module."""
    spec = importlib.util.spec_from_file_location("backroom_docs_generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def rules_of(game: str) -> list[str]:
    """The ids of a game's rules, as its page lists them."""
    text = (ROOT / "envs" / game / "page.md").read_text(encoding="utf-8")
    return re.findall(r"^- \*\*([A-Z]{2}-\d+)\*\*", text, re.MULTILINE)


def cited(*folders: Path) -> set[str]:
    """The rule ids that the Python files below the folders name."""
    return {
        rule for folder in folders for path in folder.rglob("*.py") for rule in RULE.findall(path.read_text(encoding="utf-8"))
    }


def blocks(document: Path) -> list[str]:
    """The Python examples of a document that are to be run."""
    found = FENCE.findall(document.read_text(encoding="utf-8"))
    return [code for language, rest, code in found if language == "python" and "no-run" not in rest]


# --- generated pages ---


@pytest.mark.parametrize("game", backroom.games())
def test_pages_are_fresh(game, generator):
    """docs/games/<game>.md is what `make docs` writes."""
    assert (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8") == generator.page(game)


def test_there_is_a_page_for_every_game_and_no_other(generator):
    assert sorted(path.stem for path in (ROOT / "docs" / "games").glob("*.md")) == backroom.games()


# --- rules ---


@pytest.mark.parametrize("game", backroom.games())
def test_rules_are_numbered_without_a_gap(game):
    """PW-1, PW-2, ..., or from BP-0 on: each id once."""
    rules = rules_of(game)
    assert rules
    prefix, first = rules[0].split("-")
    assert int(first) in (0, 1)
    assert rules == [f"{prefix}-{number}" for number in range(int(first), int(first) + len(rules))]
    mentioned = set(RULE.findall((ROOT / "envs" / game / "page.md").read_text(encoding="utf-8")))
    assert mentioned == set(rules)


@pytest.mark.parametrize("game", backroom.games())
def test_rules_are_cited_in_the_code(game):
    """Who reads a rule finds where it is played; and no rule is cited that there is not."""
    own = cited(ROOT / "envs" / game)
    assert set(rules_of(game)) - (own | cited(ROOT / "envs" / "kit")) == set()
    assert own <= set(rules_of(game))


@pytest.mark.parametrize("game", backroom.games())
def test_rules_are_pinned_by_tests(game):
    """Every rule is named by a test of the game."""
    assert set(rules_of(game)) - cited(ROOT / "tests" / "envs" / game) == set()


# --- examples ---


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_examples_run(document, tmp_path):
    """The Python examples of a document, in order, in a process and a folder of their own, with the files of examples/."""
    examples = blocks(document)
    if not examples:
        pytest.skip("no examples in it")
    if (ROOT / "examples").exists():
        (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "document.py").write_text("\n\n".join(examples), encoding="utf-8")
    command = [sys.executable, "-W", "error::DeprecationWarning:__main__", "document.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["careful", "Sometimes"])
def test_example_bettors_play(name):
    """The bettors to begin with can be named as the documents say, and are legal."""
    agent = resolve(f"{ROOT}/examples/careful.py:{name}", "pinwheel")
    for seats in (2, 4):
        company = [agent, *resolve_all(["random"] * (seats - 1), "pinwheel")]
        assert measure("pinwheel", company, deals=50).entrants[agent.name].deals == 50


def test_example_of_training_learns(capsys, monkeypatch):
    """The script for another library, at a few tables instead of many, and for one update."""
    many = backroom.make_vec
    monkeypatch.setattr(backroom, "make_vec", lambda game, num_envs, **rest: many(game, num_envs=8, **rest))
    runpy.run_path(str(ROOT / "examples" / "train_with_sb3.py"))["main"](total_steps=1)
    assert re.search(r"units an episode: -?\d", capsys.readouterr().out)


def test_every_example_is_tried():
    """A new file in examples/ needs a test above."""
    assert {path.name for path in (ROOT / "examples").glob("*.py")} == {"careful.py", "train_with_sb3.py"}


def commands(document: Path) -> list[list[str]]:
    """The commands of this package that a document tells to type."""
    texts = [
        code for language, _, code in FENCE.findall(document.read_text(encoding="utf-8")) if language in ("", "sh", "bash")
    ]
    lines = [line.strip().removeprefix("$ ").removeprefix(".venv/bin/") for text in texts for line in text.splitlines()]
    return [re.sub(r"<[^>]*>", "RUN", line).split() for line in lines if line.startswith(("backroom ", "make "))]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands_are_those_that_there_are(document):
    """Every command, option and target of make that a document names."""
    for program, command, *rest in commands(document):
        if program == "make":
            assert re.search(rf"^{command}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE), command
        else:
            text = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "200"}).stdout
            assert all(option.split("=")[0] in text for option in rest if option.startswith("--")), [command, *rest]


def test_links_lead_somewhere():
    """Links from one document to a file of this repository."""
    for document in DOCUMENTS:
        text = FENCE.sub("", document.read_text(encoding="utf-8"))
        for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", text):
            if "://" not in target:
                assert (document.parent / target).exists(), f"{document.name} links to {target}"
