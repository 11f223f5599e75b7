"""Record: the one record that a command is about."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from aofref.cli.batch.sources import Notice, SourcedRecord, Sources, of_file
from aofref.cli.io.diagnostics import Unreadable, say, unreadable
from aofref.findings import Code
from aofref.judge.replay.opening import Setting
from aofref.notation.records import RawRecord

if TYPE_CHECKING:
    from aofref.findings import Finding
    from aofref.library.record import Record

SAY_GAME = ": say --game"
"""The hint of commands that have the option."""


def the_record(name: str, encoding: str, game: str | None = None, hint: str = "") -> RawRecord:
    """Read the one record of a file, or of standard input, or the one that --game names.

    None or more is an error, which ends with the `hint`.
    """
    records: list[SourcedRecord] = []
    for item in islice(of_file(name, Sources((name,), encoding, game=game)), 2):
        if isinstance(item, Notice):
            raise Unreadable(item.text.rstrip("\n"))
        records.append(item)
    if len(records) > 1:
        text = f"there is more than one record here{hint}"
        raise unreadable(name, Code.NO_RECORD, text)
    return records[0].raw


def judged(raw: RawRecord, name: str, chosen: Setting) -> Record:
    """Judge a record of a file; its diagnostics go to standard error.  Leave if it has no play."""
    from aofref.library.record import Record

    record = Record(raw, chosen, name)
    record.check()
    say(diagnostics(record.findings, name))
    if record.start is None:
        raise SystemExit(2)
    return record


def well_formed(raw: RawRecord, name: str, chosen: Setting) -> Record:
    """Judge a record of a file; leave with its diagnostics if something could not be read."""
    from aofref.library.record import Record

    record = Record(raw, chosen, name)
    if record.check() == "malformed":
        say(diagnostics(record.findings, name))
        raise SystemExit(2)
    return record


def status_of(record: Record) -> int:
    """The exit status that a record calls for."""
    return {"legal": 0, "illegal": 1, "malformed": 2}[record.status]


def diagnostics(findings: Iterable[Finding], name: str) -> str:
    """Write findings in a file as lines."""
    return "".join(f"{finding.diagnostic(name)}\n" for finding in findings)
