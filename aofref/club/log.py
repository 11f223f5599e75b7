"""Log: what a club has said: a line for each message that was judged, and for each it wrote itself.

A record says what was played; `log.tsv` says who was answered, reminded and told, and when.  It
only grows.  First a message's record is written, then its answers into out/tmp, then its line, then
the answers get into out/new: what has no line is answered again.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime
from email import message_from_bytes
from email.policy import compat32
from enum import StrEnum
from pathlib import Path
from textwrap import fill
from urllib.parse import quote, unquote

from aofref.club.store import JUDGED, NoWay, Store, base_of, folded, whole
from aofref.findings import Code, Finding, Place, fault
from aofref.text import excerpt, on_one_line
from aofref.values import Value

LOG = "log.tsv"
FIELD = "X-Log"
"""The field of a message that the club writes which has its line."""
_SAFE = " <>@:+,()'="


class Verdict(StrEnum):
    """The outcome of a message; or why the club wrote one itself.

    Or an arbiter has it judged anew, or it waits for the key of its signature.
    """

    PLAYED = "played"
    ENDED = "ended"
    REFUSED = "refused"
    ASKED = "asked"
    DUPLICATE = "duplicate"
    ANSWERED = "answered"
    HELD = "held"
    AWAY = "away"
    LISTED = "listed"
    TOLD = "told"
    ROBOT = "robot"
    LATE = "late"
    CLAIMED = "claimed"
    PASSED_ON = "passed-on"
    ADDRESS = "address"
    TAKEBACK = "takeback"
    INVITED = "invited"
    WORD = "word"
    REMINDED = "reminded"
    CHANGED = "changed"
    ABSENT = "absent"
    DIGEST = "digest"
    AGAIN = "again"
    UNPROVED = "unproved"


OPEN = {Verdict.REFUSED, Verdict.ASKED, Verdict.HELD, Verdict.ANSWERED, Verdict.DUPLICATE}
"""Verdicts on messages that played nothing, and can be judged anew."""
MOVED = frozenset((Verdict.PLAYED, Verdict.ENDED))
"""Verdicts on messages that are in a record."""


def written(moment: datetime) -> str:
    """Write a moment as the log has it (RFC 3339, in UTC)."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}"


class Line(Value):
    """A line of the log: when a message came, or was written; its verdict; the answers to it.

    Its fields are the columns.  `player` is the id of the sender, or of the recipient of what the
    club wrote itself; of anybody else it is the address.  `answers` are names of files in out; the
    first is for the sender.  `file` is the name of the message's file in in/cur, the same in held.
    A message about several games has a line for each; only the last, which has the answers, names
    the file.
    """

    time: datetime
    hash: str
    message: str = ""
    player: str = ""
    game: str = ""
    verdict: str = ""
    answers: tuple[str, ...] = ()
    file: str = ""
    note: str = ""

    @property
    def takes_back(self) -> bool:
        """Whether a takeback was asked for or agreed to: `note` has the number of plies then."""
        return self.note.startswith(Verdict.TAKEBACK)

    def __str__(self) -> str:
        plain = self._replace(time=written(self.time), answers=" ".join(self.answers))
        return "\t".join(map(on_one_line, plain))

    @property
    def field(self) -> str:
        """The line as the field of a message."""
        cells = (quote(cell, safe=_SAFE) for cell in str(self).split("\t"))
        text = fill("; ".join(cells), 200, break_long_words=False, break_on_hyphens=False)
        return text.replace("\n", "\n ")


def _read(cells: Iterable[str]) -> Line | None:
    """Read the cells of a line; None if it has no time or no hash."""
    try:
        named = dict(zip(Line._fields, cells, strict=False))
        time = datetime.fromisoformat(named.pop("time")).astimezone(UTC)
        answers = tuple(named.pop("answers", "").split())
        return Line(time, answers=answers, **named) if named.get("hash") else None
    except (ValueError, KeyError, OverflowError):
        return None


