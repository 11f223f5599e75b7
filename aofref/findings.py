"""Findings: codes, refusals with their facts and sentences, and faults with their places."""

from collections.abc import Iterable, Sequence
from enum import Enum, StrEnum, auto
from typing import TYPE_CHECKING, NamedTuple, Self, cast

from aofref.text import excerpt, joined, on_one_line
from aofref.values import Value, members

if TYPE_CHECKING:
    from aofref.library.typed import AttackReport, FindingReport


class _Kept(Enum):
    """An enum whose members cannot be written: Enum itself sets names with underscores."""

    def __setattr__(self, name: str, value: object) -> None:
        if not name.startswith("_"):
            raise AttributeError(f"{name} of {type(self).__name__} cannot be changed")
        super().__setattr__(name, value)


class Severity(_Kept):
    """The exit status of a code: 2, 1, or 0 for a warning (1 under `--strict`)."""

    UNREADABLE = auto()
    ILLEGAL = auto()
    WARNING = auto()


_UNREADABLE, _ILLEGAL, _WARNING = Severity


class Code(_Kept, StrEnum):
    """The code of an error or a warning: its word in diagnostics, in the order of aofref-codes(7).

    `rule` is the section of aofref-rules(7), empty if there is none.  `severity` is ILLEGAL unless
    the entry has another one.  Names in braces in its `sentence` are facts of the refusal;
    without a sentence each refusal has a reason in its own words.
    """

    _value_: str
    severity: Severity
    rule: str
    sentence: str

    def __new__(cls, word: str, rule: str, sentence: str, severity: Severity = _ILLEGAL) -> Self:
        """Make a member whose value is the word."""
        member = str.__new__(cls, word)
        member._value_ = word
        vars(member).update(severity=severity, rule=rule, sentence=sentence)
        return member

    @property
    def is_warning(self) -> bool:
        """Whether the code is a warning, so that the record is still legal."""
        return self.severity is Severity.WARNING

    @property
    def may_stand(self) -> bool:
        """Whether an arbiter may let such a move stand: it has a piece and a destination."""
        return self in _MAY_STAND

    SYNTAX = "syntax", "", "", _UNREADABLE
    ENCODING = "encoding", "", "", _UNREADABLE
    UNKNOWN_VARIANT = "unknown-variant", "", "", _UNREADABLE
    BAD_GAME = "bad-game", "", "", _UNREADABLE
    BAD_POSITION = "bad-position", "", "", _UNREADABLE
    NO_SUCH_CELL = "no-such-cell", "2", "the board has no cell {missing}"
    EMPTY_CELL = "empty-cell", "", "nothing stands on {destination}"
    WRONG_ARMY = "wrong-army", "8", "{piece} does not belong to {army}, whose turn it is"
    WRONG_PIECE = "wrong-piece", "5", ""
    WRONG_TURN = "wrong-turn", "8", "it is the turn of {army}, not of {candidates}"
    UNREACHABLE = "unreachable", "5", "{piece} has no move that leads to {destination}"
    MISSING_CELL = (
        *("missing-cell", "3"),
        "{piece} cannot go {path}: cell {missing}, which the move needs, is missing",
    )
    BLOCKED = "blocked", "4", "{piece} cannot go {path}: {held} is occupied by {blocker}"
    OWN_PIECE = (
        *("own-piece", "4"),
        "{piece} cannot go to {destination}: its own {blocker} stands there",
    )
    NO_CAPTURE = (
        *("no-capture", "6"),
        "{piece} can go to {destination} only to capture, and there is nothing to capture",
    )
    NO_SCREEN = (
        *("no-screen", "4"),
        "{piece} captures on {destination} only by leaping over exactly one piece, "
        "and none is between",
    )
    PROMOTION_REQUIRED = (
        *("promotion-required", "7"),
        "{piece} must promote on {destination} to {choices}",
    )
    PROMOTION_FORBIDDEN = "promotion-forbidden", "7", "{piece} may not promote on {destination}"
    BAD_PROMOTION = (
        *("bad-promotion", "7"),
        "{piece} promotes on {destination} only to {choices}",
    )
    IN_CHECK = "in-check", "8", "{piece} to {destination} leaves {blocker} in check from {checks}"
    CANNOT_CASTLE = "cannot-castle", "", ""
    AMBIGUOUS = "ambiguous", "", ""
    NO_MATCH = "no-match", "", ""
    GAME_OVER = "game-over", "8", "the game is over"
    CANNOT_PASS = "cannot-pass", "8", "{army} may not pass: {piece} can go to {destination}"
    FALSE_RESULT = "false-result", "8", ""
    CANNOT_OPEN = "cannot-open", "", "", _UNREADABLE
    NO_RECORD = "no-record", "", "", _UNREADABLE
    BAD_TAG = "bad-tag", "", "", _UNREADABLE
    LIMIT = "limit", "", "", _UNREADABLE
    FALSE_CHECK = "false-check", "8", "", _WARNING
    UNMARKED_CAPTURE = (
        *("unmarked-capture", ""),
        "{piece} captures on {destination}, but the move is not marked as a capture",
        _WARNING,
    )
    FALSE_CAPTURE = "false-capture", "", "{piece} captures nothing on {destination}", _WARNING
    CONTRADICTION = "contradiction", "", "", _WARNING
    TIME = "time", "", "", _WARNING
    CONDITIONAL = "conditional", "", "in a conditional line: {reason}", _WARNING
    VARIATION = "variation", "", "in a variation: {reason}", _WARNING


