"""Referees for cases: aofref itself, or any program that writes its JSON."""

import json
import os
import subprocess
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from tempfile import TemporaryFile
from typing import IO

from aofref.cli.io.output import unreadable
from aofref.findings import Code
from aofref.judge.cases.checks import Asked, CaseResult, Check, Referee, find, judge
from aofref.judge.cases.question import Answer, Question, Replays, answer
from aofref.notation.cases import Case
from aofref.notation.moves import read
from aofref.notation.resolve import is_legal
from aofref.report.json import record as report
from aofref.values import Value

INTERVAL = 0.05  # seconds between two checks of the size of a program's output
LAST = 1000  # the last bytes of its standard error that are kept


class Failed(Exception):
    """A program was not run to its end."""


def _run(
    words: Sequence[str], given: bytes, seconds: float, most: int
) -> tuple[list[bytes], int, str]:
    """Run a program with `given` as its input; raises Failed if it exceeds a limit.

    Its output goes to temporary files, so that at most `most` bytes are in memory.  Returns the
    lines of its output, its status, and the last line of its standard error.  Raises Unreadable if
    it cannot be started.
    """
    with TemporaryFile() as into, TemporaryFile() as out, TemporaryFile() as err:
        into.write(given)
        into.seek(0)
        try:
            process = subprocess.Popen(words, stdin=into, stdout=out, stderr=err)
        except OSError as problem:
            why = f"cannot be started: {problem.strerror or problem}"
            raise unreadable("--against", Code.CANNOT_OPEN, why) from problem
        with process:
            try:
                _await(process, seconds, (out, err), most)
            finally:
                process.kill()
        out.seek(0)
        err.seek(max(0, err.seek(0, 2) - LAST))
        last = err.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
        return out.read().splitlines(), process.returncode, last


def _await(
    process: subprocess.Popen[bytes], seconds: float, files: Sequence[IO[bytes]], most: int
) -> None:
    """Wait until a program has ended, and check the size of its output meanwhile."""
    end = time.monotonic() + seconds
    while True:
        left = end - time.monotonic()
        with suppress(subprocess.TimeoutExpired):
            process.wait(max(0, min(INTERVAL, left)))
        if any(os.fstat(file.fileno()).st_size > most for file in files):
            raise Failed(f"limit: the command writes more than {most} bytes")
        if process.returncode is not None:
            return
        if left <= 0:
            raise Failed(f"the command does not answer within {seconds:g} seconds")


MOST = 4000  # the most records of one run, unless a single case has more
PATIENCE = 3  # give up after this many failures in a row
LONGEST_ANSWER = 100_000  # the most bytes of output for each record


def own_results(cases: Iterable[Case]) -> Iterator[CaseResult]:
    """Yield aofref's own results of cases."""
    for case in cases:
        replays = Replays()
        yield judge(case, find(case, replays), Own(replays))


def questions(checks: Iterable[Check]) -> list[Question]:
    """Return the questions of a case."""
    asked = Asked()
    for check in checks:
        check(asked)
    return [*asked]


class Own(Referee):
    """aofref itself as a referee, which answers when it is asked."""

    def __init__(self, replays: Replays) -> None:
        super().__init__()
        self.replays = replays

    def __missing__(self, question: Question) -> Answer:
        parsed = answer(report.record(self.replays[question], 1, "-"))
        assert parsed is not None, question
        return parsed

    def played(self, base: Question, moves: Iterable[str]) -> set[str]:
        """Return which of several moves are legal: nothing is replayed, and no reason proved."""
        before = self.replays[base]
        if not before.opened or before.refused is not None:
            return set()
        at = before.last
        texts = ((move, read(at, move)) for move in moves)
        return {move for move, text in texts if text is not None and is_legal(at, text)}


class Program(Value):
    """A program that reads records from standard input and writes a line of JSON for each."""

    words: tuple[str, ...]
    timeout: float

    def results(self, cases: Iterable[Case]) -> Iterator[CaseResult]:
        """Yield the results of cases, many in one run; one by one after a failure."""
        failed, why = 0, ""
        for batch in _batches(cases):
            every = [question for _, _, asks in batch for question in asks]
            of_batch = self._answers(every) if failed < PATIENCE else why
            for case, checks, asks in batch:
                if failed >= PATIENCE:
                    yield CaseResult(case, (f"not put to the command any more: {why}",))
                    continue
                again = isinstance(of_batch, str) and len(batch) > 1
                answers = self._answers(asks) if again else of_batch
                if isinstance(answers, str):
                    failed, why = failed + 1, answers
                    yield CaseResult(case, (answers,))
                else:
                    failed = 0
                    yield judge(case, checks, answers)

    def _answers(self, questions: Sequence[Question]) -> Referee | str:
        """Return the answers, or why there are none; raises Unreadable if it cannot be started."""
        text = "".join(question.text for question in questions).encode()
        most = LONGEST_ANSWER * (len(questions) + 1)
        try:
            lines, status, last = _run(self.words, text, self.timeout, most)
        except Failed as problem:
            return str(problem)
        answers = Referee()
        for question, line in zip(questions, lines, strict=False):
            try:
                parsed = answer(json.loads(line))
            except (ValueError, RecursionError):
                parsed = None
            if parsed is None:
                return f"the command answers with no JSON of check: {line[:60]!r}"
            answers[question] = parsed
        if len(lines) != len(questions):
            ended = f"{len(lines)} answers to {len(questions)} records"
            return f"the command gives {ended}, ends with status {status}: {last[:200]}"
        return answers


_Prepared = tuple[Case, tuple[Check, ...], list[Question]]


def _batches(cases: Iterable[Case]) -> Iterator[list[_Prepared]]:
    batch: list[_Prepared] = []
    size = 0
    for case in cases:
        checks = find(case)
        asks = questions(checks)
        if batch and size + len(asks) > MOST:
            yield batch
            batch, size = [], 0
        batch.append((case, checks, asks))
        size += len(asks)
    if batch:
        yield batch
