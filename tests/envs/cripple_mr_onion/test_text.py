"""Cripple Mr Onion as text: actions as people type them, what others see of them, the table and what ended as text."""

import json
import random
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from backroom.envs.core.errors import InvalidOption
from backroom.envs.core.game import Game, get_game
from backroom.envs.core.jit import COMPILED
from backroom.envs.cripple_mr_onion import state
from backroom.envs.cripple_mr_onion.best_split import arranged
from backroom.envs.cripple_mr_onion.hands.cards import CODES, NO_CARD, SPECIALS
from backroom.envs.cripple_mr_onion.hands.groups import DOUBLE_ONION
from backroom.envs.cripple_mr_onion.hands.modifiers import Term
from backroom.envs.cripple_mr_onion.terms import refresh

from ..table import SPECTATOR, Table
from .tables import OnionTable, dealt, showdown

NAMES = ("Ann", "Bo", "Cy")
RULE = r"CO-M?\d+"
IDS = {f"CO-{number}" for number in range(1, 15)} | {f"CO-M{number}" for number in range(13)}

# Two hands in which nothing is special, the first the better.
ANN = "2cl 3cl 4sp 5he 6di 7sw 9st 9cu Tco Jhe"
BO = "2sp 3sp 4he 5di 6sw 7st 9he 9co Tcl Jdi"


@pytest.fixture(scope="module")
def game() -> Game:
    """The description of the game."""
    return get_game("cripple_mr_onion")


# ---- actions ---------------------------------------------------------------------------------------------------------


def test_actions_have_their_names_and_places(game: Game):
    assert len(game.actions) == state.NUM_ACTIONS == 67
    first = {
        "discard 1": state.Action.DISCARD,
        "done": state.Action.DONE,
        "stake 0": state.Action.STAKE,
        "match": state.Action.MATCH,
        "fold": state.Action.FOLD,
        "raise 0": state.Action.RAISE,
        "extra bet 0": state.Action.EXTRA_BET,
        "buy": state.Action.BUY,
        "stop": state.Action.STOP,
        "accept": state.Action.ACCEPT,
        "decline": state.Action.DECLINE,
        "bid": state.Action.BID,
        "declare Qsp": state.Action.DECLARE,
        "wild again": state.Action.WILD_AGAIN,
        "take first": state.Action.TAKE_FIRST,
        "take second": state.Action.TAKE_SECOND,
        "show 1": state.Action.SHOW,
        "pass": state.Action.PASS,
    }
    assert {name: game.actions.index(name) for name in first} == first
    places = (0, 5, 6, 17, 18, 19, 30, 41, 42, 43, 44, 45, 46, 53, 54, 55, 56, 66)
    assert tuple(first.values()) == places
    assert game.actions[4] == "discard 5"
    assert (game.actions[16], game.actions[29], game.actions[40], game.actions[65]) == (
        "stake 10",
        "raise 10",
        "extra bet 10",
        "show 10",
    )
    assert game.actions[46:53] == tuple(f"declare {code}" for code in SPECIALS)


def test_every_action_has_a_name_that_is_read_back(game: Game):
    assert [game.parse_action(name) for name in game.actions] == list(range(67))
    for alias, name in game.text.ALIASES.items():
        assert game.actions[game.parse_action(alias)] == name, alias
        assert game.actions[game.parse_action(alias.upper())] == name, alias


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("throw 3", "discard 3"),
        ("call", "match"),
        ("drop", "fold"),
        ("Bet 4", "extra bet 4"),
        ("raise by 2", "raise 2"),
        ("name 0", "stake 0"),
        ("yes", "accept"),
        ("no", "decline"),
        ("declare  the   lady", "declare Qsp"),
        ("declare lady", "declare Qsp"),
        ("qsp", "declare Qsp"),
        ("declare great a'tuin", "declare Qco"),
        ("first", "take first"),
        ("turn up 10", "show 10"),
    ],
)
def test_what_people_type_is_an_action(game: Game, text: str, action: str):
    assert game.actions[game.parse_action(text)] == action


@pytest.mark.parametrize("text", ["", "xyz", "discard", "discard 6", "stake 11", "declare", "show 11", "take"])
def test_what_names_no_single_action_is_refused(game: Game, text: str):
    with pytest.raises(InvalidOption, match=r"is none of|could mean"):
        game.parse_action(text)


