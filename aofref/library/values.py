"""Values of the library: moves, and errors with the reason of a refusal."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from operator import index
from typing import TYPE_CHECKING, Final, SupportsIndex, TypeVar, overload

from aofref.findings import BadText, Code, Finding
from aofref.notation import movetext
from aofref.notation.movetext import Notation
from aofref.rules.moves import taken_en_passant
from aofref.rules.position import NO_PROMOTION, PASS, CoreMove, CorePosition
from aofref.text import excerpt, no_such
from aofref.values import Frozen

if TYPE_CHECKING:
    from datetime import datetime

    from aofref.judge.edit.addition import Word
    from aofref.library.standing import Explanation

Key = TypeVar("Key")
Held = TypeVar("Held")
NAMES: Final = ("army", "lan", "code", "origin", "destination", "promotion", "captures")


class Move(Frozen):
    """A move: its army, its piece, and the cells from and to which the piece goes.

    `army` is the letter of the army, and `lan` the move in long notation, without army and
    suffixes; `--` for a pass.  `code` is the code of the piece, which goes from the cell `origin`
    to the cell `destination`; `promotion` is the code of the piece that a Pawn becomes, empty if it
    stays a Pawn.  `captures`: whether it captures, also en passant.  For a pass all but `army` and
    `lan` are empty or False.

    A move of a position writes each of these names when it is first read; two moves are equal if
    their names are.  `str` is `lan`.
    """

    __slots__ = (*NAMES, "_position", "_taken")
    __match_args__ = NAMES
    army: str
    lan: str
    code: str
    origin: str
    destination: str
    promotion: str
    captures: bool
    _position: CorePosition | None  # in which it is legal, if it is a move of a position
    _taken: CoreMove

    def __init__(
        self,
        army: str,
        lan: str,
        code: str = "",
        origin: str = "",
        destination: str = "",
        promotion: str = "",
        captures: bool = False,
    ) -> None:
        """Make a move of its names."""
        self._set(army=army, lan=lan, code=code, origin=origin, destination=destination)
        self._set(promotion=promotion, captures=captures, _position=None, _taken=PASS)

    if not TYPE_CHECKING:  # to which a name that a move does not have is an error

        def __getattr__(self, name: str) -> object:
            """Write a name that has not been read yet, and keep it."""
            if name not in NAMES:
                raise AttributeError(f"'Move' object has no attribute {name!r}")
            written = _written(self._position, self._taken, name)
            _set(self, name, written)
            return written

    @property
    def is_pass(self) -> bool:
        """Whether the army passes."""
        return not self.origin

    @property
    def _names(self) -> tuple[str, str, str, str, str, str, bool]:
        cells = self.origin, self.destination
        return self.army, self.lan, self.code, *cells, self.promotion, self.captures

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        if self._position is other._position is not None:
            return self._taken == other._taken
        return self._names == other._names

    def __lt__(self, other: object) -> bool:
        if not isinstance(other, Move):
            return NotImplemented
        return self._names < other._names

    def __hash__(self) -> int:
        return hash((self.origin, self.destination, self.promotion))

    def __reduce__(self) -> tuple[object, tuple[str | bool, ...]]:
        """Pickle its names."""
        return Move, self._names

    def __repr__(self) -> str:
        return f"<aofref.Move {self.army}:{self.lan}>"

    def __str__(self) -> str:
        return self.lan


def move_of(position: CorePosition, taken: CoreMove, lan: str = "") -> Move:
    """Return a legal move of a position, whose LAN may have been written."""
    move = _new(Move)
    _set_position(move, position)
    _set_taken(move, taken)
    if lan:
        _set_lan(move, lan)
    return move


_new: Final = object.__new__  # a search makes thousands of moves a second
_set_lan: Final = vars(Move)["lan"].__set__
_set_position: Final = vars(Move)["_position"].__set__
_set_taken: Final = vars(Move)["_taken"].__set__
_set: Final = object.__setattr__


def _written(position: CorePosition, taken: CoreMove, name: str) -> str | bool:
    """Write a name of a legal move of a position."""
    game, (origin, destination, promotion, _) = position.game, taken
    match name:
        case "lan":
            return movetext.lan(position, taken)
        case "army":
            return game.letters[position.turn]
        case "captures":
            board = position.board
            return origin >= 0 and bool(
                board[destination] or taken_en_passant(position, *taken[:2])
            )
        case "promotion":
            return "" if promotion == NO_PROMOTION else game.codes[promotion]
    if origin < 0:
        return ""
    if name == "code":
        return game.code(position.board[origin])
    return game.board.names[origin if name == "origin" else destination]


class Moves(Sequence[Move]):
    """Moves of a position, each made when it is read: random play reads one of some thirty."""

    __slots__ = ("_legal", "_position")

    def __init__(self, position: CorePosition, legal: Sequence[CoreMove]) -> None:
        self._position = position
        self._legal = legal

    def __len__(self) -> int:
        return len(self._legal)

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> "Moves": ...
    def __getitem__(self, at: "int | slice") -> "Move | Moves":
        if isinstance(at, slice):
            return Moves(self._position, self._legal[at])
        return move_of(self._position, self._legal[at])

    def __iter__(self) -> Iterator[Move]:
        return map(move_of, repeat(self._position), self._legal)

    def __repr__(self) -> str:
        return repr([*self])


def written_move(move: str | Move) -> str:
    """Write a move with its army, and return a text as it is; TypeError for anything else."""
    if isinstance(move, Move):
        return f"{move.army}:{move.lan}"
    if not isinstance(move, str):
        raise TypeError(f"a move is text or a Move, not {type(move).__name__}")
    return move


def text_of(kind: str, given: str) -> str:
    """Return a text as it is; TypeError for anything else."""
    if not isinstance(given, str):
        raise TypeError(f"{kind} is text, not {type(given).__name__}")
    return given


def whole(kind: str, given: SupportsIndex) -> int:
    """Return a whole number as it is; TypeError for anything else."""
    if not hasattr(given, "__index__"):
        raise TypeError(f"{kind} is a whole number, not {type(given).__name__}")
    return index(given)


def texts(kind: str, given: Iterable[str]) -> tuple[str, ...]:
    """Return texts as they are, and a text as the only one; TypeError for anything else."""
    if not isinstance(given, str | Iterable):
        text_of(kind, given)
    return tuple([text_of(kind, one) for one in ((given,) if isinstance(given, str) else given)])


def mapped(kind: str, given: Mapping[Key, Held]) -> Mapping[Key, Held]:
    """Return a mapping as it is; TypeError for anything else."""
    if not isinstance(given, (dict, Mapping)):  # a dict is told at once
        raise TypeError(f"{kind} are a mapping, not {type(given).__name__}")
    return given


def moment_of(time: "datetime | str") -> "datetime":
    """Return a time; ValueError for a text that is none, and for a datetime without a zone."""
    from datetime import datetime

    from aofref.notation.times import read_time

    if isinstance(time, datetime):
        if time.utcoffset() is None:
            raise ValueError(f"{time} has no zone, such as UTC")
        return time
    moment = read_time(text_of("a time", time))
    if moment is None:
        raise ValueError(f"{excerpt(time)} is not a time")
    return moment


def notation(name: str) -> Notation:
    """Return a notation by its name; ValueError lists the notations."""
    try:
        return Notation(text_of("a notation", name))
    except ValueError:
        every = [known.value for known in Notation]
        raise ValueError(no_such("notation", name, every)) from None


class UnknownVariant(LookupError):
    """No game has that name."""


class BadRecord(BadText):
    """A record that cannot be read or written: `findings` has the reasons.

    From `Record.add`, `warnings` are the warnings on the texts that were sent, each with its text.
    """

    warnings: "tuple[tuple[Word, Finding], ...]" = ()


class _WithFinding(ValueError):
    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)

    @property
    def finding(self) -> Finding:
        """The reason, with the text of the move."""
        found: Finding = self.args[0]
        return found

    @property
    def code(self) -> Code:
        """The code of the refusal, such as `blocked`."""
        return self.finding.code

    def __str__(self) -> str:
        return self.finding.message


class IllegalMove(_WithFinding):
    """An illegal move, or a text that is not a move: `finding` has the reason, `str` its sentence.

    From `Record.add`, `word` is the text with the move, and `warnings` are the warnings on the
    texts before it, each with its text.
    """

    word: "Word | None" = None
    warnings: "tuple[tuple[Word, Finding], ...]" = ()
    _explain: "Callable[[], Explanation] | None" = None

    @property
    def explanation(self) -> "Explanation | None":
        """The proof that it is illegal, from `Record.add`; None if the text could not be read."""
        return None if self._explain is None else self._explain()


class MoveMissing(ValueError):
    """A time or a conditional line came without a move: `argument` of `Record.add` has it."""

    def __init__(self, what: str, argument: str) -> None:
        super().__init__(f"{what} goes with a move")
        self.argument = argument


class UnknownName(_WithFinding):
    """A cell, a piece or an army that the game does not have; `str` lists what it has."""
