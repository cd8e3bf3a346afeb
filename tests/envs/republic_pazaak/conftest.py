"""What the tests of the common-deck Pazaak share: the independent reference."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

REFERENCE = Path(__file__).parents[2] / "references" / "republic_pazaak.py"


@pytest.fixture(scope="session")
def reference() -> ModuleType:
    """The plain, independent engine."""
    name = "reference_republic_pazaak"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, REFERENCE)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module  # its dataclasses look their module up by name
        spec.loader.exec_module(module)
    return sys.modules[name]


TABLES = Path(__file__).with_name("tables.py")


@pytest.fixture(scope="session")
def tables() -> ModuleType:
    """The module with `Table`, a table whose cards a test lays out, and with the strategies of random tables."""
    name = "tables_republic_pazaak"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, TABLES)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


@pytest.fixture(scope="session")
def new_table(tables: ModuleType) -> type:
    """Makes a table: `new_table(("D", "2&4"), ("+1",), main=[[10, 9]])`; see `Table`."""
    return tables.Table
