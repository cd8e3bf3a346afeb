"""Melds of many random hands beside the plain reference and beside OpenSpiel:

    python tests/envs/captain_gin/check_melds.py --hands 200000

A difference ends it with exit code 1. OpenSpiel is compared where it is installed (`pip install 'backroom[peers]'`). The
comparisons are those of `test_melds.py`, which makes fewer of them.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from backroom.envs.captain_gin import melds as kernels
from numpy.typing import NDArray

REFERENCE = Path(__file__).parents[2] / "references" / "captain_gin.py"
LIMITS = (0, 1, 5, 10, 20, 50)
A_SUIT = 13


def load_reference() -> ModuleType:
    """The plain engine, as a module."""
    spec = importlib.util.spec_from_file_location("plain_captain_gin", REFERENCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look their module up by name
    spec.loader.exec_module(module)
    return module


plain = load_reference()


class Difference(AssertionError):
    """Two programs that should find the same do not."""


# ---- the kernels, with cards as the numbers of the reference -----------------------------------------------------------


def rows(some: int) -> NDArray[np.int64]:
    """Cards as four numbers, one a suit."""
    return np.array([some >> A_SUIT * suit & (1 << A_SUIT) - 1 for suit in range(4)], np.int64)


def joined(four: Sequence[int] | NDArray[np.int64]) -> int:
    """The other way round."""
    return sum(int(row) << A_SUIT * suit for suit, row in enumerate(four))


def least_unmatched(hand: int) -> int:
    return int(kernels.least_unmatched(*rows(hand)))


def arrange(hand: int) -> tuple[int, int, int]:
    """(cards in sets, cards in runs, unmatched points)."""
    sets, runs = rows(0), rows(0)
    unmatched = int(kernels.arrange(rows(hand), sets, runs))
    return joined(sets), joined(runs), unmatched


def arrange_and_lay_off(hand: int, knocker_sets: int, knocker_runs: int) -> tuple[int, int, int, int]:
    """(cards in sets, cards in runs, cards laid off, points left)."""
    sets, runs, laid = rows(0), rows(0), rows(0)
    left = int(kernels.arrange_and_lay_off(rows(hand), rows(knocker_sets), rows(knocker_runs), sets, runs, laid))
    return joined(sets), joined(runs), joined(laid), left


def knock_discards(eleven: int, limit: int) -> list[str]:
    return [code for code in plain.codes(eleven) if least_unmatched(eleven & ~plain.BIT[code]) <= limit]


# ---- comparisons -------------------------------------------------------------------------------------------------------


def expect(what: str, found: Any, wanted: Any, **given: int) -> None:
    if found != wanted:
        hands = "; ".join(f"{name}: {' '.join(plain.codes(some)) or 'nothing'}" for name, some in given.items())
        raise Difference(f"{what} of {hands}: {found}, not {wanted}")


def compare_hand(hand: int) -> None:
    """Least unmatched points and the knocker's arrangement, with the reference."""
    expect("least_unmatched", least_unmatched(hand), plain.least_unmatched(hand), hand=hand)
    wanted = plain.arrange(hand)
    expect("arrange", arrange(hand), (wanted.sets, wanted.runs, plain.least_unmatched(hand)), hand=hand)


def compare_lay_off(knocker: int, opponent: int) -> None:
    """The opponent's arrangement against the knocker's best, with the reference."""
    compare_lay_off_on(plain.arrange(knocker), opponent)


def compare_lay_off_on(laid_out: Any, opponent: int) -> None:
    """The opponent's arrangement against any arrangement, with the reference."""
    answer = plain.arrange_and_lay_off(opponent, laid_out)
    wanted = (answer.own.sets, answer.own.runs, answer.laid_off, plain.points(answer.rest))
    found = arrange_and_lay_off(opponent, laid_out.sets, laid_out.runs)
    expect("arrange_and_lay_off", found, wanted, hand=opponent, sets=laid_out.sets, runs=laid_out.runs)


def compare_knocks(eleven: int, limit: int) -> None:
    """Which discards allow a knock, with the reference."""
    expect(f"knocks within {limit}", knock_discards(eleven, limit), plain.knock_discards(eleven, limit), hand=eleven)


