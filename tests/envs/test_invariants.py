"""What holds at every table of every game, in every view."""

import copy
import importlib.util
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import backroom
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

PLAYTHROUGH = Path(__file__).with_name("playthrough.py")


def over(env: Any) -> bool:
    return all(env.terminations.values())


def seat_of(agent: str) -> int:
    return int(agent.removeprefix("player_"))


def same(one: Any, other: Any) -> bool:
    return data_equivalence(one, other, exact=True)


# --- units and rewards ---


@pytest.mark.parametrize("seed", [0, 1])
def test_units_are_conserved(table, new_player, seed):
    env = table.env()
    env.reset(seed=seed)
    paid = 0
    for _ in new_player(seed).decisions(env, 80):
        now = env.describe_all()
        paid += sum(env.rewards.values())
        brought = getattr(env.options, "bankroll", None)
        assert brought is None or min(now["stack"]) >= 0
        assert sum(now["stack"]) + now["pot"] + now["house"] == sum(now["bankroll"]) == sum(brought or ())
        if env.game.zero_sum:
            assert now["house"] == 0
            assert -now["pot"] <= paid <= 0  # a pot that lies on has been lost, and not yet won
        if now["over"]:
            assert paid == -now["house"]
            paid = 0


def test_rewards_of_the_table_add_up_to_the_change_of_stack(table, player):
    env = table.env()
    for episode in range(3):
        env.reset(seed=7 if episode == 0 else None)
        gained = dict.fromkeys(env.possible_agents, 0.0)
        told = dict.fromkeys(env.possible_agents, 0)
        reported = 0
        for agent in env.agent_iter():
            seen, reward, terminated, truncated, info = env.last()
            assert not truncated
            assert reward == env._cumulative_rewards[agent]
            gained[agent] += reward
            told[agent] += len(info.get("results", ()))
            env.step(None if terminated else player.choose(seen["action_mask"]))
            reported += 0 if terminated else env.describe_all()["has_results"]
        end = env.describe_all()
        for agent, seat in env._seats.items():
            assert gained[agent] == end["stack"][seat] - end["bankroll"][seat]
            assert told[agent] == reported  # what ended is told to every seat once
        assert env.agents == []


def net_of_episodes(table: Any, seed: int, game: int, habit: Any) -> list[list[int]]:
    """What every seat won in the first few episodes of one game of a seed, by the stacks of the AEC view."""
    batch = backroom.Batch(table.game, num_envs=game + 1, seed=seed, **table.options)
    env = table.env()
    env.load_state(batch.save_state(game))
    nets: list[list[int]] = []
    for decision in range(200):
        if len(nets) == EPISODES or (nets and decision > 60):
            break
        seen = env.observe(env.agent_selection)
        env.step(habit.act(seen["observation"], seen["action_mask"], 0.0))
        if over(env):
            end = env.describe_all()
            nets.append([end["stack"][seat] - end["bankroll"][seat] for seat in range(table.seats)])
            env.reset()
    return nets


class Ledger:
    """Compares what a learner is paid, episode by episode, with what its seat won."""

    def __init__(self, nets: list[list[int]]):
        self.nets = nets
        self.episode = 0
        self.units = 0.0
        self.compared = 0
        self.skipped = 0

    @property
    def full(self) -> bool:
        return self.episode >= len(self.nets)

    def skip(self, count: int, units: float, seat: int, compare: bool = True) -> None:
        expected = self.nets[self.episode : self.episode + count]
        if compare and len(expected) == count:
            assert units == sum(net[seat] for net in expected)
        self.skipped += count
        self.episode += count

    def pay(self, units: float, ended: bool, seat: int) -> None:
        self.units += units
        if not ended:
            return
        if self.episode < len(self.nets):
            assert self.units == self.nets[self.episode][seat]
            self.compared += 1
        self.episode += 1
        self.units = 0.0


GAMES, EPISODES, SEED = 2, 3, 21


def ledgers_of(table: Any, habit: Any) -> list[Ledger]:
    """For each game of a seed, what the seats win while all of them follow their habits."""
    return [Ledger(net_of_episodes(table, SEED, game, habit)) for game in range(GAMES)]


