"""Bespin Pazaak's options: what they are without being given, what is refused and how, and how they reach the record."""

import re
from typing import Any

import numpy as np
import pytest
from backroom.envs.core.errors import InvalidOption
from backroom.envs.core.game import Game

PER_SEAT = ("bankroll", "skills", "force_points", "force_sensitive", "motive")


def test_defaults(game: Game):
    assert game.parse_options({}).model_dump() == {
        "num_players": 2,
        "bankroll": (50, 50),
        "skills": ("4D", "4D"),
        "ante": 1,
        "max_match_bet": 5,
        "max_set_bet": 2,
        "cheating": False,
        "caught_pays": 2.0,
        "force_points": (0, 0),
        "force_sensitive": (False, False),
        "dark_side_cost": 0,
        "motive": ("money", "money"),
        "max_sets": 20,
    }


@pytest.mark.parametrize(
    "given",
    [
        {"num_players": 2},
        {"bankroll": 1},
        {"bankroll": 1000},
        {"bankroll": [1, 1000]},
        {"skills": "0D"},
        {"skills": "1D+1"},
        {"skills": "30D+2"},
        {"skills": ["0D", "9D+2"]},
        {"ante": 0},
        {"ante": 50},
        {"max_match_bet": 0},
        {"max_match_bet": 10},
        {"max_set_bet": 0},
        {"max_set_bet": 10},
        {"cheating": True},
        {"caught_pays": 0.0},
        {"caught_pays": 0.29},
        {"caught_pays": 3},
        {"caught_pays": 10.0},
        {"force_points": 0},
        {"force_points": 10},
        {"force_points": [10, 0]},
        {"force_sensitive": True},
        {"force_sensitive": [False, True]},
        {"dark_side_cost": 0},
        {"dark_side_cost": 100},
        {"motive": "rebellion"},
        {"motive": ["rebellion", "money"]},
        {"max_sets": 1},
        {"max_sets": 100},
    ],
    ids=str,
)
def test_what_the_rules_allow_is_accepted(game: Game, given: dict[str, Any]):
    """Each option at both ends of what it may be; one value for both seats, or one a seat."""
    options = game.parse_options(given).model_dump()
    ((name, value),) = given.items()
    if name in PER_SEAT:
        assert options[name] == (tuple(value) if isinstance(value, list) else (value, value))
    else:
        assert options[name] == value


@pytest.mark.parametrize(
    ("given", "right"),
    [
        ({"num_players": 1}, "greater than or equal to 2"),
        ({"num_players": 3}, "less than or equal to 2"),
        ({"bankroll": 0}, "greater than or equal to 1"),
        ({"bankroll": 1001}, "less than or equal to 1000"),
        ({"bankroll": "50"}, "valid integer"),
        ({"bankroll": 2.5}, "valid integer"),
        ({"bankroll": [50]}, "1 values for 2 seats: give one value, or one a seat"),
        ({"bankroll": [50, 50, 50]}, "3 values for 2 seats: give one value, or one a seat"),
        ({"skills": "9X"}, "'9X' is not a dice code: write 0D to 30D, with +1 or +2 for pips"),
        ({"skills": "31D"}, "write 0D to 30D"),
        ({"skills": "4D+3"}, "with +1 or +2 for pips"),
        ({"skills": "0D+1"}, "'0D+1' is not a dice code"),
        ({"skills": ["4D", "-1D"]}, "'-1D' is not a dice code"),
        ({"skills": 4}, "valid string"),
        ({"skills": ["4D"] * 3}, "3 values for 2 seats"),
        ({"ante": -1}, "greater than or equal to 0"),
        ({"ante": 51}, "less than or equal to 50"),
        ({"max_match_bet": -1}, "greater than or equal to 0"),
        ({"max_match_bet": 11}, "less than or equal to 10"),
        ({"max_set_bet": -1}, "greater than or equal to 0"),
        ({"max_set_bet": 11}, "less than or equal to 10"),
        ({"cheating": "yes"}, "valid boolean"),
        ({"cheating": 1}, "valid boolean"),
        ({"caught_pays": -0.5}, "greater than or equal to 0"),
        ({"caught_pays": 10.5}, "less than or equal to 10"),
        ({"caught_pays": 1.234}, "1.234 has more than two decimals"),
        ({"caught_pays": float("nan")}, ""),
        ({"force_points": -1}, "greater than or equal to 0"),
        ({"force_points": 11}, "less than or equal to 10"),
        ({"force_points": [1]}, "1 values for 2 seats"),
        ({"force_sensitive": "no"}, "valid boolean"),
        ({"force_sensitive": [True]}, "1 values for 2 seats"),
        ({"dark_side_cost": -1}, "greater than or equal to 0"),
        ({"dark_side_cost": 101}, "less than or equal to 100"),
        ({"motive": "love"}, "'money' or 'rebellion'"),
        ({"motive": ["money", "love"]}, "'money' or 'rebellion'"),
        ({"max_sets": 0}, "greater than or equal to 1"),
        ({"max_sets": 101}, "less than or equal to 100"),
        ({"cheatin": True}, "did you mean 'cheating'?"),
        ({"stakes": 5}, "known: num_players, bankroll, skills, ante"),
    ],
    ids=str,
)
def test_what_can_not_be_played_is_refused_by_name_and_with_what_would_be_right(game: Game, given: dict[str, Any], right: str):
    with pytest.raises(InvalidOption) as refusal:
        game.parse_options(given)
    (name,) = given
    assert str(refusal.value).startswith("bespin_pazaak: ")
    assert name in str(refusal.value)
    assert re.search(re.escape(right), str(refusal.value)), str(refusal.value)


