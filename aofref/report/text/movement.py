"""Movement: the moves of a piece, and the cells that must exist for them, in words."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, chain
from math import prod
from typing import assert_never

from aofref.atoms import Atom, Atoms, Bend, Curve, Hop, Lame, LameLeap, Leap, Ride, directions_of
from aofref.geometry import Directions, add, times
from aofref.report.text.directions import (
    Glosses,
    NamedDirections,
    all_of,
    angles,
    article,
    fitting,
    in_plane,
    leaps,
    split,
)
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.parts import parts
from aofref.text import joined

Terms = Iterator[tuple[str, str]]  # subjects, each with its sentences


def merged(atoms: Atoms) -> list[tuple[Atom, ...]]:
    """Group the atoms that one clause can describe, in the order of their first."""
    groups: dict[object, list[Atom]] = {}
    for atom in atoms:  # grouped if they differ only in their directions
        rest = atom if isinstance(atom, Bend | Lame) else atom[1:]
        groups.setdefault((type(atom), rest), []).append(atom)
    return [tuple(group) for group in groups.values()]


def _first_directions(atoms: Iterable[Atom]) -> Directions:
    directions = (
        atom.directions if isinstance(atom, Bend | Lame) else directions_of(atom) for atom in atoms
    )
    return tuple(dict.fromkeys(chain(*directions)))


class _Phrases:
    """Clauses on atoms, in full or `short`; all armies have as many ways forward as the first."""

    def __init__(self, game: CompiledVariant, *, short: bool) -> None:
        self.game, self.forward = game, game.variant.armies[0].forward
        self._more = Glosses(short=short)

    def clauses(self, atoms: Atoms) -> str:
        """Write the moves of a piece by these atoms, as they follow `it`."""
        clauses = [clause for group in merged(atoms) for clause in self._clauses(group)]
        return joined(clauses, "; or") if clauses else "has no move"

    def _split(self, directions: Directions) -> tuple[list[NamedDirections], str]:
        """Split directions into named ones and the text of the leaps, empty for none."""
        fits = fitting(self.game, directions)
        named, far = split(self.game.board.lattice, fits, self.forward)
        return named, leaps(far, self._more) if far else ""

    def _along(self, directions: Directions, *, one: bool = False) -> str:
        """Write the directions of a piece, or only `one` of them where it has a choice."""
        named, far = self._split(directions)
        ways = [f"by {self._more('leaps to ')}{far}"] if far else []
        if named and one:
            ways = [f"along {joined([family.singular(self._more) for family in named])}", *ways]
        elif named:
            ways = [all_of(named, self._more), *ways]
        return joined(ways)

    def _clauses(self, group: tuple[Atom, ...]) -> Iterator[str]:
        directions, more = _first_directions(group), self._more
        match group[0]:
            case Leap():
                named, far = self._split(directions)
                if named:
                    yield f"steps {more('one cell ')}{all_of(named, more)}"
                if far:
                    yield f"leaps {more('straight to ')}{far}{more(', whatever stands between')}"
            case LameLeap():
                yield (
                    f"goes exactly two steps{more(' in a straight line')} "
                    f"{self._along(directions)}, whether the cell between is empty or not"
                )
            case Lame(_, over):
                way = self._along(directions).removeprefix(f"by {more('leaps ')}")
                between = f"over the cell between, the nearest {self._along(over, one=True)}"
                yield f"leaps {way}, {between}, which must be empty"
            case Ride(_, most):
                stop = more(", over empty cells, until a piece stops it")
                yield f"rides {self._line(directions, most)}{stop}"
            case Bend(_, then, most):
                turns = angles(self.game.board.lattice, directions, then, self.forward)
                degrees = f" as little as it can ({joined([*map(str, turns)])} degrees),"
                on = f", {_number(most - 1)}," if most else more(", one cell or more,")
                yield (
                    f"steps {more('one cell ')}{self._along(directions)}"
                    f"{more(' onto an empty cell, where it may not stop')}, turns{more(degrees)} "
                    f"and rides on{on} {self._along(then, one=True)}{more(', over empty cells')}"
                )
            case Curve(_, steps):
                turned = (
                    " over empty cells, each step turned by 60 degrees from the last, always to "
                    "the left or always to the right"
                )
                yield (
                    f"goes in a curve of 1 to {steps} steps {self._along(directions)}{more(turned)}"
                )
            case Hop(_, most):
                screen = (
                    ", of any army, which stays where it is, and all other cells between must be "
                    "empty"
                )
                yield (
                    f"rides {self._line(directions, most)}"
                    f"{more(', over empty cells and without capturing')}; to capture, it leaps"
                    f"{more(' in such a line')} over exactly one piece{more(screen)}"
                )
            case _:
                assert_never(group[0])

    def _line(self, directions: Directions, most: int) -> str:
        """Write how far a piece rides in which directions."""
        number = f"{_number(most)} " if most else self._more("any number of cells ")
        return f"{number}{self._more('in a straight line ')}{self._along(directions)}"


def _number(most: int) -> str:
    return f"1 to {most} cells" if most > 1 else "one cell"


@lru_cache(maxsize=512)  # each page of a gallery has them all
def summary(game: CompiledVariant, kind: int) -> str:
    """Describe the moves of a piece in one line."""
    piece, phrases = game.types[kind], _Phrases(game, short=True)
    named = [part.name for part in parts(game, kind) if part.name]
    rest = [phrases.clauses(part.atoms) for part in parts(game, kind) if not part.name]
    text = joined([*([f"as {joined(named)}"] if named else []), *rest], "; or")
    if piece.captures is not None:
        text += f"; to capture, {phrases.clauses(piece.captures)}"
    if piece.royal:
        text += "; royal"
    elif _as_royal(game, named):
        text += "; not royal"
    return in_plane(game, text)


def moves(game: CompiledVariant, kind: int) -> Terms:
    """Describe the moves of a piece in full: the piece, then the pieces it is a compound of."""
    piece, phrases = game.types[kind], _Phrases(game, short=False)
    pieces = parts(game, kind)
    named = [part for part in pieces if part.name]
    first = [f"moves {joined([f'as {article(part.name)}' for part in named])}"] if named else []
    text = joined(first + [phrases.clauses(part.atoms) for part in pieces if not part.name], "; or")
    if piece.captures is not None:
        takes = phrases.clauses(piece.captures)
        text = f"Without capturing, to an empty cell, it {text}. To capture, it {takes}."
    else:
        text = f"It {text}." + ("" if piece.captures_apart else " It captures as it moves.")
    if not piece.royal and _as_royal(game, [part.name for part in named]):
        text += " It is not royal: it may be captured, and needs no care for check."
    yield piece.name, in_plane(game, text + _levels(game, kind))
    for part in named:
        yield part.name, in_plane(game, f"It {phrases.clauses(part.atoms)}.")
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
    """Write that a piece never leaves its level, or always does; else nothing."""
    changes = {
        height != 0
        for capturing in (False, True)
        for ray in game.movers[game.piece(0, kind)].rays(capturing)
        for height in [*accumulate(z for _, _, z in ray.vectors)][ray.first_stop - 1 :]
    }
    if len(changes) != 1 or len(set(game.board.levels)) == 1:
        return ""
    return (
        " Every move takes it to another level." if any(changes) else " It never leaves its level."
    )


FEW = 12  # the most columns that are named one by one


def columns(game: CompiledVariant, region: str) -> str:
    """Write the columns of a region in parentheses, if they are few, or common to all levels."""
    board = game.board
    inside = {board.columns[cell] for cell in board.regions[region]}
    levels = len(set(board.levels))
    whole = {column for column, cells in Counter(board.columns).items() if cells == levels}
    if inside == whole:
        return " (the columns that have a cell on every level)"
    return f" (the columns {' '.join(sorted(inside))})" if len(inside) <= FEW else ""


def _missing(game: CompiledVariant, kind: int) -> Iterator[str]:
    """Describe the cells that a piece's moves need besides the cells that it enters."""
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
    pairs: dict[bool, set[str]] = {False: set(), True: set()}
    for a, b in board.barred:
        if add(b, times(-1, a))[:2] in flats:
            columns = sorted((column_at[a[:2]], column_at[b[:2]]))
            pairs[board.bars_leap(a, b)].add(" and ".join(columns))
    if steps := sorted(pairs[False]):
        yield f"No step leads directly between the columns {joined(steps)}: a gap lies there."
    if leaps := sorted(pairs[True]):
        yield f"Its leap is barred between the columns {joined(leaps)}."
