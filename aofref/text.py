"""Text made safe for terminals and lines, file names, likely meanings of a word.  A leaf."""

import re
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

# Patterns as text: `re` compiles each when it is first used; a legal record uses none.
_UNSAFE = (
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control, format and separating characters but the line feed, and code points of no character."""

_KEPT = "(?i:con|prn|aux|nul|com[0-9]|lpt[0-9])"
"""Names that Windows reserves for devices, with any ending."""

_SURROGATE = "[\ud800-\udfff]"
_HALF = "[\ud800-\udc7f\udd00-\udfff]"
"""Surrogates of UTF-16 that are not `surrogateescape` for a byte."""


def escaped(text: str) -> str:
    r"""Escape unsafe characters as `\x1b`, `\u202e` and the like; line feeds are kept.

    A byte that could not be decoded is escaped, too: `\xd8`.
    """
    if text.replace("\n", "").isprintable():  # no unsafe character is
        return text
    return re.sub(_UNSAFE, _as_python, text)


def on_one_line(text: str) -> str:
    r"""Escape unsafe characters, and line feeds as `\n`."""
    return escaped(text).replace("\n", "\\n")


def install(extra: str) -> str:
    """Return the command that installs the packages of an extra, such as `png`."""
    return f"pip install '.[{extra}]' in a clone of aofref"


def article(name: str) -> str:
    """Put `a` or `an` before a name; names in U, as Unicorn, take `a`."""
    return f"{'an' if name[:1] in 'AEIOaeio' else 'a'} {name}"


def capitalised(text: str) -> str:
    """Return the text with a capital first letter, unless it begins with the name of a cell."""
    return text if re.match("[a-z]{1,2}[0-9]", text) else text[:1].upper() + text[1:]


def excerpt(text: str) -> str:
    """Quote input on one line: at most 40 characters, unsafe ones escaped."""
    cut = text if len(text) <= 40 else text[:37] + "..."
    return f"'{on_one_line(cut)}'"


def json_line(value: object) -> str:
    r"""Write a value as JSON on a line of its own; all JSON lines of the program come from here.

    Unsafe characters are escaped as `\u202e` and the like.  Lone surrogates and bytes that could
    not be decoded, which some readers of JSON refuse, become U+FFFD.
    """
    return json_text(value) + "\n"


def json_text(
    value: object, separators: tuple[str, str] = (", ", ": "), indent: int | None = None
) -> str:
    """Write a value as JSON, with characters as in `json_line`."""
    import json  # which takes a while to load

    text = json.dumps(value, ensure_ascii=False, separators=separators, indent=indent)
    if text.isprintable():
        return text
    return re.sub(_UNSAFE, _as_json, re.sub(_SURROGATE, "\ufffd", text))


def _as_python(match: re.Match[str]) -> str:
    """Escape a character as Python does, and a byte that could not be decoded as that byte."""
    sign = match.group()
    if "\udc80" <= sign <= "\udcff":
        return f"\\x{ord(sign) - 0xDC00:02x}"
    return sign.encode("unicode_escape", "surrogatepass").decode()


def _as_json(match: re.Match[str]) -> str:
    units = match.group().encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def in_bytes(text: str) -> bytes:
    """Encode a text of records; bytes that could not be decoded are written unchanged.

    A lone surrogate, which JSON and UTF-7 can express, is encoded as UTF-8 would encode it.
    """

    def half(match: re.Match[str]) -> str:
        return match.group().encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")

    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return re.sub(_HALF, half, text).encode("utf-8", "surrogateescape")


def in_utf_8(text: str) -> str:
    """Return the text that results from writing it (`in_bytes`) and decoding it as UTF-8."""
    if re.search(_SURROGATE, text) is None:
        return text
    return in_bytes(text).decode("utf-8", "surrogateescape")


def in_one_line(problem: BaseException) -> str:
    """Write the type of an exception and its message on one line, cut to 200 characters.

    Of an error with a file it is the file and what is wrong with it.
    """
    if isinstance(problem, OSError) and problem.filename:
        return f"{problem.filename}: {problem.strerror}"
    words = " ".join(str(problem).split())[:200]
    return f"{type(problem).__name__}: {words}" if words else type(problem).__name__


def folded_name(text: str) -> str:
    """Fold a name: names that differ only in case or blanks fold to the same text."""
    return " ".join(text.split()).casefold()


def as_file_name(text: str) -> str:
    """Make a file name without ending from a text: its letters and digits, joined by hyphens.

    The result is short enough for every file system, and not a name that Windows reserves.
    """
    from unicodedata import normalize  # which takes a while to load

    words = "".join(c if c.isalnum() else " " for c in normalize("NFC", text)).split()
    name = "-".join(words)[:120].encode()[:240].decode(errors="ignore").strip("-")
    return f"{name}-" if re.fullmatch(_KEPT, name) else name


def free_name(stem: str, taken: set[str]) -> str:
    """Return `stem`, numbered if it is `taken` in any case, and add it to `taken`."""
    name, number = stem, 1
    while name.casefold() in taken:
        number += 1
        name = f"{stem}-{number}"
    taken.add(name.casefold())
    return name


def resource_text(module: str, name: str) -> str:
    """Read a text file beside a module of aofref; FileNotFoundError if there is none."""
    spec: Any = import_module(module).__spec__  # as pkgutil, which takes a while to load
    data: bytes = spec.loader.get_data(re.sub(r"[^/\\]+\Z", lambda _: name, spec.origin))
    return data.decode().replace("\r\n", "\n")


@cache
def resource_rows(module: str, name: str) -> list[list[str]]:
    """Read the cells of a text file beside a module of aofref, a row a line, with tabs between."""
    return [line.split("\t") for line in resource_text(module, name).splitlines()]


def resource_sections(module: str, name: str) -> dict[str, str]:
    """Read the sections of a text file beside a module of aofref, by their headings `# NAME`."""
    _, *parts = resource_text(module, name).split("\n# ")
    return {head: text for head, _, text in (part.partition("\n") for part in parts)}


def natural(text: str) -> list[tuple[bool, int, str]]:
    """Return a sort key that orders numbers in texts as numbers, the rest as text."""
    parts = re.findall(r"0*([0-9]+)|([^0-9]+)", text)
    return [(not number, len(number), number or rest) for number, rest in parts]


def nearest(word: str, known: Iterable[str], most: int = 3, least: float = 0.6) -> tuple[str, ...]:
    """List the known words most similar to a word, the most similar first, for suggestions.

    Words below the similarity `least` (0 to 1) are left out; at most `most` are returned.
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


def no_such(kind: str, name: object, known: Iterable[str]) -> str:
    """Write that there is nothing of a kind by that name, and the names that there are."""
    return f"there is no {kind} {name!r}; there are {', '.join(known)}"


def or_else(words: Iterable[str]) -> str:
    """Write suggestions behind a message: `: aof2, aof6?`; empty for none."""
    listed = ", ".join(words)
    return f": {listed}?" if listed else ""


def joined(parts: Sequence[str], word: str = "or") -> str:
    """Join parts for a sentence: `a, b or c`; the word may begin with a comma or semicolon."""
    *first, last = parts
    blank = "" if word[0] in ",;" else " "
    return f"{', '.join(first)}{blank}{word} {last}" if first else last


def width(text: str) -> int:
    """Count the columns of a text on a terminal: two for a wide character, none for a mark.

    A mark is a combining character, such as an accent.
    """
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width  # which takes a while to load

    wide = sum(east_asian_width(sign) in "WF" for sign in text)
    marks = sum(category(sign) in ("Mn", "Me") or "\u1160" <= sign <= "\u11ff" for sign in text)
    return len(text) + wide - marks


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """Pad a text with blanks to `columns`: behind it, or before it if `right`."""
    blanks = " " * (columns - width(text))
    return blanks + text if right else text + blanks


def some(count: float, name: str, many: str = "") -> str:
    """Write a count with its noun: `1 level`, `2 levels`; `many` is an irregular plural."""
    return f"{count} {name if count == 1 else many or f'{name}s'}"
