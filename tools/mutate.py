"""Breaks aofref in one place at a time, and checks whether the quick tests notice.

    python -m tools.mutate [--all | --sample 400] [--seed 14] [--jobs 2] [--only rules/refuse]
                           [--into FILE] [--again | --types]

A mutant within a function is put into the function in a fork of a process that has the tests loaded,
and only the tests that run that line are run, the likeliest first.  A mutant in the data of a module
(the games, the pieces) is loaded in a fork without aofref.  Results go to FILE, a JSON object a line;
mutants in FILE are not tried again.  `python -m tools.mutate --report FILE` writes FILE as a page.
With --types, mypy checks the mutants in FILE that live, and kills those in which it finds a fault.
Needs `pip install '.[test,mutate]'`.

Why there is a tool of our own: cosmic-ray 8.7 starts pytest anew for each mutant; one of rules/moves
took 10 seconds of processor time with four quick test files, and the six files that judge rules take
67 for one that lives.  This takes one, with all tests that run the line: 14,698 mutants in two hours on
two cores.  For a handful of mutants its survey of the tests, more than a minute, is not worth it.
"""

from __future__ import annotations

import argparse
import importlib.abc
import importlib.machinery
import importlib.util
import json
import math
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import chess  # noqa: F401  what the tests load is loaded once, before the first fork
import click.testing  # noqa: F401
import hypothesis
import jinja2  # noqa: F401
import jsonschema  # noqa: F401
import pyparsing  # noqa: F401
import pytest

from tools.mutants import (
    ROOMS,
    ROOT,
    Mutant,
    every_mutant,
    inner,
    key,
    lines_that_use,
    sample,
)
from tools.survey import (
    FAILED,
    HANGS,
    Early,
    Loaded,
    Survey,
    Tests,
    apart,
    first_failing,
    forget,
    function_of,
    functions,
    killer,
    load,
    side_by_side,
    surveyed,
)

KILLERS = [
    "judge/case_answers",
    "judge/scenes",
    "rules/both_referees",
    "judge/cases",
    "judge/amend",
    "cli/fixtures",
    "judge/clock",
    "judge/conditional",
    "judge/diagnosis",
    "judge/agreed_draws",
    "judge/edit",
    "notation/encodings",
    "judge/endings",
    "judge/fixture_records",
    "games/data",
    "games/tables",
    "games/files",
    "house/hostile_text",
    "rules/incremental",
    "notation/typed",
    "library/library",
    "library/lists",
    "judge/line",
    "library/mail",
    "notation/mail",
    "report/movement",
    "notation/moves",
    "games/names_in_any_case",
    "house/completeness",
    "report/page",
    "rules/perft",
    "report/pictures",
    "pieces/diagrams",
    "judge/totals",
    "notation/positions",
    "rules/proofs",
    "notation/reading_tables",
    "judge/reasons",
    "notation/records",
    "rules/refuse",
    "report/reports",
    "report/rulebook",
    "cli/rules",
    "games/rulings",
    "report/schemas",
    "cli/select",
    "cli/select_by_tag",
    "notation/streams",
    "pieces/steps",
    "report/tables",
    "cli/tag",
    "library/values",
    "judge/views",
    "judge/analysis_commands",
    "notation/words",
]
"""The test files that are run: quick ones, within one process."""

NOT = (
    *("several_processes", "full_disk", "moment", "recursion", "terminal", "megabytes"),
    *("against_itself", "fails_many", "wrong_games", "wrong_referee", "twice_the_text"),
    *("cost_little", "costs_few", "does_not_grow", "gallery_with", "of_the_documentation"),
    *("the_network", "a_drawing_shows"),
)
"""Words in the names of tests that start processes, measure time, take long, or open pages."""

QUICK = 0.4
"""The most seconds of a test; longer ones are left out."""

SHARE = 3
"""The most seconds of all tests of one function together."""

BEST = 12
"""The number of tests that have killed neighbours of a mutant, tried before others are loaded."""

NARROW = 40
"""The number of tests that run the line of a mutant and little else, tried early."""

ANYWHERE = ""
"""The key that all mutants are near to."""

Found = dict[str, str | float]


