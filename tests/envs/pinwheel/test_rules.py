"""Pinwheel's rules one by one, PW-1 to PW-14, on hands worked out by hand.

Moves read "seat: action"; playing them also checks whose turn it is and that the action is legal. Every seat's first
unit is the preface, so a seat with a bankroll of 5 bets with 4.
"""

import itertools
from typing import Any, NamedTuple

import numpy as np
import pytest
from backroom.envs.core.game import Game
from backroom.envs.kit.dice import d6
from backroom.envs.pinwheel import rules
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from ..table import SPECTATOR, assert_about, examples, many_games
from .tables import ANY_TABLE, PinwheelTable, faces

RAISES = [f"raise by {units}" for units in range(1, 11)]


class OrdinaryTotal(NamedTuple):
    """So many ordinary dice of seat 0's Gamble add up to `total`."""

    dice: int
    total: int

    def comes(self, key: np.uint64) -> bool:
        return sum(faces(key, 0, rules.ORDINARY, self.dice)) == self.total


def assert_equally_likely(values: NDArray[Any], outcomes: range) -> None:
    """Nothing but these outcomes, each about as often as the others."""
    assert_about([np.count_nonzero(values == outcome) for outcome in outcomes], 1 / len(outcomes), len(values))
    assert np.isin(values, list(outcomes)).all()


# ---- PW-1: who bets first -----------------------------------------------------------------------------------------


def test_pw1_every_seat_that_posts_is_equally_likely_to_bet_first(game: Game):
    assert_equally_likely(many_games(game, 1200, num_players=4)["first_bettor"], range(4))


def test_pw1_a_seat_that_sits_out_never_bets_first():
    leaders = [int(PinwheelTable(num_players=4, stack=(9, 0, 9, 9), seed=key).s.first_bettor) for key in range(300)]
    # 100 expected of each of the three, with a standard deviation of 8
    assert set(leaders) == {0, 2, 3}
    assert all(60 < leaders.count(seat) < 140 for seat in (0, 2, 3))


def test_pw1_each_hand_rolls_its_own_first_bettor():
    table = PinwheelTable(num_players=6, hands=40, seed=3)
    leaders = [int(table.s.first_bettor)]
    for _ in range(39):
        while table.s.hands_played < len(leaders):
            table.act("pass" if "pass" in table.legal else "hold")
        leaders.append(int(table.s.first_bettor))
    assert set(leaders) == set(range(6))


def test_pw1_the_first_bettor_leads_every_round_and_the_others_follow_clockwise():
    table = PinwheelTable(num_players=3, first=1)
    for phase in ("deal", "draw one", "draw two"):
        assert table.phase_name == phase
        table.play("1: pass", "2: pass", "0: pass")
    table.play("1: hold", "2: hold", "0: hold")
    assert table.s.hands_played == 1


def test_pw1_the_next_live_seat_leads_for_a_first_bettor_that_folded():
    table = PinwheelTable(num_players=4, first=1)
    table.play("1: pass", "2: raise by 1", "3: fold", "0: call", "1: fold")
    table.play("2: pass", "0: pass")  # Draw One: seat 1 has folded, so seat 2 leads
    table.play("2: pass", "0: pass")


def test_pw1_the_next_seat_with_units_leads_for_a_first_bettor_that_is_all_in():
    table = PinwheelTable(num_players=3, first=1, bankroll=[10, 3, 10])
    table.play("1: raise by 2", "2: call", "0: call")
    assert table.stacks == [7, 0, 7]
    table.play("2: pass", "0: pass")  # Draw One
    table.play("2: pass", "0: pass")  # Draw Two
    table.play("1: hold", "2: hold", "0: hold")  # the all-in seat does decide about the Gamble, and first


def test_pw1_the_next_seat_with_units_leads_for_a_first_bettor_whose_last_unit_was_the_preface():
    table = PinwheelTable(num_players=3, first=1, bankroll=[10, 1, 10])
    assert table.stacks == [9, 0, 9]
    table.play("2: pass", "0: pass")


# ---- PW-2: the preface --------------------------------------------------------------------------------------------


def test_pw2_every_seat_posts_one_unit():
    table = PinwheelTable(num_players=3, bankroll=[5, 3, 50])
    assert table.stacks == [4, 2, 49]
    assert table.pot == 3
    assert table.by_seat("posted") == [1, 1, 1]


def test_pw2_the_preface_is_no_bet_that_could_be_called_or_raised():
    table = PinwheelTable(num_players=3, first=0, max_raise=2)
    assert table.bets == [[0, 0, 0]] * 3
    assert [table.describe(seat)["to_call"] for seat in range(3)] == [0, 0, 0]
    assert table.legal == {"pass", "raise by 1", "raise by 2"}


def test_pw2_a_seat_without_a_unit_sits_out():
    table = PinwheelTable(num_players=3, stack=(5, 0, 7), first=2, secret=(6, 5, 1), hands=1)
    assert table.by_seat("posted") == [1, 0, 1]
    assert table.s.secret[1] == 0
    assert table.pot == 2
    assert [seat["status"] for seat in table.describe(0)["seats"]] == ["live", "sits out", "live"]
    table.play("2: pass", "0: pass", "2: pass", "0: pass", "2: raise by 1", "0: call")
    assert table.s.open[1].tolist() == [0, 0]
    table.play("2: hold", "0: hold")
    assert table.rewards[1] == 0
    assert table.result()["shown"] == (True, False, True)


