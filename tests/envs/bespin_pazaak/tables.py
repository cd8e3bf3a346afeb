"""Tables of Bespin pazaak: a match whose cards and rolls a test lays out, and random matches."""

import functools
import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from backroom.envs.bespin_pazaak import state
from backroom.envs.core.game import get_game
from backroom.envs.kit.dice import d6, parse_dice_code
from hypothesis import strategies as st
from numpy.typing import NDArray

from ..table import Draw, Outcome, Table, many_games, random_tables, tables_with_results

SEATS = range(2)
MAIN_DECK = [4, 4, 4, 4, 4, 4, 4, 4, 4, 2]  # cards of 1 to 10 (BP-1)
SIDE_DECK = [2, 2, 2, 2, 2, 2, 1, 1]  # cards of each kind (BP-2)
KINDS = ("+4", "-4", "+3", "-3", "+2", "-2", "wild four", "wild")
PLAIN_SIDE = ("+4", "-4", "+3", "-3", "+2", "-2")

Roll = int | tuple[str, int]
"""The total of a roll by the seat's skill, or the dice code that is thrown and the total."""


def faces_of(key: np.uint64, seat: int, ordinary: int, wild: int, dice: int) -> tuple[list[int], list[int]]:
    """The ordinary dice that lie at an address, and the wild die with its re-rolls."""
    faces = [int(d6(key, 0, seat, ordinary, index)) for index in range(dice - 1)]
    wilds = [int(d6(key, 0, seat, wild, 0))]
    while wilds[-1] == 6:
        wilds.append(int(d6(key, 0, seat, wild, len(wilds))))
    return faces, wilds


class RollTotal(NamedTuple):
    """A roll of a seat comes to `total`; `one` says whether its wild die shows a 1, None leaves that open."""

    ordinary: int  # purposes of its two kinds of dice
    wild: int
    seat: int
    dice: int
    pips: int
    total: int
    one: bool | None

    def comes(self, key: np.uint64) -> bool:
        faces, wilds = faces_of(key, self.seat, self.ordinary, self.wild, self.dice)
        return sum(faces) + sum(wilds) + self.pips == self.total and self.one in (None, wilds[0] == 1)


class BespinTable(Table):
    """A match."""

    name = "bespin_pazaak"

    def __init__(
        self,
        *,
        main: Mapping[tuple[int, int], Sequence[int]] | None = None,
        side: Mapping[int, Sequence[str]] | None = None,
        wild: int = 3,
        rolls: Mapping[int, Roll] | None = None,
        opposed: Mapping[int, Roll] | None = None,
        wild_ones: Collection[int] = (),
        first: int | None = None,
        **options: Any,
    ):
        """More than every table has:

        - `main`: main cards by (set from 0, seat), in the order in which they are drawn; chance draws the further ones
        - `side`: side cards by seat, in the order in which they are drawn; a seat that is not named gets those of chance
        - `wild`: the size that a wild card gets, unless the hands are left to chance
        - `rolls`, `opposed`: the gambling and the opposed roll by seat
        - `wild_ones`: the seats whose wild die shows a 1 in the gambling roll
        - `first`: the seat that begins the first set when skills are equal

        Rolls and `first` come about by chance; cards are written into the record around each decision.
        """
        self.main, self.side, self.wild = main or {}, side or {}, wild
        super().__init__(**options)
        skills = self.options.skills
        wanted: list[Outcome] = []
        if first is not None and skills[0] == skills[1]:
            wanted.append(Draw(state.FIRST, 0, 2, first))
        for seat, roll in (rolls or {}).items():
            wanted.append(self._total(state.ROLL, state.ROLL_WILD, seat, roll, seat in wild_ones))
        for seat, roll in (opposed or {}).items():
            wanted.append(self._total(state.OPPOSED, state.OPPOSED_WILD, seat, roll, None))
        if wanted:
            self.begin(*wanted)
        self.set = -1
        self.drawn: list[list[int]] = [[], []]  # main cards drawn in this set
        self.thrown: list[int | None] = [None, None]  # which of its side cards a seat discarded
        self._lay_out([list(MAIN_DECK), list(MAIN_DECK)], [None, None])

    def _total(self, ordinary: int, wild: int, seat: int, roll: Roll, one: bool | None) -> RollTotal:
        code, total = roll if isinstance(roll, tuple) else (self.options.skills[seat], roll)
        return RollTotal(ordinary, wild, seat, *parse_dice_code(code), total, one)

    # ---- cards laid out ---------------------------------------------------------------------------------------------

    def _force_main(self) -> list[int | None]:
        """Let the main decks hold nothing but the card that is to come, where one is laid out for it."""
        forced: list[int | None] = [None, None]
        for seat in SEATS:
            wanted, drawn = self.main.get((int(self.s.sets), seat), ()), len(self.drawn[seat])
            if self.set == self.s.sets and 0 < drawn < len(wanted):
                forced[seat] = wanted[drawn]
                self.s.main_left[seat] = 0
                self.s.main_left[seat, wanted[drawn] - 1] = state.MAIN_CARDS - drawn
        return forced

    def _lay_out(self, before: list[list[int]], forced: list[int | None]) -> None:
        if not self.s.over:
            if self.set != self.s.sets:
                self.set, self.drawn = int(self.s.sets), [[], []]
                before, forced = [list(MAIN_DECK), list(MAIN_DECK)], [None, None]
            for seat in SEATS:
                self._lay_main(seat, before[seat], forced[seat])
                self._lay_side(seat)
        self.refresh()

    def _lay_main(self, seat: int, before: list[int], forced: int | None) -> None:
        s, drawn = self.s, self.drawn[seat]
        if s.main_drawn[seat] > len(drawn):
            gone = [had - has for had, has in zip(before, s.main_left[seat].tolist(), strict=True)]
            card = gone.index(1) + 1 if forced is None else forced
            wanted = self.main.get((self.set, seat), ())
            if not drawn and wanted:  # the decks are shuffled in the same step, so it could not be forced
                card = wanted[0]
                s.table[seat, 0] = s.total[seat] = s.drawn = card
            drawn.append(card)
        assert s.main_drawn[seat] == len(drawn)
        s.main_left[seat] = np.array(MAIN_DECK) - np.bincount(drawn, minlength=11)[1:]
        assert s.main_left[seat].min() >= 0, f"{drawn} are not in one deck"

    def _lay_side(self, seat: int) -> None:
        if seat not in self.side:
            return
        s = self.s
        drawn = list(self.side[seat][: s.side_drawn[seat]])
        assert len(drawn) == s.side_drawn[seat], "not enough side cards are laid out"
        first = ["wild"] if s.row[seat] >= state.WILD_ROW else []
        counts = Counter(first + drawn)
        thrown = self.thrown[seat]
        s.side_left[seat] = [of_kind - counts[kind] for kind, of_kind in zip(KINDS, SIDE_DECK, strict=True)]
        if thrown is not None:
            s.thrown_side[seat] = KINDS.index(drawn[thrown])
            counts[drawn[thrown]] -= 1
        s.hand[seat] = [counts[kind] - played for kind, played in zip(KINDS, s.played[seat].tolist(), strict=True)]
        assert min(s.hand[seat].min(), s.side_left[seat].min()) >= 0, f"{first + drawn} are not in one deck"
        assert s.hand[seat].sum() == s.hand_left[seat]
        s.wild_size[seat] = self.wild if counts["wild"] else 0
        if s.phase == state.HAND and s.to_act == seat:
            s.just_drawn = KINDS.index(drawn[-1])

    def act(self, action: str | int) -> None:
        s = self.s
        before, forced = s.main_left.tolist(), self._force_main()
        if s.phase == state.HAND and action == "discard":
            self.thrown[s.to_act] = int(s.side_drawn[s.to_act]) - 1
        super().act(action)
        self._lay_out(before, forced)

    def choose(self, rng: random.Random) -> str:
        return choose(rng, self.legal, int(self.s.total[self.to_act]))

    # ---- what can be looked up --------------------------------------------------------------------------------------

    @property
    def totals(self) -> list[int]:
        return self.by_seat("total")

    @property
    def won(self) -> list[int]:
        return self.by_seat("won")

    @property
    def tables(self) -> list[list[int]]:
        """The cards that lie before the seats."""
        return [self.s.table[seat, : self.s.cards[seat]].tolist() for seat in SEATS]

    def hand(self, seat: int) -> list[str]:
        return [kind for kind, count in zip(KINDS, self.s.hand[seat].tolist(), strict=True) for _ in range(count)]


