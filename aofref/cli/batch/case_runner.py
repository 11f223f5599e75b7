"""Referees that cases are put to: aofref itself, or any program that speaks its JSON."""

import json
import os
import subprocess
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple

from aofref.cli.io.output import unreadable
from aofref.findings import Code
from aofref.judge.analysis.diagnosis import diagnosed
from aofref.judge.cases.checks import CaseCheck, CaseResult, find, judge
from aofref.judge.cases.question import Answer, Question, answer, tried
from aofref.judge.replay.driver import replay
from aofref.judge.replay.verdict import Replay
from aofref.notation.cases import Case
from aofref.notation.records import read
from aofref.report.json import record as report

LOOKED_AT = 0.05  # every so many seconds it is looked at how much a program has written
LAST = 1000  # so many bytes of its complaints, the last, are kept


class Failed(Exception):
    """Why a program was not run to its end."""


class NotStarted(Failed):
    """Why a program could not be started."""


class Ran(NamedTuple):
    """What a program wrote that was run to its end, its status, and its `last` complaint."""

    output: bytes
    status: int
    last: str


def run(words: Sequence[str], given: bytes, seconds: float, most: int) -> Ran:
    """Run a program on what is given to it; Failed if it takes or writes too much.

    What it writes goes to files without names, so that no more of it is held than `most` bytes.
    """
    with TemporaryFile() as into, TemporaryFile() as out, TemporaryFile() as err:
        into.write(given)
        into.seek(0)
        try:
            process = subprocess.Popen(words, stdin=into, stdout=out, stderr=err)
        except OSError as problem:
            raise NotStarted(f"cannot be started: {problem.strerror or problem}") from problem
        with process:
            try:
                _await(process, seconds, (out, err), most)
            finally:
                process.kill()
        out.seek(0)
        err.seek(max(0, err.seek(0, 2) - LAST))
        last = err.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
        return Ran(out.read(), process.returncode, last)


def _await(
    process: subprocess.Popen[bytes], seconds: float, files: Sequence[IO[bytes]], most: int
) -> None:
    """Wait until a program has ended, and look now and then at what it has written."""
    end = time.monotonic() + seconds
    while True:
        left = end - time.monotonic()
        try:
            process.wait(max(0, min(LOOKED_AT, left)))
            ended = True
        except subprocess.TimeoutExpired:
            ended = False
        if any(os.fstat(file.fileno()).st_size > most for file in files):
            raise Failed(f"limit: the command writes more than {most} bytes")
        if ended:
            return
        if left <= 0:
            raise Failed(f"the command does not answer within {seconds:g} seconds")


MOST = 4000  # a command is given so many records at once, or those of one case
PATIENCE = 3  # a command that fails at so many cases in a row is asked no more
LONGEST_ANSWER = 100_000  # it may write so many bytes for each record, and as many besides

Answers = dict[Question, Answer]


def own(cases: Iterable[Case]) -> Iterator[CaseResult]:
    """Put cases to aofref itself."""
    for case in cases:
        checks = find(case)
        yield judge(case, checks, heard(own_words(_questions(checks))).__getitem__)


def heard(told: Iterable[tuple[Question, dict[str, Any]]]) -> Answers:
    """Read answers, all of which must be such."""
    return {question: known for question, words in told if (known := answer(words)) is not None}


def questions(case: Case) -> list[Question]:
    """List what a case asks."""
    return _questions(find(case))


def _questions(checks: Iterable[CaseCheck]) -> list[Question]:
    return list(dict.fromkeys(question for check in checks for question in check.asks))


def own_words(questions: Iterable[Question]) -> Iterator[tuple[Question, dict[str, Any]]]:
    """Answer each as `check --format json` would.

    A record that another question opened, but for its last move, is not replayed: the answer is
    about that move only.
    """
    opened: dict[Question, Replay] = {}
    for question in questions:
        before = opened.get(question._replace(moves=question.moves[:-1]))
        if before is None or not question.moves:
            judged = replay(read(question.raw))
            if isinstance(judged, Replay):
                opened[question] = judged
            yield question, report.record(diagnosed(judged), 1, "-")
        else:
            refused = tried(before, question.moves[-1])
            plies, error = before.length + (refused is None), refused and refused.report()
            yield question, {"plies": plies, "error": error, "events": []}


@dataclass(frozen=True)
class Program:
    """A program that reads records from standard input and writes a line of JSON for each."""

    words: tuple[str, ...]
    timeout: float

    def results(self, cases: Iterable[Case]) -> Iterator[CaseResult]:
        """Put cases to it, many at once; where it fails at many, one by one."""
        failed, why = 0, ""
        for batch in _batches(cases):
            asked = [question for _, _, asks in batch for question in asks]
            told = self._ask(asked) if failed < PATIENCE else why
            for case, checks, asks in batch:
                if failed >= PATIENCE:
                    yield CaseResult(case, (f"not asked any more: {why}",))
                    continue
                again = isinstance(told, str) and len(batch) > 1
                answers = self._ask(asks) if again else told
                if isinstance(answers, str):
                    failed, why = failed + 1, answers
                    yield CaseResult(case, (answers,))
                else:
                    failed = 0
                    yield judge(case, checks, answers.__getitem__)

    def _ask(self, questions: Sequence[Question]) -> Answers | str:
        """Ask for its answers, or why there are none; raises Unreadable if it cannot be started."""
        text = "".join(question.text for question in questions).encode()
        try:
            ran = run(self.words, text, self.timeout, LONGEST_ANSWER * (len(questions) + 1))
        except NotStarted as problem:
            raise unreadable("--against", Code.CANNOT_OPEN, str(problem)) from problem
        except Failed as problem:
            return str(problem)
        lines = ran.output.splitlines()
        answers: Answers = {}
        for question, line in zip(questions, lines, strict=False):
            try:
                told = answer(json.loads(line))
            except (ValueError, RecursionError):
                told = None
            if told is None:
                return f"the command answers with no JSON of check: {line[:60]!r}"
            answers[question] = told
        if len(lines) != len(questions):
            ended = f"{len(lines)} answers to {len(questions)} records"
            return f"the command gives {ended}, ends with status {ran.status}: {ran.last[:200]}"
        return answers


_Prepared = tuple[Case, tuple[CaseCheck, ...], list[Question]]


def _batches(cases: Iterable[Case]) -> Iterator[list[_Prepared]]:
    batch: list[_Prepared] = []
    size = 0
    for case in cases:
        checks = find(case)
        asks = _questions(checks)
        if batch and size + len(asks) > MOST:
            yield batch
            batch, size = [], 0
        batch.append((case, checks, asks))
        size += len(asks)
    if batch:
        yield batch