def test_pw2_a_broke_seat_sits_out_the_rest_of_the_episode():
    # Seats 0 and 1 tie with sixes against a one, and share the three units of the preface; seat 2 had only that one.
    table = PinwheelTable(
        num_players=3, bankroll=[9, 9, 1], first=0, secret=(6, 6, 1), open_one=(2, 2, 2), open_two=(2, 2, 2), hands=3
    )
    table.play("0: pass", "1: pass", "0: pass", "1: pass", "0: pass", "1: pass", "0: hold", "1: hold", "2: hold")
    assert table.s.hands_played == 1
    while not table.over:
        assert table.to_act != 2
        assert table.by_seat("posted") == [1, 1, 0]
        table.act("pass" if "pass" in table.legal else "hold")
    assert table.s.hands_played == 3
    assert table.stacks[2] == 0


def test_pw2_an_episode_ends_early_when_fewer_than_two_seats_can_post():
    table = PinwheelTable(num_players=2, bankroll=[1, 5], first=0, secret=(1, 6), open_one=(2, 2), open_two=(2, 2), hands=4)
    table.play("0: hold", "1: hold")
    assert table.over
    assert table.to_act == -1
    assert table.legal == set()
    assert table.s.hands_played == 1
    assert table.stacks == [0, 6]
    assert table.rewards == [-1, 1]


# ---- PW-3: the Deal -----------------------------------------------------------------------------------------------


def test_pw3_every_seat_rolls_one_fair_die(game: Game):
    secrets = many_games(game, 500, num_players=4)["secret"]
    assert_equally_likely(secrets[:, :4].ravel(), range(1, 7))
    assert (secrets[:, 4:] == 0).all()


def test_pw3_the_secret_die_is_the_cycle_whether_even_or_odd():
    table = PinwheelTable(num_players=6, secret=(1, 2, 3, 4, 5, 6))
    assert [table.cycle(seat) for seat in range(6)] == [1, 2, 3, 4, 5, 6]


def test_pw3_the_higher_secret_die_wins_where_the_open_dice_are_equal():
    table = PinwheelTable(num_players=2, first=0, secret=(3, 4), open_one=(1, 1), open_two=(6, 6), hands=1)
    table.play(*["0: pass", "1: pass"] * 3, "0: hold", "1: hold")
    assert table.result()["cycle"] == (8, 9)
    assert table.rewards == [-1, 1]


# ---- PW-4: betting ------------------------------------------------------------------------------------------------


def test_pw4_a_betting_round_follows_the_deal_and_both_draws():
    table = PinwheelTable(num_players=2, first=0)
    phases = []
    while table.s.hands_played == 0:
        phases.append(table.phase_name)
        table.act("pass" if "pass" in table.legal else "hold")
    assert phases == ["deal"] * 2 + ["draw one"] * 2 + ["draw two"] * 2 + ["gamble"] * 2


def test_pw4_without_a_bet_a_seat_may_pass_or_bet_but_neither_call_nor_fold():
    table = PinwheelTable(num_players=3, first=0)
    assert table.legal == {"pass", *RAISES[:5]}
    table.play("0: pass")
    assert table.legal == {"pass", *RAISES[:5]}


def test_pw4_once_there_is_a_bet_a_seat_may_fold_call_or_raise():
    table = PinwheelTable(num_players=3, first=0)
    table.play("0: pass", "1: raise by 2")
    assert table.legal == {"fold", "call", *RAISES[:5]}
    table.play("2: call")
    assert table.legal == {"fold", "call", *RAISES[:5]}


def test_pw4_a_raise_goes_beyond_the_call():
    table = PinwheelTable(num_players=3, first=0, bankroll=20)
    table.play("0: raise by 2")
    assert (table.stacks, table.pot) == ([17, 19, 19], 5)
    table.play("1: raise by 3")  # 2 to call and 3 more
    assert (table.stacks, table.pot) == ([17, 14, 19], 10)
    assert [table.describe(seat)["to_call"] for seat in range(3)] == [3, 0, 5]
    table.play("2: call", "0: call")
    assert (table.stacks, table.pot) == ([14, 14, 14], 18)
    assert table.bets == [[5, 0, 0]] * 3


def test_pw4_a_new_round_starts_without_a_bet():
    table = PinwheelTable(num_players=2, first=0, bankroll=20)
    table.play("0: raise by 2", "1: call")
    assert table.phase_name == "draw one"
    assert table.legal == {"pass", *RAISES[:5]}
    table.play("0: pass", "1: raise by 4")
    assert table.describe(0)["to_call"] == 4
    table.play("0: call")
    assert table.bets == [[2, 4, 0], [2, 4, 0]]


@pytest.mark.parametrize("max_raise", [1, 3, 10])
def test_pw4_a_raise_is_one_to_max_raise_units(max_raise: int):
    table = PinwheelTable(num_players=2, first=0, max_raise=max_raise)
    assert table.legal == {"pass", *RAISES[:max_raise]}
    table.play(f"0: raise by {max_raise}")
    assert table.legal == {"fold", "call", *RAISES[:max_raise]}
    assert table.bets[0] == [max_raise, 0, 0]


def test_pw4_a_raise_stays_within_the_seats_means():
    table = PinwheelTable(num_players=4, first=0, bankroll=[5, 50, 6, 4], max_raise=10)
    assert table.legal == {"pass", *RAISES[:4]}
    table.play("0: raise by 3")
    assert table.legal == {"fold", "call", *RAISES}  # 49 units
    table.play("1: call")
    assert table.legal == {"fold", "call", *RAISES[:2]}  # 3 of 5 units go into the call
    table.play("2: call")
    assert table.legal == {"fold", "call"}  # its 3 units are just the call


