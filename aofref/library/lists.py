"""Lists: the games, and the rulings on what their pages leave open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar, overload

from aofref import games
from aofref.findings import Finding
from aofref.games import RulingText
from aofref.library.position import Variant, variant
from aofref.rules.compiled_variant import compile_variant
from aofref.values import Frozen, FrozenMapping

Listed = TypeVar("Listed", covariant=True)
Plain = TypeVar("Plain", covariant=True)


class Reported(Protocol[Plain]):
    """A value with a report."""

    def report(self) -> Plain:
        """Return it as plain data."""


class Listing(Sequence[Listed], Frozen):
    """A sequence of values: `str` has the text of each on lines of its own."""

    __slots__ = ("_values",)
    _values: tuple[Listed, ...]

    @overload
    def __getitem__(self, at: int) -> Listed: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Listed, ...]: ...
    def __getitem__(self, at: int | slice) -> Listed | tuple[Listed, ...]:
        return self._values[at]

    def __len__(self) -> int:
        return len(self._values)

    def report(self: Listing[Reported[Plain]]) -> list[Plain]:
        """List the reports of the values: the lines that the command writes with --format json."""
        return [value.report() for value in self._values]

    def __str__(self) -> str:
        return "\n".join(map(str, self._values))

    def __repr__(self) -> str:
        return f"<aofref.{type(self).__name__} of {len(self)}>"


class Variants(Listing[Variant]):
    """The games that can be played, each a Variant under default rulings: made by `variants`.

    `faults` has what is wrong with files in the directories of AOFREF_GAMES, by their paths; a file
    that is never read, because another has its id, has a warning.
    """

    __slots__ = ("_values", "faults")
    faults: FrozenMapping[tuple[Finding, ...]]


def variants() -> Variants:
    """List the games: those that come with aofref, then those in the directories of AOFREF_GAMES.

    The games of files that the program itself has opened are not among them.
    """
    found, faults = games.listed()
    listed = tuple([Variant(compile_variant(game, ())) for game in found])
    return Variants(listed, FrozenMapping(faults))


def rulings(game: str | Variant | None = None) -> Listing[RulingText]:
    """List the rulings on what the games' pages leave open; of one game, those that concern it.

    A game is given as a Variant or as for `variant`, whose errors are raised.  A game from a file
    leaves nothing open.
    """
    if game is None:
        return Listing(games.ruling_texts())
    of = game if isinstance(game, Variant) else variant(game)
    return Listing(games.rulings_of(of._game.base))