def test_rewards_of_the_batch_add_up_to_the_change_of_stack(table, habit):
    ledgers = ledgers_of(table, habit)
    batch = backroom.Batch(table.game, num_envs=GAMES, seed=SEED, **table.options)
    books = [[Ledger(ledger.nets) for _ in range(table.seats)] for ledger in ledgers]
    while not all(book.full for by_seat in books for book in by_seat):
        batch.step(habit.act_batch(batch.observations, batch.action_masks, np.zeros(GAMES)))
        for game, by_seat in enumerate(books):
            for seat, book in enumerate(by_seat):
                book.pay(float(batch.rewards[game, seat]), bool(batch.terminations[game]), seat)
    if set(table.options) <= {"num_players"}:
        assert all(ledger.nets for ledger in ledgers)


def learner_seats(table: Any, habit: Any) -> list[int]:
    """Seats from which a learner gets to decide at all, the first and the last of them."""
    seen = set()
    batch = backroom.Batch(table.game, num_envs=8, seed=SEED, **table.options)
    for _ in range(30):
        seen |= set(batch.seats.tolist())
        batch.step(habit.act_batch(batch.observations, batch.action_masks, np.zeros(8)))
    return sorted({min(seen), max(seen)})


def test_rewards_of_the_seat_add_up_to_the_change_of_stack(table, habit):
    ledgers = ledgers_of(table, habit)
    opponents = [habit] * (table.seats - 1)
    places = [*learner_seats(table, habit), "random"]
    for place in places:
        ledger = Ledger(ledgers[0].nets)
        env = backroom.make_seat(table.game, opponents=opponents, seat=place, **table.options)
        seen, info = env.reset(seed=SEED)
        while not ledger.full:
            seat = info["seat"]
            if "skipped" in info:
                # of a seat drawn anew for each episode we are not told which one passed it over
                ledger.skip(info["skipped"]["count"], info["skipped"]["units"], seat, compare=place != "random")
            seen, reward, ended, truncated, info = env.step(habit.act(seen, info["action_mask"], 0.0))
            assert not truncated
            ledger.pay(reward, ended, seat)
            if ended:
                seen, info = env.reset()
        assert ledger.compared or not ledger.nets or place != places[0] or ledger.skipped


def test_rewards_of_the_vector_add_up_to_the_change_of_stack(table, habit):
    ledgers = ledgers_of(table, habit)
    opponents = [habit] * (table.seats - 1)
    for seat in learner_seats(table, habit)[-1:]:
        books = [Ledger(ledger.nets) for ledger in ledgers]
        env = backroom.make_vec(table.game, GAMES, opponents, seat, **table.options)
        seen, info = env.reset(seed=SEED)
        while not all(book.full for book in books):
            if "skipped" in info:
                for game in np.flatnonzero(info["_skipped"]):
                    skipped = info["skipped"]
                    books[game].skip(int(skipped["count"][game]), float(skipped["units"][game]), seat)
            seen, rewards, ends, truncations, info = env.step(habit.act_batch(seen, info["action_mask"], np.zeros(GAMES)))
            assert not truncations.any()
            for book, reward, ended in zip(books, rewards, ends, strict=True):
                book.pay(float(reward), bool(ended), seat)


def test_rewards_of_the_sb3_vector_add_up_to_the_change_of_stack(sized, habit):
    pytest.importorskip("stable_baselines3")
    for table in sized:
        opponents = [habit] * (table.seats - 1)
        for seat in learner_seats(table, habit):
            books = ledgers_of(table, habit)
            env = backroom.make_vec(table.game, GAMES, opponents, seat, SEED, api="sb3", **table.options)
            seen = env.reset()
            infos = env.reset_infos
            while not all(book.full for book in books):
                for book, info in zip(books, infos, strict=True):
                    if "skipped" in info:
                        book.skip(info["skipped"]["count"], info["skipped"]["units"], seat)
                masks = np.stack(env.env_method("action_masks"))
                seen, rewards, ends, infos = env.step(habit.act_batch(seen, masks, np.zeros(GAMES)))
                for book, reward, ended in zip(books, rewards, ends, strict=True):
                    book.pay(float(reward), bool(ended), seat)
            assert any(book.compared for book in books)


