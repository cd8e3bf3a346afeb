"""Captain gin beside a plain engine of its own, decision by decision, on random tables with several styles of play.

Both are given the same cards: the plain engine asks for a card by purpose, hand, seat and index, and is handed the one that
lies at this address of the table's chance.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.envs.captain_gin import state
from backroom.envs.captain_gin.cards import CARDS
from backroom.envs.core.chance import Stream, episode_key, randint, stream_seed
from backroom.envs.core.jit import COMPILED
from hypothesis import given
from hypothesis import strategies as st

from ...references import captain_gin as reference
from ..table import SEEDS, SPECTATOR, examples

PURPOSES = {"role": state.ROLE, "card": state.CARD}
PHASES = {
    "upcard": state.UPCARD,
    "first draw": state.FIRST_DRAW,
    "draw": state.DRAWING,
    "discard": state.DISCARDING,
}
HOW = {"drawn": state.DRAWN_HAND, "knock": state.KNOCKED, "gin": state.GIN, "undercut": state.UNDERCUT}
ACTIONS = ["take stock", "take discard", "pass"]
ACTIONS += [verb + code for verb in ("discard ", "knock discarding ") for code in CARDS]
INDEX = {name: index for index, name in enumerate(ACTIONS)}
SEATS = range(3)

EXAMPLES = 150 if COMPILED else 40

# ---- players: what the seat to act would do, the adviser in the captain's place ------------------------------------------


def at_random(rng: random.Random, plain: Any) -> str:
    return rng.choice(plain.legal())


def left_by(plain: Any, name: str) -> int:
    """The points that a discard leaves unmatched."""
    return plain.sees(plain.turn_of)["left_after"][name.split(" ")[-1]]


def careful(rng: random.Random, plain: Any, knock_at: int = 100, takes: float = 0.0) -> str:
    """Takes what helps, throws what helps least, knocks when it may with `knock_at` points or fewer."""
    legal = plain.legal()
    if plain.phase == "discard":
        knocks = [name for name in legal if name.startswith("knock") and left_by(plain, name) <= knock_at]
        discards = [name for name in legal if name.startswith("discard")]
        options = knocks or discards
        least = min(left_by(plain, name) for name in options)
        return rng.choice([name for name in options if left_by(plain, name) == least])
    seen = plain.sees(plain.turn_of)
    helps = seen["if_taken"] is not None and seen["if_taken"] < seen["unmatched"]
    if "take discard" in legal and (helps or rng.random() < takes):
        return "take discard"
    return "take stock" if "take stock" in legal else "pass"


def knocks_early(rng: random.Random, plain: Any) -> str:
    return careful(rng, plain)


def wants_gin(rng: random.Random, plain: Any) -> str:
    return careful(rng, plain, knock_at=0)


def waits(rng: random.Random, plain: Any) -> str:
    return careful(rng, plain, knock_at=4)


def likes_the_upcard(rng: random.Random, plain: Any) -> str:
    return careful(rng, plain, takes=0.5)


def collects(rng: random.Random, plain: Any) -> str:
    """Melds all it can and does not knock."""
    return careful(rng, plain, knock_at=-1)


def hoards(rng: random.Random, plain: Any) -> str:
    """The same, and takes from the pile what it does not need."""
    return careful(rng, plain, knock_at=-1, takes=0.5)


def never_knocks(rng: random.Random, plain: Any) -> str:
    """Draws from the stock as long as it lasts."""
    quiet = [name for name in plain.legal() if not name.startswith("knock") and name not in ("take discard", "pass")]
    return rng.choice(quiet or ["pass"])


def swaps(rng: random.Random, plain: Any) -> str:
    """Takes from the pile whatever lies there, so that the stock never shrinks."""
    legal = plain.legal()
    return "take discard" if "take discard" in legal else rng.choice([name for name in legal if not name.startswith("knock")])


def knocks_anyhow(rng: random.Random, plain: Any) -> str:
    """Knocks when it may with any card that it may, sensible or not."""
    legal = plain.legal()
    knocks = [name for name in legal if name.startswith("knock")]
    return rng.choice(knocks) if knocks else careful(rng, plain, takes=0.2)


def listens(rng: random.Random, plain: Any) -> str:
    """Does as it is told, otherwise what is careful."""
    told = plain.sees(plain.to_act)["advice"]
    return careful(rng, plain) if told is None else told


def seldom_speaks(rng: random.Random, plain: Any) -> str:
    """As an adviser mostly says nothing; waits a little as a player."""
    if plain.to_act != plain.turn_of and "pass" in plain.legal() and rng.random() < 0.7:
        return "pass"
    return waits(rng, plain)


Player = Callable[[random.Random, Any], str]
PLAYERS: tuple[Player, ...] = (
    at_random,
    knocks_early,
    wants_gin,
    waits,
    likes_the_upcard,
    collects,
    never_knocks,
    swaps,
    knocks_anyhow,
    listens,
    seldom_speaks,
)
SENSIBLE = (knocks_early, wants_gin, waits, likes_the_upcard, knocks_anyhow, listens, seldom_speaks)


@st.composite
def parties(draw: st.DrawFn) -> tuple[dict[str, Any], list[Player]]:
    """Options of any table, short games often among them, and who plays: mostly those that bring a hand to an end."""
    options = {
        "gin_bonus": draw(st.sampled_from([0, 20, 25, 100])),
        "undercut_bonus": draw(st.sampled_from([0, 10, 10, 100])),
        "knock_limit": draw(st.sampled_from([0, 1, 10, 10, 10, 30, 100])),
        "target": draw(st.sampled_from([1, 60, 100, 100, 1000])),
        "advice": draw(st.booleans()),
        "stake": draw(st.sampled_from([1, 3, 100])),
        "settlement": draw(st.sampled_from(["partners", "scores"])),
        "max_hands": draw(st.sampled_from([1, 3, 5, 8])),
        "max_turns": draw(st.sampled_from([1, 2, 30, 100, 1000])),
    }
    players = st.sampled_from(draw(st.sampled_from([PLAYERS, SENSIBLE, SENSIBLE])))
    alike = draw(st.booleans())
    first, *others = draw(st.lists(players, min_size=3, max_size=3))
    return options, [first] * 3 if alike and first is not swaps else [first, *others]


def codes_of(rows: Sequence[int]) -> list[str]:
    """The codes of the cards of four rows of bits, a suit each."""
    return [code for index, code in enumerate(CARDS) if rows[index // 13] >> index % 13 & 1]


def in_tuples(lists: Any) -> Any:
    """Lists as tuples, all the way down."""
    return tuple(in_tuples(item) for item in lists) if isinstance(lists, list) else lists


class Match:
    """One game in both engines at once, and what came about in it.

    If it is not `thorough`, at each decision one of seats and spectator, in turns, is asked what it sees.
    """

    def __init__(self, options: Mapping[str, Any], players: Sequence[Player], seed: int, thorough: bool = True):
        self.thorough = thorough
        self.options = options
        self.players = players
        self.env: Any = backroom.make("captain_gin", **options)
        self.env.reset(seed=seed)
        self.key = np.uint64(episode_key(np.uint64(stream_seed(seed, Stream.PLAY)), 0, 0))
        self.plain = reference.Game(**options, pick=self.pick)
        self.history: list[str] = []
        self.events: Counter[str] = Counter()

    def pick(self, purpose: str, hand: int, seat: int, index: int, n: int) -> int:
        return int(randint(self.key, hand, seat, PURPOSES[purpose], index, n))

    def play(self, seed: int, most: int = 1_000_000) -> None:
        """A whole game, or `most` decisions of it, compared after every decision."""
        rng = random.Random(seed)
        try:
            self.compare()
            while not self.plain.over and len(self.history) < most:
                self.step(self.players[self.plain.to_act](rng, self.plain))
                self.compare()
        except Exception as error:
            error.add_note(f"options: {self.options}")
            error.add_note(f"played: {', '.join(self.history)}")
            raise

    def step(self, name: str) -> None:
        """Take the action `name` in both engines; they pay the same."""
        plain = self.plain
        self.history.append(f"{plain.to_act}: {name}")
        self.count_decision(name)
        ended = len(plain.finished)
        rewards = plain.act(name)
        self.env.step(INDEX[name])
        assert [self.env.rewards[agent] for agent in self.env.possible_agents] == rewards
        assert sum(rewards) == 0
        if len(plain.finished) > ended:
            self.compare_reports()
            self.count_hand()
        else:
            assert rewards == [0, 0, 0]

    # ---- the comparison --------------------------------------------------------------------------------------------

    def compare(self) -> None:
        """Everything about the table is the same in both engines."""
        plain, record = self.plain, self.env.describe_all()
        legal = [ACTIONS[index] for index, allowed in enumerate(self.env.action_masks()) if allowed]
        assert sorted(legal) == sorted(plain.legal())
        assert bool(record["over"]) == plain.over
        assert record["to_act"] == (-1 if plain.over else plain.to_act)
        assert record["stack"] == plain.stacks
        assert (record["pot"], record["house"]) == (0, 0)
        assert record["score"] == plain.scores
        assert (record["box"], record["captain"]) == (plain.box, plain.captain)
        assert [CARDS[card] for card in record["role_card"]] == plain.role_cards
        assert record["hands_played"] == len(plain.finished)
        assert record["decisions"] == len(self.history)
        self.compare_last_hand(record)
        if plain.over:
            self.compare_the_end()
        else:
            self.compare_hand(record)
            in_turn = len(self.history) % 4
            for seat in SEATS:
                if self.thorough or seat == in_turn:
                    self.compare_view(seat, self.env.describe(f"player_{seat}"), plain.sees(seat))
            if self.thorough or in_turn == 3:
                self.compare_spectator()

    def compare_hand(self, record: Mapping[str, Any]) -> None:
        plain = self.plain
        assert record["phase"] == PHASES[plain.phase]
        assert record["turn_of"] == plain.turn_of
        assert record["turns"] == plain.turns
        assert [codes_of(rows) for rows in record["hand"]] == [sorted(plain.hands[seat], key=CARDS.index) for seat in SEATS]
        assert [codes_of(rows) for rows in record["taken"]] == [sorted(plain.taken[seat], key=CARDS.index) for seat in SEATS]
        thrown = [[code for code in CARDS if code in plain.pile and plain.thrown_by[code] == seat] for seat in SEATS]
        assert [codes_of(rows) for rows in record["thrown"]] == thrown
        assert record["pile_size"] == len(plain.pile)
        assert [CARDS[card] for card in record["pile"] if card >= 0] == plain.pile
        assert codes_of(record["stock"]) == plain.stock
        assert record["stock_size"] == len(plain.stock)
        for field, card in (("held_back", plain.held_back), ("drawn", plain.drawn)):
            assert record[field] == (-1 if card is None else CARDS.index(card))
        assert record["advised"] == (-1 if plain.advice is None else INDEX[plain.advice])
        left_after = plain.sees(plain.turn_of).get("left_after", {})
        assert record["left_after"] == [left_after.get(code, -1) for code in CARDS]

    def compare_view(self, seat: int, told: Mapping[str, Any], sees: Mapping[str, Any]) -> None:
        """What a seat is told is what it sees, and no more."""
        plain = self.plain

        def distance(other: int) -> int:
            return (other - seat) % 3

        clockwise = [(seat + ahead) % 3 for ahead in SEATS]
        assert told["phase"] == plain.phase
        assert told["role"] == sees["roles"][seat]
        assert (told["to_act"], told["turn_of"]) == (distance(plain.to_act), distance(plain.turn_of))
        assert (told["box"], told["captain"]) == (distance(plain.box), distance(plain.captain))
        assert told["seats"] == [{"role": sees["roles"][other], "score": sees["scores"][other]} for other in clockwise]
        for name in ("hand", "pile", "stock", "held_back", "drawn", "advice", "if_taken", "unmatched"):
            assert told[name] == sees[name], name
        for name in ("opponent_holds", "opponent_threw", "shown"):
            assert told[name] == sees[name], name
        assert told["upcard"] == (plain.pile[-1] if plain.pile else None)
        assert (told["turn"], told["hand_number"]) == (plain.turns + 1, len(plain.finished) + 1)
        assert told["legal"] == (sorted(plain.legal(), key=INDEX.__getitem__) if seat == plain.to_act else [])
        for name, value in self.options.items():
            assert told["advice_given" if name == "advice" else name] == value
        self.compare_melds(told, sees)

    def compare_melds(self, told: Mapping[str, Any], sees: Mapping[str, Any]) -> None:
        """The melds of ten cards are the knocker's; of eleven those of the ten that one of the best discards leaves."""
        cards = reference.cards(sees["hand"])
        tens = [cards]
        if len(sees["hand"]) == 11:
            left = sees["left_after"]
            best = [code for code in left if code != sees["held_back"] and left[code] == sees["unmatched"]]
            tens = [cards & ~reference.BIT[code] for code in best]
        assert told["melds"] in [[reference.codes(meld) for meld in reference.melds_of(reference.arrange(ten))] for ten in tens]

    def numbers(self, viewer: int) -> dict[str, list[int]]:
        """What is seen, as the whole numbers of the observation."""
        observation = np.empty(self.env.game.layout.size, np.float32)
        self.env.game.kernels.observe_game(self.env._states, 0, viewer, observation)
        return self.env.game.layout.read(observation)

    def compare_spectator(self) -> None:
        """Without a hand: the pile, what was taken by either, what the captain threw, and no advice."""
        plain, sees, numbers = self.plain, self.plain.sees(None), self.numbers(SPECTATOR)

        def marked(name: str) -> list[str]:
            return [code for code, on in zip(CARDS, numbers[name], strict=True) if on]

        assert (sees["hand"], sees["advice"], sees["drawn"]) == ([], None, None)
        for name in ("held", "left_after", "advised_card"):
            assert marked(name) == [], name
        assert [numbers[name] for name in ("unmatched", "if_taken", "drawn")] == [[0], [0], [0]]
        assert sum(numbers["advised_kind"]) == 0
        assert marked("taken") == [code for code in CARDS if code in plain.taken[plain.box] | plain.taken[plain.captain]]
        assert marked("thrown") == [code for code in CARDS if code in plain.pile and plain.thrown_by[code] == plain.captain]
        assert sorted(marked("pile")) == sorted(sees["pile"])
        assert numbers["held_back"] == [0 if sees["held_back"] is None else 1 + CARDS.index(sees["held_back"])]
        assert (numbers["score"], numbers["stock"]) == (sees["scores"], [sees["stock"]])

    def compare_last_hand(self, record: Mapping[str, Any]) -> None:
        """Also its arrangements, to the card."""
        if not self.plain.finished:
            assert record["last_how"] == 0
            return
        last = self.plain.finished[-1]

        def seat_or_nobody(seat: int | None) -> int:
            return -1 if seat is None else seat

        assert record["last_how"] == HOW[last.how]
        assert (record["last_box"], record["last_captain"]) == (last.box, last.captain)
        assert (record["last_knocker"], record["last_scorer"]) == tuple(map(seat_or_nobody, (last.knocker, last.scorer)))
        assert record["last_points"] == last.points
        assert record["last_unmatched"] == [last.unmatched.get(seat, 0) for seat in SEATS]
        assert [codes_of(rows) for rows in record["last_rest"]] == [last.rest.get(seat, []) for seat in SEATS]
        opponent = None if last.knocker is None else last.box if last.knocker == last.captain else last.captain
        laid = [codes_of(rows) for rows in record["last_laid"]]
        assert laid == [last.laid_off if seat == opponent else [] for seat in SEATS]
        for field, of_a_kind in (("last_sets", True), ("last_runs", False)):
            for seat in SEATS:
                melds = [meld for meld in last.melds.get(seat, []) if (meld[0][0] == meld[1][0]) == of_a_kind]
                laid_out = [code for meld in melds for code in meld]
                assert codes_of(record[field][seat]) == sorted(laid_out, key=CARDS.index)

    def compare_the_end(self) -> None:
        plain = self.plain
        assert all(self.env.terminations.values())
        for seat in SEATS:
            told = self.env.describe(f"player_{seat}")
            assert (told["phase"], told["to_act"], told["legal"]) == ("over", None, [])
            assert told["role"] == plain.roles[seat]
            assert told["seats"] == [
                {"role": plain.roles[other], "score": plain.scores[other]} for other in ((seat + ahead) % 3 for ahead in SEATS)
            ]

    def compare_reports(self) -> None:
        """The report of the hand that has just ended, the same for every seat, holds what the plain engine found."""
        plain, last = self.plain, self.plain.finished[-1]
        roles = {last.box: "box", last.captain: "captain"}
        wanted = {
            "hand": last.number,
            "places": tuple(roles.get(seat, "out") for seat in SEATS),
            "how": last.how,
            "box": last.box,
            "captain": last.captain,
            "knocker": last.knocker,
            "scorer": last.scorer,
            "points": last.points,
            "unmatched": tuple(last.unmatched.get(seat) for seat in SEATS),
            "melds": tuple(in_tuples(last.melds.get(seat)) for seat in SEATS),
            "laid_off": in_tuples(last.laid_off),
            "rest": tuple(in_tuples(last.rest.get(seat)) for seat in SEATS),
            "scores": tuple(last.scores),
            "game": {"winner": plain.winner, "target": self.options["target"]} if plain.over else None,
        }
        for agent in self.env.possible_agents:
            results = self.env.infos[agent]["results"]  # all since the seat's last decision
            assert results[-1] == wanted
            assert [result["hand"] for result in results] == [*range(last.number - len(results) + 1, last.number + 1)]

    # ---- what came about -------------------------------------------------------------------------------------------

    def count_decision(self, name: str) -> None:
        """Note what is rare, before the action is taken."""
        plain, events = self.plain, self.events
        events["decisions"] += 1
        if plain.to_act != plain.turn_of:
            events["advice"] += name in plain.legal()[:-1] or plain.phase == "upcard"
            events["no advice"] += name == "pass" and plain.phase != "upcard"
            return
        role = plain.roles[plain.to_act]
        events[f"upcard taken by the {role}"] += plain.phase == "upcard" and name == "take discard"
        events["first draw"] += plain.phase == "first draw"
        events["pile taken later"] += plain.phase == "draw" and name == "take discard"
        events["advice not followed"] += plain.advice not in (None, name)
        if name.startswith("knock"):
            events["knock in the first turn"] += plain.turns == 0
            events["knock by what was held back"] += plain.held_back is not None
            events[f"knock by the {role}"] += 1
        if plain.phase == "discard" and plain.held_back is not None:
            hand = reference.cards(plain.hands[plain.to_act])
            limit = self.options["knock_limit"]
            events["no knock with the card taken"] += reference.knock_discards(hand, limit) == [plain.held_back]

    def count_hand(self) -> None:
        plain, events, last = self.plain, self.events, self.plain.finished[-1]
        events[last.how] += 1
        if last.how == "drawn":
            events["drawn for the stock"] += len(plain.stock) == 2 and plain.over
            events["drawn hand, next begins"] += not plain.over
        else:
            opponent = last.box if last.knocker == last.captain else last.captain
            events["gin against nothing"] += last.how == "gin" and last.unmatched[opponent] == 0
            events["undercut by equal points"] += last.how == "undercut" and len(set(last.unmatched.values())) == 1
            events["laid off"] += len(last.laid_off) > 0
            at_once = [reference.codes(reference.EXTENDED_BY[reference.cards(meld)]) for meld in last.melds[last.knocker]]
            events["laid off by chain"] += any(all(code not in fits for fits in at_once) for code in last.laid_off)
            events["undercut by laying off"] += last.how == "undercut" and len(last.laid_off) > 0
            events["box scores"] += last.scorer == last.box
            events["captain scores"] += last.scorer == last.captain
            events["paid nothing"] += last.points == 0
        if plain.over:
            events["target reached"] += max(plain.scores) >= self.options["target"]
            events["hands over"] += max(plain.scores) < self.options["target"]
            events["level at the end"] += plain.winner is None


