"""A table of the common-deck Pazaak whose cards a test lays out, and random tables. Loaded by the `conftest.py` beside it."""

import functools
import itertools
import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import backroom
import numpy as np
from backroom.envs.core.chance import Stream, episode_key, randint, stream_seed
from backroom.envs.kit import pazaak
from backroom.envs.republic_pazaak import state
from backroom.envs.republic_pazaak.cards import IN_DECK, IN_HAND, KINDS
from hypothesis import strategies as st
from numpy.typing import NDArray

SPECTATOR = -1
FULL_DECK = (state.OF_A_VALUE,) * pazaak.HIGHEST
QUIET = {"max_bet": 0, "force_sensitive": False}  # nothing is asked before the first turn


class Draws(NamedTuple):
    """Cards that are to come off a deck one after the other, as kinds (or value - 1), at their address of chance."""

    hand: int
    seat: int
    purpose: int
    index: int
    left: tuple[int, ...]
    wanted: tuple[int, ...]


def come_about(key: np.uint64, draws: Draws) -> bool:
    """Under this key the cards come as they are wanted."""
    left = list(draws.left)
    for number, wanted in enumerate(draws.wanted):
        assert left[wanted] > 0, f"no such card is left: {wanted} of {left}"
        nth = randint(key, draws.hand, draws.seat, draws.purpose, draws.index + number, sum(left))
        before = sum(left[:wanted])
        if not before <= nth < before + left[wanted]:
            return False
        left[wanted] -= 1
    return True


@functools.cache
def find_key(wanted: tuple[Draws, ...]) -> int:
    """The smallest key under which all these draws come about."""
    return next(key for key in itertools.count() if all(come_about(np.uint64(key), draws) for draws in wanted))


@functools.cache
def find_seed(seats: int, first: int | None, wanted: tuple[Draws, ...]) -> int:
    """The smallest seed whose first game begins with seat `first` (any seat if None) and with these draws."""
    for seed in itertools.count():
        key = np.uint64(episode_key(np.uint64(stream_seed(seed, Stream.PLAY)), 0, 0))
        if first is not None and randint(key, 0, 0, state.FIRST, 0, seats) != first:
            continue
        if all(come_about(key, draws) for draws in wanted):
            return seed
    raise AssertionError("there is always a next seed")


