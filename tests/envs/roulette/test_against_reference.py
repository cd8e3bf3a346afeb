"""Roulette beside a plain engine of its own, decision by decision, on random tables with random play.

Both are given the same throws: the plain engine asks for a throw by spin and index, and is handed the one that lies at this
address of the table's chance.
"""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import backroom
import numpy as np
from backroom.envs.core.jit import COMPILED
from hypothesis import given

from ...references.roulette import RouletteReference, units_won
from ..table import SEEDS, examples
from .tables import any_options, choose, number_at

unhurried = examples(200 if COMPILED else 50)


class Match:
    """One episode in both engines at once."""

    def __init__(self, options: Mapping[str, Any], seed: int):
        self.seats = range(options["num_players"])
        self.sharps = options["cardsharp"]
        self.env = backroom.make("roulette", **options)
        self.env.reset(seed=seed)
        key = self.env._states[0].key
        self.plain = RouletteReference(
            bankrolls=options["bankroll"],
            cardsharps=options["cardsharp"],
            uses=options["cardsharp_uses"],
            spins=options["spins"],
            max_chips=options["max_chips"],
            throw=lambda spin, index: number_at(key, spin, index),
        )
        self.events: Counter[str] = Counter()

    def step(self, action: str) -> None:
        """Take `action` in both engines; at the end of a spin compare how it is reported."""
        spins = len(self.plain.finished)
        rewards = self.plain.step(action)
        self.env.step(self.env.parse_action(action))
        assert [self.env.rewards[agent] for agent in self.env.possible_agents] == rewards
        if len(self.plain.finished) > spins:
            self.compare_results()
            last = self.plain.finished[-1]
            self.events["won"] += sum(net > 0 for net in last.net)
            self.events["zero"] += last.number == 0
            self.events[f"thrown again {len(last.thrown_again)} times"] += 1
            self.events["early end"] += self.plain.over and len(self.plain.finished) < self.plain.spins

    def compare_results(self) -> None:
        """RO-4: what was thrown again is told to cardsharps alone."""
        last = self.plain.finished[-1]
        for seat, agent in enumerate(self.env.possible_agents):
            result = self.env.infos[agent]["results"][-1]
            assert result == {
                "spin": len(self.plain.finished),
                "number": last.number,
                "bets": tuple(bet and bet[0] for bet in last.bets),
                "chips": tuple(bet[1] if bet else 0 for bet in last.bets),
                "net": tuple(last.net),
                "thrown_again": tuple(last.thrown_again) if self.sharps[seat] else None,
            }

    def compare_tables(self) -> None:
        """Everything about the table is the same in both engines."""
        plain, table = self.plain, self.env.describe_all()
        assert table["stack"][: len(self.seats)] == plain.stacks
        assert (table["pot"], table["house"], bool(table["over"])) == (plain.pot, plain.house, plain.over)
        assert table["to_act"] == (-1 if plain.over else plain.to_act)
        assert table["uses_left"][: len(self.seats)] == plain.uses_left
        assert table["throw"] == (plain.thrown[-1] if plain.thrown else -1)
        names = {self.env.action_name(i) for i in np.flatnonzero(self.env.action_masks())}
        assert names == plain.legal()

    def compare_observation(self, viewer: int) -> None:
        """What a seat is shown is what the rules let it see (RO-4)."""
        plain, told = self.plain, self.env.describe(f"player_{viewer}")
        sharp, rolling = self.sharps[viewer], self.plain.phase == "rolling"
        order = [(viewer + distance) % len(self.seats) for distance in self.seats]
        lies = plain.thrown[-1] if sharp and rolling else None
        shown = None if plain.over or (rolling and not sharp) else order.index(plain.to_act)
        again = dict(plain.thrown_again) if sharp else {}
        last = plain.finished[-1] if plain.finished else None
        assert (told["phase"], told["to_act"], told["lies"], told["cardsharp"]) == (plain.phase, shown, lies, sharp)
        assert told["last_numbers"] == [spin.number for spin in reversed(plain.finished[-8:])]
        assert told["spins_left"] == (0 if plain.over else plain.spins - len(plain.finished))
        for seat, seen in zip(order, told["seats"], strict=True):
            bet = plain.bets[seat]
            name, chips = bet or (plain.chosen if seat == plain.to_act else None, 0)
            assert (seen["stack"], seen["bet"], seen["chips"]) == (plain.stacks[seat], name, chips)
            by_throw = 0 if bet is None or lies is None else units_won(*bet, lies)
            assert seen["would_win"] == (None if lies is None else by_throw)
            assert seen["thrown_again_from"] == again.get(seat)
            assert seen["uses_left"] == (plain.uses_left[seat] if sharp else None)
            if last is not None:
                before = seen["last_spin"]
                assert (before["bet"], before["chips"]) == (last.bets[seat] or (None, 0))
                assert before["net"] == last.net[seat]
                assert before["thrown_again_from"] == (dict(last.thrown_again).get(seat) if sharp else None)


@given(options=any_options(), seed=SEEDS)
@unhurried
def test_both_engines_play_alike(options: dict[str, Any], seed: int):
    """Whole episodes: tables, rewards, results and what every seat sees."""
    match = Match(options, seed)
    rng = random.Random(seed)
    while not match.plain.over:
        match.compare_tables()
        for viewer in match.seats:
            match.compare_observation(viewer)
        match.step(choose(rng, sorted(match.plain.legal())))
    match.compare_tables()
    for viewer in match.seats:
        match.compare_observation(viewer)


def test_the_random_tables_reach_what_the_rules_are_about():
    """The comparison above would be idle if these did not happen."""
    events: Counter[str] = Counter()
    for seed in range(60):
        rng = random.Random(seed)
        options = {
            "num_players": 3,
            "bankroll": (2, 5, 1),
            "max_chips": 5,
            "spins": 8,
            "cardsharp": (True, False, True),
            "cardsharp_uses": 2,
        }
        match = Match(options, seed)
        while not match.plain.over:
            match.step(choose(rng, sorted(match.plain.legal())))
        events += match.events
    for event in ("won", "zero", "early end", *(f"thrown again {times} times" for times in range(3))):
        assert events[event] > 0, event
