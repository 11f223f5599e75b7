"""Codes of errors and warnings: one entry a code."""

from enum import Enum, StrEnum, auto
from typing import Self


class Severity(Enum):
    """The exit status of a code: 2, 1, or 0 for a warning (1 under `--strict`)."""

    UNREADABLE = auto()
    ILLEGAL = auto()
    WARNING = auto()


_UNREADABLE, _ILLEGAL, _WARNING = Severity


class Code(StrEnum):
    """The code of an error or a warning: its word in diagnostics, in the order of aofref-codes(7).

    `rule` is the section of aofref-rules(7), empty if there is none.  `severity` is ILLEGAL unless
    the entry has another one.  Names in braces in its `sentence` are facts of the refusal;
    without a sentence each refusal has a reason in its own words.
    """

    severity: Severity
    rule: str
    sentence: str

    def __new__(cls, word: str, rule: str, sentence: str, severity: Severity = _ILLEGAL) -> Self:
        """Make a member whose value is the word."""
        member = str.__new__(cls, word)
        member._value_ = word
        member.severity, member.rule, member.sentence = severity, rule, sentence
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
