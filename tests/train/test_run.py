"""Whole runs, each of a second: what a run folder holds, that seeds fix it, stopping and going on, and what is learned from."""

import csv
import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import backroom
import numpy as np
import pytest
import torch
from backroom.agents import resolve
from backroom.agents.policy import PolicyAgent
from backroom.cli import app
from backroom.commands import new_console
from backroom.envs.core.chance import Stream
from backroom.envs.core.game import get_game
from backroom.envs.views.seated_games import SeatedGames, Seating
from backroom.evaluate import measure
from backroom.evaluate.arena import measure_at_tables
from backroom.evaluate.statistics import Estimate
from backroom.train import run as training
from backroom.train import validation
from backroom.train.config import ConfigError, validated
from backroom.train.curve import read_curve
from backroom.train.learner_env import make_learner_env
from backroom.train.run import make_model
from backroom.train.run_folder import create
from backroom.train.stop_request import StopRequest
from rich.console import Console
from sb3_contrib import MaskablePPO
from typer.testing import CliRunner

FILES = {
    "config.yaml",
    "run.json",
    "progress.csv",
    "validation.csv",
    "learning_curve.png",
    "best_model.zip",
    "last_model.zip",
    "last_policy.npz",
    "policy.npz",
    "evaluation.json",
}


def quiet() -> Console:
    return Console(file=io.StringIO())


def weights(file: Path) -> dict[str, np.ndarray]:
    with np.load(file) as saved:
        return {name: saved[name] for name in saved.files if name != "meta"}


def same(one: dict[str, np.ndarray], two: dict[str, np.ndarray]) -> bool:
    """Equal to the bit."""
    return one.keys() == two.keys() and all(one[name].tobytes() == two[name].tobytes() for name in one)


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


def steps_taken(folder: Path) -> int:
    """Decisions that the saved learner has taken, from its archive."""
    with zipfile.ZipFile(folder / "last_model.zip") as archive:
        return json.loads(archive.read("data"))["num_timesteps"]


def to_type(text: str) -> list[str]:
    """The command that is printed to go on with, or to play against what was trained, as a shell would take it."""
    [line] = [line for line in text.splitlines() if " train --resume " in line or " play pinwheel --against " in line]
    return shlex.split(line.rpartition(": ")[2])


@pytest.fixture
def stop_at(monkeypatch) -> Callable[[int], None]:
    """`stop_at(n)`: as if Ctrl-C were pressed once a run has taken n decisions."""

    def arrange(decisions: int) -> None:
        on_step = validation.ValidationCallback._on_step

        def stopping(self: validation.ValidationCallback) -> bool:
            if self.num_timesteps >= decisions:
                self.stop.made = True
            return on_step(self)

        monkeypatch.setattr(validation.ValidationCallback, "_on_step", stopping)

    return arrange


@pytest.fixture
def copied(finished, tmp_path) -> Path:
    """A copy of a finished run, to be changed."""
    return Path(shutil.copytree(finished[0], tmp_path / "copied"))


# --- the folder ---


def test_a_run_folder_holds_everything(finished, configure):
    """Its name says what was run; in it the resolved configuration, facts, metrics, models, policies, curve and measurement."""
    folder, reports = finished
    assert re.fullmatch(r"pinwheel__ppo__1__\d{8}-\d{6}(-\d+)?", folder.name)
    names = {path.name for path in folder.iterdir()}
    assert names >= FILES
    assert [name for name in names - FILES if not name.startswith("events.out.tfevents")] == []
    assert (folder / "learning_curve.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    assert (folder / "learning_curve.png").stat().st_size > 5000
    assert training.open_existing(folder) == configure(seed=1)
    assert len(reports) == 2


def test_two_runs_of_one_second_do_not_mix(configure, tmp_path, monkeypatch):
    """The second gets a folder of its own."""
    monkeypatch.setattr(time, "strftime", lambda form, *rest: "20260101-000000")
    one, two = (create(configure(), tmp_path / "runs") for _ in range(2))
    assert one != two
    assert one.parent == two.parent == tmp_path / "runs"


def test_facts_of_the_making(finished):
    """The command as it was typed, when, from which revision, with which versions."""
    facts = json.loads((finished[0] / "run.json").read_text())
    assert facts["command"] == shlex.join(sys.argv)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}", facts["started"])
    assert facts["git"] is None or re.fullmatch(r"[0-9a-f]{40}\+?", facts["git"])
    assert facts["python"] == sys.version.split()[0]
    assert facts["versions"]["torch"] == torch.__version__
    assert facts["versions"]["numpy"] == np.__version__
    assert facts["versions"]["backroom"] == backroom.__version__
    assert all(facts["versions"].values())


