"""The rules of the common-deck Pazaak one by one, RP-1 to RP-10, on games worked out by hand.

Moves read "seat: action"; playing them also checks whose turn it is and that the action is legal. `main` has the cards off
the main deck, a list a round. Seats bring 50 units and stake one of them; nothing is bet, and nobody has the Force, unless
a test says so.
"""

from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from backroom.envs.core.game import Game, get_game
from backroom.envs.republic_pazaak import state
from backroom.envs.republic_pazaak.cards import KINDS

NewTable = Callable[..., Any]
ANY = ("+1", "+1", "+1", "+1")
LOW = ("-1", "-1", "-1", "-1")
LOW_WITH_TIE = ("-1", "-1", "-1", "±1T")
FOUR_OF_EACH = [4] * 10


@pytest.fixture(scope="module")
def game() -> Game:
    """The description of the game."""
    return get_game("republic_pazaak")


def many_games(game: Game, count: int, **options: Any) -> Any:
    """Records of freshly dealt games in which nobody is asked anything before the first turn."""
    table = game.parse_options({"max_bet": 0, "force_sensitive": False, **options})
    states = game.new_states([table] * count, np.uint64(2024))
    game.kernels.reset_games(states, np.arange(count))
    return states


def stand_all(table: Any) -> None:
    """Every seat stands on its first card: one round."""
    played = int(table.s.played_rounds)
    while not table.over and table.s.played_rounds == played:
        table.act("stand")


# ---- RP-1: the main deck --------------------------------------------------------------------------------------------


def test_rp1_all_seats_draw_from_one_deck_with_four_of_each_value(new_table: NewTable):
    table = new_table((), (), main=[[7, 7, 7, 7]])
    table.play("0: end turn", "1: end turn", "0: end turn")
    assert (table.lying(0), table.lying(1)) == ([7, 7], [7, 7])
    assert table.s.main_left.tolist() == [4, 4, 4, 4, 4, 4, 0, 4, 4, 4]


def test_rp1_all_forty_are_shuffled_before_every_round(new_table: NewTable):
    table = new_table((), (), main=[[7, 7], [7]])
    table.play("0: stand", "1: stand")
    assert table.s.main_left.tolist() == [4, 4, 4, 4, 4, 4, 3, 4, 4, 4]
    assert (table.lying(0), table.lying(1)) == ([], [7])


def test_rp1_each_value_is_equally_likely(game: Game, tables: ModuleType):
    states = many_games(game, 1500)
    tables.assert_about(np.bincount(states["table"][:, :, 0].max(axis=1), minlength=11)[1:], 1 / 10, 1500)


def test_rp1_four_seats_with_nine_cards_each_do_not_exhaust_the_deck():
    assert state.MAX_SEATS * 9 <= state.MAIN_CARDS == 40


# ---- RP-2: side cards -----------------------------------------------------------------------------------------------


def ways_of(code: str) -> dict[str, int]:
    """How the card can be played on a 5, and what it then lies as."""
    if code in ("2&4", "3&6"):
        return {code: 0}
    if code == "D":
        return {code: 5}
    if code[0] in "+-":
        return {code: int(code)}
    sizes = code[1:].rstrip("T").split("/")
    return {f"{code} as {sign}{size}": int(sign + size) for sign in "+-" for size in sizes}


@pytest.mark.parametrize("code", KINDS)
def test_rp2_every_card_can_be_played_in_its_ways_and_in_no_other(new_table: NewTable, code: str):
    ways = ways_of(code)
    for way, value in ways.items():
        table = new_table((code,), (), main=[[5]])
        assert table.plays == set(ways)
        table.play(f"0: play {way}")
        assert (table.lying(0), table.totals[0]) == ([5, value], 5 + value)
        assert table.hand(0) == []


def test_rp2_there_are_twenty_five_kinds_of_card():
    sizes = range(1, 7)
    plain = {f"{sign}{size}" for sign in "+-±" for size in sizes}
    assert set(KINDS) == plain | {"±1T", "D", "±1/2", "±3/4", "±5/6", "2&4", "3&6"}
    assert len(KINDS) == 25


def test_rp2_worked_case_of_a_flip(new_table: NewTable):
    """3, 7, 6, -3, 2 under 3&6."""
    table = new_table(("-3", "3&6"), (), main=[[3, 1, 7, 1, 6, 1, 2]])
    table.play("0: end turn", "1: end turn", "0: end turn", "1: end turn", "0: play -3", "0: end turn", "1: end turn")
    assert table.lying(0) == [3, 7, 6, -3, 2]
    table.play("0: play 3&6")
    assert (table.lying(0), table.totals[0]) == ([-3, 7, -6, 3, 2, 0], 3)
    assert table.legal == {"end turn", "stand"}


def test_rp2_a_flip_turns_negative_cards_too(new_table: NewTable):
    """2&4 over 10, -2, 4."""
    table = new_table(("-2", "2&4"), (), main=[[10, 1, 4]])
    table.play("0: play -2", "0: end turn", "1: end turn", "0: play 2&4")
    assert (table.lying(0), table.totals[0]) == ([10, 2, -4, 0], 8)


@pytest.mark.parametrize(
    ("way", "flip", "lies"),
    [
        ("±3/4 as -3", "3&6", 3),
        ("±3/4 as +4", "3&6", 4),
        ("±3/4 as +4", "2&4", -4),
        ("±5/6 as +6", "3&6", -6),
        ("±5/6 as -5", "3&6", -5),
        ("±1/2 as -2", "2&4", 2),
        ("±1/2 as +1", "2&4", 1),
        ("±6 as -6", "3&6", 6),
        ("±1T as +1", "2&4", 1),
    ],
)
def test_rp2_a_flip_goes_by_the_size_that_was_chosen(new_table: NewTable, way: str, flip: str, lies: int):
    table = new_table((way.split(" ")[0], flip), (), main=[[8, 1, 5]])
    table.play(f"0: play {way}", "0: end turn", "1: end turn", f"0: play {flip}")
    assert table.lying(0) == [8, lies, 5, 0]


def test_rp2_a_second_flip_turns_back(new_table: NewTable):
    table = new_table(("3&6", "3&6"), (), main=[[6, 1, 1]])
    table.play("0: play 3&6", "0: end turn", "1: end turn", "0: play 3&6")
    assert table.lying(0) == [6, 0, 1, 0]


