"""Wagers: who is asked what and when, what comes of it, and where the units go; of two seats through a whole game too."""

from collections.abc import Sequence
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.envs.core.jit import overwrite
from backroom.envs.core.layout import Layout
from backroom.envs.core.record import NOBODY, record_type
from backroom.envs.kit import wagers
from backroom.envs.kit.wagers import ACCEPT, DECLINE, OFFER_0, RAISE_TO_1
from hypothesis import given, settings
from hypothesis import strategies as st

MAX_SEATS = 4
STATE = record_type(MAX_SEATS, options=[], wager=wagers.wager_fields(MAX_SEATS), bets=[("bets", "i4", (MAX_SEATS,))])
LAYOUT = Layout(wagers.WAGER_PIECES)


class Talk:
    """One wager at a table of 2-4 seats, said word by word."""

    def __init__(
        self,
        stacks: Sequence[int],
        *,
        offerer: int = 0,
        limit: int = 10,
        may_raise: bool = False,
        plays: Sequence[int] | None = None,
    ):
        self.states = np.zeros(1, STATE.dtype)
        self.seats = range(len(stacks))
        self.s.num_players = len(stacks)
        self.s.to_act = NOBODY
        self.s.stack[: len(stacks)] = stacks
        overwrite(self.s, STATE.starts["wager"])
        if plays is not None:
            self.s.plays[: len(stacks)] = plays
        self.opened = bool(wagers.open_wager(self.s, offerer, limit, int(may_raise)))
        self.settled = not self.opened

    @property
    def s(self) -> Any:
        return self.states[0]

    @property
    def legal(self) -> set[str]:
        mask = np.zeros(wagers.NUM_WAGER_ACTIONS, np.int8)
        wagers.legal_wager(self.s, mask)
        return {name for name, allowed in zip(wagers.WAGER_ACTIONS, mask, strict=True) if allowed}

    @property
    def to_act(self) -> int:
        return int(self.s.to_act)

    def say(self, *moves: str) -> "Talk":
        """Moves such as "0: offer 2". Each must come from the seat to act and be legal, and not after the end."""
        for move in moves:
            seat, action = move.split(": ")
            assert not self.settled, f"{move!r} when all has been said"
            assert self.to_act == int(seat), f"{move!r} in the turn of seat {self.to_act}"
            assert action in self.legal, f"{move!r} where {sorted(self.legal)} are legal"
            self.settled = bool(wagers.step_wager(self.s, wagers.WAGER_ACTIONS.index(action)))
        return self

    @property
    def result(self) -> tuple[int, list[int]]:
        """The units agreed on and who is in."""
        assert self.settled
        assert self.s.question == wagers.NO_QUESTION
        return int(self.s.offered), [seat for seat in self.seats if self.s.joined[seat]]

    def pay(self, winner: int) -> tuple[list[int], list[int]]:
        """Put in and pay out: what each seat had in, and its reward."""
        wagers.put_in(self.s, self.s.bets)
        bets = self.s.bets.tolist()[: len(self.seats)]
        wagers.pay_out(self.s, self.s.bets, winner)
        assert not self.s.bets.any()
        return bets, self.s.rewards.tolist()[: len(self.seats)]

    @property
    def described(self) -> dict[str, int | str] | None:
        """What an observation says of it."""
        numbers = np.zeros(LAYOUT.size, np.int32)
        wagers.observe_wager(self.s, numbers, 0)
        vector = numbers.astype(np.float32) * LAYOUT.scales
        low, high = LAYOUT.bounds()
        assert (low <= vector).all()
        assert (vector <= high).all()
        return wagers.describe_wager(LAYOUT.read(vector))


def offers(most: int) -> set[str]:
    return {f"offer {units}" for units in range(most + 1)}


# ---- offers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stacks", "limit", "most"),
    [
        ([9, 9], 5, 5),
        ([9, 9], 10, 9),
        ([3, 9], 5, 3),
        ([9, 3], 5, 3),
        ([1, 1], 10, 1),
        # among several it is enough that one other seat can pay
        ([9, 2, 7], 10, 7),
        ([9, 7, 2], 10, 7),
        ([4, 2, 7, 0], 10, 4),
        ([50, 50, 50, 50], 10, 10),
    ],
)
def test_an_offer_goes_as_far_as_the_limit_the_offerer_and_another_seat_can_pay(stacks: list[int], limit: int, most: int):
    wager = Talk(stacks, limit=limit)
    assert wager.opened
    assert (wager.to_act, wager.legal) == (0, offers(most))


