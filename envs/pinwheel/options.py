"""Pinwheel's options."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from ..core.options import Bankroll, BankrollOptions, PerSeat
from ..kit.dice import dice_code, parse_dice_code
from .observation import MAX_HANDS, MAX_RAISES
from .rules import MAX_RAISE, MAX_SEATS, NO_LIMIT

DiceCode = Annotated[str, AfterValidator(lambda text: dice_code(*parse_dice_code(text)))]


class PinwheelOptions(BankrollOptions):
    """Options of a Pinwheel table. Per-seat options take one value or one a seat."""

    num_players: int = Field(4, ge=2, le=MAX_SEATS, description="seats at the table")
    bankroll: PerSeat[Bankroll] = Field(50, description="units a seat brings to an episode (PW-13)")  # pyright: ignore[reportAssignmentType]
    skills: PerSeat[DiceCode] = Field("4D", description="Gambling dice code a seat, 1D-30D with pips 0-2 (PW-10)")  # pyright: ignore[reportAssignmentType]
    skills_public: bool = Field(True, description="whether seats see each other's dice code (PW-14)")
    max_raise: int = Field(5, ge=1, le=MAX_RAISE, description="largest single raise, units (PW-4)")
    max_raises: int | None = Field(
        4, ge=0, le=MAX_RAISES, description="bets and raises together in one betting round; null: no limit (PW-4)"
    )
    hands: int = Field(4, ge=1, le=MAX_HANDS, description="hands in an episode: a set (PW-13)")
    odd_secret: Literal["adds", "subtracts"] = Field(
        "adds", description="whether an odd secret die counts against its seat from Draw One on (PW-9)"
    )
    credits_per_unit: int = Field(10, ge=1, le=1_000_000, description="printing only: credits that one unit stands for")

    def values(self) -> dict[str, Any]:
        codes = [parse_dice_code(code) for code in self.skills]
        return {
            **super().values(),
            "dice": [dice for dice, _ in codes],
            "pips": [pips for _, pips in codes],
            "max_raises": NO_LIMIT if self.max_raises is None else self.max_raises,
            "odd_secret_subtracts": self.odd_secret == "subtracts",
        }