class Table:
    """One table in the AEC view, played by moves such as "0: end turn".

    - `hands`: the codes that each seat holds when its first turn comes, four at most. Where seats are asked while hands are
      dealt, they draw blind and choose what they can first. Without hands the game stands at its first question
    - `main`: the cards off the main deck in their order, a list a round; what is not given is left to chance
    - `side`: codes in the order in which they come off a side deck, by the seat whose deck it is (0 if it is shared)
    - seat `first` begins; None: any seat. `seed`: the table's chance where nothing else is asked for
    - `options`: over those of a quiet table, without bets and without the Force
    """

    def __init__(
        self,
        *hands: Sequence[str],
        main: Sequence[Sequence[int]] = (),
        side: Mapping[int, Sequence[str]] | None = None,
        first: int | None = 0,
        seed: int | None = None,
        **options: Any,
    ):
        given = {**QUIET, **options}
        if hands:
            given["num_players"] = len(hands)
            given.setdefault("side_decks", [[*hand, *["+1"] * (IN_DECK - len(hand))] for hand in hands])
        self.env: Any = backroom.make("republic_pazaak", **given)
        self.game = self.env.game
        self.seats = range(self.env.options.num_players)
        self.main = [list(cards) for cards in main]
        self.side = {deck: list(codes) for deck, codes in (side or {}).items()}
        self.env.reset(seed=self._first_seed(first) if seed is None else seed)
        while hands and self.s.phase in (state.DEALING, state.SIDE_LOOK, state.CHOOSING):
            self.act("draw" if "draw" in self.legal else self._in_order(self.legal)[0])
        for seat, hand in enumerate(hands):
            self.hold(seat, *hand)

    # ---- what is laid out -------------------------------------------------------------------------------------------

    def _first_seed(self, first: int | None) -> int:
        wanted = [Draws(0, 0, state.MAIN, 0, FULL_DECK, self._script(0, 0, 1))]
        lists = self.env.options.side_decks
        for deck, codes in self.side.items():
            left = tuple(lists[deck].count(kind) for kind in KINDS)
            wanted.append(Draws(0, deck, state.SIDE, 0, left, tuple(KINDS.index(code) for code in codes[:2])))
        return find_seed(len(self.seats), first, tuple(wanted))

    def _script(self, number: int, start: int, most: int) -> tuple[int, ...]:
        cards = self.main[number] if number < len(self.main) else []
        return tuple(card - 1 for card in cards[start : start + most])

    def _lay_out(self) -> None:
        """Give the table a key under which the next cards come as the test has them: two of this round, one of the next."""
        s = self.s
        played, drawn = int(s.played_rounds), int(s.main_drawn)
        wanted = [
            Draws(played, 0, state.MAIN, drawn, tuple(s.main_left.tolist()), self._script(played, drawn, 2)),
            Draws(played + 1, 0, state.MAIN, 0, FULL_DECK, self._script(played + 1, 0, 1)),
        ]
        for deck, codes in self.side.items():
            index = int(s.side_drawn[deck])
            left = tuple(self.side_deck(deck).count(kind) for kind in KINDS)
            wanted.append(Draws(0, deck, state.SIDE, index, left, tuple(map(KINDS.index, codes[index : index + 1]))))
        wanted = [draws for draws in wanted if draws.wanted]
        if wanted:
            self.env._states["key"] = find_key(tuple(wanted))

    def hold(self, seat: int, *codes: str) -> None:
        """Put these cards into the seat's hand, out of the deck that it is dealt from."""
        s = self.s
        kinds = sorted(KINDS.index(code) for code in codes)
        s.side_place[s.side_place == seat] = state.IN_SIDE_DECK
        for kind in kinds:
            mine = [c for c in self._places(seat) if s.side_card[c] == kind and s.side_place[c] == state.IN_SIDE_DECK]
            s.side_place[mine[0]] = seat
        s.hand[seat] = [*kinds, *[state.NO_CARD] * (IN_HAND - len(kinds))]
        s.hand_left[seat] = len(kinds)
        self.refresh()

    def leave_in_main_deck(self, *cards: int) -> None:
        """Take all other cards out of the main deck."""
        self.s.main_left[:] = [cards.count(value) for value in range(1, 11)]
        self.s.main_drawn = state.MAIN_CARDS - len(cards)
        self.refresh()

    def refresh(self) -> None:
        """After a change of the record: what may be done now."""
        self.game.kernels.legal_game(self.env._states, 0, self.env._mask)

    # ---- play -------------------------------------------------------------------------------------------------------

    def play(self, *moves: str) -> None:
        """Carry out moves. Each must come from the seat to act and be legal."""
        for move in moves:
            seat, action = move.split(": ", 1)
            assert self.to_act == int(seat), f"{move!r} in the turn of seat {self.to_act}"
            assert action in self.legal, f"{move!r} where {sorted(self.legal)} are legal"
            self.act(action)

    def act(self, action: str) -> None:
        """Carry out an action of the seat to act, by its name."""
        self._lay_out()
        self.env.step(self.game.actions.index(action))

    def play_at_random(self, rng: random.Random, decisions: int) -> None:
        """As many random decisions as the game has, `decisions` at most; few bets are left out, few seats stand early."""
        for _ in range(decisions):
            if self.over:
                return
            legal = self._in_order(self.legal)
            if "end turn" in legal and rng.random() < 0.6:
                stands = 16 <= self.s.total[self.to_act] <= 20
                self.act("stand" if stands else "end turn")
            else:
                self.act(rng.choice(legal))

    def _in_order(self, names: set[str]) -> list[str]:
        return sorted(names, key=self.game.actions.index)

    # ---- what there is ----------------------------------------------------------------------------------------------

    @property
    def s(self) -> Any:
        """The record itself."""
        return self.env._states[0]

    def __repr__(self) -> str:
        return f"Table({self.env.options!r}, {self.env.describe_all()})"

    def one_a_seat(self, field: str) -> list[Any]:
        """A field of the record as plain Python, the places of absent seats left out."""
        return self.s[field].tolist()[: len(self.seats)]

    @property
    def legal(self) -> set[str]:
        return {name for name, allowed in zip(self.game.actions, self.env.action_masks(), strict=True) if allowed}

    @property
    def plays(self) -> set[str]:
        """The ways in which hand cards may be played."""
        return {name.removeprefix("play ") for name in self.legal if name.startswith("play ")}

    @property
    def to_act(self) -> int:
        return int(self.s.to_act)

    @property
    def over(self) -> bool:
        return bool(self.s.over)

    @property
    def stacks(self) -> list[int]:
        return self.one_a_seat("stack")

    @property
    def pot(self) -> int:
        return int(self.s.pot)

    @property
    def won(self) -> list[int]:
        return self.one_a_seat("won")

    @property
    def totals(self) -> list[int]:
        return self.one_a_seat("total")

    @property
    def rewards(self) -> list[float]:
        """What the last decision paid."""
        return [self.env.rewards[agent] for agent in self.env.possible_agents]

    def lying(self, seat: int) -> list[int]:
        """The values on the seat's table."""
        return self.s.table[seat].tolist()[: int(self.s.cards[seat])]

    def hand(self, seat: int) -> list[str]:
        """The codes that the seat holds."""
        return [KINDS[kind] for kind in sorted(self.s.hand[seat].tolist()) if kind != state.NO_CARD]

    def side_deck(self, seat: int = 0) -> list[str]:
        """The codes that lie in the deck from which the seat is dealt."""
        return [KINDS[self.s.side_card[c]] for c in self._places(seat) if self.s.side_place[c] == state.IN_SIDE_DECK]

    def _places(self, seat: int) -> range:
        """Where the record has the side deck of the seat."""
        return range(self.s.shared_size) if self.s.shared else range(seat * IN_DECK, (seat + 1) * IN_DECK)

    def report(self) -> dict[str, Any]:
        """How the round that ended last went."""
        return max(
            (result for info in self.env.infos.values() for result in info.get("results", ())), key=lambda it: it["round"]
        )

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

    def resample(self, viewer: int, seed: int) -> None:
        """Redraw what the seat can not see."""
        self.env.resample(f"player_{viewer}", seed)


