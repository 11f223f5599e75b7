"""Grammar: what a move is made of, to say where a text that is no move stops being one.

No move is read by it: `moves` reads, and tests hold the two together.  It is loaded, and pyparsing
with it, when it is asked.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import pyparsing as pp

from aofref.boards import Board
from aofref.notation import moves
from aofref.notation.cells import CELL, PATTERNS, digits
from aofref.notation.movetext import CODE, DASH, SIGN, SUFFIX
from aofref.rules.compiled_variant import CompiledVariant


class Expected(NamedTuple):
    """What was expected in a text, and at which column, from 1."""

    what: str
    column: int


def expected(game: CompiledVariant, text: str) -> Expected | None:
    """Say what a text would need, and where, to be a move; None if it has the form of one."""
    if len(text) > moves.LONGEST:
        return Expected(f"a move of at most {moves.LONGEST} characters", 1)
    army = re.match("[A-Z]:", text)
    start = army.end() if army is not None else 0
    rest = text[start:]
    if (in_digits := re.fullmatch(rf"([0-9]+){SUFFIX}", rest)) is not None:
        return _in_digits(game.board, in_digits[1], start)
    try:
        _move(game.board).parse_string(rest)
    except pp.ParseBaseException as problem:
        return missing(problem, start)
    return None


def missing(problem: pp.ParseBaseException, start: int = 0) -> Expected:
    """Give what a grammar lacks in a text, of which `start` characters were taken off before."""
    return Expected(problem.msg.removeprefix("Expected "), start + problem.loc + 1)


def pattern(regex: str, name: str) -> pp.ParserElement:
    """Make an element by the name that a fault gives it; blanks before it are not passed over."""
    return pp.Regex(regex).set_name(name).leave_whitespace()


def _in_digits(board: Board, text: str, start: int) -> Expected | None:
    size = 2 * digits(board).size
    fits = text == "0" or len(text) in (size, size + 2)
    return None if fits else Expected(f"a move of {size} or {size + 2} digits", start + 1)


@lru_cache(maxsize=8)
def _move(board: Board) -> pp.ParserElement:
    """Build the grammar of a move in letters behind its army, for a board's names of cells."""
    whole, column, level = PATTERNS[board.naming]
    cell = pattern(whole, "a cell")
    sign = pattern(SIGN, "a sign")
    code = pattern(CODE, "a piece")
    origin = pattern(rf"(?:{whole}|{column}|{level})(?={SIGN}|{whole})", "an origin")
    ep = pattern(r" ?e\.?p\.?", "ep")
    piece = pattern(CODE, "a piece")
    promotion = piece | pattern("=", "=") - piece
    end = pattern(rf"{SUFFIX}\Z", "the end of the move")
    passed = pattern(DASH + "{2}", "a pass") - end
    gone = pattern("|".join(moves.WITHDRAWALS), "a withdrawal") - end
    tail = pp.Opt(ep) + pp.Opt(promotion) - end
    signed = pp.Opt(code) + pp.Opt(origin) + sign - cell + tail
    bare = pp.Opt(code) + pp.Opt(origin) + cell + tail
    courier = pattern(rf"{CODE}[ \t]+{CELL}{DASH}", "a piece") - pattern(CELL, "a cell") - end
    found = (passed | courier | bare | signed | gone).set_name("a move")
    return found.leave_whitespace().parse_with_tabs()
