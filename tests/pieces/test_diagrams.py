"""The diagrams of fixtures/pieces: what every piece of every game reaches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from aofref import games
from aofref.paths import Line, bits, cells_in, open_line
from aofref.report.text import board as boards
from aofref.rules.compiled_variant import CompiledVariant
from tests.helpers import FIXTURES, game


class Drawing(NamedTuple):
    id: str
    code: str
    army: str
    cell: str
    own: list[str]
    enemy: list[str]
    rows: list[list[str]]


def read(path: Path) -> Iterator[Drawing]:
    for block in re.split(r"\n\s*\n", path.read_text("utf-8").strip()):
        lines = [line for line in block.splitlines() if not line.startswith("#")]
        if not lines:
            continue
        match = re.fullmatch(r"piece (\S+) .* of (\w) on (\w+)", lines[0])
        assert match is not None, lines[0]
        code = match.group(1).split(".")[1]
        found: dict[str, list[str]] = {"own": [], "enemy": []}
        rows = []
        for line in lines[1:]:
            first, *rest = line.split()
            if first in found:
                found[first] += rest
            elif first not in ("note", "level"):
                rows.append([first, *rest])
        yield Drawing(
            match.group(1), code, match.group(2), match.group(3), found["own"], found["enemy"], rows
        )


def drawn(of: CompiledVariant, drawing: Drawing) -> list[list[str]]:
    """Draw what aofref's lines give, row by row as in the file."""
    number = of.board.number
    army = of.letters.index(drawing.army)
    piece = of.piece(army, of.kinds[drawing.code])
    at = number[drawing.cell]
    board = [0] * len(of.board.cells)
    board[at] = piece
    blocker = of.piece(army, of.pawn_kind), of.piece((army + 1) % len(of.letters), of.pawn_kind)
    for cells, stands in zip((drawing.own, drawing.enemy), blocker, strict=True):
        for cell in cells:
            board[number[cell]] = stands

    held = bits(cell for cell, stands in enumerate(board) if stands)

    def reached(lines: dict[int, tuple[Line, ...]]) -> set[int]:
        return {end for end, ways in lines.items() if open_line(ways, held) is not None}

    quiet, takes = reached(of.movers[piece].quiet(at)), reached(of.movers[piece].captures(at))
    marks = dict.fromkeys(range(len(board)), ".")
    marks |= {cell: "x" for cell in quiet if not board[cell]}
    marks |= {number[cell]: "o" for cell in drawing.own}
    marks |= {number[cell]: "X" if number[cell] in takes else "e" for cell in drawing.enemy}
    marks[at] = "*"
    lines = boards.marked(of, marks, width=0)
    return [line.split() for line in lines if line and not line.startswith("level")]


EVERY = [
    (name, drawing)
    for name in games.IDS
    for path in (FIXTURES / "pieces").glob(f"{name}.txt")  # test_owed misses one that is not there
    for drawing in read(path)
]


@pytest.mark.parametrize("name", games.IDS)
def test_every_piece_is_drawn_twice(name: str) -> None:
    codes = [drawing.code for of, drawing in EVERY if of == name]
    assert all(codes.count(code) >= 2 for code in game(name).codes)


@pytest.mark.parametrize(("name", "drawing"), EVERY, ids=[drawing.id for _, drawing in EVERY])
def test_drawing(name: str, drawing: Drawing) -> None:
    assert drawn(game(name), drawing) == drawing.rows


def test_a_line_is_open_where_as_many_cells_between_are_held_as_it_needs() -> None:
    assert bits([]) == 0 and bits([0, 3, 3, 70]) == 1 + 8 + 2**70
    assert [*cells_in(0)] == [] and [*cells_in(1 + 8 + 2**70)] == [0, 3, 70]
    leap, ride, hop = (5, 0, 0), (5, bits([6, 7]), 0), (5, bits([6, 7]), 1)
    for held, found in (
        ([5, 8], [leap, ride]),
        ([5, 6], [leap, hop]),
        ([5, 7, 9], [leap, hop]),
        ([5, 6, 7], [leap]),
    ):
        assert [each for each in (leap, ride, hop) if open_line([each], bits(held))] == found
    assert open_line([ride, hop, leap], bits([6])) == hop and open_line([ride], bits([7])) is None
