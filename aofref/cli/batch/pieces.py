"""Pieces: sources cut between records, so that workers can divide them into records (`--jobs`).

To divide them is up to half of the work, and were it the parent's, workers would wait for it.  A
cut is made only where a record surely begins, whatever stands before: see `_begins`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from typing import Generic, NamedTuple, TypeVar

from aofref.cli.batch import progress
from aofref.cli.batch.jobs import Tail
from aofref.cli.batch.sources import (
    Notice,
    SourcedRecord,
    Wanted,
    divided,
    nothing_in,
    of_lines,
    of_origin,
    over,
)
from aofref.cli.io.diagnostics import Broken
from aofref.cli.io.streams import STDIN
from aofref.notation.records import RawRecord
from aofref.notation.records.origin import read_origin
from aofref.notation.records.stream import LINES, blocks

Result = TypeVar("Result")

MOST = 8
"""So many times the size of a piece are read for a cut; then the rest is divided here."""
_LOOKED_AT = 500
"""Where a record begins is seen by so many bytes before it."""
_PLAY = re.compile(rb"[ \t]*[A-Za-z0-9*](?:[ \t!#&'*-.0-:<-Z\\^-z|~]|/(?!/))*\r?\n")
_BLANK = re.compile(rb"[ \t]*\r?\n")
_TAG = re.compile(rb'\[\w{1,99} "[ !#-Z^-~]{0,999}"\]\r?\n')


class Piece(NamedTuple):
    """Lines of a source from where a record begins to where one ends; `line` is the first of them.

    `begins` and `ends` say that they are the source's first and its last.  Where it breaks `off`
    the last of its records is none.  `parts` are the records, if they are divided already.
    """

    source: str
    content: bytes
    line: int
    begins: bool
    ends: bool = False
    off: bool = False
    parts: tuple[tuple[RawRecord, bytes], ...] = ()


def weight(found: Piece | Notice, dear: int) -> int:
    """Give how many bytes or characters there are in a piece, so many times."""
    if isinstance(found, Notice):
        return 0
    return dear * (len(found.content) + sum(len(raw.text) for raw, _ in found.parts))


# Cutting ----------------------------------------------------------------------------------------


def pieces(wanted: Wanted, size: int) -> Iterator[Piece | Notice]:
    """Cut the sources, in order, into pieces that weigh `size` or somewhat more, if they can be."""

    def of(name: str) -> Iterator[Piece | Notice]:
        return of_lines(name, wanted, lambda lines: _cut(name, lines, wanted, size))

    return over(wanted, of)


def _cut(name: str, stream: Iterable[bytes], wanted: Wanted, size: int) -> Iterator[Piece]:
    now = Piece(name, b"", 1, begins=True)
    kept: list[bytes] = []
    weighs = 0
    begun = blocks(stream, wanted.encoding)
    try:
        for block in begun:
            at = 0
            while at < len(block):
                enough = at + size - weighs
                end = block.find(b"\n", max(at, enough - 1)) + 1 or len(block)
                line = block[at:end]
                if weighs >= size:
                    if _begins(kept, line):
                        piece = _piece(now, kept)
                        yield piece
                        number = now.line + piece.content.count(b"\n")
                        now, kept, weighs = now._replace(line=number, begins=False), [], 0
                        continue
                    if weighs >= MOST * size:
                        rest = chain(kept, (block[at:],), begun)
                        yield from _divided_here(now, rest, wanted, size)
                        return
                kept += _last_lines(line) if enough > at else (line,)
                weighs += len(line)
                at = end
    except OSError as problem:
        piece = _piece(now, kept)._replace(off=True)
        yield piece
        raise Broken(problem, now.line + piece.content.count(b"\n")) from problem
    yield _piece(now, kept)._replace(ends=True)


def _last_lines(lines: bytes) -> list[bytes]:
    """Cut off the last lines, which `_begins` looks at one by one."""
    end = lines.rfind(b"\n", 0, max(0, len(lines) - _LOOKED_AT)) + 1
    found: list[bytes] = LINES.findall(lines, end)
    return [lines[:end], *found] if end else found


def _piece(now: Piece, lines: Sequence[bytes]) -> Piece:
    content = b"".join(lines)
    progress.have_read(len(content))
    return now._replace(content=content)


def _begins(before: Sequence[bytes], line: bytes) -> bool:
    """Say whether a record surely begins on a line.

    It is a tag pair, or tells the origin of a record; an empty line is before it, and before that
    one that holds at least a move, a number, a result or what is none of them, and no brace,
    bracket or parenthesis, nor a comment to its end.  If that line is in a comment or in an object
    of JSON, so is the empty one, and such a line as follows ends both.
    """
    if _TAG.fullmatch(line) is None and (
        line[:1] != b"%"
        or line[-1:] != b"\n"
        or read_origin(line.decode("latin-1").replace("\r\n", "\n")) is None
    ):
        return False
    at = len(before) - 1
    while at > 0 and _BLANK.fullmatch(before[at]) is not None:
        at -= 1
    is_whole = at <= 0 or before[at - 1].endswith(b"\n")  # or else the end of a very long line
    return is_whole and 0 <= at < len(before) - 1 and _PLAY.fullmatch(before[at]) is not None


def _divided_here(now: Piece, lines: Iterable[bytes], wanted: Wanted, size: int) -> Iterator[Piece]:
    """Give the rest of a source as pieces that are divided into records."""
    parts: list[tuple[RawRecord, bytes]] = []
    weighs = 0
    try:
        for part in divided(lines, wanted.encoding, wanted.with_bytes, now.line):
            if weighs >= size:
                yield now._replace(parts=tuple(parts))
                now, parts, weighs = now._replace(begins=False), [], 0
            parts.append(part)
            weighs += len(part[0].text)
    except Broken:
        yield now._replace(parts=tuple(parts))
        raise
    yield now._replace(parts=tuple(parts), ends=True)


# Dividing ---------------------------------------------------------------------------------------

_Divided = tuple[Piece, list[tuple[RawRecord, bytes]]]


@dataclass(frozen=True, slots=True)
class OfPieces(Generic[Result]):
    """What `work` makes of the records of pieces; their numbers are those of their sources."""

    work: Callable[[SourcedRecord | Notice], Result | Notice]
    encoding: str
    with_bytes: bool

    def opened(self, batch: list[Piece | Notice]) -> tuple[list[_Divided | Notice], Tail]:
        """Divide pieces into records."""
        held: list[_Divided | Notice] = []
        tail = Tail(0, fresh=False)
        for piece in batch:
            if isinstance(piece, Notice):
                held.append(piece)
                continue
            parts = list(piece.parts)
            if piece.content:
                lines = _lines(piece)
                with suppress(Broken):
                    parts.extend(divided(lines, self.encoding, self.with_bytes, piece.line))
            held.append((piece, parts))
            tail = Tail(len(parts), piece.begins).behind(tail)
        return held, tail

    def results(self, held: list[_Divided | Notice], before: int) -> list[Result | Notice]:
        """Work on records; so many of the first source are before them."""
        found: list[Result | Notice] = []
        for one in held:
            if isinstance(one, Notice):
                found.append(one)
                continue
            piece, parts = one
            before = 0 if piece.begins else before
            for raw, content in parts:
                before += 1
                item = SourcedRecord(raw, before, piece.source, content)
                found.append(self.work(of_origin(item) if item.source == STDIN else item))
            if piece.ends and not before:
                found.append(nothing_in(piece.source))
        return found


def _lines(piece: Piece) -> Iterable[bytes]:
    lines = BytesIO(piece.content)  # from which blocks can be taken, too
    return chain(lines, _broken_off()) if piece.off else lines


def _broken_off() -> Iterator[bytes]:
    yield b""
    raise OSError
