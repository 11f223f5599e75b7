"""Breaks aofref in one place at a time and sees whether the quick tests notice.

    python -m tools.mutate [--all | --sample 400] [--seed 14] [--jobs 2] [--only rules/refuse] [--into FILE]

Every mutant is judged in a process of its own, forked from one that has pytest loaded and nothing
of aofref: first the tests that killed its neighbours, then all the quick ones, up to the first that
fails.  What is found goes to FILE, a JSON object a line (what is there already is not tried again),
and `python -m tools.mutate --report FILE` writes it as a page.  Needs `pip install mutmut`.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import chess  # noqa: F401  what the tests load is loaded once, before the first fork
import click.testing  # noqa: F401
import hypothesis
import jinja2  # noqa: F401
import jsonschema  # noqa: F401
import pyparsing  # noqa: F401
import pytest
import rich.progress  # noqa: F401

from tools.mutants import ROOMS, ROOT, Mutant, every_mutant, sample

KILLERS = [
    "arbiter",
    "bad_input",
    "cases",
    "cli_fixtures",
    "codes",
    "easy",
    "fixture_records",
    "incremental",
    "many",
    "movement",
    "moves",
    "notations",
    "orthodox",
    "owed",
    "perft",
    "pieces",
    "plain",
    "positions",
    "readme",
    "records",
    "refusals",
    "rulings",
    "schemas",
    "select",
    "sent",
    "seldom",
    "where",
    "words",
]
"""The test files that judge: what is quick and runs within one process."""

NOT = ("several_processes", "full_disk", "moment", "recursion", "terminal", "megabytes")
"""Words in the names of tests that start processes, or measure time."""

QUICK = 0.15
"""A test that takes more seconds is left out."""

COLLECTING, A_TEST = 60, 10
"""Seconds of CPU that collecting, and a test, may take before the mutant counts as hung."""

KNOWN = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"
"""What pytest says of plugins loaded before the fork."""

Found = dict[str, str | int]


class Source(importlib.machinery.SourceFileLoader):
    """Load a module from the source of a mutant, never from what is kept compiled."""

    def __init__(self, mutant: Mutant) -> None:
        names = mutant.path.removesuffix(".py").removesuffix("/__init__").split("/")
        super().__init__(".".join(names), str(ROOT / mutant.path))
        self._mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        """Compile the mutant."""
        code: CodeType = compile(self._mutant.source, self.path, "exec", dont_inherit=True)
        return code


class Broken(importlib.abc.MetaPathFinder):
    """Find the broken module, before anyone finds the whole one."""

    def __init__(self, mutant: Mutant) -> None:
        self._loader = Source(mutant)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Speak up for the broken module only."""
        if fullname != self._loader.name:
            return None
        return importlib.util.spec_from_file_location(
            fullname, self._loader.path, loader=self._loader
        )


class Order:
    """A plugin: only the tests wanted, the best killers first; each with a limit of CPU time."""

    def __init__(self, first: Sequence[str], only_first: bool, tell: int) -> None:
        self._rank = {test: rank for rank, test in enumerate(first)}
        self._only_first = only_first
        self._tell = tell
        self._durations: dict[str, float] = {}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Put the killers in front."""
        items[:] = [
            item
            for item in items
            if (item.nodeid in self._rank or not self._rank)
            and not any(word in item.nodeid for word in NOT)
        ]
        items.sort(key=lambda item: self._rank.get(item.nodeid, len(self._rank)))

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Start the clock: SIGPROF, which nobody handles, ends a process that hangs."""
        signal.setitimer(signal.ITIMER_PROF, A_TEST)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Tell the parent which test has failed."""
        self._durations[report.nodeid] = report.duration + self._durations.get(report.nodeid, 0)
        if report.failed:
            os.write(self._tell, report.nodeid.encode() + b"\n")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Tell the parent that a test file cannot be loaded."""
        if report.failed:
            os.write(self._tell, f"loading {report.nodeid}\n".encode())

    def pytest_sessionfinish(self) -> None:
        """Tell the parent the order of the tests by the time that they took, and what passed."""
        if not self._only_first:
            order = sorted(self._durations, key=self._durations.__getitem__)
            order = [test for test in order if self._durations[test] < QUICK]
            os.write(self._tell, b"passed\n" + "\n".join(order).encode())


