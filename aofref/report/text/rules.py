"""Rules: a game and its pieces in words and diagrams."""

from __future__ import annotations

from collections.abc import Iterator

from aofref.judge.analysis.examples import ArmyCell, Example, Shows, examples, informative_cell
from aofref.report.text import diagram, pawns
from aofref.report.text.course import cell_name, course, royal
from aofref.report.text.movement import Terms, moves, summary
from aofref.report.text.record import folded, rulings
from aofref.report.text.seen import some
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import Position
from aofref.text import capitalised, joined, on_one_line


def game(start: Position) -> Iterator[str]:
    """Describe a game by the position that it starts from."""
    yield from outline(start)
    yield f"`aofref rules {start.game.variant.id} CODE` describes one in full; begin with the Pawn."
    yield from _array(start)


def book(start: Position, width: int) -> Iterator[str]:
    """Describe a game and all its pieces, the Pawn first; diagrams fit `width` columns."""
    yield from outline(start)
    yield from _array(start)
    pawn = start.game.pawn_kind
    for kind in sorted(range(len(start.game.types)), key=lambda kind: kind != pawn):
        yield ""
        yield from piece(start.game, kind)
        yield from shown(start.game, kind, width)


def outline(start: Position) -> Iterator[str]:
    """Describe a game without its array, and each piece in a line or two."""
    of = start.game
    yield on_one_line(f"{of.variant.title} ({of.variant.id})")
    if of.variant.page != of.variant.title:
        yield on_one_line(f"Page: {of.variant.page}")
    yield f"Rulings: {rulings(of)}"
    yield "Armies in order of play:"
    for army in of.variant.armies:
        yield on_one_line(f"  {army.letter} {army.name}")
    yield "Play:"
    for term, text in course(of):
        yield from _sentences(f"{term}:", text)
    yield "Pieces, each after its number in numeric notation:"
    wide = max(len(piece.name) for piece in of.types)
    for kind, (code, piece) in enumerate(zip(of.codes, of.types, strict=True)):
        label = on_one_line(f"{kind + 1:02} {code:<2} {piece.name:<{wide}} ")
        yield from _sentences(label, summary(of, kind), len(label) + 3)


def _array(start: Position) -> Iterator[str]:
    yield f"Board, {len(start.game.board.cells)} cells, and array:"
    yield diagram.position(start)


def piece(of: CompiledVariant, kind: int) -> Iterator[str]:
    """Name a piece, say how it moves, and where each army has its own at the start."""
    name = f"{of.codes[kind]} {of.types[kind].name} ({of.variant.id}):"
    yield from _sentences(name, summary(of, kind), 4, 0)
    for name, text in words(of, kind):
        yield from _sentences(f"{name}:", text)
    for side, (_, cells) in zip(of.sides, starts(of, kind), strict=True):
        if cells:
            yield from folded(f"{capitalised(side.name)} starts with {len(cells)}:", cells)


def _sentences(label: str, text: str, rest: int = 4, first: int = 2) -> Iterator[str]:
    """Fold sentences behind a label; a name in either is text of this line."""
    return folded(on_one_line(label), on_one_line(text).split(), rest, first)


def words(of: CompiledVariant, kind: int) -> Terms:
    """Say all about a piece but where it starts: each matter with its sentences."""
    piece = of.types[kind]
    yield from moves(of, kind)
    if piece.pawn:
        yield from pawns.rules(of)
    if piece.royal:
        yield "Check", " ".join(royal(of))
    at_start = any(cells for _, cells in starts(of, kind))
    becomes = " ".join(pawns.becomes(of, kind))
    if not at_start:
        yield "Where it comes from", f"No army has one at the start. {becomes}".rstrip()
    elif becomes:
        yield "Promotion", becomes
    yield "Cells", cell_name(of)


def shown(of: CompiledVariant, kind: int, width: int) -> Iterator[str]:
    """Draw what a piece reaches from a cell that tells most, then show moves of it."""
    at = informative_cell(of, kind)
    yield from _reached(of, kind, at)
    yield from diagram.marked(of, marks(of, kind, at), width)
    yield "  Examples:"
    found = examples(of, kind, at)
    compound = any(example.part for example in found)
    for example in found:
        label = f"as {example.part}" if example.part else example.shows.value
        label = "also" if compound and not example.part else label
        yield on_one_line(f"    {label:<14} {example.text}{_way(of, example)}")


