"""Antes: what every seat stakes before anything else."""

from typing import Annotated

from pydantic import AfterValidator, Field, ValidationInfo

MAX_ANTE = 50


def _can_be_paid(ante: int, info: ValidationInfo) -> int:
    if ante > min(info.data.get("bankroll", (ante,))):
        raise ValueError(f"{ante} units are more than a seat brings: at most the smallest bankroll")
    return ante


# An option that stands behind `bankroll`.
Ante = Annotated[int, Field(ge=0, le=MAX_ANTE), AfterValidator(_can_be_paid)]
