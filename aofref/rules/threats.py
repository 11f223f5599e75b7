"""Threats: which pieces could capture a royal piece now, or would after a move (RULES 8)."""

from __future__ import annotations

from aofref.paths import Line
from aofref.rules.king_attacks import ALONE, KingAttacks, is_attacked, king_attacks_of, open_line
from aofref.rules.position import CoreMove, CorePosition

LineOfAttack = tuple[int, Line]
"""The cell of an attacking piece, and the open line that it attacks along."""


def attacks(board: bytes, king_attacks: KingAttacks) -> list[LineOfAttack]:
    """List who attacks, each with its line; a cell without a piece attacks nothing."""
    attacking = []
    for cell, lines in king_attacks.lines.items():
        line = open_line(board, lines) if board[cell] else None
        if line is not None:
            attacking.append((cell, line))
    return attacking


def board_after(board: bytes, origin: int, destination: int, taken: tuple[int, ...]) -> bytes:
    """Return the board right after a move, before any promotion or removal.

    `taken` are the cells of Pawns that the move takes en passant.
    """
    board = with_moved(board, origin, destination)
    for cell in taken:
        board = with_piece(board, cell, 0)
    return board


def with_piece(board: bytes, cell: int, piece: int) -> bytes:
    """Return the board with a piece, or 0 for none, on `cell`."""
    return board[:cell] + ALONE[piece] + board[cell + 1 :]


def with_moved(board: bytes, origin: int, destination: int) -> bytes:
    """Return the board with the piece on `origin` gone to `destination`."""
    piece = ALONE[board[origin]]
    if origin < destination:
        between = board[origin + 1 : destination]
        return board[:origin] + ALONE[0] + between + piece + board[destination + 1 :]
    between = board[destination + 1 : origin]
    return board[:destination] + piece + between + ALONE[0] + board[origin + 1 :]


def exposure(position: CorePosition, move: CoreMove, taken: tuple[int, ...]) -> list[LineOfAttack]:
    """List the attacks on the mover's royal piece right after a move, before any removal."""
    army = position.turn
    origin, destination, _ = move
    board = board_after(position.board, origin, destination, taken)
    king_attacks = position.king_attacks[army]
    if origin == position.royals[army]:
        king_attacks = king_attacks_of(position.game, board, position.occupied, army, destination)
    return [attack for attack in attacks(board, king_attacks) if attack[0] != destination]


def exposes(
    position: CorePosition, origin: int, destination: int, taken: tuple[int, ...] = ()
) -> bool:
    """Say whether a move leaves the mover's royal piece in check; for most, the cells decide."""
    army = position.turn
    king_attacks = position.king_attacks[army]
    is_royal = origin == position.royals[army]
    if not is_royal and not taken:
        if king_attacks.armies:
            if origin not in king_attacks.near and destination not in king_attacks.near:
                return True
        elif origin not in king_attacks.blockers and destination not in king_attacks.hops:
            return False
    board = board_after(position.board, origin, destination, taken)
    if is_royal:
        return is_attacked(position.game, board, position.occupied, army, destination)
    for cell, lines in king_attacks.lines.items():  # an attacker may just have been taken
        if cell != destination and board[cell] and open_line(board, lines) is not None:
            return True
    return False
