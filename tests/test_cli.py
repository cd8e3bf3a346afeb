"""The command line as a user meets it: help, output for people and for programs, one line and an exit code for mistakes."""

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import backroom
import numpy as np
import pytest
from backroom import cli
from backroom.agents.policy_file import Policy, write_policy
from backroom.agents.specs import bettors
from backroom.cli import app
from backroom.envs.core.game import get_game
from backroom.evaluate import measure
from backroom.train.config import packaged
from typer.testing import CliRunner

COMMANDS = ("games", "play", "train", "evaluate", "bench")
TRAIN = "train pinwheel/ppo"

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Every command is called from a folder of its own, with nothing in it."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return tmp_path / "here"


def call(arguments: str | list[str], stdin: str | None = None) -> Any:
    """The command within this process: quick."""
    return CliRunner().invoke(app, arguments.split() if isinstance(arguments, str) else arguments, input=stdin)


@pytest.fixture
def run() -> Run:
    """`run("games", stdin="")`: the command as a process of its own."""

    def start(arguments: str, stdin: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            [sys.executable, "-m", "backroom", *arguments.split()],
            input=stdin if isinstance(stdin, bytes) else stdin.encode(),
            capture_output=True,
            env={**os.environ, **environment},
            timeout=200,
            check=False,
        )
        return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())

    return start


def complaint(result: Any, code: int = 2) -> str:
    """The one line that a failed command says, on stderr; nothing else is said, and no file is made."""
    caught = getattr(result, "exception", None)
    assert caught is None or isinstance(caught, SystemExit), repr(caught)
    assert getattr(result, "exit_code", getattr(result, "returncode", None)) == code
    assert result.stdout == ""
    lines = [line for line in result.stderr.splitlines() if not line.startswith("backroom: compiling")]
    assert len(lines) == 1, lines
    assert lines[0].startswith("backroom: ")
    assert list(Path.cwd().iterdir()) == []
    return lines[0].removeprefix("backroom: ")


# --- help ---


def test_version():
    result = call("--version")
    assert (result.exit_code, result.stdout) == (0, f"backroom {metadata.version('backroom')}\n")


def test_one_game_is_listed_alone():
    assert [game["name"] for game in json.loads(call("games roulette --json").stdout)] == ["roulette"]
    assert "is not a game" in complaint(call("games chess"))


def test_what_agents_print_is_no_output(empty_folder):
    """When they are loaded and when they bet; JSON stays JSON."""
    (empty_folder / "loud.py").write_text("print('loaded')\ndef loud(d, legal):\n    print('betting')\n    return legal[0]\n")
    for by in ("", "--by seat"):
        result = call(f"evaluate pinwheel loud.py:loud rock --deals 30 --json {by}")
        assert json.loads(result.stdout)
        assert {"loaded", "betting"} <= set(result.stderr.splitlines())


def test_help_names_the_commands():
    for arguments in ("--help", ""):
        text = call(arguments).output
        assert all(re.search(rf"\b{command}\b", text) for command in COMMANDS)
    assert call("--help").exit_code == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_each_command(command):
    """What it does, and its options; where one has to be told what to type, an example that does work."""
    result = call([command, "--help"])
    assert result.exit_code == 0
    assert "--help" in result.stdout
    text = " ".join(re.sub(r"[│╭╮╰╯─]", " ", result.stdout).split())
    if command in ("play", "train", "evaluate"):
        assert f"For example: backroom {command} " in text


def test_help_in_a_process_of_its_own(run):
    """Quick to ask for: neither the compiler nor a learning library is needed to say how it is used."""
    done = run("evaluate --help")
    assert done.returncode == 0
    assert "duplicate deals" in done.stdout
    assert done.stderr == ""
    code = "import sys; sys.argv = ['backroom', '--help']\ntry:\n import backroom.cli as c; c.main()\nexcept SystemExit: pass\n"
    code += "print([name for name in ('numba', 'torch', 'matplotlib') if name in sys.modules])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100, check=True)
    assert loaded.stdout.splitlines()[-1] == "[]"


# --- games ---


def test_games_for_people():
    """Every game with its bettors and its options."""
    result = call("games")
    assert result.exit_code == 0
    for game in backroom.games():
        assert game in result.stdout
        assert all(name in result.stdout for name in bettors(game))
        assert all(name in result.stdout for name in get_game(game).options.model_fields)


def test_games_for_programs():
    described = json.loads(call("games --json").stdout)
    assert [game["name"] for game in described] == backroom.games()
    for game in described:
        assert game["bettors"] == list(bettors(game["name"]))
        assert game["max_seats"] == get_game(game["name"]).max_seats
        defaults = {name: option["default"] for name, option in game["options"].items()}
        played = get_game(game["name"]).parse_options(defaults)
        assert played.model_dump() == get_game(game["name"]).parse_options({}).model_dump()
        assert all(option["meaning"] for option in game["options"].values() if option["meaning"] is not None)


