"""Rules: a game and its pieces in words and diagrams."""

from collections.abc import Iterator

from aofref.judge.analysis.examples import ArmyCell, Shows, examples, informative_cell
from aofref.report.text import board, castling, pawns
from aofref.report.text.course import cell_name, how_it_goes, royal
from aofref.report.text.movement import Terms, moves, summary
from aofref.report.text.record import folded, rulings
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import CorePosition
from aofref.text import capitalised, joined, on_one_line, padded, some, width


def game(start: CorePosition) -> Iterator[str]:
    """Describe a game by the position that it starts from."""
    yield from outline(start)
    yield f"`aofref rules {start.game.variant.id} CODE` describes one in full; begin with the Pawn."
    yield f"Board, {len(start.game.board.cells)} cells, and array:"
    yield board.position(start)


def book(start: CorePosition, width: int) -> Iterator[str]:
    """Describe a game and all its pieces, the Pawn first; diagrams fit `width` columns."""
    yield from outline(start)
    yield f"Board, {len(start.game.board.cells)} cells, and array:"
    yield board.position(start)
    pawn = start.game.pawn_kind
    for kind in sorted(range(len(start.game.types)), key=lambda kind: kind != pawn):
        yield ""
        yield from piece(start.game, kind)
        yield from shown(start.game, kind, width)


def outline(start: CorePosition) -> Iterator[str]:
    """Describe a game without its array, and each piece in a line or two."""
    game = start.game
    yield on_one_line(f"{game.variant.title} ({game.variant.id})")
    if game.variant.page != game.variant.title:
        yield on_one_line(f"Page: {game.variant.page}")
    yield f"Rulings: {rulings(game)}"
    yield "Armies in order of play:"
    for army in game.variant.armies:
        yield on_one_line(f"  {army.letter} {army.called}")
    yield "Play:"
    for term, text in how_it_goes(game):
        yield from _sentences(f"{term}:", text)
    yield "Pieces, each after its number in numeric notation:"
    wide = max(width(on_one_line(piece.name)) for piece in game.types)
    for kind, (code, piece) in enumerate(zip(game.codes, game.types, strict=True)):
        label = f"{kind + 1:02} {code:<2} {padded(on_one_line(piece.name), wide)} "
        yield from _sentences(label, summary(game, kind), len(label) + 3)


def piece(game: CompiledVariant, kind: int) -> Iterator[str]:
    """Describe a piece: its moves, and its cells at the start."""
    name = f"{game.codes[kind]} {game.types[kind].name} ({game.variant.id}):"
    yield from _sentences(name, summary(game, kind), 4, 0)
    for name, text in words(game, kind):
        yield from _sentences(f"{name}:", text)
    for side, (_, cells) in zip(game.sides, starts(game, kind), strict=True):
        if cells:
            yield from folded(f"{capitalised(side.name)} starts with {len(cells)}:", cells)


def _sentences(label: str, text: str, rest: int = 4, first: int = 2) -> Iterator[str]:
    """Fold sentences behind a label."""
    return folded(on_one_line(label), on_one_line(text).split(), rest, first)


def words(game: CompiledVariant, kind: int) -> Terms:
    """Describe a piece: subjects with their sentences, without its cells at the start."""
    piece = game.types[kind]
    yield from moves(game, kind)
    if piece.pawn:
        yield from pawns.rules(game)
    if castles := " ".join(castling.of_piece(game, kind)):
        yield "Castling", castles
    if piece.royal:
        yield "Check", " ".join(royal(game))
    at_start = any(cells for _, cells in starts(game, kind))
    becomes = " ".join(pawns.becomes(game, kind))
    if not at_start:
        yield "Where it comes from", f"No army has one at the start. {becomes}".rstrip()
    elif becomes:
        yield "Promotion", becomes
    yield "Cells", cell_name(game)


