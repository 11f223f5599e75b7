"""The records of fixtures/records give the JSON that stands beside them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from aofref.geometry import F, H, W, Y
from aofref.judge.replay.driver import replay
from aofref.judge.replay.verdict import Replay
from aofref.notation.records import read, split
from aofref.notation.records.splitter import text_lines
from aofref.report.json import record as report
from tests.helpers import FIXTURES, played

RECORDS = sorted((FIXTURES / "records").glob("*.aof"))


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_record(path: Path) -> None:
    lines = text_lines(path.read_text("utf-8").splitlines(keepends=True))
    got: list[Mapping[str, object]] = [
        report.record(replay(read(raw)), n, path.name) for n, raw in enumerate(split(lines), 1)
    ]
    expected = [
        json.loads(line) for line in path.with_suffix(".json").read_text("utf-8").splitlines()
    ]
    assert len(got) == len(expected)
    for one, other in zip(got, expected, strict=True):
        assert {key: one[key] for key in other} == other


EVENTS = {
    "aof2": "check checkmate promotion en-passant pass removal end",
    "aof6": "check checkmate promotion en-passant removal end",
    "proto-prelates": "check checkmate promotion en-passant pass removal end",
    "sd2l-cohen": "check checkmate promotion en-passant stalemate repetition removal end",
    "sd2l-sling": "check checkmate promotion stalemate repetition removal end",  # no double step
    "heathen-europe": "check checkmate promotion en-passant stalemate repetition removal end",
}


def expected() -> list[dict[str, Any]]:
    texts = [path.with_suffix(".json").read_text("utf-8") for path in RECORDS]
    return [json.loads(line) for text in texts for line in text.splitlines()]


@pytest.mark.parametrize("name", EVENTS)
def test_the_records_of_a_game_hold_every_event(name: str) -> None:
    records = [record for record in expected() if record["variant"] == name]
    assert len(records) >= 3
    assert {e["type"] for record in records for e in record["events"]} == set(EVENTS[name].split())


def test_the_records_of_aof6_hold_every_ending_and_every_line_of_an_alignment() -> None:
    ends = {
        e["result"]
        for r in expected()
        if r["variant"] == "aof6"
        for e in r["events"]
        if e["type"] == "end"
    }
    assert {"1/4-1/4-1/4-1/4", "1/3-1/3-1/3-0", "1/2-0-1/2-0"} <= ends
    kinds = set()
    for path in RECORDS:
        if not path.stem.startswith("aof6"):
            continue
        lines = text_lines(path.read_text("utf-8").splitlines(keepends=True))
        for raw in split(lines):
            kinds |= set(alignments(played(raw)))
    assert kinds == {"orthogonal", "root-2", "hex", "hybrid"}


def alignments(found: Replay) -> Iterator[str]:
    """Give the kind of line of every Revolutionary Elements alignment of a replay."""
    families = {"orthogonal": W, "root-2": F, "hex": H, "hybrid": Y}
    of, board = found.game, found.game.board
    for ply in found.plies:
        for event in ply.events:
            if event.get("to") != "PR":
                continue
            at, cell = found.after(ply.token.ordinal, found.steps).board, board.number[event.cell]
            for kind, directions in families.items():
                for vector in board.lattice.vectors(directions, ()):
                    near = board.next_cell(cell, vector)
                    far = board.next_cell(near, vector) if near >= 0 else -1
                    if far >= 0 and (of.code(at[near]), of.code(at[far])) == ("RY", "ET"):
                        yield kind
