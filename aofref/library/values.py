"""Values of the library: immutable objects for positions, moves, events and proofs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from threading import RLock
from types import MappingProxyType
from typing import Any, Generic, NoReturn, TypeVar, dataclass_transform

from aofref.findings import Code, Place

Value = TypeVar("Value")
_set = object.__setattr__


class Frozen:
    """The base of values that never change: assigning to one, or deleting from it, fails.

    A subclass names its attributes in `__slots__` and fills them by `_fill`.
    """

    __slots__ = ()

    def _fill(self, **values: object) -> None:
        for name, value in values.items():
            _set(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        """Refuse."""
        raise AttributeError(f"a {type(self).__name__} never changes: {name} cannot be set")

    def __delattr__(self, name: str) -> NoReturn:
        """Refuse."""
        raise AttributeError(f"a {type(self).__name__} never changes: {name} cannot be deleted")


class Compared(Frozen):
    """The base of values that are equal if they are of one class, and `_same` gives the same."""

    __slots__ = ()

    def _same(self) -> object:
        """Give what is compared."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Compared) or type(self) is not type(other):
            return NotImplemented
        return self is other or self._same() == other._same()

    def __hash__(self) -> int:
        return hash(self._same())


class Lazy(Compared):
    """The base of values of which some attributes are found once, when they are first asked for.

    Of several threads that ask one finds it, and the others wait for it.
    """

    __slots__ = ("_lock",)
    _lock: RLock

    def _once(self, name: str, find: Callable[[], Value]) -> Value:
        """Give an attribute of `__slots__`, found if it was not yet asked for."""
        if not hasattr(self, name):
            with self._lock:
                if not hasattr(self, name):
                    self._fill(**{name: find()})
        found: Value = getattr(self, name)
        return found


class FrozenMapping(Frozen, Mapping[str, Value], Generic[Value]):
    """A mapping from text that never changes and can be hashed; its order is that of its items."""

    __slots__ = ("_items",)
    _items: Mapping[str, Value]

    def __init__(self, items: Mapping[str, Value] | None = None) -> None:
        """Copy the items."""
        self._fill(_items=MappingProxyType(dict(items or {})))

    def __getitem__(self, key: str) -> Value:
        """Give the value of a key; KeyError if there is none."""
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        """Go through the keys in order."""
        return iter(self._items)

    def __len__(self) -> int:
        """Count the items."""
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self._items),)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self._items)!r})"


class Event(FrozenMapping[Any]):
    """Something that a move, or the start of a turn, brought about.

    It has the keys that `aofref check --format json` gives an event, except `ply`: `type` and what
    belongs to that type, such as `army` and `by` of a `check`.  Each key is an attribute too
    (`event.type`, `event.army`); `from` is `event.from_`.  Armies, cells and pieces are texts; `by`
    of a `check` is a tuple of armies.  `str` says in words what happened.
    """

    __slots__ = ("_text",)
    _text: str

    def __init__(self, items: Mapping[str, Any], text: str = "") -> None:
        """Hold the items, and the words."""
        super().__init__(
            {
                key: tuple(value) if isinstance(value, list) else value
                for key, value in items.items()
            }
        )
        self._fill(_text=text)

    def __getattr__(self, name: str) -> Any:
        """Give the value of a key."""
        key = "from" if name == "from_" else name
        if key.startswith("_") or key not in self._items:
            raise AttributeError(f"an event {self._items.get('type')!r} has no {name}")
        return self._items[key]

    def __reduce__(self) -> tuple[Any, ...]:
        return Event, (dict(self._items), self._text)

    def __str__(self) -> str:
        return self._text


class _Value(Compared):
    """The base of classes of plain values; see `value`."""

    __slots__ = ()
    __match_args__: tuple[str, ...] = ()
    _defaults: Mapping[str, Any] = MappingProxyType({})

    def __init__(self, *values: Any, **named: Any) -> None:
        names = self.__match_args__
        if named or len(values) != len(names):
            given = {**self._defaults, **dict(zip(names, values, strict=False)), **named}
            twice = len(values) > len(names) or named.keys() & set(names[: len(values)])
            if twice or given.keys() != set(names):
                raise TypeError(f"a {type(self).__name__} has {', '.join(names)}")
            values = tuple(given[name] for name in names)
        for name, one in zip(names, values, strict=True):
            _set(self, name, one)

    def _same(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__match_args__)

    def __repr__(self) -> str:
        pairs = zip(self.__match_args__, self._same(), strict=True)
        return f"{type(self).__qualname__}({', '.join(f'{name}={one!r}' for name, one in pairs)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._same()


