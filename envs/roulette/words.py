"""Roulette in words: what a seat knows as plain Python, the table as text, a finished spin explained rule by rule."""

from collections.abc import Sequence
from typing import Any

from ..kit.text import counted, named, stacks
from .rules import MAX_CHIPS, NO_BET, NO_THROW, NUMBERS, RED_NUMBERS
from .sight import BROKE, DONE, NO_SEAT, TO_BET

EVEN_MONEY = ("red", "black", "odd", "even", "low", "high")
BETS = (
    *(f"straight {number}" for number in range(NUMBERS)),
    *(f"dozen {k}" for k in (1, 2, 3)),
    *(f"column {k}" for k in (1, 2, 3)),
    *EVEN_MONEY,
)


ACTIONS = ("pass", *BETS, *(counted(k, "chip") for k in range(1, MAX_CHIPS + 1)), "let it lie", "throw again")
# Other words that people type for an action.
ALIASES = {
    **{f"number {number}": f"straight {number}" for number in range(NUMBERS)},
    **{f"{word}{k}": counted(k, "chip") for word in ("", "bet ", "stake ") for k in range(1, MAX_CHIPS + 1)},
    "1-18": "low",
    "19-36": "high",
    "no": "let it lie",
    "yes": "throw again",
    "again": "throw again",
}
# RO-4: nobody but cardsharps sees even that there was a choice.
HIDDEN_ACTIONS: dict[str, str | None] = dict.fromkeys(("let it lie", "throw again"), None)

PHASES = ("which bet", "how many", "rolling")
STATUSES = {TO_BET: "to bet", DONE: "done", BROKE: "broke"}


def _bet(action: int) -> str | None:
    return None if action == NO_BET else ACTIONS[action]


def _number(code: int) -> int | None:
    """A number of the wheel, kept as 1 more so that 0 is none."""
    return code - 1 if code else None


def describe(know: dict[str, list[int]], legal: list[str]) -> dict[str, Any]:
    """What the observation says, by name. `seats` run clockwise from the observer; distances count the same way."""
    phase = named(PHASES, know["phase"]) or "over"
    sharp = bool(know["is_cardsharp"][0])
    return {
        "phase": phase,
        "spin": know["spin"][0] + (phase != "over"),
        "spins_left": know["spins_left"][0],
        "max_chips": know["max_chips"][0],
        "to_act": None if know["to_act"][0] < 0 else know["to_act"][0],
        "cardsharp": sharp,
        "lies": _number(know["throw"][0]),
        "results": [code - 1 for code in know["results"] if code],
        "seats": [_describe_seat(know, distance, sharp) for distance, status in enumerate(know["status"]) if status != NO_SEAT],
        "legal": legal,
    }


def _describe_seat(know: dict[str, list[int]], distance: int, sharp: bool) -> dict[str, Any]:
    """What only cardsharps know is null for the others (RO-4)."""

    def of(piece: str) -> int:
        return know[piece][distance]

    return {
        "status": STATUSES[of("status")],
        "stack": of("stack"),
        "bet": _bet(of("bet")),
        "chips": of("chips"),
        "odds": of("odds"),
        "would_win": of("would_win") if know["throw"][0] else None,
        "thrown_again_from": _number(of("lay")),
        "uses_left": of("uses_left") if sharp else None,
        "last_spin": {
            "bet": _bet(of("last_bet")),
            "chips": of("last_chips"),
            "net": of("last_net"),
            "thrown_again_from": _number(of("last_lay")),
        },
    }


def colour(number: int) -> str:
    """The colour of a number; zero has none."""
    return "" if number == 0 else " red" if number in RED_NUMBERS else " black"


def table(know: dict[str, Any], names: Sequence[str]) -> list[str]:
    """The table as lines of text. `names` are the seats' names, clockwise from the observer."""
    if know["phase"] == "over":
        return [f"The game is over after {counted(know['spin'], 'spin')}.", *stacks(know, names)]
    spins = know["spin"] + know["spins_left"] - 1
    results = " ".join(str(number) for number in know["results"]) or "none yet"
    lines = [f"Spin {know['spin']} of {spins}, {know['phase']}. Up to {know['max_chips']} a bet. Last numbers: {results}."]
    for distance, seat in enumerate(know["seats"]):
        mark = ">" if distance == know["to_act"] else " "
        bet = f"{seat['bet']}, {counted(seat['chips'], 'chip')}" if seat["chips"] else seat["bet"] or "-"
        rights = f"  new throws left {seat['uses_left']}" if seat["uses_left"] else ""
        lines.append(f"{mark} {names[distance]:<16} {seat['status']:<6}  stack {seat['stack']:>4}  bet {bet}{rights}")
    return lines + _lying(know, names)


def _lying(know: dict[str, Any], names: Sequence[str]) -> list[str]:
    """What a cardsharp sees while the ball can still be thrown again (RO-4)."""
    if know["lies"] is None:
        return []
    lines = [
        f"Thrown again for {names[distance]}: {seat['thrown_again_from']} lay."
        for distance, seat in enumerate(know["seats"])
        if seat["thrown_again_from"] is not None
    ]
    lies = know["lies"]
    return [*lines, f"The ball lies on {lies}{colour(lies)}: {know['seats'][0]['would_win']:+d} units for you if it stays."]


def news(states: Any, i: int) -> list[dict[str, Any]]:
    """The spin that game i just finished, one report a seat; tuples run over seats.

    `thrown_again` is for cardsharps alone: (seat, what lay before) for every new throw, in order; None for others (RO-4).
    """
    seats = range(int(states["num_players"][i]))
    lay = states["last_lay"][i].tolist()
    sharps = states["cardsharp"][i].tolist()
    report = {
        "spin": int(states["hands_played"][i]),
        "number": int(states["results"][i, 0]),
        "bets": tuple(_bet(action) for action in states["last_bet"][i].tolist()[: len(seats)]),
        "chips": tuple(states["last_chips"][i].tolist()[: len(seats)]),
        "net": tuple(states["last_net"][i].tolist()[: len(seats)]),
    }
    again = tuple((seat, lay[seat]) for seat in seats if lay[seat] != NO_THROW)
    return [{**report, "thrown_again": again if sharps[seat] else None} for seat in seats]


def explain(report: dict[str, Any], names: Sequence[str]) -> list[str]:
    """A finished spin, rule by rule. `names` are the seats' names in seat order."""
    number = report["number"]
    lines = [f"Spin {report['spin']}: the ball falls on {number}{colour(number)}."]
    for seat, lay in report["thrown_again"] or ():
        lines.append(f"  It was thrown again for {names[seat]}; {lay} lay before (RO-4).")
    for seat, name in enumerate(names):
        bet, chips, net = report["bets"][seat], report["chips"][seat], report["net"][seat]
        if bet is None:
            lines.append(f"  {name:<16} no bet")
        else:
            pays = f"pays {net // chips} to 1" if net > 0 else "loses"
            lines.append(f"  {name:<16} {counted(chips, 'chip')} on {bet} {pays} (RO-3): {net:+d}")
    return lines
