"""Dice, dice codes and the Gamble (wild) Die, as addressed outcomes."""

import re

from ..core.chance import randint
from ..core.errors import InvalidOption
from ..core.jit import inlined, kernel

MAX_DICE, MAX_PIPS = 30, 2
# A chain of sixes this long has a chance of 6**-30: the cap bounds the loop and never matters.
MAX_REROLLS = 30
MAX_THROW = 6 * (MAX_DICE + MAX_REROLLS) + MAX_PIPS
MAX_CODE = 3 * MAX_DICE + MAX_PIPS


def parse_dice_code(text: object, fewest: int = 1) -> tuple[int, int]:
    """`"9D+2"` as (9, 2). Raises `InvalidOption` for anything but `fewest` to 30 dice with 0-2 pips; no dice have no pips."""
    match = re.fullmatch(r"([0-9]{1,2})[dD](?:\+([0-9]))?", text.strip()) if isinstance(text, str) else None
    if match:
        dice, pips = int(match[1]), int(match[2] or 0)
        if fewest <= dice <= MAX_DICE and pips <= (MAX_PIPS if dice else 0):
            return dice, pips
    range_ = f"{fewest}D to {MAX_DICE}D"
    raise InvalidOption(f"{text!r} is not a dice code: write {range_}, with +1 or +2 for pips, as in '4D' or '9D+2'")


def dice_code(dice: int, pips: int) -> str:
    """(9, 2) as `"9D+2"`."""
    return f"{dice}D+{pips}" if pips else f"{dice}D"


@inlined
def code_number(dice, pips):
    """A dice code as one number, of which more is better: 3 x dice + pips, up to MAX_CODE."""
    return 3 * dice + pips


@inlined
def d6(key, hand, seat, purpose, index):
    """The die at an address: 1 to 6."""
    return randint(key, hand, seat, purpose, index, 6) + 1


@inlined
def signed(die):
    """An even die counts up, an odd one down (PW-6). Without a branch: the processor can not predict dice."""
    return die * (1 - 2 * (die & 1))


@kernel
def throw_dice(key, hand, seat, dice, pips, ordinary, wild):
    """A throw of a dice code, one die of it wild: the total as the dice lie, the highest ordinary die, the wild die's face.

    `ordinary` and `wild` are the purposes of the two kinds of dice. A 6 on the wild die is kept and rolled again, adding,
    while it shows 6; pips always add.
    """
    total = pips
    highest = 0
    for index in range(dice - 1):
        die = d6(key, hand, seat, ordinary, index)
        total += die
        highest = max(highest, die)
    face = d6(key, hand, seat, wild, 0)
    total += face
    die = face
    index = 0
    while die == 6 and index < MAX_REROLLS:
        index += 1
        die = d6(key, hand, seat, wild, index)
        total += die
    return total, highest, face


@kernel
def throw_with_gamble_die(key, hand, seat, dice, pips, ordinary, gamble):
    """Total of a dice code with the Gamble Die as its wild die (PW-10): a 1 takes it and the highest other die out."""
    total, highest, face = throw_dice(key, hand, seat, dice, pips, ordinary, gamble)
    return total - (face == 1) * (1 + highest)
