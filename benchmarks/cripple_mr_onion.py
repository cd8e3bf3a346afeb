"""How fast hands are split and rounds are played: `python -m backroom.benchmarks.cripple_mr_onion`."""

from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from ..agents.uniform import RandomAgent
from ..envs.cripple_mr_onion.hands.arrange import arrange_many
from ..envs.cripple_mr_onion.hands.cards import EIGHT, IN_HAND, NUM_CARDS, NUM_RANKS
from ..envs.cripple_mr_onion.hands.groups import MOST_GROUPS
from ..envs.cripple_mr_onion.hands.modifiers import Term
from ..envs.cripple_mr_onion.state import Action
from ..envs.views.batch import Batch

HANDS, STEPS, WARM_UP = 20_000, 400, 100
GAMES, SEATS = 1_024, 7
NULL, WILD = Term.NULL_EIGHTS, Term.EIGHTS_WILD | Term.OCTAVO
MOST_EIGHTS = NUM_CARDS // NUM_RANKS


def hands_with(eights: int | None, rng: np.random.Generator) -> NDArray[np.int64]:
    """Random hands of ten (HANDS, 10), with so many eights, or as they come."""
    packs = np.argsort(rng.random((HANDS, NUM_CARDS)), axis=1)
    if eights is None:
        return packs[:, :IN_HAND]
    is_eight = packs % NUM_RANKS == EIGHT
    others = packs[~is_eight].reshape(HANDS, -1)
    return np.hstack([packs[is_eight].reshape(HANDS, -1)[:, :eights], others[:, : IN_HAND - eights]])


def microseconds_a_hand(hands: NDArray[np.int64], terms: int) -> float:
    keys = np.zeros((len(hands), MOST_GROUPS), np.int64)
    arrange_many(hands[:10], np.int64(terms), keys)
    start = perf_counter()
    arrange_many(hands, np.int64(terms), keys)
    return (perf_counter() - start) / len(hands) * 1e6


def decisions_a_second(never_fold: bool) -> float:
    """The rate of `Batch.step` alone, with observations and masks, at tables of seven."""
    batch = Batch("cripple_mr_onion", num_envs=GAMES, seed=0, num_players=SEATS, bankroll=1000)
    player, rng, spent = RandomAgent(), np.random.default_rng(0), 0.0
    for step in range(WARM_UP + STEPS):
        masks = batch.action_masks.copy()
        if never_fold:
            masks[:, Action.FOLD] &= 1 - masks[:, Action.MATCH]  # who can not pay must fold
        actions = player.act_batch(batch.observations, masks, rng.random(GAMES))
        start = perf_counter()
        batch.step(actions)
        spent += perf_counter() - start if step >= WARM_UP else 0.0
    return STEPS * GAMES / spent


def main() -> None:
    rng = np.random.default_rng(0)
    print("Microseconds a hand of ten cards, one thread")
    print(f"  no modifiers                   {microseconds_a_hand(hands_with(None, rng), 0):6.1f}")
    print(f"  null eights                    {microseconds_a_hand(hands_with(None, rng), NULL):6.1f}")
    print(f"  eights wild                    {microseconds_a_hand(hands_with(None, rng), WILD):6.1f}")
    for eights in range(1, MOST_EIGHTS + 1):
        hands = hands_with(eights, rng)
        null, wild = microseconds_a_hand(hands, NULL), microseconds_a_hand(hands, WILD)
        print(f"  {eights} eights: null, wild           {null:6.1f} {wild:6.1f}")
    print(f"Decisions a second, {GAMES:,} tables of {SEATS}, observations and masks written, one thread")
    for never_fold in (False, True):
        print(f"  {'nobody folds' if never_fold else 'random play '}               {decisions_a_second(never_fold):12,.0f}")


if __name__ == "__main__":
    main()
