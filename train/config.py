"""The configuration of a run: YAML over the algorithm's defaults, validated, unknown keys refused."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from ..envs.core.errors import BackroomError, InvalidOption
from ..envs.core.game import get_game
from ..envs.core.options import explain_validation
from ..evaluate.statistics import MAX_DEALS, MIN_DEALS
from .yaml_text import read_settings, read_yaml

CONFIGS = Path(__file__).resolve().parent.parent / "configs"


class ConfigError(BackroomError):
    """A configuration that can not be used; the message says where and why."""


Width = Annotated[int, Field(ge=1, le=4096)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class TableConfig(_Strict):
    """A kind of table that the learner sits at. Each place of `opponents` is an agent, or a mapping of agents to weights."""

    opponents: list[str | dict[str, float]]  # none at a table of one seat
    options: dict[str, Any] = Field(default_factory=dict)
    share: float = Field(1.0, gt=0, description="of the games, relative to the other tables")


class CloningConfig(_Strict):
    """Behaviour cloning before PPO: the learner copies a bettor (see `behaviour_cloning`)."""

    bettor: str
    decisions: int = Field(300_000, ge=1, description="in the learner's place, rounded up to whole roll-outs")
    n_epochs: int = Field(4, ge=1, description="how often each of them is learned from")
    batch_size: int = Field(256, ge=2)
    learning_rate: float = Field(0.003, gt=0)


class PerItemConfig(_Strict):
    """A part of the network that looks at each of a game's items, such as cards, in the same way.

    It sees an item's number in every piece of the policy's input that has a place for each, and what the last hidden layer
    makes of the whole, and adds to the preferences for what can be done with that item.
    """

    items: int = Field(ge=2, description="how many there are, and the size of their pieces")
    actions: list[int] = Field(min_length=1, description="the first action of each kind, one an item from there on")
    width: Width = 32


class TrainConfig(_Strict):
    """How the policy is fitted."""

    behaviour_cloning: CloningConfig | None = None
    total_steps: int = Field(ge=1, description="decisions of the learner, rounded up to whole num_envs * n_steps")
    num_envs: int = Field(ge=1, le=65536, description="games at once")
    n_steps: int = Field(ge=1, description="decisions a game between updates")
    batch_size: int = Field(ge=2)
    n_epochs: int = Field(ge=1, description="how often each decision is learned from")
    learning_rate: float = Field(gt=0)
    final_learning_rate: float = Field(ge=0, description="reached at the end, linearly")
    gamma: float = Field(gt=0, le=1)
    gae_lambda: float = Field(ge=0, le=1)
    clip_range: float = Field(gt=0)
    ent_coef: float = Field(ge=0, description="weight of the entropy bonus")
    vf_coef: float = Field(gt=0, description="weight of the value loss")
    max_grad_norm: float = Field(gt=0)
    reward_scale: float = Field(gt=0, description="units are multiplied by this for the learning alone")
    net_arch: list[Width] = Field(min_length=1, description="widths of the hidden layers")
    per_item: PerItemConfig | None = None
    activation: Literal["relu", "tanh"]
    temperature: float = Field(
        gt=0, description="of the policy that plays: below 1 it is surer of its best actions than it learned"
    )
    threads: int = Field(ge=1, description="of the learning library")


class ValidateConfig(_Strict):
    """How the learning curve is measured and the best policy is chosen, on deals that neither training nor evaluation uses."""

    every_steps: int = Field(ge=1)
    deals: int = Field(ge=MIN_DEALS, le=MAX_DEALS)


class EvaluateConfig(_Strict):
    """What the final policy is measured against."""

    deals: int = Field(ge=MIN_DEALS, le=MAX_DEALS)
    seed: int = Field(ge=0, lt=1 << 64)
    tables: list[list[str]] = Field(min_length=1, description="the other agents at each table")
    options: dict[str, Any] = Field(default_factory=dict)


class RunConfig(_Strict):
    """A whole run."""

    game: str
    algorithm: Literal["ppo"]
    seed: int = Field(ge=0, lt=1 << 32)
    tables: list[TableConfig] = Field(min_length=1)
    train: TrainConfig
    validation: ValidateConfig
    evaluation: EvaluateConfig

    @model_validator(mode="after")
    def _no_update_on_one_decision(self) -> Self:
        """Advantages are divided by their deviation in the batch, which one decision alone does not have."""
        decisions = self.train.num_envs * self.train.n_steps
        if decisions == 1 or decisions % self.train.batch_size == 1:
            raise ValueError("train: num_envs * n_steps leaves a batch of one decision: change batch_size")
        return self


def load_config(name: str, settings: Sequence[str] = ()) -> RunConfig:
    """The configuration in the file `name`, or packaged under that name ("pinwheel/ppo"), with `a.b=c` settings laid over.

    Raises `ConfigError`.
    """
    path = _find(name)
    given = _located(read_file(path), path.parent)
    algorithm = given.get("algorithm", "ppo")
    defaults = CONFIGS / f"{algorithm}.yaml"
    if not isinstance(algorithm, str) or not defaults.is_file():
        raise ConfigError(
            f"{path}: algorithm: {algorithm!r} is none of {', '.join(sorted(p.stem for p in CONFIGS.glob('*.yaml')))}"
        )
    merged = _over(read_file(defaults), given)
    try:
        values = read_settings(settings)
    except ValueError as error:
        raise ConfigError(str(error)) from None
    for name, value in values.items():
        merged = _over(merged, _nested(name, value))
    return validated(merged, str(path))


def validated(data: Mapping[str, Any], where: str) -> RunConfig:
    """The configuration that `data` describes. Raises `ConfigError` that begins with `where`.

    An unknown game comes first: what else is wrong may follow from it.
    """
    try:
        if "game" in data:
            get_game(data["game"])
        return RunConfig.model_validate(data)
    except InvalidOption as error:
        raise ConfigError(f"{where}: game: {error}") from None
    except ValidationError as error:
        raise ConfigError(f"{where}: {explain_validation(RunConfig, error)}") from None


def packaged() -> list[str]:
    """The names of the configurations that come with the package."""
    return sorted(path.relative_to(CONFIGS).with_suffix("").as_posix() for path in CONFIGS.glob("*/*.yaml"))


def _find(name: str) -> Path:
    path = Path(name)
    if path.is_file():
        return path
    inside = CONFIGS / f"{name}.yaml"
    if name in packaged():
        return inside
    raise ConfigError(f"{name!r}: there is no such file; packaged configurations: {', '.join(packaged())}")


def read_file(path: Path) -> dict[str, Any]:
    """What a file of a configuration says, not validated. Raises `ConfigError` where it can not be read or is no mapping."""
    try:
        data = read_yaml(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"{path}: not readable: {error}") from None
    if not isinstance(data, dict):
        raise ConfigError(f"{path}: a configuration is a mapping of names to values")
    return data


def _over(base: Mapping[str, Any], top: Mapping[str, Any]) -> dict[str, Any]:
    """`top` laid over `base`, mapping by mapping; everything else is replaced whole."""
    merged = dict(base)
    for key, value in top.items():
        old = merged.get(key)
        merged[key] = _over(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return merged


def _located(value: Any, folder: Path) -> Any:
    """A configuration whose files of agents are named whole: they are meant from the folder of the configuration's file."""
    if isinstance(value, Mapping):
        return {_located(key, folder): _located(part, folder) for key, part in value.items()}
    if isinstance(value, list):
        return [_located(part, folder) for part in value]
    if not isinstance(value, str):
        return value
    file, colon, name = value.rpartition(":")
    if not (colon and file.endswith(".py")):
        file, colon, name = value, "", ""
    is_file = file.endswith((".py", ".npz")) or "/" in file or "\\" in file
    path = folder / file
    return f"{path.resolve()}{colon}{name}" if is_file and path.exists() else value


def _nested(name: str, value: Any) -> dict[str, Any]:
    """The value of `"train.total_steps"` as nested mappings."""
    keys = name.split(".")
    if not all(keys):
        raise ConfigError(f"--set {name}: write name.of.the.key=value")
    for key in reversed(keys):
        value = {key: value}
    return value
