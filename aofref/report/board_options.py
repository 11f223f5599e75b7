"""Board options: how a picture of a board is drawn."""

from collections.abc import Mapping
from types import MappingProxyType

from aofref.values import Value


class PictureOptions(Value):
    """How a position is drawn, and what that means there.

    Pictures with a `caption` have one line under them in place of a legend; `width` is in
    millimetres, 0 to fit a page of A4; `level` is the only one drawn.  `foot` is the army at the
    foot, -1 for the usual one.  `bound` are a kind of piece, whose bindings colour the cells, and
    its army, -1 for the first army with that piece.  `marks` has the kinds of marks of a
    `Range`, by cell.  `arrows` lead from cell to cell, `fill` has the colours of cells.
    """

    stacked: bool = False
    cells: bool = False
    drawings: bool = False
    theme: str = "color"
    caption: bool = False
    width: float = 0
    level: str = ""
    foot: int = -1
    bound: tuple[int, int] | None = None
    marks: Mapping[int, str] = MappingProxyType({})
    arrows: tuple[tuple[int, int], ...] = ()
    fill: Mapping[int, str] = MappingProxyType({})
