"""Bespin Pazaak: who sees what, what nobody else must notice, and the redraw of what a seat can not see."""

import random
from typing import Any

import numpy as np
import pytest
from backroom.envs.bespin_pazaak import state
from backroom.envs.core.game import Game
from backroom.envs.core.record import NOBODY
from backroom.envs.kit import pazaak
from backroom.envs.kit.wagers import NO_QUESTION
from hypothesis import given
from hypothesis import strategies as st

from ..table import SEEDS, SPECTATOR, assert_shares, examples
from .tables import ANY_TABLE, SIDE_DECK, BespinTable, plain_table

WILD = 7
DRAWS = 2000
HIDDEN = {"key", "hand", "side_left", "wild_size", "thrown_side", "cheats", "just_drawn"}
TENS = {(number, seat): [10] for number in range(5) for seat in range(2)}

unhurried = examples(100)


# ---- the observation ----------------------------------------------------------------------------------------------


def expected_numbers(table: BespinTable, viewer: int) -> dict[str, list[int]]:
    """What every piece of the observation says, by the fields of the record."""
    s, base = table.s, max(viewer, 0)
    seats = [base, 1 - base]
    over = bool(s.over)
    asked = not over and s.question != NO_QUESTION

    def own(value: Any) -> list[int]:
        return [0 if viewer < 0 else int(value)]

    def by_seat(values: Any) -> list[int]:
        return [int(number) for seat in seats for number in np.ravel(values[seat])]

    asked_about_card = viewer >= 0 and not over and s.phase == state.HAND and s.to_act == viewer
    discards = [(0, 1, 1, 2, 2, 2, 2, 2)[s.row[seat]] - s.discards_used[seat] for seat in range(2)]
    busts = [sum(s.main_left[seat, value - 1] for value in range(1, 11) if s.total[seat] + value > 20) for seat in range(2)]
    last = 0 if s.last_winner == NOBODY else 1 if s.last_winner == base else -1
    return {
        "phase": [int(not over and s.phase == phase) for phase in range(6)],
        "to_act": [-1 if over else abs(int(s.to_act) - base)],
        "first": [abs(int(s.first) - base)],
        "own_hand": s.hand[viewer].tolist() if viewer >= 0 else [0] * 8,
        "own_total": [int(viewer >= 0 and s.total[viewer] == total) for total in range(12, 28)],
        "own_wild": own(s.wild_size[viewer]),
        "just_drawn": [1 + int(s.just_drawn) if asked_about_card else 0],
        "own_cheat": own(s.cheats[viewer]),
        "own_thrown": own(1 + s.thrown_side[viewer]),
        "own_force": own(s.force_left[viewer]),
        "own_dark": own(s.dark_points[viewer]),
        "own_sensitive": own(s.force_sensitive[viewer]),
        "own_motive": own(s.for_rebellion[viewer]),
        "drawn": [int(s.drawn)],
        "second": [int(s.second)],
        "bonus_used": [int(s.bonus_used)],
        "card_played": [int(s.card_played)],
        "opposed": [int(s.opposed)],
        "wager_on_match": [int(s.wager_on_match)],
        "question": [int(asked and s.question == question) for question in (1, 2, 3)],
        "offered": [int(s.offered) if asked else 0],
        "first_offer": [int(s.first_offer) if asked else 0],
        "offer_limit": [int(s.offer_limit) if asked else 0],
        "pot": [int(s.pot)],
        "ante": [int(s.ante)],
        "match_bet": [int(s.match_bets[0])],
        "set_bet": [int(s.set_bets[0])],
        "max_match_bet": [int(s.max_match_bet)],
        "max_set_bet": [int(s.max_set_bet)],
        "sets": [int(s.sets)],
        "max_sets": [int(s.max_sets)],
        "cheating": [int(s.cheating)],
        "caught_pays": [int(s.caught_pays_percent)],
        "dark_side_cost": [int(s.dark_side_cost)],
        "last_winner": [last],
        "last_total": by_seat(s.last_total),
        "status": [2 if s.status[seat] == pazaak.STANDS else 1 for seat in seats],
        "total": by_seat(s.total),
        "cards": by_seat(s.cards),
        "hand_left": by_seat(s.hand.sum(axis=1)),
        "won": by_seat(s.won),
        "table": by_seat(s.table),
        "stack": by_seat(s.stack),
        "skill": by_seat(3 * s.dice + s.pips),
        "roll": by_seat(s.roll),
        "row": by_seat(s.row),
        "discards": by_seat(discards),
        "second_cards": by_seat([int(s.row[seat] >= 2 and not s.second_used[seat]) for seat in range(2)]),
        "force_spent": by_seat(s.force_points - s.force_left),
        "redrew": by_seat(s.redrew),
        "deck": by_seat(s.main_left.sum(axis=1)),
        "bust_cards": by_seat(busts),
        "main_left": by_seat(s.main_left),
        "played": by_seat(s.played),
    }


