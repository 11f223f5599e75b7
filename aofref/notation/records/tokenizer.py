"""Tokenizer: lines of a stream as lexemes; the one place that knows what a token looks like.

It works on a line at a time and keeps nothing but an open comment.  Whatever it is given it goes
on: what cannot be read becomes a lexeme of its own.  Its time is linear in the text.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from aofref.findings import Code, Place
from aofref.notation import moves, results
from aofref.notation.cells import CELL
from aofref.notation.records import limits
from aofref.notation.records.model import unfilled
from aofref.notation.records.tokens import Kind
from aofref.notation.signs import BLANK, ENDING, EVALUATION, LETTER_SIGNS, MARK, UNSEEN
from aofref.text import Parts, excerpt

_END = moves.WORD_END
_STOPS = "\u2026"  # an ellipsis
_IN_PARENTHESES = r"\([1-9][0-9]{0,3}\)"
_NUMBER = rf"{_IN_PARENTHESES}|[0-9]+[.):{_STOPS}]++|[0-9]{{1,4}}(?![0-9])|[.{_STOPS}]++"
_RESULT = rf"(?:\*|{results.SPELT}){_END}"
_TOKENS = {
    "move": rf"{moves.TOKEN}|{results.CASTLING}[+#]*+{_END}",
    "result": _RESULT,
    "number": _NUMBER,
    "brace": r"\{",
    "line": ";|//",
    "nag": r"\$[0-9]+|[!?]{1,2}",
    "open": rf"(?:(?!{_IN_PARENTHESES})\()++",
    "close": r"\)++",
    "tag": r"\[",
    "sign": f"(?:{EVALUATION}){_END}",
    "mark": f"(?:{MARK}){_END}",
    "end": rf"[{ENDING}][{BLANK}{ENDING}]*+\Z",
    "bad": rf"[^{BLANK}(){{;\[]++",
}
_NAMED = [f"(?P<{name}>{token})" for name, token in _TOKENS.items()]
_NEXT = re.compile(rf"\s*+(?:[{UNSEEN}][{BLANK}]*+)?+(?:{'|'.join(_NAMED)})?")
_PLAIN = {
    "move": Kind.MOVE,
    "result": Kind.RESULT,
    "number": Kind.NUMBER,
    "nag": Kind.NAG,
    "sign": Kind.NAG,
    "open": Kind.OPEN,
    "close": Kind.CLOSE,
}
_LONG = (Kind.OPEN, Kind.CLOSE)
"""Of these one lexeme is many tokens."""
_PLAIN_LINE = re.compile(r"[A-Za-z0-9][A-Za-z0-9.:=+# *-]*+(?=\n|\Z)")
_PLAIN_WORD = re.compile(
    r"([A-Za-z][A-Za-z:]{0,9}+[0-9][A-Za-z0-9:=+#-]{0,40}+|[0-9]{6,12})|"
    rf"([0-9]{{1,4}}\.)|{results.FORM}"
)
_MOVE: Final = Kind.MOVE
_NUMBER_KIND: Final = Kind.NUMBER
_RESULT_KIND: Final = Kind.RESULT
_BAD: Final = Kind.BAD
COURIER_LINES = re.compile(
    rf"(?:(?:[A-Z]:)?[A-Z]{{1,2}} {CELL}-{CELL}(?:#[A-Z]*)?(?:\+[A-Z]*)?\n)++"
)
"""Lines of one move each as courier writes them, without a clause.

