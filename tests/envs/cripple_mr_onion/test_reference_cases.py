"""The plain round of Cripple Mr Onion by itself: cases worked by hand. What hands are worth is pinned elsewhere."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from ...references import cripple_mr_onion as reference

SUITS = ("cl", "sp", "he", "di", "sw", "st", "cu", "co")
RANKS = "A23456789TJQK"
PACK = [rank + suit for suit in SUITS for rank in RANKS]


class Scripted:
    """Chance as a test lays it out: seat `first` is Dealer; `rounds` are the cards of each round in the order drawn.

    What is not given is the first card left that is not wanted later.
    """

    def __init__(self, *rounds: str, first: int = 0):
        self.first = first
        self.rounds = [cards.split() for cards in rounds]
        self.left: dict[int, list[str]] = {}

    def __call__(self, purpose: str, hand: int, seat: int, index: int, n: int) -> int:
        assert seat == 0
        if purpose == "first dealer":
            assert (hand, index) == (0, 0)
            return self.first
        assert purpose == "card"
        left = self.left.setdefault(hand, list(PACK))
        assert len(left) == n == len(PACK) - index
        wanted = self.rounds[hand] if hand < len(self.rounds) else []
        code = wanted[index] if index < len(wanted) else next(code for code in left if code not in wanted)
        place = left.index(code)
        left.remove(code)
        return place


def all_alike(cards: Sequence[str], **terms: Any) -> tuple[int, ...]:
    """Every hand is worth the same: a single bagel."""
    return (2 * 8 + 7,)


def nobody_cripples(*onion: Any) -> int:
    return 0


def deal(*rounds: str, seats: int = 3, bankroll: Any = 100, first: int = 0, **options: Any) -> Any:
    """A table where all hands are worth the same and nothing is declared, unless it is asked for."""
    given = {
        "bankrolls": [bankroll] * seats if isinstance(bankroll, int) else bankroll,
        "modifiers": (),
        "stake": 1,
        "max_stake": 5,
        "max_raise": 5,
        "rounds": 4,
        "first_dealer": "random",
        "pick": Scripted(*rounds, first=first),
        "split": all_alike,
        "cripples": nobody_cripples,
    }
    return reference.Game(**given | options)


def play(game: Any, *moves: str) -> list[int]:
    """Take moves such as "0: fold", several of one seat as "0: discard 1, done"; what the last one paid."""
    rewards: list[int] = []
    for move in moves:
        seat, actions = move.split(": ")
        for action in actions.split(", "):
            assert game.to_act == int(seat), f"{move!r} in the turn of seat {game.to_act} ({game.phase})"
            rewards = game.step(action)
    return rewards


def keep_all(game: Any) -> None:
    """Nobody discards."""
    while game.phase == "discarding":
        game.step("done")


QUIET = ("stake 0", "match", "raise 0", "stop", "extra bet 0", "pass", "done")


def quietly(game: Any, until: str) -> None:
    """On to a phase, without a bet, a declaration or a fold."""
    while game.phase != until:
        game.step(next(name for name in QUIET if name in game.legal()))


def quiet_round(game: Any) -> list[int]:
    """The rest of the round without a bet; what it paid."""
    played, rewards = len(game.finished), []
    while len(game.finished) == played:
        rewards = game.step(next(name for name in QUIET if name in game.legal()))
    return rewards


# ---- deal, discards, betting ----------------------------------------------------------------------------------------


def test_the_deal():
    """CO-5, CO-6, CO-7: Elder's cards first, the Dealer's last; everybody paid a Stake."""
    game = deal("Kcl 2sp 2cl 9co Tst Acl Asp Ahe Adi Asw 3cl 4cl 5cl 6cl 7cl", first=1, stake=2)
    assert game.cards[2] == ["2cl", "2sp", "9co", "Tst", "Kcl"]
    assert game.cards[0] == ["Acl", "Asp", "Ahe", "Adi", "Asw"]
    assert game.cards[1] == ["3cl", "4cl", "5cl", "6cl", "7cl"]
    assert (game.dealer, game.stacks, game.pot, game.phase, game.to_act) == (1, [98, 98, 98], 6, "discarding", 2)
    assert game.legal() == ["discard 1", "discard 2", "discard 3", "discard 4", "discard 5", "done"]


def test_discards():
    """CO-7: in the order of the slots, as many come back; the fourth mark exchanges at once."""
    game = deal("Kcl 2sp 2cl 9co Tst Acl Asp Ahe Adi Asw 3cl 4cl 5cl 6cl 7cl Kco Jcl Kst 3sp 4sp 5sp")
    play(game, "1: discard 5, discard 1")
    assert (game.legal(), game.marked) == (["discard 2", "discard 3", "discard 4", "done"], {0, 4})
    play(game, "1: done")
    assert (game.thrown[1], game.cards[1]) == (["2cl", "Kcl"], ["2sp", "9co", "Tst", "Jcl", "Kco"])
    play(game, "2: discard 1, discard 2, discard 5, discard 4")
    assert (game.to_act, game.thrown[2]) == (0, ["Acl", "Asp", "Adi", "Asw"])
    assert game.cards[2] == ["Ahe", "3sp", "4sp", "5sp", "Kst"]
    play(game, "0: done")
    assert (game.phase, game.to_act, game.thrown[0], len(game.pack)) == ("staking", 0, [], 104 - 15 - 6)


def test_a_stage():
    """CO-8: stake, matches, raises, and the Dealer matches their sum; in the third stage nobody raises."""
    game = deal(stake=2)
    keep_all(game)
    assert game.legal() == [f"stake {stakes}" for stakes in range(6)]
    play(game, "0: stake 3")
    assert (game.stacks, game.pot, game.legal()) == ([92, 98, 98], 12, ["match", "fold"])
    play(game, "1: match")
    assert game.legal() == [f"raise {stakes}" for stakes in range(6)]
    play(game, "1: raise 2", "2: match, raise 1")
    assert (game.stacks, game.pot, game.aside) == ([92, 88, 90], 30, [0, 4, 2])
    assert (game.phase, game.to_act, game.legal()) == ("meeting", 0, ["match", "fold"])
    play(game, "0: match")
    assert (game.stacks, game.pot, game.aside, game.stage) == ([86, 88, 90], 36, [0, 0, 0], 1)
    play(game, "0: stake 0", "1: raise 0", "2: raise 0")
    assert (game.stage, game.phase) == (2, "staking")
    play(game, "0: stake 1", "1: match", "2: fold")
    assert (game.phase, game.to_act, game.live) == ("buying", 1, {0, 1})
    assert game.raises_made == [0, 1, 1]
    assert game.folds_made == [0, 0, 1]


def test_no_stake_beyond_ones_means():
    """CO-8, CO-14: within the bettor's means; who can not match can only fold; who has no Stake left does not raise."""
    game = deal(bankroll=[8, 3, 7], stake=2)
    keep_all(game)
    assert game.legal() == ["stake 0", "stake 1", "stake 2", "stake 3"]
    play(game, "0: stake 1")
    assert game.legal() == ["fold"]
    play(game, "1: fold", "2: match")
    assert game.legal() == ["raise 0", "raise 1"]
    play(game, "2: raise 1")
    assert (game.legal(), game.stacks) == (["match", "fold"], [4, 1, 1])
    play(game, "0: match, stake 0")
    assert (game.stage, game.phase, game.to_act) == (2, "staking", 0)  # nobody could raise in stage two


