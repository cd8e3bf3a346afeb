"""Bespin Pazaak's rules one by one, BP-0 to BP-14, on matches worked out by hand.

Moves read "seat: action"; playing them also checks whose turn it is and that the action is legal. Unless a test says
otherwise nobody has skill, nothing is bet beyond the ante of one unit, seat 0 begins, and both hands are +4, -4, +3, -3.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from backroom.envs.bespin_pazaak import state

from ..table import assert_shares
from .tables import SIDE_DECK, BespinTable, faces_of, many_matches, plain_table

PLAYS = {"play +4", "play -4", "play +3", "play -3"}
TENS = {(number, seat): [10] for number in range(5) for seat in range(2)}


def turns(seat: int, count: int) -> list[str]:
    return [f"{seat}: end turn"] * count


# ---- BP-0: the order of a match -----------------------------------------------------------------------------------


def test_bp0_antes_come_before_everything_else():
    table = plain_table(cheating=True, ante=3, bankroll=[10, 20])
    assert (table.phase_name, table.stacks, table.pot) == ("cheat", [7, 17], 6)
    assert table.s.hand_left.tolist() == [0, 0]


def test_bp0_announcements_force_points_rolls_hands_match_bet_side_bet_first_card():
    table = plain_table(
        cheating=True,
        skills="1D",
        force_points=1,
        rolls={0: ("2D", 8), 1: 5},
        max_match_bet=2,
        max_set_bet=1,
        main=TENS,
    )
    for seat in range(2):
        assert table.phase_name == "cheat"
        table.play(f"{seat}: play fair")
    for seat, action in enumerate(("spend a Force point", "hold the Force point")):
        assert (table.phase_name, table.s.roll.tolist(), table.s.hand_left.tolist()) == ("Force point", [0, 0], [0, 0])
        table.play(f"{seat}: {action}")
    assert table.s.roll.tolist() == [8, 5]
    assert table.describe(0)["wager"]["on"] == "the match"
    table.play("0: offer 0", "1: accept")
    assert table.describe(0)["wager"]["on"] == "this set"
    assert table.tables == [[], []]
    table.play("0: offer 1", "1: accept")
    assert (table.phase_name, table.tables) == ("turn", [[10], []])


def test_bp0_a_seat_bets_knowing_its_hand():
    table = plain_table(max_match_bet=5)
    for seat in range(2):
        assert table.describe(seat)["hand"] == ["+4", "-4", "+3", "-3"]
    assert table.phase_name == "wager"


def test_bp0_nobody_is_asked_what_the_options_leave_no_choice_about():
    assert plain_table(main=TENS).phase_name == "turn"


# ---- BP-1: main decks ---------------------------------------------------------------------------------------------


def test_bp1_each_seat_has_a_deck_of_38_of_its_own():
    table = plain_table(main={(0, 0): [10, 10], (0, 1): [10]})
    assert [seat["deck"] for seat in table.describe(0)["seats"]] == [37, 38]
    assert [seat["main_left"] for seat in table.describe(0)["seats"]] == [[4] * 9 + [1], [4] * 9 + [2]]
    table.play("0: end turn", "1: end turn")
    assert [seat["main_left"][9] for seat in table.describe(0)["seats"]] == [0, 1]


def test_bp1_every_card_of_the_deck_is_equally_likely():
    """Of 38 cards four are a 1, and two a 10."""
    states = many_matches(skills="0D", max_match_bet=0, max_set_bet=0)
    counts = np.bincount(states["drawn"], minlength=11)[1:]
    assert_shares(counts.tolist(), [4 / 38] * 9 + [2 / 38])


def test_bp1_cards_come_without_being_put_back():
    """Whatever is drawn, what lies and what is left make up the deck."""
    for seed in range(20):
        table = plain_table(seed=seed)
        while table.s.sets == 0 and not table.over:
            for seat in range(2):
                lying = np.bincount(table.tables[seat], minlength=11)[1:]
                assert (lying + table.s.main_left[seat]).tolist() == [4] * 9 + [2]
            table.act("end turn")


def test_bp1_decks_are_shuffled_before_every_set():
    table = plain_table(main={(0, 0): [10], (0, 1): [9], (1, 1): [10]}, max_set_bet=1)
    table.play("0: offer 0", "0: stand", "1: stand")
    assert [seat["main_left"] for seat in table.describe(0)["seats"]] == [[4] * 9 + [2]] * 2
    assert [seat["deck"] for seat in table.describe(0)["seats"]] == [38, 38]
    table.play("1: offer 0")
    assert [seat["deck"] for seat in table.describe(0)["seats"]] == [38, 37]


# ---- BP-2, BP-4: side decks and hands -----------------------------------------------------------------------------


def test_bp2_a_side_deck_has_two_of_each_fixed_card_and_two_wild_ones():
    states = many_matches(skills="0D", max_match_bet=0, max_set_bet=0)
    assert (states["hand"] + states["side_left"] == SIDE_DECK).all()
    drawn = states["hand"][:, 0].sum(axis=0)
    assert_shares(drawn.tolist(), [of_kind / 14 for of_kind in SIDE_DECK])
    # both +4 in one hand: 12 over 2, of 14 over 4
    both = int((states["hand"][:, 0, 0] == 2).sum())
    assert_shares([both, len(states) - both], [66 / 1001, 935 / 1001])


def test_bp4_a_hand_is_four_cards_each_seat_its_own():
    states = many_matches(skills="0D", max_match_bet=0, max_set_bet=0)
    assert (states["hand_left"] == 4).all()
    assert (states["hand"].sum(axis=2) == 4).all()
    assert (states["hand"][:, 0] != states["hand"][:, 1]).any(axis=1).mean() > 0.9


def test_bp4_a_hand_card_is_used_up_and_the_others_last_for_the_whole_match():
    """Seat 0 wins 14 to 10, then both have 6 in two cards: a true tie, and a third set."""
    table = plain_table(main=TENS, side={0: ["+4", "+4", "wild four", "-2"]})
    table.play("0: play +4", "0: stand", "1: stand")
    assert table.hand(0) == ["+4", "-2", "wild four"]
    assert table.describe(0)["seats"][0]["hand_left"] == 3
    table.play("1: play -4", "1: stand", "0: play wild four as -4", "0: stand")
    assert (table.result()["how"], table.s.sets) == ("true tie", 2)
    assert (table.hand(0), table.hand(1)) == (["+4", "-2"], ["+4", "+3", "-3"]), "no hand is ever filled up again"


def test_bp4_a_card_played_in_one_set_can_not_be_played_in_the_next():
    """Seat 0 loses the first set on purpose, so it begins the second."""
    table = plain_table(main={(0, 0): [5], (0, 1): [10], (1, 0): [5]})
    table.play("0: play +4", "0: stand", "1: stand")
    assert (table.to_act, table.s.sets) == (0, 1)
    assert table.legal == {"play -4", "play +3", "play -3", "end turn", "stand"}


# ---- BP-3: wild cards ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "value"),
    [
        ("play +4", 4),
        ("play -4", -4),
        ("play +3", 3),
        ("play -3", -3),
        ("play +2", 2),
        ("play -2", -2),
        ("play wild four as +4", 4),
        ("play wild four as -4", -4),
        ("play wild as plus", 5),
        ("play wild as minus", -5),
    ],
)
def test_bp3_a_hand_card_adds_its_value_and_wild_ones_take_the_sign_of_their_owner(action: str, value: int):
    fixed = action.removeprefix("play ") if "wild" not in action else "+4"
    table = plain_table(main=TENS, side={0: [fixed, "wild four", "wild", "-2"]}, wild=5)
    table.play(f"0: {action}")
    assert (table.tables[0], table.totals[0]) == ([10, value], 10 + value)
    assert not {name for name in table.legal if name.startswith("play")}


def test_bp3_a_fixed_card_is_not_turned_and_a_wild_card_is_played_one_way_or_the_other():
    table = plain_table(main=TENS, side={0: ["+2", "wild four", "wild", "+3"]})
    wild = {"play wild four as +4", "play wild four as -4", "play wild as plus", "play wild as minus"}
    assert {name for name in table.legal if name.startswith("play")} == {"play +2", "play +3"} | wild


def test_bp3_a_die_fixes_the_size_of_a_wild_card_in_the_hand():
    states = many_matches(skills="0D", max_match_bet=0, max_set_bet=0)
    sizes, held = states["wild_size"], states["hand"][:, :, 7] == 1
    assert (sizes[~held] == 0).all()
    assert_shares(np.bincount(sizes[held], minlength=7)[1:].tolist(), [1 / 6] * 6)


def test_bp3_the_size_holds_for_the_whole_match():
    table = plain_table(
        main={(0, 0): [10], (0, 1): [9], (1, 1): [10], (1, 0): [9]}, side={0: ["+4", "-4", "+3", "wild"]}, wild=6
    )
    table.play("0: stand", "1: stand", "1: stand")
    assert (table.s.sets, table.describe(0)["wild_size"]) == (1, 6)
    table.play("0: play wild as minus")
    assert (table.tables[0], table.describe(0)["wild_size"]) == ([9, -6], 6)


# ---- BP-5: the gambling roll --------------------------------------------------------------------------------------

# By total: row, discards, second cards, whether cards of the hand may be discarded, whether the wild card is taken
# first and may be changed, and the size of the hand.
ROWS = {
    10: (0, 0, 0, False, False, False, 4),
    11: (1, 1, 0, False, False, False, 4),
    20: (1, 1, 0, False, False, False, 4),
    21: (2, 1, 1, False, False, False, 4),
    25: (2, 1, 1, False, False, False, 4),
    26: (3, 2, 1, False, False, False, 4),
    30: (3, 2, 1, False, False, False, 4),
    31: (4, 2, 1, True, False, False, 4),
    35: (4, 2, 1, True, False, False, 4),
    36: (5, 2, 1, True, True, False, 4),
    40: (5, 2, 1, True, True, False, 4),
    41: (6, 2, 1, True, True, True, 4),
    45: (6, 2, 1, True, True, True, 4),
    46: (7, 2, 1, True, True, True, 5),
    60: (7, 2, 1, True, True, True, 5),
}


def skilled(total: int, **given: Any) -> BespinTable:
    """Seat 0 rolls `total`; seat 1, without skill, begins."""
    code = "3D" if total <= 13 else "6D" if total <= 25 else "9D" if total <= 36 else "13D"
    return plain_table(**{"skills": [code, "0D"], "rolls": {0: total}, **given})


def keep_all(table: BespinTable) -> BespinTable:
    while table.phase_name == "hand":
        table.act("keep")
    return table


@pytest.mark.parametrize("total", list(ROWS))
def test_bp5_a_seat_has_its_row_and_every_lower_one(total: int):
    row, discards, seconds, redraws, wild_first, changes, size = ROWS[total]
    table = skilled(total, main={(0, 1): [1]})
    assert (table.phase_name == "hand") == redraws
    assert ("wild" in table.hand(0)) == wild_first
    keep_all(table).play("1: end turn")
    own = table.describe(0)["seats"][0]
    assert (own["roll"], own["row"], own["discards"], own["second_cards"]) == (total, row, discards, seconds)
    assert len(table.hand(0)) == own["hand_left"] == size
    assert ("discard" in table.legal, "second card" in table.legal) == (discards > 0, seconds > 0)
    assert ("play wild as plus" in table.legal, "play wild as plus, size up" in table.legal) == (wild_first, changes)
    assert len(table.hand(1)) == 4, "the other seat has no roll"


@pytest.mark.parametrize(
    ("total", "row"), [(9, 0), (11, 0), (20, 0), (21, 1), (25, 1), (26, 2), (31, 3), (36, 4), (41, 5), (46, 6), (50, 6)]
)
def test_bp5_after_a_1_on_the_wild_die_the_row_before_it_is_taken(total: int, row: int):
    """All dice are added as they lie, the 1 among them."""
    table = skilled(total, wild_ones=[0])
    dice = table.s.dice[0]
    ordinary, wild = faces_of(table.s.key, 0, state.ROLL, state.ROLL_WILD, dice)
    assert wild == [1]
    assert len(ordinary) == dice - 1
    assert table.s.roll[0] == sum(ordinary) + 1 == total
    assert table.s.row[0] == row


@pytest.mark.parametrize(
    ("code", "total", "row", "wild"),
    [
        ("1D", 5, 0, [5]),
        ("1D", 11, 1, [6, 5]),
        ("1D+2", 13, 1, [6, 5]),
        ("1D", 7, 0, [6, 1]),
        ("1D", 13, 1, [6, 6, 1]),
        ("1D+1", 22, 2, [6, 6, 6, 3]),
    ],
)
def test_bp5_a_6_on_the_wild_die_is_kept_and_rolled_again_and_pips_add(code: str, total: int, row: int, wild: list[int]):
    """A 1 on such a re-roll is just 1: it costs no row."""
    table = plain_table(skills=[code, "0D"], rolls={0: total})
    assert faces_of(table.s.key, 0, state.ROLL, state.ROLL_WILD, 1) == ([], wild)
    assert (table.s.roll[0], table.s.row[0]) == (total, row)


def test_bp5_every_seat_rolls_for_itself_and_one_without_dice_does_not():
    table = plain_table(skills=["3D", "6D"], rolls={0: 12, 1: 23})
    assert [(seat["roll"], seat["row"]) for seat in table.describe(0)["seats"]] == [(12, 1), (23, 2)]
    table = plain_table(skills=["0D", "3D"], rolls={1: 12})
    assert [(seat["roll"], seat["row"]) for seat in table.describe(0)["seats"]] == [(None, 0), (12, 1)]


def test_bp5_a_discarded_main_card_is_out_and_the_next_must_be_used():
    table = skilled(11, main={(0, 1): [1], (0, 0): [9, 5]})
    table.play("1: end turn", "0: discard")
    assert table.tables[0] == [5]
    assert table.describe(0)["seats"][0]["main_left"] == [4, 4, 4, 4, 3, 4, 4, 4, 3, 2]
    assert table.legal == PLAYS | {"end turn", "stand"}


def test_bp5_a_discard_is_one_for_the_match_and_from_26_on_two():
    main = {(0, 0): [10, 1, 10, 1, 9], (0, 1): [1, 1, 1, 1]}
    once = skilled(11, main=main)
    once.play("1: end turn", "0: discard", "0: end turn", "1: end turn")
    assert "discard" not in once.legal
    twice = skilled(26, main=main)
    twice.play("1: end turn", "0: discard", "0: end turn", "1: end turn", "0: discard", "0: end turn", "1: end turn")
    assert twice.tables[0] == [1, 1, 9]
    assert "discard" not in twice.legal
    assert twice.describe(0)["seats"][0]["discards"] == 0


def test_bp5_a_bonus_used_in_one_set_is_gone_in_the_next():
    table = skilled(21, main={(0, 1): [10], (0, 0): [5, 6], (1, 0): [5, 9]})
    table.play("1: stand", "0: discard", "0: stand")
    assert (table.to_act, table.s.sets) == (0, 1)
    assert {"discard", "second card"} & table.legal == {"second card"}
    table.play("0: second card", "0: use the second", "0: end turn", "1: end turn")
    assert {"discard", "second card"} & table.legal == set()


@pytest.mark.parametrize(("choice", "table_after"), [("first", [5]), ("second", [9])])
def test_bp5_of_two_cards_one_is_used_and_the_other_is_out(choice: str, table_after: list[int]):
    table = skilled(21, main={(0, 1): [1], (0, 0): [5, 9]})
    table.play("1: end turn", "0: second card")
    assert table.legal == {"use the first", "use the second"}
    assert (table.phase_name, table.describe(1)["drawn"], table.describe(1)["second"]) == ("second card", 5, 9)
    table.play(f"0: use the {choice}")
    assert (table.tables[0], table.totals[0]) == (table_after, table_after[0])
    assert table.describe(1)["drawn"] == table_after[0]
    assert table.describe(0)["seats"][0]["main_left"] == [4, 4, 4, 4, 3, 4, 4, 4, 3, 2]
    assert table.describe(0)["second"] is None


def test_bp5_one_bonus_a_turn_and_a_hand_card_may_follow():
    main = {(0, 1): [1, 1], (0, 0): [9, 5, 7, 8]}
    for bonus, choice in (("discard", []), ("second card", ["0: use the first"])):
        table = skilled(26, main=main)
        table.play("1: end turn", f"0: {bonus}", *choice)
        assert table.legal == PLAYS | {"end turn", "stand"}
        table.play("0: play +4")
        assert table.legal == {"end turn", "stand"}
        table.play("0: end turn", "1: end turn")
        assert {"discard", "second card"} & table.legal, "there are bonuses again in the next turn"


def test_bp5_no_bonus_after_a_hand_card():
    table = skilled(26, main={(0, 1): [1], (0, 0): [10]})
    table.play("1: end turn", "0: play +4")
    assert table.legal == {"end turn", "stand"}


def test_bp5_discarded_cards_are_not_among_the_nine():
    """The discard leaves eight cards: 1 + 1 + 1 + 1 + 2 + 2 + 2, then 10 out and 3 in, then a ninth."""
    table = skilled(11, main={(0, 1): [1], (0, 0): [1, 1, 1, 1, 2, 2, 2, 10, 3, 4]})
    table.play("1: stand", *turns(0, 7), "0: discard")
    assert (table.s.cards[0], table.totals[0]) == (8, 13)
    table.play("0: end turn")
    assert table.result()["how"] == "nine cards"
    assert table.result()["totals"] == (17, 1)


def test_bp5_one_card_of_the_hand_may_be_discarded_and_the_next_must_be_used():
    table = skilled(31, side={0: ["+4", "+4", "-2", "+2", "wild"]}, main={(0, 1): [1]}, wild=2)
    for drawn in ("+4", "+4"):
        assert (table.legal, table.describe(0)["just_drawn"]) == ({"keep", "discard"}, drawn)
        table.play("0: keep")
    assert (table.describe(0)["just_drawn"], table.hand(0)) == ("-2", ["+4", "+4", "-2"])
    table.play("0: discard")
    assert (table.to_act, table.phase_name) == (1, "turn"), "of the next two cards nothing is asked"
    assert table.hand(0) == ["+4", "+4", "+2", "wild"]
    assert table.describe(0)["discarded_side_card"] == "-2"
    assert table.s.side_left[0].tolist() == [0, 2, 2, 2, 1, 1, 1, 0], "the discarded card is out"


def test_bp5_who_keeps_all_cards_is_asked_about_each():
    table = skilled(35, main={(0, 1): [1]})
    table.play(*["0: keep"] * 4)
    assert (table.to_act, table.phase_name, table.hand(0)) == (1, "turn", ["+4", "-4", "+3", "-3"])
    assert table.describe(0)["discarded_side_card"] is None


def test_bp5_the_last_card_of_the_hand_may_be_the_one_discarded():
    table = skilled(31, side={0: ["+4", "-4", "+3", "wild", "+2"]}, main={(0, 1): [1]})
    table.play(*["0: keep"] * 3, "0: discard")
    assert table.hand(0) == ["+4", "-4", "+3", "+2"]
    assert table.describe(0)["wild_size"] is None, "a wild card that is out has no size"


def test_bp5_both_seats_redraw_one_after_the_other():
    table = plain_table(skills="9D", rolls={0: 31, 1: 32}, main=TENS)
    table.play("0: discard", "1: keep", "1: discard")
    assert table.hand(0) == ["-4", "+3", "-3", "+2"]
    assert table.hand(1) == ["+4", "+3", "-3", "+2"]


def test_bp5_from_36_on_the_wild_card_is_taken_first_and_three_more_are_drawn():
    table = skilled(36, side={0: ["+4", "+4", "-2", "+2"]}, main={(0, 1): [1]}, wild=4)
    assert (table.hand(0), table.describe(0)["just_drawn"], table.describe(0)["wild_size"]) == (["+4", "wild"], "+4", 4)
    table.play("0: keep", "0: keep", "0: keep")
    assert (table.to_act, table.hand(0)) == (1, ["+4", "+4", "-2", "wild"])


def test_bp5_a_wild_card_taken_first_is_never_asked_about():
    states = many_matches(skills=("30D", "0D"))
    assert (states["row"][:, 0] >= 6).all()
    assert (states["hand"][:, 0, 7] == 1).all()
    assert set(states["just_drawn"].tolist()) <= set(range(7))
    assert_shares(np.bincount(states["wild_size"][:, 0], minlength=7)[1:].tolist(), [1 / 6] * 6)


@pytest.mark.parametrize(
    ("size", "action", "value"),
    [
        (1, "plus", 1),
        (1, "minus", -1),
        (1, "plus, size up", 2),
        (1, "plus, size down", 0),
        (1, "minus, size up", -2),
        (1, "minus, size down", 0),
        (6, "plus", 6),
        (6, "plus, size up", 7),
        (6, "plus, size down", 5),
        (6, "minus, size up", -7),
        (6, "minus, size down", -5),
    ],
)
def test_bp5_from_41_on_a_wild_card_may_be_changed_by_1(size: int, action: str, value: int):
    """A die of 1 may come to 0 and one of 6 to 7; a card of 0 is a card on the table like any other."""
    table = keep_all(skilled(41, main={(0, 1): [1], (0, 0): [10]}, wild=size))
    table.play("1: end turn", f"0: play wild as {action}")
    assert (table.tables[0], table.totals[0], table.s.cards[0]) == ([10, value], 10 + value, 2)


@pytest.mark.parametrize(("total", "changes"), [(40, False), (41, True)])
def test_bp5_below_41_a_wild_card_is_what_its_die_showed(total: int, changes: bool):
    table = keep_all(skilled(total, main={(0, 1): [1]}, wild=3))
    table.play("1: end turn")
    plain = {"play wild as plus", "play wild as minus"}
    changed = {f"{name}, size {way}" for name in plain for way in ("up", "down")}
    assert {name for name in table.legal if "play wild as" in name} == plain | (changed if changes else set())


def test_bp5_from_46_on_the_hand_has_five_cards():
    table = skilled(46, side={0: ["+4", "-2", "+2", "+2", "-3"]}, main={(0, 1): [1]})
    table.play("0: keep", "0: discard", "1: end turn")
    assert table.hand(0) == ["+4", "-3", "+2", "+2", "wild"]
    assert table.describe(1)["seats"][1]["hand_left"] == 5


# ---- BP-6: two sets win -------------------------------------------------------------------------------------------


def test_bp6_two_sets_win_the_match():
    table = plain_table(main={(0, 0): [10], (0, 1): [9], (1, 1): [8], (1, 0): [9]})
    table.play("0: stand", "1: stand")
    assert (table.over, table.won, table.rewards) == (False, [1, 0], [0, 0])
    table.play("1: stand", "0: stand")
    assert (table.over, table.won, table.rewards, table.stacks) == (True, [2, 0], [1, -1], [51, 49])
    assert table.legal == set()
    assert table.to_act == -1


def test_bp6_at_one_set_each_a_third_is_played():
    table = plain_table(main={(0, 0): [10], (0, 1): [9], (1, 1): [10], (1, 0): [9], (2, 0): [1], (2, 1): [2]})
    table.play("0: stand", "1: stand", "1: stand", "0: stand")
    assert (table.over, table.won) == (False, [1, 1])
    table.play("0: stand", "1: stand")
    assert (table.over, table.won, table.rewards) == (True, [1, 2], [-1, 1])


# ---- BP-7: who begins ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("skills", "begins"),
    [
        (["2D+2", "3D"], 0),
        (["3D", "2D+2"], 1),
        (["3D+1", "3D"], 1),
        (["3D", "3D+1"], 0),
        (["0D", "1D"], 0),
        (["1D", "0D"], 1),
    ],
)
def test_bp7_the_lower_skill_begins_fewer_dice_then_fewer_pips(skills: list[str], begins: int):
    table = plain_table(skills=skills, rolls={seat: 5 for seat in range(2) if skills[seat] != "0D"})
    assert (table.to_act, table.describe(0)["first"]) == (begins, begins)


def test_bp7_equal_skills_begin_at_random():
    firsts = many_matches(skills="0D", max_match_bet=0, max_set_bet=0)["first"]
    assert_shares(np.bincount(firsts, minlength=2).tolist(), [0.5, 0.5])


@pytest.mark.parametrize("loser", [0, 1])
def test_bp7_the_seat_with_fewer_sets_begins_the_second(loser: int):
    """Whoever began the first."""
    for first in range(2):
        table = plain_table(main={(0, loser): [5], (0, 1 - loser): [6], (1, loser): [1]}, first=first)
        table.play(f"{first}: stand", f"{1 - first}: stand")
        assert (table.to_act, table.s.sets) == (loser, 1)


@pytest.mark.parametrize("last_loser", [0, 1])
def test_bp7_at_one_set_each_the_loser_of_the_last_begins(last_loser: int):
    other = 1 - last_loser
    main = {(0, last_loser): [6], (0, other): [5], (1, other): [6], (1, last_loser): [5], (2, last_loser): [1]}
    table = plain_table(main=main)
    table.play("0: stand", "1: stand", f"{other}: stand", f"{last_loser}: stand")
    assert (table.won, table.to_act) == ([1, 1], last_loser)


@pytest.mark.parametrize("first", [0, 1])
def test_bp7_after_a_true_tie_at_equal_sets_the_other_seat_begins(first: int):
    table = plain_table(main=TENS, first=first)
    for begins in (first, 1 - first, first, 1 - first):
        table.play(f"{begins}: stand", f"{1 - begins}: stand")
        assert table.won == [0, 0]


@pytest.mark.parametrize("loser", [0, 1])
def test_bp7_after_a_true_tie_the_seat_with_fewer_sets_begins_again(loser: int):
    main = {**TENS, (0, loser): [9]}
    table = plain_table(main=main)
    table.play("0: stand", "1: stand", f"{loser}: stand", f"{1 - loser}: stand")
    assert table.result()["first"] == loser
    table.play(f"{loser}: stand", f"{1 - loser}: stand")
    assert (table.s.sets, sum(table.won), table.to_act) == (3, 1, loser)


def test_bp7_after_a_true_tie_at_one_set_each_the_other_seat_begins():
    """Seat 0 wins, seat 1 wins, seat 0 begins the third as the loser of the last; after the tie it is seat 1."""
    table = plain_table(main={**TENS, (0, 1): [9], (1, 0): [9]})
    table.play("0: stand", "1: stand", "1: stand", "0: stand", "0: stand", "1: stand")
    assert (table.won, table.s.sets, table.to_act) == ([1, 1], 3, 1)


# ---- BP-8: a turn -------------------------------------------------------------------------------------------------


def test_bp8_a_turn_begins_with_a_main_card_and_passes_on():
    table = plain_table(main={(0, 0): [4, 5], (0, 1): [6]})
    assert (table.to_act, table.tables, table.describe(1)["drawn"]) == (0, [[4], []], 4)
    assert table.legal == PLAYS | {"end turn", "stand"}
    table.play("0: end turn")
    assert (table.to_act, table.tables) == (1, [[4], [6]])
    table.play("1: end turn")
    assert (table.to_act, table.tables) == (0, [[4, 5], [6]])


def test_bp8_at_most_one_hand_card_a_turn():
    table = plain_table(main={(0, 0): [4, 5], (0, 1): [6]})
    table.play("0: play +3")
    assert table.legal == {"end turn", "stand"}
    table.play("0: end turn", "1: end turn")
    assert table.legal == {"play +4", "play -4", "play -3", "end turn", "stand"}


def test_bp8_a_hand_card_mends_what_would_have_been_a_bust():
    """10 + 9 + 5 = 24, and -4 makes it 20."""
    table = plain_table(main={(0, 0): [10, 9, 5], (0, 1): [1, 1, 1]})
    table.play("0: end turn", "1: end turn", "0: end turn", "1: end turn")
    assert table.legal == PLAYS | {"end turn"}, "nobody can stand above 20"
    table.play("0: play -4")
    assert (table.totals[0], table.legal) == (20, {"end turn", "stand"})
    table.play("0: stand", "1: stand")
    assert (table.result()["how"], table.result()["winner"]) == ("points", 0)


@pytest.mark.parametrize("loser", [0, 1])
def test_bp8_a_turn_that_ends_above_20_loses_the_set(loser: int):
    other = 1 - loser
    table = plain_table(main={(0, loser): [10, 9, 2], (0, other): [1, 1], (1, loser): [1]}, first=loser)
    table.play(*[f"{loser}: end turn", f"{other}: end turn"] * 2, f"{loser}: end turn")
    result = table.result()
    assert (result["how"], result["winner"], result["totals"][loser]) == ("bust", other, 21)
    assert table.won[other] == 1


def test_bp8_a_hand_card_that_is_too_small_mends_nothing():
    table = plain_table(main={(0, 0): [10, 10, 4], (0, 1): [1, 1], (1, 0): [1]})
    table.play(*["0: end turn", "1: end turn"] * 2, "0: play -3")
    assert (table.totals[0], table.legal) == (21, {"end turn"})
    table.play("0: end turn")
    assert table.result()["how"] == "bust"


def test_bp8_exactly_20_is_no_bust():
    table = plain_table(main={(0, 0): [10, 10], (0, 1): [1]})
    table.play("0: end turn", "1: end turn")
    assert "stand" in table.legal
    table.play("0: end turn")
    assert (table.s.sets, table.to_act) == (0, 1)


@pytest.mark.parametrize("stands", [0, 1])
def test_bp8_a_seat_that_stood_takes_no_more_turns_and_the_other_goes_on(stands: int):
    other = 1 - stands
    table = plain_table(main={(0, stands): [10], (0, other): [1, 2, 3, 4]}, first=stands)
    table.play(f"{stands}: stand", *turns(other, 3))
    assert (table.to_act, table.tables[other], table.tables[stands]) == (other, [1, 2, 3, 4], [10])
    assert table.describe(stands)["seats"][0]["status"] == "stands"


# ---- BP-9: nine cards ---------------------------------------------------------------------------------------------


def nine(cards: Sequence[int], **given: Any) -> BespinTable:
    """Seat 1 begins and stands with a 1; seat 0 ends eight turns and holds the first nine of `cards`."""
    table = plain_table(**{"main": {(0, 1): [1], (0, 0): cards}, "first": 1, "max_set_bet": 1, **given})
    return table.play("1: offer 0", "1: stand", *turns(0, 8))


@pytest.mark.parametrize(("ninth", "total"), [(1, 17), (3, 19), (4, 20)])
def test_bp9_nine_cards_win_at_once_below_20_and_at_exactly_20(ninth: int, total: int):
    table = nine([1, 1, 1, 2, 2, 2, 3, 4, ninth])
    result = table.result()
    assert (result["how"], result["winner"]) == ("nine cards", 0)
    assert (result["totals"], result["cards"]) == ((total, 1), (9, 1))


def test_bp9_nine_cards_win_against_any_total():
    """16 in nine cards against a 20 that stood."""
    main = {(0, 1): [10, 10], (0, 0): [1, 1, 1, 1, 2, 2, 2, 3, 3]}
    table = plain_table(main=main, first=1, max_set_bet=1)
    table.play("1: offer 0", "1: end turn", "0: end turn", "1: stand", *turns(0, 7))
    assert (table.result()["how"], table.result()["winner"], table.result()["totals"]) == ("nine cards", 0, (16, 20))


def test_bp9_nine_cards_win_without_the_other_having_stood():
    low = [1, 1, 1, 1, 2, 2, 2, 2, 3]
    table = plain_table(main={(0, 0): low, (0, 1): low}, max_set_bet=1)
    table.play("0: offer 0", *["0: end turn", "1: end turn"] * 8)
    assert (table.result()["how"], table.result()["winner"], table.result()["cards"]) == ("nine cards", 0, (9, 8))


@pytest.mark.parametrize("ninth", [5, 10])
def test_bp9_a_ninth_main_card_above_20_loses_at_once_and_no_hand_card_mends_it(ninth: int):
    table = nine([1, 1, 1, 2, 2, 2, 3, 4, ninth])
    assert (table.result()["winner"], table.result()["totals"]) == (1, (16 + ninth, 1))
    assert table.hand(0) == ["+4", "-4", "+3", "-3"]


def test_bp9_a_ninth_main_card_above_20_may_still_be_taken_away_by_a_bonus():
    """16 + 5 = 21; the next card is a 4 and makes exactly 20."""
    for bonus, choice in (("discard", []), ("second card", ["0: use the second"])):
        table = nine([1, 1, 1, 2, 2, 2, 3, 4, 5, 4], skills=["6D", "0D"], rolls={0: 21})
        assert table.legal == {"discard", "second card", "end turn"}, "neither a hand card nor standing"
        table.play(f"0: {bonus}", *choice)
        assert (table.result()["how"], table.result()["winner"], table.result()["totals"]) == ("nine cards", 0, (20, 1))


@pytest.mark.parametrize(
    ("moves", "total"),
    [(["0: end turn"], 21), (["0: discard"], 22), (["0: second card", "0: use the first"], 21)]
    + [(["0: second card", "0: use the second"], 22)],
    ids=["no bonus used", "discard", "first of two", "second of two"],
)
def test_bp9_a_ninth_main_card_that_stays_above_20_loses(moves: list[str], total: int):
    """There are bonuses left for the match, but only one a turn."""
    table = nine([1, 1, 1, 2, 2, 2, 3, 4, 5, 6], skills=["9D", "0D"], rolls={0: 26})
    table.play(*moves)
    assert (table.result()["winner"], table.result()["totals"]) == (1, (total, 1))


def test_bp9_a_bonus_used_before_is_no_help():
    """The one discard of this roll went in the first turn."""
    table = plain_table(
        main={(0, 1): [1], (0, 0): [10, 1, 1, 1, 2, 2, 2, 3, 4, 5]}, skills=["3D", "0D"], rolls={0: 11}, max_set_bet=1
    )
    table.play("1: offer 0", "1: stand", "0: discard", *turns(0, 8))
    assert (table.result()["winner"], table.result()["totals"]) == (1, (21, 1))


def test_bp9_nine_cards_at_20_win_before_any_bonus_is_asked():
    table = nine([1, 1, 1, 2, 2, 2, 3, 4, 4], skills=["9D", "0D"], rolls={0: 26})
    assert (table.result()["how"], table.result()["winner"]) == ("nine cards", 0)


def test_bp9_a_hand_card_may_be_the_ninth():
    """Eight main cards make 22, and -3 is the ninth card: 19."""
    table = plain_table(main={(0, 1): [1], (0, 0): [1, 1, 1, 3, 3, 3, 3, 7]}, first=1, max_set_bet=1)
    table.play("1: offer 0", "1: stand", *turns(0, 7), "0: play -3")
    assert (table.result()["how"], table.result()["winner"], table.result()["totals"]) == ("nine cards", 0, (19, 1))


def test_bp9_a_ninth_card_from_the_hand_above_20_loses_at_once():
    table = plain_table(main={(0, 1): [1], (0, 0): [1, 1, 1, 3, 3, 3, 3, 4]}, first=1, max_set_bet=1)
    table.play("1: offer 0", "1: stand", *turns(0, 7), "0: play +3")
    assert (table.result()["winner"], table.result()["totals"], table.result()["cards"]) == (1, (22, 1), (9, 1))


def test_bp9_a_main_card_after_eight_with_hand_cards_among_them_is_the_ninth():
    """Seven main cards of 17 and a -4 lie; the eighth main card is the ninth on the table: 13 + 6."""
    table = plain_table(main={(0, 1): [1], (0, 0): [2, 2, 2, 2, 3, 3, 3, 6]}, first=1, max_set_bet=1)
    table.play("1: offer 0", "1: stand", *turns(0, 6), "0: play -4", "0: end turn")
    assert (table.result()["how"], table.result()["totals"], table.result()["cards"]) == ("nine cards", (19, 1), (9, 1))


# ---- BP-10: the end of a set --------------------------------------------------------------------------------------


@pytest.mark.parametrize("winner", [0, 1])
def test_bp10_the_higher_total_wins(winner: int):
    table = plain_table(main={(0, winner): [7], (0, 1 - winner): [6]})
    table.play("0: stand", "1: stand")
    assert (table.result()["how"], table.result()["winner"]) == ("points", winner)


def test_bp10_equal_totals_go_to_more_cards():
    """7 + 3 against 10: the 3 may come from the main deck or from the hand."""
    table = plain_table(main={(0, 0): [10], (0, 1): [7, 3]})
    table.play("0: stand", "1: end turn", "1: stand")
    assert (table.result()["how"], table.result()["winner"], table.result()["cards"]) == ("more cards", 1, (1, 2))
    table = plain_table(main={(0, 0): [7], (0, 1): [10]})
    table.play("0: play +3", "0: stand", "1: stand")
    assert (table.result()["how"], table.result()["winner"], table.result()["cards"]) == ("more cards", 0, (2, 1))


def test_bp10_a_true_tie_does_not_count_and_another_set_is_played_with_fresh_decks():
    table = plain_table(main={(0, 0): [10], (0, 1): [10], (1, 1): [10]})
    table.play("0: stand", "1: stand")
    assert (table.result()["how"], table.result()["winner"], table.won) == ("true tie", None, [0, 0])
    assert (table.s.sets, table.tables, table.describe(0)["set"]) == (1, [[], [10]], 2)
    assert table.s.main_left.tolist() == [[4] * 9 + [2], [4] * 9 + [1]]


def test_bp10_a_true_tie_returns_the_side_bet():
    table = plain_table(main=TENS, max_set_bet=2)
    table.play("0: offer 2", "1: accept")
    assert (table.stacks, table.pot) == ([47, 47], 6)
    table.play("0: stand", "1: stand")
    assert (table.stacks, table.pot, table.rewards) == ([49, 49], 2, [0, 0])


def test_bp10_a_void_match_returns_ante_and_match_bet_but_settled_side_bets_stand():
    """Two sets at most: seat 0 wins the first and its side bet, the second is a true tie."""
    table = plain_table(main={**TENS, (0, 1): [9]}, max_match_bet=3, max_set_bet=2, max_sets=2)
    table.play("0: offer 3", "1: accept", "0: offer 2", "1: accept", "0: stand", "1: stand")
    assert table.rewards == [2, -2]
    table.play("1: offer 1", "0: accept", "1: stand", "0: stand")
    assert (table.over, table.stacks, table.pot, table.rewards) == (True, [52, 48], 0, [0, 0])
    match = table.result()["match"]
    assert (match["how"], match["winner"], match["stakes"]) == ("void", None, 4)


@pytest.mark.parametrize("max_sets", [1, 2, 3])
def test_bp10_max_sets_counts_true_ties_and_sets_won(max_sets: int):
    """One set won of one, and two of two, end the match either way."""
    table = plain_table(main={**TENS, (0, 1): [9]}, max_sets=max_sets)
    table.play("0: stand", "1: stand")
    while not table.over:
        table.act("stand")
    assert table.s.sets == max_sets
    assert (table.result()["match"]["how"], table.stacks) == ("void", [50, 50])


def test_bp10_the_last_set_may_still_win():
    table = plain_table(main={(0, 0): [10], (0, 1): [9], (1, 0): [10], (1, 1): [9]}, max_sets=2)
    table.play("0: stand", "1: stand", "1: stand", "0: stand")
    assert (table.result()["match"]["how"], table.result()["match"]["winner"]) == ("sets", 0)


# ---- BP-11: bets --------------------------------------------------------------------------------------------------


def offers(most: int, least: int = 0) -> set[str]:
    return {f"offer {units}" for units in range(least, most + 1)}


def raises(least: int, most: int) -> set[str]:
    return {f"raise to {units}" for units in range(least, most + 1)}


def test_bp11_the_seat_that_begins_offers_and_the_other_accepts_declines_or_raises():
    for first in range(2):
        table = plain_table(max_match_bet=5, first=first)
        assert (table.to_act, table.legal) == (first, offers(5))
        table.play(f"{first}: offer 2")
        assert (table.to_act, table.legal) == (1 - first, {"accept", "decline"} | raises(3, 5))
        table.play(f"{1 - first}: raise to 4")
        assert (table.to_act, table.legal) == (first, {"accept", "decline"}), "there is one raise"


@pytest.mark.parametrize(
    ("moves", "bet"),
    [
        (["0: offer 2", "1: accept"], 2),
        (["0: offer 2", "1: decline"], 0),
        (["0: offer 2", "1: raise to 5", "0: accept"], 5),
        (["0: offer 2", "1: raise to 5", "0: decline"], 2),
        (["0: offer 5", "1: accept"], 5),
        (["0: offer 5", "1: decline"], 0),
        (["0: offer 0", "1: accept"], 0),
        (["0: offer 0", "1: raise to 1", "0: accept"], 1),
        (["0: offer 0", "1: raise to 5", "0: decline"], 0),
    ],
)
def test_bp11_what_comes_of_an_offer_on_the_match(moves: list[str], bet: int):
    """A declined offer leaves the ante; a declined raise keeps the first offer."""
    table = plain_table(max_match_bet=5, main={(0, 0): [10], (0, 1): [9], (1, 0): [10], (1, 1): [9]})
    table.play(*moves)
    assert (table.phase_name, table.stacks, table.pot) == ("turn", [49 - bet, 49 - bet], 2 * (1 + bet))
    assert table.describe(0)["match_bet"] == table.describe(1)["match_bet"] == bet
    table.play("0: stand", "1: stand", "1: stand", "0: stand")
    assert (table.rewards, table.stacks, table.pot) == ([1 + bet, -1 - bet], [51 + bet, 49 - bet], 0)
    assert table.result()["match"]["stakes"] == 1 + bet


def test_bp11_nothing_offered_has_nothing_to_decline_and_the_most_offered_nothing_to_raise():
    table = plain_table(max_match_bet=2)
    table.play("0: offer 0")
    assert table.legal == {"accept"} | raises(1, 2)
    table = plain_table(max_match_bet=2)
    table.play("0: offer 2")
    assert table.legal == {"accept", "decline"}


@pytest.mark.parametrize(("bankroll", "most"), [([3, 50], 2), ([50, 3], 2), ([4, 3], 2), ([50, 50], 5), ([2, 2], 1)])
def test_bp11_no_seat_can_bet_more_than_both_can_pay(bankroll: list[int], most: int):
    """The ante of one unit is gone already."""
    table = plain_table(max_match_bet=5, bankroll=bankroll)
    assert table.legal == offers(most)
    table.play("0: offer 1")
    assert table.legal == {"accept", "decline"} | raises(2, most)


@pytest.mark.parametrize("bankroll", [[1, 50], [50, 1]])
def test_bp11_nobody_is_asked_when_a_seat_has_nothing_left(bankroll: list[int]):
    table = plain_table(max_match_bet=5, max_set_bet=5, bankroll=bankroll)
    assert table.phase_name == "turn"


def test_bp11_side_bets_are_offered_before_every_set_and_not_raised():
    table = plain_table(max_set_bet=2, main={(0, 0): [9], (0, 1): [10]})
    assert (table.legal, table.describe(1)["wager"]["on"]) == (offers(2), "this set")
    table.play("0: offer 1")
    assert table.legal == {"accept", "decline"}
    table.play("1: decline", "0: stand", "1: stand")
    assert (table.to_act, table.legal, table.tables) == (0, offers(2), [[], []])


def test_bp11_no_side_bet_offered_is_not_asked_about():
    table = plain_table(max_set_bet=2, main=TENS)
    table.play("0: offer 0")
    assert (table.phase_name, table.to_act) == ("turn", 0)


def test_bp11_side_bets_are_paid_set_by_set():
    """Seat 0 wins 2 and loses 1; the third set has no side bet, and with it go the ante and the match bet, 1 + 3."""
    main = {(0, 0): [10], (0, 1): [9], (1, 1): [10], (1, 0): [9], (2, 0): [10], (2, 1): [9]}
    table = plain_table(max_match_bet=3, max_set_bet=2, main=main)
    table.play("0: offer 3", "1: accept", "0: offer 2", "1: accept")
    assert (table.stacks, table.pot, table.describe(0)["set_bet"]) == ([44, 44], 12, 2)
    table.play("0: stand", "1: stand")
    assert (table.rewards, table.stacks, table.pot) == ([2, -2], [48, 44], 8)
    assert (table.result()["bet"], table.describe(0)["set_bet"]) == (2, 0)
    table.play("1: offer 1", "0: accept", "1: stand", "0: stand")
    assert (table.rewards, table.stacks) == ([-1, 1], [47, 45])
    table.play("0: offer 2", "1: decline", "0: stand", "1: stand")
    assert (table.rewards, table.stacks, table.pot) == ([4, -4], [55, 45], 0)


def test_bp11_a_side_bet_is_held_to_what_is_left_after_the_match_bet():
    table = plain_table(max_match_bet=5, max_set_bet=5, bankroll=[10, 4])
    table.play("0: offer 2", "1: accept")
    assert table.legal == offers(1)


def test_bp11_the_match_bet_is_made_once_before_the_first_set():
    table = plain_table(max_match_bet=2, main=TENS)
    table.play("0: offer 1", "1: accept", "0: stand", "1: stand")
    assert (table.phase_name, table.s.sets) == ("turn", 1)


def test_bp11_without_an_ante_there_may_still_be_a_bet():
    table = plain_table(ante=0, max_match_bet=2, main={(0, 0): [10], (0, 1): [9], (1, 0): [10], (1, 1): [9]})
    assert (table.pot, table.stacks) == (0, [50, 50])
    table.play("0: offer 2", "1: accept", "0: stand", "1: stand", "1: stand", "0: stand")
    assert table.rewards == [2, -2]


# ---- BP-12: nothing but the Gambling skill ------------------------------------------------------------------------


def test_bp12_a_skill_tells_only_by_its_roll_and_by_who_begins():
    """One chance, two skills, and rolls of no row: hands, wild cards and main cards are the same."""
    skilled = plain_table(skills="3D", rolls={0: 8, 1: 9}, side=None)
    unskilled = plain_table(skills="0D", side=None)
    unskilled.write(seed=skilled.s.seed)
    unskilled.begin()
    assert skilled.s.row.tolist() == [0, 0]
    assert skilled.s.hand.tolist() == unskilled.s.hand.tolist()
    assert skilled.s.wild_size.tolist() == unskilled.s.wild_size.tolist()
    while not skilled.over:
        assert (skilled.to_act, skilled.tables, skilled.legal) == (unskilled.to_act, unskilled.tables, unskilled.legal)
        skilled.act("end turn")
        unskilled.act("end turn")
    assert skilled.rewards == unskilled.rewards


def test_bp12_there_is_no_option_for_another_skill():
    fields = set(type(plain_table().options).model_fields)
    rest = {"num_players", "bankroll", "ante", "max_match_bet", "max_set_bet", "cheating", "caught_pays", "max_sets"}
    force = {"force_points", "force_sensitive", "dark_side_cost", "motive"}
    assert fields - rest - force == {"skills"}


# ---- BP-13: cheats ------------------------------------------------------------------------------------------------


def cheats(first: str, second: str, **given: Any) -> BespinTable:
    """Both announce; a match bet of 2 is agreed on, so that the stakes are 1 + 2. Both have 2D and roll 7, which is no row."""
    rolls = dict.fromkeys(range(2), 7)
    table = plain_table(**{"cheating": True, "skills": "2D", "rolls": rolls, "max_match_bet": 2, "max_set_bet": 2, **given})
    assert table.legal == {"play fair", "cheat"}
    table.play(f"0: {first}")
    assert table.legal == {"play fair", "cheat"}
    table.play(f"1: {second}")
    return table


@pytest.mark.parametrize(
    ("first", "second", "opposed", "rewards", "caught", "how"),
    [
        ("cheat", "play fair", (8, 7), [3, -3], (False, False), "cheat not caught"),
        ("cheat", "play fair", (7, 7), [-7, 7], (True, False), "cheat caught"),
        ("cheat", "play fair", (6, 7), [-7, 7], (True, False), "cheat caught"),
        ("play fair", "cheat", (7, 8), [-3, 3], (False, False), "cheat not caught"),
        ("play fair", "cheat", (7, 7), [7, -7], (False, True), "cheat caught"),
        ("play fair", "cheat", (8, 7), [7, -7], (False, True), "cheat caught"),
        ("cheat", "cheat", (6, 7), [-7, 7], (True, False), "cheat caught"),
        ("cheat", "cheat", (7, 6), [7, -7], (False, True), "cheat caught"),
        ("cheat", "cheat", (7, 7), [0, 0], (False, False), "void"),
    ],
)
def test_bp13_the_opposed_roll_decides_about_cheats(
    first: str, second: str, opposed: tuple[int, int], rewards: list[int], caught: tuple[bool, bool], how: str
):
    """A caught cheat pays floor(2.5 x 3) = 7, an uncaught one gets the stakes of 3; nothing else moves."""
    table = cheats(first, second, opposed=dict(enumerate(opposed)), caught_pays=2.5)
    table.play("0: offer 2", "1: accept")
    assert table.over
    assert (table.rewards, table.stacks, table.pot) == (rewards, [50 + paid for paid in rewards], 0)
    result = table.result()
    assert result["set"] is None, "the match is not played out"
    assert result["match"]["opposed_rolls"] == opposed
    assert (result["match"]["caught"], result["match"]["how"]) == (caught, how)
    assert result["match"]["cheated"] == (first == "cheat", second == "cheat")
    winner = None if how == "void" else rewards.index(max(rewards))
    assert (result["match"]["winner"], result["match"]["stakes"]) == (winner, 3)
    assert table.result(1)["match"] == result["match"]


def test_bp13_when_nobody_cheats_the_match_is_played():
    table = cheats("play fair", "play fair")
    table.play("0: offer 2", "1: accept", "0: offer 1", "1: accept")
    assert table.phase_name == "turn"


def test_bp13_nobody_is_asked_where_cheating_is_not_an_option():
    assert "cheat" not in plain_table(cheating=False).legal


def test_bp13_no_side_bet_is_offered_in_a_match_with_a_cheat():
    table = cheats("cheat", "play fair", opposed={0: 8, 1: 7})
    table.play("0: offer 0", "1: accept")
    assert (table.over, table.rewards) == (True, [1, -1]), "the stakes are the ante alone"


@pytest.mark.parametrize(
    ("skills", "first", "second", "rewards"),
    [
        (["0D", "0D"], "cheat", "play fair", [-2, 2]),
        (["0D", "0D"], "cheat", "cheat", [0, 0]),
        (["0D", "1D"], "cheat", "play fair", [-2, 2]),
        (["1D", "0D"], "cheat", "play fair", [1, -1]),
        (["0D", "1D"], "cheat", "cheat", [-2, 2]),
    ],
)
def test_bp13_a_seat_without_dice_totals_0(skills: list[str], first: str, second: str, rewards: list[int]):
    rolls = {seat: 4 for seat in range(2) if skills[seat] != "0D"}
    table = cheats(first, second, skills=skills, rolls=rolls, max_match_bet=0)
    assert (table.over, table.rewards) == (True, rewards)
    opposed = table.result()["match"]["opposed_rolls"]
    assert all((opposed[seat] == 0) == (skills[seat] == "0D") for seat in range(2))


def test_bp13_a_1_on_the_wild_die_counts_as_1_in_the_opposed_roll():
    """2D of which the wild die shows a 1: the other die stays. 1D that shows a 1 is 1; a 6 rolls on."""
    table = cheats("cheat", "play fair", opposed={0: 2, 1: 2}, max_match_bet=0)
    assert faces_of(table.s.key, 0, state.OPPOSED, state.OPPOSED_WILD, 2) == ([1], [1])
    assert table.result()["match"]["opposed_rolls"] == (2, 2)
    rolls = {0: 4, 1: 4}
    table = cheats("cheat", "play fair", skills="1D", rolls=rolls, opposed={0: 10, 1: 1}, max_match_bet=0)
    assert faces_of(table.s.key, 0, state.OPPOSED, state.OPPOSED_WILD, 1) == ([], [6, 4])
    assert table.rewards == [1, -1]


def test_bp13_the_opposed_roll_is_another_than_the_gambling_roll():
    """7 and 7 by the gambling rolls, which count for nothing here."""
    table = cheats("play fair", "cheat", opposed={0: 5, 1: 9}, max_match_bet=0)
    assert (table.result()["rolls"], table.result()["match"]["opposed_rolls"]) == ((7, 7), (5, 9))


@pytest.mark.parametrize(("caught_pays", "pays"), [(0.0, 0), (1.0, 3), (1.5, 4), (2.0, 6), (0.33, 0), (0.34, 1), (10.0, 30)])
def test_bp13_a_caught_cheat_pays_so_many_times_the_stakes_rounded_down(caught_pays: float, pays: int):
    table = cheats("cheat", "play fair", opposed={0: 4, 1: 5}, caught_pays=caught_pays)
    table.play("0: offer 2", "1: accept")
    assert table.rewards == [-pays, pays]


@pytest.mark.parametrize(("bankroll", "pays"), [([6, 50], 6), ([30, 50], 30), ([31, 50], 30), ([3, 50], 3)])
def test_bp13_a_caught_cheat_pays_at_most_its_bankroll(bankroll: list[int], pays: int):
    """10 x 3 = 30, and what it had staked comes back first."""
    table = cheats("cheat", "play fair", opposed={0: 4, 1: 5}, caught_pays=10, bankroll=bankroll)
    table.play("0: offer 2", "1: accept")
    assert (table.rewards, table.stacks) == ([-pays, pays], [bankroll[0] - pays, 50 + pays])


# ---- BP-14: the Force ---------------------------------------------------------------------------------------------


def test_bp14_a_force_point_doubles_the_dice_of_the_gambling_roll_and_is_gone():
    """4D+2 is thrown as 8D+4, and the pips are not turned into a die."""
    table = plain_table(skills=["4D+2", "0D"], force_points=[2, 0], rolls={})
    assert table.legal == {"hold the Force point", "spend a Force point"}
    ordinary, wild = faces_of(table.s.key, 0, state.ROLL, state.ROLL_WILD, 8)
    table.play("0: spend a Force point")
    assert table.s.roll[0] == sum(ordinary) + sum(wild) + 4
    assert len(ordinary) == 7
    assert table.describe(0)["force_points"] == 1
    assert table.describe(0)["seats"][0]["force_spent"] == 1


def test_bp14_a_point_that_is_held_doubles_nothing_and_stays():
    table = plain_table(skills=["4D+2", "0D"], force_points=[2, 0])
    ordinary, wild = faces_of(table.s.key, 0, state.ROLL, state.ROLL_WILD, 4)
    table.play("0: hold the Force point")
    assert (table.s.roll[0], table.describe(0)["force_points"]) == (sum(ordinary) + sum(wild) + 2, 2)


def test_bp14_one_point_a_roll():
    """Three points at hand: one is asked for, then the other seat, then the rolls are made."""
    table = plain_table(skills="1D", force_points=3, rolls={0: ("2D", 5), 1: ("2D", 6)})
    table.play("0: spend a Force point", "1: spend a Force point")
    assert (table.phase_name, table.s.roll.tolist(), table.s.force_left.tolist()) == ("turn", [5, 6], [2, 2])


def test_bp14_only_seats_with_a_point_and_with_dice_are_asked():
    assert plain_table(force_points=1).phase_name == "turn", "nothing to double for 0D"
    table = plain_table(skills=["0D", "1D"], force_points=1, rolls={1: 5})
    assert (table.phase_name, table.to_act) == ("Force point", 1)
    table = plain_table(skills="1D", force_points=[0, 1], rolls={0: 5, 1: 5})
    assert (table.phase_name, table.to_act) == ("Force point", 1)
    table.play("1: hold the Force point")
    assert table.phase_name == "turn"


def test_bp14_a_point_may_be_spent_on_the_opposed_roll_too():
    """2D twice, first for the gambling roll and then for the opposed one; the cheat wins 8 to 7."""
    table = cheats(
        "cheat",
        "play fair",
        skills="1D+1",
        force_points=[2, 1],
        rolls={0: ("2D+2", 7), 1: 4},
        opposed={0: ("2D+2", 8), 1: ("2D+2", 7)},
    )
    table.play("0: spend a Force point", "1: hold the Force point", "0: offer 2", "1: accept")
    assert (table.phase_name, table.to_act, table.describe(1)["opposed_roll"]) == ("Force point", 0, True)
    table.play("0: spend a Force point", "1: spend a Force point")
    assert (table.over, table.rewards) == (True, [3, -3])
    assert table.result()["match"]["opposed_rolls"] == (8, 7)
    assert (table.result(0)["force_points"], table.result(1)["force_points"]) == (0, 0)


def test_bp14_a_point_spent_on_the_gambling_roll_does_not_double_the_opposed_one():
    table = cheats(
        "play fair", "cheat", force_points=[1, 0], rolls={0: ("4D", 10), 1: 7}, opposed={0: 3, 1: 4}, caught_pays=1.0
    )
    table.play("0: spend a Force point", "0: offer 0", "1: accept")
    assert (table.over, table.result()["match"]["opposed_rolls"]) == (True, (3, 4))


@pytest.mark.parametrize(
    ("sensitive", "motive", "points"),
    [(True, "money", 1), (True, "rebellion", 0), (False, "money", 0), (False, "rebellion", 0)],
)
def test_bp14_a_force_sensitive_seat_that_does_it_for_money_gains_a_dark_side_point(sensitive: bool, motive: str, points: int):
    table = plain_table(
        skills="1D",
        force_points=1,
        force_sensitive=[sensitive, False],
        motive=[motive, "money"],
        rolls={0: ("2D", 5), 1: 5},
    )
    table.play("0: spend a Force point", "1: hold the Force point")
    assert (table.describe(0)["dark_side_points"], table.describe(1)["dark_side_points"]) == (points, 0)


def test_bp14_holding_a_point_brings_no_dark_side_point():
    table = plain_table(skills="1D", force_points=1, force_sensitive=True, rolls={0: 5, 1: 5})
    table.play("0: hold the Force point", "1: hold the Force point")
    assert table.s.dark_points.tolist() == [0, 0]


@pytest.mark.parametrize(("bankroll", "cost", "reward"), [(50, 4, 1 - 4), (50, 0, 1), (2, 100, 1 - 3), (50, 51, 1 - 51)])
def test_bp14_a_dark_side_point_costs_at_the_end_at_most_what_is_left(bankroll: int, cost: int, reward: int):
    """The winner pays out of what it won and brought; the units leave the table."""
    table = plain_table(
        skills="1D",
        bankroll=bankroll,
        force_points=[1, 0],
        force_sensitive=True,
        dark_side_cost=cost,
        rolls={0: ("2D", 5), 1: 5},
        main={(0, 0): [10], (0, 1): [9], (1, 0): [10], (1, 1): [9]},
    )
    table.play("0: spend a Force point", "0: stand", "1: stand", "1: stand", "0: stand")
    assert table.rewards == [reward, -1]
    assert (table.stacks, table.s.house) == ([bankroll + reward, bankroll - 1], 1 - reward)


def test_bp14_two_dark_side_points_cost_twice():
    table = cheats(
        "cheat",
        "play fair",
        skills="1D",
        force_points=[2, 0],
        force_sensitive=True,
        dark_side_cost=5,
        rolls={0: ("2D", 7), 1: 4},
        opposed={0: ("2D", 8), 1: 5},
        max_match_bet=0,
    )
    table.play("0: spend a Force point", "0: spend a Force point")
    assert (table.rewards, table.s.house) == ([1 - 10, -1], 10)
    assert [table.result(seat)["dark_side_points"] for seat in range(2)] == [2, 0]


def test_bp14_a_void_match_costs_a_dark_side_point_too():
    table = plain_table(
        skills="1D",
        force_points=[1, 0],
        force_sensitive=True,
        dark_side_cost=5,
        rolls={0: ("2D", 5), 1: 5},
        main=TENS,
        max_sets=1,
    )
    table.play("0: spend a Force point", "0: stand", "1: stand")
    assert (table.result()["match"]["how"], table.rewards, table.stacks) == ("void", [-5, 0], [45, 50])


# ---- what each option does, read off the first decisions ----------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "phase"),
    [
        ({"cheating": True}, "cheat"),
        ({"skills": "1D", "rolls": {0: 5, 1: 5}, "force_points": 1}, "Force point"),
        ({"max_match_bet": 1}, "wager"),
        ({"max_set_bet": 1}, "wager"),
        ({}, "turn"),
    ],
    ids=str,
)
def test_every_option_asks_its_own_question(given: Mapping[str, Any], phase: str):
    """BP-0."""
    assert plain_table(**given).phase_name == phase
