"""Options of Cripple Mr Onion: what they are without being given, what is refused, how they reach the record."""

import itertools
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.envs.core.errors import InvalidOption
from backroom.envs.core.game import Game, get_game
from backroom.envs.cripple_mr_onion.options import CrippleMrOnionOptions, missing_modifiers
from backroom.train.yaml_text import read_setting

BOUNDS = {"num_players": (2, 7), "stake": (1, 50), "max_stake": (1, 10), "max_raise": (1, 10), "rounds": (1, 100)}
ALL = tuple(range(12))


@pytest.fixture(scope="module")
def game() -> Game:
    """The description of the game."""
    return get_game("cripple_mr_onion")


def refusal(game: Game, **given: Any) -> str:
    with pytest.raises(InvalidOption) as refused:
        game.parse_options(given)
    return str(refused.value)


def modifiers_of(game: Game, value: Any) -> tuple[int, ...]:
    return game.parse_options({"modifiers": value}).model_dump()["modifiers"]


def test_defaults(game: Game):
    assert game.parse_options({}).model_dump() == {
        "num_players": 4,
        "bankroll": (100,) * 4,
        "modifiers": (0, 1),
        "stake": 1,
        "max_stake": 5,
        "max_raise": 5,
        "rounds": 4,
        "first_dealer": "random",
    }


def test_the_game_is_for_two_to_seven(game: Game):
    assert (game.seats, game.max_seats, game.min_seats, game.zero_sum) == ("2-7", 7, 2, True)


@pytest.mark.parametrize("name", BOUNDS)
def test_bounds_are_allowed_and_nothing_beyond(game: Game, name: str):
    low, high = BOUNDS[name]
    for value in (low, low + 1, high):
        assert game.parse_options({name: value}).model_dump()[name] == value
    below, above = refusal(game, **{name: low - 1}), refusal(game, **{name: high + 1})
    assert f"{name}: should be greater than or equal to {low}, not {low - 1}" in below
    assert f"{name}: should be less than or equal to {high}, not {high + 1}" in above


@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize("value", [1.5, "2", None, True, [2]], ids=str)
def test_numbers_are_whole(game: Game, name: str, value: Any):
    text = refusal(game, **{name: value})
    assert name in text
    assert "integer" in text


def test_bankrolls_are_one_or_one_a_seat(game: Game):
    assert game.parse_options({"num_players": 3, "bankroll": [1, 1000, 7]}).model_dump()["bankroll"] == (1, 1000, 7)
    assert "2 values for 3 seats" in refusal(game, num_players=3, bankroll=[5, 5])
    assert "bankroll.1" in refusal(game, num_players=2, bankroll=[5, 1001])


# ---- modifiers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "kept"),
    [
        ("all", ALL),
        ((), ()),
        ([], ()),
        ((0,), (0,)),
        ([4, 1, 0], (0, 1, 4)),
        ({5, 4}, (4, 5)),
        (frozenset({11, 6}), (6, 11)),
        (np.array([3, 1]), (1, 3)),
        ([np.int64(7), 6], (6, 7)),
        (list(ALL), ALL),
    ],
    ids=str,
)
def test_modifiers_are_any_set_however_it_is_written(game: Game, value: Any, kept: tuple[int, ...]):
    assert modifiers_of(game, value) == kept


@pytest.mark.parametrize(
    ("setting", "kept"),
    [("modifiers=all", ALL), ("modifiers=[0,1,4]", (0, 1, 4)), ("modifiers=[]", ()), ("modifiers=[11]", (11,))],
)
def test_modifiers_as_settings_of_the_command_line(game: Game, setting: str, kept: tuple[int, ...]):
    name, value = read_setting(setting)
    assert game.parse_options({name: value}).model_dump()["modifiers"] == kept


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ([12], "12 is no modifier: numbers from 0 to 11, or 'all'"),
        ([-1, 0], "-1 is no modifier"),
        ([0, True], "True is no modifier"),
        ([0, 1.0], "1.0 is no modifier"),
        (["0"], "'0' is no modifier"),
        ([[0]], "[0] is no modifier"),
        ([0, None], "None is no modifier"),
        ([1, 0, 1], "1 stands there more than once"),
        ("All", "a list of numbers from 0 to 11 such as [0, 1, 4], or 'all', not 'All'"),
        ("0,1", "not '0,1'"),
        (3, "a list of numbers"),
        (None, "a list of numbers"),
        ({0: 1}, "a list of numbers"),
    ],
    ids=str,
)
def test_what_is_no_set_of_modifiers_is_refused(game: Game, value: Any, says: str):
    assert f"modifiers: {says}" in refusal(game, modifiers=value) or says in refusal(game, modifiers=value)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ([2], "2 needs 0 and 1"),
        ([0, 2], "2 needs 0 and 1"),
        ([1, 2], "2 needs 0 and 1"),
        ([3], "3 needs 1"),
        ([0, 3, 4], "3 needs 1"),
        ([5], "5 needs 4 or 1"),
        ([0, 5, 11], "5 needs 4 or 1"),
    ],
    ids=str,
)
def test_modifiers_need_others(game: Game, value: list[int], says: str):
    text = refusal(game, modifiers=value)
    assert f"modifiers: {says}: " in text  # and then the reason
    assert not text.endswith(": ")


