"""Page sentences: the sentence of a game's page that a refusal rests on.

The texts in `games/pages` give each sentence a name: a code (`bad-promotion`), a rule (`gap`,
`double-step E`) or a piece, alone or with a code and the kind of step (`Magus blocked root-2`).
"""

from __future__ import annotations

from collections.abc import Iterator

from aofref import games
from aofref.boards import Board
from aofref.findings import Code, Refusal
from aofref.findings.facts import (
    Exposing,
    Going,
    GoingEnPassant,
    Gone,
    NoneSuch,
    NotEnPassant,
    OtherPawn,
    Promoting,
    WonByGone,
)
from aofref.geometry import F, HexPrism, Vector, Y, add, times
from aofref.paths import rays, routes_from
from aofref.rules.parts import part_of
from aofref.rules.pawns import barred_right, strides
from aofref.rules.position import CorePosition

_ON_THE_MOVE = (Code.UNREACHABLE, Code.MISSING_CELL, Code.BLOCKED, Code.NO_CAPTURE, Code.NO_SCREEN)


def sentence_keys(position: CorePosition, why: Refusal) -> Iterator[str]:
    """List the names of the sentences that a refusal may rest on, the most specific first."""
    game, code, letter = position.game, why.code, position.game.letters[position.turn]
    table = f"castling.{letter}"
    if why.section.endswith(f" {table}"):
        yield table
    match why.facts:
        case Gone() | WonByGone():
            yield "removed"
        case Exposing(blocker=royal):
            yield f"{code} {game.variant.pieces[royal.code].name}"
        case NoneSuch(candidates=()):
            yield Code.PROMOTION_FORBIDDEN
        case Promoting(destination=end) | NoneSuch(destination=end):
            others = (array for army, array in enumerate(game.array) if army != position.turn)
            held = any(game.board.number[end] in array for array in others)
            yield f"{code} {'array' if held else letter}"
        case NotEnPassant() | OtherPawn():
            yield "en-passant"
        case Going() if code in _ON_THE_MOVE:
            pawn = game.variant.pieces[why.facts.piece.code].pawn
            yield from (_of_pawn if pawn else _of_way)(position, code, why.facts)
    yield code
    if code in _ON_THE_MOVE and why.piece is not None:
        yield game.variant.pieces[why.piece.code].name


def _of_pawn(position: CorePosition, code: Code, going: Going) -> Iterator[str]:
    """List the names of sentences on double steps, en passant, and a Pawn's moves and captures."""
    game, number = position.game, position.game.board.number
    origin, end = number[going.piece.cell], number[going.destination]
    steps = strides(game, position.board[origin], origin, end)
    if len(steps) == 1 or (steps and code is Code.UNREACHABLE):
        yield f"double-step {going.piece.army}"
        yield "double-step"
    elif code is Code.NO_CAPTURE and going.blocker is None:
        _, region = barred_right(position, origin, end)
        if region:
            yield f"en-passant {region}"
        if isinstance(going, GoingEnPassant):
            yield "en-passant"
        yield "Pawn capturing"
    elif code is Code.NO_CAPTURE:
        yield "Pawn moving"
    else:
        yield f"Pawn {code}"


def _of_way(position: CorePosition, code: Code, going: Going) -> Iterator[str]:
    """List the names of sentences on missing ways, missing cells and blocked ways."""
    game, board = position.game, position.game.board
    kind, army = game.kinds[going.piece.code], game.letters.index(going.piece.army)
    piece, forward = game.types[kind], game.variant.armies[army].forward
    origin, end = board.number[going.piece.cell], board.number[going.destination]
    if code is Code.UNREACHABLE:
        if end in game.movers[game.piece(army, kind)].closed_to(origin):
            for region, level in game.movers[game.piece(army, kind)].kept_out(origin):
                if end in board.regions[region]:
                    yield f"level {level}" if level else f"{piece.name} kept-out"
        apart = add(board.cells[end], times(-1, board.cells[origin]))
        yield f"{piece.name} {code} {_lies(board, apart)}"
        return
    for atom in piece.atoms:
        ways = routes_from(board, rays(board, (atom,), forward), origin)
        for way in ways.get(board.cells[end], ()):
            if tuple(map(board.called, way.cells)) == going.path:
                part = part_of(game, kind, atom)
                held = going.blocker.cell if going.blocker else ""
                step = board.failing_step(origin, way.cells, held)
                yield f"{part} {code} {_lies(board, step)}"
                if way.missing in way.cells:
                    yield f"{part} {code} on the way"
                yield f"{part} {code}"
                yield from _of_place(board, going.missing)
                yield part
                return


def _of_place(board: Board, name: str) -> Iterator[str]:
    """List the names of sentences on a missing cell: on its column, or on its level."""
    for level in sorted({z for _, _, z in board.cells}):
        if name in {board.name_of((x, y, level)) for x, y, _ in board.barred.values()}:
            yield "gap"
        if name in {board.name_of((x, y, level)) for x, y, _ in board.cells}:
            yield f"level {level}"


def _lies(board: Board, step: Vector) -> str:
    """Return the pages' word for the kind of a step; empty if no sentence has one."""
    if isinstance(board.lattice, HexPrism):
        if step in board.lattice.vectors(F, ()):
            return "root-2"
        if step in board.lattice.vectors(Y, ()):
            return "hybrid"
    return "vertical" if step[:2] == (0, 0) else ""


def page_sentence(position: CorePosition, why: Refusal) -> str:
    """Return the sentence of the page that a refusal rests on; empty if there is none."""
    page = games.page(position.game.variant.id)
    if page is None or why.code is Code.NO_SUCH_CELL:  # a slip of the pen rests on no sentence
        return ""
    return next((page[name] for name in sentence_keys(position, why) if name in page), "")
