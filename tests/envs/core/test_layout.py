"""Layouts of observations, those of all games."""

import backroom
import numpy as np


def test_every_number_of_a_piece_survives_the_vector_and_its_bounds(game: str):
    """From the lowest to the highest number that is declared; wide ranges at their ends and in steps."""
    layout = backroom.make(game).game.layout
    for piece, start in zip(layout, layout.at, strict=True):
        width = piece.high - piece.low
        numbers = {*range(piece.low, piece.high + 1, max(1, width // 300)), piece.low, piece.low + 1, piece.high}
        low, high = (bound[start] for bound in layout.bounds())
        vector = np.zeros(layout.size, np.float32)
        for number in sorted(numbers):
            vector[start] = np.float32(number) * layout.scales[start]
            assert low <= vector[start] <= high, number
            assert layout.read(vector)[piece.name][0] == number


def test_pieces_fill_the_vector_without_gaps(game: str):
    """In their order; the places that kernels use are those of the pieces."""
    layout = backroom.make(game).game.layout
    ends = [0]
    for piece in layout:
        placed = layout.placed()[piece.name]
        assert placed.slice.start == getattr(layout.at, piece.name) == ends[-1]
        ends.append(placed.slice.stop)
    assert ends[-1] == layout.size
