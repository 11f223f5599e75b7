"""By tag: records put in order, or divided into files, by the values of their tags."""

from __future__ import annotations

from collections.abc import Sequence

from aofref import variants
from aofref.notation.records import ParsedRecord
from aofref.text import as_file_name, folded_name, free_name, natural

UNKNOWN = "unknown"
"""Names the file of the records of which the value is not known."""


def value(record: ParsedRecord, name: str, variant: str = "") -> str:
    """Return the value of a tag; empty if it is not known.

    That of `Variant` is the id of the game, which is `variant` in a record that names none.
    """
    tag = record.tag(name)
    text = tag.value if tag is not None else variant if name == "Variant" else ""
    game = variants.find(text) if name == "Variant" else None
    return game.id if game is not None else text if text.strip("?.- ") else ""


def order(values: Sequence[str]) -> list[tuple[bool, list[tuple[bool, int, str]]]]:
    """List what records are put in order by: numbers as numbers, in any case; unknown ones last."""
    return [(not text, natural(folded_name(text))) for text in values]


class FileNames:
    """The names of files for values: no two values share one, on any file system.

    Values are the same in any case and with any blanks.
    """

    def __init__(self, ending: str) -> None:
        self.ending = ending
        self._names: dict[str, str] = {}
        self._taken: set[str] = set()

    def of(self, text: str) -> str:
        """Return the name of the file for a value."""
        key = folded_name(text)
        if key not in self._names:
            stem = free_name(as_file_name(text) or UNKNOWN, self._taken)
            self._names[key] = f"{stem}.{self.ending}"
        return self._names[key]
