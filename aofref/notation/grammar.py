"""Grammar: what a move is made of, to say where a text that is no move stops being one.

Nothing is read by it: `moves` reads.  It is loaded, and pyparsing with it, when it is asked.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import pyparsing as pp

from aofref.boards import Board
from aofref.notation import moves
from aofref.notation.cells import CELL, PARTS, digits
from aofref.notation.movetext import CODE, DASH, SIGN, SUFFIX
from aofref.rules.tables import Tables


class Expected(NamedTuple):
    """What was expected in a text, and at which column, from 1."""

    what: str
    column: int


def expected(game: Tables, text: str) -> Expected | None:
    """Say what a text would need, and where, to be a move; None if it has the form of one."""
    if len(text) > moves.LONGEST:
        return Expected(f"a move of at most {moves.LONGEST} characters", 1)
    army = re.match("[A-Z]:", text)
    start = army.end() if army is not None else 0
    rest = text[start:]
    if rest[:1].isdecimal() and rest.isdecimal():
        return _in_digits(game.board, rest, start)
    try:
        _move(game.board).parse_string(rest)
    except pp.ParseBaseException as problem:
        return Expected(problem.msg.removeprefix("Expected "), start + problem.loc + 1)
    return None


def _in_digits(board: Board, text: str, start: int) -> Expected | None:
    size = 2 * digits(board).size
    fits = text == "0" or len(text) in (size, size + 2)
    return None if fits else Expected(f"a move of {size} digits, or {size + 2}", start + 1)


def _pattern(pattern: str, name: str) -> pp.ParserElement:
    return pp.Regex(pattern).set_name(name).leave_whitespace()


@lru_cache(maxsize=8)
def _move(board: Board) -> pp.ParserElement:
    """Build the grammar of a move in letters behind its army, for a board's names of cells."""
    column, level = PARTS[board.naming]
    cell = _pattern(CELL, "a cell")
    sign = _pattern(SIGN, "a sign")
    code = _pattern(rf"{CODE}(?:[ \t]+(?={CELL}))?", "a piece")
    origin = _pattern(rf"(?:{CELL}|{column}|{level})(?={SIGN}|{CELL})", "an origin")
    ep = _pattern(r" ?e\.?p\.?", "ep")
    bare_promotion = _pattern(CODE, "a piece")
    promotion = bare_promotion | _pattern("=", "=") - _pattern(CODE, "a piece")
    end = _pattern(rf"{SUFFIX}\Z", "the end of the move")
    passed = _pattern(DASH + "{2}", "a pass") - end
    gone = _pattern("|".join(moves.WITHDRAWALS), "a withdrawal") - end
    tail = pp.Opt(ep) + pp.Opt(promotion) - end
    signed = pp.Opt(code) + pp.Opt(origin) + sign - cell + tail
    bare = pp.Opt(code) + pp.Opt(origin) + cell + tail
    found = (passed | bare | signed | gone).set_name("a move")
    return found.leave_whitespace().parse_with_tabs()
