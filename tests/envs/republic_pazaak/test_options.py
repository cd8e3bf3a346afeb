"""Options of the common-deck Pazaak: what they are without being given, what is refused, how they reach the record."""

from typing import Any

import backroom
import numpy as np
import pytest
from backroom.envs.core.errors import InvalidOption
from backroom.envs.core.game import Game, get_game
from backroom.envs.republic_pazaak.cards import KINDS, PRESETS, shared_side_deck, side_card, side_deck

BALANCED = ("+2", "+4", "-2", "-4", "±1", "±3", "±1T", "D", "±1/2", "2&4")
TEN = ["+1", "+2", "+3", "+4", "+5", "+6", "-1", "-2", "-3", "D"]
TWELVE = [*TEN, "2&4", "3&6"]
PER_SEAT = ("bankroll", "force_sensitive", "cardsharp")


@pytest.fixture(scope="module")
def game() -> Game:
    """The description of the game."""
    return get_game("republic_pazaak")


def refusal(game: Game, **given: Any) -> str:
    with pytest.raises(InvalidOption) as refused:
        game.parse_options(given)
    return str(refused.value)


def test_defaults(game: Game):
    assert game.parse_options({}).model_dump() == {
        "num_players": 2,
        "bankroll": (50, 50),
        "shared_side_deck": False,
        "side_decks": (BALANCED, BALANCED),
        "rounds": 3,
        "max_rounds": 20,
        "ante": 1,
        "max_bet": 5,
        "max_round_bet": 0,
        "force_sensitive": (True, True),
        "cardsharp": (False, False),
        "cardsharp_uses": 1,
    }


@pytest.mark.parametrize(
    "given",
    [
        {"num_players": 3},
        {"num_players": 4},
        {"bankroll": 1},
        {"bankroll": 1000},
        {"num_players": 3, "bankroll": [1, 1000, 7]},
        {"rounds": 1},
        {"rounds": 100, "max_rounds": 100},
        {"rounds": 5, "max_rounds": 5},
        {"ante": 0},
        {"ante": 50},
        {"ante": 50, "bankroll": 50},
        {"max_bet": 0},
        {"max_bet": 10},
        {"max_round_bet": 10},
        {"force_sensitive": False},
        {"force_sensitive": [True, False]},
        {"cardsharp": True},
        {"num_players": 4, "cardsharp": [True, False, False, True]},
        {"cardsharp_uses": 0},
        {"cardsharp_uses": 3},
    ],
    ids=str,
)
def test_what_the_rules_allow_is_accepted(game: Game, given: dict[str, Any]):
    options = game.parse_options(given).model_dump()
    for name, value in given.items():
        expected = (value,) * options["num_players"] if name in PER_SEAT and not isinstance(value, list) else value
        assert options[name] == (tuple(expected) if isinstance(expected, list) else expected)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"num_players": 1}, "greater than or equal to 2"),
        ({"num_players": 5}, "less than or equal to 4"),
        ({"num_players": 2.5}, "integer"),
        ({"bankroll": 0}, "greater than or equal to 1"),
        ({"bankroll": 1001}, "less than or equal to 1000"),
        ({"bankroll": [50, 50, 50]}, "3 values for 2 seats: give one value, or one a seat"),
        ({"bankroll": "50"}, "integer"),
        ({"rounds": 0}, "greater than or equal to 1"),
        ({"rounds": 101}, "less than or equal to 100"),
        ({"max_rounds": 0}, "greater than or equal to 1"),
        ({"max_rounds": 101}, "less than or equal to 100"),
        ({"ante": -1}, "greater than or equal to 0"),
        ({"ante": 51}, "less than or equal to 50"),
        ({"max_bet": -1}, "greater than or equal to 0"),
        ({"max_bet": 11}, "less than or equal to 10"),
        ({"max_round_bet": -1}, "greater than or equal to 0"),
        ({"max_round_bet": 11}, "less than or equal to 10"),
        ({"force_sensitive": "yes"}, "boolean"),
        ({"force_sensitive": [True]}, "1 values for 2 seats"),
        ({"cardsharp": 1}, "boolean"),
        ({"cardsharp": [True, False, True]}, "3 values for 2 seats"),
        ({"cardsharp_uses": -1}, "greater than or equal to 0"),
        ({"cardsharp_uses": 4}, "less than or equal to 3"),
        ({"shared_side_deck": "no"}, "boolean"),
        ({"side_deck": "plain"}, "did you mean 'side_decks'?"),
    ],
    ids=str,
)
def test_what_can_not_be_played_is_refused_by_name_and_with_what_is_right(game: Game, given: dict[str, Any], says: str):
    text = refusal(game, **given)
    (name,) = given
    assert name in text
    assert says in text


