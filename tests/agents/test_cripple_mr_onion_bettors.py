"""The characters of Cripple Mr Onion, what they reckon with, and how that was measured."""

import functools
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.agents import resolve
from backroom.agents.cripple_mr_onion import BETTORS, chances, measure_strength, strength
from backroom.envs.core.game import get_game
from backroom.envs.core.jit import COMPILED
from backroom.envs.cripple_mr_onion import state
from backroom.envs.cripple_mr_onion.best_split import best_split
from backroom.envs.cripple_mr_onion.hands.arrange import arrange_many
from backroom.envs.cripple_mr_onion.hands.cards import CODES, GREAT_ATUIN, IN_HAND, LADY, NUM_RANKS
from backroom.envs.cripple_mr_onion.hands.groups import DOUBLE_ONION, GREAT_ONION, LESSER_ONION, MOST_GROUPS, MOST_NULLS, NAMES
from backroom.envs.cripple_mr_onion.hands.modifiers import Term
from backroom.envs.cripple_mr_onion.state import Action
from numpy.typing import NDArray

from ..envs.cripple_mr_onion.tables import OnionTable, card

GAME = get_game("cripple_mr_onion")
EVERYBODY = sorted(BETTORS)
MODIFIERS: tuple[Any, ...] = ("all", (0, 1), (4, 5), (1, 4, 5, 6, 7), (6, 10), ())
GAMES, STEPS = (60, 400) if COMPILED else (12, 60)

# Hands of ten, called by their best groups, from the weakest.
BROKEN_FLUSH = "2cl 4sp Kcl Ksp Khe Kdi Ksw Kst Qhe Qdi"
FOUR_CARDS = "2cl 3sp 6he Tdi Kcl Ksp Khe Kdi Ksw Kst"
FIVE_CARDS = "2cl 2sp 3he 4di Tsw Kcl Ksp Khe Kdi Kst"
SIX_CARDS = "2cl 2sp 2he 3di 3cl 9sw Ksp Kst Khe Kdi"
TWO_AND_TWO = "Acl Asp Kcl Ksp 2he 3di 5cl 6sp 7he 9di"
THREE_AND_THREE = "Acl Asp Ahe Kcl Ksp Khe 2he 3di 5cl 7di"
FOUR_AND_FOUR = "Acl Asp Ahe Adi Kcl Ksp Khe Kdi 3di 6cl"
FIVE_AND_FIVE = "Acl Asp Ahe Adi Asw Kcl Ksp Khe Kdi Ksw"
FROM_THE_WEAKEST = (
    BROKEN_FLUSH, FOUR_CARDS, FIVE_CARDS, SIX_CARDS, TWO_AND_TWO, THREE_AND_THREE, FOUR_AND_FOUR, FIVE_AND_FIVE
)  # fmt: skip
HOPELESS, STRONG = BROKEN_FLUSH, FOUR_AND_FOUR


# ---- laying out tables -----------------------------------------------------------------------------------------------


def fill(hands: dict[int, str], seats: int, size: int, kept: str = "") -> dict[int, str]:
    """Hands for all seats: who has none gets cards from the end of the pack; `kept` are nobody's."""
    given = " ".join([*hands.values(), kept]).split()
    free = [code for code in reversed(CODES) if code not in given and code[0] not in "A8"]
    found = {}
    for seat in range(seats):
        held = hands.get(seat, "").split()
        found[seat] = " ".join(held + [free.pop(0) for _ in range(size - len(held))])
    return found


def at_last_bets(hands: dict[int, str], seats: int = 3, face_up: str = "", before: int = 0, **options: Any) -> OnionTable:
    """The Dealer, seat 0, names the last stake: all have put in an ante and `before` Stakes.

    Nobody has been shown a card that is not in `face_up`.
    """
    table = OnionTable(seats, **options)
    table.until(state.STAKING)
    table.play(f"0: stake {before}")
    table.until(state.STAKING, state.LAST_STAGE)
    table.rig(fill(hands, seats, IN_HAND), face_up, wild=False)
    return table


def at_declarations(hands: dict[int, str], modifiers: Sequence[int], seats: int = 4, **more: Any) -> OnionTable:
    """The last bets are over; seat 1 is asked first whether it declares (CO-M12)."""
    table = OnionTable(seats, modifiers=modifiers)
    table.until(state.DECLARING)
    table.rig(fill(hands, seats, IN_HAND, more.pop("kept", "")), **more)
    return table


def choice(name: str, table: Any, u: float = 0.5) -> str:
    """What a bettor does in the place of the seat to act, given what that seat sees."""
    seen = table.observation(table.to_act)
    return GAME.action_name(resolve(name, "cripple_mr_onion").act(seen, table.mask(), u))


def numbers_of(observations: NDArray[np.float32]) -> NDArray[np.int32]:
    """The whole numbers of observations, as bettors get them."""
    return GAME.layout.numbers(observations).astype(np.int32)


