"""Quotes: the pages' own sentences on each piece, shortened with ... where they run on."""

from __future__ import annotations

Quotes = dict[str, tuple[str, ...]]
"""For each piece its sentence, and the one on cells that must not be missing, if there is one."""

AOF2: Quotes = {
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
AOF6: Quotes = {
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
PROTO_PRELATES: Quotes = {
    "King": (
        "The KING (K) moves one step in any of the 6 horizontal orthogonal (one "
        "column but on the same level), 2 vertical orthogonal (one level but on the "
        "same column), and 12 root-2 diagonal (one level and one column) directions.",
        "When moving diagonally it must do so between opposite corners of a vertical "
        "block of 2x2 cells, whose other 2 cells may be empty or occupied but must "
        "not be missing.",
    ),
    "Emperor": (
        "A Checkmating player's King is promoted to an EMPEROR, which can also make "
        "one step along any of the 6 hex diagonals.",
    ),
    "Rook": (
        "The ROOK (RK) moves any distance through empty intermediate cells in any of "
        "the 6 horizontal, and 2 vertical, orthogonal directions.",
    ),
    "Knight": (
        "The KNIGHT (N) makes 2:1 leaps, that is, between opposite corners of any "
        "vertical block of 3x2 cells whose other 4 cells may be empty or occupied but "
        "must not be missing.",
    ),
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
    "Unicorn": (
        "The UNICORN (U) moves any distance through empty intermediate cells in any "
        "of the 6 hex-diagonal directions.",
    ),
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
SD2L: Quotes = {
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
HEATHEN_EUROPE: Quotes = {
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
