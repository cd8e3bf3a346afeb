"""The arena: agents play duplicate deals, and what they win is estimated.

A duplicate deal is played once per assignment of agents to seats, so that the luck of the draw and of the seat falls on
everybody alike. Options that belong to a seat stay with the seat. An agent's sample of a deal is what it won in all games
of that deal, over the hands played in them.
"""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..agents import resolve_all
from ..agents.custom import is_custom
from ..envs.core.agent import Agent, Mixture
from ..envs.core.chance import Stream
from ..envs.core.errors import AgentFailed, InvalidOption
from ..envs.core.game import Game, get_game
from ..envs.core.options import GameOptions
from ..envs.views.seated_games import OnDecision, SeatedGames, Seating
from .statistics import CONFIDENCE, MAX_DEALS, MIN_DEALS, Estimate, estimate

GAMES_AT_ONCE = 8192
COMPARED_DEALS = 10  # to see whether an agent remembers
ALL_ORDERS_UP_TO = 3  # seats: from four on the rotations are played, not all orders


@dataclass(frozen=True)
class Difference:
    """How much more `first` wins a hand than `second`, deal by deal."""

    first: str
    second: str
    estimate: Estimate


@dataclass(frozen=True)
class Report:
    """What was measured: each entrant's units a hand, the differences, and how it was played."""

    game: str
    options: dict[str, Any]
    seed: int
    deals: int
    games: int
    hands: int
    hand_word: str
    entrants: dict[str, Estimate]  # copies of one agent are one entrant, their mean
    seats: dict[str, int]  # how many seats each entrant takes
    differences: list[Difference]

    def as_json(self) -> dict[str, Any]:
        """Plain data for programs."""
        return {
            "game": self.game,
            "options": self.options,
            "seed": self.seed,
            "deals": self.deals,
            "games": self.games,
            "hands": self.hands,
            "seats": self.seats,
            "unit": f"units a {self.hand_word}",
            "confidence": CONFIDENCE,
            "entrants": {name: one.as_json() for name, one in self.entrants.items()},
            "differences": [{"first": d.first, "second": d.second, **d.estimate.as_json()} for d in self.differences],
        }


def measure(
    game: str,
    agents: Sequence[Agent | Mixture],
    deals: int = 2000,
    seed: int = 0,
    options: Mapping[str, Any] | None = None,
    stream: Stream = Stream.EVALUATION,
    progress: Callable[[int], None] | None = None,
) -> Report:
    """Play `deals` duplicate deals among `agents`, one a seat, and estimate what each entrant wins a hand.

    The chance of the evaluation stream is met nowhere else, so no seed here can be one that training saw. `progress` is
    called with the number of deals done. Raises `InvalidOption` for a table that can not be played, `IllegalAction` as
    soon as an agent does what it may not, `AgentFailed` when its code fails.
    """
    described = get_game(game)
    check_deals(deals)
    chosen = options_for_agents(described, len(agents), options or {})
    which = Deals(deals, seed, stream)
    refuse_memory(described, chosen, agents, which)
    played = play_deals(described, chosen, agents, which, progress=progress)
    samples = played.by_agent / played.hands[:, None]
    labels = labels_of(agents)
    by_entrant = {name: _mean_of(samples, labels, name) for name in dict.fromkeys(labels)}
    return Report(
        game=game,
        options=chosen.model_dump(mode="json"),
        seed=seed,
        deals=deals,
        games=deals * len(assignments(len(agents))),
        hands=int(played.hands.sum()),
        hand_word=described.hand_word,
        entrants={name: estimate(sample) for name, sample in by_entrant.items()},
        seats={name: labels.count(name) for name in by_entrant},
        differences=[
            Difference(one, two, estimate(by_entrant[one] - by_entrant[two]))
            for one, two in itertools.combinations(by_entrant, 2)
        ],
    )


def check_deals(deals: int) -> None:
    """Raises `InvalidOption` unless so many deals can be measured."""
    if type(deals) is not int or not MIN_DEALS <= deals <= MAX_DEALS:
        raise InvalidOption(f"deals: {deals!r} is not a whole number from {MIN_DEALS} to {MAX_DEALS}")


def options_for_agents(game: Game, agents: int, options: Mapping[str, Any]) -> GameOptions:
    """The options of a table for so many agents. Raises `InvalidOption` where they do not fit."""
    return game.options_for(agents, options, "the agents named, one a seat")


def assignments(seats: int) -> list[tuple[int, ...]]:
    """Which agent sits in each seat, for every game of a deal: all orders up to three seats, then the rotations."""
    if seats <= ALL_ORDERS_UP_TO:
        return list(itertools.permutations(range(seats)))
    return [tuple((seat + turn) % seats for seat in range(seats)) for turn in range(seats)]


