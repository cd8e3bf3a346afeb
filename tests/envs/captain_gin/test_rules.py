"""The rules of captain gin one by one, CG-1 to CG-14, on hands worked out by hand.

Moves read "role: action"; playing them also checks whose turn it is and that the action is legal. Nobody gives advice unless
a test says so. Seat 0 is in the box, seat 1 is captain and seat 2 sits out, unless a test seats them otherwise.
"""

import itertools
import random
from collections.abc import Callable
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.envs.captain_gin import best_melds, state
from backroom.envs.captain_gin.cards import CARDS, card_index
from backroom.envs.core.chance import randint
from backroom.envs.core.game import Game
from hypothesis import given
from hypothesis import strategies as st

from ..table import assert_about, examples, many_games
from .tables import ACE, FLAT, KNOCK, KNOCKER, LEVEL, LOOSE, ROLES, TEN, GinTable, any_options

SEATINGS = list(itertools.permutations(ROLES))

unhurried = examples(60)


def knocks(knocker: str, other: str, upcard: str = ACE, **more: Any) -> GinTable:
    """A table at which the role `knocker` has taken the upcard with the hand KNOCKER, and is about to knock."""
    hands = {"captain": KNOCKER, "box": other} if knocker == "captain" else {"captain": other, "box": KNOCKER}
    table = GinTable(**hands, upcard=upcard, **more)
    if knocker == "box":
        table.play("captain: pass")
    table.play(f"{knocker}: take discard")
    return table


def knocked(knocker: str, other: str, upcard: str = ACE, **more: Any) -> GinTable:
    """The same table after the knock."""
    table = knocks(knocker, other, upcard, **more)
    table.play(f"{knocker}: {KNOCK}")
    return table


# ---- CG-1: the cards ------------------------------------------------------------------------------------------------


def test_cg1_there_are_52_cards_and_each_can_be_dealt(game: Game):
    assert len(set(CARDS)) == 52
    assert {code[1] for code in CARDS} == set("SHDC")
    states = many_games(game, 1000)
    assert set(np.unique(states["pile"][:, 0])) == set(range(52))


@pytest.mark.parametrize(
    ("rank", "points"),
    [("A", 1), ("2", 2), ("3", 3), ("4", 4), ("5", 5), ("6", 6), ("7", 7), ("8", 8), ("9", 9), ("T", 10)]
    + [("J", 10), ("Q", 10), ("K", 10)],
)
def test_cg1_figures_count_ten_an_ace_one_and_the_others_their_face(rank: str, points: int):
    for suit in "SHDC":
        assert best_melds([rank + suit]) == ([], points)


def test_cg1_the_ace_is_low_and_never_high():
    assert best_melds(["AS", "2S", "3S"]) == ([["AS", "2S", "3S"]], 0)
    assert best_melds(["QS", "KS", "AS"]) == ([], 21)
    assert best_melds(["KS", "AS", "2S"]) == ([], 13)
    assert best_melds(["JS", "QS", "KS"]) == ([["JS", "QS", "KS"]], 0)


# ---- CG-2: roles ----------------------------------------------------------------------------------------------------


def drawn_roles(wanted: Callable[[list[str]], bool]) -> tuple[list[str], tuple[int, int]]:
    """The first game in which the three seats draw such cards: the cards, who is in the box and who is captain."""
    env = backroom.make("captain_gin")
    for seed in range(20_000):
        env.reset(seed=seed)
        s = env._states[0]
        cards = [CARDS[card] for card in s.role_card]
        if wanted(cards):
            return cards, (int(s.box), int(s.captain))
    raise AssertionError("no such cards")


def height(code: str) -> int:
    return "A23456789TJQK".index(code[0])


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))), ids=str)
def test_cg2_the_highest_card_is_in_the_box_the_middle_is_captain(order: tuple[int, int, int]):
    high, middle, low = order
    _, roles = drawn_roles(lambda cards: height(cards[high]) > height(cards[middle]) > height(cards[low]))
    assert roles == (high, middle)


def test_cg2_kings_are_high_and_aces_low():
    _, roles = drawn_roles(lambda cards: cards[0][0] == "A" and cards[1][0] == "K" and cards[2][0] == "Q")
    assert roles == (1, 2)


@pytest.mark.parametrize(("better", "worse"), list(itertools.combinations("SHDC", 2)))
def test_cg2_level_cards_rank_by_suit(better: str, worse: str):
    """Spades, hearts, diamonds, clubs; once with a lower and once with a higher card at the third seat."""

    def level(cards: list[str]) -> bool:
        return height(cards[0]) == height(cards[2]) and (cards[2][1], cards[0][1]) == (better, worse)

    _, roles = drawn_roles(lambda cards: level(cards) and height(cards[1]) < height(cards[0]))
    assert roles == (2, 0)
    _, roles = drawn_roles(lambda cards: level(cards) and height(cards[1]) > height(cards[0]))
    assert roles == (1, 2)


def test_cg2_three_level_cards_rank_by_suit():
    _, roles = drawn_roles(
        lambda cards: len({height(code) for code in cards}) == 1 and [c[1] for c in cards] == ["D", "C", "S"]
    )
    assert roles == (2, 0)


def test_cg2_the_cards_come_from_one_deck_at_their_addresses(game: Game):
    states = many_games(game, 300)
    for s in states:
        left = list(range(52))
        drawn = [left.pop(randint(s["key"], 0, 0, state.ROLE, seat, 52 - seat)) for seat in range(3)]
        assert s["role_card"].tolist() == drawn


