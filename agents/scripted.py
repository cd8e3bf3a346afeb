"""What scripted bettors have in common: one kernel decides, on the whole numbers of one observation."""

import functools
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from ..envs.core.agent import Agent
from ..envs.core.jit import bind
from ..envs.core.layout import Layout

NO_ACTION = -1  # of a kernel that leaves the choice to another
TEMPLATE = Path(__file__).with_name("rows.py")


class ScriptedAgent(Agent):
    """A bettor by a kernel `decide(numbers, action_mask, u)`, set as `decide = staticmethod(kernel)`; it returns an action.

    `numbers` (D,) int32 are the whole numbers of the observation, read by `layout`: `numbers[AT.pot]`.
    """

    layout: ClassVar[Layout]
    decide: ClassVar[Callable[..., Any]]

    @classmethod
    def rows(cls) -> ModuleType:
        """The loops of `rows.py` bound to this bettor."""
        return _rows(cls)

    def act_batch(self, observations, action_masks, u):
        actions = np.zeros(len(u), np.int64)
        self.rows().decide_rows(observations, action_masks, u, actions)
        return actions


class TabledAgent(ScriptedAgent):
    """A bettor whose kernel `decide(numbers, action_mask, u, tables)` looks values up that depend on one number it sees.

    `tables_by` is that number's piece, `tables(number)` gives a tuple of arrays.
    """

    tables_by: ClassVar[str]

    @staticmethod
    def tables(number: int) -> tuple[Any, ...]:
        """The tables that decisions with this number share."""
        raise NotImplementedError

    def act_batch(self, observations, action_masks, u):
        actions = np.zeros(len(u), np.int64)
        place = getattr(self.layout.at, self.tables_by)
        keys = np.rint(observations[:, place] / self.layout.scales[place]).astype(np.int64)
        for key in np.unique(keys).tolist():
            which = np.flatnonzero(keys == key)
            self.rows().decide_rows_by(observations, action_masks, u, which, self.tables(key), actions)
        return actions


@functools.cache
def _rows(bettor: type[ScriptedAgent]) -> ModuleType:
    return bind(TEMPLATE, bettor.__name__, {"decide": bettor.decide, "SCALES": bettor.layout.scales})
