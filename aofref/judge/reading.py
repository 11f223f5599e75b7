"""Reading: a move that someone sent, made out or explained: what it is, or what it lacks."""

from __future__ import annotations

from typing import NamedTuple

from aofref.findings import Code, Refusal
from aofref.findings.facts import Words
from aofref.notation import moves
from aofref.notation.records import excerpt
from aofref.rules.position import Position


class Sent(NamedTuple):
    """A move as it was sent, and as it is read; `why` says why it is no move, None if it is."""

    text: str
    move: str
    why: Refusal | None = None


def sent(position: Position, text: str) -> Sent:
    """Read a move as people type it; what is no move is explained."""
    from aofref.notation.forgive import forgiven  # only when somebody has typed

    move = forgiven(position.game, text)
    if moves.parse(position.game, move) is not None:
        return Sent(text, move)
    return Sent(text, move, no_move(position, move))


def no_move(position: Position, text: str) -> Refusal:
    """Say why a text is no move: what was expected where."""
    from aofref.notation.grammar import expected  # and with it pyparsing: only when it is needed

    told = f"this is no move: {excerpt(text)}"
    missing = expected(position.game, " ".join(text.split()))
    if missing is not None:
        told += f": {missing.what} is expected at column {missing.column}"
    return Refusal(Code.SYNTAX, Words(told))
