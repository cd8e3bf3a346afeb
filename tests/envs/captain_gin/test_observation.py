"""Who sees what at captain gin (CG-14, CG-4), and the redraw of what is hidden."""

import itertools
import random
from collections import Counter
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.envs.captain_gin import best_melds, state
from backroom.envs.captain_gin.cards import CARDS, card_index, cards_in
from backroom.envs.captain_gin.state import Action
from hypothesis import given
from hypothesis import strategies as st

from ..table import SEEDS, SPECTATOR, assert_about, examples
from .tables import ANY_TABLE, BOX, CAPTAIN, KNOCKER, LOOSE, OUT, GinTable, rows_of_codes

VIEWERS = (BOX, CAPTAIN, OUT, SPECTATOR)
ANY_VIEWER, ANY_SEAT = st.integers(SPECTATOR, 2), st.integers(0, 2)
DRAWS = 500

unhurried = examples(120)


# ---- what is in an observation --------------------------------------------------------------------------------------


def hand_owner(table: GinTable, viewer: int) -> int | None:
    """Whose hand the viewer sees."""
    return None if viewer == SPECTATOR else table.box if viewer == table.box else table.captain


def by_card(codes: Any) -> list[int]:
    return [int(code in codes) for code in CARDS]


def least_of(codes: list[str], kept: str | None = None) -> int:
    """The least unmatched points when one of the cards is thrown, but not `kept`."""
    return min(best_melds([code for code in codes if code != thrown])[1] for thrown in codes if thrown != kept)


def is_meld_of_three(*codes: str) -> bool:
    """Three of a kind, or three of a suit in a row."""
    ranks, suits = sorted("A23456789TJQK".index(code[0]) for code in codes), {code[1] for code in codes}
    return len(set(ranks)) == 1 or (len(suits) == 1 and ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2])


def outs_of(code: str, hand: list[str], unseen: list[str]) -> int:
    """How many cards not seen would make a meld with this one and another of the hand."""
    others = [other for other in hand if other != code]
    return sum(any(is_meld_of_three(code, other, new) for other in others) for new in unseen)


def ways_to_meld(code: str, theirs: list[str]) -> int:
    """In how many ways the opponent could meld this card with two of those that it may hold."""
    return sum(is_meld_of_three(code, *pair) for pair in itertools.combinations(theirs, 2))


def expected_numbers(table: GinTable, viewer: int) -> dict[str, list[int]]:
    """What the pieces of the observation say, by the record and the rules of who sees what."""
    s, base, over = table.s, max(viewer, 0), table.over
    owner = hand_owner(table, viewer)
    hand = [] if owner is None else table.hand(owner)
    opponent = table.captain if owner in (None, table.box) else table.box
    moves = owner is not None and not over and int(s.turn_of) == owner
    choosing = moves and s.phase == state.DISCARDING
    advised = int(s.advised) if viewer not in (SPECTATOR, table.box) else -1
    pile, held_back = table.pile, None if s.held_back < 0 else CARDS[s.held_back]
    kind = advised if advised < Action.DISCARD else 3 if advised < Action.KNOCK else 4
    named_card = None if advised < Action.DISCARD else CARDS[(advised - Action.DISCARD) % 52]
    unmatched = least_of(hand, held_back) if len(hand) > 10 else best_melds(hand)[1]
    theirs = [code for code in CARDS if code not in hand and code not in pile]
    unseen = [code for code in theirs if code not in cards_in(s.taken[opponent])]

    def distance(seat: Any) -> int:
        return (int(seat) - base) % 3

    return {
        "phase": [int(not over and s.phase == phase) for phase in range(4)],
        "role": [int(viewer != SPECTATOR and table.seat_name(base) == role) for role in ("box", "captain", "out")],
        "to_act": [-1 if over else distance(s.to_act)],
        "turn_of": [distance(s.turn_of)],
        "box": [distance(s.box)],
        "captain": [distance(s.captain)],
        "advised_kind": [int(kind == each) for each in range(5)],
        "advised_card": by_card([named_card]),
        "score": [table.scores[(base + place) % 3] for place in range(3)],
        "hand_number": [int(s.hands_played)],
        "stock": [int(s.stock_size)],
        **{name: [int(s[name])] for name in ("turns", "gin_bonus", "undercut_bonus", "knock_limit", "target")},
        **{name: [int(s[name])] for name in ("advice", "stake", "partners", "max_hands", "max_turns")},
        "held": by_card(hand),
        "pile": [32 - pile[::-1].index(code) if code in pile else 0 for code in CARDS],
        "taken": by_card(cards_in(s.taken[table.box]) + cards_in(s.taken[table.captain])),
        "thrown": by_card(cards_in(s.thrown[opponent])),
        "left_after": [
            best_melds([other for other in hand if other != code])[1] if choosing and code in hand else 0 for code in CARDS
        ],
        "least": [
            int(choosing and code in hand and code != held_back and best_melds([c for c in hand if c != code])[1] == unmatched)
            for code in CARDS
        ],
        "outs": [outs_of(code, hand, unseen) if code in hand else 0 for code in CARDS],
        "feeds": [ways_to_meld(code, theirs) if code in hand else 0 for code in CARDS],
        "unmatched": [unmatched],
        "if_taken": [least_of([*hand, pile[-1]], pile[-1]) if moves and s.phase in (state.UPCARD, state.DRAWING) else 0],
        "held_back": [1 + int(s.held_back)],
        "drawn": [1 + int(s.drawn) if choosing else 0],
    }


