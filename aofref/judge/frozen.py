"""Frozen: values whose attributes never change, and a mapping that never changes."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NoReturn, TypeVar

Value = TypeVar("Value")


class Frozen:
    """A value whose attributes never change once `_set` has set them.

    Used where a frozen dataclass would slow start-up (1 ms each).
    """

    __slots__ = ()

    def _set(self, **attributes: object) -> None:
        for name, value in attributes.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} of {type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{name} of {type(self).__name__} cannot be deleted")


class FrozenMapping(Frozen, Mapping[str, Value]):
    """An immutable, hashable mapping from text, in the order of its items."""

    __slots__ = ("_items",)
    _items: Mapping[str, Value]

    def __init__(self, items: Mapping[str, Value]) -> None:
        self._set(_items=MappingProxyType(dict(items)))

    def __getitem__(self, key: str) -> Value:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return FrozenMapping, (dict(self._items),)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({dict(self._items)!r})"
