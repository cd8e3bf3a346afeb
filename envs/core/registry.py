"""The names of the games. CONTRIBUTING.md has the steps of adding one. Light, so that importing the package stays quick."""

from typing import Any

VERSIONS = {"bespin_pazaak": 0, "captain_gin": 0, "cripple_mr_onion": 0, "pinwheel": 0, "republic_pazaak": 0, "roulette": 0}

# Games from outside this package, by name: see `add_game`.
guests: dict[str, Any] = {}


def games() -> list[str]:
    """The names of the games, sorted."""
    return sorted({*VERSIONS, *guests})


def gymnasium_id(name: str) -> str:
    """`"pinwheel"` as `"backroom/Pinwheel-v0"`."""
    return f"backroom/{''.join(part.capitalize() for part in name.split('_'))}-v{VERSIONS[name]}"
