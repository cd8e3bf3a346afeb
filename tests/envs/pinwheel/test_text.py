"""Pinwheel in words: observations read back as numbers, actions as people type them, table and hand as text."""

import re
from collections.abc import Mapping
from typing import Any

import backroom
import pytest
from backroom.envs.core.errors import InvalidOption
from backroom.envs.core.game import Game
from backroom.envs.pinwheel import rules
from hypothesis import given
from hypothesis import strategies as st

from ..table import SPECTATOR, Table, examples
from ..typed_actions import assert_ambiguous, assert_no_action
from .tables import ANY_FINISHED_HAND, ANY_TABLE, PinwheelTable

RAISES = {f"raise by {units}" for units in range(1, 11)}
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay")

unhurried = examples(100)


def by_parity(die: int) -> int:
    return -die if die % 2 else die


# ---- the observation ----------------------------------------------------------------------------------------------


def expected_numbers(table: Table, viewer: int) -> dict[str, list[int]]:
    """What the pieces of the observation say by the fields of the record, own cycle and own debt apart."""
    s, seats, base = table.s, len(table.seats), max(viewer, 0)
    around = [(base + distance) % seats for distance in range(seats)]

    def distance(seat: int) -> int:
        return (int(seat) - base) % seats

    def by_seat(values: Any) -> list[int]:
        return [int(values[seat]) for seat in around] + [0] * (rules.MAX_SEATS - seats)

    status = [2 if s.live[seat] else -1 if s.posted[seat] else -2 for seat in range(seats)]
    skill = [3 * s.dice[seat] + s.pips[seat] if s.skills_public or seat == viewer else 0 for seat in range(rules.MAX_SEATS)]
    gamble = [1 + s.last_total[seat] if s.last_gambled[seat] else 0 for seat in range(rules.MAX_SEATS)]
    betting = not table.over and s.phase < rules.GAMBLING
    raises_left = -1 if s.max_raises == rules.NO_LIMIT else int(s.max_raises - s.raises)
    return {
        "phase": [int(not table.over and s.phase == phase) for phase in range(4)],
        "own_secret": [0 if viewer < 0 else int(s.secret[viewer])],
        "own_target": [0 if viewer < 0 else int(s.secret[viewer] + s.open[viewer].sum())],
        "own_choice": [0 if viewer < 0 else int(s.choice[viewer])],
        "pot": [int(s.pot)],
        "max_raise": [int(s.max_raise)],
        "raises_left": [raises_left if betting else 0],
        "first_bettor": [distance(s.first_bettor)],
        "last_raiser": [1 + distance(s.last_raiser) if betting and s.last_raiser != rules.NOBODY else 0],
        "to_act": [-1 if table.over else distance(s.to_act)],
        "hand": [int(s.hands_played)],
        "hands": [int(s.hands)],
        "odd_secret": [int(s.odd_secret_subtracts)],
        "status": by_seat(status),
        "stack": by_seat(s.stack),
        "open_one": by_seat(s.open[:, 0]),
        "open_two": by_seat(s.open[:, 1]),
        "open_cycle": by_seat([sum(by_parity(int(die)) for die in dice) for dice in s.open]),
        "skill": by_seat(skill),
        "bet_deal": by_seat(s.bets[:, 0]),
        "bet_draw_one": by_seat(s.bets[:, 1]),
        "bet_draw_two": by_seat(s.bets[:, 2]),
        "last_secret": by_seat(s.last_secret),
        "last_open_one": by_seat(s.last_open[:, 0]),
        "last_open_two": by_seat(s.last_open[:, 1]),
        "last_gamble": by_seat(gamble),
        "last_cycle": by_seat(s.last_cycle),
        "last_net": by_seat(s.last_net),
        "raises_made": by_seat(s.raises_made),
        "folds_made": by_seat(s.folds_made),
        "gambles_shown": by_seat(s.gambles_shown),
    }


@unhurried
@given(data=st.data())
def test_every_piece_of_an_observation_reads_back_as_the_records_numbers(game: Game, data: st.DataObject):
    table = data.draw(ANY_TABLE)
    viewer = data.draw(st.integers(SPECTATOR, len(table.seats) - 1))
    observation = table.observation(viewer)
    low, high = game.layout.bounds()
    assert (low <= observation).all()
    assert (observation <= high).all()
    numbers = game.layout.read(observation)
    expected = expected_numbers(table, viewer)
    assert {name: numbers[name] for name in expected} == expected
    assert set(numbers) - set(expected) == {"own_cycle", "to_call"}


