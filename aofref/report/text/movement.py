"""Movement: the moves of a piece, its directions, and the cells that must exist, in words."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate, chain
from typing import Any, assert_never

from aofref import geometry
from aofref.atoms import Atom, Atoms, Bend, Curve, Hop, Lame, LameLeap, Leap, Ride, directions_of
from aofref.geometry import (
    Directions,
    Flat,
    Forward,
    HexPrism,
    Lattice,
    Prism,
    Spatial,
    Vector,
    add,
    times,
)
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.parts import parts
from aofref.text import article, joined, resource_rows, resource_sections, some
from aofref.values import Value

Terms = Iterator[tuple[str, str]]  # subjects, each with its sentences
Leaps = Prism | Spatial | str  # or the end of a leap in words
Family = Prism | Spatial | geometry.Seen


class NamedDirections(Value):
    """Directions with a name: their number, an attribute, the step in words, the name of one."""

    family: Family
    number: int
    which: str
    step: str
    name: str


_BOTH = Prism(Flat.ORTHOGONAL, 0, 0)
"""The horizontal and the vertical orthogonals together."""


@cache
def _sentences() -> dict[str, list[tuple[list[str], str]]]:
    """Return the sentences of rules.txt by their names, each with the facts that must hold."""
    return {
        name: [
            (facts.split(), sentence)
            for facts, _, sentence in (line.partition(": ") for line in text.split("\n") if line)
        ]
        for name, text in resource_sections(__name__, "rules.txt").items()
    }


def said(facts: Mapping[str, Any], *names: str) -> str:
    """Write the sentences of rules.txt under some names that hold for these facts."""
    written = list[str]()
    for needed, sentence in chain(*map(_sentences().__getitem__, names)):
        held = [facts.get(fact.removeprefix("no-")) for fact in needed]
        if all(
            bool(fact) != name.startswith("no-") for fact, name in zip(held, needed, strict=True)
        ):
            items = held[-1] if isinstance(held[-1], list) else [()]
            written += [sentence.format(*item, **facts) for item in items]
    return " ".join(written)


def _vectors(game: CompiledVariant, directions: Directions) -> Sequence[Vector]:
    """Return the vectors of directions for the first army, which has as many as the others."""
    return game.board.lattice.vectors(directions, game.variant.armies[0].forward)


def _fitting(game: CompiledVariant, directions: Directions) -> Directions:
    """Return the directions that stay within the height of the board."""
    height = len(set(game.board.levels))
    return tuple(
        family
        for family in directions
        if not isinstance(family, Prism) or family.levels < max(height, 2)
    )


def in_plane(game: CompiledVariant, text: str) -> str:
    """Reword a text about directions for a board of one level."""
    if len(set(game.board.levels)) > 1:
        return text
    for long, short in resource_rows(__name__, "plane.tsv"):
        text = text.replace(long, short)
    return re.sub("([0-9]+:[0-9]+):0", r"\1", text)


def split(
    game: CompiledVariant, directions: Directions
) -> tuple[list[NamedDirections], list[Leaps]]:
    """Split the directions that fit a board into named ones and leaps without a name."""
    lattice, forward = game.board.lattice, game.variant.armies[0].forward
    wanted: list[Family] = list(dict.fromkeys(_fitting(game, directions)))
    counts = {family: len(lattice.vectors((family,), forward)) for family in wanted}
    if {*geometry.O, *geometry.V} <= set(wanted):
        wanted[wanted.index(geometry.O[0])] = _BOTH
        wanted.remove(geometry.V[0])
        counts[_BOTH] = counts[geometry.O[0]] + counts[geometry.V[0]]
    rows, kind = resource_rows(__name__, "directions.tsv"), type(lattice).__name__
    known = {family: words for of, family, *words in rows if of == kind}  # with a name
    named: list[NamedDirections] = []
    far: list[Leaps] = []
    for family in wanted:
        if isinstance(family, geometry.Seen):
            for vector in family.by(forward):
                where, near = seen(lattice, vector, forward)
                if near:
                    named.append(NamedDirections(family, 1, f" {where}", "", "line"))
                else:
                    far.append(where)
        elif words := known.get(" ".join(str(getattr(part, "name", part)) for part in family)):
            named.append(NamedDirections(family, counts[family], *words))
        else:
            far.append(family)
    return named, far


def seen(lattice: Lattice, vector: Vector, forward: Forward) -> tuple[str, bool]:
    """Describe a vector relative to an army's way forward; True for a single step."""
    x, y, z = vector
    levels = f"{some(abs(z), 'level')} {'up' if z > 0 else 'down'}"
    if not (x or y):
        return (f"straight {levels.split()[-1]}", True) if abs(z) == 1 else (levels, False)
    hexes = isinstance(lattice, HexPrism)
    size = x * x + x * y + y * y if hexes else max(x * x, y * y)
    near = size in (1, 3) if hexes else size == 1
    ahead = next(((fx, fy) for fx, fy, _ in forward if fx or fy), (0, 1))
    way = _turned(lattice, (x, y), ahead)
    if not near:
        way = f"{way}, root-{size} away" if hexes else _counted((x, y), ahead) or way
    return f"{way} and {levels}" if z else way, near and abs(z) <= 1


