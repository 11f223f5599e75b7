"""Movetext: what a record says of one move, and the patterns that all notations share."""

import re
from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from aofref.boards import Naming
from aofref.notation.cells import INCOMPLETE, PATTERNS, completions
from aofref.notation.signs import DASH
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import en_passant_captures
from aofref.rules.position import NO_PROMOTION, CoreMove, CorePosition

PASS_TEXT = "--"
PASSES = "0000|<>|@@@@|Z0|[Nn]ull"  # how other programs write a pass
SIGN = "[-\u2010-\u2015\u2212x\u00d7:]"
CODE = "[A-Z]{1,2}"
SUFFIX = r"(?:\#[A-Z]*)?(?:\+[A-Z]*)?"
_CAPTURES = frozenset("x\u00d7:")
_PAWN_CODES = ("P", "PN")


class Action(StrEnum):
    """What a record says in the place of a move from cell to cell; only MOVE is false."""

    MOVE = ""
    PASS = PASS_TEXT
    RESIGNS = "resigns"
    FORFEITS = "forfeits"


class MoveText(NamedTuple):
    """What a record says of one move.

    `origin` is a whole cell, a column, a level or empty; `captures` is None in a notation that
    does not mark captures; `taken` are the cells of Pawns said to be taken en passant,
    where the notation names them.
    """

    text: str
    army: str = ""
    code: str = ""
    origin: str = ""
    captures: bool | None = None
    destination: str = ""
    en_passant: bool = False
    promotion: str = ""
    suffix: str = ""
    action: Action = Action.MOVE
    taken: tuple[str, ...] = ()


class Expected(NamedTuple):
    """What was expected in a text, and at which column, from 1."""

    what: str
    column: int


THE_END = "the end of the move"


def lacks_all(_game: CompiledVariant, _text: str) -> Expected | None:
    """Say nothing of a text that is no move."""
    return None


class Form(NamedTuple):
    """A notation: the pattern of its tokens, how it is read, how it is written.

    `token` is a pattern without army and suffixes; it is empty where every token is a word that
    begins with a letter.  `read` takes a game and a text without its army and gives None for what
    is no move in the notation; `write` takes a move that is not a pass.  `lacks` says what a text
    that `read` does not take would need, and where; None if nothing of it is of the notation.
    `one_a_line` lays a record out with a move on each line.
    """

    token: str
    read: Callable[[CompiledVariant, str], MoveText | None]
    write: Callable[[CorePosition, CoreMove], str]
    lacks: Callable[[CompiledVariant, str], Expected | None] = lacks_all
    passes: str = PASS_TEXT
    one_a_line: bool = False


_PASS = rf"(?:{DASH}{{2}}|{PASSES})(?P<suffix>{SUFFIX})"


def read_pass(text: str) -> MoveText | None:
    """Read a pass as two dashes, or as other programs write it."""
    match = re.fullmatch(_PASS, text)
    return None if match is None else MoveText(text, action=Action.PASS, suffix=match["suffix"])


def pawn_written_out(game: CompiledVariant, code: str) -> str:
    """Return the game's own code for a Pawn's in any game; any other code as it is."""
    if code in _PAWN_CODES and code not in game.kinds:
        return game.pawn_code if game.pawn_kind >= 0 else code
    return code


@lru_cache(maxsize=16)
def _lettered(naming: Naming) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The patterns of a move in letters: of what stands before its destination, of all of it."""
    cell, column, level = PATTERNS[naming]
    head = rf"({CODE})?(?:({cell}|{column}|{level})(?={SIGN}|{cell}))?({SIGN})?"
    tail = rf"({cell})(?: ?(e\.?p\.?))?(?:=?(?P<promotion>{CODE}))?"
    return re.compile(head), re.compile(f"{head}{tail}(?P<suffix>{SUFFIX})")


def read_lettered(game: CompiledVariant, text: str) -> MoveText | None:
    """Read a move in letters, however much of its origin is written; a pass as two dashes.

    Two whole cells without a sign say nothing of a capture.
    """
    match = _lettered(game.board.naming)[1].fullmatch(text)
    if match is None:
        return read_pass(text)
    code, origin, sign, destination, ep, promotion, suffix = match.groups("")
    bare = not sign and origin in game.board.number
    return MoveText(
        text,
        "",
        pawn_written_out(game, code),
        origin,
        None if bare else sign in _CAPTURES,
        destination,
        bool(ep),
        promotion,
        suffix,
    )


@lru_cache(maxsize=16)
def _of_parts(naming: Naming) -> re.Pattern[str]:
    """The pattern of a move in letters whose cells may lack a part."""
    (cell, column, level), less = PATTERNS[naming], INCOMPLETE[naming]
    origin = (
        rf"((?:{cell}|{less}|{column}|{level})(?={SIGN}|{cell}|{less})|[a-wyz](?={SIGN}))?({SIGN})?"
    )
    tail = rf"({cell}|{less})(?: ?(e\.?p\.?))?(?:=?({CODE}))?"
    return re.compile(f"({CODE})?{origin}{tail}({SUFFIX})")


def read_parts(game: CompiledVariant, text: str) -> MoveText | None:
    """Read a move in letters of which a cell lacks its level or a letter.

    A column alone is such a cell only in a move with a sign.
    """
    board = game.board
    match = _of_parts(board.naming).fullmatch(text) if board.naming in INCOMPLETE else None
    if match is None:
        return None
    code, origin, sign, destination, ep, promotion, suffix = match.groups("")
    if not sign and not destination[-1].isdigit():
        return None
    if not any(completions(board, cell)[0] for cell in (destination, origin)):
        return None
    captures = sign in _CAPTURES if sign or not origin else None
    code = pawn_written_out(game, code)
    return MoveText(text, "", code, origin, captures, destination, bool(ep), promotion, suffix)


def lettered_lacks(game: CompiledVariant, text: str) -> Expected | None:
    """Say what a text needs to be a move in letters, or a pass: where its reader stops."""
    if (passed := re.match(_PASS, text)) is not None:
        return Expected(THE_END, passed.start("suffix") + 1)
    head, whole = _lettered(game.board.naming)
    begun, match = head.match(text), whole.match(text)
    before = begun.end() if begun is not None else 0
    if match is None or match.start("suffix") < before:
        return Expected("a cell", before + 1) if before else None
    end = match.start("suffix")
    owed = text[end : end + 1] == "=" and match["promotion"] is None
    return Expected("a piece", end + 2) if owed else Expected(THE_END, end + 1)


def write_lettered(position: CorePosition, move: CoreMove, origin: str, quiet: str = "") -> str:
    """Write code, so much of the origin, sign, destination and what follows.

    `quiet` is the sign of a move that captures nothing; a Pawn's code is left out.
    """
    game, end = position.game, position.game.board.names[move.destination]
    code = game.signs[position.board[move.origin]]
    taken = en_passant_captures(position, move)
    sign = "x" if taken or position.board[move.destination] else quiet
    return f"{code}{origin}{sign}{end}{'ep' if taken else ''}{write_promotion(position, move)}"


def write_promotion(position: CorePosition, move: CoreMove) -> str:
    """Write what a Pawn becomes, or nothing."""
    return "" if move.promotion == NO_PROMOTION else f"={position.game.codes[move.promotion]}"
