"""The plain engine of Captain gin by itself: cases worked by hand. Its melds are pinned in `test_melds.py` too."""

from collections.abc import Sequence
from typing import Any

import pytest

from ...references import captain_gin as reference

PACK = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]

# Seat 0 is in the box, seat 1 is captain, seat 2 sits out.
ROLES = "KS QS JS"

# Three runs and a king: 10 unmatched.
RUNS = "2S 3S 4S 5H 6H 7H 8C 9C TC KD"
# Nothing melded: 2 + 4 + 4 + 6 + 8 + 9 + 10 + 10 + 10 + 10 = 73 unmatched; 4H and JC fit the runs.
LOOSE = "2C 4H 4D 6S 8S 9D JH JC QS KH"


class Scripted:
    """Chance as a test lays it out: cards as texts.

    - `roles`: what each seat draws for its role
    - `hands`: for each hand the captain's ten, the box's ten, the upcard and what comes off the stock; what is not given is
      the first card left
    """

    def __init__(self, *hands: Sequence[str], roles: str = ROLES):
        self.roles = roles.split()
        self.hands = [" ".join(parts).split() for parts in hands]
        self.left: dict[Any, list[str]] = {}

    def __call__(self, purpose: str, hand: int, seat: int, index: int, n: int) -> int:
        left = self.left.setdefault((purpose, hand), list(PACK))
        assert len(left) == n
        wanted = self.roles if purpose == "role" else self.hands[hand] if hand < len(self.hands) else []
        code = wanted[index] if index < len(wanted) else next(code for code in left if code not in wanted)
        left.remove(code)
        return sorted([*left, code], key=PACK.index).index(code)


def deal(*hands: Sequence[str], roles: str = ROLES, **options: Any) -> Any:
    """A game with these cards, without advice unless it is asked for."""
    given = {
        "gin_bonus": 25,
        "undercut_bonus": 10,
        "knock_limit": 10,
        "target": 100,
        "advice": False,
        "stake": 1,
        "settlement": "partners",
        "max_hands": 50,
        "max_turns": 100,
        "pick": Scripted(*hands, roles=roles),
    }
    return reference.Game(**given | options)


def play(game: Any, *moves: str) -> list[int]:
    """Take moves such as "0: pass"; what the last one paid."""
    rewards: list[int] = []
    for move in moves:
        seat, action = move.split(": ")
        assert game.to_act == int(seat), f"{move!r} in the turn of seat {game.to_act}"
        rewards = game.act(action)
    return rewards


NOBODY_TAKES = ("1: pass", "0: pass", "1: take stock")

# ---- melds ---------------------------------------------------------------------------------------------------------


def test_points_and_the_lists_of_melds():
    """CG-1, CG-9: 13 * (4 + 1) sets; in a suit 11 runs of three, 10 of four and so on to 1 of thirteen."""
    assert reference.points(reference.cards(PACK)) == 4 * (45 + 40)
    assert (len(reference.SETS), len(reference.RUNS)) == (65, 4 * 66)
    assert len(reference.MELDS) == 65 + 4 * 66
    assert reference.cards(["QH", "KH", "AH"]) not in reference.MELDS
    assert reference.cards(["AH", "2H", "3H"]) in reference.MELDS


@pytest.mark.parametrize(
    ("meld", "extended_by"),
    [
        ("7S 7H 7C", "7D"),
        ("7S 7H 7D 7C", ""),
        ("5H 6H 7H", "4H 8H"),
        ("AH 2H 3H", "4H"),
        ("JC QC KC", "TC"),
        ("AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD", ""),
    ],
)
def test_what_extends_a_meld(meld: str, extended_by: str):
    """CG-9, CG-10."""
    assert reference.codes(reference.EXTENDED_BY[reference.cards(meld.split())]) == extended_by.split()


def test_arrangements_of_three_of_a_kind_that_crosses_a_run():
    """CG-9: nothing, the set, the run, of the run of four its beginning, end and all of it."""
    hand = reference.cards(["4S", "5S", "6S", "7S", "7H", "7D"])
    assert {(*map(reference.points, it),) for it in reference.arrangements(hand)} == {
        (0, 0),
        (21, 0),
        (0, 15),
        (0, 18),
        (0, 22),
        (21, 15),
    }


def test_runs_that_touch_are_one():
    """CG-10: so nothing can be laid off between them."""
    six = ["4S", "5S", "6S", "7S", "8S", "9S"]
    (meld,) = reference.melds_of(reference.arrange(reference.cards(six)))
    assert reference.codes(meld) == six
    assert reference.codes(reference.EXTENDED_BY[meld]) == ["3S", "TS"]


