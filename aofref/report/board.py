"""Board: a scene in plain text, every cell with the name of its column (CONTRACT 2).

An occupied cell is written as in a move, army and piece and column: `cRKed`; an empty one is its
column alone.  What stands before a cell marks it; `Sheet.key` says what the marks mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import NamedTuple

from aofref.judge.scene import Man, Range, Scene
from aofref.report.plan import Plan

GAP = "   "
Paint = Callable[[str, str], str]
"""Colours a text for a use: `army-0` to `army-3`, `faint`, `mark`, `bold`."""


def unpainted(text: str, _use: str) -> str:
    """Leave a text as it is."""
    return text


class Sheet(NamedTuple):
    """What is drawn beside the men: a mark for a cell, and what the marks mean, in order."""

    marks: Mapping[int, str]
    key: tuple[str, ...] = ()


FROM, TO, CHECK, ATTACKER = "<", ">", "+", "!"


def told(scene: Scene) -> Sheet:
    """Mark the last move, the royal pieces in check and what attacks them."""
    marks: dict[int, str] = {}
    marks |= {cell: ATTACKER for found in scene.checks for cell in found.attackers}
    if scene.last is not None:
        origin, end = scene.last
        marks |= {origin: FROM, end: TO}
    marks |= {found.royal: CHECK for found in scene.checks}
    key = ("< last move from", "> to", "+ in check", "! by")
    return Sheet(marks, tuple(text for text in key if text[0] in marks.values()))


def reached(found: Range) -> Sheet:
    """Mark what a piece may do."""
    marks = dict.fromkeys(found.blockers, "#")
    marks |= dict.fromkeys(found.exposing, "?")
    marks |= dict.fromkeys(found.moves, "*")
    marks |= dict.fromkeys(found.captures, "x")
    marks[found.origin] = "@"
    key = (
        "@ the piece",
        "* goes to",
        "x captures on",
        "# is stopped by",
        "? would expose its King",
    )
    return Sheet(marks, tuple(text for text in key if text[0] in marks.values()))


def range_said(scene: Scene, found: Range) -> str:
    """Say what a piece may do."""
    man, names = scene.men[found.origin], scene.game.board.names
    assert man is not None
    army = scene.game.letters[man.army]
    parts = [
        f"{verb} {' '.join(names[cell] for cell in cells)}"
        for verb, cells in (
            ("goes to", found.moves),
            ("captures on", found.captures),
            ("would expose its King on", found.exposing),
        )
        if cells
    ]
    turn = "" if found.on_turn else " were it its turn,"
    told = "; ".join(parts) or "has no move"
    return f"{army}:{man.code}{names[found.origin]}{turn} {told}."


def changed(before: Scene, after: Scene) -> Sheet:
    """Mark the cells that hold something else than before."""
    marks = {}
    for cell, (was, now) in enumerate(zip(before.men, after.men, strict=True)):
        if _same(was) != _same(now):
            marks[cell] = "-" if now is None else "+" if was is None else "~"
    key = ("- left", "+ come", "~ another piece")
    return Sheet(marks, tuple(text for text in key if text[0] in marks.values()))


def _same(man: Man | None) -> tuple[int, str] | None:
    return man and (man.army, man.code)


def draw(
    scene: Scene,
    plan: Plan,
    sheet: Sheet,
    *,
    width: int = 80,
    level: str = "",
    paint: Paint = unpainted,
) -> Iterator[str]:
    """Give the lines of a board, the highest level first, side by side as far as `width` goes."""
    levels = [place for place in range(len(plan.levels)) if level in ("", plan.levels[place])]
    blocks = [_level(scene, plan, sheet, place, paint) for place in reversed(levels)]
    wide = max(block.width for block in blocks)
    abreast = max(1, (width + len(GAP)) // (wide + len(GAP)))
    rows = -(-len(blocks) // abreast)
    abreast = -(-len(blocks) // rows)
    for start in range(0, len(blocks), abreast):
        if start:
            yield ""
        yield from _abreast(blocks[start : start + abreast], wide)


class _Block(NamedTuple):
    """The lines of a level with their lengths as seen."""

    lines: list[tuple[str, int]]
    width: int


def _abreast(blocks: list[_Block], wide: int) -> Iterator[str]:
    height = max(len(block.lines) for block in blocks)
    for n in range(height):
        line, behind = "", 0
        for block in blocks:
            text, length = block.lines[n] if n < len(block.lines) else ("", 0)
            line += " " * behind + text
            behind = wide - length + len(GAP)
        yield line.rstrip()


def _level(scene: Scene, plan: Plan, sheet: Sheet, place: int, paint: Paint) -> _Block:
    board, grid = scene.game.board, plan.grid()
    codes = max(map(len, scene.game.codes))
    names = max(map(len, board.columns))
    pitch = 1 + 1 + codes + names
    left = min(x for x, _ in grid)
    lines = [(paint(f"level {plan.levels[place]}", "bold"), 6 + len(plan.levels[place]))]
    cells = sorted(plan.cells(place), key=lambda cell: (-grid[cell][1], grid[cell][0]))
    for _, row in groupby(cells, key=lambda cell: grid[cell][1]):
        line, length = "", 0
        for cell in row:
            start = ((grid[cell][0] - left) * pitch + 1) // 2
            line += " " * (start - length)
            text, seen = _cell(scene, sheet, cell, codes, paint)
            line += text
            length = start + seen
        lines.append((line, length))
    return _Block(lines, max(length for _, length in lines))


def _cell(scene: Scene, sheet: Sheet, cell: int, codes: int, paint: Paint) -> tuple[str, int]:
    man, name = scene.men[cell], scene.game.board.columns[cell]
    sign = sheet.marks.get(cell, " ")
    mark = sign if sign == " " else paint(sign, "mark")
    seen = 2 + codes + len(name)
    if man is None:
        return " " * (1 + codes) + mark + paint(name, "faint"), seen
    army = scene.game.letters[man.army].lower()
    shown = paint(f"{army}{man.code}", f"army-{man.army}")
    return " " * (codes - len(man.code)) + mark + shown + paint(name, "faint"), seen
