"""Movetext: the value of a parsed move, and the one writer of moves, with the suffixes of check.

`notation.moves` reads them, in each of the notations (aofref-record(5)).
"""

import re
from collections.abc import Mapping
from enum import Enum, StrEnum
from types import MappingProxyType
from typing import Final, NamedTuple

from aofref.boards import Naming
from aofref.findings import READ_AS, Code, Note, Refusal
from aofref.notation.cells import digits
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Event, Happening
from aofref.rules.moves import origins, taken_en_passant
from aofref.rules.position import NO_CASTLING, NO_PROMOTION, PASS, CoreMove, CorePosition
from aofref.rules.refuse import piece_on, with_variant

PASS_TEXT = "--"
PASS_DIGIT = "0"
LIFT = "@"


class Action(StrEnum):
    """The kind of a move's text; only MOVE is false."""

    MOVE = ""
    PASS = PASS_TEXT
    RESIGNS = "resigns"
    FORFEITS = "forfeits"


WITHDRAWALS: Final[tuple[Action, ...]] = (Action.RESIGNS, Action.FORFEITS)


Numbers = tuple[int, int, int, int, frozenset[int] | None, bool]
"""The names of a move's text as numbers: its origin (NO_CELL if that is no whole cell), destination
(likewise), type (-1 for an unknown one, or for any), promotion, and the cells that share the part
of an origin; and whether all this is a move of the game, and neither a pass nor a castling."""


class MoveText(NamedTuple):
    """The text of a move, parsed.

    `origin` is a whole cell, a column, a level or empty.  `captures` is None in a notation without
    marks of captures.  `taken` are the cells of Pawns captured en passant, if the notation names
    them.  `castling` is the name of a castling, folded (`folded_castling`).  `note` is a note
    of its refusal on another reading.  `numbers` are None
    until they have been looked up, and again where a name is replaced.
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
    castling: str = ""
    note: Note | None = None
    numbers: Numbers | None = None


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


_PASSES = {Notation.NUMERIC: PASS_DIGIT, Notation.UCI: "0000"}
_NO_UCI = "{} has no UCI moves: only games on one level with cells such as e4 have them"


def write(position: CorePosition, move: CoreMove, notation: Notation) -> str:
    """Write a move in a notation, without army and suffixes."""
    if move == PASS:
        return _PASSES.get(notation, PASS_TEXT)
    game, (origin, end, promotion, castling) = position.game, move
    names = game.board.names
    promoted = "" if promotion == NO_PROMOTION else f"={game.codes[promotion]}"
    # the two cells of a castling may be those of another move, too
    by_cells = castling == NO_CASTLING or game.castlings.every[castling].by_cells
    match notation:
        case Notation.SAN:
            return _lettered(position, move, _shortest_origin(position, move))
        case Notation.COURIER if castling != NO_CASTLING:
            return game.castlings.every[castling].walks
        case Notation.COURIER:
            clauses = [f"{game.codes[promotion]}-{names[end]}"] if promoted else []
            clauses += [f"{LIFT}-{names[cell]}" for cell in taken_en_passant(position, origin, end)]
            walk = f"{game.code(position.board[origin])} {names[origin]}-{names[end]}"
            return "; ".join([walk, *clauses])
        case Notation.LAN:
            return lan(position, move)
        case Notation.COORD if by_cells:
            return names[origin] + names[end] + promoted
        case Notation.UCI if by_cells:
            return names[origin] + names[end] + promoted[1:].lower()
        case Notation.NUMERIC if by_cells:
            cells, _ = digits(game.board, game.variant.digits)
            return cells[origin] + cells[end] + (f"{promotion + 1:02}" if promoted else "")
    return _lettered(position, move, "")


def lan(position: CorePosition, move: CoreMove) -> str:
    """Write a move in long notation; a Pawn's code is left out."""
    origin, end, promotion, castling = move
    if origin < 0:
        return PASS_TEXT
    game, board, names = position.game, position.board, position.game.board.names
    if promotion >= 0 or castling >= 0 or position.passed:
        return _lettered(position, move, names[origin], "-")
    return f"{game.signs[board[origin]]}{names[origin]}{'x' if board[end] else '-'}{names[end]}"


def shown(position: CorePosition, move: CoreMove) -> str:
    """Write a move in long notation, with its army if there are four."""
    text, game = lan(position, move), position.game
    return text if game.two_players else f"{game.letters[position.turn]}:{text}"


def _lettered(position: CorePosition, move: CoreMove, origin: str, quiet: str = "") -> str:
    """Write code, a part of the origin, sign, destination and suffixes; castling by its name.

    `quiet` is the sign of a move that captures nothing.  A Pawn's code is left out.
    """
    game, board, (start, end, promotion, castling) = position.game, position.board, move
    if castling != NO_CASTLING:
        return game.castlings.every[castling].name
    code, ep = game.signs[board[start]], ""
    if position.passed and taken_en_passant(position, *move[:2]):
        quiet, ep = "x", "ep"
    text = f"{code}{origin}{'x' if board[end] else quiet}{game.board.names[end]}{ep}"
    return text if promotion == NO_PROMOTION else f"{text}={game.codes[promotion]}"


