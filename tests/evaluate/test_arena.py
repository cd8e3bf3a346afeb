"""Duplicate deals: who sits where, what is shared between the games of a deal, and what becomes of an estimate."""

import itertools
import json
import math
from collections.abc import Callable, Iterator
from typing import Any

import backroom
import numpy as np
import pytest
from backroom import IllegalAction, InvalidOption, Mixture
from backroom.agents import resolve, resolve_all
from backroom.agents.specs import bettors
from backroom.envs.core.chance import Stream
from backroom.envs.core.game import get_game
from backroom.envs.views.seated_games import SeatedGames
from backroom.evaluate import Report, arena, measure
from backroom.evaluate.arena import assignments, measure_at_tables
from backroom.evaluate.report import print_report, print_summary
from rich.console import Console

GAMES = backroom.games()


class Answers(backroom.Agent):
    """Answers what a function makes of the mask."""

    def __init__(self, answer: Callable[[Any], Any], name: str = "stubborn"):
        self.answer, self.name = answer, name

    def act(self, observation, action_mask, u):
        return self.answer(action_mask)


class AnswersArray(backroom.Agent):
    """Answers one array for a whole batch."""

    name = "stubborn"

    def __init__(self, answer: Any):
        self.answer = answer

    def act_batch(self, observations, action_masks, u):
        return self.answer(len(u))


class Watched(SeatedGames):
    """Games that remember what every decision was taken on."""

    made: list["Watched"]

    def __init__(self, *arguments: Any, **named: Any):
        super().__init__(*arguments, **named)
        self.seen: list[tuple[int, Any]] = []  # number of the game, its record
        self.u: list[tuple[int, int, int, float]] = []
        self.made.append(self)

    def observe(self, which):
        observations, masks, u = super().observe(which)
        now = self.states[which]
        self.seen += zip(which.tolist(), now, strict=True)
        self.u += list(zip(now["game"], now["to_act"], now["decisions"], u, strict=True))
        return observations, masks, u


@pytest.fixture
def watched(monkeypatch) -> list[Watched]:
    """The tables that the arena makes while the test runs."""
    monkeypatch.setattr(arena, "SeatedGames", Watched)
    monkeypatch.setattr(Watched, "made", [], raising=False)
    return Watched.made


def seats_of(game: str) -> Iterator[int]:
    """Every number of seats that the game accepts."""
    for seats in range(1, get_game(game).max_seats + 1):
        try:
            get_game(game).parse_options({"num_players": seats})
        except InvalidOption:
            continue
        yield seats


def means(report: Report) -> dict[str, float]:
    return {name: one.mean for name, one in report.entrants.items()}


# --- who sits where ---


@pytest.mark.parametrize("seats", range(1, 8))
def test_assignments(seats):
    """All orders up to three seats, the rotations from four on; everybody sits everywhere equally often."""
    orders = assignments(seats)
    assert len(orders) == (math.factorial(seats) if seats <= 3 else seats)
    assert len(set(orders)) == len(orders)
    assert orders[0] == tuple(range(seats))
    if seats <= 3:
        assert set(orders) == set(itertools.permutations(range(seats)))
    for order in orders:
        assert sorted(order) == list(range(seats))
        if seats > 3:
            assert all((order[seat] - order[0]) % seats == seat for seat in range(seats))
    for seat in range(seats):
        taken = [order[seat] for order in orders]
        assert all(taken.count(number) == len(orders) / seats for number in range(seats))


@pytest.mark.parametrize("game", GAMES)
def test_identical_agents_win_nothing(game):
    """Several agents that play alike: exactly zero for each of them in a zero-sum game, at every size."""
    if not get_game(game).zero_sum:
        pytest.skip("what seats win does not add up to zero")
    for name, seats in itertools.product(bettors(game), seats_of(game)):
        company = [bettors(game)[name]() for _ in range(seats)]
        report = measure(game, company, deals=30, seed=3)
        assert len(report.entrants) == seats
        assert list(means(report).values()) == [0.0] * seats
        assert [one.deviation for one in report.entrants.values()] == [0.0] * seats
        assert all(d.estimate.mean == 0 for d in report.differences)