@unhurried
@given(data=st.data())
def test_own_cycle_and_own_debt_follow_from_what_the_seat_sees(data: st.DataObject):
    table = data.draw(ANY_TABLE)
    viewer = data.draw(st.sampled_from(table.seats))
    told = table.describe(viewer)
    own = told["seats"][0]
    if own["status"] == "live":
        flips = told["odd_secret"] == "subtracts" and own["open"]
        assert told["cycle"] == (by_parity(told["secret"]) if flips else told["secret"]) + own["open_cycle"]
    if told["phase"] in ("over", "gamble") or own["status"] != "live":
        assert told["to_call"] == 0
    else:
        piece = told["phase"].replace(" ", "_")
        owed = max(seat["bets"][piece] for seat in told["seats"]) - own["bets"][piece]
        assert told["to_call"] == min(owed, own["stack"])


def test_a_seat_that_is_all_in_has_nothing_to_add():
    """To stay in costs a seat nothing more once it has called with all it had."""
    table = PinwheelTable(num_players=3, first=0, bankroll=[20, 3, 20])
    table.play("0: raise by 5", "1: call")
    assert table.describe(2)["to_call"] == 5
    assert table.describe(1)["to_call"] == 0


def test_a_description_has_names_for_everything():
    """A seat's view in mid-hand, worked out by hand."""
    table = PinwheelTable(
        num_players=3,
        first=1,
        bankroll=[10, 20, 30],
        skills=["3D", "4D+1", "5D+2"],
        skills_public=False,
        max_raise=3,
        max_raises=None,
        odd_secret="subtracts",
        hands=2,
        secret=(5, 2, 3),
        open_one=(2, 3, 6),
    )
    table.play("1: raise by 2", "2: fold", "0: call", "1: pass", "0: raise by 3")
    nothing = {"net": 0, "secret": None, "open": [], "gamble_total": None, "cycle": None}
    quiet = {"last_hand": nothing, "folds_made": 0, "gambles_shown": 0}
    assert table.describe(1) == {
        "phase": "draw one",
        "hand": 1,
        "hands": 2,
        "secret": 2,
        "cycle": 2 - 3,
        "target": 5,
        "choice": None,
        "to_call": 3,
        "pot": 10,
        "max_raise": 3,
        "raises_left": None,
        "first_bettor": 0,
        "last_raiser": 2,
        "to_act": 0,
        "odd_secret": "subtracts",
        "seats": [
            {
                "status": "live",
                "stack": 17,
                "open": [3],
                "open_cycle": -3,
                "skill": "4D+1",
                "bets": {"deal": 2, "draw_one": 0, "draw_two": 0},
                "raises_made": 1,
                **quiet,
            },
            {
                "status": "folded",
                "stack": 29,
                "open": [],
                "open_cycle": 0,
                "skill": None,
                "bets": {"deal": 0, "draw_one": 0, "draw_two": 0},
                "raises_made": 0,
                **quiet,
                "folds_made": 1,
            },
            {
                "status": "live",
                "stack": 4,
                "open": [2],
                "open_cycle": 2,
                "skill": None,
                "bets": {"deal": 2, "draw_one": 3, "draw_two": 0},
                "raises_made": 1,
                **quiet,
            },
        ],
        "legal": ["fold", "call", "raise by 1", "raise by 2", "raise by 3"],
    }


def test_habits_of_all_seats_are_counted_through_the_episode():
    """Bets and raises, folds, and Gambles that came to a reveal; held or unrevealed ones do not count."""
    table = PinwheelTable(num_players=3, first=0, hands=3)
    table.play("0: raise by 1", "1: raise by 1", "2: fold", "0: raise by 1", "1: call")
    table.play("0: pass", "1: pass", "0: pass", "1: raise by 2", "0: call", "0: gamble", "1: hold")
    seats = table.describe(0)["seats"]
    assert [seat["raises_made"] for seat in seats] == [2, 2, 0]
    assert [seat["folds_made"] for seat in seats] == [0, 0, 1]
    assert [seat["gambles_shown"] for seat in seats] == [1, 0, 0]
    for _ in range(3):  # the next hand: one bets, the others fold
        table.act("fold" if "fold" in table.legal else "raise by 1")
    seats = table.describe(0)["seats"]
    assert sum(seat["raises_made"] for seat in seats) == 5
    assert sum(seat["folds_made"] for seat in seats) == 3
    assert [seat["gambles_shown"] for seat in seats] == [1, 0, 0]


# ---- actions ------------------------------------------------------------------------------------------------------


