"""Criteria as text: the little language of `select`, a grammar for each kind of criterion.

The module, and pyparsing, is loaded when a criterion is parsed.  Names of armies and pieces are not
checked here.
"""

from collections.abc import Callable

import pyparsing as pp

from aofref.judge.collect import criteria
from aofref.judge.collect.criteria import EVENTS, Criterion, Relation
from aofref.notation.cells import CELL
from aofref.notation.movetext import CODE, Expected

Parsed = pp.ParseResults


def read(kind: type[Criterion], text: str) -> Criterion | Expected:
    """Parse a criterion of a kind; or return the expected element, and its column."""
    try:
        criterion: Criterion = _GRAMMARS[kind].parse_string(text)[0]
    except pp.ParseBaseException as problem:
        return Expected(problem.msg.removeprefix("Expected "), problem.loc + 1)
    return criterion


def pattern(regex: str, name: str) -> pp.ParserElement:
    """Make an element of a grammar that does not skip blanks, with its name for faults."""
    return pp.Regex(regex).set_name(name).leave_whitespace()


def _joined(element: pp.ParserElement, sign: str) -> pp.ParserElement:
    joined: pp.ParserElement = element + (pp.Suppress(sign) - element)[...]
    return joined


_COLON, _DOTS = pp.Suppress(":"), pp.Literal("..")("dots")
_ARMY = pattern(r"\w+(?=:)", "an army")("army") + _COLON
_PIECE = pattern(r"\w+", "a piece")("piece")
_NUMBER = pattern("[0-9]{1,9}", "a number")
_RELATION = pattern("[=<>]", "one of = < >")

_TAG = (
    pattern(r"\w+", "the name of a tag")("name")
    - pattern("[=~<>]", "one of = ~ < >")("relation")
    - pattern(r"(?s:.*)", "a value")("value")
)
_RANGE = (
    _NUMBER("least") + pp.Opt(_DOTS - pp.Opt(_NUMBER("most"))) | _DOTS - pp.Opt(_NUMBER("most"))
).set_name("10, 10.., ..40 or 10..40")
_EVENT = pattern(rf"(?:{'|'.join(EVENTS)})(?![\w-])", f"one of {', '.join(EVENTS)}")(
    "type"
) - pp.Opt(_COLON - pp.Opt(pattern(r"\w+", "an army")("army")) - pp.Opt(_COLON - _PIECE))
_MOVED = (
    pp.Opt(_ARMY) + _PIECE - pp.Opt(pp.Suppress("@") - pattern("[A-Za-z]+[0-9]+", "a cell")("cell"))
)
_CELLS = _joined(pattern(CELL, "a cell"), ",")
_STANDS = pp.Group(pp.Opt(_ARMY) + pattern(f"{CODE}|-", "a piece or -")("piece") - _CELLS("cells"))
_APART = pp.Suppress(pattern(r"[;\s]+", "a semicolon"))
_STOOD = _joined(pp.Group(pp.Opt(_APART) + _STANDS - (_APART + _STANDS)[...] - pp.Opt(_APART)), "/")
_BLANKS = pp.Suppress(pattern(r"\s*", "blanks"))
_HAD = _joined(
    _BLANKS
    + pp.Group(pp.Opt(_ARMY) + _PIECE - _RELATION("relation") - _NUMBER("number"))
    + _BLANKS,
    ",",
)


def _long(parts: Parsed) -> criteria.Long:
    most = parts.most if "dots" in parts else parts.least
    return criteria.Long(int(parts.least or 0), int(most) if most else None)


def _stood(parts: Parsed) -> criteria.Stood:
    """Return pieces with their armies; an army holds for following pieces up to a slash."""
    pieces = []
    for part in parts:
        army = ""
        for group in part:
            army = group.army or army
            pieces += [(army, group.piece, cell) for cell in group.cells]
    return criteria.Stood(tuple(pieces))


def _whole(element: pp.ParserElement, make: Callable[[Parsed], Criterion]) -> pp.ParserElement:
    whole = element - pattern(r"\Z", "the end").suppress()
    return whole.leave_whitespace().parse_with_tabs().set_parse_action(make)


_GRAMMARS: dict[type[Criterion], pp.ParserElement] = {
    criteria.Tagged: _whole(
        _TAG, lambda parts: criteria.Tagged(parts.name, Relation(parts.relation), parts.value)
    ),
    criteria.Long: _whole(_RANGE, _long),
    criteria.Happened: _whole(
        _EVENT, lambda parts: criteria.Happened(parts.type, parts.army, parts.piece)
    ),
    criteria.Moved: _whole(
        _MOVED, lambda parts: criteria.Moved(parts.piece, parts.cell.lower(), parts.army)
    ),
    criteria.Stood: _whole(_STOOD, _stood),
    criteria.Had: _whole(
        _HAD,
        lambda parts: criteria.Had(
            tuple(
                (part.army, part.piece, Relation(part.relation), int(part.number)) for part in parts
            )
        ),
    ),
}
