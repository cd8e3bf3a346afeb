"""Stop or go: the options of a table."""

from typing import Any

from backroom.envs.core.options import Bankroll, BankrollOptions, PerSeat
from pydantic import Field

from .rules import MAX_HANDS, MAX_ROUNDS, MAX_SEATS


class StopOrGoOptions(BankrollOptions):
    """Options of a table of stop or go."""

    num_players: int = Field(3, ge=2, le=MAX_SEATS, description="seats at the table")
    bankroll: PerSeat[Bankroll] = Field(10, description="units a seat brings to an episode")
    deciders: int = Field(MAX_SEATS, ge=1, le=MAX_SEATS, description="seats that decide, from the first on (SG-2)")
    rounds: int = Field(6, ge=1, le=MAX_ROUNDS, description="decisions in a hand at most (SG-6)")
    hands: int = Field(2, ge=1, le=MAX_HANDS, description="hands in an episode (SG-6)")

    def values(self) -> dict[str, Any]:
        return {**super().values(), "deciders": min(self.deciders, self.num_players)}