def test_cg2_every_seat_is_as_likely_in_every_role(game: Game):
    states = many_games(game, 1500)
    for role in ("box", "captain"):
        assert_about(np.bincount(states[role], minlength=3), 1 / 3, 1500)


# ---- CG-3: roles of the next hand -----------------------------------------------------------------------------------


@pytest.mark.parametrize("roles", SEATINGS, ids=" ".join)
@pytest.mark.parametrize(
    ("knocker", "other", "upcard", "how"),
    [
        ("box", LOOSE, ACE, "knock"),
        ("box", LOOSE, TEN, "gin"),
        ("captain", LEVEL, ACE, "undercut"),
    ],
)
def test_cg3_a_box_that_wins_stays_and_the_others_change_places(
    roles: tuple[str, ...], knocker: str, other: str, upcard: str, how: str
):
    table = knocked(knocker, other, upcard, roles=roles, target=1000)
    report = table.hand_result()
    assert (report["how"], report["scorer"], report["box"]) == (how, roles.index("box"), roles.index("box"))
    change = {"box": "box", "captain": "out", "out": "captain"}
    assert table.roles == tuple(change[role] for role in roles)


@pytest.mark.parametrize("roles", SEATINGS, ids=" ".join)
@pytest.mark.parametrize(
    ("knocker", "other", "upcard", "how"),
    [
        ("captain", LOOSE, ACE, "knock"),
        ("captain", LOOSE, TEN, "gin"),
        ("box", LEVEL, ACE, "undercut"),
    ],
)
def test_cg3_a_box_that_loses_sits_out_and_the_others_move_up(
    roles: tuple[str, ...], knocker: str, other: str, upcard: str, how: str
):
    table = knocked(knocker, other, upcard, roles=roles, target=1000)
    report = table.hand_result()
    assert (report["how"], report["scorer"]) == (how, roles.index("captain"))
    change = {"box": "out", "captain": "box", "out": "captain"}
    assert table.roles == tuple(change[role] for role in roles)


@pytest.mark.parametrize("roles", SEATINGS, ids=" ".join)
def test_cg3_after_a_drawn_hand_all_stay(roles: tuple[str, ...]):
    table = GinTable(roles=roles, max_turns=2)
    table.play("captain: pass", "box: pass")
    table.churn(2)
    assert table.hand_result()["how"] == "drawn"
    assert (table.s.hands_played, table.roles, table.who_acts) == (1, roles, "captain")


def test_cg3_the_next_hand_is_played_in_the_new_roles():
    """The seat that was out is captain against the captain of before, and then goes into the box itself."""
    table = knocked("captain", LOOSE, target=1000)
    assert (table.box, table.captain, table.out) == (1, 2, 0)
    assert [len(table.hand(seat)) for seat in table.seats] == [0, 10, 10]
    table.lay_out(captain=KNOCKER, box=LOOSE, upcard=ACE)
    table.play("captain: take discard", f"captain: {KNOCK}")
    assert table.scores == [0, 68, 68]
    assert (table.box, table.captain, table.out) == (2, 0, 1)


# ---- CG-4: advice ---------------------------------------------------------------------------------------------------


def test_cg4_the_seat_out_is_asked_before_each_decision_of_the_captain_with_a_choice():
    table = GinTable(advice=True, stock="KD QD AD TC")
    order = []
    for _ in range(10):
        order.append((table.who_acts, table.phase))
        legal = table.legal
        table.act("pass" if "pass" in legal else "take stock" if "take stock" in legal else f"discard {table.drawn}")
    assert order == [
        ("out", state.UPCARD),
        ("captain", state.UPCARD),
        ("box", state.UPCARD),
        ("captain", state.FIRST_DRAW),  # no choice: no advice
        ("out", state.DISCARDING),
        ("captain", state.DISCARDING),
        ("box", state.DRAWING),
        ("box", state.DISCARDING),
        ("out", state.DRAWING),
        ("captain", state.DRAWING),
    ]


def test_cg4_the_seat_out_may_name_what_the_captain_may_do_or_say_nothing():
    table = GinTable(captain=KNOCKER, box=LOOSE, upcard="QC", stock=ACE, advice=True)
    asked = []
    for advice, decision in (("pass", "pass"), (KNOCK, f"discard {ACE}"), ("take stock", "take discard")):
        if table.who_acts == "box":
            table.play("box: pass", "captain: take stock")
        advised = table.legal
        table.play(f"out: {advice}")
        asked.append((advised, table.legal))
        table.play(f"captain: {decision}")
        if table.phase == state.DRAWING:
            table.play("box: take stock")
            table.play(f"box: discard {table.drawn}")
    assert asked[0] == ({"take discard", "pass"}, {"take discard", "pass"})
    assert asked[1] == (
        asked[1][1] | {"pass"},
        {f"discard {code}" for code in (*KNOCKER.split(), ACE)} | {KNOCK, "knock discarding AC"},
    )
    assert asked[2] == ({"take stock", "take discard", "pass"}, {"take stock", "take discard"})


def without_count(table: GinTable) -> dict[str, Any]:
    return {name: value for name, value in table.env.describe_all().items() if name != "decisions"}


def test_cg4_advice_is_free_to_ignore_and_changes_nothing_else():
    """The same hand with good advice, with bad advice, and with silence."""
    ends = []
    for advised in (
        ("take discard", KNOCK),
        ("pass", "discard 7H"),
        ("take discard", "pass"),
    ):
        table = GinTable(captain=KNOCKER, box=LOOSE, upcard=ACE, advice=True)
        table.play(f"out: {advised[0]}")
        assert table.describe(table.captain)["advice"] == advised[0]
        table.play("captain: take discard", f"out: {advised[1]}")
        assert table.describe(table.captain)["advice"] == (None if advised[1] == "pass" else advised[1])
        table.play("captain: discard 5C")
        ends.append(without_count(table))
    assert ends[0] == ends[1] == ends[2]


