"""Who sits where: line-ups, mixtures, the agents' uniform numbers, and agents that do what they may not."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.envs.core.chance import Stream
from backroom.envs.core.game import get_game
from backroom.envs.views.seated_games import LEARNER, SeatedGames, Seating


class Named(backroom.Agent):
    """Plays the first legal action, and keeps what it was shown."""

    def __init__(self, name: str):
        self.name = name
        self.shown: list[tuple[Any, Any, Any]] = []

    def act_batch(self, observations, action_masks, u):
        self.shown.append((observations.copy(), action_masks.copy(), u.copy()))
        return np.argmax(action_masks, axis=1)


def named(count: int) -> list[Named]:
    return [Named(f"bettor {number}") for number in range(count)]


def tables_of(
    game: str, agents: list[Any], seat: Any, count: int = 1, seed: int = 0, table: Mapping[str, Any] | None = None, **more: Any
) -> SeatedGames:
    """Equal tables for so many agents; `table` holds further options."""
    options = get_game(game).parse_options({**(table or {}), "num_players": len(agents) + (seat is not None)})
    return SeatedGames(get_game(game), [Seating(options, tuple(agents), seat)] * count, seed, **more)


def everywhere(tables: SeatedGames) -> Any:
    return np.arange(len(tables.states))


def finish(tables: SeatedGames) -> None:
    """Play all games to their ends; the learner, too, takes the first legal action."""
    while True:
        tables.run(everywhere(tables))
        which = np.flatnonzero(tables.states["over"] == 0)
        if not len(which):
            return
        tables.step(which, np.argmax(tables.observe(which)[1], axis=1))


# --- line-ups ---


def test_opponents_sit_clockwise_from_the_learner(sized):
    for table in sized:
        agents = named(table.seats - 1)
        for seat in range(table.seats):
            tables = tables_of(table.game, agents, seat)
            tables.reset(everywhere(tables))
            assert tables.learner_seats.tolist() == [seat]
            lineup = tables.lineup[0]
            assert lineup[seat] == LEARNER
            for place, agent in enumerate(agents):
                assert tables.agents[lineup[(seat + 1 + place) % table.seats]] is agent
            assert (lineup[table.seats :] == LEARNER).all()


def test_without_a_learner_agents_sit_from_seat_0(sized):
    for table in sized:
        agents = named(table.seats)
        tables = tables_of(table.game, agents, None)
        tables.reset(everywhere(tables))
        assert [tables.agents[number] for number in tables.lineup[0, : table.seats]] == agents
        assert tables.learner_seats.tolist() == [LEARNER]


def test_a_random_seat_turns_the_line_up_with_it(sized):
    for table in sized:
        agents = named(table.seats - 1)
        tables = tables_of(table.game, agents, "random", count=table.seats * 60)
        tables.reset(everywhere(tables))
        counts = Counter(tables.learner_seats.tolist())
        assert set(counts) == set(range(table.seats))
        assert max(counts.values()) < 2 * 60
        for seat, lineup in zip(tables.learner_seats, tables.lineup, strict=True):
            order = [tables.agents[lineup[(seat + 1 + place) % table.seats]] for place in range(table.seats - 1)]
            assert order == agents


def test_everybody_acts_on_the_observation_of_the_own_seat(game, brief):
    """The agent in a seat is shown what that seat knows, with the mask of that moment."""
    env = backroom.make(game, **brief)
    agents = named(env.max_num_agents)
    tables = tables_of(game, agents, None, seed=5, table=brief)
    tables.reset(everywhere(tables))
    finish(tables)
    env.reset(seed=5)
    taken = dict.fromkeys(env.possible_agents, 0)
    while not all(env.terminations.values()):
        agent = env.agent_selection
        seen = env.observe(agent)
        observations, masks, _ = agents[env.possible_agents.index(agent)].shown[taken[agent]]
        taken[agent] += 1
        assert np.array_equal(observations[0], seen["observation"])
        assert np.array_equal(masks[0], seen["action_mask"])
        env.step(int(np.argmax(seen["action_mask"])))
    assert [len(agent.shown) for agent in agents] == list(taken.values())
    end = env.describe_all()
    gained = np.array(end["stack"]) - np.array(end["bankroll"])
    assert tables.returns[0].tolist() == gained.tolist()


@pytest.mark.parametrize("seat", [-1, 99, "second", 1.0, True])
def test_impossible_seats_are_refused(game, seat):
    options = get_game(game).parse_options({})
    with pytest.raises(backroom.InvalidOption, match="seat"):
        Seating(options, tuple(named(options.num_players - 1)), seat)


def test_a_seating_is_as_large_as_the_table(game):
    options = get_game(game).parse_options({})
    for count in {0, 1, options.num_players - 2, options.num_players, 9} - {options.num_players - 1}:
        with pytest.raises(backroom.InvalidOption, match=f"opponents: {count} given"):
            Seating(options, tuple(named(count)), 0)
    with pytest.raises(backroom.InvalidOption, match="agents"):
        Seating(options, tuple(named(options.num_players - 1)), None)


# --- mixtures ---


def test_a_mixture_is_drawn_anew_for_each_episode_by_its_weights(game):
    one, two, three = named(3)
    seats = backroom.make(game).max_num_agents
    place = backroom.Mixture([one, two, three], [1, 0, 3])
    tables = tables_of(game, [place, *named(seats - 2)], 0, count=150)
    drawn: Counter[str] = Counter()
    changed = 0
    before = None
    for _ in range(4):
        tables.reset(everywhere(tables))
        now = tables.lineup[:, 1].copy()
        drawn.update(tables.agents[number].name for number in now)
        changed += 0 if before is None else int((now != before).sum())
        before = now
    assert set(drawn) == {one.name, three.name}
    assert 0.70 < drawn[three.name] / drawn.total() < 0.80
    assert changed > 100


def test_places_of_a_line_up_are_drawn_apart(sized):
    for table in sized:
        if table.seats < 3:
            continue
        agents = named(2)
        tables = tables_of(table.game, [backroom.Mixture(agents)] * (table.seats - 1), 0, count=200)
        tables.reset(everywhere(tables))
        assert len(tables.agents) == 2, "the same agent in two places is one agent"
        alike = (tables.lineup[:, 1] == tables.lineup[:, 2]).mean()
        assert 0.35 < alike < 0.65


def test_line_ups_follow_the_seed(game):
    seats = backroom.make(game).max_num_agents
    places = [backroom.Mixture(named(3))] * (seats - 1)

    def drawn(seed: int, count: int) -> list[Any]:
        tables = tables_of(game, places, "random", count=count, seed=seed)
        found = []
        for _ in range(3):
            tables.reset(everywhere(tables))
            found.append(np.column_stack([tables.learner_seats, tables.lineup])[:10].tolist())
        return found

    assert drawn(1, 10) == drawn(1, 10)
    assert drawn(1, 10) == drawn(1, 30), "whatever the number of tables"
    assert drawn(1, 10) != drawn(2, 10)


def test_who_sits_there_does_not_change_the_deal(game):
    """A mixture, a seat and an agent's number have chance of their own: the deal is that of the seed alone."""
    seats = backroom.make(game).max_num_agents
    deals = []
    for places, seat in (
        (named(seats - 1), 0),
        (named(seats - 1), "random"),
        ([backroom.Mixture(named(3))] * (seats - 1), 1),
        (named(seats), None),
    ):
        tables = tables_of(game, places, seat, count=4, seed=9)
        tables.reset(everywhere(tables))
        deals.append(tables.states.tobytes())
    assert len(set(deals)) == 1