# --- evaluate ---


def test_evaluate_for_programs():
    """The JSON is the report of the same measurement, with the options that were set."""
    result = call("evaluate pinwheel shark maniac rock --deals 40 --seed 3 --set hands=2 --set odd_secret=subtracts --json")
    assert result.exit_code == 0
    report = measure(
        "pinwheel",
        [bettors("pinwheel")[name]() for name in ("shark", "maniac", "rock")],
        40,
        3,
        {"hands": 2, "odd_secret": "subtracts"},
    )
    assert json.loads(result.stdout) == report.as_json()
    assert json.loads(result.stdout)["options"]["odd_secret"] == "subtracts"


def test_evaluate_for_people(monkeypatch):
    """A row an agent with its interval; copies share one."""
    monkeypatch.setenv("COLUMNS", "150")
    result = call("evaluate pinwheel shark rock rock --deals 40")
    assert result.exit_code == 0
    assert result.stderr == "" or result.stderr.startswith("backroom: compiling")
    assert "40 duplicate deals, 240 games" in result.stdout
    report = measure("pinwheel", [bettors("pinwheel")["shark"](), *[bettors("pinwheel")["rock"]()] * 2], 40)
    for name, seats in (("shark", 1), ("rock", 2)):
        one = report.entrants[name]
        assert re.search(rf"{name} +│ +{seats} │ +{re.escape(f'{one.mean:+.3f}')} │", result.stdout)


def test_evaluate_agents_of_yours(empty_folder):
    """A function in a file beside you, and a policy."""
    (empty_folder / "mine.py").write_text("def first(description, legal):\n    return legal[0]\n")
    result = call("evaluate pinwheel mine.py:first rock --deals 30 --json")
    assert result.exit_code == 0
    assert set(json.loads(result.stdout)["entrants"]) == {"mine:first", "rock"}


def test_the_same_command_says_the_same():
    one, two = (call("evaluate pinwheel random maniac --deals 30 --seed 5 --json").stdout for _ in range(2))
    assert one == two
    assert call("evaluate pinwheel random maniac --deals 30 --seed 6 --json").stdout != one


