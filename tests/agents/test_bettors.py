"""Every named bettor of every game: legal, the same however it is asked, blind to all but its arrays. Then Pinwheel's."""

import gc
import inspect
import types
from collections.abc import Callable
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.agents import resolve, resolve_all
from backroom.agents.specs import bettors
from backroom.envs.core.game import Game, get_game
from backroom.envs.views.aec import TableEnv
from backroom.envs.views.seated_games import SeatedGames
from backroom.evaluate import measure

SCRIPTED = ("rock", "maniac", "shark")


class Spy(backroom.Agent):
    """Plays like another agent, and keeps all that it was given."""

    def __init__(self, agent: backroom.Agent):
        self.name = agent.name
        self._agent = agent
        self.given: list[tuple[Any, ...]] = []

    def act_batch(self, *arguments):
        self.given.append(arguments)
        return self._agent.act_batch(*arguments)


class Vandal(Spy):
    """Plays like another agent, and then overwrites what it was given."""

    def act_batch(self, observations, action_masks, u):
        actions = super().act_batch(observations.copy(), action_masks.copy(), u.copy())
        observations[:] = np.nan
        action_masks[:] = 1
        u[:] = 2
        return actions


def reachable(thing: Any) -> list[Any]:
    """All objects that lie below an object's attributes; code and classes are not followed."""
    beyond = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType)
    found: dict[int, Any] = {}
    waiting = list(vars(thing).values())
    while waiting:
        one = waiting.pop()
        if id(one) not in found and not isinstance(one, beyond):
            found[id(one)] = one
            waiting.extend(gc.get_referents(one))
    return list(found.values())


# --- every bettor of every game ---


# How actions begin that random play hardly ever comes to; the tests of the game's own bettors lay such tables out.
RARE = {"cripple_mr_onion": ("declare ", "wild again", "take ", "show ")}


def test_moments_cover_what_can_happen(moments_of):
    """The decisions that the bettors are tried on: every action is legal somewhere, and illegal elsewhere."""
    for game in backroom.games():
        masks = moments_of(game).masks
        common = [not name.startswith(RARE.get(game, "nothing")) for name in get_game(game).actions]
        assert masks.any(axis=1).all()
        assert masks.any(axis=0)[common].all()
        assert not masks.all(axis=0).any()


def test_every_bettor_is_legal_everywhere(bettor, moments_of):
    """Random decisions at tables of every size and with every edge of every option: nothing illegal."""
    game, agent = bettor
    seen = moments_of(game)
    actions = np.asarray(agent.act_batch(seen.observations, seen.masks, seen.u))
    assert actions.shape == (len(seen),)
    assert actions.dtype.kind in "iu"
    assert seen.masks[np.arange(len(seen)), actions].all()


def test_one_by_one_and_in_any_batch_alike(bettor, moments_of):
    """`act` equals `act_batch` row by row, whatever rows lie beside it and in whatever order."""
    game, agent = bettor
    rng = np.random.default_rng(1)
    seen = moments_of(game)
    seen = seen.pick(rng.choice(len(seen), 600, replace=False))
    together = np.asarray(agent.act_batch(seen.observations, seen.masks, seen.u))
    alone = [agent.act(*row) for row in zip(seen.observations, seen.masks, seen.u.tolist(), strict=True)]
    assert all(type(action) is int for action in alone)
    assert alone == together.tolist()
    for cuts in ([1], [7, 8, 301], list(range(50, 600, 50))):
        parts = [seen.pick(rows) for rows in np.split(np.arange(600), cuts)]
        split = np.concatenate([agent.act_batch(part.observations, part.masks, part.u) for part in parts])
        assert split.tolist() == together.tolist()
    order = rng.permutation(600)
    mixed = seen.pick(order)
    assert agent.act_batch(mixed.observations, mixed.masks, mixed.u).tolist() == together[order].tolist()


def test_an_empty_batch_is_no_trouble(bettor, moments_of):
    game, agent = bettor
    nothing = moments_of(game).pick(slice(0, 0))
    assert len(agent.act_batch(nothing.observations, nothing.masks, nothing.u)) == 0


def test_u_is_the_only_source_of_chance(bettor, moments_of):
    """The same decision with the same `u` is decided alike, again and by another of the kind; nothing given is changed."""
    game, agent = bettor
    seen = moments_of(game)
    before = seen.copy()
    np.random.seed(1)  # noqa: NPY002 - a bettor that drew from the global generator would be found out
    first = agent.act_batch(seen.observations, seen.masks, seen.u).tolist()
    np.random.seed(2)  # noqa: NPY002
    assert agent.act_batch(seen.observations, seen.masks, seen.u).tolist() == first
    assert type(agent)().act_batch(seen.observations, seen.masks, seen.u).tolist() == first
    for array, old in zip(vars(seen).values(), vars(before).values(), strict=True):
        assert array.tobytes() == old.tobytes()


def test_bettors_get_arrays_and_nothing_else(bettor):
    """In the arena and in every learner's view an agent is handed three plain arrays of its own, and no way to the game."""
    game, agent = bettor
    described = get_game(game)
    spy = Spy(agent)
    seats = described.parse_options({}).num_players
    measure(game, [spy] * seats, deals=30)
    for made in (
        backroom.make_seat(game, opponents=[spy] * (seats - 1), seed=1),
        backroom.make_vec(game, num_envs=4, opponents=[spy] * (seats - 1), seed=1),
    ):
        made.reset()
    assert len(spy.given) > 2
    for arguments in spy.given:
        assert [type(each) for each in arguments] == [np.ndarray] * 3
        assert [each.dtype for each in arguments] == [np.float32, np.int8, np.float64]
        assert all(each.flags.owndata and each.base is None for each in arguments)
        count = len(arguments[2])
        assert [each.shape for each in arguments] == [(count, described.layout.size), (count, len(described.actions)), (count,)]
        assert ((arguments[2] >= 0) & (arguments[2] < 1)).all()