def test_equal_deals_have_equal_chance(game, brief):
    seats = backroom.make(game).max_num_agents
    tables = tables_of(game, named(seats), None, count=3, deals=np.array([5, 5, 6]), table=brief)
    tables.reset(everywhere(tables))
    finish(tables)
    assert tables.states[0].tobytes() == tables.states[1].tobytes()
    assert tables.states[0]["key"] != tables.states[2]["key"]


def test_streams_are_kept_apart(game):
    seats = backroom.make(game).max_num_agents
    keys = set()
    for stream in Stream:
        tables = tables_of(game, named(seats), None, count=20, seed=1, stream=stream)
        tables.reset(everywhere(tables))
        keys |= set(tables.states["key"].tolist())
    assert len(keys) == 20 * len(Stream)


@pytest.mark.parametrize(
    ("count", "weights"),
    [(0, None), (2, [1]), (2, [1, 2, 3]), (2, [0, 0]), (2, [-1, 2]), (2, [float("nan"), 1]), (2, [float("inf"), 1])],
)
def test_impossible_mixtures_are_refused(count, weights):
    with pytest.raises(backroom.InvalidOption, match="mixture"):
        backroom.Mixture(named(count), weights)


def test_a_mixture_picks_by_shares():
    one, two, three = agents = named(3)
    mixture = backroom.Mixture(agents, [1, 2, 1])
    assert [mixture.pick(u) for u in (0.0, 0.2, 0.25, 0.7, 0.75, 1 - 2**-53)] == [one, one, two, two, three, three]
    assert backroom.Mixture(agents, [0, 1, 0]).pick(0.0) is two
    assert backroom.Mixture(agents, [0, 1, 0]).pick(1 - 2**-53) is two
    assert {backroom.Mixture(agents).pick(u) for u in np.linspace(0, 0.999, 30)} == set(agents)
    assert backroom.Mixture([one], [1e-300]).pick(0.5) is one
    tenths = backroom.Mixture(agents[:1] * 10, [0.1] * 10)
    assert tenths.pick(1 - 2**-53) is one


