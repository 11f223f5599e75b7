"""Journal: the record of a game; messages add plies and offers to it, each with its hash."""

import re
from collections.abc import Container, Sequence
from datetime import datetime
from io import BytesIO
from itertools import islice, takewhile

import aofref
from aofref import IllegalMove, Node, Position, Record, Stamp
from aofref.club.settings import digest
from aofref.club.store import folded
from aofref.findings import Code, Finding
from aofref.values import Value

BY_PLAY = ("moves", "resignation")  # the ends that follow from the plies
_MARK = re.compile(r"\[%mail\s+([0-9a-f]+)\s*\](\s*\[%sent\s)?")


class Refused(Value):
    """A move or a conditional line that was refused: its text, why, and the position before it."""

    before: Position
    text: str
    finding: Finding


def reply_stamp(stamp: Stamp, ply: int) -> Stamp:
    """Return the stamp of a planned ply that answers a message."""
    return stamp._replace(message=digest(stamp.message, str(ply)))


def records_of(data: bytes) -> list[Record]:
    """Read the records of a file, at most two: it is to have one; an arbiter's decisions hold."""
    return [*islice(aofref.read(BytesIO(data), as_played=True), 2)]


def record_of(data: bytes) -> Record:
    """Read the one record of a file; a file with several counts as unreadable."""
    found = records_of(data)
    return found[0] if len(found) == 1 else aofref.loads('[Variant ""]\n')


def is_sound(record: Record) -> bool:
    """Whether a record can be played on; else it must be corrected first."""
    return record.is_opened and record.status == "legal"


def armies(record: Record, name: str) -> list[str]:
    """List the letters of the armies that somebody of this name plays."""
    return [army for army, player in record.players.items() if folded(player) == folded(name)]


def army(record: Record, name: str) -> str:
    """Return the army of somebody of this name: that to move, if it is one; empty for none."""
    mine, turn = armies(record, name), record.position.turn
    return turn if turn in mine else next(iter(mine), "")


def fights(record: Record, name: str) -> bool:
    """Whether a game is under way, and somebody of this name has an army on its board."""
    own = armies(record, name)
    if not record.is_opened:
        return bool(own)
    return record.end is None and not set(record.position.armies).isdisjoint(own)


class MailMark(Value):
    """The index of the ply before a message's hash (-1: none), and whether it `played` this ply."""

    place: int
    played: bool


def marks(record: Record) -> dict[str, MailMark]:
    """List the messages of a record by their hashes."""
    known: dict[str, MailMark] = {}
    texts = [record.comments, *(ply.comments for ply in record.mainline())]
    for place, comments in enumerate(texts, -1):
        for found in _MARK.finditer("\n".join(comments)):
            known.setdefault(found[1], MailMark(place, found[2] is not None))
    return known


def with_ply(
    record: Record, text: str, by: str, stamp: Stamp, *, draw: str = ""
) -> Record | Refused:
    """Add a move of the army `by`, its offer of a draw, or both; or return why it is refused."""
    given = (draw, text) if draw.endswith("draw accepted") else (text, draw)
    words = [word for word in given if word]
    try:
        return record.add(*words, by=by, sent=stamp, answers=False).record
    except IllegalMove as problem:
        word = problem.word.text if problem.word is not None else ""
        if problem.code is Code.GAME_OVER and text and words[1:] == [word]:
            return with_ply(record, text, by, stamp)  # its move ended the game
        why, four = problem.finding, len(record.variant.armies) > 2
        return Refused(record.position, (why.written if four else why.move) or word, why)


def stamped(record: Record, moment: datetime) -> Record:
    """Add a moment to each ply after the last ply that has one.

    It is never earlier than the moments in the record.
    """
    line = record.mainline()
    lacking = [*takewhile(lambda ply: ply.sent is None, reversed(line))]
    moment = max([moment, *(ply.sent for ply in line if ply.sent is not None)])
    return record.edited({ply: {"sent": moment} for ply in lacking})


def last_sent(record: Record, letters: Container[str]) -> datetime | None:
    """Return when the last move of one of these armies was sent; None if none has a time."""
    sent = [ply.sent for ply in record.mainline() if ply.army in letters and ply.sent]
    return max(sent, default=None)


def up_to(record: Record, plies: int) -> Record:
    """Return a record up to its first `plies` plies."""
    if plies == len(record.mainline()):
        return record
    alone = record.edited({record.mainline()[plies]: {"variations": ()}})
    return alone.mainline()[plies].cut()


def apart(before: Record, now: Record) -> tuple[Sequence[Node], Sequence[Node]]:
    """List the moves and withdrawals at the end of each record that the other does not have."""
    had, has = before.mainline(), now.mainline()
    try:
        lost, more = before.compare(now).behind
    except ValueError:  # somebody has made another game of it
        return had, has
    return had[len(had) - lost :], has[len(has) - more :]
