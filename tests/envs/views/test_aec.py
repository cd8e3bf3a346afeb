"""The PettingZoo view: its API to the letter, what it takes for an action, and what it tells people."""

import re
import warnings
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.envs.core.game import get_game
from pettingzoo import AECEnv
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils.conversions import aec_to_parallel

# PettingZoo says this of every environment that it does not know by name and whose observations are dictionaries,
# which is its own convention for action masks.
OF_EVERY_DICT_OBSERVATION = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)


def strict_api_test(env: Any, cycles: int) -> None:
    for place, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(place)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for message in OF_EVERY_DICT_OBSERVATION:
            warnings.filterwarnings("ignore", message=re.escape(message), category=UserWarning)
        api_test(env, num_cycles=cycles)


def test_api(sized):
    for table in sized:
        strict_api_test(table.env(), cycles=200)


def test_api_at_every_kind_of_table(table):
    strict_api_test(table.env(), cycles=10)


def test_seeds(sized):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for table in sized:
            seed_test(table.env, num_cycles=60)


def test_modules_make_the_same_environment(registered):
    game = get_game(registered)
    module = getattr(backroom.envs, game.module)
    assert module.__name__ == f"backroom.envs.{game.module}"
    for make in (module.env, module.raw_env):
        env = make(render_mode="ansi")
        assert isinstance(env, AECEnv)
        assert env.game is game
        assert env.unwrapped is env, "no wrapper is applied"
        assert env.options == backroom.make(registered).options
    assert str(env) == env.metadata["name"] == game.module == f"{registered}_v{game.version}"


def test_it_is_not_parallelizable_and_says_so(game):
    env = backroom.make(game)
    assert env.metadata["is_parallelizable"] is False
    with pytest.raises(AssertionError, match="parallelizable"):
        aec_to_parallel(env)


def test_agents_are_named_in_seat_order(table):
    env = table.env()
    assert env.possible_agents == [f"player_{seat}" for seat in range(table.seats)]
    assert env.agents == []
    env.reset(seed=0)
    assert env.agents == env.possible_agents
    assert env.agents is not env.possible_agents
    assert env.num_agents == env.max_num_agents == table.seats


# --- what an action is ---


def accepted_forms(action: int) -> list[Any]:
    integers = (np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64)
    arrays = [np.array(action), np.array(action, np.int32), np.array(action, np.uint8)]
    return [action, *(kind(action) for kind in integers), *arrays]


def test_whole_numbers_of_all_kinds_are_actions(game, player, snapshot):
    env = backroom.make(game)
    env.reset(seed=0)
    player.reach(env, 3)
    for action in np.flatnonzero(env.action_masks()).tolist():
        ends = []
        for form in accepted_forms(action):
            twin = env.clone()
            twin.step(form)
            ends.append(snapshot(twin))
        assert all(end == ends[0] for end in ends)


def refused_forms(legal: int) -> list[Any]:
    floats = [float(legal), legal + 0.4, float("nan"), float("inf"), np.float32(legal), np.array(float(legal))]
    texts = [str(legal), b"1", "", None, True, False, np.bool_(True), np.array(True), np.array("1")]
    containers = [[legal], (legal,), {legal}, {}, np.array([legal]), np.array([[legal]]), np.array([legal, legal])]
    objects = [np.array(legal, dtype=object), object(), complex(legal), np.datetime64("2020-01-01"), slice(1), int]
    return [*floats, *texts, *containers, *objects]


def test_all_else_is_refused_and_changes_nothing(game, player, play_alike):
    env, twin = backroom.make(game), backroom.make(game)
    env.reset(seed=0)
    twin.reset(seed=0)
    legal = int(np.flatnonzero(env.action_masks())[0])
    before = env.save_state()
    for action in refused_forms(legal):
        with pytest.raises(backroom.IllegalAction) as refusal:
            env.step(action)
        assert isinstance(refusal.value, ValueError)
        assert env.save_state() == before
    play_alike(env, twin, player, 12)


@pytest.mark.parametrize("far", [-1, -(1 << 70), 1 << 31, 1 << 63, 1 << 70, np.uint64(2**64 - 1), np.int64(-(2**63))])
def test_numbers_out_of_range_are_refused(game, far):
    env = backroom.make(game)
    env.reset(seed=0)
    before = env.save_state()
    with pytest.raises(backroom.IllegalAction):
        env.step(far)
    assert env.save_state() == before


