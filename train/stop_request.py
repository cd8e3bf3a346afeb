"""A clean stop of a training."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class StopRequest:
    """Ctrl-C asks for a stop after the current decision; a second one interrupts at once. SIGTERM, by which batch systems stop
    a program, asks for the same."""

    def __init__(self, console: Console) -> None:
        self.made = False
        self._console = console

    @contextmanager
    def listening(self) -> Iterator["StopRequest"]:
        def ask(_signal: int, _frame: Any) -> None:
            self.made = True
            self._console.print("Stopping after this decision and saving; Ctrl-C again stops at once.")
            for number in SIGNALS:
                signal.signal(number, signal.default_int_handler)

        if threading.current_thread() is not threading.main_thread():
            yield self  # signals reach the main thread alone
            return
        previous = [signal.signal(number, ask) for number in SIGNALS]
        try:
            yield self
        finally:
            for number, handler in zip(SIGNALS, previous, strict=True):
                signal.signal(number, handler)