def _way(of: CompiledVariant, found: Example) -> str:
    """Say what an example crosses or takes."""
    names = of.board.names
    if found.shows is Shows.EN_PASSANT:
        right = found.position.passed[0]
        return f", taking the Pawn that came to {names[right.pawn]}"
    if not found.via:
        return ""
    return f" over {joined([names[cell] for cell in found.via], 'and')}"


def starts(of: CompiledVariant, kind: int) -> Iterator[tuple[str, list[str]]]:
    """Give for each army the cells on which it has a piece at the start."""
    names = of.board.names
    for letter, array in zip(of.letters, of.array, strict=True):
        yield letter, sorted(names[cell] for cell, stands in array.items() if stands == kind)


def owner(of: CompiledVariant, kind: int, cell: int) -> int | None:
    """Give the army whose array has a cell; else any, if the piece goes alike for all; or None."""
    for army, array in enumerate(of.array):
        if cell in array:
            return army
    found = [ways(of, of.piece(army, kind), cell) for army in of.armies]
    if any(way != found[0] for way in found):
        return None
    having = (army for army, array in enumerate(of.array) if kind in array.values())
    return next(having, 0)


def ways(of: CompiledVariant, stands: int, cell: int) -> tuple[set[int], set[int]]:
    """Give the cells that a piece reaches from a cell without capture, and those it captures on."""
    return set(of.lines.quiet(stands, cell)), set(of.lines.captures(stands, cell))


def reach(of: CompiledVariant, kind: int, at: ArmyCell, width: int) -> Iterator[str]:
    """Say what concerns an army's piece on a cell of an empty board, and draw what it reaches."""
    name = f"{of.codes[kind]} {of.types[kind].name} ({of.variant.id}):"
    yield from _sentences(name, summary(of, kind), 4, 0)
    yield from _reached(of, kind, at)
    if of.types[kind].pawn:
        for label, cells in _of_pawn(of, of.piece(at.army, kind), at.cell):
            yield from folded(f"{label}:", sorted(of.board.names[cell] for cell in cells))
    if of.array[at.army].get(at.cell) == kind:
        owed = of.pawns.owed_at_start(at.cell) if of.types[kind].pawn else 0
        counted = f"; it may promote after {some(owed, 'move')}" if owed else ""
        yield f"  {capitalised(of.sides[at.army].name)} starts with one there{counted}."
    yield f"`aofref rules {of.variant.id} {of.codes[kind]}` describes the piece in full."
    yield from diagram.marked(of, marks(of, kind, at), width)


def _of_pawn(of: CompiledVariant, pawn: int, cell: int) -> Iterator[tuple[str, list[int]]]:
    """List the ends of a Pawn's double steps from a cell, and where its move promotes it."""
    quiet, takes = ways(of, pawn, cell)
    ends = quiet | takes
    must = [end for end in ends if of.pawns.must(pawn, end)]
    may = [end for end in ends if of.pawns.may_promote(pawn, end) and end not in must]
    lists = {"by a double step": [*of.pawns.doubles[pawn].get(cell, ())]}
    lists |= {"must promote on": must, "may promote on": [] if of.pawns.owing else may}
    yield from ((label, cells) for label, cells in lists.items() if cells)


def _reached(of: CompiledVariant, kind: int, at: ArmyCell) -> Iterator[str]:
    """List the cells that a piece reaches."""
    names = of.board.names
    quiet, takes = ways(of, of.piece(at.army, kind), at.cell)
    only = takes - quiet
    yield f"  {of.letters[at.army]}:{of.codes[kind]}{names[at.cell]} on an empty board:"
    yield from folded("x", sorted(names[cell] for cell in quiet) or ["no move"])
    if only:
        yield from folded("+ only to capture:", sorted(names[cell] for cell in only))


def marks(of: CompiledVariant, kind: int, at: ArmyCell) -> dict[int, str]:
    """Mark a piece, the cells that it reaches, and those that it only captures on."""
    quiet, takes = ways(of, of.piece(at.army, kind), at.cell)
    return dict.fromkeys(takes, "+") | dict.fromkeys(quiet, "x") | {at.cell: "*"}
