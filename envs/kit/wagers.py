"""Wagers offered and answered: a seat offers units, the others accept or decline, or between two raise once (BP-11).

An offer is settled when all who are asked have answered. Nobody can be asked for units that he does not have.
"""

from collections.abc import Mapping
from typing import Any

from ..core.jit import inlined, kernel
from ..core.layout import Piece
from ..core.record import NOBODY, Field
from .text import counted, named

MAX_WAGER = 10

# Actions of a wager are the first of their game's, as plain numbers: `OFFER_0 + units`, `RAISE_TO_1 - 1 + units`.
OFFER_0 = 0
ACCEPT = OFFER_0 + MAX_WAGER + 1
DECLINE = ACCEPT + 1
RAISE_TO_1 = DECLINE + 1
NUM_WAGER_ACTIONS = RAISE_TO_1 + MAX_WAGER
WAGER_ACTIONS = (
    *(f"offer {units}" for units in range(MAX_WAGER + 1)),
    "accept",
    "decline",
    *(f"raise to {units}" for units in range(1, MAX_WAGER + 1)),
)
WAGER_ALIASES = {
    "no bet": "offer 0",
    "yes": "accept",
    "no": "decline",
    **{f"bet {units}": f"offer {units}" for units in range(MAX_WAGER + 1)},
    **{f"raise {units}": f"raise to {units}" for units in range(1, MAX_WAGER + 1)},
}

# What is asked of the seat to act.
NO_QUESTION, TO_OFFER, TO_ANSWER, TO_ANSWER_RAISE = range(4)
QUESTIONS = ("offer", "answer", "answer the raise")


def wager_fields(max_seats: int, number: str = "i4") -> list[Field]:
    """The fields of a record that has wagers, as numbers of this type."""
    return [
        ("question", number),  # NO_QUESTION where no wager is being made
        ("offerer", number, (), NOBODY),
        ("offer_limit", number),  # the most that may be offered, units
        ("may_raise", number),
        ("offered", number),  # units now on offer
        ("first_offer", number),  # units, what holds when a raise is declined
        ("joined", number, (max_seats,)),  # 1: will put in what is offered
        ("plays", number, (max_seats,), 1),  # 1: has a part in the present round
    ]


@kernel
def open_wager(s, offerer, limit, may_raise):
    """Ask `offerer` for an offer of up to `limit` units, as far as it and another seat can pay. False: nothing can be bet."""
    s.offerer = offerer
    s.may_raise = may_raise
    s.offered = 0
    s.first_offer = 0
    richest = 0
    for seat in range(s.num_players):
        s.joined[seat] = 0
        if seat != offerer and s.plays[seat]:
            richest = max(richest, s.stack[seat])
    s.offer_limit = min(limit, s.stack[offerer], richest)
    if s.offer_limit <= 0:
        return False
    s.question = TO_OFFER
    s.to_act = offerer
    return True


@inlined
def legal_wager(s, mask):
    """Mark what may be said to the wager; `mask` is all zero before."""
    if s.question == TO_OFFER:
        for units in range(s.offer_limit + 1):
            mask[OFFER_0 + units] = 1
    else:
        mask[ACCEPT] = 1
        mask[DECLINE] = s.offered > 0  # where nothing is on offer there is nothing to decline
        if s.question == TO_ANSWER and s.may_raise:
            for units in range(s.offered + 1, s.offer_limit + 1):
                mask[RAISE_TO_1 - 1 + units] = 1


@kernel
def step_wager(s, action):
    """What the seat to act says. True: the wager is settled, `joined` seats put in `offered` units each."""
    seat = s.to_act
    if s.question == TO_OFFER:
        s.offered = action - OFFER_0
        s.first_offer = s.offered
        s.joined[seat] = s.offered > 0
        return ask_next(s, seat) if s.offered > 0 or s.may_raise else close_wager(s)
    if s.question == TO_ANSWER_RAISE:
        if action == DECLINE:
            s.offered = s.first_offer
        for other in range(s.num_players):
            s.joined[other] = s.offered > 0
        return close_wager(s)
    if action >= RAISE_TO_1:
        s.offered = action - RAISE_TO_1 + 1
        s.question = TO_ANSWER_RAISE
        s.to_act = s.offerer
        return False
    s.joined[seat] = action == ACCEPT and s.offered > 0
    return ask_next(s, seat)


@kernel
def ask_next(s, seat):
    """Ask the next seat clockwise that can pay what is offered. True: there is none, the wager is settled."""
    seat = (seat + 1) % s.num_players
    while seat != s.offerer:
        if s.plays[seat] and s.stack[seat] >= s.offered:
            s.question = TO_ANSWER
            s.to_act = seat
            return False
        seat = (seat + 1) % s.num_players
    return close_wager(s)


@kernel
def close_wager(s):
    """An offer that nobody accepted is void."""
    s.question = NO_QUESTION
    joined = 0
    for seat in range(s.num_players):
        joined += s.joined[seat]
    if joined < 2:
        s.offered = 0
        for seat in range(s.num_players):
            s.joined[seat] = 0
    return True


@kernel
def put_in(s, bets):
    """The seats that joined pay what was settled; `bets` holds what each seat has in."""
    for seat in range(s.num_players):
        bets[seat] = s.offered * s.joined[seat]
        s.stack[seat] -= bets[seat]
        s.pot += bets[seat]


@kernel
def pay_out(s, bets, winner):
    """All of `bets` to `winner` if it has a bet in, else back to where they came from; `bets` is empty then."""
    won = winner != NOBODY and bets[winner] > 0
    for seat in range(s.num_players):
        units = bets[seat]
        taker = winner if won else seat
        s.stack[taker] += units
        s.rewards[taker] += units
        s.rewards[seat] -= units
        s.pot -= units
        bets[seat] = 0


UNIT = 1 / MAX_WAGER

# In this order, one after the other, in a game's layout.
WAGER_PIECES = (
    Piece("question", 3, 0, 1, 1.0, "one-hot: a wager to offer, to answer, to answer after a raise"),
    Piece("offered", 1, 0, MAX_WAGER, UNIT, "units on offer"),
    Piece("first_offer", 1, 0, MAX_WAGER, UNIT, "units first offered: what holds when a raise is declined"),
    Piece("offer_limit", 1, 0, MAX_WAGER, UNIT, "the most that can be bet, units"),
)
OFFERED, FIRST_OFFER, OFFER_LIMIT = 3, 4, 5  # places of these pieces, from the first place of all


@inlined
def observe_wager(s, o, start):
    """Write `WAGER_PIECES` from `start` on; nothing where no wager is being made."""
    if s.question != NO_QUESTION:
        o[start + s.question - 1] = 1
        o[start + OFFERED] = s.offered
        o[start + FIRST_OFFER] = s.first_offer
        o[start + OFFER_LIMIT] = s.offer_limit


def describe_wager(seen: dict[str, list[int]]) -> dict[str, int | str] | None:
    """The wager being made, from the pieces of an observation; None where none is."""
    question = named(QUESTIONS, seen["question"])
    if question is None:
        return None
    return {"question": question, **{name: seen[name][0] for name in ("offered", "first_offer", "offer_limit")}}


def wager_line(wager: Mapping[str, Any]) -> str:
    """A description of a wager, and what it is `on`, as a sentence."""
    text = f"A bet on {wager['on']}: up to {counted(wager['offer_limit'], 'unit')}"
    return text + (f"; {wager['offered']} offered." if wager["question"] != "offer" else ".")
