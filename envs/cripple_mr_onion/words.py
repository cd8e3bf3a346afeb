"""Cripple Mr Onion in words: what a seat knows as plain Python, the table as text. `story` tells a round that ended."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..kit.text import counted, named, stacks
from .cards import (
    ARCHCHANCELLOR,
    CODES,
    FATE,
    FOOL,
    LADY,
    NUM_RANKS,
    SPECIALS,
)
from .groups import (
    FOOLS_NAMES,
    NAMES,
)
from .hands import Group, best_split
from .sight import FOLDED, LIVE, NO_SEAT, SITS_OUT
from .state import FIRST_DEAL, IN_HAND, MOST_STAKES

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
SPECIAL_NAMES = ("the Lady", "Fate", "Great A'Tuin", "the Sender of Eights", "Death", "the Archchancellor", "the Fool")
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
# What the others are told: how many cards, not which (CO-7, CO-M4, CO-M10).
HIDDEN_ACTIONS: dict[str, str | None] = {
    **{f"discard {slot}": None for slot in range(1, FIRST_DEAL + 1)},  # how many, the table shows when it is done
    **dict.fromkeys(("take first", "take second"), "takes one of the two cards"),
    **{f"show {slot}": "shows a card" for slot in range(1, IN_HAND + 1)},
}

PHASES = (
    "discarding", "staking", "matching", "raising", "meeting raises", "buying", "extra bet", "meeting extra bets",
    "Dealership offered",
    "bidding", "declaring", "choosing", "showing",
)  # fmt: skip
STAGES = 5
BETTING = ("staking", "matching", "raising", "meeting raises", "bidding")  # what a stage is of
STATUSES = {LIVE: "live", FOLDED: "folded", SITS_OUT: "sits out"}
MODIFIER_NAMES = (
    "running flushes cripple", "null eights", "no more wild cards than the Onion", "Octavo", "the Lady", "Fate", "Great A'Tuin",
    "the Elephants", "the Sender of Eights", "Death", "the Archchancellor", "the Fool",
)  # fmt: skip
# What the units of `to_match` are for, by phase.
PRICES = {
    "matching": "to match the stake",
    "meeting raises": "to meet the raises",
    "meeting extra bets": "to meet the extra bets, or the Dealership passes on",
    "Dealership offered": "to take the Dealership",
    "bidding": "would be the next bid for the Dealership",
    "buying": "for the next card, face down",
}


def describe(know: dict[str, list[int]], legal: list[str]) -> dict[str, Any]:
    """What the observation says, by name. `seats` run clockwise from the observer; distances count the same way.

    `hand` lies in the order of its slots, which `open` and `marked` count from 1; `split` is the best one, best group first.
    """
    phase = named(PHASES, know["phase"]) or "over"
    declared = {code: by - 1 for code, by in zip(SPECIALS, know["declared"], strict=True) if by}
    seats = [_describe_seat(know, distance) for distance, status in enumerate(know["status"]) if status != NO_SEAT]
    modifiers = [modifier for modifier, on in enumerate(know["modifiers"]) if on]
    hand = _codes(know["own_rank"], know["own_suit"])
    return {
        "phase": phase,
        "round": know["played"][0] + (phase != "over"),
        "rounds": know["rounds"][0],
        "stage": know["stage"][0] + 1,
        "to_act": None if know["to_act"][0] < 0 else know["to_act"][0],
        "dealer": know["dealer"][0],
        "hand": hand,
        "open": _slots(know["own_open"]),
        "marked": _slots(know["own_marked"]),
        "split": _split(know, _groups(hand, modifiers, declared, bool(know["jack_wild"][0]), seats)),
        "offered": _codes(know["offered_rank"], know["offered_suit"]),
        "thrown": _cards(know["own_thrown"]),
        "turned_down": _cards(know["own_refused"]),
        "pot": know["pot"][0],
        "aside": know["all_aside"][0],
        "named": know["named"][0],
        "to_match": know["to_match"][0],
        "inherited": know["inherited"][0],
        "stake": know["stake"][0],
        "max_stake": know["max_stake"][0],
        "max_raise": know["max_raise"][0],
        "modifiers": modifiers,
        "wild_round": bool(know["wild_round"][0]),
        "declared": declared,
        "replaced": [SPECIALS[special] for special in (LADY, FATE) if know["replaced"][special]],
        "jack_wild": bool(know["jack_wild"][0]),
        "passes": know["passes"][0],
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
    """Which cards the groups of the own best split are made of, by what all know of the modifiers."""
    if not hand:
        return ()
    own, live = seats[0], [seat for seat in seats if seat["status"] == STATUSES[LIVE]]
    return best_split(
        hand,
        modifiers,
        own["eights_wild"],
        aces_zeroed=own["aces_zeroed"],
        lady_against=4 in modifiers and any(SPECIALS[LADY] in seat["open"] for seat in live if seat is not own),
        face_up=[code for seat in live for code in seat["open"]],
        declared=[code for code, by in declared.items() if by == 0 or code == SPECIALS[FOOL]],
        jack_wild=jack_wild and declared.get(SPECIALS[ARCHCHANCELLOR]) == 0,
    )


def _split(know: Mapping[str, list[int]], groups: Sequence[Group]) -> list[dict[str, Any]]:
    """The observation says how many null eights each group has."""
    return [
        {"group": group.name, "null_eights": nulls, "cards": list(group.cards)}
        for group, nulls in zip(groups, know["own_nulls"], strict=False)
    ]


def _describe_seat(know: Mapping[str, list[int]], distance: int) -> dict[str, Any]:
    def of(piece: str) -> int:
        return know[piece][distance]

    names = FOOLS_NAMES if know["last_fool"][0] else NAMES
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
        "open": _cards(know["open_cards"][distance * IN_HAND : (distance + 1) * IN_HAND]),
        "raises_made": of("raises_made"),
        "folds_made": of("folds_made"),
        "last_round": {"net": of("last_net"), "best_group": names.get(of("last_best"))},
    }


# --- the table ---


def table(know: dict[str, Any], names: Sequence[str]) -> list[str]:
    """The table as lines of text. `names` are the seats' names, clockwise from the observer."""
    if know["phase"] == "over":
        return [f"The game is over after {counted(know['round'], 'round')}.", *stacks(know, names)]
    inherited = f", {know['inherited']} of it from the round before" if know["inherited"] else ""
    aside = f", {know['aside']} aside" if know["aside"] else ""
    stage = f", stage {know['stage']} of {STAGES}" if know["phase"] in BETTING else ""
    lines = [
        f"Round {know['round']} of {know['rounds']}, {know['phase']}{stage}. "
        f"Pot {know['pot']}{inherited}{aside}. Dealer: {names[know['dealer']]}. Stake {know['stake']}.",
        _modifiers_line(know),
    ]
    for distance, seat in enumerate(know["seats"]):
        lines.append(_seat_line(seat, names[distance], distance == know["to_act"], know["wild_round"]))
    if know["declared"]:
        lines.append(
            "Declared: " + ", ".join(_declared(know, code, names[int(by)]) for code, by in know["declared"].items()) + "."
        )
    return lines + _own_lines(know) + _question(know)


