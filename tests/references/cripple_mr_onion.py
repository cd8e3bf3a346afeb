"""A deliberately plain round of Cripple Mr Onion, for property tests to hold a fast engine against.

The game is told as nested generators, in the order in which a table would live through it, so that every line can be laid
beside the rule (CO-n) it stands for. What ten cards are worth is found elsewhere, by `cripple_mr_onion_hands.py` beside this
file, or by whatever is handed over in its place. Speed is of no concern.

Chance comes only from the ``pick`` callable, and every draw has a fixed address (purpose, hand, seat, index). Two
engines given the same callable therefore draw the same cards, whatever order they ask for them in.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from . import cripple_mr_onion_hands as hands

SUITS = ("cl", "sp", "he", "di", "sw", "st", "cu", "co")
RANKS = "A23456789TJQK"
PACK = [rank + suit for suit in SUITS for rank in RANKS]
LADY, FATE, ATUIN, SENDER, DEATH, ARCHCHANCELLOR, FOOL = SPECIAL = ("Qsp", "Kcu", "Qco", "Jdi", "Ksw", "Jst", "Jcl")

RUNNING_FLUSHES, NULL_EIGHTS, NO_MORE_WILD_CARDS = 0, 1, 2
LADYS, FATES, ATUINS, ELEPHANTS, SENDERS, DEATHS, ARCHCHANCELLORS, FOOLS = range(4, 12)
OF_CARDS = range(LADYS, FOOLS + 1)
"""The modifiers of single cards."""

LESSER_ONION, OCTAVO, GREAT_ONION = 30, 31, 32
"""Ranks of groups: twice the numbers of CO-2. With the Fool 30 and 31 are the lesser and the great bagel."""

CARDS_DEALT = 5
MOST_DISCARDS = 4
STAGES_WITH_RAISES = (0, 1, 3, 4)

# ---- what cards are worth --------------------------------------------------------------------------------------------

Split = Callable[..., Sequence[int]]
"""(cards, **terms) -> the keys of the groups of the best split, best first: eight times the rank, and seven less null eights.

