"""`aofref play`: add moves to a record, or prove why not.

Group: Play

    aofref play game.aof E:Lha5-fb3
    aofref play game.aof P:jg3-jf3 --if "E:Lkd5-hb3 I:fa3-ga3 J:ga1-fa1 P:jf3-je3"
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import NamedTuple, NoReturn

import click

from aofref.cli.io.diagnostics import START, Unreadable, complaint, say, status_of
from aofref.cli.io.inplace import form_of, in_place_option, outlet
from aofref.cli.io.output import write_out
from aofref.cli.io.record import record_of
from aofref.cli.io.streams import STDIN, opened
from aofref.cli.options.completers import complete_armies
from aofref.cli.options.once import once
from aofref.cli.options.position import place_options, ply_of
from aofref.cli.options.setting import setting
from aofref.cli.options.shared import (
    as_played_option,
    encoding_option,
    notation_option,
    setting_options,
)
from aofref.findings import NOWHERE, Code, Finding, Place, Refusal
from aofref.findings.facts import PlayedAs
from aofref.judge.analysis.diagnosis import courses, slips
from aofref.judge.analysis.proof import proof_of
from aofref.judge.analysis.suggestions import suggestions
from aofref.judge.edit.amend import (
    cut,
    extended,
    offer_by,
    offered,
    offers_behind,
    settled,
)
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.driver import replay
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.judge.replay.offers import OFFER, agreed
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.reading import played_as, sent
from aofref.judge.replay.verdict import Judged, Replay, Unopened
from aofref.notation import results
from aofref.notation.records import Kind, Token, excerpt, limits, read
from aofref.report.json import position
from aofref.report.text import proof, suggested
from aofref.report.text.ending import ended
from aofref.report.text.messages import diagnostics, sentence
from aofref.report.text.record import proof_lines, slip
from aofref.rules.position import Position
from aofref.text import json_line

_NO_MOVE = "give a MOVE to play (a pass is 0, or -- behind another --), --mail or --result"


class _Mail(NamedTuple):
    """A move under judgement: its text, what diagnostics call it, and how to report a refusal.

    `by` is the letter of the army that it must be of, if that is known, `at` where it stands.
    """

    text: str
    name: str
    form: str
    by: str = ""
    at: Place = START


@click.command("play")
@click.argument("file", type=click.Path())
@click.argument("moves", nargs=-1, metavar="[MOVE]...")
@setting_options
@click.option(
    "--by",
    multiple=True,
    callback=once,
    metavar="ARMY",
    shell_complete=complete_armies,
    help="Insist that every MOVE is of this army.",
)
@click.option(
    "--if",
    "lines",
    multiple=True,
    metavar="LINE",
    help="Vet a conditional line and add it; may be repeated.",
)
@click.option(
    "--mail",
    is_flag=False,
    flag_value=STDIN,
    multiple=True,
    callback=once,
    metavar="MESSAGE",
    help="Play the move of a mail: a file, or standard input.",
)
@click.option(
    "--result",
    multiple=True,
    callback=once,
    metavar="RESULT",
    help="Note the result that the players agreed on.",
)
@in_place_option
@place_options
@notation_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    help="How to report a refusal; json goes to standard output.",
)
@as_played_option
@encoding_option
def command(
    file: str,
    moves: tuple[str, ...],
    variant: str,
    rulings: tuple[str, ...],
    by: str | None,
    lines: tuple[str, ...],
    mail: str | None,
    result: str | None,
    in_place: bool,
    ply: int | None,
    game: str | None,
    to: str,
    form: str,
    as_played: bool,
    encoding: str,
) -> None:
    """Print the record FILE with each MOVE added; or refuse with a proof, and status 1."""
    _check_usage(file, moves, lines, mail, result)
    chosen = setting(variant, rulings, as_played=as_played)
    if in_place and game is not None:
        raise click.UsageError("--in-place is for a FILE of one record: --game does not go with it")
    to_write = outlet(file, in_place, encoding)
    given = replay(read(record_of(file, encoding, game)), chosen)
    found = _going_on(_cut(given, ply, chosen), file, form)
    by = None if by is None else _army(found, by)
    sent_moves = [_of_mail(found.last, mail, form)] if mail is not None else _named(moves, form)
    line = LineOfPlay(found.last, found.length)
    plies: list[Ply] = []
    tokens: list[Token] = []
    for one in (one._replace(by=by or "") for one in sent_moves):
        if offer_by(one.text) is not None:
            tokens.append(_offer(line.position, one, _mover(found, plies)))
            continue
        plies.append(_play(line, one, (*found.plies, *plies)))
        tokens.append(plies[-1].token)
    if not plies and result is None:
        _check_offers(found, tokens, file)
    tokens += _foreseen(line, lines, plies, form)
    fixed = results.write(len(found.game.armies), line.position.winners)
    added = extended(found.record, tokens, fixed if result is None else result)
    done = replay(added, chosen)
    if result is not None:
        _agreed(found.last, done, result, form)
    added = settled(done)
    to_write.put(rewrite(added, chosen, form_of(added.raw, in_place, to)).text)
    _report_courses(done, len(found.plies), line.position)
    how = ending(done)
    if how is not None:
        say(f"aofref: {ended(how)}\n")


def _mover(found: Replay, plies: list[Ply]) -> str:
    """Give the letter of the army that moved last among the plies added, else that is to move."""
    army = plies[-1].army if plies else found.last.turn
    return found.game.letters[army] if army >= 0 else ""


def _offer(position: Position, mail: _Mail, mover: str) -> Token:
    """Make the comment of an offer of a draw, or refuse the offer."""
    named = offer_by(mail.text) or mail.by or mover
    if mail.by not in ("", named):
        text = f"{excerpt(mail.text)} is of {named}, but the mail is {mail.by}'s"
        _leave(position, mail, Code.WRONG_TURN, text)
    offer = offered(position, named)
    if isinstance(offer, Refusal):
        _leave(position, mail, offer.code, sentence(offer))
    return offer


def _check_offers(found: Replay, offers: list[Token], file: str) -> None:
    """Leave if the offers sent say nothing new."""
    standing = [OFFER.format(found.game.letters[army]) for army in agreed(found)]
    if all(offer.text in standing for offer in offers):
        say(f"aofref: {file}: this offer of a draw already stands: {offers[0].text}\n")
        sys.exit(1)


def _army(found: Replay, name: str) -> str:
    """Give the letter of the army that is named."""
    army = found.game.variant.army_named(name)
    if army is None:
        have = ", ".join(f"{one.letter} {one.name}" for one in found.game.variant.armies)
        text = f"there is no army {excerpt(name)}; there are {have}"
        raise click.UsageError(f"{Code.WRONG_ARMY.value}: {text}")
    return army.letter


def _foreseen(
    line: LineOfPlay, lines: tuple[str, ...], plies: list[Ply], form: str
) -> Iterator[Token]:
    """Give the conditional lines of a mail as comments, each vetted behind what was played."""
    for number, text in enumerate(lines, 1):
        name = "--if" if len(lines) == 1 else f"--if {number}"
        _vet(line, _Mail(text, name, form), plies[-1].army)
        yield Token(Kind.COMMENT, f"[%if {' '.join(text.split())}]", NOWHERE)


def _cut(found: Judged, ply: int | None, chosen: Setting) -> Judged:
    """Leave out of a record what comes after a ply."""
    if ply is None or isinstance(found, Unopened):
        return found
    at = ply_of(found, ply)
    behind = sum(one.number > at for one in found.plies) + (found.refused is not None)
    shorter = cut(found, behind)
    return found if shorter is None else replay(shorter, chosen)


def _check_usage(
    file: str, moves: tuple[str, ...], lines: tuple[str, ...], mail: str | None, result: str | None
) -> None:
    if mail is not None and moves:
        raise click.UsageError("--mail goes without a MOVE")
    if mail == file == STDIN:
        raise click.UsageError("the record and the mail cannot both be standard input")
    if all(offer_by(text) is not None for text in moves) and mail is None and lines:
        raise click.UsageError("--if goes with a MOVE")
    if not moves and mail is None and result is None:
        raise click.UsageError(_NO_MOVE)


def _named(moves: tuple[str, ...], form: str) -> list[_Mail]:
    """Give the moves of the command line with what diagnostics call them."""
    one = len(moves) == 1
    return [
        _Mail(moves[at].strip(), "argument" if one else f"argument {at + 1}", form)
        for at in offers_behind(moves)
    ]


def _of_mail(position: Position, message: str, form: str) -> _Mail:
    """Find the one move of a message and say which line it is; leave if there is none."""
    from aofref.judge.edit.mail_move import mail_move  # and with it the package email

    with opened(message) as stream:
        found = mail_move(position, stream.read(limits.MAIL + 1))
    if found.said is None:
        assert found.why is not None
        code = found.why.code
        status = 1 if code is Code.AMBIGUOUS else 2
        _leave(position, _Mail("", message, form), code, sentence(found.why), found.place, status)
    said = found.said
    say(f"{message}: the move is that of line {found.place.line}: {excerpt(said.move)}\n")
    return _Mail(said.move, message, form, at=found.place)


def _agreed(at: Position, done: Judged, result: str, form: str) -> None:
    """Refuse a result that is none, or that the play makes false."""
    count = len(at.game.armies)
    if result == results.OPEN or results.read(count, result) is None:
        raise click.UsageError(f"{excerpt(result)} is not a result of {count} armies")
    for finding in done.errors:
        if finding.code is Code.FALSE_RESULT:
            mail = _Mail("", "--result", form)
            _leave(at, mail, finding.code, sentence(finding.refusal))


def _going_on(found: Judged, file: str, form: str) -> Replay:
    """Leave unless the record is legal so far and its game goes on."""
    if status_of(found.findings) or isinstance(found, Unopened):
        say(diagnostics(file, found.findings))
        sys.exit(status_of(found.findings) or 2)
    end = ending(found)
    if end is not None and found.last.turn >= 0:
        _leave(found.last, _Mail("", file, form), Code.GAME_OVER, ended(end))
    return found


def _leave(
    at: Position, mail: _Mail, code: Code, text: str, place: Place = START, status: int = 1
) -> NoReturn:
    """Refuse what needs no proof."""
    say(f"{complaint(mail.name, code, text, place)}\n")
    if mail.form == "json":
        write_out(json_line(position.unread(at, code, text)))
    sys.exit(status)


def _play(line: LineOfPlay, mail: _Mail, played: tuple[Ply, ...] = ()) -> Ply:
    """Play a move, or refuse it with its proof and leave with status 1 (2 if unreadable).

    `played` are the plies among which a move sent twice is looked for.
    """
    before = line.position
    read_as = sent(before, mail.text, mail.by)
    token = Token(Kind.MOVE, read_as.move, mail.at)
    found = line.play(token)
    if isinstance(found, Finding):
        if read_as.why is not None:
            found = found._replace(refusal=read_as.why)
        _refuse(line, token, found, mail, played_as(played, before.game, token.text, found.refusal))
    say(diagnostics(mail.name, found.warnings))
    letters = before.game.letters
    if mail.by not in ("", letters[found.army]):
        gone = before.royals[letters.index(mail.by)] < 0
        text = f"{token.text}: a move of {letters[found.army]}, but the mail is {mail.by}'s"
        _leave(before, mail, Code.WRONG_ARMY if gone else Code.WRONG_TURN, text, mail.at)
    return found


def _refuse(
    line: LineOfPlay, token: Token, why: Finding, mail: _Mail, twice: int | None
) -> NoReturn:
    """Refuse a move with its proof; `twice` is the ply as which it was played already."""
    if twice is not None:
        why = why._replace(refusal=why.refusal.noting(PlayedAs(twice)))
    said = proof_of(line.position, token.text, why.refusal)
    near = suggestions(line.position, token.text, why.refusal)
    lines = [] if why.code is Code.SYNTAX else [*proof_lines(said)]
    for found in slips(line.position, why, [token]) if twice is None else ():
        lines += slip(found)
    lines += suggested.lines(line.position, token.text, why.refusal, near)
    say(diagnostics(mail.name, [why]))
    say("".join(f"{text}\n" for text in lines))
    if mail.form == "json":
        write_out(json_line(position.explained(said, near)))
    sys.exit(2 if why.code is Code.SYNTAX else 1)


def _vet(line: LineOfPlay, mail: _Mail, sender: int) -> None:
    """Refuse a conditional line that is not legal, not linear, or not the sender's to give."""
    trial = LineOfPlay(line.position, line.number)
    letters = line.position.game.letters
    text, name = mail.text, mail.name
    words = list(re.finditer(r"\S+", text))
    if not words or any(mark in text for mark in "(){};[]"):
        wrong = "a conditional line is moves alone, without variations"
        raise Unreadable(complaint(name, Code.SYNTAX, wrong))
    for word in words:
        at = Place(1, word.start() + 1)
        last = _play(trial, mail._replace(text=word.group(), at=at))
    if last.army != sender:
        wrong = (
            f"the line ends with a move of {letters[last.army]}; it must end with one of the "
            f"sender, {letters[sender]}"
        )
        _leave(line.position, mail, Code.WRONG_TURN, wrong, at)


def _report_courses(added: Judged, before: int, now: Position) -> None:
    """Say how each conditional line of the record stands now, if the mail changed that."""
    for found in courses(added):
        goes_on = found.departed is None and found.met < len(found.line.words)
        if found.last > before and not (goes_on and now.turn < 0):
            say(f"{proof.course(found)}\n")