def test_which_discards_allow_a_knock():
    """CG-8, CG-7: a card may leave a run that stays long enough; a card held back can not be thrown."""
    eleven = reference.cards(["2S", "3S", "4S", "5H", "6H", "7H", "8H", "2D", "KD", "9C", "JC"])  # 31 unmatched
    assert reference.knock_discards(eleven, 20) == []
    assert reference.knock_discards(eleven, 21) == ["KD", "JC"]
    assert reference.knock_discards(eleven, 22) == ["KD", "9C", "JC"]
    eleven = reference.cards(["2S", "3S", "4S", "5H", "6H", "7H", "8H", "9H", "TH", "KD", "AC"])  # 11 unmatched
    assert reference.knock_discards(eleven, 9) == ["KD"]
    assert reference.knock_discards(eleven, 10) == ["KD", "AC"]
    assert reference.knock_discards(eleven, 10, held_back="KD") == ["AC"]
    assert reference.knock_discards(eleven, 11) == ["5H", "TH", "KD", "AC"]


# ---- roles and turns -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawn", "roles"),
    [
        ("KS QS JS", ["box", "captain", "out"]),
        ("AS 2C 3C", ["out", "captain", "box"]),  # the ace is low
        ("TD TH JC", ["out", "captain", "box"]),
        ("9C 9S 9D", ["out", "box", "captain"]),
        ("KC 5H KH", ["captain", "out", "box"]),
    ],
)
def test_roles(drawn: str, roles: list[str]):
    """CG-2: level cards rank spades, hearts, diamonds, clubs."""
    game = deal(roles=drawn)
    assert (game.role_cards, game.roles) == (drawn.split(), roles)


def test_the_deal():
    """CG-5: the cards drawn for the roles are back in the pack."""
    game = deal((RUNS, LOOSE, "KS"))
    assert game.hands == {0: set(LOOSE.split()), 1: set(RUNS.split()), 2: set()}
    assert (game.pile, len(game.stock), "KS" in game.stock) == (["KS"], 31, False)
    assert (game.phase, game.to_act, game.legal()) == ("upcard", 1, ["take discard", "pass"])


def test_the_upcard_goes_round():
    """CG-6: if nobody takes it the captain draws; then it is the box's turn."""
    game = deal((RUNS, LOOSE, "KS", "AD"))
    play(game, "1: pass")
    assert (game.phase, game.to_act, game.legal()) == ("upcard", 0, ["take discard", "pass"])
    play(game, "0: pass")
    assert (game.phase, game.to_act, game.legal(), game.turns) == ("first draw", 1, ["take stock"], 0)
    play(game, "1: take stock")
    assert (game.phase, game.to_act, game.drawn, game.held_back, len(game.hands[1])) == ("discard", 1, "AD", None, 11)
    play(game, "1: discard KD")
    assert (game.pile, game.phase, game.to_act, game.turns) == (["KS", "KD"], "draw", 0, 1)
    assert game.legal() == ["take stock", "take discard"]


def test_the_box_takes_the_upcard():
    """CG-6, CG-7: it completes the turn, then the captain's comes; the card can not go back at once, but later."""
    game = deal((RUNS, LOOSE, "KS", "AD AH"))
    play(game, "1: pass", "0: take discard")
    assert (game.held_back, game.drawn, game.pile) == ("KS", None, [])
    assert game.legal() == [f"discard {code}" for code in PACK if code in LOOSE.split()]
    play(game, "0: discard QS", "1: take stock", "1: discard AD", "0: take stock")
    assert "discard KS" in game.legal()
    assert game.taken == {0: {"KS"}, 1: set(), 2: set()}
    play(game, "0: discard KS")
    assert (game.taken[0], game.pile) == (set(), ["QS", "AD", "KS"])


def test_a_card_taken_can_not_be_knocked_with():
    """CG-7, CG-8: KS is taken; without KD 10 are left, without KS 10 too."""
    game = deal((RUNS, LOOSE, "KS"))
    play(game, "1: take discard")
    assert [name for name in game.legal() if name.startswith("knock")] == ["knock discarding KD"]
    assert "discard KS" not in game.legal()


