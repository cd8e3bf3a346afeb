"""Splits of hands of Cripple Mr Onion: cases worked by hand, `best_split`, and the kernels beside the plain reference."""

import random
from collections.abc import Iterable
from typing import Any

import pytest
from backroom import InvalidOption
from backroom.envs.core.jit import COMPILED
from backroom.envs.cripple_mr_onion import best_split
from hypothesis import given, settings
from hypothesis import strategies as st

from . import check_splits as checks

reference = checks.plain

EXAMPLES = 300 if COMPILED else 30
unhurried = settings(max_examples=EXAMPLES, deadline=None, derandomize=True)

EIGHTS = "8cl 8sp 8he 8di 8sw 8st 8cu 8co"
SUITS = ("cl", "sp", "he", "di", "sw", "st", "cu", "co")
PACK = [rank + suit for suit in SUITS for rank in "A23456789TJQK"]


# ---- cases worked by hand ------------------------------------------------------------------------------------------

Case = tuple[str, str, dict[str, Any]]
"""Cards; the names of the groups, best first; what else `best_split` is given."""

TURTLE = {"declared": ["Qco"]}
FOOL = {"declared": ["Jcl"]}
SENDER = {"face_up": ["Jdi"]}
DEATH = {"face_up": ["Ksw"]}


def modified(*modifiers: int, **more: Any) -> dict[str, Any]:
    return {"modifiers": modifiers, **more}


def wild(*modifiers: int, **more: Any) -> dict[str, Any]:
    return {"modifiers": (1, *modifiers), "eights_wild": True, **more}


GROUPS: dict[str, Case] = {
    # CO-2
    "two tens": ("Tcl Tsp", "bagel", {}),
    "ten and picture": ("Tcl Qsp", "bagel", {}),
    "two pictures": ("Kcl Jsp", "bagel", {}),
    "nine and ace": ("9cl Ahe", "bagel", {}),
    "nine and ten": ("9cl Tsp", "", {}),
    "two aces": ("Acl Ahe", "", {}),
    "a bagel has two cards": ("5cl 6sp 9he", "", {}),
    "ten and ace": ("Tcl Ahe", "two-card onion", {}),
    "picture and ace": ("Kcl Ahe", "two-card onion", {}),
    "all but one in a pair": ("6cl 7sw 4he", "broken flush", {}),
    "all but two in a pair, of four": ("6cl 7sw 3he 3di", "broken flush", {}),  # one of the threes is left over
    "none like another": ("6cl 7sp 4he", "", {}),
    "sixteen will do": ("6cl 6sw 4he", "broken flush", {}),
    "fifteen will not": ("5cl 6sw 4cl", "", {}),
    "twenty-two will not": ("9cl 9sw 4cl", "", {}),
    "exactly 21 with three": ("5cl 7sp 9he", "three-card onion", {}),
    "an ace of eleven": ("Acl 4sp 6he", "three-card onion", {}),
    "an ace of one": ("Acl Tsp Qhe", "three-card onion", {}),
    "clubs and swords": ("6cl 7sw 4cl", "flush", {}),
    "spades and staves": ("6sp 7st 4sp", "flush", {}),
    "hearts and cups": ("6cu 7he 4cu", "flush", {}),
    "diamonds and coins": ("6di 7co 4co", "flush", {}),
    "clubs and staves are no pair": ("6cl 7st 4cl", "broken flush", {}),
    "spades and swords are no pair": ("6sp 7sw 4sp", "broken flush", {}),
    "a flush is better than three at 21": ("5cl 7sw 9cl", "flush", {}),
    "an ace of one in a flush": ("Acl 9cl 6sw", "flush", {}),
    "an ace of eleven in a flush": ("Acl 2cl 3sw", "flush", {}),
    "exactly 21 with four": ("2cl 4sp 6he 9di", "four-card onion", {}),
    "four at 21 are better than a flush": ("2cl 4cl 6sw 9sw", "four-card onion", {}),
    "six, seven, eight": ("6cl 7sp 8he", "broken royal", {}),
    "exactly 21 with five": ("2cl 3sp 4he 5di 7cl", "five-card onion", {}),
    "sevens": ("7cl 7sp 7he", "royal", {}),
    "exactly 21 with six": ("Acl 2sp 3he 4di 5cl 6sw", "six-card onion", {}),
    "a wild royal": ("8cl 8sp 8he", "wild royal", wild()),
    "ordinary eights are none": ("8cl 8sp 8he", "", {}),
    "exactly 21 with seven": ("Acl Ahe 2sp 3he 4di 5cl 5sw", "seven-card onion", {}),
    "not with eight": ("Acl Ahe Adi 2sp 3he 4di 4cl 5sw", "five-card onion, flush", {}),
    "two of each": ("Jcl Qsp Ahe Adi", "Double Onion", {}),
    "tens are no pictures": ("Tcl Tsp Ahe 2he Adi", "three-card onion", {}),  # T T A, or the two TA
    "three of each": ("Jcl Qsp Khe Ahe Adi Acu", "Triple Onion", {}),
    "four of each": ("Jcl Qsp Khe Jdi Ahe Adi Acu Aco", "Lesser Onion", {}),
    "five of each": ("Jcl Qsp Khe Jdi Kco Ahe Adi Acu Aco Asw", "Great Onion", {}),
    "three of each with more around them": ("Jcl Qsp Khe Ahe Adi Acu 2cl 3sp 4he 5di", "Triple Onion", {}),
    "four aces, three pictures": ("Jcl Qsp Khe Ahe Adi Acu Aco 9cl Tsp", "Triple Onion, two-card onion", {}),
    # CO-3, CO-4
    "nothing": ("2cl 3sp", "", {}),
    "the first group first, whatever it costs": ("Tcl Ahe Tsp Jhe", "three-card onion", modified(1)),
    "worked: a Double Onion": ("3cl 3sp 4sp Jsp Ahe 7he Qhe Adi 4di 6di", "Double Onion, five-card onion", {}),
    "worked: no Double Onion": ("9cl 4sp Qsp Ksp 4he Jhe Adi 7di Tdi Kdi", "four-card onion, bagel, bagel", {}),
}

