"""Reports as tables for people."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from ..envs.kit.text import plural
from .arena import Report
from .breakdown import Company, Seats
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
    console.print(table)
    for difference in report.differences if len(report.entrants) > 2 else []:
        mean, interval, verdict = _cells(difference.estimate)
        console.print(f"{difference.first} over {difference.second}: {mean} {interval} {verdict}")


def print_summary(reports: Sequence[Report], console: Console) -> None:
    """The first entrant of every report at its table, a row a table."""
    first = reports[0]
    table = Table(title=f"{next(iter(first.seats))}\n{first.deals:,} duplicate deals at each table, none seen in training")
    for column in ("against", f"units a {first.hand_word}", "95% interval", ""):
        table.add_column(column, justify="left" if column in ("against", "") else "right")
    for report in reports:
        table.add_row(against(report), *_cells(next(iter(report.entrants.values()))))
    console.print(table)


def print_places(found: Mapping[Company, Mapping[str, Estimate]], hand_word: str, console: Console) -> None:
    """A line a company of places and agents, below it what each place won."""
    for company, places in sorted(found.items()):
        console.print(", ".join(f"{place} {name}" for place, name in company), soft_wrap=True)
        for place, one in sorted(places.items()):
            mean, interval, verdict = _cells(one)
            console.print(f"  {place:<10} {mean} units a {hand_word}, {interval} {verdict}", soft_wrap=True)


def print_seats(found: Seats, hand_word: str, console: Console) -> None:
    """What each seat won, and what it is worth to begin where the game tells who began."""
    for seat, one in enumerate(found.seats):
        mean, interval, verdict = _cells(one)
        console.print(f"seat {seat}      {mean} units a {hand_word}, {interval} {verdict}", soft_wrap=True)
    if found.beginner is not None:
        wins, units = found.beginner.wins, found.beginner.units
        share = (
            "" if wins is None else f"won by who began: {wins.mean:.1%} of those decided, {wins.low:.1%} to {wins.high:.1%}; "
        )
        console.print(
            f"first set or round of each game won by who began it: {share}{found.beginner.drawn:.1%} drawn",
            soft_wrap=True,
        )
        console.print(
            f"who began it: {units.mean:+.3f} units a game, {units.low:+.3f} to {units.high:+.3f}",
            soft_wrap=True,
        )


def places_as_json(found: Mapping[Company, Mapping[str, Estimate]]) -> list[dict[str, Any]]:
    """Plain data for programs: for each company, which agent had which place, and what each place won."""
    return [
        {"company": dict(company), "places": {place: one.as_json() for place, one in places.items()}}
        for company, places in sorted(found.items())
    ]


def seats_as_json(found: Seats) -> dict[str, Any]:
    """Plain data for programs."""
    beginner = found.beginner
    return {
        "seats": [one.as_json() for one in found.seats],
        "beginner": beginner
        and {
            "drawn": beginner.drawn,
            "wins": beginner.wins and beginner.wins.as_json(),
            "units": beginner.units.as_json(),
        },
    }


def against(report: Report) -> str:
    """The first entrant's company in words: "rock, 2 x shark", or "nobody"."""
    _, *others = report.seats.items()
    return ", ".join(f"{seats} x {name}" if seats > 1 else name for name, seats in others) or "nobody"


def _cells(one: Estimate) -> tuple[str, str, str]:
    verdict = one.verdict
    if one.deals_to_settle is not None:
        verdict += f": about {one.deals_to_settle:,} deals settle it"
    return f"{one.mean:+.3f}", f"{one.low:+.3f} to {one.high:+.3f}", verdict
