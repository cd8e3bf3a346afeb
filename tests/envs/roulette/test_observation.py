"""Roulette's hidden things (RO-4): what a seat can not see does not reach it, and is redrawn as the rules would draw it."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from backroom.envs.core.game import Game
from backroom.envs.roulette import rules
from backroom.envs.roulette.observation import LAYOUT
from hypothesis import given
from hypothesis import strategies as st

from ..table import SEEDS, SPECTATOR, assert_about, examples
from .tables import ANY_TABLE, RouletteTable, any_options, number_at

HIDDEN = {"key", "throw", "throws", "lay", "last_lay", "uses_left"}
DRAWS = 600
unhurried = examples(80)


@given(data=st.data(), key=SEEDS)
@unhurried
def test_a_redraw_changes_nothing_that_the_seat_has_seen(game: Game, data: st.DataObject, key: int):
    table = data.draw(ANY_TABLE)
    viewer = data.draw(st.sampled_from([SPECTATOR, *table.seats]))
    seen, before = table.observation(viewer), table.states.copy()
    table.resample(viewer, key)
    assert (table.observation(viewer) == seen).all()
    sharp = viewer >= 0 and table.options.cardsharp[viewer]
    for field in game.state.dtype.names or ():
        if field == "key" or (field in HIDDEN and not sharp):
            continue
        assert (table.states[field] == before[field]).all(), field


@given(data=st.data(), key=SEEDS)
@unhurried
def test_what_is_redrawn_could_have_happened(data: st.DataObject, key: int):
    """Rights are used up no more often than they may be, by cardsharps alone, and new throws follow one another."""
    table = data.draw(ANY_TABLE)
    table.resample(data.draw(st.sampled_from([SPECTATOR, *table.seats])), key)
    s, options = table.s, table.options
    rolling = s.phase == rules.ROLLING
    for seat in range(rules.MAX_SEATS):
        sharp = seat < options.num_players and options.cardsharp[seat]
        used = options.cardsharp_uses * sharp - s.uses_left[seat]
        known = int(s.lay[seat] != rules.NO_THROW) + int(s.last_lay[seat] != rules.NO_THROW)
        assert known <= used <= (s.hands_played + (1 if rolling else 0)) * sharp
        assert s.uses_left[seat] >= 0
        if not (rolling and seat < s.to_act):
            assert s.lay[seat] == rules.NO_THROW
    assert s.throws == (1 + int((s.lay != rules.NO_THROW).sum()) if rolling else 0)
    assert (0 <= s.throw < 37) if rolling else s.throw == rules.NO_THROW
    if rolling:
        assert s.uses_left[s.to_act] > 0


@given(data=st.data(), seed=st.integers(0, 2**32))
@unhurried
def test_nothing_changes_for_the_others_while_the_ball_rolls(data: st.DataObject, seed: int):
    """RO-4: from the last bet to the settlement, whatever cardsharps decide, other seats and spectators see the same."""
    table = RouletteTable(seed=seed, **data.draw(any_options()))
    others = [SPECTATOR, *(seat for seat in table.seats if not table.options.cardsharp[seat])]
    rng = random.Random(seed)
    seen: list[Any] = []
    while not table.over:
        table.act(table.choose(rng))
        if table.s.phase != rules.ROLLING:
            seen = []
            continue
        seen.append([table.observation(viewer).tolist() for viewer in others])
        assert seen[-1] == seen[0]
        assert all(table.describe(viewer)["to_act"] is None for viewer in others)


def test_a_cardsharp_sees_everything():
    """RO-4: for it no redraw changes anything but the future."""
    table = RouletteTable(num_players=3, cardsharp=[True, True, False], cardsharp_uses=2, seed=5)
    table.bet("red x 1", "straight 3 x 2", "odd x 1")
    table.act("throw again")
    before = table.states.copy()
    table.resample(0, 77)
    assert table.s.key == 77
    table.s.key = before["key"][0]
    assert (table.states == before).all()


def test_the_throw_that_lies_is_redrawn_evenly():
    """A seat that is no cardsharp does not know it while a cardsharp is asked: all numbers are equally likely."""
    table = RouletteTable(num_players=2, cardsharp=[False, True])
    table.bet("red x 1", "pass")
    counts: Counter[int] = Counter()
    for key in range(37 * 60):
        table.resample(0, key)
        counts[int(table.s.throw)] += 1
    assert set(counts) == set(range(37))
    assert all(abs(count - 60) < 5 * 60**0.5 for count in counts.values())


def test_used_up_rights_are_redrawn_as_coins_would_fall():
    """After two spins with one use: a half used it in the first, a quarter in the second, a quarter not yet."""
    table = RouletteTable(num_players=2, cardsharp=[False, True])
    table.bet("pass", "pass")
    table.play("1: let it lie")
    table.bet("pass", "pass")
    table.play("1: let it lie")
    counts: Counter[str] = Counter()
    for key in range(DRAWS):
        table.resample(0, key)
        last = table.s.last_lay[1] != rules.NO_THROW
        counts["last" if last else "left" if table.s.uses_left[1] else "first"] += 1
    assert_about([counts[what] for what in ("first", "last", "left")], [0.5, 0.25, 0.25], DRAWS)


@pytest.mark.parametrize(("uses", "shares"), [(1, (1.0,)), (2, (0.25, 0.75)), (3, (1 / 7, 3 / 7, 3 / 7))])
def test_who_is_asked_has_a_use_left(uses: int, shares: tuple[float, ...]):
    """Of three earlier questions it has thrown again at 0, 1, ... in 1, 3, 3 and 1 ways: as often as leaves it one use."""
    table = RouletteTable(num_players=2, cardsharp=[False, True], cardsharp_uses=uses)
    for _ in range(3):
        table.bet("pass", "pass")
        table.play("1: let it lie")
    table.bet("pass", "pass")
    counts: Counter[int] = Counter()
    for key in range(DRAWS):
        table.resample(0, key)
        assert table.to_act == 1
        counts[uses - int(table.s.uses_left[1])] += 1
    assert set(counts) == set(range(len(shares)))
    for used, share in enumerate(shares):
        assert abs(counts[used] - share * DRAWS) <= 5 * (DRAWS * share * (1 - share)) ** 0.5


def test_earlier_cardsharps_of_a_spin_are_redrawn_too():
    """Seat 0 has decided before seat 1 is asked: half of the time the ball was thrown again, and then two throws were made."""
    table = RouletteTable(num_players=3, cardsharp=[True, True, False])
    table.bet("pass", "pass", "red x 1")
    table.play("0: let it lie")
    drawn = table.redrawn(2, lambda table: (table.s.lay[0] != rules.NO_THROW, table.s.throws, table.s.uses_left[0]), DRAWS)
    assert set(drawn) == {(True, 2, 0), (False, 1, 1)}
    again = sum(thrown for thrown, _, _ in drawn)
    assert_about(again, 0.5, DRAWS)


def test_the_future_is_drawn_anew():
    """After a redraw the throws come from the new key: they are no longer those that were to come."""
    numbers = set()
    for key in range(80):
        table = RouletteTable(num_players=1)
        table.resample(0, key)
        table.bet("pass")
        assert table.s.last_numbers[0] == number_at(np.uint64(key), 0, 0)
        numbers.add(int(table.s.last_numbers[0]))
    assert len(numbers) > 25


def test_the_table_remembers_eight_spins():
    """The latest number comes first."""
    table = RouletteTable(num_players=1, spins=12, seed=3)
    for _ in range(10):
        table.bet("pass")
    assert table.describe(0)["last_numbers"] == [number_at(table.s.key, spin, 0) for spin in range(9, 1, -1)]


def test_positions_are_relative_to_the_observer():
    """Each seat sees itself first; spectators see seat 0 first."""
    table = RouletteTable(num_players=3, bankroll=[10, 20, 30])
    table.bet("red x 1")
    stacks = {viewer: [seat["stack"] for seat in table.describe(viewer)["seats"]] for viewer in (SPECTATOR, 0, 1, 2)}
    assert stacks == {SPECTATOR: [9, 20, 30], 0: [9, 20, 30], 1: [20, 30, 9], 2: [30, 9, 20]}
    assert [table.describe(viewer)["to_act"] for viewer in (0, 1, 2)] == [1, 0, 2]
    assert LAYOUT.size <= 128
