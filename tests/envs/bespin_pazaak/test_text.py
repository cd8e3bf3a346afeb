"""Bespin Pazaak in words: descriptions, actions as people type them, the table as text, and what ended, explained."""

import re

import pytest
from backroom.envs.bespin_pazaak import text as in_words
from backroom.envs.core.errors import InvalidOption
from backroom.envs.core.game import Game
from hypothesis import given

from ..table import SPECTATOR, Table, examples
from ..typed_actions import assert_ambiguous, assert_no_action
from .tables import ANY_ENDED_SET, ANY_TABLE, plain_table

NAMES = ("Ann", "Bo")
TENS = {(number, seat): [10] for number in range(5) for seat in range(2)}

unhurried = examples(80)


def singular(line: str) -> str:
    """ "1 cards" and "1 card" are the same to these tests."""
    return re.sub(r"\b1 (card|unit)s\b", r"1 \1", line)


# ---- descriptions -------------------------------------------------------------------------------------------------


def test_a_description_has_names_for_everything():
    """A seat's view in the middle of its turn, worked out by hand."""
    table = plain_table(
        skills=["9D+1", "3D"],
        rolls={0: 36, 1: 12},
        side={0: ["+4", "-2", "+3"], 1: ["+4", "-4", "wild four", "-3"]},
        wild=6,
        main={(0, 1): [8, 3], (0, 0): [9, 5]},
        bankroll=[40, 30],
        ante=2,
        max_match_bet=6,
        max_set_bet=3,
        caught_pays=1.25,
        force_points=[2, 0],
        force_sensitive=[True, False],
        dark_side_cost=3,
        motive=["rebellion", "money"],
        max_sets=7,
    )
    table.play("0: hold the Force point", *["0: keep"] * 3, "1: offer 4", "0: accept", "1: offer 3", "0: accept")
    table.play("1: play wild four as -4", "1: end turn", "0: discard")
    own = {
        "status": "draws",
        "total": 5,
        "table": [5],
        "hand_left": 4,
        "won": 0,
        "stack": 40 - 2 - 4 - 3,
        "skill": "9D+1",
        "roll": 36,
        "row": 5,
        "discards": 1,
        "second_cards": 1,
        "force_spent": 0,
        "redrew": False,
        "deck": 36,
        "bust_cards": 0,
        "main_left": [4, 4, 4, 4, 3, 4, 4, 4, 3, 2],
        "played": [],
    }
    other = {
        "status": "draws",
        "total": 4,
        "table": [8, -4],
        "hand_left": 3,
        "won": 0,
        "stack": 30 - 2 - 4 - 3,
        "skill": "3D",
        "roll": 12,
        "row": 1,
        "discards": 1,
        "second_cards": 0,
        "force_spent": 0,
        "redrew": False,
        "deck": 37,
        "bust_cards": 0,
        "main_left": [4, 4, 4, 4, 4, 4, 4, 3, 4, 2],
        "played": ["wild four"],
    }
    open_to_both = {
        "phase": "turn",
        "set": 1,
        "max_sets": 7,
        "drawn": 5,
        "second": None,
        "bonus_used": True,
        "card_played": False,
        "opposed_roll": False,
        "wager": None,
        "pot": 2 * (2 + 4 + 3),
        "ante": 2,
        "match_bet": 4,
        "set_bet": 3,
        "max_match_bet": 6,
        "max_set_bet": 3,
        "cheating": False,
        "caught_pays": 1.25,
        "dark_side_cost": 3,
        "last_winner": None,
        "last_totals": [0, 0],
    }
    plays = ["play +4", "play +3", "play -2", "play wild as plus", "play wild as minus"]
    assert table.describe(0) == {
        **open_to_both,
        "to_act": 0,
        "first": 1,
        "hand": ["+4", "+3", "-2", "wild"],
        "wild_size": 6,
        "just_drawn": None,
        "discarded_side_card": None,
        "cheats": False,
        "force_points": 2,
        "dark_side_points": 0,
        "force_sensitive": True,
        "motive": "rebellion",
        "seats": [own, other],
        "legal": [*plays, "stand", "end turn"],
    }
    assert table.describe(1) == {
        **open_to_both,
        "to_act": 1,
        "first": 0,
        "hand": ["+4", "-4", "-3"],
        "wild_size": None,
        "just_drawn": None,
        "discarded_side_card": None,
        "cheats": False,
        "force_points": 0,
        "dark_side_points": 0,
        "force_sensitive": False,
        "motive": "money",
        "seats": [other, own],
        "legal": [],
    }