def test_seat_options_stay_with_the_seat():
    """The rich seat and the skilled one are taken by everybody in turn, so that they favour nobody."""
    options = {"bankroll": [200, 5, 40], "skills": ["12D", "1D", "4D"]}
    company = [bettors("pinwheel")["shark"]() for _ in range(3)]
    report = measure("pinwheel", company, deals=60, options=options)
    assert list(means(report).values()) == [0.0] * 3
    assert report.options["bankroll"] == [200, 5, 40]


def test_everything_is_won_by_somebody():
    """In a zero-sum game the entrants' means, times their seats, add up to zero."""
    for others in (["rock"], ["rock", "maniac"], ["maniac", "maniac", "random"], ["rock", "rock", "maniac", "random", "shark"]):
        report = measure("pinwheel", resolve_all(["shark", *others], "pinwheel"), deals=60)
        assert sum(one.mean * report.seats[name] for name, one in report.entrants.items()) == pytest.approx(0, abs=1e-12)
        assert sum(report.seats.values()) == len(others) + 1


@pytest.mark.parametrize(
    "names", [["shark", "maniac"], ["rock", "shark", "maniac"], ["maniac", "shark", "maniac"]], ids=" ".join
)
def test_the_order_of_naming_does_not_matter(names):
    """With all orders played, an entrant's estimate is the same however the agents are named."""
    reference = measure("pinwheel", resolve_all(names, "pinwheel"), deals=100, seed=5)
    for order in set(itertools.permutations(names)):
        report = measure("pinwheel", resolve_all(order, "pinwheel"), deals=100, seed=5)
        assert report.hands == reference.hands
        for name, one in report.entrants.items():
            expected = reference.entrants[name]
            for field in ("mean", "low", "high", "deviation"):
                assert getattr(one, field) == pytest.approx(getattr(expected, field), abs=1e-12)


def test_rotating_the_names_does_not_matter_from_four_on():
    """With the rotations played, naming the same round of agents from another one on changes nothing."""
    names = ["shark", "maniac", "rock", "random"]
    reference = measure("pinwheel", resolve_all(names, "pinwheel"), deals=60, seed=5)
    for turn in range(1, 4):
        report = measure("pinwheel", resolve_all(names[turn:] + names[:turn], "pinwheel"), deals=60, seed=5)
        assert means(report) == pytest.approx(means(reference), abs=1e-12)


# --- what the games of a deal share ---


@pytest.mark.parametrize(
    "names", [["shark", "maniac"], ["maniac", "rock", "random"], ["shark", "maniac", "rock", "random"]], ids=" ".join
)
def test_games_of_one_deal_share_their_dice(names, watched):
    """In all games of a deal a hand has the same first bettor, secret dice and open dice, whoever sits and whatever is done."""
    measure("pinwheel", resolve_all(names, "pinwheel"), deals=40, options={"bankroll": 1000, "max_raise": 1})
    [tables] = watched
    dice: dict[tuple[Any, ...], set[int]] = {}
    met: dict[int, set[int]] = {deal: set() for deal in range(40)}
    for number, s in tables.seen:
        deal, hand = int(s["game"]), int(s["hands_played"])
        met[deal].add(number)
        dice.setdefault((deal, hand, "first bettor"), set()).add(int(s["first_bettor"]))
        for seat in range(len(names)):
            for index, die in enumerate((s["secret"][seat], *s["open"][seat])):
                if die:
                    dice.setdefault((deal, hand, seat, index), set()).add(int(die))
    assert all(len(faces) == 1 for faces in dice.values())
    assert all(len(games) == len(assignments(len(names))) for games in met.values())
    secrets = {deal: tuple(*zip(*(dice[deal, 0, seat, 0] for seat in range(len(names))), strict=True)) for deal in range(40)}
    assert len(set(secrets.values())) > 20  # other deals, other dice


def test_a_decision_has_its_own_number(watched):
    """`u` goes by the deal, the seat and the number of the decision, so that the games of a deal share it too."""
    measure("pinwheel", resolve_all(["random", "maniac", "rock"], "pinwheel"), deals=40)
    [tables] = watched
    known: dict[tuple[int, int, int], set[float]] = {}
    for deal, seat, decision, u in tables.u:
        known.setdefault((deal, seat, decision), set()).add(u)
    assert all(len(numbers) == 1 for numbers in known.values())
    numbers = [u for (u,) in known.values()]
    assert len(set(numbers)) == len(numbers)
    assert all(0 <= u < 1 for u in numbers)
    assert 0.45 < np.mean(numbers) < 0.55