def test_metrics(finished):
    """A row for each update, by learner decisions, with the reward in units and the losses; the curve has a row a table."""
    metrics = rows(finished[0] / "progress.csv")
    taken = [int(row["time/total_timesteps"]) for row in metrics]
    assert taken == [512, 1024, 1536, 2048]
    assert all(float(row["rollout/ep_rew_mean"]) for row in metrics)
    assert all(np.isfinite(float(row["train/value_loss"])) for row in metrics[1:])
    curve = rows(finished[0] / "validation.csv")
    assert {row["table"] for row in curve} == {"rock", "maniac rock"}
    decisions = [int(row["decisions"]) for row in curve]
    assert decisions == sorted(decisions)
    assert decisions[-1] == 2048
    assert len(set(decisions)) * 2 == len(curve)
    assert all(float(row["low"]) < float(row["mean"]) < float(row["high"]) for row in curve)


def test_the_curve_is_of_the_policy_as_it_was(finished):
    """The last points are what the last policy earns on the validation deals of the run's seed: measured again."""
    folder, _ = finished
    config = training.open_existing(folder)
    agent = PolicyAgent(folder / "last_policy.npz", "pinwheel", "again")
    reports = measure_at_tables("pinwheel", agent, config.evaluation.tables, 30, 1, None, Stream.VALIDATION)
    for row, report in zip(rows(folder / "validation.csv")[-2:], reports, strict=True):
        one = report.entrants["again"]
        assert [float(row[key]) for key in ("mean", "low", "high")] == [one.mean, one.low, one.high]
    assert len({row["mean"] for row in rows(folder / "validation.csv")[::2]}) > 1  # the policies did play otherwise


def test_the_measurement_is_of_the_best_policy(finished):
    """What `evaluation.json` says is what `policy.npz` earns on the evaluation deals: measured again, by the folder's name."""
    folder, reports = finished
    saved = json.loads((folder / "evaluation.json").read_text())
    assert saved == [report.as_json() for report in reports]
    for others, report in zip([["rock"], ["maniac", "rock"]], reports, strict=True):
        company = [resolve(folder, "pinwheel"), *(resolve(name, "pinwheel") for name in others)]
        assert measure("pinwheel", company, deals=30, seed=0) == report
        assert next(iter(report.entrants)) == folder.name


def test_a_run_folder_is_an_agent(finished):
    """It sits down among opponents by its path."""
    seat = backroom.make_seat("pinwheel", opponents=[str(finished[0]), "shark"], seed=1)
    seat.reset()
    assert resolve(str(finished[0]), "pinwheel").name == finished[0].name


# --- the policy that plays is the policy that was learned ---


