"""Diagrams: a board level by level, in plain text."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from aofref.boards import Board
from aofref.judge.scene import bare
from aofref.report import board as named
from aofref.report.plan import plan_of, spot
from aofref.rules.position import Position
from aofref.rules.tables import Tables

EMPTY = "."


def board(of: Tables, marks: Mapping[int, str], width: int = 1) -> str:
    """Draw every level, the highest first; `marks` gives the text of cells, up to `width`.

    Each row begins with the name of its first column.  A hex level is drawn with staggered rows.
    """
    levels: dict[int, list[tuple[tuple[int, int], int]]] = {}
    for cell, at in enumerate(of.board.cells):
        levels.setdefault(at[2], []).append((spot(of, at), cell))
    left = min(x for cells in levels.values() for (x, _), _ in cells)
    parts = []
    for level in sorted(levels, reverse=True):
        cells = levels[level]
        rows = [f"level {of.board.levels[cells[0][1]]}"]
        cells.sort(key=lambda item: (-item[0][1], item[0][0]))
        for _, row in groupby(cells, key=lambda item: item[0][1]):
            rows.append(_row(of.board, list(row), marks, width, left))
        parts.append("\n".join(rows))
    return "\n\n".join(parts)


def position(of: Position) -> str:
    """Draw a position: every cell with its column, `eRKed` where a piece of E stands on ed."""
    return "\n".join(named.draw(bare(of), plan_of(of.game), named.Sheet({})))


def _row(
    of: Board,
    row: list[tuple[tuple[int, int], int]],
    marks: Mapping[int, str],
    width: int,
    left: int,
) -> str:
    half = (width + 2) // 2
    line = ""
    for (x, _), cell in row:
        line = line.ljust((x - left) * half)
        line += marks.get(cell, EMPTY).ljust(width)
    return f"{of.columns[row[0][1]]:>4} {line.rstrip()}"
