"""`aofref play`: a player's mail against the agreed record."""

from __future__ import annotations

import re
import sys

import click

from aofref.cli.common import (
    START,
    Unreadable,
    as_played_option,
    complaint,
    encoding_option,
    pass_on,
    say,
    setting,
    setting_options,
    status_of,
    the_record,
)
from aofref.findings import NOWHERE, Code, Finding, Place
from aofref.judge.desk import courses, slips
from aofref.judge.line import Line, Ply
from aofref.judge.proof import proof_of
from aofref.judge.replay import Replay, replay
from aofref.notation import results
from aofref.notation.moves import Notation
from aofref.notation.records import Kind, Record, Tag, Token, read
from aofref.report import proof
from aofref.report.messages import diagnostics
from aofref.report.text import proof_lines, slip
from aofref.rewrite import rewrite

NOTATIONS = [notation.value for notation in Notation]
_NO_MOVE = "give a MOVE to play (a pass is 0, or -- behind another --)"


@click.command("play")
@click.argument("file", type=click.Path())
@click.argument("moves", nargs=-1, metavar="MOVE...")
@setting_options
@click.option("--by", metavar="ARMY", help="Insist that every MOVE is of this army.")
@click.option(
    "--if",
    "lines",
    multiple=True,
    metavar="LINE",
    help="Vet a conditional line and add it; may be repeated.",
)
@click.option("--to", type=click.Choice(NOTATIONS), default="lan", show_default=True)
@as_played_option
@encoding_option
def command(
    file: str,
    moves: tuple[str, ...],
    variant: str,
    rulings: tuple[str, ...],
    by: str | None,
    lines: tuple[str, ...],
    to: str,
    as_played: bool,
    encoding: str,
) -> None:
    """Print the record FILE with each MOVE added; or refuse with a proof, and status 1."""
    if not moves:
        raise click.UsageError(_NO_MOVE)
    chosen = setting(variant, rulings, as_played=as_played)
    agreed = read(the_record(file, encoding))
    found = replay(agreed, chosen)
    _is_open(found, file)
    assert found.game is not None and found.last is not None
    if by is not None and by not in found.game.letters:
        raise click.UsageError(f"{Code.WRONG_ARMY.value}: there is no army {by}")
    line = Line(found.last, found.length)
    plies = []
    for number, text in enumerate(moves, 1):
        name = "argument" if len(moves) == 1 else f"argument {number}"
        plies.append(_play(line, Token(Kind.MOVE, text.strip(), START), name, by))
    tokens = [ply.token for ply in plies]
    for number, text in enumerate(lines, 1):
        name = "--if" if len(lines) == 1 else f"--if {number}"
        _vet(line, text, plies[-1].army, name)
        tokens.append(Token(Kind.COMMENT, f"[%if {' '.join(text.split())}]", NOWHERE))
    result = results.write(len(found.game.armies), line.position.winners)
    added = _with(agreed, tokens, result)
    pass_on(rewrite(added, chosen, Notation(to)).text)
    _report_courses(replay(added, chosen), len(found.plies))


def _is_open(found: Replay, file: str) -> None:
    """Leave unless the record is legal so far and its game goes on."""
    if status_of(found.findings) or found.last is None:
        say(diagnostics(file, found.findings))
        sys.exit(status_of(found.findings) or 2)
    if found.claimed != results.OPEN and found.last.turn >= 0:
        text = f"the record is closed with the result {found.claimed}"
        say(f"{complaint(file, Code.GAME_OVER, text)}\n")
        sys.exit(1)


def _play(line: Line, token: Token, name: str, by: str | None = None) -> Ply:
    """Play a move, or refuse it with its proof and leave with status 1 (2 if unreadable)."""
    before = line.position
    letters = before.game.letters
    found = line.play(token)
    if isinstance(found, Finding):
        _refuse(line, token, found, name)
    assert isinstance(found, Ply)
    say(diagnostics(name, found.warnings))
    sender = letters[found.army]
    if by is not None and sender != by:
        text = f"{token.text}: a move of {sender}, but the mail is {by}'s"
        say(f"{complaint(name, Code.WRONG_TURN, text, token.place)}\n")
        sys.exit(1)
    return found


def _refuse(line: Line, token: Token, why: Finding, name: str) -> None:
    say(diagnostics(name, [why]))
    if why.code is Code.SYNTAX:
        sys.exit(2)
    said = proof_of(line.position, token.text, why.refusal)
    say("".join(f"{told}\n" for told in proof_lines(said)))
    for found in slips(line.position, why, [token]):
        say("".join(f"{told}\n" for told in slip(found)))
    sys.exit(1)


def _vet(line: Line, text: str, sender: int, name: str) -> None:
    """Refuse a conditional line that is not legal, not linear, or not the sender's to give."""
    trial = Line(line.position, line.number)
    letters = line.position.game.letters
    words = list(re.finditer(r"\S+", text))
    if not words or any(mark in text for mark in "(){};[]"):
        wrong = "a conditional line is moves alone, without variations"
        raise Unreadable(complaint(name, Code.SYNTAX, wrong))
    for word in words:
        at = Place(1, word.start() + 1)
        last = _play(trial, Token(Kind.MOVE, word.group(), at), name)
    if last.army != sender:
        wrong = (
            f"the line ends with a move of {letters[last.army]}; it must end with one of the "
            f"sender, {letters[sender]}"
        )
        say(f"{complaint(name, Code.WRONG_TURN, wrong, at)}\n")
        sys.exit(1)


def _with(agreed: Record, tokens: list[Token], result: str) -> Record:
    """Add tokens at the end of the movetext, and the result that the play has fixed."""
    ends = agreed.result
    kept = [token for token in agreed.tokens if token is not ends]
    stated = ends.text if ends else results.OPEN
    final = stated if result == results.OPEN else result
    tags = tuple(
        Tag(tag.name, final, tag.place) if tag.name == "Result" else tag for tag in agreed.tags
    )
    told = [*kept, *tokens, Token(Kind.RESULT, final, NOWHERE)]
    numbered = tuple(token._replace(ordinal=index) for index, token in enumerate(told))
    return agreed._replace(tags=tags, tokens=numbered)


def _report_courses(added: Replay, before: int) -> None:
    """Say how each conditional line of the record stands now, if the mail changed that."""
    assert added.last is not None
    for found in courses(added):
        goes_on = found.departed is None and found.met < len(found.line.words)
        if found.last > before and not (goes_on and added.last.turn < 0):
            say(f"{proof.course(found)}\n")
