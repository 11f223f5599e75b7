"""`aofref play`: add moves to a record, or prove why not.

Group: Play

    aofref play --in-place game.aof E:Lha5-fb3
    aofref play --in-place --sent now game.aof resign
    aofref play game.aof P:jg3-jf3 --if "E:Lkd5-hb3 I:fa3-ga3 J:ga1-fa1 P:jf3-je3"
"""

import re
import sys
from collections.abc import Iterable, Iterator
from datetime import datetime

import click

from aofref.cli.batch.sources import SAY_GAME
from aofref.cli.io.inplace import Edited, edited_record, in_place_option, keeps_json, say_not_saved
from aofref.cli.io.output import say, status_of, unreadable, write_out
from aofref.cli.io.streams import STDIN
from aofref.cli.options.completers import complete_armies
from aofref.cli.options.once import moment, once_option
from aofref.cli.options.position import place_options, ply_of
from aofref.cli.options.shared import (
    as_played_option,
    encoding_option,
    notation_option,
    setting_options,
)
from aofref.cli.sent import Given, add, army_of, leave, of_arguments, of_mail, refuse
from aofref.findings import NOWHERE, Code, Finding, Place, diagnostics
from aofref.judge.analysis.courses import carried_on, courses, leaver
from aofref.judge.edit.amend import cut, extended, settled, typist_of
from aofref.judge.edit.rewrite import written
from aofref.judge.replay.comments import OFFER, agreed
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import LineOfPlay, Ply, step, to_move
from aofref.judge.replay.reading import Refused, played
from aofref.judge.replay.verdict import Judged, Replay, Unopened
from aofref.library.record import Record
from aofref.notation import results
from aofref.notation.moves import Notation
from aofref.notation.records import Kind, Token
from aofref.notation.times import write_moment
from aofref.notation.typed import Typist
from aofref.report.json import position
from aofref.report.text import proof
from aofref.report.text.played import played as played_text
from aofref.report.text.record import ended
from aofref.rules.position import CorePosition
from aofref.text import excerpt, json_line

_NO_MOVE = "give a WORD to play (a move, resign, draw or pass), --mail or --result"


@click.command("play")
@click.argument("file", type=click.Path())
@click.argument("words", nargs=-1, metavar="[WORD]...")
@setting_options
@once_option(
    "--by",
    metavar="ARMY",
    shell_complete=complete_armies,
    help="Require every WORD to be of this army, or of its player.",
)
@click.option(
    "--if",
    "lines",
    multiple=True,
    metavar="LINE",
    help="Check a conditional line and add it; may be repeated.",
)
@click.option("--no-if", is_flag=True, help="Do not play the answers of conditional lines.")
@once_option(
    "--mail",
    is_flag=False,
    flag_value=STDIN,
    metavar="MESSAGE",
    help="Play the move of a mail: a file, or standard input.",
)
@once_option(
    "--sent",
    read=moment,
    metavar="TIME",
    help="Stamp the move with the time at which it was sent: a date, a time in UTC, or now.",
)
@once_option("--result", metavar="RESULT", help="Record the result that the players agreed on.")
@in_place_option
@place_options
@notation_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="What to print: the record, or in JSON what was played or why not.",
)
@as_played_option
@encoding_option
@edited_record
def command(
    edited: Edited,
    words: tuple[str, ...],
    by: str | None,
    lines: tuple[str, ...],
    no_if: bool,
    mail: str | None,
    sent: datetime | None,
    result: str | None,
    ply: int | None,
    to: str,
    form: str,
) -> None:
    """Print the record FILE with each WORD added; or refuse with a proof, and status 1."""
    if mail is not None and words:
        raise click.UsageError("--mail cannot be combined with a WORD")
    if mail == edited.file == STDIN:
        raise click.UsageError("the record and the mail cannot both be standard input")
    if not words and mail is None and result is None:
        raise click.UsageError(_NO_MOVE)
    file, in_place = edited.file, edited.in_place
    if in_place and edited.game is not None:
        raise click.UsageError("--in-place needs a FILE of one record, so it excludes --game")
    to_write, record = edited.opened(SAY_GAME)
    record = _cut(record, ply)
    so_far = _going_on(record.verdict, file, form)
    army = "" if by is None else army_of(so_far, by)
    given = of_arguments(so_far, words, form) if mail is None else of_mail(so_far, mail, form)
    new = add(so_far, given, army)
    line, plies = new.line, new.plies
    if not plies:
        _check_alone(so_far, new.tokens, file, result, sent)
    tokens = _stamped([*new.tokens, *_foreseen(so_far, line, lines, plies, form)], sent)
    fixed = results.write(len(so_far.game.armies), line.position.winners)
    longer = _extended(record, tokens, fixed if result is None else result)
    done = _played(longer)
    if result is not None:
        _agreed(so_far.last, done, result, form)
    elif plies and not no_if and not agreed(done):
        longer = _extended(longer, _stamped(carried_on(done), sent), results.OPEN)
        done = _played(longer)
    notation = None if record.is_json and keeps_json(in_place) else Notation(to)
    text = record.amended(settled(done)).rewritten(notation).text
    if in_place or form != "json":
        to_write.put(text)
    told = _report(file, so_far, done, len(plies), notation or Notation.LAN)
    say_not_saved(file, in_place, possible=edited.game is None)
    if form == "json":
        write_out(json_line(position.added(done, *told, text)))


_Told = tuple[list[str], list[str], list[Finding]]


