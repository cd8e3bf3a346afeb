"""The rules of Cripple Mr Onion one by one, CO-1 to CO-14 and CO-M0 to CO-M12, on rounds worked out by hand.

Moves read "seat: action"; playing them also checks whose turn it is and that the action is legal. Seat 0 deals first, so seat 1
is Elder, unless a test says otherwise. At a Showdown of two the Elder (seat 1) must hold the better hand to win: level, the
Dealer (seat 0) does.
"""

import itertools
from typing import Any

import backroom
import pytest
from backroom.envs.core.game import get_game
from backroom.envs.cripple_mr_onion import best_split, state
from backroom.envs.cripple_mr_onion.hands.cards import CODES

from .tables import OnionTable, dealt, showdown

SUITS = ("cl", "sp", "he", "di", "sw", "st", "cu", "co")
TWIN = dict(zip(SUITS, SUITS[4:] + SUITS[:4], strict=True))  # the other suit of the pair

# Hands of ten, the worst first, that differ in their best group; next to each other they share no card. Eights are ordinary.
NOTHING = "2cl 2sp 2he 2di 2sw 2st 2cu 2co 3cl 3sp"  # at most 18 with seven cards, at most two twos of a pair
BAGELS = "Tcl Tsp The Tdi Jsw Jst Kcl Ksp Khe Kdi"  # five bagels
BROKEN_FLUSH = "4di 5he 5sw 9sp 9di 9sw 9st 9cu 9co Tsw"  # 5he 5sw Tsw = 20
THREE_CARDS = "Ahe Asw Ast Acu Aco 2di 2sw 2co Tcu Jsw"  # T J A; all aces and twos are 21 too, but eight cards
FLUSH = "4st 4co 5sp 5he 5sw 5st 5cu 5co 9sp Tdi"  # 4co 5co Tdi = 19
FOUR_CARDS = "Aco 2he 2st 2cu 3co 7sp Tst Jdi Jsw Jcu"  # 2 2 7 J
BROKEN_ROYAL = "6sp 7cl 8he 9cl 9sp 9he 9sw 9cu 9co Jst"
FIVE_CARDS = "Adi 4sp 4st 6st 6cu 9di 9st Jcl Jsw Jco"  # A 4 4 6 6
ROYAL = "Acu 2sw 3di 3co 7cl 7he 7di 7sw 7co Jdi"
SIX_CARDS = "2sp 3st 3cu 4sw 4st 5st 6cl 6sp 6co Jco"  # 2 3 3 4 4 5
SEVEN_CARDS = "Asp Asw Aco 2sw 2st 2co 3co 7sw 7st Tst"  # A A 2 2 2 3 T
DOUBLE = "Acl Ahe 2cl 2he 3cl 3sp 3he 3sw Jsw Kst"
TRIPLE = "Asp Adi Aco 2sw 2cu 2co 3di Qco Kdi Kco"
LESSER = "Acl Ahe Asw Acu 2sp 3cu Qcl Qhe Ksp Kcu"
GREAT = "Asp Ahe Adi Ast Aco Jsp Jhe Khe Qhe Qdi"  # nothing of clubs or swords
LADDER = [
    NOTHING, BAGELS, BROKEN_FLUSH, THREE_CARDS, FLUSH, FOUR_CARDS, BROKEN_ROYAL, FIVE_CARDS, ROYAL, SIX_CARDS, SEVEN_CARDS,
    DOUBLE, TRIPLE, LESSER,
]  # fmt: skip
NINE_RUN = "2cl 3cl 4cl 5cl 6cl 7cl 8cl 9cl Tcl"
TEN_RUN = f"{NINE_RUN} Jcl"
# A Double Onion beside a Great Onion, a Lesser one and runs of clubs and spades.
BESIDE = "Asw Acu Kst Kco 9st 9di 9co 3he 3di 3cu"


def twins(hand: str) -> str:
    """The same cards in the other suits of the pairs: worth the same."""
    return " ".join(code[0] + TWIN[code[1:]] for code in hand.split())


def names(cards: str, **how: Any) -> list[str]:
    """The groups that the best split of these cards has, best first."""
    return [group.name for group in best_split(cards.split(), **how)]


def won_showdown(table: Any, winner: int) -> None:
    """The last round ended with a Showdown in which nobody was crippled, and this seat won."""
    assert table.ending == (state.SHOWDOWN, winner)


def crippled(table: Any, winner: int, run: int = 9) -> None:
    """The last round ended with an Onion crippled by this seat, with a running flush of so many cards."""
    assert (*table.ending, int(table.s.last_run)) == (state.CRIPPLED, winner, run)


def at_stage(stage: int, num_players: int = 3, **options: Any) -> Any:
    """A table where the Dealer is about to name the stake of this stage, and nobody has bet anything so far."""
    table = OnionTable(num_players, **options)
    table.until(state.STAKING, stage)
    return table


def fold(table: Any, seat: int) -> None:
    """Take a seat out of the round where cards are declared, as if it had folded when it could."""
    table.s.live[seat] = 0
    if table.to_act == seat:
        table.s.turn += 1
        table.s.to_act = (table.dealer + table.s.turn) % len(table.seats)
    table.split_anew()


# ---- CO-1: the cards ------------------------------------------------------------------------------------------------


def test_co1_there_are_104_cards_of_eight_suits_and_each_lies_in_one_place():
    """CO-1: ace to king in eight suits, each card once."""
    assert len(set(CODES)) == 104
    assert {code[1:] for code in CODES} == set(SUITS)
    assert {code[0] for code in CODES} == set("A23456789TJQK")
    table = OnionTable(7)
    held = [code for seat in table.seats for code in table.hand(seat)]
    assert len(held) == 35
    assert sorted([*held, *table.pack]) == sorted(CODES)


def test_co1_every_card_is_dealt_sooner_or_later():
    """CO-1: no card is left out."""
    table = OnionTable(7)
    seen: set[str] = set()
    for seed in range(30):
        table.env.reset(seed=seed)
        seen |= {code for seat in table.seats for code in table.hand(seat)}
    assert seen == set(CODES)


def test_co1_no_card_is_there_twice():
    """CO-1: every card is distinct."""
    with pytest.raises(backroom.InvalidOption):
        best_split(["Qsp", "Qsp"])


@pytest.mark.parametrize(("suit", "other"), list(itertools.combinations(SUITS, 2)))
def test_co1_suit_pairs(suit: str, other: str):
    """CO-1: clubs-swords, spades-staves, hearts-cups and diamonds-coins, and no others, make flushes."""
    group = names(f"4{suit} 5{suit} 9{other}", modifiers=())
    assert group == ["flush" if TWIN[suit] == other else "broken flush"]


@pytest.mark.parametrize(
    ("rank", "points"),
    [
        ("2", 2),
        ("3", 3),
        ("4", 4),
        ("5", 5),
        ("6", 6),
        ("7", 7),
        ("8", 8),
        ("9", 9),
        ("T", 10),
        ("J", 10),
        ("Q", 10),
        ("K", 10),
    ],
)
def test_co1_values(rank: str, points: int):
    """CO-1: pictures and tens 10, others their face: with a ten and what is wanting to 21 they are an onion."""
    rest = "A23456789T"[21 - 10 - points - 1] if points < 10 else "A"
    cards = f"Tcl {rank}sp {rest}he"
    assert names(cards, modifiers=()) == ["three-card onion"]


def test_co1_an_ace_is_1_or_11():
    """CO-1, CO-2: whatever the onion needs."""
    assert names("Acl Tsp", modifiers=()) == ["two-card onion"]
    assert names("Acl Tsp Jhe", modifiers=()) == ["three-card onion"]
    assert names("Acl Asp 9he", modifiers=()) == ["three-card onion"]  # 1 + 11 + 9


# ---- CO-2 to CO-4: groups and hands ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("worse", "better"), list(itertools.pairwise(LADDER)))
def test_co2_the_groups_in_their_order(worse: str, better: str):
    """CO-2, at a Showdown: from nothing at all to the Lesser Onion."""
    won_showdown(showdown(worse, better, modifiers=()), 1)


def test_co2_the_great_onion_is_the_best():
    """CO-2: five pictures and five aces; the Lesser Onion needs eights that are wild, or there were nine aces."""
    won_showdown(showdown(TRIPLE.replace("sp", "cl").replace("Adi Aco", "Asw Acu"), GREAT, modifiers=()), 1)
    lesser = "Acl Asw Acu 8cl 2sp 3cu Qcl Qco Ksp Kcu"
    won_showdown(showdown(lesser, GREAT, wild=True, modifiers=(1,)), 1)


@pytest.mark.parametrize(
    ("worse", "better"),
    [
        # six-card onions, and a bagel against a two-card onion
        ("Acl Ahe 2co 3cl 3he 7sp 7he Tcl Tsp Jsw", "Asp Adi Asw Acu Aco 2sp 2di 7st Tcu Tco"),
        # six-card onions, and a two-card onion against a broken flush, 2 6 K
        ("Ahe Adi Acu Aco 2sp 2he 2di 7co 9sp Tsp", "2sw 2co 3st 3cu 4he 4di 5co 6st Qcl Kcl"),
    ],
)
def test_co2_a_two_card_onion_beats_a_bagel_and_a_broken_flush_beats_it(worse: str, better: str):
    """CO-2, CO-3: seen where the best groups are level."""
    won_showdown(showdown(worse, better, modifiers=()), 1)


def test_co2_three_wild_eights_are_above_a_six_card_and_below_a_seven_card_onion():
    """CO-2: the wild royal. Nines and tens are too high for a seven-card onion, or a longer one with the eights."""
    wild_royal = "8cl 8sp 8he 9cl 9sp 9he 9di 9sw Tcl Tsp"
    won_showdown(showdown(SIX_CARDS, wild_royal, wild=True), 1)
    won_showdown(showdown(wild_royal, SEVEN_CARDS, wild=True), 1)


@pytest.mark.parametrize(
    ("cards", "groups"),
    [
        ("Tcl Tsp", ["bagel"]),
        ("Tcl Qsp", ["bagel"]),
        ("9cl Asp", ["bagel"]),
        ("9cl Tsp", []),
        ("Tcl Asp", ["two-card onion"]),
        ("Kcl Asp", ["two-card onion"]),
        ("4cl 5cl 6cl", []),  # 15
        ("4cl 5cl 7cl", ["flush"]),  # 16
        ("4cl 9cl 9sw", []),  # 22
        ("2cl 4cl 9sp 5di", []),  # two cards of other pairs, and of two from one pair no three make 16
        ("6cl 7sp 8he", ["broken royal"]),
        ("7cl 7sp 7he", ["royal"]),
        ("Jcl Qsp Ahe Adi", ["Double Onion"]),
        ("Tcl Qsp Ahe Adi", ["three-card onion"]),  # a ten is no picture, and only one of the onions holds both
        ("Jcl Qsp Khe Acl Asp Ahe", ["Triple Onion"]),
        ("Jcl Qsp Khe Kdi Acl Asp Ahe Adi", ["Lesser Onion"]),
    ],
)
def test_co2_what_makes_a_group(cards: str, groups: list[str]):
    """CO-2: the least and the most that it takes."""
    assert names(cards, modifiers=()) == groups


def test_co2_there_is_no_eight_card_onion():
    """CO-2: of 21 with eight cards nothing comes but a flush of some of them."""
    assert names("2cl 2sp 2he 3cl 3sp 3he 3di 3st", modifiers=()) == []


def test_co3_the_first_difference_decides():
    """CO-3: a five-card onion and two bagels against one and a flush: the flush is looked at before the third group."""
    flush = "Acl 2st 4sp 5cl 5sp 6cl 7cl 9cl 9co Tcl"
    bagels = "Ast 3cu 4cu 5sw 6cu 7he Tsp Tcu Jst Kdi"
    won_showdown(showdown(bagels, flush, modifiers=()), 1)


@pytest.mark.parametrize(
    ("longer", "shorter"),
    [
        # six-card onions, a bagel more
        ("2sw 2cu 3cu 4cl 4co 5sw 6he 9di Tdi Tst", "Acl Acu 2co 3sp 7sp 7he 7st 9sw 9cu 9co"),
        # Double Onions and three-card onions, a bagel more
        ("Acl Asw 2st 9di 9cu The Tdi Jhe Jdi Jcu", "Adi Ast 2cl 2di 3sp 9st Tcu Tco Jcl Jco"),
        # Triple Onions, a bagel more
        ("Acl Asw Acu 6cl 9co Tco Qcl Qsp Kdi Kst", "Ahe Adi Aco 2st 9cl 9he 9di Jcl Jdi Jsw"),
    ],
)
def test_co3_who_runs_out_of_groups_first_is_lower(longer: str, shorter: str):
    """CO-3: level as far as the shorter one goes."""
    won_showdown(showdown(shorter, longer, modifiers=()), 1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (SIX_CARDS, "Acl Acu 2co 3sp 7sp 7he 7st 9sw 9cu 9co"),  # six-card onions; over: 6 6 6 J, and 9 9 9 7
        ("2sw 2cu 3cu 4cl 4co 5sw 6he 9di Tdi Tst", "Acl Ahe 2co 3cl 3he 7sp 7he Tcl Tsp Jsw"),  # and bagels
        (BAGELS, twins(BAGELS).replace("J", "Q")),
    ],
)
def test_co3_suits_and_cards_in_no_group_never_count(one: str, other: str):
    """CO-3, CO-13: the hands are level, so the Dealer wins with either."""
    won_showdown(showdown(one, other, modifiers=()), 0)
    won_showdown(showdown(other, one, modifiers=()), 0)


