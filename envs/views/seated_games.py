"""Many tables whose seats are taken by agents, and at each table at most one seat by a learner.

The seat and vector views and the arena stand on this: whoever is to act, in whatever order, acts on the observation and
the mask of that moment, and what a decision pays is counted for every seat.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.agent import Agent, Mixture, explain_illegal, first_illegal, whole_actions
from ..core.chance import LEARNER_SEAT, LINEUP, Stream, stream_seed, uniform
from ..core.errors import AgentFailed, BackroomError, IllegalAction, InvalidOption, in_one_line
from ..core.game import Game
from ..core.jit import kernel
from ..core.options import GameOptions

LEARNER = -1
OnDecision = Callable[[int, int, int, list[dict[str, Any]]], None]
Choices = tuple[list[int], NDArray[np.float64]]  # numbers of the agents that may sit in a place, cumulative shares


@dataclass(frozen=True, eq=False)
class Seating:
    """Who sits at one table. `agents` sit clockwise from the learner; without a learner, from seat 0."""

    options: GameOptions
    agents: tuple[Agent | Mixture, ...]
    seat: int | str | None  # the learner's: a number, "random" (drawn for each episode), or None: no learner

    def __post_init__(self) -> None:
        seats = self.options.num_players
        places = seats if self.seat is None else seats - 1
        if len(self.agents) != places:
            whom = "agents" if self.seat is None else "opponents"
            raise InvalidOption(f"{whom}: {len(self.agents)} given, {places} needed at a table of {seats}")
        if self.seat is None or self.seat == "random":
            return
        if type(self.seat) is not int or not 0 <= self.seat < seats:
            raise InvalidOption(f"seat: {self.seat!r} is neither 'random' nor a number from 0 to {seats - 1}")

    def overridden(self, game: Game, reset_options: Mapping[str, Any] | None) -> "Seating":
        """The same company at a table whose options are overridden. Raises `InvalidOption`."""
        options = self.options.overridden(game.name, reset_options)
        return self if options is self.options else Seating(options, self.agents, self.seat)


@kernel
def seating_chance(states, which, draws):
    """For each game named in `which`: a number for the learner's seat, then one for each place of the line-up."""
    for j in range(which.shape[0]):
        key = states[which[j]].key
        draws[j, 0] = uniform(key, 0, 0, LEARNER_SEAT, 0)
        for place in range(1, draws.shape[1]):
            draws[j, place] = uniform(key, 0, place - 1, LINEUP, 0)


