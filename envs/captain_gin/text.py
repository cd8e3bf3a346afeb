"""Captain gin in words: what a seat knows as plain Python, the table as text, a hand that ended explained rule by rule."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..kit.text import counted, named
from .cards import CARDS, cards_in
from .melds import best_melds, melds_of
from .state import IN_HAND, MAX_SEATS, NO_ADVICE

ACTIONS = (
    "take stock",
    "take discard",
    "pass",
    *(f"discard {code}" for code in CARDS),
    *(f"knock discarding {code}" for code in CARDS),
)


def _spoken(code: str) -> tuple[str, ...]:
    """A card as people type it."""
    return (code, code.replace("T", "10")) if code.startswith("T") else (code,)


# Other words that people type for an action.
ALIASES = {
    "stock": "take stock",
    "draw": "take stock",
    "take": "take discard",
    "upcard": "take discard",
    "decline": "pass",
    **{word: f"discard {code}" for code in CARDS for word in _spoken(code)},
    **{f"discard {word}": f"discard {code}" for code in CARDS for word in _spoken(code)[1:]},
    **{f"knock {word}": f"knock discarding {code}" for code in CARDS for word in _spoken(code)},
    **{f"knock discarding {word}": f"knock discarding {code}" for code in CARDS for word in _spoken(code)[1:]},
}

PHASES = ("upcard", "first draw", "draw", "discard")
ROLES = ("box", "captain", "out")
HOW = (None, "drawn", "knock", "gin", "undercut")
SETTLEMENTS = ("scores", "partners")


def visible_action(states: Any, i: int, seat: int, viewer: int, name: str) -> str | None:
    """CG-4: advice is for the captain's ear; all else lies open."""
    s = states[i]
    was_advice = s.advice and seat == MAX_SEATS - s.box - s.captain and s.to_act == s.captain
    if not was_advice:
        return name
    if viewer not in (seat, s.captain):
        return None
    return "says nothing" if s.advised == NO_ADVICE else f"advises: {name}"


def describe(seen: dict[str, list[int]], legal: list[str]) -> dict[str, Any]:
    """What the observation says, by name. `seats` run clockwise from the observer; distances count the same way."""
    phase = named(PHASES, seen["phase"]) or "over"
    hand = _marked(seen["held"])
    held_back, drawn = _card(seen["held_back"][0]), _card(seen["drawn"][0])
    kept = _best_ten(seen, held_back) if len(hand) > IN_HAND else hand
    pile = sorted((place, code) for place, code in zip(seen["pile"], CARDS, strict=True) if place)
    box, captain = seen["box"][0], seen["captain"][0]
    mine_to_move = seen["turn_of"][0] == (box if seen["role"][0] else captain)
    may_take = phase in ("upcard", "draw") and bool(hand) and mine_to_move
    roles = {box: ROLES[0], captain: ROLES[1]}
    taken = _marked(seen["taken"])
    return {
        "phase": phase,
        "role": named(ROLES, seen["role"]),
        "to_act": None if seen["to_act"][0] < 0 else seen["to_act"][0],
        "turn_of": seen["turn_of"][0],
        "box": box,
        "captain": captain,
        "advice": _advice(seen),
        "hand": hand,
        "melds": best_melds(kept)[0],
        "unmatched": seen["unmatched"][0],
        "if_taken": seen["if_taken"][0] if may_take else None,
        "left_after": _of_cards(hand, seen["left_after"]) if len(hand) > IN_HAND else {},
        "outs": _of_cards(hand, seen["outs"]),
        "feeds": _of_cards(hand, seen["feeds"]),
        "drawn": drawn,
        "held_back": held_back,
        "pile": [code for _, code in pile],
        "upcard": pile[-1][1] if pile else None,
        "opponent_holds": [code for code in taken if code not in hand],
        "opponent_threw": _marked(seen["thrown"]),
        "shown": [code for code in taken if code in hand],
        "stock": seen["stock"][0],
        "turn": seen["turns"][0] + 1,
        "hand_number": seen["hand_number"][0] + (phase != "over"),
        "seats": [{"role": roles.get(seat, ROLES[2]), "score": seen["score"][seat]} for seat in range(MAX_SEATS)],
        "gin_bonus": seen["gin_bonus"][0],
        "undercut_bonus": seen["undercut_bonus"][0],
        "knock_limit": seen["knock_limit"][0],
        "target": seen["target"][0],
        "advice_given": bool(seen["advice"][0]),
        "stake": seen["stake"][0],
        "settlement": SETTLEMENTS[seen["partners"][0]],
        "max_hands": seen["max_hands"][0],
        "max_turns": seen["max_turns"][0],
        "legal": legal,
    }