def test_the_last_one_wins():
    """CO-14: also the Dealer before anything was raised. He deals again."""
    game = deal()
    keep_all(game)
    assert play(game, "0: stake 1", "1: fold", "2: fold") == [2, -1, -1]
    last = game.finished[-1]
    assert (last.how, last.winner, last.pot, last.shown, last.net) == ("last one left", 0, 4, {}, [2, -1, -1])
    assert (game.dealer, game.to_act, game.phase, game.pot, game.live) == (0, 1, "discarding", 3, {0, 1, 2})
    keep_all(game)
    play(game, "0: stake 1", "1: fold", "2: match, raise 4")
    assert play(game, "0: fold") == [-2, -1, 3]
    assert (game.dealer, game.to_act, game.stacks) == (2, 0, [100 + 2 - 2 - 1, 97, 101])


# ---- the Dealership ---------------------------------------------------------------------------------------------------


def test_an_auction():
    """CO-8, CO-12: raises go back; each bid is a Stake more; everybody pays his last; the last left deals the next stage."""
    game = deal(seats=4, stake=2)
    keep_all(game)
    play(game, "0: stake 0", "1: raise 1", "2: raise 0", "3: raise 5", "0: fold")
    assert (game.stacks, game.pot, game.phase, game.to_act) == ([98, 98, 98, 98], 8, "bidding", 1)
    play(game, "1: bid", "2: bid", "3: decline", "1: bid")
    assert (game.bids, game.declined, game.stacks, game.to_act) == ([0, 6, 4, 0], {3}, [98, 98, 98, 98], 2)
    play(game, "2: decline")
    assert (game.stacks, game.pot, game.dealer, game.stage) == ([98, 92, 94, 98], 18, 1, 1)
    play(game, "1: stake 0", "2: raise 0")
    assert (game.to_act, game.phase) == (3, "raising")  # Younger is now the seat that was in the middle


