"""Course: board, order of play, check, winning and changes of pieces, in words."""

from collections.abc import Iterator
from itertools import groupby

from aofref.boards import Naming
from aofref.games.model import Ending, StalemateRule
from aofref.geometry import HexPrism
from aofref.report.text import castling
from aofref.report.text.directions import Glosses, all_of, article, split
from aofref.report.text.movement import Terms, columns
from aofref.report.text.pawns import promotion_in_short
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import capitalised, joined


def how_it_goes(game: CompiledVariant) -> Terms:
    """Describe the board, the order of play, check, winning and changes of pieces."""
    yield "Board", " ".join(_board(game))
    armies = [f"{army.called} ({army.letter})" for army in game.variant.armies]
    after = "" if game.two_players else "; a removed army is passed over"
    yield "Order of play", f"{joined(armies, 'and')}, in turn{after}."
    yield "Check", " ".join(check(game))
    castles = castling.outline(game)
    bare = [] if castles else ["There is no castling."]
    yield "Winning", " ".join([*_winning(game), *bare])
    yield "Draws", " ".join(_draws(game))
    yield "Promotion", promotion_in_short(game)
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
        named, _ = split(game.board.lattice, align.radials, ())
        ways = all_of(named, Glosses(short=True))
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
