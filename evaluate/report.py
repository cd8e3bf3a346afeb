"""Reports as tables for people."""

from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from .arena import Report
from .statistics import Estimate


def print_report(report: Report, console: Console) -> None:
    """Each entrant's units a hand with its interval, the differences, and what is still open."""
    table = Table(
        title=f"{report.game}: {report.deals:,} duplicate deals, {report.games:,} games, {report.hands:,} {report.hand_word}s"
    )
    for column in ("agent", "seats", f"units a {report.hand_word}", "95% interval", ""):
        table.add_column(column, justify="left" if column in ("agent", "") else "right", overflow="fold")
    for name, one in report.entrants.items():
        table.add_row(name, str(report.seats[name]), *_cells(one))
    console.print(table, highlight=False)
    for difference in report.differences if len(report.entrants) > 2 else []:
        mean, interval, verdict = _cells(difference.estimate)
        console.print(f"{difference.first} over {difference.second}: {mean} {interval} {verdict}", highlight=False)


def print_summary(name: str, tables: Sequence[Sequence[str]], reports: Sequence[Report], console: Console) -> None:
    """One agent at several tables, a row a table."""
    first = reports[0]
    table = Table(title=f"{name}: {first.deals:,} duplicate deals a table that training never saw")
    for column in ("against", f"units a {first.hand_word}", "95% interval", ""):
        table.add_column(column, justify="left" if column in ("against", "") else "right")
    for others, report in zip(tables, reports, strict=True):
        table.add_row(", ".join(others), *_cells(next(iter(report.entrants.values()))))
    console.print(table, highlight=False)


def _cells(one: Estimate) -> tuple[str, str, str]:
    verdict = one.verdict
    if one.deals_to_settle is not None:
        verdict += f": about {one.deals_to_settle:,} deals would settle it"
    return f"{one.mean:+.3f}", f"{one.low:+.3f} to {one.high:+.3f}", verdict
