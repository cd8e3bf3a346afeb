"""Writing files whole or not at all."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any


def partial_of(path: Path) -> Path:
    """Where `replace_with` writes; a process that was killed meanwhile leaves it behind."""
    return path.with_name("." + path.name)


def replace_with(path: Path, save: Callable[[Path], Any]) -> None:
    """Let `save` write a file beside `path`, then put it in its place: what was there stays until then.

    An `OSError` names the file.
    """
    partial = partial_of(path)
    try:
        save(partial)
        os.replace(partial, path)
    except BaseException as error:
        partial.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.filename is None:
            error.filename = str(path)
        raise
