"""Heathen Europe Chess: the sentences of its page that a refusal quotes."""

from __future__ import annotations

from aofref.findings import Code
from aofref.variants.model import Page

NORMAL = "Check, Checkmate, and Stalemate are as normal."
FAR_EDGE = (
    "If the Pawn reaches the far vertical edge promotion is compulsory, otherwise it is optional."
)
AFTER_FIVE = (
    "A Pawn is promotable after making 5 or more moves, unless it could have but did not make a "
    "double-step move, in which case the minimum is 6."
)
BY_LEVEL = (
    "Promotion on the top and bottom levels in to Rook, Unicorn, or Knight and on the middle level "
    "to Gryphon or Elf."
)
PIECES = {
    "King": ("The KING moves one step along any of the 4 orthogonal and 4 diagonals.",),
    "Rook": (
        "The ROOK moves any distance through empty intermediate cells in any of the 6 "
        "orthogonal directions.",
    ),
    "Knight": ("The KNIGHT makes 2:1:0 leaps.",),
    "Elf": (
        "The ELF makes 3:1:1 leaps, that is, moves 3 planes in one dimension and 1 in "
        "each of the other two.",
    ),
    "Gryphon": (
        "The GRYPHON makes one step on any root-2 diagonal (like a Bishop) but then "
        "turns 45° (but not 90°) and continues in the same plane as a Rook.",
    ),
    "Unicorn": (
        "The UNICORN moves any distance through empty intermediate cells in any of "
        "the 8 root-3 diagonal directions.",
    ),
    "Pawn": (
        "Its noncapturing move is one step along either horizontal orthogonal away "
        "from its own camp. Its capturing move is one step in any root-2 diagonal "
        "with coordinates either in one of its noncapturing directions and either "
        "vertical direction, or in both its noncapturing directions.",
    ),
}
PAGE = Page(
    PIECES,
    {
        Code.IN_CHECK: "It must be kept out of Check.",
        Code.GAME_OVER: NORMAL,
        Code.FALSE_RESULT: NORMAL,
        Code.PROMOTION_REQUIRED: FAR_EDGE,
        Code.PROMOTION_FORBIDDEN: AFTER_FIVE,
        Code.BAD_PROMOTION: BY_LEVEL,
    },
)
