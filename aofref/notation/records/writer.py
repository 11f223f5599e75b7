"""Writer: a record laid out as text, which is read again token by token as it was."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from aofref.games.model import VariantData
from aofref.notation.records.tokens import Kind, Token
from aofref.notation.results import OPEN
from aofref.notation.signs import LETTER_SIGNS

WIDTH = 79
_LIKE_JSON = r'(?s)\{\s*"(?:aof"|(?>[^"\\]|\\.)*+(?:"\s*(?::|\Z)|\Z))'
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
    return _filled(_words(items, Kind.RESULT, " "), 0, WIDTH, begun=False) + "\n\n"


def write_within(
    items: Sequence[Token], before: Kind, gap: str, column: int, width: int = WIDTH
) -> tuple[str, bool]:
    """Lay out a gap and items behind text that ends at a column with a token of the kind `before`.

    A gap that is a blank or a line break may become the other.  Also return whether their line must
    end behind them.
    """
    is_glue = gap in (" ", "\n")
    lead, glue = ("", gap) if is_glue else (gap, " ")
    words = _words(items, before, glue)
    text = _filled(words, column_behind(lead, column), width, begun=is_glue)
    after = _glue_behind(items[-1]) if items else glue
    # a text that is not read again drops no character
    return lead + re.sub(_LOST, "", text), after == "\n"


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
            text = item.text
            if "\n" in text or text.endswith("\r"):  # which needs its braces
                comment = f"{{{_doubled(text)}}}"
                lines.append(f" {comment}" if re.match(_LIKE_JSON, comment) else comment)
            else:
                lines.append(f"// {text}" if text else "//")
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


def _glue_behind(item: Token) -> str:
    """Return what stands behind an item: a line break if its line must end, nothing or a blank."""
    kind, text = item.kind, item.text
    if kind is Kind.MOVE:  # the next token could turn a clause into a comment
        return "\n" if ";" in text else " "
    if kind is Kind.COMMENT:  # a club has a line for each ply
        return "\n" if "}" in text or text.startswith("[%mail ") else " "
    if kind is Kind.OPEN:
        return ""
    # a sign of letters could be the code of the piece that moves next
    return "\n" if kind is Kind.ESCAPE or text in LETTER_SIGNS else " "


_Word = tuple[str, str, bool]
"""Its glue, a blank, a line break or nothing, its text, and whether it could begin JSON."""


def _words(items: Iterable[Token], before: Kind, glue: str) -> Iterator[_Word]:
    """Yield the words of items behind a token; one without glue continues the word before it."""
    for item in items:
        kind, text = item.kind, item.text
        if kind is Kind.MOVE:
            yield glue, text, False
        elif kind is Kind.ESCAPE:
            yield "\n", f"%{text}", False
        elif kind is not Kind.COMMENT:
            yield "" if glue == " " and hangs_on(item, before) else glue, text, False
        elif "}" in text:
            mark = "; " if text.startswith(" ") else ";"
            yield glue or " ", mark + text, False
        else:
            word, at = "{", 0
            is_like_json = bool(glue) and re.match(_LIKE_JSON, "{" + text) is not None
            # a comment with line breaks of its own is not filled
            for match in () if "\n" in text else re.finditer(_FILLING, text):
                if match[1]:
                    yield glue, word + text[at : match.start()], is_like_json
                    word, at, glue, is_like_json = "", match.end(), " ", False
            yield glue, f"{word}{_doubled(text[at:])}}}", is_like_json
        glue, before = _glue_behind(item), kind


def _filled(words: Iterable[_Word], column: int, width: int, *, begun: bool) -> str:
    """Fill lines with words, the first at a column, behind text if it is `begun`."""
    done, glue, is_like_json = list[str](), "", False
    word: str | None = None
    for before, text, is_like in chain(words, [(" ", "", False)]):
        if word is not None:
            if not before:
                word += text
                continue
            size = len(word) if "\n" not in word else word.index("\n")
            fits = glue != "\n" and column + len(glue) + size <= width
            if begun and (fits or not glue):
                done.append(glue)
                column += len(glue)
            else:
                if begun:
                    done.append("\n")
                    column = 0
                if is_like_json and not column:
                    done.append(" ")
                    column = 1
            begun = True
            done.append(word)
            column = column + size if size == len(word) else column_behind(word, column)
        word, glue, is_like_json = text, before, is_like
    return "".join(done)
