"""Writing files whole or not at all."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any


def replace_with(path: Path, save: Callable[[Path], Any]) -> None:
    """Let `save` write a file beside `path`, then put it in its place: what was there stays until then."""
    partial = path.with_name("." + path.name)
    try:
        save(partial)
        os.replace(partial, path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