def test_the_policy_file_acts_like_the_model(finished):
    """The same logits as the learner's own network on real observations, and decisions by their masked softmax."""
    folder, _ = finished
    for model_file, policy_file in (("best_model.zip", "policy.npz"), ("last_model.zip", "last_policy.npz")):
        model = MaskablePPO.load(folder / model_file, device="cpu")
        batch = backroom.Batch("pinwheel", num_envs=300, seed=4, num_players=3, copy=True)
        rng = np.random.default_rng(0)
        agent = PolicyAgent(folder / policy_file, "pinwheel", "policy")
        arrays = weights(folder / policy_file)
        for _ in range(12):
            observations, masks = batch.observations, batch.action_masks
            with torch.no_grad():
                theirs = model.policy.get_distribution(torch.as_tensor(observations)).distribution.logits.numpy()
                masked = model.policy.get_distribution(torch.as_tensor(observations), masks).distribution.probs.double().numpy()
            ours = np.maximum(observations @ arrays["weights_0"] + arrays["bias_0"], 0) @ arrays["weights_1"] + arrays["bias_1"]
            ours -= np.log(np.exp(ours).sum(axis=1, keepdims=True))
            np.testing.assert_allclose(ours, theirs, atol=2e-5)
            u = rng.random(300)
            taken = agent.act_batch(observations, masks, u)
            ends = masked.cumsum(axis=1)[np.arange(300), taken]
            assert (u <= ends + 1e-5).all()
            assert (u >= ends - masked[np.arange(300), taken] - 1e-5).all()
            batch.step(taken)


def test_the_best_policy_is_kept(configure, run, monkeypatch):
    """The best is the one whose worst table is best, by the lower end of its interval; a worse one does not replace it."""
    lows = {0: (9.0, -2.0), 1024: (0.5, 0.1), 2048: (3.0, -0.3), 3072: (0.4, 0.2), 4096: (0.3, 0.1)}
    kept: dict[int, dict[str, np.ndarray]] = {}

    class Told:
        def __init__(self, low: float):
            self.entrants = {validation.LEARNER_NAME: Estimate(low + 1, low, low + 2, 1.0, 30)}

    def scripted(game: str, agent: PolicyAgent, tables: Any, *rest: Any) -> list[Told]:
        assert [*rest][-1] == Stream.VALIDATION
        kept[len(kept)] = {"weights": agent._network.weights.copy()}
        steps = sorted(lows)[len(kept) - 1]
        return [Told(low) for low in lows[steps]]

    monkeypatch.setattr(validation, "measure_at_tables", scripted)
    folder, [report, _] = run(configure(seed=2, train={"total_steps": 4096}))
    assert [int(row["decisions"]) for row in rows(folder / "validation.csv")[::2]] == sorted(lows)
    best, last = (PolicyAgent(folder / name, "pinwheel", "x")._network.weights for name in ("policy.npz", "last_policy.npz"))
    assert best.tobytes() == kept[3]["weights"].tobytes()
    assert last.tobytes() == kept[4]["weights"].tobytes()
    assert best.tobytes() != last.tobytes()
    measured = [
        measure("pinwheel", [PolicyAgent(folder / name, "pinwheel", "x"), resolve("rock", "pinwheel")], deals=30).entrants["x"]
        for name in ("policy.npz", "last_policy.npz")
    ]
    assert measured[0] != measured[1]
    assert report.entrants[folder.name] == measured[0]  # it is the best that is measured in the end


# --- seeds ---


def test_the_same_seed_gives_the_same_weights(finished, configure, run):
    """To the bit, with the same curve and measurement; another seed gives others."""
    folder, _ = finished
    again, _ = run(configure(seed=1))
    other, _ = run(configure(seed=2))
    for name in ("policy.npz", "last_policy.npz"):
        assert same(weights(folder / name), weights(again / name))
        assert not same(weights(folder / name), weights(other / name))
    for name in ("validation.csv",):
        assert (folder / name).read_bytes() == (again / name).read_bytes()
        assert (folder / name).read_bytes() != (other / name).read_bytes()


def test_learning_changes_the_policy(finished, configure):
    """The weights at the end are not those of the beginning."""
    config = configure(seed=1)
    model = make_model(config, make_learner_env(config))
    first = model.policy.action_net.weight.detach().numpy().T
    assert not np.array_equal(first, weights(finished[0] / "last_policy.npz")["weights_1"])


