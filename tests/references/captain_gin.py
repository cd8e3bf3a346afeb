"""A deliberately plain three-handed gin rummy, for property tests to hold a fast engine against.

Two parts. Melding lists everything that could be laid out of some cards and takes the best. The game is told as nested
generators, in the order in which a table would live through it, so that every line can be laid beside the rule (CG-n) it
stands for. Answers about the same cards are remembered; beyond that speed is of no concern.

Chance comes only from the ``pick`` callable, and every draw has a fixed address (purpose, hand, seat, index). Two
engines given the same callable therefore draw the same cards, whatever order they ask for them in.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

SUITS = "SHDC"
RANKS = "A23456789TJQK"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
POINTS = {code: 10 if code[0] in "TJQK" else RANKS.index(code[0]) + 1 for code in PACK}

remembered = functools.lru_cache(maxsize=20_000)

# ---- cards ---------------------------------------------------------------------------------------------------------

Cards = int
"""Some cards, as a number: the bit `PACK.index(code)` is set for each of them. Ties are settled by these numbers."""

BIT = {code: 1 << index for index, code in enumerate(PACK)}


def cards(codes: Iterable[str]) -> Cards:
    """`codes` as one number."""
    return sum(BIT[code] for code in set(codes))


def codes(some: Cards) -> list[str]:
    """The codes of some cards, in the order of the pack."""
    return [code for code in PACK if some & BIT[code]]


@remembered
def points(some: Cards) -> int:
    """CG-1: ace 1, figures 10."""
    return sum(POINTS[code] for code in codes(some))


# ---- melds (CG-9) --------------------------------------------------------------------------------------------------

SETS = [
    cards(rank + suit for suit in suits) for rank in RANKS for many in (3, 4) for suits in itertools.combinations(SUITS, many)
]
"""Three or four of a kind."""

RUNS = [
    cards(RANKS[rank] + suit for rank in range(first, beyond))
    for suit in SUITS
    for first, beyond in itertools.combinations(range(len(RANKS) + 1), 2)
    if beyond - first >= 3
]
"""Three or more of a suit in a row, the ace below the two and nowhere else."""

MELDS = frozenset(SETS + RUNS)

EXTENDED_BY = {meld: cards(code for code in PACK if not meld & BIT[code] and meld | BIT[code] in MELDS) for meld in MELDS}
"""The cards of which each alone makes a larger meld of a meld."""


class Arrangement(NamedTuple):
    """Which cards lie in sets of a kind and which in runs. Runs that touch are one run."""

    sets: Cards
    runs: Cards

    @property
    def melded(self) -> Cards:
        return self.sets | self.runs


@remembered
def arrangements(hand: Cards) -> set[Arrangement]:
    """Every way to lay out some of the melds of a hand, or none, so that no card is in two."""
    found = set()

    def go_on(so_far: Arrangement, sets: list[Cards], runs: list[Cards]) -> None:
        found.add(so_far)
        for place, meld in enumerate(sets):
            disjoint = [run for run in runs if not run & meld]
            go_on(Arrangement(so_far.sets | meld, so_far.runs), [s for s in sets[place + 1 :] if not s & meld], disjoint)
        for place, meld in enumerate(runs):
            go_on(Arrangement(so_far.sets, so_far.runs | meld), [], [r for r in runs[place + 1 :] if not r & meld])

    go_on(Arrangement(0, 0), [meld for meld in SETS if meld & hand == meld], [meld for meld in RUNS if meld & hand == meld])
    return found


@remembered
def melds_of(arrangement: Arrangement) -> tuple[Cards, ...]:
    """Its melds: sets by rank, then runs by suit and rank, each as long as it is."""
    sets = [cards(rank + suit for suit in SUITS) & arrangement.sets for rank in RANKS]
    runs = []
    for suit in SUITS:
        run = 0
        for rank in RANKS:
            if arrangement.runs & BIT[rank + suit]:
                run |= BIT[rank + suit]
            else:
                runs.append(run)
                run = 0
        runs.append(run)
    return tuple(meld for meld in sets + runs if meld)


@remembered
def least_unmatched(hand: Cards) -> int:
    """The fewest points that can be left outside melds."""
    return min(points(hand & ~arrangement.melded) for arrangement in arrangements(hand))


def outsiders_that_extend(arrangement: Arrangement, hand: Cards) -> Cards:
    """Cards that are not in the hand and could each be added to a meld of the arrangement."""
    extend = 0
    for meld in melds_of(arrangement):
        extend |= EXTENDED_BY[meld]
    return extend & ~hand


@remembered
def arrange(hand: Cards) -> Arrangement:
    """CG-10, the knocker: fewest points unmatched, then fewest outsiders that extend it, then the smallest numbers."""
    level = [it for it in arrangements(hand) if points(hand & ~it.melded) == least_unmatched(hand)]
    return min(level, key=lambda it: (outsiders_that_extend(it, hand).bit_count(), it.sets, it.runs))


@remembered
def left_after_laying_off(rest: Cards, melds: tuple[Cards, ...]) -> Cards:
    """What is left of unmatched cards when as many points as possible are added, one card after the other, to `melds`."""
    best = rest
    for number, meld in enumerate(melds):
        for code in codes(rest & EXTENDED_BY[meld]):
            longer = (*melds[:number], meld | BIT[code], *melds[number + 1 :])
            best = min(best, left_after_laying_off(rest & ~BIT[code], longer), key=points)
    return best


class Answer(NamedTuple):
    """How the opponent of a knocker lays out his hand: melds of his own, cards laid off, cards left."""

    own: Arrangement
    laid_off: Cards
    rest: Cards


def arrange_and_lay_off(hand: Cards, knocker: Arrangement) -> Answer:
    """CG-10, the opponent of who did not go gin: fewest points left after laying off, then the smallest numbers."""
    answers = []
    for own in arrangements(hand):
        unmatched = hand & ~own.melded
        rest = left_after_laying_off(unmatched, melds_of(knocker))
        answers.append(Answer(own, unmatched & ~rest, rest))
    return min(answers, key=lambda it: (points(it.rest), it.own.sets, it.own.runs))


def knock_discards(eleven: Cards, limit: int, held_back: str | None = None) -> list[str]:
    """CG-8, CG-7: the discards that leave at most `limit` points unmatched; `held_back` can not be one."""
    return [code for code in codes(eleven) if code != held_back and least_unmatched(eleven & ~BIT[code]) <= limit]


# ---- the game ------------------------------------------------------------------------------------------------------

Pick = Callable[[str, int, int, int, int], int]
"""(purpose, hand, seat, index, n) -> a number in 0..n-1. Purposes: "role", "card"."""

SEATS = (0, 1, 2)
TAKE_STOCK, TAKE_DISCARD, PASS, DISCARD, KNOCK = "take stock", "take discard", "pass", "discard ", "knock discarding "


@dataclass
class Hand:
    """How a hand ended. `unmatched`, `melds` and `rest` by seat, of the two who played; empty when it was drawn."""

    number: int
    how: str
    box: int
    captain: int
    knocker: int | None
    scorer: int | None
    points: int
    unmatched: dict[int, int]
    melds: dict[int, list[list[str]]]
    laid_off: list[str]
    rest: dict[int, list[str]]
    scores: list[int]


@dataclass
class Decision:
    """What the game is waiting for. `turn_of` has the turn: the captain also while the seat out is asked for advice."""

    seat: int
    turn_of: int
    options: list[str]


Play = Generator[Decision, str, None]
"""A stretch of the game: hands out decisions and is sent the actions chosen."""


class Game:
    """One game, from the cards drawn for the roles to the end."""

    def __init__(
        self,
        *,
        gin_bonus: int,
        undercut_bonus: int,
        knock_limit: int,
        target: int,
        advice: bool,
        stake: int,
        settlement: str,
        max_hands: int,
        max_turns: int,
        pick: Pick,
    ) -> None:
        self.gin_bonus = gin_bonus
        self.undercut_bonus = undercut_bonus
        self.knock_limit = knock_limit
        self.target = target
        self.advice_is_given = advice
        self.stake = stake
        self.settlement = settlement
        self.max_hands = max_hands
        self.max_turns = max_turns
        self._pick = pick
        self.scores = [0 for _ in SEATS]
        self.stacks = [0 for _ in SEATS]
        self.finished: list[Hand] = []
        self.phase = "upcard"
        self.advice: str | None = None
        self.held_back: str | None = None
        self.drawn: str | None = None
        self._rewards = [0 for _ in SEATS]
        self._decision: Decision | None = None
        self._draw_for_roles()
        self._play = self._play_game()
        self._advance(None)

    # ---- what a test may look at -----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self._decision is None

    @property
    def to_act(self) -> int | None:
        return None if self._decision is None else self._decision.seat

    @property
    def turn_of(self) -> int | None:
        return None if self._decision is None else self._decision.turn_of

    @property
    def roles(self) -> list[str]:
        return ["box" if seat == self.box else "captain" if seat == self.captain else "out" for seat in SEATS]

    @property
    def winner(self) -> int | None:
        """Who has the most points; None when two are level."""
        best = [seat for seat in SEATS if self.scores[seat] == max(self.scores)]
        return best[0] if len(best) == 1 else None

    def legal(self) -> list[str]:
        return [] if self._decision is None else list(self._decision.options)

    def act(self, name: str) -> list[int]:
        """Take the action `name` for the seat to act; what each seat is paid by it (units)."""
        if name not in self.legal():
            raise ValueError(f"{name!r} is not legal here; legal: {self.legal()}")
        self._rewards = [0 for _ in SEATS]
        self._advance(name)
        return list(self._rewards)

    def _advance(self, name: str | None) -> None:
        try:
            self._decision = next(self._play) if name is None else self._play.send(name)
        except StopIteration:
            self._decision = None
            self.phase = "over"

    # ---- what a seat sees (CG-14) ----------------------------------------------------------------------------------

    def sees(self, seat: int | None) -> dict[str, Any]:
        """What a seat knows while the game goes on; None: a spectator, who sees what lies open only.

        The seat out looks into the captain's hand, and the box is the captain's opponent and its own.
        """
        player = {self.box: self.box, self.captain: self.captain, self.out: self.captain}.get(seat)
        seen: dict[str, Any] = {
            "pile": list(self.pile),
            "stock": len(self.stock),
            "held_back": self.held_back,
            "scores": list(self.scores),
            "roles": self.roles,
            "advice": None if seat is None or seat == self.box else self.advice,
            "hand": [],
            "unmatched": None,
            "if_taken": None,
            "drawn": None,
        }
        if player is None:
            return seen
        opponent = self._opponent_of(player)
        hand = cards(self.hands[player])
        seen["hand"] = codes(hand)
        seen["opponent_holds"] = [code for code in PACK if code in self.taken[opponent]]
        seen["opponent_threw"] = [code for code in PACK if code in self.pile and self.thrown_by[code] == opponent]
        seen["shown"] = [code for code in PACK if code in self.taken[player]]
        seen["unmatched"] = least_unmatched(hand)
        if player == self.turn_of:
            seen["drawn"] = self.drawn
            if self.phase == "discard":
                seen["left_after"] = {code: least_unmatched(hand & ~BIT[code]) for code in codes(hand)}
                seen["unmatched"] = min(left for code, left in seen["left_after"].items() if code != self.held_back)
            if self.phase in ("upcard", "draw"):
                eleven = hand | BIT[self.pile[-1]]
                seen["if_taken"] = min(least_unmatched(eleven & ~BIT[code]) for code in codes(hand))
        return seen

    # ---- the game --------------------------------------------------------------------------------------------------

    def _draw_for_roles(self) -> None:
        """CG-2: the highest card is in the box, the middle one captain; of level ones spades are highest, clubs lowest."""
        left = list(PACK)
        self.role_cards = [left.pop(self._pick("role", 0, 0, seat, len(left))) for seat in SEATS]

        def height(seat: int) -> tuple[int, int]:
            rank, suit = self.role_cards[seat]
            return RANKS.index(rank), -SUITS.index(suit)

        self.out, self.captain, self.box = sorted(SEATS, key=height)

    def _play_game(self) -> Play:
        """CG-13: hands until somebody has reached the target, `max_hands` at most."""
        while True:
            yield from self._play_hand()
            if max(self.scores) >= self.target or len(self.finished) == self.max_hands:
                return
            self._change_roles(self.finished[-1].scorer)

    def _change_roles(self, scorer: int | None) -> None:
        """CG-3: for the next hand."""
        if scorer == self.box:
            self.captain, self.out = self.out, self.captain
        elif scorer == self.captain:
            self.out, self.box, self.captain = self.box, self.captain, self.out

    def _opponent_of(self, player: int) -> int:
        return self.captain if player == self.box else self.box

    # ---- a hand ----------------------------------------------------------------------------------------------------

    def _play_hand(self) -> Play:
        """A deal, a first turn about the upcard, then turns until somebody knocks or the hand is drawn."""
        self._deal()
        player = yield from self._first_draw()
        while True:
            knocks = yield from self._discard(player)
            if knocks:
                self._lay_out_hands(player)
                return
            self.turns += 1
            if len(self.stock) <= 2 or self.turns == self.max_turns:
                self._end_drawn()
                return
            player = self._opponent_of(player)
            self.phase = "draw"
            action = yield from self._ask(player, [TAKE_STOCK, TAKE_DISCARD])
            self._take(player, action)

    def _deal(self) -> None:
        """CG-5: ten for the captain, ten for the box, one for the pile."""
        self.stock = list(PACK)
        self.turns = 0
        self.hands: dict[int, set[str]] = {seat: set() for seat in SEATS}
        self.taken: dict[int, set[str]] = {seat: set() for seat in SEATS}
        self.thrown_by: dict[str, int] = {}
        self.pile: list[str] = []
        for player in (self.captain, self.box):
            for _ in range(10):
                self.hands[player].add(self._draw_card())
        self.pile.append(self._draw_card())
        self.thrown_by[self.pile[-1]] = -1  # by nobody

    def _draw_card(self) -> str:
        """The next card of this hand: the n-th, in the order of the pack, of those still in the stock."""
        so_far = len(PACK) - len(self.stock)
        return self.stock.pop(self._pick("card", len(self.finished), 0, so_far, len(self.stock)))

    def _first_draw(self) -> Generator[Decision, str, int]:
        """CG-6: the captain may take the upcard, then the box; if neither does the captain draws. Who has drawn."""
        self.phase = "upcard"
        for player in (self.captain, self.box):
            action = yield from self._ask(player, [TAKE_DISCARD, PASS])
            if action == TAKE_DISCARD:
                self._take(player, action)
                return player
        self.phase = "first draw"
        action = yield from self._ask(self.captain, [TAKE_STOCK])
        self._take(self.captain, action)
        return self.captain

    def _take(self, player: int, action: str) -> None:
        """CG-7: a card from the stock or from the pile; what comes from the pile was seen."""
        if action == TAKE_STOCK:
            self.drawn = self._draw_card()
            self.hands[player].add(self.drawn)
        else:
            self.held_back = self.pile.pop()
            self.hands[player].add(self.held_back)
            self.taken[player].add(self.held_back)

    def _discard(self, player: int) -> Generator[Decision, str, bool]:
        """CG-7, CG-8: a card on the pile, and whether the player knocks with it."""
        self.phase = "discard"
        hand = cards(self.hands[player])
        discards = [DISCARD + code for code in codes(hand) if code != self.held_back]
        knocks = [KNOCK + code for code in knock_discards(hand, self.knock_limit, self.held_back)]
        action = yield from self._ask(player, discards + knocks)
        code = action.split(" ")[-1]
        self.hands[player].remove(code)
        self.taken[player].discard(code)
        self.pile.append(code)
        self.thrown_by[code] = player
        self.drawn = self.held_back = None
        return action in knocks

    def _ask(self, player: int, options: list[str]) -> Generator[Decision, str, str]:
        """CG-4: what a player does; before the captain, where there is a choice, the seat out says what it would do.

        It may also say nothing: a pass where the captain himself can not pass.
        """
        if self.advice_is_given and player == self.captain and self.phase != "first draw":
            said = yield Decision(self.out, player, options if PASS in options else [*options, PASS])
            self.advice = said if said in options else None
        action = yield Decision(player, player, options)
        self.advice = None
        return action

    # ---- the end of a hand -----------------------------------------------------------------------------------------

    def _end_drawn(self) -> None:
        """CG-12: nobody scores."""
        self.finished.append(
            Hand(
                number=len(self.finished) + 1,
                how="drawn",
                box=self.box,
                captain=self.captain,
                knocker=None,
                scorer=None,
                points=0,
                unmatched={},
                melds={},
                laid_off=[],
                rest={},
                scores=list(self.scores),
            )
        )

    def _lay_out_hands(self, knocker: int) -> None:
        """CG-10, CG-11."""
        opponent = self._opponent_of(knocker)
        knocking, answering = cards(self.hands[knocker]), cards(self.hands[opponent])
        laid_out = arrange(knocking)
        knockers_rest = knocking & ~laid_out.melded
        if knockers_rest == 0:
            own = arrange(answering)
            answer = Answer(own, 0, answering & ~own.melded)
        else:
            answer = arrange_and_lay_off(answering, laid_out)
        knockers, opponents = points(knockers_rest), points(answer.rest)
        if knockers == 0:
            how, scorer, scored = "gin", knocker, self.gin_bonus + opponents
        elif knockers < opponents:
            how, scorer, scored = "knock", knocker, opponents - knockers
        else:
            how, scorer, scored = "undercut", opponent, self.undercut_bonus + knockers - opponents
        self.scores[scorer] += scored
        self._settle(scorer, scored)
        self.finished.append(
            Hand(
                number=len(self.finished) + 1,
                how=how,
                box=self.box,
                captain=self.captain,
                knocker=knocker,
                scorer=scorer,
                points=scored,
                unmatched={knocker: knockers, opponent: opponents},
                melds={
                    knocker: [codes(meld) for meld in melds_of(laid_out)],
                    opponent: [codes(meld) for meld in melds_of(answer.own)],
                },
                laid_off=codes(answer.laid_off),
                rest={knocker: codes(knockers_rest), opponent: codes(answer.rest)},
                scores=list(self.scores),
            )
        )

    def _settle(self, scorer: int, scored: int) -> None:
        """CG-13: for "partners" captain and seat out win and lose alike, for "scores" everybody is alone."""
        units = scored * self.stake
        for seat in SEATS:
            if self.settlement == "scores":
                paid = 2 * units if seat == scorer else -units
            else:
                paid = (2 * units if seat == self.box else -units) * (1 if scorer == self.box else -1)
            self._rewards[seat] += paid
            self.stacks[seat] += paid
