"""Ways: what a page's script needs to work out where a piece goes, from any cell of a board.

It is what `paths` has compiled of atoms, in numbers, so that the script has only to walk it.
"""

from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from aofref.boards import Board
from aofref.geometry import Vector, add, at_level
from aofref.report.page.compose import digits
from aofref.report.svg.plan import plan_of
from aofref.rules.compiled_variant import CompiledVariant

HOPS = 0  # where a ray that hops may stop; any other from its first step or its second on
WrittenRay = tuple[int, ...]
"""The step from which a ray may stop, how often its last step is taken again, and its steps."""


def of_pieces(game: CompiledVariant) -> dict[str, Any]:
    """Write how every piece of a game goes.

    `places` number the cells so that the difference of two says how they lie to each other;
    `lacking` has the places and names of cells that the board lacks.  A step of `steps` is the
    difference of the places that it joins, then of those besides that must be there; `gaps` has by
    step and cell what is missing between their columns.
    `ways` are the different ways to go, and `of` has for each piece, from 1, which is its own:
    `rays`, `captures` if it captures otherwise than it moves, the cells that it is `kept` out of,
    and double steps by origin, `doubles`, each the cell passed and its end.
    """
    board, steps = game.board, dict[Vector, int]()  # steps are numbered as they are met
    of_each = [_way(game, piece, steps) for piece in range(1, len(game.kind_of))]
    ways = [way for at, way in enumerate(of_each) if way not in of_each[:at]]
    lacking = sorted(cell for _, cell, _ in plan_of(game).ghosts())
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

    def rays(capturing: bool) -> Iterator[WrittenRay]:
        for ray in game.lines.rays(piece, capturing):
            vectors = list(takewhile(fits, ray.vectors))
            if len(vectors) >= ray.first_stop:
                numbers = [steps.setdefault(vector, len(steps)) for vector in vectors]
                again = sum(1 for _ in takewhile(numbers[-1].__eq__, reversed(numbers[:-1])))
                first = HOPS if ray.hops else ray.first_stop
                yield (first, again, *numbers[: len(numbers) - again])

    captures = {"captures": tuple(rays(True))} if kind.captures is not None else {}
    way: dict[str, Any] = {"rays": tuple(rays(False)), **captures}
    if kind.kept_out:
        way["kept"] = "".join(map(digits, sorted(game.board.regions[kind.kept_out])))
    doubles = [
        digits(origin) + digits(passed) + digits(end)
        for origin, ends in sorted(game.pawns.doubles[piece].items())
        for end, passed in ends.items()
    ]
    return {**way, "doubles": "".join(doubles)} if doubles else way


def _place(board: Board, vector: Vector) -> int:
    """Number a vector; the numbers of sums of two that lie within the board differ, too."""
    _, wide, high = board.spans
    return (vector[0] * (4 * wide + 1) + vector[1]) * (4 * high + 1) + vector[2]


def _gaps(board: Board, vector: Vector) -> dict[int, str]:
    """Name by cell what is missing beside a step that the gap between two columns bars."""
    gaps = {}
    for cell, start in enumerate(board.cells):
        end = add(start, vector)
        gap = board.barred.get((at_level(start, 0), at_level(end, 0)))
        if gap is not None and end in board.index:
            gaps[cell] = board.called(at_level(gap, end[2]))
    return gaps
