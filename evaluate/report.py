"""Reports as tables for people."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from ..envs.kit.text import plural
from .arena import Report
from .statistics import Estimate


def print_report(report: Report, console: Console) -> None:
    """Each entrant's units a hand with its interval, the differences, and what is still open."""
    table = Table(
        title=f"{report.game}: {report.deals:,} duplicate deals, {report.games:,} games, "
        f"{report.hands:,} {plural(report.hand_word)}"
    )
    for column in ("agent", "seats", f"units a {report.hand_word}", "95% interval", ""):
        table.add_column(column, justify="left" if column in ("agent", "") else "right", overflow="fold")
    for name, one in report.entrants.items():
        table.add_row(name, str(report.seats[name]), *_cells(one))
    console.print(table, highlight=False)
    for difference in report.differences if len(report.entrants) > 2 else []:
        mean, interval, verdict = _cells(difference.estimate)
        console.print(f"{difference.first} over {difference.second}: {mean} {interval} {verdict}", highlight=False)


def print_summary(reports: Sequence[Report], console: Console) -> None:
    """The first entrant of every report at its table, a row a table."""
    first = reports[0]
    table = Table(title=f"{next(iter(first.seats))}\n{first.deals:,} duplicate deals at each table, none seen in training")
    for column in ("against", f"units a {first.hand_word}", "95% interval", ""):
        table.add_column(column, justify="left" if column in ("against", "") else "right")
    for report in reports:
        table.add_row(against(report), *_cells(next(iter(report.entrants.values()))))
    console.print(table, highlight=False)


def against(report: Report) -> str:
    """The first entrant's company in words: "rock, 2 x shark", or "nobody"."""
    _, *others = report.seats.items()
    return ", ".join(f"{seats} x {name}" if seats > 1 else name for name, seats in others) or "nobody"


def _cells(one: Estimate) -> tuple[str, str, str]:
    verdict = one.verdict
    if one.deals_to_settle is not None:
        verdict += f": about {one.deals_to_settle:,} deals settle it"
    return f"{one.mean:+.3f}", f"{one.low:+.3f} to {one.high:+.3f}", verdict
