"""The records of fixtures/records give the JSON that stands beside them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aofref.notation.records import read, split
from aofref.replay import replay
from aofref.report import json as report
from tests.helpers import FIXTURES

RECORDS = sorted((FIXTURES / "records").glob("*.aof"))


def test_there_are_records_of_every_game() -> None:
    assert len(RECORDS) >= 6


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_record(path: Path) -> None:
    lines = ((line, None) for line in path.read_text("utf-8").splitlines(keepends=True))
    got = [report.record(replay(read(raw)), n, path.name) for n, raw in enumerate(split(lines), 1)]
    expected = [
        json.loads(line) for line in path.with_suffix(".json").read_text("utf-8").splitlines()
    ]
    assert len(got) == len(expected)
    for one, other in zip(got, expected, strict=True):
        assert {key: one[key] for key in other} == other
