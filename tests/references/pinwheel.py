"""A deliberately plain Pinwheel engine, for property tests to hold a fast engine against.

Speed is of no concern here. The game is told as nested generators, in the order in which a table would live through
it, so that every line can be laid beside the rule (PW-n) it stands for. Nothing is precomputed or cached: seats are
small records, and whatever can be derived from them is derived each time it is asked for.

Chance comes only from the ``roll`` callable, and every die has a fixed address (hand, seat, purpose, index). Two
engines given the same callable therefore see the same dice, whatever order they ask for them in.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from itertools import cycle as endlessly

Roll = Callable[[int, int, str, int, int], int]
"""(hand, seat, purpose, index, sides) -> a number in 0..sides-1."""

BETTING_PHASES = ("deal", "draw one", "draw two")
MAX_REROLLS = 30
"""PW-10 has no end in principle; both engines stop here so that a die stuck on 6 can not hang them."""


@dataclass
class Seat:
    """One seat during one hand; a new one is made for every hand, so that only the stack can carry over (PW-13)."""

    number: int
    dice: int
    pips: int
    stack: int
    brought: int = 0
    posted: bool = False
    folded: bool = False
    ante: int = 0
    bets: list[int] = field(default_factory=lambda: [0, 0, 0])
    secret: int = 0
    opens: list[int] = field(default_factory=list)
    gambles: bool = False

    @property
    def live(self) -> bool:
        return self.posted and not self.folded

    @property
    def can_bet(self) -> bool:
        """Live and not all-in (PW-5)."""
        return self.live and self.stack > 0

    @property
    def paid(self) -> int:
        """Everything this hand has cost the seat; pots are layered over the whole hand, not round by round (PW-5)."""
        return self.ante + sum(self.bets)

    def pay(self, betting_round: int, units: int) -> None:
        self.stack -= units
        self.bets[betting_round] += units


@dataclass
class Pot:
    """A main or side pot with the seats that may still win it (PW-5)."""

    units: int
    claimants: list[int]


@dataclass
class Decision:
    """What the game is waiting for."""

    seat: int
    options: list[str]


@dataclass
class HandResult:
    """How a hand ended; what no reveal brought to light (PW-7, PW-14) is False, None or empty, save the bare dice."""

    hand: int
    net: list[int]
    shown: list[bool]
    secrets: list[int]
    opens: list[list[int]]
    gambled: list[bool]
    totals: list[int | None]
    extras: list[list[int]]
    cycles: list[int | None]


Play = Generator[Decision, str, None]
"""A stretch of the game: hands out decisions and is sent the actions chosen."""


def by_parity(die: int) -> int:
    """An even die helps and an odd one hurts (PW-6)."""
    return die if die % 2 == 0 else -die


def cycle_of(secret: int, later: list[int], odd_secret: str) -> int:
    """Rank a secret die together with the open and extra dice that have joined it (PW-3, PW-6, PW-9, PW-11).

    Until a first open die has come, the secret die counts at face value under both readings of PW-9.
    """
    if odd_secret == "subtracts" and later:
        return by_parity(secret) + sum(by_parity(die) for die in later)
    return secret + sum(by_parity(die) for die in later)


def peel_pots(seats: list[Seat]) -> list[Pot]:
    """Split what was paid into pots, lowest layer first (PW-5).

    Each layer is as deep as the smallest payment left among live seats. A folded seat's money never sets a depth: it
    can not win, so it only thickens the layers it reaches, as in the worked case where 2 + 5 + 5 form one pot of 12.
    A top layer with a single claimant holds the uncalled part, and paying it out to that seat is what returns it.
    """
    left = {seat.number: seat.paid for seat in seats}
    live = [seat.number for seat in seats if seat.live]
    pots: list[Pot] = []
    while any(left[number] > 0 for number in live):
        claimants = [number for number in live if left[number] > 0]
        depth = min(left[number] for number in claimants)
        units = 0
        for number in left:
            slice_of_seat = min(depth, left[number])
            left[number] -= slice_of_seat
            units += slice_of_seat
        pots.append(Pot(units, claimants))
    # Whoever has paid most owes nothing, and only a seat that owes may fold (PW-4): no layer can be all folded money.
    assert not any(left.values()), "folded money above every live seat"
    return pots


class PinwheelReference:
    """One episode of Pinwheel, from the first preface bet to the last hand's end."""

    def __init__(
        self,
        *,
        skills: list[tuple[int, int]],
        bankrolls: list[int],
        max_raise: int,
        max_raises: int | None,
        hands: int,
        odd_secret: str,
        roll: Roll,
    ) -> None:
        if len(skills) != len(bankrolls):
            raise ValueError("one bankroll a seat is needed")
        if odd_secret not in ("adds", "subtracts"):
            raise ValueError(f"unknown odd_secret {odd_secret!r}")
        self.hand = 0
        self.phase = "deal"
        self.first_bettor = 0
        self.last: HandResult | None = None
        self._max_raise = max_raise
        self._max_raises = max_raises
        self._hands = hands
        self._odd_secret = odd_secret
        self._roll = roll
        self._seats = [
            Seat(number, dice, pips, bankroll)
            for number, ((dice, pips), bankroll) in enumerate(zip(skills, bankrolls, strict=True))
        ]
        self._rewards = [0] * len(self._seats)
        self._decision: Decision | None = None
        self._play = self._play_episode()
        self._advance(None)

    # ---- what a test may look at -------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self._decision is None

    @property
    def to_act(self) -> int:
        return -1 if self._decision is None else self._decision.seat

    @property
    def stacks(self) -> list[int]:
        return [seat.stack for seat in self._seats]

    @property
    def pot(self) -> int:
        """Uncalled units are still counted while the hand lasts, since they go back only when pots are paid (PW-5)."""
        return 0 if self.over else sum(seat.paid for seat in self._seats)

    @property
    def round_bets(self) -> list[list[int]]:
        return [list(seat.bets) for seat in self._seats]

    @property
    def posted(self) -> list[bool]:
        return [seat.posted for seat in self._seats]

    @property
    def live(self) -> list[bool]:
        return [seat.live for seat in self._seats]

    @property
    def secrets(self) -> list[int]:
        return [seat.secret for seat in self._seats]

    @property
    def opens(self) -> list[list[int]]:
        return [list(seat.opens) for seat in self._seats]

    def cycle(self, seat: int) -> int:
        """Rank of the dice the seat has now; a folded seat's rank stays where its dice stopped coming."""
        return cycle_of(self._seats[seat].secret, self._seats[seat].opens, self._odd_secret)

    def legal(self) -> list[str]:
        return [] if self._decision is None else list(self._decision.options)

    def step(self, action: str) -> list[int]:
        if action not in self.legal():
            raise ValueError(f"{action!r} is not legal here; legal: {self.legal()}")
        self._rewards = [0] * len(self._seats)
        self._advance(action)
        return list(self._rewards)

    def _advance(self, action: str | None) -> None:
        try:
            self._decision = next(self._play) if action is None else self._play.send(action)
        except StopIteration:
            self._decision = None
            self.phase = "over"

    # ---- the episode -------------------------------------------------------------------------------------------

    def _play_episode(self) -> Play:
        """Play hands until the set is complete (PW-13) or too few seats can pay to go on (PW-2)."""
        for number in range(self._hands):
            if sum(seat.stack >= 1 for seat in self._seats) < 2:
                return
            self.hand = number
            self._seats = [Seat(seat.number, seat.dice, seat.pips, seat.stack, brought=seat.stack) for seat in self._seats]
            yield from self._play_hand()

    def _play_hand(self) -> Play:
        self._preface()
        for betting_round, phase in enumerate(BETTING_PHASES):
            self.phase = phase
            if phase == "deal":
                self._roll_secrets()
            else:
                self._roll_opens(betting_round - 1)
            yield from self._betting_round(betting_round)
            if len(self._live_seats()) == 1:
                self._concede()
                return
        self.phase = "gamble"
        yield from self._gamble_decisions()
        self._reveal()

    def _preface(self) -> None:
        """Collect the one unit of everybody who has it (PW-2), then find who leads the betting (PW-1)."""
        posting = [seat for seat in self._seats if seat.stack >= 1]
        for seat in posting:
            seat.posted = True
            seat.ante = 1
            seat.stack -= 1
        self.first_bettor = posting[self._roll(self.hand, 0, "first", 0, len(posting))].number

    def _roll_secrets(self) -> None:
        for seat in self._seats:
            if seat.posted:
                seat.secret = self._face(seat, "secret", 0)

    def _roll_opens(self, draw: int) -> None:
        """All-in seats still draw, folded ones do not (PW-6)."""
        for seat in self._live_seats():
            seat.opens.append(self._face(seat, "open", draw))

    # ---- betting -----------------------------------------------------------------------------------------------

    def _betting_round(self, betting_round: int) -> Play:
        """Go round the table from the first bettor until nobody has anything left to answer (PW-4, PW-5).

        Starting at the first bettor and passing over whoever can not bet gives PW-1's substitute for free.
        """
        raises = 0
        answered: set[int] = set()
        for seat in endlessly(self._clockwise()):
            if self._betting_done(betting_round, answered):
                return
            if not seat.can_bet:
                continue
            action = yield Decision(seat.number, self._betting_options(seat, betting_round, raises))
            owed = self._owed(seat, betting_round)
            if action == "fold":
                seat.folded = True
            elif action == "call":
                seat.pay(betting_round, min(owed, seat.stack))
            elif action.startswith("raise by "):
                seat.pay(betting_round, owed + int(action.removeprefix("raise by ")))
                raises += 1
                answered.clear()  # a raise puts the question to everybody again
            answered.add(seat.number)

    def _betting_done(self, betting_round: int, answered: set[int]) -> bool:
        if len(self._live_seats()) == 1:
            return True
        bettors = [seat for seat in self._seats if seat.can_bet]
        all_matched = all(self._owed(seat, betting_round) == 0 for seat in bettors)
        if len(bettors) <= 1 and all_matched:
            return True  # nobody is left to bet against (PW-5)
        return all_matched and all(seat.number in answered for seat in bettors)

    def _owed(self, seat: Seat, betting_round: int) -> int:
        return max(other.bets[betting_round] for other in self._seats) - seat.bets[betting_round]

    def _betting_options(self, seat: Seat, betting_round: int, raises: int) -> list[str]:
        owed = self._owed(seat, betting_round)
        options = ["pass"] if owed == 0 else ["fold", "call"]
        limit_reached = self._max_raises is not None and raises >= self._max_raises
        someone_could_answer = any(other.can_bet for other in self._seats if other is not seat)
        if someone_could_answer and not limit_reached:
            beyond_the_call = seat.stack - owed
            largest = min(self._max_raise, beyond_the_call)
            options += [f"raise by {units}" for units in range(1, largest + 1)]
        return options

    # ---- the Gamble --------------------------------------------------------------------------------------------

    def _gamble_decisions(self) -> Play:
        """Ask everybody before a single die falls, so no seat can learn from another's luck (PW-8)."""
        for seat in self._clockwise():
            if seat.live:
                action = yield Decision(seat.number, ["hold", "gamble"])
                seat.gambles = action == "gamble"

    def _gamble_total(self, seat: Seat) -> int:
        """Throw the seat's dice code with the Gamble Die standing in for one of its dice (PW-10)."""
        ordinary = [self._face(seat, "ordinary", index) for index in range(seat.dice - 1)]
        gamble_throws = [self._face(seat, "gamble die", 0)]
        if gamble_throws[0] == 1:
            if ordinary:  # a 1D code has no other die to lose
                ordinary.remove(max(ordinary))
            return sum(ordinary) + seat.pips
        while gamble_throws[-1] == 6 and len(gamble_throws) - 1 < MAX_REROLLS:
            gamble_throws.append(self._face(seat, "gamble die", len(gamble_throws)))
        return sum(ordinary) + sum(gamble_throws) + seat.pips

    def _extra_dice(self, seat: Seat, total: int) -> list[int]:
        """One die for every whole time the target fits into the total (PW-11); the target ignores parity (PW-10)."""
        target = seat.secret + sum(seat.opens)
        earned = 0
        while total >= (earned + 1) * target:
            earned += 1
        return [self._face(seat, "extra", index) for index in range(earned)]

    # ---- the end of a hand -------------------------------------------------------------------------------------

    def _concede(self) -> None:
        """The last seat in takes everything unseen (PW-7)."""
        (winner,) = self._live_seats()
        winner.stack += sum(seat.paid for seat in self._seats)
        self._close_hand(self._blank_result())

    def _reveal(self) -> None:
        """Roll the Gambles that were committed to, rank the live seats and pay each pot (PW-11, PW-12)."""
        result = self._blank_result()
        ranks: dict[int, int] = {}
        for seat in self._live_seats():
            extras: list[int] = []
            if seat.gambles:
                total = self._gamble_total(seat)
                extras = self._extra_dice(seat, total)
                result.totals[seat.number] = total
            ranks[seat.number] = cycle_of(seat.secret, seat.opens + extras, self._odd_secret)
            result.shown[seat.number] = True
            result.gambled[seat.number] = seat.gambles
            result.extras[seat.number] = extras
            result.cycles[seat.number] = ranks[seat.number]
        for pot in peel_pots(self._seats):
            self._pay_pot(pot, ranks)
        self._close_hand(result)

    def _pay_pot(self, pot: Pot, ranks: dict[int, int]) -> None:
        """Every pot is divided by itself, so each can leave odd units of its own (PW-12)."""
        best = max(ranks[number] for number in pot.claimants)
        winners = [seat for seat in self._clockwise() if seat.number in pot.claimants and ranks[seat.number] == best]
        share, odd_units = divmod(pot.units, len(winners))
        for place, seat in enumerate(winners):
            seat.stack += share + (1 if place < odd_units else 0)

    def _close_hand(self, result: HandResult) -> None:
        """Only now is the net known, and even a seat that folded long ago is paid its reward at this point (PW-13)."""
        result.net = [seat.stack - seat.brought for seat in self._seats]
        assert sum(result.net) == 0, "units were made or lost"
        self._rewards = list(result.net)
        self.last = result

    def _blank_result(self) -> HandResult:
        count = len(self._seats)
        return HandResult(
            hand=self.hand,
            net=[0] * count,
            shown=[False] * count,
            secrets=self.secrets,
            opens=self.opens,
            gambled=[False] * count,
            totals=[None] * count,
            extras=[[] for _ in range(count)],
            cycles=[None] * count,
        )

    # ---- small helpers -----------------------------------------------------------------------------------------

    def _clockwise(self) -> list[Seat]:
        """All seats from the first bettor on, whether or not that seat is still in (PW-1, PW-8, PW-12)."""
        return self._seats[self.first_bettor :] + self._seats[: self.first_bettor]

    def _live_seats(self) -> list[Seat]:
        return [seat for seat in self._seats if seat.live]

    def _face(self, seat: Seat, purpose: str, index: int) -> int:
        return self._roll(self.hand, seat.number, purpose, index, 6) + 1