def test_a_run_learns_what_pays(configure, run):
    """Against a maniac a few thousand decisions are enough to do better than by chance."""
    train = {"total_steps": 40_000, "num_envs": 64, "learning_rate": 0.003, "n_epochs": 4, "batch_size": 512, "net_arch": [32]}
    tables = [{"opponents": ["maniac"], "options": {"hands": 1}}]
    evaluation = {"tables": [["maniac"]], "deals": 600, "options": {"hands": 1}}
    _, [report] = run(configure(tables=tables, train=train, validation={"every_steps": 20_000}, evaluation=evaluation))
    by_chance = measure(
        "pinwheel", [resolve(name, "pinwheel") for name in ("random", "maniac")], deals=600, options={"hands": 1}
    )
    assert next(iter(report.entrants.values())).low > by_chance.entrants["random"].high


# --- stopping and going on ---


def test_a_stopped_run_goes_on(configure, run, stop_at, monkeypatch):
    """Stopped in the middle it says so and is saved; it goes on where it was, keeps its metrics, and is measured at its end."""
    stop_at(700)
    folder, reports = run(configure(seed=5))
    assert reports is None
    assert steps_taken(folder) == 704  # at once, sixteen decisions a step
    assert not (folder / "evaluation.json").exists()
    first = (folder / "progress.csv").read_bytes()
    stopped = weights(folder / "last_policy.npz")
    monkeypatch.undo()
    plays = resolve(folder, "pinwheel")
    assert measure("pinwheel", [plays, resolve("rock", "pinwheel")], deals=30)

    reports = training.resume(folder, None, quiet())
    assert reports is not None
    assert len(reports) == 2
    assert steps_taken(folder) >= 2000
    assert (folder / "progress.csv").read_bytes() == first
    assert int(rows(folder / "progress_704.csv")[-1]["time/total_timesteps"]) == steps_taken(folder)
    decisions = [int(row["decisions"]) for row in rows(folder / "validation.csv")[::2]]
    assert decisions == sorted(set(decisions))
    assert json.loads((folder / "evaluation.json").read_text()) == [report.as_json() for report in reports]
    assert not same(stopped, weights(folder / "last_policy.npz"))


def test_going_on_meets_new_deals(finished, monkeypatch, copied):
    """A run that goes on does not train on the deals of its beginning again."""
    config = training.open_existing(copied)
    tables = make_learner_env(config)
    tables.seed(config.seed)
    tables.reset()
    first = set(tables.venv.learners.games.states["key"].tolist())
    renewed = make_learner_env(config)
    training.load_model(copied / "last_model.zip", config, renewed)
    renewed.reset()
    assert not first & set(renewed.venv.learners.games.states["key"].tolist())


def test_a_stop_in_the_last_update_can_be_gone_on_with(configure, run, monkeypatch):
    """Ctrl-C when all decisions are taken and only the measurement is left: what is told to type then must work."""

    def stop(self: validation.ValidationCallback) -> None:
        if self.num_timesteps >= self.config.train.total_steps:
            self.stop.made = True

    with monkeypatch.context() as patch:
        patch.setattr(validation.ValidationCallback, "_on_rollout_end", stop)
        folder, reports = run(configure(seed=5))
    if reports is None:  # "Stopped and saved. Go on with ..."
        reports = training.resume(folder, None, quiet())
    assert reports
    assert (folder / "evaluation.json").exists()


def test_a_run_killed_before_its_record_validates_once_more(configure, run, monkeypatch):
    """Killed when the best policy was saved and not yet recorded: no point of the curve is lost, nor the best policy."""

    def killed(self: validation.ValidationCallback, reports: Any) -> None:
        if self.num_timesteps:
            raise KeyboardInterrupt
        record(self, reports)

    record = validation.ValidationCallback._record
    made: list[Path] = []
    with monkeypatch.context() as patch:
        patch.setattr(validation.ValidationCallback, "_record", killed)
        patch.setattr(training, "create", lambda *given: made.append(create(*given)) or made[0])
        with pytest.raises(KeyboardInterrupt):
            run(configure(seed=5))
    taken, best = steps_taken(made[0]), weights(made[0] / "policy.npz")
    assert {row["decisions"] for row in rows(made[0] / "validation.csv")} == {"0"}
    assert training.resume(made[0], None, quiet())
    curve = {int(row["decisions"]) for row in rows(made[0] / "validation.csv")}
    assert {0, taken} < curve
    assert len(rows(made[0] / "validation.csv")) == 2 * len(curve)
    lows = validation.worst_tables(read_curve(made[0] / "validation.csv"))
    assert max(lows, key=lows.__getitem__) != taken or same(best, weights(made[0] / "policy.npz"))