def test_co4_the_first_hand_worked_in_the_rules():
    """CO-4: a Double Onion, a five-card onion, a six over."""
    split = best_split(["3cl", "3sp", "4sp", "Jst", "Ahe", "7he", "Qcu", "Adi", "4di", "6co"], modifiers=())
    assert [group.name for group in split] == ["Double Onion", "five-card onion"]
    assert set(split[0].cards) == {"Jst", "Ahe", "Qcu", "Adi"}
    assert set(split[1].cards) == {"3cl", "3sp", "4sp", "7he", "4di"}


def test_co4_the_second_hand_worked_in_the_rules():
    """CO-4: a four-card onion, A 4 7 9, and two bagels; fourteen over."""
    split = best_split(["9cl", "4sp", "Qsp", "Kst", "4he", "Jcu", "Adi", "7co", "Tdi", "Kco"], modifiers=())
    assert [group.name for group in split] == ["four-card onion", "bagel", "bagel"]
    assert sorted(code[0] for code in split[0].cards) == ["4", "7", "9", "A"]


# ---- CO-5 to CO-7: who sits where, antes, the first deal ------------------------------------------------------------


def discarders(table: Any) -> list[int]:
    """The seats in the order in which they are asked for discards; nobody throws a card."""
    order = []
    while table.phase == state.DISCARDING:
        order.append(table.to_act)
        table.act("done")
    return order


@pytest.mark.parametrize("dealer", range(4))
def test_co5_elder_sits_on_the_dealers_left_and_the_dealer_acts_last(dealer: int):
    """CO-5: Elder, on to Younger, then the Dealer."""
    table = OnionTable(4, first_dealer=dealer)
    assert table.dealer == dealer
    assert discarders(table) == [(dealer + 1 + step) % 4 for step in range(4)]


def test_co5_seniority_moves_with_the_dealership():
    """CO-5: the Dealer folds, seat 2 buys the Dealership: from now on 3 and 1 are asked before it, and 3 is senior to 1."""
    table = at_stage(0, 4, modifiers=())
    table.play("0: stake 0", "1: raise 0", "2: raise 0", "3: raise 1", "0: fold", "1: decline", "2: bid", "3: decline")
    assert table.dealer == 2
    table.play("2: stake 1", "3: match", "3: raise 0", "1: match", "1: raise 0")
    table.until(state.STAKING, state.LAST_STAGE)
    level = ("2sw 2cu 3cu 4cl 4co 5sw 6he 9di Tdi Tst", "Acl Ahe 2co 3cl 3he 7sp 7he Tcl Tsp Jsw")
    table.rig({1: level[0], 3: level[1], 2: BAGELS.replace("Tcl", "Qdi").replace("Tsp", "Qhe").replace("Tdi", "Jcu")
               .replace("Jsw", "Kcu")})  # fmt: skip
    table.finish()
    won_showdown(table, 3)


def test_co5_seniority_decides_between_level_hands():
    """CO-5, CO-13: Dealer before Elder before the next; all three hands are worth the same."""
    one, two = "2sw 2cu 3cu 4cl 4co 5sw 6he 9di Tdi Tst", "Acl Ahe 2co 3cl 3he 7sp 7he Tcl Tsp Jsw"
    won_showdown(showdown(one, two, BAGELS.replace("Tcl Tsp", "Qcl Qsp").replace("Tdi Jsw", "Qdi Qsw"), modifiers=()), 0)
    low = BAGELS.replace("Tcl Tsp", "Qcl Qsp").replace("Tdi Jsw", "Qdi Qsw")
    won_showdown(showdown(low, one, two, modifiers=()), 1)
    won_showdown(showdown(one, low, two, modifiers=()), 0)


def test_co6_every_seat_antes_the_stake():
    """CO-6: a Stake each."""
    table = OnionTable(4, stake=3, bankroll=20)
    assert (table.pot, table.stacks) == (12, [17] * 4)


def test_co6_a_seat_that_can_not_ante_sits_out_and_gets_no_turns():
    """CO-6: it is dealt no cards, pays nothing, is never asked; Elder is the nearest seat that is in."""
    table = OnionTable(4, stake=3, bankroll=[20, 2, 20, 20])
    assert table.by_seat("dealt_in") == [1, 0, 1, 1]
    assert (table.pot, table.stacks) == (9, [17, 2, 17, 17])
    assert table.hand(1) == []
    asked = set()
    while table.s.hands_played == 0:
        asked.add(table.to_act)
        assert table.mask(1).sum() == 0
        table.easily()
    assert asked == {0, 2, 3}
    assert (table.s.last_net[1], table.stacks[1]) == (0, 2)


def test_co6_elder_is_the_nearest_seat_still_in():
    """CO-6: seat 1 on the Dealer's left sits out, so seat 2 is asked first and seat 3 next."""
    assert discarders(OnionTable(4, stake=3, bankroll=[20, 2, 20, 20])) == [2, 3, 0]
    assert discarders(OnionTable(4, stake=3, bankroll=[20, 20, 20, 2])) == [1, 2, 0]


@pytest.mark.parametrize(("bankroll", "dealer"), [([2, 20, 20, 20], 1), ([2, 2, 20, 20], 2), ([20, 20, 20, 2], 0)])
def test_co6_a_dealer_who_sits_out_is_replaced_by_the_next_seat_leftward(bankroll: list[int], dealer: int):
    """CO-6: the next seat that is in."""
    first = 3 if bankroll[3] == 2 else 0
    table = OnionTable(4, stake=3, bankroll=bankroll, first_dealer=first)
    assert table.dealer == dealer
    assert discarders(table)[-1] == dealer


def carry(table: Any) -> None:
    """From the first question of a round on: Elder raises, the Dealer folds and nobody bids."""
    table.until(state.STAKING)
    table.act("stake 0")
    table.act("raise 1")
    while table.phase == state.RAISING:
        table.act("raise 0")
    table.act("fold")
    while not table.over and table.phase == state.BIDDING:
        table.act("decline")


def test_co6_on_a_carried_pot_the_same_seats_are_dealt_in_whatever_they_hold():
    """CO-6: nobody antes, a seat with nothing left is in, and one that sat out stays out although it could pay by now."""
    table = OnionTable(4, stake=3, bankroll=[20, 20, 3, 2], rounds=3)
    table.until(state.STAKING)
    table.s.stack[3] = table.s.before[3] = 50
    carry(table)
    assert (table.s.last_how, table.s.hands_played) == (state.CARRIED, 1)
    assert (table.s.inherited, table.pot, table.stacks) == (9, 9, [17, 17, 0, 50])
    assert table.by_seat("dealt_in") == table.by_seat("live") == [1, 1, 1, 0]
    assert table.dealer == 0
    assert discarders(table) == [1, 2, 0]


def test_co6_after_a_round_that_was_won_everybody_who_can_antes_again():
    """CO-6: the seat that sat out is dealt in as soon as it can pay in a round that inherits nothing."""
    table = OnionTable(4, stake=3, bankroll=[20, 20, 20, 2])
    table.until(state.STAKING)
    table.s.stack[3] = table.s.before[3] = 50
    table.finish()
    assert table.by_seat("dealt_in") == [1, 1, 1, 1]
    assert table.pot == 12


def test_co6_the_episode_ends_when_fewer_than_two_can_ante():
    """CO-6: seat 0 has two units left and a Stake is three: no second round, though four were to be played."""
    table = dealt(BAGELS, SIX_CARDS, modifiers=(), stake=3, bankroll=5, rounds=4)
    assert table.stacks == [2, 2]
    table.finish()
    assert (table.over, int(table.s.hands_played), table.stacks) == (True, 1, [2, 8])


def test_co6_a_carried_pot_is_played_for_even_if_nobody_could_ante():
    """CO-6: the same seats are dealt in again, so the episode goes on."""
    table = OnionTable(3, stake=3, bankroll=[5, 6, 5])
    carry(table)
    assert (table.over, table.stacks, table.pot) == (False, [2, 3, 2], 9)
    assert discarders(table) == [1, 2, 0]


def test_co7_five_cards_each_face_down():
    """CO-7, and how the cards lie: sorted by rank, then suit."""
    table = OnionTable(4)
    for seat in table.seats:
        hand = table.hand(seat)
        assert len(hand) == 5
        assert table.open_cards(seat) == []
        assert hand == sorted(hand, key=lambda code: ("A23456789TJQK".index(code[0]), SUITS.index(code[1:])))


def test_co7_up_to_four_are_discarded_and_as_many_come():
    """CO-7: none, two, and four; the fourth ends it."""
    table = OnionTable(3)
    before = [table.hand(seat) for seat in table.seats]
    table.play("1: done", "2: discard 2")
    assert table.legal == {"discard 1", "discard 3", "discard 4", "discard 5", "done"}
    table.play("2: discard 4", "2: done", "0: discard 5", "0: discard 1", "0: discard 2", "0: discard 3")
    assert table.phase == state.STAKING
    assert table.by_seat("discarded") == [4, 0, 2]
    assert table.hand(1) == before[1]
    assert table.thrown(2) == [before[2][1], before[2][3]]
    assert set(table.hand(2)) & set(before[2]) == set(before[2]) - set(table.thrown(2))
    assert sorted(table.thrown(0)) == sorted(code for slot, code in enumerate(before[0]) if slot != 3)
    everywhere = [code for seat in table.seats for code in [*table.hand(seat), *table.thrown(seat)]] + table.pack
    assert sorted(everywhere) == sorted(CODES)


def test_co7_what_is_thrown_never_comes_back():
    """CO-7: replacements come from the pack: here the next two of it."""
    table = OnionTable(2)
    table.rig({1: "2cl 3cl 4cl 5cl 6cl", 0: "2sp 3sp 4sp 5sp 6sp"})
    table.come("Khe", "Ahe")
    table.play("1: discard 1", "1: discard 3", "1: done")
    assert table.hand(1) == ["Ahe", "3cl", "5cl", "6cl", "Khe"]
    assert not {"2cl", "4cl", "Khe", "Ahe"} & set(table.pack)


def test_co7_the_number_is_public_the_cards_are_not():
    """CO-7: the others are told when it is done how many cards are thrown, and see the same whichever it was."""
    tables = [OnionTable(3), OnionTable(3)]
    for table, slots in zip(tables, ("125", "134"), strict=True):
        for slot in slots:
            table.play(f"1: discard {slot}")
            assert table.visible_action(1, 2, f"discard {slot}") is None
        table.play("1: done")
        assert table.s.discarded[1] == 3
    assert tables[0].hand(1) != tables[1].hand(1)
    assert tables[0].observations([0, 2, -1]) == tables[1].observations([0, 2, -1])
    other = OnionTable(3)
    other.play("1: discard 1", "1: done")
    assert other.observations([0]) != tables[0].observations([0])


# ---- CO-8: stakes, matches and raises -------------------------------------------------------------------------------


def test_co8_three_stages_then_the_second_deal_then_two():
    """CO-8, CO-9, CO-11: the first two and the last two with raises, the third without."""
    table = OnionTable(2)
    asked = []
    while table.s.hands_played == 0:
        asked.append((table.phase, int(table.s.stage)))
        table.easily()
    assert [each for each in asked if each[0] in (state.STAKING, state.RAISING)] == [
        (state.STAKING, 0),
        (state.RAISING, 0),
        (state.STAKING, 1),
        (state.RAISING, 1),
        (state.STAKING, 2),
        (state.STAKING, 3),
        (state.RAISING, 3),
        (state.STAKING, 4),
        (state.RAISING, 4),
    ]
    assert [phase for phase, _ in asked][:2] == [state.DISCARDING] * 2
    assert [phase for phase, _ in asked][7:9] == [state.BUYING, state.BETTING_EXTRA]


def test_co8_a_stake_of_0_is_allowed_and_nobody_is_asked_to_match_it():
    """CO-8: each is asked for a raise at once; without raises the next stage begins."""
    table = at_stage(0)
    table.play("0: stake 0", "1: raise 0", "2: raise 0")
    assert (table.phase, table.s.stage, table.pot) == (state.STAKING, 1, 3)


def test_co8_a_stake_is_matched_or_one_folds_and_each_may_raise():
    """CO-8: the Dealer names 3, seat 1 matches and raises by 2, seat 2 folds, the Dealer matches the raise."""
    table = at_stage(0)
    table.play("0: stake 3")
    assert (table.pot, table.stacks) == (6, [96, 99, 99])
    assert table.legal == {"match", "fold"}
    table.play("1: match", "1: raise 2")
    assert (table.pot, table.stacks) == (11, [96, 94, 99])
    table.play("2: fold")
    assert table.phase == state.MEETING
    assert table.legal == {"match", "fold"}
    table.play("0: match")
    assert (table.pot, table.stacks) == (13, [94, 94, 99])
    assert table.by_seat("live") == [1, 1, 0]
    assert (table.phase, table.s.stage, table.to_act) == (state.STAKING, 1, 0)


def test_co8_the_dealer_matches_the_sum_of_the_raises_once_all_are_made():
    """CO-8: 1 + 4 + 0 units."""
    table = at_stage(1, 4)
    table.play("0: stake 1", "1: match", "1: raise 1", "2: match", "2: raise 4", "3: match", "3: raise 0")
    assert (table.pot, table.stacks) == (13, [98, 97, 94, 98])
    table.play("0: match")
    assert (table.pot, table.stacks) == (18, [93, 97, 94, 98])