Without it `check` takes a fifth more time for records in courier.
"""
_TAG_HEAD = re.compile(r'\[\s*+(\w++)\s*+"')
_RESULT_AT = re.compile(_RESULT)
_TAG_TAIL = re.compile(r"\s*+\]")
_IN_VALUE = re.compile(r'\\["\\]|["\n]')
_QUOTED = re.compile(r'\\(["\\])')
_NAMED_SO = re.compile(r"\[\W*+(\w*+)")
_NO_TAG = re.compile(r"\[[^\s(){};]*")
_BLANK = re.compile(rf"[{BLANK}{ENDING}]*+\Z")
_new = tuple.__new__  # of a NamedTuple, without the cost of its own


class Lexeme(NamedTuple):
    """A token as it stands in the text: what it is, and what is wrong with it.

    Parentheses that follow each other are one, and so are moves and numbers a blank apart; a tag
    pair has its name as `text`, and its value.  `first` says that nothing but blanks stands before
    it on its line.  With a `code` it cannot be read, and `value` says why, if there is more to say
    than what stands there.
    """

    kind: Kind
    text: str
    place: Place
    first: bool = False
    value: str = ""
    code: Code | None = None


class Tokenizer:
    """Turns lines into lexemes; a comment may go on from one line to the next."""

    def __init__(self) -> None:
        self.in_comment = False
        self._comment = Parts()
        self._size = 0
        self._opened = Place(1, 1)
        self._after_blank = False

    @property
    def may_end(self) -> bool:
        """Say whether a record may end before the next line: a comment may be left open."""
        return not self.in_comment or self._after_blank

    @property
    def beyond(self) -> bool:
        """Say whether the comment that is open is longer than a comment may be."""
        return self.in_comment and self._size > limits.COMMENT

    def _go_on(self, text: str) -> None:
        """Take more of the comment that is open; of one that is too long nothing is kept."""
        self._size += len(text)
        if self._size > limits.COMMENT:
            self._comment = Parts()
        else:
            self._comment.add(text)
        self._after_blank = text[-1:] == "\n" and not text.strip()

    def lexemes(
        self, text: str, number: int, column: int = 1, begin: int = 0, end: int | None = None
    ) -> Iterator[Lexeme]:
        """Read the line between two offsets, which stands at a place."""
        if end is None:
            end = len(text)
        if end - begin > limits.LINE:
            yield _beyond(Place(number, column), "line", limits.LINE)
            return
        at = begin
        if self.in_comment:
            if self._after_blank and _is_tag_line(text[begin:end]):
                yield self._never_closed()
            else:
                at = text.find("}", begin, end) + 1
                self._go_on(text[begin : at - 1 if at else end])
                if not at:
                    return
                yield self._closed()
        elif column == 1 and text.startswith("%", begin, end):
            line = _to_the_end(text, begin + 1, end)
            yield _checked(Kind.ESCAPE, line, Place(number, 1), limits.COMMENT)
            return
        yield from self._tokens(text, at, end, number, column - begin, column == 1 and at == begin)

    def end(self) -> Iterator[Lexeme]:
        """End the text: a comment that is open was never closed."""
        if self.in_comment:
            yield self._never_closed()

    def _tokens(
        self, text: str, at: int, end: int, number: int, shift: int, blank_before: bool
    ) -> Iterator[Lexeme]:
        """Read the line from an offset on; an offset and `shift` make a column."""
        while True:
            match = _NEXT.match(text, at, end)
            assert match is not None
            name = match.lastgroup
            if name is None or name == "end":
                return
            start, at = match.span(name)
            place = _new(Place, (number, shift + start))
            first, blank_before = blank_before, False
            kind = _PLAIN.get(name)
            if kind is not None:
                word = match[name]
                if kind is _MOVE and word[0] in "0O":  # a pass, or a result that begins like one
                    spelt = _RESULT_AT.match(text, start, end)
                    if spelt is not None:
                        kind, word, at = _RESULT_KIND, spelt[0], spelt.end()
                if kind is _MOVE:
                    if word in LETTER_SIGNS:
                        kind = Kind.NAG
                    elif " " in word or "\t" in word:
                        word = " ".join(word.split())
                elif kind is _RESULT_KIND:
                    word = results.normal(word)
                most = limits.LINE if kind in _LONG else limits.TOKEN
                yield _checked(kind, word, place, most, first)
            elif name == "brace":
                at = text.find("}", start, end) + 1
                self.in_comment, self._opened = True, place
                self._comment, self._size = Parts(), 0
                self._go_on(text[start + 1 : at - 1 if at else end])
                self._after_blank = False
                if not at:
                    return
                yield self._closed()
            elif name == "line":
                comment = _to_the_end(text, at, end)
                yield _checked(Kind.COMMENT, comment.removeprefix(" "), place, limits.COMMENT)
                return
            elif name == "tag":
                at, lexeme = _tag(text, start, end, place, first)
                yield lexeme
            else:
                yield _checked(Kind.BAD, match[name], place, limits.TOKEN, first)

    def _closed(self) -> Lexeme:
        self.in_comment = False
        if self._size > limits.COMMENT:
            return _beyond(self._opened, "comment", limits.COMMENT)
        text = unfilled("".join(self._comment))
        return _new(Lexeme, (Kind.COMMENT, text, self._opened, False, "", None))

    def _never_closed(self) -> Lexeme:
        self.in_comment = False
        why = "the comment opened here is never closed"
        return Lexeme(Kind.BAD, "", self._opened, False, why, Code.SYNTAX)


def lexemes(text: str, start: Place) -> Iterator[Lexeme]:
    """Read a whole text that begins at a place of its stream."""
    tokenizer = Tokenizer()
    at, (number, column) = 0, start
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        yield from tokenizer.lexemes(text, number, column, at, end)
        at, number, column = end, number + 1, 1
    yield from tokenizer.end()


def plain_line(text: str, at: int, end: int) -> tuple[list[str], bytes]:
    """Read a line that is moves, numbers and results a blank apart: its words, their kinds.

    There are none for any other line.  Most lines are so: without this `check` takes a fifth more
    time for moves that fill their lines, compiled two fifths.
    """
    match = _PLAIN_LINE.match(text, at, end) if end - at <= limits.LINE else None
    if match is None:
        return [], b""
    words = match[0].split(" ")
    kinds = bytes(map(_kind_of, words))
    return (words, kinds) if 0 not in kinds and _MOVE in kinds else ([], b"")


class _PlainKinds(dict[str, int]):
    """The kind of a move, number or result that can be nothing else, by its word; 0 of others.

    Most words of a stream come again and again.
    """

    def __missing__(self, word: str) -> int:
        if len(self) >= _MOST_KINDS:
            self.clear()
        match = _PLAIN_WORD.fullmatch(word)
        if match is None:
            kind = 0
        else:
            kind = _MOVE if match[1] else _NUMBER_KIND if match[2] else _RESULT_KIND
        self[word] = kind
        return kind


_MOST_KINDS: Final = 1 << 13
_kind_of: Final = _PlainKinds().__getitem__


def is_blank(line: str) -> bool:
    """Say whether a line shows nothing."""
    return _BLANK.match(line) is not None


def _checked(kind: Kind, text: str, place: Place, most: int, first: bool = False) -> Lexeme:
    """Make a lexeme, unless its text is too long or cannot be read."""
    if len(text) > most:
        what = "comment" if kind in (Kind.COMMENT, Kind.ESCAPE) else "token"
        return _beyond(place, what, most)
    if kind is _BAD:
        return Lexeme(kind, text, place, first, "", Code.SYNTAX)
    return _new(Lexeme, (kind, text, place, first, "", None))


def _beyond(place: Place, what: str, most: int) -> Lexeme:
    why = f"this {what} is longer than {most} characters"
    return Lexeme(Kind.BAD, "", place, False, why, Code.LIMIT)


def _to_the_end(text: str, at: int, end: int) -> str:
    """Return the rest of a line without its end."""
    return text[at:end].removesuffix("\n").removesuffix("\r")


def _is_tag_line(line: str) -> bool:
    """Say whether a line is one tag pair and nothing else."""
    tag = tag_at(line, len(line) - len(line.lstrip()))
    return tag is not None and _BLANK.match(line, tag[0]) is not None


def tag_at(text: str, start: int, end: int | None = None) -> tuple[int, str, str] | None:
    """Read the tag pair at `start`, in a line that ends at `end`: where it ends, name, value."""
    if end is None:
        end = len(text)
    head = _TAG_HEAD.match(text, start, end)
    if head is None:
        return None
    for mark in _IN_VALUE.finditer(text, head.end(), end):
        if mark.group() != '"':
            if mark.group() == "\n":
                return None
            continue
        tail = _TAG_TAIL.match(text, mark.end(), end)
        if tail is None:
            return None
        value = text[head.end() : mark.start()]
        return tail.end(), head[1], _QUOTED.sub(r"\1", value) if "\\" in value else value
    return None


def result_end(text: str, start: int) -> int:
    """Find where the result at `start` ends, however it is spelt."""
    match = _RESULT_AT.match(text, start)
    return start if match is None else match.end()


def _tag(text: str, start: int, end: int, place: Place, first: bool) -> tuple[int, Lexeme]:
    """Read the tag pair at `start`, damaged or not: where it ends, its lexeme.

    A damaged one ends at the last bracket of its line if it begins that line, else at a blank.
    """
    tag = tag_at(text, start, end)
    if tag is not None:
        behind, name, value = tag
        if len(name) + len(value) + len('[ ""]') > limits.TAG:
            beyond = _beyond(place, "tag pair", limits.TAG)
            return behind, beyond._replace(kind=Kind.TAG, text=name, first=first)
        return behind, Lexeme(Kind.TAG, name, place, first, value)
    if first:
        bracket = text.rfind("]", start, end) + 1
        behind = bracket or start + len(text[start:end].rstrip("\r\n"))
    else:
        match = _NO_TAG.match(text, start, end)
        assert match is not None
        behind = match.end()
    why = f"not a tag pair: {excerpt(text[start:behind])}"
    named = _NAMED_SO.match(text, start, behind)
    name = named[1] if named is not None else ""
    return behind, Lexeme(Kind.TAG, name, place, first, why, Code.BAD_TAG)
