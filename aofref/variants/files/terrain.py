"""Terrain: the board of a game's file: its lattice, its cells and their names, its regions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from itertools import product
from typing import NamedTuple

from aofref.boards import LETTERS, Board, Naming, build
from aofref.geometry import AXIAL, CUBIC, Lattice, Vector
from aofref.variants.files import words
from aofref.variants.files.sheet import Sheet

MOST_PLACES, MOST_CELLS = 20_000, 2_000
MOST_CONDITIONS = 100
"""So many a file has in all: each is asked of every place."""
FAR = 99
"""No coordinate is further from 0."""
FILE_LETTERS = LETTERS.replace("x", "")
"""The letters of files and levels; x is the sign of a capture."""
EDGES = ("last", "first")
"""Where the Pawns of the first and of the second army can step no further, if not defined."""

_BOARD = ("lattice", "x", "y", "z", "cells", "holes", "files", "levels", "ranks", "regions")
_RANGE = re.compile(rf" *({words.INTEGER}) *\.\. *({words.INTEGER}) *")


class Axes(NamedTuple):
    """The ranges of a board's coordinates, first and last; z is (0, 0) on a board of one level."""

    x: tuple[int, int]
    y: tuple[int, int]
    z: tuple[int, int]


Conditions = list[list[words.Condition]]
"""Lists of conditions: a cell is meant that meets all of any list."""


