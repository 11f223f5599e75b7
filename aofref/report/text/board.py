"""Board: a board view in plain text, every cell with the name of its column (aofref-record(5)).

An occupied cell is written as in a move, army and piece and column: `cRKed`; an empty one is its
column alone.  What stands before a cell marks it; `Sheet.key` says what the marks mean.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby, zip_longest
from typing import NamedTuple

from aofref.judge.analysis.view import BoardView, Range, ViewedPiece
from aofref.report.svg.plan import Plan

GAP = "   "
Paint = Callable[[str, str], str]
"""Colours a text for a use: `army-0` to `army-3`, `faint`, `mark`, `bold`."""


def unpainted(text: str, _use: str) -> str:
    """Leave a text as it is."""
    return text


class Sheet(NamedTuple):
    """What is drawn beside the pieces: a mark for a cell, and what the marks mean, in order."""

    marks: Mapping[int, str]
    key: tuple[str, ...] = ()


FROM, TO, CHECK, ATTACKER = "<", ">", "+", "!"


def position_sheet(board_view: BoardView) -> Sheet:
    """Mark the last move, the royal pieces in check and what attacks them."""
    marks: dict[int, str] = {}
    marks |= {cell: ATTACKER for found in board_view.checks for cell in found.attackers}
    if board_view.last is not None:
        origin, end = board_view.last
        marks |= {origin: FROM, end: TO}
    marks |= {found.royal: CHECK for found in board_view.checks}
    return _keyed(marks, "< last move from", "> to", "+ in check", "! by")


def _keyed(marks: Mapping[int, str], *key: str) -> Sheet:
    """Explain the marks that there are; each text of the key begins with its mark."""
    return Sheet(marks, tuple(text for text in key if text[0] in marks.values()))


REACH = {
    "self": "the piece",
    "go": "goes to",
    "take": "captures on",
    "stop": "is stopped by",
    "risk": "would expose its King",
}
"""What the marks of a range mean."""


def reached(found: Range) -> Sheet:
    """Mark what a piece may do."""
    signs = dict(zip(REACH, "@*x#?", strict=True))
    marks = {cell: signs[kind] for cell, kind in found.marks.items()}
    return _keyed(marks, *(f"{signs[kind]} {text}" for kind, text in REACH.items()))


def range_text(board_view: BoardView, found: Range) -> str:
    """Say what a piece may do."""
    piece, names = board_view.pieces[found.origin], board_view.game.board.names
    assert piece is not None
    army = board_view.game.letters[piece.army]
    go, take, none = "goes to", "captures on", "has no move"
    if not found.on_turn:
        go, take, none = "could go to", "could capture on", "would have no move"
    ends = {go: found.moves, take: found.captures, "would expose its King on": found.exposing}
    parts = [f"{verb} {' '.join(names[c] for c in cells)}" for verb, cells in ends.items() if cells]
    text = "; ".join(parts) or none
    return f"{army}:{piece.code}{names[found.origin]} {text}."


def changed(before: BoardView, after: BoardView) -> Sheet:
    """Mark the cells that hold something else than before."""
    marks = {}
    for cell, (was, now) in enumerate(zip(before.pieces, after.pieces, strict=True)):
        if _same(was) != _same(now):
            marks[cell] = "-" if now is None else "+" if was is None else "~"
    return _keyed(marks, "- left", "+ come", "~ another piece")


def _same(piece: ViewedPiece | None) -> tuple[int, str] | None:
    return piece and (piece.army, piece.code)


def draw(
    board_view: BoardView,
    plan: Plan,
    sheet: Sheet,
    *,
    width: int = 80,
    level: str = "",
    paint: Paint = unpainted,
) -> Iterator[str]:
    """Give the lines of a board, the highest level first, side by side as far as `width` goes."""
    levels = [place for place in range(len(plan.levels)) if level in ("", plan.levels[place])]
    blocks = [_level(board_view, plan, sheet, place, paint) for place in reversed(levels)]
    wide = max(length for block in blocks for _, length in block)
    abreast = max(1, (width + len(GAP)) // (wide + len(GAP)))
    rows = -(-len(blocks) // abreast)
    abreast = -(-len(blocks) // rows)
    for start in range(0, len(blocks), abreast):
        if start:
            yield ""
        yield from _abreast(blocks[start : start + abreast], wide)


_Block = list[tuple[str, int]]
"""The lines of a level with their lengths as seen."""


def _abreast(blocks: list[_Block], wide: int) -> Iterator[str]:
    for row in zip_longest(*blocks, fillvalue=("", 0)):
        yield "".join(text + " " * (wide - length) + GAP for text, length in row).rstrip()


def _level(board_view: BoardView, plan: Plan, sheet: Sheet, place: int, paint: Paint) -> _Block:
    board, grid = board_view.game.board, plan.grid()
    codes = max(map(len, board_view.game.codes))
    names = max(map(len, board.columns))
    pitch = 1 + 1 + codes + names
    left = min(x for x, _ in grid)
    title = f"level {plan.levels[place]}"
    lines = [(paint(title, "bold"), len(title))] if plan.levels[place] else []
    cells = sorted(plan.cells(place), key=lambda cell: (-grid[cell][1], grid[cell][0]))
    for _, row in groupby(cells, key=lambda cell: grid[cell][1]):
        line, length = "", 0
        for cell in row:
            start = ((grid[cell][0] - left) * pitch + 1) // 2
            line += " " * (start - length)
            text, seen = _cell(board_view, sheet, cell, codes, paint)
            line += text
            length = start + seen
        lines.append((line, length))
    return lines


def _cell(
    board_view: BoardView, sheet: Sheet, cell: int, codes: int, paint: Paint
) -> tuple[str, int]:
    piece, name = board_view.pieces[cell], board_view.game.board.columns[cell]
    sign = sheet.marks.get(cell, " ")
    mark = sign if sign == " " else paint(sign, "mark")
    seen = 2 + codes + len(name)
    if piece is None:
        return " " * (1 + codes) + mark + paint(name, "faint"), seen
    army = board_view.game.letters[piece.army].lower()
    shown = paint(f"{army}{piece.code}", f"army-{piece.army}")
    return " " * (codes - len(piece.code)) + mark + shown + paint(name, "faint"), seen
