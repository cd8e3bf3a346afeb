"""What agents win by the places they have in a hand."""

import backroom
import pytest
from backroom.agents import resolve_all
from backroom.evaluate import measure
from backroom.evaluate.places import by_places, estimates, main

COMPANY = ["counter", "eager", "patient"]
ONE_HAND = {"max_hands": 1, "advice": False}


def test_every_way_to_fill_the_places_is_measured():
    samples = by_places("captain_gin", resolve_all(COMPANY, "captain_gin"), 40, 2, ONE_HAND)
    assert len(samples) == 6  # three agents in three places
    for company, places in samples.items():
        assert sorted(name for _, name in company) == COMPANY
        assert set(places) == {"box", "captain", "out"}
        for deal in range(40):
            assert sum(won[deal] for won in places.values()) == 0
            assert places["captain"][deal] == places["out"][deal]  # partners


def test_the_places_add_up_to_what_the_arena_measures():
    agents = resolve_all(COMPANY, "captain_gin")
    samples = by_places("captain_gin", agents, 40, 2, ONE_HAND)
    report = measure("captain_gin", agents, 40, 2, ONE_HAND)
    for name in COMPANY:
        won = [
            units for company, places in samples.items() for place, each in places.items()
            for units in each.values() if dict(company)[place] == name
        ]  # fmt: skip
        assert sum(won) / len(won) == pytest.approx(report.entrants[name].mean)


def test_what_changes_nothing_is_worth_nothing():
    """Nobody here listens to advice, and a pupil does."""
    deaf = resolve_all(["counter", "eager", "eager"], "captain_gin")
    listening = resolve_all(["counter", "pupil", "counter"], "captain_gin")
    for company, listens in ((deaf, False), (listening, True)):
        with_advice = by_places("captain_gin", company, 40, 2, {"max_hands": 1})
        without = by_places("captain_gin", company, 40, 2, ONE_HAND)
        found = estimates(with_advice, without)
        changed = {names for names, places in found.items() if any(one.deviation for one in places.values())}
        assert changed == ({names for names in found if ("captain", "pupil") in names} if listens else set())


def test_games_without_places_are_refused():
    with pytest.raises(backroom.InvalidOption, match="do not tell places"):
        by_places("pinwheel", resolve_all(["rock", "shark"], "pinwheel"), 30)


def test_the_command_prints_a_line_a_place(capsys):
    main("captain_gin", ["pupil", "counter", "counter"], deals=30, settings=["max_hands=1"], without=["advice=false"])
    told = capsys.readouterr().out
    assert "more than without" in told
    assert "box counter, captain pupil, out counter" in told
