"""Journal: the record of a game; messages add plies and offers to it, each with its hash."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from io import BytesIO
from itertools import islice, zip_longest

from aofref.club.settings import digest
from aofref.findings import START
from aofref.judge.edit.addition import Stamp, Word
from aofref.judge.edit.amend import cut
from aofref.judge.replay.comments import Given, stamps
from aofref.judge.replay.ending import By, agreed_draw, ended_by_play, ending, stated_cause
from aofref.judge.replay.line import Ply
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.reading import Refused
from aofref.judge.replay.verdict import Replay, Status
from aofref.library.record import Record
from aofref.library.values import IllegalMove
from aofref.notation import records as written
from aofref.notation.movetext import Notation
from aofref.notation.notes import Draw, Mail, Sent, notes_of
from aofref.notation.records.stream import records
from aofref.notation.results import OPEN
from aofref.notation.typed import consents
from aofref.rules.events import Reason
from aofref.rules.position import NOBODY
from aofref.text import in_bytes
from aofref.values import Value

SETTING = Setting(as_played=True)  # an arbiter's decisions in the records of a club hold
_COMMENT = re.compile(r"\s*\{([^{}]*)\}\s*")
LEAVE = "for leave "
"""The words behind time that is given for days of leave, before these."""

_OF_A_PLY = ((Sent,), (Mail, Sent), (Mail, Sent, Draw), (Sent, Draw))
"""The notes of a comment that ends the line of its ply."""


def reply_stamp(stamp: Stamp, ply: int) -> Stamp:
    """Return the stamp of a planned ply that answers a message."""
    return stamp._replace(message=digest(stamp.message, str(ply)))


def records_of(data: bytes) -> list[Record]:
    """Read the records of a file, at most two: it is to have one."""
    return [Record(raw, SETTING) for raw in islice(records(BytesIO(data)), 2)]


def record_of(data: bytes) -> Record:
    """Read the one record of a file; a file with several counts as unreadable."""
    found = records_of(data)
    return found[0] if len(found) == 1 else Record(written.Record("", START), SETTING)


def open_game(judged: Replay) -> Replay | None:
    """Return the record if it can be played on; None if it must be corrected first."""
    return judged if judged.opened and judged.status is Status.LEGAL else None


def is_over(judged: Replay) -> bool:
    """Whether a game has ended, in whatever way."""
    return ending(judged) is not None


class MailMark(Value):
    """The index of the ply before a message's hash (-1: none), and whether it `played` this ply."""

    place: int
    played: bool


def marks(judged: Replay) -> dict[str, MailMark]:
    """List the messages of a record by their hashes."""
    known: dict[str, MailMark] = {}
    for after, comment in judged.comments:
        for note, behind in zip_longest(comment.notes, comment.notes[1:]):
            if isinstance(note, Mail):
                mark = MailMark(after - 1, isinstance(behind, Sent))
                known.setdefault(note.hash, mark)
    return known


def leave_of(gift: Given) -> str:
    """Return the days of leave for which time was given; empty if an arbiter gave it."""
    words = gift.words.split()
    return words[2] if words[:2] == LEAVE.split() and words[2:] else ""


def with_ply(
    record: Record, text: str, by: str, stamp: Stamp, *, draw: str = ""
) -> Record | Refused:
    """Add a move of the army `by`, its offer of a draw, or both; or return why it is refused."""
    given = (draw, text) if consents([draw]) else (text, draw)
    words = [Word(word, START) for word in given if word]
    try:
        return _kept(record.add(*words, by=by, sent=stamp, answers=False).record)
    except IllegalMove as problem:
        refused, game = problem._refused, record._verdict.game
        assert refused is not None and game is not None
        if refused.before.turn == NOBODY and text and problem.word is words[-1] is not words[0]:
            return with_ply(record, text, by, stamp)  # its move ended the game
        if not game.two_players:
            return refused
        bare = refused.token.text.removeprefix(f"{by}:")
        return refused._replace(token=refused.token._replace(text=bare))


def withdrawn(record: Record, letters: Sequence[str], stamp: Stamp, how: Reason) -> Record:
    """Have armies resign or forfeit, if they are on the board of a game under way."""
    for letter in letters:
        if not is_over(record._verdict):
            word = f"{letter}:{how}"
            with suppress(IllegalMove):
                record = _kept(record.add(word, by=letter, sent=stamp, answers=False).record)
    return record


def stamped(record: Record, moment: datetime) -> Record:
    """Add a moment to each ply after the last ply that has one.

    It is never earlier than the moments in the record.
    """
    replay = record._verdict
    sent = stamps(replay)
    lacking = range(max(sent, default=-1) + 1, len(replay.plies))
    if not lacking:
        return record
    for place in lacking:
        record = record.mainline()[place].with_sent(max(moment, *sent.values()) if sent else moment)
    return _kept(record)


def adjudicated(record: Record) -> Record:
    """Name the cause of a result that is neither of the moves nor agreed, and has none: a decision.

    An arbiter who writes the tag Result alone has decided it.
    """
    judged = record._verdict
    by_players = ended_by_play(judged) or agreed_draw(judged)
    if judged.claimed == OPEN or by_players or "Termination" in record.tags:
        return record
    if any(stated_cause(judged)):
        return record
    return record.with_tags({"Termination": By.ADJUDICATION.value})


def _kept(longer: Record) -> Record:
    """Return a record as it is read again from its file."""
    tags, gap, moves = longer._rewritten(Notation.LAN).text.partition("\n\n")
    again = record_of(in_bytes(tags + gap + _COMMENT.sub(_on_a_line, moves)))
    assert moves and again._verdict.opened
    return again


def _on_a_line(match: re.Match[str]) -> str:
    """End the line after a comment that has only the stamp of a ply and its offer of a draw."""
    of_a_ply = tuple(map(type, notes_of(match[1]))) in _OF_A_PLY
    return f" {{{' '.join(match[1].split())}}}\n" if of_a_ply else match[0]


def last_sent(judged: Replay, letters: Sequence[str]) -> datetime | None:
    """Return when the last move of one of these armies was sent; None if none has a time."""
    armies = {judged.game.letters.index(letter) for letter in letters}
    sent = stamps(judged).items()
    return max((at for place, at in sent if judged.plies[place].army in armies), default=None)


def up_to(record: Record, plies: int) -> Record:
    """Return a record up to its first `plies` plies."""
    judged = record._verdict
    shorter = cut(judged, len(judged.plies) - plies)
    return record if shorter is None else Record(shorter, SETTING)


def replies(judged: Replay, first: int, stamp: Stamp) -> list[Ply]:
    """List the ply that a message played, and the planned answers that followed at once."""
    last = first
    known = marks(judged)
    while known.get(reply_stamp(stamp, last + 1).message) == MailMark(last + 1, True):
        last += 1
    return list(judged.plies[first : last + 1])