def test_hidden_choices_are_visible_without_the_card():
    """CO-7, CO-M4, CO-M10: that a card is taken or shown, not from which place; how many are thrown when it is done."""
    table = OnionTable(2)
    for name in table.game.actions:
        visible = table.visible_action(0, 1, name)
        if name.startswith("discard "):
            assert visible is None
        elif name.startswith("take "):
            assert visible == "takes one of the two cards"
        elif name.startswith("show "):
            assert visible == "shows a card"
        else:
            assert visible == name


def test_who_acts_sees_what_it_did_the_others_what_they_may_know():
    table = OnionTable(3, modifiers=())
    table.play("1: discard 2")
    assert [table.visible_action(1, viewer, "discard 2") for viewer in table.seats] == [None, "discard 2", None]
    table.play("1: done")
    assert [table.visible_action(1, viewer, "done") for viewer in table.seats] == ["done"] * 3


# ---- the table as text -----------------------------------------------------------------------------------------------


def table_text(table: Table, viewer: int) -> str:
    return "\n".join(table.render(viewer, NAMES))


def line_of(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if re.match(rf"[> ] {name}\b", line))


def test_the_table_shows_own_cards_by_slot_to_their_owner_alone():
    table = dealt(ANN, BO, modifiers=(11,), face_up="9st Tcl")
    texts = [table_text(table, viewer) for viewer in (SPECTATOR, 0, 1)]
    for viewer, text in zip((SPECTATOR, 0, 1), texts, strict=True):
        assert ("Your cards" in text) == ("Your best split" in text) == (viewer != SPECTATOR)
        assert "open 9st" in line_of(text, "Ann")
        assert "open Tcl" in line_of(text, "Bo")
    slots = ", ".join(f"{slot} {code}{' (open)' if code == '9st' else ''}" for slot, code in enumerate(table.hand(0), 1))
    assert f"Your cards: {slots}." in texts[1]
    split = arranged([CODES.index(code) for code in table.hand(0)], int(table.s.terms[0]))
    groups = ", ".join(f"{group.name} ({' '.join(group.cards)})" for group in split)
    assert f"Your best split: {groups}." in texts[1]


def test_the_table_says_what_is_marked_thrown_and_bought():
    table = OnionTable(2, modifiers=())
    marked, other = table.hand(1)[1], table.hand(1)[0]
    table.play("1: discard 2")
    assert f"2 {marked} (to be thrown)" in table_text(table, 1)
    assert f"1 {other}," in table_text(table, 1)
    assert "thrown" not in table_text(table, 0)
    table.play("1: done")
    assert f"Thrown: {marked}." in table_text(table, 1)
    assert "threw 1" in line_of(table_text(table, 0), "Bo")
    table.until(state.BUYING)
    table.play("1: buy")
    assert "bought 1" in line_of(table_text(table, 0), "Bo")
    assert "1 unit for the next card" in table_text(table, 1)
    assert "next card" not in table_text(table, 0)


def test_the_table_says_the_pot_and_what_is_to_be_paid():
    table = OnionTable(3, modifiers=(), stake=2)
    table.until(state.STAKING)
    table.play("0: stake 3")
    assert "6 units to match the stake." in table_text(table, 1)
    table.play("1: match", "1: raise 2", "2: match", "2: raise 0")
    text = table_text(table, 0)
    assert "Pot 24, 4 aside. Dealer: Ann. Stake 2." in text
    assert "4 units to meet the raises." in text
    assert "aside 4" in line_of(text, "Bo")
    assert line_of(text, "Ann").startswith(">")
    table.play("0: fold")
    assert "2 units would be the next bid for the Dealership." in table_text(table, 1)
    table.play("1: bid")
    assert "bid 2" in line_of(table_text(table, 2), "Bo")


def test_the_table_says_which_modifiers_are_on_and_whether_eights_are_wild():
    table = dealt(ANN, BO.replace("9he", "Qsp"), modifiers=(1, 4, 5), wild=True)
    text = table_text(table, 0)
    assert "Modifiers: null eights, the Lady, Fate. Eights are wild in this round." in text
    assert "not wild" not in text
    table.after_passes("1: declare Qsp")
    assert "Declared: the Lady, Qsp, by Bo." in table_text(table, 0)
    plain = table_text(dealt(ANN, BO, modifiers=()), 0)
    assert "Modifiers: none. Eights are ordinary." in plain
    assert "wild" not in plain
    assert "Modifiers: all twelve." in table_text(dealt(ANN, BO, modifiers="all"), 0)


