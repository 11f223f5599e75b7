"""Ways: how every piece of a game goes, for the script of rulebooks, as data."""

from collections.abc import Iterable, Iterator
from itertools import takewhile
from typing import Any

from aofref.boards import Board
from aofref.geometry import Vector, add, at_level
from aofref.report.page.look import digits
from aofref.report.svg.plan import plan_of
from aofref.rules.compiled_variant import CompiledVariant


def _ghosts(game: CompiledVariant) -> set[Vector]:
    return {cell for _, cell, _ in plan_of(game).ghosts()}


HOPS = 0  # the first stop of a ray that hops; of any other it is 1 or 2


def of_pieces(game: CompiledVariant) -> dict[str, Any]:
    """Return the rays of every piece of a game.

    `places` number the cells so that equal differences mean equal vectors; `lacking` has the places
    and names of missing cells.  A step of `steps` is its difference, followed by the differences of
    other cells that it needs.  `gaps` has by step and cell the missing column between two columns,
    or "" where a leap is barred.
    `ways` are the different ways to move, and `of` has for each piece, from 1, the index of its
    way: `rays`, `captures` if it captures otherwise than it moves, cells that it is `kept` out of,
    and `doubles`: origin, cell passed and end of each double step.  A ray is the number of the step
    from which it may stop, the number of times that its last step is repeated, and its steps.
    """
    board, steps = game.board, dict[Vector, int]()  # steps are numbered as they are met
    of_each = [_way(game, piece, steps) for piece in range(1, game.in_a_state.start)]
    ways = [way for at, way in enumerate(of_each) if way not in of_each[:at]]
    lacking = sorted(_ghosts(game))
    gaps = {number: _gaps(board, vector) for vector, number in steps.items()}
    return {
        "places": [_place(board, at) for at in board.cells],
        "lacking": {_place(board, at): board.called(at) for at in lacking},
        "steps": [
            [_place(board, each) for each in (vector, *board.lattice.needs(vector))]
            for vector in steps
        ],
        "gaps": {number: missing for number, missing in gaps.items() if missing},
        "ways": ways,
        "of": [ways.index(way) for way in of_each],
    }


def _way(game: CompiledVariant, piece: int, steps: dict[Vector, int]) -> dict[str, Any]:
    kind, spans = game.type_of(piece), game.board.spans

    def fits(vector: Vector) -> bool:  # no other cells are farther apart than the board is long
        return all(abs(part) <= span for part, span in zip(vector, spans, strict=True))

    def rays(capturing: bool) -> Iterator[tuple[int, ...]]:
        for ray in game.movers[piece].rays(capturing):
            vectors = list(takewhile(fits, ray.vectors))
            if len(vectors) >= ray.first_stop:
                numbers = [steps.setdefault(vector, len(steps)) for vector in vectors]
                again = sum(1 for _ in takewhile(numbers[-1].__eq__, reversed(numbers[:-1])))
                first = HOPS if ray.hops else ray.first_stop
                yield (first, again, *numbers[: len(numbers) - again])

    captures = {"captures": tuple(rays(True))} if kind.captures is not None else {}
    way: dict[str, Any] = {"rays": tuple(rays(False)), **captures}
    if kind.kept_out:
        cells = range(len(game.board.cells))
        closed = {cell: game.movers[piece].closed_to(cell) for cell in cells}
        way["kept"] = [
            ["".join(digits(cell) for cell in cells if closed[cell] == ends), _digits(ends)]
            for ends in dict.fromkeys(closed.values())
            if ends
        ]
    doubles = [
        digits(origin) + digits(passed) + digits(end)
        for origin, ends in sorted(game.pawns.doubles[piece].items())
        for end, passed in ends.items()
    ]
    return {**way, "doubles": "".join(doubles)} if doubles else way


def _digits(cells: Iterable[int]) -> str:
    return "".join(map(digits, sorted(cells)))


def _place(board: Board, vector: Vector) -> int:
    """Number a vector; sums of two vectors within the board have different numbers, too."""
    _, wide, high = board.spans
    return (vector[0] * (4 * wide + 1) + vector[1]) * (4 * high + 1) + vector[2]


def _gaps(board: Board, vector: Vector) -> dict[int, str]:
    """Return, by cell, the missing cell between two columns that bars a step; "" bars a leap."""
    gaps = {}
    for cell, start in enumerate(board.cells):
        end = add(start, vector)
        gap = board.barred.get((at_level(start, 0), at_level(end, 0)))
        if gap is not None and end in board.index:
            leap = board.bars_leap(start, end)
            gaps[cell] = "" if leap else board.called(at_level(gap, end[2]))
    return gaps
