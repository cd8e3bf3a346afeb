"""Captain gin in words: actions as people type them, what is told of them, the table and what ended as text."""

import re
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.envs.captain_gin import state
from backroom.envs.captain_gin.cards import CARDS
from backroom.envs.captain_gin.state import Action
from backroom.envs.core.errors import InvalidOption
from backroom.envs.core.game import Game
from hypothesis import given
from hypothesis import strategies as st

from ..table import SPECTATOR, examples
from .tables import ANY_TABLE, BOX, CAPTAIN, KNOCK, KNOCKER, LEVEL, LOOSE, OUT, GinTable

NAMES = ("Ann", "Bo", "Cy")  # in the box, captain, out

unhurried = examples(60)


# ---- actions --------------------------------------------------------------------------------------------------------


def test_actions_have_their_names_and_places(game: Game):
    assert len(game.actions) == state.NUM_ACTIONS == 107
    assert game.actions[:3] == ("take stock", "take discard", "pass")
    assert (Action.TAKE_STOCK, Action.TAKE_DISCARD, Action.PASS, Action.DISCARD, Action.KNOCK) == (0, 1, 2, 3, 55)
    assert game.actions[3:55] == tuple(f"discard {code}" for code in CARDS)
    assert game.actions[55:] == tuple(f"knock discarding {code}" for code in CARDS)
    assert (game.actions[3], game.actions[16], game.actions[3 + 51], game.actions[55 + 13 + 9]) == (
        "discard AS",
        "discard AH",
        "discard KC",
        "knock discarding TH",
    )


def test_every_action_has_a_name_that_is_read_back(game: Game):
    assert [game.parse_action(name) for name in game.actions] == list(range(107))
    for alias, name in game.text.ALIASES.items():
        assert game.actions[game.parse_action(alias)] == name, alias
        assert game.actions[game.parse_action(alias.upper())] == name, alias


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("stock", "take stock"),
        ("draw", "take stock"),
        ("upcard", "take discard"),
        ("take", "take discard"),
        ("decline", "pass"),
        ("p", "pass"),
        ("7S", "discard 7S"),
        ("7s", "discard 7S"),
        ("discard 7s", "discard 7S"),
        ("knock 7S", "knock discarding 7S"),
        ("KNOCK  discarding   7s", "knock discarding 7S"),
        ("10S", "discard TS"),
        ("ts", "discard TS"),
        ("discard 10s", "discard TS"),
        ("knock 10d", "knock discarding TD"),
        ("knock discarding 10D", "knock discarding TD"),
        ("ac", "discard AC"),
    ],
)
def test_what_people_type_is_an_action(game: Game, text: str, action: str):
    assert game.actions[game.parse_action(text)] == action


@pytest.mark.parametrize("text", ["", "xyz", "1S", "11S", "7X", "knock", "discard", "discard 0S", "take 7S"])
def test_what_names_no_single_action_is_refused(game: Game, text: str):
    with pytest.raises(InvalidOption, match=r"is none of|could mean"):
        game.parse_action(text)


def test_every_card_can_be_typed_short(game: Game):
    for code in CARDS:
        assert game.actions[game.parse_action(code)] == f"discard {code}"
        assert game.actions[game.parse_action(f"knock {code.lower()}")] == f"knock discarding {code}"


# ---- what is seen of an action (CG-4) -------------------------------------------------------------------------------


def seen_of(table: GinTable, move: str) -> list[str | None]:
    """What the seats see of a move when it has been made, from seat 0 on."""
    role, action = move.split(": ")
    seat = table.roles.index(role)
    table.play(move)
    return [table.visible_action(seat, viewer, action) for viewer in table.seats]


def test_advice_is_visible_to_the_captain_and_to_who_gave_it():
    table = GinTable(captain=KNOCKER, box=LOOSE, upcard="AC", advice=True)
    for advice, decision in (("take discard", "take discard"), (KNOCK, "discard KD")):
        to_box, to_captain, to_adviser = seen_of(table, f"out: {advice}")
        assert to_box is None
        for text in (to_captain, to_adviser):
            assert text is not None
            assert "advises" in text
            assert advice in text
        assert seen_of(table, f"captain: {decision}") == [decision] * 3


def test_silence_and_advice_to_pass_are_nothing_to_the_box():
    table = GinTable(advice=True)
    to_box, to_captain, _ = seen_of(table, "out: pass")  # advice to let the upcard lie
    assert (to_box, "pass" in str(to_captain), "advises" in str(to_captain)) == (None, True, True)
    table.play("captain: take discard")
    to_box, to_captain, _ = seen_of(table, "out: pass")  # silence
    assert (to_box, "advises" in str(to_captain)) == (None, False)


def test_what_players_do_is_visible_to_all_by_its_name():
    for advice in (False, True):
        table = GinTable(advice=advice, stock="QC TC")
        for move in (
            "captain: pass",
            "box: pass",
            "captain: take stock",
            "captain: discard AS",
            "box: take discard",
            "box: discard 2S",
            "captain: take discard",
            "captain: discard QC",
        ):
            table.no_advice()
            assert seen_of(table, move) == [move.split(": ")[1]] * 3


