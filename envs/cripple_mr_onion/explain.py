"""Cripple Mr Onion: a round that ended: its results, and the same rule by rule, with what every modifier changed."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from ..kit.text import counted
from .best_split import Group, arranged, hand_of
from .hands.cards import ATUIN_CARD, CODES, DEATH, EIGHT, FATE, LADY, NO_CARD, NUM_RANKS, RANKS, SENDER, SPECIALS
from .hands.groups import FOOLS_NAMES, NAMES, OCTAVO, nulls_of, rank_of
from .hands.modifiers import Modifier, Term, in_force, is_wild
from .hands.running_flush import best_run, run_that_cripples
from .names import SPECIAL_NAMES, with_nulls
from .options import as_bits
from .state import CARRIED, CRIPPLED, SHOWDOWN

HOW = (None, "showdown", "crippled", "last one left", "carried")
SUIT_PAIRS = ("clubs and swords", "spades and staves", "hearts and cups", "diamonds and coins")


def results(states: Any, i: int) -> list[dict[str, Any]]:
    """The results of the round that game i just finished, one dict a seat; all of it is open, and tuples run over seats.

    `cards`, `split`, `keys` (what splits are compared by) and `terms` (a sum of `Term`) are None for who showed nothing.
    `net` adds up to `inherited`, the pot that the round found, less `left_over`, the pot that it leaves to the next.
    """
    s = states[i]
    seats = range(int(s.num_players))
    shown = [s.last_how in (SHOWDOWN, CRIPPLED) and s.last_card[seat, 0] != NO_CARD for seat in seats]
    keys = [[int(key) for key in s.last_groups[seat] if key] for seat in seats]
    terms = s.last_terms.tolist()
    result = {
        "hand": int(s.hands_played),
        "how": HOW[s.last_how],
        "dealer": int(s.last_dealer),
        "winner": int(s.last_winner) if s.last_winner >= 0 else None,
        "pot": int(s.last_pot),
        "inherited": int(s.last_inherited),
        "left_over": int(s.last_pot) if s.last_how == CARRIED and not s.over else 0,
        "run": int(s.last_run) if s.last_how == CRIPPLED else None,
        "crippled": int(s.last_crippled) if s.last_how == CRIPPLED else None,
        "net": tuple(s.last_net.tolist()[: len(seats)]),
        "dealt_in": tuple(bool(dealt_in) for dealt_in in s.last_in.tolist()[: len(seats)]),
        "cards": tuple(
            tuple(CODES[card] for card in s.last_card[seat].tolist() if card != NO_CARD) if shown[seat] else None
            for seat in seats
        ),
        "split": tuple(
            tuple(_names_of(terms[seat])[rank_of(key)] for key in keys[seat]) if shown[seat] else None for seat in seats
        ),
        "keys": tuple(tuple(keys[seat]) if shown[seat] else None for seat in seats),
        "terms": tuple(terms[seat] if shown[seat] else None for seat in seats),
        "modifiers": tuple(int(modifier) for modifier in Modifier if in_force(int(s.modifiers), modifier)),
        "wild": bool(s.last_wild),
        "wild_next": bool(s.wild_round) and not s.over,
        "over": bool(s.over),
        "declared": tuple(int(seat) if seat >= 0 else None for seat in s.last_declared.tolist()),
        "replaced": tuple(SPECIALS[special] for special in (LADY, FATE) if s.last_replaced[special]),
    }
    return [dict(result) for _ in seats]


def _names_of(terms: int) -> dict[int, str]:
    return FOOLS_NAMES if terms & Term.FOOL_DECLARED else NAMES


def explain(result: dict[str, Any], names: Sequence[str]) -> list[str]:
    """A round that ended, rule by rule. `names` are the seats' names in seat order."""
    inherited = f", with {counted(result['inherited'], 'unit')} from the round before (CO-6)" if result["inherited"] else ""
    lines = [f"Round {result['hand']} is over; Dealer: {names[result['dealer']]}{inherited}."]
    shown = [seat for seat in _from_elder(result, len(names)) if result["cards"][seat] is not None]
    if shown:
        lines += _explain_declarations(result, names)
        for seat in shown:
            lines += _explain_hand(result, seat, names)
        lines += _explain_spared(result, names, shown)
    lines.append(_explain_end(result, names, shown))
    lines += _explain_eights(result, names, shown)
    for seat, name in enumerate(names):
        lines.append(f"  {name:<16} {result['net'][seat]:+d}{'' if result['dealt_in'][seat] else ' (sat out)'}")
    if result["inherited"] != result["left_over"]:
        lines.append(
            f"Together {sum(result['net']):+}: {result['inherited']} were in the pot, {result['left_over']} stay there (CO-14)."
        )
    return lines


def _from_elder(result: Mapping[str, Any], seats: int) -> list[int]:
    """From the Dealer's left round to the Dealer (CO-5)."""
    return [(result["dealer"] + step) % seats for step in range(1, seats + 1)]


