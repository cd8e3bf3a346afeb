"""Roulette in words: what a seat knows as plain Python, the table as text, a finished spin explained rule by rule."""

from collections.abc import Sequence
from typing import Any

from ..kit.text import at_distance, counted, named, others_see, stacks
from .observation import BROKE, DONE, NO_SEAT, TO_BET
from .rules import MAX_CHIPS, NO_BET, NO_THROW, NUMBERS, RED_NUMBERS

BETS = (
    *(f"straight {number}" for number in range(NUMBERS)),
    *(f"dozen {k}" for k in (1, 2, 3)),
    *(f"column {k}" for k in (1, 2, 3)),
    *("red", "black", "odd", "even", "low", "high"),
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
visible_action = others_see(dict.fromkeys(("let it lie", "throw again"), None))

PHASES = ("which bet", "how many", "rolling")
STATUSES = {TO_BET: "to bet", DONE: "done", BROKE: "broke"}


def _bet(action: int) -> str | None:
    return None if action == NO_BET else ACTIONS[action]


def _number(code: int) -> int | None:
    """A number of the wheel, kept as 1 more so that 0 is none."""
    return code - 1 if code else None


def describe(seen: dict[str, list[int]], legal: list[str]) -> dict[str, Any]:
    """What the observation says, by name. `seats` run clockwise from the observer; distances count the same way."""
    phase = named(PHASES, seen["phase"]) or "over"
    sharp = bool(seen["is_cardsharp"][0])
    return {
        "phase": phase,
        "spin": seen["spin"][0] + (phase != "over"),
        "spins_left": seen["spins_left"][0],
        "max_chips": seen["max_chips"][0],
        "to_act": None if seen["to_act"][0] < 0 else seen["to_act"][0],
        "cardsharp": sharp,
        "lies": _number(seen["throw"][0]),
        "last_numbers": [code - 1 for code in seen["last_numbers"] if code],
        "seats": [_describe_seat(seen, distance, sharp) for distance, status in enumerate(seen["status"]) if status != NO_SEAT],
        "legal": legal,
    }


def _describe_seat(seen: dict[str, list[int]], distance: int, sharp: bool) -> dict[str, Any]:
    """What only cardsharps know is null for the others (RO-4)."""

    of = at_distance(seen, distance)
    return {
        "status": STATUSES[of("status")],
        "stack": of("stack"),
        "bet": _bet(of("bet")),
        "chips": of("chips"),
        "odds": of("odds"),
        "would_win": of("would_win") if seen["throw"][0] else None,
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


def render(seen: dict[str, Any], names: Sequence[str]) -> list[str]:
    """The table as lines of text. `names` are the seats' names, clockwise from the observer."""
    if seen["phase"] == "over":
        return [f"The game is over after {counted(seen['spin'], 'spin')}.", *stacks(seen, names)]
    spins = seen["spin"] + seen["spins_left"] - 1
    last_numbers = " ".join(str(number) for number in seen["last_numbers"]) or "none yet"
    lines = [f"Spin {seen['spin']} of {spins}, {seen['phase']}. Up to {seen['max_chips']} a bet. Last numbers: {last_numbers}."]
    for distance, seat in enumerate(seen["seats"]):
        mark = ">" if distance == seen["to_act"] else " "
        bet = f"{seat['bet']}, {counted(seat['chips'], 'chip')}" if seat["chips"] else seat["bet"] or "-"
        rights = f"  new throws left {seat['uses_left']}" if seat["uses_left"] else ""
        lines.append(f"{mark} {names[distance]:<16} {seat['status']:<6}  stack {seat['stack']:>4}  bet {bet}{rights}")
    return lines + _lying(seen, names)


def _lying(seen: dict[str, Any], names: Sequence[str]) -> list[str]:
    """What a cardsharp sees while the ball can still be thrown again (RO-4)."""
    if seen["lies"] is None:
        return []
    lines = [
        f"Thrown again for {names[distance]}: {seat['thrown_again_from']} lay."
        for distance, seat in enumerate(seen["seats"])
        if seat["thrown_again_from"] is not None
    ]
    lies = seen["lies"]
    return [*lines, f"The ball lies on {lies}{colour(lies)}: {seen['seats'][0]['would_win']:+d} units for you if it stays."]


def results(states: Any, i: int) -> list[dict[str, Any]]:
    """The spin that game i just finished, one result a seat; tuples run over seats.

    `thrown_again` is for cardsharps alone: (seat, what lay before) for every new throw, in order; None for others (RO-4).
    """
    seats = range(int(states["num_players"][i]))
    lay = states["last_lay"][i].tolist()
    sharps = states["cardsharp"][i].tolist()
    result = {
        "spin": int(states["hands_played"][i]),
        "number": int(states["last_numbers"][i, 0]),
        "bets": tuple(_bet(action) for action in states["last_bet"][i].tolist()[: len(seats)]),
        "chips": tuple(states["last_chips"][i].tolist()[: len(seats)]),
        "net": tuple(states["last_net"][i].tolist()[: len(seats)]),
    }
    again = tuple((seat, lay[seat]) for seat in seats if lay[seat] != NO_THROW)
    return [{**result, "thrown_again": again if sharps[seat] else None} for seat in seats]


def explain(result: dict[str, Any], names: Sequence[str]) -> list[str]:
    """A finished spin, rule by rule. `names` are the seats' names in seat order."""
    number = result["number"]
    lines = [f"Spin {result['spin']}: the ball falls on {number}{colour(number)}."]
    for seat, lay in result["thrown_again"] or ():
        lines.append(f"  It was thrown again for {names[seat]}; {lay} lay before (RO-4).")
    for seat, name in enumerate(names):
        bet, chips, net = result["bets"][seat], result["chips"][seat], result["net"][seat]
        if bet is None:
            lines.append(f"  {name:<16} no bet")
        else:
            pays = f"pays {net // chips} to 1" if net > 0 else "loses"
            lines.append(f"  {name:<16} {counted(chips, 'chip')} on {bet} {pays} (RO-3): {net:+d}")
    return lines
