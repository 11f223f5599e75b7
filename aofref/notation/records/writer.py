"""Writer: a record laid out as text, which is read again token by token as it was."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from aofref.games.model import VariantData
from aofref.notation.records.tokens import Kind, Token
from aofref.notation.results import OPEN
from aofref.notation.signs import LETTER_SIGNS

WIDTH = 79
_LIKE_JSON = r'(?s)\{\s*"(?:aof"|(?:[^"\\]|\\.)*+(?:"\s*(?::|\Z)|\Z))'
"""The start of a comment that, at the start of a line, could be read as a record in JSON."""
_COMMAND = r"\[%(?:(?!\[%)[^\]])*\]"
"""A command in a comment, which is not broken: other programs read it as one."""
_FILLING = rf"{_COMMAND}|( )(?<=\S )(?=[^\s\ufeff])"
"""A single blank, where a comment may be broken; no line becomes empty or begins with a BOM."""
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
    once = re.sub(_LOST, "", out.text())  # a text that is not read again drops no character
    return lead + once, after == "\n"


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
        self._word: list[str] = []
        self._glue = ""
        self._column = column
        self._width = width
        self._begun = begun
        self._like_json = False

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
        filling = () if "\n" in text else re.finditer(_FILLING, text)
        breaks = (match.start() for match in filling if match[1])
        first = next(breaks, None)
        self.word(glue, "{" + (_doubled(text) if first is None else text[:first]))
        self._like_json = bool(glue) and re.match(_LIKE_JSON, "{" + text) is not None
        if first is not None:
            self.word(" ", self._filled(text, first + 1, breaks))
        self._word.append("}")

    def _filled(self, text: str, at: int, breaks: Iterator[int]) -> str:
        """Lay out the words of a comment from an offset on; return those behind the last break."""
        # a line at a time, for there may be a hundred thousand words
        self._flush()
        end = 0  # of the words that fit into the line, or of the first
        for brk in breaks:
            if end and brk >= at + self._width - self._column:
                at = self._laid(text, at, end)
            end = brk
        return text[self._laid(text, at, end) if end else at :]

    def _laid(self, text: str, at: int, end: int) -> int:
        """Lay out words of a comment; return the offset of those behind them."""
        self._glue, self._word = " ", [text[at:end]]
        self._flush()
        return end + 1

    def _flush(self) -> None:
        if not self._word:
            return
        word, self._word = "".join(self._word), []
        size = len(word) if "\n" not in word else word.index("\n")
        glue, fits = self._glue, self._column + len(self._glue) + size <= self._width
        if self._begun and glue != "\n" and (fits or not glue):
            self._done.append(glue)
            self._column += len(glue)
        else:
            if self._begun:
                self._done.append("\n")
                self._column = 0
            if self._like_json and not self._column:
                self._done.append(" ")
                self._column = 1
        self._begun = True
        self._like_json = False
        self._done.append(word)
        self._column = column_behind(word, self._column)

    def text(self) -> str:
        """Return the lines."""
        self._flush()
        return "".join(self._done)