def test_a_wager_is_described_with_what_it_is_about():
    """BP-11."""
    table = plain_table(max_match_bet=5, max_set_bet=2)
    assert table.describe(1)["wager"] == {
        "on": "the match",
        "question": "offer",
        "offered": 0,
        "first_offer": 0,
        "offer_limit": 5,
    }
    table.play("0: offer 1")
    assert table.describe(1)["wager"]["question"] == "answer"
    table.play("1: raise to 4")
    assert table.describe(0)["wager"] == {
        "on": "the match",
        "question": "answer the raise",
        "offered": 4,
        "first_offer": 1,
        "offer_limit": 5,
    }
    table.play("0: decline")
    assert table.describe(0)["wager"]["on"] == "this set"


def test_the_set_before_is_described_from_each_side():
    """BP-10: after a set won, and after a true tie."""
    table = plain_table(main={**TENS, (0, 1): [9]})
    table.play("0: stand", "1: stand")
    assert [(table.describe(viewer)["last_winner"], table.describe(viewer)["last_totals"]) for viewer in range(2)] == [
        (0, [10, 9]),
        (1, [9, 10]),
    ]
    table.play("1: stand", "0: stand")
    assert [(table.describe(viewer)["last_winner"], table.describe(viewer)["last_totals"]) for viewer in range(2)] == [
        (None, [10, 10])
    ] * 2
    assert table.describe(0)["set"] == 3


def test_the_end_is_described():
    """BP-6."""
    table = plain_table(main={(0, 0): [10], (0, 1): [9], (1, 0): [10], (1, 1): [9]})
    table.play("0: stand", "1: stand", "1: stand", "0: stand")
    told = table.describe(1)
    assert (told["phase"], told["to_act"], told["set"], told["legal"]) == ("over", None, 2, [])
    assert [seat["stack"] for seat in told["seats"]] == [49, 51]
    assert [seat["won"] for seat in told["seats"]] == [0, 2]


# ---- actions ------------------------------------------------------------------------------------------------------

ACTIONS = [
    *(f"offer {units}" for units in range(11)),
    "accept",
    "decline",
    *(f"raise to {units}" for units in range(1, 11)),
    "play fair",
    "cheat",
    "hold the Force point",
    "spend a Force point",
    "keep",
    "discard",
    "second card",
    "use the first",
    "use the second",
    "play +4",
    "play -4",
    "play +3",
    "play -3",
    "play +2",
    "play -2",
    "play wild four as +4",
    "play wild four as -4",
    "play wild as plus",
    "play wild as plus, size up",
    "play wild as plus, size down",
    "play wild as minus",
    "play wild as minus, size up",
    "play wild as minus, size down",
    "stand",
    "end turn",
]


def test_every_action_has_a_name_that_is_read_back(game: Game):
    assert list(game.actions) == ACTIONS
    assert [game.parse_action(name) for name in ACTIONS] == list(range(len(ACTIONS)))
    assert [game.parse_action(name.upper()) for name in ACTIONS] == list(range(len(ACTIONS)))


ALIASES = {
    "no bet": "offer 0",
    "yes": "accept",
    "no": "decline",
    **{f"bet {units}": f"offer {units}" for units in range(11)},
    **{f"raise {units}": f"raise to {units}" for units in range(1, 11)},
    "+4": "play +4",
    "-4": "play -4",
    "+3": "play +3",
    "-3": "play -3",
    "+2": "play +2",
    "-2": "play -2",
    "redraw": "discard",
    "second": "second card",
    "end": "end turn",
    "hit": "end turn",
    "pass": "stand",
}


def test_there_are_no_aliases_but_these(game: Game):
    assert dict(game.text.ALIASES) == ALIASES


@pytest.mark.parametrize(("text", "action"), list(ALIASES.items()))
def test_every_alias_is_an_action(game: Game, text: str, action: str):
    assert game.actions[game.parse_action(text)] == action
    assert game.actions[game.parse_action(f"  {text.upper()} ")] == action


@pytest.mark.parametrize(
    ("text", "action"),
    [
        # beginnings of one action only
        ("a", "accept"),
        ("k", "keep"),
        ("c", "cheat"),
        ("st", "stand"),
        ("sp", "spend a Force point"),
        ("hold", "hold the Force point"),
        ("dec", "decline"),
        ("dis", "discard"),
        ("play f", "play fair"),
        ("use the f", "use the first"),
        # a whole name comes before the longer one that begins with it
        ("offer 1", "offer 1"),
        ("raise to 1", "raise to 1"),
        ("play wild as plus", "play wild as plus"),
        # case and blanks do not matter
        ("  Play  WILD four\tas +4 ", "play wild four as +4"),
    ],
)
def test_what_people_type_is_an_action(game: Game, text: str, action: str):
    assert game.actions[game.parse_action(text)] == action


