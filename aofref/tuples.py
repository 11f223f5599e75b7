"""Tuples: `NamedTuple`, as of `typing`, whose classes are made in a quarter of the time.

`typing` has Python compile a constructor for each class, whenever the program starts: 0.65 million
instructions, a hundred times for one record.  Here classes of as many fields share its code.
"""

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from collections import _tuplegetter, namedtuple
    from functools import cache
    from types import FunctionType

    class _Values(tuple):
        """What all classes share."""

        __slots__ = ()

        @classmethod
        def _make(cls, values):
            made = tuple.__new__(cls, values)
            if len(made) != len(cls._fields):
                raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
            return made

        def _replace(self, /, **values):
            made = self._make(map(values.pop, self._fields, self))
            if values:
                raise ValueError(f"Got unexpected field names: {[*values]!r}")
            return made

        def _asdict(self):
            return dict(zip(self._fields, self, strict=True))

        def __getnewargs__(self):
            return tuple(self)

        def __repr__(self):
            fields = ", ".join(f"{name}={value!r}" for name, value in self._asdict().items())
            return f"{type(self).__name__}({fields})"

    @cache
    def _shape(size):
        """Return the constructor of some class of as many fields."""
        return namedtuple("_", [f"x{at}" for at in range(size)]).__new__

    class _Made(type):
        """Make a class of named tuples of the annotations in its body."""

        def __new__(cls, name, bases, body):
            if bases == (tuple,):
                return super().__new__(cls, name, bases, body)
            bases = tuple(_Values if base is NamedTuple else base for base in bases)
            made = type(name, bases, {"__slots__": (), **body})
            fields = tuple(made.__annotations__)
            defaults = {field: body[field] for field in fields if field in body}
            new = _shape(len(fields))
            code = new.__code__.replace(co_varnames=("_cls", *fields))
            values = tuple(defaults.values())
            made.__new__ = FunctionType(code, new.__globals__, "__new__", values)
            made.__new__.__annotations__ = made.__annotations__
            made._fields = made.__match_args__ = fields
            made._field_defaults = defaults
            for at, field in enumerate(fields):
                setattr(made, field, _tuplegetter(at, f"Alias for field number {at}"))
            return made

    class NamedTuple(tuple, metaclass=_Made):
        """A tuple whose items have names: see `typing.NamedTuple`."""

        __slots__ = ()
