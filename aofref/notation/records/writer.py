"""Writer: a record laid out as text, which is read again token by token as it was."""

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence

from aofref.games.model import VariantData
from aofref.notation.records.tokens import Kind, Token
from aofref.notation.results import OPEN
from aofref.notation.signs import LETTER_SIGNS

WIDTH = 79
_LIKE_JSON = r'(?s)\{\s*"(?:aof"|(?:[^"\\]|\\.)*+(?:"\s*(?::|\Z)|\Z))'
"""The start of a comment that, at the start of a line, could be read as a record in JSON."""
_FILLING = r"(?<=\S) (?=[^\s\ufeff])"
"""A single blank, where a comment may be broken; no line becomes empty or begins with a BOM."""
_COMMAND = r"\[%(?:(?!\[%)[^\]])*\]"
"""A command in a comment, which is not broken: other programs read it as one."""
_LOST = r"\r(?=\n)|(?<=\n)\ufeff"
"""A character that a reader drops once at the end or at the beginning of a line."""


def write_tags(tags: Sequence[tuple[str, str]]) -> str:
    """Write tag pairs, a line each, and the empty line below them."""
    escaped = ((name, re.sub(r'["\\]', r"\\\g<0>", value)) for name, value in tags)
    return "".join(f'[{name} "{value}"]\n' for name, value in escaped) + "\n"


_FIRST = ("Event", "Site", "Date", "Round")


def blank(variant: VariantData, tags: Mapping[str, str]) -> str:
    """Write a record of a game with these tags, in the usual order, and no move.

    Missing tags of the usual ones are `?`; other tags come behind them.
    """
    names = (*_FIRST, *(army.name for army in variant.armies))
    values = {name: tags.get(name, "????.??.??" if name == "Date" else "?") for name in names}
    values |= {"Result": OPEN, "Variant": variant.id}
    values |= {name: value for name, value in tags.items() if name not in values}
    return write_tags(list(values.items())) + write_paragraph([Token(Kind.RESULT, OPEN)])


def write_paragraph(items: Iterable[Token]) -> str:
    """Lay out movetext, filled to WIDTH; a comment that contains a closing brace ends its line."""
    out = _Paragraph()
    out.take(items, Kind.RESULT, " ")
    return out.text() + "\n\n"


def write_within(
    items: Iterable[Token], before: Kind, gap: str, column: int, width: int = WIDTH
) -> tuple[str, bool]:
    """Lay out a gap and items behind text that ends at a column with a token of the kind `before`.

    A gap that is a blank or a line break may become the other.  Also return whether their line must
    end behind them.
    """
    is_glue = gap in (" ", "\n")
    lead, glue = ("", gap) if is_glue else (gap, " ")
    out = _Paragraph(column_behind(lead, column), width, begun=is_glue)
    after = out.take(items, before, glue)
    return lead + as_read(out.text()), after == "\n"


def column_behind(text: str, column: int) -> int:
    """Return the column at which a text ends that begins at a column."""
    _, ends, line = text.rpartition("\n")
    return len(line) if ends else column + len(text)


def write_lines(items: Iterable[Token]) -> str:
    """Lay out movetext one move a line, comments behind two slashes."""
    lines: list[str] = []
    bare = False
    for item in items:
        if item.kind is Kind.COMMENT:
            lines.append(_slashed(item.text))
        elif item.kind is Kind.ESCAPE:
            lines.append(f"%{item.text}")
        elif item.kind is Kind.NAG and bare:
            lines[-1] += f" {item.text}"
        else:
            lines.append(item.text)
        bare = item.kind not in (Kind.ESCAPE, Kind.COMMENT)
    return "\n".join(lines) + "\n\n"


def hangs_on(item: Token, before: Kind) -> bool:
    """Return whether an item stands right behind the one before it."""
    if item.kind is Kind.CLOSE:
        return before is not Kind.NUMBER  # `1)` would be a number
    return item.kind is Kind.NAG and item.text[0] in "!?" and before is Kind.MOVE


def _doubled(text: str) -> str:
    """Double each character that a reader drops once, so that one is left."""
    return re.sub(_LOST, r"\g<0>\g<0>", text) if "\n" in text else text


def as_read(text: str) -> str:
    """Undo the doubling of such characters, for a reader that drops none."""
    return re.sub(_LOST, "", text)


def _slashed(text: str) -> str:
    """Write a comment on lines of its own; one with line breaks needs its braces."""
    if "\n" in text or text.endswith("\r"):
        comment = f"{{{_doubled(text)}}}"
        return f" {comment}" if re.match(_LIKE_JSON, comment) else comment
    return f"// {text}" if text else "//"


