"""Roulette's options: what is refused, and how they reach the record."""

from typing import Any

import numpy as np
import pytest
from backroom.envs.core.errors import InvalidOption
from backroom.envs.core.game import Game


@pytest.mark.parametrize(
    ("given", "word"),
    [
        ({"num_players": 0}, "num_players"),
        ({"num_players": 7}, "num_players"),
        ({"bankroll": 0}, "bankroll"),
        ({"bankroll": [1, 2]}, "3 seats"),
        ({"max_chips": 11}, "max_chips"),
        ({"spins": 101}, "spins"),
        ({"cardsharp": 1}, "cardsharp"),
        ({"cardsharp": [True]}, "3 seats"),
        ({"cardsharp_uses": 11}, "cardsharp_uses"),
        ({"cardsharps": True}, "cardsharp"),
    ],
)
def test_what_is_impossible_is_refused(game: Game, given: dict[str, Any], word: str):
    """RO-2: with what would be right."""
    with pytest.raises(InvalidOption, match=word):
        game.parse_options(given)


def test_options_reach_the_record(game: Game):
    """RO-2: places of absent seats stay empty."""
    options = game.parse_options(
        {
            "num_players": 2,
            "bankroll": [7, 9],
            "max_chips": 3,
            "spins": 4,
            "cardsharp": [False, True],
            "cardsharp_uses": 2,
        }
    )
    s = game.new_states([options], np.uint64(0))[0]
    assert s.bankroll.tolist() == [7, 9, 0, 0, 0, 0]
    assert s.cardsharp.tolist() == [0, 1, 0, 0, 0, 0]
    assert (s.num_players, s.max_chips, s.spins, s.cardsharp_uses) == (2, 3, 4, 2)


def test_options_of_fewer_seats_leave_nothing_behind(game: Game):
    """A record that is filled anew, as at a reset with other options."""
    states = game.new_states([game.parse_options({"cardsharp": True})], np.uint64(0))
    game.parse_options({"num_players": 1}).fill(states[0])
    assert states["cardsharp"][0].tolist() == [0] * 6
    assert states["bankroll"][0].tolist() == [50, 0, 0, 0, 0, 0]