@given(table=ANY_TABLE, viewer=ANY_VIEWER)
@unhurried
def test_cg14_an_observation_says_what_its_seat_may_see_and_no_more(table: GinTable, viewer: int):
    observation = table.observation(viewer)
    low, high = table.game.layout.bounds()
    assert (low <= observation).all()
    assert (observation <= high).all()
    numbers, expected = table.numbers(viewer), expected_numbers(table, viewer)
    assert set(numbers) == set(expected)
    for name in numbers:
        assert numbers[name] == expected[name], name


@given(table=ANY_TABLE)
@unhurried
def test_the_record_has_every_card_in_one_place_and_remembers_what_was_taken_and_thrown(table: GinTable):
    s, hands = table.s, [table.hand(seat) for seat in table.seats]
    assert sorted([*hands[0], *hands[1], *hands[2], *table.pile, *table.stock]) == sorted(CARDS)
    assert len(table.stock) == s.stock_size
    assert s.pile[int(s.pile_size) :].tolist() == [-1] * (32 - len(table.pile))
    thrown = [cards_in(s.thrown[seat]) for seat in table.seats]
    for seat in table.seats:
        assert set(cards_in(s.taken[seat])) <= set(hands[seat])
        assert set(thrown[seat]) <= set(table.pile)
    assert len(set(table.pile) - set(thrown[0]) - set(thrown[1]) - set(thrown[2])) <= 1  # the first upcard, thrown by nobody
    assert not set(thrown[0]) & set(thrown[1])
    if not table.over:
        assert hands[table.out] == []
        choosing = s.phase == state.DISCARDING
        assert len(hands[int(s.turn_of)]) == 10 + choosing
        assert [code for code, left in zip(CARDS, s.left_after, strict=True) if left >= 0] == (
            hands[int(s.turn_of)] if choosing else []
        )


# ---- who sees what (CG-14) ------------------------------------------------------------------------------------------


def played(**options: Any) -> GinTable:
    """The box has taken the upcard, the captain the box's jack, and the box draws; the captain threw an ace before."""
    table = GinTable(upcard="KC", stock="QC TC", **options)
    table.play("captain: pass", "box: take discard", "box: discard 2S")
    table.play("captain: take stock", "captain: discard AS")
    table.play("box: take stock", "box: discard JS", "captain: take discard", "captain: discard 4S")
    return table


def test_cg14_a_player_sees_his_own_hand_and_the_seat_out_the_captains():
    table = played()
    hands = [table.describe(viewer)["hand"] for viewer in VIEWERS]
    assert hands == [table.hand(BOX), table.hand(CAPTAIN), table.hand(CAPTAIN), []]
    assert hands[0] == ["5S", "8S", "3H", "6H", "9H", "QH", "4D", "7D", "TC", "KC"]
    assert hands[1] == ["7S", "TS", "JS", "2H", "5H", "8H", "JH", "3D", "6D", "QC"]


def test_cg14_the_pile_is_seen_in_order_by_all():
    table = played()
    for viewer in VIEWERS:
        seen = table.describe(viewer)
        assert (seen["pile"], seen["upcard"], seen["stock"]) == (["2S", "AS", "4S"], "4S", 29)


