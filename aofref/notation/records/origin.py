"""Origin: where a record stood before `select` took it out of its file, on a line before it.

The line is one that begins with a percent sign, which every reader of PGN skips.  Wherever it
stands, it ends the record before it, and it is not part of any record.
"""

from typing import NamedTuple

from aofref.findings import Place
from aofref.text import on_one_line, pattern

_LINE = pattern(
    r"% aofref: (.+):([1-9][0-9]{0,8}):([1-9][0-9]{0,8}): record ([1-9][0-9]{0,8})\n?\Z"
)


class Origin(NamedTuple):
    """A source, the place in it that a record began at, and its number there."""

    source: str
    start: Place
    number: int


def write_origin(origin: Origin) -> str:
    """Write the line of an origin; its source is made safe."""
    (line, column), source = origin.start, on_one_line(origin.source)
    return f"% aofref: {source}:{line}:{column}: record {origin.number}\n"


def read_origin(line: str) -> Origin | None:
    """Read the line of an origin, or give None for any other line."""
    found = _LINE.match(line) if line.startswith("%") else None
    if found is None:
        return None
    source, *numbers = found.groups()
    at, column, number = map(int, numbers)
    return Origin(source, Place(at, column), number)
