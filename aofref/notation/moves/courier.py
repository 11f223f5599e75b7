"""Courier, in the manner of Game Courier: `P ca4-ba4; F-ba4`, one move a line (aofref-record(5)).

Clauses behind semicolons name the promotion, the Pawns captured en passant, and the piece that
castles with a royal one: `K e1-g1; R h1-f1`.
"""

from __future__ import annotations

import re

from aofref.games.model import folded_castling
from aofref.notation.cells import CELL
from aofref.notation.moves.writer import LIFT
from aofref.notation.movetext import (
    CODE,
    SUFFIX,
    THE_END,
    Expected,
    MoveText,
    pawn_written_out,
    read_pass,
)
from aofref.notation.signs import DASH
from aofref.rules.compiled_variant import CompiledVariant

_CLAUSE = rf";[ \t]*({CODE}|{LIFT}){DASH}({CELL})"
TOKEN = (
    rf"{CODE}[ \t]+{CELL}{DASH}(?P<courier_end>{CELL})"
    rf"(?:;[ \t]*(?:{LIFT}{DASH}{CELL}|{CODE}{DASH}(?:(?P=courier_end)|{CELL}(?=\s*(?:\Z|//)))"
    rf"|{CODE}[ \t]+{CELL}{DASH}{CELL}(?={SUFFIX}\s*(?:\Z|//|[{{($!?]))))*"
)
"""A clause that promotes on another cell must end its line; otherwise it is a comment.

So is a clause that castles; behind it there may be a sign or a comment."""
_HEAD = rf"({CODE})\s+({CELL}){DASH}"
_CASTLING = rf"{_HEAD}({CELL});\s*{_HEAD}({CELL})({SUFFIX})"
_MOVE = rf"{_HEAD}({CELL})((?:;[ \t]*(?:{CODE}|{LIFT}){DASH}{CELL})*)({SUFFIX})"


def read(game: CompiledVariant, text: str) -> MoveText | None:
    """Read a move with its clauses in any order, or a pass."""
    match = re.fullmatch(_MOVE, text)  # compiled here: most records have no such move
    if match is None:
        castles = re.fullmatch(_CASTLING, text)
        return read_pass(text) if castles is None else _castling(game, castles)
    code, origin, destination, also, suffix = match.groups()
    clauses = re.findall(_CLAUSE, also)
    promotions = [clause for clause in clauses if clause[0] != LIFT]
    if len(promotions) > 1 or any(cell != destination for _, cell in promotions):
        return None
    taken = tuple(cell for mark, cell in clauses if mark == LIFT)
    return MoveText(
        text,
        code=pawn_written_out(game, code),
        origin=origin,
        destination=destination,
        en_passant=bool(taken),
        promotion=promotions[0][0] if promotions else "",
        suffix=suffix,
        taken=taken,
    )


def _castling(game: CompiledVariant, castles: re.Match[str]) -> MoveText | None:
    """Read the castling of the game with these pieces and cells, if there is one."""
    *written, suffix = castles.groups()
    for castling in game.castlings.every:
        if castling.walks == "{} {}-{}; {} {}-{}".format(*written):
            code, origin, destination, *_ = written
            return MoveText(
                castles[0],
                code=code,
                origin=origin,
                destination=destination,
                suffix=suffix,
                castling=folded_castling(castling.name),
            )
    return None


def lacks(_game: CompiledVariant, text: str) -> Expected | None:
    """Return the expected element behind a piece and its origin: a cell, or the end."""
    if (move := re.match(_MOVE, text)) is not None:
        return Expected(THE_END, move.start(5) + 1)
    begun = re.match(_HEAD, text)
    return None if begun is None else Expected("a cell", begun.end() + 1)