EIGHTS_BENT: dict[str, Case] = {
    # CO-M1, ordinary
    "an eight of no value": ("5cl 7sp 9he 8di", "four-card onion", {}),
    "not without the modifier": ("5cl 7sp 9he 8di", "three-card onion", modified()),
    "four of them": ("5cl 7sp 9he 8cl 8sp 8he 8di", "seven-card onion", {}),
    "never past seven": ("5cl 7sp 9he 8cl 8sp 8he 8di 8sw", "seven-card onion", {}),
    "never past seven, beginning with seven": ("Acl Ahe 2sp 3he 4di 5cl 5sw 8cl", "seven-card onion", {}),
    "two cards made longer": ("Tcl Ahe 8cl 8sp", "four-card onion", {}),
    "two cards made longer by five": ("Tcl Ahe 8cl 8sp 8he 8di 8sw", "seven-card onion", {}),
    "an eight as an eight and one of no value": ("Ahe 2di 8cl 8sp", "four-card onion", {}),
    "flushes have none": ("6cl 5sw 6sw 8he", "flush", {}),
    "bagels have none": ("Tcl Qsp 8he", "bagel", {}),
    "Double Onions have none": ("Jcl Qsp Ahe Adi 8cl", "Double Onion", {}),
    # CO-M1, wild
    "a wild ace": ("Tcl 8he", "two-card onion", wild()),
    "a wild ten and a wild ace": ("8cl 8he", "two-card onion", wild()),
    "a wild eight": ("6cl 7sp 8he", "broken royal", wild()),
    "a wild six": ("7sp 8cl 8he", "royal", wild()),
    "a wild seven": ("7cl 7sp 8he", "royal", wild()),
    "a wild picture": ("Jcl Ahe Adi 8he", "Double Onion", wild()),
    "three wild cards for a Double Onion": ("Jcl 8cl 8he 8sp", "Double Onion", wild()),
    "four wild cards": ("8cl 8he 8sp 8di", "Double Onion", wild()),
    "eight wild cards": (f"{EIGHTS} Qhe Ahe", "Great Onion", wild()),
    "a wild suit": ("6cl 9sw 8he", "flush", wild()),
    "a wild card is never null": ("5cl 7sp 9he 8di", "three-card onion", wild()),
    # CO-M3
    "eight eights": (f"{EIGHTS} 2cl 3sp", "Octavo", wild(3)),
    "eight eights without the modifier": (f"{EIGHTS} 2cl 3sp", "Lesser Onion", wild()),
    "eight eights and an onion": (f"{EIGHTS} Tcl Ahe", "Octavo, two-card onion", wild(3)),
    "a Great Onion is better": (f"{EIGHTS} Qhe Khe", "Great Onion", wild(3)),
    "seven eights": ("8cl 8sp 8he 8di 8sw 8st 8cu Kcl 2cl 3sp", "Lesser Onion", wild(3)),
    "eight ordinary eights": (f"{EIGHTS} Tcl Ahe", "seven-card onion", modified(1, 3)),
    # CO-M4
    "no Lady": ("Tcl Ahe", "two-card onion", wild(4)),
    "the Lady and one eleven": ("Tcl Ahe", "", wild(4, lady_against=True)),
    "the Lady and ordinary eights": ("Tcl Ahe", "two-card onion", modified(4, lady_against=True)),
    "the Lady and two elevens": ("Jcl Qsp Ahe Adi 8cl", "four-card onion", wild(4, lady_against=True)),
    "the Lady and no eleven": ("7cl 7sp 7he", "royal", wild(4, lady_against=True)),
    "the Lady and three elevens": (
        "Jcl Qsp Khe Ahe Adi Acu",
        "Double Onion",
        wild(4, lady_against=True),
    ),
    "the Lady and a Great Onion": (
        "Jcl Qsp Khe Jdi Kco Ahe Adi Acu Aco Asw",
        "Great Onion",
        wild(4, lady_against=True),
    ),
    "the Lady and a way to do without": ("Tcl Ahe 9he 7cl 5di", "three-card onion", wild(4, lady_against=True)),
    # CO-M5
    "zeroed aces": ("Jcl Qsp Ahe Adi", "bagel", modified(1, 5, aces_zeroed=True)),
    "zeroed aces, and a wild one": ("Jcl 8he Adi", "two-card onion", wild(5, aces_zeroed=True)),
    "aces not zeroed": ("Jcl Qsp Ahe Adi", "Double Onion", modified(1, 5)),
}