UNREADABLE = frozenset(code for code in Code if code.severity is Severity.UNREADABLE)
_MAY_STAND = {
    *("wrong-army", "wrong-turn", "unreachable", "missing-cell", "blocked", "no-capture"),
    *("no-screen", "promotion-required", "promotion-forbidden", "bad-promotion", "in-check"),
    "cannot-castle",
}


class Side(Value):
    """An army: its `letter`, and its `name` in sentences, as `the Indian army` or `White`."""

    letter: str
    name: str

    def __str__(self) -> str:
        return self.name


class Piece(Value):
    """A piece on a board.

    `army` is the letter of its army, `code` and `name` are the code and the name of its type.
    `cell` is the name of its cell.  `str` is the form in diagnostics: `E:Rka4`.
    """

    army: str
    code: str
    name: str
    cell: str

    def __str__(self) -> str:
        return f"{self.army}:{self.code}{self.cell}"


class Attack(Value):
    """A piece that attacks, and how; `str` is the form in proofs: `E:Rka4 through ja4`.

    `piece` is the attacker.  `path` are the empty cells that it crosses.  `screen` is the piece
    that it hops over, or None.
    """

    piece: Piece
    path: tuple[str, ...] = ()
    screen: Piece | None = None

    def report(self) -> "AttackReport":
        """Return it as plain data."""
        data: AttackReport = {"piece": str(self.piece), "path": list(self.path)}
        if self.screen is not None:
            data["screen"] = str(self.screen)
        return data

    def __str__(self) -> str:
        through = f" through {' '.join(self.path)}" if self.path else ""
        over = f" over {self.screen}" if self.screen else ""
        return f"{self.piece}{through}{over}"


BEYOND = (
    "beyond the board"  # in place of the name of a missing cell, or a cell of a path, without one
)


def in_order(path: tuple[str, ...]) -> str:
    """Write the cells of a path as sentences do."""
    return " ".join(f"({cell})" if cell == BEYOND else cell for cell in path)


class Note(Value):
    """A clause behind the sentence of a refusal; `str` is the clause.

    The `facts` stand in the braces of its `words`, if it has facts.
    """

    words: str
    facts: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.words.format(*self.facts) if self.facts else self.words


READ_AS = "read as {}, not as {}"
"""The note on the two readings of a capital, a colon and a cell: the chosen one, and the other."""
CAPTURE_WRITTEN = "a capture is written {}"
"""The note on how the capture is written that an army, a colon and a cell may stand for."""
DECIDED = "an arbiter has decided on this move ({}), and --as-played applies that"
"""The note on an arbiter's decision on the refused move, which was not applied."""
_DECISIONS = {
    "stands": "the move stands",
    "takeback": "the move is taken back",
    "forfeits": "the army forfeits the game",
}
_TABLES = {  # the table of a game's file in place of each section of aofref-rules(7)
    **dict.fromkeys("23", "board"),
    **dict.fromkeys("456", "pieces"),
    "7": "promotion",
    "8": "ending",
}


