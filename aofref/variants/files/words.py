"""Words: the little languages of a game's file as patterns: phrases of pieces, conditions.

A right text is read by these; `grammar` says where a wrong one goes wrong, and tests hold the two
together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

NUMBER = "[0-9]{1,3}"
FAMILY = "(?:flat |root-3 |hex |hybrid )?(?:orthogonals|diagonals)|verticals"
RATIO = f"{NUMBER}:{NUMBER}(?::{NUMBER})?"
ROOT = f"root-{NUMBER}(?::{NUMBER})?"
INTEGER = f"-?{NUMBER}"
VECTOR = rf"\( *{INTEGER}(?: +{INTEGER}){{1,2}} *\)"
TARGET = rf"(?:{FAMILY}|{RATIO}|{ROOT}(?! diag)|{VECTOR})"
VERBS = ("step", "leap", "ride", "hop", "bend", "curve")
RESERVED = frozenset(
    [*VERBS, "then", "over", "takes", "royal", "pawn", "orthogonals", "diagonals", "verticals"]
)
"""What no piece may be called."""
NAME = "[A-Za-z0-9](?:[A-Za-z0-9 -]{0,28}[A-Za-z0-9])?"
"""A piece's name, or a region's."""
CELL = "[a-z]{1,2}[0-9]{1,2}"
CODE = "[A-Z]{1,2}"

_TARGET = re.compile(TARGET)
_HEAD = re.compile(rf" *({NAME}) *((?:, *(?:royal|pawn) *)*):")
_BETWEEN = re.compile(r" *, *| +|(?=\()|(?<=\))")
_VERB = re.compile(rf"(step|leap|ride|hop|bend|curve)(?: +({NUMBER})(?!:))? +")
_THEN = re.compile(" +(over|then) +")
_STEPS = re.compile(rf" +({NUMBER})")
_FOLLOWS = {"step": "over", "leap": "over", "bend": "then"}
_CONDITION = re.compile(
    rf" *([+-]? *[xyz](?: *[+-] *[xyz])*) *(=|>=|<=) *({INTEGER})(?: *\.\. *({INTEGER}))? *"
)
_SIGNED = re.compile("([+-]?) *([xyz])")


class Target(NamedTuple):
    """A direction as it is written, and where."""

    text: str
    at: int


class Clause(NamedTuple):
    """A verb with its directions and those of `over` or `then`, and its limit, 0 for none."""

    verb: str
    first: tuple[Target, ...]
    then: tuple[Target, ...]
    limit: int
    at: int


class Other(NamedTuple):
    """A piece named in a phrase."""

    name: str
    at: int


class Sort(NamedTuple):
    """What a piece's text says: its name, its marks, its terms, and those that it takes by."""

    name: str
    royal: bool
    pawn: bool
    moves: tuple[Clause | Other, ...]
    takes: tuple[Clause | Other, ...] | None


def sort(text: str) -> Sort | None:
    """Read what the file says of a piece; None if it is not so written."""
    head = _HEAD.match(text)
    if head is None:
        return None
    moves, semicolon, takes = text[head.end() :].partition(";")
    parts = [_terms(text, head.end(), head.end() + len(moves))]
    if semicolon:
        start = head.end() + len(moves) + 1
        if not re.match(" *takes +", takes):
            return None
        start += len(takes) - len(takes.lstrip().removeprefix("takes"))
        parts.append(_terms(text, start, len(text)))
    if None in parts:
        return None
    first, *rest = (part for part in parts if part is not None)
    marks = head[2].replace(",", " ").split()
    if len(set(marks)) < len(marks):
        return None
    return Sort(head[1], "royal" in marks, "pawn" in marks, first, rest[0] if rest else None)


def _terms(text: str, start: int, end: int) -> tuple[Clause | Other, ...] | None:
    found = []
    for part in text[start:end].split("+"):
        at = start + len(part) - len(part.lstrip())
        term = _term(text, at, start + len(part.rstrip()))
        if term is None:
            return None
        found.append(term)
        start += len(part) + 1
    return tuple(found)


def _term(text: str, at: int, end: int) -> Clause | Other | None:
    """Read a clause, or the name of another piece."""
    head = _VERB.match(text, at, end)
    if head is None:
        first = text[at:end].split(" ", 1)[0]
        named = first not in RESERVED and re.fullmatch(NAME, text[at:end])
        return Other(text[at:end], at) if named else None
    verb, limit = head[1], int(head[2] or 0)
    if head[2] is not None and (verb in ("step", "leap", "curve") or not limit):
        return None
    targets, place = _targets(text, head.end(), end)
    then: tuple[Target, ...] = ()
    if (found := _THEN.match(text, place, end)) is not None and found[1] == _FOLLOWS.get(verb):
        then, place = _targets(text, found.end(), end)
        if not then:
            return None
    if verb == "curve" and (found := _STEPS.match(text, place, end)) is not None:
        limit, place = int(found[1]), found.end()
    whole = targets and place == end
    if (
        not whole
        or (verb == "bend" and not then)
        or (verb == "curve" and (not limit or targets[1:]))
    ):
        return None
    return Clause("leap" if verb == "step" else verb, targets, then, limit, at)


def _targets(text: str, at: int, end: int) -> tuple[tuple[Target, ...], int]:
    """Read directions as far as they go, and give the place behind them."""
    found: list[Target] = []
    start = at
    while (one := _TARGET.match(text, start, end)) is not None:
        found.append(Target(one.group(), start))
        at = one.end()
        between = _BETWEEN.match(text, at, end)
        if between is None:
            break
        start = between.end()
    return tuple(found), at


class Condition(NamedTuple):
    """A sum of coordinates, how often each is added, and the bounds that it lies in."""

    times: tuple[int, int, int]
    least: int
    most: int

    def holds(self, x: int, y: int, z: int) -> bool:
        """Say whether a cell meets it."""
        a, b, c = self.times
        return self.least <= a * x + b * y + c * z <= self.most


FAR = 10**6
"""More than any sum comes to."""


def condition(text: str) -> Condition | None:
    """Read a condition; None if it is not so written."""
    found = _CONDITION.fullmatch(text)
    if found is None or (found[4] is not None and found[2] != "="):
        return None
    times = {"x": 0, "y": 0, "z": 0}
    for sign, axis in _SIGNED.findall(found[1]):
        times[axis] += -1 if sign == "-" else 1
    value = int(found[3])
    least = -FAR if found[2] == "<=" else value
    most = FAR if found[2] == ">=" else value if found[4] is None else int(found[4])
    return Condition((times["x"], times["y"], times["z"]), least, most)


def tokens(text: str) -> Iterator[tuple[str, int]]:
    """Give what blanks part, each with its place."""
    for found in re.finditer(r"[^\s;]+|;", text):
        yield found.group(), found.start()
