"""Numeric, in the manner of ICCF: digits only, for players who share no alphabet."""

from __future__ import annotations

import re

from aofref.boards import Naming
from aofref.notation.cells import FEWEST_DIGITS, MOST_DIGITS, digits
from aofref.notation.moves.writer import PASS_DIGIT
from aofref.notation.movetext import (
    SUFFIX,
    Action,
    Expected,
    MoveText,
)
from aofref.notation.signs import DASH
from aofref.rules.compiled_variant import CompiledVariant

_CELLS = f"[1-9]{{4}}[1-4]?|[0-9]{{{2 * FEWEST_DIGITS},{2 * MOST_DIGITS + 2}}}"
TOKEN = f"{PASS_DIGIT}|(?:{_CELLS})(?:{DASH}(?:{_CELLS}))?"
"""A cell of chess has two digits, neither of them 0; a move number of four digits has a dot."""
_MOVE = rf"({PASS_DIGIT}|{_CELLS})({SUFFIX})"
_DIGITS = f"[0-9]+{SUFFIX}"
_OF_ICCF = "QRBN"
"""What a fifth digit promotes to, from 1, in games on 8 by 8 squares."""


def read(game: CompiledVariant, text: str) -> MoveText | None:
    """Read two cells in digits, with two more digits for a promotion; or a pass."""
    match = re.fullmatch(_MOVE, text)
    if match is None:
        return None
    written, suffix = match.groups()
    if written == PASS_DIGIT:
        return MoveText(text, action=Action.PASS, suffix=suffix)
    size, _, names = digits(game.board, game.variant.digits)
    if len(written) not in _sizes(game):
        return None
    origin, destination = (
        names.get(cell, cell) for cell in (written[:size], written[size : 2 * size])
    )
    return MoveText(
        text,
        origin=origin,
        destination=destination,
        promotion=_piece(game, written[2 * size :]),
        suffix=suffix,
    )


def _sizes(game: CompiledVariant) -> list[int]:
    """Return how many digits a move may have: on 8 by 8 squares five, with a promotion."""
    size, board = digits(game.board, game.variant.digits).size, game.board
    squares = {(file, rank) for file in "abcdefgh" for rank in "12345678"}
    is_as_chess = board.naming is Naming.FILE_RANK and {*board.short} == squares
    return [2 * size, *([5] if is_as_chess and size == 2 else []), 2 * size + 2]


def _piece(game: CompiledVariant, place: str) -> str:
    """Return the code with a number in the list of codes, from 01; the digits if there is none."""
    if len(place) == 1:
        return _OF_ICCF[int(place) - 1]
    return game.codes[int(place) - 1] if place and 1 <= int(place) <= len(game.codes) else place


def lacks(game: CompiledVariant, text: str) -> Expected | None:
    """Return the number of digits expected of a text of digits."""
    if re.fullmatch(_DIGITS, text) is None:
        return None
    *sizes, most = _sizes(game)
    return Expected(f"a move of {', '.join(map(str, sizes))} or {most} digits", 1)


def joined(text: str) -> str:
    """Return the moves that a dash joins, with a blank between; empty for any other text."""
    match = re.fullmatch(rf"({_CELLS}){DASH}({_CELLS})", text)
    return " ".join(match.groups()) if match is not None else ""
