"""Addresses: records at the places that fsspec knows, such as s3://, http:// and memory://."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from typing import Any

from aofref.cli.common import Unreadable, complaint
from aofref.findings import Code
from aofref.text import in_one_line

CHUNK = 1 << 20
"""So many bytes are read at once."""


@contextmanager
def opened(address: str) -> Iterator[Iterator[bytes]]:
    """Open an address and give its lines."""
    try:
        stream = _fsspec().open(address, "rb").open()
    except Exception as problem:
        raise _unopened(address, problem) from problem
    with closing(stream):
        yield _lines(stream)


def _lines(stream: Any) -> Iterator[bytes]:
    """Give the lines of a stream; what breaks off its reading is an OSError."""
    try:
        yield from stream if isinstance(stream, io.BytesIO) else io.BufferedReader(stream, CHUNK)
    except OSError:
        raise
    except Exception as problem:  # each kind of address has its own
        raise OSError(in_one_line(problem)) from problem


def below(address: str, ending: str) -> list[str]:
    """List the addresses of files with this ending below one that ends in a slash, in order.

    Names that begin with a dot are passed over.
    """
    try:
        system, folder = _fsspec().url_to_fs(address)
        found = [path.removeprefix(folder).lstrip("/") for path in system.find(folder)]
    except Exception as problem:
        raise _unopened(address, problem) from problem
    seen = [path for path in found if not any(part.startswith(".") for part in path.split("/"))]
    return [address + path for path in sorted(seen) if path.endswith(ending)]


def _fsspec() -> Any:
    try:
        return import_module("fsspec.core")
    except ImportError as problem:
        raise ImportError("pip install 'aofref[dask]'") from problem


def _unopened(address: str, problem: Exception) -> Unreadable:
    why = str(problem) if isinstance(problem, ImportError) else in_one_line(problem)
    return Unreadable(complaint(address, Code.CANNOT_OPEN, f"this cannot be opened: {why}"))