# --- what agents are handed ---


def test_uniform_numbers_belong_to_seed_game_seat_and_decision(game, brief):
    """They do not depend on how many tables there are, nor on who else acts."""
    seats = backroom.make(game).max_num_agents
    alone, among = Named("alone"), Named("among")
    for agent, count in ((alone, 1), (among, 40)):
        tables = tables_of(game, [agent] * seats, None, count=count, seed=3, table=brief)
        tables.reset(everywhere(tables))
        finish(tables)
    first = np.concatenate([u for _, _, u in alone.shown])
    assert ((first >= 0) & (first < 1)).all()
    assert len(set(first.tolist())) == len(first), "a number a decision"
    every = np.concatenate([u for _, _, u in among.shown])
    assert set(first.tolist()) <= set(every.tolist())
    assert len(set(every.tolist())) == len(every)
    assert 0.3 < every.mean() < 0.7


def test_act_and_act_batch_follow_from_each_other(game, brief):
    class One(backroom.Agent):
        def act(self, observation, action_mask, u):
            legal = np.flatnonzero(action_mask)
            return int(legal[int(u * len(legal))])

    class Many(backroom.Agent):
        def act_batch(self, observations, action_masks, u):
            assert observations.ndim == action_masks.ndim == 2
            return np.array([One().act(*row) for row in zip(observations, action_masks, u, strict=True)], np.int64)

    seats = backroom.make(game).max_num_agents
    records = []
    for agent in (One(), Many()):
        tables = tables_of(game, [agent] * seats, None, count=3, seed=4, table=brief)
        tables.reset(everywhere(tables))
        finish(tables)
        records.append(tables.states.tobytes())
    assert records[0] == records[1]
    observations, masks, u = np.zeros((2, 3), np.float32), np.ones((2, 4), np.int8), np.array([0.1, 0.9])
    singly = [Many().act(*row) for row in zip(observations, masks, u, strict=True)]
    assert singly == One().act_batch(observations, masks, u).tolist()
    assert One().act_batch(observations[:0], masks[:0], u[:0]).shape == (0,)


def test_an_agent_that_can_do_nothing_is_told(game):
    class Mute(backroom.Agent):
        pass

    seats = backroom.make(game).max_num_agents
    tables = tables_of(game, [Mute()] * seats, None)
    tables.reset(everywhere(tables))
    with pytest.raises((TypeError, backroom.BackroomError), match="Mute must define act or act_batch"):
        tables.run(everywhere(tables))


@pytest.mark.parametrize(
    "answer",
    [
        lambda masks: np.argmin(np.column_stack([masks, np.zeros(len(masks), np.int8)]), axis=1),
        lambda masks: np.full(len(masks), -1),
        lambda masks: np.full(len(masks), masks.shape[1]),
        lambda masks: np.argmax(masks, axis=1).astype(float),
        lambda masks: np.argmax(masks, axis=1)[:-1],
        lambda masks: np.argmax(masks, axis=1)[None],
        lambda masks: None,
        lambda masks: ["0"] * len(masks),
    ],
    ids=["forbidden", "-1", "too large", "floats", "too few", "2-d", "None", "texts"],
)
def test_an_agent_that_does_what_it_may_not_is_named(game, answer):
    class Cheat(backroom.Agent):
        name = "the cheat"

        def act_batch(self, observations, action_masks, u):
            chosen = answer(action_masks.copy())
            action_masks[:] = 1  # does not help it
            return chosen

    seats = backroom.make(game).max_num_agents
    tables = tables_of(game, [Cheat()] * seats, None, count=2)
    tables.reset(everywhere(tables))
    before = tables.states.tobytes()
    with pytest.raises(backroom.IllegalAction, match="the cheat"):
        tables.run(everywhere(tables))
    assert tables.states.tobytes() == before


def test_a_witness_is_told_of_every_decision(game, brief):
    """In the order of play: who did what in which game, and a report a seat of what ended with it."""
    seats = backroom.make(game).max_num_agents
    told: list[tuple[int, int, int, list[Any]]] = []
    tables = tables_of(game, named(seats), None, count=2, seed=2, table=brief, on_decision=lambda *what: told.append(what))
    tables.reset(everywhere(tables))
    finish(tables)
    env = backroom.make(game, **brief)
    env.reset(seed=2)
    for _, seat, action, reports in (what for what in told if what[0] == 0):
        assert env.agent_selection == f"player_{seat}"
        assert action == np.argmax(env.action_masks())
        env.step(action)
        assert reports == (env.game.text.results(env._states, 0) if env.describe_all()["has_results"] else [])
    assert all(env.terminations.values())
    assert len(told) == tables.states["decisions"].sum()
