"""The learner's views: one seat (Gymnasium), many seats (Gymnasium's vectors, Stable-Baselines3), and episodes passed over."""

import copy
import dataclasses
import pickle
import warnings
from typing import Any

import backroom
import gymnasium
import numpy as np
import pytest
from backroom.envs.core.registry import gymnasium_id
from backroom.envs.views import learner as learner_module
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AsyncVectorEnv, AutoresetMode, SyncVectorEnv, VectorEnv


def same(one: Any, other: Any) -> bool:
    return data_equivalence(one, other, exact=True)


def company(game: str, opponent: Any = "random") -> list[Any]:
    """Opponents for the default table."""
    return [opponent] * (backroom.make(game).max_num_agents - 1)


def seat_env(game: str, opponent: Any = "random", **more: Any) -> Any:
    return backroom.make_seat(game, opponents=company(game, opponent), **more)


def vector_env(game: str, num_envs: int, opponent: Any = "random", **more: Any) -> Any:
    return backroom.make_vec(game, num_envs=num_envs, opponents=company(game, opponent), **more)


def vector_of_3(game: str, opponent: Any = "random", **more: Any) -> Any:
    return vector_env(game, 3, opponent, **more)


class Pick:
    """Picks legal actions at random from masks (A,) or (N, A)."""

    def __init__(self, seed: int = 0):
        self.rng = np.random.default_rng(seed)

    def __call__(self, masks: Any) -> Any:
        if np.ndim(masks) == 1:
            return int(self.rng.choice(np.flatnonzero(masks)))
        return np.array([int(self.rng.choice(np.flatnonzero(mask))) for mask in masks])


def forbidden(mask: Any) -> int:
    """An action that the mask does not allow; one that does not exist where it allows all."""
    return int(np.argmin(np.append(mask, 0)))


# --- checkers ---


@pytest.mark.parametrize("dict_observation", [False, True])
def test_gymnasium_checks_the_seat(registered, dict_observation):
    """No warning at all. The checker steps with samples that know no mask, hence `illegal_action="end"`."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = gymnasium.make(
            gymnasium_id(registered),
            opponents=company(registered),
            illegal_action="end",
            dict_observation=dict_observation,
        )
        made.action_space.seed(0)
        check_env(made.unwrapped)


def test_gymnasium_checks_the_seat_of_a_guest(game):
    """Without an entry in Gymnasium's registry its checker can not make the other render modes, and says so."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=".*Not able to test alternative render modes")
        check_env(seat_env(game, illegal_action="end"))


@pytest.mark.parametrize("dict_observation", [False, True])
def test_stable_baselines_checks_the_seat(game, dict_observation):
    checker = pytest.importorskip("stable_baselines3.common.env_checker")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for seed in range(3):
            env = seat_env(game, illegal_action="end", dict_observation=dict_observation)
            env.action_space.seed(seed)
            checker.check_env(env, warn=True)


def test_the_checkers_are_told_of_the_option(game):
    env = seat_env(game)
    _, info = env.reset(seed=0)
    with pytest.raises(backroom.IllegalAction, match="illegal_action='end'"):
        env.step(forbidden(info["action_mask"]))


def test_gymnasium_makes_a_seat(registered):
    pick = Pick()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(gymnasium_id(registered), opponents=company(registered), seat=0)
        seen, info = env.reset(seed=0)
        for _ in range(30):
            masks = env.get_wrapper_attr("action_masks")()
            assert same(masks, info["action_mask"])
            seen, _, ended, truncated, info = env.step(pick(masks))
            assert env.observation_space.contains(seen)
            assert not truncated
            if ended:
                seen, info = env.reset()
        env.close()


def test_gymnasium_makes_a_vector(registered):
    pick = Pick()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for mode in ("vector_entry_point", gymnasium.VectorizeMode.VECTOR_ENTRY_POINT, None):
            env = gymnasium.make_vec(
                gymnasium_id(registered), num_envs=3, vectorization_mode=mode, opponents=company(registered)
            )
            assert isinstance(env, VectorEnv)
            assert type(env) is type(vector_env(registered, 3)), "ours, not a loop over single ones"
            assert env.num_envs == 3
            _, info = env.reset(seed=0)
            for _ in range(10):
                seen, _, _, _, info = env.step(pick(info["action_mask"]))
                assert env.observation_space.contains(seen)
            env.close()


@pytest.mark.parametrize("context", ["fork", "spawn"])
def test_worker_processes_find_the_game(registered, context):
    """`"backroom:backroom/..."` imports this package in the worker."""
    name, opponents, pick = f"backroom:{gymnasium_id(registered)}", company(registered), Pick()
    makers = [lambda: gymnasium.make(name, opponents=opponents)] * 2
    workers = AsyncVectorEnv(makers, context=context, autoreset_mode=AutoresetMode.SAME_STEP)
    here = SyncVectorEnv(makers, autoreset_mode=AutoresetMode.SAME_STEP)
    try:
        seen, info = workers.reset(seed=5)
        expected, _ = here.reset(seed=5)
        assert same(seen, expected)
        for _ in range(20):
            actions = pick(info["action_mask"])
            seen, rewards, ends, _, info = workers.step(actions)
            expected, expected_rewards, expected_ends, _, _ = here.step(actions)
            assert same(seen, expected)
            assert same(rewards, expected_rewards)
            assert same(ends, expected_ends)
        masks = workers.call("get_wrapper_attr", "action_masks")
        assert len(masks) == 2
    finally:
        workers.close()


# --- seats and opponents ---