def test_co8_bets_are_whole_stakes_up_to_the_maximum():
    """CO-8: here a Stake is three units, four of them the most for a stake and two for a raise."""
    table = at_stage(0, stake=3, max_stake=4, max_raise=2)
    assert table.legal == {f"stake {stakes}" for stakes in range(5)}
    table.play("0: stake 4", "1: match")
    assert (table.pot, table.stacks) == (9 + 24, [85, 85, 97])
    assert table.legal == {"raise 0", "raise 1", "raise 2"}
    table.play("1: raise 2")
    assert table.stacks[1] == 79


def test_co8_nobody_bets_beyond_his_means():
    """CO-8, CO-14: of the Dealer, of a seat that matches, of one that raises."""
    table = at_stage(0, 4, stake=3, bankroll=[10, 8, 10, 50])
    assert table.legal == {"stake 0", "stake 1", "stake 2"}  # 7 units left
    table.play("0: stake 2")
    assert table.legal == {"fold"}  # 5 units left, 6 wanted
    table.play("1: fold")
    assert table.legal == {"match", "fold"}
    table.play("2: match")
    assert table.to_act == 3  # 1 unit left, so no raise can be made
    table.play("3: match")
    assert table.legal == {f"raise {stakes}" for stakes in range(6)}
    table.play("3: raise 1")
    assert (table.to_act, table.legal) == (0, {"fold"})  # one unit left against three


def test_co8_raises_that_the_dealer_does_not_match_go_back():
    """CO-8: and only they: what was staked and matched stays in the pot."""
    table = at_stage(0, 4)
    table.play("0: stake 1", "1: match", "1: raise 2", "2: match", "2: raise 0", "3: match", "3: raise 5")
    assert (table.pot, table.stacks) == (15, [98, 96, 98, 93])
    table.play("0: fold")
    assert (table.pot, table.stacks) == (8, [98, 98, 98, 98])
    assert table.phase == state.BIDDING


def test_co8_the_new_dealer_stays_for_the_rest_of_the_stages():
    """CO-8: seat 1 buys the Dealership in the first stage, names all later stakes and is asked last; seat 0 is out."""
    table = at_stage(0, 4)
    table.play("0: stake 1", "1: match", "1: raise 2", "2: match", "2: raise 0", "3: match", "3: raise 0", "0: fold")
    table.play("1: bid", "2: decline", "3: decline")
    assert (table.s.stage, table.phase, table.dealer) == (1, state.STAKING, 1)
    table.play("1: stake 1", "2: match", "2: raise 1", "3: match", "3: raise 0", "1: match")
    table.play("1: stake 2", "2: match", "3: match")  # the third stage
    table.play("2: stop", "2: extra bet 0", "3: stop", "3: extra bet 0")
    table.play("1: stake 0", "2: raise 0", "3: raise 0", "1: stake 0", "2: raise 0", "3: raise 0")
    assert (table.s.hands_played, table.s.last_how) == (1, state.SHOWDOWN)


def test_co8_the_third_stage_has_no_raise():
    """CO-8: after the matches the second deal follows at once."""
    table = at_stage(2)
    table.play("0: stake 1", "1: match", "2: match")
    assert (table.phase, table.to_act) == (state.BUYING, 1)


@pytest.mark.parametrize("stage", range(5))
def test_co8_all_but_the_dealer_fold(stage: int):
    """CO-8, CO-11, CO-14: in any stage the Dealer wins at once, whatever he holds."""
    table = at_stage(stage)
    paid = 100 - table.stacks[0]
    pot = table.pot
    table.play("0: stake 1", "1: fold", "2: fold")
    assert table.ending == (state.LAST_ONE_LEFT, 0)
    assert (table.s.last_pot, table.s.last_net[0]) == (pot + 1, pot - paid)
    assert table.s.hands_played == 1


@pytest.mark.parametrize("stage", [0, 1, 3, 4])
def test_co8_one_seat_is_left_when_the_dealer_folds(stage: int):
    """CO-8, CO-12, CO-14: it wins at once, without an auction, gets its raise back, and deals next."""
    table = at_stage(stage)
    pot = table.pot
    table.play("0: stake 1", "1: fold", "2: match", "2: raise 3", "0: fold")
    assert table.ending == (state.LAST_ONE_LEFT, 2)
    assert table.s.last_pot == pot + 2
    assert table.dealer == 2


# ---- CO-9: the second deal ------------------------------------------------------------------------------------------


def test_co9_cards_are_bought_one_at_a_time_and_the_rest_lie_open():
    """CO-9: two bought for a Stake each lie face down in the first places, the other three face up."""
    table = OnionTable(3, stake=2)
    table.until(state.BUYING)
    pot = table.pot
    assert len(table.hand(0)) == 10
    table.play("1: buy")
    assert (len(table.hand(1)), table.pot, table.stacks[1]) == (6, pot + 2, 96)
    assert table.legal == {"buy", "stop"}
    table.play("1: buy", "1: stop")
    assert (table.pot, table.stacks[1], table.s.bought[1]) == (pot + 4, 94, 2)
    assert table.open_cards(1) == table.hand(1)[7:]
    assert len(table.hand(1)) == 10


def test_co9_the_dealers_five_come_face_down_for_nothing():
    """CO-9: and whoever buys all five shows none."""
    table = OnionTable(3)
    table.until(state.BUYING)
    table.play(*["1: buy"] * 5)
    assert table.phase == state.BETTING_EXTRA
    table.play("1: extra bet 0", "2: stop", "2: extra bet 0")
    assert [table.open_cards(seat) for seat in (0, 1)] == [[], []]
    assert table.open_cards(2) == table.hand(2)[5:]
    assert table.stacks == [99, 94, 99]


def test_co9_who_can_not_pay_a_stake_gets_all_five_face_up():
    """CO-9, CO-14: seat 1 is not even asked, seat 2 buys one, then its units are gone and the rest comes."""
    table = OnionTable(3, stake=3, bankroll=[20, 5, 8])
    table.until(state.BUYING)
    assert table.open_cards(1) == table.hand(1)[5:]
    assert len(table.open_cards(1)) == 5
    table.play("2: buy")
    assert len(table.hand(2)) == 10
    assert table.open_cards(2) == table.hand(2)[6:]
    assert (table.phase, table.s.stage) == (state.STAKING, 3)


def test_co9_an_extra_bet_lies_aside_until_the_dealer_meets_them_all():
    """CO-9, CO-10: whole Stakes up to the largest raise; with his match they all go into the pot."""
    table = OnionTable(3, max_raise=3)
    table.until(state.BUYING)
    table.play("1: stop")
    assert table.legal == {f"extra bet {stakes}" for stakes in range(4)}
    table.play("1: extra bet 3", "2: stop", "2: extra bet 1")
    assert table.by_seat("aside") == [0, 3, 1]
    assert (table.to_act, table.phase, table.legal) == (0, state.MEETING_EXTRA, {"match", "pass"})
    table.play("0: match")
    assert (table.pot, table.stacks) == (3 + 8, [95, 96, 98])
    assert (table.to_act, table.s.stage, table.phase) == (0, 3, state.STAKING)


def test_co9_without_extra_bets_the_dealer_is_not_asked():
    """CO-9: the fourth stage begins."""
    table = OnionTable(3)
    table.until(state.BUYING)
    table.play("1: stop", "1: extra bet 0", "2: stop", "2: extra bet 0")
    assert (table.to_act, table.s.stage, table.phase) == (0, 3, state.STAKING)


# ---- CO-10: the Dealership passed on --------------------------------------------------------------------------------


def passed_on(*bets: int, **options: Any) -> Any:
    """A table whose Dealer has just passed the Dealership on rather than meet these extra bets, from Elder on."""
    table = OnionTable(len(bets) + 1, **options)
    table.until(state.BUYING)
    for seat, stakes in enumerate(bets, 1):
        table.play(f"{seat}: stop", f"{seat}: extra bet {stakes}")
    table.play("0: pass")
    return table


def test_co10_who_accepts_pays_what_the_others_bet():
    """CO-10: seat 1 bet 2 and pays the others' 3 + 1; his own bet lies there already; the old Dealer stays in."""
    table = passed_on(2, 3, 1)
    assert (table.to_act, table.phase, table.legal) == (1, state.OFFERED, {"accept", "decline"})
    assert (table.pot, table.stacks) == (10, [99, 97, 96, 98])
    table.play("1: accept")
    assert (table.pot, table.stacks) == (14, [99, 93, 96, 98])
    assert (table.dealer, table.s.live[0]) == (1, 1)
    table.play("1: stake 1", "2: match", "2: raise 0", "3: match", "3: raise 0", "0: match", "0: raise 0")
    assert (table.to_act, table.phase, table.s.stage) == (1, state.STAKING, 4)


def test_co10_elder_is_asked_first_then_leftward():
    """CO-10: seat 3 bet nothing and pays all of the five."""
    table = passed_on(2, 3, 0)
    table.play("1: decline", "2: decline", "3: accept")
    assert (table.pot, table.stacks) == (14, [99, 97, 96, 94])
    assert table.dealer == 3
    table.play("3: stake 0", "0: raise 0", "1: raise 0", "2: raise 0")


def test_co10_who_can_not_pay_what_the_others_bet_declines():
    """CO-10, CO-14: seat 1 has four units left after its bet of two, and the other bet is five."""
    table = passed_on(2, 5, bankroll=[100, 7, 100])
    assert table.stacks[1] == 4
    assert table.legal == {"decline"}
    table.play("1: decline")
    assert table.legal == {"accept", "decline"}


def test_co10_if_nobody_accepts_all_fold_and_the_pot_is_carried():
    """CO-10: extra bets go back, nobody antes again, the old Dealer deals, the same seats play."""
    table = passed_on(2, 3)
    table.play("1: decline", "2: decline")
    assert table.s.last_how == state.CARRIED
    assert (table.s.inherited, table.pot, table.stacks, table.dealer) == (3, 3, [99, 99, 99], 0)
    assert table.rewards == [-1, -1, -1]
    assert (table.phase, table.to_act) == (state.DISCARDING, 1)
    assert [len(table.hand(seat)) for seat in table.seats] == [5, 5, 5]


# ---- CO-11: the second betting --------------------------------------------------------------------------------------


@pytest.mark.parametrize("stage", [3, 4])
def test_co11_stakes_matches_and_raises_as_in_the_first_two_stages(stage: int):
    """CO-11: a stake, a match, a raise, the Dealer's match; a Dealer who folds brings an auction."""
    table = at_stage(stage)
    table.play("0: stake 2", "1: match", "1: raise 1", "2: match", "2: raise 2")
    assert (table.phase, table.legal) == (state.MEETING, {"match", "fold"})
    folding = table.env.clone()
    table.play("0: match")
    assert table.s.stage == stage + 1 or table.s.hands_played == 1
    table.env = folding
    table.play("0: fold")
    assert (table.phase, table.to_act) == (state.BIDDING, 1)


def test_co11_a_new_dealer_after_the_last_stage_goes_to_showdown():
    """CO-11, CO-12: the stage in which the Dealership was auctioned is over."""
    table = at_stage(4)
    table.play("0: stake 0", "1: raise 0", "2: raise 1", "0: fold", "1: decline", "2: bid")
    assert (table.s.hands_played, table.s.last_how) == (1, state.SHOWDOWN)
    assert table.s.last_winner in (1, 2)


# ---- CO-12: the auction ---------------------------------------------------------------------------------------------


def auction(num_players: int = 4, **options: Any) -> Any:
    """A table whose Dealer has just folded in the first stage, where seat 1 raised by one."""
    table = at_stage(0, num_players, **options)
    table.play("0: stake 0", "1: raise 1", *[f"{seat}: raise 0" for seat in range(2, num_players)], "0: fold")
    return table


def test_co12_a_bidding_war_in_which_everybody_pays_his_last_bid():
    """CO-12: bids of 1, 2, 3 and 4 Stakes of two units; seat 3 declines at once; who loses pays too."""
    table = auction(stake=2)
    assert table.legal == {"bid", "decline"}
    table.play("1: bid", "2: bid", "3: decline", "1: bid", "2: bid", "1: decline")
    assert (table.dealer, table.s.live[0]) == (2, 0)
    assert table.stacks == [98, 98 - 6, 98 - 8, 98]
    assert table.pot == 8 + 14
    assert (table.to_act, table.phase, table.s.stage) == (2, state.STAKING, 1)


def test_co12_who_declines_declines_for_good():
    """CO-12: seat 1 is not asked again while 2 and 3 go on, and is still in the round."""
    table = auction()
    table.play("1: decline", "2: bid", "3: bid", "2: bid", "3: bid", "2: decline")
    assert (table.dealer, table.s.live[1]) == (3, 1)
    assert table.stacks == [99, 99, 96, 95]
    table.play("3: stake 1", "1: match")


def test_co12_the_last_one_left_must_have_bid():
    """CO-12: the others have declined without a bid, and seat 3 is asked all the same."""
    table = auction()
    table.play("1: decline", "2: decline")
    assert (table.to_act, table.legal) == (3, {"bid", "decline"})
    table.play("3: bid")
    assert (table.dealer, table.stacks[3], table.pot) == (3, 98, 5)


