"""Comments: the commands in comments of the main line.

`[%draw E]` is an army's offer of a draw or its consent, `[%sent TIME]` the time at which a ply
reached the arbiter, `[%give E 432000]` the seconds that an army is given, `[%if MOVES]` the moves
that a player will make if the others move as foreseen.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile, zip_longest
from operator import eq
from typing import TYPE_CHECKING, TypeVar

from aofref.findings import NOWHERE, Code, Finding, Refusal, fault
from aofref.judge.replay.line import LineOfPlay, Ply, same_ply
from aofref.judge.replay.verdict import ConditionalLine, Fate, Given, Replay, Step
from aofref.notation import moves
from aofref.notation.notes import Answer, Draw, Give, If, Note, Sent, Text, Ungiven
from aofref.notation.records import Kind, Token
from aofref.notation.records.tokenizer import lexemes
from aofref.notation.records.tokens import number_of
from aofref.notation.resolve import legal_or_none
from aofref.rules.position import NOBODY
from aofref.text import excerpt
from aofref.values import Value

if TYPE_CHECKING:
    from datetime import datetime

T = TypeVar("T")


def offering(notes: Iterable[Note], letters: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the armies that offer a draw in a comment, with the numbers of their letters."""
    draws = (note for note in notes if isinstance(note, Draw))
    for at, letter in enumerate(letter for draw in draws for letter in draw.letters):
        if letter in letters:
            yield letters.index(letter), at


def stamps(judged: Replay) -> "dict[int, datetime]":
    """Return the moments at which plies were sent, by their places among the plies.

    Of several stamps behind a ply the first counts.
    """
    sent: dict[int, datetime] = {}
    place, at_ply = -1, True  # whether no move that was not played stands behind the ply
    for step in judged.steps:
        if step.depth:
            continue
        if isinstance(step, Ply):
            place, at_ply = place + 1, True
        elif step.token.kind is Kind.MOVE:
            at_ply = False
        elif step.notes and at_ply and place >= 0 and place not in sent:
            moments = (note.moment for note in step.notes if isinstance(note, Sent))
            if (moment := next(moments, None)) is not None:
                sent[place] = moment
    return sent


def given(judged: Replay) -> list[Given]:
    """List the times that armies were given, in order; those of an army add up."""
    found = []
    for after, comment in judged.comments:
        for note, behind in zip_longest(comment.notes, comment.notes[1:]):
            if isinstance(note, Give) and comment.fate is not Fate.BEHIND:
                words = behind.text if isinstance(behind, Text) else ""
                found.append(Given(note.letter, note.seconds, after, words))
    return found


def warnings(judged: Replay) -> Iterator[Finding]:
    """Warn of what the comments of a record say that is not so: moves, times, stamps."""
    for _, comment in judged.comments:  # commands that give no time
        for note in comment.notes if comment.fate is not Fate.BEHIND else ():
            no_army = isinstance(note, Give) and note.letter not in judged.game.letters
            if no_army or isinstance(note, Ungiven):
                needs = "it needs an army's letter and seconds of up to ten digits"
                text = f"{excerpt(str(note))} gives no time: {needs}"
                yield fault(Code.CONTRADICTION, text, comment.token.place)
    last: datetime | None = None
    for place, moment in stamps(judged).items():
        ply = judged.plies[place]
        if last is not None and moment < last:
            text = f"{Sent.at(moment).time}, but an earlier ply at {Sent.at(last).time}"
            why = Refusal(Code.TIME, f"sent at {text}")
            letter, token = judged.game.letters[ply.army], ply.token
            yield Finding(why, token.place, ply.number, letter, ply.lan, token.ordinal)
        last = moment if last is None else max(last, moment)
    yield from _swallowed(judged)


_PLAY = r"\s*(?:[0-9]{1,4}\s*[.:)\u2026]|\S{0,12}[a-z][0-9]|[0O]-[0O])"
"""The beginning of a comment that may be play."""
_OF_PLAY = Kind.MOVE, Kind.NUMBER, Kind.NAG, Kind.RESULT
_BESIDE = Kind.NAG, Kind.COMMENT


def _swallowed(judged: Replay) -> Iterator[Finding]:
    """Warn of comments behind a semicolon that have moves which could be played there."""
    record = judged.record
    if (";" not in record.text and "//" not in record.text) or record.is_json:
        return
    lines = record.text.split("\n")
    for comment in judged.steps:
        token, down = comment.token, comment.token.line - record.start.line
        if token.kind is not Kind.COMMENT or re.match(_PLAY, token.text) is None:
            continue
        mark = lines[down][token.column - (1 if down else record.start.column)]
        if mark in ";/" and _is_play(judged, comment):
            sign = "a semicolon" if mark == ";" else "//"
            why = f"the moves behind {sign} are a comment: {excerpt(token.text)}"
            yield fault(Code.CONTRADICTION, why, token.place, token.ordinal)