def test_a_fixed_seat_stays(sized):
    for table in sized:
        for seat in range(table.seats):
            env = backroom.make_seat(table.game, ["random"] * (table.seats - 1), seat=seat)
            for episode in range(3):
                _, info = env.reset(seed=1 if episode == 0 else None)
                assert info["seat"] == seat


def test_a_random_seat_is_drawn_for_each_episode(sized):
    for table in sized:
        env = backroom.make_seat(table.game, ["random"] * (table.seats - 1))
        seats = [env.reset(seed=1 if episode == 0 else None)[1]["seat"] for episode in range(60)]
        assert set(seats) == set(range(table.seats))
        other = backroom.make_seat(table.game, ["random"] * (table.seats - 1), seed=1)
        assert [other.reset()[1]["seat"] for _ in range(60)] == seats


def test_the_opponents_make_the_table(sized):
    for table in sized:
        env = backroom.make_seat(table.game, ["random"] * (table.seats - 1))
        env.reset(seed=0)
        assert env.game.name == table.game
        explicit = backroom.make_seat(table.game, ["random"] * (table.seats - 1), num_players=table.seats)
        assert same(explicit.reset(seed=0), env.reset(seed=0))


def makers(game: str) -> list[Any]:
    found = [backroom.make_seat, lambda *args, **options: backroom.make_vec(args[0], 2, *args[1:], **options)]
    if pytest.importorskip("stable_baselines3"):
        found.append(lambda *args, **options: backroom.make_vec(args[0], 2, *args[1:], api="sb3", **options))
    return found


def test_a_wrong_number_of_opponents_is_refused(sized):
    for table in sized:
        for make in makers(table.game):
            for wrong in {0, max(0, table.seats - 2), table.seats, table.seats + 5} - {table.seats - 1}:
                with pytest.raises(backroom.InvalidOption, match="opponents"):
                    make(table.game, ["random"] * wrong, num_players=table.seats)


def test_more_opponents_than_any_table_has_are_refused(game):
    for make in makers(game):
        for wrong in (20,) if backroom.make(game).game.min_seats == 1 else (0, 20):
            with pytest.raises(backroom.InvalidOption, match=r"opponents named.*there are .* seats"):
                make(game, ["random"] * wrong)


@pytest.mark.parametrize("stranger", ["no_such_bettor", "", None, 3, "no_such_file.py:Mine", "no_such_run.npz", object()])
def test_unknown_agents_are_refused(game, stranger):
    for make in makers(game):
        with pytest.raises(backroom.InvalidOption) as refusal:
            make(game, [stranger, *company(game)[1:]])
        assert repr(stranger) in str(refusal.value) or str(stranger).split(":")[0] in str(refusal.value)
    with pytest.raises(backroom.InvalidOption, match="random"):
        seat_env(game, "no_such_bettor")


@pytest.mark.parametrize("opponents", ["random", None, 3])
def test_opponents_are_a_list(game, opponents):
    for make in makers(game):
        with pytest.raises(backroom.InvalidOption):
            make(game, opponents)


@pytest.mark.parametrize("seat", [-1, 99, 1.0, "first", None, True, [0]])
def test_impossible_seats_are_refused(game, seat):
    for make in makers(game):
        with pytest.raises(backroom.InvalidOption, match="seat"):
            make(game, company(game), seat=seat)


@pytest.mark.parametrize(
    ("option", "value"), [("illegal_action", "ignore"), ("illegal_action", None), ("no_such_option", 1), ("bankroll", 0)]
)
def test_impossible_options_are_refused(game, option, value):
    for make in makers(game):
        with pytest.raises(backroom.InvalidOption, match=option):
            make(game, company(game), **{option: value})


@pytest.mark.parametrize("num_envs", [0, -1, 1.0, "2", None, True])
def test_impossible_numbers_of_tables_are_refused(game, num_envs):
    for api in ("gymnasium", "sb3"):
        with pytest.raises(backroom.InvalidOption, match="num_envs"):
            backroom.make_vec(game, num_envs, company(game), api=api)


def test_unknown_apis_are_refused(game):
    with pytest.raises(backroom.InvalidOption, match=r"gymnasium.*sb3"):
        vector_env(game, 2, api="torch")


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.5, "1"])
def test_impossible_seeds_are_refused_at_construction(game, seed):
    for make in makers(game):
        with pytest.raises(backroom.InvalidOption, match="seed"):
            make(game, company(game), seed=seed)


def test_opponents_get_the_observation_and_the_mask_and_nothing_else(game):
    calls = []

    class OnDecision(backroom.Agent):
        name = "witness"

        def act_batch(self, observations, action_masks, u):
            calls.append((observations, action_masks, u))
            observations[:] = 7  # what it does to them is nobody else's business
            actions = np.array([int(np.flatnonzero(mask)[0]) for mask in action_masks])
            action_masks[:] = 1
            return actions

    env = seat_env(game, OnDecision())
    pick = Pick()
    seen, info = env.reset(seed=0)
    for _ in range(10):
        assert env.observation_space.contains(seen)
        seen, _, ended, _, info = env.step(pick(info["action_mask"]))
        if ended:
            seen, info = env.reset()
    assert calls
    layout = env.game.layout.size
    for observations, masks, u in calls:
        assert observations.shape == (len(u), layout)
        assert (observations.dtype, masks.dtype, u.dtype) == (np.float32, np.int8, np.float64)
        assert masks.shape == (len(u), env.action_space.n)
        assert ((u >= 0) & (u < 1)).all()


