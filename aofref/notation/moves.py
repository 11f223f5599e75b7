"""Moves as text: what is written, what it means in a position, how it is written (CONTRACT 3)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from aofref.boards import Naming
from aofref.events import Checkmate, Event
from aofref.findings import Code, Refusal, Standing
from aofref.game import Game
from aofref.position import NO_PROMOTION, NOBODY, PASS, Move, Position
from aofref.rules.generate import lifts
from aofref.rules.refuse import refusal, standing

WITHDRAWALS = ("resigns", "forfeits")
LONGEST = 48
"""More characters than any move can be written with."""


class MoveText(NamedTuple):
    """What a record says of one move.

    `origin` is a whole cell, a column, a level or empty; `captures` tells a written `x` from a
    written `-` and is None where neither stands; `action` is `--`, `resigns`, `forfeits` or empty
    for a move from cell to cell.
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
    action: str = ""


@lru_cache(maxsize=16)
def _pattern(naming: Naming) -> re.Pattern[str]:
    column, level = (
        ("[a-z]{2}", "[0-9]{1,2}")
        if naming is Naming.COLUMN_THEN_LEVEL
        else ("[a-z][0-9]{1,2}", "[a-z]")
    )
    return re.compile(
        rf"""(?:(?P<action>--|resigns|forfeits)
        | (?P<code>[A-Z]{{1,2}})?
          (?P<origin>[a-z]{{2}}[0-9]{{1,2}}|{column}|{level})?
          (?P<sign>[-\u2010-\u2015\u2212x\u00d7:])?
          (?P<destination>[a-z]{{2}}[0-9]{{1,2}})
          \s*(?P<ep>e\.?p\.?)?
          (?:=?(?P<promotion>[A-Z]{{1,2}}))?)
        (?P<suffix>(?:\#[A-Z]*)?(?:\+[A-Z]*)?)""",
        re.VERBOSE,
    )


def parse(game: Game, text: str) -> MoveText | None:
    """Read LAN, SAN or coord, army prefix, suffixes and all; None if it is no move at all."""
    if len(text) > LONGEST:
        return None
    army, rest = "", text
    if text[1:2] == ":" and text[0] in game.letters:
        army, rest = text[0], text[2:]
    match = _pattern(game.board.naming).fullmatch(rest)
    if match is None:
        return None
    action, code, origin, sign, destination, ep, promotion, suffix = match.groups()
    if action:
        return MoveText(text, army, action=action, suffix=suffix)
    captures = None if sign is None else sign in "x\u00d7:"
    return MoveText(
        text,
        army,
        code or "",
        origin or "",
        captures,
        destination,
        ep is not None,
        promotion or "",
        suffix,
    )


def resolve(position: Position, said: MoveText) -> Move | Refusal:
    """Find the move that is meant, or say why there is none; whether it is legal comes after.

    Withdrawals are not moves and are not to be given.
    """
    game = position.game
    if position.turn == NOBODY:
        return Refusal(Code.GAME_OVER, "8")
    turn = game.letters[position.turn]
    if said.army and said.army != turn:
        return Refusal(Code.WRONG_TURN, "8", army=turn, candidates=(said.army,))
    if said.action:
        return PASS
    number = game.board.number
    whole = said.origin in number
    for cell in (said.destination, said.origin):
        if cell not in number and re.fullmatch("[a-z]{2}[0-9]+", cell):
            return Refusal(Code.NO_SUCH_CELL, "2", missing=cell)
    if said.code and said.code not in game.kinds:
        return Refusal(Code.WRONG_PIECE, "5", text=said.code, candidates=game.codes)
    promotion = game.kinds.get(said.promotion, NO_PROMOTION)
    if said.promotion and promotion == NO_PROMOTION:
        return Refusal(Code.BAD_PROMOTION, "7", text=said.promotion, candidates=game.codes)
    end = number[said.destination]
    if not whole:
        return _find(position, said, end, promotion)
    origin = number[said.origin]
    piece = position.board[origin]
    if not piece:
        return Refusal(Code.EMPTY_CELL, destination=said.origin)
    if game.army_of[piece] != position.turn:
        return Refusal(Code.WRONG_ARMY, "8", standing(position, origin), army=turn)
    if said.code and game.code(piece) != said.code:
        return Refusal(Code.WRONG_PIECE, "5", standing(position, origin), text=said.code)
    return Move(origin, end, promotion)