@pytest.mark.parametrize(
    ("captain", "box", "roles"),
    [
        (KNOCKER, LOOSE, ("out", "box", "captain")),  # the box loses, all change places
        (KNOCKER, LEVEL, ("box", "out", "captain")),  # it wins
    ],
)
@pytest.mark.parametrize("target", [1, 1000], ids=["the last hand", "one of many"])
def test_a_knock_is_visible_to_all_though_roles_change_with_it(captain: str, box: str, roles: tuple[str, ...], target: int):
    table = GinTable(captain=captain, box=box, upcard="AC", advice=True, target=target)
    table.play("captain: take discard")
    table.no_advice()
    assert seen_of(table, f"captain: {KNOCK}") == [KNOCK] * 3
    if not table.over:
        assert table.roles == roles


def test_the_last_discard_of_a_drawn_hand_is_visible_to_all():
    table = GinTable(max_turns=1, advice=True, upcard="KC")
    table.play("captain: take discard")
    table.no_advice()
    assert seen_of(table, "captain: discard AS") == ["discard AS"] * 3


@given(table=ANY_TABLE, data=st.data())
@unhurried
def test_everything_is_visible_to_who_may_know_it(table: GinTable, data: st.DataObject):
    """Of a random move: advice to two, all else to three."""
    if table.over:
        return
    seat, who, box = table.to_act, table.who_acts, table.box
    action = data.draw(st.sampled_from(table.choices))
    table.act(action)
    for viewer in table.seats:
        text = table.visible_action(seat, viewer, action)
        if who != "out":
            assert text == action
        elif viewer == box:
            assert text is None
        else:
            assert text


# ---- the table as text ----------------------------------------------------------------------------------------------


def table_text(table: GinTable, viewer: int) -> str:
    return "\n".join(table.render(viewer, NAMES))


def line_of(text: str, name: str) -> str:
    return next(line for line in text.splitlines() if re.match(rf"[> ] {name}\b", line))


def test_the_table_text_says_what_is_open():
    table = GinTable(upcard="KC", stock="QC TC", target=150)
    table.s.score[:] = [12, 34, 56]
    table.play("captain: pass", "box: take discard", "box: discard 2S", "captain: take stock", "captain: discard AS")
    for viewer in (BOX, CAPTAIN, OUT, SPECTATOR):
        text = table_text(table, viewer)
        assert re.search(r"\b150\b", text)
        assert re.search(r"\b30\b.*stock", text)
        assert "2S AS" in text  # the pile in its order
        for name, role, score in zip(NAMES, ("box", "captain", "out"), (12, 34, 56), strict=True):
            assert role in line_of(text, name)
            assert re.search(rf"\b{score}\b", line_of(text, name))
        assert line_of(text, "Ann").startswith(">")
        assert line_of(text, "Bo").startswith(" ")


def test_the_table_text_shows_a_hand_to_who_may_see_it():
    table = GinTable(captain=KNOCKER, box=LOOSE, upcard="KC")
    captains = "2S 3S 4S 5H 7H 8H 9H 5D KD 5C"
    boxes = "6S 9S QS 2H JH 3D 7D TD 4C 8C"
    shown = [[hand in table_text(table, viewer) for hand in (boxes, captains)] for viewer in (BOX, CAPTAIN, OUT, SPECTATOR)]
    assert shown == [[True, False], [False, True], [False, True], [False, False]]
    assert re.search(r"\b69\b", table_text(table, BOX))
    for viewer in (CAPTAIN, OUT):
        assert re.search(r"\b10\b.*unmatched", table_text(table, viewer))
        assert "5H 5D 5C" in table_text(table, viewer)  # a meld


def test_the_table_text_says_what_was_seen_taken():
    table = GinTable(upcard="KC")
    table.play("captain: pass", "box: take discard", "box: discard 2S")
    for viewer in (CAPTAIN, OUT):
        assert "KC" in table_text(table, viewer)
    table.play("captain: take stock")
    drawn = CARDS[table.s.drawn]
    for viewer in (CAPTAIN, OUT):
        assert re.search(rf"drawn.*{drawn}", table_text(table, viewer))
    assert drawn not in table_text(table, BOX)


def test_the_table_text_asks_for_advice_and_passes_it_on():
    table = GinTable(advice=True)
    assert "advise" in table_text(table, OUT).lower()
    assert "Bo" in table_text(table, OUT)
    for viewer in (BOX, CAPTAIN, SPECTATOR):
        assert "advi" not in table_text(table, viewer).lower()
    table.play("out: take discard")
    for viewer in (CAPTAIN, OUT):
        assert re.search(r"advice.*take discard", table_text(table, viewer), re.I)
    assert "Cy" in next(line for line in table_text(table, CAPTAIN).splitlines() if "dvice" in line)
    for viewer in (BOX, SPECTATOR):
        assert "advi" not in table_text(table, viewer).lower()


