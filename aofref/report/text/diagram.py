"""Diagrams: a board level by level, in plain text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby, zip_longest

from aofref.boards import Board
from aofref.judge.analysis.view import bare
from aofref.report.svg.plan import plan_of, spot
from aofref.report.text import board as named
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import Position

EMPTY = "."
GAP = "   "
WIDTH = 79


def board(of: CompiledVariant, marks: Mapping[int, str]) -> str:
    """Draw every level, the highest first; `marks` gives a sign for some of the cells.

    Each row begins with the name of its first column.  A hex level is drawn with staggered rows.
    """
    levels = _levels(of, range(len(of.board.cells)))
    left = min(x for cells in levels for (x, _), _ in cells)
    return "\n\n".join("\n".join(_level(of, cells, marks, left)) for cells in levels)


def marked(of: CompiledVariant, marks: Mapping[int, str], width: int = WIDTH) -> list[str]:
    """Draw the levels that have a mark, the highest first, side by side as far as `width` goes."""
    heights = {of.board.cells[cell][2] for cell in marks}
    shown = [n for n, at in enumerate(of.board.cells) if at[2] in heights]
    levels = _levels(of, shown)
    left = min(x for cells in levels for (x, _), _ in cells)
    blocks = [_level(of, cells, marks, left) for cells in levels]
    wide = max(len(line) for block in blocks for line in block) + len(GAP)
    abreast = max(1, (width + len(GAP)) // wide)
    abreast = -(-len(blocks) // -(-len(blocks) // abreast))  # rows alike in length, as in `board`
    lines: list[str] = []
    for start in range(0, len(blocks), abreast):
        side_by_side = zip_longest(*blocks[start : start + abreast], fillvalue="")
        lines += ["", *("".join(text.ljust(wide) for text in row).rstrip() for row in side_by_side)]
    return lines[1:]


_Place = tuple[tuple[int, int], int]
"""Where a cell is drawn, and the cell."""


def _levels(of: CompiledVariant, cells: Iterable[int]) -> list[list[_Place]]:
    """Part cells by their levels, the highest first, each in the order in which it is drawn."""
    found: dict[int, list[_Place]] = {}
    for cell in cells:
        at = of.board.cells[cell]
        found.setdefault(at[2], []).append((spot(of, at), cell))
    return [
        sorted(found[level], key=lambda item: (-item[0][1], item[0][0]))
        for level in sorted(found, reverse=True)
    ]


def _level(
    of: CompiledVariant, cells: list[_Place], marks: Mapping[int, str], left: int
) -> list[str]:
    level = of.board.levels[cells[0][1]]
    rows = [f"level {level}"] if level else []
    for _, row in groupby(cells, key=lambda item: item[0][1]):
        rows.append(_row(of.board, list(row), marks, left))
    return rows


def position(of: Position) -> str:
    """Draw a position: every cell with its column, `eRKed` where a piece of E stands on ed."""
    return "\n".join(named.draw(bare(of), plan_of(of.game), named.Sheet({})))


def _row(of: Board, row: list[_Place], marks: Mapping[int, str], left: int) -> str:
    line = ""
    for (x, _), cell in row:
        line = line.ljust(x - left) + marks.get(cell, EMPTY)
    return f"{of.columns[row[0][1]]:>4} {line.rstrip()}"
