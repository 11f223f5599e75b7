"""Look: the board and the pieces of a game as data, seen from every side.

Cells are numbers of two digits, in the order of their names.
"""

from collections.abc import Mapping
from functools import cache, lru_cache
from itertools import product
from typing import Any

from aofref.boards import Naming
from aofref.report.svg import picture, shapes
from aofref.report.svg.layout import UNIT, Layout, layout_of, level_box
from aofref.report.svg.plan import ROW, BoardPlan, Point, plan_of, rim, spot, walled
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import on_one_line

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"
"""The digits of small numbers: cells, pieces, sentences."""


@cache
def digits(number: int) -> str:
    """Write a number below 4096 in two digits."""
    high, low = divmod(number, len(DIGITS))
    return DIGITS[high] + DIGITS[low]


@lru_cache(maxsize=32)
def of_look(game: CompiledVariant) -> Mapping[str, Any]:
    """Return the board and the pieces, as seen from every side.

    `spots` are the columns, then the gaps, in half widths and rows, a row being `row` widths high;
    `walls` are the pairs of cells with a border between them; the `sides` have indices of `shapes`.
    """
    variant, board, plan = game.variant, game.board, plan_of(game)
    at = {name: cell for cell, name in zip(board.cells, board.columns, strict=True)}
    shades = [" ".join(both) for both in shapes.shades(game)]
    fills = list(dict.fromkeys(shades))
    columns = [at[name] for name in sorted(at)] + [(*gap, 0) for gap, _ in plan.gaps]
    sides = [("as its columns are counted", -1)] if not game.two_players else []
    sides += [(on_one_line(army.called), number) for number, army in enumerate(variant.armies)]
    seen, shapes_of = [_side(game, number) for _, number in sides], list[Any]()
    for side in seen:  # most sides have the same
        for kind in ("flat", "stacked", "rim"):
            if side[kind] not in shapes_of:
                shapes_of.append(side[kind])
            side[kind] = shapes_of.index(side[kind])
    return {
        "fills": fills,
        "fill": "".join(DIGITS[fills.index(both)] for both in shades),
        "spots": " ".join("{},{}".format(*spot(game, column)) for column in columns),
        "row": round(ROW, 5) if plan.hexes else 1,
        "walls": "".join(digits(a) + digits(b) for a, b in walled(game)),
        "sides": [{"name": name, **side} for (name, _), side in zip(sides, seen, strict=True)],
        "shapes": shapes_of,
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
        "columns": " ".join(columns),
        "levels": list(plan.levels),
        "first": board.naming is not Naming.COLUMN_THEN_LEVEL,
        "lacking": " ".join(name for name in every if name not in board.number),
    }


def _side(game: CompiledVariant, number: int) -> dict[str, Any]:
    plan = plan_of(game, number)
    flat, stacked, box = (
        layout_of(plan),
        layout_of(plan, stacked=True, letter=UNIT * 0.45),
        level_box(plan),
    )
    room = [round(size, 2) for size in (box.width, box.height, *box.origin, *box.pads)]
    sheet = {
        "w": round(stacked.width),
        "h": round(stacked.height),
        "o": [[round(x, 1), round(y, 1)] for x, y in stacked.origins],
        "t": [[round(x), round(y)] for x, y in stacked.titles],
        "up": picture.uprights(stacked),
    }
    rims = [[name for name in rim(plan) if name.out == out] for out in _outs(plan)]
    names = [" ".join(digits(name.cell) + name.text for name in names) for names in rims]
    return {
        "turn": plan.turn,
        "flat": {**_shapes(flat), "box": room},
        "rim": names,
        "stacked": {**_shapes(stacked), "sheet": sheet},
    }


def _outs(plan: BoardPlan) -> list[Point]:
    """Return the sides of the levels that have names."""
    return list(dict.fromkeys(name.out for name in rim(plan)))


def _shapes(layout: Layout) -> dict[str, Any]:
    centred = layout._replace(origins=((0.0, 0.0),) * len(layout.origins))
    return {
        "lean": [layout.flatten, layout.shear],
        "token": round(layout.token / 10, 2),
        "high": round(UNIT * layout.flatten * 0.47, 1),
        "low": round(layout.token_over(1)[2], 1),
        "outs": [_pair(centred.at(0, (x / 2, y / 2))) for x, y in _outs(layout.plan)],
    }


def _pair(at: tuple[float, float]) -> list[float]:
    return [round(at[0], 1), round(at[1], 1)]
