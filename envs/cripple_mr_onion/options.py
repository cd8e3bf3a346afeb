"""Options of Cripple Mr Onion."""

from collections.abc import Collection, Iterable
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, WithJsonSchema

from ..core.options import Bankroll, BankrollOptions, PerSeat
from .hands.modifiers import NUM_MODIFIERS, Modifier
from .observation import MAX_ROUNDS, MAX_STAKE
from .state import AT_RANDOM, MAX_SEATS, MOST_STAKES

ALL_MODIFIERS = tuple(range(NUM_MODIFIERS))
AT_LEAST_TWO = 2  # seats that can pay a Stake: with fewer no round begins (CO-6)


def as_bits(modifiers: Iterable[int]) -> int:
    """A set of modifiers as the record has it: bit m for modifier m."""
    return sum(1 << modifier for modifier in modifiers)


def _modifiers(value: Any) -> tuple[int, ...]:
    """Any set of modifiers, sorted."""
    if isinstance(value, str) and value == "all":
        return ALL_MODIFIERS
    if not isinstance(value, (list, tuple, set, frozenset)):
        raise ValueError(f"a list of numbers from 0 to {ALL_MODIFIERS[-1]} such as [0, 1, 4], or 'all', not {value!r}")
    for each in value:
        if not isinstance(each, int) or isinstance(each, bool) or each not in ALL_MODIFIERS:
            raise ValueError(f"{each!r} is no modifier: numbers from 0 to {ALL_MODIFIERS[-1]}, or 'all' for every one")
    on = tuple(sorted(value))
    twice = [each for each in on if on.count(each) > 1]
    if twice:
        raise ValueError(f"{twice[0]} stands there more than once: name each modifier once")
    missing = missing_modifiers(on)
    if missing:
        raise ValueError(missing)
    return on


def missing_modifiers(on: Collection[int]) -> str | None:
    """What is wanting beside these modifiers, and why; None: nothing."""
    if Modifier.WILD_CARD_LIMIT in on and not {Modifier.RUNNING_FLUSHES, Modifier.NULL_EIGHTS} <= set(on):
        return "2 needs 0 and 1: it limits the running flushes of 0 while the eights of 1 are wild"
    if Modifier.OCTAVO in on and Modifier.NULL_EIGHTS not in on:
        return "3 needs 1: without it eights are never wild, and there is no Octavo"
    if Modifier.FATE in on and not {Modifier.NULL_EIGHTS, Modifier.LADY} & set(on):
        return "5 needs 4 or 1: Fate answers the Lady of 4, or stops the eights of 1 being wild"
    return None


def _stake(value: Any, info: ValidationInfo) -> Any:
    """CO-6: who can not ante sits out, and a round takes two."""
    bankroll = sorted(info.data.get("bankroll", ()), reverse=True)
    if bankroll and isinstance(value, int) and bankroll[AT_LEAST_TWO - 1] < value <= MAX_STAKE:
        raise ValueError(
            f"{value} units are more than two seats bring: at most {bankroll[AT_LEAST_TWO - 1]}, "
            "the second largest bankroll, or no round begins"
        )
    return value


def _first_dealer(value: Any, info: ValidationInfo) -> Any:
    """A seat of this table, or chance."""
    seats = info.data.get("num_players")
    if seats is None:
        return value  # num_players itself was refused: that message is enough
    if value == "random" and isinstance(value, str):
        return value
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < seats:
        raise ValueError(f"'random' or a seat from 0 to {seats - 1}, not {value!r}")
    return value


ModifierNumber = Annotated[int, Field(ge=0, le=NUM_MODIFIERS - 1)]
ModifierSet = Annotated[tuple[ModifierNumber, ...], BeforeValidator(_modifiers)]
Stake = Annotated[int, BeforeValidator(_stake)]
# Which seats there are depends on the table: the schema has those of the largest.
FirstDealer = Annotated[
    int | Literal["random"],
    BeforeValidator(_first_dealer),
    WithJsonSchema({"minimum": 0, "maximum": MAX_SEATS - 1}),
]


class CrippleMrOnionOptions(BankrollOptions):
    """Options of a Cripple Mr Onion table. `bankroll` takes one value or one a seat."""

    num_players: int = Field(4, ge=2, le=MAX_SEATS, description="seats at the table")
    bankroll: PerSeat[Bankroll] = Field(100, description="units a seat brings to an episode (CO-14)")  # pyright: ignore[reportAssignmentType]
    modifiers: ModifierSet = Field(
        (0, 1),
        description='any set of the modifiers 0-11 (CO-M0 to CO-M11), or "all"; 2 needs 0 and 1, 3 needs 1, 5 needs 4 or 1',
        examples=[[], [0], "all", [0, 1, 2, 3], [4, 5], [1, 4, 5, 6, 7], [0, 8, 9, 10, 11]],
        json_schema_extra={"uniqueItems": True},
    )
    stake: Stake = Field(
        1, ge=1, le=MAX_STAKE, description="the Stake, units: ante, price of a card, step of the auction (CO-6, CO-9, CO-12)"
    )
    max_stake: int = Field(5, ge=1, le=MOST_STAKES, description="largest stake that the Dealer may name, in Stakes (CO-8)")
    max_raise: int = Field(5, ge=1, le=MOST_STAKES, description="largest raise or extra bet, in Stakes (CO-8, CO-9)")
    rounds: int = Field(4, ge=1, le=MAX_ROUNDS, description="rounds in an episode; modifier 1 reaches into the next one")
    first_dealer: FirstDealer = Field("random", description='who deals first: a seat from 0 up, or "random" (CO-5)')

    def values(self) -> dict[str, Any]:
        first_dealer = AT_RANDOM if self.first_dealer == "random" else self.first_dealer
        return {**super().values(), "modifiers": as_bits(self.modifiers), "first_dealer": first_dealer}
