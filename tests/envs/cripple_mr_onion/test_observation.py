"""Who sees what at Cripple Mr Onion ("Seen by a seat"), and the redraw of what is hidden."""

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest
from backroom.envs.core.jit import COMPILED
from backroom.envs.cripple_mr_onion import state
from backroom.envs.cripple_mr_onion.best_split import arranged
from backroom.envs.cripple_mr_onion.hands.cards import CODES, FOOL, IN_HAND, NO_CARD, NUM_CARDS, NUM_RANKS, SPECIALS
from backroom.envs.cripple_mr_onion.observation import LAYOUT
from backroom.envs.cripple_mr_onion.terms import refresh

from ..table import SPECTATOR, assert_about
from .tables import OnionTable, dealt

SEEDS = range(24 if COMPILED else 8)
DRAWS = 600 if COMPILED else 250
FEWER_DRAWS = 600 if COMPILED else 40  # of hands of ten, whose best splits take long without the compiler
SETS: tuple[Any, ...] = ("all", (0, 1), (4, 5), (1, 4, 5, 10), (6, 8, 9, 10), ())
NONE = NO_CARD


# ---- random tables ---------------------------------------------------------------------------------------------------


def any_table(seed: int) -> OnionTable:
    rng = random.Random(seed)
    seats = rng.randint(2, 7)
    table = OnionTable(seats, seed=seed, modifiers=SETS[seed % len(SETS)], rounds=3, bankroll=rng.choice([5, 100, 1000]))
    return table.play_at_random(rng, rng.randint(0, 45 * seats))


def cards_of(places: Any) -> list[int]:
    return [int(card) for card in np.ravel(places) if card != NONE]


