"""Findings: why something is refused, and where it stands.  A leaf: it imports nothing of aofref.

Codes and facts are values here; sentences are put together in `report`.
"""

from typing import Any, NamedTuple

from aofref.findings.codes import UNREADABLE, WARNINGS, Code, Severity
from aofref.findings.facts import BEYOND, Family, Note, Standing, Threat, Words

__all__ = [
    "BEYOND",
    "NOWHERE",
    "START",
    "UNREADABLE",
    "WARNINGS",
    "Aside",
    "Code",
    "Facts",
    "Finding",
    "Place",
    "Refusal",
    "Severity",
    "Standing",
    "Threat",
]


class Aside(NamedTuple):
    """Why a move beside the main line is refused."""

    reason: "Refusal"


Facts = Family | Aside


class Refusal(NamedTuple):
    """Why a move is refused: the code, and the facts that prove it.

    `section` is the section of aofref-rules(7) where that differs from the code's, or the table of
    the game's file; `notes` add
    what else is known.
    """

    code: Code
    facts: Facts = Words()
    section: str = ""
    notes: tuple[Note, ...] = ()

    @property
    def rule(self) -> str:
        """Give the section of aofref-rules(7) that the refusal rests on, if it rests on one."""
        return self.section or self.code.rule

    @property
    def cited(self) -> str:
        """Give the rule as it is quoted: of the six by its section, of a file by its table."""
        return f"RULES {self.rule}" if self.rule[:1].isdigit() else self.rule

    def in_file(self, game: str) -> "Refusal":
        """Rest the refusal on the file of a game, by its id, instead of on aofref-rules(7)."""
        table = _TABLES.get(self.rule, "")
        if not table:
            return self
        of = f".{self.piece.code}" if table == "pieces" and self.piece else ""
        return self._replace(section=f"{game}: {table}{of}")

    @property
    def sentence(self) -> str:
        """Give the sentence that states it, with names of facts in braces."""
        found: str = getattr(self.facts, "sentence", self.code.sentence)
        return found

    def noting(self, *notes: Note) -> "Refusal":
        """Give the same refusal with more notes."""
        return self._replace(notes=(*self.notes, *notes))

    @property
    def known(self) -> dict[str, Any]:
        """Give the facts that there are, by name."""
        return {name: value for name, value in self.facts._asdict().items() if value}

    @property
    def piece(self) -> Standing | None:
        """Give the piece that the refusal is about, if it is about one."""
        found: Standing | None = getattr(self.facts, "piece", None)
        return found


_TABLES = {
    "2": "board",
    "3": "board",
    "4": "pieces",
    "5": "pieces",
    "6": "pieces",
    "7": "promotion",
    "8": "ending",
}
"""The table of a game's file that says what a section of aofref-rules(7) says of the six."""


# Findings ---------------------------------------------------------------------------------------


class Place(NamedTuple):
    """A place in a text: line and column, both from 1, in characters."""

    line: int
    column: int


NOWHERE, START = Place(0, 0), Place(1, 1)


class Finding(NamedTuple):
    """A refusal with its place in the text, and the ply that it stopped (0: none).

    `token` is the ordinal of the token of the movetext that it is about, -1 if there is none.
    """

    refusal: Refusal
    place: Place
    ply: int = 0
    army: str = ""
    move: str = ""
    token: int = -1

    @property
    def code(self) -> Code:
        """Give the code of the refusal."""
        return self.refusal.code
