"""Cuts: what workers make of the pieces of a source is what one process makes of it whole."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import nullcontext
from io import BytesIO

import pytest

from aofref.cli.batch import pieces as module
from aofref.cli.batch.pieces import OfPieces, Piece, pieces
from aofref.cli.batch.sources import Notice, SourcedRecord, Wanted, sourced
from aofref.notation.records import stream
from tests.damage import corpus, mutated
from tests.helpers import FIXTURES

RECORD = (FIXTURES / "records" / "aof2-00-first.aof").read_text("utf-8")
PLAIN = '[Variant "aof2"]\n\n1. E:Lha5-fb3 I:ea3-fa3\n*\n\n'
TAG = '[Event "x"]\n'


def wanted(data: bytes, encoding: str = "utf-8", name: str = "x.aof") -> Wanted:
    """Give a source of these bytes, which breaks off at a line `BREAKS` if there is one."""

    def lines() -> Iterator[bytes]:
        for line in BytesIO(data):
            if line == b"BREAKS\n":
                raise OSError("as a test would have it")
            yield line

    return Wanted((name,), encoding, with_bytes=True, opened=lambda _: nullcontext(lines()))


class Breaking(BytesIO):
    """Bytes that are read by the block, until they break off."""

    def __init__(self, data: bytes, breaks: bool) -> None:
        super().__init__(data)
        self.breaks = breaks

    def read1(self, size: int | None = -1, /) -> bytes:
        found = super().read1(size)
        if not found and self.breaks:
            raise OSError("as a test would have it")
        return found


def by_block(data: bytes, encoding: str, breaks: bool) -> Wanted:
    """Give a source of these bytes that is read by the block."""
    opened = lambda _: nullcontext(Breaking(data, breaks))  # noqa: E731
    return Wanted(("x.aof",), encoding, with_bytes=True, opened=opened)


def divided(of: Wanted, size: int, batch: int) -> tuple[list[SourcedRecord | Notice], int]:
    """Divide a source as workers do, so many pieces at once; count the pieces."""
    cut = list(pieces(of, size))
    work: OfPieces[SourcedRecord] = OfPieces(lambda item: item, of.encoding, of.with_bytes)
    found: list[SourcedRecord | Notice] = []
    before = 0
    for at in range(0, len(cut), batch):
        held, tail = work.opened(cut[at : at + batch])
        found += work.results(held, before)
        before = tail.more if tail.fresh else before + tail.more
    return found, sum(isinstance(one, Piece) for one in cut)


def cuts(text: str) -> int:
    """Cut a text wherever it may be, and see that nothing comes of it; count the pieces."""
    of = wanted(text.encode())
    found, count = divided(of, 1, 1)
    assert found == list(sourced(of))
    return count


def cuts_at_random(rng: random.Random, of: Wanted) -> int:
    """Cut a source into pieces of any size, see that nothing comes of it, and count the cuts."""
    whole = list(sourced(of))
    found, count = divided(of, rng.choice((1, 300, 1000)), rng.choice((1, 2, 3)))
    assert found == whole
    return count - 1


@pytest.fixture
def anywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for a cut to the end."""
    monkeypatch.setattr(module, "MOST", 10**9)


@pytest.mark.usefixtures("anywhere")
@pytest.mark.parametrize(
    ("before", "count"),
    [
        (PLAIN, 2),
        (PLAIN.replace("\n", "\r\n"), 2),
        (f"{PLAIN}\n \t\n", 2),
        (RECORD * 3, 4),
        (f"{TAG}{PLAIN}", 2),
        (f"{PLAIN}% aofref: a.aof:3:1: record 2\n", 2),
        (PLAIN.replace("*", "1/2-1/2"), 2),
        (PLAIN.replace("*", "{ never closed\nmoves"), 2),
        ('{"aof": 1, "movetext": [\nmoves\n\n', 2),
        ('{"aof": 1,\n"tags":\n\n1\n\n', 2),
        # where it does not begin, or might not
        (TAG, 1),
        (f"{TAG}\n", 1),
        (f"{TAG}\n{{a comment}}\n\n", 1),
        (f"{TAG}\n{{a comment\non two lines}}\n\n", 1),
        (PLAIN.replace("*\n\n", "*\n"), 1),
        (PLAIN.replace("*", "; a comment"), 1),
        (PLAIN.replace("*", "a // comment"), 1),
        (PLAIN.replace("*", "% an escape"), 1),
        (PLAIN.replace("*", "*)"), 1),
        (PLAIN.replace("*", "$1"), 1),
        (PLAIN.replace("*", "é"), 1),
        ("", 1),
        ("\n\n", 1),
    ],
)  # fmt: skip
def test_a_cut_is_made_only_where_a_record_surely_begins(before: str, count: int) -> None:
    assert cuts(before + PLAIN) == count


