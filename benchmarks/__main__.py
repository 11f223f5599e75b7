"""Measure aofref beside python-chess: `python -m benchmarks`, `python -m benchmarks --table`.

Needs the `test` extra, and the folder of the source, for the games that its tests play.
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
from benchmarks import club, many, programs, queues, rows, since, table, twins
from benchmarks.measure import Measured, Row, measure

GROUPS: dict[str, Callable[[Path, bool], Iterator[Row]]] = {
    "check pgn python-chess": rows.same_pgn,
    "replay": rows.replays,
    "random search bots": rows.bots,
    "programs comment tags push attackers FEN ply legal_moves key pieces": programs.rows,
    "perft": rows.perfts,
    "check convert cost SAN": rows.processes,
    "cost --version --help completion import": rows.starts,
    "memory time": rows.sizes,
    "--jobs --scheduler": many.rows,
    "club": club.rows,
}
"""Words of rows, and the function that yields rows with one of them, with files in a folder."""


def chosen(only: list[str], folder: Path, quick: bool) -> Iterator[Row]:
    """Yield the rows whose names contain one of the words."""
    wanted = [group for group in GROUPS if any(word in group for word in only)]
    for group in wanted or GROUPS:
        for row in GROUPS[group](folder, quick):
            if not only or any(word in f"{row.name} {row.against} {row.game}" for word in only):
                yield row


def told(row: Measured) -> str:
    """Write a line for the terminal."""
    goal = table.goal(row) + ("" if row.reached else " missed")
    spread = f"{row.least:.2f}..{row.greatest:.2f}"
    against = f", against {row.against}" if row.against else ""
    return f"{row.ratio:7.2f}  {spread:<14}{goal:<14}{row.game:<16}{row.name}{against}"


def long_queues(only: list[str], quick: bool) -> int:
    """Measure queues, write them if all were measured, and return 1 if one misses its goal.

    `quick` measures a thousandth, whose growth means nothing.
    """
    measured = []
    with tempfile.TemporaryDirectory() as folder:
        for cost in queues.costs(Path(folder), only, 1000 if quick else 1):
            measured.append(cost)
            print(queues.line(cost), flush=True)
    if not (quick or only):
        paper = table.ROOT / "docs" / "speed.md"
        text = queues.table(list(map(queues.line, measured)))
        paper.write_text(table.replaced(paper.read_text("utf-8"), text, "--queues"), "utf-8")
    return int(not (quick or all(cost.reached for cost in measured)))


def quick_ways(only: list[str]) -> int:
    """Measure what each quick way saves, and return 1 if one saves too little."""
    stays = True
    with tempfile.TemporaryDirectory() as folder:
        for twin, saved in twins.savings(Path(folder), only):
            stays &= twins.stays(saved)
            print(twins.line(twin, saved), flush=True)
    return int(not stays)


def since_then(then: Path, only: list[str], quick: bool) -> int:
    """Measure what reading costs since another checkout, and return 1 if a row costs too much."""
    dear = False
    with tempfile.TemporaryDirectory() as folder:
        for name, ratio in since.costs(Path(folder), then.absolute(), only, quick):
            dear |= ratio > since.MOST
            print(f"{ratio:7.3f} {name}{' missed' * (ratio > since.MOST)}", flush=True)
    return int(dear)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    options.add_argument("only", nargs="*", help="measure only rows with such a word in the name")
    options.add_argument("--rounds", type=int, default=5)
    options.add_argument("--quick", action="store_true", help="one small round: does it run?")
    options.add_argument("--json", action="store_true", help="print JSON, the lines on stderr")
    options.add_argument(
        "--queues", action="store_true", help="measure long queues and write them to docs/speed.md"
    )
    options.add_argument(
        "--table", action="store_true", help="measure both forms and write docs/speed.md"
    )
    options.add_argument(
        "--compiled", metavar="PYTHON", help="with --table: one that has aofref compiled, ready"
    )
    options.add_argument(
        "--twins", action="store_true", help="measure what each quick way saves, at least 5 %%"
    )
    options.add_argument(
        "--since", type=Path, metavar="CHECKOUT", help="what reading costs since another checkout"
    )
    asked = options.parse_args()
    if asked.table:
        more = ["--quick"] if asked.quick else ["--rounds", str(asked.rounds)]
        table.make([*more, *asked.only], asked.compiled)
        return
    if asked.twins:
        sys.exit(quick_ways(asked.only))
    if asked.since:
        sys.exit(since_then(asked.since, asked.only, asked.quick))
    if asked.queues:
        sys.exit(long_queues(asked.only, asked.quick))
    rounds = 1 if asked.quick else asked.rounds
    measured = []
    with tempfile.TemporaryDirectory() as folder:
        for row in chosen(asked.only, Path(folder), asked.quick):
            measured.append(measure(row, rounds))
            print(told(measured[-1]), flush=True, file=sys.stderr if asked.json else sys.stdout)
    machine = {
        "python": f"Python {platform.python_version()}",
        "machine": platform.platform(),
        "chess": f"chess {version('chess')}",
        "rules": "compiled" if compiled() else "pure Python",
        "rounds": "1 small round" if asked.quick else f"{rounds} rounds",
    }
    if asked.json:
        json.dump({**machine, "rows": [row._asdict() for row in measured]}, sys.stdout, indent=1)
        print()
    else:
        print(", ".join(machine.values()))


if __name__ == "__main__":
    main()
