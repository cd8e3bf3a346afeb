"""What the tests of bettors share: moments of play at tables of every kind, and policies to be written."""

import itertools
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.agents.specs import bettors
from backroom.envs.core.game import get_game
from numpy.typing import NDArray

TEXTS = ("1D", "2D+1", "9D+2", "30D+2")  # for options that are a text: those that the option takes are played
COPIES = 10  # of the table with the last edges, where most can happen
DECISIONS = 40  # of each table


@dataclass(frozen=True)
class Moments:
    """Decisions: what was known (N, D), what was legal (N, A), and a uniform number for each (N,)."""

    observations: NDArray[np.float32]
    masks: NDArray[np.int8]
    u: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.u)

    def pick(self, rows: Any) -> "Moments":
        return Moments(self.observations[rows], self.masks[rows], self.u[rows])

    def copy(self) -> "Moments":
        return Moments(self.observations.copy(), self.masks.copy(), self.u.copy())

    def spread(self, row: int, count: int) -> "Moments":
        """One decision `count` times, with uniform numbers spread evenly over [0, 1)."""
        rows = np.full(count, row)
        return Moments(self.observations[rows], self.masks[rows], (np.arange(count) + 0.5) / count)


def _accepts(game: str, options: Mapping[str, Any]) -> bool:
    try:
        get_game(game).parse_options(options)
    except backroom.InvalidOption:
        return False
    return True


def _edges(schema: Mapping[str, Any]) -> list[Any]:
    """The values at the edges of what a JSON schema allows; of a set, examples."""
    if schema.get("uniqueItems"):
        return list(schema["examples"])
    found = [*schema.get("enum", []), *(schema[key] for key in ("minimum", "maximum") if key in schema)]
    found += {"boolean": [False, True], "null": [None], "string": list(TEXTS)}.get(schema.get("type", ""), [])
    for part in [*schema.get("anyOf", []), *([schema["items"]] if "items" in schema else [])]:
        found += _edges(part)
    return found


def _tables(game: str) -> Iterator[dict[str, Any]]:
    """Every size, each with every edge of every option, with the edges of a per-seat option dealt out to the seats, and
    with the last edges of all options together."""
    properties = get_game(game).options.model_json_schema()["properties"]
    for seats in range(1, get_game(game).max_seats + 1):
        size = {"num_players": seats}
        last: dict[str, Any] = {}
        for option, schema in properties.items():
            edges = [] if option == "num_players" else _edges(schema)
            mixed = [[edge for edge, _ in zip(itertools.cycle(edges), range(seats), strict=False)]] if edges else []
            for value in [*edges, *mixed]:
                if _accepts(game, {**size, option: value}):
                    yield {**size, option: value}
                if _accepts(game, {**size, **last, option: value}):
                    last[option] = value
        if last:
            yield from [{**size, **last}] * COPIES
        if _accepts(game, size):
            yield size


@pytest.fixture(scope="session")
def moments_of() -> Callable[[str], Moments]:
    """`moments_of(game)`: decisions met in random play, at tables of every size and with every kind of option."""
    known: dict[str, Moments] = {}

    def moments(game: str) -> Moments:
        if game not in known:
            rng = np.random.default_rng(7)
            tables = list(_tables(game))
            batch = backroom.Batch(game, num_envs=len(tables), game_options=tables, seed=3, copy=True)
            seen = []
            for _ in range(DECISIONS):
                seen.append((batch.observations, batch.action_masks))
                batch.step((rng.random(batch.action_masks.shape) * batch.action_masks).argmax(axis=1))
            observations, masks = (np.concatenate(parts) for parts in zip(*seen, strict=True))
            known[game] = Moments(observations, masks, rng.random(len(masks)))
        return known[game]

    return moments


@pytest.fixture(params=[(game, name) for game in backroom.games() for name in bettors(game)], ids="-".join)
def bettor(request: pytest.FixtureRequest) -> tuple[str, backroom.Agent]:
    """A game and one of its named bettors, each in turn."""
    game, name = request.param
    return game, bettors(game)[name]()


@pytest.fixture
def tamper() -> Callable[..., None]:
    """`tamper(file, meta={...}, arrays={...})`: change facts and arrays of a saved policy; an array of None is taken out."""

    def change(file: Path, meta: Mapping[str, Any] | None = None, arrays: Mapping[str, Any] | None = None) -> None:
        with np.load(file) as saved:
            held: dict[str, Any] = {name: saved[name] for name in saved.files}
        held["meta"] = np.array(json.dumps({**json.loads(str(held["meta"])), **(meta or {})}))
        held.update(arrays or {})
        np.savez(file, **{name: array for name, array in held.items() if array is not None})

    return change
