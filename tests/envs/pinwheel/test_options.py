"""Pinwheel's options: what they are without being given, what is refused, and how they reach the record."""

from typing import Any

import numpy as np
import pytest
from backroom.envs.core.errors import InvalidOption
from backroom.envs.core.game import Game
from backroom.envs.pinwheel import rules


def test_defaults(game: Game):
    assert game.parse_options({}).model_dump() == {
        "num_players": 4,
        "skills": ("4D",) * 4,
        "skills_public": True,
        "bankroll": (50,) * 4,
        "max_raise": 5,
        "max_raises": 4,
        "hands": 4,
        "odd_secret": "adds",
        "credits_per_unit": 10,
    }


@pytest.mark.parametrize(
    "given",
    [
        {"num_players": 2},
        {"num_players": 6},
        {"skills": "1D"},
        {"skills": "30D+2"},
        {"num_players": 3, "skills": ["3D", "9D+2", "1D+1"]},
        {"bankroll": 1},
        {"bankroll": 1000},
        {"num_players": 2, "bankroll": [1, 1000]},
        {"max_raise": 1},
        {"max_raise": 10},
        {"max_raises": 0},
        {"max_raises": None},
        {"hands": 1},
        {"odd_secret": "subtracts"},
    ],
)
def test_what_the_rules_allow_is_accepted(game: Game, given: dict[str, Any]):
    options = game.parse_options(given).model_dump()
    for name, value in given.items():
        per_seat = name in ("skills", "bankroll") and not isinstance(value, list)
        expected = (value,) * options["num_players"] if per_seat else value
        assert options[name] == (tuple(expected) if isinstance(expected, list) else expected)


@pytest.mark.parametrize(
    "given",
    [
        {"num_players": 1},
        {"num_players": 7},
        {"num_players": 2.5},
        {"skills": "9X"},
        {"skills": "0D"},
        {"skills": "31D"},
        {"skills": "4D+3"},
        {"skills": 4},
        {"skills": None},
        {"skills": ["3D", "4D"]},
        {"bankroll": 0},
        {"bankroll": 1001},
        {"bankroll": [5, 5, 5]},
        {"bankroll": [5, 5, 5, -1]},
        {"bankroll": "50"},
        {"max_raise": 0},
        {"max_raise": 11},
        {"max_raises": -1},
        {"hands": 0},
        {"odd_secret": "maybe"},
        {"skills_public": "yes"},
        {"credits_per_unit": 0},
        {"ante": 2},
    ],
)
def test_what_can_not_be_played_is_refused_by_name(game: Game, given: dict[str, Any]):
    with pytest.raises(InvalidOption) as refusal:
        game.parse_options(given)
    (name,) = given
    assert name in str(refusal.value)


def test_options_lie_in_the_record(game: Game):
    options = game.parse_options(
        {
            "num_players": 3,
            "skills": ["3D", "9d+2", "1D+1"],
            "skills_public": False,
            "bankroll": [5, 60, 7],
            "max_raise": 9,
            "max_raises": None,
            "hands": 6,
            "odd_secret": "subtracts",
        }
    )
    s: Any = game.new_states([options], np.uint64(0))[0]
    assert s.num_players == 3
    assert s.dice.tolist() == [3, 9, 1, 0, 0, 0]
    assert s.pips.tolist() == [0, 2, 1, 0, 0, 0]
    assert s.bankroll.tolist() == [5, 60, 7, 0, 0, 0]
    assert (s.skills_public, s.max_raise, s.max_raises, s.hands) == (0, 9, rules.NO_LIMIT, 6)
    assert s.odd_secret_subtracts == 1


def test_options_do_not_linger_in_a_record_that_is_filled_again(game: Game):
    states = game.new_states([game.parse_options({"num_players": 6, "bankroll": 9, "skills": "8D+1"})], np.uint64(0))
    game.parse_options({"num_players": 2}).fill(states[0])
    s: Any = states[0]
    assert s.dice.tolist() == [4, 4, 0, 0, 0, 0]
    assert s.pips.tolist() == [0, 0, 0, 0, 0, 0]
    assert s.bankroll.tolist() == [50, 50, 0, 0, 0, 0]
    assert s.max_raises == 4
