"""Escape: what would command a terminal or turn a line round, made visible.  A leaf."""

from __future__ import annotations

import re

_UNSAFE = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
    "\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e007f]"
)
"""Control, format and separating characters but the line feed, and what is no character."""


def escaped(text: str) -> str:
    r"""Write every unsafe character as `\x1b`, `\u202e` and the like; line feeds stay."""
    return _UNSAFE.sub(_as_python, text)


def on_one_line(text: str) -> str:
    r"""Write unsafe characters so, and line feeds as `\n`."""
    return escaped(text).replace("\n", "\\n")


def escaped_json(text: str) -> str:
    r"""Write every unsafe character of JSON as `\u202e` and the like; it means the same there."""
    return _UNSAFE.sub(_as_json, text)


def _as_python(found: re.Match[str]) -> str:
    return found.group().encode("unicode_escape", "surrogatepass").decode()


def _as_json(found: re.Match[str]) -> str:
    units = found.group().encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def in_one_line(problem: BaseException) -> str:
    """Name an exception and what it says, on one line and not at length."""
    words = " ".join(str(problem).split())[:200]
    return f"{type(problem).__name__}: {words}" if words else type(problem).__name__