@dataclass_transform(frozen_default=True)
def value(kind: type[Value]) -> type[Value]:
    """Give the class of values that has the annotations of `kind` as its attributes.

    It is like a frozen dataclass, but those are compiled anew whenever the library is loaded.
    """
    known, names = dict(vars(kind)), tuple(vars(kind)["__annotations__"])
    defaults = {name: known.pop(name) for name in names if name in known}
    for name in ("__dict__", "__weakref__"):
        known.pop(name, None)
    made = {"__slots__": names, "__match_args__": names, "_defaults": MappingProxyType(defaults)}
    return type(kind.__name__, (_Value,), known | made)


@value
class Piece:
    """A piece on a board: its army's letter, its code, the name of its type, its cell.

    `str` is as in diagnostics: `E:Rka4`.
    """

    army: str
    code: str
    name: str
    cell: str

    def __str__(self) -> str:
        return f"{self.army}:{self.code}{self.cell}"


@value
class Move:
    """A move as it takes place: of which army and piece, from where to where.

    `code` and the cells are empty, and `lan` is `--`, for a pass.  `promotion` is the code of what
    a Pawn becomes, empty if it stays a Pawn.  `captures` says whether it is a capture, en passant
    included.  `str` is `lan`: long notation without army and suffixes.
    """

    army: str
    lan: str
    code: str = ""
    origin: str = ""
    destination: str = ""
    promotion: str = ""
    captures: bool = False

    @property
    def is_pass(self) -> bool:
        """Say whether the army passes."""
        return not self.origin

    def __str__(self) -> str:
        return self.lan


@value
class Finding:
    """Something wrong, or a warning: its code, its sentence, and where it stands.

    `code` is one of the words of the diagnostics, such as `blocked`; it equals that text.  `line`
    and `column` count from 1, in characters; both are 0 where the move was not read from a record.
    `ply` is the ply that the move would have been (0 if it is not about a move), `army` and `move`
    are the army's letter and the text of the move, empty if there is none.  `str` is the code and
    the sentence.
    """

    code: Code
    message: str
    line: int = 0
    column: int = 0
    ply: int = 0
    army: str = ""
    move: str = ""

    @property
    def is_warning(self) -> bool:
        """Say whether it leaves a record legal."""
        return self.code.is_warning

    def diagnostic(self, source: str = "-") -> str:
        """Write it as the commands do, on one line: `FILE:LINE:COL: CODE message`."""
        from aofref.report.text.messages import placed, with_army

        move = with_army(self.army, self.move)
        return placed(source, Place(self.line, self.column), self.code, move, self.message)

    def __str__(self) -> str:
        return f"{self.code} {self.message}"


@value
class End:
    """How a game ended.

    `result` is as records write it, `by` one of `moves`, `resignation`, `agreement`,
    `adjudication`, `time`, `rules` and `abandoned`, `ply` the number of plies until then.
    """

    result: str
    by: str
    ply: int


# Errors -----------------------------------------------------------------------------------------


class UnknownVariant(LookupError):
    """No game has that name."""


class _Unfit(ValueError):
    def __init__(self, findings: tuple[Finding, ...]) -> None:
        super().__init__(findings)

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Give everything that is wrong with it: at least one finding."""
        found: tuple[Finding, ...] = self.args[0]
        return found

    def __str__(self) -> str:
        return "; ".join(finding.message for finding in self.findings)


class BadPosition(_Unfit):
    """A text is not a position of the game, or not an array: `findings` lists every fault."""


class BadRecord(_Unfit):
    """A record that cannot be read, written or merged: `findings` says why."""


class BadGame(_Unfit):
    """A file is not a game: `findings` lists every fault, with line and column."""

    def __str__(self) -> str:
        places = (f"{one.line}:{one.column}: {one.message}" for one in self.findings)
        return "; ".join(places)


class _Refused(ValueError):
    def __init__(self, finding: Finding) -> None:
        super().__init__(finding)

    @property
    def finding(self) -> Finding:
        """Give the reason, with the text of the move."""
        found: Finding = self.args[0]
        return found

    @property
    def code(self) -> Code:
        """Give the code of the refusal, such as `blocked`."""
        return self.finding.code

    def __str__(self) -> str:
        return self.finding.message


class IllegalMove(_Refused):
    """A move that is not legal, or not a move: `finding` says why, and `str` is its sentence."""


class UnknownName(_Refused):
    """A cell, a piece or an army that the game does not have; `str` says what it has."""