def test_cg14_cards_taken_from_the_pile_are_known_until_they_are_thrown():
    table = played()
    known = [(seen["opponent_holds"], seen["shown"]) for seen in map(table.describe, (BOX, CAPTAIN, OUT))]
    assert known == [(["JS"], ["KC"]), (["KC"], ["JS"]), (["KC"], ["JS"])]
    assert table.numbers(SPECTATOR)["taken"] == by_card(["KC", "JS"])
    table.play("box: take discard", "box: discard KC")
    known = [(seen["opponent_holds"], seen["shown"]) for seen in map(table.describe, (BOX, CAPTAIN, OUT))]
    assert known == [(["JS"], ["4S"]), (["4S"], ["JS"]), (["4S"], ["JS"])]


def test_cg14_who_threw_what_is_seen_as_long_as_it_lies():
    """The ace and the four are the captain's, the two is the box's; its jack was taken, and the upcard was nobody's."""
    table = played()
    threw = [table.describe(viewer)["opponent_threw"] for viewer in VIEWERS]
    assert threw == [["AS", "4S"], ["2S"], ["2S"], ["AS", "4S"]]
    table.play("box: take discard", "box: discard KC")
    threw = [table.describe(viewer)["opponent_threw"] for viewer in (BOX, CAPTAIN, OUT)]
    assert threw == [["AS"], ["2S", "KC"], ["2S", "KC"]]


def test_cg14_the_upcard_was_thrown_by_nobody():
    table = GinTable()
    for viewer in VIEWERS:
        seen = table.describe(viewer)
        assert (seen["opponent_threw"], seen["pile"], seen["opponent_holds"], seen["shown"]) == ([], ["KC"], [], [])


def test_cg14_a_drawn_card_is_seen_by_who_sees_the_hand_a_taken_one_by_all():
    table = GinTable(stock="QC TC")
    table.play("captain: pass", "box: pass", "captain: take stock")
    assert [table.describe(viewer)["drawn"] for viewer in VIEWERS] == [None, "QC", "QC", None]
    table.play("captain: discard AS", "box: take stock")
    assert [table.describe(viewer)["drawn"] for viewer in VIEWERS] == ["TC", None, None, None]
    table.play("box: discard 2S", "captain: take discard")
    for viewer in VIEWERS:
        assert (table.describe(viewer)["drawn"], table.describe(viewer)["held_back"]) == (None, "2S")
    table.play("captain: discard 4S")
    assert [table.describe(viewer)["held_back"] for viewer in VIEWERS] == [None] * 4


def test_cg14_scores_and_roles_are_seen_by_all_clockwise_from_the_observer():
    table = GinTable(roles=("captain", "out", "box"), advice=True)
    table.s.score[:] = [10, 20, 30]
    seats = [{"role": "captain", "score": 10}, {"role": "out", "score": 20}, {"role": "box", "score": 30}]
    for viewer in (0, 1, 2, SPECTATOR):
        first = max(viewer, 0)
        seen = table.describe(viewer)
        assert seen["seats"] == seats[first:] + seats[:first]
        assert (seen["box"], seen["captain"]) == ((2 - first) % 3, (0 - first) % 3)
        assert (seen["to_act"], seen["turn_of"]) == ((1 - first) % 3, (0 - first) % 3)
    assert [table.describe(viewer)["role"] for viewer in (0, 1, 2)] == ["captain", "out", "box"]


def test_cg14_the_points_left_are_told_to_who_sees_the_hand():
    """Ten points; with the ace one. The points after each discard lie before the captain and the seat out."""
    table = GinTable(captain=KNOCKER, box=LOOSE, upcard="AC")
    assert [table.describe(viewer)["unmatched"] for viewer in (BOX, CAPTAIN, OUT)] == [69, 10, 10]
    assert [table.describe(viewer)["if_taken"] for viewer in VIEWERS] == [None, 1, 1, None]
    table.play("captain: take discard")
    for viewer in (CAPTAIN, OUT):
        seen, left = table.describe(viewer), table.numbers(viewer)["left_after"]
        assert (seen["unmatched"], seen["if_taken"]) == (1, None)
        assert (left[card_index("KD")], left[card_index("AC")], left[card_index("5C")]) == (1, 10, 10 + 1 + 5 + 5)
        assert seen["melds"] == [["5H", "5D", "5C"], ["2S", "3S", "4S"], ["7H", "8H", "9H"]]
    for viewer in (BOX, SPECTATOR):
        assert not any(table.numbers(viewer)["left_after"])
    table.play("captain: discard KD")
    assert table.describe(BOX)["if_taken"] == 69  # a ten for a ten
    assert [table.describe(viewer)["if_taken"] for viewer in (CAPTAIN, OUT)] == [None, None]


