"""Folders: what a directory holds, for every command that reads one; names that outlive a pipe."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import aofref

RECORD = '[Variant "aof2"]\n[European "{0}"]\n\n1. E:Lha5-fb3 *\n\n'


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Make a directory with records by two names, what is none, and links that lead out of it."""
    folder, outside = tmp_path / "games", tmp_path / "outside"
    (folder / "b" / ".hidden").mkdir(parents=True)
    outside.mkdir()
    (folder / "a.aof").write_text(RECORD.format("Anna"))
    (folder / "b" / "p.pgn").write_text(RECORD.format("Bela"))
    (folder / "b" / ".hidden" / "h.aof").write_text(RECORD.format("Hidden"))
    (folder / "Z.AOF").write_text(RECORD.format("Zoe"))
    for name in (".dot.aof", "notes.txt", "report.json"):
        (folder / name).write_text("this is no record\n")
    (outside / "secret.aof").write_text(RECORD.format("Secret"))
    (folder / "linked.aof").symlink_to(outside / "secret.aof")
    (folder / "linked").symlink_to(outside)
    return folder


LINK = "aofref: {0}/linked.aof: skipped, because it is a link\n"


@pytest.mark.parametrize(
    "args",
    [
        ["check", "--format", "json"],
        ["convert"],
        ["list"],
        ["log"],
        ["table"],
        ["select"],
        ["gallery", "--output-dir", "{0}/../made"],
    ],
    ids=lambda args: args[0],
)
def test_every_command_reads_the_same_of_a_directory(args: list[str], games: Path) -> None:
    found = aofref(*[arg.format(games) for arg in args], str(games))
    index = games.parent / "made" / "index.html"
    shown = index.read_text("utf-8") if index.exists() else found.stdout
    for name in ("Anna", "Bela", "Zoe"):
        assert name in shown, name
    for name in ("Hidden", "Secret", "no record"):
        assert name not in shown, name
    assert (found.exit_code, found.stderr.count("skipped")) == (0, 1)
    assert LINK.format(games) in found.stderr


def test_stats_count_the_same_of_a_directory(games: Path) -> None:
    found = aofref("stats", "--format", "json", str(games))
    assert json.loads(found.stdout)["games"] == 3
    assert (found.exit_code, found.stderr) == (0, LINK.format(games))


def test_an_address_follows_no_link_either(games: Path) -> None:
    pytest.importorskip("fsspec")
    here, there = (aofref("list", name) for name in (str(games), f"file://{games}/"))
    assert there.output.replace("file://", "").split() == here.output.split()


def test_a_link_that_is_named_is_followed(games: Path) -> None:
    assert "Secret" in aofref("list", str(games / "linked.aof")).stdout
    assert "Secret" in aofref("list", str(games / "linked")).stdout


@pytest.mark.parametrize("command", ["check", "gallery"])
def test_a_directory_of_links_alone_holds_nothing(command: str, games: Path) -> None:
    for name in ("a.aof", "b/p.pgn", "Z.AOF"):
        (games / name).unlink()
    made = games.parent / "made"
    args = ["--output-dir", str(made)] if command == "gallery" else []
    found = aofref(command, *args, str(games))
    nothing = f"{games}:1:1: no-record there is no .aof or .pgn here\n"
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr == LINK.format(games) + nothing
    assert not made.exists()


# Through a pipe ---------------------------------------------------------------------------------

FIRST = RECORD.format("Anna")
MANY = '[Variant "aof2"]\n\n1. E:Kjb5-aa1 *\n\n' + FIRST + RECORD.format("Anna Bela")


def listed(text: str | bytes) -> list[tuple[str, int, int]]:
    """Give the source, line and number of each record that `list -` finds."""
    found = aofref("list", "--format", "json", "-", stdin=text).stdout
    rows = [json.loads(line) for line in found.splitlines()]
    return [(row["source"], row["line"], row["record"]) for row in rows]


def test_a_list_keeps_the_names_that_select_knew(tmp_path: Path) -> None:
    one, two = tmp_path / "one.aof", tmp_path / "two: 1:1.pgn"
    one.write_text("\n" + MANY)
    two.write_text(MANY)
    found = aofref("select", "--player", "Anna", str(tmp_path))
    wanted = [(str(path), line, at) for path in (one, two) for line, at in ((5, 2), (10, 3))]
    assert listed(found.stdout) == [(source, line + (source == str(one)), at) for source, line, at in wanted]  # fmt: skip
    assert found.stdout.count(FIRST) == 2  # byte for byte, still
    named = aofref("select", "--player", "Anna", str(one), str(two))
    assert named.stdout == found.stdout
    again = aofref("select", "--player", "Bela", "-", stdin=found.stdout)
    assert listed(again.stdout) == [(str(one), 11, 3), (str(two), 10, 3)]


