"""Bespin pazaak beside a plain engine of its own, decision by decision, on random tables with several styles of play.

Both are given the same chance: the plain engine asks for a card or a die by purpose, hand, seat and index, and is handed
the one that lies at this address of the match's chance.
"""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import backroom
from backroom.envs.bespin_pazaak import state
from backroom.envs.core.chance import randint
from backroom.envs.core.jit import COMPILED
from backroom.envs.kit.pazaak import STANDS
from hypothesis import Phase, given, note, settings
from hypothesis import strategies as st

from ...references.bespin_pazaak import BespinReference
from ..table import SEEDS, examples
from .tables import KINDS

PURPOSES = {
    "main": state.MAIN,
    "side": state.SIDE,
    "wild size": state.WILD_SIZE,
    "roll": state.ROLL,
    "roll wild": state.ROLL_WILD,
    "opposed": state.OPPOSED,
    "opposed wild": state.OPPOSED_WILD,
    "first": state.FIRST,
}
PHASES = {
    "cheat": "cheat",
    "force": "Force point",
    "opposed force": "Force point",
    "hands": "hand",
    "match bet": "wager",
    "set bet": "wager",
    "set": "turn",
    "over": "over",
}
SET_ENDS = {
    "higher total": "points",
    "more cards": "more cards",
    "bust": "bust",
    "nine cards above 20": "bust",
    "nine cards": "nine cards",
    "true tie": "true tie",
}
STYLES = ("random", "steady", "stands early", "never stands", "plays hand cards", "collects cards", "bets")

EXAMPLES = 700 if COMPILED else 120
unhurried = examples(EXAMPLES)


@st.composite
def any_options(draw: st.DrawFn) -> dict[str, Any]:
    """Options of any table: often equal seats, poor seats, many dice, few sets."""

    def by_seat(values: st.SearchStrategy[Any]) -> list[Any]:
        return [draw(values), draw(values)]

    dice = st.one_of(st.integers(0, 3), st.integers(4, 8), st.integers(9, 10), st.integers(11, 13), st.integers(14, 30))
    skills = by_seat(st.builds(lambda dice, pips: f"{dice}D+{pips}" if dice and pips else f"{dice}D", dice, st.integers(0, 2)))
    if draw(st.integers(0, 2)) == 0:
        skills[1] = skills[0]
    ante = draw(st.integers(0, 3))
    more = st.one_of(st.integers(1, 6), st.integers(7, 60))
    return {
        "skills": skills,
        "ante": ante,
        "max_match_bet": draw(st.integers(0, 10)),
        "max_set_bet": draw(st.integers(0, 10)),
        "bankroll": [ante + units if units > 1 or ante == 0 else ante for units in by_seat(more)],
        "cheating": draw(st.integers(0, 2)) == 0,
        "caught_pays": draw(st.integers(0, 1000)) / 100,
        "force_points": by_seat(st.integers(0, 2)),
        "force_sensitive": by_seat(st.booleans()),
        "dark_side_cost": draw(st.one_of(st.integers(0, 3), st.integers(4, 100))),
        "motive": by_seat(st.sampled_from(["money", "rebellion"])),
        "max_sets": draw(st.one_of(st.integers(1, 3), st.integers(4, 20))),
    }