@pytest.mark.parametrize(
    ("bankroll", "ante", "fits"), [(7, 7, True), (7, 8, False), ([7, 9], 8, False), ([9, 7], 8, False), ([9, 8], 8, True)]
)
def test_bp0_both_seats_can_pay_the_ante(game: Game, bankroll: Any, ante: int, fits: bool):
    if fits:
        assert game.parse_options({"bankroll": bankroll, "ante": ante})
    else:
        with pytest.raises(InvalidOption, match=f"ante: {ante} units are more than a seat brings"):
            game.parse_options({"bankroll": bankroll, "ante": ante})


def test_every_mistake_is_named(game: Game):
    with pytest.raises(InvalidOption) as refusal:
        game.parse_options({"skills": "9X", "max_sets": 0, "motive": "love"})
    assert all(name in str(refusal.value) for name in ("skills", "max_sets", "motive"))


def test_options_lie_in_the_record(game: Game):
    options = game.parse_options(
        {
            "bankroll": [5, 60],
            "skills": ["0d", "9D+2"],
            "ante": 2,
            "max_match_bet": 3,
            "max_set_bet": 4,
            "cheating": True,
            "caught_pays": 1.15,
            "force_points": [1, 2],
            "force_sensitive": [True, False],
            "dark_side_cost": 7,
            "motive": ["money", "rebellion"],
            "max_sets": 9,
        }
    )
    s: Any = game.new_states([options], np.uint64(0))[0]
    assert s.num_players == 2
    assert s.bankroll.tolist() == [5, 60]
    assert (s.dice.tolist(), s.pips.tolist()) == ([0, 9], [0, 2])
    assert (s.ante, s.max_match_bet, s.max_set_bet) == (2, 3, 4)
    assert (s.cheating, s.caught_pays_percent) == (1, 115)
    assert (s.force_points.tolist(), s.force_sensitive.tolist()) == ([1, 2], [1, 0])
    assert (s.dark_side_cost, s.for_rebellion.tolist(), s.max_sets) == (7, [0, 1], 9)


def test_options_do_not_linger_in_a_record_that_is_filled_again(game: Game):
    states = game.new_states(
        [game.parse_options({"skills": "8D+1", "cheating": True, "motive": "rebellion", "force_points": 3})], np.uint64(0)
    )
    game.parse_options({"skills": "0D"}).fill(states[0])
    s: Any = states[0]
    assert (s.dice.tolist(), s.pips.tolist()) == ([0, 0], [0, 0])
    assert (s.cheating, s.for_rebellion.tolist(), s.force_points.tolist()) == (0, [0, 0], [0, 0])


@pytest.mark.parametrize("percent", [0, 1, 29, 57, 58, 100, 113, 115, 229, 290, 1000])
def test_bp13_hundredths_are_kept_exactly(game: Game, percent: int):
    s: Any = game.new_states([game.parse_options({"caught_pays": percent / 100})], np.uint64(0))[0]
    assert s.caught_pays_percent == percent


def test_bp5_codes_are_kept_in_one_spelling(game: Game):
    options: Any = game.parse_options({"skills": [" 3d+1 ", "0d"]})
    assert options.skills == ("3D+1", "0D")
