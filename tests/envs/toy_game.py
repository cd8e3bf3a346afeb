"""Stop or go: a guest game for the tests, as small as a game with chance, hidden cards and payments can be. 2-3 seats.

Every hand, each seat gets a secret card from 0 to 9. Seat 0 acts first, then clockwise among the seats that decide (option
`deciders`). "go" pays one unit to the next seat and passes the turn; "stop" ends the hand: the highest card takes one unit
from everybody, the first of equal cards counting as highest. "double" stops for two units and needs a card of 7 or more, so
that the mask depends on what is hidden. After `rounds` decisions a hand ends by itself. The winner shows its card.

A seat may never be asked in an episode, or be paid before it is asked: that is what the learner's views are tested with.
"""

from typing import Annotated, Any

from backroom.envs.core.chance import randint
from backroom.envs.core.game import Game
from backroom.envs.core.jit import kernel
from backroom.envs.core.layout import Layout, Piece
from backroom.envs.core.options import BankrollOptions, PerSeat
from backroom.envs.core.record import record_dtype
from pydantic import Field

MAX_SEATS = 3
STOP, GO, DOUBLE = range(3)
CARDS, DOUBLE_FROM = 10, 7
CARD = 0  # the one purpose of chance
NOBODY = -1

STATE = record_dtype(
    MAX_SEATS,
    [
        ("deciders", "i4"),
        ("rounds", "i4"),
        ("hands", "i4"),
        ("turns", "i4"),  # decisions taken in this hand
        ("card", "i4", (MAX_SEATS,)),
        ("net", "i4", (MAX_SEATS,)),  # units won or lost in this hand
        ("doubler", "i4"),  # seat that doubled in the last hand, or NOBODY
        ("winner", "i4"),  # of the last hand, or NOBODY
        ("shown", "i4"),  # its card
        ("last_net", "i4", (MAX_SEATS,)),
    ],
)


class ToyOptions(BankrollOptions):
    num_players: int = Field(3, ge=2, le=MAX_SEATS)
    bankroll: PerSeat[Annotated[int, Field(ge=1, le=1000)]] = Field(10)
    deciders: int = Field(MAX_SEATS, ge=1, le=MAX_SEATS)
    rounds: int = Field(6, ge=1, le=20)
    hands: int = Field(2, ge=1, le=20)

    def fill(self, s: Any) -> None:
        super().fill(s)
        s.deciders = min(self.deciders, self.num_players)
        s.rounds = self.rounds
        s.hands = self.hands


LAYOUT = Layout(
    [
        Piece("own_card", 1, -1, CARDS - 1, 1 / 8, "own card; -1: none"),
        Piece("to_act", 1, -1, MAX_SEATS - 1, 1 / 4, "whose turn it is, clockwise distance; -1: over"),
        Piece("place", 1, 0, MAX_SEATS - 1, 1 / 4, "number of the observer's seat"),
        Piece("turns", 1, 0, 20, 1 / 16, "decisions taken in this hand"),
        Piece("hand", 1, 0, 20, 1 / 16, "hands finished"),
        Piece("rounds", 1, 0, 20, 1 / 16, "decisions in a hand at most"),
        Piece("hands", 1, 0, 20, 1 / 16, "hands in an episode"),
        Piece("deciders", 1, 0, MAX_SEATS, 1 / 4, "seats that decide"),
        Piece("winner", 1, 0, MAX_SEATS, 1 / 4, "1 + distance of who won the last hand; 0: nobody yet"),
        Piece("shown", 1, 0, CARDS - 1, 1 / 8, "the card that won it"),
        Piece("doubler", 1, 0, MAX_SEATS, 1 / 4, "1 + distance of who doubled in it; 0: nobody"),
        Piece("seated", MAX_SEATS, 0, 1, 1.0, "1: there is such a seat; observer first, then clockwise"),
        Piece("stack", MAX_SEATS, 0, 1000 * MAX_SEATS, 1 / 16, "units in front of the seat"),
    ]
)
SIZE = LAYOUT.size
OWN_CARD, TO_ACT, PLACE, TURNS, HAND = (LAYOUT.at(name) for name in ("own_card", "to_act", "place", "turns", "hand"))
ROUNDS, HANDS, DECIDERS = (LAYOUT.at(name) for name in ("rounds", "hands", "deciders"))
WINNER, SHOWN, DOUBLER = (LAYOUT.at(name) for name in ("winner", "shown", "doubler"))
SEATED, STACK = LAYOUT.at("seated"), LAYOUT.at("stack")


