"""Damaged files of every kind: refused in one line or read rightly. `python tests/damages.py` tries hundreds."""

import importlib.util
import sys
from pathlib import Path

import pytest

COUNT = 18  # two of each kind


@pytest.fixture
def damages():
    spec = importlib.util.spec_from_file_location("damages", Path(__file__).with_name("damages.py"))
    module = importlib.util.module_from_spec(spec)
    sys.modules["damages"] = module
    spec.loader.exec_module(module)
    return module


def test_damages_are_refused_in_a_line_or_change_nothing(damages):
    found = damages.try_all(COUNT, seed=1, workers=1)
    assert {name for name, *_ in found} == set(damages.KINDS)
    assert not [one for one in found if one[2].startswith("WRONG")]
    assert sum(verdict == "refused" for *_, verdict, _ in found) > COUNT / 3
