"""Roulette's characters: what they do, and that they win and lose what the wheel says."""

from collections.abc import Callable
from typing import Any

import backroom
import numpy as np
import pytest
from backroom.agents import resolve, resolve_all
from backroom.agents.roulette.odds import episode_value
from backroom.envs.core.game import get_game
from backroom.evaluate import measure

GAME = "roulette"
EVEN_MONEY = {"red", "black", "odd", "even", "low", "high"}
Play = Callable[..., list[tuple[dict[str, Any], str]]]


@pytest.fixture
def play() -> Play:
    """`play(name, seed=0, **options)`: what a bettor alone at the wheel knew and did, decision by decision, in an episode."""

    def alone(name: str, seed: int = 0, **options: Any) -> list[tuple[dict[str, Any], str]]:
        env = backroom.make(GAME, num_players=1, **options)
        env.reset(seed=seed)
        agent, rng, story = resolve(name, GAME), np.random.default_rng(seed), []
        while not env.terminations["player_0"]:
            seen = env.observe("player_0")
            action = agent.act(seen["observation"], seen["action_mask"], float(rng.random()))
            story.append((env.describe("player_0"), env.action_name(action)))
            env.step(action)
        return story

    return alone


def test_flat_stakes_one_chip_on_even_money(play):
    bets = set()
    for seed in range(20):
        for seen, action in play("flat", seed, cardsharp=seed % 2 == 0):
            if seen["phase"] == "which bet":
                bets.add(action)
            else:
                assert action == ("1 chip" if seen["phase"] == "how many" else "let it lie")
    assert bets == EVEN_MONEY


def test_martingale_doubles_after_a_loss_as_far_as_it_may(play):
    doubled = 0
    for seed in range(40):
        for seen, action in play("martingale", seed, max_chips=10, bankroll=20, spins=12):
            if seen["phase"] == "how many":
                [me] = seen["seats"]
                last = me["last_spin"]
                wanted = 2 * last["chips"] if last["net"] < 0 else 1
                assert int(action.split()[0]) == min(wanted, 10, me["stack"])
                doubled += wanted > 2
            else:
                assert action in EVEN_MONEY
    assert doubled > 20


def test_sharp_bets_while_it_has_a_right_and_then_passes(play):
    """Straight with all chips, thrown again at the first loss, and nothing afterwards."""
    again = 0
    for seed in range(40):
        used = False
        for seen, action in play("sharp", seed, cardsharp=True):
            [me] = seen["seats"]
            if seen["phase"] == "which bet":
                assert (action == "pass") == used
                assert used or action.startswith("straight")
            elif seen["phase"] == "how many":
                assert action == "5 chips"
            else:
                assert (action == "throw again") == (me["would_win"] < 0)
                used |= action == "throw again"
        again += used
    assert again > 30


def test_sharp_without_a_right_passes(play):
    for options in ({}, {"cardsharp": True, "cardsharp_uses": 0}):
        assert {action for _, action in play("sharp", **options)} == {"pass"}


def test_a_short_bankroll_is_risked_on_surer_bets(play):
    """The plan for few units: even money first."""
    seen, action = play("sharp", cardsharp=True, bankroll=2)[0]
    assert seen["phase"] == "which bet"
    assert action in EVEN_MONEY


@pytest.mark.parametrize("seats", [1, 3])
def test_flat_loses_one_37th_of_a_unit_a_spin(seats):
    """Within the interval of the measurement, which is narrow enough to tell it from an even game."""
    report = measure(GAME, resolve_all(["flat"] * seats, GAME), deals=20_000, seed=1)
    one = report.entrants["flat"]
    assert one.low < -1 / 37 < one.high < 0


def test_martingale_loses_one_37th_of_what_it_stakes():
    """Doubling changes how much is staked, not what a unit is worth."""
    batch = backroom.Batch(GAME, num_envs=4000, seed=5, num_players=1, max_chips=10)
    agent, rng = resolve("martingale", GAME), np.random.default_rng(5)
    actions = get_game(GAME).actions
    chips = np.array([int(name.split()[0]) if "chip" in name else 0 for name in actions])
    staked, won = [], []
    for _ in range(200):
        taken = agent.act_batch(batch.observations, batch.action_masks, rng.random(4000))
        batch.step(taken)
        staked.append(chips[taken].sum())
        won.append(batch.rewards[:, 0].sum())
    deviation = np.sqrt(float(np.sum(np.square(chips[chips > 0]).mean() * 4000 * 100)))
    assert abs(sum(won) + sum(staked) / 37) < 5 * deviation


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"cardsharp_uses": 3},
        {"cardsharp_uses": 10, "max_chips": 10, "bankroll": 1000},
        {"bankroll": 3},
        {"spins": 1},
        {"spins": 2, "cardsharp_uses": 2, "bankroll": 1, "max_chips": 1},
    ],
    ids=str,
)
def test_sharp_wins_the_exact_value(options):
    """Alone at the wheel, an episode at a time: the interval of the mean holds what backward induction says."""
    table: Any = get_game(GAME).parse_options({"num_players": 1, "cardsharp": True, **options})
    batch = backroom.Batch(GAME, num_envs=40_000, seed=8, num_players=1, cardsharp=True, **options)
    agent, rng = resolve("sharp", GAME), np.random.default_rng(8)
    units, done = np.zeros(40_000), np.zeros(40_000, np.bool_)
    while not done.all():
        batch.step(agent.act_batch(batch.observations, batch.action_masks, rng.random(40_000)))
        units += np.where(done, 0, batch.rewards[:, 0])
        done |= batch.terminations
    exact = episode_value(table.cardsharp_uses, table.spins, table.max_chips, table.bankroll[0])
    reach = 3.5 * units.std(ddof=1) / np.sqrt(len(units))
    assert abs(units.mean() - exact) < reach
    assert units.mean() - reach > 0


def test_sharp_does_as_well_among_others():
    """What the others bet does not touch it; they lose as ever."""
    agents = resolve_all(["sharp", "flat", "martingale"], GAME)
    report = measure(GAME, agents, deals=6000, seed=2, options={"cardsharp": True})
    assert report.entrants["sharp"].low < episode_value(1, 8, 5, 50) / 8 < report.entrants["sharp"].high
    assert report.entrants["flat"].high < 0
