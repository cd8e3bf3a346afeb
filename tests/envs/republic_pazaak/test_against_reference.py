"""The common-deck Pazaak beside a plain engine of its own, decision by decision, on random tables with varied play.

Both are given the same cards: the plain engine asks for a draw by purpose, round, seat and index, and is handed the one
that lies at this address of the table's chance.
"""

import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.envs.core.chance import Stream, episode_key, randint, stream_seed
from backroom.envs.core.jit import COMPILED
from backroom.envs.kit import pazaak
from backroom.envs.republic_pazaak import state
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

PURPOSES = {"main": state.MAIN, "side": state.SIDE, "deck": state.DECK, "first": state.FIRST}
SEEDS = st.integers(0, 2**64 - 1)
EXAMPLES = 500 if COMPILED else 150
unhurried = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)

ALL_KINDS = (
    *(f"{sign}{size}" for sign in "+-±" for size in range(1, 7)),
    *("±1T", "D", "±1/2", "±3/4", "±5/6", "2&4", "3&6"),
)
TEN = 10  # cards of a side deck that is not shared
ENDS = {
    state.BY_POINTS: "points",
    state.BY_NINE: "nine cards",
    state.BY_TIE_BREAKER: "±1T",
    state.BY_BUST: "bust",
    state.DRAWN_ROUND: "drawn",
}

# ---- players -------------------------------------------------------------------------------------------------------


def at_random(rng: random.Random, plain: Any) -> str:
    return rng.choice(sorted(plain.legal()))


def after_play(plain: Any, name: str) -> int:
    """The total that a hand card would leave, as a player at the table reckons it."""
    table = plain.tables[plain.to_act]
    _, code, *played_as = name.split(" ")
    total = sum(card.value for card in table)
    if code in ("2&4", "3&6"):
        return total - 2 * sum(card.value for card in table if str(card.size) in code.split("&"))
    if code == "D":
        return total + table[-1].value
    return total + int(played_as[-1] if played_as else code)


def towards_twenty(rng: random.Random, plain: Any, stand_from: int = 17) -> str:
    """Mends what is above 20, makes 20 where it can, stands high."""
    legal, total = sorted(plain.legal()), plain.totals[plain.to_act]
    if "end turn" not in legal:
        return rng.choice(legal)
    fitting = [name for name in legal if name.startswith("play ") and stand_from <= after_play(plain, name) <= 20]
    if fitting and not stand_from + 1 < total <= 20:
        return max(fitting, key=lambda name: after_play(plain, name))
    return "stand" if stand_from <= total <= 20 else "end turn"


def never_stands(rng: random.Random, plain: Any) -> str:
    """Collects cards: every turn the hand card that leaves least on the table."""
    legal = sorted(plain.legal())
    if "end turn" not in legal:
        return rng.choice(legal)
    plays = [name for name in legal if name.startswith("play ")]
    return min(plays, key=lambda name: after_play(plain, name)) if plays else "end turn"


def always_plays(rng: random.Random, plain: Any) -> str:
    """Plays a hand card whenever it may, whatever it does."""
    legal = sorted(plain.legal())
    plays = [name for name in legal if name.startswith("play ")]
    return rng.choice(plays or legal)


def bets_a_lot(rng: random.Random, plain: Any) -> str:
    """Offers and raises high and accepts everything."""
    legal = sorted(plain.legal())
    high = [name for name in legal if name.startswith(("offer", "raise")) and name != "offer 0"]
    if high:
        return max(high, key=lambda name: int(name.split(" ")[-1]) * (rng.random() < 0.7))
    return "accept" if "accept" in legal else towards_twenty(rng, plain)


def refuses(rng: random.Random, plain: Any) -> str:
    """Looks at once and refuses what it sees, throws every card away."""
    for name in ("look", "refuse it", "throw it away"):
        if name in plain.legal():
            return name
    return towards_twenty(rng, plain, 15)


def looks_late(rng: random.Random, plain: Any) -> str:
    """Keeps its look for the main deck, and refuses."""
    if plain.phase == "hands" and "draw" in plain.legal():
        return "draw"
    return refuses(rng, plain)


