"""What the command line and the club use of a Record and the library does not promise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aofref.findings import Place
from aofref.judge.replay.driver import unjudged
from aofref.library.record import Record

if TYPE_CHECKING:
    from aofref.judge.edit.rewrite import Rewritten
    from aofref.judge.replay.verdict import Replay
    from aofref.library.position import Position
    from aofref.notation.moves import Notation
    from aofref.notation.records import Origin, ParsedRecord, RawRecord


def verdict_of(record: Record) -> Replay:
    """Return the verdict, from which reports, summaries and clocks are made.

    The replay keeps no positions; after `mainline`, the verdict is that of its replay.
    """
    return record._replayed


def tokens_of(record: Record) -> ParsedRecord:
    """Return the tags and the tokens of a record."""
    return record._tokens


def content_of(record: Record) -> bytes:
    """Return the bytes of a record with their line ends, if it was read with its content."""
    return record._raw.content


def origin_of(record: Record) -> Origin | None:
    """Return the source and place given by its `% aofref:` line, which may be false; or None."""
    return record._raw.origin


def amended(record: Record, raw: RawRecord) -> Record:
    """Return a record with another text, judged by the same rulings."""
    return record._amended(raw)


def rewritten(record: Record, to: Notation | None) -> Rewritten:
    """Write a record in a notation, or as JSON for None: text, findings, number of plies.

    If the record cannot be read, the text is empty, and `findings` have the reason.
    """
    return record._rewritten(to)


def halfmoves_of(position: Position) -> int:
    """Return the halfmoves that a FEN has counted, which no position line has."""
    return position._core.halfmoves


def failed(record: Record, problem: Exception) -> Record:
    """Return the record with the verdict that aofref itself failed at it."""
    tried = Record(record._raw, record._setting, record.source, record.number)
    verdict = unjudged(record._raw, problem)
    vars(tried).update(_tokens=verdict.record, _replayed=verdict, _has_failed=True)
    return tried


def has_failed(record: Record) -> bool:
    """Return whether aofref itself failed at the record: see `failed`."""
    return "_has_failed" in vars(record)


def where_it_stood(record: Record) -> Record:
    """Return the record with the source, number and places given by its `% aofref:` line.

    `aofref select` writes this line, so that the next command of a pipe reports the file.
    """
    raw, origin = record._raw, record._raw.origin
    if origin is None:
        return record
    down, right = origin.start.line - raw.start.line, origin.start.column - raw.start.column

    def there(at: Place) -> Place:
        return Place(at.line + down, at.column + (right if at.line == raw.start.line else 0))

    moved = tuple(finding._replace(place=there(finding.place)) for finding in raw.findings)
    moved_raw = raw._replace(start=origin.start, findings=moved, reading=None)
    return Record(moved_raw, record._setting, origin.source, origin.number)
