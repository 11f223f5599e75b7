"""Added: moves and words that somebody has sent, added to a record, all of them or none."""

from typing import TYPE_CHECKING

from aofref.findings import NOWHERE, Code, Finding, Place
from aofref.judge.analysis.followed import answering_moves
from aofref.judge.edit.addition import (
    Stamp,
    Word,
    judge_conditional,
    judge_words,
    numbered,
    reader_of,
    stamped,
)
from aofref.judge.edit.amend import extended, settled
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.judge.replay.reading import Refused
from aofref.judge.replay.verdict import Replay
from aofref.library.values import BadRecord, IllegalMove, Move, written_move
from aofref.notation import results
from aofref.notation.notes import If
from aofref.notation.records import Item, Kind
from aofref.text import excerpt
from aofref.values import Value

if TYPE_CHECKING:
    from aofref.library.record import Record


class Added(Value):
    """The result of `Record.add`: the longer `record`, and the number of its new plies.

    `played` is the number of plies that were sent, `answered` the number of plies of conditional
    lines after them.  `warnings` are false claims in the texts that were sent, each with its text.
    """

    record: "Record"
    played: int
    answered: int = 0
    warnings: tuple[tuple[Word, Finding], ...] = ()


class Addition(Value):
    """The parameters of `Record.add`; `army` is the letter of the army, or empty.

    With `in_lan`, new moves are written in long notation, else as they were sent.
    """

    words: tuple[Word, ...]
    army: str = ""
    stamp: Stamp | None = None
    lines: tuple[Word, ...] = ()
    result: str | None = None
    answers: bool = False
    in_lan: bool = False


class MoveMissing(ValueError):
    """A time or a conditional line came without a move: `argument` of `Record.add` has it."""

    def __init__(self, what: str, argument: str) -> None:
        super().__init__(f"{what} goes with a move")
        self.argument = argument


def word_of(given: str | Move | Word, at: Place = NOWHERE) -> Word:
    """Make a Word of a text or a Move, with the place `at`; return a Word as it is."""
    return given if isinstance(given, Word) else Word(written_move(given), at)


def add(record: "Record", before: Replay, new: Addition) -> Added:
    """Add moves and words to a record that is legal so far; errors as `Record.add`."""
    count, stamp = len(before.game.armies), new.stamp
    judged = judge_words(before, new.words, new.army)
    warnings = [
        (word, warned)
        for word, done in zip(new.words, judged.done, strict=False)
        for warned in (done.warnings if isinstance(done, Ply) else ())
    ]
    if judged.refused is not None:
        raise _illegal(new.words[len(judged.done)], judged.refused, warnings)
    plies, items = judged.plies, [*judged.items(new.words, stamp)]
    for given in new.lines if plies else ():
        line = foreseen(before, judged.line, given, plies[-1].army, warnings)
        items.append(Item(Kind.COMMENT, str(line)))
    fixed = results.write(count, judged.line.position.winners)
    if new.result is not None:
        fixed = new.result
        if fixed == results.OPEN or results.read(count, fixed) is None:
            raise ValueError(f"{excerpt(fixed)} is not a result of {count} armies")
    longer = record
    if items or fixed != results.OPEN:
        written = [*numbered(before, items, in_lan=new.in_lan)]
        longer = record._amended(extended(before.record, written, fixed))
    if new.result is not None:
        false = [fault for fault in longer._replayed.errors if fault.code is Code.FALSE_RESULT]
        if false:
            problem = BadRecord(tuple(false))
            problem.warnings = tuple(warnings)
            raise problem
    if not plies and stamp is not None and not stamp.message:
        raise MoveMissing("a time", "sent")
    if not plies and new.lines:
        raise MoveMissing("a conditional line", "lines")
    commands = "".join(comment.text for comment in longer._tokens.comments)
    answering = list[Ply | Item]()
    if new.result is None and plies and new.answers and "[%if" in commands and not longer.offers:
        assert isinstance(longer._replayed, Replay)
        answering = answering_moves(longer._replayed)
        if answering:
            more = [*numbered(longer._replayed, stamped(answering, stamp))]
            longer = longer._amended(extended(longer._replayed.record, more, results.OPEN))
    if answering or "[%draw" in commands:
        closed = settled(longer._replayed)
        longer = longer if closed is None else longer._amended(closed)
    answered = sum(isinstance(item, Ply) for item in answering)
    return Added(longer, len(plies), answered, tuple(warnings))


def foreseen(
    record: Replay,
    start: LineOfPlay,
    given: Word,
    sender: int,
    warnings: list[tuple[Word, Finding]],
) -> If:
    """Read a conditional line that an army gives, and add its warnings; IllegalMove if refused."""
    line = judge_conditional(start, given, sender, reader_of(record))
    if isinstance(line, Finding):
        raise _illegal(given, line, warnings)
    warnings += [(given, warned) for ply in line.plies for warned in ply.warnings]
    if line.refused is not None:
        raise _illegal(given, line.refused, warnings)
    return If(tuple(ply.token.text for ply in line.plies))


def _illegal(
    word: Word, why: Refused | Finding, warnings: list[tuple[Word, Finding]]
) -> IllegalMove:
    """Make the error of a text that was refused or could not be read."""
    problem = IllegalMove(why if isinstance(why, Finding) else why.finding)
    problem.word, problem.warnings = word, tuple(warnings)
    problem._refused = None if isinstance(why, Finding) else why
    return problem
