"""The characters of both Pazaaks: what they do in plain moments, and that each kind is worth what it should be."""

from typing import Any

import backroom
import numpy as np
import pytest
from backroom.agents.specs import resolve
from backroom.envs.bespin_pazaak import state
from backroom.envs.core.game import get_game
from backroom.envs.republic_pazaak import cards
from backroom.evaluate import measure

KINDS = {"bespin_pazaak": state.KINDS, "republic_pazaak": cards.KINDS}
GAMES = tuple(KINDS)
NAMES = ("cautious", "daring", "counter", "keeper")


def moment(game: str, legal: list[str], **pieces: list[int]) -> tuple[np.ndarray, np.ndarray]:
    """An observation with these numbers in its pieces, all else 0, and a mask."""
    described = get_game(game)
    layout = described.layout
    seen = np.zeros(layout.size, np.float32)
    for name, numbers in pieces.items():
        start = getattr(layout.at, name)
        seen[start : start + len(numbers)] = numbers
    seen *= layout.scales
    mask = np.zeros(len(described.actions), np.int8)
    mask[[described.actions.index(name) for name in legal]] = 1
    return seen, mask


def says(game: str, name: str, legal: list[str], u: float = 0.0, **pieces: list[int]) -> str:
    seen, mask = moment(game, legal, **pieces)
    return get_game(game).actions[int(resolve(name, game).act_batch(seen[None], mask[None], np.array([u]))[0])]


def turn(
    game: str, total: int, other: int = 0, other_stands: bool = False, hand: dict[str, int] | None = None
) -> dict[str, Any]:
    """The pieces of a turn against one other seat, with whole decks."""
    held = [(hand or {}).get(kind, 0) for kind in KINDS[game]]
    left = {"main_left": [4] * 9 + [2] + [4] * 9 + [2]} if game == "bespin_pazaak" else {"unseen": [4] * 10}
    status = [1, 2 if other_stands else 1]
    return {"total": [total, other], "cards": [3, 3], "status": status, "own_hand": held, "drawn": [5], **left}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("name", "total", "does"),
    [("cautious", 16, "stand"), ("cautious", 15, "end turn"), ("daring", 19, "stand"), ("daring", 18, "end turn")],
)
def test_some_stand_at_a_number(game, name, total, does):
    assert says(game, name, ["stand", "end turn"], **turn(game, total)) == does


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", NAMES)
def test_nobody_stands_below_what_stands_against_him(game, name):
    assert says(game, name, ["stand", "end turn"], **turn(game, 17, other=19, other_stands=True)) == "end turn"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", NAMES)
def test_everybody_mends_a_bust(game, name):
    assert says(game, name, ["play -3", "end turn"], **turn(game, 23, hand={"-3": 1})) == "play -3"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["counter", "keeper"])
def test_who_counts_takes_a_sure_win(game, name):
    stands = turn(game, 17, other=19, other_stands=True, hand={"+3": 1})
    assert says(game, name, ["play +3", "stand", "end turn"], **stands) == "play +3"
    assert says(game, name, ["stand", "end turn"], **turn(game, 20, other=19, other_stands=True)) == "stand"
    # at 11 no card is too much
    assert says(game, name, ["stand", "end turn"], **turn(game, 10)) == "end turn"


def test_the_keeper_saves_what_the_counter_spends():
    """Between 18 and 20 against a seat that still draws, a card gains something, but less than it may later."""
    seen = turn("bespin_pazaak", 18, other=9, hand={"+2": 1})
    legal = ["play +2", "stand", "end turn"]
    first, last = {"won": [0, 0]}, {"won": [1, 1]}
    plays = {
        (name, when): says("bespin_pazaak", name, legal, **seen, **won) == "play +2"
        for name in ("counter", "keeper")
        for when, won in (("first", first), ("last", last))
    }
    assert plays[("counter", "first")]
    assert plays[("counter", "last")]
    assert plays[("keeper", "last")]


def test_only_those_who_gain_by_it_cheat_or_ask_the_force():
    ask = ["play fair", "cheat"]
    assert says("bespin_pazaak", "cautious", ask) == "play fair"
    assert says("bespin_pazaak", "keeper", ask, skill=[18, 12]) == "cheat"
    assert says("bespin_pazaak", "keeper", ask, skill=[12, 12]) == "play fair"
    assert [says("bespin_pazaak", "daring", ask, u=u) for u in (0.2, 0.8)] == ["cheat", "play fair"]
    force = ["hold the Force point", "spend a Force point"]
    assert says("bespin_pazaak", "counter", force) == "spend a Force point"
    costly = {"dark_side_cost": [5], "own_sensitive": [1]}
    assert says("bespin_pazaak", "counter", force, **costly) == "hold the Force point"
    assert says("bespin_pazaak", "counter", force, **costly, own_motive=[1]) == "spend a Force point"


def test_the_force_is_asked_when_the_next_card_is_likely_to_be_too_much():
    drawing = {"phase": [0, 0, 0, 0, 1, 0, 0, 0], "unseen": [4] * 10, "status": [1, 1]}
    for name in NAMES:
        assert says("republic_pazaak", name, ["draw", "look"], **drawing, total=[9, 9]) == "draw"
        assert says("republic_pazaak", name, ["draw", "look"], **drawing, total=[17, 9]) == "look"
    looks = {"unseen": [4] * 10, "status": [1, 1], "total": [17, 9], "cards": [3, 2]}
    for name in NAMES:
        assert says("republic_pazaak", name, ["take it", "refuse it"], **looks, looked_main=[9]) == "refuse it"
        assert says("republic_pazaak", name, ["take it", "refuse it"], **looks, looked_main=[3]) == "take it"
        assert says("republic_pazaak", name, ["keep it", "throw it away"], **looks, drawn=[9]) == "throw it away"


def test_a_cardsharp_chooses_what_bends_either_way():
    assert says("republic_pazaak", "keeper", ["choose +1", "choose ±3/4", "choose D"]) == "choose ±3/4"


@pytest.mark.parametrize("game", GAMES)
def test_the_cautious_one_is_the_weakest(game):
    cautious = resolve("cautious", game)
    for name in ("daring", "counter", "keeper"):
        report = measure(game, [resolve(name, game), cautious], deals=400, seed=2)
        assert report.entrants[name].low > 0, name


def test_bettors_play_at_every_size_of_table():
    others = [resolve(name, "republic_pazaak") for name in NAMES]
    options = {"cardsharp": True, "side_decks": "random", "max_round_bet": 2}
    report = measure("republic_pazaak", others, deals=40, options=options)
    assert sum(estimate.mean for estimate in report.entrants.values()) == pytest.approx(0, abs=1e-9)
    assert backroom.make("republic_pazaak", num_players=4).max_num_agents == 4