def test_the_last_one_left_must_have_bid():
    """CO-12: all but one declined, so that one is asked."""
    game = deal()
    keep_all(game)
    play(game, "0: stake 0", "1: raise 1", "2: raise 0", "0: fold", "1: decline")
    assert (game.to_act, game.legal()) == (2, ["bid", "decline"])
    play(game, "2: bid")
    assert (game.dealer, game.stacks, game.stage) == (2, [99, 99, 98], 1)


def test_who_can_not_pay_declines():
    game = deal(bankroll=[100, 2, 100])
    keep_all(game)
    play(game, "0: stake 0", "1: raise 1", "2: raise 0", "0: fold", "1: bid", "2: bid")
    assert game.legal() == ["decline"]
    play(game, "1: decline")
    assert (game.dealer, game.stacks, game.pot) == (2, [99, 0, 97], 6)


def test_nobody_bids():
    """CO-12, CO-6: the pot is the ante of all who were dealt in, whatever they hold; the old Dealer deals again."""
    game = deal(bankroll=[3, 100, 0, 2], seats=4)
    assert (game.dealt_in, game.stacks) == ([0, 1, 3], [2, 99, 0, 1])
    keep_all(game)
    play(game, "0: stake 1", "1: match, raise 1", "3: match", "0: fold", "1: decline")
    assert play(game, "3: decline") == [-2, -2, 0, -2]
    last = game.finished[-1]
    assert (last.how, last.winner, last.pot, last.inherited) == ("carried", None, 6, 0)
    assert (game.dealer, game.stacks, game.pot, game.live, game.inherited) == (0, [1, 98, 0, 0], 6, {0, 1, 3}, 6)
    keep_all(game)
    assert game.legal() == ["stake 0", "stake 1"]
    play(game, "0: stake 0", "1: raise 0")
    assert (game.phase, game.to_act, game.stage) == ("staking", 0, 1)  # seat 3 has no Stake to raise
    assert play(game, "0: stake 1", "1: fold", "3: fold") == [6, 0, 0, 0]
    assert game.over is False
    assert (game.dealt_in, game.stacks) == ([0, 1], [6, 97, 0, 0])


def test_a_pot_left_over_is_shared():
    """What nobody won at the end, odd units to the Dealer."""
    game = deal(rounds=1, stake=5, first_dealer=1)
    keep_all(game)
    play(game, "1: stake 1", "2: match, raise 1", "0: fold", "1: fold")
    assert game.over
    assert game.finished[-1].net == [-5, -10, 15]
    game = deal(rounds=2, stake=5, first_dealer=1)
    for _ in range(2):
        keep_all(game)
        play(game, "1: stake 1", "2: match, raise 1", "0: match, raise 0", "1: fold", "2: decline")
        rewards = play(game, "0: decline")
    assert [it.net for it in game.finished] == [[-10, -10, -10], [10, 10, 10]]
    assert (game.over, rewards, game.stacks, game.pot) == (True, [10, 10, 10], [100, 100, 100], 0)
    assert game.finished[-1].pot == 45


def test_odd_units():
    """Three share seven: the Dealer gets three."""
    game = deal(rounds=1, first_dealer=1)
    keep_all(game)
    play(game, "1: stake 1", "2: match, raise 0", "0: match, raise 0", "1: stake 0", "2: raise 0", "0: raise 0", "1: stake 0")
    play(game, "2: buy, stop, extra bet 1", "0: stop, extra bet 0", "1: pass", "2: decline")
    assert play(game, "0: decline") == [0, 1, -1]
    assert (game.finished[-1].pot, game.stacks, game.over) == (7, [100, 101, 99], True)


def test_second_deal():
    """CO-9: five to the Dealer, bought ones are hidden, the rest is open; then an extra bet."""
    firsts = "Acl 2cl 3cl 4cl 5cl Asp 2sp 3sp 4sp 5sp Ahe 2he 3he 4he 5he"
    game = deal(f"{firsts} Kcl Qcl Jcl Tcl 9cl Kco Qco Jco Tco 9co Kdi Qdi Jdi Tdi 9di")
    quietly(game, "buying")
    assert game.cards[0][5:] == ["Kcl", "Qcl", "Jcl", "Tcl", "9cl"]
    assert (game.face_up[0], game.to_act, game.legal()) == (set(), 1, ["buy", "stop"])
    play(game, "1: buy, buy")
    assert (game.cards[1][5:], game.stacks, game.pot) == (["Kco", "Qco"], [99, 97, 99], 5)
    play(game, "1: stop")
    assert (game.cards[1][5:], game.open_cards(1)) == (["Kco", "Qco", "Jco", "Tco", "9co"], ["Jco", "Tco", "9co"])
    assert game.legal() == [f"extra bet {stakes}" for stakes in range(6)]
    play(game, "1: extra bet 0", "2: buy, buy, buy, buy, buy")
    assert (game.phase, game.open_cards(2), game.bought) == ("betting extra", [], [0, 2, 5])
    play(game, "2: extra bet 4")
    assert (game.phase, game.to_act, game.legal()) == ("meeting extra", 0, ["match", "pass"])
    play(game, "0: match")
    assert (game.stacks, game.pot, game.dealer, game.stage, game.phase) == ([95, 97, 90], 18, 0, 3, "staking")