@pytest.mark.parametrize("text", ["", "   ", "xyz", "4", "offer 11", "raise to 0", "raise to 11", "play +5", "stand up", "+1"])
def test_what_names_no_action_is_refused_with_all_that_there_are(game: Game, text: str):
    assert_no_action(game, text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("d", {"decline", "discard"}),
        ("use", {"use the first", "use the second"}),
        ("play wild as m", {name for name in ACTIONS if name.startswith("play wild as m")}),
        ("play wild four", {"play wild four as +4", "play wild four as -4"}),
        ("s", {"spend a Force point", "second card", "stand"}),
    ],
)
def test_an_ambiguous_beginning_is_refused_with_what_it_could_mean(game: Game, text: str, meant: set[str]):
    assert_ambiguous(game, text, meant)


def test_only_legal_actions_count_where_they_are_given(game: Game):
    assert game.actions[game.parse_action("d", ["accept", "decline"])] == "decline"
    assert game.actions[game.parse_action("s", ["stand", "end turn"])] == "stand"
    with pytest.raises(InvalidOption, match="'cheat' is none of stand, end turn"):
        game.parse_action("cheat", ["stand", "end turn"])


def test_bp13_what_is_hidden_is_told_as_a_decision_and_nothing_else_is_hidden(game: Game):
    for name in game.actions:
        hidden = name in ("play fair", "cheat")
        assert game.text.visible_action(None, 0, 0, 1, name) == ("has decided" if hidden else name)


# ---- the table as text --------------------------------------------------------------------------------------------


def table_text(table: Table, viewer: int) -> list[str]:
    return [singular(line) for line in table.render(viewer, NAMES)]


def test_the_table_text_says_what_is_open():
    table = plain_table(
        skills=["0D", "6D"], rolls={1: 22}, main={(0, 0): [7], (0, 1): [6]}, max_match_bet=4, max_set_bet=2, bankroll=[30, 20]
    )
    table.play("0: offer 3", "1: accept", "0: offer 2", "1: accept", "0: play -3", "0: stand")
    top, ann, bo, question = table_text(table, SPECTATOR)
    assert top == "Set 1, turn. Pot 12: ante 1, on the match 3, on this set 2 each. Ann began."
    assert re.fullmatch(r"  Ann +sets 0  stands total  4 \(7 -3\)  hand 3  stack   24  0D, no roll", ann)
    assert re.fullmatch(r"> Bo +sets 0  draws  total  6 \(6\)  hand 4  stack   14  6D, rolled 22: discards 1, second card", bo)
    assert question == "Drawn by Bo: 6. 0 of 37 cards to come would be too many."


def test_the_table_text_of_a_seat_adds_its_hand():
    table = plain_table(side={0: ["+4", "wild", "-2", "wild four"]}, wild=5, main={(0, 0): [9, 6], (0, 1): [1]})
    table.play("0: end turn", "1: end turn")
    *_, hand, question = table_text(table, 0)
    assert hand == "Your hand: +4, -2, wild four, wild (wild: 5)."
    # 15 so far: too many would be three 6, four 7, four 8, three 9 and two 10
    assert question == "Drawn by Ann: 6. 16 of 36 cards to come would be too many."
    *_, hand, question = table_text(table, 1)
    assert hand == "Your hand: +4, -4, +3, -3."


def test_the_table_text_puts_the_question_that_is_asked():
    """BP-5, BP-11."""
    table = plain_table(max_match_bet=5, max_set_bet=1)
    assert table_text(table, 0)[-1] == "A bet on the match: up to 5 units."
    table.play("0: offer 2")
    assert table_text(table, 1)[-1] == "A bet on the match: up to 5 units; 2 offered."
    table.play("1: decline")
    assert table_text(table, 0)[-1] == "A bet on this set: up to 1 unit."
    table = plain_table(skills=["9D", "0D"], rolls={0: 31}, main={(0, 1): [1], (0, 0): [4, 9]})
    assert table_text(table, 0)[-1] == "Just drawn: +4."
    assert not any("drawn" in line for line in table_text(table, 1))
    table.play(*["0: keep"] * 4, "1: end turn", "0: second card")
    for viewer in (SPECTATOR, 0, 1):
        assert table_text(table, viewer)[-1] == "First card 4, second card 9."


