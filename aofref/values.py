"""Values: `Value`, the base of the classes of immutable values with named fields."""

from operator import itemgetter
from typing import Any, ClassVar, Self, dataclass_transform


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

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)

    def _asdict(self) -> dict[str, Any]:
        """Return the fields by name."""
        return dict(zip(self._fields, self, strict=True))

    def _replace(self, **changes: Any) -> Self:
        """Return the value with other fields."""
        return type(self)(**{**self._asdict(), **changes})

    def __repr__(self) -> str:
        fields = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
        return f"{type(self).__name__}({fields})"
