"""Questions and answers: a record for a referee, its JSON (aofref-json(5)), and its replay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aofref.judge.replay.driver import replay
from aofref.judge.replay.verdict import Replay
from aofref.notation import records
from aofref.notation.movetext import WITHDRAWALS
from aofref.notation.records import Kind, Record, Token
from aofref.notation.records.splitter import text_lines
from aofref.notation.results import OPEN
from aofref.values import Value

_OF_TAGS = frozenset(
    ["syntax", "encoding", "unknown-variant", "bad-position", "bad-tag", "no-record", "limit"]
)
"""Codes of faults before any move, unless they have a ply."""

_EVENT = (  # the parts of an event in the order of the cases
    *("ply", "type", "army", "cell", "from", "to", "captured"),
    *("reason", "by", "count", "result"),
)


class Question(Value):
    """A record to be judged; empty fields are the game's defaults."""

    game: str
    rulings: tuple[str, ...] = ()
    array: str = ""
    position: str = ""
    moves: tuple[str, ...] = ()

    @property
    def plies(self) -> int:
        """The number of its moves, without withdrawals."""
        return sum(not move.endswith(WITHDRAWALS) for move in self.moves)

    @property
    def text(self) -> str:
        """The text of the record."""
        tags = {
            "Variant": self.game,
            "Rulings": " ".join(self.rulings),
            "Array": self.array,
            "Position": self.position,
        }
        played = [Token(Kind.MOVE, move) for move in self.moves]
        head = records.write_tags([(name, value) for name, value in tags.items() if value])
        return head + records.write_paragraph([*played, Token(Kind.RESULT, OPEN)])

    @property
    def raw(self) -> Record:
        """The record, split from a stream."""
        return next(records.split(text_lines(self.text.splitlines(keepends=True))))

    def then(self, move: str) -> Question:
        """Return the record with one more move."""
        game, rulings, array, position, moves = self
        return Question(game, rulings, array, position, (*moves, move))


class Answer(Value):
    """A referee's answer to a record.

    `code`, `ply` (None if it is missing) and `words` are parts of the error, empty without one.
    `events` are in the form of the cases.
    """

    plies: int
    code: str
    ply: int | None
    words: str
    events: tuple[str, ...]
    turn: str
    position: str


def answer(data: object) -> Answer | None:
    """Parse an object of `check --format json`; None if it is not one."""
    if not isinstance(data, dict):
        return None
    plies, error, events = data.get("plies"), data.get("error"), data.get("events")
    if not (
        isinstance(plies, int)
        and isinstance(events, list)
        and all(isinstance(event, dict) for event in events)
        and (error is None or (isinstance(error, dict) and isinstance(error.get("code"), str)))
    ):
        return None
    error = error or {}
    ply = error.get("ply")
    return Answer(
        plies,
        error.get("code", ""),
        ply if isinstance(ply, int) else None,
        " ".join(str(value) for key, value in error.items() if key != "move"),
        tuple(line for event in events for line in _lines(event)),
        str(data.get("turn")),
        str(data.get("position")),
    )


def _lines(event: dict[str, Any]) -> Iterator[str]:
    """Yield the lines of an event: one for each army that gives check."""
    by = event.get("by")
    for army in by if isinstance(by, list) else [by]:
        parts = {**event, "by": None if army is None else f"by {army}"}
        yield " ".join(str(parts[key]) for key in _EVENT if parts.get(key) is not None)


def refused(question: Question, answer: Answer) -> str:
    """Return the code of the refusal of the last move, empty if it was played.

    For a record that was refused before its last move, words follow the code.
    """
    if not answer.code:
        return "" if answer.plies == question.plies else f"only {answer.plies} plies"
    if answer.code in _OF_TAGS and answer.ply is None and not question.moves:
        return f"{answer.code}: {answer.words}"
    ply = answer.plies + 1 if answer.ply is None else answer.ply
    return answer.code if ply == question.plies else f"{answer.code} before the last move"


class Replays(dict[Question, Replay]):
    """aofref's own replays of the questions of a case, each made when it is first looked up."""

    # `find` needs the positions to write the moves, and aofref as a referee to judge them.

    def __missing__(self, question: Question) -> Replay:
        judged = self[question] = replay(records.read(question.raw))
        return judged
