"""Republic Pazaak in words: what a seat knows as plain Python, the table as text, what ended explained rule by rule."""

from collections.abc import Sequence
from typing import Any

from ..kit.pazaak import ABSENT, BUST, SHOWN_STATUS, STATUSES, describe_tables
from ..kit.text import at_distance, counted, named, others_see, stacks
from ..kit.wagers import WAGER_ACTIONS, WAGER_ALIASES, describe_wager, wager_line
from .cards import KINDS, PLAYS

ACTIONS = (
    *WAGER_ACTIONS,
    "draw",
    "look",
    "take it",
    "refuse it",
    "keep it",
    "throw it away",
    *(f"choose {code}" for code in KINDS),
    *PLAYS,
    "stand",
    "end turn",
)


def _typed(name: str) -> str:
    """As people can type it."""
    return name.replace("±", "+-")


# Other words that people type for an action.
ALIASES = {
    **WAGER_ALIASES,
    **{_typed(name): name for name in ACTIONS if _typed(name) != name},
    **{name.removeprefix("play "): name for name in PLAYS},
    **{_typed(name).removeprefix("play "): name for name in PLAYS},
    "use the force": "look",
    "end": "end turn",
    "hit": "end turn",
    "pass": "stand",
}
# RP-9, RP-10: what happens before a card lies open is nobody else's business, not even that something is being decided.
visible_action = others_see(
    dict.fromkeys(
        ("draw", "look", "take it", "refuse it", "keep it", "throw it away", *(f"choose {code}" for code in KINDS)), None
    )
)

PHASES = ("dealing", "side look", "choosing", "wager", "drawing", "main look", "cardsharp", "turn")
LOOKS = (None, "at a side card", "at a side card, refused", "at a main card", "at a main card, refused")
ROUND_ENDS = (None, "points", "nine cards", "±1T", "bust", "drawn")


def describe(seen: dict[str, list[int]], legal: list[str]) -> dict[str, Any]:
    """What the observation says, by name. `seats` run clockwise from the observer; distances count the same way."""
    phase = named(PHASES, seen["phase"]) or "over"
    seats = sum(status != 0 for status in seen["status"])
    tables = describe_tables(seen, seats)
    wager = describe_wager(seen)
    return {
        "phase": phase,
        "to_act": None if seen["to_act"][0] < 0 else seen["to_act"][0],
        "first": seen["first"][0],
        "round": seen["played_rounds"][0] + (phase != "over"),
        "rounds": seen["rounds"][0],
        "max_rounds": seen["max_rounds"][0],
        "decider": bool(seen["decider"][0]),
        "hand": _kinds(seen["own_hand"]),
        "side_deck": _kinds(seen["own_side"]),
        "looked_at": (None, *KINDS)[seen["looked_side"][0]] or seen["looked_main"][0] or None,
        "drawn": seen["drawn"][0] or None,
        "card_played": bool(seen["card_played"][0]),
        "may_look": bool(seen["own_look"][0]),
        "throws_left": seen["own_throws"][0],
        "wager": wager and {"on": "the game" if seen["wager_on_game"][0] else "this round", **wager},
        "pot": seen["pot"][0],
        "ante": seen["ante"][0],
        "max_bet": seen["max_bet"][0],
        "max_round_bet": seen["max_round_bet"][0],
        "last_winner": seen["last_winner"][0] - 1 if seen["last_winner"][0] else None,
        "deck": seen["deck"][0],
        "bust_cards": seen["bust_cards"][0],
        "unseen": seen["unseen"],
        "seats": [_describe_seat(seen, distance, table) for distance, table in enumerate(tables)],
        "legal": legal,
    }


def _kinds(numbers: Sequence[int]) -> list[str]:
    return [kind for kind, count in zip(KINDS, numbers, strict=True) for _ in range(count)]


def _describe_seat(seen: dict[str, list[int]], distance: int, table: dict[str, Any]) -> dict[str, Any]:
    of = at_distance(seen, distance)
    return {
        **table,
        "stack": of("stack"),
        "game_bet": of("game_bet"),
        "round_bet": of("round_bet"),
        "tie_breaker": bool(of("tie_breaker")),
        "looked": LOOKS[of("look")],
        "throws": of("throws"),
    }


