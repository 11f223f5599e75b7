"""SAN: as little of the origin as tells a move from the other legal ones (aofref-record(5))."""

from __future__ import annotations

from aofref.notation.movetext import Form, MoveText, read_lettered, write_lettered
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import en_passant_captures
from aofref.rules.king_attacks import cells_of, open_line
from aofref.rules.position import Move, Position
from aofref.rules.refuse import refusal


def read(game: CompiledVariant, text: str) -> MoveText | None:
    """Read a move with any part of its origin, LAN and coord among them; or a pass."""
    return read_lettered(game, text)


def write(position: Position, move: Move) -> str:
    """Write a move with the least origin that no other legal move shares.

    Moves that differ in capture mark, `ep` or promotion are told apart by these.
    """
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
        if not text[0].isdigit():  # that would be a move number, then a move
            return text
    return write_lettered(position, move, name)


def _rivals(position: Position, move: Move, taken: tuple[int, ...]) -> list[int]:
    """List the cells of the other pieces of the same type and army that have the same legal move.

    Most are out of reach, and are not asked what stands in their way.
    """
    game, board = position.game, position.board
    origin, end, promotion = move
    piece = board[origin]
    captures = bool(board[end] or taken)
    table = game.lines.capturing(piece) if captures else game.lines.moving(piece)
    cover, places = table.cover, game.board.places
    at, found = places[end], []
    for cell in cells_of(board, piece):
        if cell == origin or not cover[at - places[cell]]:
            continue
        lines = table.lines(cell, end)
        if lines and (taken or open_line(board, lines) is not None):
            other = Move(cell, end, promotion)
            same = bool(en_passant_captures(position, other)) == bool(taken)
            if same and refusal(position, other) is None:
                found.append(cell)
    return found


FORM = Form("", read, write)