def looks_last(rng: random.Random, plain: Any) -> str:
    """Takes its first side cards blind and looks at the last one."""
    if plain.phase == "hands" and "look" in plain.legal() and len(plain.hands[plain.to_act]) < 3:
        return "draw"
    return refuses(rng, plain)


def lays_and_stands(rng: random.Random, plain: Any) -> str:
    """Lays its hand as early as it can without a bust, and stands from 17."""
    legal, total = sorted(plain.legal()), plain.totals[plain.to_act]
    if "end turn" not in legal:
        return rng.choice(legal)
    fitting = [name for name in legal if name.startswith("play ") and after_play(plain, name) <= 20]
    if fitting:
        return rng.choice(fitting)
    return "stand" if 17 <= total <= 20 else "end turn"


def doubles_and_flips(rng: random.Random, plain: Any) -> str:
    """Doubles a card that can be turned, and turns it when it may."""
    legal, table = plain.legal(), plain.tables[plain.to_act]
    doubled = [str(card.size) for card in table if card.code == "D"]
    flips = [name for name in sorted(legal) if "&" in name and any(size in name for size in doubled)]
    if "play D" in legal and table[-1].size in (2, 3, 4, 6):
        return "play D"
    if flips and "end turn" in legal:
        return rng.choice(flips)
    if "stand" in legal and plain.totals[plain.to_act] < 17:
        return "end turn"
    return towards_twenty(rng, plain)


def empties_the_deck(rng: random.Random, plain: Any) -> str:
    """Wants low cards, never stands, and plays hand cards only to mend what is above 20."""
    legal = sorted(plain.legal())
    if plain.seen_main is not None:
        high = plain.seen_main >= 6
        return next((name for name in ("refuse it", "throw it away") if high and name in legal), legal[0])
    if plain.phase != "play":
        return looks_late(rng, plain)
    plays = [name for name in legal if name.startswith("play ")]
    return min(plays, key=lambda name: after_play(plain, name)) if plays and plain.totals[plain.to_act] > 20 else "end turn"


Player = Callable[[random.Random, Any], str]
PLAYERS: tuple[Player, ...] = (
    at_random,
    towards_twenty,
    never_stands,
    always_plays,
    bets_a_lot,
    refuses,
    looks_late,
    looks_last,
    lays_and_stands,
    doubles_and_flips,
    empties_the_deck,
)

# ---- tables --------------------------------------------------------------------------------------------------------

GOLD = ("±1T", "D", "±1/2", "±1/2", "±3/4", "±3/4", "±5/6", "±5/6", "2&4", "3&6")
LOW = ("-6", "-6", "-5", "-4", "-3", "±6", "±5/6", "±1T", "3&6", "2&4")
EXACT = ("±1T", "±1T", "±1/2", "±3/4", "±5/6")
FLIPS = ("D", "D", "D", "2&4", "2&4", "3&6", "3&6", "-4", "-6", "±3/4")
BOXES = (ALL_KINDS, GOLD, LOW, EXACT, FLIPS)


@st.composite
def parties(draw: st.DrawFn) -> tuple[dict[str, Any], list[Player]]:
    """Options of any table, small bankrolls and short games often among them, and who plays: often all alike."""
    seats = draw(st.integers(2, 4))
    shared = draw(st.integers(0, 3)) == 0
    each_seat = {"min_size": seats, "max_size": seats}
    codes = st.sampled_from(draw(st.sampled_from(BOXES)))
    drawn_from_box = st.just("random")
    if shared:
        listed: st.SearchStrategy[Any] = st.lists(
            codes, min_size=4 * seats, max_size=4 * seats + draw(st.sampled_from([0, 0, 6]))
        )
    else:
        ten = st.lists(codes, min_size=10, max_size=10)
        listed = st.lists(st.one_of(ten, ten, ten, drawn_from_box), **each_seat)
    ante = draw(st.integers(0, 3))
    rounds = draw(st.integers(1, 4))
    units = st.one_of(st.integers(0, 4), st.integers(5, 60)).map(lambda spare: max(1, ante + spare))
    options = {
        "num_players": seats,
        "side_decks": draw(st.one_of(listed, listed, listed, drawn_from_box)),
        "shared_side_deck": shared,
        "rounds": rounds,
        "max_rounds": rounds + draw(st.sampled_from([0, 1, 8])),
        "ante": ante,
        "max_bet": draw(st.sampled_from([0, 1, 3, 10])),
        "max_round_bet": draw(st.sampled_from([0, 1, 3, 10])),
        "bankroll": draw(st.lists(units, **each_seat)),
        "force_sensitive": draw(st.lists(st.booleans(), **each_seat)),
        "cardsharp": draw(st.lists(st.booleans(), **each_seat)),
        "cardsharp_uses": draw(st.sampled_from([0, 1, 2, state.MAX_USES])),
    }
    alike = draw(st.booleans())
    first, *others = draw(st.lists(st.sampled_from(PLAYERS), **each_seat))
    return options, [first] * seats if alike else [first, *others]