def test_pw4_nobody_raises_when_no_other_live_seat_has_units():
    table = PinwheelTable(num_players=3, first=1, bankroll=[20, 4, 20])
    table.play("1: raise by 3", "2: call")
    assert table.legal == {"fold", "call", *RAISES[:5]}  # seat 2 could still answer
    table = PinwheelTable(num_players=3, first=1, bankroll=[20, 4, 20])
    table.play("1: raise by 3", "2: fold")
    assert table.legal == {"fold", "call"}  # seat 1 is all-in, seat 2's units are out of this hand


def test_pw4_bets_and_raises_together_are_limited_in_each_round():
    table = PinwheelTable(num_players=2, first=0, max_raises=2)
    for _ in range(3):
        table.play("0: raise by 1", "1: raise by 1")
        assert table.legal == {"fold", "call"}
        table.play("0: call")
    assert table.phase_name == "gamble"


def test_pw4_a_limit_of_none_allows_raise_after_raise():
    table = PinwheelTable(num_players=2, first=0, max_raises=None, bankroll=100)
    for _ in range(20):
        table.play("0: raise by 1", "1: raise by 1")
    assert table.bets == [[39, 0, 0], [40, 0, 0]]
    assert table.legal == {"fold", "call", *RAISES[:5]}


def test_pw4_a_limit_of_zero_leaves_only_passing():
    table = PinwheelTable(num_players=2, first=0, max_raises=0)
    for seat in (0, 1) * 3:
        assert table.legal == {"pass"}
        table.play(f"{seat}: pass")
    assert table.phase_name == "gamble"


# ---- PW-5: table stakes and side pots -----------------------------------------------------------------------------


def test_pw5_a_round_ends_when_all_have_matched_the_last_raise():
    table = PinwheelTable(num_players=3, first=0, bankroll=20)
    table.play("0: raise by 2", "1: call", "2: raise by 3", "0: call", "1: call")
    assert table.phase_name == "draw one"  # the last raiser was not asked again
    assert table.bets == [[5, 0, 0]] * 3


def test_pw5_a_seat_that_passed_is_asked_again_after_a_bet():
    table = PinwheelTable(num_players=3, first=0)
    table.play("0: pass", "1: pass", "2: raise by 1", "0: call", "1: raise by 1", "2: call", "0: fold")
    assert table.phase_name == "draw one"


def test_pw5_a_call_that_is_not_covered_takes_all_and_asks_nobody_again():
    table = PinwheelTable(num_players=3, first=0, bankroll=[20, 3, 20])
    table.play("0: raise by 5", "1: call", "2: call")
    assert table.phase_name == "draw one"
    assert table.bets == [[5, 0, 0], [2, 0, 0], [5, 0, 0]]
    assert table.stacks == [14, 0, 14]
    table.play("0: pass", "2: raise by 1", "0: call")  # the all-in seat has no more turns of betting
    assert table.phase_name == "draw two"


@pytest.mark.parametrize(("secret", "net"), [((1, 6, 2), [-2, 7, -5]), ((6, 1, 2), [-2, -5, 7])])
def test_pw5_worked_case_of_two_five_and_ten_units(secret: tuple[int, ...], net: list[int]):
    """Paid 2 and folded, all-in with 5, paid 10: the last two play for 12, and the last gets 5 back in any case."""
    table = PinwheelTable(
        num_players=3,
        first=0,
        bankroll=[50, 5, 50],
        secret=secret,
        open_one=(2, 2, 2),
        open_two=(2, 2, 2),
        hands=1,
    )
    table.play("0: raise by 1", "1: raise by 3", "2: raise by 5", "0: fold")
    assert table.by_seat("paid") == [2, 5, 10]
    assert table.phase_name == "gamble"  # one live seat with units: no more betting
    table.play("1: hold", "2: hold")
    assert table.rewards == net


def test_pw5_side_pots_on_three_levels():
    """Paid 3, 6, 10, 10 with cycles falling in seat order, save that seat 3 beats seat 2: pots of 12, 9 and 8."""
    table = PinwheelTable(
        num_players=4,
        first=0,
        bankroll=[3, 6, 20, 20],
        secret=(6, 5, 3, 4),
        open_one=(2, 2, 2, 2),
        open_two=(2, 2, 2, 2),
        hands=1,
    )
    table.play("0: raise by 2", "1: raise by 3", "2: raise by 4", "3: call")
    table.play("2: pass", "3: pass", "2: pass", "3: pass")
    assert table.by_seat("paid") == [3, 6, 10, 10]
    table.play("0: hold", "1: hold", "2: hold", "3: hold")
    assert table.rewards == [12 - 3, 9 - 6, -10, 8 - 10]


def test_pw5_units_of_a_folded_seat_thicken_the_side_pot_too():
    """Seat 0 is all-in with 3, seat 3 folds after 6, seats 1 and 2 pay 10: a main pot of 12, a side pot of 17."""
    table = PinwheelTable(
        num_players=4,
        first=1,
        bankroll=[3, 30, 30, 30],
        secret=(6, 4, 5, 6),
        open_one=(2, 2, 2, 6),
        open_two=(2, 2, 2, 6),
        hands=1,
    )
    table.play("1: raise by 5", "2: call", "3: call", "0: call")
    table.play("1: raise by 4", "2: call", "3: fold")
    table.play("1: pass", "2: pass")
    assert table.by_seat("paid") == [3, 10, 10, 6]
    table.play("1: hold", "2: hold", "0: hold")
    assert table.rewards == [12 - 3, -10, 17 - 10, -6]


def test_pw5_an_uncalled_part_goes_back():
    table = PinwheelTable(
        num_players=2,
        first=0,
        bankroll=[20, 4],
        max_raise=10,
        secret=(1, 6),
        open_one=(2, 2),
        open_two=(2, 2),
        hands=1,
    )
    table.play("0: raise by 10", "1: call")
    assert table.by_seat("paid") == [11, 4]
    assert table.phase_name == "gamble"
    table.play("0: hold", "1: hold")
    assert table.rewards == [-4, 4]
    assert table.stacks == [16, 8]


