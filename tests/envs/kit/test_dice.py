"""Dice: codes as people write them, fair faces, and throws with the Gamble Die against a plain re-computation."""

import itertools

import numpy as np
import pytest
from backroom.envs.core.errors import InvalidOption
from backroom.envs.kit.dice import (
    MAX_REROLLS,
    MAX_THROW,
    d6,
    dice_code,
    parse_dice_code,
    signed,
    throw_dice,
    throw_with_gamble_die,
)
from hypothesis import given, settings
from hypothesis import strategies as st

ORDINARY, GAMBLE_DIE = 3, 4
ROLLS = 3000
# Chi-square of six faces, five degrees of freedom: above 25.7 in one of ten thousand fair samples.
CHI_SQUARE_OF_FACES = 25.7

unhurried = settings(max_examples=200, deadline=None, derandomize=True)


# ---- dice codes ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [("1D", (1, 0)), ("4D", (4, 0)), ("9D+2", (9, 2)), ("30D+2", (30, 2)), ("3d+1", (3, 1)), (" 5D+0 ", (5, 0))],
)
def test_dice_codes_are_read(text: str, code: tuple[int, int]):
    assert parse_dice_code(text) == code


@pytest.mark.parametrize(
    "text",
    [
        "9X",
        "0D",
        "31D",
        "100D",
        "4D+3",
        "4D+",
        "4D-1",
        "4 D",
        "4D +1",
        "D",
        "D+1",
        "+1",
        "4",
        "",
        "4D+1+1",
        "-4D",
        "4.0D",
    ],
)
def test_other_texts_are_refused_with_what_is_allowed(text: str):
    with pytest.raises(InvalidOption, match=r"is not a dice code: write 1D to 30D, with \+1 or \+2 for pips") as refusal:
        parse_dice_code(text)
    assert str(refusal.value).startswith(repr(text))


@pytest.mark.parametrize("value", [4, None, 4.0, ("4D",), b"4D", True])
def test_what_is_no_text_is_refused(value: object):
    with pytest.raises(InvalidOption, match="is not a dice code"):
        parse_dice_code(value)


def test_every_code_is_written_as_it_is_read():
    codes = [(dice, pips) for dice in range(1, 31) for pips in range(3)]
    assert [parse_dice_code(dice_code(*code)) for code in codes] == codes
    assert (dice_code(4, 0), dice_code(9, 2)) == ("4D", "9D+2")


@pytest.mark.parametrize(
    ("text", "code"), [("0D", (0, 0)), ("0d", (0, 0)), ("00D", (0, 0)), ("0D+0", (0, 0)), ("1D+2", (1, 2))]
)
def test_no_dice_at_all_are_read_where_they_are_allowed(text: str, code: tuple[int, int]):
    assert parse_dice_code(text, fewest=0) == code


@pytest.mark.parametrize("text", ["0D+1", "0D+2", "0", "-0D", "31D", "4D+3"])
def test_no_dice_have_no_pips_and_the_other_bounds_stay(text: str):
    with pytest.raises(InvalidOption, match=r"is not a dice code: write 0D to 30D, with \+1 or \+2 for pips"):
        parse_dice_code(text, fewest=0)


def test_the_code_of_no_dice_is_written_as_it_is_read():
    assert dice_code(*parse_dice_code("0D", fewest=0)) == "0D"


# ---- faces --------------------------------------------------------------------------------------------------------


def test_even_dice_add_and_odd_ones_subtract():
    assert [int(signed(die)) for die in range(7)] == [0, -1, 2, -3, 4, -5, 6]


def chi_square(faces: list[int]) -> float:
    counts = np.bincount(faces, minlength=7)[1:]
    assert counts.sum() == len(faces), "a face outside 1 to 6"
    share = len(faces) / 6
    return float(((counts - share) ** 2 / share).sum())


