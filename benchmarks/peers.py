"""Backroom beside other engines, in one run: `python -m backroom.benchmarks.peers`. They come with the extra `peers`.

The games differ, since each engine has its own; Leduc poker is the smallest betting game that the others ship. Both
sides of a comparison run on one thread, choose uniformly among the legal actions by numbers drawn beforehand, and take
turns, so that a busy moment of the computer meets both. Choices and new games are in the time of both.
"""

import json
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from .. import make
from ..commands import exit_on_user_error
from ..envs.core.errors import InvalidOption
from .speed import LIBRARIES, SLICE, BatchLoop, Piece, UniformPick, Work, aec_work, check_seconds, measure, versions

GAME = "pinwheel"
GAMES = 16_384
PEERS = ("rlcard", "open_spiel")
INSTALL = "pip install 'backroom[peers]'"


@dataclass(frozen=True)
class Contest:
    """Two loops of one kind. Making one warms it up; making theirs raises `ImportError` where the peer is absent."""

    name: str
    ours: str
    theirs: str
    make_ours: Callable[[], Work]
    make_theirs: Callable[[], Work]


def contests() -> list[Contest]:
    """What is compared."""
    ours, theirs = f"Batch, {GAMES:,} games of {GAME}", "OpenSpiel leduc_poker"
    return [
        Contest(
            "PettingZoo loop",
            f"make({GAME!r})",
            "PettingZoo leduc_holdem_v4",
            lambda: aec_work(make(GAME)),
            pettingzoo_work,
        ),
        Contest(
            "observations and masks",
            ours,
            f"{theirs}, tensor and mask",
            lambda: BatchLoop(GAME, GAMES, True).whole_loop,
            lambda: openspiel_work(True),
        ),
        Contest(
            "states alone",
            f"{ours}, no observations",
            f"{theirs}, legal actions",
            lambda: BatchLoop(GAME, GAMES, False).whole_loop,
            lambda: openspiel_work(False),
        ),
    ]


def pettingzoo_work() -> Work:
    """PettingZoo's own Leduc poker in its documented loop. Raises `ImportError` where it is not installed."""
    from pettingzoo.classic import leduc_holdem_v4

    return aec_work(leduc_holdem_v4.env())


def openspiel_work(tensors: bool) -> Work:
    """OpenSpiel's Leduc poker from Python; with `tensors`, reading what a learner needs at each decision.

    Raises `ImportError` where it is not installed.
    """
    import pyspiel  # pyright: ignore[reportMissingImports]

    game, pick = pyspiel.load_game("leduc_poker"), UniformPick()
    play = play_with_tensors if tensors else play_states

    def work() -> Piece:
        decisions, start = 0, perf_counter()
        while decisions < SLICE:
            decisions += play(game.new_initial_state(), pick)
        return decisions, perf_counter() - start

    work()
    return work


def play_with_tensors(state: Any, pick: UniformPick) -> int:
    """Play a state to its end, reading the mover's information state and mask; the number of decisions.

    Chance is drawn as actions are: in Leduc poker it is uniform too.
    """
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(pick.one_of(state.legal_actions()))
        else:
            state.information_state_tensor()
            state.apply_action(pick(state.legal_actions_mask()))
            decisions += 1
    return decisions


def play_states(state: Any, pick: UniformPick) -> int:
    """Play a state to its end, reading legal actions alone; the number of decisions."""
    decisions = 0
    while not state.is_terminal():
        decisions += not state.is_chance_node()
        state.apply_action(pick.one_of(state.legal_actions()))
    return decisions


def compare(seconds: float, rounds: int) -> dict[str, Any]:
    """All contests, each side for `seconds` in each of `rounds`. Raises `InvalidOption`. JSON can hold the result.

    - `seconds`, `rounds`, `versions`
    - `contests`: `name`; `ours` and `theirs`: `what`, `rates` in decisions a second, their `median`; `ratio`: `median`,
      `low` and `high` over the rounds. Where the peer is not installed `absent` says why and how to install it, and
      `ratio` and the rates of `theirs` are missing.
    """
    check_seconds(seconds)
    if rounds < 1:
        raise InvalidOption(f"rounds: {rounds!r} is not a whole number above 0")
    return {
        "seconds": seconds,
        "rounds": rounds,
        "versions": versions((*LIBRARIES, *PEERS)),
        "contests": [hold(contest, seconds, rounds) for contest in contests()],
    }


def hold(contest: Contest, seconds: float, rounds: int) -> dict[str, Any]:
    """Ours, theirs, ours, theirs ...; where the peer is absent, ours alone."""
    works, absent = [contest.make_ours()], None
    try:
        works.append(contest.make_theirs())
    except ImportError as error:
        absent = f"not installed ({error}): {INSTALL}"
    played = [[measure(work, seconds)["decisions_per_second"] for work in works] for _ in range(rounds)]
    ours = [rates[0] for rates in played]
    result = {"name": contest.name, "ours": side(contest.ours, ours)}
    if absent is not None:
        return {**result, "theirs": {"what": contest.theirs}, "absent": absent}
    theirs = [rates[1] for rates in played]
    return {**result, "theirs": side(contest.theirs, theirs), "ratio": ratio(ours, theirs)}


def side(what: str, rates: list[float]) -> dict[str, Any]:
    """One side of a contest."""
    return {"what": what, "rates": rates, "median": statistics.median(rates)}


def ratio(ours: list[float], theirs: list[float]) -> dict[str, float]:
    """How many times as fast ours was, round by round."""
    times = [mine / other for mine, other in zip(ours, theirs, strict=True)]
    return {"median": statistics.median(times), "low": min(times), "high": max(times)}


def print_comparison(result: dict[str, Any], console: Console) -> None:
    """The result of `compare` as a table."""
    table = Table(title=f"Decisions a second, median of {result['rounds']} rounds", title_justify="left")
    table.add_column("What")
    table.add_column("Rate", justify="right")
    table.add_column("Times as fast", justify="right")
    for contest in result["contests"]:
        ours, theirs = contest["ours"], contest["theirs"]
        table.add_row(f"[bold]{contest['name']}[/bold]")
        table.add_row(f"  {ours['what']}", f"{ours['median']:,.0f}", times_cell(contest))
        table.add_row(f"  {theirs['what']}", f"{theirs['median']:,.0f}" if "median" in theirs else "absent")
        table.add_section()
    console.print(table)
    for absent in dict.fromkeys(contest["absent"] for contest in result["contests"] if "absent" in contest):
        console.print(absent, highlight=False, markup=False)


def times_cell(contest: dict[str, Any]) -> str:
    """The ratio with its spread."""
    if "ratio" not in contest:
        return ""
    times = contest["ratio"]
    return f"{times['median']:.1f} ({times['low']:.1f}..{times['high']:.1f})"


@exit_on_user_error
def main(
    seconds: Annotated[float, typer.Option(help="Each side of each round is measured for so long.")] = 1.0,
    rounds: Annotated[int, typer.Option(help="Ours and theirs take turns so often.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")] = False,
) -> None:
    """Measure Backroom beside other engines that are installed, side by side."""
    with Console(stderr=True).status("Measuring ..."):
        result = compare(seconds, rounds)
    if as_json:
        print(json.dumps(result, indent=2))
    else:
        print_comparison(result, Console())


if __name__ == "__main__":
    typer.run(main)