def test_the_points_left_do_not_count_a_discard_that_is_not_legal():
    """Eight points. With a king from the pile ten are left at best, for it can not go back at once."""
    table = GinTable(captain=KNOCKER.replace("KD", "8D"), box=LOOSE, upcard="KC")
    assert (table.describe(CAPTAIN)["unmatched"], table.describe(CAPTAIN)["if_taken"]) == (8, 10)
    table.play("captain: take discard")
    seen = table.describe(CAPTAIN)
    assert (seen["unmatched"], seen["held_back"], len(seen["hand"])) == (10, "KC", 11)
    assert table.numbers(CAPTAIN)["left_after"][card_index("KC")] == 8


def test_a_description_has_names_for_everything():
    """The captain's view when he has taken the box's jack and is advised to throw it later."""
    table = GinTable(
        captain=KNOCKER, box=LOOSE, upcard="QC", stock="JC", roles=("out", "captain", "box"), advice=True,
        stake=3, settlement="scores", target=150, gin_bonus=20, undercut_bonus=15, max_hands=7, max_turns=60, knock_limit=5,
    )  # fmt: skip
    table.play("captain: pass", "box: take discard", "box: discard QS", "captain: take stock", "captain: discard KD")
    table.play("box: take discard", "box: discard JH", "captain: take discard", "out: discard JC")
    common: dict[str, Any] = {
        "phase": "discard",
        "to_act": 0,
        "turn_of": 0,
        "box": 1,
        "captain": 0,
        "advice": "discard JC",
        "hand": ["2S", "3S", "4S", "5H", "7H", "8H", "9H", "JH", "5D", "5C", "JC"],
        "melds": [["5H", "5D", "5C"], ["2S", "3S", "4S"], ["7H", "8H", "9H"]],
        "unmatched": 10,
        "if_taken": None,
        "drawn": None,
        "held_back": "JH",
        "pile": ["QS"],
        "upcard": "QS",
        "opponent_holds": ["KD", "QC"],
        "opponent_threw": ["QS"],
        "shown": ["JH"],
        "stock": 30,
        "turn": 4,
        "hand_number": 1,
        "gin_bonus": 20,
        "undercut_bonus": 15,
        "knock_limit": 5,
        "target": 150,
        "advice_given": True,
        "stake": 3,
        "settlement": "scores",
        "max_hands": 7,
        "max_turns": 60,
    }
    seen = table.describe(CAPTAIN)
    assert seen.pop("seats") == [{"role": role, "score": 0} for role in ("captain", "box", "out")]
    discards = [code for code in common["hand"] if code != "JH"]
    assert seen.pop("legal") == [f"discard {code}" for code in discards]
    assert seen.pop("role") == "captain"
    assert seen.pop("left_after") == {
        "2S": 27,
        "3S": 26,
        "4S": 25,
        "5H": 30,
        "5D": 30,
        "5C": 30,
        "7H": 37,
        "8H": 36,
        "9H": 35,
        "JH": 10,
        "JC": 10,
    }
    prospects = {name: seen.pop(name) for name in ("outs", "feeds")}
    # the five of spades, for the four as for the fives; two more jacks; and the ten between nine and jack of hearts
    assert (prospects["outs"]["4S"], prospects["outs"]["5C"], prospects["outs"]["JC"], prospects["outs"]["JH"]) == (1, 1, 2, 3)
    # four spades: two other fours of three make three pairs, and five and six one
    assert (prospects["feeds"]["4S"], prospects["feeds"]["JC"]) == (4, 4)
    assert seen == common
    # the seat out sees the same from its place, and may do nothing now
    seen = table.describe(0)
    assert (seen.pop("seats")[0]["role"], seen.pop("legal"), seen.pop("role")) == ("out", [], "out")
    assert {name: seen.pop(name) for name in ("outs", "feeds")} == prospects
    assert seen.pop("left_after")["JC"] == 10
    assert seen == common | {"to_act": 1, "turn_of": 1, "captain": 1, "box": 2}
    # and the box its own cards
    seen = table.describe(2)
    assert seen["hand"] == ["6S", "9S", "2H", "3D", "7D", "TD", "KD", "4C", "8C", "QC"]
    assert (seen["advice"], seen["opponent_holds"], seen["opponent_threw"], seen["shown"]) == (None, ["JH"], [], ["KD", "QC"])
    assert (seen["drawn"], seen["held_back"], seen["if_taken"], seen["legal"]) == (None, "JH", None, [])