def render(seen: dict[str, Any], names: Sequence[str]) -> list[str]:
    """The table as lines of text. `names` are the seats' names, clockwise from the observer."""
    if seen["phase"] == "over":
        return ["The game is over.", *stacks(seen, names)]
    decider = ", a decider" if seen["decider"] else f" of {seen['rounds']}"
    lines = [
        f"Round {seen['round']}{decider}, {seen['phase']}. Pot {seen['pot']}. "
        f"First to move: {names[seen['first']]}. {seen['deck']} cards in the deck."
    ]
    lines += [_seat_line(seat, names[d], d == seen["to_act"]) for d, seat in enumerate(seen["seats"])]
    if seen["hand"]:
        lines.append(f"Your hand: {', '.join(seen['hand'])}.")
    return lines + _question(seen, names)


def _seat_line(seat: dict[str, Any], name: str, acts: bool) -> str:
    cards = " ".join(str(value) for value in seat["table"]) or "-"
    marks = [
        *(["±1T"] if seat["tie_breaker"] else []),
        *([f"bet {seat['game_bet']}"] if seat["game_bet"] else []),
        *([f"on this round {seat['round_bet']}"] if seat["round_bet"] else []),
        *([f"looked {seat['looked']}"] if seat["looked"] else []),
        *([f"threw away {seat['throws']}"] if seat["throws"] else []),
    ]
    text = (
        f"{'>' if acts else ' '} {name:<16} won {seat['won']}  {seat['status']:<6} total {seat['total']:>3} ({cards})  "
        f"hand {seat['hand_left']}  stack {seat['stack']:>4}"
    )
    return text + (f"  {', '.join(marks)}" if marks else "")


def _question(seen: dict[str, Any], names: Sequence[str]) -> list[str]:
    """What the decision is about, where the table does not say it."""
    wager = seen["wager"]
    if wager:
        return [wager_line(wager)]
    if seen["looked_at"]:
        return [f"The Force shows you: {seen['looked_at']}."]
    if seen["drawn"]:
        drew = f"Drawn by {names[seen['to_act']]}: {seen['drawn']}. "
        return [drew + f"{seen['bust_cards']} of the cards not seen would be too many for {names[0]}."]
    return []


def results(states: Any, i: int) -> list[dict[str, Any]]:
    """The round and perhaps the game that game i just finished, one report a seat; all of it is open. Tuples run over seats."""
    seats = int(states["num_players"][i])

    def of(field: str) -> int:
        return int(states[field][i])

    def by_seat(field: str) -> tuple[int, ...]:
        return tuple(states[field][i].tolist()[:seats])

    game = None
    if of("over"):
        winner = of("game_winner")
        game = {"winner": winner if winner >= 0 else None, "ante": of("ante")}
    result = {
        "round": of("played_rounds"),
        "how": ROUND_ENDS[of("last_how")],
        "winner": of("last_winner") if of("last_winner") >= 0 else None,
        "first": of("last_first"),
        "totals": by_seat("last_total"),
        "cards": by_seat("last_cards"),
        "status": tuple(STATUSES[int(SHOWN_STATUS[status])] for status in by_seat("last_status")),
        "bets": by_seat("last_bets"),
        "won": by_seat("won"),
        "game": game,
    }
    return [dict(result) for _ in range(seats)]


RULES_OF_ENDS = {"points": "RP-7", "nine cards": "RP-6", "±1T": "RP-7", "bust": "RP-5", "drawn": "RP-7"}
AWAY = (STATUSES[int(SHOWN_STATUS[ABSENT])], STATUSES[int(SHOWN_STATUS[BUST])])


def explain(result: dict[str, Any], names: Sequence[str]) -> list[str]:
    """What ended, rule by rule. `names` are the seats' names in seat order."""
    tables = ", ".join(_explain_seat(result, seat, name) for seat, name in enumerate(names))
    rule = RULES_OF_ENDS[result["how"]]
    if result["winner"] is None:
        lines = [f"Round {result['round']} is drawn and counts for nobody ({rule}): {tables}."]
    else:
        lines = [f"Round {result['round']} goes to {names[result['winner']]} by {result['how']} ({rule}): {tables}."]
    if any(result["bets"]):
        lines.append(f"Bets on the round: {', '.join(str(units) for units in result['bets'])}.")
    if result["game"]:
        winner = result["game"]["winner"]
        lines.append(
            "The game is drawn: the stakes go back (RP-8)."
            if winner is None
            else f"The game goes to {names[winner]} with {counted(result['won'][winner], 'round')} won (RP-8)."
        )
    return lines


def _explain_seat(result: dict[str, Any], seat: int, name: str) -> str:
    status = result["status"][seat]
    away = f", {status}" if status in AWAY else ""
    return f"{name} {result['totals'][seat]} with {counted(result['cards'][seat], 'card')}{away}"
