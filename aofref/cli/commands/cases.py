"""`aofref cases`: run the published cases against a referee.

Group: Judge

    aofref cases --game aof2 --core
    aofref cases --report tap --against "otherref check --format json"
"""

import shlex
from collections.abc import Iterator

import click

from aofref import games
from aofref.cli.case_runner import Program, own_results, questions
from aofref.cli.io.files import resource_path
from aofref.cli.io.output import stdout
from aofref.cli.options.completers import complete_variants, completing
from aofref.cli.options.option import option
from aofref.cli.options.shared import SECONDS, named_game
from aofref.judge.cases.checks import CaseResult, find
from aofref.notation.cases import Case, read, read_sentences
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


def _about(case: Case, rule: str) -> bool:
    named = {part for key in case.holds for part in (key, key.partition("/")[0])}
    return rule in case.sections or rule in named


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
        and (not rule or _about(case, rule))
        and (case.core or not core)
    ]
    if not chosen:
        raise click.UsageError("no such case; --index lists all")
    return chosen


@click.argument("case", nargs=-1, shell_complete=completing(lambda: (case.id for case in every())))
@option("--game ID", "Only the cases of a game.", default="", shell_complete=complete_variants)
@option(
    "--rule KEY",
    "Only the cases about a section of the rules, a sentence or a ruling.",
    default="",
    shell_complete=completing(sentences),
)
@option("--core", "Only the core cases.")
@option(
    "--against COMMAND",
    "Run them against a program that writes check --format json; default: aofref itself.",
)
@option(
    "--timeout SECONDS",
    "How long a run of COMMAND may take.",
    type=SECONDS,
    default=60,
    show_default=True,
)
@option(
    "--report text|tap|json", "What the report looks like; text lists the failed cases.", "form"
)
@option("--list", "List the cases without running them.", "task", flag_value="list")
@option("--records", "Write the records that are put to a referee.", "task", flag_value="records")
@option("--index", "Write which cases cover which rule.", "task", flag_value="index")
def command(
    wanted: CaseFilter, against: str | None, timeout: float, form: str, task: str | None
) -> int:
    """Run the published cases, or those named, against aofref or another referee.

    Exit status: 0 all passed, 1 some failed, 2 wrong usage or no program.
    """
    chosen = _chosen(wanted)
    if task == "list":
        stdout("".join(map(report.listed, chosen)))
    elif task == "records":
        for asking in chosen:
            stdout("".join(question.text for question in questions(find(asking))))
    elif task == "index":
        stdout(report.index(chosen, sentences()))
    else:
        return _run(chosen, _referee(chosen, against, timeout), form)
    return 0


def _referee(chosen: list[Case], against: str | None, timeout: float) -> Iterator[CaseResult]:
    if against is None:
        return own_results(chosen)
    try:
        words = tuple(shlex.split(against))
    except ValueError as problem:
        raise click.UsageError(f"--against: {problem}") from problem
    if not words:
        raise click.UsageError("--against names no command")
    return Program(words, timeout).results(chosen)


def _run(chosen: list[Case], results: Iterator[CaseResult], form: str) -> int:
    failed = 0
    if form == "tap":
        stdout(report.plan(chosen))
    for number, done in enumerate(results, 1):
        failed += bool(done.wrong)
        if form == "tap":
            stdout(report.tap(number, done))
        elif form == "json":
            stdout(json_line(case_result(done)))
        else:
            stdout(report.text(done))
    if form == "text":
        stdout(report.counted(len(chosen) - failed, failed))
    return 1 if failed else 0