def test_the_table_offers_the_two_cards_to_who_chooses():
    table = dealt(ANN, BO.replace("9he", "Qsp"), modifiers=(4,))
    table.after_passes("1: declare Qsp")
    first, second = (CODES[card] for card in table.s.offered)
    assert f"In the place of the Lady: the first card is {first}, the second {second}." in table_text(table, 1)
    for viewer in (SPECTATOR, 0):
        assert "first card" not in table_text(table, viewer)
    table.play("1: take first")
    assert "the Lady, Qsp, by Bo (replaced)" in table_text(table, 0)
    assert f"Turned down: {second}." in table_text(table, 1)


def test_the_table_of_a_finished_game_shows_the_stacks():
    table = OnionTable(2, rounds=1, modifiers=())
    table.finish()
    text = table_text(table, 0)
    assert text.splitlines()[0] == "The game is over after 1 round."
    assert all(str(units) in line_of(text, name) for name, units in zip(NAMES, table.stacks, strict=False))


# ---- results ---------------------------------------------------------------------------------------------------------


def result_of(table: Table) -> dict[str, Any]:
    found = [table.env.infos[agent]["results"][-1] for agent in table.env.possible_agents]
    assert all(each == found[0] for each in found)
    assert json.loads(json.dumps(found[0]))
    return found[0]


def explained(table: Table) -> str:
    text = "\n".join(table.game.text.explain(result_of(table), NAMES[: len(table.seats)]))
    as_read = json.loads(json.dumps(result_of(table)))
    assert "\n".join(table.game.text.explain(as_read, NAMES[: len(table.seats)])) == text
    assert set(re.findall(RULE, text)) <= IDS
    return text


def test_results_say_all_about_a_showdown():
    hand = "Kcl Ksp Acl Asp 2he 3he 4cu 5he 6he 9cl"
    table = showdown(hand, BO, face_up="9cl", modifiers=(0, 1, 11))
    result = dict(result_of(table))
    assert [sorted(cards) for cards in result.pop("cards")] == [sorted(hand.split()), sorted(BO.split())]
    split, keys, terms = result.pop("split"), result.pop("keys"), result.pop("terms")
    assert split[0][0] == "Double Onion"
    assert keys[0][0] == DOUBLE_ONION * 8 + 7
    assert all(len(groups) == len(compared) for groups, compared in zip(split, keys, strict=True))
    assert terms == (Term.NULL_EIGHTS,) * 2
    assert result == {
        "hand": 1,
        "how": "showdown",
        "dealer": 0,
        "winner": 0,
        "pot": 2,
        "inherited": 0,
        "left_over": 0,
        "run": None,
        "crippled": None,
        "net": (1, -1),
        "dealt_in": (True, True),
        "modifiers": (0, 1, 11),
        "wild": False,
        "wild_next": False,
        "over": True,
        "declared": (None,) * 7,
        "replaced": (),
    }


def test_a_round_that_one_seat_is_left_in_shows_nothing():
    table = OnionTable(2, modifiers=())
    table.until(state.STAKING)
    table.play("0: stake 1", "1: fold")
    result = result_of(table)
    assert (result["how"], result["winner"], result["net"]) == ("last one left", 0, (1, -1))
    assert result["cards"] == result["split"] == result["keys"] == result["terms"] == (None, None)
    text = explained(table)
    assert "All others have folded: the pot of 3 units goes to Ann (CO-14)." in text
    assert "Your" not in text


def carry(table: Any) -> None:
    """The Dealer folds, and nobody wants to be Dealer."""
    table.until(state.STAKING)
    table.play("0: stake 0", "1: raise 1", "2: raise 0", "0: fold", "1: decline", "2: decline")


def test_a_carried_pot_is_explained_and_so_is_what_it_brings():
    table = OnionTable(3, modifiers=(), rounds=2)
    carry(table)
    result = result_of(table)
    assert (result["how"], result["winner"], result["pot"], result["left_over"], result["net"]) == (
        "carried",
        None,
        3,
        3,
        (-1, -1, -1),
    )
    text = explained(table)
    assert "The 3 units of the pot are the next round's ante, and Ann deals again." in text
    assert "Together -3: 0 were in the pot, 3 stay there (CO-14)." in text
    table.until(state.STAKING)
    table.play("0: stake 0", "1: raise 1", "2: raise 0", "0: match")
    table.finish()
    result = result_of(table)
    assert (result["inherited"], result["left_over"], sum(result["net"])) == (3, 0, 3)
    text = explained(table)
    assert "with 3 units from the round before (CO-6)" in text
    assert "Together +3: 3 were in the pot, 0 stay there (CO-14)." in text


