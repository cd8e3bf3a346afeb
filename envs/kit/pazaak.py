"""What every Pazaak has: a table of at most nine cards a seat, twenty to reach, seats that stand and seats that are bust."""

import functools
from typing import Any

import numpy as np

from ..core.jit import inlined
from ..core.layout import Piece
from ..core.record import NOBODY, Field
from .observation import by_seat, seat_at

TARGET, FULL = 20, 9
HIGHEST = 10  # main card

# Status of a seat in the present set or round.
DRAWS, STANDS, BUST, ABSENT = range(4)
SHOWN_DRAWS, SHOWN_STANDS = 1, 2
SHOWN_STATUS = np.array([SHOWN_DRAWS, SHOWN_STANDS, -1, -2], np.int64)  # as observations give it; 0: no such seat
STATUSES = {SHOWN_DRAWS: "draws", SHOWN_STANDS: "stands", -1: "bust", -2: "out"}


def match_fields(max_seats: int, number: str = "i4") -> list[Field]:
    """The fields that a record with Pazaak tables has for an episode, as numbers of this type."""
    return [
        ("hand_left", number, (max_seats,)),
        ("won", number, (max_seats,)),  # sets or rounds
    ]


def table_fields(max_seats: int, number: str = "i4") -> list[Field]:
    """And those that it has for a set or round."""
    return [
        ("status", number, (max_seats,), DRAWS),
        ("table", number, (max_seats, FULL)),  # values of the cards that lie, in the order they came
        ("cards", number, (max_seats,)),  # how many lie
        ("total", number, (max_seats,)),
        ("card_played", number),  # 1: the seat to act has played a hand card in this turn
        ("drawn", number),  # the main card of this turn
    ]


@inlined
def lay(s, seat, value):
    """Lay a card of this value."""
    s.table[seat, s.cards[seat]] = value
    s.cards[seat] += 1
    s.total[seat] += value


@inlined
def take_back(s, seat):
    """Take the card laid last off the table."""
    s.cards[seat] -= 1
    s.total[seat] -= s.table[seat, s.cards[seat]]
    s.table[seat, s.cards[seat]] = 0


@inlined
def next_to_draw(s, seat):
    """The next seat clockwise that still draws, perhaps `seat` itself; NOBODY when all are done."""
    for step in range(1, s.num_players + 1):
        other = (seat + step) % s.num_players
        if s.status[other] == DRAWS:
            return other
    return NOBODY


CARD, COUNT, CODE, WON = 1 / HIGHEST, 1 / 4, 1 / 2, 1 / 2
MOST_TOTAL = FULL * HIGHEST  # either way, by cards that turn


def table_pieces(max_seats: int, most_won: int, max_hand: int) -> tuple[Piece, ...]:
    """What lies before the seats, in this order, one after the other, in a game's layout."""
    seats = functools.partial(by_seat, max_seats)
    return (
        seats("status", -2, 2, CODE, "1 still draws, 2 stands, -1 bust, -2 out of this round, 0 no such seat"),
        seats("total", -MOST_TOTAL, MOST_TOTAL, 1 / TARGET, "sum of the cards on the table"),
        seats("cards", 0, FULL, 1 / FULL, "cards on the table"),
        seats("hand_left", 0, max_hand, COUNT, "hand cards left"),
        seats("won", 0, most_won, WON, "sets or rounds won"),
        seats("table", -HIGHEST, HIGHEST, CARD, "values of the cards on the table as they came, nine a seat", FULL),
    )


@inlined
def bust_cards(left, total):
    """How many cards of a deck, counts by value - 1, would take the total above TARGET."""
    busts = 0
    for value in range(max(0, min(TARGET - total, HIGHEST)), HIGHEST):
        busts += left[value]
    return busts


# What a total asks for turns from one number to the next, which a network finds hard to learn from a single value.
FIRST_SPLIT, LAST_SPLIT = 12, 27
OWN_TOTAL_PIECE = Piece(
    "own_total", LAST_SPLIT - FIRST_SPLIT + 1, 0, 1, 1.0, f"one-hot: own total, {FIRST_SPLIT} to {LAST_SPLIT}; all 0 outside"
)


@inlined
def observe_own_total(s, seat, o, start):
    """Write `OWN_TOTAL_PIECE` from `start` on, where zeros stand."""
    if FIRST_SPLIT <= s.total[seat] <= LAST_SPLIT:
        o[start + s.total[seat] - FIRST_SPLIT] = 1


@inlined
def observe_tables(s, base, max_seats, o, start):
    """Write `table_pieces` from `start` on, seats clockwise from `base`."""
    for distance in range(s.num_players):
        seat = seat_at(s, base, distance)
        place = start + distance
        o[place] = SHOWN_STATUS[s.status[seat]]
        o[place + max_seats] = s.total[seat]
        o[place + 2 * max_seats] = s.cards[seat]
        o[place + 3 * max_seats] = s.hand_left[seat]
        o[place + 4 * max_seats] = s.won[seat]
        first = start + 5 * max_seats + distance * FULL
        for card in range(FULL):
            o[first + card] = s.table[seat, card]


def describe_tables(seen: dict[str, list[int]], seats: int) -> list[dict[str, Any]]:
    """What lies before each of so many seats, from the pieces of an observation."""
    return [
        {
            "status": STATUSES[seen["status"][distance]],
            "total": seen["total"][distance],
            "table": seen["table"][distance * FULL : distance * FULL + seen["cards"][distance]],
            "hand_left": seen["hand_left"][distance],
            "won": seen["won"][distance],
        }
        for distance in range(seats)
    ]
