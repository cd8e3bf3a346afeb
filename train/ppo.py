"""MaskablePPO over the vector view: tables, model, and the policy taken out of it."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnvWrapper

from ..agents import resolve_all
from ..agents.derived_features import Reckoning, reckoning_of, seen_with
from ..agents.files import replace_with
from ..agents.policy import Each, each_in, write_policy
from ..envs.core.chance import Stream
from ..envs.core.game import get_game
from ..envs.views.learner import Learners
from ..envs.views.sb3 import SeatVecEnv
from ..envs.views.seated_games import Seating
from .config import ConfigError, RunConfig
from .network import EachPolicy

ACTIVATIONS = {"relu": torch.nn.ReLU, "tanh": torch.nn.Tanh}


class Falling:
    """A learning rate that falls linearly from `first` to `last` over the run."""

    def __init__(self, first: float, last: float):
        self.first, self.last = first, last

    def __call__(self, progress_remaining: float) -> float:
        return self.last + (self.first - self.last) * progress_remaining


class WithReckoning(VecEnvWrapper):
    """Observations followed by what is reckoned from them, as a policy that plays sees them."""

    def __init__(self, tables: SeatVecEnv, reckoning: Reckoning):
        plain: Any = tables.observation_space
        beyond = np.full(reckoning.size, np.inf, np.float32)
        low, high = np.concatenate([plain.low, -beyond]), np.concatenate([plain.high, beyond])
        super().__init__(tables, observation_space=spaces.Box(low, high))
        self._tables, self._reckoning = tables, reckoning

    def reset(self) -> Any:
        return self._seen(self.venv.reset())

    def step_wait(self) -> Any:
        observations, rewards, dones, infos = self.venv.step_wait()
        nothing = np.zeros((1, self._tables.action_masks().shape[1]), np.int8)  # that could be done at an end
        for i in np.flatnonzero(dones):
            infos[i]["terminal_observation"] = seen_with(self._reckoning, infos[i]["terminal_observation"][None], nothing)[0]
        return self._seen(observations), rewards, dones, infos

    def _seen(self, observations: Any) -> NDArray[np.float32]:
        return seen_with(self._reckoning, observations, self._tables.action_masks())


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


def make_tables(config: RunConfig) -> ScaledRewards:
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
    everybody = [seatings[kind] for kind in kinds]
    learners = Learners(config.game, everybody, Stream.TRAINING, "raise")
    tables: Any = SeatVecEnv(learners, config.seed)
    reckoning = reckoning_of(config.game)
    if reckoning is not None:
        tables = WithReckoning(tables, reckoning)
    return ScaledRewards(tables, config.train.reward_scale)


def make_model(config: RunConfig, tables: ScaledRewards) -> MaskablePPO:
    """A fresh learner for these tables. Raises `InvalidOption`."""
    settings = config.train
    each = each_of(config)
    return MaskablePPO(
        "MlpPolicy" if each is None else EachPolicy,
        tables,
        learning_rate=Falling(settings.learning_rate, settings.final_learning_rate),
        n_steps=settings.n_steps,
        batch_size=settings.batch_size,
        n_epochs=settings.epochs,
        gamma=settings.gamma,
        gae_lambda=settings.gae_lambda,
        clip_range=settings.clip_range,
        ent_coef=settings.entropy,
        vf_coef=settings.value_weight,
        max_grad_norm=settings.max_grad_norm,
        policy_kwargs={
            "net_arch": {"pi": list(settings.net), "vf": list(settings.net)},
            "activation_fn": ACTIVATIONS[settings.activation],
            **({} if each is None else {"each": each}),
        },
        seed=config.seed,
        device="cpu",
    )


def each_of(config: RunConfig) -> Each | None:
    """What the plan says of the game's things. Raises `InvalidOption` where the game has no such."""
    plan = config.train.each
    return None if plan is None else each_in(get_game(config.game), plan.things, plan.actions, plan.width)


def load_model(file: Path, config: RunConfig, tables: ScaledRewards) -> MaskablePPO:
    """The learner saved in `file`, to go on at these tables, on deals that it has not met. Raises `ConfigError`."""
    try:
        model = MaskablePPO.load(file, env=tables, device="cpu")
    except Exception as error:  # whatever a damaged archive makes the library raise
        raise ConfigError(f"{file}: not a saved learner of this table, or damaged ({type(error).__name__})") from None
    tables.seed(config.seed + (model.num_timesteps << 32))
    return model


def save_model(model: MaskablePPO, file: Path) -> None:
    """Save the learner itself, to go on with."""

    def save(partial: Path) -> None:
        with partial.open("wb") as opened:
            model.save(opened)

    replace_with(file, save)


def save_policy(model: MaskablePPO, file: Path, config: RunConfig) -> None:
    """Write the model's policy network as weights that play without any learning library."""
    policy: Any = model.policy
    each, head = each_of(config), policy.action_net
    network = (
        [*policy.mlp_extractor.policy_net, head] if each is None else [*policy.mlp_extractor.policy_net.network, head.whole]
    )
    layers = [(array_of(part.weight.T), array_of(part.bias)) for part in network if isinstance(part, torch.nn.Linear)]
    each_arrays = []
    if each is not None:
        each_arrays = [array_of(one) for one in (head.context.weight.T, head.context.bias, head.seen.weight.T, head.out.weight)]
    for last in (*layers[-1], *each_arrays[-1:]):
        last /= np.float32(config.train.temperature)
    write_policy(file, config.game, layers, config.train.activation, each, each_arrays)


def array_of(weights: torch.Tensor) -> NDArray[np.float32]:
    return weights.detach().numpy().copy()
