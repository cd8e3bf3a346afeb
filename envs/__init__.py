"""The games, and the views through which they are played. Names are loaded when they are first used."""

import importlib
from typing import Any

from .core.registry import VERSIONS

_MODULES = tuple(f"{name}_v{version}" for name, version in VERSIONS.items())


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
