"""SAN: a move with the shortest origin that makes it unique (aofref-record(5))."""

from __future__ import annotations

from aofref.notation.movetext import (
    Form,
    MoveText,
    lettered_lacks,
    read_lettered,
    write_lettered,
)
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import en_passant_captures, origins
from aofref.rules.position import NO_CASTLING, CoreMove, CorePosition


def read(game: CompiledVariant, text: str) -> MoveText | None:
    """Read a move with any part of its origin, also in LAN or coord; or a pass."""
    return read_lettered(game, text)


def write(position: CorePosition, move: CoreMove) -> str:
    """Write a move with the shortest origin that no other legal move shares.

    Moves that differ in capture mark, `ep` or promotion need no origin.
    """
    if move.castling != NO_CASTLING:
        return write_lettered(position, move, "")
    taken = en_passant_captures(position, move)
    rivals = _rivals(position, move, taken)
    board, origin = position.game.board, move.origin
    (column, level), name = board.short[origin], board.names[origin]
    takes = position.board[move.destination] or taken
    if position.game.is_pawn[position.board[origin]] and takes:
        alone = all(board.short[cell][0] != column for cell in rivals)
        return write_lettered(position, move, column if alone else name)
    if not rivals:
        return write_lettered(position, move, "")
    if all(board.short[cell][0] != column for cell in rivals):
        return write_lettered(position, move, column)
    if all(board.short[cell][1] != level for cell in rivals):
        text = write_lettered(position, move, level)
        if not text[0].isdigit():  # it would be read as a number and a move
            return text
    return write_lettered(position, move, name)


def _rivals(position: CorePosition, move: CoreMove, taken: tuple[int, ...]) -> list[int]:
    """List the cells of other pieces of the same type and army that have the same legal move."""
    origin, end, promotion, _ = move
    piece = position.board[origin]
    standing = {cell for cell in position.cells_like(piece) if cell != origin}
    others = origins(position, piece, end, promotion, standing) if standing else []
    if not position.passed:
        return others
    return [
        cell
        for cell in others
        if bool(en_passant_captures(position, CoreMove(cell, end, promotion))) == bool(taken)
    ]


FORM = Form("", read, write, lettered_lacks)
