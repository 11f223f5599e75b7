"""Rim: the names around the levels of a board, from which a reader can name any cell."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from aofref.geometry import HexPrism, Vector, add
from aofref.report.svg.plan import SQUARE, Plan, Point
from aofref.rules.compiled_variant import CompiledVariant


class RimName(NamedTuple):
    """A name outside a level: the cell at the end of the line that it names, and the way out."""

    level: int
    text: str
    cell: int
    out: Point


_Parts = dict[int, str]
_PART = re.compile("[a-z]|[0-9]+")


@lru_cache(maxsize=64)
def rim(plan: Plan) -> tuple[RimName, ...]:
    """Name the lines of every level, outside it, at their lower or left ends where they can be.

    Each line of cells whose names have a part in common, as `a` or `3`, bears that part.  Where
    only files have one, each bears the column's name at both ends.
    """
    families = _families(plan.game)
    if len(families) == 1:
        step, _ = families[0]
        return (*_ends(plan, step, None, 0), *_ends(plan, step, None, 1))
    tried = [
        [
            name
            for family, end in zip(families, ends, strict=True)
            for name in _ends(plan, *family, end)
        ]
        for ends in product((0, 1), repeat=len(families))
    ]
    joined = [_joined(plan, names) for names in tried]
    return max(joined, key=len)  # the first that has the fewest places with two names


def _ends(plan: Plan, step: Vector, parts: _Parts | None, side: int) -> Iterator[RimName]:
    """Name the lines along a step at one end: by the parts given, or by the column there."""
    board = plan.game.board
    x, y = 0.0, -1.0  # where no two cells lie so, every line is one cell
    for cell, at in enumerate(board.cells):
        other = board.index.get(add(at, step))
        if other is not None:
            (ax, ay), (bx, by) = plan.points[cell], plan.points[other]
            x, y = bx - ax, by - ay
            break
    ox, oy = sorted([(x, y), (-x, -y)], key=lambda out: out[1] + 0.9 * out[0])[side]
    lines: dict[tuple[int, int], list[int]] = {}
    for cell, at in enumerate(board.cells):
        lines.setdefault((plan.level_of[cell], at[0] * step[1] - at[1] * step[0]), []).append(cell)
    far = [px * ox + py * oy for px, py in plan.points]
    for (level, key), cells in sorted(lines.items()):
        end = max(cells, key=far.__getitem__)
        if parts is not None or side == 0 or len(cells) > 1:
            yield RimName(level, parts[key] if parts else board.columns[end], end, (ox, oy))


def _joined(plan: Plan, names: list[RimName]) -> tuple[RimName, ...]:
    joined: dict[tuple[int, int, int], RimName] = {}
    for name in names:
        (x, y), (ox, oy) = plan.points[name.cell], name.out
        place = name.level, round(2 * (x + ox)), round(2 * (y + oy))
        if place in joined:
            first, last = sorted((joined[place].text, name.text), reverse=name.text.isalpha())
            if first[:1].isdigit():
                first, last = last, first
            name = joined[place]._replace(text=first + last)
        joined[place] = name
    return tuple(joined.values())


@lru_cache(maxsize=32)
def _families(game: CompiledVariant) -> list[tuple[Vector, _Parts]]:
    board, families = game.board, []
    parts = {
        at[:2]: set(_PART.findall(name))
        for at, name in zip(board.cells, board.columns, strict=True)
    }
    flat = board.lattice.orthogonals if isinstance(board.lattice, HexPrism) else SQUARE
    for x, y in flat[: len(flat) // 2]:
        lines: dict[int, set[str]] = {}
        for column, named in parts.items():
            key = column[0] * y - column[1] * x
            lines[key] = lines[key] & named if key in lines else set(named)
        if all(lines.values()):
            families.append(((x, y, 0), lines))
    for (x, y, _), lines in families:  # a line of one cell has the part that its other line has not
        for column in parts:
            common = lines[column[0] * y - column[1] * x]
            for (u, v, _), others in families:
                other = others[column[0] * v - column[1] * u]
                if len(common) > 1 and len(other) == 1 and others is not lines:
                    common -= other
    return [(step, {key: min(common) for key, common in lines.items()}) for step, lines in families]


def naming(game: CompiledVariant) -> str:
    """Say how the names around a level name its cells."""
    board, families = game.board, _families(game)
    cell = len(board.cells) // 2
    name, level = board.names[cell], board.levels[cell]
    if len(families) == 1:
        text = "The names at both ends of a file are its first and its last cell's: count between"
    elif board.columns[cell].isalpha():
        text = "A cell is named by the letters of its two lines, the later of the alphabet first"
    else:
        text = "A cell is named by the letter of its file and the number of its rank"
    if not level:
        return f"{text}: {name}."
    where = "then its level" if name.endswith(level) else "after its level"
    return f"{text}, {where}: {name} is on level {level}."
