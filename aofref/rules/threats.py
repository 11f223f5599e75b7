"""Threats: which pieces could capture a royal piece now, or would after a move (RULES 8)."""

from __future__ import annotations

from aofref.paths import Line
from aofref.rules.position import Move, Position
from aofref.rules.watch import Watch, is_attacked, open_line, watch_of

__all__ = ["Attack", "attacks", "board_after", "exposes", "exposure", "open_line"]

Attack = tuple[int, Line]
"""The cell of an attacking piece, and the open line that it attacks along."""


def attacks(board: bytes, watch: Watch) -> list[Attack]:
    """List the watchers that attack, each with its line; a cell without a piece attacks nothing."""
    found = []
    for cell, lines in watch.lines.items():
        line = open_line(board, lines) if board[cell] else None
        if line is not None:
            found.append((cell, line))
    return found


def board_after(position: Position, move: Move, lifted: tuple[int, ...]) -> bytes:
    """Give the board right after a move, before any promotion or removal.

    `lifted` are the cells of Pawns that the move takes en passant.
    """
    board = bytearray(position.board)
    origin, destination, _ = move
    board[destination] = board[origin]
    board[origin] = 0
    for cell in lifted:
        board[cell] = 0
    return bytes(board)


def exposure(position: Position, move: Move, lifted: tuple[int, ...]) -> list[Attack]:
    """List the attacks on the mover's royal piece right after a move, before any removal."""
    army = position.turn
    board = board_after(position, move, lifted)
    origin, destination, _ = move
    watch = position.watch[army]
    if origin == position.royals[army]:
        watch = watch_of(position.game, board, position.men, army, destination)
    return [attack for attack in attacks(board, watch) if attack[0] != destination]


def exposes(
    position: Position, origin: int, destination: int, lifted: tuple[int, ...] = ()
) -> bool:
    """Say whether a move leaves the mover's royal piece in check; most are told by their cells."""
    army = position.turn
    watch = position.watch[army]
    is_royal = origin == position.royals[army]
    if not is_royal and not lifted:
        if watch.armies:
            if origin not in watch.near and destination not in watch.near:
                return True
        elif origin not in watch.shields and destination not in watch.hops:
            return False
    board = board_after(position, Move(origin, destination), lifted)
    if is_royal:
        return is_attacked(position.game, board, position.men, army, destination)
    return _is_open(board, watch, destination)


def _is_open(board: bytes, watch: Watch, destination: int) -> bool:
    """Say whether a watcher attacks along any line, unless it has just been taken."""
    for cell, lines in watch.lines.items():
        if cell != destination and board[cell] and open_line(board, lines) is not None:
            return True
    return False
