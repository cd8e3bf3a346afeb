"""Roulette in words: names of actions, what a person is shown and told."""

import pytest
from backroom.envs.core.errors import InvalidOption
from backroom.envs.core.game import Game
from backroom.envs.roulette.rules import Action

from .tables import RouletteTable

NAMES = ["Ann", "Bob", "Cyd"]


def test_every_action_has_its_name(game: Game):
    assert len(game.actions) == Action.THROW_AGAIN + 1 == 62
    assert len(set(game.actions)) == Action.THROW_AGAIN + 1
    for name, action in {
        "pass": Action.PASS,
        "straight 0": Action.STRAIGHT,
        "straight 36": Action.STRAIGHT + 36,
        "dozen 1": Action.DOZEN,
        "column 3": Action.COLUMN + 2,
        "red": Action.RED,
        "black": Action.BLACK,
        "odd": Action.ODD,
        "even": Action.EVEN,
        "low": Action.LOW,
        "high": Action.HIGH,
        "1 chip": Action.ONE_CHIP,
        "10 chips": Action.ONE_CHIP + 9,
        "let it lie": Action.LET_LIE,
        "throw again": Action.THROW_AGAIN,
    }.items():
        assert game.actions[action] == name
    assert set(game.text.ALIASES.values()) <= set(game.actions)


@pytest.mark.parametrize(
    ("text", "action"),
    [("Number 17", "straight 17"), ("3", "3 chips"), ("bet 1", "1 chip"), ("yes", "throw again"), ("19-36", "high")],
)
def test_ways_to_say_it(game: Game, text: str, action: str):
    assert game.actions[game.parse_action(text)] == action


def test_what_could_mean_several_is_refused(game: Game):
    with pytest.raises(InvalidOption, match="could mean"):
        game.parse_action("straight 1", ["straight 10", "straight 11"])


def test_the_table_as_anybody_sees_it():
    table = RouletteTable(num_players=3, cardsharp=[True, False, False], throws=[[4], [7]])
    table.bet("red x 1", "pass", "straight 4 x 5")
    table.play("0: let it lie", "0: column 2")
    text = table.render(-1, NAMES)
    assert text[0] == "Spin 2 of 8, how many. Up to 5 a bet. Last numbers: 4."
    assert text[1].startswith("> Ann")
    assert text[1].endswith("stack   49  bet column 2")
    assert text[3].endswith("stack  225  bet -")
    assert len(text) == 4


def test_a_cardsharp_is_told_what_lies():
    """RO-4: and nobody else is."""
    table = RouletteTable(num_players=3, cardsharp=[True, True, False], throws=[[4, 0]])
    table.bet("straight 0 x 2", "pass", "pass")
    assert "The ball lies on 4 black: -2 units for you if it stays." in table.render(0, NAMES)
    assert any("new throws left 1" in line for line in table.render(0, NAMES))
    table.play("0: throw again")
    text = table.render(1, NAMES)
    assert text[-2:] == ["Thrown again for Ann: 4 lay.", "The ball lies on 0: +0 units for you if it stays."]
    for viewer in (-1, 2):
        text = "\n".join(table.render(viewer, NAMES))
        assert not any(word in text for word in ("lies", "again", "throws left"))


def test_a_spin_is_explained():
    """RO-3, RO-4: the number, what was thrown again for those who may know, what each bet did."""
    table = RouletteTable(num_players=3, cardsharp=[True, False, False], throws=[[4, 9]])
    table.bet("straight 9 x 2", "black x 1", "pass")
    table.play("0: throw again")
    told, hidden = (table.explain(NAMES, seat) for seat in range(2))
    assert told == [
        "Spin 1: the ball falls on 9 red.",
        "  It was thrown again for Ann; 4 lay before (RO-4).",
        "  Ann              2 chips on straight 9 pays 35 to 1 (RO-3): +70",
        "  Bob              1 chip on black loses (RO-3): -1",
        "  Cyd              no bet",
    ]
    assert hidden == [told[0], *told[2:]]


def test_the_end_is_told():
    table = RouletteTable(num_players=2, spins=1)
    table.bet("pass", "pass")
    assert table.render(0, NAMES) == [
        "The game is over after 1 spin.",
        *(f"  {n:<16}   50 units" for n in NAMES[:2]),
    ]