BENT: dict[str, Case] = {
    # CO-M6
    "the turtle not declared": ("Qco Jsp Ahe 3di Tcl", "three-card onion", modified(6)),
    "a three raised to an ace": ("Qco Jsp Ahe 3di Tcl", "Double Onion", modified(6, **TURTLE)),
    "nothing to lower": ("Ahe 3di 4cl", "", modified(6)),
    "a two raised to a picture": ("Qco Ahe Adi 2cl 9sp", "Double Onion", modified(6, **TURTLE)),
    "the queen herself lowered": ("Qco Ahe 3cl Kdi Jsp", "Double Onion", modified(6, **TURTLE)),
    "a nine lowered to one is no ace": (
        "Qco Jsp Ahe 9cl 2cu",
        "three-card onion, two-card onion",
        modified(6, **TURTLE),
    ),
    "one up needs one down": ("Qco 3cl", "", modified(6, **TURTLE)),  # eleven and what is left of the queen
    # CO-M7
    "four nines": ("Qco 9cl 9sp 9he 9di", "Elephants' Double Onion", modified(7, **TURTLE)),
    "four nines, nothing declared": ("Qco 9cl 9sp 9he 9di", "", modified(7)),
    "three tens are too many": ("Qco 9cl Tsp The Tdi", "bagel, bagel", modified(7, **TURTLE)),
    "two nines and two tens make the queen a six": (
        "Qco 9cl 9sp The Tdi 6cl 9di",
        "Elephants' Double Onion, three-card onion",
        modified(7, **TURTLE),
    ),
    "below a Double Onion": (
        "Qco 9cl 9sp 9he 9di Jcl Jsp Ahe Adi",
        "Double Onion, Elephants' Double Onion",
        modified(7, **TURTLE),
    ),
    "further nines may count one": (
        "Qco 9cl 9sp 9he 9di 9cu Tcl 6sp",
        "Elephants' Double Onion, four-card onion",
        modified(7, **TURTLE),
    ),
    "further tens may count two": (
        "Qco 9cl 9sp 9he 9di Tcl 7sp 8cl",  # 4 + 2 + 7 + 8
        "Elephants' Double Onion, four-card onion",
        modified(7, **TURTLE),
    ),
    "wild eights and nines": ("Qco 8cl 8sp 9he 9di", "Elephants' Double Onion", wild(7, **TURTLE)),
    "ordinary eights and nines": ("Qco 8cl 8sp 9he 9di", "", modified(1, 7, **TURTLE)),
    "the better of turtle and elephants": (
        "Qco 9cl 9sp 9he 9di 3he Jcl Ahe",
        "Double Onion",
        modified(6, 7, **TURTLE),
    ),
    # CO-M8
    "aces or eights": ("Tcl Ahe 8sp 8di 5cl", "three-card onion, two-card onion", modified(8)),
    "aces or eights, the Sender face up": ("Tcl Ahe 8sp 8di 5cl", "three-card onion", modified(8, **SENDER)),
    "a null eight too": ("Tcl Ahe 8sp", "two-card onion", modified(1, 8, **SENDER)),
    "aces alone": ("Jcl Qsp Ahe Adi 8sp", "Double Onion", modified(1, 8, **SENDER)),
    "the Sender and wild eights": ("Jcl 8he Ahe", "bagel", wild(8, **SENDER)),
    "the Sender and no wild ace": ("9cl 8he", "", wild(8, **SENDER)),
    "a wild royal all the same": ("8cl 8he 8sp 8di", "wild royal", wild(8, **SENDER)),
    # CO-M9
    "Death and two pictures": ("Jcl Qsp Ahe Adi", "three-card onion", modified(9, **DEATH)),
    "Death face down": ("Jcl Qsp Ahe Adi", "Double Onion", modified(9)),
    "Death and three pictures": ("Jcl Qsp Khe Ahe Adi", "Double Onion", modified(9, **DEATH)),
    "Death and a Triple Onion": ("Jcl Qsp Khe Ahe Adi Acu", "Triple Onion", modified(9, **DEATH)),
    "Death, wild eights and a Triple Onion": (
        "Jcl Qsp Khe Ahe Adi Acu",
        "Double Onion, two-card onion",
        wild(9, **DEATH),
    ),
    "Death and a wild picture for the Triple Onion": ("Jcl Qsp Khe Ahe Adi Acu 8cl", "Triple Onion", wild(9, **DEATH)),
    "Death and a wild picture": ("Jcl Qsp Ahe Adi 8he", "Double Onion", wild(9, **DEATH)),
    "Death and one picture": ("Jcl Ahe Adi 8he", "Double Onion", wild(9, **DEATH)),
    "Death and a Lesser Onion": ("Jcl Qsp Khe Jdi Ahe Adi Acu Aco", "Lesser Onion", wild(9, **DEATH)),
    "Death and a raised picture": ("Qco Jsp Ahe Adi 2cl 9he", "Double Onion", modified(6, 9, **TURTLE, **DEATH)),
    # CO-M10
    "the wizard and an eight": ("Jst 8cl 3he", "", modified(10)),
    "no wizard and an eight": ("Jst 8cl 3he", "three-card onion", modified(1)),
    "the wizard and a null eight": ("Jst Ahe 8cl", "three-card onion", modified(1, 10)),
    "the wizard left out": ("Jst 6cl 7sp 8he", "broken royal", modified(10)),
    "the wizard or the eight": ("Jst Tcl 6cl 7sp 8he", "broken royal", modified(10)),
    "the wizard and a wild eight": ("Jst 8cl 3he", "broken flush", wild(10)),
    "the wild wizard as an eight": ("Jst 6cl 7sp", "broken royal", modified(10, jack_wild=True)),
    "the wild wizard as an ace": ("Jst Tcl", "two-card onion", modified(10, jack_wild=True)),
    "the wild wizard and an eight": ("Jst 8cl Tsp", "two-card onion", modified(10, jack_wild=True)),
    "no wild royal with the wild wizard": ("Jst 8cl 8he", "royal", wild(10, jack_wild=True)),
    # two printed pictures: the Double Onion takes the wild jack, and then no eight is an 8
    "Death and the wild wizard": (
        "Jst Qcu Jcu Acl Adi 8di 7sp 6sp",
        "Double Onion",
        modified(9, 10, jack_wild=True, **DEATH),
    ),
    "the wizard lowered but in no group": (
        "Jst Qco Kdi Asp 3cu 6sw 7sp 8sp",
        "Double Onion, broken royal",
        modified(6, 10, **TURTLE),
    ),
    # CO-M11
    "two bagels": ("Tcl Tsp Qhe Kdi", "double bagel", modified(11, **FOOL)),
    "two bagels, the Fool undeclared": ("Tcl Tsp Qhe Kdi", "bagel, bagel", modified(11)),
    "two bagels, one with an ace": ("Tcl Ahe 9di Tsp", "double bagel", modified(11, **FOOL)),
    "three bagels": ("Tcl Tsp Qhe Kdi Jhe Tco", "triple bagel", modified(11, **FOOL)),
    "four bagels": ("Tcl Tsp Qhe Kdi Jhe Tco Jsp Ksp", "lesser bagel", modified(11, **FOOL)),
    "five bagels": ("Tcl Tsp Qhe Kdi Jhe Tco Jsp Ksp 9cl Ahe", "great bagel", modified(11, **FOOL)),
    "no Double Onion": ("Jcl Qsp Ahe Adi", "three-card onion", modified(11, **FOOL)),
    "no Triple Onion": ("Jcl Qsp Khe Ahe Adi Acu", "three-card onion, two-card onion", modified(11, **FOOL)),
    "a Great Onion": ("Jcl Qsp Khe Jdi Kco Ahe Adi Acu Aco Asw", "Great Onion", modified(11, **FOOL)),
    "no Octavo": (f"{EIGHTS} 2cl 3sp", "lesser bagel", wild(3, 11, **FOOL)),
    "a great bagel of wild eights": (f"{EIGHTS} Tcl Tsp", "great bagel", wild(3, 11, **FOOL)),
    "Elephants and the Fool": (
        "Qco 9cl 9sp 9he 9di",
        "two-card onion, two-card onion",
        modified(7, 11, declared=["Qco", "Jcl"]),
    ),
}

