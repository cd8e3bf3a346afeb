"""Measure what stands in `opponent.py`: `python -m backroom.agents.captain_gin.measure_opponent` lets counters play hands."""

import argparse
from typing import Any

import numpy as np

from ...envs.captain_gin.melds import unmatched_of
from ...envs.captain_gin.state import DRAWING, DRAWN_HAND
from ...envs.core.chance import Stream
from ...envs.core.game import get_game
from ...envs.views.seated_games import SeatedGames, Seating
from .bettors import CounterAgent
from .opponent import LAST_TURN, SHARES

MIDDLES = (np.arange(SHARES) + 0.5) / SHARES


def measure(hands: int, seed: int = 0) -> tuple[list[list[float]], list[float]]:
    """By completed turns: quantiles of the unmatched points of who waits, and how often the next turn ends the hand.

    The first turn begins with the upcard, before anybody draws: it stands for itself as the second does.
    """
    left: list[list[int]] = [[] for _ in range(LAST_TURN + 1)]
    ends = np.zeros(LAST_TURN + 1)

    def note(i: int, _seat: int, _action: int, results: list[dict[str, Any]]) -> None:
        s = games.states[i]
        turn = min(int(s.turns), LAST_TURN)
        if results:
            ends[turn] += s.last_how != DRAWN_HAND
        elif s.phase == DRAWING:
            waits = s.box if s.turn_of == s.captain else s.captain
            left[turn].append(int(unmatched_of(s.hand[waits])))

    game, counter = get_game("captain_gin"), CounterAgent()
    options = game.parse_options({"max_hands": 1, "advice": False})
    games = SeatedGames(
        game, [Seating(options, (counter,) * options.num_players, None)] * hands, seed, Stream.TRAINING, on_decision=note
    )
    games.reset(games.game_numbers())
    games.run(games.game_numbers())
    left[0], ends[0] = left[1], ends[1]
    quantiles = [np.quantile(found, MIDDLES).tolist() if found else [] for found in left]
    return quantiles, [float(end) / max(len(found), 1) for end, found in zip(ends, left, strict=True)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what the opponent holds unmatched, turn by turn.")
    parser.add_argument("--hands", type=int, default=20_000)
    hands: int = parser.parse_args().hands
    for turn, (quantiles, ends) in enumerate(zip(*measure(hands), strict=True)):
        print(f"turn {turn}: {[round(points) for points in quantiles]}, ends {ends:.3f}")


if __name__ == "__main__":
    main()
