"""Lattices: coordinates, direction families, and the cells that a step needs (RULES 1 and 3).

Coordinates are three integers: two for the column and one for the level, which counts from 1 at
the bottom.  A *vector* is a difference of coordinates.  Every family of a hex-prism lattice is
derived from its six horizontal orthogonals by sums and turns.
"""

from enum import Enum, auto
from itertools import permutations, product
from math import gcd
from typing import ClassVar

from aofref.values import Value

Vector = tuple[int, int, int]
Forward = tuple[Vector, ...]
"""The Pawn directions of an army; the directions of its Peacocks are relative to them, too."""


class Flat(Enum):
    """A family of directions within a level."""

    NONE = auto()
    ORTHOGONAL = auto()
    DIAGONAL = auto()  # cubic only
    HEX = auto()
    ROOT_7 = auto()
    ROOT_13 = auto()
    FORWARD = auto()  # the army's Pawn directions
    BOTH_FORWARD = auto()  # the sum of the army's Pawn directions
    ALONG = auto()  # straight forward and backward, for the army's Peacocks
    ASIDE = auto()  # at right angles to ALONG


OF_AN_ARMY = frozenset((Flat.FORWARD, Flat.BOTH_FORWARD, Flat.ALONG, Flat.ASIDE))
"""The families that are relative to an army's Pawn directions."""


class Prism(Value):
    """Directions of a flat part, taken `times` times, and `levels` levels up or down."""

    flat: Flat
    times: int = 1
    levels: int = 0


class Spatial(Value):
    """Directions of a cubic lattice: all orders and signs of three numbers."""

    a: int
    b: int
    c: int


class Seen(Value):
    """Vectors that turn with the army: of the `first` army, and by the forward of others."""

    first: tuple[Vector, ...]
    turned: tuple[tuple[Forward, tuple[Vector, ...]], ...]

    def by(self, forward: Forward) -> tuple[Vector, ...]:
        """Return the vectors for the army that goes `forward`."""
        return dict(self.turned).get(forward, self.first)


Directions = tuple[Prism | Spatial | Seen, ...]

O: Directions = (Prism(Flat.ORTHOGONAL),)  # noqa: E741 - the name that the pages use
V: Directions = (Prism(Flat.NONE, levels=1),)
W: Directions = O + V
F: Directions = (Prism(Flat.ORTHOGONAL, levels=1),)
H: Directions = (Prism(Flat.HEX),)
Y: Directions = (Prism(Flat.HEX, levels=1),)
ROOT_7: Directions = (Prism(Flat.ROOT_7),)
ROOT_7_AND_2: Directions = (Prism(Flat.ROOT_7, levels=2),)
ROOT_13_AND_1: Directions = (Prism(Flat.ROOT_13, levels=1),)
FORWARD: Directions = (Prism(Flat.FORWARD),)
FORWARD_AND_LEVEL: Directions = (Prism(Flat.FORWARD, levels=1),)
BOTH_FORWARD: Directions = (Prism(Flat.BOTH_FORWARD),)
PEACOCK: Directions = (
    Prism(Flat.ALONG),
    Prism(Flat.ASIDE),
    *V,
    Prism(Flat.ASIDE, levels=1),
    Prism(Flat.ALONG, levels=1),
)
ORTHOGONALS: Directions = (Spatial(1, 0, 0),)
ROOT_2_DIAGONALS: Directions = (Spatial(1, 1, 0),)
ROOT_3_DIAGONALS: Directions = (Spatial(1, 1, 1),)
HORIZONTALS: Directions = (Prism(Flat.ORTHOGONAL), Prism(Flat.DIAGONAL))


def oblique(m: int, n: int) -> Directions:
    """List the directions of the m:n leap: m columns and n levels, or n columns and m levels."""
    return (Prism(Flat.ORTHOGONAL, m, n), Prism(Flat.ORTHOGONAL, n, m))


def add(a: Vector, b: Vector) -> Vector:
    """Add two vectors, or a vector to coordinates."""
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def times(n: int, vector: Vector) -> Vector:
    """Take a vector `n` times."""
    return (n * vector[0], n * vector[1], n * vector[2])


def at_level(vector: Vector, level: int) -> Vector:
    """Return the vector with the same flat part and another third coordinate."""
    return (vector[0], vector[1], level)


