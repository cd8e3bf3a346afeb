"""YAML as people write it: the safe loader, which also takes 1e-3 for a number."""

import re
from collections.abc import Sequence
from typing import Any

import yaml

from ..envs.core.errors import InvalidOption


class _Loader(yaml.SafeLoader):
    """YAML 1.1 takes a number with an exponent but without a point for a word."""


_Loader.add_implicit_resolver(
    "tag:yaml.org,2002:float", re.compile(r"^[-+]?[0-9]+(\.[0-9]*)?[eE][-+]?[0-9]+$"), list("-+0123456789")
)


def read_yaml(text: str) -> Any:
    """What the text says, as plain Python. Raises `ValueError`, in one line, when it is not YAML."""
    try:
        return yaml.load(text, Loader=_Loader)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ValueError("not YAML: " + " ".join(str(error).split())) from None


def read_settings(settings: Sequence[str] | None) -> dict[str, Any]:
    """Options from `"name=value"` texts, as the command line takes them. Raises `InvalidOption`."""
    try:
        return dict(read_setting(setting) for setting in settings or ())
    except ValueError as error:
        raise InvalidOption(str(error)) from None


def read_setting(setting: str) -> tuple[str, Any]:
    """`"name=value"`, the value as YAML. Raises `ValueError`, in one line, for anything else."""
    name, equals, text = setting.partition("=")
    if not equals or not name.strip():
        raise ValueError(f"--set {setting!r}: write NAME=VALUE")
    try:
        return name.strip(), read_yaml(text)
    except ValueError as error:
        raise ValueError(f"--set {setting!r}: {error}") from None
