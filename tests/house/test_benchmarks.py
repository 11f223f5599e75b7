"""The tables of docs/speed.md have the form that `python -m benchmarks --table` writes; what it measures runs."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from aofref import games
from benchmarks import queues, rows, since, table, twins
from benchmarks.__main__ import chosen
from benchmarks.measure import Measured, Row, cpu, measure
from tests.helpers import ROOT

PAPER = (ROOT / "docs" / "speed.md").read_text("utf-8")


def valued(row: Row, ratio: float) -> Measured:
    return Measured(row.name, row.against, row.game, row.kind, ratio, ratio, ratio, row.goal)


def bare(text: str) -> list[str]:
    """Give the lines of tables without what was measured."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    value = r"\**\d+\.\d+\**"
    return [re.sub(rf"(?<=\| ){value}(?= \|)", "", line) for line in lines]


def test_the_tables_are_those_that_the_command_writes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forms = []
    for compiled in (False, True):
        monkeypatch.setattr(rows, "compiled", lambda form=compiled: form)
        forms.append([valued(row, 1.5) for row in chosen([], tmp_path, quick=True)])
    written = table.written((forms[0], forms[1]), "")
    shown = PAPER[PAPER.index(table.BEGIN) : PAPER.index(table.END)]
    assert bare(shown) == bare(written) and len(bare(shown)) > 20
    assert re.search(
        r"^Measured on \d{4}-\d\d-\d\d in one run of \d+ minutes on a machine that was (idle|busy): "
        r".*, \d+ cores, load average [\d.]+ at the start and [\d.]+ at the end, .*Python 3\.\d+\.\d+, "
        r"chess \d.*; medians of \d+ (rounds|small round)",
        shown,
        re.MULTILINE,
    )


def test_what_misses_its_goal_is_bold() -> None:
    forms = [
        Measured("a", "x", "", "speed", 3.95, 1, 9, 4),
        Measured("b", "y", "aof6", "cost", 0.8, 0, 1, 0.8),
    ]
    written = table.written((forms, [forms[0]._replace(ratio=4, goal=0)]), "When.")
    assert written.startswith("When.\n\n")
    assert "| a | x | times as fast | **3.95** | ≥ 4 | 4.00 |  |\n" in written
    cells = ("0.80" if name == "aof6" else "" for name in games.IDS)
    assert f"| b | y | times the CPU | pure Python | {' | '.join(cells)} | ≤ 0.8 |\n" in written


@pytest.mark.parametrize(
    ("load", "share", "said"), [(0.2, 0.01, "idle"), (1.0, 0.01, "busy"), (0.2, 0.2, "busy")]
)
def test_a_busy_machine_is_named(load: float, share: float, said: str) -> None:
    one = {"python": "Python 3.11.7", "chess": "chess 1.11.2", "rounds": "5 rounds"}
    line = table.line([one, one], (load, 1.1), share, begun=0)
    assert line.startswith("Measured on 1970-01-01 in one run of ")
    assert f"a machine that was {said}: " in line and f"load average {load} at the start" in line
    assert "; medians of 5 rounds, " in line and line.count("Python 3.11.7") == 1


def test_the_table_stands_between_the_marks_and_nowhere_else() -> None:
    text = table.replaced(f"before\n{table.BEGIN}old\n{table.END}after\n", "new")
    assert text == f"before\n{table.BEGIN}\nnew\n{table.END}after\n"
    assert table.replaced(text, "new") == text
    with pytest.raises(SystemExit, match="lacks the marks"):
        table.replaced("before\nafter\n", "new")


def test_words_choose_rows(tmp_path: Path) -> None:
    found = list(chosen(["--help", "--version"], tmp_path, quick=True))
    assert len(found) == 3 and all("--" in f"{row.name} {row.against}" for row in found)


def test_costs_speeds_and_amounts_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("benchmarks.measure.used", lambda: clock[0])

    def takes(seconds: float) -> Callable[[], float]:
        def work() -> float:
            clock[0] += seconds
            return seconds

        return work

    cost = measure(Row("cost", "", takes(3), takes(1), 2, "cost"), rounds=3)
    assert (cost.ratio, cost.reached) == (3, False)
    speed = measure(Row("speed", "", takes(1), takes(3), 2), rounds=3)
    assert (speed.ratio, speed.reached) == (3, True)
    weighed = measure(Row("speed", "", takes(1), takes(3), 2, units=(1, 2)), rounds=1)
    assert (weighed.ratio, weighed.reached) == (1.5, False)
    amount = measure(Row("amount", "", takes(7), takes(1), 8, "amount"), rounds=3)
    assert (amount.ratio, amount.reached) == (7, True)


def test_by_the_clock_the_least_time_of_each_side_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = iter((9.0, 2.0, 3.0, 2.5)), iter((9.0, 5.0, 4.0, 9.0))
    monkeypatch.setattr("benchmarks.measure.wall", lambda work: work())
    row = Row("wall", "", lambda: next(ours), lambda: next(theirs), 1.8, "wall", rounds=4)
    found = measure(row, rounds=3)
    assert (found.ratio, found.least, found.greatest, found.reached) == (2.0, 4 / 3, 3.6, True)


def test_what_is_short_is_done_until_it_is_long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    times: list[float] = []
    monkeypatch.setattr("benchmarks.measure.used", lambda: float(sum(times)))
    assert cpu(lambda: times.append(0.125), least=0.3) == 0.125
    assert len(times) == 3


def test_the_queues_are_those_that_are_measured_and_grow_no_more_than_they_may() -> None:
    text = PAPER.partition(table.BEGIN.replace("--table", "--queues"))[2]
    _, _, *lines = text.partition("|")[2].splitlines()
    shown = [tuple(line.split(" | ")[:2]) for line in lines if line.startswith("| ")]
    measured = [
        (f"| {queue.name}", f"`{queues.short(command)}`")
        for queue in queues.QUEUES
        for command in queue.commands
    ]
    assert shown == measured
    assert "**" not in text


@pytest.mark.parametrize("twin", twins.TWINS, ids=lambda twin: twin.name.partition(" (")[0])
def test_a_quick_way_finds_what_the_plain_one_finds(twin: twins.Twin, tmp_path: Path) -> None:
    programs = twins.works(tmp_path, quick=True)
    for work in twin.works:
        told = [
            subprocess.run(
                [sys.executable, "-c", before + programs[work]],
                capture_output=True, text=True, check=True,
            ).stdout
            for before in ("", twin.without + "\n")
        ]  # fmt: skip
        assert told[0] == told[1]


def test_reading_is_counted_less_an_empty_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def counted(program: str, _folder: Path, source: Path) -> float:
        (path,) = re.findall(r"'(/[^']*)'", program)
        moves = len(
            re.findall(r"[a-k][a-k1-9]", Path(path).read_text("utf-8").partition("\n\n")[2])
        )
        return (1000 + 6 * moves) if source == ROOT else (2000 + 5 * moves)

    monkeypatch.setattr(since, "instructions", counted)
    costs = dict(since.costs(tmp_path, tmp_path, ["aof2", "san"], quick=True))
    assert costs == dict.fromkeys(
        ("aof2 lan", "aof2 courier", "heathen-europe san", "chess san"), pytest.approx(1.2)
    )


def test_a_quick_way_that_saves_little_goes() -> None:
    assert twins.stays({"chess": 0.01, "aof2": 0.05}) and not twins.stays({"chess": 0.049})
    assert twins.line(twins.TWINS[0], {"one": 0.01}).endswith("missed")
