"""Records are divided and read by one tokenizer: nothing is lost, merged or split (aofref-record(5))."""

from __future__ import annotations

import io
import json
import random
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aofref import loads
from aofref.findings import Code
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.driver import replay
from aofref.judge.replay.opening import Setting
from aofref.notation.movetext import Notation
from aofref.notation.records import Record, limits, read, split
from aofref.notation.records.stream import BLOCK, decoded
from aofref.notation.records.tokenizer import lines_of
from tests.damage import mutated
from tests.helpers import FIXTURES, OURS, ROOT, aofref

V = '[Variant "aof2"]\n\n'
NEXT = '[Event "next"]\n[Variant "aof2"]\n\n1. E:Lha5-fb3 *\n'
SETTING = Setting(variant="aof2")


def raws(text: str | bytes) -> list[Record]:
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
    return list(split(decoded(io.BytesIO(data), "utf-8")))


def records(text: str | bytes) -> list[Record]:
    return [read(raw) for raw in raws(text)]


def one(text: str | bytes) -> Record:
    found = records(text)
    assert len(found) == 1, found
    return found[0]


def converted(text: str, to: Notation | None = Notation.LAN) -> str:
    return "".join(rewrite(record, replay(record, SETTING), to).text for record in records(text))


def codes(record: Record) -> list[Code]:
    return [finding.code for finding in record.findings]


# What stands behind a result -------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", [" resigns", "\nBlack resigns", " Black  lost on time.", " W:draw"]
)
def test_words_behind_a_result_are_changed_as_a_comment_is(words: str) -> None:
    record = loads(f'[Variant "chess"]\n\n1. e4 e5 1-0{words}\n')
    assert record.mainline()[-1].comments == (words.strip(),)
    changed = record.mainline()[-1].with_comments("x")
    assert loads(str(changed)).mainline()[-1].comments == ("x",)


def test_a_record_with_words_that_begins_within_a_line_is_read_again_as_it_was() -> None:
    for raw in raws("1. d4 * 7. e4 e5 1-0 Black resigns {so} $1\n"):
        assert read(raw.unread()) == read(raw)


# Numbers, comments, marks -----------------------------------------------------------------------


COMMENTS = [
    " both ends ",
    "two  blanks",
    "a\u00a0b " * 30,
    "a\u3000b " * 30,
    "\u2028 " * 40,
    "\u0085 x" * 40,
    "\f x" * 40,
    "\t tab\t" * 20,
    "x" * 58 + "  four",
    "a\n\nb",
    " \n ",
    "\n",
    "a \nb",
    "ends\r with a return",
    "word \ufeffword " * 12,
    "word \r word\r " * 12,
    '"aof": x',
    ' "aof": x',
    '\n"aof": x',
    '"aof" : x',
    "%no escape",
    "// ; $1 (x) [y]",
    'back \\ slash \\"',
    "",
    " ",
    "a } b",
    " a } b ",
    '[White "x"]',
    "x" * 78 + ' {"aof": 1',
    "w" * 78 + " \t " + '[V"' + "x" * 76 + '"] b',
    "w" * 78 + " \u3000 " + '[V"' + "x" * 76 + '"] b',
    "ends in a return\r",
    '"quoted" words',
]


@pytest.mark.parametrize("text", COMMENTS)
@pytest.mark.parametrize("to", [*OURS, None])
def test_a_comment_comes_back_character_for_character(text: str, to: Notation | None) -> None:
    for before in (
        "",
        "1. E:Lha5-fb3 ",
        "1. E:Lha5-fb3 I:ea3-fa3 J:Sha1-fb1 {as} P:jg3-jf3 {it was said} ",
    ):
        comment = f"; {text}\n" if "}" in text else f"{{{text}}}"
        source = f"{V}{before}{comment} *\n"
        assert text in [t.text for t in one(source).tokens]
        there = converted(source, to)
        assert there and converted(there, to) == there
        assert text in [t.text for t in one(there).tokens]
        assert converted(there) == converted(source)


def test_a_line_is_filled_at_single_blanks_alone() -> None:
    long = " ".join(["word"] * 40)
    text = converted(f"{V}{{{long}}} *\n")
    assert max(map(len, text.split("\n"))) <= 79
    assert [t.text for t in one(text).tokens] == [long, "*"]


