"""Cripple Mr Onion as text: names of actions, what a seat sees as plain Python, the table. `explain` has a round that ended."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..kit.text import at_distance, counted, named, others_see, stacks
from .best_split import Group, best_split
from .explain import explain, results
from .hands.cards import ARCHCHANCELLOR, CODES, FATE, FOOL, IN_HAND, LADY, NUM_RANKS, SPECIALS
from .hands.groups import FOOLS_NAMES, NAMES
from .hands.modifiers import Modifier
from .names import MODIFIER_NAMES, SPECIAL_NAMES, with_nulls
from .observation import FOLDED, LIVE, NO_SEAT, SITS_OUT
from .state import FIRST_DEAL, MOST_STAKES

__all__ = ["ACTIONS", "ALIASES", "describe", "explain", "render", "results", "visible_action"]

ACTIONS = (
    *(f"discard {slot}" for slot in range(1, FIRST_DEAL + 1)),
    "done",
    *(f"stake {stakes}" for stakes in range(MOST_STAKES + 1)),
    "match",
    "fold",
    *(f"raise {stakes}" for stakes in range(MOST_STAKES + 1)),
    *(f"extra bet {stakes}" for stakes in range(MOST_STAKES + 1)),
    "buy",
    "stop",
    "accept",
    "decline",
    "bid",
    *(f"declare {code}" for code in SPECIALS),
    "wild again",
    "take first",
    "take second",
    *(f"show {slot}" for slot in range(1, IN_HAND + 1)),
    "pass",
)
# What declaring each of them does, for who may.
DEEDS = (
    "the Lady: replaced by one of the next two cards; with eights wild, others count an ace fewer as 11",
    "Fate: replaced by one of the next two cards, and who used the Lady has no aces; or eights stop being wild",
    "Great A'Tuin: one card goes down by eight, another up; or the Elephants carry four nines and tens",
    "the Sender of Eights: who uses an eight has no aces; with eights wild, nobody has",
    "Death: one picture of every hand with two may not stand in a Double Onion",
    "the Archchancellor: wild, unless another holds the king of swords, who is then shown and others show a card",
    "the Fool: bagels and onions change places",
)
# Other words that people type for an action.
ALIASES = {
    **{f"{verb} {slot}": f"discard {slot}" for verb in ("throw", "mark") for slot in range(1, FIRST_DEAL + 1)},
    "exchange": "done",
    "stand pat": "done",
    **{f"name {stakes}": f"stake {stakes}" for stakes in range(MOST_STAKES + 1)},
    "call": "match",
    "meet": "match",
    "drop": "fold",
    "no raise": "raise 0",
    **{f"raise by {stakes}": f"raise {stakes}" for stakes in range(MOST_STAKES + 1)},
    "no extra bet": "extra bet 0",
    **{f"bet {stakes}": f"extra bet {stakes}" for stakes in range(MOST_STAKES + 1)},
    "enough": "stop",
    "yes": "accept",
    "no": "decline",
    **{f"declare {name}": f"declare {code}" for name, code in zip(SPECIAL_NAMES, SPECIALS, strict=True)},
    **{f"declare {name.removeprefix('the ')}": f"declare {code}" for name, code in zip(SPECIAL_NAMES, SPECIALS, strict=True)},
    **{code: f"declare {code}" for code in SPECIALS},
    "first": "take first",
    "second": "take second",
    **{f"turn up {slot}": f"show {slot}" for slot in range(1, IN_HAND + 1)},
    "nothing": "pass",
}
# What the others see of an action: how many cards, not which (CO-7, CO-M4, CO-M10).
visible_action = others_see(
    {
        **{f"discard {slot}": None for slot in range(1, FIRST_DEAL + 1)},  # how many, the table shows when it is done
        **dict.fromkeys(("take first", "take second"), "takes one of the two cards"),
        **{f"show {slot}": "shows a card" for slot in range(1, IN_HAND + 1)},
    }
)

PHASES = (
    "discarding", "staking", "matching", "raising", "meeting raises", "buying", "extra bet", "meeting extra bets",
    "Dealership offered",
    "bidding", "declaring", "choosing", "showing",
)  # fmt: skip
STAGES = 5
BETTING = ("staking", "matching", "raising", "meeting raises", "bidding")  # what a stage is of
STATUSES = {LIVE: "live", FOLDED: "folded", SITS_OUT: "sits out"}
# What the units of `to_match` are for, by phase.
PRICES = {
    "matching": "to match the stake",
    "meeting raises": "to meet the raises",
    "meeting extra bets": "to meet the extra bets, or the Dealership passes on",
    "Dealership offered": "to take the Dealership",
    "bidding": "would be the next bid for the Dealership",
    "buying": "for the next card, face down",
}


def describe(seen: dict[str, list[int]], legal: list[str]) -> dict[str, Any]:
    """What the observation says, by name. `seats` run clockwise from the observer; distances count the same way.

    `hand` lies in the order of its slots, which `open` and `marked` count from 1; `split` is the best one, best group first.
    """
    phase = named(PHASES, seen["phase"]) or "over"
    declared = {code: by - 1 for code, by in zip(SPECIALS, seen["declared"], strict=True) if by}
    seats = [_describe_seat(seen, distance) for distance, status in enumerate(seen["status"]) if status != NO_SEAT]
    modifiers = [modifier for modifier, on in enumerate(seen["modifiers"]) if on]
    hand = _codes(seen["own_rank"], seen["own_suit"])
    return {
        "phase": phase,
        "round": seen["played"][0] + (phase != "over"),
        "rounds": seen["rounds"][0],
        "stage": seen["stage"][0] + 1,
        "to_act": None if seen["to_act"][0] < 0 else seen["to_act"][0],
        "dealer": seen["dealer"][0],
        "hand": hand,
        "open": _slots(seen["own_open"]),
        "marked": _slots(seen["own_marked"]),
        "split": _split(seen, _groups(hand, modifiers, declared, bool(seen["jack_wild"][0]), seats)),
        "offered": _codes(seen["offered_rank"], seen["offered_suit"]),
        "thrown": _cards(seen["own_thrown"]),
        "turned_down": _cards(seen["own_refused"]),
        "pot": seen["pot"][0],
        "aside": seen["all_aside"][0],
        "named": seen["named"][0],
        "to_match": seen["to_match"][0],
        "inherited": seen["inherited"][0],
        "stake": seen["stake"][0],
        "max_stake": seen["max_stake"][0],
        "max_raise": seen["max_raise"][0],
        "modifiers": modifiers,
        "wild_round": bool(seen["wild_round"][0]),
        "declared": declared,
        "replaced": [SPECIALS[special] for special in (LADY, FATE) if seen["replaced"][special]],
        "jack_wild": bool(seen["jack_wild"][0]),
        "passes": seen["passes"][0],
        "seats": seats,
        "legal": legal,
    }


def _codes(ranks: Sequence[int], suits: Sequence[int]) -> list[str]:
    return [CODES[(suit - 1) * NUM_RANKS + rank - 1] for rank, suit in zip(ranks, suits, strict=True) if rank]


def _cards(numbers: Sequence[int]) -> list[str]:
    return [CODES[number - 1] for number in numbers if number]


def _slots(marks: Sequence[int]) -> list[int]:
    return [slot for slot, on in enumerate(marks, 1) if on]


def _groups(
    hand: list[str], modifiers: list[int], declared: Mapping[str, int], jack_wild: bool, seats: list[dict[str, Any]]
) -> Sequence[Group]:
    """Which cards the groups of the own best split are made of, by what everybody sees of the modifiers."""
    if not hand:
        return ()
    own, live = seats[0], [seat for seat in seats if seat["status"] == STATUSES[LIVE]]
    return best_split(
        hand,
        modifiers,
        own["eights_wild"],
        aces_zeroed=own["aces_zeroed"],
        lady_against=Modifier.LADY in modifiers and any(SPECIALS[LADY] in seat["open"] for seat in live if seat is not own),
        face_up=[code for seat in live for code in seat["open"]],
        declared=[code for code, by in declared.items() if by == 0 or code == SPECIALS[FOOL]],
        jack_wild=jack_wild and declared.get(SPECIALS[ARCHCHANCELLOR]) == 0,
    )


def _split(seen: Mapping[str, list[int]], groups: Sequence[Group]) -> list[dict[str, Any]]:
    """The observation says how many null eights each group has."""
    return [
        {"group": group.name, "null_eights": nulls, "cards": list(group.cards)}
        for group, nulls in zip(groups, seen["own_nulls"], strict=False)
    ]


def _describe_seat(seen: Mapping[str, list[int]], distance: int) -> dict[str, Any]:
    of = at_distance(seen, distance)
    names = FOOLS_NAMES if seen["last_fool"][0] else NAMES
    return {
        "status": STATUSES[of("status")],
        "stack": of("stack"),
        "discarded": of("discarded"),
        "bought": of("bought"),
        "aside": of("aside"),
        "bid": of("bid"),
        "declined": bool(of("declined")),
        "eights_wild": bool(of("wild")),
        "aces_zeroed": bool(of("zeroed")),
        "open": _cards(seen["open_cards"][distance * IN_HAND : (distance + 1) * IN_HAND]),
        "raises_made": of("raises_made"),
        "folds_made": of("folds_made"),
        "last_round": {"net": of("last_net"), "best_group": names.get(of("last_best"))},
    }


# --- the table ---


def render(seen: dict[str, Any], names: Sequence[str]) -> list[str]:
    """The table as lines of text. `names` are the seats' names, clockwise from the observer."""
    if seen["phase"] == "over":
        return [f"The game is over after {counted(seen['round'], 'round')}.", *stacks(seen, names)]
    inherited = f", {seen['inherited']} of it from the round before" if seen["inherited"] else ""
    aside = f", {seen['aside']} aside" if seen["aside"] else ""
    stage = f", stage {seen['stage']} of {STAGES}" if seen["phase"] in BETTING else ""
    lines = [
        f"Round {seen['round']} of {seen['rounds']}, {seen['phase']}{stage}. "
        f"Pot {seen['pot']}{inherited}{aside}. Dealer: {names[seen['dealer']]}. Stake {seen['stake']}.",
        _modifiers_line(seen),
    ]
    for distance, seat in enumerate(seen["seats"]):
        lines.append(_seat_line(seat, names[distance], distance == seen["to_act"], seen["wild_round"]))
    if seen["declared"]:
        lines.append(
            "Declared: " + ", ".join(_declared(seen, code, names[int(by)]) for code, by in seen["declared"].items()) + "."
        )
    return lines + _own_lines(seen) + _question(seen)


