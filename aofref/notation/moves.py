"""Moves as text: what is written, what it means in a position, how it is written (CONTRACT 3)."""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from aofref.boards import Naming
from aofref.findings import Code, Refusal, Standing
from aofref.rules.events import Checkmate, Event
from aofref.rules.generate import legal_moves, lifts
from aofref.rules.position import NO_PROMOTION, NOBODY, PASS, Move, Position
from aofref.rules.refuse import refusal, standing
from aofref.rules.tables import Tables

WITHDRAWALS = ("resigns", "forfeits")
PASS_TEXT = "--"
LONGEST = 48
"""More characters than any move can be written with."""


_CELL = "[a-z]{2}[0-9]{1,2}"


class MoveText(NamedTuple):
    """What a record says of one move.

    `origin` is a whole cell, a column, a level or empty; `captures` is None in a notation that
    does not mark captures; `action` is `--`, `resigns`, `forfeits`, or empty for a move.
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
    column, level = naming.value
    return re.compile(
        rf"""(?:(?P<action>--)
        | (?P<code>[A-Z]{{1,2}})?
          (?P<origin>{_CELL}|{column}|{level})?
          (?P<sign>[-\u2010-\u2015\u2212x\u00d7:])?
          (?P<destination>{_CELL})
          \s*(?P<ep>e\.?p\.?)?
          (?:=?(?P<promotion>[A-Z]{{1,2}}))?)
        (?P<suffix>(?:\#[A-Z]*)?(?:\+[A-Z]*)?)""",
        re.VERBOSE,
    )


_SUFFIX = r"(?P<suffix>(?:\#[A-Z]*)?(?:\+[A-Z]*)?)"
_WITHDRAWAL = re.compile(rf"({'|'.join(WITHDRAWALS)}){_SUFFIX}")
_NUMERIC = re.compile(rf"(?P<digits>0|[0-9]{{6,12}}){_SUFFIX}")
_COURIER = re.compile(
    rf"(?P<code>[A-Z]{{1,2}})\s+(?P<origin>{_CELL})-(?P<destination>{_CELL})"
    rf"(?:;\s*(?P<promotion>[A-Z]{{1,2}})-(?P=destination))?"
    rf"(?P<ep>(?:;\s*@-{_CELL})*){_SUFFIX}"
)


class Notation(Enum):
    """A notation that moves are written and read in (CONTRACT 3)."""

    LAN = "lan"
    SAN = "san"
    COORD = "coord"
    NUMERIC = "numeric"
    COURIER = "courier"


def parse(game: Tables, text: str, notation: Notation | None = None) -> MoveText | None:
    """Read a move with army prefix and suffixes in `notation`, or in any; None if it is no move."""
    if len(text) > LONGEST:
        return None
    army, rest = "", text
    if text[1:2] == ":" and text[0] in game.letters:
        army, rest = text[0], text[2:]
    if rest.startswith(WITHDRAWALS) and (gone := _WITHDRAWAL.fullmatch(rest)) is not None:
        return MoveText(text, army, action=gone.group(1), suffix=gone.group("suffix"))
    if rest[:1].isdigit() or notation is Notation.NUMERIC:
        said = _numeric(game, army, rest)
    elif " " in rest and (courier := _COURIER.fullmatch(rest)) is not None:
        code, origin, destination, promotion, lifted, suffix = courier.groups()
        said = MoveText(
            text, army, code, origin, None, destination, bool(lifted), promotion or "", suffix
        )
        return said if notation in (None, Notation.COURIER) else None
    else:
        said = _lettered(game, army, rest)
    if said is None or not _fits(game, said, notation):
        return None
    return said._replace(text=text)


def _fits(game: Tables, said: MoveText, notation: Notation | None) -> bool:
    """Say whether a move read in some notation is of the one that was asked for."""
    whole = said.origin in game.board.number
    match notation:
        case Notation.COORD:
            return said.action == PASS_TEXT or (whole and not said.code and said.captures is None)
        case Notation.LAN:
            return said.action == PASS_TEXT or (whole and said.captures is not None)
        case Notation.COURIER:
            return said.action == PASS_TEXT
        case _:
            return True


def _numeric(game: Tables, army: str, rest: str) -> MoveText | None:
    match = _NUMERIC.fullmatch(rest)
    if match is None:
        return None
    digits, suffix = match.groups()
    if digits == "0":
        return MoveText(rest, army, action=PASS_TEXT, suffix=suffix)
    size = game.board.digits
    parts = (digits[:size], digits[size : 2 * size])
    cells = [game.board.by_digits.get(part, part) for part in parts]
    place = digits[2 * size :]
    if len(place) not in (0, 2) or (place and not 1 <= int(place) <= len(game.codes)):
        return None
    promotion = game.codes[int(place) - 1] if place else ""
    return MoveText(rest, army, "", cells[0], None, cells[1], False, promotion, suffix)


def _lettered(game: Tables, army: str, rest: str) -> MoveText | None:
    match = _pattern(game.board.naming).fullmatch(rest)
    if match is None:
        return None
    action, code, origin, sign, destination, ep, promotion, suffix = match.groups()
    if code in ("P", "PN") and code not in game.kinds:
        code = game.codes[game.pawn_kind]
    if action:
        return MoveText(rest, army, action=action, suffix=suffix)
    bare = sign is None and (origin or "") in game.board.number
    captures = None if bare else sign is not None and sign in "x\u00d7:"
    return MoveText(
        rest,
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
        if cell not in number and re.fullmatch("[a-z]{2}[0-9]+|[0-9]{3,}", cell):
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


def write(position: Position, move: Move, notation: Notation) -> str:
    """Write a move in a notation, without army and suffixes; a pass is `--`, or `0` in digits."""
    if move == PASS:
        return "0" if notation is Notation.NUMERIC else PASS_TEXT
    match notation:
        case Notation.LAN:
            return lan(position, move)
        case Notation.SAN:
            return san(position, move)
        case Notation.COORD:
            names = position.game.board.names
            return names[move.origin] + names[move.destination] + _promotion(position, move)
        case Notation.NUMERIC:
            digits = position.game.board.numbers
            place = "" if move.promotion == NO_PROMOTION else f"{move.promotion + 1:02}"
            return digits[move.origin] + digits[move.destination] + place
        case Notation.COURIER:
            return _courier(position, move)


def lan(position: Position, move: Move) -> str:
    """Write a move in long notation; a Pawn's code is left out."""
    return _lettered_text(position, move, position.game.board.names[move.origin])


def san(position: Position, move: Move) -> str:
    """Write a move with the least origin that makes it unique among the legal moves.

    The least is nothing, else the column, the level, the cell; a Pawn that captures has at least
    its column.
    """
    board = position.game.board
    origin, end, _ = move
    piece = position.board[origin]
    rivals = {
        other.origin
        for other in legal_moves(position)
        if other.destination == end and position.board[other.origin] == piece
    } - {origin}
    takes = position.board[end] or lifts(position, move)
    column = all(board.columns[cell] != board.columns[origin] for cell in rivals)
    level = all(board.levels[cell] != board.levels[origin] for cell in rivals)
    if position.game.is_pawn[piece] and takes:
        least = board.columns[origin] if column else board.names[origin]
    elif not rivals:
        least = ""
    elif column:
        least = board.columns[origin]
    else:
        least = board.levels[origin] if level else board.names[origin]
    return _lettered_text(position, move, least)


def _lettered_text(position: Position, move: Move, origin: str) -> str:
    """Write code, so much of the origin, sign, destination and what follows; `--` for a pass."""
    if move == PASS:
        return PASS_TEXT
    game, end = position.game, position.game.board.names[move.destination]
    piece = position.board[move.origin]
    code = "" if game.is_pawn[piece] else game.code(piece)
    taken = lifts(position, move)
    quiet = "-" if origin == game.board.names[move.origin] else ""
    sign = "x" if taken or position.board[move.destination] else quiet
    return f"{code}{origin}{sign}{end}{'ep' if taken else ''}{_promotion(position, move)}"


def _promotion(position: Position, move: Move) -> str:
    return "" if move.promotion == NO_PROMOTION else f"={position.game.codes[move.promotion]}"


def _courier(position: Position, move: Move) -> str:
    game, names = position.game, position.game.board.names
    end = names[move.destination]
    text = f"{game.code(position.board[move.origin])} {names[move.origin]}-{end}"
    if move.promotion != NO_PROMOTION:
        text += f"; {game.codes[move.promotion]}-{end}"
    return text + "".join(f"; @-{names[cell]}" for cell in lifts(position, move))


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
    claimed = said.captures or said.en_passant
    wrong = None
    if captures and not claimed and said.captures is False:
        wrong = Code.UNMARKED_CAPTURE
    elif claimed and not captures:
        wrong = Code.FALSE_CAPTURE
    if wrong is not None:
        end = position.game.board.names[move.destination]
        found.append(Refusal(wrong, "", standing(position, move.origin), end))
    return found
