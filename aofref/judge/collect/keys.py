"""Keys: what records are put in order by, divided into files by, and known again by."""

from collections.abc import Iterable, Sequence

from aofref import variants
from aofref.judge.replay.verdict import Judged, Status, Unopened
from aofref.notation import positions
from aofref.notation.records import ParsedRecord
from aofref.text import as_file_name, folded_name, free_name, in_bytes, natural

UNKNOWN = "unknown"  # the name of the file of records whose value is not known


def value(record: ParsedRecord, name: str, variant: str = "") -> str:
    """Return the value of a tag; empty if it is not known.

    That of `Variant` is the id of the game, which is `variant` in a record that names none.
    """
    tag = record.tag(name)
    text = tag.value if tag is not None else variant if name == "Variant" else ""
    game = variants.find(text) if name == "Variant" else None
    return game.id if game is not None else text if text.strip("?.- ") else ""


def order(values: Sequence[str]) -> list[tuple[bool, list[tuple[bool, int, str]]]]:
    """Return a key to sort records by: numbers as numbers, in any case; unknown values last."""
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


def fingerprint(judged: Judged, compared: str, names: Iterable[str] = ()) -> bytes:
    """Return 16 bytes, the same for records of the same `moves`, or of the same last `position`.

    Records that were refused or could not be read are the same only if their movetext is, too.
    Any `names` must be the same, in any case and with any blanks.
    """
    from hashlib import blake2b  # and with it OpenSSL

    game = judged.game
    parts = [*map(folded_name, names), game.variant.id if game else ""]
    parts += game.rulings if game else ()
    if not isinstance(judged, Unopened):
        if compared == "position":
            parts.append(positions.write(judged.last))
        else:
            plies = (f"{ply.army}{ply.lan}" for ply in judged.plies)
            parts += [positions.write(judged.first), *plies]
    if judged.status is not Status.LEGAL:
        parts += ["", *(token.text for token in judged.record.tokens)]
    return blake2b(in_bytes("\n".join(parts)), digest_size=16).digest()
