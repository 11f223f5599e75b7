"""LAN, the canonical form: `Nja4xha5`, a Pawn's code left out (CONTRACT 3)."""

from __future__ import annotations

from aofref.notation.movetext import PASS_TEXT, Form, MoveText, read_lettered, write_lettered
from aofref.rules.position import PASS, Move, Position
from aofref.rules.tables import Tables


def read(game: Tables, text: str) -> MoveText | None:
    """Read a move that has its whole origin and a sign, or a pass."""
    said = read_lettered(game, text)
    if said is None or said.action:
        return said
    whole = said.origin in game.board.number
    return said if whole and said.captures is not None else None


def write(position: Position, move: Move) -> str:
    """Write a move, or `--` for a pass."""
    if move == PASS:
        return PASS_TEXT
    return write_lettered(position, move, position.game.board.names[move.origin], "-")


FORM = Form("", read, write)
