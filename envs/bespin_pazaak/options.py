"""Options of Bespin Pazaak."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, field_validator

from ..core.options import Bankroll, BankrollOptions, PerSeat
from ..kit.antes import Ante
from ..kit.dice import dice_code, parse_dice_code
from ..kit.wagers import MAX_WAGER
from .observation import MAX_COST, MAX_FORCE, MAX_PERCENT, MAX_SETS
from .state import SEATS

DiceCode = Annotated[str, AfterValidator(lambda text: dice_code(*parse_dice_code(text, fewest=0)))]
ForcePoints = Annotated[int, Field(ge=0, le=MAX_FORCE)]


class BespinOptions(BankrollOptions):
    """Options of a Bespin Pazaak table. Per-seat options take one value or one a seat."""

    num_players: int = Field(SEATS, ge=SEATS, le=SEATS, description="seats at the table")
    bankroll: PerSeat[Bankroll] = Field(50, description="units a seat brings to a match")  # pyright: ignore[reportAssignmentType]
    skills: PerSeat[DiceCode] = Field(
        "4D",  # pyright: ignore[reportAssignmentType]
        description="Gambling dice code a seat, 0D-30D with pips 0-2, the only skill that counts; 0D: no roll (BP-5, BP-12)",
        examples=["0D", "14D"],
    )
    ante: Ante = Field(1, description="units both seats stake before anything else (BP-0)")
    max_match_bet: int = Field(5, ge=0, le=MAX_WAGER, description="largest bet on the match (BP-11)")
    max_set_bet: int = Field(2, ge=0, le=MAX_WAGER, description="largest side bet on a set; 0: none is offered (BP-11)")
    cheating: bool = Field(False, description="whether seats may announce that they cheat (BP-13)")
    caught_pays: float = Field(
        2.0, ge=0.0, le=MAX_PERCENT / 100, description="times the stakes that a caught cheat pays, in hundredths (BP-13)"
    )
    force_points: PerSeat[ForcePoints] = Field(0, description="Force points a seat holds (BP-14)")  # pyright: ignore[reportAssignmentType]
    force_sensitive: PerSeat[bool] = Field(False, description="whether a seat is Force-sensitive (BP-14)")  # pyright: ignore[reportAssignmentType]
    dark_side_cost: int = Field(0, ge=0, le=MAX_COST, description="units that a dark side point costs at the end (BP-14)")
    motive: PerSeat[Literal["money", "rebellion"]] = Field(
        "money",  # pyright: ignore[reportAssignmentType]
        description="what a seat plays for: `rebellion` gives its winnings and gains no dark side points (BP-14)",
    )
    max_sets: int = Field(20, ge=1, le=MAX_SETS, description="sets, true ties too, after which the match is void (BP-10)")

    @field_validator("caught_pays")
    @classmethod
    def _in_hundredths(cls, times: float) -> float:
        if abs(times * 100 - round(times * 100)) > 1e-9:
            raise ValueError(f"{times} has more than two decimals")
        return times

    def values(self) -> dict[str, Any]:
        codes = [parse_dice_code(code, fewest=0) for code in self.skills]
        return {
            **super().values(),
            "dice": [dice for dice, _ in codes],
            "pips": [pips for _, pips in codes],
            "caught_pays_percent": round(100 * self.caught_pays),
            "for_rebellion": [motive == "rebellion" for motive in self.motive],
        }
