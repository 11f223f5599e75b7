"""Tokenizer: lines of a stream as lexemes; the one place that knows what a token looks like.

It works on a line at a time and keeps nothing but an open comment.  Whatever it is given it goes
on: what cannot be read becomes a lexeme of its own.  Its time is linear in the text.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from aofref.findings import Code, Place
from aofref.notation import moves
from aofref.notation.records import limits
from aofref.notation.records.model import Cut, Kind, Tag, Tokens
from aofref.text import excerpt, pattern

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
_MOVE: Final = Kind.MOVE
_BAD: Final = Kind.BAD
_WORD = r"[A-Za-z][A-Za-z:]{0,9}+[0-9][A-Za-z0-9:=+#x-]{0,40}+"
_EASY_MOVE = rf"{_WORD}(?=[ \n]|\Z)(?![ \t]++e)"
_EASY_NUMBER = r"[0-9]{1,4}\.++(?=[ \nA-Za-z])"
_EASY = pattern(rf"(?:[ \n]*+(?:{_EASY_MOVE}|{_EASY_NUMBER})){{1,1000}}+")
"""Moves and move numbers, none of which anything before or behind can make something else."""
_GLUED = pattern(r"\.[A-Za-z]")
"""A number with its move behind it, and no blank between them."""
MOVES = pattern(rf"(?:{_WORD}\n){{1,1000}}+")
"""Such moves, one a line."""
TAG_LINE = pattern(r'\[(\w++) "([^"\\\n]*+)"\]\n')
_TAG_HEAD = pattern(r'\[\s*+(\w++)\s*+"')
_TAG_TAIL = pattern(r"\s*+\]")
_IN_VALUE = pattern(r'\\["\\]|["\n]')
_QUOTED = pattern(r'\\(["\\])')
_NO_TAG = pattern(r"\[[^\s(){};]*")
_BLANK = pattern(r"\s*\Z")
_MAY_END = pattern(r"\}|^[^\S\n]*+\[", re.MULTILINE)
"""What may end a comment: its brace, or a tag pair that begins a line."""


_new = tuple.__new__  # of a NamedTuple, without the cost of its own
_LONG = 1 << 16
"""A comment of more characters is not cut out of its text before that is asked for."""


class Lexeme(NamedTuple):
    """A token as it stands in the text: what it is, and what is wrong with it.

    Parentheses that follow each other are one; a tag pair has its name as `text`, and its value.
    `first` says that nothing but blanks stands before it on its line.  With a `code` it cannot be
    read, and `value` says why, if there is more to say than what stands there.  A long comment is a
    `cut`, and has no text.
    """

    kind: Kind
    text: str
    place: Place
    first: bool = False
    value: str = ""
    code: Code | None = None
    cut: Cut | None = None


def alone(kind: Kind, text: str, line: int, value: str = "") -> Lexeme:
    """Give the lexeme of what stands alone on its line, from its first column on."""
    return _new(Lexeme, (kind, text, _new(Place, (line, 1)), True, value, None, None))


class Tokenizer:
    """Turns lines into lexemes; a comment may go on from one line to the next.

    The lines are parts of one text, given one after the other.  Without `texts` they need not be,
    and comments are empty, for whoever only asks where they end.
    """

    def __init__(self, *, texts: bool = True) -> None:
        self.in_comment = False
        self._texts = texts
        self._begun = 0
        self._size = 0
        self._opened = Place(1, 1)
        self._after_blank = False

    @property
    def may_end(self) -> bool:
        """Say whether a record may end before the next line: a comment may be left open."""
        return not self.in_comment or self._after_blank

    def go_on(self, size: int, blank: bool) -> None:
        """Take so many characters of lines within a comment, on which nothing can end that.

        `blank` says whether the last of the lines is blank.
        """
        self._size += size
        self._after_blank = blank

    def through(self, text: str, at: int) -> int:
        """Take the lines from an offset on that `go_on` is for; give where they end."""
        if not self.in_comment or len(text) > limits.LINE:
            return at
        stop = _MAY_END.search(text, at)
        end = text.rfind("\n", at, stop.start() if stop is not None else len(text)) + 1
        if end <= at:
            return at
        last = text.rfind("\n", at, end - 1) + 1
        self.go_on(end - at, _BLANK.match(text, max(at, last), end) is not None)
        return end

    def lexemes(
        self, text: str, number: int, column: int = 1, begin: int = 0, end: int | None = None
    ) -> Iterator[Lexeme]:
        """Give the lexemes of the line between two offsets, which stands at a place."""
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
                self.go_on(
                    (at - 1 if at else end) - begin, _BLANK.match(text, begin, end) is not None
                )
                if not at:
                    return
                yield self._closed(text, at - 1)
        elif column == 1 and text.startswith("%", begin, end):
            line = _to_the_end(text, begin + 1, end)
            yield _checked(Kind.ESCAPE, line, Place(number, 1), limits.COMMENT)
            return
        yield from self._tokens(text, at, end, number, column - begin, column == 1 and at == begin)

    def end(self) -> Iterator[Lexeme]:
        """Give what is left when the text ends: a comment that was never closed."""
        if self.in_comment:
            yield self._never_closed()

    def _tokens(
        self, text: str, at: int, end: int, number: int, shift: int, blank_before: bool
    ) -> Iterator[Lexeme]:
        """Give the lexemes from an offset on; `shift` is what makes a column of an offset."""
        while True:
            match = _NEXT.match(text, at, end)
            assert match is not None
            name = match.lastgroup
            if name is None:
                return
            start, at = match.span(name)
            place = _new(Place, (number, shift + start))
            first, blank_before = blank_before, False
            kind = _PLAIN.get(name)
            if kind is not None:
                word = match[name]
                if kind is _MOVE and (" " in word or "\t" in word):
                    word = " ".join(word.split())
                most = limits.LINE if kind in _PARENTHESES else limits.TOKEN
                yield _checked(kind, word, place, most, first)
            elif name == "brace":
                at = text.find("}", start, end) + 1
                self.in_comment, self._begun, self._opened = True, start + 1, place
                self._size, self._after_blank = (at - 1 if at else end) - start - 1, False
                if not at:
                    return
                yield self._closed(text, at - 1)
            elif name == "line":
                comment = _to_the_end(text, at, end)
                yield _checked(Kind.COMMENT, comment.removeprefix(" "), place, limits.COMMENT)
                return
            elif name == "tag":
                at, found = _tag(text, start, end, place, first)
                yield found
            else:
                yield _checked(Kind.BAD, match[name], place, limits.TOKEN, first)

    def _closed(self, text: str, at: int) -> Lexeme:
        """Close the comment that ends at an offset."""
        self.in_comment = False
        if self._size > limits.COMMENT:
            return _beyond(self._opened, "comment", limits.COMMENT)
        comment = Lexeme(Kind.COMMENT, "", self._opened)
        if not self._texts:
            return comment
        cut = Cut(text, self._begun, at)
        return (
            comment._replace(cut=cut) if self._size > _LONG else comment._replace(text=cut.text())
        )

    def _never_closed(self) -> Lexeme:
        self.in_comment = False
        why = "the comment opened here is never closed"
        return Lexeme(Kind.BAD, "", self._opened, False, why, Code.SYNTAX)


def lexemes(text: str, start: Place) -> Iterator[Lexeme]:
    """Give the lexemes of a whole text that begins at a place of its stream."""
    tokenizer = Tokenizer()
    at, (number, column) = 0, start
    while at < len(text):
        end = text.find("\n", at) + 1 or len(text)
        for lexeme in tokenizer.lexemes(text, number, column, at, end):
            cut = lexeme.cut
            yield lexeme if cut is None else lexeme._replace(text=cut.text(), cut=None)
        number, column = number + 1, 1
        at = tokenizer.through(text, end)
        number += text.count("\n", end, at)
    yield from tokenizer.end()


def easy(text: str, at: int, start: Place, tokens: Tokens, most: int) -> tuple[int, Place]:
    """Read moves and move numbers from `at` on, up to about the first token that is anything else.

    Adds them to the tokens, never more than make `most`, and gives the offset and the place where
    they end.  They are as `lexemes` would give them, save that this takes a tenth of the time, and
    moves that stand alone on their lines a thirtieth.
    """
    line, column = start
    while True:
        while text.startswith("\n", at):
            line, column, at = line + 1, 1, at + 1
        moves_alone = MOVES.match(text, at)
        match = moves_alone or _EASY.match(text, at)
        if match is None:
            break
        block = match.group()
        if len(tokens) + len(block) > most:
            break
        at = match.end()
        rows = block.split("\n")
        if moves_alone is not None:
            rows.pop()
            tokens.add_moves(rows, line, column)
            line, column = line + len(rows), 1
            continue
        glued = _GLUED.search(block) is not None
        for row in rows:
            words = row.split(" ")
            if glued or "" in words:
                for word in words:
                    if word:
                        _easy_word(word, line, column, tokens)
                    column += len(word) + 1
                column -= 1
            else:
                tokens.add_row(words, line, column)
                column += len(row)
            line, column, ended = line + 1, 1, column
        line, column = line - 1, ended
    return at, Place(line, column)


def _easy_word(word: str, line: int, column: int, tokens: Tokens) -> None:
    """Add a move, a number, or a number with its move to the tokens."""
    if "." in word:
        end = word.rindex(".") + 1
        tokens.add(Kind.NUMBER, word[:end], line, column)
        word, column = word[end:], column + end
    if word:
        tokens.add(Kind.MOVE, word, line, column)


def head(text: str, at: int, line: int, tags: list[Tag]) -> tuple[int, int]:
    """Read tag pairs, each alone on its line and with no backslash, from the start of a line on.

    Adds them to the tags, and gives the offset and the line where they end.
    """
    while (match := TAG_LINE.match(text, at)) is not None:
        if match.end() - at > min(limits.TAG, limits.LINE):
            break
        tags.append(_new(Tag, (match[1], match[2], _new(Place, (line, 1)))))
        line, at = line + 1, match.end()
    return at, line


def is_result(text: str) -> bool:
    """Say whether a text has the form of a result."""
    return re.fullmatch(_RESULT, text) is not None


def _checked(kind: Kind, text: str, place: Place, most: int, first: bool = False) -> Lexeme:
    """Make a lexeme, unless its text is too long or cannot be read."""
    if len(text) > most:
        what = "comment" if kind in (Kind.COMMENT, Kind.ESCAPE) else "token"
        return _beyond(place, what, most)
    if kind is _BAD:
        return Lexeme(kind, text, place, first, "", Code.SYNTAX)
    return _new(Lexeme, (kind, text, place, first, "", None, None))


def _beyond(place: Place, what: str, most: int) -> Lexeme:
    why = f"this {what} is longer than {most} characters"
    return Lexeme(Kind.BAD, "", place, False, why, Code.LIMIT)


def _to_the_end(text: str, at: int, end: int) -> str:
    """Give the rest of a line without its end."""
    return text[at:end].removesuffix("\n").removesuffix("\r")


def _is_tag_line(line: str) -> bool:
    """Say whether a line is one tag pair and nothing else."""
    found = tag_at(line, len(line) - len(line.lstrip()))
    return found is not None and _BLANK.match(line, found[0]) is not None


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


def _tag(text: str, start: int, end: int, place: Place, first: bool) -> tuple[int, Lexeme]:
    """Give where the tag pair at `start` ends, and its lexeme.

    A damaged one that begins its line goes to the last bracket on it, another to the next blank.
    """
    found = tag_at(text, start, end)
    if found is not None:
        behind, name, value = found
        if len(name) + len(value) + len('[ ""]') > limits.TAG:
            beyond = _beyond(place, "tag pair", limits.TAG)
            return behind, beyond._replace(kind=Kind.TAG, first=first)
        return behind, Lexeme(Kind.TAG, name, place, first, value)
    if first:
        bracket = text.rfind("]", start, end) + 1
        behind = bracket or start + len(text[start:end].rstrip("\r\n"))
    else:
        match = _NO_TAG.match(text, start, end)
        assert match is not None
        behind = match.end()
    why = f"not a tag pair: {excerpt(text[start:behind])}"
    return behind, Lexeme(Kind.TAG, "", place, first, why, Code.BAD_TAG)
