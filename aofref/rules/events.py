"""Events of a ply (aofref(1)).  Armies, cells and types are indices."""

from enum import StrEnum

from aofref.values import Value

Attacker = tuple[int, int]  # the cell of an attacking piece, and the piece


class Check(Value):
    """A royal piece is newly attacked by these armies, with these pieces."""

    army: int
    by: tuple[int, ...]
    attackers: tuple[Attacker, ...]


class Checkmate(Value):
    """An army is checkmated by another and, with four armies, leaves the board."""

    army: int
    by: int
    attackers: tuple[Attacker, ...]


class Reason(StrEnum):
    """Why an army leaves the board without being checkmated."""

    NO_QUEEN = "no-queen"
    RESIGNS = "resigns"
    FORFEITS = "forfeits"


class Removal(Value):
    """An army leaves the board without being checkmated."""

    army: int
    reason: Reason


class Promotion(Value):
    """A piece on `cell` becomes another: Pawns, Emperors, Bishops and Presidents alike."""

    army: int
    cell: int
    before: int
    after: int


class EnPassant(Value):
    """A Pawn of `captured` is taken en passant by a Pawn that arrives on `cell`."""

    army: int
    cell: int
    captured: int


class Passes(Value):
    """An army without a move passes."""

    army: int


class Stalemate(Value):
    """An army out of check has no move."""

    army: int


class Repetition(Value):
    """The same position occurs for the `times`-th time."""

    times: int


class FiftyMoves(Value):
    """Each player has made `moves` moves since the last capture or move of a Pawn."""

    moves: int


class DeadPosition(Value):
    """Neither player can ever be checkmated."""


class GameEnd(Value):
    """The game is over; these armies share it."""

    winners: tuple[int, ...]


_OfMoves = Check | Checkmate | Removal | Promotion | EnPassant | Passes
TurnEvent = _OfMoves | Stalemate | Repetition | FiftyMoves | DeadPosition | GameEnd
