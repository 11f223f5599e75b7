"""Table: points by player as a page that needs nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aofref.judge.collect.table import Row
from aofref.report.page.write import render
from aofref.report.text.table import grid, title


def tables(found: Sequence[tuple[Mapping[str, str], Sequence[Row]]], *, cross: bool = False) -> str:
    """Write a page of tables, each headed by what it is of."""
    made = [{"title": title(of), "lines": grid(rows, cross=cross)} for of, rows in found]
    return render("table.html", tables=made, players=2 if cross else 1)
