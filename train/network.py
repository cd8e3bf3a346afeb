"""A policy network of which a part looks at each of a game's things, such as cards, in the same way."""

from typing import Any

import torch
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.type_aliases import Schedule

from ..agents.policy import Each


class Beside(torch.nn.Module):
    """A network that hands its input on beside what it makes of it: (N, in) to (N, out + in)."""

    def __init__(self, network: torch.nn.Sequential):
        super().__init__()
        self.network = network

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        return torch.cat([self.network(values), values], dim=1)


class EachHead(torch.nn.Module):
    """Logits from the last hidden layer and the input beside it: of the whole, plus those of each thing's actions."""

    def __init__(self, hidden: int, actions: int, each: Each, activation: type[torch.nn.Module]):
        super().__init__()
        self.hidden, self.each = hidden, each
        self.whole = torch.nn.Linear(hidden, actions)
        self.context = torch.nn.Linear(hidden, each.width)
        self.seen = torch.nn.Linear(len(each.pieces), each.width, bias=False)
        self.activation = activation()
        self.out = torch.nn.Linear(each.width, len(each.actions), bias=False)

    def forward(self, values: torch.Tensor) -> torch.Tensor:
        whole, seen = values[:, : self.hidden], values[:, self.hidden :]
        things = torch.stack([seen[:, start : start + self.each.things] for start in self.each.pieces], dim=2)
        made = self.out(self.activation(self.seen(things) + self.context(whole)[:, None]))
        logits = self.whole(whole)
        for kind, first in enumerate(self.each.actions):
            before, after = first, logits.shape[1] - first - self.each.things
            logits = logits + torch.nn.functional.pad(made[:, :, kind], (before, after))
        return logits


class EachPolicy(MaskableActorCriticPolicy):
    """The library's policy with an `EachHead` for its actions."""

    def __init__(self, *args: Any, each: Each, **kwargs: Any):
        self.each = each
        super().__init__(*args, **kwargs)

    def _build(self, lr_schedule: Schedule) -> None:
        super()._build(lr_schedule)
        extractor: Any = self.mlp_extractor
        whole: Any = self.action_net
        optimizer: Any = self.optimizer_class
        extractor.policy_net = Beside(extractor.policy_net)
        self.action_net = EachHead(extractor.latent_dim_pi, whole.out_features, self.each, self.activation_fn)
        for part, gain in ((self.action_net, 2**0.5), (self.action_net.whole, 0.01), (self.action_net.out, 0.01)):
            part.apply(lambda module, gain=gain: self.init_weights(module, gain))
        self.optimizer = optimizer(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)

    def _get_constructor_parameters(self) -> dict[str, Any]:
        return {**super()._get_constructor_parameters(), "each": self.each}