def by_value(counts: Collection[int]) -> list[int]:
    """Main cards of a record's counts."""
    return [value for value, count in enumerate(counts, 1) for _ in range(count)]


def codes_at(place: int, cards: Collection[tuple[int, int]]) -> list[str]:
    """The side cards that are at `place`, of pairs of a kind and a place."""
    return [ALL_KINDS[kind] for kind, at in cards if at == place]


class Match:
    """One game in both engines at once, and what came about in it."""

    def __init__(self, reference: ModuleType, options: Mapping[str, Any], players: list[Player], seed: int):
        self.options = options
        self.players = players
        self.seats = range(options["num_players"])
        self.env = backroom.make("republic_pazaak", **options)
        self.env.reset(seed=seed)
        self.key = np.uint64(episode_key(np.uint64(stream_seed(seed, Stream.PLAY)), 0, 0))
        given = {name: value for name, value in options.items() if name not in ("num_players", "bankroll")}
        self.plain = reference.RepublicReference(**given, bankrolls=options["bankroll"], pick=self.pick)
        self.played: list[Counter[str]] = [Counter() for _ in self.seats]
        self.history: list[str] = []
        self.events: Counter[str] = Counter()
        self.said_stand: set[int] = set()
        self.match_bet = self.plain.match_bet

    def pick(self, purpose: str, hand: int, seat: int, index: int, n: int) -> int:
        return int(randint(self.key, hand, seat, PURPOSES[purpose], index, n))

    def play(self, seed: int) -> None:
        """A whole game, compared after every decision."""
        rng = random.Random(seed)
        try:
            self.compare()
            while not self.plain.over:
                self.step(self.players[self.plain.to_act](rng, self.plain))
                self.compare()
        except Exception as error:
            error.add_note(f"options: {self.options}")
            error.add_note(f"played: {', '.join(self.history)}")
            raise

    def step(self, name: str) -> None:
        """Take the action `name` in both engines; they pay the same."""
        plain, seat = self.plain, self.plain.to_act
        self.history.append(f"{seat}: {name}")
        if name.startswith("play "):
            self.played[seat][name.split(" ")[1]] += 1
        self.count_decision(seat, name)
        ended = plain.last
        self.match_bet = plain.match_bet
        rewards = plain.step(name)
        self.env.step(self.env.parse_action(name))
        assert [self.env.rewards[agent] for agent in self.env.possible_agents] == rewards
        if plain.last is not ended:
            self.compare_reports()
            self.count_round()
        if plain.over:
            self.count_game()

    # ---- the comparison --------------------------------------------------------------------------------------------

    def compare(self) -> None:
        """Everything about the table is the same in both engines."""
        plain, record = self.plain, self.env.describe_all()

        def of(name: str) -> list[Any]:
            return record[name][: len(self.seats)]

        names = {self.env.action_name(index) for index, allowed in enumerate(self.env.action_masks()) if allowed}
        assert names == plain.legal()
        assert bool(record["over"]) == plain.over
        assert record["to_act"] == (-1 if plain.over else plain.to_act)
        if not plain.over:
            assert self.env.agent_selection == f"player_{plain.to_act}"
            assert [bool(plays) for plays in of("plays")] == plain.plays
        self.compare_units(record, of)
        self.compare_cards(record, of)
        self.compare_side_cards(record, of)
        assert of("won") == plain.rounds_won
        assert record["played_rounds"] == plain.rounds_played
        if plain.phase != "hands":
            assert record["first"] == plain.first
        assert record["game_winner"] == (-1 if plain.winner is None else plain.winner)
        assert of("status") == self.statuses(plain)
        assert [look != state.UNUSED for look in of("look")] == plain.looks_used
        if plain.last is not None:
            self.compare_last_round(record, of)

    def statuses(self, of: Any) -> list[int]:
        """What the seats are in the present round, or in one that has ended."""
        return [
            pazaak.ABSENT if not plays else pazaak.STANDS if stands else pazaak.BUST if bust else pazaak.DRAWS
            for plays, stands, bust in zip(of.plays, of.stands, of.bust, strict=True)
        ]

    def compare_units(self, record: Mapping[str, Any], of: Callable[[str], list[Any]]) -> None:
        plain = self.plain
        assert of("stack") == plain.stacks
        assert record["pot"] == plain.pot
        assert sum(plain.stacks) + plain.pot == sum(self.options["bankroll"])
        assert of("antes") == [0 if plain.over else self.options["ante"] for _ in self.seats]
        for name, bet in (("game_bets", plain.match_bet), ("round_bets", plain.round_bet)):
            assert of(name) == [bet.units * (seat in bet.seats) for seat in self.seats]
        if plain.offer is not None:
            assert record["offered"] == (plain.offer if plain.raised_to is None else plain.raised_to)
            assert record["first_offer"] == plain.offer

    def compare_cards(self, record: Mapping[str, Any], of: Callable[[str], list[Any]]) -> None:
        plain = self.plain
        assert by_value(record["main_left"]) == plain.main_deck
        assert [sorted(card for card in aside if card) for aside in of("aside")] == [sorted(out) for out in plain.out]
        lying = [table[:cards] for table, cards in zip(of("table"), of("cards"), strict=True)]
        assert lying == [[card.value for card in table] for table in plain.tables]
        assert of("total") == plain.totals
        assert [bool(lies) for lies in of("tie_breaker")] == [
            any(card.code == "±1T" for card in table) for table in plain.tables
        ]
        left = [self.options["cardsharp_uses"] * sharp for sharp in self.options["cardsharp"]]
        assert [uses - thrown for uses, thrown in zip(left, of("throws"), strict=True)] == plain.cardsharp_uses
        seen = record["drawn"] if record["phase"] == state.SHARP else record["looked_main"]
        assert (seen or None) == plain.seen_main

    def compare_side_cards(self, record: Mapping[str, Any], of: Callable[[str], list[Any]]) -> None:
        """Every side card is in a hand, in its deck, looked at or played."""
        plain = self.plain
        size = record["shared_size"] if self.options["shared_side_deck"] else TEN * len(self.seats)
        everywhere = list(zip(record["side_card"], record["side_place"], strict=True))[:size]
        decks = [everywhere[TEN * seat : TEN * seat + TEN] for seat in self.seats]
        played = self.played
        if self.options["shared_side_deck"]:
            decks, played = [everywhere], [sum(self.played, Counter())]
        assert [codes_at(seat, everywhere) for seat in self.seats] == plain.hands
        held = [sorted(kind for kind in hand if kind != state.NO_CARD) for hand in of("hand")]
        assert [[ALL_KINDS[kind] for kind in hand] for hand in held] == plain.hands
        assert of("hand_left") == [len(hand) for hand in plain.hands]
        assert [codes_at(state.IN_SIDE_DECK, deck) for deck in decks] == plain.side_decks
        assert [Counter(codes_at(state.PLAYED, deck)) for deck in decks] == played
        assert codes_at(state.LOOKED_AT, everywhere) == ([] if plain.seen_side is None else [plain.seen_side])

    def compare_last_round(self, record: Mapping[str, Any], of: Callable[[str], list[Any]]) -> None:
        last = self.plain.last
        assert record["last_winner"] == (-1 if last.winner is None else last.winner)
        assert record["last_how"] == self.how_it_ended()
        assert of("last_status") == self.statuses(last)
        assert of("last_total") == last.totals
        assert of("last_cards") == [len(table) for table in last.tables]
        assert of("last_bets") == [last.bet.units * (seat in last.bet.seats) for seat in self.seats]

    def how_it_ended(self) -> int:
        last = self.plain.last
        if last.winner is None:
            return state.DRAWN_ROUND
        in_it = self.not_bust()
        if len(in_it) == 1:
            return state.BY_BUST
        nine = [seat for seat in in_it if len(last.tables[seat]) == 9]
        level = nine or [seat for seat in in_it if last.totals[seat] == max(last.totals[other] for other in in_it)]
        if len(level) > 1:
            return state.BY_TIE_BREAKER
        return state.BY_NINE if nine else state.BY_POINTS

    def not_bust(self) -> list[int]:
        last = self.plain.last
        return [seat for seat in self.seats if last.plays[seat] and not last.bust[seat]]

    def compare_reports(self) -> None:
        """The report of the round that has just ended, the same for every seat, holds what the plain engine found."""
        plain, last = self.plain, self.plain.last
        reports = [self.env.infos[agent]["results"][-1] for agent in self.env.possible_agents]
        assert all(report == reports[0] for report in reports)
        status = {pazaak.DRAWS: "draws", pazaak.STANDS: "stands", pazaak.BUST: "bust", pazaak.ABSENT: "out"}
        assert reports[0] == {
            "round": last.number + 1,
            "how": ENDS[self.how_it_ended()],
            "winner": last.winner,
            "first": last.first,
            "totals": tuple(last.totals),
            "cards": tuple(len(table) for table in last.tables),
            "status": tuple(status[each] for each in self.statuses(last)),
            "bets": tuple(last.bet.units * (seat in last.bet.seats) for seat in self.seats),
            "won": tuple(plain.rounds_won),
            "game": {"winner": plain.winner, "ante": self.options["ante"]} if plain.over else None,
        }

    # ---- what came about -------------------------------------------------------------------------------------------

    def count_decision(self, seat: int, name: str) -> None:
        """Note what is rare, before the action is taken."""
        plain, events = self.plain, self.events
        events["decisions"] += 1
        table, total = plain.tables[seat], plain.totals[seat]
        if name.startswith("play "):
            events["repair"] += total > 20 >= after_play(plain, name)
            events["a card that leaves a bust"] += total <= 20 < after_play(plain, name)
            events["D"] += name == "play D"
            events["hand spent"] += len(plain.hands[seat]) == 1
            if "&" in name:
                turned = [card for card in table if str(card.size) in name.split(" ")[1].split("&")]
                events["flip of D"] += any(card.code == "D" for card in turned)
                events["flip of a negative card"] += any(card.value < 0 for card in turned)
                events["flip of a gold card"] += any("/" in card.code for card in turned)
        elif name.startswith("offer ") and name != "offer 0":
            units = int(name.split(" ")[1])
            events["passed over"] += any(plain.plays[other] and plain.stacks[other] < units for other in self.seats)
        elif name.startswith("raise "):
            events["raise"] += 1
            events["raise of nothing"] += plain.offer == 0
        elif name == "decline":
            events["raise declined"] += plain.raised_to is not None
        elif name in ("refuse it", "take it"):
            events[f"{name}: {'side' if plain.seen_side is not None else 'main'} card"] += 1
            events["last card looked at"] += len(plain.legal()) == 1
        elif name == "throw it away":
            events["thrown"] += 1
            events["thrown after a refusal"] += self.history[-2:-1] == [f"{seat}: refuse it"]
        elif name == "stand":
            self.said_stand.add(seat)
        elif name.startswith("choose "):
            events["choice of a card"] += 1
            events["choice from a shared deck"] += self.options["shared_side_deck"]

    def count_round(self) -> None:
        plain, last, events = self.plain, self.plain.last, self.events
        in_it = self.not_bust()
        nine = [seat for seat in in_it if len(last.tables[seat]) == 9]
        how = self.how_it_ended()
        events["nine cards"] += len(nine) > 0
        events["nine cards win"] += how == state.BY_NINE
        events["both nine"] += len(nine) > 1
        events["both nine, ±1T decides"] += len(nine) > 1 and how == state.BY_TIE_BREAKER
        events["bust with nine cards"] += any(last.bust[seat] and len(last.tables[seat]) == 9 for seat in self.seats)
        events["±1T decides"] += how == state.BY_TIE_BREAKER
        nearest = max((last.totals[seat] for seat in in_it), default=0)
        breakers = [
            seat for seat in in_it if last.totals[seat] == nearest and any(card.code == "±1T" for card in last.tables[seat])
        ]
        events["±1T against ±1T"] += how == state.DRAWN_ROUND and not nine and len(breakers) > 1
        events["drawn round"] += last.winner is None
        playing = sum(last.plays)
        events["bust drops one of several"] += playing > 2 and 1 < len(in_it) < playing
        events["last of several not bust"] += playing > 2 and len(in_it) == 1
        by_itself = [seat for seat in in_it if last.stands[seat] and seat not in self.said_stand]
        events["stands before an empty deck"] += any(last.totals[seat] != 20 and seat not in nine for seat in by_itself)
        self.said_stand = set()
        if last.bet.seats and last.winner is not None:
            events["round bet won"] += last.winner in last.bet.seats
            events["round bet of others goes back"] += last.winner not in last.bet.seats
        decider = last.number >= self.options["rounds"]
        events["decider"] += decider
        events["decider after draws only"] += decider and plain.rounds_drawn == last.number and last.winner is not None
        events["decider of some seats"] += not all(last.plays)
        events["decider won after a drawn one"] += last.number > self.options["rounds"] and last.winner is not None

    def count_game(self) -> None:
        plain, events = self.plain, self.events
        events["drawn game"] += plain.winner is None
        events["early end"] += plain.rounds_played < self.options["rounds"]
        if self.match_bet.seats and plain.winner is not None:
            events["match bet won"] += plain.winner in self.match_bet.seats
            events["match bet of others goes back"] += plain.winner not in self.match_bet.seats


