"""Every encoding of Python is either refused as usage or reads anything without breaking."""

from __future__ import annotations

import bz2
import encodings
import gzip
import json
import lzma
import pkgutil
import random
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import aofref as aofref_library
from tests.helpers import aofref

NAMES = sorted(module.name for module in pkgutil.iter_modules(encodings.__path__))
RECORD = '[Variant "aof2"]\n[Site "%s"]\n\n1. E:Lha5-fb3 {%s} I:eb4-fb4 *\n'


def accepted(name: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # some codecs warn of what they are asked
        found = aofref("check", "--quiet", "--encoding", name, stdin=RECORD % ("x", "y"))
    assert found.exception is None or isinstance(found.exception, SystemExit), name
    assert found.exit_code in (0, 2)
    return found.exit_code == 0


def test_the_usual_encodings_are_accepted() -> None:
    usual = "ascii cp437 cp1252 iso8859_1 iso8859_15 koi8_r utf_8 gb18030 euc_jp cp932 big5"
    assert all(accepted(name) for name in usual.split())
    assert len(NAMES) > 100


@pytest.mark.parametrize("name", ["utf_7", "utf_16", "hz", "iso2022_jp_2004", "iso2022_kr", "cp037",
    "punycode", "idna", "rot_13", "hex_codec", "unicode_escape", "raw_unicode_escape",
    "undefined", "mbcs"])  # fmt: skip
def test_what_does_not_keep_ascii_is_refused(name: str) -> None:
    assert not accepted(name)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_accepted_reads_anything(name: str) -> None:
    if not accepted(name):
        return
    rng = random.Random(name)
    for _ in range(4):
        bad = bytes(rng.randrange(128, 256) for _ in range(rng.randrange(1, 6)))
        text = (RECORD % ("#", "#")).encode().replace(b"#", bad)
        for command in (("check", "--format", "json"), ("convert", "--to", "san")):
            found = aofref(*command, "--encoding", name, stdin=text)
            assert not found.exception or isinstance(found.exception, SystemExit), (name, bad)
            assert found.exit_code in (0, 2), (name, bad, found.stderr)


# Files that are each in their own -----------------------------------------------------------------

TEXT = '[Event "K\u00f6ln"]\n[White "\u00d8berg"]\n[Variant "hec"]\n\n1. ac2-ad2 {sch\u00f6n} *\n'
QUOTED = TEXT.replace("{", "{\u2019 \u2026 ")  # of which Latin-1 has nothing
IN = {
    "a-utf-8": TEXT.encode(),
    "b-utf-8-marked": TEXT.encode("utf-8-sig"),
    "c-latin-1": TEXT.encode("latin-1"),
    "d-windows": QUOTED.replace("\n", "\r\n").encode("cp1252"),
    "e-latin-1-only": TEXT.replace("{", "{\u0081 ").encode("latin-1"),
    "f-utf-16": TEXT.encode("utf-16"),
    "g-utf-16-le": TEXT.replace("\n", "\r\n").encode("utf-16-le"),
    "h-utf-16-be": TEXT.encode("utf-16-be"),
}
AUTO = ("--encoding", "auto")


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    for name, content in IN.items():
        (tmp_path / f"{name}.aof").write_bytes(content)
    return tmp_path


def taken(folder: Path) -> str:
    """Give the lines on the encodings that were taken, where that is not UTF-8."""
    others = {
        "c-latin-1": "cp1252",
        "d-windows": "cp1252",
        "e-latin-1-only": "latin-1",
        "f-utf-16": "utf-16",
        "g-utf-16-le": "utf-16-le",
        "h-utf-16-be": "utf-16-be",
    }
    lines = (f"{folder / name}.aof: not UTF-8, read as {how}" for name, how in others.items())
    return "".join(f"aofref: {line}; --encoding names another\n" for line in lines)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_each_file_is_read_by_itself(jobs: str, mixed: Path) -> None:
    found = aofref("list", "--jobs", jobs, "--format", "json", *AUTO, str(mixed))
    assert (found.exit_code, found.stderr) == (0, taken(mixed))
    rows = [json.loads(line) for line in found.stdout.splitlines()]
    assert len(rows) == len(IN)
    assert {(row["event"], row["players"]["W"], row["plies"]) for row in rows} == {("K\u00f6ln", "\u00d8berg", 1)}  # fmt: skip


def test_the_library_and_a_pipe_see_it_too(mixed: Path) -> None:
    for name, content in IN.items():
        path = mixed / f"{name}.aof"
        (record,) = aofref_library.read(path, encoding="auto")
        assert record.tags["White"] == "\u00d8berg" and record.status == "legal"
        assert "\u00d8berg" in aofref("list", *AUTO, stdin=content).stdout
        with path.open("rb") as stream:
            (again,) = aofref_library.read(stream, encoding="auto")
        assert again.text == record.text
        words = [sys.executable, "-m", "aofref", "list", *AUTO]
        done = subprocess.run(words, input=content, capture_output=True)
        assert done.returncode == 0 and "\u00d8berg".encode() in done.stdout
        assert bool(done.stderr) is ("utf-8" not in name)


def test_what_is_selected_is_then_in_utf_8(mixed: Path) -> None:
    found = aofref("select", *AUTO, str(mixed))
    assert found.stdout_bytes.decode().count("\u00d8berg") == len(IN)
    assert "\u2019 \u2026" in found.stdout and found.stderr == taken(mixed)


def test_large_files_are_read_in_blocks(tmp_path: Path) -> None:
    """A block may end within a character, and between a return and a line feed."""
    path = tmp_path / "large.aof"
    for encoding in ("utf-16", "cp1252"):
        for shift in range(4):
            long = " " * shift + "{" + "\u2026" * 40_000 + "}\n"
            text = TEXT.replace("{", f"{long * 2}{{")
            path.write_bytes(text.replace("\n", "\r\n").encode(encoding))
            (record,) = aofref_library.read(path, "auto")
            assert record.status == "legal" and record.text == text


@pytest.mark.parametrize("name", ["f-utf-16", "g-utf-16-le", "h-utf-16-be"])
def test_utf_16_is_named_in_one_line(name: str, mixed: Path) -> None:
    path = mixed / f"{name}.aof"
    why = "encoding this is UTF-16, not UTF-8: --encoding auto reads it"
    for args in (
        ["check"],
        ["list"],
        ["table"],
        ["convert"],
        ["convert", "--in-place"],
        ["select"],
    ):
        found = aofref(*args, str(path))
        assert (found.exit_code, found.stderr) == (2, f"{path}:1:1: {why}\n"), args
    assert aofref("check", "-", stdin=IN[name]).stderr == f"-:1:1: {why}\n"
    assert aofref("play", str(path), "ac3-ad3").stderr == f"{path}:1:1: {why}\n"
    refused = aofref("check", "--encoding", "utf-16", str(path))
    assert refused.exit_code == 2 and "convert the file first, or use auto" in refused.stderr


def test_a_byte_that_is_not_utf_8_names_the_option(mixed: Path) -> None:
    path = mixed / "c-latin-1.aof"
    found = aofref("check", "--quiet", str(path))
    why = "byte 0xf6 is not valid UTF-8; --encoding latin-1, or auto, may read it"
    assert found.stderr == f"{path}:1:10: warning: encoding in 3 places {why}\n"
    assert "--encoding" not in aofref("check", "-q", "--encoding", "ascii", str(path)).stderr


def test_a_byte_that_is_no_text_is_shown_as_the_character_for_that(mixed: Path) -> None:
    path = str(mixed / "c-latin-1.aof")
    reports = (
        ("list", "--format", "text"),
        ("list", "--format", "tsv"),
        ("list", "--format", "json"),
        ("list", "--tags"),
        ("check", "--format", "text"),
        ("check", "--format", "json"),
        ("show", "--format", "svg"),
        ("show", "--format", "html"),
        ("log",),
        ("table",),
    )
    for args in reports:
        found = aofref(*args, path).stdout_bytes.decode()
        assert "\ufffdberg" in found and "udc" not in found and "\\xd8" not in found, args


# Bytes that decide nothing ------------------------------------------------------------------------

LATIN = b'[Event "K\xf6ln"]\n[Variant "heathen-europe"]\n\n{sch\xf6n} 1. ac2-ad2 {\xe9t\xe9} *\n\n'
WHY = "byte 0xf6 is not valid UTF-8; --encoding latin-1, or auto, may read it"


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_one_line_a_file_and_one_finding_a_record(jobs: str, tmp_path: Path) -> None:
    one, two = tmp_path / "1.aof", tmp_path / "2.aof"
    one.write_bytes(LATIN * 3)
    two.write_bytes(TEXT.encode() + b"\n" + LATIN)
    said = (
        f"{one}:1:10: warning: encoding in 12 places {WHY}\n"
        f"{two}:7:10: warning: encoding in 4 places {WHY}\n"
    )
    for args in (
        ("check", "-q"),
        ("convert",),
        ("list",),
        ("list", "--tags"),
        ("stats", "--format", "json"),
        ("check", "--format", "json"),
    ):
        found = aofref(*args, "--jobs", jobs, str(tmp_path))
        lines = [line for line in found.stderr.splitlines(True) if "counted" not in line]
        assert (found.exit_code, "".join(lines)) == (0, said), args
    rows = [json.loads(line) for line in found.stdout.splitlines()]
    codes = [[why["code"] for why in row["warnings"]] for row in rows]
    assert codes == [["encoding"]] * 3 + [[], ["encoding"]]
    assert aofref("check", "-q", "--strict", str(one)).exit_code == 1


def test_such_bytes_are_written_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "game.aof"
    path.write_bytes(LATIN)
    assert aofref("convert", str(path)).stdout_bytes.count(b"\xf6") == 2
    as_json = aofref("convert", "--to", "json", str(path)).stdout_bytes
    assert (
        aofref("convert", stdin=as_json).stdout_bytes == aofref("convert", str(path)).stdout_bytes
    )
    assert aofref("select", str(path)).stdout_bytes == LATIN
    assert aofref("tag", "--in-place", str(path), "White=Ann").exit_code == 0
    tagged = LATIN.replace(b'"]\n\n', b'"]\n[White "Ann"]\n\n')
    assert path.read_bytes() == tagged
    assert aofref("play", "--in-place", str(path), "Kcf6-bf6").exit_code == 0
    assert path.read_bytes().startswith(tagged.partition(b" *")[0])
    (record,) = aofref_library.read(path)
    event, comments = "K\ufffdln", ("sch\ufffdn",)
    assert (record.tags["Event"], record.comments) == (event, comments)
    again = record.with_tags({"Event": event}).with_comments(*comments, "x")
    expected = path.read_bytes().replace(b"n}", b"n} {x}")
    assert again.text.encode("utf-8", "surrogateescape") == expected
    assert again.status == "legal" and [why.code for why in again.findings] == ["encoding"]


@pytest.mark.parametrize(
    "text",
    [
        b'[Variant "h\xe9c"]\n\n1. ac2-ad2 *\n',
        b'[Variant "hec"]\n[Result "\xe9"]\n\n1. ac2-ad2 *\n',
        b'[Variant "hec"]\n\n1. ac2-ad2 {x} \xe9 *\n',
        b'[Variant "hec"]\n\n1. ac2-ad2\xe9 {\xe9} *\n',
        b'[Variant "hec"] \xe9\n\n1. ac2-ad2 *\n',
    ],
)
def test_elsewhere_such_a_byte_is_malformed(text: bytes) -> None:
    found = aofref("check", "-q", stdin=text)
    assert found.exit_code == 2 and ": encoding byte 0xe9 is not valid UTF-8" in found.stderr


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (gzip.compress(LATIN, mtime=0), "gzip"),
        (bz2.compress(LATIN), "bzip2"),
        (lzma.compress(LATIN), "xz"),
        (b"PK\x03\x04\x14\0\0\0", "zip"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "an image (PNG)"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "an image (JPEG)"),
    ],
)
def test_a_file_that_is_no_text_is_one_finding(content: bytes, what: str, tmp_path: Path) -> None:
    path = tmp_path / "games.aof"
    path.write_bytes(content)
    said = f"{path}:1:1: encoding this is {what}, and no text\n"
    for args in (
        ("check",),
        ("check", *AUTO),
        ("check", "--jobs", "2"),
        ("convert",),
        ("convert", "--in-place"),
        ("list",),
        ("select",),
    ):
        found = aofref(*args, str(path))
        assert (found.exit_code, found.stdout, found.stderr) == (2, "", said), args
    assert aofref("play", str(path), "ac2-ad2").stderr == said
    with pytest.raises(ValueError, match="and no text"):
        list(aofref_library.read(path))


def test_nothing_is_written_over_that_is_not_in_utf_8(mixed: Path) -> None:
    path = mixed / "c-latin-1.aof"
    found = aofref("convert", "--in-place", *AUTO, str(path))
    assert found.exit_code == 2 and path.read_bytes() == IN["c-latin-1"]


def test_what_is_not_decoded_is_told_before_the_next_file_of_that_kind(tmp_path: Path) -> None:
    """A run of many files that is ended has told of all but the last."""
    for name in ("a", "b"):
        (tmp_path / f"{name}.aof").write_bytes(b'[Variant "chess"]\n\n1. e4 {\xe9} e5 2. e4 *\n')
    paths = [str(tmp_path / f"{name}.aof") for name in ("a", "b")]
    told = aofref("check", "--quiet", "--encoding", "utf-8", *paths).stderr.splitlines()
    places = [line.split(" ")[0].removeprefix(str(tmp_path)) for line in told]
    assert places == ["/a.aof:3:17:", "/a.aof:3:8:", "/b.aof:3:17:", "/b.aof:3:8:"]
