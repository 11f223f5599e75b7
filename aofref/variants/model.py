"""What a game is made of: one constant a game, data only (RULES 1 to 8, 10).

Behaviour that differs between games is named here as data; `rules` reads it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from types import MappingProxyType
from typing import NamedTuple

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
    narrowed to cells of the region `doubles_on`, and to steps over another such cell if
    `over_array`.  `limits`: pairs of armies that take each other's Pawns en passant only onto the
    region named.  `owed`: moves owed before promotion by a Pawn that could double-step, and by
    another.
    """

    doubles: str
    doubles_on: str = ""
    over_array: bool = False
    limits: Mapping[frozenset[str], str] = MappingProxyType({})
    owed: tuple[int, int] | None = None


class ToPartner(NamedTuple):
    """Promote on an enemy's array cell to that enemy's King's Partner, elsewhere as `elsewhere`."""

    partners: Mapping[str, str]
    elsewhere: Mapping[str, tuple[str, ...]]


class ToArrayPiece(NamedTuple):
    """Promote to any type of the own array but King and Pawn, or, owning `needs`, to `also`.

    `zones` names for each army the region where it may promote.
    """

    zones: Mapping[str, str] = MappingProxyType({})
    also: str = ""
    needs: str = ""


class ToLevelPiece(NamedTuple):
    """Promote to the types of the landing level; a Pawn may as soon as it owes no move."""

    by_level: Mapping[str, tuple[str, ...]]


Promotion = ToPartner | ToArrayPiece | ToLevelPiece


class FourPartners(NamedTuple):
    """Turn each army's most-bound pieces into `into` once it ends a move with all Partners."""

    partners: tuple[str, ...]
    most_bound: Mapping[str, str]
    into: str


class Alignment(NamedTuple):
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


class Ruling(NamedTuple):
    """A reading that a record may choose instead of the usual one (RULES 9)."""

    number: str
    pieces: Mapping[str, Piece] = MappingProxyType({})
    advisory: bool = False


@dataclass(frozen=True, eq=False, repr=False)
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
