"""The published cases: each holds for aofref, together they hold every rule, and they bite."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterable

import pytest
from click.testing import Result

from aofref import games
from aofref.cli.commands.cases import PATIENCE, Own, every, own_results, sentences
from aofref.games import ruling_texts
from aofref.judge.cases import (
    Answer,
    Question,
    Referee,
    Replays,
    answer,
    find,
    judge,
    questions,
)
from aofref.notation.cases import Case, Expectation, read, read_sentences
from tests.helpers import FIXTURES, aofref
from tests.referees.perverted import PERVERTED, Told
from tests.referees.wrong_games import wrong_games

EVERY = every()
CORE = [case for case in EVERY if case.core]
SENTENCES = sentences()
FOLDER = FIXTURES / "cases"
NOT_OF_CORE = ("1.", "10.", "11.", "F.")
"""Sections that core cases need not hold: how cells are named, arrays, the pages' examples, files."""
COMPOUNDS = {
    *("5.caliph", "5.cardinal", "5.moderator", "5.primate", "5.vicereine"),
    *("5.baroness", "5.canvasser", "5.housewife", "5.marshal", "5.chatelaine"),
}
"""Nor these, whose like are core."""


@pytest.mark.parametrize("case", CORE, ids=[case.id for case in CORE])
def test_core_case(case: Case) -> None:
    (found,) = own_results([case])
    assert found.wrong == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", games.every())
def test_the_other_cases_of_a_game(name: str) -> None:
    cases = [case for case in EVERY if case.game == name and not case.core]
    wrong = {found.case.id: found.wrong for found in own_results(cases) if found.wrong}
    assert wrong == {}


# What there is ----------------------------------------------------------------------------------


def test_every_file_is_read_and_numbers_have_no_gap() -> None:
    files = {path.stem for path in FOLDER.glob("*.txt")} - {"sentences"}
    assert files == set(games.every())
    assert len(EVERY) > 900
    for name in games.every():
        ids = [case.id for case in EVERY if case.game == name]
        assert ids == [f"{name}.{number:03d}" for number in range(1, len(ids) + 1)]


@pytest.mark.parametrize("name", games.every())
def test_a_case_names_page_sentence_rule_and_rulings(name: str) -> None:
    known = games.find(name)
    assert known is not None
    for case in (case for case in EVERY if case.game == name):
        assert case.title and case.rule and case.expectations, case.id
        assert re.search(r'"[^"]{8,}"|\bsilent\b', case.sentence), f"{case.id}: the page's words?"
        assert case.holds, f"{case.id}: which sentence of sentences.txt does it hold?"
        assert set(case.holds) <= SENTENCES.keys(), case.id
        assert set(case.rulings) <= {*known.rulings, *known.default_rulings}, case.id
        alternatives = {key.partition("/")[2] for key in case.holds if "/" in key} - {"Array"}
        assert alternatives == set(case.rulings) - {*known.default_rulings}, case.id
        assert ("R-11/Array" in case.holds) == bool(case.array), case.id


def test_every_sentence_and_ruling_has_a_case() -> None:
    assert SENTENCES.keys() == {key for case in EVERY for key in case.holds}


def test_every_ruling_with_its_alternatives_is_a_sentence() -> None:
    wanted = {reading.number for reading in ruling_texts()}
    for reading in ruling_texts():
        if reading.choice:
            choice = reading.choice if "=" in reading.choice else "Array"
            wanted.add(f"{reading.number}/{choice}")
    assert {key for key in SENTENCES if key.startswith("R-")} == wanted
    chosen = {ruling for case in EVERY for ruling in case.rulings}
    known = [games.find(name) for name in games.IDS]
    assert chosen == {r for game in known if game for r in (*game.rulings, *game.default_rulings)}


def test_the_index_is_as_it_is_written() -> None:
    text = (FOLDER / "INDEX.md").read_text("utf-8")
    assert aofref("cases", "--index").stdout == text, "aofref cases --index > INDEX.md"


def codes_of(cases: list[Case]) -> set[str]:
    return {
        line.rest.split()[1] for case in cases for line in case.expectations if "illegal" in line
    }


