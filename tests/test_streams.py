"""Streams: many records, several jobs, constant memory."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.helpers import FIXTURES, aofref

RECORD = (FIXTURES / "records" / "aof2-00-first.aof").read_text("utf-8")
PEAK = (
    "import resource, subprocess, sys;"
    "done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL);"
    "print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)"
)


def peak(path: Path, *command: str) -> int:
    run = [sys.executable, "-c", PEAK, sys.executable, "-m", "aofref", *command, str(path)]
    status, size = subprocess.run(run, check=True, capture_output=True, text=True).stdout.split()
    assert status == "0"
    return int(size)


def test_memory_does_not_grow_with_the_stream(tmp_path: Path) -> None:
    one, many = tmp_path / "one.aof", tmp_path / "many.aof"
    one.write_text(RECORD, "utf-8")
    many.write_text(RECORD * 3000, "utf-8")
    for command in (("check", "--quiet"), ("convert", "--to", "coord")):
        assert peak(many, *command) < peak(one, *command) + 30


def test_jobs_give_the_same_output_in_order() -> None:
    bad = '[Variant "aof2"]\n\n1. E:Kjb5-jb4 *\n\n'
    text = (RECORD + bad) * 6
    alone = aofref("check", "--format", "json", stdin=text)
    together = aofref("check", "--format", "json", "--jobs", "3", stdin=text)
    assert (alone.stdout, alone.stderr, alone.exit_code) == (
        together.stdout,
        together.stderr,
        together.exit_code,
    )
    assert [json.loads(line)["record"] for line in alone.stdout.splitlines()] == list(range(1, 13))


def test_trace_has_an_event_for_every_ply() -> None:
    told = json.loads(aofref("check", "--format", "json", "--trace", stdin=RECORD).stdout)
    moves = [event for event in told["events"] if event["type"] == "move"]
    assert [event["ply"] for event in moves][:7] == list(range(1, 8))


def test_show_in_every_format() -> None:
    for form, start in (
        ("text", "After ply 4"),
        ("svg", "<svg"),
        ("html", "<!DOCTYPE"),
        ("position", "E:K"),
    ):
        found = aofref("show", "--ply", "4", "--format", form, stdin=RECORD)
        assert found.exit_code == 0 and start in found.stdout
    assert aofref("show", "--ply", "99", stdin=RECORD).exit_code == 2
