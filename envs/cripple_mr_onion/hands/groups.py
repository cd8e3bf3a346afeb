"""Cripple Mr Onion: the groups into which a hand is split (CO-2), and what they are worth.

A rank is twice the number that CO-2 gives, which leaves room for what modifiers put in between. A group's key is its rank and,
behind it, how few null eights it needs (CO-M1); a split is compared key by key (CO-3).
"""

from ...core.jit import inlined

BAGEL = 2
TWO_CARD_ONION = 4
BROKEN_FLUSH = 6
FLUSH = 10
BROKEN_ROYAL = 14
ROYAL = 18
WILD_ROYAL = 22
ELEPHANTS = 25  # CO-M7: below every other Double Onion
DOUBLE_ONION = 26
TRIPLE_ONION = 28
LESSER_ONION = 30
OCTAVO = 31  # CO-M3
GREAT_ONION = 32
# With the Fool (CO-M11)
FOOLS_ONION, FOOLS_BAGEL = BAGEL, TWO_CARD_ONION
GREAT_BAGEL = 31

LONGEST_ONION = 7
ONION_RANK = tuple(max(4 * size - 4, 0) for size in range(LONGEST_ONION + 1))  # by its cards, from two up
MOST_GROUPS = 5
MOST_NULLS = 7


@inlined
def group_key(rank, nulls):
    """The key of a group of a rank above 0, which needs so many null eights."""
    return rank * (MOST_NULLS + 1) + MOST_NULLS - nulls


@inlined
def rank_of(key):
    """The rank in a key, or in each of an array of keys; 0 in the key 0, no group."""
    return key // (MOST_NULLS + 1)


@inlined
def nulls_of(key):
    """The null eights in the key of a group."""
    return MOST_NULLS - key % (MOST_NULLS + 1)


NAMES = {
    BAGEL: "bagel",
    BROKEN_FLUSH: "broken flush",
    FLUSH: "flush",
    BROKEN_ROYAL: "broken royal",
    ROYAL: "royal",
    WILD_ROYAL: "wild royal",
    ELEPHANTS: "Elephants' Double Onion",
    DOUBLE_ONION: "Double Onion",
    TRIPLE_ONION: "Triple Onion",
    LESSER_ONION: "Lesser Onion",
    OCTAVO: "Octavo",
    GREAT_ONION: "Great Onion",
    **{
        ONION_RANK[size]: f"{word}-card onion"
        for size, word in zip(range(2, 8), ("two", "three", "four", "five", "six", "seven"), strict=True)
    },
}
FOOLS_NAMES = {
    **NAMES,
    FOOLS_ONION: "two-card onion",
    FOOLS_BAGEL: "bagel",
    DOUBLE_ONION: "double bagel",
    TRIPLE_ONION: "triple bagel",
    LESSER_ONION: "lesser bagel",
    GREAT_BAGEL: "great bagel",
}
