"""`python -m backroom`."""

from .cli import main

main()
