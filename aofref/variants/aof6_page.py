"""Armies of Faith 6: the sentences of its page that a refusal quotes."""

from __future__ import annotations

from aofref.findings import Code
from aofref.variants.model import Page

ANTICLOCKWISE = "Play proceeds in anticlockwise order, starting with the Chrislamic army."
LAST = (
    "The player delivering the last Checkmate wins - or joint winner if their own army is removed "
    "as well."
)
BY_RANK = (
    "Pawns ending a move on or beyond rank e if Indoisraeli, j if New-Age, o if Chrislamic, or t "
    "if Marxist may be promoted to any other array piece of their own or, once the player has a "
    "President, a Firstlady."
)
COMPULSORY = (
    "If the Pawn has no further unpromoted move promotion is compulsory, otherwise it is optional."
)
PIECES = {
    "King": (
        "The KING (K) moves one step in any of the 6 horizontal orthogonal (one "
        "column but on the same level), 2 vertical orthogonal (one level but on the "
        "same column), and 12 root-2 diagonal (one level and one column) directions.",
    ),
    "President": (
        "The PRESIDENT is a King that can also move one step along any of the 12 hybrid diagonals.",
    ),
    "Rook": (
        "The ROOK (RK) moves any distance through empty intermediate cells in any of "
        "the 6 horizontal, and 2 vertical, orthogonal directions.",
    ),
    "Knight": ("The KNIGHT (N) makes 2:1 leaps.",),
    "Pawn": (
        "Its noncapturing move is one step along either horizontal orthogonal away "
        "from its own rearmost column. Its capturing move is one step in any root-2 "
        "diagonal with coordinates in one of its noncapturing directions and either "
        "vertical direction.",
    ),
    "Camel": ("The CAMEL (CM) makes 3:1 leaps.",),
    "Elephant": (
        "The ELEPHANT (ET) moves exactly two cells in any of the 12 root-2 diagonal directions.",
    ),
    "Queen": (
        "The QUEEN (Q) is the compound of the previous section's Rook and next one's Bishop.",
    ),
    "Revolutionary": (
        "The REVOLUTIONARY (RY) moves exactly one step in the 8 orthogonal, 6 "
        "hex-diagonal, and 12 hybrid-diagonal directions, but not the 12 standard "
        "diagonals.",
    ),
    "Bishop": (
        "The BISHOP (B) moves any distance through empty intermediate cells along any "
        "root-2 diagonal (that is to say, by the same number of levels as columns), "
        "although the board prevents it moving more than 4 steps here.",
    ),
    "Caliph": ("The CALIPH (CL) is the compound of Bishop and Camel.",),
    "Cardinal": ("The CARDINAL (CD) is the compound of Bishop and Knight.",),
    "Moderator": (
        "The MODERATOR (MD) is a Bishop that can also move one step along any of the "
        "6 hex diagonals.",
    ),
    "Pope": (
        "The POPE (PO) is a Bishop that can also move one step along any of the 8 "
        "orthogonals and 6 hex diagonals.",
    ),
    "Primate": (
        "The PRIMATE (PM) is a Bishop that can also move one step along any of the 8 orthogonals.",
    ),
    "Cohen": (
        "The COHEN (CO) moves up to 5 steps along orthogonals or hex diagonals, but "
        "never both in the same move, through empty cells, turning either 60° left at "
        "each intermediate cell or 60° right at each intermediate cell.",
    ),
    "Guru": (
        "Its components are the 4:1 Giraffe and 5:3 Gimel. It can move 4 levels and 1 "
        "column, 4 columns and 1 level, or 5 columns and 3 levels.",
    ),
    "Levite": (
        "The LEVITE (LV) is the compound of the Chrislamic-specific Bishop and "
        "New-Age-specific Elf - whether in this geometry or in the cubic one - and is "
        "the Indoisraeli army's only Bishop compound.",
    ),
    "Rabbi": (
        "The RABBI (RA) moves up to 5 steps along hex diagonals through empty cells, "
        "turning either 60° left at each intermediate cell or 60° right at each "
        "intermediate cell.",
    ),
    "Vicereine": (
        "The VICEREINE (V) is a Rook that can also move one step along any of the 6 "
        "hex diagonals, and the Indoisraeli army's only Rook compound.",
    ),
    "Baroness": (
        "The BARONESS (BS) is a Rook that can also move one step along any of the 12 "
        "standard and 6 hex diagonals.",
    ),
    "Canvasser": ("The CANVASSER (CV) is the compound of Rook and Camel.",),
    "Housewife": (
        "The HOUSEWIFE (H) is a Rook that can also move one step along any of the 12 "
        "hybrid diagonals.",
    ),
    "Marshal": ("The MARSHAL (MH) is the compound of Rook and Knight.",),
    "Chatelaine": (
        "The CHATELAINE (CT) is a Rook that can also move 1 step along any of the 12 "
        "root-2 diagonals, and the New-Age army's only paired Rook compound.",
    ),
    "Druid": (
        "The DRUID (D) is a Bishop that can also move one step along any of the 12 "
        "hybrid diagonals, and the New-Age army's only paired Bishop compound.",
    ),
    "Elf": ("The ELF (EF) is a simple root-11 leaper.",),
    "Gryphon": (
        "The GRYPHON (GY) moves one step as the Ferz above (including the need for a "
        "complete 2x2 block of cells) but then turns 45° and continues horizontally "
        "or vertically as a Rook.",
    ),
    "Leprechaun": (
        "The LEPRECHAUN (LC) is the compound of Elf and Unicorn - whether in this "
        "geometry or in the cubic one - and inherits the Elf's binding.",
    ),
    "Prince": ("The PRINCE (PC) moves like the King but can be captured.",),
    "Unicorn": (
        "The UNICORN (U) moves any distance through empty intermediate cells in any "
        "of the 6 hex-diagonal directions.",
    ),
    "Firstlady": (
        "The FIRSTLADY is a Queen that can also move any distance through empty "
        "intermediate cells along any of the 12 hybrid diagonals.",
    ),
}
PAGE = Page(
    PIECES,
    {
        Code.IN_CHECK: "It must be kept out of Check.",
        Code.WRONG_TURN: ANTICLOCKWISE,
        Code.WRONG_ARMY: ANTICLOCKWISE,
        Code.GAME_OVER: LAST,
        Code.FALSE_RESULT: LAST,
        Code.PROMOTION_REQUIRED: COMPULSORY,
        Code.PROMOTION_FORBIDDEN: BY_RANK,
        Code.BAD_PROMOTION: BY_RANK,
    },
    removed="That player's pieces are removed from the game ...",
)