def test_a_knock_in_the_first_turn():
    """CG-8, CG-10, CG-11: 1 against 73 less 4 and 10 laid off. CG-3: the captain goes into the box."""
    game = deal((RUNS, LOOSE, "AD"))
    assert play(game, "1: take discard", "1: knock discarding KD") == [-116, 58, 58]
    hand = game.finished[-1]
    assert (hand.number, hand.how, hand.box, hand.captain, hand.knocker, hand.scorer) == (1, "knock", 0, 1, 1, 1)
    assert (hand.points, hand.unmatched, hand.laid_off, hand.scores) == (58, {1: 1, 0: 59}, ["4H", "JC"], [0, 58, 0])
    assert hand.melds == {1: [["2S", "3S", "4S"], ["5H", "6H", "7H"], ["8C", "9C", "TC"]], 0: []}
    assert hand.rest == {1: ["AD"], 0: ["6S", "8S", "QS", "JH", "KH", "4D", "9D", "2C"]}
    assert (game.roles, game.scores, game.stacks) == (["out", "box", "captain"], [0, 58, 0], [-116, 58, 58])
    assert (game.phase, game.to_act, game.turns) == ("upcard", 2, 0)


def test_the_box_wins_and_stays():
    """CG-3: the other two change places. CG-13: what a point is worth."""
    game = deal((LOOSE, RUNS, "AD"), stake=3)
    assert play(game, "1: pass", "0: take discard", "0: knock discarding KD") == [348, -174, -174]
    assert (game.roles, game.scores) == (["box", "out", "captain"], [58, 0, 0])


def test_everybody_for_himself():
    """CG-13: scores."""
    game = deal((RUNS, LOOSE, "AD"), settlement="scores")
    assert play(game, "1: take discard", "1: knock discarding KD") == [-58, 116, -58]


def test_gin():
    """CG-11: 25 and all of the 73, of which nothing is laid off."""
    game = deal((RUNS, LOOSE, "AS"))
    play(game, "1: take discard", "1: knock discarding KD")
    hand = game.finished[-1]
    assert (hand.how, hand.scorer, hand.points, hand.unmatched, hand.laid_off) == ("gin", 1, 98, {1: 0, 0: 73}, [])


NOTHING_LEFT = "AH 2H 3H 9S TS JS QS 4D 4C 4H"


def test_gin_against_nothing_unmatched():
    """CG-11: the bonus alone; the opponent scores nothing."""
    game = deal((RUNS, NOTHING_LEFT, "5S"))
    play(game, "1: take discard", "1: knock discarding KD")
    hand = game.finished[-1]
    assert (hand.how, hand.scorer, hand.points, hand.unmatched) == ("gin", 1, 25, {1: 0, 0: 0})


@pytest.mark.parametrize(
    ("opponent", "left", "scored"),
    [(NOTHING_LEFT, 0, 20), ("AH 2H 3H 9S TS JS 4D 4C 4H KC", 10, 10), ("AH 2H 3H 9S TS JS 4D 4C 5S 9H", 17, 7)],
)
def test_undercut(opponent: str, left: int, scored: int):
    """CG-11: the knocker keeps QD, ten; the opponent has nothing left, as much, or more. 5S is added to 2S 3S 4S."""
    game = deal((RUNS, opponent, "QD"))
    play(game, "1: take discard", "1: knock discarding KD")
    hand = game.finished[-1]
    assert (hand.how, hand.scorer) == (("undercut", 0) if left <= 10 else ("knock", 1))
    assert (hand.points, hand.unmatched[0]) == (scored, left)


def test_an_undercut_after_laying_off():
    """CG-10, CG-11: 12 unmatched are 1 then. A jack is added too: of four it leaves sets of the smaller number."""
    game = deal((RUNS, "AH 2H 3H 5S 6S JD JS JC JH AC", "QD"))
    play(game, "1: take discard", "1: knock discarding KD")
    hand = game.finished[-1]
    assert (hand.how, hand.laid_off, hand.unmatched, hand.points) == ("undercut", ["5S", "6S", "JC"], {1: 10, 0: 1}, 19)
    assert hand.melds[0] == [["JS", "JH", "JD"], ["AH", "2H", "3H"]]
    assert game.roles == ["box", "out", "captain"]


def test_a_hand_is_drawn_at_two_cards():
    """CG-12, CG-3: 29 cards are taken from the stock. Roles stay, nobody is paid."""
    game = deal()
    play(game, "1: pass", "0: pass")
    for turn in range(29):
        assert (game.turns, len(game.finished)) == (turn, 0)
        game.act("take stock")
        paid = game.act(next(name for name in game.legal() if name.startswith("discard")))
    assert paid == [0, 0, 0]
    hand = game.finished[-1]
    assert (hand.how, hand.knocker, hand.scorer, hand.points) == ("drawn", None, None, 0)
    assert (hand.unmatched, hand.melds, hand.rest, hand.laid_off) == ({}, {}, {}, [])
    assert (game.roles, game.to_act, len(game.stock)) == (["box", "captain", "out"], 1, 31)


