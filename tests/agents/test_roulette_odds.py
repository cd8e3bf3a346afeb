"""The exact values at the wheel, derived again with fractions and by going through all numbers."""

import functools
from fractions import Fraction

import numpy as np
import pytest
from backroom.agents.roulette.odds import ENOUGH, KINDS, episode_value, plan

WHEEL = 37
PAYS = {1: 35, 12: 2, 18: 1}


def outcomes(count: int) -> list[int]:
    """What a unit on a bet of `count` numbers wins by each number of the wheel."""
    return [PAYS[count] if number < count else -1 for number in range(WHEEL)]


def expected(values: list[Fraction] | list[int]) -> Fraction:
    """The mean over the wheel."""
    return Fraction(sum(values)) / WHEEL


@functools.cache
def worth(uses: int, spins: int) -> Fraction:
    """Units a chip of the largest bet that the best play wins, where units never run out: all choices of every spin tried."""
    if spins == 0:
        return Fraction(0)
    kept = worth(uses, spins - 1)
    best = kept  # passing
    for count in PAYS:
        fixed = [win + kept for win in outcomes(count)]
        if uses:
            again = expected(outcomes(count)) + worth(uses - 1, spins - 1)
            fixed = [max(lies, again) for lies in fixed]
        best = max(best, expected(fixed))
    return best


@functools.cache
def worth_of(uses: int, spins: int, units: int, max_chips: int) -> Fraction:
    """The same in units, where they may run out."""
    if spins == 0 or units == 0:
        return Fraction(0)
    best = worth_of(uses, spins - 1, units, max_chips)
    for count in PAYS:
        for chips in range(1, min(max_chips, units) + 1):
            nets = [chips * win for win in outcomes(count)]
            values = [net + worth_of(uses, spins - 1, units + net, max_chips) for net in nets]
            if uses:
                again = expected([net + worth_of(uses - 1, spins - 1, units + net, max_chips) for net in nets])
                values = [max(value, again) for value in values]
            best = max(best, expected(values))
    return best


def test_a_unit_is_worth_minus_one_37th():
    for count in KINDS:
        assert expected(outcomes(count)) == Fraction(-1, 37)


def test_what_one_new_throw_adds():
    """As the page has it: the difference between a unit of the last spin with the right and without."""
    gains, totals = {}, {}
    for count in KINDS:
        again = Fraction(-1, 37)
        totals[count] = expected([max(Fraction(win), again) for win in outcomes(count)])
        gains[count] = totals[count] - again
    assert gains == {1: Fraction(1296, 1369), 12: Fraction(900, 1369), 18: Fraction(684, 1369)}
    assert totals == {1: Fraction(1259, 1369), 12: Fraction(863, 1369), 18: Fraction(647, 1369)}
    assert worth(1, 1) == totals[1]


def test_without_a_right_nothing_is_better_than_passing():
    for spins in range(9):
        assert worth(0, spins) == 0
    best = plan(5)
    assert not best.value[0].any()
    assert not best.numbers[0].any()


@pytest.mark.parametrize("max_chips", [1, 5, 10])
def test_the_plan_where_units_suffice(max_chips):
    """Backward induction with exact fractions, over all rights and spins."""
    for uses in range(11):
        for spins in range(101):
            assert episode_value(uses, spins, max_chips, 1000) == pytest.approx(max_chips * float(worth(uses, spins)), abs=1e-9)


@pytest.mark.parametrize("max_chips", [1, 2, 5])
def test_the_plan_where_units_may_run_out(max_chips):
    """The same for short bankrolls, wins and all."""
    for uses in range(3):
        for spins in range(4):
            for units in range(1, 8):
                value = worth_of(uses, spins, units, max_chips)
                assert episode_value(uses, spins, max_chips, units) == pytest.approx(float(value), abs=1e-9)


def test_units_in_plenty_are_enough():
    """At `ENOUGH` units the plan is the one for units without end, so that more need not be told apart."""
    for max_chips in (1, 10):
        best = plan(max_chips)
        for uses in range(1, 11):
            for spins in (1, 8, 100):
                assert best.value[uses, spins, ENOUGH] == pytest.approx(max_chips * float(worth(uses, spins)), abs=1e-9)
                assert best.chips[uses, spins, ENOUGH] == max_chips
                assert best.numbers[uses, spins, ENOUGH] == 1


def test_the_numbers_of_the_page():
    """One right, eight spins, five chips, fifty units."""
    assert float(5 * worth(1, 8)) == pytest.approx(4.726, abs=5e-4)
    assert episode_value(1, 8, 5, 50) / 8 == pytest.approx(0.591, abs=5e-4)


def test_waiting_never_pays():
    """The right is spent at the first loss: one more unit of a spin's loss is more than a right can be worth later."""
    for spins in range(1, 100):
        assert worth(1, spins) < Fraction(36, 37)
    best = plan(5)
    assert (best.numbers[1, 1:, 5:] == 1).all()
    assert set(np.unique(best.numbers[1, 1:, 1:])) <= {1, 12, 18}