@pytest.mark.parametrize("changing", ["key", "hand", "seat and purpose", "index"])
def test_faces_are_fair_whatever_part_of_the_address_changes(changing: str):
    addresses = {
        "key": ((n, 0, 0, 1) for n in range(ROLLS)),
        "hand": ((9, n, 0, 1) for n in range(ROLLS)),
        "seat and purpose": ((n // 36, 0, n % 6, n // 6 % 6) for n in range(ROLLS)),
        "index": ((9, 0, 0, n) for n in range(ROLLS)),
    }[changing]
    if changing == "index":
        faces = [int(d6(np.uint64(key), hand, seat, 1, index)) for key, hand, seat, index in addresses]
    else:
        faces = [int(d6(np.uint64(key), hand, seat, purpose, 0)) for key, hand, seat, purpose in addresses]
    assert chi_square(faces) < CHI_SQUARE_OF_FACES


@pytest.mark.parametrize("other", [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)])
def test_dice_at_neighbouring_addresses_do_not_hang_together(other: tuple[int, int, int, int]):
    """Of the 36 pairs of faces each comes about as often; 80 bounds the chi-square of 35 degrees of freedom."""
    hand, seat, purpose, index = other
    pairs = np.zeros((6, 6))
    for key in range(ROLLS):
        one, two = d6(np.uint64(key), 0, 0, 0, 0), d6(np.uint64(key), hand, seat, purpose, index)
        pairs[one - 1, two - 1] += 1
    share = ROLLS / 36
    assert ((pairs - share) ** 2 / share).sum() < 80


def test_a_die_does_not_depend_on_when_it_is_asked_for():
    forwards = [d6(np.uint64(7), 1, 2, 3, index) for index in range(20)]
    backwards = [d6(np.uint64(7), 1, 2, 3, index) for index in reversed(range(20))]
    assert forwards == backwards[::-1]


# ---- throws with the Gamble Die -----------------------------------------------------------------------------------


def throw(key: int, hand: int, seat: int, dice: int, pips: int) -> int:
    return int(throw_with_gamble_die(np.uint64(key), hand, seat, dice, pips, ORDINARY, GAMBLE_DIE))


def faces_of(key: int, hand: int, seat: int, dice: int) -> tuple[list[int], list[int]]:
    """The ordinary dice of a throw, and the Gamble Die up to its first face other than 6."""
    ordinary = [int(d6(np.uint64(key), hand, seat, ORDINARY, index)) for index in range(dice - 1)]
    gamble = [int(d6(np.uint64(key), hand, seat, GAMBLE_DIE, 0))]
    while gamble[-1] == 6:
        gamble.append(int(d6(np.uint64(key), hand, seat, GAMBLE_DIE, len(gamble))))
    return ordinary, gamble


def total_of(ordinary: list[int], gamble: list[int], pips: int) -> int:
    """A throw added up as the rule tells it."""
    if gamble[0] == 1:
        return sum(sorted(ordinary)[:-1]) + pips
    return sum(ordinary) + sum(gamble) + pips


@given(
    key=st.integers(0, 2**64 - 1),
    hand=st.integers(0, 99),
    seat=st.integers(0, 5),
    dice=st.one_of(st.integers(1, 3), st.integers(1, 30)),
    pips=st.integers(0, 2),
)
@unhurried
def test_a_throw_is_its_faces_added_up(key: int, hand: int, seat: int, dice: int, pips: int):
    assert throw(key, hand, seat, dice, pips) == total_of(*faces_of(key, hand, seat, dice), pips)


@pytest.mark.parametrize("dice", [1, 2, 3, 7])
@pytest.mark.parametrize("gamble", [[1], [2], [3], [4], [5], [6, 1], [6, 5], [6, 6, 3]])
def test_every_face_of_the_gamble_die(dice: int, gamble: list[int]):
    """A throw for each face, for a re-roll that shows a 1, and for two re-rolls; pips added in all of them."""
    key = next(key for key in itertools.count() if faces_of(key, 0, 1, 1)[1] == gamble)
    ordinary, _ = faces_of(key, 0, 1, dice)
    without_pips = sum(ordinary) + sum(gamble) if gamble != [1] else sum(ordinary) - max(ordinary, default=0)
    assert [throw(key, 0, 1, dice, pips) for pips in range(3)] == [without_pips + pips for pips in range(3)]


@given(
    key=st.integers(0, 2**64 - 1),
    hand=st.integers(0, 99),
    seat=st.integers(0, 5),
    dice=st.one_of(st.integers(1, 3), st.integers(1, 60)),
    pips=st.integers(0, 4),
)
@unhurried
def test_a_throw_without_the_rule_of_the_1_is_its_faces_as_they_lie(key: int, hand: int, seat: int, dice: int, pips: int):
    """Total, highest ordinary die and first face of the wild die; twice the dice of a code, too."""
    ordinary, wild = faces_of(key, hand, seat, dice)
    thrown = throw_dice(np.uint64(key), hand, seat, dice, pips, ORDINARY, GAMBLE_DIE)
    assert tuple(map(int, thrown)) == (sum(ordinary) + sum(wild) + pips, max(ordinary, default=0), wild[0])


@pytest.mark.parametrize("dice", [1, 2, 3, 7])
@pytest.mark.parametrize("wild", [[1], [2], [5], [6, 1], [6, 5], [6, 6, 3]])
def test_a_1_on_the_wild_die_counts_as_1_and_a_6_rolls_on(dice: int, wild: list[int]):
    key = next(key for key in itertools.count() if faces_of(key, 0, 1, 1)[1] == wild)
    ordinary, _ = faces_of(key, 0, 1, dice)
    total, highest, face = throw_dice(np.uint64(key), 0, 1, dice, 0, ORDINARY, GAMBLE_DIE)
    assert total == sum(ordinary) + sum(wild)
    assert highest == max(ordinary, default=0)
    assert face == wild[0]


def test_both_kinds_of_throw_are_the_same_dice():
    """They differ by a 1 on the wild die alone, which takes itself and the highest other die out."""
    differ = 0
    for key in range(200):
        total, highest, face = throw_dice(np.uint64(key), 0, 0, 4, 1, ORDINARY, GAMBLE_DIE)
        out = 1 + highest if face == 1 else 0
        assert throw(key, 0, 0, 4, 1) == total - out
        differ += out > 0
    assert 10 < differ < 60


def test_throws_stay_below_the_declared_largest():
    """30 dice and 2 pips, the Gamble Die rolled again as often as the cap allows, all showing 6."""
    assert MAX_THROW == 6 * 29 + 6 * (1 + MAX_REROLLS) + 2


def test_the_mean_of_a_throw():
    """2D adds up to 6.95 on average.

    The other die counts 3.5 in five cases of six. The Gamble Die counts 2 to 5, or 6 and a re-roll; a re-roll is worth
    r = (1 + 2 + 3 + 4 + 5 + 6 + r) / 6 = 4.2. So 3.5 * 5 / 6 + (2 + 3 + 4 + 5 + 6 + 4.2) / 6 = 6.95.
    """
    throws = [throw(key, 0, 0, 2, 0) for key in range(ROLLS)]
    # a standard deviation of about 4 a throw: five of the mean's are 0.37
    assert abs(np.mean(throws) - 6.95) < 0.37