def test_core_holds_every_rule_ruling_code_and_game() -> None:
    readme = (FOLDER / "README.md").read_text("utf-8")
    assert set(re.findall(r"(\d+) cases marked `core`|one of the (\d+)", readme)) == {
        (str(len(CORE)), ""),
        ("", str(len(CORE))),
    }
    held = {key for case in CORE for key in case.holds}
    wanted = {key for key in SENTENCES if not key.startswith(NOT_OF_CORE)}
    assert held >= wanted - COMPOUNDS
    of_six = [case for case in EVERY if case.game in games.IDS]
    assert codes_of(CORE) == codes_of(of_six)
    assert {case.game for case in CORE} == set(games.IDS)
    kinds = {line.keyword for case in EVERY for line in case.expectations}
    assert kinds == {line.keyword for case in CORE for line in case.expectations}


# Wrong referees ---------------------------------------------------------------------------------


def words_of(said: Answer) -> Told:
    """Write an answer as a referee does, an event as one word."""
    error = {"ply": said.ply, "code": said.code, "message": said.words} if said.code else None
    return {**said._asdict(), "error": error, "events": [{"type": each} for each in said.events]}


class Wrong(Own):
    """A wrong referee, which answers when it is asked."""

    def __init__(self, name: str) -> None:
        super().__init__(Replays())
        self.name = name

    def __missing__(self, question: Question) -> Answer:
        found = answer(PERVERTED[self.name](words_of(super().__missing__(question))))
        assert found is not None, question
        return found

    def played(self, base: Question, moves: Iterable[str]) -> set[str]:
        """Play what it would by its answers, without a record for each move."""
        every = {*moves}
        right = super().played(base, every)
        return {"lenient": every, "strict": set[str]()}.get(self.name, right)


def failed_by(name: str, cases: Iterable[Case]) -> set[str]:
    """List the cases that a wrong referee fails."""
    return {case.id for case in cases if judge(case, find(case), Wrong(name)).wrong}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "id_"), [*zip(PERVERTED, 2 * ("aof2.026", "aof2.037", "aof6.025"), strict=True)]
)
def test_a_wrong_referee_plays_what_its_answers_say(name: str, id_: str) -> None:
    (case,) = (case for case in EVERY if case.id == id_)
    wrong, (base, *asked) = Wrong(name), questions(find(case))
    moves = [one.moves[-1] for one in asked if one == base.then(one.moves[-1])]
    assert moves and wrong.played(base, moves) == Referee.played(wrong, base, moves)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "many"),
    [("lenient", 110), ("strict", 110), ("misnaming", 60), ("silent", 25), ("stuck", 30)],
)
def test_a_wrong_referee_fails_many(name: str, many: int, effort: int) -> None:
    """Of every third core case, unless --long asks for all."""
    step = 1 if effort > 1 else 3
    assert len(failed_by(name, CORE[::step])) >= many / step


@pytest.mark.slow
def test_a_vague_referee_is_found_out_where_facts_are_asked_for(effort: int) -> None:
    cases = CORE[:: 1 if effort > 1 else 3]
    asked = {
        case.id
        for case in cases
        if any(
            line.keyword == "illegal" and len(line.rest.split()) > 2 for line in case.expectations
        )
    }
    assert failed_by("vague", cases) == asked and len(asked) > 6


@pytest.mark.slow
def test_every_core_case_finds_a_wrong_referee_out() -> None:
    passed = [case.id for case in CORE if not any(failed_by(name, [case]) for name in PERVERTED)]
    assert passed == []


ALIKE = {
    "aof2": {
        "A: part 1 is too long",  # a fifth step leads to a neighbour
        "another end",  # nobody goes without a checkmate here
    },
    "aof6": {
        "CO: part 1 is too short",  # where five orthogonal steps lead, one does
        "CO: part 1 is too long",  # a sixth step leads home
        "CO: part 2 is too long",
        "RA: part 1 is too long",
    },
    "proto-prelates": {
        "SU: part 1 goes on",  # the board is too small
        "CO: part 1 is too short",  # a fifth step leads to a neighbour
        "CO: part 1 is too long",
        "CO: part 2 is too short",
        "CO: part 2 is too long",
        "RA: part 1 is too long",
        "a double step at first only",  # no Pawn comes to another's cell
        "another end",
    },
    "sd2l-cohen": {
        "N: part 1 goes on",  # two levels are too few
        "CO: part 3 goes on",
        "CO: part 1 is too short",  # where four orthogonal steps lead, one hex step does
        "CO: part 1 is too long",
        "CO: part 2 is too long",
        "RA: part 1 is too long",
        "a double step at first only",  # no Pawn comes to a cell of a back one
    },
    "sd2l-sling": {
        "N: part 1 goes on",
        "RA: part 1 is too long",
        "no double step",  # no Pawn stands behind another
        "a double step at first only",
    },
    "heathen-europe": {"L: part 1 goes on"},
}
"""Wrong games in which nothing is played differently, and why."""


