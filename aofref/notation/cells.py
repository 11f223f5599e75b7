"""Cells as text: every pattern of a cell's name, or of a part of one (aofref-record(5))."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from aofref.boards import Board, Naming

CELL = "[a-z]{2}[0-9]{1,2}"
"""A whole cell in letters, in any game."""

MARKED_CELL = r"([a-z0-9]+)(?:\^([0-9]{1,3}))?"
"""What stands for a cell in a position, be it one or not, with the moves that its Pawn is owed."""

FEWEST_DIGITS, MOST_DIGITS = 3, 5
"""How many digits a whole cell has in numeric notation, over all games."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_WHOLE = re.compile(rf"[a-z]{{2}}[0-9]+|[0-9]{{{FEWEST_DIGITS},}}")


PARTS = {
    Naming.COLUMN_THEN_LEVEL: ("[a-z]{2}", "[0-9]{1,2}"),
    Naming.LEVEL_THEN_COLUMN: ("[a-w][0-9]{1,2}", "[a-w]"),  # x is the sign of a capture
}
"""The patterns of a column's name and of a level's."""


class Digits(NamedTuple):
    """The cells of a board in digits: how many each has, its digits, its name by them."""

    size: int
    of: tuple[str, ...]
    names: Mapping[str, str]


@lru_cache(maxsize=16)
def digits(board: Board) -> Digits:
    """Give every cell in digits: letters as two, or as one where no rank has two."""
    by_column = board.naming is Naming.COLUMN_THEN_LEVEL
    size = 2 if by_column or any(len(column) > 2 for column in board.columns) else 1
    found = []
    for column, level in zip(board.columns, board.levels, strict=True):
        if by_column:
            found.append("".join(_number(letter, 2) for letter in column) + level)
        else:
            rank = column[1:].zfill(size)
            found.append(_number(level, 1) + _number(column[0], size) + rank)
    names = dict(zip(found, board.names, strict=True))
    return Digits(len(found[0]), tuple(found), names)


def _number(letter: str, size: int) -> str:
    return str(_LETTERS.index(letter) + 1).zfill(size)


def is_whole(text: str) -> bool:
    """Say whether a text has the form of a whole cell, be there such a cell or not."""
    return _WHOLE.fullmatch(text) is not None
