"""Look: the board and the pieces of a game as data, seen from every side.

Cells are numbers of two digits, in the order of their names.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import product
from typing import Any

from aofref.boards import Naming
from aofref.report.svg import shapes
from aofref.report.svg.plan import ROW, UNIT, Point, line_names, plan_of, spot, walled
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import on_one_line

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
"""The digits of small numbers: cells, pieces, sentences."""


_WORTH, _SQUARES = {"King": 0, "Queen": 9, "Rook": 5, "Bishop": 3, "Knight": 3, "Pawn": 1}, 64
"""The values of pieces on the board of squares on which they are used."""


@cache
def digits(number: int) -> str:
    """Write a number below 4096 in two digits."""
    high, low = divmod(number, len(DIGITS))
    return DIGITS[high] + DIGITS[low]


@lru_cache(maxsize=32)
def of_look(game: CompiledVariant) -> Mapping[str, Any]:
    """Return the board and the pieces, as seen from every side.

    `spots` are the columns, then the gaps, in half widths and rows, a row being `row` widths high;
    `walls` are the pairs of cells with a border between them; `sides` have each a turn and an index
    of `rims`: in a game of four the first is as its columns are counted, then one for each army.
    """
    board, plan = game.board, plan_of(game)
    at = {name: cell for cell, name in zip(board.cells, board.columns, strict=True)}
    shades = [" ".join(both) for both in shapes.shades(game)]
    fills = list(dict.fromkeys(shades))
    worth = [_WORTH.get(kind.name) for kind in game.types]
    ahead = {"worth": worth} if len(board.cells) == _SQUARES and None not in worth else {}
    columns = [at[name] for name in sorted(at)] + [(*gap, 0) for gap, _ in plan.gaps]
    sides = [*game.armies] if game.two_players else [-1, *game.armies]
    around = [_rim(game, number) for number in sides]
    # Most sides have the same rim.
    rims = [rim for n, rim in enumerate(around) if rim not in around[:n]]
    return {
        "fills": fills,
        "fill": "".join(DIGITS[fills.index(both)] for both in shades),
        "spots": " ".join("{},{}".format(*spot(game, column)) for column in columns),
        "row": round(ROW, 5) if plan.hexes else 1,
        "walls": "".join(digits(a) + digits(b) for a, b in walled(game)),
        "sides": [
            (plan_of(game, number).turn, rims.index(rim))
            for number, rim in zip(sides, around, strict=True)
        ],
        "rims": rims,
        **ahead,
        "drawings": [
            "|".join(shapes.DRAWINGS.get(kind.name, ())).rstrip("|") for kind in game.types
        ],
    }


def of_cells(game: CompiledVariant) -> dict[str, Any]:
    """Return the names of armies, types, columns and levels, and of cells that a column lacks.

    A cell has the names of its column and level, the level's `first` or behind, and a number, its
    place in the order of the names.
    """
    board, plan = game.board, plan_of(game)
    columns = sorted(set(board.columns))
    every = board.naming.join(product(columns, plan.levels))
    return {
        "letters": list(game.letters),
        "armies": [on_one_line(army.called) for army in game.variant.armies],
        "codes": list(game.codes),
        "types": [on_one_line(kind.name) for kind in game.types],
        "levels": list(plan.levels),
        "first": board.naming is not Naming.COLUMN_THEN_LEVEL,
        "lacking": " ".join(name for name in every if name not in board.number),
    }


def _rim(game: CompiledVariant, number: int) -> list[list[Any]]:
    """Return the names around the levels: vectors from cells, and the names of the lines there.

    Lines are in their order from left to right, as the vector looks; without names a line has that
    of its last column.
    """
    plan, columns = plan_of(game, number), game.board.columns
    found: dict[Point, dict[int, str]] = {}
    for name in line_names(plan):
        (x, y), (ox, oy) = plan.points[name.cell], name.out
        lines = found.setdefault(name.out, {})
        line = round(20 * (y * ox - x * oy))
        lines[line] = "" if name.text == columns[name.cell] else name.text
    half = UNIT / 2
    return [
        [_tenths(x * half), _tenths(-y * half), " ".join(lines[at] for at in sorted(lines))]
        for (x, y), lines in found.items()
    ]


def _tenths(number: float) -> float:
    """Round to tenths; a whole number is an integer, which JSON writes without a point."""
    rounded = round(number, 1)
    return int(rounded) if rounded == int(rounded) else rounded