CASES = {f"{number} {name}": case for number, part in enumerate((GROUPS, EIGHTS_BENT, BENT)) for name, case in part.items()}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_split(case: Case):
    """CO-2, CO-3, CO-4, CO-M1 and CO-M3 to CO-M11: by kernels and reference; the cards are in no order of their own."""
    cards, names, how = case
    codes = cards.split()
    wanted = names.split(", ") if names else []
    assert [group.name for group in reference.best_split(codes, **how)] == wanted
    for order in (codes, codes[::-1]):
        assert [group.name for group in best_split(order, **how)] == wanted


LAID_OUT: dict[str, tuple[str, list[tuple[str, str]], dict[str, Any]]] = {
    # 5 7 8 A without a null eight, 5 7 9 with one
    "fewer null eights": ("5cl 7sp 9he 8di Acu", [("four-card onion", "5cl 7sp 8di Acu")], {}),
    # 5 8 8 and four null eights, or T A and five
    "four null eights rather than five": (
        "Tcl Ahe 5di 8cl 8sp 8he 8di 8sw 8st",
        [("seven-card onion", "5di 8cl 8sp 8he 8di 8sw 8st"), ("two-card onion", "Tcl Ahe")],
        {},
    ),
    "the Fool's bagel rather than an onion": ("Tcl 9sp Ahe", [("bagel", "9sp Ahe")], modified(11, **FOOL)),
    "an onion rather than a bagel": ("Tcl 9sp Ahe", [("two-card onion", "Tcl Ahe")], modified(11)),
    "the Archchancellor left out for an eight": (
        "Jst Ahe 5cl 8di 8sp",
        [("three-card onion", "5cl 8di 8sp")],
        modified(10),
    ),
    "the card too much is left over": ("6cl 7sw 4he 9di", [("broken flush", "6cl 7sw 4he")], {}),
}