def test_the_dealership_is_passed_on():
    """CO-10: who accepts pays what the others bet; who dealt stays in and is bound to follow."""
    game = deal(seats=4)
    quietly(game, "buying")
    play(game, "1: stop, extra bet 2", "2: stop, extra bet 3", "3: stop, extra bet 0", "0: pass")
    assert (game.phase, game.to_act, game.legal()) == ("offered", 1, ["accept", "decline"])
    play(game, "1: decline", "2: accept")
    assert (game.stacks, game.pot, game.dealer, game.to_act) == ([99, 97, 99 - 3 - 2, 99], 4 + 5 + 2, 2, 2)
    play(game, "2: stake 1", "3: match, raise 0", "0: match, raise 0", "1: fold", "2: stake 0")
    assert (game.live, game.to_act) == ({0, 2, 3}, 3)


def test_nobody_takes_the_dealership():
    """CO-10: extra bets go back, the pot is carried; what was bought is in it."""
    game = deal(bankroll=[100, 100, 5])
    quietly(game, "buying")
    play(game, "1: buy, stop, extra bet 5", "2: stop, extra bet 0", "0: pass", "1: decline")
    assert (game.to_act, game.legal()) == (2, ["decline"])
    assert play(game, "2: decline") == [-1, -2, -1]
    assert (game.dealer, game.pot, game.stacks, game.inherited) == (0, 4, [99, 98, 4], 4)
    assert game.finished[-1].how == "carried"


# ---- who is dealt in ----------------------------------------------------------------------------------------------------


def test_who_can_not_pay_sits_out():
    """CO-6: a Dealer too: the next seat leftward deals. The episode ends when fewer than two can pay."""
    game = deal(bankroll=[1, 2, 1, 5], seats=4, stake=2, first_dealer=0)
    assert (game.dealt_in, game.dealer, game.to_act, game.cards[0], game.cards[2]) == ([1, 3], 1, 3, [], [])
    keep_all(game)
    play(game, "1: stake 0", "3: raise 1")
    assert game.legal() == ["fold"]
    assert play(game, "1: fold") == [0, -2, 0, 2]
    assert (game.over, game.stacks, game.phase, game.to_act, game.legal()) == (True, [1, 0, 1, 7], "over", None, [])


def test_so_many_rounds():
    game = deal(rounds=2, seats=2)
    assert quiet_round(game) == [1, -1]  # level, so the Dealer wins
    assert quiet_round(game) == [1, -1]
    assert game.over


# ---- Showdown -----------------------------------------------------------------------------------------------------------


def worth(*values: Any) -> Callable[..., tuple[int, ...]]:
    """Hands worth so much, told by their first card: seats are dealt the aces of clubs, spades, hearts .. from Elder on."""

    def split(cards: Sequence[str], **terms: Any) -> tuple[int, ...]:
        (place,) = [place for place, suit in enumerate(SUITS) if "A" + suit in cards[:1]]
        return values[place] if isinstance(values[place], tuple) else (values[place],)

    return split


ACES = " ".join(" ".join(rank + suit for rank in "A3579") for suit in SUITS[:5])
ONE_SUIT_EACH = {seats: " ".join(ACES.split()[: 5 * seats]) for seats in range(2, 6)}


@pytest.mark.parametrize(
    ("values", "winner"),
    [
        ((20, 30, 10), 2),  # seats 1, 2, 0
        ((30, 30, 10), 1),  # level: Elder is more senior
        ((10, 30, 30), 0),  # a level Dealer wins
        ((30, 20, 30), 0),
        (((30, 5), (30,), (30, 4, 9)), 1),
        (((), (), ()), 0),
    ],
)
def test_showdown(values: tuple[Any, ...], winner: int):
    """CO-13, CO-3."""
    game = deal(ONE_SUIT_EACH[3], split=worth(*values))
    rewards = quiet_round(game)
    assert rewards == [2 if seat == winner else -1 for seat in range(3)]
    last = game.finished[-1]
    assert (last.how, last.winner, last.pot, game.dealer) == ("showdown", winner, 3, winner)
    assert [len(last.shown[seat]) for seat in range(3)] == [10, 10, 10]


