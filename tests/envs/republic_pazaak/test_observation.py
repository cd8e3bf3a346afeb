"""Who sees what at the common-deck Pazaak (RP-11), who notices what (RP-9, RP-10), and the redraw of what is hidden."""

import random
from collections import Counter
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from backroom.envs.core.game import Game, get_game
from backroom.envs.kit.pazaak import SHOWN_STATUS
from backroom.envs.republic_pazaak import state
from backroom.envs.republic_pazaak.cards import KINDS, NUM_KINDS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

NewTable = Callable[..., Any]
SPECTATOR = -1
TEN = ["+1", "+2", "+3", "-1", "-2", "-3", "±1", "D", "2&4", "3&6"]
DRAWS = 500
unhurried = settings(
    max_examples=120,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
PRIVATE = (state.DRAWING, state.MAIN_LOOK, state.SHARP)


@pytest.fixture(scope="module")
def game() -> Game:
    """The description of the game."""
    return get_game("republic_pazaak")


def notices_look(table: Any, viewer: int, seat: int) -> bool:
    return viewer == seat or (viewer >= 0 and bool(table.s.force_sensitive[viewer]))


def notices_throw(table: Any, viewer: int, seat: int) -> bool:
    return viewer == seat or (viewer >= 0 and bool(table.s.cardsharp[viewer]))


def pending(table: Any) -> int:
    """The main card that the seat to act alone has seen, or 0."""
    s = table.s
    return int(s.looked_main if s.phase == state.MAIN_LOOK else s.drawn if s.phase == state.SHARP else 0)


def by_kind(codes: list[str]) -> list[int]:
    return [codes.count(kind) for kind in KINDS]


# ---- what is in an observation --------------------------------------------------------------------------------------


def expected_numbers(table: Any, viewer: int) -> dict[str, list[int]]:
    """What the pieces of the observation say, by the record and the rules of who notices what."""
    s, seats, base = table.s, len(table.seats), max(viewer, 0)
    around = [(base + distance) % seats for distance in range(seats)]
    acts, over = int(s.to_act) == viewer, table.over

    def distance(seat: int) -> int:
        return (int(seat) - base) % seats

    def by_seat(values: Any, each: int = 1) -> list[int]:
        numbers = [int(number) for seat in around for number in np.ravel(values[seat])]
        return numbers + [0] * (each * (state.MAX_SEATS - seats))

    phase = int(s.phase)
    if not acts:
        phase = {state.MAIN_LOOK: state.DRAWING, state.SHARP: state.DRAWING}.get(phase, phase)
        phase = {state.SIDE_LOOK: state.DEALING, state.CHOOSING: state.DEALING}.get(phase, phase)
    unseen = s.main_left.tolist()
    if not acts and pending(table):
        unseen[pending(table) - 1] += 1
    deck = state.MAIN_CARDS - int(s.laid.sum()) - (acts and pending(table) > 0)
    for seat in table.seats:
        for card in s.aside[seat]:
            if card and seat != viewer:
                unseen[card - 1] += 1
        deck -= s.refused[seat] * notices_look(table, viewer, seat) + s.thrown[seat] * notices_throw(table, viewer, seat)
    dealing = acts and phase in (state.DEALING, state.SIDE_LOOK, state.CHOOSING)
    own_side = table.side_deck(viewer) if dealing else []
    if dealing and s.shared and phase != state.CHOOSING:
        others = [code for seat in table.seats if seat != viewer for code in table.hand(seat)]
        own_side = [] if s.random_deck[0] else own_side + others
    looked_side = 1 + int(s.side_card[s.looked_side]) if acts and s.looked_side >= 0 else 0
    asked = 0 if s.question == 0 else int(s.question)
    return {
        "phase": [int(not over and phase == each) for each in range(8)],
        "to_act": [-1 if over else distance(s.to_act)],
        "first": [distance(s.first)],
        "own_hand": by_kind(table.hand(viewer)) if viewer >= 0 else [0] * NUM_KINDS,
        "own_total": [int(viewer >= 0 and s.total[base] == total) for total in range(12, 28)],
        "own_side": by_kind(own_side),
        "looked_side": [looked_side],
        "looked_main": [int(s.looked_main) if acts else 0],
        "drawn": [int(s.drawn) if acts or s.phase != state.SHARP else 0],
        "card_played": [int(s.card_played)],
        "own_look": [int(viewer >= 0 and s.force_sensitive[viewer] and s.look[viewer] == state.UNUSED)],
        "own_throws": [int(s.cardsharp_uses - s.throws[viewer]) if viewer >= 0 and s.cardsharp[viewer] else 0],
        "wager_on_game": [int(s.wager_on_game)],
        "question": [int(asked == each) for each in (1, 2, 3)],
        "offered": [int(s.offered) if asked else 0],
        "first_offer": [int(s.first_offer) if asked else 0],
        "offer_limit": [int(s.offer_limit) if asked else 0],
        **{
            name: [int(s[name])]
            for name in ("pot", "ante", "max_bet", "max_round_bet", "played_rounds", "rounds", "max_rounds")
        },
        "decider": [int(s.decider)],
        "last_winner": [1 + distance(s.last_winner) if s.last_winner >= 0 else 0],
        "deck": [int(deck)],
        "bust_cards": [sum(count for value, count in enumerate(unseen, 1) if s.total[base] + value > 20)],
        "unseen": unseen,
        "status": by_seat(SHOWN_STATUS[s.status]),
        "total": by_seat(s.total),
        "cards": by_seat(s.cards),
        "hand_left": by_seat([len(table.hand(seat)) for seat in table.seats]),
        "won": by_seat(s.won),
        "table": by_seat(s.table, each=9),
        "stack": by_seat(s.stack),
        "game_bet": by_seat(s.game_bets),
        "round_bet": by_seat(s.round_bets),
        "tie_breaker": by_seat(s.tie_breaker),
        "look": by_seat([s.look[seat] * notices_look(table, viewer, seat) for seat in table.seats]),
        "throws": by_seat([s.throws[seat] * notices_throw(table, viewer, seat) for seat in table.seats]),
    }


@given(data=st.data())
@unhurried
def test_rp11_an_observation_says_what_its_seat_may_see_and_no_more(tables: ModuleType, data: st.DataObject):
    table = data.draw(tables.any_table())
    viewer = data.draw(st.integers(SPECTATOR, len(table.seats) - 1))
    observation = table.observation(viewer)
    low, high = table.game.layout.bounds()
    assert (low <= observation).all()
    assert (observation <= high).all()
    numbers, expected = table.numbers(viewer), expected_numbers(table, viewer)
    assert set(numbers) == set(expected)
    for name in numbers:
        assert numbers[name] == expected[name], name


def test_rp11_tables_totals_stands_hands_and_bets_are_seen_by_all(new_table: NewTable):
    table = new_table(
        ("+1", "+2", "±1T"), ("+1",) * 4, ("D",), main=[[9, 8, 7, 3, 4]], max_bet=5, max_round_bet=3, bankroll=[50, 40, 30]
    )
    table.play("0: offer 4", "1: accept", "2: decline", "0: offer 2", "1: decline", "2: accept")
    table.play("0: play ±1T as -1", "0: stand", "1: end turn", "2: end turn", "1: play +1")
    expected = [
        {"status": "stands", "total": 8, "table": [9, -1], "hand_left": 2, "won": 0, "stack": 43},
        {"status": "draws", "total": 12, "table": [8, 3, 1], "hand_left": 3, "won": 0, "stack": 35},
        {"status": "draws", "total": 7, "table": [7], "hand_left": 1, "won": 0, "stack": 27},
    ]
    bets = [(4, 2, True), (4, 0, False), (0, 2, False)]
    for viewer in (0, 1, 2, SPECTATOR):
        seen = table.knows(viewer)["seats"]
        for seat in range(3):
            shown = seen[(seat - max(viewer, 0)) % 3]
            assert {name: shown[name] for name in expected[seat]} == expected[seat]
            assert (shown["game_bet"], shown["round_bet"], shown["tie_breaker"]) == bets[seat]
        assert table.knows(viewer)["pot"] == 15


def test_rp11_a_hand_is_seen_by_its_owner_alone(new_table: NewTable):
    table = new_table(("+1", "D"), ("2&4", "-6"), main=[[5]])
    assert [table.knows(viewer)["hand"] for viewer in (0, 1, SPECTATOR)] == [["+1", "D"], ["-6", "2&4"], []]


def test_rp11_a_seat_counts_the_main_cards_that_it_did_not_see(new_table: NewTable):
    table = new_table((), (), main=[[10, 10, 8, 7]])
    table.play("0: end turn", "1: end turn", "0: end turn")
    for viewer in (0, 1, SPECTATOR):
        told = table.knows(viewer)
        assert (told["deck"], told["unseen"]) == (36, [4, 4, 4, 4, 4, 4, 3, 3, 4, 2])
    # 18 lie before seat 0: all but ones and twos are too many; 17 before seat 1
    assert [table.knows(viewer)["bust_cards"] for viewer in (0, 1)] == [36 - 8, 36 - 12]


def test_rp11_what_a_seat_put_aside_itself_it_does_not_count_as_unseen(new_table: NewTable):
    table = new_table((), (), main=[[10, 9, 8]], force_sensitive=[True, False], cardsharp=[True, False], cardsharp_uses=1)
    table.play("0: look")
    assert (table.knows(0)["deck"], table.knows(0)["unseen"][9]) == (39, 3)
    assert (table.knows(1)["deck"], table.knows(1)["unseen"][9]) == (40, 4)
    table.play("0: refuse it")
    assert (table.knows(0)["deck"], table.knows(0)["unseen"][8:]) == (38, [3, 3])
    assert (table.knows(1)["deck"], table.knows(1)["unseen"][8:]) == (40, [4, 4])
    table.play("0: throw it away")
    assert (table.knows(0)["deck"], table.knows(0)["unseen"][7:]) == (37, [3, 3, 3])
    assert (table.knows(1)["deck"], table.knows(1)["unseen"][7:]) == (39, [3, 4, 4])


# ---- while hands are dealt (RP-3, RP-9, RP-10) ----------------------------------------------------------------------


def test_a_seat_sees_its_own_deck_while_its_hand_is_dealt(new_table: NewTable):
    table = new_table(num_players=2, side_decks=[TEN, "plain"], side={0: ["D", "+2"]}, force_sensitive=True)
    assert sorted(table.knows(0)["side_deck"]) == sorted(TEN)
    table.play("0: draw")
    assert sorted([*table.knows(0)["side_deck"], "D"]) == sorted(TEN)
    for viewer in (1, SPECTATOR):
        assert (table.knows(viewer)["side_deck"], table.knows(viewer)["phase"]) == ([], "dealing")
    table.play("0: look")
    assert (table.knows(0)["looked_at"], table.knows(0)["phase"]) == ("+2", "side look")
    assert (table.knows(1)["looked_at"], table.knows(1)["phase"]) == (None, "dealing")


def test_of_a_shared_deck_a_seat_knows_the_list_less_its_own_cards(new_table: NewTable):
    """Before it chooses, what the others hold is in it too."""
    table = new_table(
        num_players=2, shared_side_deck=True, side_decks=TEN, cardsharp=[True, False], force_sensitive=[False, True], seed=2
    )
    assert sorted(table.knows(0)["side_deck"]) == sorted(set(TEN) - set(table.hand(0)))
    chosen = table.side_deck()[:2]
    table.play(f"0: choose {chosen[0]}", f"0: choose {chosen[1]}", "1: draw")
    assert sorted(table.knows(1)["side_deck"]) == sorted(set(TEN) - set(table.hand(1)))


def test_of_a_random_shared_deck_a_seat_knows_nothing_before_it_chooses(new_table: NewTable):
    given: dict[str, Any] = {"num_players": 2, "shared_side_deck": True, "side_decks": "random", "seed": 2}
    table = new_table(force_sensitive=[True, False], cardsharp=[True, False], **given)
    assert table.knows(0)["side_deck"] == []
    table.play("0: draw", "0: draw")
    assert (table.knows(0)["phase"], table.knows(0)["side_deck"]) == ("choosing", table.side_deck())
    assert table.knows(1)["phase"] == "dealing"


# ---- who notices (RP-9, RP-10) --------------------------------------------------------------------------------------

MIXTURES = [
    ([True, True], [True, True]),
    ([True, False], [True, False]),
    ([True, True, False], [True, False, True]),
    ([True, False, False, True], [True, True, False, True]),
    ([True, False, True, False], [True, True, False, False]),
]
mixtures = pytest.mark.parametrize(("force", "sharp"), MIXTURES, ids=str)


@mixtures
def test_rp9_only_force_sensitive_seats_notice_a_look(new_table: NewTable, force: list[bool], sharp: list[bool]):
    table = new_table(*[()] * len(force), main=[[10, 9]], force_sensitive=force)
    table.play("0: look")
    for told in ("at a main card", "at a main card, refused"):
        for viewer in (*table.seats, SPECTATOR):
            seen = table.knows(viewer)
            notices = viewer >= 0 and force[viewer]
            assert seen["seats"][-max(viewer, 0) % len(force)]["looked"] == (told if notices else None)
            if viewer != 0:
                assert (seen["looked_at"], seen["drawn"]) == (None, None if told == "at a main card" else 9)
                assert seen["deck"] == (40 if told == "at a main card" else 38 if notices else 39)
        if told == "at a main card":
            assert [table.knows(viewer)["phase"] for viewer in table.seats] == ["main look", *["drawing"] * (len(force) - 1)]
            table.play("0: refuse it")


@mixtures
def test_rp10_only_cardsharps_notice_a_card_thrown_away(new_table: NewTable, force: list[bool], sharp: list[bool]):
    table = new_table(*[()] * len(sharp), main=[[10, 9]], cardsharp=sharp)
    for viewer in (*table.seats[1:], SPECTATOR):
        seen = table.knows(viewer)
        assert (seen["phase"], seen["drawn"], seen["deck"], seen["unseen"]) == ("drawing", None, 40, [4] * 10)
    table.play("0: throw it away")
    for viewer in (*table.seats, SPECTATOR):
        seen = table.knows(viewer)
        notices = viewer >= 0 and sharp[viewer]
        assert seen["seats"][-max(viewer, 0) % len(sharp)]["throws"] == notices
        assert seen["deck"] == (38 if notices else 39)
        assert seen["unseen"] == [4, 4, 4, 4, 4, 4, 4, 4, 3, 3 if viewer == 0 else 4]


def test_rp9_a_look_at_a_side_card_is_noticed_like_any_other(new_table: NewTable):
    table = new_table(num_players=3, side_decks=TEN, force_sensitive=[True, False, True])
    table.play("0: look", "0: refuse it")
    looked = [table.knows(viewer)["seats"][-viewer % 3]["looked"] for viewer in range(3)]
    assert looked == ["at a side card, refused", None, "at a side card, refused"]


# ---- leaks ----------------------------------------------------------------------------------------------------------


def shown(table: Any, viewer: int) -> tuple[bytes, ...]:
    """Observation, mask and infos of a seat, or what a spectator sees."""
    if viewer == SPECTATOR:
        return (table.observation(viewer).tobytes(),)
    agent = f"player_{viewer}"
    seen = table.env.observe(agent)
    return (seen["observation"].tobytes(), seen["action_mask"].tobytes(), repr(table.env.infos[agent]).encode())


def swap_with_deck(s: Any, card: int, rng: random.Random) -> int:
    """Some card of the main deck for this one."""
    s.main_left[card - 1] += 1
    value = rng.choice([value for value in range(10) if s.main_left[value] > 0])
    s.main_left[value] -= 1
    return value + 1


def change_what_is_hidden(table: Any, viewer: int, rng: random.Random) -> None:
    """Other hands, decks, hidden cards, unnoticed looks and throws, and the chance to come."""
    s = table.s
    table.env._states["key"] = np.uint64(rng.getrandbits(64))
    chooses = s.to_act == viewer and s.phase in (state.DEALING, state.SIDE_LOOK, state.CHOOSING)
    for seat in table.seats:
        if seat == viewer:
            continue
        if not s.shared:
            for card in range(seat * 10, seat * 10 + 10):
                s.side_card[card] = rng.randrange(NUM_KINDS)
        held = [place for place in range(4) if s.hand[seat, place] != state.NO_CARD]
        if not (s.shared and chooses):
            for place in held:
                s.hand[seat, place] = rng.randrange(NUM_KINDS)
        for place in range(state.MOST_ASIDE):
            if s.aside[seat, place]:
                s.aside[seat, place] = swap_with_deck(s, s.aside[seat, place], rng)
        if not notices_look(table, viewer, seat):
            s.look[seat] = rng.randrange(5)
        if not notices_throw(table, viewer, seat):
            s.throws[seat] = rng.randrange(4)
    if s.to_act != viewer and s.phase == state.MAIN_LOOK:
        s.looked_main = swap_with_deck(s, s.looked_main, rng)
    if s.to_act != viewer and s.phase == state.SHARP:
        s.drawn = swap_with_deck(s, s.drawn, rng)
    table.refresh()


@given(data=st.data(), seed=st.integers(0, 2**32))
@unhurried
def test_rp11_what_is_hidden_makes_no_difference_to_what_is_seen(tables: ModuleType, data: st.DataObject, seed: int):
    table = data.draw(tables.any_table())
    viewer = data.draw(st.integers(SPECTATOR, len(table.seats) - 1))
    seen = shown(table, viewer)
    change_what_is_hidden(table, viewer, random.Random(seed))
    assert shown(table, viewer) == seen


def test_rp11_a_change_shows_to_those_who_may_see_it(new_table: NewTable):
    sharp = {"cardsharp": [True, False, False], "cardsharp_uses": 2}
    table = new_table(("+1",), ("D",), (), main=[[10, 9]], force_sensitive=[True, True, False], **sharp)

    def changed(by: Callable[[], None]) -> list[int]:
        before = [shown(table, viewer) for viewer in table.seats]
        by()
        return [viewer for viewer in table.seats if shown(table, viewer) != before[viewer]]

    def write(field: str, *place: int, value: int) -> Callable[[], None]:
        return lambda: table.s[field].__setitem__(place, value)

    assert changed(write("hand", 1, 0, value=KINDS.index("3&6"))) == [1]
    assert changed(write("look", 0, value=state.SIDE_REFUSED)) == [0, 1]
    assert changed(write("throws", 0, value=1)) == [0]
    assert changed(write("won", 2, value=1)) == [0, 1, 2]
    assert changed(lambda: table.act("draw")) == [0]  # a cardsharp looks at his card
    assert changed(lambda: table.act("keep it")) == [0, 1, 2]


def test_rp11_the_private_questions_of_a_turn_look_alike_to_others(new_table: NewTable):
    """Draw or look, take or refuse, keep or throw away: a seat that notices neither sees one and the same."""
    table = new_table((), (), main=[[10, 9]], force_sensitive=[True, False], cardsharp=[True, False])
    seen = [shown(table, 1)]
    for move in ("0: look", "0: refuse it"):
        table.play(move)
        seen.append(shown(table, 1))
    assert seen[0] == seen[1] == seen[2]
    assert table.legal == {"keep it", "throw it away"}


# ---- the redraw: what it keeps --------------------------------------------------------------------------------------

MAY_CHANGE = {
    "key", "seed", "phase", "drawn", "hand", "looked_side", "looked_main", "look", "throws", "main_left", "main_drawn", "aside",
    "refused", "thrown", "thrown_now", "side_card", "side_place", "refused_side",
}  # fmt: skip


def main_cards(table: Any) -> list[int]:
    """By value, the main cards in the deck, put aside or hidden: those that lie on no table."""
    s = table.s
    counts = s.main_left.astype(int)
    for card in [*s.aside.ravel().tolist(), pending(table)]:
        if card:
            counts[card - 1] += 1
    return counts.tolist()


def refused_kind(table: Any, seat: int) -> int | None:
    """The kind of the side card that the seat refused."""
    card = int(table.s.refused_side[seat])
    return None if card < 0 else int(table.s.side_card[card])


def side_cards(table: Any) -> list[Any]:
    """What is known of the side decks: the kinds of listed ones, which of all cards were played, how many are where."""
    s = table.s
    found: list[Any] = []
    for seat in table.seats[: 1 if s.shared else None]:
        cards = [(int(s.side_card[card]), int(s.side_place[card])) for card in table._places(seat)]
        found.append(sorted(kind for kind, place in cards if place == state.PLAYED))
        found.append(Counter(max(place, state.PLAYED) for _, place in cards))
        if not s.random_deck[seat]:
            found.append(sorted(kind for kind, _ in cards))
        else:
            assert len({kind for kind, _ in cards}) == len(cards)
    return found


@given(data=st.data(), seed=st.integers(0, 2**32))
@unhurried
def test_a_redraw_keeps_what_the_seat_has_seen_and_makes_a_game_that_can_be(tables: ModuleType, data: st.DataObject, seed: int):
    table = data.draw(tables.any_table())
    viewer = data.draw(st.sampled_from(table.seats))
    seen, before, rewards = shown(table, viewer), table.env.describe_all(), table.rewards
    hand, mains, refused = table.hand(viewer), main_cards(table), refused_kind(table, viewer)
    looking = table.s.phase in (state.DEALING, state.SIDE_LOOK)  # a card looked at may be redrawn as none
    sides = side_cards(table)
    table.resample(viewer, seed)
    after = table.env.describe_all()
    assert (shown(table, viewer), table.rewards, table.hand(viewer)) == (seen, rewards, hand)
    for name in set(before) - MAY_CHANGE:
        assert after[name] == before[name], name
    assert refused_kind(table, viewer) == refused
    if after["phase"] == state.SHARP and not table.over:
        assert after["throws"][after["to_act"]] < table.s.cardsharp_uses
    assert main_cards(table) == mains
    assert (min(after["main_left"]), sum(after["main_left"])) >= (0, state.MAIN_CARDS - after["main_drawn"])
    assert sum(after["main_left"]) == state.MAIN_CARDS - after["main_drawn"]
    if not looking:
        assert side_cards(table) == sides
    for seat in table.seats:
        held = [table.s.side_card[card] for card in table._places(seat) if table.s.side_place[card] == seat]
        assert sorted(KINDS[kind] for kind in held) == sorted(table.hand(seat))
        assert len(held) == before["hand_left"][seat]
        if notices_look(table, viewer, seat):
            assert (after["look"][seat], after["refused"][seat]) == (before["look"][seat], before["refused"][seat])
        if notices_throw(table, viewer, seat):
            assert (after["throws"][seat], after["thrown"][seat]) == (before["throws"][seat], before["thrown"][seat])
        if not table.s.force_sensitive[seat]:
            assert after["look"][seat] == state.UNUSED
        assert after["throws"][seat] <= table.s.cardsharp_uses * table.s.cardsharp[seat]


@given(data=st.data(), seed=st.integers(0, 2**32))
@unhurried
def test_a_redrawn_game_can_be_played_to_its_end(tables: ModuleType, data: st.DataObject, seed: int):
    table = data.draw(tables.any_table())
    table.resample(data.draw(st.sampled_from(table.seats)), seed)
    units = sum(table.stacks) + table.pot
    table.play_at_random(random.Random(seed), 5000)
    assert table.over
    assert (sum(table.stacks), table.pot) == (units, 0)


def test_the_future_is_drawn_anew(new_table: NewTable):
    table = new_table((), (), main=[[5]])
    cards = Counter()
    for seed in range(DRAWS):
        table.resample(0, seed)
        twin = table.env.clone()
        twin.step(twin.parse_action("end turn"))
        cards[int(twin._states["table"][0, 1, 0])] += 1
    assert set(cards) == set(range(1, 11))


# ---- the redraw: hands ----------------------------------------------------------------------------------------------


def redrawn(table: Any, viewer: int, look_at: Callable[[Any], Any]) -> list[Any]:
    """What is found in so many redraws of the table."""
    found = []
    for seed in range(DRAWS):
        table.resample(viewer, seed)
        found.append(look_at(table))
    return found


def counted(hands: list[list[str]], codes: list[str]) -> list[int]:
    return [sum(code in hand for hand in hands) for code in codes]


def test_a_hand_from_a_known_deck_is_any_four_of_its_ten(tables: ModuleType, new_table: NewTable):
    table = new_table(num_players=3, side_decks=TEN, seed=3)
    own = table.hand(0)
    hands = redrawn(table, 0, lambda table: (table.hand(0), table.hand(1), table.hand(2)))
    assert all(hand[0] == own for hand in hands)
    for seat in (1, 2):
        tables.assert_about(counted([hand[seat] for hand in hands], TEN), 4 / 10, DRAWS)
    both = sum("D" in hand[1] and "2&4" in hand[1] for hand in hands)
    tables.assert_about([both], 4 * 3 / (10 * 9), DRAWS)
    assert sum("D" in hand[1] and "D" in hand[2] for hand in hands) > 0  # each has a deck of its own


def test_a_card_that_was_played_is_in_no_hand_again(tables: ModuleType, new_table: NewTable):
    table = new_table(("+1", "+2", "+3", "D"), (), main=[[5, 6]], side_decks=[TEN, "plain"])
    table.play("0: play D", "0: stand")
    hands = redrawn(table, 1, lambda table: table.hand(0))
    assert all(len(hand) == 3 and "D" not in hand for hand in hands)
    tables.assert_about(counted(hands, [code for code in TEN if code != "D"]), 3 / 9, DRAWS)


def test_a_hand_from_a_random_deck_may_be_of_any_kinds(tables: ModuleType, new_table: NewTable):
    table = new_table(num_players=2, side_decks=["plain", "random"], seed=3)
    hands = redrawn(table, 0, lambda table: table.hand(1))
    tables.assert_about(counted(hands, list(KINDS)), 4 / 25, DRAWS)
    assert all(len(set(hand)) == 4 for hand in hands)


def test_the_kinds_that_were_played_stay_in_a_random_deck(tables: ModuleType, new_table: NewTable):
    table = new_table(num_players=2, side_decks=["plain", "random"], seed=3, main=[[5, 5]], first=None)
    while table.to_act != 1:
        table.act("end turn")
    table.act(next(name for name in sorted(table.legal) if name.startswith("play ")))
    (played,) = (KINDS[table.s.side_card[card]] for card in table._places(1) if table.s.side_place[card] == state.PLAYED)
    hands = redrawn(table, 0, lambda table: table.hand(1))
    assert all(len(hand) == 3 and played not in hand for hand in hands)
    tables.assert_about(counted(hands, [code for code in KINDS if code != played]), 3 / 24, DRAWS)


def test_of_a_shared_deck_the_others_hold_any_cards_that_are_not_ones_own(tables: ModuleType, new_table: NewTable):
    table = new_table(num_players=3, shared_side_deck=True, side_decks=[*TEN, "±2", "±3", "±4"], seed=3)
    own = table.hand(0)
    unseen = sorted({*TEN, "±2", "±3", "±4"} - set(own))
    hands = redrawn(table, 0, lambda table: (table.hand(1), table.hand(2)))
    for seat in range(2):
        tables.assert_about(counted([hand[seat] for hand in hands], unseen), 4 / 9, DRAWS)
        assert not any(set(hand[seat]) & set(own) for hand in hands)
    assert not any(set(one) & set(other) for one, other in hands)


def test_of_a_random_shared_deck_the_others_hold_any_kinds_that_are_not_ones_own(tables: ModuleType, new_table: NewTable):
    table = new_table(num_players=2, shared_side_deck=True, side_decks="random", seed=3)
    unseen = [kind for kind in KINDS if kind not in table.hand(0)]
    tables.assert_about(counted(redrawn(table, 0, lambda table: table.hand(1)), unseen), 4 / 21, DRAWS)


def choose_all(table: Any) -> None:
    while table.s.phase == state.CHOOSING:
        table.act(f"choose {table.side_deck()[-1]}")


def test_rp10_who_chose_from_a_shared_deck_knows_what_lay_in_it(tables: ModuleType, new_table: NewTable):
    """What was left when seat 1 had chosen: seat 0, dealt after it, has four of these six."""
    table = new_table(num_players=2, shared_side_deck=True, side_decks=TEN, cardsharp=[False, True], max_bet=1, seed=3)
    choose_all(table)
    left = sorted(set(TEN) - set(table.hand(1)))
    tables.assert_about(counted(redrawn(table, 1, lambda table: table.hand(0)), left), 4 / 6, DRAWS)
    tables.assert_about(
        counted(redrawn(table, 0, lambda table: table.hand(1)), sorted(set(TEN) - set(table.hand(0)))), 4 / 6, DRAWS
    )


def test_rp10_who_chose_last_from_a_known_deck_knows_what_is_missing(tables: ModuleType, new_table: NewTable):
    """Of two others that is one hand; of three, not who of the two before holds what."""
    table = new_table(num_players=2, shared_side_deck=True, side_decks=TEN, cardsharp=True, max_bet=1, seed=3)
    choose_all(table)
    before = table.hand(0)
    assert set(map(tuple, redrawn(table, 1, lambda table: table.hand(0)))) == {tuple(before)}
    table = new_table(num_players=3, shared_side_deck=True, side_decks=KINDS[:14], cardsharp=True, max_bet=1, seed=3)
    choose_all(table)
    gone = table.hand(0) + table.hand(1)
    hands = redrawn(table, 2, lambda table: (table.hand(0), table.hand(1)))
    assert all(sorted(one + other) == sorted(gone) for one, other in hands)
    tables.assert_about(counted([one for one, _ in hands], gone), 1 / 2, DRAWS)


def test_rp10_who_chooses_is_left_with_what_he_sees(new_table: NewTable):
    table = new_table(num_players=2, shared_side_deck=True, side_decks=TEN, cardsharp=[True, True], max_bet=1, seed=3)
    table.act(f"choose {table.side_deck()[0]}")
    deck, legal = table.side_deck(), table.legal
    for seed in range(20):
        table.resample(0, seed)
        assert (table.side_deck(), table.legal) == (deck, legal)


# ---- the redraw: looks and throws -----------------------------------------------------------------------------------


def test_rp9_a_noticed_refusal_stays_and_its_card_may_be_any_unseen_one(tables: ModuleType, new_table: NewTable):
    """The 9 that came next lies: of the 39 other cards four are of each value but three nines."""
    table = new_table((), (), main=[[10, 9]], force_sensitive=True)
    table.play("0: look", "0: refuse it")
    looks = redrawn(table, 1, lambda table: (int(table.s.look[0]), int(table.s.refused[0]), int(table.s.aside[0, 0])))
    assert {look[:2] for look in looks} == {(state.MAIN_REFUSED, 1)}
    cards = Counter(look[2] for look in looks)
    tables.assert_about([cards[value] for value in range(1, 11) if value != 9], 4 / 39, DRAWS)
    tables.assert_about([cards[9]], 3 / 39, DRAWS)


def test_rp10_a_noticed_throw_stays_and_its_card_may_be_any_unseen_one(tables: ModuleType, new_table: NewTable):
    table = new_table((), (), main=[[10, 9, 8]], cardsharp=True, cardsharp_uses=2)
    table.play("0: throw it away", "0: throw it away")
    throws = redrawn(table, 1, lambda table: (int(table.s.throws[0]), *table.s.aside[0, :2].tolist()))
    assert {throw[0] for throw in throws} == {2}
    cards = Counter(card for throw in throws for card in throw[1:])
    tables.assert_about([cards[value] for value in range(1, 11) if value != 8], 4 / 39, 2 * DRAWS)


def test_what_a_seat_put_aside_itself_stays(new_table: NewTable):
    table = new_table((), (), main=[[10, 9, 8]], force_sensitive=[True, False], cardsharp=[True, False])
    table.play("0: look", "0: refuse it", "0: throw it away")
    assert set(redrawn(table, 0, lambda table: tuple(table.s.aside[0, :2].tolist()))) == {(10, 9)}


def test_rp9_rp10_whether_there_was_an_unnoticed_look_or_throw_is_drawn_again(tables: ModuleType, new_table: NewTable):
    """A cardsharp has two blind side cards and one main card to look at: at each he did or not, evenly, and refused or not.

    So 3 of 4 times at a side card, 1 of 8 at the main card; and he threw it away or not.
    """
    table = new_table((), (), main=[[10, 9]], force_sensitive=[True, False], cardsharp=[True, False])
    table.play("0: draw", "0: keep it")
    found = redrawn(table, 1, lambda table: tuple(int(table.s[name][0]) for name in ("look", "refused", "throws", "thrown")))
    looks = Counter(each[0] for each in found)
    tables.assert_about([looks[state.SIDE_TAKEN], looks[state.SIDE_REFUSED]], 3 / 8, DRAWS)
    tables.assert_about([looks[state.MAIN_TAKEN], looks[state.MAIN_REFUSED]], 1 / 16, DRAWS)
    tables.assert_about([looks[state.UNUSED]], 1 / 8, DRAWS)
    throws = Counter(each[2] for each in found)
    tables.assert_about([throws[0], throws[1]], 1 / 2, DRAWS)
    for look, refused, thrown_in_game, thrown in found:
        assert refused == (look == state.MAIN_REFUSED)
        assert thrown == thrown_in_game
    for seed in range(50):
        table.resample(1, seed)
        assert np.count_nonzero(table.s.aside[0]) == table.s.refused[0] + table.s.thrown[0]


def test_rp9_an_unnoticed_look_may_have_been_in_an_earlier_round(tables: ModuleType, new_table: NewTable):
    """Two blind side cards, a main card in the first round, one in the second: 3 of 4, 1 of 8, 1 of 16."""
    table = new_table((), (), main=[[9, 9], [5, 6]], force_sensitive=[True, False], cardsharp=[True, False], cardsharp_uses=0)
    table.play("0: draw", "0: stand", "1: stand", "1: end turn", "0: draw")
    found = redrawn(table, 1, lambda table: (int(table.s.look[0]), int(table.s.refused[0])))
    looks = Counter(look for look, _ in found)
    tables.assert_about([looks[state.SIDE_TAKEN] + looks[state.SIDE_REFUSED]], 3 / 4, DRAWS)
    tables.assert_about([looks[state.MAIN_TAKEN] + looks[state.MAIN_REFUSED]], 3 / 16, DRAWS)
    tables.assert_about([looks[state.UNUSED]], 1 / 16, DRAWS)
    tables.assert_about([sum(refused for _, refused in found)], 1 / 32, DRAWS)  # of this round alone


@mixtures
def test_a_redraw_leaves_what_is_noticed_and_draws_the_rest(new_table: NewTable, force: list[bool], sharp: list[bool]):
    table = new_table(*[()] * len(force), main=[[10, 9, 8, 7]], force_sensitive=force, cardsharp=sharp)
    table.play("0: look", "0: refuse it", "0: throw it away", "0: stand")
    for viewer in table.seats[1:]:
        copy = table.env.save_state()
        looks = set(redrawn(table, viewer, lambda table: int(table.s.look[0])))
        throws = set(redrawn(table, viewer, lambda table: int(table.s.throws[0])))
        assert looks == ({state.MAIN_REFUSED} if force[viewer] else set(range(5)))
        assert throws == ({1} if sharp[viewer] else {0, 1})
        table.env.load_state(copy)


def test_who_is_not_force_sensitive_is_never_redrawn_as_having_looked(new_table: NewTable):
    table = new_table((), (), (), main=[[5, 6, 7]], cardsharp=[False, False, True])
    for viewer in table.seats:
        assert set(redrawn(table, viewer, lambda table: tuple(table.s.look.tolist()))) == {(0, 0, 0, 0)}
        assert all(throws[:2] == (0, 0) for throws in redrawn(table, viewer, lambda table: tuple(table.s.throws.tolist())))


def test_a_noticed_look_in_progress_is_at_any_unseen_card(tables: ModuleType, new_table: NewTable):
    table = new_table((), (), main=[[10, 9]], force_sensitive=True)
    table.play("0: look")
    found = redrawn(table, 1, lambda table: (int(table.s.phase), int(table.s.looked_main)))
    assert {phase for phase, _ in found} == {state.MAIN_LOOK}
    tables.assert_about(np.bincount([card for _, card in found], minlength=11)[1:], 1 / 10, DRAWS)


def test_a_noticed_look_at_a_side_card_is_at_any_card_that_is_left(tables: ModuleType, new_table: NewTable):
    table = new_table(num_players=2, side_decks=TEN, force_sensitive=True)
    table.play("0: look")
    found = redrawn(table, 1, lambda table: KINDS[table.s.side_card[table.s.looked_side]])
    tables.assert_about([found.count(code) for code in TEN], 1 / 10, DRAWS)


@pytest.mark.parametrize("moves", [(), ("0: look",), ("0: draw",), ("0: look", "0: refuse it")], ids=str)
def test_a_turn_in_private_is_redrawn_alike_whatever_it_has_come_to(new_table: NewTable, moves: tuple[str, ...]):
    """A seat that notices neither looks nor throws can not tell the four apart: no redraw may."""
    table = new_table((), (), main=[[10, 9]], force_sensitive=[True, False], cardsharp=[True, False])
    table.play(*moves)
    found = set(redrawn(table, 1, lambda table: (int(table.s.phase), int(table.s.look[0]), int(table.s.looked_main))))
    assert found == {(state.DRAWING, state.UNUSED, 0)}
    assert table.legal == {"draw", "look"}


# ---- the redraw: a shared deck, and turns that look alike ---------------------------------------------------------------


def test_rp10_who_chose_last_from_a_random_deck_does_not_know_what_is_missing(tables: ModuleType, new_table: NewTable):
    """He saw what lay in it when he chose, not what the deck was made of: any kinds but these and his own."""
    table = new_table(num_players=2, shared_side_deck=True, side_decks="random", cardsharp=True, max_bet=1, seed=3)
    choose_all(table)
    unknown = sorted(set(KINDS) - set(table.hand(1)) - set(table.side_deck()))
    tables.assert_about(counted(redrawn(table, 1, lambda table: table.hand(0)), unknown), 4 / len(unknown), DRAWS)


@pytest.mark.parametrize("deck", [["D", *["+1"] * 6, *["+2"] * 5], "random"], ids=["listed", "random"])
def test_rp9_a_side_card_that_the_seat_refused_was_in_the_shared_deck_after_that(new_table: NewTable, deck: Any):
    """So no seat that was dealt before it holds the only one of its kind: the deck has it, or a seat dealt later."""
    for seed in range(200):
        table = new_table(
            num_players=3, shared_side_deck=True, side_decks=deck, force_sensitive=[False, True, False], seed=seed
        )
        table.play("1: look")
        refused = table.knows(1)["looked_at"]
        table.play("1: refuse it")
        if refused not in table.hand(1) and (deck == "random" or refused == "D"):
            break
    assert not any(refused in hand for hand in redrawn(table, 1, lambda table: table.hand(0)))
    assert all(refused in cards for cards in redrawn(table, 1, lambda table: table.hand(2) + table.side_deck()))


def ways_on(table: Any, viewer: int) -> Counter[tuple[int, ...]]:
    """Question and look of seat 0 in the redraws for a viewer."""
    return Counter(redrawn(table, viewer, lambda table: (int(table.s.phase), int(table.s.look[0]))))


@pytest.mark.parametrize(
    "notices", [("cardsharp",), ("force_sensitive",), ("cardsharp", "force_sensitive")], ids=["throws", "looks", "both"]
)
def test_a_turn_in_private_is_redrawn_alike_for_who_notices_things(new_table: NewTable, notices: tuple[str, ...]):
    """Before the card is drawn, and when the cardsharp has it in his hand, the viewer sees the same."""
    both = {name: [True, name in notices] for name in ("force_sensitive", "cardsharp")}
    table = new_table((), (), main=[[10, 9]], **both)
    seen, before = shown(table, 1), ways_on(table, 1)
    table = new_table((), (), main=[[10, 9]], **both)
    table.play("0: draw")
    assert shown(table, 1) == seen
    after = ways_on(table, 1)
    for way in set(before) | set(after):
        assert abs(before[way] - after[way]) < 5 * (DRAWS / 2) ** 0.5, way


@pytest.mark.parametrize(
    ("notices", "moves", "phase"),
    [
        ("cardsharp", ("0: draw", "0: throw it away"), state.SHARP),
        ("force_sensitive", ("0: look", "0: take it"), state.SHARP),
        ("force_sensitive", ("0: look", "0: refuse it"), state.SHARP),
        ("force_sensitive", ("0: draw", "0: throw it away"), state.DRAWING),
        ("cardsharp", ("0: look", "0: refuse it"), state.DRAWING),
    ],
    ids=str,
)
def test_the_question_of_a_turn_in_private_fits_what_was_noticed(
    new_table: NewTable, notices: str, moves: tuple[str, ...], phase: int
):
    """Who saw a card thrown away just now, or knows that the look is used, knows that a card is in the cardsharp's hand."""
    both = {name: [True, name == notices] for name in ("force_sensitive", "cardsharp")}
    table = new_table((), (), main=[[10, 9, 8]], cardsharp_uses=2, **both)
    table.play(*moves)
    assert {way[0] for way in ways_on(table, 1)} == {phase}
    assert (table.s.drawn > 0) == (phase == state.SHARP)


def test_rp9_the_card_that_was_just_thrown_away_may_have_come_after_a_look(tables: ModuleType, new_table: NewTable):
    """A cardsharp saw the throw, not whether the Force was used: two side cards and this one were chances for that."""
    table = new_table((), (), main=[[10, 9, 8]], force_sensitive=[True, False], cardsharp=True, cardsharp_uses=2)
    table.play("0: draw", "0: throw it away")
    looks = Counter(redrawn(table, 1, lambda table: int(table.s.look[0])))
    tables.assert_about([looks[state.SIDE_TAKEN] + looks[state.SIDE_REFUSED]], 3 / 4, DRAWS)
    tables.assert_about([looks[state.MAIN_TAKEN] + looks[state.MAIN_REFUSED], looks[state.UNUSED]], 1 / 8, DRAWS)


def test_rp10_who_is_asked_about_a_card_has_a_throw_left(new_table: NewTable):
    """It is known that the look is used, so it can only be this question: no card was thrown away before."""
    table = new_table((), (), main=[[5, 6, 7]], force_sensitive=True, cardsharp=[True, False])
    table.play("0: look", "0: take it", "0: keep it", "0: end turn", "1: draw", "1: end turn")
    assert set(redrawn(table, 1, lambda table: (int(table.s.phase), int(table.s.throws[0])))) == {(state.SHARP, 0)}


def hidden_of_seat_0(table: Any) -> tuple[int, ...]:
    return (int(table.s.refused_side[0]), int(table.s.thrown_now))


@pytest.mark.parametrize("moves", [("0: look", "0: refuse it"), ("0: draw",) * 2 + ("throw",)], ids=["refused", "thrown"])
def test_nothing_in_a_redrawn_record_tells_what_another_seat_did_unnoticed(new_table: NewTable, moves: tuple[str, ...]):
    """A cardsharp with the Force that did what nobody else notices, beside one that drew blind and kept its card."""

    def records(unnoticed: bool) -> set[tuple[int, ...]]:
        table = new_table(num_players=2, force_sensitive=[True, False], cardsharp=[True, False], cardsharp_uses=2, seed=3)
        while table.s.phase != state.SHARP:
            legal = table.legal
            if "look" in legal:
                table.act("look" if unnoticed and "0: look" in moves else "draw")
            elif "refuse it" in legal:
                table.act("refuse it")
            else:
                table.act("end turn" if "end turn" in legal else sorted(legal)[0])
        if unnoticed and "throw" in moves:
            table.act("throw it away")
        return set(redrawn(table, 1, hidden_of_seat_0))

    assert records(True) == records(False)
