"""Roulette's rules by hand, each test named after the rule that it pins."""

import backroom
import numpy as np
import pytest
from backroom.envs.core.game import Game
from backroom.envs.roulette import rules
from backroom.envs.roulette.rules import Action

from ...references.roulette import units_won
from .tables import RouletteTable


def test_ro1_a_cardsharp_may_have_the_ball_thrown_again_once_in_eight_spins():
    """RO-1: the defaults are the source's right, once in eight hours, one spin standing for an hour."""
    table = RouletteTable(num_players=1, cardsharp=True)
    asked, used = 0, 0
    while not table.over:
        if "throw again" in table.legal:
            asked += 1
            table.act("throw again")
            used += 1
        else:
            table.bet("pass")
    assert table.s.hands_played == 8
    assert asked == used == 1


def test_ro2_defaults_and_bounds(game: Game):
    """RO-2: what a table is without being told, and the edges of what it may be."""
    assert game.parse_options({}).model_dump() == {
        "num_players": 3,
        "bankroll": (50,) * 3,
        "max_chips": 5,
        "spins": 8,
        "cardsharp": (False,) * 3,
        "cardsharp_uses": 1,
    }
    for name, low, high in (
        ("num_players", 1, 6),
        ("bankroll", 1, 1000),
        ("max_chips", 1, 10),
        ("spins", 1, 100),
        ("cardsharp_uses", 0, 10),
    ):
        for value in (low, high):
            game.parse_options({name: value})
        for value in (low - 1, high + 1):
            with pytest.raises(backroom.InvalidOption, match=name):
                game.parse_options({name: value})


def test_ro2_an_episode_has_so_many_spins():
    """RO-2."""
    table = RouletteTable(num_players=2, spins=3)
    for spin in range(3):
        assert not table.over
        assert table.s.hands_played == spin
        table.bet("pass", "pass")
    assert table.over
    assert table.to_act == rules.NOBODY
    assert table.legal == set()


@pytest.mark.parametrize(
    ("bet", "number", "won"),
    [
        ("straight 17", 17, 35),
        ("straight 17", 18, -1),
        ("straight 0", 0, 35),
        ("dozen 1", 12, 2),
        ("dozen 2", 12, -1),
        ("dozen 3", 25, 2),
        ("column 1", 34, 2),
        ("column 2", 35, 2),
        ("column 3", 35, -1),
        ("red", 1, 1),
        ("red", 10, -1),
        ("black", 10, 1),
        ("black", 36, -1),
        ("odd", 35, 1),
        ("even", 35, -1),
        ("low", 18, 1),
        ("low", 19, -1),
        ("high", 19, 1),
    ],
)
def test_ro3_bets_pay_35_2_and_1_to_one(bet: str, number: int, won: int):
    """RO-3: three chips on each kind of bet, by numbers at its edges."""
    table = RouletteTable(num_players=1, throws=[[number]])
    table.bet(f"{bet} x 3")
    assert table.rewards == [3 * won]
    assert table.stacks == [50 + 3 * won]


def test_ro3_zero_loses_all_but_its_straight(game: Game):
    """RO-3: every bet there is, by zero."""
    for action in range(Action.STRAIGHT, Action.ONE_CHIP):
        table = RouletteTable(num_players=1, throws=[[0]])
        table.bet(f"{game.actions[action]} x 1")
        assert table.rewards == [35 if game.actions[action] == "straight 0" else -1]


def test_ro3_every_bet_wins_by_its_numbers_alone(game: Game):
    """RO-3: all bets by all numbers, by the cloth as it is printed."""
    for action in range(Action.STRAIGHT, Action.ONE_CHIP):
        for number in range(37):
            won = units_won(game.actions[action], 1, number)
            assert rules.net_of(np.int32(action), np.int32(1), np.int32(number)) == won


def test_ro3_first_which_bet_then_how_many_chips():
    """RO-3: two decisions of one seat, then the next seat's."""
    table = RouletteTable(num_players=2)
    assert table.to_act == 0
    assert len(table.legal) == 50
    assert "pass" in table.legal
    table.act("black")
    assert table.to_act == 0
    assert table.legal == {"1 chip", "2 chips", "3 chips", "4 chips", "5 chips"}
    table.act("4 chips")
    assert (table.to_act, table.stacks, table.s.pot) == (1, [46, 50], 4)


def test_ro3_no_more_chips_than_the_seat_has():
    """RO-3."""
    table = RouletteTable(num_players=1, bankroll=2)
    table.act("red")
    assert table.legal == {"1 chip", "2 chips"}


def test_ro3_seats_without_units_do_not_bet():
    """RO-3: the turn goes on to the next seat that has something."""
    table = RouletteTable(num_players=4, stack=[0, 3, 0, 5])
    table.play("1: red", "1: 3 chips", "3: pass")
    assert table.s.hands_played == 1


