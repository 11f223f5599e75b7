"""Movement: how every piece moves, in the words of aofref-rules(7) and the pages' terms."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aofref.pieces import Piece

GROUPS: dict[str, tuple[str, dict[str, str]]] = {
    "Steps": (
        "",
        {
            "King": (
                "One step along an orthogonal or a root-2 diagonal. In Heathen Europe Chess "
                "these are 6 and 12 (R-5)."
            ),
            "Emperor": "As the King, and one step along a hex diagonal.",
            "President": "As the King, and one step along a hybrid diagonal.",
            "Prince": "As the King, but it may be captured like any other piece.",
            "Ferz": "One step along a root-2 diagonal.",
            "Wazir": "One step along an orthogonal.",
            "Revolutionary": "One step along an orthogonal, a hex diagonal or a hybrid diagonal.",
            "Peacock": (
                "One step in 14 directions. Let forward be the hex diagonal straight away "
                "from the corner of its army. It goes forward and back; up and down; to "
                "either side, square to forward; and up or down combined with forward, with "
                "back or with a side."
            ),
        },
    ),
    "Riders": (
        ("They go any number of steps in a direction, as long as the cells between are empty."),
        {
            "Rook": "Orthogonals.",
            "Bishop": "Root-2 diagonals.",
            "Queen": "Orthogonals and root-2 diagonals.",
            "Unicorn": (
                "Hex diagonals; in Heathen Europe Chess the 8 diagonals through the corners "
                "of the cube."
            ),
            "Firstlady": "As the Queen, and along hybrid diagonals.",
        },
    ),
    "Curves": (
        "",
        {
            "Rabbi": (
                "Up to four hex diagonal steps, in Armies of Faith 6 up to five, each turned "
                "by 60 degrees from the last and always to the same hand, through empty "
                "cells."
            ),
            "Cohen": (
                "Curves like that of orthogonals and of hex diagonals, up to five steps long, "
                "four in Star of David 2 Level; and one step up or down."
            ),
        },
    ),
    "Bent riders": (
        (
            "The first step leads to an empty cell on which they may not stop (R-3); then "
            "they turn and ride at least one step more."
        ),
        {
            "Gryphon": (
                "One root-2 diagonal step, then straight on along either orthogonal part of "
                "it, the level one or the upright one."
            ),
            "Simurgh": "One hex diagonal step, then along either of the two orthogonals beside it.",
        },
    ),
    "Leapers": (
        "They are stopped by nothing but missing cells.",
        {
            "Knight": "2 columns and 1 level, or 1 and 2; in cubes 2, 1 and 0.",
            "Camel": "3 and 1.",
            "Guru": "4 and 1, or 5 and 3.",
            "Sadhu": "5 and 2, or 7 and 3.",
            "Elephant": "Two root-2 diagonal steps in one direction, over whatever stands between.",
            "Sennight": (
                "On its level, two columns along an orthogonal and one more at 60 degrees to it."
            ),
            "Elf": "As the Sennight, with two levels; in cubes 3, 1 and 1.",
            "Fortnight": "Three columns and one at 60 degrees, with one level.",
        },
    ),
    "Compounds": (
        "",
        {
            "Pontiff": "Bishop, and any distance along hybrid diagonals.",
            "Druid": "Bishop, and one hybrid diagonal step.",
            "Levite": "Bishop and Elf.",
            "Caliph": "Bishop and Camel.",
            "Cardinal": "Bishop and Knight.",
            "Moderator": "Bishop, and one hex diagonal step.",
            "Primate": "Bishop, and one orthogonal step.",
            "Pope": "Bishop, and one orthogonal or hex diagonal step.",
            "Harvester": (
                "Bishop, and an orthogonal step followed by a Bishop's ride at 45 degrees to "
                "it in an upright plane."
            ),
            "Magus": (
                "Bishop, and a hybrid diagonal step followed by a Bishop's ride in one of the "
                "two directions nearest to it (R-4)."
            ),
            "Marshal": "Rook and Knight.",
            "Canvasser": "Rook and Camel.",
            "Chatelaine": "Rook, and one root-2 diagonal step.",
            "Vicereine": "Rook, and one hex diagonal step.",
            "Housewife": "Rook, and one hybrid diagonal step.",
            "Baroness": "Rook, and one root-2 or hex diagonal step.",
            "Leprechaun": "Elf and Unicorn.",
        },
    ),
    "The Sling": (
        "",
        {
            "Sling": (
                "The Sling moves along hex diagonals like a Unicorn, but captures there only by "
                "leaping over exactly one piece, of whichever army, with the cells before and "
                "behind it empty."
            ),
        },
    ),
    "Pawns": (
        "",
        {
            "Pawn": (
                "A Pawn steps forward to an empty cell. An army's Pawns have two forward "
                "directions, both orthogonals away from its own corner; in Star of David 2 "
                "Level they have one, along the file. In Heathen Europe Chess they go up the "
                "files and towards the f file for White, and the other way for Black, and "
                "never change the level by a plain step. A Pawn captures with a forward step "
                "and one level up or down at once; the rule for root-2 diagonals applies. In "
                "Heathen Europe Chess it also captures along both forward steps at once, on "
                "its level."
            ),
        },
    ),
}
"""The groups of pieces, each with what is said of all of it, and the sentences of its pieces."""

SENTENCES = {name: text for _, pieces in GROUPS.values() for name, text in pieces.items()}


def words(piece: Piece) -> Iterator[tuple[str, str]]:
    """Give names with their sentences: the piece, what is said of its kind, and its parts."""
    seen: set[str] = set()
    waiting = [piece.name]
    while waiting:
        name = waiting.pop(0)
        if name in seen or name not in SENTENCES:
            continue
        seen.add(name)
        yield name, SENTENCES[name]
        for group, (intro, pieces) in GROUPS.items():
            if name in pieces and intro and group not in seen:
                seen.add(group)
                yield group, intro
        waiting += [word for word in re.findall("[A-Z][a-z]+", SENTENCES[name]) if word != name]