def test_every_action_has_a_name_that_is_read_back(game: Game):
    raises = tuple(f"raise by {units}" for units in range(1, 11))
    assert game.actions == ("fold", "pass", "call", *raises, "hold", "gamble")
    assert [game.parse_action(name) for name in game.actions] == list(range(15))


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("kill", "fold"),
        ("check", "pass"),
        ("raise 3", "raise by 3"),
        ("raise 1", "raise by 1"),
        ("bet 10", "raise by 10"),
        ("r 7", "raise by 7"),
        ("yes", "gamble"),
        ("no", "hold"),
        # beginnings of one action only
        ("f", "fold"),
        ("p", "pass"),
        ("ca", "call"),
        ("ch", "pass"),
        ("g", "gamble"),
        ("h", "hold"),
        ("k", "fold"),
        ("y", "gamble"),
        # a whole name comes before the longer one that begins with it
        ("raise by 1", "raise by 1"),
        # case and blanks do not matter
        ("  FOLD ", "fold"),
        ("Raise  by\t2", "raise by 2"),
    ],
)
def test_what_people_type_is_an_action(game: Game, text: str, action: str):
    assert game.actions[game.parse_action(text)] == action


@pytest.mark.parametrize("text", ["", "   ", "xyz", "3", "15", "-1", "raise by 11", "raise by 0", "fold now", "1.5"])
def test_what_names_no_action_is_refused_with_all_that_there_are(game: Game, text: str):
    assert_no_action(game, text)


@pytest.mark.parametrize(
    ("text", "meant"),
    [("c", {"call", "pass"}), ("r", RAISES), ("bet", RAISES), ("raise by", RAISES)],
)
def test_an_ambiguous_beginning_is_refused_with_what_it_could_mean(game: Game, text: str, meant: set[str]):
    assert_ambiguous(game, text, meant)


def test_only_legal_actions_count_where_they_are_given(game: Game):
    """A beginning that could mean two actions is clear when one of them is not legal; an illegal one is none."""
    assert game.actions[game.parse_action("c", ["fold", "call"])] == "call"
    assert game.actions[game.parse_action("r", ["pass", "raise by 1"])] == "raise by 1"
    for text in ("fold", "kill", "0"):
        with pytest.raises(InvalidOption, match=f"'{text}' is none of hold, gamble"):
            game.parse_action(text, ["hold", "gamble"])


# ---- the table as text --------------------------------------------------------------------------------------------


def table_text(table: Table, viewer: int) -> str:
    return "\n".join(table.render(viewer, NAMES))


def test_the_table_text_says_what_is_open():
    table = PinwheelTable(
        num_players=2,
        first=1,
        bankroll=[40, 30],
        skills=["3D", "9D+2"],
        secret=(5, 6),
        open_one=(3, 4),
        hands=3,
    )
    table.play("1: raise by 2", "0: call", "1: raise by 4")
    top, ann, bo = table_text(table, SPECTATOR).splitlines()
    assert re.fullmatch(r"Hand 1 of 3, draw one\. Pot 10\. First to bet: Bo\.", top)
    assert re.fullmatch(r"> Ann +live +stack +37 +open 3 +\(-3\) +bets 2/0/0 +skill 3D", ann)
    assert re.fullmatch(r"  Bo +live +stack +23 +open 4 +\(\+4\) +bets 2/4/0 +skill 9D\+2", bo)


def test_the_table_text_of_a_seat_adds_its_secret_die_and_its_debt():
    table = PinwheelTable(num_players=2, first=1, secret=(5, 6), open_one=(3, 4), max_raises=3)
    table.play("1: raise by 2", "0: call", "1: raise by 4")
    *_, own, debt = table_text(table, 0).splitlines()
    assert [int(number) for number in re.findall(r"-?\d+", own)] == [5, 5 - 3, 5 + 3]
    assert [int(number) for number in re.findall(r"\d+", debt)] == [4, 2, 5]
    unlimited = PinwheelTable(num_players=2, first=1, max_raises=None)
    unlimited.play("1: raise by 2")
    assert "no limit to raises" in table_text(unlimited, 0)


def test_the_table_text_of_a_finished_episode_shows_the_stacks():
    table = PinwheelTable(num_players=2, first=0, bankroll=20, hands=1)
    table.play("0: raise by 2", "1: fold")
    text = table_text(table, SPECTATOR)
    assert re.search(r"over after 1 hand", text)
    assert [int(units) for units in re.findall(r"(\d+) units", text)] == [21, 19]