def labels_of(agents: Sequence[Agent | Mixture]) -> list[str]:
    """A name for each seat's agent: the same for copies of one agent, different for different agents of one name."""
    known: dict[int, str] = {}
    for agent in agents:
        name = agent.name
        while id(agent) not in known and name in known.values():
            name += "'"
        known.setdefault(id(agent), name)
    return [known[id(agent)] for agent in agents]


def _mean_of(samples: NDArray[np.float64], labels: Sequence[str], name: str) -> NDArray[np.float64]:
    return samples[:, [label == name for label in labels]].mean(axis=1)


class Deals(NamedTuple):
    """Which deals are played: so many, of the chance that a seed gives in a stream."""

    number: int
    seed: int
    stream: Stream = Stream.EVALUATION
    games_at_once: int = GAMES_AT_ONCE


class Played(NamedTuple):
    """What duplicate deals brought, summed over the games of each deal."""

    by_agent: NDArray[np.float64]  # (deals, agents) units
    by_seat: NDArray[np.float64]  # (deals, seats) units
    hands: NDArray[np.float64]  # (deals,)


# Called for everything that ends in a game: the deal, the agents' numbers in seat order, the results, one a seat, and the
# units that each seat has won since the game's results before.
OnResults = Callable[[int, tuple[int, ...], list[dict[str, Any]], NDArray[np.float64]], None]


def play_deals(
    game: Game,
    options: GameOptions,
    agents: Sequence[Agent | Mixture],
    deals: Deals,
    *,
    progress: Callable[[int], None] | None = None,
    on_results: OnResults | None = None,
) -> Played:
    """Play duplicate deals, each once per assignment of agents to seats. Raises as `measure` does."""
    orders = assignments(len(agents))
    seatings = [Seating(options, tuple(agents[number] for number in order), None) for order in orders]
    by_deal = (deals.number, len(agents))
    played = Played(np.zeros(by_deal), np.zeros(by_deal), np.zeros(deals.number))
    at_once = max(1, deals.games_at_once // len(orders))
    for start in range(0, deals.number, at_once):
        now = np.arange(start, min(start + at_once, deals.number))
        everybody = [seating for seating in seatings for _ in now]
        games = SeatedGames(game, everybody, deals.seed, deals.stream, deals=np.tile(now, len(orders)))
        if on_results is not None:
            games.on_decision = _on_decision(games, now, orders, on_results)
        which = games.game_numbers()
        games.reset(which)
        games.run(which)
        for turn, order in enumerate(orders):
            rows = slice(turn * len(now), (turn + 1) * len(now))
            won = games.returns[rows, : len(agents)]
            played.by_agent[now[:, None], np.array(order)] += won
            played.by_seat[now] += won
            played.hands[now] += games.states["hands_played"][rows]
        if progress is not None:
            progress(int(now[-1]) + 1)
    return played


def refuse_memory(game: Game, options: GameOptions, agents: Sequence[Agent | Mixture], deals: Deals) -> None:
    """Raises `AgentFailed` when somebody's own agent remembers: when some deals end otherwise played one by one than together.

    Agents decide by what they are given alone; of one that does not, results would depend on how games are batched.
    """
    seated = [agent for place in agents for agent in (place.agents if isinstance(place, Mixture) else [place])]
    own = sorted({agent.name for agent in seated if is_custom(agent)})
    if not own:
        return
    few = deals._replace(number=min(deals.number, COMPARED_DEALS))
    together = play_deals(game, options, agents, few)
    one_by_one = play_deals(game, options, agents, few._replace(games_at_once=1))
    if not np.array_equal(together.by_agent, one_by_one.by_agent):
        raise AgentFailed(
            f"agent {' or '.join(map(repr, own))} keeps something in mind between decisions: the same deals end otherwise when "
            "they are played one by one. An agent decides by its observation, its mask and the number u alone"
        )


def _on_decision(
    games: SeatedGames, deals: NDArray[np.int64], orders: Sequence[tuple[int, ...]], on_results: OnResults
) -> OnDecision:
    """What `SeatedGames` calls after a decision, so that `on_results` is called for what ended with it."""
    before = np.zeros_like(games.returns)

    def on_decision(i: int, seat: int, action: int, results: list[dict[str, Any]]) -> None:
        if results:
            won = games.returns[i] - before[i]
            before[i] = games.returns[i]
            on_results(int(deals[i % len(deals)]), orders[i // len(deals)], results, won)

    return on_decision


def measure_at_tables(
    game: str,
    agent: Agent,
    tables: Sequence[Sequence[str]],
    deals: int,
    seed: int,
    options: Mapping[str, Any] | None = None,
    stream: Stream = Stream.EVALUATION,
) -> list[Report]:
    """`measure` for one agent at several tables: each names the others who sit there. Raises as `measure` does."""
    return [measure(game, [agent, *resolve_all(others, game)], deals, seed, options, stream) for others in tables]
