"""Table: points by player, to read or as tab-separated values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from aofref.judge.collect.table import Met, Row
from aofref.report.text.listing import tabbed
from aofref.text import on_one_line

COLUMNS = ("player", "points", "games", "wins", "shared", "open", "SB", "H2H")
NONE = "-"
"""Stands where there is nothing to say."""
SELF = "*"
"""Stands where a player's line meets the player's own column."""


def grid(rows: Sequence[Row], *, cross: bool = False, named: bool = False) -> list[tuple[str, ...]]:
    """Give the cells of a table, the headings first.

    With `cross` lines are numbered, and there is a column for every player: under that number, or
    the name if `named`.
    """
    lines = [cells(row) for row in rows]
    if not cross:
        return [COLUMNS, *lines]
    player, *others = COLUMNS
    heads = (line[0] if named else str(number) for number, line in enumerate(lines, 1))
    found = [("#", player, *heads, *others)]
    for number, (row, line) in enumerate(zip(rows, lines, strict=True), 1):
        against = (SELF if at == number else met(one) for at, one in enumerate(row.against, 1))
        found.append((str(number), line[0], *against, *line[1:]))
    return found


def cells(row: Row) -> tuple[str, ...]:
    """Write what a player has: `COLUMNS`."""
    score = row.score
    counts = map(str, (score.games, score.wins, score.shared, score.open))
    direct = NONE if row.head_to_head is None else points(row.head_to_head)
    return (
        on_one_line(score.name),
        points(score.points),
        *counts,
        points(row.sonneborn_berger),
        direct,
    )


def met(of: Met | None) -> str:
    """Write the points from the games with an opponent, and how many there were if not one."""
    if of is None:
        return NONE
    return points(of.points) if of.games == 1 else f"{points(of.points)} ({of.games})"


def points(of: Fraction) -> str:
    """Write points exactly, as in `2 1/3`."""
    whole, rest = divmod(of, 1)
    return f"{whole} {rest}" if whole and rest else str(rest if rest else whole)


def title(of: Mapping[str, str]) -> str:
    """Name what a table is of, as in `Spring Cup, round 2`."""
    named = (f"round {value}" if name == "Round" else value for name, value in of.items())
    return on_one_line(", ".join(named))


def text(rows: Sequence[Row], *, cross: bool = False) -> Iterator[str]:
    """Write a table to read."""
    lines = grid(rows, cross=cross)
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    left = 1 if cross else 0  # the column of the players
    for line in lines:
        padded = (
            cell.ljust(width) if at == left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        yield "  ".join(padded).rstrip() + "\n"


def tsv(rows: Sequence[Row], of: Mapping[str, str], *, cross: bool, headed: bool) -> Iterator[str]:
    """Write a table as tab-separated values, with its headings if `headed`.

    `of` names what the table is of: columns before the others.
    """
    head, *lines = grid(rows, cross=cross, named=True)
    if headed:
        yield tabbed((*map(str.lower, of), *head))
    for line in lines:
        yield tabbed((*of.values(), *line))