def _marked(cards: Sequence[int]) -> list[str]:
    return [code for code, on in zip(CARDS, cards, strict=True) if on]


def _of_cards(hand: Sequence[str], numbers: Sequence[int]) -> dict[str, int]:
    return {code: numbers[CARDS.index(code)] for code in hand}


def _card(number: int) -> str | None:
    return CARDS[number - 1] if number else None


def _best_ten(seen: Mapping[str, list[int]], held_back: str | None) -> list[str]:
    """The ten cards that the best discard leaves; of level ones the first."""
    hand = _marked(seen["held"])
    gone = min((code for code in hand if code != held_back), key=lambda code: seen["left_after"][CARDS.index(code)])
    return [code for code in hand if code != gone]


def _advice(seen: Mapping[str, list[int]]) -> str | None:
    kind = named(("take stock", "take discard", "pass", "discard", "knock discarding"), seen["advised_kind"])
    card = named(CARDS, seen["advised_card"])
    return kind if card is None else f"{kind} {card}"


def render(seen: dict[str, Any], names: Sequence[str]) -> list[str]:
    """The table as lines of text. `names` are the seats' names, clockwise from the observer."""
    if seen["phase"] == "over":
        return ["The game is over.", *_seat_lines(seen, names)]
    lines = [
        f"Hand {seen['hand_number']}, turn {seen['turn']}, {seen['phase']}. First to {seen['target']}. "
        f"Upcard {seen['upcard'] or 'none'}, {counted(seen['stock'], 'card')} in the stock.",
        *_seat_lines(seen, names),
    ]
    if len(seen["pile"]) > 1:
        lines.append(f"Pile, from the bottom: {' '.join(seen['pile'])}.")
    if seen["opponent_holds"]:
        lines.append(f"Seen taken and not thrown since: {' '.join(seen['opponent_holds'])}.")
    return lines + _hand_lines(seen) + _question(seen, names)


