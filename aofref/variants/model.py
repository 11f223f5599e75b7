"""What a game is made of: one constant a game, data only (RULES 1 to 8, 10).

Behaviour that differs between games is named here as data; `rules` reads it.
"""

from collections.abc import Iterable, Mapping
from enum import Enum, auto
from itertools import combinations
from types import MappingProxyType
from typing import Any, NamedTuple

from aofref.boards import Board
from aofref.geometry import Directions, Forward
from aofref.pieces import Piece


class Army(NamedTuple):
    """An army: its letter, its tag (the player's name stands there), and its Pawn directions."""

    letter: str
    name: str
    forward: Forward


class Pawns(NamedTuple):
    """The Pawn rules of a game beyond its steps (RULES 6).

    `doubles`: letters of the armies with a double step from any Pawn's array cell of the army,
    narrowed to cells of the region `doubles_on`, to steps over another such cell if `over_array`,
    and to the Pawn's first move if `first_move`; or, for the armies in `doubles_from`, from the
    cells of the region that it names.
    `limits`: pairs of armies that take each other's Pawns en passant only onto the region named.
    `owed`: moves owed before promotion by a Pawn that could double-step, and by another.
    """

    doubles: str
    doubles_on: str = ""
    over_array: bool = False
    first_move: bool = False
    limits: Mapping[frozenset[str], str] = MappingProxyType({})
    owed: tuple[int, int] | None = None
    doubles_from: Mapping[str, str] = MappingProxyType({})


class ToPartner(NamedTuple):
    """Promote on an enemy's array cell to that enemy's King's Partner, elsewhere as `elsewhere`."""

    partners: Mapping[str, str]
    elsewhere: Mapping[str, tuple[str, ...]]


class ToArrayPiece(NamedTuple):
    """Promote to any type of its army's array except King and Pawn, or, owning `needs`, to `also`.

    `zones` names for each army the region where it may promote, or must if it is `forced`; `to`
    lists the types instead of those of the array.
    """

    zones: Mapping[str, str] = MappingProxyType({})
    also: str = ""
    needs: str = ""
    forced: bool = False
    to: tuple[str, ...] = ()


class ToLevelPiece(NamedTuple):
    """Promote to the types of the landing level; a Pawn may as soon as it owes no move."""

    by_level: Mapping[str, tuple[str, ...]]


Promotes = ToPartner | ToArrayPiece | ToLevelPiece
"""How the Pawns of a game promote; `rules.pawns` reads it."""


class FourPartners(NamedTuple):
    """Turn each army's most-bound pieces into `into` once it ends a move with all Partners."""

    partners: tuple[str, ...]
    most_bound: Mapping[str, str]
    into: str


class Alignment(NamedTuple):
    """Turn `royal` into `into` when it and an `ally` stand at opposite sides of a `middle`.

    `name` is what the game's page calls this.
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
    """What stalemate is, in a game of two, to the player who has no move."""

    DRAW = auto()
    WIN = auto()
    LOSS = auto()


class Ruling(NamedTuple):
    """A reading that a record may choose instead of the usual one (RULES 9).

    `changes` gives the fields of the game's VariantData that it alters, each with its other value.
    """

    number: str
    changes: Mapping[str, Any]


class Shading(Enum):
    """How the cells of a board are coloured: for the bindings that its page names (RULES 5).

    Thirds are those of the Rabbi and the Unicorn, quarters those of the Elephant.
    """

    CHEQUERED = auto()  # as the steps of a Bishop go
    THIRDS = auto()  # on every level
    EVEN_QUARTERS = auto()  # on even levels, thirds on odd ones
    ODD_QUARTERS = auto()  # on odd levels, thirds on even ones
    BOTH = auto()  # each cell two colours: a rim for its third, inside it for its quarter


class VariantData(NamedTuple):
    """A game: board, armies in order of play, pieces by code, array and rules.

    `array` gives for each army letter its groups `CODE cell cell ...` joined by `;`, as RULES 10
    does.  `inside` names the region that a Pawn must be able to go on in, or promote.  With four
    armies, `check_binds` says that a check must be left where it can be (R-8), `stalemate_passes`
    that an army out of check passes where every move would expose it (R-16).  `mirrored` boards are
    drawn with their rows from the other end; `shading` says how cells are coloured.  `source` is
    the file of a game that was read from one, empty for the six.  `usual` has words that name a
    usual reading, `SWITCH=WORD` as rulings do: they are read, and never written.
    """

    id: str
    title: str
    page: str
    board: Board
    armies: tuple[Army, ...]
    pieces: Mapping[str, Piece]
    array: Mapping[str, str]
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
    rulings: Mapping[str, Ruling] = MappingProxyType({})
    usual: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other

    def __hash__(self) -> int:
        return id(self) >> 4

    def __repr__(self) -> str:
        return f"<Variant {self.id}>"

    def under(self, rulings: tuple[str, ...]) -> "VariantData":
        """Return the game as these rulings have it; each must be one of its own."""
        changes: dict[str, Any] = {}
        for ruling in rulings:
            changes |= self.rulings[ruling].changes
        return self._replace(**changes) if changes else self

    def at_odds(self, rulings: Iterable[str]) -> str:
        """Say which two of these rulings exclude each other; empty if none do."""
        words = sorted(set(rulings).intersection((*self.rulings, *self.usual)))
        pairs = (pair for pair in combinations(words, 2) if switch(pair[0]) == switch(pair[1]))
        return next((f"{one} and {other} exclude each other" for one, other in pairs), "")

    def army_named(self, text: str) -> Army | None:
        """Return the army of that letter or name, in any case, or None if there is none."""
        name = _bare(text)
        return next((army for army in self.armies if name in map(_bare, army[:2])), None)

    def piece_named(self, text: str) -> str | None:
        """Return the code of the piece of that code or name, in any case, or None."""
        name = _bare(text)
        codes = (code for code in self.pieces if _bare(code) == name)
        names = (code for code, piece in self.pieces.items() if _bare(piece.name) == name)
        return next(codes, None) or next(names, None)


def switch(ruling: str) -> str:
    """Return what a ruling sets: two that set the same exclude each other."""
    return ruling.partition("=")[0]


def _bare(text: str) -> str:
    """Take away what people write differently in a name: case and blanks."""
    return "".join(text.split()).casefold()


OF_FOUR_ARMIES: Mapping[str, Ruling] = MappingProxyType(
    {
        "check=advisory": Ruling("R-8", {"check_binds": False}),
        "stalemate=move": Ruling("R-16", {"stalemate_passes": False}),
    }
)
"""The rulings that every game of four armies can be played by."""
