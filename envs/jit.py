"""The one module that touches Numba: the `kernel` decorator, and drivers bound to a game's rules.

Kernels must not call themselves, directly or in a circle: cached machine code of such a circle crashes when it is loaded.

Numba stamps a cached kernel with the file it stands in alone, so after an edit in an imported file the old machine code
would still run. The cache therefore lies in a folder named by a digest of every source that holds kernels, of the Numba
and NumPy versions and of the flags that change code. Each game has a folder of its own for the drivers, because the
drivers of two games share file and line.

Set `BACKROOM_CACHE` to move the cache, `NUMBA_DISABLE_JIT=1` to run every kernel as plain Python.
"""

import functools
import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import config as _numba_config

Function = TypeVar("Function", bound=Callable[..., Any])

ROOT = Path(__file__).resolve().parent.parent
KERNEL_FOLDERS = ("envs", "agents")
UNUSED_SECONDS = 30 * 24 * 3600
CONFIG: Any = _numba_config
COMPILED = not CONFIG.DISABLE_JIT


def _digest() -> str:
    flags = (numba.__version__, np.__version__, CONFIG.BOUNDSCHECK, CONFIG.OPT, sys.version_info[:2])
    digest = hashlib.sha256(repr(flags).encode())
    for folder in KERNEL_FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def _cache_folder() -> Path:
    """The folder of compiled kernels; a temporary one where the usual place can not be written."""
    home = os.environ.get("BACKROOM_CACHE")
    base = Path(home) if home else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "backroom"
    digest = _digest()
    try:
        if not (base / digest).is_dir():
            _forget_unused(base)
        (base / digest).mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=base / digest):
            pass
    except OSError:
        base = Path(tempfile.mkdtemp(prefix="backroom-"))
        print(f"backroom: the kernel cache can not be written; using {base} for this run", file=sys.stderr)
    return base / digest


def _forget_unused(base: Path) -> None:
    """Remove the code of sources that nobody has loaded for a month: every edit leaves a folder behind."""
    for folder in base.glob("[0-9a-f]" * 16):
        if time.time() - folder.stat().st_mtime > UNUSED_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


CACHE = _cache_folder() if COMPILED else None


def kernel(function: Function, *, folder: str = "", inline: bool = False) -> Function:
    """Compile `function` on first call, cached on disk; uncompiled, let 64-bit chance wrap around silently.

    With `inline` it is always compiled into its callers: for small kernels that run at every decision. Elsewhere the
    longer compilation is not worth it.
    """
    if CACHE is None:
        return np.errstate(over="ignore")(function)
    previous, CONFIG.CACHE_DIR = CONFIG.CACHE_DIR, str(CACHE / folder)
    try:
        compiled: Any = numba.njit(cache=True, nogil=True, forceinline=inline)(function)
        return compiled
    finally:
        CONFIG.CACHE_DIR = previous


inlined = functools.partial(kernel, inline=True)


def _stamp(rules: Mapping[str, Any]) -> str:
    """Tells games outside this package apart, whose sources the digest does not cover: which functions, of which files."""
    codes = [getattr(rule, "py_func", rule).__code__ for rule in rules.values()]
    digest = hashlib.sha256(repr([(code.co_name, code.co_firstlineno) for code in codes]).encode())
    for source in sorted({code.co_filename for code in codes}):
        digest.update(Path(source).read_bytes())
    return digest.hexdigest()[:8]


def bind(template: str, game: str, rules: Mapping[str, Any]) -> ModuleType:
    """Load the file `template` of this folder as a module of its own, with a game's rules as its globals.

    A kernel can only be cached on disk when what it calls are globals, not arguments or closures.
    """
    path = Path(__file__).with_name(template + ".py")
    name = f"{__package__}._{template}_{game}"
    folder = f"{template}-{game}-{_stamp(rules)}"
    if CACHE is not None and not (CACHE / folder).exists():
        print(f"backroom: compiling {game} for its first use, once, about half a minute ...", file=sys.stderr, flush=True)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    cached = functools.partial(kernel, folder=folder)
    module.__dict__.update(rules, kernel=cached, inlined=functools.partial(cached, inline=True))
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