# --- mistakes: one line, exit code 2, nothing written ---


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("evaluate pinball rock rock", "'pinball' pinwheel"),
        ("evaluate pinwheel rock sharc", "'sharc' random rock maniac shark"),
        ("evaluate pinwheel rock nobody.py:bet", "nobody.py"),
        ("evaluate pinwheel rock nobody.npz", "nobody.npz"),
        ("evaluate pinwheel rock runs/nothing", "runs/nothing"),
        ("evaluate pinwheel rock", "agents 2-6 seats"),
        ("evaluate pinwheel rock rock rock rock rock rock rock", "agents 2-6 seats"),
        ("evaluate pinwheel rock rock --set num_players=5", "nobody player_2, player_3, player_4"),
        ("evaluate pinwheel rock rock rock --set num_players=2", "1 too many"),
        ("evaluate pinwheel rock rock --set hnads=3", "'hnads' 'hands'"),
        ("evaluate pinwheel rock rock --set hands", "'hands' NAME=VALUE"),
        ("evaluate pinwheel rock rock --set =3", "'=3' NAME=VALUE"),
        ("evaluate pinwheel rock rock --set hands=[1", "hands YAML"),
        ("evaluate pinwheel rock rock --set hands=2024-13-45", "hands"),
        ("evaluate pinwheel rock rock --set hands=0", "hands 1"),
        ("evaluate pinwheel rock rock --set hands=many", "hands 'many'"),
        ("evaluate pinwheel rock rock --set skills=9X", "9X '9D+2'"),
        ("evaluate pinwheel rock rock --set bankroll=[1,2,3]", "bankroll 3 2"),
        ("evaluate pinwheel rock rock --deals 5", "deals 30"),
        ("evaluate pinwheel rock rock --seed -1", "seed"),
        ("play pinball --against rock", "'pinball' pinwheel"),
        ("play pinwheel", "--against missing 2-6 seats shark"),
        ("play captain_gin", "--against missing eager,patient"),
        ("play pinwheel --against rock --set num_players=4 --seat 1", "nobody player_3, player_0"),
        ("play pinwheel --against sharc", "'sharc' shark"),
        ("play pinwheel --against rock,rock,rock,rock,rock,rock", "opponents 2-6 seats"),
        ("play pinwheel --against rock, --seed 1", "shark"),
        ("play pinwheel --against rock --seat 2", "seat 0 1"),
        ("play pinwheel --against rock --seat -1 --skill 4D", "seat 0 1"),
        ("play pinwheel --against rock --seed -5", "seed"),
        ("play pinwheel --against rock --set num_players=3", "2 3 nobody player_2"),
        ("play pinwheel --against rock --set num_players=many --skill 4D", "num_players 'many'"),
        ("play pinwheel --against rock --set skills=[4D] --skill 4D", "skills"),
        ("play pinwheel --against rock --set bankroll=0", "bankroll 1"),
        *(
            (f"play pinwheel --against rock --skill {code}", f"{code!r} dice code")
            for code in ("9X", "0D", "31D", "4D+3", "D", "4", "-1D")
        ),
        ("train", "--resume"),
        ("train nothing.yaml", "'nothing.yaml' pinwheel/ppo"),
        (f"{TRAIN} --resume runs/x", "--resume"),
        (f"{TRAIN} --set train.totl_steps=5", "train.totl_steps 'total_steps'"),
        (f"{TRAIN} --set trian.total_steps=5", "'trian' 'train'"),
        (f"{TRAIN} --set train.total_steps=many", "train.total_steps 'many'"),
        (f"{TRAIN} --set train.total_steps", "'train.total_steps'"),
        (f"{TRAIN} --set train.total_steps=[1", "YAML"),
        (f"{TRAIN} --set game=pinball", "'pinball' pinwheel"),
        (f"{TRAIN} --set evaluation.tables=[[nobody]]", "'nobody' shark"),
        (f"{TRAIN} --set tables=[{{opponents:[nobody]}}]", "'nobody' shark"),
        (f"{TRAIN} --set train.net_arch=[-1]", "train.net_arch"),
        ("train --resume nowhere", "nowhere config.yaml"),
        ("train --resume nowhere --set train.n_steps=4", "train.n_steps train.total_steps"),
        ("bench pinball", "'pinball' pinwheel"),
        ("bench pinwheel --seconds 0", "seconds"),
    ],
    ids=lambda value: value if " " in value else None,
)
def test_mistakes(arguments, words):
    """Each answer holds what was wrong, or what would be right, and names no place twice."""
    text = complaint(call(arguments))
    assert all(word in text for word in words.split())
    places = re.findall(r"(?:^|; |: )([\w./']+)(?=: )", text)
    assert len(set(places)) == len(places)


def test_a_number_of_agents_is_all_that_is_wrong():
    """What follows from a wrong number of seats is not told too."""
    assert "bankroll" not in complaint(call("evaluate pinwheel rock"))


def test_unknown_options_of_the_command():
    """The command line's own words: exit code 2 as well, no traceback, and what there is."""
    for arguments in ("games --jsn", "evaluate pinwheel rock rock --deals many", "dance"):
        result = call(arguments)
        assert result.exit_code == 2
        assert "Traceback" not in result.output
        assert "--help" in result.output or "Usage" in result.output or "No such" in result.output


