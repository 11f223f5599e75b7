"""Facts: the names (cells, codes, army letters) and numbers that prove a refusal.

Each family of facts is a class.  Its fields are the names in braces in the sentences of the codes.
A family with a `sentence` of its own overrides the sentence of the code.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from aofref.values import Value


class Side(Value):
    """An army: its `letter`, and its `name` in sentences, as `the Indian army` or `White`."""

    letter: str
    name: str

    def __str__(self) -> str:
        return self.name


class Piece(Value):
    """A piece on a board.

    `army` is the letter of its army, `code` and `name` are the code and the name of its type.
    `cell` is the name of its cell.  `str` is the form in diagnostics: `E:Rka4`.
    """

    army: str
    code: str
    name: str
    cell: str

    def __str__(self) -> str:
        return f"{self.army}:{self.code}{self.cell}"


class Attack(Value):
    """A piece that attacks, and how; `str` is the form in proofs: `E:Rka4 through ja4`.

    `piece` is the attacker.  `path` are the empty cells that it crosses.  `screen` is the piece
    that it hops over, or None.
    """

    piece: Piece
    path: tuple[str, ...] = ()
    screen: Piece | None = None

    def report(self) -> dict[str, Any]:
        """Return it as plain data."""
        data: dict[str, Any] = {"piece": str(self.piece), "path": list(self.path)}
        return data if self.screen is None else {**data, "screen": str(self.screen)}

    def __str__(self) -> str:
        through = f" through {' '.join(self.path)}" if self.path else ""
        over = f" over {self.screen}" if self.screen else ""
        return f"{self.piece}{through}{over}"


BEYOND = (
    "beyond the board"  # in place of the name of a missing cell, or a cell of a path, without one
)


_Facts = TypeVar("_Facts")


def _sentence(sentence: str) -> Callable[[type[_Facts]], type[_Facts]]:
    """Set the sentence of a family, in which names in braces are its facts."""

    def set_sentence(family: type[_Facts]) -> type[_Facts]:
        family.sentence = sentence  # type: ignore[attr-defined]
        return family

    return set_sentence


class Words(Value):
    """A reason that is only words."""

    reason: str = ""


@_sentence("{reason}")
class Unruled(Words):
    """A reason in words that rests on no rule, whatever the code."""


@_sentence("{reason}")
class Instead(Unruled):
    """A reason of that kind about a move, in place of the code's sentence."""


@_sentence("{reason}")
class Harmless(Words):
    """A reason in words that no judgement depends on: a warning, whatever the code."""


class NoCell(Value):
    """A name that is no cell of the board."""

    missing: str


class PartOfCell(Value):
    """The name of a cell that lacks a part: `lacks` describes the part, `candidates` are the cells.

    `moves` are legal moves of the `kind` of piece that was named: to the candidates if `there`,
    else to other cells.  `more` is the number of moves left out.
    """

    name: str
    lacks: str
    candidates: tuple[str, ...]
    kind: str = ""
    moves: tuple[str, ...] = ()
    there: bool = False
    more: int = 0

    @property
    def sentence(self) -> str:
        """The sentence of this family."""
        if not self.kind:
            legal = ""
        elif not self.moves:
            legal = "; no {kind} can move"
        elif self.there:
            legal = "; {kind} moves there: {moves}"
        else:
            legal = "; no {kind} may go there, but these moves are legal: {moves}"
        rest = " and {more} more" if self.more else ""
        return f"{{name}} lacks {{lacks}}: {{candidates}}{legal}{rest}"


class Empty(Value):
    """An empty cell."""

    destination: str


@_sentence("this game has no {what} {name}; it has {candidates}")
class Unknown(Value):
    """A name of an army or a piece (`what`) that the game lacks, and the names that it has."""

    what: str
    name: str
    candidates: tuple[str, ...]
    army: Side | None = None


@_sentence("{game} has no castling")
class NoCastling(Value):
    """A game without castling, or an army without it, in which castling was written."""

    game: str