class SeatedGames:
    """N games with their agents. Game i follows `seatings[i]`; equal deals (`deals`) have equal chance.

    - `states` (N,) records; `lineup` (N, max seats) int32: number of the agent in each seat, or LEARNER
    - `learner_seats` (N,) int32, -1 without a learner
    - `returns` (N, max seats) float64: units that each seat has gained in this episode

    `on_decision(i, seat, action, results)` is called after every decision: in game i, `seat` took `action`; `results` are of
    what ended with it, one a seat, or empty.
    """

    def __init__(
        self,
        game: Game,
        seatings: Sequence[Seating],
        seed: int,
        stream: Stream = Stream.PLAY,
        deals: NDArray[np.integer[Any]] | None = None,
        on_decision: OnDecision | None = None,
    ):
        self.game = game
        self.agents: list[Agent] = []
        self.states = game.new_states([seating.options for seating in seatings], stream_seed(seed, stream))
        if deals is not None:
            self.states["game"] = deals
        shape = (len(seatings), game.max_seats)
        self.lineup = np.full(shape, LEARNER, np.int32)
        self.learner_seats = np.full(shape[0], LEARNER, np.int32)
        self.returns = np.zeros(shape)
        self.on_decision = on_decision
        self._group_seatings(seatings)

    def change_seatings(self, seatings: Sequence[Seating]) -> None:
        """Other options or company at the same tables, from their next episodes on."""
        fresh = self.game.new_states([seating.options for seating in seatings], np.uint64(0))
        for field in ("seed", "key", "game", "episode"):
            fresh[field] = self.states[field]
        self.states = fresh
        self._group_seatings(seatings)

    def _group_seatings(self, seatings: Sequence[Seating]) -> None:
        """Each distinct seating once, with the agents' numbers and shares for each of its places."""
        distinct = {id(seating): seating for seating in seatings}
        numbers = {key: number for number, key in enumerate(distinct)}
        self._groups = [(seating, [self._choices(agent) for agent in seating.agents]) for seating in distinct.values()]
        self._group_of = np.array([numbers[id(seating)] for seating in seatings], np.int32)

    def _choices(self, place: Agent | Mixture) -> Choices:
        mixture = place if isinstance(place, Mixture) else Mixture([place])
        return [self._number(agent) for agent in mixture.agents], mixture.shares

    def _number(self, agent: Agent) -> int:
        for number, known in enumerate(self.agents):
            if known is agent:
                return number
        self.agents.append(agent)
        return len(self.agents) - 1

    def game_numbers(self) -> NDArray[np.int64]:
        """All games: what the other methods take parts of."""
        return np.arange(len(self.states))

    def reset(self, which: NDArray[np.int64]) -> None:
        """The next episode of the games `which`: who sits where, and nobody has won anything."""
        self.game.kernels.reset_games(self.states, which)
        self.returns[which] = 0
        draws = np.empty((len(which), 1 + self.game.max_seats))
        seating_chance(self.states, which, draws)
        group_of = self._group_of[which]
        for number, (seating, places) in enumerate(self._groups):
            rows = np.flatnonzero(group_of == number)
            if len(rows):
                self._seat(which[rows], draws[rows], seating, places)

    def _seat(self, which: NDArray[np.int64], draws: NDArray[np.float64], seating: Seating, places: list[Choices]) -> None:
        seats = seating.options.num_players
        if seating.seat is None:
            first = np.zeros(len(which), np.int64)
        else:
            learner = (draws[:, 0] * seats).astype(np.int64) if seating.seat == "random" else seating.seat
            self.learner_seats[which] = learner
            self.lineup[which, self.learner_seats[which]] = LEARNER
            first = self.learner_seats[which] + 1
        for place, (numbers, shares) in enumerate(places):
            picked = np.array(numbers)[np.searchsorted(shares, draws[:, 1 + place], side="right")]
            self.lineup[which, (first + place) % seats] = picked

    def run(self, which: NDArray[np.int64]) -> None:
        """Let agents act in the games `which` until each waits for its learner or is over.

        Raises `IllegalAction` that names the agent when one does what it may not, `AgentFailed` when its code fails.
        """
        while len(which):
            who = np.empty(len(which), np.int64)
            self.game.kernels.who_acts(self.states, which, self.lineup, who)
            waiting = who >= 0
            which, who = which[waiting], who[waiting]
            for number in np.flatnonzero(np.bincount(who)):
                self._let_act(self.agents[number], which[who == number])

    def _let_act(self, agent: Agent, which: NDArray[np.int64]) -> None:
        observations, masks, u = self.observe(which)
        try:
            chosen = agent.act_batch(observations, masks.copy(), u)  # a copy: what is checked below is ours
            actions = whole_actions(chosen, len(which))
            bad = first_illegal(actions, masks)
            if bad >= 0:
                raise IllegalAction(explain_illegal(int(actions[bad]), masks[bad], self.game.actions))
        except IllegalAction as error:
            raise IllegalAction(f"agent {agent.name!r}: {error}") from None
        except (BackroomError, KeyboardInterrupt):  # to leave is the person's wish, not the agent's failure
            raise
        except BaseException as error:
            raise AgentFailed(f"agent {agent.name!r} failed: {in_one_line(error)}") from error
        self.step(which, actions)

    def observe(self, which: NDArray[np.int64]) -> tuple[NDArray[np.float32], NDArray[np.int8], NDArray[np.float64]]:
        """Observation, mask and uniform number of the seat to act in each game of `which`, in fresh arrays."""
        count = len(which)
        observations = np.empty((count, self.game.layout.size), np.float32)
        masks = np.empty((count, len(self.game.actions)), np.int8)
        u = np.empty(count)
        self.game.kernels.observe_games(self.states, which, observations, masks, u)
        return observations, masks, u

    def observe_seats(self, which: NDArray[np.int64], seats: NDArray[np.int32]) -> NDArray[np.float32]:
        """What seat `seats[j]` of game `which[j]` knows, in a fresh array."""
        observations = np.empty((len(which), self.game.layout.size), np.float32)
        self.game.kernels.observe_seats(self.states, which, seats, observations)
        return observations

    def step(self, which: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        """One legal decision in each game of `which`."""
        seats = None if self.on_decision is None else self.states["to_act"][which]
        self.game.kernels.step_games(self.states, which, actions, self.returns)
        if self.on_decision is not None and seats is not None:
            for i, seat, action in zip(which.tolist(), seats.tolist(), actions.tolist(), strict=True):
                results = self.game.text.results(self.states, i) if self.states["has_results"][i] else []
                self.on_decision(i, seat, action, results)
