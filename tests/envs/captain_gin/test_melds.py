"""Melds of Captain gin: the kernels beside the plain reference and OpenSpiel, cases worked by hand, and `best_melds`."""

import importlib.util
import itertools
import random

import pytest
from backroom import InvalidOption
from backroom.envs.captain_gin import best_melds
from backroom.envs.captain_gin.cards import CARDS, NUM_CARDS, RANKS, SUITS, card_index
from backroom.envs.core.jit import COMPILED
from hypothesis import given, settings
from hypothesis import strategies as st

from ...references import captain_gin as reference
from . import check_melds as checks

DEALS = 5_000 if COMPILED else 300
EXAMPLES = 400 if COMPILED else 60
unhurried = settings(max_examples=EXAMPLES, deadline=None, derandomize=True)

PLACES = st.integers(0, NUM_CARDS - 1)
MOST = 26  # cards that `best_melds` takes
ANY_HAND = st.lists(PLACES, max_size=MOST, unique=True).map(lambda hand: [CARDS[card] for card in hand])
HELD = st.lists(PLACES, min_size=10, max_size=11, unique=True).map(lambda hand: [CARDS[card] for card in hand])


@st.composite
def close_hands(draw: st.DrawFn, most: int = 13) -> list[str]:
    """Cards of few adjacent ranks, where melds compete for them."""
    width = draw(st.integers(3, 6))
    first = draw(st.integers(0, len(RANKS) - width))
    pack = [rank + suit for rank in RANKS[first : first + width] for suit in SUITS]
    return draw(st.lists(st.sampled_from(pack), max_size=most, unique=True))


def points_of(codes: list[str]) -> int:
    return sum(min(RANKS.index(code[0]) + 1, 10) for code in codes)


def is_set(meld: list[str]) -> bool:
    return len(meld) in (3, 4) and len({code[0] for code in meld}) == 1


def is_run(meld: list[str]) -> bool:
    """In a row, from the lowest rank on."""
    return len(meld) >= 3 and len({code[1] for code in meld}) == 1 and "".join(code[0] for code in meld) in RANKS


# ---- beside other programs -----------------------------------------------------------------------------------------


def test_random_hands_are_melded_as_the_reference_does():
    """CG-8, CG-9, CG-10: hands of ten and eleven, knockers and opponents, which discards allow a knock."""
    assert checks.compare_many(DEALS, seed=1, against="reference").total() == DEALS


@pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed (extra: peers)")
def test_random_hands_are_melded_as_openspiel_does():
    """CG-8, CG-9."""
    assert checks.compare_many(DEALS, seed=2, against="openspiel").total() == DEALS


def test_a_difference_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """The command ends with exit code 1 at a hand on which the two do not agree."""
    monkeypatch.setattr("sys.argv", ["check_melds.py", "--hands", "6"])
    assert checks.main() == 0
    assert "6 deals compared with reference, all equal: 2 hands of ten" in capsys.readouterr().out
    monkeypatch.setattr(checks.plain, "least_unmatched", lambda hand: -1)
    assert checks.main() == 1
    assert "not -1" in capsys.readouterr().out


@unhurried
@given(data=st.data())
def test_close_hands_are_melded_as_the_reference_does(data: st.DataObject):
    """CG-9, CG-10: any number of cards, none too."""
    checks.compare_hand(checks.plain.cards(data.draw(close_hands())))


@unhurried
@given(data=st.data())
def test_close_hands_are_laid_off_as_the_reference_does(data: st.DataObject):
    """CG-10: on the knocker's best arrangement and on any other."""
    both = data.draw(close_hands(most=20))
    knocker, opponent = checks.plain.cards(both[::2]), checks.plain.cards(both[1::2])
    checks.compare_lay_off(knocker, opponent)
    laid_out = data.draw(st.sampled_from(sorted(checks.plain.arrangements(knocker))))
    checks.compare_lay_off_on(laid_out, opponent)


