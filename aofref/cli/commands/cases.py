"""`aofref cases`: run the published cases against a referee."""

import json
import math
import os
import shlex
import subprocess
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from tempfile import TemporaryFile

import click

from aofref import games
from aofref.cli.io import resource_path, stdout, unreadable
from aofref.cli.options.option import completing, option, options, refuse_if
from aofref.cli.options.shared import named_game
from aofref.cli.workers import batches
from aofref.findings import Code
from aofref.judge import cases as judging
from aofref.notation.cases import Case, read, read_sentences
from aofref.notation.moves import read as read_move
from aofref.notation.resolve import legal_or_none
from aofref.report.json import record as json_of
from aofref.report.json.listing import case_result
from aofref.report.text import cases as report
from aofref.text import json_line
from aofref.values import Value


def every() -> list[Case]:
    """Read all cases by game, in the order of their numbers; a new game may have no file."""
    from aofref.games.files.shelf import come_with

    folder = resource_path("cases", "fixtures/cases")
    files = [folder / f"{name}.txt" for name in (*games.IDS, *come_with())]
    return [case for path in files if path.exists() for case in read(path.read_text("utf-8"))]


def sentences() -> dict[str, str]:
    """Read the sentences of the rules by their keys."""
    path = resource_path("cases", "fixtures/cases") / "sentences.txt"
    return read_sentences(path.read_text("utf-8").splitlines())


class CaseFilter(Value):
    """The options that choose cases: their ids, a game, a rule, and whether only core cases run."""

    case: tuple[str, ...]
    game: str
    rule: str
    core: bool


def _chosen(wanted: CaseFilter) -> list[Case]:
    ids, game, rule, core = wanted
    known = every()
    unknown = [name for name in ids if name not in {case.id for case in known}]
    if unknown:
        raise click.UsageError(f"no such case: {', '.join(unknown)}; --list names all")
    variant = games.find(named_game(game))
    if game and variant is None:
        raise click.UsageError(f"no such game: {game}; there are {', '.join(games.every())}")
    chosen = [
        case
        for case in known
        if (not ids or case.id in ids)
        and (variant is None or case.game == variant.id)
        and rule
        in {"", *case.sections, *case.holds, *(key.partition("/")[0] for key in case.holds)}
        and (case.core or not core)
    ]
    refuse_if(not chosen, "no such case; --index lists all")
    return chosen


def _number(seconds: float) -> float:
    if math.isnan(seconds):
        raise ValueError(f"{seconds} is not a number of seconds")
    return seconds


@click.argument("case", nargs=-1, shell_complete=completing(lambda: (case.id for case in every())))
@options(
    """
    --game ID  Only the cases of a game.
    --rule KEY  Only the cases about a section of the rules, a sentence or a ruling.
    --core  Only the core cases.
    --against COMMAND  Run them against a program that writes check --format json; default: aofref
        itself.
    --timeout SECONDS  How long a run of COMMAND may take.
    --report text|tap|json as form  What the report looks like; text lists the failed cases.
    """,
    game={"default": ""},
    rule={"default": "", "shell_complete": completing(sentences)},
    timeout={
        "type": click.FloatRange(0, 1_000_000, min_open=True),  # no longer than the system can wait
        "read": _number,
        "default": 60,
        "show_default": True,
    },
)
@option("--list as task", "List the cases without running them.", flag_value="list")
@option("--records as task", "Write the records that are put to a referee.", flag_value="records")
@option("--index as task", "Write which cases cover which rule.", flag_value="index")
def command(
    wanted: CaseFilter, against: str | None, timeout: float, form: str, task: str | None
) -> int:
    """Run the published cases, or those named, against aofref or another referee.

    Exit status: 0 all passed, 1 some failed, 2 wrong usage or no program.

    aofref cases --game aof2 --core
    aofref cases --report tap --against "otherref check --format json"
    """
    chosen, failed = _chosen(wanted), 0
    match task:
        case "list":
            stdout("".join(map(report.listed, chosen)))
        case "records":
            for asking in chosen:
                stdout(
                    "".join(question.text for question in judging.questions(judging.find(asking)))
                )
        case "index":
            stdout(report.index(chosen, sentences()))
        case _:
            results = own_results(chosen)
            if against is not None:
                try:
                    words = shlex.split(against)
                except ValueError as problem:
                    raise click.UsageError(f"--against: {problem}") from problem
                refuse_if(not words, "--against names no command")
                results = results_of(words, timeout, chosen)
            if form == "tap":
                stdout(report.plan(chosen))
            for number, done in enumerate(results, 1):
                failed += bool(done.wrong)
                if form == "tap":
                    stdout(report.tap(number, done))
                else:
                    stdout(json_line(case_result(done)) if form == "json" else report.text(done))
            if form == "text":
                stdout(report.counted(len(chosen) - failed, failed))
    return 1 if failed else 0