def test_co12_a_bidder_whom_nobody_outbids_gets_it_for_his_bid():
    """CO-12: one Stake."""
    table = auction()
    table.play("1: bid", "2: decline", "3: decline")
    assert (table.dealer, table.stacks[1], table.pot) == (1, 98, 5)


def test_co12_if_nobody_bids_all_fold_and_the_pot_is_carried():
    """CO-12: the pot is the next ante, the old Dealer deals again and is in again."""
    table = auction()
    table.play("1: decline", "2: decline", "3: decline")
    assert table.s.last_how == state.CARRIED
    assert (table.dealer, table.pot, table.s.inherited, table.stacks) == (0, 4, 4, [99] * 4)
    assert table.by_seat("dealt_in") == table.by_seat("live") == [1] * 4
    assert discarders(table) == [1, 2, 3, 0]


def test_co12_who_can_not_pay_declines():
    """CO-12, CO-14: seat 2 has nothing left, seat 1 could pay one Stake and not three."""
    table = at_stage(0, 4, bankroll=[9, 3, 1, 9])
    table.play("0: stake 0", "1: raise 1", "3: raise 0", "0: fold", "1: bid")
    assert table.legal == {"decline"}
    table.play("2: decline", "3: bid")
    assert (table.to_act, table.legal) == (1, {"decline"})
    table.play("1: decline")
    assert (table.dealer, table.stacks) == (3, [8, 1, 0, 6])


def test_co12_with_one_seat_left_it_wins_without_an_auction():
    """CO-12: nothing is bid, and the raise goes back."""
    table = at_stage(0, 2)
    table.play("0: stake 0", "1: raise 5", "0: fold")
    assert table.ending == (state.LAST_ONE_LEFT, 1)
    assert (table.s.last_pot, table.by_seat("last_net")) == (2, [-1, 1])


# ---- CO-13: the Showdown --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("best", range(4))
def test_co13_the_best_hand_takes_the_pot_and_deals_next(best: int):
    """CO-13: wherever it sits."""
    hands = ["Tsp The Tdi Tco Jst Kcl Ksp Khe Kdi Qcl", BROKEN_FLUSH, "Aco 2he 2st 2cu 3co 7sp Tcu Jdi Qco Jcu"]
    hands.insert(best, SEVEN_CARDS)
    table = showdown(*hands, modifiers=(), rounds=2)
    won_showdown(table, best)
    assert table.dealer == best
    assert table.by_seat("last_net") == [3 if seat == best else -1 for seat in range(4)]


def test_co13_level_hands_the_earlier_leads_but_the_dealer_wins():
    """CO-13: level, the more senior of the two leads."""
    one, two = "2sw 2cu 3cu 4cl 4co 5sw 6he 9di Tdi Tst", "Acl Ahe 2co 3cl 3he 7sp 7he Tcl Tsp Jsw"
    low = "Jcl Qcl Kcl Ksp Khe Kdi Kst Kcu Kco Qsp"
    won_showdown(showdown(low, one, two, modifiers=()), 1)
    won_showdown(showdown(low, two, one, modifiers=()), 1)
    won_showdown(showdown(one, low, two, modifiers=()), 0)
    won_showdown(showdown(two, one, low, modifiers=()), 0)


def test_co13_a_crippler_still_in_wins_at_once():
    """CO-13: Elder shows a Great Onion, and behind him or before him sits who cripples it."""
    run = f"{NINE_RUN} 2he"
    crippled(showdown(BESIDE, GREAT, run), 2)
    crippled(showdown(run, GREAT, BESIDE), 0)
    crippled(showdown(BESIDE, run, GREAT), 1)
    crippled(showdown(GREAT, run), 1)


def test_co13_the_rest_is_not_compared_after_a_crippling():
    """CO-13: the crippler's split is the lowest at the table, and nobody else wins a level comparison with it."""
    table = showdown(BESIDE, GREAT, f"{NINE_RUN} 2he", rounds=2)
    crippled(table, 2)
    assert table.by_seat("last_net") == [-1, -1, 2]
    assert table.dealer == 2
    assert table.s.wild_round == 1  # CO-M1: there was a Showdown, and the best split of the runner has a null eight


def test_co13_a_crippler_out_before_the_onion_shows_can_not_cripple():
    """CO-13: Elder's running flush falls to the Double Onion of seat 2, or the other way round, before the Dealer shows."""
    run = f"{NINE_RUN} 2he"
    won_showdown(showdown(GREAT, run, BESIDE), 0)
    won_showdown(showdown(GREAT, BESIDE, run), 0)


def test_co13_who_folded_can_not_cripple():
    """CO-13: only seats still in."""
    table = dealt(BESIDE, GREAT, f"{NINE_RUN} 2he")
    table.play("0: stake 1", "1: match", "1: raise 0", "2: fold")
    won_showdown(table, 1)


def test_co13_ten_cards_before_nine():
    """CO-13, CO-M0: whoever is senior."""
    nine, ten = f"{NINE_RUN} 2he", "2sp 3sp 4sp 5sp 6sp 7sp 8sp 9sp Tsp Jst"
    crippled(showdown(nine, GREAT, ten), 2, 10)
    crippled(showdown(ten, GREAT, nine), 0, 10)
    crippled(showdown(BESIDE.replace("9st", "9he"), GREAT, nine, ten), 3, 10)


def test_co13_of_equal_cripplers_the_senior_wins():
    """CO-13: the Dealer before the others, and of these who sits nearer to his left; with ten cards too."""
    one, other = f"{NINE_RUN} 2he", "2sp 3sp 4sp 5sp 6sp 7sp 8sp 9sp Tsp 2cu"
    crippled(showdown(one, GREAT, other), 0)
    crippled(showdown(other, GREAT, one), 0)
    crippled(showdown(BESIDE.replace("9st", "9he"), GREAT, one, other), 2)
    ten, too = TEN_RUN, "2sp 3sp 4sp 5sp 6sp 7sp 8sp 9sp Tsp Jst"
    crippled(showdown(BESIDE.replace("9st", "9he"), GREAT, too, ten), 2, 10)


# ---- CO-14: units ---------------------------------------------------------------------------------------------------


def test_co14_the_rewards_are_the_net_units_of_a_round():
    """CO-14: paid when it ends, and nothing before; they sum to the pot inherited less the pot left over."""
    table = at_stage(0, 4, rounds=3)
    table.play("0: stake 1", "1: match", "1: raise 1", "2: match", "2: raise 0", "3: fold", "0: fold")
    assert table.rewards == [0] * 4
    table.play("1: decline", "2: decline")
    assert table.rewards == [-2, -2, -2, -1]
    (result,) = table.env.infos["player_3"]["results"]
    assert (result["net"], result["inherited"], result["left_over"]) == ((-2, -2, -2, -1), 0, 7)
    assert (table.s.last_how, table.s.last_pot, table.s.last_inherited, table.pot) == (state.CARRIED, 7, 0, 7)
    table.until(state.STAKING)
    table.play("0: stake 2", "1: fold", "2: fold", "3: fold")
    assert table.rewards == [7, 0, 0, 0]
    result = table.env.infos["player_3"]["results"][-1]
    assert (result["net"], result["inherited"], result["left_over"]) == ((7, 0, 0, 0), 7, 0)
    assert (table.s.last_pot, table.s.last_inherited) == (9, 7)
    assert table.by_seat("last_net") == [7, 0, 0, 0]
    assert table.stacks == [98 + 7 - 1, 98 - 1, 98 - 1, 99 - 1]  # and the antes of the third round


def test_co14_a_pot_left_at_the_end_is_shared_within_the_last_reward():
    """CO-14: seven units among the four seats dealt in, one each, and the three odd ones to the Dealer, who is senior."""
    table = at_stage(0, 4, rounds=1)
    table.play("0: stake 1", "1: match", "1: raise 1", "2: match", "2: raise 0", "3: fold", "0: fold")
    table.play("1: decline", "2: decline")
    assert table.over
    assert table.rewards == [2, -1, -1, 0]
    assert (table.stacks, table.pot, table.s.house) == ([102, 99, 99, 100], 0, 0)


def test_co14_who_sat_out_has_no_share_of_the_pot_that_is_left():
    """CO-14: nine units among three seats."""
    table = OnionTable(4, stake=3, bankroll=[20, 20, 20, 2], rounds=1)
    carry(table)
    assert table.over
    assert (table.stacks, table.rewards) == ([20, 20, 20, 2], [0, 0, 0, 0])


@pytest.mark.parametrize("seed", range(4))
def test_co14_an_episode_sums_to_zero(habit: Any, seed: int):
    """CO-14: whatever is played, no unit comes or goes, and what lies on the table is somebody's in the end."""
    modifiers = ((), (0, 1), (0, 1, 2, 3), "all")[seed]
    table = OnionTable(2 + seed, seed=seed, rounds=2, bankroll=12, modifiers=modifiers)
    total = [0] * (2 + seed)
    while not table.over:
        seen = table.env.observe(table.env.agent_selection)
        table.env.step(habit.act(seen["observation"], seen["action_mask"], 0.5))
        total = [units + paid for units, paid in zip(total, table.rewards, strict=True)]
        assert sum(table.stacks) + table.pot == 12 * (2 + seed)
        assert min(table.stacks) >= 0
    assert sum(total) == 0
    assert table.stacks == [12 + units for units in total]


def test_co14_seven_seats_use_104_cards_to_the_end():
    """CO-1, CO-7, CO-9: all throw four, Lady and Fate are replaced: 35 + 28 + 35 + 2 + 2 cards, and two are left."""
    table = OnionTable(7, modifiers=(4, 5), rounds=1)
    while table.phase == state.DISCARDING:
        table.act(next(name for name in sorted(table.legal) if name.startswith("discard")))
    assert len(table.pack) == 104 - 35 - 28
    assert table.by_seat("discarded") == [4] * 7
    table.until(state.DECLARING)
    assert len(table.pack) == 104 - 35 - 28 - 35
    hands = {seat: table.hand(seat) for seat in (1, 2)}
    both = [code for seat in (1, 2) for code in hands[seat] if code not in ("Qsp", "Kcu")]
    table.rig({1: " ".join(["Qsp", *both[:9]]), 2: " ".join(["Kcu", *both[9:18]])})
    table.play("1: declare Qsp", "1: take first", "2: declare Kcu", "2: take second")
    held = {code for seat in table.seats for code in [*table.hand(seat), *table.thrown(seat)]}
    assert len(held) == 98
    refused = [CODES[number] for number in table.s.refused]
    assert sorted([*held, *refused, *table.pack, "Qsp", "Kcu"]) == sorted(CODES)
    assert len(table.pack) == 2
    table.finish()
    assert table.over
    assert sum(table.stacks) == 700


# ---- CO-M0: crippling -----------------------------------------------------------------------------------------------

IN_A_ROW = "A23456789TJQKA"


def run_of(first: int, length: int) -> list[str]:
    """Cards in a row, of clubs and swords by turns."""
    return [IN_A_ROW[first + step] + ("cl", "sw")[step % 2] for step in range(length)]


@pytest.mark.parametrize("first", range(6))
def test_m0_nine_cards_of_a_suit_pair_in_a_row_cripple_a_great_onion(first: int):
    """CO-M0: from A-9 up to 6-A; the ace is low or high."""
    crippled(showdown(GREAT, " ".join([*run_of(first, 9), "3he"])), 1)


@pytest.mark.parametrize("first", [0, 4])
def test_m0_ten_cards_cripple_a_great_and_a_lesser_onion(first: int):
    """CO-M0: A-T and 5-A."""
    run = " ".join(run_of(first, 10))
    crippled(showdown(GREAT, run), 1, 10)
    crippled(showdown("Asp Ahe Adi Ast Jsp Jhe Khe Qdi 2sp 3he", run), 1, 10)


@pytest.mark.parametrize(
    "hand",
    [
        "8cl 9sw Tcl Jsw Qcl Ksw Acl 2sw 3cl 5he",  # round the corner
        "Acl 2sw 3cl 4sw 6sw 7cl 8sw 9cl Tsw Jcl",  # the five is wanting
        "2cl 3sw 4cl 5sw 6cl 7sp 8cl 9sw Tcl 3he",  # the seven is of another pair
        "2cl 3sw 4cl 5sw 6cl 7sw 8cl 9sw 2sw 3cl",  # eight in a row
    ],
)
def test_m0_what_is_no_running_flush_of_nine(hand: str):
    """CO-M0: such a hand cripples nothing."""
    won_showdown(showdown(GREAT, hand), 0)


def test_m0_nine_cards_do_not_cripple_a_lesser_onion_nor_ten_a_triple_one():
    """CO-M0: a Lesser Onion falls to ten, a Triple Onion to none."""
    won_showdown(showdown("Asp Ahe Adi Ast Jsp Jhe Khe Qdi 2sp 3he", f"{NINE_RUN} 2he"), 0)
    won_showdown(showdown("Asp Ahe Adi Jsp Jhe Khe 2sp 3he 4sp 5he", TEN_RUN), 0)


def test_m0_can_be_switched_off():
    """CO-M0: without it nothing cripples."""
    won_showdown(showdown(GREAT, TEN_RUN, modifiers=()), 0)
    won_showdown(showdown(GREAT, TEN_RUN, modifiers=(1,)), 0)


# ---- CO-M1: null eights, wild eights --------------------------------------------------------------------------------

WITH_NULL = "4he 7cl Ksw 8di 9he 9di 9sw 9st Tcl Tsp"  # 4 7 K and the eight as 0
AGAINST_IT = "4st 4co 5sp 5he 5sw 5st 5cu 5co 9sp Tdi"  # flushes of 19 and 18