def choose(rng: random.Random, style: str, plain: Any) -> str:
    """An action in a style of play, with a little chance in every style."""
    legal = sorted(plain.legal())
    if rng.random() < 0.1 or style == "random":
        return rng.choice(legal)
    if "cheat" in legal and style in ("bets", "never stands"):
        return "cheat"
    if "keep" in legal and style in ("steady", "bets", "plays hand cards"):
        return "discard" if plain.side_cards[plain.to_act] == "wild" else "keep"
    if "accept" in legal or "offer 0" in legal:
        bold = [name for name in legal if name.startswith(("offer", "raise", "accept")) and name != "offer 0"]
        return rng.choice(bold) if bold and style == "bets" else rng.choice(legal)
    if "end turn" not in legal:
        return rng.choice(legal)
    own, other = plain.tables[plain.to_act], plain.tables[1 - plain.to_act]
    total = sum(own)
    if plain.stood[1 - plain.to_act] and (total, len(own)) == (sum(other), len(other)) and "stand" in legal:
        return "stand"  # a true tie
    plays = [name for name in legal if name.startswith("play")]
    lower = [name for name in plays if "-" in name or "minus" in name]
    bonuses = [name for name in legal if name in ("discard", "second card")]
    if total > 20 and bonuses:
        return rng.choice(bonuses)
    if total > 20 and lower:
        return rng.choice(lower)
    if style == "plays hand cards" and plays:
        return rng.choice(plays)
    if style == "collects cards" and (bonuses or lower) and rng.random() < 0.7:
        return rng.choice(bonuses + lower)
    if "stand" in legal and total >= {"steady": 16, "bets": 16, "stands early": 0}.get(style, 21):
        return "stand"
    return "end turn"


