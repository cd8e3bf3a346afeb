"""The Gymnasium vector view: one learner's seat at each of many tables."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from ..core.agent import Agent, Mixture
from ..core.chance import check_seed
from ..core.game import get_game
from .learner import learners_alike
from .spaces import observation_space, vector_space


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` tables with one learner each. An episode that ends is followed by the next within the same step.

    Every `info` has `action_mask` (N, A) int8 of the decisions to be taken now. When episodes end it has `final_obs` and
    `final_info` (with `action_mask`, all zero, and `illegal_action`), where learners passed over episodes `skipped`; each
    with the boolean `_name` that says for which games.
    """

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # pyright: ignore[reportIncompatibleVariableOverride]

    def __init__(
        self,
        game: str,
        num_envs: int,
        opponents: Sequence[Agent | Mixture],
        seat: int | str = "random",
        seed: int | None = None,
        *,
        illegal_action: str = "raise",
        dict_observation: bool = False,
        render_mode: None = None,
        **options: Any,
    ):
        """Raises `InvalidOption` for what can not be played."""
        self._seed = None if seed is None else check_seed(seed)
        self.game = get_game(game)
        self._learners = learners_alike(game, num_envs, opponents, seat, options, illegal_action)
        self.num_envs = self._learners.num_envs
        self._dict = dict_observation
        self.render_mode = render_mode
        self.single_action_space = spaces.Discrete(len(self.game.actions))
        self.single_observation_space = observation_space(self.game) if dict_observation else vector_space(self.game)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Next episodes everywhere; with `seed`, the first ones of that seed's streams."""
        self._learners.start(self._seed if seed is None else seed, options)
        super().reset(seed=None if seed is None else int(seed))
        self._seed = None
        return self._observations(), self._info()

    def step(self, actions: Any) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """One decision of every learner. Raises `IllegalAction` naming the index, and then nothing has changed."""
        ended, finals = self._learners.step(actions, restart=True)
        info = self._info()
        if len(ended):
            self._tell_ends(info, ended, finals, np.asarray(actions))
        truncations = np.zeros(self.num_envs, np.bool_)
        return self._observations(), self._learners.rewards, self._learners.terminations, truncations, info

    def _tell_ends(
        self, info: dict[str, Any], ended: NDArray[np.int64], finals: NDArray[np.float32], actions: NDArray[Any]
    ) -> None:
        which = self._learners.terminations.copy()
        observations = np.full(self.num_envs, None, dtype=object)
        empty = np.zeros(len(self.game.actions), np.int8)
        for i, final in zip(ended, finals, strict=True):
            observations[i] = {"observation": final, "action_mask": empty.copy()} if self._dict else final
        final_info: dict[str, Any] = {"action_mask": np.zeros_like(self.action_masks()), "_action_mask": which.copy()}
        if self._learners.illegal.any():
            final_info["illegal_action"] = np.where(self._learners.illegal, actions, 0)
            final_info["_illegal_action"] = self._learners.illegal.copy()
        info.update(final_obs=observations, _final_obs=which, final_info=final_info, _final_info=which.copy())

    def _observations(self) -> Any:
        observations = self._learners.observations
        return {"observation": observations, "action_mask": self.action_masks()} if self._dict else observations

    def _info(self) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        info: dict[str, Any] = {"action_mask": self.action_masks(), "_action_mask": everywhere}
        which = self._learners.skipped > 0
        if which.any():
            info["skipped"] = {
                "count": self._learners.skipped.copy(),
                "_count": which.copy(),
                "units": self._learners.skipped_units.copy(),
                "_units": which.copy(),
            }
            info["_skipped"] = which
        return info

    def action_masks(self) -> NDArray[np.int8]:
        """What every learner may do: a fresh int8 array (N, A)."""
        return self._learners.masks()