def shown(game: CompiledVariant, kind: int, width: int) -> Iterator[str]:
    """Draw the destinations of a piece from its most informative cell, and list example moves."""
    at = informative_cell(game, kind)
    yield from _reached(game, kind, at)
    yield from board.marked(game, marks(game, kind, at), width)
    yield "  Examples:"
    shown_moves = examples(game, kind, at)
    compound = any(example.part for example in shown_moves)
    names = game.board.names
    for example in shown_moves:
        beside = ""  # the Pawn that it captures, or the cells that it crosses
        if example.shows is Shows.EN_PASSANT:
            beside = f", taking the Pawn that came to {names[example.position.passed[0].pawn]}"
        elif example.via:
            beside = f" over {joined([names[cell] for cell in example.via], 'and')}"
        label = f"as {example.part}" if example.part else example.shows.value
        label = "also" if compound and not example.part else label
        yield on_one_line(f"    {label:<14} {example.text}{beside}")


def starts(game: CompiledVariant, kind: int) -> Iterator[tuple[str, list[str]]]:
    """Yield each army's letter with the cells of the piece at the start."""
    names = game.board.names
    for letter, array in zip(game.letters, game.array, strict=True):
        yield letter, sorted(names[cell] for cell, stands in array.items() if stands == kind)


def owner(game: CompiledVariant, kind: int, cell: int) -> int | None:
    """Return the army whose array has a cell; else one with the piece, if it moves alike for all.

    None if it does not.
    """
    for army, array in enumerate(game.array):
        if cell in array:
            return army
    reaches = [ways(game, game.piece(army, kind), cell) for army in game.armies]
    if any(way != reaches[0] for way in reaches):
        return None
    having = (army for army, array in enumerate(game.array) if kind in array.values())
    return next(having, 0)


def ways(game: CompiledVariant, stands: int, cell: int) -> tuple[set[int], set[int]]:
    """Return the cells that a piece goes to without capturing, and the cells it captures on."""
    return set(game.movers[stands].quiet(cell)), set(game.movers[stands].captures(cell))


def reach(game: CompiledVariant, kind: int, at: ArmyCell, width: int) -> Iterator[str]:
    """Describe and draw the moves of an army's piece from a cell of an empty board."""
    name = f"{game.codes[kind]} {game.types[kind].name} ({game.variant.id}):"
    yield from _sentences(name, summary(game, kind), 4, 0)
    yield from _reached(game, kind, at)
    if game.types[kind].pawn:
        pawn = game.piece(at.army, kind)
        ends = set[int]().union(*ways(game, pawn, at.cell))
        must = {end for end in ends if game.pawns.must(pawn, end)}
        may = {end for end in ends - must if game.pawns.may_promote(pawn, end)}
        lists = {"by a double step": {*game.pawns.doubles[pawn].get(at.cell, ())}}
        lists |= {"must promote on": must, "may promote on": set() if game.pawns.owing else may}
        for label, cells in lists.items():
            if cells:
                yield from folded(f"{label}:", sorted(game.board.names[cell] for cell in cells))
    if game.array[at.army].get(at.cell) == kind:
        owed = game.pawns.owed_at_start(at.cell) if game.types[kind].pawn else 0
        counted = f"; it may promote after {some(owed, 'move')}" if owed else ""
        yield f"  {capitalised(game.sides[at.army].name)} starts with one there{counted}."
    yield f"`aofref rules {game.variant.id} {game.codes[kind]}` describes the piece in full."
    yield from board.marked(game, marks(game, kind, at), width)


def _reached(game: CompiledVariant, kind: int, at: ArmyCell) -> Iterator[str]:
    names = game.board.names
    quiet, takes = ways(game, game.piece(at.army, kind), at.cell)
    only = takes - quiet
    yield f"  {game.letters[at.army]}:{game.codes[kind]}{names[at.cell]} on an empty board:"
    yield from folded("x", sorted(names[cell] for cell in quiet) or ["no move"])
    if only:
        yield from folded("+ only to capture:", sorted(names[cell] for cell in only))


def marks(game: CompiledVariant, kind: int, at: ArmyCell) -> dict[int, str]:
    """Mark a piece, the cells it goes to, and the cells it goes to only to capture."""
    quiet, takes = ways(game, game.piece(at.army, kind), at.cell)
    return dict.fromkeys(takes, "+") | dict.fromkeys(quiet, "x") | {at.cell: "*"}
