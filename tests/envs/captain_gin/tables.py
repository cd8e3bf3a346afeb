"""A table of captain gin whose cards a test lays out, and random tables. Loaded by the `conftest.py` beside it."""

import functools
import itertools
import json
import random
from collections.abc import Iterable, Sequence
from typing import Any

import backroom
import numpy as np
from backroom.envs.captain_gin import state
from backroom.envs.captain_gin.cards import CARDS, NUM_CARDS, NUM_RANKS, NUM_SUITS, card_index
from backroom.envs.core.chance import randint
from hypothesis import strategies as st
from numpy.typing import NDArray

SPECTATOR = -1
ROLES = ("box", "captain", "out")

# Two hands in which nothing fits, 56 and 64 points, and an upcard that fits neither: for tests that are about other things.
CAPTAINS = "AS 4S 7S TS 2H 5H 8H JH 3D 6D"
BOXES = "2S 5S 8S JS 3H 6H 9H QH 4D 7D"
UPCARD = "KC"


def cards_of(text: str) -> list[int]:
    """Codes with blanks between them, as card indices."""
    return [card_index(code) for code in text.split()]


def rows_of(cards: Iterable[int]) -> list[int]:
    """Card indices as four rows of bits."""
    rows = [0] * NUM_SUITS
    for card in cards:
        rows[card // NUM_RANKS] |= 1 << card % NUM_RANKS
    return rows


def codes_in(rows: Sequence[int]) -> list[str]:
    """The codes of the cards in four rows of bits, in their order."""
    return [code for card, code in enumerate(CARDS) if int(rows[card // NUM_RANKS]) >> card % NUM_RANKS & 1]


def _by_seat(told: dict[str, Any]) -> dict[Any, Any]:
    """JSON's names of seats as the numbers that they were."""
    return {int(key) if key.isdecimal() else key: value for key, value in told.items()}


@functools.cache
def find_key(hand: int, index: int, left: int, nth: int) -> int:
    """The smallest key under which the card number `index` of a hand is the nth of those that are left."""
    return next(k for k in itertools.count() if randint(np.uint64(k), hand, 0, state.CARD, index, left) == nth)


class Table:
    """One table in the AEC view, played by moves such as "captain: take stock".

    - `captain`, `box`: ten codes each, `upcard`: one, `stock`: the cards that are taken from the stock next, as many as the
      test cares for. Hands after the first are left to chance, unless `lay_out` is called when they have begun
    - `roles`: of the seats 0, 1 and 2
    - `seed`: the table as chance deals it, nothing laid out
    - `options`: over those of a table where nobody gives advice. Where somebody does, he says nothing unless a move is his
    """

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
        self.env: Any = backroom.make("captain_gin", **{"advice": False, **options})
        self.game = self.env.game
        self.seats = range(state.MAX_SEATS)
        self.coming: list[int] = []
        self.env.reset(seed=seed or 0)
        if seed is None:
            self.seat(roles)
            self.lay_out(captain, box, upcard, stock)

    # ---- what is laid out -------------------------------------------------------------------------------------------

    def seat(self, roles: Sequence[str]) -> None:
        """Give the seats these roles, before the first decision of a hand."""
        s = self.s
        assert sorted(roles) == sorted(ROLES)
        hands = {self.role(seat): s.hand[seat].copy() for seat in self.seats}
        for seat, role in enumerate(roles):
            s.hand[seat] = hands[role]
        s.box, s.captain = roles.index("box"), roles.index("captain")
        s.turn_of = s.captain
        s.to_act = roles.index("out") if s.advice else s.captain
        self.refresh()

    def lay_out(self, captain: str = CAPTAINS, box: str = BOXES, upcard: str = UPCARD, stock: str = "") -> None:
        """Before the first decision of a hand: these cards instead of those that were dealt."""
        s = self.s
        assert (s.phase, s.pile_size, s.advised) == (state.UPCARD, 1, -1)
        assert s.turn_of == s.captain
        hands = {int(s.captain): cards_of(captain), int(s.box): cards_of(box)}
        assert [len(hand) for hand in hands.values()] == [10, 10]
        (turned,) = cards_of(upcard)
        gone = {turned, *hands[int(s.captain)], *hands[int(s.box)]}
        assert len(gone) == 21, "a card is given twice"
        for seat, hand in hands.items():
            s.hand[seat] = rows_of(hand)
        s.pile[0] = turned
        left = [card for card in range(NUM_CARDS) if card not in gone]
        s.stock[:] = rows_of(left)
        self.coming = cards_of(stock)
        assert set(self.coming) <= set(left), "what comes from the stock is not in it"
        self.refresh()

    def refresh(self) -> None:
        """After a change of the record: who acts, and what may be done now."""
        self.game.kernels.legal_game(self.env._states, 0, self.env._mask)
        self.env._pass_turn()

    # ---- play -------------------------------------------------------------------------------------------------------

    def play(self, *moves: str) -> None:
        """Carry out moves. Each must come from the role to act and be legal; advice that no move gives is silence."""
        for move in moves:
            role, action = move.split(": ", 1)
            if role != "out":
                self.no_advice()
            assert self.acts == role, f"{move!r} where {self.acts} acts"
            assert action in self.legal, f"{move!r} where {sorted(self.legal)} are legal"
            self.act(action)

    def no_advice(self) -> None:
        """If advice is asked for, pass."""
        if self.acts == "out":
            self.act("pass")

    def act(self, action: str) -> None:
        """Carry out an action of the seat to act, by its name."""
        if self.coming and action == "take stock" and self.acts != "out":
            self._lay_next(self.coming.pop(0))
        self.env.step(self.game.actions.index(action))

    def _lay_next(self, card: int) -> None:
        """Give the table a key under which this card comes next from the stock."""
        s = self.s
        in_stock = [index for index in range(NUM_CARDS) if s.stock[index // NUM_RANKS] >> index % NUM_RANKS & 1]
        left = int(s.stock_size)
        assert left == len(in_stock)
        self.env._states["key"] = find_key(int(s.hands_played), NUM_CARDS - left, left, in_stock.index(card))

    def churn(self, turns: int) -> None:
        """So many turns in which each player throws what he drew."""
        for _ in range(turns):
            self.no_advice()
            self.act("take stock")
            drawn = CARDS[int(self.s.drawn)]
            self.no_advice()
            self.act(f"discard {drawn}")

    def play_at_random(self, rng: random.Random, decisions: int) -> None:
        """As many random decisions as the game has, `decisions` at most; discards are mostly good ones, so that hands end."""
        for _ in range(decisions):
            if self.over:
                return
            self.act(self._somehow(rng))

    def _somehow(self, rng: random.Random) -> str:
        legal = sorted(self.legal, key=self.game.actions.index)
        knocks = [name for name in legal if name.startswith("knock")]
        if self.acts == "out" or self.s.phase != state.DISCARDING:
            return rng.choice(legal)
        if knocks and rng.random() < 0.5:
            return rng.choice(knocks)
        throws = [name for name in legal if name.startswith("discard")]
        if rng.random() < 0.8:
            return min(throws, key=lambda name: self.s.left_after[card_index(name.split()[-1])])
        return rng.choice(throws)

    # ---- what there is ----------------------------------------------------------------------------------------------

    @property
    def s(self) -> Any:
        """The record itself."""
        return self.env._states[0]

    def __repr__(self) -> str:
        return f"Table({self.env.options!r}, {self.env.describe_all()})"

    @property
    def legal(self) -> set[str]:
        return {name for name, allowed in zip(self.game.actions, self.env.action_masks(), strict=True) if allowed}

    @property
    def knocks(self) -> set[str]:
        """The codes with whose discard one may knock."""
        return {name.split()[-1] for name in self.legal if name.startswith("knock")}

    @property
    def discards(self) -> set[str]:
        """The codes that may be thrown without a knock."""
        return {name.split()[-1] for name in self.legal if name.startswith("discard")}

    @property
    def over(self) -> bool:
        return bool(self.s.over)

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
        return tuple(self.role(seat) for seat in self.seats)

    def role(self, seat: int) -> str:
        return "box" if seat == self.box else "captain" if seat == self.captain else "out"

    @property
    def acts(self) -> str | None:
        """The role of the seat to act."""
        return None if self.over else self.role(int(self.s.to_act))

    @property
    def phase(self) -> int:
        return int(self.s.phase)

    @property
    def pile(self) -> list[str]:
        """From the bottom."""
        return [CARDS[card] for card in self.s.pile[: int(self.s.pile_size)]]

    @property
    def stock(self) -> list[str]:
        return codes_in(self.s.stock)

    def hand(self, seat: int) -> list[str]:
        """The codes that the seat holds, in their order."""
        return codes_in(self.s.hand[seat])

    @property
    def scores(self) -> list[int]:
        return self.s.score.tolist()

    @property
    def stacks(self) -> list[int]:
        return self.s.stack.tolist()

    @property
    def rewards(self) -> list[float]:
        """What the last decision paid, by seat."""
        return [self.env.rewards[agent] for agent in self.env.possible_agents]

    def by_role(self, numbers: Sequence[Any]) -> dict[str, Any]:
        """Something by seat as something by role."""
        return {self.role(seat): numbers[seat] for seat in self.seats}

    def report(self) -> dict[str, Any]:
        """How the hand that ended last went; what is told of the players' hands as a mapping of seats, cards in lists."""
        results = [result for info in self.env.infos.values() for result in info.get("results", ())]
        report = max(results, key=lambda it: it["hand"])
        shown = {
            name: {seat: told for seat, told in enumerate(report[name]) if told is not None}
            for name in ("unmatched", "melds", "rest")
        }
        return {**report, **json.loads(json.dumps(shown), object_hook=_by_seat), "laid_off": list(report["laid_off"])}

    def observation(self, viewer: int) -> NDArray[np.float32]:
        """What a seat sees as a vector; -1 is a spectator."""
        observation = np.empty(self.game.layout.size, np.float32)
        self.game.kernels.observe_game(self.env._states, 0, viewer, observation)
        return observation

    def numbers(self, viewer: int) -> dict[str, list[int]]:
        """What a seat sees as the whole numbers of the pieces."""
        return self.game.layout.read(self.observation(viewer))

    def knows(self, viewer: int) -> dict[str, Any]:
        """What a seat sees in words; -1 is a spectator. Seats in it are counted clockwise from the viewer."""
        if viewer != SPECTATOR:
            return self.env.describe(f"player_{viewer}")
        return self.game.decode(self.observation(viewer), np.zeros(len(self.game.actions), np.int8))

    def tell(self, seat: int, watcher: int, action: str) -> str | None:
        """What seat `watcher` is told of the action that `seat` has just taken."""
        return self.game.visible_action(self.env._states, 0, seat, watcher, self.game.actions.index(action))

    def resample(self, viewer: int, seed: int) -> None:
        """Redraw what the seat can not see."""
        self.env.resample(f"player_{viewer}", seed)


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


@st.composite
def any_table(draw: st.DrawFn, most: int = 120) -> Table:
    """A random table after `most` random decisions at most."""
    table = Table(seed=draw(st.integers(0, 2**40)), **draw(any_options()))
    table.play_at_random(random.Random(draw(st.integers(0, 2**40))), draw(st.integers(0, most)))
    return table


def assert_about(counts: Any, share: float, total: int) -> None:
    """Each count within five standard deviations of its share of the total."""
    deviation = (total * share * (1 - share)) ** 0.5
    assert (abs(np.asarray(counts) - total * share) < 5 * deviation).all(), counts