class Source(importlib.machinery.SourceFileLoader):
    """Load a module from the source of a mutant, never from bytecode."""

    def __init__(self, mutant: Mutant) -> None:
        names = mutant.path.removesuffix(".py").removesuffix("/__init__").split("/")
        super().__init__(".".join(names), str(ROOT / mutant.path))
        self._mutant = mutant

    def get_code(self, fullname: str) -> CodeType:
        """Compile the mutant."""
        return compiled(self._mutant)


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


def compiled(mutant: Mutant) -> CodeType:
    """Compile the module of a mutant."""
    code: CodeType = compile(mutant.source, str(ROOT / mutant.path), "exec", dont_inherit=True)
    return code


class Notes:
    """The results, in a file, and the tests that have killed mutants near another."""

    def __init__(self, into: Path) -> None:
        self._into = into
        self._by: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._functions: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for each in noted(into):
            self._count([each["mutant"].partition(":")[0], each["room"]], each["killed"])

    def _count(self, near: Sequence[str], by: str) -> None:
        by = by.removeprefix(HANGS)
        if "::" in by:
            for each in (*near, ANYWHERE):
                self._by[each][by] += 1
                self._functions[each][function_of(by)] += 1

    def add(self, mutant: Mutant, by: str, started: float) -> None:
        """Add the result of a mutant: the test that killed it, or none."""
        self._count(_near(mutant), by)
        seconds = round(time.monotonic() - started, 2)
        found: Found = {"room": mutant.room, "mutant": mutant.name}
        found |= {"killed": by, "seconds": seconds}
        with self._into.open("a", encoding="utf-8") as out:
            out.write(json.dumps(found) + "\n")

    def likely(self, mutant: Mutant) -> list[str]:
        """Name the tests that have killed the most in its function, then in its module, its room."""
        near = [*_near(mutant), ANYWHERE]
        found = [test for each in near for test, _ in self._by[each].most_common(BEST)]
        return list(dict.fromkeys(found))

    def in_order(self, tests: Tests, mutant: Mutant, narrow: list[str]) -> Tests:
        """Sort tests: likely ones first, then narrow ones; for data the tests that name the module.

        Then come some of every function, more of those that have killed: of the functions that
        have killed the most in its module there are eight for one of others.
        """
        first = dict.fromkeys([*self.likely(mutant), *narrow])
        exactly = {test: number for number, test in enumerate(first)}
        alike = {name for name, _ in self._functions[mutant.path].most_common(5)}
        turns: Counter[str] = Counter()
        ranks = {}
        for test in tests:
            name = function_of(test.nodeid)
            ranks[test] = turns[name] // (8 if name in alike else 1)
            turns[name] += 1
        last, module = len(exactly), Path(mutant.path).stem.replace("_", "-")
        return sorted(
            tests,
            key=lambda test: (
                exactly.get(test.nodeid, last),
                not mutant.function and module not in test.nodeid,
                ranks[test],
            ),
        )


def _near(mutant: Mutant) -> list[str]:
    return [mutant.path + mutant.function, mutant.path, mutant.room]