@pytest.mark.parametrize("made", [seat_env, vector_of_3], ids=["seat", "vector"])
def test_an_opponent_that_fails_breaks_the_step_off(game, made):
    """It is named; what is left of the step can not be played on, and the next reset mends it."""

    class Cheat(backroom.Agent):
        name = "the cheat"
        honest = True

        def act_batch(self, observations, action_masks, u):
            return np.argmax(action_masks, axis=1) if self.honest else np.full(len(u), -1)

    opponent, pick = Cheat(), Pick()
    env = made(game, opponent, seat=0, seed=0)
    env.reset()
    opponent.honest = False
    with pytest.raises(backroom.IllegalAction, match="the cheat"):
        for _ in range(50):
            if env.step(pick(env.action_masks()))[2] is True:
                env.reset()
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0 if made is seat_env else np.zeros(3, np.int64))
    opponent.honest = True
    _, info = env.reset(seed=1)
    again = made(game, Cheat(), seat=0, seed=1)
    assert same(again.reset()[1], info)
    actions = pick(info["action_mask"])
    assert same(env.step(actions), again.step(actions))


# --- the seat ---


def test_order_of_the_seat(game):
    env = seat_env(game)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(0)
    _, info = env.reset(seed=0)
    pick, ended = Pick(), False
    while not ended:
        _, _, ended, _, info = env.step(pick(info["action_mask"]))
    assert not info["action_mask"].any()
    assert not env.action_masks().any()
    for action in range(env.action_space.n):
        with pytest.raises(RuntimeError, match="reset"):
            env.step(action)
    _, info = env.reset()
    assert info["action_mask"].any()


def test_the_seat_takes_whole_numbers_only(game):
    env = seat_env(game)
    _, info = env.reset(seed=0)
    legal = int(np.flatnonzero(info["action_mask"])[0])
    ends = []
    for form in (legal, np.int64(legal), np.uint8(legal), np.array(legal), np.array(legal, np.int32)):
        twin = copy.deepcopy(env)
        ends.append(twin.step(form))
    assert all(same(end, ends[0]) for end in ends)
    for bad in (float(legal), str(legal), None, True, float("nan"), [legal, legal], np.array(float(legal)), {}, []):
        with pytest.raises(backroom.IllegalAction):
            env.step(bad)
    assert same(env.step(legal), ends[0]), "nothing had changed"


def test_the_learner_is_described_by_its_observation(game):
    env = seat_env(game)
    seen, info = env.reset(seed=0)
    assert env.describe() == backroom.decode(game, seen, info["action_mask"])


def test_render_modes_of_the_seat(game, capsys):
    assert seat_env(game).metadata["render_modes"] == ["human", "ansi"]
    silent, text, human = (seat_env(game, render_mode=mode) for mode in (None, "ansi", "human"))
    for env in (silent, text):
        env.reset(seed=0)
    assert silent.render() is None
    assert text.render().strip()
    assert "you" in text.render()
    assert capsys.readouterr().out == ""
    human.reset(seed=0)
    assert capsys.readouterr().out.strip() == text.render().strip()
    action = Pick()(text.action_masks())
    text.step(action)
    human.step(action)
    assert capsys.readouterr().out.strip() == text.render().strip()
    with pytest.raises(backroom.InvalidOption, match="render_mode"):
        seat_env(game, render_mode="rgb_array")


def test_results_of_the_seat_are_those_of_the_table(game, brief, habit):
    """The learner is told of everything that ends, whoever ended it."""
    env = seat_env(game, habit, seat=0, **brief)
    table = backroom.make(game, **brief)
    seen, info = env.reset(seed=4)
    table.reset(seed=4)
    told = list(info.get("results", ()))
    reported: list[Any] = []
    ended = False
    for _ in range(20):
        seen, _, ended, _, info = env.step(habit.act(seen, info["action_mask"], 0.0))
        told += info.get("results", ())
        if ended:
            break
    while not all(table.terminations.values()):
        now = table.observe(table.agent_selection)
        table.step(habit.act(now["observation"], now["action_mask"], 0.0))
        if table.describe_all()["has_results"]:
            reported.append(table.game.text.results(table._states, 0)[0])
    assert ended
    assert told == reported
    assert reported


def records(env: Any) -> bytes:
    """The games behind a learner's view. Playing on in a game that never began may never come back."""
    return env._learners.games.states.tobytes()


@pytest.mark.parametrize("bad_seed", [1 << 64, -1])
@pytest.mark.parametrize("view", ["seat", "vector"])
def test_a_refused_reset_changes_nothing(game, view, bad_seed):
    env = seat_env(game) if view == "seat" else vector_env(game, 2)
    _, info = env.reset(seed=0)
    twin = copy.deepcopy(env)
    with pytest.raises((backroom.InvalidOption, gymnasium.error.Error)):
        env.reset(seed=bad_seed)
    for bad in ({"no_such_option": 1}, {"num_players": 1}, {"bankroll": 0}, "bankroll"):
        with pytest.raises(backroom.InvalidOption):
            env.reset(seed=3, options={"game": bad})
    assert records(env) == records(twin)
    actions = Pick()(info["action_mask"])
    assert same(env.step(actions), twin.step(actions))
    assert same(env.reset(), twin.reset())


def test_overrides_of_the_learners_views(game, variety):
    """They hold for this episode and those after."""
    for options in variety:
        for made in (seat_env, vector_of_3):
            env, plain, pick = made(game), made(game, **options), Pick()
            env.reset(seed=1)
            assert same(env.reset(seed=2, options={"game": options, "other": 1}), plain.reset(seed=2))
            assert same(env.reset(), plain.reset())
            for _ in range(4):
                actions = pick(env.action_masks())
                one, other = env.step(actions), plain.step(actions)
                assert same(one, other)
                if one[2] is True:
                    env.reset()
                    plain.reset()
            assert same(env.reset(seed=4, options={}), plain.reset(seed=4))


