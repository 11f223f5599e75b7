"""Tokenizer: lines of a stream as lexemes; the only module with the patterns of tokens.

It cuts one line at a time and keeps nothing but an open comment.  It never stops: unreadable text
becomes a BAD lexeme.  Its time is linear in the text.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from string import digits
from typing import Final, NamedTuple

from aofref.findings import Code, Place
from aofref.notation import moves, movetext, results
from aofref.notation.moves import PASSES
from aofref.notation.records import limits
from aofref.notation.records.model import DECIDING, DECISIVE, Parts, unfilled
from aofref.notation.records.tokens import Kind
from aofref.notation.signs import (
    BLANK,
    DASH,
    DASHES,
    ENDING,
    EVALUATION,
    LETTER_SIGNS,
    MARK,
    SINGLE_SIGNS,
    UNSEEN,
)
from aofref.text import excerpt

_END = moves.WORD_END
_STOPS = "\u2026"  # an ellipsis
_PLAYED = rf"(?=[ \t]*+(?:[A-Za-z]|{results.CASTLING}[+#]?{_END}))"
_NUMBERS = (
    rf"[0-9]{{1,9}}+(?:[.){_STOPS}]++(?!(?!0{{1,3}}{_END})[0-9]{{1,3}}{_END})"
    rf"(?:{DASH}{_PLAYED})?|:++(?=[{BLANK}A-Za-z]|\Z))"
    rf"|[0-9]{{1,4}}(?:(?=[A-Za-z]|{_END})|{DASH}{_PLAYED}|,(?=[ \t]++[A-Za-z]))"
    rf"|[.{_STOPS}]++(?:{DASH}{_PLAYED})?"
)
_MEASURE = r"(?:[0-9]+(?::[0-9]+)+(?:[.,][0-9]+)?|[-+]?[0-9]*[.,][0-9]+|[0-9]{1,4})"
_REMARK = rf"\((?!(?:0+|[1-9]{{4}})\))[ \t]*{_MEASURE}(?:[ \t,/]+{_MEASURE})*[ \t]*\)"
"""Numbers, times and decimals in parentheses: a remark on a move, such as the time it took."""
_SPELT = rf"(?:\*|{results.SPELT}){_END}"
_PLAIN_MOVE = (
    "(?>[A-Z]:)?+(?:(?=[A-Za-z])[A-Z0-9]{0,4}+[a-z]{1,6}+[0-9][A-Za-z0-9:=+#-]{0,40}+"
    r"(?<![=-])(?<!-[01])(?<![=-]\+)|[0-9]{6,12}+)"
)
_GLUED = (
    rf"((?:.*?[0-9](?:ep)?(?:=?[A-Z]{{1,2}})?|(?:[A-Z]:)?[0Oo](?:-[0Oo]){{1,2}})"
    r"(?:#[A-Z]*)??(?:\+[A-Z]*)??)"
    rf"(?:{EVALUATION}|{results.FORM}|{results.SPELT})"
)
"""A move, and a sign or a result right behind it."""
_SIGN_ENDS = f"{SINGLE_SIGNS}{results.FRACTIONS}{DASHES}+=>&01234"
_ENDS_PLAIN = r" (?![ \t]*(?:e\.?p|\([=A-Ze]))|\n|\Z"
_PLAIN_WORD = rf"(?:[0-9]{{1,4}}+\.(?={_ENDS_PLAIN})|{_PLAIN_MOVE}(?=[)!?]|{_ENDS_PLAIN}))"
_PLAIN = {"plain": rf"(?> ?+{_PLAIN_WORD})++"}  # no blank stands before the first
_WITHDRAWALS = "|".join(movetext.WITHDRAWALS)
_CELL = "[a-z]{1,2}[0-9]"
_SIMPLE_COURIER = (
    f"[A-Z]{{1,2}} {_CELL}-(?P<at>{_CELL})(?>; (?:[A-Z]{{1,2}}-(?P=at)|@-{_CELL}))?+"
    r"(?>#[A-Z]*+)?+(?>\+[A-Z]*+)?+"
)
_SIMPLE_WORD = rf"(?>[A-Z]:)?+(?:{_SIMPLE_COURIER}|(?:{_WITHDRAWALS}|O-O(?>-O)?+|--)[+#A-Z]*+)"
_SIMPLE_SHARE = r"[01](?:/[234])?"
_MARKS = {
    "brace": r"\{",
    "line": ";|//",
    "nag": r"\$[0-9]+|[!?]{1,2}",
    "close": r"\)++",
    "tag": r"\[",
}
_SIMPLE = {
    "open": r"(?>\((?![^()A-Za-z]*+\)))++",  # no number and no remark can follow
    "word": rf"{_SIMPLE_WORD}(?=[)!?]|{_ENDS_PLAIN})",
    "result": rf"(?:\*|1-0|0-1|1/2-1/2|{_SIMPLE_SHARE}(?:-{_SIMPLE_SHARE}){{3}})(?=\s*+\Z)",
    "number": r"[0-9]{1,9}+\.++(?=[ A-Za-z])",
    "end": r"\Z",
}
_OTHERS = {
    "move": rf"{moves.TOKEN}|{results.CASTLING}[{DASHES}+#=/]*+{_END}",
    "result": _SPELT,
    "number": _NUMBERS,
    **_MARKS,
    "remark": _REMARK,
    "open": rf"(?>(?!{_REMARK})\()++",
    "sign": f"(?:{EVALUATION}){_END}",
    "mark": f"(?:{MARK}){_END}",
    "end": rf"[{ENDING}][{BLANK}{ENDING}]*+\Z",
    "bad": rf"[^{BLANK}(){{;\[]++",
}


def _one_of(tokens: dict[str, str]) -> str:
    return "|".join(f"(?P<{name}>{token})" for name, token in tokens.items())


SIMPLE: Final = re.compile(rf"\s*+(?:{_one_of(_PLAIN | _MARKS | _SIMPLE)})")
"""The next token, if it is one of the tokens of most records."""
ANY: Final = rf"\s*+(?>[{UNSEEN}][{BLANK}]*+)?+(?:{_one_of(_PLAIN | _OTHERS)})?"
"""The next token, compiled when one is not simple."""
_KINDS = {kind.name.lower(): kind for kind in Kind if kind is not Kind.TAG}
_KINDS |= {"word": Kind.MOVE, "sign": Kind.NAG, "mark": Kind.BAD}
"""The kinds of tokens by the names of their patterns."""
_LONG = (Kind.OPEN, Kind.CLOSE)
"""Kinds whose lexeme may hold many tokens."""
_TAG = re.compile(r'\[\s*+(\w++)\s*+"((?>[^"\\\n]++|\\["\\]?+)*+)"\s*+\]')
_TORN = (
    r'\[([^\w"\]\n]*+\w++)(?:([^\n]*?)\](?=[^\S\n]*+(?:\Z|\n|\[\s*+\w++\s*+"))'
    r'|([^\S\n]*+"(?:[^"\]\n]*+|[^\]\n]*"))[^\S\n]*+(?=\Z|\n))'
)
_NAMED = rf"(?i)\b(?:{'|'.join(sorted(DECIDING))})\b"
_DECIDES = rf'{_NAMED[:4]}\[[^"\[\]\n]*{_NAMED[4:]}'
_QUOTED = r'\\(["\\])'
_CHARACTER = r'\\["\\]|.'
_NAMED_SO = r"\[\W*+(\w*+)"
_NAMED_OTHERWISE = r'\[\s*+(?!\w++\s*+")[^\s"\[]++\s*+"[^"]*+"\s*+\]'
_LINES = r"[^\n]*\n|[^\n]+"
_UNSEEN = f"[{UNSEEN}]"
_NO_TAG = r"\[[^\s(){};]*"
_EMPTY = r'\[[ \t]*+(?>"[^"\]\n]*+"|[^\s"\[\](){};]++)?+[ \t]*+\]'
"""Brackets around nothing, or around a name or a value alone."""
_BLANK = rf"[{BLANK}{ENDING}]*+\Z"
_PLAUSIBLE = rf"(?:[A-Z]:)?(?:.*[a-z]{{1,2}}[0-9]|[0-9]+|--|{PASSES}|{_WITHDRAWALS})"
LIKE_A_TAG = rf'(?i)\W*+(?:\w++\s*+"[^"]*+"?\W*+\Z|(?:{"|".join(sorted(DECISIVE))})\b)'
"""A line that may be a tag pair whose brackets or quotation marks are damaged."""
_ORDERS = f"{_WITHDRAWALS}|draw|{moves.EP}"
_NO_WORD = rf"(?:[A-Z]:)?(?:{results.CASTLING}|[Oo]{{2,3}}|{DASH}{{2}}|{PASSES}|{_ORDERS})\W*\Z"
_MOVE: Final = Kind.MOVE
_NUMBER: Final = Kind.NUMBER
_RESULT: Final = Kind.RESULT
_BAD: Final = Kind.BAD
_new = tuple.__new__  # of a NamedTuple, without the cost of its own


class Lexeme(NamedTuple):
    """A token of the text, or several that are cut as one.

    Parentheses in a row are one lexeme.  So are plain moves and numbers separated by single blanks:
    the lexeme has their `words` and `kinds`, and is a move if one of them is.  The `text` of a tag
    pair is its name, and `value` its value; where it is torn, `words` is the reason.  `first`: only
    blanks stand before it on its line.  An unreadable lexeme has a `code`; its `value` is the
    reason, empty if the text itself is.
    """

    kind: Kind
    text: str
    place: Place
    first: bool = False
    value: str = ""
    code: Code | None = None
    words: Sequence[str] = ()
    kinds: Sequence[Kind] = ()

    @property
    def is_junk(self) -> bool:
        """Whether it is a word that does not look like a move."""
        if self.kind is not _MOVE:
            return self.kind is _BAD
        return not self.kinds and re.match(_PLAUSIBLE, self.text) is None


class Tokenizer:
    """Cuts lines into lexemes; a comment may continue from one line to the next.

    `ahead` returns the lines behind the one that is cut.  They show whether a comment is closed
    that has a tag pair on a line after an empty line.
    """

    def __init__(self, ahead: Callable[[], Iterable[str]]) -> None:
        self._ahead = ahead
        self.in_comment = False
        self._is_closed = False
        self._comment = Parts()
        self._size = 0
        self._opened = Place(1, 1)
        self._after_blank = False

    @property
    def may_end(self) -> bool:
        """Whether a record may end before the next line; in a comment, only after an empty line."""
        return not self.in_comment or self._after_blank

    @property
    def beyond(self) -> bool:
        """Whether the open comment exceeds its limit."""
        return self.in_comment and self._size > limits.COMMENT

    def _go_on(self, text: str) -> None:
        """Add text to the open comment; beyond the limit nothing of it is kept."""
        self._size += len(text)
        if self._size > limits.COMMENT:
            self._comment = Parts()
        else:
            self._comment.add(text)
        self._after_blank = text[-1:] == "\n" and not text.strip()

    def _closes(self, line: str) -> bool:
        """Return whether the open comment is closed before another opens, from this line on."""
        if not self._is_closed:
            size = self._size
            for text in chain([line], self._ahead()):
                size += len(text)
                brace = re.search("[{}]", text)
                if brace is not None or size > limits.COMMENT:
                    self._is_closed = brace is not None and brace[0] == "}"
                    break
        return self._is_closed

    def lexemes(self, line: str, number: int, column: int = 1) -> Iterator[Lexeme]:
        """Cut a line of a stream, or the rest of one from a column on, into lexemes."""
        at, end, first, tagged = 0, len(line), column == 1, -1
        if end > limits.LINE:
            yield _beyond(Place(number, column), "line", limits.LINE)
            return
        if self.in_comment:
            if self._after_blank and _is_tag_line(line) and not self._closes(line):
                yield self._never_closed()
            else:
                at, first = line.find("}") + 1, False
                self._go_on(line[: at - 1] if at else line)
                if not at:
                    return
                self.in_comment = False
                if self._size > limits.COMMENT:
                    yield _beyond(self._opened, "comment", limits.COMMENT)
                else:
                    text = unfilled("".join(self._comment))
                    yield _checked(Kind.COMMENT, text, self._opened, limits.COMMENT)
        elif first and line[:1] == "%":
            escaped = _to_the_end(line, 1)
            yield _checked(Kind.ESCAPE, escaped, Place(number, 1), limits.COMMENT)
            return
        while at < end and line[at] != "\n":
            match = SIMPLE.match(line, at) or re.compile(ANY).match(line, at)
            assert match is not None
            name = match.lastgroup
            if name is None or name == "end":
                return
            start, at = match.span(name)
            place, word = _new(Place, (number, column + start)), match[name]
            kind = _KINDS.get(name)
            if name == "plain":
                words = word.split(" ")
                kinds = [_NUMBER if word[-1] == "." else _MOVE for word in words]
                play = _MOVE if _MOVE in kinds else _NUMBER
                yield _new(Lexeme, (play, word, place, first, "", None, words, kinds))
            elif kind is not None:
                if name == "move":
                    whole, word = word, word if word.isascii() else re.sub(_UNSEEN, "", word)
                    glued = re.compile(_GLUED).fullmatch(word) if word[-1] in _SIGN_ENDS else None
                    spelt = re.compile(_SPELT).match(line, start) if word[0] in "0O" else None
                    if spelt is not None:  # a pass, or a result that begins like one
                        kind, word, at = _RESULT, results.normal(spelt[0]), spelt.end()
                    elif glued is not None:
                        word = glued[1]
                        at = start + _length(whole, len(word))
                    elif word in LETTER_SIGNS:
                        kind = Kind.NAG
                    elif " " in word or "\t" in word:
                        word = " ".join(word.split())
                elif kind is _RESULT:
                    word = results.normal(word)
                most = limits.LINE if kind in _LONG else limits.TOKEN
                yield _checked(kind, word, place, most, first)
            elif name == "remark":
                yield _checked(Kind.COMMENT, word, place, limits.COMMENT)
            elif name == "brace":
                at = line.find("}", start) + 1
                if not at:
                    self.in_comment, self._opened, self._is_closed = True, place, False
                    self._comment, self._size = Parts(), 0
                    self._go_on(line[start + 1 :])
                    self._after_blank = False
                    return
                yield _checked(Kind.COMMENT, line[start + 1 : at - 1], place, limits.COMMENT)
            elif name == "line":
                comment = _to_the_end(line, at)
                yield _checked(Kind.COMMENT, comment.removeprefix(" "), place, limits.COMMENT)
                return
            else:
                follows = first or match.start() == tagged
                at, lexeme = _read_tag(line, start, place, first=first, follows=follows)
                tagged = at if lexeme.code is None else -1
                yield lexeme
            first = False

    def end(self) -> Iterator[Lexeme]:
        """End the text: yield a BAD lexeme for a comment that is still open."""
        if self.in_comment:
            yield self._never_closed()

    def _never_closed(self) -> Lexeme:
        self.in_comment = False
        why = "the comment opened here is never closed"
        return Lexeme(Kind.BAD, "", self._opened, False, why, Code.SYNTAX)


def _length(text: str, visible: int) -> int:
    """Return how long the start of a text is that has a number of visible characters."""
    seen = [at for at, character in enumerate(text) if re.match(_UNSEEN, character) is None]
    return seen[visible] if visible < len(seen) else len(text)


def lexemes(text: str, start: Place) -> Iterator[Lexeme]:
    """Cut a whole text into lexemes; `start` is its place in its stream."""
    lines, (number, column) = lines_of(text), start
    tokenizer = Tokenizer(lambda: islice(lines, number - start.line + 1, None))
    for line in lines:
        yield from tokenizer.lexemes(line, number, column)
        number, column = number + 1, 1
    yield from tokenizer.end()


def is_word(kind: Kind, text: str) -> bool:
    """Return whether a token is a word of prose: it has no digit, and is no move or order."""
    if (kind is not _MOVE and kind is not _BAD) or text[-1:] in digits:  # "" is, too
        return False
    return re.search("[0-9]", text) is None and re.match(_NO_WORD, text) is None


def is_lexeme(kind: Kind, text: str) -> bool:
    """Return whether a text is the text of one token of a kind."""
    marked = f"%{text}" if kind is Kind.ESCAPE else text
    alone = [
        (lexeme.kind, lexeme.text)
        for lexeme in lexemes(marked, Place(1, 1))
        if len(lexeme.kinds) < 2
    ]
    return alone == [(kind, text)] and (kind not in _LONG or len(text) == 1)


def why_no_comment(text: str) -> str:
    """Return why a comment cannot be written in movetext, in braces or to the end of a line."""
    if "}" in text:
        if "\n" in text:
            return "a comment of several lines contains a brace"
        if text.endswith("\r"):
            return "a comment that contains a brace ends with a carriage return"
    elif "[" in text and "\n" in text:
        reread = next(lexemes(f"{{{text}}}", Place(1, 1)))
        if reread.kind is not Kind.COMMENT:
            return "a comment has a tag pair on a line after an empty line"
    return ""


def lines_of(text: str) -> list[str]:
    """Cut a text into lines, each with its end."""
    return re.findall(_LINES, text)


def is_numbered(line: str, number: int) -> bool:
    """Return whether a line begins with a number of a move, and a move behind it."""
    begun = rf"\s*+(?=\(?0*{number}\b)(?:{_NUMBERS})(?>\s|\{{[^}}]*\}}|\$[0-9]+)*+(?={moves.TOKEN})"
    return re.compile(begun).match(line) is not None


def is_blank(line: str) -> bool:
    """Return whether a line has no visible characters."""
    text = line.strip()
    return not text or (
        (text[0] in ENDING or not text[0].isprintable()) and re.fullmatch(_BLANK, line) is not None
    )


def _checked(kind: Kind, text: str, place: Place, most: int, first: bool = False) -> Lexeme:
    """Return a lexeme; an unreadable one if its text is BAD or exceeds its limit."""
    if len(text) > most:
        what = "comment" if kind in (Kind.COMMENT, Kind.ESCAPE) else "token"
        return _beyond(place, what, most)
    if kind is _BAD:
        return Lexeme(kind, text, place, first, "", Code.SYNTAX)
    return _new(Lexeme, (kind, text, place, first, "", None, (), ()))


def _beyond(place: Place, what: str, most: int) -> Lexeme:
    why = f"this {what} is longer than {most} characters"
    return Lexeme(Kind.BAD, "", place, False, why, Code.LIMIT)


def _to_the_end(line: str, at: int) -> str:
    """Return the rest of a line without its end."""
    return line[at:].removesuffix("\n").removesuffix("\r")


def _is_tag_line(line: str) -> bool:
    """Return whether a line is one tag pair and nothing else."""
    tag = tag_at(line, len(line) - len(line.lstrip()))
    return tag is not None and is_blank(line[tag[0] :])


def tag_at(text: str, start: int) -> tuple[int, str, str] | None:
    """Read the tag pair at `start`: its end, name and value; None if there is none."""
    match = _TAG.match(text, start)
    if match is None:
        return None
    name, value = match.groups()
    return match.end(), name, unquoted(value)


def unquoted(value: str) -> str:
    """Return the value of a tag pair without the backslashes that quote."""
    return re.sub(_QUOTED, r"\1", value) if "\\" in value else value


def torn_tag_at(text: str, start: int) -> tuple[int, str, str] | None:
    """Read the damaged tag pair at `start`: its end, name and value; None if it cannot be.

    It ends at the first bracket behind which the line ends or another tag pair stands; without a
    bracket, with its line.  Its value stands between the first quotation mark and the last, or is
    all of its text; words before the first belong to the name.  A tag that may decide the game is
    not read.
    """
    match = re.compile(_TORN).match(text, start)
    if match is None or re.compile(_DECIDES).search(text, start, match.end()) is not None:
        return None
    name, inside, unclosed = match[1].lstrip(), match[2], match[3]
    before, mark, rest = (inside or unclosed or "").partition('"')
    value, last, _ = rest.rpartition('"')
    if not last:
        return match.end(), name, f"{before}{mark}{rest}".strip()
    if re.search(r"\w", before) is not None:
        name = f"{name}{before}".rstrip()
    return match.end(), name, unquoted(value)


def value_place(text: str, start: int, place: int) -> int:
    """Find where the character at a place of a tag's value stands in the tag pair at `start`."""
    match = _TAG.match(text, start)
    assert match is not None
    characters = [found.start() for found in re.compile(_CHARACTER).finditer(text, *match.span(2))]
    return characters[place] if place < len(characters) else match.end(2)