def win(table: Any, seat: int) -> float:
    return float(strength.chance_to_win(numbers_of(table.observation(seat))))


def throws(name: str, hand: str, **options: Any) -> list[str]:
    """The codes that a bettor throws of its first five cards, in order (CO-7)."""
    table = OnionTable(3, **options)
    table.rig({1: hand})
    held, thrown = table.hand(1), []
    while table.phase == state.DISCARDING and table.to_act == 1:
        action = choice(name, table)
        if action != "done":
            thrown.append(held[int(action.split()[1]) - 1])
        table.act(action)
    assert sorted(table.thrown(1)) == sorted(thrown)
    return thrown


def worth(codes: Sequence[str]) -> list[float]:
    return [float(strength.CARDS[card(code) % NUM_RANKS]) for code in codes]


# ---- many decisions --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Decisions:
    """What was known and what was legal, row by row."""

    observations: NDArray[np.float32]
    masks: NDArray[np.int8]

    def of(self, name: str, u: float = 0.5) -> NDArray[np.int64]:
        """What a bettor does in each."""
        return resolve(name, "cripple_mr_onion").act_batch(self.observations, self.masks, np.full(len(self.masks), u))

    @functools.cached_property
    def numbers(self) -> NDArray[np.int32]:
        return numbers_of(self.observations)

    def piece(self, name: str, place: int = 0) -> NDArray[np.int32]:
        """A number of the observations."""
        return self.numbers[:, getattr(GAME.layout.at, name) + place]

    def may(self, action: int) -> NDArray[np.bool_]:
        return self.masks[:, action] == 1

    def wins(self) -> NDArray[np.float64]:
        return np.array([strength.chance_to_win(numbers) for numbers in self.numbers])

    def others_in(self) -> NDArray[np.int64]:
        return sum((self.piece("status", distance) == 2).astype(np.int64) for distance in range(1, state.MAX_SEATS))

    def at_stake(self) -> NDArray[np.int64]:
        """All units that there will be to win, if nobody else pays."""
        return self.piece("pot") + self.piece("all_aside") + self.piece("to_match")


Choose = Callable[[Any, NDArray[np.float64], int], NDArray[np.int64]]


