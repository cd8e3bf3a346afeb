"""What the tests of Bespin pazaak share: a match whose cards and rolls a test lays out, random matches, the reference."""

import functools
import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.envs.bespin_pazaak import state
from backroom.envs.core.chance import Stream, episode_key, randint, stream_seed
from backroom.envs.core.game import Game, get_game
from backroom.envs.kit.dice import d6, parse_dice_code
from hypothesis import strategies as st
from numpy.typing import NDArray

REFERENCE = Path(__file__).parents[2] / "references" / "bespin_pazaak.py"
SPECTATOR = -1
SEATS = range(2)
MAIN_DECK = [4, 4, 4, 4, 4, 4, 4, 4, 4, 2]  # cards of 1 to 10 (BP-1)
SIDE_DECK = [2, 2, 2, 2, 2, 2, 1, 1]  # cards of each kind (BP-2)
KINDS = ("+4", "-4", "+3", "-3", "+2", "-2", "wild four", "wild")
MANY = 2000
PLAIN_SIDE = ("+4", "-4", "+3", "-3", "+2", "-2")

Throw = tuple[int, int, int, int, int, int, bool | None]
"""Purposes of the ordinary dice and the wild die, seat, dice, pips, wanted total, whether the wild die is to show a 1."""


def key_of(seed: int) -> np.uint64:
    """All the chance of the first match under a seed."""
    return np.uint64(episode_key(np.uint64(stream_seed(seed, Stream.PLAY)), 0, 0))


def faces_of(key: np.uint64, seat: int, ordinary: int, wild: int, dice: int) -> tuple[list[int], list[int]]:
    """The ordinary dice that lie at an address, and the wild die with its re-rolls."""
    faces = [int(d6(key, 0, seat, ordinary, index)) for index in range(dice - 1)]
    wilds = [int(d6(key, 0, seat, wild, 0))]
    while wilds[-1] == 6:
        wilds.append(int(d6(key, 0, seat, wild, len(wilds))))
    return faces, wilds


def falls(key: np.uint64, throw: Throw) -> bool:
    ordinary, wild, seat, dice, pips, total, one = throw
    faces, wilds = faces_of(key, seat, ordinary, wild, dice)
    return sum(faces) + sum(wilds) + pips == total and one in (None, wilds[0] == 1)


@functools.cache
def find_seed(first: int | None, throws: tuple[Throw, ...]) -> int:
    """The smallest seed under which `first` begins among equal skills and every throw falls as wanted."""
    for seed in range(1_000_000):
        key = key_of(seed)
        if first is not None and randint(key, 0, 0, state.FIRST, 0, 2) != first:
            continue
        if all(falls(key, throw) for throw in throws):
            return seed
    raise AssertionError(f"no seed throws {throws}")


