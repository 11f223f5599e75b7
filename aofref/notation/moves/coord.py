"""Coord: origin, destination, promotion and nothing else: `ja4ha5` (CONTRACT 3)."""

from __future__ import annotations

from aofref.notation.movetext import Form, MoveText, read_lettered, write_promotion
from aofref.rules.position import Move, Position
from aofref.rules.tables import Tables


def read(game: Tables, text: str) -> MoveText | None:
    """Read two whole cells, with neither code nor sign between them, or a pass."""
    said = read_lettered(game, text)
    if said is None or said.action:
        return said
    whole = said.origin in game.board.number
    return said if whole and not said.code and said.captures is None else None


def write(position: Position, move: Move) -> str:
    """Write a move."""
    names = position.game.board.names
    return names[move.origin] + names[move.destination] + write_promotion(position, move)


FORM = Form("", read, write)