def test_rp2_only_cards_that_lie_already_turn_and_only_the_owners(new_table: NewTable):
    table = new_table((), ("3&6",), main=[[3, 3, 1, 6]])
    table.play("0: end turn", "1: play 3&6")
    assert (table.lying(0), table.lying(1)) == ([3], [-3, 0])
    table.play("1: end turn", "0: end turn")
    assert table.lying(1) == [-3, 0, 6]


def test_rp2_a_flip_may_make_twenty_or_too_many(new_table: NewTable):
    """10 - 3 + 7 becomes 20 and stands at once; 10 - 6 + 10 becomes 26."""
    table = new_table(("-3", "3&6"), (), main=[[10, 1, 7, 1]])
    table.play("0: play -3", "0: end turn", "1: end turn", "0: play 3&6")
    assert (table.totals[0], table.to_act) == (20, 1)
    table = new_table(("-6", "3&6"), (), main=[[10, 1, 10]])
    table.play("0: play -6", "0: end turn", "1: end turn", "0: play 3&6")
    assert (table.totals[0], table.legal) == (26, {"end turn"})


def test_rp2_the_doubling_card_after_a_ten_makes_twenty(new_table: NewTable):
    table = new_table(("D",), (), main=[[10, 3]])
    table.play("0: play D")
    assert (table.lying(0), table.totals[0], table.to_act) == ([10, 10], 20, 1)


def test_rp2_the_doubling_card_doubles_what_was_drawn_in_this_turn(new_table: NewTable):
    table = new_table(("D", "+3"), (), main=[[4, 1, 6]])
    table.play("0: play +3", "0: end turn", "1: end turn", "0: play D")
    assert table.lying(0) == [4, 3, 6, 6]


def test_rp2_a_flip_turns_a_doubling_card_by_the_size_that_it_doubled(new_table: NewTable):
    table = new_table(("D", "2&4"), (), main=[[4, 1, 10]])
    table.play("0: play D", "0: end turn", "1: end turn", "0: play 2&4")
    assert (table.lying(0), table.totals[0]) == ([-4, -4, 10, 0], 2)


# ---- RP-3: the hand -------------------------------------------------------------------------------------------------


def test_rp3_the_hand_is_for_the_whole_game_and_play_goes_on_without_it(new_table: NewTable):
    table = new_table(("+1", "+2"), (), main=[[9, 5], [9, 5], [5, 5]])
    table.play("0: play +1", "0: stand", "1: stand", "1: stand")
    assert (table.hand(0), table.plays) == (["+2"], {"+2"})  # the second round: nothing was dealt again
    table.play("0: play +2", "0: stand")
    assert (table.hand(0), table.legal) == ([], {"end turn", "stand"})  # the third
    table.play("0: end turn", "1: end turn")
    assert table.s.cards[0] == 2


def test_rp3_four_of_the_ten_are_dealt_each_as_often_as_the_others(game: Game, tables: ModuleType):
    states = many_games(game, 600, side_decks="plain")
    for seat in range(2):
        places = states["side_place"][:, seat * 10 : seat * 10 + 10]
        assert (states["hand_left"][:, seat] == 4).all()
        tables.assert_about((places == seat).sum(axis=0), 4 / 10, 600)
        assert ((places == state.IN_SIDE_DECK).sum(axis=1) == 6).all()


def test_rp3_one_list_can_be_shared_by_all(new_table: NewTable):
    codes = ["+1", "+2", "+3", "+4", "-1", "-2", "-3", "-4", "D", "D", "2&4", "3&6", "±1T"]
    table = new_table(num_players=3, shared_side_deck=True, side_decks=codes, seed=1)
    hands = [table.hand(seat) for seat in range(3)]
    assert [len(hand) for hand in hands] == [4, 4, 4]
    assert sorted([*hands[0], *hands[1], *hands[2], *table.side_deck()]) == sorted(codes)


def test_rp3_hands_off_a_shared_list_are_equally_likely(game: Game, tables: ModuleType):
    states = many_games(game, 600, shared_side_deck=True, side_decks=KINDS[:12], num_players=3)
    for seat in range(3):
        tables.assert_about((states["side_place"][:, :12] == seat).sum(axis=0), 1 / 3, 600)


def test_rp3_a_random_deck_has_ten_different_kinds_of_all_that_there_are(game: Game, tables: ModuleType):
    states = many_games(game, 500, side_decks="random")
    for seat in range(2):
        kinds = states["side_card"][:, seat * 10 : seat * 10 + 10]
        assert (np.diff(kinds, axis=1) > 0).all()  # in their order, each once
        tables.assert_about(np.bincount(kinds.ravel(), minlength=25), 10 / 25, 500)
    assert (states["side_card"][:, :10] != states["side_card"][:, 10:20]).any(axis=1).mean() > 0.99


@pytest.mark.parametrize(("seats", "cards"), [(2, 10), (3, 12), (4, 16)])
def test_rp3_a_random_deck_for_all_has_four_cards_or_more_a_seat(game: Game, seats: int, cards: int):
    states = many_games(game, 200, side_decks="random", shared_side_deck=True, num_players=seats)
    assert (states["shared_size"] == cards).all()
    assert (np.diff(states["side_card"][:, :cards], axis=1) > 0).all()  # each kind once
    assert (states["hand_left"][:, :seats] == 4).all()


# ---- RP-4: turns ----------------------------------------------------------------------------------------------------


def test_rp4_turns_go_round_with_one_main_card_each(new_table: NewTable):
    table = new_table((), (), (), first=1, main=[[1, 2, 3, 4, 5, 6]])
    for seat in (1, 2, 0, 1, 2, 0):
        table.play(f"{seat}: end turn")
    assert [table.lying(seat)[:2] for seat in range(3)] == [[3, 6], [1, 4], [2, 5]]


def test_rp4_one_hand_card_a_turn_at_most(new_table: NewTable):
    table = new_table(("+1", "+2"), (), main=[[5, 5, 5]])
    assert table.legal == {"play +1", "play +2", "end turn", "stand"}
    table.play("0: play +1")
    assert table.legal == {"end turn", "stand"}
    table.play("0: end turn", "1: end turn")
    assert table.legal == {"play +2", "end turn", "stand"}


def test_rp4_a_seat_that_stands_takes_no_more_cards_in_this_round(new_table: NewTable):
    table = new_table((), (), main=[[9, 2, 2, 2, 2], [1]])
    table.play("0: stand", "1: end turn", "1: end turn", "1: end turn", "1: stand")
    assert table.report()["cards"] == (1, 4)
    assert table.to_act == 1  # and draws again in the next
    table.play("1: stand")
    assert table.to_act == 0


