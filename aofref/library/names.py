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
    number = game.board.number.get(text_of("a cell", name).strip().lower())
    if number is None:
        raise _unknown(game, Code.NO_SUCH_CELL, name)
    return number


def army(game: CompiledVariant, name: str, sentence: str = _NO_ARMY) -> int:
    """Return an army by its letter or name; UnknownName, with this sentence, if there is none."""
    if name in game.letters:
        return game.letters.index(name)
    meant = game.variant.army_named(text_of("an army", name))
    if meant is None:
        raise _unknown(game, Code.WRONG_ARMY, name, sentence)
    return game.letters.index(meant.letter)


def kind(game: CompiledVariant, name: str) -> int:
    """Return a type of piece by its code or name."""
    code = game.variant.piece_named(text_of("a piece", name))
    if code is None:
        raise _unknown(game, Code.WRONG_PIECE, name)
    return game.kinds[code]


def range_in(position: CorePosition, name: str) -> Range:
    """Return the range of the piece on a cell; UnknownName, too, for an empty cell."""
    from aofref.judge.analysis.view import range_of

    number = cell(position.game, name)
    if not position.board[number]:
        raise _unknown(position.game, Code.EMPTY_CELL, name)
    return range_of(position, number)


def _unknown(game: CompiledVariant, code: Code, name: str, sentence: str = _NO_ARMY) -> UnknownName:
    match code:
        case Code.NO_SUCH_CELL:
            why = with_variant(game, no_cell(game.board, name.strip()))
            if not why.candidates:
                near = (
                    nearest(name.strip().lower(), game.board.names, least=0.4)
                    or game.board.names[:1]
                )
                why = why._replace(besides=f"cells have names such as {joined(near, 'and')}")
        case Code.WRONG_PIECE:
            why = with_variant(game, unknown(code, "piece", name, game.codes))
        case Code.EMPTY_CELL:
            why = Refusal(code, destination=name)
        case _:
            letters = ", ".join(game.letters)
            text = sentence.format(id=game.variant.id, letters=letters, name=name)
            why = Refusal(Code.WRONG_ARMY, text, section=None)
    return UnknownName(Finding(why))
