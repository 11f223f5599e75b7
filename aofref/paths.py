"""Paths: the cells that an atom leads to from a cell; the only reader of atoms (RULES 3, 4)."""

from functools import lru_cache
from itertools import chain
from typing import Final, assert_never

from aofref.atoms import Atom, Atoms, Bend, Curve, Hop, Lame, LameLeap, Leap, Ride, oriented
from aofref.boards import NO_CELL, Board
from aofref.geometry import Forward, HexPrism, Vector, add, times
from aofref.values import Value

MANY: Final = 1 << 30  # more steps than any piece takes
Path = tuple[int, ...]  # cells in the order in which a piece crosses them
Line = tuple[int, Path]
"""A line to a destination: a cell that must be occupied, and the path, which must be empty.

The occupied cell is the screen of a hop; for every other atom it is the origin.
"""


class Way:
    """Where a piece may go from a cell: to one of several cells by `leaps`, or along a ray.

    The cell numbered `first` (from 0) and the cells after it are destinations: an empty one if the
    way `moves`, an enemy's if it `takes`.  The first piece on a ray is its end, or the second if
    the ray `hops`.  Only a Pawn that has not moved makes a `double` step.
    """

    __slots__ = ("cells", "double", "first", "hops", "leaps", "moves", "takes")

    def __init__(
        self,
        cells: list[int],
        first: int,
        *,
        moves: bool,
        takes: bool,
        hops: bool = False,
        double: bool = False,
    ) -> None:
        self.cells: Final = cells
        self.first: Final = first
        self.moves: Final = moves
        self.takes: Final = takes
        self.hops: Final = hops
        self.double: Final = double
        self.leaps: Final = len(cells) == 1 and not hops


class Ray:
    """Consecutive steps of a piece from any cell; a leap is a ray of one step.

    The steps `first` are followed by `then`, `more` times.  Each step from number `first_stop`
    (from 1) ends on a destination: all, or only the steps that follow.  A ray that `hops` captures
    over a screen.  A ray that `jumps` exists only where the cell in its middle is occupied.
    """

    __slots__ = ("_board", "first", "first_stop", "hops", "jumps", "more", "then")

    def __init__(
        self,
        board: Board,
        first: tuple[Vector, ...],
        then: Vector | None = None,
        more: int = 0,
        hops: bool = False,
        jumps: bool = False,
    ) -> None:
        self._board: Final = board
        self.first: Final = first
        self.then: Final = then if more > 0 else None
        self.more: Final = more if then is not None else 0
        self.first_stop: Final = 1 if then is None else len(first) + 1
        self.hops: Final = hops
        self.jumps: Final = jumps

    @property
    def vectors(self) -> tuple[Vector, ...]:
        """The vectors of its steps."""
        return self.first if self.then is None else self.first + (self.then,) * self.more

    @property
    def cost(self) -> int:
        """The number of cells looked up, at most, to take its steps from a cell."""
        along = self._board.along
        cost = sum([along(vector).cost(1) for vector in self.first])
        if self.then is not None:
            again = self.then in self.first[-1:]
            onward = along(self.then)
            cost += onward.cost(self.more + again) - onward.cost(1) * again
        return cost

    def cells(self, cell: int, most: int = MANY) -> Path:
        """Return the ends of at most `most` steps from `cell`, up to the edge of the board."""
        cells: list[int] = []
        for vector in self.first[:most]:
            cell = self._board.along(vector).end(cell)
            if cell == NO_CELL:
                return tuple(cells)
            cells.append(cell)
        if self.then is not None:
            stride = self._board.along(self.then)
            for _ in range(min(self.more, most - len(cells))):
                cell = stride.end(cell)
                if cell == NO_CELL:
                    break
                cells.append(cell)
        return tuple(cells)


class Route(Value):
    """A ray in coordinates, first cell to destination, and the first missing cell, if any."""

    cells: tuple[Vector, ...]
    missing: Vector | None
    jumps: bool


