"""A plain roulette table, written from the rules alone: slow, obvious, and without a line of the package.

The numbers are handed in: `throw(spin, index)` is what the ball falls on at throw `index` of spin `spin`, both from 0.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

REDS = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
WHEEL = range(37)


def layout() -> dict[str, set[int]]:
    """Every bet of the cloth with its numbers."""
    bets = {f"straight {number}": {number} for number in WHEEL}
    bets |= {f"dozen {k}": set(range(12 * k - 11, 12 * k + 1)) for k in (1, 2, 3)}
    bets |= {f"column {k}": set(range(k, 37, 3)) for k in (1, 2, 3)}
    bets["red"] = set(REDS)
    bets["black"] = set(WHEEL) - REDS - {0}
    bets["odd"] = set(range(1, 37, 2))
    bets["even"] = set(range(2, 37, 2))
    bets["low"] = set(range(1, 19))
    bets["high"] = set(range(19, 37))
    return bets


CLOTH = layout()
PAYS = {1: 35, 12: 2, 18: 1}  # to one, by how many numbers a bet has


def units_won(bet: str, chips: int, number: int) -> int:
    """What `chips` on a bet win, or lose, when the ball falls on `number`."""
    return chips * PAYS[len(CLOTH[bet])] if number in CLOTH[bet] else -chips


@dataclass
class Spin:
    """One spin as it ended."""

    number: int
    bets: list[tuple[str, int] | None]
    net: list[int]
    thrown_again: list[tuple[int, int]]  # for whom, and what lay before


@dataclass
class RouletteReference:
    """The whole episode. `step` takes an action of `to_act` by its name and returns what it paid to each seat."""

    bankrolls: Sequence[int]
    cardsharps: Sequence[bool]
    uses: int
    spins: int
    max_chips: int
    throw: Callable[[int, int], int]
    finished: list[Spin] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.stacks = list(self.bankrolls)
        self.uses_left = [self.uses if sharp else 0 for sharp in self.cardsharps]
        self.house = 0
        self.begin_spin()

    def begin_spin(self) -> None:
        """All seats with units, in order, are to bet; nobody left, or no spin left, is the end."""
        self.bets: list[tuple[str, int] | None] = [None for _ in self.stacks]
        self.waiting = [seat for seat, units in enumerate(self.stacks) if units > 0]
        self.chosen: str | None = None
        self.thrown: list[int] = []
        self.thrown_again: list[tuple[int, int]] = []
        self.rolling = False
        self.over = not self.waiting or len(self.finished) == self.spins

    @property
    def to_act(self) -> int | None:
        return None if self.over else self.waiting[0]

    @property
    def phase(self) -> str:
        if self.over:
            return "over"
        return "rolling" if self.rolling else "which bet" if self.chosen is None else "how many"

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.rolling:
            return {"let it lie", "throw again"}
        if self.chosen is None:
            return {"pass", *CLOTH}
        most = min(self.max_chips, self.stacks[self.waiting[0]])
        return {"1 chip" if units == 1 else f"{units} chips" for units in range(1, most + 1)}

    def step(self, action: str) -> list[int]:
        assert action in self.legal(), action
        seat = self.waiting[0]
        if self.rolling:
            return self.answer(seat, action)
        if action in CLOTH:
            self.chosen = action
            return [0 for _ in self.stacks]
        if self.chosen is not None:
            units = int(action.split()[0])
            self.bets[seat] = (self.chosen, units)
            self.stacks[seat] -= units
            self.chosen = None
        self.waiting.pop(0)
        return [0 for _ in self.stacks] if self.waiting else self.roll()

    def roll(self) -> list[int]:
        """The ball falls; then every cardsharp with a use left is asked."""
        self.rolling = True
        self.thrown.append(self.throw(len(self.finished), 0))
        self.waiting = [seat for seat, left in enumerate(self.uses_left) if left > 0]
        return [0 for _ in self.stacks] if self.waiting else self.settle()

    def answer(self, seat: int, action: str) -> list[int]:
        if action == "throw again":
            self.uses_left[seat] -= 1
            self.thrown_again.append((seat, self.thrown[-1]))
            self.thrown.append(self.throw(len(self.finished), len(self.thrown)))
        self.waiting.pop(0)
        return [0 for _ in self.stacks] if self.waiting else self.settle()

    def settle(self) -> list[int]:
        """The last throw counts."""
        number = self.thrown[-1]
        net = [0 if bet is None else units_won(*bet, number) for bet in self.bets]
        for seat, bet in enumerate(self.bets):
            self.stacks[seat] += net[seat] + (0 if bet is None else bet[1])
        self.house -= sum(net)
        self.finished.append(Spin(number, self.bets, net, self.thrown_again))
        self.begin_spin()
        return net

    @property
    def pot(self) -> int:
        return sum(bet[1] for bet in self.bets if bet is not None)
