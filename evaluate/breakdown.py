"""What agents win by the place that they have in a hand, and by the seat that they sit in, on the arena's duplicate deals."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..envs.core.agent import Agent, Mixture
from ..envs.core.errors import InvalidOption
from ..envs.core.game import get_game
from .arena import Deals, check_deals, labels_of, options_for_agents, play_deals
from .statistics import Estimate, estimate

Company = tuple[tuple[str, str], ...]  # place and agent, for every place of a hand
Samples = dict[Company, dict[str, dict[int, float]]]  # units a hand by company, place and deal


def by_place(
    game: str,
    agents: Sequence[Agent | Mixture],
    deals: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Samples:
    """What each place won a hand in each deal, for every way in which the agents filled the places (box, captain, out).

    Raises `InvalidOption`, also for a game whose results tell no places; else as `measure` does.
    """
    described = get_game(game)
    check_deals(deals)
    chosen = options_for_agents(described, len(agents), options or {})
    labels = labels_of(agents)
    units: dict[tuple[Company, str, int], list[float]] = defaultdict(list)

    def note(deal: int, order: tuple[int, ...], results: list[dict[str, Any]], won: Any) -> None:
        places = results[0].get("places")
        if places is None:
            raise InvalidOption(f"{game}: its results do not tell places; `--by seat` tells what a seat is worth")
        company = tuple(sorted(zip(places, (labels[number] for number in order), strict=True)))
        for seat, place in enumerate(places):
            units[company, place, deal].append(won[seat])

    play_deals(described, chosen, agents, Deals(deals, seed), progress=progress, on_results=note)
    samples: Samples = defaultdict(lambda: defaultdict(dict))
    for (company, place, deal), won in units.items():
        samples[company][place][deal] = sum(won) / len(won)
    return samples


def estimates(samples: Samples, without: Samples | None = None) -> dict[Company, dict[str, Estimate]]:
    """A mean with its interval for every company and place; with `without`, of the differences deal by deal."""
    found: dict[Company, dict[str, Estimate]] = defaultdict(dict)
    for company, places in samples.items():
        for place, won in places.items():
            other = dict.fromkeys(won, 0.0) if without is None else without.get(company, {}).get(place, {})
            differences = [won[deal] - other[deal] for deal in sorted(won.keys() & other.keys())]
            if len(differences) > 1:
                found[company][place] = estimate(np.array(differences))
    return found


@dataclass(frozen=True)
class Beginner:
    """What it is worth to begin, by the first set or round of each game: later ones of a game are not independent of it."""

    drawn: float  # share of the first sets or rounds that nobody won
    wins: Estimate | None  # share won by who began, of those that were decided; None where too few were
    units: Estimate  # won a game by who began its first set or round


@dataclass(frozen=True)
class Seats:
    """What each seat won a hand, whoever sat there, and what it is worth to begin where results tell who began."""

    seats: list[Estimate]
    beginner: Beginner | None


def by_seat(
    game: str,
    agents: Sequence[Agent | Mixture],
    deals: int,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int], None] | None = None,
) -> Seats:
    """What a seat is worth when these agents sit at the table, each in every seat alike. Raises as `measure` does."""
    described = get_game(game)
    check_deals(deals)
    chosen = options_for_agents(described, len(agents), options or {})
    first: dict[tuple[int, tuple[int, ...]], tuple[int, int | None]] = {}  # who began and who won, by deal and order
    units: dict[tuple[int, tuple[int, ...]], Any] = defaultdict(float)

    def note(deal: int, order: tuple[int, ...], results: list[dict[str, Any]], won: Any) -> None:
        if results[0].get("first") is not None:
            first.setdefault((deal, order), (results[0]["first"], results[0]["winner"]))
        units[deal, order] += won

    played = play_deals(described, chosen, agents, Deals(deals, seed), progress=progress, on_results=note)
    samples = played.by_seat / played.hands[:, None]
    seats = [estimate(samples[:, seat]) for seat in range(len(agents))]
    return Seats(seats, _beginner(first, units) if first else None)


def _beginner(first: Mapping[Any, tuple[int, int | None]], units: Mapping[Any, Any]) -> Beginner:
    """Samples are deals: the games of one deal are not independent."""
    wins: dict[int, list[float]] = defaultdict(list)
    gains: dict[int, list[float]] = defaultdict(list)
    for (deal, order), (began, won) in first.items():
        gains[deal].append(units[deal, order][began])
        if won is not None:
            wins[deal].append(float(won == began))
    decided = sum(len(each) for each in wins.values())
    return Beginner(
        drawn=1 - decided / len(first),
        wins=_mean_of_deals(wins) if len(wins) > 1 else None,
        units=_mean_of_deals(gains),
    )


def _mean_of_deals(samples: Mapping[int, Sequence[float]]) -> Estimate:
    return estimate(np.array([sum(each) / len(each) for each in samples.values()]))