# --- seat and vector are one game ---


@pytest.mark.parametrize("dict_observation", [False, True])
def test_game_0_of_a_vector_is_the_seat(game, brief, dict_observation):
    opponents = company(game, ["random", "random"])
    seat = backroom.make_seat(game, opponents, seed=8, dict_observation=dict_observation, **brief)
    vector = backroom.make_vec(game, 3, opponents, seed=8, dict_observation=dict_observation, **brief)
    pick = Pick()

    def first(seen: Any) -> Any:
        return {name: part[0] for name, part in seen.items()} if dict_observation else seen[0]

    seen, info = seat.reset()
    everybody, infos = vector.reset()
    ends = 0
    for _ in range(120):
        assert same(first(everybody), seen)
        assert same(infos["action_mask"][0], info["action_mask"])
        actions = pick(infos["action_mask"])
        seen, reward, ended, _, info = seat.step(int(actions[0]))
        everybody, rewards, terminations, _, infos = vector.step(actions)
        assert rewards[0] == reward
        assert terminations[0] == ended
        if ended:
            ends += 1
            assert infos["_final_obs"][0]
            assert same(infos["final_obs"][0], seen)
            assert same(infos["final_info"]["action_mask"][0], info["action_mask"])
            seen, info = seat.reset()
        if ends >= 3:
            break
    assert ends >= 3


def test_a_game_of_a_vector_does_not_depend_on_its_company(game, habit):
    small, large = vector_env(game, 2, seed=8), vector_env(game, 5, seed=8)
    first, few = small.reset()
    second, many = large.reset()
    for _ in range(30):
        assert same(first, second[:2])
        first, rewards, ends, _, few = small.step(habit.act_batch(first, few["action_mask"], np.zeros(2)))
        second, all_rewards, all_ends, _, many = large.step(habit.act_batch(second, many["action_mask"], np.zeros(5)))
        assert same(rewards, all_rewards[:2])
        assert same(ends, all_ends[:2])


def test_the_vector_resets_within_the_step(game, brief):
    env = vector_env(game, 4, seed=1, **brief)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert env.action_space.shape == (4,)
    assert env.observation_space.shape == (4, *env.single_observation_space.shape)
    pick = Pick()
    _, info = env.reset()
    ended = 0
    for _ in range(60):
        seen, rewards, terminations, truncations, info = env.step(pick(info["action_mask"]))
        assert (rewards.shape, rewards.dtype.kind) == ((4,), "f")
        assert (terminations.dtype, truncations.dtype) == (np.bool_, np.bool_)
        assert not truncations.any()
        assert env.observation_space.contains(seen)
        assert info["action_mask"].any(axis=1).all(), "the next episodes are on"
        assert same(info["action_mask"], env.action_masks())
        assert same(info["_action_mask"], np.ones(4, np.bool_))
        if not terminations.any():
            assert not {"final_obs", "final_info"} & set(info)
            continue
        ended += int(terminations.sum())
        for name in ("_final_obs", "_final_info"):
            assert same(info[name], terminations)
        assert same(info["final_info"]["_action_mask"], terminations)
        assert not info["final_info"]["action_mask"].any()
        assert "illegal_action" not in info["final_info"]
        for i in range(4):
            final = info["final_obs"][i]
            if terminations[i]:
                assert env.single_observation_space.contains(final)
                assert not np.array_equal(final, seen[i])
            else:
                assert final is None
    assert ended


def test_order_of_the_vector(game):
    env = vector_env(game, 2)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(np.zeros(2, np.int64))


def test_the_dict_observation_is_the_vector_and_the_mask(game):
    for made in (seat_env, vector_of_3):
        flat, whole = made(game, seed=6), made(game, seed=6, dict_observation=True)
        seen, info = flat.reset()
        both, _ = whole.reset()
        assert whole.observation_space.contains(both)
        assert same(both, {"observation": seen, "action_mask": info["action_mask"]})
        actions = Pick()(info["action_mask"])
        seen, _, _, _, info = flat.step(actions)
        both = whole.step(actions)[0]
        assert same(both, {"observation": seen, "action_mask": info["action_mask"]})


# --- illegal actions ---


def test_an_illegal_action_is_refused_and_changes_nothing(game):
    env = seat_env(game)
    _, info = env.reset(seed=0)
    twin = copy.deepcopy(env)
    mask = info["action_mask"]
    for bad in (-1, *np.flatnonzero(mask == 0).tolist(), len(mask), 1 << 40, -(1 << 63)):
        with pytest.raises(backroom.IllegalAction) as refusal:
            env.step(bad)
        assert str(bad) in str(refusal.value)
        assert all(env.game.actions[legal] in str(refusal.value) for legal in np.flatnonzero(mask))
    action = Pick()(mask)
    assert same(env.step(action), twin.step(action))