def test_cg4_advice_counts_as_a_decision_and_as_no_turn():
    table = GinTable(advice=True)
    table.play("out: take discard")
    assert (table.s.decisions, table.s.turns, table.rewards) == (1, 0, [0, 0, 0])
    table.play("captain: take discard", "out: pass", "captain: discard AS")
    assert (table.s.decisions, table.s.turns) == (4, 1)


def test_cg4_advice_is_for_one_decision():
    table = GinTable(advice=True)
    table.play("out: take discard", "captain: take discard")
    assert table.describe(table.captain)["advice"] is None
    table.play("out: discard AS", "captain: discard AS")
    assert table.s.advised == -1


def test_cg4_the_box_gets_no_advice():
    table = GinTable(advice=True)
    table.play("captain: pass", "box: take discard", "box: discard 2S")
    assert (table.who_acts, table.phase) == ("out", state.DRAWING)
    table.play("captain: take stock")
    table.play(f"captain: discard {table.drawn}", "box: take stock")
    assert table.who_acts == "box"


def test_cg4_without_advice_the_seat_out_has_no_turn():
    rng = random.Random(5)
    for seed in range(5):
        table = GinTable(seed=seed, advice=False, target=50)
        while not table.over:
            assert table.who_acts in ("captain", "box")
            assert table.s.to_act == table.s.turn_of
            table.play_at_random(rng, 1)


# ---- CG-5: the deal -------------------------------------------------------------------------------------------------


def test_cg5_box_and_captain_get_ten_cards_each_and_one_is_turned_up():
    for seed in range(20):
        table = GinTable(seed=seed)
        assert [len(table.hand(seat)) for seat in (table.box, table.captain, table.out)] == [10, 10, 0]
        assert (len(table.pile), len(table.stock), table.s.stock_size) == (1, 31, 31)
        everything = [*table.hand(table.box), *table.hand(table.captain), *table.pile, *table.stock]
        assert sorted(everything) == sorted(CARDS)


def test_cg5_every_card_is_as_likely_at_every_place(game: Game):
    states = many_games(game, 1000)
    ranks = 1 << np.arange(13)
    for role in ("captain", "box"):
        hands = states["hand"][np.arange(1000), states[role]]
        counts = ((hands[:, :, None] & ranks) > 0).sum(axis=0).ravel()
        assert_about(counts, 10 / 52, 1000)
    assert_about(np.bincount(states["pile"][:, 0], minlength=52), 1 / 52, 1000)


def test_cg5_the_cards_of_each_hand_lie_at_their_addresses():
    """Ten to the captain, ten to the box, the upcard, and then whoever takes from the stock; so in every hand."""
    table = GinTable(seed=3, max_turns=2)
    for hand in range(3):
        left = list(range(52))
        cards = [left.pop(randint(table.s["key"], hand, 0, state.CARD, index, 52 - index)) for index in range(23)]
        codes = [CARDS[card] for card in cards]
        assert sorted(table.hand(table.captain)) == sorted(codes[:10])
        assert sorted(table.hand(table.box)) == sorted(codes[10:20])
        assert table.pile == [codes[20]]
        table.play("captain: pass", "box: pass", "captain: take stock", f"captain: discard {codes[21]}")
        table.play("box: take stock", f"box: discard {codes[22]}")
        assert table.s.hands_played == hand + 1


# ---- CG-6: the first turn -------------------------------------------------------------------------------------------


def test_cg6_the_captain_may_take_the_upcard_and_completes_the_turn_by_discarding():
    table = GinTable(upcard="KC")
    assert (table.who_acts, table.phase, table.legal) == ("captain", state.UPCARD, {"take discard", "pass"})
    table.play("captain: take discard")
    assert (table.who_acts, table.phase) == ("captain", state.DISCARDING)
    assert (len(table.hand(table.captain)), "KC" in table.hand(table.captain), table.pile) == (11, True, [])
    assert all(name.startswith("discard") for name in table.legal)
    table.play("captain: discard JH")
    assert (table.who_acts, table.phase, table.pile, len(table.stock)) == ("box", state.DRAWING, ["JH"], 31)
    assert table.legal == {"take stock", "take discard"}


def test_cg6_if_the_captain_declines_the_box_may_take_it():
    table = GinTable(upcard="KC")
    table.play("captain: pass")
    assert (table.who_acts, table.phase, table.legal) == ("box", state.UPCARD, {"take discard", "pass"})
    table.play("box: take discard", "box: discard JS")
    assert (len(table.hand(table.box)), "KC" in table.hand(table.box), table.pile) == (10, True, ["JS"])
    assert (table.who_acts, table.phase, table.legal) == ("captain", state.DRAWING, {"take stock", "take discard"})


def test_cg6_if_both_decline_the_captain_draws_from_the_stock():
    table = GinTable(upcard="KC", stock="QC")
    table.play("captain: pass", "box: pass")
    assert (table.who_acts, table.phase, table.legal) == ("captain", state.FIRST_DRAW, {"take stock"})
    assert (table.pile, table.s.turns) == (["KC"], 0)
    table.play("captain: take stock")
    assert "QC" in table.hand(table.captain)
    table.play("captain: discard QC")
    assert (table.who_acts, table.pile, table.s.turns) == ("box", ["KC", "QC"], 1)


# ---- CG-7: a turn ---------------------------------------------------------------------------------------------------


