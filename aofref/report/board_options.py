"""Board options: how a board is drawn, in text or as a picture, and what the names in them mean."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from aofref.findings import Code
from aofref.judge.analysis.view import Range, range_of
from aofref.rules.position import CorePosition
from aofref.text import no_such
from aofref.values import Value


class Option(Enum):
    """The options with names of a game; the values are options of the command line."""

    SIDE = "--side"
    FROM = "--from"
    BINDINGS = "--bindings"


class NotThere(LookupError):
    """The game or the position does not have a name in an option.

    `code` is for an army, a piece, a cell, or a piece on a cell.  `army` is the army of a missing
    piece, if the game lacks it, too.
    """

    def __init__(self, option: Option, code: Code, name: str, army: str = "") -> None:
        super().__init__(option, code, name, army)
        self.option, self.code, self.name, self.army = option, code, name, army


class BoardOptions(Value):
    """How a board is drawn; armies, cells and pieces have the names of the command line.

    `side` is the army at the foot of the board; the range of the piece on `from_` is marked;
    `bindings` is a piece, behind the letter of its army and a colon if it needs one, whose bindings
    colour the cells; `level` is the only one drawn.  Pictures with a `caption` have one line under
    them in place of a legend; `width` is in millimetres, 0 to fit a page of A4.
    """

    side: str = ""
    from_: str | None = None
    bindings: str = ""
    stacked: bool = False
    cells: bool = False
    drawings: bool = False
    theme: str = "color"
    caption: bool = False
    width: float = 0
    level: str = ""

    def side_in(self, position: CorePosition) -> int:
        """Find the army at the foot, -1 for the usual one; NotThere."""
        return _army(position, self.side, Option.SIDE) if self.side else -1

    def range_in(self, position: CorePosition) -> Range | None:
        """Find the range of the piece on `from_`; NotThere."""
        if self.from_ is None:
            return None
        cell = position.game.board.number.get(self.from_.strip().lower())
        if cell is None:
            raise NotThere(Option.FROM, Code.NO_SUCH_CELL, self.from_)
        if not position.board[cell]:
            raise NotThere(Option.FROM, Code.EMPTY_CELL, self.from_)
        return range_of(position, cell)

    def picture(self, position: CorePosition) -> "PictureOptions":
        """Find what a picture shows; NotThere, ValueError for another theme or level."""
        from aofref.report.svg.plan import plan_of
        from aofref.report.svg.shapes import Theme

        bindings = self._bindings(position) if self.bindings else None
        reach, themes = self.range_in(position), [theme.value for theme in Theme]
        if self.theme not in themes:
            raise ValueError(no_such("theme", self.theme, themes))
        levels = plan_of(position.game).levels
        if self.level and self.level not in levels:
            have = f"are {', '.join(levels)}" if len(levels) > 1 else "is only one, without a name"
            raise ValueError(f"there is no level {self.level!r}; there {have}")
        marks = {} if reach is None else reach.marks
        return PictureOptions(self, self.side_in(position), bindings, marks)

    def _bindings(self, position: CorePosition) -> tuple[int, int]:
        game = position.game
        letter, _, name = self.bindings.rpartition(":")
        code = game.variant.piece_named(name)
        if code is None:
            lacking = letter and game.variant.army_named(letter) is None
            raise NotThere(Option.BINDINGS, Code.WRONG_PIECE, name, letter if lacking else "")
        return game.kinds[code], _army(position, letter, Option.BINDINGS) if letter else -1


class PictureOptions(Value):
    """How a position is drawn, and what that means there.

    `side` is the army at the foot, -1 for the usual one.  `bindings` are a kind of piece and its
    army, -1 for the first army with that piece.  `marks` has the kinds of marks of a `Range`, by
    cell.  `arrows` lead from cell to cell, `fill` has the colours of cells.
    """

    look: BoardOptions
    side: int = -1
    bindings: tuple[int, int] | None = None
    marks: Mapping[int, str] = MappingProxyType({})
    arrows: tuple[tuple[int, int], ...] = ()
    fill: Mapping[int, str] = MappingProxyType({})


def _army(position: CorePosition, name: str, option: Option) -> int:
    army = position.game.variant.army_named(name)
    if army is None:
        raise NotThere(option, Code.WRONG_ARMY, name)
    return position.game.letters.index(army.letter)