def _seat_lines(seen: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    return [
        f"{'>' if distance == seen['to_act'] else ' '} {names[distance]:<16} {seat['role']:<8} {seat['score']:>4} points"
        for distance, seat in enumerate(seen["seats"])
    ]


def _hand_lines(seen: Mapping[str, Any]) -> list[str]:
    if not seen["hand"]:
        return []
    whose = "The captain's hand" if seen["role"] == "out" else "Your hand"
    melds = ", ".join(" ".join(meld) for meld in seen["melds"]) or "no melds"
    after = " after the best discard" if len(seen["hand"]) > IN_HAND else ""
    lines = [f"{whose}: {' '.join(seen['hand'])} ({melds}; {counted(seen['unmatched'], 'point')} unmatched{after})."]
    if seen["drawn"]:
        lines.append(f"Just drawn: {seen['drawn']}.")
    if seen["held_back"]:
        lines.append(f"Just taken: {seen['held_back']}, which can not go back at once.")
    if seen["if_taken"] is not None:
        lines.append(f"With the upcard {counted(seen['if_taken'], 'point')} would be unmatched.")
    return lines


def _question(seen: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    """Advice that was given, or is asked for."""
    if seen["advice"] is not None:
        adviser = names[MAX_SEATS - seen["box"] - seen["captain"]]
        return [f"{'Your advice' if seen['role'] == 'out' else f'Advice of {adviser}'}: {seen['advice']}."]
    if seen["role"] == "out" and seen["to_act"] == 0:
        silence = "pass is advice to let it lie" if seen["phase"] == "upcard" else "pass says nothing"
        return [f"What do you advise {names[seen['captain']]}? ({silence})"]
    return []


def results(states: Any, i: int) -> list[dict[str, Any]]:
    """The hand and perhaps the game that game i just finished, one result a seat; all of it is open.

    Tuples of three run over seats; `unmatched`, `melds` and `rest` are None for who laid out no hand.
    """
    s = states[i]
    box, captain, knocker = int(s.last_box), int(s.last_captain), int(s.last_knocker)
    scores = tuple(s.score.tolist())
    game = None
    if s.over:
        leaders = [seat for seat in range(MAX_SEATS) if scores[seat] == max(scores)]
        game = {"winner": leaders[0] if len(leaders) == 1 else None, "target": int(s.target)}

    def laid_out(show: Callable[[int], Any]) -> tuple[Any, ...]:
        return tuple(show(seat) if knocker >= 0 and seat in (box, captain) else None for seat in range(MAX_SEATS))

    result = {
        "hand": int(s.hands_played),
        "places": tuple(ROLES[0] if seat == box else ROLES[1] if seat == captain else ROLES[2] for seat in range(MAX_SEATS)),
        "how": HOW[s.last_how],
        "box": box,
        "captain": captain,
        "knocker": knocker if knocker >= 0 else None,
        "scorer": int(s.last_scorer) if s.last_scorer >= 0 else None,
        "points": int(s.last_points),
        "unmatched": laid_out(lambda seat: int(s.last_unmatched[seat])),
        "melds": laid_out(lambda seat: tuple(tuple(meld) for meld in melds_of(s.last_sets[seat], s.last_runs[seat]))),
        "laid_off": tuple(code for seat in range(MAX_SEATS) for code in cards_in(s.last_laid[seat])),
        "rest": laid_out(lambda seat: tuple(cards_in(s.last_rest[seat]))),
        "scores": scores,
        "game": game,
    }
    return [dict(result) for _ in range(MAX_SEATS)]


def explain(result: dict[str, Any], names: Sequence[str]) -> list[str]:
    """A hand that ended, rule by rule. `names` are the seats' names in seat order."""
    lines = [f"Hand {result['hand']}: {names[result['box']]} in the box against captain {names[result['captain']]}."]
    if result["knocker"] is None:
        lines.append("The hand is drawn: nobody scores, and everybody stays where he is (CG-12, CG-3).")
    else:
        lines += _explain_knock(result, names)
    lines.append("Points: " + ", ".join(f"{name} {result['scores'][seat]}" for seat, name in enumerate(names)) + ".")
    if result["game"]:
        lines.append(_explain_end(result, names))
    return lines


def _explain_end(result: dict[str, Any], names: Sequence[str]) -> str:
    winner, target = result["game"]["winner"], result["game"]["target"]
    if winner is None:
        return "Nobody wins the game."
    if result["scores"][winner] < target:
        return f"The game ends as it stands, with {names[winner]} ahead (CG-13)."
    return f"The game is won by {names[winner]} (CG-13)."


def _explain_knock(result: dict[str, Any], names: Sequence[str]) -> list[str]:
    knocker: int = result["knocker"]
    other: int = result["captain"] if knocker == result["box"] else result["box"]
    lines = [_layout(result, seat, names[seat]) for seat in (knocker, other)]
    if result["laid_off"]:
        lines.append(f"Laid off by {names[other]}: {' '.join(result['laid_off'])} (CG-10).")
    scorer, points = names[result["scorer"]], counted(result["points"], "point")
    if result["how"] == "gin":
        lines.append(f"Gin by {names[knocker]}: {points} for {scorer} (CG-11).")
    elif result["how"] == "undercut":
        lines.append(f"The knock of {names[knocker]} is undercut: {points} for {scorer} (CG-11).")
    else:
        lines.append(f"Knock by {names[knocker]}: {points} for {scorer} (CG-11).")
    return lines


def _layout(result: dict[str, Any], seat: int, name: str) -> str:
    melds = ", ".join(" ".join(meld) for meld in result["melds"][seat]) or "no melds"
    rest = " ".join(result["rest"][seat]) or "nothing"
    return f"{name}: {melds}; unmatched {rest} ({counted(result['unmatched'][seat], 'point')}, CG-9)."