def test_m1_a_null_eight_makes_an_onion_longer():
    """CO-M1: a four-card onion with it, a three-card onion without: against a flush, which is between them."""
    won_showdown(showdown(AGAINST_IT, WITH_NULL, modifiers=(1,)), 1)
    won_showdown(showdown(AGAINST_IT, WITH_NULL, modifiers=()), 0)


def test_m1_of_equal_onions_that_with_fewer_null_eights_wins():
    """CO-M1: it comes before the next groups: the hand with the null has a bagel besides, the other one nothing."""
    won_showdown(showdown(WITH_NULL, "Acl Asp Ahe Adi Aco 2cl 2sp 2cu 9cl Tdi", modifiers=(1,)), 1)
    two_nulls = "Ksp 7he 4sp 8he 8sp 9sp 9cl 9cu Tdi Tco"
    one_null = "Kcl 3cl 6sw 2di 8cl 9di 9st 9sw 9co 9he"
    table = showdown(two_nulls, one_null, modifiers=(1,))
    won_showdown(table, 1)


@pytest.mark.parametrize(
    ("cards", "groups"),
    [
        ("Kcl 4sp 7he 8cl", ["four-card onion"]),
        ("Kcl 4sp 7he 8cl 8sp", ["five-card onion"]),
        ("Kcl 4sp 7he 8cl 8sp 8he 8di", ["seven-card onion"]),
        ("Kcl 4sp 7he 8cl 8sp 8he 8di 8sw", ["seven-card onion"]),  # never past seven
        ("Kcl Asp 8he", ["three-card onion"]),
        ("Tcl Tsp 8he", ["bagel"]),
        ("9cl 9sw 8cl", []),  # no flush of 18 with a null
    ],
)
def test_m1_what_null_eights_make(cards: str, groups: list[str]):
    """CO-M1: three-card to seven-card onions with up to four of them, also from a two-card onion; no other group."""
    assert names(cards, modifiers=(1,)) == groups


def test_m1_eights_are_wild_in_the_round_after_and_ordinary_in_the_next():
    """CO-M1: whoever wins; here the null lies in a hand that loses."""
    table = dealt(SEVEN_CARDS, WITH_NULL, rounds=4)
    assert (table.nulls(0), table.nulls(1)) == (0, 1)
    table.finish()
    assert (table.s.wild_round, table.by_seat("wild")) == (1, [1, 1])
    table.until(state.STAKING, state.LAST_STAGE)
    table.rig({0: SEVEN_CARDS, 1: WITH_NULL})
    assert table.nulls(1) == 0
    table.finish()
    assert (table.s.wild_round, table.by_seat("wild")) == (0, [0, 0])
    table.until(state.STAKING, state.LAST_STAGE)
    table.rig({0: SEVEN_CARDS, 1: WITH_NULL})
    table.finish()
    assert table.s.wild_round == 1


def test_m1_no_null_eight_at_the_showdown_no_wild_eights():
    """CO-M1: neither an eight at its face nor one that could be null in a lower split makes the next round wild."""
    table = dealt(SEVEN_CARDS, BROKEN_ROYAL.replace("9sw", "9di"), rounds=2)
    assert table.nulls(1) == 0
    table.finish()
    assert table.s.wild_round == 0


def test_m1_a_null_eight_of_a_seat_that_folded_does_not_count():
    """CO-M1: it was never at the Showdown."""
    table = dealt(SEVEN_CARDS, WITH_NULL, AGAINST_IT, rounds=2)
    table.play("0: stake 1", "1: fold", "2: match", "2: raise 0")
    assert (table.s.last_how, table.s.wild_round) == (state.SHOWDOWN, 0)


def test_m1_after_a_carried_round_eights_are_ordinary():
    """CO-M1: also where they were wild in the round before."""
    table = OnionTable(3)
    table.rig({}, wild=True)
    carry(table)
    assert (table.s.last_how, table.s.wild_round, table.by_seat("wild")) == (state.CARRIED, 0, [0, 0, 0])


def test_m1_without_a_showdown_no_wild_eights():
    """CO-M1: all but one folded, and the hand with the null won."""
    table = dealt(SEVEN_CARDS, WITH_NULL, rounds=2)
    table.play("0: stake 0", "1: raise 1", "0: fold")
    assert (table.s.last_how, table.s.wild_round) == (state.LAST_ONE_LEFT, 0)


def test_m1_can_be_switched_off():
    """CO-M1: no nulls, and no wild eights."""
    table = dealt(SEVEN_CARDS, WITH_NULL, modifiers=(0,), rounds=2)
    assert table.nulls(1) == 0
    table.finish()
    assert table.s.wild_round == 0


@pytest.mark.parametrize(
    ("cards", "groups"),
    [
        ("8cl Asp", ["two-card onion"]),
        ("8cl Tsp", ["two-card onion"]),
        ("8cl 4sp 7he", ["three-card onion"]),  # a ten
        ("Kcl 4sp 7he 8cl", ["three-card onion"]),  # no null: 22 at least with all four
        ("8sp 9cl 9sw", ["flush"]),  # a three of clubs
        ("8sp 7he 6di", ["broken royal"]),
        ("7sp 7he 8di", ["royal"]),
        ("Jcl Asp 8he 8di", ["Double Onion"]),
        ("8cl 8sp 8he", ["wild royal"]),
        ("8cl 8sp 8he 8di", ["Double Onion"]),
    ],
)
def test_m1_wild_eights_are_any_regular_card(cards: str, groups: list[str]):
    """CO-M1: any value, any suit, and no null."""
    assert names(cards, modifiers=(1,), eights_wild=True) == groups


# ---- CO-M2 and CO-M3: wild crippling, Octavo ------------------------------------------------------------------------

ONE_WILD_GREAT = GREAT.replace("Aco", "8co")


def test_m2_a_run_with_more_wild_cards_than_the_onion_does_not_cripple():
    """CO-M2: an eight in its own place is a wild card too."""
    run = f"{NINE_RUN} 2he"
    won_showdown(showdown(GREAT, run, modifiers=(0, 1, 2), wild=True), 0)
    crippled(showdown(GREAT, run, modifiers=(0, 1), wild=True), 1)
    crippled(showdown(GREAT, run, modifiers=(0, 1, 2)), 1)  # ordinary eights


def test_m2_as_many_wild_cards_are_enough():
    """CO-M2: one against one; two against one are too many."""
    crippled(showdown(ONE_WILD_GREAT, f"{NINE_RUN} 2he", modifiers=(0, 1, 2), wild=True), 1)
    two = "2cl 3cl 4cl 8sw 6cl 7cl 8cl 9cl Tcl 2he"
    won_showdown(showdown(ONE_WILD_GREAT, two, modifiers=(0, 1, 2), wild=True), 0)
    crippled(showdown(ONE_WILD_GREAT, two, modifiers=(0, 1), wild=True), 1)


def test_m2_for_a_lesser_onion_and_ten_cards_as_well():
    """CO-M2: a Lesser Onion of eight natural cards, and one with a wild ace."""
    won_showdown(showdown("Asp Ahe Adi Ast Jsp Jhe Khe Qdi 2sp 3he", TEN_RUN, modifiers=(0, 1, 2), wild=True), 0)
    crippled(showdown("Asp Ahe Adi 8co Jsp Jhe Khe Qdi 2sp 3he", TEN_RUN, modifiers=(0, 1, 2), wild=True), 1, 10)


EIGHT_EIGHTS = "8cl 8sp 8he 8di 8sw 8st 8cu 8co 2sp 3sp"
LESSER_AND_BAGEL = "Asp Ahe Adi Ast Jsp Jhe Khe Qdi Tdi Tst"


def test_m3_eight_eights_beat_other_lesser_onions():
    """CO-M3: without it they are one like the others, here without the bagel that the other hand has besides."""
    won_showdown(showdown(LESSER_AND_BAGEL, EIGHT_EIGHTS, modifiers=(1, 3), wild=True), 1)
    won_showdown(showdown(LESSER_AND_BAGEL, EIGHT_EIGHTS, modifiers=(1,), wild=True), 0)


def test_m3_the_octavo_is_below_the_great_onion():
    """CO-M3: it is a Lesser Onion."""
    won_showdown(showdown(EIGHT_EIGHTS, GREAT, modifiers=(1, 3), wild=True), 1)


def test_m3_ordinary_eights_are_no_octavo():
    """CO-M3: only while eights are wild."""
    assert names(EIGHT_EIGHTS, modifiers=(1, 3), eights_wild=True)[0] == "Octavo"
    assert "Octavo" not in names(EIGHT_EIGHTS, modifiers=(1, 3))


def test_m3_the_octavo_is_crippled_by_nine_like_a_great_onion():
    """CO-M3, CO-M10: the wild jack stands where the eight is wanting. A Lesser Onion of other cards is not crippled by it."""
    run = "2cl 3cl 4cl 5cl 6cl 7cl 9cl Tcl Jst 2he"
    jack = ["1: declare Jst"]
    crippled(showdown(EIGHT_EIGHTS, run, modifiers=(0, 1, 3, 10), wild=True, declare=jack), 1)
    won_showdown(showdown(LESSER_AND_BAGEL, run, modifiers=(0, 1, 3, 10), wild=True, declare=jack), 0)
    won_showdown(showdown(EIGHT_EIGHTS, run, modifiers=(0, 1, 10), wild=True, declare=jack), 0)


# ---- CO-M4 and CO-M5: the Lady and Fate -----------------------------------------------------------------------------

LADY_AND_SEVEN = "Qsp Asp Asw 2sw 2st 2co 3co 7st 9st Tst"
LADYS_DOUBLE = "Qsp Acl Ahe 2cl 2he 3cl 3sp 3he Jsw Kst"
FATE_AND_SIX = "Kcu 2sp 3st 3cu 4sw 4st 5st 6cl 6sp 6co"


def test_m4_the_lady_is_replaced_by_one_of_the_next_two_cards():
    """CO-M4: the owner's choice; the other is discarded; the chosen one lies in her place, hidden as she was."""
    for chosen, card, other in (("take first", "5di", "Adi"), ("take second", "Adi", "5di")):
        table = dealt(SIX_CARDS, LADYS_DOUBLE, modifiers=(4,))
        place = table.hand(1).index("Qsp")
        assert table.legal == {"declare Qsp", "pass"}
        table.come("5di", "Adi")
        table.play("1: declare Qsp")
        assert (table.phase, table.to_act, table.legal) == (state.CHOOSING, 1, {"take first", "take second"})
        assert [CODES[number] for number in table.s.offered] == ["5di", "Adi"]
        table.play(f"1: {chosen}")
        assert table.hand(1)[place] == card
        assert table.open_cards(1) == []
        assert other not in [*table.hand(1), *table.pack]
        assert "Qsp" not in [*table.hand(0), *table.hand(1), *table.pack]


def test_m4_the_new_card_counts():
    """CO-M4: with her third picture gone the Triple Onion is a Double Onion, unless another picture comes for her."""
    table = dealt(BESIDE.replace("Acu", "Ast"), "Qsp Acl Ahe Adi 2he 3cl 3sp 5di Jsw Kdi", modifiers=(4,))
    assert table.ranks(1)[0] == 28
    table.come("5cu", "Qhe")
    table.play("1: declare Qsp")
    lower = table.env.clone()
    table.play("1: take second")
    assert table.ranks(1)[0] == 28
    table.env = lower
    table.play("1: take first")
    assert table.ranks(1)[0] == 26


def test_m4_she_is_declared_once_and_not_taken_back():
    """CO-M4, CO-M12: neither she nor what took her place can be declared."""
    table = dealt(SIX_CARDS, LADYS_DOUBLE, modifiers=(4,))
    table.play("1: declare Qsp", "1: take first", "0: pass")
    assert table.legal == {"pass"}


def test_m4_a_replacement_lies_open_where_she_was_dealt_open():
    """CO-M12: open as the replaced card was."""
    table = dealt(SIX_CARDS, LADYS_DOUBLE, modifiers=(4,), face_up="Qsp Kst")
    table.come("5di", "Adi")
    table.play("1: declare Qsp", "1: take second")
    assert set(table.open_cards(1)) == {"Adi", "Kst"}


def test_m4_with_wild_eights_she_takes_an_eleven_from_every_other_seat():
    """CO-M4: the Double Onion, which needs two, falls to a six-card onion; the Lady's owner has seven cards."""
    won_showdown(showdown(LADY_AND_SEVEN, DOUBLE, modifiers=(1, 4), wild=True), 1)
    won_showdown(showdown(LADY_AND_SEVEN, DOUBLE, modifiers=(1, 4), wild=True, declare=["0: declare Qsp"]), 0)


def test_m4_with_wild_eights_she_lies_open_and_is_not_replaced():
    """CO-M4: and acts at once, on the others alone: three elevens become two, a Triple Onion a Double Onion."""
    lady_and_double = LADY_AND_SEVEN.replace("Tst", "Qst")
    table = dealt(lady_and_double, "Acl Ahe Adi 2cl 2he 3cl 3sp Jsw Kst Kdi", modifiers=(1, 4), wild=True)
    assert (table.ranks(0)[0], table.ranks(1)[0]) == (26, 28)
    table.after_passes("0: declare Qsp")
    assert (table.phase, table.to_act, table.open_cards(0)) == (state.DECLARING, 1, ["Qsp"])
    assert (table.ranks(0)[0], table.ranks(1)[0]) == (26, 26)


