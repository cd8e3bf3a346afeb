"""The characters of Captain gin, as players and as advisers, and what they count."""

import itertools
from collections.abc import Iterator
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.agents import resolve
from backroom.agents.captain_gin import derived_features, hands, measure_opponent, opponent, prospects
from backroom.envs.captain_gin import best_melds, state
from backroom.envs.captain_gin.cards import CARDS, rows_of
from backroom.envs.captain_gin.observation import AT, IN_THE_BOX, LAYOUT
from backroom.envs.captain_gin.state import Action
from backroom.envs.core.game import get_game

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
    for observation, mask, seen in decisions:
        action = act("eager", observation, mask)
        if "take discard" in seen["legal"]:
            melds = unmatched([*seen["hand"], seen["upcard"]]) <= seen["unmatched"]
            assert (action == "take discard") == melds
            taken += melds
        knocks = [name for name in seen["legal"] if name.startswith("knock")]
        if knocks:
            assert action in knocks
            assert seen["left_after"][action.split()[-1]] == seen["unmatched"]
            knocked += 1
        elif seen["phase"] == "discard":
            assert seen["left_after"][action.split()[-1]] == seen["unmatched"]
    assert taken > 5 and knocked > 5


def test_patient_knocks_with_gin_alone(decisions):
    held = gone = 0
    for observation, mask, seen in decisions:
        action = act("patient", observation, mask)
        if any(name.startswith("knock") for name in seen["legal"]):
            assert action.startswith("knock") == (seen["unmatched"] == 0)
            held, gone = held + (seen["unmatched"] > 0), gone + (seen["unmatched"] == 0)
    assert held > 5 and gone > 0


def test_counter_goes_gin_and_knocks_early_in_real_play(decisions):
    early, gin = [], 0
    for observation, mask, seen in decisions:
        if any(name.startswith("knock") for name in seen["legal"]):
            action = act("counter", observation, mask)
            if seen["unmatched"] == 0:
                assert action.startswith("knock")
                gin += 1
            elif seen["turn"] <= 6:
                early.append(action.startswith("knock"))
    assert gin > 0
    assert np.mean(early) > 0.8


def discarding(hand: list[str], pile: tuple[str, ...] = (), taken: tuple[str, ...] = (), **numbers: int) -> tuple[Any, Any]:
    """What the box sees of eleven cards when it may throw each of them, or knock where 10 points at most are left."""
    seen, mask = np.zeros(LAYOUT.size, np.float32), np.zeros(len(GAME.actions), np.int8)

    def write(piece: str, place: int, number: int) -> None:
        seen[getattr(AT, piece) + place] = number

    write("phase", state.DISCARDING, 1)
    write("role", IN_THE_BOX, 1)
    for place, code in enumerate(pile):
        write("pile", CARDS.index(code), state.LARGEST_PILE - place)
    for code in taken:
        write("taken", CARDS.index(code), 1)
    for code in hand:
        left = unmatched([other for other in hand if other != code])
        write("held", CARDS.index(code), 1)
        write("left_after", CARDS.index(code), left)
        mask[GAME.parse_action(f"discard {code}")] = 1
        mask[GAME.parse_action(f"knock discarding {code}")] = left <= 10
    for piece, number in {"gin_bonus": 25, "undercut_bonus": 10, "target": 100, "score": 0, "turns": 0, **numbers}.items():
        write(piece, 0, number)
    return seen * LAYOUT.scales, mask


@pytest.mark.parametrize(
    ("taken", "thrown"), [(("QD", "QC"), "KS"), (("KD", "KC"), "QH"), (("JH", "TH"), "KS"), (("JS", "QS"), "QH")], ids=str
)
def test_counter_throws_what_the_opponent_can_not_use(taken, thrown):
    """A king and a queen are level; with what the opponent was seen to take, the other one surely makes a meld."""
    hand = ["KS", "QH", "2S", "3S", "4S", "7C", "8C", "9C", "5D", "5C", "6D"]
    seen, mask = discarding(hand, taken=taken)
    mask[Action.KNOCK :] = 0
    assert act("counter", seen, mask) == f"discard {thrown}"


NEARLY = ["AS", "2S", "3S", "7H", "8H", "9H", "5S", "5D", "5C", "JC", "KD"]  # ten points left after a jack or a king
FINISH = ("4S", "6H", "TH", "5H")  # with any of these nothing


@pytest.mark.parametrize(
    ("knocks", "what"),
    [
        (True, {"turns": 2}),  # the opponent has more left
        (True, {"turns": 2, "undercut_bonus": 100}),
        (False, {"turns": 20}),  # gin is worth more than the little that he has left
        (True, {"turns": 20, "gin_bonus": 0, "pile": FINISH}),  # it can not come, and few have less than ten
        (False, {"turns": 20, "undercut_bonus": 100, "pile": FINISH}),  # but those who have cost more
        (True, {"turns": 20, "score": 98}),  # the game is won
    ],
    ids=str,
)
def test_counter_weighs_a_knock_against_waiting_and_the_undercut(knocks, what):
    assert act("counter", *discarding(NEARLY, **what)).startswith("knock") == knocks


