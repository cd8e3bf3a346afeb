"""Options of captain gin: what they are without being given, what is refused, how they reach the record; codes of cards."""

from typing import Any

import backroom
import numpy as np
import pytest
from backroom.envs.captain_gin import best_melds
from backroom.envs.captain_gin.cards import CARDS, card_index
from backroom.envs.core.errors import InvalidOption
from backroom.envs.core.game import Game, get_game

BOUNDS = {
    "gin_bonus": (0, 100),
    "undercut_bonus": (0, 100),
    "knock_limit": (0, 100),
    "target": (1, 1000),
    "stake": (1, 100),
    "max_hands": (1, 1000),
    "max_turns": (1, 1000),
}


@pytest.fixture(scope="module")
def game() -> Game:
    """The description of the game."""
    return get_game("captain_gin")


def refusal(game: Game, **given: Any) -> str:
    with pytest.raises(InvalidOption) as refused:
        game.parse_options(given)
    return str(refused.value)


def test_defaults(game: Game):
    assert game.parse_options({}).model_dump() == {
        "num_players": 3,
        "gin_bonus": 25,
        "undercut_bonus": 10,
        "knock_limit": 10,
        "target": 100,
        "advice": True,
        "stake": 1,
        "settlement": "partners",
        "max_hands": 50,
        "max_turns": 100,
    }


def test_the_game_is_for_three(game: Game):
    assert (game.seats, game.max_seats, game.min_seats, game.zero_sum) == ("3", 3, 3, True)
    assert backroom.make("captain_gin", num_players=3).possible_agents == ["player_0", "player_1", "player_2"]


@pytest.mark.parametrize("name", BOUNDS)
def test_bounds_are_allowed_and_nothing_beyond(game: Game, name: str):
    low, high = BOUNDS[name]
    for value in (low, low + 1, high):
        assert game.parse_options({name: value}).model_dump()[name] == value
    below, above = refusal(game, **{name: low - 1}), refusal(game, **{name: high + 1})
    assert name in below
    assert f"greater than or equal to {low}" in below
    assert name in above
    assert f"less than or equal to {high}" in above


@pytest.mark.parametrize("name", BOUNDS)
@pytest.mark.parametrize("value", [1.5, "10", None, True, [10]], ids=str)
def test_numbers_are_whole_and_for_all_seats(game: Game, name: str, value: Any):
    text = refusal(game, **{name: value})
    assert name in text
    assert "integer" in text


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"num_players": 2}, "greater than or equal to 3"),
        ({"num_players": 4}, "less than or equal to 3"),
        ({"advice": 1}, "boolean"),
        ({"advice": "yes"}, "boolean"),
        ({"advice": [True, False, True]}, "boolean"),
        ({"settlement": "pairs"}, "'partners' or 'scores'"),
        ({"settlement": "Partners"}, "'partners' or 'scores'"),
        ({"settlement": None}, "'partners' or 'scores'"),
        ({"knock_limits": 5}, "did you mean 'knock_limit'?"),
        ({"undercut": 5}, "undercut_bonus"),
    ],
    ids=str,
)
def test_what_can_not_be_played_is_refused_by_name_and_with_what_is_right(game: Game, given: dict[str, Any], says: str):
    text = refusal(game, **given)
    (name,) = given
    assert name in text
    assert says in text


def test_seats_bring_no_bankroll(game: Game):
    """CG-13: there is none to bring."""
    assert "bankroll" in refusal(game, bankroll=50)
    env = backroom.make("captain_gin")
    env.reset(seed=1)
    assert (env.describe_all()["bankroll"], env.describe_all()["stack"]) == ([0, 0, 0], [0, 0, 0])


