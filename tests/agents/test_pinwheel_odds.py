"""The shark's odds against enumeration: every throw counted one by one, in whole numbers and fractions."""

import functools
import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from backroom.agents import resolve
from backroom.agents.pinwheel.odds import (
    GAIN_LOW,
    MAX_OTHERS,
    MIN_TARGET,
    gamble_gains,
    share_as_dealt,
    share_by_gamble,
    throw_chances,
)
from backroom.envs.core.game import get_game

FACES = range(1, 7)
SIXES = 12  # re-rolls that are enumerated: longer chains have a chance of 6**-13
LEFT_OUT = Fraction(1, 6 ** (SIXES + 1))
READINGS = (0, 1)  # an odd secret die adds, or subtracts (PW-9)

Chances = dict[int, Fraction]


def signed(die: int) -> int:
    """PW-6: even adds, odd subtracts."""
    return die if die % 2 == 0 else -die


def counted(outcomes: Iterable[tuple[int, Fraction]]) -> Chances:
    """The chance of each value."""
    chances: Chances = {}
    for value, chance in outcomes:
        chances[value] = chances.get(value, Fraction(0)) + chance
    return chances


def gamble_die_chains() -> Iterable[tuple[tuple[int, ...], Fraction]]:
    """Every way that the Gamble Die can fall, re-rolls included, with its chance; `LEFT_OUT` is missing."""
    for sixes in range(SIXES + 1):
        for face in FACES:
            if face < 6:
                yield (6,) * sixes + (face,), Fraction(1, 6 ** (sixes + 1))


def throw_total(ordinary: tuple[int, ...], chain: tuple[int, ...], pips: int) -> int:
    """PW-10: a 1 on the Gamble Die takes it and the highest other die out; sixes are kept and rolled again."""
    if chain == (1,):
        return sum(ordinary) - max(ordinary, default=0) + pips
    return sum(ordinary) + sum(chain) + pips


@functools.cache
def throws(dice: int, pips: int) -> Chances:
    """Totals of a dice code with its Gamble Die, each throw of the ordinary dice taken one by one."""
    return counted(
        (throw_total(ordinary, chain, pips), chance / 6 ** len(ordinary))
        for ordinary in itertools.product(FACES, repeat=dice - 1)
        for chain, chance in gamble_die_chains()
    )


@functools.cache
def signed_sums(count: int) -> Chances:
    """Sums of `count` signed dice, built up die by die."""
    if count == 0:
        return {0: Fraction(1)}
    return counted((s + signed(die), chance / 6) for s, chance in signed_sums(count - 1).items() for die in FACES)


