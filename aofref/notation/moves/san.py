"""SAN: as little of the origin as tells a move from the other legal ones (CONTRACT 3)."""

from __future__ import annotations

from aofref.notation.movetext import PASS_TEXT, Form, MoveText, read_lettered, write_lettered
from aofref.rules.generate import destinations, lifts
from aofref.rules.position import PASS, Move, Position
from aofref.rules.refuse import refusal
from aofref.rules.tables import Tables


def read(game: Tables, text: str) -> MoveText | None:
    """Read a move with any part of its origin, LAN and coord among them; or a pass."""
    return read_lettered(game, text)


def write(position: Position, move: Move) -> str:
    """Write a move with the least origin that no other legal move shares; `--` for a pass.

    Moves that differ in capture mark, `ep` or promotion are told apart by these.
    """
    if move == PASS:
        return PASS_TEXT
    rivals = [cell for cell in _alike(position, move) if _written_alike(position, move, cell)]
    board = position.game.board
    column, level, name = (
        names[move.origin] for names in (board.columns, board.levels, board.names)
    )
    takes = position.board[move.destination] or lifts(position, move)
    if position.game.is_pawn[position.board[move.origin]] and takes:
        alone = all(board.columns[cell] != column for cell in rivals)
        return write_lettered(position, move, column if alone else name)
    if not rivals:
        return write_lettered(position, move, "")
    if all(board.columns[cell] != column for cell in rivals):
        return write_lettered(position, move, column)
    if all(board.levels[cell] != level for cell in rivals):
        text = write_lettered(position, move, level)
        if not text[0].isdigit():  # that would be a move number, then a move
            return text
    return write_lettered(position, move, name)


def _alike(position: Position, move: Move) -> list[int]:
    """List the cells of the other pieces of the same type and army."""
    board, piece = position.board, position.board[move.origin]
    men = position.men[position.game.army_of[piece]]
    return [cell for cell in men if board[cell] == piece and cell != move.origin]


def _written_alike(position: Position, move: Move, cell: int) -> bool:
    """Say whether the piece on a cell has the same legal move, en passant if that one is."""
    game, piece, end = position.game, position.board[cell], move.destination
    if end not in game.take_lines(piece, cell) and end not in game.quiet_lines(piece, cell):
        return False
    if end not in destinations(position, cell):
        return False  # before `refusal`, which would find out why
    other = move._replace(origin=cell)
    same_marks = bool(lifts(position, other)) == bool(lifts(position, move))
    return same_marks and refusal(position, other) is None


FORM = Form("", read, write)
