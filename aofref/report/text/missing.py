"""Missing: which cells must be there for a piece to move, in words."""

from collections import Counter
from collections.abc import Iterator
from math import prod

from aofref.atoms import Atom, Atoms, LameLeap, directions_of
from aofref.geometry import Vector, add, times
from aofref.report.text.directions import fitting, split
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import joined

FEW = 12
"""The most columns that are named one by one."""


def columns(game: CompiledVariant, region: str) -> str:
    """Name the columns of a region in parentheses, if they are few or those of every level."""
    board = game.board
    inside = {board.columns[cell] for cell in board.regions[region]}
    levels = len(set(board.levels))
    whole = {column for column, cells in Counter(board.columns).items() if cells == levels}
    if inside == whole:
        return " (the columns that have a cell on every level)"
    return f" (the columns {' '.join(sorted(inside))})" if len(inside) <= FEW else ""


def missing(game: CompiledVariant, kind: int) -> Iterator[str]:
    """Say which cells a piece's moves need besides those that it enters."""
    axes = zip(*game.board.cells, strict=True)
    if prod(len(set(axis)) for axis in axes) == len(game.board.cells):
        return  # the board is a whole box
    piece = game.types[kind]
    atoms = piece.atoms + (piece.captures or ())
    steps = [vector for atom in atoms for vector in _steps(game, atom)]
    yield "A missing cell can be neither entered nor passed."
    yield from _corners(game, atoms)
    blocks: dict[str, None] = {}
    for vector in steps:
        needs, high = game.board.lattice.needs(vector), abs(vector[2]) + 1
        if needs and not _has_corners(game, vector):
            blocks[f"{(len(needs) + 2) // high} by {high}"] = None
    if blocks:
        yield (
            "The leap also needs every cell of the upright block between its two ends "
            f"({joined([*blocks])} cells, columns by levels); any of them may be occupied."
        )
    lame = [vector for a in atoms if isinstance(a, LameLeap) for vector in _steps(game, a)]
    sizes = [len(game.board.lattice.needs(times(2, vector))) + 2 for vector in lame]
    if cells := next((size for size in sizes if size > 2), 0):
        yield (
            "The cell between the two steps must exist. If it is empty, each step is judged by "
            f"itself; if it is occupied, all {cells} cells of the upright block between the "
            "two ends of the move must exist."
        )
    board, flats = game.board, {vector[:2] for vector in steps}
    named = {at[:2]: column for at, column in zip(board.cells, board.columns, strict=True)}
    pairs = {
        tuple(sorted((named[a[:2]], named[b[:2]])))
        for a, b in board.barred
        if add(b, times(-1, a))[:2] in flats
    }
    if pairs:
        columns = joined([" and ".join(pair) for pair in sorted(pairs)])
        yield f"No step or leap leads directly between the columns {columns}: a gap lies there."


def _corners(game: CompiledVariant, atoms: Atoms) -> Iterator[str]:
    forward = game.variant.armies[0].forward
    near, far = dict[str, None](), False
    for family in dict.fromkeys(family for atom in atoms for family in directions_of(atom)):
        fits = fitting(game, (family,))
        vectors = game.board.lattice.vectors(fits, forward)
        if vectors and _has_corners(game, vectors[0]):
            named, _ = split(game.board.lattice, fits, forward)
            near |= {direction.name: None for direction in named}
            far = far or not named
    if near:
        names = [name.removesuffix(" diagonal") for name in near]
        yield (
            f"Every step along a {joined(names)} diagonal also needs the cell below its upper end "
            "and the cell above its lower end; either may be occupied."
        )
    if far:
        yield (
            "The leap also needs, in the column of each end, the cell on the level of the other "
            "end; either may be occupied."
        )


def _steps(game: CompiledVariant, atom: Atom) -> tuple[Vector, ...]:
    forward = game.variant.armies[0].forward
    return game.board.lattice.vectors(fitting(game, directions_of(atom)), forward)


def _has_corners(game: CompiledVariant, vector: Vector) -> bool:
    """Say whether a step needs the two cells on the other level of each end's column alone."""
    x, y, z = vector
    return set(game.board.lattice.needs(vector)) == {(x, y, 0), (0, 0, z)}
