"""Words: parsers of the little languages of a game's file: pieces, castlings, conditions, arrays.

A text that does not parse raises BadText, with the expected part and the place.
"""

import re
from collections.abc import Iterator

from aofref.games.files.reader import Reader, Word, misread
from aofref.text import joined, nearest
from aofref.values import Value

# Patterns as text: `re` compiles each when it is first used.
NUMBER = "[0-9]{1,3}"
INTEGER = f"-?{NUMBER}"
NAME = "[A-Za-z0-9](?:[A-Za-z0-9 -]{0,28}[A-Za-z0-9])?"  # a piece's name, or a region's
CELL = "[a-z]{1,2}[0-9]{1,2}"
CODE = "[A-Z]{1,2}"
VERBS = ("step", "leap", "ride", "hop", "bend", "curve")
RESERVED = frozenset(  # words that are not names of pieces
    (*VERBS, "then", "over", "takes", "royal", "pawn", "orthogonals", "diagonals", "verticals")
)
FAMILIES = (
    *("orthogonals", "diagonals", "verticals", "flat orthogonals", "flat diagonals"),
    *("root-3 diagonals", "hex diagonals", "hybrid diagonals"),
)
_EDGE = "(?![A-Za-z0-9-])"
_FAMILY = "(?:(?:flat |root-3 |hex |hybrid )?(?:orthogonals|diagonals)|verticals)"
_ROOT = rf"root-{NUMBER}(?::{NUMBER})?(?! diag)"
_DIRECTION = (
    rf"\( *{INTEGER}(?: +{INTEGER}){{1,2}} *\)"
    rf"|(?:{_FAMILY}|{NUMBER}:{NUMBER}(?::{NUMBER})?|{_ROOT})(?![A-Za-z0-9:])"
)
_LEAP = rf"{NUMBER}(?: *[,;./x-] *{NUMBER}){{1,2}}(?![A-Za-z0-9:])"
_WRITTEN = r"[A-Za-z][A-Za-z0-9-]*(?: +(?!then|over)[A-Za-z0-9-]+){0,2}"
_HEADING = rf"{NAME}(?= *[,:])|{NAME}(?=[^:]*\Z)"
_PIECE = rf"(?!(?:{'|'.join(sorted(RESERVED))}){_EDGE}){NAME}(?= *(?:[+;]|\Z))"
_VERB = f"(?:{'|'.join(VERBS)}){_EDGE}"
_LIMIT = f"{NUMBER}(?![A-Za-z0-9:])"
_THEN, _OVER, _TAKES = (word + _EDGE for word in ("then", "over", "takes"))


class Clause(Value):
    """A verb, its directions, the directions behind `over` or `then`, and its limit, 0 for none."""

    verb: Word
    first: tuple[Word, ...]
    then: tuple[Word, ...] = ()
    limit: int = 0


Phrase = tuple[Clause | Word, ...]  # a word is the name of a piece


class PieceText(Value):
    """A piece's text, parsed: name, marks, terms of moving, and of capturing if they differ."""

    name: Word
    royal: bool
    pawn: bool
    moves: Phrase
    takes: Phrase | None


def piece(text: str) -> PieceText:
    """Parse `Name[, royal][, pawn]: PHRASE[; takes PHRASE]`; raises BadText."""
    reader = Reader(text)
    name = reader.need(_HEADING, "a name of letters, digits, blanks and hyphens, 30 at most")
    marks, first = list[str](), reader.skip()
    while reader.look(","):
        marks.append(reader.need(f"(?:royal|pawn){_EDGE}", "royal or pawn"))
    if len(set(marks)) < len(marks):
        raise misread("expected each mark once", first)
    reader.need(":", "a colon")
    moves, takes = _phrase(reader), None
    if reader.look(";"):
        reader.need(_TAKES, "takes")
        takes = _phrase(reader)
    reader.end("phrase")
    return PieceText(name, "royal" in marks, "pawn" in marks, moves, takes)


def _phrase(reader: Reader) -> Phrase:
    terms = [_term(reader)]
    while reader.look(r"\+"):
        terms.append(_term(reader))
    return tuple(terms)


