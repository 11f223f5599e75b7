"""Grammar: what the little languages of a game's file are made of, to say where one goes wrong.

Nothing is read by it.  It is loaded, and pyparsing with it, when a text is wrong.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import pyparsing as pp

from aofref.variants.files import words


class Expected(NamedTuple):
    """What was expected in a text, and at which place, from 0."""

    what: str
    at: int


def expected(kind: str, text: str) -> Expected:
    """Say what a text needs to be a `piece` or a `condition`, and where it lacks it."""
    try:
        {"piece": _piece, "condition": _condition}[kind]().parse_string(text, parse_all=True)
    except pp.ParseBaseException as problem:
        return Expected(problem.msg.removeprefix("Expected "), problem.loc)
    return Expected("another form", 0)


def _one(pattern: str, name: str) -> pp.ParserElement:
    return pp.Regex(pattern).set_name(name)


@lru_cache(maxsize=1)
def _piece() -> pp.ParserElement:
    """Build the grammar of a piece: `Name[, royal][, pawn]: PHRASE[; takes PHRASE]`."""
    edge = "(?![A-Za-z0-9-])"
    number = _one(rf"{words.NUMBER}(?![A-Za-z0-9:])", "a number")
    number.add_condition(lambda found: int(found[0]) > 0, message="a number from 1", fatal=True)
    target = _one(rf"{words.VECTOR}|{words.TARGET}(?![A-Za-z0-9:])", "a direction")
    targets = target - (pp.Suppress(",") - target | target)[...]
    over = _one(f"over{edge}", "over") - targets
    leap = _one(f"(?:step|leap){edge}", "a verb") - targets + pp.Opt(over)
    ride = _one(f"(?:ride|hop){edge}", "a verb") - pp.Opt(number) + targets
    then = _one(f"then{edge}", "then")
    bend = _one(f"bend{edge}", "a verb") - pp.Opt(number) + targets - then - targets
    family = _one(f"(?:{words.FAMILY}){edge}", "orthogonals or hex diagonals")
    curve = _one(f"curve{edge}", "a verb") - family - number
    reserved = "|".join(sorted(words.RESERVED))
    name = _one(rf"(?!(?:{reserved}){edge}){words.NAME}(?= *(?:[+;]|\Z))", "a piece")
    term = (leap | ride | bend | curve | name).set_name("a verb or a piece")
    phrase = term - (pp.Suppress("+") - term)[...]
    mark = _one(f"(?:royal|pawn){edge}", "royal or pawn")
    marks = (pp.Suppress(",") - mark)[...]
    marks.add_condition(lambda found: len(set(found)) == len(found), message="each mark once",
                        fatal=True)  # fmt: skip
    named = rf"{words.NAME}(?= *[,:])|{words.NAME}(?=[^:]*\Z)"
    what = "a name of letters, digits, blanks and hyphens, 30 at most"
    head = _one(named, what) - marks - _one(":", "a colon")
    takes = _one(";", "a semicolon") - _one(f"takes{edge}", "takes") - phrase
    end = pp.StringEnd().set_name("the end of the phrase")
    whole: pp.ParserElement = head - phrase - pp.Opt(takes) - end
    return whole


@lru_cache(maxsize=1)
def _condition() -> pp.ParserElement:
    """Build the grammar of a condition: `x+y = -5..5`."""
    axis, sign = _one("[xyz]", "x, y or z"), _one("[+-]", "+ or -")
    number = _one(rf"{words.INTEGER}(?![0-9])", "a number")
    value = _one("=", "=") - number - pp.Opt(_one(r"\.\.", "..") - number)
    bound = _one("[<>]=", ">= or <=") - number
    end = pp.StringEnd().set_name("the end of the condition")
    rest = (value | bound).set_name("=, >= or <=")
    whole: pp.ParserElement = pp.Opt(sign) + axis - (sign - axis)[...] - rest - end
    return whole