class Match:
    """One match in both engines at once."""

    def __init__(self, options: Mapping[str, Any], seed: int):
        self.options = options
        self.env = backroom.make("bespin_pazaak", **options)
        self.env.reset(seed=seed)
        self.actions = self.env.game.actions
        self.key = self.env._states[0].key
        self.history: list[str] = []
        self.events: Counter[str] = Counter()
        self.plain = BespinReference(
            skills=[self.parse_skill(code) for code in options["skills"]],
            ante=options["ante"],
            max_match_bet=options["max_match_bet"],
            max_set_bet=options["max_set_bet"],
            bankrolls=options["bankroll"],
            cheating=options["cheating"],
            caught_pays=options["caught_pays"],
            force_points=options["force_points"],
            force_sensitive=options["force_sensitive"],
            dark_side_cost=options["dark_side_cost"],
            motives=options["motive"],
            max_sets=options["max_sets"],
            pick=self.pick,
        )

    @staticmethod
    def parse_skill(code: str) -> tuple[int, int]:
        dice, _, pips = code.partition("D")
        return int(dice), int(pips or 0)

    def pick(self, purpose: str, hand: int, seat: int, index: int, n: int) -> int:
        place = int(randint(self.key, hand, seat, PURPOSES[purpose], index, n))
        self.events["began at random"] += purpose == "first"
        self.events["rolled on after a 6"] += purpose in ("roll wild", "opposed wild") and index > 0
        return place

    def step(self, action: str) -> None:
        """Take `action` in both engines; compare what it paid and what is reported."""
        plain, seat = self.plain, self.plain.to_act
        self.history.append(f"{seat}: {action}")
        self.count_decision(action)
        before, sets = plain.totals[seat], plain.sets_played
        rewards = plain.step(action)
        self.env.step(self.actions.index(action))
        assert [self.env.rewards[agent] for agent in self.env.possible_agents] == rewards
        ended = plain.sets_played > sets
        self.compare_results(ended, self.env.possible_agents[seat])
        self.events["hand card mends a bust"] += action.startswith("play ") and before > 20 and self.landed(seat, ended) <= 20
        if ended:
            self.count_set(action)
        if plain.over:
            self.count_match()

    def landed(self, seat: int, ended: bool) -> int:
        """The total of the seat that has just acted, even if a new set has begun."""
        return sum(self.plain.sets[-1].tables[seat]) if ended else self.plain.totals[seat]

    # ---- comparisons -------------------------------------------------------------------------------------------

    def compare(self) -> None:
        """After every decision."""
        self.compare_records()
        for viewer in range(2):
            self.compare_description(viewer)

    def compare_records(self) -> None:
        """Everything about the table is the same in both engines."""
        plain, table = self.plain, self.env.describe_all()
        assert bool(table["over"]) == plain.over
        assert table["to_act"] == (-1 if plain.over else plain.to_act)
        names = {self.actions[index] for index, allowed in enumerate(self.env.action_masks()) if allowed}
        assert names == plain.legal()
        if not plain.over:
            assert self.env.agent_selection == f"player_{plain.to_act}"
        assert (table["stack"], table["pot"], table["house"]) == (plain.stacks, plain.pot, plain.house)
        assert sum(plain.stacks) + plain.pot + plain.house == sum(self.options["bankroll"])
        assert [cards[:count] for cards, count in zip(table["table"], table["cards"], strict=True)] == plain.tables
        assert table["total"] == plain.totals
        assert [status == STANDS for status in table["status"]] == plain.stood
        assert table["second"] == max(card or 0 for card in plain.second_cards)
        counts = [[deck.count(value) for value in range(1, 11)] for deck in plain.decks]
        if plain.set_number >= 0:  # before the first set there are no main decks to speak of
            assert table["main_left"] == counts
        assert (table["won"], table["sets"]) == (plain.sets_won, plain.sets_played)
        assert (table["roll"], table["row"]) == (plain.rolls, plain.rows)
        if plain.first_beginner >= 0:  # the hands are drawn, or being drawn, before it matters who begins
            assert table["first"] == plain.beginner
        assert table["match_bets"] == [0 if plain.over else plain.match_bet] * 2
        assert table["set_bets"] == [plain.set_bet] * 2
        assert (table["force_left"], table["dark_points"]) == (plain.force_points, plain.dark_side_points)
        assert ([bool(cheat) for cheat in table["cheats"]], [bool(caught) for caught in table["caught"]]) == (
            plain.cheats,
            plain.caught,
        )
        assert table["opposed_roll"] == [total or 0 for total in plain.opposed_rolls]
        for seat in range(2):
            self.compare_hand(seat, table)
        if plain.over:
            assert table["match_winner"] == (-1 if plain.winner is None else plain.winner)

    def compare_hand(self, seat: int, table: Mapping[str, Any]) -> None:
        plain = self.plain
        waiting = plain.side_cards[seat]
        hand = plain.hands[seat] + ([] if waiting is None else [waiting])
        assert table["hand"][seat] == [hand.count(kind) for kind in KINDS]
        assert table["hand_left"][seat] == len(hand)
        assert table["played"][seat] == [plain.played[seat].count(kind) for kind in KINDS]
        refused = plain.refused_side_cards[seat]
        assert table["thrown_side"][seat] == (-1 if refused is None else KINDS.index(refused))
        if waiting != "wild":  # a wild is sized when it is taken into the hand (BP-3): drawn, or only when kept
            assert table["wild_size"][seat] == plain.wild_sizes[seat]

    def compare_description(self, viewer: int) -> None:
        """A seat is told what is open and what is its own."""
        plain, other = self.plain, 1 - viewer
        told = self.env.describe(f"player_{viewer}")
        choosing = plain.second_cards != [None, None]
        expected = {
            "phase": "second card" if choosing else PHASES[plain.phase],
            "to_act": None if plain.over else int(plain.to_act != viewer),
            "set": plain.sets_played + (not plain.over),
            "cheats": plain.cheats[viewer],
            "force_points": plain.force_points[viewer],
            "dark_side_points": plain.dark_side_points[viewer],
            "just_drawn": plain.side_cards[viewer],
            "discarded_side_card": plain.refused_side_cards[viewer],
            "second": max(card or 0 for card in plain.second_cards) or None,
            "pot": plain.pot,
            "match_bet": 0 if plain.over else plain.match_bet,
            "set_bet": plain.set_bet,
            "opposed_roll": plain.phase == "opposed force" or (plain.over and any(plain.cheats)),
            "legal": plain.legal() if plain.to_act == viewer else set(),
        }
        assert {name: set(told[name]) if name == "legal" else told[name] for name in expected} == expected
        if plain.side_cards[viewer] is None:
            assert sorted(told["hand"]) == sorted(plain.hands[viewer])
            assert told["wild_size"] == (plain.wild_sizes[viewer] or None)
        if plain.phase in ("match bet", "set bet"):
            assert told["wager"]["on"] == ("the match" if plain.phase == "match bet" else "this set")
            assert told["wager"]["offered"] == (plain.offer or 0)
        else:
            assert told["wager"] is None
        for distance, seat in enumerate((viewer, other)):
            self.compare_seat(told["seats"][distance], seat)

    def compare_seat(self, told: Mapping[str, Any], seat: int) -> None:
        plain = self.plain
        expected = {
            "table": plain.tables[seat],
            "total": plain.totals[seat],
            "won": plain.sets_won[seat],
            "status": "stands" if plain.stood[seat] else "draws",
            "hand_left": len(plain.hands[seat]) + (plain.side_cards[seat] is not None),
            "stack": plain.stacks[seat],
            "skill": self.options["skills"][seat],
            "roll": plain.rolls[seat] or None,
            "row": plain.rows[seat],
            "discards": plain.discards_left[seat],
            "second_cards": plain.second_cards_left[seat],
            "redrew": plain.refused_side_cards[seat] is not None,
            "force_spent": self.options["force_points"][seat] - plain.force_points[seat],
        }
        if plain.set_number >= 0:
            deck = plain.decks[seat]
            expected["deck"] = len(deck)
            expected["bust_cards"] = sum(plain.totals[seat] + value > 20 for value in deck)
        assert {name: told[name] for name in expected} == expected
        assert sorted(told["played"]) == sorted(plain.played[seat])

    def compare_results(self, ended: bool, acted: str) -> None:
        """A set or a match that ended is told to both seats as the plain engine has it, and nothing else is."""
        plain = self.plain
        if not ended and not plain.over:
            assert not self.env.infos[acted]
            return
        for seat, agent in enumerate(self.env.possible_agents):
            result = self.env.infos[agent]["results"][-1]
            assert result["won"] == tuple(plain.sets_won)
            assert result["rolls"] == tuple(plain.rolls)
            assert result["rows"] == tuple(plain.rows)
            assert result["force_points"] == plain.force_points[seat]
            assert result["dark_side_points"] == plain.dark_side_points[seat]
            assert (result["set"] is not None) == ended
            assert (result["match"] is not None) == plain.over
            if ended:
                last = plain.sets[-1]
                assert (result["set"], result["how"]) == (last.number + 1, SET_ENDS[last.how])
                assert (result["winner"], result["bet"]) == (last.winner, last.bet)
                assert result["totals"] == tuple(sum(cards) for cards in last.tables)
                assert result["cards"] == tuple(len(cards) for cards in last.tables)
            if plain.over:
                assert result["match"] == {
                    "winner": plain.winner,
                    "how": self.how_the_match_ended(),
                    "stakes": self.options["ante"] + plain.match_bet,
                    "cheated": tuple(plain.cheats),
                    "caught": tuple(plain.caught),
                    "opposed_rolls": tuple(total or 0 for total in plain.opposed_rolls),
                }

    def how_the_match_ended(self) -> str:
        if self.plain.void:
            return "void"
        if not any(self.plain.cheats):
            return "sets"
        return "cheat caught" if any(self.plain.caught) else "cheat not caught"

    # ---- what was met ------------------------------------------------------------------------------------------

    def count_decision(self, action: str) -> None:
        plain, events = self.plain, self.events
        seat, legal = plain.to_act, plain.legal()
        events["wild changed"] += ", size" in action
        events["first of two"] += action == "use the first"
        events["second of two"] += action == "use the second"
        events["Force point"] += action == "spend a Force point"
        events["Force point for an opposed roll"] += action == "spend a Force point" and plain.phase == "opposed force"
        if "offer 0" in legal:
            largest = self.options["max_match_bet" if plain.phase == "match bet" else "max_set_bet"]
            events["bet limited by a poor seat"] += f"offer {largest}" not in legal
        events["offer declined"] += action == "decline" and self.history[-2].split()[1] == "offer"
        events["raise declined"] += action == "decline" and self.history[-2].split()[1] == "raise"
        events["raise of nothing declined"] += action == "decline" and self.history[-3:-2] == [f"{seat}: offer 0"]
        if action == "discard":
            events["hand card redrawn"] += plain.phase == "hands"
            events["wild redrawn"] += plain.side_cards[seat] == "wild"
            events["second discard of a match"] += self.history[:-1].count(f"{seat}: discard") > (
                plain.refused_side_cards[seat] is not None
            )
        if plain.phase == "set" and len(plain.tables[seat]) == 9:
            events["bonus on a ninth card above 20"] += action in ("discard", "second card")

    def count_set(self, action: str) -> None:
        last, events = self.plain.sets[-1], self.events
        events[last.how] += 1
        events["side bet paid"] += last.bet > 0 and last.winner is not None
        events["side bet returned"] += last.bet > 0 and last.winner is None
        events["nine cards by a hand card"] += last.how == "nine cards" and action.startswith("play ")
        events["ninth hand card above 20"] += last.how == "nine cards above 20" and action.startswith("play ")
        events["total below zero"] += any(sum(cards) < 0 for cards in last.tables)

    def count_match(self) -> None:
        plain, events = self.plain, self.events
        events["void match"] += plain.void and not any(plain.cheats)
        events["three sets to the win"] += not plain.void and plain.sets_won in ([2, 1], [1, 2])
        events["both cheat"] += all(plain.cheats)
        events["both cheat and roll alike"] += all(plain.cheats) and plain.void
        events["one cheat caught"] += sum(plain.cheats) == 1 and any(plain.caught)
        events["one cheat not caught"] += sum(plain.cheats) == 1 and not any(plain.caught)
        stakes = self.options["ante"] + plain.match_bet
        for seat in range(2):
            claim = self.options["caught_pays"] * stakes
            events["caught cheat can not pay it all"] += plain.caught[seat] and claim > self.options["bankroll"][seat]
            events["five hand cards"] += plain.rows[seat] == 7
            events["dark side paid for"] += plain.dark_side_points[seat] > 0 and plain.house > 0
        tops = [10, 20, 25, 30, 35, 40, 45]
        events["row lost to a wild 1"] += any(
            total > 10 and row < sum(total > top for top in tops) for total, row in zip(plain.rolls, plain.rows, strict=True)
        )

    def play(self, seed: int) -> None:
        """A match to its end, both seats in the same style or each in one of its own."""
        rng = random.Random(seed)
        style = rng.choice(STYLES)
        styles = rng.choice([(style, style), (style, rng.choice(STYLES))])
        try:
            self.compare()
            while not self.plain.over:
                self.step(choose(rng, styles[self.plain.to_act], self.plain))
                self.compare()
        finally:
            note(f"played: {', '.join(self.history)}")


