"""Cripple Mr Onion beside a plain engine of its own, decision by decision, at random tables with several styles of play.

Both are given the same cards: the plain engine asks for a card by purpose, hand, seat and index, and is handed the one that
lies at this address of the table's chance. Where something rare is to be met the hands are laid out, alike in both.
"""

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.envs.core.chance import Stream, episode_key, randint, stream_seed
from backroom.envs.core.jit import COMPILED
from backroom.envs.cripple_mr_onion.terms import refresh
from hypothesis import given
from hypothesis import strategies as st

from ...references import cripple_mr_onion as reference
from ..table import SEEDS, examples

SUITS = ("cl", "sp", "he", "di", "sw", "st", "cu", "co")
RANKS = "A23456789TJQK"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
SPECIAL = ("Qsp", "Kcu", "Qco", "Jdi", "Ksw", "Jst", "Jcl")
MOST_SEATS = 7

PURPOSES = {"first dealer": 0, "card": 1}
PHASES = (
    "discarding",
    "staking",
    "matching",
    "raising",
    "meeting",
    "buying",
    "betting extra",
    "meeting extra",
    "offered",
    "bidding",
    "declaring",
    "choosing",
    "showing",
)
HOW = {"showdown": 1, "crippled": 2, "last one left": 3, "carried": 4}

ACTIONS = [f"discard {slot}" for slot in range(1, 6)] + ["done"]
ACTIONS += [f"stake {stakes}" for stakes in range(11)] + ["match", "fold"]
ACTIONS += [f"{verb} {stakes}" for verb in ("raise", "extra bet") for stakes in range(11)]
ACTIONS += ["buy", "stop", "accept", "decline", "bid", *(f"declare {card}" for card in SPECIAL), "wild again"]
ACTIONS += ["take first", "take second", *(f"show {slot}" for slot in range(1, 11)), "pass"]
INDEX = {name: index for index, name in enumerate(ACTIONS)}

EXAMPLES = 300 if COMPILED else 50


# ---- players: what the seat to act would do ----------------------------------------------------------------------------

Legal = Sequence[str]
Player = Callable[[random.Random, Legal], str]

DEFEATS = ("fold", "decline", "pass")


def some(rng: random.Random, legal: Legal, verbs: Iterable[str], otherwise: float = 0.0) -> str | None:
    """One of the legal actions that begin with one of these verbs; None when there is none, or with this probability."""
    wanted = [name for name in legal if name.split(" ")[0] in verbs]
    return rng.choice(wanted) if wanted and rng.random() >= otherwise else None


def at_random(rng: random.Random, legal: Legal) -> str:
    """All actions are equally likely, save that half of the time nothing more is discarded."""
    return some(rng, legal, ("done",), otherwise=0.5) or rng.choice(legal)


def never_folds(rng: random.Random, legal: Legal) -> str:
    return at_random(rng, [name for name in legal if name not in DEFEATS] or legal)


def stingy(rng: random.Random, legal: Legal) -> str:
    """Puts in as little as it can, folds and declines often."""
    cheap = [name for name in legal if name in ("stake 0", "stake 1", "raise 0", "extra bet 0", "extra bet 1", "stop")]
    return some(rng, legal, DEFEATS, otherwise=0.6) or (rng.choice(cheap) if cheap else at_random(rng, legal))


def calm(rng: random.Random, legal: Legal) -> str:
    """To the Showdown without a bet, with many cards that lie open; declares now and then."""
    quiet = [name for name in legal if name in ("stake 0", "raise 0", "extra bet 0", "match", "done")]
    return quiet[0] if quiet else some(rng, legal, ("stop",), otherwise=0.2) or rng.choice(legal)


def buys_all(rng: random.Random, legal: Legal) -> str:
    """Calm, with all cards face down; declares when it can."""
    return some(rng, legal, ("buy",)) or some(rng, legal, ("declare", "wild"), otherwise=0.3) or calm(rng, legal)


def declares_everything(rng: random.Random, legal: Legal) -> str:
    return some(rng, legal, ("declare", "wild")) or calm(rng, [name for name in legal if name != "fold"] or legal)


def declares_late(rng: random.Random, legal: Legal) -> str:
    """One card at a time, mostly when others have passed."""
    return some(rng, legal, ("declare", "wild"), otherwise=0.6) or some(rng, legal, ("pass",)) or calm(rng, legal)


def bids_everything(rng: random.Random, legal: Legal) -> str:
    """Raises by a lot and bids, folds as a Dealer and takes every Dealership that is offered."""
    if "raise 0" in legal or "extra bet 0" in legal:
        return rng.choice(legal[-2:])
    if "stake 0" in legal:
        return rng.choice(legal[:2])
    return some(rng, legal, ("bid", "accept", "buy")) or at_random(rng, legal)