@unhurried
@given(data=st.data())
def test_every_piece_of_an_observation_reads_back_as_the_records_numbers(game: Game, data: st.DataObject):
    table = data.draw(ANY_TABLE)
    viewer = data.draw(st.integers(SPECTATOR, 1))
    observation = table.observation(viewer)
    low, high = game.layout.bounds()
    assert (low <= observation).all()
    assert (observation <= high).all()
    assert game.layout.read(observation) == expected_numbers(table, viewer)


@pytest.mark.parametrize(
    ("action", "total"),
    [("play +4", 33), ("play wild as plus, size up", 36)],
)
def test_the_highest_total_of_a_lost_set_can_be_seen(action: str, total: int):
    """BP-8: at 20 a seat goes on, draws, and plays a hand card upwards still."""
    table = plain_table(main={(0, 0): [10, 10, 9], (0, 1): [1, 1, 1], (1, 0): [1]}, skills=["12D", "0D"], rolls={0: 41}, wild=6)
    while table.phase_name == "hand":
        table.act("keep")
    table.play("1: end turn", "0: end turn", "1: end turn", "0: end turn", "1: end turn", f"0: {action}", "0: end turn")
    assert table.describe(0)["last_totals"][0] == table.result()["totals"][0] == total
    assert table.env.observation_space("player_0").contains(table.env.observe("player_0"))


def test_nothing_is_said_of_a_turn_while_a_side_bet_is_made():
    """Seat 0 wins by a ninth card from its hand: no hand card was played in a turn of the next set."""
    table = plain_table(main={(0, 1): [1], (0, 0): [1, 1, 1, 3, 3, 3, 3, 7]}, first=1, max_set_bet=1)
    table.play("1: offer 0", "1: stand", *["0: end turn"] * 7, "0: play -3")
    told = table.describe(0)
    assert (told["phase"], told["drawn"], told["second"]) == ("wager", None, None)
    assert (told["card_played"], told["bonus_used"]) == (False, False)


# ---- what is hidden -----------------------------------------------------------------------------------------------


def test_bp4_a_hand_is_seen_by_its_owner_alone():
    table = plain_table(side={0: ["+4", "wild", "-2", "wild four"], 1: ["+3", "+3", "-3", "-4"]}, wild=5)
    own, other, spectator = (table.describe(viewer) for viewer in (0, 1, SPECTATOR))
    assert (own["hand"], own["wild_size"]) == (["+4", "-2", "wild four", "wild"], 5)
    assert (other["hand"], other["wild_size"]) == (["-4", "+3", "+3", "-3"], None)
    assert (spectator["hand"], spectator["wild_size"]) == ([], None)
    assert [told["seats"][0]["hand_left"] for told in (own, other, spectator)] == [4, 4, 4]


def test_bp4_a_played_card_is_seen_by_all():
    table = plain_table(side={0: ["+4", "wild", "-2", "wild four"]}, wild=5, main=TENS)
    table.play("0: play wild as minus")
    for viewer, place in ((0, 0), (1, 1), (SPECTATOR, 0)):
        seat = table.describe(viewer)["seats"][place]
        assert (seat["played"], seat["table"], seat["hand_left"]) == (["wild"], [10, -5], 3)