class _Lattice:
    """The base of the two lattices: vectors of directions, and turns.

    `straight` are the directions that are no leaps: a way of such steps is a straight line.
    `sides` are the directions of the cells that share a side with a cell.
    """

    __slots__ = ()
    straight: ClassVar[Directions]
    sides: ClassVar[Directions]

    def vectors(self, directions: Directions, forward: Forward) -> tuple[Vector, ...]:
        """List the vectors of `directions` for an army that goes `forward`, each once."""
        vectors: dict[Vector, None] = {}
        for family in directions:
            match family:
                case Spatial():
                    assert isinstance(self, Cubic), "a hex-prism lattice has no cubic directions"
                    for order in permutations(family):
                        for a, b, c in product(*((n, -n) for n in order)):
                            vectors[(a, b, c)] = None
                case Seen():
                    vectors.update(dict.fromkeys(family.by(forward)))
                case Prism(flat, count, levels):
                    for x, y, _ in self._flat(flat, forward):
                        vectors[(count * x, count * y, levels)] = None
                        vectors[(count * x, count * y, -levels)] = None
        return tuple(vectors)

    def step_along(self, vector: Vector) -> Vector | None:
        """Return the step that leads along a vector, taken once or more; None if it is crooked."""
        count = gcd(*vector)
        step = (vector[0] // count, vector[1] // count, vector[2] // count) if count else vector
        return step if step in self.vectors(self.straight, ()) else None

    def turns(self, first: Vector, then: tuple[Vector, ...]) -> tuple[Vector, ...]:
        """List the vectors among `then` (all of one length) at the least angle to `first`."""
        along = [self._dot(first, vector) for vector in then]
        best = max(along)
        return tuple(vector for vector, dot in zip(then, along, strict=True) if dot == best)

    def _flat(self, flat: Flat, forward: Forward) -> tuple[Vector, ...]:
        if flat is Flat.FORWARD:
            return forward
        if flat is Flat.NONE:
            return ((0, 0, 0),)
        raise ValueError(f"this lattice has no directions {flat.name}")

    def _dot(self, a: Vector, b: Vector) -> int:
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


class Cubic(_Lattice):
    """The cubic lattice: columns stand on a square lattice (RULES 5, heathen-europe)."""

    orthogonals: ClassVar = ((1, 0), (0, 1), (-1, 0), (0, -1))  # the horizontal ones in turn
    straight: ClassVar[Directions] = ORTHOGONALS + ROOT_2_DIAGONALS + ROOT_3_DIAGONALS
    sides: ClassVar[Directions] = ORTHOGONALS

    def _flat(self, flat: Flat, forward: Forward) -> tuple[Vector, ...]:
        match flat:
            case Flat.ORTHOGONAL:
                return tuple((x, y, 0) for x, y in self.orthogonals)
            case Flat.DIAGONAL:
                return ((1, 1, 0), (-1, 1, 0), (-1, -1, 0), (1, -1, 0))
            case Flat.BOTH_FORWARD:
                return (add(forward[0], forward[-1]),)
            case _:
                return super()._flat(flat, forward)

    def needs(self, vector: Vector) -> tuple[Vector, ...]:
        """List the cells besides the ends that a step along `vector` needs: none here."""
        return ()


class _Orthogonals(Value):
    orthogonals: tuple[tuple[int, int], ...]


class HexPrism(_Orthogonals, _Lattice):
    """A hex-prism lattice, given by its six horizontal orthogonals in turn, 60 degrees apart."""

    __slots__ = ()
    straight: ClassVar[Directions] = W + H + F + Y
    sides: ClassVar[Directions] = W

    @property
    def _skew(self) -> int:
        """Twice the cosine between the two coordinate directions."""
        apart = (self.orthogonals.index((0, 1)) - self.orthogonals.index((1, 0))) % 6
        return 1 if apart in (1, 5) else -1

    def ring(self, flat: Flat) -> tuple[Vector, ...]:
        """List the six orthogonals or the six hex diagonals in turn, 60 degrees apart."""
        ring = tuple((x, y, 0) for x, y in self.orthogonals)
        return ring if flat is not Flat.HEX else tuple(map(add, ring, ring[1:] + ring[:1]))

    def _flat(self, flat: Flat, forward: Forward) -> tuple[Vector, ...]:
        match flat:
            case Flat.ORTHOGONAL | Flat.HEX:
                return self.ring(flat)
            case Flat.ROOT_7:
                return self._oblique(2)
            case Flat.ROOT_13:
                return self._oblique(3)
            case Flat.ALONG:
                ahead = add(forward[0], forward[-1])
                return (ahead, times(-1, ahead))
            case Flat.ASIDE:
                ahead = add(forward[0], forward[-1])
                return tuple(o for o in self.ring(Flat.ORTHOGONAL) if not self._dot(o, ahead))
            case _:
                return super()._flat(flat, forward)

    def _oblique(self, far: int) -> tuple[Vector, ...]:
        """List the leaps of `far` orthogonal steps and one more at 60 degrees to them."""
        ring = self.ring(Flat.ORTHOGONAL)
        return tuple(
            add(times(far, ring[i]), ring[(i + turn) % 6]) for i in range(6) for turn in (1, -1)
        )

    def _dot(self, a: Vector, b: Vector) -> int:
        """Twice the scalar product; a level is as high as a column is wide."""
        flat = 2 * (a[0] * b[0] + a[1] * b[1]) + self._skew * (a[0] * b[1] + a[1] * b[0])
        return flat + 2 * a[2] * b[2]

    def flat_place(self, column: tuple[int, int]) -> tuple[int, int]:
        """Place a column on paper: half widths to the right, and rows upward."""
        x, y = column
        return 2 * x + self._skew * y, y

    def needs(self, vector: Vector) -> tuple[Vector, ...]:
        """List the cells besides the ends that must exist for one step along `vector` (RULES 3).

        They are relative to the start.  Along an orthogonal they are the rest of the vertical
        block between the ends, otherwise the cell in each end's column on the other end's level.
        """
        x, y, levels = vector
        columns = gcd(x, y)
        if not levels or not columns:
            return ()
        if (x // columns, y // columns) not in self.orthogonals:
            return ((x, y, 0), (0, 0, levels))
        up = 1 if levels > 0 else -1
        unit = (x // columns, y // columns, 0)
        steps = product(range(columns + 1), range(0, levels + up, up))
        block = [at_level(times(count, unit), level) for count, level in steps]
        return tuple(block[1:-1])  # without the ends


Lattice = HexPrism | Cubic


TRIANGULAR = HexPrism(((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)))
"""Columns (h, l) of aof2 and proto-prelates."""
AXIAL = HexPrism(((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)))
"""Columns (x, y) of aof6 and of the Star of David."""
CUBIC = Cubic()