def rays(board: Board, atoms: Atoms, forward: Forward) -> tuple[Ray, ...]:
    """Return the rays of a compound on `board`, for an army going `forward`."""
    each = [_rays_of(board, atom, forward if oriented(atom) else ()) for atom in atoms]
    return tuple(chain.from_iterable(each))


@lru_cache(maxsize=1024, typed=True)  # many pieces have an atom; two kinds may be equal as tuples
def _rays_of(board: Board, atom: Atom, forward: Forward) -> tuple[Ray, ...]:
    taken: list[Ray] = []
    lattice, farthest = board.lattice, board.reach
    match atom:
        case Leap(directions):
            for vector in lattice.vectors(directions, forward):
                taken.append(Ray(board, (vector,)))
        case LameLeap(directions):
            for vector in lattice.vectors(directions, forward):
                taken.append(Ray(board, (vector,), vector, 1))
                taken.append(Ray(board, (times(2, vector),), jumps=True))
        case Lame(directions, over):
            between = lattice.vectors(over, forward)
            for vector in lattice.vectors(directions, forward):
                for step in lattice.turns(vector, between):
                    rest = add(vector, times(-1, step))
                    taken.append(Ray(board, (step,), rest, 1))
        case Ride(directions, most) | Hop(directions, most):
            steps, hops = min(most or farthest, farthest), isinstance(atom, Hop)
            for vector in lattice.vectors(directions, forward):
                taken.append(Ray(board, (), vector, steps, hops=hops))
        case Bend(first, then, most):
            onward = lattice.vectors(then, forward)
            more = min(most - 1 if most else farthest, farthest)
            for vector in lattice.vectors(first, forward):
                for turned in lattice.turns(vector, onward):
                    taken.append(Ray(board, (vector,), turned, more))
        case Curve(ring, steps):
            assert isinstance(lattice, HexPrism), "only a hex lattice has curves"
            around = lattice.ring(ring)
            for start in range(len(around)):
                ahead = around[start:] + around[:start]
                back = ahead[:1] + ahead[:0:-1]
                taken.append(Ray(board, ahead[:steps]))
                taken.append(Ray(board, back[:steps]))
        case _:
            assert_never(atom)
    return tuple(taken)


def destinations_on(taken: tuple[Ray, ...], cell: int, *, capturing: bool) -> dict[int, None]:
    """List the destinations of rays from `cell`, moving or capturing, on an empty board.

    Cells that are one step away come first.
    """
    near: dict[int, None] = {}
    far: dict[int, None] = {}
    for ray in taken:
        cells = ray.cells(cell)
        hops = capturing and ray.hops
        if ray.first_stop == 1 and not hops:
            near.update(dict.fromkeys(cells[:1]))
        far.update(dict.fromkeys(cells[1 if hops else ray.first_stop - 1 :]))
    return near | far


def ends_by_cell(
    board: Board, atoms: Atoms, forward: Forward, *, capturing: bool
) -> list[list[set[int]]]:
    """Return for each atom of a compound its destinations from each cell, as `destinations_on`."""
    return [_ends(board, a, forward if oriented(a) else (), capturing) for a in atoms]


@lru_cache(maxsize=1024, typed=True)
def _ends(board: Board, atom: Atom, forward: Forward, capturing: bool) -> list[set[int]]:
    """Return by cell the destinations of an atom: all cells take each step at once."""
    ends: list[set[int]] = [set() for _ in board.cells]
    for ray in _rays_of(board, atom, forward):
        first = 2 if capturing and ray.hops else ray.first_stop
        at = list(range(len(board.cells)))
        for taken, vector in enumerate(ray.vectors, 1):
            onward = board.along(vector).ends()
            at = [NO_CELL if cell == NO_CELL else onward[cell] for cell in at]
            if max(at) == NO_CELL:
                break
            if taken >= first:
                for start, cell in enumerate(at):
                    if cell != NO_CELL:
                        ends[start].add(cell)
    return ends


