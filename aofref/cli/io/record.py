"""Record: the one record that a command is about."""

from __future__ import annotations

from itertools import islice

from aofref.cli.batch.sources import Notice, Sources, of_file
from aofref.cli.io.diagnostics import Unreadable, say, unreadable
from aofref.findings import Code, diagnostics
from aofref.judge.replay.opening import Setting
from aofref.library.record import Record

SAY_GAME = ": say --game"
"""The hint of commands that have the option."""


def the_record(
    name: str, encoding: str, chosen: Setting, game: str | None = None, hint: str = ""
) -> Record:
    """Read the one record of a file, or of standard input, or the one that --game names.

    None or more is an error, which ends with the `hint`.
    """
    records: list[Record] = []
    for item in islice(of_file(name, Sources((name,), chosen, encoding, game=game)), 2):
        if isinstance(item, Notice):
            raise Unreadable(item.text.rstrip("\n"))
        records.append(item)
    if len(records) > 1:
        text = f"there is more than one record here{hint}"
        raise unreadable(name, Code.NO_RECORD, text)
    return records[0]


def judged(record: Record) -> Record:
    """Judge a record; its diagnostics go to standard error.  Leave if it has no play."""
    record.check()
    say(diagnostics(record.source, record.findings))
    if record.start is None:
        raise SystemExit(2)
    return record


def well_formed(record: Record) -> Record:
    """Judge a record; leave with its diagnostics if something could not be read."""
    if record.check() == "malformed":
        say(diagnostics(record.source, record.findings))
        raise SystemExit(2)
    return record


def status_of(record: Record) -> int:
    """The exit status that a record calls for."""
    return {"legal": 0, "illegal": 1, "malformed": 2}[record.status]
