"""The characters of Captain gin, as players and as advisers, and what they reckon with."""

import itertools
from collections.abc import Iterator
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.agents import resolve
from backroom.agents.captain_gin import fit, hands, opponent
from backroom.envs.captain_gin import best_melds, sight, state
from backroom.envs.captain_gin.cards import CARDS, rows_of
from backroom.envs.game import get_game

GAME = get_game("captain_gin")
GAMES, STEPS = 24, 90


@pytest.fixture(scope="module")
def decisions() -> list[tuple[Any, Any, dict[str, Any]]]:
    """Observation, mask and description of every decision in a few games of counting bettors with a pupil's ear."""
    batch = backroom.Batch("captain_gin", num_envs=GAMES, seed=4, copy=True)
    rng, mixed = np.random.default_rng(0), [resolve(name, "captain_gin") for name in ("counter", "eager", "patient")]
    found = []
    for step in range(STEPS):
        seen, masks = batch.observations, batch.action_masks
        found += [(o, m, GAME.decode(o, m)) for o, m in zip(seen, masks, strict=True)]
        batch.step(mixed[step % 3].act_batch(seen, masks.copy(), rng.random(GAMES)))
    return found


def act(name: str, observation: Any, mask: Any, u: float = 0.5) -> str:
    return GAME.action_name(resolve(name, "captain_gin").act(observation, mask, u))


def unmatched(cards: list[str]) -> int:
    return best_melds(cards)[1]


def test_eager_takes_what_melds_and_knocks_as_soon_as_it_may(decisions):
    taken = knocked = 0
    for observation, mask, know in decisions:
        action = act("eager", observation, mask)
        if "take discard" in know["legal"]:
            melds = unmatched([*know["hand"], know["upcard"]]) <= know["unmatched"]
            assert (action == "take discard") == melds
            taken += melds
        knocks = [name for name in know["legal"] if name.startswith("knock")]
        if knocks:
            assert action in knocks
            assert know["left_after"][action.split()[-1]] == know["unmatched"]
            knocked += 1
        elif know["phase"] == "discard":
            assert know["left_after"][action.split()[-1]] == know["unmatched"]
    assert taken > 5 and knocked > 5


def test_patient_knocks_with_gin_alone(decisions):
    held = gone = 0
    for observation, mask, know in decisions:
        action = act("patient", observation, mask)
        if any(name.startswith("knock") for name in know["legal"]):
            assert action.startswith("knock") == (know["unmatched"] == 0)
            held, gone = held + (know["unmatched"] > 0), gone + (know["unmatched"] == 0)
    assert held > 5 and gone > 0


def test_counter_goes_gin_and_knocks_early_rather_than_late(decisions):
    early, late = [], []
    for observation, mask, know in decisions:
        if any(name.startswith("knock") for name in know["legal"]):
            action = act("counter", observation, mask)
            if know["unmatched"] == 0:
                assert action.startswith("knock")
            elif know["unmatched"] >= 9:
                (early if know["turn"] <= 6 else late).append(action.startswith("knock"))
    assert np.mean(early) > 0.8
    assert all(opponent.LEFT[-1] <= opponent.LEFT[2]), "an opponent has less left in a late turn"
    assert len(late) > 0


def test_counter_throws_what_the_opponent_can_not_use():
    """Two kings and two queens apart are level; the opponent was seen to take two other queens."""
    env = backroom.make("captain_gin", advice=False)
    env.reset(seed=0)
    layout = GAME.layout
    know, mask = np.zeros(layout.size, np.float32), np.zeros(len(GAME.actions), np.int8)

    def write(piece: str, cards: list[str], number: float = 1.0) -> None:
        for code in cards:
            know[layout.at(piece) + CARDS.index(code)] = number * layout.scale(piece)

    hand = ["KS", "QH", "2S", "3S", "4S", "7H", "8H", "9H", "5D", "5C", "5S"]
    know[sight.PHASE + state.DISCARDING] = know[sight.ROLE_PLACE] = 1.0
    write("held", hand)
    write("taken", ["QD", "QC"])
    for code in hand:
        write("left_after", [code], unmatched([other for other in hand if other != code]))
        mask[GAME.parse_action(f"discard {code}")] = 1
    assert act("counter", know, mask) == "discard KS"
    write("taken", ["QD", "QC"], 0)
    write("taken", ["KD", "KC"])
    assert act("counter", know, mask) == "discard QH"