def test_an_illegal_action_in_a_vector_names_its_index_and_changes_nothing(game):
    env = vector_env(game, 3)
    _, info = env.reset(seed=0)
    twin = copy.deepcopy(env)
    legal = Pick()(info["action_mask"])
    for index in range(3):
        for bad in (-1, forbidden(info["action_mask"][index]), env.single_action_space.n):
            actions = legal.copy()
            actions[index] = bad
            with pytest.raises(backroom.IllegalAction, match=f"index {index}"):
                env.step(actions)
    for bad in (legal.astype(float), legal[:2], [*legal, 0], legal.astype(str), None, legal[None], legal == 0):
        with pytest.raises(backroom.IllegalAction):
            env.step(bad)
    env.action_masks()[:] = 1
    info["action_mask"][:] = 1
    with pytest.raises(backroom.IllegalAction):
        env.step(np.array([forbidden(mask) for mask in twin.action_masks()]))
    assert same(env.step(legal), twin.step(legal))
    legal = Pick(1)(env.action_masks())
    assert same(env.step(legal), twin.step(legal.tolist()))


def test_an_illegal_action_can_end_the_episode(game):
    env = seat_env(game, illegal_action="end")
    for bad_of in (forbidden, lambda mask: -1, len, lambda mask: 1 << 40):
        _, info = env.reset(seed=0)
        bad = bad_of(info["action_mask"])
        seen, reward, ended, truncated, info = env.step(bad)
        assert (reward <= -1, ended, truncated) == (True, True, False)
        assert info["illegal_action"] == bad
        assert not info["action_mask"].any()
        assert env.observation_space.contains(seen)
        with pytest.raises(RuntimeError):
            env.step(0)
    env.reset(seed=0)
    with pytest.raises(backroom.IllegalAction):
        env.step(0.5)


def test_after_an_illegal_end_the_stream_goes_on(game):
    env, plain = seat_env(game, illegal_action="end", seed=3), seat_env(game, seed=3)
    _, info = env.reset()
    plain.reset()
    env.step(forbidden(info["action_mask"]))
    assert same(env.reset(), plain.reset())


def test_an_illegal_action_in_a_vector_ends_that_game_alone(game):
    env, plain = vector_env(game, 3, illegal_action="end", seed=3), vector_env(game, 3, seed=3)
    _, info = env.reset()
    plain.reset()
    legal = Pick()(info["action_mask"])
    actions = legal.copy()
    actions[1] = forbidden(info["action_mask"][1])
    seen, rewards, terminations, _, info = env.step(actions)
    expected = plain.step(legal)
    for i in (0, 2):
        assert same(seen[i], expected[0][i])
        assert rewards[i] == expected[1][i]
        assert terminations[i] == expected[2][i]
    assert terminations[1]
    assert rewards[1] <= -1
    assert info["final_info"]["_illegal_action"].tolist() == [False, True, False]
    assert info["final_info"]["illegal_action"][1] == actions[1]
    assert env.single_observation_space.contains(info["final_obs"][1])
    assert info["action_mask"][1].any(), "its next episode is on"


def test_several_illegal_actions_end_several_games(game):
    env, plain = vector_env(game, 5, illegal_action="end", seed=3), vector_env(game, 5, seed=3)
    _, info = env.reset()
    plain.reset()
    legal = Pick()(info["action_mask"])
    actions = legal.copy()
    wrong = [0, 2, 3]
    actions[wrong] = [-1, forbidden(info["action_mask"][2]), 1 << 40]
    seen, rewards, terminations, _, info = env.step(actions)
    expected = plain.step(legal)
    assert terminations[wrong].all()
    assert (rewards[wrong] <= -1).all()
    assert np.flatnonzero(info["final_info"]["_illegal_action"]).tolist() == wrong
    assert info["final_info"]["illegal_action"][wrong].tolist() == actions[wrong].tolist()
    for i in (1, 4):
        assert same(seen[i], expected[0][i])
        assert rewards[i] == expected[1][i]
        assert terminations[i] == expected[2][i]


def test_the_rewards_of_an_episode_are_what_the_seat_gained_in_it(game):
    """Each unit once, whenever it was paid. The vectors pay what the seat view does: see above."""
    more = {"max_round_bet": 3} if game == "republic_pazaak" else {}  # else all is paid at the end
    env, pick, payments = seat_env(game, **more), Pick(), 0
    for seed in range(8):
        _, info = env.reset(seed=seed)
        rewards, over = [], False
        while not over:
            _, reward, over, _, info = env.step(pick(info["action_mask"]))
            rewards.append(reward)
        seat, s = env._learners.games.learner_seats[0], env._learners.games.states[0]
        assert sum(rewards) == s.stack[seat] - s.bankroll[seat]
        payments = max(payments, np.count_nonzero(rewards))
    assert payments > 1, "one that is paid twice would not be seen"


def test_rewards_after_an_illegal_end_begin_at_nothing(game, habit):
    """Units of the abandoned episode do not spill over into the next one."""
    env, plain = vector_env(game, 1, habit, illegal_action="end", seed=3, seat=0), seat_env(game, habit, seed=3, seat=0)
    seen, info = env.reset()
    _, before = plain.reset()
    for _ in range(3):
        mask = info["action_mask"][0]
        seen, _, ended, _, info = env.step(np.array([habit.act(seen[0], mask, 0.0)]))
        if ended[0]:
            plain.reset()
    env.step(np.array([forbidden(info["action_mask"][0])]))
    single, before = plain.reset()
    for _ in range(15):
        action = habit.act(single, before["action_mask"], 0.0)
        seen, rewards, ends, _, info = env.step(np.array([action]))
        single, reward, ended, _, before = plain.step(action)
        assert rewards[0] == reward
        assert ends[0] == ended
        if ended:
            single, before = plain.reset()
        assert same(seen[0], single)


