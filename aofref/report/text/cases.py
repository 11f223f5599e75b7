"""Cases: their results as text and as TAP, and their index."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from aofref import games
from aofref.judge.cases import CaseResult
from aofref.notation.cases import Case
from aofref.text import on_one_line, resource_rows


def text(result: CaseResult) -> str:
    """Write a line for a case that fails; empty for a case that passes."""
    wrong = "; ".join(result.wrong)
    return on_one_line(f"{result.case.id}: {wrong}") + "\n" if wrong else ""


def counted(passed: int, failed: int) -> str:
    """Write the numbers of cases that passed and failed."""
    return f"{passed + failed} cases: {passed} passed, {failed} failed\n"


def listed(case: Case) -> str:
    """Write a case as a line of a list."""
    return f"{case.id}  {'core' if case.core else '    '}  {case.title}\n"


def page(case: Case) -> str:
    """Return the page of the game of a case."""
    game = games.find(case.game)
    assert game is not None
    return game.page


def plan(cases: Sequence[Case]) -> str:
    """Write the head of a TAP stream."""
    return f"TAP version 14\n1..{len(cases)}\n"


def tap(number: int, result: CaseResult) -> str:
    """Write a test point, with a diagnostic block for a case that failed."""
    case = result.case
    title = case.title.replace("\\", r"\\").replace("#", r"\#")
    point = f"{'not ok' if result.wrong else 'ok'} {number} - {case.id} {title}\n"
    if not result.wrong:
        return point
    fields = [("page", page(case)), ("sentence", case.sentence), ("rule", case.rule)]
    fields += [("holds", " ".join(case.holds)), ("rulings", " ".join(case.rulings))]
    lines = [f"  {key}: {_quoted(value)}\n" for key, value in fields if value]
    wrong = [f"    - {_quoted(line)}\n" for line in result.wrong]
    return "".join([point, "  ---\n", *lines, "  wrong:\n", *wrong, "  ...\n"])


def _quoted(value: str) -> str:
    """Write a text as YAML, in single quotes on one line."""
    return "'" + on_one_line(value).replace("'", "''") + "'"


def index(cases: Sequence[Case], sentences: Mapping[str, str]) -> str:
    """Write the cases of each sentence and ruling, then of each game, in Markdown."""
    titles = dict(resource_rows(__name__, "sections.tsv"))  # by the keys of sentences
    core = sum(case.core for case in cases)
    lines = [
        "# Index of the cases",
        "",
        f"{len(cases)} cases, {core} of them core (marked `*`).",
        "Written by `aofref cases --index`; the sentences are those of `sentences.txt`.",
    ]
    for section, keys in groupby(sentences, key=section_of):
        lines += ["", f"## {section}. {titles[section]}", ""]
        for key in keys:
            holding = [case for case in cases if key in case.holds]
            lines += [f"- **{key}** {sentences[key]}", f"  Cases: {_names(holding)}."]
    for game, group in groupby(cases, key=lambda case: case.game):
        own = list(group)
        lines += ["", f"## {game}: {page(own[0])}", ""]
        for section, title in titles.items():
            holding = [case for case in own if section in map(section_of, case.holds)]
            if holding:
                lines.append(f"- {section}. {title}: {_names(holding)}.")
    return "\n".join(lines) + "\n"


def section_of(key: str) -> str:
    """Return the section of the rules of a sentence's key."""
    return "R" if key.startswith("R-") else key.partition(".")[0]


def _names(cases: Iterable[Case]) -> str:
    return "; ".join(
        " ".join([game, *(case.id.rpartition(".")[2] + "*" * case.core for case in own)])
        for game, own in groupby(cases, key=lambda case: case.game)
    )