def test_every_agent_meets_every_seat_of_a_deal(watched):
    """In the games of a deal the line-up is each of the assignments once."""
    company = resolve_all(["shark", "maniac", "rock"], "pinwheel")
    measure("pinwheel", company, deals=30)
    [tables] = watched
    for deal in range(30):
        rows = tables.lineup[tables.states["game"] == deal][:, :3]
        lineups = {tuple(company.index(tables.agents[number]) for number in row) for row in rows}
        assert lineups == set(assignments(3))


@pytest.mark.parametrize("at_once", [1, 7, 64, 100_000])
def test_results_do_not_depend_on_how_many_games_run_at_once(at_once, monkeypatch):
    """Neither in pieces of one deal nor all together."""
    company = resolve_all(["shark", "maniac", {"rock": 1, "random": 2}], "pinwheel")
    reference = measure("pinwheel", company, deals=45, seed=2)
    monkeypatch.setattr(arena, "GAMES_AT_ONCE", at_once)
    assert measure("pinwheel", company, deals=45, seed=2) == reference


def test_more_deals_begin_with_the_same_ones():
    """The first deals of a longer evaluation are those of a shorter one: their sums agree."""
    company = resolve_all(["maniac", "rock"], "pinwheel")
    one = measure("pinwheel", company, deals=50, options={"hands": 1})
    two = measure("pinwheel", company, deals=100, options={"hands": 1})
    rest = two.entrants["maniac"].mean * 100 - one.entrants["maniac"].mean * 50
    assert one.hands == 100
    assert two.hands == 200
    assert rest == pytest.approx(round(rest * 2) / 2)  # the other fifty deals: whole units over two hands each


# --- seeds and streams ---


def test_seeds_are_reproducible():
    """The same seed, the same report; another seed, another one; the agents may be new ones."""
    one, two, other = (measure("pinwheel", resolve_all(["shark", "maniac"], "pinwheel"), deals=60, seed=s) for s in (4, 4, 5))
    assert one == two
    assert one.entrants != other.entrants


def test_streams_are_different_deals(watched):
    """Training, validation, evaluation and play of one seed share no key, so that nothing measured was trained on."""
    company = resolve_all(["shark", "maniac"], "pinwheel")
    streams = (Stream.PLAY, Stream.TRAINING, Stream.VALIDATION, Stream.EVALUATION)
    reports = [measure("pinwheel", company, deals=200, seed=9, stream=stream) for stream in streams]
    keys = [set(tables.states["key"].tolist()) for tables in watched]
    assert all(len(each) == 200 for each in keys)
    assert len(set().union(*keys)) == 800
    assert len({json.dumps(report.as_json()) for report in reports}) == 4
    assert measure("pinwheel", company, deals=200, seed=9) == reports[3]  # what is not said is evaluation


def test_streams_of_other_seeds_are_different_deals(watched):
    """A seed of one stream is no other seed of another one: a thousand of them share no key."""
    company = resolve_all(["rock", "rock"], "pinwheel")
    for seed in range(25):
        for stream in (Stream.TRAINING, Stream.VALIDATION, Stream.EVALUATION):
            measure("pinwheel", company, deals=30, seed=seed, stream=stream, options={"hands": 1})
    keys = [key for tables in watched for key in set(tables.states["key"].tolist())]
    assert len(keys) == 25 * 3 * 30 == len(set(keys))


# --- entrants ---


def test_samples_are_units_a_hand_of_a_deal():
    """One deal's sample is what an agent won in all games of the deal over the hands played in them: counted by hand."""
    company = resolve_all(["maniac", "rock"], "pinwheel")
    report = measure("pinwheel", company, deals=30, options={"bankroll": 6})
    game = get_game("pinwheel")
    samples = []
    hands_in_all = 0
    for deal in range(30):
        units = hands = 0
        for order in ((0, 1), (1, 0)):
            seating = arena.Seating(
                game.parse_options({"num_players": 2, "bankroll": 6}), tuple(company[k] for k in order), None
            )
            tables = SeatedGames(game, [seating], 0, Stream.EVALUATION, deals=np.array([deal]))
            tables.reset(tables.game_numbers())
            tables.run(tables.game_numbers())
            units += tables.returns[0, order.index(0)]
            hands += int(tables.states["hands_played"][0])
        samples.append(units / hands)
        hands_in_all += hands
    assert report.entrants["maniac"].mean == pytest.approx(np.mean(samples))
    assert report.entrants["maniac"].deviation == pytest.approx(np.std(samples, ddof=1))
    assert report.hands == hands_in_all < 240
    assert report.games == 60


