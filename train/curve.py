"""The learning curve as a picture."""

import csv
from collections import defaultdict
from pathlib import Path

import matplotlib as mpl

from ..agents.files import replace_with

mpl.use("Agg")  # a file is drawn, no window

import matplotlib.pyplot as plt


def draw_curve(rows: Path, picture: Path, game: str) -> None:
    """Draw units a hand with 95% intervals over decisions, a line a table, from the CSV file `rows`."""
    curves: dict[str, list[tuple[float, float, float, float]]] = defaultdict(list)
    with rows.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            decisions, mean, low, high = (float(row[key]) for key in ("decisions", "mean", "low", "high"))
            curves[row["table"]].append((decisions, mean, low, high))
    figure, axes = plt.subplots(figsize=(9, 5), layout="constrained")
    for table, points in curves.items():
        decisions, means, lows, highs = zip(*points, strict=True)
        (line,) = axes.plot(decisions, means, marker="o", markersize=3, label=f"against {table}")
        axes.fill_between(decisions, lows, highs, alpha=0.2, color=line.get_color())
    axes.axhline(0, color="black", linewidth=0.8)
    axes.set(xlabel="learner decisions", ylabel="units a hand (95% interval)", title=f"{game}: validation deals")
    axes.legend(fontsize="small")
    replace_with(picture, lambda partial: figure.savefig(partial, format="png", dpi=120))
    plt.close(figure)