GREAT, LESSER, DOUBLE = 32 * 8 + 7, 30 * 8 + 7, 26 * 8 + 7


def run_of(lengths: dict[str, int]) -> Callable[..., int]:
    """Running flushes of so many cards, told by the first card of a hand; the ten ones alone cripple a Lesser Onion."""

    def cripples(cards: Sequence[str], terms: Any, onion: Sequence[str], its_terms: Any) -> int:
        return lengths.get(cards[0], 0)

    return cripples


@pytest.mark.parametrize(
    ("values", "runs", "ending"),
    [
        ((GREAT, 20, 20), {"Asp": 9}, ("crippled", 2, 9)),
        ((20, GREAT, 20), {"Acl": 9}, ("crippled", 1, 9)),  # Elder is still in when the Onion shows
        ((10, 20, GREAT), {"Acl": 9}, ("showdown", 0, 0)),  # Elder was out
        ((20, 10, GREAT), {"Acl": 9}, ("crippled", 1, 9)),  # Elder led
        ((GREAT, 20, 20), {"Asp": 9, "Ahe": 10}, ("crippled", 0, 10)),
        ((GREAT, 20, 20), {"Asp": 9, "Ahe": 9}, ("crippled", 0, 9)),  # the Dealer is more senior
        ((GREAT, 20, 20), {"Asp": 10, "Ahe": 9}, ("crippled", 2, 10)),
        ((GREAT, 20, 20), {"Acl": 9}, ("showdown", 1, 0)),  # not its own
        ((DOUBLE, 20, 20), {"Asp": 10}, ("showdown", 1, 0)),
        ((LESSER, 20, 20), {"Asp": 10}, ("crippled", 2, 10)),
    ],
)
def test_crippling(values: tuple[int, ...], runs: dict[str, int], ending: tuple[str, int, int]):
    """CO-13, CO-M0: seats 1, 2, 0 hold clubs, spades, hearts."""
    for modifiers in ((0,), ()):
        game = deal(ONE_SUIT_EACH[3], split=worth(*values), cripples=run_of(runs), modifiers=modifiers)
        quiet_round(game)
        last = game.finished[-1]
        if modifiers:
            assert (last.how, last.winner, last.run) == ending
            assert game.dealer == last.winner
        else:
            assert last.how == "showdown"  # CO-M0 is off


def test_wild_eights_in_the_next_round():
    """CO-M1: after a round with a null eight in a Showdown; the round after that they are ordinary."""

    def a_null(cards: Sequence[str], **terms: Any) -> tuple[int, ...]:
        return (8 * 8 + (6 if "Asp" in cards else 7), 4 * 8 + 7)

    game = deal(*[ONE_SUIT_EACH[2]] * 5, split=a_null, modifiers=(1,), seats=2, rounds=5)
    wild = []
    for _ in range(4):
        wild.append((game.wild_round, game.wild[0], game.terms(1)["eights_wild"]))
        quiet_round(game)
    assert wild == [(False,) * 3, (True,) * 3, (False,) * 3, (True,) * 3]
    keep_all(game)
    play(game, f"{game.dealer}: stake 1")
    game.step("fold")
    assert game.over
    game = deal(*[ONE_SUIT_EACH[2]] * 5, split=a_null, modifiers=(0,), seats=2)
    quiet_round(game)
    assert not game.wild_round


# ---- declarations -------------------------------------------------------------------------------------------------------


def declaring(*hands: str, modifiers: Sequence[int] = range(12), wild: bool = False, **options: Any) -> Any:
    """Seats that from Elder on hold these special cards, all hidden, are to declare; `wild`: as after null eights."""
    plain = [card for card in PACK if card[0] in "34567"]
    firsts, seconds = [], []
    for hand in hands:
        held = hand.split()
        firsts += held + [plain.pop() for _ in range(5 - len(held))]
        seconds.append([plain.pop() for _ in range(5)])
    coming = options.pop("coming", "").split()
    after = [*seconds[-1], *(card for second in seconds[:-1] for card in second), *coming]
    game = deal(" ".join([*firsts, *after]), seats=len(hands), modifiers=modifiers, **options)
    game.wild_round = wild
    game.wild = dict.fromkeys(game.seats, wild)
    while game.phase != "declaring":
        game.step("buy" if "buy" in game.legal() else next(name for name in QUIET if name in game.legal()))
    return game