def test_a_finished_game_is_described_as_over():
    table = GinTable(captain=KNOCKER, box=LOOSE, upcard="AC", target=1, advice=True)
    table.play("captain: take discard", "captain: knock discarding KD")
    for viewer in VIEWERS:
        seen = table.describe(viewer)
        assert (seen["phase"], seen["to_act"], seen["legal"], seen["hand_number"]) == ("over", None, [], 1)
        assert seen["advice"] is None


def test_masks_are_all_zero_out_of_turn():
    rng, table = random.Random(1), GinTable(seed=4, advice=True)
    asked = Counter()
    while not table.over:
        asked[table.who_acts] += 1
        for seat in table.seats:
            mask = table.env.observe(f"player_{seat}")["action_mask"]
            assert mask.any() == (seat == table.s.to_act)
            assert table.describe(seat)["legal"] == [table.game.actions[action] for action in np.flatnonzero(mask)]
        table.play_at_random(rng, 1)
    assert min(asked["box"], asked["captain"], asked["out"]) > 0


# ---- advice (CG-4) --------------------------------------------------------------------------------------------------

ADVICE = ["take discard", "pass"]


def test_cg4_advice_is_seen_by_the_captain_and_the_seat_out_until_he_has_decided():
    table = GinTable(captain=KNOCKER, box=LOOSE, upcard="AC", advice=True)
    assert [table.describe(viewer)["advice"] for viewer in VIEWERS] == [None] * 4
    table.play("out: take discard")
    assert [table.describe(viewer)["advice"] for viewer in VIEWERS] == [None, "take discard", "take discard", None]
    table.play("captain: take discard")
    assert [table.describe(viewer)["advice"] for viewer in VIEWERS] == [None] * 4
    table.play("out: knock discarding KD")
    expected = [None, "knock discarding KD", "knock discarding KD", None]
    assert [table.describe(viewer)["advice"] for viewer in VIEWERS] == expected
    table.play("captain: discard 5C")
    assert [table.describe(viewer)["advice"] for viewer in VIEWERS] == [None] * 4


def test_cg4_to_pass_is_advice_on_the_upcard_and_silence_later():
    table = GinTable(advice=True)
    table.play("out: pass")
    assert table.describe(CAPTAIN)["advice"] == "pass"
    table.play("captain: take discard", "out: pass")
    assert table.describe(CAPTAIN)["advice"] is None
    assert not any(table.numbers(CAPTAIN)["advised_kind"] + table.numbers(CAPTAIN)["advised_card"])
    table.play("captain: discard AS", "box: take discard", "box: discard 2S", "out: pass")
    assert (table.describe(CAPTAIN)["advice"], table.who_acts) == (None, "captain")


@pytest.mark.parametrize("moves", [(), ("captain: take discard",)], ids=["upcard", "discard"])
def test_cg4_the_box_can_not_tell_one_advice_from_another_or_from_silence(moves: tuple[str, ...]):
    seen: dict[int, set[Any]] = {viewer: set() for viewer in VIEWERS}
    advised = 0
    table = GinTable(captain=KNOCKER, box=LOOSE, upcard="AC", advice=True)
    table.play(*moves)
    for advice in sorted(table.legal if table.who_acts == "out" else []):
        table = GinTable(captain=KNOCKER, box=LOOSE, upcard="AC", advice=True)
        table.play(*moves, f"out: {advice}")
        advised += 1
        for viewer, views in seen.items():
            views.add(table.shown(viewer))
    assert advised == (2 if not moves else 10 + 1 + 1)
    assert [len(views) for views in seen.values()] == [1, advised, advised, 1]


def test_cg4_without_advice_the_seat_out_sees_the_captains_cards_all_the_same():
    table = GinTable(advice=False)
    assert table.describe(OUT)["hand"] == table.hand(CAPTAIN)
    assert (table.describe(OUT)["advice_given"], table.describe(OUT)["legal"]) == (False, [])


# ---- leaks ----------------------------------------------------------------------------------------------------------


