"""Findings: why something is refused, and where it stands.  A leaf: it imports nothing of aofref.

Facts are names (cells, codes, army letters) and numbers; sentences are made in `report`.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple, Self


class Severity(Enum):
    """What a code does to the exit status: 2, 1, or nothing (1 under `--strict`)."""

    UNREADABLE = auto()
    ILLEGAL = auto()
    WARNING = auto()


class Code(Enum):
    """What is wrong, in the words of the diagnostics; in the order of CONTRACT 6.

    An illegal move whose code `may_stand` names a piece and a cell, so that an arbiter can let it
    stand.
    """

    severity: Severity
    may_stand: bool

    def __new__(cls, word: str, severity: Severity, may_stand: bool = False) -> Self:
        """Make a member of its word, its severity, and whether it may stand."""
        member = object.__new__(cls)
        member._value_ = word
        member.severity = severity
        member.may_stand = may_stand
        return member

    SYNTAX = "syntax", Severity.UNREADABLE
    ENCODING = "encoding", Severity.UNREADABLE
    UNKNOWN_VARIANT = "unknown-variant", Severity.UNREADABLE
    BAD_POSITION = "bad-position", Severity.UNREADABLE
    NO_SUCH_CELL = "no-such-cell", Severity.ILLEGAL
    EMPTY_CELL = "empty-cell", Severity.ILLEGAL
    WRONG_ARMY = "wrong-army", Severity.ILLEGAL, True
    WRONG_PIECE = "wrong-piece", Severity.ILLEGAL
    WRONG_TURN = "wrong-turn", Severity.ILLEGAL, True
    UNREACHABLE = "unreachable", Severity.ILLEGAL, True
    MISSING_CELL = "missing-cell", Severity.ILLEGAL, True
    BLOCKED = "blocked", Severity.ILLEGAL, True
    OWN_PIECE = "own-piece", Severity.ILLEGAL
    NO_CAPTURE = "no-capture", Severity.ILLEGAL, True
    NO_SCREEN = "no-screen", Severity.ILLEGAL, True
    PROMOTION_REQUIRED = "promotion-required", Severity.ILLEGAL, True
    PROMOTION_FORBIDDEN = "promotion-forbidden", Severity.ILLEGAL, True
    BAD_PROMOTION = "bad-promotion", Severity.ILLEGAL, True
    IN_CHECK = "in-check", Severity.ILLEGAL, True
    AMBIGUOUS = "ambiguous", Severity.ILLEGAL
    NO_MATCH = "no-match", Severity.ILLEGAL
    GAME_OVER = "game-over", Severity.ILLEGAL
    CANNOT_PASS = "cannot-pass", Severity.ILLEGAL
    FALSE_RESULT = "false-result", Severity.ILLEGAL
    CANNOT_OPEN = "cannot-open", Severity.UNREADABLE
    NO_RECORD = "no-record", Severity.UNREADABLE
    BAD_TAG = "bad-tag", Severity.UNREADABLE
    LIMIT = "limit", Severity.UNREADABLE
    FALSE_CHECK = "false-check", Severity.WARNING
    UNMARKED_CAPTURE = "unmarked-capture", Severity.WARNING
    FALSE_CAPTURE = "false-capture", Severity.WARNING
    CONTRADICTION = "contradiction", Severity.WARNING
    CONDITIONAL = "conditional", Severity.WARNING
    VARIATION = "variation", Severity.WARNING


UNREADABLE = frozenset(code for code in Code if code.severity is Severity.UNREADABLE)
WARNINGS = frozenset(code for code in Code if code.severity is Severity.WARNING)


class Standing(NamedTuple):
    """A piece where it stands: army letter, code and cell name."""

    army: str
    code: str
    cell: str


class Threat(NamedTuple):
    """A piece that attacks a royal piece, the empty cells it crosses, and the screen it hops."""

    piece: Standing
    path: tuple[str, ...] = ()
    screen: Standing | None = None


class Refusal(NamedTuple):
    """Why a move is refused: the code and every fact that proves it.

    `rule` is the section of RULES.md; `path` the cells walked, first step to destination;
    `missing` a cell that does not exist, or `BEYOND`; `candidates` moves or codes that would have
    been right;
    `cause` the refusal of a move in a variation or a conditional line.
    """

    code: Code
    rule: str = ""
    piece: Standing | None = None
    destination: str = ""
    path: tuple[str, ...] = ()
    blocker: Standing | None = None
    missing: str = ""
    checks: tuple[Threat, ...] = ()
    candidates: tuple[str, ...] = ()
    army: str = ""
    text: str = ""
    cause: Refusal | None = None


BEYOND = "beyond the board"
"""What stands for a missing cell, or a cell of a path, that has no name."""


class Place(NamedTuple):
    """A place in a text: line and column, both from 1, in characters."""

    line: int
    column: int


NOWHERE = Place(0, 0)


class Finding(NamedTuple):
    """A refusal with its place in the text, and the ply that it stopped (0: none).

    `token` is the ordinal of the token of the movetext that it is about, -1 if there is none.
    """

    refusal: Refusal
    place: Place
    ply: int = 0
    army: str = ""
    move: str = ""
    token: int = -1

    @property
    def code(self) -> Code:
        """Give the code of the refusal."""
        return self.refusal.code
