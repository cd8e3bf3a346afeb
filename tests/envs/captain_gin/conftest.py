"""What the tests of captain gin share: the independent reference, and tables whose cards a test lays out."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

REFERENCE = Path(__file__).parents[2] / "references" / "captain_gin.py"


@pytest.fixture(scope="session")
def reference(load: Callable[[Path], ModuleType]) -> ModuleType:
    """The plain, independent engine."""
    return load(REFERENCE)


CHECKS = Path(__file__).with_name("check_melds.py")


@pytest.fixture(scope="session")
def checks(load: Callable[[Path], ModuleType]) -> ModuleType:
    """The command that compares melds, whose comparisons the tests use too."""
    return load(CHECKS)


TABLES = Path(__file__).with_name("tables.py")


@pytest.fixture(scope="session")
def tables(load: Callable[[Path], ModuleType]) -> ModuleType:
    """The module with `Table`, a table whose cards a test lays out."""
    return load(TABLES)


@pytest.fixture(scope="session")
def new_table(tables: ModuleType) -> type:
    """Makes a table; see `Table`."""
    return tables.Table
