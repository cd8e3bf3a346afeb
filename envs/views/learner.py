"""One learner at each of many tables: what it is shown, what it is told it won, and when its episodes end.

The Gymnasium and Stable-Baselines3 views are faces of this class. The learner's reward is all that its seat gained or
lost up to its next decision, whoever moved; an episode ends with what it won or lost last. What arrives before its first
decision joins its first reward; an episode in which it decides nothing is skipped and counted.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.agent import Agent, Mixture, explain_illegal, first_illegal, whole_actions
from ..core.chance import Stream, check_seed
from ..core.errors import IllegalAction, InvalidOption
from ..core.game import get_game
from .seated_games import SeatedGames, Seating
from .spaces import MAX_GAMES, fresh_seed, whole_number

ILLEGAL_ACTION = ("raise", "end")
# A table where the learner never gets to decide would be skipped for ever.
MAX_SKIPS = 10_000


class Learners:
    """N tables with one learner each.

    - `observations` (N, D) float32, `action_masks` (N, A) int8: fresh arrays after every step
    - `rewards` (N,) float64: units since the learner's last decision
    - `terminations` (N,) bool: the last step ended the episode
    - `illegal` (N,) bool: ... because the learner's action was illegal (`illegal_action="end"`), which forfeits what it has in
    - `skipped` (N,), `skipped_units` (N,): episodes that passed without the learner before the one it now plays
    """

    def __init__(self, game: str, seatings: Sequence[Seating], stream: Stream, illegal_action: str, keep_results: bool = False):
        if illegal_action not in ILLEGAL_ACTION:
            raise InvalidOption(f"illegal_action: {illegal_action!r} is none of {', '.join(ILLEGAL_ACTION)}")
        self.game = get_game(game)
        self.seatings = list(seatings)
        self.num_envs = len(self.seatings)
        self.illegal_action = illegal_action
        self._stream = stream
        self._results: list[list[dict[str, Any]]] | None = [[] for _ in self.seatings] if keep_results else None
        self._all = np.arange(self.num_envs)
        self._on = False
        self._games: SeatedGames | None = None

    @property
    def games(self) -> SeatedGames:
        """The games that are on. Raises `RuntimeError` before `start`."""
        if self._games is None:
            raise RuntimeError("no episode is on: call reset() first")
        return self._games

    def check_on(self) -> None:
        """Raises `RuntimeError` before `start`, and after a step that an opponent's failure or an interrupt broke off."""
        if not self._on:
            raise RuntimeError("no episode is on, or the last step broke off: call reset() first")

    def masks(self) -> NDArray[np.int8]:
        """What the learners may do: a fresh int8 array (N, A). Raises `RuntimeError` when no episode is on."""
        self.check_on()
        return self.action_masks.copy()

    def start(self, seed: int | None, options: Mapping[str, Any] | None = None) -> None:
        """First episodes of the stream of `seed`; without one, the next episodes.

        `options["game"]` is laid over the options of every table, for these episodes and those after them. Raises
        `InvalidOption`, and then nothing has changed.
        """
        chosen = None if seed is None else check_seed(seed)
        renewed = {id(seating): seating.overridden(self.game, options) for seating in self.seatings}
        seatings = [renewed[id(seating)] for seating in self.seatings]
        self._on = False
        if chosen is not None or self._games is None:
            on_decision = None if self._results is None else self._keep_result
            fresh = fresh_seed() if chosen is None else chosen
            self._games = SeatedGames(self.game, seatings, fresh, self._stream, on_decision=on_decision)
        elif seatings != self.seatings:
            self._games.change_seatings(seatings)
        self.seatings = seatings
        self._received = np.zeros(self.num_envs)  # units of this episode that rewards have told the learner of
        self.rewards = np.zeros(self.num_envs)
        self.terminations = np.zeros(self.num_envs, np.bool_)
        self.illegal = np.zeros(self.num_envs, np.bool_)
        self.skipped = np.zeros(self.num_envs, np.int64)
        self.skipped_units = np.zeros(self.num_envs)
        if self._results is not None:
            self._results = [[] for _ in self.seatings]
        self.begin(self._all)
        self._look()
        self._on = True

    def _keep_result(self, i: int, seat: int, action: int, results: list[dict[str, Any]]) -> None:
        assert self._results is not None
        if results:
            self._results[i].append(results[self.games.learner_seats[i]])

    def take_results(self, i: int) -> tuple[dict[str, Any], ...]:
        """With `keep_results`: what ended in game i since the last call, as its learner is told."""
        assert self._results is not None
        results, self._results[i] = tuple(self._results[i]), []
        return results

    def begin(self, which: NDArray[np.int64]) -> None:
        """Next episodes of the games `which`, up to the learner's first decision in each."""
        self.skipped[which] = 0
        self.skipped_units[which] = 0
        for _ in range(MAX_SKIPS):
            self.games.reset(which)
            self.games.run(which)
            which = which[self.games.states["over"][which] != 0]
            if not len(which):
                return
            self.skipped[which] += 1
            self.skipped_units[which] += self._units(which)
        raise InvalidOption(f"the learner decided nothing in {MAX_SKIPS} episodes on end: it has no say at this table")

    def _units(self, which: NDArray[np.int64]) -> NDArray[np.float64]:
        return self.games.returns[which, self.games.learner_seats[which]]

    def _look(self) -> None:
        self.observations, self.action_masks, _ = self.games.observe(self._all)
        self._masks = self.action_masks.copy()  # what actions are checked against, whatever becomes of the public one

    def step(self, actions: Any, *, restart: bool) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """The learners' decisions, then everybody else's up to the learners' next. Returns the games that ended, and
        what the learner knew at their end; with `restart` they have begun their next episodes.

        Raises `IllegalAction` naming the index, and then nothing has changed, unless `illegal_action="end"`; an opponent's
        `IllegalAction` or `AgentFailed` names the agent, and the game that it sat at can not go on.
        """
        self.check_on()
        chosen, illegal = self._checked(actions)
        self._on = False  # until the step is through: what is left when an opponent fails can not be played on
        going = self._all[~illegal]
        self.games.step(going, chosen[going])
        self.games.run(going)
        self.illegal = illegal
        self.terminations = illegal | (self.games.states["over"] != 0)
        units = self._units(self._all)
        self.rewards = units - self._received
        for i in np.flatnonzero(illegal).tolist():
            self.rewards[i] = -self._forfeit(i)
        self._received = np.where(self.terminations, 0.0, units)
        ended = np.flatnonzero(self.terminations)
        finals = self.games.observe_seats(ended, self.games.learner_seats[ended])
        if restart:
            self.skipped = np.zeros(self.num_envs, np.int64)
            self.skipped_units = np.zeros(self.num_envs)
            self.begin(ended)
            self._look()
        else:
            self.observations, self._masks = self._after_end(finals)
            self.action_masks = self._masks.copy()
        self._on = True
        return ended, finals

    def _forfeit(self, i: int) -> float:
        """What an illegal action costs the learner of game i: all that it has in, or the options' penalty if that is more."""
        s, seat = self.games.states[i], self.games.learner_seats[i]
        put_in = float(s["bankroll"][seat] + self.games.returns[i, seat] - s["stack"][seat])
        return max(put_in, self.seatings[i].options.illegal_penalty())

    def _after_end(self, finals: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
        """What a view without autoreset shows: the final observation with an empty mask, or the next decision."""
        observations, masks, _ = self.games.observe(self._all)
        observations[self.terminations] = finals
        masks[self.terminations] = 0
        return observations, masks

    def _checked(self, actions: Any) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The actions, and which of them are illegal, if they may be."""
        chosen = whole_actions(actions, self.num_envs)
        bad = first_illegal(chosen, self._masks)
        if bad < 0:
            return chosen, np.zeros(self.num_envs, np.bool_)
        if self.illegal_action == "raise":
            why = explain_illegal(int(chosen[bad]), self._masks[bad], self.game.actions)
            raise IllegalAction(f"index {bad}: {why} (illegal_action='end' ends such a game instead)")
        there = np.clip(chosen, 0, len(self.game.actions) - 1)
        return chosen, (there != chosen) | (self._masks[self._all, there] == 0)


def learners_alike(
    game: str,
    num_envs: int,
    opponents: Sequence[Agent | Mixture],
    seat: int | str,
    options: Mapping[str, Any],
    illegal_action: str,
    keep_results: bool = False,
) -> Learners:
    """Learners at `num_envs` tables alike. `num_players` follows from the opponents where it is not given.

    Raises `InvalidOption` for what can not be played.
    """
    if seat is None:
        raise InvalidOption("seat: the learner needs one: 'random' or a number")
    count = whole_number("num_envs", num_envs, 1, MAX_GAMES)
    chosen = get_game(game).options_for(len(opponents) + 1, options, "the learner and the opponents named", None)
    seating = Seating(chosen, tuple(opponents), int(seat) if isinstance(seat, np.integer) else seat)
    return Learners(game, [seating] * count, Stream.PLAY, illegal_action, keep_results)