def test_copies_of_one_agent_are_one_entrant():
    """Three sharks are one entrant with the mean of three seats, and two entrants have one difference."""
    report = measure("pinwheel", resolve_all(["rock", "shark", "shark", "shark"], "pinwheel"), deals=50)
    assert report.seats == {"rock": 1, "shark": 3}
    assert report.entrants["shark"].mean == pytest.approx(-report.entrants["rock"].mean / 3)
    [difference] = report.differences
    assert (difference.first, difference.second) == ("rock", "shark")
    assert difference.estimate.mean == pytest.approx(report.entrants["rock"].mean - report.entrants["shark"].mean)


def test_different_agents_of_one_name_are_kept_apart(new_policies):
    """Two policies both called "policy", and one that bears the name that would tell them apart."""
    one, two = (resolve(file, "pinwheel") for file in new_policies)
    other = Answers(lambda mask: mask.argmax(), name="policy'")
    report = measure("pinwheel", [one, other, two], deals=40)
    assert len(report.entrants) == 3
    assert len(set(means(report).values())) == 3
    assert list(report.seats.values()) == [1, 1, 1]
    assert all(name.startswith("policy") for name in report.entrants)
    again = measure("pinwheel", [one, two, one], deals=40)
    assert list(again.seats.values()) == [2, 1]


@pytest.fixture
def new_policies(tmp_path) -> list[Any]:
    """Two different policies of one name."""
    from backroom.agents.policy_file import Policy, write_policy

    game = get_game("pinwheel")
    files = []
    for seed in (1, 2):
        (tmp_path / str(seed)).mkdir()
        rng = np.random.default_rng(seed)
        shape = (game.layout.size, len(game.actions))
        files.append(tmp_path / str(seed) / "policy.npz")
        write_policy(files[-1], game, None, Policy([(rng.normal(size=shape), rng.normal(size=shape[1]))], "relu"))
    return files


def test_mixtures_take_seats_too():
    """A place may be a mixture, drawn for each game."""
    [mixture, rock] = resolve_all([["shark", "maniac"], "rock"], "pinwheel")
    assert isinstance(mixture, Mixture)
    report = measure("pinwheel", [mixture, rock], deals=100)
    assert list(report.entrants) == ["shark or maniac", "rock"]
    alone = [
        measure("pinwheel", resolve_all([name, "rock"], "pinwheel"), deals=100).entrants[name].mean
        for name in ("shark", "maniac")
    ]
    assert min(alone) < report.entrants["shark or maniac"].mean < max(alone)


def test_differences_of_every_pair():
    """Each pair once, in the order of naming, deal by deal: its deviation is that of the differences."""
    names = ["shark", "maniac", "rock"]
    report = measure("pinwheel", resolve_all(names, "pinwheel"), deals=50)
    assert [(d.first, d.second) for d in report.differences] == list(itertools.combinations(names, 2))
    for difference in report.differences:
        first, second = report.entrants[difference.first], report.entrants[difference.second]
        assert difference.estimate.mean == pytest.approx(first.mean - second.mean)
        assert difference.estimate.deals == 50


def test_one_agent_at_several_tables():
    """`measure_at_tables` is `measure`, table by table."""
    agent = resolve("shark", "pinwheel")
    tables = [["rock"], ["maniac", "rock"]]
    reports = measure_at_tables("pinwheel", agent, tables, deals=40, seed=6, options={"hands": 2})
    for others, report in zip(tables, reports, strict=True):
        company = [agent, *resolve_all(others, "pinwheel")]
        assert report == measure("pinwheel", company, deals=40, seed=6, options={"hands": 2})
        assert next(iter(report.entrants)) == "shark"


# --- illegal agents ---


