"""Frozen: values whose attributes cannot be set, at the cost of nothing where they are read."""

from __future__ import annotations

from types import FunctionType
from typing import NoReturn, TypeVar

_T = TypeVar("_T")


def frozen(kind: type[_T]) -> type[_T]:
    """Give the class that an instance of `kind` takes on at the end of its `__init__`.

    `kind` names its attributes in `__slots__`, all of them Final.  A class that mypyc has compiled
    is its own: there what is Final cannot be set as it is.
    """
    if not isinstance(vars(kind)["__init__"], FunctionType):
        return kind
    closed = {
        "__slots__": (),
        "__setattr__": _refuse,
        "__delattr__": _refuse,
        "__module__": kind.__module__,
        "__qualname__": kind.__qualname__,
        "__doc__": kind.__doc__,
    }
    return type(kind.__name__, (kind,), closed)


def _refuse(value: object, name: str, *_: object) -> NoReturn:
    raise AttributeError(f"a {type(value).__name__} never changes: {name!r} cannot be set")
