"""What is refused, interrupted or broken off leaves nothing behind that could be played on."""

import backroom
import numpy as np
import pytest
from backroom.envs.core.game import get_game

GAMES = backroom.games()


class Fails(backroom.Agent):
    """Takes the last legal action until its n-th call, and then raises."""

    name = "fails"

    def __init__(self, calls: int, error: BaseException):
        self.left, self.error = calls, error

    def act(self, observation, action_mask, u):
        self.left -= 1
        if self.left <= 0:
            raise self.error
        return int(action_mask.nonzero()[0][-1])


def most_opponents(game: str) -> int:
    """One at a table for two, where the game has one; else as many as it takes."""
    return max(1, get_game(game).min_seats - 1)


def views(game: str, opponents: list) -> list:
    """The three learner's views of the smallest table for two or more."""
    opponents = opponents * most_opponents(game)
    return [
        backroom.make_seat(game, opponents, seed=1),
        backroom.make_vec(game, 2, opponents, seed=1),
        backroom.make_vec(game, 2, opponents, seed=1, api="sb3"),
    ]


def first_legal(view) -> np.ndarray | int:
    masks = view.action_masks()
    return int(masks.argmax()) if masks.ndim == 1 else masks.argmax(axis=1)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("error", [KeyboardInterrupt(), ZeroDivisionError()], ids=["interrupt", "failure"])
def test_after_an_opponent_broke_off_nothing_can_be_played_until_a_reset(game, error):
    for number in range(3):
        opponent = Fails(10**9, error)
        view = views(game, [opponent])[number]
        view.reset()
        opponent.left = 1
        with pytest.raises((KeyboardInterrupt, backroom.AgentFailed)):
            for _ in range(200):
                view.step(first_legal(view))
        with pytest.raises(RuntimeError, match="reset"):
            view.step(0 if number == 0 else np.zeros(2, np.int64))
        with pytest.raises(RuntimeError, match="reset"):
            view.action_masks()
        opponent.left = 10**9
        view.reset()
        view.step(first_legal(view))


@pytest.mark.parametrize("game", GAMES)
def test_a_reset_that_is_refused_changes_nothing(game, knob):
    """Good options with a bad seed: neither takes effect, and the game that was on goes on."""
    for view in views(game, ["random"])[:2]:
        view.reset(seed=3)
        masks = view.action_masks()
        for seed in (-1, 1.5, 1 << 64):
            with pytest.raises(backroom.InvalidOption, match="seed"):
                view.reset(seed=seed, options={"game": {knob: 7}})
        assert (view.action_masks() == masks).all()
        view.step(first_legal(view))


@pytest.mark.parametrize("game", GAMES)
def test_the_sb3_view_recovers_from_a_bad_seed_and_bad_options(game, knob):
    view = views(game, ["random"])[2]
    view.reset()
    view.seed(-1)
    with pytest.raises(backroom.InvalidOption, match="seed"):
        view.reset()
    view.set_options({"game": {knob: 0}})
    with pytest.raises(backroom.InvalidOption, match=knob):
        view.reset()
    view.reset()
    view.step(first_legal(view))


@pytest.mark.parametrize("game", GAMES)
def test_numpy_seeds_are_seeds_in_every_view(game):
    plain, numpy = (backroom.make_seat(game, ["random"] * most_opponents(game)) for _ in range(2))
    assert (plain.reset(seed=5)[0] == numpy.reset(seed=np.int64(5))[0]).all()


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_action_of_one_element_ends_the_game_too(game):
    view = backroom.make_seat(game, ["random"] * most_opponents(game), seed=1, illegal_action="end")
    view.reset()
    illegal = int((view.action_masks() == 0).argmax())
    _, reward, ended, _, info = view.step(np.array([illegal]))
    assert (reward <= -1, ended, info["illegal_action"]) == (True, True, illegal)


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_action_is_never_better_than_giving_up(game):
    """It costs all that the seat has in, or else the penalty of the game's options, at every moment of play."""
    rng = np.random.default_rng(0)
    costs = []
    for decisions in range(60):
        view = backroom.make_seat(game, ["random"] * most_opponents(game), seed=decisions % 4, illegal_action="end")
        view.reset()
        gained, ended = 0.0, False
        for _ in range(decisions):
            _, reward, ended, _, _ = view.step(rng.choice(np.flatnonzero(view.action_masks())))
            gained += reward
            if ended:
                break
        if not ended:
            learners = view.unwrapped._learners
            s, seat = learners.games.states[0], learners.games.learner_seats[0]
            put_in = int(s["bankroll"][seat]) + gained - int(s["stack"][seat])
            _, reward, ended, _, _ = view.step(-1)
            assert ended
            assert reward == -max(put_in, learners.seatings[0].options.illegal_penalty())
            costs.append(-reward)
    assert len(costs) > 10
    assert min(costs) >= 1


@pytest.mark.parametrize("game", GAMES)
def test_what_a_seat_was_shown_is_its_own(game):
    view = backroom.make_seat(game, ["random"] * most_opponents(game), seed=1)
    observation, _ = view.reset()
    before = view.describe()
    observation *= 0
    assert view.describe() == before


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("opponents", [{"random": 1.0}, {"random"}, "random", None])
def test_opponents_are_a_list(game, opponents):
    with pytest.raises(backroom.InvalidOption, match="a list"):
        backroom.make_seat(game, opponents)


@pytest.mark.parametrize("game", GAMES)
def test_loading_into_a_batch_of_copies_leaves_kept_arrays_alone(game):
    source, batch = backroom.Batch(game, 2, seed=1), backroom.Batch(game, 2, seed=2, copy=True)
    kept, before = batch.observations, batch.observations.copy()
    batch.load_state(0, source.save_state(1))
    assert (kept == before).all()
    assert (batch.observations[0] == source.observations[1]).all()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("options", [5, "game", [1]])
def test_reset_options_are_a_mapping(game, options):
    env = backroom.make(game)
    env.reset(seed=1)
    with pytest.raises(backroom.InvalidOption, match="options"):
        env.reset(options=options)


@pytest.mark.parametrize("game", GAMES)
def test_shapes_that_are_no_observation_are_told(game):
    with pytest.raises(backroom.InvalidOption, match="shape"):
        backroom.decode(game, np.zeros(3, np.float32), np.zeros(2, np.int8))
    env = backroom.make(game)
    for index in (-1, 10_000):
        with pytest.raises(backroom.InvalidOption, match="action"):
            env.action_name(index)


def test_stable_baselines_makes_its_own_vector_of_seats():
    """It asks for a way to render that there is none of here, and goes on without."""
    make_vec_env = pytest.importorskip("stable_baselines3.common.env_util").make_vec_env
    tables = make_vec_env("backroom:backroom/Pinwheel-v0", n_envs=2, seed=1, env_kwargs={"opponents": ["rock"]})
    assert tables.reset().shape == (2, *tables.observation_space.shape)
    with pytest.raises(backroom.InvalidOption, match="render_mode"):
        backroom.make_seat("pinwheel", ["rock"], render_mode="rgb_array")