def test_pw5_the_opponent_of_an_all_in_seat_is_asked():
    table = PinwheelTable(num_players=2, first=0, bankroll=[3, 20])
    table.play("0: raise by 2")
    assert (table.to_act, table.legal) == (1, {"fold", "call"})
    table.play("1: call")
    assert table.phase_name == "gamble"
    assert (table.s.open[:2] > 0).all()  # both draws were rolled, with no betting between them


def test_pw5_a_seat_all_in_from_the_preface_plays_for_the_main_pot_only():
    table = PinwheelTable(
        num_players=3,
        first=0,
        bankroll=[1, 20, 20],
        secret=(6, 2, 5),
        open_one=(2, 2, 2),
        open_two=(2, 2, 2),
        hands=1,
    )
    table.play("1: raise by 5", "2: call", "1: pass", "2: pass", "1: pass", "2: pass")
    table.play("0: hold", "1: hold", "2: hold")
    assert table.rewards == [2, -6, 4]  # 3 units for seat 0, 10 for seat 2


def test_pw5_all_in_from_the_preface_all_round_goes_straight_to_the_gamble():
    table = PinwheelTable(num_players=3, bankroll=1, first=1)
    assert table.phase_name == "gamble"
    assert (table.s.open[:3] > 0).all()
    table.play("1: hold", "2: hold", "0: hold")
    assert table.s.hands_played == 1


def test_pw5_betting_is_skipped_for_a_seat_alone_with_its_units():
    table = PinwheelTable(num_players=3, bankroll=[1, 9, 1], first=1)
    assert table.phase_name == "gamble"
    assert table.bets == [[0, 0, 0]] * 3
    assert table.to_act == 1


def test_pw5_a_seat_alone_with_its_units_still_answers_what_it_owes():
    table = PinwheelTable(num_players=3, bankroll=[9, 3, 1], first=0)
    table.play("0: pass", "1: raise by 2")
    assert (table.to_act, table.legal) == (0, {"fold", "call"})
    table.play("0: call")
    assert table.phase_name == "gamble"


# ---- PW-6: the draws ----------------------------------------------------------------------------------------------


def test_pw6_worked_case_of_six_three_two_makes_a_fifth_cycle():
    table = PinwheelTable(num_players=2, first=0, secret=(6, 1), open_one=(3, 1), open_two=(2, 1))
    assert table.cycle(0) == 6
    table.play("0: pass", "1: pass")
    assert table.cycle(0) == 3
    table.play("0: pass", "1: pass")
    assert table.cycle(0) == 5


@pytest.mark.parametrize(
    ("secret", "one", "two", "cycle"),
    [(4, 1, 3, 0), (1, 5, 5, -9), (3, 3, 6, 6), (6, 6, 6, 18), (5, 4, 1, 8), (2, 5, 1, -4)],
)
def test_pw6_even_adds_and_odd_subtracts_down_to_zero_and_below(secret: int, one: int, two: int, cycle: int):
    table = PinwheelTable(num_players=2, first=0, secret=(secret, 1), open_one=(one, 1), open_two=(two, 1))
    table.play("0: pass", "1: pass", "0: pass", "1: pass")
    assert table.cycle(0) == cycle


def test_pw6_every_live_seat_draws_an_all_in_one_too_and_a_folded_one_no_more():
    table = PinwheelTable(num_players=4, first=0, bankroll=[3, 20, 20, 20])
    assert not table.s.open.any()
    table.play("0: raise by 2", "1: call", "2: fold", "3: call")
    assert [bool(die) for die in table.s.open[:, 0]] == [True, True, False, True, False, False]
    assert not table.s.open[:, 1].any()
    table.play("1: raise by 1", "3: call")
    assert [bool(die) for die in table.s.open[:, 1]] == [True, True, False, True, False, False]


def test_pw6_open_dice_are_fair_and_do_not_depend_on_the_betting():
    rolled = []
    for key in range(200):
        meek, bold = (PinwheelTable(num_players=2, first=None, seed=key) for _ in range(2))
        for _ in range(4):
            meek.act("pass")
        for action in ("raise by 2", "call", "raise by 5", "call"):
            bold.act(action)
        assert (meek.s.open == bold.s.open).all()
        rolled += meek.s.open[:2].ravel().tolist()
    assert_equally_likely(np.array(rolled), range(1, 7))


# ---- PW-7: all but one have folded --------------------------------------------------------------------------------


def test_pw7_the_last_seat_takes_the_pot_at_once_unseen():
    table = PinwheelTable(num_players=3, first=0, secret=(1, 6, 6), hands=2)
    table.play("0: raise by 2", "1: fold", "2: fold")
    assert table.s.hands_played == 1
    assert table.rewards == [2, -1, -1]
    result = table.result()
    assert result["shown"] == (False, False, False)
    assert result["secret"] == (0, 0, 0)
    assert result["open"] == ((0, 0), (0, 0), (0, 0))  # neither draw was rolled
    assert result["cycle"] == (0, 0, 0)


def test_pw7_no_die_is_rolled_after_the_last_fold_of_a_later_round():
    table = PinwheelTable(num_players=2, first=0, open_one=(4, 5), hands=1)
    table.play("0: raise by 2", "1: call", "0: raise by 5", "1: fold")
    assert table.over
    assert table.rewards == [3, -3]
    assert table.result()["open"] == ((4, 0), (5, 0))
    assert table.result()["gambled"] == (False, False)