def cards_in_pack(s: Any) -> list[int]:
    return [card for card in range(NUM_CARDS) if int(s.pack[card // NUM_RANKS]) >> card % NUM_RANKS & 1]


def is_open(s: Any, seat: int, slot: int) -> bool:
    return bool(int(s.face_up[seat]) >> slot & 1)


def is_seen(s: Any, seat: int, slot: int, viewer: int) -> bool:
    """Own, open, or just declared and not replaced yet."""
    waits = s.phase == state.CHOOSING and s.to_act == seat and s.offered_for == slot
    return seat == viewer or is_open(s, seat, slot) or bool(waits)


def places_not_seen(s: Any, viewer: int) -> list[tuple[Any, int]]:
    """Every place with a card that the viewer has not seen: the array and the index."""
    seats = [seat for seat in range(int(s.num_players)) if seat != viewer]
    found = [(s.card[seat], slot) for seat in seats for slot in range(IN_HAND) if not is_seen(s, seat, slot, viewer)]
    found += [(s.thrown[seat], place) for seat in seats for place in range(state.MOST_DISCARDS)]
    found += [(s.refused, special) for special in range(2) if s.declared[special] != viewer]
    found += [(s.offered, place) for place in range(2) if s.to_act != viewer]
    return [(places, place) for places, place in found if places[place] != NONE]


# ---- what is in an observation ---------------------------------------------------------------------------------------


def price(s: Any) -> int:
    """What the seat to act would pay."""
    aside = int(s.aside.sum())
    return {
        state.MATCHING: int(s.named),
        state.MEETING: aside,
        state.MEETING_EXTRA: aside,
        state.OFFERED: aside - int(s.aside[s.to_act]),
        state.BIDDING: int(s.bid.max() + s.stake),
        state.BUYING: int(s.stake),
    }.get(int(s.phase), 0)


def expected_numbers(table: Any, viewer: int) -> dict[str, list[int]]:
    """What the pieces of the observation say, by the record and the rules of who sees what."""
    s, over, seats = table.s, table.over, len(table.seats)
    base, owns = max(viewer, 0), viewer != SPECTATOR
    order = [(base + step) % seats for step in range(seats)]
    hand = s.card[base].tolist() if owns else [NONE] * 10
    held = [card for card in hand if card != NONE]
    keys = [int(key) for key in s.groups[base]] if owns else [0] * 5
    acts = owns and not over and s.to_act == viewer
    offered = s.offered.tolist() if acts and s.phase == state.CHOOSING else [NONE] * 2

    def distance(seat: Any) -> int:
        return (int(seat) - base) % seats

    def by_seat(numbers: Any) -> list[int]:
        return [int(numbers[seat]) for seat in order] + [0] * (7 - seats)

    def open_cards(seat: int) -> list[int]:
        return sorted(int(s.card[seat, slot]) for slot in range(10) if is_open(s, seat, slot))

    opened = {seat: open_cards(seat) for seat in table.seats}
    return {
        "phase": [int(not over and s.phase == phase) for phase in range(13)],
        "stage": [0 if over else int(s.stage)],
        "to_act": [-1 if over else distance(s.to_act)],
        "dealer": [distance(s.dealer)],
        "own_rank": [0 if card == NONE else card % 13 + 1 for card in hand],
        "own_suit": [0 if card == NONE else card // 13 + 1 for card in hand],
        "own_open": [int(owns and is_open(s, base, slot)) for slot in range(10)],
        "own_marked": [int(acts and int(s.marked) >> slot & 1) for slot in range(5)],
        "own_by_rank": [sum(card % 13 == rank for card in held) for rank in range(13)],
        "own_by_pair": [sum(card // 13 % 4 == pair for card in held) for pair in range(4)],
        "own_groups": [key // 8 for key in keys],
        "own_nulls": [7 - key % 8 if key else 0 for key in keys],
        "own_best": [int(keys[0] // 8 == rank) for rank in (*range(2, 26, 2), 25, 26, 28, 30, 31, 32)],
        "offered_rank": [0 if card == NONE else card % 13 + 1 for card in offered],
        "offered_suit": [0 if card == NONE else card // 13 + 1 for card in offered],
        "own_thrown": [int(card) + 1 for card in s.thrown[base]] if owns else [0] * 4,
        "own_refused": [int(s.refused[k]) + 1 if owns and s.declared[k] == viewer else 0 for k in range(2)],
        "status": [2 if s.live[seat] else -1 if s.dealt_in[seat] else -2 for seat in order] + [0] * (7 - seats),
        **{name: by_seat(s[name]) for name in ("stack", "discarded", "bought", "aside", "bid", "declined", "wild", "zeroed")},
        **{name: by_seat(s[name]) for name in ("raises_made", "folds_made", "last_net")},
        "open_aces": by_seat([sum(card % 13 == 0 for card in opened[seat]) for seat in table.seats]),
        "open_tens": by_seat([sum(card % 13 >= 9 for card in opened[seat]) for seat in table.seats]),
        "last_best": by_seat(s.last_groups[:, 0] // 8),
        "last_fool": [int(s.last_declared[FOOL] >= 0)],
        "open_cards": [
            number for seat in order for number in [*(card + 1 for card in opened[seat]), *[0] * (10 - len(opened[seat]))]
        ]
        + [0] * 10 * (7 - seats),
        "pot": [int(s.pot - s.aside.sum())],
        "all_aside": [int(s.aside.sum())],
        "to_match": [price(s) if acts else 0],
        "played": [int(s.hands_played)],
        **{name: [int(s[name])] for name in ("named", "inherited", "stake", "max_stake", "max_raise", "rounds")},
        **{name: [int(s[name])] for name in ("wild_round", "jack_wild", "passes")},
        "modifiers": [int(s.modifiers) >> modifier & 1 for modifier in range(12)],
        "declared": [0 if seat < 0 else 1 + distance(seat) for seat in s.declared],
        "replaced": s.replaced.tolist(),
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_an_observation_says_what_its_seat_may_see_and_no_more(seed: int):
    table = any_table(seed)
    low, high = table.game.layout.bounds()
    for viewer in (SPECTATOR, *table.seats):
        observation = table.observation(viewer)
        assert (low <= observation).all()
        assert (observation <= high).all()
        found, expected = table.numbers(viewer), expected_numbers(table, viewer)
        assert set(found) == set(expected)
        for name in found:
            assert found[name] == expected[name], name


def test_every_phase_is_seen():
    seen: Counter[str] = Counter()
    rng = random.Random(7)
    for seed in range(40):
        table = OnionTable(4, seed=seed, modifiers="all", rounds=3)
        while not table.over and len(seen) < 14:
            seen[table.describe(rng.choice([SPECTATOR, *table.seats]))["phase"]] += 1
            table.play_at_random(rng, 1)
        if len(seen) > 12:
            break
    assert {"discarding", "staking", "matching", "raising", "meeting raises", "buying", "extra bet"} < set(seen)
    assert {"meeting extra bets", "Dealership offered", "bidding", "declaring", "choosing"} < set(seen)


def test_bounds_hold_with_the_largest_units():
    """Seven seats of a thousand, all of it in one pot that is carried."""
    high = {piece.name: piece.high for piece in LAYOUT}
    assert min(high[name] for name in ("pot", "stack", "inherited", "last_net", "all_aside")) == 7000
    assert high["named"] == 10 * 50
    assert high["to_match"] == high["bid"] == 7050


# ---- who sees what ---------------------------------------------------------------------------------------------------

ANN = "2cl 3cl 4sp 5he 6di 7sw 8st 9cu Tco Jcl"
BO = "2sp 3sp 4he 5di 6sw 7st Qsp 9co Tcl Jhe"
CY = "2he 3he 4di 5sw 6st 7cu 8co 9cl Tsp Kcu"


def test_a_seat_sees_its_own_cards_and_what_lies_open_of_the_others():
    table = dealt(ANN, BO, CY, face_up="7sw 9cu Jhe Tcl 2he", modifiers=(0, 1, 11))
    for viewer in table.seats:
        described = table.describe(viewer)
        assert described["hand"] == table.hand(viewer)
        assert [described["hand"][slot - 1] for slot in described["open"]] == table.open_cards(viewer)
        for distance, seat in enumerate(described["seats"]):
            other = (viewer + distance) % 3
            assert seat["open"] == sorted(table.open_cards(other), key=CODES.index)
    assert [seat["open"] for seat in table.describe(SPECTATOR)["seats"]] == [["7sw", "9cu"], ["Tcl", "Jhe"], ["2he"]]
    assert (table.describe(SPECTATOR)["hand"], table.describe(SPECTATOR)["split"]) == ([], [])


def test_discards_are_seen_by_who_threw_them_their_number_by_all_when_done():
    table = OnionTable(3, modifiers=())
    first, second = table.hand(1)[1], table.hand(1)[3]
    table.play("1: discard 2", "1: discard 4")
    assert [table.describe(viewer)["marked"] for viewer in (SPECTATOR, *table.seats)] == [[], [], [2, 4], []]
    assert [seat["discarded"] for seat in table.describe(0)["seats"]] == [0, 0, 0]
    table.play("1: done")
    assert [table.describe(viewer)["thrown"] for viewer in (SPECTATOR, *table.seats)] == [[], [], [first, second], []]
    for viewer in (SPECTATOR, 0):
        assert [seat["discarded"] for seat in table.describe(viewer)["seats"]] == [0, 2, 0]


def test_what_is_to_be_paid_is_told_to_who_is_asked():
    table = OnionTable(3, modifiers=(), stake=2)
    table.until(state.STAKING)
    table.play("0: stake 3")
    assert [table.numbers(viewer)["to_match"] for viewer in (SPECTATOR, *table.seats)] == [[0], [0], [6], [0]]
    table.play("1: match", "1: raise 2", "2: match", "2: raise 1")
    described = table.describe(0)
    assert (described["to_match"], described["aside"], described["pot"], described["named"]) == (6, 6, 3 * 2 + 3 * 6, 6)
    table.play("0: fold")
    assert [table.describe(viewer)["to_match"] for viewer in (0, 1)] == [0, 2]
    table.play("1: bid")
    assert (table.describe(2)["to_match"], [seat["bid"] for seat in table.describe(2)["seats"]]) == (4, [0, 0, 2])


def test_the_ladys_two_cards_are_offered_to_her_owner_alone():
    """CO-M4; that she is declared all know, and afterwards that she lies aside. Only the owner knows what he turned down."""
    table = dealt(ANN, BO, CY, modifiers=(4,))
    table.after_passes("1: declare Qsp")
    offered = [CODES[card] for card in table.s.offered]
    for viewer in (SPECTATOR, *table.seats):
        described = table.describe(viewer)
        assert described["phase"] == "choosing"
        assert described["offered"] == (offered if viewer == 1 else [])
        assert described["declared"] == {"Qsp": (1 - max(viewer, 0)) % 3}
    table.play("1: take second")
    for viewer in (SPECTATOR, *table.seats):
        described = table.describe(viewer)
        assert (described["offered"], described["replaced"]) == ([], ["Qsp"])
        assert described["turned_down"] == (offered[:1] if viewer == 1 else [])
        assert all(seat["open"] == [] for seat in described["seats"])
    assert offered[1] in table.describe(1)["hand"]


def test_wild_eights_and_modifiers_are_seen_by_all():
    table = dealt(ANN, BO, CY, modifiers=(0, 1, 4, 5), wild=True)
    for viewer in (SPECTATOR, *table.seats):
        described = table.describe(viewer)
        assert (described["modifiers"], described["wild_round"]) == ([0, 1, 4, 5], True)
        assert [seat["eights_wild"] for seat in described["seats"]] == [True] * 3
    table.after_passes("2: declare Kcu")
    for viewer in (SPECTATOR, *table.seats):
        described = table.describe(viewer)
        assert [seat["eights_wild"] for seat in described["seats"]] == [False] * 3
        assert described["declared"] == {"Kcu": (2 - max(viewer, 0)) % 3}
    table.after_passes("1: wild again")
    assert [seat["eights_wild"] for seat in table.describe(0)["seats"]] == [False, True, False]


def test_the_best_split_is_ones_own():
    table = dealt("Kcl Ksp Acl Asp 2he 3he 4he 5he 6he 7he", BO, CY, modifiers=(11,))
    assert table.describe(0)["split"][0] == {
        "group": "Double Onion",
        "null_eights": 0,
        "cards": ["Acl", "Asp", "Kcl", "Ksp"],
    }
    for viewer in table.seats:
        names = [group.name for group in arranged(cards_of(table.s.card[viewer]), int(table.s.terms[viewer]))]
        assert [group["group"] for group in table.describe(viewer)["split"]] == names


def test_a_finished_game_is_described_as_over():
    table = OnionTable(2, rounds=1, modifiers=())
    table.finish()
    for viewer in (SPECTATOR, *table.seats):
        described = table.describe(viewer)
        assert (described["phase"], described["to_act"], described["hand"], described["round"]) == ("over", None, [], 1)


# ---- leaks -----------------------------------------------------------------------------------------------------------


def change_what_is_hidden(table: Any, viewer: int, rng: random.Random) -> None:
    """Other unseen cards in all places, other marks, other best splits of others, and other chance to come."""
    s = table.s
    places = places_not_seen(s, viewer)
    heap = [int(array[place]) for array, place in places] + cards_in_pack(s)
    rng.shuffle(heap)
    for array, place in places:
        array[place] = heap.pop()
    s.pack[:] = 0
    for card in heap:
        s.pack[card // NUM_RANKS] |= 1 << card % NUM_RANKS
    for seat in table.seats:
        if seat != viewer:
            s.groups[seat] = rng.choice([0, 23, 100])
    if s.to_act != viewer and s.marked:
        s.marked = rng.choice([1, 2, 4, 8, 16])
    table.env._states["key"] = np.uint64(rng.getrandbits(64))
    table.game.kernels.legal_game(table.env._states, 0, table.env._mask)


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_hidden_makes_no_difference_to_what_is_seen(seed: int):
    table = any_table(seed)
    for viewer in (SPECTATOR, *table.seats):
        saved = table.env.save_state()
        before = table.shown(viewer), table.describe(viewer)
        change_what_is_hidden(table, viewer, random.Random(seed))
        assert (table.shown(viewer), table.describe(viewer)) == before
        table.env.load_state(saved)


def test_in_which_slot_an_open_card_lies_is_not_seen():
    """The first five lie sorted: the place of a card among them would tell of those beside it."""
    table = dealt(ANN, BO, CY, modifiers=(10,))
    s = table.s
    first_five = table.hand(1)[:5]
    views = []
    for slot in range(5):
        for other in range(5):
            s.card[1, other] = CODES.index(first_five[(other - slot) % 5])
        s.face_up[1] = 1 << slot
        views.append(table.observations((SPECTATOR, 0, 2)))
    assert all(view == views[0] for view in views)


def test_a_change_shows_to_those_who_may_see_it():
    table = dealt(ANN, BO, CY, face_up="Jcl", modifiers=(11,))
    views = (SPECTATOR, *table.seats)

    def changed(seat: int, slot: int) -> list[int]:
        before = [table.shown(viewer)[0] for viewer in views]
        old, new = int(table.s.card[seat, slot]), cards_in_pack(table.s)[0]
        table.s.card[seat, slot] = new
        found = [viewer for viewer in views if table.shown(viewer)[0] != before[viewer + 1]]
        table.s.card[seat, slot] = old
        return found

    assert changed(1, 0) == [1]
    assert changed(2, 7) == [2]
    assert changed(0, 9) == [*views]


# ---- the redraw ------------------------------------------------------------------------------------------------------

MAY_CHANGE = {"seed", "key", "card", "face_up", "offered_for", "thrown", "offered", "refused", "pack", "marked", "groups"}


def everything(s: Any) -> list[int]:
    lain_aside = [CODES.index(SPECIALS[special]) for special in range(2) if s.replaced[special]]
    places = (s.card, s.thrown, s.refused, s.offered)
    return sorted([card for array in places for card in cards_of(array)] + cards_in_pack(s) + lain_aside)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_redraw_keeps_what_the_seat_has_seen_and_makes_a_table_that_can_be(seed: int):
    table = any_table(seed)
    if not table.over:
        assert everything(table.s) == list(range(NUM_CARDS))
    for viewer in table.seats:
        saved = table.env.save_state()
        seen, before = table.shown(viewer), table.env.describe_all()
        others, spectator = table.observations(table.seats), table.observations([SPECTATOR])
        table.env.resample(f"player_{viewer}", seed)
        s, after = table.s, table.env.describe_all()
        assert (table.shown(viewer), table.observations([SPECTATOR])) == (seen, spectator)
        assert {name for name in before if before[name] != after[name]} <= MAY_CHANGE
        assert int(before["marked"]).bit_count() == int(s.marked).bit_count()
        if table.over:
            assert (others, before) == (table.observations(table.seats), after)
            continue
        assert everything(s) == list(range(NUM_CARDS))
        assert sum(int(row).bit_count() for row in s.pack) == s.pack_size == before["pack_size"]
        for seat in table.seats:
            assert_redrawn(s, before, seat, seat == viewer)
        table.env.load_state(saved)


def assert_redrawn(s: Any, before: dict[str, Any], seat: int, own: bool) -> None:
    """As many cards as before, those that lie open among them, in order, and the best split worked out anew."""
    for name in ("card", "thrown"):
        assert len(cards_of(s[name][seat])) == len(cards_of(before[name][seat]))
        assert not own or s[name][seat].tolist() == before[name][seat]
    opened = {int(s.card[seat, slot]) for slot in range(10) if is_open(s, seat, slot)}
    assert opened == {card for slot, card in enumerate(before["card"][seat]) if before["face_up"][seat] >> slot & 1}
    first = cards_of(s.card[seat, :5])
    if not own:
        assert first == sorted(first, key=lambda card: (card % 13, card))
    if s.live[seat] and not own:
        fresh = s.copy()
        refresh(fresh, seat)
        assert fresh.groups[seat].tolist() == s.groups[seat].tolist()


@pytest.mark.parametrize("seed", SEEDS[:8])
def test_a_redrawn_game_can_be_played_to_its_end(seed: int):
    table = any_table(seed)
    rng = random.Random(seed)
    table.env.resample(f"player_{rng.choice(table.seats)}", seed)
    table.play_at_random(rng, 2000)
    assert table.over
    assert sum(table.stacks) == int(table.s.bankroll.sum())


def test_hidden_cards_are_any_of_the_unseen_ones():
    """Five of the 99 that are not one's own; a pair of them together 5 * 4 of 99 * 98 times."""
    table = OnionTable(2, modifiers=())
    unseen = [code for code in CODES if code not in table.hand(0)]
    hands = table.redrawn(0, lambda table: table.hand(1), DRAWS)
    counts = Counter(code for hand in hands for code in hand)
    assert set(counts) <= set(unseen)
    for code in unseen:
        assert_about(counts[code], 5 / 99, DRAWS)
    pair = set(unseen[:30])
    assert_about(sum(len(pair & set(hand)) == 0 for hand in hands), np.prod([(69 - k) / (99 - k) for k in range(5)]), DRAWS)


def test_thrown_cards_are_any_of_the_unseen_ones():
    table = OnionTable(2, modifiers=())
    table.play("1: discard 1", "1: discard 2", "1: done")
    own = set(table.hand(0))
    thrown = table.redrawn(0, lambda table: table.thrown(1), DRAWS)
    assert all(len(set(cards)) == 2 and not own & set(cards) for cards in thrown)
    assert_about(sum(cards[0] < "5" for cards in thrown), sum(code < "5" for code in set(CODES) - own) / 99, DRAWS)


def test_marks_of_another_are_in_any_slots():
    table = OnionTable(2, modifiers=())
    table.play("1: discard 1", "1: discard 2")
    marks = Counter(table.redrawn(0, lambda table: int(table.s.marked), DRAWS))
    assert len(marks) == 10
    for chosen, count in marks.items():
        assert chosen.bit_count() == 2
        assert_about(count, 1 / 10, DRAWS)
    table.env.resample("player_1", 5)
    assert table.s.marked in marks
    own = int(table.s.marked)
    assert set(table.redrawn(1, lambda table: int(table.s.marked), DRAWS)) == {own}


def where_is(table: Any, code: str) -> str:
    s, card = table.s, CODES.index(code)
    for seat in table.seats:
        if card in s.card[seat]:
            return f"hand of {seat}"
        if card in s.thrown[seat]:
            return "thrown"
    return "pack" if card in cards_in_pack(s) else "elsewhere"


def test_with_the_jack_wild_no_other_seat_in_holds_the_king_of_swords():
    """CO-M10. Ann holds the jack; for Bo the king is in one of her ten cards but the jack, or in the pack of 74."""
    table = dealt(ANN.replace("Jcl", "Jst"), BO, CY, modifiers=(10,))
    assert where_is(table, "Ksw") == "pack"
    table.after_passes("0: declare Jst")
    assert table.s.jack_wild
    places = Counter(table.redrawn(1, lambda table: where_is(table, "Ksw"), FEWER_DRAWS))
    assert set(places) == {"hand of 0", "pack"}
    assert_about(places["hand of 0"], 9 / 83, FEWER_DRAWS)
    others = table.redrawn(1, lambda table: where_is(table, "Kst"), FEWER_DRAWS)
    assert_about(sum(place == "hand of 2" for place in others), 10 / 93, FEWER_DRAWS)


def test_with_the_jack_wild_the_king_of_swords_may_lie_in_any_other_place():
    """The jack's own hand of five, a folded hand, seven cards aside, and the pack; not the hand of another seat still in."""
    tables = (OnionTable(4, seed=seed, modifiers=(4, 10)) for seed in range(20))
    table = next(table for table in tables if {"Ksw", "Qsp"} <= set(table.pack))
    s = table.s
    s.jack_wild, s.declared[5], s.declared[0], s.live[3], s.discarded[1] = 1, 0, 1, 0, 4
    s.kingless[1:3] = (1 << 10) - 1

    def out_of_pack(card: int) -> int:
        s.pack[card // NUM_RANKS] ^= 1 << card % NUM_RANKS
        s.pack_size -= 1
        return card

    out_of_pack(CODES.index("Qsp"))  # she was replaced, and lies aside
    s.thrown[1] = [out_of_pack(cards_in_pack(s)[0]) for _ in range(4)]
    s.refused[0] = out_of_pack(cards_in_pack(s)[0])
    s.offered[:] = [out_of_pack(cards_in_pack(s)[0]) for _ in range(2)]
    all_places = int(s.pack_size) + 5 + 5 + 7
    places = Counter(table.redrawn(2, lambda table: where_is(table, "Ksw"), DRAWS))
    assert set(places) == {"hand of 0", "hand of 3", "thrown", "elsewhere", "pack"}
    for name, count in {"hand of 0": 5, "hand of 3": 5, "thrown": 4, "elsewhere": 3, "pack": int(s.pack_size)}.items():
        assert_about(places[name], count / all_places, DRAWS)
    s.kingless[1] ^= 1 << 4  # a card that came later, in the place of the Lady
    places = Counter(table.redrawn(2, lambda table: where_is(table, "Ksw"), DRAWS))
    assert_about(places["hand of 1"], 1 / (all_places + 1), DRAWS)


def test_an_open_card_among_the_first_five_stays_open_where_it_comes_to_lie():
    table = OnionTable(2, modifiers=())
    table.s.face_up[1] = 1 << 2
    code = table.hand(1)[2]
    found = table.redrawn(0, lambda table: (table.open_cards(1), table.hand(1).index(code)), DRAWS)
    assert all(opened == [code] for opened, _ in found)
    assert len({slot for _, slot in found}) > 1


def test_who_made_its_eights_wild_again_holds_the_lady():
    """CO-M5."""
    table = dealt(ANN, BO, CY, modifiers=(0, 1, 4, 5), wild=True)
    table.after_passes("2: declare Kcu", "1: wild again")
    assert set(table.redrawn(0, lambda table: where_is(table, "Qsp"), FEWER_DRAWS)) == {"hand of 1"}


def test_offered_cards_of_another_are_any_and_ones_own_stay():
    table = dealt(ANN, BO, CY, modifiers=(4,))
    table.after_passes("1: declare Qsp")
    own = table.s.offered.tolist()
    assert {tuple(offered) for offered in table.redrawn(1, lambda table: table.s.offered.tolist(), FEWER_DRAWS)} == {tuple(own)}
    found = table.redrawn(0, lambda table: (*table.s.offered.tolist(), table.hand(1)[int(table.s.offered_for)]), FEWER_DRAWS)
    assert len({cards[:2] for cards in found}) > FEWER_DRAWS // 2
    assert {cards[2] for cards in found} == {"Qsp"}  # she waits to be replaced, wherever she has come to lie
    table.play("1: take first")
    assert table.hand(1).count("Qsp") == 0


def test_the_lady_that_waits_to_be_replaced_stays_with_the_slot_that_is_chosen_for():
    """She lies among five that are sorted, of which all but her are drawn again."""
    table = dealt(ANN, "9co Tcl Jhe Qsp Kst 2sp 3sp 4he 5di 6sw", CY, face_up="2sp 3sp 4he 5di 6sw", modifiers=(4,))
    table.after_passes("1: declare Qsp")
    assert table.hand(1)[3] == "Qsp"
    slots = table.redrawn(0, lambda table: (int(table.s.offered_for), table.hand(1).index("Qsp")), FEWER_DRAWS)
    assert all(chosen == slot < 5 for chosen, slot in slots)
    assert len(set(slots)) > 1
