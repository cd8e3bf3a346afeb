"""What Pazaak bettors think of a turn: chances against a plain recursion, plays and bets by hand."""

import functools

import numpy as np
import pytest
from backroom.agents.pazaak import bets, turn
from backroom.agents.scripted import NO_ACTION
from backroom.envs.kit.wagers import ACCEPT, DECLINE, NUM_WAGER_ACTIONS, OFFER_0, RAISE_TO_1

EVEN = np.array([0.0] + [0.1] * 10)  # every value equally likely
LEFT = np.array([4, 0, 3, 1, 4, 2, 4, 0, 1, 2], np.float64)


def chances() -> np.ndarray:
    return turn.chances_from(np.concatenate(([9.0], LEFT)), 1)


def test_chances_are_shares_of_what_is_left():
    found = chances()
    assert found[0] == 0
    assert found[1:].tolist() == pytest.approx((LEFT / 21).tolist())
    assert not turn.chances_from(np.zeros(10), 0).any()  # an empty deck has no chances, and breaks nothing


def beaten(total: int, mark: int, level: float, odds: np.ndarray) -> float:
    """The chance that a seat that draws on beats `mark`, being content with a level table where that is worth more."""

    @functools.cache
    def reach(low: int) -> float:
        if low > 20:
            return 0.0
        if low > mark:
            return 1.0
        drawn = sum(odds[value] * reach(low + value) for value in range(1, 11))
        return max(drawn, 1 - level) if low == mark else drawn

    return reach(total)


@pytest.mark.parametrize("level", [0.0, 0.5, 1.0])
def test_standing_holds_as_often_as_the_other_does_not_beat_it(level):
    scratch = np.zeros(turn.TOTALS)
    for odds in (EVEN, chances()):
        for mark in range(21):
            for total in range(21):
                expected = 1 - beaten(total, mark, level, odds)
                assert turn.holds_against(total, False, odds, mark, level, scratch) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("total", "stands", "mark", "worth"), [(21, False, 3, 1.0), (18, True, 19, 1.0), (18, True, 18, 0.25), (18, True, 17, 0.0)]
)
def test_against_who_stands_or_is_bust_it_is_plain(total, stands, mark, worth):
    assert turn.holds_against(total, stands, EVEN, mark, 0.25, np.zeros(turn.TOTALS)) == worth


def test_drawing_on_is_worth_what_a_plain_recursion_says():
    stand = np.linspace(0, 1, turn.TOTALS) ** 3
    values, cost = np.array([-4, 3]), 0.05
    draw = np.zeros(turn.TOTALS)
    turn.value_drawing(values, 2, cost, EVEN, 3, stand, draw)

    @functools.cache
    def best(total: int) -> float:
        found = max(stand[total], drawing(total)) if total <= 20 else 0.0
        played = [stand[total + value] - cost for value in values.tolist() if 0 <= total + value <= 20]
        return max([found, *played])

    @functools.cache
    def drawing(total: int) -> float:
        return sum(EVEN[value] * best(total + value) for value in range(1, 11))

    assert draw.tolist() == pytest.approx([drawing(total) for total in range(21)])


def test_a_ninth_card_up_to_twenty_is_worth_a_win():
    draw = np.zeros(turn.TOTALS)
    turn.value_drawing(np.zeros(1, np.int64), 0, 0.0, EVEN, 8, np.zeros(turn.TOTALS), draw)
    assert draw[20] == 0
    assert draw[15] == pytest.approx(0.5)
    assert draw[10] == pytest.approx(1.0)
    assert turn.worth_of(12, 9, draw, draw) == 1
    assert turn.worth_of(21, 9, draw, draw) == 0


def test_a_hand_card_is_played_where_it_gains_more_than_it_costs():
    stand = np.zeros(turn.TOTALS)
    stand[20], stand[18] = 0.9, 0.6
    draw = np.zeros(turn.TOTALS)
    cheap, dear = (turn.Plays(2, np.array([7, 8]), np.array([20, 14]), np.array([cost, 0.1])) for cost in (0.1, 0.4))
    assert turn.best_play(18, 4, cheap, stand, draw) == (7, pytest.approx(0.8))
    assert turn.best_play(18, 4, dear, stand, draw) == (NO_ACTION, 0.6)
    assert turn.best_play(23, 4, dear, stand, draw) == (7, pytest.approx(0.5))  # mends a bust
    assert turn.stands_now(18, stand, draw)
    assert not turn.stands_now(18, draw, stand)
    assert not turn.stands_now(21, stand, draw)


@pytest.mark.parametrize(
    ("total", "totals", "chosen"),
    [
        (15, [19, 17], 0),  # the one that gets closer
        (15, [12, 15], None),  # neither gets there
        (23, [19, 14], 0),  # mends a bust, the closer one
        (23, [24, 22], None),  # nothing mends it
        (18, [21, 20], 1),
    ],
)
def test_who_stands_at_a_number_plays_to_get_there_or_to_mend_a_bust(total, totals, chosen):
    plays = turn.Plays(2, np.array([40, 41]), np.array(totals), np.zeros(2))
    expected = NO_ACTION if chosen is None else plays.actions[chosen]
    assert turn.play_to_stand_at(total, 17, plays) == expected


def wager(question: int, offered: int, limit: int) -> np.ndarray:
    numbers = np.zeros(6, np.int32)
    numbers[question] = 1
    numbers[3], numbers[5] = offered, limit
    return numbers


def mask_of(*actions: int) -> np.ndarray:
    mask = np.zeros(NUM_WAGER_ACTIONS, np.int8)
    mask[list(actions)] = 1
    return mask


def test_bets_follow_the_confidence():
    offers = mask_of(*range(OFFER_0, OFFER_0 + 6))
    assert [bets.bet_by(wager(0, 0, 5), offers, 0, each) - OFFER_0 for each in (0.0, 0.5, 1.0)] == [0, 3, 5]
    answers = mask_of(ACCEPT, DECLINE, RAISE_TO_1 + 3, RAISE_TO_1 + 4)
    assert bets.bet_by(wager(1, 3, 5), answers, 0, 0.6) == ACCEPT
    assert bets.bet_by(wager(1, 3, 5), answers, 0, 0.4) == DECLINE
    assert bets.bet_by(wager(1, 3, 5), answers, 0, 1.0) == RAISE_TO_1 + 4  # the highest there is
    assert bets.bet_by(wager(2, 5, 5), mask_of(ACCEPT, DECLINE), 0, 1.0) == ACCEPT
    assert bets.bet_by(wager(1, 0, 5), mask_of(ACCEPT, RAISE_TO_1), 0, 0.0) == ACCEPT  # nothing to decline
    assert bets.bet_by_hand(wager(0, 0, 10), mask_of(*range(11)), 0, 0.0) == OFFER_0 + 3
    assert bets.bet_by_hand(wager(0, 0, 10), mask_of(*range(11)), 0, 2.0) == OFFER_0 + 10
    assert bets.bet_by_hand(wager(0, 0, 10), mask_of(*range(11)), 0, -2.0) == OFFER_0


def test_small_bets_are_followed_and_none_is_offered():
    assert bets.follow_small_bets(wager(0, 0, 5), mask_of(*range(6)), 0) == OFFER_0
    assert bets.follow_small_bets(wager(1, 1, 5), mask_of(ACCEPT, DECLINE), 0) == ACCEPT
    assert bets.follow_small_bets(wager(1, 2, 5), mask_of(ACCEPT, DECLINE), 0) == DECLINE
    assert bets.wager_is_on(wager(1, 2, 5), 0)
    assert not bets.wager_is_on(np.zeros(6, np.int32), 0)