# ---- PW-8: deciding about the Gamble ------------------------------------------------------------------------------


def to_the_gamble(table: PinwheelTable) -> None:
    """Everybody passes until the Gamble is to be decided."""
    while table.phase_name != "gamble":
        table.act("pass")


def test_pw8_live_seats_decide_in_betting_order():
    table = PinwheelTable(num_players=4, first=2)
    table.play("2: raise by 1", "3: call", "0: fold", "1: call", *["2: pass", "3: pass", "1: pass"] * 2)
    assert table.legal == {"hold", "gamble"}
    table.play("2: gamble", "3: hold", "1: gamble")
    assert table.s.hands_played == 1


def test_pw8_nothing_is_revealed_until_the_last_choice_is_in():
    table = PinwheelTable(num_players=3, first=0, hands=1)
    to_the_gamble(table)
    table.play("0: gamble", "1: gamble")
    assert not table.over
    assert not table.s.has_results
    assert not table.s.last_shown.any()
    table.play("2: hold")
    assert table.over
    assert table.result()["gambled"] == (True, True, False)


def test_pw8_a_choice_is_told_to_nobody_else():
    tables = [PinwheelTable(num_players=3, first=0) for _ in range(2)]
    for table, choice in zip(tables, ("hold", "gamble"), strict=True):
        to_the_gamble(table)
        table.play(f"0: {choice}")
    held, gambled = tables
    for viewer in (1, 2, SPECTATOR):
        assert (held.observation(viewer) == gambled.observation(viewer)).all()
    assert (held.describe(0)["choice"], gambled.describe(0)["choice"]) == ("hold", "gamble")
    assert held.describe(1)["choice"] is None


def test_pw8_all_in_seats_decide_too():
    table = PinwheelTable(num_players=3, first=1, bankroll=[1, 4, 9])
    table.play("1: raise by 3", "2: call")
    assert table.stacks == [0, 0, 5]
    table.play("1: gamble", "2: hold", "0: gamble")
    assert table.s.hands_played == 1


def test_pw8_there_is_no_gamble_with_one_live_seat_left():
    table = PinwheelTable(num_players=2, first=0, hands=1)
    table.play(*["0: pass", "1: pass"] * 2, "0: raise by 1", "1: fold")
    assert table.over
    assert table.result()["gambled"] == (False, False)


# ---- PW-9: an odd secret die --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("odd_secret", "cycles"),
    # secret 3, then an open 2, then an open 4; beside it a secret 4 with an open 1 and 6
    [("adds", [(3, 4), (5, 3), (9, 9)]), ("subtracts", [(3, 4), (-1, 3), (3, 9)])],
)
def test_pw9_an_odd_secret_die_adds_or_subtracts_from_draw_one_on(odd_secret: str, cycles: list[tuple[int, int]]):
    table = PinwheelTable(
        num_players=2, first=0, odd_secret=odd_secret, secret=(3, 4), open_one=(2, 1), open_two=(4, 6), hands=1
    )
    for expected in cycles:
        assert (table.cycle(0), table.cycle(1)) == expected
        table.play("0: pass", "1: pass")
    assert (table.cycle(0), table.cycle(1)) == cycles[-1]  # nothing changes while the Gamble is decided
    assert table.describe(0)["target"] == 9  # the target is the plain sum under either reading
    table.play("0: hold", "1: hold")
    assert table.result()["cycle"] == cycles[-1]
    assert table.rewards == ([0, 0] if odd_secret == "adds" else [-1, 1])


def test_pw9_adding_is_the_default(game: Game):
    assert game.parse_options({}).odd_secret == "adds"  # pyright: ignore[reportAttributeAccessIssue]


# ---- PW-10: the Gamble --------------------------------------------------------------------------------------------


def gamble(skill: str, throw: Any, dice: tuple[int, int, int] = (6, 3, 2), **options: Any) -> PinwheelTable:
    """A finished hand in which seat 0 had `dice` (secret, open, open) and threw `throw`; seat 1 held with 1, 1, 1."""
    table = PinwheelTable(
        num_players=2,
        first=0,
        skills=skill,
        secret=(dice[0], 1),
        open_one=(dice[1], 1),
        open_two=(dice[2], 1),
        throws={0: throw},
        hands=1,
        **options,
    )
    to_the_gamble(table)
    table.play("0: gamble", "1: hold")
    return table


def test_pw10_worked_case_of_gamble_die_one_with_five_and_four_beside_it():
    result = gamble("3D", ((5, 4), (1,), ())).result()
    assert result["total"] == (4, 0)
    assert result["dice"][0] == (5, 4)
    assert result["gamble_die"][0] == (1,)


def test_pw10_gamble_die_one_takes_the_highest_other_die_out_wherever_it_lies():
    assert gamble("4D", ((2, 6, 3), (1,), ())).result()["total"][0] == 5


def test_pw10_gamble_die_one_takes_out_one_of_two_equal_highest_dice():
    assert gamble("3D", ((5, 5), (1,), ())).result()["total"][0] == 5


def test_pw10_the_gamble_die_replaces_one_die():
    result = gamble("3D", ((2, 3), (4,), ())).result()
    assert result["dice"][0] == (2, 3)
    assert result["total"][0] == 9


def test_pw10_gamble_die_six_is_kept_and_rolled_again_while_it_shows_six():
    result = gamble("2D", ((2,), (6, 6, 3), ())).result()
    assert result["gamble_die"][0] == (6, 6, 3)
    assert result["total"][0] == 2 + 6 + 6 + 3


def test_pw10_a_one_on_a_re_roll_is_just_one():
    result = gamble("2D", ((5,), (6, 1), ())).result()
    assert result["gamble_die"][0] == (6, 1)
    assert result["total"][0] == 5 + 6 + 1


