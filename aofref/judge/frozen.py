"""FrozenMapping: a mapping that never changes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class FrozenMapping(Mapping[str, Value]):
    """A mapping from text that never changes and can be hashed; its order is that of its items."""

    _items: Mapping[str, Value]

    def __post_init__(self) -> None:
        object.__setattr__(self, "_items", MappingProxyType(dict(self._items)))

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