def test_a_measurement_that_was_broken_off_is_made_later(monkeypatch, copied):
    """Ctrl-C in the last measurement of a run, or of one that went on to more."""

    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(training, "measure_run", interrupted)
        with pytest.raises(KeyboardInterrupt):
            training.resume(copied, 2500, quiet())
    assert not (copied / "evaluation.json").exists()  # that of an earlier policy
    reports = training.resume(copied, None, quiet())
    assert reports is not None
    assert json.loads((copied / "evaluation.json").read_text()) == [report.as_json() for report in reports]
    assert steps_taken(copied) == 2560
    curve = [row["decisions"] for row in rows(copied / "validation.csv")]
    assert curve.count("2560") == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_ask_for_a_stop(number):
    """The first one asks, the second one interrupts; afterwards all is as before."""
    before = signal.getsignal(number)
    with StopRequest(quiet()).listening() as stop:
        assert not stop.made
        signal.raise_signal(number)
        assert stop.made
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
    assert signal.getsignal(number) == before


def test_a_budget_that_is_no_whole_number_of_updates_is_rounded_up(configure, tmp_path):
    out = io.StringIO()
    training.train(configure(), tmp_path, new_console(file=out, width=200))
    assert "2,000 decisions are rounded up to 2,048" in out.getvalue()


def test_the_curve_is_drawn_whatever_windows_there_are(tmp_path):
    """With the backend of a notebook, or one that is not there, in the environment."""
    code = "from backroom.train.curve import *; draw_curve([Point(0, 'x', 1.0, 0.0, 2.0)], Path('curve.png'), 'pinwheel')"
    environment = {**os.environ, "MPLBACKEND": "module://nowhere"}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_a_finished_run_does_not_go_on_by_itself(finished, digest):
    """It is refused with the hint how to train further, and nothing in the folder changes."""
    folder, _ = finished
    before = digest(folder)
    for total in (None, 2000, 1):
        with pytest.raises(ConfigError, match=r"train\.total_steps") as refused:
            training.resume(folder, total, quiet())
        assert "2,048" in str(refused.value)
        assert "\n" not in str(refused.value)
    assert digest(folder) == before


def test_a_finished_run_goes_on_to_more(copied):
    """Up to the new total, which its configuration then says."""
    reports = training.resume(copied, 2500, quiet())
    assert reports is not None
    assert steps_taken(copied) == 2560
    assert training.open_existing(copied).train.total_steps == 2500
    assert {row["decisions"] for row in rows(copied / "validation.csv")} >= {"2048", "2560"}


def test_a_run_goes_on_from_within(copied, monkeypatch):
    """Called from its own folder, the run is still named by it."""
    monkeypatch.chdir(copied)
    reports = training.resume(Path("."), 2500, quiet())
    assert reports is not None
    assert next(iter(reports[0].entrants)) == copied.name


@pytest.mark.parametrize("total", [0, -5, "many", 1.5, True])
def test_totals_that_are_none(total, finished, digest):
    before = digest(finished[0])
    with pytest.raises(ConfigError, match="total_steps"):
        training.resume(finished[0], total, quiet())
    assert digest(finished[0]) == before