@pytest.mark.parametrize(
    ("skill", "throw", "total"),
    [
        ("3D+1", ((2, 3), (4,), ()), 10),
        ("2D+2", ((5,), (1,), ()), 2),  # the 5 goes out with the Gamble Die, the pips stay
        ("2D+2", ((3,), (6, 2), ()), 13),
    ],
)
def test_pw10_pips_always_add(skill: str, throw: Any, total: int):
    result = gamble(skill, throw).result()
    assert result["total"][0] == total
    assert result["pips"][0] == int(skill[-1])


@pytest.mark.parametrize(
    ("skill", "gamble_die", "total"),
    [("1D", (4,), 4), ("1D", (1,), 0), ("1D+2", (1,), 2), ("1D+1", (6, 1), 8), ("1D", (6, 6, 2), 14)],
)
def test_pw10_a_code_of_one_die_throws_only_the_gamble_die(skill: str, gamble_die: tuple[int, ...], total: int):
    result = gamble(skill, ((), gamble_die, ())).result()
    assert result["dice"][0] == ()
    assert result["gamble_die"][0] == gamble_die
    assert result["total"][0] == total


def test_pw10_the_target_is_the_plain_sum_of_the_three_dice():
    table = PinwheelTable(num_players=2, first=0, secret=(5, 1), open_one=(3, 1), open_two=(2, 1), odd_secret="subtracts")
    to_the_gamble(table)
    assert table.describe(0)["target"] == 10
    assert table.cycle(0) == -6


# ---- PW-11: extra dice --------------------------------------------------------------------------------------------


def test_pw11_worked_case_of_an_extra_four_makes_a_ninth_cycle():
    # 4 + 3 + 4 = 11 reaches the target of 6 + 3 + 2 = 11 exactly: one extra die.
    result = gamble("3D", ((4, 3), (4,), (4,))).result()
    assert result["extra"][0] == (4,)
    assert result["cycle"][0] == 9


def test_pw11_below_the_target_nothing_changes():
    result = gamble("3D", ((4, 3), (3,), ())).result()
    assert result["total"][0] == 10
    assert result["extra"][0] == ()
    assert result["cycle"][0] == 5


def test_pw11_lando_earns_three_extra_dice():
    """9D+2, target 11, rolls 34 + 2 = 36: 36 reaches 33 but not 44. The extra dice are 4, 2 and 1: 5 + 4 + 2 - 1."""
    table = PinwheelTable(
        OrdinaryTotal(8, 30),
        num_players=2,
        skills="9D+2",
        secret=(6, 1),
        open_one=(3, 1),
        open_two=(2, 1),
        throws={0: ((), (4,), (4, 2, 1))},
        hands=1,
    )
    to_the_gamble(table)
    assert table.describe(0)["target"] == 11
    while not table.over:
        table.act("gamble" if table.to_act == 0 else "hold")
    result = table.result()
    assert result["total"][0] == 36
    assert result["extra"][0] == (4, 2, 1)
    assert result["cycle"][0] == 10


@pytest.mark.parametrize(
    ("gamble_die", "extra", "cycle"),
    # dice 1, 1, 1 make a cycle of -1 and a target of 3; the other die of the 2D code shows a 1
    [(1, (), -1), (2, (2,), 1), (4, (3,), -4), (5, (6, 5), 0), (5, (1, 3), -5)],
)
def test_pw11_one_extra_die_for_each_time_the_target_fits_even_adding_odd_subtracting(
    gamble_die: int, extra: tuple[int, ...], cycle: int
):
    # The totals are 0 (the 1 is taken out), 3, 5 (twice 3 is 6: still one extra die), 6 and 6.
    result = gamble("2D", ((1,), (gamble_die,), extra), dice=(1, 1, 1)).result()
    assert result["extra"][0] == extra
    assert result["cycle"][0] == cycle


def test_pw11_extra_dice_join_an_odd_secret_that_subtracts():
    # -3 + 2 + 2 = 1, and 3 + 4 = 7 reaches 3 + 2 + 2 = 7: a 6 joins.
    result = gamble("2D", ((3,), (4,), (6,)), dice=(3, 2, 2), odd_secret="subtracts").result()
    assert result["cycle"][0] == 7


def test_pw11_a_gamble_can_cost_the_hand():
    # 2 - 1 - 1 = 0 would beat 1 - 1 - 1 = -1, but the throw of 2 + 2 reaches 2 + 1 + 1 and the extra 5 subtracts.
    table = gamble("2D", ((2,), (2,), (5,)), dice=(2, 1, 1))
    assert table.result()["cycle"] == (-5, -1)
    assert table.rewards == [-1, 1]


def test_pw11_every_seat_throws_its_own_gamble():
    table = PinwheelTable(
        num_players=2,
        first=0,
        skills=["1D", "1D+2"],
        secret=(1, 2),
        open_one=(2, 1),
        open_two=(2, 1),
        throws={0: ((), (5,), (2,)), 1: ((), (3,), (4,))},
        hands=1,
    )
    to_the_gamble(table)
    table.play("0: gamble", "1: gamble")
    # seat 0: 5 of 5 makes 1 + 2 + 2 + 2; seat 1: 3 + 2 = 5 of 4 makes 2 - 1 - 1 + 4
    assert table.result()["total"] == (5, 5)
    assert table.result()["cycle"] == (7, 4)


# ---- PW-12: the reveal --------------------------------------------------------------------------------------------