def test_an_ante_that_one_seat_can_not_pay_is_refused(game: Game):
    text = refusal(game, ante=6, bankroll=[50, 5])
    assert "ante: 6 units are more than a seat brings: at most the smallest bankroll" in text
    assert game.parse_options({"ante": 5, "bankroll": [50, 5]}).model_dump()["ante"] == 5


def test_an_ante_that_a_seat_can_not_pay_is_refused(game: Game):
    assert "ante: 31 units are more than a seat brings: at most the smallest" in refusal(game, ante=31, bankroll=[50, 30])


def test_fewer_rounds_than_a_game_has_end_it_with_who_leads():
    """RP-8: at the most so many rounds, then the leader has won."""
    env = backroom.make("republic_pazaak", rounds=9, max_rounds=1, force_sensitive=False, max_bet=0)
    for seed in range(20):
        env.reset(seed=seed)
        while not all(env.terminations.values()):
            env.step(int(env.action_masks().argmax()))
        report = env.infos["player_0"]["results"][-1]
        assert (report["round"], report["game"]["winner"]) == (1, report["winner"])


# ---- side cards ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", KINDS)
def test_every_code_is_a_side_card(code: str):
    assert side_card(code) == code


@pytest.mark.parametrize(
    ("text", "code"),
    [("+-3", "±3"), ("+/-3", "±3"), (" d ", "D"), ("+-1t", "±1T"), ("±1t", "±1T"), ("+/-1/2", "±1/2"), ("+-5/6", "±5/6")],
)
def test_codes_can_be_typed_without_the_sign(text: str, code: str):
    assert side_card(text) == code


@pytest.mark.parametrize(
    "code",
    ["", "7", "3", "+0", "+7", "-0", "-7", "±0", "±7", "+1T", "±2T", "T", "±2/3", "±1/3", "±2/1", "2&3", "4&2", "6&3", "DD"],
)
def test_other_texts_are_no_side_cards(code: str):
    with pytest.raises(InvalidOption) as refused:
        side_card(code)
    assert str(refused.value) == f"{code!r} is no side card; cards: {', '.join(KINDS)}"


@pytest.mark.parametrize("code", [3, None, ["+3"], 1.0, True, b"+3"], ids=str)
def test_what_is_no_text_is_no_side_card(code: object):
    with pytest.raises(InvalidOption, match="is no side card; cards: "):
        side_card(code)


# ---- side decks (RP-3) -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_legal_decks(name: str):
    deck = side_deck(name)
    assert side_deck(list(deck)) == deck
    assert len(deck) == 10


@pytest.mark.parametrize(
    ("name", "cards"),
    [
        ("balanced", BALANCED),
        ("plain", ("+1", "+2", "+3", "+4", "+5", "-1", "-2", "-3", "-4", "-5")),
        ("golden", ("±1T", "±1T", "±1/2", "±1/2", "±3/4", "±3/4", "±5/6", "D", "2&4", "3&6")),
    ],
)
def test_what_the_presets_hold(name: str, cards: tuple[str, ...]):
    assert side_deck(name) == cards