# aofref itself ----------------------------------------------------------------------------------


def own_results(cases: Iterable[Case]) -> Iterator[judging.CaseResult]:
    """Yield aofref's own results of cases."""
    for case in cases:
        replays = judging.Replays()
        yield judging.judge(case, judging.find(case, replays), Own(replays))


class Own(judging.Referee):
    """aofref itself as a referee, which answers when it is asked."""

    def __init__(self, replays: judging.Replays) -> None:
        super().__init__()
        self.replays = replays

    def __missing__(self, question: judging.Question) -> judging.Answer:
        parsed = judging.answer(json_of.record(self.replays[question], 1, "-"))
        assert parsed is not None, question
        return parsed

    def played(self, base: judging.Question, moves: Iterable[str]) -> set[str]:
        """Return which of several moves are legal: nothing is replayed, and no reason proved."""
        before = self.replays[base]
        if not before.opened or before.refused is not None:
            return set()
        at = before.last
        texts = ((move, read_move(at, move)) for move in moves)
        return {move for move, text in texts if text is not None and legal_or_none(at, text)}


# A program that reads records and writes a line of JSON for each ---------------------------------


INTERVAL = 0.05  # seconds between two checks of the size of a program's output
LAST = 1000  # the last bytes of its standard error that are kept
RUN = 4000  # the least records of one run, but the last
PATIENCE = 3  # give up after this many failures in a row
LONGEST_ANSWER = 100_000  # the most bytes of output for each record


def results_of(
    words: Sequence[str], timeout: float, cases: Iterable[Case]
) -> Iterator[judging.CaseResult]:
    """Yield a program's results of cases, many in one run; one by one after a failure."""
    failed, why = 0, ""
    found = ((case, judging.find(case)) for case in cases)
    prepared = ((case, checks, judging.questions(checks)) for case, checks in found)
    for batch in batches(prepared, lambda one: len(one[2]), RUN):
        every = [question for _, _, asks in batch for question in asks]
        of_batch = _answers(words, timeout, every) if failed < PATIENCE else why
        for case, checks, asks in batch:
            if failed >= PATIENCE:
                yield judging.CaseResult(case, (f"not put to the command any more: {why}",))
                continue
            again = isinstance(of_batch, str) and len(batch) > 1
            answers = _answers(words, timeout, asks) if again else of_batch
            if isinstance(answers, str):
                failed, why = failed + 1, answers
                yield judging.CaseResult(case, (answers,))
            else:
                failed = 0
                yield judging.judge(case, checks, answers)


def _answers(
    words: Sequence[str], timeout: float, asked: Sequence[judging.Question]
) -> judging.Referee | str:
    """Run a program, and return its answers, or why there are none.

    Its output goes to temporary files, so that little of it is in memory.  Raises Unreadable if it
    cannot be started.
    """
    most, answers = LONGEST_ANSWER * (len(asked) + 1), judging.Referee()
    with TemporaryFile() as into, TemporaryFile() as out, TemporaryFile() as err:
        into.write("".join(question.text for question in asked).encode())
        into.seek(0)
        try:
            process = subprocess.Popen(words, stdin=into, stdout=out, stderr=err)
        except OSError as problem:
            why = f"cannot be started: {problem.strerror or problem}"
            raise unreadable("--against", Code.CANNOT_OPEN, why) from problem
        end = time.monotonic() + timeout
        with process:
            try:
                while process.returncode is None:
                    left = end - time.monotonic()
                    with suppress(subprocess.TimeoutExpired):
                        process.wait(max(0, min(INTERVAL, left)))
                    if any(os.fstat(file.fileno()).st_size > most for file in (out, err)):
                        return f"limit: the command writes more than {most} bytes"
                    if process.returncode is None and left <= 0:
                        return f"the command does not answer within {timeout:g} seconds"
            finally:
                process.kill()
        out.seek(0)
        err.seek(max(0, err.seek(0, 2) - LAST))
        last = err.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
        lines = out.read().splitlines()
    for question, line in zip(asked, lines, strict=False):
        try:
            parsed = judging.answer(json.loads(line))
        except (ValueError, RecursionError):
            parsed = None
        if parsed is None:
            return f"the command answers with no JSON of check: {line[:60]!r}"
        answers[question] = parsed
    if len(lines) != len(asked):
        ended = f"{len(lines)} answers to {len(asked)} records"
        return f"the command gives {ended}, ends with status {process.returncode}: {last[:200]}"
    return answers
