"""Boards in plain text, level by level: the pieces (`draw`), or a sign for each cell (`marked`).

`draw` writes every cell with the name of its column (aofref-record(5)): army, piece and column,
`cRKed`, or the column alone if it is empty.  A sign before a cell is a mark; `Marks.key` explains
the signs.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest

from aofref.judge.analysis.view import BoardView, Range
from aofref.report.svg.plan import BoardPlan, plan_of, spot
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import CorePosition
from aofref.values import Value

GAP = "   "
WIDTH = 79
Paint = Callable[[str, str], str]
"""Colours a text for its use: `army-0` to `army-3`, `faint`, `mark`, `bold`."""


def unpainted(text: str, _use: str) -> str:
    """Return a text without colours."""
    return text


class Marks(Value):
    """The signs of marked cells, and the key that explains them, in order."""

    signs: Mapping[int, str]
    key: tuple[str, ...] = ()


def position_marks(board_view: BoardView) -> Marks:
    """Mark the last move, the royal pieces in check and their attackers."""
    marks: dict[int, str] = {}
    marks |= {cell: "!" for _, cells in board_view.checks for cell in cells}
    marks |= {origin: "<" for origin, _ in board_view.last}
    marks |= {end: ">" for _, end in board_view.last}
    marks |= {royal: "+" for royal, _ in board_view.checks}
    return _keyed(marks, "< last move from", "> to", "+ in check", "! by")


def _keyed(marks: Mapping[int, str], *key: str) -> Marks:
    return Marks(marks, tuple(text for text in key if text[0] in marks.values()))


REACH = {  # the meanings of the marks of a range
    "self": "the piece",
    "go": "goes to",
    "take": "captures on",
    "stop": "is stopped by",
    "risk": "would expose its King",
}


def range_marks(reach: Range) -> Marks:
    """Mark the destinations of a piece, and the cells where it is stopped."""
    signs = dict(zip(REACH, "@*x#?", strict=True))
    marks = {cell: signs[kind] for cell, kind in reach.marks.items()}
    return _keyed(marks, *(f"{signs[kind]} {text}" for kind, text in REACH.items()))


def range_text(board_view: BoardView, reach: Range) -> str:
    """Describe the moves of a piece."""
    names = board_view.game.board.names
    go, take, none = "goes to", "captures on", "has no move"
    if not reach.on_turn:
        go, take, none = "could go to", "could capture on", "would have no move"
    ends = {go: reach.moves, take: reach.captures, "would expose its King on": reach.exposing}
    parts = [f"{verb} {' '.join(names[c] for c in cells)}" for verb, cells in ends.items() if cells]
    text = "; ".join(parts) or none
    return f"{board_view.piece(reach.origin)} {text}."


def change_marks(before: BoardView, after: BoardView) -> Marks:
    """Mark the cells whose content has changed."""
    boards = [view.position.board.translate(view.game.plain) for view in (before, after)]
    marks = {
        cell: "~" if was and now else "+" if now else "-"
        for cell, (was, now) in enumerate(zip(*boards, strict=True))
        if was != now
    }
    return _keyed(marks, "- left", "+ come", "~ another piece")


def draw(
    board_view: BoardView,
    plan: BoardPlan,
    marks: Marks,
    *,
    width: int = 80,
    level: str = "",
    paint: Paint = unpainted,
) -> Iterator[str]:
    """Draw a board in lines, the highest level first, side by side as far as `width` goes."""
    levels = [place for place in range(len(plan.levels)) if level in ("", plan.levels[place])]
    blocks = [_level(board_view, plan, marks, place, paint) for place in reversed(levels)]
    return _side_by_side(blocks, width)


_Block = list[tuple[str, int]]  # the lines of a level with their lengths without colours


def _side_by_side(blocks: Sequence[_Block], width: int) -> Iterator[str]:
    wide = max(length for block in blocks for _, length in block)
    abreast = max(1, (width + len(GAP)) // (wide + len(GAP)))
    abreast = -(-len(blocks) // -(-len(blocks) // abreast))
    for start in range(0, len(blocks), abreast):
        if start:
            yield ""
        for row in zip_longest(*blocks[start : start + abreast], fillvalue=("", 0)):
            yield "".join(text + " " * (wide - length) + GAP for text, length in row).rstrip()


def _rows(cells: Iterable[int], spots: Sequence[tuple[int, int]]) -> Iterator[list[int]]:
    """Yield the rows of a level, the highest first, each from left to right."""
    ordered = sorted(cells, key=lambda cell: (-spots[cell][1], spots[cell][0]))
    for _, row in groupby(ordered, key=lambda cell: spots[cell][1]):
        yield list(row)


def _level(
    board_view: BoardView, plan: BoardPlan, marks: Marks, place: int, paint: Paint
) -> _Block:
    game, stands = board_view.game, board_view.position.board
    board, grid = game.board, plan.grid()
    codes = max(map(len, game.codes))
    names = max(map(len, board.columns))
    pitch = 1 + 1 + codes + names
    left = min(x for x, _ in grid)
    title = f"level {plan.levels[place]}"
    lines = [(paint(title, "bold"), len(title))] if plan.levels[place] else []
    for row in _rows(plan.cells(place), grid):
        line, length = "", 0
        for cell in row:
            start = ((grid[cell][0] - left) * pitch + 1) // 2
            piece, name, sign = stands[cell], board.columns[cell], marks.signs.get(cell, " ")
            army = game.army_of[piece]
            text = f"{game.letters[army].lower()}{game.code(piece)}" if piece else ""
            mark = sign if sign == " " else paint(sign, "mark")
            shown = text and paint(text, f"army-{army}")
            line += " " * (start - length + 1 + codes - len(text))
            line += mark + shown + paint(name, "faint")
            length = start + 2 + codes + len(name)
        lines.append((line, length))
    return lines


def position(drawn: CorePosition) -> str:
    """Draw a position: every cell with its column, `eRKed` where a piece of E stands on ed."""
    shown = BoardView(drawn, drawn.turn, drawn.round)
    return "\n".join(draw(shown, plan_of(drawn.game), Marks({})))


def marked(game: CompiledVariant, marks: Mapping[int, str], width: int = WIDTH) -> list[str]:
    """Draw the levels that have a mark, the highest first, side by side as far as `width` goes.

    Each row begins with the name of its first column.  A hex level is drawn with staggered rows.
    """
    columns, plan = game.board.columns, plan_of(game)
    spots = [spot(game, at) for at in game.board.cells]
    levels = sorted({plan.level_of[cell] for cell in marks}, reverse=True)
    left = min(spots[cell][0] for level in levels for cell in plan.cells(level))
    blocks = []
    for level in levels:
        lines = [f"level {plan.levels[level]}"] if plan.levels[level] else []
        for row in _rows(plan.cells(level), spots):
            line = ""
            for cell in row:
                line = line.ljust(spots[cell][0] - left) + marks.get(cell, ".")
            lines.append(f"{columns[row[0]]:>4} {line}")
        blocks.append([(line, len(line)) for line in lines])
    return list(_side_by_side(blocks, width))
