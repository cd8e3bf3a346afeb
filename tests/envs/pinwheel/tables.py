"""Pinwheel's tables: a table whose dice a test lays out, and random tables."""

import random
from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
from backroom.envs.kit.dice import d6
from backroom.envs.pinwheel import rules
from hypothesis import strategies as st

from ..table import Draw, Outcome, Table, die, random_tables, tables_with_results

Throw = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Faces of a Gamble: the ordinary dice, the Gamble Die with its re-rolls, the extra dice."""


def faces(key: np.uint64, seat: int, purpose: int, count: int, hand: int = 0) -> list[int]:
    """The first `count` dice that lie at an address."""
    return [int(d6(key, hand, seat, purpose, index)) for index in range(count)]


class PinwheelTable(Table):
    """A table in its first hand."""

    name = "pinwheel"

    def __init__(
        self,
        *wanted: Outcome,
        stack: Sequence[int] | None = None,
        first: int | None = None,
        secret: Sequence[int] = (),
        open_one: Sequence[int] = (),
        open_two: Sequence[int] = (),
        throws: Mapping[int, Throw] | None = None,
        **options: Any,
    ):
        """More than every table has:

        - `first`: the seat that is to bet first; `throws`: the Gambles of seats in the first hand
        - `secret`, `open_one`, `open_two`: faces laid over the first hand's dice, one a seat, as soon as they are rolled
        """
        self.laid_out = (secret, open_one, open_two)
        super().__init__(stack=stack, **options)
        outcomes: list[Outcome] = []
        if first is not None:
            posting = np.flatnonzero(self.s.posted).tolist()
            outcomes.append(Draw(rules.FIRST_BETTOR, 0, len(posting), posting.index(first)))
        for seat, throw in (throws or {}).items():
            for purpose, dice in zip((rules.ORDINARY, rules.GAMBLE_DIE, rules.EXTRA), throw, strict=True):
                outcomes += [die(face, purpose, index, seat=seat) for index, face in enumerate(dice)]
        if outcomes or wanted:
            self.begin(*outcomes, *wanted)
        self._lay_out()

    def _lay_out(self) -> None:
        if self.s.hands_played or self.over:
            return
        for dice, laid in zip((self.s.secret, *self.s.open.T), self.laid_out, strict=True):
            for seat, face in enumerate(laid):
                if dice[seat]:
                    dice[seat] = face

    def act(self, action: str | int) -> None:
        super().act(action)
        self._lay_out()

    def choose(self, rng: random.Random) -> str:
        return choose(rng, self.legal)

    @property
    def bets(self) -> list[list[int]]:
        """Units of each seat in each betting round."""
        return self.by_seat("bets")

    def cycle(self, seat: int) -> int:
        """The seat's cycle by its dice so far, as it is told to that seat."""
        return self.describe(seat)["cycle"]


def choose(rng: random.Random, legal: Collection[str]) -> str:
    """A random action: few folds, many raises, so that hands last, seats go all-in and many come to a showdown."""
    names = sorted(legal)
    raises = [name for name in names if name.startswith("raise")]
    if "fold" in names and rng.random() < 0.12:
        return "fold"
    if raises and rng.random() < 0.45:
        return rng.choice(raises)
    return rng.choice([name for name in names if name != "fold" and name not in raises])


def _skill(dice: int, pips: int) -> str:
    return f"{dice}D+{pips}" if pips else f"{dice}D"


@st.composite
def any_options(draw: st.DrawFn) -> dict[str, Any]:
    """Options of any table, small bankrolls and few dice often among them."""
    seats = draw(st.integers(2, 6))
    dice = st.one_of(st.integers(1, 3), st.integers(4, 12), st.integers(13, 30))
    skill = st.builds(_skill, dice, st.integers(0, 2))
    bankroll = st.one_of(st.integers(1, 5), st.integers(6, 60), st.integers(6, 60))
    return {
        "num_players": seats,
        "skills": draw(st.lists(skill, min_size=seats, max_size=seats)),
        "skills_public": draw(st.booleans()),
        "bankroll": draw(st.lists(bankroll, min_size=seats, max_size=seats)),
        "max_raise": draw(st.integers(1, 10)),
        "max_raises": draw(st.one_of(st.none(), st.integers(0, 6))),
        "hands": draw(st.integers(1, 6)),
        "odd_secret": draw(st.sampled_from(["adds", "subtracts"])),
    }


ANY_TABLE = random_tables(PinwheelTable, any_options(), most=120)
ANY_FINISHED_HAND = tables_with_results(PinwheelTable, any_options(), most=6)