def test_m4_dealt_face_up_she_acts_with_wild_eights_undeclared():
    """CO-M4, CO-M12: "face up" means dealt face up, or declared; there is nothing left to declare."""
    table = dealt(LADY_AND_SEVEN, DOUBLE, modifiers=(1, 4), wild=True, face_up="Qsp")
    assert table.ranks(1)[0] < 26
    table.play("1: pass")
    assert table.legal == {"pass"}


def test_m4_wild_eights_standing_for_aces_are_taken_too():
    """CO-M4: one card fewer as 11, whichever it is."""
    table = dealt(LADY_AND_SEVEN, "8cl 8he 9cl 9he 9cu 9sp 9di 9co Jsw Kst", modifiers=(1, 4), wild=True)
    assert table.ranks(1)[0] == 26
    table.after_passes("0: declare Qsp")
    assert table.ranks(1)[0] < 26


def test_m4_aces_in_a_great_onion_are_safe():
    """CO-M4: it stands against the Lady."""
    great = "Acl Ahe Adi Ast Aco Jsp Jhe Khe Qhe Qdi"
    won_showdown(showdown(LADY_AND_SEVEN, great, modifiers=(1, 4), wild=True, declare=["0: declare Qsp"]), 1)


def test_m4_her_owner_out_of_the_round_takes_nothing():
    """CO-M4: only a seat still in; here she lay open when its owner folded."""
    table = dealt(SIX_CARDS, DOUBLE, LADY_AND_SEVEN, modifiers=(1, 4), wild=True, face_up="Qsp")
    assert table.ranks(1)[0] < 26
    fold(table, 2)
    assert table.ranks(1)[0] == 26


def test_m5_fate_answers_the_lady_and_zeroes_the_aces_of_who_used_her():
    """CO-M5, CO-M12: he can be declared once she was replaced; the two aces of the Double Onion are useless then."""
    table = dealt(FATE_AND_SIX, LADYS_DOUBLE, modifiers=(4, 5))
    table.play("1: pass")
    assert table.legal == {"pass"}
    table = dealt(FATE_AND_SIX, LADYS_DOUBLE, modifiers=(4, 5))
    table.come("4di", "5di")
    table.play("1: declare Qsp", "1: take first")
    assert table.ranks(1)[0] == 26
    assert (table.to_act, table.legal) == (0, {"declare Kcu", "pass"})
    table.come("9di", "Jdi")
    table.play("0: declare Kcu", "0: take first")
    assert "9di" in table.hand(0) and "Kcu" not in table.hand(0)
    assert table.by_seat("zeroed") == [0, 1]
    assert table.ranks(1)[0] == 16  # 2 3 3 3 K; with the aces as 0 it would be a longer onion
    table.finish()
    won_showdown(table, 0)


def test_m5_fate_dealt_face_up_is_replaced_by_an_open_card():
    """CO-M5, CO-M12: open as he was; and the card that is not chosen is gone."""
    table = dealt(FATE_AND_SIX, LADYS_DOUBLE, modifiers=(4, 5), face_up="Kcu")
    table.play("1: declare Qsp", "1: take first")
    table.come("9di", "Jdi")
    table.play("0: declare Kcu", "0: take second")
    assert table.open_cards(0) == ["Jdi"]
    assert "9di" not in [*table.hand(0), *table.hand(1), *table.pack]


def test_m5_without_fates_answer_the_double_onion_wins():
    """CO-M5: he may, and need not."""
    table = dealt(FATE_AND_SIX, LADYS_DOUBLE, modifiers=(4, 5))
    table.come("4di", "5di")
    table.play("1: declare Qsp", "1: take first", "0: pass", "1: pass")
    won_showdown(table, 1)


def test_m5_zeroed_aces_are_useless():
    """CO-M5: neither 0 nor 1 nor 11."""
    assert names("Kcl Asp", aces_zeroed=True) == []
    assert names("Kcl 4sp 7he Asp", aces_zeroed=True) == ["three-card onion"]
    assert names("Kcl 4sp 6he Asp", aces_zeroed=True) == []
    assert names("Kcl Jsp Acl Asp", aces_zeroed=True) == ["bagel"]


WILD_DOUBLE = "8cl 8sp Ksw Qsp 4he 7cl 9he 9di 9sw Tcl"  # Q K and two eights; 8 8 4 7 K with null eights


def test_m5_with_wild_eights_fate_stops_them_for_all_and_null_eights_are_back():
    """CO-M5: he is declared, not replaced."""
    table = dealt(FATE_AND_SIX, WILD_DOUBLE.replace("Qsp", "Qhe"), modifiers=(1, 5), wild=True)
    assert table.ranks(1)[0] == 26
    table.after_passes("0: declare Kcu")
    assert table.by_seat("wild") == [0, 0]
    assert (table.ranks(1)[0], table.nulls(1)) == (16, 2)
    assert (table.open_cards(0), table.to_act) == (["Kcu"], 1)
    assert table.legal == {"pass"}  # who does not hold the queen of spades
    table.finish()
    won_showdown(table, 0)


@pytest.mark.parametrize("face_up", ["", "Qsp"])
def test_m5_another_seat_with_the_queen_of_spades_makes_its_own_wild_again(face_up: str):
    """CO-M5: whether she lies open or not; for that seat alone."""
    table = dealt(FATE_AND_SIX, WILD_DOUBLE, modifiers=(1, 5), wild=True, face_up=face_up)
    table.play("1: pass", "0: declare Kcu")
    assert table.legal == {"wild again", "pass"}
    table.play("1: wild again")
    assert table.by_seat("wild") == [0, 1]
    assert table.ranks(1)[0] == 26
    table.finish()
    won_showdown(table, 1)


def test_m5_a_lady_already_declared_still_makes_them_wild_again():
    """CO-M5: used or not."""
    table = dealt(FATE_AND_SIX, WILD_DOUBLE, modifiers=(1, 4, 5), wild=True)
    table.play("1: declare Qsp", "0: declare Kcu", "1: wild again")
    assert table.by_seat("wild") == [0, 1]


def test_m5_without_wild_eights_the_lady_takes_no_eleven_any_more():
    """CO-M4, CO-M5: declared with wild eights, she acts until Fate stops them."""
    fate = "Kcu 7he 7di 9sp 9he 9di 9cu Tcl Tsp The"
    table = dealt(LADY_AND_SEVEN, DOUBLE, fate, modifiers=(1, 4, 5), wild=True)
    table.after_passes("0: declare Qsp")
    assert table.ranks(1)[0] < 26
    table.after_passes("2: declare Kcu")
    assert table.ranks(1)[0] == 26
    assert (table.to_act, table.legal) == (0, {"wild again", "pass"})
    table.play("0: wild again", "1: pass", "2: pass")
    assert table.by_seat("wild") == [1, 0, 0]
    assert table.ranks(1)[0] == 26  # its own eights are ordinary


def test_m5_after_fate_the_lady_may_be_replaced_or_make_eights_wild_again():
    """CO-M4, CO-M5: eights are not wild for her owner, who has not declared her."""
    table = dealt(FATE_AND_SIX, WILD_DOUBLE, modifiers=(1, 4, 5), wild=True)
    table.play("1: pass", "0: declare Kcu")
    assert table.legal == {"declare Qsp", "wild again", "pass"}


def test_m5_one_seat_can_not_use_fate_and_then_the_lady_so():
    """CO-M5: another seat."""
    table = dealt(SIX_CARDS.replace("Jco", "9co"), WILD_DOUBLE.replace("9sw", "Kcu"), modifiers=(1, 5), wild=True)
    table.play("1: declare Kcu", "0: pass")
    assert table.legal == {"pass"}


def test_m5_a_round_with_wild_eights_is_followed_by_an_ordinary_one_after_fate_too():
    """CO-M1, CO-M5: though a null eight is shown."""
    table = dealt(FATE_AND_SIX, WILD_DOUBLE.replace("Qsp", "Qhe"), modifiers=(1, 5), wild=True, rounds=2)
    table.after_passes("0: declare Kcu")
    assert table.nulls(1) == 2
    table.finish()
    assert table.s.wild_round == 0


# ---- CO-M6 and CO-M7: Great A'Tuin and the Elephants ----------------------------------------------------------------

QUEEN: dict[str, Any] = {"declared": ["Qco"]}


@pytest.mark.parametrize(
    ("hand", "before", "after"),
    [
        ("Acl Asp Ahe Kcl 2he 9sp Qco 3di 3sp 4di", 26, 28),  # the nine down, the two up to a picture
        ("Acl Asp Kcl Jsp 3he 9cu Qco 4di 4sp 4he", 26, 28),  # the nine down, the three up to an eleven
    ],
)
def test_m6_points_are_shifted_once_the_queen_of_coins_is_declared(hand: str, before: int, after: int):
    """CO-M6: eight points from one card to another: a third picture or a third ace makes a Triple Onion."""
    table = dealt(SIX_CARDS.replace("Jco", "Jdi"), hand, modifiers=(6,))
    assert table.ranks(1)[0] == before
    assert table.legal == {"declare Qco", "pass"}
    table.play("1: declare Qco")
    assert table.ranks(1)[0] == after
    assert table.open_cards(1) == ["Qco"]
    table.finish()
    won_showdown(table, 1)


def test_m6_decides_a_showdown():
    """CO-M6: a Double Onion wins against another one that is a Triple Onion when the queen is declared."""
    hand, other = "Acl Asp Ahe Kcl 2he 9sp Qco 3di 3sp 4di", "Adi Ast Jdi Jst 7di 7sw 7he 2cu 3cu 2st"
    won_showdown(showdown(other, hand, modifiers=(6,)), 0)
    won_showdown(showdown(other, hand, modifiers=(6,), declare=["1: declare Qco"]), 1)


@pytest.mark.parametrize(
    ("cards", "groups"),
    [
        ("Qco 3cl 9sp", ["two-card onion"]),  # the nine to one, the three to eleven
        ("Qco 4cl 9sp", []),  # twelve is too much
        ("Qco 3cl", []),  # the queen to two, the three to eleven: 13
        ("Qco Kcl Ahe 2he 9sp", ["three-card onion", "two-card onion"]),  # the nine as one is no ace beside two pictures
    ],
)
def test_m6_both_cards_stay_within_1_and_11(cards: str, groups: list[str]):
    """CO-M6: what can be shifted, and what comes of it."""
    assert names(cards, modifiers=(6,), **QUEEN) == groups


ELEPHANTS = "Qco 9cl 9sp Tcl Tsp 6he 6cu 7he 8di 8he"


def test_m7_the_elephants_are_a_double_onion_below_every_other():
    """CO-M7: above a seven-card onion, below a Double Onion with nothing besides; nothing at all undeclared."""
    queen = ["1: declare Qco"]
    won_showdown(showdown(SEVEN_CARDS, ELEPHANTS, modifiers=(7,), declare=queen), 1)
    won_showdown(showdown(SEVEN_CARDS, ELEPHANTS, modifiers=(7,)), 0)
    won_showdown(showdown(DOUBLE, ELEPHANTS, modifiers=(7,), declare=queen), 0)
    won_showdown(showdown(ELEPHANTS, DOUBLE, modifiers=(7,), declare=["0: declare Qco"]), 1)


@pytest.mark.parametrize(
    ("cards", "groups"),
    [
        ("Qco 9cl 9sp Tcl Tsp", ["Elephants' Double Onion"]),
        ("Qco 9cl 9sp 9he 9di", ["Elephants' Double Onion"]),
        ("Qco 9cl 9sp 9he Tdi", ["Elephants' Double Onion"]),
        ("Qco 9cl Tsp The Tdi", ["bagel", "bagel"]),  # one nine: the pictures are wanting
        ("Qco 9cl 9sp Tcl Tsp 4he Acu", ["Elephants' Double Onion", "three-card onion"]),  # the queen as six: 6 4 A
        ("Qco 9cl 9sp 9he 9di 6he Acu", ["Elephants' Double Onion", "three-card onion"]),  # the queen as four: 4 6 A
        ("Qco 9cl 9sp Tcl Tsp Tsw Acl 2he", ["Elephants' Double Onion", "four-card onion"]),  # 6, the ten as two, A, 2
        ("Qco 9cl 9sp 9he 9di 9sw Tcl 6sp", ["Elephants' Double Onion", "four-card onion"]),  # 4, the nine as one, T, 6
    ],
)
def test_m7_what_the_elephants_leave(cards: str, groups: list[str]):
    """CO-M7: the queen keeps what is left, further nines and tens may count 1 and 2."""
    assert names(cards, modifiers=(7,), **QUEEN) == groups


def test_m7_wild_eights_may_be_among_the_four():
    """CO-M7: two tens and two wild eights; ordinary eights may not."""
    cards = "Qco 8cl 8sp Tcl Tsp"
    assert names(cards, modifiers=(1, 7), eights_wild=True, **QUEEN)[0] == "Elephants' Double Onion"
    assert "Elephants' Double Onion" not in names(cards, modifiers=(1, 7), **QUEEN)


def test_m7_needs_the_declaration_and_the_modifier():
    """CO-M7, CO-M12: each modifier alone."""
    cards = "Qco 9cl 9sp Tcl Tsp"
    assert names(cards, modifiers=(7,)) == ["bagel"]
    assert "Elephants' Double Onion" not in names(cards, modifiers=(6,), **QUEEN)


