"""Writer: a record laid out as text.  What it writes is read again as it was, token by token."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from aofref.notation.records.model import Kind

WIDTH = 79
_COMMENTS = (Kind.COMMENT, Kind.LINE_COMMENT)
_LIKE_JSON = re.compile(r'\{\s*"aof"')
"""What at the start of a line would be a record."""
_FILLING = re.compile(r"(?<=[^ \n\r]) (?=[^ \n\ufeff])")
"""Where a comment may be broken: a single blank.  Line ends and byte order marks stay apart."""


class Item(NamedTuple):
    """A token to be written, and for a legal move its number, such as `12.`, if one is due."""

    kind: Kind
    text: str
    number: str = ""


def write_tags(tags: Sequence[tuple[str, str]]) -> str:
    """Write tag pairs, a line each, and the empty line that ends them."""
    escaped = ((name, re.sub(r'(["\\])', _quoted, value)) for name, value in tags)
    return "".join(f'[{name} "{value}"]\n' for name, value in escaped) + "\n"


def _quoted(mark: re.Match[str]) -> str:
    return "\\" + mark.group()


def write_paragraph(items: Iterable[Item]) -> str:
    """Lay out movetext, filled to WIDTH; a comment with a closing brace in it ends its line."""
    out, after, before, move = _Filled(), " ", Kind.RESULT, Kind.MOVE
    for item in items:
        glue, after = after, " "
        if item.kind is move:
            if item.number:
                out.word(glue, item.number)
                glue = " "
            out.word(glue, item.text)
            if ";" in item.text:
                after = "\n"  # or what follows could turn a clause into a comment
        elif item.kind is Kind.ESCAPE:
            out.word("\n", f"%{item.text}")
            after = "\n"
        elif item.kind in _COMMENTS:
            if "}" in item.text:
                out.word(glue or " ", _line_comment(item.text))
                after = "\n"
            else:
                out.comment(glue, item.text)
        else:
            if glue == " " and _hangs_on(item, before):
                glue = ""
            out.word(glue, item.text)
            if item.kind is Kind.OPEN:
                after = ""
        before = item.kind
    return out.text() + "\n\n"


def write_lines(items: Iterable[Item]) -> str:
    """Lay out movetext one move a line, comments behind two slashes."""
    lines: list[str] = []
    bare = False
    for item in items:
        if item.kind in _COMMENTS:
            lines.append(_slashed(item.text))
        elif item.kind is Kind.ESCAPE:
            lines.append(f"%{item.text}")
        elif item.kind is Kind.NAG and bare:
            lines[-1] += f" {item.text}"
        else:
            lines.append(item.text)
        bare = item.kind is not Kind.ESCAPE and item.kind not in _COMMENTS
    return "\n".join(lines) + "\n\n"


def _hangs_on(item: Item, before: Kind) -> bool:
    """Say whether an item stands right behind the one before it."""
    if item.kind is Kind.CLOSE:
        return before is not Kind.NUMBER  # `1)` would be a number
    return item.kind is Kind.NAG and item.text[0] in "!?" and before is Kind.MOVE


def _line_comment(text: str) -> str:
    return f"; {text}" if text.startswith(" ") else f";{text}"


def _slashed(text: str) -> str:
    """Write a comment on lines of its own; one with line breaks needs its braces."""
    if "\n" in text:
        comment = f"{{{text}}}"
        return f" {comment}" if _LIKE_JSON.match(comment) else comment
    return f"// {text}" if text else "//"


class _Filled:
    """Lines being filled with words, each with what stands before it; a line break stays."""

    def __init__(self) -> None:
        self._done: list[str] = []
        self._word: list[str] = []
        self._glue = ""
        self._column = 0

    def word(self, glue: str, text: str) -> None:
        """Add a word, or the rest of the last one if no glue stands between."""
        if glue:
            self._flush()
            self._glue = glue
        self._word.append(text)

    def comment(self, glue: str, text: str) -> None:
        """Add a comment in braces; one that has line breaks of its own is not filled."""
        first, *rest = [text] if "\n" in text else _FILLING.split(text)
        self.word(glue, "{" + first)
        for word in rest:
            self.word(" ", word)
        self._word.append("}")

    def _flush(self) -> None:
        if not self._word:
            return
        word, self._word = "".join(self._word), []
        size = len(word) if "\n" not in word else word.index("\n")
        fits = self._column + len(self._glue) + size <= WIDTH
        if self._done and fits and self._glue != "\n":
            self._done.append(self._glue)
            self._column += len(self._glue)
        else:
            if self._done:
                self._done.append("\n")
            self._column = 0
            if _LIKE_JSON.match(word):
                self._done.append(" ")
                self._column = 1
        self._done.append(word)
        self._column += len(word)
        if "\n" in word:
            self._column = len(word) - word.rindex("\n") - 1

    def text(self) -> str:
        """Give the lines."""
        self._flush()
        return "".join(self._done)
