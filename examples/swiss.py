"""A Swiss scorer: points and Buchholz of the records in a folder, and the next round's pairing.

python examples/swiss.py FOLDER
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from fractions import Fraction

import aofref

Pair = tuple[str, str]


def scored(records: Iterable[aofref.Record]) -> tuple[dict[str, Fraction], set[Pair]]:
    """Add up the points of games for two, and list who has met, in both orders."""
    points, met = defaultdict[str, Fraction](Fraction), set[Pair]()
    for record in records:
        players, end = record.players, record.end
        if record.status != "legal" or len(players) != 2:
            continue
        first, second = players.values()
        met |= {(first, second), (second, first)}
        for army, name in players.items():
            points[name] += end.points.get(army, 0) if end is not None else 0
    return points, met


def table(points: dict[str, Fraction], met: set[Pair]) -> list[tuple[str, Fraction, Fraction]]:
    """List the players with points and Buchholz, which are the points of their opponents."""
    buchholz = Counter[str]()
    for one, other in met:
        buchholz[one] += int(points[other] * 12)
    rows = [(name, points[name], Fraction(buchholz[name], 12)) for name in points]
    return sorted(rows, key=lambda row: (-row[1], -row[2], row[0]))


def paired(names: list[str], met: set[Pair]) -> list[Pair] | None:
    """Pair players from the top, none with one whom it has met; None if that cannot be."""
    if len(names) < 2:
        return []
    first, *rest = names
    for other in rest:
        if (first, other) not in met:
            left = paired([name for name in rest if name != other], met)
            if left is not None:
                return [(first, other), *left]
    return None


def main() -> None:
    """Print the table and the pairing."""
    points, met = scored(aofref.read(sys.argv[1]))
    rows = table(points, met)
    for name, won, buchholz in rows:
        print(f"{float(won):4.1f} {float(buchholz):5.1f}  {name}")
    for white, black in paired([name for name, _, _ in rows], met) or ():
        print(f"{white} - {black}")


if __name__ == "__main__":
    main()