def bears_on(case: Case, what: str) -> bool:
    """Say whether a case may find a wrong game out: one with a piece altered must name the piece."""
    code, colon, _ = what.partition(": ")
    if not (colon and code.isupper()) or not case.position:
        return True
    text = f"{case.position} {' '.join(map(str, case.expectations))} {' '.join(case.moves)}"
    return re.search(rf"(?<![A-Z]){code}(?![A-Z])", text) is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", games.IDS)
def test_wrong_games_are_found_out(name: str, effort: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece's move or a rule altered, the rest as it is: some case must fail.

    Every two hundred and fortieth of them, unless --long asks for all.
    """
    ordered = sorted((case for case in EVERY if case.game == name), key=lambda case: not case.core)
    cases = [(find(case), case) for case in ordered]
    right, unseen = games.find, set()
    wrongs = dict(list(wrong_games(name).items())[:: 1 if effort > 1 else 240])
    for what, wrong in wrongs.items():
        monkeypatch.setattr(games, "find", lambda of, w=wrong: w if of == name else right(of))
        if not any(
            bears_on(case, what) and judge(case, found, Own(Replays())).wrong
            for found, case in cases
        ):
            unseen.add(what)
    assert unseen == ALIKE[name] & wrongs.keys()


# Against a command ------------------------------------------------------------------------------

SOME = ("aof2.026", "aof2.157", "aof6.127", "sd2l-sling.036", "heathen-europe.065")


def against(command: str, *args: str) -> Result:
    """Put cases to a command."""
    return aofref("cases", "--against", f"{sys.executable} -m {command}", *args)


def test_aofref_against_itself() -> None:
    found = against("aofref check --format json", *SOME)
    assert (found.exit_code, found.stdout) == (0, "5 cases: 5 passed, 0 failed\n")


@pytest.mark.slow
def test_all_of_aofref_against_itself(effort: int) -> None:
    """Every two hundredth case, unless --long asks for all."""
    some = () if effort > 1 else [case.id for case in EVERY][::200]
    found = against("aofref check --format json", "--timeout", "600", *some)
    assert (found.exit_code, len(found.stdout.splitlines())) == (0, 1), found.stdout


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lenient", "strict", "misnaming"])
def test_a_wrong_command_fails(name: str) -> None:
    found = against(f"tests.referees.perverted {name}", "--report", "json", *SOME)
    told = [json.loads(line) for line in found.stdout.splitlines()]
    assert found.exit_code == 1
    assert [one["case"] for one in told] == list(SOME)
    assert sum(not one["passed"] for one in told) >= 2
    assert all(one["passed"] == (not one["wrong"]) for one in told)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "timeout", "says"),
    [
        ("crashing", "60", "ends with status 139: Segmentation fault"),
        ("raving", "60", "answers with no JSON of check: b'I am a referee!'"),
        ("hanging", "0.5", "does not answer within 0.5 seconds"),
        ("flooding", "60", "limit: the command writes more than "),
        ("complaining", "60", "limit: the command writes more than "),
    ],
)
def test_a_command_that_fails_is_told_in_a_line(name: str, timeout: str, says: str) -> None:
    found = against(f"tests.referees.perverted {name}", "--timeout", timeout, *SOME)
    lines = found.stdout.splitlines()
    assert (found.exit_code, found.stderr, len(lines)) == (1, "", len(SOME) + 1)
    assert lines[-1] == "5 cases: 0 passed, 5 failed"
    assert all(says in line for line in lines[:-1])
    assert sum("not put to the command any more" in line for line in lines) == len(SOME) - PATIENCE


@pytest.mark.parametrize(
    ("program", "why"),
    [("./no-such-referee", "No such file or directory"), ("/", "Permission denied")],
)
def test_a_program_that_cannot_be_started(program: str, why: str) -> None:
    found = aofref("cases", "--against", program, SOME[0])
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr == f"--against:1:1: cannot-open cannot be started: {why}\n"


@pytest.mark.slow
def test_one_bad_record_costs_one_case() -> None:
    """A referee that dies at a certain move answers for every other case."""
    dies = (
        "import sys; t = sys.stdin.read(); 'ga1xfa2ep' in t and sys.exit('no'); main('silent', t)"
    )
    program = f"from tests.referees.perverted import main; {dies}"
    cases = ["aof2.020", "aof2.157", "aof2.021"]
    found = aofref("cases", "--against", f'{sys.executable} -c "{program}"', *cases)
    assert found.stdout.splitlines()[1:] == ["3 cases: 2 passed, 1 failed"]
    assert found.stdout.startswith("aof2.157: the command gives 0 answers")


# Reports and options ----------------------------------------------------------------------------


@pytest.mark.slow
def test_tap() -> None:
    found = against("tests.referees.perverted lenient", "--report", "tap", *SOME)
    lines = found.stdout.splitlines()
    assert lines[:2] == ["TAP version 14", "1..5"]
    points = [line for line in lines if re.match("(not )?ok ", line)]
    assert [point.partition(" - ")[2].split()[0] for point in points] == list(SOME)
    assert lines.count("  ---") == lines.count("  ...") == sum(p[0] == "n" for p in points) == 2
    assert "  page: 'Armies of Faith 2: Later Antiquity'" in lines
    titled = aofref("cases", "--report", "tap", "--game", "hec", "--core").stdout
    assert "#" not in titled.replace(r"\#", "")


def listed(*args: str) -> list[str]:
    return [line.split()[0] for line in aofref("cases", "--list", *args).stdout.splitlines()]


@pytest.mark.slow
def test_cases_are_chosen() -> None:
    assert listed() == [case.id for case in EVERY]
    assert listed("--core") == [case.id for case in CORE]
    assert listed("--game", "hec") == [c.id for c in EVERY if c.game == "heathen-europe"]
    assert listed("--rule", "R-14/pp-elephant=free") == [
        f"proto-prelates.{number}" for number in ("052", 127, 128, 129, 132)
    ]
    assert set(listed("--rule", "R-14")) > set(listed("--rule", "R-14/pp-elephant=free"))
    assert listed("--rule", "6.ep-empty") == ["aof2.166"]
    six = set(listed("--rule", "6"))
    assert {c.id for c in EVERY if any(k.startswith("6.") for k in c.holds)} <= six < set(listed())


@pytest.mark.parametrize(
    "args",
    [
        *(
            ("aof2.999",),
            ("--game", "shogi"),
            ("--rule", "99"),
            ("--against", ""),
            ("--against", "'"),
        ),
        *(("--timeout", wrong) for wrong in ("0", "nan", "inf", "1e300")),
        ("--report", "xml"),
    ],
    ids=" ".join,
)
def test_wrong_usage(args: tuple[str, ...]) -> None:
    found = aofref("cases", *args)
    assert (found.exit_code, found.stdout) == (2, "") and "Error: " in found.stderr


@pytest.mark.slow
def test_the_records_are_those_that_are_asked() -> None:
    text = aofref("cases", "--records", "aof2.026").stdout
    told = [
        json.loads(line)
        for line in aofref("check", "--format", "json", stdin=text).stdout.splitlines()
    ]
    legal = {one["plies"] for one in told if one["status"] == "legal"}
    # aof2.026 lists 15 destinations and two captures among them; the first record has no move
    assert legal == {0, 1} and len([one for one in told if one["plies"]]) == 15
    assert Counter(one["variant"] for one in told) == {"aof2": 245}


# Reading ----------------------------------------------------------------------------------------

CASE = """case aof2.001 A title
page "a sentence"
rule RULES 5, R-3
holds 5.king R-3
core
moves E:ga4-fa4
moves I:ea3-fa3
count 3"""


def test_a_case_is_read() -> None:
    (found,) = read(f"# a comment\n{CASE}\n")
    assert (found.id, found.title, found.game) == ("aof2.001", "A title", "aof2")
    assert found.sentence == '"a sentence"' and found.core
    assert found.moves == ("E:ga4-fa4", "I:ea3-fa3")
    assert found.expectations == (Expectation("count", "3"),)
    assert found.sections == {"5"}


@pytest.mark.parametrize("text", [CASE.replace("count", "cuont"), CASE.partition("\n")[2]])
def test_what_is_no_case_is_a_bug(text: str) -> None:
    with pytest.raises(ValueError, match="no case begins so"):
        list(read(text))


def test_sentences_have_keys_of_their_own() -> None:
    assert read_sentences(["# x", "", "1.a One."]) == {"1.a": "One."}
    for lines in (["1.a One.", "1.a Two."], ["1.a"]):
        with pytest.raises(ValueError, match="given twice"):
            read_sentences(lines)