@functools.cache
def gains(dice: int, pips: int, target: int) -> Chances:
    """What a Gamble adds to the cycle (PW-11); `LEFT_OUT` is missing."""
    return counted(
        (gain, chance * part)
        for total, chance in throws(dice, pips).items()
        for gain, part in signed_sums(total // target).items()
    )


@functools.cache
def hidden_hand(open_cycle: int, to_come: int, subtracts: int) -> Chances:
    """The final cycle of another seat that holds: its secret die is unknown, `to_come` open dice are not yet rolled."""
    return counted(
        (
            open_cycle + (signed(secret) if subtracts else secret) + sum(signed(die) for die in dice),
            Fraction(1, 6 ** (to_come + 1)),
        )
        for secret in FACES
        for dice in itertools.product(FACES, repeat=to_come)
    )


def whole(chances: Chances) -> tuple[int, list[tuple[int, int]]]:
    """Chances as whole numbers over one denominator."""
    denominator = math.lcm(*(chance.denominator for chance in chances.values()))
    return denominator, [(value, int(chance * denominator)) for value, chance in chances.items()]


def share(own: Chances, others: Sequence[Chances]) -> Fraction:
    """Expected share of the pot: every combination of final cycles, the highest wins, a tie of n seats pays 1/n to each."""
    denominator, mine = whole(own)
    seats = [whole(other) for other in others]
    for each, _ in seats:
        denominator *= each
    won: dict[int, int] = {}  # ways to win, by how many seats share the pot
    for (cycle, ways), *theirs in itertools.product(mine, *(pairs for _, pairs in seats)):
        best = max(value for value, _ in theirs)
        if cycle >= best:
            for _, more in theirs:
                ways *= more
            sharing = 1 + sum(value == cycle for value, _ in theirs)
            won[sharing] = won.get(sharing, 0) + ways
    return sum((Fraction(ways, denominator * sharing) for sharing, ways in won.items()), Fraction(0))


def dealt_share(base: int, to_come: int, subtracts: int, others: Sequence[int]) -> Fraction:
    own = counted((base + value, chance) for value, chance in signed_sums(to_come).items())
    return share(own, [hidden_hand(cycle, to_come, subtracts) for cycle in others])


def gambled_share(base: int, subtracts: int, others: Sequence[int], code: tuple[int, int], target: int) -> Fraction:
    own = counted((base + value, chance) for value, chance in gains(*code, target).items())
    return share(own, [hidden_hand(cycle, 0, subtracts) for cycle in others])


def scratch(others: Sequence[int]) -> tuple[np.ndarray, np.ndarray]:
    """What the kernels want: open cycles with places to spare, and a place to work in, with rubbish in both."""
    cycles = np.full(MAX_OTHERS, 99, np.int64)
    cycles[: len(others)] = others
    return cycles, np.full(MAX_OTHERS + 1, np.nan)


# --- the counting itself ---


def test_enumeration_by_hand():
    """What the counting above says in cases that can be done in the head."""
    assert throw_total((5, 4), (1,), 0) == 4  # the rules' own example
    assert throw_total((6, 6), (6, 6, 1), 2) == 27  # a 1 on a re-roll is just 1
    assert throws(1, 0)[0] == Fraction(1, 6)  # a 1 takes itself out
    assert throws(1, 2)[6 + 2 + 2] == Fraction(1, 36)  # a six, then a two, and the pips
    assert throws(2, 0)[0] == Fraction(1, 6)  # a 1 takes the other die out, whatever it shows
    assert 1 - sum(throws(3, 0).values()) == LEFT_OUT
    assert signed_sums(1) == {value: Fraction(1, 6) for value in (-5, -3, -1, 2, 4, 6)}
    assert signed_sums(4) == counted(
        (sum(signed(die) for die in dice), Fraction(1, 6**4)) for dice in itertools.product(FACES, repeat=4)
    )
    assert share({3: Fraction(1)}, [{3: Fraction(1)}, {3: Fraction(1)}]) == Fraction(1, 3)


# --- throws and gains ---


@pytest.mark.parametrize("pips", [0, 1, 2])
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_throw_chances(dice, pips):
    """PW-10: the chance of every total, up to the re-rolls that the counting leaves out."""
    chances = throw_chances(dice, pips)
    exact = throws(dice, pips)
    assert (chances >= 0).all()
    assert chances.sum() == pytest.approx(1, abs=1e-12)
    assert max(exact) < len(chances)
    for total, chance in enumerate(chances):
        assert chance == pytest.approx(float(exact.get(total, 0)), abs=float(LEFT_OUT))


@pytest.mark.parametrize(("dice", "pips"), [(1, 0), (4, 0), (9, 2), (30, 2)])
def test_gamble_gains_are_chances(dice, pips):
    """Every row sums to one: nothing is lost by leaving out what can hardly be."""
    rows = gamble_gains(dice, pips)
    assert rows.shape[0] == 16  # targets from 3 to 18
    assert (rows >= 0).all()
    np.testing.assert_allclose(rows.sum(axis=1), 1, atol=1e-12)
    assert not rows.flags.writeable


@pytest.mark.parametrize(("dice", "pips"), [(1, 0), (1, 2), (2, 1), (3, 0), (4, 2)])
def test_gamble_gains(dice, pips):
    """PW-11: what the extra dice add, for every target that three dice can have."""
    for target in range(3, 19):
        row = gamble_gains(dice, pips)[target - MIN_TARGET]
        exact = gains(dice, pips, target)
        assert row[-GAIN_LOW] == pytest.approx(float(exact[0]), abs=float(LEFT_OUT))
        for gain, chance in exact.items():
            assert row[gain - GAIN_LOW] == pytest.approx(float(chance), abs=float(LEFT_OUT))
        named = np.zeros(len(row), bool)
        named[[gain - GAIN_LOW for gain in exact]] = True
        assert row[~named].sum() <= float(LEFT_OUT)


# --- shares of the pot ---


CASES = {
    1: [(base, others) for base in range(-8, 13, 2) for others in ([-3], [0], [4])] + [(6, [12]), (18, [-10]), (-15, [12])],
    2: [(base, others) for base in (-4, 1, 5, 9) for others in ([0, 0], [-3, 4], [2, 7])] + [(-20, [0, 1]), (30, [0, 1])],
    3: [(2, [0, 0, 0]), (5, [-2, 1, 6]), (9, [4, 4, -8])],
}


@pytest.mark.parametrize("subtracts", READINGS, ids=("adds", "subtracts"))
@pytest.mark.parametrize("to_come", [0, 1, 2])
@pytest.mark.parametrize("count", CASES)
def test_share_as_dealt(count, to_come, subtracts):
    """One to three others, with all, one or none of the open dice still to come; equal cycles share the pot."""
    cases = CASES[count] if count < 3 or to_come < 2 else CASES[count][1:2]
    for base, open_cycles in cases:
        others, ties = scratch(open_cycles)
        got = share_as_dealt(base, to_come, subtracts, others, count, ties)
        assert got == pytest.approx(float(dealt_share(base, to_come, subtracts, open_cycles)), abs=1e-12)


def test_share_of_equals():
    """Before any open die the average share of a seat is its fair part, whatever is shared among ties."""
    for count, subtracts in itertools.product((1, 2, 3, 4, 5), READINGS):
        others, ties = scratch([0] * count)
        bases = [signed(secret) if subtracts else secret for secret in FACES]
        mean = np.mean([share_as_dealt(base, 2, subtracts, others, count, ties) for base in bases])
        assert mean == pytest.approx(1 / (count + 1), abs=1e-12)


@pytest.mark.parametrize("subtracts", READINGS, ids=("adds", "subtracts"))
@pytest.mark.parametrize("count", CASES)
def test_share_by_gamble(count, subtracts):
    """One to three others who hold, all open dice out: every throw of a few dice codes at low and high targets."""
    codes = [((1, 0), 3), ((2, 1), 7), ((3, 0), 18), ((4, 2), 3)]
    for (base, open_cycles), (code, target) in zip(CASES[count], itertools.cycle(codes), strict=False):
        others, ties = scratch(open_cycles)
        got = share_by_gamble(base, subtracts, others, count, gamble_gains(*code)[target - MIN_TARGET], ties)
        exact = gambled_share(base, subtracts, open_cycles, code, target)
        assert got == pytest.approx(float(exact), abs=2 * float(LEFT_OUT))


def test_a_gamble_that_can_not_succeed_changes_nothing():
    """With gains that are certainly nothing the share is that of holding."""
    nothing = np.zeros(gamble_gains(1, 0).shape[1])
    nothing[-GAIN_LOW] = 1.0
    for (base, open_cycles), subtracts in itertools.product(CASES[2], READINGS):
        others, ties = scratch(open_cycles)
        held = share_as_dealt(base, 0, subtracts, others, 2, ties)
        assert share_by_gamble(base, subtracts, others, 2, nothing, ties) == pytest.approx(held, abs=1e-15)


# --- what the shark does with them ---


def read(seen: Mapping[str, Any]) -> dict[str, Any]:
    """What a seat knows, as the functions above want it."""
    own, *others = seen["seats"]
    subtracts = int(seen["odd_secret"] == "subtracts")
    base = (signed(seen["secret"]) if subtracts else seen["secret"]) + sum(signed(die) for die in own["open"])
    return {
        "base": base,
        "subtracts": subtracts,
        "others": [sum(signed(die) for die in seat["open"]) for seat in others if seat["status"] == "live"],
        "code": tuple(int(part or 0) for part in own["skill"].replace("D", "").split("+")) + (0,) * ("+" not in own["skill"]),
        "target": seen["secret"] + sum(own["open"]),
        "to_come": 2 - len(own["open"]),
    }


@functools.cache
def _exact(base: int, subtracts: int, others: tuple[int, ...], code: tuple[int, int], target: int) -> tuple[Fraction, Fraction]:
    return dealt_share(base, 0, subtracts, others), gambled_share(base, subtracts, others, code, target)


def test_shark_gambles_exactly_when_the_odds_say_so(moments_of):
    """PW-8: it gambles where that raises its exact share of the pot, and holds where it lowers it or changes nothing."""
    game = get_game("pinwheel")
    hold, gamble = game.actions.index("hold"), game.actions.index("gamble")
    seen = moments_of("pinwheel")
    seen = seen.pick(seen.masks[:, gamble] != 0)
    taken = resolve("shark", "pinwheel").act_batch(seen.observations, seen.masks, seen.u)
    decided = {hold: 0, gamble: 0}
    for observation, mask, action in zip(seen.observations, seen.masks, taken.tolist(), strict=True):
        known = read(game.decode(observation, mask))
        if known["code"][0] > 4 or len(known["others"]) > 3:
            continue  # too much to count
        held, gambled = _exact(
            *(known[key] for key in ("base", "subtracts")), tuple(known["others"]), known["code"], known["target"]
        )
        if abs(gambled - held) > 2 * LEFT_OUT:
            assert action == (gamble if gambled > held else hold), known
            decided[action] += 1
        elif gambled == held:
            assert action == hold, known
    assert min(decided.values()) > 30


def test_shark_weighs_the_price_of_a_call(moments_of):
    """Heads-up it folds only where its exact share is worth less than the call, and calls as the underdog only where it pays.

    Looked at before the last open die, when the Gamble does not count yet, and where it could pay the whole call.
    """
    game = get_game("pinwheel")
    fold, call = game.actions.index("fold"), game.actions.index("call")
    seen = moments_of("pinwheel")
    seen = seen.pick(seen.masks[:, fold] != 0)
    taken = resolve("shark", "pinwheel").act_batch(seen.observations, seen.masks, seen.u)
    decided = {fold: 0, call: 0}
    for observation, mask, action in zip(seen.observations, seen.masks, taken.tolist(), strict=True):
        seen = game.decode(observation, mask)
        known = read(seen)
        if known["to_come"] == 0 or len(known["others"]) > 1 or seen["seats"][0]["stack"] < seen["to_call"]:
            continue
        exact = float(dealt_share(known["base"], known["to_come"], known["subtracts"], known["others"]))
        worth = exact * (seen["pot"] + seen["to_call"])
        if action == fold:
            assert worth < seen["to_call"]
            decided[fold] += 1
        elif action == call and exact < 0.5:
            assert worth >= seen["to_call"]
            decided[call] += 1
    assert min(decided.values()) > 20