def test_bp5_rolls_and_bonuses_are_open_discarded_main_cards_too():
    table = plain_table(skills=["6D", "0D"], rolls={0: 22}, main={(0, 1): [1], (0, 0): [9, 5]})
    table.play("1: end turn", "0: discard")
    for viewer, place in ((0, 0), (1, 1), (SPECTATOR, 0)):
        seat = table.describe(viewer)["seats"][place]
        assert (seat["roll"], seat["row"], seat["discards"], seat["second_cards"]) == (22, 2, 0, 1)
        assert (seat["main_left"][8], seat["main_left"][4], seat["deck"]) == (3, 3, 36)
        assert table.describe(viewer)["bonus_used"] is True


def test_bp5_that_a_side_card_was_discarded_is_seen_but_not_which():
    table = plain_table(skills=["9D", "0D"], rolls={0: 31}, main=TENS)
    table.play("0: keep")
    assert (table.describe(0)["just_drawn"], table.describe(1)["just_drawn"], table.describe(SPECTATOR)["just_drawn"]) == (
        "-4",
        None,
        None,
    )
    table.play("0: discard")
    assert [table.describe(viewer)["discarded_side_card"] for viewer in (0, 1, SPECTATOR)] == ["-4", None, None]
    assert [table.describe(viewer)["seats"][place]["redrew"] for viewer, place in ((0, 0), (1, 1), (1, 0))] == [
        True,
        True,
        False,
    ]


def test_bp14_counts_of_the_force_are_a_seats_own():
    """That a point was spent is seen, what is left and the dark side points are not."""
    force = {"force_points": [2, 1], "force_sensitive": [True, False], "motive": ["money", "rebellion"]}
    table = plain_table(skills="1D", rolls={0: ("2D", 5), 1: 5}, **force)
    table.play("0: spend a Force point", "1: hold the Force point")
    own, other, spectator = (table.describe(viewer) for viewer in (0, 1, SPECTATOR))
    names = ("force_points", "dark_side_points", "force_sensitive", "motive")
    assert [own[name] for name in names] == [1, 1, True, "money"]
    assert [other[name] for name in names] == [1, 0, False, "rebellion"]
    assert [spectator[name] for name in names] == [0, 0, False, "money"]
    assert [seat["force_spent"] for seat in own["seats"]] == [1, 0]
    assert [seat["force_spent"] for seat in other["seats"]] == [0, 1]


def seen_by(table: BespinTable, viewer: int) -> tuple[Any, ...]:
    """All that a seat, or a spectator, can notice: observation, mask, results, and the printed table."""
    results = table.game.text.results(table.states, 0)
    told = [] if viewer < 0 else [table.mask(viewer).tolist(), results[viewer]]
    return table.observation(viewer).tolist(), told, table.render(viewer, ("Ann", "Bo"))


def another_hand(table: BespinTable, seat: int, rng: random.Random) -> None:
    """Other side cards in a seat's hand, another one discarded, another size and another plan."""
    s = table.s
    kinds = [kind for kind in range(8) for _ in range(SIDE_DECK[kind] - s.played[seat, kind])]
    rng.shuffle(kinds)
    for kind in range(8):
        s.hand[seat, kind] = kinds[: s.hand_left[seat]].count(kind)
    rest = kinds[s.hand_left[seat] :]
    if s.thrown_side[seat] != NOBODY:
        s.thrown_side[seat] = rest.pop()
    for kind in range(8):
        s.side_left[seat, kind] = rest.count(kind)
    s.wild_size[seat] = rng.randint(0, 6)
    if s.phase == state.HAND and s.to_act == seat and s.just_drawn != NOBODY:
        s.just_drawn = kinds[0]
    if not s.over:
        s.cheats[seat] = rng.randint(0, 1)
    s.force_points[seat] += 1  # one more that was never spent
    s.force_left[seat] += 1
    s.dark_points[seat] += 1
    s.force_sensitive[seat] = 1 - s.force_sensitive[seat]
    s.for_rebellion[seat] = 1 - s.for_rebellion[seat]