# --- masks ---


def test_the_mask_is_what_the_engine_accepts(table, player):
    env, fresh = table.env(), table.env()
    size = env.action_space("player_0").n
    env.reset(seed=3)
    for count in player.decisions(env, 36):
        if count % 4 or over(env):
            continue
        mask = env.observe(env.agent_selection)["action_mask"]
        assert mask.any(), "a seat to act has something to do"
        before = env.save_state()
        for action in (-size, -1, *range(size), size, size + 1, 1 << 40):
            if 0 <= action < size and mask[action]:
                twin = env.clone()
                twin.step(action)
                assert twin.save_state() != before
            else:
                with pytest.raises(backroom.IllegalAction):
                    env.step(action)
                assert env.save_state() == before
        fresh.load_state(before)
        assert same(fresh.observe(env.agent_selection)["action_mask"], mask), "the mask follows from the state"


def test_masks_of_seats_that_do_not_act_are_empty(table, player):
    env = table.env()
    env.reset(seed=4)
    for _ in player.decisions(env, 40):
        for agent in env.possible_agents:
            acts = agent == env.agent_selection and not over(env)
            assert env.observe(agent)["action_mask"].any() == acts


def test_the_batch_refuses_what_its_masks_forbid(table, player):
    batch = backroom.Batch(table.game, num_envs=3, seed=3, **table.options)
    size = batch.action_masks.shape[1]
    for count in range(30):
        legal = np.array([player.choose(mask) for mask in batch.action_masks])
        if count % 6 == 0:
            states = [batch.save_state(i) for i in range(3)]
            for action in (-1, *np.flatnonzero(batch.action_masks[1] == 0), size):
                with pytest.raises(backroom.IllegalAction, match="index 1"):
                    batch.step(np.array([legal[0], action, legal[2]]))
                assert [batch.save_state(i) for i in range(3)] == states
        batch.step(legal)


# --- observations ---


def test_observations_lie_in_the_declared_finite_bounds(table, new_player):
    env = table.env()
    for agent in env.possible_agents:
        box = env.observation_space(agent)["observation"]
        assert box.dtype == np.float32
        assert np.isfinite(box.low).all()
        assert np.isfinite(box.high).all()
    for seed in (0, 1):
        env.reset(seed=seed)
        for _ in new_player(seed).decisions(env, 40):
            for agent in env.possible_agents:
                seen = env.observe(agent)
                assert env.observation_space(agent).contains(seen), env.describe(agent)
                assert seen["observation"].dtype == np.float32
                assert seen["action_mask"].dtype == np.int8