def _modifiers_line(know: Mapping[str, Any]) -> str:
    on = ", ".join(MODIFIER_NAMES[modifier] for modifier in know["modifiers"]) or "none"
    if len(know["modifiers"]) == len(MODIFIER_NAMES):
        on = "all twelve"
    return f"Modifiers: {on}. Eights {'are wild in this round' if know['wild_round'] else 'are ordinary'}."


def _declared(know: Mapping[str, Any], code: str, by: str) -> str:
    aside = " (replaced)" if code in know["replaced"] else ""
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


def _own_lines(know: Mapping[str, Any]) -> list[str]:
    if not know["hand"]:
        return []
    cards = ", ".join(
        f"{slot} {code}{' (open)' if slot in know['open'] else ''}{' (to be thrown)' if slot in know['marked'] else ''}"
        for slot, code in enumerate(know["hand"], 1)
    )
    groups = [f"{with_nulls(group['group'], group['null_eights'])} ({' '.join(group['cards'])})" for group in know["split"]]
    lines = [f"Your cards: {cards}.", f"Your best split: {', '.join(groups) or 'nothing'}."]
    if know["thrown"]:
        lines.append(f"Thrown: {' '.join(know['thrown'])}.")
    if know["turned_down"]:
        lines.append(f"Turned down: {' '.join(know['turned_down'])}.")
    return lines


def with_nulls(name: str, nulls: int) -> str:
    return f"{name} with {counted(nulls, 'null eight')}" if nulls else name


def _question(know: Mapping[str, Any]) -> list[str]:
    """What the decision is about, where the table does not say it."""
    if know["offered"]:
        replaced = SPECIAL_NAMES[FATE if SPECIALS[FATE] in know["declared"] else LADY]
        first, second = know["offered"]
        return [f"In the place of {replaced}: the first card is {first}, the second {second}."]
    if know["to_match"]:
        means = know["seats"][0]["stack"]
        short = f"; there are only {means}" if means < know["to_match"] else ""
        return [f"{counted(know['to_match'], 'unit')} {PRICES[know['phase']]}{short}."]
    if "accept" in know["legal"]:
        return ["The Dealership costs nothing: no other extra bet lies aside."]
    return [f"{code} is {DEEDS[special]}." for special, code in enumerate(SPECIALS) if f"declare {code}" in know["legal"]]