class Refusal(Value):
    """Why a move, or a text, is refused: the `code`, and the facts that prove it, all in names.

    Its sentence is `reason` or, without one, that of the code, in which names in braces are facts.
    `piece` is the piece that was to move, `destination` the cell, and `path` are the cells from the
    first step to it.  `blocker` is a piece in the way, or the royal piece that would be in check;
    `checks` are the attacks on it.  `missing` is a cell that does not exist, or `beyond the board`.
    `candidates` are what may be meant, and `moves` legal moves that may be.  `army` has the turn.
    """

    # `besides` is a further clause.  A move beside the main line is refused for the `aside`.
    # `section` replaces the code's section of aofref-rules(7); in a game from a file it names the
    # game's id and the table.  It is None if the reason rests on no rule.  `notes` are clauses
    # behind the rule.  `topics` are the names of sentences of the game's page that it may rest on,
    # before that of the code.  The judgement does not depend on what is `harmless`.

    code: Code
    reason: str = ""
    piece: Piece | None = None
    destination: str = ""
    path: tuple[str, ...] = ()
    blocker: Piece | None = None
    missing: str = ""
    checks: tuple[Attack, ...] = ()
    candidates: tuple[str | Side, ...] = ()
    army: Side | None = None
    besides: str = ""
    moves: tuple[str, ...] = ()
    aside: "Refusal | None" = None
    section: str | None = ""
    notes: tuple[Note, ...] = ()
    topics: tuple[str, ...] = ()
    harmless: bool = False

    @property
    def rule(self) -> str:
        """The section of aofref-rules(7), or the table of a file, that it rests on; or ""."""
        return "" if self.section is None else self.section or self.code.rule

    @property
    def severity(self) -> Severity:
        """The severity of the code, or WARNING where the judgement does not depend on it."""
        return Severity.WARNING if self.harmless else self.code.severity

    @property
    def cited(self) -> str:
        """The rule as sentences cite it: `RULES 4`, or a table of a file as it is."""
        return f"RULES {self.rule}" if self.rule[:1].isdigit() else self.rule

    def with_variant(self, game: str) -> "Refusal":
        """Return the refusal with a table of that game's file in place of a section.

        A move into check breaks the entry of the royal piece, others that of the piece that moves.
        """
        exposed = self.blocker if self.code is Code.IN_CHECK else None
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
    def message(self) -> str:
        """The sentence on one line: reason, rule and notes."""
        return self.sentence()

    def sentence(self, *, options: bool = True) -> str:
        """Write reason, rule and notes; `options=False` leaves out the options of commands."""
        reason, aside = self.reason, self.aside
        if aside is not None:
            reason = f"{aside.code.value}, {aside.message}"
        text = self.code.sentence
        if reason and "{reason}" not in text:
            text = reason
        else:
            text = text.format(
                reason=reason,
                piece=self.piece,
                destination=self.destination,
                path=in_order(self.path),
                blocker=self.blocker,
                held=self.blocker and self.blocker.cell,
                missing=self.missing,
                checks=", ".join(map(str, self.checks)),
                candidates=", ".join(map(str, self.candidates)),
                choices=joined([*map(str, self.candidates)]) if self.candidates else "",
                army=self.army,
            )
        if self.besides:
            text += f"; {self.besides}"
        clauses = [f"{text} ({self.cited})" if self.rule else text]
        for note in self.notes:
            if note.words == DECIDED and not options:
                clauses.append(f"an arbiter has decided: {_DECISIONS[note.facts[0]]}")
            else:
                clauses.append(str(note))
        return "; ".join(clauses)


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
        return cast("FindingReport", members(self, "ply line column army? move? code message"))

    def __str__(self) -> str:
        return f"{self.code} {self.message}"

    def __repr__(self) -> str:
        return f"<aofref.Finding {self.line}:{self.column} {self}>"


def fault(code: Code, text: str, at: Place, token: int = -1, *, harmless: bool = False) -> Finding:
    """Return a finding with a reason in its own words, on a text or on a token of a movetext.

    It is a warning if the judgement does not depend on the text: then it is `harmless`.
    """
    return Finding(Refusal(code, text, harmless=harmless), at, token=token)


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
