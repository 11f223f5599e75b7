"""Records: PGN-like text, split from a stream and read by a grammar (CONTRACT 4).

The movetext is kept flat: a variation is the tokens between its parentheses, so that depth costs
nothing.  Reading never stops: what cannot be read becomes a token of its own and a finding.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

import pyparsing as pp

from aofref.findings import Code, Finding, Place, Refusal

_SHARE = r"[01](?:/[234])?|[23]/[34]"
_RESULT = rf"\*|(?:{_SHARE})(?:-(?:{_SHARE})){{1,3}}"
_TAG_START = re.compile(r'\s*\[\s*\w+\s*"')
_TAG_LINE = re.compile(r'\s*\[\s*\w+\s*"[^"]*"\s*\]\s*')
_CELL = "[a-z]{2}[0-9]{1,2}"
_ALSO = rf";[ \t]*(?:[A-Z]{{1,2}}|@)-{_CELL}"  # a further part of a courier move, no comment
_MARK = re.compile(rf"{_ALSO}|//|[{{;()]|(?<![^\s)}}])(?:{_RESULT})(?![^\s({{;)])|[^\s{{;()]+")
_IS_RESULT = re.compile(_RESULT)
_IS_NAG = re.compile(r"\$[0-9]+|[!?]{1,2}")
MOST_FINDINGS = 20
JSON_START = '{"aof":'


class Kind(Enum):
    """What a token of the movetext is."""

    MOVE = auto()
    NUMBER = auto()
    COMMENT = auto()  # in braces
    LINE_COMMENT = auto()  # from a semicolon to the end of the line
    ESCAPE = auto()  # a line that begins with a percent sign
    NAG = auto()
    OPEN = auto()
    CLOSE = auto()
    RESULT = auto()
    BAD = auto()


class Token(NamedTuple):
    """A token of the movetext: its text (without braces and the like), its place, its ordinal.

    The ordinal counts the tokens of its record from 0; -1 is a token of no record.
    """

    kind: Kind
    text: str
    place: Place
    ordinal: int = -1


class Tag(NamedTuple):
    """A tag pair and the place of its bracket."""

    name: str
    value: str
    place: Place


class RawRecord(NamedTuple):
    """The text of one record and where in the stream it begins."""

    text: str
    start: Place
    findings: tuple[Finding, ...] = ()


class Record(NamedTuple):
    """A record that has been read: tags and movetext in order, and what could not be read."""

    tags: tuple[Tag, ...]
    tokens: tuple[Token, ...]
    findings: tuple[Finding, ...]
    start: Place
    raw: RawRecord

    def tag(self, name: str) -> Tag | None:
        """Give the first tag of that name."""
        return next((tag for tag in self.tags if tag.name == name), None)

    @property
    def main_line(self) -> tuple[Token, ...]:
        """List the tokens outside variations, in order."""
        depth, found = 0, []
        for token in self.tokens:
            depth = max(0, depth - (token.kind is Kind.CLOSE))
            if not depth and token.kind not in (Kind.OPEN, Kind.CLOSE):
                found.append(token)
            depth += token.kind is Kind.OPEN
        return tuple(found)

    @property
    def result(self) -> Token | None:
        """Give the result that ends the movetext."""
        return next((token for token in reversed(self.tokens) if token.kind is Kind.RESULT), None)


# Splitting a stream -----------------------------------------------------------------------------


@dataclass(slots=True)
class _Splitter:
    """What is known of the record being collected."""

    lines: list[str]
    start: Place
    findings: list[Finding]
    in_comment: bool = False
    has_text: bool = False
    has_moves: bool = False
    has_result: bool = False
    after_blank: bool = False
    depth: int = 0
    tags: set[str] = field(default_factory=set)


def split(lines: Iterable[tuple[str, Finding | None]]) -> Iterator[RawRecord]:
    """Split a stream of lines into records, holding one record at a time.

    Each line comes with the finding that its bytes gave rise to, if any.  A tag pair after movetext
    begins a record, and so does movetext after a result.  A comment that runs on over an empty line
    to a line with a tag pair was never closed.
    """
    now = _Splitter([], Place(1, 1), [])
    for number, (line, finding) in enumerate(lines, 1):
        if line.startswith(JSON_START) and not now.in_comment:
            if now.has_text:
                yield RawRecord("".join(now.lines), now.start, tuple(now.findings))
            yield RawRecord(line, Place(number, 1), (finding,) if finding else ())
            now = _Splitter([], Place(number + 1, 1), [])
            continue
        if _TAG_START.match(line) and _begins_record(now, line):
            yield RawRecord("".join(now.lines), now.start, tuple(now.findings))
            now = _Splitter([], Place(number, 1), [])
        if _TAG_START.match(line) and not now.in_comment:
            now.tags.add(_tag_name(line))
        if finding is not None:
            now.findings.append(finding)
        at = 0
        while (cut := _scan(now, line, at)) is not None:
            yield RawRecord("".join(now.lines) + line[at:cut], now.start, tuple(now.findings))
            now = _Splitter([], Place(number, cut + 1), [])
            at = cut
        now.lines.append(line[at:])
        now.after_blank = not line.strip()
        if not now.has_text and now.after_blank:
            now.lines.clear()
            now.start = Place(number + 1, 1)
        else:
            now.has_text = True
    if now.has_text:
        yield RawRecord("".join(now.lines), now.start, tuple(now.findings))


def _begins_record(now: _Splitter, line: str) -> bool:
    if now.in_comment:
        return now.after_blank and _TAG_LINE.fullmatch(line) is not None
    again = now.after_blank and _tag_name(line) in now.tags  # a record of tags alone went before
    return now.has_moves or now.has_result or again


def _tag_name(line: str) -> str:
    return line.split('"')[0].strip(" \t[")


def _scan(now: _Splitter, line: str, at: int) -> int | None:
    """Follow a line of the record from `at`; give where movetext of the next record begins."""
    fresh = not now.has_moves and not now.has_result
    if not now.in_comment and not at and line.startswith("%"):
        return None
    if not now.in_comment and (not at or fresh) and _TAG_START.match(line, at):
        return None
    while True:
        if now.in_comment:
            closed = line.find("}", at)
            if closed < 0:
                return None
            now.in_comment, at = False, closed + 1
        mark = _MARK.search(line, at)
        if mark is None:
            return None
        at, text = mark.end(), mark.group()
        if text in (";", "//"):
            return None
        if text == "{":
            now.in_comment = True
            continue
        if now.has_result:
            if _IS_RESULT.fullmatch(text) or _IS_NAG.fullmatch(text):
                continue
            return mark.start()
        now.has_moves = True
        if text == "(":
            now.depth += 1
        elif text == ")":
            now.depth = max(0, now.depth - 1)
        elif not now.depth and _IS_RESULT.fullmatch(text):
            now.has_result = True


# The grammar ------------------------------------------------------------------------------------


class _Made:
    """A value of the grammar before its offset has been turned into a place."""

    __slots__ = ("at", "kind", "text")

    def __init__(self, kind: Kind | None, text: str, at: int) -> None:
        self.kind = kind
        self.text = text
        self.at = at


def _element(kind: Kind | None, name: str, pattern: str, left: int = 0, right: int = 0) -> pp.Regex:
    """Make a named element whose values are stripped of `left` and `right` characters."""

    def made(_text: str, at: int, found: pp.ParseResults) -> _Made:
        text: str = found[0]
        return _Made(kind, text[left : len(text) - right], at)

    element = pp.Regex(pattern)
    element.set_parse_action(made)
    element.set_name(name)
    return element


_SUFFIX = r"(?:#[A-Z]*)?(?:\+[A-Z]*)?"
_END = r"(?![^\s(){;$!?\[])"
_MOVETEXT = pp.MatchFirst(
    [
        _element(
            Kind.MOVE,
            "courier move",
            rf"(?:[A-Z]:)?[A-Z]{{1,2}}[ \t]+{_CELL}-{_CELL}(?:{_ALSO})*{_SUFFIX}{_END}",
        ),
        _element(
            Kind.MOVE,
            "move",
            rf"(?:[A-Z]:)?(?:--{_SUFFIX}|[A-Za-z][^\s(){{}};$!?\[\]]*)(?:\s*e\.p\.)?",
        ),
        _element(Kind.MOVE, "numeric move", rf"(?:[A-Z]:)?(?:0|[0-9]{{6,12}}){_SUFFIX}{_END}"),
        _element(Kind.RESULT, "result", rf"(?:{_RESULT}){_END}"),
        _element(Kind.NUMBER, "number", r"[0-9]{1,4}(?![0-9])[.)]*|\.+|\u2026"),
        _element(Kind.COMMENT, "comment", r"\{[^}]*\}", 1, 1),
        _element(Kind.BAD, "open comment", r"\{[^}]*"),
        _element(Kind.LINE_COMMENT, "line comment", r";[^\n]*", 1),
        _element(Kind.LINE_COMMENT, "courier comment", r"//[^\n]*", 2),
        _element(Kind.NAG, "annotation", r"\$[0-9]+|[!?]{1,2}"),
        _element(Kind.OPEN, "variation", r"\(+"),
        _element(Kind.CLOSE, "end of variation", r"\)+"),
        _element(Kind.ESCAPE, "escape line", r"(?:(?<=\n)|\A)%[^\n]*", 1),
        _element(None, "tag", r'\[\s*\w+\s*"(?:[^"\\\n]|\\.)*"\s*\]'),
        _element(Kind.BAD, "unreadable text", r"\[[^\n]*|[^\s(){;]+|."),
    ]
)
_GRAMMAR = pp.ZeroOrMore(_MOVETEXT).parse_with_tabs()
_TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\\n]|\\.)*)"\s*\]')


def read(raw: RawRecord) -> Record:
    """Read the text of a record.  Nothing is raised: what cannot be read is a `syntax` finding."""
    if raw.text.startswith(JSON_START):
        return _read_json(raw)
    place = _Places(raw)
    tags: list[Tag] = []
    tokens: list[Token] = []
    problems: list[tuple[str, Place]] = []
    opened: list[Place] = []
    for made in _GRAMMAR.parse_string(raw.text):
        at = place.of(made.at)
        if made.kind is None:
            tag = _read_tag(made.text, at)
            if any(token.kind in _PLAY for token in tokens):
                problems.append((f"a tag pair in the movetext: {excerpt(made.text)}", at))
            tags.append(tag)
        elif made.kind in (Kind.OPEN, Kind.CLOSE):
            depth = len(made.text)
            for _ in range(depth):
                tokens.append(Token(made.kind, made.text[0], at, len(tokens)))
            if made.kind is Kind.OPEN:
                opened.extend([at] * depth)
            else:
                if depth > len(opened):
                    problems.append(("a variation is closed that was not opened", at))
                del opened[max(0, len(opened) - depth) :]
        else:
            tokens.append(Token(made.kind, made.text, at, len(tokens)))
            if made.kind is Kind.BAD:
                problems.append((_complaint(made.text), at))
    if opened:
        problems.append(("the variation opened here is never closed", opened[0]))
    findings = [
        *raw.findings[:MOST_FINDINGS],
        *(syntax(text, at) for text, at in sorted(problems, key=lambda p: p[1])[:MOST_FINDINGS]),
    ]
    left = len(problems) - MOST_FINDINGS
    if left > 0:
        findings.append(syntax(f"and {left} more unreadable tokens", problems[-1][1]))
    start = tags[0].place if tags else place.of(0)
    return Record(tuple(tags), tuple(tokens), tuple(findings), start, raw)


def _read_json(raw: RawRecord) -> Record:
    """Read a record that `convert --to json` wrote: one object on one line."""
    at = raw.start
    try:
        data = json.loads(raw.text)
        tags = tuple(Tag(str(name), str(value), at) for name, value in data["tags"])
        tokens = tuple(
            Token(Kind[kind.upper()], str(text), at, index)
            for index, (kind, text) in enumerate(data["movetext"])
        )
        if not all(map(_is_tag, tags)) or not all(map(_is_token, tokens)):
            raise ValueError
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        finding = syntax("this is no record in JSON as `convert --to json` writes it", at)
        return Record((), (), (*raw.findings, finding), at, raw)
    depth = 0
    for token in tokens:
        depth += (token.kind is Kind.OPEN) - (token.kind is Kind.CLOSE)
        if depth < 0:
            break
    faults = [syntax("a variation is open or closed too often", at)] if depth else []
    return Record(tags, tokens, (*raw.findings, *faults), at, raw)


def _is_tag(tag: Tag) -> bool:
    return re.fullmatch(r"\w+", tag.name) is not None and "\n" not in tag.value


def _is_token(token: Token) -> bool:
    """Say whether a token from JSON could stand in movetext."""
    match token.kind:
        case Kind.NAG:
            return _IS_NAG.fullmatch(token.text) is not None
        case Kind.RESULT:
            return _IS_RESULT.fullmatch(token.text) is not None
        case Kind.BAD:
            return False
        case _:
            return "\n" not in token.text


_PLAY = (Kind.MOVE, Kind.RESULT, Kind.OPEN)


class _Places:
    """Turns offsets of a record into lines and columns of the stream."""

    def __init__(self, raw: RawRecord) -> None:
        self.starts = [0, *(match.end() for match in re.finditer("\n", raw.text))]
        self.start = raw.start

    def of(self, offset: int) -> Place:
        row = bisect_right(self.starts, offset) - 1
        column = offset - self.starts[row] + (self.start.column if row == 0 else 1)
        return Place(self.start.line + row, column)


def _read_tag(text: str, at: Place) -> Tag:
    match = _TAG.fullmatch(text)
    assert match is not None
    return Tag(match.group(1), re.sub(r"\\(.)", r"\1", match.group(2)), at)


def _complaint(text: str) -> str:
    if text.startswith("{"):
        return "the comment opened here is never closed"
    if text.startswith("["):
        return f"this is no tag pair: {excerpt(text)}"
    return f"this cannot be read: {excerpt(text)}"


def syntax(text: str, at: Place) -> Finding:
    """Make a syntax finding."""
    return Finding(Refusal(Code.SYNTAX, text=text), at)


def excerpt(text: str, most: int = 40) -> str:
    """Quote a piece of input on one line, cut short, with unprintable characters escaped."""
    cut = text if len(text) <= most else text[: most - 3] + "..."
    return (
        "'"
        + "".join(
            c if c.isprintable() else c.encode("unicode_escape", "surrogatepass").decode()
            for c in cut
        )
        + "'"
    )
