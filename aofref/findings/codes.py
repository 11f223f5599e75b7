"""Codes: what can be wrong.  One entry a code."""

from enum import Enum, StrEnum, auto
from typing import Self


class Severity(Enum):
    """What a code does to the exit status: 2, 1, or nothing (1 under `--strict`)."""

    UNREADABLE = auto()
    ILLEGAL = auto()
    WARNING = auto()


_UNREADABLE, _ILLEGAL, _WARNING = Severity


class Code(StrEnum):
    """What is wrong, in the words of the diagnostics and in the order of aofref(1).

    Each entry gives the severity of the code, the section of aofref-rules(7) that it rests on, and
    its sentence, in which names in braces are facts of the refusal.
    """

    severity: Severity
    rule: str
    sentence: str

    def __new__(cls, word: str, severity: Severity, rule: str, sentence: str) -> Self:
        """Make a member of its word and what belongs to it."""
        member = str.__new__(cls, word)
        member._value_ = word
        member.severity = severity
        member.rule = rule
        member.sentence = sentence
        return member

    @property
    def is_warning(self) -> bool:
        """Whether it leaves a record legal."""
        return self.severity is Severity.WARNING

    @property
    def may_stand(self) -> bool:
        """Whether an arbiter may let the move stand, which needs a piece and a cell to go to."""
        return self in _MAY_STAND

    SYNTAX = "syntax", _UNREADABLE, "", "{reason}"
    ENCODING = "encoding", _UNREADABLE, "", "{reason}"
    UNKNOWN_VARIANT = "unknown-variant", _UNREADABLE, "", "{reason}"
    BAD_GAME = "bad-game", _UNREADABLE, "", "{reason}"
    BAD_POSITION = "bad-position", _UNREADABLE, "", "{reason}"
    NO_SUCH_CELL = "no-such-cell", _ILLEGAL, "2", "the board has no cell {missing}"
    EMPTY_CELL = "empty-cell", _ILLEGAL, "", "nothing stands on {destination}"
    WRONG_ARMY = "wrong-army", _ILLEGAL, "8", "{piece} does not belong to {army}, whose turn it is"
    WRONG_PIECE = "wrong-piece", _ILLEGAL, "5", "the piece there is {piece}, not {name}"
    WRONG_TURN = "wrong-turn", _ILLEGAL, "8", "it is the turn of {army}, not of {candidates}"
    UNREACHABLE = "unreachable", _ILLEGAL, "5", "{piece} has no move that leads to {destination}"
    MISSING_CELL = (
        *("missing-cell", _ILLEGAL, "3"),
        "{piece} cannot go {path}: cell {missing}, which the move needs, is missing",
    )
    BLOCKED = (
        *("blocked", _ILLEGAL, "4"),
        "{piece} cannot go {path}: {blocked} is occupied by {blocker}",
    )
    OWN_PIECE = (
        *("own-piece", _ILLEGAL, "4"),
        "{piece} cannot go to {destination}: its own {blocker} stands there",
    )
    NO_CAPTURE = (
        *("no-capture", _ILLEGAL, "6"),
        "{piece} can go to {destination} only to capture, and there is nothing to capture",
    )
    NO_SCREEN = (
        *("no-screen", _ILLEGAL, "4"),
        "{piece} captures on {destination} only by leaping over exactly one piece, "
        "and none is between",
    )
    PROMOTION_REQUIRED = (
        *("promotion-required", _ILLEGAL, "7"),
        "{piece} must promote on {destination}, to one of {candidates}",
    )
    PROMOTION_FORBIDDEN = (
        *("promotion-forbidden", _ILLEGAL, "7"),
        "{piece} may not promote on {destination}",
    )
    BAD_PROMOTION = (
        *("bad-promotion", _ILLEGAL, "7"),
        "{piece} promotes on {destination} only to one of {candidates}",
    )
    IN_CHECK = (
        *("in-check", _ILLEGAL, "8"),
        "{piece} to {destination} leaves {blocker} in check from {checks}",
    )
    AMBIGUOUS = (
        *("ambiguous", _ILLEGAL, ""),
        "more than one {kind} can go to {destination}: from {candidates}",
    )
    NO_MATCH = "no-match", _ILLEGAL, "", "no {kind} can go to {destination}"
    GAME_OVER = "game-over", _ILLEGAL, "8", "the game is over"
    CANNOT_PASS = (
        *("cannot-pass", _ILLEGAL, "8"),
        "{army} may not pass: {piece} can go to {destination}",
    )
    FALSE_RESULT = (
        *("false-result", _ILLEGAL, "8"),
        "the record claims {claimed}, but the moves give {is_so}",
    )
    CANNOT_OPEN = "cannot-open", _UNREADABLE, "", "{reason}"
    NO_RECORD = "no-record", _UNREADABLE, "", "{reason}"
    BAD_TAG = "bad-tag", _UNREADABLE, "", "{reason}"
    LIMIT = "limit", _UNREADABLE, "", "{reason}"
    FALSE_CHECK = "false-check", _WARNING, "8", "marked {claimed}, but {is_so}"
    UNMARKED_CAPTURE = (
        *("unmarked-capture", _WARNING, ""),
        "{piece} captures on {destination}, but the move is not marked as a capture",
    )
    FALSE_CAPTURE = "false-capture", _WARNING, "", "{piece} captures nothing on {destination}"
    CONTRADICTION = "contradiction", _WARNING, "", "{reason}"
    TIME = "time", _WARNING, "", "{reason}"
    CONDITIONAL = "conditional", _WARNING, "", "in a conditional line: {reason}"
    VARIATION = "variation", _WARNING, "", "in a variation: {reason}"


UNREADABLE = frozenset(code for code in Code if code.severity is Severity.UNREADABLE)
WARNINGS = frozenset(code for code in Code if code.severity is Severity.WARNING)
_MAY_STAND = {
    *("wrong-army", "wrong-turn", "unreachable", "missing-cell", "blocked", "no-capture"),
    *("no-screen", "promotion-required", "promotion-forbidden", "bad-promotion", "in-check"),
}
