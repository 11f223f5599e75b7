"""Many games: list, log, table, stats, directories, and the summary of check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aofref import loads
from aofref.cli import workers
from aofref.judge.collect.summary import summary
from aofref.report.text.listing import Lines
from tests.helpers import ROOT, aofref

V = '[Variant "aof2"]\n\n'
P = '[European "Anna"]\n[Indian "Bela"]\n[Jewish "Carl"]\n[Persian "Dora"]\n'
OPENING = "1. E:Lha5-fb3 I:ea3-fa3 J:Sha1-fb1"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Make a directory of four records and some things that are none."""
    folder = tmp_path / "games"
    (folder / "b").mkdir(parents=True)
    (folder / ".git").mkdir()
    (folder / "a.aof").write_text(f"{P}{V}{OPENING} *\n")
    (folder / "b" / "x.aof").write_text(f"{P}{V}1. E:Kjb5-aa1 *\n")
    (folder / "b" / "notes.txt").write_text("no record")
    (folder / "c.aof").write_text(
        f"{P}{V}E:resigns I:resigns J:resigns 0-0-0-1\n\n{P}{V}{OPENING} 1/2-0-1/2-0\n"
    )
    (folder / ".git" / "z.aof").write_text("hidden")
    return folder


def places(text: str) -> list[str]:
    return [line.split()[0] for line in text.splitlines()]


def test_a_list_walks_directories_in_order(games: Path) -> None:
    found = aofref("list", str(games))
    assert places(found.stdout) == [f"{games}/a.aof:1", f"{games}/b/x.aof:1", f"{games}/c.aof:1", f"{games}/c.aof:9"]  # fmt: skip
    assert (found.exit_code, found.stderr) == (1, "")
    told = aofref("list", "-v", str(games)).stderr.splitlines()
    assert told == [f"aofref: {games}/{name}: passed over" for name in (".git", "b/notes.txt")]


