"""Facts: what proves a refusal.

They are names (cells, codes, army letters) and numbers.  Each family of them is a class, and its
fields are named as in the sentences of the codes.  A family has a sentence of its own where that of
the code does not fit.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeVar


class Standing(NamedTuple):
    """A piece where it stands: army letter, code and cell name."""

    army: str
    code: str
    cell: str


class Threat(NamedTuple):
    """A piece that attacks a royal piece, the empty cells it crosses, and the screen it hops."""

    piece: Standing
    path: tuple[str, ...] = ()
    screen: Standing | None = None


BEYOND = "beyond the board"
"""What stands for a missing cell, or a cell of a path, that has no name."""


_Facts = TypeVar("_Facts")


def _says(sentence: str) -> Callable[[type[_Facts]], type[_Facts]]:
    """Give a family a sentence, in which names in braces are its facts."""

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


class NoCell(NamedTuple):
    """A name that is no cell of the board."""

    missing: str


class Empty(NamedTuple):
    """A cell on which nothing stands."""

    destination: str


@_says("this game has no {what} {name}; it has {candidates}")
class Unknown(NamedTuple):
    """An army or a piece (`what`) that the game does not have, and those that it has."""

    what: str
    name: str
    candidates: tuple[str, ...]
    army: str = ""


@_says("army {name} is no longer on the board")
class Gone(NamedTuple):
    """An army that has left the board; `army` has the turn."""

    name: str
    army: str


class OutOfTurn(NamedTuple):
    """The army that has the turn, and the one that was named."""

    army: str
    candidates: tuple[str, ...]


class Foreign(NamedTuple):
    """A piece that is not of the army that has the turn."""

    piece: Standing
    army: str


class OtherKind(NamedTuple):
    """A piece that is not what it was called."""

    piece: Standing
    name: str


class Going(NamedTuple):
    """A piece that cannot go somewhere.

    `path` are the cells walked, first step to destination, `blocker` a piece in the way, `missing`
    a cell that does not exist, or BEYOND; `besides` is what else there is to say.
    """

    piece: Standing
    destination: str
    path: tuple[str, ...] = ()
    blocker: Standing | None = None
    missing: str = ""
    besides: str = ""


@_says("{piece} cannot go {path}: that way leads {missing}")
class GoingBeyond(Going):
    """A piece whose way leads off the board."""


@_says("{piece} does not capture that way: {destination} is occupied by {blocker}")
class GoingOnly(Going):
    """A piece that goes to an occupied cell only where that is empty."""


@_says("{piece} is already on {destination}")
class Staying(NamedTuple):
    """A move of a piece to the cell on which it stands."""

    piece: Standing
    destination: str


class NoneSuch(NamedTuple):
    """A piece to promote to that the game does not have, and those that are allowed there."""

    name: str
    destination: str
    candidates: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """Give the sentence of this family."""
        allowed = "; on {destination} the Pawn may become one of {candidates}"
        return "this game has no piece {name}" + (allowed if self.candidates else "")


class Promoting(NamedTuple):
    """A piece that comes to a cell, and the codes of what it may become there."""

    piece: Standing
    destination: str
    candidates: tuple[str, ...] = ()


@_says("{piece} takes nothing en passant on {destination}")
class NotEnPassant(NamedTuple):
    """A move written as a capture en passant that captures nothing en passant."""

    piece: Standing
    destination: str
    army: str


@_says("{piece} to {destination} takes the Pawn on {candidates} en passant, not {name}")
class OtherPawn(NamedTuple):
    """A move written to capture the Pawn on `name` en passant that captures others."""

    piece: Standing
    destination: str
    name: str
    candidates: tuple[str, ...]
    army: str


class Exposing(NamedTuple):
    """A move that leaves its own royal piece (`blocker`) in check, and the pieces that check it."""

    piece: Standing
    destination: str
    blocker: Standing
    checks: tuple[Threat, ...]
    besides: str = ""


class Meant(NamedTuple):
    """What short notation says of the piece it means, and the cells of those that could be meant.

    The cell of `piece` is as much of it as was written.
    """

    piece: Standing
    destination: str
    candidates: tuple[str, ...] = ()


class Passing(NamedTuple):
    """An army that tries to pass, and a move that it has."""

    army: str
    piece: Standing
    destination: str


class Claim(NamedTuple):
    """What a record claims, and what is true instead."""

    claimed: str
    is_so: str


class WonByGone(NamedTuple):
    """A result that is claimed for armies which have left the board."""

    claimed: str
    army: str

    @property
    def sentence(self) -> str:
        """Give the sentence of this family."""
        gone = self.army.split()
        are = f"{' and '.join(gone)} {'is' if len(gone) == 1 else 'are'}"
        return f"the record claims {{claimed}}, but {are} no longer on the board"


Family = (
    Words
    | NoCell
    | Empty
    | Unknown
    | Gone
    | OutOfTurn
    | Foreign
    | OtherKind
    | Going
    | Staying
    | NoneSuch
    | Promoting
    | NotEnPassant
    | OtherPawn
    | Exposing
    | Meant
    | Passing
    | Claim
    | WonByGone
)
"""A family of facts: what a refusal may rest on."""


# Notes ------------------------------------------------------------------------------------------


class Others(NamedTuple):
    """Other pieces of the kind that short notation names, none of which may go there either."""

    pieces: tuple[Standing, ...]

    @property
    def sentence(self) -> str:
        """Give the sentence of this note."""
        one = self.pieces[0]
        many = f"any other {one.code} of {one.army}"
        return f"nor can {'{pieces}' if len(self.pieces) <= _FEW else many} go there"


@_says("{army} has no {code}")
class HasNone(NamedTuple):
    """An army that has no piece of a kind."""

    army: str
    code: str


@_says("already played as ply {ply}")
class PlayedAs(NamedTuple):
    """The ply as which a refused move was played before."""

    ply: int


@_says("an arbiter has decided on this move ({verdict}), and --as-played applies that")
class DecidedHere(NamedTuple):
    """An arbiter's decision on a refused move that was not applied."""

    verdict: str


Note = Others | HasNone | PlayedAs | DecidedHere
_FEW = 5
"""So many pieces are named one by one."""
