"""Text: made safe for a terminal and a line, and the words that one may stand for.  A leaf."""

import re
from collections.abc import Iterable, Sequence

# Patterns as text: `re` compiles each when it is first used.  Compiled as the module loads, they
# would take 1 % of the time of `aofref check` with one record, which has no use for them.
_UNSAFE = (
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control, format and separating characters but the line feed, and what is no character."""

_KEPT = "(?i:con|prn|aux|nul|com[0-9]|lpt[0-9])"
"""Names that Windows keeps for devices, with any ending."""

_SURROGATE = "[\ud800-\udfff]"
_HALF = "[\ud800-\udc7f\udd00-\udfff]"
"""Halves of a character of UTF-16 that do not stand for a byte that was no text."""


def escaped(text: str) -> str:
    r"""Write every unsafe character as `\x1b`, `\u202e` and the like; line feeds stay.

    A byte that was no text is written so, too: `\xd8`.
    """
    if text.replace("\n", "").isprintable():  # no unsafe character is
        return text
    return re.sub(_UNSAFE, _as_python, text)


def on_one_line(text: str) -> str:
    r"""Write unsafe characters so, and line feeds as `\n`."""
    return escaped(text).replace("\n", "\\n")


def capitalised(text: str) -> str:
    """Begin a sentence with a capital letter; the rest of the text stays as it is."""
    return text[:1].upper() + text[1:]


def excerpt(text: str) -> str:
    """Quote a piece of input on one line, cut short, with unprintable characters escaped."""
    cut = text if len(text) <= 40 else text[:37] + "..."
    return f"'{on_one_line(cut)}'"


def json_line(value: object) -> str:
    r"""Write a value as JSON on a line of its own; every line of JSON in the program is this one's.

    Unsafe characters are written as `\u202e` and the like, which means the same there.  Halves of a
    character and bytes that were no text, which not every reader of JSON takes, are U+FFFD.
    """
    return json_text(value) + "\n"


def json_text(
    value: object, separators: tuple[str, str] = (", ", ": "), indent: int | None = None
) -> str:
    """Write a value as JSON, in the same way."""
    import json  # which takes a while to load

    text = json.dumps(value, ensure_ascii=False, separators=separators, indent=indent)
    if text.isprintable():
        return text
    return re.sub(_UNSAFE, _as_json, re.sub(_SURROGATE, "\ufffd", text))


def _as_python(match: re.Match[str]) -> str:
    """Write a character as Python does; a byte that was no text as that byte."""
    sign = match.group()
    if "\udc80" <= sign <= "\udcff":
        return f"\\x{ord(sign) - 0xDC00:02x}"
    return sign.encode("unicode_escape", "surrogatepass").decode()


def _as_json(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def in_bytes(text: str) -> bytes:
    """Encode a text of records; bytes that were no text are as they came.

    Half a character of UTF-16, which JSON and UTF-7 can express, is what UTF-8 would make of it.
    """

    def half(match: re.Match[str]) -> str:
        return match.group().encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")

    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return re.sub(_HALF, half, text).encode("utf-8", "surrogateescape")


def in_utf_8(text: str) -> str:
    """Return a text as it is once its bytes are written and read again as UTF-8."""
    if re.search(_SURROGATE, text) is None:
        return text
    return in_bytes(text).decode("utf-8", "surrogateescape")


def in_one_line(problem: BaseException) -> str:
    """Name an exception and what it says, on one line and not at length."""
    words = " ".join(str(problem).split())[:200]
    return f"{type(problem).__name__}: {words}" if words else type(problem).__name__


def folded_name(text: str) -> str:
    """Fold a name: those that differ only in case or in blanks come to the same."""
    return " ".join(text.split()).casefold()


def as_file_name(text: str) -> str:
    """Make the stem of a file's name of a text: its letters and digits, joined by hyphens.

    It is cut to what every file system takes, and is no name that Windows keeps for itself.
    """
    from unicodedata import normalize  # which takes a while to load

    words = "".join(c if c.isalnum() else " " for c in normalize("NFC", text)).split()
    name = "-".join(words)[:120].encode()[:240].decode(errors="ignore").strip("-")
    return f"{name}-" if re.fullmatch(_KEPT, name) else name


def free_name(stem: str, taken: set[str]) -> str:
    """Take a name that is not yet `taken`, in any case: with a number behind it, if need be."""
    name, number = stem, 1
    while name.casefold() in taken:
        number += 1
        name = f"{stem}-{number}"
    taken.add(name.casefold())
    return name


def own_text(module: str, name: str) -> str:
    """Read a text that lies beside a module of aofref; FileNotFoundError if there is none."""
    from pkgutil import get_data  # which takes a while to load

    return (get_data(module, name) or b"").decode().replace("\r\n", "\n")


def natural(text: str) -> list[tuple[bool, int, str]]:
    """Make a key that orders texts: numbers in them as numbers, the rest as text."""
    parts = re.findall(r"0*([0-9]+)|([^0-9]+)", text)
    return [(not number, len(number), number or rest) for number, rest in parts]


def nearest(word: str, known: Iterable[str], most: int = 3, least: float = 0.6) -> tuple[str, ...]:
    """List the known words most like a word, the nearest first; none if none is like it.

    It decides nothing: it is for saying what may have been meant.
    """
    from difflib import SequenceMatcher

    matcher = SequenceMatcher(b=word[:80], autojunk=False)
    alike = []
    for other in known:
        matcher.set_seq1(other)
        if matcher.real_quick_ratio() >= least and matcher.quick_ratio() >= least:
            alike.append((matcher.ratio(), other))
    alike.sort(key=lambda item: -item[0])
    return tuple(other for ratio, other in alike if ratio >= least)[:most]


def or_else(words: Iterable[str]) -> str:
    """Write words as a question behind what is wrong: `: aof2, aof6?`; nothing for none."""
    listed = ", ".join(words)
    return f": {listed}?" if listed else ""


def joined(parts: Sequence[str], word: str = "or") -> str:
    """Join parts as a sentence does: `a, b or c`; the word may begin with a comma."""
    *first, last = parts
    blank = "" if word[0] in ",;" else " "
    return f"{', '.join(first)}{blank}{word} {last}" if first else last


def width(text: str) -> int:
    """Count the columns that a text takes on a terminal: two for a wide character, none for a mark.

    Marks, as accents of their own, stand on the character before them.
    """
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width  # which takes a while to load

    wide = sum(east_asian_width(sign) in "WF" for sign in text)
    marks = sum(category(sign) in ("Mn", "Me") or "\u1160" <= sign <= "\u11ff" for sign in text)
    return len(text) + wide - marks


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """Fill a text with blanks to so many columns, behind it or with `right` before it."""
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def some(count: int, name: str, many: str = "") -> str:
    """Count things: `1 level`, `2 levels`; `many` is what several are called, if not so."""
    return f"{count} {name if count == 1 else many or f'{name}s'}"


class Parts(list[str]):
    """Parts of a text; many short ones are joined, or each would cost 50 bytes besides its text."""

    joined = 0

    def add(self, part: str) -> None:
        """Put a part behind the others."""
        self.append(part)
        if len(self) - self.joined >= 1024:
            self[self.joined :] = ["".join(self[self.joined :])]
            self.joined += 1