OFTEN = (
    "repair",
    "D",
    "hand spent",
    "refuse it: side card",
    "refuse it: main card",
    "thrown",
    "choice of a card",
    "nine cards",
    "drawn round",
    "bust drops one of several",
    "round bet won",
    "match bet won",
    "decider",
    "early end",
)


@pytest.fixture(scope="module")
def any_match(reference: ModuleType) -> st.SearchStrategy[Match]:
    """A strategy for a freshly dealt table in both engines."""
    return st.builds(lambda party, seed: Match(reference, *party, seed), parties(), SEEDS)


def test_both_engines_agree_on_any_table(any_match: st.SearchStrategy[Match]):
    """After every decision: the seat to act, its actions, what is paid, every card and every unit."""
    events: Counter[str] = Counter()

    @unhurried
    @given(data=st.data(), play=SEEDS)
    def play_many(data: st.DataObject, play: int) -> None:
        match = data.draw(any_match)
        match.play(play)
        events.update(match.events)

    play_many()
    assert all(events[event] >= EXAMPLES // 50 for event in OFTEN), events


# ---- what is rare --------------------------------------------------------------------------------------------------

TABLE: dict[str, Any] = {
    "num_players": 2,
    "side_decks": "random",
    "shared_side_deck": False,
    "rounds": 3,
    "max_rounds": 20,
    "ante": 1,
    "max_bet": 0,
    "max_round_bet": 0,
    "bankroll": 50,
    "force_sensitive": False,
    "cardsharp": False,
    "cardsharp_uses": 1,
}
THREE, FOUR = {"num_players": 3}, {"num_players": 4}
SHARP, FORCE = {"cardsharp": True}, {"force_sensitive": True}
FLIPPED = ("2&4", "2&4", "2&4", "2&4", "2&4", "3&6", "3&6", "3&6", "3&6", "3&6")
FEWEST_GAMES, MOST_GAMES = (25 if COMPILED else 10), 400


@dataclass(frozen=True)
class Scene:
    """A table and its players, in turns round the table, at which something rare is to be met."""

    players: tuple[Player, ...]
    options: Mapping[str, Any]
    events: tuple[str, ...]


SCENES = {
    "flips": Scene(
        (doubles_and_flips,),
        {"side_decks": FLIPS},
        ("D", "flip of D", "flip of a negative card", "hand spent"),
    ),
    "gold": Scene((always_plays,), {"side_decks": GOLD, **THREE}, ("flip of a gold card", "a card that leaves a bust")),
    "repairs": Scene((towards_twenty,), {"side_decks": LOW}, ("repair", "early end")),
    "nine cards": Scene(
        (never_stands,), {"side_decks": LOW}, ("nine cards win", "both nine", "both nine, ±1T decides", "bust with nine cards")
    ),
    "ties": Scene((towards_twenty, lays_and_stands), {"side_decks": EXACT * 2}, ("±1T decides", "drawn round")),
    "ties of ±1T": Scene((lays_and_stands,), {"side_decks": ("±1T",) * 10}, ("±1T against ±1T",)),
    "deciders": Scene(
        (towards_twenty,),
        {"side_decks": EXACT * 2, "rounds": 1},
        ("decider after draws only", "decider won after a drawn one"),
    ),
    "drawn games": Scene((towards_twenty,), {"side_decks": EXACT * 2, "rounds": 1, "max_rounds": 2}, ("drawn game",)),
    "deciders of some": Scene((towards_twenty,), {**THREE, "rounds": 2}, ("decider of some seats", "decider")),
    "busts of several": Scene((at_random,), FOUR, ("bust drops one of several", "last of several not bust")),
    "raises": Scene((bets_a_lot, at_random), {"max_bet": 10}, ("raise", "raise of nothing", "raise declined", "match bet won")),
    "bets of several": Scene(
        (bets_a_lot, at_random, bets_a_lot),
        {**THREE, "max_bet": 5, "max_round_bet": 10, "bankroll": [30, 12, 5]},
        ("passed over", "round bet won", "round bet of others goes back", "match bet of others goes back"),
    ),
    "looks at side cards": Scene(
        (refuses, at_random), FORCE, ("refuse it: side card", "take it: side card", "take it: main card")
    ),
    "looks at main cards": Scene((looks_late,), {**FORCE, **SHARP}, ("refuse it: main card", "thrown after a refusal")),
    "last card of a shared deck": Scene(
        (looks_last,),
        {**FORCE, "cardsharp": [True, False], "shared_side_deck": True, "side_decks": GOLD[:8]},
        ("last card looked at", "choice from a shared deck", "thrown"),
    ),
    "empty deck": Scene(
        (empties_the_deck,),
        {**FOUR, **FORCE, **SHARP, "cardsharp_uses": state.MAX_USES, "side_decks": FLIPPED},
        ("stands before an empty deck", "choice of a card"),
    ),
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_both_engines_agree_on_what_is_rare(reference: ModuleType, scene: Scene):
    """Tables that bring about one rare thing or another do so, and both engines agree on it."""
    events: Counter[str] = Counter()
    seats = range(scene.options.get("num_players", 2))
    options = {**TABLE, **scene.options}
    for name in ("bankroll", "force_sensitive", "cardsharp"):
        if not isinstance(options[name], list):
            options[name] = [options[name] for _ in seats]
    if not isinstance(options["side_decks"], str) and not options["shared_side_deck"]:
        options["side_decks"] = [options["side_decks"] for _ in seats]
    for seed in range(MOST_GAMES):
        match = Match(reference, options, [scene.players[seat % len(scene.players)] for seat in seats], seed)
        match.play(seed)
        events.update(match.events)
        if seed + 1 >= FEWEST_GAMES and all(events[event] >= 3 for event in scene.events):
            break
    assert all(events[event] >= 3 for event in scene.events), events
