"""What agents win by the places they have in a hand, and what a seat is worth."""

import json
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
from backroom.evaluate.breakdown import by_place, by_seat, estimates

COMPANY = ["counter", "eager", "patient"]
ONE_HAND = {"max_hands": 1, "advice": False}


def test_every_way_to_fill_the_places_is_measured():
    samples = by_place("captain_gin", resolve_all(COMPANY, "captain_gin"), 40, 2, ONE_HAND)
    assert len(samples) == 6  # three agents in three places
    for company, places in samples.items():
        assert sorted(name for _, name in company) == COMPANY
        assert set(places) == {"box", "captain", "out"}
        for deal in range(40):
            assert sum(won[deal] for won in places.values()) == 0
            assert places["captain"][deal] == places["out"][deal]  # partners


def test_the_places_add_up_to_what_the_arena_measures():
    agents = resolve_all(COMPANY, "captain_gin")
    samples = by_place("captain_gin", agents, 40, 2, ONE_HAND)
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
        with_advice = by_place("captain_gin", company, 40, 2, {"max_hands": 1})
        without = by_place("captain_gin", company, 40, 2, ONE_HAND)
        found = estimates(with_advice, without)
        changed = {names for names, places in found.items() if any(one.deviation for one in places.values())}
        assert changed == ({names for names in found if ("captain", "pupil") in names} if listens else set())


def test_games_without_places_are_refused():
    with pytest.raises(backroom.InvalidOption, match="do not tell places"):
        by_place("pinwheel", resolve_all(["rock", "shark"], "pinwheel"), 30)


def test_hands_of_one_game_are_one_sample_of_its_deal():
    """Longer games change places from hand to hand: what a place won is a mean over the hands that it was filled so."""
    samples = by_place("captain_gin", resolve_all(COMPANY, "captain_gin"), 30, 2, {"max_hands": 4, "advice": False})
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
    [places] = by_place("captain_gin", [agent] * 3, 30, 2, options).values()
    assert all(len(hands) == 4 for hands in won.values())
    assert places["box"] == pytest.approx({deal: sum(hands) / 4 for deal, hands in won.items()})


def test_the_same_seed_gives_the_same_samples():
    agents = resolve_all(COMPANY, "captain_gin")
    one, again, other = (by_place("captain_gin", agents, 30, seed, ONE_HAND) for seed in (5, 5, 6))
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


# --- seats ---


def test_who_begins_is_counted_once_a_game():
    """Copies of one bettor: both games of a deal are alike, so that a deal is one game."""
    keepers = resolve_all(["cautious"] * 2, "bespin_pazaak")
    found = by_seat("bespin_pazaak", keepers, 200, 3)
    assert found.beginner is not None
    assert found.beginner.wins is not None
    assert found.beginner.units.deals == 200
    assert found.beginner.wins.deals == round(200 * (1 - found.beginner.drawn))
    assert 0.2 < found.beginner.wins.low < found.beginner.wins.mean < found.beginner.wins.high < 0.7
    assert by_seat("bespin_pazaak", keepers, 200, 3) == found
    assert by_seat("bespin_pazaak", keepers, 200, 4) != found


def test_more_seats_and_other_options_are_played():
    daring = resolve_all(["daring"] * 4, "republic_pazaak")
    found = by_seat("republic_pazaak", daring, 60, 0, {"rounds": 1})
    assert len(found.seats) == 4
    assert found.beginner is not None
    assert found.beginner.units.deals == 60


def test_seats_add_up_to_nothing_and_a_better_skill_is_worth_something():
    """Pinwheel pays nobody from outside; seat 1 throws better than seat 0, whoever sits there; nobody is told to begin."""
    sharks = resolve_all(["shark", "maniac"], "pinwheel")
    found = by_seat("pinwheel", sharks, 300, 1, {"skills": ["2D", "9D"]})
    assert sum(one.mean for one in found.seats) == pytest.approx(0, abs=1e-9)
    assert found.seats[1].low > 0
    assert found.beginner is None


# --- the command ---


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "backroom", "evaluate", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


THREE = ["eager"] * 3


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["captain_gin", "eager", "eager", "nobody", "--by", "place"], "'nobody' is no agent"),
        (["captain_gin", "eager", "eager", "--by", "place"], "where there are 3 seats"),
        (["captain_gin", *THREE, "--by", "place", "--set", "max_hand=1"], "did you mean 'max_hands'"),
        (["captain_gin", *THREE, "--by", "place", "--set", "max_hands=0"], "max_hands"),
        (
            ["captain_gin", *THREE, "--by", "place", "--set", "max_hands=1", "--without", "advise=false"],
            "did you mean 'advice'",
        ),
        (["pinball", *THREE, "--by", "place"], "pinwheel"),
        (["pinwheel", "rock", "shark", "--by", "place"], "do not tell places"),
        (["pinwheel", "rock", "shark", "--by", "seat", "--without", "hands=2"], "only with --by place"),
        (["pinwheel", "rock", "shark", "--by", "hand"], "'place', 'seat'"),
        (["pinwheel", "rock", "shark", "--by", "seat", "--deals", "29"], "deals"),
    ],
    ids=str,
)
def test_what_can_not_be_measured_is_refused(arguments, word):
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert word in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_places_are_printed_with_what_they_won():
    done = run(
        "captain_gin",
        *THREE,
        "--by",
        "place",
        "--deals",
        "30",
        "--set",
        "max_hands=1",
        "--seed",
        "3",
        "--without",
        "advice=false",
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert "more than with advice=False" in lines[0]
    assert lines[1].split() == ["box", "eager,", "captain", "eager,", "out", "eager"]
    assert sorted(line.split()[:2] for line in lines[2:]) == [[place, "+0.000"] for place in ("box", "captain", "out")]


def test_programs_read_the_same_numbers():
    done = run("captain_gin", *COMPANY, "--by", "place", "--deals", "30", "--set", "max_hands=1", "--json")
    told = json.loads(done.stdout)
    found = estimates(by_place("captain_gin", resolve_all(COMPANY, "captain_gin"), 30, 0, {"max_hands": 1}))
    assert [each["company"] for each in told] == [dict(company) for company in sorted(found)]
    assert [each["places"]["box"]["mean"] for each in told] == [found[company]["box"].mean for company in sorted(found)]
    told = json.loads(run("bespin_pazaak", "keeper", "daring", "--by", "seat", "--deals", "40", "--json").stdout)
    seats = by_seat("bespin_pazaak", resolve_all(["keeper", "daring"], "bespin_pazaak"), 40)
    assert [one["mean"] for one in told["seats"]] == [one.mean for one in seats.seats]
    assert seats.beginner is not None
    assert told["beginner"]["drawn"] == seats.beginner.drawn


def test_who_begins_is_printed():
    done = run("bespin_pazaak", "cautious", "cautious", "--by", "seat", "--deals", "60")
    assert "won by who began it" in done.stdout
    assert "units a game" in done.stdout
    assert done.stdout.count("units a match") == 2
