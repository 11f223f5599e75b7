"""Table: points by player, added up over records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from aofref.judge.collect.summary import summary
from aofref.judge.collect.totals import GROUPS, LeftOut, Row, Tables, divided
from aofref.library.lists import Listing
from aofref.library.record import Record, record_of
from aofref.library.values import texts
from aofref.text import no_such

if TYPE_CHECKING:
    from aofref.library.typed import RowReport


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

    def report(self) -> list[RowReport]:
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
    known = {name.lower(): name for name in GROUPS}
    for name in (named := texts("a tag", by)):
        if name.lower() not in known:
            raise ValueError(no_such("table by", name, GROUPS))
    tables = Tables(tuple(dict.fromkeys(known[name.lower()] for name in named)))
    for record in records:
        tables.add(summary(record_of(record)))
    return table_of(tables, cross=cross)


def table_of(tables: Tables, *, cross: bool) -> Table:
    """Make the table of records that were added."""
    return Table(tuple(tables.rows()), tuple(tables.left_out), tables.by, cross)
