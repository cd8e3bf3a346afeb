"""What the tests of Cripple Mr Onion share: tables whose cards a test lays out."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TABLES = Path(__file__).with_name("tables.py")


@pytest.fixture(scope="session")
def tables(load: Callable[[Path], ModuleType]) -> ModuleType:
    """The module with `Table`, a table whose cards a test lays out."""
    return load(TABLES)


@pytest.fixture(scope="session")
def new_table(tables: ModuleType) -> type:
    """Makes a table; see `Table`."""
    return tables.Table


@pytest.fixture(scope="session")
def dealt(tables: ModuleType) -> Callable[..., Any]:
    """Makes a table right before its first Showdown; see there."""
    return tables.dealt


@pytest.fixture(scope="session")
def showdown(tables: ModuleType) -> Callable[..., Any]:
    """Makes a table after its first Showdown; see there."""
    return tables.showdown
