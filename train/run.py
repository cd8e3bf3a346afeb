"""A whole run, from its configuration to a measured policy, in the order in which it happens.

    check the plan -> environment -> model -> run folder -> [behaviour cloning] -> PPO with validation -> measurement

What each step needs stands apart: what a configuration holds (`config`), the learner's environment (`learner_env`), the network
(`network`), cloning (`behaviour_cloning`), validation and the choice of the best policy (`validation`), the files of a run
(`run_folder`, `model_files`).
"""

import json
from pathlib import Path

import torch
import yaml
from rich.console import Console
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger, make_output_format
from stable_baselines3.common.utils import LinearSchedule

from ..agents import resolve, resolve_all
from ..agents.policy import POLICY_FILE
from ..agents.specs import load_policy
from ..envs.core.game import get_game
from ..evaluate.arena import Report, measure_at_tables, options_for_agents
from .behaviour_cloning import clone
from .config import ConfigError, RunConfig, validated
from .learner_env import ScaledRewards, make_learner_env
from .model_files import load_model, save_model, save_policy
from .network import ACTIVATIONS, PerItemPolicy, per_item_in
from .run_folder import CONFIG, EVALUATION, LAST_MODEL, LAST_POLICY, create, open_existing, remove_partials, write
from .stop_request import StopRequest
from .validation import ValidationCallback, best_so_far


def train(config: RunConfig, parent: Path, console: Console) -> tuple[Path, list[Report] | None]:
    """A new run below `parent`. Returns its folder and the final measurement; None when it was stopped before its end.

    Raises `ConfigError` or `InvalidOption`, and then no folder has been made.
    """
    check_plan(config)
    torch.set_num_threads(config.train.threads)
    env = make_learner_env(config)
    model = make_model(config, env)
    folder = create(config, parent)
    console.print(f"Run folder: {folder}", soft_wrap=True)
    update, total = config.train.num_envs * config.train.n_steps, config.train.total_steps
    if total % update:
        rounded = -(-total // update) * update
        console.print(f"{total:,} decisions are rounded up to {rounded:,}, whole updates of num_envs * n_steps = {update:,}")
    return folder, fit(config, folder, model, best_so_far(folder), console)


def resume(folder: Path, total_steps: int | None, console: Console) -> list[Report] | None:
    """Go on with a stopped run, or with a finished one up to `total_steps`. Raises `ConfigError`."""
    config = open_existing(folder)
    if total_steps is not None:
        data = config.model_dump(mode="json")
        data["train"]["total_steps"] = total_steps
        config = validated(data, "train.total_steps")
    check_plan(config)
    torch.set_num_threads(config.train.threads)
    model = load_model(folder / LAST_MODEL, config, make_learner_env(config))
    if model.num_timesteps >= config.train.total_steps and (folder / EVALUATION).exists():
        raise ConfigError(
            f"{folder}: it has taken its {model.num_timesteps:,} decisions; to train further give --set train.total_steps=MORE"
        )
    best = best_so_far(folder)
    if total_steps is not None:
        write(folder / CONFIG, yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False))
    remove_partials(folder)
    console.print(f"Going on from {model.num_timesteps:,} decisions: {folder}", soft_wrap=True)
    return fit(config, folder, model, best, console)


def check_plan(config: RunConfig) -> None:
    """Refuse now what would only be found wrong after training: the tables of the measurement. Raises `InvalidOption`."""
    game = get_game(config.game)
    if config.train.behaviour_cloning is not None:
        resolve(config.train.behaviour_cloning.bettor, config.game)
    for others in config.evaluation.tables:
        resolve_all(others, config.game)
        options_for_agents(game, len(others) + 1, config.evaluation.options)