def _turned(lattice: Lattice, flat: tuple[int, int], ahead: tuple[int, int]) -> str:
    """Write the angle of a way in the level from straight ahead."""
    (across, up, _), (ahead_x, ahead_y, _) = (in_space(lattice, (*way, 0)) for way in (flat, ahead))
    angle = round(math.degrees(math.atan2(up, across) - math.atan2(ahead_y, ahead_x))) % 360
    side = "to its left" if angle < 180 else "to its right"
    off = min(angle, 360 - angle)
    ways = {0: "straight ahead", 180: "straight back", 90: f"straight {side}"}
    if not isinstance(lattice, HexPrism):
        ways |= {45: f"diagonally ahead {side}", 135: f"diagonally back {side}"}
    return ways.get(off, f"{off} degrees {side}")


def _counted(flat: tuple[int, int], ahead: tuple[int, int]) -> str:
    """Write the cells ahead and aside on squares; empty if ahead is a diagonal."""
    (x, y), (fx, fy) = flat, ahead
    if fx and fy:
        return ""
    fx, fy = (fx > 0) - (fx < 0), (fy > 0) - (fy < 0)
    along, aside = x * fx + y * fy, x * fy - y * fx
    parts = [f"{abs(along)} {'ahead' if along > 0 else 'back'}"] if along else []
    parts += [f"{abs(aside)} to its {'right' if aside > 0 else 'left'}"] if aside else []
    return " and ".join(parts)


def in_space(lattice: Lattice, vector: Vector) -> tuple[float, float, float]:
    """Return a vector in Cartesian coordinates; columns and levels are 1 apart."""
    x, y, z = vector
    if not isinstance(lattice, HexPrism):
        return (x, y, z)
    across, up = lattice.flat_place((x, y))
    return (across / 2, up * math.sqrt(3) / 2, z)


