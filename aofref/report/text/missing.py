"""Missing: which cells must be there for a piece to move, in words."""

from collections import Counter
from collections.abc import Iterator
from math import prod

from aofref.atoms import LameLeap, directions_of
from aofref.geometry import add, times
from aofref.report.text.directions import fitting, split
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import joined

FEW = 12  # the most columns that are named one by one


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
    atoms, lattice = piece.atoms + (piece.captures or ()), game.board.lattice
    forward = game.variant.armies[0].forward
    yield "A missing cell can be neither entered nor passed."
    flats = set[tuple[int, ...]]()
    near, far, blocks = dict[str, None](), False, dict[str, None]()
    for family in dict.fromkeys(family for atom in atoms for family in directions_of(atom)):
        fits = fitting(game, (family,))
        for at, vector in enumerate(lattice.vectors(fits, forward)):
            flats.add(vector[:2])
            needs, (x, y, z) = lattice.needs(vector), vector
            if set(needs) != {(x, y, 0), (0, 0, z)}:  # the other corners of an upright block
                high = abs(z) + 1
                blocks |= {f"{(len(needs) + 2) // high} by {high}": None} if needs else {}
            elif at == 0:
                named, _ = split(lattice, fits, forward)
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
    if blocks:
        yield (
            "The leap also needs every cell of the upright block between its two ends "
            f"({joined([*blocks])} cells, columns by levels); any of them may be occupied."
        )
    lame = [fitting(game, atom.directions) for atom in atoms if isinstance(atom, LameLeap)]
    ways = [vector for directions in lame for vector in lattice.vectors(directions, forward)]
    sizes = [len(lattice.needs(times(2, vector))) + 2 for vector in ways]
    if cells := next((size for size in sizes if size > 2), 0):
        yield (
            "The cell between the two steps must exist. If it is empty, each step is judged by "
            f"itself; if it is occupied, all {cells} cells of the upright block between the "
            "two ends of the move must exist."
        )
    board = game.board
    column_at = {at[:2]: column for at, column in zip(board.cells, board.columns, strict=True)}
    pairs = {
        tuple(sorted((column_at[a[:2]], column_at[b[:2]])))
        for a, b in board.barred
        if add(b, times(-1, a))[:2] in flats
    }
    if pairs:
        columns = joined([" and ".join(pair) for pair in sorted(pairs)])
        yield f"No step or leap leads directly between the columns {columns}: a gap lies there."
