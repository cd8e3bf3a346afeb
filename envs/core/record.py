"""The state of a game is one NumPy record. These are the fields that every game's record begins with."""

import itertools
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Field = tuple[Any, ...]
"""Name and type; for an array its shape; for what does not start with zeros the value, or values, that it starts with."""

ALIGNMENT = 8  # bytes, of the widest fields
NARROWEST = "i2"
FILLER = "unused"  # how the names of fields begin that mean nothing

NOBODY = -1  # no seat
OVER = -2  # who acts at a table whose episode is over


class RecordType(NamedTuple):
    """What a game's record is, and what its fields start with.

    `starts["episode"]` holds one record of all fields behind the options, `starts[part]` of those of a part of an episode:
    `jit.overwrite` writes them.
    """

    dtype: np.dtype[Any]
    starts: Mapping[str, NDArray[Any]]


def record_type(
    max_seats: int, *, options: Sequence[Field], episode: Sequence[Field] = (), **parts: Sequence[Field]
) -> RecordType:
    """The record of a game with these fields: the options, what begins anew with an episode, and the parts of an episode
    that begin anew more often, by name.

    As `np.record`, `s.pot` reads and writes the same way in a compiled kernel and in plain Python. Fields have 32 bits, or 16
    where the numbers in them, and what is computed from them alone, stay far below 32,768: compiled kernels compute in 64 bits,
    plain Python in those of the field.
    """
    seats = (max_seats,)
    kept: list[Field] = [
        ("seed", "u8"),  # of the stream of episodes
        ("key", "u8"),  # of this episode: all its chance
        ("game", "i8"),  # index of the game in its batch
        ("episode", "i8"),  # of this game's stream, from 0
        ("num_players", "i4"),
        ("bankroll", "i4", seats),  # units that each seat brings to an episode (option)
    ]
    begins: list[Field] = [
        ("to_act", "i4", (), NOBODY),  # seat whose decision is awaited
        ("over", "i4"),  # 1 when the episode is over
        ("decisions", "i4"),  # taken in this episode
        ("hands_played", "i4"),  # finished in this episode: what units are counted over
        ("has_results", "i4"),  # 1 when the last decision finished something that infos tell
        ("pot", "i4"),  # units on the table
        ("house", "i4"),  # units that left the table in this episode, net: lost to the house or given up
        ("stack", "i4", seats),  # units in front of each seat
        ("rewards", "i4", seats),  # units that the last decision paid to each seat, net
    ]
    blocks = {name: _block(fields, name) for name, fields in parts.items()}
    whole = [*_block([*begins, *episode], "episode"), *itertools.chain(*blocks.values())]
    starts = {name: _starts(fields) for name, fields in {**blocks, "episode": whole}.items()}
    return RecordType(_dtype([*_block([*kept, *options], "options"), *whole]), starts)


def _block(fields: Sequence[Field], name: str) -> list[Field]:
    """The fields, the widest first, filled up to the alignment: a byte outside of all fields would not be copied with the
    record, and saved games would differ in it."""
    block = sorted(fields, key=lambda field: -np.dtype(field[1]).itemsize)
    missing = -np.dtype([field[:3] for field in block]).itemsize % ALIGNMENT
    if missing:
        block.append((f"{FILLER}_{name}", NARROWEST, (missing // np.dtype(NARROWEST).itemsize,)))
    return block


def _dtype(fields: Sequence[Field]) -> np.dtype[Any]:
    return np.dtype((np.record, np.dtype([field[:3] for field in fields], align=True)))


def _starts(fields: Sequence[Field]) -> NDArray[Any]:
    record = np.zeros(1, _dtype(fields))
    for name, *_, value in (field for field in fields if len(field) > 3):
        record[name] = value
    return record


# The streams of chance are not knowledge about the table, so they are no part of what an analyst is shown.
NOT_SHOWN = ("seed", "key", "game", "episode")
