"""The batch view: many games, all seats, driven with arrays. The fast way to play everybody yourself."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..core.agent import explain_illegal, first_illegal, whole_actions
from ..core.chance import Stream, stream_seed
from ..core.errors import IllegalAction, InvalidOption, InvalidState
from ..core.game import Game, get_game
from .saved_states import pack, unpack
from .spaces import MAX_GAMES, fresh_seed, whole_number


class Batch:
    """`num_envs` games at once, each waiting for the decision of one seat. Game i of a seed plays on its own stream.

    Arrays, overwritten by `reset` and `step` unless `copy=True`:

    - `observations` (N, D) float32: what the seat to act in each game knows
    - `action_masks` (N, A) int8: what it may do
    - `seats` (N,) int32: which seat it is
    - `rewards` (N, max seats) float32: units that the last step paid
    - `terminations` (N,) bool: whether it finished an episode
    - `final_observations` (N, max seats, D) float32, with `final_observations=True`: what each seat knew at the end of
      an episode that the last step finished

    A finished game begins its next episode within the same step. The games may differ: `game_options` holds one mapping a
    game, laid over `options`. With `observations=False` none are written, which is faster.
    """

    def __init__(
        self,
        game: str,
        num_envs: int,
        seed: int | None = None,
        *,
        observations: bool = True,
        final_observations: bool = False,
        copy: bool = False,
        game_options: Sequence[Mapping[str, Any]] | None = None,
        **options: Any,
    ):
        """Raises `InvalidOption` for what can not be played. The games begin at once, from `seed` if it is given."""
        self.game: Game = get_game(game)
        self.num_envs = whole_number("num_envs", num_envs, 1, MAX_GAMES)
        self._options = _options_of_each(self.game, self.num_envs, options, game_options)
        self._copy = copy
        size, actions, seats = self.game.layout.size, len(self.game.actions), self.game.max_seats
        self.observations = np.zeros((self.num_envs if observations else 0, size), np.float32)
        self.action_masks = np.zeros((self.num_envs, actions), np.int8)
        self.seats = np.zeros(self.num_envs, np.int32)
        self.rewards = np.zeros((self.num_envs, seats), np.float32)
        self.terminations = np.zeros(self.num_envs, np.bool_)
        self.final_observations = np.zeros((self.num_envs if final_observations else 0, seats, size), np.float32)
        self._masks = np.zeros_like(self.action_masks)  # what steps are checked against, whatever becomes of the public one
        self._states: NDArray[Any] | None = None
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin an episode in every game: the first of the stream of `seed`, or the next one where none is given."""
        if seed is not None or self._states is None:
            stream = stream_seed(fresh_seed() if seed is None else seed, Stream.PLAY)
            self._states = self.game.new_states(self._options, stream)
        self._renew()
        self.game.kernels.reset_batch(self._states, self.observations, self._masks, self.seats)
        self.rewards[:] = 0
        self.terminations[:] = False
        np.copyto(self.action_masks, self._masks)

    def step(self, actions: NDArray[np.integer[Any]]) -> None:
        """One decision in every game. Raises `IllegalAction` naming the first index that is wrong; nothing has changed."""
        chosen = whole_actions(actions, self.num_envs)
        bad = first_illegal(chosen, self._masks)
        if bad >= 0:
            why = explain_illegal(int(chosen[bad]), self._masks[bad], self.game.actions)
            raise IllegalAction(f"index {bad}, player_{self.seats[bad]}: {why}")
        self._renew()
        self.game.kernels.step_batch(
            self._states,
            chosen,
            self.observations,
            self._masks,
            self.seats,
            self.rewards,
            self.terminations,
            self.final_observations,
        )
        np.copyto(self.action_masks, self._masks)

    def _renew(self) -> None:
        """Fresh arrays where the caller wants to keep the old ones."""
        if not self._copy:
            return
        for name in ("observations", "action_masks", "seats", "rewards", "terminations", "final_observations"):
            setattr(self, name, np.zeros_like(getattr(self, name)))

    def save_state(self, i: int) -> bytes:
        """Game i as bytes that this batch, another one or the PettingZoo view of the same options can load."""
        i = whole_number("game", i, 0, self.num_envs - 1)
        assert self._states is not None
        return pack(self.game, self._options[i], self._states[i].tobytes(), {})

    def load_state(self, i: int, data: bytes) -> None:
        """Put a saved game in the place of game i. Raises `InvalidState`, and then nothing has changed."""
        i = whole_number("game", i, 0, self.num_envs - 1)
        assert self._states is not None
        states, _ = unpack(self.game, self._options[i], data)
        if states["over"][0] or states["episode"][0] < 0:
            raise InvalidState("that game is over, or not begun: a batch holds games that wait for a decision")
        if self._copy:  # arrays that the caller keeps stay as they are
            for name in ("observations", "action_masks", "seats", "rewards", "terminations"):
                setattr(self, name, getattr(self, name).copy())
        self._states[i] = states[0]
        self.rewards[i] = 0
        self.terminations[i] = False
        seat = int(states["to_act"][0])
        self.seats[i] = seat
        self.game.kernels.legal_game(self._states, i, self._masks[i])
        self.action_masks[i] = self._masks[i]
        if len(self.observations):
            self.game.kernels.observe_game(self._states, i, seat, self.observations[i])


def _options_of_each(
    game: Game, num_envs: int, options: Mapping[str, Any], each: Sequence[Mapping[str, Any]] | None
) -> list[Any]:
    """The options of every game; games without options of their own share one object."""
    if each is None:
        return [game.parse_options(options)] * num_envs
    if not isinstance(each, Sequence) or not all(isinstance(own, Mapping) for own in each):
        raise InvalidOption("game_options: a list with one mapping of options a game")
    if len(each) != num_envs:
        raise InvalidOption(f"game_options: {len(each)} mappings for {num_envs} games: give one a game")
    parsed: dict[str, Any] = {}
    found = []
    for own in each:
        key = repr(sorted(own.items()))
        if key not in parsed:
            parsed[key] = game.parse_options({**options, **own})
        found.append(parsed[key])
    return found