def deserts(rng: random.Random, legal: Legal) -> str:
    """Raises, and never keeps the Dealership nor takes it."""
    if "raise 0" in legal or "extra bet 0" in legal:
        return rng.choice(legal[:2])
    return some(rng, legal, ("decline",)) or some(rng, legal, ("pass", "fold"), otherwise=0.5) or calm(rng, legal)


PLAYERS: tuple[Player, ...] = (
    at_random,
    never_folds,
    stingy,
    calm,
    buys_all,
    declares_everything,
    declares_late,
    bids_everything,
    deserts,
)


@st.composite
def modifiers(draw: st.DrawFn) -> Any:
    """The default, none, all, or any set of which none lacks another that it needs."""
    chosen = draw(st.sampled_from([(0, 1), (0, 1), (), "all", "all", "all", None, None]))
    if chosen is not None:
        return chosen
    some_of_them = draw(st.sets(st.integers(0, 11)))
    needed = {1} if {2, 3} & some_of_them or (5 in some_of_them and 4 not in some_of_them) else set()
    return tuple(sorted(some_of_them | needed | ({0} if 2 in some_of_them else set())))


@st.composite
def parties(draw: st.DrawFn) -> tuple[dict[str, Any], list[Player]]:
    """Options of any table, poor seats among them, and who plays: all alike or each in a style of its own."""
    seats = draw(st.integers(2, MOST_SEATS))
    stake = draw(st.sampled_from([1, 1, 2, 3, 7]))
    richest = draw(st.sampled_from([2 * stake, 6 * stake, 30, 100, 1000]))
    rich = [max(stake, richest), max(stake, richest)]
    bankrolls = rich + draw(st.lists(st.integers(1, max(stake, richest)), min_size=seats - 2, max_size=seats - 2))
    options = {
        "num_players": seats,
        "bankroll": draw(st.sampled_from([rich[0], list(draw(st.permutations(bankrolls)))])),
        "modifiers": draw(modifiers()),
        "stake": stake,
        "max_stake": draw(st.sampled_from([1, 2, 5, 10])),
        "max_raise": draw(st.sampled_from([1, 2, 5, 10])),
        "rounds": draw(st.integers(1, 6)),
        "first_dealer": draw(st.sampled_from(["random", 0, seats - 1])),
    }
    players = st.sampled_from(PLAYERS)
    if draw(st.booleans()):
        return options, [draw(players)] * seats
    return options, draw(st.lists(players, min_size=seats, max_size=seats))


# ---- both engines at once ----------------------------------------------------------------------------------------------


def padded(numbers: Iterable[Any], filler: Any = 0) -> list[Any]:
    """By seat, for all the seats that a record has room for."""
    given_ones = list(numbers)
    return given_ones + [filler] * (MOST_SEATS - len(given_ones))


def numbers_of(cards: Sequence[str], room: int = 0) -> list[int]:
    """Codes as the numbers of the cards, -1 where there is none."""
    return [CARDS.index(card) for card in cards] + [-1] * (room - len(cards))


def rows_of(cards: Iterable[str]) -> list[int]:
    """Codes as eight rows of bits."""
    rows = [0] * len(SUITS)
    for card in cards:
        rows[SUITS.index(card[1:])] |= 1 << RANKS.index(card[0])
    return rows


def plain_options(options: Mapping[str, Any], pick: Callable[..., int]) -> dict[str, Any]:
    """The options of a table as the plain engine takes them."""
    bankroll, chosen = options["bankroll"], options["modifiers"]
    return {
        "bankrolls": [bankroll] * options["num_players"] if isinstance(bankroll, int) else bankroll,
        "modifiers": range(12) if chosen == "all" else chosen,
        "pick": pick,
        **{name: options[name] for name in ("stake", "max_stake", "max_raise", "rounds", "first_dealer")},
    }


Layout = Callable[[random.Random, int, bool], Sequence[Sequence[str]]]
"""(chance, seats still in, whether eights are wild) -> ten cards for each of them, from Elder to the Dealer.

The first five are laid out before the second deal. What comes second is bought, a card at a time; the Dealer's is exchanged.
"""


