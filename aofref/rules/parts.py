"""Parts: the pieces that another piece is a compound of, and the cells it can ever come to."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from aofref import pieces
from aofref.atoms import Atom, Atoms, Curve
from aofref.geometry import Cubic
from aofref.paths import Mover
from aofref.pieces import Piece
from aofref.rules.compiled_variant import CompiledVariant
from aofref.values import Value

_OF_CHESS = (pieces.QUEEN, pieces.ROOK, pieces.BISHOP, pieces.KNIGHT)
_OF_CUBIC_CHESS = (pieces.CUBIC_ROOK, pieces.CUBIC_KNIGHT)


class Part(Value):
    """Atoms of a piece, and the name of the piece that has them alone; empty if there is none."""

    name: str
    atoms: Atoms


def parts(game: CompiledVariant, kind: int) -> tuple[Part, ...]:
    """Split a type into other types of its game or of chess, and a rest.

    A type that is no compound is one part without a name.
    """
    piece = game.types[kind]
    taken, left = [], list(piece.atoms)
    for other in [] if piece.pawn else _known(game, kind):
        if _all(other.atoms) <= _all(left):
            taken.append(Part(other.name, other.atoms))
            left = [atom for atom in left if not _all([atom]) <= _all(other.atoms)]
    taken.sort(key=lambda part: piece.atoms.index(part.atoms[0]))
    return (*taken, *([Part("", tuple(left))] if left else []))


@lru_cache(maxsize=1024, typed=True)  # two kinds of atoms may be equal as tuples
def part_of(game: CompiledVariant, kind: int, atom: Atom) -> str:
    """Return the name of the piece that has only this atom, or of the type itself."""
    names = (other.name for other in _known(game, kind) if _all(other.atoms) == _all([atom]))
    return next(names, game.types[kind].name)


def _known(game: CompiledVariant, kind: int) -> list[Piece]:
    """List the types that may be parts of a type, the type with most atoms first.

    A part has one atom, or is known from chess.  A curve is no part: the description of a piece
    has all its curves together.
    """
    piece, names = game.types[kind], {other.name for other in game.types}
    chess = _OF_CUBIC_CHESS if isinstance(game.board.lattice, Cubic) else _OF_CHESS
    known = [*game.types, *(other for other in chess if other.name not in names)]
    possible = [
        other
        for place, other in enumerate(known)
        if (len(other.atoms) == 1 or other in chess)
        and not (other.pawn or other.captures_apart or other.kept_out)
        and not isinstance(other.atoms[0], Curve)
        and (
            _all(other.atoms) < _all(piece.atoms)
            or (_all(other.atoms) == _all(piece.atoms) and place < kind)
        )
    ]
    return sorted(possible, key=lambda other: -len(other.atoms))


def _all(atoms: Iterable[Atom]) -> set[tuple[type[Atom], Atom]]:
    """Return atoms with their classes: as tuples alone a Leap and a Ride might be equal."""
    return {(type(atom), atom) for atom in atoms}


def crossed_by(
    game: CompiledVariant, part: Part, army: int, cell: int
) -> dict[int, tuple[int, ...]]:
    """List the ends of a part's moves on an empty board, each with the cells that it crosses.

    If several paths lead to a cell, its cells are the cells of the first of them.
    """
    mover = Mover(game.board, Piece(part.name, part.atoms), game.variant.armies[army].forward)
    return {end: mover.path(ways[0], end) for end, ways in mover.quiet(cell).items()}


def bindings(game: CompiledVariant, army: int, kind: int) -> tuple[int, ...]:
    """Return the number of each cell's binding, 0 the largest; -1: no move leads to it.

    Two cells share a binding if moves and captures on boards without other pieces in the way lead
    from one to the other, over any number of cells to which moves lead.
    """
    piece, cells = game.piece(army, kind), range(len(game.board.cells))
    ends = [game.movers[piece].ends(cell) for cell in cells]
    bound = {cell: {cell} for cell in sorted(set().union(*ends))}
    for cell in bound:
        for end in ends[cell]:
            if end not in bound[cell]:
                bound[cell] |= bound[end]
                bound |= dict.fromkeys(bound[cell], bound[cell])
    sets = {min(each): each for each in bound.values()}
    order = {first: n for n, first in enumerate(sorted(sets, key=lambda at: (-len(sets[at]), at)))}
    return tuple(order[min(bound[cell])] if cell in bound else -1 for cell in cells)