def test_a_pot_left_at_the_end_is_shared():
    table = OnionTable(3, modifiers=(), rounds=1, stake=2)
    carry(table)
    result = result_of(table)
    assert (result["how"], result["over"], result["left_over"], result["net"]) == ("carried", True, 0, (0, 0, 0))
    text = explained(table)
    assert "those dealt in share the 6 units left, odd ones to Ann (CO-14)" in text
    assert "Together" not in text


# ---- every modifier where it changes a split -------------------------------------------------------------------------


def ended(*hands: tuple[str, int], **more: Any) -> dict[str, Any]:
    """The results of a Showdown of these hands under these terms; the first wins."""
    cards = [tuple(hand.split()) for hand, _ in hands]
    keys = [keys_of(hand, terms) for hand, terms in hands]
    seats = len(hands)
    return {
        "hand": 3,
        "how": "showdown",
        "dealer": seats - 1,
        "winner": 0,
        "pot": 10,
        "inherited": 0,
        "left_over": 0,
        "run": None,
        "crippled": None,
        "net": (5, -5, *[0] * (seats - 2)) if seats > 1 else (0,),
        "dealt_in": (True,) * seats,
        "cards": tuple(cards),
        "split": tuple(
            tuple(group.name for group in arranged([CODES.index(code) for code in hand.split()], terms))
            for hand, terms in hands
        ),
        "keys": tuple(keys),
        "terms": tuple(terms for _, terms in hands),
        "modifiers": tuple(range(12)),
        "wild": any(terms & Term.EIGHTS_WILD for _, terms in hands),
        "wild_next": False,
        "over": False,
        "declared": (None,) * 7,
        "replaced": (),
        **more,
    }


def keys_of(hand: str, terms: int) -> tuple[int, ...]:
    s: Any = np.zeros(1, state.STATE.dtype)[0]
    s.card[0] = [CODES.index(code) for code in hand.split()] + [NO_CARD] * (10 - len(hand.split()))
    s.terms[0] = terms
    refresh(s, 0)
    return tuple(int(key) for key in s.groups[0] if key)


def lines_of(game: Game, result: dict[str, Any]) -> list[str]:
    lines = game.text.explain(result, NAMES[: len(result["net"])])
    assert set(re.findall(RULE, "\n".join(lines))) <= IDS
    return lines


WILD = Term.EIGHTS_WILD
CALLED = Term.MAY_SHIFT | Term.MAY_CALL_ELEPHANTS
CHANGES = [
    ("Null eights (CO-M1)", "4cl 8sp 8he 9di", Term.NULL_EIGHTS, "four-card onion instead of three-card onion"),
    ("Wild eights (CO-M1)", "8cl Ksp", WILD, "two-card onion instead of nothing"),
    ("Octavo (CO-M3)", "8cl 8sp 8he 8di 8sw 8st 8cu 8co 2cl 2sp", WILD | Term.OCTAVO, "Octavo instead of Lesser Onion"),
    ("The Lady (CO-M4)", "Acl Asp Ksp Kcl", WILD | Term.LADY_AGAINST, "three-card onion instead of Double Onion"),
    ("Fate (CO-M5)", "Acl Ksp", Term.ACES_ZEROED, "nothing instead of two-card onion"),
    ("Great A'Tuin (CO-M6)", "Qco 3cl Kdi Tsp", CALLED, "two-card onion instead of bagel"),
    ("The Elephants (CO-M7)", "Qco 9cl 9sp Tcl Tsp", CALLED, "Elephants' Double Onion instead of bagel"),
    ("The Sender of Eights (CO-M8)", "8cl 2he Asp", Term.SENDER_FACE_UP, "nothing instead of three-card onion"),
    ("Death (CO-M9)", "Acl Ksp Asp Kcl", Term.DEATH_FACE_UP, "three-card onion instead of Double Onion"),
    ("The Archchancellor (CO-M10)", "Jst 8cl 3sp", Term.JACK_BARS_EIGHTS, "nothing instead of three-card onion"),
    ("The Archchancellor (CO-M10)", "Jst Kcl", Term.JACK_WILD, "two-card onion instead of bagel"),
    ("The Fool (CO-M11)", "Jhe Qhe Kcl Ksp", Term.FOOL_DECLARED, "double bagel instead of bagel, bagel"),
]