def test_every_other_set_is_allowed():
    for size in range(13):
        for on in itertools.combinations(ALL, size):
            wants = (2 in on and not {0, 1} <= set(on)) or (3 in on and 1 not in on) or (5 in on and not {1, 4} & set(on))
            assert (missing_modifiers(on) is not None) == wants


def test_examples_are_among_what_the_tests_of_all_games_play(game: Game):
    schema = CrippleMrOnionOptions.model_json_schema()["properties"]["modifiers"]
    kept = [modifiers_of(game, value) for value in schema["examples"]]
    assert {(), (0,), ALL} <= set(kept)
    assert {modifier for on in kept[3:] for modifier in on} == set(ALL)  # each somewhere without all the others


# ---- stake and first dealer ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bankroll", "most"), [(10, 10), ([1000, 49, 3], 49), ([5, 30, 30], 30), ([1, 1, 1000], 1)], ids=str)
def test_two_seats_at_least_can_pay_the_stake(game: Game, bankroll: Any, most: int):
    """CO-6: with fewer no round begins."""
    given = {"num_players": 3, "bankroll": bankroll}
    assert game.parse_options({**given, "stake": most}).model_dump()["stake"] == most
    text = refusal(game, **given, stake=most + 1)
    assert f"stake: {most + 1} units are more than two seats bring: at most {most}" in text


def test_the_first_dealer_is_a_seat_of_the_table_or_drawn(game: Game):
    for seats in (2, 7):
        for seat in ("random", *range(seats)):
            assert game.parse_options({"num_players": seats, "first_dealer": seat}).model_dump()["first_dealer"] == seat
        says = f"first_dealer: 'random' or a seat from 0 to {seats - 1}, not {seats}"
        assert says in refusal(game, num_players=seats, first_dealer=seats)


@pytest.mark.parametrize("value", [-1, 1.0, "1", "Random", None, True, [0]], ids=str)
def test_what_is_no_first_dealer_is_refused(game: Game, value: Any):
    assert f"first_dealer: 'random' or a seat from 0 to 3, not {value!r}" in refusal(game, first_dealer=value)


def test_without_a_number_of_seats_nothing_else_is_said(game: Game):
    text = refusal(game, num_players=8, first_dealer=9, bankroll=[1, 2])
    assert "num_players" in text
    assert "first_dealer" not in text
    assert "bankroll" not in text


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"modifier": [0]}, "did you mean 'modifiers'?"),
        ({"max_raises": 3}, "did you mean 'max_raise'?"),
        ({"ante": 1}, "stake"),
    ],
    ids=str,
)
def test_unknown_options_are_refused_by_name(game: Game, given: dict[str, Any], says: str):
    assert says in refusal(game, **given)


# ---- the record ------------------------------------------------------------------------------------------------------


def test_options_lie_in_the_record(game: Game):
    given = {"stake": 3, "max_stake": 7, "max_raise": 2, "rounds": 9, "first_dealer": 2}
    s: Any = game.new_states([game.parse_options({**given, "bankroll": 77, "modifiers": [1, 3, 6]})], np.uint64(0))[0]
    assert {name: int(s[name]) for name in given} == given
    assert (s.num_players, s.modifiers) == (4, 1 << 1 | 1 << 3 | 1 << 6)
    assert s.bankroll.tolist() == [77] * 4 + [0] * 3
    drawn: Any = game.new_states([game.parse_options({"modifiers": "all"})], np.uint64(0))[0]
    assert (drawn.first_dealer, drawn.modifiers) == (-1, (1 << 12) - 1)


def test_options_do_not_linger_in_a_record_that_is_filled_again(game: Game):
    full = {**{name: high for name, (_, high) in BOUNDS.items()}, "modifiers": "all", "bankroll": 1000, "first_dealer": 6}
    states = game.new_states([game.parse_options(full)], np.uint64(0))
    plain = game.parse_options({"modifiers": []})
    plain.fill(states[0])
    s: Any = states[0]
    fresh: Any = game.new_states([plain], np.uint64(0))[0]
    for field in game.state_fields():
        assert np.array_equal(s[field], fresh[field]), field


def test_options_can_be_changed_at_a_reset():
    env = backroom.make("cripple_mr_onion", max_raise=3, modifiers="all")
    env.reset(seed=1)
    env.reset(options={"game": {"modifiers": [0], "first_dealer": 2}})
    now = env.describe_all()
    assert (now["max_raise"], now["modifiers"], now["dealer"]) == (3, 1, 2)
