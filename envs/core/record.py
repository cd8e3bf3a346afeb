"""The state of a game is one NumPy record. These are the fields that every game's record begins with."""

from typing import Any

import numpy as np

Field = tuple[str, str] | tuple[str, str, tuple[int, ...]]

ALIGNMENT = 8  # bytes, of the widest fields
FILLER = "unused"  # a field that means nothing


def record_dtype(max_seats: int, fields: list[Field]) -> np.dtype[Any]:
    """The dtype of a game's record: the common fields, then the game's own.

    As `np.record`, `s.pot` reads and writes the same way in a compiled kernel and in plain Python. The fields are
    32-bit or wider: narrower integers behave differently with and without compilation. Every byte belongs to a field:
    copies leave the others as memory was, and saved games would differ in them.
    """
    seats = (max_seats,)
    common: list[Field] = [
        ("seed", "u8"),  # of the stream of episodes
        ("key", "u8"),  # of this episode: all its chance
        ("game", "i8"),  # index of the game in its batch
        ("episode", "i8"),  # of this game's stream, from 0
        ("num_players", "i4"),
        ("to_act", "i4"),  # seat whose decision is awaited; -1 when the episode is over
        ("over", "i4"),  # 1 when the episode is over
        ("decisions", "i4"),  # taken in this episode
        ("hands_played", "i4"),  # finished in this episode: what units are counted over
        ("has_results", "i4"),  # 1 when the last decision finished something that infos tell
        ("pot", "i4"),  # units on the table
        ("house", "i4"),  # units that left the table in this episode, net: lost to the house or given up
        ("bankroll", "i4", seats),  # units that each seat brings to an episode (option)
        ("stack", "i4", seats),  # units in front of each seat
        ("rewards", "i4", seats),  # units that the last decision paid to each seat, net
    ]
    everything = common + fields
    if np.dtype(everything).itemsize % ALIGNMENT:
        everything.append((FILLER, "i4"))  # a byte outside of all fields would not be copied with the record
    return np.dtype((np.record, np.dtype(everything, align=True)))


NOBODY = -1  # no seat
OVER = -2  # who acts at a table whose episode is over

# The streams of chance are not knowledge about the table, so they are no part of what an analyst is shown.
NOT_SHOWN = ("seed", "key", "game", "episode", FILLER)
