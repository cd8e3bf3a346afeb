"""The common-deck Pazaak in words: descriptions, actions as people type them, the table and what ended as text."""

import re
from collections.abc import Callable
from types import ModuleType
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.envs.core.errors import InvalidOption
from backroom.envs.core.game import Game, get_game
from backroom.envs.republic_pazaak import text
from backroom.envs.republic_pazaak.cards import KINDS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

NewTable = Callable[..., Any]
SPECTATOR = -1
NAMES = ("Ann", "Bo", "Cy", "Di")
unhurried = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@pytest.fixture(scope="module")
def game() -> Game:
    """The description of the game."""
    return get_game("republic_pazaak")


# ---- descriptions ----------------------------------------------------------------------------------------------------


def test_a_description_has_names_for_everything(new_table: NewTable):
    """A seat's view in mid-game, worked out by hand: the second round, seat 1 to act with 14 on its table."""
    table = new_table(
        ("+1", "D"),
        ("±1T", "±3/4", "2&4"),
        main=[[9, 8], [7, 6, 5, 8]],
        max_bet=4,
        max_round_bet=2,
        bankroll=[30, 40],
        force_sensitive=[False, True],
        cardsharp=[False, True],
        cardsharp_uses=2,
        max_rounds=8,
    )
    table.play("0: offer 3", "1: accept", "0: offer 1", "1: accept", "0: stand", "1: draw", "1: keep it")
    table.play("1: play ±1T as -1", "1: stand")  # 9 against 7
    table.play("1: offer 0", "1: draw", "1: throw it away", "1: keep it", "1: end turn", "0: stand")
    table.play("1: look", "1: take it", "1: keep it")
    assert table.knows(1) == {
        "phase": "turn",
        "to_act": 0,
        "first": 0,
        "round": 2,
        "rounds": 3,
        "max_rounds": 8,
        "decider": False,
        "hand": ["±3/4", "2&4"],
        "side_deck": [],
        "looked_at": None,
        "drawn": 8,
        "card_played": False,
        "may_look": False,
        "throws_left": 1,
        "wager": None,
        "pot": 8,
        "ante": 1,
        "max_bet": 4,
        "max_round_bet": 2,
        "last_winner": 1,
        "deck": 36,
        "bust_cards": 3 + 3 + 4 + 4,
        "unseen": [4, 4, 4, 4, 3, 3, 3, 3, 4, 4],
        "seats": [
            {
                "status": "draws",
                "total": 14,
                "table": [6, 8],
                "hand_left": 2,
                "won": 0,
                "stack": 35,
                "game_bet": 3,
                "round_bet": 0,
                "tie_breaker": False,
                "looked": "at a main card",
                "throws": 1,
            },
            {
                "status": "stands",
                "total": 5,
                "table": [5],
                "hand_left": 2,
                "won": 1,
                "stack": 27,
                "game_bet": 3,
                "round_bet": 0,
                "tie_breaker": False,
                "looked": None,
                "throws": 0,
            },
        ],
        "legal": [
            "play ±3/4 as +3",
            "play 2&4",
            "play ±3/4 as -3",
            "play ±3/4 as +4",
            "play ±3/4 as -4",
            "stand",
            "end turn",
        ],
    }


def test_a_wager_is_described_with_what_is_asked(new_table: NewTable):
    table = new_table((), (), main=[[9, 8]], max_bet=4)
    asked = {"on": "the game", "question": "offer", "offered": 0, "first_offer": 0, "offer_limit": 4}
    assert (table.knows(0)["wager"], table.knows(0)["phase"]) == (asked, "wager")
    table.play("0: offer 1")
    asked |= {"question": "answer", "offered": 1, "first_offer": 1}
    assert table.knows(1)["wager"] == asked
    table.play("1: raise to 3")
    asked |= {"question": "answer the raise", "offered": 3}
    assert table.knows(0)["wager"] == table.knows(SPECTATOR)["wager"] == asked


def test_a_finished_game_is_described_as_over(new_table: NewTable):
    table = new_table((), (), main=[[9, 8]], rounds=1)
    table.play("0: stand", "1: stand")
    told = table.knows(0)
    assert (told["phase"], told["to_act"], told["round"], told["legal"]) == ("over", None, 1, [])


def test_describe_says_what_decode_reads_from_the_observation():
    env = backroom.make("republic_pazaak", num_players=3)
    env.reset(seed=4)
    for _ in range(20):
        for agent in env.possible_agents:
            seen = env.observe(agent)
            assert env.describe(agent) == backroom.decode("republic_pazaak", seen["observation"], seen["action_mask"])
        env.step(int(np.flatnonzero(env.action_masks())[0]))


# ---- actions -----------------------------------------------------------------------------------------------------------