def _shortest_origin(position: CorePosition, move: CoreMove) -> str:
    """Write the shortest part of a move's origin that no other legal move shares.

    Moves that differ in capture mark, `ep` or promotion need no origin; a Pawn that captures has
    its column.
    """
    origin, end, promotion, castling = move
    if castling != NO_CASTLING:
        return ""
    board, piece = position.game.board, position.board[origin]
    taken = taken_en_passant(position, origin, end)
    like = {cell for cell in position.cells_like(piece) if cell != origin}
    rivals = origins(position, piece, end, promotion, like) if like else []
    if position.passed:
        takes = [bool(taken_en_passant(position, cell, end)) for cell in rivals]
        rivals = [cell for cell, is_so in zip(rivals, takes, strict=True) if is_so == bool(taken)]
    (column, level), name = board.short[origin], board.names[origin]
    is_alone = all(board.short[cell][0] != column for cell in rivals)
    if position.game.is_pawn[piece] and (position.board[end] or taken):
        return column if is_alone else name
    if not rivals:
        return ""
    if is_alone:
        return column
    # Digits at the beginning of a move would be read as its number.
    readable = position.game.signs[piece] or not level.isdigit()
    if readable and all(board.short[cell][1] != level for cell in rivals):
        return level
    return name


_MARKS = r"(#)?([A-Z]*)(\+)?([A-Z]*)"


def suffix(after: CorePosition, events: tuple[Event, ...]) -> str:
    """Write the suffix of a move: `#` and `+`, with the armies if there are four."""
    if not (events or after.attackers):
        return ""
    letters = after.game.letters
    mated = [event["army"] for event in events if event["type"] == Happening.CHECKMATE]
    checked = [
        letter
        for letter, watch in zip(letters, after.watches, strict=True)
        if watch.attackers and letter not in mated
    ]
    if after.game.two_players:
        return "#" if mated else "+" if checked else ""
    text = "#" + "".join(sorted(mated, key=letters.index)) if mated else ""
    return text + ("+" + "".join(checked) if checked else "")


def denied(
    written: str, is_so: str, enemy: str = "", names: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Write the denial of a false suffix, as `the Jewish army is not checkmated`; else nothing.

    A suffix may claim less than is true.  A checkmated army is in check too; a sign without letters
    means some army.  `enemy` is the army of signs without letters, if there is only one; `names`
    has the words for armies by letter.
    """
    mate, mated, check, checked = re.findall(_MARKS, written)[0]
    is_mate, is_mated, is_check, is_checked = re.findall(_MARKS, is_so)[0]
    in_mate = {"", *is_mated, *enemy} if is_mate else set()  # with "", an army of no letter
    in_check = {"", *is_checked, *is_mated, *enemy} if is_check or is_mate else set()
    denials = []
    claims = (mate, mated, in_mate, "checkmated"), (check, checked, in_check, "in check")
    for claimed, named, truly, what in claims:
        if claimed and not (truly and truly.issuperset(named)):
            wrong = [army for army in named if army not in truly] or list(enemy)
            armies = [names.get(army, f"army {army}") for army in wrong] or ["no army"]
            verb = "is" if len(armies) == 1 else "are"
            denials.append(f"{' and '.join(armies)} {verb} {'not ' if wrong else ''}{what}")
    return " and ".join(denials)


def warnings(
    position: CorePosition, move: CoreMove, written: MoveText, long: str, is_so: str
) -> list[Refusal]:
    """Return the false claims of a legal move's text, which is `long` with the suffix `is_so`."""
    marked, claimed = written.captures, written.suffix
    captures = "x" in long and move.castling == NO_CASTLING  # no cell has an x
    is_marked = marked is None or captures is marked or (captures and written.en_passant)
    if is_marked and (not claimed or claimed == is_so):
        return []
    game, note = position.game, written.note
    found: list[Refusal] = []
    if claimed and claimed != is_so:
        enemy = game.letters[1 - position.turn] if game.two_players else ""
        names = {side.letter: side.name for side in game.sides}
        if why := denied(claimed, is_so, enemy, names):
            text = f"marked {claimed}, but {why}"
            found.append(with_variant(game, Refusal(Code.FALSE_CHECK, text)))
    if not is_marked:
        wrong = Code.UNMARKED_CAPTURE if captures else Code.FALSE_CAPTURE
        piece, name = piece_on(position, move.origin), game.board.names[move.destination]
        found.append(Refusal(wrong, piece=piece, destination=name))
    if note is not None and note.words == READ_AS:
        return [why.noting(note) for why in found]
    return found
