"""Bespin Pazaak in words: what a seat knows as plain Python, the table as text, what ended explained rule by rule."""

from collections.abc import Sequence
from typing import Any

from ..kit.dice import dice_code
from ..kit.pazaak import HIGHEST, describe_tables
from ..kit.text import at_distance, counted, named, others_see, stacks
from ..kit.wagers import WAGER_ACTIONS, WAGER_ALIASES, describe_wager, wager_line
from .state import KINDS, NUM_KINDS, SEATS, WILD_FOUR

ACTIONS = (
    *WAGER_ACTIONS,
    "play fair",
    "cheat",
    "hold the Force point",
    "spend a Force point",
    "keep",
    "discard",
    "second card",
    "use the first",
    "use the second",
    *(f"play {kind}" for kind in KINDS[:WILD_FOUR]),
    "play wild four as +4",
    "play wild four as -4",
    *(f"play wild as {sign}{change}" for sign in ("plus", "minus") for change in ("", ", size up", ", size down")),
    "stand",
    "end turn",
)
# Other words that people type for an action.
ALIASES = {
    **WAGER_ALIASES,
    **{kind: f"play {kind}" for kind in KINDS[:WILD_FOUR]},
    "redraw": "discard",
    "second": "second card",
    "end": "end turn",
    "hit": "end turn",
    "pass": "stand",
}
# BP-13: the announcement is hidden.
visible_action = others_see(dict.fromkeys(("play fair", "cheat"), "has decided"))

PHASES = ("cheat", "Force point", "hand", "wager", "turn", "second card")
SET_ENDS = (None, "points", "more cards", "bust", "nine cards", "true tie")
MATCH_ENDS = (None, "sets", "cheat not caught", "cheat caught", "void")


def describe(seen: dict[str, list[int]], legal: list[str]) -> dict[str, Any]:
    """What the observation says, by name. `seats` are the observer and the other."""
    phase = named(PHASES, seen["phase"]) or "over"
    wager = describe_wager(seen)
    return {
        "phase": phase,
        "to_act": None if seen["to_act"][0] < 0 else seen["to_act"][0],
        "first": seen["first"][0],
        "set": seen["sets"][0] + (phase != "over"),
        "max_sets": seen["max_sets"][0],
        "hand": _kinds(seen["own_hand"]),
        "wild_size": seen["own_wild"][0] or None,
        "just_drawn": (None, *KINDS)[seen["just_drawn"][0]],
        "discarded_side_card": (None, *KINDS)[seen["own_thrown"][0]],
        "cheats": bool(seen["own_cheat"][0]),
        "force_points": seen["own_force"][0],
        "dark_side_points": seen["own_dark"][0],
        "force_sensitive": bool(seen["own_sensitive"][0]),
        "motive": "rebellion" if seen["own_motive"][0] else "money",
        "drawn": seen["drawn"][0] or None,
        "second": seen["second"][0] or None,
        "bonus_used": bool(seen["bonus_used"][0]),
        "card_played": bool(seen["card_played"][0]),
        "opposed_roll": bool(seen["opposed"][0]),
        "wager": wager and {"on": "the match" if seen["wager_on_match"][0] else "this set", **wager},
        "pot": seen["pot"][0],
        "ante": seen["ante"][0],
        "match_bet": seen["match_bet"][0],
        "set_bet": seen["set_bet"][0],
        "max_match_bet": seen["max_match_bet"][0],
        "max_set_bet": seen["max_set_bet"][0],
        "cheating": bool(seen["cheating"][0]),
        "caught_pays": seen["caught_pays"][0] / 100,
        "dark_side_cost": seen["dark_side_cost"][0],
        "last_winner": {1: 0, -1: 1, 0: None}[seen["last_winner"][0]],
        "last_totals": seen["last_total"],
        "seats": [_describe_seat(seen, distance, table) for distance, table in enumerate(describe_tables(seen, SEATS))],
        "legal": legal,
    }


def _kinds(counts: Sequence[int]) -> list[str]:
    return [kind for kind, count in zip(KINDS, counts, strict=True) for _ in range(count)]


def _describe_seat(seen: dict[str, list[int]], distance: int, table: dict[str, Any]) -> dict[str, Any]:
    of = at_distance(seen, distance)
    return {
        **table,
        "stack": of("stack"),
        "skill": dice_code(*divmod(of("skill"), 3)),
        "roll": of("roll") or None,
        "row": of("row"),
        "discards": of("discards"),
        "second_cards": of("second_cards"),
        "force_spent": of("force_spent"),
        "redrew": bool(of("redrew")),
        "deck": of("deck"),
        "bust_cards": of("bust_cards"),
        "main_left": seen["main_left"][distance * HIGHEST : (distance + 1) * HIGHEST],
        "played": _kinds(seen["played"][distance * NUM_KINDS : (distance + 1) * NUM_KINDS]),
    }


def render(seen: dict[str, Any], names: Sequence[str]) -> list[str]:
    """The table as lines of text. `names` are the seats' names, the observer's first."""
    if seen["phase"] == "over":
        return ["The match is over.", *stacks(seen, names)]
    lines = [
        f"Set {seen['set']}, {seen['phase']}. Pot {seen['pot']}: ante {seen['ante']}, on the match {seen['match_bet']}, "
        f"on this set {seen['set_bet']} each. {names[seen['first']]} began."
    ]
    for distance, seat in enumerate(seen["seats"]):
        mark = ">" if distance == seen["to_act"] else " "
        cards = " ".join(str(value) for value in seat["table"]) or "-"
        lines.append(
            f"{mark} {names[distance]:<16} sets {seat['won']}  {seat['status']:<6} total {seat['total']:>2} ({cards})  "
            f"hand {seat['hand_left']}  stack {seat['stack']:>4}  {_bonuses(seat)}"
        )
    if seen["hand"]:
        size = f" (wild: {seen['wild_size']})" if seen["wild_size"] else ""
        lines.append(f"Your hand: {', '.join(seen['hand'])}{size}.")
    lines += _question(seen, names)
    return lines


