"""What goes on while a policy is fitted: progress, validation, and the choice of the best policy."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from stable_baselines3.common.callbacks import BaseCallback

from ..agents.policy import POLICY_FILE
from ..agents.specs import load_policy
from ..envs.core.chance import Stream
from ..evaluate.arena import Report, measure_at_tables
from .config import RunConfig
from .curve import Point, draw_curve, read_curve, write_curve
from .model_files import save_model, save_policy
from .run_folder import BEST_MODEL, CURVE, LAST_MODEL, LAST_POLICY, VALIDATION
from .stop_request import StopRequest

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
        validated = self.num_timesteps in worst_tables(read_curve(self.folder / VALIDATION))
        self._next = self.num_timesteps + (self.config.validation.every_steps if validated else 0)
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
        self.console.print(f"Units a hand on validation deals, against: {tables}", soft_wrap=True)
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
        worst = min(report.entrants[LEARNER_NAME].low for report in reports)
        if worst > self.best:
            self.best = worst
            save_model(self.learner, self.folder / BEST_MODEL)
            save_policy(self.learner, self.folder / POLICY_FILE, self.config)
        self._record(reports)  # after the policy that it speaks of: killed in between, the run validates this one once more
        self._spent += time.monotonic() - begun
        means = "  ".join(f"{report.entrants[LEARNER_NAME].mean:+.2f}" for report in reports)
        self.console.print(f"{self.num_timesteps:>12,} decisions: {means}", soft_wrap=True)

    def save_last(self) -> None:
        """The model and its policy as they are now."""
        save_model(self.learner, self.folder / LAST_MODEL)
        save_policy(self.learner, self.folder / LAST_POLICY, self.config)

    def _record(self, reports: list[Report]) -> None:
        """Add to the learning curve, and draw it."""
        file = self.folder / VALIDATION
        points = [point for point in read_curve(file) if point.decisions != self.num_timesteps]
        for report, others in zip(reports, self.config.evaluation.tables, strict=True):
            one = report.entrants[LEARNER_NAME]
            points.append(Point(self.num_timesteps, " ".join(others) or "nobody", one.mean, one.low, one.high))
        write_curve(file, points)
        draw_curve(points, self.folder / CURVE, self.config.game)


def worst_tables(points: Sequence[Point]) -> dict[int, float]:
    """The lower end of the interval at the worst table of each validation, by the learner's decisions before it."""
    worst: dict[int, float] = {}
    for point in points:
        worst[point.decisions] = min(worst.get(point.decisions, float("inf")), point.low)
    return worst


def best_so_far(folder: Path) -> float:
    """The worst table's lower end at the best validation of a run; minus infinity before there was one.

    Raises `ConfigError` when the record can not be read.
    """
    return max(worst_tables(read_curve(folder / VALIDATION)).values(), default=float("-inf"))
