"""Threats: which pieces could capture a royal piece now, or would after a move (RULES 8)."""

from __future__ import annotations

from collections.abc import Sequence

from aofref.paths import Line
from aofref.rules.position import ALONE, CoreMove, CorePosition
from aofref.rules.watch import LinesOf, lines_to, open_line

LineOfAttack = tuple[int, Line]
"""The cell of an attacking piece, and the open line that it attacks along."""


def attacks(board: bytes, possible: Sequence[LinesOf]) -> list[LineOfAttack]:
    """List the cells of attacking pieces, each with its line; an empty cell attacks nothing."""
    attacking = []
    for cell, lines in possible:
        line = open_line(board, lines) if board[cell] else None
        if line is not None:
            attacking.append((cell, line))
    return attacking


def board_after(board: bytes, origin: int, destination: int, taken: tuple[int, ...] = ()) -> bytes:
    """Return the board right after a move, before any promotion or removal.

    `taken` are the cells of Pawns that the move takes en passant.
    """
    after = bytearray(board)
    after[destination] = after[origin]
    after[origin] = 0
    for cell in taken:
        after[cell] = 0
    return bytes(after)


def with_piece(board: bytes, cell: int, piece: int) -> bytes:
    """Return the board with a piece, or 0 for none, on `cell`."""
    return board[:cell] + ALONE[piece] + board[cell + 1 :]


def exposure(position: CorePosition, move: CoreMove, taken: tuple[int, ...]) -> list[LineOfAttack]:
    """List the attacks on the moving army's royal piece right after a move, before any removal."""
    army = position.turn
    origin, destination, _, _ = move
    board = board_after(position.board, origin, destination, taken)
    possible: Sequence[LinesOf] = position.watches[army].lines
    if origin == position.royals[army]:
        possible = lines_to(position.game, position.cells, army, destination)
    return [attack for attack in attacks(board, possible) if attack[0] != destination]


def exposes(
    position: CorePosition, origin: int, destination: int, taken: tuple[int, ...] = ()
) -> bool:
    """Return whether a move leaves the moving army's royal piece in check."""
    watch = position.watches[position.turn]
    if not (watch.exposed[origin] or watch.exposed[destination] or taken):
        return False
    if origin == watch.royal:
        return not safe_for_royal(position, [destination])
    if watch.attackers and not taken and watch.watched.isdisjoint((origin, destination)):
        return True
    board = board_after(position.board, origin, destination, taken)
    return _are_attacking(board, watch.lines, destination)


def safe_for_royal(position: CorePosition, ends: list[int]) -> list[int]:
    """List the destinations where the royal piece of the army to move is not in check."""
    game, board, army = position.game, position.board, position.turn
    gone = with_piece(board, position.royals[army], 0)  # no line needs the cell that it comes to
    safe: list[int] = []
    for end in ends:
        lines = lines_to(game, position.cells, army, end)
        if not lines or not _are_attacking(gone, lines, end):
            safe.append(end)
    return safe


def _are_attacking(board: bytes, possible: Sequence[LinesOf], destination: int) -> bool:
    """Return whether a line is open on the board after a move to `destination`."""
    for cell, lines in possible:  # an attacker may have been taken by the move
        if cell != destination and board[cell] and open_line(board, lines) is not None:
            return True
    return False
