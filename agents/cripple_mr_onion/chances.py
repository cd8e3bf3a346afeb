"""How often ten cards hold each group as their best: `python -m backroom.agents.cripple_mr_onion.chances`."""

import numpy as np

from ...envs.cripple_mr_onion.hands.arrange import arrange_many
from ...envs.cripple_mr_onion.hands.cards import IN_HAND, NUM_CARDS
from ...envs.cripple_mr_onion.hands.groups import MOST_GROUPS, NAMES, rank_of
from ...envs.cripple_mr_onion.hands.modifiers import Term

HANDS = 1_000_000
COLUMNS = {"no modifiers": 0, "null eights (CO-M1)": Term.NULL_EIGHTS, "eights wild": Term.EIGHTS_WILD | Term.OCTAVO}


def chances(hands: int, terms: int, seed: int = 0) -> dict[str, float]:
    """The share of so many random hands of ten whose best group is each, from the lowest; `"none"` for hands without any."""
    packs = np.random.default_rng(seed).random((hands, NUM_CARDS), np.float32)
    cards = np.argpartition(packs, IN_HAND, axis=1)[:, :IN_HAND].astype(np.int64)
    keys = np.zeros((hands, MOST_GROUPS), np.int64)
    arrange_many(cards, np.int64(terms), keys)
    best = np.bincount(rank_of(keys[:, 0]), minlength=max(NAMES) + 1) / hands
    return {"none": float(best[0])} | {NAMES[rank]: float(best[rank]) for rank in sorted(NAMES)}


def main() -> None:
    found = [chances(HANDS, terms) for terms in COLUMNS.values()]
    print("| best group |", " | ".join(COLUMNS), "|")
    print("|---" * (1 + len(found)) + "|")
    for name in found[0]:
        if any(column[name] for column in found):
            print(f"| {name} |", " | ".join(f"{column[name]:.4%}" for column in found), "|")


if __name__ == "__main__":
    main()
