"""YAML as people write it: numbers are decimal, 1e-3 is one, and what could only be a slip is refused."""

import re
from collections.abc import Hashable, Sequence
from typing import Any, ClassVar

import yaml

from ..envs.core.errors import InvalidOption

WHOLE = re.compile(r"^[-+]?(?:0|[1-9][0-9_]*)$")
DECIMAL = re.compile(r"^[-+]?(?:[0-9]+(?:\.[0-9]*)?(?:[eE][-+]?[0-9]+)|[0-9]+\.[0-9]*|\.[0-9]+|\.inf|\.nan)$", re.IGNORECASE)
NUMBERS_OF_YAML = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float", "tag:yaml.org,2002:timestamp")


class _Refused(ValueError):
    """It is YAML, but nothing that is read here."""


class _Loader(yaml.SafeLoader):
    """The safe loader without YAML 1.1's surprises.

    There 010 is eight, 1:30 is ninety, 1e-3 is a word, the second of two equal keys wins, and aliases make gigabytes of a line.
    """

    yaml_implicit_resolvers: ClassVar = {
        first: [(tag, pattern) for tag, pattern in resolvers if tag not in NUMBERS_OF_YAML]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise _Refused("aliases (*name) are not read: write the value out")
        return super().compose_node(parent, index)

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Hashable, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        for key in keys:
            if isinstance(key, Hashable) and keys.count(key) > 1:
                raise _Refused(f"{key!r} stands twice")
        return super().construct_mapping(node, deep)


_Loader.add_implicit_resolver("tag:yaml.org,2002:int", WHOLE, list("-+0123456789"))
_Loader.add_implicit_resolver("tag:yaml.org,2002:float", DECIMAL, list("-+.0123456789"))


def read_yaml(text: str) -> Any:
    """What the text says, as plain Python. Raises `ValueError`, in one line, when it is not YAML, or a key stands twice."""
    try:
        return yaml.load(text, Loader=_Loader)
    except _Refused:
        raise
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        raise ValueError("not YAML: " + " ".join(str(error).split())) from None


def read_settings(settings: Sequence[str]) -> dict[str, Any]:
    """Values by name from `"name=value"` texts, as the command line takes them.

    Raises `ValueError`, in one line, for what is no setting and for a name that is given twice.
    """
    found: dict[str, Any] = {}
    for setting in settings:
        name, value = read_setting(setting)
        if name in found:
            raise ValueError(f"--set {name}: given twice")
        found[name] = value
    return found


def read_options(settings: Sequence[str] | None) -> dict[str, Any]:
    """Options of a table from such texts. Raises `InvalidOption`."""
    try:
        return read_settings(settings or ())
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