@pytest.mark.parametrize("command", [
    "[%clk 0:05:00]", "[%csl Ga1,Rb2 Gc3]", "[%evp 0 1 2 3 4]", f"[%if {'Lha5-fb3 ' * 12}Lkd5-hb3]",
])  # fmt: skip
def test_a_command_in_a_comment_stays_on_its_line(command: str) -> None:
    for before in range(60, 78):
        for words in (
            "x" * before,
            f"{'x' * 20} {'y' * (before - 20)}",
            "[%sent x] " * (before // 9),
        ):
            comment = f"{words} {command} [% never closed {'z ' * 40}"
            text = converted(f"{V}{{{comment}}} *\n")
            assert command in text and [t.text for t in one(text).tokens] == [comment, "*"]
            kept = converted(f"{V}1. E:Lha5-fb3 {{{command}}} *\n")
            assert f"{{{command}}}" in kept
            lines = [line.replace(command, "") for line in text.split("\n")]
            assert max(map(len, lines)) <= 79


# JSON -------------------------------------------------------------------------------------------


def as_json(text: str = f"{V}1. E:Lha5-fb3 {{a }} *\n") -> str:
    return converted(text, None)


def test_json_on_several_lines_and_several_objects() -> None:
    flat = as_json()
    spread = json.dumps(json.loads(flat), indent=2) + "\n"
    for text, count in (
        (spread, 1),
        (spread * 3, 3),
        (flat * 3, 3),
        (flat.strip() + " " + flat, 2),
        (flat + spread + NEXT + spread + "\n" + NEXT, 5),
        (json.dumps(json.loads(flat), indent=1, sort_keys=True), 1),
        (json.dumps(json.loads(flat), separators=(",", ":")), 1),
    ):
        found = records(text)
        assert len(found) == count and not any(record.findings for record in found), text
        assert converted(text).count("E:Lha5-fb3") == count


# Limits -----------------------------------------------------------------------------------------


def test_a_tag_pair_is_as_long_as_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its quotation marks and backslashes are written with a further sign each."""
    monkeypatch.setattr(limits, "TAG", 20)
    for text in (V + "*\n", r'[Foo "\g\g\g\g\g\g"]' + f"\n{V}*\n"):
        there = converted(text)
        assert there and converted(there) == there
    data = {"aof": 1, "tags": [["Variant", "aof2"], ["Foo", '"' * 12]], "movetext": []}
    there = converted(json.dumps(data))
    assert [tag.value for tag in one(there).tags] == ["aof2", '"' * 12]


def test_a_comment_of_a_megabyte_passes() -> None:
    long = "word " * (limits.COMMENT // 5)
    text = "".join(
        f"{word} " if number % 9 else f"{word}\n" for number, word in enumerate(long.split())
    )
    assert [t.text for t in one(f"{V}{{{text}}} *\n").tokens] == [long, "*"]


def _is_not_held(data: bytes, next_line: int) -> None:
    """Read a record that goes beyond a limit, in bounded memory, and the next one where it is."""
    tracemalloc.start()
    beyond, after = (read(raw) for raw in split(decoded(io.BytesIO(data))))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40_000_000
    assert codes(beyond) == [Code.LIMIT] and beyond.findings[0].place == (3, 1)
    assert codes(after) == [] and after.start.line == next_line


@pytest.mark.parametrize(
    ("line", "letter"),
    [(line, "x") for line in ("{letters}", "{{{letters}}} *", '[Event "{letters}"]', "; {letters}")]
    + [("{letters}", letter) for letter in "\u00e9\u6f22\U0001f3c1"],
)
def test_a_line_that_is_too_long_is_not_held(line: str, letter: str) -> None:
    """What is held of a line is bounded, the next record is read, and lines are counted on."""
    data = (V + line.format(letters=letter * 30_000_000) + f"\n*\n\n{NEXT}").encode()
    _is_not_held(data, next_line=6)


def test_a_comment_that_is_too_long_is_not_held() -> None:
    lines = "word word\n" * 105_000 + ("word " * 20_000 + "\n") * 300
    _is_not_held((V + "{" + lines + f"}} *\n\n{NEXT}").encode(), next_line=105_305)


# Whatever happens to it -------------------------------------------------------------------------

SOURCES = sorted((FIXTURES / "records").glob("*.aof"))


@pytest.mark.parametrize("letter", ["x", "\u00e9", "\u6f22", "\U0001f3c1"])
@pytest.mark.parametrize("shift", range(4))
def test_a_line_longer_than_a_block_is_not_cut_within_a_character(letter: str, shift: int) -> None:
    line = "x" * shift + letter * (BLOCK // 2) + "\r\n"
    parts = list(decoded(io.BytesIO(line.encode() * 2), "utf-8"))
    assert [part for part, _, _ in parts] == [line.replace("\r", "")] * 2


def test_a_return_goes_with_its_line_feed_where_a_block_ends() -> None:
    line = "x" * (BLOCK - 1) + "\r\n"
    assert (
        "".join(part for part, _, _ in decoded(io.BytesIO(line.encode()), "utf-8"))
        == line[:-2] + "\n"
    )


def test_bad_bytes_at_the_end_of_a_block_are_kept() -> None:
    data = b"x" * (BLOCK - 8) + b"\x80" * 20
    parts = list(decoded(io.BytesIO(data), "utf-8"))
    assert "".join(part for part, _, _ in parts).encode("utf-8", "surrogateescape") == data
    assert [finding.place.column for _, finding, _ in parts if finding] == [BLOCK - 7]


@settings(max_examples=60)
@given(seed=st.integers(0, 10**9), which=st.integers(0, 99))
@pytest.mark.slow
def test_a_damaged_stream_loses_nothing(seed: int, which: int) -> None:
    assert len(SOURCES) > 20
    source = SOURCES[which % len(SOURCES)].read_text("utf-8")
    data = mutated(random.Random(seed), source[:3000].encode())
    lines = [line for line, _, _ in decoded(io.BytesIO(data), "utf-8")]
    found = raws(data)
    joined = "".join(raw.text for raw in found if not raw.is_within).replace("\n", "")
    assert joined.split() == "".join(lines).replace("\n", "").split()
    for raw in found:
        record = read(raw)
        last = raw.start.line + raw.text.count("\n")
        assert all(raw.start.line <= f.place.line <= last for f in record.findings)
        if raw.start.column == 1:
            again = [each.text for each in split(_lines(raw.text)) if not each.is_within]
            assert again == [raw.text], raw
        for to in (Notation.LAN, Notation.COURIER, None):
            text = rewrite(record, replay(record, SETTING), to).text
            if text:
                reread = read(raws(text.encode("utf-8", "surrogateescape"))[0])
                assert rewrite(reread, replay(reread, SETTING), to).text == text


def _lines(text: str) -> list[tuple[str, None, bytes]]:
    return [(line, None, b"") for line in lines_of(text)]


def test_every_limit_is_in_the_manual() -> None:
    page = (ROOT / "man" / "aofref-record.5").read_text("utf-8")
    section = page.partition(".Sh LIMITS")[2].partition(".Sh SEE ALSO")[0]
    names = "LINE COMMENT TAG TOKEN DEPTH TOKENS JSON NESTING FINDINGS MAIL PARTS"
    for name in names.split():
        assert f"{getattr(limits, name):,}" in section, name


def test_a_long_record_in_json_is_written_in_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between pairs a record that is longer than a line may be goes on in the next."""
    record = '[Variant "aof2"]\n[Event "x"]\n\n1. E:Lha5-fb3 {one"], ["two} {three} *\n'
    whole = aofref("convert", "--to", "json", stdin=record).stdout
    assert whole.count("\n") == 1
    monkeypatch.setattr("aofref.notation.records.limits.LINE", len(whole) - 10)
    lines = aofref("convert", "--to", "json", stdin=record).stdout.splitlines()
    pairs = len(json.loads(whole)["tags"]) + len(json.loads(whole)["movetext"])
    assert len(lines) == pairs - 1  # the first of the movetext stands behind the last tag
    assert " ".join(lines) == whole.rstrip("\n")
    assert aofref("convert", "--to", "json", stdin="\n".join(lines)).stdout.splitlines() == lines
