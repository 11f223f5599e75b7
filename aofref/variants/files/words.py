"""Words: parsers of the little languages of a game's file: phrases of pieces, and conditions.

A text that does not parse raises Misread, with the expected part and the place.
"""

import re
from collections.abc import Iterator

from aofref.findings import Code
from aofref.text import joined, nearest
from aofref.values import Value

NUMBER = "[0-9]{1,3}"
INTEGER = f"-?{NUMBER}"
NAME = "[A-Za-z0-9](?:[A-Za-z0-9 -]{0,28}[A-Za-z0-9])?"  # a piece's name, or a region's
CELL = "[a-z]{1,2}[0-9]{1,2}"
CODE = "[A-Z]{1,2}"
VERBS = ("step", "leap", "ride", "hop", "bend", "curve")
RESERVED = frozenset(  # words that are not names of pieces
    (*VERBS, "then", "over", "takes", "royal", "pawn", "orthogonals", "diagonals", "verticals")
)

_EDGE = "(?![A-Za-z0-9-])"
_FAMILY = "(?:(?:flat |root-3 |hex |hybrid )?(?:orthogonals|diagonals)|verticals)"
_ROOT = rf"root-{NUMBER}(?::{NUMBER})?(?! diag)"
_DIRECTION = re.compile(
    rf"\( *{INTEGER}(?: +{INTEGER}){{1,2}} *\)"
    rf"|(?:{_FAMILY}|{NUMBER}:{NUMBER}(?::{NUMBER})?|{_ROOT})(?![A-Za-z0-9:])"
)
_LEAP = re.compile(rf"{NUMBER}(?: *[,;./x-] *{NUMBER}){{1,2}}(?![A-Za-z0-9:])")
_WRITTEN = re.compile(r"[A-Za-z][A-Za-z0-9-]*(?: +(?!then|over)[A-Za-z0-9-]+){0,2}")
FAMILIES = (
    *("orthogonals", "diagonals", "verticals", "flat orthogonals", "flat diagonals"),
    *("root-3 diagonals", "hex diagonals", "hybrid diagonals"),
)
_HEADING = re.compile(rf"{NAME}(?= *[,:])|{NAME}(?=[^:]*\Z)")
_PIECE = re.compile(rf"(?!(?:{'|'.join(RESERVED)}){_EDGE}){NAME}(?= *(?:[+;]|\Z))")
_VERB = re.compile(f"(?:{'|'.join(VERBS)}){_EDGE}")
_CURVING = re.compile(f"{_FAMILY}{_EDGE}")
_LIMIT = re.compile(f"{NUMBER}(?![A-Za-z0-9:])")
_MARK = re.compile(f"(?:royal|pawn){_EDGE}")
_THEN, _OVER, _TAKES = (re.compile(word + _EDGE) for word in ("then", "over", "takes"))
_COMMA, _COLON, _SEMICOLON, _PLUS = map(re.compile, (",", ":", ";", r"\+"))
_AXIS, _SIGN, _EQUALS, _BOUND, _DOTS = map(re.compile, ("[xyz]", "[+-]", "=", "[<>]=", r"\.\."))
_A_CODE, _A_CELL, _HYPHEN = re.compile(CODE), re.compile(CELL), re.compile("-")
_INTEGER = re.compile(f"{INTEGER}(?![0-9])")


class Misread(ValueError):
    """The fault of a text, and its offset there, from 0."""

    def __init__(self, what: str, at: int, code: Code = Code.BAD_GAME) -> None:
        super().__init__(what)
        self.at, self.code = at, code


class _Reader:
    """A text, and the offset up to which it has been parsed."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def blanks(self) -> int:
        """Skip blanks, and return the offset behind them."""
        while self.text.startswith(" ", self.at):
            self.at += 1
        return self.at

    def look(self, pattern: re.Pattern[str]) -> str | None:
        """Skip blanks and consume a match of a pattern; None if there is no match."""
        match = pattern.match(self.text, self.blanks())
        if match is None:
            return None
        self.at = match.end()
        return match[0]

    def need(self, pattern: re.Pattern[str], what: str) -> str:
        """Consume a match of a pattern; raises Misread, with `what` as expected."""
        text = self.look(pattern)
        if text is None:
            raise Misread(f"expected {what}", self.at)
        return text

    def end(self, what: str) -> None:
        """Check that only blanks are left; raises Misread."""
        if self.blanks() < len(self.text):
            raise Misread(f"expected the end of the {what}", self.at)


class Target(Value):
    """A direction as it is written, and its offset."""

    text: str
    at: int


class Clause(Value):
    """A verb, its directions, the directions behind `over` or `then`, and its limit, 0 for none."""

    verb: str
    first: tuple[Target, ...]
    then: tuple[Target, ...]
    limit: int
    at: int


class PieceName(Value):
    """A piece named in a phrase."""

    name: str
    at: int


class PieceText(Value):
    """A piece's text, parsed: name, marks, terms of moving, and of capturing if they differ."""

    name: str
    royal: bool
    pawn: bool
    moves: tuple[Clause | PieceName, ...]
    takes: tuple[Clause | PieceName, ...] | None


def piece(text: str) -> PieceText:
    """Parse `Name[, royal][, pawn]: PHRASE[; takes PHRASE]`; raises Misread."""
    reader = _Reader(text)
    name = reader.need(_HEADING, "a name of letters, digits, blanks and hyphens, 30 at most")
    marks = list[str]()
    first = reader.blanks()
    while reader.look(_COMMA):
        marks.append(reader.need(_MARK, "royal or pawn"))
    if len(set(marks)) < len(marks):
        raise Misread("expected each mark once", first)
    reader.need(_COLON, "a colon")
    moves = _phrase(reader)
    takes = None
    if reader.look(_SEMICOLON):
        reader.need(_TAKES, "takes")
        takes = _phrase(reader)
    reader.end("phrase")
    return PieceText(name, "royal" in marks, "pawn" in marks, moves, takes)


