"""The Stable-Baselines3 view: the vector view's tables behind that library's `VecEnv`."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from ..core.agent import Agent, Mixture
from ..core.chance import check_seed
from ..core.errors import InvalidOption
from .learner import Learners, learners_alike
from .spaces import observation_space, vector_space


class SeatVecEnv(VecEnv):
    """One learner's seat at each of many tables. Masks come from `action_masks()` and `env_method("action_masks")`.

    Rewards are units, unscaled. When an episode ends its info has `terminal_observation` and `episode` (`r`: units,
    `l`: the learner's decisions), as that library's Monitor would add; skipped episodes are told in `skipped`.
    """

    def __init__(self, learners: Learners, seed: int | None = None, dict_observation: bool = False):
        self.learners = learners
        self._dict = dict_observation
        self._first_seed = seed
        game = learners.game
        space = observation_space(game) if dict_observation else vector_space(game)
        super().__init__(learners.num_envs, space, spaces.Discrete(len(game.actions)))
        self._lengths = np.zeros(self.num_envs, np.int64)
        self._units = np.zeros(self.num_envs)
        self._actions: Any = None

    def reset(self) -> Any:
        """Next episodes everywhere; after `seed(n)`, the first ones of that seed's streams."""
        every, first = self._options, self._seeds[0]
        self._reset_seeds()
        self._reset_options()
        if any(options != every[0] for options in every):
            raise InvalidOption("set_options: all tables of one vector take the same options")
        self.learners.start(self._first_seed if first is None else first, every[0])
        self._first_seed = None
        self._lengths[:] = 0
        self._units[:] = 0
        self.reset_infos = self._infos()
        return self._observations()

    def step_async(self, actions: NDArray[Any]) -> None:
        self._actions = actions

    def step_wait(self) -> Any:
        learners = self.learners
        ended, finals = learners.step(self._actions, restart=True)
        self._lengths += 1
        self._units += learners.rewards
        infos = self._infos()
        for i, final in zip(ended.tolist(), finals, strict=True):
            infos[i]["terminal_observation"] = self._final(final)
            infos[i]["TimeLimit.truncated"] = False
            infos[i]["episode"] = {"r": float(self._units[i]), "l": int(self._lengths[i]), "t": 0.0}
            if learners.illegal[i]:
                infos[i]["illegal_action"] = int(self._actions[i])
        self._units[ended] = 0
        self._lengths[ended] = 0
        return self._observations(), learners.rewards.astype(np.float32), learners.terminations.copy(), infos

    def _final(self, observation: NDArray[np.float32]) -> Any:
        mask = np.zeros(self.learners.action_masks.shape[1], np.int8)
        return {"observation": observation, "action_mask": mask} if self._dict else observation

    def _infos(self) -> list[dict[str, Any]]:
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(self.learners.skipped):
            infos[i]["skipped"] = {"count": int(self.learners.skipped[i]), "units": float(self.learners.skipped_units[i])}
        return infos

    def _observations(self) -> Any:
        observations = self.learners.observations
        return {"observation": observations, "action_mask": self.action_masks()} if self._dict else observations

    def action_masks(self) -> NDArray[np.int8]:
        """What every learner may do: a fresh int8 array (N, A)."""
        return self.learners.masks()

    def close(self) -> None:
        """Nothing is held open."""

    def _chosen(self, indices: int | Iterable[int] | None) -> list[int]:
        return list(self._get_indices(indices))

    def get_attr(self, attr_name: str, indices: int | Iterable[int] | None = None) -> list[Any]:
        if attr_name == "render_mode":
            return [None for _ in self._chosen(indices)]
        value = getattr(self, attr_name)
        return [value for _ in self._chosen(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: int | Iterable[int] | None = None) -> None:
        raise AttributeError(f"the tables of one vector share their attributes: {attr_name!r} can not be set for some")

    def env_method(
        self, method_name: str, *method_args: Any, indices: int | Iterable[int] | None = None, **method_kwargs: Any
    ) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(f"the tables of one vector have no method {method_name!r}, only 'action_masks'")
        return list(self.action_masks()[self._chosen(indices)])

    def env_is_wrapped(self, wrapper_class: Any, indices: int | Iterable[int] | None = None) -> list[bool]:
        return [False for _ in self._chosen(indices)]


def seat_vec_env(
    game: str,
    num_envs: int,
    opponents: Sequence[Agent | Mixture],
    seat: int | str = "random",
    seed: int | None = None,
    *,
    illegal_action: str = "raise",
    dict_observation: bool = False,
    **options: Any,
) -> SeatVecEnv:
    """`num_envs` tables alike with one learner each. Raises `InvalidOption` for what can not be played."""
    first = None if seed is None else check_seed(seed)
    learners = learners_alike(game, num_envs, opponents, seat, options, illegal_action)
    return SeatVecEnv(learners, first, dict_observation)