class Terrain:
    """The board of a file; `board` is None where too little of it is right."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.lattice: Lattice | None = None
        self.levels = FAR
        self.flat = True
        self._conditions_read = 0
        self.board = self._board()
        if self.board is not None:
            heights = [at[2] for at in self.board.cells]
            self.levels = max(heights) - min(heights) + 1

    def _board(self) -> Board | None:
        sheet = self.sheet
        if sheet.value(dict, "board", needed=True) is None:
            return None
        self._keys()
        lattice = sheet.value(str, "board", "lattice", needed=True)
        if lattice in ("cubic", "hex"):
            self.lattice = CUBIC if lattice == "cubic" else AXIAL
        elif lattice is not None:
            sheet.fault("a lattice is cubic or hex", "board", "lattice", index=0)
        x_range, y_range, z_range = (self._range(axis) for axis in "xyz")
        self.flat = "z" not in sheet.data["board"]
        if self.flat:
            z_range = (0, 0)
        if z_range is not None:
            self.levels = z_range[1] - z_range[0] + 1
        regions = self._regions()
        if x_range is None or y_range is None or z_range is None:
            return None
        axes = Axes(x_range, y_range, z_range)
        sizes = [last - first + 1 for first, last in axes]
        if sizes[0] * sizes[1] * sizes[2] > MOST_PLACES:
            sheet.fault(f"a board has at most {MOST_PLACES} places", "board")
            return None
        x, y, z = (range(first, last + 1) for first, last in axes)
        every = set(product(x, y, z))
        places = self._listed("cells", every) if "cells" in sheet.data["board"] else every
        cells = places - self._listed("holes", places)
        sound = sheet.sound("board", "cells") and sheet.sound("board", "holes")
        if not cells and sound:
            key = "holes" if places else "cells"
            sheet.fault("these conditions leave no cell", "board", key)
        if len(cells) == 1 and sound:
            sheet.fault("a board has at least 2 cells", "board")
        if len(cells) > MOST_CELLS:
            sheet.fault(f"a board has at most {MOST_CELLS} cells, not {len(cells)}", "board")
        if not 1 < len(cells) <= MOST_CELLS:
            return None
        board = self._named(axes, places, cells, regions)
        return board if sound else None

    def _keys(self) -> None:
        """Tell the keys that mean nothing, and those whose values are of another kind."""
        self.sheet.known(_BOARD, "board")
        for kind, keys in ((str, ("files", "levels", "ranks")), (list, ("cells", "holes"))):
            for key in keys:
                self.sheet.value(kind, "board", key)

    def _range(self, axis: str) -> tuple[int, int] | None:
        text = self.sheet.value(str, "board", axis, needed=axis != "z")
        if text is None:
            return None
        found = _RANGE.fullmatch(text)
        if found is None:
            self.sheet.fault(f"{axis} needs its first and last, as in 1..8", "board", axis, index=0)
            return None
        first, last = map(int, found.groups())
        if not -FAR <= first <= last <= FAR or last - first >= FAR:
            what = f"{axis} goes upward, from {-FAR} or more, {FAR} places at most"
            self.sheet.fault(what, "board", axis, index=0)
            return None
        return first, last

    def _listed(self, key: str, places: set[Vector]) -> set[Vector]:
        """Give the places that meet the conditions of a key."""
        conditions = self._conditions("board", key)
        return {at for at in places if _hold(conditions, *at)}

    def _conditions(self, *path: str) -> Conditions:
        """Read lists of conditions."""
        found = []
        for place, one in enumerate(self.sheet.value(list, *path) or []):
            if not isinstance(one, list):
                self.sheet.fault("each of these is a list of conditions", *path, place, index=0)
                continue
            conditions = []
            for at, text in enumerate(one):
                self._conditions_read += 1
                if self._conditions_read > MOST_CONDITIONS:
                    what = f"a game has at most {MOST_CONDITIONS} conditions"
                    self.sheet.fault(what, *path, place, at)
                    return []
                condition = words.condition(text) if isinstance(text, str) else None
                if condition is None:
                    self.sheet.misread("condition", text, *path, place, at)
                elif condition.least > condition.most:
                    what = "a range goes from the smaller number to the greater"
                    self.sheet.fault(what, *path, place, at, index=text.index("=") + 1)
                else:
                    conditions.append(condition)
            found.append(conditions)
        return found

    def _named(self, axes: Axes, places: set[Vector], cells: set[Vector],
               regions: Mapping[str, Conditions]) -> Board | None:  # fmt: skip
        """Name the cells, and make the board."""
        files, levels = self._letters("files", axes.x), self._letters("levels", axes.z)
        ranks = self.sheet.value(str, "board", "ranks")
        if ranks not in (None, "by file", "straight"):
            self.sheet.fault('ranks are "by file" or "straight"', "board", "ranks", index=0)
        by_file = ranks == "by file" or (ranks is None and self.lattice is not CUBIC)
        if files is None or levels is None or self.lattice is None:
            return None
        foot = dict.fromkeys(range(axes.x[0], axes.x[1] + 1), axes.y[0])
        if by_file:
            foot |= {x: y for x, y, _ in sorted(places, reverse=True)}

        def parts(at: Vector) -> tuple[str, str]:
            x, y, z = at
            column = f"{files[x - axes.x[0]]}{y - foot[x] + 1}"
            return column, "" if self.flat else levels[z - axes.z[0]]

        naming = Naming.FILE_RANK if self.flat else Naming.LEVEL_FILE_RANK
        known = {name: partial(_hold, conditions) for name, conditions in regions.items()}
        board = build(self.lattice, naming, cells, parts, known)
        for name, inside in board.regions.items():
            if not inside and self.sheet.sound("board", "regions", name):
                self.sheet.fault("these conditions leave no cell", "board", "regions", name)
        return board

    def _letters(self, key: str, span: tuple[int, int]) -> str | None:
        """Give the letters of files or levels."""
        count = span[1] - span[0] + 1
        text = self.sheet.value(str, "board", key)
        if text is None:
            if count > len(FILE_LETTERS):
                what = f"there are at most {len(FILE_LETTERS)} {key}, one a letter"
                self.sheet.fault(what, "board", "x" if key == "files" else "z", index=0)
                return None
            return FILE_LETTERS[:count]
        if len(text) != count or not re.fullmatch("[a-z]*", text) or len(set(text)) < count:
            what = f"{key} needs {count} different small letters, one for each"
            self.sheet.fault(what, "board", key, index=0)
            return None
        if "x" in text and (key == "files" or not self.flat):
            what = "x is the sign of a capture, and cannot be a name"
            self.sheet.fault(what, "board", key, index=text.index("x"))
            return None
        return str(text)

    def _regions(self) -> dict[str, Conditions]:
        found = {}
        for name in self.sheet.value(dict, "board", "regions") or {}:
            path = ("board", "regions", name)
            if not re.fullmatch(words.NAME, name):
                what = "a name has letters, digits, blanks and hyphens, 30 at most"
                self.sheet.fault(what, *path)
            found[name] = self._conditions(*path)
        return found


def _hold(conditions: Conditions, x: int, y: int, z: int) -> bool:
    """Say whether a cell meets conditions."""
    return any(all(one.holds(x, y, z) for one in each) for each in conditions)