def test_kernels_leave_what_they_are_given():
    """A hand and the knocker's layout are read only."""
    hand = checks.rows(checks.plain.cards(["2S", "3S", "4S", "4H", "4D", "8H", "9H", "TH", "QC", "KC"]))
    sets, runs, laid = (checks.rows(checks.plain.cards(["KS"])) for _ in range(3))  # whatever lay there before
    knocker_sets, knocker_runs = checks.rows(0), checks.rows(checks.plain.cards(["5H", "6H", "7H"]))
    given_before = [each.tolist() for each in (hand, knocker_sets, knocker_runs)]
    checks.kernels.arrange(hand, sets, runs)
    assert checks.joined(sets) & checks.plain.BIT["KS"] == checks.joined(runs) & checks.plain.BIT["KS"] == 0
    checks.kernels.arrange_and_lay_off(hand, knocker_sets, knocker_runs, sets, runs, laid)
    assert checks.joined(laid) & checks.plain.BIT["KS"] == 0
    assert [each.tolist() for each in (hand, knocker_sets, knocker_runs)] == given_before


# ---- properties ----------------------------------------------------------------------------------------------------


@unhurried
@given(hand=ANY_HAND)
def test_what_best_melds_lays_out_are_melds(hand: list[str]):
    """CG-9: of the cards given, none in two; what is left counts; in the order of the house."""
    melds, deadwood = best_melds(hand)
    laid = list(itertools.chain.from_iterable(melds))
    assert all(is_set(meld) or is_run(meld) for meld in melds)
    assert len(laid) == len(set(laid))
    assert set(laid) <= set(hand)
    rest = [code for code in hand if code not in laid]
    assert deadwood == points_of(rest)
    for code, meld in itertools.product(rest, melds):  # or it would be in the meld
        longer = sorted([*meld, code], key=card_index)
        assert not is_set(longer)
        assert not is_run(longer)
    sets, runs = [meld for meld in melds if is_set(meld)], [meld for meld in melds if is_run(meld)]
    assert melds == sorted(sets, key=lambda meld: RANKS.index(meld[0][0])) + sorted(runs, key=lambda meld: card_index(meld[0]))
    assert all(meld == sorted(meld, key=card_index) for meld in melds)


@unhurried
@given(hand=HELD, seed=st.integers(0, 1000))
def test_the_order_and_the_names_of_the_suits_do_not_matter(hand: list[str], seed: int):
    """CG-9: suits are equal but for ties."""
    rng = random.Random(seed)
    melds, deadwood = best_melds(hand)
    shuffled = rng.sample(hand, len(hand))
    assert best_melds(shuffled) == (melds, deadwood)
    others = dict(zip(SUITS, rng.sample(SUITS, 4), strict=True))
    assert best_melds(code[0] + others[code[1]] for code in hand)[1] == deadwood


@unhurried
@given(hand=ANY_HAND, data=st.data())
def test_a_card_more_costs_at_most_its_points(hand: list[str], data: st.DataObject):
    """CG-9: nobody has to meld it; without it its meld breaks up, of which at most two cards on either side were lost."""
    code = data.draw(st.sampled_from([code for code in CARDS if code not in hand]))
    before, after = best_melds(hand[: MOST - 1])[1], best_melds([*hand[: MOST - 1], code])[1]
    assert before - 40 <= after <= before + points_of([code])


# ---- cases worked by hand ------------------------------------------------------------------------------------------

