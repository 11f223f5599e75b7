"""Addresses: records at addresses of fsspec, such as s3://, http:// and memory://."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import import_module
from typing import Any

from aofref.cli.io import not_opened
from aofref.library.folders import Entry, why_not
from aofref.text import in_one_line, install


@contextmanager
def opened(address: str) -> Iterator[Iterator[bytes]]:
    """Open an address, and yield its lines."""
    try:
        system, path = import_module("fsspec.core").url_to_fs(address)
        stream = system.open(path, "rb")
    except Exception as problem:
        raise not_opened(address, _fault(problem)) from problem
    with closing(stream):
        yield _lines(stream)


def _lines(stream: Any) -> Iterator[bytes]:
    """Yield the lines of a stream; any exception of reading becomes an OSError."""
    rest = b""
    try:
        while chunk := stream.read(1 << 20):  # bytes at once
            *whole, rest = (rest + chunk).split(b"\n")
            yield from (line + b"\n" for line in whole)
    except OSError:
        raise
    except Exception as problem:
        raise _fault(problem) from problem
    if rest:
        yield rest


def below(address: str) -> list[Entry]:
    """List the files below an address that ends in a slash, in order; links are not followed.

    Folders whose names begin with a dot are left out.
    """
    try:
        system, folder = import_module("fsspec.core").url_to_fs(address)
        found = system.find(folder, detail=True).items()
    except Exception as problem:
        return [Entry(address, _fault(problem))]
    files = sorted((path.removeprefix(folder).lstrip("/"), about) for path, about in found)
    return [
        Entry(address + path, why_not(path, is_link=bool(about.get("islink")), is_file=True))
        for path, about in files
        if not any(part.startswith(".") for part in path.split("/"))
    ]


def _fault(problem: Exception) -> OSError:
    """Return the error of an address, of which each kind has its own."""
    if isinstance(problem, ImportError):  # fsspec, or what it names as needed for such addresses
        lacks = (problem.name or "").startswith("fsspec")
        return OSError(install("dask") if lacks else str(problem))
    return OSError(in_one_line(problem))