def _modifiers_line(seen: Mapping[str, Any]) -> str:
    on = ", ".join(MODIFIER_NAMES[modifier] for modifier in seen["modifiers"]) or "none"
    if len(seen["modifiers"]) == len(MODIFIER_NAMES):
        on = "all twelve"
    return f"Modifiers: {on}. Eights {'are wild in this round' if seen['wild_round'] else 'are ordinary'}."


def _declared(seen: Mapping[str, Any], code: str, by: str) -> str:
    aside = " (replaced)" if code in seen["replaced"] else ""
    return f"{SPECIAL_NAMES[SPECIALS.index(code)]}, {code}, by {by}{aside}"


def _seat_line(seat: Mapping[str, Any], name: str, acts: bool, wild_round: bool) -> str:
    marks = [
        *([f"threw {seat['discarded']}"] if seat["discarded"] else []),
        *([f"bought {seat['bought']}"] if seat["bought"] else []),
        *([f"aside {seat['aside']}"] if seat["aside"] else []),
        *([f"bid {seat['bid']}"] if seat["bid"] else []),
        *(["declined"] if seat["declined"] else []),
        *(["eights not wild"] if wild_round and seat["status"] == STATUSES[LIVE] and not seat["eights_wild"] else []),
        *(["aces zeroed"] if seat["aces_zeroed"] else []),
    ]
    text = f"{'>' if acts else ' '} {name:<16} {seat['status']:<8} stack {seat['stack']:>4}"
    open_cards = f"  open {' '.join(seat['open'])}" if seat["open"] else ""
    return text + open_cards + (f"  {', '.join(marks)}" if marks else "")


