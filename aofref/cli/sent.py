"""What someone sent, on a command line or in a mail: played, or refused with its proof."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import NamedTuple, NoReturn

import click

from aofref.cli.io.diagnostics import complaint, say
from aofref.cli.io.output import write_out
from aofref.cli.io.streams import opened
from aofref.findings import START, Code, Place, Refusal
from aofref.judge.analysis.diagnosis import slips
from aofref.judge.analysis.proof import proof_of
from aofref.judge.analysis.suggestions import suggestions
from aofref.judge.collect.summary import UNNAMED, players
from aofref.judge.edit.amend import offer_by, offered, offers_behind
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.judge.replay.reading import Refused, played
from aofref.judge.replay.verdict import Replay
from aofref.notation.records import Token, limits
from aofref.notation.words import gathered
from aofref.report.json import position
from aofref.report.text import suggested
from aofref.report.text.messages import diagnostics, sentence
from aofref.report.text.record import proof_lines, slip
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import Position
from aofref.text import excerpt, folded_name, json_line


class Given(NamedTuple):
    """A move or a word as it was sent, what diagnostics call it, and how to report a refusal.

    `by` is the letter of the army that it must be of, if that is known, `at` where it stands.
    """

    text: str
    name: str
    form: str
    by: str = ""
    at: Place = START


def army_of(found: Replay, name: str) -> str:
    """Give the letter of the army that is named, or whose player is, if that is one army."""
    army = found.game.variant.army_named(name)
    if army is not None:
        return army.letter
    people = ((letter, folded_name(who)) for letter, who in players(found) if who != UNNAMED)
    named = [letter for letter, who in people if who == folded_name(name)]
    if len(named) == 1:
        return named[0]
    have = ", ".join(f"{one.letter} {one.name}" for one in found.game.variant.armies)
    text = f"there is no army or player {excerpt(name)}; there are {have}"
    if named:
        text = f"{excerpt(name)} plays {' and '.join(named)}: name the army"
    raise click.UsageError(f"{Code.WRONG_ARMY.value}: {text}")


def of_arguments(game: CompiledVariant, words: tuple[str, ...], form: str) -> list[Given]:
    """Give the moves and words of the command line, a bare `draw` behind the move it is with."""
    texts = gathered(game.variant, words)
    one = len({number for number, _ in texts}) == 1
    return [
        Given(text.strip(), "argument" if one else f"argument {number}", form)
        for number, text in (texts[at] for at in offers_behind(game, [text for _, text in texts]))
    ]


def of_mail(position: Position, message: str, form: str) -> list[Given]:
    """Find the move of a message, and a draw with it; say which lines they are, and what is left.

    Leave if there is none.
    """
    from aofref.judge.edit.mail_move import mail_move  # and with it the package email

    with opened(message) as stream:
        found = mail_move(position, stream.read(limits.MAIL + 1))
    if found.why is not None:
        code = found.why.code
        status = 1 if code is Code.AMBIGUOUS else 2
        near = suggestions(position, found.word, found.why) if found.word else ()
        lines = suggested.lines(position, found.word, found.why, near)
        mail = Given("", message, form, at=found.place)
        leave(position, mail, code, sentence(found.why), status, lines)
    for one in found.orders:
        line = f"line {one.place.line}"
        move = f"the move is that of {line}: {excerpt(one.move)}"
        say(f"{message}: {f'a draw is offered in {line}' if one.offers else move}\n")
    if found.unread:
        named = [f"line {one.place().line} {excerpt(one.text.strip())}" for one in found.unread]
        more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
        say(f"{message}: not understood: {', '.join(named[:_NAMED])}{more}\n")
    return [Given(one.move, message, form, at=one.place) for one in found.orders]


_NAMED = 5
"""So many lines of a mail that are no move are named."""


def play(line: LineOfPlay, one: Given, earlier: tuple[Ply, ...] = ()) -> Ply:
    """Play a move, or refuse it with its proof and leave with status 1 (2 if unreadable).

    `earlier` are the plies among which a move sent twice is looked for.
    """
    before = line.position
    found = played(line, one.text, one.at, one.by, earlier)
    if isinstance(found, Refused):
        _refuse(before, found, one)
    say(diagnostics(one.name, found.warnings))
    letters = before.game.letters
    if one.by not in ("", letters[found.army]):
        gone = before.royals[letters.index(one.by)] < 0
        text = f"{found.token.text}: a move of {letters[found.army]}, but the mail is {one.by}'s"
        leave(before, one, Code.WRONG_ARMY if gone else Code.WRONG_TURN, text)
    return found


def offer(position: Position, one: Given, mover: str) -> Token:
    """Make the comment of an offer of a draw, or refuse the offer."""
    named = offer_by(position.game, one.text) or one.by or mover
    if one.by not in ("", named):
        text = f"{excerpt(one.text)} is of {named}, but the mail is {one.by}'s"
        leave(position, one, Code.WRONG_TURN, text)
    found = offered(position, named)
    if isinstance(found, Refusal):
        leave(position, one, found.code, sentence(found))
    return found


def leave(
    at: Position, one: Given, code: Code, text: str, status: int = 1, more: Iterable[str] = ()
) -> NoReturn:
    """Refuse what needs no proof; `more` are lines behind the diagnostic."""
    say("".join(f"{line}\n" for line in (complaint(one.name, code, text, one.at), *more)))
    if one.form == "json":
        write_out(json_line(position.unread(at, code, text)))
    sys.exit(status)


def _refuse(before: Position, refused: Refused, one: Given) -> NoReturn:
    """Refuse a move with its proof."""
    token, why, twice = refused
    proof = proof_of(before, token.text, why.refusal)
    near = suggestions(before, token.text, why.refusal)
    lines = [] if why.code is Code.SYNTAX else [*proof_lines(proof)]
    for found in () if twice else slips(before, why, [token]):
        lines += slip(found)
    lines += suggested.lines(before, token.text, why.refusal, near)
    say(diagnostics(one.name, [why]))
    say("".join(f"{text}\n" for text in lines))
    if one.form == "json":
        write_out(json_line(position.explained(proof, near)))
    sys.exit(2 if why.code is Code.SYNTAX else 1)
