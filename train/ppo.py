"""MaskablePPO over the vector view: tables, model, and the policy taken out of it."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnvWrapper

from ..agents import resolve_all
from ..agents.policy import write_policy
from ..envs.chance import Stream
from ..envs.files import replace_with
from ..envs.game import get_game
from ..envs.learner import Learners
from ..envs.sb3 import SeatVecEnv
from ..envs.tables import Seating
from .config import ConfigError, RunConfig

ACTIVATIONS = {"relu": torch.nn.ReLU, "tanh": torch.nn.Tanh}


class Falling:
    """A learning rate that falls linearly from `first` to `last` over the run."""

    def __init__(self, first: float, last: float):
        self.first, self.last = first, last

    def __call__(self, progress_remaining: float) -> float:
        return self.last + (self.first - self.last) * progress_remaining


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
    return ScaledRewards(SeatVecEnv(learners, config.seed), config.train.reward_scale)


def make_model(config: RunConfig, tables: ScaledRewards) -> MaskablePPO:
    """A fresh learner for these tables."""
    settings = config.train
    return MaskablePPO(
        "MlpPolicy",
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
        },
        seed=config.seed,
        device="cpu",
    )


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
    network = [*model.policy.mlp_extractor.policy_net, model.policy.action_net]
    linear = [part for part in network if isinstance(part, torch.nn.Linear)]
    layers = [(part.weight.detach().numpy().T.copy(), part.bias.detach().numpy().copy()) for part in linear]
    for last in layers[-1]:
        last /= np.float32(config.train.temperature)
    write_policy(file, config.game, layers, config.train.activation)