def test_refusals_name_the_agent_the_action_and_what_is_legal(game):
    env = backroom.make(game)
    env.reset(seed=0)
    while env.action_masks().all():
        env.step(0)
    mask = env.action_masks()
    forbidden = int(np.flatnonzero(mask == 0)[0])
    for action in (forbidden, len(mask), "nonsense"):
        with pytest.raises(backroom.IllegalAction) as refusal:
            env.step(action)
        told = str(refusal.value)
        assert env.agent_selection in told
        assert repr(action) in told
        assert all(env.action_name(legal) in told for legal in np.flatnonzero(mask))
    with pytest.raises(backroom.IllegalAction, match=re.escape(env.action_name(forbidden))):
        env.step(forbidden)


# --- order ---


def test_nothing_can_be_done_before_reset(game):
    env = backroom.make(game, render_mode="ansi")
    calls = {
        "step": lambda: env.step(0),
        "observe": lambda: env.observe("player_0"),
        "describe": lambda: env.describe("player_0"),
        "resample": lambda: env.resample("player_0", 1),
        "render": env.render,
    }
    for name, call in calls.items():
        with pytest.raises(RuntimeError, match="reset"):
            pytest.fail(f"{name}: {call()}")


def test_after_the_end_seats_can_only_leave(game, player):
    env = backroom.make(game)
    env.reset(seed=0)
    while not all(env.terminations.values()):
        player.decide(env)
    for action in (0, 1, "x"):
        before = env.save_state()
        with pytest.raises(ValueError, match="over"):
            env.step(action)
        assert env.save_state() == before
    for left in range(len(env.possible_agents) - 1, -1, -1):
        env.step(None)
        assert env.num_agents == left
    for action in (None, 0):
        with pytest.raises(RuntimeError, match="reset"):
            env.step(action)
    env.reset()
    assert env.agents == env.possible_agents
    assert env.action_masks().any()


def test_none_is_no_action_of_a_seat_that_plays(game):
    env = backroom.make(game)
    env.reset(seed=0)
    with pytest.raises(backroom.IllegalAction):
        env.step(None)


@pytest.mark.parametrize("agent", ["player_99", "player_-1", "", "nobody", 0, None])
def test_unknown_agents_are_refused(game, agent):
    env = backroom.make(game)
    env.reset(seed=0)
    for call in (env.observe, env.describe, lambda who: env.resample(who, 1)):
        with pytest.raises(backroom.InvalidOption, match="player_0"):
            call(agent)


def test_a_reset_in_the_middle_begins_the_next_episode(game, player, snapshot):
    env, twin = backroom.make(game), backroom.make(game)
    env.reset(seed=0)
    twin.reset(seed=0)
    player.decide(env)
    env.reset()
    twin.reset()
    assert snapshot(env) == snapshot(twin)
    assert not any(env._cumulative_rewards.values())
    assert not any(env.infos.values())


def test_reset_and_step_return_nothing(game, player):
    env = backroom.make(game)
    assert env.reset(seed=0) is None
    assert env.step(player.choose(env.action_masks())) is None
    assert env.close() is None


# --- rewards and infos as they come ---


def test_rewards_and_infos_wait_for_the_seat_that_they_are_for(table, player):
    """What is not yet looked at piles up, and is gone after the seat has acted on it."""
    env = table.env()
    env.reset(seed=3)
    owed = dict.fromkeys(env.possible_agents, 0.0)
    pending: dict[str, tuple[Any, ...]] = dict.fromkeys(env.possible_agents, ())
    stacks = env.describe_all()["rewards"]
    for _ in range(60):
        agent = env.agent_selection
        _, reward, _, _, info = env.last()
        assert reward == owed[agent]
        assert info.get("results", ()) == pending[agent]
        again = env.last()
        assert (again[1], again[4]) == (reward, info), "looking twice changes nothing"
        owed[agent], pending[agent] = 0.0, ()
        player.decide(env)
        stacks = env.describe_all()["rewards"]
        for seat, other in enumerate(env.possible_agents):
            assert env.rewards[other] == stacks[seat], "rewards are those of the last decision"
            owed[other] += stacks[seat]
        if env.describe_all()["has_results"]:
            results = env.game.text.results(env._states, 0)
            pending = {other: (*pending[other], results[seat]) for seat, other in enumerate(env.possible_agents)}
        assert env._cumulative_rewards == owed
        if all(env.terminations.values()):
            env.reset()
            owed = dict.fromkeys(env.possible_agents, 0.0)
            pending = dict.fromkeys(env.possible_agents, ())