@kernel
def deal(s):
    s.winner = NOBODY
    s.shown = 0
    s.doubler = NOBODY
    for seat in range(MAX_SEATS):
        s.last_net[seat] = 0
    deal_hand(s)


@kernel
def deal_hand(s):
    s.turns = 0
    s.to_act = 0
    for seat in range(MAX_SEATS):
        s.net[seat] = 0
        s.card[seat] = randint(s.key, s.hands_played, seat, CARD, 0, CARDS) if seat < s.num_players else 0


@kernel
def legal(s, mask):
    on = s.over == 0
    mask[STOP] = on
    mask[GO] = on and s.stack[s.to_act] > 0
    mask[DOUBLE] = on and s.card[s.to_act] >= DOUBLE_FROM


@kernel
def step(s, action):
    seat = s.to_act
    s.turns += 1
    if action == GO:
        pay(s, seat, (seat + 1) % s.num_players, 1)
        s.to_act = (seat + 1) % s.deciders
        if s.turns == s.rounds:
            end_hand(s, 1, NOBODY)
    elif action == DOUBLE:
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
        deal_hand(s)
    else:
        s.over = 1
        s.to_act = NOBODY


@kernel
def observe(s, viewer, o):
    for place in range(SIZE):
        o[place] = 0.0
    base = max(viewer, 0)
    o[OWN_CARD] = s.card[viewer] / 8 if viewer >= 0 else -1 / 8
    o[TO_ACT] = -1 / 4 if s.over else ((s.to_act - base) % s.num_players) / 4
    o[PLACE] = base / 4
    o[TURNS] = s.turns / 16
    o[HAND] = s.hands_played / 16
    o[ROUNDS] = s.rounds / 16
    o[HANDS] = s.hands / 16
    o[DECIDERS] = s.deciders / 4
    if s.winner != NOBODY:
        o[WINNER] = (1 + (s.winner - base) % s.num_players) / 4
        o[SHOWN] = s.shown / 8
    if s.doubler != NOBODY:
        o[DOUBLER] = (1 + (s.doubler - base) % s.num_players) / 4
    for distance in range(s.num_players):
        o[SEATED + distance] = 1.0
        o[STACK + distance] = s.stack[(base + distance) % s.num_players] / 16


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


def describe(seen: dict[str, list[int]], legal_names: list[str]) -> dict[str, Any]:
    seats = sum(seen["seated"])
    return {
        "card": None if seen["own_card"][0] < 0 else seen["own_card"][0],
        "to_act": None if seen["to_act"][0] < 0 else seen["to_act"][0],
        "hand": seen["hand"][0],
        "turns": seen["turns"][0],
        "winner": seen["winner"][0] - 1 if seen["winner"][0] else None,
        "shown": seen["shown"][0] if seen["winner"][0] else None,
        "stacks": seen["stack"][:seats],
        "legal": legal_names,
    }


def table(seen: dict[str, Any], names: Any) -> list[str]:
    turn = "over" if seen["to_act"] is None else f"{names[seen['to_act']]} to act"
    stacks = ", ".join(f"{names[seat]} {units}" for seat, units in enumerate(seen["stacks"]))
    own = [] if seen["card"] is None else [f"Your card: {seen['card']}."]
    return [f"Hand {seen['hand']}, turn {seen['turns']}, {turn}.", stacks, *own]


def results(states: Any, i: int) -> list[dict[str, Any]]:
    seats = int(states["num_players"][i])
    report = {
        "hand": int(states["hands_played"][i]),
        "winner": int(states["winner"][i]),
        "shown": int(states["shown"][i]),
        "net": tuple(states["last_net"][i].tolist()[:seats]),
    }
    return [dict(report) for _ in range(seats)]


def explain(report: dict[str, Any], names: Any) -> list[str]:
    return [f"Hand {report['hand']}: {names[report['winner']]} shows {report['shown']}."]


GAME = Game(
    name="stop_or_go",
    title="Stop or go",
    version=0,
    summary="A guest game for the tests.",
    options=ToyOptions,
    max_seats=MAX_SEATS,
    hand_word="hand",
    zero_sum=True,
    state=STATE,
    layout=LAYOUT,
    actions=("stop", "go", "double"),
    aliases={"halt": "stop"},
    hidden_actions={},
    rules={"deal": deal, "legal": legal, "step": step, "observe": observe, "resample": resample},
    describe=describe,
    table=table,
    results=results,
    explain=explain,
)