def _report(file: str, before: Replay, done: Replay, given: int, to: Notation) -> _Told:
    """Say what was played; return the moves given, those of conditional lines, new warnings."""
    new = [warning for warning in done.warnings if warning.ply > before.length]
    say(diagnostics("--sent", [warning for warning in new if warning.code is Code.TIME]))
    for course in courses(done):  # that the mail changed
        goes_on = course.departed is None and course.met < len(course.line.words)
        if course.last > len(before.plies) and not (goes_on and done.last.turn < 0):
            say(f"{proof.course(course, leaver(done.plies, course))}\n")
    at, texts = before.last, []
    for ply in done.plies[len(before.plies) :]:
        texts.append(written(to_move(at, ply.army), ply, to))
        at = step(at, ply)
    moves, answers = texts[:given], texts[given:]
    say(f"{file}: {played_text(done, moves, answers)}\n")
    return moves, answers, new


def _stamped(tokens: Iterable[Token], sent: datetime | None) -> list[Token]:
    """Put behind each move the time at which it was sent, if that is known."""
    stamp = "" if sent is None else f"[%sent {write_moment(sent)}]"
    comment = Token(Kind.COMMENT, stamp, NOWHERE)
    if not stamp:
        return [*tokens]
    pairs = ((token, comment) if token.kind is Kind.MOVE else (token,) for token in tokens)
    return [token for pair in pairs for token in pair]


def _extended(record: Record, tokens: list[Token], result: str) -> Record:
    if not tokens and result == results.OPEN:
        return record
    return record.amended(extended(record.written, tokens, result))


def _played(record: Record) -> Replay:
    """Return the verdict on a record that could be played before more was added to it."""
    done = record.verdict
    assert isinstance(done, Replay)
    return done


def _check_alone(
    so_far: Replay, offers: list[Token], file: str, result: str | None, sent: datetime | None
) -> None:
    """Leave if the offers sent say nothing new and there is no result, or if they have a time."""
    if sent is not None:
        raise click.UsageError("--sent goes with a move")
    if result is not None:
        return
    standing = [OFFER.format(so_far.game.letters[army]) for army in agreed(so_far)]
    if all(offer.text in standing for offer in offers):
        say(f"aofref: {file}: this offer of a draw already stands: {offers[0].text}\n")
        sys.exit(1)


def _foreseen(
    so_far: Replay, line: LineOfPlay, lines: tuple[str, ...], plies: tuple[Ply, ...], form: str
) -> Iterator[Token]:
    """Write the conditional lines of a mail as comments, each vetted behind what was played."""
    if lines and not plies:
        raise click.UsageError("--if goes with a move")
    for number, text in enumerate(lines, 1):
        name = "--if" if len(lines) == 1 else f"--if {number}"
        moves = _vetted(line, Given(text, name, form), plies[-1].army, typist_of(so_far))
        yield Token(Kind.COMMENT, f"[%if {' '.join(moves)}]", NOWHERE)


def _cut(record: Record, ply: int | None) -> Record:
    if ply is None or isinstance(verdict := record.verdict, Unopened):
        return record
    at = ply_of(verdict.length, ply)
    behind = sum(done.number > at for done in verdict.plies) + (verdict.refused is not None)
    shorter = cut(verdict, behind)
    return record if shorter is None else record.amended(shorter)


def _agreed(at: CorePosition, done: Judged, result: str, form: str) -> None:
    """Refuse a result that is none, or that the play makes false."""
    count = len(at.game.armies)
    if result == results.OPEN or results.read(count, result) is None:
        raise click.UsageError(f"{excerpt(result)} is not a result of {count} armies")
    for finding in done.errors:
        if finding.code is Code.FALSE_RESULT:
            leave(at, Given("", "--result", form), finding.code, finding.message)


def _going_on(verdict: Judged, file: str, form: str) -> Replay:
    """Leave unless the record is legal so far and its game goes on."""
    if status_of(verdict.findings) or isinstance(verdict, Unopened):
        say(diagnostics(file, verdict.findings))
        if form == "json" and not isinstance(verdict, Unopened):
            error = verdict.errors[0]
            write_out(json_line(position.unread(verdict.last, error.code, error.message)))
        sys.exit(status_of(verdict.findings) or 2)
    end = ending(verdict)
    if end is not None and verdict.last.turn >= 0:
        leave(verdict.last, Given("", file, form), Code.GAME_OVER, ended(end))
    return verdict


def _vetted(line: LineOfPlay, mail: Given, sender: int, typist: Typist) -> list[str]:
    """Read a conditional line; refuse one not legal, not linear, or not the sender's to give."""
    trial = LineOfPlay(line.position, line.number)
    sides = line.position.game.sides
    text, name = mail.text, mail.name
    words = list(re.finditer(r"\S+", text))
    if not words or any(mark in text for mark in "(){};[]"):
        wrong = "a conditional line may contain only moves, without variations"
        raise unreadable(name, Code.SYNTAX, wrong)
    moves, mover = [], -1
    for number, word in typist.gathered([word.group() for word in words]):
        at = Place(1, words[number].start() + 1)
        ply = played(trial, word, at, typist=typist)
        if isinstance(ply, Refused):
            refuse(ply, mail._replace(text=word, at=at))
        say(diagnostics(name, ply.warnings))
        moves.append(ply.token.text)
        mover = ply.army
    if mover != sender:
        wrong = (
            f"the line ends with a move of {sides[mover].name}; it must end with one of the "
            f"sender, {sides[sender].name}"
        )
        leave(line.position, mail._replace(at=at), Code.WRONG_TURN, wrong)
    return moves