@unhurried
@given(data=st.data())
def test_the_spectators_text_shows_no_hidden_die_and_no_hidden_choice(data: st.DataObject):
    """Whatever the secret dice and the choices not yet revealed are, the text is the same."""
    table = data.draw(ANY_TABLE)
    text = table_text(table, SPECTATOR)
    for seat in table.seats:
        if table.s.posted[seat]:
            table.s.secret[seat] = data.draw(st.integers(1, 6))
            if table.s.choice[seat] != rules.UNDECIDED:
                table.s.choice[seat] = data.draw(st.sampled_from([rules.HOLDS, rules.GAMBLES]))
    assert table_text(table, SPECTATOR) == text


def test_rendering_shows_no_hidden_die_during_a_hand():
    env = backroom.make("pinwheel", render_mode="ansi", num_players=4)
    env.reset(seed=12)
    text = env.render()
    assert text is not None
    assert "secret" not in text.lower()
    assert len(text.splitlines()) == 1 + 4


# ---- a finished hand, explained -----------------------------------------------------------------------------------


def gamble(skill: str, throw: Any) -> Any:
    """A finished hand in which Ann threw `throw` for 3 + 3 + 2 and Bo held with 1, 1, 1."""
    table = PinwheelTable(
        num_players=2,
        first=0,
        skills=skill,
        secret=(3, 1),
        open_one=(3, 1),
        open_two=(2, 1),
        throws={0: throw},
        hands=1,
    )
    table.play(*["0: pass", "1: pass"] * 3, "0: gamble", "1: hold")
    return table


def test_explaining_a_gamble_with_one_on_the_gamble_die():
    lines = "\n".join(gamble("3D+2", ((5, 4), (1,), ())).explain(NAMES))
    # 4 + 2 = 6, the 5 being out
    assert re.search(r"gambles for 8: 5\+4, Gamble Die 1 \(out, with the 5\), pips \+2 = 6 \(PW-10\)", lines)
    assert "6 is below 8" in lines
    assert re.search(r"Ann.* 3: 3 - 3 \+ 2 = cycle 2\b", lines)


def test_explaining_a_gamble_with_sixes_on_the_gamble_die():
    lines = "\n".join(gamble("2D", ((3,), (6, 6, 2), (4, 1))).explain(NAMES))
    assert re.search(r"gambles for 8: 3, Gamble Die 6 then 6 then 2 = 17 \(PW-10\)", lines)
    assert "17 is 2 times 8: 2 extra dice" in lines
    assert re.search(r"Ann.* 3: 3 - 3 \+ 2 \+ 4 - 1 = cycle 5\b", lines)
    assert "The highest cycle, 5," in lines


def test_explaining_a_failed_gamble():
    lines = "\n".join(gamble("2D", ((3,), (4,), ())).explain(NAMES))
    assert re.search(r"gambles for 8: 3, Gamble Die 4 = 7 \(PW-10\)", lines)
    assert "7 is below 8: nothing changes" in lines


def test_explaining_a_code_of_one_die():
    lines = "\n".join(gamble("1D+1", ((), (1,), ())).explain(NAMES))
    assert re.search(r"gambles for 8: no other dice, Gamble Die 1 \(out\), pips \+1 = 1 \(PW-10\)", lines)


def test_explaining_a_hand_that_all_but_one_folded():
    table = PinwheelTable(num_players=3, first=0, secret=(6, 5, 4), hands=2)
    table.play("0: raise by 2", "1: fold", "2: fold")
    lines = table.explain(NAMES)
    assert lines[0] == "Hand 1 is over."
    assert "nothing is shown" in lines[1]
    assert not any("secret" in line or "cycle" in line for line in lines)
    assert [re.findall(r"-?\d+", line.replace("+", "")) for line in lines[2:]] == [
        ["3", "5", "2"],
        ["1", "0", "-1"],
        ["1", "0", "-1"],
    ]


def test_explaining_an_odd_secret_die_that_subtracts():
    table = PinwheelTable(
        num_players=2, first=0, odd_secret="subtracts", secret=(3, 2), open_one=(2, 2), open_two=(4, 2), hands=1
    )
    table.play(*["0: pass", "1: pass"] * 3, "0: hold", "1: hold")
    assert any(re.search(r"Ann.* 3: -3 \+ 2 \+ 4 = cycle 3\b", line) for line in table.explain(NAMES))


def test_explaining_a_hand_won_below_zero():
    """The winner's cycle is named, not the nothing that a folded seat shows."""
    table = PinwheelTable(num_players=3, first=0, secret=(1, 2, 6), open_one=(5, 5, 6), open_two=(5, 1, 6), hands=1)
    table.play(*["0: pass", "1: pass", "2: pass"] * 2, "0: raise by 1", "1: call", "2: fold", "0: hold", "1: hold")
    assert any("highest cycle, -4," in line for line in table.explain(NAMES))


