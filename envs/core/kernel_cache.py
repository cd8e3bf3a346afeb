"""Where compiled kernels are kept, and how they are read: a damaged file is as good as none."""

import atexit
import contextlib
import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from numba.core.caching import IndexDataCacheFile

UNUSED_SECONDS = 30 * 24 * 3600
DIGEST_SIZE = 32


class CheckedCacheFile(IndexDataCacheFile):
    """Numba's files of one kernel, each behind a digest of what it holds.

    Numba hands machine code to the processor as it finds it: a file that was cut short would end the program, again and again.
    """

    def _load_index(self) -> Any:
        try:
            return super()._load_index()
        except Exception:  # whatever damaged bytes make the reader raise
            return {}

    def _load_data(self, name: str) -> Any:
        content = Path(self._data_path(name)).read_bytes()
        digest, data = content[:DIGEST_SIZE], content[DIGEST_SIZE:]
        if hashlib.sha256(data).digest() != digest:
            raise OSError(f"{name} is damaged")  # to Numba a file that is not there
        return pickle.loads(data)

    def save(self, key: Any, data: Any) -> None:
        with contextlib.suppress(OSError):  # what can not be kept is compiled again
            super().save(key, data)

    def _save_data(self, name: str, data: Any) -> None:
        content = self._dump(data)
        with self._open_for_write(self._data_path(name)) as file:
            file.write(hashlib.sha256(content).digest() + content)


def check_files_of(compiled: Any) -> None:
    """Let a compiled function keep its code in checked files."""
    cache = compiled._cache
    cache._cache_file = CheckedCacheFile(cache.cache_path, cache._impl.filename_base, cache._impl.locator.get_source_stamp())


def find_folder(digest: str) -> Path:
    """The folder for the kernels of these sources: one's own, or else a temporary one, removed at the end of the process.

    A temporary one begins with what lies in one's own where that can be read and not written.
    """
    own = _own_folder()
    if own is not None:
        try:
            if not (own / digest).is_dir():
                _forget_unused(own)
            (own / digest).mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=own / digest):
                pass
            return own / digest
        except OSError:
            pass
    base = Path(tempfile.mkdtemp(prefix="backroom-"))
    atexit.register(shutil.rmtree, base, ignore_errors=True)
    print(f"backroom: the kernel cache can not be written; using {base} for this run", file=sys.stderr)
    if own is not None and (own / digest).is_dir():
        shutil.copytree(own / digest, base / digest)
        for folder, _, _ in os.walk(base):
            os.chmod(folder, 0o700)
    (base / digest).mkdir(exist_ok=True)
    return base / digest


def _own_folder() -> Path | None:
    """The place that the user names or that belongs to him; None where there is none, as in some containers."""
    named = os.environ.get("BACKROOM_CACHE")
    if named:
        return Path(named)
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "backroom"
    except RuntimeError:
        return None


def _forget_unused(base: Path) -> None:
    """Remove the code of sources that nobody has loaded for a month: every edit leaves a folder behind."""
    for folder in base.glob("[0-9a-f]" * 16):
        if time.time() - folder.stat().st_mtime > UNUSED_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)