@functools.cache
def many_matches(**options: Any) -> NDArray[Any]:
    """Records of many freshly begun matches, to be looked at only."""
    states = many_games(get_game("bespin_pazaak"), 2000, **options)
    states.flags.writeable = False
    return states


def plain_table(**given: Any) -> BespinTable:
    """A table without skill, bets and wild cards unless they are given; seat 0 begins. `side=None`: hands of chance."""
    plain = {"skills": "0D", "max_match_bet": 0, "max_set_bet": 0, "first": 0}
    side = given.pop("side", {})
    sides = None if side is None else dict.fromkeys(SEATS, PLAIN_SIDE) | side
    return BespinTable(**{**plain, **given}, side=sides)


def choose(rng: random.Random, legal: Collection[str], total: int) -> str:
    """A random action: few early stands and busts, so that sets last and matches come to their end."""
    names = sorted(legal)
    if "stand" in names and total >= 16 and rng.random() < 0.7:
        return "stand"
    others = [name for name in names if name != "stand" or total >= 10]
    lower = [name for name in others if name.startswith("play") and ("-" in name or "minus" in name)]
    if total > 20 and lower and rng.random() < 0.8:
        return rng.choice(lower)
    if "end turn" in others and rng.random() < 0.5:
        return "end turn"
    return rng.choice(others)


@st.composite
def any_options(draw: st.DrawFn) -> dict[str, Any]:
    """Options of any table, poor seats and high rolls often among them."""

    def by_seat(values: st.SearchStrategy[Any]) -> list[Any]:
        return [draw(values), draw(values)]

    dice = st.one_of(st.integers(0, 3), st.integers(4, 13), st.integers(8, 30))
    ante = draw(st.integers(0, 3))
    return {
        "skills": by_seat(st.builds(lambda dice, pips: f"{dice}D+{pips if dice else 0}", dice, st.integers(0, 2))),
        "ante": ante,
        "max_match_bet": draw(st.integers(0, 10)),
        "max_set_bet": draw(st.integers(0, 10)),
        "bankroll": by_seat(st.one_of(st.integers(max(ante, 1), 6), st.integers(7, 1000))),
        "cheating": draw(st.booleans()),
        "caught_pays": draw(st.integers(0, 1000)) / 100,
        "force_points": by_seat(st.integers(0, 3)),
        "force_sensitive": by_seat(st.booleans()),
        "dark_side_cost": draw(st.integers(0, 100)),
        "motive": by_seat(st.sampled_from(["money", "rebellion"])),
        "max_sets": draw(st.one_of(st.integers(1, 3), st.integers(4, 100))),
    }


ANY_TABLE = random_tables(BespinTable, any_options(), most=60)
ANY_ENDED_SET = tables_with_results(BespinTable, any_options(), most=4)