def _is_play(judged: Replay, comment: Step) -> bool:
    """Return whether the words of a comment behind a move are play that follows there.

    They are numbers, moves, signs and results, more than one move or a move with its number, and
    the first of them is due or legal.
    """
    token, texts, kinds = comment.token, list[str](), list[Kind]()
    for lexeme in lexemes(token.text, token.place):
        if lexeme.kind not in _OF_PLAY or lexeme.is_junk:
            return False
        texts += lexeme.words or [lexeme.text]
        kinds += lexeme.kinds or [lexeme.kind]
    earlier = reversed(judged.steps[: token.ordinal])
    before = next((one for one in earlier if one.token.kind not in _BESIDE), None)
    if not isinstance(before, Ply) or isinstance(comment, Ply) or comment.fate is not Fate.NO_MOVE:
        return False
    if kinds.count(Kind.MOVE) + (kinds[0] is Kind.NUMBER) < 2:
        return False
    position = judged.after(comment.parent, judged.steps)
    if kinds[0] is Kind.NUMBER:
        due = judged.numbering.due(position.round, before.number)
        return number_of(texts[0]) in (None, position.round, due)
    written = moves.read(position, texts[0]) if position.turn != NOBODY else None
    return written is not None and legal_or_none(position, written) is not None


# Conditional lines --------------------------------------------------------------------------------


def conditional_lines(
    line: LineOfPlay, comment: Token, notes: Iterable[Note], after: int
) -> Iterator[ConditionalLine]:
    """Play every conditional line of a comment, in any notation, to the first move refused."""
    for note in notes:
        if not isinstance(note, If):
            continue
        ahead, plies = LineOfPlay(line.position, line.number), list[Ply]()
        wrong: Finding | None = None
        if note.wrong:
            wrong = fault(Code.CONDITIONAL, note.wrong, comment.place, comment.ordinal)
        for word in () if note.wrong else note.words:
            done = ahead.play(comment._replace(kind=Kind.MOVE, text=word))
            if isinstance(done, Finding):
                wrong = done._replace(refusal=Refusal(Code.CONDITIONAL, aside=done.refusal))
                break
            plies.append(done)
        yield ConditionalLine(note.words, line.position, line.number, after, tuple(plies), wrong)


def count_followed(
    foreseen: Iterable[T], played: Iterable[T], same: Callable[[T, T], bool] = eq
) -> int:
    """Count the moves of a line, from its first on, that were played."""
    both = zip(foreseen, played, strict=False)
    return sum(1 for _ in takewhile(lambda pair: same(*pair), both))


class Followed(Value):
    """The state of a conditional line: its first `met` moves have been played.

    `departed` is the ply at which the play left the line; None if it did not.  `last` counts the
    moves and withdrawals of the game up to the last one of the line, or the one that left it.
    `leaver` is the name of an army that left its own line.
    """

    line: ConditionalLine
    met: int
    departed: int | None
    last: int
    leaver: str = ""


def followed_lines(judged: Replay) -> list[Followed]:
    """List how far the play has followed each conditional line that can be played.

    Lines of a player whose army is off the board are left out.
    """
    return [
        followed(judged.plies, line)
        for line in judged.lines
        if line.fault is None and judged.last.royals[author(judged.plies, line)] >= 0
    ]


def author(plies: Sequence[Ply], line: ConditionalLine) -> int:
    """Return the army of a line's author: that of the move before the line, or of its last move."""
    return plies[line.after - 1].army if line.after else line.plies[-1].army


def followed(plies: Sequence[Ply], line: ConditionalLine) -> Followed:
    """Find how far the play has followed a line that can be played."""
    met = count_followed(line.plies, plies[line.after :], same_ply)
    at = line.after + met
    if met == len(line.plies) or at == len(plies):
        return Followed(line, met, None, at)
    ply = plies[at]
    own = line.start.game.sides[ply.army].name if ply.army == author(plies, line) else ""
    return Followed(line, met, ply.number, at + 1, own)


def answering_moves(replay: Replay) -> list[Ply | Token]:
    """List the moves by which conditional lines answer the last ply.

    A comment behind each names the ply after which its line was given.  Only its author's moves are
    played from a line; the move of another player may come from a line of that player.
    """
    plies, line = [*replay.plies], LineOfPlay(replay.last, replay.length)
    sound = [ahead for ahead in replay.lines if ahead.fault is None]
    items: list[Ply | Token] = []
    while (answer := _answer(plies, sound)) is not None:
        given, foreseen = answer
        text = f"{replay.game.letters[foreseen.army]}:{foreseen.lan}"
        ply = line.play(Token(Kind.MOVE, text, *NOWHERE))
        assert isinstance(ply, Ply)  # it was legal when the line was read
        plies.append(ply)
        items += ply, Token(Kind.COMMENT, str(Answer(given)))
    return items


def _answer(plies: Sequence[Ply], lines: Sequence[ConditionalLine]) -> tuple[int, Ply] | None:
    """Find the answer of the line given last, with the ply before that line; None if two differ."""
    answers: list[tuple[ConditionalLine, Ply]] = []
    for line in lines:
        _, met, departed, *_ = followed(plies, line)
        if departed is None and 0 < met < len(line.plies):
            ply = line.plies[met]
            if ply.army == author(plies, line):
                answers.append((line, ply))
    latest = max((line.after for line, _ in answers), default=0)
    last = [(line.given, ply) for line, ply in answers if line.after == latest]
    return last[0] if len({ply.lan for _, ply in last}) == 1 else None