def test_every_number_of_a_piece_lies_in_its_bounds_and_is_read_back(game):
    """Whole numbers times a scale in 32 bits, as the rules write them, at the edges and between."""
    layout = backroom.make(game).game.layout
    low, high = layout.bounds()
    for piece in layout:
        numbers = np.unique(np.linspace(piece.low, piece.high, 1001).round()).astype(np.int64)
        written = numbers.astype(np.float32) * np.float32(piece.scale)
        place = getattr(layout.at, piece.name)
        assert (low[place] <= written).all(), piece
        assert (written <= high[place]).all(), piece
        for number, value in zip(numbers[:: max(1, len(numbers) // 50)], written[:: max(1, len(numbers) // 50)], strict=True):
            vector = np.zeros(layout.size, np.float32)
            vector[place] = value
            assert layout.read(vector)[piece.name][0] == number


def test_types_are_the_same_at_reset_step_and_end(game, brief, habit):
    seats = backroom.make(game).max_num_agents
    env = backroom.make_seat(game, opponents=["random"] * (seats - 1), dict_observation=True, **brief)
    seen, info = env.reset(seed=0)
    ends = 0
    for _ in range(80):
        assert seen["observation"].dtype == np.float32
        assert seen["action_mask"].dtype == info["action_mask"].dtype == env.action_masks().dtype == np.int8
        assert env.observation_space.contains(seen)
        assert same(seen["action_mask"], info["action_mask"])
        seen, reward, ended, truncated, info = env.step(habit.act(seen["observation"], seen["action_mask"], 0.0))
        assert (type(reward), type(ended), type(truncated)) == (float, bool, bool)
        if ended:
            ends += 1
            assert env.observation_space.contains(seen)
            assert not seen["action_mask"].any()
            assert info["action_mask"].dtype == np.int8
            seen, info = env.reset()
    assert ends


def test_observations_do_not_depend_on_who_looked(table, player):
    env = table.env()
    env.reset(seed=8)
    for _ in player.decisions(env, 20):
        twin = env.clone()
        forwards = {agent: twin.observe(agent) for agent in twin.possible_agents}
        twin.last()
        twin.state()
        backwards = {agent: env.observe(agent) for agent in reversed(env.possible_agents)}
        assert all(same(forwards[agent], backwards[agent]) for agent in forwards)


def test_spaces_are_the_same_at_every_table(game, sized, variety):
    first = backroom.make(game)
    for options in [*(table.options for table in sized), *variety]:
        env = backroom.make(game, **options)
        assert env.state_space == first.state_space
        for agent in env.possible_agents:
            assert env.observation_space(agent) == first.observation_space("player_0")
            assert env.action_space(agent) == first.action_space("player_0")
    assert first.action_space("player_0").n < 120


def test_descriptions_follow_from_observation_and_mask(table, player):
    env = table.env()
    env.reset(seed=2)
    for _ in player.decisions(env, 20):
        for agent in env.possible_agents:
            seen = env.observe(agent)
            told = env.describe(agent)
            assert told == backroom.decode(table.game, seen["observation"], seen["action_mask"])
            assert json.loads(json.dumps(told)), "plain Python"
            assert list(told["legal"]) == [env.action_name(i) for i in np.flatnonzero(seen["action_mask"])]


def test_nobody_is_to_act_after_the_end(game, brief, player):
    env = backroom.make(game, **brief)
    env.reset(seed=2)
    ends = 0
    for _ in player.decisions(env, 2_000):
        now = env.describe_all()
        assert now["to_act"] == (-1 if now["over"] else env.possible_agents.index(env.agent_selection))
        ends += now["over"]
    assert ends


def test_state_is_everything_by_name(table, player):
    env = table.env()
    env.reset(seed=2)
    for _ in player.decisions(env, 30):
        state, names = env.state(), env.describe_all()
        assert env.state_space.contains(state)
        assert state.dtype == np.float32
        assert np.isfinite([env.state_space.low, env.state_space.high]).all()
        flat = np.concatenate([np.ravel(value) for value in names.values()])
        assert np.array_equal(state, flat)
        assert {"stack", "pot", "to_act", "bankroll"} <= set(names)
        assert not {"seed", "key"} & set(names), "future chance is not part of the table"


# --- hidden information ---


def knows(env: Any, agent: str) -> tuple[Any, ...]:
    seen = env.observe(agent)
    pending = (env.infos.get(agent), env._cumulative_rewards.get(agent), env.rewards.get(agent))
    turn = (env.agent_selection, dict(env.terminations), env.agents)
    return seen["observation"].tobytes(), seen["action_mask"].tobytes(), env.describe(agent), pending, turn


def test_redrawing_what_a_seat_can_not_see_changes_nothing_for_it(table, player):
    env = table.env(render_mode="ansi")
    env.reset(seed=6)
    for count in player.decisions(env, 36):
        if count % 4 and not over(env):
            continue
        shown = env.render()
        for agent in env.possible_agents:
            for seed in (count, 2**64 - 1 - count):
                twin = env.clone()
                assert twin.resample(agent, seed) is None
                assert knows(twin, agent) == knows(env, agent)
                assert twin.render() == shown, "a spectator sees nothing that a seat can not see"
                assert twin.infos == env.infos
                assert twin._cumulative_rewards == env._cumulative_rewards


def reached_by_redrawing(env: Any, player: Any) -> tuple[bool, bool]:
    """Whether redrawing what a seat can not see ever changes the table, and whether it ever changes what others see."""
    env.reset(seed=6)
    tables, views = False, False
    for count in player.decisions(env, 30):
        for agent in env.possible_agents:
            for seed in range(5):
                twin = env.clone()
                twin.resample(agent, seed)
                tables |= not np.array_equal(twin.state(), env.state())
                others = [other for other in env.possible_agents if other != agent]
                views |= any(not same(twin.observe(other), env.observe(other)) for other in others)
        if tables and views and count > 10:
            break
    return tables, views


def test_redrawing_reaches_what_is_hidden(game, variety, new_player):
    """At the default table; where its redraw changes nothing at all, at one whose options give seats something to hide."""
    reached = reached_by_redrawing(backroom.make(game), new_player())
    for options in variety:
        if any(reached):
            break
        reached = reached_by_redrawing(backroom.make(game, **options), new_player())
    assert all(reached)


def test_redrawing_follows_its_seed_alone(table, player):
    env = table.env()
    env.reset(seed=6)
    player.reach(env, 7)
    for agent in env.possible_agents:
        one, other, third = env.clone(), env.clone(seed=99), env.clone()
        one.resample(agent, 3)
        other.resample(agent, 3)
        third.resample(agent, 4)
        third.resample(agent, 3)
        assert one.save_state() == other.save_state() == third.save_state()


def test_after_a_redraw_the_game_goes_on_by_its_rules(table, new_player):
    env, fresh = table.env(), table.env()
    for seed in range(4):
        player = new_player(seed)
        env.reset(seed=seed)
        player.reach(env, seed)
        agent = env.possible_agents[seed % len(env.possible_agents)]
        env.resample(agent, seed)
        fresh.load_state(env.save_state())
        for each in env.possible_agents:
            assert same(fresh.observe(each), env.observe(each)), "masks are those of the redrawn table"
        for _ in player.decisions(env, 12):
            now = env.describe_all()
            assert sum(now["stack"]) + now["pot"] + now["house"] == sum(now["bankroll"])
            for each in env.possible_agents:
                assert env.observe(each)["action_mask"].any() == (each == env.agent_selection and not over(env))


def futures(env: Any, habit: Any, decisions: int = 40) -> bytes:
    seen = b""
    for _ in range(decisions):
        if over(env):
            env.reset()
        now = env.observe(env.agent_selection)
        seen += now["observation"].tobytes()
        env.step(habit.act(now["observation"], now["action_mask"], 0.0))
    return seen


def test_a_redraw_and_a_seeded_clone_have_a_future_of_their_own(game, player, habit):
    env = backroom.make(game)
    env.reset(seed=6)
    player.reach(env, 5)
    expected = futures(env.clone(), habit)
    assert futures(env.clone(), habit) == expected
    clones = {futures(env.clone(seed=seed), habit) for seed in range(6)}
    assert len(clones) == 6
    assert expected not in clones
    redrawn = set()
    for seed in range(6):
        twin = env.clone()
        twin.resample("player_0", seed)
        redrawn.add(futures(twin, habit))
    assert len(redrawn) == 6


def test_a_seeded_clone_has_the_same_hidden_state(table, player, snapshot):
    env = table.env()
    env.reset(seed=6)
    for count in player.decisions(env, 20):
        assert snapshot(env.clone(seed=count)) == snapshot(env)


# --- one game in every view ---


def test_the_batch_plays_the_table_bit_for_bit(table, habit):
    env = table.env()
    env.reset(seed=11)
    batch = backroom.Batch(table.game, num_envs=2, seed=11, final_observations=True, **table.options)
    seats, ends = table.seats, 0
    for decision in range(200):
        if ends and decision > 60:
            break
        seen = env.observe(env.agent_selection)
        assert batch.seats[0] == seat_of(env.agent_selection)
        assert same(batch.observations[0], seen["observation"])
        assert same(batch.action_masks[0], seen["action_mask"])
        actions = habit.act_batch(batch.observations, batch.action_masks, np.zeros(2))
        env.step(int(actions[0]))
        batch.step(actions)
        assert batch.rewards[0, :seats].tolist() == [env.rewards[agent] for agent in env.possible_agents]
        assert not batch.rewards[0, seats:].any()
        assert batch.terminations[0] == over(env)
        if over(env):
            ends += 1
            for seat, agent in enumerate(env.possible_agents):
                assert same(batch.final_observations[0, seat], env.observe(agent)["observation"])
            assert not batch.final_observations[0, seats:].any()
            env.reset()
    if set(table.options) <= {"num_players"}:
        assert ends


def test_a_game_of_a_batch_does_not_depend_on_its_company(table, habit):
    small, large = (
        backroom.Batch(table.game, num_envs=games, seed=12, final_observations=True, **table.options) for games in (2, 4)
    )
    apart = False
    for _ in range(30):
        for batch in (small, large):
            batch.step(habit.act_batch(batch.observations, batch.action_masks, np.zeros(batch.num_envs)))
        for name in ("observations", "action_masks", "seats", "rewards", "terminations", "final_observations"):
            assert same(getattr(small, name), getattr(large, name)[:2]), name
        # in episodes of one round chance may show at their end alone
        apart |= any(not same(seen[0], seen[1]) for seen in (large.observations, large.final_observations))
    assert apart, "games have chance of their own"


def test_the_first_seed_fixes_the_whole_stream(table, new_player, snapshot):
    """Whatever is played in an episode, the next one begins alike."""
    one, other = table.env(), table.env()
    one.reset(seed=13)
    other.reset(seed=13)
    beginnings = []
    for episode in range(4):
        assert snapshot(one) == snapshot(other)
        beginnings.append(one.state().tobytes() + one.observe("player_0")["observation"].tobytes())
        for env, player in ((one, new_player(episode)), (other, new_player(100 + episode))):
            for _ in range(episode * 2):
                if not over(env):
                    player.decide(env)
            env.reset()
    other.reset(seed=14)
    one.reset(seed=13)
    assert one.state().tobytes() + one.observe("player_0")["observation"].tobytes() == beginnings[0]


def test_episodes_and_seeds_differ(game, habit):
    """In the table at their beginning, or where nothing is dealt before somebody decides, in the first decisions."""

    def beginning(env: Any) -> bytes:
        return env.state().tobytes() + futures(env.clone(), habit, 24)

    env = backroom.make(game)
    beginnings = set()
    for seed in range(8):
        env.reset(seed=seed)
        beginnings.add(beginning(env))
        for _ in range(7):
            env.reset()
            beginnings.add(beginning(env))
    assert len(beginnings) > 32
    unseeded = set()
    for _ in range(12):
        env = backroom.make(game)
        env.reset()
        unseeded.add(beginning(env))
    assert len(unseeded) > 1


@pytest.fixture(scope="session")
def here():
    """The play-throughs as a module of this process."""
    spec = importlib.util.spec_from_file_location("backroom_playthrough", PLAYTHROUGH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(
    scope="session",
    params=[{"PYTHONHASHSEED": "1", "NUMBA_DISABLE_JIT": "0"}, {"PYTHONHASHSEED": "2", "NUMBA_DISABLE_JIT": "1"}],
    ids=["compiled", "uncompiled"],
)
def elsewhere(request) -> dict[str, dict[str, str]]:
    """Digests of play-throughs of all games from another process."""
    names = [*backroom.games(), "stop_or_go"]
    command = [sys.executable, str(PLAYTHROUGH), *names]
    done = subprocess.run(command, env={**os.environ, **request.param}, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_another_process_plays_the_same_bit_for_bit(game, here, elsewhere):
    assert here.digests(game) == elsewhere[game]


# --- copies ---


def test_what_was_kept_never_changes(table, player):
    env = table.env()
    env.reset(seed=9)
    kept = []
    for _ in player.decisions(env, 40):
        things = (env.last(), [env.observe(agent) for agent in env.possible_agents], env.action_masks(), env.state())
        kept += [(thing, copy.deepcopy(thing)) for thing in (*things, env.describe_all())]
    env.reset()
    assert all(same(thing, before) for thing, before in kept)


def test_what_the_seat_and_the_vector_gave_never_changes(game, habit):
    opponents = ["random"] * (backroom.make(game).max_num_agents - 1)
    kept = []
    for wrap in (False, True):
        env = backroom.make_seat(game, opponents=opponents, dict_observation=wrap)
        given = env.reset(seed=9)
        for _ in range(30):
            kept.append((given, copy.deepcopy(given)))
            mask = given[-1]["action_mask"]
            given = env.step(np.flatnonzero(mask)[-1]) if mask.any() else env.reset()
        vector = backroom.make_vec(game, num_envs=3, opponents=opponents, dict_observation=wrap)
        given = vector.reset(seed=9)
        for _ in range(30):
            kept.append((given, copy.deepcopy(given)))
            given = vector.step(np.array([np.flatnonzero(mask)[-1] for mask in given[-1]["action_mask"]]))
    batch = backroom.Batch(game, num_envs=3, seed=9, copy=True, final_observations=True)
    for _ in range(30):
        given = (batch.observations, batch.action_masks, batch.seats, batch.rewards, batch.terminations)
        given = (*given, batch.final_observations)
        kept.append((given, copy.deepcopy(given)))
        batch.step(habit.act_batch(batch.observations, batch.action_masks, np.zeros(3)))
    assert all(same(thing, before) for thing, before in kept)


def test_what_the_caller_does_to_observations_does_not_touch_the_game(game, player, play_alike):
    env, twin = backroom.make(game), backroom.make(game)
    env.reset(seed=9)
    twin.reset(seed=9)
    for agent in env.possible_agents:
        seen = env.observe(agent)
        seen["observation"][:] = 7
        seen["action_mask"][:] = 1
    env.action_masks()[:] = 1
    env.state()[:] = 7
    forbidden = int(np.flatnonzero(twin.action_masks() == 0)[0])
    with pytest.raises(backroom.IllegalAction):
        env.step(forbidden)
    play_alike(env, twin, player, 20)


def saved_and_loaded(env: Any) -> Any:
    twin = backroom.make(env.game.name, **env.options._given)
    twin.load_state(env.save_state())
    return twin


COPIES = {
    "clone": lambda env: env.clone(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "saved state": saved_and_loaded,
}


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_plays_on_identically(table, new_player, play_alike, way):
    env = table.env()
    for seed, decisions in ((0, 5), (1, 17)):
        env.reset(seed=seed)
        new_player(seed).reach(env, decisions)  # rewards and infos have been piling up
        play_alike(env, COPIES[way](env), new_player(seed), 8)


@pytest.mark.parametrize("way", COPIES)
def test_a_copy_at_the_end_is_drained_alike(game, brief, player, snapshot, way):
    env = backroom.make(game, **brief)
    env.reset(seed=1)
    while not over(env):
        player.decide(env)
    for left in range(len(env.possible_agents), 0, -1):
        twin = COPIES[way](env)
        assert snapshot(twin) == snapshot(env)
        assert len(twin.agents) == left
        twin.step(None)
        env.step(None)
        assert twin.agents == env.agents
        assert twin.rewards == env.rewards
    twin = COPIES[way](env)
    assert twin.agents == []
    with pytest.raises(RuntimeError):
        twin.step(None)


def test_a_copy_is_independent(table, new_player, snapshot):
    env = table.env()
    env.reset(seed=1)
    new_player(1).reach(env, 6)
    before, saved = snapshot(env), env.save_state()
    for seed, way in enumerate(COPIES):
        twin = COPIES[way](env)
        new_player(seed).reach(twin, 25)
        twin.resample("player_0", 5)
        assert snapshot(env) == before
        assert env.save_state() == saved
    twin = env.clone()
    kept = snapshot(twin)
    new_player(3).reach(env, 25)
    assert snapshot(twin) == kept


# --- ends ---


def test_all_seats_end_together_and_the_drain_loop_ends(table, player):
    env = table.env()
    for episode in range(2):
        env.reset(seed=17 if episode == 0 else None)
        decisions = 0
        while not any(env.terminations.values()):
            player.decide(env)
            decisions += 1
            assert decisions < 20_000
        assert env.agents == env.possible_agents
        assert all(env.terminations.values())
        assert not any(env.truncations.values())
        left = 0
        while env.agents:
            assert env.last()[2]
            assert not env.last()[0]["action_mask"].any()
            env.step(None)
            left += 1
        assert left == table.seats


# --- options ---


def options_in(env: Any) -> dict[str, Any]:
    """What the record says of the options that it plays by."""
    states = env.game.new_states([env.options], np.uint64(0))
    written = {field: states[field][0].tolist() for field in env.game.state_fields() if np.any(states[field][0])}
    return {field: env.describe_all()[field] for field in written} if env.agents else written


def test_options_survive_every_reset(table, player):
    env = table.env()
    expected = options_in(env)
    for seed in (3, None, None, 4, None):
        env.reset(seed=seed)
        assert options_in(env) == expected
        player.reach(env, 3)
        assert options_in(env) == expected
    fresh = table.env()
    fresh.reset()
    assert options_in(fresh) == expected


def test_options_of_a_batch_survive_its_automatic_resets(table, habit):
    batch = backroom.Batch(table.game, num_envs=2, seed=1, **table.options)
    env = table.env()
    expected = options_in(env)
    for count in range(40):
        batch.step(habit.act_batch(batch.observations, batch.action_masks, np.zeros(2)))
        if count % 10 == 0:
            env.load_state(batch.save_state(1))
            assert options_in(env) == expected


def test_overrides_hold_for_this_episode_and_those_after(game, variety, snapshot):
    for options in variety:
        env, plain = backroom.make(game), backroom.make(game, **options)
        env.reset(seed=1)
        env.reset(seed=2, options={"game": options, "something else": 1})
        plain.reset(seed=2)
        for seed in (None, 5, None):
            assert env.options == plain.options
            assert snapshot(env) == snapshot(plain)
            assert env.save_state() == plain.save_state()
            env.reset(seed=seed, options={"other": 2} if seed else None)
            plain.reset(seed=seed)


def test_an_override_without_a_seed_goes_on_in_the_stream(game, variety, snapshot):
    for options in variety:
        env, plain = backroom.make(game), backroom.make(game, **options)
        env.reset(seed=2)
        plain.reset(seed=2)
        env.reset(options={"game": options})
        plain.reset()
        assert snapshot(env) == snapshot(plain)


def test_overrides_pile_up(game, variety):
    env = backroom.make(game)
    env.reset(seed=0)
    merged: dict[str, Any] = {}
    for options in variety:
        tried = {**merged, **options}
        try:
            expected = backroom.make(game, **tried).options
        except backroom.InvalidOption:
            continue
        merged = tried
        env.reset(options={"game": options})
        assert env.options == expected


@pytest.mark.parametrize("bad", [{"no_such_option": 1}, {"bankroll": 0}, {"bankroll": 1.5}, [1], "bankroll", {3: 4}])
def test_a_refused_override_changes_nothing(game, player, play_alike, bad):
    env, twin = backroom.make(game), backroom.make(game)
    env.reset(seed=1)
    twin.reset(seed=1)
    before = env.save_state()
    with pytest.raises(backroom.InvalidOption):
        env.reset(seed=5, options={"game": bad})
    assert env.save_state() == before
    play_alike(env, twin, player, 15)


def test_the_number_of_seats_can_not_change(sized, snapshot):
    for table in sized:
        env = table.env()
        env.reset(seed=1)
        before, saved = snapshot(env), env.save_state()
        env.reset(seed=1, options={"game": {"num_players": table.seats}})
        for other in sized:
            if other.seats != table.seats:
                with pytest.raises(backroom.InvalidOption, match="num_players"):
                    env.reset(seed=2, options={"game": dict(other.options)})
        assert snapshot(env) == before
        assert env.save_state() == saved


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.0, "1", True, [1]])
def test_a_refused_seed_changes_nothing(game, player, play_alike, seed):
    env, twin = backroom.make(game), backroom.make(game)
    env.reset(seed=1)
    twin.reset(seed=1)
    with pytest.raises(backroom.InvalidOption):
        env.reset(seed=seed)
    with pytest.raises(backroom.InvalidOption):
        env.resample("player_0", seed)
    with pytest.raises(backroom.InvalidOption):
        env.clone(seed=seed)
    play_alike(env, twin, player, 15)


@pytest.mark.parametrize("seed", [0, (1 << 64) - 1, np.int64(3), np.uint64(2**64 - 1)])
def test_seeds_run_from_0_to_64_bits(game, snapshot, seed):
    one, other = backroom.make(game), backroom.make(game)
    one.reset(seed=seed)
    other.reset(seed=int(seed))
    assert snapshot(one) == snapshot(other)
