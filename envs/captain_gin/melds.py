"""Melding, exactly: arrangements of least unmatched points, and what an opponent lays off (CG-9, CG-10).

A card is in a set of a kind, in a run, or unmatched. For every choice of sets, the runs of each suit are a matter of its row
of 13 bits alone: the cards that a choice leaves in runs are a part of the row in which no block of neighbours is shorter than
three. So all arrangements are few: the choices of sets, times those parts. Of arrangements that are level in all that
the rules ask, the one is taken whose cards in sets, then whose cards in runs make the smaller number, each card counting
2 ** index.
"""

from collections.abc import Iterable

import numpy as np

from ..core.errors import InvalidOption
from ..core.jit import inlined, kernel
from ..kit.rows import COUNT, ROWS
from .cards import CARDS, NUM_CARDS, NUM_RANKS, NUM_SUITS, POINTS, RANKS, SUITS, card_index, rows_of

SHORTEST = 3  # cards in a set or a run
MOST_CARDS = NUM_CARDS // 2
ALL_RANKS = ROWS - 1


def _blocks(row: int) -> list[tuple[int, int]]:
    """First rank and length of every block of neighbours in a row."""
    found: list[tuple[int, int]] = []
    for rank in range(NUM_RANKS):
        if row >> rank & 1:
            if rank and row >> (rank - 1) & 1:
                first, length = found.pop()
                found.append((first, length + 1))
            else:
                found.append((rank, 1))
    return found


# Whether all cards of a row lie in runs; the least points of a row that lie in none.
IN_RUNS = np.array([all(length >= SHORTEST for _, length in _blocks(row)) for row in range(ROWS)])
NOT_IN_RUNS = np.array(
    [sum(int(POINTS[((1 << n) - 1) << first]) for first, n in _blocks(row) if n < SHORTEST) for row in range(ROWS)], np.int32
)

# The sets that can be made of the cards of one rank, by the bits of their suits: none, all, and any three of four.
SETS = np.zeros((1 << NUM_SUITS, 6), np.int64)
NUM_SETS = np.ones(1 << NUM_SUITS, np.int64)
for _suits in range(1 << NUM_SUITS):
    _made = [part for part in range(1 << NUM_SUITS) if part & ~_suits == 0 and part.bit_count() >= SHORTEST]
    SETS[_suits, 1 : 1 + len(_made)] = _made
    NUM_SETS[_suits] += len(_made)


@inlined
def in_two_suits(a, b, c, d):
    """The ranks that are held in two suits or more."""
    return (a & b) | (c & d) | ((a | b) & (c | d))


@inlined
def in_three_suits(a, b, c, d):
    """The ranks that are held in three suits or four."""
    return (a & b & (c | d)) | (c & d & (a | b))


@inlined
def suits_of(low, a, b, c, d):
    """The suits, as four bits, in which the rank with the bit `low` is held."""
    return ((a & low) != 0) * 1 + ((b & low) != 0) * 2 + ((c & low) != 0) * 4 + ((d & low) != 0) * 8


@inlined
def choices_of_sets(a, b, c, d):
    """In how many ways sets of a kind can be chosen."""
    ways = 1
    ranks = in_three_suits(a, b, c, d)
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        ways *= NUM_SETS[suits_of(low, a, b, c, d)]
    return ways


@kernel
def least_unmatched(a, b, c, d):
    """The least unmatched points of the rows `a` to `d` over all arrangements (CG-9)."""
    least = NOT_IN_RUNS[a] + NOT_IN_RUNS[b] + NOT_IN_RUNS[c] + NOT_IN_RUNS[d]
    if least and in_three_suits(a, b, c, d):
        for choice in range(1, choices_of_sets(a, b, c, d)):
            least = min(least, unmatched_beside(choice, a, b, c, d))
            if least == 0:
                break
    return least


@inlined
def unmatched_of(rows):
    """The least unmatched points of the cards in the rows."""
    return least_unmatched(rows[0], rows[1], rows[2], rows[3])


@inlined
def left_without(rows, suit, low):
    """The least unmatched points when a card of the rows goes: the one with the bit `low` of its suit."""
    rows[suit] ^= low
    left = unmatched_of(rows)
    rows[suit] ^= low
    return left


