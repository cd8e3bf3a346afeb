"""A deliberately plain engine of Bespin pazaak, for property tests to hold a fast engine against.

Speed is of no concern here. The match is told as nested generators, in the order in which a table would live through
it (BP-0), so that every line can be laid beside the rule (BP-n) it stands for. Nothing is precomputed or cached: decks
are lists of cards, and whatever can be derived from them is derived each time it is asked for.

Chance comes only from the ``pick`` callable, and everything drawn or rolled has a fixed address (purpose, hand, seat,
index). Two engines given the same callable therefore see the same cards and dice.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from math import floor

Pick = Callable[[str, int, int, int, int], int]
"""(purpose, hand, seat, index, n) -> a number in 0..n-1."""

MAX_REROLLS = 30
"""BP-5 has no end in principle; both engines stop here so that a die stuck on 6 can not hang them."""

CHANGES = {"": 0, ", size up": 1, ", size down": -1}
"""The words by which a seat changes the value of its wild card, and by how much (BP-5)."""


@dataclass
class Table:
    """What one seat has before it during one set; a new one is laid out for every set (BP-1, BP-6)."""

    deck: list[int]
    draws: int = 0
    cards: list[int] = field(default_factory=list)
    refused: list[int] = field(default_factory=list)
    second: int | None = None
    stood: bool = False

    @property
    def total(self) -> int:
        return sum(self.cards)

    @property
    def bust(self) -> bool:
        return self.total > 20


@dataclass
class Seat:
    """One seat during the match."""

    number: int
    dice: int
    pips: int
    bankroll: int
    stack: int
    force_points: int
    force_sensitive: bool
    motive: str
    cheats: bool = False
    caught: bool = False
    dark_side_points: int = 0
    doubled: bool = False
    total: int = 0
    row: int = 0
    opposed_total: int | None = None
    discards: int = 0
    seconds: int = 0
    redraws: int = 0
    side_deck: list[str] = field(default_factory=list)
    side_draws: int = 0
    side_card: str | None = None
    refused_side_card: str | None = None
    played: list[str] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    wild_size: int = 0
    sets_won: int = 0
    table: Table = field(default_factory=lambda: Table([]))


@dataclass
class Decision:
    """What the match is waiting for."""

    seat: int
    options: list[str]


@dataclass
class SetResult:
    """How a set ended; nobody has won a true tie (BP-10)."""

    number: int
    began: int
    winner: int | None
    how: str
    bet: int
    tables: list[list[int]]


Play = Generator[Decision, str, None]
"""A stretch of the match: hands out decisions and is sent the actions chosen."""


def main_deck() -> list[int]:
    """Thirty-eight cards, values ascending (BP-1)."""
    return [value for value in range(1, 10) for _ in range(4)] + [10, 10]


def side_deck() -> list[str]:
    """Fourteen cards (BP-2)."""
    return [card for card in ("+4", "-4", "+3", "-3", "+2", "-2") for _ in range(2)] + ["wild four", "wild"]


def row_of(total: int) -> int:
    """The row of the table of bonuses, counted from 0 (BP-5)."""
    tops = [10, 20, 25, 30, 35, 40, 45]
    for row, top in enumerate(tops):
        if total <= top:
            return row
    return len(tops)


def ways_to_play(card: str, changeable: bool) -> list[str]:
    """The actions by which a card of the hand is played (BP-3, BP-5)."""
    if card == "wild four":
        return ["play wild four as +4", "play wild four as -4"]
    if card == "wild":
        changes = list(CHANGES) if changeable else [""]
        return [f"play wild as {sign}{change}" for sign in ("plus", "minus") for change in changes]
    return [f"play {card}"]


def card_played(action: str) -> str:
    """The card of the hand that an action plays (BP-3)."""
    if action.startswith("play wild four"):
        return "wild four"
    if action.startswith("play wild"):
        return "wild"
    return action.removeprefix("play ")


def value_played(action: str, wild_size: int) -> int:
    """What the card played adds to the total (BP-3, BP-8); the size of a wild may be changed by 1 (BP-5)."""
    if action.startswith("play wild as "):
        sign, comma, change = action.removeprefix("play wild as ").partition(",")
        size = wild_size + CHANGES[comma + change]
        return size if sign == "plus" else -size
    return int(action.split()[-1])


class BespinReference:
    """One match of Bespin pazaak, from the antes to the last payment."""

    def __init__(
        self,
        *,
        skills: Sequence[tuple[int, int]],
        ante: int,
        max_match_bet: int,
        max_set_bet: int,
        bankrolls: Sequence[int],
        cheating: bool,
        caught_pays: float,
        force_points: Sequence[int],
        force_sensitive: Sequence[bool],
        dark_side_cost: int,
        motives: Sequence[str],
        max_sets: int,
        pick: Pick,
    ) -> None:
        if not set(motives) <= {"money", "rebellion"}:
            raise ValueError(f"unknown motive among {motives!r}")
        if any(bankroll < ante for bankroll in bankrolls):
            raise ValueError("a seat can not pay the ante")
        self.phase = "antes"
        self.pot = 0
        self.house = 0
        self.match_bet = 0
        self.set_bet = 0
        self.offer: int | None = None
        self.beginner = -1
        self.first_beginner = -1
        self.set_number = -1
        self.sets: list[SetResult] = []
        self.winner: int | None = None
        self.void = False
        self._ante = ante
        self._max_match_bet = max_match_bet
        self._max_set_bet = max_set_bet
        self._cheating = cheating
        self._caught_pays = Decimal(str(caught_pays))
        self._dark_side_cost = dark_side_cost
        self._max_sets = max_sets
        self._pick = pick
        self._seats = [
            Seat(
                number=number,
                dice=skills[number][0],
                pips=skills[number][1],
                bankroll=bankrolls[number],
                stack=bankrolls[number],
                force_points=force_points[number],
                force_sensitive=force_sensitive[number],
                motive=motives[number],
            )
            for number in range(2)
        ]
        self._rewards = [0, 0]
        self._decision: Decision | None = None
        self._play = self._play_match()
        self._advance(None)

    # ---- what a test may look at -------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self._decision is None

    @property
    def to_act(self) -> int | None:
        return None if self._decision is None else self._decision.seat

    @property
    def sets_played(self) -> int:
        """True ties count (BP-10)."""
        return len(self.sets)

    @property
    def stacks(self) -> list[int]:
        return [seat.stack for seat in self._seats]

    @property
    def tables(self) -> list[list[int]]:
        """Values of the cards that lie before each seat, main and hand cards together, in the order they came."""
        return [list(seat.table.cards) for seat in self._seats]

    @property
    def refused(self) -> list[list[int]]:
        """Main cards that a bonus has put aside in this set (BP-5)."""
        return [list(seat.table.refused) for seat in self._seats]

    @property
    def second_cards(self) -> list[int | None]:
        """The second card drawn while its seat chooses; the first lies on the table (BP-5)."""
        return [seat.table.second for seat in self._seats]

    @property
    def totals(self) -> list[int]:
        return [seat.table.total for seat in self._seats]

    @property
    def stood(self) -> list[bool]:
        return [seat.table.stood for seat in self._seats]

    @property
    def hands(self) -> list[list[str]]:
        return [list(seat.hand) for seat in self._seats]

    @property
    def side_cards(self) -> list[str | None]:
        """The hand card just drawn while its seat decides whether to keep it (BP-5)."""
        return [seat.side_card for seat in self._seats]

    @property
    def wild_sizes(self) -> list[int]:
        """0 until the wild is taken into the hand; it stays known after the wild is played (BP-3)."""
        return [seat.wild_size for seat in self._seats]

    @property
    def rolls(self) -> list[int]:
        """Totals of the gambling roll; 0 before it, and for good without skill (BP-5)."""
        return [seat.total for seat in self._seats]

    @property
    def rows(self) -> list[int]:
        return [seat.row for seat in self._seats]

    @property
    def opposed_rolls(self) -> list[int | None]:
        return [seat.opposed_total for seat in self._seats]

    @property
    def discards_left(self) -> list[int]:
        return [seat.discards for seat in self._seats]

    @property
    def second_cards_left(self) -> list[int]:
        return [seat.seconds for seat in self._seats]

    @property
    def redraws_left(self) -> list[int]:
        return [seat.redraws for seat in self._seats]

    @property
    def refused_side_cards(self) -> list[str | None]:
        """The hand card that a seat has discarded; it is out of the match (BP-5)."""
        return [seat.refused_side_card for seat in self._seats]

    @property
    def played(self) -> list[list[str]]:
        """Hand cards played in this match, in their order (BP-4)."""
        return [list(seat.played) for seat in self._seats]

    @property
    def decks(self) -> list[list[int]]:
        """Main cards left to each seat in this set."""
        return [list(seat.table.deck) for seat in self._seats]

    @property
    def sets_won(self) -> list[int]:
        return [seat.sets_won for seat in self._seats]

    @property
    def force_points(self) -> list[int]:
        """Force points left (BP-14)."""
        return [seat.force_points for seat in self._seats]

    @property
    def dark_side_points(self) -> list[int]:
        return [seat.dark_side_points for seat in self._seats]

    @property
    def cheats(self) -> list[bool]:
        return [seat.cheats for seat in self._seats]

    @property
    def caught(self) -> list[bool]:
        return [seat.caught for seat in self._seats]

    def legal(self) -> set[str]:
        return set() if self._decision is None else set(self._decision.options)

    def step(self, name: str) -> list[int]:
        if name not in self.legal():
            raise ValueError(f"{name!r} is not legal here; legal: {sorted(self.legal())}")
        self._rewards = [0, 0]
        self._advance(name)
        return list(self._rewards)

    def _advance(self, name: str | None) -> None:
        try:
            self._decision = next(self._play) if name is None else self._play.send(name)
        except StopIteration:
            self._decision = None
            self.phase = "over"

    # ---- the match ---------------------------------------------------------------------------------------------

    def _play_match(self) -> Play:
        """Everything in its order (BP-0)."""
        self._post_antes()
        yield from self._announcements()
        yield from self._force_point_decisions("force")
        self._gambling_rolls()
        self._take_wilds_first()
        for seat in self._seats:
            yield from self._draw_hand(seat)
        self._find_first_beginner()
        yield from self._match_betting()
        if any(seat.cheats for seat in self._seats):
            yield from self._force_point_decisions("opposed force")
            self._settle_cheating()
        else:
            yield from self._play_sets()
        self._pay_for_dark_side()

    def _post_antes(self) -> None:
        """Both seats stake the ante before anything else."""
        for seat in self._seats:
            self._stake(seat, self._ante)

    def _announcements(self) -> Play:
        """A seat that will cheat says so before the game begins, unheard by the other (BP-13)."""
        if not self._cheating:
            return
        self.phase = "cheat"
        for seat in self._seats:
            action = yield Decision(seat.number, ["play fair", "cheat"])
            seat.cheats = action == "cheat"

    # ---- dice --------------------------------------------------------------------------------------------------

    def _force_point_decisions(self, phase: str) -> Play:
        """One Force point for the roll that comes, of a seat that has both a point and dice to double (BP-14)."""
        self.phase = phase
        for seat in self._seats:
            seat.doubled = False
        for seat in self._seats:
            if seat.force_points == 0 or seat.dice == 0:
                continue
            action = yield Decision(seat.number, ["hold the Force point", "spend a Force point"])
            if action == "spend a Force point":
                seat.force_points -= 1
                seat.doubled = True
                if seat.force_sensitive and seat.motive == "money":
                    seat.dark_side_points += 1

    def _roll_dice(self, seat: Seat, purpose: str) -> tuple[int, bool]:
        """The total of a seat's dice code, and whether its wild die showed 1 (BP-5, BP-14).

        A 6 of the wild die is kept and the die rolled again; a 1 of such a roll is just 1.
        """
        if seat.dice == 0:
            return 0, False
        times = 2 if seat.doubled else 1
        ordinary = [self._pick(purpose, 0, seat.number, index, 6) + 1 for index in range(times * seat.dice - 1)]
        wild = [self._pick(f"{purpose} wild", 0, seat.number, 0, 6) + 1]
        while wild[-1] == 6 and len(wild) - 1 < MAX_REROLLS:
            wild.append(self._pick(f"{purpose} wild", 0, seat.number, len(wild), 6) + 1)
        return sum(ordinary) + sum(wild) + times * seat.pips, wild[0] == 1

    def _gambling_rolls(self) -> None:
        """Both roll; a wild 1 costs a row, and a seat has the bonuses of its row and of every lower one (BP-5)."""
        for seat in self._seats:
            seat.total, wild_one = self._roll_dice(seat, "roll")
            seat.row = row_of(seat.total)
            if wild_one and seat.row > 0:
                seat.row -= 1
            if seat.row >= 1:
                seat.discards += 1
            if seat.row >= 2:
                seat.seconds += 1
            if seat.row >= 3:
                seat.discards += 1
            if seat.row >= 4:
                seat.redraws += 1

    # ---- hands -------------------------------------------------------------------------------------------------

    def _take_wilds_first(self) -> None:
        """From row 36-40 on the wild is taken before any card is drawn (BP-5)."""
        for seat in self._seats:
            seat.side_deck = side_deck()
            if seat.row >= 5:
                seat.side_deck.remove("wild")
                self._take(seat, "wild")

    def _draw_hand(self, seat: Seat) -> Play:
        """Four cards at random (BP-4), five from row 46 on, a wild taken first among them (BP-5).

        A seat of row 31-35 and up may refuse one card as it comes; the next one must be used.
        """
        self.phase = "hands"
        size = 5 if seat.row >= 7 else 4
        while len(seat.hand) < size:
            card = self._draw_side_card(seat)
            if seat.redraws:
                seat.side_card = card
                action = yield Decision(seat.number, ["keep", "discard"])
                seat.side_card = None
                if action == "discard":
                    seat.redraws -= 1
                    seat.refused_side_card = card
                    card = self._draw_side_card(seat)
            self._take(seat, card)

    def _draw_side_card(self, seat: Seat) -> str:
        place = self._pick("side", 0, seat.number, seat.side_draws, len(seat.side_deck))
        seat.side_draws += 1
        return seat.side_deck.pop(place)

    def _take(self, seat: Seat, card: str) -> None:
        """Into the hand; a D6 fixes the size of the wild for the whole match (BP-3)."""
        seat.hand.append(card)
        if card == "wild":
            seat.wild_size = self._pick("wild size", 0, seat.number, 0, 6) + 1

    # ---- bets --------------------------------------------------------------------------------------------------

    def _find_first_beginner(self) -> None:
        """The lower skill: fewer dice, then fewer pips; at random between equals (BP-7)."""
        one, other = self._seats
        if one.dice != other.dice:
            self.beginner = 0 if one.dice < other.dice else 1
        elif one.pips != other.pips:
            self.beginner = 0 if one.pips < other.pips else 1
        else:
            self.beginner = self._pick("first", 0, 0, 0, 2)
        self.first_beginner = self.beginner

    def _largest_bet(self, limit: int) -> int:
        """No seat can bet more than both can pay (BP-11)."""
        return min(limit, self._seats[0].stack, self._seats[1].stack)

    def _match_betting(self) -> Play:
        """An offer, an answer that may raise once, and an answer to the raise (BP-11)."""
        self.phase = "match bet"
        first, other = self.beginner, 1 - self.beginner
        most = self._largest_bet(self._max_match_bet)
        if most == 0:
            return
        action = yield Decision(first, [f"offer {units}" for units in range(most + 1)])
        offered = self.offer = int(action.removeprefix("offer "))
        answers = ["accept", "decline"] if offered else ["accept"]
        action = yield Decision(other, answers + [f"raise to {units}" for units in range(offered + 1, most + 1)])
        if action == "accept":
            self.match_bet = offered
        elif action.startswith("raise to "):
            raised = self.offer = int(action.removeprefix("raise to "))
            action = yield Decision(first, ["accept", "decline"])
            self.match_bet = raised if action == "accept" else offered
        self.offer = None
        for seat in self._seats:
            self._stake(seat, self.match_bet)

    def _set_betting(self) -> Play:
        """The same without the raise (BP-11)."""
        self.phase = "set bet"
        self.set_bet = 0
        first, other = self.beginner, 1 - self.beginner
        most = self._largest_bet(self._max_set_bet)
        if most == 0:
            return
        action = yield Decision(first, [f"offer {units}" for units in range(most + 1)])
        offered = int(action.removeprefix("offer "))
        if offered == 0:
            return
        self.offer = offered
        action = yield Decision(other, ["accept", "decline"])
        self.offer = None
        if action == "accept":
            self.set_bet = offered
            for seat in self._seats:
                self._stake(seat, offered)

    # ---- sets --------------------------------------------------------------------------------------------------

    def _play_sets(self) -> Play:
        """Sets until a seat has two of them (BP-6), or the match is void (BP-10)."""
        while True:
            self.set_number += 1
            if self.set_number > 0:
                self.beginner = self._next_beginner()
            for seat in self._seats:
                seat.table = Table(main_deck())
            yield from self._set_betting()
            yield from self._play_turns()
            for seat in self._seats:
                if seat.sets_won == 2:
                    self._settle_match(seat)
                    return
            if self.sets_played == self._max_sets:
                self._return_stakes()
                return

    def _next_beginner(self) -> int:
        """Fewest sets won; else the loser of the last set; else who did not begin the tied one (BP-7)."""
        one, other = self._seats
        if one.sets_won != other.sets_won:
            return 0 if one.sets_won < other.sets_won else 1
        last = self.sets[-1]
        if last.winner is not None:
            return 1 - last.winner
        return 1 - last.began

    def _play_turns(self) -> Play:
        """Turn by turn until the set is decided; a seat that stood takes no more turns (BP-8)."""
        self.phase = "set"
        seat = self._seats[self.beginner]
        while not all(each.table.stood for each in self._seats):
            if not seat.table.stood:
                yield from self._turn(seat)
                if self.sets_played == self.set_number + 1:
                    return
            seat = self._other(seat)
        self._compare()

    def _turn(self, seat: Seat) -> Play:
        """One main card, perhaps a bonus, perhaps a hand card, then stand or end the turn (BP-5, BP-8)."""
        table = seat.table
        table.cards.append(self._draw_main_card(seat))
        bonus_used = hand_card_played = False
        while True:
            bonuses = [] if bonus_used or hand_card_played else self._bonuses(seat)
            if len(table.cards) == 9:
                # BP-9: nine cards decide the set, but for a bonus that may still take the ninth away.
                if not table.bust:
                    self._end_set(seat, "nine cards")
                    return
                if not bonuses:
                    self._end_set(self._other(seat), "nine cards above 20")
                    return
            options = [*bonuses, "end turn"]
            if not hand_card_played and len(table.cards) < 9:
                options += [way for card in seat.hand for way in ways_to_play(card, seat.row >= 6)]
            if not table.bust:
                options.append("stand")
            action = yield Decision(seat.number, options)
            if action == "discard":
                seat.discards -= 1
                bonus_used = True
                table.refused.append(table.cards.pop())
                table.cards.append(self._draw_main_card(seat))
            elif action == "second card":
                seat.seconds -= 1
                bonus_used = True
                yield from self._choose_of_two(seat)
            elif action.startswith("play "):
                hand_card_played = True
                seat.hand.remove(card_played(action))
                seat.played.append(card_played(action))
                table.cards.append(value_played(action, seat.wild_size))
            elif action == "stand":
                table.stood = True
                return
            else:
                if table.bust:
                    self._end_set(self._other(seat), "bust")
                return

    def _bonuses(self, seat: Seat) -> list[str]:
        """What the seat may still do to a main card, in this match (BP-5)."""
        return ["discard"] * (seat.discards > 0) + ["second card"] * (seat.seconds > 0)

    def _draw_main_card(self, seat: Seat) -> int:
        """Any card that is left in the deck, all of them equally likely (BP-1)."""
        table = seat.table
        place = self._pick("main", self.set_number, seat.number, table.draws, len(table.deck))
        table.draws += 1
        card = sorted(table.deck)[place]
        table.deck.remove(card)
        return card

    def _choose_of_two(self, seat: Seat) -> Play:
        """The first lies on the table while the seat chooses; the other one goes out (BP-5)."""
        table = seat.table
        table.second = self._draw_main_card(seat)
        action = yield Decision(seat.number, ["use the first", "use the second"])
        if action == "use the first":
            table.refused.append(table.second)
        else:
            table.refused.append(table.cards.pop())
            table.cards.append(table.second)
        table.second = None

    def _compare(self) -> None:
        """Both stood: the higher total, then more cards on the table, then nobody (BP-10)."""
        one, other = self._seats
        if one.table.total != other.table.total:
            self._end_set(one if one.table.total > other.table.total else other, "higher total")
        elif len(one.table.cards) != len(other.table.cards):
            self._end_set(one if len(one.table.cards) > len(other.table.cards) else other, "more cards")
        else:
            self._end_set(None, "true tie")

    # ---- payments ----------------------------------------------------------------------------------------------

    def _end_set(self, winner: Seat | None, how: str) -> None:
        """The winner takes the side bets of both; a true tie returns them and does not count (BP-10, BP-11)."""
        self.sets.append(
            SetResult(
                number=self.set_number,
                began=self.beginner,
                winner=None if winner is None else winner.number,
                how=how,
                bet=self.set_bet,
                tables=self.tables,
            )
        )
        bet, self.set_bet = self.set_bet, 0
        for seat in self._seats:
            self._unstake(seat, bet)
        if winner is not None:
            winner.sets_won += 1
            self._pay(self._other(winner), winner, bet)

    def _settle_match(self, winner: Seat) -> None:
        """The antes and the match bet of both go to who has won two sets (BP-6, BP-11)."""
        self.winner = winner.number
        stakes = self._stakes()
        self._give_back_stakes()
        self._pay(self._other(winner), winner, stakes)

    def _return_stakes(self) -> None:
        """A void match returns antes and match bets (BP-10)."""
        self.void = True
        self._give_back_stakes()

    def _settle_cheating(self) -> None:
        """The opposed roll decides, and nothing else is played (BP-13)."""
        self.phase = "opposed roll"
        for seat in self._seats:
            seat.opposed_total, _ = self._roll_dice(seat, "opposed")
        stakes = self._stakes()
        self._give_back_stakes()
        one, other = self._seats
        if one.cheats and other.cheats:
            if one.opposed_total == other.opposed_total:
                self.void = True
                return
            loser = one if one.opposed_total < other.opposed_total else other
            self._catch(loser, stakes)
            return
        cheat, honest = (one, other) if one.cheats else (other, one)
        if honest.opposed_total >= cheat.opposed_total:
            self._catch(cheat, stakes)
        else:
            self.winner = cheat.number
            self._pay(honest, cheat, min(stakes, honest.stack))

    def _catch(self, cheat: Seat, stakes: int) -> None:
        """A caught cheat pays several times the stakes, at most what it brought (BP-13)."""
        cheat.caught = True
        honest = self._other(cheat)
        self.winner = honest.number
        self._pay(cheat, honest, min(floor(self._caught_pays * stakes), cheat.bankroll, cheat.stack))

    def _pay_for_dark_side(self) -> None:
        """Points gained cost units that leave the table, as far as the seat has any left (BP-14)."""
        for seat in self._seats:
            units = min(self._dark_side_cost * seat.dark_side_points, seat.stack)
            seat.stack -= units
            self.house += units
            self._rewards[seat.number] -= units

    # ---- units and seats ----------------------------------------------------------------------------------------

    def _other(self, seat: Seat) -> Seat:
        return self._seats[1 - seat.number]

    def _stakes(self) -> int:
        """One seat's ante and match bet (BP-13)."""
        return self._ante + self.match_bet

    def _give_back_stakes(self) -> None:
        for seat in self._seats:
            self._unstake(seat, self._stakes())

    def _stake(self, seat: Seat, units: int) -> None:
        seat.stack -= units
        self.pot += units

    def _unstake(self, seat: Seat, units: int) -> None:
        self.pot -= units
        seat.stack += units

    def _pay(self, loser: Seat, winner: Seat, units: int) -> None:
        loser.stack -= units
        winner.stack += units
        self._rewards[loser.number] -= units
        self._rewards[winner.number] += units
