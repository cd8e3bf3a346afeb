"""Roulette's options."""

from pydantic import Field

from ..core.options import Bankroll, BankrollOptions, PerSeat
from .observation import MAX_SPINS, MAX_USES
from .rules import MAX_CHIPS, MAX_SEATS


class RouletteOptions(BankrollOptions):
    """Options of a roulette table. Per-seat options take one value or one a seat."""

    num_players: int = Field(3, ge=1, le=MAX_SEATS, description="seats at the table (RO-2)")
    bankroll: PerSeat[Bankroll] = Field(50, description="units a seat brings to an episode (RO-2)")  # pyright: ignore[reportAssignmentType]
    max_chips: int = Field(5, ge=1, le=MAX_CHIPS, description="most chips on one bet (RO-3)")
    spins: int = Field(8, ge=1, le=MAX_SPINS, description="spins in an episode (RO-2)")
    cardsharp: PerSeat[bool] = Field(False, description="whether the seat may have the ball thrown again (RO-4)")  # pyright: ignore[reportAssignmentType]
    cardsharp_uses: int = Field(1, ge=0, le=MAX_USES, description="times in an episode that each cardsharp may (RO-1, RO-4)")