@inlined
def unmatched_beside(choice, a, b, c, d):
    """The least unmatched points beside the sets of the numbered choice."""
    e, f, g, h = a, b, c, d
    ranks = in_three_suits(a, b, c, d)
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        suits = suits_of(low, a, b, c, d)
        made = SETS[suits, choice % NUM_SETS[suits]]
        choice //= NUM_SETS[suits]
        e ^= low * (made & 1)
        f ^= low * (made >> 1 & 1)
        g ^= low * (made >> 2 & 1)
        h ^= low * (made >> 3 & 1)
    return NOT_IN_RUNS[e] + NOT_IN_RUNS[f] + NOT_IN_RUNS[g] + NOT_IN_RUNS[h]


@kernel
def choose_sets(choice, hand, made):
    """Write the cards in the sets of the numbered choice into the rows `made`."""
    for suit in range(NUM_SUITS):
        made[suit] = 0
    a, b, c, d = hand[0], hand[1], hand[2], hand[3]
    ranks = in_three_suits(a, b, c, d)
    while ranks:
        low = ranks & -ranks
        ranks ^= low
        suits = suits_of(low, a, b, c, d)
        chosen = SETS[suits, choice % NUM_SETS[suits]]
        choice //= NUM_SETS[suits]
        for suit in range(NUM_SUITS):
            made[suit] |= low * (chosen >> suit & 1)


@inlined
def beside(row):
    """The ranks next to the cards of a row."""
    return (row << 1 | row >> 1) & ~row & ALL_RANKS


@inlined
def fourth_cards(made, suit):
    """The ranks of which the sets in the rows `made` hold three cards, all but this suit's."""
    others = ALL_RANKS
    for other in range(NUM_SUITS):
        if other != suit:
            others &= made[other]
    return others & ~made[suit]


@inlined
def is_smaller(one, other):
    """Whether the cards in the rows `one` make a smaller number than those in `other`."""
    for suit in range(NUM_SUITS - 1, -1, -1):
        if one[suit] != other[suit]:
            return one[suit] < other[suit]
    return False


@inlined
def next_part(part, row):
    """The parts of a row in ascending order, from 0 on: the one after `part`."""
    return (part - row) & row


@kernel
def take_over(sets, runs, best_sets, best_runs):
    for suit in range(NUM_SUITS):
        best_sets[suit] = sets[suit]
        best_runs[suit] = runs[suit]


@kernel
def arrange(hand, best_sets, best_runs):
    """The arrangement of a knocker (CG-10), in rows: the cards in sets of a kind and those in runs; the unmatched points.

    Least unmatched points; then the fewest cards outside the hand that would extend a meld; then the order of this module.
    """
    sets = np.zeros(NUM_SUITS, np.int64)
    runs = np.zeros(NUM_SUITS, np.int64)
    a, b, c, d = hand[0], hand[1], hand[2], hand[3]
    best = least_unmatched(a, b, c, d)
    fewest = -1
    for choice in range(choices_of_sets(a, b, c, d)):
        if unmatched_beside(choice, a, b, c, d) == best:
            choose_sets(choice, hand, sets)
            extending = 0
            for suit in range(NUM_SUITS):
                runs[suit], more = closed_runs(hand[suit] & ~sets[suit], hand[suit], fourth_cards(sets, suit))
                extending += more
            if fewest < 0 or extending < fewest or (extending == fewest and is_smaller(sets, best_sets)):
                fewest = extending
                take_over(sets, runs, best_sets, best_runs)
    return best


@kernel
def closed_runs(left, held, fourth):
    """The part of the row `left` with most points in runs that the fewest cards not held extend, with those of `fourth`; and
    how many these are."""
    best = 0
    fewest = NUM_RANKS + 1
    part = 0
    for _ in range(1 << COUNT[left]):
        if IN_RUNS[part] and POINTS[left & ~part] == NOT_IN_RUNS[left]:
            extending = COUNT[(beside(part) | fourth) & ~held]
            if extending < fewest:
                fewest = extending
                best = part
        part = next_part(part, left)
    return best, fewest


