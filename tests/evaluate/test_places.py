"""What agents win by the places they have in a hand."""

import subprocess
import sys
from collections import defaultdict

import backroom
import pytest
from backroom.agents import resolve_all
from backroom.envs.core.chance import Stream
from backroom.envs.core.game import get_game
from backroom.envs.views.seated_games import SeatedGames, Seating
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


def test_hands_of_one_game_are_one_sample_of_its_deal():
    """Longer games change places from hand to hand: what a place won is a mean over the hands that it was filled so."""
    samples = by_places("captain_gin", resolve_all(COMPANY, "captain_gin"), 30, 2, {"max_hands": 4, "advice": False})
    assert len(samples) == 6
    for places in samples.values():
        assert set(places) == {"box", "captain", "out"}
        assert len({frozenset(won) for won in places.values()}) == 1
        for deal in places["box"]:
            assert sum(won[deal] for won in places.values()) == pytest.approx(0, abs=1e-9)


def test_every_hand_of_a_game_counts_for_itself():
    """Copies of one bettor, whose games of a deal are alike: the box wins or loses twice the points of each hand (CG-13)."""
    options, won = {"max_hands": 4, "advice": False, "target": 1000}, defaultdict(list)

    def count(deal, seat, action, reports):
        if reports:
            sign = {None: 0, reports[0]["box"]: 2, reports[0]["captain"]: -2}[reports[0]["scorer"]]
            won[deal].append(sign * reports[0]["points"])

    game, agent = get_game("captain_gin"), resolve_all(["eager"], "captain_gin")[0]
    seating = Seating(game.parse_options(options), (agent,) * 3, None)
    tables = SeatedGames(game, [seating] * 30, 2, Stream.EVALUATION, on_decision=count)
    tables.reset(tables.game_numbers())
    tables.run(tables.game_numbers())
    [places] = by_places("captain_gin", [agent] * 3, 30, 2, options).values()
    assert all(len(hands) == 4 for hands in won.values())
    assert places["box"] == pytest.approx({deal: sum(hands) / 4 for deal, hands in won.items()})


def test_the_same_seed_gives_the_same_samples():
    agents = resolve_all(COMPANY, "captain_gin")
    one, again, other = (by_places("captain_gin", agents, 30, seed, ONE_HAND) for seed in (5, 5, 6))
    assert one == again != other


def test_estimates_are_of_the_deals_that_both_have():
    company, stranger = (("box", "a"), ("out", "b")), (("box", "b"), ("out", "a"))
    samples = {company: {"box": {0: 1.0, 1: 3.0, 2: 8.0}, "out": {0: 5.0}}, stranger: {"box": {0: 1.0, 1: 1.0}}}
    found = estimates(samples)
    assert (found[company]["box"].mean, found[company]["box"].deals) == (4.0, 3)
    assert "out" not in found[company]  # one deal has no interval
    found = estimates(samples, {company: {"box": {0: 0.0, 1: 1.0, 7: 100.0}}})
    assert (found[company]["box"].mean, found[company]["box"].deals) == (1.5, 2)
    assert stranger not in found


THREE = ["eager"] * 3


@pytest.mark.parametrize(
    ("game", "agents", "named", "word"),
    [
        ("captain_gin", ["eager", "eager", "nobody"], {}, "'nobody' is no agent"),
        ("captain_gin", ["eager", "eager"], {}, "where there are 3 seats"),
        ("captain_gin", THREE, {"settings": ["max_hand=1"]}, "did you mean 'max_hands'"),
        ("captain_gin", THREE, {"settings": ["max_hands=0"]}, "max_hands"),
        ("captain_gin", THREE, {"settings": ["max_hands=1"], "without": ["advise=false"]}, "did you mean 'advice'"),
        ("pinball", THREE, {}, "pinwheel"),
        ("pinwheel", ["rock", "shark"], {}, "do not tell places"),
    ],
    ids=str,
)
def test_what_can_not_be_measured_is_refused_in_one_line(game, agents, named, word, capsys):
    with pytest.raises(SystemExit) as ended:
        main(game, agents, deals=30, **named)
    told = capsys.readouterr()
    assert ended.value.code == 2
    assert told.out == ""
    assert word in told.err.splitlines()[-1]


def test_the_module_is_a_command():
    command = [sys.executable, "-m", "backroom.evaluate.places", "captain_gin", *THREE, "--deals", "30"]
    options = ["--set", "max_hands=1", "--seed", "3", "--without", "advice=false"]
    done = subprocess.run([*command, *options], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert lines[1].split() == ["box", "eager,", "captain", "eager,", "out", "eager"]
    assert sorted(line.split()[:2] for line in lines[2:]) == [[place, "+0.000"] for place in ("box", "captain", "out")]
    few = subprocess.run([*command[:-1], "29"], capture_output=True, text=True, check=False)
    assert few.returncode == 2 and "Traceback" not in few.stderr


def test_the_command_prints_a_line_a_place(capsys):
    main("captain_gin", ["pupil", "counter", "counter"], deals=30, settings=["max_hands=1"], without=["advice=false"])
    told = capsys.readouterr().out
    assert "more than without" in told
    assert "box counter, captain pupil, out counter" in told
