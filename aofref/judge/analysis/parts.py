"""Parts: the pieces that another piece is a compound of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from aofref import pieces
from aofref.atoms import Atom, Atoms, Curve
from aofref.geometry import Cubic
from aofref.pieces import Piece
from aofref.rules.compiled_variant import CompiledVariant

_OF_CHESS = (pieces.QUEEN, pieces.ROOK, pieces.BISHOP, pieces.KNIGHT)
_OF_CUBIC_CHESS = (pieces.CUBIC_ROOK, pieces.CUBIC_KNIGHT)


class Part(NamedTuple):
    """What a piece does as another: that one's name, empty for what no piece does alone."""

    name: str
    atoms: Atoms


def parts(of: CompiledVariant, kind: int) -> tuple[Part, ...]:
    """Take a type apart into others of its game or of chess, the largest first, and a rest.

    A type that is no compound is one part without a name.
    """
    piece = of.types[kind]
    found, left = [], list(piece.atoms)
    for other in [] if piece.pawn else _known(of, kind):
        if _all(other.atoms) <= _all(left):
            found.append(Part(other.name, other.atoms))
            left = [atom for atom in left if not _all([atom]) <= _all(other.atoms)]
    found.sort(key=lambda part: piece.atoms.index(part.atoms[0]))
    return (*found, *([Part("", tuple(left))] if left else []))


def part_of(of: CompiledVariant, kind: int, atom: Atom) -> str:
    """Name the piece as which a type does what one of its atoms does; it may be the type itself."""
    names = (other.name for other in _known(of, kind) if _all(other.atoms) == _all([atom]))
    return next(names, of.types[kind].name)


def _known(of: CompiledVariant, kind: int) -> list[Piece]:
    """List the types that may be parts of a type, those that do most first.

    They do one thing alone, or are known from chess.  A curve is no part: all that a piece goes in
    curves is said together.
    """
    piece, names = of.types[kind], {other.name for other in of.types}
    chess = _OF_CUBIC_CHESS if isinstance(of.board.lattice, Cubic) else _OF_CHESS
    known = [*of.types, *(other for other in chess if other.name not in names)]
    found = [
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
    return sorted(found, key=lambda other: -len(other.atoms))


def _all(atoms: Iterable[Atom]) -> set[tuple[type[Atom], Atom]]:
    """List atoms to be compared: as tuples alone a Leap and a Ride might be equal."""
    return {(type(atom), atom) for atom in atoms}