def test_the_table_text_of_a_finished_game_shows_the_scores():
    table = GinTable(captain=KNOCKER, box=LOOSE, upcard="AC", target=68)
    table.play("captain: take discard", f"captain: {KNOCK}")
    for viewer in (BOX, SPECTATOR):
        text = table_text(table, viewer)
        assert "over" in text.splitlines()[0]
        assert re.search(r"\b68\b", line_of(text, "Bo"))


def test_rendering_shows_no_hand_and_no_advice():
    env = backroom.make("captain_gin", render_mode="ansi")
    env.reset(seed=12)
    for _ in range(40):
        text = env.render()
        assert text is not None
        assert not any(word in text.lower() for word in ("hand:", "advi", "unmatched", "just drawn"))
        legal = np.flatnonzero(env.action_masks())
        env.step(int(legal[0]))
        if all(env.terminations.values()):
            break


@given(table=ANY_TABLE)
@unhurried
def test_every_table_has_a_text_with_a_line_a_seat(table: GinTable):
    for viewer in (*table.seats, SPECTATOR):
        text = table_text(table, viewer)
        assert all(str(table.scores[seat]) in line_of(text, name) for seat, name in enumerate(NAMES))


# ---- what ended -----------------------------------------------------------------------------------------------------


def knocked(box: str, upcard: str = "AC", **options: Any) -> GinTable:
    table = GinTable(captain=KNOCKER, box=box, upcard=upcard, **options)
    table.play("captain: take discard", f"captain: {KNOCK}")
    return table


def test_a_result_says_all_about_the_hand():
    """By seat, None for who laid out no hand."""
    table = knocked(LOOSE.replace("9S", "5S"))
    result = dict(table.result())
    laid_off = result.pop("laid_off")
    assert sorted(laid_off) == ["5S", "6S"]  # after the four
    assert result == {
        "hand": 1,
        "places": ("box", "captain", "out"),
        "how": "knock",
        "box": 0,
        "captain": 1,
        "knocker": 1,
        "scorer": 1,
        "points": 53,
        "unmatched": (54, 1, None),
        "melds": ((), (("5H", "5D", "5C"), ("2S", "3S", "4S"), ("7H", "8H", "9H")), None),
        "rest": (("QS", "2H", "JH", "3D", "7D", "TD", "4C", "8C"), ("AC",), None),
        "scores": (0, 53, 0),
        "game": None,
    }
    for agent in table.env.possible_agents:
        assert table.env.infos[agent]["results"] == (table.result(),)


def test_a_result_of_the_last_hand_says_who_won_the_game():
    result = knocked(LEVEL, target=10).result()
    assert (result["how"], result["scorer"], result["points"]) == ("undercut", 0, 10)
    assert result["game"] == {"winner": 0, "target": 10}


def explained(table: GinTable) -> str:
    return "\n".join(table.explain(NAMES))


def test_explaining_a_knock():
    text = explained(knocked(LOOSE.replace("9S", "5S")))
    for part in ("Ann", "Bo", "5H 5D 5C", "2S 3S 4S", "7H 8H 9H", "AC", "CG-11", "CG-10"):
        assert part in text
    assert re.search(r"Laid off by Ann.*5S.*6S|Laid off by Ann.*6S.*5S", text)
    assert re.search(r"\b53 points for Bo", text)
    assert re.search(r"\b54 points", text)
    assert not any(word in text for word in ("undercut", "gin", "wins"))


def test_explaining_an_undercut():
    text = explained(knocked(LEVEL))
    assert re.search(r"knock of Bo .*undercut.*\b10 points for Ann.*CG-11", text)
    assert "aid off" not in text


def test_explaining_gin():
    text = explained(knocked(LEVEL, upcard="TH"))
    assert re.search(r"Gin by Bo.*\b26 points for Bo.*CG-11", text)
    assert "aid off" not in text


def test_explaining_a_drawn_hand():
    table = GinTable(max_turns=1)
    table.play("captain: take discard", "captain: discard AS")
    text = explained(table)
    assert "drawn" in text
    assert "CG-12" in text
    assert "scores 0" not in text


def test_explaining_the_end_of_a_game():
    text = explained(knocked(LOOSE, target=50))
    assert re.search(r"won by Bo .*CG-13", text)
    table = GinTable(max_turns=1, max_hands=1)
    table.play("captain: take discard", "captain: discard AS")
    assert re.search(r"[Nn]obody wins", explained(table))


@given(table=ANY_TABLE)
@unhurried
def test_everything_that_ends_can_be_explained(table: GinTable):
    """Rule ids are the game's, and the numbers those of the result."""
    finished = [result for info in table.env.infos.values() for result in info.get("results", ())]
    for result in finished:
        text = "\n".join(table.game.text.explain(result, NAMES))
        assert {int(number) for number in re.findall(r"CG-(\d+)", text)} <= set(range(1, 15))
        assert str(result["hand"]) in text
        for seat, name in enumerate(NAMES):
            assert re.search(rf"{name} {result['scores'][seat]}\b", text)
        if result["scorer"] is not None:
            assert re.search(rf"{result['points']} points? for {NAMES[result['scorer']]}", text)
        assert ("The game is won" in text or "obody wins" in text or "ends as it stands" in text) == (
            result["game"] is not None
        )
