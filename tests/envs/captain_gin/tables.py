"""Captain gin's tables: a table whose cards a test lays out, and random tables."""

import random
from collections.abc import Iterable, Sequence
from typing import Any

from backroom.envs.captain_gin import state
from backroom.envs.captain_gin.cards import CARDS, NUM_CARDS, card_index, cards_in, rows_of
from hypothesis import strategies as st

from ..table import Draw, Table, random_tables

ROLES = ("box", "captain", "out")
BOX, CAPTAIN, OUT = 0, 1, 2  # the seats, where a test does not seat them otherwise

# Two hands in which nothing fits, 56 and 64 points, and an upcard that fits neither: for tests that are about other things.
CAPTAINS = "AS 4S 7S TS 2H 5H 8H JH 3D 6D"
BOXES = "2S 5S 8S JS 3H 6H 9H QH 4D 7D"
UPCARD = "KC"

# 2-3-4 of spades, 7-8-9 of hearts and three fives: ten points are unmatched, and one when an ace comes for the king.
KNOCKER = "2S 3S 4S 7H 8H 9H 5H 5D 5C KD"
KNOCK = "knock discarding KD"
ACE, TEN = "AC", "TH"  # for one point unmatched, and for gin
# Hands against it. Of no card in them can one be laid off.
LOOSE = "6S 9S QS 2H JH 3D 7D TD 4C 8C"  # nothing fits: 6 + 9 + 10 + 2 + 10 + 3 + 7 + 10 + 4 + 8 = 69
LEVEL = "TD JD QD 8C 9C TC 6S 6D 6C AD"  # one point
FLAT = "TD JD QD 8C 9C TC JC 6S 6D 6C"  # nothing unmatched


def cards_of(text: str) -> list[int]:
    """Codes with blanks between them, as card indices."""
    return [card_index(code) for code in text.split()]


def rows_of_codes(codes: Iterable[str]) -> list[int]:
    """Codes of cards as four rows of bits."""
    return rows_of(map(card_index, codes)).tolist()


