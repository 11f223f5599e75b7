"""Findings: codes, facts, places, and the sentences of refusals."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from aofref.findings.codes import UNREADABLE as UNREADABLE
from aofref.findings.codes import Code as Code
from aofref.findings.codes import Severity as Severity
from aofref.findings.facts import BEYOND as BEYOND
from aofref.findings.facts import Attack as Attack
from aofref.findings.facts import (
    DecidedHere,
    Family,
    Going,
    Harmless,
    Meant,
    NoneSuch,
    Note,
    Promoting,
    Unruled,
    Words,
)
from aofref.findings.facts import Piece as Piece
from aofref.findings.facts import Side as Side
from aofref.text import excerpt, joined, on_one_line
from aofref.values import Value


class Aside(Value):
    """Why a move beside the main line is refused."""

    reason: "Refusal"


Facts = Family | Aside


class Refusal(Value):
    """Why a move is refused: the `code`, and the `facts` that prove it.

    `section` replaces the code's section of aofref-rules(7); in a game from a file it names the
    game's id and the table.  `notes` are further facts.
    """

    code: Code
    facts: Facts = Words()
    section: str = ""
    notes: tuple[Note, ...] = ()

    @property
    def rule(self) -> str:
        """The section of aofref-rules(7), or the table of a file, that it rests on; or ""."""
        return "" if isinstance(self.facts, Unruled) else self.section or self.code.rule

    @property
    def severity(self) -> Severity:
        """The severity of the code, or WARNING where the judgement does not depend on the facts."""
        return Severity.WARNING if isinstance(self.facts, Harmless) else self.code.severity

    @property
    def cited(self) -> str:
        """The rule as sentences cite it: `RULES 4`, or a table of a file as it is."""
        return f"RULES {self.rule}" if self.rule[:1].isdigit() else self.rule

    def with_variant(self, game: str) -> "Refusal":
        """Return the refusal with a table of that game's file in place of a section.

        A move into check breaks the entry of the royal piece, others that of the piece that moves.
        """
        exposed: Piece | None = getattr(self.facts, "blocker", None)
        exposed = exposed if self.code is Code.IN_CHECK else None
        table = "pieces" if exposed else _TABLES.get(self.rule, "")
        if not table:
            return self
        piece = exposed or self.piece
        entry = f".{piece.code}" if table == "pieces" and piece else ""
        return self._replace(section=f"{game}: {table}{entry}")

    def noting(self, *notes: Note) -> "Refusal":
        """Return the refusal with more notes."""
        return self._replace(notes=(*self.notes, *notes))

    @property
    def known(self) -> dict[str, Any]:
        """The facts that are not empty, by name."""
        return {name: value for name, value in self.facts._asdict().items() if value}

    @property
    def piece(self) -> Piece | None:
        """The fact `piece`; None if there is none."""
        piece: Piece | None = getattr(self.facts, "piece", None)
        return piece

    @property
    def message(self) -> str:
        """The sentence on one line: reason, rule and notes."""
        return self.sentence()

    def sentence(self, *, options: bool = True) -> str:
        """Write reason, rule and notes; `options=False` leaves out the options of commands."""
        facts = self.facts
        text: str = getattr(facts, "sentence", self.code.sentence).format_map(_InWords(facts))
        if besides := getattr(facts, "besides", ""):
            text += f"; {besides}"
        rule = f" ({self.cited})" if self.rule else ""
        return "; ".join([text + rule, *(_note(note, options) for note in self.notes)])


class _InWords(dict[str, str]):
    """The names in braces of a sentence, put into words as they are met."""

    def __init__(self, facts: Facts | Note) -> None:
        super().__init__()
        self._facts = facts

    def __missing__(self, name: str) -> str:
        match name, self._facts:
            case "kind", Meant(piece=piece, side=side):  # `R on ka of the Indian army`
                where = f" on {piece.cell}" if piece.cell else ""
                return f"{piece.code}{where} of {side}"
            case "candidates", Promoting() | NoneSuch():
                return joined(self._facts.candidates)
            case "blocked", Going(blocker=Piece(cell=cell)):
                return cell
        return _worded(name, getattr(self._facts, name))


_DECISIONS = {
    "stands": "the move stands",
    "takeback": "the move is taken back",
    "forfeits": "the army forfeits the game",
}


def _note(note: Note, options: bool) -> str:
    if isinstance(note, DecidedHere) and not options:
        return f"an arbiter has decided: {_DECISIONS[note.verdict]}"
    text: str = getattr(note, "sentence", "")
    return text.format_map(_InWords(note))


def _worded(name: str, fact: Any) -> str:
    match fact:
        case Side() | Piece() | Attack() | str() | int():
            return str(fact)
        case Refusal(code=code):
            return f"{code.value}, {fact.message}"
        case tuple() if name == "path":
            return " ".join(f"({cell})" if cell == BEYOND else cell for cell in fact)
        case tuple():
            between = " and " if name in ("gone", "columns") else ", "
            return between.join(_worded(name, item) for item in fact)
        case None:
            return ""
        case _:
            raise TypeError(f"no sentence has {fact!r}")


_TABLES = {  # the table of a game's file in place of each section of aofref-rules(7)
    **dict.fromkeys("23", "board"),
    **dict.fromkeys("456", "pieces"),
    "7": "promotion",
    "8": "ending",
}


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

    def report(self) -> dict[str, Any]:
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
    return Finding(Refusal(code, Words(text)), at)


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