def _find(position: Position, said: MoveText, end: int, promotion: int) -> Move | Refusal:
    """Find the one piece that SAN means: it must be unique among legal moves."""
    game = position.game
    board, code = game.board, said.code or game.codes[game.pawn_kind]
    piece = game.piece(position.turn, game.kinds[code])
    origins = [
        cell
        for cell, stands in enumerate(position.board)
        if stands == piece and said.origin in ("", board.columns[cell], board.levels[cell])
    ]
    fitting = []
    for cell in origins:
        why = refusal(position, Move(cell, end, promotion))
        if why is None or why.code in _PROMOTION_FAULTS:
            fitting.append(cell)
    if len(fitting) == 1 or (not fitting and len(origins) == 1):
        return Move((fitting or origins)[0], end, promotion)
    names = tuple(board.names[cell] for cell in fitting or origins)
    meant = Standing(game.letters[position.turn], code, said.origin)
    if fitting:
        return Refusal(Code.AMBIGUOUS, "", meant, said.destination, candidates=names)
    return Refusal(Code.NO_MATCH, "", meant, said.destination, candidates=names)


_PROMOTION_FAULTS = (Code.PROMOTION_REQUIRED, Code.PROMOTION_FORBIDDEN, Code.BAD_PROMOTION)


# Writing ----------------------------------------------------------------------------------------


def lan(position: Position, move: Move) -> str:
    """Write a move in long notation, without army and suffixes; a Pawn's code is left out."""
    if move == PASS:
        return "--"
    game, names = position.game, position.game.board.names
    piece = position.board[move.origin]
    code = "" if game.is_pawn[piece] else game.code(piece)
    taken = lifts(position, move)
    sign = "x" if taken or position.board[move.destination] else "-"
    text = f"{code}{names[move.origin]}{sign}{names[move.destination]}{'ep' if taken else ''}"
    return text + (f"={game.codes[move.promotion]}" if move.promotion != NO_PROMOTION else "")


def suffix(after: Position, events: tuple[Event, ...]) -> str:
    """Write what a move did to royal pieces: `#` and `+`, with the armies if there are four."""
    game = after.game
    mated = [event.army for event in events if isinstance(event, Checkmate)]
    checked = [army for army in game.armies if after.checks[army] and army not in mated]
    if game.two_players:
        return "#" if mated else "+" if checked else ""
    letters = game.letters
    text = "#" + "".join(letters[army] for army in sorted(mated)) if mated else ""
    return text + ("+" + "".join(letters[army] for army in checked) if checked else "")


def suffix_agrees(said: str, is_so: str) -> bool:
    """Say whether a written suffix is right; without letters it may stand for any armies."""
    if not said or said == is_so:
        return True
    return said == re.sub("[A-Z]", "", is_so)


def warnings(position: Position, move: Move, said: MoveText, is_so: str) -> list[Refusal]:
    """List what the text claims of a legal move that is not so; `is_so` is the right suffix."""
    found = []
    if not suffix_agrees(said.suffix, is_so):
        found.append(Refusal(Code.FALSE_CHECK, "8", text=said.suffix, candidates=(is_so,)))
    if move == PASS:
        return found
    captures = bool(position.board[move.destination] or lifts(position, move))
    mover = standing(position, move.origin)
    end = position.game.board.names[move.destination]
    claimed = said.captures or said.en_passant
    bare = said.captures is None and not said.code and said.origin in position.game.board.number
    if captures and not claimed and not bare:
        found.append(Refusal(Code.UNMARKED_CAPTURE, "", mover, end))
    if claimed and not captures:
        found.append(Refusal(Code.FALSE_CAPTURE, "", mover, end))
    return found
