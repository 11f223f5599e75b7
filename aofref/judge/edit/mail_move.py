"""MailMove: the one move that a message holds, in the position that it answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aofref.findings import Code, Place, Refusal
from aofref.findings.facts import Instead, Words
from aofref.notation import mail, moves
from aofref.notation.mail import START, LineText, Said
from aofref.notation.records import excerpt
from aofref.rules.position import Position

_FAULTS = (ValueError, LookupError, AttributeError, TypeError, AssertionError, RecursionError)
"""What the package email has been seen to raise at heads that are wrong."""


class MailMove(NamedTuple):
    """The move of a message, or why it has none or several; and where."""

    said: Said | None
    why: Refusal | None = None
    place: Place = START


def mail_move(position: Position, message: bytes) -> MailMove:
    """Find the move of a message; a move written twice is one move.

    A move that may be part of another, broken over lines, counts as several.
    """
    try:
        lines = mail.read(message).lines
    except mail.Beyond as problem:
        return MailMove(None, Refusal(Code.LIMIT, Words(str(problem))), problem.place)
    except _FAULTS as problem:
        why = f"the message cannot be read: {' '.join(str(problem).split())[:100]}"
        return MailMove(None, Refusal(Code.SYNTAX, Words(why)))
    found = mail.said(position.game, lines)
    texts = {said.move: said for said in reversed(found)}
    firsts = sorted(texts.values(), reverse=True)
    different = {_meant(position, said.move): said for said in firsts}
    if len(different) > 1:
        return _several(sorted(different.values()))
    pieces = mail.broken(position.game, lines, found)
    if found and pieces is not None:
        return _several(sorted((*pieces, found[0])))
    return MailMove(found[0], place=found[0].place) if found else _without(lines, pieces)


def _without(lines: Sequence[LineText], pieces: tuple[Said, Said] | None) -> MailMove:
    """Say that there is no move, and what may be one that is broken over lines."""
    why = "no line of this message is a move"
    own = [line.place(len(line.text) - len(line.text.lstrip())) for line in lines if line.own]
    place = own[0] if own else START
    if pieces is not None:
        why += f"; these lines may be one, broken in two: {_listed(pieces)}"
        place = pieces[0].place
    return MailMove(None, Refusal(Code.SYNTAX, Words(why)), place)


def _several(said: list[Said]) -> MailMove:
    why = f"several lines could be the move: {_listed(said[:5])}"
    return MailMove(None, Refusal(Code.AMBIGUOUS, Instead(why)), said[0].place)


def _listed(said: Sequence[Said]) -> str:
    return ", ".join(f"line {one.place.line} {excerpt(one.move)}" for one in said)


def _meant(position: Position, text: str) -> object:
    """Give what tells a move from others: what it means, or else its text."""
    said = moves.parse(position.game, text)
    if said is None or said.action:
        return text
    found = moves.resolve(position, said)
    return text if isinstance(found, Refusal) else found
