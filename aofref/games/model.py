"""The data of a game: one constant a game (RULES 1 to 8, 10).

Behaviour that differs between games is data here; `rules` reads it.
"""

from collections.abc import Iterable, Mapping
from enum import Enum, auto
from itertools import combinations
from types import MappingProxyType
from typing import Any

from aofref import pieces
from aofref.boards import Board
from aofref.geometry import Directions, Forward
from aofref.pieces import Piece
from aofref.text import resource_sections
from aofref.values import Value

MOST_PIECES = 255
"""The most pieces that a game tells apart: a byte holds one, or none."""


class Army(Value):
    """An army: its letter, its name (also the tag for its player), and its Pawn directions.

    `spelling` is its name in sentences, if no tag could be spelt so.
    """

    letter: str
    name: str
    forward: Forward
    spelling: str = ""

    @property
    def called(self) -> str:
        """Its name in sentences."""
        return self.spelling or self.name


class Pawns(Value):
    """The Pawn rules of a game beyond its steps (RULES 6).

    `doubles`: letters of the armies with a double step, from the array cell of any Pawn of the
    army.  The region `doubles_on` limits these cells; `over_array` requires another array cell in
    the middle; `first_move` requires the Pawn's first move.
    `doubles_from`: by army letter, the region of the cells in place of array cells.
    `limits`: pairs of armies that capture each other's Pawns en passant only onto a region.
    `owed`: moves owed before promotion by a Pawn that could double-step, and by any other.
    """

    doubles: str
    doubles_on: str = ""
    over_array: bool = False
    first_move: bool = False
    limits: Mapping[frozenset[str], str] = MappingProxyType({})
    owed: tuple[int, int] | None = None
    doubles_from: Mapping[str, str] = MappingProxyType({})


class ToPartner(Value):
    """Promote on an enemy's array cell to that enemy's King's Partner, elsewhere as `elsewhere`."""

    partners: Mapping[str, str]
    elsewhere: Mapping[str, tuple[str, ...]]


class ToArrayPiece(Value):
    """Promote to any type of its army's array except King and Pawn, or, owning `needs`, to `also`.

    `zones` has each army's region where it may promote, or must if `forced`.  `to` lists types in
    place of the array's.
    """

    zones: Mapping[str, str] = MappingProxyType({})
    also: str = ""
    needs: str = ""
    forced: bool = False
    to: tuple[str, ...] = ()


class ToLevelPiece(Value):
    """Promote to the types of the landing level, from the move on after which no move is owed."""

    by_level: Mapping[str, tuple[str, ...]]


Promotes = ToPartner | ToArrayPiece | ToLevelPiece
"""How the Pawns of a game promote; `rules` reads it."""


class FourPartners(Value):
    """Turn each army's most-bound pieces into `into` once it ends a move with all Partners."""

    partners: tuple[str, ...]
    most_bound: Mapping[str, str]
    into: str


class Alignment(Value):
    """Turn `royal` into `into` when it and an `ally` are at opposite sides of a `middle`.

    `name` is its name on the game's page.
    """

    name: str
    royal: str
    middle: str
    ally: str
    into: str
    radials: Directions


class Ending(Enum):
    """How a game ends (RULES 8)."""

    FIDE = auto()  # two players: checkmate and stalemate
    LAST_ARMY = auto()  # the last army wins
    JOINT = auto()  # draws and joint winners of Armies of Faith 6
    SURVIVOR = auto()  # the same, but an army that is left alone wins alone


class StalemateRule(Enum):
    """The outcome of stalemate, in a game of two, for the player without a move."""

    DRAW = auto()
    WIN = auto()
    LOSS = auto()


class Ruling(Value):
    """A reading that a record may choose in place of the default (RULES 9).

    `changes` has the fields of the game's VariantData that it alters, with their new values.
    """

    number: str
    changes: Mapping[str, Any]


class Shading(Enum):
    """The colours of the cells of a board: the bindings that its page names (RULES 5).

    Thirds are the bindings of the Rabbi and the Unicorn, quarters the bindings of the Elephant.
    """

    CHEQUERED = auto()  # as the steps of a Bishop go
    THIRDS = auto()  # on every level
    EVEN_QUARTERS = auto()  # on even levels, thirds on odd ones
    ODD_QUARTERS = auto()  # on odd levels, thirds on even ones
    BOTH = auto()  # each cell two colours: a rim for its third, inside it for its quarter


def folded_castling(name: str) -> str:
    """Fold the name of a castling: case, and noughts for letters, make no difference."""
    return name.lower().replace("0", "o")


class Walk(Value):
    """What one piece does in castling: its code, the cell that it leaves, the cell it comes to."""

    code: str
    origin: str
    destination: str

    def __str__(self) -> str:
        return f"{self.code} {self.origin}-{self.destination}"


class Castling(Value):
    """A castling: its name, and the walks of the royal piece and of the piece that goes with it.

    `str` is the two walks as a game's file has them.
    """

    name: str
    royal: Walk
    companion: Walk

    def __str__(self) -> str:
        return f"{self.royal}; {self.companion}"


