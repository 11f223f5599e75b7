"""Glossary: the words of a game's rules, the notation of moves, captions of drawings."""

import re
from collections.abc import Iterator

from aofref.atoms import directions_of
from aofref.boards import NO_CELL, Naming
from aofref.games.model import Shading
from aofref.geometry import Flat, HexPrism, Prism, Spatial
from aofref.judge.analysis.examples import Shows, castlings, examples, informative_cell
from aofref.report.svg.piece_drawing import PieceDrawing
from aofref.report.svg.plan import families
from aofref.report.text.movement import columns, in_plane, said, split
from aofref.report.text.rules import facts_of, starts
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import capitalised, joined, on_one_line, resource_rows, some
from aofref.values import Value


class Word(Value):
    """A word that a rulebook explains: its name, a pattern of its forms, its meaning.

    A family of directions is drawn: from a cell, to the `ends` of a step along each.
    """

    name: str
    forms: str
    meaning: str
    origin: int = NO_CELL
    ends: tuple[int, ...] = ()


def words(game: CompiledVariant, text: str) -> list[Word]:
    """List the words of a game that are drawn, or that a text or their meanings have."""
    rows = resource_rows(__name__, "words.tsv")
    stored = (Word(name, forms, meaning) for name, forms, meaning in rows)
    known = [*_directions(game), *_parts(game), *stored]
    every = {word.name: word for word in reversed(known)}
    texts = [text, *(f"{word.name}: {word.meaning}" for word in known if word.ends)]
    met = {word.name for word in known if word.ends}
    for part in texts:  # which grow
        for name in every.keys() - met:
            if re.search(rf"\b(?:{every[name].forms})\b", part, re.IGNORECASE):
                met.add(name)
                texts.append(every[name].meaning)
    return [word for name, word in reversed(every.items()) if name in met]


def _directions(game: CompiledVariant) -> Iterator[Word]:
    """Yield each family of directions that pieces use, from the middle of the board."""
    used = {
        family
        for type_ in game.types
        for atom in type_.atoms + (type_.captures or ())
        for family in directions_of(atom)
    }
    for family in (family for family in _FAMILIES if family in used):
        name, step = "Root-7 leap", said({"leap": True}, "Root-7 leap")
        for named in split(game, (family,))[0]:
            name = capitalised(in_plane(game, named.name))
            number = f"{named.number} directions" if named.number > 1 else "one direction"
            step = in_plane(game, f"{named.step} ({number})")
        forms = name.replace(" ", "[- ]") + "(?:s|ly)?"
        yield Word(name, forms, f"{step}.", *_from_the_middle(game, family))


_FAMILIES = (  # the families that have names, in the order in which they are drawn
    *(Prism(Flat.ORTHOGONAL), Prism(Flat.NONE, levels=1), Prism(Flat.ORTHOGONAL, 1, 1)),
    *(Prism(Flat.HEX), Prism(Flat.HEX, 1, 1), Prism(Flat.DIAGONAL), Prism(Flat.ROOT_7)),
    *(Spatial(1, 0, 0), Spatial(1, 1, 0), Spatial(1, 1, 1)),
)


def _from_the_middle(game: CompiledVariant, family: Prism | Spatial) -> tuple[int, tuple[int, ...]]:
    """Return a cell in the middle of the board, and the end of a step along each direction."""
    vectors = game.board.lattice.vectors((family,), game.variant.armies[0].forward)
    middle = [sum(axis) / len(axis) for axis in zip(*game.board.cells, strict=True)]

    def order(cell: int) -> tuple[int, float]:
        ends = sum(game.board.next_cell(cell, vector) != NO_CELL for vector in vectors)
        at = game.board.cells[cell]
        return -ends, sum((a - b) ** 2 for a, b in zip(at, middle, strict=True))

    origin = min(range(len(game.board.cells)), key=order)
    ends = (game.board.next_cell(origin, vector) for vector in vectors)
    return origin, tuple(end for end in ends if end != NO_CELL)


def _parts(game: CompiledVariant) -> Iterator[Word]:
    board = game.board
    levels = len(set(board.levels))
    cells = len(set(board.columns)) * levels
    bottom = board.cells[0][2]
    gaps = sorted({board.called((x, y, bottom))[:2] for x, y, _ in board.barred.values()})
    if levels > 1 and (cells > len(board.cells) or gaps):
        meaning = said({"levels": levels, "gaps": gaps and joined(gaps)}, "Missing cell")
        yield Word("Missing cell", "missing(?: cells?)?", meaning)
    for name in board.regions:
        if name.endswith(("Drum", "Subcamp")):
            meaning = f"a part of the board{columns(game, name)}, inside the thick border."
            yield Word(name, name, meaning)