class Phrases:
    """Clauses on atoms: in full, each name explained at its first use, or `short`."""

    def __init__(self, game: CompiledVariant, *, short: bool) -> None:
        self.game, self.short = game, short
        self._explained: set[str] = set()

    def _more(self, gloss: str) -> str:
        return "" if self.short else gloss

    def clauses(self, atoms: Atoms) -> str:
        """Write the moves of a piece by these atoms, as they follow `it`."""
        groups: dict[object, list[Atom]] = {}
        for atom in atoms:  # those that differ only in their directions have one clause
            rest = atom if isinstance(atom, Bend | Lame) else atom[1:]
            groups.setdefault((type(atom), rest), []).append(atom)
        clauses = [clause for group in groups.values() for clause in self._clauses(group)]
        return joined(clauses, "; or") if clauses else "has no move"

    def along(self, directions: Directions, *, one: bool = False) -> str:
        """Write the directions of a piece, or only `one` of them where it has a choice.

        Such as `along any of the 8 orthogonals (...) or the 12 root-2 diagonals (...)`; in short,
        `along root-2 or hex diagonals`, and a line by its way alone.
        """
        named, far = split(self.game, directions)
        ways = [f"by {self._more('leaps to ')}{self._leaps(far)}"] if far else []
        if named and one:
            ways = [f"along {joined([self._named(each, one=True) for each in named])}", *ways]
        elif named:
            ways = [self._all(named), *ways]
        return joined(ways)

    def _named(self, family: NamedDirections, *, one: bool = False) -> str:
        """Write `the 12 root-2 diagonals (to an adjacent column and ...)`, `a root-2 diagonal`."""
        key, many = family.name + family.which, family.number > 1
        facts = family._asdict() | {"explained": key in self._explained}
        self._explained.add(key)
        return self._clause("Lines", a=one and article(family.name), many=many, **facts)

    def _all(self, named: Sequence[NamedDirections]) -> str:
        count = sum(family.number for family in named)
        choice = self._more({1: "", 2: "either of "}.get(count, "any of "))
        lines = [each for each in named if self.short and isinstance(each.family, geometry.Seen)]
        plurals = [self._named(family) for family in named if family not in lines]
        along = [f"along {choice}{joined(plurals)}"] if plurals else []
        text = joined([*along, *(line.which.strip() for line in lines)], ", or")
        if self.short:
            text = re.sub(" diagonals(?=,? (?:or )?[a-z0-9-]+ diagonals)", "", text)
        return text

    def _leaps(self, families: Sequence[Leaps]) -> str:
        more = self._more
        straight = [f for f in families if isinstance(f, Prism) and f.flat is Flat.ORTHOGONAL]
        ends = [self._leap(family) for family in straight]
        line = more(" (columns in a straight line, each adjacent to the last)")
        parts = [f"{joined(ends, ', or')}{line}"] if ends else []
        parts += [self._leap(family) for family in families if family not in straight]
        return joined([more("the cell ") + part for part in parts], f", or{more(' to')}")

    def _leap(self, family: Leaps) -> str:
        if isinstance(family, str):
            return family
        if isinstance(family, Spatial):
            a, b, c = sorted(family, reverse=True)
            kind = {"alike": a == b == c, "one": a > b == c, "two": a == b > c, "each": a > b > c}
            return self._clause("Cubic leap", leap=family, cells=some(a, "cell"), b=b, c=c, **kind)
        flat, times, levels = family
        name = {Flat.HEX: "hex diagonal step", Flat.DIAGONAL: "diagonal step"}.get(flat, "step")
        far = some(times * {Flat.ROOT_7: 2, Flat.ROOT_13: 3}.get(flat, 1), "column")
        facts = {flat.name: True, "times": times, "steps": some(times, name), "far": far}
        return self._clause("Leap of columns", levels=levels and some(levels, "level"), **facts)

    def _turns(self, first: Directions, then: Directions) -> list[str]:
        degrees, lattice = set[int](), self.game.board.lattice
        onward = tuple(_vectors(self.game, then))
        for vector in _vectors(self.game, first):
            for turned in lattice.turns(vector, onward):
                a, b = in_space(lattice, vector), in_space(lattice, turned)
                dot = sum(x * y for x, y in zip(a, b, strict=True))
                cosine = min(1.0, dot / (math.hypot(*a) * math.hypot(*b)))
                degrees.add(round(math.degrees(math.acos(cosine))))
        return [*map(str, sorted(degrees))]

    def _clauses(self, group: Sequence[Atom]) -> Iterator[str]:
        more, directions = self._more, tuple(chain(*map(directions_of, group)))
        # A Bend or a Lame, whose own directions are only its first, is alone in its group.
        match group[0]:
            case Leap():
                named, far = split(self.game, directions)
                if named:
                    yield self._clause("Step", way=self._all(named))
                if far:
                    yield self._clause("Leap", way=self._leaps(far))
            case LameLeap():
                yield self._clause("Lame leap", way=self.along(directions))
            case Lame(directions, over):
                way = self.along(directions).removeprefix(f"by {more('leaps ')}")
                yield self._clause("Leap over", way=way, over=self.along(over, one=True))
            case Ride(_, most):
                yield self._clause("Ride", way=self._line(directions, most))
            case Bend(directions, then, most):
                turns, way = joined(self._turns(directions, then)), self.along(directions)
                on, then_way = (
                    self._clause("Onward", **_at_most(most - 1)),
                    self.along(then, one=True),
                )
                yield self._clause("Bend", way=way, turns=turns, on=on, then=then_way)
            case Curve(_, steps):
                yield self._clause("Curve", steps=steps, way=self.along(directions))
            case Hop(_, most):
                yield self._clause("Hop", way=self._line(directions, most))
            case _:
                assert_never(group[0])

    def _clause(self, section: str, **facts: object) -> str:
        return said(facts | {"short": self.short}, section)

    def _line(self, directions: Directions, most: int) -> str:
        return self._clause("Line", way=self.along(directions), **_at_most(most))