class _Paragraph:
    """Lines filled with words; each is added with its glue: a blank, a line break, or nothing."""

    def __init__(self, column: int = 0, width: int = WIDTH, *, begun: bool = False) -> None:
        self._done: list[str] = []
        self._line: list[str] = []
        self._word: list[str] = []
        self._glue = ""
        self._column = column
        self._width = width
        self._begun = begun
        self._like_json = False
        self._starts: list[int] = []  # of the commands in a comment, and their ends
        self._ends: list[int] = []

    def take(self, items: Iterable[Token], before: Kind, glue: str) -> str:
        """Add items behind a token of the kind `before`; return the glue of text behind them."""
        after, move = glue, Kind.MOVE
        for item in items:
            glue, after = after, " "
            if item.kind is move:
                self.word(glue, item.text)
                if ";" in item.text:
                    after = "\n"  # or the next token could turn a clause into a comment
            elif item.kind is Kind.ESCAPE:
                self.word("\n", f"%{item.text}")
                after = "\n"
            elif item.kind is Kind.COMMENT:
                if "}" in item.text:
                    mark = "; " if item.text.startswith(" ") else ";"
                    self.word(glue or " ", mark + item.text)
                    after = "\n"
                else:
                    self.comment(glue, item.text)
            else:
                if glue == " " and hangs_on(item, before):
                    glue = ""
                self.word(glue, item.text)
                if item.kind is Kind.OPEN:
                    after = ""
                elif item.text in LETTER_SIGNS:
                    after = "\n"  # or it could be the code of the piece that moves next
            before = item.kind
        return after

    def word(self, glue: str, text: str) -> None:
        """Add a word; without glue, text that continues the last word."""
        if glue:
            self._flush()
            self._glue = glue
        self._word.append(text)

    def comment(self, glue: str, text: str) -> None:
        """Add a comment in braces; one with line breaks of its own is not filled."""
        found = [*re.finditer(_COMMAND, text)] if "[%" in text else []
        self._starts = [match.start() for match in found]
        self._ends = [match.end() for match in found]
        brk = None if "\n" in text else self._gap(text, 0)
        first = _doubled(text) if brk is None else text[:brk]
        self.word(glue, "{" + first)
        self._like_json = bool(glue) and re.match(_LIKE_JSON, "{" + text) is not None
        if brk is not None:
            last = self._filled(text, brk + 1)
            self.word(" ", text[last:])
        self._word.append("}")

    def _filled(self, text: str, at: int) -> int:
        """Lay out the words of a comment from an offset on, except the last; return its offset."""
        # a line at a time, for there may be a hundred thousand words
        self._flush()
        while (end := self._fitting(text, at)) is not None:
            self._glue, self._word = " ", [text[at:end]]
            self._flush()
            at = end + 1
        return at

    def _fitting(self, text: str, at: int) -> int | None:
        """Find the end of the words, at least one, that fit into the line from an offset on.

        None if only the last word is left.
        """
        room = at + self._width - self._column - 1
        end = text.rfind(" ", at, room + 1)
        while end >= at:
            number = self._command(end)
            if number < 0 and re.compile(_FILLING).match(text, end) is not None:
                return end
            end = text.rfind(" ", at, end if number < 0 else self._starts[number])
        return self._gap(text, at)

    def _gap(self, text: str, at: int) -> int | None:
        """Find the first blank from an offset on where a comment may be broken."""
        while (gap := re.compile(_FILLING).search(text, at)) is not None:
            number = self._command(gap.start())
            if number < 0:
                return gap.start()
            at = self._ends[number]
        return None

    def _command(self, at: int) -> int:
        """Return the number of the command that has the character at an offset; -1: none has."""
        number = bisect_right(self._starts, at) - 1
        return number if number >= 0 and at < self._ends[number] else -1

    def _flush(self) -> None:
        if not self._word:
            return
        word, self._word = "".join(self._word), []
        size = len(word) if "\n" not in word else word.index("\n")
        glue, fits = self._glue, self._column + len(self._glue) + size <= self._width
        if self._begun and glue != "\n" and (fits or not glue):
            self._line.append(glue)
            self._column += len(glue)
        else:
            if self._begun:
                self._line.append("\n")
                self._end_line()
                self._column = 0
            if self._like_json and not self._column:
                self._line.append(" ")
                self._column = 1
        self._begun = True
        self._like_json = False
        if len(word) > self._width:
            self._end_line()
            self._done.append(word)
        else:
            self._line.append(word)
        self._column += len(word)
        if "\n" in word:
            self._column = len(word) - word.rindex("\n") - 1

    def _end_line(self) -> None:
        self._done.append("".join(self._line))
        self._line = []

    def text(self) -> str:
        """Return the lines."""
        self._flush()
        self._end_line()
        return "".join(self._done)