@pytest.mark.parametrize(("title", "hand", "terms", "says"), CHANGES, ids=lambda it: str(it) if "CO-" in str(it) else "")
def test_a_modifier_that_changes_a_split_is_explained_by_name(game: Game, title: str, hand: str, terms: int, says: str):
    lines = lines_of(game, ended((hand, terms), ("2cl 4cl", terms)))
    bends = [line for line in lines if line.startswith(f"    {title}: ")]
    assert len(bends) == 1, lines
    assert bends[0].endswith(f": {says}."), bends


@pytest.mark.parametrize(
    "terms", [0, Term.NULL_EIGHTS, Term.DEATH_FACE_UP | Term.SENDER_FACE_UP, Term.JACK_BARS_EIGHTS | CALLED]
)
def test_a_modifier_that_changes_nothing_is_not_explained(game: Game, terms: int):
    lines = lines_of(game, ended(("2cl Ksp 9he", terms), ("4cl 5di", terms)))
    assert not any(line.startswith("    ") for line in lines)


def test_fate_that_ended_the_wildness_is_explained(game: Game):
    """CO-M5: by what wild eights would have made; and who made his wild again."""
    fate = (None, 1, *[None] * 5)
    result = ended(("8cl Ksp", WILD), ("8sp Kcl", Term.NULL_EIGHTS), wild=True, declared=fate)
    lines = lines_of(game, result)
    assert (
        "    Fate (CO-M5): Ann, who holds the queen of spades, made eights wild again: two-card onion instead of nothing."
        in lines
    )
    assert "    Fate (CO-M5): Bo's eights are no longer wild: nothing instead of two-card onion." in lines
    assert "  Bo declared Fate (CO-M12)." in lines
    assert "Eights were wild in this round, and are ordinary in the next (CO-M1)." in lines


def test_declared_and_replaced_cards_are_explained(game: Game):
    result = ended((ANN, 0), (BO, 0), declared=(1, 0, *[None] * 4, 0), replaced=("Qsp",))
    lines = lines_of(game, result)
    assert (
        "  Bo declared the Lady and took another card in its place, Ann declared Fate, Ann declared the Fool (CO-M12)." in lines
    )


def test_null_eights_make_the_next_rounds_eights_wild(game: Game):
    result = ended(("4cl 8sp 8he 9di", Term.NULL_EIGHTS), (BO, Term.NULL_EIGHTS), wild_next=True)
    lines = lines_of(game, result)
    assert "Ann used a null eight: eights are wild in the next round (CO-M1)." in lines
    assert any("four-card onion with 1 null eight (4cl 8sp 8he 9di)" in line for line in lines)


GREAT = "Kcl Ksp Khe Kdi Ksw Acl Asp Ahe Adi Asw"
LESSER = "Kcl Ksp Khe Kdi Acl Asp Ahe Adi 2he 4he"


def crippled(run: str, onion: str, length: int, terms: Sequence[int] = (0, 0), **more: Any) -> dict[str, Any]:
    return ended((run, terms[0]), (onion, terms[1]), how="crippled", run=length, crippled=1, **more)


def test_crippling_is_explained(game: Game):
    """CO-M0: which cards in a row, and whose Onion."""
    text = "\n".join(lines_of(game, crippled("3st 4sp 5sp 6sp 7sp 8sp 9sp Tst Jsp 2he", GREAT, 9)))
    assert "A running flush of 9 cards, 3 to J of spades and staves, cripples the Great Onion of Bo: " in text
    assert "the pot of 10 units goes to Ann (CO-M0)." in text
    text = "\n".join(lines_of(game, crippled("5co 6di 7di 8di 9di Tdi Jdi Qdi Kco Adi", LESSER, 10)))
    assert "10 cards, 5 to A of diamonds and coins, cripples the Lesser Onion of Bo: " in text


