"""Rules: a game and its pieces in words and diagrams."""

from collections.abc import Iterator
from itertools import groupby

from aofref.boards import Naming
from aofref.games.model import Ending, StalemateRule
from aofref.geometry import HexPrism
from aofref.judge.analysis.examples import ArmyCell, Shows, examples, informative_cell
from aofref.report.text import board, pawns
from aofref.report.text.movement import Phrases, Terms, columns, moves, summary
from aofref.report.text.record import armies_joined, folded, rulings
from aofref.rules.compiled_variant import CompiledCastling, CompiledVariant
from aofref.rules.position import CorePosition
from aofref.text import article, capitalised, joined, on_one_line, padded, some, width


def game(start: CorePosition) -> Iterator[str]:
    """Describe a game by the position that it starts from."""
    yield from outline(start)
    yield f"`aofref rules {start.game.variant.id} CODE` describes one in full; begin with the Pawn."
    yield f"Board, {len(start.game.board.cells)} cells, and array:"
    yield board.position(start)


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
    if castles := " ".join(_castlings(game, kind)):
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


def how_it_goes(game: CompiledVariant) -> Terms:
    """Describe the board, the order of play, check, winning and changes of pieces."""
    yield "Board", " ".join(_board(game))
    armies = [f"{army.called} ({army.letter})" for army in game.variant.armies]
    after = "" if game.two_players else "; a removed army is passed over"
    yield "Order of play", f"{joined(armies, 'and')}, in turn{after}."
    yield "Check", " ".join(check(game))
    castles = _castling(game)
    bare = [] if castles else ["There is no castling."]
    yield "Winning", " ".join([*_winning(game), *bare])
    yield "Draws", " ".join(_draws(game))
    yield "Promotion", pawns.promotion_in_short(game)
    if castles:
        yield "Castling", castles
    four, align = game.variant.four_partners, game.variant.alignment
    names = {code: game.types[kind].name for code, kind in game.kinds.items()}
    if four:
        partners = joined([article(names[code]) for code in four.partners], "and")
        bound = [
            f"{names[code]}s of {game.sides[game.letters.index(letter)].name}"
            for letter, code in four.most_bound.items()
        ]
        yield (
            "Four Partners",
            f"When a player's move leaves its army with {partners}, the most-bound pieces of that "
            f"army all become {names[four.into]}s: {joined(bound, 'and')}.",
        )
    if align:
        ways = Phrases(game, short=True).along(align.radials)
        king, middle, other = (names[code] for code in (align.royal, align.middle, align.ally))
        yield (
            align.name,
            f"When a player's move leaves its {king} one step from {article(middle)} of its army, "
            f"{ways}, and {article(other)} of its army one step from the same {middle} on "
            f"exactly the opposite side, the {king} becomes {article(names[align.into])}.",
        )


def _board(game: CompiledVariant) -> Iterator[str]:
    if game.board.naming is Naming.FILE_RANK:
        shape = "hexagonal" if isinstance(game.board.lattice, HexPrism) else "square"
        yield f"{len(game.board.cells)} {shape} cells on one level."
        yield cell_name(game)
        return
    heights = sorted(
        (at[2], level) for at, level in zip(game.board.cells, game.board.levels, strict=True)
    )
    levels = [(name, len(list(cells))) for (_, name), cells in groupby(heights)]
    count = len(set(game.board.columns))
    shape = "hexagonal cells" if isinstance(game.board.lattice, HexPrism) else "cubic cells"
    sizes = [str(size) for _, size in levels]
    each = f"{sizes[0]} each" if len(set(sizes)) == 1 else joined(sizes, "and")
    yield (
        f"{len(game.board.cells)} {shape} in {count} upright columns, on {len(levels)} levels from "
        f"{levels[0][0]}, at the bottom, to {levels[-1][0]}: {each}."
    )
    if count * len(levels) > len(game.board.cells):
        yield "Where a level has no cell of a column, that cell is missing: nothing enters it."
    camps = [name for name in game.board.regions if name.endswith(("Drum", "Subcamp"))]
    if camps:
        named = joined([f"the {name}{columns(game, name)}" for name in camps], "and")
        yield f"The page calls {'a part' if len(camps) == 1 else 'parts'} of it {named}."
    yield cell_name(game)


def cell_name(game: CompiledVariant) -> str:
    """Explain the name of a cell, the first King's."""
    board = game.board
    cell = next(cell for cell, kind in game.array[0].items() if game.types[kind].royal)
    column, level = board.columns[cell], board.levels[cell]
    parts = f"column {column}, level {level}"
    if board.naming is Naming.FILE_RANK:
        return f"A cell is named by file and rank: {column} is file {column[0]}, rank {column[1:]}."
    if board.naming is not Naming.COLUMN_THEN_LEVEL:
        parts = f"level {level}, column {column} (file {column[0]}, rank {column[1:]})"
    return (
        "A column is all the cells straight above one another; a level is one floor of the board: "
        f"{board.names[cell]} is {parts}."
    )


def check(game: CompiledVariant) -> Iterator[str]:
    """Describe check, and the duties of a player in check."""
    royal = joined([article(piece.name) for piece in game.types if piece.royal])
    if game.variant.ending is Ending.FIDE:
        yield f"As in chess: no move may leave {royal} where the enemy could capture it."
        return
    yield f"{capitalised(royal)} is in check while any enemy army could capture it."
    if not game.variant.check_binds:
        yield "Check is only announced: no move is illegal for leaving it."
    else:
        yield (
            "A move must leave the player's own royal piece out of check, if any move can. If none "
            "can and it is in check, every move is allowed: another player may still help."
        )
        passes = game.variant.stalemate_passes
        duty = "passes" if passes else "must make one of these moves all the same"
        yield f"If none can and it is not in check, the player {duty}."
    yield "A player who has no move at all passes. Nobody else may."


