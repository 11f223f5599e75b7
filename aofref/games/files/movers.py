"""Movers: the pieces of a file: atoms with directions on its lattice, turned for each army."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import chain, combinations_with_replacement, groupby, product

from aofref import geometry
from aofref.atoms import Atom, Atoms, Bend, Curve, Hop, Lame, Leap, Ride
from aofref.boards import Board
from aofref.findings import Code
from aofref.games.files.reader import Word, misread
from aofref.games.files.words import Clause, Phrase, PieceText
from aofref.geometry import Cubic, Directions, Flat, Forward, Lattice, Prism, Vector
from aofref.paths import rays
from aofref.pieces import Piece
from aofref.values import Value

FARTHEST = 50  # the most cells of a leap along an axis
MOST_WAYS = 1000  # the most directions and leaps of a piece, compounds included
MOST_STEPS = 20_000_000
"""The most steps of all pieces of a game together, from every cell in every direction.

Steps are counted again for each army whose directions are turned."""
FEWEST_CELLS = 200
"""The least number of cells that a board counts as: directions cost time by themselves."""
STEPS_OF_A_CURVE = 5  # a sixth step of 60 degrees would come back to where the first began

_CUBIC = {
    "orthogonals": geometry.ORTHOGONALS,
    "diagonals": geometry.ROOT_2_DIAGONALS,
    "root-3 diagonals": geometry.ROOT_3_DIAGONALS,
    "flat orthogonals": geometry.HORIZONTALS[:1],
    "flat diagonals": geometry.HORIZONTALS[1:],
    "verticals": geometry.V,
}
_HEX = {
    "orthogonals": geometry.W,
    "flat orthogonals": geometry.O,
    "verticals": geometry.V,
    "hex diagonals": geometry.H,
    "diagonals": geometry.F,
    "hybrid diagonals": geometry.Y,
}
_SQUARES = {"orthogonals": geometry.HORIZONTALS[:1], "diagonals": geometry.HORIZONTALS[1:]}
_HEXES = {"orthogonals": geometry.O, "flat orthogonals": geometry.O, "hex diagonals": geometry.H}


Turn = Callable[[Vector], Vector]
"""A turn of the level, from vectors of the first army to vectors of another."""


class Ground(Value):
    """The context of directions: lattice, number of levels, the turn of each army, board."""

    lattice: Lattice
    levels: int
    turns: Mapping[Forward, Turn]
    board: Board | None


def piece(spec: PieceText, known: Mapping[str, Piece], ground: Ground) -> Piece:
    """Make a piece of its parsed text; `known` are the pieces above it by name; raises BadText."""
    moves, takes = _compound(spec.moves, known, ground)
    if spec.takes is not None:
        takes = _compound(spec.takes, known, ground)[1]
    alike = [(type(atom), atom) for atom in takes] == [(type(atom), atom) for atom in moves]
    apart = None if alike else takes
    if (ways := _ways(moves + takes, ground.lattice)) > MOST_WAYS:
        what = f"a piece has at most {MOST_WAYS} directions, not {ways}"
        raise misread(what, start(spec), Code.LIMIT)
    return Piece(str(spec.name), moves, apart, royal=spec.royal, pawn=spec.pawn)


def start(spec: PieceText) -> int:
    """Return the offset of the phrase in the text of a piece."""
    first = spec.moves[0]
    return (first.verb if isinstance(first, Clause) else first).at


def _ways(atoms: Atoms, lattice: Lattice) -> int:
    return sum(len(lattice.vectors(d, ())) for a in atoms for d in a if isinstance(d, tuple))


def steps(kind: Piece, ground: Ground) -> int:
    """Count the steps of a piece from all cells of a board (`MOST_STEPS`)."""
    board, taken = ground.board, kind.atoms + (kind.captures or ())
    if board is None:
        return FEWEST_CELLS * _ways(taken, ground.lattice)
    seen = ground.turns if kind.oriented else [*ground.turns][:1]
    counts = (ray.cost for forward in seen for ray in rays(board, taken, forward))
    return max(FEWEST_CELLS, len(board.cells)) * max(_ways(taken, ground.lattice), sum(counts))


def _compound(terms: Phrase, known: Mapping[str, Piece], ground: Ground) -> tuple[Atoms, Atoms]:
    moves: list[Atom] = []
    takes: list[Atom] = []
    for term in dict.fromkeys(terms):
        if isinstance(term, Clause):
            atoms = _atoms(term, ground)
            moves += atoms
            takes += atoms
        elif term in known:
            other = known[term]
            moves += other.atoms
            takes += other.atoms if other.captures is None else other.captures
        else:
            raise misread(f"no earlier piece is called {term}", term.at)
    return _each_once(moves), _each_once(takes)


def _each_once(atoms: list[Atom]) -> Atoms:
    return tuple({(type(atom), atom): atom for atom in atoms}.values())


def _atoms(clause: Clause, ground: Ground) -> Atoms:
    verb, limit = clause.verb, clause.limit
    if verb == "curve":
        (family,) = clause.first
        if isinstance(ground.lattice, Cubic) or family not in _HEXES:
            raise misread("only orthogonals and hex diagonals of a hex level curve", verb.at)
        if not 1 <= limit <= STEPS_OF_A_CURVE:
            raise misread(f"a curve has 1 to {STEPS_OF_A_CURVE} steps, not {limit}", verb.at)
        return (Curve(Flat.HEX if family == "hex diagonals" else Flat.ORTHOGONAL, limit),)
    first = _all(clause.first, ground)
    if verb in ("step", "leap"):
        return (Lame(first, _all(clause.then, ground)),) if clause.then else (Leap(first),)
    if verb == "bend":
        if limit == 1:
            raise misread("a bend has 2 steps or more", verb.at)
        return tuple(Bend(first, onward, limit) for onward in _one_by_one(clause.then, ground))
    return (Ride(first, limit),) if verb == "ride" else (Hop(first, limit),)


def _all(targets: tuple[Word, ...], ground: Ground) -> Directions:
    return tuple(dict.fromkeys(chain.from_iterable(_one_by_one(targets, ground))))


def _one_by_one(targets: tuple[Word, ...], ground: Ground) -> list[Directions]:
    each: list[Directions] = []
    for is_vector, some in groupby(targets, lambda target: target.startswith("(")):
        if is_vector:
            vectors = tuple(_vector(target, ground) for target in some)
            turned = ((own, tuple(map(turn, vectors))) for own, turn in ground.turns.items())
            each.append((geometry.Seen(vectors, tuple(turned)),))
        else:
            each += (_named(target, ground) for target in some)
    return each


def _vector(target: Word, ground: Ground) -> Vector:
    x, y, z, *_ = *map(int, target.strip("( )").split()), 0
    _check(target, ((x, y, z),), ground)
    return x, y, z


def _named(target: Word, ground: Ground) -> Directions:
    cubic = isinstance(ground.lattice, Cubic)
    every, plane = (_CUBIC, _SQUARES) if cubic else (_HEX, _HEXES)
    if target in every:
        directions = (plane if ground.levels == 1 else {}).get(target, every[target])
    elif target[0] in "0123456789":  # cells along one axis, and along another: `2:1`, `2:1:0`
        a, b, *rest = map(int, target.split(":"))
        if max(a, b, *rest) > FARTHEST:
            raise misread(f"no leap goes further than {FARTHEST} cells", target.at)
        if rest and not cubic:
            raise misread("a leap on a hex lattice has two numbers, columns and levels", target.at)
        flat = geometry.oblique(a, b)[: 1 if a == b else 2]
        directions = (geometry.Spatial(a, b, *(rest or [0])),) if cubic else flat
    elif target.startswith("root-") and target[-1] in "0123456789":
        directions = _root(target, ground, cubic)
    else:
        shape = "a cubic" if cubic else "a hex"
        raise misread(f"{shape} lattice has no {target}; it has {', '.join(every)}", target.at)
    _check(target, ground.lattice.vectors(directions, ()), ground)
    return directions


def _root(target: Word, ground: Ground, cubic: bool) -> Directions:
    size, *levels = map(int, target.removeprefix("root-").split(":"))
    if not cubic:
        flat = {7: Flat.ROOT_7, 13: Flat.ROOT_13}.get(size)
        if flat is None:
            raise misread("a hex level has root-7 and root-13 leaps, no others", target.at)
        return (Prism(flat, levels=levels[0] if levels else 0),)
    if levels:
        raise misread("only a leap on a hex lattice has levels after its root", target.at)
    leaps = tuple(leap for leap in _of_length(size) if ground.levels > 1 or not leap.c)
    if not leaps:
        raise misread(f"no leap has the length root-{size}", target.at)
    return leaps


@lru_cache(maxsize=1000)
def _of_length(size: int) -> tuple[geometry.Spatial, ...]:
    numbers = combinations_with_replacement(range(int(size**0.5) + 1), 3)
    return tuple(geometry.Spatial(c, b, a) for a, b, c in numbers if a * a + b * b + c * c == size)


def _check(target: Word, vectors: tuple[Vector, ...], ground: Ground) -> None:
    """Check that no direction is null, and that some stay within the levels."""
    if (0, 0, 0) in vectors:
        raise misread(f"{target} is a null step", target.at)
    if any(abs(number) > FARTHEST for vector in vectors for number in vector):
        raise misread(f"no leap goes further than {FARTHEST} cells", target.at)
    if all(abs(z) >= ground.levels for _, _, z in vectors):
        raise misread(f"{target} leads to no level of the board", target.at)


def turn(lattice: Lattice, first: Forward, own: Forward) -> Turn | None:
    """Find the turn from the first army's way forward to another's; None if there is none.

    A turn that does not mirror is preferred.
    """
    if len(first) != len(own):
        return None
    fitting = [way for way in _turns(lattice) if [way(v) for v in first[:2]] == [*own[:2]]]
    whole = [way for way in fitting if sorted(map(way, first)) == sorted(own)]
    return next(iter(whole or fitting), None)


def _turns(lattice: Lattice) -> Iterator[Turn]:
    """Yield the turns of a level, then those with levels turned over, then the mirrored ones."""
    flat = lattice.orthogonals
    for side, up, place in product((1, -1), (1, -1), range(len(flat))):
        yield partial(_turned, flat[place], flat[(place + side) % len(flat)], up)


def _turned(along: tuple[int, int], across: tuple[int, int], up: int, at: Vector) -> Vector:
    """Turn a vector so that (1, 0) becomes `along` and (0, 1) `across`."""
    x, y, z = at
    return (x * along[0] + y * across[0], x * along[1] + y * across[1], z * up)
