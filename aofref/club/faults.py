"""Faults: files of a club that the arbiter must correct: illegal, unreadable, damaged, or gone."""

import errno
import re
from collections.abc import Iterator
from pathlib import Path
from shlex import join, quote

from aofref.club import journal, plans
from aofref.club.log import LOG
from aofref.club.session import ClubSession
from aofref.club.settings import PLAYERS
from aofref.club.store import folded, is_usable, pass_over, whole
from aofref.findings import START, Code, Finding, Place, Refusal, Severity
from aofref.text import in_one_line, nearest, on_one_line
from aofref.values import Value

_MAIL = re.compile(rb"\[%mail ([0-9a-f]+)")


class FileFault(Value):
    """Why a file must be corrected, where it is, and the commands that help."""

    path: Path
    finding: Finding
    do: tuple[str, ...]

    def __str__(self) -> str:
        return self.finding.diagnostic(str(self.path))

    @property
    def message(self) -> str:
        """The diagnostic without the file: the place, the code, the sentence."""
        return self.finding.diagnostic("").removeprefix(":")


def faults(session: ClubSession, folder: Path) -> Iterator[FileFault]:
    """Yield the faults of a club whose directory is called `folder`."""
    for id_ in session.paths:
        of_record = [*_of_record(session, folder, id_)]
        yield from of_record or _unlisted(session, folder, id_)
    known = {session.store.known_file(path).name for path in session.paths.values()}
    games = {session.store.known_file(path).name for path in session.store.files("games")}
    for path in session.store.files("known"):
        if path.suffix == ".txt" and path.name not in known | games:
            why = "the record is gone: put back a copy; to give the game up, remove this file"
            yield _removed(folder / "known" / path.name, _of_file(Code.CANNOT_OPEN, why))
    for path, damaged in session.damaged.items():
        again = command("aofref", "club", folder)
        yield FileFault(folder / "known" / path.name, damaged, (again,))
    for path in session.store.files("plans"):
        if path.suffix == ".plan" and is_usable(path):
            _, found = plans.read(whole(path), path.name)
            if found is not None:
                yield _removed(folder / "plans" / path.name, found)
    if session.log.fault is not None:
        yield FileFault(folder / LOG, session.log.fault, (_edited(folder / LOG),))


def is_playable(session: ClubSession, id_: str) -> bool:
    """Whether a record need not be corrected before it is played on, and is no copy.

    Raises OSError for files that cannot be read now, which are no fault of the record.
    """
    session.record(id_), session.known(id_)
    return not [*_of_record(session, session.store.folder, id_)]


def is_for_all(session: ClubSession, id_: str) -> bool:
    """Whether a game is playable, and names nobody whom players.tsv lacks: else nothing is news."""
    return is_playable(session, id_) and not [*_unlisted(session, session.store.folder, id_)]


def _of_record(session: ClubSession, folder: Path, id_: str) -> Iterator[FileFault]:
    """Yield the fault of a record: that it cannot be played on, or is a copy."""
    file, fault = folder / "games" / session.paths[id_].name, _fault(session, id_)
    if fault is not None:
        is_move = fault.refusal.severity is Severity.ILLEGAL and fault.token >= 0
        decides = is_move and fault.code is not Code.FALSE_RESULT
        words = ("decide", "--in-place", file, "takeback") if decides else ("check", file)
        yield FileFault(file, fault, (command("aofref", *words),))
    elif other := _copied(session, id_):
        why = f"messages of [{other}] are in this record: it is a copy"
        do = command("mv", file, f"{file}.copy")
        yield FileFault(file, _of_file(Code.CONTRADICTION, why), (do,))


def command(*words: object) -> str:
    """Write a command as the arbiter types it."""
    return join(map(str, words))


def _edited(file: Path) -> str:
    """Return the command that opens a file in the arbiter's editor."""
    return f"${{EDITOR:-vi}} {quote(str(file))}"


def _removed(file: Path, found: Finding) -> FileFault:
    """Return the fault of a file that the arbiter may remove."""
    return FileFault(file, found, (command("rm", file),))


def _copied(session: ClubSession, id_: str) -> str:
    """Return the id of the other game whose messages are in a record; empty for none."""
    own = session.id_of(id_)
    try:
        marks = _MAIL.findall(session.store.data(session.paths[id_]))
    except OSError as problem:
        pass_over(problem)
        return ""
    for mark in marks:
        games = [line.game for line in session.log.of(mark.decode()) if line.game]
        if games and own not in games and folded(games[0]) in session.paths:
            return games[0]
    return ""


def _unlisted(session: ClubSession, folder: Path, id_: str) -> Iterator[FileFault]:
    """Yield the players of a game under way whose names are not in players.tsv."""
    record, file = session.record(id_), folder / "games" / session.paths[id_].name
    for army in record.position.armies if record.end is None else ():
        side, name = record.variant.armies[army], record.players.get(army)
        if name is None or session.called([name]):
            continue
        why = f"{on_one_line(name)} plays {side}, and {PLAYERS} has no such name"
        free = (player.name for player in session.players)
        near = (
            command("aofref", "tag", "--in-place", file, f"{side}={other}")
            for other in nearest(name, free, 1)
        )
        leave = command("aofref", "club", folder, "--withdraw", name)
        do = (*near, _edited(folder / PLAYERS), leave)
        yield FileFault(file, _of_file(Code.BAD_TAG, why), do)


def _fault(session: ClubSession, id_: str) -> Finding | None:
    """Return why a record must be corrected first; None if it can be played on."""
    try:
        session.known(id_)  # damage is found where it is read
        if journal.is_sound(session.record(id_)):
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