The terms are those of a hand: modifiers, eights_wild, aces_zeroed, lady_against, face_up, declared, jack_wild.
"""

Cripples = Callable[[Sequence[str], dict[str, Any], Sequence[str], dict[str, Any]], int]
"""(cards, terms, the Onion's cards, its terms) -> of how many cards the running flush is that cripples the Onion, or 0."""


def split_plainly(cards: Sequence[str], **terms: Any) -> tuple[int, ...]:
    return tuple(group.key for group in hands.best_split(cards, **terms))


def cripples_plainly(cards: Sequence[str], terms: dict[str, Any], onion: Sequence[str], its_terms: dict[str, Any]) -> int:
    return hands.cripples(hands.hold(cards, **terms), hands.hold(onion, **its_terms))


def null_eights(keys: Iterable[int]) -> int:
    """How many null eights there are in a split."""
    return sum(7 - key % 8 for key in keys)


# ---- the game --------------------------------------------------------------------------------------------------------

Pick = Callable[[str, int, int, int, int], int]
"""(purpose, hand, seat, index, n) -> a number in 0..n-1. Purposes: "first dealer", "card"."""

SHOWDOWN, CRIPPLED, LAST_ONE_LEFT, CARRIED = "showdown", "crippled", "last one left", "carried"


@dataclass
class Round:
    """How a round ended. `shown`: the cards of a seat that showed them; `run`: of how many cards the running flush was."""

    number: int
    how: str
    dealer: int
    winner: int | None
    pot: int
    inherited: int
    run: int
    net: list[int]
    dealt_in: list[int]
    shown: dict[int, list[str]]
    splits: dict[int, tuple[int, ...]]
    wild: bool
    declared: dict[str, int]
    replaced: set[str]


class RoundEnds(Exception):
    """The round is over: how, who wins, and the length of a running flush."""

    def __init__(self, how: str, winner: int | None = None, run: int = 0):
        super().__init__(how)
        self.how, self.winner, self.run = how, winner, run


@dataclass
class Decision:
    """What the game is waiting for."""

    seat: int
    phase: str
    options: list[str]


Play = Generator[Decision, str, None]
"""A stretch of the game: hands out decisions and is sent the actions chosen."""


class Game:
    """One episode, from the draw for the first Dealer to the last round."""

    def __init__(
        self,
        *,
        bankrolls: Sequence[int],
        modifiers: Iterable[int],
        stake: int,
        max_stake: int,
        max_raise: int,
        rounds: int,
        first_dealer: int | str,
        pick: Pick,
        split: Split | None = None,
        cripples: Cripples | None = None,
    ) -> None:
        self.seats = range(len(bankrolls))
        self.modifiers = tuple(sorted(modifiers))
        self.stake = stake
        self.max_stake = max_stake
        self.max_raise = max_raise
        self.rounds = rounds
        self._pick = pick
        self._split = split or split_plainly
        self._cripples = cripples or cripples_plainly
        self.stacks = list(bankrolls)
        self.in_the_pot = 0
        self.aside = self._nothing()
        self.raises_made = self._nothing()
        self.folds_made = self._nothing()
        self.finished: list[Round] = []
        self.dealer = pick("first dealer", 0, 0, 0, len(self.seats)) if first_dealer == "random" else int(first_dealer)
        self.wild_round = False
        self.stage = 0
        self._carried = self._wild_next = False
        self._rewards = self._nothing()
        self._decision: Decision | None = None
        self._play = self._play_episode()
        self._advance(None)

    # ---- what a test may look at -------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self._decision is None

    @property
    def to_act(self) -> int | None:
        return None if self._decision is None else self._decision.seat

    @property
    def phase(self) -> str:
        return "over" if self._decision is None else self._decision.phase

    @property
    def pot(self) -> int:
        """All units on the table."""
        return self.in_the_pot + sum(self.aside)

    def legal(self) -> list[str]:
        return [] if self._decision is None else list(self._decision.options)

    def step(self, name: str) -> list[int]:
        """Take the action `name` for the seat to act; what each seat is paid by it (units)."""
        if name not in self.legal():
            raise ValueError(f"{name!r} is not legal here; legal: {self.legal()}")
        self._rewards = self._nothing()
        self._advance(name)
        return list(self._rewards)

    def _advance(self, name: str | None) -> None:
        try:
            self._decision = next(self._play) if name is None else self._play.send(name)
        except StopIteration:
            self._decision = None

    def terms(self, seat: int) -> dict[str, Any]:
        """Under which terms the cards of a seat are worth something now; only seats still in bend anything."""
        lies_open = {card for other in self.live for card in self.open_cards(other)}
        against = LADYS in self.modifiers and self.wild[seat] and LADY in lies_open and LADY not in self.cards[seat]
        declared = [ATUIN] if self.declared.get(ATUIN) == seat else []
        declared += [FOOL] if FOOL in self.declared else []
        return {
            "modifiers": self.modifiers,
            "eights_wild": self.wild[seat],
            "aces_zeroed": self.zeroed[seat],
            "lady_against": against,
            "face_up": tuple(card for card in SPECIAL if card in lies_open),
            "declared": tuple(declared),
            "jack_wild": self.jack_wild and ARCHCHANCELLOR in self.cards[seat],
        }

    def open_cards(self, seat: int) -> list[str]:
        """What lies open of a seat's cards, in their order."""
        return [card for slot, card in enumerate(self.cards[seat]) if slot in self.face_up[seat]]

    # ---- who follows whom (CO-5) -------------------------------------------------------------------------------------

    def _from_elder(self) -> list[int]:
        """The seats still in, from Elder to Younger, then the Dealer."""
        return [seat for seat in self._places() if seat in self.live]

    def _others(self) -> list[int]:
        """The seats still in but the Dealer, from Elder to Younger."""
        return [seat for seat in self._from_elder() if seat != self.dealer]

    def _places(self) -> list[int]:
        """All seats, from the Dealer's left to the Dealer."""
        return [(self.dealer + ahead) % len(self.seats) for ahead in range(1, len(self.seats) + 1)]

    # ---- small doings ------------------------------------------------------------------------------------------------

    def _nothing(self) -> list[int]:
        return [0 for _ in self.seats]

    def _ask(self, phase: str, seat: int, options: list[str]) -> Generator[Decision, str, str]:
        return (yield Decision(seat, phase, options))

    def _can_pay(self, seat: int, units: int) -> bool:
        return self.stacks[seat] >= units

    def _pay(self, seat: int, units: int) -> None:
        """Into the pot."""
        assert self._can_pay(seat, units)
        self.stacks[seat] -= units
        self.in_the_pot += units

    def _lay_aside(self, seat: int, stakes: int) -> None:
        """A raise or an extra bet, until the Dealer matches it."""
        self.stacks[seat] -= stakes * self.stake
        self.aside[seat] += stakes * self.stake
        self.raises_made[seat] += stakes > 0

    def _take_what_lies_aside(self) -> None:
        self.in_the_pot += sum(self.aside)
        self.aside = self._nothing()

    def _give_back_what_lies_aside(self) -> None:
        for seat in self.seats:
            self.stacks[seat] += self.aside[seat]
        self.aside = self._nothing()

    def _within_means(self, verb: str, seat: int, most: int) -> list[str]:
        """CO-8: whole Stakes from 0 to the maximum that the seat can pay; CO-14: there is no all-in."""
        return [f"{verb} {stakes}" for stakes in range(most + 1) if self._can_pay(seat, stakes * self.stake)]

    def _fold(self, seat: int) -> None:
        """CO-14: with one seat left it wins at once."""
        self.live.remove(seat)
        self.folds_made[seat] += 1
        if len(self.live) == 1:
            raise RoundEnds(LAST_ONE_LEFT, next(iter(self.live)))

    def _draw_card(self) -> str:
        """The next card of this round: the n-th, in the order of the cards, of those left in the pack."""
        so_far = len(PACK) - len(self.pack)
        return self.pack.pop(self._pick("card", len(self.finished), 0, so_far, len(self.pack)))

    # ---- rounds (CO-6) -----------------------------------------------------------------------------------------------

    def _play_episode(self) -> Play:
        while len(self.finished) < self.rounds:
            if not self._carried:
                able = [seat for seat in self.seats if self._can_pay(seat, self.stake)]
                if len(able) < 2:
                    return
                self.dealt_in = able
            yield from self._play_round()

    def _play_round(self) -> Play:
        self.before = list(self.stacks)
        self.inherited = self.in_the_pot
        self.live = set(self.dealt_in)
        self.wild_round = self._wild_next
        self._begin_with_nothing()
        if self.dealer not in self.live:
            self.dealer = self._from_elder()[0]
        if not self._carried:
            for seat in self.dealt_in:
                self._pay(seat, self.stake)
        try:
            self._deal()
            yield from self._discard()
            for stage in (0, 1, 2):
                yield from self._bet(stage)
            yield from self._deal_again()
            for stage in (3, 4):
                yield from self._bet(stage)
            if any(modifier in OF_CARDS for modifier in self.modifiers):
                yield from self._declare()
            self._show_down()
        except RoundEnds as end:
            self._end_round(end)

    def _begin_with_nothing(self) -> None:
        self.pack = list(PACK)
        self.cards: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.face_up: dict[int, set[int]] = {seat: set() for seat in self.seats}
        self.marked: set[int] = set()
        self.thrown: dict[int, list[str]] = {seat: [] for seat in self.seats}
        self.bought = self._nothing()
        self.named = 0
        self.bids = self._nothing()
        self.declined: set[int] = set()
        self.passes = 0
        self.wild = dict.fromkeys(self.seats, self.wild_round)
        self.declared: dict[str, int] = {}
        self.replaced: set[str] = set()
        self.offered: list[str] = []
        self.refused: dict[str, str] = {}
        self.zeroed = dict.fromkeys(self.seats, False)
        self.jack_wild = False
        self.splits: dict[int, tuple[int, ...]] = {}

    def _end_round(self, end: RoundEnds) -> None:
        """CO-13, CO-14: who gets the pot and deals; what every seat won or lost. CO-M1: whether eights are wild next."""
        pot = self.pot
        assert sum(self.aside) == 0
        dealer = self.dealer
        self._carried = end.how == CARRIED
        if end.winner is not None:
            self.stacks[end.winner] += self.in_the_pot
            self.in_the_pot = 0
            self.dealer = end.winner
        elif len(self.finished) + 1 == self.rounds:
            share, odd = divmod(self.in_the_pot, len(self.dealt_in))
            for seat in self.dealt_in:
                self.stacks[seat] += share
            self.stacks[self.dealer] += odd
            self.in_the_pot = 0
        had_nulls = any(null_eights(keys) for keys in self.splits.values())
        self._wild_next = NULL_EIGHTS in self.modifiers and not self.wild_round and had_nulls
        self._rewards = [self.stacks[seat] - self.before[seat] for seat in self.seats]
        self.finished.append(
            Round(
                number=len(self.finished) + 1,
                how=end.how,
                dealer=dealer,
                winner=end.winner,
                pot=pot,
                inherited=self.inherited,
                run=end.run,
                net=list(self._rewards),
                dealt_in=list(self.dealt_in),
                shown={seat: list(self.cards[seat]) for seat in self.splits},
                splits=dict(self.splits),
                wild=self.wild_round,
                declared=dict(self.declared),
                replaced=set(self.replaced),
            )
        )

    # ---- deal and discards (CO-7) ------------------------------------------------------------------------------------

    def _deal(self) -> None:
        for seat in self._from_elder():
            self.cards[seat] = self._sorted(self._draw_card() for _ in range(CARDS_DEALT))

    @staticmethod
    def _sorted(cards: Iterable[str]) -> list[str]:
        """By rank, then suit."""
        return sorted(cards, key=lambda card: (RANKS.index(card[0]), SUITS.index(card[1:])))

    def _discard(self) -> Play:
        for seat in self._from_elder():
            self.marked = set()
            while len(self.marked) < MOST_DISCARDS:
                unmarked = [slot for slot in range(CARDS_DEALT) if slot not in self.marked]
                action = yield from self._ask("discarding", seat, [*(f"discard {slot + 1}" for slot in unmarked), "done"])
                if action == "done":
                    break
                self.marked.add(int(action.removeprefix("discard ")) - 1)
            self.thrown[seat] = [self.cards[seat][slot] for slot in sorted(self.marked)]
            kept = [card for card in self.cards[seat] if card not in self.thrown[seat]]
            self.cards[seat] = self._sorted([*kept, *(self._draw_card() for _ in self.thrown[seat])])
        self.marked = set()

    # ---- betting (CO-8, CO-11) ---------------------------------------------------------------------------------------

    def _bet(self, stage: int) -> Play:
        """The Dealer names and pays a stake, each other seat matches it and may raise, the Dealer matches all raises."""
        self.stage = stage
        self.named = 0
        action = yield from self._ask("staking", self.dealer, self._within_means("stake", self.dealer, self.max_stake))
        self.named = int(action.removeprefix("stake ")) * self.stake
        self._pay(self.dealer, self.named)
        for seat in self._others():
            if self.named > 0:
                can = ["match"] if self._can_pay(seat, self.named) else []
                action = yield from self._ask("matching", seat, [*can, "fold"])
                if action == "fold":
                    self._fold(seat)
                    continue
                self._pay(seat, self.named)
            if stage in STAGES_WITH_RAISES and self._can_pay(seat, self.stake):
                action = yield from self._ask("raising", seat, self._within_means("raise", seat, self.max_raise))
                self._lay_aside(seat, int(action.removeprefix("raise ")))
        if sum(self.aside) > 0:
            yield from self._meet_raises()

    def _meet_raises(self) -> Play:
        """CO-8: a Dealer who does not match folds, and what was raised goes back."""
        total = sum(self.aside)
        can = ["match"] if self._can_pay(self.dealer, total) else []
        action = yield from self._ask("meeting", self.dealer, [*can, "fold"])
        if action == "match":
            self._pay(self.dealer, total)
            self._take_what_lies_aside()
        else:
            self._give_back_what_lies_aside()
            self._fold(self.dealer)
            yield from self._auction()

    def _auction(self) -> Play:
        """CO-12: the seats still in bid for the Dealership, round and round, until one is left that has bid, or none."""
        self.bids = self._nothing()
        self.declined = set()
        bidders = deque(self._others())
        while len(bidders) > 1 or (len(bidders) == 1 and self.bids[bidders[0]] == 0):
            seat = bidders.popleft()
            bid = max(self.bids) + self.stake
            action = yield from self._ask("bidding", seat, [*(["bid"] if self._can_pay(seat, bid) else []), "decline"])
            if action == "bid":
                self.bids[seat] = bid
                bidders.append(seat)
            else:
                self.declined.add(seat)
        if not bidders:
            raise RoundEnds(CARRIED)
        for seat in self.seats:
            self._pay(seat, self.bids[seat])
        self.dealer = bidders[0]

    # ---- second deal (CO-9, CO-10) -----------------------------------------------------------------------------------

    def _deal_again(self) -> Play:
        for _ in range(CARDS_DEALT):
            self.cards[self.dealer].append(self._draw_card())
        for seat in self._others():
            yield from self._buy(seat)
            if self._can_pay(seat, self.stake):
                action = yield from self._ask("betting extra", seat, self._within_means("extra bet", seat, self.max_raise))
                self._lay_aside(seat, int(action.removeprefix("extra bet ")))
        if sum(self.aside) > 0:
            yield from self._meet_extra_bets()

    def _buy(self, seat: int) -> Play:
        """CO-9: cards face down for a Stake each, the rest face up."""
        while self.bought[seat] < CARDS_DEALT and self._can_pay(seat, self.stake):
            action = yield from self._ask("buying", seat, ["buy", "stop"])
            if action == "stop":
                break
            self._pay(seat, self.stake)
            self.bought[seat] += 1
            self.cards[seat].append(self._draw_card())
        while len(self.cards[seat]) < 2 * CARDS_DEALT:
            self.face_up[seat].add(len(self.cards[seat]))
            self.cards[seat].append(self._draw_card())

    def _meet_extra_bets(self) -> Play:
        """CO-10: the Dealer matches them, or whoever accepts does and is Dealer; if nobody does the pot is carried."""
        total = sum(self.aside)
        can = ["match"] if self._can_pay(self.dealer, total) else []
        action = yield from self._ask("meeting extra", self.dealer, [*can, "pass"])
        if action == "match":
            self._pay(self.dealer, total)
            self._take_what_lies_aside()
            return
        for seat in self._others():
            others_bet = total - self.aside[seat]
            can = ["accept"] if self._can_pay(seat, others_bet) else []
            action = yield from self._ask("offered", seat, [*can, "decline"])
            if action == "accept":
                self._pay(seat, others_bet)
                self._take_what_lies_aside()
                self.dealer = seat
                return
        self._give_back_what_lies_aside()
        raise RoundEnds(CARRIED)

    # ---- declarations (CO-M4 to CO-M12) ------------------------------------------------------------------------------

    def _declare(self) -> Play:
        """CO-M12: one declaration at a time, from Elder to the Dealer round and round, until a whole round passes."""
        asked = deque(self._from_elder())
        self.passes = 0
        while self.passes < len(self.live):
            seat = asked[0]
            asked.rotate(-1)
            action = yield from self._ask("declaring", seat, [*self._declarations(seat), "pass"])
            if action == "pass":
                self.passes += 1
                continue
            self.passes = 0
            if action == "wild again":
                self.wild[seat] = True
                self._turn_up(seat, LADY)  # only her owner can say it
            else:
                yield from self._carry_out(seat, action.removeprefix("declare "))

    def _declarations(self, seat: int) -> list[str]:
        """Each special card once, by its owner, with its modifier on, and where that changes anything."""
        face_up = self.open_cards(seat)
        of_use = {
            LADY: LADYS in self.modifiers and (not self.wild[seat] or LADY not in face_up),
            FATE: FATES in self.modifiers and (self.wild_round or LADY in self.replaced),
            ATUIN: ATUINS in self.modifiers or ELEPHANTS in self.modifiers,
            SENDER: SENDERS in self.modifiers and SENDER not in face_up,
            DEATH: DEATHS in self.modifiers and DEATH not in face_up,
            ARCHCHANCELLOR: ARCHCHANCELLORS in self.modifiers,
            FOOL: FOOLS in self.modifiers,
        }
        possible = [card for card in SPECIAL if card in self.cards[seat] and card not in self.declared and of_use[card]]
        names = [f"declare {card}" for card in possible]
        if FATE in self.declared and self.wild_round and self.declared[FATE] != seat and not self.wild[seat]:
            names += ["wild again"] if LADY in self.cards[seat] else []  # CO-M5
        return names

    def _carry_out(self, seat: int, card: str) -> Play:
        """What a declaration brings about; a card that is not replaced lies open from now on."""
        self.declared[card] = seat
        if (card == LADY and not self.wild[seat]) or (card == FATE and not self.wild_round):
            yield from self._replace(seat, card)
            self.replaced.add(card)
            if card == FATE:
                self.zeroed[self.declared[LADY]] = True  # CO-M5: useless, not null
            return
        self._turn_up(seat, card)
        if card == FATE:
            self.wild = dict.fromkeys(self.seats, False)  # CO-M5
        if card == ARCHCHANCELLOR:
            yield from self._ask_for_death(seat)

    def _turn_up(self, seat: int, card: str) -> None:
        self.face_up[seat].add(self.cards[seat].index(card))

    def _replace(self, seat: int, card: str) -> Play:
        """CO-M4, CO-M5: one of the next two cards lies where the card did, hidden or open as that was (CO-M12)."""
        self.offered = [self._draw_card(), self._draw_card()]
        action = yield from self._ask("choosing", seat, ["take first", "take second"])
        taken, refused = self.offered if action == "take first" else self.offered[::-1]
        self.cards[seat][self.cards[seat].index(card)] = taken
        self.refused[card] = refused
        self.offered = []

    def _ask_for_death(self, seat: int) -> Play:
        """CO-M10: the king of swords of another seat is declared and the rest show a card, or the jack is wild."""
        holders = [other for other in self.live if DEATH in self.cards[other] and other != seat]
        if not holders:
            self.jack_wild = True
            return
        (holder,) = holders
        self.declared[DEATH] = holder
        self._turn_up(holder, DEATH)
        for other in self._from_elder():
            hidden = [slot for slot in range(len(self.cards[other])) if slot not in self.face_up[other]]
            if other not in (seat, holder) and hidden:
                action = yield from self._ask("showing", other, [f"show {slot + 1}" for slot in hidden])
                self.face_up[other].add(int(action.removeprefix("show ")) - 1)

    # ---- Showdown (CO-13) --------------------------------------------------------------------------------------------

    def _show_down(self) -> None:
        """Elder leads; each next seat is compared with the leader, and a running flush is looked for before that."""
        order = self._from_elder()
        self.splits = {seat: tuple(self._split(self.cards[seat], **self.terms(seat))) for seat in order}
        still_in = set(order)
        leader, *following = order
        for seat in following:
            level_dealer = self.splits[seat] == self.splits[leader] and seat == self.dealer
            leads = self.splits[seat] > self.splits[leader] or level_dealer
            better, lower = (seat, leader) if leads else (leader, seat)
            self._look_for_cripplers(better, still_in)
            still_in.remove(lower)
            leader = better
        raise RoundEnds(SHOWDOWN, leader)

    def _look_for_cripplers(self, owner: int, still_in: set[int]) -> None:
        """CO-13, CO-M0: if the better of two splits is a Great or Lesser Onion; ten cards before nine, then seniority."""
        rank = self.splits[owner][0] // 8 if self.splits[owner] else 0
        if RUNNING_FLUSHES not in self.modifiers or rank < LESSER_ONION:
            return
        found = {}
        for seat in (self.dealer, *self._others()):
            if seat in still_in and seat != owner:
                found[seat] = self._cripples(self.cards[seat], self.terms(seat), self.cards[owner], self.terms(owner))
        for length in (10, 9):
            for seat, run in found.items():
                if run == length:
                    raise RoundEnds(CRIPPLED, seat, length)
