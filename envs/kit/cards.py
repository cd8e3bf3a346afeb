"""Decks as counts by kind of card: the next card is drawn by addressed chance when it is needed.

The k-th card of a deck is the same whoever takes it, and nobody can foresee it from a copy with a chance of its own:
there is no order lying in the record that a planner could read.
"""

from ..core.jit import inlined


@inlined
def take_nth(left, nth):
    """Take the `nth` card (from 0, kinds in order) out of `left`, an array of counts by kind; its kind."""
    kind = 0
    while nth >= left[kind]:
        nth -= left[kind]
        kind += 1
    left[kind] -= 1
    return kind
