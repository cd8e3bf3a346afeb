"""Side pots: hand-worked splits, and random ones against a reference that lays every unit out one by one."""

from collections.abc import Sequence

import numpy as np
import pytest
from backroom.envs.kit.pots import settle_pots
from hypothesis import given, settings
from hypothesis import strategies as st


def settle(paid: Sequence[int], live: Sequence[int], rank: Sequence[int], first: int = 0) -> list[int]:
    """What each seat takes back."""
    won = np.full(len(paid), -99, np.int32)  # what stood there before does not matter
    settle_pots(len(paid), np.array(paid, np.int32), np.array(live, np.int32), np.array(rank, np.int32), first, won)
    return won.tolist()


@pytest.mark.parametrize(
    ("paid", "live", "rank", "won"),
    [
        # everybody paid alike: the highest takes all
        ([4, 4, 4], [1, 1, 1], [2, 9, 5], [0, 12, 0]),
        # one folded after 2, one all-in with 5, one paid 10: 12 for the better of the two, 5 back
        ([2, 5, 10], [0, 1, 1], [0, 8, 3], [0, 12, 5]),
        ([2, 5, 10], [0, 1, 1], [0, 3, 8], [0, 0, 17]),
        # three levels, the shortest best: 4 x 3, then 3 x 3, then 2 x 4
        ([3, 6, 10, 10], [1, 1, 1, 1], [9, 8, 6, 7], [12, 9, 0, 8]),
        # three levels, the deepest best: everything
        ([3, 6, 10, 10], [1, 1, 1, 1], [6, 7, 8, 9], [0, 0, 0, 29]),
        # three levels, the middle best: 12 + 9 for it, 8 for the better of the others
        ([3, 6, 10, 10], [1, 1, 1, 1], [6, 9, 8, 7], [0, 21, 8, 0]),
        # folded units lie in every pot they reach: 3 + 3 + 3 + 3, then 7 + 7 + 3
        ([3, 10, 10, 6], [1, 1, 1, 0], [9, 4, 5, 0], [12, 0, 17, 0]),
        # a folded seat wins nothing whatever its rank
        ([5, 5, 5], [0, 1, 1], [99, 1, 2], [0, 0, 15]),
        # all but one folded: it takes the whole table
        ([1, 7, 4, 2], [0, 1, 0, 0], [0, 1, 0, 0], [0, 14, 0, 0]),
        # negative ranks and zero
        ([3, 3, 3], [1, 1, 1], [-9, -2, -4], [0, 9, 0]),
        ([3, 3], [1, 1], [-1, 0], [0, 6]),
        # seats that sat out
        ([0, 4, 0, 4], [0, 1, 0, 1], [0, 2, 0, 1], [0, 8, 0, 0]),
        # nothing was paid
        ([0, 0], [1, 1], [1, 2], [0, 0]),
    ],
)
def test_hand_worked_pots(paid: list[int], live: list[int], rank: list[int], won: list[int]):
    assert settle(paid, live, rank) == won


@pytest.mark.parametrize(("first", "won"), [(0, [3, 2, 0, 2]), (1, [2, 3, 0, 2]), (2, [2, 2, 0, 3]), (3, [2, 2, 0, 3])])
def test_an_odd_unit_goes_to_the_first_tied_seat_clockwise(first: int, won: list[int]):
    """Seats 0, 1 and 3 share 7 units."""
    assert settle([2, 2, 1, 2], [1, 1, 0, 1], [5, 5, 0, 5], first) == won


@pytest.mark.parametrize(("first", "won"), [(0, [3, 0, 3, 2]), (1, [2, 0, 3, 3]), (2, [2, 0, 3, 3]), (3, [3, 0, 2, 3])])
def test_two_odd_units_go_one_by_one(first: int, won: list[int]):
    """Seats 0, 2 and 3 share 8 units."""
    assert settle([2, 2, 2, 2], [1, 1, 1, 1], [5, 1, 5, 5], first) == won


