"""What every Pazaak has: tables of nine cards, whose turn comes next, and how tables are seen."""

from typing import Any

import numpy as np
import pytest
from backroom.envs.core.layout import Layout
from backroom.envs.core.record import NOBODY, record_type
from backroom.envs.kit import pazaak
from backroom.envs.kit.pazaak import ABSENT, BUST, DRAWS, FULL, STANDS

SEATS = 4
STATE = record_type(SEATS, options=[], episode=pazaak.match_fields(SEATS), table=pazaak.table_fields(SEATS))
PIECES = Layout([*pazaak.table_pieces(SEATS, 9, 4), pazaak.OWN_TOTAL_PIECE])


@pytest.fixture
def s() -> Any:
    """A record with four empty tables."""
    records = np.zeros(1, STATE.dtype)
    records["num_players"] = SEATS
    return records[0]


def lying(s: Any, seat: int) -> list[int]:
    return s.table[seat].tolist()


# ---- tables ---------------------------------------------------------------------------------------------------------


def test_cards_lie_in_the_order_they_came_and_are_added_up(s: Any):
    for value in (10, -3, 0, 6):
        pazaak.lay(s, 1, value)
    assert lying(s, 1) == [10, -3, 0, 6, 0, 0, 0, 0, 0]
    assert (s.cards.tolist(), s.total.tolist()) == ([0, 4, 0, 0], [0, 13, 0, 0])


def test_nine_cards_fill_a_table(s: Any):
    for value in range(1, 10):
        pazaak.lay(s, 0, value)
    assert lying(s, 0) == list(range(1, 10))
    assert (s.cards[0], s.total[0]) == (FULL, 45)


def test_the_card_laid_last_is_taken_back(s: Any):
    for value in (10, -3):
        pazaak.lay(s, 2, value)
    pazaak.take_back(s, 2)
    assert (lying(s, 2)[:2], s.cards[2], s.total[2]) == ([10, 0], 1, 10)
    pazaak.take_back(s, 2)
    assert (lying(s, 2)[:2], s.cards[2], s.total[2]) == ([0, 0], 0, 0)


# ---- turns ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "after", "following"),
    [
        ([DRAWS, DRAWS, DRAWS, DRAWS], 0, 1),
        ([DRAWS, DRAWS, DRAWS, DRAWS], 3, 0),
        ([DRAWS, STANDS, BUST, DRAWS], 0, 3),
        ([DRAWS, STANDS, ABSENT, DRAWS], 3, 0),
        ([STANDS, DRAWS, BUST, ABSENT], 1, 1),
        ([STANDS, STANDS, BUST, ABSENT], 1, NOBODY),
    ],
)
def test_the_next_seat_clockwise_that_draws(s: Any, status: list[int], after: int, following: int):
    s.status[:] = status
    assert pazaak.next_to_draw(s, after) == following


def test_only_seats_at_the_table_have_turns(s: Any):
    s.num_players = 2
    s.status[:] = [STANDS, STANDS, DRAWS, DRAWS]
    assert pazaak.next_to_draw(s, 0) == NOBODY


# ---- observation ----------------------------------------------------------------------------------------------------


def lay_out(s: Any) -> None:
    for seat, values in enumerate(([10, -4], [9, 9, 2], [1, 1, 1, 1, 1, 1, 1, 1, 1], [10, 9, 5])):
        for value in values:
            pazaak.lay(s, seat, value)
    s.status[:] = [DRAWS, STANDS, ABSENT, BUST]
    s.hand_left[:] = [4, 3, 2, 0]
    s.won[:] = [0, 1, 2, 0]


def seen(s: Any, base: int) -> dict[str, list[int]]:
    numbers = np.zeros(PIECES.size, np.int32)
    pazaak.observe_tables(s, base, SEATS, numbers, 0)
    vector = numbers.astype(np.float32) * PIECES.scales
    low, high = PIECES.bounds()
    assert (low <= vector).all()
    assert (vector <= high).all()
    return PIECES.read(vector)


@pytest.mark.parametrize("base", range(SEATS))
def test_tables_are_seen_clockwise_from_the_observer(s: Any, base: int):
    lay_out(s)
    tables = [
        {"status": "draws", "total": 6, "table": [10, -4], "hand_left": 4, "won": 0},
        {"status": "stands", "total": 20, "table": [9, 9, 2], "hand_left": 3, "won": 1},
        {"status": "out", "total": 9, "table": [1] * 9, "hand_left": 2, "won": 2},
        {"status": "bust", "total": 24, "table": [10, 9, 5], "hand_left": 0, "won": 0},
    ]
    assert pazaak.describe_tables(seen(s, base), SEATS) == tables[base:] + tables[:base]


def test_seats_that_are_not_there_are_seen_as_nothing(s: Any):
    lay_out(s)
    s.num_players = 2
    shown = seen(s, 1)
    assert shown["status"] == [2, 1, 0, 0]
    assert shown["total"] == [20, 6, 0, 0]
    assert shown["table"][2 * FULL :] == [0] * (2 * FULL)


def test_totals_of_either_sign_fit_the_declared_bounds(s: Any):
    for seat, value in ((0, 10), (1, -10)):
        for _ in range(FULL):
            pazaak.lay(s, seat, value)
    assert seen(s, 0)["total"] == [90, -90, 0, 0]


@pytest.mark.parametrize("total", [-5, 0, 11, 12, 19, 20, 21, 27, 28, 90])
def test_the_own_total_is_one_of_several_places(s: Any, total: int):
    """From 12 to 27 each total has a place of its own; others have none."""
    s.total[1] = total
    numbers = np.zeros(PIECES.size, np.int32)
    pazaak.observe_own_total(s, 1, numbers, PIECES.at.own_total)
    assert PIECES.read(numbers * PIECES.scales)["own_total"] == [int(each == total) for each in range(12, 28)]
    assert np.count_nonzero(numbers) == (12 <= total <= 27)
