"""The plain engine of the common-deck Pazaak by itself: cases worked by hand."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest


class Scripted:
    """Chance as a test lays it out.

    - `main`: the cards off the main deck in their order, one list a round
    - `side`: which of the cards left, in the order of the kinds, each draw from a side deck takes; else the first one
    - seat `first` begins
    """

    def __init__(self, main: Sequence[Sequence[int]] = (), side: Sequence[int] = (), first: int = 0):
        self.main, self.side, self.first = main, side, first
        self.decks: dict[int, list[int]] = {}

    def __call__(self, purpose: str, hand: int, seat: int, index: int, n: int) -> int:
        if purpose == "first":
            return self.first
        if purpose == "side":
            return self.side[index] if index < len(self.side) else 0
        assert purpose == "main"
        deck = self.decks.setdefault(hand, [value for value in range(1, 11) for _ in range(4)])
        assert len(deck) == n
        place = deck.index(self.main[hand][index])
        del deck[place]
        return place


def deal(reference: ModuleType, *hands: Sequence[str], chance: Any = None, **options: Any) -> Any:
    """A game whose seats are dealt `hands`, without bets unless they are asked for."""
    seats = len(hands)
    given = {
        "side_decks": hands,  # no more than is dealt
        "shared_side_deck": False,
        "rounds": 3,
        "ante": 1,
        "max_bet": 0,
        "max_round_bet": 0,
        "bankrolls": [50] * seats,
        "force_sensitive": [False] * seats,
        "cardsharp": [False] * seats,
        "cardsharp_uses": 1,
        "max_rounds": 20,
        "pick": chance,
    }
    return reference.RepublicReference(**given | options)


def play(game: Any, *moves: str) -> list[int]:
    """Take moves such as "0: stand"; what the last one paid."""
    rewards: list[int] = []
    for move in moves:
        seat, action = move.split(": ")
        assert game.to_act == int(seat), f"{move!r} in the turn of seat {game.to_act}"
        rewards = game.step(action)
    return rewards


def values(game: Any, seat: int) -> list[int]:
    return [card.value for card in game.tables[seat]]


PLAIN = ("+1", "+1", "+1", "+1")


def test_flip_turns_what_lies_positive_or_negative(reference: ModuleType):
    """RP-2: the worked case, 3, 7, 6, -3, 2 under 3&6."""
    chance = Scripted(main=[[3, 1, 7, 1, 6, 1, 2]])
    game = deal(reference, ("-3", "3&6", "+1", "+1"), PLAIN, chance=chance)
    play(game, "0: end turn", "1: end turn", "0: end turn", "1: end turn", "0: play -3", "0: end turn", "1: end turn")
    assert values(game, 0) == [3, 7, 6, -3, 2]
    play(game, "0: play 3&6")
    assert values(game, 0) == [-3, 7, -6, 3, 2, 0]
    assert game.legal() == {"end turn", "stand"}
    assert game.hands[0] == ["+1", "+1"]


def test_tie_breaker_wins_a_level_round(reference: ModuleType):
    """RP-7: the worked case; the opponent stands on 20 by itself, 19 and ±1T as +1 win."""
    chance = Scripted(main=[[10, 9, 10, 10], [1]])
    game = deal(reference, PLAIN, ("±1T", "+1", "+1", "+1"), chance=chance)
    play(game, "0: end turn", "1: end turn")
    assert game.stands == [True, False]
    play(game, "1: play ±1T as +1")
    assert (game.last.winner, game.rounds_won) == (1, [0, 1])
    assert (game.first, game.to_act) == (1, 1)  # RP-8


def test_two_tie_breakers_draw_the_round(reference: ModuleType):
    """RP-7: one against another settles nothing."""
    chance = Scripted(main=[[10, 10, 9, 9], [1]])
    ties = ("±1T", "+1", "+1", "+1")
    game = deal(reference, ties, ties, chance=chance)
    play(game, "0: end turn", "1: end turn", "0: play ±1T as +1", "1: play ±1T as +1")
    assert (game.last.winner, game.rounds_won, game.rounds_drawn) == (None, [0, 0], 1)


def test_doubler_lies_as_the_card_it_doubles(reference: ModuleType):
    """RP-2: D on a 4 is a 4 that 2&4 turns."""
    chance = Scripted(main=[[4, 1, 10]])
    game = deal(reference, ("D", "2&4", "+1", "+1"), PLAIN, chance=chance)
    play(game, "0: play D")
    assert values(game, 0) == [4, 4]
    play(game, "0: end turn", "1: end turn", "0: play 2&4")
    assert values(game, 0) == [-4, -4, 10, 0]


LOW = ("-1", "-1", "-1", "-1")
LOW_WITH_TIE = ("-1", "-1", "-1", "±1T")


def test_nine_cards_beat_twenty(reference: ModuleType):
    """RP-6: nine cards stand by themselves at any total and win over a 20."""
    game = deal(reference, LOW, PLAIN, chance=Scripted(main=[[2, 10, 2, 10, 2, 3, 3], [1]]))
    play(game, "0: play -1", "0: end turn", "1: end turn", "0: play -1", "0: end turn")
    assert game.stands == [False, True]
    play(game, *["0: play -1", "0: end turn"] * 2)
    assert game.last.winner == 0
    assert game.hands[0] == []  # RP-3: spent


@pytest.mark.parametrize(
    ("hands", "winner"), [((LOW, LOW), None), ((LOW, LOW_WITH_TIE), 1), ((LOW_WITH_TIE, LOW_WITH_TIE), None)]
)
def test_nine_cards_are_level_whatever_they_count(reference: ModuleType, hands: Sequence[Any], winner: int | None):
    """RP-6: totals of 7 and 3 do not matter; ±1T does."""
    game = deal(reference, *hands, chance=Scripted(main=[[2, 1, 2, 1, 2, 1, 2, 1, 3, 3], [1]]))
    for card in range(4):
        for seat, hand in enumerate(hands):
            name = hand[card].replace("±1T", "±1T as -1")
            play(game, f"{seat}: play {name}", f"{seat}: end turn")
    assert game.rounds_played == 1
    assert game.last.winner == winner


def test_ninth_main_card_above_twenty_can_not_be_mended(reference: ModuleType):
    """RP-6: -6 would, but it would be a tenth card."""
    game = deal(reference, ("-6",) * 4, PLAIN, chance=Scripted(main=[[1, 10, 1, 1, 1, 2, 2, 2, 2, 10], [1]]))
    play(game, "0: end turn", "1: stand", *["0: end turn"] * 6)
    assert (game.totals, game.rounds_played) == ([12, 10], 0)
    play(game, "0: end turn")
    assert game.last.winner == 1


def test_bust_of_three_drops_only_that_seat(reference: ModuleType):
    """RP-5: the others go on, and the last not bust wins without standing."""
    game = deal(reference, PLAIN, PLAIN, PLAIN, chance=Scripted(main=[[10, 5, 9, 9, 6, 9, 10, 10], [1]]))
    play(game, *["0: end turn", "1: end turn", "2: end turn"] * 2)
    assert game.legal() == {"play +1", "end turn"}  # 29
    play(game, "0: end turn")
    assert (game.bust, game.to_act, game.totals) == ([True, False, False], 1, [29, 21, 18])
    play(game, "1: end turn")
    assert (game.last.winner, game.to_act) == (2, 1)


def test_level_seats_decide(reference: ModuleType):
    """RP-8: of three seats the two that are level with most rounds play on, drawn deciders too, until one has won."""
    rounds = [[10, 9, 8], [10, 8, 9], [7, 7, 7], [7, 7], [9, 8]]
    game = deal(reference, PLAIN, PLAIN, PLAIN, chance=Scripted(main=rounds))
    play(game, "0: stand", "1: stand", "2: stand")
    play(game, "1: stand", "2: stand", "0: stand")
    assert (game.rounds_won, game.rounds_drawn) == ([1, 1, 0], 0)
    play(game, "2: stand", "0: stand", "1: stand")
    assert (game.plays, game.rounds_drawn) == ([True, True, False], 1)
    play(game, "0: stand", "1: stand")
    assert (game.first, game.rounds_drawn, game.over) == (1, 2, False)
    assert play(game, "1: stand", "0: stand") == [-1, 2, -1]
    assert (game.over, game.winner, game.rounds_played) == (True, 1, 5)


def test_a_lead_that_can_not_be_caught_ends_the_game(reference: ModuleType):
    """RP-8: after two rounds of three; a lead that can be drawn level does not."""
    win = [10, 9]
    game = deal(reference, PLAIN, PLAIN, chance=Scripted(main=[win, [9, 10]]))
    play(game, "0: stand", "1: stand", "1: stand", "0: stand")
    assert (game.over, game.winner, game.rounds_won) == (True, 0, [2, 0])
    game = deal(reference, PLAIN, PLAIN, chance=Scripted(main=[win, [9, 9], [9, 9]]))
    play(game, "0: stand", "1: stand", "1: stand", "0: stand")
    assert not game.over
    play(game, "0: stand", "1: stand")
    assert (game.over, game.winner, game.rounds_won) == (True, 0, [1, 0])


def test_level_at_the_last_round_is_drawn(reference: ModuleType):
    """Options: past max_rounds the stakes go back."""
    chance = Scripted(main=[[9, 9]] * 4)
    game = deal(reference, PLAIN, PLAIN, chance=chance, max_bet=1, max_rounds=4)
    play(game, "0: offer 1", "1: accept", *["0: stand", "1: stand", "1: stand", "0: stand"] * 2)
    assert (game.over, game.winner, game.stacks, game.pot) == (True, None, [50, 50], 0)


def test_refused_side_card_goes_back(reference: ModuleType):
    """RP-9: the next card is drawn while it is out; it may come later. The look is used up."""
    chance = Scripted(main=[[1]], side=[1, 0, 1])  # -2 is looked at, -1 is taken, then of -2 -3 -4 the -3
    game = deal(reference, ("-1", "-2", "-3", "-4", "-5"), PLAIN, chance=chance, force_sensitive=[True, False])
    play(game, "0: look")
    assert game.seen_side == "-2"
    play(game, "0: refuse it")
    assert (game.hands[0], game.side_decks[0]) == (["-1", "-2", "-3", "-4"], ["-5"])
    assert game.looks_used == [True, False]


def test_refused_and_thrown_main_cards_are_out(reference: ModuleType):
    """RP-9, RP-10: both may be had on one card; what comes then is laid."""
    chance = Scripted(main=[[10, 9, 8, 7]])
    seat = {"force_sensitive": [True, False], "cardsharp": [True, False], "cardsharp_uses": 2}
    game = deal(reference, PLAIN, PLAIN, chance=chance, **seat)
    play(game, *["0: draw"] * 2, *["0: choose +1"] * 2)
    play(game, "0: look")
    assert game.seen_main == 10
    play(game, "0: refuse it")
    assert (game.seen_main, game.legal()) == (9, {"keep it", "throw it away"})
    play(game, "0: throw it away", "0: throw it away")
    assert (game.out, values(game, 0), game.cardsharp_uses) == ([[10, 9, 8], []], [7], [0, 0])


def test_cardsharp_chooses_his_last_two(reference: ModuleType):
    """RP-10: two blind ones first."""
    game = deal(reference, ("+1", "+2", "+3", "D"), PLAIN, chance=Scripted(main=[[1]]), cardsharp=[True, False])
    assert (game.hands[0], game.legal()) == (["+1", "+2"], {"choose +3", "choose D"})
    play(game, "0: choose D")
    assert game.legal() == {"choose +3"}
    play(game, "0: choose +3")
    assert game.hands[0] == ["+1", "+2", "+3", "D"]


def test_one_raise_of_the_match_bet(reference: ModuleType):
    """BP-11: declined, the first offer holds; what is won is paid as the game ends."""
    chance = Scripted(main=[[10, 9], [9, 10]])
    game = deal(reference, PLAIN, PLAIN, chance=chance, max_bet=3, bankrolls=[50, 3])
    assert game.legal() == {"offer 0", "offer 1", "offer 2"}  # the other seat has 2 left
    play(game, "0: offer 1")
    assert game.legal() == {"accept", "decline", "raise to 2"}
    play(game, "1: raise to 2", "0: decline")
    assert (game.stacks, game.pot) == ([48, 1], 4)
    assert play(game, "0: stand", "1: stand") == [0, 0]
    assert play(game, "1: stand", "0: stand") == [2, -2]
    assert (game.over, game.winner, game.stacks) == (True, 0, [52, 1])


def test_seats_that_can_not_cover_an_offer_are_passed_over(reference: ModuleType):
    """RP options: three seats bet within what each of them can pay; the bet of a winner outside it goes back."""
    chance = Scripted(main=[[8, 9, 10], [1]])
    game = deal(reference, PLAIN, PLAIN, PLAIN, chance=chance, max_bet=5, max_round_bet=2, bankrolls=[9, 2, 5])
    assert game.legal() == {f"offer {units}" for units in range(5)}  # seat 2 has 4 left
    play(game, "0: offer 2", "2: accept", "0: offer 1", "1: accept", "2: decline")
    assert (game.stacks, game.pot) == ([5, 0, 2], 9)
    assert play(game, "0: stand", "1: stand", "2: stand") == [0, 0, 0]
    assert (game.stacks, game.last.winner) == ([6, 1, 2], 2)