def test_any_ten_cards_are_a_deck_the_same_ones_too():
    assert side_deck(["D"] * 10) == ("D",) * 10
    assert side_deck(["+-1"] * 10) == ("±1",) * 10


@pytest.mark.parametrize("count", [0, 9, 11, 40])
def test_a_deck_of_another_size_is_refused(count: int):
    with pytest.raises(InvalidOption, match=rf"^a side deck has 10 cards, not {count}$"):
        side_deck(["+1"] * count)


def test_an_unknown_name_is_refused_with_those_that_there_are():
    with pytest.raises(InvalidOption, match="'gold' is no side deck: write balanced, plain, golden, random, or 10 codes"):
        side_deck("gold")


@pytest.mark.parametrize(("seats", "fewest"), [(2, 8), (3, 12), (4, 16)])
def test_a_shared_deck_has_four_cards_a_seat_to_forty(seats: int, fewest: int):
    for count in (fewest, 40):
        assert shared_side_deck(["D"] * count, seats) == ("D",) * count
    for count in (0, fewest - 1, 41):
        with pytest.raises(
            InvalidOption, match=f"for {seats} seats has {fewest} to 40 cards, four or more a seat, not {count}$"
        ):
            shared_side_deck(["D"] * count, seats)


@pytest.mark.parametrize(
    ("given", "decks"),
    [
        ("plain", (PRESETS["plain"],) * 2),
        ("random", (("random",),) * 2),
        (TEN, (tuple(TEN),) * 2),
        (["plain", "random"], (PRESETS["plain"], ("random",))),
        ([TEN, "golden"], (tuple(TEN), PRESETS["golden"])),
        ([["random"], TEN], (("random",), tuple(TEN))),
        ([["+-3"] * 10, ["+/-1T"] * 10], (("±3",) * 10, ("±1T",) * 10)),
    ],
    ids=["preset", "random", "codes", "one a seat", "codes and preset", "random in a list", "typed"],
)
def test_side_decks_are_given_for_all_or_one_a_seat(game: Game, given: Any, decks: Any):
    assert game.parse_options({"side_decks": given}).model_dump()["side_decks"] == decks


@pytest.mark.parametrize(
    ("given", "deck"),
    [
        ("plain", PRESETS["plain"]),
        ("random", ("random",)),
        (TWELVE, tuple(TWELVE)),
        ([TWELVE], tuple(TWELVE)),
        (["random"], ("random",)),
        (["+-1"] * 8, ("±1",) * 8),
    ],
    ids=["preset", "random", "codes", "codes in a list", "random in a list", "eight"],
)
def test_a_shared_side_deck_is_one_for_all(game: Game, given: Any, deck: tuple[str, ...]):
    assert game.parse_options({"shared_side_deck": True, "side_decks": given}).model_dump()["side_decks"] == (deck,)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"side_decks": "gold"}, "'gold' is no side deck: write balanced, plain, golden, random, or 10 codes of cards"),
        ({"side_decks": TEN[:9]}, "a side deck has 10 cards, not 9"),
        ({"side_decks": [*TEN[:9], "+9"]}, "'+9' is no side card"),
        ({"side_decks": ["blanced", "plain"]}, "'blanced' is no side deck: write balanced, plain, golden, random, or 10 codes"),
        ({"side_decks": [TEN]}, "give one side deck, or one a seat (2 here)"),
        ({"side_decks": [TEN, TEN, TEN]}, "give one side deck, or one a seat (2 here)"),
        ({"side_decks": [TEN, TWELVE]}, "a side deck has 10 cards, not 12"),
        ({"side_decks": []}, "give one side deck, or one a seat (2 here)"),
        ({"side_decks": 3}, "give one side deck, or one a seat (2 here)"),
        ({"side_decks": [3, 4]}, "3 is no side deck"),
        ({"side_decks": None}, "give one side deck, or one a seat (2 here)"),
        ({"shared_side_deck": True, "side_decks": TWELVE[:7]}, "a side deck for 2 seats has 8 to 40 cards"),
        (
            {"shared_side_deck": True, "num_players": 3},
            "a side deck for 3 seats has 12 to 40 cards, four or more a seat, not 10",
        ),
        ({"shared_side_deck": True, "side_decks": ["+1"] * 41}, "8 to 40 cards, four or more a seat, not 41"),
        ({"shared_side_deck": True, "side_decks": [TEN, TEN]}, "is no side card"),
        ({"shared_side_deck": True, "side_decks": 3}, "3 is no side deck"),
    ],
    ids=str,
)
def test_side_decks_that_can_not_be_played_are_refused(game: Game, given: dict[str, Any], says: str):
    text = refusal(game, **given)
    assert "side_decks: " in text
    assert says in text