@pytest.mark.parametrize(
    "command",
    [
        *("check", "check --format json", "convert", "list", "log", "table", "stats"),
        *("select --event promotion", "select --unique", "select --first 3"),
    ],
)
def test_several_processes_say_the_same(
    games: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "BATCH", workers.BATCH // 16)
    some = map(str, sorted((ROOT / "fixtures" / "records").glob("*.aof"))[::5])
    names = (str(games / "none.aof"), *some, str(games))  # several batches, one source missing
    one, two = (aofref(*command.split(), "--jobs", jobs, *names) for jobs in ("1", "2"))
    assert (one.stdout, one.stderr, one.exit_code) == (two.stdout, two.stderr, two.exit_code)


def test_what_is_in_tabs_stays_in_its_column() -> None:
    text = f'[European "A\tB"]\n{V}*\n'
    line = aofref("list", "--format", "tsv", stdin=text).stdout.splitlines()[1]
    known = ["-:1", "A\\tB - ? - ? - ?", "aof2", "0", "E", "*", "legal"]
    assert line.split("\t") == [*known, *[""] * 5, "A\\tB"]


def test_a_log_says_in_words_what_happened() -> None:
    found = aofref("log", str(ROOT / "fixtures" / "records" / "aof2-00-first.aof"))
    lines = found.stdout.splitlines()
    assert lines[1] == (
        "   1. E:Lkd5-hc3 I:eb4-fb4 J:ic2xhc3 P:Cjh2-ge3+I  (the Indian army is in check from P:Cge3)"
    )
    assert (
        lines[2].startswith("   2. ")
        and "the Indian army is checkmated by the Persian army, with P:Cge3; " in lines[2]
    )
    assert len(lines) == 3
    bad = aofref("log", stdin=f"{V}1. E:Lha5-fb3 I:da3-zz3 *\n")
    assert bad.exit_code == 1
    assert bad.stdout.splitlines()[2] == (
        "  no-such-cell I:da3-zz3: the board has no cell zz3 (RULES 2)"
    )


def test_statistics_of_a_record_counted_by_hand() -> None:
    """The first record: P mates I, its King becomes Emperor; Pawns fall on hc3, an Elf before."""
    name = str(ROOT / "fixtures" / "records" / "aof2-00-first.aof")
    found = json.loads(aofref("stats", "--format", "json", name, name).stdout)
    assert (found["games"], found["plies"], found["longest"]) == (2, 14, 7)
    assert found["mates"] == {"P": 2} and found["promotions"] == {"P:EM": 2}
    # J's ic2 takes the Elf that E moved to hc3, E's Pawn takes J's there, J's hb2 takes E's there
    assert found["taken"] == {"E:L": 2, "E:P": 2, "J:P": 2}
    (opening,) = found["openings"]
    assert (opening["opening"], opening["games"]) == ("Lkd5-hc3 eb4-fb4 ic2xhc3 Cjh2-ge3", 2)
    assert found["statuses"] == {"legal": 2, "illegal": 0, "malformed": 0}
    assert found["results"] == {"0-0-0-1": 2}


def test_check_counts_what_it_read(games: Path) -> None:
    found = aofref("check", "--format", "short", str(games))
    assert found.stdout == (
        f"{games}/a.aof:1: legal, 3 plies, P to move\n"
        f"{games}/b/x.aof:1: illegal, 0 plies, E to move: no-such-cell E:Kjb5-aa1: "
        "the board has no cell aa1 (RULES 2)\n"
        f"{games}/c.aof:1: legal, 0 plies, 0-0-0-1, by resignation\n"
        f"{games}/c.aof:9: legal, 3 plies, 1/2-0-1/2-0, draw by agreement\n"
    )
    assert found.stderr.splitlines()[-1] == "aofref: 4 records: 3 legal, 1 illegal"
    assert "records" not in aofref("check", "-q", str(games)).stderr
    assert "records" not in aofref("check", "--format", "json", str(games)).stderr
    assert aofref("check", str(games / "a.aof")).stderr == ""
    jobs = aofref("check", "--format", "short", "--jobs", "2", str(games))
    assert (jobs.stdout, jobs.stderr) == (found.stdout, found.stderr)


@pytest.mark.parametrize(
    "event, shown",
    [
        ("=HYPERLINK(1)", "'=HYPERLINK(1)"),
        ("+1+cmd", "'+1+cmd"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("-1", "-1"),
        ("+2.5", "+2.5"),
        ("-", "-"),
        ("a=b", "a=b"),
    ],
)
def test_no_cell_of_a_spreadsheet_is_computed(event: str, shown: str) -> None:
    names = "".join(f'[{side} "{event}"]\n' for side in ("White", "Black"))
    text = f'[Event "{event}"]\n{names}[Variant "sd2l-cohen"]\n\n*\n'
    head, line = aofref("list", "--format", "tsv", stdin=text).stdout.splitlines()
    cells = dict(zip(head.split("\t"), line.split("\t"), strict=True))
    assert cells["event"] == shown and cells["place"] == "-:1"
    table = aofref("table", "--by", "Event", "--format", "tsv", stdin=text).stdout.splitlines()
    assert {line.split("\t")[0] for line in table[1:]} <= {shown}


def test_a_list_lines_up_with_wide_characters_and_marks(tmp_path: Path) -> None:
    """A terminal takes two columns for each of 棋譜 (UAX 11), and none for a combining accent."""
    for name in ("a", "a-name-longer-than-the-column-is-wide", "棋譜", "e\u0301"):
        (tmp_path / f"{name}.aof").write_text('[Variant "hec"]\n[White "山田"]\n*\n' * 3)
    found = aofref("list", str(tmp_path))
    wide = {"棋": 2, "譜": 2, "\u0301": 0}
    lines = found.stdout.splitlines()
    columns = {sum(wide.get(c, 1) for c in line[: line.index("heathen")]) for line in lines}
    assert len(lines) == 12 and len(columns) == 1


def test_a_table_lines_up_with_wide_characters() -> None:
    text = '[White "山田太郎"]\n[Black "Jose\u0301"]\n[Variant "hec"]\n\n1. ac1-ae1 1-0\n'
    found = aofref("table", stdin=text).stdout.splitlines()
    assert found == [
        "player    points  games  wins  shared  open  SB  H2H",
        "山田太郎       1      1     1       0     0   0    -",
        "Jose\u0301           0      1     0       0     0   0    -",
    ]


def test_lines_that_come_later_are_as_wide_as_those_before() -> None:
    """A list is written while records come: what is written stays."""
    row = summary(loads('[Variant "hec"]\n*\n'))
    lines = Lines()
    first, after = next(lines.of([row._replace(source="x" * 40)])), next(lines.of([row]))
    assert first.index("heathen") == after.index("heathen") == 43


# The tags alone -------------------------------------------------------------------------------------


HEADS = (
    '[Variant "chess"]\n[White "A; \\"B\\""]\n[FEN "no position"]\n\n1. e5 not a move {never closed\n\n'
    '[Event "b"]\n[Event "c"]\n[Torn]\n[FEN torn]\n\n1. e4 *\n\n'
    'here are some words\n\n{"aof": 1, "tags": [["Event", "d"]], "movetext": [["move", "Zz9"]]}\n'
)


@pytest.mark.parametrize("jobs", [[], ["--jobs", "2"]], ids=" ".join)
def test_of_a_list_of_tags_the_movetext_is_not_reported(jobs: list[str]) -> None:
    found = aofref("list", "--tags", "--format", "json", *jobs, stdin=HEADS)
    told = [json.loads(line) for line in found.stdout.splitlines()]
    assert [(one["record"], one["source"], one["line"]) for one in told] == [
        *((1, "-", 1), (2, "-", 7), (3, "-", 16))
    ]
    first = {"Variant": "chess", "White": 'A; "B"', "FEN": "no position"}
    assert [one["tags"] for one in told] == [first, {"Event": "b", "Torn": ""}, {"Event": "d"}]
    assert [line.split(" ")[:3] for line in found.stderr.splitlines()] == [
        ["-:9:1:", "warning:", "bad-tag"],
        ["-:10:1:", "bad-tag", "not"],
        ["-:8:1:", "warning:", "contradiction"],
        ["-:14:1:", "syntax", "text"],
    ]
    assert found.exit_code == 2


def test_a_list_of_tags_in_tabs_and_to_read() -> None:
    text = '[Event "=1"]\n[White "A\tB"]\n\n1. e4 *\n\n[Event "\\"x\\" \\\\"]\n\n*\n'
    assert aofref("list", "--tags", "--format", "tsv", stdin=text).stdout.splitlines() == [
        "place\ttag\tvalue",
        "-:1\tEvent\t'=1",
        "-:1\tWhite\tA\\tB",
        '-:6\tEvent\t"x" \\',
    ]
    found = aofref("list", "--tags", stdin=text)
    assert found.stdout == '-:1 [Event "=1"] [White "A\\tB"]\n-:6 [Event "\\"x\\" \\\\"]\n'
    assert (found.exit_code, found.stderr) == (0, "")
    assert aofref("list", "--tags", "--turn", "E", stdin=text).exit_code == 2


def test_a_list_of_tags_names_the_files_of_what_was_selected(games: Path) -> None:
    chosen = aofref("select", str(games)).stdout
    direct, piped = aofref("list", "--tags", str(games)), aofref("list", "--tags", stdin=chosen)
    assert piped.stdout == direct.stdout and direct.stdout.count("\n") > 1
