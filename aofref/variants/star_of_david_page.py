"""Star of David 2 Level, both forms: the sentences of its page that a refusal quotes."""

from __future__ import annotations

from aofref.findings import Code
from aofref.variants.model import Page

FIDE = "Check, Checkmate, and Stalemate are as in FIDE Chess."
LEFT_DRUM = (
    "Pawns with no further move within the Drum, even if they would otherwise be able to leave it "
    "by a noncapturing move, must be promoted to any other capturable piece of the relevant array."
)
PIECES = {
    "King": (
        "The KING moves one step in any of the 6 horizontal orthogonal (one column "
        "but on the same level), 2 vertical orthogonal (one level but on the same "
        "column), and 12 root-2 diagonal (one level and one column) directions.",
        "When moving diagonally it must do so between opposite corners of a vertical "
        "block of 2x2 cells, whose other 2 cells may be empty or occupied but must "
        "not be missing.",
    ),
    "Rook": (
        "The ROOK moves any distance through empty intermediate cells in any of the 6 "
        "horizontal, and 2 vertical, orthogonal directions.",
    ),
    "Knight": (
        "The KNIGHT makes 2:1 leaps, that is, between opposite corners of any "
        "vertical block of 3x2 cells whose other 4 cells may be empty or occupied but "
        "must not be missing.",
    ),
    "Pawn": (
        "The PAWN moves one step forward, which here means along its filestack to "
        "which it is bound until promotion. It moves orthogonally along the file "
        "except when capturing, which it does on the root-2 diagonal to the "
        "filestack's other file.",
    ),
    "Cohen": (
        "The COHEN or KOHEN makes up to 4 steps along orthogonals or hex diagonals, "
        "but never both in the same move, through empty cells, turning either 60° "
        "left at each intermediate cell or 60° right at each intermediate cell.",
    ),
    "Rabbi": (
        "The RABBI makes up to 4 steps along hex diagonals through empty cells, "
        "turning either 60° left at each intermediate cell or 60° right at each "
        "intermediate cell.",
    ),
    "Sennight": ("The SENNIGHT is the pure-hex root-7 oblique leaper.",),
    "Sling": (
        "The SLING moves any distance straight along root-3, in this case hex, "
        "diagonals. All intermediate cells must be empty except when capturing, which "
        "requires exactly one intervening piece, which may be of either army and is "
        "not itself captured.",
    ),
}
PAGE = Page(
    PIECES,
    {
        Code.IN_CHECK: "It must be kept out of Check.",
        Code.GAME_OVER: FIDE,
        Code.FALSE_RESULT: FIDE,
        Code.PROMOTION_REQUIRED: LEFT_DRUM,
        Code.PROMOTION_FORBIDDEN: LEFT_DRUM,
        Code.BAD_PROMOTION: LEFT_DRUM,
    },
)
