"""Names: cells, armies and pieces by their names; UnknownName for a name that the game lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aofref.findings import Code, Finding, Refusal
from aofref.library.values import UnknownName, text_of
from aofref.notation.resolve import no_cell, unknown
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import CorePosition
from aofref.rules.refuse import with_variant
from aofref.text import joined, nearest

if TYPE_CHECKING:
    from aofref.judge.analysis.view import Range

_NO_ARMY = "there is no army {name!r}; there are {letters}"


def cell(game: CompiledVariant, name: str) -> int:
    """Return a cell by its name."""
    board, wanted = game.board, text_of("a cell", name).strip().lower()
    number = board.number.get(wanted)
    if number is None:
        why = with_variant(game, no_cell(board, name.strip()))
        if not why.candidates:
            near = nearest(wanted, board.names, least=0.4) or board.names[:1]
            why = why._replace(besides=f"cells have names such as {joined(near, 'and')}")
        raise UnknownName(Finding(why))
    return number


def army(game: CompiledVariant, name: str, sentence: str = _NO_ARMY) -> int:
    """Return an army by its letter or name; UnknownName, with this sentence, if there is none."""
    if name in game.letters:
        return game.letters.index(name)
    meant = game.variant.army_named(text_of("an army", name))
    if meant is None:
        letters = ", ".join(game.letters)
        text = sentence.format(id=game.variant.id, letters=letters, name=name)
        raise UnknownName(Finding(Refusal(Code.WRONG_ARMY, text, section=None)))
    return game.letters.index(meant.letter)


def kind(game: CompiledVariant, name: str) -> int:
    """Return a type of piece by its code or name."""
    code = game.variant.piece_named(text_of("a piece", name))
    if code is None:
        why = with_variant(game, unknown(Code.WRONG_PIECE, "piece", name, game.codes))
        raise UnknownName(Finding(why))
    return game.kinds[code]


def range_in(position: CorePosition, name: str) -> Range:
    """Return the range of the piece on a cell; UnknownName, too, for an empty cell."""
    from aofref.judge.analysis.view import range_of

    number = cell(position.game, name)
    if not position.board[number]:
        raise UnknownName(Finding(Refusal(Code.EMPTY_CELL, destination=name)))
    return range_of(position, number)
