"""Coord: origin, destination and promotion only: `ja4ha5` (aofref-record(5))."""

from __future__ import annotations

from aofref.notation.movetext import (
    Form,
    MoveText,
    named_by_cells,
    read_lettered,
    write_lettered,
    write_promotion,
)
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import CoreMove, CorePosition


def read(game: CompiledVariant, text: str) -> MoveText | None:
    """Read two whole cells, with neither code nor sign between them, or a pass."""
    written = read_lettered(game, text)
    if written is None or written.action:
        return written
    whole = written.origin in game.board.number
    return written if whole and not written.code and written.captures is None else None


def write(position: CorePosition, move: CoreMove) -> str:
    """Write a move."""
    names = position.game.board.names
    if not named_by_cells(position, move):
        return write_lettered(position, move, "")
    return names[move.origin] + names[move.destination] + write_promotion(position, move)


FORM = Form("", read, write)
