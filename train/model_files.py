"""Saving and loading the learner itself, and the policy taken out of it, which plays without any learning library."""

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from ..agents.files import replace_with
from ..agents.policy_file import Policy, write_policy
from ..agents.specs import derived_features_of
from ..envs.core.game import get_game
from .config import ConfigError, RunConfig
from .learner_env import ScaledRewards
from .network import per_item_in


def save_model(model: MaskablePPO, file: Path) -> None:
    """Save the learner itself, to go on with."""

    def save(partial: Path) -> None:
        with partial.open("wb") as opened:
            model.save(opened)

    replace_with(file, save)


def load_model(file: Path, config: RunConfig, env: ScaledRewards) -> MaskablePPO:
    """The learner saved in `file`, to go on in `env`, on deals that it has not met. Raises `ConfigError`."""
    try:
        model = MaskablePPO.load(file, env=env, device="cpu")
    except Exception as error:  # whatever a damaged archive makes the library raise
        raise ConfigError(f"{file}: not a saved learner of this table, or damaged ({type(error).__name__})") from None
    env.seed(config.seed + (model.num_timesteps << 32))
    return model


def save_policy(model: MaskablePPO, file: Path, config: RunConfig) -> None:
    """Write the model's policy network as weights."""
    write_policy(file, get_game(config.game), derived_features_of(config.game), policy_of(model, config))


def policy_of(model: MaskablePPO, config: RunConfig) -> Policy:
    """The policy network of a learner, its preferences divided by the configured temperature."""
    policy: Any = model.policy
    per_item, head = per_item_in(config), policy.action_net
    hidden = policy.mlp_extractor.policy_net if per_item is None else policy.mlp_extractor.policy_net.network
    network = [*hidden, head if per_item is None else head.whole]
    layers = [(array_of(part.weight.T), array_of(part.bias)) for part in network if isinstance(part, torch.nn.Linear)]
    arrays = []
    if per_item is not None:
        arrays = [array_of(one) for one in (head.context.weight.T, head.context.bias, head.seen.weight.T, head.out.weight)]
    for last in (*layers[-1], *arrays[-1:]):
        last /= np.float32(config.train.temperature)
    return Policy(layers, config.train.activation, per_item, tuple(arrays))


def array_of(weights: torch.Tensor) -> NDArray[np.float32]:
    return weights.detach().numpy().copy()