@pytest.mark.parametrize(("cards", "groups", "how"), LAID_OUT.values(), ids=LAID_OUT)
def test_cards_of_the_groups(cards: str, groups: list[tuple[str, str]], how: dict[str, Any]):
    """CO-3, CO-M1, CO-M10, CO-M11: where but one set of cards makes the best group, that one."""
    wanted = [(name, set(codes.split())) for name, codes in groups]
    for split in (best_split(cards.split(), **how), reference.best_split(cards.split(), **how)):
        assert [(group.name, set(group.cards)) for group in split] == wanted


# ---- running flushes, by the reference and by the kernels ----------------------------------------------------------

RUNS: dict[str, tuple[str, dict[int, int | None], dict[str, Any]]] = {
    # CO-M0
    "ten": ("Acl 2sw 3cl 4cl 5sw 6cl 7cl 8sw 9cl Tcl", {9: 0, 10: 0}, {}),
    "nine": ("Acl 2sw 3cl 4cl 5sw 6cl 7cl 8sw 9cl Ksp", {9: 0, 10: None}, {}),
    "eight": ("Acl 2sw 3cl 4cl 5sw 6cl 7cl 8sw Tcl Ksp", {9: None, 10: None}, {}),
    "of two suits that are no pair": ("Acl 2st 3cl 4cl 5st 6cl 7cl 8st 9cl Tcl", {9: None, 10: None}, {}),
    "ace high": ("Asp 5sp 6st 7st 8st 9sp Tst Jsp Qst Ksp", {9: 0, 10: 0}, {}),
    "not round the corner": ("Asp 2sp 3sp 4sp 5sp 6st 7st Jsp Qst Ksp", {9: None, 10: None}, {}),
    # CO-M1
    "an eight in its place is wild too": ("Acl 2sw 3cl 4cl 5sw 6cl 7cl 8sw 9cl Tcl", {9: 1, 10: 1}, wild(0)),
    "an eight in another place": ("Acl 2sw 8he 4cl 5sw 6cl 7cl 8sw 9cl Tcl", {9: 2, 10: 2}, wild(0)),
    "the fewest": ("Acl 2sw 3cl 4cl 5sw 6cl 7cl 8sw 9cl 8di", {9: 1, 10: 2}, wild(0)),
    # CO-M5
    "zeroed aces": ("Acl 2sw 3cl 4cl 5sw 6cl 7cl 8sw 9cl Tcl", {9: 0, 10: None}, modified(0, 1, 5, aces_zeroed=True)),
    # CO-M8
    "the Sender and an ace": ("Acl 2sw 3cl 4cl 5sw 6cl 7cl 8sw 9cl Tcl", {9: 0, 10: None}, modified(0, 8, face_up=["Jdi"])),
    "the Sender and a wild ace": ("8he 2sw 3cl 4cl 5sw 6cl 7cl 8sw 9cl Tcl", {9: 1, 10: 2}, wild(0, 8, face_up=["Jdi"])),
    # CO-M10
    "the Archchancellor": ("4sp 5st 6sp 7sp 8st 9sp Tst Jst Qsp Ksp", {9: None, 10: None}, modified(0, 10)),
    "the Archchancellor replaced": ("4sp 8cl 6sp 7sp 8st 9sp Tst Jsp Qsp Ksp", {9: 2, 10: 2}, wild(0, 10)),
    "the wild Archchancellor": ("Acl 2sw 3cl 4cl 5sw 6cl 7cl Jst 9cl Tcl", {9: 1, 10: 1}, modified(0, 10, jack_wild=True)),
    "the wild Archchancellor beside an eight": (
        "Acl 2sw 3cl 4cl Jst 6cl 7cl 8cl 9cl Tcl",
        {9: None, 10: None},
        modified(0, 10, jack_wild=True),
    ),
}