@pytest.mark.parametrize(
    ("stacks", "limit"), [([9, 9], 0), ([0, 9], 5), ([9, 0], 5), ([9, 0, 0, 0], 5), ([0, 9, 9], 5)], ids=str
)
def test_nobody_is_asked_where_nothing_can_be_bet(stacks: list[int], limit: int):
    wager = Talk(stacks, limit=limit)
    assert not wager.opened
    assert (wager.s.question, wager.to_act, wager.described) == (wagers.NO_QUESTION, NOBODY, None)
    assert wager.pay(0) == ([0] * len(stacks), [0] * len(stacks))


def test_seats_without_a_part_neither_count_nor_are_asked():
    """Seat 1 could pay 9 but does not play; seat 2 can pay 4."""
    wager = Talk([9, 9, 4], plays=[1, 0, 1])
    assert wager.legal == offers(4)
    wager.say("0: offer 4", "2: accept")
    assert wager.result == (4, [0, 2])
    assert not Talk([9, 9, 0], plays=[1, 0, 1]).opened


@pytest.mark.parametrize("offerer", range(4))
def test_the_others_are_asked_clockwise_from_the_offerer(offerer: int):
    wager = Talk([9] * 4, offerer=offerer)
    wager.say(f"{offerer}: offer 2", *(f"{(offerer + step) % 4}: accept" for step in range(1, 4)))
    assert wager.result == (2, [0, 1, 2, 3])


def test_an_offer_of_nothing_ends_it_at_once():
    assert Talk([9, 9, 9]).say("0: offer 0").result == (0, [])


# ---- answers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answers", "result"),
    [
        (("accept", "accept", "accept"), (3, [0, 1, 2, 3])),
        (("accept", "decline", "accept"), (3, [0, 1, 3])),
        (("decline", "decline", "accept"), (3, [0, 3])),
        (("accept", "decline", "decline"), (3, [0, 1])),
        (("decline", "decline", "decline"), (0, [])),
    ],
)
def test_who_accepts_is_in_and_an_offer_that_nobody_accepts_is_void(answers: tuple[str, ...], result: tuple[int, list[int]]):
    wager = Talk([9] * 4).say("0: offer 3")
    for seat, answer in enumerate(answers, 1):
        assert (wager.to_act, wager.legal) == (seat, {"accept", "decline"})
        wager.say(f"{seat}: {answer}")
    assert wager.result == result


@pytest.mark.parametrize(("units", "asked"), [(1, [1, 2, 3]), (2, [2, 3]), (3, [2, 3]), (5, [3]), (6, [3])])
def test_seats_that_can_not_pay_the_offer_are_passed_over(units: int, asked: list[int]):
    wager = Talk([9, 1, 4, 6]).say(f"0: offer {units}")
    for seat in asked:
        assert wager.to_act == seat
        wager.say(f"{seat}: accept")
    assert wager.result == (units, [0, *asked])


def test_the_last_seats_may_be_the_ones_passed_over():
    wager = Talk([2, 9, 1, 9], offerer=3).say("3: offer 3")
    assert wager.to_act == 1
    assert wager.say("1: decline").result == (0, [])


def test_between_several_there_is_no_raise():
    wager = Talk([9, 9, 9]).say("0: offer 1")
    assert wager.legal == {"accept", "decline"}


