"""Pinwheel in words: what a seat knows as plain Python, the table as text, a finished hand explained rule by rule."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..kit.dice import MAX_DICE, MAX_REROLLS, dice_code
from ..kit.text import at_distance, counted, named, others_see, stacks
from .observation import FOLDED, LIVE, NO_SEAT, SITS_OUT
from .rules import MAX_RAISE, gamble_dice

ACTIONS = ("fold", "pass", "call", *(f"raise by {k}" for k in range(1, MAX_RAISE + 1)), "hold", "gamble")
# Other words that people type for an action.
ALIASES = {
    "kill": "fold",
    "check": "pass",
    **{f"{verb} {k}": f"raise by {k}" for verb in ("raise", "bet", "r") for k in range(1, MAX_RAISE + 1)},
    "no": "hold",
    "yes": "gamble",
}
# PW-8: nobody sees which it was before the reveal
visible_action = others_see(dict.fromkeys(("hold", "gamble"), "has decided"))

PHASES = ("deal", "draw one", "draw two", "gamble")
STATUSES = {LIVE: "live", FOLDED: "folded", SITS_OUT: "sits out"}
CHOICES = (None, "hold", "gamble")
ROUNDS = ("deal", "draw_one", "draw_two")


def describe(seen: dict[str, list[int]], legal: list[str]) -> dict[str, Any]:
    """What the observation says, by name. `seats` run clockwise from the observer; distances count the same way."""
    phase = named(PHASES, seen["phase"]) or "over"
    return {
        "phase": phase,
        "hand": seen["hand"][0] + (phase != "over"),
        "hands": seen["hands"][0],
        "secret": seen["own_secret"][0] or None,
        "cycle": seen["own_cycle"][0],
        "target": seen["own_target"][0],
        "choice": CHOICES[seen["own_choice"][0]],
        "to_call": seen["to_call"][0],
        "pot": seen["pot"][0],
        "max_raise": seen["max_raise"][0],
        "raises_left": None if seen["raises_left"][0] < 0 else seen["raises_left"][0],
        "first_bettor": seen["first_bettor"][0],
        "last_raiser": seen["last_raiser"][0] - 1 if seen["last_raiser"][0] else None,
        "to_act": None if seen["to_act"][0] < 0 else seen["to_act"][0],
        "odd_secret": "subtracts" if seen["odd_secret"][0] else "adds",
        "seats": [_describe_seat(seen, distance) for distance, status in enumerate(seen["status"]) if status != NO_SEAT],
        "legal": legal,
    }


def _describe_seat(seen: dict[str, list[int]], distance: int) -> dict[str, Any]:
    of = at_distance(seen, distance)
    return {
        "status": STATUSES[of("status")],
        "stack": of("stack"),
        "open": [die for die in (of("open_one"), of("open_two")) if die],
        "open_cycle": of("open_cycle"),
        "skill": dice_code(*divmod(of("skill"), 3)) if of("skill") else None,
        "bets": {name: of(f"bet_{name}") for name in ROUNDS},
        "last_hand": {
            "net": of("last_net"),
            "secret": of("last_secret") or None,
            "open": [die for die in (of("last_open_one"), of("last_open_two")) if die],
            "gamble_total": of("last_gamble") - 1 if of("last_gamble") else None,
            "cycle": of("last_cycle") if of("last_secret") else None,
        },
        "raises_made": of("raises_made"),
        "folds_made": of("folds_made"),
        "gambles_shown": of("gambles_shown"),
    }


def render(seen: dict[str, Any], names: Sequence[str]) -> list[str]:
    """The table as lines of text. `names` are the seats' names, clockwise from the observer."""
    if seen["phase"] == "over":
        return [f"The set is over after {counted(seen['hand'], 'hand')}.", *stacks(seen, names)]
    first = names[seen["first_bettor"]]
    lines = [f"Hand {seen['hand']} of {seen['hands']}, {seen['phase']}. Pot {seen['pot']}. First to bet: {first}."]
    for distance, seat in enumerate(seen["seats"]):
        dice = " ".join(str(die) for die in seat["open"]) or "-"
        bets = "/".join(str(units) for units in seat["bets"].values())
        skill = seat["skill"] or "unknown"
        mark = ">" if distance == seen["to_act"] else " "
        lines.append(
            f"{mark} {names[distance]:<16} {seat['status']:<8} stack {seat['stack']:>4}  open {dice:<3} "
            f"({seat['open_cycle']:+d})  bets {bets:<7}  skill {skill}"
        )
    if seen["secret"]:
        lines.append(
            f"Your secret die: {seen['secret']}. Cycle so far: {seen['cycle']}. Plain sum of your dice: {seen['target']}."
        )
    if seen["to_call"]:
        left = seen["raises_left"]
        raises = "no limit to raises" if left is None else counted(left, "raise") + " left"
        lines.append(
            f"{seen['to_call']} to call; {raises}, each of up to {seen['max_raise']}."
            if left != 0
            else f"{seen['to_call']} to call; no raises left."
        )
    return lines