def test_the_table_text_of_a_finished_match_shows_the_stacks():
    table = plain_table(cheating=True)
    table.play("0: cheat", "1: play fair")
    lines = table_text(table, SPECTATOR)
    assert lines[0] == "The match is over."
    assert [re.findall(r"\w+", line) for line in lines[1:]] == [["Ann", "48", "units"], ["Bo", "52", "units"]]


@unhurried
@given(table=ANY_TABLE)
def test_the_table_text_can_be_written_anywhere_in_a_match(table: Table):
    for viewer in (SPECTATOR, 0, 1):
        lines = table_text(table, viewer)
        assert all(line and "None" not in line for line in lines)
        assert any("Your hand" in line for line in lines) == (
            viewer >= 0 and bool(table.describe(viewer)["hand"]) and not table.over
        )


# ---- results ------------------------------------------------------------------------------------------------------


def test_a_result_of_a_set():
    table = plain_table(max_set_bet=2, main={(0, 0): [10], (0, 1): [7, 4]}, skills=["0D", "3D"], rolls={1: 12})
    table.play("0: offer 2", "1: accept", "0: stand", "1: end turn", "1: stand")
    expected = {
        "set": 1,
        "how": "points",
        "winner": 1,
        "first": 0,
        "totals": (10, 11),
        "cards": (1, 2),
        "bet": 2,
        "won": (0, 1),
        "rolls": (0, 12),
        "rows": (0, 1),
        "match": None,
        "force_points": 0,
        "dark_side_points": 0,
        "dark_side_paid": 0,
    }
    assert table.result(0) == table.result(1) == expected


def test_a_result_of_the_set_that_ends_the_match():
    table = plain_table(max_match_bet=3, main={(0, 0): [10], (0, 1): [9], (1, 0): [10], (1, 1): [9]})
    table.play("0: offer 3", "1: accept", "0: stand", "1: stand", "1: stand", "0: stand")
    assert (table.result()["set"], table.result()["won"]) == (2, (2, 0))
    assert table.result()["match"] == {
        "winner": 0,
        "how": "sets",
        "stakes": 4,
        "cheated": (False, False),
        "caught": (False, False),
        "opposed_rolls": (0, 0),
    }


def test_a_result_of_a_match_with_a_cheat_tells_of_no_set():
    """BP-13."""
    table = plain_table(cheating=True, skills="1D", rolls={0: 3, 1: 4}, opposed={0: 2, 1: 5})
    table.play("0: cheat", "1: play fair")
    result = table.result()
    assert [result[name] for name in ("set", "how", "winner", "first")] == [None] * 4
    assert result["match"] == {
        "winner": 1,
        "how": "cheat caught",
        "stakes": 1,
        "cheated": (True, False),
        "caught": (True, False),
        "opposed_rolls": (2, 5),
    }


def test_what_ended_long_ago_is_not_told_again():
    table = plain_table(main={**TENS, (0, 1): [9]})
    table.play("0: stand", "1: stand")
    assert len(table.env.infos["player_0"]["results"]) == 1
    table.play("1: end turn", "0: end turn")
    assert not table.env.infos["player_0"]
    assert not table.env.infos["player_1"]


def test_bp14_counts_of_the_force_are_told_to_each_seat_alone():
    table = plain_table(
        skills="1D", rolls={0: ("2D", 5), 1: 5}, force_points=[3, 1], force_sensitive=True, main={(0, 0): [10], (0, 1): [9]}
    )
    table.play("0: spend a Force point", "1: hold the Force point", "0: stand", "1: stand")
    results = [table.result(seat) for seat in range(2)]
    assert [(result["force_points"], result["dark_side_points"]) for result in results] == [(2, 1), (1, 0)]


# ---- what ended, explained ----------------------------------------------------------------------------------------


def explained(table: Table) -> list[str]:
    return [singular(line) for line in table.explain(NAMES)]


