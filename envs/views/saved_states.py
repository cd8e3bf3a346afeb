"""Saved states: a header in JSON, one record, and a checksum, so that damaged or foreign bytes never reach a kernel."""

import hashlib
import json
from typing import Any

import numpy as np

from ..core.errors import InvalidState
from ..core.game import Game
from ..core.options import GameOptions

MAGIC = b"BACKROOM1"
CHECKSUM = 32


def pack(game: Game, options: GameOptions, record: bytes, extra: dict[str, Any]) -> bytes:
    """One game as bytes; `extra` is what the view adds, as JSON."""
    header = json.dumps({**_identity(game, options), "extra": extra}).encode()
    body = MAGIC + len(header).to_bytes(4, "big") + header + record
    return body + hashlib.sha256(body).digest()


def unpack(game: Game, options: GameOptions, data: Any) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
    """The record, an array of one, and what the view added. Raises `InvalidState` for all but bytes of this table."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise InvalidState(f"a saved state is bytes, not {type(data).__name__}")
    data = bytes(data)
    body = data[:-CHECKSUM]
    if not data.startswith(MAGIC) or hashlib.sha256(body).digest() != data[-CHECKSUM:]:
        raise InvalidState("these bytes are not a saved state, or they are damaged")
    start = len(MAGIC) + 4
    end = start + int.from_bytes(body[len(MAGIC) : start], "big")
    try:
        header = dict(json.loads(body[start:end]))
    except (ValueError, TypeError):  # no JSON, or JSON that is no mapping
        raise InvalidState("these bytes are not a saved state: their header can not be read") from None
    for key, expected in _identity(game, options).items():
        if header.get(key) != expected:
            raise InvalidState(f"saved with {key} {header.get(key)!r}, this table has {expected!r}")
    if len(body) - end != game.state.dtype.itemsize:
        raise InvalidState(f"these bytes hold {len(body) - end} bytes of a record, not {game.state.dtype.itemsize}")
    return np.frombuffer(body[end:], game.state.dtype).copy(), _tuples(header.get("extra", {}))


def _identity(game: Game, options: GameOptions) -> dict[str, Any]:
    layout = hashlib.sha256(repr(game.state.dtype.descr).encode()).hexdigest()[:16]
    return {
        "game": game.name,
        "version": game.version,
        "record": layout,
        "options": json.loads(options.model_dump_json()),
    }


def _tuples(value: Any) -> Any:
    """JSON's lists as the tuples that they were."""
    if isinstance(value, list):
        return tuple(_tuples(item) for item in value)
    if isinstance(value, dict):
        return {key: _tuples(item) for key, item in value.items()}
    return value
