"""Cells as text: every pattern of a cell's name, or of a part of one (CONTRACT 2 and 3)."""

from __future__ import annotations

import re

from aofref.boards import Naming

CELL = "[a-z]{2}[0-9]{1,2}"
"""A whole cell in letters, in any game."""

FEWEST_DIGITS, MOST_DIGITS = 3, 5
"""How many digits a whole cell has in numeric notation, over all games."""

_WHOLE = re.compile(rf"[a-z]{{2}}[0-9]+|[0-9]{{{FEWEST_DIGITS},}}")


def parts(naming: Naming) -> tuple[str, str]:
    """Give the patterns of a column's name and of a level's."""
    column, level = naming.value
    return column, level


def is_whole(text: str) -> bool:
    """Say whether a text has the form of a whole cell, be there such a cell or not."""
    return _WHOLE.fullmatch(text) is not None
