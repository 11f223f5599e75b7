"""Standard output and standard error, as bytes; what click would do, which takes long to load."""

from __future__ import annotations

import sys


def put_bytes(data: bytes, *, err: bool = False) -> None:
    """Write bytes at once, behind what was written as text; nothing where the stream is closed."""
    stream = sys.stderr if err else sys.stdout
    if stream is not None:
        stream.flush()
        stream.buffer.write(data)
        stream.buffer.flush()