def test_places_are_those_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "a.aof").write_text(f"{FIRST}{MANY}")
    (tmp_path / "b.aof").write_bytes(b"1. E:Lha5-fb3 * 1. E:Kjb5-aa1 {\xff} *\n")
    found = aofref("select", "--variant", "aof2", str(tmp_path))
    for args in (["check", "--variant", "aof2"], ["check", "--variant", "aof2", "--jobs", "2"]):
        here, there = aofref(*args, str(tmp_path)), aofref(*args, "-", stdin=found.stdout_bytes)
        assert (there.stdout, there.stderr) == (here.stdout, here.stderr)
        assert f"{tmp_path}/a.aof:8:4: no-such-cell" in there.stderr
        assert f"{tmp_path}/b.aof:1:20: no-such-cell" in there.stderr
        assert f"{tmp_path}/b.aof:1:32: warning: encoding in 1 place" in there.stderr


def test_one_file_or_none_is_written_as_it_came(tmp_path: Path) -> None:
    path = tmp_path / "a.aof"
    path.write_text(MANY)
    assert aofref("select", str(path)).stdout == MANY
    assert aofref("select", stdin=MANY).stdout == MANY
    assert aofref("select", "--count", str(tmp_path)).stdout == "3\n"


@pytest.mark.parametrize(
    "text",
    [
        '{"aof": 1, "tags": [["Variant", "aof2"]], "movetext": [["move", "E:Lha5-fb3"]]}\n',
        '{"aof": 1, "tags": [["Variant", "aof2"]],\n',  # cut off
        '[Variant "aof2"]\n\n1. E:Lha5-fb3',
        '[Variant "aof2"]\n\n1. E:Lha5-fb3 {never closed\n',
        '[Variant "aof2"]\n\n1. E:Lha5-fb3 * {never closed',
        "1. E:Lha5-fb3 ; no tag, no result",
        '[Variant "aof2"]\r\n\r\n*\r\n',
    ],
)
def test_what_stands_apart_in_files_stays_apart(text: str, tmp_path: Path) -> None:
    for name in ("a.aof", "b.aof"):
        (tmp_path / name).write_text(text, newline="")
    (tmp_path / "c.aof").write_text(FIRST)
    found = aofref("select", str(tmp_path))
    assert listed(found.stdout) == [(f"{tmp_path}/{name}.aof", 1, 1) for name in "abc"]
    kept = tmp_path / "kept.txt"
    kept.write_text(found.stdout, newline="")
    assert aofref("select", "--count", str(kept)).stdout == "3\n"


def test_no_record_names_another_file(tmp_path: Path) -> None:
    """What a record says of its place counts nowhere but in the output of select, and that is true."""
    name = "% aofref: victim.aof:1:1: record 1\n"
    evil = tmp_path / "evil.aof"
    evil.write_text(f"{name}{FIRST}{name}{name}[Variant \"aof2\"]\n\n1. E:Lha5-fb3 {{a\n{name}b\n\n{name}}} *\n")  # fmt: skip
    (tmp_path / "good.aof").write_text(FIRST)
    for found in (aofref("list", str(evil)), aofref("check", str(evil))):
        assert "victim" not in found.stdout
    passed = aofref("select", str(tmp_path))
    assert {source for source, _, _ in listed(passed.stdout)} == {f"{tmp_path}/{n}.aof" for n in ("evil", "good")}  # fmt: skip


def test_a_name_is_no_command_and_no_line(tmp_path: Path) -> None:
    folder = tmp_path / "a\nb\x1b[31mé\udcff"
    folder.mkdir()
    (folder / "x.aof").write_text(FIRST)
    for encoding in ("utf-8", "latin-1", "ascii"):
        found = aofref("select", "--encoding", encoding, str(tmp_path))
        told = aofref("list", "--encoding", encoding, "-", stdin=found.stdout_bytes)
        assert (told.exit_code, told.stderr) == (0, "")
        assert told.stdout.startswith(f"{tmp_path}/a\\nb\\x1b[31m") and "/x.aof:1" in told.stdout


# What is read, and what is written ------------------------------------------------------------

TWO = RECORD.format("Anna") + '[Variant "aof2"]\n\n1. (((\n'
"""A record, and one that cannot be read."""


