"""Gallery: pages of many records: a picture of each last position, and tables of points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from aofref.judge.collect.table import Row
from aofref.report.page.write import render
from aofref.report.text import table

_CROSS = 30
"""As many players are shown with what each has against whom."""


class Shown(NamedTuple):
    """A record in a gallery: where it came from, its page, its picture, what is said of it.

    `record` is where the record itself is to be had; `standing` says how it ended, or else who is
    to move.
    """

    source: str
    link: str
    picture: str
    title: str
    standing: str
    lines: tuple[str, ...]
    status: str
    record: str = ""


def gallery(title: str, records: list[Shown], ranking: Sequence[Row] = ()) -> str:
    """Write the page of several records, with the table of their players if there is one."""
    cross = len(ranking) <= _CROSS
    lines = table.grid(ranking, cross=cross) if ranking else []
    return render(
        "gallery.html", title=title, records=records, table=lines, players=2 if cross else 1
    )


def tables(found: Sequence[tuple[Mapping[str, str], Sequence[Row]]], *, cross: bool = False) -> str:
    """Write a page of tables, each headed by what it is of."""
    made = [
        {"title": table.title(of), "lines": table.grid(rows, cross=cross)} for of, rows in found
    ]
    return render("table.html", tables=made, players=2 if cross else 1)