def test_rp4_nobody_stands_above_twenty(new_table: NewTable):
    table = new_table(("+6",), (), main=[[10, 1, 8, 1]])
    table.play("0: end turn", "1: end turn")
    assert "stand" in table.legal
    table.play("0: play +6")
    assert (table.totals[0], table.legal) == (24, {"end turn"})


def test_rp4_a_seat_stands_where_no_main_card_is_left(new_table: NewTable):
    table = new_table((), (), main=[[7], [1]])
    table.leave_in_main_deck()
    table.play("0: end turn")
    assert table.report()["totals"] == (7, 0)
    assert table.report()["status"] == ("stands", "stands")
    assert table.won == [1, 0]


# ---- RP-5: twenty and above -----------------------------------------------------------------------------------------


def test_rp5_twenty_stands_at_once(new_table: NewTable):
    table = new_table(("+1",), (), main=[[10, 9, 10, 9, 1]])
    table.play("0: end turn", "1: end turn")
    assert (table.totals, table.to_act) == ([20, 18], 1)  # seat 0 was not asked: seat 1 has its second card


def test_rp5_twenty_by_a_hand_card_stands_at_once(new_table: NewTable):
    table = new_table(("+1",), (), main=[[10, 9, 9, 1]])
    table.play("0: end turn", "1: end turn", "0: play +1")
    assert (table.totals, table.to_act) == ([20, 10], 1)


def test_rp5_a_bust_of_two_ends_the_round_at_once(new_table: NewTable):
    table = new_table((), (), main=[[10, 2, 9, 2, 5], [1]])
    table.play("0: end turn", "1: end turn", "0: end turn", "1: end turn")
    assert (table.totals, table.legal) == ([24, 4], {"end turn"})
    table.play("0: end turn")
    report = table.report()
    assert (report["how"], report["winner"], report["totals"]) == ("bust", 1, (24, 4))
    assert report["status"] == ("bust", "draws")
    assert table.won == [0, 1]


def test_rp5_a_bust_of_three_drops_only_that_seat_and_the_last_wins(new_table: NewTable):
    table = new_table((), (), (), main=[[10, 5, 9, 9, 6, 9, 10, 10], [1]])
    table.play(*["0: end turn", "1: end turn", "2: end turn"] * 2, "0: end turn")
    assert (table.totals, table.to_act) == ([29, 21, 18], 1)
    assert [seat["status"] for seat in table.knows(0)["seats"]] == ["bust", "draws", "draws"]
    table.play("1: end turn")
    report = table.report()
    assert (report["how"], report["winner"], report["status"]) == ("bust", 2, ("bust", "bust", "draws"))


def test_rp5_the_others_of_four_are_compared_after_a_bust(new_table: NewTable):
    table = new_table((), (), (), (), main=[[5, 10, 9, 8, 5, 9, 9, 8, 5, 5], [1]])
    table.play("0: end turn", "1: end turn", "2: end turn", "3: end turn", "0: end turn", "1: end turn", "2: stand")
    table.play("3: stand", "0: stand", "1: end turn")
    report = table.report()
    assert (report["how"], report["winner"], report["totals"]) == ("points", 2, (15, 24, 18, 16))


def test_rp5_the_last_of_four_that_is_not_bust_wins_at_once(new_table: NewTable):
    table = new_table((), (), (), (), main=[[10, 10, 10, 1, 9, 9, 9, 1, 5, 5, 5], [1]])
    table.play(*[f"{seat}: end turn" for seat in range(4)] * 2, "0: end turn", "1: end turn", "2: end turn")
    report = table.report()
    assert (report["how"], report["winner"], report["totals"]) == ("bust", 3, (24, 24, 24, 2))


def test_rp5_a_hand_card_can_mend_what_is_too_many(new_table: NewTable):
    table = new_table(("-5",), (), main=[[10, 9, 9, 9, 5]])
    table.play("0: end turn", "1: end turn", "0: end turn", "1: stand")
    assert (table.totals[0], table.legal) == (24, {"play -5", "end turn"})
    table.play("0: play -5")
    assert (table.totals[0], table.legal) == (19, {"end turn", "stand"})


def test_rp5_a_hand_card_that_does_not_mend_it_leaves_a_bust(new_table: NewTable):
    table = new_table(("-1",), (), main=[[10, 9, 9, 9, 5], [1]])
    table.play("0: end turn", "1: end turn", "0: end turn", "1: stand", "0: play -1")
    assert (table.totals[0], table.legal) == (23, {"end turn"})
    table.play("0: end turn")
    assert table.report()["status"] == ("bust", "stands")


# ---- RP-6: nine cards -----------------------------------------------------------------------------------------------

TO_EIGHT = [1, 10, 1, 10, 1, 1, 2, 2, 2, 2]  # eight cards that make 12 for seat 0, and 20 for seat 1
MOVES_TO_EIGHT = ["0: end turn", "1: end turn", *["0: end turn"] * 6]


@pytest.mark.parametrize(("ninth", "total"), [(8, 20), (3, 15)], ids=["exactly 20", "below 20"])
def test_rp6_nine_cards_beat_twenty(new_table: NewTable, ninth: int, total: int):
    table = new_table((), (), main=[[*TO_EIGHT, ninth], [1]])
    table.play(*MOVES_TO_EIGHT)
    assert (table.s.cards[0], table.totals) == (8, [12, 20])
    table.play("0: end turn")
    report = table.report()
    assert (report["how"], report["winner"], report["totals"], report["cards"]) == ("nine cards", 0, (total, 20), (9, 2))


def test_rp6_a_ninth_main_card_above_twenty_can_not_be_mended(new_table: NewTable):
    table = new_table(("-6",), (), main=[[*TO_EIGHT, 10], [1]])
    table.play(*MOVES_TO_EIGHT, "0: end turn")
    report = table.report()
    assert (report["how"], report["winner"], report["totals"]) == ("bust", 1, (22, 20))
    assert table.hand(0) == ["-6"]