def _explain_declarations(result: Mapping[str, Any], names: Sequence[str]) -> list[str]:
    declared = [
        f"{names[by]} declared {SPECIAL_NAMES[special]}"
        + (" and took another card in its place" if SPECIALS[special] in result["replaced"] else "")
        for special, by in enumerate(result["declared"])
        if by is not None
    ]
    return [f"  {', '.join(declared)} (CO-M12)."] if declared else []


def _explain_hand(result: Mapping[str, Any], seat: int, names: Sequence[str]) -> list[str]:
    """The split that a seat showed, and every modifier that made it another one."""
    cards = _numbers(result["cards"][seat])
    terms: int = result["terms"][seat]
    split = arranged(cards, terms)
    nulls = [nulls_of(key) for key in result["keys"][seat]]
    groups = ", ".join(
        f"{with_nulls(group.name, null)} ({' '.join(group.cards)})" for group, null in zip(split, nulls, strict=True)
    )
    used = {code for group in split for code in group.cards}
    idle = [code for code in result["cards"][seat] if code not in used]
    lines = [f"  {names[seat]}: {groups or 'no group'}{'; over: ' + ' '.join(idle) if idle else ''} (CO-3)."]
    for bend in _bends(result, seat, names):
        bent, straight = (_names(arranged(cards, each)) for each in (bend.terms, bend.without))
        if bent != straight:
            lines.append(f"    {bend.title}: {bend.why}: {_listed(bent)} instead of {_listed(straight)}.")
    return lines


def _names(split: Sequence[Group]) -> list[str]:
    return [group.name for group in split]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names) or "nothing"


class Bend(NamedTuple):
    """A modifier that may have made a split another one: the terms with it and without it."""

    title: str
    why: str
    terms: int
    without: int


def _bends(result: Mapping[str, Any], seat: int, names: Sequence[str]) -> list[Bend]:
    """The modifiers in force for a seat at Showdown, whether they mattered or not."""
    terms: int = result["terms"][seat]
    name, wild = names[seat], bool(terms & Term.EIGHTS_WILD)
    aces = "all aces are zeroed and no wild card may be one" if wild else "who uses an eight has no ace"
    onions = "a Double or Triple Onion" if wild else "a Double Onion"
    single = (
        (Term.NULL_EIGHTS, "Null eights (CO-M1)", "an eight may count 0"),
        (Term.OCTAVO, "Octavo (CO-M3)", "eight wild eights beat the other Lesser Onions"),
        (Term.LADY_AGAINST, "The Lady (CO-M4)", f"she lies face up elsewhere, and {name} counts a card fewer as 11"),
        (Term.ACES_ZEROED, "Fate (CO-M5)", f"{name}'s aces are zeroed"),
        (Term.SENDER_FACE_UP, "The Sender of Eights (CO-M8)", f"{SPECIALS[SENDER]} lies face up, and {aces}"),
        (Term.DEATH_FACE_UP, "Death (CO-M9)", f"{SPECIALS[DEATH]} lies face up, and one picture may not stand in {onions}"),
        (Term.JACK_WILD, "The Archchancellor (CO-M10)", f"{name}'s jack of staves is wild"),
        (Term.JACK_BARS_EIGHTS, "The Archchancellor (CO-M10)", "who uses the jack of staves counts no eight as 8"),
        (Term.FOOL_DECLARED, "The Fool (CO-M11)", "bagels and onions change places"),
    )
    others = [Bend(title, why, terms, terms & ~term) for term, title, why in single if terms & term]
    return [*_bends_of_eights(result, seat, terms, name), *_bends_of_atuin(result, seat, terms), *others]


def _bends_of_eights(result: Mapping[str, Any], seat: int, terms: int, name: str) -> list[Bend]:
    """CO-M1, CO-M5: in a round with wild eights: that they are wild, or are no longer."""
    eights = any(code[0] == RANKS[EIGHT] for code in result["cards"][seat])
    if not result["wild"] or not eights:
        return []
    wild = Term.EIGHTS_WILD | (Term.OCTAVO if Modifier.OCTAVO in result["modifiers"] else 0)
    if not terms & Term.EIGHTS_WILD:
        return [Bend("Fate (CO-M5)", f"{name}'s eights are no longer wild", terms, terms & ~Term.NULL_EIGHTS | wild)]
    terms &= ~(Term.LADY_AGAINST | Term.SENDER_FACE_UP | Term.DEATH_FACE_UP)  # which have lines of their own
    calm = terms & ~wild | Term.NULL_EIGHTS
    if result["declared"][FATE] is None:
        return [Bend("Wild eights (CO-M1)", "an eight may be any card", terms, calm)]
    return [Bend("Fate (CO-M5)", f"{name}, who holds the queen of spades, made eights wild again", terms, calm)]


