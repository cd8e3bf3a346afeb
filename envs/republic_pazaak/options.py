"""Options of Republic Pazaak."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationInfo, WithJsonSchema

from ..core.options import Bankroll, BankrollOptions, PerSeat
from ..kit.antes import Ante
from ..kit.wagers import MAX_WAGER
from .cards import IN_DECK, IN_HAND, KINDS, PRESETS, RANDOM, shared_side_deck, side_deck
from .observation import MAX_ROUNDS
from .state import MAX_SEATS, MAX_USES


def _decks(given: Any, info: ValidationInfo) -> tuple[tuple[str, ...], ...]:
    """One deck a seat, or one for all where it is shared; a deck drawn at random is written `("random",)`."""
    seats = info.data.get("num_players")
    shared = info.data.get("shared_side_deck")
    if seats is None or shared is None:
        return ()  # refused already
    if shared:
        return (_deck(_only(given), seats),)
    one_a_seat = isinstance(given, (list, tuple)) and len(given) == seats
    if not one_a_seat and (isinstance(given, str) or _are_codes(given)):
        return (_deck(given, None),) * seats
    if not one_a_seat:
        raise ValueError(f"give one side deck, or one a seat ({seats} here)")
    return tuple(_deck(deck, None) for deck in given)


def _only(given: Any) -> Any:
    """A shared deck may be written as the only item of a list."""
    return given[0] if isinstance(given, (list, tuple)) and len(given) == 1 else given


def _are_codes(given: Any) -> bool:
    if not isinstance(given, (list, tuple)) or not all(isinstance(item, str) for item in given):
        return False
    return any(item not in PRESETS and item != RANDOM for item in given)


def _deck(cards: Any, seats_that_share: int | None) -> tuple[str, ...]:
    if _only(cards) == RANDOM:
        return (RANDOM,)
    if not isinstance(cards, (str, list, tuple)):
        raise ValueError(f"{cards!r} is no side deck: write {', '.join(PRESETS)}, {RANDOM}, or codes of cards")
    return side_deck(cards) if seats_that_share is None else shared_side_deck(cards, seats_that_share)


SideDecks = Annotated[
    tuple[tuple[str, ...], ...], BeforeValidator(_decks), WithJsonSchema({"type": "string", "enum": [*PRESETS, RANDOM]})
]


class RepublicOptions(BankrollOptions):
    """Options of a Republic Pazaak table. Per-seat options take one value or one a seat."""

    num_players: int = Field(2, ge=2, le=MAX_SEATS, description="seats at the table")
    bankroll: PerSeat[Bankroll] = Field(50, description="units a seat brings to a game")  # pyright: ignore[reportAssignmentType]
    shared_side_deck: bool = Field(False, description="whether all hands are dealt from one side deck (RP-3)")
    side_decks: SideDecks = Field(
        "balanced",  # pyright: ignore[reportAssignmentType]
        description="a preset, `random` (ten drawn from one of every kind), ten codes such as `+3` or `+-1/2`, or a list of "
        "these, one a seat; codes, four or more a seat, where the side deck is shared (RP-2, RP-3)",
    )
    rounds: int = Field(3, ge=1, le=MAX_ROUNDS, description="rounds in a game (RP-8)")
    max_rounds: int = Field(
        20, ge=1, le=MAX_ROUNDS, description="rounds at the most: then who leads wins, a level game is drawn (RP-8)"
    )
    ante: Ante = Field(1, description="units each seat stakes on the game")
    max_bet: int = Field(5, ge=0, le=MAX_WAGER, description="largest bet on the game; 0: none is offered")
    max_round_bet: int = Field(0, ge=0, le=MAX_WAGER, description="largest bet on a round; 0: none is offered")
    force_sensitive: PerSeat[bool] = Field(True, description="whether a seat is Force-sensitive (RP-9)")  # pyright: ignore[reportAssignmentType]
    cardsharp: PerSeat[bool] = Field(False, description="whether a seat is a cardsharp (RP-10)")  # pyright: ignore[reportAssignmentType]
    cardsharp_uses: int = Field(1, ge=0, le=MAX_USES, description="main cards a cardsharp may throw away in a game (RP-10)")

    def values(self) -> dict[str, Any]:
        random_size = max(IN_DECK, IN_HAND * self.num_players) if self.shared_side_deck else IN_DECK
        decks = [
            [0] * random_size if deck == (RANDOM,) else sorted(KINDS.index(code) for code in deck) for deck in self.side_decks
        ]
        return {
            **super().values(),
            "shared": self.shared_side_deck,
            "shared_size": len(decks[0]) if self.shared_side_deck else 0,
            "random_deck": [deck == (RANDOM,) for deck in self.side_decks],
            "side_card": [kind for deck in decks for kind in deck],
        }
