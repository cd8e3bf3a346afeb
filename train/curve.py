"""The learning curve: its record, and the picture of it."""

import csv
import io
import math
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from ..agents.files import replace_with
from .config import ConfigError


class Point(NamedTuple):
    """What the policy won at one table of a validation, in units a hand, after so many decisions of the learner."""

    decisions: int
    table: str
    mean: float
    low: float
    high: float


def read_curve(file: Path) -> list[Point]:
    """All validations of a run so far; none before there was one. Raises `ConfigError` for a record that is damaged."""
    if not file.exists():
        return []
    try:
        header, *rows = csv.reader(io.StringIO(file.read_text(encoding="utf-8")))
        if tuple(header) != Point._fields:
            raise ValueError(f"its columns are not {', '.join(Point._fields)}")
        return [_point(*row) for row in rows]
    except (OSError, TypeError, ValueError, csv.Error) as error:
        raise ConfigError(f"{file}: not a record of validations, or damaged ({type(error).__name__}: {error})") from None


def _point(decisions: str, table: str, mean: str, low: str, high: str) -> Point:
    point = Point(int(decisions), table, float(mean), float(low), float(high))
    if point.decisions < 0 or not all(map(math.isfinite, point[2:])):
        raise ValueError("a number that can not be")
    return point


def write_curve(file: Path, points: Sequence[Point]) -> None:
    """Write the record whole or not at all."""
    text = io.StringIO()
    csv.writer(text).writerows([Point._fields, *points])
    replace_with(file, lambda partial: partial.write_text(text.getvalue(), encoding="utf-8", newline=""))


def draw_curve(points: Sequence[Point], picture: Path, game: str) -> None:
    """Draw units a hand with 95% intervals over decisions, a line a table."""
    curves: dict[str, list[Point]] = defaultdict(list)
    for point in points:
        curves[point.table].append(point)
    figure = Figure(figsize=(9, 5), layout="constrained")
    FigureCanvasAgg(figure)  # a file is drawn, whatever windows the environment asks for
    axes = figure.subplots()
    for table, course in curves.items():
        decisions, _, means, lows, highs = zip(*course, strict=True)
        (line,) = axes.plot(decisions, means, marker="o", markersize=3, label=f"against {table}")
        axes.fill_between(decisions, lows, highs, alpha=0.2, color=line.get_color())
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set(xlabel="learner decisions", ylabel="units a hand (95% interval)", title=f"{game}: validation deals")
    axes.legend(fontsize="small")
    replace_with(picture, lambda partial: figure.savefig(partial, format="png", dpi=120))
