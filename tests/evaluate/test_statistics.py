"""Error bars: quantiles against a printed table, intervals and numbers of deals against simulation, verdicts by hand."""

import math

import numpy as np
import pytest
from backroom.evaluate.statistics import Estimate, estimate, student_quantile

# Two-sided 95%, 90% and 99% of Student's t, from a printed table.
TABLE = {
    10: (2.228, 1.812, 3.169),
    12: (2.179, 1.782, 3.055),
    15: (2.131, 1.753, 2.947),
    20: (2.086, 1.725, 2.845),
    25: (2.060, 1.708, 2.787),
    29: (2.045, 1.699, 2.756),
    30: (2.042, 1.697, 2.750),
    40: (2.021, 1.684, 2.704),
    60: (2.000, 1.671, 2.660),
    120: (1.980, 1.658, 2.617),
    10**9: (1.960, 1.645, 2.576),
}


@pytest.mark.parametrize("degrees", TABLE)
def test_student_quantile(degrees):
    """The digits of the table."""
    for probability, expected in zip((0.975, 0.95, 0.995), TABLE[degrees], strict=True):
        assert student_quantile(probability, degrees) == pytest.approx(expected, abs=0.0015)
        assert student_quantile(1 - probability, degrees) == pytest.approx(-student_quantile(probability, degrees))
    assert student_quantile(0.5, degrees) == pytest.approx(0, abs=1e-12)


def test_estimate_by_hand():
    """Thirty samples, half of them 0 and half 2: mean 1, deviation sqrt(30/29), reach 2.045 times that over sqrt(30)."""
    one = estimate(np.array([0.0, 2.0] * 15))
    deviation = math.sqrt(30 / 29)
    assert one.mean == 1
    assert one.deviation == pytest.approx(deviation)
    assert one.deals == 30
    assert one.high - one.mean == pytest.approx(2.045 * deviation / math.sqrt(30), abs=3e-4)
    assert one.mean - one.low == pytest.approx(one.high - one.mean)
    assert all(type(value) is float for value in (one.mean, one.low, one.high, one.deviation))


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_samples(count):
    with pytest.raises(ValueError, match="two"):
        estimate(np.zeros(count))


@pytest.mark.parametrize(
    ("shape", "count", "open_to"),
    [("normal", 30, 0.008), ("uniform", 30, 0.008), ("normal", 300, 0.008), ("skewed", 300, 0.015)],
    ids=str,
)
def test_coverage(shape, count, open_to):
    """Of six thousand intervals 95% hold the true mean; skewed samples like those of pots need some hundreds of deals."""
    rng = np.random.default_rng(12)
    draw = {"normal": rng.normal, "uniform": rng.random, "skewed": rng.exponential}[shape]
    truth = {"normal": 0.0, "uniform": 0.5, "skewed": 1.0}[shape]
    estimates = [estimate(draw(size=count)) for _ in range(6000)]
    held = np.mean([one.low <= truth <= one.high for one in estimates])
    assert abs(held - 0.95) < open_to


def test_verdicts():
    """By the side of zero that the interval lies on; an end at zero leaves it open."""

    def verdict(low: float, high: float) -> str:
        return Estimate(mean=(low + high) / 2, low=low, high=high, deviation=1.0, deals=100).verdict

    assert verdict(0.1, 0.3) == "wins"
    assert verdict(-0.3, -0.1) == "loses"
    assert verdict(-0.1, 0.3) == verdict(-0.3, 0.1) == "open"
    assert verdict(0.0, 0.3) == verdict(-0.3, 0.0) == verdict(0.0, 0.0) == "open"


def test_deals_to_settle_by_hand():
    """(1.960 + 0.842)² times the square of deviation over mean: 785 deals for a mean of a tenth of the deviation."""
    for sign in (1, -1):
        one = Estimate(mean=sign * 0.1, low=-0.5, high=0.5, deviation=1.0, deals=30)
        assert one.deals_to_settle == 785
    assert Estimate(mean=0.02, low=-0.5, high=0.5, deviation=1.0, deals=30).deals_to_settle == pytest.approx(19_623, abs=2)


def test_deals_to_settle_is_more_than_there_were():
    """What is open after so many deals needs more of them."""
    rng = np.random.default_rng(3)
    for _ in range(300):
        one = estimate(rng.normal(0.15, 1.0, size=int(rng.integers(30, 200))))
        if one.verdict == "open":
            assert one.deals_to_settle is not None
            assert one.deals_to_settle > one.deals
        else:
            assert one.deals_to_settle is None


def test_nothing_to_settle():
    """No number of deals settles a mean of zero, and what never varies is settled."""
    assert Estimate(mean=0.0, low=-0.1, high=0.1, deviation=1.0, deals=100).deals_to_settle is None
    assert estimate(np.zeros(50)) == Estimate(0.0, 0.0, 0.0, 0.0, 50)
    assert estimate(np.zeros(50)).deals_to_settle is None
    always = estimate(np.full(50, 0.25))
    assert (always.low, always.high, always.verdict, always.deals_to_settle) == (0.25, 0.25, "wins", None)


def test_as_many_deals_as_it_says_do_settle_it():
    """With 785 deals four in five intervals leave zero out, were the mean as it looked."""
    rng = np.random.default_rng(8)
    settled = np.mean([estimate(rng.normal(0.1, 1.0, size=785)).verdict == "wins" for _ in range(3000)])
    assert 0.78 < settled < 0.82
