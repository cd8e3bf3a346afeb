"""The learner's environment: the configured tables as one vector environment, as Stable-Baselines3 takes them."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnvWrapper

from ..agents import resolve_all
from ..agents.derived_features import DerivedFeatures
from ..agents.specs import derived_features_of
from ..envs.core.chance import Stream
from ..envs.core.game import get_game
from ..envs.views.learner import Learners
from ..envs.views.sb3 import SeatVecEnv
from ..envs.views.seated_games import Seating
from .config import ConfigError, RunConfig


class WithDerivedFeatures(VecEnvWrapper):
    """Observations followed by what is derived from them, as a policy that plays sees them."""

    def __init__(self, seats: SeatVecEnv, derived: DerivedFeatures):
        plain: Any = seats.observation_space
        beyond = np.full(derived.size, np.inf, np.float32)
        low, high = np.concatenate([plain.low, -beyond]), np.concatenate([plain.high, beyond])
        super().__init__(seats, observation_space=spaces.Box(low, high))
        self._seats, self._derived = seats, derived

    def reset(self) -> Any:
        return self._seen(self.venv.reset())

    def step_wait(self) -> Any:
        observations, rewards, dones, infos = self.venv.step_wait()
        nothing = np.zeros((1, self._seats.action_masks().shape[1]), np.int8)  # that could be done at an end
        for i in np.flatnonzero(dones):
            infos[i]["terminal_observation"] = self._derived.beside(infos[i]["terminal_observation"][None], nothing)[0]
        return self._seen(observations), rewards, dones, infos

    def _seen(self, observations: Any) -> NDArray[np.float32]:
        return self._derived.beside(observations, self._seats.action_masks())


class ScaledRewards(VecEnvWrapper):
    """Rewards times a constant, for the learning alone: what `episode` infos count stays units."""

    def __init__(self, venv: Any, scale: float):
        super().__init__(venv)
        self._scale = np.float32(scale)

    def reset(self) -> Any:
        return self.venv.reset()

    def step_wait(self) -> Any:
        observations, rewards, dones, infos = self.venv.step_wait()
        return observations, rewards * self._scale, dones, infos


def make_learner_env(config: RunConfig) -> ScaledRewards:
    """The configured tables, each as often as its share says, the learner in a random seat. Raises `InvalidOption`."""
    game = get_game(config.game)
    seatings = []
    for table in config.tables:
        options = {"num_players": len(table.opponents) + 1, **table.options}
        company = resolve_all(table.opponents, config.game)
        seatings.append(Seating(game.parse_options(options), tuple(company), "random"))
    bounds = np.cumsum([table.share for table in config.tables])
    places = (np.arange(config.train.num_envs) + 0.5) / config.train.num_envs * bounds[-1]
    kinds = np.searchsorted(bounds, places)
    if len(set(kinds.tolist())) < len(seatings):
        raise ConfigError(f"train.num_envs: {config.train.num_envs} games are too few to give every table its share")
    learners = Learners(config.game, [seatings[kind] for kind in kinds], Stream.TRAINING, "raise")
    env: Any = SeatVecEnv(learners, config.seed)
    derived = derived_features_of(config.game)
    if derived is not None:
        env = WithDerivedFeatures(env, derived)
    return ScaledRewards(env, config.train.reward_scale)
