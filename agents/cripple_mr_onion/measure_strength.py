"""Measure what stands in `strength.py`: `python -m backroom.agents.cripple_mr_onion.measure_strength` deals hands and compares.

Hands are dealt as at the table, by modifiers 0 and 1: five cards, of which those worth least are thrown, and five more. What
a hand wins is how often it beats another one so dealt.
"""

import numpy as np
from numpy.typing import NDArray

from ...envs.cripple_mr_onion.hands.arrange import arrange_many
from ...envs.cripple_mr_onion.hands.cards import ACE, IN_HAND, JACK, NUM_CARDS, NUM_RANKS, TEN
from ...envs.cripple_mr_onion.hands.groups import GREAT_ONION, MOST_GROUPS, rank_of
from ...envs.cripple_mr_onion.hands.modifiers import Term
from ...envs.cripple_mr_onion.state import FIRST_DEAL, MOST_DISCARDS

HANDS = 200_000
KEY_BITS = 9


def deal(hands: int, values: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.int64]:
    """Hands of ten cards (hands, 10): up to four of the first five that are worth less than a card unseen are thrown."""
    packs = np.argsort(rng.random((hands, NUM_CARDS)), axis=1)
    first, instead, second = packs[:, :FIRST_DEAL], packs[:, FIRST_DEAL:IN_HAND], packs[:, IN_HAND : IN_HAND + FIRST_DEAL]
    worth = values[first % NUM_RANKS]
    order = np.argsort(worth, axis=1)
    ranked = np.argsort(order, axis=1)
    thrown = (worth < values.mean()) & (ranked < MOST_DISCARDS)
    return np.hstack([np.where(thrown, instead, first), second])


def wins(keys: NDArray[np.int64]) -> NDArray[np.float64]:
    """How often each hand beats another of them; level hands win half."""
    worth = keys @ (1 << KEY_BITS * np.arange(MOST_GROUPS)[::-1])
    in_order = np.sort(worth)
    below, up_to = np.searchsorted(in_order, worth, "left"), np.searchsorted(in_order, worth, "right")
    return (below + up_to) / 2 / len(worth)


def fit_five(hands: NDArray[np.int64], won: NDArray[np.float64]) -> NDArray[np.float64]:
    """What each rank among the first five adds to what a hand wins, and what each pair of an ace and a picture adds (14,)."""
    ranks = hands[:, :FIRST_DEAL] % NUM_RANKS
    counts = np.stack([(ranks == rank).sum(1) for rank in range(NUM_RANKS)], 1)
    pairs = np.minimum(counts[:, ACE], counts[:, JACK:].sum(1)) > 1
    return np.asarray(np.linalg.lstsq(np.column_stack([counts, pairs]), won, rcond=None)[0], np.float64)


def table_of(keys: NDArray[np.int64], won: NDArray[np.float64]) -> NDArray[np.float64]:
    """What hands win by half the rank of their best group and of the next (17, 17); where none was dealt, as the next lower."""
    best, second = rank_of(keys[:, 0]) // 2, rank_of(keys[:, 1]) // 2
    table = np.zeros((GREAT_ONION // 2 + 1, GREAT_ONION // 2 + 1))
    last = 0.0
    for one in range(len(table)):
        for two in range(len(table)):
            found = won[(best == one) & (second == two)]
            last = max(last, float(found.mean())) if len(found) >= 20 else last
            table[one, two] = last
    return table


def fit_open(hands: NDArray[np.int64], won: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """The log odds to beat another hand (4,): for sure, by the own log odds, for each ace and ten or picture open there."""
    other = rng.permutation(len(hands))
    open_ranks = hands[other, FIRST_DEAL:] % NUM_RANKS
    own = np.clip(won, 0.01, 0.99)
    features = np.column_stack(
        [np.ones(len(own)), np.log(own / (1 - own)), (open_ranks == ACE).sum(1), (open_ranks >= TEN).sum(1)]
    )
    beats = (won > won[other]) + (won == won[other]) / 2
    weights = np.zeros(features.shape[1])
    for _ in range(20):  # Newton's steps of a logistic regression
        chance = 1 / (1 + np.exp(-features @ weights))
        curvature = (features * (chance * (1 - chance))[:, None]).T @ features
        weights += np.linalg.solve(curvature, features.T @ (beats - chance))
    return weights


def main() -> None:
    rng = np.random.default_rng(0)
    fitted, keys = np.zeros(NUM_RANKS + 1), np.zeros((HANDS, MOST_GROUPS), np.int64)
    for last in (False, False, True):  # what is worth keeping depends on what others keep
        hands = deal(HANDS, fitted[:NUM_RANKS], rng)
        arrange_many(hands, np.int64(Term.NULL_EIGHTS), keys)
        won = wins(keys)
        fitted = fit_five(hands, won)
        if last:
            print("cards:", np.round(fitted, 3).tolist())
            print("open cards:", np.round(fit_open(hands, won, rng), 3).tolist())
            print("ten cards:", np.round(table_of(keys, won), 2).tolist(), sep="\n")


if __name__ == "__main__":
    main()