class Judge:
    """Judges mutants; as long as `patience`, in seconds of tests that pass, for each."""

    def __init__(self, into: Path, patience: float) -> None:
        self._into = into
        self._patience = patience

    def loaded(self, mutants: Sequence[Mutant], jobs: int) -> Survey:
        """Judge a mutant within a function that is called; return the results of the tests."""
        survey = Survey({}, {})
        early = Early()

        def judge(tests: Tests) -> None:
            early.stop()
            chosen = [test for test in tests if _usable(test)]
            for found in side_by_side(
                lambda job: surveyed(chosen[job::jobs], QUICK, SHARE / jobs), jobs
            ):
                survey.add(found)
            usable = _mixed(chosen, survey.seconds)
            total = sum(survey.seconds[test.nodeid] for test in usable)
            say(f"{len(usable)} tests of {len(chosen)}, {total:.0f} seconds")
            for test in chosen:
                if math.isinf(survey.seconds[test.nodeid]):
                    say(f"fails where nothing is broken: {test.nodeid}")
            forget(anew=True)
            live = functions()
            side_by_side(
                lambda job: self._swap(mutants[job::jobs], usable, survey, live, early), jobs
            )

        early.start()
        load(_files(KILLERS), Loaded(judge, say))
        return survey

    def _swap(
        self,
        mutants: Sequence[Mutant],
        tests: Tests,
        survey: Survey,
        live: dict[tuple[str, str], list[FunctionType]],
        early: Early,
    ) -> None:
        notes = Notes(self._into)
        for mutant in mutants:
            started = time.monotonic()
            name = mutant.path, mutant.function
            code = _find(compiled(mutant), mutant.function) if name in live else None
            if code is None or any(
                code.co_freevars != each.__code__.co_freevars for each in live[name]
            ):
                continue
            lines = {line for _, _, line in live[name][0].__code__.co_lines() if line}
            run = (
                survey.runs.get((mutant.path, mutant.line))
                or {test for line in lines for test in survey.runs.get((mutant.path, line), ())}
                or survey.of_module[mutant.path]  # computed once, at the first use
            )
            near = survey.narrow(run, NARROW)
            order = notes.in_order([test for test in tests if test.nodeid in run], mutant, near)
            twice = name in early.called  # what it gave may be kept: if it lives it is loaded anew
            order = _within(order, survey.seconds, self._patience / (3 if twice else 1))

            def judge(
                tell: int, code: CodeType = code, name: Any = name, order: Tests = order
            ) -> None:
                for each in live[name]:
                    each.__code__ = code
                first_failing(order, tell)

            by = killer(apart(judge)) if order else ""
            if by or not twice:
                notes.add(mutant, by, started)

    def from_the_start(self, mutants: Sequence[Mutant], survey: Survey) -> None:
        """Judge a mutant in the data of a module, or in code that runs while it is loaded."""
        notes = Notes(self._into)
        if fails := self._reload(None, notes, [], survey):
            raise RuntimeError(f"a test fails where nothing is broken: {fails}")
        for mutant in mutants:
            started = time.monotonic()
            asked = _asking(mutant, survey)
            likely = [*notes.likely(mutant)[:BEST], *survey.narrow(asked, NARROW)]
            by = self._reload(mutant, notes, likely, survey) if likely else ""
            by = by or self._reload(mutant, notes, [], survey)
            notes.add(mutant, by, started)

    def _reload(self, mutant: Mutant | None, notes: Notes, only: list[str], survey: Survey) -> str:
        """Return the test that fails with a mutant: one of some, or of all."""
        files = sorted({test.partition("::")[0] for test in only}) or _files(KILLERS)
        asked = _asking(mutant, survey) if mutant else set()
        near = survey.narrow(asked, NARROW)  # here, where what it works out is kept

        def judge(tell: int) -> None:
            def run(tests: Tests) -> None:
                order = _mixed([test for test in tests if _usable(test)], survey.seconds)
                if only:
                    order = [test for test in order if test.nodeid in only]
                if mutant:
                    order = notes.in_order(order, mutant, near)
                    order = sorted(order, key=lambda test: test.nodeid not in asked)
                first_failing(_within(order, survey.seconds, self._patience), tell)

            if mutant:
                sys.meta_path.insert(0, Broken(mutant))
            load(files, Loaded(run, lambda why: _failed(tell, why)))

        return killer(apart(judge))


def _asking(mutant: Mutant, survey: Survey) -> set[str]:
    """Return the tests that run its line; for data, the tests that run lines with its name."""
    if asked := survey.runs.get((mutant.path, mutant.line)):
        return asked
    found = [survey.runs.get(line, set()) for line in lines_that_use(mutant)]
    return set().union(*found) or survey.of_module[mutant.path]


def _failed(tell: int, why: str) -> None:
    os.write(tell, f"{why}\n{FAILED}\n".encode())


def _find(code: CodeType, name: str) -> CodeType | None:
    for each in inner(code):
        found = each if key(each) == name else _find(each, name)
        if found:
            return found
    return None


def _usable(test: pytest.Item) -> bool:
    return not any(word in test.nodeid for word in NOT)