def test_cg7_a_turn_is_one_card_from_the_stock_or_the_top_of_the_pile_and_a_discard():
    table = GinTable(upcard="KC", stock="QC JC TC")
    table.play("captain: pass", "box: pass", "captain: take stock", "captain: discard AS")
    assert (table.pile, table.legal) == (["KC", "AS"], {"take stock", "take discard"})
    table.play("box: take discard")
    assert (table.pile, len(table.hand(table.box))) == (["KC"], 11)
    table.play("box: discard JS", "captain: take stock", "captain: discard QC")
    assert (table.pile, len(table.hand(table.captain))) == (["KC", "JS", "QC"], 10)
    assert len(table.stock) == 29


def test_cg7_a_card_from_the_stock_may_be_thrown_at_once():
    table = GinTable(stock="QC")
    table.play("captain: pass", "box: pass", "captain: take stock")
    assert table.discards == {*table.hand(table.captain)}
    assert "QC" in table.discards


def test_cg7_a_card_from_the_pile_can_not_be_the_discard_of_that_turn():
    table = GinTable(upcard="KC")
    table.play("captain: take discard")
    assert table.discards == {*table.hand(table.captain)} - {"KC"}
    with pytest.raises(backroom.IllegalAction):
        table.act("discard KC")
    table.play("captain: discard AS", "box: take discard")
    assert table.discards == {*table.hand(table.box)} - {"AS"}
    table.play("box: discard 2S", "captain: take stock")
    assert "KC" in table.discards  # a turn later


def test_cg7_a_card_from_the_pile_can_not_be_the_discard_of_a_knock():
    """Eight points, and a king comes: without it eight would be left, but only throwing the eight is a knock, with ten."""
    hand = KNOCKER.replace("KD", "8D")
    for limit, expected in ((10, {"8D"}), (9, set())):
        table = GinTable(captain=hand, box=LOOSE, upcard="KC", knock_limit=limit)
        table.play("captain: take discard")
        assert table.s.left_after[card_index("KC")] == 8
        assert table.knocks == expected
        with pytest.raises(backroom.IllegalAction):
            table.act("knock discarding KC")


# ---- CG-8: the knock ------------------------------------------------------------------------------------------------


def test_cg8_a_player_may_knock_on_the_first_turn():
    table = knocks("captain", LOOSE)
    assert table.knocks == {"KD"}
    assert table.s.turns == 0
    table.play(f"captain: {KNOCK}")
    report = table.hand_result()
    assert (report["hand"], report["how"], report["knocker"], report["points"]) == (1, "knock", 1, 68)


def test_cg8_nobody_has_to_knock():
    table = knocks("captain", LOOSE)
    assert table.discards == {*KNOCKER.split()}
    table.play("captain: discard KD")
    assert (table.s.hands_played, table.who_acts, table.pile) == (0, "box", ["KD"])


@pytest.mark.parametrize(
    ("limit", "cards"),
    [(0, set()), (1, {"KD"}), (9, {"KD"}), (10, {"KD", "AC"}), (100, {*KNOCKER.split(), "AC"})],
)
def test_cg8_only_discards_that_leave_few_enough_are_knocks(limit: int, cards: set[str]):
    """Without the king one point is left, without the ace ten."""
    table = GinTable(captain=KNOCKER, box=LOOSE, upcard="QC", stock=ACE, knock_limit=limit)
    table.play("captain: pass", "box: pass", "captain: take stock")
    assert table.knocks == cards
    assert table.discards == {*KNOCKER.split(), "AC"}


def test_cg8_one_point_too_many_is_no_knock():
    """Two runs of four, a nine and an ace or a two: ten points are a knock, eleven are none."""
    for low, cards in (("AC", {"QD"}), ("2C", set())):
        table = GinTable(captain=f"2S 3S 4S 5S 7H 8H 9H TH 9C {low}", box="KS QS JS 2H JH 3D 7D TD 4C 8C", stock="QD")
        table.play("captain: pass", "box: pass", "captain: take stock")
        assert table.knocks == cards


def test_cg8_the_discard_of_a_knock_lies_on_the_pile_and_is_in_no_layout():
    table = knocked("captain", LOOSE, target=1)
    assert table.over
    assert table.pile == ["KD"]
    report = table.hand_result()
    assert report["rest"][1] == ["AC"]
    assert "KD" not in [code for meld in report["melds"][1] for code in meld]


def test_cg8_the_box_may_knock_too_and_on_any_later_turn():
    table = GinTable(captain=LOOSE, box=KNOCKER, upcard="QC", stock="KC KS JC")
    table.play("captain: pass", "box: pass", "captain: take stock", "captain: discard KC")
    table.play("box: take stock")
    assert table.knocks == {"KD", "KS"}  # ten are left without either
    table.play("box: discard KS", "captain: take stock", "captain: discard JC", "box: take discard")
    assert table.knocks == {"KD"}
    table.play("box: knock discarding KD")
    assert (table.hand_result()["knocker"], table.hand_result()["unmatched"]) == (0, {0: 10, 1: 69})


