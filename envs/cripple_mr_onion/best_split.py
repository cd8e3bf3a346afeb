"""Cripple Mr Onion: the best split of a hand for people: groups by name, cards by code."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..core.errors import InvalidOption
from .hands.arrange import arrange
from .hands.cards import ATUIN_CARD, CODES, DEATH_CARD, FOOL_CARD, IN_HAND, NO_CARD, SENDER_CARD, card_number
from .hands.groups import FOOLS_NAMES, NAMES, rank_of
from .hands.modifiers import Term
from .options import CrippleMrOnionOptions, as_bits
from .terms import Situation, terms_of


class Group(NamedTuple):
    """A group of a split: its name (CO-2) and its cards."""

    name: str
    cards: tuple[str, ...]


def hand_of(cards: Sequence[int]) -> NDArray[np.int32]:
    """Up to ten cards, by number, as kernels take a hand (10,): NO_CARD behind them."""
    hand = np.full(IN_HAND, NO_CARD, np.int32)
    hand[: len(cards)] = cards
    return hand


def arranged(cards: Sequence[int], terms: int) -> tuple[Group, ...]:
    """The groups of the best split of up to ten cards, by number, under `terms` (a sum of `Term`), best first."""
    card = hand_of(cards)
    best = arrange(card, terms)
    names = FOOLS_NAMES if terms & Term.FOOL_DECLARED else NAMES
    return tuple(
        Group(names[rank_of(int(key))], tuple(CODES[card[slot]] for slot in range(IN_HAND) if int(group) >> slot & 1))
        for key, group in zip(best.keys, best.sets, strict=True)
        if key
    )


def best_split(
    cards: Iterable[str],
    modifiers: Iterable[int] | str = (0, 1),
    eights_wild: bool = False,
    *,
    aces_zeroed: bool = False,
    lady_against: bool = False,
    face_up: Iterable[str] = (),
    declared: Iterable[str] = (),
    jack_wild: bool = False,
) -> tuple[Group, ...]:
    """The best split of up to ten cards into groups (CO-3), best first, exactly.

    `cards` are codes such as `"3cl"`, `"Qsp"`, `"Tco"`; `modifiers` those in force, or `"all"`. What holds for this hand:
    `eights_wild`, `aces_zeroed` by Fate (CO-M5), `lady_against`, the Lady face up at another seat (CO-M4), `jack_wild`,
    of staves (CO-M10). `face_up`: cards that lie face up at any seat, of which the Sender (CO-M8) and Death (CO-M9) matter.
    `declared`: the Fool by anybody (CO-M11), Great A'Tuin by this hand (CO-M6, CO-M7). Raises `InvalidOption` for what is no
    card, is there twice, or is more than ten, and for modifiers that can not be played together.
    """
    hand = _numbers("cards", cards)
    if not 1 <= len(hand) <= IN_HAND:
        raise InvalidOption(f"cards: {len(hand)} cards; a hand has 1 to {IN_HAND}")
    given = list(modifiers) if isinstance(modifiers, Iterable) and not isinstance(modifiers, str) else modifiers
    for flag in (eights_wild, aces_zeroed, lady_against, jack_wild):
        if not isinstance(flag, bool):
            raise InvalidOption(f"eights_wild, aces_zeroed, lady_against, jack_wild: True or False, not {flag!r}")
    on = CrippleMrOnionOptions.parse("cripple_mr_onion", {"modifiers": given}).modifiers
    open_cards, called = _numbers("face_up", face_up), _numbers("declared", declared)
    sender, death = (card in open_cards + called for card in (SENDER_CARD, DEATH_CARD))
    atuin = ATUIN_CARD in called and ATUIN_CARD in hand
    now = Situation(eights_wild, lady_against, aces_zeroed, sender, death, atuin, jack_wild, FOOL_CARD in called)
    return arranged(hand, terms_of(as_bits(on), now))


def _numbers(what: str, codes: Iterable[str]) -> list[int]:
    """Cards as numbers, each once. Raises `InvalidOption`."""
    if isinstance(codes, str) or not isinstance(codes, Iterable):
        raise InvalidOption(f"{what}: a list of cards such as ['3cl', 'Qsp'], not {codes!r}")
    numbers = [card_number(code) for code in codes]
    twice = sorted({CODES[number] for number in numbers if numbers.count(number) > 1})
    if twice:
        raise InvalidOption(f"{what}: {', '.join(twice)} twice; every card is there once")
    return numbers
