"""The module that touches Numba, with `kernel_cache`: the `kernel` decorator, and templates of kernels bound to what they call.

Kernels must not call themselves, directly or in a circle: cached machine code of such a circle crashes when it is loaded.

Numba stamps a cached kernel with the file it stands in alone, so after an edit in an imported file the old machine code
would still run. The cache therefore lies in a folder named by a digest of every source that holds kernels, of the Numba
and NumPy versions and of the flags that change code. Each binding of a template has a folder of its own, because two
bindings share file and line; so has each folder of kernels outside this package, which that digest does not cover.

Set `BACKROOM_CACHE` to move the cache, `NUMBA_DISABLE_JIT=1` to run every kernel as plain Python.
"""

import functools
import hashlib
import importlib.util
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import cgutils, types
from numba.core import config as _numba_config
from numba.extending import intrinsic, overload

from .kernel_cache import check_files_of, find_folder

Function = TypeVar("Function", bound=Callable[..., Any])

ROOT = Path(__file__).resolve().parents[2]
KERNEL_FOLDERS = ("envs", "agents")
CONFIG: Any = _numba_config
COMPILED = not CONFIG.DISABLE_JIT


def _digest() -> str:
    flags = (numba.__version__, np.__version__, CONFIG.BOUNDSCHECK, CONFIG.OPT, sys.version_info[:2])
    digest = hashlib.sha256(repr(flags).encode())
    for folder in KERNEL_FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


CACHE = find_folder(_digest()) if COMPILED else None
_cache_is_set = threading.Lock()  # Numba takes the folder of a cache from a setting of the whole process


def kernel(function: Function, *, folder: str | None = None, inline: bool = False) -> Function:
    """Compile `function` on first call, cached on disk; uncompiled, let 64-bit chance wrap around silently.

    With `inline` it is always compiled into its callers: for small kernels that run at every decision. Elsewhere the
    longer compilation is not worth it.
    """
    if CACHE is None:
        return np.errstate(over="ignore")(function)
    place = CACHE / (_outside(function.__code__.co_filename) if folder is None else folder)
    with _cache_is_set:
        previous, CONFIG.CACHE_DIR = CONFIG.CACHE_DIR, str(place)
        try:
            compiled: Any = numba.njit(cache=True, nogil=True, forceinline=inline)(function)
        finally:
            CONFIG.CACHE_DIR = previous
    check_files_of(compiled)
    return compiled


inlined = functools.partial(kernel, inline=True)


def overwrite(s: Any, values: Any) -> None:
    """Copy the one record in `values` over the same fields of record `s`, where they lie side by side in the same order."""
    for name in values.dtype.names:
        s[name] = values[0][name]


@overload(overwrite, strict=False)
def _overwrite_compiled(s: Any, values: Any) -> Any:  # pyright: ignore[reportUnusedFunction]
    return lambda s, values: _copy_bytes(s, values)  # pyright: ignore[reportCallIssue]


@intrinsic
def _copy_bytes(_: Any, record: Any, values: Any) -> Any:
    """One copy, where assignments field by field take long to compile."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        record, values = signature.args
        fields = values.dtype
        first = min(fields.fields, key=fields.offset)
        array = context.make_array(values)(context, builder, arguments[1])
        target = cgutils.pointer_add(builder, arguments[0], context.get_constant(types.intp, record.offset(first)))
        cgutils.raw_memcpy(builder, target, array.data, context.get_constant(types.intp, fields.size), 1)
        return context.get_dummy_value()

    return types.void(record, values), generate


@functools.cache
def _outside(file: str) -> str:
    """The cache folder for kernels of a file outside this package, by all sources beside it; "" for those inside."""
    return "" if ROOT in Path(file).resolve().parents else f"outside-{_sources_beside(Path(file)).hexdigest()[:16]}"


def _sources_beside(file: Path) -> Any:
    """A digest of a file, or of its whole package where it stands in one."""
    in_package = (file.parent / "__init__.py").exists()
    digest = hashlib.sha256()
    for path in sorted(file.parent.rglob("*.py")) if in_package else [file]:
        digest.update(str(path).encode() + b"\0" + path.read_bytes())
    return digest


def _stamp(bound: Mapping[str, Any]) -> str:
    """Tells bindings apart whose sources the digest of this package does not cover: which functions and numbers they hold."""
    digest = hashlib.sha256()
    for name, value in bound.items():
        if isinstance(value, np.ndarray):
            digest.update(repr((name, value.dtype.str, value.shape)).encode() + value.tobytes())
        else:
            code = getattr(value, "py_func", value).__code__
            digest.update(
                repr((name, code.co_name, code.co_filename, code.co_firstlineno, _outside(code.co_filename))).encode()
            )
    return digest.hexdigest()[:8]


def bind(template: Path, name: str, bound: Mapping[str, Any], *, announce: bool = False) -> ModuleType:
    """Load the file `template` as a module of its own, with `bound`, kernels and constant arrays, among its globals.

    A kernel can only be cached on disk when what it calls are globals, not arguments or closures. With `announce`, who
    waits for a first compilation is told so on stderr.
    """
    folder = f"{template.stem}-{name}-{_stamp(bound)}"
    if announce and CACHE is not None and not (CACHE / folder).exists():
        print(f"backroom: compiling {name} for its first use, once, about half a minute ...", file=sys.stderr, flush=True)
    title = f"{_package_of(template)}._{template.stem}_{name}"
    spec = importlib.util.spec_from_file_location(title, template)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    cached = functools.partial(kernel, folder=folder)
    module.__dict__.update(bound, kernel=cached, inlined=functools.partial(cached, inline=True))
    sys.modules[title] = module
    spec.loader.exec_module(module)
    return module


def _package_of(template: Path) -> str:
    """The package that a template's relative imports start from."""
    base = __name__.removesuffix(".envs.core.jit")
    return ".".join([base, *template.resolve().parent.relative_to(ROOT).parts])
