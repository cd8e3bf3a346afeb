"""A policy network of which a part looks at each of a game's items, such as cards, in the same way."""

from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule

from ..agents.policy_file import PerItem, per_item_of
from ..agents.specs import derived_features_of
from ..envs.core.game import get_game
from .config import RunConfig

ACTIVATIONS = {"relu": torch.nn.ReLU, "tanh": torch.nn.Tanh}


class ConcatInput(torch.nn.Module):
    """A network that hands its input on beside its output: (N, in) to (N, out + in)."""

    def __init__(self, network: torch.nn.Sequential):
        super().__init__()
        self.network = network

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        return torch.cat([self.network(values), values], dim=1)


class PerItemHead(torch.nn.Module):
    """Logits from the last hidden layer and the input beside it: of the whole, plus those of each item's actions."""

    def __init__(self, hidden: int, actions: int, per_item: PerItem, activation: type[torch.nn.Module]):
        super().__init__()
        self.hidden, self.per_item = hidden, per_item
        self.whole = torch.nn.Linear(hidden, actions)
        self.context = torch.nn.Linear(hidden, per_item.width)
        self.seen = torch.nn.Linear(len(per_item.pieces), per_item.width, bias=False)
        self.activation = activation()
        self.out = torch.nn.Linear(per_item.width, len(per_item.actions), bias=False)

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        whole, inputs = values[:, : self.hidden], values[:, self.hidden :]
        items = torch.stack([inputs[:, start : start + self.per_item.items] for start in self.per_item.pieces], dim=2)
        made = self.out(self.activation(self.seen(items) + self.context(whole)[:, None]))
        logits = self.whole(whole)
        for kind, first in enumerate(self.per_item.actions):
            before, after = first, logits.shape[1] - first - self.per_item.items
            logits = logits + torch.nn.functional.pad(made[:, :, kind], (before, after))
        return logits


class PerItemPolicy(MaskableActorCriticPolicy):
    """The library's policy with a `PerItemHead` for its actions."""

    def __init__(self, *args: Any, per_item: PerItem, **kwargs: Any):
        self.per_item = per_item
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Schedule) -> None:
        super()._build(lr_schedule)
        extractor: Any = self.mlp_extractor
        whole: Any = self.action_net
        optimizer: Any = self.optimizer_class
        extractor.policy_net = ConcatInput(extractor.policy_net)
        self.action_net = PerItemHead(extractor.latent_dim_pi, whole.out_features, self.per_item, self.activation_fn)
        for part, gain in ((self.action_net, 2**0.5), (self.action_net.whole, 0.01), (self.action_net.out, 0.01)):
            part.apply(lambda module, gain=gain: self.init_weights(module, gain))
        self.optimizer = optimizer(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        return {**super()._get_constructor_parameters(), "per_item": self.per_item}


def per_item_in(config: RunConfig) -> PerItem | None:
    """The part for each item that the plan asks for. Raises `InvalidOption` where the game has no such items."""
    plan = config.train.per_item
    if plan is None:
        return None
    return per_item_of(get_game(config.game), derived_features_of(config.game), plan.items, plan.actions, plan.width)
