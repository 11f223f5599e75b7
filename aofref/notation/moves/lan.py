"""LAN, the canonical form: `Nja4xha5`, a Pawn's code left out (aofref-record(5))."""

from __future__ import annotations

from aofref.notation.movetext import Form, MoveText, read_lettered, write_lettered
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import CoreMove, CorePosition


def read(game: CompiledVariant, text: str) -> MoveText | None:
    """Read a move that has its whole origin and a sign, or a pass."""
    written = read_lettered(game, text)
    if written is None or written.action:
        return written
    whole = written.origin in game.board.number
    return written if whole and written.captures is not None else None


def write(position: CorePosition, move: CoreMove) -> str:
    """Write a move."""
    return write_lettered(position, move, position.game.board.names[move.origin], "-")


FORM = Form("", read, write)