class Table:
    """A match of Bespin Pazaak in its PettingZoo environment, played by the names of actions.

    - `main`: main cards by (set from 0, seat), in the order in which they are drawn; chance draws the further ones
    - `side`: side cards by seat, in the order in which they are drawn; a seat that is not named gets those of chance
    - `wild`: the size that a wild card gets, unless the hands are left to chance
    - `rolls`, `opposed`: totals of the gambling and of the opposed roll by seat, as a number or as (dice code thrown, number)
    - `wild_ones`: the seats whose wild die shows a 1 in the gambling roll
    - `first`: the seat that begins the first set when skills are equal

    Rolls and `first` come of a seed that is searched; cards are written into the record around each decision.
    """

    def __init__(
        self,
        *,
        main: Mapping[tuple[int, int], Sequence[int]] | None = None,
        side: Mapping[int, Sequence[str]] | None = None,
        wild: int = 3,
        rolls: Mapping[int, int | tuple[str, int]] | None = None,
        opposed: Mapping[int, int | tuple[str, int]] | None = None,
        wild_ones: Collection[int] = (),
        first: int | None = None,
        seed: int | None = None,
        **options: Any,
    ):
        self.env = backroom.make("bespin_pazaak", render_mode="ansi", **options)
        self.game: Game = self.env.game
        self.options: Any = self.env.options
        self.main, self.side, self.wild = main or {}, side or {}, wild
        skills = self.options.skills
        throws = [
            *(self._throw(state.ROLL, state.ROLL_WILD, seat, roll, seat in wild_ones) for seat, roll in (rolls or {}).items()),
            *(self._throw(state.OPPOSED, state.OPPOSED_WILD, seat, roll, None) for seat, roll in (opposed or {}).items()),
        ]
        if seed is None:
            seed = find_seed(first if skills[0] == skills[1] else None, tuple(throws))
        self.seed = seed
        self.set = -1
        self.drawn: list[list[int]] = [[], []]  # main cards drawn in this set
        self.thrown: list[int | None] = [None, None]  # which of its side cards a seat discarded
        self.env.reset(seed=seed)
        self._lay_out([list(MAIN_DECK), list(MAIN_DECK)], [None, None])

    def _throw(self, ordinary: int, wild: int, seat: int, roll: int | tuple[str, int], one: bool | None) -> Throw:
        code, total = roll if isinstance(roll, tuple) else (self.options.skills[seat], roll)
        return (ordinary, wild, seat, *parse_dice_code(code), total, one)

    def __repr__(self) -> str:
        return f"Table({self.options!r}, seed={self.seed}, {self.env.describe_all()})"

    @property
    def s(self) -> Any:
        """The record itself."""
        return self.env._states[0]

    # --- cards laid out ---

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
        self.game.kernels.legal_game(self.env._states, 0, self.env._mask)

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

    # --- play ---

    def play(self, *moves: str) -> "Table":
        """Carry out moves such as "0: end turn". Each must come from the seat to act and be legal."""
        for move in moves:
            seat, action = move.split(": ")
            assert self.to_act == int(seat), f"{move!r} in the turn of seat {self.to_act}"
            assert action in self.legal, f"{move!r} where {sorted(self.legal)} are legal"
            self.act(action)
        return self

    def act(self, action: str) -> None:
        """Carry out an action of the seat to act, by its name."""
        s = self.s
        before, forced = s.main_left.tolist(), self._force_main()
        if s.phase == state.HAND and action == "discard":
            self.thrown[s.to_act] = int(s.side_drawn[s.to_act]) - 1
        self.env.step(self.game.actions.index(action))
        self._lay_out(before, forced)

    def play_at_random(self, rng: random.Random, decisions: int) -> None:
        """As many decisions as the match has, `decisions` at most."""
        for _ in range(decisions):
            if self.over:
                return
            self.act(choose(rng, self.legal, int(self.s.total[self.to_act])))

    # --- what can be looked at ---

    @property
    def legal(self) -> set[str]:
        return {name for name, allowed in zip(self.game.actions, self.env.action_masks(), strict=True) if allowed}

    @property
    def to_act(self) -> int:
        return int(self.s.to_act)

    @property
    def over(self) -> bool:
        return all(self.env.terminations.values())

    @property
    def phase(self) -> str:
        return self.knows(0)["phase"]

    @property
    def pot(self) -> int:
        return int(self.s.pot)

    @property
    def stacks(self) -> list[int]:
        return self.s.stack.tolist()

    @property
    def rewards(self) -> list[int]:
        """What the last decision paid."""
        return [int(self.env.rewards[agent]) for agent in self.env.possible_agents]

    @property
    def totals(self) -> list[int]:
        return self.s.total.tolist()

    @property
    def won(self) -> list[int]:
        return self.s.won.tolist()

    @property
    def tables(self) -> list[list[int]]:
        """The cards that lie before the seats."""
        return [self.s.table[seat, : self.s.cards[seat]].tolist() for seat in SEATS]

    def hand(self, seat: int) -> list[str]:
        return [kind for kind, count in zip(KINDS, self.s.hand[seat].tolist(), strict=True) for _ in range(count)]

    def knows(self, viewer: int) -> dict[str, Any]:
        """What a seat sees in words; -1 is a spectator. Of two seats in it, the viewer's is the first."""
        if viewer >= 0:
            return self.env.describe(f"player_{viewer}")
        return self.game.decode(self.observation(viewer), np.zeros(len(self.game.actions), np.int8))

    def observation(self, viewer: int) -> NDArray[np.float32]:
        observation = np.empty(self.game.layout.size, np.float32)
        self.game.kernels.observe_game(self.env._states, 0, viewer, observation)
        return observation

    def report(self, seat: int = 0) -> dict[str, Any]:
        """What a seat was told last of what ended."""
        return self.env.infos[f"player_{seat}"]["results"][-1]

    def redraw(self, viewer: int, key: int) -> None:
        """What a viewer can not see, drawn anew."""
        self.game.kernels.resample_game(self.env._states, 0, viewer, np.uint64(key))


