"""Splits of many random hands beside the plain reference:

    python tests/envs/cripple_mr_onion/check_splits.py --hands 100000 --modified 20000

`--hands` are split without modifiers but 0 and 1, `--modified` with each of the others alone, with wild eights, and with
several at once. The first difference is shown and ends it with exit code 1. The comparisons are those of `test_splits.py`,
which makes fewer of them.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
from collections import Counter
from collections.abc import Callable, Collection
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from backroom.envs.cripple_mr_onion import best_split
from backroom.envs.cripple_mr_onion.hands.cards import CODES
from backroom.envs.cripple_mr_onion.hands.modifiers import Modifier, Term
from backroom.envs.cripple_mr_onion.hands.running_flush import fewest_wilds

REFERENCE = Path(__file__).parents[2] / "references" / "cripple_mr_onion_hands.py"


def load_reference() -> ModuleType:
    """The plain splits, as a module."""
    spec = importlib.util.spec_from_file_location("plain_cripple_mr_onion_hands", REFERENCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look their module up by name
    spec.loader.exec_module(module)
    return module


plain = load_reference()


class Difference(AssertionError):
    """Two programs that should find the same do not."""


# ---- comparisons -------------------------------------------------------------------------------------------------------


def in_words(holding: Any) -> str:
    """A holding in words."""
    facts = [f"modifiers {', '.join(map(str, sorted(holding.modifiers))) or 'none'}"]
    facts += [
        name.replace("_", " ") for name in ("eights_wild", "aces_zeroed", "lady_against", "jack_wild") if getattr(holding, name)
    ]
    facts += [f"face up {' '.join(sorted(holding.face_up))}"] if holding.face_up else []
    facts += [f"declared {' '.join(sorted(holding.declared))}"] if holding.declared else []
    return f"{' '.join(holding.cards)} ({'; '.join(facts)})"


def groups_in_words(groups: Any) -> str:
    return "; ".join(f"{group.name} {' '.join(group.cards)}" for group in groups) or "no group"


def compare(holding: Any) -> list[str]:
    """Split a hand with the kernels and with the reference; the names of its groups."""
    found = best_split(
        holding.cards,
        tuple(sorted(holding.modifiers)),
        holding.eights_wild,
        aces_zeroed=holding.aces_zeroed,
        lady_against=holding.lady_against,
        face_up=tuple(sorted(holding.face_up)),
        declared=tuple(sorted(holding.declared)),
        jack_wild=holding.jack_wild,
    )
    wanted = holding.best_split()
    keys = [group.key for group in wanted]
    worth = holding.worth_of([(group.name, group.cards) for group in found])
    if worth is None:
        raise Difference(
            f"{in_words(holding)}: can not be split into {groups_in_words(found)}; best: {groups_in_words(wanted)}"
        )
    if worth != keys:
        raise Difference(f"{in_words(holding)}: {groups_in_words(found)} {worth}, not {groups_in_words(wanted)} {keys}")
    if [group.name for group in found] != [group.name for group in wanted]:
        raise Difference(f"{in_words(holding)}: {groups_in_words(found)} is not in the order of {groups_in_words(wanted)}")
    return [group.name for group in found]


def compare_runs(holding: Any) -> list[str]:
    """Running flushes of ten cards by the kernels and by the reference; "nine cards", "ten cards" as they are found."""
    card = np.array([CODES.index(code) for code in holding.cards], np.int32)
    found = {length: int(fewest_wilds(card, terms_of(holding), length)) for length in NUMERALS}
    wanted = {length: -1 if wilds is None else wilds for length, wilds in holding.running_flushes().items()}
    if found != wanted:
        raise Difference(f"{in_words(holding)}: fewest wild cards in running flushes {found}, not {wanted} (-1: there is none)")
    return [f"{NUMERALS[length]} cards" for length, wilds in found.items() if wilds >= 0]


NUMERALS = {9: "nine", 10: "ten"}


def terms_of(holding: Any) -> int:
    """What matters to running flushes, as the kernels have it."""
    terms = Term.EIGHTS_WILD if holding.eights_wild else 0
    terms |= Term.ACES_ZEROED if holding.aces_zeroed and Modifier.FATE in holding.modifiers else 0
    terms |= Term.SENDER_FACE_UP if holding.sender else 0
    terms |= Term.JACK_BARS_EIGHTS if Modifier.ARCHCHANCELLOR in holding.modifiers else 0
    return terms | (Term.JACK_WILD if plain.ARCHCHANCELLOR in holding.wild_cards else 0)


# ---- random hands ------------------------------------------------------------------------------------------------------

RICH_IN: dict[str, Callable[[str, tuple[int, ...]], bool]] = {
    "aces and pictures": lambda code, pairs: code[0] in "AJQK",
    "aces, pictures and eights": lambda code, pairs: code[0] in "AJQK8",
    "eights": lambda code, pairs: code[0] == "8",
    "eights, nines and tens": lambda code, pairs: code[0] in "89T",
    "low cards and eights": lambda code, pairs: code[0] in "A23458",
    "sixes, sevens and eights": lambda code, pairs: code[0] in "678",
    "cards that can be shifted": lambda code, pairs: code[0] in "A239TJQK",
    "one suit pair": lambda code, pairs: plain.PAIR[code[1:]] == pairs[0],
    "two suit pairs": lambda code, pairs: plain.PAIR[code[1:]] in pairs[:2],
    "a suit pair and eights": lambda code, pairs: plain.PAIR[code[1:]] == pairs[0] or code[0] == "8",
}


def random_pack(rng: random.Random, kinds: Collection[str] = tuple(RICH_IN)) -> list[str]:
    """The pack, or as often one rich in cards of one of the kinds."""
    if rng.random() < 0.5:
        return list(plain.PACK)
    wanted = RICH_IN[rng.choice(list(kinds))]
    pairs = tuple(rng.sample(range(4), 4))
    rich = [code for code in plain.PACK if wanted(code, pairs)]
    others = [code for code in plain.PACK if code not in rich]
    return rich + rng.sample(others, rng.randint(max(2, 10 - len(rich)), 14))


def random_cards(rng: random.Random, kinds: Collection[str] = tuple(RICH_IN), holding: Collection[str] = ()) -> tuple[str, ...]:
    """Ten cards, or now and then five to nine; among them those that are to be held."""
    size = max(len(holding), 10 if rng.random() < 0.8 else rng.randint(5, 9))
    pack = [code for code in random_pack(rng, kinds) if code not in holding]
    cards = [*holding, *rng.sample(pack, size - len(holding))]
    rng.shuffle(cards)
    return tuple(cards)


def often(rng: random.Random, *codes: str) -> list[str]:
    """Each of the codes, nine times out of ten."""
    return [code for code in codes if rng.random() < 0.9]


WITH_WILD_EIGHTS = ("aces, pictures and eights", "eights", "low cards and eights", "a suit pair and eights")


def without_modifiers(rng: random.Random) -> Any:
    """CO-2, CO-3, CO-M1: none, or 0 and 1."""
    return plain.hold(random_cards(rng), rng.choice([(), (0, 1)]))


def wild_eights(rng: random.Random) -> Any:
    """CO-M1."""
    return plain.hold(random_cards(rng, WITH_WILD_EIGHTS), (0, 1), True)


def octavo(rng: random.Random) -> Any:
    """CO-M3: mostly all eights, or all but one."""
    eights = [code for code in plain.PACK if code[0] == "8"]
    held = rng.choice([[], rng.sample(eights, 7), eights, eights])
    cards = random_cards(rng, WITH_WILD_EIGHTS, held)
    return plain.hold(cards, (1, 3), rng.random() < 0.9)


def lady(rng: random.Random) -> Any:
    """CO-M4."""
    wild = rng.random() < 0.9
    return plain.hold(random_cards(rng, WITH_WILD_EIGHTS), (1, 4), wild, lady_against=True)


def fate(rng: random.Random) -> Any:
    """CO-M5: the aces of who used the Lady are zeroed, whether eights are wild or not."""
    return plain.hold(
        random_cards(rng, ["aces and pictures", *WITH_WILD_EIGHTS]), (1, 5), rng.random() < 0.5, aces_zeroed=rng.random() < 0.9
    )


def turtle(rng: random.Random) -> Any:
    """CO-M6, with or without null eights and wild eights."""
    modifiers, wild = rng.choice([((6,), False), ((1, 6), False), ((1, 6), True)])
    kinds = ["cards that can be shifted", "aces and pictures", "aces, pictures and eights", "one suit pair"]
    return plain.hold(random_cards(rng, kinds, [plain.TURTLE]), modifiers, wild, declared=[plain.TURTLE])


def elephants(rng: random.Random) -> Any:
    """CO-M7, likewise."""
    modifiers, wild = rng.choice([((7,), False), ((1, 7), False), ((1, 7), True)])
    kinds = ["eights, nines and tens", "cards that can be shifted", "one suit pair"]
    herd = [code for code in plain.PACK if code[0] in ("89T" if wild else "9T")]
    held = [plain.TURTLE, *rng.sample(herd, rng.choice([0, 3, 4]))]
    return plain.hold(random_cards(rng, kinds, held), modifiers, wild, declared=[plain.TURTLE])


def sender(rng: random.Random) -> Any:
    """CO-M8, likewise."""
    modifiers, wild = rng.choice([((8,), False), ((1, 8), False), ((1, 8), True)])
    kinds = ["aces and pictures", "sixes, sevens and eights", *WITH_WILD_EIGHTS]
    return plain.hold(random_cards(rng, kinds), modifiers, wild, face_up=often(rng, plain.SENDER))


def death(rng: random.Random) -> Any:
    """CO-M9, likewise; mostly with two or three pictures and as many aces or more."""
    modifiers, wild = rng.choice([((9,), False), ((1, 9), False), ((1, 9), True)])
    pictures = rng.sample([code for code in plain.PACK if code[0] in plain.PICTURES], rng.randint(2, 3))
    aces = rng.sample([code for code in plain.PACK if code[0] == "A"], rng.randint(2, 3))
    eights = rng.sample([code for code in plain.PACK if code[0] == "8"], rng.randint(0, 2) if wild else 0)
    others = [code for code in plain.PACK if code[0] not in "AJQK8"]
    few = rng.random() < 0.7
    cards = (*pictures, *aces, *eights, *rng.sample(others, rng.randint(0, 2))) if few else random_cards(rng)
    return plain.hold(cards, modifiers, wild, face_up=often(rng, plain.DEATH))


def archchancellor(rng: random.Random) -> Any:
    """CO-M10, likewise, the jack wild or not."""
    modifiers, wild = rng.choice([((10,), False), ((1, 10), False), ((1, 10), True)])
    cards = random_cards(rng, ["sixes, sevens and eights", *WITH_WILD_EIGHTS], often(rng, plain.ARCHCHANCELLOR))
    jack_wild = plain.ARCHCHANCELLOR in cards and rng.random() < 0.5
    return plain.hold(cards, modifiers, wild, declared=[plain.ARCHCHANCELLOR] if jack_wild else [], jack_wild=jack_wild)


def wizard_and_death(rng: random.Random) -> Any:
    """CO-M9, CO-M10: the jack of staves wild, and two printed pictures or one."""
    held = [plain.ARCHCHANCELLOR]
    for ranks, fewest, most in (("JQK", 1, 2), ("A", 2, 3), ("8", 1, 2), ("2345679T", 2, 2)):
        rich = [code for code in plain.PACK if code[0] in ranks and code not in held]
        held += rng.sample(rich, rng.randint(fewest, most))
    wild = rng.random() < 0.5
    return plain.hold(held, (1, 9, 10), wild, face_up=[plain.DEATH], declared=[plain.ARCHCHANCELLOR], jack_wild=True)


def wizard_and_turtle(rng: random.Random) -> Any:
    """CO-M6, CO-M10: the jack of staves may be lowered, wild or not."""
    held = [plain.ARCHCHANCELLOR, plain.TURTLE]
    rich = [code for code in plain.PACK if code[0] in "A235678TK"]
    wild, jack_wild = rng.random() < 0.4, rng.random() < 0.2
    declared = [plain.TURTLE, plain.ARCHCHANCELLOR] if jack_wild else [plain.TURTLE]
    return plain.hold([*held, *rng.sample(rich, 8)], (1, 6, 10), wild, declared=declared, jack_wild=jack_wild)


def fool(rng: random.Random) -> Any:
    """CO-M11, likewise."""
    modifiers, wild = rng.choice([((11,), False), ((1, 11), False), ((1, 11), True)])
    kinds = ["aces and pictures", "eights, nines and tens", "aces, pictures and eights", "cards that can be shifted"]
    return plain.hold(random_cards(rng, kinds), modifiers, wild, declared=often(rng, plain.FOOL))


NEEDED_BY = {2: {0, 1}, 3: {1}, 5: {4}}


def several(rng: random.Random) -> Any:
    """Two modifiers or any number, mostly with wild eights, and mostly with what makes each of them matter."""
    two = rng.random() < 0.5
    chosen = set(rng.sample(range(3, 12), 2)) if two else {number for number in range(12) if rng.random() < 0.6}
    modifiers = chosen.union({1} if two else (), *(NEEDED_BY.get(number, ()) for number in chosen))
    often_so = 0.85 if two else 0.5
    wild = 1 in modifiers and rng.random() < 0.7
    held = []
    if modifiers & {6, 7} and rng.random() < often_so:
        held.append(plain.TURTLE)
        herd = [code for code in plain.PACK if code[0] in ("89T" if wild else "9T")]
        held += rng.sample(herd, 4) if 7 in modifiers and rng.random() < 0.5 else []
    if 10 in modifiers and rng.random() < often_so:
        held.append(plain.ARCHCHANCELLOR)
    cards = random_cards(rng, holding=held)
    jack_wild = 10 in modifiers and plain.ARCHCHANCELLOR in cards and rng.random() < 0.5
    declared = [plain.TURTLE] if plain.TURTLE in cards and rng.random() < 0.9 else []
    declared += [plain.ARCHCHANCELLOR] if jack_wild else []
    declared += [plain.FOOL] if rng.random() < (0.8 if two else 0.3) else []
    return plain.hold(
        cards,
        modifiers,
        wild,
        aces_zeroed=5 in modifiers and rng.random() < often_so,
        lady_against=4 in modifiers and wild and rng.random() < often_so,
        face_up=[code for code in (plain.SENDER, plain.DEATH) if rng.random() < often_so],
        declared=declared,
        jack_wild=jack_wild,
    )


def running_flush(rng: random.Random) -> Any:
    """CO-M0: ten cards in a row of a suit pair, where some became eights, the jack of staves, or anything."""
    ranks, pair = plain.RANKS + "A", rng.randrange(4)
    first = rng.randint(0, len(ranks) - 10)
    cards: list[str] = []
    for rank in ranks[first : first + 10]:
        suits = [suit for suit in plain.SUITS if plain.PAIR[suit] == pair]
        cards.append(rank + rng.choice(suits))
    odds = rng.choice([0.05, 0.2, 0.4])
    for place in range(10):
        if rng.random() < odds:
            kind = rng.choice(["eight", "eight", "jack", "anything"])
            others = [code for code in plain.PACK if kind != "eight" or code[0] == "8"]
            cards[place] = plain.ARCHCHANCELLOR if kind == "jack" else rng.choice(others)
    if len(set(cards)) < 10:
        return running_flush(rng)
    modifiers = {0, 1} | {number for number in (4, 5, 8, 10) if rng.random() < 0.4}
    modifiers |= {4} if 5 in modifiers else set()
    return plain.hold(
        cards,
        modifiers,
        rng.random() < 0.6,
        aces_zeroed=5 in modifiers and rng.random() < 0.6,
        face_up=often(rng, plain.SENDER) if 8 in modifiers else [],
        jack_wild=10 in modifiers and plain.ARCHCHANCELLOR in cards and rng.random() < 0.6,
    )


PARTS: dict[str, Callable[[random.Random], Any]] = {
    "without modifiers": without_modifiers,
    "wild eights": wild_eights,
    "Octavo": octavo,
    "Lady": lady,
    "Fate": fate,
    "A'Tuin": turtle,
    "Elephants": elephants,
    "Sender": sender,
    "Death": death,
    "Archchancellor": archchancellor,
    "wizard and Death": wizard_and_death,
    "wizard and A'Tuin": wizard_and_turtle,
    "Fool": fool,
    "several": several,
    "running flushes": running_flush,
}
"""What is compared: hands with what bends them, at random."""


def compare_many(part: str, number: int, seed: int, progress: Callable[[str], None] = lambda line: None) -> Counter[str]:
    """Compare so many hands of a part; how often each group was found. Raises `Difference` at the first."""
    rng = random.Random(f"{part} {seed}")
    found: Counter[str] = Counter()
    for count in range(number):
        found.update((compare_runs if part == "running flushes" else compare)(PARTS[part](rng)))
        if (count + 1) % 2000 == 0:
            progress(f"{part}: {count + 1} of {number}")
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare splits of random hands.")
    parser.add_argument("--hands", type=int, default=100_000, help="hands without modifiers but 0 and 1")
    parser.add_argument("--modified", type=int, default=20_000, help="hands of each other part")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=list(PARTS), help="one part")
    asked = parser.parse_args()

    print(f"{'part':<18}{'hands':>8}  groups found, the same by both")
    for part in [asked.only] if asked.only else PARTS:
        number = asked.hands if part == "without modifiers" else asked.modified
        try:
            found = compare_many(part, number, asked.seed, lambda line: print(line, file=sys.stderr))
        except Difference as difference:
            print(f"{part}: {difference}")
            return 1
        names = ", ".join(f"{name} {count}" for name, count in found.most_common())
        print(f"{part:<18}{number:>8}  {names}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