def test_nothing_to_declare_is_not_asked():
    """CO-M12: with no modifier of a card on there is nothing to declare."""
    game = deal(modifiers=(0, 1, 2, 3))
    quiet_round(game)
    game = declaring("", "", "", modifiers=(11,))
    play(game, "1: pass", "2: pass", "0: pass")
    assert len(game.finished) == 1


def test_a_whole_round_must_pass():
    """CO-M12: counted anew after each declaration."""
    game = declaring("Jcl", "Jdi", "Ksw")
    assert game.legal() == ["declare Jcl", "pass"]
    play(game, "1: pass", "2: pass")
    assert game.legal() == ["declare Ksw", "pass"]
    play(game, "0: declare Ksw")
    assert (game.passes, game.open_cards(0), game.to_act, game.declared) == (0, ["Ksw"], 1, {"Ksw": 0})
    play(game, "1: pass", "2: declare Jdi")
    assert game.terms(1)["face_up"] == ("Jdi", "Ksw")
    play(game, "0: pass", "1: declare Jcl", "2: pass", "0: pass")
    assert (game.legal(), game.terms(0)["declared"], game.terms(1)["declared"]) == (["pass"], ("Jcl",), ("Jcl",))
    play(game, "1: pass")
    assert len(game.finished) == 1


def test_only_with_its_modifier():
    """CO-M12."""
    hand = "Qsp Jdi Ksw Jst Jcl"
    options = {
        (4,): ["declare Qsp"],
        (6,): [],
        (8,): ["declare Jdi"],
        (9,): ["declare Ksw"],
        (10,): ["declare Jst"],
        (11,): ["declare Jcl"],
    }
    for modifiers, legal in options.items():
        game = declaring(hand, "Qco", "Kcu", modifiers=modifiers)
        assert game.legal() == [*legal, "pass"]
    for modifiers in ((6,), (7,), (6, 7)):
        game = declaring("Qco", hand, "Kcu", modifiers=modifiers)
        play(game, "1: declare Qco", "2: pass", "0: pass")
        assert (game.legal(), game.terms(1)["declared"], game.terms(2)["declared"]) == (["pass"], ("Qco",), ())


def test_lady_and_fate_replaced():
    """CO-M4, CO-M5: Fate only after the Lady; the aces of the Lady's user are zeroed; where she lay hidden it stays so."""
    game = declaring("Qsp", "Kcu", "", coming="Acl 2cl Tcl Asw", modifiers=(4, 5, 1))
    play(game, "1: pass")
    assert game.legal() == ["pass"]
    slot = game.cards[1].index("Qsp")
    game = declaring("Qsp", "Kcu", "", coming="Acl 2cl Tcl Asw", modifiers=(4, 5, 1))
    play(game, "1: declare Qsp")
    assert (game.phase, game.to_act, game.legal(), game.offered) == (
        "choosing",
        1,
        ["take first", "take second"],
        ["Acl", "2cl"],
    )
    play(game, "1: take second")
    assert (game.cards[1][slot], game.refused, game.face_up[1], game.replaced) == ("2cl", {"Qsp": "Acl"}, set(), {"Qsp"})
    assert (game.to_act, game.legal()) == (2, ["declare Kcu", "pass"])
    play(game, "2: declare Kcu, take first")
    assert "Tcl" in game.cards[2]
    assert (game.refused["Kcu"], game.zeroed) == ("Asw", {0: False, 1: True, 2: False})
    assert (game.terms(1)["aces_zeroed"], game.terms(2)["aces_zeroed"]) == (True, False)
    play(game, "0: pass", "1: pass")
    assert game.legal() == ["pass"]


def test_lady_and_fate_with_wild_eights():
    """CO-M4, CO-M5: she lies open against all others; he ends wild eights; her owner may make its own wild again."""
    game = declaring("Qsp", "Kcu", "", coming="Acl 2cl", modifiers=(1, 4, 5), wild=True)
    play(game, "1: declare Qsp")
    assert (game.open_cards(1), game.to_act, game.replaced) == (["Qsp"], 2, set())
    assert [game.terms(seat)["lady_against"] for seat in range(3)] == [True, False, True]
    play(game, "2: declare Kcu")
    assert (game.wild, game.open_cards(2), game.to_act) == ({0: False, 1: False, 2: False}, ["Kcu"], 0)
    assert [game.terms(seat)["lady_against"] for seat in range(3)] == [False, False, False]
    play(game, "0: pass")
    assert game.legal() == ["wild again", "pass"]
    play(game, "1: wild again")
    assert (game.wild, game.passes, game.to_act) == ({0: False, 1: True, 2: False}, 0, 2)
    assert game.open_cards(1) == ["Qsp"]
    play(game, "2: pass", "0: pass")
    assert game.legal() == ["pass"]