# ---- the record --------------------------------------------------------------------------------------------------------


def test_options_lie_in_the_record(game: Game):
    options = game.parse_options(
        {
            "num_players": 3,
            "bankroll": [5, 60, 7],
            "side_decks": [TEN, "random", "plain"],
            "rounds": 4,
            "max_rounds": 9,
            "ante": 2,
            "max_bet": 6,
            "max_round_bet": 3,
            "force_sensitive": [True, False, True],
            "cardsharp": [False, True, False],
            "cardsharp_uses": 2,
        }
    )
    s: Any = game.new_states([options], np.uint64(0))[0]
    assert (s.num_players, s.rounds, s.max_rounds, s.ante) == (3, 4, 9, 2)
    assert (s.max_bet, s.max_round_bet, s.cardsharp_uses, s.shared) == (6, 3, 2, 0)
    assert s.bankroll.tolist() == [5, 60, 7, 0]
    assert s.force_sensitive.tolist() == [1, 0, 1, 0]
    assert s.cardsharp.tolist() == [0, 1, 0, 0]
    assert s.random_deck.tolist() == [0, 1, 0, 0]
    assert [KINDS[kind] for kind in s.side_card[:10]] == sorted(TEN, key=KINDS.index)
    assert {KINDS[kind] for kind in s.side_card[20:30]} == set(PRESETS["plain"])


def test_a_shared_deck_lies_in_the_record(game: Game):
    options = game.parse_options({"shared_side_deck": True, "side_decks": TWELVE[::-1]})
    s: Any = game.new_states([options], np.uint64(0))[0]
    assert (s.shared, s.shared_size) == (1, 12)
    assert [KINDS[kind] for kind in s.side_card[:12]] == sorted(TWELVE, key=KINDS.index)


def test_options_do_not_linger_in_a_record_that_is_filled_again(game: Game):
    many = {"num_players": 4, "shared_side_deck": True, "side_decks": "random", "bankroll": 9, "cardsharp": True, "ante": 0}
    states = game.new_states([game.parse_options(many)], np.uint64(0))
    game.parse_options({"num_players": 2, "force_sensitive": False}).fill(states[0])
    s: Any = states[0]
    fresh: Any = game.new_states([game.parse_options({"num_players": 2, "force_sensitive": False})], np.uint64(0))[0]
    for field in game.state_fields():
        assert np.array_equal(s[field], fresh[field]), field


def test_options_can_be_changed_at_a_reset():
    env = backroom.make("republic_pazaak", side_decks="random", max_bet=0, force_sensitive=False)
    env.reset(seed=1)
    env.reset(options={"game": {"side_decks": [["D"] * 10, "plain"]}})
    now = env.describe_all()
    assert [KINDS[kind] for kind in now["hand"][0]] == ["D"] * 4
    assert now["random_deck"] == [0, 0, 0, 0]
    env.reset(options={"game": {"shared_side_deck": True, "side_decks": ["2&4"] * 8}})
    assert [[KINDS[kind] for kind in hand] for hand in env.describe_all()["hand"][:2]] == [["2&4"] * 4] * 2