DAMAGE = {
    "cut short": lambda data: data[: len(data) // 2],
    "empty": lambda data: b"",
    "text": lambda data: b"not a model",
    "turned": lambda data: data[: len(data) // 2] + bytes(byte ^ 255 for byte in data[len(data) // 2 :]),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_damaged_model_is_refused(kind, copied, digest):
    """One clear message that names the file, and nothing is overwritten."""
    file = copied / "last_model.zip"
    file.write_bytes(DAMAGE[kind](file.read_bytes()))
    before = digest(copied)
    with pytest.raises(ConfigError) as refused:
        training.resume(copied, 5000, quiet())
    assert str(file) in str(refused.value)
    assert "damaged" in str(refused.value)
    assert "\n" not in str(refused.value)
    assert digest(copied) == before


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("config.yaml", "game: ["),
        ("config.yaml", "game: pinwheel\n"),
        ("config.yaml", ""),
        ("validation.csv", "decisions,table\n5,rock\n"),
        ("validation.csv", "decisions,table,mean,low,high\n5,rock,a,b,c\n"),
        ("validation.csv", "decisions,table,mean,low,high\nmany,rock,1,0,2\n"),
        ("validation.csv", "decisions,table,mean,low,high\n5,rock,nan,0,2\n"),
        ("validation.csv", "decisions,table,mean,low,high\n5,rock,1,0,2,3\n"),
        ("validation.csv", "decisions,table,mean,low,high\n5,rock,1,0\n"),
        ("validation.csv", "decisions,table,mean,low,high\n5,rock,1,0,\0\n"),
        ("validation.csv", ""),
    ],
    ids=str,
)
def test_damaged_records_are_refused(name, text, copied, digest):
    """A configuration or a curve that can not be read: one message that names it, and nothing is overwritten."""
    (copied / name).write_text(text)
    before = digest(copied)
    with pytest.raises(ConfigError, match=name.replace(".", r"\.")) as refused:
        training.resume(copied, 5000, quiet())
    assert "\n" not in str(refused.value)
    assert digest(copied) == before


@pytest.mark.parametrize("missing", ["config.yaml", "last_model.zip"])
def test_folders_that_are_no_run(missing, copied, tmp_path):
    (copied / missing).unlink()
    with pytest.raises(ConfigError, match=missing.replace(".", r"\.")):
        training.resume(copied, 5000, quiet())
    with pytest.raises(ConfigError, match="missing"):
        training.resume(tmp_path / "nowhere", None, quiet())
    assert not (tmp_path / "nowhere").exists()


def test_runs_where_none_can_be_made(configure, tmp_path):
    """A file in the place of the folder of runs: refused in one line."""
    (tmp_path / "runs").write_text("")
    with pytest.raises(ConfigError, match="runs") as refused:
        training.train(configure(), tmp_path / "runs", quiet())
    assert "\n" not in str(refused.value)


def test_a_full_disk_ends_a_training_with_one_line(tiny_yaml, tmp_path):
    """It names the file, and leaves nothing half-written."""
    resource = pytest.importorskip("resource")
    (tmp_path / "tiny.yaml").write_text(tiny_yaml(train={"net_arch": [64]}))
    done = subprocess.run(
        [sys.executable, "-m", "backroom", "train", "tiny.yaml"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000)),
    )
    lines = [line for line in done.stderr.splitlines() if not line.startswith("backroom: compiling")]
    assert done.returncode == 2
    assert len(lines) == 1
    assert re.fullmatch(r"backroom: runs/pinwheel__ppo__\S+/last_model\.zip: .*", lines[0])
    [folder] = (tmp_path / "runs").iterdir()
    assert not {path.name for path in folder.iterdir()} & {"last_model.zip", ".last_model.zip"}


