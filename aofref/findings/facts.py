"""Facts: what proves a refusal.

They are names (cells, codes, army letters) and numbers.  Each family of them is a class, and its
fields are named as in the sentences of the codes.  A family has a sentence of its own where that of
the code does not fit.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar


class Side(NamedTuple):
    """An army: its letter, and what sentences call it, as in `the Indian army` or `White`."""

    letter: str
    name: str

    def __str__(self) -> str:
        return self.name


class Piece(NamedTuple):
    """A piece on a board.

    `army` is the letter of its army, `code` and `name` are those of its type, `cell` is where it
    stands.  `str` is as in diagnostics: `E:Rka4`.
    """

    army: str
    code: str
    name: str
    cell: str

    def __str__(self) -> str:
        return f"{self.army}:{self.code}{self.cell}"


class Attack(NamedTuple):
    """A piece that attacks, and how; `str` is as in proofs: `E:Rka4 through ja4`.

    `piece` attacks, `path` are the empty cells that it crosses, `screen` is the piece that it hops
    over, None if it hops over none.
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


BEYOND = "beyond the board"  # what stands for a missing cell, or a cell of a path, that has no name


_Facts = TypeVar("_Facts")


def _says(sentence: str) -> Callable[[type[_Facts]], type[_Facts]]:
    """Set the sentence of a family, in which names in braces are its facts."""

    def saying(family: type[_Facts]) -> type[_Facts]:
        family.sentence = sentence  # type: ignore[attr-defined]
        return family

    return saying


class Words(NamedTuple):
    """A reason that is words and no more."""

    reason: str = ""


@_says("{reason}")
class Instead(Words):
    """A reason in words that take the place of the code's sentence."""


@_says("{reason}")
class Unruled(Words):
    """A reason in words that rests on no rule, whatever the code."""


class NoCell(NamedTuple):
    """A name that is no cell of the board."""

    missing: str


class PartOfCell(NamedTuple):
    """A cell of which a part is left out, `lacks` says which, and the cells that it may be.

    `moves` are legal moves of the `kind` of piece that is meant: to these cells if `there`, else to
    others; so many `more` are not named.
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


class Empty(NamedTuple):
    """A cell on which nothing stands."""

    destination: str


@_says("this game has no {what} {name}; it has {candidates}")
class Unknown(NamedTuple):
    """An army or a piece (`what`) that the game does not have, and those that it has."""

    what: str
    name: str
    candidates: tuple[str, ...]
    army: Side | None = None


@_says("{name} is no longer on the board")
class Gone(NamedTuple):
    """An army that has left the board; `army` has the turn."""

    name: Side
    army: Side


class OutOfTurn(NamedTuple):
    """The army that has the turn, and the one that was named."""

    army: Side
    candidates: tuple[Side, ...]


class Foreign(NamedTuple):
    """A piece that is not of the army that has the turn."""

    piece: Piece
    army: Side


class OtherKind(NamedTuple):
    """A piece that is not what it was called."""

    piece: Piece
    name: str


class Going(NamedTuple):
    """A piece that cannot go somewhere.

    `path` are the cells walked, first step to destination, `blocker` a piece in the way, `missing`
    a cell that does not exist, or BEYOND; `besides` is what else there is to say.
    """

    piece: Piece
    destination: str
    path: tuple[str, ...] = ()
    blocker: Piece | None = None
    missing: str = ""
    besides: str = ""


@_says("{piece} cannot go {path}: that way leads {missing}")
class GoingBeyond(Going):
    """A piece whose way leads off the board."""


@_says("{piece} does not capture that way: {destination} is occupied by {blocker}")
class GoingOnly(Going):
    """A piece that goes to an occupied cell only where that is empty."""


class GoingEnPassant(Going):
    """A Pawn written as capturing en passant, for which there is nothing to capture."""


@_says("{piece} is already on {destination}")
class Staying(NamedTuple):
    """A move of a piece to the cell on which it stands."""

    piece: Piece
    destination: str


class NoneSuch(NamedTuple):
    """A piece to promote to that the game does not have, and those that are allowed there."""

    name: str
    destination: str
    candidates: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """The sentence of this family."""
        allowed = "; on {destination} the Pawn may become one of {candidates}"
        return "this game has no piece {name}" + (allowed if self.candidates else "")


class Promoting(NamedTuple):
    """A piece that comes to a cell, and the codes of what it may become there.

    `besides` is what else there is to say.
    """

    piece: Piece
    destination: str
    candidates: tuple[str, ...] = ()
    besides: str = ""


@_says("{piece} takes nothing en passant on {destination}")
class NotEnPassant(NamedTuple):
    """A move written as a capture en passant that captures nothing en passant."""

    piece: Piece
    destination: str
    army: Side


@_says("{piece} to {destination} takes the Pawn on {candidates} en passant, not {name}")
class OtherPawn(NamedTuple):
    """A move written to capture the Pawn on `name` en passant that captures others."""

    piece: Piece
    destination: str
    name: str
    candidates: tuple[str, ...]
    army: Side


class Exposing(NamedTuple):
    """A move that leaves its own royal piece (`blocker`) in check, and the pieces that check it."""

    piece: Piece
    destination: str
    blocker: Piece
    checks: tuple[Attack, ...]
    besides: str = ""


class Meant(NamedTuple):
    """What short notation says of the piece it means, and the cells of those that could be meant.

    The cell of `piece` is as much of it as was written.
    """

    piece: Piece
    destination: str
    side: Side
    candidates: tuple[str, ...] = ()


class Passing(NamedTuple):
    """An army that tries to pass, and a move that it has."""

    army: Side
    piece: Piece
    destination: str


class Claim(NamedTuple):
    """What a record claims, and what is true instead."""

    claimed: str
    is_so: str


class WonByGone(NamedTuple):
    """A result that is claimed for armies which have left the board."""

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
    | Gone
    | OutOfTurn
    | Foreign
    | OtherKind
    | NoneSuch
)
_OfMoves = Going | Staying | Promoting | NotEnPassant | OtherPawn | Exposing | Meant | Passing
Family = _OfNames | _OfMoves | Claim | WonByGone  # a family of facts: what a refusal may rest on


class Others(NamedTuple):
    """Other pieces of the kind that short notation names, none of which may go there either."""

    pieces: tuple[Piece, ...]
    army: Side

    @property
    def sentence(self) -> str:
        """The sentence of this note."""
        many = f"any other {self.pieces[0].code} of {{army}}"
        return f"nor can {'{pieces}' if len(self.pieces) <= _FEW else many} go there"


@_says("{army} has no {code}")
class HasNone(NamedTuple):
    """An army that has no piece of a kind."""

    army: Side
    code: str


@_says("already played as ply {ply}")
class PlayedAs(NamedTuple):
    """The ply as which a refused move was played before."""

    ply: int


@_says("an arbiter has decided on this move ({verdict}), and --as-played applies that")
class DecidedHere(NamedTuple):
    """An arbiter's decision on a refused move that was not applied."""

    verdict: str


@_says("{game} has no castling")
class NoCastling(NamedTuple):
    """The game in which somebody meant to castle, and cannot."""

    game: str


Note = Others | HasNone | PlayedAs | DecidedHere | NoCastling
_FEW = 5  # so many pieces are named one by one