@pytest.mark.parametrize("turns", [0, 2, 9, 20, 60])
def test_counter_always_goes_gin(turns):
    hand = [*(code for code in NEARLY if code != "JC"), "4S"]
    for what in ({}, {"undercut_bonus": 100, "gin_bonus": 0}, {"score": 99}):
        assert act("counter", *discarding(hand, turns=turns, **what)) == "knock discarding KD"


def test_honest_advisers_name_what_they_would_play(decisions):
    """As captain with the same cards: the adviser's observation with the captain's role and mask."""
    asked = 0
    for observation, mask, seen in decisions:
        if seen["role"] == "out" and seen["to_act"] == 0:
            as_captain, played = observation.copy(), mask.copy()
            as_captain[AT.role : AT.role + 3] = (0, 1, 0)
            played[Action.PASS] &= seen["phase"] == "upcard"
            for name in ("eager", "patient", "counter"):
                assert act(name, observation, mask) == act(name, as_captain, played)
            asked += 1
    assert asked > 50


def test_silent_says_nothing_and_careless_anything(decisions):
    advice = [(o, m) for o, m, seen in decisions if seen["role"] == "out" and seen["to_act"] == 0]
    assert {act("silent", o, m) for o, m in advice} == {"pass"}
    observation, mask = next((o, m) for o, m in advice if m[Action.DISCARD :].any())
    legal = np.flatnonzero(mask)
    named = [act("careless", observation, mask, (k + 0.5) / len(legal)) for k in range(len(legal))]
    assert named == [GAME.action_name(action) for action in legal]
    for observation, mask, seen in decisions:
        if seen["role"] != "out":
            assert act("silent", observation, mask) == act("careless", observation, mask) == act("counter", observation, mask)


def test_a_pupil_does_what_it_is_told_and_else_plays_as_the_eager(decisions):
    told = 0
    for observation, mask, seen in decisions:
        heard = seen["advice"] if seen["role"] == "captain" else None
        assert act("pupil", observation, mask) == (act("eager", observation, mask) if heard is None else heard)
        told += heard is not None
    assert told > 50


# --- what they count ---


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
        assert prospects.outs(rows(hand), rows(unseen), now) == pytest.approx(sum(gains) / len(unseen))


def test_a_card_that_does_not_fit_is_in_no_meld():
    """It fits when two of its rank are held, or a neighbour in its suit."""
    fitting = melded = 0
    for hand, unseen, theirs in some_hands(40):
        for code in [*unseen, *theirs]:
            alike = [one for one in hand if one[0] == code[0]]
            ranks = "A23456789TJQK".index(code[0])
            beside = [one for one in hand if one[1] == code[1] and abs("A23456789TJQK".index(one[0]) - ranks) == 1]
            suit, rank = divmod(CARDS.index(code), 13)
            fits = bool(prospects.fitting(rows(hand), suit) >> rank & 1)
            assert fits == (len(alike) >= 2 or len(beside) > 0)
            in_meld = any(code in meld for meld in best_melds([*hand, code])[0])
            assert fits or not in_meld
            fitting, melded = fitting + fits, melded + in_meld
    assert fitting > melded > 20


@pytest.mark.parametrize(
    ("held", "finishes"),
    [
        ("2S 3S 4S 7H 8H 9H 5D 5C 5S KD", "5H"),
        ("AS AH AD 5C 6C 7C TS JS QS KH", "KS"),
        ("AS 2S 3S 4S 5H 6H 7H QD QC KC", "QS"),
        ("2S 3S 4S 5S 8H 8D 8C KS KH 3D", "KD"),
        ("QS KS 2H 2D 2C 6H 7H 8H 9H TH", "JS"),
        ("AS 4S 7S TS 2H 5H 8H JH 3D 6D", ""),
    ],
)
def test_the_chance_to_finish_counts_the_cards_that_leave_nothing(held, finishes):
    hand = held.split()
    for gone in ([], ["KD", "5H", "9C", "JS"]):
        unseen = [code for code in CARDS if code not in hand and code not in gone]
        finishing = [new for new in unseen if any(unmatched([c for c in [*hand, new] if c != thrown]) == 0 for thrown in hand)]
        assert not finishes or finishes in [*finishing, *gone]
        assert prospects.chance_to_finish(rows(hand), rows(unseen)) == pytest.approx(len(finishing) / len(unseen))


def test_danger_counts_the_melds_that_the_opponent_could_make():
    for hand, unseen, theirs in some_hands(20):
        held = {**dict.fromkeys(unseen, 0.25), **dict.fromkeys(theirs, 1.0)}
        for code in hand:
            melds = sum(held[a] * held[b] for a, b in itertools.combinations(held, 2) if is_meld(code, a, b))
            assert prospects.danger(CARDS.index(code), rows(unseen), rows(theirs), 0.25) == pytest.approx(melds)


