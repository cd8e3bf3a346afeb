"""What the tests of the common-deck Pazaak share: the independent reference."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

REFERENCE = Path(__file__).parents[2] / "references" / "republic_pazaak.py"


@pytest.fixture(scope="session")
def reference(load: Callable[[Path], ModuleType]) -> ModuleType:
    """The plain, independent engine."""
    return load(REFERENCE)


TABLES = Path(__file__).with_name("tables.py")


@pytest.fixture(scope="session")
def tables(load: Callable[[Path], ModuleType]) -> ModuleType:
    """The module with `Table`, a table whose cards a test lays out, and with the strategies of random tables."""
    return load(TABLES)


@pytest.fixture(scope="session")
def new_table(tables: ModuleType) -> type:
    """Makes a table: `new_table(("D", "2&4"), ("+1",), main=[[10, 9]])`; see `Table`."""
    return tables.Table
