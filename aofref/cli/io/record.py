"""Record: the one record that a command is about."""

from __future__ import annotations

from itertools import islice

from aofref.cli.batch.sources import Notice, SourcedRecord, Wanted, of_file
from aofref.cli.io.diagnostics import Unreadable, say, unreadable
from aofref.findings import Code
from aofref.judge.replay.driver import replay
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Judged, Replay, Unopened
from aofref.notation.records import RawRecord, read
from aofref.report.text.messages import diagnostics


def the_record(name: str, encoding: str) -> RawRecord:
    """Read the one record of a file, or of standard input; none or more is an error."""
    return _only(name, Wanted((name,), encoding))


def record_of(name: str, encoding: str, game: str | None) -> RawRecord:
    """Read the one record of a file, or of standard input, or the one that --game names."""
    return _only(name, Wanted((name,), encoding, game=game), ": say --game")


def _only(name: str, wanted: Wanted, hint: str = "") -> RawRecord:
    found: list[SourcedRecord] = []
    for one in islice(of_file(name, wanted), 2):
        if isinstance(one, Notice):
            raise Unreadable(one.text.rstrip("\n"))
        found.append(one)
    if len(found) > 1:
        text = f"there is more than one record here{hint}"
        raise unreadable(name, Code.NO_RECORD, text)
    return found[0].raw


def replayed(raw: RawRecord, name: str, chosen: Setting) -> Replay:
    """Replay a record of a file; its diagnostics go to standard error.  Leave if it has no play."""
    found = replay(read(raw), chosen)
    say(diagnostics(name, found.findings))
    if isinstance(found, Unopened):
        raise SystemExit(2)
    return found


def well_formed(found: Judged, name: str) -> Replay:
    """Leave with its diagnostics if something of a record could not be read."""
    if isinstance(found, Unopened) or found.status == "malformed":
        say(diagnostics(name, found.findings))
        raise SystemExit(2)
    return found
