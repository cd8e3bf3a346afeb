"""A deliberately plain engine of the common-deck Pazaak, for property tests to hold a fast engine against.

Speed is of no concern here. The game is told as nested generators, in the order in which a table would live through
it, so that every line can be laid beside the rule (RP-n) it stands for. Nothing is precomputed or cached: cards lie
in lists, and whatever can be derived from them is derived each time it is asked for.

Chance comes only from the ``pick`` callable, and every draw has a fixed address (purpose, hand, seat, index). Two
engines given the same callable therefore draw the same cards, whatever order they ask for them in.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field

Pick = Callable[[str, int, int, int, int], int]
"""(purpose, hand, seat, index, n) -> a number in 0..n-1."""

SideDecks = Sequence[Sequence[str]] | Sequence[str] | str
"""One list of codes or "random" a seat, or "random" for all; with a shared side deck one list of codes, or "random"."""

KINDS = (
    [f"+{size}" for size in range(1, 7)]
    + [f"-{size}" for size in range(1, 7)]
    + [f"±{size}" for size in range(1, 7)]
    + ["±1T", "D", "±1/2", "±3/4", "±5/6", "2&4", "3&6"]
)
"""Codes of the side cards (RP-2) in the order in which a deck of them is laid out before one is drawn."""

MAIN = "main"
"""The code of a card that came from the main deck."""


@dataclass
class Card:
    """A card on a table: what it counts now, the size that `2&4` and `3&6` look at (0: none), what it is (RP-2)."""

    value: int
    size: int
    code: str


@dataclass
class Bet:
    """Units that each of `seats` has laid on the match or on a round (BP-11); without seats there is no bet."""

    units: int = 0
    seats: list[int] = field(default_factory=list)


@dataclass
class Seat:
    """One seat; what belongs to a round is put back by `sit_down_to_round`."""

    number: int
    stack: int
    force_sensitive: bool
    cardsharp: bool
    cardsharp_uses: int
    look_used: bool = False
    hand: list[str] = field(default_factory=list)
    won: int = 0
    plays: bool = True
    table: list[Card] = field(default_factory=list)
    stands: bool = False
    bust: bool = False
    out: list[int] = field(default_factory=list)

    @property
    def total(self) -> int:
        return sum(card.value for card in self.table)

    @property
    def moves(self) -> bool:
        """Takes turns in this round: a seat that stands or is bust does not, nor one outside a decider (RP-4, RP-8)."""
        return self.plays and not self.stands and not self.bust

    @property
    def has_nine(self) -> bool:
        """Nine cards without a bust (RP-6)."""
        return len(self.table) == 9 and self.total <= 20

    @property
    def has_tie_breaker(self) -> bool:
        return any(card.code == "±1T" for card in self.table)

    def sit_down_to_round(self) -> None:
        self.table = []
        self.stands = False
        self.bust = False
        self.out = []


@dataclass
class RoundResult:
    """How a round ended; `tables` and `totals` as they lay then, `bet` as it stood before it was paid."""

    number: int
    first: int
    winner: int | None
    tables: list[list[Card]]
    totals: list[int]
    plays: list[bool]
    stands: list[bool]
    bust: list[bool]
    bet: Bet


@dataclass
class Decision:
    """What the game is waiting for."""

    seat: int
    options: list[str]


Play = Generator[Decision, str, None]
"""A stretch of the game: hands out decisions and is sent the actions chosen."""


def faces_of(code: str) -> list[tuple[str, int, int]]:
    """The ways in which a side card other than `D` can be played: name of the action, value, size (RP-2)."""
    if code in ("2&4", "3&6"):
        return [(f"play {code}", 0, 0)]
    if code[0] == "+":
        return [(f"play {code}", int(code[1:]), int(code[1:]))]
    if code[0] == "-":
        return [(f"play {code}", -int(code[1:]), int(code[1:]))]
    faces = []
    for size in [int(printed) for printed in code[1:].removesuffix("T").split("/")]:
        faces.append((f"play {code} as +{size}", size, size))
        faces.append((f"play {code} as -{size}", -size, size))
    return faces


class RepublicReference:
    """One game of the common-deck Pazaak, from the antes to the end."""

    def __init__(
        self,
        *,
        side_decks: SideDecks,
        shared_side_deck: bool,
        rounds: int,
        ante: int,
        max_bet: int,
        max_round_bet: int,
        bankrolls: Sequence[int],
        force_sensitive: Sequence[bool],
        cardsharp: Sequence[bool],
        cardsharp_uses: int,
        max_rounds: int,
        pick: Pick,
    ) -> None:
        if not 2 <= len(bankrolls) <= 4:
            raise ValueError("nine cards a seat from forty: two to four seats")
        if not len(bankrolls) == len(force_sensitive) == len(cardsharp):
            raise ValueError("one bankroll, one force_sensitive and one cardsharp a seat are needed")
        if min(bankrolls) < ante:
            raise ValueError("every seat must be able to pay its ante")
        if rounds > max_rounds:
            raise ValueError("there can not be fewer rounds at most than rounds in a game")
        self.phase = "hands"
        self.first = 0
        self.rounds_played = 0
        self.rounds_drawn = 0
        self.winner: int | None = None
        self.last: RoundResult | None = None
        self.match_bet = Bet()
        self.round_bet = Bet()
        self.offer: int | None = None
        self.raised_to: int | None = None
        self.seen_main: int | None = None
        self.seen_side: str | None = None
        self._shared = shared_side_deck
        self._rounds = rounds
        self._ante = ante
        self._max_bet = max_bet
        self._max_round_bet = max_round_bet
        self._max_rounds = max_rounds
        self._pick = pick
        self._seats = [
            Seat(number, bankroll, bool(force), bool(sharp), cardsharp_uses if sharp else 0)
            for number, (bankroll, force, sharp) in enumerate(zip(bankrolls, force_sensitive, cardsharp, strict=True))
        ]
        self._pot_of_antes = 0
        self._side_decks = self._lay_out_side_decks(side_decks)
        self._side_draws = [0 for _ in self._side_decks]
        self._shuffle()
        self._rewards = [0 for _ in self._seats]
        self._decision: Decision | None = None
        self._play = self._play_game()
        self._advance(None)

    # ---- what a test may look at -------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self._decision is None

    @property
    def to_act(self) -> int | None:
        return None if self._decision is None else self._decision.seat

    def legal(self) -> set[str]:
        return set() if self._decision is None else set(self._decision.options)

    @property
    def stacks(self) -> list[int]:
        return [seat.stack for seat in self._seats]

    @property
    def pot(self) -> int:
        """Antes and bets that nobody has been paid yet."""
        bets = (self.match_bet, self.round_bet)
        return self._pot_of_antes + sum(bet.units * len(bet.seats) for bet in bets)

    @property
    def tables(self) -> list[list[Card]]:
        return [[Card(card.value, card.size, card.code) for card in seat.table] for seat in self._seats]

    @property
    def totals(self) -> list[int]:
        return [seat.total for seat in self._seats]

    @property
    def hands(self) -> list[list[str]]:
        """Codes in the order of the kinds."""
        return [sorted(seat.hand, key=KINDS.index) for seat in self._seats]

    @property
    def side_decks(self) -> list[list[str]]:
        """What is left of each side deck, in the order of the kinds; a shared deck is the only one."""
        return [list(deck) for deck in self._side_decks]

    @property
    def main_deck(self) -> list[int]:
        """What is left of the main deck, sorted."""
        return sorted(self._main)

    @property
    def out(self) -> list[list[int]]:
        """Main cards that each seat has refused or thrown away in this round."""
        return [list(seat.out) for seat in self._seats]

    @property
    def looks_used(self) -> list[bool]:
        return [seat.look_used for seat in self._seats]

    @property
    def cardsharp_uses(self) -> list[int]:
        """Redraws that each seat still has in this game."""
        return [seat.cardsharp_uses for seat in self._seats]

    @property
    def rounds_won(self) -> list[int]:
        return [seat.won for seat in self._seats]

    @property
    def plays(self) -> list[bool]:
        """Who plays this round: everybody, in a decider only the level seats."""
        return [seat.plays for seat in self._seats]

    @property
    def stands(self) -> list[bool]:
        return [seat.stands for seat in self._seats]

    @property
    def bust(self) -> list[bool]:
        return [seat.bust for seat in self._seats]

    def step(self, name: str) -> list[int]:
        """Take the action `name` for the seat to act; what each seat is paid by it, net (units)."""
        if name not in self.legal():
            raise ValueError(f"{name!r} is not legal here; legal: {sorted(self.legal())}")
        self._rewards = [0 for _ in self._seats]
        self._advance(name)
        return list(self._rewards)

    def _advance(self, name: str | None) -> None:
        try:
            self._decision = next(self._play) if name is None else self._play.send(name)
        except StopIteration:
            self._decision = None
            self.phase = "over"

    # ---- the game ----------------------------------------------------------------------------------------------

    def _play_game(self) -> Play:
        """Antes, hands, the match bet, then rounds until somebody has won or `max_rounds` are played (RP-8)."""
        for seat in self._seats:
            seat.stack -= self._ante
            self._pot_of_antes += self._ante
        yield from self._deal_hands()
        self.first = self._pick("first", 0, 0, 0, len(self._seats))
        self.phase = "match bet"
        yield from self._make_bet(self.match_bet, self._max_bet, may_be_raised=len(self._seats) == 2)
        while True:
            yield from self._play_round()
            self.winner = self._winner_of_game()
            if self.winner is not None or self.rounds_played == self._max_rounds:
                break
            if self.rounds_played >= self._rounds:
                self._choose_who_decides()
            self._move_first_seat()
        self._pay(Bet(self._ante, [seat.number for seat in self._seats]), self.winner)
        self._pot_of_antes = 0
        self._pay(self.match_bet, self.winner)
        self.match_bet = Bet()

    def _winner_of_game(self) -> int | None:
        """Who has won more rounds than any other seat can still reach (RP-8).

        In a decider no round of the set is left, so that the first level seat to win one has the most.
        """
        left = max(0, self._rounds - self.rounds_played)
        for seat in self._seats:
            if all(seat.won > other.won + left for other in self._seats if other is not seat):
                return seat.number
        return None

    def _choose_who_decides(self) -> None:
        """After the set only the seats that are level with most rounds won play on (RP-8)."""
        most = max(seat.won for seat in self._seats)
        for seat in self._seats:
            seat.plays = seat.won == most

    def _move_first_seat(self) -> None:
        """One seat clockwise each round (RP-8); a seat that does not play is skipped."""
        self.first = self._clockwise_after(self.first)[0].number

    # ---- hands -------------------------------------------------------------------------------------------------

    def _lay_out_side_decks(self, side_decks: SideDecks) -> list[list[str]]:
        """Each seat's cards, or the one deck for all; "random": drawn from a box with one card of every kind (RP-3)."""
        if self._shared:
            cards = max(10, 4 * len(self._seats))
            decks = [self._draw_from_box(0, cards) if side_decks == "random" else list(side_decks)]
        else:
            a_seat = ["random" for _ in self._seats] if side_decks == "random" else side_decks
            decks = [self._draw_from_box(number, 10) if deck == "random" else list(deck) for number, deck in enumerate(a_seat)]
        if len(decks) != (1 if self._shared else len(self._seats)) or any(code not in KINDS for deck in decks for code in deck):
            raise ValueError(f"not side decks: {side_decks!r}")
        if self._shared and len(decks[0]) < 4 * len(self._seats):
            raise ValueError("a shared side deck needs four cards a seat")
        return [sorted(deck, key=KINDS.index) for deck in decks]

    def _draw_from_box(self, seat: int, cards: int) -> list[str]:
        box = list(KINDS)
        drawn = [box.pop(self._pick("deck", 0, seat, index, len(box))) for index in range(cards)]
        return sorted(drawn, key=KINDS.index)

    def _deal_hands(self) -> Play:
        """Four cards a seat for the whole game (RP-3); from a shared deck the cardsharps take theirs first (RP-10)."""
        order = list(self._seats)
        if self._shared:
            order = [seat for seat in self._seats if seat.cardsharp] + [seat for seat in self._seats if not seat.cardsharp]
        for seat in order:
            for _ in range(2 if seat.cardsharp else 4):
                yield from self._take_blind_side_card(seat)
            if seat.cardsharp:
                for _ in range(2):
                    yield from self._choose_side_card(seat)

    def _take_blind_side_card(self, seat: Seat) -> Play:
        """One card from the side deck, at which a Force-sensitive seat may look before (RP-9)."""
        deck = self._deck_of(seat)
        if not (yield from self._asks_for_look(seat)):
            seat.hand.append(self._draw_side_card(seat))
            return
        looked_at = self._draw_side_card(seat)
        self.seen_side = looked_at
        if (yield from self._refuses(seat, another_is_left=len(deck) > 0)):
            seat.hand.append(self._draw_side_card(seat))
            deck.append(looked_at)  # back in the deck after the next is drawn
            deck.sort(key=KINDS.index)
        else:
            seat.hand.append(looked_at)
        self.seen_side = None

    def _choose_side_card(self, seat: Seat) -> Play:
        """The cardsharp sees what is left of the deck and chooses (RP-10)."""
        deck = self._deck_of(seat)
        options = [f"choose {code}" for code in sorted(set(deck), key=KINDS.index)]
        action = yield Decision(seat.number, options)
        code = action.removeprefix("choose ")
        deck.remove(code)
        seat.hand.append(code)

    def _deck_of(self, seat: Seat) -> list[str]:
        return self._side_decks[0 if self._shared else seat.number]

    def _draw_side_card(self, seat: Seat) -> str:
        which = 0 if self._shared else seat.number
        deck = self._side_decks[which]
        card = deck.pop(self._pick("side", 0, which, self._side_draws[which], len(deck)))
        self._side_draws[which] += 1
        return card

    # ---- the Force ---------------------------------------------------------------------------------------------

    def _asks_for_look(self, seat: Seat) -> Generator[Decision, str, bool]:
        """Whether the seat uses its one look of the game at the card it is about to draw (RP-9)."""
        if not seat.force_sensitive or seat.look_used:
            return False
        action = yield Decision(seat.number, ["draw", "look"])
        if action == "draw":
            return False
        seat.look_used = True
        return True

    def _refuses(self, seat: Seat, another_is_left: bool) -> Generator[Decision, str, bool]:
        """Whether the seat dislikes the card it has looked at (RP-9); the last card of a deck can only be taken."""
        options = ["take it", "refuse it"] if another_is_left else ["take it"]
        action = yield Decision(seat.number, options)
        return action == "refuse it"

    # ---- bets (BP-11) ------------------------------------------------------------------------------------------

    def _make_bet(self, bet: Bet, limit: int, may_be_raised: bool) -> Play:
        """The first seat offers; the others that play and can cover the offer answer; two seats may raise once (BP-11)."""
        offerer = self._seats[self.first]
        others = self._clockwise_after(self.first)
        others = [seat for seat in others if seat is not offerer]
        most = min(limit, offerer.stack, max(seat.stack for seat in others))
        if most == 0:
            return
        action = yield Decision(offerer.number, [f"offer {units}" for units in range(most + 1)])
        self.offer = int(action.removeprefix("offer "))
        if may_be_raised:
            yield from self._answer_of_the_other_seat(bet, offerer, others[0], most)
        elif self.offer > 0:
            yield from self._answers_of_all(bet, offerer, others)
        self.offer = self.raised_to = None
        for number in bet.seats:
            self._seats[number].stack -= bet.units

    def _answer_of_the_other_seat(self, bet: Bet, offerer: Seat, other: Seat, most: int) -> Play:
        """Accept, decline or raise once, which the first seat accepts or declines; then the first offer holds (BP-11)."""
        offer = self.offer
        assert offer is not None
        raises = [f"raise to {units}" for units in range(offer + 1, most + 1)]
        options = ["accept"] + (["decline"] if offer > 0 else []) + raises
        answer = yield Decision(other.number, options)
        units = 0 if answer == "decline" else offer
        if answer.startswith("raise to "):
            self.raised_to = int(answer.removeprefix("raise to "))
            reply = yield Decision(offerer.number, ["accept", "decline"])
            units = self.raised_to if reply == "accept" else offer
        if units > 0:
            bet.units = units
            bet.seats = [offerer.number, other.number]

    def _answers_of_all(self, bet: Bet, offerer: Seat, others: list[Seat]) -> Play:
        """Clockwise, each other seat that can cover the offer accepts or declines; without an acceptor there is no bet."""
        assert self.offer is not None
        acceptors = []
        for seat in others:
            if seat.stack >= self.offer:
                answer = yield Decision(seat.number, ["accept", "decline"])
                if answer == "accept":
                    acceptors.append(seat.number)
        if acceptors:
            bet.units = self.offer
            bet.seats = [offerer.number] + acceptors

    def _pay(self, bet: Bet, winner: int | None) -> None:
        """All of it to the winner if he is in the bet, otherwise back to whom it came from (BP-11)."""
        for number in bet.seats:
            if winner not in bet.seats:
                self._seats[number].stack += bet.units
            elif number == winner:
                self._seats[number].stack += bet.units * len(bet.seats)
                self._rewards[number] += bet.units * (len(bet.seats) - 1)
            else:
                self._rewards[number] -= bet.units

    # ---- a round -----------------------------------------------------------------------------------------------

    def _play_round(self) -> Play:
        """The bet on the round, then turns in order until the round is decided (RP-4, RP-5, RP-7)."""
        self._shuffle()
        for seat in self._seats:
            seat.sit_down_to_round()
        self.phase = "round bet"
        yield from self._make_bet(self.round_bet, self._max_round_bet, may_be_raised=False)
        seat = self._seats[self.first]
        while not self._round_is_over():
            if seat.moves:
                yield from self._take_turn(seat)
            seat = self._clockwise_after(seat.number)[0]
        winner = self._winner_of_round()
        self.last = RoundResult(
            number=self.rounds_played,
            first=self.first,
            winner=winner,
            tables=self.tables,
            totals=self.totals,
            plays=self.plays,
            stands=self.stands,
            bust=self.bust,
            bet=self.round_bet,
        )
        self.rounds_played += 1
        if winner is None:
            self.rounds_drawn += 1
        else:
            self._seats[winner].won += 1
        self._pay(self.round_bet, winner)
        self.round_bet = Bet()

    def _shuffle(self) -> None:
        """All forty (RP-1)."""
        self._main: list[int] = [value for value in range(1, 11) for _ in range(4)]
        self._main_draws: int = 0

    def _round_is_over(self) -> bool:
        """One seat alone is not bust, or nobody takes turns any more (RP-5, RP-7)."""
        in_it = [seat for seat in self._seats if seat.plays and not seat.bust]
        return len(in_it) == 1 or all(seat.stands for seat in in_it)

    def _winner_of_round(self) -> int | None:
        """The last seat not bust (RP-5), or else the best table (RP-6, RP-7); None: drawn."""
        in_it = [seat for seat in self._seats if seat.plays and not seat.bust]
        if len(in_it) == 1:
            return in_it[0].number
        if any(seat.has_nine for seat in in_it):
            level = [seat for seat in in_it if seat.has_nine]
        else:
            nearest = max(seat.total for seat in in_it)
            level = [seat for seat in in_it if seat.total == nearest]
        if len(level) > 1:
            level = [seat for seat in level if seat.has_tie_breaker]
        return level[0].number if len(level) == 1 else None

    # ---- a turn ------------------------------------------------------------------------------------------------

    def _take_turn(self, seat: Seat) -> Play:
        """One main card, at most one hand card, then end the turn or stand (RP-4)."""
        self.phase = "draw"
        card = yield from self._draw_main_card(seat)
        if card is None:
            seat.stands = True
            return
        seat.table.append(Card(card, card, MAIN))
        if self._settled_by_itself(seat):
            return
        self.phase = "play"
        action = yield Decision(seat.number, self._plays_of(seat, card) + self._ways_to_end(seat))
        if action.startswith("play "):
            self._play_hand_card(seat, action, card)
            if self._settled_by_itself(seat):
                return
            action = yield Decision(seat.number, self._ways_to_end(seat))
        if action == "stand":
            seat.stands = True
        elif seat.total > 20:
            seat.bust = True

    def _draw_main_card(self, seat: Seat) -> Generator[Decision, str, int | None]:
        """The card that is laid, after what the Force and the cardsharp's hand make of it (RP-9, RP-10); None: no card."""
        if not self._main:
            return None
        looks = yield from self._asks_for_look(seat)
        card = self._take_main_card()
        if looks:
            self.seen_main = card
            if (yield from self._refuses(seat, another_is_left=len(self._main) > 0)):
                seat.out.append(card)
                card = self._take_main_card()
        self.seen_main = None
        while seat.cardsharp and seat.cardsharp_uses > 0 and self._main:
            self.seen_main = card
            action = yield Decision(seat.number, ["keep it", "throw it away"])
            if action == "keep it":
                break
            seat.cardsharp_uses -= 1
            seat.out.append(card)
            card = self._take_main_card()
        self.seen_main = None
        return card

    def _take_main_card(self) -> int:
        """Whatever leaves the deck counts as a draw, also what is then refused or thrown away."""
        left = sorted(self._main)
        card = left[self._pick("main", self.rounds_played, 0, self._main_draws, len(left))]
        self._main.remove(card)
        self._main_draws += 1
        return card

    def _settled_by_itself(self, seat: Seat) -> bool:
        """20 stands at once (RP-5); nine cards stand, or above 20 are bust, and nothing can mend them (RP-6)."""
        if seat.total == 20 or seat.has_nine:
            seat.stands = True
        elif len(seat.table) == 9:
            seat.bust = True
        return seat.stands or seat.bust

    def _ways_to_end(self, seat: Seat) -> list[str]:
        """Above 20 only a bust is left (RP-5)."""
        return ["end turn"] if seat.total > 20 else ["end turn", "stand"]

    def _plays_of(self, seat: Seat, drawn: int) -> list[str]:
        return [name for name, _, _, _ in self._faces_in_hand(seat, drawn)]

    def _faces_in_hand(self, seat: Seat, drawn: int) -> list[tuple[str, int, int, str]]:
        """Every way to play every card in the hand; `D` lies as a card of the size it doubles (RP-2)."""
        found = []
        for code in sorted(set(seat.hand), key=KINDS.index):
            faces = [("play D", drawn, drawn)] if code == "D" else faces_of(code)
            found += [(name, value, size, code) for name, value, size in faces]
        return found

    def _play_hand_card(self, seat: Seat, action: str, drawn: int) -> None:
        """Lay the card; `2&4` and `3&6` turn the cards already lying on their owner's table (RP-2)."""
        ((_, value, size, code),) = [face for face in self._faces_in_hand(seat, drawn) if face[0] == action]
        seat.hand.remove(code)
        if code in ("2&4", "3&6"):
            turned = (2, 4) if code == "2&4" else (3, 6)
            for card in seat.table:
                if card.size in turned:
                    card.value = -card.value
        seat.table.append(Card(value, size, code))

    # ---- small helpers -----------------------------------------------------------------------------------------

    def _clockwise_after(self, number: int) -> list[Seat]:
        """The seats that play, from the next one on round to the seat itself."""
        ordered = self._seats[number + 1 :] + self._seats[: number + 1]
        return [seat for seat in ordered if seat.plays]