def attempt(mutant: Mutant | None, first: Sequence[str], only_first: bool) -> list[str]:
    """Run the tests in a child: the lines that it tells; none at all when it hung or died."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        os.setpgid(0, 0)
        _run(mutant, first, only_first, writing)
    os.close(writing)
    with os.fdopen(reading) as told:
        lines = told.read().splitlines()
    _, status = os.waitpid(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # whoever the mutant has started
    if os.WIFSIGNALED(status) and not lines:
        return [f"signal {os.WTERMSIG(status)}"]
    return lines or ([] if only_first else [f"status {status}"])


def _run(mutant: Mutant | None, first: Sequence[str], only_first: bool, tell: int) -> None:
    """Be the child; never return."""
    signal.setitimer(signal.ITIMER_PROF, COLLECTING)
    signal.setitimer(signal.ITIMER_REAL, 900)
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    if mutant:
        sys.meta_path.insert(0, Broken(mutant))
    files = sorted({test.partition("::")[0] for test in first}) if only_first else _killers()
    options = ["-q", "-x", "-p", "no:cacheprovider", "-W", KNOWN]
    status: int = 3
    try:
        status = pytest.main([*options, *files], plugins=[Order(first, only_first, tell)])
    finally:
        os._exit(int(status))


def _killers() -> list[str]:
    paths = [f"tests/test_{name}.py" for name in KILLERS]
    return [path for path in paths if (ROOT / path).exists()]


def judged(mutant: Mutant, quickest: list[str], history: Counter[str]) -> str:
    """Name what killed a mutant, or give nothing if it lives."""
    best = [test for test, _ in history.most_common(12)]
    for first, only_first in ((best, True), ([*best, *quickest], False)):
        if first:
            told = attempt(mutant, first, only_first)
            if told and told[0] != "passed":
                return told[0]
    return ""


def work(mutants: list[Mutant], quickest: list[str], into: Path) -> None:
    """Judge the mutants one after the other and note what is found."""
    histories: dict[str, Counter[str]] = {room: Counter() for room in ROOMS}
    for mutant in mutants:
        started = time.monotonic()
        by = judged(mutant, quickest, histories[mutant.room])
        if "::" in by:
            histories[mutant.room][by] += 1
        found: Found = {"room": mutant.room, "mutant": mutant.name, "killed": by}
        found["seconds"] = round(time.monotonic() - started)
        with into.open("a", encoding="utf-8") as out:
            out.write(json.dumps(found) + "\n")


def report(found: list[dict[str, Any]]) -> str:
    """Write the table of the rooms, and the mutants that live."""
    lines = ["| room | mutants | killed | % |", "|---|---|---|---|"]
    for room in [*ROOMS, "all"]:
        of_room = [each for each in found if room in (each["room"], "all")]
        killed = sum(bool(each["killed"]) for each in of_room)
        if of_room:
            lines.append(
                f"| {room} | {len(of_room)} | {killed} | {100 * killed / len(of_room):.1f} |"
            )
    living = sorted(each["mutant"] for each in found if not each["killed"])
    return "\n".join([*lines, "", *(f"- {mutant}" for mutant in living), ""])


def noted(into: Path) -> list[dict[str, Any]]:
    """Read what an earlier run has found."""
    text = into.read_text("utf-8") if into.exists() else ""
    return [json.loads(line) for line in text.splitlines()]


def options() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--all", action="store_true", help="every mutant")
    parser.add_argument("--sample", type=int, default=400, metavar="N")
    parser.add_argument("--seed", type=int, default=14)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", metavar="WORD", help="only where WORD is in the path")
    parser.add_argument("--into", type=Path, default=Path("mutants.jsonl"))
    parser.add_argument("--report", type=Path, metavar="FILE")
    return parser.parse_args()


def main() -> None:
    """Judge what is asked for, or report what was found."""
    asked = options()
    if asked.report:
        print(report(noted(asked.report)))
        return
    os.chdir(ROOT)
    quiet = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("mutate", derandomize=True, phases=quiet, database=None)
    hypothesis.settings.load_profile("mutate")
    usual = attempt(None, [], only_first=False)
    if usual[:1] != ["passed"]:
        sys.exit(f"a test fails where nothing is broken: {usual[:1]}")
    mutants = every_mutant()
    if not asked.all:
        mutants = sample(mutants, asked.sample, asked.seed)
    known = {each["mutant"] for each in noted(asked.into)}
    mutants = [each for each in mutants if asked.only in each.path and each.name not in known]
    print(f"{len(mutants)} mutants, {len(usual) - 1} tests", file=sys.stderr)
    children = []
    for job in range(asked.jobs):
        child = os.fork()
        if not child:
            work(mutants[job :: asked.jobs], usual[1:], asked.into)
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
