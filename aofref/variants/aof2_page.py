"""Armies of Faith 2: the sentences of its page that a refusal quotes."""

from __future__ import annotations

from aofref.findings import Code
from aofref.variants.model import Page

ALPHABETIC = "Play proceeds in alphabetic order (EIJP)."
THIRD = "The player delivering the third Checkmate wins."
STUCK = "A Pawn ending a move on a cell whence it has no unpromoted move must be promoted."
TO_PARTNER = (
    "Promotion on an enemy piece's starting cell is to the same piece type (but without changing "
    "army) as that enemy's King's Partner. Promotion of an Indian or Persian Pawn on an initially "
    "empty cell is to one's own King's Partner. Promotion of a European or Jewish Pawn on an "
    "initially empty cell is to whichever of Gryphon and Fortnight the player chooses."
)
PIECES = {
    "King": (
        "The KING (K) moves one step in any of the 6 horizontal orthogonal (one "
        "column but on the same level), 2 vertical orthogonal (one level but on the "
        "same column), and 12 root-2 diagonal (one level and one column) directions.",
        "When moving diagonally it must do so between opposite corners of a vertical "
        "block of 2x2 cells, whose other 2 cells may be empty or occupied but must "
        "not be missing.",
    ),
    "Emperor": (
        "The EMPEROR is a King that can also make one step along any of the 6 hex diagonals.",
    ),
    "Rook": (
        "The ROOK (R) moves any distance through empty intermediate cells in any of "
        "the 6 horizontal, and 2 vertical, orthogonal directions.",
    ),
    "Knight": (
        "The KNIGHT (N) makes 2:1 leaps, that is, between opposite corners of any "
        "vertical block of 3x2 cells whose other 4 cells may be empty or occupied but "
        "must not be missing.",
    ),
    "Ferz": (
        "The FERZ (F) moves one step along any root-2 diagonal, (one level and one "
        "column), between opposite corners of any vertical block of 2x2 cells, whose "
        "other 2 cells may be empty or occupied but must not be missing.",
    ),
    "Fortnight": (
        "The FORTNIGHT (T) makes r13:1 leaps.",
        "The cells immediately below the higher, and above the lower, ends of its "
        "move may be empty or occupied but must not be missing.",
    ),
    "Gryphon": (
        "The GRYPHON (Y) makes one step as the Ferz above (including the need for a "
        "complete 2x2 block of cells) but then turns 45° and continues horizontally "
        "or vertically as a Rook (requiring only cells along the line to not be "
        "missing - or occupied).",
    ),
    "Peacock": (
        "The PEACOCK (O) moves one step in 14 radial directions: the 4 orthogonals "
        "straight up/down/sideways; the 4 root-2 diagonals up-sideways and "
        "down-sideways; the 2 hex diagonals straight forward/backward; and the 2 "
        "hybrid diagonals combining up/down with forward/backward.",
        "For a root-2- or hybrid-diagonal move the cells immediately below the "
        "higher, and above the lower, ends of the move may be empty or occupied but "
        "must not be missing.",
    ),
    "Elephant": (
        "The ELEPHANT (E) moves exactly two cells in any of the 12 root-2 diagonal directions.",
        "The intermediate cell may be empty or occupied but must not be missing.",
    ),
    "Guru": (
        "Its components are the 4:1 Giraffe and 5:3 Gimel. It can move 4 levels and 1 "
        "column, 4 columns and 1 level, or 5 columns and 3 levels.",
        "In all cases it moves between opposite corners of a vertical block, whose "
        "other cells may be empty or occupied but must not be missing.",
    ),
    "Rabbi": (
        "The RABBI (A) makes up to 4 steps along hex diagonals through empty cells, "
        "turning either 60° left at each intermediate cell or 60° right at each "
        "intermediate cell.",
    ),
    "Sennight": ("The SENNIGHT (S) is the root-7 oblique leaper.",),
    "Elf": ("The ELF (L) is a simple root-11 leaper.",),
    "Unicorn": (
        "The UNICORN (U) moves any distance through empty intermediate cells in any "
        "of the 6 hex-diagonal directions.",
    ),
    "Camel": (
        "The CAMEL (C) makes 3:1 leaps, that is, between corners of any vertical "
        "block of 4x2 cells, whose other 6 cells may be empty or occupied but must "
        "not be missing.",
    ),
    "Simurgh": (
        "The SIMURGH (M) makes one step along a hex diagonal but then turns 30° (but "
        "not 90°) and continues as a horizontal Rook.",
    ),
    "Bishop": (
        "The BISHOP makes any number of Ferz steps in the same direction, although "
        "the board prevents it moving more than 4 steps here.",
        "Only the vertical block swept out by each step need be complete, so a Bishop "
        "could go ga3-ha2-ia1 but not ha3-ia2-ja1.",
    ),
    "Pawn": (
        "Its noncapturing move is one step along either horizontal orthogonal away "
        "from its own King column. Its capturing move is one step in any root-2 "
        "diagonal with coordinates in one of its noncapturing directions and either "
        "vertical direction.",
        "When moving diagonally it must do so between opposite corners of a vertical "
        "block of 2x2 cells, whose other 2 cells may be empty or occupied but must "
        "not be missing.",
    ),
}
PAGE = Page(
    PIECES,
    {
        Code.IN_CHECK: "It must be kept out of Check.",
        Code.WRONG_TURN: ALPHABETIC,
        Code.WRONG_ARMY: ALPHABETIC,
        Code.GAME_OVER: THIRD,
        Code.FALSE_RESULT: THIRD,
        Code.PROMOTION_REQUIRED: STUCK,
        Code.PROMOTION_FORBIDDEN: STUCK,
        Code.BAD_PROMOTION: TO_PARTNER,
    },
    removed="That player's pieces are removed from the game ...",
)