ANY_MATCH = st.builds(Match, any_options(), SEEDS)

RARE = (
    "hand card mends a bust",
    "nine cards",
    "nine cards by a hand card",
    "nine cards above 20",
    "bonus on a ninth card above 20",
    "true tie",
    "more cards",
    "void match",
    "side bet returned",
    "both cheat",
    "both cheat and roll alike",
    "one cheat caught",
    "one cheat not caught",
    "caught cheat can not pay it all",
    "first of two",
    "second of two",
    "second discard of a match",
    "wild changed",
    "five hand cards",
    "offer declined",
    "raise declined",
    "raise of nothing declined",
    "hand card redrawn",
    "wild redrawn",
    "bet limited by a poor seat",
    "row lost to a wild 1",
    "rolled on after a 6",
    "Force point for an opposed roll",
    "dark side paid for",
    "began at random",
)
OFTEN = ("bust", "higher total", "side bet paid", "three sets to the win", "Force point")


def test_engines_agree_on_whole_matches():
    """After every decision both stand at the same table, have paid, told and reported the same; and rare things were met."""
    events: Counter[str] = Counter()

    @settings(unhurried, phases=[Phase.generate, Phase.shrink])
    @given(match=ANY_MATCH, play=SEEDS)
    def play_many(match: Match, play: int) -> None:
        match.play(play)
        events.update(match.events)

    play_many()
    if COMPILED:  # else there are too few matches for all of it
        assert all(events[event] for event in RARE), {event: events[event] for event in RARE}
    assert all(events[event] >= EXAMPLES // 20 for event in OFTEN), {event: events[event] for event in OFTEN}
