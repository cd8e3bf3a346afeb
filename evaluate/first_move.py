"""What it is worth to begin: copies of one bettor play each other, and the first set or round of each game is counted.

One set or round a game, because those of one game are not independent. `python -m backroom.evaluate.first_move GAME BETTOR`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np
import typer

from ..agents import resolve
from ..commands import exit_on_user_error
from ..envs.core.chance import Stream
from ..envs.core.errors import InvalidOption
from ..envs.core.game import get_game
from ..envs.views.seated_games import SeatedGames, Seating
from .statistics import Estimate, estimate


@dataclass(frozen=True)
class FirstMove:
    """Shares are of the decided first sets or rounds; `units` are what the seat that began the first one won a game."""

    seats: int
    games: int
    drawn: float  # share of the first sets or rounds that nobody won
    wins: Estimate  # share won by the seat that began
    units: Estimate


def first_move(
    game: str, bettor: str, games: int = 10_000, seed: int = 0, options: Mapping[str, Any] | None = None
) -> FirstMove:
    """Let copies of `bettor` play `games` games. Raises `InvalidOption`, also for a game whose reports name no beginner."""
    described = get_game(game)
    table = described.parse_options(options or {})
    agent = resolve(bettor, game)
    began: dict[int, int] = {}
    won: dict[int, int | None] = {}

    def notice(i: int, _seat: int, _action: int, reports: list[dict[str, Any]]) -> None:
        if reports and i not in began and reports[0].get("first") is not None:
            began[i], won[i] = reports[0]["first"], reports[0]["winner"]

    seating = Seating(table, (agent,) * table.num_players, None)
    seated = SeatedGames(described, [seating] * games, seed, Stream.EVALUATION, on_decision=notice)
    everybody = seated.game_numbers()
    seated.reset(everybody)
    seated.run(everybody)
    if not began:
        raise InvalidOption(f"{game}: its reports do not say who began")
    decided = np.array([float(won[i] == began[i]) for i in began if won[i] is not None])
    units = np.array([seated.returns[i, began[i]] for i in began])
    return FirstMove(table.num_players, games, 1 - len(decided) / len(began), estimate(decided), estimate(units))


@exit_on_user_error
def main(
    game: str,
    bettor: str,
    games: Annotated[int, typer.Option(min=30, help="Games to play.")] = 10_000,
    seed: int = 0,
    seats: Annotated[int | None, typer.Option(help="num_players, where the game leaves a choice.")] = None,
) -> None:
    """What it is worth to begin, with 95% intervals."""
    found = first_move(game, bettor, games, seed, {} if seats is None else {"num_players": seats})
    wins, units = found.wins, found.units
    print(f"{game}, {bettor}, {found.seats} seats, {games:,} games, one first set or round each:")
    print(f"  won by who began it: {wins.mean:.1%} of those decided [{wins.low:.1%}, {wins.high:.1%}]; {found.drawn:.1%} drawn")
    print(f"  who began the first: {units.mean:+.3f} units a game [{units.low:+.3f}, {units.high:+.3f}]")


if __name__ == "__main__":
    typer.run(main)