def showdown(secret: tuple[int, ...], first: int, **options: Any) -> PinwheelTable:
    """A finished hand without bets or Gambles in which all open dice were 2: the secret dice decide."""
    twos = (2,) * len(secret)
    table = PinwheelTable(num_players=len(secret), first=first, secret=secret, open_one=twos, open_two=twos, hands=1, **options)
    while not table.over:
        table.act("pass" if "pass" in table.legal else "hold")
    return table


def test_pw12_the_highest_cycle_wins():
    table = showdown((3, 5, 6, 1), first=0)
    assert table.result()["cycle"] == (7, 9, 10, 5)
    assert table.rewards == [-1, -1, 3, -1]


def test_pw12_of_negative_cycles_the_higher_wins():
    table = PinwheelTable(num_players=2, first=0, secret=(1, 2), open_one=(5, 5), open_two=(5, 3), hands=1)
    to_the_gamble(table)
    table.play("0: hold", "1: hold")
    assert table.result()["cycle"] == (-9, -6)
    assert table.rewards == [-1, 1]


def test_pw12_zero_beats_a_negative_cycle():
    table = PinwheelTable(num_players=2, first=0, secret=(4, 1), open_one=(1, 5), open_two=(3, 5), hands=1)
    to_the_gamble(table)
    table.play("0: hold", "1: hold")
    assert table.result()["cycle"] == (0, -9)
    assert table.rewards == [1, -1]


@pytest.mark.parametrize(("first", "net"), [(0, [1, -1, 0]), (1, [0, -1, 1]), (2, [0, -1, 1])])
def test_pw12_the_odd_unit_of_a_tie_goes_to_the_first_tied_seat_from_the_first_bettor(first: int, net: list[int]):
    """Seats 0 and 2 share 3 units: 2 for the one that comes first clockwise from the first bettor."""
    assert showdown((5, 3, 5), first).rewards == net


@pytest.mark.parametrize(
    ("first", "net"), [(0, [1, -1, 1, 0, -1]), (2, [0, -1, 1, 1, -1]), (3, [1, -1, 0, 1, -1]), (4, [1, -1, 1, 0, -1])]
)
def test_pw12_two_odd_units_go_one_by_one(first: int, net: list[int]):
    """Seats 0, 2 and 3 share 5 units: 2, 2 and 1."""
    assert showdown((6, 1, 6, 6, 1), first).rewards == net


def test_pw12_each_pot_is_shared_with_its_own_odd_units():
    """Paid 2, 5, 5 and (folded) 3, and three tie: 8 units among three, then 7 among two, from seat 2 on both times."""
    table = PinwheelTable(
        num_players=4,
        first=2,
        bankroll=[2, 20, 20, 20],
        secret=(3, 3, 3, 3),
        open_one=(2, 2, 2, 2),
        open_two=(2, 2, 2, 2),
        hands=1,
    )
    table.play("2: raise by 2", "3: call", "0: call", "1: raise by 2", "2: call", "3: fold")
    table.play("2: pass", "1: pass", "2: pass", "1: pass")
    assert table.by_seat("paid") == [2, 5, 5, 3]
    table.play("2: hold", "0: hold", "1: hold")
    # main pot: seat 2 has 3, seat 0 has 3, seat 1 has 2; side pot: seat 2 has 4, seat 1 has 3
    assert table.rewards == [3 - 2, 2 + 3 - 5, 3 + 4 - 5, -3]


def test_pw12_a_folded_seat_does_not_win_however_high_its_cycle():
    table = PinwheelTable(num_players=3, first=0, secret=(2, 6, 1), open_one=(2, 6, 2), open_two=(2, 6, 2), hands=1, bankroll=9)
    table.play(*["0: pass", "1: pass", "2: pass"] * 2, "0: raise by 1", "1: fold", "2: call", "0: hold", "2: hold")
    assert table.rewards == [3, -1, -2]


# ---- PW-13: the set -----------------------------------------------------------------------------------------------


def test_pw13_four_hands_make_a_set():
    table = PinwheelTable(num_players=2)
    hands_ended = 0
    while not table.over:
        table.act("pass" if "pass" in table.legal else "hold")
        hands_ended += int(table.s.has_results)
    assert hands_ended == 4
    assert table.s.hands_played == 4


@pytest.mark.parametrize("hands", [1, 3])
def test_pw13_the_number_of_hands_is_an_option(hands: int):
    table = PinwheelTable(num_players=2, hands=hands)
    while not table.over:
        table.act("pass" if "pass" in table.legal else "hold")
    assert table.s.hands_played == hands


def test_pw13_bankrolls_carry_from_hand_to_hand():
    table = PinwheelTable(num_players=2, first=0, bankroll=10, hands=2)
    table.play("0: raise by 5", "1: fold")
    assert table.stacks == [10, 8]  # 11 and 9, less the next preface
    assert table.pot == 2
    assert table.describe(0)["hand"] == 2


def test_pw13_a_hand_pays_every_seat_its_net_when_it_ends_and_nothing_before():
    table = PinwheelTable(
        num_players=3, first=0, secret=(6, 1, 1), open_one=(2, 2, 2), open_two=(2, 2, 2), bankroll=20, hands=2
    )
    for move in ("0: raise by 1", "1: fold", "2: call", "0: raise by 4", "2: call", "0: pass", "2: pass", "0: hold"):
        table.play(move)
        assert table.rewards == [0, 0, 0]
    table.play("2: hold")
    assert table.rewards == [7, -1, -6]  # seat 1, which folded long ago, is paid now
    table.act("pass")
    assert table.rewards == [0, 0, 0]