def played(choose: Choose) -> Decisions:
    """The decisions of random tables of every size and under every set of modifiers, where `choose(batch, u, step)` acts."""
    tables = [
        {"num_players": 2 + i % 6, "modifiers": MODIFIERS[i // 6 % len(MODIFIERS)], "bankroll": (200, 12, 60)[i % 3]}
        for i in range(GAMES)
    ]
    batch = backroom.Batch("cripple_mr_onion", num_envs=GAMES, game_options=tables, seed=5, copy=True)
    rng, seen = np.random.default_rng(0), []
    for step in range(STEPS):
        seen.append((batch.observations, batch.action_masks))
        batch.step(choose(batch, rng.random(GAMES), step))
    observations, masks = (np.concatenate(parts) for parts in zip(*seen, strict=True))
    return Decisions(observations, masks)


@pytest.fixture(scope="module")
def at_random() -> Decisions:
    """Every legal action is equally likely, save that few seats fold."""

    def choose(batch: Any, u: NDArray[np.float64], step: int) -> NDArray[np.int64]:
        weights = batch.action_masks * np.where(np.arange(len(GAME.actions)) == Action.FOLD, 0.1, 1.0)
        upto = weights.cumsum(axis=1)
        return (upto > (u * upto[:, -1])[:, None]).argmax(axis=1)

    return played(choose)


@pytest.fixture(scope="module")
def in_play() -> Decisions:
    """Bettors against each other, who change at every step."""
    mixed = [resolve(name, "cripple_mr_onion") for name in ("reckoner", "bully", "thumb", "reckoner", "random")]
    return played(lambda batch, u, step: mixed[step % len(mixed)].act_batch(batch.observations, batch.action_masks, u))


# ---- what is thrown --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["reckoner", "bully", "shy"])
@pytest.mark.parametrize(
    ("hand", "thrown"),
    [
        ("Acl 2sp 6he 9di Kcl", "9di Kcl 6he"),  # the least first
        ("Acl 2sp 3he 4di 5cl", ""),
        ("6cl 7sp 9he Tdi Qcl", "Tdi 9he Qcl 7sp"),  # four at most
        ("Acl Asp Jhe Kdi 7cl", "7cl"),  # a Double Onion
        ("Acl Asp Khe Tdi 2cl", "Tdi Khe"),  # one picture is none
        ("Acl Jsp Qhe Kdi 2cl", "Qhe Jsp Kdi"),  # one ace neither: jack and king are nearly level
        ("Acl Asp Jhe Qdi Kcl", ""),
        ("8cl 8sp 8he Tdi Tcl", "Tcl Tdi"),
    ],
    ids=str,
)
def test_who_reckons_throws_what_is_worth_less_than_an_unseen_card(name, hand, thrown):
    """CO-7: the least first, four at most; aces and pictures of a Double Onion stay together."""
    found = throws(name, hand)
    assert sorted(found) == sorted(thrown.split())
    assert worth(found) == sorted(worth(found))
    assert max(worth(found), default=0) < strength.MEAN


@pytest.mark.parametrize(
    ("hand", "thrown", "modifiers"),
    [
        ("6cl 7sp 9he Tdi Acl", "6cl 7sp 9he Tdi", (0, 1)),
        ("6cl 8sp 9he 8di Acl", "6cl 9he", (0, 1)),
        ("6cl 8sp 9he 8di Acl", "6cl 8sp 8di 9he", (0,)),
        ("Acl Jsp Qhe Kdi 2cl", "", (0, 1)),
        ("2cl 3sp 4he 5di 5cl", "", ()),
        ("6cl 7sp 7he 9di Tcl", "6cl 7sp 7he 9di", ()),  # four at most
    ],
    ids=str,
)
def test_thumb_throws_sixes_to_tens_but_no_eight_that_may_be_null(hand, thrown, modifiers):
    """CO-7, CO-M1: aces, low cards and pictures are kept."""
    assert sorted(throws("thumb", hand, modifiers=modifiers)) == sorted(thrown.split())


# ---- the chance to win -----------------------------------------------------------------------------------------------


def test_the_hands_of_these_tests_are_what_they_are_called():
    """CO-2: the best groups are those that the names say, each better than the one before."""
    names = (
        "broken flush", "four-card onion", "five-card onion", "six-card onion", "Double Onion", "Triple Onion",
        "Lesser Onion", "Great Onion",
    )  # fmt: skip
    assert tuple(best_split(hand.split())[0].name for hand in FROM_THE_WEAKEST) == names


@pytest.mark.parametrize("hand", FROM_THE_WEAKEST)
def test_the_chance_with_ten_cards_is_that_of_the_table(hand):
    """Against one seat that shows nothing: by the best group and the next (CO-3), and never hopeless nor certain."""
    table = at_last_bets({1: hand}, seats=2)
    best, second = (table.ranks(1) + [0])[:2]
    measured = strength.TEN_CARDS[best // 2, second // 2]
    assert win(table, 1) == pytest.approx(np.clip(measured, 0.02, 0.99))


@pytest.mark.parametrize("seats", [2, 4, 7])
def test_the_chance_rises_with_a_better_best_group(seats):
    """CO-3: up to a Triple Onion; what is better is as good as certain."""
    found = [win(at_last_bets({1: hand}, seats), 1) for hand in FROM_THE_WEAKEST]
    assert all(0 < one < other < 1 for one, other in itertools.pairwise(found[:-2]))
    assert found[-3] == found[-2] == found[-1]


def test_the_chance_falls_with_every_seat_still_in():
    """Each must be beaten; who folds, or is not there, need not be."""
    found = [win(at_last_bets({1: TWO_AND_TWO}, seats), 1) for seats in range(2, 8)]
    assert found == pytest.approx([found[0] ** others for others in range(1, 7)])
    table = at_last_bets({1: TWO_AND_TWO}, seats=4)
    table.play("0: stake 1", "1: match", "1: raise 1", "2: fold")
    assert win(table, 1) == pytest.approx(found[1])
    table.play("3: fold")
    assert win(table, 1) == pytest.approx(found[0])


def test_the_chance_falls_with_open_aces_and_not_with_open_tens():
    """CO-9: what was not bought lies open. An ace there is worth more than any other card, a ten or picture less."""
    hidden = "4cu 5cu 6cu 7cu 9cu"

    def against(shown: str) -> float:
        return win(at_last_bets({1: FIVE_CARDS, 2: f"{hidden} {shown}"}, seats=3, face_up=shown), 1)

    by_aces = [against(shown) for shown in ("3co 4co 5co 6co", "Aco 4co 5co 6co", "Aco Asw 5co 6co", "Aco Asw Ast Acu")]
    assert by_aces == sorted(by_aces, reverse=True) and by_aces[0] > 2 * by_aces[-1]
    by_tens = [against(shown) for shown in ("3co 4co 5co 6co", "Tco 4co 5co 6co", "Tco Jco Qco Kco")]
    assert by_tens == sorted(by_tens) and by_tens[0] < by_tens[-1]


def fill_five(hand: str) -> OnionTable:
    """Before the second deal, where the Dealer names his first stake."""
    table = OnionTable(2)
    table.until(state.STAKING)
    table.rig(fill({1: hand}, 2, state.FIRST_DEAL))
    return table


def test_the_chance_with_five_cards_is_by_what_each_adds():
    for hand, more in (("Acl 2sp 3he 4di 8cl", 0.0), ("Acl Asp Jhe Kdi 6cl", strength.ACES_AND_PICTURES)):
        assert win(fill_five(hand), 1) == pytest.approx(sum(worth(hand.split())) + more)
    assert win(fill_five("Acl Asp Ahe Adi 8cl"), 1) == pytest.approx(0.99)
    assert win(fill_five("9cl Tsp The Tdi Tcl"), 1) == pytest.approx(0.02)


def test_a_card_bought_that_is_like_any_unseen_one_changes_nothing():
    """CO-9: while cards are bought, each is reckoned against what an unseen one is worth."""
    table = OnionTable(2)
    table.until(state.BUYING)
    five = "Acl 2sp 3he 4di 9cl"
    table.rig({1: five})
    before = win(table, 1)
    assert before == pytest.approx(sum(worth(five.split())))
    table.play("1: buy")
    (bought,) = worth(table.hand(1)[state.FIRST_DEAL :])
    assert win(table, 1) == pytest.approx(np.clip(before + bought - strength.MEAN, 0.02, 0.99))


# ---- reckoner --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "cheap", "dear"),
    [(HOPELESS, "fold", "fold"), (FIVE_CARDS, "match", "fold"), (STRONG, "match", "match")],
    ids=["hopeless", "middling", "strong"],
)
def test_reckoner_folds_when_the_pot_does_not_pay(hand, cheap, dear):
    """CO-8: for a pot of ten Stakes the same hand may be worth one Stake, and not five."""
    for stakes, expected in ((1, cheap), (5, dear)):
        table = at_last_bets({1: hand}, seats=2, before=4)
        table.play(f"0: stake {stakes}")
        assert choice("reckoner", table) == expected


def test_reckoner_raises_as_favourite():
    """CO-8: the more the better the hand, nothing where it is not better than the others; by all means where it is sure."""
    raised, named = [], []
    for hand in FROM_THE_WEAKEST:
        table = at_last_bets({1: hand, 0: ""}, seats=3, max_raise=10)
        table.play("0: stake 0")
        assert table.legal >= {"raise 0", "raise 10"}
        raised.append(int(choice("reckoner", table).removeprefix("raise ")))
        assert (raised[-1] > 0) == (win(table, 1) > 0.4)  # a third is fair
        as_dealer = at_last_bets({0: hand}, seats=3, max_stake=10)
        named.append(int(choice("reckoner", as_dealer).removeprefix("stake ")))
    assert raised == sorted(raised) and raised[0] == 0 and raised[-1] >= 5
    assert named == raised


def test_reckoner_raises_within_what_is_allowed():
    table = at_last_bets({1: STRONG}, seats=2, max_raise=2)
    table.play("0: stake 0")
    assert choice("reckoner", table) == "raise 2"
    poor = at_last_bets({1: STRONG}, seats=2, bankroll=3, rounds=1)
    poor.play("0: stake 1", "1: match")
    assert choice("reckoner", poor) == "raise 1"  # its last Stake


def test_reckoner_buys_cards_for_a_strong_hand_alone():
    """CO-9: what is bought is hidden."""
    for hand, buys in (("Acl Asp Kcl Ksp 8di", True), ("2cl 4sp 5he 6di 7cl", False)):
        table = OnionTable(3)
        table.until(state.BUYING)
        table.rig({1: hand})
        assert choice("reckoner", table) == ("buy" if buys else "stop")


def test_reckoner_never_pays_what_does_not_pay(in_play):
    """CO-8, CO-10, CO-12: it matches, accepts and bids only where the hand's share of all there is exceeds the price."""
    chosen, share = in_play.of("reckoner"), in_play.wins() * in_play.at_stake()
    price = in_play.piece("to_match")
    for action in (Action.MATCH, Action.ACCEPT, Action.BID):
        pays = chosen == action
        assert (share[pays] > price[pays]).all()
        poor = in_play.may(action) & (share <= price)
        assert np.isin(chosen[poor], (Action.FOLD, Action.DECLINE, Action.PASS)).all()
        if COMPILED:
            assert pays.sum() >= 10 and poor.sum() >= 10
    sure = (in_play.may(Action.MATCH) | in_play.may(Action.ACCEPT)) & (share > 2 * price)
    assert np.isin(chosen[sure], (Action.MATCH, Action.ACCEPT)).all()


def test_reckoner_bets_where_it_is_better_than_the_others(in_play):
    """CO-8, CO-9: a stake, a raise or an extra bet needs more than an even share of the chances."""
    chosen, wins, fair = in_play.of("reckoner"), in_play.wins(), 1 / (1 + in_play.others_in())
    for first in (Action.STAKE, Action.RAISE, Action.EXTRA_BET):
        asked = in_play.may(first)
        bets = chosen - first
        assert ((bets >= 0) & (bets <= state.MOST_STAKES))[asked].all()
        assert (bets[asked & (wins <= fair)] == 0).all()
        assert (bets[asked & in_play.may(first + 1) & (wins > (1 + fair) / 2)] > 0).all()
        if COMPILED:
            assert (bets[asked] > 0).sum() >= 50


def auctioned(hands: dict[int, str], stake: int = 1) -> OnionTable:
    """CO-12: the Dealer has folded, 18 Stakes are in the pot, and seat 1 is asked for the first bid of two seats."""
    table = at_last_bets(hands, before=5, stake=stake, bankroll=1000)
    table.play("0: stake 0", "1: raise 1", "2: raise 0", "0: fold")
    assert table.phase == state.BIDDING
    return table


def bids(name: str, table: Any, seat: int) -> list[int]:
    """What a seat bids, in Stakes, while the other one always bids more."""
    found = []
    for price in range(1, 100):
        action = choice(name, table) if table.to_act == seat else "bid"
        if action == "decline":
            return found
        found += [price] if table.to_act == seat else []
        table.act(action)
    raise AssertionError("it bids for ever")


def test_reckoner_bids_while_the_pot_is_worth_it():
    """CO-12: the better the hand the longer, and not at all without a chance."""
    assert bids("reckoner", auctioned({1: HOPELESS}), 1) == []
    middling = bids("reckoner", auctioned({1: FIVE_CARDS}), 1)
    strong = bids("reckoner", auctioned({1: STRONG}), 1)
    assert 0 < len(middling) < len(strong)
    assert max(strong) < 18


def offered(hand: str, mine: int, other: int) -> OnionTable:
    """CO-10: 12 Stakes are in the pot, two seats made extra bets, the Dealer has passed, and seat 1 may take his place."""
    table = OnionTable(3)
    table.until(state.STAKING)
    table.play("0: stake 3")
    table.until(state.BUYING)
    table.play("1: stop", f"1: extra bet {mine}", "2: stop", f"2: extra bet {other}", "0: pass")
    table.rig(fill({1: hand}, 3, IN_HAND), wild=False)
    assert table.phase == state.OFFERED and table.to_act == 1
    return table


def test_reckoner_accepts_the_dealership_where_it_pays():
    """CO-10: it pays what the others bet; its own bet lies there already, and costs nothing more."""
    assert choice("reckoner", offered(HOPELESS, 0, 5)) == "decline"
    assert choice("reckoner", offered(HOPELESS, 5, 0)) == "accept"
    assert choice("reckoner", offered(TWO_AND_TWO, 0, 5)) == "accept"
    assert choice("reckoner", offered(STRONG, 5, 5)) == "accept"


def test_reckoner_passes_the_dealership_on_where_meeting_does_not_pay():
    """CO-10: a Dealer can not fold there."""
    for hand, meets in ((HOPELESS, False), (STRONG, True)):
        table = OnionTable(3)
        table.until(state.BUYING)
        table.play("1: stop", "1: extra bet 5", "2: stop", "2: extra bet 5")
        table.rig(fill({0: hand}, 3, IN_HAND), wild=False)
        assert choice("reckoner", table) == ("match" if meets else "pass")


# ---- bully -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "most"), [({"max_stake": 10}, 10), ({"max_stake": 3}, 3), ({"bankroll": 9, "stake": 2}, 3)]
)
def test_bully_names_the_most_that_it_can_as_dealer(options, most):
    """CO-8: whatever it holds, within means: of nine units seven are left after the ante."""
    for hand in (HOPELESS, STRONG):
        for u in (0.1, 0.9):
            assert choice("bully", at_last_bets({0: hand}, **options), u) == f"stake {most}"


def test_bully_names_the_most_in_every_stage(in_play):
    asked = in_play.may(Action.STAKE)
    most = in_play.masks[:, Action.STAKE : Action.STAKE + state.MOST_STAKES + 1].sum(axis=1) - 1
    assert (in_play.of("bully") - Action.STAKE == most)[asked].all()


def test_bully_meets_what_is_not_hopeless(in_play):
    """CO-8, CO-10: also where a reckoner does not, down to about half of what is to be paid."""
    meets = np.isin(in_play.of("bully"), (Action.MATCH, Action.ACCEPT))
    asked = in_play.may(Action.MATCH) | in_play.may(Action.ACCEPT)
    share, price = in_play.wins() * in_play.at_stake(), in_play.piece("to_match")
    assert meets[asked & (share > 0.55 * price)].all()
    assert not meets[asked & (share < 0.45 * price)].any()
    table = at_last_bets({1: FIVE_CARDS}, seats=2, before=4)
    table.play("0: stake 5")
    assert (choice("reckoner", table), choice("bully", table)) == ("fold", "match")
    table = offered(SIX_CARDS, 0, 5)
    assert (choice("reckoner", table), choice("bully", table)) == ("decline", "accept")
    assert choice("bully", offered(HOPELESS, 0, 5)) == "decline"


@pytest.mark.parametrize("stake", [1, 3])
def test_bully_bids_up_to_four_stakes(stake):
    """CO-12: with nothing as with much."""
    for hand in (HOPELESS, STRONG):
        assert bids("bully", auctioned({1: hand}, stake), 1) == [1, 3]
        assert bids("bully", auctioned({2: hand}, stake), 2) == [2, 4]


def test_bully_raises_one_time_in_two():
    """CO-8: by chance, from a Stake to the most; else like the reckoner."""
    for hand in (HOPELESS, STRONG):
        table = at_last_bets({1: hand}, max_raise=10)
        table.play("0: stake 0")
        raised = [choice("bully", table, (k + 0.5) / 20) for k in range(20)]
        assert raised[:10] == [f"raise {stakes}" for stakes in range(1, 11)]
        assert set(raised[10:]) == {choice("reckoner", table)}


# ---- shy -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("play", ["at_random", "in_play"])
def test_shy_is_never_dealer_by_its_own_will(request, play):
    """CO-8, CO-10, CO-12: it neither bids nor accepts, names nothing, and passes the Dealership on when it may."""
    decisions = request.getfixturevalue(play)
    chosen = decisions.of("shy")
    assert not np.isin(chosen, (Action.BID, Action.ACCEPT)).any()
    passes_on = decisions.may(Action.PASS) & (decisions.piece("phase", state.MEETING_EXTRA) == 1)
    for asked, action in (
        (decisions.may(Action.DECLINE), Action.DECLINE),
        (decisions.may(Action.STAKE), Action.STAKE),
        (passes_on, Action.PASS),
    ):
        assert (chosen[asked] == action).all()
        if COMPILED:
            assert asked.sum() >= 100
    if COMPILED:
        assert decisions.may(Action.BID).sum() >= 50 and decisions.may(Action.ACCEPT).sum() >= 50


def test_shy_reckons_in_all_else(in_play):
    asked = ~(in_play.may(Action.DECLINE) | in_play.may(Action.STAKE) | in_play.may(Action.PASS))
    assert (in_play.of("shy") == in_play.of("reckoner"))[asked].all()


# ---- thumb -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "stakes", "matches"),
    [
        (HOPELESS, 0, False),
        ("6cl 7sp 8he Kcl Ksp Khe Kdi Ksw Kst Qdi", 0, False),  # a broken royal
        (FIVE_CARDS, 0, True),
        ("7cl 7sp 7he Kcl Ksp Khe Kdi Ksw Kst Qdi", 0, True),  # a royal
        (SIX_CARDS, 2, True),
        (TWO_AND_TWO, 4, True),
    ],
)
def test_thumb_bets_by_its_best_group(hand, stakes, matches):
    """CO-2: with an onion of five cards it meets more than two Stakes; it bets two with six, four with a Double Onion."""
    assert choice("thumb", at_last_bets({0: hand})) == f"stake {stakes}"
    table = at_last_bets({1: hand})
    table.play("0: stake 3")
    assert choice("thumb", table) == ("match" if matches else "fold")
    table.play("1: match")
    assert choice("thumb", table) == f"raise {stakes}"
    cheap = at_last_bets({1: hand}, stake=3)
    cheap.play("0: stake 2")
    assert choice("thumb", cheap) == "match"


