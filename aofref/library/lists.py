"""Lists: the games, the rulings on what their pages leave open, and tables of points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar, overload

from aofref import games
from aofref.findings import Finding
from aofref.games import RulingText
from aofref.judge.collect.summary import summary
from aofref.judge.collect.totals import GROUPS, LeftOut, Row, Tables, divided
from aofref.library.position import Variant, variant
from aofref.library.record import Record
from aofref.library.values import text_of
from aofref.values import Frozen, FrozenMapping

Listed = TypeVar("Listed", Variant, RulingText, Row)


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

    def report(self) -> list[dict[str, Any]]:
        """List the reports of the values: the lines that the command writes with --format json."""
        return [value.report() for value in self._values]

    def __str__(self) -> str:
        return "\n".join(map(str, self._values))


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
    found = tuple(variant(name) for name in games.every() if games.find(name) is not None)
    return Variants(found, FrozenMapping(games.faults()))


def rulings(game: str | Variant | None = None) -> Listing[RulingText]:
    """List the rulings on what the games' pages leave open; of one game, those that concern it.

    A game is given as a Variant or as for `variant`, whose errors are raised.  A game from a file
    leaves nothing open.
    """
    if game is None:
        return Listing(games.ruling_texts())
    of = game if isinstance(game, Variant) else variant(game)
    return Listing(games.rulings_of(of._game.base))


class Table(Listing[Row]):
    """Points by player, the rows in order: made by `aofref.table`.

    The order is that of points; then come fewer games, Sonneborn-Berger, head-to-head, and names.
    With tags in `by` there are several tables, one after the other; the rows of each have its tags.
    `left_out` has the records that do not count.  `str` is the table in columns; with `cross` there
    is a column for each opponent.
    """

    __slots__ = ("_values", "left_out", "by", "cross")
    left_out: tuple[LeftOut, ...]
    by: tuple[str, ...]
    cross: bool

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows: a player each."""
        return self._values

    def report(self) -> list[dict[str, Any]]:
        """List the reports of the rows, as `aofref table --format json` writes them."""
        return [row.report(cross=self.cross) for row in self._values]

    def tsv(self) -> str:
        """Write it as tab-separated values, as `aofref table --format tsv` does."""
        from aofref.report.text.listing import tables_tsv

        return "".join(tables_tsv(divided(self._values, self.by), cross=self.cross))

    def html(self) -> str:
        """Write it as a page, as `aofref table --format html` does."""
        from aofref.report.page import tables

        return tables(divided(self._values, self.by), cross=self.cross)

    def __str__(self) -> str:
        from aofref.report.text.listing import tables

        written = tables(divided(self._values, self.by), cross=self.cross)
        return "".join(written).removesuffix("\n")


def table(records: Iterable[Record], by: str | Iterable[str] = (), *, cross: bool = False) -> Table:
    """Add up points by player; records are judged one by one, and none is kept.

    `by` names tags, of Event, Round and Variant: there is a table for each of their values.  With
    `cross` each player's points against each opponent are shown, too.  ValueError for another tag.

    Left out are records that are not legal, games that ended without a result, and records in
    which no player is named.
    """
    tables = Tables(_groups((by,) if isinstance(by, str) else by))
    for record in records:
        judged = record._verdict
        row = summary(judged, record.number, record.source or "-")
        tables.add(row, next(iter(judged.errors), None))
    return table_of(tables, cross=cross)


def table_of(tables: Tables, *, cross: bool) -> Table:
    """Make the table of records that were added."""
    return Table(tuple(tables.rows()), tuple(tables.left_out), tables.by, cross)


def _groups(names: Iterable[str]) -> tuple[str, ...]:
    """Return tags by which tables are divided, by their names in any case, each once."""
    known = {name.lower(): name for name in GROUPS}
    for name in (names := [text_of("a tag", name) for name in names]):
        if name.lower() not in known:
            raise ValueError(f"there is no table by {name!r}; there are {', '.join(GROUPS)}")
    return tuple(dict.fromkeys(known[name.lower()] for name in names))
