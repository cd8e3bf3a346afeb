"""The benchmarks report all that they promise. How fast anything is, is no test's business."""

import builtins
import io
import json
import sys

import pytest
from backroom import InvalidOption
from backroom.benchmarks import peers, speed
from backroom.cli import app
from rich.console import Console
from typer.testing import CliRunner

TINY = 0.01
RATE_KEYS = {"decisions_per_second", "sustained_per_second", "decisions", "seconds"}


def assert_rate(measured, also=()):
    assert set(measured) == RATE_KEYS | set(also)
    assert all(measured[key] > 0 for key in RATE_KEYS)


def printed(show, result) -> str:
    text = io.StringIO()
    show(result, Console(file=text, width=120))
    return text.getvalue()


def without(monkeypatch, *names):
    """Make importing the modules `names` fail, as where they are not installed."""
    real = builtins.__import__

    def refuse(name, *arguments, **named):
        if name.split(".")[0] in names:
            raise ModuleNotFoundError(f"No module named {name!r}")
        return real(name, *arguments, **named)

    monkeypatch.setattr(builtins, "__import__", refuse)
    for module in list(sys.modules):
        if module in ("backroom.train.ppo", "backroom.envs.views.sb3"):
            monkeypatch.delitem(sys.modules, module)


@pytest.fixture(scope="module")
def result():
    with pytest.MonkeyPatch.context() as monkeypatch:
        uncompiled = "import os\nos.environ['NUMBA_DISABLE_JIT'] = '1'\n"  # spares half a minute
        monkeypatch.setattr(speed, "FIRST_STEP", uncompiled + speed.FIRST_STEP)
        return speed.time_game("pinwheel", TINY, training=False)


def test_all_is_measured(result):
    assert set(result) == {"game", "seconds", "versions", "aec", "batch", "training", "start_up"}
    assert (result["game"], result["seconds"]) == ("pinwheel", TINY)
    assert set(result["versions"]) == {"python", "backroom", "numpy", "numba", "pettingzoo"}
    assert_rate(result["aec"])
    for size in result["batch"]:
        assert_rate(size, also=("games", "observations"))
    assert [(size["games"], size["observations"]) for size in result["batch"]] == [
        (games, observations) for observations in (True, False) for games in (1, 64, 1_024, 16_384)
    ]
    assert set(result["start_up"]) == {"first_use_seconds", "warm_seconds", "help_seconds"}
    assert all(seconds > 0 for seconds in result["start_up"].values())
    assert result["training"] == {"skipped": "not asked for"}


def test_result_is_json(result):
    assert json.loads(json.dumps(result)) == result


def test_table_shows_every_number(result):
    text = printed(speed.print_speed, [result, result])
    assert text.count("pinwheel") == 2
    for measured in (result["aec"], *result["batch"]):
        assert f"{measured['decisions_per_second']:,.0f}" in text
        assert f"{measured['sustained_per_second']:,.0f}" in text
    for seconds in result["start_up"].values():
        assert f"{seconds:.2f} s" in text
    assert "not asked for" in text


def test_rate_of_all_and_of_the_middle_piece():
    measured = speed.rate([(10, 1.0), (10, 2.0), (30, 1.0)])
    assert measured == {
        "decisions_per_second": 12.5,
        "sustained_per_second": 10.0,
        "decisions": 50,
        "seconds": 4.0,
    }


def test_work_is_repeated_for_the_time_and_at_least_once():
    assert speed.measure(lambda: (3, 0.5), 1e-9)["decisions"] == 3
    many = speed.measure(lambda: (3, 0.5), TINY)
    assert many["decisions"] > 3
    assert many["decisions_per_second"] == 6.0


def test_pick_is_uniform_among_what_is_allowed():
    pick = speed.UniformPick()
    drawn = [pick([0, 1, 0, 1, 1]) for _ in range(30_000)]
    assert set(drawn) == {1, 3, 4}
    assert all(9_500 < drawn.count(action) < 10_500 for action in (1, 3, 4))


def test_training_counts_the_learners_decisions():
    pytest.importorskip("sb3_contrib")
    from backroom.train.config import load_config

    config = load_config("pinwheel/ppo", ["train.num_envs=16", "train.n_steps=8", "train.batch_size=64"])
    assert_rate(speed.measure(speed.training_work(config), TINY))
    assert speed.training_work(config)()[0] == 16 * 8


def test_training_without_a_configuration_is_skipped():
    assert speed.training_rate("no_such_game", TINY) == {"skipped": "there is no packaged configuration no_such_game/ppo"}


def test_training_without_the_extra_is_skipped(monkeypatch):
    without(monkeypatch, "torch", "stable_baselines3", "sb3_contrib")
    assert "pip install 'backroom[train]'" in speed.training_rate("pinwheel", TINY)["skipped"]


@pytest.mark.parametrize("seconds", [0, -1.0, float("nan"), float("inf"), "2"])
def test_no_time_is_refused(seconds):
    with pytest.raises(InvalidOption, match=r"^seconds: .* number above 0$"):
        speed.time_game("pinwheel", seconds, training=False)
    with pytest.raises(InvalidOption, match=r"^seconds: .* number above 0$"):
        peers.compare(seconds, 1)


def test_unknown_game_is_refused():
    with pytest.raises(InvalidOption, match="no_such_game"):
        speed.time_game("no_such_game", TINY, training=False)


def test_command_line_says_what_is_wrong():
    assert CliRunner().invoke(app, ["bench", "pinwheel", "--seconds", "0"]).exit_code == 2


def test_absent_peers_are_reported(monkeypatch, capsys):
    monkeypatch.setattr(peers, "GAMES", 64)
    without(monkeypatch, "pyspiel", "rlcard", "pygame")
    for module in [name for name in sys.modules if name.startswith("pettingzoo.classic")]:
        monkeypatch.delitem(sys.modules, module)
    peers.main(TINY, 2, as_json=True)
    result = json.loads(capsys.readouterr().out)
    assert set(result) == {"seconds", "rounds", "versions", "contests"}
    assert len(result["contests"]) == 3
    for contest in result["contests"]:
        assert set(contest) == {"name", "ours", "theirs", "absent"}
        assert_side(contest["ours"], rounds=2)
        assert set(contest["theirs"]) == {"what"}
        assert "pip install 'backroom[peers]'" in contest["absent"]
    assert "pip install 'backroom[peers]'" in printed(peers.print_comparison, result)


def test_present_peers_are_compared():
    def work():
        return 100, 0.5

    contest = peers.Contest("a loop", "our side", "their side", lambda: work, lambda: lambda: (10, 0.5))
    held = peers.hold(contest, TINY, 3)
    assert_side(held["ours"], rounds=3)
    assert_side(held["theirs"], rounds=3)
    assert held["ratio"] == {"median": 10.0, "low": 10.0, "high": 10.0}
    text = printed(peers.print_comparison, {"rounds": 3, "contests": [held]})
    assert "10.0 (10.0..10.0)" in text
    assert "their side" in text


def test_installed_peers_play():
    pytest.importorskip("pyspiel")
    pytest.importorskip("rlcard")
    for contest in peers.contests():
        decisions, seconds = contest.make_theirs()()
        assert decisions >= speed.SLICE
        assert seconds > 0


def test_rounds_must_be_whole():
    with pytest.raises(InvalidOption, match="rounds"):
        peers.compare(TINY, 0)


def assert_side(side, rounds):
    assert set(side) == {"what", "rates", "median"}
    assert len(side["rates"]) == rounds
    assert all(rate > 0 for rate in side["rates"])
    assert min(side["rates"]) <= side["median"] <= max(side["rates"])