@pytest.mark.parametrize(
    ("card", "total"), [("+1", 13), ("-6", 6), ("D", 14), ("2&4", -4), ("±5/6 as +6", 18)], ids=lambda it: str(it)
)
def test_rp6_hand_cards_count_among_the_nine(new_table: NewTable, card: str, total: int):
    """A flip too, though it counts nothing: 1, 1, 1, 1, -2, -2, -2, -2 are -4, and win."""
    table = new_table((card.split(" ")[0],), (), main=[TO_EIGHT, [1]])
    table.play(*MOVES_TO_EIGHT, f"0: play {card}")
    report = table.report()
    assert (report["how"], report["winner"], report["totals"], report["cards"]) == ("nine cards", 0, (total, 20), (9, 2))


def test_rp6_a_ninth_card_from_the_hand_above_twenty_is_a_bust_at_once(new_table: NewTable):
    table = new_table(("+6",), (), main=[[1, 10, 1, 10, 1, 1, 2, 2, 2, 5], [1]])
    table.play(*MOVES_TO_EIGHT, "0: play +6")
    report = table.report()
    assert (report["how"], report["winner"], report["totals"]) == ("bust", 1, (21, 20))


@pytest.mark.parametrize(
    ("hands", "winner"),
    [((LOW, LOW), None), ((LOW, LOW_WITH_TIE), 1), ((LOW_WITH_TIE, LOW), 0), ((LOW_WITH_TIE, LOW_WITH_TIE), None)],
    ids=["no ±1T", "second has ±1T", "first has ±1T", "both have ±1T"],
)
@pytest.mark.parametrize("third", [False, True], ids=["two seats", "a third on 20"])
def test_rp6_nine_cards_are_level_with_nine_but_for_the_tie_breaker(
    new_table: NewTable, hands: Sequence[Sequence[str]], winner: int | None, third: bool
):
    """Totals of 7 and 3 do not matter. The first to fill its table stands by itself and the other goes on."""
    main = [2, 1, 10, 2, 1, 10, 2, 1, 2, 1, 3, 3] if third else [2, 1, 2, 1, 2, 1, 2, 1, 3, 3]
    table = new_table(*hands, *[()] * third, main=[main, [1]])
    for card in range(4):
        for seat, hand in enumerate(hands):
            name = hand[card].replace("±1T", "±1T as -1")
            table.play(f"{seat}: play {name}", f"{seat}: end turn")
        if third and card == 0:
            table.play("2: end turn")  # its second ten stands by itself
    report = table.report()
    assert report["cards"][:2] == (9, 9)
    assert report["totals"] == ((7, 3, 20) if third else (7, 3))
    assert report["winner"] == winner
    assert report["how"] == ("drawn" if winner is None else "±1T")


def test_rp6_a_seat_with_nine_cards_waits_for_the_others(new_table: NewTable):
    """Seat 0 has nine; seat 1 draws on, goes bust, and seat 2 of three is still asked."""
    table = new_table(LOW, (), (), main=[[2, 5, 1, 2, 5, 1, 2, 5, 1, 2, 4, 1, 3, 9, 3], [1]])
    for _ in range(4):
        table.play("0: play -1", "0: end turn", "1: end turn", "2: end turn")
    assert (table.s.cards[0], table.to_act, table.totals) == (9, 1, [7, 28, 4])
    table.play("1: end turn")
    assert table.to_act == 2
    table.play("2: stand")
    report = table.report()
    assert (report["how"], report["winner"], report["totals"]) == ("nine cards", 0, (7, 28, 7))


# ---- RP-7: the winner of a round ------------------------------------------------------------------------------------


def test_rp7_the_nearest_to_twenty_wins(new_table: NewTable):
    table = new_table((), (), (), main=[[8, 10, 9], [1]])
    stand_all(table)
    report = table.report()
    assert (report["how"], report["winner"], table.won) == ("points", 1, [0, 1, 0])


@pytest.mark.parametrize("cards", [[9, 9], [4, 9, 9], [9, 9, 9, 9]], ids=["two", "two of three", "four"])
def test_rp7_level_tables_draw_the_round_and_it_counts_for_nobody(new_table: NewTable, cards: list[int]):
    table = new_table(*[()] * len(cards), main=[cards, [1]])
    stand_all(table)
    report = table.report()
    assert (report["how"], report["winner"], table.won) == ("drawn", None, [0] * len(cards))


def test_rp7_worked_case_of_the_tie_breaker(new_table: NewTable):
    """One stands on 20; the other draws to 19 and plays ±1T as +1: 20 each, and it wins."""
    table = new_table(ANY, ("±1T",), main=[[10, 9, 10, 10], [1]])
    table.play("0: end turn", "1: end turn", "1: play ±1T as +1")
    report = table.report()
    assert (report["how"], report["winner"], report["totals"]) == ("±1T", 1, (20, 20))


def test_rp7_tie_breaker_against_tie_breaker_is_drawn(new_table: NewTable):
    table = new_table(("±1T",), ("±1T",), main=[[10, 10, 9, 9], [1]])
    table.play("0: end turn", "1: end turn", "0: play ±1T as +1", "1: play ±1T as +1")
    report = table.report()
    assert (report["how"], report["winner"], report["totals"]) == ("drawn", None, (20, 20))


@pytest.mark.parametrize("way", ["+1", "-1"])
def test_rp7_the_tie_breaker_wins_with_either_sign(new_table: NewTable, way: str):
    table = new_table(("±1T",), (), main=[[9, 9 + int(way)], [1]])
    table.play(f"0: play ±1T as {way}", "0: stand", "1: stand")
    assert (table.report()["how"], table.report()["winner"]) == ("±1T", 0)


@pytest.mark.parametrize(
    ("holders", "winner"), [((0,), 0), ((1,), 1), ((2,), 2), ((0, 2), None), ((0, 1, 2), None)], ids=lambda it: str(it)
)
def test_rp7_of_three_level_seats_the_only_one_with_a_tie_breaker_wins(
    new_table: NewTable, holders: tuple[int, ...], winner: int | None
):
    table = new_table(*[("±1T", "+1")] * 3, main=[[8, 8, 8], [1]])
    for seat in range(3):
        card = "±1T as +1" if seat in holders else "+1"
        table.play(f"{seat}: play {card}", f"{seat}: stand")
    assert table.report()["totals"] == (9, 9, 9)
    assert table.report()["winner"] == winner


def test_rp7_a_tie_breaker_that_is_not_level_with_the_best_wins_nothing(new_table: NewTable):
    table = new_table(("±1T",), (), (), main=[[7, 9, 9], [1]])
    table.play("0: play ±1T as +1", "0: stand", "1: stand", "2: stand")
    assert (table.report()["how"], table.report()["winner"]) == ("drawn", None)