@unhurried
@given(data=st.data())
def test_a_seat_notices_nothing_of_the_others_hidden_things(data: st.DataObject):
    """Hand, size of the wild card, discarded side card, announcement, Force points left: BP-4, BP-5, BP-13, BP-14."""
    table = data.draw(ANY_TABLE)
    viewer = data.draw(st.integers(0, 1))
    before, others = seen_by(table, viewer), seen_by(table, 1 - viewer)
    another_hand(table, 1 - viewer, random.Random(data.draw(st.integers(0, 999))))
    assert seen_by(table, viewer) == before
    assert seen_by(table, 1 - viewer) != others, "the other seat does notice"


@unhurried
@given(data=st.data())
def test_a_spectator_notices_nothing_hidden_of_either_seat(data: st.DataObject):
    table = data.draw(ANY_TABLE)
    before, printed = seen_by(table, SPECTATOR), table.env.render()
    for seat in range(2):
        another_hand(table, seat, random.Random(data.draw(st.integers(0, 999))))
    assert seen_by(table, SPECTATOR) == before
    assert table.env.render() == printed


@unhurried
@given(table=ANY_TABLE, key=SEEDS)
def test_nobody_sees_what_chance_will_bring(table: BespinTable, key: int):
    before = [seen_by(table, viewer) for viewer in (SPECTATOR, 0, 1)]
    table.s.key = np.uint64(key)
    assert [seen_by(table, viewer) for viewer in (SPECTATOR, 0, 1)] == before


def test_bp13_an_announcement_is_noticed_by_nobody_until_the_betting_is_done():
    """One match in which seat 1 cheats beside one in which it does not, move by move."""
    given = {"cheating": True, "skills": "1D", "rolls": {0: 4, 1: 5}, "opposed": {0: 2, 1: 3}, "max_match_bet": 2}
    fair, foul = plain_table(**given), plain_table(**given)
    fair.play("0: play fair", "1: play fair")
    foul.play("0: play fair", "1: cheat")
    for move in ("0: offer 1", "1: accept"):
        for viewer in (0, SPECTATOR):
            assert seen_by(fair, viewer) == seen_by(foul, viewer)
        assert (fair.describe(1)["cheats"], foul.describe(1)["cheats"]) == (False, True)
        assert not any(foul.env.infos.values())
        fair.play(move)
        foul.play(move)
    assert foul.over
    assert foul.result(0)["match"]["cheated"] == (False, True)
    assert not fair.over


def test_bp13_that_an_opposed_roll_comes_is_seen_but_not_of_whom():
    given = {"cheating": True, "skills": "1D", "rolls": {0: 4, 1: 5}, "force_points": [0, 1]}
    tables = []
    for announced in (("play fair", "cheat"), ("cheat", "play fair"), ("cheat", "cheat")):
        table = plain_table(**given)
        table.play(f"0: {announced[0]}", f"1: {announced[1]}", "1: hold the Force point")
        assert (table.phase_name, table.describe(SPECTATOR)["opposed_roll"]) == ("Force point", True)
        tables.append(table)
    assert seen_by(tables[0], SPECTATOR) == seen_by(tables[1], SPECTATOR) == seen_by(tables[2], SPECTATOR)
    assert seen_by(tables[1], 0) == seen_by(tables[2], 0), "a cheat does not learn whether the other cheats too"


# ---- the redraw ---------------------------------------------------------------------------------------------------


@unhurried
@given(data=st.data(), key=SEEDS)
def test_a_redraw_changes_nothing_that_the_seat_has_seen(game: Game, data: st.DataObject, key: int):
    table = data.draw(ANY_TABLE)
    viewer = data.draw(st.integers(0, 1))
    seen, before = seen_by(table, viewer), table.states.copy()
    table.resample(viewer, key)
    assert seen_by(table, viewer) == seen
    for field in game.state.dtype.names or ():
        if field not in HIDDEN:
            assert (table.states[field] == before[field]).all(), field
    for field in ("hand", "side_left", "wild_size", "thrown_side", "cheats"):
        assert (table.states[field][0, viewer] == before[field][0, viewer]).all(), field