def test_thumb_takes_the_dealership_by_its_best_group():
    """CO-10, CO-12: it bids two Stakes at most, with an onion of five cards, and accepts with one of six."""
    assert bids("thumb", auctioned({1: FOUR_CARDS}), 1) == []
    assert bids("thumb", auctioned({1: FIVE_CARDS}), 1) == [1]
    assert bids("thumb", auctioned({2: STRONG}), 2) == [2]
    assert [choice("thumb", offered(hand, 0, 5)) for hand in (FIVE_CARDS, SIX_CARDS)] == ["decline", "accept"]


# ---- declarations ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EVERYBODY)
def test_great_atuin_is_declared_when_she_can_be(name, at_random):
    """CO-M6, CO-M7, CO-M12: she can only help."""
    for modifiers in ((6,), (7,)):
        assert choice(name, at_declarations({1: "Qco"}, modifiers)) == "declare Qco"
        assert choice(name, at_declarations({1: "Qcl"}, modifiers, kept="Qco")) == "pass"
    may = at_random.may(Action.DECLARE + GREAT_ATUIN)
    assert (at_random.of(name)[may] == Action.DECLARE + GREAT_ATUIN).all()
    if COMPILED:
        assert may.sum() >= 20


@pytest.mark.parametrize("name", EVERYBODY)
def test_the_lady_is_declared_among_wild_eights(name, at_random):
    """CO-M4: face up she works against all others; else she would be replaced."""
    assert choice(name, at_declarations({1: "Qsp"}, (1, 4), wild=True)) == "declare Qsp"
    assert choice(name, at_declarations({1: "Qsp"}, (1, 4), wild=False)) == "pass"
    chosen, wild = at_random.of(name), at_random.piece("wild") == 1
    declared = {action for action in np.unique(chosen) if Action.DECLARE <= action < Action.TAKE_FIRST}
    assert declared <= {Action.DECLARE + LADY, Action.DECLARE + GREAT_ATUIN}
    assert wild[chosen == Action.DECLARE + LADY].all()