RaysByDifference = dict[int, list[tuple[Ray, int]]]
"""The rays of an atom by the difference of origin and destination (`Board.places`).

With each ray is the number of cells that it crosses on the way.
"""


def rays_by_difference(
    board: Board, atoms: Atoms, forward: Forward, *, capturing: bool
) -> list[RaysByDifference]:
    """Return, for each atom of a compound, the rays that it moves or captures by."""
    return [_by_difference(board, a, forward if oriented(a) else (), capturing) for a in atoms]


@lru_cache(maxsize=1024, typed=True)
def _by_difference(board: Board, atom: Atom, forward: Forward, capturing: bool) -> RaysByDifference:
    by_difference: RaysByDifference = {}
    long, wide, high = board.spans
    for ray in _rays_of(board, atom, forward):
        vectors = ray.vectors
        first = ray.first_stop - 1
        if len(vectors) == 1:
            first = 0
        elif capturing and ray.hops:
            first = 1
        x = y = z = difference = apart = 0
        before: Vector | None = None
        for count, vector in enumerate(vectors):
            if vector is not before:
                before, apart = vector, board.difference(vector)
            x, y, z = x + vector[0], y + vector[1], z + vector[2]
            if abs(x) > long or abs(y) > wide or abs(z) > high:
                break
            difference += apart
            if count >= first:
                by_difference.setdefault(difference, []).append((ray, count))
    return by_difference


def lines_between(
    every: list[RaysByDifference], difference: int, cell: int, *, capturing: bool
) -> tuple[Line, ...]:
    """List the lines from `cell` to the cell at that difference, open or not.

    A leap excludes all other lines.
    """
    lines: list[Line] = []
    for by_difference in every:
        for ray, count in by_difference.get(difference, ()):
            cells = ray.cells(cell, count + 1)
            if len(cells) <= count:
                continue
            crossed = cells[:count]
            if capturing and ray.hops:
                for screen in crossed:
                    lines.append((screen, tuple([other for other in crossed if other != screen])))
            elif not crossed:
                return ((cell, ()),)
            else:
                lines.append((cell, crossed))
    return tuple(lines)


def ways_from(
    taken: tuple[Ray, ...], cell: int, barred: frozenset[int], *, moves: bool, takes: bool
) -> list[Way]:
    """Return the ways of rays from `cell`, which end before the first cell that is `barred`."""
    ways: list[Way] = []
    for ray in taken:
        cells = list(ray.cells(cell))
        if barred:
            cells = cells[: next((at for at, end in enumerate(cells) if end in barred), None)]
        if len(cells) < ray.first_stop:
            continue
        hops = takes and ray.hops
        if len(cells) == 1 and not hops and ways and ways[-1].leaps:
            ways[-1].cells.append(cells[0])
        else:
            ways.append(Way(cells, ray.first_stop - 1, moves=moves, takes=takes, hops=hops))
    return ways


def routes(board: Board, taken: tuple[Ray, ...], cell: int, end: int) -> list[Route]:
    """Return the rays from `cell` to `end` on a board without missing cells."""
    return routes_from(board, taken, cell).get(board.cells[end], [])


@lru_cache(maxsize=1)  # a rulebook draws the ways to each cell in turn
def routes_from(board: Board, taken: tuple[Ray, ...], cell: int) -> dict[Vector, list[Route]]:
    """Return the rays from `cell` on a board without missing cells, by their ends."""
    by_end: dict[Vector, list[Route]] = {}
    for ray in taken:
        at, missing = board.cells[cell], None
        cells: tuple[Vector, ...] = ()
        for count, vector in enumerate(ray.vectors, 1):
            at, gap = board.step(at, vector)
            missing = missing or gap
            cells += (at,)
            if count >= ray.first_stop:
                by_end.setdefault(at, []).append(Route(cells, missing, ray.jumps))
    return by_end
