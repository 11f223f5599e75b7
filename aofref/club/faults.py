"""Faults: files of a club that the arbiter must correct: illegal, unreadable, damaged, or gone."""

import errno
from collections.abc import Iterator
from pathlib import Path
from shlex import quote

from aofref.club import journal, plans
from aofref.club.log import LOG
from aofref.club.session import ClubSession
from aofref.club.store import is_usable, pass_over, whole
from aofref.findings import START, Code, Finding, Place, Refusal, Severity
from aofref.text import in_one_line
from aofref.values import Value


class FileFault(Value):
    """Why a file must be corrected, where it is, and the command that helps."""

    path: Path
    finding: Finding
    command: str

    def __str__(self) -> str:
        return self.finding.diagnostic(str(self.path))

    @property
    def message(self) -> str:
        """The diagnostic without the file: the place, the code, the sentence."""
        return self.finding.diagnostic("").removeprefix(":")

    @property
    def do(self) -> str:
        """The command to type."""
        return self.command.format(quote(str(self.path)))


def faults(session: ClubSession, folder: Path) -> Iterator[FileFault]:
    """Yield the faults of a club whose directory is called `folder`, one a file."""
    for id_, path in session.paths.items():
        fault = _fault(session, id_)
        if fault is not None:
            is_move = fault.refusal.severity is Severity.ILLEGAL and fault.token >= 0
            decides = is_move and fault.code is not Code.FALSE_RESULT
            command = "aofref decide --in-place {} takeback" if decides else "aofref check {}"
            yield FileFault(folder / "games" / path.name, fault, command)
    known = {session.store.known_file(path).name for path in session.paths.values()}
    games = {session.store.known_file(path).name for path in session.store.files("games")}
    for path in session.store.files("known"):
        if path.suffix == ".txt" and path.name not in known | games:
            why = "the record is gone: put back a copy; to give the game up, remove this file"
            found = _of_file(Code.CANNOT_OPEN, why)
            yield FileFault(folder / "known" / path.name, found, "rm {}")

    for path, found in session.damaged.items():
        again = f"aofref club {quote(str(folder))}".replace("{", "{{").replace("}", "}}")
        yield FileFault(folder / "known" / path.name, found, again)
    for path in session.store.files("plans"):
        if path.suffix == ".plan" and is_usable(path):
            damaged = plans.damage(whole(path), path.name)
            if damaged is not None:
                yield FileFault(folder / "plans" / path.name, damaged, "rm {}")
    if session.log.fault is not None:
        yield FileFault(folder / LOG, session.log.fault, "${{EDITOR:-vi}} {}")


def _fault(session: ClubSession, id_: str) -> Finding | None:
    """Return why a record must be corrected first; None if it can be played on."""
    try:
        if session.is_known(id_) or journal.open_game(session.game(id_)) is not None:
            return None
        read = journal.records_of(session.store.data(session.paths[id_]))
    except OSError as problem:
        pass_over(problem)
        code = Code.CANNOT_OPEN if problem.errno != errno.ENOENT else Code.NO_RECORD
        return _of_file(code, problem.strerror or str(problem))
    except Exception as problem:  # a fault of the program: it does not stop the others
        return _of_file(Code.SYNTAX, in_one_line(problem))
    for finding in read[0].findings if read else ():
        if finding.refusal.severity is not Severity.WARNING:
            return finding
    if len(read) > 1:
        why = "more begins here, and the file of a club's game has one record"
        return _of_file(Code.NO_RECORD, why, Place(read[1].line, 1))
    return _of_file(Code.NO_RECORD, "there is no record here")


def _of_file(code: Code, why: str, place: Place = START) -> Finding:
    return Finding(Refusal(code, why, section=None), place)