@pytest.mark.parametrize(("cards", "runs", "how"), RUNS.values(), ids=RUNS)
def test_running_flush(cards: str, runs: dict[int, int | None], how: dict[str, Any]):
    """CO-M0, CO-M1, CO-M5, CO-M8, CO-M10: the fewest wild cards with which nine and ten in a row are held."""
    holding = reference.hold(cards.split(), **how)
    assert holding.running_flushes() == runs
    checks.compare_runs(holding)


TEN_HEARTS = "Ahe 2cu 3he 4cu 5he 6cu 7he 8he 9cu The"
NINE_HEARTS = "Ahe 2cu 3he 4cu 5he 6cu 7he 8he 9cu 2sp"
GREAT = "Jcl Qsp Kcl Jsp Ksp Acl Adi Asp Aco Asw"
LESSER = "Jcl Qsp Kcl Jsp 2sp Acl Adi Asp Aco 3sw"

CRIPPLED: dict[str, tuple[str, str, int, dict[str, Any]]] = {
    "ten and a Great Onion": (TEN_HEARTS, GREAT, 10, {}),
    "nine and a Great Onion": (NINE_HEARTS, GREAT, 9, {}),
    "ten and a Lesser Onion": (TEN_HEARTS, LESSER, 10, {}),
    "nine and a Lesser Onion": (NINE_HEARTS, LESSER, 0, {}),
    "a Triple Onion": (TEN_HEARTS, "Jcl Qsp Kcl Acl Adi Asp", 0, {}),
    "without the modifier": (TEN_HEARTS, GREAT, 0, modified(1)),
    # CO-M2: the eight is the one wild card of the run
    "a wild card too many": (NINE_HEARTS, GREAT, 0, wild(0, 2)),
    "as many wild cards": (NINE_HEARTS, "Jcl Qsp Kcl Jsp 8sp Acl Adi Asp Aco Asw", 9, wild(0, 2)),
    "wild cards do not matter": (NINE_HEARTS, GREAT, 9, wild(0)),
    "a Lesser Onion with a wild card": (TEN_HEARTS, "Jcl Qsp Kcl 8sp 2sp Acl Adi Asp Aco 3sw", 10, wild(0, 2)),
    # CO-M3
    "nine and an Octavo": ("Acu 2cu 3he 4cu 5he 6cu 7he Kdi 8he 9cu", f"{EIGHTS} 2cl 3sp", 9, wild(0, 3)),
    # CO-M11
    "nine and a great bagel": (NINE_HEARTS, "Tcl Tsp Tdi Kdi Jco Tco Jsp Ksp 9cl Adi", 9, modified(0, 11, **FOOL)),
    "ten and a lesser bagel": (TEN_HEARTS, "Tcl Tsp Tdi Kdi Jco Tco Jsp Ksp 2cl 3di", 0, modified(0, 11, **FOOL)),
}


