"""Attackers: which pieces attack a cell and which guard it; what every army has left."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from aofref.findings import Standing, Threat
from aofref.rules.position import Position
from aofref.rules.refuse import piece_on, threats_of
from aofref.rules.threats import Attack, open_line


class Attackers(NamedTuple):
    """A cell, what stands there, who attacks it and who guards it.

    Attackers could take on the cell by their way of capturing, were it their turn; guards are
    pieces of the same army that could take back.  On an empty cell all that reach it so are
    attackers.  That a piece is pinned, or that a Pawn could be taken en passant, is not looked at.
    """

    cell: str
    piece: Standing | None
    attackers: tuple[Threat, ...]
    guards: tuple[Threat, ...]


def attackers_of(position: Position, cell: int) -> Attackers:
    """Say who attacks and who guards a cell."""
    game, board = position.game, position.board
    found: list[Attack] = []
    for origin, piece in enumerate(board):
        if piece and origin != cell:
            lines = game.lines.capturing(piece).lines(origin, cell)
            line = open_line(board, lines) if lines else None
            if line is not None:
                found.append((origin, line))
    here = piece_on(position, cell) if board[cell] else None
    attacks = threats_of(game, board, found)
    guards = tuple(one for one in attacks if here is not None and one.piece.army == here.army)
    attackers = tuple(one for one in attacks if one not in guards)
    return Attackers(game.board.names[cell], here, attackers, guards)


def all_attackers(position: Position) -> list[Attackers]:
    """Say of every piece who attacks and who guards it, in order of play, then of cells' names."""
    names, army_of = position.game.board.names, position.game.army_of
    cells = [cell for cell, piece in enumerate(position.board) if piece]
    cells.sort(key=lambda cell: (army_of[position.board[cell]], names[cell]))
    return [attackers_of(position, cell) for cell in cells]


class Material(NamedTuple):
    """What an army has on the board, as codes with their numbers, and what of its array it lacks.

    `gained` is what it has beyond its array, by promotion.
    """

    army: str
    pieces: tuple[tuple[str, int], ...]
    lost: tuple[tuple[str, int], ...]
    gained: tuple[tuple[str, int], ...]


def material(position: Position) -> list[Material]:
    """Count the pieces of every army, in order of play, and hold them against its array."""
    game, counts = position.game, []
    for army, letter in enumerate(game.letters):
        has = Counter(
            game.kind_of[piece] for piece in position.board if piece and game.army_of[piece] == army
        )
        had = Counter(game.array[army].values())
        counted = (
            tuple((game.codes[kind], count) for kind, count in sorted(found.items()))
            for found in (has, had - has, has - had)
        )
        counts.append(Material(letter, *counted))
    return counts