def results(states: Any, i: int) -> list[dict[str, Any]]:
    """The hand that game i just finished, one result a seat (PW-13, PW-14). All of it is open, tuples run over seats."""
    seats = range(int(states["num_players"][i]))
    totals = states["last_total"][i].tolist()
    secrets = states["last_secret"][i].tolist()
    opens = states["last_open"][i].tolist()
    gambled = states["last_gambled"][i].tolist()
    pips = states["pips"][i].tolist()
    thrown = [_thrown(states, i, seat, totals, secrets, opens) if gambled[seat] else ((), (), ()) for seat in seats]
    result = {
        "hand": int(states["hands_played"][i]),
        "net": tuple(states["last_net"][i].tolist()[: len(seats)]),
        "paid": tuple(states["last_paid"][i].tolist()[: len(seats)]),
        "shown": tuple(bool(shown) for shown in states["last_shown"][i].tolist()[: len(seats)]),
        "secret": tuple(secrets[: len(seats)]),
        "open": tuple(tuple(opens[seat]) for seat in seats),
        "gambled": tuple(bool(gambled[seat]) for seat in seats),
        "total": tuple(totals[: len(seats)]),
        "dice": tuple(faces[0] for faces in thrown),
        "gamble_die": tuple(faces[1] for faces in thrown),
        "extra": tuple(faces[2] for faces in thrown),
        "pips": tuple(pips[seat] if gambled[seat] else 0 for seat in seats),
        "cycle": tuple(states["last_cycle"][i].tolist()[: len(seats)]),
    }
    return [dict(result) for _ in seats]


def _thrown(
    states: Any, i: int, seat: int, totals: list[int], secrets: list[int], opens: list[list[int]]
) -> tuple[tuple[int, ...], ...]:
    """The faces of a shown Gamble: ordinary dice, the Gamble Die with its re-rolls, extra dice."""
    target = secrets[seat] + sum(opens[seat])
    ordinary, gamble, extra = (np.zeros(size, np.int32) for size in (MAX_DICE, MAX_REROLLS + 1, totals[seat] // target))
    gamble_dice(states, i, seat, ordinary, gamble, extra)
    return tuple(tuple(face for face in faces.tolist() if face) for faces in (ordinary, gamble, extra))


def explain(result: dict[str, Any], names: Sequence[str]) -> list[str]:
    """A finished hand, rule by rule. `names` are the seats' names in seat order."""
    lines = [f"Hand {result['hand']} is over."]
    if not any(result["shown"]):
        lines.append("  Everybody else folded: nothing is shown (PW-7).")
    for seat, name in enumerate(names):
        if result["shown"][seat]:
            lines += _explain_cycle(result, seat, name)
    if any(result["shown"]):
        best = max(result["cycle"][seat] for seat in range(len(names)) if result["shown"][seat])
        lines.append(f"  The highest cycle, {best}, takes what it paid for (PW-12); unmatched units go back (PW-5).")
    for seat, name in enumerate(names):
        net, paid = result["net"][seat], result["paid"][seat]
        lines.append(f"  {name:<16} paid {paid:>3}, took {net + paid:>3}: {net:+d}")
    return lines


def _explain_cycle(result: dict[str, Any], seat: int, name: str) -> list[str]:
    one, two = result["open"][seat]
    secret, extra = result["secret"][seat], result["extra"][seat]
    signs = " ".join(f"{'+' if die % 2 == 0 else '-'} {die}" for die in (one, two, *extra))
    base = result["cycle"][seat] - sum(die if die % 2 == 0 else -die for die in (one, two, *extra))
    lines = []
    if result["gambled"][seat]:
        target, total = secret + one + two, result["total"][seat]
        lines.append(f"  {name}: gambles for {target}: {_explain_throw(result, seat)} = {total} (PW-10).")
        if extra:
            count = counted(len(extra), "extra die", "extra dice")
            lines.append(f"    {total} is {total // target} times {target}: {count} (PW-11).")
        else:
            lines.append(f"    {total} is below {target}: nothing changes (PW-11).")
    lines.append(f"  {name}: secret {secret}: {base} {signs} = cycle {result['cycle'][seat]} (PW-6, PW-9).")
    return lines


def _explain_throw(result: dict[str, Any], seat: int) -> str:
    dice, gamble, pips = result["dice"][seat], result["gamble_die"][seat], result["pips"][seat]
    ordinary = "+".join(str(die) for die in dice) or "no other dice"
    text = f"{ordinary}, Gamble Die {' then '.join(str(die) for die in gamble)}"
    if gamble[0] == 1:
        text += f" (out, with the {max(dice)})" if dice else " (out)"
    return text + (f", pips +{pips}" if pips else "")