def test_crippling_with_wild_cards_and_of_an_octavo_is_explained(game: Game):
    result = crippled("3st 4sp 5sp 6sp 7sp 8he 9sp Tst Jsp 2he", GREAT.replace("Asw", "8sw"), 9, (WILD, WILD))
    text = "\n".join(lines_of(game, result))
    assert "1 wild card among them (no more than the Onion has, CO-M2), cripples the Great Onion of Bo: " in text
    eights = "8cl 8sp 8he 8di 8sw 8st 8cu 8co 2cl 2sp"
    result = crippled("5st 6sp 7sp 8he 9sp Tst Jsp Qsp Ksp 2he", eights, 9, (WILD, WILD | Term.OCTAVO))
    assert "the Octavo of Bo, crippled like a Great Onion (CO-M3): " in "\n".join(lines_of(game, result))
    bagel = "Kcl Ksp Khe Kdi Ksw Qcl Qst Qhe Qdi Qsw"
    result = crippled("3st 4sp 5sp 6sp 7sp 8sp 9sp Tst Jsp 2he", bagel, 9, (Term.FOOL_DECLARED,) * 2)
    assert "the great bagel of Bo, crippled like a Great Onion (CO-M11): " in "\n".join(lines_of(game, result))


def test_a_running_flush_with_too_many_wild_cards_is_explained(game: Game):
    run = "3st 4sp 5sp 6sp 7sp 8he 9sp Tst Jsp 2he"
    spared = "The running flush of Bo, 9 cards, has more wild cards than the Great Onion of Ann (0)"
    spared += ", and does not cripple it (CO-M2)."
    assert f"  {spared}" in lines_of(game, ended((GREAT, WILD), (run, WILD)))
    without = ended((GREAT, WILD), (run, WILD), modifiers=(0, 1))
    assert not any("CO-M2" in line for line in lines_of(game, without))
    with_eight = GREAT.replace("Asw", "8sw")
    assert not any("CO-M2" in line for line in lines_of(game, ended((with_eight, WILD), (run, WILD))))


def test_a_level_showdown_is_explained(game: Game):
    result = ended(("Kcl Qsp", 0), ("Ksp Qcl", 0))
    assert any(
        "Level with Bo, the senior leads, but a level Dealer wins: the pot of" in line for line in lines_of(game, result)
    )


# ---- played rounds ---------------------------------------------------------------------------------------------------


def test_a_showdown_is_explained_hand_by_hand():
    table = showdown("Kcl Ksp Acl Asp 2he 3he 4cu 5he 6he 9cl", BO, modifiers=())
    text = explained(table)
    assert text.splitlines()[0] == "Round 1 is over; Dealer: Ann."
    assert text.splitlines()[1].startswith("  Bo: ")  # Elder first
    assert re.search(r"  Ann: Double Onion \(.*\), .*\(CO-3\)\.", text)
    assert re.search(r"The best split \(Double Onion, .*\) is that of Ann: the pot of 2 units goes to Ann \(CO-13\)\.", text)
    assert re.search(r"  Ann +\+1\n  Bo +-1$", text)


def test_death_is_explained_where_he_lies_open():
    """CO-M9: with two pictures a Double Onion is denied."""
    table = showdown("Kcl Qcu Acl Asp 2he 3di 4cu 5cu 6he 9cl", BO.replace("Jdi", "Ksw"), face_up="Ksw", modifiers=(9,))
    text = explained(table)
    assert re.search(r"    Death \(CO-M9\): Ksw lies face up, .*: (?!Double).* instead of Double Onion", text)


@pytest.mark.parametrize("seed", range(6 if COMPILED else 3))
def test_everything_that_ends_can_be_explained(seed: int):
    """The numbers are those of the results, and what seats win adds up."""
    rng = random.Random(seed)
    seats = 2 + seed % 2
    table = OnionTable(seats, seed=seed, modifiers="all", rounds=4)
    rounds = 0
    while not table.over:
        legal = sorted(table.legal, key=table.game.actions.index)
        table.act(rng.choices(legal, [0.1 if name == "fold" else 1 for name in legal])[0])
        if not table.s.has_results:
            continue
        rounds += 1
        result, text = result_of(table), explained(table)
        assert result["hand"] == rounds
        assert f"Round {rounds} is over" in text
        assert sum(result["net"]) == result["inherited"] - result["left_over"]
        for seat in table.seats:
            net = re.escape(format(result["net"][seat], "+d"))
            assert re.search(rf"  {NAMES[seat]} +{net}\b", text)
            if result["split"][seat] is not None:
                assert f"  {NAMES[seat]}: " in text
                assert all(name in text for name in result["split"][seat])
    assert rounds == table.s.hands_played