@unhurried
@given(data=st.data(), key=SEEDS)
def test_a_redrawn_hand_is_one_that_could_have_been(data: st.DataObject, key: int):
    """All side cards are somewhere; a wild card in the hand has a size, and one that was taken first is there."""
    table = data.draw(ANY_TABLE)
    viewer = data.draw(st.integers(0, 1))
    table.resample(viewer, key)
    s, seat = table.s, 1 - viewer
    thrown = np.bincount([s.thrown_side[seat]], minlength=8) if s.thrown_side[seat] != NOBODY else np.zeros(8, int)
    assert (s.hand[seat] + s.played[seat] + s.side_left[seat] + thrown).tolist() == SIDE_DECK
    assert s.hand[seat].min() >= 0
    assert s.side_left[seat].min() >= 0
    assert s.hand[seat].sum() == s.hand_left[seat]
    if not s.played[seat, WILD]:
        assert (s.wild_size[seat] in range(1, 7)) == bool(s.hand[seat, WILD])
        if s.row[seat] >= state.WILD_ROW:
            assert s.hand[seat, WILD] == 1
    if s.phase == state.HAND and s.to_act == seat and not s.over:
        assert s.hand[seat, s.just_drawn] > 0
    if s.opposed and not s.over:
        assert s.cheats.any()


def redrawn(table: BespinTable, viewer: int, field: str, draws: int = DRAWS) -> np.ndarray[Any, Any]:
    """What a field holds after each of many redraws, one row a draw."""
    return np.array(table.redrawn(viewer, lambda table: np.array(table.s[field]), draws))


def test_a_hidden_hand_is_redrawn_evenly():
    """Four of fourteen; both +4 come with 66 of 1001 hands, and one of them without the other with 440."""
    hands = redrawn(plain_table(main=TENS), 1, "hand")[:, 0]
    assert_shares(hands.sum(axis=0).tolist(), [of_kind / 14 for of_kind in SIDE_DECK])
    assert_shares(np.bincount(hands[:, 0], minlength=3).tolist(), [495 / 1001, 440 / 1001, 66 / 1001])
    assert (hands.sum(axis=1) == 4).all()


def test_what_a_seat_has_played_is_in_its_hand_no_more():
    """A +4 and the wild card are gone: two of the other twelve are in the hand."""
    table = plain_table(main={(0, 0): [5, 5], (0, 1): [1, 1]}, side={0: ["+4", "wild", "-2", "wild four"]}, wild=2)
    table.play("0: play +4", "0: end turn", "1: end turn", "0: play wild as plus")
    hands = redrawn(table, 1, "hand")[:, 0]
    assert_shares(hands.sum(axis=0).tolist(), [of_kind / 12 for of_kind in (1, 2, 2, 2, 2, 2, 1, 0)])
    assert (hands.sum(axis=1) == 2).all()


def test_a_hidden_wild_card_gets_any_size():
    """It is in the hand with four cards of fourteen."""
    table = plain_table(main=TENS, side={0: ["+4", "wild", "-2", "wild four"]}, wild=5)
    sizes = redrawn(table, 1, "wild_size")
    assert_shares(np.bincount(sizes[:, 0], minlength=7).tolist(), [10 / 14] + [4 / 14 / 6] * 6)
    assert (sizes[:, 1] == 0).all(), "the seat that looks has none"


def test_a_wild_card_that_was_taken_first_stays_in_the_hand():
    """Three of the other thirteen beside it."""
    table = plain_table(skills=["9D", "0D"], rolls={0: 36}, main=TENS)
    table.play(*["0: keep"] * 3)
    hands = redrawn(table, 1, "hand")[:, 0]
    assert (hands[:, WILD] == 1).all()
    assert_shares(hands[:, :WILD].sum(axis=0).tolist(), [of_kind / 13 for of_kind in SIDE_DECK[:WILD]])
    sizes = redrawn(table, 1, "wild_size")[:, 0]
    assert_shares(np.bincount(sizes, minlength=7)[1:].tolist(), [1 / 6] * 6)