@pytest.mark.usefixtures("anywhere")
def test_no_cut_changes_what_is_in_a_damaged_stream() -> None:
    rng = random.Random(26)
    records = [record.encode() for record in [*corpus(), PLAIN, f"{TAG}\n", f"{TAG}\n{{x}}\n\n"]]
    total = 0
    for _ in range(400):
        data = b"".join(rng.choices(records, k=rng.randrange(1, 7)))
        data = mutated(rng, data)
        if rng.random() < 0.2:
            at = data.find(b"\n", rng.randrange(len(data) + 1)) + 1
            data = data[:at] + b"BREAKS\n" + data[at:]
        of = wanted(
            data, rng.choice(("utf-8", "utf-8", "latin-1", "gb18030")), rng.choice(("x", "-"))
        )
        total += cuts_at_random(rng, of)
    assert total > 200


@pytest.mark.usefixtures("anywhere")
def test_where_blocks_end_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(27)
    records = [record.encode() for record in [*corpus(), PLAIN, RECORD, f"{TAG}\n"]]
    total = 0
    for _ in range(400):
        data = mutated(rng, b"".join(rng.choices(records, k=rng.randrange(1, 7))))
        monkeypatch.setattr(stream, "BLOCK", rng.choice((7, 50, 300, 5000)))
        monkeypatch.setattr(module, "_LOOKED_AT", rng.choice((1, 40, 4096)))
        of = by_block(data, rng.choice(("utf-8", "utf-8", "latin-1")), rng.random() < 0.2)
        total += cuts_at_random(rng, of)
    assert total > 200


@pytest.mark.usefixtures("anywhere")
def test_the_end_of_a_line_longer_than_a_block_is_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "BLOCK", 7)
    monkeypatch.setattr(module, "_LOOKED_AT", 1)
    for blanks in range(9):
        data = f'{PLAIN}[Event "{" " * blanks}Elements on a hybrid \n\n[Site "?"]\n{PLAIN}'.encode()
        of = by_block(data, "utf-8", breaks=False)
        assert divided(of, 60, 2)[0] == list(sourced(of))


@pytest.mark.parametrize(
    "text", [RECORD * 9, PLAIN * 9, TAG + f"{{{PLAIN * 9}", "", f"{TAG}\n" * 9]
)
@pytest.mark.parametrize("end", ["", "BREAKS\n"])
def test_where_no_cut_is_found_records_are_divided_at_once(text: str, end: str) -> None:
    hard = text.replace("\n\n", "\n{a comment}\n\n").encode()
    of = wanted(hard + end.encode())
    for size in (1, 50, 1000, 10**6):
        found, _ = divided(of, size, 1)
        assert found == list(sourced(of))
    assert len(found) == len(list(sourced(of)))


def test_what_is_held_for_a_cut_has_an_end() -> None:
    hard = (PLAIN.replace("*", "* {a comment}") * 100).encode()
    found = [one for one in pieces(wanted(hard), 500) if isinstance(one, Piece)]
    assert len(found) > 5
    assert all(one.parts and not one.content for one in found)
    assert all(sum(len(raw.text) for raw, _ in one.parts) < 1000 for one in found)


def test_a_piece_is_of_about_the_size_asked_for() -> None:
    found = [one for one in pieces(wanted(PLAIN.encode() * 100), 500) if isinstance(one, Piece)]
    assert len(found) > 5 and not any(one.parts for one in found)
    assert all(500 <= len(one.content) < 500 + len(PLAIN) for one in found[:-1])
    assert [one.begins for one in found] == [True] + [False] * (len(found) - 1)
    assert [one.ends for one in found] == [False] * (len(found) - 1) + [True]
