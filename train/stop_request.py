"""A clean stop of a training."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Console


class StopRequest:
    """Ctrl-C asks for a stop after the current decision; a second one interrupts at once."""

    def __init__(self, console: Console) -> None:
        self.made = False
        self._console = console

    @contextmanager
    def listening(self) -> Iterator["StopRequest"]:
        def ask(_signal: int, _frame: Any) -> None:
            self.made = True
            self._console.print("Stopping after this decision and saving; Ctrl-C again stops at once.")
            signal.signal(signal.SIGINT, signal.default_int_handler)

        if threading.current_thread() is not threading.main_thread():
            yield self  # signals reach the main thread alone
            return
        previous = signal.signal(signal.SIGINT, ask)
        try:
            yield self
        finally:
            signal.signal(signal.SIGINT, previous)
