"""Page sentences: the names of the sentences of a game's page that a refusal rests on.

The texts in `games/pages` give each sentence a name: a code (`bad-promotion`), a rule (`gap`,
`double-step E`) or a piece, alone or with a code and the kind of step (`Magus blocked root-2`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from aofref.boards import Board
from aofref.findings import Code, Refusal
from aofref.geometry import F, HexPrism, Vector, Y, add, times
from aofref.paths import routes_from
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.moves import barred_right, strides
from aofref.rules.parts import part_of
from aofref.rules.position import CoreMove, CorePosition


def on_the_way(position: CorePosition, move: CoreMove, why: Refusal) -> Refusal:
    """Name in a refusal the sentences on the piece's way, the most specific first."""
    game, piece = position.game, position.board[move.origin]
    if game.is_pawn[piece]:
        names = _of_pawn(position, move, why)
    elif why.code is Code.UNREACHABLE:
        names = _of_no_way(game, piece, move, why.code)
    else:
        names = _of_way(game, piece, move, why)
    return why._replace(topics=(*why.topics, *names, why.code, game.type_of(piece).name))


def _of_pawn(position: CorePosition, move: CoreMove, why: Refusal) -> Iterator[str]:
    """List the names of sentences on double steps, en passant, and a Pawn's moves and captures."""
    game, (origin, end, _, _) = position.game, move
    piece = position.board[origin]
    steps = strides(game, piece, origin, end)
    if len(steps) == 1 or (steps and why.code is Code.UNREACHABLE):
        yield f"double-step {game.letters[game.army_of[piece]]}"
        yield "double-step"
    elif why.code is Code.NO_CAPTURE and why.blocker is None:
        if region := barred_right(position, origin, end)[1]:
            yield f"en-passant {region}"
        yield "Pawn capturing"
    elif why.code is Code.NO_CAPTURE:
        yield "Pawn moving"
    else:
        yield f"Pawn {why.code}"


def _of_no_way(game: CompiledVariant, piece: int, move: CoreMove, code: Code) -> Iterator[str]:
    """List the names of sentences on regions that a piece may not enter, and on missing ways."""
    board, mover, name = game.board, game.movers[piece], game.type_of(piece).name
    for region, level in mover.kept_out(move.origin):
        if move.destination in board.regions[region]:
            yield f"level {level}" if level else f"{name} kept-out"
    apart = add(board.cells[move.destination], times(-1, board.cells[move.origin]))
    yield f"{name} {code} {_lies(board, apart)}"


def _of_way(game: CompiledVariant, piece: int, move: CoreMove, why: Refusal) -> Iterator[str]:
    """List the names of sentences on missing cells and blocked ways."""
    board, code = game.board, why.code
    routes = routes_from(board, game.movers[piece].rays(False), move.origin)
    for way in routes.get(board.cells[move.destination], ()):
        if way.atom is not None and tuple(map(board.called, way.cells)) == why.path:
            part = part_of(game, game.kind_of[piece], way.atom)
            held = why.blocker.cell if why.blocker else ""
            step = board.failing_step(move.origin, way.cells, held)
            yield f"{part} {code} {_lies(board, step)}"
            if way.missing in way.cells:
                yield f"{part} {code} on the way"
            yield f"{part} {code}"
            yield from _of_places(board).get(why.missing, ())
            yield part
            return


@lru_cache(maxsize=16)
def _of_places(board: Board) -> dict[str, list[str]]:
    """List by the name of a missing cell the sentences on it: on its column, or on its level."""
    gaps = {(x, y) for x, y, _ in board.barred.values()}
    names: dict[str, list[str]] = {}
    for level in sorted({z for _, _, z in board.cells}):
        for place in {board.name_of((*gap, level)) for gap in gaps}:
            names.setdefault(place, []).append("gap")
        for place in {board.name_of((x, y, level)) for x, y, _ in board.cells}:
            names.setdefault(place, []).append(f"level {level}")
    return names


def _lies(board: Board, step: Vector) -> str:
    """Return the pages' word for the kind of a step; empty if no sentence has one."""
    if isinstance(board.lattice, HexPrism):
        if step in board.lattice.vectors(F, ()):
            return "root-2"
        if step in board.lattice.vectors(Y, ()):
            return "hybrid"
    return "vertical" if step[:2] == (0, 0) else ""
