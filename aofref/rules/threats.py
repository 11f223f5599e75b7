"""Threats: which pieces could capture a royal piece now (RULES 8).

A royal piece is *watched* by the enemy pieces that have any line to it, open or not.  The watch
changes only with the cells that a move touches; whether a watcher attacks is seen on the board.
"""

from __future__ import annotations

from collections.abc import Sequence

from aofref.paths import Line
from aofref.rules.position import Move, Position, Watch
from aofref.rules.tables import Tables

Attack = tuple[int, Line]
"""The cell of an attacking piece, and the open line that it attacks along."""


def open_line(board: Sequence[int], lines: tuple[Line, ...]) -> Line | None:
    """Give the first line that is open on `board`, or None."""
    for line in lines:
        screen, path = line
        if board[screen]:
            for cell in path:
                if board[cell]:
                    break
            else:
                return line
    return None


def watch_of(
    game: Tables, board: Sequence[int], army: int, royal: int
) -> dict[int, tuple[Line, ...]]:
    """List the pieces of other armies with a line to the cell `royal`, which `army` owns."""
    army_of, takes = game.army_of, game.takes
    watch = {}
    for cell, piece in enumerate(board):
        if piece and army_of[piece] != army:
            reach = takes[piece][cell]
            if reach is None:
                reach = game.take_lines(piece, cell)
            lines = reach.get(royal)
            if lines is not None:
                watch[cell] = lines
    return watch


def attacks(board: Sequence[int], watch: Watch) -> list[Attack]:
    """List the watchers that attack, each with its path."""
    found = []
    for cell, lines in watch.items():
        line = open_line(board, lines)
        if line is not None:
            found.append((cell, line))
    return found


def attacking_armies(game: Tables, board: Sequence[int], watch: Watch) -> int:
    """Give the armies that attack as a set of bits, 1 << army."""
    armies = 0
    army_of = game.army_of
    for cell, lines in watch.items():
        bit = 1 << army_of[board[cell]]
        if armies & bit:
            continue
        for screen, path in lines:
            if board[screen]:
                for crossed in path:
                    if board[crossed]:
                        break
                else:
                    armies |= bit
                    break
    return armies


def board_after(position: Position, move: Move, lifted: tuple[int, ...]) -> list[int]:
    """Give the board right after a move, before any promotion or removal.

    `lifted` are the cells of Pawns that the move takes en passant.
    """
    board = list(position.board)
    origin, destination, _ = move
    board[destination] = board[origin]
    board[origin] = 0
    for cell in lifted:
        board[cell] = 0
    return board


def exposure(position: Position, move: Move, lifted: tuple[int, ...]) -> list[Attack]:
    """List the attacks on the mover's royal piece right after a move, before any removal."""
    army = position.turn
    royal = position.royals[army]
    board = board_after(position, move, lifted)
    origin, destination, _ = move
    if origin == royal:
        return attacks(board, watch_of(position.game, board, army, destination))
    found = []
    for cell, lines in position.watch[army].items():
        if cell == destination or not board[cell]:
            continue
        line = open_line(board, lines)
        if line is not None:
            found.append((cell, line))
    return found
