"""Values: the bases of the classes of immutable values, and a mapping that never changes.

A `Value` is a tuple of its fields; a `Frozen` value has attributes, but neither length nor items.
"""

from collections.abc import Iterator, Mapping
from enum import Enum
from operator import itemgetter
from types import MappingProxyType
from typing import Any, ClassVar, NoReturn, Self, TypeVar, dataclass_transform

Held = TypeVar("Held")
Other = TypeVar("Other")


@dataclass_transform(frozen_default=True)
class _Fields(type):
    """Turns the annotations in the body of a class of values into fields."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> "_Fields":
        if "Value" not in [base.__name__ for base in bases]:  # `Value`, or one with fields already
            return super().__new__(cls, name, bases, body)
        fields = tuple(body.get("__annotations__", ()))
        given = {
            "_fields": fields,
            "__match_args__": fields,
            "_field_defaults": {field: body[field] for field in fields if field in body},
        }
        items = dict(zip(fields, _ITEMS, strict=False))
        return super().__new__(cls, name, bases, {"__slots__": (), **body, **given, **items})

    def __dir__(cls) -> list[str]:
        """List its names without those that all tuples have."""
        return [name for name in super().__dir__() if name not in ("count", "index")]


_ITEMS = [property(itemgetter(at)) for at in range(32)]


class Value(tuple[Any, ...], metaclass=_Fields):
    """An immutable value with named fields: a tuple of them, in the order of their annotations.

    A class of values is defined and used like a `typing.NamedTuple`: a field may have a default,
    values are equal as tuples, and `_fields`, `_asdict` and `_replace` are the same.  To define one
    takes less time, since Python has nothing to compile for it; to make a value, or to read a
    field, takes more: values that are made and read for every move are named tuples.  So are values
    of a compiled module that are compared there: mypyc compares two values of one class by `is`.
    """

    __slots__ = ()
    _fields: ClassVar[tuple[str, ...]] = ()
    _field_defaults: ClassVar[dict[str, Any]] = {}

    def __new__(cls, *values: Any, **named: Any) -> Self:
        """Make a value of its fields, in order or by name."""
        fields = cls._fields
        if named or len(values) != len(fields):
            given, later = {**cls._field_defaults, **named}, fields[len(values) :]
            values += tuple([given[field] for field in later if field in given])
            if len(values) != len(fields) or not named.keys() <= set(later):
                raise TypeError(f"{cls.__name__} has the fields {fields}: not {values}, {named}")
        return super().__new__(cls, values)

    def __eq__(self, other: object) -> bool:
        """Return whether it is the same value, or a tuple of the same that is of no other class."""
        is_same = type(other) is tuple or type(other) is type(self)
        return is_same and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__

    def __dir__(self) -> list[str]:
        return dir(type(self))

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)

    def _asdict(self) -> dict[str, Any]:
        """Return the fields by name."""
        return dict(zip(self._fields, self, strict=True))

    def _replace(self, **changes: Any) -> Self:
        """Return the value with other fields."""
        return type(self)(**{**self._asdict(), **changes})

    def __repr__(self) -> str:
        """Write the first line of the text; without `__str__`, the fields but for defaults."""
        if type(self).__str__ is not object.__str__:
            return f"<aofref.{type(self).__name__} {str(self).partition(chr(10))[0]}>"
        usual, given = self._field_defaults, self._asdict().items()
        fields = [f"{name}={value!r}" for name, value in given if usual.get(name, given) != value]
        return f"{type(self).__name__}({', '.join(fields)})"


@dataclass_transform(frozen_default=True)
class Frozen:
    """An immutable value, made of the attributes in its `__slots__`, in their order.

    Two values of a class are equal if all their attributes are; a value is pickled as them.  This
    is what a frozen dataclass is, which takes Python's `inspect` to load.  A class with an
    `__init__` of its own sets its attributes by `_set`.
    """

    __slots__: ClassVar[tuple[str, ...]] = ()

    def __init__(self, *values: object) -> None:
        for name, value in zip(self.__slots__, values, strict=True):
            object.__setattr__(self, name, value)

    def _set(self, **attributes: object) -> None:
        for name, value in attributes.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} of {type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{name} of {type(self).__name__} cannot be deleted")

    def _attributes(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self.__slots__])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._attributes() == other._attributes()

    def __hash__(self) -> int:
        return hash(self._attributes())

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._attributes()

    def __repr__(self) -> str:
        """Write the class and the first line of the text; a class without `__str__` has its own."""
        return f"<aofref.{type(self).__name__} {str(self).partition(chr(10))[0]}>"


class FrozenMapping(Mapping[str, Held], Frozen):
    """An immutable, hashable mapping from text, in the order of its items.

    `|` with another mapping makes a dict, on either side, and so does `dict`, which the writers of
    JSON need.
    """

    __slots__ = ("_items",)
    _items: Mapping[str, Held]

    def __init__(self, items: Mapping[str, Held]) -> None:
        self._set(_items=MappingProxyType(dict(items)))

    def __getitem__(self, key: str) -> Held:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __or__(self, other: Mapping[str, Other]) -> dict[str, Held | Other]:
        return {**self, **other} if isinstance(other, Mapping) else NotImplemented

    def __ror__(self, other: Mapping[str, Other]) -> dict[str, Held | Other]:
        return {**other, **self} if isinstance(other, Mapping) else NotImplemented

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenMapping, (dict(self._items),)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self._items)!r})"


def members(value: object, names: str) -> Any:
    """Return attributes of a value as the members of a report, in this order.

    `a=b` is the attribute `b` under the name `a`; a name with `?` is None if it is empty.
    """
    found = {}
    for name in names.split():
        member, _, attribute = name.rstrip("?").partition("=")
        fact = _plain(getattr(value, attribute or member))
        found[member] = fact if fact or not name.endswith("?") else None
    return found


def _plain(fact: Any) -> Any:
    """Return a value as plain data: its report, or its text."""
    match fact:
        case Enum():
            return fact.value
        case Mapping():
            return dict(fact)
        case Value():
            return fact.report() if hasattr(fact, "report") else str(fact)
        case tuple():
            return [_plain(one) for one in fact]
        case _:
            return fact