def _bends_of_atuin(result: Mapping[str, Any], seat: int, terms: int) -> list[Bend]:
    """CO-M6, CO-M7: with both on it is the better of the two."""
    without = terms & ~(Term.MAY_SHIFT | Term.MAY_CALL_ELEPHANTS)
    if terms == without:
        return []
    cards = _numbers(result["cards"][seat])
    shifted = terms & ~Term.MAY_CALL_ELEPHANTS
    if terms & Term.MAY_SHIFT and _names(arranged(cards, shifted)) == _names(arranged(cards, terms)):
        return [Bend("Great A'Tuin (CO-M6)", "one card goes down by eight and another up by eight", terms, without)]
    return [Bend("The Elephants (CO-M7)", f"they carry points from {CODES[ATUIN_CARD]} to four cards", terms, without)]


def _explain_end(result: Mapping[str, Any], names: Sequence[str], shown: Sequence[int]) -> str:
    pot = counted(result["pot"], "unit")
    if result["how"] == "carried":
        nobody = "Nobody takes the Dealership, so all fold (CO-10, CO-12)"
        dealer = names[result["dealer"]]
        if result["over"]:
            return f"{nobody}. It is the last round: those dealt in share the {pot} left, odd ones to {dealer} (CO-14)."
        return f"{nobody}. The {pot} of the pot are the next round's ante, and {dealer} deals again."
    winner: int = result["winner"]
    takes = f"the pot of {pot} goes to {names[winner]}"
    if result["how"] == "last one left":
        return f"All others have folded: {takes} (CO-14)."
    if result["how"] == "crippled":
        return f"{_explain_crippling(result, names)}: {takes} (CO-M0)."
    level = [names[seat] for seat in shown if seat != winner and result["keys"][seat] == result["keys"][winner]]
    if level:
        return f"Level with {' and '.join(level)}, the senior leads, but a level Dealer wins: {takes} (CO-13)."
    best = _listed(result["split"][winner])
    return f"The best split ({best}) is that of {names[winner]}: {takes} (CO-13)."


def _explain_crippling(result: Mapping[str, Any], names: Sequence[str]) -> str:
    winner: int = result["winner"]
    wilds, pair, start = map(int, best_run(hand_of(_numbers(result["cards"][winner])), result["terms"][winner], result["run"]))
    first, last = RANKS[start], RANKS[(start + result["run"] - 1) % NUM_RANKS]
    with_wilds = f", {counted(wilds, 'wild card')} among them" if wilds else ""
    limit = " (no more than the Onion has, CO-M2)" if wilds and Modifier.WILD_CARD_LIMIT in result["modifiers"] else ""
    crippled: int = result["crippled"]
    onion = result["split"][crippled][0]
    because = ""
    if rank_of(result["keys"][crippled][0]) == OCTAVO:  # or the great bagel, which has the same rank
        modifier = Modifier.FOOL if result["terms"][crippled] & Term.FOOL_DECLARED else Modifier.OCTAVO
        because = f", crippled like a Great Onion (CO-M{modifier:d})"
    return (
        f"A running flush of {result['run']} cards, {first} to {last} of {SUIT_PAIRS[pair]}{with_wilds}{limit}, "
        f"cripples the {onion} of {names[crippled]}{because}"
    )


def _explain_spared(result: Mapping[str, Any], names: Sequence[str], shown: Sequence[int]) -> list[str]:
    """CO-M2: the running flushes that would have crippled the winner's Onion with fewer wild cards."""
    winner: int = result["winner"]
    if result["how"] != "showdown" or Modifier.WILD_CARD_LIMIT not in result["modifiers"] or not result["keys"][winner]:
        return []
    onion, terms = result["keys"][winner][0], result["terms"][winner]
    group = arranged(_numbers(result["cards"][winner]), terms)[0]
    wild = [code for code in group.cards if is_wild(CODES.index(code), terms)]
    lines = []
    for seat in shown:
        card = hand_of(_numbers(result["cards"][seat]))
        run, free = (
            int(run_that_cripples(card, result["terms"][seat], as_bits(on), onion, terms, len(wild)))
            for on in (result["modifiers"], set(result["modifiers"]) - {Modifier.WILD_CARD_LIMIT})
        )
        if seat != winner and free and not run:
            lines.append(
                f"  The running flush of {names[seat]}, {free} cards, has more wild cards than the {group.name} of "
                f"{names[winner]} ({len(wild)}), and does not cripple it (CO-M2)."
            )
    return lines


def _numbers(cards: Sequence[str]) -> list[int]:
    return [CODES.index(code) for code in cards]


def _explain_eights(result: Mapping[str, Any], names: Sequence[str], shown: Sequence[int]) -> list[str]:
    """CO-M1: what this round makes of the next one's eights."""
    if result["wild"] and not result["over"]:
        return ["Eights were wild in this round, and are ordinary in the next (CO-M1)."]
    if result["wild_next"]:
        using = [names[seat] for seat in shown if any(nulls_of(key) for key in result["keys"][seat])]
        return [f"{' and '.join(using)} used a null eight: eights are wild in the next round (CO-M1)."]
    return []