OFTEN = (
    "advice",
    "advice not followed",
    "upcard taken by the box",
    "upcard taken by the captain",
    "first draw",
    "pile taken later",
    "knock",
    "gin",
    "undercut",
    "drawn",
    "laid off",
    "knock by the box",
    "knock by the captain",
    "target reached",
    "hands over",
)


ANY_MATCH = st.builds(lambda party, seed: Match(*party, seed), parties(), SEEDS)
"""A freshly dealt table in both engines."""


def test_the_actions_are_in_the_order_of_the_house():
    """The names that this file plays by."""
    assert [backroom.make("captain_gin").action_name(index) for index in range(state.NUM_ACTIONS)] == ACTIONS


def test_both_engines_agree_on_any_table():
    """CG-1 to CG-14. After every decision: who acts, what he may do and is paid, every card, what each seat sees, results."""
    events: Counter[str] = Counter()

    @examples(EXAMPLES)
    @given(match=ANY_MATCH, play=SEEDS)
    def play_many(match: Match, play: int) -> None:
        match.play(play, most=150)
        events.update(match.events)

    play_many()
    assert all(events[event] >= EXAMPLES // 20 for event in OFTEN), events


# ---- what is rare --------------------------------------------------------------------------------------------------

TABLE: dict[str, Any] = {
    "gin_bonus": 25,
    "undercut_bonus": 10,
    "knock_limit": 10,
    "target": 100,
    "advice": False,
    "stake": 1,
    "settlement": "partners",
    "max_hands": 50,
    "max_turns": 100,
}
FEWEST_GAMES, MOST_GAMES = (4 if COMPILED else 1), 60


@dataclass(frozen=True)
class Scene:
    """A table and its players at which something rare is to be met."""

    players: tuple[Player, Player, Player]
    options: Mapping[str, Any]
    events: tuple[str, ...]


def all_of(player: Player) -> tuple[Player, Player, Player]:
    return (player, player, player)


SCENES = {
    "whole games": Scene(all_of(knocks_early), {}, ("target reached", "knock", "undercut", "box scores", "captain scores")),
    "advised games": Scene(
        (listens, seldom_speaks, knocks_anyhow),
        {"advice": True},
        ("advice", "no advice", "advice not followed", "target reached"),
    ),
    "everybody for himself": Scene(all_of(waits), {"settlement": "scores", "stake": 7}, ("target reached", "undercut")),
    "hands that are drawn": Scene(all_of(never_knocks), {"max_hands": 2}, ("drawn for the stock", "drawn hand, next begins")),
    "swappers": Scene(all_of(swaps), {"max_hands": 2, "max_turns": 60}, ("drawn hand, next begins", "level at the end")),
    "layouts of anything": Scene(
        all_of(knocks_anyhow),
        {"knock_limit": 100, "target": 1000, "max_hands": 20},
        ("laid off", "knock in the first turn", "knock by what was held back", "undercut by laying off"),
    ),
    "chains": Scene(
        (collects, knocks_anyhow, knocks_anyhow),
        {"knock_limit": 30, "target": 1000, "max_hands": 20},
        ("laid off by chain", "undercut by laying off"),
    ),
    "gin": Scene(all_of(wants_gin), {"knock_limit": 0}, ("gin", "pile taken later")),
    "gin against nothing": Scene(
        (wants_gin, collects, wants_gin),
        {"gin_bonus": 0, "target": 1000, "max_hands": 20},
        ("gin against nothing", "paid nothing"),
    ),
    "equal points": Scene(
        all_of(knocks_anyhow), {"undercut_bonus": 0, "knock_limit": 30}, ("undercut by equal points", "paid nothing")
    ),
    "cards that can not go back": Scene(all_of(hoards), {"knock_limit": 5, "max_hands": 3}, ("no knock with the card taken",)),
}


@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_both_engines_agree_on_what_is_rare(scene: Scene):
    """Tables that bring about one rare thing or another do so, and both engines agree on it."""
    events: Counter[str] = Counter()
    for seed in range(MOST_GAMES):
        match = Match({**TABLE, **scene.options}, scene.players, seed, thorough=False)
        match.play(seed)
        events.update(match.events)
        if seed + 1 >= FEWEST_GAMES and all(events[event] >= 3 for event in scene.events):
            break
    assert all(events[event] >= 3 for event in scene.events), events