def _own_lines(seen: Mapping[str, Any]) -> list[str]:
    if not seen["hand"]:
        return []
    cards = ", ".join(
        f"{slot} {code}{' (open)' if slot in seen['open'] else ''}{' (to be thrown)' if slot in seen['marked'] else ''}"
        for slot, code in enumerate(seen["hand"], 1)
    )
    groups = [f"{with_nulls(group['group'], group['null_eights'])} ({' '.join(group['cards'])})" for group in seen["split"]]
    lines = [f"Your cards: {cards}.", f"Your best split: {', '.join(groups) or 'nothing'}."]
    if seen["thrown"]:
        lines.append(f"Thrown: {' '.join(seen['thrown'])}.")
    if seen["turned_down"]:
        lines.append(f"Turned down: {' '.join(seen['turned_down'])}.")
    return lines


def _question(seen: Mapping[str, Any]) -> list[str]:
    """What the decision is about, where the table does not say it."""
    if seen["offered"]:
        replaced = SPECIAL_NAMES[FATE if SPECIALS[FATE] in seen["declared"] else LADY]
        first, second = seen["offered"]
        return [f"In the place of {replaced}: the first card is {first}, the second {second}."]
    if seen["to_match"]:
        means = seen["seats"][0]["stack"]
        short = f"; there are only {means}" if means < seen["to_match"] else ""
        return [f"{counted(seen['to_match'], 'unit')} {PRICES[seen['phase']]}{short}."]
    if "accept" in seen["legal"]:
        return ["The Dealership costs nothing: no other extra bet lies aside."]
    return [f"{code} is {DEEDS[special]}." for special, code in enumerate(SPECIALS) if f"declare {code}" in seen["legal"]]
