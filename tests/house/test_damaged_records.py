"""Damaged records: no traceback, as many verdicts as records, every place in the text.

    AOFREF_MUTATIONS=30000 python -m pytest tests/house/test_damaged_records.py

runs as many mutations as it is told; in CI they are 600, the same at every run; with --long ten times as many.
"""

from __future__ import annotations

import json
import os
import random
import re
from pathlib import Path

import pytest

from tests.damage import corpus, mutated, unsafe
from tests.helpers import aofref

CHUNKS = 4
MUTATIONS = int(os.environ.get("AOFREF_MUTATIONS", "600")) // CHUNKS


def places_exist(data: bytes, diagnostics: str) -> bool:
    """Say whether every line is a diagnostic whose place is one of the text's."""
    lines = data.decode("utf-8", "replace").replace("\r\n", "\n").split("\n")
    for line in diagnostics.splitlines():
        if re.match(r"aofref: [0-9]+ records: ", line):
            continue
        match = re.match(r"-:(\d+):(\d+): (warning: )?[a-z-]+ ", line)
        if match is None or unsafe(line):
            return False
        row, column = int(match.group(1)), int(match.group(2))
        if not 1 <= row <= len(lines) or not 1 <= column <= len(lines[row - 1]) + 1:
            return False
    return True


COMMANDS = [
    ["check", "--format", "json"],
    ["check", "--trace"],
    ["check", "--quiet", "--as-played"],
    *(["convert", "--to", to] for to in ("lan", "san", "coord", "numeric", "courier", "json")),
    ["show", "--format", "position"],
]


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_damaged_records(chunk: int, effort: int) -> None:
    rng, texts = random.Random(f"damage {chunk}"), corpus()
    for number in range(effort * MUTATIONS):
        data = mutated(rng, "".join(rng.sample(texts, rng.choice((1, 1, 2)))).encode())
        command = COMMANDS[0] if number % 2 else rng.choice(COMMANDS)
        found = aofref(*command, stdin=data)
        assert found.exception is None or isinstance(found.exception, SystemExit), data
        assert found.exit_code in (0, 1, 2), data
        assert "Traceback" not in found.stderr
        if command[0] != "convert":
            assert places_exist(data, found.stderr), (command, data, found.stderr)
        if command == COMMANDS[0]:
            verdicts = [json.loads(line) for line in found.stdout.splitlines()]
            assert verdicts or not found.exit_code, data
            assert [verdict["record"] for verdict in verdicts] == [
                n + 1 for n in range(len(verdicts))
            ]
            assert not unsafe(found.stdout.replace("\n", "")), data


def test_the_corpus_is_judged_before_it_is_damaged(tmp_path: Path) -> None:
    for text in corpus():
        assert aofref("check", "--quiet", stdin=text).exit_code in (0, 1)