def cells(game: CompiledVariant) -> Iterator[str]:
    """Explain the names of cells."""
    yield said(facts_of(game), "Cells")
    if isinstance(game.board.lattice, HexPrism) and game.board.naming is Naming.COLUMN_THEN_LEVEL:
        yield said({"lettered": True}, "Lines of columns")


def naming(game: CompiledVariant) -> str:
    """Explain the names around a level."""
    board, cell, shading = game.board, len(game.board.cells) // 2, game.variant.shading
    name, level = board.names[cell], board.levels[cell]
    where = "then its level" if name.endswith(level) else "after its level"
    facts = {
        "ends": len(families(game)) == 1,
        "lettered": board.columns[cell].isalpha(),
        "example": f", {where}: {name} is on level {level}" if level else f": {name}",
        "turns": level and shading in (Shading.EVEN_QUARTERS, Shading.ODD_QUARTERS),
    }
    return said(facts, "Names around a level")


def written_moves(game: CompiledVariant) -> Iterator[tuple[str, str]]:
    """Yield a written move of each kind, with an explanation."""
    pawn = game.pawn_kind
    pieces = [kind for kind, type_ in enumerate(game.types) if not type_.royal and kind != pawn]
    every = [
        example
        for kind in (*pieces[:1], pawn)
        for example in (examples(game, kind, informative_cell(game, kind)) if kind >= 0 else ())
        if kind != pawn or example.shows is not Shows.MOVE
    ]
    for kind, type_ in enumerate(game.types):
        every += castlings(game, kind) if type_.royal else ()
    shown: dict[Shows, str] = {}
    for example in every:
        shown.setdefault(example.shows, example.text)
    yield from ((text, said({shows.name: True}, "Written moves")) for shows, text in shown.items())
    if game.two_players:
        yield "+, #", "behind a move: check, and checkmate"
    else:
        names = [army.letter for army in game.variant.armies]
        one, two = names[1], "".join(names[1:3])
        text = f"behind a move: check to the army {one}, and its removal by checkmate"
        yield f"+{one}, #{one}", f"{text}; +{two} is check to two armies"
        yield "--", "a pass"


def counts(game: CompiledVariant, kind: int) -> str:
    """Write the number of a piece in each army, and its cells."""
    parts = [
        f"{on_one_line(army.called)} {len(cells)}: {' '.join(cells)}"
        for army, (_, cells) in zip(game.variant.armies, starts(game, kind), strict=True)
        if cells
    ]
    return f"{'; '.join(parts)}." if parts else "No army has one at the start."


def title(drawing: PieceDrawing) -> str:
    """Write the title of a drawing: army, piece and cell."""
    game = drawing.game
    army = on_one_line(game.variant.armies[drawing.army].called)
    name, cell = on_one_line(game.types[drawing.kind].name), game.board.names[drawing.origin]
    return f"{army} {name} ({game.codes[drawing.kind]}) on {cell}"


def of_level(drawing: PieceDrawing, level: int, levels: tuple[int, ...]) -> Iterator[str]:
    """Describe a level of a drawing; `levels` has the level of every cell."""
    names, apart = drawing.game.board.names, drawing.game.types[drawing.kind].captures_apart
    cells = {
        "goes to": drawing.moves,
        "captures on": drawing.captures if apart else (),
        "needs, empty or not,": drawing.needed,
        "cannot go to": drawing.barred,
    }
    if levels[drawing.origin] == level:
        yield f"the {title(drawing)}"
    for does, every in cells.items():
        if here := sorted(names[cell] for cell in every if levels[cell] == level):
            yield f"it {does} {' '.join(here)}"


def barred_by(drawing: PieceDrawing) -> str:
    """Write which missing cells bar which destinations, and which leaps are barred."""
    game, board = drawing.game, drawing.game.board
    closed = game.movers[game.piece(drawing.army, drawing.kind)].closed_to(drawing.origin)
    ends = {cell for cell, missing in drawing.barred.items() if missing is None} - closed
    leaps = f"it may not leap to {joined(sorted(board.names[end] for end in ends))}" if ends else ""
    by_cell: dict[str, list[str]] = {}
    for cell, missing in drawing.barred.items():
        if missing is not None:
            by_cell.setdefault(board.called(missing), []).append(board.names[cell])
    needed = [f"{name} to go to {joined(sorted(to))}" for name, to in sorted(by_cell.items())]
    lacks = f"it would need the missing {'; '.join(needed)}" if needed else ""
    return "; ".join(filter(None, (leaps, lacks)))


def reached(drawing: PieceDrawing) -> str:
    """Write the number of cells that a piece reaches on an empty board."""
    both, apart = len(drawing.moves | drawing.captures), drawing.game.types[drawing.kind]
    if not apart.captures_apart:
        return f"{some(both, 'cell')} on an empty board"
    goes = f"it goes to {some(len(drawing.moves), 'cell')}"
    return f"{goes} of an empty board, and captures on {some(len(drawing.captures), 'cell')}"