class GinTable(Table):
    """A table played by moves such as "captain: take stock"."""

    name = "captain_gin"

    def __init__(
        self,
        captain: str = CAPTAINS,
        box: str = BOXES,
        upcard: str = UPCARD,
        stock: str = "",
        *,
        roles: Sequence[str] = ROLES,
        seed: int | None = None,
        **options: Any,
    ):
        """More than every table has:

        - `captain`, `box`: ten codes each, `upcard`: one, `stock`: the cards that are taken from the stock next, as many as
          the test cares for. Hands after the first are left to chance, unless `lay_out` is called when they have begun
        - `roles`: of the seats 0, 1 and 2
        - `seed`: the table as chance deals it, nothing laid out
        - `options`: over those of a table where nobody gives advice. Where somebody does, he says nothing unless a move is
          his
        """
        self.coming: list[int] = []
        super().__init__(seed=seed or 0, **{"advice": False, **options})
        if seed is None:
            self.seat(roles)
            self.lay_out(captain, box, upcard, stock)

    # ---- what is laid out -------------------------------------------------------------------------------------------

    def seat(self, roles: Sequence[str]) -> None:
        """Give the seats these roles, before the first decision of a hand."""
        s = self.s
        assert sorted(roles) == sorted(ROLES)
        hands = {self.seat_name(seat): s.hand[seat].copy() for seat in self.seats}
        box, captain, out = (roles.index(role) for role in ROLES)
        hand = [hands[role] for role in roles]
        self.write(hand=hand, box=box, captain=captain, turn_of=captain, to_act=out if s.advice else captain)

    def lay_out(self, captain: str = CAPTAINS, box: str = BOXES, upcard: str = UPCARD, stock: str = "") -> None:
        """Before the first decision of a hand: these cards instead of those that were dealt."""
        s = self.s
        assert (s.phase, s.pile_size, s.advised) == (state.UPCARD, 1, -1)
        assert s.turn_of == s.captain
        hands = {self.captain: cards_of(captain), self.box: cards_of(box), self.out: []}
        assert [len(hand) for hand in hands.values()] == [10, 10, 0]
        (turned,) = cards_of(upcard)
        gone = {turned, *hands[self.captain], *hands[self.box]}
        assert len(gone) == 21, "a card is given twice"
        left = [card for card in range(NUM_CARDS) if card not in gone]
        self.coming = cards_of(stock)
        assert set(self.coming) <= set(left), "what comes from the stock is not in it"
        self.write(hand=[rows_of(hands[seat]) for seat in self.seats], pile=[turned], stock=rows_of(left))

    # ---- play -------------------------------------------------------------------------------------------------------

    def play(self, *moves: str) -> "GinTable":
        """Carry out moves, as at every table; advice that no move gives is silence."""
        for move in moves:
            if not move.startswith("out: "):
                self.no_advice()
            super().play(move)
        return self

    def no_advice(self) -> None:
        """If advice is asked for, pass."""
        if self.who_acts == "out":
            self.act("pass")

    def act(self, action: str | int) -> None:
        if self.coming and action == "take stock" and self.who_acts != "out":
            left = self.stock
            card = CARDS[self.coming.pop(0)]
            taken = NUM_CARDS - len(left)
            self.bring_about(Draw(state.CARD, taken, len(left), left.index(card), hand=int(self.s.hands_played)))
        super().act(action)

    def churn(self, turns: int) -> None:
        """So many turns in which each player throws what he drew."""
        for _ in range(turns):
            self.no_advice()
            self.act("take stock")
            drawn = self.drawn
            self.no_advice()
            self.act(f"discard {drawn}")

    def choose(self, rng: random.Random) -> str:
        """Discards are mostly good ones, so that hands end."""
        knocks = [name for name in self.choices if name.startswith("knock")]
        if self.who_acts == "out" or self.phase != state.DISCARDING:
            return rng.choice(self.choices)
        if knocks and rng.random() < 0.5:
            return rng.choice(knocks)
        discards = [name for name in self.choices if name.startswith("discard")]
        if rng.random() < 0.8:
            return min(discards, key=lambda name: self.s.left_after[card_index(name.split()[-1])])
        return rng.choice(discards)

    # ---- what there is ----------------------------------------------------------------------------------------------

    @property
    def knocks(self) -> set[str]:
        """The codes with whose discard one may knock."""
        return {name.split()[-1] for name in self.legal if name.startswith("knock")}

    @property
    def discards(self) -> set[str]:
        """The codes that may be thrown without a knock."""
        return {name.split()[-1] for name in self.legal if name.startswith("discard")}

    @property
    def box(self) -> int:
        """The seat in the box."""
        return int(self.s.box)

    @property
    def captain(self) -> int:
        return int(self.s.captain)

    @property
    def out(self) -> int:
        return 3 - self.box - self.captain

    @property
    def roles(self) -> tuple[str, ...]:
        """By seat."""
        return tuple(self.seat_name(seat) for seat in self.seats)

    def seat_name(self, seat: int) -> str:
        """Its role in this hand."""
        return "box" if seat == self.box else "captain" if seat == self.captain else "out"

    @property
    def pile(self) -> list[str]:
        """From the bottom."""
        return [CARDS[card] for card in self.s.pile[: int(self.s.pile_size)]]

    @property
    def stock(self) -> list[str]:
        return cards_in(self.s.stock)

    @property
    def drawn(self) -> str:
        """The card that was just taken from the stock."""
        return CARDS[self.s.drawn]

    def hand(self, seat: int) -> list[str]:
        """The codes that the seat holds, in their order."""
        return cards_in(self.s.hand[seat])

    @property
    def scores(self) -> list[int]:
        return self.by_seat("score")

    def hand_result(self) -> dict[str, Any]:
        """How the last hand ended; what is told of the players' hands by seat, without the seat out, and cards in lists."""
        result = self.result()
        hands = {
            name: {seat: _lists(told) for seat, told in enumerate(result[name]) if told is not None}
            for name in ("unmatched", "melds", "rest")
        }
        return {**result, **hands, "laid_off": list(result["laid_off"])}


def _lists(told: Any) -> Any:
    return [_lists(part) for part in told] if isinstance(told, tuple) else told


# ---- random tables --------------------------------------------------------------------------------------------------


@st.composite
def any_options(draw: st.DrawFn) -> dict[str, Any]:
    """Options of any table, among them such that end hands and games soon."""
    return {
        "gin_bonus": draw(st.integers(0, 100)),
        "undercut_bonus": draw(st.integers(0, 100)),
        "knock_limit": draw(st.sampled_from([0, 10, 25, 40, 100])),
        "target": draw(st.sampled_from([1, 50, 100, 300, 1000])),
        "advice": draw(st.booleans()),
        "stake": draw(st.sampled_from([1, 2, 7, 100])),
        "settlement": draw(st.sampled_from(["partners", "scores"])),
        "max_hands": draw(st.sampled_from([1, 2, 3, 50, 1000])),
        "max_turns": draw(st.sampled_from([1, 4, 15, 100, 1000])),
    }


ANY_TABLE = random_tables(GinTable, any_options(), most=120)