def test_every_pot_has_odd_units_of_its_own():
    """8 units among three, then 7 among two, each dealt out from seat 2 on."""
    assert settle([2, 5, 5, 3], [1, 1, 1, 0], [4, 4, 4, 0], first=2) == [3, 2 + 3, 3 + 4, 0]


def test_a_tie_in_the_main_pot_only():
    """Seats 0 and 1 tie for 9 units, of which the odd one goes to seat 1; seat 1 takes the side pot of 4 alone."""
    assert settle([3, 5, 5], [1, 1, 1], [7, 7, 2], first=1) == [4, 5 + 4, 0]


def test_folded_units_make_no_pots_of_their_own():
    """Three tie with 3 units each, two folded after 1 and 2: one pot of 12, not pots of 5, 4 and 3 with odd units."""
    assert settle([3, 3, 3, 1, 2], [1, 1, 1, 0, 0], [3, 3, 3, 0, 0]) == [4, 4, 4, 0, 0]


def test_only_the_seats_at_the_table_take_part():
    """Arrays may have more places than there are seats; the places beyond are left as they are."""
    won = np.array([-99, -99, -99], np.int32)
    paid, live, rank = (np.array(values, np.int32) for values in ([3, 3, 50], [1, 1, 1], [1, 2, 9]))
    settle_pots(2, paid, live, rank, 0, won)
    assert won.tolist() == [0, 6, -99]


# ---- a reference that lays out unit by unit -----------------------------------------------------------------------


def settle_unit_by_unit(paid: Sequence[int], live: Sequence[int], rank: Sequence[int], first: int) -> list[int]:
    """Each seat's n-th unit goes to the seats that are in and have paid n units; each such circle of seats has one pot.

    A pot is dealt out unit by unit, clockwise from `first`, round after round, to its best seats.
    """
    seats = range(len(paid))
    pots: dict[tuple[int, ...], int] = {}
    for nth in range(1, max(paid) + 1):
        circle = tuple(seat for seat in seats if live[seat] and paid[seat] >= nth)
        pots[circle] = pots.get(circle, 0) + sum(paid[seat] >= nth for seat in seats)
    won = [0 for _ in seats]
    for circle, units in pots.items():
        best = max(rank[seat] for seat in circle)
        order = [(first + step) % len(paid) for step in seats]
        winners = [seat for seat in order if seat in circle and rank[seat] == best]
        for unit in range(units):
            won[winners[unit % len(winners)]] += 1
    return won


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[int], list[int], list[int], int]:
    """What seats paid, who is in, their ranks and the first bettor. Who paid most is in, as at a real table."""
    seats = draw(st.integers(2, 6))
    paid = draw(st.lists(st.integers(0, 12), min_size=seats, max_size=seats))
    live = draw(st.lists(st.integers(0, 1), min_size=seats, max_size=seats))
    rank = draw(st.lists(st.integers(-3, 3), min_size=seats, max_size=seats))
    if max(paid) > 0:
        live[draw(st.sampled_from([seat for seat in range(seats) if paid[seat] == max(paid)]))] = 1
    return paid, live, rank, draw(st.integers(0, seats - 1))


@given(table=tables())
@settings(max_examples=300, deadline=None, derandomize=True)
def test_pots_agree_with_units_laid_out_one_by_one(table: tuple[list[int], list[int], list[int], int]):
    won = settle(*table)
    assert won == settle_unit_by_unit(*table)


@given(table=tables())
@settings(max_examples=200, deadline=None, derandomize=True)
def test_no_unit_is_made_or_lost_and_nobody_wins_more_than_it_could_cover(
    table: tuple[list[int], list[int], list[int], int],
):
    paid, live, _, _ = table
    won = settle(*table)
    assert sum(won) == sum(paid)
    for seat, units in enumerate(won):
        assert units <= (sum(min(other, paid[seat]) for other in paid) if live[seat] else 0)
