"""Table: points by player as plain data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from aofref.judge.collect.table import Row
from aofref.report.text.table import points


def table(
    rows: Sequence[Row], of: Mapping[str, str], *, cross: bool = False
) -> Iterator[dict[str, Any]]:
    """Give each line of a table as plain data, with what the table is of.

    Points are exact as text; `value` is a number.
    """
    for row in rows:
        score = row.score
        found = {
            **{name.lower(): value for name, value in of.items()},
            "player": score.name,
            **_points(score.points),
            "games": score.games,
            "wins": score.wins,
            "shared": score.shared,
            "open": score.open,
            "sonneborn-berger": points(row.sonneborn_berger),
            "head-to-head": None if row.head_to_head is None else points(row.head_to_head),
        }
        if cross:
            met = zip(rows, row.against, strict=True)
            found["against"] = {
                other.score.name: {**_points(one.points), "games": one.games}
                for other, one in met
                if one is not None
            }
        yield found


def _points(of: Fraction) -> dict[str, Any]:
    return {"points": points(of), "value": round(float(of), 4)}