def companions(castlings: Iterable[Castling]) -> list[str]:
    """List the codes of the pieces with which an army castles, each once."""
    return list(dict.fromkeys([castling.companion.code for castling in castlings]))


class VariantData(Value):
    """A game: board, armies in order of play, pieces by code, array and rules.

    `array` has by army letter the cells with the codes of the pieces there (RULES 10).
    A Pawn without a step forward inside the region `inside` must promote.  With four armies,
    `check_binds` means that an army must leave check if it can (R-8), and `stalemate_passes` that
    an army out of check passes if every move would expose it (R-16).  `mirrored` boards are drawn
    with their rows reversed.  `source` is the text of the game's file, empty for the six.
    `digits` is the width of a letter, and of a rank, in numeric notation, if the game is from a
    file.  `castlings` has by army letter the castlings of the armies that have any.  With
    `fifty_moves`, fifty moves without a capture or a move of a Pawn are reported; one piece of the
    types in `dead` cannot give checkmate (`rules.turn`).  `default_rulings` are words for default
    readings, `SWITCH=WORD`; they are read, never written.  `ruled_needs` has, by the code of a
    piece, the ruling by which its steps in some directions need more than their ends, and the
    directions.
    """

    id: str
    title: str
    page: str
    board: Board
    armies: tuple[Army, ...]
    pieces: Mapping[str, Piece]
    array: Mapping[str, Mapping[str, str]]
    pawns: Pawns
    promotion: Promotes
    ending: Ending
    inside: str = ""
    four_partners: FourPartners | None = None
    alignment: Alignment | None = None
    emperor: str = ""
    bereft: tuple[str, str] | None = None
    check_binds: bool = True
    stalemate_passes: bool = True
    mirrored: bool = False
    shading: Shading = Shading.THIRDS
    stalemate: StalemateRule = StalemateRule.DRAW
    source: str = ""
    digits: int = 2
    castlings: Mapping[str, tuple[Castling, ...]] = MappingProxyType({})
    fifty_moves: bool = False
    dead: tuple[str, ...] = ()
    rulings: Mapping[str, Ruling] = MappingProxyType({})
    default_rulings: tuple[str, ...] = ()
    ruled_needs: Mapping[str, tuple[str, Directions]] = MappingProxyType({})

    __eq__, __ne__, __hash__ = object.__eq__, object.__ne__, object.__hash__

    def __repr__(self) -> str:
        return f"<Variant {self.id}>"

    def with_rulings(self, rulings: tuple[str, ...]) -> "VariantData":
        """Return the game under rulings of its own."""
        changes: dict[str, Any] = {}
        for ruling in rulings:
            changes |= self.rulings[ruling].changes
        return self._replace(**changes) if changes else self

    def conflicts(self, rulings: Iterable[str]) -> str:
        """Return a message on two of these rulings that exclude each other; empty if none do."""
        words = sorted(set(rulings).intersection((*self.rulings, *self.default_rulings)))
        pairs = (pair for pair in combinations(words, 2) if switch(pair[0]) == switch(pair[1]))
        return next((f"{one} and {other} exclude each other" for one, other in pairs), "")

    def army_named(self, text: str) -> Army | None:
        """Return the army of that letter or name, in any case; None if there is none."""
        name = _bare(text).replace("-", "")
        return next((army for army in self.armies if name in map(_bare, army[:2])), None)

    def piece_named(self, text: str) -> str | None:
        """Return the code of the piece of that code or name, in any case; None if there is none."""
        name = _bare(text)
        codes = (code for code in self.pieces if _bare(code) == name)
        names = (code for code, piece in self.pieces.items() if _bare(piece.name) == name)
        return next(codes, None) or next(names, None)


def pieces_of(game: str) -> tuple[dict[str, Piece], dict[str, dict[str, str]]]:
    """Return the pieces of one of the six games by their codes, and its array by army letter."""
    kinds, array = dict[str, Piece](), dict[str, dict[str, str]]()
    for row in resource_sections(__name__, "tables.txt")[game].strip().split("\n"):
        named, *groups = row.split("; ")
        code, name = named.split()
        kinds[code] = getattr(pieces, name)
        for letter, *cells in map(str.split, groups):
            array.setdefault(letter, {}).update(dict.fromkeys(cells, code))
    return kinds, array


def switch(ruling: str) -> str:
    """Return the word before `=`; rulings of one switch exclude each other."""
    return ruling.partition("=")[0]


def _bare(text: str) -> str:
    """Fold case and leave out blanks."""
    return "".join(text.split()).casefold()


OF_FOUR_ARMIES: Mapping[str, Ruling] = MappingProxyType(
    {
        "check=advisory": Ruling("R-8", {"check_binds": False}),
        "stalemate=move": Ruling("R-16", {"stalemate_passes": False}),
    }
)
"""The rulings of every game of four armies."""