@pytest.mark.parametrize("name", EVERYBODY)
def test_the_better_of_two_offered_cards_is_taken(name):
    """CO-M4: an ace before a low card, that before a picture or ten."""
    for first, second in (("Aco", "9co"), ("2co", "Jco"), ("Aco", "2co"), ("5co", "Tco")):
        for come, taken in (((first, second), "take first"), ((second, first), "take second")):
            table = at_declarations({1: "Qsp"}, (4,), kept=f"{first} {second}")
            table.come(*come)
            table.play("1: declare Qsp")
            assert choice(name, table) == taken
            table.act(taken)
            assert first in table.hand(1)


@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize(
    ("face_up", "shown"),
    [("", "Tco"), ("Tco", "9co"), ("Tco 9co", "Kco"), ("Tco 9co Kco 7co 6co", "5co"), ("2co 3co 4co 5co 6co", "Tco")],
)
def test_the_worst_hidden_card_is_shown(name, face_up, shown):
    """CO-M10: a card that lies face up is not shown again."""
    hand = "Aco 2co 3co 4co 5co 6co 7co 9co Tco Kco"
    table = at_declarations({1: "Jst", 2: "Ksw", 3: hand}, (10,), face_up=face_up)
    table.play("1: declare Jst")
    if table.to_act != 3:
        table.act(next(iter(table.legal)))  # the seat before it shows something too
    assert table.phase == state.SHOWING and table.to_act == 3
    assert table.hand(3)[int(choice(name, table).removeprefix("show ")) - 1] == shown


