"""What it is worth to begin: counted once a game, from the reports."""

import backroom
import pytest
from backroom.evaluate.first_move import first_move, main


def test_who_begins_is_counted_once_a_game():
    found = first_move("bespin_pazaak", "cautious", games=200, seed=3)
    assert (found.seats, found.games, found.units.deals) == (2, 200, 200)
    assert found.wins.deals == round(200 * (1 - found.drawn))
    assert 0.2 < found.wins.low < found.wins.mean < found.wins.high < 0.7
    assert first_move("bespin_pazaak", "cautious", games=200, seed=3) == found
    assert first_move("bespin_pazaak", "cautious", games=200, seed=4) != found


def test_more_seats_and_other_options_are_played():
    found = first_move("republic_pazaak", "daring", games=60, options={"num_players": 4, "rounds": 1})
    assert found.seats == 4
    assert found.units.deals == 60


def test_a_game_whose_reports_name_no_beginner_is_refused():
    with pytest.raises(backroom.InvalidOption, match="do not say who began"):
        first_move("pinwheel", "rock", games=30)


def test_the_command_prints_both(capsys):
    main("bespin_pazaak", "cautious", games=60)
    told = capsys.readouterr().out
    assert "won by who began it" in told
    assert "units a game" in told
