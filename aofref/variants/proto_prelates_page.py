"""Proto Prelates: the sentences of its page that a refusal quotes."""

from __future__ import annotations

from aofref.variants import aof2_page

PIECES = {
    "King": aof2_page.PIECES["King"],
    "Emperor": (
        "A Checkmating player's King is promoted to an EMPEROR, which can also make "
        "one step along any of the 6 hex diagonals.",
    ),
    "Rook": (
        "The ROOK (RK) moves any distance through empty intermediate cells in any of "
        "the 6 horizontal, and 2 vertical, orthogonal directions.",
    ),
    "Knight": aof2_page.PIECES["Knight"],
    "Ferz": (
        "The FERZ (FZ) moves one step along any root-2 diagonal, (one level and one "
        "column), between opposite corners of any vertical block of 2x2 cells, whose "
        "other 2 cells may be empty or occupied but must not be missing.",
    ),
    "Fortnight": (
        "The FORTNIGHT (FO) makes r13:1 leaps.",
        "The cells immediately below the higher, and above the lower, ends of its "
        "move may be empty or occupied but must not be missing.",
    ),
    "Gryphon": (
        "The GRYPHON (GY) makes one step as the Ferz above (including the need for a "
        "complete 2x2 block of cells) but then turns 45° and continues horizontally "
        "or vertically as a Rook (requiring only cells along the line to not be "
        "missing - or occupied).",
    ),
    "Wazir": (
        "The WAZIR (W) moves one step along any orthogonal, is unbound, and in hex "
        "geommetries can triangulate.",
    ),
    "Druid": (
        "The DRUID (D) is the Bishop's compound with the Rumbaba, adding to the "
        "Bishop move a single-step move along any hybrid diagonal (one level and and "
        "hex-diagonal step).",
        "The cells below the upper, and above the lower, ends of the Rumbaba step may "
        "be empty or occupied but must not be missing.",
    ),
    "Elf": ("The ELF (EF) is a simple root-11 leaper.",),
    "Pontiff": (
        "The PONTIFF (PF) is the Bishop's compound with the Dicorn, adding to the "
        "Bishop move a move of any distance through empty cells along any hybrid "
        "diagonal.",
    ),
    "Unicorn": aof2_page.PIECES["Unicorn"],
    "Elephant": (
        "The ELEPHANT (ET) moves exactly two cells in any of the 12 root-2 diagonal directions.",
    ),
    "Guru": (
        "Its components are the 4:1 Giraffe and 5:3 Gimel. It can move 4 levels and 1 "
        "column, 4 columns and 1 level, 5 columns and 3 levels, or 5 levels and 3 "
        "columns.",
        "In all cases it moves between opposite corners of a vertical block, whose "
        "other cells may be empty or occupied but must not be missing.",
    ),
    "Harvester": ("The HARVESTER (H) is the compound of the Bishop and the Anchorite.",),
    "Sadhu": (
        "Its components are the 5:2 Satyr and 7:3 Samel. It can move 5 levels and 2 "
        "columns, 5 columns and 2 levels, or 7 columns and 3 levels.",
        "In all cases it moves between opposite corners of a vertical block, whose "
        "other cells may be empty or occupied but must not be missing.",
    ),
    "Cohen": (
        "The COHEN (CO) moves up to 5 steps along orthogonals or hex diagonals, but "
        "never both in the same move, through empty cells, turning either 60° left at "
        "each intermediate cell or 60° right at each intermediate cell.",
    ),
    "Levite": (
        "The LEVITE (LV) is the Bishop's compound with the European-specific Elf - "
        "whether in this geometry or in the cubic one.",
    ),
    "Rabbi": (
        "The RABBI (RA) makes up to 4 steps along hex diagonals through empty cells, "
        "turning either 60° left at each intermediate cell or 60° right at each "
        "intermediate cell.",
    ),
    "Sennight": ("The SENNIGHT (SN) is the root-7 oblique leaper.",),
    "Camel": (
        "The CAMEL (CM) makes 3:1 leaps, that is, between corners of any vertical "
        "block of 4x2 cells, whose other 6 cells may be empty or occupied but must "
        "not be missing.",
    ),
    "Magus": ("The MAGUS (M) is the compound of the Bishop and the Stargazer.",),
    "Peacock": (
        "The PEACOCK (PK) moves one step in 14 radial directions: the 4 orthogonals "
        "straight up/down/sideways; the 4 root-2 diagonals up-sideways and "
        "down-sideways; the 2 hex diagonals straight forward/backward; and the 2 "
        "hybrid diagonals combining up/down with forward/backward.",
    ),
    "Simurgh": (
        "The SIMURGH (SM) makes one step along a hex diagonal but then turns 30° (but "
        "not 90°) and continues as a horizontal Rook.",
    ),
    "Pawn": aof2_page.PIECES["Pawn"],
}
PAGE = aof2_page.PAGE._replace(pieces=PIECES)