def test_lady_is_replaced_after_fate():
    """CO-M5: eights that are no longer wild follow every rule for ordinary ones. She is gone, so they stay ordinary."""
    game = declaring("Kcu", "Qsp", "", coming="Acl 2cl", modifiers=(1, 4, 5), wild=True)
    play(game, "1: declare Kcu")
    assert game.legal() == ["declare Qsp", "wild again", "pass"]
    play(game, "2: declare Qsp, take first", "0: pass", "1: pass")
    assert (game.legal(), game.zeroed[2]) == (["pass"], False)
    game = declaring("Kcu Qsp", "", "", modifiers=(1, 4, 5), wild=True)
    play(game, "1: declare Kcu", "2: pass", "0: pass")
    assert game.legal() == ["declare Qsp", "pass"]  # another seat's Fate it must be


def test_the_lady_is_shown_for_wild_eights():
    """CO-M5: hidden or not, used or not; only her owner can make its eights wild again, so she lies open then."""
    game = declaring("Kcu", "Qsp", "", modifiers=(1, 4, 5), wild=True)
    play(game, "1: declare Kcu", "2: wild again")
    assert (game.wild, game.open_cards(2), game.declared) == ({0: False, 1: False, 2: True}, ["Qsp"], {"Kcu": 1})
    play(game, "0: pass", "1: pass")
    assert game.legal() == ["pass"]


def test_archchancellor_and_death():
    """CO-M10: Death is declared, all others show a card."""
    game = declaring("", "Jst", "Ksw", "")
    play(game, "1: pass", "2: declare Jst")
    assert (game.phase, game.to_act, game.legal()) == ("showing", 1, [f"show {slot}" for slot in range(1, 11)])
    assert (game.open_cards(2), game.open_cards(3), game.jack_wild) == (["Jst"], ["Ksw"], False)
    play(game, "1: show 4", "0: show 10")
    assert (game.face_up[1], game.face_up[0], game.to_act, game.phase) == ({3}, {9}, 3, "declaring")
    assert game.legal() == ["pass"]
    assert game.declared == {"Jst": 2, "Ksw": 3}


@pytest.mark.parametrize("hands", [("Jst", "", ""), ("Jst Ksw", "", "")])
def test_wild_jack(hands: tuple[str, ...]):
    """CO-M10: no other seat holds the king."""
    game = declaring(*hands)
    play(game, "1: declare Jst")
    assert (game.phase, game.to_act, game.jack_wild) == ("declaring", 2, True)
    assert [game.terms(seat)["jack_wild"] for seat in range(3)] == [False, True, False]


def test_what_lies_open_already():
    """CO-M12: one dealt face up must still be declared to be used, Sender and Death aside, which just lie there."""
    game = declaring("", "Jdi Ksw Jst Jcl", "Qsp", coming="Acl 2cl")
    game.face_up[2] = set(range(10))
    game.face_up[0] = set(range(10))
    play(game, "1: pass")
    assert game.legal() == ["declare Jst", "declare Jcl", "pass"]
    assert game.terms(1)["face_up"] == ("Qsp", "Jdi", "Ksw", "Jst", "Jcl")
    play(game, "2: pass", "0: declare Qsp, take first")
    assert "Acl" in game.open_cards(0)  # a replacement lies as the replaced card did


# ---- whole rounds with real hands ---------------------------------------------------------------------------------------


def drawn(*hands: str) -> str:
    """The order in which ten cards each are drawn, by seats from Elder to the Dealer, when nobody discards."""
    halves = [(hand.split()[:5], hand.split()[5:]) for hand in hands]
    firsts = [card for first, _ in halves for card in first]
    seconds = [card for _, second in (halves[-1], *halves[:-1]) for card in second]
    return " ".join([*firsts, *seconds])


REAL: dict[str, Any] = {"split": None, "cripples": None}

DOUBLE_ONION_AND_FIVE = "3cl 3sp 4sp Jsp Ahe 7he Qhe Adi 4di 6di"  # CO-4, with two suits for each pair
FOUR_AND_BAGELS = "9cl 4st Qst Kst 4cu Jcu Aco 7di Tdi Kdi"
GREAT_ONION = "Kcl Kco Qcl Qdi Jhe Acl Aco Asp Ahe Ast"
NINE_IN_A_ROW = "2he 3cu 4he 5he 6cu 7he 8he 9cu Tcu Kdi"
NOTHING_MUCH = "2cl 2sw 3cl 3sp 4cl 4di 5co 5sw 6di 6sp"
TEN_IN_A_ROW = "2sp 3st 4sp 5sp 6st 7sp 8sp 9st Tst Jsp"