def test_rp7_a_tie_breaker_counts_for_its_round_alone(new_table: NewTable):
    table = new_table(("±1T",), (), main=[[8, 9], [9, 9]])
    table.play("0: play ±1T as +1", "0: stand", "1: stand")
    assert table.won == [1, 0]
    table.play("1: stand", "0: stand")
    assert table.report()["how"] == "drawn"


# ---- RP-8: the game -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rp8_every_seat_is_equally_likely_to_move_first(game: Game, tables: ModuleType, seats: int):
    states = many_games(game, 900, num_players=seats)
    tables.assert_about(np.bincount(states["first"], minlength=seats), 1 / seats, 900)
    assert (states["to_act"] == states["first"]).all()


def test_rp8_the_first_seat_moves_clockwise_each_round(new_table: NewTable):
    table = new_table((), (), (), first=2, main=[[9, 9, 9]] * 6, rounds=6)
    order = []
    for _ in range(5):
        order.append(table.to_act)
        stand_all(table)
    assert order == [2, 0, 1, 2, 0]


def test_rp8_most_rounds_of_three_win_the_game_and_the_antes(new_table: NewTable):
    """One round each and one for seat 1: three are played."""
    table = new_table((), (), main=[[10, 9], [10, 9], [9, 10]], ante=3)
    assert (table.stacks, table.pot) == ([47, 47], 6)
    stand_all(table)
    stand_all(table)
    assert (table.won, table.over, table.rewards) == ([1, 1], False, [0, 0])
    stand_all(table)
    assert (table.won, table.over, table.rewards) == ([1, 2], True, [-3, 3])
    assert (table.stacks, table.pot) == ([47, 53], 0)
    assert table.report()["game"] == {"winner": 1, "ante": 3}


def test_rp8_no_round_is_played_when_the_lead_can_not_be_caught(new_table: NewTable):
    table = new_table((), (), main=[[10, 9], [9, 10]])
    stand_all(table)
    assert not table.over
    stand_all(table)
    assert (table.over, table.won, table.s.played_rounds) == (True, [2, 0], 2)
    assert table.rewards == [1, -1]


def test_rp8_a_lead_that_could_be_drawn_level_does_not_end_the_game(new_table: NewTable):
    """A win and a draw: the third round could level it. Drawn, it leaves the lead."""
    table = new_table((), (), main=[[10, 9], [9, 9], [9, 9]])
    stand_all(table)
    stand_all(table)
    assert not table.over
    stand_all(table)
    assert (table.over, table.won, table.rewards) == (True, [1, 0], [1, -1])


def test_rp8_after_three_draws_the_next_round_won_decides(new_table: NewTable):
    table = new_table((), (), main=[[9, 9]] * 4 + [[10, 9]])
    for _ in range(4):
        stand_all(table)
        assert not table.over
    assert (table.s.decider, table.won) == (1, [0, 0])
    stand_all(table)
    assert (table.over, table.won, table.rewards) == (True, [1, 0], [1, -1])
    assert table.report()["round"] == 5


def test_rp8_after_a_tie_of_three_only_the_level_seats_play_on(new_table: NewTable):
    """Seats 0 and 2 have a round each. Seat 1 is out; the turn to move first passes over it."""
    table = new_table((), (), (), main=[[10, 8, 9], [8, 10, 9], [7, 7, 7], [7, 7], [8, 9]])
    for _ in range(3):
        stand_all(table)
    assert (table.won, table.s.decider, table.to_act) == ([1, 0, 1], 1, 0)
    assert [seat["status"] for seat in table.knows(0)["seats"]] == ["draws", "out", "draws"]
    table.play("0: stand", "2: stand")
    assert (table.over, table.won) == (False, [1, 0, 1])  # drawn: still level
    table.play("2: stand", "0: stand")
    assert (table.over, table.won, table.rewards) == (True, [2, 0, 1], [2, -1, -1])
    assert table.report()["status"] == ("stands", "out", "stands")


def test_rp8_a_bust_decides_between_two_of_three(new_table: NewTable):
    table = new_table((), (), (), main=[[10, 8, 9], [8, 10, 9], [7, 7, 7], [10, 1, 9, 1, 5]])
    for _ in range(3):
        stand_all(table)
    table.play("0: end turn", "2: end turn", "0: end turn", "2: end turn", "0: end turn")
    assert (table.over, table.report()["how"], table.rewards) == (True, "bust", [-1, -1, 2])


@pytest.mark.parametrize(("rounds", "played"), [(1, 1), (2, 2), (5, 3)])
def test_rp8_the_number_of_rounds_is_an_option(new_table: NewTable, rounds: int, played: int):
    wins = [[10, 9], [9, 10], [10, 9]]  # all of them for seat 0
    table = new_table((), (), main=wins, rounds=rounds)
    while not table.over:
        stand_all(table)
    assert table.s.played_rounds == played


def test_rp8_a_game_that_is_level_at_the_last_round_is_drawn_and_all_goes_back(new_table: NewTable):
    table = new_table((), (), main=[[9, 9]] * 4, max_bet=2, max_rounds=4, ante=3)
    table.play("0: offer 2", "1: accept")
    assert (table.stacks, table.pot) == ([45, 45], 10)
    for _ in range(4):
        assert not table.over
        stand_all(table)
    assert (table.over, table.stacks, table.pot, table.rewards) == (True, [50, 50], 0, [0, 0])
    assert table.report()["game"] == {"winner": None, "ante": 3}


def test_rp8_no_ante_no_stake(new_table: NewTable):
    table = new_table((), (), main=[[10, 9], [9, 10]], ante=0)
    assert table.pot == 0
    stand_all(table)
    stand_all(table)
    assert (table.over, table.rewards) == (True, [0, 0])


# ---- bets, on the game and on rounds (RP-8, RP-7) -------------------------------------------------------------------


def offers(most: int) -> set[str]:
    return {f"offer {units}" for units in range(most + 1)}


WON_BY_0 = [[10, 9], [9, 10]]