# --- copies ---


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"])
@pytest.mark.parametrize("decisions", [0, 1, 4, 9])
def test_copies_of_the_learners_views_play_on_identically(game, way, decisions):
    for made in (seat_env, vector_of_3):
        env, pick = made(game, ["random", "random"], seed=5), Pick()
        _, info = env.reset()
        for _ in range(decisions):
            _, _, ended, _, info = env.step(pick(info["action_mask"]))
            if ended is True:
                _, info = env.reset()
        twin = way(env)
        for _ in range(15):
            actions = pick(env.action_masks())
            one, other = env.step(actions), twin.step(actions)
            assert same(one, other)
            if one[2] is True:
                assert same(env.reset(), twin.reset())
        assert same(env.reset(), twin.reset())
        assert same(env.reset(seed=9), twin.reset(seed=9))


@pytest.mark.parametrize("way", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["deepcopy", "pickle"])
def test_copies_of_the_sb3_vector_play_on_identically(game, way):
    pytest.importorskip("stable_baselines3")
    env, pick = vector_of_3(game, api="sb3", seed=5), Pick()
    env.reset()
    for _ in range(6):
        env.step(pick(env.action_masks()))
    twin = way(env)
    for _ in range(15):
        actions = pick(env.action_masks())
        assert same(env.step(actions), twin.step(actions))
    assert same(env.reset(), twin.reset())


def test_what_the_caller_does_to_observations_does_not_touch_the_seat(game):
    env, twin = seat_env(game, seed=5, render_mode="ansi"), seat_env(game, seed=5, render_mode="ansi")
    (seen, info), _ = env.reset(), twin.reset()
    pick = Pick()
    for _ in range(10):
        seen[:] = 7
        info["action_mask"][:] = 1
        assert env.describe() == twin.describe()
        assert env.render() == twin.render()
        action = pick(twin.action_masks())
        (seen, *one, info), (expected, *other, _) = env.step(action), twin.step(action)
        assert same(seen, expected)
        assert one == other
        if one[1]:
            (seen, info), _ = env.reset(), twin.reset()


def test_a_copy_of_a_seat_is_independent(game):
    env = seat_env(game, seed=5)
    _, info = env.reset()
    twin = copy.deepcopy(env)
    expected = copy.deepcopy(env).step(action := Pick()(info["action_mask"]))
    for _ in range(5):
        twin.reset()
        twin.step(Pick()(twin.action_masks()))
    assert same(env.step(action), expected)


# --- Stable-Baselines3 ---


@pytest.fixture
def sb3_env(game, brief):
    pytest.importorskip("stable_baselines3")
    return vector_env(game, 4, api="sb3", seed=2, **brief)


def test_the_sb3_vector_is_the_gymnasium_vector(game, brief, sb3_env):
    from stable_baselines3.common.vec_env import VecEnv

    assert isinstance(sb3_env, VecEnv)
    vector, pick = vector_env(game, 4, seed=2, **brief), Pick()
    seen = sb3_env.reset()
    expected, info = vector.reset()
    returns, lengths, ends = np.zeros(4), np.zeros(4, int), 0
    for _ in range(60):
        assert same(seen, expected)
        assert sb3_env.observation_space == vector.single_observation_space
        masks = np.stack(sb3_env.env_method("action_masks"))
        assert same(masks, info["action_mask"])
        assert same(sb3_env.action_masks(), masks)
        assert same(np.stack(sb3_env.env_method("action_masks", indices=[2, 0])), masks[[2, 0]])
        assert same(sb3_env.env_method("action_masks", indices=3)[0], masks[3])
        assert sb3_env.has_attr("action_masks")
        actions = pick(masks)
        seen, rewards, terminations, infos = sb3_env.step(actions)
        expected, expected_rewards, expected_ends, _, info = vector.step(actions)
        assert rewards.dtype == np.float32
        assert rewards.tolist() == expected_rewards.tolist()
        assert same(terminations, expected_ends)
        returns += rewards
        lengths += 1
        for i, told in enumerate(infos):
            assert ("terminal_observation" in told) == ("episode" in told) == bool(terminations[i])
            if terminations[i]:
                ends += 1
                assert same(told["terminal_observation"], info["final_obs"][i])
                assert told["episode"]["r"] == returns[i]
                assert told["episode"]["l"] == lengths[i]
                assert told["TimeLimit.truncated"] is False
                returns[i] = lengths[i] = 0
    assert ends


def test_the_sb3_vector_keeps_to_its_seeds(game, sb3_env):
    first = sb3_env.reset()
    second = sb3_env.reset()
    assert not np.array_equal(first, second)
    sb3_env.seed(2)
    assert same(sb3_env.reset(), first)
    assert same(sb3_env.reset(), second)


def test_a_refused_seed_of_the_sb3_vector_changes_nothing(game):
    pytest.importorskip("stable_baselines3")
    env = vector_of_3(game, api="sb3", seed=2)
    env.reset()
    twin = copy.deepcopy(env)
    for seed in (1 << 64, -1):
        with pytest.raises(backroom.InvalidOption, match="seed"):
            reset_with(env, seed)
    assert env.learners.games.states.tobytes() == twin.learners.games.states.tobytes()
    actions = Pick()(env.action_masks())
    assert same(env.step(actions), twin.step(actions))


def reset_with(env: Any, seed: int) -> None:
    env.seed(seed)
    env.reset()


def test_what_the_sb3_vector_gave_never_changes(sb3_env):
    pick, kept = Pick(), []
    seen = sb3_env.reset()
    for _ in range(30):
        given = sb3_env.step(pick(sb3_env.action_masks()))
        kept += [(seen, seen.copy()), (given, copy.deepcopy(given))]
        seen = given[0]
    assert all(same(thing, before) for thing, before in kept)