def test_a_hidden_discarded_side_card_is_redrawn_evenly():
    table = plain_table(skills=["9D", "0D"], rolls={0: 31}, main=TENS)
    table.play("0: keep", "0: discard")
    thrown = redrawn(table, 1, "thrown_side")[:, 0]
    assert_shares(np.bincount(thrown, minlength=8).tolist(), [of_kind / 14 for of_kind in SIDE_DECK])
    together = redrawn(table, 1, "hand")[:, 0]
    assert_shares(together.sum(axis=0).tolist(), [of_kind / 14 for of_kind in SIDE_DECK])


def test_a_card_that_the_other_is_being_asked_about_is_redrawn_evenly():
    table = plain_table(skills=["9D", "0D"], rolls={0: 31}, main=TENS)
    table.play("0: keep", "0: keep")
    drawn = redrawn(table, 1, "just_drawn")
    assert_shares(np.bincount(drawn, minlength=8).tolist(), [of_kind / 14 for of_kind in SIDE_DECK])


def test_bp13_a_hidden_announcement_is_redrawn_evenly_until_the_first_set_tells():
    table = plain_table(cheating=True, skills="1D", rolls={0: 4, 1: 5}, max_match_bet=1, max_set_bet=1)
    assert not redrawn(table, 0, "cheats", 50).any(), "nobody has announced anything yet"
    table.play("0: play fair")
    cheats = redrawn(table, 1, "cheats")
    assert_shares(np.bincount(cheats[:, 0], minlength=2).tolist(), [0.5, 0.5])
    assert not cheats[:, 1].any()
    table = plain_table(cheating=True, skills="1D", rolls={0: 4, 1: 5}, max_match_bet=1, max_set_bet=1)
    table.play("0: play fair", "1: play fair")
    cheats = redrawn(table, 0, "cheats")
    assert_shares(np.bincount(cheats[:, 1], minlength=2).tolist(), [0.5, 0.5])
    assert not cheats[:, 0].any(), "its own plan a seat knows"
    table.s.cheats[1] = 0
    table.play("0: offer 0", "1: accept")
    assert table.phase_name == "wager"
    assert not redrawn(table, 0, "cheats", 50).any(), "sets are played: nobody cheats"


@pytest.mark.parametrize(("own", "shares"), [("play fair", [0.0, 1.0]), ("cheat", [0.5, 0.5])])
def test_bp13_who_plays_fair_knows_of_whom_the_opposed_roll_is(own: str, shares: list[float]):
    table = plain_table(cheating=True, skills="1D", rolls={0: 4, 1: 5}, force_points=[0, 1])
    table.play(f"0: {own}", "1: cheat", "1: hold the Force point")
    cheats = redrawn(table, 0, "cheats")
    assert_shares(np.bincount(cheats[:, 1], minlength=2).tolist(), shares)
    assert (cheats[:, 0] == (own == "cheat")).all()


def test_bp13_what_the_end_of_the_match_has_shown_stays():
    table = plain_table(cheating=True, skills="0D")
    table.play("0: cheat", "1: play fair")
    assert table.over
    assert (redrawn(table, 1, "cheats", 50) == [1, 0]).all()


def test_bp1_the_cards_to_come_are_drawn_anew():
    """Of the other's deck nothing is known but what lies: a 10 is gone."""
    counts = np.zeros(10, int)
    for key in range(400):
        table = plain_table(main={(0, 0): [10]})
        table.resample(0, key)
        table.play("0: end turn")
        counts[table.s.drawn - 1] += 1
    assert_shares(counts.tolist(), [4 / 38] * 9 + [2 / 38])


def test_what_the_other_may_do_follows_its_redrawn_hand():
    """The mask of the environment goes with the world that was drawn."""
    legal = set()
    for seed in range(30):
        table = plain_table(main=TENS)
        table.env.resample("player_1", seed)
        plays = {name.removeprefix("play ") for name in table.legal if name.startswith("play ") and "wild" not in name}
        assert plays == {kind for kind in table.hand(0) if "wild" not in kind}
        legal |= plays
    assert legal == {"+4", "-4", "+3", "-3", "+2", "-2"}