def test_a_whole_round():
    """CO-4: a Double Onion beats a four-card onion. Each unit by hand."""
    cards = drawn(FOUR_AND_BAGELS, DOUBLE_ONION_AND_FIVE)
    game = deal(cards, seats=2, modifiers=(0, 1), stake=2, rounds=1, **REAL)
    play(game, "1: done", "0: done")
    play(game, "0: stake 2", "1: match, raise 1", "0: match")  # 4, 4, 2, 2
    play(game, "0: stake 0", "1: raise 2", "0: match")  # 4, 4
    play(game, "0: stake 1", "1: match")  # 2, 2
    play(game, "1: buy, buy, stop, extra bet 3", "0: match")  # 2 + 2, 6, 6
    play(game, "0: stake 0", "1: raise 0", "0: stake 5", "1: match")  # 10, 10
    assert (game.phase, game.to_act, game.stacks, game.pot) == ("raising", 1, [70, 66], 64)
    assert game.open_cards(1) == ["7di", "Tdi", "Kdi"]
    assert play(game, "1: raise 0") == [34, -34]
    last = game.finished[-1]
    assert (last.how, last.winner, last.pot, game.over) == ("showdown", 0, 64, True)
    assert last.splits[0] == (26 * 8 + 7, 16 * 8 + 7)
    assert last.splits[1] == (12 * 8 + 7, 2 * 8 + 7, 2 * 8 + 7)


@pytest.mark.parametrize(
    ("hands", "modifiers", "ending"),
    [
        ((GREAT_ONION, NINE_IN_A_ROW, NOTHING_MUCH), (0,), ("crippled", 2, 9)),
        ((GREAT_ONION, NINE_IN_A_ROW, TEN_IN_A_ROW), (0, 1), ("crippled", 0, 10)),
        ((TEN_IN_A_ROW, NINE_IN_A_ROW, GREAT_ONION), (0, 1), ("crippled", 1, 10)),
        ((GREAT_ONION, NINE_IN_A_ROW, TEN_IN_A_ROW), (1,), ("showdown", 1, 0)),
    ],
)
def test_a_whole_round_is_crippled(hands: tuple[str, ...], modifiers: tuple[int, ...], ending: tuple[str, int, int]):
    """CO-13, CO-M0."""
    game = deal(drawn(*hands), modifiers=modifiers, **REAL)
    quiet_round(game)
    last = game.finished[-1]
    assert (last.how, last.winner, last.run) == ending


def test_null_eights_bring_wild_ones():
    """CO-M1: ten, ten, ace and an eight that is null; in the next round ten, seven, ace and a wild three."""
    tens, other = "Tcl Tsp The Tdi Tsw Tst Tcu Asp 8he 7di", "9cl 4st Qst Kst 4cu Jcu Aco 7co Tco Kdi"
    game = deal(*[drawn(tens, other)] * 2, seats=2, modifiers=(1,), rounds=3, first_dealer=0, **REAL)
    assert quiet_round(game) == [1, -1]  # without a null eight the same is worth more
    assert game.finished[-1].splits == {0: (12 * 8 + 7, 2 * 8 + 7, 2 * 8 + 7), 1: (12 * 8 + 6, 2 * 8 + 7, 2 * 8 + 7)}
    assert (game.wild_round, game.dealer) == (True, 0)
    assert quiet_round(game) == [-1, 1]
    assert game.finished[-1].splits[1] == (12 * 8 + 7, 2 * 8 + 7, 2 * 8 + 7, 2 * 8 + 7)
    assert not game.wild_round
    game = deal(drawn(tens, other), seats=2, modifiers=(), first_dealer=0, **REAL)
    quiet_round(game)
    assert game.finished[-1].splits[1] == (10 * 8 + 7, 2 * 8 + 7, 2 * 8 + 7)  # two tens and the ace are a flush


def test_the_fool_turns_a_round():
    """CO-M11: two bagels are one group then, and a Double Onion is two two-card onions at best."""
    bagels = "Jcl Tcl Kst Tst 2cl 2st 3he 3di 4cl 4di"
    onion = "Kdi Qdi Adi Aco 2he 2cu 3co 3sw 5st 5cl"
    for declares, winner in ((True, 1), (False, 0)):
        game = deal(drawn(bagels, onion), seats=2, modifiers=(11,), rounds=1, first_dealer=0, **REAL)
        quietly(game, "declaring")
        if declares:
            play(game, "1: declare Jcl")
        while not game.over:
            game.step("pass")
        assert game.finished[-1].winner == winner
        assert game.finished[-1].splits[winner][0] == 26 * 8 + 7
