"""Pinwheel's redraw of what a seat can not see: what it has seen stays, the rest is drawn anew and evenly."""

import numpy as np
from backroom.envs.core.game import Game
from backroom.envs.kit.dice import d6
from backroom.envs.pinwheel import rules
from hypothesis import given
from hypothesis import strategies as st

from ..table import examples
from .tables import ANY_TABLE, PinwheelTable

HIDDEN = {"key", "secret", "choice"}
# Chance of 600 draws: twelve standard deviations of a face's count, and of a choice's.
DRAWS = 600


@given(data=st.data(), key=st.integers(0, 2**64 - 1))
@examples(80)
def test_a_redraw_changes_nothing_that_the_seat_has_seen(game: Game, data: st.DataObject, key: int):
    table = data.draw(ANY_TABLE)
    viewer = data.draw(st.sampled_from(table.seats))
    seen, before = table.observation(viewer), table.states.copy()
    table.resample(viewer, key)
    assert (table.observation(viewer) == seen).all()
    for field in game.state.dtype.names or ():
        if field not in HIDDEN:
            assert (table.states[field] == before[field]).all(), field
    assert table.s.secret[viewer] == before["secret"][0, viewer]
    assert table.s.choice[viewer] == before["choice"][0, viewer]
    # whoever has no die or no choice yet gets none
    assert ((table.states["secret"] > 0) == (before["secret"] > 0)).all()
    assert ((table.states["choice"] == rules.UNDECIDED) == (before["choice"] == rules.UNDECIDED)).all()


def test_the_dice_of_others_are_redrawn_evenly_folded_ones_too():
    table = PinwheelTable(num_players=3, first=0)
    table.play("0: raise by 1", "1: fold")
    drawn = np.empty((DRAWS, 3), int)
    for key in range(DRAWS):
        table.resample(2, key)
        drawn[key] = table.s.secret[:3]
    for seat in (0, 1):
        counts = np.bincount(drawn[:, seat], minlength=7)[1:]
        assert counts.sum() == DRAWS
        assert (abs(counts - DRAWS / 6) < 46).all()  # five standard deviations
    assert len(set(drawn[:, 2])) == 1
    # and independently of each other
    assert abs((drawn[:, 0] == drawn[:, 1]).mean() - 1 / 6) < 0.08


def test_hidden_choices_are_redrawn_evenly_until_they_are_revealed():
    table = PinwheelTable(num_players=3, first=0)
    while table.phase_name != "gamble":
        table.act("pass")
    table.play("0: gamble", "1: hold")
    choices = []
    for key in range(DRAWS):
        table.resample(1, key)
        choices.append(int(table.s.choice[0]))
        assert table.s.choice[1] == rules.HOLDS
        assert table.s.choice[2] == rules.UNDECIDED
    assert set(choices) == {rules.HOLDS, rules.GAMBLES}
    assert abs(choices.count(rules.GAMBLES) - DRAWS / 2) < 62  # five standard deviations


def test_revealed_dice_of_a_finished_episode_stay():
    table = PinwheelTable(num_players=3, first=0, secret=(4, 5, 6), hands=1)
    table.play(*["0: pass", "1: pass", "2: pass"] * 2, "0: raise by 1", "1: fold", "2: call", "0: hold", "2: gamble")
    folded = set()
    for key in range(60):
        table.resample(0, key)
        assert (table.s.secret[0], table.s.secret[2]) == (4, 6)
        assert (table.s.choice[0], table.s.choice[2]) == (rules.HOLDS, rules.GAMBLES)
        folded.add(int(table.s.secret[1]))
    assert folded == set(range(1, 7))


def test_the_future_is_drawn_anew():
    """After a redraw the draws come from the new key: they are no longer those that were to come."""
    opens = set()
    for key in range(40):
        table = PinwheelTable(num_players=2, first=0)
        table.resample(0, key)
        table.play("0: pass", "1: pass")
        assert table.s.open[0, 0] == d6(np.uint64(key), 0, 0, rules.OPEN, 0)
        opens.add(int(table.s.open[0, 0]))
    assert opens == set(range(1, 7))