def test_bets_the_first_seat_offers_and_the_winner_of_the_game_takes_them(new_table: NewTable):
    table = new_table((), (), first=1, main=[[10, 9], [9, 10]], max_bet=3)
    assert (table.to_act, table.legal) == (1, offers(3))
    table.play("1: offer 3")
    assert table.legal == {"accept", "decline"}  # a raise would be above max_bet
    table.play("0: accept")
    assert (table.stacks, table.pot, table.rewards) == ([46, 46], 8, [0, 0])
    stand_all(table)
    assert table.rewards == [0, 0]
    stand_all(table)
    assert (table.over, table.rewards) == (True, [-4, 4])


def test_bets_a_declined_offer_is_void(new_table: NewTable):
    table = new_table((), (), main=WON_BY_0, max_bet=3)
    table.play("0: offer 1", "1: decline")
    assert (table.stacks, table.pot) == ([49, 49], 2)


@pytest.mark.parametrize(("answer", "bet"), [("accept", 3), ("decline", 1)])
def test_bets_on_the_game_may_be_raised_once_between_two(new_table: NewTable, answer: str, bet: int):
    """A raise that is declined leaves the first offer."""
    table = new_table((), (), main=WON_BY_0, max_bet=3)
    table.play("0: offer 1")
    assert table.legal == {"accept", "decline", "raise to 2", "raise to 3"}
    table.play("1: raise to 3")
    assert table.legal == {"accept", "decline"}
    table.play(f"0: {answer}")
    assert table.one_a_seat("game_bets") == [bet, bet]
    assert table.stacks == [49 - bet, 49 - bet]


@pytest.mark.parametrize(("answer", "bet"), [("accept", 2), ("decline", 0)])
def test_bets_nothing_offered_may_be_raised_too(new_table: NewTable, answer: str, bet: int):
    table = new_table((), (), main=WON_BY_0, max_bet=3)
    table.play("0: offer 0")
    assert table.legal == {"accept", "raise to 1", "raise to 2", "raise to 3"}
    table.play("1: raise to 2", f"0: {answer}")
    assert table.one_a_seat("game_bets") == [bet, bet]
    table = new_table((), (), main=WON_BY_0, max_bet=3)
    table.play("0: offer 0", "1: accept")
    assert (table.one_a_seat("game_bets"), table.legal >= {"stand"}) == ([0, 0], True)


@pytest.mark.parametrize(("bankroll", "most"), [([50, 4], 3), ([3, 50], 2), ([50, 50], 5), ([50, 2], 1)], ids=str)
def test_bets_nobody_is_asked_for_more_than_he_has(new_table: NewTable, bankroll: list[int], most: int):
    table = new_table((), (), main=WON_BY_0, max_bet=5, bankroll=bankroll)
    assert table.legal == offers(most)


@pytest.mark.parametrize("bankroll", [[50, 1], [1, 50]], ids=str)
def test_bets_nobody_is_asked_when_one_of_two_has_nothing_left(new_table: NewTable, bankroll: list[int]):
    table = new_table((), (), main=WON_BY_0, max_bet=5, max_round_bet=5, bankroll=bankroll)
    assert table.legal == {"end turn", "stand"}


def test_bets_seats_of_three_that_can_not_cover_the_offer_are_passed_over(new_table: NewTable):
    """Stacks of 8, 1 and 4: up to 4 may be offered, and 2 are beyond seat 1."""
    table = new_table((), (), (), main=[[8, 9, 10], [1]], max_bet=5, bankroll=[9, 2, 5])
    assert table.legal == offers(4)
    table.play("0: offer 2")
    assert (table.to_act, table.legal) == (2, {"accept", "decline"})  # and no raise among three
    table.play("2: accept")
    assert (table.one_a_seat("game_bets"), table.stacks) == ([2, 0, 2], [6, 1, 2])


def test_bets_of_three_run_among_who_accepted_and_go_back_when_another_wins(new_table: NewTable):
    wins_of_1 = [[8, 10, 9], [10, 9, 8]]
    table = new_table((), (), (), main=wins_of_1, max_bet=5)
    table.play("0: offer 4", "1: decline", "2: accept")
    assert (table.one_a_seat("game_bets"), table.pot) == ([4, 0, 4], 11)
    stand_all(table)
    stand_all(table)
    assert (table.over, table.rewards, table.stacks) == (True, [-1, 2, -1], [49, 52, 49])


def test_bets_of_three_are_all_the_winners_if_he_is_in_it(new_table: NewTable):
    wins_of_2 = [[8, 9, 10], [9, 10, 8]]
    table = new_table((), (), (), main=wins_of_2, max_bet=5)
    table.play("0: offer 4", "1: accept", "2: accept")
    stand_all(table)
    stand_all(table)
    assert (table.over, table.rewards) == (True, [-5, -5, 10])


def test_bets_of_three_that_nobody_accepts_are_void(new_table: NewTable):
    table = new_table((), (), (), main=[[8, 9, 10]], max_bet=5)
    table.play("0: offer 4", "1: decline", "2: decline")
    assert (table.one_a_seat("game_bets"), table.pot) == ([0, 0, 0], 3)
    table = new_table((), (), (), main=[[8, 9, 10]], max_bet=5)
    table.play("0: offer 0")
    assert table.legal == {"end turn", "stand"}  # nobody is asked about nothing


def test_bets_on_rounds_are_made_before_each_and_paid_as_it_ends(new_table: NewTable):
    table = new_table((), (), main=[[10, 9], [9, 9], [9, 10]], max_round_bet=4)
    assert table.legal == offers(4)
    table.play("0: offer 2")
    assert table.legal == {"accept", "decline"}  # no raise on a round
    table.play("1: accept", "0: stand")
    assert table.rewards == [0, 0]
    table.play("1: stand")
    assert (table.rewards, table.stacks, table.report()["bets"]) == ([2, -2], [51, 47], (2, 2))
    table.play("1: offer 3", "0: accept", "1: stand", "0: stand")
    assert (table.rewards, table.stacks) == ([0, 0], [51, 47])  # drawn: it goes back
    table.play("0: offer 1", "1: decline", "0: stand", "1: stand")
    assert (table.won, table.over) == ([1, 1], False)


def test_bets_on_a_round_of_three_go_back_when_a_seat_outside_wins(new_table: NewTable):
    table = new_table((), (), (), main=[[8, 10, 9], [1]], max_round_bet=4)
    table.play("0: offer 4", "1: decline", "2: accept", "0: stand", "1: stand", "2: stand")
    assert (table.rewards, table.report()["winner"], table.report()["bets"]) == ([0, 0, 0], 1, (4, 0, 4))