# ---- CG-9: melds ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "melds", "points"),
    [
        ("7S 7H", [], 14),
        ("7S 7H 7D", ["7S 7H 7D"], 0),
        ("7S 7H 7D 7C", ["7S 7H 7D 7C"], 0),
        ("7S 8S", [], 15),
        ("7S 8S 9S", ["7S 8S 9S"], 0),
        ("7S 8S 9H", [], 24),
        ("7S 8S TS", [], 25),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S TS", ["AS 2S 3S 4S 5S 6S 7S 8S 9S TS"], 0),
        # no card in two: the seven goes where more is saved
        ("7S 7H 7D 8S 9S", ["7S 8S 9S"], 14),
        ("6S 7S 8S 7H 7D 7C", ["7H 7D 7C", "6S 7S 8S"], 0),
        ("6S 7S 8S 7H 7D", ["7S 7H 7D"], 14),  # level: one card extends the set, two the run
        ("7S 7H 7D 7C 8S 9S", ["7H 7D 7C", "7S 8S 9S"], 0),
        ("7S 7H 7D 5S 6S 8S 9S TS", ["7S 7H 7D", "8S 9S TS"], 11),
        # sets by rank, then runs by suit and rank
        ("KS KH KD 2S 2H 2D 4C 5C 6C 4D 5D 6D", ["2S 2H 2D", "KS KH KD", "4D 5D 6D", "4C 5C 6C"], 0),
        ("4S 5S 6S 9S TS JS 4H 4D 4C", ["4H 4D 4C", "4S 5S 6S", "9S TS JS"], 0),
        ("", [], 0),
    ],
)
def test_cg9_three_or_four_of_a_kind_or_three_or_more_in_a_row(cards: str, melds: list[str], points: int):
    expected = ([meld.split() for meld in melds], points)
    assert best_melds(cards.split()) == expected
    assert best_melds(cards.lower().replace("t", "10").split()[::-1]) == expected


def test_cg9_no_card_counts_in_two_melds_of_a_knock():
    """Sevens and a run of spades share the seven: with it in the run 14 are left, in the set 17; no knock."""
    table = GinTable(captain="7S 7H 7D 8S 9S 2C 3C 4C QD QH", box="AS 4S JS 2H 5H 9H 3D 6D 8C TC", upcard="QC")
    table.play("captain: take discard")
    assert table.s.left_after[card_index("7H")] == 7
    assert table.s.left_after[card_index("7S")] == 9 + 8 + 7 + 7
    assert table.s.left_after[card_index("9S")] == 8
    assert table.s.left_after[card_index("8S")] == 9
    assert table.knocks == {"7H", "7D", "8S", "9S"}


# ---- CG-10: laying out and off --------------------------------------------------------------------------------------


def test_cg10_unmatched_cards_are_laid_off_in_chains_at_both_ends_of_a_run():
    """On 5-6-7 of hearts go 4 and 3, 8 and 9: of 75 points 24 are laid off."""
    table = GinTable(captain="5H 6H 7H 2S 2D 2C TC JC QC KD", box="3H 4H 8H 9H 9S JD 7D 5S QS KH", upcard="AD", target=1000)
    table.play("captain: take discard", "captain: knock discarding KD")
    report = table.hand_result()
    assert set(report["laid_off"]) == {"3H", "4H", "8H", "9H"}
    assert (report["unmatched"], report["points"], report["scorer"]) == ({0: 51, 1: 1}, 50, 1)
    assert set(report["rest"][0]) == {"9S", "JD", "7D", "5S", "QS", "KH"}
    assert report["melds"] == {0: [], 1: [["2S", "2D", "2C"], ["5H", "6H", "7H"], ["TC", "JC", "QC"]]}


def test_cg10_the_fourth_card_of_a_set_is_laid_off():
    """The five of spades fits at both ends: the set's fourth, or after the four; a six follows only the run."""
    table = knocked("captain", LOOSE.replace("6S", "5S"), target=1000)
    report = table.hand_result()
    assert (report["laid_off"], report["unmatched"][0]) == (["5S"], 69 - 6)
    table = knocked("captain", LOOSE.replace("9S", "5S"), target=1000)
    report = table.hand_result()
    assert (set(report["laid_off"]), report["unmatched"][0]) == ({"5S", "6S"}, 69 - 9 - 6)


def test_cg10_the_knockers_unmatched_cards_are_no_place_to_lay_off():
    """He keeps the ace of clubs: two and three of clubs do not make a run with it."""
    table = knocked("captain", LOOSE.replace("4C", "2C").replace("8C", "3C"), target=1000)
    assert (table.hand_result()["laid_off"], table.hand_result()["unmatched"][0]) == ([], 69 - 12 + 5)


def test_cg10_the_opponent_keeps_his_melds_where_that_leaves_less():
    """Four eights and a nine of hearts: two go to the run, three stay a set. All four as a set would leave the nine."""
    table = GinTable(captain="5H 6H 7H 2S 2D 2C TC JC QC KD", box="8S 8H 8D 8C 9H KH KS 4D 6C JD", upcard="AD", target=1000)
    table.play("captain: take discard", "captain: knock discarding KD")
    report = table.hand_result()
    assert set(report["laid_off"]) == {"8H", "9H"}
    assert (report["melds"][0], report["unmatched"]) == ([["8S", "8D", "8C"]], {0: 40, 1: 1})
    # with three eights the set is worth more than the nine
    table = GinTable(captain="5H 6H 7H 2S 2D 2C TC JC QC KD", box="8S 8H 8D 3S 9H KH KS 4D 6C JD", upcard="AD", target=1000)
    table.play("captain: take discard", "captain: knock discarding KD")
    report = table.hand_result()
    assert (report["laid_off"], report["melds"][0], report["unmatched"][0]) == ([], [["8S", "8H", "8D"]], 3 + 9 + 40)


def test_cg10_nothing_is_laid_off_on_gin():
    """The ace of spades and the jack of hearts would fit."""
    table = knocked("captain", LOOSE.replace("6S", "AS"), upcard=TEN, target=1000)
    report = table.hand_result()
    assert (report["how"], report["laid_off"]) == ("gin", [])
    assert report["unmatched"] == {0: 64, 1: 0}
    assert len(report["rest"][0]) == 10


