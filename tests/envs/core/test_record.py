"""Records: no byte outside of fields, and what an episode and its parts start with."""

import numpy as np
import pytest
from backroom.envs.core.jit import kernel, overwrite
from backroom.envs.core.record import ALIGNMENT, FILLER, record_type

SEATS = 3
TYPE = record_type(
    SEATS,
    options=[("size", "i2")],
    episode=[("first", "i2", (), -1), ("wins", "i4", (SEATS,))],
    hand=[("cards", "i2", (SEATS, 2), 7), ("deck", "i2", (3,), (4, 4, 2))],
    last=[("loser", "i4", (), -1)],
)


@kernel
def overwrite_game(states, i, values):
    overwrite(states[i], values)


@pytest.fixture
def states():
    """Two records in which every byte is 5."""
    return np.full(2 * TYPE.dtype.itemsize, 5, np.uint8).view(TYPE.dtype)


def told(states, i):
    return {name: states[name][i].tolist() for name in states.dtype.names if not name.startswith(FILLER)}


def test_every_byte_belongs_to_a_field_and_every_field_is_aligned():
    dtype = TYPE.dtype
    assert sum(dtype[name].itemsize for name in dtype.names) == dtype.itemsize
    assert dtype.itemsize % ALIGNMENT == 0
    for name in dtype.names:
        assert dtype.fields[name][1] % dtype[name].base.itemsize == 0, name


@pytest.mark.parametrize("write", [overwrite_game, lambda states, i, values: overwrite(states[i], values)])
def test_a_part_begins_anew_and_nothing_else_changes(states, write):
    before = told(states, 0)
    write(states, 1, TYPE.starts["hand"])
    assert told(states, 0) == before
    changed = {name: value for name, value in told(states, 1).items() if value != before[name]}
    assert changed == {"cards": [[7, 7]] * SEATS, "deck": [4, 4, 2]}


@pytest.mark.parametrize("write", [overwrite_game, lambda states, i, values: overwrite(states[i], values)])
def test_an_episode_begins_with_all_its_parts(states, write):
    before = told(states, 0)
    write(states, 0, TYPE.starts["episode"])
    after = told(states, 0)
    kept = ("seed", "key", "game", "episode", "num_players", "bankroll", "size")
    assert [after[name] for name in kept] == [before[name] for name in kept]
    assert (after["first"], after["wins"], after["pot"], after["loser"]) == (-1, [0] * SEATS, 0, -1)
    assert (after["cards"], after["deck"]) == ([[7, 7]] * SEATS, [4, 4, 2])
