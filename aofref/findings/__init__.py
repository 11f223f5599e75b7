"""Findings: codes, refusals with their facts and sentences, and faults with their places."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from aofref.findings.codes import UNREADABLE as UNREADABLE
from aofref.findings.codes import Code as Code
from aofref.findings.codes import Severity as Severity
from aofref.findings.refusal import BEYOND as BEYOND
from aofref.findings.refusal import CAPTURE_WRITTEN as CAPTURE_WRITTEN
from aofref.findings.refusal import DECIDED as DECIDED
from aofref.findings.refusal import READ_AS as READ_AS
from aofref.findings.refusal import Attack as Attack
from aofref.findings.refusal import Facts as Facts
from aofref.findings.refusal import Note as Note
from aofref.findings.refusal import Piece as Piece
from aofref.findings.refusal import Refusal as Refusal
from aofref.findings.refusal import Side as Side
from aofref.findings.refusal import in_order as in_order
from aofref.text import excerpt, on_one_line
from aofref.values import Value

if TYPE_CHECKING:
    from aofref.library.typed import FindingReport


class Place(NamedTuple):
    """A place in a text: `line` and `column`, both from 1, in characters."""

    line: int
    column: int


NOWHERE, START = Place(0, 0), Place(1, 1)


def place_at(text: str, offset: int, start: Place = START) -> Place:
    """Return the place of an offset in a text that begins at `start`."""
    lines, line_start = text.count("\n", 0, offset), text.rfind("\n", 0, offset) + 1
    return moved(Place(1 + lines, 1 + offset - line_start), START, start)


def moved(place: Place, before: Place, now: Place) -> Place:
    """Return a place in a text that began at `before`, and begins at `now`."""
    right = now.column - before.column if place.line == before.line else 0
    return Place(place.line + now.line - before.line, place.column + right)


class Finding(Value):
    """An error or a warning, with its place in a text.

    `code` is a word of the diagnostics, such as `blocked`; it equals that text.  `message` is the
    sentence.  `line` and `column` count from 1, in characters; both are 0 for a move that was not
    read from a record.  `ply` is the number that the move would have had, 0 without a move.
    `army` is the army's letter and `move` the text of the move, both empty without a move.  `str`
    is the code and the sentence.

    `refusal` has the facts.  `place` is line and column.  `token` is the index of the token in the
    movetext, -1 without one.
    """

    refusal: Refusal
    place: Place = NOWHERE
    ply: int = 0
    army: str = ""
    move: str = ""
    token: int = -1

    @property
    def code(self) -> Code:
        """The code of the refusal."""
        return self.refusal.code

    @property
    def message(self) -> str:
        """The sentence, with its rule where there is one."""
        return self.refusal.message

    @property
    def line(self) -> int:
        """The line, from 1; 0 for a move that was not read from a record."""
        return self.place.line

    @property
    def column(self) -> int:
        """The column, from 1, in characters; 0 for a move that was not read from a record."""
        return self.place.column

    @property
    def is_warning(self) -> bool:
        """Whether it is a warning, so that the record is still legal."""
        return self.refusal.severity is Severity.WARNING

    @property
    def written(self) -> str:
        """The move, with its army in front unless the text has an army of its own."""
        named = self.army and self.move and self.move[1:2] != ":"
        return f"{self.army}:{self.move}" if named else self.move

    @property
    def quoted(self) -> str:
        """The move with its army, quoted if it has characters that cannot be printed."""
        text = self.written
        return text if on_one_line(text) == text else excerpt(text)

    def diagnostic(self, source: str = "-") -> str:
        """Write the line that commands print: `FILE:LINE:COL: CODE message`."""
        about = f"{self.written}: " if self.move and self.code is not Code.SYNTAX else ""
        warning = "warning: " if self.is_warning else ""
        place = f"{source}:{self.line}:{self.column}"
        return on_one_line(f"{place}: {warning}{self.code.value} {about}{self.message}")

    def report(self) -> "FindingReport":
        """Return the plain data that `aofref check --format json` writes."""
        return {
            "ply": self.ply,
            "line": self.line,
            "column": self.column,
            "army": self.army or None,
            "move": self.move or None,
            "code": self.code.value,
            "message": self.message,
        }

    def __str__(self) -> str:
        return f"{self.code} {self.message}"

    def __repr__(self) -> str:
        return f"<aofref.Finding {self.line}:{self.column} {self}>"


def fault(code: Code, text: str, at: Place) -> Finding:
    """Return a finding on unreadable text."""
    return Finding(Refusal(code, text), at)


class BadText(ValueError):
    """A text cannot be read: `findings` has the reasons, with their places in it.

    Where the text is a part of another that is read as a value, as a tag's, it is one line.
    """

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(findings)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Its faults: at least one finding."""
        found: tuple[Finding, ...] = self.args[0]
        return found

    def __str__(self) -> str:
        return "; ".join(finding.message for finding in self.findings)


class BadPosition(BadText):
    """A text is not a position of the game, or not an array, or a position has no FEN.

    `findings` lists every fault.
    """


class BadFile(BadText):
    """A file cannot be read: `findings` lists its faults, with line and column."""

    def __init__(self, findings: tuple[Finding, ...], source: str) -> None:
        super().__init__(findings)
        self.args = (findings, source)

    @property
    def source(self) -> str:
        """The path of the file."""
        path: str = self.args[1]
        return path

    def __str__(self) -> str:
        file = on_one_line(self.source)
        return "; ".join(
            f"{file}:{fault.line}:{fault.column}: {fault.message}" for fault in self.findings
        )


class BadGame(BadFile):
    """A file is not a game: `findings` lists every fault, with line and column."""


def bad_text(text: str, at: Place = START, code: Code = Code.SYNTAX) -> BadText:
    """Return the exception for a text with one fault."""
    return BadText((fault(code, text, at),))


def first_faults(faults: Sequence[Finding], most: int) -> tuple[Finding, ...]:
    """Return the first `most` of a text's faults, and a count of the others."""
    if (left := len(faults) - most) <= 0:
        return tuple(faults)
    next_ = faults[most]
    more = f"and {left} more fault{'s' * (left > 1)}"
    return (*faults[:most], fault(next_.code, more, next_.place))


def diagnostics(source: str, findings: Iterable[Finding]) -> str:
    """Write the diagnostics of findings, each on a line with its end."""
    return "".join(f"{finding.diagnostic(source)}\n" for finding in findings)
