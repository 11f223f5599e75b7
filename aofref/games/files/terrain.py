"""Terrain: the board of a game's file: lattice, cells and their names, regions."""

import math
import re
from collections.abc import Mapping
from functools import partial
from itertools import product

from aofref.boards import LETTERS, Board, Naming, build
from aofref.findings import BadText, Code
from aofref.games.files import words
from aofref.games.files.game_file import GameFile
from aofref.geometry import AXIAL, CUBIC, Lattice, Vector

MOST_PLACES, MOST_CELLS = 20_000, 2_000
MOST_CONDITIONS = 100
"""The most of a file, as each is tested on every place; an empty list counts as one."""
FAR = 99  # the most that a coordinate may differ from 0
FILE_LETTERS = LETTERS.replace("x", "")
"""The letters of files and levels, without x, the sign of a capture."""
EDGES = ("last", "first")
"""Regions that need no definition: where Pawns of the first, second army can step no further."""

_RANGE = rf" *({words.INTEGER}) *\.\. *({words.INTEGER}) *"
_Range = tuple[int, int]
"""The first and last coordinate of an axis; z is (0, 0) on a board of one level."""
Conditions = list[list[words.Condition]]
"""Lists of conditions: a cell is included if it meets all of any list."""


class Terrain:
    """The board of a file; `board` is None if too little of it is right."""

    def __init__(self, key: GameFile) -> None:
        self.key = key
        self.lattice: Lattice | None = None
        self.levels = FAR
        self._conditions_read = 0
        try:
            self.board = self._board()
        except BadText:  # the rest is not read
            self.board = None
        self.digits = self._digits()
        if self.board is not None:
            heights = [at[2] for at in self.board.cells]
            self.levels = max(heights) - min(heights) + 1

    def _board(self) -> Board | None:
        key = self.key
        if key.value(dict, needed=True) is None:
            return None
        key.known("lattice x y z cells holes files levels ranks regions digits")
        for kind, names in ((str, ("files", "levels", "ranks")), (list, ("cells", "holes"))):
            for name in names:
                key[name].value(kind)
        lattice = key["lattice"].value(str, needed=True)
        if lattice in ("cubic", "hex"):
            self.lattice = CUBIC if lattice == "cubic" else AXIAL
        elif lattice is not None:
            key["lattice"].fault("a lattice is cubic or hex", 0)
        x_range, y_range, z_range = (self._range(axis) for axis in "xyz")
        if z_range is not None:
            self.levels = z_range[1] - z_range[0] + 1
        regions = {}
        for name, region in key["regions"].table().items():
            what = "a name has letters, digits, blanks and hyphens, 30 at most"
            region.must(re.fullmatch(words.NAME, name), what)
            regions[name] = self._conditions(region)
        if x_range is None or y_range is None or z_range is None:
            return None
        axes = (x_range, y_range, z_range)
        sizes = [last - first + 1 for first, last in axes]
        few = math.prod(sizes) <= MOST_PLACES
        if not key.must(few, f"a board has at most {MOST_PLACES} places"):
            return None
        x, y, z = (range(first, last + 1) for first, last in axes)
        places = set(product(x, y, z))
        if key["cells"].data is not None:
            meant = self._conditions(key["cells"])
            places = {at for at in places if _hold(meant, *at)}
        holes = self._conditions(key["holes"])
        cells = {at for at in places if not _hold(holes, *at)}
        sound = key["cells"].sound and key["holes"].sound
        if sound:
            lacking = key["holes" if places else "cells"]
            lacking.must(cells, "these conditions leave no cell")
            key.must(len(cells) != 1, "a board has at least 2 cells")
        few = len(cells) <= MOST_CELLS
        key.must(few, f"a board has at most {MOST_CELLS} cells, not {len(cells)}")
        if len(cells) < 2 or not few:
            return None
        board = self._named(axes, places, cells, regions)
        return board if sound else None

    def _digits(self) -> int:
        key = self.key["digits"]
        count: int | None = key.value(int)
        names = self.board.names if self.board is not None else ()
        key.must(count in (None, 1, 2), "a letter has 1 or 2 digits", 0)
        fits = count != 1 or all(re.fullmatch("[a-i][1-9]", name) for name in names)
        what = "with 1 digit there are one level, the letters a to i and the ranks 1 to 9"
        key.must(fits, what, 0)
        return count or 2

    def _range(self, axis: str) -> _Range | None:
        key = self.key[axis]
        text = key.value(str, needed=axis != "z")
        if text is None:
            return None if key.data is not None or axis != "z" else (0, 0)
        match = re.fullmatch(_RANGE, text)
        first, last = map(int, match.groups()) if match else (0, 0)
        key.must(match, f"{axis} needs its first and last, as in 1..8", 0)
        fits = -FAR <= first <= last <= FAR and last - first < FAR
        key.must(fits, f"{axis} goes upward, from {-FAR} or more, {FAR} places at most", 0)
        return (first, last) if match and fits else None

    def _count(self, key: GameFile) -> None:
        """Count a condition; raises BadText for more than a file may have."""
        self._conditions_read += 1
        if self._conditions_read > MOST_CONDITIONS:
            key.fault(f"a game has at most {MOST_CONDITIONS} conditions", code=Code.LIMIT)
            raise BadText(key.faults)

    def _conditions(self, key: GameFile) -> Conditions:
        lists = key.value(list)
        conditions: Conditions = []
        if not lists and len(key.path) > 2:
            self._count(key)
        for place, texts in enumerate(lists or []):
            if not isinstance(texts, list):
                key[place].fault("each of these is a list of conditions", 0)
                continue
            conditions.append([])
            if not texts:
                self._count(key[place])
            for at in range(len(texts)):
                self._count(key[place][at])
                condition = key[place][at].phrase("condition", words.condition)
                conditions[-1] += [condition] if condition else []
        return conditions

    def _named(self, axes: tuple[_Range, ...], places: set[Vector], cells: set[Vector],
               regions: Mapping[str, Conditions]) -> Board | None:  # fmt: skip
        flat = len({z for _, _, z in cells}) == 1
        x_range, y_range, z_range = axes
        files = self._letters("files", x_range)
        levels = self._letters("levels", z_range, named=not flat)
        ranks = self.key["ranks"].value(str)
        known = ranks in (None, "by file", "straight")
        self.key["ranks"].must(known, 'ranks are "by file" or "straight"', 0)
        by_file = ranks == "by file" or (ranks is None and self.lattice is not CUBIC)
        if files is None or levels is None or self.lattice is None:
            return None
        foot = dict.fromkeys(range(x_range[0], x_range[1] + 1), y_range[0])
        if by_file:
            foot |= {x: y for x, y, _ in sorted(places, reverse=True)}

        def parts(at: Vector) -> tuple[str, str]:
            x, y, z = at
            column = f"{files[x - x_range[0]]}{y - foot[x] + 1}"
            return column, "" if flat else levels[z - z_range[0]]

        naming = Naming.FILE_RANK if flat else Naming.LEVEL_FILE_RANK
        inside = {name: partial(_hold, conditions) for name, conditions in regions.items()}
        board = build(self.lattice, naming, cells, parts, inside)
        for name, held in board.regions.items():
            region = self.key["regions"][name]
            region.must(held or not region.sound, "these conditions leave no cell")
        return board

    def _letters(self, name: str, span: _Range, *, named: bool = True) -> str | None:
        """Read the letters of files or levels, which are parts of cell names if `named`."""
        key, count = self.key[name], span[1] - span[0] + 1
        text: str | None = key.value(str)
        if text is None:
            few, axis = count <= len(FILE_LETTERS), self.key["x" if name == "files" else "z"]
            axis.must(few, f"there are at most {len(FILE_LETTERS)} {name}, one a letter", 0)
            return FILE_LETTERS[:count] if few else None
        fits = len(text) == len(set(text)) == count and re.fullmatch("[a-z]*", text)
        what = f"{name} needs {count} different small letters, one for each"
        taken = text.find("x") if named else -1
        if not key.must(fits, what, 0):
            return None
        what = "x is the sign of a capture, and cannot be a name"
        return text if key.must(taken < 0, what, taken) else None


def _hold(conditions: Conditions, x: int, y: int, z: int) -> bool:
    return any(all(meets.holds(x, y, z) for meets in each) for each in conditions)
