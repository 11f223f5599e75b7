"""`aofref play`: a player's mail against the agreed record."""

from __future__ import annotations

import sys

import click

from aofref.arbiter import conditionals, proof_of, slips
from aofref.cli.common import (
    Unreadable,
    as_played_option,
    encoding_option,
    say,
    setting,
    setting_options,
    status_of,
    the_record,
    write_out,
)
from aofref.findings import NOWHERE, Code, Place
from aofref.notation import results
from aofref.notation.moves import Notation
from aofref.notation.records import Kind, Record, Tag, Token, read
from aofref.opening import Setting
from aofref.replay import Replay, Run, replay
from aofref.report import proof
from aofref.report.messages import diagnostics
from aofref.report.text import proof_lines, slip
from aofref.rewrite import rewrite

NOTATIONS = [notation.value for notation in Notation]


@click.command("play")
@click.argument("file", type=click.Path())
@click.argument("moves", nargs=-1, metavar="MOVE...")
@setting_options
@click.option("--by", metavar="ARMY", help="Insist that every MOVE is of this army.")
@click.option("--if", "line", metavar="LINE", help="Vet a conditional line and add it.")
@click.option("--to", type=click.Choice(NOTATIONS), default="lan", show_default=True)
@as_played_option
@encoding_option
def command(
    file: str,
    moves: tuple[str, ...],
    variant: str,
    rulings: tuple[str, ...],
    by: str | None,
    line: str | None,
    to: str,
    as_played: bool,
    encoding: str,
) -> None:
    """Print the record FILE with each MOVE added; or refuse with a proof, and status 1."""
    chosen = setting(variant, rulings, as_played=as_played)
    agreed = read(the_record(file, encoding))
    found = replay(agreed, chosen)
    if status_of(found.findings) or found.last is None:
        say(diagnostics(file, found.findings))
        sys.exit(status_of(found.findings) or 2)
    assert found.game is not None
    if by is not None and by not in found.game.letters:
        raise click.UsageError(f"wrong-army: there is no army {by}")
    run = Run(found.last, found.length, chosen)
    if found.claimed != results.OPEN and found.last.turn >= 0 and moves:
        say(f"{file}:1:1: game-over the record is closed with the result {found.claimed}\n")
        sys.exit(1)
    for number, text in enumerate(moves, 1):
        _play(run, _token(text), f"argument {number}", by)
    tokens = tuple(ply.token for ply in run.plies)
    if line is not None:
        if not moves:
            raise click.UsageError("--if needs the sender's MOVE before it")
        _vet(run, line, run.plies[-1].army, chosen)
        tokens += (Token(Kind.COMMENT, f"[%if {' '.join(line.split())}]", NOWHERE),)
    added = _with(agreed, tokens, results.write(len(found.game.armies), run.position.winners))
    written = rewrite(added, chosen, Notation(to))
    write_out(written.text)
    _report_conditionals(replay(added, chosen), found.length)


def _token(text: str) -> Token:
    return Token(Kind.MOVE, text.strip(), Place(1, 1))


def _play(run: Run, token: Token, name: str, by: str | None) -> None:
    """Play a move, or refuse it with its proof and leave with status 1 (2 if unreadable)."""
    before = run.position
    letters = before.game.letters
    if run.play(token):
        sender = letters[run.plies[-1].army]
        if by is not None and sender != by:
            say(
                f"{name}:1:1: wrong-turn {token.text}: a move of {sender}, but the mail is {by}'s\n"
            )
            sys.exit(1)
        return
    finding = run.findings[-1]
    say(diagnostics(name, [finding]))
    if finding.code is Code.SYNTAX:
        sys.exit(2)
    why = proof_of(before, token.text, finding.refusal)
    say("".join(f"{line}\n" for line in proof_lines(why)))
    if finding.code in (Code.WRONG_TURN, Code.WRONG_ARMY):
        say("".join(f"  {slip(found)}\n" for found in slips(before, [token])))
    sys.exit(1)


def _vet(run: Run, line: str, sender: int, chosen: Setting) -> None:
    """Refuse a conditional line that is not legal, not linear, or not the sender's to give."""
    trial = Run(run.position, run.number, chosen)
    letters = run.position.game.letters
    words = line.split()
    if not words or any(mark in line for mark in "(){};"):
        raise Unreadable("--if:1:1: syntax a conditional line is moves alone, without variations")
    for count, word in enumerate(words, 1):
        _play(trial, _token(word), f"--if move {count}", None)
    last = trial.plies[-1].army
    if last != sender:
        say(
            f"--if:1:1: wrong-turn the line ends with a move of {letters[last]}; it must end "
            f"with one of the sender, {letters[sender]}\n"
        )
        sys.exit(1)


def _with(agreed: Record, tokens: tuple[Token, ...], result: str) -> Record:
    """Add tokens at the end of the movetext, and the result that the play has fixed."""
    kept = tuple(token for token in agreed.tokens if token.kind is not Kind.RESULT)
    stated = agreed.result.text if agreed.result else results.OPEN
    final = stated if result == results.OPEN else result
    tags = tuple(
        Tag(tag.name, final, tag.place) if tag.name == "Result" else tag for tag in agreed.tags
    )
    return agreed._replace(tags=tags, tokens=(*kept, *tokens, Token(Kind.RESULT, final, NOWHERE)))


def _report_conditionals(added: Replay, before: int) -> None:
    """Say how each conditional line of the record stands now."""
    for found in conditionals(added):
        if not found.departed or found.departed > before:
            say(f"{proof.conditional(found)}\n")
