"""What a hand of Cripple Mr Onion wins, read from observations; `measure_strength.py` measured it among hands dealt by
modifiers 0 and 1.
"""

import numpy as np

from ...envs.core.jit import kernel
from ...envs.cripple_mr_onion.hands.cards import ACE, IN_HAND, JACK, NUM_RANKS
from ...envs.cripple_mr_onion.observation import AT, LIVE
from ...envs.cripple_mr_onion.state import FIRST_DEAL, MAX_SEATS

# What each card among the first five adds to how often the hand beats another, by rank, ace to king.
CARDS = np.array([0.261, 0.14, 0.118, 0.095, 0.075, 0.053, 0.042, 0.115, 0.003, -0.013, 0.011, 0.009, 0.012])
ACES_AND_PICTURES = 0.296  # two of each, or more
MEAN = float(CARDS.mean())
# Log odds to beat another hand: by the own log odds, for each ace and each ten or picture that lies open there.
SURE, OWN, OPEN_ACE, OPEN_TEN = -0.292, 1.166, -1.238, 0.487
# How often a hand of ten beats another, by half the ranks of its best group and of the next.
TEN_CARDS = np.array(
    [
        [0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00],
        [0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00],
        [0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00],
        [0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00],
        [0.00, 0.00, 0.00, 0.00, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01],
        [0.01, 0.01, 0.01, 0.01, 0.01, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02, 0.02],
        [0.02, 0.03, 0.03, 0.04, 0.05, 0.07, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08],
        [0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08, 0.08],
        [0.14, 0.16, 0.16, 0.18, 0.20, 0.23, 0.27, 0.27, 0.27, 0.27, 0.27, 0.27, 0.27, 0.27, 0.27, 0.27, 0.27],
        [0.27, 0.27, 0.27, 0.28, 0.28, 0.28, 0.29, 0.29, 0.29, 0.29, 0.29, 0.29, 0.29, 0.29, 0.29, 0.29, 0.29],
        [0.40, 0.41, 0.41, 0.45, 0.47, 0.49, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53],
        [0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53, 0.53],
        [0.71, 0.71, 0.77, 0.77, 0.77, 0.77, 0.77, 0.79, 0.79, 0.79, 0.79, 0.79, 0.79, 0.79, 0.79, 0.79, 0.79],
        [0.87, 0.87, 0.87, 0.87, 0.88, 0.89, 0.92, 0.95, 0.97, 0.99, 0.99, 0.99, 0.99, 0.99, 0.99, 0.99, 0.99],
        [0.99, 0.99, 0.99, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00],
        [1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00],
        [1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00, 1.00],
    ]
)


@kernel
def chance_of_cards(n):
    """How often the own cards beat another hand, by what they are so far."""
    held = 0
    chance = 0.0
    pictures = 0
    for rank in range(NUM_RANKS):
        count = n[AT.own_by_rank + rank]
        held += count
        chance += count * CARDS[rank]
        if rank >= JACK:
            pictures += count
    if held == IN_HAND:
        return TEN_CARDS[n[AT.own_groups] // 2, n[AT.own_groups + 1] // 2]
    if n[AT.own_by_rank + ACE] > 1 and pictures > 1:
        chance += ACES_AND_PICTURES
    return chance - (held - FIRST_DEAL) * MEAN


@kernel
def chance_to_win(n):
    """The chance that the own hand beats all that are still in, by what lies open there."""
    own = min(max(chance_of_cards(n), 0.02), 0.99)
    win = 1.0
    for distance in range(1, MAX_SEATS):
        if n[AT.status + distance] == LIVE:
            beats = own
            if n[AT.open_cards + distance * IN_HAND] > 0:
                odds = SURE + OWN * np.log(own / (1.0 - own))
                odds += OPEN_ACE * n[AT.open_aces + distance] + OPEN_TEN * n[AT.open_tens + distance]
                beats = 1.0 / (1.0 + np.exp(-odds))
            win *= beats
    return win


@kernel
def others_in(n):
    """How many other seats are still in."""
    count = 0
    for distance in range(1, MAX_SEATS):
        count += n[AT.status + distance] == LIVE
    return count