def royal(game: CompiledVariant) -> Iterator[str]:
    """Describe the special rules of a royal piece."""
    yield from check(game)
    if game.variant.ending is not Ending.FIDE:
        yield (
            "It is never captured: if the player about to move could capture it, it is checkmated, "
            "and its whole army leaves the board."
        )
    if game.variant.bereft:
        king, queen = (game.types[game.kinds[code]].name for code in game.variant.bereft)
        yield (
            f"Whenever an army is checkmated, every army that has a {king} but no {queen} leaves "
            "the board too."
        )


_STALEMATE = {
    StalemateRule.DRAW: "checkmate wins and stalemate is a draw.",
    StalemateRule.WIN: "checkmate wins, and so does stalemate for the player who has no move.",
    StalemateRule.LOSS: "checkmate wins, and stalemate is lost by the player who has no move.",
}


def _draws(game: CompiledVariant) -> Iterator[str]:
    """Describe how a game is drawn, and what is reported and does not end it."""
    agreed = "all armies on the board agree, which then share it equally"
    if not game.two_players:
        at_once = "all four armies go at once, or when "
        drawn = "only when " if game.variant.ending is Ending.LAST_ARMY else f"when {at_once}"
        yield f"The game is drawn {drawn}{agreed}."
        return
    stalemate = "by stalemate, or " if game.variant.stalemate is StalemateRule.DRAW else ""
    yield f"The game is drawn {stalemate}when both players agree."
    yield "A position that occurs for the third time is reported; that does not end the game."
    if game.variant.fifty_moves:
        yield (
            "50 and 75 moves of each player without a capture or a move of a Pawn are reported; "
            "they do not end the game."
        )
    if game.variant.dead:
        few = joined(
            [f"one {game.types[game.kinds[code]].name}" for code in game.variant.dead], "or"
        )
        yield (
            "A dead position is reported and does not end the game: beside the royal pieces there "
            f"is nothing, {few}, or only such pieces that can never leave the same cells."
        )


def _winning(game: CompiledVariant) -> Iterator[str]:
    if game.variant.ending is Ending.FIDE:
        yield f"As in chess: {_STALEMATE[game.variant.stalemate]}"
        return
    yield (
        "No royal piece is ever captured. At the start of a turn, before the move, every royal "
        "piece that the player to move could capture is checkmated, and its whole army is removed."
    )
    if game.variant.emperor:
        name = game.types[game.kinds[game.variant.emperor]].name
        yield f"The King of the player to move then becomes {article(name)}."
    if game.variant.bereft:
        king, queen = (game.types[game.kinds[code]].name for code in game.variant.bereft)
        yield (
            f"Every army that then has a {king} but no {queen} is removed as well, even that of "
            "the player to move."
        )
    yield "As removals open lines, this is repeated until nothing more is checkmated."
    if game.variant.ending is Ending.LAST_ARMY:
        yield "Then the player moves. The last army on the board wins."
        return
    yield (
        "Then the player moves, or the next who is left. If all four armies go at once, the game "
        "is drawn. If all are gone, but not at once, those that went last win jointly."
    )
    if game.variant.ending is Ending.SURVIVOR:
        yield "If one is left, it wins alone, whichever army gave the last checkmate."
    else:
        yield (
            "If one is left, it wins alone if it gave the last checkmate, or if the other three "
            "went at once; otherwise it and the army that gave the last checkmate win jointly."
        )


def _castling(game: CompiledVariant) -> str:
    """Write which armies castle and by which names; empty in a game without castling.

    The chapters of the royal pieces describe them.
    """
    every = game.castlings.from_array
    if not every:
        return ""
    who = armies_joined(game, [*dict.fromkeys(each.army for each in every)], "and")
    names = joined([*dict.fromkeys(each.name for each in every)])
    royals = dict.fromkeys(game.type_of(each.royal.piece).name for each in every)
    return f"{capitalised(who)} can castle, by {names} (see {joined([*royals], 'and')})."


def _castlings(game: CompiledVariant, kind: int) -> Iterator[str]:
    """Describe the castlings of a royal piece, or write which pieces can castle with another."""
    every = game.castlings.from_array
    own = [each for each in every if game.kind_of[each.royal.piece] == kind]
    if own:
        name = game.types[kind].name
        yield f"One move of two pieces, the {name} and another."
        for army in dict.fromkeys(each.army for each in own):
            ways = [_castled(game, each) for each in own if each.army == army]
            yield f"{capitalised(game.sides[army].name)}: {'; '.join(ways)}."
        yield (
            "Neither piece may have moved before. Every cell that either of them passes or comes "
            f"to must be empty, but for the two themselves. The {name} must not be in check, and "
            "no cell that it passes or comes to may be attacked."
        )
    with_it = [each.royal for each in every if game.kind_of[each.companion.piece] == kind]
    if with_it:
        names = joined([*dict.fromkeys(game.type_of(path.piece).name for path in with_it)])
        yield f"The {names} can castle with it (see {names})."


def _castled(game: CompiledVariant, castling: CompiledCastling) -> str:
    names = game.board.names
    royal, companion = (
        (game.type_of(path.piece).name, f"from {names[path.origin]} to {names[path.destination]}")
        for path in castling.paths
    )
    return f"by {castling.name} the {' goes '.join(royal)}, and the {' '.join(companion)}"