def test_m6_and_m7_each_alone_allows_its_own_use_only():
    """CO-M6, CO-M7, CO-M12: the queen is declared, and nothing comes of it."""
    shift = dealt(SIX_CARDS.replace("Jco", "Jdi"), "Acl Asp Ahe Kcl 2he 9sp Qco 3di 3sp 4di", modifiers=(7,))
    shift.play("1: declare Qco")
    assert shift.ranks(1)[0] == 26
    elephants = dealt(SEVEN_CARDS, ELEPHANTS, modifiers=(6,))
    elephants.play("1: declare Qco")
    assert 25 not in elephants.ranks(1)


def test_m6_and_m7_the_better_use_counts():
    """CO-M12: both on: a Triple Onion by the shift, or the Elephants where the shift makes less."""
    both = {"modifiers": (6, 7), **QUEEN}
    assert names("Acl Asp Ahe Kcl 2he 9sp 9cl Tcl Tsp Qco", **both)[0] == "Triple Onion"
    assert names("9sp 9cl Tcl Tsp Qco 5cl", **both)[0] == "Elephants' Double Onion"


# ---- CO-M8 to CO-M11: Sender, Death, Archchancellor, Fool -----------------------------------------------------------

SENDER: dict[str, Any] = {"face_up": ["Jdi"]}
DEATH: dict[str, Any] = {"face_up": ["Ksw"]}
SIX_AND_SENDER = SIX_CARDS.replace("Jco", "Jdi")
SEVEN_AND_DEATH = SEVEN_CARDS.replace("7st", "Ksw")


@pytest.mark.parametrize(
    ("cards", "without", "groups"),
    [
        ("Acl 8sp 2he", ["three-card onion"], []),
        ("Kcl Acu 8he", ["three-card onion"], ["two-card onion"]),  # a null eight is used as well
        ("Acl Tsp 8di 7he 6cu", ["broken royal", "two-card onion"], ["broken royal"]),
    ],
)
def test_m8_ordinary_eights_and_aces_do_not_go_together(cards: str, without: list[str], groups: list[str]):
    """CO-M8: who uses an eight has useless aces; the better choice counts."""
    assert names(cards, modifiers=(1,)) == without
    assert names(cards, modifiers=(1, 8), **SENDER) == groups
    assert names(cards, modifiers=(1, 8)) == without


@pytest.mark.parametrize(
    ("cards", "without", "groups"),
    [
        ("Kcl Acu", ["two-card onion"], []),
        ("Kcl 8cu", ["two-card onion"], ["bagel"]),
        ("7cl 4sp 8cu", ["three-card onion"], ["three-card onion"]),  # a ten
        ("Kcl 9sp 8cu", ["three-card onion"], ["three-card onion"]),  # a two
    ],
)
def test_m8_with_wild_eights_all_aces_are_zeroed_and_no_eight_is_1_or_11(cards: str, without: list[str], groups: list[str]):
    """CO-M8: 2 to 10."""
    assert names(cards, modifiers=(1,), eights_wild=True) == without
    assert names(cards, modifiers=(1, 8), eights_wild=True, **SENDER) == groups


def test_m8_at_a_showdown_the_sender_dealt_face_up_counts_undeclared():
    """CO-M8, CO-M12: with wild eights all aces are zeroed, and the Double Onion falls to a six-card onion."""
    won_showdown(showdown(SIX_AND_SENDER, DOUBLE, modifiers=(1, 8), wild=True), 1)
    won_showdown(showdown(SIX_AND_SENDER, DOUBLE, modifiers=(1, 8), wild=True, face_up="Jdi"), 0)
    won_showdown(showdown(SIX_AND_SENDER, DOUBLE, modifiers=(1, 8), wild=True, declare=["0: declare Jdi"]), 0)


def test_m8_with_ordinary_eights_who_uses_none_keeps_his_aces():
    """CO-M8: the same Double Onion holds."""
    won_showdown(showdown(SIX_AND_SENDER, DOUBLE, modifiers=(1, 8), face_up="Jdi"), 1)


def test_m8_face_up_there_is_nothing_to_declare():
    """CO-M12: only a Sender that lies face down can be declared."""
    table = dealt(DOUBLE, SIX_AND_SENDER, modifiers=(8,))
    assert table.legal == {"declare Jdi", "pass"}
    table.play("1: declare Jdi")
    assert table.open_cards(1) == ["Jdi"]
    assert dealt(DOUBLE, SIX_AND_SENDER, modifiers=(8,), face_up="Jdi").legal == {"pass"}


@pytest.mark.parametrize(
    ("cards", "wild", "first"),
    [
        ("Jcl Qhe Acl Ahe", False, "three-card onion"),  # one of two is killed
        ("Jcl Qhe Kdi Acl Ahe", False, "Double Onion"),  # two are left of three
        ("Jcl Qhe Kdi Acl Ahe Adi", False, "Triple Onion"),
        ("Jcl Qhe Kdi Acl Ahe Adi", True, "Double Onion"),
        ("Jcl Qhe Kdi Ksp Acl Ahe Adi", True, "Triple Onion"),
        ("Jcl Qhe Kdi Ksp Acl Ahe Adi Asp", True, "Lesser Onion"),
        ("Jcl 8he Acl Ahe", True, "Double Onion"),  # one picture: nothing is killed
    ],
)
def test_m9_one_picture_may_not_stand_in_a_double_onion(cards: str, wild: bool, first: str):
    """CO-M9: of two or more; with wild eights nor in a Triple Onion."""
    assert names(cards, modifiers=(1, 9), eights_wild=wild, **DEATH)[0] == first


def test_m9_at_a_showdown():
    """CO-M9: the Double Onion of a jack and a king falls to a seven-card onion, once the king of swords lies open."""
    won_showdown(showdown(SEVEN_AND_DEATH, DOUBLE, modifiers=(9,)), 1)
    won_showdown(showdown(SEVEN_AND_DEATH, DOUBLE, modifiers=(9,), declare=["0: declare Ksw"]), 0)
    won_showdown(showdown(SEVEN_AND_DEATH, DOUBLE, modifiers=(9,), face_up="Ksw"), 0)
    won_showdown(showdown(SEVEN_AND_DEATH, DOUBLE, modifiers=(), face_up="Ksw"), 1)


def test_m8_m9_whoever_folded_shows_nothing_any_more():
    """CO-M8, CO-M9, CO-M12: Sender and Death count at a seat still in."""
    both = "Jdi Ksw 2sw 2st 2co 3co 7sw 7st 9st Tst"
    table = dealt(SIX_CARDS, DOUBLE.replace("3sw", "3di"), both, modifiers=(8, 9), wild=True, face_up="Jdi Ksw")
    assert table.ranks(1)[0] < 26
    fold(table, 2)
    assert table.ranks(1)[0] == 26


def test_m9_the_owners_hand_is_no_better_off():
    """CO-M9: every player's hand."""
    table = dealt(SIX_CARDS, DOUBLE.replace("Kst", "Ksw"), modifiers=(9,))
    assert table.ranks(1)[0] == 26
    table.play("1: declare Ksw")
    assert table.ranks(1)[0] < 26


@pytest.mark.parametrize(
    ("cards", "without", "groups"),
    [
        ("Jst 8cl 3he", ["three-card onion"], []),
        ("Jst Acl 8sp 3he Tdi", ["three-card onion", "two-card onion"], ["three-card onion"]),  # J A or T 8 3, not both
        ("Jsp 8cl 3he", ["three-card onion"], ["three-card onion"]),
    ],
)
def test_m10_who_uses_the_archchancellor_may_not_use_an_eight_as_8(cards: str, without: list[str], groups: list[str]):
    """CO-M10: in no group at all, declared or not."""
    assert names(cards, modifiers=()) == without
    assert names(cards, modifiers=(10,)) == groups


def test_m10_at_a_showdown_the_jack_in_one_group_bars_an_8_in_another():
    """CO-M10: a Double Onion J K A A and 8 7 2 2 2, or else nothing; the Dealer has a Double Onion and a flush of 2 9 K."""
    hand, other = "Jst Ahe 7sw Kcl 2sp 2cl 8di 3di Acu 2di", "Jsp 2cu 9he 9co Tsw Adi Khe Kco Aco Ksw"
    won_showdown(showdown(other, hand, modifiers=()), 1)
    won_showdown(showdown(other, hand, modifiers=(10,)), 0)


def test_m10_a_null_eight_beside_the_archchancellor_counts_0_and_may():
    """CO-M10, CO-M1: only an eight as 8 is forbidden."""
    assert names("Jst Acl 8sp", modifiers=(1, 10)) == ["three-card onion"]
    assert names("Jst 9sp 8cl 2he", modifiers=(1, 10)) == ["four-card onion"]


JACK_AND_SIX = SIX_CARDS.replace("Jco", "Jst")
LOW = "Tcl Tsp The Tdi 9cl 9sw 9he 9di 9cu Ksw"


def test_m10_declared_he_forces_the_king_of_swords_and_the_others_show_a_card():
    """CO-M10: all still in save the two owners, Elder to Dealer, each a hidden card of its choice."""
    beside = "Adi Aco Kdi Kco 7cl 7he 7co 9co 9st 7st"
    table = dealt(DOUBLE, JACK_AND_SIX, LOW, beside, modifiers=(9, 10), face_up="7st 9st")
    assert table.ranks(0)[0] == 26
    hidden = sorted(set(range(1, 11)) - {table.hand(3).index(code) + 1 for code in ("7st", "9st")})
    table.play("1: declare Jst")
    assert table.open_cards(1) == ["Jst"]
    assert table.open_cards(2) == ["Ksw"]
    assert not table.s.jack_wild
    assert (table.phase, table.to_act) == (state.SHOWING, 3)
    assert table.legal == {f"show {place}" for place in hidden}
    place = hidden[2]
    table.play(f"3: show {place}")
    assert table.visible_action(3, 0, f"show {place}") == "shows a card"
    assert set(table.open_cards(3)) == {"7st", "9st", table.hand(3)[place - 1]}
    table.play("0: show 1")
    assert (table.phase, table.to_act) == (state.DECLARING, 2)
    assert table.ranks(0)[0] < 26  # Death lies open
    assert table.legal == {"pass"}  # the king of swords lies open by now


def test_m10_a_king_already_face_up_counts_as_declared():
    """CO-M10: the others show a card all the same, and the jack is not wild."""
    table = dealt(SEVEN_CARDS, JACK_AND_SIX, LOW, modifiers=(10,), face_up="Ksw")
    table.play("1: declare Jst")
    assert (table.phase, table.to_act) == (state.SHOWING, 0)
    table.play("0: show 10")
    assert (table.phase, table.to_act, table.s.jack_wild) == (state.DECLARING, 2, 0)


def test_m10_a_card_that_is_shown_lies_face_up_for_all_that_follows():
    """CO-M10, CO-M8, CO-M12: here the Sender is shown, and with wild eights all aces are zeroed."""
    hand = "Acl Ahe 2cl 2he 3cl 3sp 3he 3sw Jst Kst"
    table = dealt(SIX_AND_SENDER, hand, "Tcl Tsp The Tco 9cl 9sw 9he 9di 9cu Ksw", modifiers=(1, 8, 10), wild=True)
    assert table.ranks(1)[0] == 26
    table.play("1: declare Jst", f"0: show {table.hand(0).index('Jdi') + 1}")
    assert table.open_cards(0) == ["Jdi"]
    assert table.ranks(1)[0] < 26
    table.play("2: pass")
    assert table.legal == {"pass"}


def test_m10_between_the_two_owners_nobody_shows_a_card():
    """CO-M10: there are no others."""
    table = dealt(LOW, JACK_AND_SIX, modifiers=(10,))
    table.play("1: declare Jst")
    assert (table.phase, table.to_act, table.s.jack_wild) == (state.DECLARING, 0, 0)
    assert table.open_cards(0) == ["Ksw"]


JACK_AND_FOUR = "Jst Acl Qhe Kcl 2he 2di 3di 3cu 9sp 9co"


def test_m10_if_no_other_seat_holds_the_king_the_jack_is_wild():
    """CO-M10: as the second ace he makes a Double Onion of what is a six-card onion otherwise."""
    dealer = SEVEN_CARDS
    won_showdown(showdown(dealer, JACK_AND_FOUR, modifiers=(10,)), 0)
    won_showdown(showdown(dealer, JACK_AND_FOUR, modifiers=(10,), declare=["1: declare Jst"]), 1)
    won_showdown(showdown(dealer.replace("7sw", "Ksw"), JACK_AND_FOUR, modifiers=(10,), declare=["1: declare Jst"]), 0)
    own = dealt(dealer, JACK_AND_FOUR.replace("Kcl", "Ksw"), modifiers=(10,))
    own.play("1: declare Jst")
    assert own.s.jack_wild


def test_m10_the_wild_jack_is_no_null_and_no_wild_royal():
    """CO-M10: a wild eight's limits; he may well be an 8 himself."""
    wild = {"modifiers": (1, 10), "jack_wild": True}
    assert names("Jst 8cl 8sp", eights_wild=True, **wild) != ["wild royal"]
    assert names("Kcl 4sp 7he Jst", **wild) == ["three-card onion"]
    assert names("Jst 6cl 7sp", **wild) == ["broken royal"]


