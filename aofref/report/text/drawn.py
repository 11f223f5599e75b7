"""Drawn: what the drawing of a piece's moves shows, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from aofref.report.svg.piece_drawing import PieceDrawing
from aofref.text import joined, on_one_line, some


def title(drawing: PieceDrawing) -> str:
    """Name the piece, its army and its cell."""
    game = drawing.game
    army = on_one_line(game.variant.armies[drawing.army].name)
    name, cell = on_one_line(game.types[drawing.kind].name), game.board.names[drawing.origin]
    return f"{army} {name} ({game.codes[drawing.kind]}) on {cell}"


def of_level(drawing: PieceDrawing, level: int, levels: tuple[int, ...]) -> str:
    """Say what a drawing shows on the level at a place; `levels` has that of every cell."""
    game = drawing.game
    name = game.board.levels[levels.index(level)]
    parts = list(_parts(drawing, level, levels)) or ["nothing"]
    return f"Level {name}: {'; '.join(parts)}." if name else f"{'; '.join(parts)}."


def _parts(drawing: PieceDrawing, level: int, levels: tuple[int, ...]) -> Iterator[str]:
    moves, captures = drawing.moves, drawing.captures
    names = drawing.game.board.names

    def listed(cells: Iterable[int]) -> str:
        return " ".join(sorted(names[cell] for cell in cells if levels[cell] == level))

    if levels[drawing.origin] == level:
        yield f"the {title(drawing)}"
    if drawing.game.types[drawing.kind].captures_apart:
        if quiet := listed(moves):
            yield f"it goes to {quiet}"
        if takes := listed(captures):
            yield f"it captures on {takes}"
    elif both := listed(moves):
        yield f"it goes to {both}"
    if needs := listed(drawing.needed):
        yield f"it needs, empty or not, {needs}"
    if barred := listed(each.cell for each in drawing.barred):
        yield f"it cannot go to {barred}"


def barred_by(drawing: PieceDrawing) -> str:
    """Say which missing cells bar which cells."""
    board = drawing.game.board
    by_cell: dict[str, list[str]] = {}
    for cell, missing in drawing.barred:
        if missing is not None:
            by_cell.setdefault(board.called(missing), []).append(board.names[cell])
    needed = [f"{name} to go to {joined(sorted(ends))}" for name, ends in sorted(by_cell.items())]
    return f"it would need the missing {'; '.join(needed)}"


def reached(drawing: PieceDrawing) -> str:
    """Say how many cells a piece reaches from where it is drawn, on an empty board."""
    both, apart = len(drawing.moves | drawing.captures), drawing.game.types[drawing.kind]
    if not apart.captures_apart:
        return f"{some(both, 'cell')} on an empty board"
    goes = f"it goes to {some(len(drawing.moves), 'cell')}"
    return f"{goes} of an empty board, and captures on {some(len(drawing.captures), 'cell')}"