def _bonuses(seat: dict[str, Any]) -> str:
    roll = f"rolled {seat['roll']}" if seat["roll"] else "no roll"
    parts = [f"discards {seat['discards']}"] * (seat["discards"] > 0) + ["second card"] * (seat["second_cards"] > 0)
    return f"{seat['skill']}, {roll}" + (f": {', '.join(parts)}" if parts else "")


def _question(seen: dict[str, Any], names: Sequence[str]) -> list[str]:
    """What the decision is about, where the table does not say it."""
    wager = seen["wager"]
    if wager:
        return [wager_line(wager)]
    if seen["second"]:
        return [f"First card {seen['drawn']}, second card {seen['second']}."]
    if seen["just_drawn"]:
        return [f"Just drawn: {seen['just_drawn']}."]
    if seen["phase"] == "turn":
        seat = seen["seats"][seen["to_act"]]
        drew = f"Drawn by {names[seen['to_act']]}: {seen['drawn']}. "
        return [drew + f"{seat['bust_cards']} of {seat['deck']} cards to come would be too many."]
    return []


def results(states: Any, i: int) -> list[dict[str, Any]]:
    """The set and perhaps the match that game i just finished, one result a seat; tuples run over seats (BP-13, BP-14).

    All of it is open but the last three entries, which are the seat's own.
    """

    def of(field: str) -> int:
        return int(states[field][i])

    def by_seat(field: str) -> tuple[int, ...]:
        return tuple(states[field][i].tolist())

    result = {
        "set": of("sets") if of("set_ended") else None,
        "how": SET_ENDS[of("last_how")] if of("set_ended") else None,
        "winner": of("last_winner") if of("set_ended") and of("last_winner") >= 0 else None,
        "first": of("last_first") if of("set_ended") else None,
        "totals": by_seat("last_total"),
        "cards": by_seat("last_cards"),
        "bet": of("last_bet"),
        "won": by_seat("won"),
        "rolls": by_seat("roll"),
        "rows": by_seat("row"),
        "match": _match(of, by_seat) if of("match_how") else None,
    }
    own = {"force_points": "force_left", "dark_side_points": "dark_points", "dark_side_paid": "dark_paid"}
    return [{**result, **{name: by_seat(field)[seat] for name, field in own.items()}} for seat in range(SEATS)]


def _match(of: Any, by_seat: Any) -> dict[str, Any]:
    return {
        "winner": of("match_winner") if of("match_winner") >= 0 else None,
        "how": MATCH_ENDS[of("match_how")],
        "stakes": of("match_stakes"),
        "cheated": tuple(bool(cheat) for cheat in by_seat("cheats")),
        "caught": tuple(bool(caught) for caught in by_seat("caught")),
        "opposed_rolls": by_seat("opposed_roll"),
    }


def explain(result: dict[str, Any], names: Sequence[str]) -> list[str]:
    """What ended, rule by rule. `names` are the seats' names in seat order."""
    lines = _explain_set(result, names) if result["set"] else []
    if result["dark_side_paid"]:
        lines.append(f"The dark side takes {counted(result['dark_side_paid'], 'unit')} of yours (BP-14).")
    return lines + (_explain_match(result["match"], names) if result["match"] else [])


RULES_OF_ENDS = {"points": "BP-10", "more cards": "BP-10", "bust": "BP-8, BP-9", "nine cards": "BP-9", "true tie": "BP-10"}


def _explain_set(result: dict[str, Any], names: Sequence[str]) -> list[str]:
    tables = ", ".join(
        f"{name} {total} with {counted(cards, 'card')}"
        for name, total, cards in zip(names, result["totals"], result["cards"], strict=True)
    )
    rule = RULES_OF_ENDS[result["how"]]
    if result["winner"] is None:
        return [f"Set {result['set']} is a true tie and does not count ({rule}): {tables}."]
    bet = f" The side bet of {result['bet']} is paid (BP-11)." if result["bet"] else ""
    return [f"Set {result['set']} goes to {names[result['winner']]} by {result['how']} ({rule}): {tables}.{bet}"]


def _explain_match(match: dict[str, Any], names: Sequence[str]) -> list[str]:
    lines = []
    if any(match["cheated"]):
        cheats = " and ".join(name for name, cheats in zip(names, match["cheated"], strict=True) if cheats)
        rolls = " against ".join(str(total) for total in match["opposed_rolls"])
        lines.append(f"{cheats} announced to cheat; the opposed rolls are {rolls} (BP-13).")
        lines += [f"{name} is caught." for name, caught in zip(names, match["caught"], strict=True) if caught]
    if match["winner"] is None:
        rule = "BP-13" if any(match["cheated"]) else "BP-10"
        return [*lines, f"The match is void: the stakes go back ({rule})."]
    return [*lines, f"The match goes to {names[match['winner']]}; the stakes are {match['stakes']} a seat (BP-11)."]