def test_what_is_not_seen_is_shared_by_opponent_and_stock(decisions):
    for observation, _, seen in decisions[::7]:
        _, theirs, unseen = hands.read_cards(np.rint(observation / LAYOUT.scales).astype(np.int32))
        hidden = [c for c in CARDS if c not in seen["hand"] and c not in seen["pile"] and c not in seen["opponent_holds"]]
        assert unseen.tolist() == rows(hidden).tolist()
        assert hands.share_of_opponent(theirs, unseen) == pytest.approx((10 - len(seen["opponent_holds"])) / len(hidden))


def test_the_measured_tables_have_a_row_a_turn():
    """In the shape of those that bettors use, and near them where few hands say something."""
    left, ends = measure_opponent.measure(60)
    assert len(left) == len(ends) == len(opponent.LEFT) == len(opponent.KNOCKS)
    assert all(len(row) == opponent.SHARES for row in left[1:10])
    assert {len(row) for row in left} <= {0, opponent.SHARES}  # none where no hand lasted so long
    assert all(row == sorted(row) and 0 <= row[0] <= row[-1] <= 98 for row in left if row)
    assert np.mean(left[1]) > np.mean(left[5]) > np.mean(left[9])
    for turn in range(1, 6):
        assert abs(np.mean(left[turn]) - np.mean(opponent.LEFT[turn])) < 8
    assert all(0 <= end <= 1 for end in ends[1:])
    assert (left, ends) == measure_opponent.measure(60)


def test_the_tables_that_bettors_use_are_of_a_hand_that_goes_on():
    """Shares in order; the later the turn the less is left, but for chance, and the sooner the hand ends."""
    assert (np.diff(opponent.LEFT, axis=1) >= 0).all()
    means = opponent.LEFT.mean(axis=1)
    assert (np.diff(means[2:]) < 2).all()
    assert means[2] > 2 * means[-1]
    assert ((opponent.KNOCKS > 0) & (opponent.KNOCKS < 0.5)).all()
    assert opponent.KNOCKS[-1] > 2 * opponent.KNOCKS[5]


def mean_gain(hand: list[str], unseen: list[str]) -> float:
    left = unmatched(hand)
    return sum(max(0, left - unmatched([*hand, new])) for new in unseen) / len(unseen)


def derived_slowly(seen: dict[str, Any]) -> dict[str, Any]:
    """The derived features, from the description alone."""
    hand, theirs = seen["hand"], seen["opponent_holds"]
    located = {*hand, *seen["pile"], *theirs}
    unseen = [code for code in CARDS if code not in located]
    found: dict[str, Any] = {"gains": np.zeros(52), "dangers": np.zeros(52)}
    found |= dict.fromkeys(("stock_gain", "stock_exchange"), 0.0)
    if "take discard" in seen["legal"]:
        kept = [[*(code for code in hand if code != thrown), seen["upcard"]] for thrown in hand]
        least = min(unmatched(ten) - 4 * mean_gain(ten, unseen) for ten in kept)
        worst = max(unmatched(hand) - unmatched([code for code in hand if code != thrown]) for thrown in hand)
        points = [min("A23456789TJQK".index(code[0]) + 1, 10) for code in unseen]
        found |= {"plan": unmatched(hand) - least, "stock_gain": mean_gain(hand, unseen)}
        found["stock_exchange"] = sum(max(0, worst - number) for number in points) / len(unseen)
    chances = dict.fromkeys(unseen, (10 - len(theirs)) / max(len(unseen), 1)) | dict.fromkeys(theirs, 1.0)
    for code in (action.split()[-1] for action in seen["legal"] if action.startswith("discard")):
        found["gains"][CARDS.index(code)] = mean_gain([other for other in hand if other != code], unseen)
        pairs = [(a, b) for a, b in itertools.combinations(chances, 2) if is_meld(code, a, b)]
        found["dangers"][CARDS.index(code)] = sum(chances[a] * chances[b] for a, b in pairs)
    return found


def test_derived_features_follow_from_what_is_seen(decisions):
    drawn = thrown = 0
    for observation, mask, seen in decisions[::41]:
        expected, values = derived_slowly(seen), pieces_of(observation, mask)
        for name in ("gains", "stock_gain", "stock_exchange"):
            np.testing.assert_allclose(values[name] / derived_features.GAIN, expected[name], rtol=1e-5)
        np.testing.assert_allclose(values["dangers"], expected["dangers"], rtol=1e-5)
        plan = (values["taken_saves"] + 4 * values["taken_gain"]) / derived_features.GAIN
        np.testing.assert_allclose(plan, expected.get("plan", 0.0), rtol=1e-5, atol=1e-5)
        drawn, thrown = drawn + ("plan" in expected), thrown + bool(expected["gains"].any())
    assert drawn > 5 and thrown > 5


def pieces_of(observation: Any, mask: Any) -> dict[str, Any]:
    """The derived features by name."""
    values = derived_features.DERIVED_FEATURES.beside(observation[None], mask[None])[0, len(observation) :]
    ends = np.cumsum([piece.size for piece in derived_features.PIECES])
    return {piece.name: part for piece, part in zip(derived_features.PIECES, np.split(values, ends[:-1]), strict=True)}
