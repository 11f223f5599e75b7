"""`aofref play`: add moves to a record, or prove why not."""

import sys
from collections.abc import Iterable, Sequence
from datetime import datetime
from operator import attrgetter
from typing import NoReturn

import click

from aofref.cli.commands import COMMANDS
from aofref.cli.inplace import Edited, edited_options, keeps_json
from aofref.cli.io import STDIN, complaint, opened, refused, status_of, stderr, stdout, unreadable
from aofref.cli.options import shared
from aofref.cli.options.option import options, refuse_if, usage
from aofref.cli.options.position import finish, place_options, ply_of
from aofref.cli.options.times import moment
from aofref.findings import NOWHERE, START, Code, Finding, Place, diagnostics
from aofref.judge.edit.addition import Word, in_order, reader_of
from aofref.judge.edit.rewrite import written
from aofref.judge.replay.comments import followed_lines
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import step, to_move
from aofref.library.position import Position
from aofref.library.values import BadRecord, IllegalMove, MoveMissing
from aofref.notation.movetext import Notation
from aofref.notation.notes import Draw
from aofref.notation.records import limits
from aofref.report.json import position as reports
from aofref.report.text import proof
from aofref.report.text.played import summary_of_play
from aofref.report.text.record import ended
from aofref.text import excerpt, json_line
from aofref.values import Value

_MEANT = {
    **dict.fromkeys(("?", "h", "man", "commands"), "help"),
    **dict.fromkeys(("takeback", "back", "unmove", "unplay", "u"), "undo"),
    **dict.fromkeys(("legal", "move"), "moves"),
    **dict.fromkeys(("board", "position", "print", "d"), "show"),
    **dict.fromkeys(("history",), "log"),
}
"""Other words that people type for a command."""


class PlayOptions(Value):
    """The values of the options: words or a mail, and their army, lines, time and result."""

    words: tuple[str, ...]
    by: str | None
    lines: tuple[str, ...]
    no_if: bool
    mail: str | None
    sent: datetime | None
    result: str | None


@edited_options(
    "the moves played or the refusal",
    options(
        """
    --by ARMY  Require every WORD to be of this army, or of its player.
    --if LINE... as lines  Check a conditional line and add it; may be repeated.
    --no-if  Do not play the answers of conditional lines.
    --mail MESSAGE  Play the move of a mail: a file, or standard input.
    --sent TIME  Stamp the move with the time at which it was sent: a date, a time in UTC, or now.
    --result RESULT  Record the result that the players agreed on.
    """,
        by={"once": True},
        mail={"once": True, "is_flag": False, "flag_value": STDIN},
        sent={"read": moment, "once": True},
        result={"once": True},
    ),
    place_options,
    shared.notation_option,
)
@click.argument("words", nargs=-1, metavar="[WORD]...")
def command(edited: Edited, options: PlayOptions, ply: int | None, to: str) -> None:
    """Print the record FILE with each WORD added; or refuse with a proof, and status 1.

    A WORD is a move, as E:Lha5-fb3, or resign, draw or pass.  With --in-place the record is saved.

    aofref play --in-place game.aof E:Lha5-fb3
    aofref play --in-place --sent now game.aof resign
    aofref play game.aof jg3-jf3 --if "E:Lkd5-hb3 I:fa3-ga3 J:ga1-fa1 P:jf3-je3"
    """
    mail, result, form = options.mail, options.result, edited.form
    refuse_if(mail is not None and options.words, "--mail cannot be combined with a WORD")
    refuse_if(mail == edited.file == STDIN, "the record and the mail cannot both be standard input")
    refuse_if(
        not options.words and mail is None and result is None,
        "give a WORD to play (a move, resign, draw or pass), --mail or --result",
    )
    file, in_place = edited.file, edited.in_place
    refuse_if(
        in_place and edited.game is not None,
        "--in-place needs a FILE of one record, so it cannot be combined with --game",
    )
    to_write, record = edited.opened()
    if ply is not None and record.is_opened:
        record = record.until(ply_of(record.plies, ply))
    before = record.verdict
    if (status := status_of(before.findings)) or not before.opened:
        stderr(diagnostics(file, before.findings))
        if form == "json" and before.opened:
            error = before.errors[0]
            stdout(json_line(_unread(record.position, error.code, error.message)))
        sys.exit(status or 2)
    end = ending(before)
    if end is not None and before.last.turn >= 0:
        leave(record.position, file, form, Code.GAME_OVER, ended(end))
    reader = reader_of(before)
    with usage():
        army = "" if options.by is None else record.army_named(options.by)
    name = "--if" if len(options.lines) == 1 else "--if {}"
    lines = [Word(line, START, name.format(at)) for at, line in enumerate(options.lines, 1)]
    if mail is None:
        texts = in_order(reader, options.words)
        name = "argument" if len({number for number, _ in texts}) == 1 else "argument {}"
        given = [Word(text.strip(), START, name.format(number + 1)) for number, text in texts]
    else:
        from aofref.mail import read_mail  # and with it the package email

        with opened(mail) as stream:
            found = read_mail(stream.read(limits.MAIL + 1), record, by=army, source=mail)
        stderr(f"{found}\n")
        if (why := found.finding) is not None:
            sys.exit(finish(form, found.report(), "", 1 if why.code is Code.AMBIGUOUS else 2))
        given, army = [*found.words], found.army
        lines += found.lines
    sent, answers = options.sent, not options.no_if
    notation = None if record.is_json and keeps_json(in_place) else Notation(to)
    try:
        added = record.add(*given, by=army, sent=sent, lines=lines, result=result, answers=answers)
        text = added.record.to_json() if notation is None else added.record.write(notation.value)
    except IllegalMove as problem:
        _write_warnings(problem.warnings)
        refuse(problem, given, form)
    except BadRecord as problem:
        _write_warnings(problem.warnings)
        (why,) = problem.findings[:1]
        if why.code is not Code.FALSE_RESULT:
            raise refused(file, problem) from problem
        leave(record.position, "--result", form, why.code, why.message)
    except MoveMissing as problem:
        option = "--sent" if problem.argument == "sent" else "--if"
        raise click.UsageError(f"{option} goes with a move") from problem
    except ValueError as problem:
        raise click.UsageError(str(problem)) from problem
    if not added.played and result is None and added.record.offers == record.offers:
        offer = reader.read(given[0].text, army).offer
        first = Draw((offer or army or before.game.letters[before.last.turn],))
        stderr(f"aofref: {file}: this offer of a draw already stands: {first}\n")
        sys.exit(1)
    _write_warnings(added.warnings)
    if in_place or form != "json":
        to_write.put(text)
    done = added.record.verdict
    of_sent = {  # the places of new plies there
        ply.token.ordinal: START if at < added.played else NOWHERE
        for at, ply in enumerate(done.plies[len(before.plies) :])
    }
    of_record = (
        warning._replace(place=of_sent.get(warning.token, warning.place))
        for warning in done.warnings
        if warning.ply > before.length
    )
    of_words = (warning for _, warning in added.warnings)
    new = sorted([*of_words, *of_record], key=attrgetter("place"))
    stderr(diagnostics("--sent", [warning for warning in new if warning.code is Code.TIME]))
    for followed in followed_lines(done):  # only the lines that the new plies followed or left
        goes_on = followed.departed is None and followed.met < len(followed.line.words)
        if followed.last > len(before.plies) and not (goes_on and done.last.turn < 0):
            stderr(f"{proof.conditional_line(followed)}\n")
    position, moves = before.last, list[str]()
    for one in done.plies[len(before.plies) :]:
        moves.append(written(to_move(position, one.army), one, notation or Notation.LAN))
        position = step(position, one)
    played, answered = moves[: added.played], moves[added.played :]
    stderr(f"{file}: {summary_of_play(done, played, answered)}\n")
    edited.report_not_saved()
    if form == "json":
        stdout(json_line(reports.added(done, played, answered, new, text)))


