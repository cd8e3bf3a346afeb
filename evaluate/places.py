"""What agents win by the places they have in a hand, where a game's reports tell them (box, captain, out).

`python -m backroom.evaluate.places GAME AGENT...` plays duplicate deals, the agents in every order of seats, one hand a game
with `--set max_hands=1`; each line is one way to fill the places. With `--without OPTION=VALUE` the same deals are played
once more with that changed, and the lines say what it is worth.
"""

import itertools
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import numpy as np
import typer

from ..agents import resolve_all
from ..commands import exit_on_user_error
from ..envs.core.agent import Agent, Mixture
from ..envs.core.chance import Stream
from ..envs.core.errors import InvalidOption
from ..envs.core.game import get_game
from ..envs.views.seated_games import SeatedGames, Seating
from ..train.yaml_text import read_settings
from .arena import check_deals, options_for_agents
from .statistics import Estimate, estimate

Company = tuple[tuple[str, str], ...]  # place and agent, for every place of a hand
Samples = dict[Company, dict[str, dict[int, float]]]  # units a hand by company, place and deal


def by_places(
    game: str, agents: Sequence[Agent | Mixture], deals: int, seed: int = 0, options: Mapping[str, Any] | None = None
) -> Samples:
    """What each place won a hand in each deal, for every way in which the agents filled the places.

    Raises `InvalidOption`, also for a game whose reports tell no places.
    """
    described = get_game(game)
    check_deals(deals)
    table = options_for_agents(described, len(agents), options or {})
    orders = list(itertools.permutations(range(len(agents))))
    before = np.zeros((deals * len(orders), described.max_seats))
    units: dict[tuple[Company, str, int], list[float]] = defaultdict(list)

    def notice(i: int, _seat: int, _action: int, reports: list[dict[str, Any]]) -> None:
        if not reports or "places" not in reports[0]:
            return
        won = games.returns[i] - before[i]
        before[i] = games.returns[i]
        sitting = [agents[number].name for number in orders[i // deals]]
        places = reports[0]["places"]
        company = tuple(sorted(zip(places, sitting, strict=True)))
        for seat, place in enumerate(places):
            units[company, place, i % deals].append(won[seat])

    seatings = [Seating(table, tuple(agents[number] for number in order), None) for order in orders for _ in range(deals)]
    numbers = np.tile(np.arange(deals), len(orders))
    games = SeatedGames(described, seatings, seed, Stream.EVALUATION, numbers, notice)
    games.reset(games.game_numbers())
    games.run(games.game_numbers())
    if not units:
        raise InvalidOption(f"{game}: its reports do not tell places")
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


@exit_on_user_error
def main(
    game: str,
    agents: list[str],
    deals: Annotated[int, typer.Option(min=30, help="Duplicate deals.")] = 1_000,
    seed: int = 0,
    settings: Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="Set an option.")] = None,
    without: Annotated[
        list[str] | None, typer.Option("--without", metavar="NAME=VALUE", help="Measure what it is worth that this is not so.")
    ] = None,
) -> None:
    """Units a hand by place, with 95% intervals."""
    options, changed = read_settings(settings), read_settings(without)
    company = resolve_all(agents, game)
    options_for_agents(get_game(game), len(company), {**options, **changed})  # refused before anything is played
    samples = by_places(game, company, deals, seed, options)
    other = None
    if without:
        other = by_places(game, company, deals, seed, {**options, **changed})
    print(f"{game}, {deals:,} deals in every order of seats; units a hand" + (", more than without" if without else "") + ":")
    for sitting, places in sorted(estimates(samples, other).items()):
        print("  " + ", ".join(f"{place} {name}" for place, name in sitting))
        for place, found in sorted(places.items()):
            print(f"    {place:<8} {found.mean:+.3f} [{found.low:+.3f}, {found.high:+.3f}]")


if __name__ == "__main__":
    typer.run(main)