@pytest.mark.parametrize(
    "answer",
    [
        lambda mask: 14,
        lambda mask: 99,
        lambda mask: -1,
        lambda mask: int(mask.argmin()),
        lambda mask: float(mask.argmax()),
        lambda mask: mask.argmax() + 0.5,
        lambda mask: np.float32(mask.argmax()),
        lambda mask: float("nan"),
        lambda mask: "pass",
        lambda mask: str(mask.argmax()),
        lambda mask: None,
        lambda mask: [1, 2],
    ],
    ids=[
        "not legal now",
        "too high",
        "negative",
        "masked",
        "float",
        "fraction",
        "NumPy float",
        "nan",
        "name",
        "digits",
        "nothing",
        "list",
    ],
)
def test_an_illegal_agent_is_named(answer):
    """Not legal now, out of range, or no whole number at all: nothing is rounded or turned into something else."""
    with pytest.raises(IllegalAction, match="stubborn"):
        measure("pinwheel", [Answers(answer), resolve("rock", "pinwheel")], deals=30)


def test_an_illegal_action_is_told_with_what_was_legal():
    with pytest.raises(IllegalAction) as refused:
        measure("pinwheel", [Answers(lambda mask: 14, name="greedy"), resolve("rock", "pinwheel")], deals=30)
    assert "greedy" in str(refused.value)
    assert "14 (gamble)" in str(refused.value)
    assert "1 (pass)" in str(refused.value)


@pytest.mark.parametrize(
    "answer",
    [
        lambda count: np.zeros(count + 1, np.int64),
        lambda count: np.zeros((count, 1), np.int64),
        lambda count: np.ones(count),
        lambda count: np.ones(count, bool),
        lambda count: ["pass"] * count,
        lambda count: None,
        lambda count: 1,
        lambda count: [1] * (count - 1) + [99],
    ],
    ids=["too many", "a column", "floats", "booleans", "words", "nothing", "one for all", "one is wrong"],
)
def test_an_illegal_batch_is_named(answer):
    with pytest.raises(IllegalAction, match="stubborn"):
        measure("pinwheel", [AnswersArray(answer), resolve("rock", "pinwheel")], deals=30)


def test_whole_numbers_of_any_kind_are_legal():
    """Plain and NumPy integers, lists of them."""

    class Modest(backroom.Agent):
        name = "modest"

        def __init__(self, kind: Any):
            self.kind = kind

        def act_batch(self, observations, action_masks, u):
            return self.kind(action_masks.argmax(axis=1))

    kinds = [np.int8, np.uint16, np.int64, lambda actions: actions.tolist()]
    modest = [
        Modest(lambda actions, kind=kind: np.asarray(actions, kind) if isinstance(kind, type) else kind(actions))
        for kind in kinds
    ]
    reports = [measure("pinwheel", [one, resolve("maniac", "pinwheel")], deals=30) for one in modest]
    assert all(report == reports[0] for report in reports)


# --- what is refused ---


@pytest.mark.parametrize("deals", [0, -5, 1, 29, 10_000_001, 100.0, "100", None, True, np.nan], ids=repr)
def test_bad_numbers_of_deals(deals):
    with pytest.raises(InvalidOption, match="deals"):
        measure("pinwheel", resolve_all(["rock", "shark"], "pinwheel"), deals=deals)


@pytest.mark.parametrize("count", [0, 1, 7, 12])
def test_as_many_agents_as_seats(count):
    with pytest.raises(InvalidOption) as refused:
        measure("pinwheel", resolve_all(["rock"] * count, "pinwheel"), deals=30)
    assert str(count) in str(refused.value)
    assert "bankroll" not in str(refused.value)  # the number of seats is what is wrong, nothing that follows from it


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"num_players": 3}, "nobody sits on player_2"),
        ({"bankrol": 5}, "bankroll"),
        ({"bankroll": 0}, "bankroll"),
        ({"skills": "9X"}, "9X"),
        ({"bankroll": [5, 5, 5]}, "3 values for 2 seats"),
        ({"hands": "many"}, "hands"),
    ],
    ids=str,
)
def test_tables_that_can_not_be_played(options, word):
    with pytest.raises(InvalidOption, match=word):
        measure("pinwheel", resolve_all(["rock", "shark"], "pinwheel"), deals=30, options=options)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", None, True], ids=repr)
def test_bad_seeds(seed):
    with pytest.raises(InvalidOption, match="seed"):
        measure("pinwheel", resolve_all(["rock", "shark"], "pinwheel"), deals=30, seed=seed)


def test_unknown_game():
    with pytest.raises(InvalidOption, match="pinwheel"):
        measure("pinball", [], deals=30)


