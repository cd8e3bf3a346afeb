"""Options of a table: one validated, frozen model a game. What is impossible is refused here, in words."""

import difflib
from collections.abc import Mapping
from typing import Annotated, Any, Self, TypeVar

import numpy as np
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PrivateAttr, ValidationError, ValidationInfo

from .errors import InvalidOption

Value = TypeVar("Value")


def _one_a_seat(value: Any, info: ValidationInfo) -> Any:
    """One value for all seats becomes one a seat."""
    seats = info.data.get("num_players")
    if seats is None:
        return value  # num_players itself was refused: that message is enough
    if not isinstance(value, (list, tuple)):
        return (value,) * seats
    if len(value) != seats:
        raise ValueError(f"{len(value)} values for {seats} seats: give one value, or one a seat")
    return tuple(value)


PerSeat = Annotated[tuple[Value, ...], BeforeValidator(_one_a_seat)]


MAX_BANKROLL = 1000  # units a seat can bring to any table
Bankroll = Annotated[int, Field(ge=1, le=MAX_BANKROLL)]


class GameOptions(BaseModel):
    """What every table has. A game's options extend this; `num_players` comes first, so per-seat options can follow it."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, validate_default=True)

    num_players: int
    _given: dict[str, Any] = PrivateAttr(default_factory=dict)  # as the caller wrote them, one value for all seats or not

    @classmethod
    def parse(cls, game: str, given: Mapping[str, Any]) -> Self:
        """The options `given` over the defaults. Raises `InvalidOption` that says what is allowed."""
        plain = {name: _plain(value) for name, value in given.items()}
        try:
            options = cls.model_validate(plain)
        except ValidationError as error:
            raise InvalidOption(f"{game}: " + explain_validation(cls, error)) from None
        options._given = plain
        return options

    def overridden(self, game: str, reset_options: Mapping[str, Any] | None) -> Self:
        """These options with `reset_options["game"]` laid over them; itself where there is none. Other keys are ignored.

        Raises `InvalidOption`, also where the number of seats would change.
        """
        if reset_options is not None and not isinstance(reset_options, Mapping):
            raise InvalidOption(f"options: a mapping such as {{'game': {{...}}}}, not {reset_options!r}")
        override = (reset_options or {}).get("game")
        if override is None:
            return self
        if not isinstance(override, Mapping):
            raise InvalidOption(f'options["game"] is a mapping of option names to values, not {override!r}')
        table = self.parse(game, {**self._given, **override})
        if table.num_players != self.num_players:
            raise InvalidOption(
                f"num_players can not change at a reset ({self.num_players} seats here): make another environment"
            )
        return table

    def illegal_penalty(self) -> float:
        """Units that an illegal action costs at least, where it ends a learner's episode; what it has in is lost anyhow."""
        return 1.0

    def values(self) -> dict[str, Any]:
        """What the options come to, by name: those that the record has a field for are written into it.

        A value is a number, or a list of numbers, followed by zeros where the field has room for more.
        """
        return {name: getattr(self, name) for name in type(self).model_fields}

    def fill(self, s: Any) -> None:
        """Write the options into the record `s`."""
        for name, value in self.values().items():
            if name in s.dtype.names:
                s[name] = value if np.ndim(value) == 0 else [*value, *[0] * (len(s[name]) - len(value))]


class BankrollOptions(GameOptions):
    """What a table has to which seats bring units, and at which none can lose more than it brought."""

    bankroll: PerSeat[int]


def _plain(value: Any) -> Any:
    """NumPy scalars and arrays as plain Python, which strict validation asks for."""
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def explain_validation(model: type[BaseModel], error: ValidationError) -> str:
    """A pydantic error in one sentence a mistake: what is wrong, and what would be right."""
    items = error.errors(include_url=False)
    # without a number of seats no per-seat option can be right: what is said of them would mislead
    first = [item for item in items if item["loc"] == ("num_players",)]
    return "; ".join(_explain(model, item) for item in first or items)


def _explain(model: type[BaseModel], item: Any) -> str:
    where = ".".join(str(part) for part in item["loc"])
    if item["type"] == "extra_forbidden":
        known = _fields_at(model, item["loc"][:-1])
        close = difflib.get_close_matches(str(item["loc"][-1]), known, n=1)
        hint = f"did you mean {close[0]!r}? " if close else ""
        return f"unknown option {where!r}; {hint}known: {', '.join(known)}"
    if item["type"] == "missing":
        return f"{where}: missing"
    text = str(item["msg"]).removeprefix("Value error, ").removeprefix("Input ")
    got = "" if isinstance(item["input"], Mapping) else f", not {item['input']!r}"
    return f"{where}: {text}" + (got if item["type"] != "value_error" else "")


def _fields_at(model: type[BaseModel], path: tuple[Any, ...]) -> list[str]:
    """Names of the fields of the model that lies at `path` below `model`."""
    for part in path:
        field = model.model_fields.get(part) if isinstance(part, str) else None
        for candidate in [] if field is None else [field.annotation, *getattr(field.annotation, "__args__", ())]:
            if isinstance(candidate, type) and issubclass(candidate, BaseModel):
                model = candidate
                break
    return list(model.model_fields)