def test_honest_advisers_name_what_they_would_play(decisions):
    """As captain with the same cards: the adviser's observation with the captain's role and mask."""
    asked = 0
    for observation, mask, know in decisions:
        if know["role"] == "out" and know["to_act"] == 0:
            as_captain, played = observation.copy(), mask.copy()
            as_captain[sight.ROLE_PLACE : sight.ROLE_PLACE + 3] = (0, 1, 0)
            played[state.PASS] &= know["phase"] == "upcard"
            for name in ("eager", "patient", "counter"):
                assert act(name, observation, mask) == act(name, as_captain, played)
            asked += 1
    assert asked > 50


def test_silent_says_nothing_and_careless_anything(decisions):
    advice = [(o, m) for o, m, know in decisions if know["role"] == "out" and know["to_act"] == 0]
    assert {act("silent", o, m) for o, m in advice} == {"pass"}
    observation, mask = next((o, m) for o, m in advice if m[state.DISCARD :].any())
    legal = np.flatnonzero(mask)
    named = [act("careless", observation, mask, (k + 0.5) / len(legal)) for k in range(len(legal))]
    assert named == [GAME.action_name(action) for action in legal]
    for observation, mask, know in decisions:
        if know["role"] != "out":
            assert act("silent", observation, mask) == act("careless", observation, mask) == act("counter", observation, mask)


def test_a_pupil_does_what_it_is_told_and_else_plays_as_the_eager(decisions):
    told = 0
    for observation, mask, know in decisions:
        heard = know["advice"] if know["role"] == "captain" else None
        assert act("pupil", observation, mask) == (act("eager", observation, mask) if heard is None else heard)
        told += heard is not None
    assert told > 50


# --- what they reckon with ---


def is_meld(*codes: str) -> bool:
    ranks, suits = sorted("A23456789TJQK".index(code[0]) for code in codes), {code[1] for code in codes}
    return len(set(ranks)) == 1 or (len(suits) == 1 and ranks == [ranks[0], ranks[0] + 1, ranks[0] + 2])


def some_hands(count: int) -> Iterator[tuple[list[str], list[str], list[str]]]:
    """Ten cards, some not seen, and two that the opponent was seen to take."""
    rng = np.random.default_rng(3)
    for _ in range(count):
        pack = [CARDS[card] for card in rng.permutation(52)]
        yield pack[:10], pack[10:40], pack[40:42]


def rows(codes: list[str]) -> np.ndarray:
    return rows_of(CARDS.index(code) for code in codes)


def test_outs_are_the_mean_gain_of_the_next_card():
    for hand, unseen, _ in some_hands(40):
        now = unmatched(hand)
        gains = [max(0, now - unmatched([*hand, code])) for code in unseen]
        assert hands.outs(rows(hand), rows(unseen), now) == pytest.approx(sum(gains) / len(unseen))


def test_the_chance_to_finish_counts_the_cards_that_leave_nothing():
    close = ["2S", "3S", "4S", "7H", "8H", "9H", "5D", "5C", "5S", "KD"]
    unseen = [code for code in CARDS if code not in close]
    finishing = [
        new for new in unseen if any(unmatched([c for c in [*close, new] if c != gone]) == 0 for gone in close if gone != new)
    ]
    assert "5H" in finishing
    assert hands.chance_to_finish(rows(close), rows(unseen)) == pytest.approx(len(finishing) / len(unseen))


def test_danger_counts_the_melds_that_the_opponent_could_make():
    for hand, unseen, theirs in some_hands(20):
        held = {**dict.fromkeys(unseen, 0.25), **dict.fromkeys(theirs, 1.0)}
        for code in hand:
            melds = sum(held[a] * held[b] for a, b in itertools.combinations(held, 2) if is_meld(code, a, b))
            assert hands.danger(CARDS.index(code), rows(unseen), rows(theirs), 0.25) == pytest.approx(melds)


def test_what_is_not_seen_is_shared_by_opponent_and_stock(decisions):
    for observation, _, know in decisions[::7]:
        unseen = np.zeros(4, np.int64)
        share = hands.read_unseen(observation, unseen)
        hidden = [c for c in CARDS if c not in know["hand"] and c not in know["pile"] and c not in know["opponent_holds"]]
        assert unseen.tolist() == rows(hidden).tolist()
        assert share == pytest.approx((10 - len(know["opponent_holds"])) / len(hidden))


def test_the_measured_tables_have_a_row_a_turn():
    left, ends = fit.measure(40)
    assert len(left) == len(ends) == len(opponent.LEFT) == len(opponent.KNOCKS)
    assert all(row == sorted(row) for row in left)
    assert np.mean(left[1]) > np.mean(left[9])
    assert all(0 <= end <= 1 for end in ends[1:])
