"""A whole run: fit, validate, keep the best, measure it on deals that it never saw."""

import json
from pathlib import Path

import torch
import yaml
from rich.console import Console
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger, make_output_format

from ..agents import resolve, resolve_all
from ..agents.policy import POLICY_FILE, PolicyAgent
from ..envs.core.game import get_game
from ..evaluate.arena import Report, measure_at_tables, table_options
from .behaviour_cloning import imitate
from .config import ConfigError, RunConfig, validated
from .ppo import load_model, make_model, make_tables, save_model, save_policy
from .run_folder import CONFIG, EVALUATION, LAST_MODEL, LAST_POLICY, create, open_existing, write
from .watch import StopRequest, Watch, best_so_far


def train(config: RunConfig, parent: Path, console: Console) -> tuple[Path, list[Report] | None]:
    """A new run below `parent`. Returns its folder and the final measurement; None when it was stopped before its end.

    Raises `ConfigError` or `InvalidOption`, and then no folder has been made.
    """
    check_plan(config)
    torch.set_num_threads(config.train.threads)
    tables = make_tables(config)
    model = make_model(config, tables)
    folder = create(config, parent)
    console.print(f"Run folder: {folder}", highlight=False)
    return folder, _fit(config, folder, model, best_so_far(folder), console)


def resume(folder: Path, total_steps: int | None, console: Console) -> list[Report] | None:
    """Go on with a stopped run, or with a finished one up to `total_steps`. Raises `ConfigError`."""
    config = open_existing(folder)
    if total_steps is not None:
        data = config.model_dump(mode="json")
        data["train"]["total_steps"] = total_steps
        config = validated(data, "train.total_steps")
    check_plan(config)
    torch.set_num_threads(config.train.threads)
    model = load_model(folder / LAST_MODEL, config, make_tables(config))
    if model.num_timesteps >= config.train.total_steps:
        raise ConfigError(
            f"{folder}: it has taken its {model.num_timesteps:,} decisions; to train further give --set train.total_steps=MORE"
        )
    best = best_so_far(folder)
    if total_steps is not None:
        write(folder / CONFIG, yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False))
    console.print(f"Going on from {model.num_timesteps:,} decisions: {folder}", highlight=False)
    return _fit(config, folder, model, best, console)


def check_plan(config: RunConfig) -> None:
    """Refuse now what would only be found wrong after training: the tables of the measurement. Raises `InvalidOption`."""
    game = get_game(config.game)
    if config.train.imitate is not None:
        resolve(config.train.imitate.bettor, config.game)
    for others in config.evaluation.tables:
        resolve_all(others, config.game)
        table_options(game, len(others) + 1, config.evaluation.options)


def _fit(config: RunConfig, folder: Path, model: MaskablePPO, best: float, console: Console) -> list[Report] | None:
    # a run that goes on must not overwrite the metrics of what came before
    suffix = f"_{model.num_timesteps}" if model.num_timesteps else ""
    outputs = [make_output_format(kind, str(folder), suffix) for kind in ("csv", "tensorboard")]
    model.set_logger(Logger(str(folder), outputs))
    with StopRequest(console).listening() as stop:
        lesson = config.train.imitate
        if lesson is not None and model.num_timesteps == 0:
            agreement = imitate(model, config, lesson, lambda: stop.made)
            if stop.made:
                keep_untrained(config, folder, model)
                return None
            console.print(f"Imitated {lesson.bettor}: the policy would do the same in {agreement:.1%} of decisions new to it")
        watch = Watch(config, folder, best, stop, console)
        remaining = config.train.total_steps - model.num_timesteps
        try:
            model.learn(remaining, callback=watch, reset_num_timesteps=model.num_timesteps == 0)
        finally:
            watch.close()
        if stop.made and model.num_timesteps < config.train.total_steps:
            watch.save_last()
            if not (folder / POLICY_FILE).exists():
                save_policy(model, folder / POLICY_FILE, config)
            return None
        watch.validate()
    console.print(f"Trained at {watch.speed():,.0f} decisions a second; measuring the best policy ...", highlight=False)
    return measure_run(config, folder)


def keep_untrained(config: RunConfig, folder: Path, model: MaskablePPO) -> None:
    """Save a learner whose lesson was broken off: a run that goes on has its lesson from the beginning."""
    save_model(model, folder / LAST_MODEL)
    for file in (LAST_POLICY, POLICY_FILE):
        save_policy(model, folder / file, config)


def measure_run(config: RunConfig, folder: Path) -> list[Report]:
    """Measure the best policy at every table of the plan, on evaluation deals, and keep the result in the folder."""
    plan = config.evaluation
    agent = PolicyAgent(folder / POLICY_FILE, config.game, folder.resolve().name)
    reports = measure_at_tables(config.game, agent, plan.tables, plan.deals, plan.seed, plan.options)
    write(folder / EVALUATION, json.dumps([report.as_json() for report in reports], indent=2) + "\n")
    return reports