def test_the_sb3_vector_with_dict_observations(game):
    pytest.importorskip("stable_baselines3")
    env, pick = vector_env(game, 3, api="sb3", seed=2, dict_observation=True), Pick()
    seen = env.reset()
    for _ in range(40):
        assert set(seen) == {"observation", "action_mask"}
        assert same(seen["action_mask"], env.action_masks())
        seen, _, ends, infos = env.step(pick(env.action_masks()))
        for i in np.flatnonzero(ends):
            assert env.observation_space.contains(infos[i]["terminal_observation"])
            assert not infos[i]["terminal_observation"]["action_mask"].any()


def test_illegal_actions_in_the_sb3_vector(game):
    pytest.importorskip("stable_baselines3")
    env = vector_env(game, 3, api="sb3", seed=2)
    env.reset()
    legal = Pick()(env.action_masks())
    actions = legal.copy()
    actions[2] = forbidden(env.action_masks()[2])
    with pytest.raises(backroom.IllegalAction, match="index 2"):
        env.step(actions)
    env.step(legal)
    env = vector_env(game, 3, api="sb3", seed=2, illegal_action="end")
    env.reset()
    _, rewards, ends, infos = env.step(actions)
    assert ends[2]
    assert rewards[2] < 0, "what the seat has put in is lost"
    assert infos[2]["illegal_action"] == actions[2]
    assert "terminal_observation" in infos[2]


def test_options_of_the_sb3_vector(game, knob):
    pytest.importorskip("stable_baselines3")
    env, plain = vector_env(game, 2, api="sb3", seed=2), vector_env(game, 2, api="sb3", seed=2, **{knob: 3})
    env.set_options({"game": {knob: 3}})
    assert same(env.reset(), plain.reset())
    assert same(env.reset(), plain.reset())


def test_monitors_of_sb3_go_around_it(game, brief):
    """Its Monitor counts the same episodes."""
    monitor = pytest.importorskip("stable_baselines3.common.vec_env.vec_monitor")
    env, pick, ends = monitor.VecMonitor(vector_env(game, 3, api="sb3", seed=2, **brief)), Pick(), 0
    env.reset()
    units = np.zeros(3)
    for _ in range(40):
        _, rewards, terminations, infos = env.step(pick(np.stack(env.env_method("action_masks"))))
        units += rewards
        for i in np.flatnonzero(terminations):
            assert infos[i]["episode"]["r"] == pytest.approx(units[i])
            units[i], ends = 0, ends + 1
    assert ends


# --- episodes that pass without the learner, with the guest game ---


class Says(backroom.Agent):
    """Always says one thing of the guest game, where it may."""

    def __init__(self, action: int):
        self.action = action
        self.name = f"says {action}"

    def act(self, observation, action_mask, u):
        return self.action if action_mask[self.action] else 0


class StopsOneHand(backroom.Agent):
    """Stops at once in the guest game where its card is even, else goes on."""

    name = "stops by its card"

    def act(self, observation, action_mask, u):
        card = round(float(observation[0]) * 8)
        return 0 if card % 2 == 0 else int(action_mask[1])


STOP, GO = 0, 1


def test_a_guest_goes_through_all_views(guest_game):
    assert guest_game in backroom.games()
    env = backroom.make(guest_game, num_players=2)
    env.reset(seed=0)
    assert env.agent_selection == "player_0"
    env.step(GO)
    assert env.describe_all()["stack"] == [9, 11, 0]
    assert env.describe("player_1")["legal"][:2] == ["stop", "go"]
    assert backroom.Batch(guest_game, num_envs=3, seed=0).observations.shape == (3, env.game.layout.size)
    assert backroom.make_seat(guest_game, ["random"], seed=0).reset()[0].shape == (env.game.layout.size,)
    assert backroom.make_vec(guest_game, 3, ["random"], seed=0).reset()[0].shape == (3, env.game.layout.size)
    assert backroom.make_vec(guest_game, 3, ["random"], seed=0, api="sb3").reset().shape == (3, env.game.layout.size)


def test_names_of_the_house_can_not_be_taken(guest_game, guest):
    for name in set(backroom.games()) - {guest_game}:
        with pytest.raises(backroom.InvalidOption, match=name):
            backroom.add_game(dataclasses.replace(guest.GAME, name=name))


def test_what_arrives_before_the_first_decision_joins_the_first_reward(guest_game):
    """Seat 0 goes: it pays a unit to the learner in seat 1 before that is asked."""
    env = backroom.make_seat(guest_game, [Says(GO)], seat=1, seed=0, hands=1, rounds=20)
    _, info = env.reset()
    assert "skipped" not in info
    assert env.describe()["stacks"] == [11, 9]
    _, reward, ended, _, info = env.step(STOP)
    (report,) = info["results"]
    assert ended
    assert report["net"][1] == reward
    assert reward == 1 + (1 if report["winner"] == 1 else -1)


def test_the_learner_is_paid_for_what_others_do_after_its_decision(guest_game):
    """It goes (-1), the next one goes to seat 2, that one goes to it (+1): told at its next decision."""
    env = backroom.make_seat(guest_game, [Says(GO), Says(GO)], seat=0, seed=0, hands=1, rounds=20)
    env.reset()
    for _ in range(3):
        _, reward, ended, _, _ = env.step(GO)
        assert (reward, ended) == (0.0, False)


def test_an_episode_ends_with_what_the_learner_lost_last_whoever_moved(guest_game):
    env = backroom.make_seat(guest_game, [Says(STOP)], seat=0, seed=0, hands=1)
    for _ in range(20):
        env.reset()
        _, reward, ended, _, info = env.step(GO)
        assert ended
        assert reward == info["results"][-1]["net"][0] == (0 if info["results"][-1]["winner"] == 0 else -2)


