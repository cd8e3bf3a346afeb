"""Roulette's tables: a table whose throws a test lays out, and random tables."""

import random
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
from backroom.envs.core.chance import randint
from backroom.envs.roulette import rules
from hypothesis import strategies as st

from ..table import Draw, Table, random_tables


def number_at(key: np.uint64, spin: int, index: int) -> int:
    """What the ball falls on at an address of chance."""
    return int(randint(key, spin, 0, rules.BALL, index, rules.NUMBERS))


class RouletteTable(Table):
    """A table whose first spins a test may lay out: `throws` are what the ball falls on, a row a spin."""

    name = "roulette"

    def __init__(self, *, throws: Sequence[Sequence[int]] = (), **options: Any):
        wanted = [
            Draw(rules.BALL, index, rules.NUMBERS, number, hand=spin)
            for spin, row in enumerate(throws)
            for index, number in enumerate(row)
        ]
        super().__init__(*wanted, **options)

    def bet(self, *bets: str) -> None:
        """The bets of seats in turn, such as "red x 2" or "pass"."""
        for bet in bets:
            which, _, chips = bet.partition(" x ")
            self.act(which)
            if chips:
                self.act("1 chip" if chips == "1" else f"{chips} chips")

    def choose(self, rng: random.Random) -> str:
        return choose(rng, self.legal)


def choose(rng: random.Random, legal: Collection[str]) -> str:
    """A random action: each kind of bet equally likely, so that all of them win often, and many new throws."""
    names = sorted(legal)
    kind = rng.choice(sorted({name.split()[0] for name in names}))
    return rng.choice([name for name in names if name.split()[0] == kind])


@st.composite
def any_options(draw: st.DrawFn) -> dict[str, Any]:
    """Options of any table, small bankrolls and several cardsharps often among them."""
    seats = draw(st.integers(1, 6))
    bankroll = st.one_of(st.integers(1, 5), st.integers(6, 60))
    return {
        "num_players": seats,
        "bankroll": draw(st.lists(bankroll, min_size=seats, max_size=seats)),
        "max_chips": draw(st.integers(1, 10)),
        "spins": draw(st.integers(1, 12)),
        "cardsharp": draw(st.lists(st.booleans(), min_size=seats, max_size=seats)),
        "cardsharp_uses": draw(st.integers(0, 4)),
    }


ANY_TABLE = random_tables(RouletteTable, any_options(), most=120)
