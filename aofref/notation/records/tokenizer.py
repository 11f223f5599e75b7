"""Tokenizer: lines of a stream as lexemes; the one place that knows what a token looks like.

It works on a line at a time and keeps nothing but an open comment.  Whatever it is given it goes
on: what cannot be read becomes a lexeme of its own.  Its time is linear in the text.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from aofref.findings import Code, Place
from aofref.notation import moves
from aofref.notation.records import limits
from aofref.notation.records.model import Kind, Token, excerpt
from aofref.text import Gathered, pattern

_SHARE = r"[01](?:/[234])?|[23]/[34]"
_RESULT = rf"\*|(?:{_SHARE})(?:-(?:{_SHARE})){{1,3}}"
_END = r"(?=[\s(){};$!?\[*]|//|\Z)"
_STOPS = "\u2026"  # an ellipsis
_IN_PARENTHESES = r"\([1-9][0-9]{0,3}\)"
_NUMBER = rf"{_IN_PARENTHESES}|[0-9]+[.):{_STOPS}]++|[0-9]{{1,4}}(?![0-9])|[.{_STOPS}]++"
_TOKENS = {
    "move": moves.TOKEN,
    "result": f"(?:{_RESULT}){_END}",
    "number": _NUMBER,
    "brace": r"\{",
    "line": ";|//",
    "nag": r"\$[0-9]+|[!?]{1,2}",
    "open": rf"(?:(?!{_IN_PARENTHESES})\()++",
    "close": r"\)++",
    "tag": r"\[",
    "bad": r"[^\s(){;\[]++",
}
_NEXT = pattern(
    r"\s*+(?:" + "|".join(f"(?P<{name}>{token})" for name, token in _TOKENS.items()) + ")?"
)
_PLAIN = {
    "move": Kind.MOVE,
    "result": Kind.RESULT,
    "number": Kind.NUMBER,
    "nag": Kind.NAG,
    "open": Kind.OPEN,
    "close": Kind.CLOSE,
}
_PARENTHESES = (Kind.OPEN, Kind.CLOSE)
_EASY_MOVE = r"[A-Za-z][A-Za-z:]{0,5}+[0-9][A-Za-z0-9:=+#x-]{0,40}+(?=[ \n]|\Z)(?![ \t]++e)"
_EASY_NUMBER = r"[0-9]{1,4}\.++(?=[ \nA-Za-z])"
_EASY = pattern(rf"(?:[ \n]*+(?:{_EASY_MOVE}|{_EASY_NUMBER})){{1,1000}}+")
"""Moves and move numbers, none of which anything before or behind can make something else."""
_TAG_HEAD = pattern(r'\[\s*+(\w++)\s*+"')
_TAG_TAIL = pattern(r"\s*+\]")
_IN_VALUE = pattern(r'\\["\\]|["\n]')
_QUOTED = pattern(r'\\(["\\])')
_NO_TAG = pattern(r"\[[^\s(){};]*")
_BLANK = pattern(r"\s*\Z")
_MAY_END = pattern(r"\}|^[^\S\n]*+\[", re.MULTILINE)
"""What may end a comment: its brace, or a tag pair that begins a line."""
_OWN_BREAK = pattern(r"(?:\A|[ \n])\n|\n(?:[ \n]|\Z)")
"""A line break that is a comment's own: it stands beside a blank, another one, or a brace."""


_new = tuple.__new__  # of a NamedTuple, without the cost of its own


class Lexeme(NamedTuple):
    """A token as it stands in the text: what it is, and what is wrong with it.

    Parentheses that follow each other are one; a tag pair has its name as `text`, and its value.
    `first` says that nothing but blanks stands before it on its line.  With a `code` it cannot be
    read, and `value` says why, if there is more to say than what stands there.
    """

    kind: Kind
    text: str
    place: Place
    first: bool = False
    value: str = ""
    code: Code | None = None