# ---- how it was measured ---------------------------------------------------------------------------------------------

HANDS = 5000 if COMPILED else 300
# Four times the standard deviation that a measurement among so many hands has, and half a unit of the last digit.
CARD_TOLERANCE, PAIR_TOLERANCE = 0.04, 0.09
OPEN_TOLERANCES = (0.25, 0.12, 0.32, 0.13)
CELL_TOLERANCE, CELL_HANDS = 0.04, 100 if COMPILED else 20  # fewer than these tell nothing


def arranged(hands: NDArray[np.int64], terms: int) -> NDArray[np.int64]:
    keys = np.zeros((len(hands), MOST_GROUPS), np.int64)
    arrange_many(hands, np.int64(terms), keys)
    return keys


def test_wins_counts_who_is_below_and_half_of_those_who_are_level():
    """CO-3: compared group by group, and by fewer null eights (CO-M1)."""
    keys = [[20, 9, 0, 0, 0], [20, 10, 0, 0, 0], [21, 0, 0, 0, 0], [20, 10, 0, 0, 0], [0, 0, 0, 0, 0]]
    assert measure_strength.wins(np.array(keys)).tolist() == pytest.approx([0.3, 0.6, 0.9, 0.6, 0.1])
    most = GREAT_ONION * (MOST_NULLS + 1) + MOST_NULLS
    assert measure_strength.wins(np.array([[5, 0, 0, 0, 0], [4, *[most] * 4]])).tolist() == [0.75, 0.25]
    assert measure_strength.wins(np.zeros((4, MOST_GROUPS), np.int64)).tolist() == [0.5] * 4


