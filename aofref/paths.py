"""Paths: the cells that a piece leads to from a cell; the only reader of atoms (RULES 3, 4).

A set of cells is an integer with a bit for each: a line is open if as many of the cells between are
occupied as it needs.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain, groupby
from typing import Final, assert_never

from aofref.atoms import Atom, Atoms, Bend, Curve, Hop, Lame, LameLeap, Leap, Ride, oriented
from aofref.boards import NO_CELL, Board, Stride
from aofref.geometry import Forward, HexPrism, Vector, add, times
from aofref.pieces import KeptOut, Piece
from aofref.values import Value

MANY: Final = 1 << 30  # more steps than any piece takes
KEPT_LINES: Final = 10_000
"""The most pairs of cells whose lines a piece keeps."""
KEPT_ROUTES: Final = 64
"""The most pieces on a cell whose routes are kept: all of an army, while they move."""
_NONE: Final = frozenset[int]()
Path = tuple[int, ...]  # cells in the order in which a piece crosses them
Line = tuple[int, int, int]
"""A line to a cell: the cell that it leads from, the cells between as bits, and how many of these
are occupied where the line is open: none, or one, the screen of a hop."""


def bits(cells: Iterable[int]) -> int:
    """Return a set of cells as bits."""
    found = 0
    for cell in cells:
        found |= 1 << cell
    return found


def cells_in(held: int) -> Iterator[int]:
    """Yield the cells of a set of bits."""
    while held:
        least = held & -held
        yield least.bit_length() - 1
        held ^= least


def open_line(lines: Iterable[Line], occupied: int) -> Line | None:
    """Return the first line that is open where some cells are occupied, or None."""
    for line in lines:
        _, between, screens = line
        if (occupied & between).bit_count() == screens:
            return line
    return None


class Ray:
    """Consecutive steps of a piece from any cell, by their `vectors`; a leap is a ray of one step.

    Each step from number `first_stop` (from 1) ends on a destination.  A ray that `hops` captures
    over a screen.  A ray that `jumps` exists only where the cell in its middle is occupied.  A
    Pawn's double step leads only from the cells `starts`; None: from any cell.  `atom` is what the
    ray is of; None for a double step.
    """

    __slots__ = ("_board", "atom", "first_stop", "hops", "jumps", "starts", "strides", "vectors")

    def __init__(
        self,
        board: Board,
        vectors: tuple[Vector, ...],
        first_stop: int = 1,
        hops: bool = False,
        jumps: bool = False,
        starts: frozenset[int] | None = None,
    ) -> None:
        self._board: Final = board
        self.atom: Atom | None = None
        self.vectors: Final = vectors
        self.first_stop: Final = first_stop
        self.hops: Final = hops
        self.jumps: Final = jumps
        self.starts: Final = starts
        self.strides: tuple[Stride, ...] = ()

    def learn(self) -> tuple[Stride, ...]:
        """Find its steps as `strides`, which are empty until then: many rays are never taken."""
        self.strides = tuple([self._board.along(vector) for vector in self.vectors])
        return self.strides

    @property
    def cost(self) -> int:
        """The number of cells looked up, at most, to take its steps from a cell."""
        runs = [(vector, len([*run])) for vector, run in groupby(self.vectors)]
        return sum([self._board.along(vector).cost(steps) for vector, steps in runs])

    def cells(self, cell: int, most: int = MANY) -> Path:
        """Return the ends of at most `most` steps from `cell`, up to the edge of the board."""
        cells: list[int] = []
        if self.starts is not None and cell not in self.starts:
            return ()
        for stride in (self.strides or self.learn())[:most]:
            cell = stride.end(cell)
            if cell == NO_CELL:
                break
            cells.append(cell)
        return tuple(cells)


class Route(Value):
    """A ray in coordinates, first cell to destination, with the vectors of its `steps`.

    `missing` is the first missing cell, if any, and `failing` the number of the step that needs it,
    from 0; else -1.  `atom` is what the ray is of, `jumps` as of the ray.
    """

    cells: tuple[Vector, ...]
    steps: tuple[Vector, ...]
    missing: Vector | None
    failing: int
    jumps: bool
    atom: Atom | None


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
                taken.append(Ray(board, (vector, vector), 2))
                taken.append(Ray(board, (times(2, vector),), jumps=True))
        case Lame(directions, over):
            between = lattice.vectors(over, forward)
            for vector in lattice.vectors(directions, forward):
                for step in lattice.turns(vector, between):
                    rest = add(vector, times(-1, step))
                    taken.append(Ray(board, (step, rest), 2))
        case Ride(directions, most) | Hop(directions, most):
            steps, hops = min(most or farthest, farthest), isinstance(atom, Hop)
            for vector in lattice.vectors(directions, forward):
                taken.append(Ray(board, (vector,) * steps, hops=hops))
        case Bend(first, then, most):
            onward = lattice.vectors(then, forward)
            more = min(most - 1 if most else farthest, farthest)
            for vector in lattice.vectors(first, forward):
                for turned in lattice.turns(vector, onward):
                    taken.append(Ray(board, (vector, *(turned,) * more), 2))
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
    for ray in taken:
        ray.atom = atom
    return tuple(taken)


_ByDifference = dict[int, list[tuple[Ray, int]]]
"""Rays by the difference of origin and destination (`Board.places`).

