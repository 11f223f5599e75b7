"""Rulings: how aofref reads what the pages leave open, numbered as in aofref-rules(7)."""

from __future__ import annotations

from typing import NamedTuple


class Reading(NamedTuple):
    """A ruling: number, the games it concerns, the reading, its evidence, how to choose another.

    `choice` is what a record or `--ruling` says to choose the other reading, `alters` what that
    changes.
    """

    number: str
    games: str
    reading: str
    evidence: str
    choice: str = ""
    alters: str = ""


_FOUR = "aof2 aof6 proto-prelates"

READINGS = (
    Reading(
        "R-1",
        "aof2 proto-prelates",
        "The Indian camp lies at ba, the Persian at kj.",
        "Only the lost diagram showed which is which; the other way round is the mirror image.",
    ),
    Reading(
        "R-2",
        "aof2",
        "Each of the Elephant's two steps needs its 2x2 block.",
        "Otherwise it could reach the Subcamp that the page says it cannot.",
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
        "The Stargazer, which is the bent part of the Magus, turns to the two nearest root-2 "
        "diagonals.",
        "The angle between them is 27.9 degrees; the page's 18 is a slip for 28.",
    ),
    Reading(
        "R-5",
        "heathen-europe",
        "The King moves in space: 6 orthogonals and 12 root-2 diagonals.",
        "Its sentence comes from a 2-d sister page; every other King of the series has both.",
        "hec-king=planar",
        "the King has only the 8 steps on its own level",
    ),
    Reading(
        "R-6",
        "all",
        "An en passant right lasts until the double-stepper's next turn.",
        "With two players this is the usual rule.",
    ),
    Reading(
        "R-7",
        "heathen-europe",
        "A Pawn from a vertical face owes 6 moves, another 5; the far edge promotes at once.",
        "A position has to record what a Pawn owes; on the far edge it has no move left.",
    ),
    Reading(
        "R-8",
        _FOUR,
        "A move must leave its own royal piece out of check if any move can.",
        "The page says that it must be kept out of check.",
        "check=advisory",
        "no move is illegal for leaving a check; checks are only reported",
    ),
    Reading(
        "R-9",
        "aof6",
        "Who wins jointly is decided after each pass of removals.",
        "The page names a joint winner whose own army has also been removed.",
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
        "The arrays are those that `aofref rules VARIANT` draws; in aof2 and proto-prelates a "
        "double step is from any Pawn's array cell of the army.",
        "The diagrams are lost; the page says: the starting cell of any Pawn of the same army.",
        "the tag Array of a record",
        "the start position, and with it the cells of double steps and promotions",
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
        "Play goes in the order C, I, M, N; the board is drawn so that this runs anticlockwise.",
        "The en passant columns fix the circle up to its direction; this one is alphabetical.",
        "aof6-order=reverse",
        "play, and every list of armies, goes C, N, M, I; the drawing is turned over with it",
    ),
    Reading(
        "R-14",
        "proto-prelates",
        "The Elephant may reach ia6, jb6 and kc6.",
        "The page's sentence on its move allows it; only a sister page forbids it.",
        "pp-elephant=barred",
        "no Elephant may enter a column of the Jewish/European Subcamp",
    ),
    Reading(
        "R-15",
        "aof6",
        "No Pawn promotes to King.",
        "The page says any other piece of the array; a sister page, any that can be captured.",
    ),
    Reading(
        "R-16",
        _FOUR,
        "An army that is not in check, but whose every move would put it in check, passes.",
        "The King must be kept out of check, and only passing does so.",
        "stalemate=move",
        "such an army must make one of its moves",
    ),
    Reading(
        "R-17",
        "aof6",
        "A Pawn double-steps only from its own array cell, as its first move.",
        "The page says: initial, and from their starting cell; for aof2 it says: of any Pawn.",
        "aof6-double=any",
        "a Pawn may double-step from the array cell of any Pawn of its army",
    ),
    Reading(
        "R-18",
        "sd2l-cohen sd2l-sling",
        "The cell passed over in a double step is the array cell of a Pawn of the same army.",
        "The page speaks of doubled-up Pawns, of which the back one has the double step.",
    ),
)