def test_m10_with_wild_eights_the_sender_bars_the_wild_jack_from_1_and_11():
    """CO-M8, CO-M10: a wild eight's limits."""
    wild = {"modifiers": (1, 8, 10), "jack_wild": True, "eights_wild": True}
    assert names("Kcl Jst", **wild) == ["two-card onion"]
    assert names("Kcl Jst", **wild, **SENDER) == ["bagel"]


def test_m10_a_king_of_swords_that_was_folded_is_held_by_nobody():
    """CO-M10: the jack is wild, nothing is shown."""
    table = dealt(SEVEN_CARDS, LOW, JACK_AND_FOUR, modifiers=(10,))
    fold(table, 1)
    table.play("2: declare Jst")
    assert table.s.jack_wild
    assert (table.phase, table.to_act) == (state.DECLARING, 0)


TWO_CARD = "Asp Adi Asw Acu Aco 2sp 2di 7st Tcu Tco"  # a six-card onion and T A
WITH_BAGEL = "Acl Ahe 2co 3cl 3he 7sp 7he Tcl Tsp Jcl"  # a six-card onion and a bagel


def test_m11_with_the_fool_a_bagel_beats_a_two_card_onion():
    """CO-M11: the other way round without."""
    won_showdown(showdown(WITH_BAGEL, TWO_CARD, modifiers=(11,)), 1)
    won_showdown(showdown(TWO_CARD, WITH_BAGEL, modifiers=(11,), declare=["1: declare Jcl"]), 1)


@pytest.mark.parametrize(
    ("cards", "groups"),
    [
        ("Tcl Khe", ["bagel"]),
        ("Tcl Khe Jsp 9cl Acl", ["double bagel"]),
        ("9sp Ahe 9cl Acl", ["double bagel"]),
        ("Tcl Tsp The Tdi Tco Khe", ["triple bagel"]),
        ("Tcl Tsp The Tdi Tco Khe Ksp 9he", ["triple bagel"]),
        ("Tcl Tsp The Tdi Tco Khe Ksp Kdi", ["lesser bagel"]),
        ("Tcl Tsp The Tdi Tco Khe Ksp Kdi 9he Asp", ["great bagel"]),
        ("Jhe Qsp Ahe Adi", ["three-card onion"]),  # no Double Onion
        ("Jhe Ahe", ["two-card onion"]),
        (GREAT, ["Great Onion"]),
    ],
)
def test_m11_the_groups_of_the_fool(cards: str, groups: list[str]):
    """CO-M11: two to five bagels are one group each; fewer than five pairs of picture and ace are two-card onions."""
    assert names(cards, modifiers=(11,), declared=["Jcl"]) == groups


GREAT_BAGEL = "Tcl The Tdi Tsw Tcu Tco Jcl Jhe Kcl Kdi"
LESSER_BAGEL = "Tcl The Tdi Tsw Tcu Tco Jcl Jhe 2he 3di"
TEN_OF_SPADES = "2sp 3sp 4sp 5sp 6sp 7sp 8sp 9sp Tsp Jsp"


def test_m11_double_onion_and_double_bagel_change_places():
    """CO-M11: and so on: a seven-card onion is below the one, and above the other."""
    fool = ["1: declare Jcl"]
    double_bagel = "Jcl Tcl The Tdi 9sp 9he 9di 9cu 9st 2he"
    won_showdown(showdown(SEVEN_CARDS, double_bagel, modifiers=(11,)), 0)
    won_showdown(showdown(SEVEN_CARDS, double_bagel, modifiers=(11,), declare=fool), 1)
    double = DOUBLE.replace("Jsw", "Jcl")
    won_showdown(showdown(SEVEN_CARDS, double, modifiers=(11,)), 1)
    won_showdown(showdown(SEVEN_CARDS, double, modifiers=(11,), declare=fool), 0)


def test_m11_the_great_bagel_is_right_below_the_great_onion():
    """CO-M11: above a lesser bagel and all else."""
    fool = ["1: declare Jcl"]
    won_showdown(showdown(TRIPLE.replace("Kdi", "Qdi"), GREAT_BAGEL, modifiers=(11,)), 0)
    won_showdown(showdown(TRIPLE.replace("Kdi", "Qdi"), GREAT_BAGEL, modifiers=(11,), declare=fool), 1)
    lesser_bagel = "Tsp Jsp Qsp Ksp Tst Jst Qst Kst 2he 3di"
    won_showdown(showdown(lesser_bagel, GREAT_BAGEL, modifiers=(11,), declare=fool), 1)
    great = "Asp Ahe Adi Ast Aco Jsp Qhe Khe Qdi Qco"
    won_showdown(showdown(GREAT_BAGEL, great, modifiers=(11,), declare=["0: declare Jcl"]), 1)


def test_m11_the_great_bagel_is_crippled_like_the_great_onion_and_no_lesser_bagel_is():
    """CO-M11, CO-M0: nine cards cripple the one, ten do not cripple the other."""
    fool = ["1: declare Jcl"]
    nine = TEN_OF_SPADES.replace("Jsp", "2cu")
    crippled(showdown(nine, GREAT_BAGEL, modifiers=(0, 11), declare=fool), 0)
    won_showdown(showdown(nine, GREAT_BAGEL, modifiers=(0, 11)), 0)
    won_showdown(showdown(TEN_OF_SPADES, LESSER_BAGEL, modifiers=(0, 11), declare=fool), 1)


def test_m11_anybodys_fool_counts_for_all():
    """CO-M11: declared by a third seat."""
    third = "Jcl 2cl 2sw 3cl 4st 9cl 9sw 9st 3sw 4cl"
    double_bagel = "Jsp Tcl The Tdi 9sp 9he 9di 9cu 2he Tcu"
    won_showdown(showdown(third, SEVEN_CARDS, double_bagel, modifiers=(11,)), 1)
    won_showdown(showdown(third, SEVEN_CARDS, double_bagel, modifiers=(11,), declare=["0: declare Jcl"]), 2)


# ---- CO-M12: declarations -------------------------------------------------------------------------------------------


def test_m12_elder_to_dealer_are_asked_until_a_whole_round_passes():
    """CO-M12: also who has nothing to declare, for being asked tells nothing. Then comes the Showdown."""
    table = OnionTable(3, modifiers=(4, 8))
    table.until(state.DECLARING)
    asked = []
    while table.phase == state.DECLARING:
        asked.append(table.to_act)
        table.act("pass")
    assert asked == [1, 2, 0]
    assert table.s.hands_played == 1


def test_m12_a_declaration_starts_a_new_round_of_passes():
    """CO-M12: one card at a time, and who passed is asked again."""
    seven = "Asp Asw Aco 2sw 2st 2co 3co 7sw Qco Tst"
    table = dealt(SIX_AND_SENDER, seven, DOUBLE.replace("Jsw", "Jcl"), modifiers=(6, 8, 11))
    table.play("1: pass", "2: declare Jcl", "0: declare Jdi", "1: declare Qco", "2: pass", "0: pass")
    assert table.phase == state.DECLARING
    table.play("1: pass")
    assert table.s.last_how == state.SHOWDOWN


def test_m12_one_card_at_a_time():
    """CO-M12: who holds two special cards declares one, and the other one when it is its turn again."""
    table = dealt(SIX_CARDS, DOUBLE.replace("Jsw", "Jcl").replace("Kst", "Qco"), modifiers=(6, 11))
    table.play("1: declare Qco", "0: pass")
    assert table.legal == {"declare Jcl", "pass"}
    table.play("1: declare Jcl", "0: pass")
    assert table.legal == {"pass"}


@pytest.mark.parametrize(
    ("modifier", "code"), [(4, "Qsp"), (6, "Qco"), (7, "Qco"), (8, "Jdi"), (9, "Ksw"), (10, "Jst"), (11, "Jcl")]
)
def test_m12_only_with_its_modifier_on(modifier: int, code: str):
    """CO-M12: each special card once, where its modifier is on, and no other."""
    specials = "Qsp Kcu Qco Jdi Ksw Jst Jcl 2cl 3cl 4cl"
    table = dealt("2sp 2he 2di 2sw 2st 2cu 2co 3sp 3he 3di", specials, modifiers=(modifier,))
    assert table.legal == {f"declare {code}", "pass"}


def test_m12_without_modifiers_4_to_11_nothing_is_declared():
    """CO-M12: the Showdown follows the last bet."""
    table = at_stage(state.LAST_STAGE, 2, modifiers=(0, 1, 2, 3))
    table.play("0: stake 0", "1: raise 0")
    assert table.s.hands_played == 1


def test_m12_a_special_card_dealt_face_up_must_still_be_declared():
    """CO-M12: the Fool changes nothing before, and the queen of coins shifts nothing."""
    hand = "Acl Asp Ahe Kcl 2he 9sp 3di 3sp Qco Jcl"
    table = dealt(SIX_CARDS, hand, modifiers=(6, 11), face_up="Qco Jcl")
    assert table.ranks(1)[0] == 28  # three pictures
    assert table.legal == {"declare Qco", "declare Jcl", "pass"}
    table.play("1: declare Jcl")
    assert table.ranks(1)[0] == 26  # a double bagel, Q K and A 9
    shift = dealt(SIX_CARDS, hand.replace("Jcl", "4di"), modifiers=(6,), face_up="Qco")
    assert shift.ranks(1)[0] == 26
    shift.play("1: declare Qco")
    assert shift.ranks(1)[0] == 28


def test_m12_who_folded_declares_nothing():
    """CO-M12: the seats still in."""
    table = dealt(SIX_CARDS, DOUBLE.replace("Jsw", "Jcl"), SEVEN_CARDS, modifiers=(11,))
    fold(table, 1)
    table.play("2: pass", "0: pass")
    assert table.s.last_how == state.SHOWDOWN


# ---- what a seat sees -----------------------------------------------------------------------------------------------


def swapped(table: Any, seat: int, slot: int, code: str) -> tuple[list[list[float]], list[list[float]]]:
    """What all but the seat see before and after the hidden card in this slot is another one."""
    others = [other for other in (-1, *table.seats) if other != seat]
    before = table.observations(others)
    hand = table.hand(seat)
    assert slot not in [place for place in range(10) if table.s.face_up[seat] >> place & 1]
    hand[slot] = code
    own = table.observation(seat).tolist()
    for place, held in enumerate(hand):
        table.put(seat, place, CODES.index(held))
    table.split_anew()
    assert table.observation(seat).tolist() != own
    return before, table.observations(others)


@pytest.mark.parametrize("phase", [state.DISCARDING, state.RAISING, state.BUYING, state.DECLARING])
def test_observation_nobody_sees_anothers_hidden_cards(phase: int):
    """Seen by a seat, CO-7: all but the owner see the same whichever card lies face down."""
    table = OnionTable(3, modifiers=(0, 1, 9, 11))
    table.until(phase)
    for seat in table.seats:
        for code in table.pack[:2]:
            before, after = swapped(table, seat, 3, code)
            assert before == after


def test_observation_an_open_card_is_seen_by_all():
    """Seen by a seat: and so is a change of it."""
    table = OnionTable(3)
    table.until(state.STAKING, 3)
    before = table.observations([0, 2, -1])
    table.put(1, 9, CODES.index(table.pack[0]))
    table.split_anew()
    after = table.observations([0, 2, -1])
    assert all(one != other for one, other in zip(before, after, strict=True))


def test_observation_the_pack_and_the_discards_are_seen_by_nobody():
    """Seen by a seat, CO-7: the others see the same whichever card was thrown and lies in the pack."""
    table = OnionTable(3)
    table.play("1: discard 1", "1: discard 2", "1: done")
    before = table.observations([0, 2, -1])
    s = table.s
    row, bit = divmod(int(s.thrown[1, 0]), 13)
    other = CODES.index(table.pack[0])
    s.pack[other // 13] ^= 1 << other % 13
    s.pack[row] |= 1 << bit
    s.thrown[1, 0] = other
    assert table.observations([0, 2, -1]) == before


def test_observation_offered_and_refused_cards_are_their_owners_alone():
    """CO-M4: the two cards, and which was taken, are hidden from all others."""
    seen = []
    for cards, choice in ((("5di", "Adi"), "take first"), (("9he", "Tcu"), "take second")):
        table = dealt(SIX_CARDS, LADYS_DOUBLE, SEVEN_CARDS, modifiers=(4,))
        table.come(*cards)
        table.play("1: declare Qsp")
        offered = table.observations([0, 2, -1])
        own = table.observation(1).tolist()
        table.play(f"1: {choice}")
        assert table.visible_action(1, 0, choice) == "takes one of the two cards"
        seen.append((offered, table.observations([0, 2, -1]), own))
    assert seen[0][:2] == seen[1][:2]
    assert seen[0][2] != seen[1][2]


def test_observation_only_the_seat_to_act_has_a_mask():
    """Seen by a seat: all others' masks are zero, in every phase."""
    table = OnionTable(3, modifiers="all", rounds=1)
    phases = set()
    while not table.over:
        phases.add(table.phase)
        assert [table.mask(seat).sum() > 0 for seat in table.seats] == [seat == table.to_act for seat in table.seats]
        table.easily()
    assert phases >= {state.DISCARDING, state.STAKING, state.RAISING, state.BUYING, state.BETTING_EXTRA, state.DECLARING}
    assert [table.mask(seat).sum() for seat in table.seats] == [0, 0, 0]


def test_the_game_is_known_by_its_name():
    """The tests above play the registered game."""
    assert get_game("cripple_mr_onion").hand_word == "round"
    assert state.STATE.dtype["card"].shape == (7, 10)
