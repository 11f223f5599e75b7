"""Castling: which armies castle, how, and on what conditions, in words."""

from collections.abc import Iterator

from aofref.report.text.directions import armies_joined
from aofref.rules.compiled_variant import CastlingWalk, CompiledCastling, CompiledVariant
from aofref.text import capitalised, joined


def outline(game: CompiledVariant) -> str:
    """Write which armies castle and by which names; empty in a game without castling.

    The chapters of the royal pieces describe them.
    """
    every = game.castlings.from_array
    if not every:
        return ""
    who = armies_joined(game, [*dict.fromkeys(each.army for each in every)], "and")
    names = joined([*dict.fromkeys(each.name for each in every)])
    royal = joined([*dict.fromkeys(_name(game, each.royal) for each in every)], "and")
    return f"{capitalised(who)} can castle, by {names} (see {royal})."


def of_piece(game: CompiledVariant, kind: int) -> Iterator[str]:
    """Describe the castlings of a royal piece, or write which pieces can castle with another."""
    every = game.castlings.from_array
    own = [each for each in every if game.kind_of[each.royal.piece] == kind]
    if own:
        name = game.types[kind].name
        yield f"One move of two pieces, the {name} and another."
        for army in dict.fromkeys(each.army for each in own):
            ways = [_way(game, each) for each in own if each.army == army]
            yield f"{capitalised(game.sides[army].name)}: {'; '.join(ways)}."
        yield (
            "Neither piece may have moved before. Every cell that either of them passes or comes "
            f"to must be empty, but for the two themselves. The {name} must not be in check, and "
            "no cell that it passes or comes to may be attacked."
        )
    with_it = [each.royal for each in every if game.kind_of[each.companion.piece] == kind]
    if with_it:
        names = joined([*dict.fromkeys(_name(game, path) for path in with_it)])
        yield f"The {names} can castle with it (see {names})."


def _way(game: CompiledVariant, castling: CompiledCastling) -> str:
    royal, companion = (
        f"from {game.board.names[path.origin]} to {game.board.names[path.destination]}"
        for path in castling.paths
    )
    return (
        f"by {castling.name} the {_name(game, castling.royal)} goes {royal}, "
        f"and the {_name(game, castling.companion)} {companion}"
    )


def _name(game: CompiledVariant, path: CastlingWalk) -> str:
    return game.type_of(path.piece).name