# ---- raises -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "result"),
    [
        (("0: offer 2", "1: accept"), (2, [0, 1])),
        (("0: offer 2", "1: decline"), (0, [])),
        (("0: offer 2", "1: raise to 3", "0: accept"), (3, [0, 1])),
        (("0: offer 2", "1: raise to 5", "0: accept"), (5, [0, 1])),
        (("0: offer 2", "1: raise to 5", "0: decline"), (2, [0, 1])),
        (("0: offer 0", "1: accept"), (0, [])),
        (("0: offer 0", "1: raise to 1", "0: accept"), (1, [0, 1])),
        (("0: offer 0", "1: raise to 1", "0: decline"), (0, [])),
        (("0: offer 5", "1: accept"), (5, [0, 1])),
    ],
)
def test_between_two_there_may_be_one_raise(moves: tuple[str, ...], result: tuple[int, list[int]]):
    """A declined raise leaves the first offer standing."""
    assert Talk([9, 9], limit=5, may_raise=True).say(*moves).result == result


def test_a_raise_goes_from_one_unit_more_to_the_limit_of_the_offer():
    wager = Talk([9, 4], limit=5, may_raise=True).say("0: offer 2")
    assert wager.legal == {"accept", "decline", "raise to 3", "raise to 4"}
    wager.say("1: raise to 4")
    assert (wager.to_act, wager.legal) == (0, {"accept", "decline"})


def test_nothing_on_offer_can_not_be_declined_and_the_most_can_not_be_raised():
    assert Talk([2, 9], may_raise=True).say("0: offer 0").legal == {"accept", "raise to 1", "raise to 2"}
    assert Talk([2, 9], may_raise=True).say("0: offer 2").legal == {"accept", "decline"}


# ---- units --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("winner", "rewards"),
    [(0, [6, -3, 0, -3]), (1, [-3, 6, 0, -3]), (3, [-3, -3, 0, 6]), (2, [0, 0, 0, 0]), (NOBODY, [0, 0, 0, 0])],
)
def test_the_winner_takes_all_bets_if_it_has_one_and_else_they_go_back(winner: int, rewards: list[int]):
    wager = Talk([9, 8, 7, 6]).say("0: offer 3", "1: accept", "2: decline", "3: accept")
    assert wager.pay(winner) == ([3, 3, 0, 3], rewards)
    assert wager.s.stack.tolist() == [had + net for had, net in zip([9, 8, 7, 6], rewards, strict=True)]
    assert wager.s.pot == 0


def test_bets_lie_in_the_pot_until_they_are_paid():
    wager = Talk([9, 8, 7]).say("0: offer 3", "1: accept", "2: accept")
    wager.s.pot = 6  # antes
    wagers.put_in(wager.s, wager.s.bets)
    assert (wager.s.pot, wager.s.stack.tolist()[:3], wager.s.rewards.tolist()) == (15, [6, 5, 4], [0, 0, 0, 0])
    wagers.pay_out(wager.s, wager.s.bets, 2)
    assert (wager.s.pot, wager.s.stack.tolist()[:3]) == (6, [6, 5, 13])


def test_a_new_wager_forgets_the_one_before():
    wager = Talk([9, 9], may_raise=True).say("0: offer 2", "1: raise to 5", "0: accept")
    wagers.open_wager(wager.s, 1, 3, 0)
    assert (wager.to_act, wager.legal, wager.s.joined.tolist()) == (1, offers(3), [0] * MAX_SEATS)
    assert wager.described == {"question": "offer", "offered": 0, "first_offer": 0, "offer_limit": 3}


@st.composite
def _tables(draw: st.DrawFn) -> tuple[list[int], list[int], int, int, bool]:
    seats = draw(st.integers(2, MAX_SEATS))
    stacks = draw(st.lists(st.integers(0, 12), min_size=seats, max_size=seats))
    plays = draw(st.lists(st.integers(0, 1), min_size=seats, max_size=seats))
    offerer = draw(st.integers(0, seats - 1))
    plays[offerer] = 1
    may_raise = seats == 2 and draw(st.booleans())
    return stacks, plays, offerer, draw(st.integers(0, 10)), may_raise


