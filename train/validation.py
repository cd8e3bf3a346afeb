"""What goes on while a policy is fitted: progress, validation, and the choice of the best policy."""

import csv
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from stable_baselines3.common.callbacks import BaseCallback

from ..agents.policy import POLICY_FILE
from ..agents.specs import load_policy
from ..envs.core.chance import Stream
from ..evaluate.arena import Report, measure_at_tables
from .config import ConfigError, RunConfig
from .curve import draw_curve
from .model_files import save_model, save_policy
from .run_folder import BEST_MODEL, CURVE, LAST_MODEL, LAST_POLICY, VALIDATION
from .stop_request import StopRequest

COLUMNS = ("decisions", "table", "mean", "low", "high")
LEARNER_NAME = "learner"


class ValidationCallback(BaseCallback):
    """Shows progress, validates now and then, keeps the best and the last model, and stops when asked to.

    The best policy is the one whose worst table is best: the highest lower end of the interval at its worst table.
    """

    def __init__(self, config: RunConfig, folder: Path, best: float, stop: StopRequest, console: Console):
        super().__init__()
        self.config, self.folder, self.stop, self.console = config, folder, stop, console
        self.best = best
        self.learner: Any = None  # the model, once training starts; the base class types its own too narrowly
        self._next = 0
        self._bar: Progress | None = None
        self._spent = 0.0  # seconds of validation, which are not training

    def _on_training_start(self) -> None:
        self.learner = self.model
        self._begun = time.monotonic()
        self._first = self.num_timesteps
        every = self.config.validation.every_steps
        self._next = self.num_timesteps + (every if self.num_timesteps else 0)  # a new run's curve begins at its beginning
        bar = Progress(
            TextColumn("training"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f}%  {task.fields[speed]:>9,.0f} decisions/s"),
            TimeRemainingColumn(),
            console=self.console,
        )
        self._task = bar.add_task("", total=self.config.train.total_steps, completed=self._first, speed=0.0)
        self._bar = bar
        tables = "; ".join(", ".join(others) or "nobody" for others in self.config.evaluation.tables)
        self.console.print(f"Units a hand on validation deals, against: {tables}", highlight=False, soft_wrap=True)
        bar.start()

    def _on_step(self) -> bool:
        return not self.stop.made

    def _on_rollout_end(self) -> None:
        self._show_progress()

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self._next:
            self._next += self.config.validation.every_steps
            self.validate()

    def _on_training_end(self) -> None:
        self._show_progress()

    def _show_progress(self) -> None:
        if self._bar is not None:
            self._bar.update(self._task, completed=self.num_timesteps, speed=self.speed())

    def close(self) -> None:
        """Give the terminal back, however training ended."""
        if self._bar is not None:
            self._bar.stop()

    def speed(self) -> float:
        """Learner decisions a second so far, updates included and validation left out."""
        seconds = time.monotonic() - self._begun - self._spent
        return (self.num_timesteps - self._first) / max(seconds, 1e-9)

    def validate(self) -> None:
        """Measure the policy as it is now, on the validation deals; keep it, and keep it as the best if it is."""
        begun = time.monotonic()
        self.save_last()
        agent = load_policy(self.folder / LAST_POLICY, self.config.game, LEARNER_NAME)
        config, plan = self.config, self.config.evaluation
        deals, seed = config.validation.deals, config.seed
        reports = measure_at_tables(config.game, agent, plan.tables, deals, seed, plan.options, Stream.VALIDATION)
        self._record(reports)
        worst = min(report.entrants[LEARNER_NAME].low for report in reports)
        if worst > self.best:
            self.best = worst
            save_model(self.learner, self.folder / BEST_MODEL)
            save_policy(self.learner, self.folder / POLICY_FILE, self.config)
        self._spent += time.monotonic() - begun
        means = "  ".join(f"{report.entrants[LEARNER_NAME].mean:+.2f}" for report in reports)
        self.console.print(f"{self.num_timesteps:>12,} decisions: {means}", highlight=False, soft_wrap=True)

    def save_last(self) -> None:
        """The model and its policy as they are now."""
        save_model(self.learner, self.folder / LAST_MODEL)
        save_policy(self.learner, self.folder / LAST_POLICY, self.config)

    def _record(self, reports: list[Report]) -> None:
        """Append to the learning curve, and draw it."""
        file = self.folder / VALIDATION
        fresh = not file.exists()
        with file.open("a", newline="", encoding="utf-8") as out:
            writer = csv.writer(out)
            if fresh:
                writer.writerow(COLUMNS)
            for report, others in zip(reports, self.config.evaluation.tables, strict=True):
                one = report.entrants[LEARNER_NAME]
                writer.writerow((self.num_timesteps, " ".join(others) or "nobody", one.mean, one.low, one.high))
        draw_curve(file, self.folder / CURVE, self.config.game)


def best_so_far(folder: Path) -> float:
    """The worst table's lower end at the best validation of a run; minus infinity before there was one.

    Raises `ConfigError` when the record can not be read.
    """
    file = folder / VALIDATION
    if not file.exists():
        return float("-inf")
    worst: dict[str, float] = {}
    try:
        with file.open(newline="", encoding="utf-8") as rows:
            for row in csv.DictReader(rows):
                # all are read, although one is used: the curve is drawn from this file after the run went on
                low, _, _ = (float(row[key]) for key in ("low", "mean", "high"))
                worst[row["decisions"]] = min(worst.get(row["decisions"], float("inf")), low)
    except (KeyError, TypeError, ValueError) as error:
        raise ConfigError(f"{file}: not a record of validations, or damaged ({type(error).__name__})") from None
    return max(worst.values(), default=float("-inf"))
