"""The rulebook: drawings held to the referee, pages held to what they must have."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree

import pytest

from aofref import variants
from aofref.judge.analysis.piece_drawing import PieceDrawing, barred_drawing, main_drawings
from aofref.report.svg import rulebook as drawings
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import legal_moves
from aofref.rules.position import NO_MARKS, Position, Setup
from tests.helpers import game

SVG = "{http://www.w3.org/2000/svg}"
EVERY = [(name, code) for name in variants.every() for code in game(name).codes]


@cache
def drawn(name: str, code: str) -> list[PieceDrawing]:
    """List every drawing of a piece that a rulebook has."""
    of = game(name)
    kind = of.kinds[code]
    main = [drawing for _, drawing in main_drawings(of, kind)]
    barred = barred_drawing(of, kind, main[0].army)
    return main + ([barred] if barred is not None else [])


def shown(svg: str) -> dict[str, set[str]]:
    """Read off a drawing which cells have which mark."""
    found: dict[str, set[str]] = {}
    for element in ElementTree.fromstring(svg).iter():
        if cell := element.get("data-cell"):
            found.setdefault(element.get("class", ""), set()).add(cell)
    return found


def alone(of: CompiledVariant, placed: dict[int, int], clear: set[int]) -> Iterator[Position]:
    """Set up pieces for the first one's army to move, with Kings that are in nobody's way."""
    army = of.army_of[next(iter(placed.values()))]
    enemy = (army + 1) % len(of.letters)
    royal = next(kind for kind, type_ in enumerate(of.types) if type_.royal)
    lacking = [
        each
        for each in (enemy, army)
        if not any(of.army_of[p] == each and of.is_royal[p] for p in placed.values())
    ]
    free = [cell for cell in range(len(of.board.cells)) if cell not in clear | placed.keys()]
    for kings in ([cell] for cell in free) if len(lacking) == 1 else far_pairs(free):
        board = bytearray(len(of.board.cells))
        for cell, piece in placed.items():
            board[cell] = piece
        for each, cell in zip(lacking, kings, strict=True):
            board[cell] = of.piece(each, royal)
        position, _ = turn.begin(Setup(of, bytes(board), army, 1, (), NO_MARKS))
        in_check = any(attacked(position, each) for each in lacking)
        if position.turn == army and len(position.living) == 2 and not in_check:
            yield position


def attacked(position: Position, army: int) -> bool:
    from aofref.rules.threats import attacks

    return any(True for _ in attacks(position.board, position.king_attacks[army]))


def far_pairs(free: list[int]) -> Iterator[list[int]]:
    return ([a, b] for a in free for b in reversed(free) if a != b)


@pytest.mark.parametrize(("name", "code"), EVERY)
def test_a_drawing_shows_the_legal_moves_of_the_piece_alone(name: str, code: str) -> None:
    of = game(name)
    names = of.board.names
    for drawing in drawn(name, code):
        marks = shown(drawings.svg(drawing))
        assert marks.pop("man") == {names[drawing.origin]}
        moves = marks.get("go", set()) | marks.get("quiet", set())
        captures = marks.get("go", set()) | marks.get("take", set())
        clear = {cell for way in drawing.ways for cell in way}
        clear |= {of.board.number[cell] for cell in moves | captures}
        clear |= {of.board.number[cell] for cell in marks.get("no", set())}
        piece = of.piece(drawing.army, drawing.kind)
        position = next(alone(of, {drawing.origin: piece}, clear))
        ends = {names[m.destination] for m in legal_moves(position) if m.origin == drawing.origin}
        assert ends == moves - kings_near(position, drawing)
        assert not marks.get("no", set()) & (moves | captures)


@pytest.mark.parametrize(("name", "code"), EVERY)
def test_a_drawing_shows_the_captures_of_the_piece(name: str, code: str) -> None:
    """An enemy Pawn is put on each cell by itself, behind a screen for a piece that hops."""
    of = game(name)
    number, pawn = of.board.number, of.pawn_kind
    for drawing in drawn(name, code):
        marks = shown(drawings.svg(drawing))
        captures = {number[cell] for cell in marks.get("go", set()) | marks.get("take", set())}
        tried = captures | {number[cell] for cell in marks.get("no", set())}
        if of.types[drawing.kind].captures_apart:
            tried = set(range(len(of.board.cells))) - {drawing.origin}
        piece, enemy = of.piece(drawing.army, drawing.kind), (drawing.army + 1) % len(of.letters)
        for end in sorted(tried):
            placed = {drawing.origin: piece, end: of.piece(enemy, pawn)}
            way = next((way for way in drawing.ways if end in way), ())
            screened = of.types[drawing.kind].captures is None and end not in way[1:2]
            if of.types[drawing.kind].captures_apart and screened and way:
                placed[way[1]] = of.piece(drawing.army, pawn)
            clear = {cell for line in drawing.ways for cell in line} | tried_near(drawing)
            position = next(alone(of, placed, clear | captures))
            way_there = (drawing.origin, end)
            found = [m for m in legal_moves(position) if (m.origin, m.destination) == way_there]
            near = kings_near(position, drawing)
            assert bool(found) == (end in captures) or of.board.names[end] in near, end


def tried_near(drawing: PieceDrawing) -> set[int]:
    """List the cells that a drawing marks as barred."""
    return {each.cell for each in drawing.barred}


def kings_near(position: Position, drawing: PieceDrawing) -> set[str]:
    """List the cells that a royal piece may not enter for the other King's sake."""
    of = position.game
    if not of.types[drawing.kind].royal:
        return set()
    enemy = next(army for army in position.living if army != drawing.army)
    at = position.royals[enemy]
    return {of.board.names[cell] for cell in of.lines.captures(position.board[at], at)}
