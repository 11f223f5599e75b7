"""What someone sent, on a command line or in a mail: played, or refused with its proof."""

import sys
from collections.abc import Iterable, Sequence
from typing import NamedTuple, NoReturn

import click

from aofref.cli.io.output import complaint, say, write_out
from aofref.cli.io.streams import opened
from aofref.findings import START, Code, Place, diagnostics
from aofref.findings.facts import Instead
from aofref.judge.analysis.diagnosis import proof_of, slips
from aofref.judge.analysis.suggestions import suggestions
from aofref.judge.edit.amend import Added, added, in_order, typist_of
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.judge.replay.reading import Refused, played
from aofref.judge.replay.verdict import Replay
from aofref.notation.records import limits
from aofref.report.json import position
from aofref.report.text.proof import hints
from aofref.report.text.record import proof_lines, slip
from aofref.rules.position import CorePosition
from aofref.text import excerpt, json_line


class Given(NamedTuple):
    """A move or a word as it was sent, what diagnostics call it, and how to report a refusal.

    `at` is where it stands.
    """

    text: str
    name: str
    form: str
    at: Place = START


def army_of(so_far: Replay, name: str) -> str:
    """Find the letter of the army that is named, or whose player is, if that is one army."""
    letters = typist_of(so_far).armies(name)
    if len(letters) == 1:
        return letters
    have = ", ".join(f"{army.letter} {army.name}" for army in so_far.game.variant.armies)
    text = f"there is no army or player {excerpt(name)}; there are {have}"
    if letters:
        text = f"{excerpt(name)} plays {' and '.join(letters)}: name the army"
    raise click.UsageError(f"{Code.WRONG_ARMY.value}: {text}")


def of_arguments(so_far: Replay, words: tuple[str, ...], form: str) -> list[Given]:
    """List the moves and words of the command line, a bare `draw` behind the move it is with."""
    texts = in_order(typist_of(so_far), words)
    alone = len({number for number, _ in texts}) == 1
    return [
        Given(text.strip(), "argument" if alone else f"argument {number + 1}", form)
        for number, text in texts
    ]


def of_mail(so_far: Replay, message: str, form: str) -> list[Given]:
    """Find the move of a message, and a draw with it; say which lines they are, and what is left.

    Leave if there is none.
    """
    from aofref.judge.edit.mail_move import mail_move  # and with it the package email

    position = so_far.last
    with opened(message) as stream:
        sent = mail_move(position, stream.read(limits.MAIL + 1), typist_of(so_far))
    if sent.why is not None:
        code = sent.why.code
        status = 1 if code is Code.AMBIGUOUS else 2
        near = suggestions(position, sent.word, sent.why) if sent.word else ()
        lines = hints(position, sent.word, sent.why, near)
        mail = Given("", message, form, at=sent.place)
        leave(position, mail, code, sent.why.message, status, lines)
    for order in sent.orders:
        line = f"line {order.place.line}"
        move = f"the move is that of {line}: {excerpt(order.move)}"
        say(f"{message}: {f'a draw is offered in {line}' if order.offers else move}\n")
    if sent.unread:
        named = [
            f"line {order.place().line} {excerpt(order.text.strip())}" for order in sent.unread
        ]
        more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
        say(f"{message}: not understood: {', '.join(named[:_NAMED])}{more}\n")
    return [Given(order.move, message, form, at=order.place) for order in sent.orders]


_NAMED = 5  # so many lines of a mail that are no move are named


def add(so_far: Replay, sent: Sequence[Given], by: str) -> Added:
    """Add what was sent to a record, all of it of the army `by` if that is named; or refuse it."""
    new = added(so_far, [(given.text, given.at) for given in sent], by)
    for given, done in zip(sent, new.done, strict=False):
        if isinstance(done, Ply):
            say(diagnostics(given.name, done.warnings))
    if new.refused is not None:
        at = len(new.done)
        refuse(new.refused, sent[at], _as_one(so_far, new.refused, sent[at : at + 2]))
    return new


def _as_one(so_far: Replay, refused: Refused, words: Sequence[Given]) -> list[str]:
    """Say that a refused word and the next would be a legal move together, if they would."""
    text = " ".join(word.text for word in words)
    whole = played(LineOfPlay(refused.before), text, typist=typist_of(so_far))
    if len(words) < 2 or isinstance(whole, Refused):
        return []
    return [f"  if {excerpt(text)} is one move, write it as one word: {whole.token.text}"]


def leave(
    at: CorePosition, given: Given, code: Code, text: str, status: int = 1, more: Iterable[str] = ()
) -> NoReturn:
    """Refuse what needs no proof; `more` are lines behind the diagnostic."""
    say("".join(f"{line}\n" for line in (complaint(given.name, code, text, given.at), *more)))
    if given.form == "json":
        write_out(json_line(position.unread(at, code, text)))
    sys.exit(status)


def refuse(refused: Refused, given: Given, more: Sequence[str] = ()) -> NoReturn:
    """Refuse a move with its proof and `more` lines, and leave: status 1, or 2 if unreadable."""
    before, token, why, twice = refused
    if isinstance(why.refusal.facts, Instead):
        leave(before, given, why.code, f"{token.text}: {why.refusal.facts.reason}")
    proof = proof_of(before, token.text, why.refusal)
    near = suggestions(before, token.text, why.refusal)
    lines = [] if why.code is Code.SYNTAX else [*proof_lines(proof)]
    for guess in () if twice else slips(before, why, [token]):
        lines += slip(before.game, guess)
    lines += [*hints(before, token.text, why.refusal, near), *more]
    say(diagnostics(given.name, [why]))
    say("".join(f"{text}\n" for text in lines))
    if given.form == "json":
        write_out(json_line(position.explained(proof, near)))
    sys.exit(2 if why.code is Code.SYNTAX else 1)