def _at_most(most: int) -> dict[str, object]:
    return {"single": most == 1, "most": most > 1 and most}


@lru_cache(maxsize=512)  # each page of a gallery has them all
def summary(game: CompiledVariant, kind: int) -> str:
    """Describe the moves of a piece in one line."""
    piece, phrases = game.types[kind], Phrases(game, short=True)
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
    piece, phrases = game.types[kind], Phrases(game, short=False)
    pieces = parts(game, kind)
    named = [part for part in pieces if part.name]
    first = [f"moves {joined([f'as {article(part.name)}' for part in named])}"] if named else []
    ways = joined(first + [phrases.clauses(part.atoms) for part in pieces if not part.name], "; or")
    climbs = {
        height != 0
        for capturing in (False, True)
        for ray in game.movers[game.piece(0, kind)].rays(capturing)
        for height in [*accumulate(z for _, _, z in ray.vectors)][ray.first_stop - 1 :]
        if len(set(game.board.levels)) > 1
    }
    facts = {
        "ways": ways,
        "takes": "" if piece.captures is None else phrases.clauses(piece.captures),
        "apart": piece.captures_apart,
        "as_royal": not piece.royal and _as_royal(game, [part.name for part in named]),
        "climbs": climbs == {True},
        "stays": climbs == {False},
        "kept_out": [
            (f"From level {level} it" if level else "It", f"{region}{columns(game, region)}")
            for region, level in piece.kept_out
        ],
    }
    yield piece.name, in_plane(game, said(facts, "Moves"))
    for part in named:
        yield part.name, in_plane(game, f"It {phrases.clauses(part.atoms)}.")
    if piece.kept_out:
        yield "Kept out", said(facts, "Kept out")
    if needed := _missing(game, kind):
        yield "Missing cells", needed


def _as_royal(game: CompiledVariant, names: list[str]) -> bool:
    return any(piece.royal and piece.name in names for piece in game.types)


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


def _missing(game: CompiledVariant, kind: int) -> str:
    board, lattice, piece = game.board, game.board.lattice, game.types[kind]
    if math.prod(len(set(axis)) for axis in zip(*board.cells, strict=True)) == len(board.cells):
        return ""  # the board is a whole box
    atoms = piece.atoms + (piece.captures or ())
    flats = set[tuple[int, ...]]()
    near, far, blocks = dict[str, None](), False, dict[str, None]()
    for family in dict.fromkeys(family for atom in atoms for family in directions_of(atom)):
        for at, vector in enumerate(_vectors(game, _fitting(game, (family,)))):
            flats.add(vector[:2])
            needs, (x, y, z) = lattice.needs(vector), vector
            if set(needs) != {(x, y, 0), (0, 0, z)}:  # the other corners of an upright block
                high = abs(z) + 1
                blocks |= {f"{(len(needs) + 2) // high} by {high}": None} if needs else {}
            elif at == 0:
                named, _ = split(game, (family,))
                near |= {each.name.removesuffix(" diagonal"): None for each in named}
                far = far or not named
    lame = [_fitting(game, atom.directions) for atom in atoms if isinstance(atom, LameLeap)]
    ways = [vector for directions in lame for vector in _vectors(game, directions)]
    sizes = [len(lattice.needs(times(2, vector))) + 2 for vector in ways]
    column_at = {at[:2]: column for at, column in zip(board.cells, board.columns, strict=True)}
    pairs: dict[bool, set[str]] = {False: set(), True: set()}
    for a, b in board.barred:
        if add(b, times(-1, a))[:2] in flats:
            columns = sorted((column_at[a[:2]], column_at[b[:2]]))
            pairs[board.bars_leap(a, b)].add(" and ".join(columns))
    facts = {
        "near": near and joined([*near]),
        "far": far,
        "blocks": blocks and joined([*blocks]),
        "lame": next((size for size in sizes if size > 2), 0),
        "gaps": pairs[False] and joined(sorted(pairs[False])),
        "barred": pairs[True] and joined(sorted(pairs[True])),
    }
    return said({"some": True, **facts}, "Missing cells")