@pytest.mark.parametrize(
    "values", [strength.CARDS, np.arange(NUM_RANKS) / 13, np.zeros(NUM_RANKS)], ids=["ours", "rank", "none"]
)
def test_deal_throws_the_lowest_valued_cards_and_four_at_most(values):
    """CO-7: of the first five; what is worth as much as an unseen card is kept."""
    hands = measure_strength.deal(2000, values, np.random.default_rng(3))
    packs = np.argsort(np.random.default_rng(3).random((2000, len(CODES))), axis=1)  # the same packs
    first = packs[:, : state.FIRST_DEAL]
    assert all(len(set(hand)) == IN_HAND for hand in hands.tolist())
    thrown = hands[:, : state.FIRST_DEAL] != first
    poor = values[first % NUM_RANKS] < values.mean()
    assert not (thrown & ~poor).any()
    assert thrown.sum(axis=1).tolist() == np.minimum(poor.sum(axis=1), state.MOST_DISCARDS).tolist()
    worth_of = values[first % NUM_RANKS]
    kept_best = np.where(thrown, -1.0, worth_of).max(axis=1)
    all_poor = poor.all(axis=1)
    assert (kept_best == worth_of.max(axis=1))[all_poor].all()
    assert all_poor.any() or not poor.any()


@pytest.fixture(scope="module")
def measured() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], np.random.Generator]:
    """Hands dealt afresh, their groups, what they win, and the generator for what comes after."""
    rng = np.random.default_rng(11)
    hands = measure_strength.deal(HANDS, strength.CARDS, rng)
    keys = arranged(hands, Term.NULL_EIGHTS)
    return hands, keys, measure_strength.wins(keys), rng