def test_results_can_be_told_in_words(game, brief, player):
    env = backroom.make(game, **brief)
    env.reset(seed=3)
    told = 0
    for _ in player.decisions(env, 60):
        for report in (report for info in env.infos.values() for report in info.get("results", ())):
            lines = env.game.text.explain(report, env.possible_agents)
            assert lines
            assert all(isinstance(line, str) for line in lines)
            told += 1
    assert told


# --- words ---


def test_action_names_and_what_people_type(game):
    env = backroom.make(game)
    size = env.action_space("player_0").n
    names = [env.action_name(action) for action in range(size)]
    assert len(set(names)) == size
    assert tuple(names) == env.game.actions
    for action, name in enumerate(names):
        for text in (name, name.upper(), f"  {name.replace(' ', '   ')} "):
            assert env.parse_action(text) == action
    for alias, name in env.game.text.ALIASES.items():
        assert alias not in names, "an alias never hides an action"
        assert env.parse_action(alias) == names.index(name)
    for nonsense in {"", "   ", "no such thing", "-1"} - set(env.game.text.ALIASES):
        with pytest.raises(backroom.InvalidOption, match=re.escape(names[0])):
            env.parse_action(nonsense)


def test_beginnings_of_names_are_enough_where_they_are_clear(game):
    env = backroom.make(game)
    words = [word.lower() for word in (*env.game.actions, *env.game.text.ALIASES)]
    for action, name in enumerate(env.game.actions):
        for length in range(1, len(name)):
            begins = name[:length].strip().lower()
            if begins in words:
                continue
            meant = {env.parse_action(word) for word in words if word.startswith(begins)}
            if meant == {action}:
                assert env.parse_action(begins) == action
            else:
                with pytest.raises(backroom.InvalidOption, match="could mean"):
                    env.parse_action(begins)


def test_the_layout_covers_each_index_once(game):
    env = backroom.make(game)
    placed = env.unwrapped.observation_layout
    size = env.observation_space("player_0")["observation"].shape[0]
    covered = [index for piece in placed.values() for index in range(size)[piece.slice]]
    assert covered == list(range(size))
    assert [piece.name for piece in env.game.layout] == list(placed)
    for piece in env.game.layout:
        assert placed[piece.name].meaning.strip()
        assert piece.low < piece.high
        start = getattr(env.game.layout.at, piece.name)
        assert placed[piece.name].slice == slice(start, start + piece.size)


def test_every_number_of_an_observation_can_be_named(game, player):
    env = backroom.make(game)
    env.reset(seed=1)
    for _ in player.decisions(env, 25):
        for agent in env.possible_agents:
            seen = env.observe(agent)["observation"]
            numbers = env.game.layout.read(seen)
            rebuilt = [np.float32(n) * np.float32(piece.scale) for piece in env.game.layout for n in numbers[piece.name]]
            assert np.allclose(seen, rebuilt, rtol=1e-6, atol=1e-7)


# --- render ---


def test_render_modes(game, capsys, player):
    assert backroom.make(game).metadata["render_modes"] == ["human", "ansi"]
    silent, text, human = (backroom.make(game, render_mode=mode) for mode in (None, "ansi", "human"))
    for env in (silent, text, human):
        assert env.render_mode in (None, "ansi", "human")
        env.reset(seed=0)
    assert silent.render() is None
    assert capsys.readouterr().out == ""
    shown = text.render()
    assert isinstance(shown, str)
    assert shown.strip()
    assert all(agent in shown for agent in text.possible_agents)
    assert capsys.readouterr().out == ""
    assert human.render() is None
    assert capsys.readouterr().out.strip() == shown.strip()
    action = player.choose(text.action_masks())
    text.step(action)
    assert capsys.readouterr().out == ""
    human.step(action)
    assert capsys.readouterr().out.strip() == text.render().strip()


def test_the_end_can_be_rendered(table, player):
    env = table.env(render_mode="ansi")
    env.reset(seed=0)
    while not all(env.terminations.values()):
        player.decide(env)
    assert env.render()
    while env.agents:
        env.step(None)
    assert env.render()


@pytest.mark.parametrize("mode", ["rgb_array", "", "ANSI", 1, True])
def test_other_render_modes_are_refused(game, mode):
    with pytest.raises(backroom.InvalidOption, match=r"render_mode.*human.*ansi"):
        backroom.make(game, render_mode=mode)


# --- options ---


def test_unknown_games_are_refused_with_what_there_is():
    for name in ("no_such_game", "", "Pinwheel "):
        with pytest.raises(backroom.InvalidOption) as refusal:
            backroom.make(name)
        assert all(known in str(refusal.value) for known in backroom.games())