def _write_warnings(warnings: Iterable[tuple[Word, Finding]]) -> None:
    for word, warning in warnings:
        stderr(diagnostics(word.source, [warning]))


def _unread(at: Position, code: Code, text: str) -> dict[str, object]:
    return {**at.report(), "legal": False, "code": code.value, "message": text}


def leave(
    at: Position, source: str, form: str, code: Code, text: str, place: Place = START
) -> NoReturn:
    """Refuse without a proof, and exit."""
    stderr(f"{complaint(source, code, text, place)}\n")
    sys.exit(finish(form, _unread(at, code, text), "", 1))


def refuse(problem: IllegalMove, words: Sequence[Word], form: str) -> NoReturn:
    """Refuse a move with its proof, and exit: status 1, or 2 if it is unreadable."""
    assert problem.word is not None
    source, why, proof = problem.word.source, problem.finding, problem.explanation
    if proof is None:
        raise unreadable(source, problem.code, str(problem))
    if why.refusal.section is None:
        text = why.refusal.reason
        if not why.refusal.army:  # else the whole line is refused for who makes its last move
            text = f"{proof.written}: {text}"
        leave(proof.position, source, form, why.code, text, why.place)
    lines = [*proof.reasons]
    if problem.word in words[:-1]:  # the next word may belong to the refused one
        text = f"{problem.word.text} {words[words.index(problem.word) + 1].text}"
        whole = proof.position.explain(text)
        if whole.legal:
            one_word = f"write it as one word: {whole.written}"
            lines.append(f"  if {excerpt(text)} is one move, {one_word}")
    name = _MEANT.get(proof.written.lower(), proof.written.lower())
    if why.code is Code.SYNTAX and name in COMMANDS:
        lines.append(f"  that is a command of its own: aofref {name}: {COMMANDS[name][1]}")
    stderr(diagnostics(source, [why]))
    stderr("".join(f"{text}\n" for text in lines))
    status = 2 if why.code is Code.SYNTAX else 1
    sys.exit(finish(form, proof.report(), "", status))