With each ray is the number of cells that it crosses on the way.
"""


@lru_cache(maxsize=1024)
def _by_difference(board: Board, taken: tuple[Ray, ...], capturing: bool) -> _ByDifference:
    by_difference: _ByDifference = {}
    long, wide, high = board.spans
    for ray in taken:
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


@lru_cache(maxsize=KEPT_ROUTES)
def routes_from(board: Board, taken: tuple[Ray, ...], cell: int) -> dict[Vector, list[Route]]:
    """Return the rays from `cell` on a board without missing cells, by their ends."""
    by_end: dict[Vector, list[Route]] = {}
    for ray in taken:
        at, missing, failing = board.cells[cell], None, -1
        cells: tuple[Vector, ...] = ()
        for count, vector in enumerate(ray.vectors, 1):
            at, gap = board.step(at, vector)
            if gap is not None and missing is None:
                missing, failing = gap, count - 1
            cells += (at,)
            if count >= ray.first_stop:
                way = cells, ray.vectors[:count], missing, failing, ray.jumps, ray.atom
                by_end.setdefault(at, []).append(Route(*way))
    return by_end


class Lines:
    """The lines of a piece from any cell to any other, moving or capturing; found when needed.

    `reach`, by the difference of two places (`Board.places`, also negative), is 0 if the piece
    never goes from one to the other.  It is empty until `learn` is called, as the first line does.
    """

    # The attack table of a 0x88 board, for any board: one byte excludes most pairs of cells, and no
    # list of all cells that a piece reaches is needed.

    __slots__ = ("_by_atom", "_capturing", "_known", "_mover", "_size", "reach")

    def __init__(self, mover: "Mover", capturing: bool) -> None:
        self._mover: Final = mover
        self._capturing: Final = capturing
        self._size: Final = len(mover.board.cells)
        self._by_atom: list[_ByDifference] = []
        self._known: Final[dict[int, tuple[Line, ...]]] = {}
        self.reach = b""

    def learn(self) -> bytes:
        """Find what is reachable, unless it is known, and return `reach`."""
        if not self.reach:
            mover, capturing = self._mover, self._capturing
            board, forward = mover.board, mover.forward
            self._by_atom = [
                _by_difference(board, taken, capturing)
                for taken in [
                    *(rays(board, (atom,), forward) for atom in mover.atoms(capturing)),
                    () if capturing else mover.doubles,
                ]
            ]
            reach = bytearray(board.differences)
            for difference in chain.from_iterable(self._by_atom):
                reach[difference] = 1
            self.reach = bytes(reach)
        return self.reach

    def to(self, cell: int, end: int) -> tuple[Line, ...]:
        """List the lines from `cell` to `end`, open or not; no line leads from a cell to itself."""
        key = cell * self._size + end
        known = self._known.get(key)
        return self._find(cell, end, key) if known is None else known

    def _find(self, cell: int, end: int, key: int) -> tuple[Line, ...]:
        """Find the lines between two cells; a leap excludes all other lines."""
        mover, reach = self._mover, self.reach or self.learn()
        difference = mover.board.places[end] - mover.board.places[cell]
        if not reach[difference] or (mover.piece.kept_out and end in mover.closed_to(cell)):
            return ()
        lines: list[Line] = []
        for by_difference in self._by_atom:
            for ray, count in by_difference.get(difference, ()):
                if not count and ray.starts is None and (ray.strides or ray.learn())[0].is_free:
                    lines.append((cell, 0, 0))
                    break
                cells = ray.cells(cell, count + 1)
                if len(cells) > count:
                    screens = 1 if self._capturing and ray.hops else 0
                    lines.append((cell, bits(cells[:count]) if count else 0, screens))
        if (cell, 0, 0) in lines:
            lines = [(cell, 0, 0)]
        if len(self._known) >= KEPT_LINES:
            self._known.clear()
        found = self._known[key] = tuple(lines)
        return found


ByWhatIsThere = tuple[int, tuple[tuple[Line, ...], tuple[Line, ...], tuple[Line, ...]]]
"""A cell, and the lines to it while nothing, an enemy or an own piece is there."""


class Ways:
    """How a piece goes from a cell, sorted by what must be looked at.

    `leaps` are ends that it reaches whatever is on other cells, and `lines` those where its lines
    must be open; each has its lines by what is there: nothing, an enemy, or an own piece.  `rays`
    lead up to the first piece.  `ends` are all ends, `shared` if one may be found twice.  `steps`
    are the cells, as bits, to which it leaps or rays lead at once, if they are empty.
    """

    __slots__ = ("ends", "leaps", "lines", "rays", "shared", "steps")

    def __init__(self, mover: "Mover", cell: int) -> None:
        leap, others = ((cell, 0, 0),), dict[int, None]()
        self.leaps: Final[list[ByWhatIsThere]] = []
        self.lines: Final[list[ByWhatIsThere]] = []
        self.rays: Final[list[Path]] = []
        for ray in mover.every_ray + mover.doubles:
            ends = mover.ends_on(ray, cell)
            if mover.taking is not mover.moving or ray.first_stop > 1:
                others.update(dict.fromkeys(ends))
            elif len(ends) > 1:
                self.rays.append(ends)
            elif ends:
                self.leaps.append((ends[0], (leap, leap, ())))
        for end in others:
            quiet, taking = mover.moving.to(cell, end), mover.taking.to(cell, end)
            at_once = quiet in (leap, ()) and taking in (leap, ())
            (self.leaps if at_once else self.lines).append((end, (quiet, taking, ())))
        sure = [*[end for end, _ in self.leaps], *chain.from_iterable(self.rays)]
        self.ends: Final = [*sure, *[end for end, _ in self.lines]]
        self.shared: Final = len(set(self.ends)) < len(self.ends)
        steps = [end for end, lines in self.leaps + self.lines if lines[0] == leap]
        self.steps: Final = bits([*steps, *[ray[0] for ray in self.rays]])


class Mover:
    """How a type of piece goes from any cell of a board, for an army that goes `forward`.

    `moving` are its lines to empty cells, and `taking` those to captures: the same if it captures
    as it moves.  `doubles` are the rays of a Pawn's double steps.  `ways` are by cell those that
    are known already (`CompiledVariant.ways`).
    """

    __slots__ = (
        *("_ends", "_ever", "_rays", "board", "doubles", "forward", "moving", "piece", "taking"),
        "ways",
    )

    def __init__(
        self, board: Board, piece: Piece, forward: Forward, doubles: tuple[Ray, ...] = ()
    ) -> None:
        self.board: Final = board
        self.piece: Final = piece
        self.forward: Final = forward
        self.doubles: Final = doubles
        self._rays: Final[dict[bool, tuple[Ray, ...]]] = {}
        self._ends: Final[dict[int, dict[int, None]]] = {}
        self._ever: Final[dict[frozenset[int], frozenset[int]]] = {}
        self.moving: Final = Lines(self, False)
        self.ways: Final[list[Ways | None]] = [None] * len(board.cells)
        self.taking: Final = Lines(self, True) if piece.captures_apart else self.moving

    def atoms(self, capturing: bool) -> Atoms:
        """Return the atoms by which the piece moves or captures."""
        captures = self.piece.captures
        return captures if capturing and captures is not None else self.piece.atoms

    def rays(self, capturing: bool) -> tuple[Ray, ...]:
        """List the rays along which the piece moves, double steps apart, or captures."""
        known = self._rays.get(capturing)
        if known is None:
            known = self._rays[capturing] = rays(self.board, self.atoms(capturing), self.forward)
        return known

    @property
    def every_ray(self) -> tuple[Ray, ...]:
        """The rays along which the piece moves and captures, double steps apart."""
        apart = self.piece.captures is not None
        return self.rays(False) + (self.rays(True) if apart else ())

    def quiet(self, cell: int) -> dict[int, tuple[Line, ...]]:
        """List the cells that the piece reaches from `cell` without capturing, with their lines."""
        return self._reached(cell, self.moving)

    def captures(self, cell: int) -> dict[int, tuple[Line, ...]]:
        """List the cells on which the piece may capture from `cell`, with their lines."""
        return self._reached(cell, self.taking)

    def _reached(self, cell: int, by: Lines) -> dict[int, tuple[Line, ...]]:
        return {end: lines for end in self.ends(cell) if (lines := by.to(cell, end))}

    def ends_on(self, ray: Ray, cell: int) -> Path:
        """Return the ends on a ray from `cell`, before a cell that the piece may not enter."""
        cells = ray.cells(cell)
        if self.piece.kept_out:
            barred = self.closed_to(cell)
            cells = cells[: next((at for at, end in enumerate(cells) if end in barred), None)]
        return cells[ray.first_stop - 1 :]

    def ends(self, cell: int) -> dict[int, None]:
        """List the cells that the piece reaches or captures on from `cell`, on any board."""
        known = self._ends.get(cell)
        if known is None:
            every = [self.ends_on(ray, cell) for ray in self.every_ray + self.doubles]
            known = self._ends[cell] = dict.fromkeys(chain.from_iterable(every))
        return known

    def ever(self, starts: frozenset[int]) -> frozenset[int]:
        """List the cells that the piece can ever come to from its cells, and these."""
        known = self._ever.get(starts)
        if known is None:
            every, new = set(starts), set(starts)
            while new:
                new = {end for cell in new for end in self.ends(cell)} - every
                every |= new
            known = self._ever[starts] = frozenset(every)
        return known

    def routes(self, cell: int) -> dict[Vector, list[Route]]:
        """List the routes of the piece from `cell` by their ends, as if every cell existed."""
        return routes_from(self.board, self.every_ray, cell)

    def path(self, line: Line, end: int) -> Path:
        """Return the cells between of a line of the piece to `end`, in the order of its steps."""
        start, between, _ = line
        every = [ray.cells(start) for ray in self.every_ray + self.doubles]
        paths = (cells[:n] for cells in every for n, cell in enumerate(cells) if cell == end)
        return next(path for path in paths if bits(path) == between)

    def kept_out(self, cell: int) -> list[KeptOut]:
        """List the regions that the piece may not enter from `cell`."""
        level = self.board.levels[cell]
        return [each for each in self.piece.kept_out if each.level in ("", level)]

    def closed_to(self, cell: int) -> frozenset[int]:
        """List the cells that the piece may not enter from `cell`."""
        if not self.piece.kept_out:
            return _NONE
        regions = self.board.regions
        return _NONE.union(*[regions[each.region] for each in self.kept_out(cell)])
