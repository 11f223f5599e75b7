"""The one writer of moves, in each of the notations (aofref-record(5))."""

from __future__ import annotations

from enum import Enum

from aofref.boards import Naming
from aofref.notation.cells import digits
from aofref.notation.movetext import PASS_TEXT, named_by_cells, write_lettered, write_promotion
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import en_passant_captures, origins
from aofref.rules.position import NO_CASTLING, NO_PROMOTION, PASS, CoreMove, CorePosition

PASS_DIGIT = "0"
_NULL_MOVE = "0000"
LIFT = "@"


class Notation(Enum):
    """A notation to read and write moves in (aofref-record(5))."""

    LAN = "lan"
    SAN = "san"
    COORD = "coord"
    NUMERIC = "numeric"
    COURIER = "courier"
    UCI = "uci"

    __hash__ = object.__hash__  # Enum's own is a Python function, called for each move written

    @property
    def has_marks(self) -> bool:
        """Whether its moves are marked for check and mate."""
        return self is not Notation.UCI

    def lacks(self, game: CompiledVariant) -> str:
        """Return why no move of a game can be written in it; empty if all can."""
        board = game.board
        squares = board.naming is Naming.FILE_RANK and all(len(name) == 2 for name in board.names)
        return "" if self is not Notation.UCI or squares else _NO_UCI.format(game.variant.id)


_PASSES = {Notation.NUMERIC: PASS_DIGIT, Notation.UCI: _NULL_MOVE}
_NO_UCI = "{} has no UCI moves: only games on one level with cells such as e4 have them"


def write(position: CorePosition, move: CoreMove, notation: Notation) -> str:
    """Write a move in a notation, without army and suffixes."""
    if move == PASS:
        return _PASSES.get(notation, PASS_TEXT)
    names = position.game.board.names
    match notation:
        case Notation.SAN:
            return write_lettered(position, move, shortest_origin(position, move))
        case Notation.COORD if named_by_cells(position, move):
            return names[move.origin] + names[move.destination] + write_promotion(position, move)
        case Notation.UCI if named_by_cells(position, move):
            promoted = write_promotion(position, move)[1:].lower()
            return names[move.origin] + names[move.destination] + promoted
        case Notation.NUMERIC if named_by_cells(position, move):
            return _digits(position, move)
        case Notation.COURIER:
            return _clauses(position, move)
        case Notation.LAN:
            return lan(position, move)
    return write_lettered(position, move, "")


def lan(position: CorePosition, move: CoreMove) -> str:
    """Write a move in long notation; a Pawn's code is left out."""
    if move.origin < 0:
        return PASS_TEXT
    return write_lettered(position, move, position.game.board.names[move.origin], "-")


def in_order(position: CorePosition, legal: list[CoreMove]) -> list[tuple[str, CoreMove]]:
    """Write legal moves in long notation, and sort them by it."""
    game, board, in_passing = position.game, position.board, bool(position.passed)
    signs, names = game.signs, game.board.names
    written: list[tuple[str, CoreMove]] = []
    for move in legal:
        origin, end, promotion, castling = move
        if origin < 0 or promotion >= 0 or castling >= 0 or in_passing:
            text = lan(position, move)
        else:
            text = f"{signs[board[origin]]}{names[origin]}{'x' if board[end] else '-'}{names[end]}"
        written.append((text, move))
    written.sort()
    return written


def shown(position: CorePosition, move: CoreMove) -> str:
    """Write a move in long notation, with its army if there are four."""
    text, game = lan(position, move), position.game
    return text if game.two_players else f"{game.letters[position.turn]}:{text}"


def shortest_origin(position: CorePosition, move: CoreMove) -> str:
    """Write the shortest part of a move's origin that no other legal move shares.

    Moves that differ in capture mark, `ep` or promotion need no origin; a Pawn that captures has
    its column.
    """
    if move.castling != NO_CASTLING:
        return ""
    taken = en_passant_captures(position, move)
    rivals = _rivals(position, move, taken)
    board, origin = position.game.board, move.origin
    (column, level), name = board.short[origin], board.names[origin]
    piece, takes = position.board[origin], position.board[move.destination] or taken
    if position.game.is_pawn[piece] and takes:
        return column if all(board.short[cell][0] != column for cell in rivals) else name
    if not rivals:
        return ""
    if all(board.short[cell][0] != column for cell in rivals):
        return column
    # Digits at the beginning of a move would be read as its number.
    readable = position.game.signs[piece] or not level.isdigit()
    if readable and all(board.short[cell][1] != level for cell in rivals):
        return level
    return name


def _rivals(position: CorePosition, move: CoreMove, taken: tuple[int, ...]) -> list[int]:
    """List the cells of other pieces of the same type and army that have the same legal move."""
    origin, end, promotion, _ = move
    piece = position.board[origin]
    standing = {cell for cell in position.cells_like(piece) if cell != origin}
    others = origins(position, piece, end, promotion, standing) if standing else []
    if not position.passed:
        return others
    return [
        cell
        for cell in others
        if bool(en_passant_captures(position, CoreMove(cell, end, promotion))) == bool(taken)
    ]


def _digits(position: CorePosition, move: CoreMove) -> str:
    """Write two cells in digits, and the number of a promotion."""
    game = position.game
    cells = digits(game.board, game.variant.digits).cells
    place = "" if move.promotion == NO_PROMOTION else f"{move.promotion + 1:02}"
    return cells[move.origin] + cells[move.destination] + place


def _clauses(position: CorePosition, move: CoreMove) -> str:
    """Write a move as Game Courier has it, with clauses for what else changes."""
    game, names = position.game, position.game.board.names
    if move.castling != NO_CASTLING:
        return game.castlings.every[move.castling].walks
    end = names[move.destination]
    text = f"{game.code(position.board[move.origin])} {names[move.origin]}-{end}"
    if move.promotion != NO_PROMOTION:
        text += f"; {game.codes[move.promotion]}-{end}"
    return text + "".join(f"; {LIFT}-{names[cell]}" for cell in en_passant_captures(position, move))
