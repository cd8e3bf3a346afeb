"""Stop or go: a guest game for the tests, as small as a game with chance, hidden cards and payments can be. 2-3 seats.

Every hand, each seat gets a secret card from 0 to 9. Seat 0 acts first, then clockwise among the seats that decide (option
`deciders`). "go" pays one unit to the next seat and passes the turn; "stop" ends the hand: the highest card takes one unit
from everybody, the first of equal cards counting as highest. "double" stops for two units and needs a card of 7 or more, so
that the mask depends on what is hidden. After `rounds` decisions a hand ends by itself. The winner shows its card.

A seat may never be asked in an episode, or be paid before it is asked: that is what the learner's views are tested with.
"""

from typing import Annotated, Any, ClassVar

from backroom.envs.core.chance import randint
from backroom.envs.core.game import Game, Rules
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
AT = LAYOUT.at


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
    base = max(viewer, 0)
    o[AT.own_card] = s.card[viewer] if viewer >= 0 else -1
    o[AT.to_act] = -1 if s.over else (s.to_act - base) % s.num_players
    o[AT.place] = base
    o[AT.turns] = s.turns
    o[AT.hand] = s.hands_played
    o[AT.rounds] = s.rounds
    o[AT.hands] = s.hands
    o[AT.deciders] = s.deciders
    if s.winner != NOBODY:
        o[AT.winner] = 1 + (s.winner - base) % s.num_players
        o[AT.shown] = s.shown
    if s.doubler != NOBODY:
        o[AT.doubler] = 1 + (s.doubler - base) % s.num_players
    for distance in range(s.num_players):
        o[AT.seated + distance] = 1
        o[AT.stack + distance] = s.stack[(base + distance) % s.num_players]


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


class StopOrGoText:
    """The game in words."""

    ACTIONS = ("stop", "go", "double")
    ALIASES: ClassVar = {"halt": "stop"}

    @staticmethod
    def describe(seen: dict[str, list[int]], legal: list[str]) -> dict[str, Any]:
        seats = sum(seen["seated"])
        return {
            "card": None if seen["own_card"][0] < 0 else seen["own_card"][0],
            "to_act": None if seen["to_act"][0] < 0 else seen["to_act"][0],
            "hand": seen["hand"][0],
            "turns": seen["turns"][0],
            "winner": seen["winner"][0] - 1 if seen["winner"][0] else None,
            "shown": seen["shown"][0] if seen["winner"][0] else None,
            "stacks": seen["stack"][:seats],
            "legal": legal,
        }

    @staticmethod
    def render(seen: dict[str, Any], names: Any) -> list[str]:
        turn = "over" if seen["to_act"] is None else f"{names[seen['to_act']]} to act"
        stacks = ", ".join(f"{names[seat]} {units}" for seat, units in enumerate(seen["stacks"]))
        own = [] if seen["card"] is None else [f"Your card: {seen['card']}."]
        return [f"Hand {seen['hand']}, turn {seen['turns']}, {turn}.", stacks, *own]

    @staticmethod
    def results(states: Any, i: int) -> list[dict[str, Any]]:
        seats = int(states["num_players"][i])
        result = {
            "hand": int(states["hands_played"][i]),
            "winner": int(states["winner"][i]),
            "shown": int(states["shown"][i]),
            "net": tuple(states["last_net"][i].tolist()[:seats]),
        }
        return [dict(result) for _ in range(seats)]

    @staticmethod
    def explain(result: dict[str, Any], names: Any) -> list[str]:
        return [f"Hand {result['hand']}: {names[result['winner']]} shows {result['shown']}."]

    @staticmethod
    def visible_action(states: Any, i: int, seat: int, viewer: int, name: str) -> str | None:
        return name  # every action is open


GAME = Game(
    name="stop_or_go",
    title="Stop or go",
    summary="A guest game for the tests.",
    hand_word="hand",
    options=ToyOptions,
    state=STATE,
    layout=LAYOUT,
    rules=Rules(deal, legal, step, observe, resample),
    text=StopOrGoText(),
)