def result_end(text: str, start: int) -> int:
    """Find the end of the result at `start`, in any spelling; `start` if there is none."""
    match = re.compile(_SPELT).match(text, start)
    return start if match is None else match.end()


def _read_tag(
    line: str, start: int, place: Place, *, first: bool, follows: bool
) -> tuple[int, Lexeme]:
    """Read the tag pair at `start`, damaged or not: its end and its lexeme.

    `follows`: it begins its line, or stands behind a tag pair.  If it begins its line, one that
    cannot be read ends at the last bracket there, or with the line; else it ends at a blank, a
    parenthesis, a brace or a semicolon.
    """
    tag, torn = tag_at(line, start), list[str]()
    if tag is None and follows and (tag := torn_tag_at(line, start)) is not None:
        torn = [f"not a tag pair: {excerpt(line[start : tag[0]])}"]
    if tag is not None:
        behind, name, value = tag
        if len(name) + len(value) + len('[ ""]') > limits.TAG:
            beyond = _beyond(place, "tag pair", limits.TAG)
            return behind, beyond._replace(kind=Kind.TAG, text=name, first=first)
        return behind, _new(Lexeme, (Kind.TAG, name, place, first, value, None, torn, ()))
    empty = re.compile(_EMPTY).match(line, start)
    if empty is not None and re.search(_NAMED, empty[0]) is None:
        torn = [f"not a tag pair: {excerpt(empty[0])}"]
        return empty.end(), Lexeme(Kind.TAG, "", place, first, words=torn)
    if first:
        behind = line.rfind("]", start) + 1 or len(line.rstrip("\r\n"))
    else:
        match = re.compile(_NO_TAG).match(line, start)
        assert match is not None
        behind = match.end()
    why = f"not a tag pair: {excerpt(line[start:behind])}"
    if re.compile(_NAMED_OTHERWISE).match(line, start, behind) is not None:
        why += ": a name has letters, digits and underscores"
    named = re.compile(_NAMED_SO).match(line, start, behind)
    name = named[1] if named is not None else ""
    return behind, Lexeme(Kind.TAG, name, place, first, why, Code.BAD_TAG)