class Log:
    """The log of a club.  A torn last line is cut off; `fault` is the first that cannot be read.

    A log that is not there, or empty, is made anew of the lines that `lost` returns.
    """

    def __init__(self, store: Store, lost: Callable[[], Iterable[Line]]) -> None:
        self._store, self._path = store, store.folder / LOG
        self.fault: Finding | None = None
        self.lines: list[Line] = []
        self._by = defaultdict[tuple[str, str], list[Line]](list)
        if not (data := store.data(self._path)):
            known = sorted(lost(), key=lambda line: (line.time, line.answers))
            data = "".join(f"{line}\n" for line in ("\t".join(Line._fields), *known)).encode()
            store.write(self._path, data)
        *lines, torn = data.split(b"\n")
        for number, raw in enumerate(lines, 1):
            text = raw.decode("utf-8-sig", "replace")  # an editor may begin it with a mark
            is_head = number == 1 and text.startswith(Line._fields[0])
            if not self._note(text) and text.strip() and not is_head:
                why = f"this is no line of a log: {excerpt(text)}"
                self.fault = self.fault or fault(Code.SYNTAX, why, Place(number, 1))
        if torn:  # of an interrupted run
            store.write(self._path, data.removesuffix(torn))

    def add(self, *lines: Line) -> None:
        """Append lines."""
        texts = [*map(str, lines)]
        self._store.save(self._path, "".join(f"{text}\n" for text in texts).encode(), "ab")
        for text in texts:
            self._note(text)

    def _note(self, text: str) -> bool:
        """Note a line as it is read; return whether it is one."""
        if (line := _read(text.rstrip("\r").split("\t"))) is None:
            return False
        self.lines.append(line)
        for name, key in ("hash", line.hash), ("file", line.file), ("player", folded(line.player)):
            if key:
                self._by[name, key].append(line)
        return True

    def of(self, hash_: str) -> list[Line]:
        """List the lines of a message, by its hash."""
        return self._by.get(("hash", hash_), [])

    def answered(self, hash_: str) -> list[Line]:
        """List the lines of a message that was answered, or played; none of a robot's."""
        return [line for line in self.of(hash_) if line.answers or line.verdict in MOVED]

    def of_player(self, player: str, day: date | None = None) -> list[Line]:
        """List the lines of a player, by id; of anybody else, by address; on a day in UTC."""
        lines = self._by.get(("player", folded(on_one_line(player))), [])
        return [line for line in lines if day in (None, line.time.date())]

    def judged(self, file: str) -> list[Line]:
        """List the lines of a message as it was judged last, by its file; none if it is pending."""
        *_, last = [None, *self.history(file)]
        return [] if last is None or last.verdict == Verdict.AGAIN else self.parts(last)

    def is_rejudged(self, file: str) -> bool:
        """Whether a message was judged anew, and is not held again."""
        verdicts, every = [line.verdict for line in self.judged(file)], self.history(file)
        is_open = not verdicts or Verdict.HELD in verdicts
        return not is_open and any(line.verdict == Verdict.AGAIN for line in every)

    def parts(self, last: Line) -> list[Line]:
        """List the lines of all parts of a message, by the last of them, which names its file."""
        lines = self.of(last.hash)
        before = lines[: lines.index(last)]
        first = max((at for at, line in enumerate(before, 1) if line.file), default=0)
        return [*before[first:], last]

    def history(self, file: str) -> list[Line]:
        """List all lines of a message, by its file."""
        return self._by.get(("file", on_one_line(file)), [])

    def pending(self) -> list[str]:
        """List the files of the messages that are still to be judged anew."""
        files = {line.file: line.verdict for line in self.lines if line.file}
        return [file for file, verdict in files.items() if verdict == Verdict.AGAIN]

    def found(self, wanted: str, *, waiting: bool = False) -> Path:
        """Find a message that was judged by its file, wherever that is now, or by its Message-ID.

        One that is `waiting` is in held/new.  Raises NoWay if there is none, or several.
        """
        name, id_ = on_one_line(base_of(Path(wanted).name)), on_one_line(f"<{wanted.strip('<>')}>")
        names = {name, *(line.file for line in self.lines if line.message == id_)} - {""}
        for box in JUDGED[:1] if waiting else JUDGED:
            having = [*self._store.usable(box, names=names)]
            if len(having) > 1:
                why = f"several messages have this Message-ID: name a file of {box}"
                raise NoWay(f"{on_one_line(wanted)}: {why}")
            if having:
                return having[0]
        raise NoWay(f"{on_one_line(wanted)}: no message has this file or Message-ID")

    def last(self, verdict: str) -> Line | None:
        """Return the last line with a verdict."""
        return next((line for line in reversed(self.lines) if line.verdict == verdict), None)


def line_of(mail: Path) -> Line | None:
    """Read the line of a message that a club wrote, by its file; None if it has none."""
    field = str(message_from_bytes(whole(mail), policy=compat32).get(FIELD, ""))
    return _read(unquote(" ".join(cell.split())) for cell in field.split(";"))