def test_cg10_the_knocker_takes_the_arrangement_that_fewest_cards_outside_his_hand_extend():
    """4-5-6 of spades leaves two fives, three fives leave the 4 and the 6: ten points either way.

    Two cards would extend the run, one the set: the fives are laid out, and the opponent's 3 and 7 of spades do not fit.
    """
    hand = "4S 5S 6S 5H 5D 9C TC JC QC KC"
    table = GinTable(captain=f"{hand} KD".replace("9C ", ""), box="3S 7S 5C 2H 9H JH 3D TD 8C QD", upcard="9C", target=1000)
    table.play("captain: take discard", "captain: knock discarding KD")
    report = table.hand_result()
    assert report["melds"][1] == [["5S", "5H", "5D"], ["9C", "TC", "JC", "QC", "KC"]]
    assert (report["rest"][1], report["unmatched"][1]) == (["4S", "6S"], 10)
    assert set(report["laid_off"]) == {"5C", "8C"}
    assert report["unmatched"][0] == 3 + 7 + 2 + 9 + 10 + 3 + 10 + 10
    assert best_melds(hand.split())[0] == report["melds"][1]


# ---- CG-11: what a knock scores -------------------------------------------------------------------------------------


@pytest.mark.parametrize("knocker", ["captain", "box"])
def test_cg11_a_lower_knocker_scores_the_difference(knocker: str):
    table = knocked(knocker, LOOSE, target=1000)
    report, seat = table.hand_result(), 1 if knocker == "captain" else 0
    assert (report["how"], report["knocker"], report["scorer"], report["points"]) == ("knock", seat, seat, 68)
    assert report["unmatched"] == {seat: 1, 1 - seat: 69}
    assert table.scores == [68 * (seat == other) for other in table.seats]


@pytest.mark.parametrize("knocker", ["captain", "box"])
@pytest.mark.parametrize("bonus", [0, 10, 37])
def test_cg11_level_points_are_an_undercut(knocker: str, bonus: int):
    table = knocked(knocker, LEVEL, target=1000, undercut_bonus=bonus)
    report, seat = table.hand_result(), 0 if knocker == "captain" else 1
    assert (report["how"], report["knocker"], report["scorer"], report["points"]) == ("undercut", 1 - seat, seat, bonus)
    assert report["unmatched"] == {0: 1, 1: 1}
    assert table.scores == [bonus * (seat == other) for other in table.seats]


def test_cg11_a_higher_knocker_pays_the_difference_too():
    """Nothing unmatched against one point: ten and one."""
    report = knocked("captain", FLAT, target=1000).hand_result()
    assert (report["how"], report["scorer"], report["points"], report["rest"][0]) == ("undercut", 0, 11, [])


def test_cg11_who_lays_off_his_last_card_undercuts():
    """The five of spades goes to the fives."""
    report = knocked("captain", LEVEL.replace("AD", "5S"), target=1000).hand_result()
    assert (report["how"], report["laid_off"], report["unmatched"][0], report["points"]) == ("undercut", ["5S"], 0, 11)


@pytest.mark.parametrize("knocker", ["captain", "box"])
@pytest.mark.parametrize("bonus", [0, 20, 25])
def test_cg11_gin_scores_its_bonus_and_all_that_the_other_holds(knocker: str, bonus: int):
    table = knocked(knocker, LOOSE.replace("JH", "AS"), upcard=TEN, target=1000, gin_bonus=bonus)
    report, seat = table.hand_result(), 1 if knocker == "captain" else 0
    assert (report["how"], report["scorer"], report["points"]) == ("gin", seat, bonus + 60)
    assert table.scores == [(bonus + 60) * (seat == other) for other in table.seats]


def test_cg11_gin_wins_against_a_hand_with_nothing_unmatched():
    table = knocked("captain", FLAT, upcard=TEN, target=1000)
    report = table.hand_result()
    assert (report["how"], report["scorer"], report["points"], report["unmatched"]) == ("gin", 1, 25, {0: 0, 1: 0})
    assert table.scores == [0, 25, 0]


def test_cg11_nothing_unmatched_may_be_held_without_going_gin():
    """No knock, no gin: the box goes on, and the hand counts when it knocks."""
    table = GinTable(captain="AS 4S 7S TS 2H 5H 8H JH 3D 9D", box=FLAT, upcard="KC", stock="QC KH")
    table.play("captain: pass", "box: pass", "captain: take stock", "captain: discard QC", "box: take stock")
    assert "KH" in table.knocks
    table.play("box: discard KH")
    assert table.s.hands_played == 0


def play_out(table: GinTable, rng: random.Random) -> list[dict[str, Any]]:
    """The reports of all hands of a game that is played to its end."""
    reports: dict[int, dict[str, Any]] = {}
    while not table.over:
        table.play_at_random(rng, 1)
        for info in table.env.infos.values():
            reports |= {report["hand"]: report for report in info.get("results", ())}
    return [reports[number] for number in sorted(reports)]