def contents(folder: Path) -> dict[str, bytes]:
    """Read every file of a directory and below."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


WRITERS = {
    "gallery": (["gallery", "{0}"], "a.aof"),
    "show": (["show", "--format", "position", "{0}/001-Anna.txt"], "001-Anna.txt"),
    "select": (["select", "--split", "European", "{0}"], "Anna.aof"),
    "select each": (["select", "{0}"], "001-Anna.aof"),
}
"""Commands with --output-dir, and the name of a file that they read and would write."""


@pytest.mark.parametrize("command", WRITERS)
@pytest.mark.parametrize("place", ["itself", "link to it", "hard link", "symbolic link"])
def test_nothing_that_is_read_is_written_over(command: str, place: str, tmp_path: Path) -> None:
    args, name = WRITERS[command]
    games = out = tmp_path / "games"
    games.mkdir()
    (games / name).write_text(TWO)
    if place == "link to it":
        out = tmp_path / "out"
        out.symlink_to(games)
    elif place != "itself":
        out = tmp_path / "out"
        out.mkdir()
        link = out.joinpath(name)
        link.hardlink_to(games / name) if place == "hard link" else link.symlink_to(games / name)
    before = contents(tmp_path)
    found = aofref(*[arg.format(games) for arg in args], "--output-dir", str(out))
    link_or_read = ("will not write to a link", "would overwrite a file that is read")
    assert found.stderr.endswith(
        tuple(f"{out / name}:1:1: cannot-open {why}\n" for why in link_or_read)
    )
    assert (found.exit_code, found.stdout) == (2, "")
    assert contents(tmp_path) == before


def test_what_is_read_from_standard_input_is_not_written_over_either(tmp_path: Path) -> None:
    file = tmp_path / "Anna.aof"
    file.write_text(RECORD.format("Anna"))
    words = [sys.executable, "-m", "aofref", "select", "--split", "European", "--output-dir"]
    with file.open("rb") as stream:
        found = subprocess.run([*words, str(tmp_path)], stdin=stream, capture_output=True)
    assert found.returncode == 2 and b"would overwrite a file that is read" in found.stderr
    assert file.read_text() == RECORD.format("Anna")


def test_a_file_that_the_output_goes_to_is_not_read(tmp_path: Path) -> None:
    """What is written would be read again, and written again, until the disk is full."""
    file = tmp_path / "a.aof"
    file.write_text(RECORD.format("Anna"))
    words = [sys.executable, "-m", "aofref", "select", str(tmp_path)]
    with file.open("ab") as stream:
        found = subprocess.run(words, stdout=stream, stderr=subprocess.PIPE)
    assert found.returncode == 2
    why = f"{file}:1:1: cannot-open is the file that the output goes to\n"
    assert (found.stderr.decode(), file.read_text()) == (why, RECORD.format("Anna"))


def test_a_gallery_takes_away_nothing_that_it_reads(tmp_path: Path) -> None:
    """A record that another gallery listed is read now, and has no page any more."""
    games, pages = tmp_path / "games", tmp_path / "pages"
    games.mkdir()
    (games / "a.aof").write_text(RECORD.format("Anna"))
    assert aofref("gallery", str(games), "--output-dir", str(pages)).exit_code == 0
    (games / "a.aof").rename(games / "b.aof")
    (pages / "a.aof").write_text("this is damaged\n")
    found = aofref("gallery", str(games), str(pages), "--output-dir", str(pages))
    assert found.exit_code == 2 and (pages / "b.html").exists() and not (pages / "a.html").exists()
    assert (pages / "a.aof").read_text() == "this is damaged\n"


def test_a_gallery_within_its_directory_does_not_read_its_own_copies(tmp_path: Path) -> None:
    (tmp_path / "a.aof").write_text(RECORD.format("Anna") + RECORD.format("Bela"))
    args = ("gallery", str(tmp_path), "--output-dir", str(tmp_path / "pages"))
    runs = [aofref(*args, "--jobs", jobs) for jobs in ("1", "1", "2")]
    assert [(run.exit_code, run.stderr) for run in runs] == [(0, "")] * 3
    names = sorted(path.name for path in (tmp_path / "pages").glob("*.aof"))
    assert names == ["a-2.aof", "a.aof"]
    assert "2 records" in (tmp_path / "pages" / "index.html").read_text("utf-8")


def test_other_names_of_a_file_that_is_replaced_keep_what_they_had(tmp_path: Path) -> None:
    (tmp_path / "kept.txt").write_text("kept\n")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "001-Anna.txt").hardlink_to(tmp_path / "kept.txt")
    args = ("show", "--format", "position", "--output-dir", str(tmp_path / "out"))
    assert aofref(*args, stdin=RECORD.format("Anna")).exit_code == 0
    assert (tmp_path / "kept.txt").read_text() == "kept\n"
    assert (tmp_path / "out" / "001-Anna.txt").read_text().startswith("E:K")


def test_no_two_outputs_have_one_name(tmp_path: Path) -> None:
    """Names that differ in what a file's name cannot show, in case or in a number."""
    games = tmp_path / "games"
    games.mkdir()
    text = RECORD.format("Anna") + RECORD.format("anna")
    for name in ("a.aof", "A.pgn", "a-2.aof", "a!.aof", "index.aof"):
        (games / name).write_text(text)
    every = [str(path) for path in sorted(games.iterdir())]
    runs = (["gallery", str(games)], ["show", "--format", "json", *every])
    for number, args in enumerate(runs):
        out = tmp_path / str(number)
        assert aofref(*args, "--output-dir", str(out)).exit_code == 0
        names = [path.stem.lower() for path in out.iterdir() if path.suffix in (".aof", ".json")]
        assert len(names) == len(set(names)) == 10