@pytest.mark.parametrize(
    ("main", "moves", "line"),
    [
        (
            {(0, 0): [10], (0, 1): [9]},
            ["0: stand", "1: stand"],
            "Set 1 goes to Ann by points (BP-10): Ann 10 with 1 card, Bo 9 with 1 card.",
        ),
        (
            {(0, 0): [10], (0, 1): [6, 4]},
            ["0: stand", "1: end turn", "1: stand"],
            "Set 1 goes to Bo by more cards (BP-10): Ann 10 with 1 card, Bo 10 with 2 cards.",
        ),
        (
            {(0, 0): [10], (0, 1): [10]},
            ["0: stand", "1: stand"],
            "Set 1 is a true tie and does not count (BP-10): Ann 10 with 1 card, Bo 10 with 1 card.",
        ),
        (
            {(0, 0): [10], (0, 1): [10, 8, 3]},
            ["0: stand", "1: end turn", "1: end turn", "1: end turn"],
            "Set 1 goes to Ann by bust (BP-8, BP-9): Ann 10 with 1 card, Bo 21 with 3 cards.",
        ),
        (
            {(0, 0): [10], (0, 1): [1, 1, 1, 1, 2, 2, 2, 2, 3]},
            ["0: stand", *["1: end turn"] * 8],
            "Set 1 goes to Bo by nine cards (BP-9): Ann 10 with 1 card, Bo 15 with 9 cards.",
        ),
    ],
    ids=["points", "more cards", "true tie", "bust", "nine cards"],
)
def test_explaining_a_set(main: dict[tuple[int, int], list[int]], moves: list[str], line: str):
    table = plain_table(main=main)
    table.play(*moves)
    assert explained(table) == [line]


def test_explaining_a_set_with_a_side_bet():
    table = plain_table(max_set_bet=2, main={(0, 0): [10], (0, 1): [9]})
    table.play("0: offer 2", "1: accept", "0: stand", "1: stand")
    assert explained(table)[0].endswith(" The side bet of 2 is paid (BP-11).")


def test_explaining_the_end_of_a_match():
    table = plain_table(max_match_bet=3, main={(0, 0): [10], (0, 1): [9], (1, 0): [10], (1, 1): [9]})
    table.play("0: offer 3", "1: accept", "0: stand", "1: stand", "1: stand", "0: stand")
    lines = explained(table)
    assert lines[0].startswith("Set 2 goes to Ann by points")
    assert lines[1:] == ["The match goes to Ann; the stakes are 4 a seat (BP-11)."]


def test_explaining_a_void_match():
    table = plain_table(main=TENS, max_sets=1)
    table.play("0: stand", "1: stand")
    assert explained(table)[1:] == ["The match is void: the stakes go back (BP-10)."]


@pytest.mark.parametrize(
    ("announced", "opposed", "lines"),
    [
        (
            ("cheat", "play fair"),
            (5, 4),
            [
                "Ann announced to cheat; the opposed rolls are 5 against 4 (BP-13).",
                "The match goes to Ann; the stakes are 1 a seat (BP-11).",
            ],
        ),
        (
            ("play fair", "cheat"),
            (4, 4),
            [
                "Bo announced to cheat; the opposed rolls are 4 against 4 (BP-13).",
                "Bo is caught.",
                "The match goes to Ann; the stakes are 1 a seat (BP-11).",
            ],
        ),
        (
            ("cheat", "cheat"),
            (4, 4),
            [
                "Ann and Bo announced to cheat; the opposed rolls are 4 against 4 (BP-13).",
                "The match is void: the stakes go back (BP-13).",
            ],
        ),
    ],
    ids=["not caught", "caught", "both alike"],
)
def test_explaining_a_match_with_a_cheat(announced: tuple[str, str], opposed: tuple[int, int], lines: list[str]):
    table = plain_table(cheating=True, skills="1D", rolls={0: 3, 1: 4}, opposed=dict(enumerate(opposed)))
    table.play(f"0: {announced[0]}", f"1: {announced[1]}")
    assert explained(table) == lines


@unhurried
@given(table=ANY_ENDED_SET)
def test_what_an_explanation_says_is_what_was_told(table: Table):
    """Winner, totals and cards of the set, and the winner of the match; rules are named that there are."""
    result, lines = table.result(), explained(table)
    text = "\n".join(lines)
    assert {int(rule) for rule in re.findall(r"BP-(\d+)", text)} <= set(range(15))
    assert lines
    if result["set"] is not None:
        assert lines[0].startswith(f"Set {result['set']} ")
        for name, total, cards in zip(NAMES, result["totals"], result["cards"], strict=True):
            assert singular(f"{name} {total} with {cards} cards") in lines[0]
        if result["winner"] is not None:
            assert f"goes to {NAMES[result['winner']]} by {result['how']}" in lines[0]
    if result["match"] is not None:
        winner = result["match"]["winner"]
        assert lines[-1].startswith("The match is void" if winner is None else f"The match goes to {NAMES[winner]};")


def test_every_way_to_end_has_a_name_and_a_rule():
    assert set(in_words.RULES_OF_ENDS) == set(in_words.SET_ENDS) - {None}
