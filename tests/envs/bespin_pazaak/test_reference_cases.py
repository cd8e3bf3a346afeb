"""Matches worked by hand, to be sure of the plain engine before anything is held against it."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from ...references.bespin_pazaak import BespinReference

SIDE = ["+4", "+4", "-4", "-4", "+3", "+3", "-3", "-3", "+2", "+2", "-2", "-2", "wild four", "wild"]
PLAIN_HAND = ["+4", "-4", "+3", "-3"]


class Laid:
    """Chance laid out beforehand: main cards by (set, seat), side cards by seat, dice by (purpose, seat)."""

    def __init__(
        self,
        main: Mapping[tuple[int, int], Sequence[int]],
        side: Mapping[int, Sequence[str]],
        dice: Mapping[tuple[str, int], Sequence[int]],
        first: int,
        wild_first: bool,
    ):
        self.main, self.side, self.dice, self.first = main, side, dice, first
        self.wild_first = wild_first
        self.drawn: dict[tuple[str, int, int], list[Any]] = {}

    def __call__(self, purpose: str, hand: int, seat: int, index: int, n: int) -> int:
        if purpose == "first":
            assert n == 2
            return self.first
        if purpose not in ("main", "side"):
            assert n == 6
            return self.dice[purpose, seat][index] - 1
        drawn = self.drawn.setdefault((purpose, hand, seat), [])
        assert index == len(drawn)
        if purpose == "main":
            left = sorted([*range(1, 10)] * 4 + [10, 10])
            card = self.main[hand, seat][index]
        else:
            left = SIDE[:-1] if self.wild_first and seat == 0 else list(SIDE)
            card = self.side[seat][index]
        for gone in drawn:
            left.remove(gone)
        assert n == len(left)
        drawn.append(card)
        return left.index(card)


@pytest.fixture
def start():
    """Sits two seats without skill and without side bets down, unless told otherwise."""

    def sit_down(
        *,
        main: Mapping[tuple[int, int], Sequence[int]] | None = None,
        side: Mapping[int, Sequence[str]] | None = None,
        dice: Mapping[tuple[str, int], Sequence[int]] | None = None,
        first: int = 0,
        wild_first: bool = False,
        **options: Any,
    ) -> Any:
        settings: dict[str, Any] = {
            "skills": [(0, 0), (0, 0)],
            "ante": 1,
            "max_match_bet": 0,
            "max_set_bet": 0,
            "bankrolls": [50, 50],
            "cheating": False,
            "caught_pays": 2.0,
            "force_points": [0, 0],
            "force_sensitive": [False, False],
            "dark_side_cost": 0,
            "motives": ["money", "money"],
            "max_sets": 20,
        }
        chance = Laid(main or {}, {0: PLAIN_HAND, 1: PLAIN_HAND, **(side or {})}, dice or {}, first, wild_first)
        return BespinReference(**{**settings, **options}, pick=chance)

    return sit_down


def play(game: Any, *moves: str) -> list[int]:
    """Carry out moves such as "0: stand"; what the last of them brought each seat."""
    rewards = [0, 0]
    for move in moves:
        seat, action = move.split(": ")
        assert game.to_act == int(seat), f"{move!r} in the turn of seat {game.to_act}"
        rewards = game.step(action)
    return rewards


def turns(seat: int, count: int) -> list[str]:
    return [f"{seat}: end turn"] * count


def test_two_sets_win_ante_and_match_bet_while_side_bets_are_paid_set_by_set(start):
    """BP-6, BP-11: seat 0 wins 2 : 0, a side bet of 2 and then one of 1, and the ante and match bet of 1 + 4."""
    game = start(
        max_match_bet=5,
        max_set_bet=2,
        main={(0, 0): [10, 9], (0, 1): [10, 8], (1, 1): [10, 9], (1, 0): [10, 10]},
    )
    assert game.legal() == {f"offer {units}" for units in range(6)}
    play(game, "0: offer 2")
    assert game.legal() == {"accept", "decline", "raise to 3", "raise to 4", "raise to 5"}
    play(game, "1: raise to 4", "0: accept")
    assert (game.pot, game.stacks, game.match_bet) == (10, [45, 45], 4)
    play(game, "0: offer 2")
    assert game.legal() == {"accept", "decline"}
    play(game, "1: accept", "0: end turn", "1: end turn", "0: stand")
    assert (game.pot, game.tables) == (14, [[10, 9], [10, 8]])
    assert play(game, "1: stand") == [2, -2]
    assert game.sets[0].how == "higher total"
    assert game.to_act == 1, "BP-7: the fewer sets won begin"
    assert play(game, "1: offer 1", "0: accept", "1: end turn", "0: end turn", "1: stand", "0: stand") == [6, -6]
    assert (game.over, game.winner, game.stacks, game.pot) == (True, 0, [58, 42], 0)


def test_declined_raise_keeps_the_first_offer_and_a_raised_nothing_stays_nothing(start):
    """BP-11: declining a raise keeps the first offer, declining the offer leaves the ante."""
    for moves, bet in (
        (("0: offer 2", "1: raise to 5", "0: decline"), 2),
        (("0: offer 0", "1: raise to 5", "0: decline"), 0),
        (("0: offer 0", "1: raise to 1", "0: accept"), 1),
        (("0: offer 0", "1: accept"), 0),
        (("0: offer 5", "1: decline"), 0),
    ):
        game = start(max_match_bet=5, main={(0, 0): [10]})
        play(game, *moves)
        assert (game.match_bet, game.pot) == (bet, 2 * (1 + bet))


def test_poor_seat_limits_the_bets_of_both(start):
    """BP-11: no seat can bet more than both can pay; nobody is asked where that is nothing."""
    game = start(max_match_bet=5, max_set_bet=2, bankrolls=[50, 3], main={(0, 0): [10]})
    assert game.legal() == {"offer 0", "offer 1", "offer 2"}
    play(game, "0: offer 2", "1: accept")
    assert "stand" in game.legal()


def test_hand_card_mends_what_would_have_been_a_bust(start):
    """BP-8: 10 + 9 + 5 is 24, -4 makes it 20; the hand card then leaves nothing but the end of the turn."""
    game = start(main={(0, 0): [10, 9, 5], (0, 1): [1, 1, 1]})
    play(game, "0: end turn", "1: end turn", "0: end turn", "1: end turn")
    assert game.totals == [24, 2]
    assert game.legal() == {"play +4", "play -4", "play +3", "play -3", "end turn"}
    play(game, "0: play -4")
    assert (game.totals[0], game.legal(), game.hands[0]) == (20, {"end turn", "stand"}, ["+4", "+3", "-3"])


def test_turn_that_ends_above_20_loses_the_set(start):
    """BP-8; and the loser begins the next set as the one with fewer sets won (BP-7)."""
    game = start(main={(0, 0): [10, 9, 2], (0, 1): [1, 1], (1, 0): [1]})
    play(game, "0: end turn", "1: end turn", "0: end turn", "1: end turn")
    assert "stand" not in game.legal()
    play(game, "0: end turn")
    assert (game.sets[0].how, game.sets_won, game.to_act) == ("bust", [0, 1], 0)


def test_seat_that_stood_takes_no_more_turns(start):
    """BP-8."""
    game = start(main={(0, 0): [10], (0, 1): [1, 1, 1, 1]})
    play(game, "0: stand", *turns(1, 3))
    assert (game.to_act, game.tables) == (1, [[10], [1, 1, 1, 1]])


def nine(start, seat_0: list[int], **options: Any) -> Any:
    """A set in which seat 1 has stood and seat 0 has ended as many turns as cards are given, save for the last."""
    game = start(main={(0, 0): seat_0, (0, 1): [1], (1, 0): [1], (1, 1): [1]}, first=1, **options)
    play(game, "1: stand", *turns(0, 8))
    return game


@pytest.mark.parametrize("ninth", [3, 4])
def test_nine_cards_win_at_once_at_20_and_below(start, ninth: int):
    """BP-9: eight cards make 16; 3 makes 19, 4 makes exactly 20."""
    game = nine(start, [1, 1, 1, 1, 2, 2, 4, 4, ninth])
    assert (game.sets[0].how, game.sets[0].winner, sum(game.sets[0].tables[0])) == ("nine cards", 0, 16 + ninth)


def test_ninth_main_card_above_20_loses_at_once(start):
    """BP-9: no hand card mends it, though -4 would do."""
    game = nine(start, [1, 1, 1, 1, 2, 2, 4, 4, 5])
    assert (game.sets[0].how, game.sets[0].winner) == ("nine cards above 20", 1)


def test_hand_card_may_be_the_ninth(start):
    """BP-9: main and hand cards together; here eight main cards make 22, and -3 is the ninth."""
    game = start(main={(0, 0): [1, 1, 1, 1, 3, 3, 3, 9], (0, 1): [1], (1, 1): [1]}, first=1)
    play(game, "1: stand", *turns(0, 7))
    assert game.totals[0] == 22
    play(game, "0: play -3")
    assert (game.sets[0].how, game.sets[0].winner) == ("nine cards", 0)


def test_hand_card_that_leaves_nine_cards_above_20_loses_at_once(start):
    """BP-9."""
    game = start(main={(0, 0): [1, 1, 1, 1, 3, 3, 3, 9], (0, 1): [1], (1, 0): [1]}, first=1)
    play(game, "1: stand", *turns(0, 7), "0: play +3")
    assert (game.sets[0].how, game.sets[0].winner) == ("nine cards above 20", 1)


def skilled(start, total: int, main: Mapping[tuple[int, int], Sequence[int]], **more: Any) -> Any:
    """Seat 0 with 1D and so many pips that its gambling roll comes to `total`; the other, without skill, begins."""
    dice = {("roll", 0): [], ("roll wild", 0): [2], ("wild size", 0): [3]}
    return start(main=main, skills=[(1, total - 2), (0, 0)], dice=dice, **more)


@pytest.mark.parametrize(
    ("total", "bonuses"),
    [(10, (0, 0, 0)), (11, (1, 0, 0)), (20, (1, 0, 0)), (21, (1, 1, 0)), (25, (1, 1, 0)), (26, (2, 1, 0)), (30, (2, 1, 0)),
     (31, (2, 1, 1)), (35, (2, 1, 1))],
)  # fmt: skip
def test_row_and_every_lower_one(start, total: int, bonuses: tuple[int, int, int]):
    """BP-5: discards, second cards and redraws of the hand."""
    game = skilled(start, total, {(0, 1): [1]})
    assert game.rolls == [total, 0]
    assert (game.discards_left[0], game.second_cards_left[0], game.redraws_left[0]) == bonuses


def test_wild_die_of_6_rolls_on_and_of_1_costs_a_row(start):
    """BP-5: 6 + 5 + 6 + 6 + 1 = 24 is the row of 21-25; 6 + 4 + 1 = 11 and its row give no bonus after a wild 1."""
    main = {(0, 1): [1]}
    dice = {("roll", 0): [6, 5], ("roll wild", 0): [6, 6, 1], ("roll", 1): [6, 4], ("roll wild", 1): [1]}
    game = start(main=main, skills=[(3, 0), (3, 0)], dice=dice, first=1)
    assert (game.rolls, game.rows) == ([24, 11], [2, 0])


def test_discard_must_use_the_next_card_and_only_one_bonus_is_used_a_turn(start):
    """BP-5: of three bonuses in the match one goes in this turn; the hand card closes the way to the others."""
    game = skilled(start, 26, {(0, 1): [1, 1, 1, 1], (0, 0): [10, 9, 5, 9]})
    play(game, "1: end turn", "0: end turn", "1: end turn")
    assert {"discard", "second card"} <= game.legal()
    play(game, "0: end turn", "1: end turn", "0: discard")
    assert (game.tables[0], game.refused[0], game.discards_left[0]) == ([10, 9, 9], [5], 1)
    assert game.legal() == {"play +4", "play -4", "play +3", "play -3", "end turn"}


def test_hand_card_closes_the_way_to_a_bonus(start):
    """BP-5, BP-8: bonuses may apply after the draw, before a hand card."""
    game = skilled(start, 26, {(0, 1): [1], (0, 0): [10]})
    play(game, "1: end turn", "0: play +4")
    assert game.legal() == {"end turn", "stand"}


@pytest.mark.parametrize(("choice", "table", "refused"), [("first", [5], [9]), ("second", [9], [5])])
def test_second_card_is_one_of_two(start, choice: str, table: list[int], refused: list[int]):
    """BP-5: the card that is not used goes out and counts for nothing."""
    game = skilled(start, 21, {(0, 1): [1], (0, 0): [5, 9]})
    play(game, "1: end turn", "0: second card")
    assert game.legal() == {"use the first", "use the second"}
    play(game, f"0: use the {choice}")
    assert (game.tables[0], game.refused[0], game.second_cards_left[0]) == (table, refused, 0)


def test_bonus_may_save_a_ninth_main_card_above_20(start):
    """BP-9: 16 + 5 = 21 with nine cards; the second card, 4, makes it exactly 20."""
    ways = {"discard": [], "second card": ["0: use the second"]}
    for bonus, choice in ways.items():
        main = {(0, 1): [1], (0, 0): [1, 1, 1, 1, 2, 2, 4, 4, 5, 4], (1, 1): [1]}
        game = skilled(start, 21, main)
        play(game, "1: stand", *turns(0, 8))
        assert game.legal() == {"discard", "second card", "end turn"}
        play(game, f"0: {bonus}", *choice)
        assert (game.sets[0].how, game.sets[0].winner) == ("nine cards", 0)


@pytest.mark.parametrize("moves", [("0: end turn",), ("0: discard",), ("0: second card", "0: use the first")])
def test_ninth_main_card_that_stays_above_20_loses(start, moves: tuple[str, ...]):
    """BP-9: nothing is asked again after the one bonus of the turn."""
    main = {(0, 1): [1], (0, 0): [1, 1, 1, 1, 2, 2, 4, 4, 5, 6], (1, 0): [1]}
    game = skilled(start, 26, main)
    play(game, "1: stand", *turns(0, 8), *moves)
    assert game.sets[0].winner == 1


def test_refused_hand_card_is_out_and_the_next_must_be_used(start):
    """BP-5, row 31-35: keep, keep, discard; then nothing more is asked."""
    game = skilled(start, 31, {(0, 1): [1]}, side={0: ["+4", "+4", "-2", "wild", "+2"]})
    assert game.legal() == {"keep", "discard"}
    play(game, "0: keep", "0: keep")
    assert game.side_cards[0] == "-2"
    play(game, "0: discard")
    assert (game.hands[0], game.wild_sizes[0], game.to_act) == (["+4", "+4", "wild", "+2"], 3, 1)


def test_wild_is_taken_first_without_being_asked_about(start):
    """BP-5, row 36-40: three more cards are drawn, each of which may be refused."""
    game = skilled(start, 36, {(0, 1): [1], (0, 0): [5]}, side={0: ["+4", "+4", "-2"]}, wild_first=True)
    assert (game.hands[0], game.wild_sizes[0]) == (["wild"], 3)
    play(game, "0: keep", "0: keep", "0: keep", "1: end turn")
    assert {name for name in game.legal() if "wild" in name} == {"play wild as plus", "play wild as minus"}


@pytest.mark.parametrize(
    ("action", "value"),
    [
        ("plus", 3),
        ("minus", -3),
        ("plus, size up", 4),
        ("plus, size down", 2),
        ("minus, size up", -4),
        ("minus, size down", -2),
    ],
)
def test_wild_may_be_changed_by_1_and_the_hand_has_five_cards(start, action: str, value: int):
    """BP-5, rows 41-45 and 46 and up."""
    side = {0: ["+4", "+4", "-2", "wild four"]}
    game = skilled(start, 46, {(0, 1): [1], (0, 0): [5]}, side=side, wild_first=True)
    play(game, *["0: keep"] * 4)
    assert len(game.hands[0]) == 5
    play(game, "1: end turn", f"0: play wild as {action}")
    assert game.tables[0] == [5, value]


def test_equal_totals_go_to_more_cards(start):
    """BP-10: 10 against 5 + 5."""
    game = start(main={(0, 0): [10], (0, 1): [5, 5], (1, 0): [1]})
    play(game, "0: stand", "1: end turn", "1: stand")
    assert (game.sets[0].how, game.sets[0].winner) == ("more cards", 1)


def test_true_tie_returns_the_side_bet_and_the_other_seat_begins_again(start):
    """BP-7, BP-10; with `max_sets` of 2 the second tie voids the match and ante and match bet go back."""
    main = {(number, seat): [10] for number in range(2) for seat in range(2)}
    game = start(main=main, max_match_bet=3, max_set_bet=2, max_sets=2)
    play(game, "0: offer 3", "1: accept", "0: offer 2", "1: accept")
    assert (game.stacks, game.pot) == ([44, 44], 12)
    assert play(game, "0: stand", "1: stand") == [0, 0]
    assert (game.stacks, game.pot, game.sets_won, game.to_act) == ([46, 46], 8, [0, 0], 1)
    assert play(game, "1: offer 0", "1: stand", "0: stand") == [0, 0]
    assert (game.void, game.winner, game.stacks, game.pot) == (True, None, [50, 50], 0)


def test_at_one_set_each_the_loser_of_the_last_begins_the_third(start):
    """BP-7."""
    main = {(0, 0): [10], (0, 1): [9], (1, 1): [10], (1, 0): [9], (2, 0): [1]}
    game = start(main=main)
    play(game, "0: stand", "1: stand", "1: stand", "0: stand")
    assert (game.sets_won, game.to_act) == ([1, 1], 0)


@pytest.mark.parametrize(("skills", "begins"), [([(2, 2), (3, 0)], 0), ([(3, 1), (3, 0)], 1), ([(3, 1), (3, 1)], 1)])
def test_lower_skill_begins(start, skills: list[tuple[int, int]], begins: int):
    """BP-7: fewer dice, then fewer pips, then chance."""
    dice = {("roll", 0): [2, 2], ("roll", 1): [2, 2], ("roll wild", 0): [2], ("roll wild", 1): [2]}
    game = start(skills=skills, dice=dice, first=1, main={(0, begins): [1]})
    assert game.to_act == begins


CHEAT = {"cheating": True, "skills": [(2, 0), (2, 0)]}


def cheat_dice(one: int, other: int) -> dict[tuple[str, int], list[int]]:
    """Gambling rolls of 4, and an opposed roll of `one` and `other` more than a wild 1."""
    faces = {("roll", seat): [2] for seat in range(2)} | {("roll wild", seat): [2] for seat in range(2)}
    return faces | {("opposed", 0): [one], ("opposed", 1): [other]} | {("opposed wild", seat): [1] for seat in range(2)}


@pytest.mark.parametrize(
    ("first", "second", "one", "other", "rewards", "caught"),
    [
        ("cheat", "play fair", 5, 4, [3, -3], [False, False]),
        ("cheat", "play fair", 4, 4, [-7, 7], [True, False]),
        ("play fair", "cheat", 4, 4, [7, -7], [False, True]),
        ("play fair", "cheat", 3, 4, [-3, 3], [False, False]),
        ("cheat", "cheat", 3, 4, [-7, 7], [True, False]),
        ("cheat", "cheat", 4, 4, [0, 0], [False, False]),
    ],
)
def test_opposed_roll_decides_about_cheats(start, first, second, one, other, rewards, caught):
    """BP-13: stakes of 1 + 2; a caught cheat pays floor(2.5 x 3) = 7."""
    game = start(dice=cheat_dice(one, other), caught_pays=2.5, max_match_bet=2, **CHEAT)
    assert game.legal() == {"play fair", "cheat"}
    play(game, f"0: {first}", f"1: {second}", "0: offer 2")
    assert play(game, "1: accept") == rewards
    assert (game.over, game.caught, game.sets) == (True, caught, [])
    assert game.void == (rewards == [0, 0])


def test_caught_cheat_pays_at_most_its_bankroll(start):
    """BP-13: 10 x (1 + 2) would be 30, of a bankroll of 6."""
    game = start(dice=cheat_dice(2, 3), caught_pays=10, max_match_bet=2, bankrolls=[6, 50], **CHEAT)
    play(game, "0: cheat", "1: play fair", "0: offer 2")
    assert play(game, "1: accept") == [-6, 6]


def test_force_point_doubles_dice_and_pips(start):
    """BP-14: 2D+1 becomes 4D+2; of a Force-sensitive seat it is a dark side point, unless for the rebellion."""
    dice = {("roll", 0): [2, 2, 2], ("roll wild", 0): [2], ("roll", 1): [2, 2, 2], ("roll wild", 1): [2]}
    game = start(
        skills=[(2, 1), (2, 1)],
        dice=dice,
        force_points=[2, 1],
        force_sensitive=[True, True],
        motives=["money", "rebellion"],
        main={(0, 0): [1]},
    )
    assert game.legal() == {"hold the Force point", "spend a Force point"}
    play(game, "0: spend a Force point", "1: spend a Force point")
    assert (game.rolls, game.force_points, game.dark_side_points) == ([10, 10], [1, 0], [1, 0])


def test_force_points_are_asked_for_again_before_the_opposed_roll_and_cost_at_the_end(start):
    """BP-14: 2 dark side points at 5 units each are taken off what the cheat won; the units leave the table."""
    dice = cheat_dice(1, 1) | {("roll", 0): [2, 2, 2], ("opposed", 0): [2, 2, 2]}
    game = start(dice=dice, force_points=[2, 0], force_sensitive=[True, False], dark_side_cost=5, **CHEAT)
    play(game, "0: cheat", "1: play fair", "0: spend a Force point")
    assert (game.to_act, game.force_points) == (0, [1, 0])
    assert play(game, "0: spend a Force point") == [1 - 10, -1]
    assert (game.opposed_rolls, game.stacks, game.house) == ([7, 2], [41, 49], 10)


def test_nothing_is_asked_of_a_seat_without_dice(start):
    """BP-14: a Force point does nothing for 0D."""
    game = start(force_points=[1, 1], main={(0, 0): [1]})
    assert "stand" in game.legal()