def change_what_is_hidden(table: GinTable, viewer: int, rng: random.Random) -> None:
    """Other unseen cards of others, another card drawn by them, another advice to hear, and other chance to come."""
    s = table.s
    table.env._states["key"] = np.uint64(rng.getrandbits(64))
    hidden = [seat for seat in (table.box, table.captain) if seat != hand_owner(table, viewer)]
    taken = {seat: cards_in(s.taken[seat]) for seat in hidden}
    unseen = {seat: [code for code in table.hand(seat) if code not in taken[seat]] for seat in hidden}
    cards = [*table.stock, *(code for codes in unseen.values() for code in codes)]
    rng.shuffle(cards)
    for seat in hidden:
        dealt, cards = cards[: len(unseen[seat])], cards[len(unseen[seat]) :]
        hand = [*taken[seat], *dealt]
        s.hand[seat] = rows_of_codes(hand)
        if s.turn_of == seat and s.phase == state.DISCARDING and not table.over:
            if s.drawn >= 0:
                s.drawn = card_index(rng.choice(dealt))
            for card, code in enumerate(CARDS):
                s.left_after[card] = best_melds([other for other in hand if other != code])[1] if code in hand else -1
    s.stock[:] = rows_of_codes(cards)
    asked = s.advice and not table.over and s.to_act == s.captain and s.phase != state.FIRST_DRAW
    if asked and viewer in (table.box, SPECTATOR):
        s.advised = rng.choice([-1, *(action for action in range(len(table.game.actions)) if action != Action.PASS)])
    table.refresh()


@given(table=ANY_TABLE, viewer=ANY_VIEWER, seed=SEEDS)
@unhurried
def test_cg14_what_is_hidden_makes_no_difference_to_what_is_seen(table: GinTable, viewer: int, seed: int):
    shown, seen = table.shown(viewer), table.describe(viewer)
    change_what_is_hidden(table, viewer, random.Random(seed))
    assert table.shown(viewer) == shown
    assert table.describe(viewer) == seen


