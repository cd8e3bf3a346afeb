"""Side pots as in poker: who wins what when not everybody could pay as much."""

from ..core.jit import kernel


@kernel
def settle_pots(num_players, paid, live, rank, first, won):
    """Write into `won` the units each seat takes back from the table.

    `paid` (units put in), `live` (1: has not folded), `rank` (higher wins) are arrays over seats. A pot is formed at
    each amount that a live seat has paid, and goes to the highest rank among the live seats that paid that much; equal
    ranks share it, odd units going one by one clockwise from seat `first`. A part that nobody matched is a pot with one
    seat in it, so it goes back. The seat that paid most is always live: a seat folds only when another has paid more.
    """
    for seat in range(num_players):
        won[seat] = 0
    floor = 0
    while True:
        level = 0
        for seat in range(num_players):
            if live[seat] and paid[seat] > floor and (level == 0 or paid[seat] < level):
                level = paid[seat]
        if level == 0:
            return
        pot = 0
        best = 0
        winners = 0
        for seat in range(num_players):
            pot += max(0, min(paid[seat], level) - floor)
            if live[seat] and paid[seat] >= level:
                if winners == 0 or rank[seat] > best:
                    best = rank[seat]
                    winners = 1
                elif rank[seat] == best:
                    winners += 1
        odd = pot % winners
        for step in range(num_players):
            seat = (first + step) % num_players
            if live[seat] and paid[seat] >= level and rank[seat] == best:
                won[seat] += pot // winners
                if odd > 0:
                    won[seat] += 1
                    odd -= 1
        floor = level