@pytest.mark.parametrize("settlement", ["partners", "scores"])
def test_options_lie_in_the_record(game: Game, settlement: str):
    given = {
        "gin_bonus": 20,
        "undercut_bonus": 15,
        "knock_limit": 7,
        "target": 250,
        "advice": False,
        "stake": 4,
        "max_hands": 9,
        "max_turns": 77,
    }
    s: Any = game.new_states([game.parse_options({**given, "settlement": settlement})], np.uint64(0))[0]
    assert {name: int(s[name]) for name in given} == given
    assert (s.num_players, s.partners) == (3, settlement == "partners")


def test_options_do_not_linger_in_a_record_that_is_filled_again(game: Game):
    states = game.new_states([game.parse_options({name: high for name, (_, high) in BOUNDS.items()})], np.uint64(0))
    plain = game.parse_options({"advice": False})
    plain.fill(states[0])
    s: Any = states[0]
    fresh: Any = game.new_states([plain], np.uint64(0))[0]
    for field in game.state_fields():
        assert np.array_equal(s[field], fresh[field]), field


def test_options_can_be_changed_at_a_reset():
    env = backroom.make("captain_gin", knock_limit=5)
    env.reset(seed=1)
    assert env.agent_selection == f"player_{3 - env.describe_all()['box'] - env.describe_all()['captain']}"  # advises
    env.reset(options={"game": {"advice": False, "settlement": "scores"}})
    now = env.describe_all()
    assert (now["knock_limit"], now["advice"], now["partners"]) == (5, 0, 0)
    assert env.agent_selection == f"player_{now['captain']}"


@pytest.mark.parametrize("limit", [0, 100])
def test_the_knock_limit_at_its_edges(limit: int):
    """CG-8: with 0 only gin is a knock, with 100 every discard is one."""
    env = backroom.make("captain_gin", knock_limit=limit, advice=False)
    for seed in range(10):
        env.reset(seed=seed)
        env.step(env.parse_action("take discard"))
        masks = env.action_masks()
        if limit:
            assert masks[3:55].tolist() == masks[55:].tolist()
            assert masks[3:55].sum() == 10
        left = np.array(env.describe_all()["left_after"])
        assert masks[55:].tolist() == ((masks[3:55] == 1) & (left <= limit)).tolist()


# ---- codes of cards ----------------------------------------------------------------------------------------------------


def test_every_code_is_a_card():
    assert [card_index(code) for code in CARDS] == list(range(52))
    assert (CARDS[0], CARDS[12], CARDS[13], CARDS[26], CARDS[39], CARDS[51]) == ("AS", "KS", "AH", "AD", "AC", "KC")


@pytest.mark.parametrize(("text", "code"), [("td", "TD"), ("10d", "TD"), ("10D", "TD"), ("as", "AS"), ("Qc", "QC")])
def test_codes_can_be_typed_in_other_ways(text: str, code: str):
    assert CARDS[card_index(text)] == code
    assert best_melds([text]) == best_melds([code])


@pytest.mark.parametrize(
    "code", ["", "S", "A", "1S", "11S", "0S", "AX", "SA", "ASS", "AS 2S", "♠A", 3, None, ["AS"], True], ids=str
)
def test_what_is_no_card_is_refused(code: Any):
    with pytest.raises(InvalidOption, match="is no card"):
        card_index(code)
    with pytest.raises(backroom.InvalidOption) as refused:
        best_melds([code])
    assert repr(code) in str(refused.value)


@pytest.mark.parametrize("cards", [["AS", "AS"], ["TD", "10d"], ["7s", "8S", "7S"]], ids=str)
def test_a_card_given_twice_is_refused(cards: list[str]):
    with pytest.raises(backroom.InvalidOption, match=r"more than once|twice"):
        best_melds(cards)


def test_half_the_pack_is_arranged_and_more_is_refused():
    """All aces to sixes and two sevens: in two of the suits a run to the seven, in the others one to the six."""
    half = [code for code in CARDS if code[0] in "A23456"] + ["7S", "7C"]
    melds, points = best_melds(half)
    assert points == 0
    assert sorted(code for meld in melds for code in meld) == sorted(half)
    with pytest.raises(backroom.InvalidOption, match="26"):
        best_melds([*half, "KD"])
