"""Options of Captain gin."""

from typing import Any, Literal

from pydantic import Field

from ..core.options import GameOptions
from .observation import MAX_BONUS, MAX_HANDS, MAX_LIMIT, MAX_STAKE, MAX_TARGET, MAX_TURNS, MOST_UNMATCHED
from .state import MAX_SEATS


class CaptainGinOptions(GameOptions):
    """Options of a Captain gin table. Seats bring no units: what a hand pays may run up without bound (CG-13)."""

    num_players: int = Field(MAX_SEATS, ge=MAX_SEATS, le=MAX_SEATS, description="seats at the table")
    gin_bonus: int = Field(25, ge=0, le=MAX_BONUS, description="points for going gin (CG-11); some play 20")
    undercut_bonus: int = Field(10, ge=0, le=MAX_BONUS, description="points for an undercut (CG-11)")
    knock_limit: int = Field(10, ge=0, le=MAX_LIMIT, description="most unmatched points with which a player may knock (CG-8)")
    target: int = Field(100, ge=1, le=MAX_TARGET, description="points that win the game (CG-13)")
    advice: bool = Field(True, description="whether the seat out advises the captain (CG-4); else it has no turn")
    stake: int = Field(1, ge=1, le=MAX_STAKE, description="units a point at the settlement (CG-13)")
    settlement: Literal["partners", "scores"] = Field(
        "partners", description="who pays whom (CG-13): the box stands against the other two, or every pair settles its scores"
    )
    max_hands: int = Field(50, ge=1, le=MAX_HANDS, description="hands after which the game ends as it stands")
    max_turns: int = Field(100, ge=1, le=MAX_TURNS, description="turns without a knock after which a hand is drawn (CG-12)")

    def illegal_penalty(self) -> float:
        """The most that a hand can cost: nothing is put in, and who is losing must not gain by breaking the rules."""
        return 2.0 * self.stake * (MOST_UNMATCHED + max(self.gin_bonus, self.undercut_bonus))

    def values(self) -> dict[str, Any]:
        return {**super().values(), "partners": self.settlement == "partners"}
