"""Record: the one record that a command is about."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from aofref.cli.batch.sources import Notice, SourcedRecord, Wanted, of_file
from aofref.cli.io.diagnostics import Unreadable, say, unreadable
from aofref.findings import Code
from aofref.judge.replay.opening import Setting
from aofref.notation.records import RawRecord

if TYPE_CHECKING:
    from aofref.library.record import Record
    from aofref.library.values import Finding

SAY_GAME = ": say --game"
"""The hint of commands that have the option."""


def the_record(name: str, encoding: str, game: str | None = None, hint: str = "") -> RawRecord:
    """Read the one record of a file, or of standard input, or the one that --game names.

    None or more is an error, which ends with the `hint`.
    """
    found: list[SourcedRecord] = []
    for one in islice(of_file(name, Wanted((name,), encoding, game=game)), 2):
        if isinstance(one, Notice):
            raise Unreadable(one.text.rstrip("\n"))
        found.append(one)
    if len(found) > 1:
        text = f"there is more than one record here{hint}"
        raise unreadable(name, Code.NO_RECORD, text)
    return found[0].raw


def judged(raw: RawRecord, name: str, chosen: Setting) -> Record:
    """Give a record of a file; its diagnostics go to standard error.  Leave if it has no play."""
    from aofref.library.record import Record

    found = Record(raw, chosen, name)
    found.check()
    say(diagnostics(found.findings, name))
    if found.start is None:
        raise SystemExit(2)
    return found


def well_formed(raw: RawRecord, name: str, chosen: Setting) -> Record:
    """Give a record of a file; leave with its diagnostics if something of it could not be read."""
    from aofref.library.record import Record

    found = Record(raw, chosen, name)
    if found.check() == "malformed":
        say(diagnostics(found.findings, name))
        raise SystemExit(2)
    return found


def status_of(of: Record) -> int:
    """Give the exit status that a record calls for."""
    return {"legal": 0, "illegal": 1, "malformed": 2}[of.status]


def diagnostics(findings: Iterable[Finding], name: str) -> str:
    """Give the lines of findings in a file."""
    return "".join(f"{found.diagnostic(name)}\n" for found in findings)
