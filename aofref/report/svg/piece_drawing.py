"""Piece drawings: the moves of a piece from a cell of an empty board, as values to be drawn."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from heapq import nlargest

from aofref.boards import NO_CELL, Board
from aofref.geometry import Vector, add
from aofref.judge.analysis.examples import ArmyCell, could_stand_on, informative_cell
from aofref.report.text.rules import owners
from aofref.rules.compiled_variant import CompiledVariant
from aofref.values import Value


class PieceDrawing(Value):
    """The moves of an army's piece from a cell of an empty board.

    It goes to `moves` without capturing and captures on `captures`.  `ways` are the lines of its
    moves, from its own cell on; a leap has none.  It cannot stop on the cells of `through`, which
    must be empty unless it `jumps`.  The cells of `needed` must exist beside its way, empty or not.
    `barred` has the cells that it cannot reach, each with the missing cell, in coordinates; None if
    it is kept out of the cell, or may not leap to it.
    """

    game: CompiledVariant
    kind: int
    army: int
    origin: int
    moves: frozenset[int]
    captures: frozenset[int]
    ways: tuple[tuple[int, ...], ...]
    through: frozenset[int]
    needed: frozenset[int]
    barred: Mapping[int, Vector | None]
    jumps: bool


def piece_drawing(game: CompiledVariant, kind: int, spot: ArmyCell) -> PieceDrawing:
    """Compute the drawing of an army's piece on a cell."""
    army, origin = spot
    piece, board = game.piece(army, kind), game.board
    moves = frozenset(game.movers[piece].quiet(origin))
    captures = frozenset(game.movers[piece].captures(origin))
    ends, needed = moves | captures, set[int]()
    doubles = game.pawns.doubles[piece].get(origin, {})
    ways: set[tuple[int, ...]] = {(origin, passed, end) for end, passed in doubles.items()}
    for ray in game.movers[piece].every_ray:
        cells = ray.cells(origin)
        while cells and cells[-1] not in ends:
            cells = cells[:-1]
        if len(cells) < ray.first_stop:
            continue
        if len(ray.vectors) > 1:
            ways.add((origin, *cells))
        for vector, start in zip(ray.vectors, (origin, *cells[:-1]), strict=False):
            needs = board.lattice.needs(vector)
            needed |= {board.index[add(board.cells[start], need)] for need in needs}
    parts = {way[:count] for way in ways for count in range(1, len(way))}
    return PieceDrawing(
        game,
        kind,
        army,
        origin,
        moves,
        captures,
        ways=tuple(sorted(ways - parts)),  # the longest
        through=frozenset(cell for way in ways for cell in way[1:]) - ends,
        needed=frozenset(needed - {origin}),
        barred=dict(_barred(game, piece, origin, ends)),
        jumps=any(ray.jumps for ray in game.movers[piece].every_ray),
    )


def _barred(
    game: CompiledVariant, piece: int, origin: int, ends: frozenset[int]
) -> Iterator[tuple[int, Vector | None]]:
    """Yield the cells that a missing cell bars, if the last step to them needs it."""
    kept_out, cells = game.movers[piece].closed_to(origin), game.board.index
    routes = {
        cells[at]: ways for at, ways in game.movers[piece].routes(origin).items() if at in cells
    }
    for end in sorted(routes.keys() - ends - {origin}):
        if any(route.missing is None for route in routes[end]):
            if end in kept_out:
                yield end, None
            continue
        # no cell is lacking before the last step, or the first stop
        lacking = [way for way in routes[end] if len(way.cells) in (2, way.failing + 1)]
        if lacking:
            (first, *rest), start = lacking[0].cells, game.board.cells[origin]
            leap = not rest and game.board.bars_leap(start, first)
            yield end, None if leap else lacking[0].missing


def main_drawings(game: CompiledVariant, kind: int) -> list[tuple[tuple[int, ...], PieceDrawing]]:
    """Draw a piece from its most informative cell, once for all armies for which it moves alike.

    Returned with each drawing are its armies; armies that never have the piece are left out, if its
    moves depend on its army.  A Pawn is drawn from a cell of its own array.
    """
    spot = informative_cell(game, kind)
    if not (game.types[kind].oriented or game.types[kind].pawn):
        return [(tuple(game.armies), piece_drawing(game, kind, spot))]
    groups: dict[object, list[int]] = {}
    for army in owners(game, kind):
        way = army if game.types[kind].pawn else game.variant.armies[army].forward
        groups.setdefault(way, []).append(army)
    return [
        (tuple(armies), piece_drawing(game, kind, informative_cell(game, kind, armies[0])))
        for armies in groups.values()
    ]


DRAWN = 8
"""The number of cells from which drawings are compared.

`_barred_from` is only an estimate: two ways may end on one cell, and a cell that one way does not
reach is not barred if another does."""


@lru_cache(maxsize=4096)  # many pieces have an atom, and its rays
def _barred_from(board: Board, vectors: tuple[Vector, ...], first_stop: int) -> tuple[int, ...]:
    """Return for each cell the number of ends of a ray that a missing cell beside a step bars.

    The ray goes along `vectors`, and may end from its step `first_stop` on.
    """
    counts = []
    for start, place in enumerate(board.cells):
        at, count = start, 0
        for taken, vector in enumerate(vectors):
            cell = board.next_cell(at, vector)
            if cell == NO_CELL:
                reached = taken + 1 >= first_stop
                count += reached and add(board.cells[at], vector) in board.index
                if not taken and len(vectors) > 1:  # then its second end is barred, too
                    count += add(add(place, vector), vectors[1]) in board.index
                break
            at = cell
        counts.append(count)
    return tuple(counts)


def barred_drawing(game: CompiledVariant, kind: int, army: int) -> PieceDrawing | None:
    """Draw a piece from the cell where missing cells bar most of its moves; None if none do."""
    best: PieceDrawing | None = None
    rays = game.movers[game.piece(army, kind)].every_ray
    by_ray = [_barred_from(game.board, tuple(ray.vectors), ray.first_stop) for ray in rays]
    barred = [sum(counts) for counts in zip(*by_ray, strict=True)]
    cells = [cell for cell in sorted(could_stand_on(game, army, kind)) if barred[cell]]
    for cell in nlargest(DRAWN, cells, key=barred.__getitem__):
        tried = piece_drawing(game, kind, ArmyCell(army, cell))
        closed = game.movers[game.piece(army, kind)].closed_to(cell)
        lacking = tried.barred.keys() - closed
        if tried.moves and len(lacking) > (len(best.barred) if best else 0):
            best = tried
    return best