def read_gamble(line: str) -> dict[str, int]:
    """Target and total that a line on a Gamble states, and the total that its faces make."""
    stated = re.fullmatch(
        r"\w+:? gambles for (?P<target>\d+): (?P<dice>[\d+]+|no other dice), Gamble Die (?P<gamble>\d(?: then \d)*)"
        r"(?: \(out(?:, with the (?P<out>\d))?\))?(?:, pips \+(?P<pips>\d))? = (?P<total>\d+) \(PW-10\)\.",
        line,
    )
    assert stated, line
    dice = [int(die) for die in re.findall(r"\d", stated["dice"])]
    gamble_die = [int(die) for die in re.findall(r"\d", stated["gamble"])]
    if gamble_die[0] == 1:
        assert int(stated["out"] or 0) == max(dice, default=0)
        made = sum(dice) - max(dice, default=0)
    else:
        assert all(die == 6 for die in gamble_die[:-1])
        assert gamble_die[-1] != 6
        made = sum(dice) + sum(gamble_die)
    made += int(stated["pips"] or 0)
    return {"target": int(stated["target"]), "total": int(stated["total"]), "made": made}


def read_cycle(line: str) -> Mapping[str, Any]:
    """Secret die and cycle that a line states, the dice that joined, and the cycle that all these make."""
    stated = re.fullmatch(
        r"\w+.* (?P<secret>\d): (?P<base>-?\d)(?P<joined>(?: [+-] \d)+) = cycle (?P<cycle>-?\d+) \(.*\)\.",
        line,
    )
    assert stated, line
    joined = [int(die.replace(" ", "")) for die in re.findall(r"[+-] \d", stated["joined"])]
    assert all((die > 0) == (die % 2 == 0) for die in joined)
    return {
        "secret": int(stated["secret"]),
        "base": int(stated["base"]),
        "joined": joined,
        "cycle": int(stated["cycle"]),
        "made": int(stated["base"]) + sum(joined),
    }


@unhurried
@given(table=ANY_FINISHED_HAND)
def test_what_an_explanation_says_adds_up_and_is_what_was_reported(table: Table):
    """Every line's arithmetic is right, and its numbers are those of the result."""
    result, lines = table.result(), [line.strip() for line in table.explain(NAMES)]
    assert lines[0] == f"Hand {result['hand']} is over."
    for seat in table.seats:
        own = [line for line in lines if re.match(rf"{NAMES[seat]}\b", line)]
        assert len(own) == 1 + result["shown"][seat] + result["gambled"][seat]
        paid, took, net = (int(number) for number in re.findall(r"[+-]?\d+", own[-1]))
        assert (paid, net, took) == (result["paid"][seat], result["net"][seat], net + paid)
        if result["gambled"][seat]:
            throw = read_gamble(own[0])
            assert throw["total"] == throw["made"] == result["total"][seat]
            assert throw["target"] == result["secret"][seat] + sum(result["open"][seat])
            assert len(result["extra"][seat]) == throw["total"] // throw["target"]
            outcome = lines[lines.index(own[0]) + 1]
            earned = re.search(r": (\d+) extra di(?:e|ce)", outcome)
            assert (int(earned[1]) if earned else 0) == len(result["extra"][seat])
        if result["shown"][seat]:
            cycle = read_cycle(own[-2])
            assert cycle["cycle"] == cycle["made"] == result["cycle"][seat]
            assert cycle["secret"] == result["secret"][seat]
            assert [abs(die) for die in cycle["joined"]] == [*result["open"][seat], *result["extra"][seat]]
            subtracts = table.options.odd_secret == "subtracts" and cycle["secret"] % 2
            assert cycle["base"] == (-cycle["secret"] if subtracts else cycle["secret"])
    if any(result["shown"]):
        best = max(result["cycle"][seat] for seat in table.seats if result["shown"][seat])
        assert any(f"highest cycle, {best}," in line for line in lines)
    else:
        assert any("nothing is shown" in line for line in lines)


def test_a_report_holds_nothing_of_a_seat_that_folded():
    table = PinwheelTable(num_players=3, first=0, secret=(4, 6, 2), open_one=(2, 2, 2), open_two=(2, 2, 2), throws={}, hands=1)
    table.play(*["0: pass", "1: pass", "2: pass"] * 2, "0: raise by 1", "1: fold", "2: call", "0: hold", "2: hold")
    result = table.result()
    assert result["shown"] == (True, False, True)
    assert result["secret"] == (4, 0, 2)
    assert result["cycle"] == (8, 0, 6)
    assert result["total"] == (0, 0, 0)
    assert result["dice"] == result["gamble_die"] == result["extra"] == ((), (), ())