@_sentence("{name} is no longer on the board")
class Gone(Value):
    """An army that has left the board; `army` has the turn."""

    name: Side
    army: Side


class OutOfTurn(Value):
    """The army to move, and the armies that were named."""

    army: Side
    candidates: tuple[Side, ...]


class Foreign(Value):
    """A piece of another army than the one to move."""

    piece: Piece
    army: Side


class OtherKind(Value):
    """A piece of another type than the one named."""

    piece: Piece
    name: str


class Going(Value):
    """A piece that cannot go somewhere.

    `path` are the cells from the first step to the destination.  `blocker` is a piece in the way.
    `missing` is a cell that does not exist, or BEYOND.  `columns` are two columns that no such leap
    joins.  `besides` is a further clause.
    """

    piece: Piece
    destination: str
    path: tuple[str, ...] = ()
    blocker: Piece | None = None
    missing: str = ""
    besides: str = ""
    columns: tuple[str, ...] = ()


@_sentence("{piece} cannot go {path}: that way leads {missing}")
class GoingBeyond(Going):
    """A piece whose way leads off the board."""


@_sentence("{piece} cannot go {path}: its leap is barred between columns {columns}")
class GoingBarred(Going):
    """A piece whose leap the game bars between two columns."""


@_sentence("{piece} does not capture that way: {destination} is occupied by {blocker}")
class GoingOnly(Going):
    """A piece that may go to the occupied cell only without capturing."""


class GoingEnPassant(Going):
    """A Pawn written as capturing en passant where nothing can be captured so."""


@_sentence("{piece} is already on {destination}")
class Staying(Value):
    """A move of a piece to the cell on which it stands."""

    piece: Piece
    destination: str