def test_bets_on_deciding_rounds_are_for_the_seats_that_play(new_table: NewTable):
    rounds = [[10, 8, 9], [8, 10, 9], [7, 7, 7], [9, 8]]
    table = new_table((), (), (), main=rounds, max_round_bet=2)
    for first in (0, 1, 2):
        table.play(f"{first}: offer 0")
        stand_all(table)
    assert (table.to_act, table.legal) == (0, offers(2))
    table.play("0: offer 2", "2: accept", "0: stand", "2: stand")
    assert (table.over, table.rewards) == (True, [2 + 2, -1, -1 - 2])


def test_bets_on_the_game_come_before_the_first_rounds(new_table: NewTable):
    table = new_table((), (), main=WON_BY_0, max_bet=1, max_round_bet=2)
    assert (table.knows(0)["wager"]["on"], table.legal) == ("the game", offers(1))
    table.play("0: offer 1", "1: accept")
    assert (table.knows(0)["wager"]["on"], table.legal) == ("this round", offers(2))


# ---- RP-9: the Force ------------------------------------------------------------------------------------------------

FORCE = {"force_sensitive": [True, False]}


def test_rp9_a_main_card_looked_at_can_be_taken(new_table: NewTable):
    table = new_table((), (), main=[[10, 9]], **FORCE)
    assert table.legal == {"draw", "look"}
    table.play("0: look")
    assert (table.knows(0)["looked_at"], table.lying(0), table.legal) == (10, [], {"take it", "refuse it"})
    table.play("0: take it")
    assert (table.lying(0), table.knows(0)["looked_at"]) == ([10], None)


def test_rp9_a_main_card_refused_is_out_for_the_round_and_the_next_is_taken_blind(new_table: NewTable):
    table = new_table((), (), main=[[10, 9, 8], [10]], **FORCE)
    table.play("0: look", "0: refuse it")
    assert table.lying(0) == [9]
    assert table.s.main_left.tolist() == [4, 4, 4, 4, 4, 4, 4, 4, 3, 3]
    assert table.legal == {"stand", "end turn"}
    table.play("0: stand", "1: stand")
    assert table.s.main_left.tolist() == [4, 4, 4, 4, 4, 4, 4, 4, 4, 3]  # the next round's first card is a ten


def test_rp9_the_force_is_used_once_a_game(new_table: NewTable):
    table = new_table((), (), main=[[5, 6, 5, 6], [7, 7]], **FORCE)
    table.play("0: look", "0: take it", "0: end turn", "1: end turn")
    assert table.legal == {"stand", "end turn"}  # its second card came without a question
    table.play("0: stand", "1: stand", "1: stand")
    assert table.legal == {"stand", "end turn"}  # and so in the next round


def test_rp9_a_look_not_used_is_asked_for_before_every_main_card(new_table: NewTable):
    table = new_table((), (), main=[[5, 6, 5, 6], [7, 7]], **FORCE)
    for _ in range(2):
        assert table.legal == {"draw", "look"}
        table.play("0: draw", "0: end turn", "1: end turn")


def test_rp9_nobody_else_is_asked(new_table: NewTable):
    table = new_table((), (), main=[[5, 6, 5]], **FORCE)
    table.play("0: draw", "0: end turn")
    assert (table.to_act, table.lying(1), table.legal) == (1, [6], {"stand", "end turn"})


def test_rp9_the_last_main_card_can_be_looked_at_but_not_refused(new_table: NewTable):
    table = new_table((), (), **FORCE)
    table.leave_in_main_deck(4)
    table.play("0: look")
    assert (table.knows(0)["looked_at"], table.legal) == (4, {"take it"})
    table.play("0: take it")
    assert table.lying(0) == [4]


OWN_DECK = [["-1", "-2", "-3", "-4", "-5", "-6", "+1", "+2", "+3", "D"], "plain"]


def test_rp9_a_side_card_looked_at_can_be_taken(new_table: NewTable):
    table = new_table(num_players=2, side_decks=OWN_DECK, side={0: ["D", "-1"]}, **FORCE)
    assert (table.legal, table.hand(0)) == ({"draw", "look"}, [])
    table.play("0: look")
    assert (table.knows(0)["looked_at"], table.hand(0), table.legal) == ("D", [], {"take it", "refuse it"})
    table.play("0: take it")
    assert "D" in table.hand(0)
    assert len(table.hand(0)) == 4  # the others came without a question


def test_rp9_a_side_card_refused_goes_back_after_the_next_was_drawn(new_table: NewTable):
    """It may come later: the third draw takes it."""
    table = new_table(num_players=2, side_decks=OWN_DECK, side={0: ["-2", "D"]}, max_bet=1, **FORCE)
    table.play("0: draw", "0: look")
    assert table.knows(0)["looked_at"] == "D"
    assert "D" not in table.side_deck()
    table.play("0: refuse it")
    assert "-2" in table.hand(0)
    assert len(table.hand(0)) == 4
    assert sorted([*table.hand(0), *table.side_deck()]) == sorted(OWN_DECK[0])


def test_rp9_the_refused_side_card_is_never_the_next_one(new_table: NewTable):
    """With two kinds in the deck, the one refused being single: the next is of the other kind, whatever the chance."""
    later = 0
    for seed in range(120):
        table = new_table(num_players=2, side_decks=[["D", *["+1"] * 9], "plain"], seed=seed, **FORCE)
        table.play("0: draw", "0: draw", "0: draw", "0: look")
        if table.knows(0)["looked_at"] == "D":
            held = table.hand(0)
            table.play("0: refuse it")
            assert table.hand(0) == [*held, "+1"]
            assert "D" in table.side_deck()
        table = new_table(num_players=2, side_decks=[["D", *["+1"] * 9], "plain"], seed=seed, **FORCE)
        table.play("0: look")
        if table.knows(0)["looked_at"] == "D":
            table.play("0: refuse it")
            later += "D" in table.hand(0)
    assert later > 0  # back in the deck, it comes in one of three cases


def test_rp9_the_last_side_card_can_be_looked_at_but_not_refused(new_table: NewTable):
    """Eight cards for two seats: the eighth is the last."""
    table = new_table(num_players=2, shared_side_deck=True, side_decks=["D"] * 8, force_sensitive=[False, True])
    table.play("1: draw", "1: draw", "1: draw", "1: look")
    assert (table.knows(1)["looked_at"], table.legal) == ("D", {"take it"})
    table.play("1: take it")
    assert table.hand(1) == ["D"] * 4


