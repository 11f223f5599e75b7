"""What a game is made of: one constant a game, data only (RULES 1 to 8, 10).

Behaviour that differs between games is named here as data; `rules` reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto

from aofref.boards import Board
from aofref.geometry import Directions, Forward
from aofref.pieces import Piece


@dataclass(frozen=True, slots=True)
class Army:
    """An army: its letter, its tag (the player's name stands there), and its Pawn directions."""

    letter: str
    name: str
    forward: Forward


@dataclass(frozen=True, slots=True)
class Pawns:
    """The Pawn rules of a game beyond its steps (RULES 6).

    `doubles`: letters of the armies with a double step from any Pawn's array cell of the army,
    narrowed to cells of the region `doubles_on`, and to steps over another such cell if
    `over_array`.  `limits`: pairs of armies that take each other's Pawns en passant only onto the
    region named.  `owed`: moves owed before promotion by a Pawn that could double-step, and by
    another.
    """

    doubles: str
    doubles_on: str = ""
    over_array: bool = False
    limits: Mapping[frozenset[str], str] = field(default_factory=dict)
    owed: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ToPartner:
    """Promote on an enemy's array cell to that enemy's King's Partner, elsewhere as `elsewhere`."""

    partners: Mapping[str, str]
    elsewhere: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class ToArrayPiece:
    """Promote to any type of the own array but King and Pawn, or, owning `needs`, to `also`.

    `zones` names for each army the region where it may promote.
    """

    zones: Mapping[str, str] = field(default_factory=dict)
    also: str = ""
    needs: str = ""


@dataclass(frozen=True, slots=True)
class ToLevelPiece:
    """Promote to the types of the landing level; a Pawn may as soon as it owes no move."""

    by_level: Mapping[str, tuple[str, ...]]


Promotion = ToPartner | ToArrayPiece | ToLevelPiece


@dataclass(frozen=True, slots=True)
class FourPartners:
    """Turn each army's most-bound pieces into `into` once it ends a move with all Partners."""

    partners: tuple[str, ...]
    most_bound: Mapping[str, str]
    into: str


@dataclass(frozen=True, slots=True)
class Alignment:
    """Turn `royal` into `into` when it and an `ally` stand at opposite sides of a `middle`."""

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


@dataclass(frozen=True, slots=True)
class Ruling:
    """A reading that a record may choose instead of the usual one (RULES 9)."""

    number: str
    pieces: Mapping[str, Piece] = field(default_factory=dict)
    advisory: bool = False


@dataclass(frozen=True, eq=False)
class Variant:
    """A game: board, armies in order of play, pieces by code, array and rules.

    `array` gives for each army letter its groups `CODE cell cell ...` joined by `;`, as RULES 10
    does.  `inside` names the region that a Pawn must be able to go on in, or promote.
    """

    id: str
    title: str
    page: str
    board: Board
    armies: tuple[Army, ...]
    pieces: Mapping[str, Piece]
    array: Mapping[str, str]
    pawns: Pawns
    promotion: Promotion
    ending: Ending
    inside: str = ""
    four_partners: FourPartners | None = None
    alignment: Alignment | None = None
    emperor: str = ""
    bereft: tuple[str, str] | None = None
    rulings: Mapping[str, Ruling] = field(default_factory=dict)


ADVISORY = {"check=advisory": Ruling("R-8", advisory=True)}
