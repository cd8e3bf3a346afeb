"""Stop or go: who sees what."""

from backroom.envs.core.chance import randint
from backroom.envs.core.jit import kernel
from backroom.envs.core.layout import Layout, Piece
from backroom.envs.core.options import MAX_BANKROLL
from backroom.envs.core.record import NOBODY
from backroom.envs.kit.observation import distance_from, seat_at

from .rules import CARD, CARDS, DOUBLE_FROM, MAX_HANDS, MAX_ROUNDS, MAX_SEATS

LAYOUT = Layout(
    [
        Piece("own_card", 1, -1, CARDS - 1, 1 / 8, "own card (SG-1); -1: none"),
        Piece("to_act", 1, -1, MAX_SEATS - 1, 1 / 4, "whose turn it is, clockwise distance; -1: over"),
        Piece("place", 1, 0, MAX_SEATS - 1, 1 / 4, "number of the observer's seat"),
        Piece("turns", 1, 0, MAX_ROUNDS, 1 / 16, "decisions taken in this hand"),
        Piece("hand", 1, 0, MAX_HANDS, 1 / 16, "hands finished"),
        Piece("rounds", 1, 0, MAX_ROUNDS, 1 / 16, "decisions in a hand at most"),
        Piece("hands", 1, 0, MAX_HANDS, 1 / 16, "hands in an episode"),
        Piece("deciders", 1, 0, MAX_SEATS, 1 / 4, "seats that decide"),
        Piece("winner", 1, 0, MAX_SEATS, 1 / 4, "1 + distance of who won the last hand; 0: nobody yet"),
        Piece("shown", 1, 0, CARDS - 1, 1 / 8, "the card that won it"),
        Piece("doubler", 1, 0, MAX_SEATS, 1 / 4, "1 + distance of who doubled in it; 0: nobody"),
        Piece("seated", MAX_SEATS, 0, 1, 1.0, "1: there is such a seat; observer first, then clockwise"),
        Piece("stack", MAX_SEATS, 0, MAX_BANKROLL * MAX_SEATS, 1 / 16, "units in front of the seat"),
    ]
)
AT = LAYOUT.at


@kernel
def observe(s, viewer, o):
    base = max(viewer, 0)
    o[AT.own_card] = s.card[viewer] if viewer >= 0 else -1
    o[AT.to_act] = -1 if s.over else distance_from(s, base, s.to_act)
    o[AT.place] = base
    o[AT.turns] = s.turns
    o[AT.hand] = s.hands_played
    o[AT.rounds] = s.rounds
    o[AT.hands] = s.hands
    o[AT.deciders] = s.deciders
    if s.winner != NOBODY:
        o[AT.winner] = 1 + distance_from(s, base, s.winner)
        o[AT.shown] = s.shown
    if s.doubler != NOBODY:
        o[AT.doubler] = 1 + distance_from(s, base, s.doubler)
    for distance in range(s.num_players):
        o[AT.seated + distance] = 1
        o[AT.stack + distance] = s.stack[seat_at(s, base, distance)]


@kernel
def resample(s, viewer, key):
    """The others' cards; after the end the winner's is known, the others' are no higher and a doubler's is no lower than 7."""
    for seat in range(s.num_players):
        if seat == viewer or (s.over and seat == s.winner):
            continue
        lowest = 0
        count = CARDS
        if s.over:
            lowest = DOUBLE_FROM if seat == s.doubler else 0
            count = s.shown + (1 if seat > s.winner else 0) - lowest
        s.card[seat] = lowest + randint(key, s.hands_played, seat, CARD, 1, count)