class OpenSpiel:
    """The same questions to OpenSpiel's gin rummy. Raises `ImportError` where it is not installed."""

    def __init__(self) -> None:
        import pyspiel

        self.utils: Any = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
        self.index = {code: self.utils.card_int(code[0] + code[1].lower()) for code in plain.PACK}

    def hand(self, some: int) -> list[int]:
        return [self.index[code] for code in plain.codes(some)]

    def compare_hand(self, hand: int) -> None:
        """Least unmatched points of ten cards, or of what each discard leaves of eleven.

        Of eleven themselves OpenSpiel melds the most points and then throws away the highest card left, which is not
        always the best discard: of 2S 3S 4S AH 2H 3H AD 2D 3D AC 2C it leaves 1, where discarding 4S leaves nothing.
        """
        tens = [hand & ~plain.BIT[code] for code in plain.codes(hand)] if hand.bit_count() == 11 else [hand]
        for ten in tens:
            expect("least_unmatched", least_unmatched(ten), self.utils.min_deadwood(self.hand(ten)), hand=ten)

    def compare_knocks(self, eleven: int, limit: int) -> None:
        """Which discards allow a knock."""
        wanted = self.utils.legal_discards(self.hand(eleven), limit)
        found = [self.index[code] for code in knock_discards(eleven, limit)]
        expect(f"knocks within {limit}", sorted(found), sorted(wanted), hand=eleven)


# ---- random hands ------------------------------------------------------------------------------------------------------


def random_pack(rng: random.Random, fewest: int) -> list[str]:
    """The pack, or as often a part of it with `fewest` cards or more, in which melds are frequent."""
    kind = rng.choice(["whole", "ranks", "suits", "ranks of suits", "ranks without a suit here and there"])
    if kind == "whole":
        return list(plain.PACK)
    suits = "SHDC"
    if kind.endswith("suits"):
        suits = rng.sample(suits, rng.randint(1, 3) if kind == "suits" else rng.randint(2, 3))
    width = rng.randint(3, 7)
    first = rng.randint(0, 13 - width)
    ranks = plain.RANKS if kind == "suits" else plain.RANKS[first : first + width]
    pack = [code for code in plain.PACK if code[0] in ranks and code[1] in suits]
    if kind.endswith("there"):
        pack = [code for code in pack if rng.random() < 0.8]
    return pack if len(pack) >= fewest else random_pack(rng, fewest)


def random_hand(rng: random.Random, size: int) -> int:
    return plain.cards(rng.sample(random_pack(rng, size), size))


def random_hands(rng: random.Random) -> tuple[int, int]:
    """A knocker's and an opponent's, ten cards each."""
    dealt = rng.sample(random_pack(rng, 20), 20)
    return plain.cards(dealt[:10]), plain.cards(dealt[10:])


def compare_many(number: int, seed: int, against: str, told: Callable[[str], None] = lambda line: None) -> Counter[str]:
    """Compare `number` deals of a hand of ten, a hand of eleven, a knocker's and an opponent's hand, in turns.

    `against`: "reference", "openspiel" or "both". How many of each were compared; raises `Difference` at the first.
    """
    rng = random.Random(seed)
    openspiel = None if against == "reference" else OpenSpiel()
    compared: Counter[str] = Counter()
    for deal in range(number):
        knocker, opponent = random_hands(rng)
        ten, eleven, limit = random_hand(rng, 10), random_hand(rng, 11), rng.choice(LIMITS)
        kind = ("hands of ten", "hands of eleven", "knockers with their opponents")[deal % 3]
        compared[kind] += 1
        if against != "openspiel":
            if kind == "hands of ten":
                compare_hand(ten)
            elif kind == "hands of eleven":
                compare_hand(eleven)
                compare_knocks(eleven, limit)
            else:
                compare_hand(knocker)
                compare_lay_off(knocker, opponent)
                compare_lay_off_on(rng.choice(sorted(plain.arrangements(knocker))), opponent)
        if openspiel is not None:
            if kind == "hands of ten":
                openspiel.compare_hand(ten)
            elif kind == "hands of eleven":
                openspiel.compare_hand(eleven)
                openspiel.compare_knocks(eleven, limit)
            else:
                openspiel.compare_hand(knocker)
                openspiel.compare_hand(opponent)
        if (deal + 1) % 20_000 == 0:
            told(f"{deal + 1} ...")
    return compared


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare melds of random hands.")
    parser.add_argument("--hands", type=int, default=200_000, help="deals to compare")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--against", choices=["reference", "openspiel", "both"], default="reference")
    asked = parser.parse_args()
    try:
        compared = compare_many(asked.hands, asked.seed, asked.against, lambda line: print(line, file=sys.stderr))
    except ImportError as error:
        print(f"OpenSpiel is not installed: {error}", file=sys.stderr)
        return 2
    except Difference as difference:
        print(difference)
        return 1
    kinds = ", ".join(f"{number} {kind}" for kind, number in compared.items())
    print(f"{compared.total()} deals compared with {asked.against}, all equal: {kinds}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