class NoneSuch(Value):
    """A type to promote to that the game does not have, and the types allowed on that cell."""

    name: str
    destination: str
    candidates: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The sentence of this family."""
        allowed = "; on {destination} the Pawn may become {candidates}"
        return "this game has no piece {name}" + (allowed if self.candidates else "")


class Promoting(Value):
    """A piece that comes to a cell, and the codes of the types that it may become there.

    `besides` is a further clause.
    """

    piece: Piece
    destination: str
    candidates: tuple[str, ...] = ()
    besides: str = ""


@_sentence("{piece} takes nothing en passant on {destination}")
class NotEnPassant(Value):
    """A move written as a capture en passant that captures nothing en passant."""

    piece: Piece
    destination: str
    army: Side


@_sentence("{piece} to {destination} takes the Pawn on {candidates} en passant, not {name}")
class OtherPawn(Value):
    """A move written to capture the Pawn on `name` en passant that captures others."""

    piece: Piece
    destination: str
    name: str
    candidates: tuple[str, ...]
    army: Side


class Exposing(Value):
    """A move that leaves its own royal piece (`blocker`) in check, and the pieces that check it."""

    piece: Piece
    destination: str
    blocker: Piece
    checks: tuple[Attack, ...]
    besides: str = ""


class CannotCastle(Value):
    """A royal piece that cannot castle, and where it would come to.

    `cell` is the cell where a piece should stand, or of the way of the royal piece.  `code` is the
    piece that should stand there, `moved` the one that has moved.  `checks` are the attacks on the
    cell, or on the royal piece where it stands.
    """

    piece: Piece
    destination: str
    checks: tuple[Attack, ...] = ()
    cell: str = ""
    code: str = ""
    moved: Piece | None = None


class NotAtHome(CannotCastle):
    """A royal piece or companion that is not where it would castle from."""

    @property
    def sentence(self) -> str:
        """The sentence of this family."""
        it_is = "it is not" if self.code == self.piece.code else "there is no {code} of its army"
        return f"{{piece}} cannot castle: {it_is} on {{cell}}"


@_sentence("{piece} cannot castle: {moved} has moved")
class HasMoved(CannotCastle):
    """A companion, or the royal piece itself, that has moved."""


@_sentence("{piece} cannot castle: it, or each piece that it could castle with, has moved")
class AllHaveMoved(CannotCastle):
    """A royal piece that has no right to castle left."""


@_sentence("{piece} cannot castle: it is in check from {checks}")
class CastlingInCheck(CannotCastle):
    """A royal piece that is in check."""


@_sentence("{piece} cannot castle: it would pass {cell}, which is attacked by {checks}")
class CastlingThroughCheck(CannotCastle):
    """A royal piece that would pass an attacked cell."""


@_sentence("{piece} cannot castle: it would come to {cell}, which is attacked by {checks}")
class CastlingIntoCheck(CannotCastle):
    """A royal piece that would come to an attacked cell."""


class Meant(Value):
    """A piece named by short notation, and the cells of the pieces that fit.

    The cell of `piece` is the part of its name that was written.
    """

    piece: Piece
    destination: str
    side: Side
    candidates: tuple[str, ...] = ()


class Passing(Value):
    """An army that tries to pass, and a move that it has."""

    army: Side
    piece: Piece
    destination: str


class Claim(Value):
    """A claim of a record, and the truth."""

    claimed: str
    is_so: str


class WonByGone(Value):
    """A claimed result that gives a share to armies which have left the board."""

    claimed: str
    gone: tuple[Side, ...]

    @property
    def sentence(self) -> str:
        """The sentence of this family."""
        are = "is" if len(self.gone) == 1 else "are"
        return f"the record claims {{claimed}}, but {{gone}} {are} no longer on the board"


_OfNames = (
    Words
    | NoCell
    | PartOfCell
    | Empty
    | Unknown
    | NoCastling
    | Gone
    | OutOfTurn
    | Foreign
    | OtherKind
    | NoneSuch
)
_OfMoves = (
    Going
    | Staying
    | Promoting
    | NotEnPassant
    | OtherPawn
    | Exposing
    | CannotCastle
    | Meant
    | Passing
)
Family = _OfNames | _OfMoves | Claim | WonByGone  # the facts that a refusal may rest on


class Others(Value):
    """Other pieces of the kind that short notation names; none of them may go there either."""

    pieces: tuple[Piece, ...]
    army: Side

    @property
    def sentence(self) -> str:
        """The sentence of this note."""
        many = f"any other {self.pieces[0].code} of {{army}}"
        return f"nor can {'{pieces}' if len(self.pieces) <= _FEW else many} go there"


@_sentence("{army} has no {code}")
class HasNone(Value):
    """An army that has no piece of a kind."""

    army: Side
    code: str


@_sentence("the letter of the {name} is {code}")
class WrittenSmall(Value):
    """A piece whose code stands in small letters, where a column of the board is expected."""

    name: str
    code: str


@_sentence("already played as ply {ply}")
class PlayedAs(Value):
    """The number of the ply at which the refused move has already been played."""

    ply: int


@_sentence("an arbiter has decided on this move ({verdict}), and --as-played applies that")
class DecidedHere(Value):
    """An arbiter's decision on the refused move, which was not applied."""

    verdict: str


@_sentence("read as {meant}, not as {other}")
class ReadAs(Value):
    """The two readings of a capital, a colon and a cell: the chosen one, and the other."""

    meant: str
    other: str


@_sentence("a capture is written {capture}")
class CaptureWritten(Value):
    """How the capture is written that an army's letter, a colon and a cell may stand for."""

    capture: str


@_sentence("if {words} is one move, write it as {move}")
class AsOne(Value):
    """Words of a line that may be one move, quoted, and how that is written."""

    words: str
    move: str


Note = (
    Others
    | HasNone
    | WrittenSmall
    | PlayedAs
    | DecidedHere
    | NoCastling
    | ReadAs
    | CaptureWritten
    | AsOne
)
_FEW = 5  # the most pieces that are named one by one
