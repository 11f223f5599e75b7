"""Gallery: a page that lists records with a picture of each last position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aofref.judge.collect.table import Row
from aofref.report.page.write import render
from aofref.report.text.table import grid

_CROSS = 30
"""As many players are shown with what each has against whom."""


class Shown(NamedTuple):
    """A record in a gallery: where it came from, its page, its picture, what is said of it.

    `record` is where the record itself is to be had.

    `standing` says how it ended, or else who is to move.
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
    lines = grid(ranking, cross=cross) if ranking else []
    return render(
        "gallery.html", title=title, records=records, table=lines, players=2 if cross else 1
    )
