"""Words that every table uses."""


def counted(number: int, one: str, more: str | None = None) -> str:
    """`"1 card"`, `"2 cards"`; `more` where the plural is not with an s."""
    return f"{number} {one if number == 1 else more or one + 's'}"