def test_every_action_has_a_name_that_is_read_back(game: Game):
    assert [game.parse_action(name) for name in game.actions] == list(range(len(game.actions)))
    assert len(set(game.actions)) == len(game.actions)
    signed = [f"play {code} as {sign}{code[1]}" for code in KINDS[12:19] for sign in "+-"]
    sized = [f"play ±{sizes} as {sign}{size}" for sizes in ("1/2", "3/4", "5/6") for size in sizes[::2] for sign in "+-"]
    once = [f"play {code}" for code in (*KINDS[:12], "D", "2&4", "3&6")]
    assert set(game.actions) == {
        *(f"offer {units}" for units in range(11)),
        "accept",
        "decline",
        *(f"raise to {units}" for units in range(1, 11)),
        *("draw", "look", "take it", "refuse it", "keep it", "throw it away"),
        *(f"choose {code}" for code in KINDS),
        *(signed + sized + once),
        *("stand", "end turn"),
    }


def test_every_alias_is_read(game: Game):
    for alias, name in game.text.ALIASES.items():
        assert game.actions[game.parse_action(alias)] == name, alias
        assert game.actions[game.parse_action(alias.upper())] == name, alias


@pytest.mark.parametrize("name", [name for name in text.ACTIONS if "±" in name])
def test_the_sign_of_either_can_be_typed(game: Game, name: str):
    assert game.actions[game.parse_action(name.replace("±", "+-"))] == name


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("+3", "play +3"),
        ("-6", "play -6"),
        ("+-3 as -3", "play ±3 as -3"),
        ("±3 as -3", "play ±3 as -3"),
        ("+-1t as +1", "play ±1T as +1"),
        ("play ±1T as -1", "play ±1T as -1"),
        ("PLAY ±1T AS -1", "play ±1T as -1"),
        ("+-5/6 as -5", "play ±5/6 as -5"),
        ("d", "play D"),
        ("play d", "play D"),
        ("2&4", "play 2&4"),
        ("3&6", "play 3&6"),
        ("choose d", "choose D"),
        ("choose ±1T", "choose ±1T"),
        ("choose +-1t", "choose ±1T"),
        ("choose +-1/2", "choose ±1/2"),
        ("use the force", "look"),
        ("end", "end turn"),
        ("hit", "end turn"),
        ("pass", "stand"),
        ("bet 3", "offer 3"),
        ("no bet", "offer 0"),
        ("raise 4", "raise to 4"),
        ("yes", "accept"),
        ("no", "decline"),
        # beginnings of one action only
        ("st", "stand"),
        ("lo", "look"),
        ("ta", "take it"),
        ("ref", "refuse it"),
        ("k", "keep it"),
        ("th", "throw it away"),
        ("dr", "draw"),
        ("  End   TURN ", "end turn"),
    ],
)
def test_what_people_type_is_an_action(game: Game, text: str, action: str):
    assert game.actions[game.parse_action(text)] == action


@pytest.mark.parametrize("text", ["", "  ", "xyz", "7", "+7", "offer 11", "raise to 11", "raise to 0", "play", "stand now"])
def test_what_names_no_single_action_is_refused(game: Game, text: str):
    with pytest.raises(InvalidOption, match=r"is none of|could mean"):
        game.parse_action(text)


def test_an_ambiguous_beginning_is_refused_with_what_it_could_mean(game: Game):
    with pytest.raises(InvalidOption) as refused:
        game.parse_action("+-2")
    assert str(refused.value) == "'+-2' could mean play ±2 as +2, play ±2 as -2"
    assert game.actions[game.parse_action("+-2", ["play ±2 as -2", "stand"])] == "play ±2 as -2"


def test_only_legal_actions_count_where_they_are_given(game: Game):
    assert game.actions[game.parse_action("d", ["draw", "look"])] == "draw"
    assert game.actions[game.parse_action("p", ["stand", "end turn"])] == "stand"
    with pytest.raises(InvalidOption, match="'stand' is none of end turn"):
        game.parse_action("stand", ["end turn"])


def test_what_happens_before_a_card_lies_open_is_hidden(game: Game):
    """RP-9, RP-10: looks, throws and choices; all else is said aloud."""
    hidden = {"draw", "look", "take it", "refuse it", "keep it", "throw it away", *(f"choose {code}" for code in KINDS)}
    for name in game.actions:
        assert game.text.visible_action(None, 0, 0, 1, name) == (None if name in hidden else name)
        assert game.text.visible_action(None, 0, 0, 0, name) == name


# ---- the table as text -------------------------------------------------------------------------------------------------


def table_text(table: Any, viewer: int) -> str:
    names = NAMES[: len(table.seats)]
    first = max(viewer, 0)
    return "\n".join(table.game.text.render(table.knows(viewer), names[first:] + names[:first]))


