"""Events: what a ply brought about (CONTRACT 6).  Armies, cells and types are indices."""

from __future__ import annotations

from dataclasses import dataclass

Attacker = tuple[int, int]
"""An attacking piece where it stands: cell and piece, as on the board."""


@dataclass(frozen=True, slots=True)
class Check:
    """A royal piece is newly attacked by these armies, with these pieces."""

    army: int
    by: tuple[int, ...]
    attackers: tuple[Attacker, ...]


@dataclass(frozen=True, slots=True)
class Checkmate:
    """An army is checkmated by another and, with four armies, leaves the board."""

    army: int
    by: int
    attackers: tuple[Attacker, ...]


@dataclass(frozen=True, slots=True)
class Removal:
    """An army leaves the board uncheckmated: `no-queen`, `resigns` or `forfeits`."""

    army: int
    reason: str


@dataclass(frozen=True, slots=True)
class Promotion:
    """A piece on `cell` becomes another: Pawns, Emperors, Bishops and Presidents alike."""

    army: int
    cell: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class EnPassant:
    """A Pawn of `captured` is taken en passant by a Pawn that arrives on `cell`."""

    army: int
    cell: int
    captured: int


@dataclass(frozen=True, slots=True)
class Passes:
    """An army without a move passes."""

    army: int


@dataclass(frozen=True, slots=True)
class Stalemate:
    """An army out of check has no move."""

    army: int


@dataclass(frozen=True, slots=True)
class Repetition:
    """The same position stands for the `count`-th time."""

    count: int


@dataclass(frozen=True, slots=True)
class End:
    """The game is over; these armies share it."""

    winners: tuple[int, ...]


Event = Check | Checkmate | Removal | Promotion | EnPassant | Passes | Stalemate | Repetition | End
