"""Stop or go in words."""

from collections.abc import Sequence
from typing import Any

from backroom.envs.kit.text import everybody_sees as visible_action

__all__ = ["ACTIONS", "ALIASES", "describe", "explain", "render", "results", "visible_action"]

ACTIONS = ("stop", "go", "double")
ALIASES = {"halt": "stop"}


def describe(seen: dict[str, list[int]], legal: list[str]) -> dict[str, Any]:
    """What the observation says, by name."""
    seats = sum(seen["seated"])
    return {
        "card": None if seen["own_card"][0] < 0 else seen["own_card"][0],
        "to_act": None if seen["to_act"][0] < 0 else seen["to_act"][0],
        "hand": seen["hand"][0],
        "turns": seen["turns"][0],
        "winner": seen["winner"][0] - 1 if seen["winner"][0] else None,
        "shown": seen["shown"][0] if seen["winner"][0] else None,
        "stacks": seen["stack"][:seats],
        "legal": legal,
    }


def render(seen: dict[str, Any], names: Sequence[str]) -> list[str]:
    """The table as lines of text. `names` are the seats' names, clockwise from the observer."""
    turn = "over" if seen["to_act"] is None else f"{names[seen['to_act']]} to act"
    stacks = ", ".join(f"{names[seat]} {units}" for seat, units in enumerate(seen["stacks"]))
    own = [] if seen["card"] is None else [f"Your card: {seen['card']}."]
    return [f"Hand {seen['hand']}, turn {seen['turns']}, {turn}.", stacks, *own]


def results(states: Any, i: int) -> list[dict[str, Any]]:
    """The hand that game i just finished, one result a seat; tuples run over seats."""
    seats = int(states["num_players"][i])
    result = {
        "hand": int(states["hands_played"][i]),
        "winner": int(states["winner"][i]),
        "shown": int(states["shown"][i]),
        "net": tuple(states["last_net"][i].tolist()[:seats]),
    }
    return [dict(result) for _ in range(seats)]


def explain(result: dict[str, Any], names: Sequence[str]) -> list[str]:
    """A finished hand. `names` are the seats' names in seat order."""
    return [f"Hand {result['hand']}: {names[result['winner']]} shows {result['shown']} (SG-4)."]