class Tokenizer:
    """Turns lines into lexemes; a comment may go on from one line to the next.

    Without `texts` comments of several lines are empty, for whoever only asks where they end.
    """

    def __init__(self, *, texts: bool = True) -> None:
        self._texts = texts
        self._open: Gathered | None = None
        self._size = 0
        self._opened = Place(1, 1)
        self._after_blank = False

    @property
    def in_comment(self) -> bool:
        """Say whether the next line begins within a comment."""
        return self._open is not None

    @property
    def may_end(self) -> bool:
        """Say whether a record may end before the next line: a comment may be left open."""
        return self._open is None or self._after_blank

    def goes_on(self, line: str) -> bool:
        """Take a line if it lies within a comment and nothing on it can end that; else say so."""
        if self._open is None or "}" in line or "[" in line or len(line) > limits.LINE:
            return False
        if self._texts:
            self._keep(line)
        else:
            self._size += len(line)
        self._after_blank = line.isspace()
        return True

    def through(self, text: str, at: int) -> int:
        """Take the lines from an offset on that `goes_on` would take; give where they end."""
        if self._open is None or len(text) > limits.LINE:
            return at
        stop = _MAY_END.search(text, at)
        end = text.rfind("\n", at, stop.start() if stop is not None else len(text)) + 1
        if end <= at:
            return at
        self._keep(text[at:end])
        last = text.rfind("\n", at, end - 1) + 1
        self._after_blank = not text[max(at, last) : end].strip()
        return end

    def lexemes(self, line: str, number: int, column: int = 1) -> Iterator[Lexeme]:
        """Give the lexemes of a line, or of its rest from `column` on."""
        if len(line) > limits.LINE:
            yield _beyond(Place(number, column), "line", limits.LINE)
            return
        at = 0
        if self._open is not None:
            if self._after_blank and _is_tag_line(line):
                yield self._never_closed()
            else:
                at = line.find("}") + 1
                self._keep(line[: at - 1] if at else line)
                self._after_blank = not line.strip()
                if not at:
                    return
                yield self._closed()
        elif column == 1 and line.startswith("%"):
            yield _checked(Kind.ESCAPE, _to_the_end(line, 1), Place(number, 1), limits.COMMENT)
            return
        yield from self._tokens(line, at, number, column)

    def end(self) -> Iterator[Lexeme]:
        """Give what is left when the text ends: a comment that was never closed."""
        if self._open is not None:
            yield self._never_closed()

    def _tokens(self, line: str, at: int, number: int, column: int) -> Iterator[Lexeme]:
        blank_before = column == 1 and not at
        while True:
            match = _NEXT.match(line, at)
            assert match is not None
            name = match.lastgroup
            if name is None:
                return
            start, at = match.span(name)
            place = Place(number, column + start)
            first, blank_before = blank_before, False
            kind = _PLAIN.get(name)
            if kind is not None:
                text = match[name]
                if kind is Kind.MOVE and (" " in text or "\t" in text):
                    text = " ".join(text.split())
                most = limits.LINE if kind in _PARENTHESES else limits.TOKEN
                yield _checked(kind, text, place, most, first)
            elif name == "brace":
                at = line.find("}", start) + 1
                self._begin(place, line[start + 1 : at - 1] if at else line[start + 1 :])
                if not at:
                    self._after_blank = False
                    return
                yield self._closed()
            elif name == "line":
                text = _to_the_end(line, at)
                yield _checked(Kind.COMMENT, text.removeprefix(" "), place, limits.COMMENT)
                return
            elif name == "tag":
                at, found = _tag(line, start, place, first)
                yield found
            else:
                yield _checked(Kind.BAD, match[name], place, limits.TOKEN, first)

    def _begin(self, place: Place, text: str) -> None:
        self._open, self._size, self._opened = Gathered(), 0, place
        self._keep(text)

    def _keep(self, text: str) -> None:
        assert self._open is not None
        self._size += len(text)
        if self._texts and self._size <= limits.COMMENT:
            self._open.add(text)

    def _closed(self) -> Lexeme:
        assert self._open is not None
        text, self._open = self._open.text(), None
        if self._size > limits.COMMENT:
            return _beyond(self._opened, "comment", limits.COMMENT)
        return Lexeme(Kind.COMMENT, unfilled(text), self._opened)

    def _never_closed(self) -> Lexeme:
        self._open = None
        why = "the comment opened here is never closed"
        return Lexeme(Kind.BAD, "", self._opened, False, why, Code.SYNTAX)


def lexemes(text: str, start: Place) -> Iterator[Lexeme]:
    """Give the lexemes of a whole text that begins at a place of its stream."""
    tokenizer = Tokenizer()
    at, (number, column) = 0, start
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        yield from tokenizer.lexemes(text[at:end], number, column)
        number, column = number + 1, 1
        at = tokenizer.through(text, end)
        number += text.count("\n", end, at)
    yield from tokenizer.end()


