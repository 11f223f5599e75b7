"""Findings: why something is refused, and where it stands.  A leaf: it imports nothing of aofref.

Facts are names (cells, codes, army letters) and numbers; sentences are made in `report`.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Code(Enum):
    """What is wrong, in the words of the diagnostics."""

    SYNTAX = "syntax"
    ENCODING = "encoding"
    UNKNOWN_VARIANT = "unknown-variant"
    BAD_POSITION = "bad-position"
    NO_SUCH_CELL = "no-such-cell"
    EMPTY_CELL = "empty-cell"
    WRONG_ARMY = "wrong-army"
    WRONG_PIECE = "wrong-piece"
    WRONG_TURN = "wrong-turn"
    UNREACHABLE = "unreachable"
    MISSING_CELL = "missing-cell"
    BLOCKED = "blocked"
    OWN_PIECE = "own-piece"
    NO_CAPTURE = "no-capture"
    NO_SCREEN = "no-screen"
    PROMOTION_REQUIRED = "promotion-required"
    PROMOTION_FORBIDDEN = "promotion-forbidden"
    BAD_PROMOTION = "bad-promotion"
    IN_CHECK = "in-check"
    AMBIGUOUS = "ambiguous"
    NO_MATCH = "no-match"
    GAME_OVER = "game-over"
    CANNOT_PASS = "cannot-pass"
    FALSE_RESULT = "false-result"
    CANNOT_OPEN = "cannot-open"
    NO_RECORD = "no-record"
    BAD_TAG = "bad-tag"
    LIMIT = "limit"
    FALSE_CHECK = "false-check"
    UNMARKED_CAPTURE = "unmarked-capture"
    FALSE_CAPTURE = "false-capture"
    CONTRADICTION = "contradiction"
    CONDITIONAL = "conditional"
    VARIATION = "variation"


UNREADABLE = frozenset(
    {
        Code.SYNTAX,
        Code.ENCODING,
        Code.UNKNOWN_VARIANT,
        Code.BAD_POSITION,
        Code.CANNOT_OPEN,
        Code.NO_RECORD,
        Code.BAD_TAG,
        Code.LIMIT,
    }
)
"""Codes of what could not be read: exit status 2.  The others, warnings apart, give status 1."""
WARNINGS = frozenset(
    {
        Code.FALSE_CHECK,
        Code.UNMARKED_CAPTURE,
        Code.FALSE_CAPTURE,
        Code.CONTRADICTION,
        Code.CONDITIONAL,
        Code.VARIATION,
    }
)
"""Codes that do not change the exit status, save under `--strict`."""


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
