"""Decks as counts: the same cards, in the same order, as off a plain sorted list, and every order equally likely."""

import itertools
from collections import Counter

import numpy as np
import pytest
from backroom.envs.core.chance import randint
from backroom.envs.kit.cards import take_nth
from hypothesis import given, settings
from hypothesis import strategies as st

KINDS = (2, 1, 0, 1)  # two cards of kind 0, one of 1, none of 2, one of 3


def take_all(counts: tuple[int, ...], draws: tuple[int, ...]) -> tuple[int, ...]:
    """The kinds that come off a deck."""
    left = np.array(counts, np.int32)
    taken = tuple(int(take_nth(left, nth)) for nth in draws)
    assert left.sum() == sum(counts) - len(draws)
    assert (left >= 0).all()
    return taken


def take_from_list(counts: tuple[int, ...], draws: tuple[int, ...]) -> tuple[int, ...]:
    """The same from a list with every card in it."""
    cards = [kind for kind, count in enumerate(counts) for _ in range(count)]
    return tuple(cards.pop(nth) for nth in draws)


@pytest.mark.parametrize(("nth", "kind"), [(0, 0), (1, 0), (2, 1), (3, 3)])
def test_the_nth_card_is_counted_in_the_order_of_kinds(nth: int, kind: int):
    left = np.array(KINDS, np.int32)
    assert take_nth(left, nth) == kind
    expected = list(KINDS)
    expected[kind] -= 1
    assert left.tolist() == expected


def test_every_order_of_a_small_deck_comes_equally_often():
    """Of 4 * 3 * 2 * 1 ways to draw, each of the twelve orders of 0, 0, 1, 3 is two."""
    ways = itertools.product(range(4), range(3), range(2), range(1))
    orders = Counter(take_all(KINDS, draws) for draws in ways)
    assert set(orders) == set(itertools.permutations((0, 0, 1, 3)))
    assert set(orders.values()) == {2}


@given(data=st.data(), counts=st.lists(st.integers(0, 4), min_size=1, max_size=10).filter(any))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_a_deck_gives_what_a_list_of_its_cards_gives(data: st.DataObject, counts: list[int]):
    cards = sum(counts)
    draws = tuple(data.draw(st.integers(0, left - 1)) for left in range(cards, data.draw(st.integers(0, cards - 1)), -1))
    assert take_all(tuple(counts), draws) == take_from_list(tuple(counts), draws)


def test_orders_by_addressed_chance_are_equally_likely():
    """1200 decks, one a key: 100 expected of each of twelve orders; 39 bounds the chi-square of 11 degrees of freedom."""
    orders: Counter[tuple[int, ...]] = Counter()
    for key in range(1200):
        draws = tuple(int(randint(np.uint64(key), 0, 0, 0, index, 4 - index)) for index in range(4))
        orders[take_all(KINDS, draws)] += 1
    assert len(orders) == 12
    assert sum((count - 100) ** 2 / 100 for count in orders.values()) < 39
