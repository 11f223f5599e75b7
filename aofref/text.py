"""Text: made safe for a terminal and a line, and the words that one may stand for.  A leaf."""

from __future__ import annotations

import re
from collections.abc import Iterable

_UNSAFE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control, format and separating characters but the line feed, and what is no character."""

_KEPT = re.compile("con|prn|aux|nul|com[0-9]|lpt[0-9]", re.IGNORECASE)
"""Names that Windows keeps for devices, with any ending."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_HALF = re.compile("[\ud800-\udc7f\udd00-\udfff]")
"""Halves of a character of UTF-16 that do not stand for a byte that was no text."""


def escaped(text: str) -> str:
    r"""Write every unsafe character as `\x1b`, `\u202e` and the like; line feeds stay."""
    if text.replace("\n", "").isprintable():  # much sooner seen, and mostly so
        return text
    return _UNSAFE.sub(_as_python, text)


def on_one_line(text: str) -> str:
    r"""Write unsafe characters so, and line feeds as `\n`."""
    return escaped(text).replace("\n", "\\n")


def json_line(value: object) -> str:
    r"""Write a value as JSON on a line of its own; every line of JSON in the program is this one's.

    Unsafe characters are written as `\u202e` and the like, which means the same there.  Halves of a
    character and bytes that were no text, which not every reader of JSON takes, are U+FFFD.
    """
    return json_text(value) + "\n"


def json_text(value: object, separators: tuple[str, str] = (", ", ": ")) -> str:
    """Write a value as JSON, in the same way."""
    import json  # which takes a while to load

    text = json.dumps(value, ensure_ascii=False, separators=separators)
    if text.isprintable():
        return text
    return _UNSAFE.sub(_as_json, _SURROGATE.sub("\ufffd", text))


def _as_python(found: re.Match[str]) -> str:
    return found.group().encode("unicode_escape", "surrogatepass").decode()


def _as_json(found: re.Match[str]) -> str:
    units = found.group().encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def in_bytes(text: str) -> bytes:
    """Give the bytes of records: those that were no text as they came.

    Half a character of UTF-16, which JSON and UTF-7 can tell, is what UTF-8 would make of it.
    """
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return _HALF.sub(_as_bytes_of_utf_8, text).encode("utf-8", "surrogateescape")


def in_utf_8(text: str) -> str:
    """Give a text as it is once its bytes are written and read again as UTF-8."""
    if _SURROGATE.search(text) is None:
        return text
    return in_bytes(text).decode("utf-8", "surrogateescape")


def _as_bytes_of_utf_8(found: re.Match[str]) -> str:
    return found.group().encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")


class Gathered:
    """A text put together of pieces, however many and however short, at about its own size."""

    __slots__ = ("_pieces", "_whole")

    def __init__(self) -> None:
        self._whole: list[str] = []
        self._pieces: list[str] = []

    def __bool__(self) -> bool:
        """Say whether there is a piece."""
        return bool(self._pieces or self._whole)

    def add(self, piece: str) -> None:
        """Put a piece behind the others."""
        self._pieces.append(piece)
        if len(self._pieces) == _PIECES:
            self._whole.append("".join(self._pieces))
            self._pieces = []

    def text(self) -> str:
        """Give the whole."""
        return "".join([*self._whole, *self._pieces])


_PIECES = 4096
"""So many pieces are joined at a time; each costs some fifty bytes until then."""


def in_one_line(problem: BaseException) -> str:
    """Name an exception and what it says, on one line and not at length."""
    words = " ".join(str(problem).split())[:200]
    return f"{type(problem).__name__}: {words}" if words else type(problem).__name__


def folded_name(text: str) -> str:
    """Give what names share that are taken to be the same: in any case, with any blanks."""
    return " ".join(text.split()).casefold()


def as_file_name(text: str) -> str:
    """Make the stem of a file's name of a text: its letters and digits, joined by hyphens.

    It is cut to what every file system takes, and is no name that Windows keeps for itself.
    """
    from unicodedata import normalize  # which takes a while to load

    words = "".join(c if c.isalnum() else " " for c in normalize("NFC", text)).split()
    name = "-".join(words)[:120].encode()[:240].decode(errors="ignore").strip("-")
    return f"{name}-" if _KEPT.fullmatch(name) else name


def natural(text: str) -> list[tuple[bool, int, str]]:
    """Give what texts are ordered by: numbers in them as numbers, the rest as text."""
    parts = re.findall(r"0*([0-9]+)|([^0-9]+)", text)
    return [(not number, len(number), number or rest) for number, rest in parts]


# What may have been meant ------------------------------------------------------------------------


def nearest(word: str, known: Iterable[str], most: int = 3, least: float = 0.6) -> tuple[str, ...]:
    """Give the known words most like a word, the nearest first; none if none is like it.

    It decides nothing: it is for saying what may have been meant.
    """
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(b=word[:80], autojunk=False)
    found = []
    for other in known:
        matcher.set_seq1(other)
        if matcher.real_quick_ratio() >= least and matcher.quick_ratio() >= least:
            found.append((matcher.ratio(), other))
    found.sort(key=lambda item: -item[0])
    return tuple(other for ratio, other in found if ratio >= least)[:most]


def or_else(words: Iterable[str]) -> str:
    """Write words as a question behind what is wrong: `: aof2, aof6?`; nothing for none."""
    listed = ", ".join(words)
    return f": {listed}?" if listed else ""