def test_pw13_rewards_of_an_episode_are_its_change_of_stacks():
    table = PinwheelTable(num_players=4, bankroll=[5, 9, 20, 3], hands=6, seed=11)
    total = np.zeros(4, int)
    for turn in itertools.count():
        if table.over:
            break
        actions = sorted(table.legal)
        table.act(actions[turn % len(actions)])
        assert sum(table.rewards) == 0
        total += table.rewards
    assert total.tolist() == [stack - brought for stack, brought in zip(table.stacks, (5, 9, 20, 3), strict=True)]


# ---- PW-14: who sees what -----------------------------------------------------------------------------------------


def test_pw14_a_seat_sees_its_own_secret_die_and_a_spectator_none():
    table = PinwheelTable(num_players=3, secret=(4, 5, 6))
    assert [table.describe(viewer)["secret"] for viewer in (0, 1, 2, SPECTATOR)] == [4, 5, 6, None]


def test_pw14_open_dice_bets_and_bankrolls_are_open_to_all():
    table = PinwheelTable(num_players=3, first=0, bankroll=[10, 20, 30], open_one=(1, 2, 3), open_two=(4, 5, 6))
    table.play("0: raise by 2", "1: call", "2: call", "0: raise by 3", "1: fold", "2: call")
    expected = [
        {"stack": 4, "open": [1, 4], "bets": {"deal": 2, "draw_one": 3, "draw_two": 0}},
        {"stack": 17, "open": [2], "bets": {"deal": 2, "draw_one": 0, "draw_two": 0}},
        {"stack": 24, "open": [3, 6], "bets": {"deal": 2, "draw_one": 3, "draw_two": 0}},
    ]
    for viewer in (0, 1, 2, SPECTATOR):
        seen = table.describe(viewer)["seats"]
        around = [expected[(max(viewer, 0) + distance) % 3] for distance in range(3)]
        assert [{name: seat[name] for name in ("stack", "open", "bets")} for seat in seen] == around
        assert table.describe(viewer)["pot"] == 15


def test_pw14_public_skills_are_seen_by_all():
    table = PinwheelTable(num_players=3, skills=["3D", "9D+2", "1D+1"])
    assert [seat["skill"] for seat in table.describe(1)["seats"]] == ["9D+2", "1D+1", "3D"]
    assert [seat["skill"] for seat in table.describe(SPECTATOR)["seats"]] == ["3D", "9D+2", "1D+1"]


def test_pw14_hidden_skills_are_seen_by_their_owner_alone():
    table = PinwheelTable(num_players=3, skills=["3D", "9D+2", "1D+1"], skills_public=False)
    assert [seat["skill"] for seat in table.describe(1)["seats"]] == ["9D+2", None, None]
    assert [seat["skill"] for seat in table.describe(SPECTATOR)["seats"]] == [None, None, None]


def test_pw14_a_reveal_shows_secret_dice_and_gambles_of_the_seats_still_in():
    table = PinwheelTable(
        num_players=3,
        first=0,
        skills="1D",
        secret=(3, 6, 2),
        open_one=(2, 2, 1),
        open_two=(4, 2, 1),
        throws={2: ((), (5,), (6,))},
        hands=2,
    )
    table.play("0: pass", "1: pass", "2: pass", "0: pass", "1: pass", "2: pass", "0: raise by 1", "1: fold", "2: call")
    table.play("0: hold", "2: gamble")
    for viewer in (0, 1, 2, SPECTATOR):
        seen = [seat["last_hand"] for seat in table.describe(viewer)["seats"]]
        assert [seen[(seat - max(viewer, 0)) % 3] for seat in range(3)] == [
            {"net": 3, "secret": 3, "open": [2, 4], "gamble_total": None, "cycle": 9},
            {"net": -1, "secret": None, "open": [2, 2], "gamble_total": None, "cycle": None},
            {"net": -2, "secret": 2, "open": [1, 1], "gamble_total": 5, "cycle": 6},
        ]
    result = table.result()
    assert result["secret"] == (3, 0, 2)
    assert result["gamble_die"] == ((), (), (5,))
    assert result["extra"] == ((), (), (6,))


def test_pw14_a_hand_that_all_but_one_folded_shows_nothing():
    table = PinwheelTable(num_players=2, first=0, secret=(5, 6), hands=2)
    table.play("0: raise by 1", "1: fold")
    for viewer in (0, 1, SPECTATOR):
        assert [seat["last_hand"]["secret"] for seat in table.describe(viewer)["seats"]] == [None, None]


@given(data=st.data())
@examples(60)
def test_pw14_what_is_hidden_makes_no_difference_to_what_is_seen(data: st.DataObject):
    """Other secret dice and other hidden choices of the other seats leave a seat's observation as it was."""
    table = data.draw(ANY_TABLE)
    viewer = data.draw(st.integers(SPECTATOR, len(table.seats) - 1))
    seen = table.observation(viewer)
    for seat in table.seats:
        if seat != viewer and table.s.posted[seat]:
            table.s.secret[seat] = data.draw(st.integers(1, 6))
            if table.s.choice[seat] != rules.UNDECIDED:
                table.s.choice[seat] = data.draw(st.sampled_from([rules.HOLDS, rules.GAMBLES]))
    assert (table.observation(viewer) == seen).all()


def test_every_die_lies_at_its_own_address():
    """Secret and open dice of a hand are the dice at the table's key, the hand, the seat and the purpose."""
    table = PinwheelTable(num_players=2, seed=5, hands=2)
    for hand in range(2):
        assert table.by_seat("secret") == [d6(table.s.key, hand, seat, rules.SECRET, 0) for seat in range(2)]
        to_the_gamble(table)
        opens = [[d6(table.s.key, hand, seat, rules.OPEN, draw) for draw in range(2)] for seat in range(2)]
        assert table.by_seat("open") == opens
        table.act("hold")
        table.act("hold")
