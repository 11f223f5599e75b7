"""Rulings: how the games are read where their pages leave it open, numbered as RULES 9."""

from __future__ import annotations

from typing import NamedTuple


class Reading(NamedTuple):
    """A ruling: number, the games it concerns, the reading, its evidence, how to choose another."""

    number: str
    games: str
    reading: str
    evidence: str
    alternative: str = ""


READINGS = (
    Reading(
        "R-1",
        "aof2 proto-prelates",
        "The Indian camp lies at ba, the Persian at kj.",
        "Only the lost diagram told them apart; the other way round is the mirror image.",
    ),
    Reading(
        "R-2",
        "aof2",
        "Each of the Elephant's two steps needs its 2x2 block.",
        "Otherwise it would reach the Subcamp that the page bars it from.",
    ),
    Reading(
        "R-3",
        "all but sd2l",
        "Bent riders do not stop on the bend.",
        "The page lists the Gryphon's first moves without the bend.",
    ),
    Reading(
        "R-4",
        "proto-prelates",
        "The Stargazer turns to the two nearest root-2 diagonals.",
        "The angle between them is 27.9 degrees; the page's 18 is a slip for 28.",
    ),
    Reading(
        "R-5",
        "heathen-europe",
        "The King moves in space: 6 orthogonals and 12 root-2 diagonals.",
        "Its sentence is that of a 2-d sister page; every other King of the series has both.",
        "hec-king=planar: the 8 horizontal steps only",
    ),
    Reading(
        "R-6",
        "all",
        "An en passant right lasts until the double-stepper's next turn.",
        "With two players that is the usual rule.",
    ),
    Reading(
        "R-7",
        "heathen-europe",
        "A Pawn from a vertical face owes 6 moves, another 5; the far edge promotes at once.",
        "A position must tell what is owed; on the edge no move is left.",
    ),
    Reading(
        "R-8",
        "aof2 aof6 proto-prelates",
        "A move must lift the check on its own royal piece if any move does.",
        "The page says that it must be kept out of check.",
        "check=advisory: never illegal, only reported",
    ),
    Reading(
        "R-9",
        "aof6",
        "Who wins jointly is decided after each pass of removals.",
        "The page names a joint winner whose own army is removed as well.",
    ),
    Reading(
        "R-10",
        "all",
        "An army may resign or forfeit, in or out of turn, and is removed.",
        "The pages are silent; an arbiter needs it.",
    ),
    Reading(
        "R-11",
        "all",
        "The arrays are those of RULES 10, and an array cell is any Pawn's of the army.",
        "The diagrams are lost.",
        "the Array tag of a record brings another reading",
    ),
    Reading(
        "R-12",
        "aof6",
        "King and Elephant stand at opposite sides of the Revolutionary, on any radial.",
        "Both are one step away from it along the same radial.",
    ),
    Reading(
        "R-13",
        "aof6",
        "Play goes in the order C, I, M, N.",
        "The en passant columns fix the circle up to its direction; this one is alphabetical.",
    ),
    Reading(
        "R-14",
        "proto-prelates",
        "The Elephant may reach ia6, jb6 and kc6.",
        "Its move sentence allows it; that it cannot is a sentence of the sister page.",
    ),
    Reading(
        "R-15",
        "aof6",
        "No Pawn promotes to King.",
        "The page says any other array piece, a sister page capturable ones.",
    ),
)