@kernel
def arrange_and_lay_off(hand, knocker_sets, knocker_runs, best_sets, best_runs, laid):
    """The opponent's arrangement (CG-10), in rows: cards in own sets, in own runs, and laid off; the points still unmatched.

    Least unmatched points after laying off; then the order of this module.
    """
    sets = np.zeros(NUM_SUITS, np.int64)
    runs = np.zeros(NUM_SUITS, np.int64)
    best = -1
    for choice in range(choices_of_sets(hand[0], hand[1], hand[2], hand[3])):
        choose_sets(choice, hand, sets)
        unmatched = 0
        for suit in range(NUM_SUITS):
            fourth = fourth_cards(knocker_sets, suit)
            runs[suit], points = runs_before_laying_off(hand[suit] & ~sets[suit], knocker_runs[suit], fourth)
            unmatched += points
        if best < 0 or unmatched < best or (unmatched == best and is_smaller(sets, best_sets)):
            best = unmatched
            take_over(sets, runs, best_sets, best_runs)
    for suit in range(NUM_SUITS):
        rest = hand[suit] & ~best_sets[suit] & ~best_runs[suit]
        laid[suit] = lays_off(rest, knocker_runs[suit], fourth_cards(knocker_sets, suit))
    return best


@kernel
def runs_before_laying_off(left, knocker_runs, fourth):
    """The part of the row `left` to keep in own runs so that least is unmatched after laying off; and how much that is."""
    best = 0
    least = -1
    part = 0
    for _ in range(1 << COUNT[left]):
        if IN_RUNS[part]:
            rest = left & ~part
            unmatched = POINTS[rest & ~lays_off(rest, knocker_runs, fourth)]
            if least < 0 or unmatched < least:
                least = unmatched
                best = part
        part = next_part(part, left)
    return best, least


@kernel
def lays_off(rest, knocker_runs, fourth):
    """The cards of the row `rest` that fit the knocker's runs, in chains at both ends, and his sets of three."""
    grown = knocker_runs
    while beside(grown) & rest:
        grown |= beside(grown) & rest
    return (grown | fourth) & rest


def melds_of(sets: Iterable[int], runs: Iterable[int]) -> list[list[str]]:
    """The melds of an arrangement as codes of cards: sets by rank, then runs by suit and rank."""
    set_rows, run_rows = [int(row) for row in sets], [int(row) for row in runs]
    found = [
        [rank + SUITS[suit] for suit in range(NUM_SUITS) if set_rows[suit] >> place & 1] for place, rank in enumerate(RANKS)
    ]
    for suit, row in enumerate(run_rows):
        found += [list(CARDS[suit * NUM_RANKS + first :][:length]) for first, length in _blocks(row)]
    return [meld for meld in found if meld]


def best_melds(cards: Iterable[str]) -> tuple[list[list[str]], int]:
    """The melds of least unmatched points of all `cards` given, and those points: `(melds, deadwood_points)`.

    A card is a rank of A23456789TJQK and a suit of SHDC, such as `"AS"`; up to 26 different cards may be given. Level
    arrangements are told apart as a knocker's are (CG-10). Raises `InvalidOption` for a text that is no card, for a card that
    is given twice, and for more cards than half the pack, whose arrangements are too many.
    """
    if isinstance(cards, str) or not isinstance(cards, Iterable):
        raise InvalidOption(f"cards: a list of cards such as ['AS', 'TD'], not {cards!r}")
    given = [card_index(code) for code in cards]
    if len(given) > MOST_CARDS:
        raise InvalidOption(f"{len(given)} cards: give {MOST_CARDS} at the most; a hand of gin has ten or eleven")
    twice = sorted({CARDS[card] for card in given if given.count(card) > 1})
    if twice:
        raise InvalidOption(f"{', '.join(twice)}: given more than once, and there is one of each card")
    sets, runs = np.zeros(NUM_SUITS, np.int64), np.zeros(NUM_SUITS, np.int64)
    deadwood = int(arrange(rows_of(given), sets, runs))
    return melds_of(sets, runs), deadwood