# ---- random tables --------------------------------------------------------------------------------------------------


@st.composite
def any_options(draw: st.DrawFn) -> dict[str, Any]:
    """Options of any table: small bankrolls, every kind of side deck, every mixture of seats."""
    seats = draw(st.integers(2, 4))
    shared = draw(st.integers(0, 2)) == 0
    each_seat = {"min_size": seats, "max_size": seats}
    codes = st.sampled_from(KINDS)
    listed: st.SearchStrategy[Any] = (
        st.lists(codes, min_size=4 * seats, max_size=min(40, 4 * seats + 4))
        if shared
        else st.lists(st.one_of(st.just("random"), st.lists(codes, min_size=IN_DECK, max_size=IN_DECK)), **each_seat)
    )
    ante = draw(st.integers(0, 2))
    rounds = draw(st.integers(1, 3))
    return {
        "num_players": seats,
        "shared_side_deck": shared,
        "side_decks": draw(st.one_of(listed, listed, st.just("random"))),
        "rounds": rounds,
        "max_rounds": rounds + draw(st.integers(0, 3)),
        "ante": ante,
        "max_bet": draw(st.sampled_from([0, 5])),
        "max_round_bet": draw(st.sampled_from([0, 3])),
        "bankroll": draw(st.lists(st.integers(max(1, ante), 20), **each_seat)),
        "force_sensitive": draw(st.lists(st.booleans(), **each_seat)),
        "cardsharp": draw(st.lists(st.booleans(), **each_seat)),
        "cardsharp_uses": draw(st.integers(0, state.MAX_USES)),
    }


def any_table() -> st.SearchStrategy[Table]:
    """A table somewhere in its game, the end included."""

    def build(options: dict[str, Any], seed: int, decisions: int) -> Table:
        table = Table(seed=seed, **options)
        table.play_at_random(random.Random(seed), decisions)
        return table

    return st.builds(build, any_options(), st.integers(0, 2**32), st.integers(0, 70))


def assert_about(counts: Any, share: float, total: int) -> None:
    """Each count within five standard deviations of its share of the total."""
    deviation = (total * share * (1 - share)) ** 0.5
    assert (abs(np.asarray(counts) - total * share) < 5 * deviation).all(), counts