def test_unknown_options_are_refused_with_what_there_is(game, knob):
    known = list(get_game(game).options.model_fields)
    with pytest.raises(backroom.InvalidOption) as refusal:
        backroom.make(game, no_such_option=1)
    assert "no_such_option" in str(refusal.value)
    assert all(name in str(refusal.value) for name in known)
    with pytest.raises(backroom.InvalidOption, match=f"did you mean '{knob}'"):
        backroom.make(game, **{knob[:-1]: 5})


def limits_of(game: str, kinds: tuple[str, ...] = ("integer", "number")) -> list[tuple[str, Any, Any, bool]]:
    """(option, lowest, highest, one a seat) of every option that is a number; sets of numbers are the game's own matter."""
    found = []
    for option, schema in get_game(game).options.model_json_schema()["properties"].items():
        if schema.get("uniqueItems"):
            continue
        parts = [schema, *schema.get("anyOf", []), *([schema["items"]] if "items" in schema else [])]
        for part in parts:
            if part.get("type") in kinds:
                found.append((option, part.get("minimum"), part.get("maximum"), "items" in schema))
    return found


def test_every_number_among_the_options_has_bounds_and_they_are_told(game, knob):
    limits = limits_of(game)
    assert {"num_players", knob} <= {option for option, *_ in limits}
    for option, low, high, _ in limits:
        assert low is not None, option
        assert high is not None, option
        for value, limit in ((low - 1, low), (high + 1, high), (-(10**30), low), (10**30, high)):
            with pytest.raises(backroom.InvalidOption, match=option) as refusal:
                backroom.make(game, **{option: value})
            assert str(limit).removesuffix(".0") in str(refusal.value)
            assert str(value) in str(refusal.value)
        for value in (low, high):
            backroom.make(game, **{option: value})


@pytest.mark.parametrize("value", [1.5, 2.0, "3", True, float("nan"), float("inf"), [], {}], ids=repr)
def test_numbers_among_the_options_are_whole_numbers(game, value):
    for option, *_ in limits_of(game, ("integer",)):
        with pytest.raises(backroom.InvalidOption, match=option):
            backroom.make(game, **{option: value})


def test_choices_among_the_options_are_told(game):
    for option, schema in get_game(game).options.model_json_schema()["properties"].items():
        if "enum" in schema:
            with pytest.raises(backroom.InvalidOption, match=option) as refusal:
                backroom.make(game, **{option: "no such choice"})
            assert all(str(choice) in str(refusal.value) for choice in schema["enum"])


def test_options_a_seat_take_one_value_or_one_a_seat(sized):
    for table in sized:
        for option, low, high, by_seat in limits_of(table.game):
            if not by_seat:
                continue
            each = [low if seat % 2 else high for seat in range(table.seats)]
            expected = tuple(each)
            for form in (each, tuple(each), np.array(each)):
                assert getattr(table.env(**{option: form}).options, option) == expected
            for one in (high, np.int64(high)):
                assert getattr(table.env(**{option: one}).options, option) == (high,) * table.seats
            for wrong in (each[:-1], [*each, low], []):
                with pytest.raises(backroom.InvalidOption, match=f"{option}.*{table.seats}"):
                    table.env(**{option: wrong})
            with pytest.raises(backroom.InvalidOption, match=option):
                table.env(**{option: [*each[:-1], high + 1]})


def test_the_bankroll_runs_from_1_to_1000(game, knob):
    bankroll = {option: (low, high) for option, low, high, _ in limits_of(game)}[knob]
    assert bankroll == (1, 1000)


def test_what_is_wrong_with_several_options_is_said_at_once(game):
    with pytest.raises(backroom.InvalidOption) as refusal:
        backroom.make(game, bankroll=0, no_such_option=1)
    assert "bankroll" in str(refusal.value)
    assert "no_such_option" in str(refusal.value)


def test_a_refused_number_of_seats_is_all_that_is_complained_about(game):
    with pytest.raises(backroom.InvalidOption) as refusal:
        backroom.make(game, num_players=99)
    others = [name for name in get_game(game).options.model_fields if name != "num_players"]
    assert "num_players" in str(refusal.value)
    assert not [name for name in others if name in str(refusal.value)]


def test_options_can_not_be_changed_behind_the_table(game):
    env = backroom.make(game)
    with pytest.raises(ValueError, match="frozen"):
        env.options.num_players = 3
