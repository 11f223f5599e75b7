"""Letter: the one move that a message says, in the position that it answers."""

from __future__ import annotations

from typing import NamedTuple

from aofref.findings import Code, Refusal
from aofref.findings.facts import Instead, Words
from aofref.notation import mail, moves
from aofref.notation.mail import Said
from aofref.notation.records import excerpt
from aofref.rules.position import Position

_FAULTS = (ValueError, LookupError, AttributeError, TypeError, AssertionError, RecursionError)
"""What the package email has been seen to raise at heads that are wrong."""


class Letter(NamedTuple):
    """What a message says: its move, or why there is none, or not one alone."""

    said: Said | None
    why: Refusal | None = None


def letter(position: Position, message: bytes) -> Letter:
    """Find the move of a message; one that is said twice is one."""
    try:
        text = mail.body(message)
    except mail.Beyond as problem:
        return Letter(None, Refusal(Code.LIMIT, Words(str(problem))))
    except _FAULTS as problem:
        why = f"this message cannot be read: {' '.join(str(problem).split())[:100]}"
        return Letter(None, Refusal(Code.SYNTAX, Words(why)))
    found = mail.said(position.game, text)
    if not found:
        return Letter(None, Refusal(Code.SYNTAX, Words("no line of this message is a move")))
    different = {_meant(position, said.move): said for said in reversed(found)}
    if len(different) == 1:
        return Letter(found[0])
    several = sorted(different.values())
    told = ", ".join(f"line {said.line} {excerpt(said.move)}" for said in several[:5])
    return Letter(
        None, Refusal(Code.AMBIGUOUS, Instead(f"more than one could be the move: {told}"))
    )


def _meant(position: Position, text: str) -> object:
    """Give what tells a move from others: what it means, or else its text."""
    said = moves.parse(position.game, text)
    if said is None or said.action:
        return text
    found = moves.resolve(position, said)
    return text if isinstance(found, Refusal) else found