@pytest.mark.parametrize(("run", "onion", "length", "how"), CRIPPLED.values(), ids=CRIPPLED)
def test_crippling(run: str, onion: str, length: int, how: dict[str, Any]):
    """CO-M0, CO-M2, CO-M3, CO-M11: by the reference."""
    assert reference.cripples(reference.hold(run.split(), **how), reference.hold(onion.split(), **how)) == length


# ---- properties ----------------------------------------------------------------------------------------------------

HANDS = st.lists(st.sampled_from(PACK), min_size=1, max_size=10, unique=True)
RICH_HANDS = st.lists(st.sampled_from([code for code in PACK if code[0] in "A789TQK"]), min_size=4, max_size=10, unique=True)


@unhurried
@given(cards=HANDS | RICH_HANDS, eights_wild=st.booleans())
def test_groups_are_cards_of_the_hand(cards: list[str], eights_wild: bool):
    """CO-3: no card in two groups, best first; CO-M1."""
    split = best_split(cards, eights_wild=eights_wild)
    laid = [code for group in split for code in group.cards]
    assert len(laid) == len(set(laid))
    assert set(laid) <= set(cards)
    ranks = [reference.RANK[group.name] for group in split]
    assert ranks == sorted(ranks, reverse=True)
    assert len(split) <= 5


@unhurried
@given(cards=HANDS | RICH_HANDS, seed=st.integers(0, 1000), eights_wild=st.booleans())
def test_the_order_of_cards_and_of_suit_pairs_does_not_matter(cards: list[str], seed: int, eights_wild: bool):
    """CO-2: suit pairs are equal, and so are the suits of a pair."""
    rng = random.Random(seed)
    names = [group.name for group in best_split(cards, eights_wild=eights_wild)]
    assert [group.name for group in best_split(rng.sample(cards, len(cards)), eights_wild=eights_wild)] == names
    pairs = [rng.sample(pair, 2) for pair in rng.sample([SUITS[place::4] for place in range(4)], 4)]
    others = dict(zip(SUITS, [pair[0] for pair in pairs] + [pair[1] for pair in pairs], strict=True))
    assert [group.name for group in best_split([it[0] + others[it[1:]] for it in cards], eights_wild=eights_wild)] == names


@unhurried
@given(cards=HANDS | RICH_HANDS, data=st.data())
def test_a_card_more_never_makes_a_hand_worse(cards: list[str], data: st.DataObject):
    """CO-3: a card may be left over."""
    fewer = [code for code in cards if code != data.draw(st.sampled_from(cards))]
    if fewer:
        ranks, before = ([reference.RANK[group.name] for group in best_split(hand)] for hand in (cards, fewer))
        assert ranks >= before


@unhurried
@given(cards=HANDS | RICH_HANDS, eights_wild=st.booleans(), data=st.data())
def test_any_hand_is_split_as_the_reference_does(cards: list[str], eights_wild: bool, data: st.DataObject):
    """CO-2, CO-3, CO-M1, CO-M8, CO-M9, CO-M11: few cards too."""
    face_up = data.draw(st.sets(st.sampled_from([reference.SENDER, reference.DEATH])))
    declared = data.draw(st.sets(st.just(reference.FOOL)))
    checks.compare(reference.hold(cards, (0, 1, 8, 9, 11), eights_wild, face_up=face_up, declared=declared))


# ---- beside the reference ------------------------------------------------------------------------------------------

COMPARED = {
    "without modifiers": (1000, 66),
    "wild eights": (1000, 33),
    "Octavo": (600, 6),
    "Lady": (800, 33),
    "Fate": (1000, 46),
    "A'Tuin": (250, 16),
    "Elephants": (1000, 40),
    "Sender": (1000, 46),
    "Death": (1000, 66),
    "Archchancellor": (800, 33),
    "wizard and Death": (500, 13),
    "wizard and A'Tuin": (100, 6),
    "Fool": (1000, 46),
    "several": (400, 16),
    "running flushes": (1000, 200),
}
"""How many hands of each part are compared, compiled and uncompiled, by how long they take; the command compares more."""