@given(table=_tables(), winner=st.integers(NOBODY, MAX_SEATS - 1), data=st.data())
@settings(max_examples=200, deadline=None, derandomize=True)
def test_whatever_is_said_units_are_kept_and_nobody_bets_what_he_has_not(
    table: tuple[list[int], list[int], int, int, bool], winner: int, data: st.DataObject
):
    stacks, plays, offerer, limit, may_raise = table
    wager = Talk(stacks, plays=plays, offerer=offerer, limit=limit, may_raise=may_raise)
    asked: list[int] = []
    said: dict[int, str] = {}
    while not wager.settled:
        seat = wager.to_act
        assert plays[seat]
        assert stacks[seat] >= wager.s.offered
        said[seat] = data.draw(st.sampled_from(sorted(wager.legal)))
        asked.append(seat)
        wager.say(f"{seat}: {said[seat]}")
    assert len(asked) <= len(stacks) + may_raise
    units, joined = wager.result
    assert units <= limit
    assert (units == 0 and joined == []) or (units > 0 and len(joined) >= 2 and offerer in joined)
    assert all(said[seat] != "decline" for seat in joined if seat != offerer)
    winner = min(winner, len(stacks) - 1)
    bets, rewards = wager.pay(winner)
    assert bets == [units if seat in joined else 0 for seat in wager.seats]
    assert all(bet <= had for bet, had in zip(bets, stacks, strict=True))
    taken = sum(bets) if winner in joined else 0
    for seat in wager.seats:
        assert rewards[seat] == ((taken if seat == winner else 0) - bets[seat] if taken else 0)
        assert wager.s.stack[seat] == stacks[seat] + rewards[seat]
    assert sum(rewards) == 0


# ---- text ---------------------------------------------------------------------------------------------------------


def test_a_wager_is_told_as_it_stands():
    wager = Talk([9, 7], limit=5, may_raise=True)
    assert wager.described == {"question": "offer", "offered": 0, "first_offer": 0, "offer_limit": 5}
    wager.say("0: offer 2")
    assert wager.described == {"question": "answer", "offered": 2, "first_offer": 2, "offer_limit": 5}
    wager.say("1: raise to 5")
    assert wager.described == {"question": "answer the raise", "offered": 5, "first_offer": 2, "offer_limit": 5}
    wager.say("0: decline")
    assert wager.described is None


def test_the_actions_and_the_words_for_them():
    assert wagers.NUM_WAGER_ACTIONS == len(wagers.WAGER_ACTIONS) == 23
    assert wagers.WAGER_ACTIONS[OFFER_0] == "offer 0"
    assert wagers.WAGER_ACTIONS[ACCEPT : DECLINE + 1] == ("accept", "decline")
    assert wagers.WAGER_ACTIONS[RAISE_TO_1] == "raise to 1"
    assert wagers.WAGER_ACTIONS[-1] == "raise to 10"
    assert set(wagers.WAGER_ALIASES.values()) <= set(wagers.WAGER_ACTIONS)


# ---- through a game -----------------------------------------------------------------------------------------------


def game_of_two(**options: Any) -> Any:
    env = backroom.make("bespin_pazaak", skills=["0D", "1D"], **options)  # seat 0 begins
    env.reset(seed=3)
    return env


def say(env: Any, *words: str) -> list[int]:
    """The stacks after these words of the seats to act."""
    for action in words:
        index = env.parse_action(action)
        assert env.action_masks()[index], action
        env.step(index)
    return env.describe_all()["stack"]


@pytest.mark.parametrize(
    ("words", "bet"),
    [
        (("bet 2", "yes"), 2),
        (("bet 2", "no"), 0),
        (("bet 2", "raise 4", "yes"), 4),
        (("bet 2", "raise 4", "no"), 2),
        (("no bet", "raise 4", "no"), 0),
        (("no bet", "yes"), 0),
    ],
)
def test_a_bet_of_two_on_a_whole_match(words: tuple[str, ...], bet: int):
    """In the words that people use."""
    env = game_of_two(max_match_bet=5, max_set_bet=0)
    assert say(env, *words) == [49 - bet, 49 - bet]
    assert env.describe("player_0")["match_bet"] == bet
    assert env.describe("player_0")["phase"] == "turn"


def test_a_poor_seat_of_two_bounds_the_bet():
    env = game_of_two(max_match_bet=5, max_set_bet=5, bankroll=[50, 4])
    assert env.describe("player_0")["legal"] == ["offer 0", "offer 1", "offer 2", "offer 3"]
    assert say(env, "offer 3", "accept") == [46, 0]
    assert env.describe("player_0")["phase"] == "turn", "no side bet can be paid any more"