def test_no_way_from_a_bettor_to_the_table(bettor):
    """Nothing below a bettor's attributes is a table or a record of one, also after it has played."""
    game, agent = bettor
    seats = get_game(game).parse_options({}).num_players
    measure(game, [agent] * seats, deals=30)
    record = get_game(game).state.dtype
    for thing in reachable(agent):
        assert not isinstance(thing, (TableEnv, SeatedGames, backroom.Batch, Game))
        assert not (isinstance(thing, (np.ndarray, np.generic)) and thing.dtype == record)
    assert list(inspect.signature(agent.act).parameters) == ["observation", "action_mask", "u"]


def test_overwriting_what_was_given_changes_nothing(bettor):
    """What agents get are copies: scribbling over them changes neither the game nor what is legal."""
    game, agent = bettor
    seats = get_game(game).parse_options({}).num_players
    honest = measure(game, [agent] * seats, deals=30)
    assert measure(game, [Vandal(agent)] * seats, deals=30) == honest


def test_bettors_play_at_every_size(bettor):
    """Whole evaluations from the smallest to the largest table."""
    game, agent = bettor
    described = get_game(game)
    for seats in range(1, described.max_seats + 1):
        try:
            described.parse_options({"num_players": seats})
        except backroom.InvalidOption:
            continue
        company = [agent, *resolve_all(["random"] * (seats - 1), game)]
        report = measure(game, company, deals=30, seed=seats)
        total = sum(one.mean * report.seats[name] for name, one in report.entrants.items())
        if described.zero_sum:
            assert total == pytest.approx(0)


def test_names_are_the_ones_to_type():
    """A bettor is called what it is listed as, so that a report can be typed back."""
    for game in backroom.games():
        assert {name: agent.name for name, agent in bettors(game).items()} == {name: name for name in bettors(game)}
        assert "random" in bettors(game)


def test_random_takes_every_legal_action_equally_often(moments_of):
    """`u` cut into equal parts falls on every legal action equally often."""
    for game in backroom.games():
        seen = moments_of(game)
        agent = resolve("random", game)
        for row in range(0, len(seen), len(seen) // 20):
            count = int(seen.masks[row].sum())
            one = seen.spread(row, 100 * count)
            taken = np.bincount(agent.act_batch(one.observations, one.masks, one.u), minlength=seen.masks.shape[1])
            assert taken.tolist() == (seen.masks[row] * 100).tolist()


# --- Pinwheel's characters ---


Shares = Callable[[str, str], float]


@pytest.fixture
def share_of(moments_of) -> Shares:
    """`share_of(name, action)`: how often a Pinwheel bettor takes the action, any raise for "raise", where it is legal."""
    actions = get_game("pinwheel").actions
    seen = moments_of("pinwheel")

    def share(name: str, action: str) -> float:
        meant = [index for index, known in enumerate(actions) if known.startswith(action)]
        rows = seen.pick(seen.masks[:, meant].any(axis=1))
        assert len(rows) > 300
        chosen = resolve(name, "pinwheel").act_batch(rows.observations, rows.masks, rows.u)
        return float(np.isin(chosen, meant).mean())

    return share


def test_rock_rarely_enters(share_of):
    """A rock folds to most bets, far more than a shark, and hardly ever raises."""
    assert share_of("rock", "fold") > 0.6
    assert share_of("rock", "fold") > share_of("shark", "fold") + 0.2
    assert share_of("rock", "raise") < 0.25


def test_maniac_raises_most_of_the_time(share_of):
    """A maniac raises where it can, hardly ever folds, and nearly always gambles."""
    assert share_of("maniac", "raise") > 0.7
    assert share_of("maniac", "fold") < 0.1
    assert share_of("maniac", "gamble") > 0.8
    assert share_of("maniac", "raise") > share_of("shark", "raise") > share_of("rock", "raise")


def test_maniac_raises_by_any_amount(moments_of):
    """Each size of raise is equally likely where all of them are legal."""
    seen = moments_of("pinwheel")
    raises = [index for index, name in enumerate(get_game("pinwheel").actions) if name.startswith("raise")]
    row = int(np.flatnonzero(seen.masks[:, raises].all(axis=1))[0])
    one = seen.spread(row, 1000)
    taken = np.bincount(
        resolve("maniac", "pinwheel").act_batch(one.observations, one.masks, one.u), minlength=len(seen.masks[row])
    )
    assert taken[raises].tolist() == [80] * len(raises)


@pytest.mark.parametrize("others", [[name] * count for name in ("random", "rock", "maniac") for count in (1, 3)], ids=" ".join)
def test_shark_beats_the_others(others):
    """Heads-up and against three of a kind the lower end of the shark's interval lies above zero."""
    report = measure("pinwheel", resolve_all(["shark", *others], "pinwheel"), deals=300, seed=11)
    assert report.entrants["shark"].low > 0
    assert report.entrants[others[0]].high < 0


def test_scripted_bettors_are_three_characters(moments_of):
    """No two of them play alike."""
    seen = moments_of("pinwheel")
    played = {name: resolve(name, "pinwheel").act_batch(seen.observations, seen.masks, seen.u).tobytes() for name in SCRIPTED}
    assert len(set(played.values())) == len(SCRIPTED)