def easy(text: str, at: int, start: Place, count: int, most: int) -> tuple[list[Token], int, Place]:
    """Read moves and move numbers from `at` on, up to about the first token that is anything else.

    Gives them, counted from `count` and never more than `most`, with the offset and the place where
    they end.  They are as `lexemes` would give them, save that this takes a tenth of the time.
    """
    found: list[Token] = []
    line, column = start
    while (match := _EASY.match(text, at)) is not None:
        block = match.group()
        if count + len(found) + len(block) > most:
            break
        at = match.end()
        for row in block.split("\n"):
            for word in row.split(" "):
                if word:
                    _easy_word(word, line, column, count, found)
                column += len(word) + 1
            line, column, ended = line + 1, 1, column - 1
        line, column = line - 1, ended
    return found, at, Place(line, column)


def _easy_word(word: str, line: int, column: int, count: int, found: list[Token]) -> None:
    """Add a move, a number, or a number with its move to the tokens found."""
    if "." in word:
        end = word.rindex(".") + 1
        place = _new(Place, (line, column))
        found.append(_new(Token, (Kind.NUMBER, word[:end], place, count + len(found))))
        word, column = word[end:], column + end
    if word:
        place = _new(Place, (line, column))
        found.append(_new(Token, (Kind.MOVE, word, place, count + len(found))))


def is_result(text: str) -> bool:
    """Say whether a text has the form of a result."""
    return re.fullmatch(_RESULT, text) is not None


def unfilled(text: str) -> str:
    """Undo line filling in a comment: a lone line break in it stands for a single blank.

    Where a line break stands beside a blank or another one, all of them are the comment's own.
    """
    return text if _OWN_BREAK.search(text) is not None else text.replace("\n", " ")


def _checked(kind: Kind, text: str, place: Place, most: int, first: bool = False) -> Lexeme:
    """Make a lexeme, unless its text is too long or cannot be read."""
    if len(text) > most:
        what = "comment" if kind in (Kind.COMMENT, Kind.ESCAPE) else "token"
        return _beyond(place, what, most)
    if kind is Kind.BAD:
        return Lexeme(kind, text, place, first, "", Code.SYNTAX)
    return Lexeme(kind, text, place, first)


def _beyond(place: Place, what: str, most: int) -> Lexeme:
    why = f"this {what} is longer than {most} characters"
    return Lexeme(Kind.BAD, "", place, False, why, Code.LIMIT)


def _to_the_end(line: str, at: int) -> str:
    """Give the rest of a line without its end."""
    return line[at:].removesuffix("\n").removesuffix("\r")


def _is_tag_line(line: str) -> bool:
    """Say whether a line is one tag pair and nothing else."""
    found = tag_at(line, len(line) - len(line.lstrip()))
    return found is not None and _BLANK.match(line, found[0]) is not None


def tag_at(line: str, start: int) -> tuple[int, str, str] | None:
    """Read the tag pair at `start`: where it ends, its name, its value."""
    head = _TAG_HEAD.match(line, start)
    if head is None:
        return None
    for mark in _IN_VALUE.finditer(line, head.end()):
        if mark.group() != '"':
            if mark.group() == "\n":
                return None
            continue
        tail = _TAG_TAIL.match(line, mark.end())
        if tail is None:
            return None
        value = line[head.end() : mark.start()]
        return tail.end(), head[1], _QUOTED.sub(r"\1", value) if "\\" in value else value
    return None


def _tag(line: str, start: int, place: Place, first: bool) -> tuple[int, Lexeme]:
    """Give where the tag pair at `start` ends, and its lexeme.

    A damaged one that begins its line goes to the last bracket on it, another to the next blank.
    """
    found = tag_at(line, start)
    if found is not None:
        end, name, value = found
        if len(name) + len(value) + len('[ ""]') > limits.TAG:
            beyond = _beyond(place, "tag pair", limits.TAG)
            return end, beyond._replace(kind=Kind.TAG, first=first)
        return end, Lexeme(Kind.TAG, name, place, first, value)
    if first:
        end = line.rfind("]") + 1 or len(line.rstrip("\r\n"))
    else:
        match = _NO_TAG.match(line, start)
        assert match is not None
        end = match.end()
    why = f"not a tag pair: {excerpt(line[start:end])}"
    return end, Lexeme(Kind.TAG, "", place, first, why, Code.BAD_TAG)
