"""Movement: how a piece moves, and which cells must be there for it, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate, chain
from math import prod
from typing import assert_never

from aofref.atoms import Atom, Atoms, Bend, Curve, Hop, Lame, LameLeap, Leap, Ride, directions_of
from aofref.geometry import Directions, add, times
from aofref.report.text.directions import (
    NamedDirections,
    all_of,
    angles,
    article,
    briefly,
    fitting,
    in_plane,
    leaps,
    leaps_briefly,
    split,
)
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.parts import parts
from aofref.text import joined, some

Terms = Iterator[tuple[str, str]]  # subjects, each with its sentences


def merged(atoms: Atoms) -> list[tuple[Atom, ...]]:
    """Group the atoms that one clause can describe together, in the order in which they come."""
    groups: dict[object, list[Atom]] = {}
    for atom in atoms:  # those that differ in their directions alone, or are alike
        rest = atom if isinstance(atom, Bend | Lame) else atom[1:]
        groups.setdefault((type(atom), rest), []).append(atom)
    return [tuple(group) for group in groups.values()]


def _first_directions(atoms: Iterable[Atom]) -> Directions:
    directions = (
        atom.directions if isinstance(atom, Bend | Lame) else directions_of(atom) for atom in atoms
    )
    return tuple(dict.fromkeys(chain(*directions)))


class _Speaker:
    """Says what atoms do in a game; every army has as many ways forward as the first."""

    def __init__(self, game: CompiledVariant) -> None:
        self.game, self.forward = game, game.variant.armies[0].forward
        self._glossed: set[str] = set()

    def gloss(self, name: str, meaning: str) -> str:
        """Say what a name means, in parentheses, where it is used for the first time."""
        if name in self._glossed or not meaning:
            return ""
        self._glossed.add(name)
        return f" ({meaning})"

    def clauses(self, atoms: Atoms, *, short: bool = False) -> str:
        """Say in full, or in short, what a piece does by these atoms, as what follows `it`."""
        say = self._short if short else self._clauses
        clauses = [clause for group in merged(atoms) for clause in say(group)]
        return joined(clauses, "; or") if clauses else "has no move"

    def split(self, directions: Directions) -> tuple[list[NamedDirections], list[str], str]:
        """Part directions: those with names, and the leaps in full and in short."""
        fits = fitting(self.game, directions)
        named, far = split(self.game.board.lattice, fits, self.forward)
        return named, [leaps(far)] if far else [], leaps_briefly(far) if far else ""

    def _along(self, directions: Directions, *, one: bool = False) -> str:
        """Say along which directions a piece goes, or along `one` of them."""
        named, far, _ = self.split(directions)
        single = [family.singular(self.gloss) for family in named] if one else []
        parts = [f"along {joined(single) if one else all_of(named, self.gloss)}"] if named else []
        return joined(parts + [f"by leaps to {text}" for text in far])

    def _briefly(self, directions: Directions) -> str:
        named, _, far = self.split(directions)
        return joined([*([briefly(named)] if named else []), *([f"by {far}"] if far else [])])

    def _clauses(self, group: tuple[Atom, ...]) -> Iterator[str]:
        directions = _first_directions(group)
        match group[0]:
            case Leap():
                named, far, _ = self.split(directions)
                if named:
                    yield f"steps one cell along {all_of(named, self.gloss)}"
                if far:
                    yield f"leaps straight to {far[0]}, whatever stands between"
            case LameLeap():
                yield (
                    f"goes exactly two steps in a straight line {self._along(directions)}, "
                    "whether the cell between is empty or not"
                )
            case Lame(_, over):
                way = self._along(directions).removeprefix("by leaps ")
                between = f"over the cell between, the nearest {self._along(over, one=True)}"
                yield f"leaps {way}, {between}, which must be empty"
            case Ride(_, most):
                yield (
                    f"rides {_number(most)} in a straight line {self._along(directions)}, "
                    "over empty cells, until a piece stops it"
                )
            case Bend(_, then, most):
                turns = angles(self.game.board.lattice, directions, then, self.forward)
                first_way = self._along(directions)
                on = _number(most - 1) if most else "one cell or more"
                yield (
                    f"steps one cell {first_way} onto an empty cell, where it may not stop, turns "
                    f"as little as it can ({joined([*map(str, turns)])} degrees), and rides on, "
                    f"{on}, {self._along(then, one=True)}, over empty cells"
                )
            case Curve(_, steps):
                yield (
                    f"goes in a curve of 1 to {steps} steps {self._along(directions)} over empty "
                    "cells, each step turned by 60 degrees from the last, always to the left or "
                    "always to the right"
                )
            case Hop(_, most):
                yield (
                    f"rides {_number(most)} in a straight line "
                    f"{self._along(directions)}, over empty cells and without capturing; to "
                    "capture, it leaps in such a line over exactly one piece, of any army, which "
                    "stays where it is, and all other cells between must be empty"
                )
            case _:
                assert_never(group[0])

    def _short(self, group: tuple[Atom, ...]) -> Iterator[str]:
        named, _, far = self.split(_first_directions(group))
        way = self._briefly(_first_directions(group))
        match group[0]:
            case Leap():
                if named:
                    yield f"steps {briefly(named)}"
                if far:
                    yield f"leaps {far}"
            case LameLeap():
                yield f"goes exactly two steps {way}, over anything"
            case Lame(_, over):
                first = self._briefly(over)
                yield f"leaps {way.removeprefix('by ')}, over an empty cell {first}"
            case Ride(_, most):
                yield f"rides {way}{_at_most(most)}"
            case Bend(_, then, most):
                yield f"steps {way}, turns and rides on {self._briefly(then)}{_at_most(most)}"
            case Curve(_, steps):
                yield f"curves up to {steps} steps {way}"
            case Hop(_, most):
                yield f"rides {way}{_at_most(most)}; captures only over one piece"
            case _:
                assert_never(group[0])


def _number(most: int) -> str:
    return f"1 to {most} cells" if most > 1 else "one cell" if most else "any number of cells"


def _at_most(most: int) -> str:
    return f", at most {some(most, 'cell')}" if most else ""


def summary(game: CompiledVariant, kind: int) -> str:
    """Say in one line how a piece moves."""
    piece, speaker = game.types[kind], _Speaker(game)
    named = [part.name for part in parts(game, kind) if part.name]
    rest = [speaker.clauses(part.atoms, short=True) for part in parts(game, kind) if not part.name]
    text = joined([*([f"as {joined(named)}"] if named else []), *rest], "; or")
    if piece.captures is not None:
        text += f"; to capture, {speaker.clauses(piece.captures, short=True)}"
    if piece.royal:
        text += "; royal"
    elif _as_royal(game, named):
        text += "; not royal"
    return in_plane(game, text)


def moves(game: CompiledVariant, kind: int) -> Terms:
    """Say in full how a piece moves: the piece, then the others that it is a compound of."""
    piece, speaker = game.types[kind], _Speaker(game)
    pieces = parts(game, kind)
    named = [part for part in pieces if part.name]
    first = [f"moves {joined([f'as {article(part.name)}' for part in named])}"] if named else []
    text = joined(first + [speaker.clauses(part.atoms) for part in pieces if not part.name], "; or")
    if piece.captures is not None:
        takes = speaker.clauses(piece.captures)
        text = f"Without capturing, to an empty cell, it {text}. To capture, it {takes}."
    else:
        text = f"It {text}." + ("" if piece.captures_apart else " It captures as it moves.")
    if not piece.royal and _as_royal(game, [part.name for part in named]):
        text += " It is not royal: it may be captured, and needs no care for check."
    yield piece.name, in_plane(game, text + _levels(game, kind))
    for part in named:
        yield part.name, in_plane(game, f"It {speaker.clauses(part.atoms)}.")
    if piece.kept_out:
        yield (
            "Kept out",
            " ".join(
                f"{f'From level {level} it' if level else 'It'} may not enter the "
                f"{region}{columns(game, region)}."
                for region, level in piece.kept_out
            ),
        )
    needed = " ".join(_missing(game, kind))
    if needed:
        yield "Missing cells", needed


def _as_royal(game: CompiledVariant, names: list[str]) -> bool:
    return any(piece.royal and piece.name in names for piece in game.types)


def _levels(game: CompiledVariant, kind: int) -> str:
    """Say whether a piece keeps to its level, or leaves it with every move."""
    changes = {
        height != 0
        for capturing in (False, True)
        for ray in game.lines.rays(game.piece(0, kind), capturing)
        for height in [*accumulate(z for _, _, z in ray.vectors)][ray.first_stop - 1 :]
    }
    if len(changes) != 1 or len(set(game.board.levels)) == 1:
        return ""
    return (
        " Every move takes it to another level." if any(changes) else " It never leaves its level."
    )


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


def _missing(game: CompiledVariant, kind: int) -> Iterator[str]:
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
