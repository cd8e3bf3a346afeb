"""Stop or go: the record of a game, and its rules. 2-3 seats."""

from enum import IntEnum

from backroom.envs.core.chance import randint
from backroom.envs.core.jit import kernel, overwrite
from backroom.envs.core.record import NOBODY, record_type

MAX_SEATS = 3
MAX_ROUNDS = MAX_HANDS = 20
CARDS, DOUBLE_FROM = 10, 7
CARD = 0  # the one purpose of chance


class Action(IntEnum):
    """Action indices."""

    STOP = 0
    GO = 1
    DOUBLE = 2


STATE = record_type(
    MAX_SEATS,
    options=[
        ("deciders", "i4"),
        ("rounds", "i4"),
        ("hands", "i4"),
    ],
    episode=[
        ("doubler", "i4", (), NOBODY),  # seat that doubled in the last hand
        ("winner", "i4", (), NOBODY),  # of the last hand
        ("shown", "i4"),  # its card
        ("last_net", "i4", (MAX_SEATS,)),
    ],
    hand=[
        ("turns", "i4"),  # decisions taken
        ("card", "i4", (MAX_SEATS,)),
        ("net", "i4", (MAX_SEATS,)),  # units won or lost
    ],
)
HAND = STATE.starts["hand"]


@kernel
def deal(s):
    """SG-1, SG-2: the next hand."""
    overwrite(s, HAND)
    s.to_act = 0
    for seat in range(s.num_players):
        s.card[seat] = randint(s.key, s.hands_played, seat, CARD, 0, CARDS)


@kernel
def legal(s, mask):
    on = s.over == 0
    mask[Action.STOP] = on
    mask[Action.GO] = on and s.stack[s.to_act] > 0
    mask[Action.DOUBLE] = on and s.card[s.to_act] >= DOUBLE_FROM


@kernel
def step(s, action):
    seat = s.to_act
    s.turns += 1
    if action == Action.GO:
        pay(s, seat, (seat + 1) % s.num_players, 1)
        s.to_act = (seat + 1) % s.deciders
        if s.turns == s.rounds:
            end_hand(s, 1, NOBODY)
    elif action == Action.DOUBLE:
        end_hand(s, 2, seat)
    else:
        end_hand(s, 1, NOBODY)


@kernel
def pay(s, giver, taker, most):
    units = min(most, s.stack[giver])
    s.stack[giver] -= units
    s.stack[taker] += units
    s.net[giver] -= units
    s.net[taker] += units
    s.rewards[giver] -= units
    s.rewards[taker] += units


@kernel
def end_hand(s, units, doubler):
    """SG-4, SG-6."""
    winner = 0
    for seat in range(1, s.num_players):
        if s.card[seat] > s.card[winner]:
            winner = seat
    for seat in range(s.num_players):
        if seat != winner:
            pay(s, seat, winner, units)
    for seat in range(MAX_SEATS):
        s.last_net[seat] = s.net[seat]
    s.winner = winner
    s.shown = s.card[winner]
    s.doubler = doubler
    s.has_results = 1
    s.hands_played += 1
    if s.hands_played < s.hands:
        deal(s)
    else:
        s.over = 1
