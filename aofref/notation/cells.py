"""Cells as text: all patterns of a cell's name, or of a part of it (aofref-record(5))."""

import re
from collections.abc import Mapping
from functools import lru_cache
from itertools import compress

from aofref.boards import Board, Naming

CELL = "[a-z]{1,2}[0-9]{1,2}"  # a whole cell in letters, in any game

FEWEST_DIGITS, MOST_DIGITS = 3, 6  # of a whole cell in numeric notation, but in chess

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
PATTERNS = {
    Naming.COLUMN_THEN_LEVEL: ("[a-z]{2}[0-9]{1,2}", "[a-z]{2}", "[0-9]{1,2}"),
    Naming.LEVEL_THEN_COLUMN: ("[a-z]{2}[0-9]{1,2}", "[a-w][0-9]{1,2}", "[a-w]"),
    Naming.LEVEL_FILE_RANK: ("[a-wyz]{2}[0-9]{1,2}", "[a-wyz][0-9]{1,2}", "[a-wyz]"),
    Naming.FILE_RANK: ("[a-wyz][0-9]{1,2}", "[a-wyz]", "[0-9]{1,2}"),
}
"""The patterns of a cell's name, and of its two parts in short notation; x is reserved."""
INCOMPLETE = {
    Naming.COLUMN_THEN_LEVEL: "[a-z][0-9]{1,2}|[a-z]{2}",
    Naming.LEVEL_THEN_COLUMN: "[a-w][0-9]{1,2}",
    Naming.LEVEL_FILE_RANK: "[a-wyz][0-9]{1,2}",
}
"""The patterns of a cell's name that lacks a part."""


@lru_cache(maxsize=16)
def digits(board: Board, of_file: int) -> tuple[tuple[str, ...], Mapping[str, str]]:
    """Write every cell in as many digits: return the digits, and the names of cells by them.

    A letter has two digits, or one if no rank has two.  In a game from a file a letter and a rank
    always have the number `of_file`.
    """
    cells = []
    most = 2 if any(len(column) > 2 for column in board.columns) else 1
    for name, column, level in zip(board.names, board.columns, board.levels, strict=True):
        if board.naming is Naming.LEVEL_THEN_COLUMN:
            cells.append(_number(level, 1) + _number(column[0], most) + column[1:].zfill(most))
        else:
            letters = name.rstrip("0123456789")
            own = board.naming is Naming.COLUMN_THEN_LEVEL
            rest = name[len(letters) :].zfill(1 if own else of_file)
            each = 2 if own else of_file
            cells.append("".join(_number(letter, each) for letter in letters) + rest)
    return tuple(cells), dict(zip(cells, board.names, strict=True))


def _number(letter: str, size: int) -> str:
    return str(_LETTERS.index(letter) + 1).zfill(size)


def completions(board: Board, text: str) -> tuple[str, tuple[str, ...]]:
    """Return the part that a text lacks to be a cell, as `its level`, and the cells that fit.

    The part is a level, or a letter of a column; "" for a text that is not part of a name.
    """
    if board.naming not in INCOMPLETE or re.fullmatch(INCOMPLETE[board.naming], text) is None:
        return "", ()
    letters = text.rstrip("0123456789")
    level = text[len(letters) :]
    if board.naming is Naming.COLUMN_THEN_LEVEL and level:
        lacks = "a letter of its column"
        parts = zip(board.columns, board.levels, strict=True)
        fitting = [letters in column and level == on for column, on in parts]
    else:
        lacks, fitting = "its level", [text == column for column in board.columns]
    return lacks, tuple(compress(board.names, fitting))
