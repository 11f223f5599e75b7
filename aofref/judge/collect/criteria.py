"""Criteria as text: the little language of `select`, a grammar for each criterion.

The module, and pyparsing, is loaded when a criterion is parsed.  Names of armies and pieces are not
checked here.
"""

from typing import Any

import pyparsing as pp

from aofref.notation.cells import CELL
from aofref.notation.moves import CODE
from aofref.rules.events import Happening, Reason

_TYPES = list(map(str, Happening))
EVENTS = (*_TYPES[:3], *map(str, Reason), *_TYPES[3:], "capture")  # a reason is one of a removal


def read(criterion: str, text: str) -> tuple[Any, ...]:
    """Parse a criterion; raises ValueError, with the expected element and its column.

    Returns of `tag` the name, the relation and the value; of `plies` the least and the most, None
    for no bound; of the others tuples of an army and a piece, either of which may be empty, and of
    `event` the type, of `moved` the cell, or empty, of `position` the cell, whose piece is `-` if
    it is empty, of `material` a relation and a number.
    """
    try:
        parts = _GRAMMARS[criterion].parse_string(text)
    except pp.ParseBaseException as problem:
        told = problem.msg or problem.parser_element.errmsg  # pyparsing 3.1.0 leaves out the first
        what = told.removeprefix("Expected ")
        raise ValueError(f"{text!r}: expected {what} at column {problem.loc + 1}") from None
    match criterion:
        case "tag":
            return parts.name, parts.relation, parts.value
        case "plies":
            most = parts.most if "dots" in parts else parts.least
            return int(parts.least or 0), int(most) if most else None
        case "event":
            return ((parts.army, parts.piece, parts.type),)
        case "moved":
            return ((parts.army, parts.piece, parts.cell.lower()),)
        case "material":
            return tuple((one.army, one.piece, one.relation, int(one.number)) for one in parts)
    stood = list[tuple[str, str, str]]()
    for part in parts:
        army = ""  # it holds for following pieces up to a slash
        for group in part:
            army = group.army or army
            stood += [(army, group.piece, cell) for cell in group.cells]
    return tuple(stood)


def _pattern(regex: str, name: str) -> pp.ParserElement:
    """Make an element of a grammar that does not skip blanks, with its name for faults."""
    return pp.Regex(regex).set_name(name).leave_whitespace()


def _joined(element: pp.ParserElement, sign: str) -> pp.ParserElement:
    joined: pp.ParserElement = element + (pp.Suppress(sign) - element)[...]
    return joined


_COLON, _DOTS = pp.Suppress(":"), pp.Literal("..")("dots")
_ARMY = _pattern(r"\w+(?=:)", "an army")("army") + _COLON
_PIECE = _pattern(r"\w+", "a piece")("piece")
_NUMBER = _pattern("[0-9]{1,9}", "a number")
_RELATION = _pattern("[=<>]", "one of = < >")

_TAG = (
    _pattern(r"\w+", "the name of a tag")("name")
    - _pattern("[=~<>]", "one of = ~ < >")("relation")
    - _pattern(r"(?s:.*)", "a value")("value")
)
_RANGE = (
    _NUMBER("least") + pp.Opt(_DOTS - pp.Opt(_NUMBER("most"))) | _DOTS - pp.Opt(_NUMBER("most"))
).set_name("10, 10.., ..40 or 10..40")
_EVENT = _pattern(rf"(?:{'|'.join(EVENTS)})(?![\w-])", f"one of {', '.join(EVENTS)}")(
    "type"
) - pp.Opt(_COLON - pp.Opt(_pattern(r"\w+", "an army")("army")) - pp.Opt(_COLON - _PIECE))
_MOVED = (
    pp.Opt(_ARMY)
    + _PIECE
    - pp.Opt(pp.Suppress("@") - _pattern("[A-Za-z]+[0-9]+", "a cell")("cell"))
)
_CELLS = _joined(_pattern(CELL, "a cell"), ",")
_STANDS = pp.Group(pp.Opt(_ARMY) + _pattern(f"{CODE}|-", "a piece or -")("piece") - _CELLS("cells"))
_APART = pp.Suppress(_pattern(r"[;\s]+", "a semicolon"))
_STOOD = _joined(pp.Group(pp.Opt(_APART) + _STANDS - (_APART + _STANDS)[...] - pp.Opt(_APART)), "/")
_BLANKS = pp.Suppress(_pattern(r"\s*", "blanks"))
_HAD = _joined(
    _BLANKS
    + pp.Group(pp.Opt(_ARMY) + _PIECE - _RELATION("relation") - _NUMBER("number"))
    + _BLANKS,
    ",",
)
_GRAMMARS = {
    criterion: (element - _pattern(r"\Z", "the end").suppress())
    .leave_whitespace()
    .parse_with_tabs()
    for criterion, element in {
        "tag": _TAG,
        "plies": _RANGE,
        "event": _EVENT,
        "moved": _MOVED,
        "position": _STOOD,
        "material": _HAD,
    }.items()
}