def test_the_table_text_says_what_is_open(new_table: NewTable):
    table = new_table(("±1T", "D"), ("+1",), (), main=[[9, 8, 10, 3]], max_bet=4, max_round_bet=2, bankroll=[30, 40, 50])
    table.play("0: offer 3", "1: accept", "2: decline", "0: offer 2", "1: decline", "2: accept")
    table.play("0: play ±1T as -1", "0: stand", "1: end turn", "2: end turn")
    for viewer in (0, 1, 2, SPECTATOR):
        text = table_text(table, viewer)
        assert "Round 1 of 3, turn. Pot 13. First to move: Ann. 36 cards in the deck." in text
        assert re.search(
            r"^  Ann +won 0 +stands +total +8 \(9 -1\) +hand 1 +stack +24 +±1T, bet 3, on this round 2$", text, re.M
        )
        assert re.search(r"^> Bo +won 0 +draws +total +11 \(8 3\) +hand 1 +stack +36 +bet 3$", text, re.M)
        assert re.search(r"^  Cy +won 0 +draws +total +10 \(10\) +hand 0 +stack +47 +on this round 2$", text, re.M)
    assert "Your hand: D." in table_text(table, 0)
    assert "Your hand: +1." in table_text(table, 1)
    assert "Your hand" not in table_text(table, 2) + table_text(table, SPECTATOR)


def test_the_table_text_of_a_seat_says_what_it_drew(new_table: NewTable):
    table = new_table((), (), main=[[10, 9, 5]])
    table.play("0: end turn", "1: end turn")
    assert "Drawn by Ann: 5. 18 of the cards not seen would be too many for Ann." in table_text(table, 0)  # 4 * 3 and 2 * 3
    assert "Drawn by Ann: 5. 0 of the cards not seen would be too many for Bo." in table_text(table, 1)  # it has 9


def test_the_table_text_tells_what_the_force_shows_to_who_looks(new_table: NewTable):
    table = new_table((), (), (), main=[[10, 9, 5]], force_sensitive=[True, True, False], cardsharp=[True, False, True])
    table.play("0: look")
    assert "The Force shows you: 10." in table_text(table, 0)
    assert "looked at a main card" in table_text(table, 1)
    assert not any(word in table_text(table, 2) for word in ("looked", "Force", "10."))
    table.play("0: refuse it")
    assert "Drawn by Ann: 9." in table_text(table, 0)
    assert "Drawn" not in table_text(table, 1) + table_text(table, 2)
    table.play("0: throw it away")
    assert "looked at a main card, refused" in table_text(table, 1)
    assert "threw away 1" in table_text(table, 2)
    assert "threw" not in table_text(table, 1) + table_text(table, SPECTATOR)


def test_the_table_text_asks_about_bets(new_table: NewTable):
    table = new_table((), (), main=[[9, 8]], max_bet=4, max_round_bet=2)
    assert "A bet on the game: up to 4 units." in table_text(table, 0)
    table.play("0: offer 1")
    assert "A bet on the game: up to 4 units; 1 offered." in table_text(table, 1)
    table.play("1: accept")
    assert "A bet on this round: up to 2 units." in table_text(table, 0)


def test_the_table_text_marks_a_deciding_round(new_table: NewTable):
    table = new_table((), (), main=[[9, 9], [5]], rounds=1)
    table.play("0: stand", "1: stand")
    assert table_text(table, 0).startswith("Round 2, a decider, turn. ")


def test_the_table_text_of_a_finished_game_shows_the_stacks(new_table: NewTable):
    table = new_table((), (), main=[[9, 8]], rounds=1, ante=2)
    table.play("0: stand", "1: stand")
    lines = table_text(table, SPECTATOR).splitlines()
    assert lines[0] == "The game is over."
    assert [re.findall(r"\w+", line) for line in lines[1:]] == [["Ann", "52", "units"], ["Bo", "48", "units"]]


def test_rendering_shows_no_hand():
    env = backroom.make("republic_pazaak", render_mode="ansi", side_decks=[["D"] * 10, ["2&4"] * 10], max_bet=0)
    env.reset(seed=12)
    for _ in range(12):
        text = env.render()
        assert text is not None
        assert not any(word in text for word in ("hand:", "D,", "D.", "2&4", "Force"))
        legal = [env.action_name(int(action)) for action in np.flatnonzero(env.action_masks())]
        env.step(env.parse_action("draw" if "draw" in legal else "end turn"))
        if all(env.terminations.values()):
            break


@given(data=st.data())
@unhurried
def test_every_table_has_a_text_with_a_line_a_seat(tables: ModuleType, data: st.DataObject):
    table = data.draw(tables.any_table())
    for viewer in (*table.seats, SPECTATOR):
        text = table_text(table, viewer)
        assert all(name in text for name in NAMES[: len(table.seats)])