def _mixed(tests: Tests, seconds: dict[str, float]) -> Tests:
    """Choose the quick tests: one of each function, then a second of each, and so on."""
    turns: Counter[str] = Counter()
    ranks = {}
    for test in sorted(tests, key=lambda test: seconds.get(test.nodeid, 0)):
        if seconds.get(test.nodeid, 0) < QUICK:
            ranks[test] = turns[function_of(test.nodeid)]
            turns[function_of(test.nodeid)] += 1
    return sorted(ranks, key=ranks.__getitem__)


def _within(tests: Tests, seconds: dict[str, float], patience: float) -> Tests:
    """Return the tests that fit into the patience."""
    chosen = []
    for test in tests:
        patience -= seconds.get(test.nodeid, 0.01)
        if patience < 0:
            break
        chosen.append(test)
    return chosen


def _files(names: Sequence[str]) -> list[str]:
    return ["tests/{}/test_{}.py".format(*name.split("/")) for name in names]


def say(text: str) -> None:
    """Print the progress."""
    print(text, file=sys.stderr, flush=True)


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


def ask_types(into: Path) -> None:
    """Run mypy on the mutants that live, in a copy of the source."""
    found = noted(into)
    living = {each["mutant"]: each for each in found if not each["killed"]}
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "aofref", Path(folder) / "aofref")
        shutil.copy(ROOT / "pyproject.toml", folder)

        def passes() -> bool:
            command = [sys.executable, "-m", "mypy", "--no-error-summary", "-p", "aofref"]
            return not subprocess.run(command, cwd=folder, capture_output=True).returncode

        if not passes():
            raise SystemExit("mypy finds fault with what is whole")
        for mutant in every_mutant():
            if mutant.name in living:
                path = Path(folder) / mutant.path
                whole = path.read_text("utf-8")
                path.write_text(mutant.source, "utf-8")
                if not passes():
                    living[mutant.name]["killed"] = "mypy"
                path.write_text(whole, "utf-8")
    into.write_text("".join(f"{json.dumps(each)}\n" for each in found), "utf-8")


def noted(into: Path) -> list[dict[str, Any]]:
    """Read the results of an earlier run."""
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
    parser.add_argument(
        "--only", action="append", metavar="WORD", help="only where WORD is in the path; repeatable"
    )
    parser.add_argument("--patience", type=float, default=6, metavar="SECONDS", help="of tests")
    parser.add_argument("--again", action="store_true", help="try those that lived once more")
    parser.add_argument("--types", action="store_true", help="ask mypy about those that lived")
    parser.add_argument("--into", type=Path, default=Path("mutants.jsonl"))
    parser.add_argument("--report", type=Path, metavar="FILE")
    return parser.parse_args()


def main() -> None:
    """Judge the chosen mutants, or report earlier results."""
    asked = options()
    if asked.report:
        print(report(noted(asked.report)))
        return
    if asked.types:
        ask_types(asked.into)
        return
    begun = time.monotonic()
    os.chdir(ROOT)
    sys.dont_write_bytecode = False
    quiet = (hypothesis.Phase.explicit, hypothesis.Phase.generate)
    hypothesis.settings.register_profile("mutate", derandomize=True, phases=quiet, database=None)
    hypothesis.settings.load_profile("mutate")
    mutants = every_mutant()
    if not asked.all:
        mutants = sample(mutants, asked.sample, asked.seed)

    if asked.again:
        killed = [each for each in noted(asked.into) if each["killed"]]
        asked.into.write_text("".join(f"{json.dumps(each)}\n" for each in killed), "utf-8")

    def left() -> list[Mutant]:
        known = {each["mutant"] for each in noted(asked.into)}
        return [
            each
            for each in mutants
            if any(word in each.path for word in asked.only or [""]) and each.name not in known
        ]

    judge = Judge(asked.into, asked.patience)
    say(f"{len(left())} mutants")
    within = [each for each in left() if each.function]
    [survey] = side_by_side(lambda _: judge.loaded(within, asked.jobs), 1)
    rest = left()
    random.Random(asked.seed).shuffle(rest)  # whoever stops early has a sample, too
    say(f"{len(rest)} of them to load from the start")
    side_by_side(lambda job: judge.from_the_start(rest[job :: asked.jobs], survey), asked.jobs)
    say(f"{(time.monotonic() - begun) / 60:.0f} minutes")


if __name__ == "__main__":
    main()
