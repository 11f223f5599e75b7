"""Numeric, in the manner of ICCF: digits only, for players who share no alphabet."""

from __future__ import annotations

import re

from aofref.notation.cells import FEWEST_DIGITS, MOST_DIGITS, digits
from aofref.notation.moves.writer import PASS_DIGIT
from aofref.notation.movetext import (
    SUFFIX,
    Action,
    Expected,
    MoveText,
)
from aofref.rules.compiled_variant import CompiledVariant

TOKEN = f"{PASS_DIGIT}|[1-9]{{4}}|[0-9]{{{2 * FEWEST_DIGITS},{2 * MOST_DIGITS + 2}}}"
"""A cell of chess has two digits, neither of them 0; a move number of four digits has a dot."""
_MOVE = rf"({TOKEN})({SUFFIX})"
_DIGITS = f"[0-9]+{SUFFIX}"


def read(game: CompiledVariant, text: str) -> MoveText | None:
    """Read two cells in digits, with two more digits for a promotion; or a pass."""
    match = re.fullmatch(_MOVE, text)
    if match is None:
        return None
    written, suffix = match.groups()
    if written == PASS_DIGIT:
        return MoveText(text, action=Action.PASS, suffix=suffix)
    size, _, names = digits(game.board, game.variant.digits)
    if len(written) not in (2 * size, 2 * size + 2):
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


def _piece(game: CompiledVariant, place: str) -> str:
    """Return the code with a number in the list of codes, from 01; the digits if there is none."""
    return game.codes[int(place) - 1] if place and 1 <= int(place) <= len(game.codes) else place


def lacks(game: CompiledVariant, text: str) -> Expected | None:
    """Return the number of digits expected of a text of digits."""
    if re.fullmatch(_DIGITS, text) is None:
        return None
    size = 2 * digits(game.board, game.variant.digits).size
    return Expected(f"a move of {size} or {size + 2} digits", 1)
