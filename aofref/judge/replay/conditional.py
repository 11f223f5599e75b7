"""Conditional lines: the moves that a player will make if the others move as foreseen."""

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from operator import eq
from typing import TYPE_CHECKING, TypeVar

from aofref.findings import Code, Finding, Refusal
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.judge.replay.reading import Refused, play_typed
from aofref.judge.replay.steps import ConditionalLine
from aofref.notation.notes import If, Note
from aofref.notation.records import Kind, Token
from aofref.values import Value

if TYPE_CHECKING:
    from aofref.notation.typed import InputReader

T = TypeVar("T")


class PlayedLine(Value):
    """Texts played in order: the line of play behind them, and the ply or the offer of each.

    An offer of a draw is its comment.  `refused` is the first text that was refused, and why.
    """

    line: LineOfPlay
    done: tuple[Ply | Token, ...]
    refused: Refused | None = None

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves and withdrawals."""
        return tuple(item for item in self.done if isinstance(item, Ply))


def play_line(
    start: LineOfPlay, words: Iterable[Token], reader: "InputReader | None" = None
) -> PlayedLine:
    """Play a conditional line on a line of its own, up to the first move that is refused.

    It begins where `start` is now.  With a `reader` the moves are read as people type them, without
    one as records have them.
    """
    line, plies = LineOfPlay(start.position, start.number), list[Ply]()
    for word in words:
        if reader is None:
            done: Ply | Refused | Finding = line.play(word)
        else:
            done = play_typed(line, word.text, word.place, reader=reader)
        if isinstance(done, Ply):
            plies.append(done)
            continue
        refused = done if isinstance(done, Refused) else Refused(line.position, word, done)
        return PlayedLine(line, tuple(plies), refused)
    return PlayedLine(line, tuple(plies))


def conditional_lines(
    line: LineOfPlay, comment: Token, notes: Iterable[Note], after: int
) -> Iterator[ConditionalLine]:
    """Play every conditional line of a comment, in any notation, to the first move refused."""
    for note in notes:
        if not isinstance(note, If):
            continue
        played, fault = PlayedLine(line, ()), None
        if note.wrong:
            why = Refusal(Code.CONDITIONAL, note.wrong)
            fault = Finding(why, comment.place, token=comment.ordinal)
        else:
            played = play_line(line, [comment._replace(kind=Kind.MOVE, text=w) for w in note.words])
        if played.refused is not None:
            finding = played.refused.finding
            fault = finding._replace(refusal=Refusal(Code.CONDITIONAL, aside=finding.refusal))
        start, given = line.position, line.number
        yield ConditionalLine(note.words, start, given, after, played.plies, fault)


def count_followed(
    foreseen: Iterable[T], played: Iterable[T], same: Callable[[T, T], bool] = eq
) -> int:
    """Count the moves of a line, from its first on, that were played."""
    both = zip(foreseen, played, strict=False)
    return sum(1 for _ in takewhile(lambda pair: same(*pair), both))