@given(data=st.data(), seed=st.integers(0, 2**32))
@unhurried
def test_cg11_cg13_scores_are_the_sum_of_what_the_reports_say(data: st.DataObject, seed: int):
    """By CG-11 from what lies open; the seat out never scores."""
    options = {**data.draw(any_options()), "max_hands": 4, "max_turns": 30}
    table = GinTable(seed=seed, **options)
    reports = play_out(table, random.Random(seed))
    scores, stacks = [0, 0, 0], [0, 0, 0]
    for number, report in enumerate(reports, 1):
        assert report["hand"] == number
        if report["how"] == "drawn":
            assert (report["knocker"], report["scorer"], report["points"]) == (None, None, 0)
        else:
            knocker, (box, captain) = report["knocker"], (report["box"], report["captain"])
            assert knocker in (box, captain)
            other = box + captain - knocker
            own, theirs = report["unmatched"][knocker], report["unmatched"][other]
            assert own <= options["knock_limit"]
            if own == 0:
                expected = ("gin", knocker, options["gin_bonus"] + theirs)
            elif own < theirs:
                expected = ("knock", knocker, theirs - own)
            else:
                expected = ("undercut", other, options["undercut_bonus"] + own - theirs)
            assert (report["how"], report["scorer"], report["points"]) == expected
            scorer, units = report["scorer"], report["points"] * options["stake"]
            scores[scorer] += report["points"]
            for seat in table.seats:
                if options["settlement"] == "scores":
                    stacks[seat] += 2 * units if seat == scorer else -units
                else:
                    sign = 1 if scorer == box else -1
                    stacks[seat] += sign * (2 * units if seat == box else -units)
        assert report["scores"] == tuple(scores)
    assert (table.scores, table.stacks) == (scores, stacks)


# ---- CG-12: the drawn hand ------------------------------------------------------------------------------------------


def test_cg12_two_cards_in_the_stock_after_a_discard_are_a_drawn_hand():
    """31 cards in the stock: the 29th turn ends it. Nobody scores, the same box deals, all keep their roles."""
    table = GinTable(roles=("captain", "out", "box"))
    table.play("captain: pass", "box: pass")
    table.churn(28)
    assert (table.s.stock_size, table.s.turns, table.s.hands_played, table.who_acts) == (3, 28, 0, "captain")
    table.play("captain: take stock")
    assert (table.s.stock_size, table.s.hands_played) == (2, 0)
    table.play(f"captain: discard {table.drawn}")
    report = table.hand_result()
    assert (report["how"], report["knocker"], report["scorer"], report["points"]) == ("drawn", None, None, 0)
    assert (report["unmatched"], report["melds"], report["rest"], report["laid_off"]) == ({}, {}, {}, [])
    assert (report["box"], report["captain"], report["scores"]) == (2, 0, (0, 0, 0))
    assert (table.roles, table.rewards, table.s.hands_played) == (("captain", "out", "box"), [0, 0, 0], 1)
    assert (len(table.pile), len(table.stock), table.who_acts, table.s.turns) == (1, 31, "captain", 0)


def test_cg12_a_knock_in_the_last_turn_counts():
    """Two cards are left in the stock, but the discard comes with a knock."""
    table = GinTable(captain=KNOCKER, box=LOOSE, upcard="QC", target=1000)
    table.play("captain: pass", "box: pass")
    table.churn(28)
    table.play("captain: take stock", f"captain: {KNOCK}")
    assert (table.hand_result()["knocker"], table.hand_result()["how"] != "drawn") == (1, True)


@pytest.mark.parametrize("turns", [1, 2, 5])
def test_cg12_so_many_turns_of_both_without_a_knock_are_a_drawn_hand(turns: int):
    """Passes are no turns."""
    table = GinTable(max_turns=turns)
    table.play("captain: pass", "box: pass")
    table.churn(turns - 1)
    assert (table.s.hands_played, table.s.turns) == (0, turns - 1)
    table.churn(1)
    assert (table.hand_result()["how"], table.s.hands_played, table.roles) == ("drawn", 1, ("box", "captain", "out"))


def test_cg12_two_players_who_only_swap_discards_come_to_an_end():
    table = GinTable(upcard="KC")
    table.play("captain: take discard", "captain: discard JH")
    for turn in range(2, 101):
        assert (table.s.hands_played, table.s.turns, table.s.stock_size) == (0, turn - 1, 31)
        table.act("take discard")
        table.act(min(name for name in table.legal if name.startswith("discard")))
    assert (table.hand_result()["how"], table.s.hands_played) == ("drawn", 1)


def test_cg12_a_knock_in_the_last_turn_of_all_counts():
    table = knocks("captain", LOOSE, max_turns=1)
    table.play(f"captain: {KNOCK}")
    assert table.hand_result()["how"] == "knock"


# ---- CG-13: the game and the settlement -----------------------------------------------------------------------------


def test_cg13_the_first_to_the_target_wins_the_game():
    table = knocked("captain", LOOSE, target=68)
    assert table.over
    assert (table.hand_result()["game"], table.scores) == ({"winner": 1, "target": 68}, [0, 68, 0])
    assert (table.s.hands_played, table.legal) == (1, set())
    assert all(table.env.terminations.values())
    table = knocked("captain", LOOSE, target=69)
    assert (table.over, table.hand_result()["game"]) == (False, None)


def test_cg13_scores_add_up_over_hands():
    table = knocked("box", LOOSE)
    assert (table.scores, table.roles) == ([68, 0, 0], ("box", "out", "captain"))
    table.lay_out(captain=LEVEL, box=KNOCKER, upcard=ACE)
    table.play("captain: pass", "box: take discard", f"box: {KNOCK}")
    assert (table.scores, table.roles) == ([68, 0, 10], ("out", "captain", "box"))
    table.lay_out(captain=KNOCKER, box=LEVEL, upcard=TEN)
    table.play("captain: take discard", f"captain: {KNOCK}")
    assert (table.scores, table.over) == ([68, 26, 10], False)
    assert table.hand_result()["scores"] == (68, 26, 10)