# --- the report ---


def test_report_is_plain_data():
    """`as_json` can be written and read back without loss, and says what was played, in what unit, with which verdicts."""
    report = measure("pinwheel", resolve_all(["shark", "maniac", "rock"], "pinwheel"), deals=40, seed=3, options={"hands": 2})
    data = json.loads(json.dumps(report.as_json(), allow_nan=False))
    assert data == report.as_json()
    assert (data["game"], data["seed"], data["deals"], data["games"]) == ("pinwheel", 3, 40, 240)
    assert data["hands"] <= 480
    assert data["unit"] == "units a hand"
    assert data["confidence"] == 0.95
    assert data["options"]["hands"] == 2
    assert data["options"]["num_players"] == 3
    assert get_game("pinwheel").parse_options(data["options"])  # what was played can be played again
    for name, one in data["entrants"].items():
        estimate = report.entrants[name]
        assert (one["mean"], one["low"], one["high"], one["deals"]) == (estimate.mean, estimate.low, estimate.high, 40)
        assert (one["verdict"], one["deals_to_settle"]) == (estimate.verdict, estimate.deals_to_settle)
        assert one["low"] <= one["mean"] <= one["high"]
    assert [(one["first"], one["second"]) for one in data["differences"]] == [(d.first, d.second) for d in report.differences]


REMEMBERS = """
from backroom import Agent
asked = []
class Counting(Agent):
    def act(self, observation, action_mask, u):
        asked.append(u)
        legal = action_mask.nonzero()[0]
        return int(legal[len(asked) % len(legal)])
def counting(description, legal):
    asked.append(0)
    return legal[len(asked) % len(legal)]
def cached(description, legal, known={}):
    return known.setdefault(tuple(legal), legal[0])
"""


@pytest.mark.parametrize("name", ["Counting", "counting", "cached"])
@pytest.mark.parametrize("mixed", [False, True])
def test_an_agent_that_remembers_is_seen(name, mixed, tmp_path):
    """One whose answers depend on what it was asked before; what it only looks up faster is its own affair."""
    (tmp_path / "mine.py").write_text(REMEMBERS)
    file = f"{tmp_path}/mine.py:{name}"
    agents = resolve_all([["rock", file] if mixed else file, "rock"], "pinwheel")
    if name == "cached":
        measure("pinwheel", agents, deals=30)
    else:
        with pytest.raises(backroom.AgentFailed, match=f"mine:{name}.*keeps something in mind"):
            measure("pinwheel", agents, deals=30)


def test_progress_is_told():
    """How many deals are done, up to all of them."""
    told: list[int] = []
    measure("pinwheel", resolve_all(["rock", "shark"], "pinwheel"), deals=50, progress=told.append)
    assert told[-1] == 50
    assert told == sorted(told)


def test_reports_for_people(capsys):
    """The table names every entrant with its mean and interval; the differences are told from three entrants on."""
    report = measure("pinwheel", resolve_all(["shark", "maniac", "rock"], "pinwheel"), deals=40)
    console = Console(width=200)
    print_report(report, console)
    print_summary([report], console)
    text = capsys.readouterr().out
    for one in report.entrants.values():
        assert f"{one.mean:+.3f}" in text
        assert f"{one.low:+.3f} to {one.high:+.3f}" in text
    assert "40 duplicate deals, 240 games" in text
    assert "shark over maniac" in text
    assert "maniac, rock" in text


@pytest.mark.parametrize("error", ["SystemExit(3)", "GeneratorExit()", "Odd('two\\nlines')", "MemoryError", "bet"])
def test_whatever_an_agent_raises_is_its_failure_in_one_line(tmp_path, error):
    """With the line of its file; `bet` calls itself for ever."""
    file = tmp_path / "mine.py"
    raises = f"raise {error}" if error != "bet" else "return bet(description, legal)"
    file.write_text(f"class Odd(BaseException):\n    pass\n\n\ndef bet(description, legal):\n    {raises}\n")
    with pytest.raises(backroom.AgentFailed) as failed:
        measure("pinwheel", resolve_all([f"{file}:bet", "rock"], "pinwheel"), deals=30)
    words = str(failed.value)
    assert words.startswith("agent 'mine:bet' failed: ")
    assert words.endswith(f"({file}, line 6)")
    assert "\n" not in words
    assert ":  " not in words