def _term(reader: Reader) -> Clause | Word:
    verb = reader.look(_VERB)
    if verb is None:
        return reader.need(_PIECE, "a verb or a piece")
    if verb == "curve":
        family = reader.need(_FAMILY + _EDGE, "orthogonals or hex diagonals")
        return Clause(verb, (family,), limit=_limit(reader.need(_LIMIT, "a number")))
    number = reader.look(_LIMIT) if verb in ("ride", "hop", "bend") else None
    limit = _limit(number) if number else 0
    first, then = _directions(reader), tuple[Word, ...]()
    if verb == "bend":
        reader.need(_THEN, "then")
        then = _directions(reader)
    elif verb in ("step", "leap") and reader.look(_OVER):
        then = _directions(reader)
    return Clause(verb, first, then, limit)


def _limit(number: Word) -> int:
    if not int(number):
        raise misread("expected a number from 1", number.at)
    return int(number)


def _directions(reader: Reader) -> tuple[Word, ...]:
    directions: list[Word] = []
    while True:
        comma = not directions or reader.look(",")
        direction = reader.look(_DIRECTION)
        if direction is None and comma:
            meant = _meant(reader.text[reader.at :], behind_comma=bool(directions))
            raise misread(f"expected a direction{meant}", reader.at)
        if direction is None:
            return tuple(directions)
        directions.append(direction)


def _meant(rest: str, *, behind_comma: bool) -> str:
    """Return what may have been meant in place of a direction, as the end of a message."""
    joins = "is joined by +, not by a comma"
    if behind_comma and (verb := re.match(_VERB, rest)):
        return f": {verb[0]} {joins}"
    if leap := re.match(_LEAP, rest):
        return f": {leap[0]} is written {':'.join(re.findall(NUMBER, leap[0]))}"
    if written := re.match(_WRITTEN, rest):
        named = " ".join(re.split("[ -]+", written[0].lower()))
        named = re.sub(r"^root ?3(?= |\Z)", "root-3", named)
        for length in (3, 2, 1):  # the number of words of the direction
            near = nearest(" ".join(named.split()[:length]), FAMILIES, 1)
            if near:
                return f": {near[0]}?"
    if behind_comma and (name := re.match(_PIECE, rest)):
        return f": {name[0]} {joins}"
    return f"; a direction is {joined(FAMILIES[:3])}, 2:1 or (1 0)"


WalkText = tuple[Word, Word, Word]  # code, the cell that the piece leaves, the cell it comes to


def castling(text: str) -> tuple[WalkText, WalkText]:
    """Parse the two walks of a castling, such as `K e1-g1; R h1-f1`; raises BadText."""
    reader = Reader(text)
    royal = _walk(reader)
    reader.need(";", "a semicolon, and the piece that goes with the royal one")
    companion = _walk(reader)
    reader.end("castling")
    return royal, companion


def _walk(reader: Reader) -> WalkText:
    code = reader.need(CODE, "a piece's code, as in K e1-g1; R h1-f1")
    origin = reader.need(CELL, "a cell")
    reader.need("-", "a hyphen")
    return code, origin, reader.need(CELL, "a cell")


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
    """Parse a condition, such as `x+y = -5..5`; raises BadText."""
    reader = Reader(text)
    times = {"x": 0, "y": 0, "z": 0}
    sign = reader.look("[+-]") or "+"
    while sign:
        times[reader.need("[xyz]", "x, y or z")] += -1 if sign == "-" else 1
        sign = reader.look("[+-]") or ""
    bound = reader.need("[<>]?=", "=, >= or <=")
    least = most = _integer(reader)
    if bound == "=" and reader.look(r"\.\."):
        most = _integer(reader)
    reader.end("condition")
    if least > most:
        raise misread("a range goes from the smaller number to the greater", bound.at + 1)
    least, most = (least if bound != "<=" else -FAR), (most if bound != ">=" else FAR)
    return Condition((times["x"], times["y"], times["z"]), least, most)


def _integer(reader: Reader) -> int:
    return int(reader.need(f"{INTEGER}(?![0-9])", "a number"))


def tokens(text: str) -> Iterator[Word]:
    """Yield words and semicolons."""
    for match in re.finditer(r"[^\s;]+|;", text):
        yield Word(match[0], match.start())