def plain_table(**given: Any) -> Table:
    """A table without skill, bets and wild cards unless they are given; seat 0 begins. `side=None`: hands of chance."""
    plain = {"skills": "0D", "max_match_bet": 0, "max_set_bet": 0, "first": 0}
    side = given.pop("side", {})
    sides = None if side is None else dict.fromkeys(SEATS, PLAIN_SIDE) | side
    return Table(**{**plain, **given}, side=sides)


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
def _options(draw: st.DrawFn) -> dict[str, Any]:
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


@pytest.fixture(scope="session")
def game() -> Game:
    """The description of Bespin Pazaak."""
    return get_game("bespin_pazaak")


@pytest.fixture(scope="session")
def new_table() -> Callable[..., Table]:
    """Makes a match that is laid out: `new_table(main={(0, 0): [10, 5]}, max_set_bet=2)`; see `Table` and `plain_table`."""
    return plain_table


@pytest.fixture(scope="session")
def dice_at() -> Callable[..., tuple[list[int], list[int]]]:
    """`dice_at(seed, seat, ordinary, wild, dice)`: ordinary faces and those of the wild die in the first match of a seed."""
    return lambda seed, seat, ordinary, wild, dice: faces_of(key_of(seed), seat, ordinary, wild, dice)


@pytest.fixture(scope="session")
def many_matches(game: Game) -> Callable[..., NDArray[Any]]:
    """`many_matches(**options)`: records of many freshly begun matches, to be looked at only."""

    @functools.cache
    def begin(**options: Any) -> NDArray[Any]:
        states = game.new_states([game.parse_options(options)] * MANY, np.uint64(2024))
        game.kernels.reset_games(states, np.arange(MANY))
        states.flags.writeable = False
        return states

    return begin


@pytest.fixture(scope="session")
def assert_shares() -> Callable[[Sequence[int], Sequence[float]], None]:
    """`assert_shares(counts, shares)`: every count lies within five standard deviations of its share of the whole."""

    def check(counts: Sequence[int], shares: Sequence[float]) -> None:
        total = sum(counts)
        assert abs(sum(shares) - 1) < 1e-9
        for count, share in zip(counts, shares, strict=True):
            assert abs(count - total * share) <= 5 * (total * share * (1 - share)) ** 0.5, (counts, shares)

    return check


@pytest.fixture(scope="session")
def any_table() -> st.SearchStrategy[Table]:
    """A strategy for a table somewhere in its match, the end included; nothing is laid out."""

    def build(options: dict[str, Any], seed: int, decisions: int) -> Table:
        table = Table(seed=seed, **options)
        table.play_at_random(random.Random(seed), decisions)
        return table

    return st.builds(build, _options(), st.integers(0, 2**64 - 1), st.integers(0, 60))


@pytest.fixture(scope="session")
def any_report() -> st.SearchStrategy[Table]:
    """A strategy for a table at which a set or the match has ended with the last decision."""

    def build(options: dict[str, Any], seed: int, sets: int) -> Table:
        table = Table(seed=seed, **options)
        rng = random.Random(seed)
        while not (table.over or table.s.sets == sets):
            table.play_at_random(rng, 1)
        return table

    return st.builds(build, _options(), st.integers(0, 2**64 - 1), st.integers(1, 4))


@pytest.fixture(scope="session")
def reference(load: Callable[[Path], ModuleType]) -> ModuleType:
    """The plain, independent engine of Bespin pazaak."""
    return load(REFERENCE)