def _phrase(reader: _Reader) -> tuple[Clause | PieceName, ...]:
    terms = [_term(reader)]
    while reader.look(_PLUS):
        terms.append(_term(reader))
    return tuple(terms)


def _term(reader: _Reader) -> Clause | PieceName:
    verb = reader.look(_VERB)
    if verb is None:
        name = reader.need(_PIECE, "a verb or a piece")
        return PieceName(name, reader.at - len(name))
    at, limit, then = reader.at - len(verb), 0, tuple[Target, ...]()
    if verb == "curve":
        family = reader.need(_CURVING, "orthogonals or hex diagonals")
        ring = Target(family, reader.at - len(family))
        return Clause(verb, (ring,), (), _limit(reader, reader.need(_LIMIT, "a number")), at)
    if verb in ("ride", "hop", "bend") and (number := reader.look(_LIMIT)):
        limit = _limit(reader, number)
    first = _targets(reader)
    if verb == "bend":
        reader.need(_THEN, "then")
        then = _targets(reader)
    elif verb in ("step", "leap") and reader.look(_OVER):
        then = _targets(reader)
    return Clause("leap" if verb == "step" else verb, first, then, limit, at)


def _limit(reader: _Reader, number: str) -> int:
    if not int(number):
        raise Misread("expected a number from 1", reader.at - len(number))
    return int(number)


def _targets(reader: _Reader) -> tuple[Target, ...]:
    targets: list[Target] = []
    while True:
        comma = not targets or reader.look(_COMMA)
        text = reader.look(_DIRECTION)
        if text is None and comma:
            raise Misread(f"expected a direction{_meant(reader, bool(targets))}", reader.at)
        if text is None:
            return tuple(targets)
        targets.append(Target(text, reader.at - len(text)))


def _meant(reader: _Reader, behind_comma: bool) -> str:
    """Return what may have been meant in place of a direction, as the end of a message."""
    rest = reader.text[reader.at :]
    joins = "is joined by +, not by a comma"
    if behind_comma and (verb := _VERB.match(rest)):
        return f": {verb[0]} {joins}"
    if leap := _LEAP.match(rest):
        return f": {leap[0]} is written {':'.join(re.findall(NUMBER, leap[0]))}"
    if written := _WRITTEN.match(rest):
        named = " ".join(re.split("[ -]+", written[0].lower()))
        named = re.sub(r"^root ?3(?= |\Z)", "root-3", named)
        for length in (3, 2, 1):  # the number of words of the direction
            near = nearest(" ".join(named.split()[:length]), FAMILIES, 1)
            if near:
                return f": {near[0]}?"
    if behind_comma and (name := _PIECE.match(rest)):
        return f": {name[0]} {joins}"
    return f"; a direction is {joined(FAMILIES[:3])}, 2:1 or (1 0)"


class WalkText(Value):
    """A walk in castling as it is written: code, two cells, and the offsets of the three."""

    code: str
    origin: str
    destination: str
    code_at: int
    origin_at: int
    destination_at: int


def castling(text: str) -> tuple[WalkText, WalkText]:
    """Parse the two walks of a castling, such as `K e1-g1; R h1-f1`; raises Misread."""
    reader = _Reader(text)
    royal = _walk(reader)
    reader.need(_SEMICOLON, "a semicolon, and the piece that goes with the royal one")
    companion = _walk(reader)
    reader.end("castling")
    return royal, companion


def _walk(reader: _Reader) -> WalkText:
    code = reader.need(_A_CODE, "a piece's code, as in K e1-g1; R h1-f1")
    code_at = reader.at - len(code)
    origin = reader.need(_A_CELL, "a cell")
    origin_at = reader.at - len(origin)
    reader.need(_HYPHEN, "a hyphen")
    destination = reader.need(_A_CELL, "a cell")
    at = reader.at - len(destination)
    return WalkText(code, origin, destination, code_at, origin_at, at)


class Condition(Value):
    """A sum of coordinates, each taken `times` times, and its bounds, included."""

    times: tuple[int, int, int]
    least: int
    most: int

    def holds(self, x: int, y: int, z: int) -> bool:
        """Return whether a cell meets it."""
        a, b, c = self.times
        return self.least <= a * x + b * y + c * z <= self.most


FAR = 10**6  # more than any sum


def condition(text: str) -> Condition:
    """Parse a condition, such as `x+y = -5..5`; raises Misread."""
    reader = _Reader(text)
    times = {"x": 0, "y": 0, "z": 0}
    sign = reader.look(_SIGN) or "+"
    while sign:
        times[reader.need(_AXIS, "x, y or z")] += -1 if sign == "-" else 1
        sign = reader.look(_SIGN) or ""
    bound = "=" if reader.look(_EQUALS) else reader.need(_BOUND, "=, >= or <=")
    least = most = int(reader.need(_INTEGER, "a number"))
    if bound == "=" and reader.look(_DOTS):
        most = int(reader.need(_INTEGER, "a number"))
    reader.end("condition")
    least, most = (least if bound != "<=" else -FAR), (most if bound != ">=" else FAR)
    return Condition((times["x"], times["y"], times["z"]), least, most)


def tokens(text: str) -> Iterator[tuple[str, int]]:
    """Yield words and semicolons, each with its offset."""
    for match in re.finditer(r"[^\s;]+|;", text):
        yield match[0], match.start()