def test_ctrl_c_in_the_terminal(tiny_yaml, tmp_path):
    """SIGINT to `backroom train`: saved, exit code 0, and the line to go on with, which works as it is printed."""
    (tmp_path / "tiny.yaml").write_text(tiny_yaml(train={"total_steps": 50_000_000}))
    command = [sys.executable, "-m", "backroom", "train"]
    runs = tmp_path / "runs"
    stdout = tmp_path / "stdout"
    with stdout.open("w") as out, (tmp_path / "stderr").open("w") as errors:
        process = subprocess.Popen(
            [*command, "tiny.yaml", "--runs", str(runs), "--set", "validation.every_steps=500"],
            cwd=tmp_path,
            stdout=out,
            stderr=errors,
        )
        try:
            deadline = time.monotonic() + 150
            while not list(runs.glob("*/validation.csv")):
                assert process.poll() is None, (tmp_path / "stderr").read_text()
                assert time.monotonic() < deadline
                time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=100) == 0
        finally:
            process.kill()
    text = stdout.read_text()
    assert "Traceback" not in text + (tmp_path / "stderr").read_text()
    typed = to_type(text)
    [folder] = runs.iterdir()
    assert typed[0].endswith("backroom")
    assert typed[1:] == ["train", "--resume", str(folder)]

    taken = steps_taken(folder)
    more = ["--set", f"train.total_steps={taken + 1}"]
    done = subprocess.run([*command, *typed[2:], *more], cwd=tmp_path, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert {path.name for path in folder.iterdir()} >= FILES
    assert to_type(done.stdout)[1:] == ["play", "pinwheel", "--against", str(folder)]


def test_lines_to_type_can_be_typed(tiny_yaml, tmp_path, stop_at, monkeypatch):
    """What is printed to go on with, or to play against, is one command even where a folder has a space in its name."""
    (tmp_path / "tiny.yaml").write_text(tiny_yaml())
    monkeypatch.chdir(tmp_path)

    def printed(*arguments: str) -> list[str]:
        result = CliRunner().invoke(app, list(arguments))
        assert result.exit_code == 0, result.output
        return to_type(result.stdout)

    stop_at(100)
    go_on = printed("train", "tiny.yaml", "--runs", "my runs")
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    [folder] = Path("my runs").iterdir()
    assert go_on[1:] == ["train", "--resume", str(folder)]
    play = printed("train", "--resume", str(folder))
    assert play[1:] == ["play", "pinwheel", "--against", str(folder)]


# --- what is learned from ---


def test_rewards_are_scaled_for_the_learner_alone(configure):
    """The learner sees units times `reward_scale`; the `episode` infos count units, and both add up to the same."""
    config = configure(train={"num_envs": 32, "reward_scale": 0.25})
    tables = make_learner_env(config)
    tables.reset()
    learners = tables.venv.learners
    rng = np.random.default_rng(1)
    scaled = np.zeros(32)
    ended = 0
    for _ in range(80):
        masks = np.stack(tables.env_method("action_masks"))
        _, rewards, dones, infos = tables.step((rng.random(masks.shape) * masks).argmax(axis=1))
        assert rewards.dtype == np.float32
        np.testing.assert_allclose(rewards, learners.rewards * 0.25, rtol=1e-6)
        scaled += rewards
        for i in np.flatnonzero(dones):
            units = infos[i]["episode"]["r"]
            assert units == round(units)
            assert scaled[i] == pytest.approx(units * 0.25, abs=1e-4)
            scaled[i] = 0
            ended += 1
        assert all("episode" not in infos[i] for i in np.flatnonzero(~dones))
    assert ended > 100


@pytest.mark.parametrize(
    ("shares", "num_envs", "expected"),
    [
        ((3, 2, 3), 16, (6, 4, 6)),
        ((1, 1, 1), 16, (5, 6, 5)),
        ((1, 0.5, 0.5), 64, (32, 16, 16)),
        ((1, 1, 98), 100, (1, 1, 98)),
        ((1, 1, 1), 3, (1, 1, 1)),
    ],
    ids=str,
)
def test_tables_are_mixed_by_share(shares, num_envs, expected, configure):
    """Of the games, each kind of table has its share, to the whole game; the learner sits anywhere."""
    kinds = [{"opponents": ["rock"] * (seats - 1), "share": share} for seats, share in zip((2, 3, 4), shares, strict=True)]
    tables = make_learner_env(configure(tables=kinds, train={"num_envs": num_envs}))
    tables.reset()
    seats = tables.venv.learners.games.states["num_players"].tolist()
    assert tuple(seats.count(count) for count in (2, 3, 4)) == expected


def test_no_kind_of_table_is_left_out(configure):
    """More kinds of tables than games, or a share of less than one game: refused, none is dropped in silence."""
    kinds = [{"opponents": ["rock"] * (seats - 1)} for seats in (2, 3, 4)]
    with pytest.raises(ConfigError, match="num_envs"):
        make_learner_env(configure(tables=kinds, train={"num_envs": 2}))
    with pytest.raises(ConfigError, match="num_envs"):
        make_learner_env(configure(tables=[{**kinds[0], "share": 1000}, kinds[1]], train={"num_envs": 16}))


def test_the_learner_sits_everywhere(configure):
    """In every seat about equally often, among the opponents that the table names."""
    tables = make_learner_env(
        configure(tables=[{"opponents": ["rock", {"maniac": 1, "shark": 1}, "random"]}], train={"num_envs": 400})
    )
    tables.reset()
    learners = tables.venv.learners.games
    counts = np.bincount(learners.learner_seats, minlength=4)
    assert counts.min() > 70
    names = [agent.name for agent in learners.agents]
    for seat, lineup in zip(learners.learner_seats, learners.lineup, strict=True):
        clockwise = [names[lineup[(seat + place) % 4]] for place in (1, 2, 3)]
        assert (clockwise[0], clockwise[2]) == ("rock", "random")
        assert clockwise[1] in ("maniac", "shark")


def test_the_masks_of_acting_are_the_masks_of_learning(configure):
    """Every action in the learner's memory is legal by the mask that lies beside it, and the masks are of real decisions."""
    config = configure(seed=4, train={"num_envs": 8, "n_steps": 64, "total_steps": 512})
    model = make_model(config, make_learner_env(config))
    model.learn(512)
    buffer = model.rollout_buffer
    masks = buffer.action_masks.reshape(-1, 15)
    actions = buffer.actions.reshape(-1).astype(int)
    assert len(actions) == 512
    assert (masks[np.arange(512), actions] == 1).all()
    assert (masks.sum(axis=1) >= 2).all()
    assert len({mask.tobytes() for mask in masks}) > 5


def test_training_meets_no_deal_of_the_measurements(configure):
    """The keys of training are neither those of validation nor of evaluation, whatever their seeds."""
    tables = make_learner_env(configure(seed=0, train={"num_envs": 64}))
    tables.reset()
    keys = set(tables.venv.learners.games.states["key"].tolist())
    game = get_game("pinwheel")
    for stream in (Stream.VALIDATION, Stream.EVALUATION, Stream.PLAY):
        for seed in range(20):
            seating = Seating(game.parse_options({"num_players": 2}), (resolve("rock", "pinwheel"),) * 2, None)
            others = SeatedGames(game, [seating] * 64, seed, stream)
            others.reset(others.game_numbers())
            assert not keys & set(others.states["key"].tolist())


@pytest.mark.parametrize(
    "train",
    [
        {"num_envs": 1, "n_steps": 1},
        {"num_envs": 3, "n_steps": 43, "batch_size": 128},
        {"num_envs": 1, "n_steps": 3, "batch_size": 2},
    ],
    ids=["one decision an update", "one decision left over", "one of three"],
)
def test_batches_of_one_decision(train, configure):
    """An update on a single decision has no deviation to divide by, and would make every weight NaN: refused beforehand."""
    with pytest.raises(ConfigError, match="num_envs"):
        configure(train=train)


@pytest.mark.parametrize(
    "train",
    [{"num_envs": 2, "n_steps": 65, "batch_size": 128}, {"num_envs": 1, "n_steps": 2, "batch_size": 4096}],
    ids=["two left over", "two in all"],
)
def test_batches_of_two_decisions(train, configure):
    """The smallest that there can be are learned from without harm."""
    model = make_model(configure(train=train), make_learner_env(configure(train=train)))
    model.learn(200)
    assert all(bool(torch.isfinite(weights).all()) for weights in model.policy.parameters())


def test_reports_of_a_run_are_finite(finished):
    """No number in the configuration or the measurement is without bounds."""
    data = json.loads((finished[0] / "evaluation.json").read_text())
    assert json.dumps(data, allow_nan=False)
    assert validated(training.open_existing(finished[0]).model_dump(mode="json"), "again")