def test_rp9_a_look_at_a_side_card_is_the_one_look_of_the_game(new_table: NewTable):
    table = new_table(num_players=2, side_decks=OWN_DECK, main=[[7, 8]], **FORCE)
    table.play("0: look", "0: take it")
    assert (table.to_act, table.lying(0), table.legal >= {"stand", "end turn"}) == (0, [7], True)


# ---- RP-10: the cardsharp -------------------------------------------------------------------------------------------

SHARP = {"cardsharp": [True, False]}


def test_rp10_a_main_card_can_be_kept(new_table: NewTable):
    table = new_table(("+1",), (), main=[[10, 9]], **SHARP)
    assert (table.legal, table.knows(0)["drawn"], table.lying(0)) == ({"keep it", "throw it away"}, 10, [])
    table.play("0: keep it")
    assert (table.lying(0), table.legal) == ([10], {"play +1", "stand", "end turn"})
    assert table.knows(0)["throws_left"] == 1


def test_rp10_a_main_card_thrown_away_is_out_for_the_round_and_the_next_is_taken_blind(new_table: NewTable):
    table = new_table(("+1",), (), main=[[10, 9, 8], [10]], **SHARP)
    table.play("0: throw it away")
    assert (table.lying(0), table.legal) == ([9], {"play +1", "stand", "end turn"})
    assert table.s.main_left.tolist() == [4, 4, 4, 4, 4, 4, 4, 4, 3, 3]
    table.play("0: stand", "1: stand")
    assert table.s.main_left.tolist() == [4, 4, 4, 4, 4, 4, 4, 4, 4, 3]  # the next round's first card is a ten


def test_rp10_once_a_game(new_table: NewTable):
    table = new_table((), (), main=[[10, 5, 6, 5, 6], [7, 7]], **SHARP)
    table.play("0: throw it away", "0: end turn", "1: end turn")
    assert table.legal == {"stand", "end turn"}
    table.play("0: stand", "1: stand", "1: stand")
    assert table.legal == {"stand", "end turn"}
    assert table.knows(0)["throws_left"] == 0


@pytest.mark.parametrize("uses", [0, 1, 2, 3])
def test_rp10_how_often_a_game_is_an_option(new_table: NewTable, uses: int):
    """In one turn, too: 10, 9, 8 are thrown away one after the other."""
    table = new_table((), (), main=[[10, 9, 8, 7, 6]], cardsharp_uses=uses, **SHARP)
    for thrown in range(uses):
        assert table.legal == {"keep it", "throw it away"}
        assert table.knows(0)["throws_left"] == uses - thrown
        table.play("0: throw it away")
    assert (table.lying(0), table.legal) == ([10 - uses], {"stand", "end turn"})


def test_rp10_nobody_else_is_asked(new_table: NewTable):
    table = new_table((), (), main=[[10, 9, 8]], **SHARP)
    table.play("0: keep it", "0: end turn")
    assert (table.to_act, table.lying(1), table.legal) == (1, [9], {"stand", "end turn"})


def test_rp10_the_last_main_card_can_not_be_thrown_away(new_table: NewTable):
    table = new_table((), (), first=1, main=[[10]], **SHARP)
    table.leave_in_main_deck(4)
    table.play("1: end turn")
    assert (table.to_act, table.lying(0), table.legal) == (0, [4], {"stand", "end turn"})


def test_rp10_a_card_taken_blind_after_a_refusal_can_be_thrown_away(new_table: NewTable):
    table = new_table((), (), main=[[10, 9, 8]], **FORCE, **SHARP)
    table.play("0: look", "0: refuse it")
    assert (table.knows(0)["drawn"], table.legal) == (9, {"keep it", "throw it away"})
    table.play("0: throw it away")
    assert table.lying(0) == [8]
    assert table.s.main_left.tolist() == [4, 4, 4, 4, 4, 4, 4, 3, 3, 3]


def test_rp10_two_side_cards_are_dealt_blind_and_two_are_chosen(new_table: NewTable):
    table = new_table(num_players=2, side_decks=OWN_DECK, side={0: ["-2", "D"]}, max_bet=1, **SHARP)
    left = set(OWN_DECK[0]) - {"-2", "D"}
    assert (table.hand(0), table.legal) == (["-2", "D"], {f"choose {code}" for code in left})
    table.play("0: choose +3")
    assert table.legal == {f"choose {code}" for code in left - {"+3"}}
    table.play("0: choose -6")
    assert sorted(table.hand(0)) == sorted(["-2", "D", "+3", "-6"])
    assert len(table.hand(1)) == 4


def test_rp10_a_cardsharp_may_choose_two_of_a_kind(new_table: NewTable):
    table = new_table(num_players=2, side_decks=[["D"] * 4 + ["+1"] * 6, "plain"], side={0: ["+1", "+1"]}, **SHARP)
    assert table.legal == {"choose +1", "choose D"}
    table.play("0: choose D", "0: choose D")
    assert table.hand(0) == ["+1", "+1", "D", "D"]


def test_rp10_the_force_may_look_at_the_two_blind_cards_only(new_table: NewTable):
    table = new_table(num_players=2, side_decks=OWN_DECK, max_bet=1, **FORCE, **SHARP)
    for _ in range(2):
        assert table.legal == {"draw", "look"}
        table.play("0: draw")
    assert all(name.startswith("choose ") for name in table.legal)


def test_rp10_cardsharps_are_dealt_first_from_a_shared_deck(new_table: NewTable):
    """Seats 1 and 3 of four choose, in this order; then the others are dealt."""
    codes = [*KINDS[:15], "D"]
    table = new_table(
        num_players=4, shared_side_deck=True, side_decks=codes, cardsharp=[False, True, False, True], max_bet=1, seed=3
    )
    assert [len(table.hand(seat)) for seat in range(4)] == [0, 2, 0, 0]
    taken = table.side_deck()[:2]
    table.play(f"1: choose {taken[0]}", f"1: choose {taken[1]}")
    assert [len(table.hand(seat)) for seat in range(4)] == [0, 4, 0, 2]
    assert {name.removeprefix("choose ") for name in table.legal} == set(table.side_deck())
    taken = table.side_deck()[:2]
    table.play(f"3: choose {taken[0]}", f"3: choose {taken[1]}")
    assert [len(table.hand(seat)) for seat in range(4)] == [4, 4, 4, 4]
    assert table.side_deck() == []