@pytest.mark.parametrize("part", COMPARED)
def test_random_hands_are_split_as_the_reference_does(part: str):
    """CO-2, CO-3, CO-M0 to CO-M11."""
    compiled, uncompiled = COMPARED[part]
    number = compiled if COMPILED else uncompiled
    assert checks.compare_many(part, number, seed=1).total() > number // 2


def test_all_parts_are_compared():
    """What the command compares is compared here."""
    assert list(COMPARED) == list(checks.PARTS)


@pytest.mark.parametrize(
    "part", [part for part in COMPARED if part not in ("without modifiers", "wild eights", "running flushes")]
)
def test_random_hands_are_such_that_modifiers_matter(part: str):
    """CO-M3 to CO-M11: of thirty hands at least three are split otherwise with the modifier, by the reference."""
    rng = random.Random(3)
    matters = 0
    for _ in range(30):
        holding = checks.PARTS[part](rng)
        plainly = reference.hold(holding.cards, holding.modifiers & {1}, holding.eights_wild)
        matters += [group.key for group in holding.best_split()] != [group.key for group in plainly.best_split()]
    assert matters >= 3


def test_a_difference_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """The command ends with exit code 1 at a hand on which the two do not agree."""
    monkeypatch.setattr("sys.argv", ["check_splits.py", "--hands", "6", "--modified", "2"])
    assert checks.main() == 0
    printed = capsys.readouterr().out
    assert all(part in printed for part in checks.PARTS)
    monkeypatch.setattr("sys.argv", ["check_splits.py", "--hands", "6", "--only", "without modifiers"])
    monkeypatch.setattr(checks, "best_split", lambda *cards, **more: ())
    assert checks.main() == 1
    assert "no group [], not " in capsys.readouterr().out


# ---- best_split is asked for what it can not do --------------------------------------------------------------------


@pytest.mark.parametrize("code", ["1cl", "Axx", "A", "", "cl", "Accl", "11he", "clA", "A cl", None, 7, ("A", "cl")])
def test_best_split_refuses_what_is_no_card(code: object):
    """CO-1."""
    with pytest.raises(InvalidOption):
        best_split(["2sp", code])  # type: ignore[list-item]


@pytest.mark.parametrize("cards", [["Acl", "Acl"], ["Tsp", "2cl", "Tsp"]])
def test_best_split_refuses_a_card_given_twice(cards: list[str]):
    """CO-1: every card is distinct."""
    with pytest.raises(InvalidOption):
        best_split(cards)


def test_best_split_takes_ten_cards_at_most():
    """CO-3."""
    assert best_split(PACK[:10])
    with pytest.raises(InvalidOption):
        best_split(PACK[:11])


@pytest.mark.parametrize("modifiers", [(12,), (-1,), (2,), (0, 2), (1, 2), (3,), (5,), (0, 5), "none", ("0",), (None,)])
def test_best_split_refuses_modifiers_that_can_not_be(modifiers: Iterable[int] | str):
    """Each modifier is one of 0 to 11, and some need others."""
    with pytest.raises(InvalidOption):
        best_split(["2sp", "3sp"], modifiers)


def test_best_split_takes_all_modifiers():
    """In whatever order, and by the word."""
    cards = ["Qco", "9cl", "9sp", "9he", "9di", "3he", "Jcl", "Ahe"]
    in_full = best_split(cards, list(range(12)), declared=["Qco"])
    assert best_split(cards, "all", declared=["Qco"]) == best_split(cards, [*range(11, -1, -1)], declared=["Qco"]) == in_full
    assert [group.name for group in in_full] == ["Double Onion"]


@pytest.mark.parametrize("how", [{"face_up": ["Xdi"]}, {"declared": ["Q"]}])
def test_best_split_refuses_what_else_is_no_card(how: dict[str, Any]):
    """CO-1."""
    with pytest.raises(InvalidOption):
        best_split(["2sp", "3sp"], "all", **how)


def test_best_split_takes_any_iterable_of_cards():
    """CO-3: in any collection, or one after the other."""
    assert best_split(iter(["Tcl", "Ahe"])) == best_split(("Tcl", "Ahe"), [1, 0]) == best_split(["Tcl", "Ahe"])
