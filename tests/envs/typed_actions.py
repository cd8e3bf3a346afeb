"""What is checked in every game of the words that people type for actions."""

import pytest
from backroom.envs.core.errors import InvalidOption
from backroom.envs.core.game import Game


def assert_no_action(game: Game, text: str) -> None:
    """The text is refused, with all the actions that there are."""
    with pytest.raises(InvalidOption) as refusal:
        game.parse_action(text)
    assert str(refusal.value) == f"{text!r} is none of {', '.join(game.actions)}"


def assert_ambiguous(game: Game, text: str, meant: set[str]) -> None:
    """The text is refused, with all that it could mean."""
    with pytest.raises(InvalidOption) as refusal:
        game.parse_action(text)
    assert str(refusal.value) == f"{text!r} could mean {', '.join(sorted(meant))}"