def make_model(config: RunConfig, env: ScaledRewards) -> MaskablePPO:
    """A fresh learner for this environment. Raises `InvalidOption`."""
    settings = config.train
    per_item = per_item_in(config)
    return MaskablePPO(
        "MlpPolicy" if per_item is None else PerItemPolicy,
        env,
        learning_rate=LinearSchedule(settings.learning_rate, settings.final_learning_rate, end_fraction=1.0),
        n_steps=settings.n_steps,
        batch_size=settings.batch_size,
        n_epochs=settings.n_epochs,
        gamma=settings.gamma,
        gae_lambda=settings.gae_lambda,
        clip_range=settings.clip_range,
        ent_coef=settings.ent_coef,
        vf_coef=settings.vf_coef,
        max_grad_norm=settings.max_grad_norm,
        policy_kwargs={
            "net_arch": {"pi": list(settings.net_arch), "vf": list(settings.net_arch)},
            "activation_fn": ACTIVATIONS[settings.activation],
            **({} if per_item is None else {"per_item": per_item}),
        },
        seed=config.seed,
        device="cpu",
    )


def fit(config: RunConfig, folder: Path, model: MaskablePPO, best: float, console: Console) -> list[Report] | None:
    """Clone if the plan says so, learn, and measure the best policy. None when it was stopped before its end."""
    log_into(folder, model)
    with StopRequest(console).listening() as stop:
        finished = clone_first(config, folder, model, stop, console) and learn(config, folder, model, best, stop, console)
        if not finished:
            return None
    (folder / EVALUATION).unlink(missing_ok=True)  # of an earlier policy; without one, a run can be gone on with to measure
    return measure_run(config, folder)


def log_into(folder: Path, model: MaskablePPO) -> None:
    """Metrics of every update as CSV and for TensorBoard; those of a run that goes on do not overwrite what came before."""
    suffix = f"_{model.num_timesteps}" if model.num_timesteps else ""
    outputs = [make_output_format(kind, str(folder), suffix) for kind in ("csv", "tensorboard")]
    model.set_logger(Logger(str(folder), outputs))


def clone_first(config: RunConfig, folder: Path, model: MaskablePPO, stop: StopRequest, console: Console) -> bool:
    """Behaviour cloning, where the plan has it and nothing was learned yet. False when it was stopped: it begins anew then."""
    plan = config.train.behaviour_cloning
    if plan is None or model.num_timesteps:
        return True
    agreement = clone(model, config, plan, lambda: stop.made)
    if stop.made:
        save_model(model, folder / LAST_MODEL)
        for file in (LAST_POLICY, POLICY_FILE):
            save_policy(model, folder / file, config)
        return False
    console.print(f"Cloned {plan.bettor}: the policy would do the same in {agreement:.1%} of decisions new to it")
    return True


def learn(config: RunConfig, folder: Path, model: MaskablePPO, best: float, stop: StopRequest, console: Console) -> bool:
    """PPO up to the planned decisions, validated on the way. False when it was stopped before them."""
    callback = ValidationCallback(config, folder, best, stop, console)
    remaining = config.train.total_steps - model.num_timesteps
    try:
        model.learn(remaining, callback=callback, reset_num_timesteps=model.num_timesteps == 0)
    finally:
        callback.close()
    if stop.made and model.num_timesteps < config.train.total_steps:
        callback.save_last()
        if not (folder / POLICY_FILE).exists():
            save_policy(model, folder / POLICY_FILE, config)
        return False
    callback.validate()
    console.print(f"Trained at {callback.speed():,.0f} decisions a second; measuring the best policy ...")
    return True


def measure_run(config: RunConfig, folder: Path) -> list[Report]:
    """Measure the best policy at every table of the plan, on evaluation deals, and keep the result in the folder."""
    plan = config.evaluation
    agent = load_policy(folder / POLICY_FILE, config.game, folder.resolve().name)
    reports = measure_at_tables(config.game, agent, plan.tables, plan.deals, plan.seed, plan.options)
    write(folder / EVALUATION, json.dumps([report.as_json() for report in reports], indent=2) + "\n")
    return reports
