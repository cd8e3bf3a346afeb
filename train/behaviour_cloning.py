"""Behaviour cloning, then DAgger: the learner copies a bettor's decisions at its own tables before it plays by itself.

Where a game asks for many sensible decisions before anything is paid, a policy that begins with random ones would need far
longer to find out what they are for. In the first half the bettor plays and the learner fits its decisions: behaviour cloning
(Pomerleau 1991, "Efficient Training of Artificial Neural Networks for Autonomous Navigation"). In the second half the learner
plays and is chosen what the bettor would do, so that it also learns where its own mistakes lead: dataset aggregation, without
keeping the earlier data (Ross, Gordon and Bagnell 2011, "A Reduction of Imitation Learning and Structured Prediction to
No-Regret Online Learning"). The value network is fitted to what followed.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from ..agents import resolve
from ..envs.core.agent import Agent
from ..envs.core.game import get_game
from .config import CloningConfig, RunConfig

Stopped = Callable[[], bool]


class Cloning:
    """Decisions in the learner's place, `num_envs` a step: what was seen and allowed, what the bettor does, what followed."""

    def __init__(self, model: MaskablePPO, config: RunConfig, bettor: Agent):
        self.model, self.bettor = model, bettor
        self.env: Any = model.get_env()
        self.plain = get_game(config.game).layout.size  # numbers of the observation, beyond which the bettor sees nothing
        self.gamma = config.train.gamma
        self.rng = np.random.default_rng(config.seed)
        self._now = self.env.reset()

    def collect(self, steps: int, learner_plays: bool) -> tuple[NDArray[np.generic], ...]:
        """Play on: observations, masks, the bettor's actions, and returns, each over steps times `num_envs` decisions."""
        rows = []
        for _ in range(steps):
            seen, masks = self._now.copy(), self.env.venv.action_masks()
            plain = seen[:, : self.plain].copy()
            chosen = np.asarray(self.bettor.act_batch(plain, masks.copy(), self.rng.random(len(seen))))
            played = self.model.predict(seen, action_masks=masks)[0] if learner_plays else chosen
            self._now, rewards, ends, _ = self.env.step(played)
            rows.append((seen, masks, chosen, rewards, ends))
        seen, masks, chosen, rewards, ends = (np.stack(part) for part in zip(*rows, strict=True))
        parts = (seen, masks, chosen, returns_of(rewards, ends, self.gamma))
        return tuple(part.reshape(-1, *part.shape[2:]) for part in parts)

    def fit(self, decisions: tuple[NDArray[np.generic], ...], batch_size: int) -> float:
        """One pass over these decisions, in random order; the share in which the policy had more than even odds to agree."""
        order = self.rng.permutation(len(decisions[0]))
        agreed = 0
        for start in range(0, len(order), batch_size):
            agreed += self._step(*(part[order[start : start + batch_size]] for part in decisions))
        return agreed / len(order)

    def _step(self, observations: NDArray, masks: NDArray, actions: NDArray, returns: NDArray) -> int:
        policy = self.model.policy
        values, likelihoods, _ = policy.evaluate_actions(*(torch.as_tensor(part) for part in (observations, actions, masks)))
        error = torch.nn.functional.mse_loss(values.flatten(), torch.as_tensor(returns))
        policy.optimizer.zero_grad()
        (self.model.vf_coef * error - likelihoods.mean()).backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), self.model.max_grad_norm)
        policy.optimizer.step()
        return int((likelihoods.detach() > np.log(0.5)).sum())


def clone(model: MaskablePPO, config: RunConfig, plan: CloningConfig, stopped: Stopped) -> float:
    """Fit the model's policy and values to `plan.bettor`; the share of new decisions on which they agreed at last.

    These are the last that were watched, each counted when it is learned from for the first time: of decisions that it was
    fitted to before, it would agree on more. Ends early when `stopped()`. Raises `InvalidOption` for a bettor that is none.
    """
    cloning = Cloning(model, config, resolve(plan.bettor, config.game))
    rounds = -(-plan.decisions // (config.train.num_envs * config.train.n_steps))
    agreement = 0.0
    for played in range(rounds):
        for group in model.policy.optimizer.param_groups:
            group["lr"] = plan.learning_rate * (1 - 0.95 * played / rounds)
        decisions = cloning.collect(config.train.n_steps, learner_plays=2 * played >= rounds)
        for done in range(plan.n_epochs):
            if stopped():
                return agreement
            agreed = cloning.fit(decisions, plan.batch_size)
            if done == 0:
                agreement = agreed
    policy: Any = model.policy  # what the optimizer has learned of these small steps does not fit what comes
    policy.optimizer = policy.optimizer_class(policy.parameters(), lr=plan.learning_rate, **policy.optimizer_kwargs)
    return agreement


def returns_of(rewards: NDArray[np.generic], ends: NDArray[np.generic], gamma: float) -> NDArray[np.float32]:
    """What followed each decision (steps, games), discounted; what lies beyond the last step counts nothing."""
    returns = np.zeros(rewards.shape, np.float32)
    following = np.zeros(rewards.shape[1], np.float32)
    for step in range(len(rewards) - 1, -1, -1):
        following = rewards[step] + gamma * following * (1 - ends[step])
        returns[step] = following
    return returns