CASES = {
    "nothing": ("AS 3H 5D 7C 9S JH KD 2C 4S 6H", "", "", 57),
    "longest run first is a trap": ("4S 5S 6S 7S 7H 7D 9C JC QD KH", "7S 7H 7D", "4S 5S 6S", 39),
    "the set first is a trap": ("9S 9H 9D 7S 8S TS JS 2H 4D 6C", "", "7S 8S 9S TS JS", 30),
    "four of a kind, one of it in a run": ("7S 7H 7D 7C 5S 6S 2C 9C QD KH", "7H 7D 7C", "5S 6S 7S", 31),
    "four of a kind, two of it in runs": ("5S 6S 7S 5H 5D 5C 6C 7C QD KH", "", "5S 6S 7S 5C 6C 7C", 30),
    "four of a kind, one of it in either run": ("5S 6S 7S 5H 5D 5C 3C 4C QD KH", "5H 5D 5C", "5S 6S 7S", 27),
    "four of a kind": ("7S 7H 7D 7C AC 4D 9S JC QD KH", "7S 7H 7D 7C", "", 44),
    "the ace is low": ("AS 2S 3S 5H 8D TC JH QC KS 7D", "", "AS 2S 3S", 60),
    "the ace is never high": ("QS KS AS 5H 8D TC JH 7D 3C 3H", "", "", 67),
    "nor between king and two": ("KS AS 2S 5H 8D TC JH 7D 4C 4H", "", "", 61),
    "two runs of a suit": ("2H 3H 4H 6H 7H 8H TS TD KC AC", "", "2H 3H 4H 6H 7H 8H", 31),
    "a run of ten": ("AD 2D 3D 4D 5D 6D 7D 8D 9D TD", "", "AD 2D 3D 4D 5D 6D 7D 8D 9D TD", 0),
    "a run in the middle of which a set takes a card": ("3S 4S 5S 6S 7S 8S 9S 6H 6D KC", "6S 6H 6D", "3S 4S 5S 7S 8S 9S", 10),
    # ties: the same points, then fewer cards from outside that extend it
    "one outsider, 8C, against two, 6S and TS": ("7S 8S 9S 8H 8D AC 2H 4D 6H KC", "8S 8H 8D", "", 39),
    # the same outsiders, one each: then the smaller number of the cards in sets
    "TS against QC: the cards in sets decide": ("JS QS KS QH QD AC 2H 4D 6H 8C", "", "JS QS KS", 41),
    "4S against 2C: the cards in sets decide": ("AS 2S 3S 2H 2D 4C 6H 8D TH KC", "", "AS 2S 3S", 42),
    # 6S lies in the hand, in another meld, so it is no outsider: one each again
    "a card of the hand is no outsider": ("6S 6H 6D 7S 8S 9S 8H 8D QC KC", "6S 6H 6D", "7S 8S 9S", 36),
    # two runs have four outsiders, a set and either run have two each; TS is a smaller number than TH
    "of two equal sets the smaller number": ("TS JS QS TH JH QH TD TC 2D 4C", "TS TD TC", "TH JH QH", 26),
}


@pytest.mark.parametrize(("hand", "sets", "runs", "unmatched"), CASES.values(), ids=CASES)
def test_arrangement(hand: str, sets: str, runs: str, unmatched: int):
    """CG-9, CG-10: by kernels and reference."""
    cards = [reference.cards(codes.split()) for codes in (hand, sets, runs)]
    assert checks.arrange(cards[0]) == (cards[1], cards[2], unmatched)
    assert reference.arrange(cards[0]) == (cards[1], cards[2])
    assert checks.least_unmatched(cards[0]) == reference.least_unmatched(cards[0]) == unmatched
    assert best_melds(hand.split())[1] == unmatched


LAY_OFFS = {
    # knocker's sets and runs; opponent's hand, sets, runs, cards laid off, points left
    "chains at both ends, and the fourth king": (
        ("KS KD KC", "5H 6H 7H"),
        ("3H 4H 8H 9H JH KH 2S 5S 9C JD", "", "", "3H 4H 8H 9H KH", 36),
    ),
    "a card between two runs": (
        ("", "3S 4S 5S 7S 8S 9S"),
        ("2S 6S TS QS AH 3H 5D 7D JC KC", "", "", "2S 6S TS", 46),
    ),
    "a card that fits a set and a run": (
        ("7S 7H 7D", "4C 5C 6C"),
        ("7C 8C TC AS 3S 5H 9H JD QD 2D", "", "", "7C 8C", 50),
    ),
    "nothing fits": (
        ("", "4C 5C 6C"),
        ("8C TC AS 3S 5H 9H JD QD 2D KH", "", "", "", 68),
    ),
    "not round the corner": (
        ("", "JD QD KD AS 2S 3S"),
        ("AD KS TD 4S 6H 6C 8H 8C 3D 5H", "", "", "4S TD", 47),
    ),
    "nothing to lay off on": (
        ("", ""),
        ("2H 3H 4H KS KD KC 9S 9D 6C 7S", "KS KD KC", "2H 3H 4H", "", 31),
    ),
    # alone AH 2H 3H would leave AS AD, two points, and the set 2H 3H, five; these fit the run
    "a run given up for what can be added": (
        ("", "4H 5H 6H"),
        ("AH 2H 3H AS AD 9S 9D TC JC KH", "AS AH AD", "", "2H 3H", 48),
    ),
    "a set that gives one card to a run": (
        ("", "4H 5H 6H"),
        ("7S 7H 7D 7C 8H 9C JC JS 2D 2C", "7S 7D 7C", "", "7H 8H", 33),
    ),
    # melded or added, no points: then the smaller numbers of the cards melded
    "a run that may as well be added": (
        ("", "4H 5H 6H"),
        ("7H 8H 9H 2S 3S JC KC 2D 5D TD", "", "", "7H 8H 9H", 42),
    ),
}


