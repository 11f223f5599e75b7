"""Runs tests in processes that have everything loaded, and finds which test runs which line.

A plugin of pytest collects the tests once and hands them over; every mutant is then judged in a fork.
"""

from __future__ import annotations

import contextlib
import functools
import gc
import math
import os
import pickle
import random
import resource
import signal
import sys
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any, TypeVar

import coverage
import pytest
from _pytest.runner import runtestprotocol

from tools.mutants import ROOT, key

Given = TypeVar("Given")
ROOM = f"{ROOT}/aofref/"

LOADING, A_TEST, ALL = 60, 8, 600
"""The most seconds of CPU for loading, and for a test; and of the clock for all."""

PASSED, FAILED = "passed", "failed"
HANGS = "hangs or ends: "
"""The prefix of the name of a test that did not end."""

Tests = Sequence[pytest.Item]


@dataclass
class Survey:
    """The seconds of all tests, and the tests that run each (path, line)."""

    seconds: dict[str, float]
    runs: dict[tuple[str, int], set[str]]

    @functools.cached_property
    def of_module(self) -> dict[str, set[str]]:
        """Return the tests that run any line of a module, by its path."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for (path, _), tests in self.runs.items():
            found[path] |= tests
        return found

    @functools.cached_property
    def _breadth(self) -> Counter[str]:
        return Counter(test for tests in self.runs.values() for test in tests)

    def narrow(self, tests: set[str], most: int) -> list[str]:
        """Return the tests that run the fewest other lines: their subject is near."""
        return sorted(tests, key=lambda test: (self._breadth[test], test))[:most]

    def add(self, other: Survey) -> None:
        """Merge the results of another process."""
        self.seconds.update(other.seconds)
        for line, tests in other.runs.items():
            self.runs.setdefault(line, set()).update(tests)


class Loaded:
    """A plugin of pytest: collects the tests, and calls a function with them."""

    def __init__(self, then: Callable[[Tests], None], failed: Callable[[str], None]) -> None:
        self._then = then
        self._failed = failed

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Report a test file that cannot be loaded."""
        if report.failed:
            self._failed(f"loading {report.nodeid}")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Pass the tests on in place of running them."""
        if not session.testsfailed:
            try:
                self._then(session.items)
            except BaseException:
                traceback.print_exc()
        return True


def load(files: Sequence[str], plugin: Loaded) -> None:
    """Collect the tests of files, without output and without caches."""
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(null, descriptor)
    pytest.main([*_OPTIONS, *files], plugins=[plugin])


_OPTIONS = [
    *("-q", "-s", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist"),
    *("-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning"),
    *("-o", "tmp_path_retention_policy=failed"),
]


def apart(do: Callable[[int], None]) -> bytes:
    """Run a function in a child process; return the bytes that it writes to a descriptor.

    A child that hangs is ended by SIGPROF.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        os.setpgid(0, 0)
        try:
            signal.setitimer(signal.ITIMER_PROF, LOADING)
            do(writing)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as told:
        written = told.read()
    os.waitpid(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # whoever it has started
    return written


def side_by_side(do: Callable[[int], Given], jobs: int) -> list[Given]:
    """Run a function for the parts from 0, each in a process; return the results."""
    started = []
    for job in range(jobs):
        reading, writing = os.pipe()
        if not os.fork():
            try:
                with os.fdopen(writing, "wb") as out:
                    pickle.dump(do(job), out)
            except BaseException:
                traceback.print_exc()
            os._exit(0)
        os.close(writing)
        started.append(reading)
    given = []
    for reading in started:
        with os.fdopen(reading, "rb") as told:
            given.append(pickle.load(told))
    for _ in started:
        os.wait()
    return given


def first_failing(tests: Tests, tell: int) -> None:
    """Run tests up to the first failure; return its name, or that all have passed."""
    signal.setitimer(signal.ITIMER_REAL, ALL)
    resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
    for test, following in zip(tests, [*tests[1:], None], strict=False):
        os.write(tell, test.nodeid.encode() + b"\n")
        signal.setitimer(signal.ITIMER_PROF, A_TEST)
        if not passes(test, following):
            os.write(tell, FAILED.encode())
            return
    os.write(tell, PASSED.encode())


def passes(test: pytest.Item, following: pytest.Item | None) -> bool:
    """Run a test."""
    return not any(report.failed for report in runtestprotocol(test, False, following))


def killer(told: bytes) -> str:
    """Return the test that failed or hung, or None if all have passed."""
    *others, last = told.decode(errors="replace").splitlines() or ["nothing"]
    if last == FAILED:
        return others[-1]
    return "" if last == PASSED else f"{HANGS}{last}"


def surveyed(tests: Tests, limit: float, share: float) -> Survey:
    """Run tests for their times, and quick ones again for their lines.

    The first test of a function runs with empty caches.  Tests that fail, or exceed the limit of
    seconds, are left out.  Of a function with many tests, random ones are chosen within its share
    of seconds.
    """
    seconds = {}
    for test in tests:
        started = _busy()
        passed = passes(test, None)
        seconds[test.nodeid] = _busy() - started if passed else math.inf
    spent: defaultdict[str, float] = defaultdict(float)
    for test in random.Random(0).sample(tests, len(tests)):
        if seconds[test.nodeid] < limit:
            spent[function_of(test.nodeid)] += seconds[test.nodeid]
            if spent[function_of(test.nodeid)] > share:
                seconds[test.nodeid] = limit
    traced = coverage.Coverage(data_file=None, include=[f"{ROOM}*"], config_file=False)
    traced.start()
    last = ""
    for test in tests:
        if seconds[test.nodeid] < limit:
            if last != function_of(test.nodeid):
                forget()
            last = function_of(test.nodeid)
            traced.switch_context(test.nodeid)
            if not passes(test, None):
                seconds[test.nodeid] = math.inf
    traced.stop()
    runs: dict[tuple[str, int], set[str]] = {}
    data = traced.get_data()
    for path in data.measured_files():
        name = str(Path(path).relative_to(ROOT))
        for line, by in data.contexts_by_lineno(path).items():
            runs[name, line] = {test for test in by if test}
    return Survey(seconds, runs)


def _busy() -> float:
    """Return seconds of processor time, ended child processes included."""
    return time.process_time() + sum(os.times()[2:4])


def function_of(test: str) -> str:
    """Return the name of a test's function, without its parameters."""
    return test.partition("[")[0]


def forget(anew: bool = False) -> None:
    """Clear the caches of aofref and its tests; `anew` searches for them again."""
    if anew:
        _remembering.cache_clear()
    for each in _remembering():
        each.cache_clear()


@functools.cache
def _remembering() -> list[Any]:
    return [
        each
        for each in gc.get_objects()
        if isinstance(each, functools._lru_cache_wrapper)
        and (each.__module__ or "").startswith(("aofref", "tests"))
    ]


def functions() -> dict[tuple[str, str], list[FunctionType]]:
    """Find the functions of aofref that are loaded, by path and name."""
    found: dict[tuple[str, str], list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(ROOM):
            path = str(Path(each.__code__.co_filename).relative_to(ROOT))
            found.setdefault((path, key(each.__code__)), []).append(each)
    return found


class Early:
    """Records the functions of aofref that are called; `called` has their path and name."""

    def __init__(self) -> None:
        self.called: set[tuple[str, str]] = set()
        self._codes: set[Any] = set()

    def start(self) -> None:
        """Start recording."""
        sys.setprofile(self._call)

    def stop(self) -> None:
        """Stop recording."""
        sys.setprofile(None)
        for code in self._codes:
            if code.co_filename.startswith(ROOM):
                self.called.add((str(Path(code.co_filename).relative_to(ROOT)), key(code)))

    def _call(self, frame: FrameType, event: str, argument: object) -> None:
        if event == "call":
            self._codes.add(frame.f_code)
