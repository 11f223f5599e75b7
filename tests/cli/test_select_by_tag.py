"""Select by tag: records put in order, and divided into files with safe names."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aofref.cli.commands.select import file_names
from aofref.text import as_file_name
from tests.helpers import FIXTURES, aofref

ALIASED = '[Variant "HEC"]\n\n*\n\n'


def record(**tags: str) -> str:
    return (
        "".join(f'[{name} "{value}"]\n' for name, value in tags.items())
        + '[Variant "hec"]\n\n*\n\n'
    )


ROUNDS = {text: record(Event=event, Round=text) for event, text in [("b", "10"), ("a", "2"), ("B", "1.10"), ("a", "?"), ("a", "1.9")]}  # fmt: skip


def made(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_games_are_divided_by_their_ids(tmp_path: Path) -> None:
    texts = ALIASED + '[Variant "PP"]\n\n*\n\n' + '[Variant "hec"]\n\n*\n\n'
    found = aofref("select", "--split", "Variant", "--output-dir", str(tmp_path / "x"), stdin=texts)
    assert found.exit_code == 0
    assert {name: text.count(b"[V") for name, text in made(tmp_path / "x").items()} == {
        "heathen-europe.aof": 2,
        "proto-prelates.aof": 1,
    }


# Order --------------------------------------------------------------------------------------------


def test_records_in_order_do_not_run_together() -> None:
    texts = b'[Variant "hec"][Round "3"] * [Variant "hec"]\r\n[Round "2"]\r\n\r\n*\r\n[Variant "hec"]\n[Round "1"]\n\nac1-ae1'
    found = aofref("select", "--sort", "Round", stdin=texts).stdout_bytes
    assert found == b'[Variant "hec"]\n[Round "1"]\n\nac1-ae1\n\n[Variant "hec"]\r\n[Round "2"]\r\n\r\n*\r\n[Variant "hec"][Round "3"] * '  # fmt: skip


# Files --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_for_each_value(tmp_path: Path, jobs: str) -> None:
    folder = tmp_path / "new" / "out"
    args = ("select", "--split", "Event", "--output-dir", str(folder), "--jobs", jobs)
    found = aofref(*args, stdin="".join(ROUNDS.values()))
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout == f"{folder}/b.aof\n{folder}/a.aof\n"
    assert made(folder) == {
        "a.aof": (ROUNDS["2"] + ROUNDS["?"] + ROUNDS["1.9"]).encode(),
        "b.aof": (ROUNDS["10"] + ROUNDS["1.10"]).encode(),
    }
    again = aofref(*args, "--sort", "Round", "--tag", "Event=a", stdin="".join(ROUNDS.values()))
    assert again.stdout == f"{folder}/a.aof\n"
    assert made(folder)["a.aof"] == (ROUNDS["1.9"] + ROUNDS["2"] + ROUNDS["?"]).encode()


def test_records_come_byte_for_byte_and_can_be_read_again(tmp_path: Path) -> None:
    name = FIXTURES / "records"
    aofref("select", "--split", "Variant", "--output-dir", str(tmp_path), str(name))
    whole = aofref("select", "--count", str(name)).stdout
    assert aofref("select", "--count", str(tmp_path)).stdout == whole
    for path in tmp_path.iterdir():
        found = aofref("select", "--tag", f"Variant={path.stem}", "--count", str(name)).stdout
        assert aofref("select", "--count", str(path)).stdout == found
    text = b'[Event "x"]\r\n[Variant "hec"]\r\n\r\n{caf\xe9}\r\n*'
    aofref("select", "--split", "Event", "--output-dir", str(tmp_path), stdin=text)
    assert (tmp_path / "x.aof").read_bytes() == text


def test_without_a_record_there_is_no_file(tmp_path: Path) -> None:
    found = aofref("select", "--split", "Event", "--tag", "Event=none", "--output-dir", str(tmp_path / "out"), stdin=ALIASED)  # fmt: skip
    assert (found.exit_code, found.output) == (1, "") and not made(tmp_path)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_for_each_record(tmp_path: Path, jobs: str) -> None:
    """Without a tag; each record has all its bytes, and whom it names is named by the file."""
    named = record(White="Anna B.", Black="\u00d8/re").encode() + b"\r\n"
    texts = [named, record(Event="x").encode(), b"this is no record\n\n", named]
    folder = tmp_path / "one"
    args = ("select", "--output-dir", str(folder), "--jobs", jobs)
    found = aofref(*args, stdin=b"".join(texts))
    names = ["001-Anna-B-\u00d8-re.aof", "002.aof", "003.aof", "004-Anna-B-\u00d8-re.aof"]
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout == "".join(f"{folder / name}\n" for name in names)
    wanted = [text.removesuffix(b"\r\n") for text in texts]
    assert [content.strip() for _, content in sorted(made(folder).items())] == [text.strip() for text in wanted]  # fmt: skip
    found = aofref(*args, "--sort", "Event", "--first", "1", stdin=b"".join(texts))
    assert found.stdout == f"{folder / '001.aof'}\n"


def test_no_link_is_followed_and_the_other_files_are_written(tmp_path: Path) -> None:
    folder, out = tmp_path / "in", tmp_path / "out"
    folder.mkdir()
    out.mkdir()
    text = record(Event="a") + record(Event="link")
    (folder / "a.aof").write_text(text)
    (out / "link.aof").symlink_to(tmp_path / "elsewhere.aof")
    args = ("select", "--split", "Event", "--output-dir")
    found = aofref(*args, str(out), str(folder))
    assert found.exit_code == 2 and found.stdout == f"{out}/a.aof\n"
    assert found.stderr == f"{out}/link.aof:1:1: cannot-open will not write to a link\n"
    assert not (tmp_path / "elsewhere.aof").exists()
    assert made(folder) == {"a.aof": text.encode()}


@pytest.mark.parametrize(
    ("text", "stem"),
    [
        ("Spring Cup", "Spring-Cup"),
        ("../../etc/passwd", "etc-passwd"),
        ("/", "unknown"),
        ("", "unknown"),
        (".hidden", "hidden"),
        ("a\x00b\n\u202ec\\d:e", "a-b-c-d-e"),
        ("CON", "CON-"),
        ("lpt1", "lpt1-"),
        ("1-1/2", "1-1-2"),
        ("Z\u00fcrich", "Z\u00fcrich"),
        ("Zu\u0308rich", "Z\u00fcrich"),
        ("x" * 500, "x" * 120),
        ("\u8c61" * 500, "\u8c61" * 80),
    ],
)
def test_the_name_of_a_file(text: str, stem: str) -> None:
    assert [*file_names([text])] == [f"{stem}.aof"]


def test_two_values_never_share_a_file() -> None:
    found = [*file_names(("a/b", "A  B", "a:b", "a b", "A-B", "unknown", "", "a-b-2"))]
    assert found == ["a-b.aof", "A-B-2.aof", "a-b-3.aof", "A-B-2.aof", "A-B-4.aof", "unknown.aof", "unknown-2.aof", "a-b-2-2.aof"]  # fmt: skip


@settings(max_examples=40)
@given(st.lists(st.text(max_size=8), max_size=8))
def test_names_differ_on_every_file_system_and_stay_in_their_directory(texts: list[str]) -> None:
    keys = (" ".join(text.split()).casefold() for text in texts)
    values = dict(zip(keys, file_names(texts), strict=True))
    assert len({name.casefold() for name in values.values()}) == len(values)
    for name in values.values():
        assert not set(name) & set("/\\:\0") and name[0] not in ".-" and len(name.encode()) < 256


def test_the_name_of_a_picture_is_made_in_the_same_way() -> None:
    assert as_file_name("002 Anna Bela") == "002-Anna-Bela"