class Match:
    """One episode in both engines at once, and what came about in it."""

    def __init__(self, options: Mapping[str, Any], players: Sequence[Player], seed: int, layout: Layout | None = None):
        self.options = options
        self.players = players
        self.layout = layout
        self.env: Any = backroom.make("cripple_mr_onion", **options)
        self.env.reset(seed=seed)
        self.key = np.uint64(episode_key(np.uint64(stream_seed(seed, Stream.PLAY)), 0, 0))
        self.plain = reference.Game(**plain_options(options, self.pick))
        self.brought = sum(self.plain.stacks) + self.plain.pot
        self.history: list[str] = []
        self.events: Counter[str] = Counter()
        self.wanted: dict[int, list[str]] = {}
        self.laid_out_in = 0
        self.valued: dict[Any, list[int]] = {}

    def pick(self, purpose: str, hand: int, seat: int, index: int, n: int) -> int:
        return int(randint(self.key, hand, seat, PURPOSES[purpose], index, n))

    def play(self, seed: int, most: int = 1_000_000) -> None:
        """A whole episode, or `most` decisions of it, compared after every decision."""
        rng = random.Random(seed)
        try:
            self.compare()
            while not self.plain.over and len(self.history) < most:
                self.step(self.choose(rng))
                self.compare()
        except Exception as error:
            error.add_note(f"options: {self.options}")
            error.add_note(f"played: {', '.join(self.history)}")
            raise

    def choose(self, rng: random.Random) -> str:
        plain = self.plain
        if self.layout and plain.phase == "staking" and plain.stage == 2 and self.laid_out_in == len(plain.finished):
            self.laid_out_in += 1
            self.lay_out(self.layout(rng, len(plain.live), plain.wild_round))
        if plain.phase == "buying" and self.wanted.get(plain.dealer):
            self.change_dealers_second(self.wanted.pop(plain.dealer))
        if plain.phase == "buying" and self.wanted.get(plain.to_act):
            card = self.wanted[plain.to_act].pop(0)
            if card in plain.pack:
                self.make_next(card)
                return "buy"
        return self.players[plain.to_act](rng, plain.legal())

    def step(self, name: str) -> None:
        """Take the action `name` in both engines; they pay the same."""
        plain = self.plain
        self.history.append(f"{plain.to_act}: {name}")
        self.count_decision(name)
        ended = len(plain.finished)
        rewards = plain.step(name)
        self.env.step(INDEX[name])
        assert [self.env.rewards[agent] for agent in self.env.possible_agents] == rewards
        if len(plain.finished) > ended:
            last = plain.finished[-1]
            shared = plain.over and last.how == "carried"
            assert sum(rewards) == last.inherited - (last.pot if last.how == "carried" and not shared else 0)
            self.count_round()
        else:
            assert not any(rewards)

    # ---- what is laid out ------------------------------------------------------------------------------------------------

    def lay_out(self, hands: Sequence[Sequence[str]]) -> None:
        """Change the first five cards of the seats still in, and see to it that the others come second."""
        plain, record = self.plain, self.env._states[0]
        order = [*plain._others(), plain.dealer]
        first, planned = set(), set()
        for seat, hand in zip(order, hands, strict=True):
            plain.cards[seat] = plain._sorted(hand[:5])
            record.card[seat, :5] = numbers_of(plain.cards[seat])
            first.update(hand[:5])
            planned.update(hand[5:])
            self.wanted[seat] = list(hand[5:])
        folded = [seat for seat in plain.dealt_in if seat not in plain.live]
        spare = [card for card in CARDS if card not in first | planned]
        for seat in folded:
            plain.cards[seat] = plain._sorted(spare.pop() for _ in range(5))
            record.card[seat, :5] = numbers_of(plain.cards[seat])
        held = {card for seat in plain.dealt_in for card in plain.cards[seat]}
        size = len(plain.pack)
        free = [card for card in CARDS if card not in held]
        gone = [card for card in free if card not in planned][: len(free) - size]
        plain.pack = [card for card in free if card not in gone]
        record.pack[:] = rows_of(plain.pack)
        self.find_key(lambda: not self.coming(5) & planned)

    def change_dealers_second(self, cards: Sequence[str]) -> None:
        """What the Dealer was dealt is back in the pack, and these are his second five."""
        plain, record = self.plain, self.env._states[0]
        plain.pack = [card for card in CARDS if card in [*plain.pack, *plain.cards[plain.dealer][5:]] and card not in cards]
        plain.cards[plain.dealer][5:] = cards
        record.card[plain.dealer] = numbers_of(plain.cards[plain.dealer])
        record.pack[:] = rows_of(plain.pack)
        refresh(record, plain.dealer)

    def coming(self, number: int) -> set[str]:
        """The cards that are drawn next."""
        pack, found = list(self.plain.pack), set()
        for _ in range(number):
            place = self.pick("card", len(self.plain.finished), 0, len(CARDS) - len(pack), len(pack))
            found.add(pack.pop(place))
        return found

    def make_next(self, card: str) -> None:
        self.find_key(lambda: card in self.coming(1))

    def find_key(self, suits: Callable[[], bool]) -> None:
        """Give both engines the first chance that suits."""
        for number in itertools.count(len(self.history)):
            self.key = np.uint64(number)
            if suits():
                break
        self.env._states["key"] = self.key

    # ---- the comparison --------------------------------------------------------------------------------------------------

    def compare(self) -> None:
        """Everything about the table is the same in both engines."""
        plain, record = self.plain, self.env.describe_all()
        legal = [ACTIONS[index] for index, allowed in enumerate(self.env.action_masks()) if allowed]
        assert sorted(legal) == sorted(plain.legal())
        assert bool(record["over"]) == plain.over
        assert record["to_act"] == (-1 if plain.over else plain.to_act)
        assert record["stack"] == padded(plain.stacks)
        assert (record["pot"], record["house"]) == (plain.pot, 0)
        assert sum(plain.stacks) + plain.pot == self.brought
        assert record["hands_played"] == len(plain.finished)
        assert record["decisions"] == len(self.history)
        for name in ("raises_made", "folds_made"):
            assert record[name] == padded(getattr(plain, name)), name
        self.compare_last_round(record)
        if plain.over:
            assert all(self.env.terminations.values())
            assert (plain.pot, sum(plain.stacks)) == (0, self.brought)
        else:
            self.compare_round(record)
            self.compare_cards(record)
            self.compare_declarations(record)
            self.compare_worth(record)

    def compare_round(self, record: Mapping[str, Any]) -> None:
        plain = self.plain
        assert record["phase"] == PHASES.index(plain.phase)
        assert record["dealer"] == plain.dealer
        assert record["dealt_in"] == padded(int(seat in plain.dealt_in) for seat in plain.seats)
        assert record["live"] == padded(int(seat in plain.live) for seat in plain.seats)
        assert record["before"] == padded(plain.before)
        assert record["inherited"] == plain.inherited
        assert record["aside"] == padded(plain.aside)
        assert bool(record["wild_round"]) == plain.wild_round
        if plain.phase in ("staking", "matching", "raising", "meeting", "bidding"):
            assert record["stage"] == plain.stage
        if plain.phase in ("matching", "raising", "meeting"):
            assert record["named"] == plain.named
        if plain.phase == "bidding":
            assert record["bid"] == padded(plain.bids)
            declined = {seat for seat in plain.live if record["declined"][seat]}
            assert declined == plain.declined

    def compare_cards(self, record: Mapping[str, Any]) -> None:
        plain = self.plain
        for seat in plain.seats:
            assert record["card"][seat] == numbers_of(plain.cards[seat], 10)
            assert record["face_up"][seat] == sum(1 << slot for slot in plain.face_up[seat])
            assert record["thrown"][seat] == numbers_of(plain.thrown[seat], 4)
        marked = sum(1 << slot for slot in plain.marked) if plain.phase == "discarding" else 0
        assert record["marked"] == marked
        assert record["discarded"] == padded(len(plain.thrown[seat]) for seat in plain.seats)
        assert record["bought"] == padded(plain.bought)
        assert record["pack"] == rows_of(plain.pack)
        assert record["pack_size"] == len(plain.pack)

    def compare_declarations(self, record: Mapping[str, Any]) -> None:
        plain = self.plain
        seats = len(plain.seats)
        assert record["declared"] == [plain.declared.get(card, -1) for card in SPECIAL]
        assert record["replaced"] == [int(card in plain.replaced) for card in SPECIAL[:2]]
        assert record["refused"] == [CARDS.index(plain.refused[card]) if card in plain.refused else -1 for card in SPECIAL[:2]]
        assert record["offered"] == numbers_of(plain.offered, 2)
        assert [bool(zeroed) for zeroed in record["zeroed"][:seats]] == [plain.zeroed[seat] for seat in plain.seats]
        assert [bool(record["wild"][seat]) for seat in sorted(plain.live)] == [plain.wild[seat] for seat in sorted(plain.live)]
        assert bool(record["jack_wild"]) == plain.jack_wild
        if plain.phase == "declaring":
            assert record["passes"] == plain.passes

    def compare_worth(self, record: Mapping[str, Any]) -> None:
        """The best split of one of the seats still in, in turns, of the cards that it has now."""
        plain = self.plain
        seat = sorted(plain.live)[len(self.history) % len(plain.live)]
        if len(plain.cards[seat]) == 10 or not self.layout:
            keys = self.worth(seat)
            assert record["groups"][seat] == keys + [0] * (5 - len(keys))

    def worth(self, seat: int) -> list[int]:
        """The keys of a seat's best split under the terms of the moment; found once for the same cards and terms."""
        cards, terms = tuple(self.plain.cards[seat]), self.plain.terms(seat)
        known = (cards, tuple(terms.items()))
        if known not in self.valued:
            self.valued[known] = list(reference.split_plainly(cards, **terms))
        return self.valued[known]

    def compare_last_round(self, record: Mapping[str, Any]) -> None:
        if not self.plain.finished:
            assert record["last_how"] == 0
            return
        last = self.plain.finished[-1]
        assert record["last_how"] == HOW[last.how]
        assert record["last_winner"] == (-1 if last.winner is None else last.winner)
        assert (record["last_pot"], record["last_inherited"]) == (last.pot, last.inherited)
        assert record["last_dealer"] == last.dealer
        assert record["last_run"] == last.run
        assert record["last_net"] == padded(last.net)
        assert record["last_in"] == padded(int(seat in last.dealt_in) for seat in self.plain.seats)
        shown = [numbers_of(last.shown.get(seat, []), 10) for seat in self.plain.seats]
        assert record["last_card"] == padded(shown, [-1] * 10)
        keys = [list(last.splits.get(seat, ())) for seat in self.plain.seats]
        assert record["last_groups"] == padded(([*some, *[0] * (5 - len(some))] for some in keys), [0] * 5)
        assert bool(record["last_wild"]) == last.wild
        assert record["last_declared"] == [last.declared.get(card, -1) for card in SPECIAL]
        assert record["last_replaced"] == [int(card in last.replaced) for card in SPECIAL[:2]]

    # ---- what came about -------------------------------------------------------------------------------------------------

    def count_decision(self, name: str) -> None:
        """Note what is rare, before the action is taken."""
        plain, events = self.plain, self.events
        events["decisions"] += 1
        events["auction"] += plain.phase == "bidding" and not any(plain.bids)
        events["bid above a bid"] += name == "bid" and any(plain.bids)
        events["Dealership accepted"] += name == "accept"
        events["Dealership passed on"] += plain.phase == "meeting extra" and name == "pass"
        events["raises matched"] += plain.phase == "meeting" and name == "match"
        events["extra bets matched"] += plain.phase == "meeting extra" and name == "match"
        events["can only fold"] += plain.legal() == ["fold"]
        events["can only decline"] += plain.legal() == ["decline"]
        events["four discarded"] += name.startswith("discard") and len(plain.marked) == 3
        events["round on a carried pot"] += plain.inherited > 0 and plain.phase == "staking"
        events["seat sits out"] += len(plain.dealt_in) < len(plain.seats) and plain.phase == "staking"
        events["wild again"] += name == "wild again"
        events["a card shown"] += plain.phase == "showing"
        if name.startswith("declare "):
            card = name.removeprefix("declare ")
            events[f"{card} declared"] += 1
            events[f"{card} declared with wild eights"] += plain.wild[plain.to_act]
            events["Fate answers the Lady"] += card == "Kcu" and "Qsp" in plain.replaced
            events["Lady after Fate"] += card == "Qsp" and plain.wild_round and "Kcu" in plain.declared

    def count_round(self) -> None:
        plain, events, last = self.plain, self.events, self.plain.finished[-1]
        events[last.how] += 1
        events["pot shared at the end"] += plain.over and last.how == "carried"
        events["odd units"] += plain.over and last.how == "carried" and last.pot % len(last.dealt_in) > 0
        events["nobody can pay any more"] += plain.over and len(plain.finished) < plain.rounds
        events["wild eights next"] += not plain.over and plain.wild_round
        events["Dealer wins level"] += last.how == "showdown" and list(last.splits.values()).count(last.splits[last.winner]) > 1
        if last.splits:
            best = max(last.splits.values())
            events[f"best group {best[0] // 8 if best else 0}"] += 1
            events[f"crippled by {last.run}"] += last.how == "crippled"
            events["crippled by the Dealer"] += last.how == "crippled" and last.winner == last.dealer
            events["great bagel crippled"] += last.how == "crippled" and "Jcl" in last.declared and best[0] // 8 == 31
            events["Octavo crippled"] += last.how == "crippled" and "Jcl" not in last.declared and best[0] // 8 == 31
            events["run too wild"] += last.how == "showdown" and best[0] // 8 > 30 and last.wild and self.a_run_was_too_wild()

    def a_run_was_too_wild(self) -> bool:
        """CO-M2: whether another seat would have crippled the best hand without it; where no card bends anything."""
        modifiers, last = self.plain.modifiers, self.plain.finished[-1]
        if 2 not in modifiers or max(modifiers) > 3:
            return False
        terms = {"modifiers": tuple(modifier for modifier in modifiers if modifier != 2), "eights_wild": last.wild}
        best = last.shown[last.winner]
        return any(reference.cripples_plainly(cards, terms, best, terms) for cards in last.shown.values() if cards != best)