def skipped_by_hand(seed: int, game: int, seat: int, episodes: int) -> list[tuple[str, float]]:
    """What happens in each episode at a table of StopsOneHand: ("skipped" | "asked", units of the seat until then)."""
    batch = backroom.Batch("stop_or_go", num_envs=game + 1, seed=seed, num_players=3, hands=1)
    env = backroom.make("stop_or_go", num_players=3, hands=1)
    env.load_state(batch.save_state(game))
    bettor, found = StopsOneHand(), []
    for _ in range(episodes):
        while not all(env.terminations.values()) and env.agent_selection != f"player_{seat}":
            seen = env.observe(env.agent_selection)
            env.step(bettor.act(seen["observation"], seen["action_mask"], 0.0))
        skipped = all(env.terminations.values())
        now = env.describe_all()
        found.append(("skipped" if skipped else "asked", float(now["stack"][seat] - now["bankroll"][seat])))
        env.reset()
    return found


def runs_of(told: list[tuple[str, float]]) -> list[tuple[int, float, float]]:
    """For each episode in which the seat is asked: episodes skipped before it, their units, units until it is asked."""
    runs, count, units = [], 0, 0.0
    for kind, gained in told:
        if kind == "skipped":
            count, units = count + 1, units + gained
        else:
            runs.append((count, units, gained))
            count, units = 0, 0.0
    return runs


@pytest.mark.parametrize("seat", [1, 2])
def test_skipped_episodes_are_counted(guest_game, seat):
    env = backroom.make_seat(guest_game, [StopsOneHand()] * 2, seat=seat, seed=7, hands=1)
    runs = runs_of(skipped_by_hand(7, 0, seat, 120))
    assert any(count > 1 for count, *_ in runs)
    assert any(units for _, units, _ in runs)
    for count, units, before in runs[:20]:
        _, info = env.reset()
        assert info.get("skipped", {"count": 0, "units": 0.0}) == {"count": count, "units": units}
        _, reward, ended, _, info = env.step(STOP)
        assert ended
        last = info["results"][-1]["net"][seat]
        assert "skipped" not in info, "told once"
        assert reward == last
        assert last - before in (-1.0, 1.0, 2.0), "what arrived before the first decision is in the first reward"


def test_skipped_episodes_of_a_vector_are_counted(guest_game):
    seat, games = 2, 3
    env = backroom.make_vec(guest_game, games, [StopsOneHand()] * 2, seat=seat, seed=7, hands=1)
    runs = [runs_of(skipped_by_hand(7, game, seat, 150)) for game in range(games)]
    _, info = env.reset()
    for episode in range(15):
        expected = [runs[game][episode][:2] for game in range(games)]
        counts = np.array([count for count, _ in expected])
        if counts.any():
            assert info["_skipped"].tolist() == (counts > 0).tolist()
            for part in ("_count", "_units"):
                assert info["skipped"][part].tolist() == (counts > 0).tolist()
            assert info["skipped"]["count"].tolist() == counts.tolist()
            assert info["skipped"]["units"].tolist() == [units for _, units in expected]
        else:
            assert "skipped" not in info
        _, _, ends, _, info = env.step(np.full(games, STOP))
        assert ends.all()


def test_skipped_episodes_of_the_sb3_vector_are_counted(guest_game):
    pytest.importorskip("stable_baselines3")
    env = backroom.make_vec(guest_game, 2, [StopsOneHand()] * 2, seat=2, seed=7, hands=1, api="sb3")
    runs = [runs_of(skipped_by_hand(7, game, 2, 150)) for game in range(2)]
    env.reset()
    infos = env.reset_infos
    for episode in range(15):
        for game, info in enumerate(infos):
            count, units, _ = runs[game][episode]
            assert info.get("skipped", {"count": 0, "units": 0.0}) == {"count": count, "units": units}
        infos = env.step(np.full(2, STOP))[3]


def test_the_end_of_an_episode_and_the_skipped_ones_after_it_are_told_in_the_same_step(guest_game):
    """The reward of the step is that of the ended episode alone: units of skipped episodes are told apart."""
    env = backroom.make_vec(guest_game, 1, [StopsOneHand()] * 2, seat=2, seed=7, hands=1)
    single = backroom.make_seat(guest_game, [StopsOneHand()] * 2, seat=2, seed=7, hands=1)
    env.reset()
    single.reset()
    together = 0
    for _ in range(15):
        _, rewards, ends, _, info = env.step(np.array([STOP]))
        _, reward, ended, _, _ = single.step(STOP)
        single.reset()
        assert ends[0]
        assert ended
        assert rewards[0] == reward
        together += "skipped" in info and "final_obs" in info
    assert together


@pytest.mark.parametrize("api", ["seat", "gymnasium", "sb3"])
def test_a_learner_that_never_decides_is_told_so(guest_game, monkeypatch, api):
    monkeypatch.setattr(learner_module, "MAX_SKIPS", 30)
    options = {"deciders": 1, "hands": 1}
    if api == "seat":
        env = backroom.make_seat(guest_game, ["random"] * 2, seat=2, seed=0, **options)
    else:
        env = backroom.make_vec(guest_game, 2, ["random"] * 2, seat=2, seed=0, api=api, **options)
    with pytest.raises(backroom.InvalidOption, match="decided nothing in 30 episodes"):
        env.reset()


def test_the_cap_on_skipped_episodes_never_matters():
    assert learner_module.MAX_SKIPS >= 1000
