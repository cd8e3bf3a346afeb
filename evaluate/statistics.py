"""Estimates with honest error bars. A sample is one duplicate deal: deals are independent, the games of one are not."""

import math
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

CONFIDENCE = 0.95
MIN_DEALS = 30  # below this the interval would rest on the shape of the distribution
MAX_DEALS = 10_000_000
POWER = 0.8  # of the number of deals that would settle a difference


@dataclass(frozen=True)
class Estimate:
    """A mean over `deals` samples with its 95% interval, in units a hand."""

    mean: float
    low: float
    high: float
    deviation: float  # of one sample
    deals: int

    def as_json(self) -> dict[str, Any]:
        """Plain data for programs."""
        return {**asdict(self), "verdict": self.verdict, "deals_to_settle": self.deals_to_settle}

    @property
    def verdict(self) -> str:
        """ "wins" or "loses" where the interval lies on one side of zero, else "open"."""
        return "wins" if self.low > 0 else "loses" if self.high < 0 else "open"

    @property
    def deals_to_settle(self) -> int | None:
        """How many deals in all would leave zero out with a chance of 80%, were the mean as it looks now.

        None where it is settled, or where the mean is zero.
        """
        if self.verdict != "open" or self.mean == 0 or self.deviation == 0:
            return None
        quantiles = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) + NormalDist().inv_cdf(POWER)
        return max(self.deals + 1, math.ceil((quantiles * self.deviation / self.mean) ** 2))


def estimate(samples: NDArray[np.float64]) -> Estimate:
    """The mean of independent samples (N,) with a 95% Student interval. Raises `ValueError` for fewer than two."""
    count = len(samples)
    if count < 2:
        raise ValueError("an interval needs at least two samples")
    mean = float(np.mean(samples))
    deviation = float(np.std(samples, ddof=1))
    half_width = student_quantile((1 + CONFIDENCE) / 2, count - 1) * deviation / math.sqrt(count)
    return Estimate(mean, mean - half_width, mean + half_width, deviation, count)


def student_quantile(probability: float, degrees_of_freedom: int) -> float:
    """Quantile of Student's t by its expansion around the normal: three digits from 10 degrees of freedom on."""
    z = NormalDist().inv_cdf(probability)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / degrees_of_freedom ** (power + 1) for power, term in enumerate(terms))