# ---- what ended --------------------------------------------------------------------------------------------------------


def explained(table: Any) -> list[str]:
    return table.game.text.explain(table.report(), NAMES[: len(table.seats)])


def test_a_report_says_all_about_the_round_and_the_game(new_table: NewTable):
    table = new_table((), ("+1",), main=[[9, 9], [9, 8]], max_round_bet=2, max_bet=1, ante=3)
    table.play("0: offer 1", "1: accept", "0: offer 2", "1: accept", "0: stand", "1: play +1", "1: stand")
    report = table.report()
    assert report == {
        "round": 1,
        "how": "points",
        "winner": 1,
        "first": 0,
        "totals": (9, 10),
        "cards": (1, 2),
        "status": ("stands", "stands"),
        "bets": (2, 2),
        "won": (0, 1),
        "game": None,
    }
    assert all(table.env.infos[agent]["results"] == (report,) for agent in table.env.possible_agents)
    table.play("1: offer 0", "1: stand", "0: stand")
    report = table.report()
    assert (report["round"], report["first"], report["bets"], report["won"]) == (2, 1, (0, 0), (0, 2))
    assert report["game"] == {"winner": 1, "ante": 3}


def test_explaining_a_round_by_points_with_bets(new_table: NewTable):
    table = new_table((), (), main=[[9, 8], [1]], max_round_bet=2)
    table.play("0: offer 2", "1: accept", "0: stand", "1: stand")
    assert explained(table) == [
        "Round 1 goes to Ann by points (RP-7): Ann 9 with 1 card, Bo 8 with 1 card.",
        "Bets on the round: 2, 2.",
    ]


def test_explaining_a_drawn_round(new_table: NewTable):
    table = new_table((), (), main=[[9, 9], [1]])
    table.play("0: stand", "1: stand")
    assert explained(table) == ["Round 1 is drawn and counts for nobody (RP-7): Ann 9 with 1 card, Bo 9 with 1 card."]


def test_explaining_a_tie_breaker(new_table: NewTable):
    table = new_table(("±1T",), (), main=[[8, 9], [1]])
    table.play("0: play ±1T as +1", "0: stand", "1: stand")
    assert explained(table)[0].startswith("Round 1 goes to Ann by ±1T (RP-7): ")


def test_explaining_a_bust_and_a_game_won(new_table: NewTable):
    table = new_table((), (), main=[[10, 2, 9, 2, 5]], rounds=1)
    table.play("0: end turn", "1: end turn", "0: end turn", "1: end turn", "0: end turn")
    assert explained(table) == [
        "Round 1 goes to Bo by bust (RP-5): Ann 24 with 3 cards, bust, Bo 4 with 2 cards.",
        "The game goes to Bo with 1 round won (RP-8).",
    ]


def test_explaining_nine_cards(new_table: NewTable):
    table = new_table((), (), main=[[1, 10, 1, 10, 1, 1, 2, 2, 2, 2, 3], [1]])
    table.play("0: end turn", "1: end turn", *["0: end turn"] * 7)
    assert explained(table)[0] == "Round 1 goes to Ann by nine cards (RP-6): Ann 15 with 9 cards, Bo 20 with 2 cards."


def test_explaining_a_drawn_game_and_a_seat_that_was_out(new_table: NewTable):
    table = new_table((), (), (), main=[[10, 8, 9], [8, 10, 9], [7, 7, 7], [7, 7]], max_rounds=4)
    for _ in range(3):
        for _ in range(3):
            table.act("stand")
    table.play("0: stand", "2: stand")
    assert table.over
    lines = explained(table)
    assert lines[0].endswith("Ann 7 with 1 card, Bo 0 with 0 cards, out, Cy 7 with 1 card.")
    assert lines[-1] == "The game is drawn: the stakes go back (RP-8)."


@given(data=st.data())
@unhurried
def test_everything_that_ends_can_be_explained(tables: ModuleType, data: st.DataObject):
    """Rule ids are the game's, and the numbers those of the report."""
    table = data.draw(tables.any_table())
    while not any(table.env.infos[agent].get("results") for agent in table.env.possible_agents):
        table.act("end turn" if "end turn" in table.legal else sorted(table.legal)[0])
    report, lines = table.report(), explained(table)
    assert set(re.findall(r"RP-\d+", " ".join(lines))) <= {"RP-5", "RP-6", "RP-7", "RP-8"}
    for seat in table.seats:
        assert f"{NAMES[seat]} {report['totals'][seat]} with {report['cards'][seat]} card" in lines[0]
    assert (len(lines) > 1) == (any(report["bets"]) or report["game"] is not None)