def test_mistakes_in_a_process_of_their_own(run, empty_folder):
    """The same without any help of a test runner."""
    assert "'sharc'" in complaint(run("evaluate pinwheel rock sharc"))
    assert "train.totl_steps" in complaint(run(f"{TRAIN} --set train.totl_steps=5"))


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda data: data[: len(data) // 2],
    "text": lambda data: b"weights",
    "empty": lambda data: b"",
    "turned": lambda data: data[:60] + bytes([data[60] ^ 255]) + data[61:],
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_policy(kind, tmp_path):
    """Whichever command meets it, by its file or by its folder."""
    game = get_game("pinwheel")
    folder = tmp_path / "damaged"
    folder.mkdir()
    write_policy(folder / "policy.npz", game, None, Policy([(np.zeros((game.layout.size, 15)), np.zeros(15))], "relu"))
    (folder / "policy.npz").write_bytes(DAMAGE[kind]((folder / "policy.npz").read_bytes()))
    for arguments in (
        ["evaluate", "pinwheel", "rock", str(folder)],
        ["evaluate", "pinwheel", "rock", str(folder / "policy.npz")],
        ["play", "pinwheel", "--against", str(folder)],
        ["train", "pinwheel/ppo", "--set", f"evaluation.tables=[['{folder}']]"],
    ):
        assert "policy.npz" in complaint(call(arguments))


@pytest.mark.parametrize(
    ("body", "word"),
    [
        ("return 'all in'", "'all in'"),
        ("return None", "None"),
        ("return 'hold'", "'hold'"),
        ("return 0", "0"),
    ],
)
def test_an_agent_that_breaks_the_rules(body, word, tmp_path):
    """Exit code 1, and a line that names the agent, its answer, and what was legal."""
    (tmp_path / "mine.py").write_text(f"def bet(description, legal):\n    {body}\n")
    text = complaint(call(["evaluate", "pinwheel", f"{tmp_path}/mine.py:bet", "rock", "--deals", "30"]), code=1)
    assert "mine:bet" in text
    assert word in text
    assert "pass" in text


@pytest.mark.parametrize("answer", ["99", "2", "float(action_mask.argmax())", "None", "'pass'"])
def test_a_class_that_breaks_the_rules(answer, tmp_path):
    (tmp_path / "mine.py").write_text(
        "from backroom import Agent\n\nclass Bet(Agent):\n    def act(self, observation, action_mask, u):\n"
        f"        return {answer} if action_mask[1] else int(action_mask.argmax())\n"
    )
    assert "mine:Bet" in complaint(call(["evaluate", "pinwheel", f"{tmp_path}/mine.py:Bet", "rock", "--deals", "30"]), code=1)


def test_an_opponent_that_breaks_the_rules(tmp_path):
    """At the table of a person too: the game stops with that one line, and exit code 1."""
    (tmp_path / "mine.py").write_text("def bet(description, legal):\n    return 'all in'\n")
    result = call(["play", "pinwheel", "--against", f"{tmp_path}/mine.py:bet", "--seed", "3"], stdin="pass\n" * 9)
    assert result.exit_code == 1
    [line] = [line for line in result.stderr.splitlines() if not line.startswith("backroom: compiling")]
    assert "mine:bet" in line
    assert "'all in'" in line


# --- play ---


def test_play_until_the_input_ends(run):
    """Piped answers, then Ctrl-D: the table is left with exit code 0."""
    done = run("play pinwheel --against shark,maniac --seed 7 --skill 5D+1", stdin="pass\ncall\nhistory\n")
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].endswith("You leave the table.")
    assert "skill 5D+1" in done.stdout
    assert "Traceback" not in done.stderr
    assert (
        run("play pinwheel --against shark,maniac --seed 7 --skill 5D+1", stdin="pass\ncall\nhistory\n").stdout == done.stdout
    )


def test_play_with_input_that_is_no_text(run):
    """Bytes of another encoding are no action, and no traceback either."""
    done = run("play pinwheel --against shark --seed 7", stdin=b"\xff\xfe\nquit\n", PYTHONIOENCODING="utf-8")
    assert "Traceback" not in done.stderr
    assert done.returncode == 0


def test_play_and_quit():
    result = call("play pinwheel --against shark --seed 1", stdin="quit\n")
    assert result.exit_code == 0
    assert result.stdout.endswith("You leave the table.\n")


def test_play_with_options():
    """A seat of one's own, a skill that only changes the person's, and the table's options."""
    result = call(
        ["play", "pinwheel", "--against", "shark,maniac", "--seed", "2", "--seat", "1", "--skill", "9D+2"]
        + ["--set", "skills=[1D, 2D, 3D]", "--set", "bankroll=[10, 20, 30]"]
    )
    assert result.exit_code == 0
    rows = re.findall(r"^[> ] (\w+) +live +stack +(\d+) .* skill (\S+)$", result.stdout, re.MULTILINE)
    assert [(name, skill) for name, _, skill in rows[:3]] == [("you", "9D+2"), ("shark", "3D"), ("maniac", "1D")]
    assert int(rows[0][1]) == 19


def test_play_against_names_with_blanks():
    """Blanks around the commas do not matter."""
    result = call(["play", "pinwheel", "--against", " shark , maniac ", "--seed", "1"])
    assert result.exit_code == 0
    assert "maniac" in result.stdout


def test_play_without_a_seed_is_new_each_time():
    texts = {call("play pinwheel --against rock,rock,rock,rock,rock", stdin="pass\npass\n").stdout for _ in range(6)}
    assert len(texts) > 1


# --- packaged configurations ---


def test_packaged_names_are_told():
    text = complaint(call("train nothing"))
    assert all(name in text for name in packaged())


@pytest.mark.parametrize("game", backroom.games())
def test_the_line_to_type_after_training_fills_a_table(game, tmp_path, capsys, monkeypatch):
    """A run is played against at the smallest table of its game, at every other seat of it."""
    monkeypatch.setattr("backroom.evaluate.report.print_summary", lambda reports, console: None)
    cli._show_run(tmp_path, [SimpleNamespace(game=game)], cli.new_console())
    words = shlex.split(capsys.readouterr().out.splitlines()[-1])
    assert words[1:3] == ["play", game]
    company = words[words.index("--against") + 1].split(",")
    assert set(company) == {str(tmp_path)}
    assert get_game(game).parse_options({"num_players": len(company) + 1})
