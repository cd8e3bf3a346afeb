"""What the other player may still hold unmatched, turn by turn, in numbers that `measure_opponent.py` measures among counters.

The counter itself decides by these numbers. Among counters that do so hands end sooner: what the command prints today is up
to twice the chance of a knock that stands here.
"""

import numpy as np

# A row a turn, from the turns that are completed when the next one begins; the last stands for all later ones.
# The unmatched points of the player who waits, as the middles of eight equal shares.
LEFT = np.array(
    [
        [22, 33, 38, 43, 48, 54, 59, 67],
        [22, 33, 38, 43, 48, 54, 59, 67],
        [23, 33, 39, 44, 50, 56, 62, 69],
        [16, 25, 31, 35, 40, 45, 52, 61],
        [16, 25, 31, 36, 41, 46, 53, 63],
        [13, 20, 25, 30, 34, 39, 45, 56],
        [13, 19, 25, 30, 34, 39, 45, 56],
        [12, 16, 21, 25, 29, 33, 40, 50],
        [12, 16, 20, 25, 29, 33, 39, 49],
        [11, 14, 18, 22, 25, 29, 34, 45],
        [11, 14, 17, 21, 25, 29, 34, 44],
        [9, 13, 16, 19, 23, 26, 31, 40],
        [9, 13, 15, 19, 22, 26, 30, 39],
        [7, 12, 15, 18, 21, 24, 28, 36],
        [5, 12, 14, 17, 20, 23, 27, 35],
        [4, 12, 14, 16, 19, 22, 26, 33],
        [3, 11, 13, 15, 18, 21, 25, 31],
        [3, 11, 13, 15, 18, 21, 24, 30],
        [3, 10, 12, 14, 17, 20, 23, 29],
        [3, 11, 12, 15, 17, 20, 23, 28],
        [2, 9, 12, 14, 17, 19, 22, 27],
    ]
)
# The chance that the player who moves next ends the hand with a knock.
KNOCKS = np.array(
    [0.006, 0.006, 0.019, 0.018, 0.037, 0.036, 0.057, 0.061, 0.081, 0.088]
    + [0.105, 0.110, 0.122, 0.124, 0.134, 0.144, 0.146, 0.163, 0.167, 0.185, 0.180]
)
SHARES = LEFT.shape[1]
LAST_TURN = len(LEFT) - 1