def test_a_hand_is_drawn_after_so_many_turns():
    """CG-12: turns of both; passes are none."""
    game = deal((RUNS, LOOSE, "KS", "AD AH"), max_turns=3)
    play(game, *NOBODY_TAKES, "1: discard AD", "0: take discard", "0: discard KH", "1: take discard", "1: discard KD")
    assert (len(game.finished), game.finished[-1].how, game.phase) == (1, "drawn", "upcard")


def test_the_game_ends_at_the_target():
    """CG-13: 98 is not enough, two more are."""
    game = deal((RUNS, LOOSE, "AS"), (LOOSE, RUNS, "AD"), target=98)
    play(game, "1: take discard", "1: knock discarding KD")
    assert (game.over, game.phase, game.to_act, game.legal(), game.winner) == (True, "over", None, [], 1)
    assert game.roles == ["box", "captain", "out"]  # as they were
    game = deal((RUNS, LOOSE, "AS"), (LOOSE, RUNS, "AD"))
    play(game, "1: take discard", "1: knock discarding KD")
    assert not game.over
    play(game, "2: pass", "1: take discard", "1: knock discarding KD")
    assert (game.over, game.scores, game.winner) == (True, [0, 98 + 58, 0], 1)


def test_the_game_ends_after_so_many_hands():
    """CG-13: drawn hands count; level at the top nobody wins."""
    game = deal(max_turns=1, max_hands=2)
    for _ in range(2):
        play(game, *NOBODY_TAKES)
        game.act(game.legal()[0])
    assert (game.over, [hand.how for hand in game.finished], game.winner) == (True, ["drawn", "drawn"], None)


# ---- advice and what is seen ---------------------------------------------------------------------------------------


def test_advice():
    """CG-4: the seat out names one of the captain's actions, or says nothing; not where there is no choice."""
    game = deal((RUNS, LOOSE, "KS", "AD"), advice=True)
    assert (game.to_act, game.turn_of, game.legal()) == (2, 1, ["take discard", "pass"])
    play(game, "2: pass")
    assert (game.to_act, [game.sees(seat)["advice"] for seat in (0, 1, 2, None)]) == (1, [None, "pass", "pass", None])
    play(game, "1: pass")
    assert [game.sees(seat)["advice"] for seat in (0, 1, 2)] == [None, None, None]
    play(game, "0: pass", "1: take stock")
    assert (game.to_act, game.phase) == (2, "discard")
    discards = [f"discard {code}" for code in PACK if code in [*RUNS.split(), "AD"]]
    assert game.legal() == [*discards, "knock discarding AD", "knock discarding KD", "pass"]
    play(game, "2: knock discarding KD")
    assert game.sees(1)["advice"] == "knock discarding KD"
    play(game, "1: discard KD", "0: take stock", "0: discard KH", "2: pass")
    assert (game.to_act, game.sees(1)["advice"], game.legal()) == (1, None, ["take stock", "take discard"])


def test_what_is_seen():
    """CG-14: own cards, what the opponent took and threw; the seat out sees with the captain, a spectator no hand."""
    game = deal((RUNS, LOOSE, "KS", "AD AH"))
    play(game, "1: pass", "0: take discard", "0: discard QS", "1: take stock")
    box, captain, out, spectator = (game.sees(seat) for seat in (0, 1, 2, None))
    assert captain == out
    assert captain["hand"] == ["2S", "3S", "4S", "5H", "6H", "7H", "AD", "KD", "8C", "9C", "TC"]
    assert (captain["opponent_holds"], captain["opponent_threw"], captain["shown"]) == (["KS"], ["QS"], [])
    assert (captain["unmatched"], captain["if_taken"], captain["drawn"], captain["left_after"]["KD"]) == (1, None, "AD", 1)
    assert captain["left_after"]["2S"] == 3 + 4 + 1 + 10
    assert (box["opponent_holds"], box["opponent_threw"], box["shown"]) == ([], [], ["KS"])
    assert (box["hand"], box["drawn"], box["unmatched"]) == (
        ["6S", "8S", "KS", "4H", "JH", "KH", "4D", "9D", "2C", "JC"],
        None,
        73,
    )
    assert (spectator["hand"], spectator["drawn"], spectator["pile"], spectator["stock"]) == ([], None, ["QS"], 30)
    play(game, "1: discard KD")
    assert (game.sees(0)["if_taken"], game.sees(1)["if_taken"]) == (43, None)  # three kings, and JH or JC thrown