def test_what_each_card_adds_is_as_measured(measured):
    hands, _, won, _ = measured
    scale = np.sqrt(5000 / HANDS)
    fitted = measure_strength.fit_five(hands, won)
    assert fitted[:NUM_RANKS] == pytest.approx(strength.CARDS, abs=CARD_TOLERANCE * scale)
    assert fitted[NUM_RANKS] == pytest.approx(strength.ACES_AND_PICTURES, abs=PAIR_TOLERANCE * scale)


def test_what_open_cards_tell_is_as_measured(measured):
    hands, _, won, rng = measured
    fitted = measure_strength.fit_open(hands, won, rng)
    ours = (strength.SURE, strength.OWN, strength.OPEN_ACE, strength.OPEN_TEN)
    for one, other, tolerance in zip(fitted, ours, OPEN_TOLERANCES, strict=True):
        assert one == pytest.approx(other, abs=tolerance * np.sqrt(5000 / HANDS))


def test_what_hands_of_ten_win_is_as_measured(measured):
    _, keys, won, _ = measured
    found = measure_strength.table_of(keys, won)
    assert found.shape == strength.TEN_CARDS.shape
    best, second = keys[:, 0] // (MOST_NULLS + 1) // 2, keys[:, 1] // (MOST_NULLS + 1) // 2
    often = [
        (one, two)
        for one, two in {*zip(best.tolist(), second.tolist(), strict=True)}
        if ((best == one) & (second == two)).sum() >= CELL_HANDS
    ]
    assert len(often) >= (10 if COMPILED else 3)
    for cell in often:
        assert found[cell] == pytest.approx(strength.TEN_CARDS[cell], abs=CELL_TOLERANCE * np.sqrt(5000 / HANDS))
    ours = strength.TEN_CARDS[best, second]
    for one in [one for one in range(len(found)) if (best == one).sum() >= CELL_HANDS]:
        tolerance = CELL_TOLERANCE * np.sqrt(5000 / HANDS)
        assert won[best == one].mean() == pytest.approx(ours[best == one].mean(), abs=tolerance)


def test_the_table_that_is_reckoned_with_never_falls():
    """CO-3: a better best group, or the same with a better second, wins at least as often; the best of all always."""
    assert (np.diff(strength.TEN_CARDS.ravel()) >= 0).all()
    assert strength.TEN_CARDS[0, 0] == 0 and strength.TEN_CARDS[-1, 0] == 1
    assert strength.TEN_CARDS[DOUBLE_ONION // 2, 0] > 0.8 and strength.TEN_CARDS[LESSER_ONION // 2, 0] > 0.99


# ---- the chances of groups -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("terms", list(chances.COLUMNS.values()), ids=list(chances.COLUMNS))
def test_chances_are_shares_of_hands(terms):
    """CO-2, CO-M1, CO-M3: they sum to 1; what the terms do not allow has none."""
    found = chances.chances(2000 if COMPILED else 60, terms)
    assert list(found) == ["none", *(NAMES[rank] for rank in sorted(NAMES))]
    assert sum(found.values()) == pytest.approx(1)
    assert min(found.values()) >= 0
    assert found["Elephants' Double Onion"] == 0
    if not terms & Term.EIGHTS_WILD:
        assert found["wild royal"] == found["Octavo"] == 0
    assert found == chances.chances(2000 if COMPILED else 60, terms)


def test_chances_count_the_best_groups_of_random_hands():
    """The same hands, split one by one."""
    count = 300 if COMPILED else 20
    packs = np.random.default_rng(2).random((count, len(CODES)), np.float32)
    cards = np.argpartition(packs, IN_HAND, axis=1)[:, :IN_HAND]
    assert np.bincount(cards.ravel(), minlength=len(CODES)).max() < count / 3
    for terms, wild, modifiers in (
        (Term.NULL_EIGHTS, False, (0, 1)),
        (Term.EIGHTS_WILD | Term.OCTAVO, True, (0, 1, 3)),
        (0, False, ()),
    ):
        splits = [best_split([CODES[number] for number in hand], modifiers, wild) for hand in cards]
        names = [split[0].name if split else "none" for split in splits]
        found = chances.chances(count, terms, seed=2)
        assert found == pytest.approx({name: names.count(name) / count for name in found})


def test_chances_are_the_better_the_more_eights_may_do():
    """CO-M1: null eights make long onions, wild eights more still."""
    plain, null, wild = (chances.chances(HANDS, terms) for terms in chances.COLUMNS.values())
    assert plain["seven-card onion"] < null["seven-card onion"]
    assert plain["Double Onion"] < wild["Double Onion"]
