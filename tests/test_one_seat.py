"""A table of one seat, without opponents, in every view and every command; and a person at a table that keeps secrets."""

import json
from pathlib import Path

import backroom
import gymnasium
import numpy as np
import pytest
from backroom.agents import resolve_all
from backroom.cli import app
from backroom.commands import new_console
from backroom.envs.core.game import get_game
from backroom.terminal import TerminalTable
from typer.testing import CliRunner

GAME = "roulette"


def test_the_seat_views_need_no_opponents():
    """The number of seats follows from the empty list."""
    env = backroom.make_seat(GAME, opponents=[], seed=1)
    _, info = env.reset()
    assert info["seat"] == 0
    _, _, over, _, info = env.step(0)
    assert info["results"][0]["bets"] == (None,)
    assert not over
    made = gymnasium.make("backroom/Roulette-v0", opponents=[], seed=1)
    assert made.reset()[0].shape == made.observation_space.shape
    vector = backroom.make_vec(GAME, num_envs=3, opponents=[], seed=1)
    vector.reset()
    ends = [vector.step(np.zeros(3, np.int64))[2] for _ in range(16)]
    assert np.sum(ends, axis=0).tolist() == [2, 2, 2]
    with pytest.raises(backroom.InvalidOption, match="opponents"):
        backroom.make_seat(GAME, opponents=["flat"], num_players=1)


def test_play_against_nobody():
    """`backroom play` without opponents is a table for one."""
    done = CliRunner().invoke(app, ["play", GAME, "--seed", "5"], input="red\n3\npass\nquit\n")
    assert done.exit_code == 0
    assert "you: 3 chips" in done.stdout
    assert "Spin 2: the ball falls on" in done.stdout


def test_evaluate_alone():
    done = CliRunner().invoke(app, ["evaluate", GAME, "flat", "--deals", "50", "--json"])
    assert json.loads(done.stdout)["seats"] == {"flat": 1}


def test_train_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Training, validation, curve and report at a table without opponents."""
    pytest.importorskip("sb3_contrib")
    monkeypatch.chdir(tmp_path)
    small = {"total_steps": 64, "num_envs": 8, "n_steps": 4, "batch_size": 16, "net_arch": [4]}
    tables = "[{opponents: [], options: {cardsharp: true}}]"
    settings = [f"tables={tables}", "evaluation.tables=[[]]", "evaluation.deals=30", "validation.deals=30"]
    settings += [f"train.{name}={value}" for name, value in small.items()]
    done = CliRunner().invoke(app, ["train", f"{GAME}/ppo", *(part for each in settings for part in ("--set", each))])
    assert done.exit_code == 0, done.output
    [run] = (tmp_path / "runs").iterdir()
    assert "nobody" in (run / "validation.csv").read_text(encoding="utf-8")
    assert "nobody" in done.stdout
    assert (run / "learning_curve.png").exists()


@pytest.mark.parametrize("sharp", [False, True])
def test_a_person_is_not_told_what_goes_unnoticed(sharp: bool, capsys: pytest.CaptureFixture[str]):
    """RO-4: that a cardsharp was asked is no news for those who are none; those who are read it in the report."""
    game = get_game(GAME)
    table = game.parse_options({"num_players": 2, "cardsharp": [sharp, True]})
    answers = iter(["red", "1 chip", "let it lie"] if sharp else ["red", "1 chip"])

    def answer(prompt: str) -> str:
        given = next(answers, None)
        if given is None:
            raise EOFError
        return given

    TerminalTable(game, table, resolve_all(["sharp"], GAME), 0, 3, new_console(width=200), answer).play()
    text = capsys.readouterr().out
    assert "sharp: 5 chips" in text
    assert "Spin 1: the ball falls on" in text
    assert "decided" not in text
    assert ("thrown again" in text) == sharp