def test_ro3_the_episode_ends_early_when_no_seat_has_units():
    """RO-3: both stake all they have on red, and black falls."""
    table = RouletteTable(num_players=2, bankroll=1, throws=[[2]])
    table.bet("red x 1", "red x 1")
    assert table.over
    assert table.stacks == [0, 0]
    assert table.s.hands_played == 1


def test_ro4_the_last_throw_counts():
    """RO-4: 4 lies, then 9, then 17; two cardsharps in seat order, each asked once."""
    table = RouletteTable(num_players=3, cardsharp=[True, False, True], cardsharp_uses=2, throws=[[4, 9, 17]])
    table.bet("straight 17 x 1", "straight 4 x 1", "straight 9 x 1")
    table.play("0: throw again")
    assert table.s.hands_played == 0
    table.play("2: throw again")
    assert table.rewards == [35, -1, -1]
    assert table.by_seat("uses_left") == [1, 0, 1]


def test_ro4_who_lets_it_lie_keeps_the_right():
    """RO-4: asked again in the next spin; once the right is used up nobody asks."""
    table = RouletteTable(num_players=1, cardsharp=True, throws=[[4], [5, 6]])
    table.bet("straight 4 x 1")
    table.play("0: let it lie")
    assert table.rewards == [35]
    table.bet("straight 6 x 1")
    table.play("0: throw again")
    assert table.rewards == [35]
    table.bet("pass")
    assert table.s.hands_played == 3


def test_ro4_each_cardsharp_is_asked_once_a_spin():
    """RO-4: uses beyond one wait for the next spin; whether or not it has bet, or has anything left, it is asked."""
    table = RouletteTable(num_players=3, stack=[0, 5, 5], cardsharp=[True, True, False], cardsharp_uses=3)
    table.play("1: pass", "2: pass", "0: throw again", "1: throw again")
    assert table.s.hands_played == 1
    table.play("1: pass", "2: pass", "0: throw again", "1: let it lie", "1: pass")
    assert table.by_seat("uses_left") == [1, 2, 0]


def test_ro4_only_cardsharps_see_that_it_was_thrown_again():
    """RO-4: the others see the last throw alone, in what they observe and in what they are told."""
    table = RouletteTable(num_players=3, cardsharp=[True, False, True], throws=[[4, 9, 17]])
    table.bet("straight 17 x 1", "pass", "pass")
    before = [table.observation(1).tolist(), table.observation(-1).tolist()]
    assert table.describe(0)["lies"] == table.describe(2)["lies"] == 4
    assert table.describe(0)["seats"][0]["would_win"] == table.describe(2)["seats"][1]["would_win"] == -1
    assert table.describe(1)["lies"] is None
    table.play("0: throw again")
    assert [table.observation(1).tolist(), table.observation(-1).tolist()] == before
    assert table.describe(2)["lies"] == 9
    assert table.describe(2)["seats"][1]["thrown_again_from"] == 4
    table.play("2: throw again")
    assert [result["thrown_again"] for result in table.results] == [((0, 4), (2, 9)), None, ((0, 4), (2, 9))]
    assert [result["number"] for result in table.results] == [17, 17, 17]
    assert table.describe(1)["last_numbers"] == table.describe(-1)["last_numbers"] == [17]
    assert table.describe(0)["seats"][2]["last_spin"]["thrown_again_from"] == 9
    assert table.describe(1)["seats"][1]["last_spin"]["thrown_again_from"] is None


def test_ro5_rewards_are_against_the_house():
    """RO-5: both win at once, and the house pays; then both lose, and it takes."""
    table = RouletteTable(num_players=2, throws=[[1], [2]])
    table.bet("red x 2", "straight 1 x 1")
    assert table.rewards == [2, 35]
    assert table.s.house == -37
    table.bet("red x 2", "straight 1 x 1")
    assert table.rewards == [-2, -1]
    assert table.s.house == -34
    assert sum(table.stacks) + table.s.pot + table.s.house == 100


def test_ro5_stakes_lie_on_the_table_until_the_ball_has_fallen():
    """RO-5: nothing is paid before the spin is settled."""
    table = RouletteTable(num_players=2, cardsharp=True, throws=[[1]])
    table.bet("red x 2", "black x 5")
    assert (table.stacks, table.s.pot, table.s.house) == ([48, 45], 7, 0)
    table.play("0: let it lie")
    assert (table.rewards, table.s.pot) == ([0, 0], 7)
    table.play("1: let it lie")
    assert (table.stacks, table.s.pot, table.s.house) == ([52, 45], 0, 3)


def test_ro5_a_unit_is_worth_minus_one_37th_whatever_it_is_bet_on(game: Game):
    """RO-5: over all 37 numbers every bet loses one unit in all."""
    for action in range(Action.STRAIGHT, Action.ONE_CHIP):
        assert sum(int(rules.net_of(np.int32(action), np.int32(1), np.int32(number))) for number in range(37)) == -1