@pytest.mark.parametrize(("knocker", "opponent"), LAY_OFFS.values(), ids=LAY_OFFS)
def test_laying_off(knocker: tuple[str, str], opponent: tuple[str, str, str, str, int]):
    """CG-10: by kernels and reference."""
    laid_out = reference.Arrangement(*(reference.cards(codes.split()) for codes in knocker))
    hand, sets, runs, laid = (reference.cards(codes.split()) for codes in opponent[:4])
    assert checks.arrange_and_lay_off(hand, *laid_out) == (sets, runs, laid, opponent[4])
    answer = reference.arrange_and_lay_off(hand, laid_out)
    assert (*answer.own, answer.laid_off, reference.points(answer.rest)) == (sets, runs, laid, opponent[4])


# ---- best_melds ----------------------------------------------------------------------------------------------------


def test_best_melds_of_no_cards():
    assert best_melds([]) == ([], 0)
    assert best_melds(iter(())) == ([], 0)


def test_best_melds_of_half_the_pack():
    """CG-10: nothing is left, either way; the suits can not be extended, and no card is in a set."""
    half = [rank + suit for suit in "HC" for rank in RANKS]
    assert best_melds(half) == ([half[:13], half[13:]], 0)
    with pytest.raises(InvalidOption):
        best_melds([*half, "AS"])


def test_best_melds_of_twenty_cards():
    """CG-10: runs from ace to five could be extended by the sixes, runs from ace to four by cards of the hand alone."""
    melds, deadwood = best_melds(rank + suit for suit in SUITS for rank in "A2345")
    assert (melds, deadwood) == ([[f"5{suit}" for suit in SUITS], *([f"{rank}{suit}" for rank in "A234"] for suit in SUITS)], 0)


def test_best_melds_are_listed_sets_first():
    """Sets by rank, then runs by suit and rank; the rest is not listed."""
    hand = ["KC", "KD", "KH", "3S", "4S", "5S", "9D", "TD", "JD", "AC", "AD", "AH", "7C"]
    assert best_melds(hand) == (
        [["AH", "AD", "AC"], ["KH", "KD", "KC"], ["3S", "4S", "5S"], ["9D", "TD", "JD"]],
        7,
    )


def test_best_melds_takes_any_spelling():
    """Lower case, and 10 for T."""
    assert best_melds(["10s", "Jh", "tD", "10C", "jd", "JS", "2c"]) == ([["TS", "TD", "TC"], ["JS", "JH", "JD"]], 2)
    assert best_melds(["8H", "9h", "10H", "jH"]) == ([["8H", "9H", "TH", "JH"]], 0)


@pytest.mark.parametrize("code", ["1S", "AX", "A", "", "S", "ASS", "11H", "0D", "SA", "100S", "A S", None, 7, ("A", "S")])
def test_best_melds_refuses_what_is_no_card(code: object):
    with pytest.raises(InvalidOption):
        best_melds(["2S", code])  # type: ignore[list-item]


@pytest.mark.parametrize("twice", [["AS", "AS"], ["TS", "10S"], ["qd", "2C", "QD"]])
def test_best_melds_refuses_a_card_given_twice(twice: list[str]):
    with pytest.raises(InvalidOption):
        best_melds(twice)
