"""SAN: as little of the origin as tells a move from the other legal ones (CONTRACT 3)."""

from __future__ import annotations

from aofref.notation.movetext import PASS_TEXT, Form, MoveText, read_lettered, write_lettered
from aofref.rules.generate import lifts
from aofref.rules.position import PASS, Move, Position
from aofref.rules.refuse import refusal
from aofref.rules.tables import Tables
from aofref.rules.watch import open_line


def read(game: Tables, text: str) -> MoveText | None:
    """Read a move with any part of its origin, LAN and coord among them; or a pass."""
    return read_lettered(game, text)


def write(position: Position, move: Move) -> str:
    """Write a move with the least origin that no other legal move shares; `--` for a pass.

    Moves that differ in capture mark, `ep` or promotion are told apart by these.
    """
    if move == PASS:
        return PASS_TEXT
    lifted = lifts(position, move)
    rivals = _rivals(position, move, lifted)
    board, origin = position.game.board, move.origin
    column, level, name = board.columns[origin], board.levels[origin], board.names[origin]
    takes = position.board[move.destination] or lifted
    if position.game.is_pawn[position.board[origin]] and takes:
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


def _rivals(position: Position, move: Move, lifted: tuple[int, ...]) -> list[int]:
    """List the cells of the other pieces of the same type and army that have the same legal move.

    Most are out of reach, and are not asked what stands in their way.
    """
    game, board = position.game, position.board
    origin, end, promotion = move
    piece = board[origin]
    reach_of = game.take_lines if board[end] or lifted else game.quiet_lines
    found = []
    for cell in position.men[game.army_of[piece]]:
        if board[cell] == piece and cell != origin:
            lines = reach_of(piece, cell).get(end)
            if lines is not None and (lifted or open_line(board, lines) is not None):
                other = Move(cell, end, promotion)
                same = bool(lifts(position, other)) == bool(lifted)
                if same and refusal(position, other) is None:
                    found.append(cell)
    return found


FORM = Form("", read, write)