@pytest.mark.parametrize(("knocker", "winner"), [("captain", 0), ("box", 1)])
def test_cg13_an_undercut_ends_the_game_for_who_made_it(knocker: str, winner: int):
    """Both stand at 95: the ten points are his who undercut."""
    table = knocks(knocker, LEVEL)
    table.s.score[:] = [95, 95, 95]
    table.refresh()
    table.play(f"{knocker}: {KNOCK}")
    report = table.hand_result()
    assert (table.over, report["how"], report["knocker"], report["scorer"]) == (True, "undercut", 1 - winner, winner)
    assert report["scores"] == tuple(95 + 10 * (seat == winner) for seat in range(3))
    assert report["game"] == {"winner": winner, "target": 100}
    assert table.rewards == ([20, -10, -10] if winner == 0 else [-20, 10, 10])


def test_cg13_a_seat_at_the_target_minus_one_has_not_won():
    table = knocks("captain", LEVEL)
    table.s.score[0] = 89
    table.play(f"captain: {KNOCK}")
    assert (table.over, table.scores) == (False, [99, 0, 0])


def test_cg13_the_game_ends_as_it_stands_after_so_many_hands():
    table = knocked("box", LOOSE, max_hands=2, max_turns=1, target=1000)
    assert (table.over, table.hand_result()["game"]) == (False, None)
    table.play("captain: pass", "box: pass")
    table.churn(1)
    report = table.hand_result()
    assert (table.over, report["how"], report["game"]) == (True, "drawn", {"winner": 0, "target": 1000})


def test_cg13_a_game_in_which_nobody_leads_has_no_winner():
    table = GinTable(max_hands=1, max_turns=1)
    table.play("captain: pass", "box: pass")
    table.churn(1)
    assert (table.over, table.hand_result()["game"], table.rewards) == (True, {"winner": None, "target": 100}, [0, 0, 0])


@pytest.mark.parametrize(
    ("knocker", "other", "points", "box_wins"),
    [("box", LOOSE, 68, True), ("captain", LOOSE, 68, False), ("captain", LEVEL, 10, True), ("box", LEVEL, 10, False)],
)
@pytest.mark.parametrize("stake", [1, 3])
def test_cg13_by_partners_the_box_stands_against_the_other_two(
    knocker: str, other: str, points: int, box_wins: bool, stake: int
):
    table = knocked(knocker, other, stake=stake, roles=("out", "box", "captain"), target=1000)
    units = points * stake * (1 if box_wins else -1)
    assert table.rewards == [-units, 2 * units, -units]
    assert table.stacks == [-units, 2 * units, -units]
    assert table.hand_result()["points"] == points  # a stake is no matter of points


@pytest.mark.parametrize(
    ("knocker", "other", "points", "box_wins"),
    [("box", LOOSE, 68, True), ("captain", LOOSE, 68, False), ("captain", LEVEL, 10, True), ("box", LEVEL, 10, False)],
)
@pytest.mark.parametrize("stake", [1, 3])
def test_cg13_by_scores_every_pair_settles_its_difference(knocker: str, other: str, points: int, box_wins: bool, stake: int):
    table = knocked(knocker, other, stake=stake, settlement="scores", roles=("out", "box", "captain"), target=1000)
    units = points * stake
    assert table.rewards == ([-units, 2 * units, -units] if box_wins else [-units, -units, 2 * units])
    assert table.stacks == table.rewards


def test_cg13_nothing_is_paid_within_a_hand():
    table = GinTable(captain=KNOCKER, box=LOOSE, upcard=ACE, advice=True)
    for move in ("out: take discard", "captain: take discard", f"out: {KNOCK}"):
        table.play(move)
        assert table.rewards == [0, 0, 0]
    table.play(f"captain: {KNOCK}")
    assert table.rewards == [-136, 68, 68]
    assert (table.stacks, table.s.pot, table.s.house, table.s.bankroll.tolist()) == ([-136, 68, 68], 0, 0, [0, 0, 0])


@given(data=st.data(), seed=st.integers(0, 2**32))
@unhurried
def test_cg13_units_sum_to_zero_by_hand_and_by_game(data: st.DataObject, seed: int):
    """And by scores, a seat's units are its differences to the two others."""
    options = {**data.draw(any_options()), "max_hands": 4, "max_turns": 30}
    table, rng = GinTable(seed=seed, **options), random.Random(seed)
    won = np.zeros(3, int)
    while not table.over:
        played = int(table.s.hands_played)
        table.play_at_random(rng, 1)
        assert sum(table.rewards) == 0
        assert table.s.hands_played > played or not any(table.rewards)
        won += np.array(table.rewards, int)
    assert won.tolist() == table.stacks
    assert sum(table.stacks) == 0
    if options["settlement"] == "scores":
        total = sum(table.scores)
        assert table.stacks == [options["stake"] * (3 * score - total) for score in table.scores]
    assert (max(table.scores) >= options["target"]) or table.s.hands_played == 4


def test_cg13_scores_and_the_race_are_the_same_under_both_settlements():
    for seed in range(5):
        games = [GinTable(seed=seed, settlement=way, max_turns=40) for way in ("partners", "scores")]
        reports = [play_out(table, random.Random(seed)) for table in games]
        assert reports[0] == reports[1]


# ---- CG-14: what is seen (more in the tests of sight) ------------------------------------------------------------------


def test_cg14_the_seat_out_sees_what_the_captain_sees_and_the_box_does_not():
    table = GinTable(advice=True)
    table.play("out: take discard")
    box, captain, out = (table.describe(seat) for seat in (0, 1, 2))
    assert captain["hand"] == out["hand"] == table.hand(1)
    assert captain["advice"] == out["advice"] == "take discard"
    assert (box["hand"], box["advice"]) == (table.hand(0), None)
