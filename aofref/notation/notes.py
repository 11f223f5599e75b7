"""Notes: the commands of a comment, such as `[%draw E]`, and its words (aofref-record(5))."""

import re
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

from aofref.notation.signs import SECONDS
from aofref.text import excerpt
from aofref.values import Value

if TYPE_CHECKING:
    from datetime import datetime

    from aofref.library.typed import DecisionName


class Decided(StrEnum):
    """An arbiter's decision on an illegal move: it stands, is taken back, or its army forfeits."""

    _value_: "DecisionName"

    STANDS = "stands"
    TAKEBACK = "takeback"
    FORFEITS = "forfeits"


class _AsWritten(Value):
    text: str

    def __str__(self) -> str:
        return self.text


class Draw(Value):
    """A draw, offered or agreed to by armies, given by their letters."""

    letters: tuple[str, ...]

    def __str__(self) -> str:
        return f"[%draw {' '.join(self.letters)}]"


class Arbiter(Value):
    """An arbiter's decision on the illegal move before the comment."""

    verdict: Decided

    def __str__(self) -> str:
        return f"[%arbiter {self.verdict}]"


class If(Value):
    """A conditional line: its moves as written; `wrong` is the fault of a line that is not read."""

    words: tuple[str, ...]
    wrong: str = ""

    def __str__(self) -> str:
        return f"[%if {' '.join(self.words)}]"


class Answer(Value):
    """The move before the comment comes from the conditional line given after ply `given`."""

    given: int

    def __str__(self) -> str:
        return f"[%conditional {self.given}]"


class Mail(Value):
    """The hash of a processed message."""

    hash: str

    def __str__(self) -> str:
        return f"[%mail {self.hash}]"


class Sent(Value):
    """The time at which the move before the comment reached the arbiter."""

    time: str

    @classmethod
    def at(cls, moment: "datetime") -> "Sent":
        """Return the stamp of a moment."""
        from aofref.notation.times import write_moment

        return cls(write_moment(moment))

    @property
    def moment(self) -> "datetime | None":
        """The time as a datetime; None if it does not parse."""
        from aofref.notation.times import read_moment  # only needed where a stamp is

        return read_moment(self.time)

    def __str__(self) -> str:
        return f"[%sent {self.time}]"


class Give(Value):
    """Time given to an army, in seconds; negative seconds are taken from it."""

    letter: str
    seconds: int

    def __str__(self) -> str:
        return f"[%give {self.letter} {self.seconds}]"


class Ungiven(_AsWritten):
    """A command that is to give time, but not as `Give` does: it has no effect."""


class Illegal(Value):
    """The mark of text that `convert` kept from an illegal move on; commands in it are void."""

    def __str__(self) -> str:
        return "illegal from here: "


class Other(_AsWritten):
    """A command of another program."""


class Text(_AsWritten):
    """Words for people."""


Note = Draw | Arbiter | If | Answer | Mail | Sent | Give | Ungiven | Illegal | Other | Text

_COMMAND = rf"""(?x)\[%(?:
        draw(?P<draw>(?:\s+[A-Z])+)\s*\]
        | arbiter\s+(?P<arbiter>{"|".join(Decided)})\s*\]
        | if(?![a-z])(?P<line>(?:(?!\[%)[^\]])*\]?)
        | conditional\s+(?P<given>[0-9]{{1,9}})\s*\]
        | mail\s+(?P<mail>[0-9a-f]+)\s*\]
        | sent\s+(?P<sent>[^\]\s]+)\s*\]
        | give\s+(?P<give>[A-Z]\s+-?[0-9]{{1,{SECONDS}}})\s*\]
        | (?P<ungiven>give(?![a-z])(?:(?!\[%)[^\]])*\])
        | (?:(?!\[%)[^\]])*\]
    )"""
_NOT_LINEAR = r"[(){};]"


def notes_of(text: str) -> tuple[Note, ...]:
    """Return the notes of a comment, without the blanks between them."""
    return tuple(note for stretch, note in parts(text) if stretch.strip())


def parts(text: str) -> Iterator[tuple[str, Note]]:
    """Split a comment into its notes, each with its own text; the texts joined are the comment."""
    end = 0
    if text.startswith(str(Illegal())):
        end = len(str(Illegal()))
        yield text[:end], Illegal()
    for match in re.compile(_COMMAND).finditer(text, end) if "[%" in text else ():
        if end < match.start():
            yield text[end : match.start()], Text(text[end : match.start()])
        end = match.end()
        name = match.lastgroup
        yield match[0], Other(match[0]) if name is None else _READ[name](match[name])
    if end < len(text):
        yield text[end:], Text(text[end:])


def _line(written: str) -> If:
    """Return a conditional line, with its closing bracket, and with its fault if it has one."""
    text = written.removesuffix("]")
    words = tuple(text.split())
    if re.search(_NOT_LINEAR, text):
        wrong = f"it may contain only moves, without variations or comments: {excerpt(text)}"
    elif text == written:
        wrong = "the closing bracket is missing"
    else:
        wrong = "" if words else "it contains no move"
    return If(words, wrong)


_READ: dict[str, Callable[[str], Note]] = {
    "draw": lambda letters: Draw(tuple(letters.split())),
    "line": _line,
    "arbiter": lambda word: Arbiter(Decided(word)),
    "given": lambda ply: Answer(int(ply)),
    "mail": Mail,
    "sent": Sent,
    "give": lambda given: Give(given[0], int(given[1:])),
    "ungiven": lambda rest: Ungiven(f"[%{rest}"),
}
"""The notes of commands by the names of their groups in `_COMMAND`."""