OFTEN = (
    "auction",
    "bid above a bid",
    "Dealership accepted",
    "Dealership passed on",
    "raises matched",
    "extra bets matched",
    "four discarded",
    "round on a carried pot",
    "showdown",
    "last one left",
    "carried",
)


def test_the_actions_are_in_the_order_of_the_house():
    """The names that this file plays by."""
    assert [backroom.make("cripple_mr_onion").action_name(index) for index in range(len(ACTIONS))] == ACTIONS


def test_both_engines_agree_on_any_table():
    """CO-5 to CO-14, CO-M12. After every decision: who acts, what he may do and is paid, every card and every unit."""
    events: Counter[str] = Counter()

    @examples(EXAMPLES)
    @given(party=parties(), seed=SEEDS, play=SEEDS)
    def play_many(party: tuple[dict[str, Any], list[Player]], seed: int, play: int) -> None:
        match = Match(*party, seed)
        match.play(play, most=400 if COMPILED else 60)
        events.update(match.events)

    play_many()
    if COMPILED:
        assert all(events[event] >= EXAMPLES // 20 for event in OFTEN), events


# ---- what is rare ------------------------------------------------------------------------------------------------------

TABLE: dict[str, Any] = {
    "num_players": 3,
    "bankroll": 100,
    "modifiers": "all",
    "stake": 1,
    "max_stake": 5,
    "max_raise": 5,
    "rounds": 4,
    "first_dealer": "random",
}
FEWEST_EPISODES, MOST_EPISODES = (10 if COMPILED else 1), (60 if COMPILED else 1)

PICTURES = [card for card in CARDS if card[0] in "JQK" and card not in SPECIAL]
ACES = [card for card in CARDS if card[0] == "A"]
EIGHTS = [card for card in CARDS if card[0] == "8"]
TENS = [card for card in CARDS if card[0] == "T"]
NINES = [card for card in CARDS if card[0] == "9"]
RICH = [*PICTURES, *ACES, *EIGHTS, *SPECIAL, *TENS, *NINES]


def shuffled(rng: random.Random, cards: Iterable[str]) -> list[str]:
    """In any order, each once."""
    found = list(dict.fromkeys(cards))
    rng.shuffle(found)
    return found


def rich_cards(rng: random.Random, seats: int, wild: bool) -> list[list[str]]:
    """Special cards, pictures, aces, eights, nines and tens for everybody, as far as they last."""
    unlikeliness = {card: rng.random() + (card not in RICH) + (card not in SPECIAL) for card in CARDS}
    dealt = shuffled(rng, sorted(CARDS, key=unlikeliness.__getitem__)[: 10 * seats])
    return [dealt[10 * place : 10 * place + 10] for place in range(seats)]


def an_onion(rng: random.Random, half: int) -> list[str]:
    """So many pictures and aces of no special effect, and what makes it ten cards."""
    onion = rng.sample(PICTURES, half) + rng.sample(ACES, half)
    return shuffled(rng, onion) + rng.sample([card for card in CARDS if card[0] in "2345"], 10 - 2 * half)


def a_run(rng: random.Random, length: int, wild: int, taken: Iterable[str]) -> list[str]:
    """A running flush of so many cards, so many of them eights, and what makes it ten; where that can not be, other cards."""
    free = [card for card in shuffled(rng, CARDS) if card not in taken]
    pair, lowest = rng.randrange(4), rng.randrange(15 - length)
    suits = (SUITS[pair], SUITS[pair + 4])
    ranks = (RANKS + "A")[lowest : lowest + length]
    run: list[str] = []
    for rank in ranks:
        run += [card for card in free if card[0] == rank and card[1:] in suits and card not in run][:1]
    run = shuffled(rng, run)
    eights = [card for card in free if card[0] == "8" and card not in run]
    run = eights[:wild] + run[wild:]
    return (run + [card for card in free if card not in run and card[0] not in "8"])[:10]


def null_eight(rng: random.Random, seats: int) -> list[list[str]]:
    """Elder's best split has a null eight."""
    elders = [*TENS[:7], "Asp", "8he", "7di"]
    rest = shuffled(rng, [card for card in CARDS if card not in elders])
    return [elders, *(rest[10 * place : 10 * place + 10] for place in range(seats - 1))]


def octavo_and_jack(rng: random.Random, seats: int, wild: bool) -> list[list[str]]:
    """Eight wild eights, and a running flush in which the wild jack is the eight: every one holds an eight."""
    if not wild:
        return null_eight(rng, seats)
    octavo = shuffled(rng, EIGHTS) + rng.sample([card for card in CARDS if card[0] in "2345"], 2)
    run = a_run(rng, rng.choice([9, 10]), 0, [*octavo, "Jst", "Ksw"])
    run = ["Jst", *run[:9]]
    rest = shuffled(rng, [card for card in CARDS if card not in [*octavo, *run, "Ksw"]])
    return [octavo, run, *(rest[10 * place : 10 * place + 10] for place in range(seats - 2))]


def onion_and_runs(rng: random.Random, seats: int, wild: bool) -> list[list[str]]:
    """A Lesser or Great Onion and running flushes, in any order round the table; or a null eight, so that the next are wild.

    In place of the Onion there may be eight wild eights, or the Fool and what makes a great bagel with him.
    """
    if not wild and rng.random() < 0.4:
        return null_eight(rng, seats)
    onion = an_onion(rng, rng.choice([4, 5, 5]))
    if wild:
        some_eights = rng.sample(EIGHTS, rng.choice([0, 0, 1, 2, 3]))
        onion = some_eights + onion[len(some_eights) :]
        if rng.random() < 0.25:
            onion = shuffled(rng, EIGHTS) + rng.sample([card for card in CARDS if card[0] in "2345"], 2)
    if rng.random() < 0.15:
        onion = shuffled(rng, ["Jcl", *rng.sample([*PICTURES, *TENS], 9)])
    hands = [onion]
    for _ in range(seats - 1):
        taken = [card for hand in hands for card in hand]
        hands.append(a_run(rng, rng.choice([9, 9, 10]), rng.choice([0, 0, 1, 2]) if wild else 0, taken))
    rng.shuffle(hands)
    return hands


@dataclass(frozen=True)
class Scene:
    """A table and its players at which something rare is to be met."""

    players: tuple[Player, ...]
    events: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    layout: Layout | None = None


SCENES = {
    "auctions": Scene((bids_everything,) * 4, ("auction", "bid above a bid", "Dealership accepted"), {"num_players": 4}),
    "poor bidders": Scene(
        (bids_everything,) * 5,
        ("can only decline", "can only fold", "seat sits out", "nobody can pay any more"),
        {"num_players": 5, "bankroll": [3, 9, 9, 12, 5], "stake": 3, "rounds": 6},
    ),
    "carried pots": Scene(
        (deserts,) * 3,
        ("carried", "round on a carried pot", "pot shared at the end", "odd units"),
        {"rounds": 6, "bankroll": 30, "modifiers": (0, 1)},
    ),
    "seven at a table": Scene(
        (never_folds, calm, buys_all, declares_late, calm, stingy, never_folds),
        ("showdown", "a card shown"),
        {"num_players": 7},
    ),
    "wild eights in turn": Scene(
        (calm,) * 4, ("wild eights next", "showdown"), {"num_players": 4, "rounds": 6, "modifiers": (0, 1, 2, 3)}
    ),
    "special cards": Scene(
        (declares_everything, declares_late, calm, declares_everything),
        (
            *(f"{card} declared" for card in SPECIAL),
            "Qsp declared with wild eights",
            "Kcu declared with wild eights",
            "Fate answers the Lady",
            "Lady after Fate",
            "wild again",
            "a card shown",
        ),
        {"num_players": 4},
        rich_cards,
    ),
    "crippled": Scene(
        (buys_all,) * 4,
        ("crippled by 9", "crippled by 10", "crippled by the Dealer", "great bagel crippled", "showdown"),
        {"num_players": 4},
        onion_and_runs,
    ),
    "crippled anyhow": Scene(
        (buys_all,) * 3, ("crippled by 9", "crippled by 10", "showdown"), {"modifiers": (0, 1)}, onion_and_runs
    ),
    "crippled by few wild cards": Scene(
        (buys_all,) * 4,
        ("crippled by 9", "crippled by 10", "run too wild"),
        {"num_players": 4, "modifiers": (0, 1, 2, 3)},
        onion_and_runs,
    ),
    "Octavo": Scene((buys_all,) * 3, ("Octavo crippled", "showdown"), {"modifiers": (0, 1, 2, 3, 10)}, octavo_and_jack),
    "not crippled": Scene((buys_all,) * 3, ("showdown", "best group 32"), {"modifiers": (1, 3)}, onion_and_runs),
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_both_engines_agree_on_what_is_rare(scene: Scene):
    """Tables that bring about one rare thing or another do so, and both engines agree on it."""
    events: Counter[str] = Counter()
    for seed in range(MOST_EPISODES):
        match = Match({**TABLE, **scene.options}, scene.players, seed, scene.layout)
        match.play(seed)
        events.update(match.events)
        if seed + 1 >= FEWEST_EPISODES and all(events[event] for event in scene.events):
            return
    if COMPILED:
        raise AssertionError({event: events[event] for event in scene.events})


# ---- no end of decisions -------------------------------------------------------------------------------------------------


def most_decisions(options: Mapping[str, Any]) -> int:
    """A bound on the decisions of one round of n seats that brought B units together; every part of a round has one.

    - CO-7: a seat marks at most four cards, and the fourth mark exchanges at once; or it marks three and is done: 4n.
    - CO-8, CO-11: in each of five stages the Dealer names a stake, each of the n - 1 others matches or folds and, in four
      stages, raises; in these four the Dealer meets the raises: 5 + 5(n - 1) + 4(n - 1) + 4.
    - CO-12: in each of the four a Dealer may fold; the stage is over after the auction, so there is no second one in it.
      Declining is for good: at most n - 1 do, 4(n - 1) in all. Of b bids the last is b Stakes and the one before, by another
      seat, b - 1; both are paid, 2b - 1 Stakes, and nothing that was paid comes back in the round. So if b1 to b4 bids are
      made the sum of 2b - 1 is at most B / Stake, and that of b at most (B / Stake + 4) / 2.
    - CO-9, CO-10: a seat buys five times, or four times and stops, and bets extra; the Dealer matches or passes, and then each
      other seat is asked once: 6(n - 1) + 1 + n - 1.
    - CO-M12: each of the seven special cards is declared once at most. Eights are made wild again by the owner of the one
      queen of spades after the one declaration of Fate, and are wild for it from then on: once. After each of these eight, and
      before the first, fewer than n pass, and n after the last: 8n + n decisions. The Lady and Fate each let a seat choose
      once, and after the Archchancellor, declared once, n - 2 seats show a card once: 2 + n.
    """
    n, bankroll = options["num_players"], options["bankroll"]
    brought = n * bankroll if isinstance(bankroll, int) else sum(bankroll)
    discards = 4 * n
    stages = 5 + 9 * (n - 1) + 4
    auctions = 4 * (n - 1) + (brought // options["stake"] + 4) // 2
    second_deal = 6 * (n - 1) + 1 + n - 1
    declarations = 9 * n + 2 + n
    return discards + stages + auctions + second_deal + declarations


def prolongs(rng: random.Random, legal: Legal) -> str:
    """Discards, buys, raises and bids all it can, keeps nothing back, declares when a round of passes is nearly over."""
    if "raise 0" in legal or "extra bet 0" in legal:
        return legal[1] if len(legal) > 1 else legal[0]
    if "stake 0" in legal:
        return legal[min(1, len(legal) - 1)]
    return (
        some(rng, legal, ("discard", "buy", "bid"))
        or (rng.choice(["fold", "match"]) if {"fold", "match"} <= set(legal) and rng.random() < 0.2 else None)
        or some(rng, legal, ("match", "accept"))
        or some(rng, legal, ("declare", "wild"), otherwise=0.7)
        or some(rng, legal, ("pass",))
        or rng.choice(legal)
    )


def always_auctions(rng: random.Random, legal: Legal) -> str:
    """As a Dealer asks for no stake and folds where others have raised, so that there is an auction in every stage."""
    if "stake 0" in legal:
        return "stake 0"
    if {"match", "fold"} & set(legal):
        return "fold"
    return prolongs(rng, legal)


ADVERSARIES = (prolongs, always_auctions, bids_everything, declares_late, at_random)
ROUNDS_PLAYED = 150 if COMPILED else 4


@pytest.mark.parametrize("adversary", ADVERSARIES)
@pytest.mark.parametrize(
    "options",
    [
        {"num_players": 2},
        {"num_players": 7},
        {"num_players": 4, "bankroll": 300},
        {"num_players": 3, "bankroll": 20, "stake": 7},
    ],
    ids=str,
)
def test_a_round_has_an_end(adversary: Player, options: Mapping[str, Any]):
    """Whatever is done a round takes no more decisions than were counted, see `most_decisions`. No unit is made or lost."""
    table = {**TABLE, **options}
    bound = most_decisions(table)
    env: Any = backroom.make("cripple_mr_onion", **table)
    env.reset(seed=5)
    rng = random.Random(7)
    brought = table["num_players"] * table["bankroll"]
    paid = 0.0
    rounds_played = hands_played = decisions = 0
    while rounds_played < ROUNDS_PLAYED:
        legal = [ACTIONS[index] for index in np.flatnonzero(env.action_masks())]
        env.step(INDEX[adversary(rng, legal)])
        decisions += 1
        paid += sum(env.rewards.values())
        record = env._states[0]
        assert decisions <= bound
        assert record.stack.sum() + record.pot == brought
        if record.over or record.hands_played > hands_played:
            rounds_played, hands_played, decisions = rounds_played + 1, int(record.hands_played), 0
        if record.over:
            assert (record.pot, paid) == (0, 0)
            env.reset()
            hands_played, paid = 0, 0.0


@pytest.mark.parametrize("style", [stingy, deserts, at_random])
def test_units_are_conserved_over_carried_pots(style: Player):
    """CO-14: a round pays the pot inherited less the pot left over, an episode nothing; carried pots among the rounds."""
    table = {**TABLE, "num_players": 5, "bankroll": [40, 10, 25, 40, 13], "rounds": 8, "stake": 2}
    env: Any = backroom.make("cripple_mr_onion", **table)
    rng = random.Random(3)
    carried = 0
    for seed in range(20 if COMPILED else 1):
        env.reset(seed=seed)
        total, pot, rounds_played = 0.0, 0, 0
        while not env._states[0].over:
            legal = [ACTIONS[index] for index in np.flatnonzero(env.action_masks())]
            env.step(INDEX[style(rng, legal)])
            record, paid = env._states[0], sum(env.rewards.values())
            total += paid
            assert record.stack.sum() + record.pot == 128
            if record.over or record.hands_played > rounds_played:
                left_over = 0 if record.over or record.last_how != HOW["carried"] else int(record.last_pot)
                assert paid == pot - left_over
                rounds_played, pot = int(record.hands_played), left_over
                carried += left_over > 0
            else:
                assert paid == 0
        assert (total, record.pot) == (0, 0)
    assert carried or not COMPILED
