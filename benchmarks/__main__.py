"""Measure aofref beside python-chess and print a table: `python -m benchmarks`.

Needs the `test` extra, and the folder of the source, for the orthodox game of its tests.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

from aofref.rules import compiled
from benchmarks import club, many, rows
from benchmarks.measure import Measured, Row, measure


def chosen(asked: argparse.Namespace, folder: Path) -> Iterator[Row]:
    """Give the rows whose names hold one of the words asked for."""
    plies = 200 if asked.quick else asked.plies
    groups: dict[str, Callable[[], Iterator[Row]]] = {
        "replay": lambda: rows.replays(2 if asked.quick else 10),
        "perft": lambda: rows.perfts(-1 if asked.quick else 0),
        "check convert start --version": lambda: rows.processes(folder, plies // 100),
        "club": lambda: club.rows(folder, 100 if asked.quick else 1000),
        "memory growth": lambda: rows.sizes(folder, 20_000 if asked.quick else asked.size),
        "jobs scheduler": lambda: many.rows(folder, 200_000 if asked.quick else 20 * asked.size),
    }
    wanted = [group for group in groups if any(word in group for word in asked.only)]
    for group in wanted or groups:
        for row in groups[group]():
            if not asked.only or any(word in row.name for word in asked.only):
                yield row


def told(found: Measured) -> str:
    """Write a line of the table."""
    limit = ">=" if found.kind in ("speed", "wall") else "<="
    target = f"{limit} {found.target:.1f}" if found.target else "reported"
    reached = "" if found.reached else "  not reached"
    spread = f"{found.least:.2f}..{found.greatest:.2f}"
    return f"{found.name:<36}{found.ratio:6.2f}  {spread:<12}{target}{reached}"


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    options.add_argument("only", nargs="*", help="measure only rows with such a word in the name")
    options.add_argument("--rounds", type=int, default=7)
    options.add_argument("--plies", type=int, default=20_000, help="size of a stream of records")
    options.add_argument("--size", type=int, default=1_000_000, help="characters of large streams")
    options.add_argument("--json", action="store_true", help="print JSON in the table's place")
    options.add_argument("--quick", action="store_true", help="one small round: does it run?")
    asked = options.parse_args()
    rounds = 1 if asked.quick else asked.rounds
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for row in chosen(asked, Path(folder)):
            found.append(measure(row, rounds))
            if not asked.json:
                print(told(found[-1]), flush=True)
    machine = {
        "python": platform.python_version(),
        "machine": platform.platform(),
        "chess": version("chess"),
        "rules": "compiled" if compiled() else "pure Python",
        "rounds": rounds,
    }
    if asked.json:
        json.dump({**machine, "rows": [one._asdict() for one in found]}, sys.stdout, indent=1)
        print()
    else:
        print(", ".join(f"{name} {value}" for name, value in machine.items()))


if __name__ == "__main__":
    main()
