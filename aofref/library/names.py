"""Names: cells, armies and pieces by their names; UnknownName for a name that the game lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aofref.findings import Code, Finding, Refusal
from aofref.library.values import UnknownName, text_of
from aofref.notation.resolve import no_cell, unknown
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.refuse import with_variant

if TYPE_CHECKING:
    from aofref.report.board_options import NotThere

_NO_ARMY = "there is no army {name!r}; there are {letters}"


def cell(game: CompiledVariant, name: str) -> int:
    """Return a cell by its name."""
    number = game.board.number.get(text_of("a cell", name).strip().lower())
    if number is None:
        raise _no_cell(game, name)
    return number


def _no_cell(game: CompiledVariant, name: str) -> UnknownName:
    return _unknown(game, no_cell(game.board, name.strip()))


def army(game: CompiledVariant, name: str, sentence: str = _NO_ARMY) -> int:
    """Return an army by its letter or name; UnknownName, with this sentence, if there is none."""
    meant = game.variant.army_named(text_of("an army", name))
    if meant is None:
        raise _no_army(game, name, sentence)
    return game.letters.index(meant.letter)


def _no_army(game: CompiledVariant, name: str, sentence: str = _NO_ARMY) -> UnknownName:
    text = sentence.format(id=game.variant.id, letters=", ".join(game.letters), name=name)
    return UnknownName(Finding(Refusal(Code.WRONG_ARMY, text, section=None)))


def kind(game: CompiledVariant, name: str) -> int:
    """Return a type of piece by its code or name."""
    code = game.variant.piece_named(text_of("a piece", name))
    if code is None:
        raise _no_piece(game, name)
    return game.kinds[code]


def _no_piece(game: CompiledVariant, name: str) -> UnknownName:
    return _unknown(game, unknown(Code.WRONG_PIECE, "piece", name, game.codes))


def _unknown(game: CompiledVariant, why: Refusal) -> UnknownName:
    return UnknownName(Finding(with_variant(game, why)))


def not_there(game: CompiledVariant, why: NotThere) -> UnknownName:
    """Make the error of a board option with an unknown name or an empty cell."""
    if why.code is Code.EMPTY_CELL:
        return UnknownName(Finding(Refusal(Code.EMPTY_CELL, destination=why.name)))
    if why.code is Code.NO_SUCH_CELL:
        return _no_cell(game, why.name)
    if why.code is Code.WRONG_PIECE and not why.army:
        return _no_piece(game, why.name)
    return _no_army(game, why.army or why.name)