def test_cg14_a_change_shows_to_those_who_may_see_it():
    table = GinTable(advice=True, stock="QC TC")

    def changed(move: str) -> list[int]:
        before = [table.shown(viewer)[0] for viewer in VIEWERS]
        table.play(move)
        return [viewer for viewer in VIEWERS if table.shown(viewer)[0] != before[viewer]]

    def swap(seat: int, card: str, other: str) -> list[int]:
        before = [table.shown(viewer)[0] for viewer in VIEWERS]
        for rows in (table.s.hand[seat], table.s.stock):
            rows[card_index(card) // 13] ^= 1 << card_index(card) % 13
            rows[card_index(other) // 13] ^= 1 << card_index(other) % 13
        return [viewer for viewer in VIEWERS if table.shown(viewer)[0] != before[viewer]]

    assert swap(CAPTAIN, "AS", "TC") == [CAPTAIN, OUT]
    assert swap(BOX, "2S", "AS") == [BOX]
    assert changed("out: pass") == [*VIEWERS]  # that the captain is asked now
    assert changed("captain: pass") == [*VIEWERS]
    assert changed("box: take discard") == [*VIEWERS]


# ---- the redraw -----------------------------------------------------------------------------------------------------

MAY_CHANGE = {"key", "seed", "hand", "stock", "drawn", "left_after", "advised"}


@given(table=ANY_TABLE, viewer=ANY_SEAT, seed=SEEDS)
@unhurried
def test_a_redraw_keeps_what_the_seat_has_seen_and_makes_a_hand_that_can_be(table: GinTable, viewer: int, seed: int):
    seen, before, rewards = table.shown(viewer), table.env.describe_all(), table.rewards
    asked, hands = table.who_acts, [table.hand(seat) for seat in table.seats]
    table.resample(viewer, seed)
    after = table.env.describe_all()
    assert (table.shown(viewer), table.rewards, table.who_acts) == (seen, rewards, asked)
    for name in set(before) - MAY_CHANGE:
        assert after[name] == before[name], name
    if viewer != table.box:
        assert after["advised"] == before["advised"]
    owner = hand_owner(table, viewer)
    assert owner is not None
    s = table.s
    assert table.hand(owner) == hands[owner]
    assert [len(table.hand(seat)) for seat in table.seats] == [len(hand) for hand in hands]
    everything = [code for seat in table.seats for code in table.hand(seat)]
    assert sorted([*everything, *table.pile, *table.stock]) == sorted(CARDS)
    for seat in table.seats:
        assert set(cards_in(s.taken[seat])) <= set(table.hand(seat))
    if not table.over and s.phase == state.DISCARDING:
        hand = table.hand(int(s.turn_of))
        for code, left in zip(CARDS, s.left_after, strict=True):
            assert left == (best_melds([other for other in hand if other != code])[1] if code in hand else -1)
        if s.drawn >= 0:
            assert CARDS[s.drawn] in set(hand) - set(cards_in(s.taken[int(s.turn_of)]))
        assert (s.drawn < 0) == (before["drawn"] < 0)
    if s.advised >= 0:
        assert (s.advice, asked) == (1, "captain")
        assert table.game.actions[s.advised] in table.legal


@given(table=ANY_TABLE, viewer=ANY_SEAT, seed=SEEDS)
@unhurried
def test_a_redrawn_game_can_be_played_to_its_end(table: GinTable, viewer: int, seed: int):
    table.resample(viewer, seed)
    table.play_at_random(random.Random(seed), 400)
    assert sum(table.stacks) == 0


def counted(hands: list[list[str]], codes: list[str]) -> list[int]:
    return [sum(code in hand for hand in hands) for code in codes]


@pytest.mark.parametrize(("viewer", "hidden"), [(BOX, CAPTAIN), (CAPTAIN, BOX), (OUT, BOX)])
def test_hidden_cards_are_any_of_the_unseen_ones(viewer: int, hidden: int):
    """Ten of 52, less ten that are seen and the upcard."""
    table = GinTable()
    unseen = sorted(set(CARDS) - set(table.describe(viewer)["hand"]) - {"KC"})
    hands = table.redrawn(viewer, lambda table: table.hand(hidden), DRAWS)
    assert all(len(hand) == 10 for hand in hands)
    assert_about(counted(hands, unseen), 10 / 41, DRAWS)
    assert sum(counted(hands, unseen)) == 10 * DRAWS


def test_the_two_hidden_cards_of_a_pair_come_together_as_often_as_they_should():
    """10 * 9 of 41 * 40."""
    table = GinTable()
    hands = table.redrawn(CAPTAIN, lambda table: table.hand(BOX), DRAWS)
    for pair in ({"KS", "KH"}, {"2S", "5S"}, {"AD", "QC"}):
        assert_about([sum(pair <= set(hand) for hand in hands)], 90 / 1640, DRAWS)


def test_cards_that_were_seen_taken_stay_and_those_thrown_are_not_held():
    """The box holds the king of clubs and nine others: of 52 cards ten are the captain's, three lie, and the king is known."""
    table = played()
    unseen = sorted(set(CARDS) - set(table.hand(CAPTAIN)) - {"2S", "AS", "4S", "KC"})
    assert len(unseen) == 38
    hands = table.redrawn(CAPTAIN, lambda table: table.hand(BOX), DRAWS)
    assert all("KC" in hand and not {"2S", "AS", "4S"} & set(hand) for hand in hands)
    assert_about(counted(hands, unseen), 9 / 38, DRAWS)
    table = played()
    unseen = sorted(set(CARDS) - set(table.hand(BOX)) - {"2S", "AS", "4S", "JS"})
    hands = table.redrawn(BOX, lambda table: table.hand(CAPTAIN), DRAWS)
    assert all("JS" in hand for hand in hands)
    assert_about(counted(hands, unseen), 9 / 38, DRAWS)


def test_a_card_that_another_drew_may_be_any_of_his_unseen_ones():
    """41 unseen cards, eleven in the hand."""
    table = GinTable(stock="QC TC")
    table.play("captain: pass", "box: pass", "captain: take stock")
    found = table.redrawn(BOX, lambda table: (CARDS[table.s.drawn], table.hand(CAPTAIN)), DRAWS)
    assert all(drawn in hand and len(hand) == 11 for drawn, hand in found)
    unseen = sorted(set(CARDS) - set(table.hand(BOX)) - {"KC"})
    assert_about(counted([hand for _, hand in found], unseen), 11 / 41, DRAWS)
    assert_about([sum(drawn == code for drawn, _ in found) for code in unseen], 1 / 41, DRAWS)


def test_a_card_that_another_has_just_taken_from_the_pile_stays():
    table = GinTable()
    table.play("captain: take discard")
    found = table.redrawn(BOX, lambda table: (int(table.s.held_back), int(table.s.drawn), "KC" in table.hand(CAPTAIN)), DRAWS)
    assert set(found) == {(card_index("KC"), -1, True)}
    assert "KC" not in table.discards


def test_cg4_to_the_box_the_captain_may_have_heard_anything_that_could_be_said():
    """On the upcard two things, at a draw three, one of them silence."""
    table = GinTable(advice=True, stock="QC TC")
    table.play("out: take discard")
    heard = Counter(table.redrawn(BOX, lambda table: int(table.s.advised), DRAWS))
    assert set(heard) == {Action.TAKE_DISCARD, Action.PASS}
    assert_about([*heard.values()], 1 / 2, DRAWS)
    table = GinTable(advice=True, stock="QC TC")
    table.play("captain: pass", "box: take discard", "box: discard 2S", "out: take stock")
    heard = Counter(table.redrawn(BOX, lambda table: int(table.s.advised), DRAWS))
    assert set(heard) == {Action.TAKE_STOCK, Action.TAKE_DISCARD, -1}
    assert_about([*heard.values()], 1 / 3, DRAWS)


def test_cg4_advice_on_a_discard_is_redrawn_with_the_hand():
    """Eleven cards of 41, one of them advised or silence: a knock is rarely possible, so each about once in twelve."""
    table = GinTable(advice=True, stock="QC TC", knock_limit=0)
    table.play("captain: pass", "box: pass", "captain: take stock", "out: discard QC")
    found = table.redrawn(BOX, lambda table: (int(table.s.advised), table.hand(CAPTAIN)), DRAWS)
    assert_about([sum(advised == -1 for advised, _ in found)], 1 / 12, DRAWS)
    for advised, hand in found:
        assert advised == -1 or CARDS[advised - Action.DISCARD] in hand


def test_cg4_who_hears_advice_keeps_it_and_nothing_is_heard_before_it_is_given():
    table = GinTable(advice=True)
    assert set(table.redrawn(BOX, lambda table: (int(table.s.advised), table.who_acts), DRAWS)) == {(-1, "out")}
    table.play("out: take discard")
    for viewer in (CAPTAIN, OUT):
        heard = table.redrawn(viewer, lambda table: (int(table.s.advised), table.who_acts), DRAWS)
        assert set(heard) == {(Action.TAKE_DISCARD, "captain")}


def test_cg4_no_advice_is_redrawn_where_there_was_none():
    """Where the captain has no choice, where it is the box's turn, and where nobody advises."""
    table = GinTable(advice=True)
    table.play("captain: pass")
    assert {int(advised) for advised in table.redrawn(BOX, lambda table: table.s.advised, DRAWS)} == {-1}
    table.play("box: pass")
    assert {int(advised) for advised in table.redrawn(BOX, lambda table: table.s.advised, DRAWS)} == {-1}
    table = GinTable(advice=False)
    assert {int(advised) for advised in table.redrawn(BOX, lambda table: table.s.advised, DRAWS)} == {-1}


def test_the_future_is_drawn_anew():
    """The next card may be any of the 41 that the captain has not seen."""
    table = GinTable()
    table.play("captain: pass", "box: pass")
    cards = Counter()
    for seed in range(DRAWS):
        table.resample(CAPTAIN, seed)
        twin = table.env.clone()
        twin.step(twin.parse_action("take stock"))
        cards[CARDS[twin._states["drawn"][0]]] += 1
    assert set(cards) == set(CARDS) - set(table.hand(CAPTAIN)) - {"KC"}


def test_hands_that_lie_open_at_the_end_of_a_game_stay():
    table = GinTable(captain=KNOCKER, box=LOOSE, upcard="AC", target=1)
    table.play("captain: take discard", "captain: knock discarding KD")
    for viewer in table.seats:
        assert table.redrawn(viewer, lambda table: table.hand(BOX), DRAWS)[0] == sorted(LOOSE.split(), key=card_index)
        assert table.hand(CAPTAIN) == sorted(KNOCKER.replace("KD", "AC").split(), key=card_index)


# ---- copies in the middle of a hand ---------------------------------------------------------------------------------


def test_a_copy_of_a_table_in_the_middle_of_a_hand_is_the_same_to_all_and_plays_on_alike():
    """Advice is given, a card is held back, and cards are known."""
    table = GinTable(upcard="KC", stock="QC TC", advice=True)
    table.play("captain: pass", "box: take discard", "box: discard 2S", "captain: take discard", "out: discard AS")
    loaded = backroom.make("captain_gin")
    loaded.load_state(table.env.save_state())
    for twin in (table.env.clone(), loaded):
        for agent in table.env.possible_agents:
            assert twin.describe(agent) == table.env.describe(agent)
        assert twin.describe("player_1")["advice"] == "discard AS"
        assert twin.describe("player_0")["opponent_holds"] == ["2S"]
        assert twin.save_state() == table.env.save_state()
    loaded.step(loaded.parse_action("discard AS"))
    clone = table.env.clone()
    clone.step(clone.parse_action("discard AS"))
    table.play("captain: discard AS")
    assert loaded.describe_all() == clone.describe_all() == table.env.describe_all()
